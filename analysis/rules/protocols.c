/* protocols.c - one rule for each kind of mistake that the barrier protocol check finds. */
#include "rules/fix_protocol.h"

/* A barrier behind the init of a named barrier orders no access of memory, but others may not use the named one
 * before. */
static void keep_publishers(fp_rule_context *context, const fp_protocol_findings *found) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < context->findings->len; i++) {
        const fp_finding finding = context->findings->data[i];
        bool publishes = false;
        for (size_t k = 0; k < found->publisher_count && finding.rule == FP_RULE_REDUNDANT_BARRIER; k++)
            publishes = publishes || found->publishers[k].start == finding.span.start;
        if (!publishes) context->findings->data[kept++] = finding;
    }
    context->findings->len = kept;
}

void fp_rules_protocol(fp_rule_context *context) {
    fp_protocol_findings found = fp_protocol_check(context->keep, context->kernel, context->program);
    if (found.publisher_count) keep_publishers(context, &found);
    for (size_t i = 0; i < found.len; i++) {
        const fp_protocol_finding *one = &found.data[i];
        fp_finding *finding = fp_finding_push(context, one->span, one->phrase);
        finding->level = one->level;
        if (one->related_as) fp_finding_relate(context, finding, one->related, fp_phrase_of(one->related_as));
        fp_fix_protocol(context, finding, one);
    }
}
