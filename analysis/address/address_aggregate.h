/* address_aggregate.h - parts of aggregates: the value that a chain of insertvalue put where extractvalue looks, also
 * when a loop carries the aggregate.
 *
 * Example: `%d1 = insertvalue %p, %d0[1]` followed by `extractvalue %d1[1]` gives %p.
 */
#ifndef FP_ADDRESS_AGGREGATE_H
#define FP_ADDRESS_AGGREGATE_H
#include "address/address_state.h"

/* The result of an extractvalue; FP_EXPR_NONE: operands are pending (address_raw.h). */
fp_expr fp_address_extract(struct fp_addresses *a, fp_op op, fp_value result);
/* The address that a whole aggregate stands for where an instruction takes it as one: its first part, a pointer. */
fp_expr fp_address_aggregate(struct fp_addresses *a, fp_value aggregate);
/* The same part of another aggregate: what a loop starts with, or hands on to its next iteration. */
fp_expr fp_address_part(struct fp_addresses *a, fp_value aggregate, const fp_carried_part *wanted);
/* Does the op take one of the thread ids out of SPIR-V's vector of them? Dimension 3: the text does not say which. */
bool fp_address_builtin_thread(struct fp_addresses *a, fp_op extract, uint32_t *dimension);
#endif
