/* fold.h - a kernel as a balanced tree of summaries: from scratch, and "what if".
 *
 * Each block's items are the leaves of a balanced binary tree; loops, branches, graphs and calls are leaves with
 * trees of their own. Nodes never change: an edit makes new nodes on the paths from the touched leaves to the root
 * and shares the rest, so that dropping the new root undoes it. Pairs of accesses that are unordered are kept at the
 * node whose meeting found them.
 *
 * Uniform conditions that guard several regions of a block are case-split: the block is folded once per valuation,
 * and what no split value guards is shared. The nodes therefore form a graph in which one may have several parents.
 *
 * Ownership  everything lives in the arena given to `fp_fold_new`; the kernels are only read.
 * Cost       from scratch linear in the items; an edit logarithmic in its blocks' items.
 * Cancel     when `*cancelled` becomes true, folding goes on with empty summaries: ask `fp_fold_cancelled` before
 *            believing a result.
 */
#ifndef FP_FOLD_H
#define FP_FOLD_H
#include "order/summary.h"

struct fp_fold;
typedef struct fp_fold_node fp_fold_node;

struct fp_fold *fp_fold_new(struct fp_arena *arena, struct fp_kernel *kernel, const struct fp_program *program,
                            const volatile bool *cancelled);
/* The same kernel as if it were compiled for another target; both outlive the result. */
struct fp_fold *fp_fold_for_target(struct fp_arena *arena, const struct fp_fold *fold, const fp_target *target);
const fp_fold_node *fp_fold_root(struct fp_fold *fold); /* the kernel as it stands, with its pairs */
/* .. without its rare syncs (fp_sync); the same tree where there are none. */
const fp_fold_node *fp_fold_root_without_rare(struct fp_fold *fold);
/* The tree in which syncs are judged. A function that other code may call stands between accesses of its unknown
 * callers there. No pairs are kept in it. */
const fp_fold_node *fp_fold_judge_root(struct fp_fold *fold);
/* The kernel as the threads of a group see it: what their barriers have ordered stays ordered when they meet others.
 * NULL: no barrier is one of a group. The fold itself: its threads never go separate ways, so that it has it all. */
struct fp_fold *fp_fold_of_groups(struct fp_arena *arena, struct fp_fold *fold);
/* Do two barriers that only some waves come to, each the other part of them, put the first part one barrier behind the
 * other? The fold takes them to be in step all the same: what the shift orders, and what it does not, the run tells. */
bool fp_fold_shifts(const struct fp_fold *fold);
bool fp_fold_cancelled(const struct fp_fold *fold);
/* From now on this flag is polled. Not after a fold was cancelled: its tree is not whole. */
void fp_fold_poll(struct fp_fold *fold, const volatile bool *cancelled);
fp_summary fp_node_summary(const fp_fold_node *node);
struct fp_summaries *fp_fold_summaries(struct fp_fold *fold);

/* All pairs at and below a node, each once; they stay where they are, in the tree. */
typedef FP_VEC(const fp_pair *) fp_found_pairs;
void fp_fold_pairs(struct fp_fold *fold, const fp_fold_node *root, fp_found_pairs *pairs);
/* All pairs of two accesses of the kernel, at these places, and perhaps some of others that meet where they do;
 * FP_NONE: all pairs with one end at the other place. They stay in the tree, or in `scratch`. Cost: in each new node
 * around both its entries, and not what meets of them. */
typedef struct fp_pair_places {
    uint32_t producer, consumer;
} fp_pair_places;
void fp_fold_pairs_between(struct fp_fold *fold, const fp_fold_node *root, fp_pair_places places,
                           fp_members_sought members, struct fp_arena *scratch, fp_found_pairs *pairs);
/* All pairs node by node, from the innermost meetings outwards: whoever has found enough of them stops, and what is
 * further out is not combined. */
typedef struct {
    const fp_fold_node *node;
    uint32_t next; /* the child that is looked at next */
} fp_fold_step;
typedef struct fp_fold_upwards {
    struct fp_arena *scratch;
    uint32_t stamp;
    FP_VEC(fp_fold_step) around; /* the node at hand and those around it */
} fp_fold_upwards;
fp_fold_upwards fp_fold_upwards_from(struct fp_fold *fold, struct fp_arena *scratch, const fp_fold_node *root);
/* Adds the pairs of the next node that has some; false: there is none. */
bool fp_fold_upwards_next(struct fp_fold *fold, fp_fold_upwards *walk, fp_found_pairs *pairs);
/* Those that are kept by nodes made since then: of a what-if, what it changed. Cost: the nodes that it made. */
uint32_t fp_fold_now(const struct fp_fold *fold);
void fp_fold_pairs_since(struct fp_fold *fold, const fp_fold_node *root, uint32_t then, fp_found_pairs *pairs);
/* Those that meet in blocks of the level `least` and above, a level that rises from a block to the blocks inside of it;
 * what meets in a graph, or behind the last iteration of a loop, always counts. `levels`: by place, of the block it
 * stands in. Of the tree only these blocks are combined. */
typedef struct fp_fold_depth {
    const uint32_t *levels;
    uint32_t least;
} fp_fold_depth;
void fp_fold_pairs_inside(struct fp_fold *fold, const fp_fold_node *root, fp_fold_depth depth, fp_found_pairs *pairs);
uint32_t fp_fold_place_count(const struct fp_fold *fold);
/* The pair as two of its accesses have it: groups hold accesses of loops that are alike, and the answer speaks of one
 * of them. False: it is the pair itself. */
bool fp_fold_pair_of(struct fp_fold *fold, const fp_pair *pair, uint32_t producer, uint32_t consumer, fp_pair *own);
/* Do the two meet only in memory that is supposed to be the workgroup's (fp_root_info)? Nothing is reported then. */
bool fp_fold_is_supposed(const struct fp_fold *fold, const fp_pair *pair);
/* The memory that a finding names by the resource of a key. In kernels of many accesses all parameters are one: any of
 * them may be the same memory. */
uint32_t fp_fold_memory(const struct fp_fold *fold, uint32_t resource);

/* Syncs by number, sorted: those of the kernel, and behind them those of callees (fp_fold_inner_sync). */
typedef struct {
    const uint32_t *data;
    uint32_t count;
} fp_syncs;
/* A sync of a callee whose bodies are folded with the kernel's values: one number stands for it in all calls. */
typedef struct {
    uint32_t unit; /* the function */
    fp_op op;      /* as the function numbers its ops */
    uint32_t nth;  /* of several syncs of one op */
    bool plain;    /* in every call a barrier of the whole workgroup and nothing else */
    bool wide;     /* it orders global memory, too */
} fp_fold_inner_sync;
uint32_t fp_fold_sync_count(const struct fp_fold *fold);
fp_syncs fp_fold_rare_syncs(struct fp_arena *arena, const struct fp_fold *fold);
/* The barriers, and halves of barriers, where waves may be one barrier apart (FP_SYNC_SHIFTED). */
fp_syncs fp_fold_shifted_syncs(struct fp_arena *arena, const struct fp_fold *fold);
fp_fold_inner_sync fp_fold_inner_sync_at(const struct fp_fold *fold, uint32_t number);
/* FP_NONE: the frame's values are not the kernel's, and its syncs stay as they are. */
uint32_t fp_fold_sync_number(const struct fp_fold *fold, uint32_t frame, uint32_t sync);
/* The tree without these syncs, for judgements and further changes. It holds no pairs, and its new nodes are
 * combined when something asks for them. */
const fp_fold_node *fp_fold_without(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs);
/* The same for a tree in which these syncs order workgroup memory only. */
const fp_fold_node *fp_fold_narrowed(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs);
/* What if these syncs were gone? The tree holds the pairs that they leave unordered. */
const fp_fold_node *fp_fold_what_if_without(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs);
/* What if `sync` stood right before the item at `place`? The tree is combined when its pairs are asked for. */
const fp_fold_node *fp_fold_what_if_before(struct fp_fold *fold, const fp_fold_node *root, uint32_t place,
                                           const fp_sync *sync);
/* The same for many at once, for little more than one costs. At one place a later one of the list stands behind an
 * earlier one. Sorts the list by place. */
typedef struct {
    uint32_t place;
    const fp_sync *sync;
} fp_insertion;
const fp_fold_node *fp_fold_what_if_with(struct fp_fold *fold, const fp_fold_node *root, fp_insertion *insertions,
                                         uint32_t count);
/* Place of the `index`-th item of a block of the kernel; places count items in pre-order. */
uint32_t fp_fold_place(const struct fp_fold *fold, const fp_items *block, uint32_t index);

/* Is there a pair that is ordered with these syncs and not without them? The search ends when enough is found for the
 * wish, or nothing depends on the syncs any more. */
typedef struct {
    uint32_t low, high;
} fp_place_range; /* half-open */
/* by: pairs found, per FP_SPACE_*; reached: some leaf holds one of the syncs; rests_on: the judgement stays the same
 * as long as nothing changes in these places (except with a wish that looks at the end) */
typedef struct {
    fp_needed by[FP_SPACE_COUNT];
    bool reached;
    fp_place_range rests_on;
} fp_judgement;
fp_judgement fp_fold_judge(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs, fp_judge_wish wish,
                           struct fp_arena *scratch);
/* The judgement in another tree: `root` with the syncs `back` restored, which it lacks, and without the syncs
 * `gone`. Nothing of that tree is kept. */
typedef struct {
    fp_syncs gone, back;
} fp_exchange;
fp_judgement fp_fold_judge_after(struct fp_fold *fold, const fp_fold_node *root, fp_exchange exchange, fp_syncs syncs,
                                 fp_judge_wish wish, struct fp_arena *scratch);
/* Is there a pair that these syncs order, and that they would leave unordered if they ordered workgroup memory only?
 * `back` names those of them that `root` has narrowed already. */
fp_judgement fp_fold_judge_width(struct fp_fold *fold, const fp_fold_node *root, fp_syncs back, fp_syncs syncs,
                                 struct fp_arena *scratch);
/* Is there an unordered pair whose producer is in flight where one of these syncs stands? */
fp_judgement fp_fold_judge_crossed(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs,
                                   struct fp_arena *scratch);

typedef enum {
    FP_SYNC_COUNTS,
    FP_SYNC_DIVERGENT, /* only some threads reach it: it orders nothing */
    FP_SYNC_STAGGERS,  /* a barrier that only some waves run, `if wave >= 4 {barrier}`: it puts them one barrier behind
                          the others, or brings them level again */
    FP_SYNC_SHIFTED,   /* stands where waves may be one barrier apart */
    FP_SYNC_UNREACHED
} fp_sync_role;
fp_sync_role fp_fold_sync_role(const struct fp_fold *fold, uint32_t sync);
fp_syncs
fp_fold_sync_peers(struct fp_fold *fold,
                   uint32_t sync); /* the barriers at which the arms of a branch meet as one, itself included */
fp_numbers fp_fold_sync_places(
    const struct fp_fold *fold,
    uint32_t sync); /* the places where it stands, borrowed; several when its callee is called more than once */
uint32_t fp_fold_sync_depth(const struct fp_fold *fold, uint32_t sync); /* loops around it */

/* Where an access number of a pair stands: an access of the kernel, one behind a call, or the op of an untracked item.
 * call: of the folded kernel, FP_NONE; access, untracked: of `kernel`, FP_NONE */
typedef struct {
    uint32_t access, call;
    const struct fp_kernel *kernel;
    fp_op untracked;
} fp_member_place;
fp_member_place fp_fold_member(const struct fp_fold *fold, uint32_t member);
/* Runs of callees: the frames from 1 on; 0 is the folded kernel. `kernel` may be the body of a call. */
typedef struct {
    const struct fp_kernel *kernel;
    uint32_t caller, call; /* the frame that it is called from, and the call in that frame's kernel */
} fp_fold_frame;
uint32_t fp_fold_frame_count(const struct fp_fold *fold);
fp_fold_frame fp_fold_frame_at(const struct fp_fold *fold, uint32_t frame);
uint32_t fp_fold_frame_of(const struct fp_fold *fold, uint32_t member); /* of an access */
/* Does some path of the frame lead to the access of its kernel? Where conditions contradict each other, none does. */
bool fp_fold_reaches(const struct fp_fold *fold, uint32_t frame, uint32_t access);
/* Is the call in that frame followed? */
bool fp_fold_follows(const struct fp_fold *fold, uint32_t frame, uint32_t call);
/* Barriers, or objects that threads hand over by, stand under conditions on threads, or perhaps do. */
bool fp_fold_has_streams(const struct fp_fold *fold);
bool fp_fold_calls_unknown(const struct fp_fold *fold); /* some callee is out of sight */
bool fp_fold_has_untracked(const struct fp_fold *fold); /* something in it touches memory that nothing follows */
/* What was cut off to bound the time: lists of accesses whose addresses are not compared, calls of known functions that
 * are not followed, conditions of which none is asked whether it implies another, and conditions whose two cases are
 * not told apart although they guard several regions: both ways are taken at each of these. */
uint64_t fp_fold_bounded_runs(const struct fp_fold *fold);
uint64_t fp_fold_bounded_calls(const struct fp_fold *fold);
uint64_t fp_fold_bounded_conditions(const struct fp_fold *fold);
uint64_t fp_fold_bounded_cases(const struct fp_fold *fold);
#endif
