#include "read/cfg_reduce.h"
#include "base/vec.h"
#include <assert.h>
#include <string.h>

/* ---- Graphs by numbers ---- */

fp_cfg_lists fp_cfg_lists_reverse(struct fp_arena *scratch, fp_cfg_lists lists) {
    uint32_t edges = lists.start[lists.count];
    fp_cfg_lists reverse = { FP_NEW(scratch, uint32_t, lists.count + 1), FP_NEW(scratch, uint32_t, edges + 1),
                             lists.count };
    for (uint32_t i = 0; i < edges; i++) reverse.start[lists.data[i] + 1]++;
    for (uint32_t v = 0; v < lists.count; v++) reverse.start[v + 1] += reverse.start[v];
    uint32_t *next = FP_NEW(scratch, uint32_t, lists.count + 1);
    memcpy(next, reverse.start, (lists.count + 1) * sizeof *next);
    for (uint32_t v = 0; v < lists.count; v++)
        for (uint32_t i = lists.start[v]; i < lists.start[v + 1]; i++) reverse.data[next[lists.data[i]]++] = v;
    return reverse;
}

uint32_t fp_cfg_lists_order(struct fp_arena *scratch, fp_cfg_lists lists, uint32_t root, uint32_t *order,
                            uint32_t *position) {
    uint32_t *stack = FP_NEW(scratch, uint32_t, lists.count + 1), *next = FP_NEW(scratch, uint32_t, lists.count + 1);
    uint32_t height = 0, done = lists.count;
    for (uint32_t v = 0; v < lists.count; v++) position[v] = FP_CFG_NONE;
    stack[height++] = root;
    position[root] = 0;
    next[root] = lists.start[root + 1];
    while (height > 0) { /* neighbours last to first, so that the first one comes first in the order */
        uint32_t v = stack[height - 1];
        if (next[v] == lists.start[v]) {
            order[--done] = v;
            height--;
            continue;
        }
        uint32_t to = lists.data[--next[v]];
        if (position[to] != FP_CFG_NONE) continue;
        position[to] = 0;
        next[to] = lists.start[to + 1];
        stack[height++] = to;
    }
    uint32_t reached = lists.count - done;
    memmove(order, order + done, reached * sizeof *order);
    for (uint32_t i = 0; i < reached; i++) position[order[i]] = i;
    return reached;
}

/* Numbers the dominator tree from its root: v dominates w exactly when w's interval lies in v's. */
static void number_tree(struct fp_arena *scratch, fp_cfg_dominators *tree, uint32_t count, uint32_t root) {
    fp_cfg_lists children = { FP_NEW(scratch, uint32_t, count + 1), FP_NEW(scratch, uint32_t, count + 1), count };
    for (uint32_t v = 0; v < count; v++)
        if (v != root && tree->idom[v] != FP_CFG_NONE) children.start[tree->idom[v] + 1]++;
    for (uint32_t v = 0; v < count; v++) children.start[v + 1] += children.start[v];
    uint32_t *next = FP_NEW(scratch, uint32_t, count + 1), *stack = FP_NEW(scratch, uint32_t, count + 1);
    memcpy(next, children.start, (count + 1) * sizeof *next);
    for (uint32_t v = 0; v < count; v++)
        if (v != root && tree->idom[v] != FP_CFG_NONE) children.data[next[tree->idom[v]]++] = v;
    memcpy(next, children.start, (count + 1) * sizeof *next);
    uint32_t height = 0, number = 0;
    for (uint32_t v = 0; v < count; v++) tree->enter[v] = tree->leave[v] = FP_CFG_NONE;
    stack[height++] = root;
    tree->enter[root] = number++;
    while (height > 0) {
        uint32_t v = stack[height - 1];
        if (next[v] == children.start[v + 1]) {
            tree->leave[v] = number;
            height--;
            continue;
        }
        uint32_t child = children.data[next[v]++];
        tree->enter[child] = number++;
        stack[height++] = child;
    }
}

/* Lengauer and Tarjan's simple version: the vertex of least semidominator on the forest path above v, halving the
 * path. Iterative: paths can be long. */
static uint32_t least_semi(uint32_t v, uint32_t *ancestor, uint32_t *label, const uint32_t *semi, uint32_t *stack) {
    if (ancestor[v] == FP_CFG_NONE) return label[v];
    uint32_t height = 0;
    for (uint32_t w = v; ancestor[ancestor[w]] != FP_CFG_NONE; w = ancestor[w]) stack[height++] = w;
    while (height > 0) {
        uint32_t w = stack[--height], up = ancestor[w];
        if (semi[label[up]] < semi[label[w]]) label[w] = label[up];
        ancestor[w] = ancestor[up];
    }
    return label[v];
}

/* Depth-first pre-order from `root`; `number` and `parent` by vertex, `vertex` by number. */
static uint32_t number_forest(struct fp_arena *scratch, fp_cfg_lists lists, uint32_t root, uint32_t *number,
                              uint32_t *vertex, uint32_t *parent) {
    uint32_t *stack = FP_NEW(scratch, uint32_t, lists.count + 1), *next = FP_NEW(scratch, uint32_t, lists.count + 1),
             height = 0, reached = 0;
    for (uint32_t v = 0; v < lists.count; v++) number[v] = FP_CFG_NONE;
    stack[height++] = root;
    next[root] = lists.start[root];
    vertex[reached] = root;
    number[root] = reached++;
    while (height > 0) {
        uint32_t v = stack[height - 1];
        if (next[v] == lists.start[v + 1]) {
            height--;
            continue;
        }
        uint32_t to = lists.data[next[v]++];
        if (number[to] != FP_CFG_NONE) continue;
        parent[to] = v;
        next[to] = lists.start[to];
        vertex[reached] = to;
        number[to] = reached++;
        stack[height++] = to;
    }
    return reached;
}

fp_cfg_dominators fp_cfg_dominators_find(struct fp_arena *scratch, fp_cfg_lists lists, uint32_t root) {
    uint32_t count = lists.count, size = count + 1;
    fp_cfg_lists preds = fp_cfg_lists_reverse(scratch, lists);
    uint32_t *semi = FP_NEW(scratch, uint32_t, size), *vertex = FP_NEW(scratch, uint32_t, size),
             *parent = FP_NEW(scratch, uint32_t, size);
    uint32_t *ancestor = FP_NEW(scratch, uint32_t, size), *label = FP_NEW(scratch, uint32_t, size),
             *stack = FP_NEW(scratch, uint32_t, size);
    uint32_t *bucket = FP_NEW(scratch, uint32_t, size), *bucket_next = FP_NEW(scratch, uint32_t, size);
    fp_cfg_dominators tree = { FP_NEW(scratch, uint32_t, size), FP_NEW(scratch, uint32_t, size),
                               FP_NEW(scratch, uint32_t, size) };
    uint32_t reached = number_forest(scratch, lists, root, semi, vertex, parent);
    for (uint32_t v = 0; v < count; v++) {
        tree.idom[v] = ancestor[v] = bucket[v] = FP_CFG_NONE;
        label[v] = v;
    }
    for (uint32_t i = reached; i-- > 1;) {
        uint32_t w = vertex[i], up = parent[w];
        for (uint32_t k = preds.start[w]; k < preds.start[w + 1]; k++) {
            if (semi[preds.data[k]] == FP_CFG_NONE) continue; /* not reached */
            uint32_t least = least_semi(preds.data[k], ancestor, label, semi, stack);
            if (semi[least] < semi[w]) semi[w] = semi[least];
        }
        bucket_next[w] = bucket[vertex[semi[w]]];
        bucket[vertex[semi[w]]] = w;
        ancestor[w] = up;
        for (uint32_t v = bucket[up]; v != FP_CFG_NONE; v = bucket_next[v]) {
            uint32_t least = least_semi(v, ancestor, label, semi, stack);
            tree.idom[v] = semi[least] < semi[v] ? least : up;
        }
        bucket[up] = FP_CFG_NONE;
    }
    tree.idom[root] = root;
    for (uint32_t i = 1; i < reached; i++) {
        uint32_t w = vertex[i];
        if (tree.idom[w] != vertex[semi[w]]) tree.idom[w] = tree.idom[tree.idom[w]];
    }
    number_tree(scratch, &tree, count, root);
    return tree;
}

/* ---- Lists ---- */

fp_cfg_list fp_cfg_list_of(struct fp_arena *scratch, fp_cfg_item item) {
    fp_cfg_cell *cell = FP_NEW(scratch, fp_cfg_cell, 1);
    cell->item = item;
    return (fp_cfg_list){ cell, cell };
}

static void join_lists(fp_cfg_list *list, fp_cfg_list more) {
    if (!more.first) return;
    if (list->last)
        list->last->next = more.first;
    else
        list->first = more.first;
    list->last = more.last;
}

fp_cfg_items fp_cfg_list_items(struct fp_arena *keep, fp_cfg_list list) {
    uint32_t len = 0;
    for (const fp_cfg_cell *cell = list.first; cell; cell = cell->next) len++;
    fp_cfg_items items = { len ? FP_NEW(keep, fp_cfg_item, len) : NULL, len, len };
    len = 0;
    for (const fp_cfg_cell *cell = list.first; cell; cell = cell->next) items.data[len++] = cell->item;
    return items;
}

/* ---- Reduction ---- */

typedef struct {
    fp_cfg_nest *level;
    fp_cfg_part *parts;
    uint32_t nodes; /* parts and sinks */
    uint32_t *order, *position, reached;
    uint32_t *entered; /* how many parts lead to each node */
    uint32_t *tail;    /* part whose post-dominator is the merged part's */
    bool acyclic;
    bool *gone, *deep;               /* merged into another; too deeply nested to be cut out */
    uint32_t *number;                /* place in the graph being made */
    fp_cfg_dominators before, after; /* dominators; post-dominators (root: a place behind all sinks) */
    uint32_t *mark, *hits, stamp;    /* parts of the graph being looked at, and how often it enters them */
    uint32_t *inside;                /* parts of the graph being cut out */
} reduction;

enum {
    SEARCH_MAX = 256
}; /* parts looked at for a small graph inside a larger one; where the graph is certain there is no limit */

static reduction reduction_start(fp_cfg_nest *level) {
    struct fp_arena *scratch = level->scratch;
    uint32_t nodes = level->count + level->sinks, edges = 0;
    for (uint32_t v = 0; v < level->count; v++) edges += level->parts[v].way_count;
    /* Node `nodes` stands behind all sinks, the root of the post-dominators. */
    fp_cfg_lists ways = { FP_NEW(scratch, uint32_t, nodes + 2), FP_NEW(scratch, uint32_t, edges + level->sinks + 1),
                          nodes + 1 };
    uint32_t at = 0;
    for (uint32_t v = 0; v < nodes; v++) {
        ways.start[v] = at;
        if (v >= level->count)
            ways.data[at++] = nodes;
        else
            for (uint32_t i = 0; i < level->parts[v].way_count; i++) ways.data[at++] = level->parts[v].ways[i].to;
    }
    ways.start[nodes] = ways.start[nodes + 1] = at;
    reduction r = { .level = level, .parts = level->parts, .nodes = nodes };
    r.order = FP_NEW(scratch, uint32_t, nodes + 1);
    r.position = FP_NEW(scratch, uint32_t, nodes + 1);
    r.reached = fp_cfg_lists_order(scratch, ways, 0, r.order, r.position);
    r.before = fp_cfg_dominators_find(scratch, ways, 0);
    r.after = fp_cfg_dominators_find(scratch, fp_cfg_lists_reverse(scratch, ways), nodes);
    r.entered = FP_NEW(scratch, uint32_t, nodes);
    r.tail = FP_NEW(scratch, uint32_t, nodes);
    r.mark = FP_NEW(scratch, uint32_t, nodes);
    r.hits = FP_NEW(scratch, uint32_t, nodes);
    r.gone = FP_NEW(scratch, bool, nodes);
    r.deep = FP_NEW(scratch, bool, nodes);
    r.number = FP_NEW(scratch, uint32_t, nodes);
    for (uint32_t v = 0; v < nodes; v++) r.number[v] = FP_CFG_NONE;
    r.inside = FP_NEW(scratch, uint32_t, nodes);
    r.acyclic = true;
    for (uint32_t v = 0; v < level->count; v++) {
        r.tail[v] = v;
        for (uint32_t i = 0; i < level->parts[v].way_count; i++) {
            uint32_t to = level->parts[v].ways[i].to;
            r.entered[to]++;
            r.acyclic &= r.position[to] > r.position[v];
        }
    }
    return r;
}

static bool is_part(const reduction *r, uint32_t v) { return v < r->level->count; }
static bool is_open(const reduction *r, uint32_t v) { return r->level->open_sink && !is_part(r, v); }
static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

static void set_single_way(reduction *r, uint32_t v, uint32_t to) {
    r->parts[v].ways = FP_NEW(r->level->scratch, fp_cfg_way, 1);
    r->parts[v].ways[0] = (fp_cfg_way){ to, FP_CFG_NONE };
    r->parts[v].way_count = 1;
    r->parts[v].node = FP_CFG_NONE;
}

/* v goes on to w alone, and nothing else enters w: w's content follows v's. */
static bool reduce_sequence(reduction *r, uint32_t v) {
    fp_cfg_part *part = &r->parts[v];
    if (part->multi != FP_CFG_NONE || part->way_count != 1) return false;
    uint32_t next = part->ways[0].to;
    if (!is_part(r, next) || next == v || next == 0 || r->entered[next] != 1 || r->parts[next].multi != FP_CFG_NONE)
        return false;
    fp_cfg_part *other = &r->parts[next];
    join_lists(&part->items, other->items);
    part->ways = other->ways;
    part->way_count = other->way_count;
    part->node = other->node;
    part->depth = larger(part->depth, other->depth);
    r->tail[v] = r->tail[next];
    r->gone[next] = true;
    return true;
}

/* Is w an arm: entered once, with one way out? */
static bool is_arm(const reduction *r, uint32_t w) {
    return is_part(r, w) && w != 0 && r->entered[w] == 1 && r->parts[w].multi == FP_CFG_NONE &&
           r->parts[w].way_count == 1;
}

/* All ways of v lead through one arm each, or directly, to one place: a branch. */
static bool reduce_branch(reduction *r, uint32_t v) {
    fp_cfg_part *part = &r->parts[v];
    if (part->multi != FP_CFG_NONE || part->way_count < 2 || part->node == FP_CFG_NONE) return false;
    uint32_t join = FP_CFG_NONE, depth = part->depth;
    for (uint32_t i = 0; i < part->way_count; i++) {
        uint32_t to = part->ways[i].to, meets = is_arm(r, to) ? r->parts[to].ways[0].to : to;
        if (join == FP_CFG_NONE) join = meets;
        if (meets != join || to == v) return false;
        if (to != meets) depth = larger(depth, r->parts[to].depth + 1);
    }
    if (is_open(r, join) || depth > FP_CFG_DEPTH_MAX || join == v) return false;

    struct fp_arena *keep = r->level->keep;
    fp_cfg_branch branch = { part->node, FP_NEW(keep, fp_cfg_arm, part->way_count), part->way_count };
    for (uint32_t i = 0; i < part->way_count; i++) {
        uint32_t to = part->ways[i].to;
        branch.arms[i].edge = part->ways[i].edge;
        if (to == join) continue;
        branch.arms[i].items = fp_cfg_list_items(keep, r->parts[to].items);
        r->gone[to] = true;
    }
    uint32_t index = r->level->tree->branches.len;
    *FP_PUSH(keep, &r->level->tree->branches) = branch;
    join_lists(&part->items, fp_cfg_list_of(r->level->scratch, (fp_cfg_item){ FP_CFG_BRANCH, index }));
    r->entered[join] -= part->way_count - 1;
    part->depth = depth;
    set_single_way(r, v, join);
    return true;
}

static fp_cfg_graph make_graph(reduction *r, const uint32_t *members, uint32_t count, bool repeats) {
    fp_cfg_nest *level = r->level;
    uint32_t edges = 0;
    for (uint32_t i = 0; i < count; i++) {
        r->number[members[i]] = i;
        edges += r->parts[members[i]].way_count;
    }
    fp_cfg_graph graph = { FP_NEW(level->keep, fp_cfg_graph_node, count), count,
                           FP_NEW(level->keep, fp_cfg_graph_edge, edges), 0, false };
    for (uint32_t i = 0; i < count; i++) {
        const fp_cfg_part *part = &r->parts[members[i]];
        graph.nodes[i] = (fp_cfg_graph_node){ fp_cfg_list_items(level->keep, part->items), part->node, part->multi };
        for (uint32_t k = 0; k < part->way_count; k++) {
            uint32_t to = part->ways[k].to, place = r->number[to];
            if (place == FP_CFG_NONE) {
                if (!repeats)
                    place = count; /* the one place where the graph goes on */
                else
                    place = to == level->count ? 0 : count + (to - level->count - 1);
            } else if (place <= i) {
                graph.irreducible = true;
            }
            graph.edges[graph.edge_count++] = (fp_cfg_graph_edge){ i, place, part->ways[k].edge };
        }
    }
    for (uint32_t i = 0; i < count; i++) r->number[members[i]] = FP_CFG_NONE;
    return graph;
}

/* Parts that v reaches before `join`, when v dominates them all and they lead nowhere else: a graph with one entry
 * and one place to go on. */
static bool reduce_graph(reduction *r, uint32_t v) {
    fp_cfg_part *part = &r->parts[v];
    if (part->way_count < 2 && part->multi == FP_CFG_NONE) return false;
    uint32_t join = r->after.idom[r->tail[v]];
    if (join == FP_CFG_NONE || join >= r->nodes || join == v || r->gone[join]) return false;
    bool certain = fp_cfg_dominates(&r->before, v, join);
    if (is_open(r, join) && !certain) return false;

    uint32_t count = 0, depth = 0, *members = r->inside;
    members[count++] = v;
    r->mark[v] = ++r->stamp;
    for (uint32_t i = 0; i < count; i++) {
        const fp_cfg_part *inner = &r->parts[members[i]];
        depth = larger(depth, inner->depth + 1);
        if (depth > FP_CFG_DEPTH_MAX || r->deep[members[i]]) {
            r->deep[v] = true;
            return false;
        }
        for (uint32_t k = 0; k < inner->way_count; k++) {
            uint32_t to = inner->ways[k].to;
            if (to == join) continue;
            if (is_part(r, to) && r->mark[to] == r->stamp) {
                r->hits[to]++;
                continue;
            }
            if (!is_part(r, to) || !fp_cfg_dominates(&r->before, v, to)) return false;
            if (count > SEARCH_MAX && !(certain && r->acyclic)) return false;
            r->mark[to] = r->stamp;
            r->hits[to] = 1;
            members[count++] = to;
        }
    }
    for (uint32_t i = 1; i < count; i++) /* an irreducible cycle can come back into the middle from behind `join` */
        if (r->hits[members[i]] != r->entered[members[i]]) return false;

    for (uint32_t i = 0; i < count; i++) members[i] = r->position[members[i]];
    fp_numbers_sort(members, count);
    for (uint32_t i = 0; i < count; i++) members[i] = r->order[members[i]];
    assert(members[0] == v);
    uint32_t leaving = 0;
    for (uint32_t i = 0; i < count; i++) {
        const fp_cfg_part *inner = &r->parts[members[i]];
        for (uint32_t k = 0; k < inner->way_count; k++) leaving += inner->ways[k].to == join;
        if (i > 0) r->gone[members[i]] = true;
    }
    uint32_t index = r->level->tree->graphs.len;
    *FP_PUSH(r->level->keep, &r->level->tree->graphs) = make_graph(r, members, count, false);
    part->items = fp_cfg_list_of(r->level->scratch, (fp_cfg_item){ FP_CFG_GRAPH, index });
    part->multi = FP_CFG_NONE;
    part->depth = depth;
    r->entered[join] -= leaving - 1;
    set_single_way(r, v, join);
    r->tail[v] = v;
    return true;
}

/* From the last part to the first, so that each finds what follows it reduced as far as it goes. Returns the parts
 * left, in order. */
static uint32_t reduce(reduction *r, uint32_t *left) {
    for (uint32_t i = r->reached; i-- > 0;) {
        uint32_t v = r->order[i];
        if (!is_part(r, v) || r->gone[v]) continue;
        while (reduce_sequence(r, v) || reduce_branch(r, v) || reduce_graph(r, v)) {}
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->reached; i++)
        if (is_part(r, r->order[i]) && !r->gone[r->order[i]]) left[count++] = r->order[i];
    return count;
}

static uint32_t deepest(const reduction *r, const uint32_t *left, uint32_t count) {
    uint32_t depth = 0;
    for (uint32_t i = 0; i < count; i++) depth = larger(depth, r->parts[left[i]].depth);
    return depth;
}

fp_cfg_list fp_cfg_nest_list(fp_cfg_nest *level, uint32_t *depth) {
    assert(level->sinks == 1);
    reduction r = reduction_start(level);
    uint32_t *left = FP_NEW(level->scratch, uint32_t, level->count), count = reduce(&r, left);
    *depth = deepest(&r, left, count);
    if (count == 1 && level->parts[0].multi == FP_CFG_NONE && level->parts[0].way_count <= 1)
        return level->parts[0].items;
    ++*depth;
    uint32_t index = level->tree->graphs.len;
    *FP_PUSH(level->keep, &level->tree->graphs) = make_graph(&r, left, count, false);
    return fp_cfg_list_of(level->scratch, (fp_cfg_item){ FP_CFG_GRAPH, index });
}

fp_cfg_graph fp_cfg_nest_loop(fp_cfg_nest *level, uint32_t *depth) {
    reduction r = reduction_start(level);
    uint32_t *left = FP_NEW(level->scratch, uint32_t, level->count), count = reduce(&r, left);
    *depth = deepest(&r, left, count) + 1;
    return make_graph(&r, left, count, true);
}
