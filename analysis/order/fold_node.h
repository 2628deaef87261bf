/* fold_node.h - one node of the tree: made, and its result put together from those of its children.
 *
 * fold_build.c makes nodes from items, fold_change.c makes them anew where a question changes the kernel.
 */
#ifndef FP_FOLD_NODE_H
#define FP_FOLD_NODE_H
#include "order/fold_internal.h"

typedef struct {
    uint32_t frame, low, high;
} fp_fold_cover; /* places of a frame that a node covers, half-open */
fp_fold_node *fp_fold_node_new(struct fp_fold *fold, struct fp_arena *keep, fp_fold_node_kind kind,
                               fp_fold_cover cover);
/* What the syncs of a SYNC node do to accesses before them. */
fp_transform fp_fold_node_transform(struct fp_fold *fold, const fp_fold_node *node);
/* Makes the node's result from those of its children. `judging` is NULL unless meetings are judged. */
void fp_node_combine(struct fp_fold *fold, const fp_fold_node *node, fp_meetings meetings, fp_judging *judging);
/* The same while syncs are judged, for parents that read only what depends on these (see fp_sink). */
void fp_node_combine_part(struct fp_fold *fold, const fp_fold_node *node, fp_judging *judging);
#endif
