/* overlap_inputs.c - two accesses that meet for some arguments of the kernel, and for others do not.
 *
 * The model's numbers take the places of the leaves. What is left speaks of thread ids alone, and is decided like any
 * other pair of addresses without symbols.
 */
#include "address/address_guards.h"
#include "address/overlap.h"

struct numbers {
    const fp_model *model;
    int side;
};
static fp_expr number_of(void *context, fp_expr leaf) {
    const struct numbers *n = context;
    int64_t value;
    bool known = fp_overlap_model_value(n->model, n->side, leaf, &value);
    return known ? fp_expr_constant(&n->model->a->exprs, value) : leaf;
}

static fp_problem_side side_in_numbers(struct fp_addresses *a, const fp_model *model, int side) {
    enum { GUARDS_MAX = 64 };
    struct numbers numbers = { model, side };
    fp_substitution in_numbers = { number_of, &numbers, UINT64_MAX };
    fp_problem_side result = model->problem.side[side];
    fp_guard list[GUARDS_MAX];
    fp_guard_set set = a->guard_sets.data[result.guards];
    result.address = fp_expr_substitute(&a->exprs, result.address, &in_numbers);
    if (set.count > GUARDS_MAX) return result;
    for (uint32_t i = 0; i < set.count; i++) {
        list[i] = a->guard_lists.data[set.first + i];
        list[i].node = fp_expr_substitute(&a->exprs, list[i].node, &in_numbers);
    }
    result.guards = fp_address_guards(a, list, set.count);
    return result;
}

/* Do all threads stay inside of the buffer? With inputs that take one out of it, the launch is at fault. `side` is the
 * access in numbers, of which the start of its buffer is 0. */
static bool stays_inside(struct fp_addresses *a, fp_expr address, const fp_problem_side *side, const fp_threads *on) {
    int64_t size;
    fp_expr offset;
    const fp_footprint_info *f = side->footprint;
    if (!fp_overlap_buffer(a, address, &offset, &size)) return true;
    fp_trace_request request = { .node = side->address,
                                 .guards = side->guards,
                                 .segments = a->segments.data + f->first_segment,
                                 .segment_count = f->segment_count,
                                 .width = f->width,
                                 .tile = a->tiles.data[f->tile] };
    return fp_trace_lies_in(a, on, &request, size);
}

bool fp_overlap_meets_for_some(struct fp_addresses *a, const fp_problem *problem, fp_problem *meets) {
    fp_model model;
    if (!problem->meeting.found || problem->inexact || problem->modular) return false;
    if (!fp_overlap_model_of_inputs(&model, a, problem)) return false;
    fp_problem_side sides[2];
    for (int i = 0; i < 2; i++) sides[i] = side_in_numbers(a, &model, i);
    fp_problem in_numbers = {
        .relation = problem->relation, .upper = FP_OVERLAP_DISJOINT, .alike = problem->alike, .certain = true
    };
    for (int i = 0; i < 2; i++) in_numbers.side[i] = sides[i];
    bool executes = true;
    if (!fp_overlap_decide(a, &in_numbers, sides, true, &executes) || !in_numbers.meeting.sure) return false;
    for (int i = 0; i < 2; i++)
        if (!stays_inside(a, problem->side[i].address, &sides[i], in_numbers.meeting.on)) return false;
    *meets = model.problem;
    meets->meeting.sure = true;
    meets->meeting.kind = FP_OVERLAP_CROSS_THREAD;
    meets->meeting.on = in_numbers.meeting.on;
    meets->meeting.shift = in_numbers.meeting.shift;
    meets->one_wave = in_numbers.one_wave;
    for (int i = 0; i < 2; i++) meets->meeting.threads[i] = in_numbers.meeting.threads[i];
    return fp_overlap_model_of_inputs(&model, a, meets); /* with these threads, too */
}
