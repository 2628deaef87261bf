/* lower_effects.h - which ops become items, told by their rows before anything is lowered. All answers err towards yes.
 *
 * Cost  one step per op of the block or region, nested ops included.
 */
#ifndef FP_LOWER_EFFECTS_H
#define FP_LOWER_EFFECTS_H
#include "read/ir.h"

bool fp_lower_is_effect(const fp_op_info *info);
/* What the op touches besides the accesses that its row names: an allocation without a first value nothing. */
fp_untracked fp_lower_untracked(const struct fp_ir *ir, fp_op op); /* NULL: an op that no table knows, true */
bool fp_lower_block_has_effects(const struct fp_ir *ir, fp_block block);
bool fp_lower_has_effects(const struct fp_ir *ir, fp_op op, uint32_t region);
#endif
