#include "check/candidates.h"
#include "base/sort.h"
#include "base/union_find.h"

/* ---- halves that belong together ---- */
/* A loop or graph: signals that were open at its entry on any visit, and those that were open at its end. */
typedef struct {
    fp_numbers entered, left;
    bool walked;
} visit;
typedef struct {
    struct fp_arena *scratch;
    const struct fp_kernel *kernel;
    fp_union_find sets; /* of syncs */
    visit *loops, *graphs, *graph_loops;
} pairing;

static bool same_barrier(const fp_sync *a, const fp_sync *b) { return a->id == b->id && a->object == b->object; }

/* Signals that may be open: arrived on, not yet waited for. False: it was there already. */
static bool add_open(pairing *p, fp_numbers *open, uint32_t sync) {
    for (uint32_t i = 0; i < open->len; i++)
        if (open->data[i] == sync) return false;
    *FP_PUSH(p->scratch, open) = sync;
    return true;
}

static void add_all(pairing *p, fp_numbers *open, const fp_numbers *more) {
    for (uint32_t i = 0; i < more->len; i++) add_open(p, open, more->data[i]);
}

static void pair_block(pairing *p, const fp_items *items, fp_numbers *open);

static void pair_wait(pairing *p, uint32_t wait, fp_numbers *open) {
    const fp_sync *syncs = p->kernel->syncs.data;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < open->len; i++) {
        if (same_barrier(&syncs[open->data[i]], &syncs[wait]))
            fp_union_find_join(p->sets, open->data[i], wait);
        else
            open->data[kept++] = open->data[i];
    }
    open->len = kept;
}

/* Something that repeats: is there a signal at its entry that no visit has seen yet? Then it is walked with all that
 * were ever seen there, and again with what it leaves open; else `open` becomes what it leaves. So the walks of all
 * visits are no more than the signals. */
static bool enters_anew(pairing *p, visit *v, fp_numbers *open) {
    bool anew = !v->walked;
    for (uint32_t i = 0; i < open->len; i++) anew |= add_open(p, &v->entered, open->data[i]);
    v->walked = true;
    open->len = 0;
    add_all(p, open, anew ? &v->entered : &v->left);
    return anew;
}

static void pair_graph(pairing *p, visit *v, const fp_graph_item *graph, fp_numbers *open) {
    while (enters_anew(p, v, open)) { /* what is open at the end of a block may be open at the start of any other */
        for (uint32_t i = 0; i < graph->node_count; i++) {
            fp_numbers before = { 0 };
            uint32_t loop = graph->nodes[i].loop;
            add_all(p, &before, open);
            if (loop == FP_NONE)
                pair_block(p, &graph->nodes[i].items, open);
            else
                pair_graph(p, &p->graph_loops[loop], &p->kernel->graph_loops.data[loop].inner, open);
            add_all(p, open, &before);
        }
        add_all(p, &v->left, open);
    }
}

static void pair_item(pairing *p, fp_item item, fp_numbers *open) {
    const struct fp_kernel *kernel = p->kernel;
    switch (item.kind) {
    case FP_ITEM_ACCESS:
    case FP_ITEM_CALL:
    case FP_ITEM_UNTRACKED: break;
    case FP_ITEM_SYNC:
        if (kernel->syncs.data[item.index].kind == FP_SYNC_SIGNAL) add_open(p, open, item.index);
        if (kernel->syncs.data[item.index].kind == FP_SYNC_WAIT) pair_wait(p, item.index, open);
        break;
    case FP_ITEM_LOOP: {
        fp_numbers before = { 0 };
        add_all(p, &before, open);
        while (enters_anew(p, &p->loops[item.index], open)) {
            pair_block(p, &kernel->loops.data[item.index].body, open);
            add_all(p, &p->loops[item.index].left, open);
        }
        if (kernel->loops.data[item.index].trips_min <= 0) add_all(p, open, &before);
        pair_block(p, &kernel->loops.data[item.index].tail, open);
        break;
    }
    case FP_ITEM_BRANCH: {
        fp_numbers before = { 0 }, after = { 0 };
        add_all(p, &before, open);
        for (uint32_t arm = 0; arm < kernel->branches.data[item.index].arm_count; arm++) {
            open->len = 0;
            add_all(p, open, &before);
            pair_block(p, &kernel->branches.data[item.index].arms[arm], open);
            add_all(p, &after, open);
        }
        open->len = 0;
        add_all(p, open, &after);
        break;
    }
    case FP_ITEM_GRAPH: pair_graph(p, &p->graphs[item.index], &kernel->graphs.data[item.index], open); break;
    }
}

static void pair_block(pairing *p, const fp_items *items, fp_numbers *open) {
    for (uint32_t i = 0; i < items->len; i++) pair_item(p, items->data[i], open);
}

/* ---- candidates ---- */
/* A wait that does not say how much it leaves under way may complete anything. */
static bool counts_unknown(const fp_sync *wait) {
    for (uint32_t i = 0; i < wait->wait_count; i++)
        if (wait->waits[i].count < 0) return true;
    return false;
}

static bool is_judged(const struct fp_fold *fold, const struct fp_kernel *kernel, uint32_t index) {
    const fp_sync *sync = &kernel->syncs.data[index];
    fp_sync_role role = fp_fold_sync_role(fold, index);
    if (sync->implied || sync->unmapped || (role != FP_SYNC_COUNTS && role != FP_SYNC_SHIFTED)) return false;
    bool wider = sync->scope == FP_SCOPE_CLUSTER ||
                 sync->scope == FP_SCOPE_DEVICE; /* what other workgroups need it for is not seen here */
    if (!fp_sync_traits_of[sync->kind].orders || sync->kind == FP_SYNC_COMPLETION_WAIT) return false;
    if (sync->kind == FP_SYNC_COUNTER_WAIT) return fp_kernel_tracks(kernel, sync) && !counts_unknown(sync);
    if (sync->kind == FP_SYNC_FENCE) return sync->release; /* an acquire half keeps later loads back: not seen here */
    bool known = sync->kind == FP_SYNC_BARRIER || sync->id != FP_ID_UNKNOWN || sync->object != FP_NONE;
    return !wider && known;
}

static int compare_candidates(const void *a, const void *b) {
    const fp_candidate *x = a, *y = b;
    if (x->depth != y->depth) return x->depth > y->depth ? -1 : 1;
    return (x->latest < y->latest) - (x->latest > y->latest);
}

/* Halves of one barrier are united, and syncs of several arms that stand for one meeting. */
static pairing find_pairs(struct fp_arena *scratch, struct fp_fold *fold, const struct fp_kernel *kernel) {
    uint32_t count = kernel->syncs.len;
    pairing p = { scratch,
                  kernel,
                  fp_union_find_new(scratch, count),
                  FP_NEW(scratch, visit, kernel->loops.len + 1),
                  FP_NEW(scratch, visit, kernel->graphs.len + 1),
                  FP_NEW(scratch, visit, kernel->graph_loops.len + 1) };
    fp_numbers open = { 0 };
    pair_block(&p, &kernel->body, &open);
    for (uint32_t i = 0; i < count; i++) {
        fp_syncs peers = fp_fold_sync_peers(fold, i);
        for (uint32_t k = 0; k < peers.count; k++) fp_union_find_join(p.sets, i, peers.data[k]);
    }
    return p;
}

typedef FP_VEC(fp_numbers) groups_of_syncs;
static groups_of_syncs collect_groups(const pairing *p) {
    uint32_t count = p->kernel->syncs.len, *group_of = FP_NEW(p->scratch, uint32_t, count + 1);
    groups_of_syncs groups = { 0 };
    for (uint32_t i = 0; i < count; i++) {
        uint32_t leader = fp_union_find_leader(p->sets, i);
        if (leader == i) {
            group_of[i] = groups.len;
            *FP_PUSH(p->scratch, &groups) = (fp_numbers){ 0 };
        }
        *FP_PUSH(p->scratch, &groups.data[group_of[leader]]) = i;
    }
    return groups;
}

/* False: something of the group is not judged, or it is half a pair, which cannot go. */
static bool make_candidate(const struct fp_fold *fold, const struct fp_kernel *kernel, const fp_numbers *group,
                           fp_candidate *made) {
    bool judged = true, signals = false, waits = false;
    *made = (fp_candidate){ .syncs = { group->data, group->len }, .latest = group->data[group->len - 1] };
    for (uint32_t k = 0; k < group->len; k++) {
        fp_sync_kind kind = kernel->syncs.data[group->data[k]].kind;
        uint32_t depth = fp_fold_sync_depth(fold, group->data[k]);
        judged &= is_judged(fold, kernel, group->data[k]);
        signals |= kind == FP_SYNC_SIGNAL;
        waits |= kind == FP_SYNC_WAIT;
        if (depth > made->depth) made->depth = depth;
    }
    return judged && signals == waits;
}

fp_candidates fp_candidates_find(struct fp_arena *scratch, struct fp_fold *fold, const struct fp_kernel *kernel) {
    pairing p = find_pairs(scratch, fold, kernel);
    groups_of_syncs groups = collect_groups(&p);
    fp_candidates found = { 0 };
    for (uint32_t i = 0; i < groups.len; i++) {
        fp_candidate one;
        if (make_candidate(fold, kernel, &groups.data[i], &one)) *FP_PUSH(scratch, &found) = one;
    }
    fp_sort(found.data, found.len, sizeof *found.data, compare_candidates);
    return found;
}
