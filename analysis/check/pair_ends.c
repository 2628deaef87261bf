#include "check/pair_ends.h"

/* The counter of the producer, which may run in a callee. */
static fp_counter counter_of(const fp_pair_ends *e) {
    if (e->p.access == FP_NONE) return FP_COUNTER_NONE;
    return e->p.kernel->classes.data[e->p.kernel->accesses.data[e->p.access].klass].counter;
}

/* A copy that an object in memory completes is ordered by the wait on that object alone: it lacks no barrier
 * besides. */
static bool is_completed_by_object(const fp_pair_ends *e) { return counter_of(e) == FP_COUNTER_MBARRIER; }

bool fp_pair_is_waited_for(const fp_pair_ends *e) {
    return e->pair->from_flight && e->pair->landed && counter_of(e) != FP_COUNTER_NONE;
}

fp_cause fp_pair_cause(const struct fp_kernel *kernel, const fp_pair_ends *e) {
    const fp_pair *pair = e->pair;
    if (pair->from_flight && is_completed_by_object(e)) return FP_CAUSE_ASYNC;
    if (fp_pair_is_waited_for(e)) return FP_CAUSE_BARRIER;
    /* The pass that has yet to place barriers places no waits. */
    if (fp_stage_awaits_membar(kernel->stage) && pair->same_thread_async && counter_of(e) != FP_COUNTER_NONE)
        return FP_CAUSE_ASYNC;
    if (pair->even_performed) return FP_CAUSE_BARRIER;
    return pair->from_flight ? FP_CAUSE_ASYNC : FP_CAUSE_FENCE;
}

/* The kernel's own op at which a member runs; FP_NONE: it runs in a callee. */
static fp_op own_op(const struct fp_kernel *kernel, const fp_member_place *place) {
    return place->access != FP_NONE && place->kernel == kernel ? kernel->accesses.data[place->access].op : FP_NONE;
}

/* Does the run know that the pair lacks no fence? It does where it has had accesses in flight, but never within a wave,
 * whose threads it takes to do everything together. */
static bool lacks_no_fence(const struct fp_decided *decided, const fp_pair_ends *e, fp_op p, fp_op c) {
    return decided->landed && e->pair->answer.overlap > FP_OVERLAP_SAME_WAVE && !fp_decided_races(decided, p, c);
}

fp_decided_pair fp_pair_said_by_run(const struct fp_kernel *kernel, const fp_pair_ends *e) {
    fp_op p = own_op(kernel, &e->p), c = own_op(kernel, &e->c);
    const struct fp_decided *decided = kernel->decided ? kernel->decided : kernel->given_up;
    if (p == FP_NONE || c == FP_NONE || !decided) return FP_DECIDED_NOT;
    fp_decided_pair says = fp_decided_pair_of(decided, p, c);
    fp_cause cause = fp_pair_cause(kernel, e);
    bool other_wait = says == FP_DECIDED_HIDDEN && cause == FP_CAUSE_ASYNC; /* only its own object tells of a copy */
    if (other_wait || (cause == FP_CAUSE_FENCE && !lacks_no_fence(decided, e, p, c))) return FP_DECIDED_NOT;
    return says;
}

bool fp_pair_races_in_run(const struct fp_kernel *kernel, const fp_pair_ends *e) {
    fp_op p = own_op(kernel, &e->p), c = own_op(kernel, &e->c);
    return p != FP_NONE && c != FP_NONE && fp_decided_races(kernel->decided, p, c);
}

/* Has the run come to both, and known the bytes of both? */
static bool both_ran(const struct fp_kernel *kernel, const fp_pair_ends *e) {
    fp_op p = own_op(kernel, &e->p), c = own_op(kernel, &e->c);
    const uint8_t *ran = kernel->decided->ran;
    return p != FP_NONE && c != FP_NONE && ran && ran[p] && ran[c] && !fp_decided_doubts(kernel->decided, p, c);
}

bool fp_pair_is_run_elsewhere(const struct fp_kernel *kernel, const fp_pair_ends *e, fp_decided_pair said) {
    if (!kernel->is_run) return false;
    if (kernel->decided && is_completed_by_object(e) && both_ran(kernel, e)) return true;
    return said == FP_DECIDED_ORDERED;
}

bool fp_pair_is_in_step(const struct fp_kernel *kernel, const fp_pair_ends *e) {
    fp_op p = own_op(kernel, &e->p), c = own_op(kernel, &e->c);
    const struct fp_decided *decided = kernel->decided;
    if (p == FP_NONE || c == FP_NONE || !decided) return false;
    bool at_once =
        decided->by_all && decided->by_all[p] && decided->by_all[c] &&
        fp_pair_cause(kernel, e) != FP_CAUSE_FENCE; /* some waves alone may have waited at an extra barrier */
    return at_once || fp_decided_races(decided, p, c);
}

bool fp_pair_is_run_in_order(const struct fp_kernel *kernel, const fp_pair_ends *e) {
    fp_op p = own_op(kernel, &e->p), c = own_op(kernel, &e->c);
    if (p == FP_NONE || c == FP_NONE || e->pair->answer.overlap <= FP_OVERLAP_SAME_WAVE) return false;
    return fp_decided_in_order(kernel->decided, p, c);
}

bool fp_pair_is_left_to_lanes(const struct fp_kernel *kernel, const fp_pair_ends *e, fp_overlap_answer *answer) {
    fp_op p = own_op(kernel, &e->p), c = own_op(kernel, &e->c);
    if (fp_pair_cause(kernel, e) != FP_CAUSE_FENCE || !fp_decided_by_lanes(kernel->decided, p, c)) return false;
    *answer = (fp_overlap_answer){ .overlap = FP_OVERLAP_SAME_WAVE, .decided = FP_DECISION_THREADS };
    return true;
}
