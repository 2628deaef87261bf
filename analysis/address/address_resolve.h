/* address_resolve.h - what iterations do to values: trip counts, carried values as functions of the iteration, values
 * that leave a loop.
 *
 * Example: a loop that carries %p from %base and yields `%p + 4` makes the CARRIED leaf of %p `base + 4 * iteration`
 * inside the loop, and `base + 4 * trips` behind it.
 */
#ifndef FP_ADDRESS_RESOLVE_H
#define FP_ADDRESS_RESOLVE_H
#include "address/address_state.h"

/* A raw node as an op in `loop` sees it (FP_NONE: outside of all loops): without CARRIED leaves. */
fp_expr fp_address_resolve(struct fp_addresses *a, fp_expr node, fp_loop_id loop);
fp_expr fp_address_trips(struct fp_addresses *a, fp_loop_id loop);
/* The trips of a loop that ran, made of its bounds; FP_EXPR_NONE: they do not tell. */
fp_expr fp_address_bound_trips(struct fp_addresses *a, fp_loop_id loop);
/* The bounds as nodes for where the loop stands; false: not known, or they depend on what they must be `without`. */
bool fp_address_loop_bounds(struct fp_addresses *a, fp_loop_id loop, uint8_t without, fp_expr *lower, fp_expr *upper);
/* The node with `iteration` in the place of ITER of the loop. */
fp_expr fp_address_in_iteration(struct fp_addresses *a, fp_expr node, fp_loop_id loop, fp_expr iteration);
/* The condition that iteration ITER of the loop runs, over the symbols in its bounds. FP_EXPR_NONE: they do not tell.
 */
fp_expr fp_address_iteration_runs(struct fp_addresses *a, fp_loop_id loop);
/* The same of a loop without bounds, as far as its last test before an access in iteration ITER tells it. FP_EXPR_NONE:
 * it is not followed. */
fp_expr fp_address_iteration_reached(struct fp_addresses *a, fp_loop_id loop);
#endif
