#include "check/arrivals.h"
#include "check/flow.h"

#define ENDS UINT64_MAX /* the kernel ends here; nobody waits for ended waves */
enum {
    WAVES_MAX = 64, /* no chip runs more than 1,024 threads in a workgroup, 32 of them at least in a wave */
    CALLS_MAX = FP_FLOW_CALLS
};
enum {
    SHARED_FIRST = 1000003,
    SHARED_STEP = 7919
}; /* primes that stand for numbers all waves share, one per loop or arm: sums of them do not agree by chance */

typedef struct {
    struct fp_arena *scratch;
    const struct fp_program *program;
    struct fp_kernel *kernel;
    uint32_t wave, call_depth;
    bool conditional; /* a barrier stands under a condition that waves do not share */
    bool unknown;     /* a condition does not evaluate and its ways differ */
    bool ended;       /* the wave leaves early */
    fp_op op;
    fp_span span; /* the first place whose ways differ */
} counter;

static uint64_t count_items(counter *c, const fp_items *items);

static uint64_t shared_number(uint32_t index, uint32_t arm) {
    return SHARED_FIRST + (uint64_t)SHARED_STEP * (index * 8 + arm);
}

static void differs_at(counter *c, fp_op op, fp_span span) {
    if (c->op == FP_NONE) c->op = op, c->span = span;
}

static bool is_arrival(const fp_sync *sync) {
    if (sync->scope != FP_SCOPE_WORKGROUP || sync->object != FP_NONE) return false;
    return sync->kind == FP_SYNC_BARRIER || (sync->kind == FP_SYNC_SIGNAL && sync->id == FP_ID_WORKGROUP);
}

static uint64_t count_branch(counter *c, uint32_t index) {
    const fp_branch_item *branch = &c->kernel->branches.data[index];
    if (branch->concurrent) return 0; /* a partition's barriers join the partition */
    uint64_t *arms = FP_NEW(c->scratch, uint64_t, branch->arm_count), mixed = 0;
    bool equal = true;
    for (uint32_t i = 0; i < branch->arm_count; i++) {
        arms[i] = count_items(c, &branch->arms[i]);
        equal = equal && arms[i] == arms[0];
        mixed += arms[i] * shared_number(index, i);
    }
    if (equal) return arms[0];
    if (branch->uniformity.among <= FP_UNIFORM_WORKGROUP || branch->uniformity.doubt) return mixed;
    if (branch->uniformity.among != FP_UNIFORM_WAVE) return 0; /* divergent inside of a wave: a finding of its own */
    c->conditional = true;
    differs_at(c, branch->op, branch->span);
    int64_t chosen;
    if (branch->arm_count == 2 && branch->selector != FP_NONE && c->call_depth == 0 &&
        fp_addresses_wave_value(c->kernel->addresses, branch->selector, c->wave, &chosen))
        return arms[chosen ? 0 : 1];
    c->unknown = true;
    return mixed;
}

static uint64_t count_loop(counter *c, uint32_t index) {
    const fp_loop_item *loop = &c->kernel->loops.data[index];
    uint64_t body = count_items(c, &loop->body);
    if (body && loop->uniformity.among == FP_UNIFORM_WAVE && !loop->uniformity.doubt) {
        c->conditional = c->unknown = true;
        differs_at(c, loop->op, loop->span);
    }
    return body * (loop->trips_min == loop->trips_max && loop->trips_max < SHARED_STEP ? (uint64_t)loop->trips_max
                                                                                       : shared_number(index, 7)) +
           count_items(c, &loop->tail);
}

static uint64_t count_call(counter *c, const fp_call_item *call) {
    struct fp_kernel *callee = call->unit != FP_NONE && c->program && call->unit < c->program->unit_count
                                   ? c->program->by_unit[call->unit]
                                   : NULL;
    if (!callee || c->call_depth == CALLS_MAX) return 0;
    struct fp_kernel *caller = c->kernel;
    c->kernel = callee;
    c->call_depth++;
    uint64_t count = count_items(c, &callee->body);
    c->call_depth--;
    c->kernel = caller;
    return count;
}

/* Chooses the edge that this wave takes, in the order of the node's edges; false: the terminator's condition has no
 * known value for this wave. */
static bool chosen_edge(const counter *c, const fp_graph_node *node, uint32_t *edge) {
    const struct fp_ir *ir = c->kernel->ir;
    const fp_use *chooser = node->terminator == FP_NONE ? NULL : fp_ir_two_ways(ir, node->terminator);
    int64_t value;
    if (!chooser || c->call_depth || !fp_addresses_wave_value(c->kernel->addresses, chooser->value, c->wave, &value))
        return false;
    *edge = value ? 0 : 1;
    return true;
}

/* The arrivals behind a node of a graph, from those along each of its edges. */
static uint64_t choose_way(counter *c, const fp_graph_node *node, uint32_t index, const uint64_t *ways,
                           uint32_t count) {
    uint64_t mixed = 0, other = ENDS;
    bool equal = true, some_end = false;
    for (uint32_t k = 0; k < count; k++) {
        equal = equal && ways[k] == ways[0];
        some_end = some_end || ways[k] == ENDS;
        if (ways[k] != ENDS) other = ways[k], mixed += ways[k] * shared_number(index, k % 8);
    }
    if (count == 0 || equal) return count ? ways[0] : 0;
    if (node->uniformity.among <= FP_UNIFORM_WORKGROUP || node->uniformity.doubt) return mixed;
    if (node->uniformity.among != FP_UNIFORM_WAVE) return 0; /* divergent inside of a wave: a finding of its own */
    uint32_t edge;
    bool chosen = count == 2 && chosen_edge(c, node, &edge);
    if (count == 2 && some_end) {
        c->ended = c->ended || (chosen && ways[edge] == ENDS);
        return other;
    }
    c->conditional = true;
    differs_at(c, node->terminator, c->kernel->ir->ops[node->terminator].name_span);
    if (chosen) return ways[edge] == ENDS ? 0 : ways[edge];
    c->unknown = true;
    return mixed;
}

/* Counts arrivals from the graph's entry on. `exits` holds those behind each exit; an edge back counts as a number
 * that all waves share. */
static uint64_t count_graph(counter *c, const fp_graph_item *graph, uint32_t index, const uint64_t *exits,
                            uint32_t exit_count) {
    uint64_t *from = FP_NEW(c->scratch, uint64_t, graph->node_count + 1);
    uint64_t *ways = FP_NEW(c->scratch, uint64_t, graph->edge_count + 1);
    for (uint32_t n = graph->node_count; n-- > 0;) {
        const fp_graph_node *node = &graph->nodes[n];
        uint32_t count = 0;
        for (uint32_t e = 0; e < graph->edge_count; e++) {
            uint32_t to = graph->edges[e].to;
            if (graph->edges[e].from != n) continue;
            ways[count++] = to <= n                               ? shared_number(index, 7)
                            : to < graph->node_count              ? from[to]
                            : to - graph->node_count < exit_count ? exits[to - graph->node_count]
                                                                  : 0;
        }
        if (node->loop == FP_NONE) {
            uint64_t here = count_items(c, &node->items), then = choose_way(c, node, index + n, ways, count);
            from[n] = then == ENDS && node->items.len ? here : then == ENDS ? ENDS : here + then;
            continue;
        }
        uint64_t *behind = FP_NEW(c->scratch, uint64_t, count + 1);
        for (uint32_t k = 0; k < count; k++) behind[k] = ways[k];
        from[n] = count_graph(c, &c->kernel->graph_loops.data[node->loop].inner, index + n + 1, behind, count);
    }
    return graph->node_count && from[0] != ENDS ? from[0] : 0;
}

static uint64_t count_items(counter *c, const fp_items *items) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < items->len; i++) {
        uint32_t index = items->data[i].index;
        switch (items->data[i].kind) {
        case FP_ITEM_ACCESS:
        case FP_ITEM_UNTRACKED: break;
        case FP_ITEM_SYNC: count += is_arrival(&c->kernel->syncs.data[index]); break;
        case FP_ITEM_LOOP: count += count_loop(c, index); break;
        case FP_ITEM_BRANCH: count += count_branch(c, index); break;
        case FP_ITEM_GRAPH: {
            bool last = c->call_depth == 0 && items == &c->kernel->body && i + 1 == items->len;
            count += count_graph(c, &c->kernel->graphs.data[index], index, &(uint64_t){ last ? ENDS : 0 }, 1);
            break;
        }
        case FP_ITEM_CALL: count += count_call(c, &c->kernel->calls.data[index]); break;
        }
    }
    return count;
}

static bool any_wave_level(const fp_graph_item *graph) {
    for (uint32_t n = 0; n < graph->node_count; n++)
        if (graph->nodes[n].uniformity.among == FP_UNIFORM_WAVE) return true;
    return false;
}

fp_arrivals fp_arrivals_check(struct fp_arena *scratch, struct fp_kernel *kernel, const struct fp_program *program) {
    fp_arrivals result = { .op = FP_NONE };
    bool any = false;
    for (uint32_t i = 0; i < kernel->branches.len; i++)
        any = any || kernel->branches.data[i].uniformity.among == FP_UNIFORM_WAVE;
    for (uint32_t i = 0; i < kernel->graphs.len; i++) any = any || any_wave_level(&kernel->graphs.data[i]);
    for (uint32_t i = 0; i < kernel->graph_loops.len; i++)
        any = any || any_wave_level(&kernel->graph_loops.data[i].inner);
    for (uint32_t i = 0; i < kernel->loops.len; i++)
        any = any || kernel->loops.data[i].uniformity.among == FP_UNIFORM_WAVE;
    if (!any || kernel->target->vendor == FP_VENDOR_NVIDIA || !kernel->launch.wave_size) return result;

    const fp_launch *launch = &kernel->launch;
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    if (threads == 0) threads = launch->max_threads;
    uint64_t waves = (threads + launch->wave_size - 1) / launch->wave_size;
    uint64_t first = 0;
    uint32_t first_wave = UINT32_MAX;
    for (uint32_t wave = 0; wave < waves && wave < WAVES_MAX; wave++) {
        counter c = { .scratch = scratch, .program = program, .kernel = kernel, .wave = wave, .op = FP_NONE };
        uint64_t count = count_items(&c, &kernel->body);
        if (!c.conditional) return result;
        if (c.ended) continue;
        if (first_wave == UINT32_MAX) first = count, first_wave = wave;
        if (!c.unknown && count == first) continue;
        return (fp_arrivals){
            .unbalanced = true, .evaluated = !c.unknown, .waves = { first_wave, wave }, .op = c.op, .span = c.span
        };
    }
    return result;
}
