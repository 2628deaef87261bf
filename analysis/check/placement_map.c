#include "check/placement_map.h"
#include <assert.h>

static void add_block(fp_placement_map *map, fp_placement_block block);

/* ---- blocks ---- */
/* The jump of a block inside of `outer`: as far as two equal jumps from there, or to `outer` itself. */
static uint32_t jump_from(const fp_placement_map *map, uint32_t outer) {
    const fp_placement_block *blocks = map->blocks.data;
    uint32_t first = blocks[outer].jump, second = blocks[first].jump;
    bool equal = blocks[outer].nesting - blocks[first].nesting == blocks[first].nesting - blocks[second].nesting;
    return equal ? second : outer;
}

static fp_placement_block inner_block(const fp_placement_map *map, uint32_t parent, uint32_t index,
                                      const fp_items *items) {
    fp_placement_block block = map->blocks.data[parent];
    block.items = items;
    block.parent = parent;
    block.parent_index = index;
    block.nesting++;
    block.body = block.graph = false;
    block.jump = jump_from(map, parent);
    return block;
}

static void weaken(fp_placement_block *block, fp_uniformity level, fp_span condition) {
    if (block->weak || level.among <= FP_UNIFORM_WORKGROUP) return;
    if (!block->doubt || !level.doubt) block->condition = condition;
    if (level.doubt)
        block->doubt = true;
    else
        block->weak = true;
}

static void add_loop(fp_placement_map *map, uint32_t parent, uint32_t index, uint32_t number) {
    const fp_loop_item *loop = &map->kernel->loops.data[number];
    fp_placement_block body = inner_block(map, parent, index, &loop->body),
                       tail = inner_block(map, parent, index, &loop->tail);
    body.loop = number;
    body.body = true;
    if (!loop->threads) body.depth++;
    weaken(&body, loop->uniformity, loop->span);
    if (map->bodies[number] == FP_NONE) map->bodies[number] = map->blocks.len;
    add_block(map, body);
    if (loop->tail.len) add_block(map, tail);
}

static void add_branch(fp_placement_map *map, uint32_t parent, uint32_t index, uint32_t number) {
    const fp_branch_item *branch = &map->kernel->branches.data[number];
    for (uint32_t arm = 0; arm < branch->arm_count; arm++) {
        fp_placement_block block = inner_block(map, parent, index, &branch->arms[arm]);
        if (!branch->concurrent) weaken(&block, branch->uniformity, branch->span); /* else a barrier is its arm's own */
        add_block(map, block);
    }
}

/* Edges by the node that they leave. */
typedef struct {
    const uint32_t *first;
    const uint32_t *to;
} successors;

static successors successors_of(const fp_placement_map *map, const fp_graph_item *graph) {
    uint32_t *first = FP_NEW(map->scratch, uint32_t, graph->node_count + 2),
             *to = FP_NEW(map->scratch, uint32_t, graph->edge_count + 1);
    for (uint32_t i = 0; i < graph->edge_count; i++) first[graph->edges[i].from + 1]++;
    for (uint32_t i = 0; i < graph->node_count; i++) first[i + 1] += first[i];
    uint32_t *next = FP_NEW(map->scratch, uint32_t, graph->node_count + 1);
    for (uint32_t i = 0; i < graph->node_count; i++) next[i] = first[i];
    for (uint32_t i = 0; i < graph->edge_count; i++) to[next[graph->edges[i].from]++] = graph->edges[i].to;
    return (successors){ first, to };
}

/* Marks the blocks behind a node at which threads part as weak, up to the node where all their paths have joined.
 * False: they join nowhere in the graph. Nodes are in topological order but for edges back to the first one, so a
 * node that no edge leaps over is one that all threads pass. */
static bool weaken_up_to_join(const fp_graph_item *graph, successors next, uint32_t parting, bool *reached,
                              bool *weak) {
    uint32_t furthest = parting;
    for (uint32_t i = parting; i < graph->node_count; i++) reached[i] = i == parting;
    for (uint32_t i = parting; i < graph->node_count; i++) {
        if (!reached[i]) continue;
        if (i > parting && furthest == i) return true;
        if (i > parting) weak[i] = true;
        for (uint32_t k = next.first[i]; k < next.first[i + 1]; k++) {
            uint32_t to = next.to[k];
            bool leaves = to >= graph->node_count || to <= i;
            if (leaves)
                furthest = UINT32_MAX;
            else
                reached[to] = true;
            if (!leaves && to > furthest) furthest = to;
        }
    }
    return false;
}

/* By node: is it perhaps reached by some threads only? In a loop that threads leave, or repeat, alone: all nodes. */
static bool *find_weak_nodes(fp_placement_map *map, const fp_graph_item *graph, bool cyclic, fp_uniformity *worst,
                             fp_span *condition) {
    bool *weak = FP_NEW(map->scratch, bool, graph->node_count + 1),
         *reached = FP_NEW(map->scratch, bool, graph->node_count + 1), all = false;
    successors next = successors_of(map, graph);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        fp_uniformity level = graph->nodes[i].uniformity;
        if (level.among <= FP_UNIFORM_WORKGROUP) continue;
        bool joins = !graph->irreducible && weaken_up_to_join(graph, next, i, reached, weak);
        all |= graph->irreducible || (cyclic && !joins);
        if (worst->among > FP_UNIFORM_WORKGROUP && !worst->doubt) continue;
        *worst = level;
        if (graph->nodes[i].terminator != FP_NONE) *condition = map->kernel->ir->ops[graph->nodes[i].terminator].span;
    }
    for (uint32_t i = 0; i < graph->node_count && all; i++) weak[i] = true;
    return weak;
}

static void add_graph(fp_placement_map *map, uint32_t parent, uint32_t index, const fp_graph_item *graph,
                      fp_loop_id loop) {
    fp_uniformity worst = { FP_UNIFORM_CLUSTER, false };
    fp_span condition = { 0, 0 };
    const bool *weak = find_weak_nodes(map, graph, loop != FP_NONE, &worst, &condition);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const fp_graph_node *node = &graph->nodes[i];
        fp_placement_block block = inner_block(map, parent, index, &node->items);
        block.graph = true;
        if (loop != FP_NONE && loop != block.loop) block.loop = loop, block.depth++;
        if (weak[i]) weaken(&block, worst, condition);
        add_block(map, block);
        if (node->loop == FP_NONE) continue;
        const fp_graph_loop *inner = &map->kernel->graph_loops.data[node->loop];
        add_graph(map, map->blocks.len - 1, 0, &inner->inner, inner->loop);
    }
}

static fp_op op_of_item(const struct fp_kernel *kernel, fp_item item) {
    switch (item.kind) {
    case FP_ITEM_ACCESS: return kernel->accesses.data[item.index].op;
    case FP_ITEM_SYNC: return kernel->syncs.data[item.index].op;
    case FP_ITEM_LOOP: return kernel->loops.data[item.index].op;
    case FP_ITEM_BRANCH: return kernel->branches.data[item.index].op;
    case FP_ITEM_GRAPH: return kernel->graphs.data[item.index].op;
    case FP_ITEM_CALL: return kernel->calls.data[item.index].op;
    case FP_ITEM_UNTRACKED: return kernel->untracked.data[item.index].op;
    }
    return FP_NONE;
}

fp_op fp_placement_op(const fp_placement_map *map, uint32_t block, uint32_t index) {
    const struct fp_ir *ir = map->kernel->ir;
    fp_op op = op_of_item(map->kernel, map->blocks.data[block].items->data[index]);
    for (fp_op around; op < ir->op_count && (around = ir->ops[op].parent) != FP_NONE; op = around)
        if (!ir->ops[around].info || !ir->ops[around].info->holds_one) break;
    return op;
}

static void add_stand(fp_placement_map *map, fp_op op, fp_stand stand) {
    if (op >= map->kernel->ir->op_count) return;
    *FP_PUSH(map->scratch, &map->next_stands) = map->first_stand[op];
    map->first_stand[op] = map->stands.len;
    *FP_PUSH(map->scratch, &map->stands) = stand;
}

static void add_block(fp_placement_map *map, fp_placement_block block) {
    uint32_t number = map->blocks.len;
    *FP_PUSH(map->scratch, &map->blocks) = block;
    for (uint32_t i = 0; i < block.items->len; i++) {
        fp_item item = block.items->data[i];
        fp_op own = op_of_item(map->kernel, item), op = fp_placement_op(map, number, i);
        add_stand(map, op, (fp_stand){ number, i });
        if (own != op) add_stand(map, own, (fp_stand){ number, i });
        switch (item.kind) {
        case FP_ITEM_ACCESS:
        case FP_ITEM_SYNC:
        case FP_ITEM_CALL:
        case FP_ITEM_UNTRACKED: break;
        case FP_ITEM_LOOP: add_loop(map, number, i, item.index); break;
        case FP_ITEM_BRANCH: add_branch(map, number, i, item.index); break;
        case FP_ITEM_GRAPH: add_graph(map, number, i, &map->kernel->graphs.data[item.index], FP_NONE); break;
        }
    }
}

/* ---- open signals ---- */
/* The blocks of an item, in the order in which they were added. */
static uint32_t next_inner(const fp_placement_map *map, uint32_t block, uint32_t index, uint32_t from) {
    for (uint32_t i = from; i < map->blocks.len; i++)
        if (map->blocks.data[i].parent == block && map->blocks.data[i].parent_index == index) return i;
    return FP_NONE;
}

/* Walks a block with a signal open at its start (`open`) or not; says whether one is open at its end. A signal that
 * a loop's body leaves open is open at the body's start, too: the pair crosses the back edge, and its first half
 * stands before the loop. */
static bool mark_open(fp_placement_map *map, uint32_t number, bool open) {
    uint32_t len = map->blocks.data[number].items->len, inner = number + 1;
    bool *marks = FP_NEW(map->scratch, bool, len + 1);
    map->blocks.data[number].open = marks;
    for (uint32_t i = 0; i < len; i++) {
        fp_item item = map->blocks.data[number].items->data[i];
        marks[i] = open;
        if (item.kind == FP_ITEM_SYNC) {
            const fp_sync *sync = &map->kernel->syncs.data[item.index];
            bool ours = sync->id == FP_ID_WORKGROUP && sync->object == FP_NONE &&
                        map->kernel->target->vendor != FP_VENDOR_NVIDIA;
            if (ours && sync->kind == FP_SYNC_SIGNAL)
                open = true;
            else if (ours && (sync->kind == FP_SYNC_WAIT || sync->kind == FP_SYNC_BARRIER))
                open = false;
        }
        bool behind = open, any = false,
             holds = item.kind == FP_ITEM_LOOP || item.kind == FP_ITEM_BRANCH || item.kind == FP_ITEM_GRAPH;
        for (uint32_t block = holds ? next_inner(map, number, i, inner) : FP_NONE; block != FP_NONE;
             block = next_inner(map, number, i, block + 1)) {
            bool left_open = mark_open(map, block, open);
            behind = any ? behind || left_open : left_open;
            any = true;
            inner = block + 1;
        }
        open = behind;
    }
    return marks[len] = open;
}

bool fp_placement_closed(const fp_placement_map *map, uint32_t block, uint32_t index) {
    const bool *open = map->blocks.data[block].open;
    return !open || !open[index];
}

static bool has_signal(const struct fp_kernel *kernel) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (kernel->syncs.data[i].kind == FP_SYNC_SIGNAL) return true;
    return false;
}

fp_placement_map fp_placement_map_new(struct fp_arena *scratch, const struct fp_kernel *kernel) {
    fp_placement_map map = { .scratch = scratch, .kernel = kernel };
    map.first_stand = FP_NEW(scratch, uint32_t, kernel->ir->op_count + 1);
    for (uint32_t i = 0; i < kernel->ir->op_count; i++) map.first_stand[i] = FP_NONE;
    map.bodies = FP_NEW(scratch, uint32_t, kernel->loops.len + 1);
    for (uint32_t i = 0; i < kernel->loops.len; i++) map.bodies[i] = FP_NONE;
    add_block(&map, (fp_placement_block){ .items = &kernel->body, .parent = FP_NONE, .loop = FP_NONE });
    if (has_signal(kernel)) mark_open(&map, 0, false);
    return map;
}

/* ---- positions ---- */
/* Is the item an op with text of its own, before which another op can be inserted? The head of a loop that consists
 * of blocks is none. */
static bool stands_as_text(const fp_placement_map *map, uint32_t block, uint32_t index) {
    fp_item item = map->blocks.data[block].items->data[index];
    fp_op op = fp_placement_op(map, block, index);
    if (op >= map->kernel->ir->op_count || map->kernel->ir->ops[op].damaged ||
        map->kernel->ir->ops[op].block == FP_NONE)
        return false;
    bool is_region = map->kernel->ir->ops[op].region_count > 0;
    switch (item.kind) {
    case FP_ITEM_ACCESS:
    case FP_ITEM_SYNC:
    case FP_ITEM_CALL:
    case FP_ITEM_UNTRACKED:
    case FP_ITEM_BRANCH: return true;
    case FP_ITEM_LOOP:
    case FP_ITEM_GRAPH: return is_region;
    }
    return false;
}

/* The last op of a block is its terminator, unless the text leaves the terminator out. */
static bool is_terminator(const fp_op_node *op) {
    fp_effect effect = op->info ? op->info->effect : FP_EFFECT_NONE;
    return op->successor_count > 0 || effect == FP_EFFECT_YIELD || effect == FP_EFFECT_RETURN ||
           effect == FP_EFFECT_BRANCH;
}

static bool can_follow(const fp_placement_map *map, uint32_t block, uint32_t index) {
    fp_op op = fp_placement_op(map, block, index);
    return stands_as_text(map, block, index) &&
           (map->kernel->ir->ops[op].next != FP_NONE || !is_terminator(&map->kernel->ir->ops[op]));
}

bool fp_placement_behind(const fp_placement_map *map, uint32_t block, uint32_t index, fp_position_in_text *position) {
    if (!can_follow(map, block, index)) return false;
    *position = (fp_position_in_text){ fp_placement_op(map, block, index), true };
    return true;
}

bool fp_placement_position(const fp_placement_map *map, uint32_t block, uint32_t index, fp_position_in_text *position) {
    const fp_items *items = map->blocks.data[block].items;
    fp_op before = index > 0 ? fp_placement_op(map, block, index - 1) : FP_NONE;
    if (index < items->len && fp_placement_op(map, block, index) == before) return false; /* inside of one op */
    if (index < items->len && stands_as_text(map, block, index)) {
        *position = (fp_position_in_text){ fp_placement_op(map, block, index), false };
        return true;
    }
    return index > 0 && fp_placement_behind(map, block, index - 1, position);
}

void fp_placement_stands(const fp_placement_map *map, fp_position_in_text position, fp_stands *stands) {
    stands->len = 0;
    for (uint32_t i = map->first_stand[position.op]; i != FP_NONE; i = map->next_stands.data[i]) {
        fp_stand stand = map->stands.data[i];
        const fp_items *items = map->blocks.data[stand.block].items;
        uint32_t other = position.behind ? stand.index + 1 : stand.index - 1;
        bool same_op = other < items->len && fp_placement_op(map, stand.block, other) == position.op;
        if (same_op) continue; /* not the op's last item, or not its first */
        if (position.behind) stand.index++;
        *FP_PUSH(map->scratch, stands) = stand;
    }
}

/* ---- where things stand to each other ---- */
/* The block of that nesting that holds this one, or is it. */
static uint32_t block_around(const fp_placement_map *map, uint32_t block, uint32_t nesting) {
    const fp_placement_block *blocks = map->blocks.data;
    while (blocks[block].nesting > nesting)
        block = blocks[blocks[block].jump].nesting >= nesting ? blocks[block].jump : blocks[block].parent;
    return block;
}

uint32_t fp_placement_project(const fp_placement_map *map, fp_stand stand, uint32_t block) {
    uint32_t nesting = map->blocks.data[block].nesting;
    if (stand.block == block) return stand.index;
    if (map->blocks.data[stand.block].nesting <= nesting) return FP_NONE;
    const fp_placement_block *inner = &map->blocks.data[block_around(map, stand.block, nesting + 1)];
    return inner->parent == block ? inner->parent_index : FP_NONE;
}

uint32_t fp_placement_common(const fp_placement_map *map, fp_stand a, fp_stand b) {
    const fp_placement_block *blocks = map->blocks.data;
    uint32_t x = block_around(map, a.block, blocks[b.block].nesting), y = block_around(map, b.block, blocks[x].nesting);
    while (x != y) {
        bool far = blocks[x].jump != blocks[y].jump;
        assert(blocks[x].parent != FP_NONE && blocks[y].parent != FP_NONE);
        x = far ? blocks[x].jump : blocks[x].parent;
        y = far ? blocks[y].jump : blocks[y].parent;
    }
    return x;
}

bool fp_placement_only_stand(const fp_placement_map *map, fp_op op, fp_stand *stand) {
    uint32_t number = map->first_stand[op];
    if (number == FP_NONE) return false;
    *stand = map->stands.data[number];
    for (; number != FP_NONE; number = map->next_stands.data[number]) {
        fp_stand other = map->stands.data[number];
        if (other.block != stand->block) return false;
        if (other.index < stand->index) *stand = other;
    }
    return true;
}
