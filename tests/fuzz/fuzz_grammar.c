/* fuzz_grammar.c - libFuzzer target for grammar and scanner: any bytes give a tree that spans them, and after an edit
 * the old tree leads to the tree of a fresh parse.
 *
 * The first four bytes say what the edit replaces; the text is the rest. A tree with an ERROR node is left out of the
 * comparison: where tree-sitter itself repairs, it takes the old tree into account. */
#include "tree.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool has_error(const TSTree *tree) {
    bool found = false;
    for (walk w = walk_begin(tree); walk_next(&w);) found |= ts_node_is_missing(w.node) || is_type(w.node, "ERROR");
    return found;
}

static TSPoint point_at(const char *text, uint32_t at) {
    TSPoint point = { 0 };
    for (uint32_t i = 0; i < at; i++) {
        point.column++;
        if (text[i] == '\n') point = (TSPoint){ point.row + 1, 0 };
    }
    return point;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { HEADER = 4 };
    static TSParser *parser;
    if (!parser) parser = parser_new();
    if (size <= HEADER) return 0;

    text before = { (char *)(uintptr_t)(data + HEADER), (uint32_t)(size - HEADER) };
    uint32_t start = (uint32_t)(data[0] << 8 | data[1]) % (before.len + 1), length = data[2] % 16;
    uint32_t end = start + length < before.len ? start + length : before.len,
             from = (uint32_t)data[3] * before.len / 256;
    uint32_t by_len = before.len - from < 16 ? before.len - from : 16;
    text after = text_replace(before, start, end, before.data + from, by_len);

    TSTree *tree = parse(parser, NULL, before);
    if (ts_node_end_byte(ts_tree_root_node(tree)) != before.len) abort();
    TSInputEdit edit = { .start_byte = start,
                         .old_end_byte = end,
                         .new_end_byte = start + by_len,
                         .start_point = point_at(before.data, start),
                         .old_end_point = point_at(before.data, end),
                         .new_end_point = point_at(after.data, start + by_len) };
    ts_tree_edit(tree, &edit);
    TSTree *reparsed = parse(parser, tree, after), *fresh = parse(parser, NULL, after);
    uint32_t where;
    if (!has_error(fresh) && !has_error(reparsed) && !trees_equal(reparsed, fresh, &where)) abort();
    ts_tree_delete(reparsed);
    ts_tree_delete(fresh);
    ts_tree_delete(tree);
    text_drop(after);
    return 0;
}
