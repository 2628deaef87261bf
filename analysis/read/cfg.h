/* cfg.h - a control-flow graph as sequences, branches and loops; what fits none of these stays a graph.
 *
 * Knows blocks by number only: `lower_graph.c` gives it the blocks of a region and turns what comes back into kernel
 * items.
 *
 *   branch   a block whose ways meet again, with nothing entering or leaving in between
 *   loop     a natural loop whose exits all go to one place: `body` is what runs from the header to a back edge,
 *            `tail` what runs from the header to an exit. A loop that is left only where it repeats (do-while) has no
 *            tail and runs at least once
 *   graph    the rest, cut down to the smallest part with one entry and one place to go on: short circuits, early
 *            exits, irreducible parts. Its nodes are in topological order but for back edges of irreducible parts,
 *            and hold sequences themselves
 *
 * Together they run exactly the paths of the graph: a test compares them with an enumeration. Blocks that the entry
 * does not reach are left out. A block of a loop's tail stands in its body too; nothing else is repeated, and a tail
 * holds no loop, so that the result is linear in the graph.
 *
 * Ownership  results live in `keep`; `scratch` holds temporaries that the caller may drop on return.
 * Cost       near linear in blocks and edges.
 */
#ifndef FP_CFG_H
#define FP_CFG_H
#include "base/vec.h"
#include <stdbool.h>

typedef struct {
    uint32_t from, to;
} fp_cfg_edge; /* to == node_count: leaves the region */
typedef struct {
    uint32_t node_count;      /* at least 1; node 0 is the entry */
    const fp_cfg_edge *edges; /* sorted by `from`, then by successor number; a node without edges ends the thread */
    uint32_t edge_count;
    bool joins; /* leaving by any edge goes on at one place (scf.execute_region); false: it ends the kernel, and ways
                   that leave are early exits, not arms that meet again */
    const bool *heavy; /* by node: holds loops of its own and must not be repeated in a tail; NULL: none does */
} fp_cfg;

typedef enum { FP_CFG_BLOCK, FP_CFG_BRANCH, FP_CFG_LOOP, FP_CFG_GRAPH } fp_cfg_kind;
typedef struct {
    fp_cfg_kind kind;
    uint32_t index;
} fp_cfg_item; /* BLOCK: number of the node */
typedef struct {
    fp_cfg_item *data;
    uint32_t len, capacity;
} fp_cfg_items;

#define FP_CFG_NONE UINT32_MAX
typedef struct {
    fp_cfg_items items;
    uint32_t edge;
} fp_cfg_arm; /* edge: the one that leads into it, FP_CFG_NONE: several do */
typedef struct {
    uint32_t node;
    fp_cfg_arm *arms;
    uint32_t arm_count;
} fp_cfg_branch;

typedef struct {
    uint32_t header;
    uint32_t latch; /* edge back to the header, FP_CFG_NONE: several */
    uint32_t exit;  /* edge that leaves, FP_CFG_NONE: none or several */
    bool decided;   /* every iteration passes the block of `exit`, so that its condition alone counts them */
    fp_cfg_items body, tail;
    bool at_least_once;
} fp_cfg_loop;

typedef struct {
    fp_cfg_items items; /* empty for a loop with several exits */
    uint32_t node;      /* whose terminator chooses where to go on; FP_CFG_NONE for a loop */
    uint32_t loop;      /* index into multi_loops, or FP_CFG_NONE */
} fp_cfg_graph_node;
/* `to` == node_count + k: leaves by exit k (a plain graph has exit 0 only); `edge` FP_CFG_NONE: out of a loop, or
 * several of one block. Edges are sorted by `from`, in the order of the block's successors. */
typedef struct {
    uint32_t from, to, edge;
} fp_cfg_graph_edge;
typedef struct {
    fp_cfg_graph_node *nodes;
    uint32_t node_count;
    fp_cfg_graph_edge *edges;
    uint32_t edge_count;
    bool irreducible;
} fp_cfg_graph;
/* A natural loop that goes on at several places. In `inner`, an edge to node 0 is the next iteration, node_count + k
 * exit k. Where exit k goes on is told by the outer graph: its k-th edge from the loop's node. */
typedef struct {
    uint32_t header, latch;
    fp_cfg_graph inner;
    uint32_t exit_count;
} fp_cfg_multi_loop;

typedef struct {
    fp_cfg_items items;
    FP_VEC(fp_cfg_branch) branches;
    FP_VEC(fp_cfg_loop) loops;
    FP_VEC(fp_cfg_graph) graphs;
    FP_VEC(fp_cfg_multi_loop) multi_loops;
} fp_cfg_tree;

enum {
    FP_CFG_DEPTH_MAX =
        128, /* nesting of branches and graphs in one region; real kernels stay below 20. Beyond it parts stay flat */
    FP_CFG_LOOP_DEPTH_MAX = 64, /* deeper loops: the whole region is one irreducible graph */
    FP_CFG_TAIL_MAX = 32        /* blocks that a tail repeats; a longer one makes the loop a graph with one exit */
};

const fp_cfg_tree *fp_cfg_structure(struct fp_arena *keep, struct fp_arena *scratch, const fp_cfg *cfg);
#endif
