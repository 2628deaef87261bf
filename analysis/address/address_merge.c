#include "address/address_merge.h"
#include "address/address_loop.h"
#include "address/address_op.h"
#include "address/address_raw.h"
#include "address/expr_build.h"

enum {
    WAYS_MAX = 8,   /* into one block; switches with more are rare */
    PASSED_MAX = 8, /* conditions on the way to a block that are looked at */
    JOINS_DEEP = 3, /* ways that come together and part again before that */
    BLOCKS_MAX = 32 /* from one block up */
};

/* Edges of two-way branches that the way to a block has taken, the last one first: no other way leads there. */
typedef struct {
    uint32_t edges[PASSED_MAX];
    uint32_t count;
} passed;
/* Ways into one block. */
typedef struct {
    uint32_t edges[WAYS_MAX];
    fp_expr nodes[WAYS_MAX]; /* what they pass */
    passed by[WAYS_MAX];
    uint32_t count;
} ways;

static void find_passed(struct fp_addresses *a, uint32_t edge, uint32_t depth, passed *out);

/* The last branch that all of the ways have passed, and not all in one direction; FP_NONE. */
static fp_op parting(struct fp_addresses *a, const ways *w) {
    for (uint32_t k = 0; k < w->by[0].count; k++) {
        fp_op branch = a->edge_ops[w->by[0].edges[k]];
        bool all = true, both = false;
        for (uint32_t i = 1; i < w->count && all; i++) {
            uint32_t m = 0;
            while (m < w->by[i].count && a->edge_ops[w->by[i].edges[m]] != branch) m++;
            all = m < w->by[i].count;
            both |= all && w->by[i].edges[m] != w->by[0].edges[k];
        }
        if (all && both) return branch;
    }
    return FP_NONE;
}

/* The branch at which the ways into a block have parted; FP_NONE: none is known. */
static fp_op parting_before(struct fp_addresses *a, const uint32_t *edges, uint32_t count, uint32_t depth) {
    ways w = { .count = count };
    if (count > WAYS_MAX || depth == JOINS_DEEP) return FP_NONE;
    for (uint32_t i = 0; i < count; i++) find_passed(a, edges[i], depth + 1, &w.by[i]);
    return parting(a, &w);
}

static void find_passed(struct fp_addresses *a, uint32_t edge, uint32_t depth, passed *out) {
    out->count = 0;
    for (uint32_t steps = 0; steps < BLOCKS_MAX; steps++) {
        fp_op op = a->edge_ops[edge];
        if (fp_ir_two_ways(a->ir, op) && out->count < PASSED_MAX) out->edges[out->count++] = edge;
        uint32_t count;
        const uint32_t *edges = fp_address_edges_to(a, a->ir->ops[op].block, &count);
        while (count > 1 && steps++ < BLOCKS_MAX) { /* above the branch at which its ways have parted */
            fp_op branch = parting_before(a, edges, count, depth);
            if (branch == FP_NONE) return;
            edges = fp_address_edges_to(a, a->ir->ops[branch].block, &count);
        }
        if (count != 1) return;
        edge = edges[0];
    }
}

static bool same_nodes(const ways *w) {
    for (uint32_t i = 1; i < w->count; i++)
        if (w->nodes[i] != w->nodes[0]) return false;
    return true;
}

/* FP_EXPR_NONE: a condition is pending, or what tells the ways apart is not known: then *open is set. */
static fp_expr choice(struct fp_addresses *a, const ways *w, fp_block block, bool *open) {
    if (same_nodes(w)) return w->nodes[0];
    fp_op branch = parting(a, w);
    const fp_use *use = branch == FP_NONE ? NULL : fp_ir_two_ways(a->ir, branch);
    if (!use || fp_address_loop_of_block(a, a->ir->ops[branch].block) != fp_address_loop_of_block(a, block)) {
        *open = true;
        return FP_EXPR_NONE;
    }
    ways sides[2] = { { .count = 0 }, { .count = 0 } };
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t m = 0;
        while (a->edge_ops[w->by[i].edges[m]] != branch) m++;
        ways *side = &sides[w->by[i].edges[m] != a->ir->ops[branch].first_successor];
        side->nodes[side->count] = w->nodes[i], side->by[side->count++] = w->by[i];
    }
    fp_expr condition = fp_address_need(a, use->value), first = choice(a, &sides[0], block, open),
            second = choice(a, &sides[1], block, open);
    bool pending = condition == FP_EXPR_NONE || first == FP_EXPR_NONE || second == FP_EXPR_NONE;
    return pending ? FP_EXPR_NONE : fp_expr_select(&a->exprs, condition, first, second);
}

fp_expr fp_address_merged(struct fp_addresses *a, fp_value value) {
    const fp_value_info *v = &a->ir->values[value];
    ways w = { .count = 0 };
    bool pending = false, open = false;
    uint32_t count;
    const uint32_t *edges = fp_address_edges_to(a, v->block, &count);
    if (count == 0 || count > WAYS_MAX) return fp_address_leaf(a, value);
    for (w.count = 0; w.count < count; w.count++) {
        const fp_successor *s = &a->ir->successors[edges[w.count]];
        if (v->index >= s->use_count) return fp_address_leaf(a, value);
        w.nodes[w.count] = fp_address_need(a, a->ir->uses[s->first_use + v->index].value);
        pending |= w.nodes[w.count] == FP_EXPR_NONE;
    }
    if (pending) return FP_EXPR_NONE;
    if (same_nodes(&w)) return w.nodes[0];
    for (uint32_t i = 0; i < count; i++) find_passed(a, edges[i], 0, &w.by[i]);
    fp_expr chosen = choice(a, &w, v->block, &open);
    return open ? fp_address_leaf(a, value) : chosen;
}
