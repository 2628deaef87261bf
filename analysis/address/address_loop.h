/* address_loop.h - the loops that the evaluator was told of: which are around an op, and what they carry.
 *
 * fp_addresses_loop (address.h) tells of a loop before its body is lowered. Nodes that were made earlier and speak of
 * the loop's values are forgotten then.
 */
#ifndef FP_ADDRESS_LOOP_H
#define FP_ADDRESS_LOOP_H
#include "address/address_state.h"

enum { FP_ITERATIONS_MOST = INT32_MAX }; /* a loop whose count is not known runs less often */
int64_t fp_address_most_iterations(const fp_loop_info *info);

/* Also true when both are the same; inner may be FP_NONE. */
bool fp_address_loop_encloses(const struct fp_addresses *a, fp_loop_id outer, fp_loop_id inner);
fp_loop_id fp_address_loop_of_op(const struct fp_addresses *a, fp_op op);    /* the loop that this op is; FP_NONE */
fp_loop_id fp_address_loop_of_block(struct fp_addresses *a, fp_block block); /* the innermost one around; FP_NONE */
fp_loop_set fp_address_loops_of_value(struct fp_addresses *a, fp_value value);
/* What slot `slot` of a loop starts from, and has behind it, when the loop is left at its first test; NULL: it is none
 * of those. */
const fp_use *fp_address_left_start(const struct fp_addresses *a, fp_op loop, uint32_t slot);
/* The CARRIED leaf of a slot: inside the loop its value in this iteration, behind the loop its last value. */
fp_expr fp_address_carried(struct fp_addresses *a, fp_loop_id loop, uint32_t slot);
#endif
