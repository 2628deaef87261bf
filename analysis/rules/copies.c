/* copies.c - commit groups, completion objects and DMA tags: unwaited-copy, double-wait, uninitialized-resource and
 * their like. */
#include "check/copies.h"
#include "check/results.h"
#include "rules/fix.h"
#include "rules/fix_edit.h"

/* The kernel's wait for a counter at that place, by number; FP_NONE: something else stands there. */
static uint32_t wait_at(const struct fp_kernel *kernel, fp_span span) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (kernel->syncs.data[i].span.start == span.start && kernel->syncs.data[i].kind == FP_SYNC_COUNTER_WAIT)
            return i;
    return FP_NONE;
}

/* The wait in front of the use, and the commit that is missing before it. */
static void offer_wait(fp_rule_context *context, fp_finding *finding, const fp_early_use *early) {
    const struct fp_ir *ir = context->kernel->ir;
    fp_emission emission = fp_emission_of(context);
    emission.generic = ir->ops[early->product].generic;
    fp_str beside = ir->ops[early->product].name;
    fp_str lines = fp_emit_wait(&emission, early->counter, early->newer, beside, early->use);
    fp_str commit = early->committed ? (fp_str){ "", 0 } : fp_emit_commit(&emission, early->counter, beside);
    if (lines.len == 0 || (!early->committed && commit.len == 0)) return;
    if (commit.len) lines = fp_str_printf(context->keep, "%.*s\n%.*s", FP_STR_ARG(commit), FP_STR_ARG(lines));
    fp_small_fix fix = { .title = fp_phrase_of(FP_WORD_INSERT_WAIT_FOR_RESULTS), .safe = true, .edit_count = 1 };
    fix.edits[0] = fp_fix_before(context->keep, ir, early->use, lines);
    fp_finding_fix(context, finding, fix);
}

static void results_of_products(fp_rule_context *context) {
    struct fp_arena *scratch = fp_arena_new();
    const struct fp_ir *ir = context->kernel->ir;
    fp_early_uses found = fp_early_uses_find(context->keep, scratch, context->kernel);
    fp_arena_drop(scratch);
    for (size_t i = 0; i < found.len; i++) {
        const fp_early_use *early = &found.data[i];
        fp_span use = ir->ops[early->use].name_span, product = ir->ops[early->product].name_span;
        fp_finding *finding = fp_finding_push(
            context, use,
            FP_PHRASE(
                FP_SAYS_MISSING_ASYNC_WAIT_RESULT, fp_arg_text(FP_ARG_OP, fp_op_name_at(context, use)),
                fp_arg_text(FP_ARG_PARTNER, fp_op_name_at(context, product)), fp_arg_place(FP_ARG_PRODUCER, product),
                fp_arg_any_text(FP_ARG_ADVICE, fp_wait_op(context, early->counter, fp_op_name_at(context, product)))));
        if (!early->certain) {
            finding->level = FP_LEVEL_WARNING;
            fp_finding_add(context, finding, fp_arg_word(FP_ARG_DOUBT, FP_WORD_DOUBT));
        }
        fp_finding_relate(context, finding, product, fp_phrase_of(FP_AT_STARTED_HERE));
        offer_wait(context, finding, early);
    }
}

void fp_rules_copies(fp_rule_context *context) {
    fp_copy_findings found = fp_copies_check(context->keep, context->kernel, context->program);
    if (found.objects_max)
        fp_finding_limit(context, FP_PHRASE(FP_SAYS_UNKNOWN_PROTOCOL_BOUNDED_OBJECTS,
                                            fp_arg_number(FP_ARG_COUNT, found.objects_max)));
    for (size_t i = 0; i < found.len; i++) {
        const fp_copy_finding *one = &found.data[i];
        fp_rule rule = fp_sentence_rule(one->phrase.sentence);
        bool useless = rule == FP_RULE_REDUNDANT_WAIT || rule == FP_RULE_DOUBLE_WAIT;
        uint32_t wait = useless ? wait_at(context->kernel, one->span) : FP_NONE;
        fp_verdict verdict = wait == FP_NONE ? FP_VERDICT_UNJUDGED : context->analysis->syncs[wait].verdict;
        if (verdict == FP_VERDICT_UNREACHED) continue; /* the walk takes contradicting arms, too */
        fp_finding *finding = fp_finding_push(context, one->span, one->phrase);
        if (one->related_as) fp_finding_relate(context, finding, one->related, fp_phrase_of(one->related_as));
        if (verdict == FP_VERDICT_REDUNDANT) /* the algebra says so, too */
            fp_fix_spare_wait(context, finding, wait, wait_at(context->kernel, one->related));
    }
    results_of_products(context);
}
