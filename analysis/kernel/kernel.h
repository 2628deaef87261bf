/* kernel.h - a kernel as the analysis sees it: a tree of items (access, sync, loop, branch, graph, call) over
 * accesses, buffers and addresses.
 *
 * `lower.c` builds it from ir.h, `fold.c` folds it with the algebra. Only workgroup and global memory have accesses;
 * private memory has none.
 *
 * Ownership  everything lives in the arena given to `fp_lower`; strings borrow the document's text.
 * Order      items of a block are in execution order; accesses, syncs, loops and conditions are numbered in the order
 *            of their first item. An op that runs as several accesses (a copy, an atomic with two buffers) is several
 *            items, reads first.
 */
#ifndef FP_KERNEL_H
#define FP_KERNEL_H
#include "address/address.h"
#include "address/buffer.h"
#include "base/vec.h"
#include "facts/target.h"
#include "kernel/tags.h"
#include "read/ir.h"

typedef enum { FP_ACCESS_READ, FP_ACCESS_WRITE, FP_ACCESS_ATOMIC } fp_access_kind;
enum { FP_SPACES_NONE = 0, FP_SPACES_WORKGROUP = 1, FP_SPACES_GLOBAL = 2, FP_SPACES_ALL = 3, FP_SPACES_UNTRACKED = 4 };

/* What syncs can tell accesses apart by. Accesses with equal classes are treated alike by every relation. */
typedef struct {
    fp_space space;
    fp_counter counter; /* of an asynchronous access, NONE: ordinary */
    bool plain_lds_dma; /* LDS-DMA without `async`: a release fence may complete it (target) */
    uint32_t object;    /* FP_COUNTER_MBARRIER, DMA_TAG: root that completes it; FP_NONE */
    uint32_t tags;      /* set of memory-model tags in kernel.tags, 0: none */
    uint8_t
        slot; /* of an array of objects, + 1: in how many iterations the loop that waits on it comes to it; 0: any */
} fp_class;
static inline bool fp_class_equal(const fp_class *a, const fp_class *b) {
    return a->space == b->space && a->counter == b->counter && a->plain_lds_dma == b->plain_lds_dma &&
           a->object == b->object && a->tags == b->tags && a->slot == b->slot;
}
/* Accesses of workgroup memory that no counter tracks, without tags. */
#define FP_CLASS_ORDINARY ((fp_class){ .space = FP_SPACE_WORKGROUP, .object = FP_NONE })

typedef struct {
    fp_op op;
    fp_span span; /* where findings point: the op without its results, regions and trailing attributes */
    fp_access_kind kind;
    uint32_t klass;                        /* index into kernel.classes */
    fp_roots roots;                        /* what it may touch */
    fp_footprint footprint;                /* which bytes, by which threads, under which guards */
    uint32_t width_bytes;                  /* per thread; 0: not known */
    bool ordered_release, ordered_acquire; /* atomics with such an ordering */
    bool assumed;                          /* of an op that no table knows: read and written to be safe */
    fp_value stored;                       /* of a write: FP_NONE: not one SSA value */
    bool stores_buffer; /* .. its row names the buffer in its place: what is stored is some of its elements */
    bool same_value; /* a write that races with itself: threads that touch common bytes store equal values there (told
                        by fp_analyse) */
    fp_str buffer_name;  /* as written at the op: "%lds", "@lds" */
    fp_span callee_span; /* of one that stands at a call for what the callee does: where that is; empty: none */
} fp_access;

typedef enum {
    FP_SYNC_BARRIER, /* all threads of `scope` arrive and wait; orders `spaces` */
    FP_SYNC_SIGNAL,
    FP_SYNC_WAIT, /* halves; `id` */
    FP_SYNC_FENCE,
    FP_SYNC_COUNTER_WAIT, /* `waits` */
    FP_SYNC_COMMIT,
    FP_SYNC_COMPLETION_WAIT, /* on an mbarrier or DMA tag `object` */
    FP_SYNC_ARRIVE,          /* on an mbarrier `object` */
    FP_SYNC_COUNT_UP, /* other traffic on counters: `waits[i].counter` grows by one, `maybe` when it is not certain */
    FP_SYNC_INIT,
    FP_SYNC_JOIN,
    FP_SYNC_LEAVE,
    FP_SYNC_INVALIDATE,
    FP_SYNC_QUERY, /* asks for the state of barrier `id` */
    FP_SYNC_TURN,  /* no op: an iteration of a loop that waits on slots of `object` in turn ends; `member_count` slots,
                      0: the loop ends */
    FP_SYNC_PACING
} fp_sync_kind;

typedef enum { FP_PHASE_RIGHT, FP_PHASE_SOMETIMES_WRONG, FP_PHASE_WRONG } fp_phase_fault;

enum { FP_WAITS_MAX = 8 };
typedef struct {
    fp_counter counter;
    int32_t count;
} fp_counter_wait; /* count -1: not known, at most the worst is assumed */

typedef struct {
    fp_op op;
    fp_span span;
    const fp_op_info *info;
    fp_sync_kind kind;
    fp_scope scope;
    uint8_t spaces;        /* FP_SPACES_*: what it makes visible; 0: execution only */
    bool release, acquire; /* of fences and ordering barriers: both, save for half fences */
    bool bare;             /* s.barrier without fences */
    bool maybe;            /* its effect is not certain (non-blocking, predicated) */
    bool implied;  /* inside an op that does more than synchronise (a reduction with its scratch): it cannot be removed
                      or moved alone */
    bool doubtful; /* implied, and compilers differ on it: it orders, but no other barrier is superfluous because of it
                    */
    bool wide_spelled; /* its text names no space although it could: a candidate for wide-fence */
    int32_t id;        /* FP_ID_*: barrier number; 16-bit numbers are themselves */
    uint32_t object;   /* root of an object or named barrier given by pointer, FP_NONE */
    uint32_t tags;     /* set in kernel.tags, 0: none */
    fp_counter_wait waits[FP_WAITS_MAX];
    uint32_t wait_count;
    uint8_t slot;               /* of a completion wait: the slot (fp_class.slot) that it completes; 0: all slots */
    fp_value parity;            /* of a completion wait: the phase that it waits for; FP_NONE: it names none */
    fp_phase_fault phase_fault; /* does `parity` name the phase in which its copies land? With the wrong one it waits
                                   for nothing */
    uint32_t phase_iteration;
    uint8_t phase_parity; /* an example of a wrong phase: the parity there, in `phase_iteration`, and a copy that is not
                             waited for */
    fp_span phase_copy;
    int64_t member_count; /* of init, counted barriers; -1: not given */
} fp_sync;
enum {
    FP_ID_WORKGROUP = -1,
    FP_ID_CLUSTER = -3,
    FP_ID_UNKNOWN = INT32_MIN,
    FP_ID_OBJECT = INT32_MIN + 1,
    FP_ID_OUT_OF_RANGE = INT32_MAX
}; /* a number that no barrier has on any target */

typedef enum {
    FP_ITEM_ACCESS,
    FP_ITEM_SYNC,
    FP_ITEM_LOOP,
    FP_ITEM_BRANCH,
    FP_ITEM_GRAPH,
    FP_ITEM_CALL,
    FP_ITEM_UNTRACKED
} fp_item_kind;
typedef struct {
    fp_item_kind kind;
    uint32_t index;
} fp_item; /* index into the kernel's array of that kind */
typedef struct {
    fp_item *data;
    uint32_t len, capacity;
} fp_items; /* one straight block */

/* A condition that chooses arms. Equal `value` numbers hold the same value at the same time, so that a second branch
 * on it is known inside the first. */
typedef struct {
    uint32_t value;
    bool negated;
} fp_condition;                     /* value FP_NONE: nothing is known to be equal to it */
enum { FP_CONDITION_CONSTANT = 0 }; /* never true; negated: always */

enum { FP_RUNS_AGAIN = 3 };
typedef struct {
    fp_op op;        /* the loop op, or the terminator of the header of a natural loop */
    fp_span span;    /* where "the loop on line N" is: its head */
    uint32_t parent; /* enclosing loop, FP_NONE */
    fp_items body;   /* one iteration */
    fp_items tail;   /* what runs after the last whole iteration: `before` of scf.while, header of a natural loop; often
                        empty */
    int64_t trips_min, trips_max; /* how often `body` runs; trips_max -1: not known. Equal: exact */
    fp_condition runs;            /* that `body` runs at all; trips_min above 0: not asked */
    fp_condition again[FP_RUNS_AGAIN];
    uint32_t again_count; /* that it runs at least twice, three times, ..: prologues of pipelines ask that, too */
    fp_uniformity level;  /* of the trip count: do all threads iterate equally often? */
    bool threads;         /* iterations are threads (mapped scf.forall): the body runs once */
} fp_loop_item;

typedef struct {
    fp_op op;
    fp_span span;
    fp_condition condition; /* of arm 0; two arms: arm 1 is its negation. More arms (switch): FP_NONE */
    fp_value selector;      /* the i1 or index value that chooses; FP_NONE: none (affine.if sets, partitions) */
    fp_uniformity level;    /* do all threads choose alike? */
    bool concurrent;        /* arms run at the same time on different warps (partitions) */
    fp_items *arms;
    uint32_t arm_count; /* at least 2 (an empty arm for a missing else) */
} fp_branch_item;

/* Blocks with edges that are neither loops nor diamonds: acyclic parts with early exits, loops with several exits,
 * and irreducible graphs. Node 0 is the entry; nodes are in topological order but for back edges. */
typedef struct {
    uint32_t from, to;
    fp_condition condition;
} fp_edge; /* to == node_count: leaves the graph */
typedef struct {
    fp_items items; /* of the block; of a loop node: empty */
    uint32_t loop;  /* index into kernel.graph_loops: the node stands for a natural loop; FP_NONE */
    fp_op terminator;
    fp_uniformity level; /* of its terminator's condition */
} fp_graph_node;
typedef struct {
    fp_graph_node *nodes;
    uint32_t node_count;
    fp_edge *edges;
    uint32_t edge_count;
    fp_op op;
    bool irreducible;
} fp_graph_item;
/* A natural loop inside a graph: an inner graph entered at node 0. Its edges: to == node_count + k leaves by exit k
 * (exit k goes on to node `exits[k]` of the outer graph, or out of it when that equals the outer node_count); to ==
 * node 0 is the next iteration. */
typedef struct {
    fp_graph_item inner;
    uint32_t *exits;
    uint32_t exit_count;
    uint32_t loop; /* kernel.loops: op, span, trips, parent; body and tail empty */
} fp_graph_loop;

typedef struct {
    fp_op op;
    fp_span span;
    fp_str callee; /* symbol without @; empty: indirect */
    uint32_t unit; /* unit of the callee; FP_NONE: not in this file (or not known) */
    fp_roots *arguments;
    uint32_t argument_count; /* per parameter: the roots that reach it, 0: none */
    uint64_t alike;          /* bit k: all threads of the workgroup give the same argument for parameter k */
} fp_call_item;

/* What an op does to memory that nothing follows: syncs around it stay, and nothing is reported of it. */
typedef struct {
    fp_op op;
    fp_span span;
    fp_untracked touches;
    bool elected;     /* see fp_op_info */
    fp_roots scratch; /* of a call: the scratch of its callee, read and written; 0: none */
} fp_untracked_item;

struct fp_kernel {
    const struct fp_ir *ir;
    fp_op op; /* the function-like op or gpu.launch */
    fp_str name;
    bool is_entry; /* a kernel entry, or something that is never called in the file */
    bool is_public;
    bool called_elsewhere; /* no kernel itself: callers that are not in this file may access memory before and after it
                            */
    bool has_barrier, awaits_membar; /* Triton's ttg before its membar pass: local memory ops and no barrier in it nor
                                        in the functions it calls */
    bool has_tensors; /* workgroup memory that is still a value: where its accesses will stand is not decided yet */
    const fp_target *target;
    fp_phrase target_source;
    fp_launch launch;
    fp_phrase block_source;
    fp_items body;
    FP_VEC(fp_access) accesses;
    FP_VEC(fp_access) callee_accesses; /* what callees touch, shown at the calls: made for findings that name it */
    FP_VEC(fp_class) classes;
    FP_VEC(fp_sync) syncs;
    FP_VEC(fp_loop_item) loops;
    FP_VEC(fp_branch_item) branches;
    FP_VEC(fp_graph_item) graphs;
    FP_VEC(fp_graph_loop) graph_loops;
    FP_VEC(fp_call_item) calls;
    FP_VEC(fp_untracked_item) untracked;
    FP_VEC(fp_op) unknown_ops;      /* ops that no table knows and that take workgroup memory */
    struct fp_buffers *buffers;     /* root allocations: buffer.h */
    struct fp_addresses *addresses; /* footprints and their overlap: address.h */
    struct fp_tags *tags;           /* tag sets of classes and syncs: tags.h */
    uint64_t shared_bytes;
};

/* The kernels of one file. Callees are found by unit. */
struct fp_program {
    struct fp_kernel **kernels;
    uint32_t count;
    struct fp_kernel *
        *by_unit; /* per unit of the context: its kernel, NULL when it was not lowered (no memory, no sync, no call) */
    uint32_t unit_count;
};

/* Findings number the accesses of callees behind the kernel's own. They have a class, but neither roots nor a
 * footprint. */
static inline uint32_t fp_kernel_access_count(const struct fp_kernel *kernel) {
    return kernel->accesses.len + kernel->callee_accesses.len;
}
static inline bool fp_kernel_is_callee_access(const struct fp_kernel *kernel, uint32_t number) {
    return number >= kernel->accesses.len;
}
static inline const fp_access *fp_kernel_access(const struct fp_kernel *kernel, uint32_t number) {
    return fp_kernel_is_callee_access(kernel, number) ? &kernel->callee_accesses.data[number - kernel->accesses.len]
                                                      : &kernel->accesses.data[number];
}

/* Is there anything in the kernel that the wait for counters may be for? */
static inline bool fp_kernel_tracks(const struct fp_kernel *kernel, const fp_sync *wait) {
    for (uint32_t i = 0; i < wait->wait_count; i++) {
        if (wait->waits[i].counter == FP_COUNTER_DS) return true;
        for (uint32_t k = 0; k < kernel->classes.len; k++)
            if (kernel->classes.data[k].counter != FP_COUNTER_NONE &&
                kernel->classes.data[k].counter == wait->waits[i].counter)
                return true;
    }
    return false;
}
/* Of ops that synchronise: what counts up besides is left out. */
uint32_t fp_kernel_sync_count(const struct fp_kernel *kernel);

#endif
