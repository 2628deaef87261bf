/* fold_in_step.c - how waves go through branches: which barriers they pass together, or one behind the other. */
#include "order/fold_build.h"

fp_choosing fp_choosing_of(const fp_branch_item *branch) {
    if (branch->concurrent) return FP_RUN_ALL;
    if (branch->uniformity.doubt) return FP_CHOOSE_IN_DOUBT;
    if (branch->uniformity.among <= FP_UNIFORM_WORKGROUP) return FP_CHOOSE_ALIKE;
    return branch->uniformity.among == FP_UNIFORM_WAVE ? FP_CHOOSE_BY_WAVE : FP_CHOOSE_BY_LANE;
}

fp_meeting fp_meeting_shown(const fp_building *at) {
    if (at->meeting != FP_MEET_NOT) return at->meeting;
    uint32_t threads[2];
    bool elsewhere = false;
    for (const fp_parting *parting = at->partings; parting; parting = parting->outer) {
        if (!fp_addresses_part(parting->kernel->addresses, parting->op, FP_NONE, false, threads)) continue;
        if (!parting->perhaps_in_step) return FP_MEET_NOT;
        elsewhere = true;
    }
    return elsewhere ? FP_MEET_ELSEWHERE : FP_MEET_PERHAPS;
}

static bool is_workgroup_barrier(const fp_building *at, fp_item item) {
    fp_sync_context context = { at->fold->kernel->target, at->fold->kernel->tags, at->fold->kernel->launch, at->meeting,
                                at->partial };
    return item.kind == FP_ITEM_SYNC &&
           fp_sync_meets_workgroup(&context, &fp_building_kernel(at)->syncs.data[item.index]);
}

static bool holds_barrier(const fp_building *at, const fp_items *items);

static bool item_holds_barrier(const fp_building *at, fp_item item) {
    const struct fp_kernel *kernel = fp_building_kernel(at);
    switch (item.kind) {
    case FP_ITEM_ACCESS:
    case FP_ITEM_UNTRACKED: return false;
    case FP_ITEM_SYNC: return is_workgroup_barrier(at, item);
    case FP_ITEM_LOOP:
        return holds_barrier(at, &kernel->loops.data[item.index].body) ||
               holds_barrier(at, &kernel->loops.data[item.index].tail);
    case FP_ITEM_BRANCH:
        for (uint32_t arm = 0; arm < kernel->branches.data[item.index].arm_count; arm++)
            if (holds_barrier(at, &kernel->branches.data[item.index].arms[arm])) return true;
        return false;
    case FP_ITEM_GRAPH:
    case FP_ITEM_CALL: return true; /* perhaps */
    }
    return true;
}

static bool holds_barrier(const fp_building *at, const fp_items *items) {
    for (uint32_t i = 0; i < items->len; i++)
        if (item_holds_barrier(at, items->data[i])) return true;
    return false;
}

static bool barrier_in_item(const fp_building *at, fp_item item, fp_barrier_at *found) {
    const struct fp_kernel *kernel = fp_building_kernel(at);
    fp_building inside = *at;
    switch (item.kind) {
    case FP_ITEM_ACCESS:
    case FP_ITEM_UNTRACKED:
    case FP_ITEM_GRAPH: return false;
    case FP_ITEM_SYNC: *found = (fp_barrier_at){ at->frame, item.index }; return is_workgroup_barrier(at, item);
    case FP_ITEM_LOOP: return fp_any_barrier(at, &kernel->loops.data[item.index].body, found);
    case FP_ITEM_BRANCH:
        for (uint32_t arm = 0; arm < kernel->branches.data[item.index].arm_count; arm++)
            if (fp_any_barrier(at, &kernel->branches.data[item.index].arms[arm], found)) return true;
        return false;
    case FP_ITEM_CALL:
        inside.frame = at->fold->frames.data[at->frame].callees[item.index];
        return fp_frame_is_joined(at->fold, inside.frame) &&
               fp_any_barrier(&inside, &fp_building_kernel(&inside)->body, found);
    }
    return false;
}

bool fp_any_barrier(const fp_building *at, const fp_items *items, fp_barrier_at *found) {
    for (uint32_t i = 0; i < items->len; i++)
        if (barrier_in_item(at, items->data[i], found)) return true;
    return false;
}

uint32_t fp_next_barrier(const fp_building *at, const fp_items *items, uint32_t start) {
    while (start < items->len && !is_workgroup_barrier(at, items->data[start])) start++;
    return start;
}

bool fp_arms_in_step(const fp_building *at, const fp_branch_item *branch) {
    uint32_t positions[2] = { 0, 0 };
    bool any = false;
    if (branch->arm_count != 2) return false;
    for (uint32_t arm = 0; arm < 2; arm++)
        for (uint32_t i = 0; i < branch->arms[arm].len; i++)
            if (branch->arms[arm].data[i].kind != FP_ITEM_SYNC && item_holds_barrier(at, branch->arms[arm].data[i]))
                return false;
    for (;;) {
        uint32_t a = fp_next_barrier(at, &branch->arms[0], positions[0]),
                 b = fp_next_barrier(at, &branch->arms[1], positions[1]);
        bool end_a = a == branch->arms[0].len, end_b = b == branch->arms[1].len;
        if (end_a || end_b) return end_a && end_b && any;
        const fp_sync *syncs = fp_building_kernel(at)->syncs.data;
        if (syncs[branch->arms[0].data[a].index].kind != syncs[branch->arms[1].data[b].index].kind) return false;
        positions[0] = a + 1, positions[1] = b + 1, any = true;
    }
}

/* How many barriers of the workgroup a wave passes on its way through. */
enum { PASSES_MANY = UINT16_MAX };
typedef struct {
    uint32_t least, most;
} passes;

static passes passes_of(const fp_building *at, const fp_items *items);

static passes passes_of_arms(const fp_building *at, const fp_branch_item *branch) {
    passes all = { PASSES_MANY, 0 };
    for (uint32_t arm = 0; arm < branch->arm_count; arm++) {
        passes one = passes_of(at, &branch->arms[arm]);
        if (one.least < all.least) all.least = one.least;
        if (one.most > all.most) all.most = one.most;
    }
    return all;
}

static passes passes_of_item(const fp_building *at, fp_item item) {
    const struct fp_kernel *kernel = fp_building_kernel(at);
    fp_building inside = *at;
    bool any;
    switch (item.kind) {
    case FP_ITEM_ACCESS:
    case FP_ITEM_UNTRACKED: break;
    case FP_ITEM_SYNC: any = is_workgroup_barrier(at, item); return (passes){ any, any };
    case FP_ITEM_LOOP: return (passes){ 0, item_holds_barrier(at, item) ? PASSES_MANY : 0 };
    case FP_ITEM_BRANCH: return passes_of_arms(at, &kernel->branches.data[item.index]);
    case FP_ITEM_GRAPH: return (passes){ 0, PASSES_MANY };
    case FP_ITEM_CALL:
        inside.frame = at->fold->frames.data[at->frame].callees[item.index];
        if (fp_frame_is_joined(at->fold, inside.frame)) return passes_of(&inside, &fp_building_kernel(&inside)->body);
        break;
    }
    return (passes){ 0, 0 };
}

static passes passes_of(const fp_building *at, const fp_items *items) {
    passes all = { 0, 0 };
    for (uint32_t i = 0; i < items->len; i++) {
        passes one = passes_of_item(at, items->data[i]);
        all.least = all.least + one.least < PASSES_MANY ? all.least + one.least : PASSES_MANY;
        all.most = all.most + one.most < PASSES_MANY ? all.most + one.most : PASSES_MANY;
    }
    return all;
}

bool fp_arms_may_be_in_step(const fp_building *at, const fp_branch_item *branch) {
    if (branch->arm_count != 2) return false;
    passes first = passes_of(at, &branch->arms[0]), second = passes_of(at, &branch->arms[1]);
    return first.most && second.most && first.least <= second.most && second.least <= first.most;
}

/* ---- staggered waves ---- */
/* Fences and waits beside an extra barrier hold for the waves that take its arm: they count for nothing. */
static bool only_helps(fp_sync_kind kind) {
    return kind == FP_SYNC_PACING || kind == FP_SYNC_FENCE || kind == FP_SYNC_COUNTER_WAIT;
}

uint32_t fp_extra_barrier(const fp_building *at, fp_item item, bool *truth) {
    if (item.kind != FP_ITEM_BRANCH) return FP_NONE;
    const fp_branch_item *branch = &fp_building_kernel(at)->branches.data[item.index];
    if (branch->arm_count != 2 || branch->condition.value == FP_NONE || fp_choosing_of(branch) != FP_CHOOSE_BY_WAVE)
        return FP_NONE;
    uint32_t found = FP_NONE;
    for (uint32_t arm = 0; arm < 2; arm++)
        for (uint32_t i = 0; i < branch->arms[arm].len; i++) {
            fp_item inner = branch->arms[arm].data[i];
            if (inner.kind == FP_ITEM_SYNC && only_helps(fp_building_kernel(at)->syncs.data[inner.index].kind))
                continue;
            bool whole = is_workgroup_barrier(at, inner) &&
                         fp_building_kernel(at)->syncs.data[inner.index].kind == FP_SYNC_BARRIER;
            if (!whole || found != FP_NONE) return FP_NONE;
            found = inner.index;
            *truth = (arm == 0) != branch->condition.negated;
        }
    return found;
}

/* The item at which the waves that skipped the barrier of `open` run one of their own. Between the two, the waves of
 * `open` are one barrier behind. items->len: there is no such item. */
static uint32_t stagger_end(const fp_building *at, const fp_items *items, uint32_t open) {
    bool late = false, early = false;
    if (at->meeting != FP_MEET_ALL || fp_extra_barrier(at, items->data[open], &late) == FP_NONE) return items->len;
    uint32_t value = fp_building_kernel(at)->branches.data[items->data[open].index].condition.value;
    for (uint32_t i = open + 1; i < items->len; i++)
        if (fp_extra_barrier(at, items->data[i], &early) != FP_NONE &&
            fp_building_kernel(at)->branches.data[items->data[i].index].condition.value == value)
            return early != late ? i : items->len;
    return items->len;
}

void fp_stagger_leaves(const fp_building *at, const fp_items *items, fp_fold_leaf *leaves, uint32_t count) {
    uint32_t end = 0;
    if (at->fold->kernel->in_shares) return;
    for (uint32_t i = 0; i < count; i++) {
        if (leaves[i].item == FP_NONE) continue;
        if (leaves[i].item >= end) {
            uint32_t close = stagger_end(at, items, leaves[i].item);
            end = close < items->len ? close + 1 : 0;
            if (!end) continue;
            at->fold->shifts = true;
            leaves[i].shift = FP_SHIFT_OPENS;
        } else if (leaves[i].item < end) {
            leaves[i].shift = leaves[i].item + 1 == end ? FP_SHIFT_CLOSES : FP_SHIFT_LASTS;
        }
    }
}

fp_sync fp_shift_half(const fp_building *at, uint32_t barrier, fp_shift shift) {
    fp_sync half = fp_building_kernel(at)->syncs.data[barrier];
    half.kind = shift == FP_SHIFT_OPENS ? FP_SYNC_SIGNAL : FP_SYNC_WAIT;
    half.release = false; /* what it makes visible it does for its own waves alone */
    return half;
}

bool fp_shifts_shares(const fp_building *at, const fp_items *items, uint32_t item) {
    bool truth;
    if (at->frame != 0 || !at->fold->kernel->in_shares) return false;
    uint32_t barrier = fp_extra_barrier(at, items->data[item], &truth);
    if (barrier != FP_NONE) at->fold->roles[barrier] = FP_SYNC_STAGGERS;
    return barrier != FP_NONE;
}
