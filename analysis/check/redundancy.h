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

/* One verdict per sync of the kernel; producers and consumers are members of the fold (fold.h). Where waves are shifted
 * against each other nothing is of no use that the runs of the kernel need (run_without.h).
 *
 * program->inner: a kernel that is no function tells there what it needs of the syncs of callees; of a function whose
 * callers have all done so, theirs is the verdict. NULL, or no program: functions are judged for themselves. */
fp_sync_verdict *fp_redundancy_judge(struct fp_arena *keep, struct fp_fold *fold, const struct fp_kernel *kernel,
                                     const struct fp_program *program);
#endif
