/* edits.c FILE.. - after every edit the tree that is made from the old one is the tree of a fresh parse.
 *
 * Edits are what people type and what editors do: a character, a token, a line, a piece moved elsewhere, half an op;
 * several of them in a row on one text, so that later ones meet the damage that earlier ones left. Each file gets its
 * own random numbers, made from its name: a failure comes again when it runs alone.
 *
 *     edits [--seed N] [--steps N] FILE..      (files: see files_from) */
#include "typing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 200000 };

static TSPoint point_at(text t, uint32_t at) {
    TSPoint point = { 0 };
    for (uint32_t i = 0; i < at; i++) {
        if (t.data[i] == '\n') {
            point.row++;
            point.column = 0;
        } else {
            point.column++;
        }
    }
    return point;
}

static TSInputEdit input_edit(text before, text after, const edit *e) {
    return (TSInputEdit){ .start_byte = e->start,
                          .old_end_byte = e->end,
                          .new_end_byte = e->start + e->by_len,
                          .start_point = point_at(before, e->start),
                          .old_end_point = point_at(before, e->end),
                          .new_end_point = point_at(after, e->start + e->by_len) };
}

static void keep_failure(text t, const char *name) {
    FILE *file = fopen(name, "wb");
    if (!file) return;
    fwrite(t.data, 1, t.len, file);
    fclose(file);
}

/* Random edits one after the other; false when a tree differs. */
static bool try_file(TSParser *parser, const char *name, uint64_t seed, unsigned steps) {
    text original = text_read(name);
    text t = original;
    random_source random = random_for(name, seed);
    TSTree *tree = parse(parser, NULL, t);
    bool equal = true;
    for (unsigned i = 0; i < steps && t.len <= LARGEST_FILE; i++) {
        edit e = random_edit(&random, t);
        text edited = text_replace(t, e.start, e.end, e.by, e.by_len);
        TSInputEdit input = input_edit(t, edited, &e);
        ts_tree_edit(tree, &input);
        TSTree *reparsed = parse(parser, tree, edited), *fresh = parse(parser, NULL, edited);
        uint32_t where = 0;
        equal = trees_equal(reparsed, fresh, &where);
        if (!equal) {
            printf("%s: edit %u replaces bytes %u to %u by '%.*s': the trees differ behind line %u\n", name, i + 1,
                   e.start, e.end, (int)e.by_len, e.by, point_at(edited, where).row + 1);
            keep_failure(t, "edits-before.mlir");
            keep_failure(edited, "edits-after.mlir");
        }
        ts_tree_delete(fresh);
        ts_tree_delete(tree);
        tree = reparsed;
        if (t.data != original.data) text_drop(t);
        t = edited;
        if (!equal) break;
        if (random_below(&random, 16) == 0) { /* the damage is repaired: begin anew */
            text_drop(t);
            t = original;
            ts_tree_delete(tree);
            tree = parse(parser, NULL, t);
        }
    }
    ts_tree_delete(tree);
    if (t.data != original.data) text_drop(t);
    text_drop(original);
    return equal;
}

int main(int argc, char **argv) {
    int64_t seed = 1, steps = 40;
    const named_number numbers[] = { { "--seed", &seed }, { "--steps", &steps } };
    int first = numbers_from(argc, argv, numbers, 2);
    file_list files = files_from(argc, argv, first);
    TSParser *parser = parser_new();
    unsigned failed = 0;
    for (uint32_t i = 0; i < files.count; i++)
        failed += !try_file(parser, files.names[i], (uint64_t)seed, (unsigned)steps);
    printf("%u files, up to %u edits each: %u differ from a fresh parse\n", files.count, (unsigned)steps, failed);
    ts_parser_delete(parser);
    bool empty = files.count == 0;
    files_drop(files);
    return failed || empty;
}
