/* uniformity.h - how many threads agree on each value: the lattice of precision.md part 2, by a fixed point over the
 * function.
 *
 * Nothing is evaluated here; uniformity_eval.h refines what the lattice calls lane-level.
 */
#ifndef FP_UNIFORMITY_H
#define FP_UNIFORMITY_H
#include "address/address_state.h"

/* Levels of all values, blocks that not all lanes of a wave reach together, and what the function writes. Made once. */
void fp_address_find_levels(struct fp_addresses *a);
/* Does the op call a function whose result is made of its arguments alone, as mathematics of a compiler's library? */
bool fp_address_calls_function(const struct fp_ir *ir, fp_op op);
fp_uniformity fp_address_value_uniformity(struct fp_addresses *a, fp_value value);
#endif
