#include "check/sync_judging.h"

fp_judgement fp_sync_judging_judge(const fp_sync_judging *j, fp_syncs syncs, fp_judge_wish wish) {
    fp_judgement all = fp_fold_judge(j->fold, j->root, syncs, wish, j->walk);
    if (!all.reached || !j->group_fold) return all;
    fp_judgement groups = fp_fold_judge(j->group_fold, j->group_root, syncs, wish, j->walk);
    for (int space = 0; space < FP_SPACE_COUNT; space++) {
        if (all.by[space].found || !groups.by[space].found) continue;
        fp_numbers producers = { 0 }, consumers = { 0 }; /* ropes of the other fold: one access of each is enough */
        fp_members_collect(fp_fold_summaries(j->group_fold), groups.by[space].producers, &producers);
        fp_members_collect(fp_fold_summaries(j->group_fold), groups.by[space].consumers, &consumers);
        all.by[space] = groups.by[space];
        all.by[space].producers = producers.data[producers.len - 1], all.by[space].consumers = consumers.data[0];
    }
    return all;
}

void fp_sync_judging_leave_out(fp_sync_judging *j, fp_syncs syncs) {
    j->root = fp_fold_without(j->fold, j->root, syncs);
    if (j->group_fold) j->group_root = fp_fold_without(j->group_fold, j->group_root, syncs);
}

fp_sync_judging fp_sync_judging_start(struct fp_fold *fold, const struct fp_kernel *kernel, fp_sync_verdict *verdicts) {
    struct fp_arena *scratch = fp_arena_new();
    uint32_t count = kernel->syncs.len;
    fp_syncs rare = fp_fold_rare_syncs(scratch, fold);
    const fp_fold_node *whole = fp_fold_without(fold, fp_fold_judge_root(fold), rare);
    fp_sync_judging j = { .scratch = scratch,
                          .walk = fp_arena_new(),
                          .fold = fold,
                          .kernel = kernel,
                          .whole = whole,
                          .root = whole,
                          .gone = FP_NEW(scratch, bool, count + 1),
                          .verdicts = verdicts,
                          .rests_on = FP_NEW(scratch, fp_place_range, count + 1) };
    j.group_fold = fp_fold_of_groups(scratch, fold);
    if (j.group_fold == fold) j.group_fold = NULL;
    if (j.group_fold)
        j.group_whole = j.group_root = fp_fold_without(j.group_fold, fp_fold_judge_root(j.group_fold), rare);
    return j;
}

void fp_sync_judging_end(fp_sync_judging *j) {
    fp_arena_drop(j->walk);
    fp_arena_drop(j->scratch);
}

fp_syncs fp_sync_judging_doubtful(fp_sync_judging *j) {
    fp_numbers doubtful = { 0 };
    for (uint32_t i = 0; i < j->kernel->syncs.len; i++)
        if (j->kernel->syncs.data[i].doubtful && !j->kernel->syncs.data[i].rare) *FP_PUSH(j->scratch, &doubtful) = i;
    return (fp_syncs){ doubtful.data, doubtful.len };
}
