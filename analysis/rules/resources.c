/* resources.c - commit groups, completion objects and DMA tags: unwaited-copy, double-wait, uninitialized-resource and their like. */
#include "resource.h"
#include "finding.h"

static fp_rule rule_of(fp_resource_kind kind) {
    switch (kind) {
    case FP_RESOURCE_UNWAITED_COPY: return FP_RULE_UNWAITED_COPY;
    case FP_RESOURCE_DOUBLE_WAIT: return FP_RULE_DOUBLE_WAIT;
    case FP_RESOURCE_REDUNDANT_WAIT: return FP_RULE_REDUNDANT_WAIT;
    case FP_RESOURCE_UNINITIALIZED: return FP_RULE_UNINITIALIZED_RESOURCE;
    case FP_RESOURCE_NEVER_ARMED: return FP_RULE_WAIT_WITHOUT_SIGNAL;
    case FP_RESOURCE_DOUBLE_INIT: return FP_RULE_DOUBLE_SIGNAL;
    }
    return FP_RULE_NONE;
}

void fp_rules_resource(fp_rule_context *context) {
    fp_resource_findings found = fp_resource_check(context->keep, context->kernel, context->program);
    for (size_t i = 0; i < found.len; i++) {
        const fp_resource_finding *one = &found.data[i];
        fp_finding *finding = fp_finding_push(context, rule_of(one->kind), one->span, one->message);
        if (one->related_message.len && one->related.end > one->related.start) fp_finding_relate(context, finding, one->related, one->related_message);
    }
}
