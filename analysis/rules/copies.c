/* copies.c - commit groups, completion objects and DMA tags: unwaited-copy, double-wait, uninitialized-resource and
 * their like. */
#include "check/copies.h"
#include "rules/finding.h"

/* A wait that nothing needs, as the algebra says too: it goes. */
static void offer_removal(fp_rule_context *context, fp_finding *finding) {
    for (uint32_t i = 0; i < context->kernel->syncs.len; i++) {
        const fp_sync *sync = &context->kernel->syncs.data[i];
        if (sync->span.start != finding->span.start || sync->kind != FP_SYNC_COUNTER_WAIT ||
            context->analysis->syncs[i].verdict != FP_VERDICT_REDUNDANT)
            continue;
        if (sync->implied || context->kernel->ir->ops[sync->op].result_count > 0) return;
        fp_small_fix fix = { .title =
                                 FP_PHRASE(FP_WORD_REMOVE, fp_arg_text(FP_ARG_OP, fp_op_name_at(context, sync->span))),
                             .safe = true,
                             .edit_count = 1 };
        fix.edits[0] = fp_edit_removal(context, context->kernel->ir->ops[sync->op].span);
        fp_finding_fix(context, finding, fix);
        return;
    }
}

void fp_rules_copies(fp_rule_context *context) {
    fp_copy_findings found = fp_copies_check(context->keep, context->kernel, context->program);
    for (size_t i = 0; i < found.len; i++) {
        const fp_copy_finding *one = &found.data[i];
        bool redundant = fp_sentence_rule(one->phrase.sentence) == FP_RULE_REDUNDANT_WAIT;
        fp_finding *finding = fp_finding_push(context, one->span, one->phrase);
        if (one->related_as) fp_finding_relate(context, finding, one->related, fp_phrase_of(one->related_as));
        if (redundant || finding->rule == FP_RULE_DOUBLE_WAIT) offer_removal(context, finding);
    }
}
