#include "kernel/lower_blocks.h"
#include "kernel/lower_effects.h"

static bool is_heavy(const struct fp_ir *ir, fp_block block) {
    for (fp_op op = ir->blocks[block].first; op != FP_NONE; op = ir->ops[op].next)
        if (ir->ops[op].region_count && !(ir->ops[op].info && ir->ops[op].info->region == FP_REGION_BODY)) return true;
    return false;
}

/* Nothing but the end of the kernel. A branch that leads there leaves early: the threads that take it are not waited
 * for. */
static bool is_exit(const struct fp_ir *ir, fp_block block) {
    fp_op last = ir->blocks[block].last;
    if (last == FP_NONE || !ir->ops[last].info || ir->ops[last].info->effect != FP_EFFECT_RETURN) return false;
    return !fp_lower_block_has_effects(ir, block);
}

fp_block_graph fp_block_graph_read(fp_lowering *l, fp_block entry, bool joins) {
    const struct fp_ir *ir = l->ir;
    struct fp_arena *scratch = l->scratch;
    fp_block_graph graph = { .l = l }, *g = &graph;
    uint32_t count = 0, edges = 0;
    fp_block low = entry, high = entry;
    for (fp_block block = entry; block != FP_NONE; block = ir->blocks[block].next) {
        count++;
        if (block < low) low = block;
        if (block > high) high = block;
        if (ir->blocks[block].last != FP_NONE) edges += ir->ops[ir->blocks[block].last].successor_count;
    }
    uint32_t *number = FP_NEW(scratch, uint32_t, high - low + 1); /* 0: not of this region */
    g->blocks = FP_NEW(scratch, fp_block, count);
    bool *heavy = FP_NEW(scratch, bool, count);
    count = 0;
    for (fp_block block = entry; block != FP_NONE; block = ir->blocks[block].next) {
        heavy[count] = is_heavy(ir, block);
        g->blocks[count++] = block;
        number[block - low] = count;
    }
    fp_cfg_edge *list = FP_NEW(scratch, fp_cfg_edge, edges + 1);
    g->first_edge = FP_NEW(scratch, uint32_t, count + 1);
    g->entering_start = FP_NEW(scratch, uint32_t, count + 3);
    g->entering = FP_NEW(scratch, uint32_t, edges + 1);
    edges = 0;
    for (uint32_t node = 0; node < count; node++) {
        fp_op last = ir->blocks[g->blocks[node]].last;
        g->first_edge[node] = edges;
        for (uint32_t k = 0; last != FP_NONE && k < ir->ops[last].successor_count; k++) {
            fp_block to = ir->successors[ir->ops[last].first_successor + k].block;
            bool inside = to != FP_NONE && to >= low && to <= high && number[to - low];
            uint32_t target = inside ? number[to - low] - 1 : count; /* a label that is not there ends the thread */
            if (inside && !joins && ir->ops[last].successor_count > 1 && is_exit(ir, to)) target = count;
            g->entering_start[target + 2]++;
            list[edges++] = (fp_cfg_edge){ node, target };
        }
    }
    g->first_edge[count] = edges;
    for (uint32_t node = 0; node <= count; node++) g->entering_start[node + 2] += g->entering_start[node + 1];
    for (uint32_t edge = 0; edge < edges; edge++) g->entering[g->entering_start[list[edge].to + 1]++] = edge;
    g->cfg = (fp_cfg){ .node_count = count, .edges = list, .edge_count = edges, .joins = joins, .heavy = heavy };
    const fp_use **passed = FP_NEW(scratch, const fp_use *, high - low + 1);
    for (uint32_t node = 0; node < count; node++) {
        uint32_t arguments = ir->blocks[g->blocks[node]].arg_count, first = g->entering_start[node];
        bool once = node && arguments && g->entering_start[node + 1] == first + 1;
        if (once) passed[g->blocks[node] - low] = fp_block_graph_uses(g, g->entering[first], arguments);
    }
    g->forwarded = (fp_forwarded){ low, high - low + 1, passed };
    return graph;
}

fp_op fp_block_graph_terminator(const fp_block_graph *g, uint32_t node) {
    return node == FP_CFG_NONE ? FP_NONE : g->l->ir->blocks[g->blocks[node]].last;
}

fp_value fp_block_graph_selector(const fp_block_graph *g, uint32_t node) {
    fp_op op = fp_block_graph_terminator(g, node);
    if (op == FP_NONE || !g->l->ir->ops[op].info || g->l->ir->ops[op].successor_count < 2) return FP_NONE;
    const fp_use *use = fp_ir_operand(g->l->ir, op, g->l->ir->ops[op].info->condition);
    return use ? use->value : FP_NONE;
}

bool fp_block_graph_is_conditional(const fp_block_graph *g, uint32_t node) {
    fp_op op = fp_block_graph_terminator(g, node);
    return op != FP_NONE && fp_ir_two_ways(g->l->ir, op);
}

fp_uniformity fp_block_graph_uniformity(const fp_block_graph *g, uint32_t node) {
    fp_op op = fp_block_graph_terminator(g, node);
    fp_value selector = fp_block_graph_selector(g, node);
    if (selector != FP_NONE) return fp_addresses_uniformity(g->l->kernel->addresses, selector);
    bool chooses = op != FP_NONE && g->l->ir->ops[op].successor_count > 1;
    return (fp_uniformity){ chooses ? FP_UNIFORM_LANE : FP_UNIFORM_CLUSTER, chooses };
}

fp_condition fp_block_graph_condition(const fp_block_graph *g, uint32_t edge) {
    fp_condition condition = { FP_NONE, false };
    if (edge == FP_CFG_NONE) return condition;
    uint32_t node = g->cfg.edges[edge].from;
    if (!fp_block_graph_is_conditional(g, node)) return condition;
    condition.value =
        fp_addresses_condition(g->l->kernel->addresses, fp_block_graph_selector(g, node), &condition.negated);
    if (edge != g->first_edge[node]) condition.negated = !condition.negated;
    return condition;
}

void fp_switch_push_guard(const fp_lowering *l, fp_op op, fp_value selector, uint32_t way, uint32_t ways) {
    enum { CASES_MAX = 16 }; /* real code chooses among a handful of roles */
    int64_t cases[CASES_MAX];
    uint32_t count = way ? 1 : ways - 1;
    bool known = selector != FP_NONE && count <= CASES_MAX;
    for (uint32_t i = 0; known && i < count; i++) known = fp_ir_case(l->ir, op, way ? way - 1 : i, &cases[i]);
    if (known && way)
        fp_addresses_push_case(l->kernel->addresses, selector, cases[0]);
    else if (known)
        fp_addresses_push_default(l->kernel->addresses, selector, cases, count);
    else
        fp_addresses_push_unknown(l->kernel->addresses);
}

void fp_block_graph_push_guard(const fp_block_graph *g, uint32_t edge) {
    uint32_t node = edge == FP_CFG_NONE ? FP_CFG_NONE : g->cfg.edges[edge].from;
    uint32_t way = node == FP_CFG_NONE ? 0 : edge - g->first_edge[node];
    fp_op op = fp_block_graph_terminator(g, node);
    const fp_op_node *branch = op == FP_NONE ? NULL : &g->l->ir->ops[op];
    if (branch && branch->info && branch->info->switches && branch->successor_count > 1) {
        fp_switch_push_guard(g->l, op, fp_block_graph_selector(g, node), way, branch->successor_count);
        return;
    }
    bool known = node != FP_CFG_NONE && fp_block_graph_is_conditional(g, node);
    fp_addresses_push_guard(g->l->kernel->addresses, known ? fp_block_graph_selector(g, node) : FP_NONE,
                            known && way > 0);
}

fp_span fp_block_span(const struct fp_ir *ir, fp_block header) {
    fp_str label = ir->blocks[header].label;
    if (label.len) {
        uint32_t start = (uint32_t)(label.data - ir->text.data);
        return (fp_span){ start, start + (uint32_t)label.len };
    }
    return ir->blocks[header].first == FP_NONE ? (fp_span){ 0, 0 } : fp_lower_span(ir, ir->blocks[header].first);
}

const fp_use *fp_block_graph_uses(const fp_block_graph *g, uint32_t edge, uint32_t arguments) {
    if (edge == FP_CFG_NONE) return NULL;
    uint32_t node = g->cfg.edges[edge].from;
    fp_op op = fp_block_graph_terminator(g, node);
    const fp_successor *successor =
        &g->l->ir->successors[g->l->ir->ops[op].first_successor + (edge - g->first_edge[node])];
    return successor->use_count == arguments ? g->l->ir->uses + successor->first_use : NULL;
}
