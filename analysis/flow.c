#include "flow.h"
#include <string.h>

static bool walk_items(struct fp_flow *flow, void *state, const fp_items *items);

static void *copy_state(struct fp_flow *flow, const void *state) {
    void *copy = fp_arena_alloc(flow->keep, flow->state_size, _Alignof(max_align_t), 1);
    return memcpy(copy, state, flow->state_size);
}

/* ---- Points: regions under a condition that not all threads share ---- */
typedef struct { fp_level_info level; fp_span span; } point;

static point enter(struct fp_flow *flow, fp_level_info level, fp_span span) {
    point outer = { flow->point, flow->point_span };
    bool weaker = level.level > flow->point.level;
    bool surer = level.level == flow->point.level && flow->point.doubt && !level.doubt;
    if (weaker || surer) {
        flow->point = level;
        flow->point_span = span;
    }
    return outer;
}

static void leave(struct fp_flow *flow, point outer) {
    flow->point = outer.level;
    flow->point_span = outer.span;
}

/* ---- Structured items ---- */
static bool walk_branch(struct fp_flow *flow, void *state, const fp_branch_item *branch) {
    point outer = enter(flow, branch->level, branch->span);
    void *joined = NULL;
    for (uint32_t i = 0; i < branch->arm_count; i++) {
        void *arm = copy_state(flow, state);
        if (!walk_items(flow, arm, &branch->arms[i])) continue;
        if (joined) flow->merge(flow, joined, arm, FP_JOIN_ARMS, branch->op, branch->span);
        else joined = arm;
    }
    leave(flow, outer);
    if (joined) memcpy(state, joined, flow->state_size);
    return joined != NULL;
}

static bool walk_loop(struct fp_flow *flow, void *state, const fp_loop_item *loop) {
    if (loop->trips_max == 0) return walk_items(flow, state, &loop->tail);
    point outer = enter(flow, loop->level, loop->span);
    bool outer_quiet = flow->quiet;
    void *entry = copy_state(flow, state), *body = copy_state(flow, state);
    flow->quiet = true;
    for (int round = 0; round < FP_FLOW_ROUNDS && loop->trips_max != 1; round++) {
        memcpy(body, entry, flow->state_size);
        if (!walk_items(flow, body, &loop->body)) break;
        void *again = copy_state(flow, entry);
        flow->merge(flow, again, body, FP_JOIN_ITERATION, loop->op, loop->span);
        bool stable = flow->same(flow, again, entry);
        entry = again;
        if (stable) break;
    }
    flow->quiet = outer_quiet;
    memcpy(body, entry, flow->state_size);
    bool ends = walk_items(flow, body, &loop->body);
    leave(flow, outer);
    if (ends && loop->trips_max != 1) flow->merge(flow, copy_state(flow, state), body, FP_JOIN_ITERATION, loop->op, loop->span);
    if (loop->trips_min >= 1) {
        if (!ends) return false;
        memcpy(state, body, flow->state_size);
    } else if (ends) {
        flow->quiet = outer_quiet || loop->trips_max != 1;      /* what disagrees was said at the back edge */
        flow->merge(flow, state, body, FP_JOIN_SKIPPED, loop->op, loop->span);
        flow->quiet = outer_quiet;
    }
    return walk_items(flow, state, &loop->tail);
}

static bool walk_call(struct fp_flow *flow, void *state, const fp_call_item *call) {
    const struct fp_program *program = flow->program;
    struct fp_kernel *callee = call->unit != FP_NONE && program && call->unit < program->unit_count ? program->by_unit[call->unit] : NULL;
    if (!callee) return true;               /* of another file, or without memory and syncs: it leaves the state as it is */
    if (flow->call_depth == FP_FLOW_CALLS || callee == flow->kernel) {
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
typedef struct { void *state; bool seen; } way;             /* a place in a graph, and whether any path comes there */

static void arrive(struct fp_flow *flow, way *at, const void *state, const fp_graph_node *from, bool *changed) {
    if (!at->seen) {
        *at = (way){ copy_state(flow, state), true };
        *changed = true;
        return;
    }
    void *before = copy_state(flow, at->state);
    fp_span span = from->terminator != FP_NONE ? flow->kernel->ir->ops[from->terminator].name_span : (fp_span){ 0, 0 };
    flow->merge(flow, at->state, state, FP_JOIN_PATHS, from->terminator, span);
    *changed = *changed || !flow->same(flow, before, at->state);
}

/* The states at the graph's exits, `exit_count` of them. */
static way *walk_graph(struct fp_flow *flow, const void *state, const fp_graph_item *graph, uint32_t exit_count) {
    way *ways = FP_NEW(flow->keep, way, graph->node_count + exit_count);
    if (graph->node_count == 0) {
        for (uint32_t k = 0; k < exit_count; k++) ways[k] = (way){ copy_state(flow, state), true };
        return ways;
    }
    ways[0] = (way){ copy_state(flow, state), true };
    bool outer_quiet = flow->quiet;
    for (int round = 0; round <= FP_FLOW_ROUNDS; round++) {
        bool changed = false;
        flow->quiet = outer_quiet || round < FP_FLOW_ROUNDS;
        for (uint32_t n = 0; n < graph->node_count; n++) {
            if (!ways[n].seen) continue;
            const fp_graph_node *node = &graph->nodes[n];
            way out = { copy_state(flow, ways[n].state), true };
            const way *exits = NULL;        /* of a loop node: its k-th edge goes on from exit k */
            if (node->loop != FP_NONE) {
                const fp_graph_loop *loop = &flow->kernel->graph_loops.data[node->loop];
                exits = walk_graph(flow, out.state, &loop->inner, loop->exit_count);
            } else {
                out.seen = walk_items(flow, out.state, &node->items);
            }
            for (uint32_t e = 0, k = 0; e < graph->edge_count; e++) {
                if (graph->edges[e].from != n) continue;
                const way *from = exits ? &exits[k++] : &out;
                if (from->seen && graph->edges[e].to < graph->node_count + exit_count)
                    arrive(flow, &ways[graph->edges[e].to], from->state, node, &changed);
            }
        }
        if (!changed && round < FP_FLOW_ROUNDS) round = FP_FLOW_ROUNDS - 1;
    }
    flow->quiet = outer_quiet;
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
            const way *exit = walk_graph(flow, state, &flow->kernel->graphs.data[index], 1);
            ends = exit->seen;
            if (ends) memcpy(state, exit->state, flow->state_size);
            break;
        }
        case FP_ITEM_CALL: ends = walk_call(flow, state, &flow->kernel->calls.data[index]); break;
        }
        if (!ends) return false;
    }
    return true;
}

bool fp_flow_run(struct fp_flow *flow, struct fp_kernel *kernel, void *state) {
    flow->kernel = kernel;
    flow->point = (fp_level_info){ FP_LEVEL_CLUSTER, false };
    return walk_items(flow, state, &kernel->body);
}
