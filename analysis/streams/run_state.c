#include "streams/run_state.h"
#include <string.h>

fp_run_event fp_run_event_of(fp_stream stream, uint32_t number, const fp_event *event) {
    fp_run_event result = { .op = event->op,
                            .stream = stream,
                            .kind = event->kind,
                            .number = number,
                            .object = event->object,
                            .parity = event->parity,
                            .each_once = event->each_once,
                            .by_lane = event->by_lane,
                            .loop_count = event->loop_count };
    memcpy(result.loops, event->loops, sizeof result.loops);
    memcpy(result.loop_ids, event->loop_ids, sizeof result.loop_ids);
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
    case FP_RUN_BYTES_REUSED:
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

/* By the iterations of the loops around both: -1: `a` is of an earlier one, 1: of a later one, 0: of the same ones. */
static int compare_iterations(const fp_run_event *a, const fp_run_event *b) {
    for (uint32_t i = 0; i < a->loop_count && i < b->loop_count && i < FP_EVENT_LOOPS_MAX; i++) {
        if (a->loop_ids[i] != b->loop_ids[i]) return 0;
        if (a->loops[i] != b->loops[i]) return a->loops[i] < b->loops[i] ? -1 : 1;
    }
    return 0;
}

fp_op_pair fp_run_pair_of(const fp_run_event *a, const fp_run_event *b) {
    int order = compare_iterations(a, b);
    bool turned = order ? order > 0 : a->op > b->op;
    return turned ? fp_op_pair_of(b->op, a->op) : fp_op_pair_of(a->op, b->op);
}

static fp_run_evidence *noted_before(const struct fp_run *run, uint64_t hash, fp_run_kind kind, fp_op first,
                                     fp_op second, int order) {
    for (fp_map_probe p = fp_map_find(&run->evidence_map, hash); fp_map_next(&p);) {
        fp_run_evidence *old = run->evidence.data[p.value];
        if (old->kind == kind && old->first.op == first && old->second.op == second && old->order == order) return old;
    }
    return NULL;
}

fp_run_evidence *fp_run_note(struct fp_run *run, fp_run_kind kind, const fp_run_event *first,
                             const fp_run_event *second) {
    if (is_breach(kind)) run->result.well_formed = false;
    uint64_t hash = fp_hash_mix(fp_hash_mix(kind, first->op), second->op);
    int order = run->source->warp ? compare_iterations(first, second) : 0;
    fp_run_evidence *evidence = noted_before(run, hash, kind, first->op, second->op, order);
    if (evidence && !evidence->in_warp) return NULL;
    if (!evidence) {
        evidence = fp_arena_room(run->keep, sizeof *evidence, _Alignof(fp_run_evidence), 1);
        fp_map_put(run->scratch, &run->evidence_map, hash, run->evidence.len);
        *FP_PUSH(run->keep, &run->evidence) = evidence;
    }
    *evidence = (fp_run_evidence){ .kind = kind,
                                   .first = *first,
                                   .second = *second,
                                   .order = order,
                                   .object = second->object,
                                   .sync_after_first = fp_run_no_event(),
                                   .sync_before_second = fp_run_no_event() };
    return evidence;
}

void fp_run_turn(fp_run_evidence *e) {
    fp_run_event first = e->first;
    fp_region where = e->first_where;
    bool writes = e->first_writes, async = e->first_async;
    uint16_t thread = e->first_thread;
    e->first = e->second, e->second = first;
    e->first_where = e->where, e->where = where;
    e->first_writes = e->second_writes, e->second_writes = writes;
    e->first_async = e->second_async && !e->second_own,
    e->second_async = async; /* who comes later has not heard of it */
    e->first_own = e->second_own = e->first_shared = false;
    e->first_thread = e->second_thread, e->second_thread = thread;
    e->order = -e->order;
    e->sync_after_first.op = e->sync_before_second.op = FP_NONE; /* they are of the other order */
}
