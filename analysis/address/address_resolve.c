#include "address/address_resolve.h"
#include "address/address_aggregate.h"
#include "address/address_loop.h"
#include "address/address_raw.h"
#include "address/expr_build.h"
#include "address/expr_eval.h"
#include "address/uniformity.h"
#include <assert.h>
#include <string.h>

enum {
    CLOSURE_MAX = 16,           /* carried values simulated together */
    SIMULATED_NODES_MAX = 4096, /* nodes rebuilt by one simulation */
    NESTED_MAX = 64             /* carried values that start from other carried values, and so on */
};

/* ---- Counts ---- */

/* A bound of the loop as a resolved node; FP_EXPR_NONE: not known. */
static fp_expr bound(struct fp_addresses *a, fp_loop_id loop, fp_value value, int64_t constant, bool known) {
    if (known) return fp_expr_constant(&a->exprs, constant);
    return value == FP_NONE ? FP_EXPR_NONE
                            : fp_address_resolve(a, fp_address_value(a, value), a->loops.data[loop].info.parent);
}

/* The trip count as each thread counts for itself, where all it is made of is the thread id: FP_EXPR_NONE otherwise. */
static fp_expr own_count(struct fp_addresses *a, fp_loop_id id, fp_expr lower, fp_expr upper) {
    const fp_loop_info *info = &a->loops.data[id].info;
    if (!info->below_upper || info->threads || info->step_constant <= 0 || !fp_expr_evaluates(&a->exprs, lower) ||
        !fp_expr_evaluates(&a->exprs, upper))
        return FP_EXPR_NONE;
    fp_expr count = fp_expr_ceildiv(&a->exprs, fp_expr_sub(&a->exprs, upper, lower),
                                    fp_expr_constant(&a->exprs, info->step_constant));
    return fp_expr_max(&a->exprs, count, fp_expr_constant(&a->exprs, info->tested_after ? 1 : 0));
}

/* The trip count by the number that the counter starts from; FP_EXPR_NONE: it does not hang on that, or nothing is
 * known of the number. */
static fp_expr count_by_start(struct fp_addresses *a, fp_loop_id id) {
    const fp_loop_info info = a->loops.data[id].info;
    if (!info.trips_from) return FP_EXPR_NONE;
    fp_expr entries[FP_TABLE_MAX], start = fp_address_resolve(a, fp_address_value(a, info.start), info.parent);
    const fp_expr_info *n = fp_expr_at(&a->exprs, start);
    if ((n->depends & FP_DEPENDS_OPAQUE) || n->low < info.start_low || n->high >= info.start_low + info.start_count)
        return FP_EXPR_NONE;
    assert(info.start_count <= FP_TABLE_MAX);
    for (uint32_t i = 0; i < info.start_count; i++) entries[i] = fp_expr_constant(&a->exprs, info.trips_from[i]);
    return fp_expr_table(&a->exprs, entries, info.start_count, info.start_count,
                         fp_expr_offset(&a->exprs, start, -info.start_low));
}

/* Does the head run equally often whenever the loop is entered, although the count is hidden? */
static bool is_count_known(const fp_loop_info *info) {
    return info->heads_most && info->heads_least == info->heads_most;
}

fp_expr fp_address_trips(struct fp_addresses *a, fp_loop_id id) {
    const fp_loop_info *info = &a->loops.data[id].info;
    if (a->loops.data[id].trips) return a->loops.data[id].trips - 1;
    fp_expr trips;
    if (info->trips_min == info->trips_max) {
        trips = fp_expr_constant(&a->exprs, info->trips_min);
    } else if (is_count_known(info)) {
        trips = fp_expr_constant(&a->exprs, info->heads_most - 1);
    } else {
        a->loops.data[id].trips =
            fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, 0, FP_ITERATIONS_MOST, a->loops.data[id].around) +
            1; /* while bounds are made */
        fp_expr lower = bound(a, id, info->lower, info->lower_constant, info->lower_known);
        fp_expr upper = bound(a, id, info->upper, info->upper_constant, info->upper_known);
        info = &a->loops.data[id].info;
        fp_loop_set loops = info->parent == FP_NONE ? 0 : a->loops.data[info->parent].around;
        uint8_t depends = info->uniform ? 0 : FP_DEPENDS_OPAQUE; /* threads may differ */
        if (lower != FP_EXPR_NONE && upper != FP_EXPR_NONE && info->step_known) {
            const fp_expr_info *l = fp_expr_at(&a->exprs, lower), *u = fp_expr_at(&a->exprs, upper);
            if (!((l->depends | u->depends) & FP_DEPENDS_PER_THREAD)) depends = 0;
            loops = fp_loop_set_union(&a->exprs, l->loops, u->loops);
        }
        int64_t most = fp_address_most_iterations(info);
        fp_expr own = depends && info->step_known && lower != FP_EXPR_NONE && upper != FP_EXPR_NONE
                          ? own_count(a, id, lower, upper)
                          : count_by_start(a, id);
        trips = own != FP_EXPR_NONE
                    ? own
                    : fp_expr_leaf(&a->exprs, (fp_leaf){ .op = depends ? FP_EXPR_OPAQUE : FP_EXPR_TRIPS,
                                                         .id = depends ? UINT32_MAX - ++a->exprs.fresh : id,
                                                         .low = info->trips_min,
                                                         .high = most,
                                                         .loops = loops });
    }
    a->loops.data[id].trips = trips + 1;
    return trips;
}

bool fp_address_loop_bounds(struct fp_addresses *a, fp_loop_id id, uint8_t without, fp_expr *lower, fp_expr *upper) {
    const fp_loop_info info = a->loops.data[id].info;
    if (!info.step_known || info.step_constant <= 0 || info.threads) return false;
    if ((!info.lower_known && info.lower == FP_NONE) || (!info.upper_known && info.upper == FP_NONE)) return false;
    *lower = info.lower_known ? fp_expr_constant(&a->exprs, info.lower_constant)
                              : fp_address_resolve(a, fp_address_value(a, info.lower), info.parent);
    *upper = info.upper_known ? fp_expr_constant(&a->exprs, info.upper_constant)
                              : fp_address_resolve(a, fp_address_value(a, info.upper), info.parent);
    return !((fp_expr_at(&a->exprs, *lower)->depends | fp_expr_at(&a->exprs, *upper)->depends) & without);
}

static fp_expr make_runs(struct fp_addresses *a, fp_loop_id loop) {
    fp_expr lower, upper;
    const fp_loop_info info = a->loops.data[loop].info;
    if (!fp_address_loop_bounds(a, loop, FP_DEPENDS_OPAQUE, &lower, &upper)) return FP_EXPR_NONE;
    a->loops.data[loop].bound_leaves = fp_expr_at(&a->exprs, lower)->leaves | fp_expr_at(&a->exprs, upper)->leaves;
    fp_expr iteration = a->loops.data[loop].iteration;
    fp_expr runs = fp_expr_less(
        &a->exprs, fp_expr_add(&a->exprs, lower, fp_expr_scale(&a->exprs, iteration, info.step_constant)), upper);
    return info.tested_after
               ? fp_expr_select(&a->exprs, fp_expr_equal(&a->exprs, iteration, 0), fp_expr_constant(&a->exprs, 1), runs)
               : runs;
}

fp_expr fp_address_iteration_runs(struct fp_addresses *a, fp_loop_id loop) {
    if (a->loops.data[loop].runs == 0) {
        fp_expr made = make_runs(a, loop);
        a->loops.data[loop].runs = made == FP_EXPR_NONE ? 1 : made + 2;
    }
    return a->loops.data[loop].runs == 1 ? FP_EXPR_NONE : a->loops.data[loop].runs - 2;
}

fp_expr fp_address_bound_trips(struct fp_addresses *a, fp_loop_id id) {
    const fp_loop_info *info = &a->loops.data[id].info;
    if (!info->step_known || info->step_constant != 1 || info->tested_after || info->threads) return FP_EXPR_NONE;
    fp_expr lower = bound(a, id, info->lower, info->lower_constant, info->lower_known);
    info = &a->loops.data[id].info;
    fp_expr upper = bound(a, id, info->upper, info->upper_constant, info->upper_known);
    if (lower == FP_EXPR_NONE || upper == FP_EXPR_NONE) return FP_EXPR_NONE;
    const fp_expr_info *l = fp_expr_at(&a->exprs, lower), *u = fp_expr_at(&a->exprs, upper);
    if (((l->depends | u->depends) & FP_DEPENDS_PER_THREAD) || l->loops || u->loops) return FP_EXPR_NONE;
    return fp_expr_sub(&a->exprs, upper, lower);
}

/* Executions of the head before the one in which the loop is left: the trip count when the test comes before the end
 * of the body, one less when it comes with the jump back. */
static fp_expr exit_of(struct fp_addresses *a, fp_loop_id id) {
    if (a->loops.data[id].exit) return a->loops.data[id].exit - 1;
    const fp_loop_info *info = &a->loops.data[id].info;
    uint32_t leaving = 0;
    bool uniform = true;
    for (uint32_t i = 0; i < info->block_count; i++) {
        fp_op last = a->ir->blocks[info->blocks[i]].last;
        bool leaves = false;
        for (uint32_t k = 0; last != FP_NONE && k < a->ir->ops[last].successor_count; k++) {
            fp_block to = a->ir->successors[a->ir->ops[last].first_successor + k].block;
            if (to == FP_NONE || !fp_address_loop_encloses(a, id, fp_address_loop_of_block(a, to))) leaves = true;
        }
        if (!leaves) continue;
        leaving++;
        const fp_use *condition =
            a->ir->ops[last].info ? fp_ir_operand(a->ir, last, a->ir->ops[last].info->condition) : NULL;
        if (!condition || fp_address_value_uniformity(a, condition->value).among > FP_UNIFORM_WORKGROUP)
            uniform = false;
    }
    fp_expr exit;
    bool single = info->block_count == 0 || (leaving == 1 && (uniform || info->trips_min == info->trips_max));
    if (single) {
        exit = fp_expr_offset(&a->exprs, fp_address_trips(a, id), info->tested_after ? -1 : 0);
    } else {
        fp_loop_set loops = info->parent == FP_NONE ? 0 : a->loops.data[info->parent].around;
        exit = fp_expr_leaf(&a->exprs, (fp_leaf){ .op = uniform ? FP_EXPR_EXIT : FP_EXPR_OPAQUE,
                                                  .id = uniform ? id : UINT32_MAX - ++a->exprs.fresh,
                                                  .high = FP_ITERATIONS_MOST,
                                                  .loops = loops });
    }
    a->loops.data[id].exit = exit + 1;
    return exit;
}

/* ---- Carried values ---- */

/* Replaces CARRIED leaves of some loops by their forms. */
struct expansion {
    struct fp_addresses *a;
    fp_loop_id use;    /* innermost loop where the result is used, FP_NONE */
    fp_loop_id within; /* only loops strictly inside of this one; FP_NONE: all */
    struct {
        fp_expr leaf, form;
    } found[NESTED_MAX];
    uint32_t count;
    bool overflow;
    fp_loop_id start; /* leaves of loops around this one whose forms are being made stay as they are; FP_NONE: none */
};

static bool wanted(const struct expansion *e, fp_loop_id loop) {
    if (e->start != FP_NONE && loop != e->start && e->a->loops.data[loop].busy &&
        fp_address_loop_encloses(e->a, loop, e->start))
        return false;
    return e->within == FP_NONE || (loop != e->within && fp_address_loop_encloses(e->a, e->within, loop));
}

static void collect_carried(void *context, fp_expr leaf) {
    struct expansion *e = context;
    const fp_expr_info *n = fp_expr_at(&e->a->exprs, leaf);
    if (n->op != FP_EXPR_CARRIED || !wanted(e, n->id)) return;
    if (e->count == NESTED_MAX)
        e->overflow = true;
    else
        e->found[e->count++].leaf = leaf;
}

static fp_expr replace_carried(void *context, fp_expr leaf) {
    struct expansion *e = context;
    for (uint32_t i = 0; i < e->count; i++)
        if (e->found[i].leaf == leaf) return e->found[i].form;
    return leaf;
}

/* Executions of heads: iterations of the loops around the use, the last one of the others. */
static fp_expr replace_head(void *context, fp_expr leaf) {
    struct expansion *e = context;
    const fp_expr_info *n = fp_expr_at(&e->a->exprs, leaf);
    if (n->op != FP_EXPR_ITER || n->instance != FP_INSTANCE_HEAD || !wanted(e, n->id)) return leaf;
    for (uint32_t i = 0; i < e->count; i++)
        if (e->found[i].leaf == leaf) return e->found[i].form;
    return leaf;
}

static void collect_heads(void *context, fp_expr leaf) {
    struct expansion *e = context;
    const fp_expr_info *n = fp_expr_at(&e->a->exprs, leaf);
    if (n->op != FP_EXPR_ITER || n->instance != FP_INSTANCE_HEAD || !wanted(e, n->id)) return;
    if (e->count == NESTED_MAX)
        e->overflow = true;
    else
        e->found[e->count++].leaf = leaf;
}

static fp_expr carried_form(struct fp_addresses *a, fp_loop_id loop, uint32_t slot);

static fp_expr expand(struct fp_addresses *a, fp_expr node, fp_loop_id use, fp_loop_id within, fp_loop_id start) {
    struct expansion *e = FP_NEW(a->keep, struct expansion, 1);
    e->a = a;
    e->use = use;
    e->within = within;
    e->start = start;
    for (uint32_t round = 0; round < NESTED_MAX; round++) { /* a form may start from values carried by another loop */
        if (!(fp_expr_at(&a->exprs, node)->depends & FP_DEPENDS_CARRIED)) break;
        e->count = 0;
        e->overflow = false;
        fp_expr_visit(&a->exprs, node, collect_carried, e);
        if (e->count == 0) break;
        for (uint32_t i = 0; i < e->count; i++) {
            fp_expr_info leaf = *fp_expr_at(&a->exprs, e->found[i].leaf);
            e->found[i].form = carried_form(a, leaf.id, leaf.instance);
        }
        node = fp_expr_substitute(&a->exprs, node, &(fp_substitution){ replace_carried, e, UINT64_MAX });
    }
    const fp_expr_info *n = fp_expr_at(&a->exprs, node);
    if (within == FP_NONE && start == FP_NONE && (n->depends & FP_DEPENDS_CARRIED))
        return fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, n->low, n->high, n->loops);
    for (uint32_t round = 0; round < NESTED_MAX;
         round++) { /* the trip count of an inner loop may speak of an outer one's */
        e->count = 0;
        e->overflow = false;
        fp_expr_visit(&a->exprs, node, collect_heads, e);
        if (e->count == 0) break;
        for (uint32_t i = 0; i < e->count; i++) {
            fp_loop_id id = fp_expr_at(&a->exprs, e->found[i].leaf)->id;
            e->found[i].form = fp_address_loop_encloses(a, id, use) ? a->loops.data[id].iteration : exit_of(a, id);
        }
        node = fp_expr_substitute(&a->exprs, node, &(fp_substitution){ replace_head, e, UINT64_MAX });
    }
    return node;
}

/* Is some loop of the set left by some threads before others? Once per branch of a set: sets of loops in a row share
 * most of theirs. */
static bool any_left_apart(struct fp_addresses *a, fp_loop_set set) {
    enum { NOT_ASKED, TOGETHER, APART };
    if (set == 0) return false;
    while (a->left_apart.len <= set) *FP_PUSH(a->keep, &a->left_apart) = NOT_ASKED;
    if (a->left_apart.data[set] != NOT_ASKED) return a->left_apart.data[set] == APART;
    fp_loop_branch branch = a->exprs.loop_sets.data[set];
    bool apart = branch.bit == 0 && (fp_expr_at(&a->exprs, exit_of(a, branch.prefix))->depends & FP_DEPENDS_PER_THREAD);
    if (branch.bit) {
        apart = any_left_apart(a, branch.without);
        apart |= any_left_apart(a, branch.with);
    }
    a->left_apart.data[set] = apart ? APART : TOGETHER;
    return apart;
}

/* A symbol whose value in the last iteration is used behind the loop is the same for all threads only when they all
 * leave it together. */
struct leaving {
    struct fp_addresses *a;
    fp_loop_id use;
};
static fp_expr replace_left(void *context, fp_expr leaf) {
    struct leaving *l = context;
    fp_expr_info n = *fp_expr_at(&l->a->exprs, leaf);
    if (n.op != FP_EXPR_SYMBOL || !any_left_apart(l->a, n.loops)) return leaf;
    FP_FOR_LOOPS(loop, &l->a->exprs, n.loops)
    if (!fp_address_loop_encloses(l->a, loop, l->use) &&
        (fp_expr_at(&l->a->exprs, exit_of(l->a, loop))->depends & FP_DEPENDS_PER_THREAD)) {
        fp_leaf differs = fp_leaf_of(&n);
        differs.op = FP_EXPR_OPAQUE;
        return fp_expr_leaf(&l->a->exprs, differs);
    }
    return leaf;
}

static bool loops_within(const struct fp_addresses *a, fp_loop_set loops, fp_loop_id use) {
    FP_FOR_LOOPS(loop, &a->exprs, loops)
    if (!fp_address_loop_encloses(a, loop, use)) return false;
    return true;
}

fp_expr fp_address_resolve(struct fp_addresses *a, fp_expr node, fp_loop_id loop) {
    if (fp_expr_at(&a->exprs, node)->loops == 0) return node;
    node = expand(a, node, loop, FP_NONE, FP_NONE);
    if (loops_within(a, fp_expr_at(&a->exprs, node)->loops, loop)) return node;
    struct leaving left = { a, loop };
    (void)any_left_apart(a, fp_expr_at(&a->exprs, node)->loops); /* first: a substitution must not start another */
    return fp_expr_substitute(&a->exprs, node, &(fp_substitution){ replace_left, &left, UINT64_MAX });
}

struct put_in {
    fp_expr iteration, becomes;
};
static fp_expr put_in(void *context, fp_expr leaf) {
    const struct put_in *p = context;
    return leaf == p->iteration ? p->becomes : leaf;
}

fp_expr fp_address_in_iteration(struct fp_addresses *a, fp_expr node, fp_loop_id loop, fp_expr iteration) {
    struct put_in put = { a->loops.data[loop].iteration, iteration };
    return fp_expr_substitute(&a->exprs, node, &(fp_substitution){ put_in, &put, UINT64_MAX });
}

static fp_expr make_reached(struct fp_addresses *a, fp_loop_id loop) {
    struct fp_exprs *exprs = &a->exprs;
    const fp_loop_info info = a->loops.data[loop].info;
    if (info.test == FP_NONE || info.threads || (info.trips_min == info.trips_max && !info.hidden)) return FP_EXPR_NONE;
    fp_expr test = fp_address_resolve(a, fp_address_value(a, info.test), loop), at = a->loops.data[loop].iteration;
    const fp_expr_info *n = fp_expr_at(exprs, test);
    if ((n->depends & FP_DEPENDS_OPAQUE) || n->low < 0 || n->high > 1) return FP_EXPR_NONE;
    if (!info.goes_on_if) test = fp_expr_sub(exprs, fp_expr_constant(exprs, 1), test);
    if (!info.hidden && !info.tested_after) return test;
    fp_expr before = fp_expr_max(exprs, fp_expr_offset(exprs, at, -1), fp_expr_constant(exprs, 0));
    test = fp_address_in_iteration(a, test, loop, before);
    return fp_expr_select(exprs, fp_expr_equal(exprs, at, 0), fp_expr_constant(exprs, 1), test);
}

fp_expr fp_address_iteration_reached(struct fp_addresses *a, fp_loop_id loop) {
    if (a->loops.data[loop].reached == 0) {
        fp_expr made = make_reached(a, loop);
        a->loops.data[loop].reached = made == FP_EXPR_NONE ? 1 : made + 2;
    }
    return a->loops.data[loop].reached == 1 ? FP_EXPR_NONE : a->loops.data[loop].reached - 2;
}

/* One run of the loop's carried values: the slots that slot `wanted` depends on, what they become, and their values
 * so far. */
struct simulation {
    struct fp_addresses *a;
    fp_loop_id loop;
    uint32_t slots[CLOSURE_MAX], count;
    fp_expr next[CLOSURE_MAX];
    fp_expr states[FP_TABLE_MAX][CLOSURE_MAX];
    uint32_t step;
    bool too_wide, iteration; /* more slots than fit; `next` speaks of the iteration */
};

static uint32_t slot_of(const struct simulation *s, uint32_t slot) {
    uint32_t i = 0;
    while (i < s->count && s->slots[i] != slot) i++;
    return i;
}

static void collect_slots(void *context, fp_expr leaf) {
    struct simulation *s = context;
    const fp_expr_info *n = fp_expr_at(&s->a->exprs, leaf);
    if (n->op == FP_EXPR_ITER && n->id == s->loop)
        s->iteration = true;
    else if (n->op != FP_EXPR_CARRIED && fp_loop_set_has(&s->a->exprs, n->loops, s->loop))
        s->too_wide = true; /* another value in each iteration */
    if (n->op != FP_EXPR_CARRIED || n->id != s->loop || slot_of(s, n->instance) < s->count) return;
    if (s->count == CLOSURE_MAX)
        s->too_wide = true;
    else
        s->slots[s->count++] = n->instance;
}

static fp_expr replace_state(void *context, fp_expr leaf) {
    struct simulation *s = context;
    const fp_expr_info *n = fp_expr_at(&s->a->exprs, leaf);
    if (n->op == FP_EXPR_CARRIED && n->id == s->loop) return s->states[s->step][slot_of(s, n->instance)];
    if (n->op == FP_EXPR_ITER && n->id == s->loop) return fp_expr_constant(&s->a->exprs, s->step);
    return leaf;
}

/* What is put into the slot: with `values` the yields, its next value in terms of this iteration's slots; with the
 * inits, its first value. */
static fp_expr handed_on(struct fp_addresses *a, fp_loop_id loop, uint32_t slot, const fp_use *values) {
    uint32_t count = a->loops.data[loop].info.yield_count;
    if (slot < count) return fp_address_value(a, values[slot].value);
    fp_carried_part part = a->loops.data[loop].parts.data[slot - count];
    return fp_address_part(a, values[part.slot].value, &part);
}

static fp_expr next_of(struct fp_addresses *a, fp_loop_id loop, uint32_t slot) {
    return expand(a, handed_on(a, loop, slot, a->loops.data[loop].info.yields), loop, loop, FP_NONE);
}

static fp_expr init_of(struct fp_addresses *a, fp_loop_id loop, uint32_t slot) {
    return handed_on(a, loop, slot, a->loops.data[loop].info.inits);
}

/* The same with the forms of what other loops carry. Of loops around whose forms are being made, these stay leaves. */
static fp_expr start_of(struct fp_addresses *a, fp_loop_id loop, uint32_t slot) {
    return expand(a, init_of(a, loop, slot), a->loops.data[loop].info.parent, FP_NONE, loop);
}

/* init + delta * head, when each iteration adds what does not change in the loop. */
static bool recurrence(struct fp_addresses *a, fp_loop_id loop, uint32_t slot, fp_expr next, fp_expr init,
                       fp_expr *form) {
    struct fp_exprs *s = &a->exprs;
    fp_expr_info n = *fp_expr_at(s, next);
    uint8_t width = n.op == FP_EXPR_WRAP ? n.width : 0;
    fp_expr delta = fp_expr_sub(s, width ? fp_expr_terms(s, next)->node : next, fp_address_carried(a, loop, slot));
    if (fp_loop_set_has(s, fp_expr_at(s, delta)->loops, loop)) return false;
    *form = fp_expr_add(s, init, fp_expr_mul(s, delta, a->loops.data[loop].head));
    if (width) *form = fp_expr_wrap(s, *form, width);
    return true;
}

/* A table over the head's executions: until a state comes again, or as long as the loop runs. */
static bool simulate(struct simulation *s, fp_expr *form) {
    struct fp_addresses *a = s->a;
    const fp_loop_info *info = &a->loops.data[s->loop].info;
    int64_t heads = info->trips_max >= 0 ? info->trips_max + 1 : info->heads_most;
    uint32_t entries = 0, prefix = 0, most = heads > 0 && heads <= FP_TABLE_MAX ? (uint32_t)heads : FP_TABLE_MAX;
    uint64_t start = a->exprs.substituted;
    for (s->step = 0; s->step < most && entries == 0; s->step++) {
        for (uint32_t before = 0; before < s->step && !s->iteration && entries == 0; before++)
            if (!memcmp(s->states[before], s->states[s->step], s->count * sizeof(fp_expr)))
                entries = s->step, prefix = before;
        if (entries || s->step + 1 == most) break;
        if (a->exprs.substituted - start > SIMULATED_NODES_MAX) return false;
        for (uint32_t i = 0; i < s->count; i++)
            s->states[s->step + 1][i] =
                fp_expr_substitute(&a->exprs, s->next[i], &(fp_substitution){ replace_state, s, UINT64_MAX });
    }
    if (entries == 0) {
        if (heads <= 0 || heads > FP_TABLE_MAX) return false;
        entries = prefix = most;
    }
    fp_expr column[FP_TABLE_MAX];
    for (uint32_t i = 0; i < entries; i++) column[i] = s->states[i][0];
    *form = fp_expr_table(&a->exprs, column, entries, prefix, a->loops.data[s->loop].head);
    return true;
}

/* A value that is made anew in each iteration for the next one, as the view of a ring's next slot is: what the
 * iteration before would have made. */
struct shift {
    struct fp_addresses *a;
    fp_loop_id loop;
    fp_expr by;
    bool fits;
};

static void check_shift(void *context, fp_expr leaf) {
    struct shift *s = context;
    const fp_expr_info *n = fp_expr_at(&s->a->exprs, leaf);
    bool iterates = n->op == FP_EXPR_ITER && n->id == s->loop;
    if (!iterates && fp_loop_set_has(&s->a->exprs, n->loops, s->loop)) s->fits = false;
}

static fp_expr replace_iteration(void *context, fp_expr leaf) {
    struct shift *s = context;
    const fp_expr_info *n = fp_expr_at(&s->a->exprs, leaf);
    return n->op == FP_EXPR_ITER && n->id == s->loop ? s->by : leaf;
}

static bool delayed(struct fp_addresses *a, fp_loop_id loop, fp_expr next, fp_expr init, fp_expr *form) {
    struct shift s = { a, loop, fp_expr_constant(&a->exprs, -1), true };
    fp_expr_visit(&a->exprs, next, check_shift, &s);
    if (!s.fits || fp_expr_substitute(&a->exprs, next, &(fp_substitution){ replace_iteration, &s, UINT64_MAX }) != init)
        return false;
    s.by = fp_expr_offset(&a->exprs, a->loops.data[loop].head, -1);
    *form = fp_expr_substitute(&a->exprs, next, &(fp_substitution){ replace_iteration, &s, UINT64_MAX });
    return true;
}

static fp_expr carried_leaf(struct fp_addresses *a, fp_loop_id loop, uint32_t slot) {
    uint32_t values = a->loops.data[loop].info.yield_count;
    if (slot >= values) {
        const fp_expr_info *leaf = fp_expr_at(&a->exprs, a->loops.data[loop].parts.data[slot - values].leaf);
        return fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, leaf->low, leaf->high, leaf->loops);
    }
    return fp_address_leaf(a, a->ir->blocks[a->loops.data[loop].info.body].first_arg + a->loops.data[loop].first_slot +
                                  slot);
}

static fp_expr make_form(struct fp_addresses *a, fp_loop_id loop, uint32_t slot) {
    fp_expr init = init_of(a, loop, slot), form;
    fp_expr next = next_of(a, loop, slot);
    if (next == fp_address_carried(a, loop, slot)) return init;
    if (fp_expr_at(&a->exprs, next)->low <= -FP_FAR && fp_expr_at(&a->exprs, next)->op == FP_EXPR_OPAQUE)
        return carried_leaf(a, loop, slot);
    if (recurrence(a, loop, slot, next, init, &form) || delayed(a, loop, next, init, &form)) return form;
    struct simulation *s = FP_NEW(a->keep, struct simulation, 1);
    s->a = a;
    s->loop = loop;
    s->slots[s->count++] = slot;
    for (uint32_t i = 0; i < s->count && !s->too_wide; i++) {
        s->next[i] = next_of(a, loop, s->slots[i]);
        /* what carries on an outer loop's value starts from its numbers: their range tells when the states repeat */
        s->states[0][i] = start_of(a, loop, s->slots[i]);
        fp_expr_visit(&a->exprs, s->next[i], collect_slots, s);
    }
    if (!s->too_wide && simulate(s, &form)) return form;
    return carried_leaf(a, loop, slot);
}

static fp_expr *form_place(fp_loop_state *l, uint32_t slot) {
    uint32_t values = l->info.yield_count;
    assert(slot < values + l->parts.len);
    return slot < values ? &l->carried[slot] : &l->parts.data[slot - values].form;
}

static fp_expr known_form(struct fp_addresses *a, fp_loop_id loop, uint32_t slot) {
    return *form_place(&a->loops.data[loop], slot);
}

/* A loop around may hand on what this one leaves. Its form is made of this one's and is made first, since this one's
 * starts from it. */
static void ask_around(struct fp_addresses *a, fp_loop_id loop) {
    if (a->loops.data[loop].starting) return;
    a->loops.data[loop].starting = true;
    for (uint32_t i = 0; i < a->loops.data[loop].info.yield_count && i < CLOSURE_MAX; i++) (void)start_of(a, loop, i);
    a->loops.data[loop].starting = false;
}

/* Forms that were made for the form of a loop around start from leaves of that loop; its numbers may tell more. */
static void forget_open_forms(struct fp_addresses *a) {
    for (uint32_t i = 0; i < a->open_forms.len; i++)
        *form_place(&a->loops.data[a->open_forms.data[i].loop], a->open_forms.data[i].slot) = 0;
    a->open_forms.len = 0;
}

static fp_expr carried_form(struct fp_addresses *a, fp_loop_id loop, uint32_t slot) {
    fp_loop_state *l = &a->loops.data[loop];
    if (known_form(a, loop, slot)) return known_form(a, loop, slot) - 1;
    if (l->busy) return carried_leaf(a, loop, slot); /* a cycle through another loop */
    ask_around(a, loop);
    if (known_form(a, loop, slot)) return known_form(a, loop, slot) - 1;
    l = &a->loops.data[loop];
    l->busy = true;
    a->busy_loops++;
    fp_expr form = make_form(a, loop, slot);
    l = &a->loops.data[loop];
    *form_place(l, slot) = form + 1;
    l->busy = false;
    if (--a->busy_loops > 0)
        *FP_PUSH(a->keep, &a->open_forms) = (fp_open_form){ loop, slot };
    else
        forget_open_forms(a);
    return form;
}
