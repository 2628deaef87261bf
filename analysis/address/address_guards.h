/* address_guards.h - the conditions in force where accesses are lowered, and interned lists of conditions.
 *
 * fp_addresses_push_guard and its like (address.h) put conditions in force.
 */
#ifndef FP_ADDRESS_GUARDS_H
#define FP_ADDRESS_GUARDS_H
#include "address/address_state.h"

/* The list of conditions that all hold, sorted and without what always holds; entries FP_EXPR_NONE are left out. */
fp_guards fp_address_guards(struct fp_addresses *a, const fp_guard *guards, uint32_t count);
/* The conditions for an op in `loop`, with the values that the loops around it carry. Iterations that are threads run
 * only where there is a thread, others only below their bounds where another loop moves these. */
fp_guards fp_address_guards_in(struct fp_addresses *a, fp_guards guards, fp_loop_id loop);
/* Bloom filter of the leaves that the footprint is made of: its address, its guards, its boxes. */
uint64_t fp_footprint_leaves(const struct fp_addresses *a, const fp_footprint_info *f);
#endif
