/* rounds.c - conditions that hold in all iterations of a loop but the first or the last one, or in that one. */
#include "address/address_guards.h"
#include "address/address_raw.h"
#include "address/address_resolve.h"
#include "address/expr_build.h"

/* Some iteration of the loop from `low` to `high`. */
static fp_expr between(struct fp_addresses *a, fp_loop_id loop, int64_t low, int64_t high) {
    fp_leaf some = fp_leaf_of(fp_expr_at(&a->exprs, a->loops.data[loop].iteration));
    if (low == high) return fp_expr_constant(&a->exprs, low);
    some.low = low, some.high = high;
    return fp_expr_leaf(&a->exprs, some);
}

/* Which iteration that is, or one of which; FP_EXPR_NONE: there is none, or how often the loop runs does not tell. */
static fp_expr iteration_of(struct fp_addresses *a, fp_loop_id loop, fp_round round) {
    const fp_loop_info *info = &a->loops.data[loop].info;
    const fp_expr_info *n = fp_expr_at(&a->exprs, a->loops.data[loop].iteration);
    int64_t trips = info->trips_min == info->trips_max ? info->trips_max : -1, high = trips > 0 ? trips - 1 : n->high;
    fp_expr by_bounds = trips >= 0 ? FP_EXPR_NONE : fp_address_bound_trips(a, loop);
    switch (round) {
    case FP_ROUND_FIRST: return fp_expr_constant(&a->exprs, 0);
    case FP_ROUND_NOT_FIRST: return high < 1 ? FP_EXPR_NONE : between(a, loop, 1, high);
    case FP_ROUND_LAST:
        if (info->leaves_early) return FP_EXPR_NONE;
        if (trips > 0) return fp_expr_constant(&a->exprs, trips - 1);
        return by_bounds == FP_EXPR_NONE ? FP_EXPR_NONE : fp_expr_offset(&a->exprs, by_bounds, -1);
    case FP_ROUND_NOT_LAST: return trips < 2 ? FP_EXPR_NONE : between(a, loop, 0, trips - 2);
    }
    return FP_EXPR_NONE;
}

/* The comparison behind `node`, which may negate it; false: it is none, or always the same. */
static bool comparison_of(struct fp_addresses *a, fp_expr node, bool truth, fp_guard *comparison) {
    fp_guards list = fp_address_guards(a, &(fp_guard){ node, !truth }, 1);
    if (a->guard_sets.data[list].count != 1) return false;
    *comparison = a->guard_lists.data[a->guard_sets.data[list].first];
    return true;
}

/* What tells that another iteration follows this one: the bounds of the loop, or the test that ends it. False: nothing
 * does. `more`: one does follow. */
static bool what_follows(struct fp_addresses *a, fp_loop_id loop, bool more, fp_guard *known) {
    const fp_loop_info info = a->loops.data[loop].info;
    fp_expr iteration = a->loops.data[loop].iteration, next = fp_expr_offset(&a->exprs, iteration, 1), runs;
    if (info.leaves_early || info.hidden) return false;
    if (info.test != FP_NONE) {
        runs = fp_address_resolve(a, fp_address_value(a, info.test), loop);
        if (!info.tested_after) runs = fp_address_in_iteration(a, runs, loop, next);
        return comparison_of(a, runs, more == info.goes_on_if, known);
    }
    runs = info.tested_after || !info.below_upper ? FP_EXPR_NONE : fp_address_iteration_runs(a, loop);
    return runs != FP_EXPR_NONE && comparison_of(a, fp_address_in_iteration(a, runs, loop, next), more, known);
}

/* Does the condition hold since one iteration more runs, or does not? */
static bool follows(struct fp_addresses *a, fp_expr condition, bool truth, fp_loop_id loop, bool more) {
    fp_guard known, wanted;
    if (!what_follows(a, loop, more, &known) || !comparison_of(a, condition, truth, &wanted)) return false;
    return (known.node == wanted.node && known.negated == wanted.negated) ||
           fp_addresses_excludes(a, known.node, !known.negated, wanted.node, wanted.negated);
}

/* `%i <u %n` holds where `%i < %n` does and %i is not negative. */
static fp_expr with_sign(struct fp_addresses *a, fp_expr condition) {
    if (fp_expr_at(&a->exprs, condition)->op != FP_EXPR_BELOW) return condition;
    fp_term left = fp_expr_terms(&a->exprs, condition)[0], right = fp_expr_terms(&a->exprs, condition)[1];
    return fp_expr_at(&a->exprs, left.node)->low >= 0 ? fp_expr_less(&a->exprs, left.node, right.node) : condition;
}

bool fp_addresses_holds_in(struct fp_addresses *a, uint32_t condition, bool negated, fp_loop_id loop, fp_round round) {
    if (condition >= a->exprs.nodes.len || loop >= a->loops.len || !a->loops.data[loop].known ||
        a->loops.data[loop].info.threads)
        return false;
    fp_expr node = fp_address_resolve(a, condition, loop), at = iteration_of(a, loop, round);
    if (at != FP_EXPR_NONE) {
        const fp_expr_info *n = fp_expr_at(&a->exprs, fp_address_in_iteration(a, node, loop, at));
        if (n->op == FP_EXPR_CONSTANT) return (n->constant != 0) != negated;
    }
    if (round == FP_ROUND_FIRST || round == FP_ROUND_NOT_FIRST) return false;
    bool more = round == FP_ROUND_NOT_LAST;
    return follows(a, node, !negated, loop, more) || (!negated && follows(a, with_sign(a, node), true, loop, more));
}
