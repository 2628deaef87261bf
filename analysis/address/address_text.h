/* address_text.h - expressions and their leaves as people read them. */
#ifndef FP_ADDRESS_TEXT_H
#define FP_ADDRESS_TEXT_H
#include "address/address_state.h"

uint32_t fp_address_line(struct fp_addresses *a, uint32_t offset); /* line number of a place in the text */
fp_str fp_address_leaf_name(struct fp_addresses *a, fp_expr leaf); /* "%n", "the load on line 14" */
#endif
