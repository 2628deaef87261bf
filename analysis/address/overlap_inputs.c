/* overlap_inputs.c - two accesses that meet for some arguments of the kernel, and for others do not.
 *
 * The model's numbers take the places of the leaves. What is left speaks of thread ids alone, and is decided like any
 * other pair of addresses without symbols.
 */
#include "address/address_guards.h"
#include "address/address_resolve.h"
#include "address/expr_build.h"
#include "address/overlap.h"
#include <string.h>

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

static fp_problem_side side_in_numbers(struct fp_addresses *a, const fp_problem_side *side,
                                       const fp_substitution *in_numbers) {
    enum { GUARDS_MAX = 64 };
    fp_problem_side result = *side;
    fp_guard list[GUARDS_MAX];
    fp_guard_set set = a->guard_sets.data[result.guards];
    result.address = fp_expr_substitute(&a->exprs, result.address, in_numbers);
    if (set.count > GUARDS_MAX) return result;
    for (uint32_t i = 0; i < set.count; i++) {
        list[i] = a->guard_lists.data[set.first + i];
        list[i].node = fp_expr_substitute(&a->exprs, list[i].node, in_numbers);
    }
    result.guards = fp_address_guards(a, list, set.count);
    return result;
}

/* Do all threads stay inside of the buffer? With inputs that take one out of it, the launch is at fault. `side` is the
 * access in numbers, of which the start of its buffer is 0. */
static bool stays_inside(struct fp_addresses *a, fp_expr address, const fp_problem_side *side, const fp_threads *on) {
    int64_t size;
    fp_expr offset;
    if (!fp_overlap_buffer(a, address, &offset, &size)) return true;
    fp_trace_request request = fp_trace_request_of(a, side->footprint, side->address, side->guards);
    return fp_trace_lies_in(a, on, &request, size);
}

/* ---- Where nothing is known of the arguments ---- */

enum { GUESSES = 4 };
struct guess {
    struct fp_addresses *a;
    int64_t number;
    fp_assigned assigned[FP_ASSIGNED_MAX];
    uint32_t count; /* one more than there is room for: too many */
};

/* An argument is the number, or the nearest one that it may be; loops stand in their first iteration. */
static void guess_leaf(void *context, fp_expr leaf) {
    struct guess *g = context;
    const fp_expr_info *n = fp_expr_at(&g->a->exprs, leaf);
    if (n->op != FP_EXPR_SYMBOL && n->op != FP_EXPR_ITER && n->op != FP_EXPR_MORE) return;
    for (uint32_t i = 0; i < g->count && i < FP_ASSIGNED_MAX; i++)
        if (g->assigned[i].leaf == leaf) return;
    int64_t value = n->op == FP_EXPR_SYMBOL ? g->number * fp_overlap_multiple(g->a, leaf) : 0;
    value = value < n->low ? n->low : value > n->high ? n->high : value;
    if (g->count < FP_ASSIGNED_MAX) g->assigned[g->count] = (fp_assigned){ .leaf = leaf, .value = value };
    if (g->count <= FP_ASSIGNED_MAX) g->count++;
}

static fp_expr guessed_number(void *context, fp_expr leaf) {
    const struct guess *g = context;
    for (uint32_t i = 0; i < g->count; i++)
        if (g->assigned[i].leaf == leaf) return fp_expr_constant(&g->a->exprs, g->assigned[i].value);
    return leaf;
}

/* One side with the number for its arguments: an access that races with many asks for it again and again. */
static fp_guessed_side guess_side(struct fp_addresses *a, const fp_problem_side *side, int64_t number) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    uint64_t hash = fp_hash_mix(fp_hash_mix((uint64_t)number, side->address), side->guards);
    for (fp_map_probe p = fp_map_find(&state->by_guess, hash); fp_map_next(&p);) {
        const fp_guessed_side *known = &state->guessed.data[p.value];
        if (known->address == side->address && known->guards == side->guards && known->number == number) return *known;
    }
    struct guess g = { .a = a, .number = number };
    fp_guard_set set = a->guard_sets.data[side->guards];
    fp_expr_visit(&a->exprs, side->address, guess_leaf, &g);
    for (uint32_t k = 0; k < set.count; k++)
        fp_expr_visit(&a->exprs, a->guard_lists.data[set.first + k].node, guess_leaf, &g);
    fp_guessed_side made = { .address = side->address, .guards = side->guards, .number = number, .count = g.count };
    if (g.count <= FP_ASSIGNED_MAX) {
        made.in_numbers = side_in_numbers(a, side, &(fp_substitution){ guessed_number, &g, UINT64_MAX });
        made.in_numbers.footprint = NULL;
        made.assigned = fp_arena_copy(a->keep, g.assigned, g.count * sizeof *g.assigned, _Alignof(fp_assigned));
    }
    fp_map_put(a->keep, &state->by_guess, hash, state->guessed.len);
    *FP_PUSH(a->keep, &state->guessed) = made;
    return made;
}

/* False: there are too many. */
static bool assign(fp_problem *problem, const fp_guessed_side *side) {
    if (side->count > FP_ASSIGNED_MAX) return false;
    for (uint32_t k = 0; k < side->count; k++) {
        uint32_t i = 0, count = problem->meeting.assigned_count;
        while (i < count && problem->meeting.assigned[i].leaf != side->assigned[k].leaf) i++;
        if (i == FP_ASSIGNED_MAX) return false;
        if (i == count) problem->meeting.assigned[problem->meeting.assigned_count++] = side->assigned[k];
    }
    return true;
}

/* Takes over which threads meet, and where, from the same problem in numbers. */
static void take_meeting(fp_problem *problem, const fp_problem *in_numbers) {
    problem->meeting.kind = FP_OVERLAP_CROSS_THREAD;
    problem->meeting.on = in_numbers->meeting.on;
    problem->meeting.shift = in_numbers->meeting.shift;
    problem->meeting.peers = in_numbers->meeting.peers;
    memcpy(problem->meeting.threads, in_numbers->meeting.threads, sizeof problem->meeting.threads);
}

typedef enum { GUESS_FAILS, GUESS_MEETS, NOTHING_TO_GUESS } guessed;

/* Which threads meet with these numbers? */
static guessed guess_meets(struct fp_addresses *a, fp_problem *guess, int64_t number) {
    fp_guessed_side sides[2];
    for (int i = 0; i < 2; i++) sides[i] = guess_side(a, &guess->side[i], number);
    if (!assign(guess, &sides[0]) || !assign(guess, &sides[1]) || !guess->meeting.assigned_count)
        return NOTHING_TO_GUESS;
    fp_problem in_numbers = {
        .relation = guess->relation, .upper = FP_OVERLAP_DISJOINT, .alike = guess->alike, .certain = true
    };
    for (int i = 0; i < 2; i++) {
        in_numbers.side[i] = sides[i].in_numbers;
        in_numbers.side[i].footprint = guess->side[i].footprint;
    }
    bool executes = true;
    if (!fp_overlap_decide(a, &in_numbers, in_numbers.side, true, &executes) || !in_numbers.meeting.sure)
        return GUESS_FAILS;
    guess->meeting.found = true;
    take_meeting(guess, &in_numbers);
    return GUESS_MEETS;
}

struct length_search {
    struct fp_addresses *a;
    const fp_problem *meets;
    fp_expr trips;      /* the first trip count found; FP_EXPR_NONE */
    fp_loop_id bounded; /* the first loop found that a symbol bounds; FP_NONE */
    bool others;        /* a symbol bounds no loop around the accesses */
};

static bool is_bounded_by(struct fp_addresses *a, fp_loop_id loop, fp_expr leaf) {
    fp_expr lower, upper;
    if (!fp_address_loop_bounds(a, loop, FP_DEPENDS_OPAQUE | FP_DEPENDS_PER_THREAD, &lower, &upper)) return false;
    return fp_overlap_mentions(a, lower, leaf) || fp_overlap_mentions(a, upper, leaf);
}

static void find_loops(void *context, fp_expr leaf) {
    struct length_search *s = context;
    const fp_expr_info *n = fp_expr_at(&s->a->exprs, leaf);
    if (n->op == FP_EXPR_TRIPS && s->trips == FP_EXPR_NONE) s->trips = leaf;
    if (n->op != FP_EXPR_SYMBOL) return;
    fp_loop_id found = FP_NONE;
    for (int i = 0; i < 2; i++)
        for (fp_loop_id loop = s->meets->side[i].footprint->loop; loop != FP_NONE && found == FP_NONE;
             loop = s->a->loops.data[loop].info.parent)
            if (is_bounded_by(s->a, loop, leaf)) found = loop;
    if (s->bounded == FP_NONE) s->bounded = found;
    s->others |= found == FP_NONE;
}

/* How often the loop runs in the model, by its bounds. */
static bool trips_in_model(struct fp_addresses *a, const fp_model *model, fp_loop_id loop, int64_t *trips) {
    fp_expr bounds[2];
    int64_t values[2], step = a->loops.data[loop].info.step_constant;
    if (!fp_address_loop_bounds(a, loop, FP_DEPENDS_OPAQUE, &bounds[0], &bounds[1])) return false;
    for (int i = 0; i < 2; i++) {
        fp_expr own = fp_iteration_relation_apply(a, model->problem.relation, bounds[i], false);
        if (!fp_expr_value(&a->exprs, own, &model->side[0].assignment, &values[i])) return false;
    }
    *trips = fp_floor_div(values[1] - values[0] + step - 1, step);
    return *trips > 0;
}

/* Do the two hang on nothing but how often loops run? By their addresses, by conditions on what bounds a loop around
 * them: `if i + 1 < n` in a loop up to n. Then *length is such a loop. */
static void find_length(struct fp_addresses *a, const fp_model *model, const fp_problem *meets, fp_length *length) {
    struct length_search search = { .a = a, .meets = meets, .trips = FP_EXPR_NONE, .bounded = FP_NONE };
    for (int i = 0; i < 2; i++) fp_expr_visit(&a->exprs, meets->side[i].address, find_loops, &search);
    length->loop = FP_NONE;
    if (search.trips != FP_EXPR_NONE && search.bounded == FP_NONE && !search.others &&
        fp_overlap_model_value(model, 0, search.trips, &length->trips))
        length->loop = fp_expr_at(&a->exprs, search.trips)->id;
    if (length->loop != FP_NONE) return;
    for (int i = 0; i < 2; i++) {
        fp_guard_set set = a->guard_sets.data[meets->side[i].guards];
        for (uint32_t k = 0; k < set.count; k++)
            fp_expr_visit(&a->exprs, a->guard_lists.data[set.first + k].node, find_loops, &search);
    }
    if (!search.others && search.bounded != FP_NONE && trips_in_model(a, model, search.bounded, &length->trips))
        length->loop = search.bounded;
}

bool fp_overlap_meets_for_some(struct fp_addresses *a, const fp_problem *problem, fp_problem *meets,
                               fp_length *length) {
    fp_model model;
    if (!problem->meeting.found || problem->inexact || problem->modular) return false;
    if (!fp_overlap_model_of_inputs(&model, a, problem)) return false;
    fp_problem_side sides[2];
    for (int i = 0; i < 2; i++) {
        struct numbers numbers = { &model, i };
        sides[i] = side_in_numbers(a, &model.problem.side[i], &(fp_substitution){ number_of, &numbers, UINT64_MAX });
    }
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
    meets->one_wave = in_numbers.one_wave;
    take_meeting(meets, &in_numbers);
    if (!fp_overlap_model_of_inputs(&model, a, meets)) return false; /* with these threads, too */
    find_length(a, &model, meets, length);
    return true;
}

bool fp_overlap_guess_inputs(struct fp_addresses *a, const fp_problem *problem, fp_problem *meets, fp_length *length) {
    if (!a->launch.free_arguments || problem->inexact || problem->modular) return false;
    for (int64_t number = 0; number < GUESSES; number++) {
        fp_problem guess = *problem;
        memset(&guess.meeting, 0, sizeof guess.meeting);
        guessed result = guess_meets(a, &guess, number);
        if (result == NOTHING_TO_GUESS) return false;
        if (result == GUESS_MEETS && fp_overlap_meets_for_some(a, &guess, meets, length)) return true;
    }
    return false;
}
