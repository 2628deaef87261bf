/* fold_internal.h - what the files of the fold share; they call downwards in this list only.
 *
 *   fold.c              a kernel folded, and what is asked of the result
 *   fold_change.c       what if: without these syncs, with another one, judged
 *   fold_build.c        items to nodes
 *   fold_known.c        where nodes are built: conditions whose value is known
 *   fold_in_step.c      the same: barriers that waves of different arms pass together
 *   fold_node.c         one node: its result from those of its children
 *   fold_graph.c        graphs of blocks
 *   fold_settle.c       irreducible ones
 *   fold_case_splits.c  where items stand: places, conditions worth a case split
 *   fold_limits.c       runs with too many groups to compare
 *   fold_inner.c        syncs of callees, by number
 *   fold_frames.c       the frames of calls
 *   fold_context.c      what the summaries work with: columns, lanes, transforms of syncs
 *   fold_resources.c    the memory of accesses, and which of it may share bytes
 */
#ifndef FP_FOLD_INTERNAL_H
#define FP_FOLD_INTERNAL_H
#include "order/fold.h"
#include "order/relation_sync.h"

enum {
    FP_SPLITS_PER_SCOPE = 4, /* conditions of one block */
    FP_COUNTS_SPLIT = 2,     /* trip counts of one loop: none, one and more are told apart */
    FP_SPLITS_DEEP = 5,      /* each one doubles the valuations: what five conditions guard is folded up to 32 times */
    FP_IMPLYING_MAX = 48, /* beyond this many conditions of a kernel, no implications between them are looked for: the
                             search is quadratic */
    FP_RUN_MEETS_MAX = 512 * 512, /* pairs of groups of which one writes */
    FP_RUN_GROUPS_MAX = 4096,     /* groups that only read meet nothing, but every list carries them */
    FP_CALL_DEPTH_MAX = 16,
    FP_FRAMES_MAX = 256, /* callees are folded once per call */
    /* Functions that others call are judged by themselves, too, each with its callees: those of one group share this
     * many frames. Functions that call each other would else take the square of their number. */
    FP_GROUP_FRAMES_MAX = 1024
};

/* ---- frames: the kernel itself (0), and one per call of a callee that is known ---- */
typedef struct {
    uint32_t frame, loop;
} fp_frame_loop;
typedef struct {
    const struct fp_kernel *kernel;
    uint32_t parent, parent_call; /* whose call it is, and which */
    uint32_t top_call;            /* call of the folded kernel that leads here; FP_NONE: frame 0 */
    uint32_t depth;
    uint32_t universe;    /* the outermost frame whose values and addresses are those of this one, too */
    uint32_t member_base; /* number of its access 0 as a member */
    uint32_t class_count;
    uint32_t *columns;                           /* per class; FP_NONE: nothing ever orders or reports it */
    uint32_t *resources;                         /* per access */
    uint32_t *signatures;                        /* per sync; FP_NONE: not asked yet */
    uint32_t *sync_numbers;                      /* per sync of a callee: fp_fold_sync_number; NULL: it has none */
    uint32_t *callees;                           /* per call: its frame, FP_NONE: nothing is known of the callee */
    uint32_t *unknown_calls;                     /* per call: what an unknown callee may touch */
    uint32_t untracked_base;                     /* number of its first untracked item among those of all frames */
    uint64_t *loops, *branches, *graphs, *calls; /* per item: bits of the conditions inside (fp_split) */
    bool *trips_matter; /* per loop: some address behind it depends on its trip count; NULL: none does */
    FP_VEC(fp_frame_loop) trips_matter_of; /* of a universe: such loops in all frames of it */
    bool *crowded; /* per access: it stands in a run of too many groups and is folded without its address; NULL: none
                      does */
} fp_frame;

/* anything: all of its space; foreign FP_FOREIGN_ANYTHING: all of every space */
typedef struct {
    fp_roots roots;
    bool global;
    bool anything;
    uint32_t foreign;
} fp_resource; /* foreign: root of a callee that this kernel cannot name, 0: none */

/* An untracked item, and the resources that it reads and writes. */
typedef struct {
    uint32_t frame, index;
    FP_VEC(uint32_t) read, written;
} fp_untracked_place;

enum { FP_FRAME_HARMLESS = UINT32_MAX - 1 };  /* of a call: its callee touches no memory and orders nothing */
#define FP_OBJECT_FOREIGN (UINT32_C(1) << 31) /* an object that only callees can name */

/* The memory that code out of sight may touch: that of an unknown callee, or of the unknown callers of a function. */
typedef struct {
    uint32_t call;
    FP_VEC(uint32_t) resources;
} fp_unknown_call; /* call: of the folded kernel; FP_NONE: callers */
/* May copies of this class be in flight when the function is called? Then a wait in it may be meant for copies that
 * its callers issued. */
static inline bool fp_unknown_call_copies(const fp_unknown_call *unknown_call, const fp_class *klass) {
    return unknown_call->call == FP_NONE && klass->space == FP_SPACE_WORKGROUP && klass->counter != FP_COUNTER_NONE &&
           klass->object == FP_NONE;
}
enum {
    FP_FOREIGN_OUTSIDE = 1
}; /* memory that only code out of sight touches: barriers are kept for its sake, and no finding names it */
/* Resources in untracked memory: one for each kind of it, and one that may be any memory at all. Numbers that no root
 * of a callee has. */
enum { FP_FOREIGN_TENSOR = 4, FP_FOREIGN_CLUSTER = 8, FP_FOREIGN_ANYTHING = 12 };

/* ---- case blocks ---- */
/* block: the innermost one that holds all uses of the condition, and all loops around the uses that do not change
 * it; repeats: there is such a loop. The condition's bit in sets is its number modulo 64 */
typedef struct {
    uint32_t frame, value, uses, block;
    bool repeats;
    bool left_out;       /* somewhere it is one of too many to be split on */
    uint32_t implied_by; /* implications[..], FP_NONE: none */
} fp_split;
typedef struct {
    uint32_t by;
    bool by_truth, truth;
    uint32_t next;
} fp_implication; /* where condition `by` is known to be so, this one is `truth` */
typedef struct {
    const fp_item *data;
    uint32_t frame;
    uint32_t *places;         /* per item, and one past the last */
    uint32_t parent, nesting; /* FP_NONE: values of this block do not outlive it (the body of a loop, an irreducible
                                 graph), so that no block around it can split on them */
    fp_numbers splits;        /* most used first */
    bool of_call;             /* the body of a call: it runs once where the call stands */
} fp_case_block;

/* ---- graphs ---- */
typedef struct {
    uint32_t from, to, exit;
} fp_graph_arc; /* a live edge of a block, or the exit of a loop node */
typedef struct {
    fp_graph_arc *data;
    const uint32_t *start;
} fp_graph_arc_list; /* by source: those of node n are start[n] .. start[n + 1] */
typedef struct {
    uint32_t a, b;
    bool doubtful;
} fp_apart; /* two blocks that different threads run at the same time */
typedef FP_VEC(fp_apart) fp_aparts;
typedef struct {
    bool *divergent, *in_doubt; /* per node: only some threads reach it; perhaps */
    fp_op *parted_at;           /* per node that is divergent: the terminator at which threads part */
    fp_aparts apart;
} fp_graph_survey;

/* ---- nodes ---- */
/* Which addresses mean something where a node stands. */
typedef enum {
    FP_ADDRESSED_ALL,
    FP_ADDRESSED_FIXED, /* paths come here again, perhaps with other values: those that never change */
    FP_ADDRESSED_NONE
} fp_addressed;

typedef enum {
    FP_FOLD_NODE_EMPTY,
    FP_FOLD_NODE_ACCESS,
    FP_FOLD_NODE_SYNC,
    FP_FOLD_NODE_SEQUENCE,
    FP_FOLD_NODE_CHOICE, /* all threads choose alike */
    FP_FOLD_NODE_APART,  /* threads choose differently: the arms meet */
    FP_FOLD_NODE_LOOP,   /* body, tail */
    FP_FOLD_NODE_GRAPH,
    FP_FOLD_NODE_GRAPH_LOOP,
    FP_FOLD_NODE_UNKNOWN_CALL,
    FP_FOLD_NODE_UNTRACKED
} fp_fold_node_kind;

/* What only few nodes have made. */
typedef struct {
    fp_summary *exits; /* GRAPH_LOOP: one per exit */
    fp_pairs pairs;    /* unordered pairs that the node's parts make with each other */
} fp_fold_extra;

/* What folding has made of a node; written when the node is combined, and once more when it is met after that. The
 * summary is taken apart, as there are many of them: fp_fold_summary puts it together. */
typedef struct {
    const fp_entry *first, *last;
    uint32_t first_count, last_count;
    fp_transform through;
    bool pending;               /* not combined yet: there are no summary and no pairs */
    bool unmet;                 /* there is a summary; what meets in the node, and below it, has not been looked at */
    bool any_pair;              /* it, or a node below it, has pairs */
    const fp_fold_extra *extra; /* NULL: it has neither */
} fp_fold_result;

/* What only graphs have. */
typedef struct {
    fp_aparts apart;
    fp_graph_arc_list arcs; /* without those that the valuation rules out */
} fp_graph_parts;

/* There is one for each item and more, so that its parts lie close together. */
struct fp_fold_node {
    fp_fold_node_kind kind : 8;
    fp_meeting meeting : 8;               /* how syncs count there, */
    bool partial : 1;                     /* and whether only for some threads */
    fp_addressed addressed : 7;           /* ACCESS */
    bool counts : 1;                      /* ACCESS: the first of its op, which counts on its counter */
    bool ends_block : 1;                  /* its last place is the one behind its block's last item */
    bool never_runs : 1, surely_runs : 1; /* LOOP: in the valuation that it is built for */
    bool doubtful : 1;                    /* APART */
    bool removed : 1, narrow : 1;         /* SYNC: taken away; orders workgroup memory only */
    bool passing : 1;                     /* it and its result live in fold->passing, as long as one judgement */
    uint32_t number;                      /* index into the fold's marks */
    fp_fold_result *result;
    uint32_t frame, index; /* index: of the access, loop, graph, call */
    uint32_t low, high; /* places that it covers, half-open; where its items lie apart, other items may lie between */
    union {
        const fp_fold_node **children;
        const uint32_t *syncs; /* SYNC: more than one where arms meet at one barrier */
    };
    uint32_t child_count;
    fp_place trips; /* loops of which the valuation tells how often they run */
    union {
        const fp_graph_parts *parts; /* GRAPH, GRAPH_LOOP */
        struct {                     /* LOOP: it runs `least` times or more, and at most `spared - 1` times (0: no
                                        bound) */
            uint32_t least_trips, spared_trips;
        };
        struct { /* SYNC */
            uint32_t sync_count;
            fp_transform through; /* of one that a what-if has inserted: what it does; else FP_NONE */
        };
    };
};

/* Where one walk over the nodes has been; a mark with an older stamp is none. */
typedef struct {
    uint32_t stamp;
    const fp_fold_node *changed; /* what the walk has put in the node's place */
} fp_fold_mark;

/* The tree over a block that is folded under case splits: its shape, and what its valuations share. */
typedef enum {
    FP_SHIFT_NONE,
    FP_SHIFT_OPENS, /* the extra barrier that puts some waves one barrier behind the others */
    FP_SHIFT_LASTS, /* waves may be one barrier apart */
    FP_SHIFT_CLOSES /* the extra barrier of the others */
} fp_shift;
/* item: number in the block, FP_NONE for a run of items that have no effect. low, high: places. */
typedef struct {
    uint32_t item, low, high;
    fp_shift shift;
} fp_fold_leaf;
typedef struct {
    uint64_t splits;
    const fp_fold_node *plain;
} fp_range; /* splits: bits of the conditions inside; plain: the node that all valuations share when they decide none of
               these conditions */
typedef struct {
    const fp_item *items;
    uint32_t len, frame, context;
    fp_fold_leaf *leaves;
    uint32_t leaf_count;
    fp_range *data;
} fp_ranges;
typedef struct {
    const fp_range *range;
    uint64_t guards, truths;
    const fp_fold_node *node;
} fp_case_node; /* of one valuation: bits of what guards the range */

/* ---- the fold ---- */
typedef struct {
    fp_transform transforms[FP_MEETING_COUNT][2];
    fp_sync sync;
} fp_signature;

/* A key of a group, and that of one of its accesses by itself (fp_fold_pair_of). */
typedef struct {
    fp_key key;
    fp_footprint footprint;
    fp_key own;
} fp_own_key;

struct fp_fold {
    struct fp_arena *arena;
    struct fp_arena *passing; /* the scratch of the judgement under way */
    struct fp_kernel *kernel;
    const struct fp_program *program;
    const volatile bool *cancelled;
    bool stopped;
    struct fp_summaries summaries;
    struct fp_algebra *algebra;
    FP_VEC(fp_frame) frames;
    FP_VEC(fp_class) columns; /* class of each column */
    FP_VEC(fp_lane) lanes;
    FP_VEC(fp_resource) resources;
    fp_map resource_map;
    FP_VEC(uint64_t) own_columns; /* per resource */
    FP_VEC(fp_signature) signatures;
    fp_map signature_map;
    fp_relation *relations;          /* scratch: columns x lanes */
    fp_transform *access_transforms; /* 8 per column: what an access of the column does to older accesses; FP_NONE: not
                                        computed yet */
    fp_transform leave_groups;       /* lanes of groups: back to performed */
    FP_VEC(fp_case_block) blocks;
    fp_map block_map;
    FP_VEC(fp_split) splits;
    fp_map split_map;
    FP_VEC(fp_implication) implications;
    uint64_t implying[64]; /* per bit of a condition: bits of those that say something of it */
    uint32_t place_count;
    FP_VEC(fp_fold_inner_sync) inner_syncs; /* numbered behind the kernel's own */
    uint32_t sync_count;                    /* with those */
    fp_sync_role *roles;                    /* per sync */
    FP_VEC(fp_syncs) peers;
    uint32_t *peer_of, *depths;
    fp_numbers *sync_places; /* per sync: where it stands, or the kernel's call that leads to it */
    uint32_t member_count;   /* accesses of all frames; numbers from here on are those of `unknown_calls` */
    bool *reached;           /* per access of all frames: some path leads to it */
    FP_VEC(fp_unknown_call) unknown_calls;
    FP_VEC(fp_untracked_place) untracked; /* of all frames; as members they come behind the unknown_calls */
    uint32_t untracked_column;            /* FP_NONE: there is none */
    uint32_t *leaf_counts;                /* per sync: how many leaves stand for it, counting a leaf that valuations
                                             share twice; 1: one leaf with one way to the root */
    fp_map own_key_map;
    FP_VEC(fp_own_key) own_keys;
    struct fp_arena *building; /* holds the next four while the tree is built; NULL: it has been */
    fp_map ranges_map;
    FP_VEC(const fp_ranges *) ranges;
    fp_map case_map;
    FP_VEC(fp_case_node) case_nodes;
    bool has_streams; /* see fold.h */
    bool groups_stay;
    bool shifts;     /* some waves run one barrier behind others */
    bool goes_apart; /* some node is APART: threads of a group may stand in one arm, and meet others behind it */
    bool unread;     /* nobody asks for the kernel's pairs: syncs are judged in it, or nothing is said of its pairs */
    bool *passed;    /* per resource, once `united` is there: it is one of those that may alias each other */
    uint32_t united; /* the resource that stands for all these; FP_NONE: there is none */
    uint32_t node_count;
    FP_VEC(fp_fold_mark) marks;           /* by number of the node */
    uint32_t stamp;                       /* of the last walk */
    uint64_t bounded_runs, bounded_calls; /* lists cut; calls of known callees that are not followed */
    uint64_t bounded_conditions;          /* conditions that are too many to look for implications between them */
    uint64_t bounded_cases; /* conditions that are worth a case split, somewhere where there are too many of them */
    const fp_fold_node *root, *without_rare; /* without_rare: NULL until it is asked for */
};

static inline struct fp_arena *fp_fold_arena_of(const struct fp_fold *fold, bool passing) {
    return passing ? fold->passing : fold->arena;
}
/* What the node's result holds. Most nodes have neither exits nor pairs. */
static inline fp_summary fp_fold_summary(const fp_fold_node *node) {
    const fp_fold_result *result = node->result;
    assert(!result->pending);
    return (
        fp_summary){ result->through, { result->first, result->first_count }, { result->last, result->last_count } };
}
static inline const fp_summary *fp_fold_exits(const fp_fold_node *node) {
    return node->result->extra ? node->result->extra->exits : NULL;
}
static inline fp_pairs fp_fold_own_pairs(const fp_fold_node *node) {
    return node->result->extra ? node->result->extra->pairs : (fp_pairs){ 0 };
}

/* Is the frame the body of a call, with the values of its caller? FP_NONE, FP_FRAME_HARMLESS: no frame. */
static inline bool fp_frame_is_joined(const struct fp_fold *fold, uint32_t frame) {
    return frame < fold->frames.len && fold->frames.data[frame].universe != frame;
}

/* fold_frames.c */
void fp_fold_open_frames(struct fp_fold *fold);
uint32_t *fp_fold_new_numbers(struct fp_fold *fold, uint32_t count); /* all FP_NONE, and one behind the last */

/* fold_resources.c */
uint32_t fp_fold_use_resource(struct fp_fold *fold, fp_resource resource, uint32_t column); /* its number */
/* Behind all other resources: one for all that callers pass, and for all of which nothing is known. Runs of too many
 * of these have that one instead of theirs. */
void fp_fold_unite_passed(struct fp_fold *fold);
void fp_fold_find_neighbours(struct fp_fold *fold);
bool fp_fold_suppose(const struct fp_fold *fold, const fp_resource *p, const fp_resource *c); /* fp_fold_is_supposed */

/* fold_context.c */
void fp_fold_context_build(struct fp_fold *fold);
bool fp_fold_has_callers(const struct fp_fold *fold); /* unknown code may call the kernel as a function */
fp_transform fp_fold_context_sync(struct fp_fold *fold, uint32_t frame, uint32_t sync, fp_meeting meeting,
                                  bool partial);
fp_transform fp_fold_context_narrow(struct fp_fold *fold, uint32_t frame, uint32_t sync, fp_meeting meeting,
                                    bool partial); /* if it were of workgroup memory only */
fp_transform fp_fold_context_transform(struct fp_fold *fold, const fp_sync *sync, fp_meeting meeting,
                                       bool partial); /* of a sync of the kernel that is not in it */
fp_transform fp_fold_context_access(struct fp_fold *fold, const fp_access *access, uint32_t column, bool counts);

/* fold_inner.c */
void fp_fold_inner_build(struct fp_fold *fold);

/* fold_limits.c */
void fp_fold_bound_frame(struct fp_fold *fold, uint32_t frame); /* before nodes are built over its blocks */

/* fold_case_splits.c */
void fp_case_block_build(struct fp_fold *fold);
const fp_case_block *fp_case_block_find(const struct fp_fold *fold, uint32_t frame,
                                        const fp_items *items); /* NULL: an empty block */

/* Counts a condition on which some block is not split, to bound the time. */
void fp_case_block_leave_out(struct fp_fold *fold, uint32_t split);

fp_condition fp_loop_runs(const fp_loop_item *loop);
const fp_split *fp_case_block_split(const struct fp_fold *fold, uint32_t frame,
                                    uint32_t value); /* NULL: nothing is guarded by it */

/* fold_build.c */
const fp_fold_node *fp_fold_build(struct fp_fold *fold);

/* fold_graph.c */
fp_graph_arc_list fp_graph_arcs(struct fp_fold *fold, uint32_t frame, const fp_graph_item *graph, const bool *dead);
/* Per block: does it run more than once? */
bool *fp_graph_repeated(struct fp_fold *fold, fp_graph_arc_list arcs, uint32_t count);
/* ends_kernel: to leave the graph is to end the kernel; repeats: node 0 is the next iteration */
fp_graph_survey fp_graph_survey_build(struct fp_fold *fold, const fp_graph_item *graph, fp_graph_arc_list arcs,
                                      bool ends_kernel, bool repeats);
/* exits: set for GRAPH_LOOP, one per exit */
fp_summary fp_graph_combine(struct fp_fold *fold, const fp_fold_node *node, const fp_sink *sink, fp_summary **exits);

/* fold_settle.c */
/* Does an arc to there stay in the graph? An iteration of a loop ends where node 0 is entered again. */
static inline bool fp_graph_leads_inside(const fp_fold_node *node, const fp_graph_item *graph, uint32_t to) {
    return to < graph->node_count && !(to == 0 && node->kind == FP_FOLD_NODE_GRAPH_LOOP);
}
/* What stands before the blocks of an irreducible graph, over all ways to them; `before` holds it for the graph's
 * entry. Accesses of one key are one entry there, with the union of their relations. */
void fp_graph_settle(struct fp_fold *fold, const fp_fold_node *node, const fp_graph_item *graph, struct fp_arena *keep,
                     fp_summary *before);
#endif
