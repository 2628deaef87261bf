#include "fix.h"
#include "emit.h"
#include <stdlib.h>
#include <string.h>

typedef struct { fp_position_in_text at; fp_str text, name; fp_edit edit; } insertion;      /* name: the op that the title speaks of */
typedef FP_VEC(insertion) insertions;

/* ---- the text around a position --------------------------------------------------------------------------------------------------------------- */
static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_end(char c) { return c == '\n' || c == '\r'; }

static size_t line_start(fp_str text, size_t at) {
    while (at > 0 && text.data[at - 1] != '\n') at--;
    return at;
}

static size_t skip_blanks(fp_str text, size_t at) {
    while (at < text.len && is_blank(text.data[at])) at++;
    return at;
}

static bool is_comment(fp_str text, size_t at) { return at + 1 < text.len && text.data[at] == '/' && text.data[at + 1] == '/'; }

/* Comments that stand alone right above an op belong to it: what is inserted goes above them. */
static size_t above_comments(fp_str text, size_t at) {
    for (size_t start = line_start(text, at); start > 0;) {
        size_t above = line_start(text, start - 1), word = skip_blanks(text, above);
        if (!is_comment(text, word)) break;
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

static fp_edit edit_before(struct fp_arena *keep, fp_str text, uint32_t at, fp_str lines) {
    size_t start = line_start(text, at);
    bool first = skip_blanks(text, start) == at;
    if (!first) return (fp_edit){ { at, at }, fp_str_printf(keep, "%.*s ", FP_STR_ARG(joined(keep, lines, FP_STR(" ")))) };
    fp_str between = fp_str_printf(keep, "%.*s%.*s", FP_STR_ARG(line_break(text, at)), (int)(at - start), text.data + start);
    uint32_t place = (uint32_t)above_comments(text, at);
    return (fp_edit){ { place, place }, fp_str_printf(keep, "%.*s%.*s", FP_STR_ARG(joined(keep, lines, between)), FP_STR_ARG(between)) };
}

static fp_edit edit_behind(struct fp_arena *keep, fp_str text, fp_span op, fp_str lines) {
    size_t start = line_start(text, op.start), indent = skip_blanks(text, start), end = skip_blanks(text, op.end);
    bool last = end == text.len || is_end(text.data[end]) || is_comment(text, end);
    if (!last || indent != op.start) return (fp_edit){ { op.end, op.end }, fp_str_printf(keep, " %.*s", FP_STR_ARG(joined(keep, lines, FP_STR(" ")))) };
    while (end < text.len && !is_end(text.data[end])) end++;
    fp_str between = fp_str_printf(keep, "%.*s%.*s", FP_STR_ARG(line_break(text, op.start)), (int)(indent - start), text.data + start);
    return (fp_edit){ { (uint32_t)end, (uint32_t)end }, fp_str_printf(keep, "%.*s%.*s", FP_STR_ARG(between), FP_STR_ARG(joined(keep, lines, between))) };
}

/* " loc(#loc4)" of an op, for what is inserted beside it; empty when it has none. */
static fp_str location_of(const struct fp_ir *ir, fp_op op) {
    fp_str text = fp_ir_text(ir, ir->ops[op].span);
    if (text.len == 0 || text.data[text.len - 1] != ')') return (fp_str){ "", 0 };
    size_t at = text.len - 1;
    for (int depth = 1; depth > 0 && at > 0;) {
        at--;
        if (text.data[at] == ')') depth++;
        if (text.data[at] == '(') depth--;
    }
    return at >= 4 && memcmp(text.data + at - 4, " loc", 4) == 0 ? fp_str_slice(text, at - 4, text.len) : (fp_str){ "", 0 };
}

/* ---- what stands at a position ---------------------------------------------------------------------------------------------------------------- */
typedef struct {
    fp_rule_context *context;
    fp_emission emission;
    const struct fp_placement *placement;
    fp_str beside;                          /* op whose copies the waits are for */
    fp_str text, name;                      /* lines so far; the op that the title names */
    fp_str location;
} builder;

static bool same_position(fp_position_in_text a, fp_position_in_text b) { return a.op == b.op && a.behind == b.behind; }

static bool add_line(builder *b, fp_str line) {
    if (line.len == 0) return false;
    bool one_line = fp_str_find(line, '\n') == line.len;
    fp_str located = one_line ? fp_str_printf(b->context->keep, "%.*s%.*s", FP_STR_ARG(line), FP_STR_ARG(b->location)) : line;
    b->text = b->text.len ? fp_str_printf(b->context->keep, "%.*s\n%.*s", FP_STR_ARG(b->text), FP_STR_ARG(located)) : located;
    size_t end = line.data[0] == '"';
    while (end < line.len && line.data[end] != ' ' && line.data[end] != '"' && line.data[end] != '\n') end++;
    b->name = fp_str_slice(line, line.data[0] == '"', end);
    return true;
}

/* Waits for copies first, then what signals, then what waits. */
static bool build_text(builder *b, fp_position_in_text at) {
    bool splits = fp_emit_splits(&b->emission), complete = true;
    const fp_placed *placed = b->placement->placed;
    for (uint32_t i = 0; i < b->placement->count; i++)
        if (placed[i].kind == FP_PLACED_WAIT && same_position(placed[i].at, at))
            complete &= add_line(b, fp_emit_wait(&b->emission, placed[i].counter, placed[i].count, b->beside, at.op));
    for (uint32_t i = 0; i < b->placement->count; i++) {
        if (placed[i].kind != FP_PLACED_BARRIER) continue;
        if (!splits && same_position(placed[i].at, at)) complete &= add_line(b, fp_emit_barrier(&b->emission));
        if (splits && same_position(placed[i].signal, at)) complete &= add_line(b, fp_emit_half(&b->emission, FP_HALF_DATA)) && add_line(b, fp_emit_half(&b->emission, FP_HALF_SIGNAL));
        if (splits && same_position(placed[i].at, at)) complete &= add_line(b, fp_emit_half(&b->emission, FP_HALF_WAIT));
    }
    bool whole = fp_str_contains(b->text, FP_STR("barrier.signal")) && fp_str_contains(b->text, FP_STR("barrier.wait"));
    if (whole) b->name = FP_STR("a split barrier");
    return complete && b->text.len > 0;
}

static bool add_insertion(builder *b, insertions *list, fp_position_in_text at) {
    const struct fp_ir *ir = b->context->kernel->ir;
    for (uint32_t i = 0; i < list->len; i++)
        if (same_position(list->data[i].at, at)) return true;
    b->text = b->name = (fp_str){ "", 0 };
    b->location = location_of(ir, at.op);
    b->emission.generic = ir->ops[at.op].generic;
    if (!build_text(b, at)) return false;
    fp_edit edit = at.behind ? edit_behind(b->context->keep, ir->text, ir->ops[at.op].span, b->text) : edit_before(b->context->keep, ir->text, ir->ops[at.op].span.start, b->text);
    *FP_PUSH(b->context->keep, list) = (insertion){ at, b->text, b->name, edit };
    return true;
}

static bool add_placed(builder *b, insertions *list, const fp_placed *placed) {
    bool split = placed->kind == FP_PLACED_BARRIER && fp_emit_splits(&b->emission);
    if (split && !same_position(placed->signal, placed->at) && !add_insertion(b, list, placed->signal)) return false;
    return add_insertion(b, list, placed->at);
}

static builder new_builder(fp_rule_context *context, fp_str beside) {
    return (builder){ .context = context,
                      .emission = { .keep = context->keep, .kernel = context->kernel, .program = context->program, .strategy = context->strategy },
                      .placement = context->analysis->placement,
                      .beside = beside };
}

/* ---- the fix of a finding --------------------------------------------------------------------------------------------------------------------- */
static int compare_insertions(const void *a, const void *b) {
    const insertion *x = a, *y = b;
    return x->edit.span.start < y->edit.span.start ? -1 : x->edit.span.start > y->edit.span.start;
}

static fp_str title_of(const fp_rule_context *context, const insertions *list) {
    fp_str title = { "insert", 6 };
    for (uint32_t i = 0; i < list->len; i++) {
        const insertion *in = &list->data[i];
        fp_span op = context->kernel->ir->ops[in->at.op].span;
        uint32_t line = in->at.behind ? fp_words_line(context, (fp_span){ op.end > op.start ? op.end - 1 : op.end, op.end }) : fp_words_line(context, op);
        bool again = i > 0 && fp_str_equal(in->name, list->data[i - 1].name);
        title = fp_str_printf(context->keep, "%.*s%s%s%.*s %s line %u", FP_STR_ARG(title), i ? " and" : "", again ? "" : " ", again ? 0 : (int)in->name.len, in->name.data,
                              in->at.behind ? "behind" : "before", line);
    }
    return title;
}

static void offer(builder *b, fp_finding *finding, insertions *list, bool safe) {
    if (list->len == 0) return;
    if (list->len > 1) qsort(list->data, list->len, sizeof *list->data, compare_insertions);
    fp_edit *edits = FP_NEW(b->context->keep, fp_edit, list->len);
    for (uint32_t i = 0; i < list->len; i++) edits[i] = list->data[i].edit;
    fp_finding_offer(b->context, finding, (fp_fix){ .title = title_of(b->context, list), .safe = safe, .edits = edits, .edit_count = list->len });
}

/* Threads of one warp need less than a barrier of all. */
static bool is_more_than_needed(const fp_hazard *hazard) { return hazard->answer.overlap == FP_OVERLAP_SAME_WAVE && hazard->cause == FP_CAUSE_BARRIER; }

void fp_fix_hazards(fp_rule_context *context, fp_finding *finding, const uint32_t *hazards, uint32_t count) {
    const struct fp_placement *placement = context->analysis->placement;
    if (!placement || count == 0) return;
    const fp_access *producer = &context->kernel->accesses.data[context->analysis->hazards[hazards[0]].producer];
    builder b = new_builder(context, fp_words_op(context, producer->span));
    insertions list = { 0 };
    bool safe = true, possible = true;
    for (uint32_t i = 0; i < count && possible; i++) {
        const fp_cure *cure = &placement->cures[hazards[i]];
        if (!cure->wanted) continue;
        safe &= !is_more_than_needed(&context->analysis->hazards[hazards[i]]);
        possible = cure->count > 0;
        if (!possible && cure->obstacle.end > cure->obstacle.start)
            fp_finding_relate(context, finding, cure->obstacle, FP_STR("no barrier can stand between them: not all threads take this way"));
        for (uint32_t k = 0; k < cure->count && possible; k++) {
            const fp_placed *placed = &placement->placed[cure->placed[k]];
            safe &= !placed->doubt;
            possible = add_placed(&b, &list, placed);
        }
    }
    if (possible) offer(&b, finding, &list, safe);
}

bool fp_fix_ineffective(fp_rule_context *context, fp_finding *finding, uint32_t sync) {
    const struct fp_placement *placement = context->analysis->placement;
    uint32_t copy = context->analysis->syncs[sync].producer;
    if (!placement || copy == FP_NONE) return false;
    builder b = new_builder(context, fp_words_op(context, context->kernel->accesses.data[copy].span));
    insertions list = { 0 };
    for (uint32_t i = 0; i < placement->count; i++) {
        const fp_placed *placed = &placement->placed[i];
        bool here = placed->kind == FP_PLACED_WAIT && !placed->at.behind && placed->at.op == context->kernel->syncs.data[sync].op;
        if (!here || !add_insertion(&b, &list, placed->at)) continue;
        offer(&b, finding, &list, !placed->doubt);
        return true;
    }
    return false;
}
