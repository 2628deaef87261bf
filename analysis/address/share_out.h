/* share_out.h - accesses to more than a thread's own bytes, of which it is told who touches which: a footprint's tile.
 */
#ifndef FP_SHARE_OUT_H
#define FP_SHARE_OUT_H
#include "address/address_state.h"

/* An access to a whole buffer by layouts, or by rows of each wave; false: whose bytes they are is not told. */
bool fp_address_share_out(struct fp_addresses *a, const fp_access_request *request, fp_footprint_info *f);
/* A matrix that a descriptor names: its bytes count from the new address of `f`. False: it is not told. */
bool fp_address_share_matrix(struct fp_addresses *a, const fp_access_request *request, fp_footprint_info *f);
/* The tile of bytes that the first of the op's threads touches for all of them; 0: it is not told which one that is. */
uint32_t fp_address_share_first(struct fp_addresses *a, fp_op op, uint32_t bytes);
#endif
