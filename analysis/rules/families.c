/* families.c - all families of rules, in the order of cost. */
#include "rule.h"

/* What is to be said of the barriers at the ends of a part is found where both of their sides are. */
static void drop_ends(fp_rule_context *context, uint32_t first) {
    const struct fp_kernel *kernel = context->kernel;
    if (!kernel->is_part) return;
    uint32_t kept = first;
    for (uint32_t i = first; i < context->findings->len; i++) {
        fp_finding finding = context->findings->data[i];
        bool at_end = false;
        for (uint32_t k = 0; k < kernel->syncs.len && !at_end; k++) {
            fp_span op = kernel->ir->ops[kernel->syncs.data[k].op].span;
            at_end = kernel->syncs.data[k].fixed && op.start <= finding.span.start && finding.span.start < op.end;
        }
        if (!at_end) context->findings->data[kept++] = finding;
    }
    context->findings->len = kept;
}

void fp_rules_of_kernel(fp_rule_context *context) {
    uint32_t first = context->findings->len;
    fp_rules_target(context);
    fp_rules_unknown_op(context);
    fp_rules_tags(context);
    fp_rules_hazard(context);
    fp_rules_sync(context);
    fp_rules_timing(context);
    fp_rules_gain(context);
    fp_rules_protocol(context);
    fp_rules_resource(context);
    fp_rules_drop_echoes(context, first);
    drop_ends(context, first);
}

void fp_rules_of_file(fp_rule_context *context) { fp_rules_syntax(context); }
