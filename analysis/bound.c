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

/* Whatever state an access of the class is in that is not in flight: behind the run it is ordered. No barrier of a group is in a function that is cut. */
static bool orders_class(const struct fp_kernel *kernel, fp_syncs run, const fp_class *klass) {
    fp_sync_context context = { kernel->target, kernel->tags, kernel->launch, FP_MEET_ALL, false };
    fp_state_set left = ~FP_SET_IN_FLIGHT & ~(FP_STATE_BIT(FP_STATE_SIGNALLED_GROUP) | FP_STATE_BIT(FP_STATE_ORDERED_GROUP));
    for (uint32_t i = 0; i < run.count && left; i++) {
        fp_relation relation = fp_sync_relation(&context, &kernel->syncs.data[run.data[i]], klass, (fp_lane){ FP_LANE_WORKGROUP, FP_ID_WORKGROUP, FP_NONE });
        fp_state_set behind = 0;
        for (uint32_t state = 0; state < FP_STATE_IN_FLIGHT; state++)
            if (left >> state & 1) behind |= relation.rows[state];
        left = behind;
    }
    return left == 0;
}

static bool orders_space(const struct fp_kernel *kernel, fp_syncs run, fp_space space) {
    if (!orders_class(kernel, run, &(fp_class){ .space = space, .object = FP_NONE })) return false;
    for (uint32_t i = 0; i < kernel->classes.len; i++)
        if (kernel->classes.data[i].space == space && !orders_class(kernel, run, &kernel->classes.data[i])) return false;
    return true;
}

static bool meets(const fp_sync *sync) { return sync->kind == FP_SYNC_BARRIER || sync->kind == FP_SYNC_SIGNAL || sync->kind == FP_SYNC_WAIT; }

/* The run's barrier: one sync, or a signal and its wait; none: it has another one, or too many. */
static fp_syncs barrier_of(const struct fp_kernel *kernel, fp_syncs run) {
    fp_syncs barrier = { NULL, 0 };
    for (uint32_t i = 0; i < run.count; i++) {
        if (!meets(&kernel->syncs.data[run.data[i]])) continue;
        if (barrier.count == 0) barrier.data = run.data + i;
        barrier.count++;
    }
    fp_sync_kind first = barrier.count ? kernel->syncs.data[barrier.data[0]].kind : FP_SYNC_PACING;
    bool pair = barrier.count == 2 && first == FP_SYNC_SIGNAL && kernel->syncs.data[barrier.data[1]].kind == FP_SYNC_WAIT;
    return pair || (barrier.count == 1 && first == FP_SYNC_BARRIER) ? barrier : (fp_syncs){ NULL, 0 };
}

bool fp_bound_has_copies(const struct fp_kernel *kernel) {
    for (uint32_t i = 0; i < kernel->classes.len; i++)
        if (kernel->classes.data[i].counter != FP_COUNTER_NONE) return true;
    return false;
}

bool fp_bound_is_crossed(struct fp_fold *fold, const struct fp_kernel *kernel, fp_syncs run) {
    fp_syncs barrier = barrier_of(kernel, run);
    if (!fp_bound_has_copies(kernel)) return false;
    if (!barrier.count) return true;
    fp_numbers places = fp_fold_sync_places(fold, barrier.data[0]);
    return places.len != 1 || fp_fold_in_flight(fold, places.data[0]);
}

bool fp_bound_orders_global(const struct fp_kernel *kernel, fp_syncs run) { return orders_space(kernel, run, FP_SPACE_GLOBAL); }

bool fp_bound_closes(struct fp_fold *fold, const struct fp_kernel *kernel, fp_syncs run) {
    if (!barrier_of(kernel, run).count) return false;
    for (uint32_t i = 0; i < run.count; i++) {
        const fp_sync *sync = &kernel->syncs.data[run.data[i]];
        if (sync->implied || sync->doubtful || sync->maybe || !stands_for_all(fold, kernel, run.data[i])) return false;
    }
    return orders_space(kernel, run, FP_SPACE_WORKGROUP);
}

/* Does it stay whatever is judged? What is not judged does. */
static bool stays(struct fp_fold *fold, const struct fp_kernel *kernel, const uint32_t *sync) {
    const fp_sync *self = &kernel->syncs.data[*sync];
    bool judged = self->kind == FP_SYNC_COUNTER_WAIT ? fp_kernel_tracks(kernel, self) : self->kind != FP_SYNC_FENCE || self->release;
    return !judged || fp_barrier_is_needed(fold, kernel, (fp_syncs){ sync, 1 });
}

bool fp_bound_holds(struct fp_fold *fold, const struct fp_kernel *kernel, fp_syncs run) {
    fp_syncs barrier = barrier_of(kernel, run);
    if (!fp_bound_closes(fold, kernel, run) || fp_bound_is_crossed(fold, kernel, run) || !fp_barrier_is_needed(fold, kernel, barrier)) return false;
    uint32_t staying[FP_BOUND_SYNCS_MAX], count = 0;
    if (run.count > FP_BOUND_SYNCS_MAX) return false;
    for (uint32_t i = 0; i < run.count; i++)
        if (meets(&kernel->syncs.data[run.data[i]]) || stays(fold, kernel, &run.data[i])) staying[count++] = run.data[i];
    if (count == run.count) return true;
    return !fp_bound_has_copies(kernel) && fp_bound_closes(fold, kernel, (fp_syncs){ staying, count });     /* a fence that goes may have completed one */
}
