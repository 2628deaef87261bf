/* cfg_reduce.h - one level of the loop nest, for cfg.c: a graph of parts without natural loops, reduced to sequences,
 * branches and small graphs.
 *
 * A part is a block or an inner loop that has been folded already. Part 0 is the entry. Behind the `count` parts
 * stand `sinks` places outside: the next iteration, exits. Reducing merges parts into the one that enters them, until
 * one is left or nothing fits.
 */
#ifndef FP_CFG_REDUCE_H
#define FP_CFG_REDUCE_H
#include "read/cfg.h"

/* A graph by numbers: neighbours of v are data[start[v]] .. data[start[v + 1] - 1]. */
typedef struct {
    uint32_t *start, *data;
    uint32_t count;
} fp_cfg_lists;
fp_cfg_lists fp_cfg_lists_reverse(struct fp_arena *scratch, fp_cfg_lists lists);
/* Reverse post-order from `root`; position[v] is FP_CFG_NONE where v is not reached. Returns how many are. */
uint32_t fp_cfg_lists_order(struct fp_arena *scratch, fp_cfg_lists lists, uint32_t root, uint32_t *order,
                            uint32_t *position);

/* Dominators of everything that a root reaches; `enter` and `leave` number the tree, so that a test costs nothing. */
typedef struct {
    uint32_t *idom, *enter, *leave;
} fp_cfg_dominators;
fp_cfg_dominators fp_cfg_dominators_find(struct fp_arena *scratch, fp_cfg_lists lists, uint32_t root);
static inline bool fp_cfg_dominates(const fp_cfg_dominators *tree, uint32_t a, uint32_t b) {
    return tree->enter[b] != FP_CFG_NONE && tree->enter[a] <= tree->enter[b] && tree->leave[b] <= tree->leave[a];
}

typedef struct fp_cfg_cell {
    fp_cfg_item item;
    struct fp_cfg_cell *next;
} fp_cfg_cell; /* lists join in one step; arrays are made at the end */
typedef struct {
    fp_cfg_cell *first, *last;
} fp_cfg_list;
fp_cfg_list fp_cfg_list_of(struct fp_arena *scratch, fp_cfg_item item);
fp_cfg_items fp_cfg_list_items(struct fp_arena *keep, fp_cfg_list list);

typedef struct {
    uint32_t to, edge;
} fp_cfg_way; /* distinct `to`; edge FP_CFG_NONE: several */
typedef struct {
    fp_cfg_list items;
    uint32_t node;  /* block whose terminator chooses the way; FP_CFG_NONE behind a loop */
    uint32_t multi; /* a loop with several exits, or FP_CFG_NONE; such a part takes nothing in */
    uint32_t depth; /* how deep the items nest */
    fp_cfg_way *ways;
    uint32_t way_count;
} fp_cfg_part;

typedef struct {
    struct fp_arena *keep, *scratch;
    fp_cfg_tree *tree;
    fp_cfg_part *parts;
    uint32_t count, sinks;
    bool open_sink; /* the only sink is the kernel's end: ways that reach it do not meet again */
} fp_cfg_nest;

/* Everything as one list, for levels with one sink; what does not fit is a graph item. */
fp_cfg_list fp_cfg_nest_list(fp_cfg_nest *level, uint32_t *depth);
/* The graph of a loop with several exits: sink 0 is the next iteration, the others are the exits. */
fp_cfg_graph fp_cfg_nest_loop(fp_cfg_nest *level, uint32_t *depth);
#endif
