/* address_raw.h - raw nodes: each value's expression as its definition says it, with CARRIED leaves for what loops
 * carry.
 *
 * The files that read definitions (address_value, address_view, address_aggregate, address_argument) ask for operands
 * by fp_address_need and return FP_EXPR_NONE while one is missing. fp_address_value then makes the missing ones first,
 * from a stack: expressions are as long as the function, so that recursion would be as deep.
 */
#ifndef FP_ADDRESS_RAW_H
#define FP_ADDRESS_RAW_H
#include "address/address_state.h"

/* The node of a value, made if need be. */
fp_expr fp_address_value(struct fp_addresses *a, fp_value value);
/* While a node is made: the node of an operand. FP_EXPR_NONE: it is made first, and the caller returns FP_EXPR_NONE. */
fp_expr fp_address_need(struct fp_addresses *a, fp_value value);

/* ---- Leaves ---- */

/* A value of which nothing but its bounds is known: SYMBOL when all threads agree on it, else OPAQUE. */
fp_expr fp_address_leaf(struct fp_addresses *a, fp_value value);
fp_expr fp_address_opaque(struct fp_addresses *a, fp_value value);
fp_expr fp_address_symbol(struct fp_addresses *a, fp_value value, uint32_t instance, int64_t low, int64_t high);
fp_expr fp_address_thread_id(struct fp_addresses *a, uint32_t dimension);
/* Number of the thread in its workgroup, x first; OPAQUE where the sizes of x and y are not known. */
fp_expr fp_address_linear_thread(struct fp_addresses *a);
/* Number of the first iteration that a thread runs in a loop whose iterations are threads; FP_EXPR_NONE: not known. */
fp_expr fp_address_first_iteration(struct fp_addresses *a, fp_loop_id loop);
/* Number of the iteration that a thread runs in a loop whose iterations are threads; FP_EXPR_NONE: not known. */
fp_expr fp_address_thread_iteration(struct fp_addresses *a, fp_loop_id loop);
#endif
