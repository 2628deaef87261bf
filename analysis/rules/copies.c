/* copies.c - commit groups, completion objects and DMA tags: unwaited-copy, double-wait, uninitialized-resource and
 * their like. */
#include "check/copies.h"
#include "rules/fix.h"

/* The kernel's wait for a counter at that place, by number; FP_NONE: something else stands there. */
static uint32_t wait_at(const struct fp_kernel *kernel, fp_span span) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (kernel->syncs.data[i].span.start == span.start && kernel->syncs.data[i].kind == FP_SYNC_COUNTER_WAIT)
            return i;
    return FP_NONE;
}

void fp_rules_copies(fp_rule_context *context) {
    fp_copy_findings found = fp_copies_check(context->keep, context->kernel, context->program);
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
}
