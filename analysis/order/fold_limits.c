/* fold_limits.c - runs with more groups of accesses than pairs can be compared one by one.
 *
 * A run is what stands between two whole barriers of one block, with what stands before the first barrier and behind
 * the last one of each loop, branch and graph in it. Where its accesses of one resource fall into more groups than
 * FP_RUN_GROUPS_MAX, or into more pairs that can conflict than FP_RUN_MEETS_MAX, they enter the fold without their
 * addresses: one group per kind and class. Accesses of memory that callers pass are counted together, whichever
 * parameters they have: all of these may be the same memory, and too many of them enter with one resource that stands
 * for all. That can only add possible hazards, and an edit changes the run that it is in.
 */
#include "base/sort.h"
#include "order/fold_internal.h"

enum {
    FP_RUN_PLACES = 3, /* one access that has left a loop counts as so many: it meets others at several places, of which
                          the first ones most often tell the rest */
    FP_RUN_PLACES_MAX = 9
};

typedef struct {
    uint32_t resource, footprint, klass, kind, access, weight;
} grouped;

typedef struct {
    uint32_t access, loop; /* the innermost loop around it; FP_NONE: none is */
} standing;

/* What stands in the runs that have not ended yet. */
typedef struct {
    struct fp_fold *fold;
    fp_frame *frame;
    FP_VEC(standing) open;
} running;

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
        *groups += list[end].weight;
        if (list[end].kind != FP_ACCESS_READ) *writers += list[end].weight;
    }
    return end;
}

static bool is_too_many(uint32_t groups, uint32_t writers) {
    return groups > FP_RUN_GROUPS_MAX || (uint64_t)groups * writers > FP_RUN_MEETS_MAX;
}

/* The access as it stands outside of the loops in the run. `alike`: loops that are alike are not told apart. */
static grouped as_in_run(const fp_frame *frame, standing at, uint32_t run_loop, bool alike) {
    const struct fp_kernel *kernel = frame->kernel;
    const fp_access *access = &kernel->accesses.data[at.access];
    grouped one = { frame->resources[at.access], access->footprint, access->klass, access->kind, at.access, 1 };
    for (uint32_t loop = at.loop; loop != run_loop && loop != FP_NONE; loop = kernel->loops.data[loop].parent) {
        fp_loop_id id = kernel->first_loop + loop;
        bool used = fp_footprint_uses_loop(kernel->addresses, one.footprint, id);
        fp_stand_in left = { one.footprint, 0 };
        if (used && one.weight < FP_RUN_PLACES_MAX) one.weight *= FP_RUN_PLACES;
        if (used && alike) (void)fp_footprint_stand_in(kernel->addresses, id, &left);
        if (!used && alike) left.footprint = fp_footprint_leave(kernel->addresses, one.footprint, id);
        one.footprint = left.footprint;
    }
    return one;
}

/* The accesses of the run by group. */
static grouped *group_run(const running *r, uint32_t start, uint32_t run_loop, bool alike, uint32_t *count) {
    grouped *list = FP_NEW(r->fold->arena, grouped, r->open.len - start);
    *count = 0;
    for (uint32_t i = start; i < r->open.len; i++)
        list[(*count)++] = as_in_run(r->frame, r->open.data[i], run_loop, alike);
    fp_sort(list, *count, sizeof *list, compare);
    return list;
}

static bool is_passed(const struct fp_fold *fold, const grouped *one) {
    return fp_fold_memory(fold, one->resource) == fold->united;
}

/* Are the groups of all that callers pass too many? */
static bool passes_too_many(const struct fp_fold *fold, const grouped *list, uint32_t count) {
    uint32_t all_groups = 0, all_writers = 0;
    for (uint32_t i = 0, next, groups, writers; i < count; i = next) {
        next = end_of_resource(list, i, count, &groups, &writers);
        if (is_passed(fold, &list[i])) all_groups += groups, all_writers += writers;
    }
    return is_too_many(all_groups, all_writers);
}

static bool has_too_many(const struct fp_fold *fold, const grouped *list, uint32_t count) {
    for (uint32_t i = 0, groups, writers; i < count;) {
        i = end_of_resource(list, i, count, &groups, &writers);
        if (is_too_many(groups, writers)) return true;
    }
    return passes_too_many(fold, list, count);
}

/* Ends the run that began at `start` of what is open, in the body of a loop or in none. */
static void end_run(running *r, uint32_t start, uint32_t run_loop) {
    uint64_t most = (uint64_t)(r->open.len - start) * FP_RUN_PLACES_MAX;
    if (most <= FP_RUN_GROUPS_MAX && most * most <= FP_RUN_MEETS_MAX) return;
    uint32_t count, groups, writers;
    grouped *list = group_run(r, start, run_loop, false, &count);
    if (!has_too_many(r->fold, list, count)) return;
    list = group_run(r, start, run_loop, true, &count);
    bool passed_too = passes_too_many(r->fold, list, count);
    r->fold->bounded_runs += passed_too;
    for (uint32_t i = 0, next; i < count; i = next) {
        next = end_of_resource(list, i, count, &groups, &writers);
        bool unites = passed_too && is_passed(r->fold, &list[i]);
        if (!unites && !is_too_many(groups, writers)) continue;
        r->fold->bounded_runs += !unites;
        if (!r->frame->crowded) r->frame->crowded = FP_NEW(r->fold->arena, bool, r->frame->kernel->accesses.len);
        for (uint32_t k = i; k < next; k++) {
            r->frame->crowded[list[k].access] = true;
            if (unites) r->frame->resources[list[k].access] = r->fold->united;
        }
    }
}

static bool is_whole_barrier(const fp_frame *frame, fp_item item) {
    if (item.kind != FP_ITEM_SYNC) return false;
    const fp_sync *sync = &frame->kernel->syncs.data[item.index];
    return sync->kind == FP_SYNC_BARRIER && sync->scope == FP_SCOPE_WORKGROUP && !sync->maybe;
}

static void walk_runs(running *r, const fp_items *items, uint32_t loop, bool outermost);

static void walk_graph(running *r, const fp_graph_item *graph, uint32_t loop) {
    const struct fp_kernel *kernel = r->frame->kernel;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const fp_graph_node *node = &graph->nodes[i];
        if (node->loop == FP_NONE)
            walk_runs(r, &node->items, loop, false);
        else
            walk_graph(r, &kernel->graph_loops.data[node->loop].inner, kernel->graph_loops.data[node->loop].loop);
    }
}

static void walk_inside(running *r, fp_item item, uint32_t loop) {
    const struct fp_kernel *kernel = r->frame->kernel;
    switch (item.kind) {
    case FP_ITEM_ACCESS: {
        const fp_access *access = &kernel->accesses.data[item.index];
        bool counts = r->frame->resources[item.index] != FP_NONE && r->frame->columns[access->klass] != FP_NONE;
        if (counts) *FP_PUSH(r->fold->arena, &r->open) = (standing){ item.index, loop };
        return;
    }
    case FP_ITEM_LOOP:
        walk_runs(r, &kernel->loops.data[item.index].body, item.index, false);
        walk_runs(r, &kernel->loops.data[item.index].tail, loop, false);
        return;
    case FP_ITEM_BRANCH: {
        const fp_branch_item *branch = &kernel->branches.data[item.index];
        for (uint32_t arm = 0; arm < branch->arm_count; arm++) walk_runs(r, &branch->arms[arm], loop, false);
        return;
    }
    case FP_ITEM_GRAPH: walk_graph(r, &kernel->graphs.data[item.index], loop); return;
    case FP_ITEM_SYNC:
    case FP_ITEM_CALL:
    case FP_ITEM_UNTRACKED: return;
    }
}

/* What stands before the first barrier of a block and behind its last one stays open, for the block around. */
static void walk_runs(running *r, const fp_items *items, uint32_t loop, bool outermost) {
    uint32_t start = r->open.len;
    bool stays = !outermost; /* what is open from `start` on lies before the first barrier */
    for (uint32_t i = 0; i < items->len; i++) {
        if (!is_whole_barrier(r->frame, items->data[i])) {
            walk_inside(r, items->data[i], loop);
            continue;
        }
        if (!stays) {
            end_run(r, start, loop);
            r->open.len = start;
        }
        start = r->open.len;
        stays = false;
    }
    if (outermost) end_run(r, start, loop);
}

void fp_fold_bound_frame(struct fp_fold *fold, uint32_t number) {
    running r = { .fold = fold, .frame = &fold->frames.data[number] };
    uint64_t most = (uint64_t)r.frame->kernel->accesses.len * FP_RUN_PLACES_MAX;
    if (most * most > FP_RUN_MEETS_MAX) walk_runs(&r, &r.frame->kernel->body, FP_NONE, true);
}
