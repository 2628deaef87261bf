#include "fold_parts.h"

/* What the node does to accesses before it, up to `place`; of nodes that `flies` could not look into it is not asked. */
static fp_transform through_until(struct fp_fold *fold, const fp_node *node, uint32_t place) {
    if (node->high <= place) return node->summary.through;
    if (node->low >= place) return FP_TRANSFORM_IDENTITY;
    bool choice = node->kind == FP_NODE_CHOICE;
    fp_transform all = choice ? FP_TRANSFORM_NONE : FP_TRANSFORM_IDENTITY;
    for (uint32_t i = 0; i < node->child_count; i++) {
        fp_transform child = through_until(fold, node->children[i], place);
        all = choice ? fp_transform_union(fold->algebra, all, child) : fp_transform_sequence(fold->algebra, all, child);
    }
    return all;
}

/* Is any of these still in flight behind `through`? */
static bool any_flies(struct fp_fold *fold, fp_entries last, fp_transform through) {
    for (uint32_t i = 0; i < last.count; i++) {
        const fp_key_info *key = fp_key_at(&fold->summaries, last.data[i].key);
        if (!key->asynchronous) continue;
        fp_states states = fp_states_apply(fold->algebra, last.data[i].relation, fp_transform_move(fold->algebra, through, key->column));
        if (fp_states_lane(fold->algebra, states, 0).parts[FP_PART_WITH] & FP_SET_IN_FLIGHT) return true;
    }
    return false;
}

/* `rest`: from the node's end to `place`. */
static bool flies(struct fp_fold *fold, const fp_node *node, uint32_t place, fp_transform rest) {
    if (node->low >= place) return false;
    if (node->high <= place) return any_flies(fold, node->summary.last, rest);
    if (node->kind != FP_NODE_SEQUENCE && node->kind != FP_NODE_CHOICE) return true;
    for (uint32_t i = node->child_count; i-- > 0;) {
        if (flies(fold, node->children[i], place, rest)) return true;
        if (node->kind == FP_NODE_SEQUENCE) rest = fp_transform_sequence(fold->algebra, through_until(fold, node->children[i], place), rest);
    }
    return false;
}

bool fp_fold_in_flight(struct fp_fold *fold, uint32_t place) { return flies(fold, fold->root, place, FP_TRANSFORM_IDENTITY); }
