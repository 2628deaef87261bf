#include "address/address_guards.h"
#include "address/address_raw.h"
#include "address/address_resolve.h"
#include "address/affine.h"
#include "address/expr_build.h"
#include "address/uniformity_eval.h"
#include <assert.h>

static void push(struct fp_addresses *a, fp_expr node, bool negated) {
    *FP_PUSH(a->keep, &a->guards) = (fp_guard){ node, negated };
}

bool fp_addresses_push_guard(struct fp_addresses *a, fp_value condition, bool negated) {
    fp_expr node = condition == FP_NONE ? FP_EXPR_NONE : fp_address_value(a, condition);
    if (node != FP_EXPR_NONE && (fp_expr_at(&a->exprs, node)->low < 0 || fp_expr_at(&a->exprs, node)->high > 1))
        node = FP_EXPR_NONE;
    push(a, node, negated);
    return node != FP_EXPR_NONE;
}

void fp_addresses_push_case(struct fp_addresses *a, fp_value value, int64_t constant) {
    fp_expr node = fp_address_value(a, value);
    push(a, fp_expr_equal(&a->exprs, node, fp_expr_constant(&a->exprs, constant)), false);
}

void fp_addresses_push_default(struct fp_addresses *a, fp_value value, const int64_t *cases, uint32_t count) {
    fp_expr node = fp_address_value(a, value), one = fp_expr_constant(&a->exprs, 1), none = one;
    for (uint32_t i = 0; i < count; i++) {
        fp_expr same = fp_expr_equal(&a->exprs, node, fp_expr_constant(&a->exprs, cases[i]));
        none = fp_expr_and(&a->exprs, none, fp_expr_sub(&a->exprs, one, same));
    }
    push(a, none, false);
}

void fp_addresses_push_never(struct fp_addresses *a) { push(a, fp_expr_constant(&a->exprs, 0), false); }

void fp_addresses_push_unknown(struct fp_addresses *a) {
    push(a, fp_expr_leaf(&a->exprs, (fp_leaf){ .op = FP_EXPR_OPAQUE, .id = UINT32_MAX, .high = 1 }), false);
}

/* The text of an affine.if's set: inline, by alias, or the generic form's attribute. */
static fp_str set_text(const struct fp_addresses *a, fp_op op) {
    fp_str text = fp_ir_attribute(a->ir, op, fp_named.condition);
    if (!text.len) text = fp_ir_attribute(a->ir, op, fp_named.affine_set);
    return text.len ? text : fp_ir_attribute(a->ir, op, FP_STR(""));
}

/* 1 where all conditions of the set hold; FP_EXPR_NONE: the set is not understood. */
static fp_expr set_of(struct fp_addresses *a, fp_op affine_if) {
    const fp_op_node *n = &a->ir->ops[affine_if];
    fp_expr operands[FP_AFFINE_RESULTS_MAX], conditions[FP_AFFINE_RESULTS_MAX];
    uint32_t count = 0;
    fp_str text = set_text(a, affine_if);
    for (uint32_t i = 0; i < n->use_count && i < FP_AFFINE_RESULTS_MAX; i++)
        operands[i] = fp_address_value(a, a->ir->uses[n->first_use + i].value);
    fp_affine_names names = { .operands = operands,
                              .operand_count =
                                  n->use_count < FP_AFFINE_RESULTS_MAX ? n->use_count : FP_AFFINE_RESULTS_MAX };
    if (!fp_affine_set(&a->exprs, text, &names, conditions, &count) || count == 0) return FP_EXPR_NONE;
    fp_expr all = conditions[0];
    for (uint32_t i = 1; i < count; i++) all = fp_expr_and(&a->exprs, all, conditions[i]);
    return all;
}

void fp_addresses_push_set(struct fp_addresses *a, fp_op affine_if, bool negated) {
    push(a, set_of(a, affine_if), negated);
}

uint32_t fp_addresses_set_condition(struct fp_addresses *a, fp_op affine_if, bool *negated) {
    fp_expr all = set_of(a, affine_if);
    return all == FP_EXPR_NONE ? FP_NONE : fp_address_condition_number(a, all, negated);
}

void fp_addresses_pop_guard(struct fp_addresses *a) {
    assert(a->guards.len > 0);
    a->guards.len--;
}

/* Adds `node` (not) to a sorted list: a negation flips it, a conjunction is its parts, what always holds is left
 * out. */
typedef FP_VEC(fp_guard) guard_list;
static void add_guard(struct fp_addresses *a, guard_list *list, fp_expr node, bool negated, uint32_t depth) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, node);
    if (n->op == FP_EXPR_SUM && n->constant == 1 && n->term_count == 1 &&
        fp_expr_terms(&a->exprs, node)->coefficient == -1) {
        add_guard(a, list, fp_expr_terms(&a->exprs, node)->node, !negated, depth);
        return;
    }
    if (depth < 16 && ((n->op == FP_EXPR_AND && !negated) || (n->op == FP_EXPR_OR && negated))) {
        fp_term first = fp_expr_terms(&a->exprs, node)[0], second = fp_expr_terms(&a->exprs, node)[1];
        add_guard(a, list, first.node, negated, depth + 1);
        add_guard(a, list, second.node, negated, depth + 1);
        return;
    }
    if (n->op == FP_EXPR_CONSTANT && (n->constant != 0) != negated) return;
    uint32_t at = list->len;
    while (at > 0 && list->data[at - 1].node > node) at--;
    for (uint32_t i = at; i > 0 && list->data[i - 1].node == node; i--)
        if (list->data[i - 1].negated == negated) return;
    (void)FP_PUSH(a->keep, list);
    for (uint32_t i = list->len - 1; i > at; i--) list->data[i] = list->data[i - 1];
    list->data[at] = (fp_guard){ node, negated };
}

fp_guards fp_address_guards(struct fp_addresses *a, const fp_guard *guards, uint32_t count) {
    guard_list list = { 0 };
    for (uint32_t i = 0; i < count; i++)
        if (guards[i].node != FP_EXPR_NONE) add_guard(a, &list, guards[i].node, guards[i].negated, 0);
    if (list.len == 0) return 0;
    uint64_t hash = 1;
    for (uint32_t i = 0; i < list.len; i++)
        hash = fp_hash_mix(hash, (uint64_t)list.data[i].node << 1 | list.data[i].negated);
    for (fp_map_probe p = fp_map_find(&a->interned_guards, hash); fp_map_next(&p);) {
        if (a->guard_sets.data[p.value].count != list.len) continue;
        const fp_guard *own = a->guard_lists.data + a->guard_sets.data[p.value].first;
        uint32_t i = 0;
        while (i < list.len && own[i].node == list.data[i].node && own[i].negated == list.data[i].negated) i++;
        if (i == list.len) return p.value;
    }
    *FP_PUSH(a->keep, &a->guard_sets) = (fp_guard_set){ a->guard_lists.len, list.len };
    for (uint32_t i = 0; i < list.len; i++) *FP_PUSH(a->keep, &a->guard_lists) = list.data[i];
    fp_map_put(a->keep, &a->interned_guards, hash, a->guard_sets.len - 1);
    return a->guard_sets.len - 1;
}

fp_guards fp_addresses_guards(struct fp_addresses *a) { return fp_address_guards(a, a->guards.data, a->guards.len); }

/* The condition that the iteration runs, where the bounds change with the iteration of another loop, as those of
 * `for %j = 0 to %i` do inside of a loop over %i; FP_EXPR_NONE: they do not. */
static fp_expr moved_run(struct fp_addresses *a, fp_loop_id loop) {
    fp_expr lower, upper;
    if (!a->loops.data[loop].info.below_upper || !fp_address_loop_bounds(a, loop, FP_DEPENDS_OPAQUE, &lower, &upper))
        return FP_EXPR_NONE;
    bool moved = fp_expr_at(&a->exprs, lower)->loops || fp_expr_at(&a->exprs, upper)->loops;
    return moved ? fp_address_iteration_runs(a, loop) : FP_EXPR_NONE;
}

fp_guards fp_address_guards_in(struct fp_addresses *a, fp_guards guards, fp_loop_id loop) {
    guard_list list = { 0 };
    fp_guard_set set = a->guard_sets.data[guards];
    for (uint32_t i = 0; i < set.count; i++) {
        fp_guard g = a->guard_lists.data[set.first + i];
        *FP_PUSH(a->keep, &list) = (fp_guard){ fp_address_resolve(a, g.node, loop), g.negated };
    }
    for (fp_loop_id l = loop; l != FP_NONE; l = a->loops.data[l].info.parent) {
        fp_expr runs = moved_run(a, l);
        if (runs != FP_EXPR_NONE) *FP_PUSH(a->keep, &list) = (fp_guard){ runs, false };
        const fp_loop_info *info = &a->loops.data[l].info;
        bool known = info->lower_known && info->upper_known && info->step_known && info->step_constant > 0;
        fp_expr number = info->threads && known ? fp_address_thread_iteration(a, l) : FP_EXPR_NONE;
        if (number == FP_EXPR_NONE) continue;
        fp_expr reached =
            fp_expr_offset(&a->exprs, fp_expr_scale(&a->exprs, number, info->step_constant), info->lower_constant);
        *FP_PUSH(a->keep, &list) =
            (fp_guard){ fp_expr_less(&a->exprs, reached, fp_expr_constant(&a->exprs, info->upper_constant)), false };
    }
    return fp_address_guards(a, list.data, list.len);
}

uint64_t fp_footprint_leaves(const struct fp_addresses *a, const fp_footprint_info *f) {
    uint64_t leaves = fp_expr_at(&a->exprs, f->address)->leaves;
    fp_guard_set guards = a->guard_sets.data[f->guards];
    for (uint32_t i = 0; i < guards.count; i++)
        leaves |= fp_expr_at(&a->exprs, a->guard_lists.data[guards.first + i].node)->leaves;
    for (uint32_t i = 0; i < f->box_count; i++)
        leaves |= fp_expr_at(&a->exprs, a->boxes.data[f->first_box + i].offset)->leaves;
    return leaves;
}
