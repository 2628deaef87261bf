/* reuse.c - edits in front of a large op, which leave it as it is: its nodes are taken over, not read again. */
#include "tree.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char before[] = "#map = affine_map<(d0) -> (d0)>\n"
                             "\n"
                             "module {\n"
                             "  gpu.module @m {\n"
                             "    gpu.func @k(%m: memref<4xf32>, %i: index) kernel {\n"
                             "      gpu.barrier\n"
                             "      %a = memref.load %m[%i] : memref<4xf32>\n"
                             "      gpu.return\n"
                             "    }\n"
                             "  }\n"
                             "}\n";

/* `inserted` comes in front of `mark`. */
typedef struct {
    const char *mark, *inserted;
} edit;
static const edit edits[] = {
    { "#map", "// x\n" },
    { "#map", "/" },
    { "ap =", "x" },
    { "\n\nmodule", " // x" },
    { "\nmodule", "/" },
    { "\nmodule", "// x" },
    { "module {", "// x\n" },
    { "module {", "\n" },
    { " {\n  gpu.module", " // x\n" },
    { "    gpu.func", "    // x\n    // y\n" },
    { "\n      gpu.return", " // x" },
};

static TSPoint point_at(const char *at, uint32_t offset) {
    TSPoint point = { 0, 0 };
    for (uint32_t i = 0; i < offset; i++) point = at[i] == '\n' ? (TSPoint){ point.row + 1, 0 } : (TSPoint){ point.row, point.column + 1 };
    return point;
}

/* The name of the op that begins at `offset`. */
static TSNode name_at(const TSTree *tree, uint32_t offset) { return ts_node_descendant_for_byte_range(ts_tree_root_node(tree), offset, offset + 1); }

static bool keeps_the_rest(TSParser *parser, edit e) {
    text old_text = { (char *)before, sizeof before - 1 };
    uint32_t at = (uint32_t)(strstr(before, e.mark) - before), last = (uint32_t)(strstr(before, "gpu.return") - before);
    uint32_t added = (uint32_t)strlen(e.inserted);
    text new_text = text_replace(old_text, at, at, e.inserted, added);
    TSTree *old = parse(parser, NULL, old_text), *changed = ts_tree_copy(old);
    ts_tree_edit(changed, &(TSInputEdit){ at, at, at + added, point_at(before, at), point_at(before, at), point_at(new_text.data, at + added) });
    TSTree *tree = parse(parser, changed, new_text);
    bool kept = name_at(old, last).id == name_at(tree, last + added).id;
    if (!kept) fprintf(stderr, "read again: all behind an insertion of \"%s\" in front of \"%s\"\n", e.inserted, e.mark);
    ts_tree_delete(tree);
    ts_tree_delete(changed);
    ts_tree_delete(old);
    text_drop(new_text);
    return kept;
}

int main(void) {
    TSParser *parser = parser_new();
    bool good = true;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) good = keeps_the_rest(parser, edits[i]) && good;
    ts_parser_delete(parser);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
