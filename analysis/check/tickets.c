#include "check/tickets.h"

enum { FP_TICKET_STEP_MAX = 1 << 20 }; /* times the threads of a workgroup it stays below 2^31: no place comes twice */

/* What an atomic op adds in all threads alike; 0: it does something else, or that is not known. */
static int64_t added_by(const struct fp_kernel *kernel, fp_op op) {
    const struct fp_ir *ir = kernel->ir;
    const fp_op_info *info = op == FP_NONE ? NULL : ir->ops[op].info;
    if (!info || info->effect != FP_EFFECT_ATOMIC || ir->ops[op].generic) return 0;
    if (info->adds_word.len && !fp_str_equal(fp_ir_word(ir, op, 0), info->adds_word)) return 0;
    const fp_use *number = fp_ir_operand(ir, op, info->adds);
    int64_t value;
    return number && fp_ir_constant(ir, number->value, &value) ? value : 0;
}

/* Do all atomics of the memory that the ticket op counts in add numbers of one sign, all threads in one place? */
static bool only_counts(const struct fp_kernel *kernel, fp_op ticket) {
    fp_roots roots = 0;
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_access *access = &kernel->accesses.data[i];
        if (access->op != ticket) continue;
        if (access->kind != FP_ACCESS_ATOMIC || !fp_footprint_is_alike(kernel->addresses, access->footprint))
            return false;
        roots = fp_buffers_union(kernel->buffers, roots, access->roots);
    }
    int64_t step = added_by(kernel, ticket);
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_access *access = &kernel->accesses.data[i];
        if (!access->atomic || fp_buffers_alias(kernel->buffers, roots, access->roots) == FP_ALIAS_NEVER) continue;
        int64_t other = added_by(kernel, access->op);
        if (other == 0 || (other > 0) != (step > 0)) return false;
    }
    return roots != 0 && kernel->calls.len == 0;
}

bool fp_tickets_keep_apart(const struct fp_kernel *kernel, const fp_access *access) {
    fp_value number;
    int64_t stride;
    if (!fp_footprint_spread_by(kernel->addresses, access->footprint, &number, &stride)) return false;
    fp_op ticket = fp_ir_definition(kernel->ir, number);
    int64_t step = added_by(kernel, ticket);
    if (step == 0 || step > FP_TICKET_STEP_MAX || step < -FP_TICKET_STEP_MAX || stride > FP_TICKET_STEP_MAX ||
        stride < -FP_TICKET_STEP_MAX)
        return false;
    int64_t apart = stride * step;
    if (apart < 0) apart = -apart;
    return apart >= access->width_bytes && apart <= FP_TICKET_STEP_MAX && only_counts(kernel, ticket);
}
