/* placement_map.h - the blocks of a kernel, where its ops stand in them, and where a barrier may be inserted: for
 * placement*.c.
 *
 * An op may stand in two blocks: what a `while` tests runs in each iteration and once more behind the last. Text that
 * is inserted before the op then runs at both places.
 *
 * Ownership  everything lives in the arena given.
 */
#ifndef FP_PLACEMENT_MAP_H
#define FP_PLACEMENT_MAP_H
#include "base/hash.h"
#include "check/placement.h"

typedef struct {
    const fp_items *items;
    uint32_t parent, parent_index; /* block and item that hold it; FP_NONE: the kernel's body */
    fp_loop_id loop;               /* whose body it is part of, the innermost one; FP_NONE */
    uint32_t depth, nesting;       /* loops around; items around */
    uint32_t jump; /* a block around this one, the same number of items out for all of one nesting: from jump to jump,
                      any block around is reached in a logarithmic number of steps */
    bool body;     /* of `loop`: all of an iteration */
    bool graph;    /* of a graph's node: other nodes run before and behind it */
    bool weak, doubt;  /* not all threads of the workgroup reach it; perhaps */
    fp_span condition; /* weak, doubt: what the threads differ in */
    bool *open; /* by position: a signal of the workgroup's barrier waits for its wait there, a whole barrier would
                   arrive twice */
} fp_placement_block;

typedef struct {
    uint32_t block, index;
} fp_stand;
typedef FP_VEC(fp_stand) fp_stands;

typedef struct {
    struct fp_arena *scratch;
    const struct fp_kernel *kernel;
    FP_VEC(fp_placement_block) blocks;
    FP_VEC(fp_stand) stands;
    FP_VEC(uint32_t) next_stands;
    uint32_t *first_stand; /* by op: list of its items, FP_NONE ends */
    uint32_t *bodies;      /* by loop: the block of its body, FP_NONE: it has none */
} fp_placement_map;

fp_placement_map fp_placement_map_new(struct fp_arena *scratch, const struct fp_kernel *kernel);
/* Of an item; the op around it where that can hold no other. */
fp_op fp_placement_op(const fp_placement_map *map, uint32_t block, uint32_t index);
/* The position in the text before item `index` of a block (behind the last one: its length); false when there is
 * none. */
bool fp_placement_position(const fp_placement_map *map, uint32_t block, uint32_t index, fp_position_in_text *position);
/* May a whole barrier stand there? Not between a signal and its wait. */
bool fp_placement_closed(const fp_placement_map *map, uint32_t block, uint32_t index);
bool fp_placement_behind(const fp_placement_map *map, uint32_t block, uint32_t index,
                         fp_position_in_text *position); /* right behind an item */
/* All items before which something runs that is inserted there. */
void fp_placement_stands(const fp_placement_map *map, fp_position_in_text position, fp_stands *stands);
/* The first item of an op; false: it has none, or it has some in another block. */
bool fp_placement_only_stand(const fp_placement_map *map, fp_op op, fp_stand *stand);
/* The item of `block` that holds the stand, or is it; FP_NONE: it stands elsewhere. */
uint32_t fp_placement_project(const fp_placement_map *map, fp_stand stand, uint32_t block);
uint32_t fp_placement_common(const fp_placement_map *map, fp_stand a, fp_stand b); /* innermost block that holds both */
#endif
