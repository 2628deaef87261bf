#include "bound.h"
#include "barrier.h"
#include "relation_sync.h"

/* Is it an item of the kernel's own block, which all threads come to together? */
static bool stands_for_all(struct fp_fold *fold, const struct fp_kernel *kernel, uint32_t sync) {
    if (fp_fold_sync_role(fold, sync) != FP_SYNC_COUNTS) return false;
    for (uint32_t i = 0; i < kernel->body.len; i++)
        if (kernel->body.data[i].kind == FP_ITEM_SYNC && kernel->body.data[i].index == sync) return true;
    return false;
}

/* Whatever state an access of the class is in that is not in flight, in every lane: behind the sync it is ordered. */
static bool orders_class(const struct fp_kernel *kernel, const fp_sync *sync, const fp_class *klass) {
    static const fp_lane lanes[] = { { FP_LANE_WORKGROUP, FP_ID_WORKGROUP, FP_NONE }, { FP_LANE_GROUP, 1, FP_NONE } };
    fp_sync_context context = { kernel->target, kernel->tags, kernel->launch, FP_MEET_ALL, false };
    for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++) {
        fp_relation relation = fp_sync_relation(&context, sync, klass, lanes[i]);
        for (uint32_t state = 0; state < FP_STATE_IN_FLIGHT; state++)
            if (relation.rows[state] || !(relation.ordered >> state & 1)) return false;
    }
    return true;
}

bool fp_bound_is_crossed(struct fp_fold *fold, const struct fp_kernel *kernel, uint32_t sync) {
    bool copies = false;
    for (uint32_t i = 0; i < kernel->classes.len; i++) copies |= kernel->classes.data[i].counter != FP_COUNTER_NONE;
    fp_numbers places = fp_fold_sync_places(fold, sync);
    return copies && (places.len != 1 || fp_fold_in_flight(fold, places.data[0]));
}

bool fp_bound_orders_global(const struct fp_kernel *kernel, uint32_t sync) {
    const fp_sync *self = &kernel->syncs.data[sync];
    if (!orders_class(kernel, self, &(fp_class){ .space = FP_SPACE_GLOBAL, .object = FP_NONE })) return false;
    for (uint32_t i = 0; i < kernel->classes.len; i++)
        if (kernel->classes.data[i].space == FP_SPACE_GLOBAL && !orders_class(kernel, self, &kernel->classes.data[i])) return false;
    return true;
}

bool fp_bound_closes(struct fp_fold *fold, const struct fp_kernel *kernel, uint32_t sync) {
    const fp_sync *self = &kernel->syncs.data[sync];
    if (self->kind != FP_SYNC_BARRIER || self->implied || self->doubtful || self->maybe || self->tags || !stands_for_all(fold, kernel, sync)) return false;
    if (!orders_class(kernel, self, &(fp_class){ .space = FP_SPACE_WORKGROUP, .object = FP_NONE })) return false;
    for (uint32_t i = 0; i < kernel->classes.len; i++)
        if (kernel->classes.data[i].space == FP_SPACE_WORKGROUP && !orders_class(kernel, self, &kernel->classes.data[i])) return false;
    return true;
}

bool fp_bound_holds(struct fp_fold *fold, const struct fp_kernel *kernel, uint32_t sync) {
    return fp_bound_closes(fold, kernel, sync) && !fp_bound_is_crossed(fold, kernel, sync) && fp_barrier_is_needed(fold, kernel, sync);
}
