/* syntax_prose.c - lines at file level that are no MLIR: of a log around modules, or of a text in another language. */
#include "base/chars.h"
#include "read/syntax_tree.h"
#include <string.h>

/* "foo.py:12:", "main.cpp:3: error": a place, as tools write it in front of what they say. */
static bool is_place(fp_str text, fp_span name) {
    fp_str behind = fp_str_slice(text, name.end, (size_t)name.end + 2);
    return behind.len == 2 && behind.data[0] == ':' && fp_is_digit(behind.data[1]);
}

/* Rulers and headings: "====", "# step 3". */
static bool begins_like_a_heading(fp_str start) {
    if (fp_str_starts(start, FP_STR("=="))) return true;
    bool sigil = start.len && start.data[0] == '#';
    return sigil && (start.len == 1 || strchr(" \t\r\n#", start.data[1]));
}

bool fp_syntax_row_is_prose(fp_str text, TSNode row) {
    uint32_t at = ts_node_start_byte(row);
    fp_str start = fp_str_slice(text, at, (size_t)at + 2);
    if (begins_like_a_heading(start)) return true;
    if (start.len == 0 || fp_str_equal(start, FP_STR("->"))) return false;
    return !strchr(":)]}>,=#!@%^\"{", start.data[0]); /* what may be left of a damaged op or alias */
}

/* Does the op's region hold one that belongs into MLIR for certain? */
static bool holds_known_op(const struct fp_ir *ir) {
    for (fp_op op = 1; op < ir->op_count; op++) {
        fp_span name = ir->ops[op].name_span;
        fp_str word = fp_str_slice(ir->text, name.start, name.end);
        if (ir->ops[op].info && fp_str_find(word, '.') < word.len) return true;
    }
    return false;
}

/* Printers indent what continues an op, save the bracket that closes a list. */
static bool goes_on_at_line_start(fp_str text, fp_span span) {
    for (uint32_t at = span.start; at + 1 < span.end; at++)
        if (text.data[at] == '\n' && !strchr(" \t\r\n)]}>", text.data[at + 1])) return true;
    return false;
}

bool fp_syntax_op_is_prose(fp_str text, const struct fp_ir *ir, fp_prose_signs signs) {
    const fp_op_node *op = &ir->ops[0];
    if (begins_like_a_heading(fp_str_slice(text, op->span.start, (size_t)op->span.start + 2))) return true;
    fp_str word = fp_str_slice(text, op->name_span.start, op->name_span.end);
    if (word.len == 0 || word.data[0] == '"' || op->span.start < op->name_span.start) return false;
    if (is_place(text, op->name_span)) return true;
    if (op->region_count) return fp_str_find(word, '.') == word.len && !op->info && !holds_known_op(ir);
    return fp_str_find(word, '.') == word.len ||
           (!op->info && (signs.behind_prose || (signs.damaged && goes_on_at_line_start(text, op->span))));
}

/* May the line go on with an op whose region is closed, or with an alias behind a bracket? */
static bool may_continue(fp_str line) {
    return !line.len || strchr(":)]}>,=-{([<", line.data[0]) || fp_str_starts(line, FP_STR("//")) ||
           fp_str_starts(line, FP_STR("loc(")) || fp_str_starts(line, FP_STR("attributes"));
}

/* Brackets that end a value or a list. */
static bool is_group(fp_syntax_kind kind) {
    return kind == FP_SYNTAX_REGION || kind == FP_SYNTAX_PAREN || kind == FP_SYNTAX_SQUARE || kind == FP_SYNTAX_ANGLE ||
           kind == FP_SYNTAX_DICTIONARY || kind == FP_SYNTAX_LOCATION;
}

uint32_t fp_syntax_prose_behind(const struct fp_syntax *syntax, fp_str text, TSNode node) {
    uint32_t end = ts_node_end_byte(node), tail = end;
    if (ts_node_start_point(node).row == ts_node_end_point(node).row) return end;
    bool complete = fp_syntax_kind_of(syntax, node) != FP_SYNTAX_OP, behind_group = false;
    TSTreeCursor cursor = ts_tree_cursor_new(node);
    for (bool more = ts_tree_cursor_goto_first_child(&cursor); more; more = ts_tree_cursor_goto_next_sibling(&cursor)) {
        TSNode child = ts_tree_cursor_current_node(&cursor);
        fp_syntax_kind kind = fp_syntax_kind_of(syntax, child);
        TSPoint first = ts_node_start_point(child);
        uint32_t at = ts_node_start_byte(child);
        bool line = first.column == 0 && at < end && !may_continue(fp_str_slice(text, at, end));
        if (kind == FP_SYNTAX_COMMENT) continue;
        if (tail == end && complete && behind_group && line) tail = at;
        bool lines = ts_node_end_point(child).row > first.row;
        if (kind == FP_SYNTAX_REGION || (kind == FP_SYNTAX_PAREN && lines)) complete = true, tail = end;
        behind_group = is_group(kind);
    }
    ts_tree_cursor_delete(&cursor);
    return tail;
}

/* Prose is indented only where an op in front, in a syntax of its own, goes on. */
static bool continues_op(const fp_passed_over *passed, TSNode node) {
    TSPoint start = ts_node_start_point(node);
    return start.column > 0 && passed->last_op_line && start.row == passed->last_op_line;
}

/* The line where the node's last token stands; a bracket that nobody closes goes on to the next op. */
static uint32_t last_line(fp_str text, TSNode node, uint32_t begin) {
    uint32_t row = ts_node_end_point(node).row, end = ts_node_end_byte(node);
    while (end > begin) {
        uint32_t line = end;
        while (line > begin && text.data[line - 1] != '\n') line--;
        fp_str words = fp_str_trim(fp_str_slice(text, line, end));
        if (line == begin || (words.len && !fp_str_starts(words, FP_STR("//")))) break;
        end = line - 1;
        row--;
    }
    return row + 1;
}

void fp_syntax_pass_over(struct fp_unit_context *context, TSNode node, uint32_t begin) {
    uint32_t first = ts_node_start_point(node).row + 1, last = last_line(context->text, node, begin);
    for (uint32_t at = ts_node_start_byte(node); at < begin; at++) first += context->text.data[at] == '\n';
    fp_passed_over *passed = &context->passed_over;
    if (begin == ts_node_start_byte(node) && continues_op(passed, node)) {
        passed->last_op_line = last;
        return;
    }
    if (passed->lines == 0) passed->first = (fp_span){ begin, ts_node_end_byte(node) };
    if (first <= passed->last_line) first = passed->last_line + 1;
    if (last < first) return;
    passed->lines += last - first + 1;
    passed->last_line = last;
}
