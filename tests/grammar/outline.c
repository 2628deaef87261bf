/* outline.c FILE.. - the outline that the analysis reads is the tree that editors show, and that of an edited text is
 * that of the same text read anew.
 *
 * Edits come one after the other on one text, so that later ones meet the damage that earlier ones left. Where
 * tree-sitter repairs a text in its own way (ERROR, MISSING) there is nothing to compare with.
 *
 *     outline [--seed N] [--steps N] FILE..      (files: see files_from) */
#include "read/outline.h"
#include "typing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_EDITED = 200000, KINDS_MAX = 256, DEPTH_MAX = 4096 };

/* ---- the tree, as an outline ---- */

typedef struct {
    fp_outline_node *nodes;
    uint32_t len, capacity;
    bool repaired; /* tree-sitter has found its own way */
} drawn;

static uint8_t kinds[KINDS_MAX]; /* of the grammar's symbols; FP_OUTLINE_KIND_COUNT: no node of the outline */

static void name_kinds(void) {
    const TSLanguage *language = tree_sitter_mlir();
    memset(kinds, FP_OUTLINE_KIND_COUNT, sizeof kinds);
    for (uint32_t symbol = 0; symbol < ts_language_symbol_count(language); symbol++)
        for (int kind = 0; kind < FP_OUTLINE_KIND_COUNT; kind++)
            if (ts_language_symbol_type(language, (TSSymbol)symbol) == TSSymbolTypeRegular &&
                strcmp(ts_language_symbol_name(language, (TSSymbol)symbol), fp_outline_name((fp_outline_kind)kind)) ==
                    0)
                kinds[symbol] = (uint8_t)kind;
}

static fp_outline_kind kind_of(TSNode node) {
    TSSymbol symbol = ts_node_symbol(node);
    if (is_type(node, "source_file")) return FP_OUTLINE_FILE;
    fp_outline_kind kind = symbol < KINDS_MAX ? (fp_outline_kind)kinds[symbol] : FP_OUTLINE_KIND_COUNT;
    return kind == FP_OUTLINE_UNEXPECTED && ts_node_child_count(node) > 0 ? FP_OUTLINE_ROW : kind;
}

static void draw(drawn *d, const TSTree *tree) {
    static uint32_t open[DEPTH_MAX + 1]; /* how many nodes of the outline are open at each depth of the tree */
    static uint32_t stack[DEPTH_MAX + 1];
    uint32_t depth = 0;
    d->len = 0;
    d->repaired = false;
    for (walk w = walk_begin(tree); walk_next(&w);) {
        if (w.depth >= DEPTH_MAX || ts_node_is_missing(w.node) || is_type(w.node, "ERROR")) {
            ts_tree_cursor_delete(&w.cursor);
            d->repaired = true;
            return;
        }
        uint32_t around = w.depth ? open[w.depth] : 0;
        while (depth > around) d->nodes[stack[depth - 1]].count = d->len - stack[depth - 1], depth--;
        fp_outline_kind kind = kind_of(w.node);
        if (kind != FP_OUTLINE_KIND_COUNT) {
            if (d->len == d->capacity) {
                d->capacity = d->capacity ? 2 * d->capacity : 1024;
                d->nodes = realloc(d->nodes, d->capacity * sizeof *d->nodes);
                if (!d->nodes) abort();
            }
            stack[depth++] = d->len;
            d->nodes[d->len++] = (fp_outline_node){ .start = ts_node_start_byte(w.node),
                                                    .end = ts_node_end_byte(w.node),
                                                    .kind = (uint8_t)kind };
        }
        open[w.depth + 1] = depth;
    }
    while (depth) d->nodes[stack[depth - 1]].count = d->len - stack[depth - 1], depth--;
}

/* ---- comparing ---- */

/* The first node that differs; `len` of the shorter: none. The file's own places are nobody's concern: tree-sitter
 * leaves out blanks at its ends. */
static uint32_t first_difference(const fp_outline_node *a, uint32_t a_len, const fp_outline_node *b, uint32_t b_len) {
    uint32_t len = a_len < b_len ? a_len : b_len;
    for (uint32_t i = 0; i < len; i++) {
        bool same_count = a[i].count == b[i].count || a_len != b_len; /* else the node that is too many says more */
        bool same_place =
            a[i].kind == FP_OUTLINE_FILE || (a[i].start == b[i].start && (a[i].end == b[i].end || a[i].count > 1));
        if (a[i].kind != b[i].kind || !same_place || !same_count) return i;
    }
    for (uint32_t i = 1; a_len == b_len && i < len; i++)
        if (a[i].end != b[i].end) return i;
    return len;
}

/* All that is known of the nodes, but how far was looked: that may be more where old nodes were taken over. */
static bool same_outlines(const fp_outline *a, const fp_outline *b) {
    if (a->len != b->len) return false;
    for (uint32_t i = 0; i < a->len; i++) {
        fp_outline_node left = a->nodes[i], right = b->nodes[i];
        if (left.looked < right.looked) return false;
        left.looked = right.looked = 0;
        if (memcmp(&left, &right, sizeof left) != 0) return false;
    }
    return true;
}

static uint32_t line_of(text t, uint32_t at) {
    uint32_t line = 1;
    for (uint32_t i = 0; i < at && i < t.len; i++) line += t.data[i] == '\n';
    return line;
}

static void keep(text t, const char *name) {
    FILE *file = fopen(name, "wb");
    if (!file) return;
    fwrite(t.data, 1, t.len, file);
    fclose(file);
}

typedef struct {
    TSParser *parser;
    drawn tree;
    unsigned compared, repaired, failed;
} run;

static void tell(const fp_outline_node *nodes, uint32_t len, uint32_t at, text t, const char *whose) {
    if (at < len)
        printf("    %s: %s, lines %u to %u, bytes %u to %u, %u nodes\n", whose,
               fp_outline_name((fp_outline_kind)nodes[at].kind), line_of(t, nodes[at].start), line_of(t, nodes[at].end),
               nodes[at].start, nodes[at].end, nodes[at].count);
    else
        printf("    %s: no more nodes\n", whose);
}

static bool agrees(run *r, const char *name, text t, const fp_outline *outline) {
    TSTree *tree = parse(r->parser, NULL, t);
    draw(&r->tree, tree);
    ts_tree_delete(tree);
    if (r->tree.repaired) {
        r->repaired++;
        return true;
    }
    r->compared++;
    uint32_t at = first_difference(r->tree.nodes, r->tree.len, outline->nodes, outline->len);
    if (at == r->tree.len && at == outline->len) return true;
    printf("%s: node %u differs\n", name, at);
    tell(r->tree.nodes, r->tree.len, at, t, "tree");
    tell(outline->nodes, outline->len, at, t, "outline");
    return false;
}

/* ---- files ---- */

static fp_outline read_new(text t) {
    fp_outline outline = { 0 };
    fp_outline_read(&outline, (fp_str){ t.data, t.len }, NULL, NULL, NULL);
    return outline;
}

/* One edit more: false where an outline differs. */
static bool try_edit(run *r, const char *name, fp_outline *outline, text t, text edited, const edit *e) {
    fp_stretch stretch = { 0 };
    fp_stretch_add(&stretch, (fp_span){ e->start, e->end }, e->by_len);
    fp_outline_read(outline, (fp_str){ edited.data, edited.len }, outline, &stretch, NULL);
    fp_outline fresh = read_new(edited);
    bool same = same_outlines(outline, &fresh), right = agrees(r, name, edited, &fresh);
    if (!same)
        printf("%s: bytes %u to %u become '%.*s': the outline is not that of the text read anew\n", name, e->start,
               e->end, (int)e->by_len, e->by);
    fp_outline_drop(&fresh);
    if (same && right) return true;
    keep(t, "outline-before.mlir");
    keep(edited, "outline-after.mlir");
    return false;
}

static void try_file(run *r, const char *name, uint64_t seed, unsigned steps) {
    text original = text_read(name), t = original;
    random_source random = random_for(name, seed);
    fp_outline outline = read_new(t);
    bool equal = agrees(r, name, t, &outline);
    for (unsigned i = 0; equal && i < steps && t.len <= LARGEST_EDITED; i++) {
        edit e = random_edit(&random, t);
        text edited = text_replace(t, e.start, e.end, e.by, e.by_len);
        equal = try_edit(r, name, &outline, t, edited, &e);
        if (t.data != original.data) text_drop(t);
        t = edited;
        if (random_below(&random, 16) != 0) continue;
        text_drop(t); /* the damage is repaired: begin anew */
        t = original;
        fp_outline_drop(&outline);
        outline = read_new(t);
    }
    r->failed += !equal;
    fp_outline_drop(&outline);
    if (t.data != original.data) text_drop(t);
    text_drop(original);
}

int main(int argc, char **argv) {
    int64_t seed = 1, steps = 0;
    const named_number numbers[] = { { "--seed", &seed }, { "--steps", &steps } };
    int first = numbers_from(argc, argv, numbers, 2);
    file_list files = files_from(argc, argv, first);
    run r = { .parser = parser_new() };
    name_kinds();
    for (uint32_t i = 0; i < files.count; i++) try_file(&r, files.names[i], (uint64_t)seed, (unsigned)steps);
    printf("%u files, %u texts compared, %u repaired by tree-sitter: %u files differ\n", files.count, r.compared,
           r.repaired, r.failed);
    ts_parser_delete(r.parser);
    free(r.tree.nodes);
    bool empty = files.count == 0;
    files_drop(files);
    return r.failed > 0 || empty;
}
