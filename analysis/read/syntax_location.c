/* syntax_location.c - the location of an op, found in the tree. */
#include "base/chars.h"
#include "read/location.h"
#include "read/syntax_tree.h"

/* Moves the cursor to the child that holds the byte. */
static bool enter_child_at(TSTreeCursor *cursor, uint32_t offset) {
    if (!ts_tree_cursor_goto_first_child(cursor)) return false;
    do {
        TSNode child = ts_tree_cursor_current_node(cursor);
        if (ts_node_start_byte(child) > offset) return false;
        if (ts_node_end_byte(child) > offset) return true;
    } while (ts_tree_cursor_goto_next_sibling(cursor));
    return false;
}

/* The last location among the children: that of the op itself, those of arguments stand in brackets. */
static fp_str location_of(const struct fp_syntax *syntax, fp_str text, TSNode op) {
    fp_span span = { 0, 0 };
    TSTreeCursor cursor = ts_tree_cursor_new(op);
    for (bool more = ts_tree_cursor_goto_first_child(&cursor); more; more = ts_tree_cursor_goto_next_sibling(&cursor)) {
        TSNode child = ts_tree_cursor_current_node(&cursor);
        if (fp_syntax_kind_of(syntax, child) == FP_SYNTAX_LOCATION) span = fp_node_span(child);
    }
    ts_tree_cursor_delete(&cursor);
    return fp_str_slice(text, span.start, span.end);
}

bool fp_text_tells_locations(fp_str text) {
    static const fp_str begin = { "loc(", 4 };
    for (size_t i = 0; i + begin.len <= text.len; i++) {
        i += fp_str_find(fp_str_slice(text, i, text.len), begin.data[0]);
        if (fp_str_starts(fp_str_slice(text, i, text.len), begin) && (i == 0 || !fp_is_word(text.data[i - 1])))
            return true;
    }
    return false;
}

/* Most texts tell no locations, and the way to an op passes all ops before it. */
static bool tells_locations(struct fp_tree *tree, fp_str text) {
    if (!tree->locations_sought) tree->any_location = fp_text_tells_locations(text);
    tree->locations_sought = true;
    return tree->any_location;
}

fp_str fp_units_location(const struct fp_unit_context *context, uint32_t offset) {
    struct fp_tree *tree = context->tree;
    fp_str location = { 0 };
    if (!tree->syntax->tree || !tells_locations(tree, context->text)) return location;
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree->syntax->tree));
    while (enter_child_at(&cursor, offset)) {
        TSNode node = ts_tree_cursor_current_node(&cursor);
        if (fp_syntax_kind_of(tree->syntax, node) == FP_SYNTAX_OP)
            location = location_of(tree->syntax, context->text, node);
    }
    ts_tree_cursor_delete(&cursor);
    return location;
}
