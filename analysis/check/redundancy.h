/* redundancy.h - what each sync of a kernel is needed for.
 *
 * Candidates (candidates.h) are judged one after the other, deepest loop first, then latest in the text, each with the
 * redundant ones before it taken away: all that is reported can go together, and nothing left can go.
 */
#ifndef FP_REDUNDANCY_H
#define FP_REDUNDANCY_H
#include "check/hazard.h"
#include "order/fold.h"

/* One verdict per sync of the kernel; producers and consumers are members of the fold (fold.h). */
fp_sync_verdict *fp_redundancy_judge(struct fp_arena *keep, struct fp_fold *fold, const struct fp_kernel *kernel);
#endif
