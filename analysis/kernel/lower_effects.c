#include "kernel/lower_effects.h"

bool fp_lower_is_effect(const fp_op_info *info) {
    return !info || info->initial_write || info->hidden_scratch || info->untracked.reads || info->untracked.writes ||
           fp_effect_traits_of[info->effect].lowered;
}

fp_untracked fp_lower_untracked(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    bool empty = info->effect == FP_EFFECT_ALLOC && ir->ops[op].use_count == 0;
    return empty ? (fp_untracked){ 0, 0 } : info->untracked;
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
