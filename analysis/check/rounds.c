#include "check/rounds.h"
#include "base/hash.h"
#include "base/vec.h"
#include "check/whole_barriers.h"
#include "order/relation_sync.h"

enum { FP_ROUND_BRANCHES_MAX = 64 }; /* each pair looks at all; kernels have one or two */

/* A branch that stands in the body of a loop itself, with a barrier in the arm that runs in some iterations. */
typedef struct {
    uint32_t loop;  /* of the kernel */
    uint32_t place; /* in the loop's body */
    const fp_items *arm;
    bool in[FP_ROUNDS]; /* the arm certainly runs in these */
} fp_round_branch;
/* Where an access, or the call that it is in, stands in the body of a loop. */
typedef struct {
    fp_op op;
    uint32_t loop, place;
} fp_round_place;
struct fp_rounds {
    struct fp_arena *scratch;
    const struct fp_kernel *kernel;
    const struct fp_fold *fold;
    FP_VEC(fp_round_branch) branches;
    FP_VEC(fp_round_place) places; /* of loops that have such a branch */
    fp_map by_op;
};

/* Does the sync do what its kind says, in all threads that come to it? Halves of barriers and whole ones: do all
 * threads of the workgroup come? */
static bool is_sure(const struct fp_rounds *r, uint32_t number) {
    const fp_sync *sync = &r->kernel->syncs.data[number];
    if (!fp_sync_is_barrier(sync->kind)) return !sync->predicated && !sync->maybe && !sync->doubtful;
    return fp_sync_is_met_by_all(r->fold, 0, r->kernel, number) &&
           fp_fold_sync_role(r->fold, fp_fold_sync_number(r->fold, 0, number)) == FP_SYNC_COUNTS;
}

static bool has_barrier(const struct fp_rounds *r, const fp_items *arm) {
    for (uint32_t i = 0; i < arm->len; i++)
        if (arm->data[i].kind == FP_ITEM_SYNC && is_sure(r, arm->data[i].index) &&
            fp_sync_is_barrier(r->kernel->syncs.data[arm->data[i].index].kind))
            return true;
    return false;
}

static void look_at_branch(struct fp_rounds *r, struct fp_kernel *kernel, uint32_t loop, uint32_t place) {
    const fp_branch_item *branch = &kernel->branches.data[kernel->loops.data[loop].body.data[place].index];
    if (branch->condition.value == FP_NONE || branch->concurrent || branch->arm_count != 2) return;
    bool barriers[2] = { has_barrier(r, &branch->arms[0]), has_barrier(r, &branch->arms[1]) }, any = false;
    if (barriers[0] == barriers[1]) return;
    fp_round_branch found = { loop, place, &branch->arms[barriers[1]], { false } };
    fp_round_condition condition = { branch->condition.value, branch->condition.negated != barriers[1],
                                     kernel->first_loop + loop, place < kernel->loops.data[loop].tail.len };
    for (uint32_t round = 0; round < FP_ROUNDS; round++) {
        found.in[round] = fp_addresses_holds_in(kernel->addresses, &condition, (fp_round)round);
        any |= found.in[round];
    }
    if (any && r->branches.len < FP_ROUND_BRANCHES_MAX) *FP_PUSH(r->scratch, &r->branches) = found;
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

/* FP_NONE: it is an item that no other one may stand for. */
static fp_op op_of(const struct fp_kernel *kernel, const fp_item *item) {
    switch (item->kind) {
    case FP_ITEM_ACCESS: return kernel->accesses.data[item->index].op;
    case FP_ITEM_SYNC: return kernel->syncs.data[item->index].op;
    case FP_ITEM_LOOP: return kernel->loops.data[item->index].op;
    case FP_ITEM_BRANCH: return kernel->branches.data[item->index].op;
    case FP_ITEM_CALL: return kernel->calls.data[item->index].op;
    case FP_ITEM_UNTRACKED: return kernel->untracked.data[item->index].op;
    case FP_ITEM_GRAPH: break;
    }
    return FP_NONE;
}

/* Are the items of the tail, which stand before the test of the loop, the first ones of its body? */
static bool has_plain_tail(const struct fp_kernel *kernel, const fp_loop_item *loop) {
    bool same = loop->tail.len <= loop->body.len;
    for (uint32_t i = 0; same && i < loop->tail.len; i++) {
        fp_op op = op_of(kernel, &loop->tail.data[i]);
        same = op != FP_NONE && loop->tail.data[i].kind == loop->body.data[i].kind &&
               op == op_of(kernel, &loop->body.data[i]);
    }
    return same;
}

struct fp_rounds *fp_rounds_new(struct fp_arena *scratch, struct fp_kernel *kernel, const struct fp_fold *fold) {
    struct fp_rounds *r = FP_NEW(scratch, struct fp_rounds, 1);
    r->scratch = scratch, r->kernel = kernel, r->fold = fold;
    for (uint32_t loop = 0; loop < kernel->loops.len; loop++) {
        const fp_loop_item *item = &kernel->loops.data[loop];
        uint32_t before = r->branches.len;
        if (item->threads || !has_plain_tail(kernel, item)) continue;
        for (uint32_t i = 0; i < item->body.len; i++)
            if (item->body.data[i].kind == FP_ITEM_BRANCH) look_at_branch(r, kernel, loop, i);
        for (uint32_t i = 0; i < item->body.len && r->branches.len > before; i++)
            put_items(r, &(fp_items){ &item->body.data[i], 1, 1 }, loop, i);
    }
    return r->branches.len ? r : NULL;
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

/* The way of a pair through iterations of a loop, and where its producer may stand on it. */
typedef struct {
    const struct fp_rounds *r;
    uint32_t loop;
    const fp_class *klass;
    fp_state_set states; /* none: all that lies behind is ordered */
} way;

static void pass_syncs(way *w, const fp_items *items) {
    const struct fp_kernel *kernel = w->r->kernel;
    const fp_sync_context context = { .target = kernel->target, .tags = kernel->tags, .launch = kernel->launch };
    const fp_lane lane = { FP_LANE_WORKGROUP, FP_ID_WORKGROUP, FP_NONE };
    for (uint32_t i = 0; i < items->len && w->states; i++) {
        if (items->data[i].kind != FP_ITEM_SYNC || !is_sure(w->r, items->data[i].index)) continue;
        fp_relation moves = fp_sync_relation(&context, &kernel->syncs.data[items->data[i].index], w->klass, lane);
        fp_state_set next = 0;
        for (fp_state_set left = w->states; left; left &= left - 1) next |= moves.rows[__builtin_ctzll(left)];
        w->states = next;
    }
}

/* Goes by what stands at the places from `from` to before `to` of the body, in an iteration of which `round` tells.
 * `ends_in_tail`: another iteration follows, but perhaps only as far as its test. */
static void pass(way *w, uint32_t from, uint32_t to, fp_round round, bool ends_in_tail) {
    const struct fp_rounds *r = w->r;
    const fp_loop_item *loop = &r->kernel->loops.data[w->loop];
    for (uint32_t place = from; place < to && place < loop->body.len && w->states; place++) {
        pass_syncs(w, &(fp_items){ &loop->body.data[place], 1, 1 });
        fp_round sure = place < loop->tail.len || !ends_in_tail ? round : FP_ROUND_ANY;
        for (uint32_t i = 0; i < r->branches.len; i++) {
            const fp_round_branch *b = &r->branches.data[i];
            if (b->loop == w->loop && b->place == place && b->in[sure]) pass_syncs(w, b->arm);
        }
    }
}

/* Does what the last iteration runs behind the producer, or before the test that ends the loop, order it before all
 * that comes behind the loop? */
static bool orders_behind(way w, uint32_t producer) {
    uint32_t head = w.r->kernel->loops.data[w.loop].tail.len;
    if (producer >= head) pass(&w, producer + 1, UINT32_MAX, FP_ROUND_LAST, false);
    pass(&w, producer < head ? producer + 1 : 0, head, FP_ROUND_LAST, false);
    return w.states == 0;
}

static bool orders_next(way w, uint32_t producer, uint32_t consumer, uint32_t distance) {
    bool ends_in_tail = consumer < w.r->kernel->loops.data[w.loop].tail.len;
    pass(&w, producer + 1, UINT32_MAX, FP_ROUND_NOT_LAST, ends_in_tail);
    if (distance > 1) pass(&w, 0, UINT32_MAX, FP_ROUND_NOT_FIRST, false);
    pass(&w, 0, consumer, FP_ROUND_NOT_FIRST, false);
    return w.states == 0;
}

bool fp_rounds_order(const struct fp_rounds *r, const fp_hazard *hazard, const fp_class *producer, fp_op from,
                     fp_op to) {
    uint32_t last = FP_NONE;
    for (uint32_t i = 0; i < r->branches.len; i++) {
        uint32_t loop = r->branches.data[i].loop, start = place_of(r, from, loop), end = place_of(r, to, loop);
        if (loop == last) continue; /* branches of one loop stand side by side */
        last = loop;
        way w = { r, loop, producer, fp_access_initial(producer) };
        if (hazard->carrier == loop) {
            if (start != FP_NONE && end != FP_NONE && orders_next(w, start, end, hazard->distance)) return true;
            continue;
        }
        /* Does the way from one to the other leave the loop and come into it again? */
        bool again = hazard->carrier != FP_NONE && is_around(r->kernel, hazard->carrier, loop);
        if (start != FP_NONE && (end == FP_NONE || again) && orders_behind(w, start)) return true;
        if (end == FP_NONE || (start != FP_NONE && !again)) continue;
        pass(&w, 0, end, FP_ROUND_FIRST, false);
        if (w.states == 0) return true;
    }
    return false;
}
