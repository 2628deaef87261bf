#include "kernel/kernel.h"

bool fp_sync_orders(fp_sync_kind kind) {
    switch (kind) {
    case FP_SYNC_BARRIER:
    case FP_SYNC_SIGNAL:
    case FP_SYNC_WAIT:
    case FP_SYNC_FENCE:
    case FP_SYNC_COUNTER_WAIT:
    case FP_SYNC_COMPLETION_WAIT: return true;
    case FP_SYNC_COMMIT:
    case FP_SYNC_ARRIVE:
    case FP_SYNC_COUNT_UP:
    case FP_SYNC_INIT:
    case FP_SYNC_JOIN:
    case FP_SYNC_LEAVE:
    case FP_SYNC_INVALIDATE:
    case FP_SYNC_QUERY:
    case FP_SYNC_TURN:
    case FP_SYNC_PACING: return false;
    }
    return false;
}

static bool is_of_same_barrier(const struct fp_kernel *kernel, const fp_sync *a, const fp_sync *b) {
    bool here = kernel->ir->ops[a->op].block == kernel->ir->ops[b->op].block;
    return here && fp_sync_is_barrier(b->kind) && !b->implied && b->scope != FP_SCOPE_WAVE && a->id == b->id &&
           a->object == b->object;
}

uint32_t fp_kernel_other_half(const struct fp_kernel *kernel, uint32_t half) {
    const fp_sync *syncs = kernel->syncs.data, *self = &syncs[half];
    bool is_signal = self->kind == FP_SYNC_SIGNAL;
    uint32_t nearest = FP_NONE;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        bool beyond = is_signal ? syncs[i].op > self->op : syncs[i].op < self->op;
        if (!beyond || !is_of_same_barrier(kernel, self, &syncs[i])) continue;
        nearest = i;
        if (is_signal) break;
    }
    fp_sync_kind wanted = is_signal ? FP_SYNC_WAIT : FP_SYNC_SIGNAL;
    return nearest != FP_NONE && syncs[nearest].kind == wanted ? nearest : FP_NONE;
}

uint32_t fp_kernel_sync_count(const struct fp_kernel *kernel) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) count += kernel->syncs.data[i].kind != FP_SYNC_COUNT_UP;
    return count;
}

typedef enum { RANK_NONE, RANK_FENCE, RANK_WAIT, RANK_SIGNAL, RANK_BARRIER } sync_rank;

/* What is part of an op that does more is no op of its own. */
static sync_rank rank_of(const fp_sync *sync) {
    if (sync->implied) return RANK_NONE;
    switch (sync->kind) {
    case FP_SYNC_BARRIER: return sync->scope == FP_SCOPE_WAVE ? RANK_FENCE : RANK_BARRIER;
    case FP_SYNC_SIGNAL:
    case FP_SYNC_ARRIVE: return RANK_SIGNAL;
    case FP_SYNC_WAIT:
    case FP_SYNC_COUNTER_WAIT:
    case FP_SYNC_COMPLETION_WAIT: return RANK_WAIT;
    case FP_SYNC_FENCE: return RANK_FENCE;
    case FP_SYNC_COMMIT:
    case FP_SYNC_COUNT_UP:
    case FP_SYNC_INIT:
    case FP_SYNC_JOIN:
    case FP_SYNC_LEAVE:
    case FP_SYNC_INVALIDATE:
    case FP_SYNC_QUERY:
    case FP_SYNC_TURN:
    case FP_SYNC_PACING: return RANK_NONE;
    }
    return RANK_NONE;
}

fp_sync_counts fp_kernel_sync_counts(const struct fp_kernel *kernel) {
    uint32_t counts[RANK_BARRIER + 1] = { 0 };
    for (uint32_t i = 0; i < kernel->syncs.len;) {
        uint32_t start = kernel->syncs.data[i].span.start;
        sync_rank most = RANK_NONE;
        for (; i < kernel->syncs.len && kernel->syncs.data[i].span.start == start; i++)
            if (rank_of(&kernel->syncs.data[i]) > most) most = rank_of(&kernel->syncs.data[i]);
        counts[most]++;
    }
    return (fp_sync_counts){ counts[RANK_BARRIER], counts[RANK_SIGNAL], counts[RANK_WAIT], counts[RANK_FENCE] };
}
