#include "check/widths.h"
#include "check/candidates.h"
#include "check/sync_judging.h"
#include <assert.h>

static bool may_be_narrow(const struct fp_kernel *kernel, const fp_sync_verdict *verdicts, uint32_t sync) {
    const fp_sync_verdict *verdict = &verdicts[sync];
    return verdict->verdict == FP_VERDICT_NEEDED && verdict->crosses_workgroup && !verdict->crosses_global &&
           !verdict->crosses_untracked && (kernel->syncs.data[sync].spaces & FP_SPACES_GLOBAL);
}

static bool any_may_be_narrow(const fp_sync_judging *j, fp_syncs syncs) {
    bool any = false;
    for (uint32_t i = 0; i < syncs.count; i++) any |= may_be_narrow(j->kernel, j->verdicts, syncs.data[i]);
    return any;
}

/* Does something rest on these being wide, when `root` has those of `back` narrow? */
static bool needs_width(fp_sync_judging *j, const fp_fold_node *root, const fp_fold_node *group_root, fp_syncs back,
                        fp_syncs syncs) {
    fp_judgement judgement = fp_fold_judge_width(j->fold, root, back, syncs, j->walk);
    if (judgement.by[FP_SPACE_GLOBAL].found || judgement.by[FP_SPACE_WORKGROUP].found) return true;
    if (j->group_fold) judgement = fp_fold_judge_width(j->group_fold, group_root, back, syncs, j->walk);
    return judgement.by[FP_SPACE_GLOBAL].found || judgement.by[FP_SPACE_WORKGROUP].found;
}

static void tell_wide(fp_sync_judging *j, fp_syncs syncs, bool narrow) {
    for (uint32_t i = 0; i < syncs.count; i++) {
        assert(syncs.data[i] < j->kernel->syncs.len);
        fp_sync_verdict *verdict = &j->verdicts[syncs.data[i]];
        verdict->narrowable = narrow && j->kernel->syncs.data[syncs.data[i]].wide_spelled &&
                              !j->kernel->called_elsewhere && !fp_fold_calls_unknown(j->fold);
        verdict->crosses_global |= !narrow;
    }
}

/* Verdicts end at the first pair of workgroup memory: what of other memories do these order, each of them alone? */
static void judge_crossings(fp_sync_judging *j, const fp_candidates *all) {
    fp_judge_wish wish = { .spaces = FP_SPACES_GLOBAL, .enough = FP_ENOUGH_ALL };
    if (fp_fold_has_untracked(j->fold)) wish.spaces |= FP_SPACES_UNTRACKED;
    for (uint32_t c = 0; c < all->len && !fp_fold_cancelled(j->fold); c++) {
        fp_syncs its = all->data[c].syncs;
        if (!any_may_be_narrow(j, its)) continue;
        fp_judgement judgement = fp_sync_judging_judge(j, its, wish);
        for (uint32_t i = 0; i < its.count; i++) {
            j->verdicts[its.data[i]].crosses_global = judgement.by[FP_SPACE_GLOBAL].found;
            j->verdicts[its.data[i]].crosses_untracked = judgement.by[FP_SPACE_UNTRACKED].found;
        }
    }
}

/* Of these, each alone is needed for workgroup memory only: because of others of them that order global memory. What
 * would become of all of them together? */
static void judge_widths(fp_sync_judging *j, const fp_candidates *all) {
    judge_crossings(j, all);
    fp_numbers narrow = { 0 };
    for (uint32_t i = 0; i < j->kernel->syncs.len; i++)
        if (may_be_narrow(j->kernel, j->verdicts, i)) *FP_PUSH(j->scratch, &narrow) = i;
    fp_syncs syncs = { narrow.data, narrow.len };
    if (!syncs.count) return;
    bool together = !needs_width(j, j->root, j->group_root, (fp_syncs){ NULL, 0 }, syncs);
    tell_wide(j, syncs, true);
    if (together) return;
    const fp_fold_node *root = fp_fold_narrowed(j->fold, j->root, syncs),
                       *group_root = j->group_fold ? fp_fold_narrowed(j->group_fold, j->group_root, syncs) : NULL;
    for (uint32_t c = 0; c < all->len && !fp_fold_cancelled(j->fold); c++) {
        fp_syncs its = all->data[c].syncs;
        if (any_may_be_narrow(j, its) && needs_width(j, root, group_root, its, its)) tell_wide(j, its, false);
    }
}

static bool is_gone(fp_verdict verdict) {
    return verdict == FP_VERDICT_REDUNDANT || verdict == FP_VERDICT_PACING || verdict == FP_VERDICT_INEFFECTIVE ||
           verdict == FP_VERDICT_DOUBTFUL;
}

bool fp_widths_any(const struct fp_kernel *kernel, const fp_sync_verdict *verdicts) {
    bool any = false;
    for (uint32_t i = 0; i < kernel->syncs.len && !any; i++) any = may_be_narrow(kernel, verdicts, i);
    return any;
}

void fp_widths_judge(struct fp_fold *fold, const struct fp_kernel *kernel, fp_sync_verdict *verdicts) {
    fp_sync_judging j = fp_sync_judging_start(fold, kernel, verdicts);
    fp_numbers gone = { 0 };
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (is_gone(verdicts[i].verdict)) *FP_PUSH(j.scratch, &gone) = i;
    fp_sync_judging_leave_out(&j, fp_sync_judging_doubtful(&j));
    fp_sync_judging_leave_out(&j, (fp_syncs){ gone.data, gone.len });
    fp_candidates all = fp_candidates_find(j.scratch, fold, kernel);
    judge_widths(&j, &all);
    fp_sync_judging_end(&j);
}
