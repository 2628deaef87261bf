#include "rules/fix_edit.h"
#include "base/chars.h"
#include "base/sort.h"
#include "base/source.h"
#include "base/str.h"
#include <string.h>

static size_t skip_blanks(fp_str text, size_t at) {
    while (at < text.len && fp_is_blank(text.data[at])) at++;
    return at;
}

/* Where comments stand decides where edits go. Those that the analysis does not see hang on brackets far away. */
static fp_str source_of(const struct fp_ir *ir) { return ir->context->source; }

/* Comments that stand alone right above an op belong to it: what is inserted goes above them. */
static size_t above_comments(fp_str text, size_t at) {
    for (size_t start = fp_source_line_start(text, at); start > 0;) {
        size_t above = fp_source_line_start(text, start - 1), word = skip_blanks(text, above);
        if (!fp_source_is_comment(text, word)) break;
        at = word, start = above;
    }
    return at;
}

/* As the line at `at` ends; the last line, as the one before it. */
static fp_str line_break(fp_str text, size_t at) {
    while (at < text.len && text.data[at] != '\n') at++;
    while (at > 0 && (at == text.len || text.data[at] != '\n')) at--;
    return at > 0 && at < text.len && text.data[at - 1] == '\r' ? FP_STR("\r\n") : FP_STR("\n");
}

static fp_str joined(struct fp_arena *keep, fp_str lines, fp_str between) {
    size_t at = fp_str_find(lines, '\n');
    if (at == lines.len) return lines;
    fp_str rest = joined(keep, fp_str_slice(lines, at + 1, lines.len), between);
    return fp_str_printf(keep, "%.*s%.*s%.*s", (int)at, lines.data, FP_STR_ARG(between), FP_STR_ARG(rest));
}

fp_edit fp_fix_before(struct fp_arena *keep, const struct fp_ir *ir, fp_op op, fp_str lines) {
    fp_str text = source_of(ir);
    uint32_t at = ir->ops[op].span.start;
    size_t start = fp_source_line_start(text, at);
    bool first = skip_blanks(text, start) == at;
    if (!first)
        return (fp_edit){ { at, at }, fp_str_printf(keep, "%.*s ", FP_STR_ARG(joined(keep, lines, FP_STR(" ")))) };
    fp_str between =
        fp_str_printf(keep, "%.*s%.*s", FP_STR_ARG(line_break(text, at)), (int)(at - start), text.data + start);
    uint32_t place = (uint32_t)above_comments(text, at);
    return (fp_edit){ { place, place },
                      fp_str_printf(keep, "%.*s%.*s", FP_STR_ARG(joined(keep, lines, between)), FP_STR_ARG(between)) };
}

fp_edit fp_fix_behind(struct fp_arena *keep, const struct fp_ir *ir, fp_op number, fp_str lines) {
    fp_str text = source_of(ir);
    fp_span op = ir->ops[number].span;
    size_t start = fp_source_line_start(text, op.start), indent = skip_blanks(text, start),
           end = skip_blanks(text, op.end);
    bool last = end == text.len || fp_is_line_end(text.data[end]) || fp_source_is_comment(text, end);
    if (!last || indent != op.start)
        return (fp_edit){ { op.end, op.end },
                          fp_str_printf(keep, " %.*s", FP_STR_ARG(joined(keep, lines, FP_STR(" ")))) };
    while (end < text.len && !fp_is_line_end(text.data[end])) end++;
    fp_str between = fp_str_printf(keep, "%.*s%.*s", FP_STR_ARG(line_break(text, op.start)), (int)(indent - start),
                                   text.data + start);
    return (fp_edit){ { (uint32_t)end, (uint32_t)end },
                      fp_str_printf(keep, "%.*s%.*s", FP_STR_ARG(between), FP_STR_ARG(joined(keep, lines, between))) };
}

fp_edit fp_fix_replace(struct fp_arena *keep, const struct fp_ir *ir, fp_op op, fp_str lines) {
    fp_span span = ir->ops[op].span;
    fp_str text = source_of(ir);
    size_t start = fp_source_line_start(text, span.start), indent = skip_blanks(text, start);
    fp_str between = FP_STR(" "); /* something stands before it on its line */
    if (indent == span.start)
        between = fp_str_printf(keep, "%.*s%.*s", FP_STR_ARG(line_break(text, span.start)), (int)(indent - start),
                                text.data + start);
    return (fp_edit){ span, joined(keep, lines, between) };
}

fp_str fp_fix_location(const struct fp_ir *ir, fp_op op) {
    fp_str text = fp_ir_text(ir, ir->ops[op].span);
    if (text.len == 0 || text.data[text.len - 1] != ')') return (fp_str){ "", 0 };
    size_t at = text.len - 1;
    for (int depth = 1; depth > 0 && at > 0;) {
        at--;
        if (text.data[at] == ')') depth++;
        if (text.data[at] == '(') depth--;
    }
    return at >= 4 && memcmp(text.data + at - 4, " loc", 4) == 0 ? fp_str_slice(text, at - 4, text.len)
                                                                 : (fp_str){ "", 0 };
}

fp_edit fp_fix_at(struct fp_arena *keep, const struct fp_ir *ir, fp_position_in_text at, fp_str lines) {
    return at.behind ? fp_fix_behind(keep, ir, at.op, lines) : fp_fix_before(keep, ir, at.op, lines);
}

static int compare_edits(const void *a, const void *b) {
    const fp_edit *x = a, *y = b;
    return x->span.start < y->span.start ? -1 : x->span.start > y->span.start;
}

bool fp_edit_equal(const fp_edit *a, const fp_edit *b) {
    return a->span.start == b->span.start && a->span.end == b->span.end && fp_str_equal(a->text, b->text);
}

void fp_fix_sort(fp_edit *edits, size_t count) { fp_sort(edits, count, sizeof *edits, compare_edits); }
