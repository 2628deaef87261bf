#include "rules/stream_level.h"
#include "check/hazard.h"

static fp_level usual_level(const fp_stream_fault *fault) {
    switch (fault->evidence.kind) {
    case FP_RUN_EARLY_ARRIVAL:
    case FP_RUN_MISSED_PHASE: return fault->harms ? FP_LEVEL_ERROR : FP_LEVEL_WARNING;
    case FP_RUN_BYTES_REUSED: return FP_LEVEL_WARNING;
    case FP_RUN_STUCK:
    case FP_RUN_RACE:
    case FP_RUN_MISSING_FENCE:
    case FP_RUN_OVERSHOOT:
    case FP_RUN_BYTES_UNBALANCED:
    case FP_RUN_BYTES_LATE:
    case FP_RUN_NOT_INITIALIZED:
    case FP_RUN_USE_AFTER_END:
    case FP_RUN_SECOND_INIT:
    case FP_RUN_END_WHILE_USED:
    case FP_RUN_ENDS_EARLY:
    case FP_RUN_BAD_COUNT:
    case FP_RUN_BYTES_TOUCHED:
    case FP_RUN_KIND_COUNT: return FP_LEVEL_ERROR;
    }
    return FP_LEVEL_ERROR;
}

/* What breaks a rule and harms nothing: single arrivals on a barrier that nobody waits for; another workgroup's last
 * arrival on a barrier that ends and whose memory serves for nothing afterwards; memory of a barrier that nothing has
 * used; bytes that never come in a phase that nobody waits for. */
fp_sentence fp_stream_fault_harm(const struct fp_kernel *kernel, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    const fp_op_info *info = e->second.op == FP_NONE ? NULL : kernel->ir->ops[e->second.op].info;
    const uint32_t *workgroups = fault->names->workgroups;
    bool not_awaited = e->kind == FP_RUN_OVERSHOOT && e->idle && info && info->by != FP_BY_STREAM;
    if (not_awaited || (e->kind == FP_RUN_BYTES_UNBALANCED && e->bytes > 0 && !fault->harms))
        return FP_WORD_HARM_NOT_AWAITED;
    if (e->kind == FP_RUN_BYTES_REUSED && e->idle) return FP_WORD_HARM_NEVER_USED;
    bool not_used = e->idle && info && info->does == FP_DOES_INVALIDATE && e->first.kind == FP_EVENT_ARRIVE &&
                    workgroups[e->first.stream] != workgroups[e->second.stream];
    return e->kind != FP_RUN_OVERSHOOT && not_used ? FP_WORD_HARM_NOT_USED : FP_SAYS_NOTHING;
}

fp_level fp_stream_fault_level(const struct fp_kernel *kernel, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    fp_level level = usual_level(fault);
    if (fault->late && !e->first_writes && e->first.op != FP_NONE && e->second.op != FP_NONE)
        level = fp_hazard_level_of_used(kernel, e->first.op, e->second.op, level);
    /* Lanes that leave a loop of polls go on together: libraries let one of them arrive for its warp. */
    bool drifts = e->in_warp && (e->kind == FP_RUN_MISSED_PHASE || e->kind == FP_RUN_EARLY_ARRIVAL);
    if (drifts || fault->doubtful || fp_stream_fault_harm(kernel, fault) != FP_SAYS_NOTHING)
        return FP_LEVEL_INFORMATION;
    /* In step the waits of the text are enough, or the algebra says so; between shifted waves one comes a barrier too
     * late. Chips do accesses to workgroup memory in the order in which waves start them, which no manual promises. */
    bool too_late = fault->late && kernel->is_shifted;
    bool some = fault->shown_by != FP_LEAVES_STRICT || fault->chosen || fault->evidence.maybe ||
                fault->evidence.in_warp || too_late;
    return some && level > FP_LEVEL_WARNING ? FP_LEVEL_WARNING : level;
}

/* Is it two accesses that should be in order, or behind a fence, and are not? */
static bool is_of_pair(const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    return (e->kind == FP_RUN_RACE || e->kind == FP_RUN_MISSING_FENCE) && e->first.op != FP_NONE &&
           e->second.op != FP_NONE;
}

const fp_stream_fault *fp_stream_pair_fault(const struct fp_kernel *kernel, const struct fp_streams *streams,
                                            fp_op_pair pair) {
    const fp_stream_fault *worst = NULL;
    for (uint32_t i = 0; streams && i < streams->fault_count; i++) {
        const fp_stream_fault *fault = &streams->faults[i];
        if (!is_of_pair(fault) || fp_op_pair_rising(fault->evidence.first.op, fault->evidence.second.op) != pair)
            continue;
        if (!worst || fp_stream_fault_level(kernel, fault) > fp_stream_fault_level(kernel, worst)) worst = fault;
    }
    return worst && fp_stream_fault_level(kernel, worst) >= FP_LEVEL_WARNING ? worst : NULL;
}

fp_sentence fp_stream_pair_word(const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    if (e->kind == FP_RUN_MISSING_FENCE) return FP_WORD_STREAMS_UNFENCED;
    return e->first.stream == e->second.stream ? FP_WORD_STREAM_UNAWAITED : FP_WORD_STREAMS_UNORDERED;
}
