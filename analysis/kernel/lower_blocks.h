/* lower_blocks.h - the blocks of a region as a control flow graph: its edges, and the conditions under which they are
 * taken. A node is a block, by its place in the region; FP_CFG_NONE stands for no node or edge.
 */
#ifndef FP_LOWER_BLOCKS_H
#define FP_LOWER_BLOCKS_H
#include "kernel/lower_items.h"
#include "kernel/lower_trips.h"
#include "read/cfg_reduce.h"

typedef struct {
    fp_lowering *l;
    fp_block *blocks; /* by node */
    fp_cfg cfg;
    uint32_t *first_edge;                /* by node: its successors' edges */
    uint32_t *entering_start, *entering; /* by node: the edges that enter it */
    fp_forwarded forwarded;
} fp_block_graph;

/* The blocks from `entry` on. `joins`: threads that leave the region early go on behind its op. In the lowering's
 * scratch arena. */
fp_block_graph fp_block_graph_read(fp_lowering *l, fp_block entry, bool joins);
fp_op fp_block_graph_terminator(const fp_block_graph *g, uint32_t node);
/* The condition that chooses between two successors, or the number that a switch looks at; FP_NONE: neither. */
fp_value fp_block_graph_selector(const fp_block_graph *g, uint32_t node);
bool fp_block_graph_is_conditional(const fp_block_graph *g, uint32_t node); /* does a condition choose one of two? */
/* How many threads take the same way behind `node`. */
fp_uniformity fp_block_graph_uniformity(const fp_block_graph *g, uint32_t node);
/* The condition under which `edge` is taken: successor 0 of a conditional branch is the one for true. */
fp_condition fp_block_graph_condition(const fp_block_graph *g, uint32_t edge);
/* Puts in force what holds on a switch's way out of `ways`: way 0 is the default, way k is for its k-th case. */
void fp_switch_push_guard(const fp_lowering *l, fp_op op, fp_value selector, uint32_t way, uint32_t ways);
/* Puts in force what holds where `edge` is taken, until fp_addresses_pop_guard. */
void fp_block_graph_push_guard(const fp_block_graph *g, uint32_t edge);
/* What `edge` passes to the block that it leads to; NULL: not as many values as it has arguments. */
const fp_use *fp_block_graph_uses(const fp_block_graph *g, uint32_t edge, uint32_t arguments);
/* Where "the loop on line N" is: the header's label, else its first op. */
fp_span fp_block_span(const struct fp_ir *ir, fp_block header);
#endif
