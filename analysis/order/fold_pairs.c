/* fold_pairs.c - the pairs that a tree holds: all, those of some blocks, those of two accesses. Nodes that a what-if
 * has made are combined when something asks for them.
 */
#include "order/fold_node.h"
#include <assert.h>

/* ---- all pairs ---- */
static bool covers(const fp_fold_node *node, uint32_t place) {
    return place == FP_NONE || (node->low <= place && place < node->high);
}

typedef struct {
    fp_pair_places places;
    uint32_t then; /* nodes with smaller numbers are left out, and so is all below them: it is older still */
} collecting;

static void add_pairs(struct fp_fold *fold, const fp_pairs *own, fp_found_pairs *pairs) {
    for (uint32_t i = 0; i < own->len; i++) *FP_PUSH(fold->arena, pairs) = &own->data[i];
}

static void collect(struct fp_fold *fold, const fp_fold_node *node, const collecting *wanted, fp_found_pairs *pairs) {
    bool covered = covers(node, wanted->places.producer) && covers(node, wanted->places.consumer);
    if (!covered || node->number < wanted->then) return;
    assert(!node->result->pending && !node->result->unmet);
    if (!node->result->any_pair || fp_fold_is_marked(fold, node)) return;
    fp_fold_mark_of(fold, node)->stamp = fold->stamp;
    fp_pairs own = fp_fold_own_pairs(node);
    add_pairs(fold, &own, pairs);
    for (uint32_t i = 0; i < node->child_count; i++) collect(fold, node->children[i], wanted, pairs);
}

static void collect_all(struct fp_fold *fold, const fp_fold_node *root, collecting wanted, fp_found_pairs *pairs) {
    fp_node_combine_pending(fold, root, FP_MEETINGS_REPORT);
    fold->stamp++;
    collect(fold, root, &wanted, pairs);
}

/* Do the pairs that the node itself keeps meet deep enough? Those of a loop meet in its body. */
static bool meets_inside(const fp_fold_node *node, fp_fold_depth depth) {
    if (node->kind == FP_FOLD_NODE_GRAPH || node->kind == FP_FOLD_NODE_GRAPH_LOOP) return true;
    bool loop = node->kind == FP_FOLD_NODE_LOOP;
    if (loop && node->child_count > 1) return true;
    return depth.levels[loop ? node->children[0]->low : node->low] >= depth.least;
}

static void collect_inside(struct fp_fold *fold, const fp_fold_node *node, fp_fold_depth depth, fp_found_pairs *pairs) {
    if ((!node->result->pending && !node->result->unmet && !node->result->any_pair) || fp_fold_is_marked(fold, node))
        return;
    fp_fold_mark_of(fold, node)->stamp = fold->stamp;
    if (meets_inside(node, depth)) {
        fp_node_combine_pending(fold, node, FP_MEETINGS_REPORT);
        fp_pairs own = fp_fold_own_pairs(node);
        add_pairs(fold, &own, pairs);
    }
    for (uint32_t i = 0; i < node->child_count; i++) collect_inside(fold, node->children[i], depth, pairs);
}

void fp_fold_pairs_inside(struct fp_fold *fold, const fp_fold_node *root, fp_fold_depth depth, fp_found_pairs *pairs) {
    fold->stamp++;
    collect_inside(fold, root, depth, pairs);
}

/* The child of a sequence that holds both ends: what meets in the sequence stands in different children. */
static const fp_fold_node *child_around(const fp_fold_node *node, fp_pair_places places) {
    if (node->kind != FP_FOLD_NODE_SEQUENCE || places.producer == FP_NONE || places.consumer == FP_NONE) return NULL;
    for (uint32_t i = 0; i < node->child_count; i++)
        if (covers(node->children[i], places.producer) && covers(node->children[i], places.consumer))
            return node->children[i];
    return NULL;
}

/* ---- pairs of two accesses ---- */
typedef struct {
    fp_pair_places places;
    fp_members_sought members;
    struct fp_arena *scratch;
} seeking;

static void seek(struct fp_fold *fold, const fp_fold_node *node, const seeking *sought, fp_found_pairs *pairs);

static void seek_below(struct fp_fold *fold, const fp_fold_node *node, const seeking *sought, fp_found_pairs *pairs) {
    for (uint32_t i = 0; i < node->child_count; i++) seek(fold, node->children[i], sought, pairs);
}

/* May the node's parts make a pair with that carrier? */
static bool may_carry(const struct fp_fold *fold, const fp_fold_node *node, fp_loop_id carrier) {
    if (node->kind != FP_FOLD_NODE_LOOP) return carrier == FP_NONE;
    fp_loop_id loop = fold->frames.data[node->frame].kernel->first_loop + node->index;
    bool own = node->frame == 0 && loop < fold->kernel->loops.len;
    return own ? carrier == loop : carrier == FP_NONE;
}

/* The node's own pairs of the two: no others are looked for, and none are kept. */
static void meet(struct fp_fold *fold, const fp_fold_node *node, const seeking *sought, fp_found_pairs *pairs) {
    fp_pairs own = { 0 };
    for (uint32_t i = 0; i < node->child_count; i++) fp_node_sum_up(fold, node->children[i]);
    fp_node_meet(fold, node, &sought->members, sought->scratch, &own);
    add_pairs(fold, &own, pairs);
}

/* Where the pairs of a node are known, they are taken from there. */
static void seek(struct fp_fold *fold, const fp_fold_node *node, const seeking *sought, fp_found_pairs *pairs) {
    for (const fp_fold_node *child = node; child; child = child_around(node, sought->places)) node = child;
    if (!covers(node, sought->places.producer) || !covers(node, sought->places.consumer)) return;
    bool known = !node->result->pending && !node->result->unmet;
    switch (node->kind) {
    case FP_FOLD_NODE_SEQUENCE:
    case FP_FOLD_NODE_CHOICE: /* what a case of the kernel meets, it meets below */
    case FP_FOLD_NODE_APART:
    case FP_FOLD_NODE_LOOP:
        if (known) break;
        if (fp_fold_is_marked(fold, node)) return;
        fp_fold_mark_of(fold, node)->stamp = fold->stamp;
        if (node->kind != FP_FOLD_NODE_CHOICE && may_carry(fold, node, sought->members.carrier))
            meet(fold, node, sought, pairs);
        seek_below(fold, node, sought, pairs);
        return;
    case FP_FOLD_NODE_EMPTY:
    case FP_FOLD_NODE_ACCESS:
    case FP_FOLD_NODE_SYNC:
    case FP_FOLD_NODE_GRAPH:
    case FP_FOLD_NODE_GRAPH_LOOP:
    case FP_FOLD_NODE_UNKNOWN_CALL:
    case FP_FOLD_NODE_UNTRACKED: break;
    }
    fp_node_combine_pending(fold, node, FP_MEETINGS_REPORT);
    collect(fold, node, &(collecting){ .places = sought->places }, pairs);
}

void fp_fold_pairs_between(struct fp_fold *fold, const fp_fold_node *root, fp_pair_places places,
                           fp_members_sought members, struct fp_arena *scratch, fp_found_pairs *pairs) {
    const seeking sought = { places, members, scratch };
    if (places.producer == FP_NONE || places.consumer == FP_NONE) {
        collect_all(fold, root, (collecting){ .places = places }, pairs);
        return;
    }
    fold->stamp++;
    seek(fold, root, &sought, pairs);
}

/* ---- pairs node by node ---- */
fp_fold_upwards fp_fold_upwards_from(struct fp_fold *fold, struct fp_arena *scratch, const fp_fold_node *root) {
    fp_fold_upwards walk = { .scratch = scratch, .stamp = ++fold->stamp };
    *FP_PUSH(scratch, &walk.around) = (fp_fold_step){ root, 0 };
    return walk;
}

/* Is there something to find in the node or below it? It is entered once. */
static bool enter(struct fp_fold *fold, const fp_fold_upwards *walk, const fp_fold_node *node) {
    fp_fold_mark *mark = fp_fold_mark_of(fold, node);
    bool nothing = !node->result->pending && !node->result->unmet && !node->result->any_pair;
    if (nothing || mark->stamp == walk->stamp) return false;
    mark->stamp = walk->stamp;
    return true;
}

bool fp_fold_upwards_next(struct fp_fold *fold, fp_fold_upwards *walk, fp_found_pairs *pairs) {
    while (walk->around.len) {
        fp_fold_step *top = &walk->around.data[walk->around.len - 1];
        const fp_fold_node *node = top->node;
        if (top->next < node->child_count) {
            const fp_fold_node *child = node->children[top->next++];
            if (enter(fold, walk, child)) *FP_PUSH(walk->scratch, &walk->around) = (fp_fold_step){ child, 0 };
            continue;
        }
        walk->around.len--;
        fp_node_combine_pending(fold, node, FP_MEETINGS_REPORT);
        fp_pairs own = fp_fold_own_pairs(node);
        add_pairs(fold, &own, pairs);
        if (own.len) return true;
    }
    return false;
}

uint32_t fp_fold_now(const struct fp_fold *fold) { return fold->node_count; }

void fp_fold_pairs_since(struct fp_fold *fold, const fp_fold_node *root, uint32_t then, fp_found_pairs *pairs) {
    collect_all(fold, root, (collecting){ .places = { FP_NONE, FP_NONE }, .then = then }, pairs);
}

void fp_fold_pairs(struct fp_fold *fold, const fp_fold_node *root, fp_found_pairs *pairs) {
    fp_fold_pairs_since(fold, root, 0, pairs);
}
