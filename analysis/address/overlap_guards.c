/* overlap_guards.c - lists of conditions: which cannot all hold, and which follow from others. */
#include "address/address_guards.h"
#include "address/overlap.h"

bool fp_overlap_never(const struct fp_addresses *a, fp_guard g) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, g.node);
    return n->op == FP_EXPR_CONSTANT && (n->constant != 0) == g.negated;
}

static bool never_holds(const struct fp_addresses *a, fp_guard_set set) {
    for (uint32_t i = 0; i < set.count; i++)
        if (fp_overlap_never(a, a->guard_lists.data[set.first + i])) return true;
    return false;
}

bool fp_overlap_contradict(const struct fp_addresses *a, fp_guards x, fp_guards y) {
    fp_guard_set sets[2] = { a->guard_sets.data[x], a->guard_sets.data[y] };
    if (never_holds(a, sets[0]) || never_holds(a, sets[1])) return true;
    const fp_guard *g = a->guard_lists.data + sets[0].first, *g_end = g + sets[0].count;
    const fp_guard *h = a->guard_lists.data + sets[1].first, *h_end = h + sets[1].count;
    while (g < g_end && h < h_end) { /* sorted by node */
        fp_expr node = g->node < h->node ? g->node : h->node;
        bool holds[2] = { false, false }, fails[2] = { false, false };
        for (; g < g_end && g->node == node; g++) *(g->negated ? &fails[0] : &holds[0]) = true;
        for (; h < h_end && h->node == node; h++) *(h->negated ? &fails[1] : &holds[1]) = true;
        if (((holds[0] && fails[1]) || (fails[0] && holds[1])) &&
            !(fp_expr_at(&a->exprs, node)->depends & FP_DEPENDS_PER_THREAD))
            return true;
    }
    return false;
}

static bool guards_exclude(struct fp_addresses *a, fp_guard g, fp_guard h) {
    const fp_expr_info *m = fp_expr_at(&a->exprs, g.node), *n = fp_expr_at(&a->exprs, h.node);
    if (((m->depends | n->depends) & FP_DEPENDS_PER_THREAD) || !(m->leaves & n->leaves)) return false;
    return fp_addresses_excludes(a, g.node, !g.negated, h.node, !h.negated);
}

/* ---- long lists ----
 * The lists of nested regions are beginnings of each other. What is known of two beginnings is kept, so that a list
 * that is one condition longer costs one answer more. */

/* The number of the list `before` with one condition more. */
static uint32_t longer(struct fp_addresses *a, uint32_t before, fp_guard g) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    uint64_t hash = fp_hash_mix((uint64_t)before << 32 | g.node, g.negated);
    for (fp_map_probe p = fp_map_find(&state->by_beginning, hash); fp_map_next(&p);) {
        const fp_guards_beginning *known = &state->beginnings.data[p.value];
        if (known->before == before && known->last.node == g.node && known->last.negated == g.negated) return p.value;
    }
    fp_map_put(a->keep, &state->by_beginning, hash, state->beginnings.len);
    *FP_PUSH(a->keep, &state->beginnings) = (fp_guards_beginning){ before, g };
    return state->beginnings.len - 1;
}

/* Numbers every beginning of every list, beside the conditions that end them. */
static void number_beginnings(struct fp_addresses *a) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    for (; state->numbered_sets < a->guard_sets.len; state->numbered_sets++) {
        fp_guard_set set = a->guard_sets.data[state->numbered_sets];
        uint32_t number = FP_NONE;
        for (uint32_t i = 0; i < set.count; i++) {
            number = longer(a, number, a->guard_lists.data[set.first + i]);
            *FP_PUSH(a->keep, &state->beginning_numbers) = number;
        }
    }
}

static uint64_t hash_of(uint32_t x, uint32_t y) { return fp_hash_mix(1, (uint64_t)x << 32 | y); }

static bool is_known(const struct fp_overlap_state *state, uint32_t x, uint32_t y, bool *exclude) {
    for (fp_map_probe p = fp_map_find(&state->by_beginnings, hash_of(x, y)); fp_map_next(&p);) {
        const fp_guards_known *known = &state->known_guards.data[p.value];
        if (known->beginning[0] != x || known->beginning[1] != y) continue;
        *exclude = known->exclude;
        return true;
    }
    return false;
}

static void keep_known(struct fp_addresses *a, uint32_t x, uint32_t y, bool exclude) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    fp_map_put(a->keep, &state->by_beginnings, hash_of(x, y), state->known_guards.len);
    *FP_PUSH(a->keep, &state->known_guards) = (fp_guards_known){ { x, y }, exclude };
}

static bool guard_excludes(struct fp_addresses *a, fp_guard g, fp_guard_set list) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    uint32_t alone = longer(a, FP_NONE, g), known = list.count;
    const uint32_t *numbers = state->beginning_numbers.data + list.first;
    bool exclude = false;
    while (known && !is_known(state, alone, numbers[known - 1], &exclude)) known--;
    for (; known < list.count; known++) {
        exclude = exclude || guards_exclude(a, g, a->guard_lists.data[list.first + known]);
        keep_known(a, alone, numbers[known], exclude);
    }
    return exclude;
}

static bool lists_exclude(struct fp_addresses *a, fp_guard_set x, fp_guard_set y) {
    number_beginnings(a);
    const struct fp_overlap_state *state = fp_overlap_state(a);
    const uint32_t *numbers = state->beginning_numbers.data;
    uint32_t whole = numbers[y.first + y.count - 1], known = x.count;
    bool exclude = false;
    while (known && !is_known(state, numbers[x.first + known - 1], whole, &exclude)) known--;
    for (; known < x.count; known++) {
        exclude = exclude || guard_excludes(a, a->guard_lists.data[x.first + known], y);
        if (known) keep_known(a, numbers[x.first + known], whole, exclude); /* of one alone it is known already */
    }
    return exclude;
}

bool fp_overlap_exclude(struct fp_addresses *a, fp_guards x, fp_guards y) {
    enum { SHORT = 16 }; /* pairs that are faster asked than looked up */
    fp_guard_set p = a->guard_sets.data[x], q = a->guard_sets.data[y];
    if ((uint64_t)p.count * q.count > SHORT) return lists_exclude(a, p, q);
    for (uint32_t i = 0; i < p.count; i++)
        for (uint32_t k = 0; k < q.count; k++)
            if (guards_exclude(a, a->guard_lists.data[p.first + i], a->guard_lists.data[q.first + k])) return true;
    return false;
}

/* ---- what follows ---- */

/* factor * leaf + constant of a comparison with 0; false: something else is compared. */
static bool compared_leaf(const struct fp_addresses *a, fp_expr node, fp_term *leaf, int64_t *constant) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, node);
    if (n->op != FP_EXPR_ZERO && n->op != FP_EXPR_NEGATIVE) return false;
    *leaf = (fp_term){ 1, fp_expr_terms(&a->exprs, node)->node };
    *constant = 0;
    const fp_expr_info *sum = fp_expr_at(&a->exprs, leaf->node);
    if (sum->op == FP_EXPR_SUM) {
        if (sum->term_count != 1) return false;
        *constant = sum->constant;
        *leaf = *fp_expr_terms(&a->exprs, leaf->node);
    }
    return fp_expr_is_leaf(&a->exprs, leaf->node) &&
           !(fp_expr_at(&a->exprs, leaf->node)->depends & FP_DEPENDS_PER_THREAD);
}

/* Does the condition leave one number for a leaf that threads agree on? */
static bool pins(const struct fp_addresses *a, fp_guard guard, fp_expr *leaf, int64_t *number) {
    fp_term term;
    int64_t constant;
    if (guard.negated || fp_expr_at(&a->exprs, guard.node)->op != FP_EXPR_ZERO ||
        !compared_leaf(a, guard.node, &term, &constant) || (term.coefficient != 1 && term.coefficient != -1) ||
        constant == INT64_MIN)
        return false;
    *leaf = term.node;
    *number = term.coefficient == 1 ? -constant : constant;
    return true;
}

/* Does the condition hold where the leaf is the number? False as well where it speaks of other leaves. */
static bool follows(const struct fp_addresses *a, fp_guard guard, fp_expr leaf, int64_t number) {
    fp_term term;
    int64_t constant, value;
    if (!compared_leaf(a, guard.node, &term, &constant) || term.node != leaf ||
        __builtin_mul_overflow(term.coefficient, number, &value) || __builtin_add_overflow(value, constant, &value))
        return false;
    bool holds = fp_expr_at(&a->exprs, guard.node)->op == FP_EXPR_ZERO ? value == 0 : value < 0;
    return holds != guard.negated;
}

fp_guards fp_overlap_left(struct fp_addresses *a, fp_guards x, fp_guards y) {
    enum { GUARDS_MAX = 512 };
    fp_guard left[GUARDS_MAX];
    fp_guard_set set = a->guard_sets.data[x], by = a->guard_sets.data[y];
    fp_expr leaf = FP_EXPR_NONE, other;
    int64_t number = 0, same;
    for (uint32_t i = 0; i < by.count && leaf == FP_EXPR_NONE; i++)
        if (!pins(a, a->guard_lists.data[by.first + i], &leaf, &number)) leaf = FP_EXPR_NONE;
    if (leaf == FP_EXPR_NONE || set.count > GUARDS_MAX) return x;
    uint32_t count = 0;
    for (uint32_t i = 0; i < set.count; i++) {
        fp_guard g = a->guard_lists.data[set.first + i];
        if (pins(a, g, &other, &same) || !follows(a, g, leaf, number)) left[count++] = g;
    }
    return count == set.count ? x : fp_address_guards(a, left, count);
}
