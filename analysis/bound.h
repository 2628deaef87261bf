/* bound.h - barriers that a function can be cut at: what stands before one has no say in what is found behind it.
 *
 * Such a barrier closes: every access of workgroup memory before it is ordered against every one behind it, as long as no copy is in flight there. Whether it does
 * the same for global memory is asked separately: few kernels have accesses of it on both sides that can meet.
 * And it is needed with all other barriers in place, so that it is never found redundant and stays there whatever is judged first.
 *
 * Both are asked of the fold of a kernel, or of a part of one, that has the barrier in its own block.
 */
#ifndef FP_BOUND_H
#define FP_BOUND_H
#include "fold.h"

/* May a copy be in flight where the sync stands, an item of the kernel's own block? */
bool fp_bound_is_crossed(struct fp_fold *fold, const struct fp_kernel *kernel, uint32_t sync);
bool fp_bound_closes(struct fp_fold *fold, const struct fp_kernel *kernel, uint32_t sync);
bool fp_bound_orders_global(const struct fp_kernel *kernel, uint32_t sync);
bool fp_bound_holds(struct fp_fold *fold, const struct fp_kernel *kernel, uint32_t sync);     /* it closes, is not crossed, and is needed */
#endif
