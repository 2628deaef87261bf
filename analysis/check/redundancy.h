/* redundancy.h - what each sync of a kernel is needed for.
 *
 * Candidates (candidates.h) are judged one after the other, deepest loop first, then latest in the text, each with the
 * redundant ones before it taken away: all that is reported can go together, and nothing left can go. Where many in a
 * row are redundant, the next ones are judged together.
 */
#ifndef FP_REDUNDANCY_H
#define FP_REDUNDANCY_H
#include "check/hazard.h"
#include "check/inner.h"
#include "order/fold.h"

/* One verdict per sync of the kernel; producers and consumers are members of the fold (fold.h).
 *
 * inner: a kernel that is no function tells there what it needs of the syncs of callees; of a function whose callers
 * have all done so, theirs is the verdict. NULL: functions are judged for themselves. */
fp_sync_verdict *fp_redundancy_judge(struct fp_arena *keep, struct fp_fold *fold, const struct fp_kernel *kernel,
                                     struct fp_inner_pairs *inner);
#endif
