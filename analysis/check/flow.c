#include "check/flow.h"
#include "base/hash.h"
#include <string.h>

static bool walk_items(struct fp_flow *flow, void *state, const fp_items *items);

/* ---- results of quiet walks: an inner loop is entered in the same few states again and again ---- */
enum { ENTRIES_MAX = 8 }; /* remembered per loop or graph; other states are walked each time */
typedef struct {
    void *state;
    bool seen;
} way; /* a place in a graph, and whether any path comes there */
typedef struct {
    const void *item;
    void *in;
    way *ways;
} past_walk;
struct fp_flow_memory {
    fp_map by_item;
    FP_VEC(past_walk) entries;
    FP_VEC(void *) unused; /* states that nothing needs any more */
};

static void *copy_state(struct fp_flow *flow, const void *state) {
    struct fp_flow_memory *memory = flow->memory;
    void *copy = memory->unused.len ? memory->unused.data[--memory->unused.len]
                                    : fp_arena_room(flow->keep, flow->state_size, _Alignof(max_align_t), 1);
    return memcpy(copy, state, flow->state_size);
}

static void drop_state(struct fp_flow *flow, void *state) { *FP_PUSH(flow->keep, &flow->memory->unused) = state; }

static uint64_t hash_of(const void *item) { return fp_hash_mix(0, (uint64_t)(uintptr_t)item); }

static way *recall(struct fp_flow *flow, const void *item, const void *state) {
    struct fp_flow_memory *memory = flow->memory;
    for (fp_map_probe probe = fp_map_find(&memory->by_item, hash_of(item)); flow->quiet && fp_map_next(&probe);) {
        past_walk *e = &memory->entries.data[probe.value];
        if (e->item == item && flow->same(flow, e->in, state)) return e->ways;
    }
    return NULL;
}

static bool remember(struct fp_flow *flow, const void *item, const void *state, way *ways) {
    struct fp_flow_memory *memory = flow->memory;
    uint32_t count = 0;
    for (fp_map_probe probe = fp_map_find(&memory->by_item, hash_of(item)); fp_map_next(&probe);)
        count += memory->entries.data[probe.value].item == item;
    if (!flow->quiet || count >= ENTRIES_MAX) return false;
    fp_map_put(flow->keep, &memory->by_item, hash_of(item), memory->entries.len);
    *FP_PUSH(flow->keep, &memory->entries) = (past_walk){ item, copy_state(flow, state), ways };
    return true;
}

/* ---- Points: regions under a condition that not all threads share ---- */
typedef struct {
    fp_uniformity level;
    fp_span span;
    struct fp_kernel *kernel;
    fp_op op;
    fp_value value;
} point;

static void stand_at(struct fp_flow *flow, point at) {
    flow->point = at.level;
    flow->point_span = at.span;
    flow->point_kernel = at.kernel;
    flow->point_op = at.op;
    flow->point_value = at.value;
}

/* Returns where the walk stood before. */
static point enter(struct fp_flow *flow, point inner) {
    point outer = { flow->point, flow->point_span, flow->point_kernel, flow->point_op, flow->point_value };
    bool weaker = inner.level.among > outer.level.among;
    bool surer = inner.level.among == outer.level.among && outer.level.doubt && !inner.level.doubt;
    if (weaker || surer) stand_at(flow, inner);
    return outer;
}

/* ---- Structured items ---- */
static bool walk_branch(struct fp_flow *flow, void *state, const fp_branch_item *branch) {
    point here = { branch->uniformity, branch->span, flow->kernel, branch->op, branch->selector };
    /* A partition is a program of its own: all its threads come, and its barriers join them alone. */
    if (branch->concurrent) here.level = (fp_uniformity){ FP_UNIFORM_CLUSTER, false };
    bool outer_quiet = flow->quiet;
    point outer = enter(flow, here);
    void *joined = NULL;
    for (uint32_t i = 0; i < branch->arm_count; i++) {
        void *arm = copy_state(flow, state);
        bool ends = walk_items(flow, arm, &branch->arms[i]);
        flow->quiet = outer_quiet || branch->concurrent; /* partitions need not agree */
        if (ends && joined) flow->merge(flow, joined, arm, FP_JOIN_ARMS, branch->op, branch->span);
        flow->quiet = outer_quiet;
        if (ends && !joined)
            joined = arm;
        else
            drop_state(flow, arm);
    }
    stand_at(flow, outer);
    if (!joined) return false;
    memcpy(state, joined, flow->state_size);
    drop_state(flow, joined);
    return true;
}

/* Runs the body, the first time in the state `entry`, until what enters it again is nothing new, then once more aloud.
 * `body` becomes the state behind it, `entry` the one before it. False: the body does not end. */
static bool run_body(struct fp_flow *flow, void *entry, void *body, const fp_loop_item *loop) {
    bool outer_quiet = flow->quiet, ends = true, stable = loop->trips_max == 1;
    flow->quiet = true;
    for (int round = 0; !stable; round++) {
        memcpy(body, entry, flow->state_size);
        ends = walk_items(flow, body, &loop->body);
        void *before = copy_state(flow, entry);
        if (ends) flow->merge(flow, entry, body, FP_JOIN_ITERATION, loop->op, loop->span);
        stable = !ends || flow->same(flow, entry, before);
        if (!stable && round == FP_FLOW_ROUNDS) {
            flow->forgot = true;
            flow->forget(flow, entry);
            stable = true;
        }
        drop_state(flow, before);
    }
    flow->quiet = outer_quiet;
    if (!outer_quiet || loop->trips_max == 1) { /* a quiet walk has been there */
        memcpy(body, entry, flow->state_size);
        ends = walk_items(flow, body, &loop->body);
    }
    return ends;
}

static bool run_loop(struct fp_flow *flow, void *state, const fp_loop_item *loop) {
    if (loop->trips_max == 0) return walk_items(flow, state, &loop->tail);
    point outer = enter(flow, (point){ loop->uniformity, loop->span, flow->kernel, loop->op, FP_NONE });
    bool outer_quiet = flow->quiet;
    void *entry = copy_state(flow, state), *body = copy_state(flow, state);
    bool ends = run_body(flow, entry, body, loop), leaves = ends || loop->trips_min < 1;
    stand_at(flow, outer);
    if (ends && loop->trips_max != 1) {
        memcpy(entry, state, flow->state_size);
        flow->merge(flow, entry, body, FP_JOIN_ITERATION, loop->op, loop->span);
    }
    if (ends && loop->trips_min >= 1) {
        memcpy(state, body, flow->state_size);
    } else if (ends) {
        flow->quiet = outer_quiet || loop->trips_max != 1; /* what disagrees was said at the back edge */
        flow->merge(flow, state, body, FP_JOIN_SKIPPED, loop->op, loop->span);
        flow->quiet = outer_quiet;
    }
    drop_state(flow, entry);
    drop_state(flow, body);
    return leaves && walk_items(flow, state, &loop->tail);
}

static bool walk_loop(struct fp_flow *flow, void *state, const fp_loop_item *loop) {
    way *known = recall(flow, loop, state);
    if (known) {
        memcpy(state, known->state, flow->state_size);
        return known->seen;
    }
    void *in = copy_state(flow, state);
    way behind = { NULL, run_loop(flow, state, loop) };
    known = FP_NEW(flow->keep, way, 1);
    behind.state = copy_state(flow, state);
    *known = behind;
    if (!remember(flow, loop, in, known)) drop_state(flow, behind.state);
    drop_state(flow, in);
    return behind.seen;
}

struct fp_kernel *fp_flow_callee(const struct fp_program *program, const fp_call_item *call) {
    return call->unit != FP_NONE && program && call->unit < program->unit_count ? program->by_unit[call->unit] : NULL;
}

static bool walk_call(struct fp_flow *flow, void *state, const fp_call_item *call) {
    struct fp_kernel *callee = fp_flow_callee(flow->program, call);
    if (!callee) return true; /* it leaves the state as it is */
    if (flow->call_depth == FP_FLOW_CALLS || callee == flow->kernel) {
        flow->forgot |= callee != flow->kernel;
        flow->forget(flow, state);
        return true;
    }
    struct fp_kernel *caller = flow->kernel;
    fp_span outer = flow->call_span;
    if (flow->call_depth == 0) flow->call_span = call->span;
    flow->kernel = callee;
    flow->call_depth++;
    bool returns = walk_items(flow, state, &callee->body);
    flow->call_depth--;
    flow->kernel = caller;
    flow->call_span = outer;
    return returns;
}

/* ---- Graphs: states flow along the edges until nothing changes, then once more aloud ---- */
/* Did it bring anything new? */
static bool arrive(struct fp_flow *flow, way *at, const void *state, const fp_graph_node *from) {
    if (!at->seen) {
        *at = (way){ copy_state(flow, state), true };
        return true;
    }
    void *before = copy_state(flow, at->state);
    fp_span span = from->terminator != FP_NONE ? flow->kernel->ir->ops[from->terminator].name_span : (fp_span){ 0, 0 };
    flow->merge(flow, at->state, state, FP_JOIN_PATHS, from->terminator, span);
    bool moved = !flow->same(flow, before, at->state);
    drop_state(flow, before);
    return moved;
}

enum { DIVERGENCE_STEPS_MAX = 20000000 }; /* of graphs that would take more, no node counts as divergent */

/* A graph's edges by the node they leave, and room for walks over it. */
typedef struct {
    const fp_graph_item *graph;
    uint32_t *first, *to;
    uint8_t *seen;
    uint32_t *stack;
} map_of_graph;

static map_of_graph map_graph(struct fp_arena *keep, const fp_graph_item *graph) {
    map_of_graph map = { graph, FP_NEW(keep, uint32_t, graph->node_count + 2),
                         FP_NEW(keep, uint32_t, graph->edge_count + 1), FP_NEW(keep, uint8_t, graph->node_count + 1),
                         FP_NEW(keep, uint32_t, 2 * graph->node_count + 2) };
    for (uint32_t e = 0; e < graph->edge_count; e++) map.first[graph->edges[e].from + 2]++;
    for (uint32_t n = 1; n <= graph->node_count; n++) map.first[n + 1] += map.first[n];
    for (uint32_t e = 0; e < graph->edge_count; e++) map.to[map.first[graph->edges[e].from + 1]++] = graph->edges[e].to;
    return map;
}

static bool is_empty(const fp_graph_item *graph, uint32_t node) {
    return graph->nodes[node].items.len == 0 && graph->nodes[node].loop == FP_NONE;
}

/* Threads part at this node: can some of them leave the graph without passing `avoided`? Paths without work before
 * the kernel's end do not count, because nobody waits for ended threads. */
static bool passes_by(const map_of_graph *map, uint32_t from, uint32_t avoided, bool ends_kernel) {
    enum { IDLE = 1, BUSY = 2 }; /* has anything run since they parted? */
    memset(map->seen, 0, map->graph->node_count);
    uint32_t len = 0;
    map->stack[len++] = from << 1;
    while (len) {
        uint32_t node = map->stack[--len] >> 1;
        bool busy = map->stack[len] & 1;
        for (uint32_t e = map->first[node]; e < map->first[node + 1]; e++) {
            uint32_t to = map->to[e];
            if (to == avoided || to == from) continue;
            if (to >= map->graph->node_count) {
                if (busy || !ends_kernel) return true;
                continue;
            }
            bool busy_there = busy || !is_empty(map->graph, to);
            uint8_t mark = busy_there ? BUSY : IDLE;
            if (map->seen[to] & mark) continue;
            map->seen[to] |= mark;
            map->stack[len++] = to << 1 | (busy_there ? 1 : 0);
        }
    }
    return false;
}

/* Marks in `reached` the nodes on paths from `from`; `from` itself when it lies on a cycle. */
static void reach_from(const map_of_graph *map, uint32_t from, uint8_t *reached) {
    memset(reached, 0, map->graph->node_count);
    uint32_t len = 0;
    map->stack[len++] = from;
    while (len) {
        uint32_t node = map->stack[--len];
        for (uint32_t e = map->first[node]; e < map->first[node + 1]; e++) {
            uint32_t to = map->to[e];
            if (to >= map->graph->node_count || reached[to]) continue;
            reached[to] = 1;
            map->stack[len++] = to;
        }
    }
}

/* For each node, the weakest point at which threads part on the way to it and some do not come; FP_UNIFORM_CLUSTER:
 * all come. */
static const point *points_of_graph(struct fp_flow *flow, const fp_graph_item *graph, bool ends_kernel) {
    point *points = FP_NEW(flow->keep, point, graph->node_count + 1);
    uint64_t parting = 0;
    for (uint32_t d = 0; d < graph->node_count; d++) parting += graph->nodes[d].uniformity.among > FP_UNIFORM_CLUSTER;
    if (parting == 0) return points;
    if (parting * graph->node_count * graph->edge_count > DIVERGENCE_STEPS_MAX) {
        flow->unparted = true;
        return points;
    }
    map_of_graph map = map_graph(flow->keep, graph);
    uint8_t *reached = FP_NEW(flow->keep, uint8_t, graph->node_count + 1);
    const struct fp_ir *ir = flow->kernel->ir;
    for (uint32_t d = 0; d < graph->node_count; d++) {
        const fp_graph_node *node = &graph->nodes[d];
        if (node->uniformity.among <= FP_UNIFORM_CLUSTER || node->terminator == FP_NONE) continue;
        const fp_op_node *op = &ir->ops[node->terminator];
        const fp_use *chooser = op->info ? fp_ir_operand(ir, node->terminator, op->info->condition) : NULL;
        point here = { node->uniformity, op->name_span, flow->kernel, node->terminator,
                       chooser ? chooser->value : FP_NONE };
        reach_from(&map, d, reached);
        for (uint32_t m = 0; m < graph->node_count; m++) {
            bool weaker = here.level.among > points[m].level.among ||
                          (here.level.among == points[m].level.among && points[m].level.doubt && !here.level.doubt);
            if (weaker && reached[m] && !is_empty(graph, m) && passes_by(&map, d, m, ends_kernel)) points[m] = here;
        }
    }
    return points;
}

static way *walk_graph(struct fp_flow *flow, const void *state, const fp_graph_item *graph, uint32_t exit_count,
                       bool ends_kernel);

/* Runs every node from its state in `at` and joins the results along its edges into `into`, which may be `at`
 * itself; then results along forward edges are used in the same walk. True: an edge back brought a new state. */
static bool walk_nodes(struct fp_flow *flow, const fp_graph_item *graph, const point *points, uint32_t exit_count,
                       const way *at, way *into) {
    bool again = false;
    for (uint32_t n = 0, next = 0; n < graph->node_count; n++) {
        uint32_t first = next;
        while (next < graph->edge_count && graph->edges[next].from == n) next++;
        if (!at[n].seen) continue;
        const fp_graph_node *node = &graph->nodes[n];
        way out = { copy_state(flow, at[n].state), true };
        const way *exits = NULL; /* of a loop node: its k-th edge goes on from exit k */
        point outer = enter(flow, points[n]);
        if (node->loop != FP_NONE) {
            const fp_graph_loop *loop = &flow->kernel->graph_loops.data[node->loop];
            exits = walk_graph(flow, out.state, &loop->inner, loop->exit_count, false);
        } else {
            out.seen = walk_items(flow, out.state, &node->items);
        }
        stand_at(flow, outer);
        for (uint32_t e = first, k = 0; e < next; e++) {
            const way *from = exits ? &exits[k++] : &out;
            uint32_t to = graph->edges[e].to;
            if (!from->seen || to >= graph->node_count + exit_count) continue;
            bool moved = arrive(flow, &into[to], from->state, node);
            again = again || (moved && to <= n);
        }
        drop_state(flow, out.state);
    }
    return again;
}

/* The states at the graph's exits, `exit_count` of them. */
static way *walk_graph(struct fp_flow *flow, const void *state, const fp_graph_item *graph, uint32_t exit_count,
                       bool ends_kernel) {
    uint32_t count = graph->node_count + exit_count;
    way *ways = recall(flow, graph, state);
    if (ways) return ways;
    ways = FP_NEW(flow->keep, way, count + 1);
    for (uint32_t k = 0; k < exit_count && graph->node_count == 0; k++)
        ways[k] = (way){ copy_state(flow, state), true };
    if (graph->node_count == 0) return ways;
    const point *points = points_of_graph(flow, graph, ends_kernel);
    bool outer_quiet = flow->quiet;
    ways[0] = (way){ copy_state(flow, state), true };
    flow->quiet = true;
    for (int round = 0; walk_nodes(flow, graph, points, exit_count, ways, ways); round++) {
        if (round < FP_FLOW_ROUNDS) continue;
        flow->forgot = true;
        for (uint32_t i = 0; i < count; i++)
            if (ways[i].seen) flow->forget(flow, ways[i].state);
        break;
    }
    flow->quiet = outer_quiet;
    remember(flow, graph, state, ways + graph->node_count);
    if (outer_quiet) return ways + graph->node_count;
    /* Runs once more and reports. The joins are made anew, because in the settled states a disagreement is already
     * part of the state. */
    way *aloud = FP_NEW(flow->keep, way, count + 1);
    aloud[0] = (way){ copy_state(flow, state), true };
    walk_nodes(flow, graph, points, exit_count, ways, aloud);
    return ways + graph->node_count;
}

static bool walk_items(struct fp_flow *flow, void *state, const fp_items *items) {
    for (uint32_t i = 0; i < items->len; i++) {
        uint32_t index = items->data[i].index;
        bool ends = true;
        switch (items->data[i].kind) {
        case FP_ITEM_ACCESS:
            if (flow->access) flow->access(flow, state, &flow->kernel->accesses.data[index]);
            break;
        case FP_ITEM_SYNC: flow->sync(flow, state, &flow->kernel->syncs.data[index]); break;
        case FP_ITEM_LOOP: ends = walk_loop(flow, state, &flow->kernel->loops.data[index]); break;
        case FP_ITEM_BRANCH: ends = walk_branch(flow, state, &flow->kernel->branches.data[index]); break;
        case FP_ITEM_GRAPH: {
            bool ends_kernel = flow->call_depth == 0 && items == &flow->kernel->body && i + 1 == items->len;
            const way *exit = walk_graph(flow, state, &flow->kernel->graphs.data[index], 1, ends_kernel);
            ends = exit->seen;
            if (ends) memcpy(state, exit->state, flow->state_size);
            break;
        }
        case FP_ITEM_UNTRACKED:
            if (flow->untracked) flow->untracked(flow, state, &flow->kernel->untracked.data[index]);
            break;
        case FP_ITEM_CALL: ends = walk_call(flow, state, &flow->kernel->calls.data[index]); break;
        }
        if (!ends) return false;
    }
    return true;
}

bool fp_flow_run(struct fp_flow *flow, struct fp_kernel *kernel, void *state) {
    flow->kernel = kernel;
    flow->point = (fp_uniformity){ FP_UNIFORM_CLUSTER, false };
    flow->memory = FP_NEW(flow->keep, struct fp_flow_memory, 1);
    return walk_items(flow, state, &kernel->body);
}
