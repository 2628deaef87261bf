/* protocols.c - one rule for each kind of mistake that the barrier protocol check finds. */
#include "rules/fix_protocol.h"

static fp_rule rule_of(fp_protocol_kind kind) {
    switch (kind) {
    case FP_PROTOCOL_WAIT_WITHOUT_SIGNAL: return FP_RULE_WAIT_WITHOUT_SIGNAL;
    case FP_PROTOCOL_UNWAITED_SIGNAL: return FP_RULE_UNWAITED_SIGNAL;
    case FP_PROTOCOL_DOUBLE_SIGNAL: return FP_RULE_DOUBLE_SIGNAL;
    case FP_PROTOCOL_UNBALANCED: return FP_RULE_UNBALANCED_BARRIER;
    case FP_PROTOCOL_UNAVAILABLE: return FP_RULE_UNAVAILABLE_BARRIER;
    case FP_PROTOCOL_RESERVED: return FP_RULE_RESERVED_BARRIER;
    case FP_PROTOCOL_UNINITIALIZED: return FP_RULE_UNINITIALIZED_BARRIER;
    case FP_PROTOCOL_UNJOINED: return FP_RULE_UNJOINED_BARRIER;
    case FP_PROTOCOL_LEAVE_AFTER_ARRIVE: return FP_RULE_LEAVE_AFTER_ARRIVE;
    case FP_PROTOCOL_MIXED: return FP_RULE_MIXED_BARRIERS;
    case FP_PROTOCOL_DIVERGENT: return FP_RULE_DIVERGENT_BARRIER;
    case FP_PROTOCOL_NO_EFFECT: return FP_RULE_REDUNDANT_BARRIER;
    }
    return FP_RULE_NONE;
}

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
        fp_finding *finding = fp_finding_push(context, rule_of(one->kind), one->span, one->message);
        finding->level = one->level;
        if (one->related_message.len) fp_finding_relate(context, finding, one->related, one->related_message);
        fp_fix_protocol(context, finding, one);
    }
}
