#include "check/racing_store.h"

/* Does the run say that threads which do the op at once touch bytes of their own, and others never do it without
 * order? */
static bool is_apart(const struct fp_kernel *kernel, fp_op op) {
    const struct fp_decided *decided = kernel->decided;
    if (!decided || !decided->apart || !decided->apart[op]) return false;
    fp_decided_pair says = fp_decided_pair_of(decided, op, op);
    return says == FP_DECIDED_ORDERED || says == FP_DECIDED_BROKEN; /* a hang is told, and lets nobody come besides */
}

bool fp_racing_store_find(const struct fp_kernel *kernel, uint32_t number, fp_hazard *hazard) {
    const fp_access *access = &kernel->accesses.data[number];
    if (access->kind != FP_ACCESS_WRITE || !access->roots ||
        kernel->classes.data[access->klass].space != FP_SPACE_WORKGROUP ||
        fp_buffers_only_supposed(kernel->buffers, access->roots) || is_apart(kernel, access->op))
        return false;
    if (access->width_bytes == 0)
        return false; /* without a known width, whether threads of one op overlap is not known */
    fp_overlap_answer answer =
        fp_overlap_find(kernel->addresses, access->footprint, access->footprint, (fp_iterations){ .carrier = FP_NONE });
    if (answer.overlap < FP_OVERLAP_SAME_WAVE) return false;
    *hazard = (fp_hazard){ .kind = FP_HAZARD_WAW,
                           .producer = number,
                           .consumer = number,
                           .carrier = FP_NONE,
                           .certain = true,
                           .stored = fp_kernel_stored(kernel, access),
                           .cause = FP_CAUSE_BARRIER,
                           .answer = answer,
                           .required_count = -1,
                           .through_call = FP_NONE };
    return true;
}

bool fp_racing_store_explains(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    fp_hazard itself;
    return hazard->kind == FP_HAZARD_WAW && hazard->producer == hazard->consumer && hazard->carrier != FP_NONE &&
           hazard->producer < kernel->accesses.len && !kernel->accesses.data[hazard->producer].shared_out &&
           fp_racing_store_find(kernel, hazard->producer, &itself) &&
           itself.answer.overlap == FP_OVERLAP_CROSS_THREAD && itself.stored == FP_STORED_DIFFER;
}
