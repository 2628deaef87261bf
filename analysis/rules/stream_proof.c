#include "rules/stream_proof.h"
#include "streams/regions.h"

static void put_thread(const fp_launch *launch, uint32_t linear, int32_t thread[3]) {
    uint32_t x = launch->block[0], y = launch->block[1];
    bool shaped = x && y;
    thread[0] = (int32_t)(shaped ? linear % x : linear);
    thread[1] = (int32_t)(shaped ? linear / x % y : 0);
    thread[2] = (int32_t)(shaped ? linear / x / y : 0);
}

fp_overlap fp_stream_overlap(const fp_rule_context *context, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    uint32_t size = context->kernel->launch.wave_size;
    if (!e->by_threads) return FP_OVERLAP_UNKNOWN;
    if (e->first_thread == e->second_thread) return FP_OVERLAP_SAME_THREAD;
    bool same_wave = size && e->first_thread / size == e->second_thread / size;
    return same_wave ? FP_OVERLAP_SAME_WAVE : FP_OVERLAP_CROSS_THREAD;
}

/* An op of a stream shares its bytes out among the stream's threads: which of them touch a byte is told only where each
 * thread acts for itself. */
const fp_witness *fp_stream_proof(fp_rule_context *context, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    fp_witness *witness = FP_NEW(context->keep, fp_witness, 1);
    fp_binding *bindings = FP_NEW(context->keep, fp_binding, fault->names->leaf_count + 1);
    for (uint32_t i = 0; i < fault->names->leaf_count; i++) {
        const fp_leaf_value *leaf = &fault->names->leaves[i];
        bindings[i] = (fp_binding){ .name = leaf->name, .value = { leaf->value, leaf->value } };
    }
    *witness = (fp_witness){ .byte = e->byte - fault->memory_start,
                             .byte_count = fp_regions_shared(&e->first_where, &e->where, e->byte),
                             .bindings = bindings,
                             .binding_count = fault->names->leaf_count,
                             .told = e->by_threads ? FP_TOLD_EACH : FP_TOLD_NONE };
    if (!e->by_threads) return witness;
    put_thread(&context->kernel->launch, e->first_thread, witness->threads[0]);
    put_thread(&context->kernel->launch, e->second_thread, witness->threads[1]);
    return witness;
}

const fp_witness *fp_hazard_proof(fp_rule_context *context, const fp_hazard *hazard) {
    const fp_witness *own = hazard->answer.witness;
    if (hazard->run != FP_DECIDED_REPORTED || !own || own->told != FP_TOLD_EACH) return own;
    fp_op first = fp_kernel_access(context->kernel, hazard->producer)->op,
          second = fp_kernel_access(context->kernel, hazard->consumer)->op;
    for (uint32_t i = 0; i < context->streams->fault_count; i++) {
        const fp_stream_fault *fault = &context->streams->faults[i];
        const fp_run_evidence *e = &fault->evidence;
        bool same = e->kind == FP_RUN_RACE && e->first.op == first && e->second.op == second;
        if (same && e->by_threads && !fault->doubtful && !fault->late) return fp_stream_proof(context, fault);
    }
    return own;
}
