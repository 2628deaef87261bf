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

bool fp_syntax_row_is_prose(fp_str text, uint32_t at) {
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

static fp_str line_at(fp_str text, uint32_t at) {
    fp_str rest = fp_str_slice(text, at, text.len);
    return fp_str_slice(rest, 0, fp_str_find(rest, '\n'));
}

/* "k.mlir:5:7: error: ..", `loc("k.mlir":5:7): note: ..`: a place and a level. */
static bool is_diagnostic(fp_str line) {
    static const char *const levels[] = { ": error: ", ": warning: ", ": note: ", ": remark: ", ": fatal error: " };
    for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
        size_t level = fp_str_find_part(line, fp_str_of(levels[i]));
        fp_str place = fp_str_slice(line, 0, level);
        if (level == line.len || level == 0) continue;
        if (fp_str_starts(place, FP_STR("loc(")) && place.data[level - 1] == ')') return true;
        if (fp_is_digit(place.data[level - 1]) && fp_str_find(place, ':') < level && fp_str_find(place, '"') == level)
            return true;
    }
    return false;
}

/* What points at a place of the line above: `  ^~~~`. */
static bool is_pointer(fp_str line) {
    for (size_t i = 0; i < line.len; i++)
        if (!strchr(" \t\r^~", line.data[i])) return false;
    return fp_str_find(line, '^') < line.len;
}

uint32_t fp_syntax_diagnostics_end(fp_str text, uint32_t at) {
    uint32_t end = at;
    for (fp_str line = line_at(text, at); is_diagnostic(line); line = line_at(text, at)) {
        end = at + (uint32_t)line.len;
        if ((at = end + 1) >= text.len) break;
        fp_str quoted = line_at(text, at);
        uint32_t pointer = at + (uint32_t)quoted.len + 1;
        if (pointer >= text.len || is_diagnostic(quoted) || !is_pointer(line_at(text, pointer))) continue;
        end = pointer + (uint32_t)line_at(text, pointer).len;
        at = end + 1;
    }
    return end;
}

/* May the line go on with an op whose region is closed, or with an alias behind a bracket? */
static bool may_continue(fp_str line) {
    return !line.len || strchr(":)]}>,=-{([<", line.data[0]) || fp_str_starts(line, FP_STR("//")) ||
           fp_str_starts(line, FP_STR("loc(")) || fp_str_starts(line, FP_STR("attributes"));
}

uint32_t fp_syntax_prose_behind(const struct fp_syntax *syntax, fp_str text, fp_node node) {
    fp_span whole = fp_node_span(syntax, node);
    uint32_t end = whole.end, tail = end;
    if (!memchr(text.data + whole.start, '\n', end - whole.start)) return end;
    bool complete = fp_syntax_kind_of(syntax, node) != FP_OUTLINE_OP, behind_group = false;
    fp_pieces pieces = fp_pieces_of(syntax, text, node);
    for (fp_piece piece; fp_pieces_next(&pieces, &piece);) {
        uint32_t at = piece.span.start;
        bool first_column = at == 0 || text.data[at - 1] == '\n';
        if (piece.kind == FP_PIECE_COMMENT) continue;
        if (tail == end && complete && behind_group && first_column && !may_continue(fp_str_slice(text, at, end)))
            tail = at;
        if (tail == end && first_column && fp_syntax_diagnostics_end(text, at) > at) tail = at;
        bool lines = memchr(text.data + at, '\n', piece.span.end - at) != NULL;
        if (piece.kind == FP_PIECE_REGION || (piece.kind == FP_PIECE_PAREN && lines)) complete = true, tail = end;
        behind_group = piece.kind != FP_PIECE_OTHER;
    }
    return tail;
}

uint32_t fp_syntax_line(struct fp_unit_context *context, uint32_t offset) {
    struct fp_tree *tree = context->tree;
    uint32_t low = offset < tree->counted_to ? offset : tree->counted_to, high = offset + tree->counted_to - low,
             count = 0;
    for (uint32_t at = low; at < high; at++) count += context->text.data[at] == '\n';
    tree->counted = offset < tree->counted_to ? tree->counted - count : tree->counted + count;
    tree->counted_to = offset;
    return tree->counted + 1;
}

/* Prose is indented only where an op in front, in a syntax of its own, goes on. */
static bool continues_op(struct fp_unit_context *context, uint32_t start) {
    const fp_passed_over *passed = &context->passed_over;
    if (!passed->last_op_end || start == 0 || context->text.data[start - 1] == '\n') return false;
    return fp_syntax_line(context, start) == fp_syntax_line(context, passed->last_op_end) + 1;
}

/* Behind the last line with a token of the node; a bracket that nobody closes goes on to the next op. */
static uint32_t last_line_end(fp_str text, uint32_t begin, uint32_t end) {
    while (end > begin) {
        uint32_t line = end;
        while (line > begin && text.data[line - 1] != '\n') line--;
        fp_str words = fp_str_trim(fp_str_slice(text, line, end));
        if (line == begin || (words.len && !fp_str_starts(words, FP_STR("//")))) break;
        end = line - 1;
    }
    return end;
}

void fp_syntax_pass_over(struct fp_unit_context *context, fp_span span, uint32_t begin) {
    uint32_t end = last_line_end(context->text, begin, span.end);
    fp_passed_over *passed = &context->passed_over;
    if (begin == span.start && continues_op(context, begin)) {
        passed->last_op_end = end;
        return;
    }
    uint32_t first = fp_syntax_line(context, begin), last = fp_syntax_line(context, end);
    if (passed->lines == 0) passed->first = (fp_span){ begin, span.end };
    if (first <= passed->last_line) first = passed->last_line + 1;
    if (last < first) return;
    passed->lines += last - first + 1;
    passed->last_line = last;
}
