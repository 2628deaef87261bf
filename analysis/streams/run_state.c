#include "streams/run_state.h"
#include <string.h>

fp_run_event fp_run_event_of(fp_stream stream, uint32_t number, const fp_event *event) {
    fp_run_event result = { .op = event->op,
                            .stream = stream,
                            .kind = event->kind,
                            .number = number,
                            .object = event->object,
                            .parity = event->parity,
                            .loop_count = event->loop_count };
    memcpy(result.loops, event->loops, sizeof result.loops);
    return result;
}

static bool is_breach(fp_run_kind kind) {
    switch (kind) {
    case FP_RUN_STUCK:
    case FP_RUN_RACE:
    case FP_RUN_MISSING_FENCE:
    case FP_RUN_SECOND_INIT:
    case FP_RUN_ENDS_EARLY:
    case FP_RUN_BAD_COUNT:
    case FP_RUN_BYTES_TOUCHED:
    case FP_RUN_KIND_COUNT: return false;
    case FP_RUN_OVERSHOOT:
    case FP_RUN_EARLY_ARRIVAL:
    case FP_RUN_MISSED_PHASE:
    case FP_RUN_BYTES_UNBALANCED:
    case FP_RUN_BYTES_LATE:
    case FP_RUN_NOT_INITIALIZED:
    case FP_RUN_USE_AFTER_END:
    case FP_RUN_END_WHILE_USED: return true;
    }
    return true;
}

static bool noted_before(const struct fp_run *run, uint64_t hash, fp_run_kind kind, fp_op first, fp_op second) {
    for (fp_map_probe p = fp_map_find(&run->evidence_map, hash); fp_map_next(&p);) {
        const fp_run_evidence *old = &run->evidence.data[p.value];
        if (old->kind == kind && old->first.op == first && old->second.op == second) return true;
    }
    return false;
}

fp_run_evidence *fp_run_note(struct fp_run *run, fp_run_kind kind, const fp_run_event *first,
                             const fp_run_event *second) {
    if (is_breach(kind)) run->result.well_formed = false;
    uint64_t hash = fp_hash_mix(fp_hash_mix(kind, first->op), second->op);
    if (noted_before(run, hash, kind, first->op, second->op)) return NULL;
    fp_map_put(run->scratch, &run->evidence_map, hash, run->evidence.len);
    fp_run_evidence *evidence = FP_PUSH(run->keep, &run->evidence);
    *evidence = (fp_run_evidence){ .kind = kind,
                                   .first = *first,
                                   .second = *second,
                                   .object = second->object,
                                   .sync_after_first = fp_run_no_event(),
                                   .sync_before_second = fp_run_no_event() };
    return evidence;
}
