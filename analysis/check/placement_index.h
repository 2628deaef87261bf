/* placement_index.h - what is placed, sorted by where it stands: what lies between two items is found without a look at
 * everything else. For placement*.c.
 *
 * Ownership  lives in the map's scratch arena. It holds as long as nothing is placed or taken away.
 */
#ifndef FP_PLACEMENT_INDEX_H
#define FP_PLACEMENT_INDEX_H
#include "check/placement_window.h"
#include "order/fold.h"

typedef struct {
    fp_placed placed;
    fp_stands stands;  /* the items before which it runs */
    fp_hazard ordered; /* WAIT: the pair that it was placed for, which it ordered together with what was there */
} fp_placed_node;
typedef FP_VEC(fp_placed_node) fp_placed_nodes;

typedef struct {
    uint32_t place, number; /* fp_fold_place of an item before which it runs; its number among what is placed */
} fp_placed_stand;
typedef struct {
    const fp_placed_stand *data;
    uint32_t len;
} fp_placed_stands; /* sorted by place, then number */

/* What runs before one item of one block, and not inside of the ops there. */
typedef struct {
    uint32_t block, index, number;
} fp_block_stand;
typedef struct {
    const fp_block_stand *data;
    uint32_t len;
} fp_block_stands; /* sorted by item, then number */

typedef struct {
    const fp_placement_map *map;
    const struct fp_fold *fold;
    const fp_placed_nodes *placed;
    fp_placed_stands stands;
    const fp_block_stand *by_block; /* the same, sorted by block, item, then number */
    const uint32_t *first;          /* per block, and behind the last one: its first among these */
} fp_placement_index;

fp_placement_index fp_placement_index_new(const fp_placement_map *map, const struct fp_fold *fold,
                                          const fp_placed_nodes *placed);
/* fp_fold_place of the item, or of the item around where its block is empty. */
uint32_t fp_placement_index_place(const fp_placement_index *index, fp_stand stand);
/* All that stands at items `from` to `to` of the block or inside of them, and perhaps some that stands next to them. */
fp_placed_stands fp_placement_index_between(const fp_placement_index *index, uint32_t block, uint32_t from,
                                            uint32_t to);
/* What stands in the block itself before items `from` to `to`, its length included. */
fp_block_stands fp_placement_index_in(const fp_placement_index *index, uint32_t block, uint32_t from, uint32_t to);
/* What stands in the window's own block and perhaps in the window: round a loop, all of the block. */
fp_block_stands fp_placement_index_of(const fp_placement_index *index, const fp_window *window);
/* All that lies in the window, and perhaps some that lies around it. */
fp_placed_stands fp_placement_index_around(const fp_placement_index *index, const fp_window *window);
#endif
