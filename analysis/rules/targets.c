/* targets.c - what the kernel asks of its target: target-mismatch, shared-memory-budget. Barriers that a target lacks
 * are the protocol's business. */
#include "rules/fix_protocol.h"

static bool is_barrier(fp_effect effect) {
    return effect == FP_EFFECT_BARRIER || effect == FP_EFFECT_SIGNAL || effect == FP_EFFECT_INIT ||
           effect == FP_EFFECT_JOIN || effect == FP_EFFECT_LEAVE || effect == FP_EFFECT_QUERY;
}

/* SPIR-V runs on any chip: its ops are no vendor's. */
static bool is_foreign(const struct fp_kernel *kernel, const fp_op_info *info) {
    bool names_barrier =
        is_barrier(info->effect) || (info->effect == FP_EFFECT_WAIT && info->counter == FP_COUNTER_NONE);
    return !names_barrier && info->vendor != FP_VENDOR_SPIRV && !fp_target_supports(kernel->target, info->targets);
}

/* What the target has in place of a wait. */
static fp_str wait_instead(fp_rule_context *context, const fp_op_info *info) {
    return info->effect == FP_EFFECT_WAIT ? fp_wait_op(context, info->counter, info->name) : (fp_str){ "", 0 };
}

static void report_mismatch(fp_rule_context *context, fp_op op, uint32_t more) {
    const struct fp_kernel *kernel = context->kernel;
    const fp_op_node *node = &kernel->ir->ops[op];
    fp_phrase phrase =
        FP_PHRASE(FP_SAYS_TARGET_MISMATCH_OP, fp_arg_text(FP_ARG_OP, node->name),
                  fp_arg_text(FP_ARG_TARGETS, node->info->targets), fp_arg_text(FP_ARG_CHIP, kernel->target->chip),
                  fp_arg_phrase(FP_ARG_SOURCE, kernel->target_source),
                  fp_arg_any_text(FP_ARG_ADVICE, wait_instead(context, node->info)), fp_arg_some(FP_ARG_MORE, more));
    fp_fix_foreign_waits(context, fp_finding_push(context, node->name_span, phrase), node->info->targets);
}

/* Once for all ops of the same chips: they stand or fall together. */
static void check_ops(fp_rule_context *context) {
    typedef struct {
        fp_str targets;
        fp_op first;
        uint32_t more;
    } foreign_ops;
    FP_VEC(foreign_ops) found = { 0 };
    const struct fp_kernel *kernel = context->kernel;
    for (fp_op op = kernel->op; op < kernel->ir->ops[kernel->op].end; op++) {
        const fp_op_info *info = kernel->ir->ops[op].info;
        if (!info || info->targets.len == 0 || !is_foreign(kernel, info)) continue;
        uint32_t i = 0;
        while (i < found.len && !fp_str_equal(found.data[i].targets, info->targets)) i++;
        if (i < found.len)
            found.data[i].more++;
        else
            *FP_PUSH(context->keep, &found) = (foreign_ops){ info->targets, op, 0 };
    }
    for (uint32_t i = 0; i < found.len; i++) report_mismatch(context, found.data[i].first, found.data[i].more);
}

/* What the kernel needs at least. Before memdescs are given their places those whose lives do not meet may share one.
 */
static int64_t least_bytes(const struct fp_kernel *kernel) {
    int64_t largest = 0;
    bool placed = true;
    for (fp_root root = 0; root < fp_buffers_count(kernel->buffers); root++) {
        const fp_root_info *info = fp_buffers_root(kernel->buffers, root);
        if (info->space != FP_SPACE_WORKGROUP || info->kind != FP_ROOT_ALLOC) continue;
        if (info->size_bytes > largest) largest = info->size_bytes;
        if (!fp_root_is_placed(info) && info->descriptor) placed = false;
    }
    return placed ? (int64_t)kernel->shared_bytes : largest;
}

static void check_budget(fp_rule_context *context) {
    const struct fp_kernel *kernel = context->kernel;
    int64_t bytes = least_bytes(kernel);
    if (kernel->target->shared_bytes == 0 || bytes <= kernel->target->shared_bytes) return;
    fp_phrase phrase = FP_PHRASE(FP_SAYS_SHARED_MEMORY_BUDGET_KERNEL, fp_arg_number(FP_ARG_BYTES, bytes),
                                 fp_arg_text(FP_ARG_CHIP, kernel->target->chip),
                                 fp_arg_number(FP_ARG_LIMIT, kernel->target->shared_bytes));
    fp_finding *finding = fp_finding_push(context, kernel->ir->ops[kernel->op].name_span, phrase);
    for (fp_root root = 0; root < fp_buffers_count(kernel->buffers); root++) {
        const fp_root_info *info = fp_buffers_root(kernel->buffers, root);
        bool counts = info->space == FP_SPACE_WORKGROUP && info->size_bytes > 0 &&
                      (info->kind == FP_ROOT_ALLOC || info->kind == FP_ROOT_GLOBAL);
        if (!counts || info->span.end == info->span.start) continue;
        fp_finding_relate(context, finding, info->span,
                          FP_PHRASE(FP_AT_BYTES_HERE, fp_arg_number(FP_ARG_BYTES, info->size_bytes)));
    }
}

void fp_rules_target(fp_rule_context *context) {
    check_ops(context);
    check_budget(context);
}
