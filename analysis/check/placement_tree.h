/* placement_tree.h - the kernel with what is placed so far, and which pairs it leaves unordered. For placement.c, which
 * decides what is placed.
 *
 * Cost   each tree a what-if per inserted op, each question for hazards one pass over those of the tree; both are
 *        counted as work, and when too much is spent there are no answers any more (`exhausted`).
 */
#ifndef FP_PLACEMENT_TREE_H
#define FP_PLACEMENT_TREE_H
#include "check/placement_signal.h"
#include "order/fold.h"

enum {
    FP_WORK_MAX = 3000000,     /* for one kernel, in nodes and pairs looked at: some tenths of a second .. */
    FP_WORK_PER_ACCESS = 8192, /* .. and so much more for each of its accesses: long kernels may take longer */
    FP_PRUNED_MAX = 48 /* with more inserted ops, none is tried by itself: that takes a square number of what-ifs */
};

typedef struct {
    uint32_t producer, consumer;
    fp_loop_id carrier;
    fp_hazard_kind kind;
} fp_pair_key;

/* The kernel with the waits placed so far, up to this one. */
typedef struct {
    uint32_t number; /* of the wait among what is placed */
    const fp_fold_node *root;
} fp_waited_tree;

/* Blocks by how deep they stand, the outermost 0: by the loops around them, then by the items around them. */
typedef struct {
    uint32_t *of_block, *of_place; /* of_place: of the block that holds the place (fp_fold_place) */
} fp_placing_levels;

typedef struct {
    struct fp_arena *keep, *scratch;
    struct fp_analyser *analyser;
    struct fp_fold *fold;
    const struct fp_kernel *kernel;
    fp_placement_map map;
    uint32_t *places; /* per access of the kernel: where it stands (fp_fold_place), FP_NONE */
    fp_placing_levels levels;
    fp_placed_nodes placed;
    uint32_t barriers;             /* among what is placed */
    fp_map placed_map;             /* by kind and place; entries that no longer hold are passed over */
    FP_VEC(fp_waited_tree) waited; /* one more wait costs one more insertion */
    uint32_t waited_up_to;         /* of what is placed, `waited` holds for the first so many: they have not changed */
    const fp_fold_node *all; /* the kernel with the first `all_up_to` of what is placed; NULL: it is to be made anew */
    uint32_t all_up_to;
    const fp_fold_node *base;       /* the kernel without any of what is placed */
    const fp_fold_node *asked_root; /* of the last question for hazards; NULL: there was none */
    fp_hazards asked;
    FP_VEC(fp_pair_key) given_up;
    fp_map given_up_map;
    bool early;  /* barriers round loops stand right behind their first producer rather than right before a consumer */
    bool rounds; /* some window runs round the end of a loop */
    bool excess; /* pairs count, too, for which a barrier of all threads is more than needed */
    uint64_t work, most_work;
    bool exhausted;                   /* nothing more is tried then */
    uint64_t merge_meets, merge_work; /* moving stops when this many pairs of groups have been compared, or this much
                                         work has been done */
} fp_placing;
fp_placing_levels fp_placing_levels_of(struct fp_arena *scratch, const fp_placement_map *map,
                                       const struct fp_fold *fold);
void fp_placing_spend(fp_placing *p, uint64_t work);

fp_pair_key fp_pair_key_of(const fp_hazard *hazard);
bool fp_pair_is(fp_pair_key key, const fp_hazard *hazard);
bool fp_pair_is_wanted(const struct fp_kernel *kernel, const fp_hazard *hazard); /* is a cure looked for? */
/* Pairs within one wave need no barrier of the workgroup, unless the workgroup is one wave. */
bool fp_pair_is_excess(const struct fp_kernel *kernel, const fp_hazard *hazard);
void fp_placing_give_up(fp_placing *p, const fp_hazard *hazard); /* nothing that can be placed orders it */
bool fp_placing_gave_up(const fp_placing *p, const fp_hazard *hazard);
bool fp_placing_is_open(const fp_placing *p, const fp_hazard *hazard); /* wanted, and not given up */

/* The op of that kind at that place, of waits for that counter; FP_NONE: there is none. */
uint32_t fp_placing_find(const fp_placing *p, fp_placed_kind kind, fp_position_in_text at, fp_counter counter);
void fp_placing_add(fp_placing *p, const fp_placed_node *node);
void fp_placing_drop_last(fp_placing *p);
void fp_placing_set_count(fp_placing *p, uint32_t wait, int32_t count);
void fp_placing_keep_only(fp_placing *p, const bool *used);
void fp_placing_cut(fp_placing *p, uint32_t len); /* the first so many stay */

/* The kernel with what is placed and in `used`; NULL: all. */
const fp_fold_node *fp_placing_tree(fp_placing *p, const bool *used);
const fp_fold_node *fp_placing_tree_of(fp_placing *p, const uint32_t *numbers, uint32_t count); /* with these */
const fp_fold_node *fp_placing_split_tree(fp_placing *p); /* all barriers as halves */
/* Pairs that the tree leaves unordered; none when there is no time left. */
fp_hazards fp_placing_hazards(fp_placing *p, const fp_fold_node *root);
/* Those with windows in blocks of this level and above, and perhaps more. Cost: what stands in these blocks. */
fp_hazards fp_placing_hazards_inside(fp_placing *p, const fp_fold_node *root, uint32_t level);
/* Is some pair open? False when there is no time left. Cost: of the tree only what is combined until one is found. */
bool fp_placing_any_open(fp_placing *p, const fp_fold_node *root);
/* Does the tree leave the pair unordered, however bad that is? */
bool fp_placing_holds(fp_placing *p, const fp_fold_node *root, const fp_hazard *hazard);
/* The hazard as the tree has it; false: it is ordered there, or there is no time left. */
bool fp_placing_find_open(fp_placing *p, const fp_fold_node *root, const fp_hazard *hazard, fp_hazard *now);
bool fp_placing_still_open(fp_placing *p, const fp_fold_node *root, const fp_hazard *hazard);
#endif
