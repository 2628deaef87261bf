/* fold_limits.c - runs with more groups of accesses than pairs can be compared one by one.
 *
 * A run is what stands between two whole barriers of one block. Where its own accesses of one resource fall into more
 * groups than FP_RUN_GROUPS_MAX, or into more pairs that can conflict than FP_RUN_MEETS_MAX, they enter the fold
 * without their addresses: one group per kind and class. That can only add possible hazards, and an edit changes the
 * run that it is in.
 */
#include "base/sort.h"
#include "order/fold_internal.h"

typedef struct {
    uint32_t resource, footprint, klass, kind, access;
} grouped;

static int compare(const void *a, const void *b) {
    const grouped *x = a, *y = b;
    if (x->resource != y->resource) return x->resource < y->resource ? -1 : 1;
    if (x->footprint != y->footprint) return x->footprint < y->footprint ? -1 : 1;
    if (x->klass != y->klass) return x->klass < y->klass ? -1 : 1;
    return x->kind < y->kind ? -1 : x->kind > y->kind;
}

/* The end of the run of accesses in the sorted list that have the resource of `start`, how many groups they make, and
 * how many of these write. */
static uint32_t end_of_resource(const grouped *list, uint32_t start, uint32_t count, uint32_t *groups,
                                uint32_t *writers) {
    uint32_t end = start;
    for (*groups = *writers = 0; end < count && list[end].resource == list[start].resource; end++) {
        if (end > start && compare(&list[end - 1], &list[end]) == 0) continue;
        ++*groups;
        *writers += list[end].kind != FP_ACCESS_READ;
    }
    return end;
}

static void bound_run(struct fp_fold *fold, fp_frame *frame, const fp_items *items, uint32_t start, uint32_t end) {
    if ((uint64_t)(end - start) * (end - start) <= FP_RUN_MEETS_MAX) return;
    grouped *list = FP_NEW(fold->arena, grouped, end - start);
    uint32_t count = 0, groups, writers;
    for (uint32_t i = start; i < end; i++) {
        if (items->data[i].kind != FP_ITEM_ACCESS) continue;
        uint32_t index = items->data[i].index;
        const fp_access *access = &frame->kernel->accesses.data[index];
        if (frame->resources[index] == FP_NONE || frame->columns[access->klass] == FP_NONE) continue;
        list[count++] = (grouped){ frame->resources[index], access->footprint, access->klass, access->kind, index };
    }
    fp_sort(list, count, sizeof *list, compare);
    for (uint32_t i = 0, next; i < count; i = next) {
        next = end_of_resource(list, i, count, &groups, &writers);
        if (groups <= FP_RUN_GROUPS_MAX && (uint64_t)groups * writers <= FP_RUN_MEETS_MAX) continue;
        fold->bounded_runs++;
        if (!frame->crowded) frame->crowded = FP_NEW(fold->arena, bool, frame->kernel->accesses.len);
        for (uint32_t k = i; k < next; k++) frame->crowded[list[k].access] = true;
    }
}

void fp_fold_bound_block(struct fp_fold *fold, uint32_t number, const fp_items *items) {
    fp_frame *frame = &fold->frames.data[number];
    uint32_t start = 0;
    for (uint32_t i = 0; i <= items->len; i++) {
        bool barrier = false;
        if (i < items->len && items->data[i].kind == FP_ITEM_SYNC) {
            const fp_sync *sync = &frame->kernel->syncs.data[items->data[i].index];
            barrier = sync->kind == FP_SYNC_BARRIER && sync->scope == FP_SCOPE_WORKGROUP && !sync->maybe;
        }
        if (!barrier && i < items->len) continue;
        bound_run(fold, frame, items, start, i);
        start = i + 1;
    }
}
