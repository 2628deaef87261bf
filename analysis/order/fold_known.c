/* fold_known.c - conditions whose value is known where nodes are built. */
#include "order/fold_build.h"

static const fp_known *find_exactly(const fp_building *at, uint32_t value) {
    for (const fp_known *k = at->known; k; k = k->outer)
        if (k->value == value) return k;
    return NULL;
}

/* The known condition that tells the value: itself, or one that implies it. NULL: none does. */
static const fp_known *known_by(const fp_building *at, uint32_t value, bool *truth) {
    const fp_known *exactly = find_exactly(at, value);
    if (exactly) return *truth = exactly->truth, exactly;
    const fp_split *split = fp_case_block_split(at->fold, at->frame, value);
    for (uint32_t i = split ? split->implied_by : FP_NONE; i != FP_NONE; i = at->fold->implications.data[i].next) {
        const fp_implication *implication = &at->fold->implications.data[i];
        const fp_known *by = find_exactly(at, implication->by);
        if (by && by->truth == implication->by_truth) return *truth = implication->truth, by;
    }
    return NULL;
}

const fp_known *fp_known_find(const fp_building *at, uint32_t value) {
    static const fp_known truths[] = { { FP_CONDITION_CONSTANT, false, NULL }, { FP_CONDITION_CONSTANT, true, NULL } };
    if (value == FP_NONE) return NULL;
    if (value == FP_CONDITION_CONSTANT) return &truths[false];
    bool truth;
    const fp_known *by = known_by(at, value, &truth);
    return !by || by->value == value ? by : &truths[truth];
}

bool fp_known_by_case(const fp_building *at, uint32_t value) {
    bool truth;
    const fp_known *by = value == FP_NONE || value == FP_CONDITION_CONSTANT ? NULL : known_by(at, value, &truth);
    const fp_split *split = by ? fp_case_block_split(at->fold, at->frame, by->value) : NULL;
    return split && (at->splits >> ((split - at->fold->splits.data) % 64) & 1);
}

/* How often a loop runs, when the values of its conditions among `splits` tell; FP_NONE: they do not. */
static uint32_t known_trips(const fp_building *at, fp_frame_loop place, uint64_t splits) {
    const struct fp_fold *fold = at->fold;
    const fp_loop_item *loop = &fold->frames.data[place.frame].kernel->loops.data[place.loop];
    fp_condition runs = fp_loop_runs(loop);
    for (uint32_t k = 0; k <= loop->again_count; k++) {
        fp_condition condition = k == 0 ? runs : loop->again[k - 1];
        if (k == 0 && condition.value == FP_NONE && loop->trips_min > 0) continue;
        const fp_split *split =
            condition.value == FP_NONE ? NULL : fp_case_block_split(fold, at->frame, condition.value);
        const fp_known *decided =
            split && (splits >> ((split - fold->splits.data) % 64) & 1) ? fp_known_find(at, condition.value) : NULL;
        if (!decided) return FP_NONE;
        if (decided->truth == condition.negated) return k;
    }
    return FP_NONE;
}

fp_place fp_known_counts(const fp_building *at, uint64_t splits) {
    const struct fp_fold *fold = at->fold;
    const fp_frame *universe = &fold->frames.data[fold->frames.data[at->frame].universe];
    fp_place counts = at->outer_trips;
    for (uint32_t i = 0; i < universe->trips_matter_of.len; i++) {
        fp_frame_loop loop = universe->trips_matter_of.data[i];
        uint32_t trips = known_trips(at, loop, splits);
        if (trips == FP_NONE) continue;
        const struct fp_kernel *kernel = fold->frames.data[loop.frame].kernel;
        counts = fp_place_count(kernel->addresses, counts, kernel->first_loop + loop.loop, trips);
    }
    return counts;
}

bool fp_known_excludes(const fp_building *at, uint32_t value, bool truth) {
    for (const fp_known *k = at->known; k; k = k->outer)
        if (k->value != FP_NONE &&
            fp_addresses_excludes(fp_building_kernel(at)->addresses, k->value, k->truth, value, truth))
            return true;
    return false;
}

void fp_known_leave_out(const fp_building *at, const fp_case_block *block, uint32_t next) {
    for (; next < block->splits.len; next++)
        if (!fp_known_find(at, at->fold->splits.data[block->splits.data[next]].value))
            fp_case_block_leave_out(at->fold, block->splits.data[next]);
}
