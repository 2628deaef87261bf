#include "check/whole_barriers.h"

bool fp_sync_is_met_by_all(const struct fp_fold *fold, uint32_t frame, const struct fp_kernel *kernel,
                           uint32_t number) {
    const fp_sync *sync = &kernel->syncs.data[number];
    uint32_t known = fp_fold_sync_number(fold, frame, number);
    bool some = known != FP_NONE && fp_fold_sync_role(fold, known) == FP_SYNC_DIVERGENT;
    return !some && sync->scope == FP_SCOPE_WORKGROUP && sync->id == FP_ID_WORKGROUP && !sync->predicated &&
           !sync->maybe && !sync->doubtful && !sync->implied;
}

bool fp_sync_lands(const struct fp_kernel *kernel, uint32_t number) {
    const fp_sync *sync = &kernel->syncs.data[number];
    bool fenced = sync->release && (sync->spaces & FP_SPACES_WORKGROUP) && !sync->tags;
    return sync->kind == FP_SYNC_BARRIER && (fenced || !kernel->target->backoff_barrier);
}
