#include "read/cfg.h"
#include "base/vec.h"
#include "read/cfg_reduce.h"
#include <assert.h>
#include <string.h>

typedef struct {
    struct fp_arena *keep, *scratch;
    const fp_cfg *cfg;
    fp_cfg_tree *tree;
    uint32_t *first_edge;     /* of each block in cfg.edges, and one past the last */
    fp_cfg_lists ways, preds; /* over blocks and the sink, which is node_count */
    uint32_t *order, *position, reached;
    fp_cfg_dominators dominators;
    fp_cfg_part *parts; /* by block; of a folded loop: at its header */
    uint32_t
        *folded_into; /* header of the innermost folded loop around a block, itself when there is none: union-find */
    uint32_t *loop_depth;
    uint32_t *exit_number; /* of the loop being folded, by block; FP_CFG_NONE: no exit */
    uint32_t *local;       /* number in the level being made, FP_CFG_NONE outside of it */
} builder;

static uint32_t find(builder *b, uint32_t block) {
    while (b->folded_into[block] != block) {
        b->folded_into[block] = b->folded_into[b->folded_into[block]];
        block = b->folded_into[block];
    }
    return block;
}

/* ---- The graph as it is given ---- */

/* Ways out of one block: edges to one place are one way. */
static void read_ways(builder *b, uint32_t block, uint32_t *seen) {
    uint32_t first = b->first_edge[block], end = b->first_edge[block + 1];
    fp_cfg_part *part = &b->parts[block];
    *part = (fp_cfg_part){ .node = block, .multi = FP_CFG_NONE };
    part->ways = FP_NEW(b->scratch, fp_cfg_way, end - first + 1);
    for (uint32_t edge = first; edge < end; edge++) {
        uint32_t to = b->cfg->edges[edge].to, known = seen[to];
        assert(to <= b->cfg->node_count);
        if (known < part->way_count && part->ways[known].to == to) {
            part->ways[known].edge = FP_CFG_NONE;
        } else {
            seen[to] = part->way_count;
            part->ways[part->way_count++] = (fp_cfg_way){ to, edge };
        }
    }
    if (first == end)
        part->ways[part->way_count++] = (fp_cfg_way){ b->cfg->node_count, FP_CFG_NONE }; /* the thread ends */
    part->items = fp_cfg_list_of(b->scratch, (fp_cfg_item){ FP_CFG_BLOCK, block });
}

static void read_graph(builder *b) {
    const fp_cfg *cfg = b->cfg;
    uint32_t count = cfg->node_count, *seen = FP_NEW(b->scratch, uint32_t, count + 1), at = 0;
    b->parts = FP_NEW(b->scratch, fp_cfg_part, count);
    b->ways = (fp_cfg_lists){ FP_NEW(b->scratch, uint32_t, count + 2),
                              FP_NEW(b->scratch, uint32_t, cfg->edge_count + count + 1), count + 1 };
    b->first_edge = FP_NEW(b->scratch, uint32_t, count + 1);
    for (uint32_t block = 0, edge = 0; block < count; block++) {
        while (edge < cfg->edge_count && cfg->edges[edge].from == block) edge++;
        b->first_edge[block + 1] = edge;
        read_ways(b, block, seen);
        b->ways.start[block] = at;
        for (uint32_t i = 0; i < b->parts[block].way_count; i++) b->ways.data[at++] = b->parts[block].ways[i].to;
    }
    b->ways.start[count] = b->ways.start[count + 1] = at;
    b->preds = fp_cfg_lists_reverse(b->scratch, b->ways);
    b->order = FP_NEW(b->scratch, uint32_t, count + 1);
    b->position = FP_NEW(b->scratch, uint32_t, count + 1);
    b->reached = fp_cfg_lists_order(b->scratch, b->ways, 0, b->order, b->position);
    b->dominators = fp_cfg_dominators_find(b->scratch, b->ways, 0);
    b->folded_into = FP_NEW(b->scratch, uint32_t, count + 1);
    b->loop_depth = FP_NEW(b->scratch, uint32_t, count + 1);
    b->local = FP_NEW(b->scratch, uint32_t, count + 1);
    b->exit_number = FP_NEW(b->scratch, uint32_t, count + 1);
    for (uint32_t block = 0; block <= count; block++) {
        b->folded_into[block] = block;
        b->local[block] = b->exit_number[block] = FP_CFG_NONE;
    }
}

/* ---- Loops, innermost first ---- */

typedef struct {
    uint32_t header;
    uint32_t *members, count;    /* blocks and folded loops, header first, then in order */
    uint32_t *exits, exit_count; /* distinct blocks where the loop goes on */
    bool repeats_at_end;         /* left only by the block that repeats */
    bool left_inside;     /* an exit of an inner loop with several exits leaves this one too: its ways cannot be cut */
    uint32_t latch, exit; /* edges, FP_CFG_NONE: none or several */
} natural_loop;

static bool is_back(const builder *b, uint32_t from, uint32_t to) {
    return b->position[to] != FP_CFG_NONE && b->position[from] != FP_CFG_NONE &&
           fp_cfg_dominates(&b->dominators, to, from);
}

/* Everything that reaches a back edge of `header` without passing it. False: no back edge. `queue` has room for all
 * blocks. */
static bool find_members(builder *b, uint32_t header, uint32_t *queue, natural_loop *loop) {
    uint32_t count = 0;
    queue[count++] = header;
    b->local[header] = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t member = queue[i];
        for (uint32_t k = b->preds.start[member]; k < b->preds.start[member + 1]; k++) {
            uint32_t block = b->preds.data[k], part;
            if (b->position[block] == FP_CFG_NONE) continue;
            if (i == 0 && !is_back(b, block, header)) continue;
            part = find(b, block);
            if (part == member || b->local[part] != FP_CFG_NONE) continue;
            b->local[part] = 0;
            queue[count++] = part;
        }
    }
    b->local[header] = FP_CFG_NONE;
    for (uint32_t i = 1; i < count; i++) b->local[queue[i]] = FP_CFG_NONE;
    bool repeats = count > 1;
    for (uint32_t i = 0; i < b->parts[header].way_count; i++) repeats |= b->parts[header].ways[i].to == header;
    if (!repeats) return false;
    loop->header = header;
    loop->members = FP_NEW(b->scratch, uint32_t, count);
    loop->count = count;
    for (uint32_t i = 0; i < count; i++) queue[i] = b->position[queue[i]];
    fp_numbers_sort(queue, count);
    for (uint32_t i = 0; i < count; i++) {
        loop->members[i] = b->order[queue[i]];
        b->local[loop->members[i]] = i;
    }
    assert(loop->members[0] == header);
    return true;
}

/* Finds the loop's latch (the block that branches back), its exit, and the edges that leave it. */
static void find_exits(builder *b, natural_loop *loop) {
    uint32_t latches = 0, leaving = 0, only = FP_CFG_NONE;
    bool one_block = true;
    loop->latch = loop->exit = FP_CFG_NONE;
    for (uint32_t i = 0; i < loop->count; i++) {
        const fp_cfg_part *part = &b->parts[loop->members[i]];
        for (uint32_t k = 0; k < part->way_count; k++) {
            uint32_t to = part->ways[k].to;
            if (to == loop->header) {
                loop->latch = latches++ ? FP_CFG_NONE : part->ways[k].edge;
            } else if (b->local[to] == FP_CFG_NONE) {
                loop->exit = leaving++ ? FP_CFG_NONE : part->ways[k].edge;
                loop->left_inside |= part->multi != FP_CFG_NONE;
            } else {
                continue;
            }
            one_block &= only == FP_CFG_NONE || only == i;
            only = i;
        }
    }
    loop->repeats_at_end = one_block && leaving > 0 && b->parts[loop->members[only]].node != FP_CFG_NONE;
    loop->exits = FP_NEW(b->scratch, uint32_t, leaving + 1);
    for (uint32_t i = 0; i < loop->count; i++) {
        const fp_cfg_part *part = &b->parts[loop->members[i]];
        for (uint32_t k = 0; k < part->way_count; k++) {
            uint32_t to = part->ways[k].to;
            if (to == loop->header || b->local[to] != FP_CFG_NONE || b->exit_number[to] != FP_CFG_NONE) continue;
            b->exit_number[to] = loop->exit_count;
            loop->exits[loop->exit_count++] = to;
        }
    }
}

typedef enum { TO_NEXT = 1, TO_EXIT = 2 } wanted; /* which ways out of the loop a level keeps */

/* The level of `members`; sinks in the order: next iteration, exits. Ways that are not wanted are left out, as are
 * ways to parts that are no members. */
static fp_cfg_nest make_level(builder *b, const natural_loop *loop, const uint32_t *members, uint32_t count,
                              unsigned keep) {
    uint32_t first_exit = keep & TO_NEXT ? count + 1 : count;
    fp_cfg_nest level = { .keep = b->keep, .scratch = b->scratch, .tree = b->tree, .count = count };
    level.sinks = (keep & TO_NEXT ? 1 : 0) + (keep & TO_EXIT ? loop->exit_count : 0);
    level.parts = FP_NEW(b->scratch, fp_cfg_part, count);
    for (uint32_t i = 0; i < count; i++) b->local[members[i]] = i;
    for (uint32_t i = 0; i < count; i++) {
        const fp_cfg_part *from = &b->parts[members[i]];
        fp_cfg_part *part = &level.parts[i];
        *part = *from;
        /* A block can stand in a body and in a tail: each level joins cells of its own. */
        if (from->items.first && from->items.first == from->items.last)
            part->items = fp_cfg_list_of(b->scratch, from->items.first->item);
        part->ways = FP_NEW(b->scratch, fp_cfg_way, from->way_count + 1);
        part->way_count = 0;
        for (uint32_t k = 0; k < from->way_count; k++) {
            uint32_t to = from->ways[k].to;
            fp_cfg_way way = { 0, from->ways[k].edge };
            if (to == loop->header) {
                if (!(keep & TO_NEXT)) continue;
                way.to = count;
            } else if (b->exit_number[to] != FP_CFG_NONE) {
                if (!(keep & TO_EXIT)) continue;
                way.to = first_exit + b->exit_number[to];
            } else if (b->local[to] != FP_CFG_NONE) {
                way.to = b->local[to];
            } else {
                continue;
            }
            part->ways[part->way_count++] = way;
        }
    }
    return level;
}

/* Members that reach an exit without the back edge, in order; 0 when a tail of them is too long or holds a loop. The
 * header is among them: it reaches all. */
static uint32_t find_tail(builder *b, const natural_loop *loop, uint32_t *tail) {
    bool *reaches = FP_NEW(b->scratch, bool, loop->count);
    uint32_t *stack = FP_NEW(b->scratch, uint32_t, loop->count), height = 0, count = 0;
    for (uint32_t i = 0; i < loop->count; i++) {
        const fp_cfg_part *part = &b->parts[loop->members[i]];
        for (uint32_t k = 0; k < part->way_count && !reaches[i]; k++)
            reaches[i] = b->exit_number[part->ways[k].to] != FP_CFG_NONE;
        if (reaches[i]) stack[height++] = i;
    }
    while (height > 0) {
        uint32_t member = stack[--height];
        if (member == 0) continue; /* what leads to the header is the back edge */
        uint32_t block = loop->members[member];
        for (uint32_t k = b->preds.start[block]; k < b->preds.start[block + 1]; k++) {
            uint32_t part = b->position[b->preds.data[k]] == FP_CFG_NONE ? FP_CFG_NONE : find(b, b->preds.data[k]);
            if (part == FP_CFG_NONE || b->local[part] == FP_CFG_NONE || reaches[b->local[part]]) continue;
            reaches[b->local[part]] = true;
            stack[height++] = b->local[part];
        }
    }
    for (uint32_t i = 0; i < loop->count; i++) {
        if (!reaches[i]) continue;
        bool heavy = b->cfg->heavy && b->cfg->heavy[loop->members[i]];
        if (count == FP_CFG_TAIL_MAX || heavy || b->parts[loop->members[i]].node == FP_CFG_NONE) return 0;
        tail[count++] = loop->members[i];
    }
    return count;
}

/* Does every iteration come by the loop's only exit? */
static bool decides(const builder *b, const natural_loop *loop) {
    if (loop->exit == FP_CFG_NONE) return false;
    uint32_t from = b->cfg->edges[loop->exit].from;
    for (uint32_t i = 0; i < loop->count; i++) {
        const fp_cfg_part *part = &b->parts[loop->members[i]];
        for (uint32_t k = 0; k < part->way_count; k++) {
            if (part->ways[k].to != loop->header) continue;
            uint32_t edge = part->ways[k].edge;
            if (edge == FP_CFG_NONE || !fp_cfg_dominates(&b->dominators, from, b->cfg->edges[edge].from)) return false;
        }
    }
    return true;
}

/* Folds the loop into one part at its header. */
static void fold_loop(builder *b, natural_loop *loop) {
    uint32_t *tail = FP_NEW(b->scratch, uint32_t, FP_CFG_TAIL_MAX), tail_count = 0, depth = 0, loops = 0;
    for (uint32_t i = 0; i < loop->count; i++)
        loops = b->loop_depth[loop->members[i]] > loops ? b->loop_depth[loop->members[i]] : loops;
    if (loop->exit_count == 1 && !loop->repeats_at_end) tail_count = find_tail(b, loop, tail);
    fp_cfg_part *part = &b->parts[loop->header], folded = { .node = FP_CFG_NONE, .multi = FP_CFG_NONE };
    if (!loop->left_inside &&
        (loop->exit_count == 0 || (loop->exit_count == 1 && (loop->repeats_at_end || tail_count > 0)))) {
        fp_cfg_loop item = { .header = loop->header, .latch = loop->latch, .exit = loop->exit };
        item.at_least_once = loop->exit_count == 1 && loop->repeats_at_end;
        item.decided = decides(b, loop);
        fp_cfg_nest level = make_level(b, loop, loop->members, loop->count, TO_NEXT);
        item.body = fp_cfg_list_items(b->keep, fp_cfg_nest_list(&level, &depth));
        if (tail_count > 0) {
            uint32_t tail_depth;
            for (uint32_t i = 0; i < loop->count; i++) b->local[loop->members[i]] = FP_CFG_NONE;
            level = make_level(b, loop, tail, tail_count, TO_EXIT);
            item.tail = fp_cfg_list_items(b->keep, fp_cfg_nest_list(&level, &tail_depth));
            depth = tail_depth > depth ? tail_depth : depth;
        }
        folded.items = fp_cfg_list_of(b->scratch, (fp_cfg_item){ FP_CFG_LOOP, b->tree->loops.len });
        *FP_PUSH(b->keep, &b->tree->loops) = item;
    } else {
        fp_cfg_nest level = make_level(b, loop, loop->members, loop->count, TO_NEXT | TO_EXIT);
        fp_cfg_multi_loop multi = { .header = loop->header, .latch = loop->latch, .exit_count = loop->exit_count };
        multi.inner = fp_cfg_nest_loop(&level, &depth);
        folded.multi = b->tree->multi_loops.len;
        *FP_PUSH(b->keep, &b->tree->multi_loops) = multi;
    }
    folded.depth = depth + 1;
    folded.ways = FP_NEW(b->scratch, fp_cfg_way, loop->exit_count + 1);
    for (uint32_t k = 0; k < loop->exit_count; k++)
        folded.ways[folded.way_count++] = (fp_cfg_way){ loop->exits[k], FP_CFG_NONE };
    for (uint32_t i = 0; i < loop->count; i++) {
        b->local[loop->members[i]] = FP_CFG_NONE;
        b->folded_into[loop->members[i]] = loop->header;
    }
    for (uint32_t k = 0; k < loop->exit_count; k++) b->exit_number[loop->exits[k]] = FP_CFG_NONE;
    *part = folded;
    b->loop_depth[loop->header] = loops + 1;
}

/* ---- The outermost level ---- */

static fp_cfg_nest outer_level(builder *b) {
    uint32_t *members = FP_NEW(b->scratch, uint32_t, b->reached), count = 0, sink = b->cfg->node_count;
    for (uint32_t i = 0; i < b->reached; i++) {
        uint32_t block = b->order[i];
        if (block == sink || find(b, block) != block) continue;
        members[count++] = block;
        if (b->parts[block].way_count == 0)
            b->parts[block].ways[b->parts[block].way_count++] = (fp_cfg_way){ sink, FP_CFG_NONE }; /* endless loop */
    }
    natural_loop whole = { .header = FP_CFG_NONE, .exit_count = 1 };
    b->exit_number[sink] = 0;
    fp_cfg_nest level = make_level(b, &whole, members, count, TO_EXIT);
    level.open_sink = !b->cfg->joins;
    return level;
}

/* Loops nest too deeply: every block a node of one graph. */
static void keep_flat(builder *b) {
    fp_cfg_graph graph = { FP_NEW(b->keep, fp_cfg_graph_node, b->reached), 0,
                           FP_NEW(b->keep, fp_cfg_graph_edge, b->ways.start[b->ways.count]), 0, true };
    uint32_t sink = b->cfg->node_count, *number = FP_NEW(b->scratch, uint32_t, sink + 1);
    for (uint32_t i = 0; i < b->reached; i++)
        if (b->order[i] != sink) number[b->order[i]] = graph.node_count++;
    number[sink] = graph.node_count;
    uint32_t *seen = FP_NEW(b->scratch, uint32_t, sink + 1);
    for (uint32_t i = 0; i < b->reached; i++) {
        uint32_t block = b->order[i];
        if (block == sink) continue;
        read_ways(b, block, seen);
        graph.nodes[number[block]] =
            (fp_cfg_graph_node){ fp_cfg_list_items(b->keep, b->parts[block].items), block, FP_CFG_NONE };
        for (uint32_t k = 0; k < b->parts[block].way_count; k++)
            graph.edges[graph.edge_count++] =
                (fp_cfg_graph_edge){ number[block], number[b->parts[block].ways[k].to], b->parts[block].ways[k].edge };
    }
    memset(b->tree, 0, sizeof *b->tree);
    *FP_PUSH(b->keep, &b->tree->graphs) = graph;
    b->tree->items = fp_cfg_list_items(b->keep, fp_cfg_list_of(b->scratch, (fp_cfg_item){ FP_CFG_GRAPH, 0 }));
}

const fp_cfg_tree *fp_cfg_structure(struct fp_arena *keep, struct fp_arena *scratch, const fp_cfg *cfg) {
    assert(cfg->node_count > 0);
    builder b = { .keep = keep, .scratch = scratch, .cfg = cfg, .tree = FP_NEW(keep, fp_cfg_tree, 1) };
    read_graph(&b);
    uint32_t *queue = FP_NEW(scratch, uint32_t, cfg->node_count + 1);
    for (uint32_t i = b.reached; i-- > 0;) {
        uint32_t header = b.order[i];
        natural_loop loop = { .exit_count = 0 };
        if (header == cfg->node_count || !find_members(&b, header, queue, &loop)) continue;
        find_exits(&b, &loop);
        fold_loop(&b, &loop);
        if (b.loop_depth[header] > FP_CFG_LOOP_DEPTH_MAX) {
            keep_flat(&b);
            return b.tree;
        }
    }
    uint32_t depth;
    fp_cfg_nest level = outer_level(&b);
    b.tree->items = fp_cfg_list_items(keep, fp_cfg_nest_list(&level, &depth));
    return b.tree;
}
