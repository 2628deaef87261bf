/* fix_edit.h - edits that put lines beside an op, as the file indents and ends its lines. Lines are separated by \n
 * and carry no indentation. */
#ifndef FP_FIX_EDIT_H
#define FP_FIX_EDIT_H
#include "check/placement.h"

fp_edit fp_fix_before(struct fp_arena *keep, const struct fp_ir *ir, fp_op op, fp_str lines);
fp_edit fp_fix_behind(struct fp_arena *keep, const struct fp_ir *ir, fp_op op, fp_str lines);
fp_edit fp_fix_at(struct fp_arena *keep, const struct fp_ir *ir, fp_position_in_text at, fp_str lines);
/* The op goes, the lines stand in its place. */
fp_edit fp_fix_replace(struct fp_arena *keep, const struct fp_ir *ir, fp_op op, fp_str lines);
bool fp_edit_equal(const fp_edit *a, const fp_edit *b);
void fp_fix_sort(fp_edit *edits, size_t count); /* by their places, as a fix lists them */
/* " loc(#loc4)" of an op, for what is inserted beside it; empty when it has none. */
fp_str fp_fix_location(const struct fp_ir *ir, fp_op op);
#endif
