/* address_leaf.h - what stands in an address and cannot be looked into, as it is spoken of: %n, the load on line 14. */
#ifndef FP_ADDRESS_LEAF_H
#define FP_ADDRESS_LEAF_H
#include "address/address_state.h"

fp_phrase fp_address_leaf_phrase(struct fp_addresses *a, fp_expr leaf);
/* That the loop runs so often. */
fp_phrase fp_address_length_phrase(struct fp_addresses *a, uint32_t loop, int64_t trips);
#endif
