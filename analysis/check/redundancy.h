/* redundancy.h - what each sync of a kernel is needed for.
 *
 * Candidates (candidates.h) are judged one after the other, deepest loop first, then latest in the text, each with the
 * redundant ones before it taken away: all that is reported can go together, and nothing left can go.
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
/* Which of the needed syncs order more memories than anything needs of them (`narrowable`), and which of them global
 * memory needs after all (`crosses_global`): a question of its own, for those who want to know what could cost less.
 * May there be any? Told without a walk over the tree. */
bool fp_redundancy_may_narrow(const struct fp_kernel *kernel, const fp_sync_verdict *verdicts);
void fp_redundancy_judge_widths(struct fp_fold *fold, const struct fp_kernel *kernel, fp_sync_verdict *verdicts);
#endif
