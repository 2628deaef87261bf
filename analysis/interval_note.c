#include "interval_note.h"
#include "base/hash.h"
#include "emit.h"

/* What may be any memory fills the filter. */
static uint64_t names_of(const struct fp_kernel *kernel, const fp_access *access) {
    uint32_t count;
    const fp_root *roots = fp_buffers_members(kernel->buffers, access->roots, &count);
    uint64_t names = access->kind == FP_ACCESS_ATOMIC || count == 0 ? UINT64_MAX : 0;
    for (uint32_t i = 0; i < count; i++) {
        const fp_root_info *root = fp_buffers_root(kernel->buffers, roots[i]);
        bool alone = root->kind != FP_ROOT_UNKNOWN && (root->kind != FP_ROOT_PARAMETER || kernel->is_entry);
        names |= alone ? UINT64_C(1) << (fp_str_hash(root->name) & 63) : UINT64_MAX;
    }
    return names;
}

static void note_global(const struct fp_kernel *kernel, fp_part_result *part) {
    part->global_reads = part->global_writes = kernel->calls.len ? UINT64_MAX : 0;
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_access *access = &kernel->accesses.data[i];
        if (kernel->classes.data[access->klass].space != FP_SPACE_GLOBAL) continue;
        if (access->kind != FP_ACCESS_WRITE) part->global_reads |= names_of(kernel, access);
        if (access->kind != FP_ACCESS_READ) part->global_writes |= names_of(kernel, access);
    }
}

bool fp_interval_leaves_waits_open(const struct fp_kernel *kernel, const fp_analysis *analysis) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync_verdict *verdict = &analysis->syncs[i];
        bool open = verdict->verdict == FP_VERDICT_DOUBTFUL || (verdict->verdict == FP_VERDICT_NEEDED && verdict->consumer == FP_NONE);
        if (kernel->syncs.data[i].kind == FP_SYNC_COUNTER_WAIT && !kernel->syncs.data[i].implied && open) return true;
    }
    return false;
}

static void note_symbols(const struct fp_kernel *kernel, fp_part_result *part) {
    for (uint32_t i = 0; i < kernel->loops.len; i++) part->trips |= fp_addresses_trip_symbol(kernel->addresses, i);
    for (uint32_t i = 0; i < kernel->accesses.len; i++)
        if (kernel->classes.data[kernel->accesses.data[i].klass].space == FP_SPACE_WORKGROUP)
            part->addressed |= fp_footprint_symbols(kernel->addresses, kernel->accesses.data[i].footprint);
}

void fp_interval_note(struct fp_arena *keep, const struct fp_kernel *kernel, const fp_analysis *analysis, fp_part_result *part) {
    part->asked = fp_addresses_asked(kernel->addresses) | (kernel->has_tensors || kernel->awaits_membar ? FP_ASKED_FUNCTION : 0);
    part->escapes = fp_buffers_escapes(kernel->buffers);
    part->unknown = fp_buffers_unknown(kernel->buffers);
    part->shared_bytes = kernel->shared_bytes;
    fp_habits habits = fp_emit_habits(keep, kernel);
    part->narrow = habits.narrow;
    part->wide = habits.wide;
    for (uint32_t i = 0; i < kernel->classes.len; i++) {
        part->copies |= 1u << kernel->classes.data[i].counter;
        part->tags_accesses |= kernel->classes.data[i].tags != 0;
    }
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        part->tags_syncs |= sync->tags != 0;
        part->bit_field |= sync->info && sync->info->counter == FP_COUNTER_WAITCNT_BITS;
    }
    for (size_t i = 0; i < analysis->hazard_count; i++) part->lacks_wait |= analysis->hazards[i].cause != FP_CAUSE_BARRIER;
    if (kernel->is_seam) return;
    part->accesses = kernel->accesses.len;
    note_global(kernel, part);
    note_symbols(kernel, part);
}
