/* lower_graph.h - the blocks of a region: one after the other, or as a graph of branches, loops and what is neither. */
#ifndef FP_LOWER_GRAPH_H
#define FP_LOWER_GRAPH_H
#include "kernel/lower_items.h"

/* Regions inside one another, over all kinds of nesting. Bounds the recursion of everything that walks items; what
 * lies deeper counts as unknown. */
enum { FP_LOWER_DEPTH_MAX = 192 };

/* Pushes the items of one region. Ops are lowered by `l->lower_op`. */
void fp_lower_region(fp_lowering *l, fp_op op, uint32_t region, fp_items *items);
#endif
