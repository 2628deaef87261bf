/* pacing.h - syncs that may be there to keep waves in step, besides what they order: such a one is superfluous for the
 * memory and may still be wanted.
 *
 * Cost  one pass over the items of the kernel.
 */
#ifndef FP_PACING_H
#define FP_PACING_H
#include "order/fold.h"

/* `paced`, one per sync of the kernel: set for syncs beside an op that paces waves, in whatever block they stand. */
void fp_pacing_mark(const struct fp_kernel *kernel, bool *paced);
/* May one of these syncs pace? */
bool fp_pacing_may(struct fp_fold *fold, const struct fp_kernel *kernel, fp_syncs syncs, const bool *paced);
#endif
