/* sync_judging.h - the kernel while its syncs are judged one after the other: what was found redundant is left out of
 * it.
 *
 * Two folds are asked. The kernel's own counts a barrier of some threads for none; where there are such barriers a
 * second one counts what each does for its threads.
 */
#ifndef FP_SYNC_JUDGING_H
#define FP_SYNC_JUDGING_H
#include "check/hazard.h"
#include "order/fold.h"

typedef struct {
    struct fp_arena *scratch, *walk; /* walk: of one judgement */
    struct fp_fold *fold;
    const struct fp_kernel *kernel;
    const fp_fold_node *whole;  /* as it stands */
    const fp_fold_node *root;   /* without what has been found redundant so far, and without what is doubtful */
    struct fp_fold *group_fold; /* what a barrier of a group does for its threads counts as well; NULL: there is none */
    const fp_fold_node *group_whole, *group_root;
    bool *gone;               /* per sync: found redundant */
    fp_place_range *rests_on; /* per sync: its verdict, as long as nothing there changes */
    uint32_t asked;           /* of FP_STANDINS_ASKED_MAX */
    bool *paced;              /* per sync (pacing.h); only verdicts ask for it */
    fp_sync_verdict *verdicts;
    fp_numbers numbers; /* room for the members of one rope */
} fp_sync_judging;

fp_sync_judging fp_sync_judging_start(struct fp_fold *fold, const struct fp_kernel *kernel, fp_sync_verdict *verdicts);
void fp_sync_judging_end(fp_sync_judging *j);
/* What these syncs are needed for, all of them together, in what is left of the kernel. */
fp_judgement fp_sync_judging_judge(const fp_sync_judging *j, fp_syncs syncs, fp_judge_wish wish);
void fp_sync_judging_leave_out(fp_sync_judging *j, fp_syncs syncs);
/* The barriers of which it is not sure that they are there: none goes because of one of them. */
fp_syncs fp_sync_judging_doubtful(fp_sync_judging *j);
#endif
