/* whole_barriers.h - barriers at which all threads of the workgroup meet, whatever they have in hand.
 *
 * Ownership  nothing is kept; the fold and its kernels are only read.
 */
#ifndef FP_WHOLE_BARRIERS_H
#define FP_WHOLE_BARRIERS_H
#include "order/fold.h"

/* `number` counts the syncs of the kernel that runs in `frame`. Does it make each thread of the workgroup wait for all
 * others? */
bool fp_sync_is_met_by_all(const struct fp_fold *fold, uint32_t frame, const struct fp_kernel *kernel, uint32_t number);
/* Is it a barrier behind which accesses of workgroup memory from before it have landed? */
bool fp_sync_lands(const struct fp_kernel *kernel, uint32_t number);
#endif
