#include "check/rounds.h"
#include "base/hash.h"
#include "base/vec.h"
#include "check/whole_barriers.h"

enum { FP_ROUND_BARRIERS_MAX = 64 }; /* each pair looks at all; kernels have one or two */

/* A branch that stands in the body of a loop itself, with a barrier of all threads in the arm that runs in some
 * iterations. */
typedef struct {
    uint32_t loop;      /* of the kernel */
    uint32_t place;     /* in the loop's body */
    bool in[FP_ROUNDS]; /* the arm certainly runs in these */
} fp_round_barrier;
/* Where an access, or the call that it is in, stands in the body of a loop. */
typedef struct {
    fp_op op;
    uint32_t loop, place;
} fp_round_place;
struct fp_rounds {
    struct fp_arena *scratch;
    const struct fp_kernel *kernel;
    FP_VEC(fp_round_barrier) barriers;
    FP_VEC(fp_round_place) places; /* of loops that have such a barrier */
    fp_map by_op;
};

static bool has_barrier(const struct fp_kernel *kernel, const struct fp_fold *fold, const fp_items *arm) {
    for (uint32_t i = 0; i < arm->len; i++) {
        uint32_t sync = arm->data[i].index;
        if (arm->data[i].kind == FP_ITEM_SYNC && fp_sync_lands(kernel, sync) &&
            fp_sync_is_met_by_all(fold, 0, kernel, sync) &&
            fp_fold_sync_role(fold, fp_fold_sync_number(fold, 0, sync)) == FP_SYNC_COUNTS)
            return true;
    }
    return false;
}

static void look_at_branch(struct fp_rounds *r, struct fp_kernel *kernel, const struct fp_fold *fold, uint32_t loop,
                           uint32_t place) {
    const fp_branch_item *branch = &kernel->branches.data[kernel->loops.data[loop].body.data[place].index];
    fp_round_barrier found = { loop, place, { false } };
    if (branch->condition.value == FP_NONE || branch->concurrent || branch->arm_count != 2) return;
    bool barriers[2] = { has_barrier(kernel, fold, &branch->arms[0]), has_barrier(kernel, fold, &branch->arms[1]) };
    if (barriers[0] == barriers[1]) return;
    bool negated = branch->condition.negated != barriers[1], any = false;
    for (uint32_t round = 0; round < FP_ROUNDS; round++) {
        found.in[round] = fp_addresses_holds_in(kernel->addresses, branch->condition.value, negated,
                                                kernel->first_loop + loop, (fp_round)round);
        any |= found.in[round];
    }
    if (any && r->barriers.len < FP_ROUND_BARRIERS_MAX) *FP_PUSH(r->scratch, &r->barriers) = found;
}

static void put(struct fp_rounds *r, fp_op op, uint32_t loop, uint32_t place) {
    fp_map_put(r->scratch, &r->by_op, op, r->places.len);
    *FP_PUSH(r->scratch, &r->places) = (fp_round_place){ op, loop, place };
}

static void put_items(struct fp_rounds *r, const fp_items *items, uint32_t loop, uint32_t place);
static void put_graph(struct fp_rounds *r, const fp_graph_item *graph, uint32_t loop, uint32_t place) {
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const fp_graph_node *node = &graph->nodes[i];
        put_items(r, &node->items, loop, place);
        if (node->loop != FP_NONE) put_graph(r, &r->kernel->graph_loops.data[node->loop].inner, loop, place);
    }
}

/* All that the items hold stands at one place of the loop's body. */
static void put_items(struct fp_rounds *r, const fp_items *items, uint32_t loop, uint32_t place) {
    const struct fp_kernel *kernel = r->kernel;
    for (uint32_t i = 0; i < items->len; i++) {
        uint32_t index = items->data[i].index;
        switch (items->data[i].kind) {
        case FP_ITEM_ACCESS: put(r, kernel->accesses.data[index].op, loop, place); break;
        case FP_ITEM_CALL: put(r, kernel->calls.data[index].op, loop, place); break;
        case FP_ITEM_LOOP:
            put_items(r, &kernel->loops.data[index].body, loop, place);
            put_items(r, &kernel->loops.data[index].tail, loop, place);
            break;
        case FP_ITEM_BRANCH:
            for (uint32_t arm = 0; arm < kernel->branches.data[index].arm_count; arm++)
                put_items(r, &kernel->branches.data[index].arms[arm], loop, place);
            break;
        case FP_ITEM_GRAPH: put_graph(r, &kernel->graphs.data[index], loop, place); break;
        case FP_ITEM_SYNC:
        case FP_ITEM_UNTRACKED: break;
        }
    }
}

struct fp_rounds *fp_rounds_new(struct fp_arena *scratch, struct fp_kernel *kernel, const struct fp_fold *fold) {
    struct fp_rounds *r = FP_NEW(scratch, struct fp_rounds, 1);
    r->scratch = scratch, r->kernel = kernel;
    for (uint32_t loop = 0; loop < kernel->loops.len; loop++) {
        const fp_loop_item *item = &kernel->loops.data[loop];
        uint32_t before = r->barriers.len;
        if (item->threads || item->tail.len) continue; /* of the iterations that such a tail ends, nothing is told */
        for (uint32_t i = 0; i < item->body.len; i++)
            if (item->body.data[i].kind == FP_ITEM_BRANCH) look_at_branch(r, kernel, fold, loop, i);
        for (uint32_t i = 0; i < item->body.len && r->barriers.len > before; i++)
            put_items(r, &(fp_items){ &item->body.data[i], 1, 1 }, loop, i);
    }
    return r->barriers.len ? r : NULL;
}

/* FP_NONE: the op is not in the loop. */
static uint32_t place_of(const struct fp_rounds *r, fp_op op, uint32_t loop) {
    for (fp_map_probe probe = fp_map_find(&r->by_op, op); fp_map_next(&probe);)
        if (r->places.data[probe.value].op == op && r->places.data[probe.value].loop == loop)
            return r->places.data[probe.value].place;
    return FP_NONE;
}

static bool is_around(const struct fp_kernel *kernel, uint32_t outer, uint32_t loop) {
    while (loop != FP_NONE && loop != outer) loop = kernel->loops.data[loop].parent;
    return loop != FP_NONE;
}

bool fp_rounds_order(const struct fp_rounds *r, const fp_hazard *hazard, fp_op producer, fp_op consumer) {
    for (uint32_t i = 0; i < r->barriers.len; i++) {
        const fp_round_barrier *b = &r->barriers.data[i];
        uint32_t from = place_of(r, producer, b->loop), to = place_of(r, consumer, b->loop);
        bool starts = from != FP_NONE, ends = to != FP_NONE;
        bool before = starts && from < b->place, behind = ends && to > b->place;
        if (hazard->carrier == b->loop) {
            bool between = hazard->distance > 1 && (b->in[FP_ROUND_NOT_FIRST] || b->in[FP_ROUND_NOT_LAST]);
            if (between || (before && b->in[FP_ROUND_NOT_LAST]) || (behind && b->in[FP_ROUND_NOT_FIRST])) return true;
            continue;
        }
        /* Does the way from one to the other leave the loop and come into it again? */
        bool again = hazard->carrier != FP_NONE && is_around(r->kernel, hazard->carrier, b->loop);
        if (before && (!ends || again) && b->in[FP_ROUND_LAST]) return true;
        if (behind && (!starts || again) && b->in[FP_ROUND_FIRST]) return true;
    }
    return false;
}
