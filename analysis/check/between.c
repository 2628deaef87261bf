#include "check/between.h"
#include "base/hash.h"
#include "base/vec.h"
#include "order/relation_sync.h"

enum {
    FP_BETWEEN_STEPS = 1 << 18, /* items; some milliseconds */
    FP_BETWEEN_NESTED = 32,     /* blocks around an access, up to one that is around the other, too */
    FP_BETWEEN_LASTING = 8      /* conditions around the two that are heeded */
};

/* A list of items, and where the loop or branch stands that it is part of. */
typedef struct {
    const fp_items *items;
    uint32_t around, place; /* the block of that item, and its place there; FP_NONE: the kernel's own block */
    uint32_t loop;          /* the innermost loop around the items; FP_NONE: there is none */
    uint32_t arm;           /* number among the branch's; FP_NONE: it is no arm */
    bool at_head;           /* an arm, before the test that ends the loop */
} block;
/* The body of a loop? */
static bool is_body(const block *at) { return at->arm == FP_NONE && at->around != FP_NONE; }
/* Where an op's accesses stand, or the call of a function with some: the first and the last one. */
typedef struct {
    fp_op op;
    uint32_t block, first, last;
} spot;
/* Which iterations of a loop those are in which what stands before its test runs, and what stands behind it: fp_round.
 */
typedef struct {
    uint32_t head, rest;
} rounds;
static rounds in_rounds(uint32_t round) { return (rounds){ round, round }; }

struct fp_between {
    struct fp_arena *scratch;
    const struct fp_kernel *kernel;
    const struct fp_rounds *rounds;
    FP_VEC(block) blocks;
    FP_VEC(spot) spots;
    fp_map by_op;
    bool *followed;   /* by loop: its iterations are, and what stands before its test is the beginning of its body */
    uint32_t *bodies; /* by loop: its block; FP_NONE: its iterations are not followed */
    rounds *now;      /* by loop: in which of its iterations the way is */
    uint32_t steps;
};

/* ---- the kernel's blocks ---- */
static fp_op op_of(const struct fp_kernel *kernel, const fp_item *item) {
    switch (item->kind) {
    case FP_ITEM_ACCESS: return kernel->accesses.data[item->index].op;
    case FP_ITEM_SYNC: return kernel->syncs.data[item->index].op;
    case FP_ITEM_LOOP: return kernel->loops.data[item->index].op;
    case FP_ITEM_BRANCH: return kernel->branches.data[item->index].op;
    case FP_ITEM_CALL: return kernel->calls.data[item->index].op;
    case FP_ITEM_UNTRACKED: return kernel->untracked.data[item->index].op;
    case FP_ITEM_GRAPH: break; /* no other one may stand for it */
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

static spot *find_spot(const struct fp_between *b, fp_op op) {
    for (fp_map_probe probe = fp_map_find(&b->by_op, op); fp_map_next(&probe);)
        if (b->spots.data[probe.value].op == op) return &b->spots.data[probe.value];
    return NULL;
}

static void put(struct fp_between *b, fp_op op, uint32_t own, uint32_t place) {
    spot *known = find_spot(b, op);
    if (known && known->block == own) {
        known->last = place;
        return;
    }
    if (known) return; /* one that runs at two places is not followed at the second */
    fp_map_put(b->scratch, &b->by_op, op, b->spots.len);
    *FP_PUSH(b->scratch, &b->spots) = (spot){ op, own, place, place };
}

/* All that a graph holds stands at one place. */
static void put_graph(struct fp_between *b, const fp_graph_item *graph, uint32_t own, uint32_t place);
static void put_inside(struct fp_between *b, const fp_items *items, uint32_t own, uint32_t place) {
    const struct fp_kernel *kernel = b->kernel;
    for (uint32_t i = 0; i < items->len; i++) {
        uint32_t index = items->data[i].index;
        switch (items->data[i].kind) {
        case FP_ITEM_ACCESS:
        case FP_ITEM_CALL: put(b, op_of(kernel, &items->data[i]), own, place); break;
        case FP_ITEM_LOOP:
            put_inside(b, &kernel->loops.data[index].body, own, place);
            put_inside(b, &kernel->loops.data[index].tail, own, place);
            break;
        case FP_ITEM_BRANCH:
            for (uint32_t arm = 0; arm < kernel->branches.data[index].arm_count; arm++)
                put_inside(b, &kernel->branches.data[index].arms[arm], own, place);
            break;
        case FP_ITEM_GRAPH: put_graph(b, &kernel->graphs.data[index], own, place); break;
        case FP_ITEM_SYNC:
        case FP_ITEM_UNTRACKED: break;
        }
    }
}

static void put_graph(struct fp_between *b, const fp_graph_item *graph, uint32_t own, uint32_t place) {
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const fp_graph_node *node = &graph->nodes[i];
        put_inside(b, &node->items, own, place);
        if (node->loop != FP_NONE) put_graph(b, &b->kernel->graph_loops.data[node->loop].inner, own, place);
    }
}

static void put_block(struct fp_between *b, block made) {
    const struct fp_kernel *kernel = b->kernel;
    uint32_t own = b->blocks.len;
    if (is_body(&made)) b->bodies[made.loop] = own;
    *FP_PUSH(b->scratch, &b->blocks) = made;
    for (uint32_t i = 0; i < made.items->len; i++) {
        const fp_item *item = &made.items->data[i];
        block inner = { .around = own, .place = i, .loop = made.loop, .arm = FP_NONE };
        if (item->kind == FP_ITEM_LOOP && b->followed[item->index]) {
            inner.items = &kernel->loops.data[item->index].body;
            inner.loop = item->index;
            put_block(b, inner);
        } else if (item->kind == FP_ITEM_BRANCH && !kernel->branches.data[item->index].concurrent) {
            inner.at_head = is_body(&made) ? i < kernel->loops.data[made.loop].tail.len : made.at_head;
            for (inner.arm = 0; inner.arm < kernel->branches.data[item->index].arm_count; inner.arm++) {
                inner.items = &kernel->branches.data[item->index].arms[inner.arm];
                put_block(b, inner);
            }
        } else
            put_inside(b, &(fp_items){ made.items->data + i, 1, 1 }, own, i);
    }
}

struct fp_between *fp_between_new(struct fp_arena *scratch, struct fp_kernel *kernel, const struct fp_fold *fold) {
    struct fp_rounds *known = fp_rounds_new(scratch, kernel, fold);
    if (!known) return NULL;
    struct fp_between *b = FP_NEW(scratch, struct fp_between, 1);
    b->scratch = scratch, b->kernel = kernel, b->rounds = known;
    b->followed = FP_NEW(scratch, bool, kernel->loops.len + 1);
    b->bodies = FP_NEW(scratch, uint32_t, kernel->loops.len + 1);
    b->now = FP_NEW(scratch, rounds, kernel->loops.len + 1);
    for (uint32_t i = 0; i < kernel->loops.len; i++) {
        b->followed[i] = !kernel->loops.data[i].threads && has_plain_tail(kernel, &kernel->loops.data[i]);
        b->bodies[i] = FP_NONE;
        b->now[i] = in_rounds(FP_ROUND_ANY);
    }
    put_block(b, (block){ .items = &kernel->body, .around = FP_NONE, .loop = FP_NONE, .arm = FP_NONE });
    return b;
}

/* ---- what is gone by ---- */
/* Conditions around the two accesses that no iteration changes and all threads agree on: they hold on the whole way. */
typedef struct {
    fp_condition list[FP_BETWEEN_LASTING];
    uint32_t count;
} lasting;

/* The way of a pair, and where its producer may stand on it. */
typedef struct {
    struct fp_between *b;
    const fp_class *klass;
    const lasting *lasting;
    fp_state_set states; /* none: all that lies behind is ordered */
} way;

static void pass_sync(way *w, uint32_t number) {
    const struct fp_kernel *kernel = w->b->kernel;
    const fp_sync_context context = { .target = kernel->target, .tags = kernel->tags, .launch = kernel->launch };
    const fp_lane lane = { FP_LANE_WORKGROUP, FP_ID_WORKGROUP, FP_NONE };
    if (!fp_rounds_count_on(w->b->rounds, number)) return;
    fp_relation moves = fp_sync_relation(&context, &kernel->syncs.data[number], w->klass, lane);
    fp_state_set next = 0;
    for (fp_state_set left = w->states; left; left &= left - 1) next |= moves.rows[__builtin_ctzll(left)];
    w->states = next;
}

/* Does the other arm of the branch certainly run in the iterations at hand? */
static bool is_left_out(const way *w, uint32_t number, uint32_t arm) {
    bool at_head;
    uint32_t loop = fp_rounds_loop(w->b->rounds, number, &at_head);
    const fp_branch_item *branch = &w->b->kernel->branches.data[number];
    for (uint32_t i = 0; i < w->lasting->count && branch->arm_count == 2; i++)
        if (w->lasting->list[i].value == branch->condition.value &&
            w->lasting->list[i].negated != (branch->condition.negated != (arm == 1)))
            return true;
    if (arm > 1 || loop == FP_NONE) return false;
    return fp_rounds_run(w->b->rounds, number, 1 - arm, at_head ? w->b->now[loop].head : w->b->now[loop].rest);
}

static void pass_items(way *w, const fp_items *items, uint32_t from, uint32_t to);
static void pass_branch(way *w, uint32_t number) {
    const fp_branch_item *branch = &w->b->kernel->branches.data[number];
    fp_state_set all = 0;
    if (branch->concurrent) return;
    for (uint32_t arm = 0; arm < branch->arm_count; arm++) {
        if (is_left_out(w, number, arm)) continue;
        way own = *w;
        pass_items(&own, &branch->arms[arm], 0, UINT32_MAX);
        all |= own.states;
    }
    w->states = all;
}

/* The way goes on in these iterations of the loop; FP_NONE: in none. Returns the ones before. */
static rounds enter_rounds(const way *w, uint32_t loop, rounds in) {
    if (loop == FP_NONE) return in;
    rounds before = w->b->now[loop];
    w->b->now[loop] = in;
    return before;
}

/* The places of a loop's body from `from` to before `to`. */
static void pass_body(way *w, uint32_t loop, uint32_t from, uint32_t to, rounds in) {
    rounds before = enter_rounds(w, loop, in);
    pass_items(w, &w->b->kernel->loops.data[loop].body, from, to);
    (void)enter_rounds(w, loop, before);
}

/* How often the body of the loop runs, when that is known and seldom; FP_NONE. */
static uint32_t counted(const fp_loop_item *loop) {
    bool few = loop->trips_min == loop->trips_max && loop->trips_max <= FP_ROUNDS_COUNTED;
    return few ? (uint32_t)loop->trips_max : FP_NONE;
}

/* Iterations number `from` to before `to`. */
static void pass_iterations(way *w, uint32_t loop, uint32_t from, uint32_t to) {
    for (uint32_t n = from; n < to; n++) pass_body(w, loop, 0, UINT32_MAX, in_rounds(FP_ROUND_NTH + n));
}

/* The whole loop, to behind the test that ends it. */
static void pass_loop(way *w, uint32_t loop) {
    const fp_loop_item *item = &w->b->kernel->loops.data[loop];
    uint32_t count = counted(item), head = item->tail.len;
    if (!w->b->followed[loop]) return;
    if (count != FP_NONE) {
        pass_iterations(w, loop, 0, count);
        pass_body(w, loop, 0, head, in_rounds(FP_ROUND_NTH + count));
        return;
    }
    way never = *w, once = *w;
    pass_body(&once, loop, 0, UINT32_MAX, in_rounds(FP_ROUND_FIRST));
    way again = once;
    if (item->trips_min > 1) pass_body(&again, loop, 0, UINT32_MAX, in_rounds(FP_ROUND_LAST));
    pass_body(&again, loop, 0, head, in_rounds(FP_ROUND_ANY));
    pass_body(&never, loop, 0, head, in_rounds(FP_ROUND_FIRST));
    w->states = again.states | (item->trips_min > 0 ? 0 : never.states);
}

static void pass_items(way *w, const fp_items *items, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to && i < items->len && w->states; i++) {
        if (++w->b->steps > FP_BETWEEN_STEPS) return;
        switch (items->data[i].kind) {
        case FP_ITEM_SYNC: pass_sync(w, items->data[i].index); break;
        case FP_ITEM_BRANCH: pass_branch(w, items->data[i].index); break;
        case FP_ITEM_LOOP: pass_loop(w, items->data[i].index); break;
        case FP_ITEM_ACCESS:
        case FP_ITEM_GRAPH:
        case FP_ITEM_CALL:
        case FP_ITEM_UNTRACKED: break;
        }
    }
}

static void pass_block(way *w, const block *at, uint32_t from, uint32_t to, rounds in) {
    rounds before = enter_rounds(w, at->loop, in);
    pass_items(w, at->items, from, to);
    (void)enter_rounds(w, at->loop, before);
}

/* ---- from the producer to the block around both ---- */
/* Does no run come to the arm in these iterations of the innermost loop around? */
static bool is_never_run(const way *w, const block *at, rounds in) {
    if (at->arm == FP_NONE) return false;
    rounds before = enter_rounds(w, at->loop, in);
    bool never = is_left_out(w, w->b->blocks.data[at->around].items->data[at->place].index, at->arm);
    (void)enter_rounds(w, at->loop, before);
    return never;
}

typedef struct {
    uint32_t block, place; /* of the item */
} position;

static bool is_in_head(const struct fp_between *b, position at) {
    return at.place < b->kernel->loops.data[b->blocks.data[at.block].loop].tail.len;
}

/* From one place to the end of the arms around it, in an iteration of the loop around; `at` becomes the place of the
 * outermost one in the body of that loop, or in the block `end`. False: no run comes there. */
static bool pass_arms(way *w, position *at, uint32_t end, rounds in) {
    const block *own = &w->b->blocks.data[at->block];
    for (; at->block != end && own->arm != FP_NONE; own = &w->b->blocks.data[at->block]) {
        if (is_never_run(w, own, in)) return false;
        pass_block(w, own, at->place + 1, UINT32_MAX, in);
        *at = (position){ own->around, own->place };
    }
    return true;
}

/* The outermost loop around the place that lies inside of loop `outer`. */
static uint32_t loop_inside(const struct fp_between *b, position at, uint32_t outer) {
    uint32_t loop = b->blocks.data[at.block].loop;
    while (b->kernel->loops.data[loop].parent != outer) loop = b->kernel->loops.data[loop].parent;
    return loop;
}

static void leave_loop(way *w, position *at, uint32_t loop);

/* From one place to behind the loops around it that lie inside of loop `outer`; `at` becomes the place of the outermost
 * one of these. */
static void leave_loops(way *w, position *at, uint32_t outer) {
    if (w->b->blocks.data[at->block].loop != outer) leave_loop(w, at, loop_inside(w->b, *at, outer));
}

/* From a producer in some iteration to behind the loop, of which it is not known how often it runs: what the last one
 * does behind the producer's place, or before the test that ends the loop. */
static fp_state_set left_by_last(way w, position to, uint32_t loop) {
    uint32_t head = w.b->kernel->loops.data[loop].tail.len;
    rounds in = in_rounds(FP_ROUND_LAST);
    leave_loops(&w, &to, loop);
    way own = w;
    bool in_last = pass_arms(&own, &to, FP_NONE, in), in_head = in_last && is_in_head(w.b, to);
    if (!in_last) own = w;
    if (!in_head) pass_body(&own, loop, in_last ? to.place + 1 : 0, UINT32_MAX, in);
    pass_body(&own, loop, in_head ? to.place + 1 : 0, head, in);
    return own.states;
}

/* The same with iteration `n` of `count`; none is left where the producer does not run in that one. */
static fp_state_set left_by_nth(way w, position to, uint32_t loop, uint32_t n, uint32_t count) {
    uint32_t head = w.b->kernel->loops.data[loop].tail.len;
    rounds in = in_rounds(FP_ROUND_NTH + n), before = enter_rounds(&w, loop, in);
    leave_loops(&w, &to, loop);
    (void)enter_rounds(&w, loop, before);
    if (!pass_arms(&w, &to, FP_NONE, in) || (n == count && !is_in_head(w.b, to))) return 0;
    pass_body(&w, loop, to.place + 1, n == count ? head : UINT32_MAX, in);
    pass_iterations(&w, loop, n + 1, count);
    if (n < count) pass_body(&w, loop, 0, head, in_rounds(FP_ROUND_NTH + count));
    return w.states;
}

/* From one place in a loop to behind the loop; `at` becomes the place of the loop. */
static void leave_loop(way *w, position *at, uint32_t loop) {
    uint32_t count = counted(&w->b->kernel->loops.data[loop]);
    fp_state_set all = 0;
    if (count == FP_NONE) all = left_by_last(*w, *at, loop);
    for (uint32_t n = 0; count != FP_NONE && n <= count; n++) {
        if (++w->b->steps > FP_BETWEEN_STEPS) return;
        all |= left_by_nth(*w, *at, loop, n, count);
    }
    const block *body = &w->b->blocks.data[w->b->bodies[loop]];
    *at = (position){ body->around, body->place };
    w->states = all;
}

/* From one place to the end of the blocks around it that lie in block `end`; `at` becomes the place in that one.
 * False: no run comes there. */
static bool climb(way *w, position *at, uint32_t end, rounds in) {
    uint32_t loop = w->b->blocks.data[end].loop;
    rounds before = enter_rounds(w, loop, in);
    leave_loops(w, at, loop);
    bool comes = pass_arms(w, at, end, in);
    (void)enter_rounds(w, loop, before);
    return comes;
}

/* ---- from the block around both to the consumer ---- */
typedef struct {
    position
        at[FP_BETWEEN_NESTED]; /* the consumer's place, then those of what is around it, to the block around both */
    uint32_t count;
} chain;

static chain chain_to(const struct fp_between *b, position at, uint32_t end) {
    chain to = { .count = 0 };
    for (; to.count < FP_BETWEEN_NESTED;
         at = (position){ b->blocks.data[at.block].around, b->blocks.data[at.block].place }) {
        to.at[to.count++] = at;
        if (at.block == end) return to;
    }
    to.count = 0;
    return to;
}

static fp_state_set descend(way w, const chain *to, uint32_t level, rounds in);

/* What is left where the way comes to the item number `level` of the chain, in these iterations of the loop around. */
static fp_state_set descend_from(way w, const chain *to, uint32_t level, rounds in) {
    if (level == 0) return w.states;
    uint32_t loop = w.b->blocks.data[to->at[level].block].loop;
    rounds before = enter_rounds(&w, loop, in);
    fp_state_set left = descend(w, to, level - 1, in);
    (void)enter_rounds(&w, loop, before);
    return left;
}

/* From the beginning of the block number `level` of the chain to the consumer. */
static fp_state_set descend(way w, const chain *to, uint32_t level, rounds in) {
    const block *own = &w.b->blocks.data[to->at[level].block];
    uint32_t place = to->at[level].place;
    if (!is_body(own)) {
        if (is_never_run(&w, own, in)) return 0;
        pass_block(&w, own, 0, place, in);
        return descend_from(w, to, level, in);
    }
    uint32_t count = counted(&w.b->kernel->loops.data[own->loop]), last = count;
    if (count == FP_NONE) {
        in = in_rounds(FP_ROUND_FIRST); /* it comes first, whichever iteration the consumer runs in */
        pass_body(&w, own->loop, 0, place, in);
        return descend_from(w, to, level, in_rounds(FP_ROUND_ANY));
    }
    fp_state_set all = 0;
    if (is_in_head(w.b, to->at[level])) last++;
    for (uint32_t n = 0; n < last; n++) {
        way here = w;
        in = in_rounds(FP_ROUND_NTH + n);
        pass_body(&here, own->loop, 0, place, in);
        all |= descend_from(here, to, level, in);
        pass_iterations(&w, own->loop, n, n + 1);
    }
    return all;
}

/* ---- pairs ---- */
/* The innermost block around both. */
static uint32_t block_around(const struct fp_between *b, uint32_t first, uint32_t second) {
    while (first != second) /* blocks are numbered before those inside of them */
        if (first > second)
            first = b->blocks.data[first].around;
        else
            second = b->blocks.data[second].around;
    return first;
}

/* What is left when both run in one iteration of the loop around, which these are. */
static fp_state_set left_within(way w, position from, const chain *to, uint32_t end, rounds in) {
    position at = to->at[to->count - 1];
    if (!climb(&w, &from, end, in)) return 0;
    if (from.place >= at.place) return ~UINT64_C(0);
    pass_block(&w, &w.b->blocks.data[end], from.place + 1, at.place, in);
    return descend_from(w, to, to->count - 1, in);
}

static fp_state_set left_in_iteration(way w, position from, const chain *to) {
    uint32_t end = to->at[to->count - 1].block, loop = w.b->blocks.data[end].loop;
    uint32_t count = loop == FP_NONE ? FP_NONE : counted(&w.b->kernel->loops.data[loop]);
    if (count == FP_NONE) return left_within(w, from, to, end, in_rounds(FP_ROUND_ANY));
    fp_state_set all = 0;
    for (uint32_t n = 0; n <= count; n++)
        if (n < count || w.b->kernel->loops.data[loop].tail.len)
            all |= left_within(w, from, to, end, in_rounds(FP_ROUND_NTH + n));
    return all;
}

/* What is left when the consumer runs in a later iteration of the loop whose body the chain begins with. */
static fp_state_set left_across(way w, position from, const chain *to, const fp_hazard *hazard) {
    position at = to->at[to->count - 1];
    uint32_t loop = w.b->blocks.data[at.block].loop, count = counted(&w.b->kernel->loops.data[loop]);
    bool in_head = is_in_head(w.b, at);
    if (count == FP_NONE) {
        /* Behind the producer's iteration comes at least so much of another one as the consumer needs. */
        rounds before = { FP_ROUND_NOT_LAST, in_head ? FP_ROUND_ANY : FP_ROUND_NOT_LAST },
               later = in_rounds(FP_ROUND_NOT_FIRST);
        if (!climb(&w, &from, at.block, before)) return 0;
        pass_body(&w, loop, from.place + 1, UINT32_MAX, before);
        if (hazard->distance > 1) pass_body(&w, loop, 0, UINT32_MAX, later);
        pass_body(&w, loop, 0, at.place, later);
        return descend_from(w, to, to->count - 1, later);
    }
    fp_state_set all = 0;
    for (uint32_t n = 0; n < count; n++) {
        way own = w;
        position place = from;
        if (!climb(&own, &place, at.block, in_rounds(FP_ROUND_NTH + n))) continue;
        pass_body(&own, loop, place.place + 1, UINT32_MAX, in_rounds(FP_ROUND_NTH + n));
        for (uint32_t k = n + 1; k < count + in_head; k++) {
            rounds in = in_rounds(FP_ROUND_NTH + k);
            way here = own;
            pass_body(&here, loop, 0, at.place, in);
            if (k == n + hazard->distance || (k > n + hazard->distance && hazard->at_least))
                all |= descend_from(here, to, to->count - 1, in);
            pass_iterations(&own, loop, k, k + 1);
        }
    }
    return all;
}

/* The states in which the pair is not ordered: a thread meets its own copy only in flight. */
static fp_state_set harmful(const fp_hazard *hazard) {
    const fp_state_set own_thread =
        FP_SET_IN_FLIGHT | FP_STATE_BIT(FP_STATE_ISSUED) | FP_STATE_BIT(FP_STATE_WAVE_ISSUED);
    return hazard->answer.overlap <= FP_OVERLAP_SAME_THREAD ? own_thread : ~UINT64_C(0);
}

/* Adds the conditions around a block. */
static void add_lasting(const struct fp_between *b, uint32_t at, lasting *to) {
    const struct fp_kernel *kernel = b->kernel;
    for (; at != FP_NONE; at = b->blocks.data[at].around) {
        const block *own = &b->blocks.data[at];
        if (own->arm == FP_NONE) continue;
        const fp_branch_item *branch =
            &kernel->branches.data[b->blocks.data[own->around].items->data[own->place].index];
        bool alike = !branch->uniformity.doubt && branch->uniformity.among <= FP_UNIFORM_WORKGROUP;
        bool lasts = alike && branch->condition.value != FP_NONE && branch->arm_count == 2;
        for (uint32_t loop = own->loop; loop != FP_NONE && lasts; loop = kernel->loops.data[loop].parent)
            lasts =
                !fp_addresses_condition_varies(kernel->addresses, branch->condition.value, kernel->first_loop + loop);
        if (lasts && to->count < FP_BETWEEN_LASTING)
            to->list[to->count++] =
                (fp_condition){ branch->condition.value, branch->condition.negated != (own->arm == 1) };
    }
}

bool fp_between_orders(struct fp_between *b, const fp_hazard *hazard, const fp_class *producer, fp_op from, fp_op to) {
    const spot *first = find_spot(b, from), *last = find_spot(b, to);
    if (!first || !last || b->steps > FP_BETWEEN_STEPS) return false;
    lasting conditions = { .count = 0 };
    add_lasting(b, first->block, &conditions);
    add_lasting(b, last->block, &conditions);
    way w = { b, producer, &conditions, fp_access_initial(producer) };
    uint32_t around = block_around(b, first->block, last->block);
    if (hazard->carrier != FP_NONE) {
        uint32_t body = hazard->carrier < b->kernel->loops.len ? b->bodies[hazard->carrier] : FP_NONE;
        if (body == FP_NONE || block_around(b, around, body) != body) return false;
        around = body;
    }
    chain way_to = chain_to(b, (position){ last->block, last->first }, around);
    if (way_to.count == 0) return false;
    position at = { first->block, first->last };
    fp_state_set left =
        hazard->carrier == FP_NONE ? left_in_iteration(w, at, &way_to) : left_across(w, at, &way_to, hazard);
    return b->steps <= FP_BETWEEN_STEPS && (left & harmful(hazard)) == 0;
}
