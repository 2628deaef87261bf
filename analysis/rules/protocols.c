/* protocols.c - one rule for each kind of mistake that the barrier protocol check finds. */
#include "rules/fix_protocol.h"

void fp_rules_protocol(fp_rule_context *context) {
    fp_protocol_findings found = fp_protocol_check(context->keep, context->kernel, context->program);
    context->publishers = found.publishers;
    context->publisher_count = found.publisher_count;
    for (size_t i = 0; i < found.len; i++) {
        const fp_protocol_finding *one = &found.data[i];
        fp_finding *finding = fp_finding_push(context, one->span, one->phrase);
        finding->level = one->level;
        if (one->related_as) fp_finding_relate(context, finding, one->related, fp_phrase_of(one->related_as));
        fp_fix_protocol(context, finding, one);
    }
}
