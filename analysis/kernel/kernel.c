#include "kernel/kernel.h"

const fp_sync_traits fp_sync_traits_of[FP_SYNC_KINDS] = {
#define FP_SYNC_KIND(kind, word, work, ...) [FP_SYNC_##kind] = { word, FP_SYNC_WORKS_##work, __VA_ARGS__ },
#include "kernel/sync_kinds.def"
};

bool fp_sync_is_on_null(const fp_sync *sync) {
    return sync->id == 0 && sync->object == FP_NONE && sync->info &&
           fp_targets_begin_with(sync->info->targets, FP_VENDOR_AMD);
}

bool fp_kernel_waits_for_objects(const struct fp_kernel *kernel) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        bool waits = sync->kind == FP_SYNC_COMPLETION_WAIT && !sync->maybe;
        if (waits && sync->info->counter == FP_COUNTER_MBARRIER) return true;
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
    fp_sync_kind wanted = is_signal ? FP_SYNC_WAIT : FP_SYNC_SIGNAL;
    for (uint32_t i = half; is_signal ? ++i < kernel->syncs.len : i-- > 0;)
        if (syncs[i].op != self->op && is_of_same_barrier(kernel, self, &syncs[i]))
            return syncs[i].kind == wanted ? i : FP_NONE;
    return FP_NONE;
}

uint32_t fp_kernel_sync_count(const struct fp_kernel *kernel) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) count += kernel->syncs.data[i].kind != FP_SYNC_COUNT_UP;
    return count;
}

/* What is part of an op that does more is no op of its own. */
static fp_sync_work work_of(const fp_sync *sync) {
    if (sync->implied) return FP_SYNC_WORKS_NONE;
    bool of_wave = sync->kind == FP_SYNC_BARRIER && sync->scope == FP_SCOPE_WAVE;
    return of_wave ? FP_SYNC_WORKS_FENCE : fp_sync_traits_of[sync->kind].work;
}

fp_sync_counts fp_kernel_sync_counts(const struct fp_kernel *kernel) {
    uint32_t counts[FP_SYNC_WORKS] = { 0 };
    for (uint32_t i = 0; i < kernel->syncs.len;) {
        uint32_t start = kernel->syncs.data[i].span.start;
        fp_sync_work most = FP_SYNC_WORKS_NONE;
        for (; i < kernel->syncs.len && kernel->syncs.data[i].span.start == start; i++)
            if (work_of(&kernel->syncs.data[i]) > most) most = work_of(&kernel->syncs.data[i]);
        counts[most]++;
    }
    return (fp_sync_counts){ counts[FP_SYNC_WORKS_BARRIER], counts[FP_SYNC_WORKS_SIGNAL], counts[FP_SYNC_WORKS_WAIT],
                             counts[FP_SYNC_WORKS_FENCE] };
}

fp_stored fp_kernel_stored(const struct fp_kernel *kernel, const fp_access *access) {
    bool one_value =
        access->stored != FP_NONE && !access->stores_buffer && fp_addresses_alike(kernel->addresses, access->stored);
    if (one_value && !fp_addresses_shifted(kernel->addresses, access->footprint, access->stored))
        return FP_STORED_EQUAL;
    bool copies = kernel->classes.data[access->klass].counter != FP_COUNTER_NONE;
    if (access->stored == FP_NONE && !copies) return FP_STORED_UNKNOWN;
    return fp_addresses_stored(kernel->addresses, access->footprint, access->stored);
}
