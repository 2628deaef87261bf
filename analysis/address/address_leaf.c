#include "address/address_leaf.h"
#include "address/expr_build.h"
#include "address/overlap.h"

/* The value that an op defines, by what the op does. */
static fp_phrase value_leaf(struct fp_addresses *a, fp_value value) {
    const fp_value_info *v = &a->ir->values[value];
    fp_phrase_argument name = fp_arg_text(FP_ARG_NAME, v->name);
    if (v->def == FP_NONE) return fp_phrase_copy(a->keep, FP_PHRASE(FP_WORD_LEAF_NAMED, name), NULL);
    bool argument = v->block != FP_NONE;
    const fp_op_info *info = argument ? NULL : a->ir->ops[v->def].info;
    fp_sentence sentence = FP_WORD_LEAF_VALUE;
    if (info && info->effect == FP_EFFECT_READ)
        sentence = FP_WORD_LEAF_LOAD;
    else if (info && info->effect == FP_EFFECT_ATOMIC)
        sentence = FP_WORD_LEAF_ATOMIC;
    else if (info && info->effect == FP_EFFECT_CALL)
        sentence = FP_WORD_LEAF_CALL;
    else if (info && info->region != FP_REGION_NONE)
        sentence = FP_WORD_LEAF_RESULT;
    fp_span place = argument ? v->span : a->ir->ops[v->def].span;
    return fp_phrase_copy(a->keep, FP_PHRASE(sentence, name, fp_arg_place(FP_ARG_AT, place)), NULL);
}

static fp_phrase along_axis(struct fp_addresses *a, fp_sentence sentence, uint32_t axis) {
    static const fp_str axes[] = { { "x", 1 }, { "y", 1 }, { "z", 1 } };
    return fp_phrase_copy(a->keep, FP_PHRASE(sentence, fp_arg_text(FP_ARG_AXIS, axes[axis])), NULL);
}

static fp_phrase of_loop(struct fp_addresses *a, fp_sentence sentence, uint32_t loop) {
    fp_op op = loop < a->loops.len ? a->loops.data[loop].info.op : FP_NONE;
    if (op == FP_NONE) return fp_phrase_of(FP_WORD_LEAF_NOT_FOLLOWED);
    return fp_phrase_copy(a->keep, FP_PHRASE(sentence, fp_arg_place(FP_ARG_LOOP, a->ir->ops[op].span)), NULL);
}

fp_phrase fp_address_length_phrase(struct fp_addresses *a, uint32_t loop, int64_t trips) {
    fp_phrase phrase = of_loop(a, FP_WORD_LOOP_RUNS, loop);
    if (phrase.sentence != FP_WORD_LOOP_RUNS) return fp_phrase_of(FP_SAYS_NOTHING);
    return fp_phrase_with(a->keep, phrase, fp_arg_number(FP_ARG_COUNT, trips));
}

static bool is_axis_of(uint32_t id, uint32_t first) { return id >= first && id < first + 3; }

static fp_phrase symbol_leaf(struct fp_addresses *a, const fp_expr_info *n) {
    if (n->instance >= FP_INSTANCE_SIZE && n->instance < FP_INSTANCE_DROPPED && n->id < a->ir->value_count)
        return fp_phrase_copy(a->keep,
                              FP_PHRASE(FP_WORD_LEAF_DIMENSION,
                                        fp_arg_number(FP_ARG_ID, n->instance / FP_INSTANCE_SIZE - 1),
                                        fp_arg_text(FP_ARG_NAME, a->ir->values[n->id].name)),
                              NULL);
    if (is_axis_of(n->id, FP_SYMBOL_BLOCK_ID)) return along_axis(a, FP_WORD_LEAF_BLOCK_ID, n->id - FP_SYMBOL_BLOCK_ID);
    if (is_axis_of(n->id, FP_SYMBOL_GRID_DIM)) return along_axis(a, FP_WORD_LEAF_GRID_SIZE, n->id - FP_SYMBOL_GRID_DIM);
    if (is_axis_of(n->id, FP_SYMBOL_BLOCK_DIM))
        return along_axis(a, FP_WORD_LEAF_BLOCK_SIZE, n->id - FP_SYMBOL_BLOCK_DIM);
    if (n->id == FP_SYMBOL_LINEAR) return fp_phrase_of(FP_WORD_LEAF_LINEAR);
    if (n->id == FP_SYMBOL_ELECTED) return fp_phrase_of(FP_WORD_LEAF_ELECTED);
    if (n->id == FP_SYMBOL_WAVES) return fp_phrase_of(FP_WORD_LEAF_WAVES);
    if (n->id >= a->ir->value_count) return fp_phrase_of(FP_WORD_LEAF_NOT_FOLLOWED);
    if (n->op != FP_EXPR_SYMBOL) return value_leaf(a, n->id);
    return fp_phrase_copy(a->keep, FP_PHRASE(FP_WORD_LEAF_NAMED, fp_arg_text(FP_ARG_NAME, a->ir->values[n->id].name)),
                          NULL);
}

fp_phrase fp_address_leaf_phrase(struct fp_addresses *a, fp_expr leaf) {
    fp_expr_info n = *fp_expr_at(&a->exprs, leaf);
    switch ((fp_expr_op)n.op) {
    case FP_EXPR_THREAD: return along_axis(a, FP_WORD_LEAF_THREAD, n.id);
    case FP_EXPR_ITER:
    case FP_EXPR_MORE: return of_loop(a, FP_WORD_LEAF_ITERATION, n.id);
    case FP_EXPR_TRIPS:
    case FP_EXPR_EXIT: return of_loop(a, FP_WORD_LEAF_TRIPS, n.id);
    case FP_EXPR_SYMBOL:
    case FP_EXPR_OPAQUE: return symbol_leaf(a, &n);
    case FP_EXPR_BASE: return fp_phrase_of(FP_WORD_LEAF_BASE);
    case FP_EXPR_STEP: return fp_phrase_of(n.instance ? FP_WORD_LEAF_STEP : FP_WORD_LEAF_MULTIPLE);
    case FP_EXPR_CONSTANT:
    case FP_EXPR_CARRIED:
    case FP_EXPR_SUM:
    case FP_EXPR_PRODUCT:
    case FP_EXPR_DIV:
    case FP_EXPR_MOD:
    case FP_EXPR_FLOORDIV:
    case FP_EXPR_FLOORMOD:
    case FP_EXPR_QUOTIENT:
    case FP_EXPR_REMAINDER:
    case FP_EXPR_AND:
    case FP_EXPR_OR:
    case FP_EXPR_XOR:
    case FP_EXPR_SHL:
    case FP_EXPR_SHR:
    case FP_EXPR_MIN:
    case FP_EXPR_MAX:
    case FP_EXPR_NEGATIVE:
    case FP_EXPR_ZERO:
    case FP_EXPR_BELOW:
    case FP_EXPR_SELECT:
    case FP_EXPR_TABLE:
    case FP_EXPR_WRAP:
    case FP_EXPR_UNSIGNED:
    case FP_EXPR_FIRST_LANE: break;
    }
    return fp_phrase_of(FP_WORD_LEAF_OTHER);
}
