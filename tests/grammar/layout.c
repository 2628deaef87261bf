/* layout.c FILE.. - where lines begin and end means nothing in well-formed text.
 *
 * Each well-formed file is laid out anew in several ways (lay_out.h). The nodes and the texts of the leaves must be
 * those of the file as it was.
 *
 *     layout [--seed N] [--show N] [--only KIND] FILE..      shows the first N differences; files: see files_from */
#include "lay_out.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 150000 };

/* ---- comparing ---- */

static bool next_node(walk *w) {
    while (walk_next(w))
        if (!is_type(w->node, "comment")) return true;
    return false;
}

static bool same_node(const walk *a, text x, const walk *b, text y) {
    if (a->depth != b->depth || ts_node_symbol(a->node) != ts_node_symbol(b->node) || is_damage(b->node)) return false;
    if (ts_tree_cursor_current_field_id(&a->cursor) != ts_tree_cursor_current_field_id(&b->cursor)) return false;
    if (ts_node_child_count(a->node) > 0 || ts_node_child_count(b->node) > 0) return true;
    uint32_t len = ts_node_end_byte(a->node) - ts_node_start_byte(a->node);
    return len == ts_node_end_byte(b->node) - ts_node_start_byte(b->node) &&
           memcmp(x.data + ts_node_start_byte(a->node), y.data + ts_node_start_byte(b->node), len) == 0;
}

/* Do both trees hold the same nodes, whatever their places? Where not: the byte of the second. */
static bool same_nodes(const TSTree *a, text x, const TSTree *b, text y, uint32_t *where) {
    walk v = walk_begin(a), w = walk_begin(b);
    *where = 0;
    for (;;) {
        bool more = next_node(&v), more_too = next_node(&w);
        if (!more && !more_too) return true;
        if (more_too) *where = ts_node_start_byte(w.node);
        if (more && more_too && same_node(&v, x, &w, y)) continue;
        if (more) ts_tree_cursor_delete(&v.cursor);
        if (more_too) ts_tree_cursor_delete(&w.cursor);
        return false;
    }
}

static void show(const char *name, layout k, text t, uint32_t at) {
    uint32_t from = at > 100 ? at - 100 : 0, to = at + 60 < t.len ? at + 60 : t.len;
    printf("%s, %s: differs at byte %u: %.*s<here>%.*s\n", name, layout_label(k), at, (int)(at - from), t.data + from,
           (int)(to - at), t.data + at);
}

typedef struct {
    unsigned tried, differ;
} tally;

static void try_file(TSParser *parser, const char *name, uint64_t seed, int only, tally *tallies, unsigned *shown) {
    static token_list tokens; /* its memory is used again */
    text t = text_read(name);
    TSTree *tree = parse(parser, NULL, t);
    random_source random = random_for(name, seed);
    if (t.len <= LARGEST_FILE && count_damage(tree, NULL) == 0) {
        token_list_read(&tokens, tree);
        for (layout k = 0; k < LAYOUT_COUNT; k++) {
            if (only >= 0 && (int)k != only) continue;
            text other = lay_out(t, &tokens, k, &random);
            TSTree *other_tree = parse(parser, NULL, other);
            uint32_t where;
            bool same = same_nodes(tree, t, other_tree, other, &where);
            tallies[k].tried++;
            tallies[k].differ += !same;
            if (!same && *shown > 0) {
                --*shown;
                show(name, k, other, where);
            }
            ts_tree_delete(other_tree);
            text_drop(other);
        }
    }
    ts_tree_delete(tree);
    text_drop(t);
}

int main(int argc, char **argv) {
    int64_t seed = 1, show = 10, only = -1;
    const named_number numbers[] = { { "--seed", &seed }, { "--show", &show }, { "--only", &only } };
    int first = numbers_from(argc, argv, numbers, 3);
    unsigned shown = (unsigned)show;
    file_list files = files_from(argc, argv, first);
    TSParser *parser = parser_new();
    tally tallies[LAYOUT_COUNT] = { 0 };
    for (uint32_t i = 0; i < files.count; i++)
        try_file(parser, files.names[i], (uint64_t)seed, (int)only, tallies, &shown);
    bool failed = false;
    for (layout k = 0; k < LAYOUT_COUNT; k++) {
        printf("%-45s %5u files, %5u differ\n", layout_label(k), tallies[k].tried, tallies[k].differ);
        failed |= tallies[k].differ > 0 || (only < 0 && tallies[k].tried == 0);
    }
    ts_parser_delete(parser);
    files_drop(files);
    return failed;
}
