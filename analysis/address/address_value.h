/* address_value.h - from an SSA value to its node: constants, arithmetic, ids, and whatever the files below read. */
#ifndef FP_ADDRESS_VALUE_H
#define FP_ADDRESS_VALUE_H
#include "address/address_state.h"

/* One step of fp_address_value (address_raw.h), which is given it as `a->make`. FP_EXPR_NONE: operands are pending. */
fp_expr fp_address_make(struct fp_addresses *a, fp_value value);
/* What a shuffle gives each lane, where all lanes of the wave have it: the value that they exchange. FP_NONE: they may
 * differ in it, or the op is none. */
fp_value fp_address_exchanged(struct fp_addresses *a, fp_op op, uint32_t result);
#endif
