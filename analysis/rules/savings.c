/* savings.c - barriers that are needed but could cost less: split-barrier, hoistable-barrier, and redundant-barrier
 * where one would do for two. */
#include "check/savings.h"
#include "rules/emit.h"
#include "rules/finding.h"
#include "rules/fix_edit.h"
#include <stdlib.h>

static const struct fp_ir *ir_of(const fp_rule_context *context) { return context->kernel->ir; }
static fp_op op_of(const fp_rule_context *context, uint32_t sync) { return context->kernel->syncs.data[sync].op; }
static fp_span span_of(const fp_rule_context *context, uint32_t sync) { return context->kernel->syncs.data[sync].span; }
static uint32_t line_of(const fp_rule_context *context, fp_op op) {
    return fp_words_line(context, ir_of(context)->ops[op].span);
}

static fp_edit insertion(fp_rule_context *context, fp_position_in_text at, fp_str lines) {
    return fp_fix_at(context->keep, ir_of(context), at, lines);
}

static fp_edit removal(fp_rule_context *context, uint32_t sync) {
    return fp_edit_removal(context, ir_of(context)->ops[op_of(context, sync)].span);
}

static int compare_edits(const void *a, const void *b) {
    const fp_edit *x = a, *y = b;
    return x->span.start < y->span.start ? -1 : x->span.start > y->span.start;
}

/* Never safe: what is not among the reported pairs may change its order, too. */
static void offer(fp_rule_context *context, fp_finding *finding, fp_str title, fp_edit *edits, size_t count) {
    fp_fix_words fix = { .title = title, .safe = false, .edit_count = count };
    qsort(edits, count, sizeof *edits, compare_edits);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && edits[i].span.start < edits[i - 1].span.end) return; /* two ops on one line */
        fix.edits[i] = edits[i];
    }
    fp_finding_fix(context, finding, fix);
}

/* ---- in halves ---- */
/* The op's own text goes, the half comes; a half at another place has a line of its own. */
static void offer_split(fp_rule_context *context, fp_finding *finding, const fp_saving *saving) {
    fp_op barrier = op_of(context, saving->sync);
    fp_emission emission = { .keep = context->keep,
                             .kernel = context->kernel,
                             .program = context->program,
                             .strategy = context->strategy,
                             .generic = ir_of(context)->ops[barrier].generic };
    fp_str location = fp_fix_location(ir_of(context), barrier);
    fp_str signal =
        fp_str_printf(context->keep, "%.*s%.*s\n%.*s%.*s", FP_STR_ARG(fp_emit_half(&emission, FP_HALF_DATA)),
                      FP_STR_ARG(location), FP_STR_ARG(fp_emit_half(&emission, FP_HALF_SIGNAL)), FP_STR_ARG(location));
    fp_str wait = fp_str_printf(context->keep, "%.*s%.*s", FP_STR_ARG(fp_emit_half(&emission, FP_HALF_WAIT)),
                                FP_STR_ARG(location));
    fp_position_in_text before = { barrier, false }, behind = { barrier, true };
    fp_edit edits[3];
    size_t count = 0;
    if (fp_same_position(saving->signal, before))
        edits[count++] = fp_fix_replace(context->keep, ir_of(context), barrier, signal);
    else
        edits[count++] = insertion(context, saving->signal, signal);
    if (fp_same_position(saving->at, behind))
        edits[count++] = fp_fix_replace(context->keep, ir_of(context), barrier, wait);
    else
        edits[count++] = insertion(context, saving->at, wait);
    if (!fp_same_position(saving->signal, before) && !fp_same_position(saving->at, behind))
        edits[count++] = removal(context, saving->sync);
    fp_str from =
               fp_same_position(saving->signal, before) ? FP_STR("here") : fp_words_position(context, saving->signal),
           to = fp_same_position(saving->at, behind) ? FP_STR("here") : fp_words_position(context, saving->at);
    offer(context, finding, fp_str_printf(context->keep, "signal %.*s and wait %.*s", FP_STR_ARG(from), FP_STR_ARG(to)),
          edits, count);
}

static void report_split(fp_rule_context *context, const fp_saving *saving) {
    fp_str op = fp_words_op(context, span_of(context, saving->sync)),
           work = fp_words_op(context, ir_of(context)->ops[saving->beside].name_span);
    fp_str message = fp_str_printf(context->keep,
                                   "%.*s makes waves wait for each other while they could work: a signal and a wait "
                                   "would overlap the %.*s on line %u",
                                   FP_STR_ARG(op), FP_STR_ARG(work), line_of(context, saving->beside));
    fp_finding *finding = fp_finding_push(context, FP_RULE_SPLIT_BARRIER, span_of(context, saving->sync), message);
    offer_split(context, finding, saving);
}

/* ---- elsewhere ---- */
static fp_str text_of(const fp_rule_context *context, uint32_t sync) {
    return fp_str_trim(fp_ir_text(ir_of(context), ir_of(context)->ops[op_of(context, sync)].span));
}

/* Lines of a text that is to stand elsewhere are indented there: only what is one line can go. */
static bool is_one_line(fp_str text) {
    return fp_str_find(text, '\n') == text.len && fp_str_find(text, '\r') == text.len;
}

static void report_hoist(fp_rule_context *context, const fp_saving *saving) {
    fp_str op = fp_words_op(context, span_of(context, saving->sync)), text = text_of(context, saving->sync);
    const char *side = !saving->at.behind && saving->at.op == saving->beside ? "before" : "behind";
    fp_str message = fp_str_printf(
        context->keep,
        "%.*s runs in every iteration of the loop on line %u, but once %s it would order the same accesses",
        FP_STR_ARG(op), line_of(context, saving->beside), side);
    fp_finding *finding = fp_finding_push(context, FP_RULE_HOISTABLE_BARRIER, span_of(context, saving->sync), message);
    fp_edit edits[2] = { removal(context, saving->sync), insertion(context, saving->at, text) };
    if (is_one_line(text))
        offer(context, finding,
              fp_str_printf(context->keep, "move it out of the loop, %.*s",
                            FP_STR_ARG(fp_words_position(context, saving->at))),
              edits, 2);
}

static void report_merge(fp_rule_context *context, const fp_saving *saving) {
    fp_str op = fp_words_op(context, span_of(context, saving->sync)), text = text_of(context, saving->sync),
           place = fp_words_position(context, saving->at);
    fp_str message =
        fp_str_printf(context->keep, "%.*s and the one on line %u could be one: %.*s it would order what both do",
                      FP_STR_ARG(op), line_of(context, op_of(context, saving->other)), FP_STR_ARG(place));
    fp_finding *finding = fp_finding_push(context, FP_RULE_REDUNDANT_BARRIER, span_of(context, saving->sync), message);
    finding->level = FP_LEVEL_HINT;
    fp_finding_relate(context, finding, span_of(context, saving->other), FP_STR("the other one"));
    fp_edit edits[3] = { removal(context, saving->sync), removal(context, saving->other),
                         insertion(context, saving->at, text) };
    if (is_one_line(text))
        offer(context, finding, fp_str_printf(context->keep, "merge both into one %.*s", FP_STR_ARG(place)), edits, 3);
}

void fp_rules_savings(fp_rule_context *context) {
    const struct fp_savings *savings = context->analysis->savings;
    for (uint32_t i = 0; savings && i < savings->count; i++) {
        const fp_saving *saving = &savings->data[i];
        switch (saving->kind) {
        case FP_SAVING_SPLIT:
            if (context->strategy != FP_STRATEGY_MINIMAL && fp_emit_has_halves(context->kernel))
                report_split(context, saving);
            break;
        case FP_SAVING_HOIST: report_hoist(context, saving); break;
        case FP_SAVING_MERGE: report_merge(context, saving); break;
        }
    }
}
