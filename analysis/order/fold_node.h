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
fp_fold_node *fp_fold_node_new(struct fp_fold *fold, bool passing, fp_fold_node_kind kind, fp_fold_cover cover);
/* What the syncs of a SYNC node do to accesses before them. */
fp_transform fp_fold_node_transform(struct fp_fold *fold, const fp_fold_node *node);
/* Makes the node's result from those of its children. `judging` is NULL unless meetings are judged. */
void fp_node_combine(struct fp_fold *fold, const fp_fold_node *node, fp_meetings meetings, fp_judging *judging);
/* The same while syncs are judged, for parents that read only what depends on these (see fp_sink). */
void fp_node_combine_part(struct fp_fold *fold, const fp_fold_node *node, fp_judging *judging);
/* Combines a node that changes have made, and those below it. Where changes follow each other, nodes that a later
 * change has replaced are never combined. A node lives as long as its own arena, so that a judgement may ask for the
 * result of one that was made before it. */
void fp_node_combine_pending(struct fp_fold *fold, const fp_fold_node *node, fp_meetings meetings);
/* Sums up such a node without a look at what meets in it: its pairs are found when something asks for them. */
void fp_node_sum_up(struct fp_fold *fold, const fp_fold_node *node);
/* Adds the pairs of these two accesses that the node's own parts make with each other. Its children are summed up; it
 * is no graph. */
void fp_node_meet(struct fp_fold *fold, const fp_fold_node *node, const fp_members_sought *sought,
                  struct fp_arena *keep, fp_pairs *pairs);
/* The mark of the walk that was there last. */
fp_fold_mark *fp_fold_mark_of(struct fp_fold *fold, const fp_fold_node *node);
bool fp_fold_is_marked(struct fp_fold *fold, const fp_fold_node *node);
#endif
