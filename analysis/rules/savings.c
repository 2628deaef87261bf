/* savings.c - barriers that are needed but could cost less: split-barrier, hoistable-barrier, and redundant-barrier
 * where one would do for two. */
#include "check/savings.h"
#include "rules/emit.h"
#include "rules/finding.h"
#include "rules/fix_edit.h"

static const struct fp_ir *ir_of(const fp_rule_context *context) { return context->kernel->ir; }
static fp_op op_of(const fp_rule_context *context, uint32_t sync) { return context->kernel->syncs.data[sync].op; }
static fp_span span_of(const fp_rule_context *context, uint32_t sync) { return context->kernel->syncs.data[sync].span; }
static fp_phrase_argument name_of(const fp_rule_context *context, fp_argument_name name, fp_span op) {
    return fp_arg_text(name, fp_op_name_at(context, op));
}

static fp_edit insertion(fp_rule_context *context, fp_position_in_text at, fp_str lines) {
    return fp_fix_at(context->keep, ir_of(context), at, lines);
}

static fp_edit removal(fp_rule_context *context, uint32_t sync) {
    return fp_edit_removal(context, ir_of(context)->ops[op_of(context, sync)].span);
}

/* Never safe: what is not among the reported pairs may change its order, too. */
static void offer(fp_rule_context *context, fp_finding *finding, fp_phrase title, fp_edit *edits, size_t count) {
    fp_small_fix fix = { .title = title, .safe = false, .edit_count = count };
    fp_fix_sort(edits, count);
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
    fp_emission emission = fp_emission_of(context);
    emission.generic = ir_of(context)->ops[barrier].generic;
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
    fp_phrase here = fp_phrase_of(FP_WORD_HERE);
    fp_phrase from = fp_same_position(saving->signal, before) ? here : fp_position_phrase(context, saving->signal);
    fp_phrase to = fp_same_position(saving->at, behind) ? here : fp_position_phrase(context, saving->at);
    offer(context, finding,
          FP_PHRASE(FP_WORD_SPLIT_THERE, fp_arg_phrase(FP_ARG_FROM, from), fp_arg_phrase(FP_ARG_TO, to)), edits, count);
}

static void report_split(fp_rule_context *context, const fp_saving *saving) {
    fp_span barrier = span_of(context, saving->sync);
    const fp_op_node *work = &ir_of(context)->ops[saving->beside];
    fp_phrase phrase =
        FP_PHRASE(FP_SAYS_SPLIT_BARRIER_OVERLAP, name_of(context, FP_ARG_OP, barrier),
                  name_of(context, FP_ARG_OTHER, work->name_span), fp_arg_place(FP_ARG_WORK, work->span));
    offer_split(context, fp_finding_push(context, barrier, phrase), saving);
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
    fp_span barrier = span_of(context, saving->sync);
    fp_str text = text_of(context, saving->sync);
    fp_phrase phrase = FP_PHRASE(saving->behind ? FP_SAYS_HOISTABLE_BARRIER_BEHIND : FP_SAYS_HOISTABLE_BARRIER_BEFORE,
                                 name_of(context, FP_ARG_OP, barrier),
                                 fp_arg_place(FP_ARG_LOOP, ir_of(context)->ops[saving->beside].span));
    fp_finding *finding = fp_finding_push(context, barrier, phrase);
    fp_edit edits[2] = { removal(context, saving->sync), insertion(context, saving->at, text) };
    fp_phrase title = FP_PHRASE(FP_WORD_HOIST, fp_arg_phrase(FP_ARG_PLACE, fp_position_phrase(context, saving->at)));
    if (is_one_line(text)) offer(context, finding, title, edits, 2);
}

static void report_merge(fp_rule_context *context, const fp_saving *saving) {
    fp_span barrier = span_of(context, saving->sync), other = span_of(context, saving->other);
    fp_str text = text_of(context, saving->sync);
    fp_phrase_argument place = fp_arg_phrase(FP_ARG_PLACE, fp_position_phrase(context, saving->at));
    fp_phrase phrase =
        FP_PHRASE(FP_SAYS_REDUNDANT_BARRIER_MERGE, name_of(context, FP_ARG_OP, barrier),
                  fp_arg_place(FP_ARG_OTHER, ir_of(context)->ops[op_of(context, saving->other)].span), place);
    fp_finding *finding = fp_finding_push(context, barrier, phrase);
    finding->level = FP_LEVEL_HINT; /* see `reporters` */
    fp_finding_relate(context, finding, other, fp_phrase_of(FP_AT_OTHER_ONE));
    fp_edit edits[3] = { removal(context, saving->sync), removal(context, saving->other),
                         insertion(context, saving->at, text) };
    if (is_one_line(text)) offer(context, finding, FP_PHRASE(FP_WORD_MERGE, place), edits, 3);
}

/* What savings, and barriers that are wider than needed, are reported as, and the most that each is whatever is asked
 * for its rule. */
static const struct {
    fp_rule rule;
    fp_sentence variant;
    fp_level most;
} reporters[] = { { FP_RULE_SPLIT_BARRIER, FP_SAYS_SPLIT_BARRIER_OVERLAP, FP_LEVEL_ERROR },
                  { FP_RULE_HOISTABLE_BARRIER, FP_SAYS_HOISTABLE_BARRIER_BEFORE, FP_LEVEL_ERROR },
                  { FP_RULE_HOISTABLE_BARRIER, FP_SAYS_HOISTABLE_BARRIER_BEHIND, FP_LEVEL_ERROR },
                  { FP_RULE_REDUNDANT_BARRIER, FP_SAYS_REDUNDANT_BARRIER_MERGE, FP_LEVEL_HINT },
                  { FP_RULE_WIDE_FENCE, FP_SAYS_WIDE_FENCE_GLOBAL, FP_LEVEL_ERROR } };
enum { REPORTER_COUNT = sizeof reporters / sizeof *reporters };

fp_level fp_rules_savings_level(const fp_options *options) {
    fp_level highest = FP_LEVEL_OFF;
    for (size_t i = 0; i < REPORTER_COUNT; i++) {
        const fp_level *own = fp_rules_asked_variant(options, reporters[i].variant);
        fp_level level = own ? *own : fp_rules_asked(options, reporters[i].rule);
        if (!own && level > reporters[i].most) level = reporters[i].most;
        if (level > highest) highest = level;
    }
    return highest;
}

bool fp_rules_reports_savings(fp_rule rule) {
    for (size_t i = 0; i < REPORTER_COUNT; i++)
        if (reporters[i].rule == rule) return true;
    return false;
}

void fp_rules_savings(fp_rule_context *context) {
    const struct fp_savings *savings = context->analysis->savings;
    fp_emission emission = fp_emission_of(context);
    for (uint32_t i = 0; savings && i < savings->count; i++) {
        const fp_saving *saving = &savings->data[i];
        switch (saving->kind) {
        case FP_SAVING_SPLIT:
            if (context->strategy != FP_STRATEGY_MINIMAL && fp_emit_has_halves(&emission))
                report_split(context, saving);
            break;
        case FP_SAVING_HOIST: report_hoist(context, saving); break;
        case FP_SAVING_MERGE: report_merge(context, saving); break;
        }
    }
}
