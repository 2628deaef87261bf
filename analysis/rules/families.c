/* families.c - all families of rules, in the order of cost. */
#include "rule.h"
#include <stdlib.h>

static int compare_spans(const void *a, const void *b) {
    const fp_span *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

typedef FP_VEC(fp_span) spans;

/* The barriers at the ends of a part. */
static spans find_ends(const fp_rule_context *context) {
    const struct fp_kernel *kernel = context->kernel;
    spans ends = { 0 };
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (kernel->syncs.data[i].fixed) *FP_PUSH(context->keep, &ends) = kernel->ir->ops[kernel->syncs.data[i].op].span;
    if (ends.len > 1) qsort(ends.data, ends.len, sizeof *ends.data, compare_spans);
    return ends;
}

static bool is_inside(const spans *ops, uint32_t offset) {
    uint32_t from = 0, to = ops->len;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (ops->data[middle].start <= offset) from = middle + 1;
        else to = middle;
    }
    return from > 0 && offset < ops->data[from - 1].end;
}

/* What is to be said of the barriers at the ends of a part is found where both of their sides are. */
static void drop_ends(fp_rule_context *context, uint32_t first) {
    if (!context->kernel->is_part || first == context->findings->len) return;
    spans ends = find_ends(context);
    uint32_t kept = first;
    for (uint32_t i = first; i < context->findings->len; i++) {
        fp_finding finding = context->findings->data[i];
        if (!is_inside(&ends, finding.span.start)) context->findings->data[kept++] = finding;
    }
    context->findings->len = kept;
}

void fp_rules_of_kernel(fp_rule_context *context) {
    uint32_t first = context->findings->len;
    fp_wait_words_list waits = { 0 };
    context->waits = &waits;
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
    context->waits = NULL;
}

void fp_rules_of_file(fp_rule_context *context) { fp_rules_syntax(context); }
