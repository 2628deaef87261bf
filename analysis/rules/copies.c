/* copies.c - commit groups, completion objects and DMA tags: unwaited-copy, double-wait, uninitialized-resource and
 * their like. */
#include "check/copies.h"
#include "rules/finding.h"

static fp_rule rule_of(fp_copy_finding_kind kind) {
    switch (kind) {
    case FP_COPY_UNWAITED_COPY: return FP_RULE_UNWAITED_COPY;
    case FP_COPY_DOUBLE_WAIT: return FP_RULE_DOUBLE_WAIT;
    case FP_COPY_REDUNDANT_WAIT: return FP_RULE_REDUNDANT_WAIT;
    case FP_COPY_UNINITIALIZED: return FP_RULE_UNINITIALIZED_RESOURCE;
    case FP_COPY_NEVER_ARMED: return FP_RULE_WAIT_WITHOUT_SIGNAL;
    case FP_COPY_DOUBLE_INIT: return FP_RULE_DOUBLE_SIGNAL;
    }
    return FP_RULE_NONE;
}

/* A wait that nothing needs, as the algebra says too: it goes. */
static void offer_removal(fp_rule_context *context, fp_finding *finding) {
    for (uint32_t i = 0; i < context->kernel->syncs.len; i++) {
        const fp_sync *sync = &context->kernel->syncs.data[i];
        if (sync->span.start != finding->span.start || sync->kind != FP_SYNC_COUNTER_WAIT ||
            context->analysis->syncs[i].verdict != FP_VERDICT_REDUNDANT)
            continue;
        if (sync->implied || context->kernel->ir->ops[sync->op].result_count > 0) return;
        fp_fix_words fix = { .title = fp_str_printf(context->keep, "remove %.*s",
                                                    FP_STR_ARG(fp_words_op(context, sync->span))),
                             .safe = true,
                             .edit_count = 1 };
        fix.edits[0] = fp_edit_removal(context, context->kernel->ir->ops[sync->op].span);
        fp_finding_fix(context, finding, fix);
        return;
    }
}

/* It waits for nothing that another wait has not waited for before; that one is called redundant, and both cannot
 * go. */
static bool does_work_of_others(const fp_rule_context *context, fp_span span) {
    for (uint32_t i = 0; i < context->kernel->syncs.len; i++)
        if (context->kernel->syncs.data[i].span.start == span.start && context->analysis->syncs[i].for_others)
            return true;
    return false;
}

void fp_rules_copies(fp_rule_context *context) {
    fp_copy_findings found = fp_copies_check(context->keep, context->kernel, context->program);
    for (size_t i = 0; i < found.len; i++) {
        const fp_copy_finding *one = &found.data[i];
        if (one->kind == FP_COPY_REDUNDANT_WAIT && does_work_of_others(context, one->span)) continue;
        fp_finding *finding = fp_finding_push(context, rule_of(one->kind), one->span, one->message);
        if (one->related_message.len && one->related.end > one->related.start)
            fp_finding_relate(context, finding, one->related, one->related_message);
        if (one->kind == FP_COPY_REDUNDANT_WAIT || one->kind == FP_COPY_DOUBLE_WAIT) offer_removal(context, finding);
    }
}
