/* overlap_reason.c - what blocked a proof: as a step of the procedure, and as what is said of it. */
#include "address/address_leaf.h"
#include "address/overlap.h"

/* What was said of these leaves before; NULL: nothing. */
static const fp_phrase *find_reason(struct fp_addresses *a, uint64_t hash, const fp_known_reason *like) {
    const struct fp_overlap_state *state = fp_overlap_state(a);
    for (fp_map_probe p = fp_map_find(&state->by_reason, hash); fp_map_next(&p);) {
        const fp_known_reason *known = &state->reasons.data[p.value];
        if (known->says == like->says && known->leaves[0] == like->leaves[0] && known->leaves[1] == like->leaves[1] &&
            known->more == like->more)
            return &known->phrase;
    }
    return NULL;
}

static uint64_t hash_of(const fp_known_reason *reason) {
    uint64_t hash = fp_hash_mix((uint64_t)reason->says << 1 | reason->more, reason->leaves[0]);
    return fp_hash_mix(hash, reason->leaves[1]);
}

static fp_phrase keep_reason(struct fp_addresses *a, uint64_t hash, const fp_known_reason *reason) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    fp_map_put(a->keep, &state->by_reason, hash, state->reasons.len);
    *FP_PUSH(a->keep, &state->reasons) = *reason;
    return reason->phrase;
}

static fp_phrase phrase_of_leaf(struct fp_addresses *a, fp_expr leaf) {
    if (fp_expr_at(&a->exprs, leaf)->op == FP_EXPR_BASE) return fp_phrase_of(FP_WORD_LEAF_START);
    fp_known_reason own = { .says = FP_SAYS_NOTHING, .leaves = { leaf, FP_EXPR_NONE } };
    uint64_t hash = hash_of(&own);
    const fp_phrase *known = find_reason(a, hash, &own);
    if (known) return *known;
    own.phrase = fp_address_leaf_phrase(a, leaf);
    return keep_reason(a, hash, &own);
}

/* The first leaves of an expression that no thread numbers, of which different things are said. */
struct leaves {
    struct fp_addresses *a;
    fp_phrase found[3];
    fp_expr leaves[3];
    uint32_t count;
};
static void collect_leaves(void *context, fp_expr leaf) {
    struct leaves *l = context;
    if (fp_expr_at(&l->a->exprs, leaf)->op == FP_EXPR_THREAD || l->count == 3) return;
    fp_phrase phrase = phrase_of_leaf(l->a, leaf);
    for (uint32_t i = 0; i < l->count; i++)
        if (fp_phrase_equal(&l->found[i], &phrase)) return;
    l->leaves[l->count] = leaf;
    l->found[l->count++] = phrase;
}

fp_decision fp_overlap_undecided(const struct fp_addresses *a, const fp_problem *p) {
    switch (p->blocked) {
    case FP_BLOCKED_OPAQUE: {
        if (p->side[0].footprint->blocked || p->side[1].footprint->blocked) return FP_DECISION_ADDRESS;
        fp_value value = fp_expr_at(&a->exprs, p->blocked_by)->id;
        if (value >= a->ir->value_count || a->ir->values[value].block != FP_NONE || a->ir->values[value].def == FP_NONE)
            return FP_DECISION_OPAQUE;
        const fp_op_info *info = a->ir->ops[a->ir->values[value].def].info;
        return info && (info->effect == FP_EFFECT_READ || info->effect == FP_EFFECT_ATOMIC) ? FP_DECISION_LOADED
                                                                                            : FP_DECISION_OPAQUE;
    }
    case FP_BLOCKED_GUARD: return FP_DECISION_CONDITION;
    case FP_BLOCKED_THREADS: return FP_DECISION_LAUNCH;
    case FP_BLOCKED_ITERATION: return FP_DECISION_ITERATION;
    case FP_BLOCKED_EXTENT: return FP_DECISION_EXTENT;
    case FP_BLOCKED_BUDGET: return FP_DECISION_BUDGET;
    case FP_BLOCKED_ADDRESS: return FP_DECISION_VALUES;
    case FP_BLOCKED_SYMBOL:
    case FP_BLOCKED_NOT: break;
    }
    return FP_DECISION_SYMBOL;
}

static fp_phrase block_unknown(struct fp_addresses *a) {
    if (a->may_have_rows && !a->launch.block[0]) return fp_phrase_of(FP_WORD_BLOCK_SHAPE_UNKNOWN);
    return fp_phrase_copy(
        a->keep, FP_PHRASE(FP_WORD_BLOCK_SIZE_UNKNOWN, fp_arg_number(FP_ARG_THREADS, a->thread_bound[0])), NULL);
}

static fp_phrase opaque_reason(struct fp_addresses *a, const fp_problem *p) {
    const fp_footprint_info *f = p->side[0].footprint, *blocked = f->blocked ? f : p->side[1].footprint;
    if (blocked->blocked) {
        fp_phrase phrase = FP_PHRASE(FP_WORD_BLOCKED_AT, fp_arg_word(FP_ARG_WHAT, blocked->blocked),
                                     fp_arg_place(FP_ARG_AT, a->ir->ops[blocked->op].span));
        return fp_phrase_copy(a->keep, phrase, NULL);
    }
    if (fp_expr_at(&a->exprs, p->blocked_by)->id == FP_SYMBOL_LINEAR) return block_unknown(a);
    return fp_phrase_copy(
        a->keep, FP_PHRASE(FP_WORD_OPAQUE_INDEX, fp_arg_phrase(FP_ARG_LEAF, fp_address_leaf_phrase(a, p->blocked_by))),
        NULL);
}

static fp_phrase symbol_reason(struct fp_addresses *a, const fp_problem *p) {
    struct leaves leaves = { .a = a };
    bool guard = p->blocked == FP_BLOCKED_GUARD;
    fp_expr_visit(&a->exprs, p->blocked_by, collect_leaves, &leaves);
    if (leaves.count == 0) return fp_phrase_of(guard ? FP_WORD_DEPENDS_ON_CONDITION : FP_WORD_DEPENDS_ON_LAUNCH);
    fp_known_reason own = { .says = guard ? FP_WORD_DEPENDS_ON_CONDITION_OVER : FP_WORD_DEPENDS_ON,
                            .leaves = { leaves.leaves[0], leaves.count > 1 ? leaves.leaves[1] : FP_EXPR_NONE },
                            .more = leaves.count > 2 };
    uint64_t hash = hash_of(&own);
    const fp_phrase *known = find_reason(a, hash, &own);
    if (known) return *known;
    fp_phrase phrase =
        FP_PHRASE(own.says, fp_arg_phrase(FP_ARG_LEAF, leaves.found[0]), fp_arg_phrase(FP_ARG_SECOND, leaves.found[1]),
                  fp_arg_word(FP_ARG_OTHERS, own.more ? FP_WORD_AND_OTHERS : FP_SAYS_NOTHING));
    own.phrase = fp_phrase_copy(a->keep, phrase, NULL);
    return keep_reason(a, hash, &own);
}

fp_phrase fp_overlap_reason(struct fp_addresses *a, const fp_problem *p) {
    switch (p->blocked) {
    case FP_BLOCKED_OPAQUE: return opaque_reason(a, p);
    case FP_BLOCKED_SYMBOL:
    case FP_BLOCKED_GUARD: return symbol_reason(a, p);
    case FP_BLOCKED_THREADS:
        return a->launch.block[0] && !a->launch.upper_bound_only ? fp_phrase_of(FP_WORD_WAVES_UNKNOWN)
                                                                 : block_unknown(a);
    case FP_BLOCKED_ITERATION: return fp_phrase_of(FP_WORD_TRIPS_UNKNOWN);
    case FP_BLOCKED_EXTENT: return fp_phrase_of(FP_WORD_MAY_TOUCH_LESS);
    case FP_BLOCKED_BUDGET: return fp_phrase_of(FP_WORD_TOO_MANY_CASES);
    case FP_BLOCKED_ADDRESS: return fp_phrase_of(FP_WORD_ADDRESS_OUTSIDE);
    case FP_BLOCKED_NOT: break;
    }
    return fp_phrase_of(FP_WORD_NOT_PROVEN);
}
