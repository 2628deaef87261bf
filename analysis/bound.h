/* bound.h - runs that a function can be cut at: what stands before one has no say in what is found behind it.
 *
 * A run is a barrier, or its signal and its wait, with the fences and waits for counters next to it (unit_part.h). It closes when every access of workgroup memory
 * before it is ordered against every one behind it, as long as no copy is in flight at its barrier. Whether it does the same for global memory is asked separately:
 * few kernels have accesses of it on both sides that can meet.
 * And what makes it close is needed with all other syncs in place, so that it is never found redundant and stays there whatever is judged first.
 *
 * All is asked of the fold of a kernel, or of a part of one, that has the run in its own block.
 */
#ifndef FP_BOUND_H
#define FP_BOUND_H
#include "fold.h"

enum { FP_BOUND_SYNCS_MAX = 16 };            /* of one run: with more it is no bound */
/* May a copy be in flight where the run's barrier stands? */
bool fp_bound_is_crossed(struct fp_fold *fold, const struct fp_kernel *kernel, fp_syncs run);
bool fp_bound_closes(struct fp_fold *fold, const struct fp_kernel *kernel, fp_syncs run);
bool fp_bound_orders_global(const struct fp_kernel *kernel, fp_syncs run);
bool fp_bound_holds(struct fp_fold *fold, const struct fp_kernel *kernel, fp_syncs run);      /* it closes, is not crossed, and is needed */
bool fp_bound_has_copies(const struct fp_kernel *kernel);
#endif
