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

/* Syncs tell accesses apart by their class and by nothing else: every relation treats equal classes alike. */
typedef struct {
    fp_space space;
    fp_counter counter; /* the counter that completes an asynchronous access; NONE: the access is ordinary */
    bool plain_lds_dma; /* LDS-DMA without `async`: on some targets a release fence completes it */
    bool performed;     /* its thread goes on only when it is complete: a wait has read its object */
    bool inits;         /* it makes an mbarrier */
    uint32_t object;    /* root of the mbarrier or DMA tag that completes it; FP_NONE: no object does */
    uint32_t tags;      /* set of memory-model tags in kernel.tags, 0: none */
} fp_class;
static inline bool fp_class_equal(const fp_class *a, const fp_class *b) {
    return a->space == b->space && a->counter == b->counter && a->plain_lds_dma == b->plain_lds_dma &&
           a->performed == b->performed && a->inits == b->inits && a->object == b->object && a->tags == b->tags;
}
/* Accesses of workgroup memory that no counter tracks, without tags. */
#define FP_CLASS_ORDINARY ((fp_class){ .space = FP_SPACE_WORKGROUP, .object = FP_NONE })

typedef struct {
    fp_op op;
    fp_span span; /* where findings point: the op without its results, regions and trailing attributes */
    fp_access_kind kind;
    uint32_t klass;                        /* index into kernel.classes */
    fp_roots roots;                        /* the allocations that it may touch */
    fp_footprint footprint;                /* which bytes, by which threads, under which guards */
    uint32_t width_bytes;                  /* per thread; 0: not known */
    bool atomic;                           /* no other atomic races with it: one that only loads is a read, too */
    bool ordered_release, ordered_acquire; /* atomics with such an ordering */
    bool elected;                          /* one thread does it, the same one for all that are elected */
    bool assumed;    /* no table knows the op: to be safe, it reads and writes the buffers that it is handed */
    bool of_object;  /* the bytes of an object that copies complete on */
    bool arrives;    /* a copy that tells by an object, too, when it has landed: which one is not known */
    bool may_arrive; /* likewise, or the text does not tell that it does not */
    fp_value when; /* of a described copy: it copies where this holds, or does not, as `unless` says; FP_NONE: always */
    bool unless;
    bool shared_out; /* threads of the op share the bytes out, or all write the same ones: no race of it with itself */
    fp_value stored; /* the value that a write stores; FP_NONE: not one SSA value */
    bool stores_buffer; /* `stored` is the buffer itself, as its row says: some elements of the buffer are stored */
    fp_str buffer_name; /* as written at the op: "%lds", "@lds" */
    fp_span
        callee_span; /* the access in a callee that this one, at the call, stands for; empty: it is the kernel's own */
} fp_access;
/* An atomic on global memory may hand over what other threads wrote anywhere there, or take it: a lock, a counter of
 * arrivals, a flag. A barrier beside it makes the workgroup's part of that true, so it meets every access of global
 * memory. */
static inline bool fp_access_publishes(const fp_access *access, bool global) { return global && access->atomic; }

typedef enum {
#define FP_SYNC_KIND(kind, word, work, ...) FP_SYNC_##kind,
#include "kernel/sync_kinds.def"
} fp_sync_kind;
enum { FP_SYNC_KINDS = FP_SYNC_PACING + 1 };

/* What an op with such a sync does most, rising. */
typedef enum {
    FP_SYNC_WORKS_NONE,
    FP_SYNC_WORKS_FENCE,
    FP_SYNC_WORKS_WAIT,
    FP_SYNC_WORKS_SIGNAL,
    FP_SYNC_WORKS_BARRIER,
    FP_SYNC_WORKS
} fp_sync_work;

/* What a sync does by its kind alone, whatever its operands: the columns of sync_kinds.def. */
typedef struct {
    const char *word; /* "wait-counter" */
    fp_sync_work work;
    bool orders;    /* accesses before and behind it may be ordered by it; the others count, name and set up */
    bool publishes; /* what the thread did before it is known to those who wait; a fence: if it releases */
    bool takes;     /* what others published is known behind it; a fence: if it acquires */
    bool meets;     /* threads of different waves wait for each other by it */
    bool names;     /* `id` says which barrier */
} fp_sync_traits;
extern const fp_sync_traits fp_sync_traits_of[FP_SYNC_KINDS];

enum { FP_WAITS_MAX = 8 };
typedef struct {
    fp_counter counter;
    int32_t count; /* so many may still be in flight behind the wait; -1: not known, it promises nothing */
} fp_counter_wait;

typedef struct {
    fp_op op;
    fp_span span;
    const fp_op_info *info;
    fp_sync_kind kind;
    fp_scope scope;
    uint8_t spaces;        /* FP_SPACES_* whose accesses it makes visible; 0: it orders execution only */
    bool release, acquire; /* fences and barriers that order memory have both, half fences one of them */
    bool only_inits;       /* of a fence: it heeds nothing but inits of mbarriers */
    bool bare;             /* s.barrier without fences */
    bool predicated;       /* an instruction with a predicate of its own: perhaps only some threads run it */
    bool maybe;            /* it may have no effect: a non-blocking wait, a predicate */
    bool of_array;         /* a wait for one of several objects: which of them is for the run of its kernel to tell */
    bool implied;          /* part of an op that does more, as the barrier of a reduction: it cannot be removed alone */
    bool doubtful;         /* some compilers leave it out: it orders, but makes no other barrier superfluous */
    bool assumed;          /* doubtful, and pairs that it alone orders are told: the meetings at a mapped scf.forall */
    bool rare;             /* doubtful, and only some releases of a compiler make it. Texts count on it for what threads
                              store; a barrier behind a wait for copies they hold at all times, so that copies that
                              it alone orders are told. No sync is superfluous for its sake */
    bool unmapped;     /* in a loop whose iterations are to become threads, and nothing tells which: memory that is each
                          thread's own by its op may be theirs in common then. Never called redundant */
    bool wide_spelled; /* its text names no space although it could: a candidate for wide-fence */
    int32_t id;        /* number of the barrier, or FP_ID_* */
    uint32_t object;   /* root of an object or named barrier given by pointer, FP_NONE */
    uint32_t own_object; /* the root that the op itself names: pointers and numbers of one kernel have one `object` */
    uint32_t tags;       /* set in kernel.tags, 0: none */
    fp_counter_wait waits[FP_WAITS_MAX];
    uint32_t wait_count;
    int64_t member_count; /* threads or arrivals that an init or a counted barrier names; -1: none named */
    fp_guards guards;     /* the conditions around it; told of what threads meet at besides the workgroup's barrier */
} fp_sync;
enum {
    FP_ID_WORKGROUP = -1,
    FP_ID_CLUSTER = -3,
    FP_ID_UNKNOWN = INT32_MIN,
    FP_ID_OBJECT = INT32_MIN + 1,
    FP_ID_OUT_OF_RANGE = INT32_MAX /* a number that no barrier has on any target */
};
/* A barrier of the whole workgroup that orders accesses of those spaces and stands in no text. */
static inline fp_sync fp_sync_barrier(uint8_t spaces) {
    return (fp_sync){ .kind = FP_SYNC_BARRIER,
                      .scope = FP_SCOPE_WORKGROUP,
                      .spaces = spaces,
                      .release = true,
                      .acquire = true,
                      .id = FP_ID_WORKGROUP,
                      .object = FP_NONE,
                      .member_count = -1 };
}
/* AMD's null barrier, on which ops do nothing: its number is 0. Number 0 of other makers is a barrier like any. */
bool fp_sync_is_on_null(const fp_sync *sync);

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
    uint32_t index; /* into the kernel's array of that kind */
} fp_item;
typedef struct {
    fp_item *data;
    uint32_t len, capacity;
} fp_items; /* one straight block */

/* A condition that chooses arms, by the number of its expression (fp_addresses_condition). Conditions with one number
 * agree, so that inside an arm of the first branch the second one is known. */
typedef struct {
    uint32_t value; /* FP_NONE: nothing is known to agree with it */
    bool negated;
} fp_condition;
enum { FP_CONDITION_CONSTANT = 0 }; /* never true; negated: always */

enum { FP_RUNS_AGAIN = 3 };
typedef struct {
    fp_op op;        /* the loop op, or the terminator of the header of a natural loop */
    fp_span span;    /* where "the loop on line N" is: its head */
    uint32_t parent; /* enclosing loop, FP_NONE */
    fp_items body;   /* one iteration */
    fp_items tail;   /* runs once more after the last iteration: `before` of scf.while, the header of a natural loop;
                        often   empty */
    int64_t trips_min, trips_max;      /* how often `body` runs; trips_max -1: not known */
    fp_condition runs;                 /* the body runs at all; not set where trips_min is above 0 */
    fp_condition again[FP_RUNS_AGAIN]; /* it runs at least twice, three times, ..: prologues of pipelines ask that */
    uint32_t again_count;
    fp_uniformity uniformity; /* do all threads iterate equally often? */
    bool threads;             /* iterations are threads (mapped scf.forall): the body runs once */
} fp_loop_item;

typedef struct {
    fp_op op;
    fp_span span;
    fp_condition condition;   /* arm 0 runs where it holds, arm 1 where it does not; FP_NONE with more arms (switch) */
    fp_value selector;        /* the i1 or index value that chooses; FP_NONE: no single value (affine.if, partitions) */
    fp_uniformity uniformity; /* do all threads that go on choose alike? */
    bool others_end;          /* the other threads end the kernel: the condition may differ between threads */
    bool concurrent;          /* arms run at the same time on different warps (partitions) */
    fp_items *arms;
    uint32_t arm_count; /* at least 2 (an empty arm for a missing else) */
} fp_branch_item;

/* Blocks with edges that are neither loops nor diamonds: acyclic parts with early exits, loops with several exits,
 * and irreducible graphs. Node 0 is the entry; nodes are in topological order but for back edges. */
typedef struct {
    uint32_t from, to; /* to == node_count: the edge leaves the graph */
    fp_condition condition;
} fp_edge;
typedef struct {
    uint32_t loop;  /* the natural loop that the node stands for, in kernel.graph_loops; FP_NONE: it is a block */
    fp_items items; /* the block's; empty for a loop */
    fp_op terminator;
    fp_uniformity uniformity; /* how far threads agree on the terminator's condition */
} fp_graph_node;
typedef struct {
    fp_graph_node *nodes;
    uint32_t node_count;
    fp_edge *edges; /* in the order of `from` */
    uint32_t edge_count;
    fp_op op;
    bool irreducible;
} fp_graph_item;
/* A natural loop inside a graph: an inner graph, entered at node 0. An edge of it to node 0 starts the next iteration,
 * one to node_count + k leaves the loop by exit k. */
typedef struct {
    fp_graph_item inner;
    uint32_t *exits; /* per exit: the node of the outer graph that it leads to; the outer node_count: out of it, too */
    uint32_t exit_count;
    uint32_t
        counted;   /* the exit to which node 0 leads, when it has run as often as it may; FP_NONE: it leads to none */
    uint32_t loop; /* its entry in kernel.loops, where body and tail are empty */
} fp_graph_loop;

typedef struct {
    fp_op op;
    fp_span span;
    fp_str callee;          /* symbol without @; empty: indirect */
    uint32_t unit;          /* unit of the callee; FP_NONE: not in this file (or not known) */
    struct fp_kernel *body; /* the callee as this call runs it: its values, buffers and addresses are the caller's,
                               parameters are the arguments, and ops and loops number on from the caller's. NULL: that
                               was not made (join.h) */
    fp_roots *arguments;    /* per parameter: the roots that reach it, 0: none */
    uint32_t argument_count;
    int64_t offset_bytes; /* place of the callee's workgroup memory in that of the function at hand; -1: not told */
    uint64_t alike;       /* bit k: all threads of the workgroup give the same argument for parameter k */
    uint64_t shared;      /* bit k: that argument may name workgroup memory; bit 63 for all from there on */
} fp_call_item;

/* An op touches memory that nothing follows: syncs around it are kept, and no hazard is reported for it. */
typedef struct {
    fp_op op;
    fp_span span;
    fp_untracked touches;
    bool elected; /* see fp_op_info */
    bool copies;  /* no table knows the op, and it takes memory or what no table knows: it may start copies */
    fp_roots
        written; /* it also writes the scratch of a callee, or an object that something arrives on later; 0: none */
} fp_untracked_item;

/* The passes of its compiler that a kernel has yet to go through (stage.h). */
typedef enum {
    FP_STAGE_LAST,          /* none that matters here */
    FP_STAGE_BEHIND_MEMBAR, /* none: Triton's membar pass has placed its barriers */
    FP_STAGE_BEFORE_MEMBAR,
    FP_STAGE_BARRIERS_BY_HAND, /* the same, but its own barriers are judged */
    FP_STAGE_BEFORE_THREADS    /* the one that shares out the workgroup's work among its threads */
} fp_kernel_stage;
static inline bool fp_stage_awaits_membar(fp_kernel_stage stage) {
    return stage == FP_STAGE_BEFORE_MEMBAR || stage == FP_STAGE_BARRIERS_BY_HAND;
}
static inline bool fp_stage_is_early(fp_kernel_stage stage) { return stage >= FP_STAGE_BEFORE_MEMBAR; }

struct fp_kernel {
    const struct fp_ir *ir;
    fp_op op;        /* the function-like op or gpu.launch; of the body of a call: the call */
    bool is_body;    /* of a call (fp_call_item.body) */
    fp_op op_behind; /* of the body of a call: its ops are those of the callee, so many numbers on */
    uint32_t unit;
    fp_loop_id first_loop; /* what `addresses` calls loop 0 of `loops`; 0 but in the body of a call */
    fp_str name;
    bool is_entry; /* a kernel entry, or something that is never called in the file */
    bool is_public;
    bool is_marked;        /* the text says that it is a kernel: what it does one thread does */
    bool called_elsewhere; /* callers outside of this file may access memory before and after it */
    bool in_streams;       /* called, if by others in between, from a kernel in which threads go different ways through
                              barriers and objects (see fp_analysis) */
    bool is_run; /* its streams are run (streams/decide.h): pairs of two streams, asynchronous work that is waited for
                    and objects are judged there */
    bool in_shares; /* its run decides pairs of waves that barriers for some of them shift against each other, and
                       whether all come to as many: here such barriers are left out */
    const struct fp_decided
        *decided;    /* decided.h: by its run, thread by thread; NULL: its streams are not told by threads */
    bool is_shifted; /* some of its waves run a barrier behind others (fp_fold_shifts); its analysis finds out */
    const struct fp_streams *streams; /* streams/decide.h: all that its run has found; NULL: it is not run */
    const struct fp_decided
        *given_up;     /* of a run that could not be followed: pairs of roles of which nothing is known */
    bool roles_hidden; /* which threads do what is not known: nothing is said about their order */
    fp_kernel_stage stage;
    bool has_tensors; /* some workgroup memory is still a tensor: where its accesses will stand is not decided yet */
    const fp_target *target;
    fp_phrase target_source;
    fp_vendor vendor; /* whose chip runs it: the target's, or where none is named that of its ops; ANY: not known */
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
    FP_VEC(fp_op) unknown_ops; /* ops that no table knows and that take workgroup memory, or nested too deeply */
    FP_VEC(fp_op) maybe_syncs; /* .. that give nothing and are given whole numbers at most: barriers, perhaps */
    FP_VEC(fp_root) started_elsewhere; /* objects of copies into memory that no root is in, further ones of products */
    struct fp_buffers *buffers;        /* root allocations: buffer.h */
    struct fp_addresses *addresses;    /* footprints and their overlap: address.h */
    struct fp_tags *tags;              /* tag sets of classes and syncs: tags.h */
    uint64_t shared_bytes;
};

/* The kernels of one file. Callees are found by unit. */
struct fp_program {
    struct fp_kernel **kernels;
    uint32_t count;
    struct fp_kernel **by_unit; /* per unit of the context: its kernel; NULL: it has no memory, sync or call */
    uint32_t unit_count;
    struct fp_inner_pairs *inner;   /* check/inner.h; NULL: functions are judged for themselves */
    struct fp_relations *relations; /* order/relation.h; NULL: each fold has its own */
};

/* Are these one function: itself, or bodies of calls of it? */
static inline bool fp_kernel_is_same(const struct fp_kernel *a, const struct fp_kernel *b) {
    return a == b || ((a->is_body || b->is_body) && a->unit == b->unit);
}

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

/* What do threads store whose bytes meet in this write, in one run of it? Costly, so that it is asked for stores that
 * race only. */
fp_stored fp_kernel_stored(const struct fp_kernel *kernel, const fp_access *access);

/* How many threads a workgroup has; 0: it is not known, or more than hardware has. */
static inline uint32_t fp_launch_threads(const fp_launch *launch) {
    uint64_t count = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    return launch->upper_bound_only || count > 1024 ? 0 : (uint32_t)count;
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
/* Does anything wait for objects that count arrivals and bytes (mbarriers), and not only ask for their state? */
bool fp_kernel_waits_for_objects(const struct fp_kernel *kernel);
/* Is it a whole barrier, or a half of one? */
static inline bool fp_sync_is_barrier(fp_sync_kind kind) {
    return kind == FP_SYNC_BARRIER || kind == FP_SYNC_SIGNAL || kind == FP_SYNC_WAIT;
}
/* Does it hand on to other waves what threads have done before it? */
static inline bool fp_sync_publishes(const fp_sync *sync) {
    return (sync->kind == FP_SYNC_BARRIER || sync->kind == FP_SYNC_SIGNAL) && !sync->implied &&
           sync->scope != FP_SCOPE_WAVE;
}
/* The other half of a split barrier in its block: the wait behind a signal, the signal before a wait. FP_NONE: there
 * is none, or the nearest half on that side is of the same kind, or a whole barrier is nearer. */
uint32_t fp_kernel_other_half(const struct fp_kernel *kernel, uint32_t half);
/* All syncs but FP_SYNC_COUNT_UP. */
uint32_t fp_kernel_sync_count(const struct fp_kernel *kernel);
/* Ops that synchronise, each counted once, as what it does most: a barrier that waits for memory is a barrier. */
typedef struct {
    uint32_t barriers, signals, waits, fences;
} fp_sync_counts;
fp_sync_counts fp_kernel_sync_counts(const struct fp_kernel *kernel);

#endif
