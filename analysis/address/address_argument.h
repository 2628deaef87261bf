/* address_argument.h - from a block argument to its node: parameters, induction variables, values that loops carry,
 * values that branches bring together. */
#ifndef FP_ADDRESS_ARGUMENT_H
#define FP_ADDRESS_ARGUMENT_H
#include "address/address_state.h"

/* An argument of a block inside the function; FP_EXPR_NONE: operands are pending (address_raw.h). */
fp_expr fp_address_block_argument(struct fp_addresses *a, fp_value value);
#endif
