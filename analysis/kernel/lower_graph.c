#include "kernel/lower_graph.h"
#include "kernel/lower_blocks.h"
#include "kernel/lower_effects.h"
#include "kernel/lower_trips.h"
#include "read/cfg_reduce.h"
#include <assert.h>
#include <string.h>

enum { GUARDS_MAX = 8 }; /* conditions kept for one block of a graph, the nearest ones */

typedef struct {
    fp_lowering *l;
    fp_block_graph graph;
    const fp_cfg_tree *tree;
    fp_items *lowered; /* by node: its items, once they are made; a loop's tail repeats them */
    bool *done;
    uint32_t counts; /* the node whose test counts the iterations of the loop around; FP_CFG_NONE: there is none */
    const struct natural_loop *left; /* the loop whose tail is lowered, where it has several ways out; NULL: none is */
} graph_lowering;

/* ---- Items ---- */

static void lower_list(graph_lowering *g, fp_cfg_items list, fp_items *items);

static void lower_block(fp_lowering *l, fp_block block, fp_items *items) {
    for (fp_op op = l->ir->blocks[block].first; op != FP_NONE; op = l->ir->ops[op].next) l->lower_op(l, op, items);
}

static void append(graph_lowering *g, fp_items *items, fp_items more) {
    for (uint32_t i = 0; i < more.len; i++) fp_lower_push_item(g->l, items, more.data[i].kind, more.data[i].index);
}

static void lower_node(graph_lowering *g, uint32_t node, fp_items *items) {
    if (!g->done[node]) {
        const fp_items *block = g->l->block, *before = g->l->before;
        g->l->block = &g->lowered[node], g->l->before = items;
        lower_block(g->l, g->graph.blocks[node], &g->lowered[node]);
        g->l->block = block, g->l->before = before;
        g->done[node] = true;
    }
    append(g, items, g->lowered[node]);
}

static void lower_branch(graph_lowering *g, const fp_cfg_branch *branch, fp_items *items) {
    struct fp_kernel *kernel = g->l->kernel;
    fp_op op = fp_block_graph_terminator(&g->graph, branch->node);
    fp_value selector = fp_block_graph_selector(&g->graph, branch->node);
    int64_t constant;
    if (branch->arm_count == 2 && fp_block_graph_is_conditional(&g->graph, branch->node) &&
        fp_ir_constant(g->l->ir, selector, &constant)) {
        uint32_t taken = g->graph.first_edge[branch->node] + (constant ? 0 : 1);
        lower_list(g, branch->arms[branch->arms[0].edge == taken ? 0 : 1].items, items);
        return;
    }
    fp_branch_item item = { .op = op,
                            .span = fp_lower_span(g->l->ir, op),
                            .condition = { FP_NONE, false },
                            .selector = selector,
                            .uniformity = fp_block_graph_uniformity(&g->graph, branch->node),
                            .arm_count = branch->arm_count };
    if (branch->arm_count == 2) item.condition = fp_block_graph_condition(&g->graph, branch->arms[0].edge);
    uint32_t number = fp_lower_push_branch(g->l, item, items);
    fp_items *arms = kernel->branches.data[number].arms;
    bool any = false;
    for (uint32_t i = 0; i < branch->arm_count; i++) {
        fp_block_graph_push_guard(&g->graph, branch->arms[i].edge);
        lower_list(g, branch->arms[i].items, &arms[i]);
        fp_addresses_pop_guard(kernel->addresses);
        any |= arms[i].len > 0;
    }
    if (any) return;
    items->len--;
    if (kernel->branches.len == number + 1) kernel->branches.len--;
}

/* ---- Loops ---- */

typedef FP_VEC(fp_block) block_list;
static void collect_blocks(graph_lowering *g, fp_cfg_items list, block_list *blocks);

static void collect_graph(graph_lowering *g, const fp_cfg_graph *graph, block_list *blocks) {
    for (uint32_t i = 0; i < graph->node_count; i++) {
        collect_blocks(g, graph->nodes[i].items, blocks);
        if (graph->nodes[i].loop != FP_CFG_NONE)
            collect_graph(g, &g->tree->multi_loops.data[graph->nodes[i].loop].inner, blocks);
    }
}

static void collect_blocks(graph_lowering *g, fp_cfg_items list, block_list *blocks) {
    for (uint32_t i = 0; i < list.len; i++) {
        uint32_t index = list.data[i].index;
        switch (list.data[i].kind) {
        case FP_CFG_BLOCK: *FP_PUSH(g->l->keep, blocks) = g->graph.blocks[index]; break;
        case FP_CFG_BRANCH:
            for (uint32_t k = 0; k < g->tree->branches.data[index].arm_count; k++)
                collect_blocks(g, g->tree->branches.data[index].arms[k].items, blocks);
            break;
        case FP_CFG_LOOP: collect_blocks(g, g->tree->loops.data[index].body, blocks); break;
        case FP_CFG_GRAPH: collect_graph(g, &g->tree->graphs.data[index], blocks); break;
        }
    }
}

typedef struct natural_loop {
    uint32_t header, exit; /* exit: the edge out by the test that every iteration comes to; FP_CFG_NONE: none is */
    bool at_least_once, hidden;
    bool several; /* other edges leave as well: it iterates so often at most */
    block_list blocks;
} natural_loop;

static bool is_inside(const natural_loop *loop, fp_block block) {
    for (uint32_t i = 0; i < loop->blocks.len; i++)
        if (loop->blocks.data[i] == block) return true;
    return false;
}

/* One value, or two that equal ops make of the same operands, as each way round a loop may count for itself. */
static bool is_same_value(const struct fp_ir *ir, fp_value x, fp_value y) {
    if (x == y) return true;
    if (x == FP_NONE || y == FP_NONE || ir->values[x].block != FP_NONE || ir->values[y].block != FP_NONE) return false;
    fp_op first = ir->values[x].def, second = ir->values[y].def;
    if (first == FP_NONE || second == FP_NONE) return false; /* half-typed: nothing defines it */
    const fp_op_node *a = &ir->ops[first], *b = &ir->ops[second];
    if (!a->info || a->info != b->info || a->info->effect != FP_EFFECT_PURE || a->result_count != 1 ||
        b->result_count != 1 || a->region_count || b->region_count)
        return false;
    return fp_ir_repeats(ir, first, second);
}

static bool are_same_uses(const struct fp_ir *ir, const fp_use *x, const fp_use *y, uint32_t count) {
    bool same = x && y;
    for (uint32_t i = 0; same && i < count; i++) same = is_same_value(ir, x[i].value, y[i].value);
    return same;
}

/* Announces a natural loop: its number, with counter and trips where one test decides over its end. */
static uint32_t open_loop(graph_lowering *g, const natural_loop *loop) {
    fp_lowering *l = g->l;
    fp_block block = g->graph.blocks[loop->header];
    uint32_t arguments = l->ir->blocks[block].arg_count, entering = FP_CFG_NONE, entries = 0, repeats = 0;
    const fp_use *yields = NULL; /* what all ways round the loop pass */
    for (uint32_t i = g->graph.entering_start[loop->header]; i < g->graph.entering_start[loop->header + 1]; i++) {
        if (is_inside(loop, g->graph.blocks[g->graph.cfg.edges[g->graph.entering[i]].from])) {
            const fp_use *own = fp_block_graph_uses(&g->graph, g->graph.entering[i], arguments);
            yields = repeats++ == 0 || are_same_uses(l->ir, yields, own, arguments) ? own : NULL;
            continue;
        }
        entering = g->graph.entering[i];
        entries++;
    }
    fp_counted_loop counted = {
        .header = block, .carried = arguments, .condition = FP_NONE, .tested_after = loop->at_least_once
    };
    if (entries == 1) counted.inits = fp_block_graph_uses(&g->graph, entering, arguments);
    counted.yields = yields;
    counted.forwarded = g->graph.forwarded;
    if (loop->exit != FP_CFG_NONE && fp_block_graph_is_conditional(&g->graph, g->graph.cfg.edges[loop->exit].from)) {
        counted.condition = fp_block_graph_selector(&g->graph, g->graph.cfg.edges[loop->exit].from);
        counted.stays_if = loop->exit != g->graph.first_edge[g->graph.cfg.edges[loop->exit].from];
    }
    uint32_t number = l->kernel->loops.len;
    fp_loop_info info = { .loop = fp_lower_loop_id(l, number),
                          .parent = l->loop,
                          .op = fp_block_graph_terminator(&g->graph, loop->header),
                          .body = block,
                          .blocks = loop->blocks.data,
                          .block_count = loop->blocks.len };
    fp_lower_count(l, &counted, &info);
    fp_loop_item item = { .op = info.op,
                          .span = fp_block_span(l->ir, block),
                          .parent = fp_lower_loop_around(l),
                          .trips_min = info.trips_min,
                          .trips_max = info.trips_max,
                          .runs = { FP_NONE, false } };
    item.uniformity = counted.condition == FP_NONE || loop->several
                          ? (fp_uniformity){ FP_UNIFORM_LANE, true }
                          : fp_addresses_uniformity(l->kernel->addresses, counted.condition);
    bool other_exits = loop->exit == FP_CFG_NONE || loop->several;
    info.leaves_early |= other_exits;
    if (other_exits) info.trips_from = NULL;
    info.uniform = fp_uniform_in_workgroup(item.uniformity);
    if (loop->hidden) fp_lower_hide_count(&info);
    *FP_PUSH(l->keep, &l->kernel->loops) = item;
    fp_addresses_loop(l->kernel->addresses, &info);
    fp_lower_runs(l, number);
    return number;
}

static bool has_effects(graph_lowering *g, fp_cfg_items list) {
    block_list blocks = { NULL, 0, 0 };
    collect_blocks(g, list, &blocks);
    for (uint32_t i = 0; i < blocks.len; i++)
        if (fp_lower_block_has_effects(g->l->ir, blocks.data[i])) return true;
    return false;
}

static void lower_loop(graph_lowering *g, const fp_cfg_loop *loop, fp_items *items) {
    fp_lowering *l = g->l;
    natural_loop natural = { .header = loop->header,
                             .exit = loop->decided ? loop->exit : FP_CFG_NONE,
                             .at_least_once = loop->at_least_once,
                             .hidden = has_effects(g, loop->tail) };
    collect_blocks(g, loop->body, &natural.blocks);
    uint32_t number = open_loop(g, &natural);
    fp_lower_push_item(l, items, FP_ITEM_LOOP, number);
    fp_loop_id around = l->loop;
    l->loop = fp_lower_loop_id(l, number);
    fp_items body = { NULL, 0, 0 }, tail = { NULL, 0, 0 };
    uint32_t outer = g->counts;
    g->counts = loop->decided && !natural.hidden ? g->graph.cfg.edges[loop->exit].from : FP_CFG_NONE;
    lower_list(g, loop->body, &body);
    g->left = loop->exit == FP_CFG_NONE ? &natural : NULL;
    lower_list(g, loop->tail, &tail);
    g->left = NULL;
    g->counts = outer;
    l->loop = around;
    l->kernel->loops.data[number].body = body;
    l->kernel->loops.data[number].tail = tail;
    if (body.len == 0 && tail.len == 0) items->len--;
}

/* ---- Graphs ---- */

/* By node of a graph: the only edge that enters it, FP_CFG_NONE: none or several. */
static uint32_t *only_entries(const graph_lowering *g, const fp_cfg_graph *graph) {
    uint32_t *only = FP_NEW(g->l->scratch, uint32_t, graph->node_count);
    bool *entered = FP_NEW(g->l->scratch, bool, graph->node_count);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        uint32_t to = graph->edges[i].to;
        if (to >= graph->node_count) continue;
        only[to] = entered[to] ? FP_CFG_NONE : i;
        entered[to] = true;
    }
    for (uint32_t i = 0; i < graph->node_count; i++)
        if (!entered[i] || i == 0) only[i] = FP_CFG_NONE;
    return only;
}

/* By node of a graph: the nearest node that every path to it passes. */
static const uint32_t *dominators_of(const graph_lowering *g, const fp_cfg_graph *graph) {
    uint32_t count = graph->node_count, at = 0;
    fp_cfg_lists ways = { FP_NEW(g->l->scratch, uint32_t, count + 1),
                          FP_NEW(g->l->scratch, uint32_t, graph->edge_count + 1), count };
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        if (graph->edges[i].to >= count) continue;
        ways.start[graph->edges[i].from + 1]++;
        ways.data[at++] = graph->edges[i].to;
    }
    for (uint32_t i = 0; i < count; i++) ways.start[i + 1] += ways.start[i];
    return fp_cfg_dominators_find(g->l->scratch, ways, 0).idom;
}

/* The conditions of the edges that every path to a node takes: where one edge alone leads to a node, its condition;
 * where several do, those of the nearest node that all of them have passed. */
static uint32_t push_guards(graph_lowering *g, const fp_cfg_graph *graph, const uint32_t *only,
                            const uint32_t *dominators, uint32_t node) {
    uint32_t chain[GUARDS_MAX], count = 0;
    while (count < GUARDS_MAX && node != 0 && dominators[node] != FP_CFG_NONE) {
        if (only[node] != FP_CFG_NONE) chain[count++] = only[node];
        node = dominators[node];
    }
    for (uint32_t i = count; i-- > 0;) fp_block_graph_push_guard(&g->graph, graph->edges[chain[i]].edge);
    return count;
}

static fp_graph_item lower_graph(graph_lowering *g, const fp_cfg_graph *graph);

/* The edge of the loop's graph by which its header leaves it; FP_CFG_NONE: it does not. */
static uint32_t edge_of_test(const graph_lowering *g, const fp_cfg_multi_loop *loop) {
    const fp_cfg_graph *inner = &loop->inner;
    for (uint32_t i = 0; i < inner->edge_count && fp_block_graph_is_conditional(&g->graph, loop->header); i++) {
        const fp_cfg_graph_edge *edge = &inner->edges[i];
        if (edge->from == 0 && edge->to >= inner->node_count && edge->edge != FP_CFG_NONE &&
            g->graph.cfg.edges[edge->edge].from == loop->header)
            return i;
    }
    return FP_CFG_NONE;
}

static uint32_t lower_multi_loop(graph_lowering *g, const fp_cfg_multi_loop *loop, const fp_cfg_graph *outer,
                                 uint32_t node) {
    fp_lowering *l = g->l;
    uint32_t at = 0, test = edge_of_test(g, loop);
    natural_loop natural = { .header = loop->header, .exit = FP_CFG_NONE, .several = true, .hidden = true };
    if (test != FP_CFG_NONE) natural.exit = loop->inner.edges[test].edge;
    collect_graph(g, &loop->inner, &natural.blocks);
    uint32_t number = open_loop(g, &natural);
    fp_graph_loop item = { .exits = FP_NEW(l->keep, uint32_t, loop->exit_count),
                           .exit_count = loop->exit_count,
                           .counted = FP_NONE,
                           .loop = number };
    if (test != FP_CFG_NONE) item.counted = loop->inner.edges[test].to - loop->inner.node_count;
    for (uint32_t i = 0; i < outer->edge_count; i++)
        if (outer->edges[i].from == node) item.exits[at++] = outer->edges[i].to;
    assert(at == loop->exit_count);
    uint32_t index = l->kernel->graph_loops.len;
    *FP_PUSH(l->keep, &l->kernel->graph_loops) = item;
    fp_loop_id around = l->loop;
    l->loop = fp_lower_loop_id(l, number);
    fp_graph_item inner = lower_graph(g, &loop->inner);
    l->loop = around;
    l->kernel->graph_loops.data[index].inner = inner;
    return index;
}

static fp_graph_item lower_graph(graph_lowering *g, const fp_cfg_graph *graph) {
    fp_lowering *l = g->l;
    fp_graph_item item = { .nodes = FP_NEW(l->keep, fp_graph_node, graph->node_count),
                           .node_count = graph->node_count,
                           .edges = FP_NEW(l->keep, fp_edge, graph->edge_count),
                           .edge_count = graph->edge_count,
                           .op = FP_NONE,
                           .irreducible = graph->irreducible };
    const struct natural_loop *left = g->left; /* its own edges say where a node goes on, in a tail as well */
    g->left = NULL;
    const uint32_t *only = only_entries(g, graph), *dominators = dominators_of(g, graph);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const fp_cfg_graph_node *from = &graph->nodes[i];
        fp_graph_node *node = &item.nodes[i];
        uint32_t guards = push_guards(g, graph, only, dominators, i);
        node->loop = FP_NONE;
        if (from->loop != FP_CFG_NONE)
            node->loop = lower_multi_loop(g, &g->tree->multi_loops.data[from->loop], graph, i);
        else
            lower_list(g, from->items, &node->items);
        while (guards-- > 0) fp_addresses_pop_guard(l->kernel->addresses);
        node->terminator = fp_block_graph_terminator(&g->graph, from->node);
        node->uniformity = from->node == FP_CFG_NONE ? (fp_uniformity){ FP_UNIFORM_CLUSTER, false }
                                                     : fp_block_graph_uniformity(&g->graph, from->node);
        if (item.op == FP_NONE) item.op = node->terminator;
    }
    g->left = left;
    for (uint32_t i = 0; i < graph->edge_count; i++)
        item.edges[i] = (fp_edge){ graph->edges[i].from, graph->edges[i].to,
                                   fp_block_graph_condition(&g->graph, graph->edges[i].edge) };
    return item;
}

static bool graph_is_empty(const fp_lowering *l, const fp_graph_item *item) {
    for (uint32_t i = 0; i < item->node_count; i++) {
        if (item->nodes[i].items.len) return false;
        if (item->nodes[i].loop != FP_NONE &&
            !graph_is_empty(l, &l->kernel->graph_loops.data[item->nodes[i].loop].inner))
            return false;
    }
    return true;
}

/* The block that item `i` starts with; FP_CFG_NONE: the item chooses among several, or there is none. */
static uint32_t first_node(const graph_lowering *g, fp_cfg_items list, uint32_t i) {
    if (i >= list.len) return FP_CFG_NONE;
    switch (list.data[i].kind) {
    case FP_CFG_BLOCK: return list.data[i].index;
    case FP_CFG_LOOP: return g->tree->loops.data[list.data[i].index].header;
    case FP_CFG_GRAPH: {
        const fp_cfg_graph_node *entry = &g->tree->graphs.data[list.data[i].index].nodes[0];
        if (entry->loop != FP_CFG_NONE) return g->tree->multi_loops.data[entry->loop].header;
        return entry->items.len && entry->items.data[0].kind == FP_CFG_BLOCK ? entry->items.data[0].index : FP_CFG_NONE;
    }
    case FP_CFG_BRANCH: break;
    }
    return FP_CFG_NONE;
}

/* What stands behind a block that may leave the loop runs where it does not leave. The test that counts the iterations
 * is left out: the trip count says it. */
static bool push_staying(graph_lowering *g, uint32_t node, uint32_t next) {
    if (node == g->counts || next == FP_CFG_NONE || !fp_block_graph_is_conditional(&g->graph, node)) return false;
    uint32_t edge = g->graph.first_edge[node];
    bool first = g->graph.cfg.edges[edge].to == next, second = g->graph.cfg.edges[edge + 1].to == next;
    if (first == second) return false;
    fp_block_graph_push_guard(&g->graph, edge + second);
    return true;
}

/* In a tail: the edge by which `node` goes on to `next`, FP_CFG_NONE: out of the loop, when its other edge goes round
 * the loop. FP_CFG_NONE: both ways or none stay in the tail. */
static uint32_t edge_in_tail(const graph_lowering *g, uint32_t node, uint32_t next) {
    bool goes_on[2];
    if (!g->left || !fp_block_graph_is_conditional(&g->graph, node)) return FP_CFG_NONE;
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t to = g->graph.cfg.edges[g->graph.first_edge[node] + k].to;
        bool outside = to == g->graph.cfg.node_count || !is_inside(g->left, g->graph.blocks[to]);
        goes_on[k] = next == FP_CFG_NONE ? outside : to == next;
    }
    return goes_on[0] == goes_on[1] ? FP_CFG_NONE : g->graph.first_edge[node] + goes_on[1];
}

/* A tail runs only where each of its blocks goes on: `items`, of a block, and what stands behind it become a graph
 * whose other edge leads nowhere. */
static void lower_tail(graph_lowering *g, uint32_t edge, fp_items block, fp_cfg_items rest, fp_items *items) {
    fp_lowering *l = g->l;
    uint32_t node = g->graph.cfg.edges[edge].from;
    fp_condition taken = fp_block_graph_condition(&g->graph, edge);
    fp_graph_item graph = { .nodes = FP_NEW(l->keep, fp_graph_node, 3),
                            .node_count = 3,
                            .edges = FP_NEW(l->keep, fp_edge, 3),
                            .edge_count = 3,
                            .op = fp_block_graph_terminator(&g->graph, node) };
    const fp_graph_node straight = { .loop = FP_NONE,
                                     .terminator = graph.op,
                                     .uniformity = { FP_UNIFORM_CLUSTER, false } };
    graph.nodes[0] = graph.nodes[1] = graph.nodes[2] = straight;
    graph.nodes[0].items = block;
    graph.nodes[0].uniformity = fp_block_graph_uniformity(&g->graph, node);
    fp_block_graph_push_guard(&g->graph, edge);
    lower_list(g, rest, &graph.nodes[1].items);
    fp_addresses_pop_guard(l->kernel->addresses);
    graph.edges[0] = (fp_edge){ 0, 1, taken };
    graph.edges[1] = (fp_edge){ 0, 2, { taken.value, !taken.negated } };
    graph.edges[2] = (fp_edge){ 1, 3, { FP_NONE, false } };
    fp_lower_push_item(l, items, FP_ITEM_GRAPH, l->kernel->graphs.len);
    *FP_PUSH(l->keep, &l->kernel->graphs) = graph;
}

static void lower_list(graph_lowering *g, fp_cfg_items list, fp_items *items) {
    fp_lowering *l = g->l;
    uint32_t guards = 0;
    for (uint32_t i = 0; i < list.len; i++) {
        uint32_t index = list.data[i].index;
        switch (list.data[i].kind) {
        case FP_CFG_BLOCK: {
            uint32_t next = first_node(g, list, i + 1),
                     edge = next == FP_CFG_NONE && i + 1 < list.len ? FP_CFG_NONE : edge_in_tail(g, index, next);
            if (edge != FP_CFG_NONE) {
                fp_items block = { NULL, 0, 0 };
                fp_cfg_items rest = { list.data + i + 1, list.len - i - 1, list.len - i - 1 };
                lower_node(g, index, &block);
                lower_tail(g, edge, block, rest, items);
                i = list.len;
                break;
            }
            lower_node(g, index, items);
            guards += push_staying(g, index, next);
            break;
        }
        case FP_CFG_BRANCH: lower_branch(g, &g->tree->branches.data[index], items); break;
        case FP_CFG_LOOP: lower_loop(g, &g->tree->loops.data[index], items); break;
        case FP_CFG_GRAPH: {
            fp_graph_item graph = lower_graph(g, &g->tree->graphs.data[index]);
            if (graph_is_empty(l, &graph)) break;
            fp_lower_push_item(l, items, FP_ITEM_GRAPH, l->kernel->graphs.len);
            *FP_PUSH(l->keep, &l->kernel->graphs) = graph;
            break;
        }
        }
    }
    while (guards-- > 0) fp_addresses_pop_guard(l->kernel->addresses);
}

static void lower_blocks(fp_lowering *l, fp_block entry, bool joins, fp_items *items) {
    graph_lowering g = { .l = l, .graph = fp_block_graph_read(l, entry, joins), .counts = FP_CFG_NONE };
    g.lowered = FP_NEW(l->scratch, fp_items, g.graph.cfg.node_count);
    g.done = FP_NEW(l->scratch, bool, g.graph.cfg.node_count);
    g.tree = fp_cfg_structure(l->scratch, l->scratch, &g.graph.cfg);
    lower_list(&g, g.tree->items, items);
}

void fp_lower_region(fp_lowering *l, fp_op op, uint32_t region, fp_items *items) {
    fp_block entry = fp_ir_region(l->ir, op, region);
    if (entry == FP_NONE) return;
    if (l->depth == FP_LOWER_DEPTH_MAX) {
        *FP_PUSH(l->keep, &l->kernel->unknown_ops) = op; /* not looked into: what it does is not known */
        return;
    }
    l->depth++;
    const fp_op_info *info = l->ir->ops[op].info;
    bool joins = !info || (info->region != FP_REGION_FUNC && info->region != FP_REGION_LAUNCH);
    if (l->ir->blocks[entry].next == FP_NONE)
        lower_block(l, entry, items);
    else
        lower_blocks(l, entry, joins, items);
    l->depth--;
}
