#include "engine/kernel_info.h"
#include "rules/rule.h"
#include <string.h>

/* What judging the kernel took, in pairs of groups that met: about so much longer takes what else is counted. */
static uint64_t work_of(const struct fp_kernel *kernel, const fp_analysis *analysis, uint64_t events) {
    enum { OVERLAP = 8, EVENT = 4, HAZARD = 2 };
    return analysis->meets + OVERLAP * fp_addresses_misses(kernel->addresses) + EVENT * events +
           HAZARD * (uint64_t)analysis->hazard_count;
}

fp_kernel_info fp_kernel_info_of(struct fp_arena *keep, const struct fp_kernel *kernel, const fp_analysis *analysis,
                                 uint64_t events) {
    const fp_op_info *op = kernel->ir->ops[kernel->op].info;
    fp_kernel_info info = { .name = kernel->name,
                            .launched_here = op && op->region == FP_REGION_LAUNCH,
                            .span = kernel->ir->ops[kernel->op].span,
                            .target = kernel->target->chip,
                            .target_from = kernel->target_source,
                            .block_from = kernel->block_source,
                            .access_count = kernel->accesses.len,
                            .sync_count = fp_kernel_sync_count(kernel),
                            .shared_bytes = kernel->shared_bytes,
                            .work = work_of(kernel, analysis, events) };
    fp_sync_counts syncs = fp_kernel_sync_counts(kernel);
    info.barrier_count = syncs.barriers, info.signal_count = syncs.signals;
    info.wait_count = syncs.waits, info.fence_count = syncs.fences;
    info.unjudged = fp_rules_unjudged_kernel(keep, kernel, &info.unjudged_at);
    if (!kernel->launch.upper_bound_only) memcpy(info.block, kernel->launch.block, sizeof info.block);
    return info;
}
