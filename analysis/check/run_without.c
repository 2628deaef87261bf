#include "check/run_without.h"
#include "streams/what_if.h"

/* Does a barrier between shifted waves, or one of `syncs`, order any of these memories? */
static bool orders(const fp_run_without *runs, const fp_sync_judging *j, fp_syncs syncs, uint8_t spaces) {
    fp_numbers all = { 0 };
    for (uint32_t i = 0; i < runs->shifted.count; i++) *FP_PUSH(j->scratch, &all) = runs->shifted.data[i];
    for (uint32_t i = 0; i < syncs.count; i++)
        if (fp_fold_sync_role(j->fold, syncs.data[i]) != FP_SYNC_SHIFTED) *FP_PUSH(j->scratch, &all) = syncs.data[i];
    fp_numbers_sort(all.data, all.len);
    fp_judgement judgement = fp_fold_judge(j->fold, j->whole, (fp_syncs){ all.data, all.len },
                                           (fp_judge_wish){ .spaces = spaces, .enough = FP_ENOUGH_ANY }, j->walk);
    bool any = false;
    for (int space = 0; space < FP_SPACE_COUNT; space++) any |= judgement.by[space].found;
    return any;
}

static void mark(const fp_run_without *runs, const fp_sync_judging *j, fp_syncs syncs, bool gone) {
    for (uint32_t i = 0; i < syncs.count; i++) runs->without[j->kernel->syncs.data[syncs.data[i]].op] = gone;
}

bool fp_run_without_holds(fp_run_without *runs, const fp_sync_judging *j, fp_syncs syncs, uint8_t spaces) {
    const struct fp_kernel *kernel = j->kernel;
    uint8_t others = spaces & (uint8_t)~FP_SPACES_WORKGROUP;
    if (!fp_decided_follows(kernel->decided) || !kernel->streams || !runs->program) return false;
    if (!runs->what_if) {
        runs->what_if = fp_what_if_new(j->scratch, kernel->streams, kernel, runs->program);
        runs->without = FP_NEW(j->scratch, bool, kernel->ir->op_count);
        runs->shifted = fp_fold_shifted_syncs(j->scratch, j->fold);
    }
    if (fp_what_if_events(runs->what_if) + kernel->streams->events > FP_RUN_WITHOUT_EVENTS_MAX) return false;
    if (others && orders(runs, j, syncs, others)) return false;
    mark(runs, j, syncs, true);
    bool holds = fp_what_if_holds(runs->what_if, runs->without, NULL);
    if (!holds) mark(runs, j, syncs, false);
    return holds;
}
