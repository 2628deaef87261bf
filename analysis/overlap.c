/* overlap.c - fp_overlap_find: from two footprints and what lies between them to an answer. */
#include "overlap.h"

struct fp_overlap_state *fp_overlap_state(struct fp_addresses *a) {
    if (!a->overlap) a->overlap = FP_NEW(a->keep, struct fp_overlap_state, 1);
    return a->overlap;
}

static fp_problem problem_of(struct fp_addresses *a, const fp_footprint_info *p, const fp_footprint_info *q, fp_relation relation, bool tuples) {
    fp_problem problem = { .relation = relation, .upper = FP_OVERLAP_DISJOINT, .all_sure = true };
    const fp_footprint_info *both[2] = { p, q };
    for (int i = 0; i < 2; i++) {
        problem.side[i].footprint = both[i];
        problem.side[i].address = fp_relation_apply(a, relation, tuples ? both[i]->tuple : both[i]->address, i == 1);
        problem.side[i].guards = fp_relation_guards(a, relation, both[i]->guards, i == 1);
        problem.inexact |= both[i]->inexact;
        problem.modular |= both[i]->modular && !tuples;
    }
    problem.certain = !problem.inexact;
    return problem;
}

/* Index by index, on one buffer whose strides are not known: its elements meet only where all indices do. */
static bool tuples_prove(struct fp_addresses *a, const fp_footprint_info *p, const fp_footprint_info *q, fp_relation relation, fp_overlap *upper) {
    if (p->tuple == FP_NODE_NONE || q->tuple == FP_NODE_NONE || p->tuple_of != q->tuple_of) return false;
    if (relation && fp_address_loops_of_value(a, p->tuple_of)) return false;
    fp_problem problem = problem_of(a, p, q, relation, true);
    if (!fp_overlap_apart(a, &problem)) fp_overlap_cases(a, &problem);
    *upper = problem.upper;
    return problem.upper < FP_OVERLAP_UNKNOWN;
}

static fp_overlap_answer decide(struct fp_addresses *a, fp_footprint producer, fp_footprint consumer, fp_relation relation) {
    const fp_footprint_info p = a->footprints.data[producer], q = a->footprints.data[consumer];
    fp_problem problem = problem_of(a, &p, &q, relation, false);
    if (fp_overlap_apart(a, &problem)) return (fp_overlap_answer){ FP_OVERLAP_DISJOINT, NULL, problem.decided };
    fp_overlap_cases(a, &problem);
    if (problem.blocked == FP_BLOCKED_BUDGET) a->overruns++;
    if (problem.upper < FP_OVERLAP_UNKNOWN) return (fp_overlap_answer){ problem.upper, NULL, FP_STR("enumeration of the threads") };
    if (fp_overlap_bounds(a, &problem)) return (fp_overlap_answer){ FP_OVERLAP_DISJOINT, NULL, FP_STR("guards bound the bytes") };
    fp_overlap upper;
    if (tuples_prove(a, &p, &q, relation, &upper)) return (fp_overlap_answer){ upper, NULL, FP_STR("indices of one buffer") };
    const fp_witness *witness = fp_overlap_witness(a, &problem);
    if (problem.all_sure && problem.some_sure && problem.meeting.sure && witness)
        return (fp_overlap_answer){ FP_OVERLAP_CROSS_THREAD, witness, FP_STR("enumeration of the threads") };
    return (fp_overlap_answer){ FP_OVERLAP_UNKNOWN, witness, fp_overlap_reason(a, &problem) };
}

fp_overlap_answer fp_overlap_find(struct fp_addresses *a, fp_footprint producer, fp_footprint consumer, fp_iterations iterations) {
    if (!producer || !consumer) return (fp_overlap_answer){ FP_OVERLAP_UNKNOWN, NULL, FP_STR("address not known") };
    struct fp_overlap_state *state = fp_overlap_state(a);
    fp_relation relation;
    if (!fp_relation_find(a, &a->footprints.data[producer], &a->footprints.data[consumer], iterations, &relation))
        return (fp_overlap_answer){ FP_OVERLAP_DISJOINT, NULL, FP_STR("the loop does not run that often") };
    uint64_t hash = fp_hash_mix((uint64_t)producer << 32 | consumer, relation);
    for (fp_map_probe p = fp_map_find(&state->by_question, hash); fp_map_next(&p);) {
        const fp_overlap_known *k = &state->answers.data[p.value];
        if (k->side[0] == producer && k->side[1] == consumer && k->relation == relation) return k->answer;
    }
    a->misses++;
    fp_overlap_known known = { { producer, consumer }, relation, decide(a, producer, consumer, relation) };
    fp_map_put(a->keep, &state->by_question, hash, state->answers.len);
    *FP_PUSH(a->keep, &state->answers) = known;
    return known.answer;
}
