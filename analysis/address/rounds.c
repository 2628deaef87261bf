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

/* Iterations of a loop, and what is known of them. */
typedef struct {
    fp_loop_id loop;
    bool at_head; /* of what stands before the loop's test: its next iteration is that of the same test */
    fp_round round;
    const fp_round_given *given; /* holds in them */
} iterations;

/* How often the body of the loop runs, or what stands before its test; -1: not known. */
static int64_t count_of(const fp_loop_info *info, bool at_head) {
    bool counted = info->hidden ? info->heads_most > 0 && info->heads_least == info->heads_most
                                : info->trips_min == info->trips_max;
    if (!counted) return -1;
    return (info->hidden ? info->heads_most - 1 : info->trips_max) + (at_head && !info->tested_after);
}

/* Which iteration that is, or one of which; FP_EXPR_NONE: there is none, or how often the loop runs does not tell. */
static fp_expr iteration_of(struct fp_addresses *a, iterations at) {
    fp_loop_id loop = at.loop;
    const fp_loop_info *info = &a->loops.data[loop].info;
    const fp_expr_info *n = fp_expr_at(&a->exprs, a->loops.data[loop].iteration);
    int64_t count = count_of(info, at.at_head), high = count > 0 ? count - 1 : n->high + at.at_head;
    if (at.round >= FP_ROUND_NTH) {
        int64_t number = (int64_t)at.round - FP_ROUND_NTH;
        return number < count ? fp_expr_constant(&a->exprs, number) : FP_EXPR_NONE;
    }
    fp_expr by_bounds = count >= 0 || at.at_head ? FP_EXPR_NONE : fp_address_bound_trips(a, loop);
    switch (at.round) {
    case FP_ROUND_ANY: return between(a, loop, 0, high);
    case FP_ROUND_FIRST: return fp_expr_constant(&a->exprs, 0);
    case FP_ROUND_NOT_FIRST: return high < 1 ? FP_EXPR_NONE : between(a, loop, 1, high);
    case FP_ROUND_LAST:
        if (info->leaves_early) return FP_EXPR_NONE;
        if (count > 0) return fp_expr_constant(&a->exprs, count - 1);
        return by_bounds == FP_EXPR_NONE ? FP_EXPR_NONE : fp_expr_offset(&a->exprs, by_bounds, -1);
    case FP_ROUND_NOT_LAST: return count < 2 ? FP_EXPR_NONE : between(a, loop, 0, count - 2);
    case FP_ROUND_NTH: break;
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

/* What lets iteration `iteration` run, or keeps it from that: the loop's bounds, or the test that ends it. False:
 * nothing tells. */
static bool lets_run(struct fp_addresses *a, iterations at, fp_expr iteration, bool runs, fp_guard *known) {
    const fp_loop_info info = a->loops.data[at.loop].info;
    if (info.leaves_early) return false;
    if (info.tested_after || at.at_head) iteration = fp_expr_offset(&a->exprs, iteration, -1);
    if (info.test != FP_NONE) {
        fp_expr test = fp_address_resolve(a, fp_address_value(a, info.test), at.loop);
        return comparison_of(a, fp_address_in_iteration(a, test, at.loop, iteration), runs == info.goes_on_if, known);
    }
    fp_expr test = info.tested_after || !info.below_upper ? FP_EXPR_NONE : fp_address_iteration_runs(a, at.loop);
    return test != FP_EXPR_NONE && comparison_of(a, fp_address_in_iteration(a, test, at.loop, iteration), runs, known);
}

/* Is the number at least 0 wherever one of these iterations runs? */
static bool is_natural(struct fp_addresses *a, fp_expr number, iterations at) {
    fp_guard known;
    const fp_loop_state *loop = &a->loops.data[at.loop];
    bool more = at.round == FP_ROUND_NOT_LAST;
    fp_expr runs = more ? fp_expr_offset(&a->exprs, loop->iteration, 1) : loop->iteration;
    if (fp_expr_at(&a->exprs, number)->low >= 0) return true;
    if (!more && (at.at_head || loop->info.tested_after)) return false; /* the first iteration runs in any case */
    fp_expr below = fp_expr_less(&a->exprs, number, fp_expr_constant(&a->exprs, 0));
    return lets_run(a, at, runs, true, &known) && fp_addresses_excludes(a, known.node, !known.negated, below, true);
}

/* The sum with numbers that lose their sign by a width taken for themselves, where they are not negative. */
static fp_expr with_signs(struct fp_addresses *a, fp_expr sum, iterations at) {
    fp_sum_terms s;
    fp_sum_read(&a->exprs, sum, &s);
    for (uint32_t i = 0; i < s.count; i++) {
        const fp_expr_info n = *fp_expr_at(&a->exprs, s.terms[i].node);
        if (n.op != FP_EXPR_MOD) continue;
        fp_expr own = fp_expr_terms(&a->exprs, s.terms[i].node)->node; /* `%n - 1` may be `%n + (2^32 - 1)` there */
        if (fp_expr_at(&a->exprs, own)->high >= n.constant) own = fp_expr_offset(&a->exprs, own, -n.constant);
        if (fp_expr_at(&a->exprs, own)->high >= n.constant || !is_natural(a, own, at)) continue;
        fp_expr change = fp_expr_sub(&a->exprs, own, s.terms[i].node);
        sum = fp_expr_add(&a->exprs, sum, fp_expr_scale(&a->exprs, change, s.terms[i].coefficient));
    }
    return sum;
}

/* A comparison without sign as one with it, in these iterations: `%i + 1 <u %n` where `%i < %n` and %i is not
 * negative. `truth`: it need only imply the one without sign. */
static fp_expr with_sign(struct fp_addresses *a, fp_expr condition, bool truth, iterations at) {
    const fp_expr_info n = *fp_expr_at(&a->exprs, condition);
    fp_expr zero = fp_expr_constant(&a->exprs, 0);
    if (n.op == FP_EXPR_NEGATIVE)
        return fp_expr_less(&a->exprs, with_signs(a, fp_expr_terms(&a->exprs, condition)->node, at), zero);
    if (n.op == FP_EXPR_ZERO)
        return fp_expr_equal(&a->exprs, with_signs(a, fp_expr_terms(&a->exprs, condition)->node, at), zero);
    if (n.op != FP_EXPR_BELOW) return condition;
    fp_expr left = fp_expr_terms(&a->exprs, condition)[0].node, right = fp_expr_terms(&a->exprs, condition)[1].node;
    if (!is_natural(a, left, at) || (!truth && !is_natural(a, right, at))) return condition;
    return fp_expr_less(&a->exprs, left, right);
}

/* Does the condition hold since this iteration runs, or the next one does, or does not? */
static bool follows(struct fp_addresses *a, fp_expr condition, bool truth, iterations at) {
    fp_guard known, wanted;
    bool always = at.round == FP_ROUND_ANY;
    fp_expr which = fp_expr_offset(&a->exprs, a->loops.data[at.loop].iteration, !always);
    if (always && (at.at_head || a->loops.data[at.loop].info.tested_after)) return false; /* one runs in any case */
    if (!lets_run(a, at, which, at.round != FP_ROUND_LAST, &known) || !comparison_of(a, condition, truth, &wanted))
        return false;
    return (known.node == wanted.node && known.negated == wanted.negated) ||
           fp_addresses_excludes(a, known.node, !known.negated, wanted.node, wanted.negated);
}

enum { PARTS_DEEP_MAX = 4 }; /* each choice asks for four parts; deeper ones are rare */

/* Is the number 0 or 1? */
static bool is_condition(const struct fp_addresses *a, fp_expr node) {
    return fp_expr_at(&a->exprs, node)->low >= 0 && fp_expr_at(&a->exprs, node)->high <= 1;
}

/* Is it one of the conditions around the one that is asked about, and as that one says? */
static bool is_given(struct fp_addresses *a, fp_expr node, bool truth, iterations all) {
    for (const fp_round_given *given = all.given; given; given = given->outer)
        if (given->negated != truth && given->number < a->exprs.nodes.len &&
            fp_address_resolve(a, given->number, all.loop) == node)
            return true;
    return false;
}

/* Does the condition hold, or if `truth` is false, does it not? By that of its parts, where it has some. */
static bool holds(struct fp_addresses *a, fp_expr node, bool truth, iterations all, uint32_t depth) {
    fp_guard comparison;
    const fp_expr_info n = *fp_expr_at(&a->exprs, node);
    fp_expr part[3] = { FP_EXPR_NONE, FP_EXPR_NONE, FP_EXPR_NONE };
    for (uint32_t i = 0; i < n.term_count && i < 3; i++) part[i] = fp_expr_terms(&a->exprs, node)[i].node;
    if (n.op == FP_EXPR_CONSTANT) return (n.constant != 0) == truth;
    if (is_given(a, node, truth, all)) return true;
    bool parted = depth < PARTS_DEEP_MAX;
    if (parted && (n.op == FP_EXPR_AND || n.op == FP_EXPR_OR) && is_condition(a, part[0]) && is_condition(a, part[1])) {
        bool both = (n.op == FP_EXPR_AND) == truth, first = holds(a, part[0], truth, all, depth + 1);
        return first == both ? holds(a, part[1], truth, all, depth + 1) : first;
    }
    if (parted && n.op == FP_EXPR_SELECT)
        return (holds(a, part[0], false, all, depth + 1) || holds(a, part[1], truth, all, depth + 1)) &&
               (holds(a, part[0], true, all, depth + 1) || holds(a, part[2], truth, all, depth + 1));
    if (parted && comparison_of(a, node, truth, &comparison) && comparison.node != node)
        return holds(a, comparison.node, !comparison.negated, all, depth + 1);
    fp_expr at = iteration_of(a, all);
    if (at != FP_EXPR_NONE) {
        const fp_expr_info *there = fp_expr_at(&a->exprs, fp_address_in_iteration(a, node, all.loop, at));
        if (there->op == FP_EXPR_CONSTANT) return (there->constant != 0) == truth;
    }
    if (all.round == FP_ROUND_FIRST || all.round == FP_ROUND_NOT_FIRST || all.round >= FP_ROUND_NTH) return false;
    return follows(a, node, truth, all) || follows(a, with_sign(a, node, truth, all), truth, all);
}

bool fp_addresses_holds_in(struct fp_addresses *a, const fp_round_condition *c, fp_round round) {
    if (c->number >= a->exprs.nodes.len || c->loop >= a->loops.len || !a->loops.data[c->loop].known ||
        a->loops.data[c->loop].info.threads)
        return false;
    iterations all = { c->loop, c->at_head, round, c->given };
    return holds(a, fp_address_resolve(a, c->number, c->loop), !c->negated, all, 0);
}
