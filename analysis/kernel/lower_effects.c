#include "kernel/lower_effects.h"

bool fp_lower_is_effect(const fp_op_info *info) {
    if (!info || info->initial_write || info->hidden_scratch || info->untracked.reads || info->untracked.writes)
        return true;
    switch (info->effect) {
    case FP_EFFECT_READ:
    case FP_EFFECT_WRITE:
    case FP_EFFECT_READ_WRITE:
    case FP_EFFECT_ATOMIC:
    case FP_EFFECT_ASYNC_COPY:
    case FP_EFFECT_COMMIT:
    case FP_EFFECT_WAIT:
    case FP_EFFECT_SIGNAL:
    case FP_EFFECT_BARRIER:
    case FP_EFFECT_FENCE:
    case FP_EFFECT_INIT:
    case FP_EFFECT_JOIN:
    case FP_EFFECT_LEAVE:
    case FP_EFFECT_QUERY:
    case FP_EFFECT_DEALLOC:
    case FP_EFFECT_PACING:
    case FP_EFFECT_CALL:
    case FP_EFFECT_BY_TEXT: return true;
    case FP_EFFECT_NONE:
    case FP_EFFECT_ALLOC:
    case FP_EFFECT_VIEW:
    case FP_EFFECT_THREAD_ID:
    case FP_EFFECT_BLOCK_DIM:
    case FP_EFFECT_UNIFORM:
    case FP_EFFECT_CONSTANT:
    case FP_EFFECT_PURE:
    case FP_EFFECT_REGION:
    case FP_EFFECT_BRANCH:
    case FP_EFFECT_YIELD:
    case FP_EFFECT_RETURN: return false;
    }
    return true;
}

bool fp_lower_block_has_effects(const struct fp_ir *ir, fp_block block) {
    if (ir->blocks[block].first == FP_NONE) return false;
    for (fp_op inner = ir->blocks[block].first; inner < ir->ops[ir->blocks[block].last].end; inner++)
        if (fp_lower_is_effect(ir->ops[inner].info)) return true;
    return false;
}

bool fp_lower_has_effects(const struct fp_ir *ir, fp_op op, uint32_t region) {
    for (fp_block block = fp_ir_region(ir, op, region); block != FP_NONE; block = ir->blocks[block].next)
        if (fp_lower_block_has_effects(ir, block)) return true;
    return false;
}
