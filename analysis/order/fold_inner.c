/* fold_inner.c - the syncs of callees by number, behind those of the kernel itself: one number for all calls. */
#include "base/hash.h"
#include "order/fold_internal.h"

static bool is_same(const fp_fold_inner_sync *a, const fp_fold_inner_sync *b) {
    return a->unit == b->unit && a->op == b->op && a->nth == b->nth;
}

static uint64_t hash_of(const fp_fold_inner_sync *sync) {
    return fp_hash_mix((uint64_t)sync->unit << 32 | sync->op, sync->nth);
}

/* A barrier at which all threads of the workgroup meet, and nothing else. */
static bool is_plain(const fp_sync *sync) {
    return sync->kind == FP_SYNC_BARRIER && sync->scope == FP_SCOPE_WORKGROUP && sync->id == FP_ID_WORKGROUP &&
           sync->object == FP_NONE && !sync->implied && !sync->doubtful && !sync->maybe && !sync->predicated;
}

static uint32_t number_of(struct fp_fold *fold, fp_map *map, fp_fold_inner_sync wanted) {
    for (fp_map_probe probe = fp_map_find(map, hash_of(&wanted)); fp_map_next(&probe);) {
        fp_fold_inner_sync *known = &fold->inner_syncs.data[probe.value];
        if (!is_same(known, &wanted)) continue;
        known->plain &= wanted.plain;
        known->wide |= wanted.wide;
        return probe.value;
    }
    fp_map_put(fold->arena, map, hash_of(&wanted), fold->inner_syncs.len);
    *FP_PUSH(fold->arena, &fold->inner_syncs) = wanted;
    return fold->inner_syncs.len - 1;
}

/* The calls of one frame's function stand in the text of the kernel where its values are those of the kernel. */
void fp_fold_inner_build(struct fp_fold *fold) {
    fp_map map = { 0 };
    uint32_t own = fold->kernel->syncs.len;
    for (uint32_t f = 1; f < fold->frames.len; f++) {
        fp_frame *frame = &fold->frames.data[f];
        const struct fp_kernel *body = frame->kernel;
        if (frame->universe != 0) continue;
        frame->sync_numbers = FP_NEW(fold->arena, uint32_t, body->syncs.len + 1);
        for (uint32_t i = 0; i < body->syncs.len; i++) {
            const fp_sync *sync = &body->syncs.data[i];
            uint32_t nth = 0;
            while (nth < i && body->syncs.data[i - nth - 1].op == sync->op) nth++;
            fp_fold_inner_sync wanted = { .unit = body->unit,
                                          .op = sync->op - body->op_behind,
                                          .nth = nth,
                                          .plain = is_plain(sync),
                                          .wide = (sync->spaces & FP_SPACES_GLOBAL) != 0 };
            frame->sync_numbers[i] = own + number_of(fold, &map, wanted);
        }
    }
    fold->sync_count = own + fold->inner_syncs.len;
}

uint32_t fp_fold_sync_number(const struct fp_fold *fold, uint32_t frame, uint32_t sync) {
    if (frame == 0) return sync;
    const uint32_t *numbers = fold->frames.data[frame].sync_numbers;
    return numbers ? numbers[sync] : FP_NONE;
}

uint32_t fp_fold_sync_count(const struct fp_fold *fold) { return fold->sync_count; }

fp_fold_inner_sync fp_fold_inner_sync_at(const struct fp_fold *fold, uint32_t number) {
    return fold->inner_syncs.data[number - fold->kernel->syncs.len];
}
