/* address_state.h - what the files of address.h share: values as nodes, loops, guards, footprints.
 *
 * A value's node is made once, from its definition, and speaks of loop-carried values through CARRIED leaves ("raw").
 * What an access uses is resolved: carried values are expressed by the iteration, for the place where the access
 * stands.
 */
#ifndef FP_ADDRESS_STATE_H
#define FP_ADDRESS_STATE_H
#include "address/address.h"
#include "address/expr.h"
#include "address/expr_eval.h"
#include "read/type.h"

/* The `instance` of a leaf. Bit 0 says that the leaf is the later access's own: %n of the next iteration, say. The
 * other bits tell apart the numbers that one value stands for. */
enum {
    FP_INSTANCE_LATER = 1,
    FP_INSTANCE_SIZE = 2,        /* size of dimension k of a buffer: FP_INSTANCE_SIZE * (k + 1) */
    FP_INSTANCE_DROPPED = 1 << 8 /* multiples of it: the remainder that a division of the value drops */
};
/* An ITER leaf with this instance counts how often the loop's head ran before. Where the loop is left, that is one more
 * than its iterations. */
enum { FP_INSTANCE_HEAD = 2 };

/* SYMBOL ids that are no values of the function. */
enum {
    FP_SYMBOL_BLOCK_ID = 0x40000000,
    FP_SYMBOL_GRID_DIM = 0x40000004,
    FP_SYMBOL_BLOCK_DIM = 0x40000008,
    FP_SYMBOL_WAVES = 0x4000000C,
    FP_SYMBOL_LINEAR = 0x4000000D,
    FP_SYMBOL_ELECTED = 0x4000000E, /* the lane that is elected among all of a wave: the same each time */
    FP_SYMBOL_SHARED = 0x40000000   /* from here to FP_SYMBOL_ELECTED: the same in every function */
};

/* A part of an aggregate that a loop carries, as %d[1] of a carried descriptor %d. Parts are slots of the loop, too,
 * numbered behind its values. */
typedef struct {
    uint32_t slot; /* of the aggregate */
    int64_t position[FP_POSITION_MAX];
    uint32_t depth; /* entries of `position` */
    fp_expr leaf;   /* CARRIED */
    fp_expr form;   /* the part in terms of the loop's `head`, + 1; 0: not made yet */
} fp_carried_part;

typedef struct {
    bool known; /* lowering told of the loop; else this is a place in the list and no more */
    fp_loop_info info;
    uint32_t depth;        /* this loop and those around it */
    fp_loop_set around;    /* the same as a set */
    fp_expr iteration;     /* ITER leaf: iterations of the body before this one */
    fp_expr head;          /* ITER leaf: executions of the head before this one (FP_INSTANCE_HEAD) */
    fp_expr trips;         /* how often the body runs, + 1; 0: not made yet */
    fp_expr exit;          /* executions of the head before the one that leaves the loop, + 1; 0: not made yet */
    fp_expr runs, counts;  /* fp_address_iteration_runs and fp_overlap_counts, + 2; 1: not known, 0: not made yet */
    fp_expr reached;       /* fp_address_iteration_reached, likewise */
    uint32_t tried;        /* iterations that some values of its bounds let it run, + 1; 0: not tried yet */
    uint64_t bound_leaves; /* Bloom filter of the leaves of both bounds; made with `runs` */
    fp_loop_id alike;      /* the first loop that is alike (fp_footprint_stand_in); itself: there is none before it, */
    bool has_like;         /* but one behind it */
    bool is_used;          /* some access depends on its iteration: others are no loop's like */
    fp_expr *carried;      /* per slot: the value in terms of `head`, + 1; 0: not made yet */
    FP_VEC(fp_carried_part) parts;
    uint32_t first_slot; /* argument of `body` that is slot 0 */
    bool busy;           /* one of its carried values is being made: a second one would go in a circle */
    bool starting;       /* the forms of what its carried values start from are being made */
} fp_loop_state;

typedef struct {
    fp_loop_id loop;
    uint32_t slot;
} fp_open_form; /* of a carried value: made while that of a loop around was being made */

typedef struct {
    fp_expr node;
    bool negated;
} fp_guard;
typedef struct {
    uint32_t first, count;
} fp_guard_set;

#define FP_ADDRESS_END ((int64_t)1 << 40) /* no address is beyond */
enum { FP_USED_MAX = 6 };
typedef struct {
    fp_value value;
    fp_expr node;
} fp_used_value;

/* An access touches bytes [address + segment, address + segment + width) for each of its segments. */
typedef struct {
    fp_expr address;
    /* The address with made-up strides, where the real ones are no constants: two of one buffer value are equal only
     * when all indices are. FP_EXPR_NONE: the strides are constants, or the access has no indices. */
    fp_expr tuple;
    fp_value tuple_of; /* the buffer value that `tuple` or the box is about */
    /* Where a slice of `tuple_of` lies, per dimension, in addresses.boxes. No boxes: the access is on no slice. */
    uint32_t first_box, box_count;
    uint32_t first_segment, segment_count;
    uint32_t width; /* bytes; 0: not known, the access may reach anywhere */
    uint32_t tile;  /* in addresses.tiles: the bytes by thread, from the address on; segments are their hull. 0: each
                       thread touches the segments */
    uint32_t usual; /* the same as compilers share the bytes out, where no text says who has them; 0: it is not told */
    fp_guards guards;
    fp_loop_id loop; /* innermost loop around, FP_NONE */
    fp_op op;
    uint32_t id_extent[3]; /* size of the dimension that thread id x, y or z indexes by itself; 0: none. An access in
                              bounds keeps the id below it */
    fp_used_value used[FP_USED_MAX];
    uint32_t used_count; /* ivs and carried values that the address and its guards speak of, for witnesses */
    bool modular;        /* the address is known modulo 2^32 only; */
    fp_expr begin;      /* where `blocked` hides how far it reaches, or reductions are left out of the address: where it
                           begins, exactly */
    bool inexact;       /* may touch less: hulls, masks, collective ops whose layout is not known */
    uint32_t elected;   /* a number for the one thread that touches it: ops of one partition, or of the function outside
                           of partitions, elect the same one; 0: all threads touch it */
    bool collective;    /* the op's threads share the bytes out among themselves, alike each time (op_table.h) */
    bool by_wave;       /* the lanes of a wave share the bytes out, who gets which is not told; each counts with all */
    bool agent;         /* a unit beside the threads touches the bytes: whichever thread started it */
    uint32_t exchange;  /* fp_exchange_of of scratch; 0: it is none, or nothing is known of it */
    uint32_t alone;     /* fp_exchange_alone of scratch; 0: not known */
    uint32_t first;     /* fp_exchange_first of scratch */
    bool exchange_ends; /* the scratch is read, behind the exchange; false: written, before it */
    bool stands_in;     /* for those of all loops that are alike (fp_footprint_stand_in) */
    fp_sentence blocked; /* when the address is not known at all: why */
} fp_footprint_info;
/* Is where it begins all that is known of its bytes? */
static inline bool fp_footprint_hides_extent(const fp_footprint_info *f) {
    return f->blocked == FP_WORD_EXTENT_UNKNOWN;
}

typedef struct {
    fp_expr offset;
    int64_t size;
} fp_box_side; /* elements offset .. offset + size - 1 of a dimension */
typedef struct {
    fp_loop_id loop;
    fp_place_side side;
    uint32_t distance;
    fp_place rest;
} fp_place_info;
typedef struct {
    fp_str symbol;
    uint32_t key;
    bool own;
} fp_base_info; /* key: the root, where the allocations are known, or FP_BASE_WORKGROUP. own: an allocation of the
                   kernel, which aliases nothing else */
/* The size of a buffer may need another value while a value is made, and so on: deeper than this it is not known. */
enum { FP_ADDRESS_DEPTH_MAX = 32 };

typedef struct {
    fp_expr node;
    const int64_t *values; /* by thread */
} fp_in_threads;

#define FP_BASE_WORKGROUP \
    (UINT32_MAX - 1) /* the start of all workgroup memory: of allocations that have a place in it */

/* Equal footprints are one; the segments are copied. */
fp_footprint fp_footprint_intern(struct fp_addresses *a, const fp_footprint_info *f, const int64_t *segments);
/* Places are sorted by loop, so that the order in which loops were left does not matter. */
fp_place fp_place_with(struct fp_addresses *a, fp_place place, fp_place_info info);

/* Accesses in deeper nests of loops get no footprint: a question is asked for each loop, and each answer looks at all
 * of them. Real kernels nest below 10. */
enum { FP_LOOP_NEST_MAX = 16 };

struct fp_overlap_state;
struct fp_tile;             /* tile.h */
struct fp_scratch_exchange; /* exchange.h */
/* What came of trying values of one leaf. */
typedef struct {
    uint64_t hash; /* of the conditions, the leaf, and what all others are */
    uint32_t
        first_true; /* so many values come before the first one with which the condition holds; FP_NONE: no value */
    bool refused;   /* conditions beside it have once refused all values with which it holds */
} fp_trial_answer;

/* What a function does with a variable (address_variable.h). */
typedef struct {
    fp_str type;    /* of what is loaded and stored */
    uint32_t store; /* op + 1 of the last store; 0: there is none */
    bool several;   /* .. and others store, too */
    bool other;     /* something else is done with it, or types differ */
} fp_variable_uses;

/* An access in a loop, and the one that stands for it behind the loop. */
typedef struct {
    fp_loop_id loop, left; /* left: the loop that it is taken to have left */
    fp_stand_in inside, outside;
} fp_stood_in;

typedef struct {
    fp_op first, end;
} fp_op_range;
struct fp_addresses {
    struct fp_arena *keep;
    const struct fp_ir *ir;
    fp_op function;
    fp_launch launch;
    fp_op_range run[2];          /* the ops that may be run: of a launch, those in it, then bodies of calls */
    uint64_t uniform_parameters; /* see fp_addresses_new */
    uint8_t dimensions_read;     /* bit k: the function reads thread ids of dimension k */
    bool may_have_rows;          /* it reads them so that the linear id of a thread need not be its id along x */
    int64_t thread_bound[3];     /* thread ids of each dimension stay below */
    struct fp_exprs exprs;
    fp_expr (*make)(struct fp_addresses *a, fp_value value); /* one step of fp_address_value: see address_value.h */
    fp_expr *values;                                         /* per value: raw node + 1, 0: not yet */
    uint32_t *waiting;       /* per value: its place on the pending stack while its operands are made, 0: not there */
    uint32_t *natural_loops; /* per block: innermost natural loop that lists it + 1 */
    uint32_t *block_loops;   /* per block: innermost loop + 2 (1: none), 0: not known yet */
    FP_VEC(fp_loop_state) loops;
    FP_VEC(fp_open_form) open_forms; /* forgotten when no loop is busy any more */
    uint32_t busy_loops;
    fp_map loops_by_op, loops_by_body, loops_left; /* the last: loop ops that fp_addresses_loop_left told of */
    FP_VEC(uint8_t) left_apart;     /* per set of loops: do some threads leave one of them before others? */
    FP_VEC(fp_trial_answer) trials; /* of overlap_settle.c, which tries values of a leaf until conditions hold */
    fp_map trials_by_hash;
    fp_variable_uses *variables;   /* per value: address_variable.c; NULL: not made yet */
    uint32_t *edge_starts, *edges; /* per block: successors that lead to it, in ir->successors; NULL: not made yet */
    fp_op *edge_ops;               /* per successor: its terminator */
    FP_VEC(fp_guard) guards;       /* the conditions in force (address_guards.h) */
    FP_VEC(fp_guard) guard_lists;  /* contents of the interned lists */
    FP_VEC(fp_guard_set) guard_sets;
    FP_VEC(fp_footprint_info) footprints;
    uint32_t heard;               /* footprints up to this one count in these: */
    uint64_t heard_leaves;        /* Bloom filter of the leaves that addresses and guards are made of */
    fp_map heard_names;           /* by name: values by which accesses differ between iterations, each once */
    uint32_t likened;             /* loops up to this one have been looked at: */
    fp_map first_alike;           /* of loops that are alike the first one */
    FP_VEC(fp_stood_in) stood_in; /* accesses that have left a loop (overlap_leave.c): judgements ask again and again */
    fp_map stood_in_by;
    FP_VEC(int64_t) segments;
    FP_VEC(fp_box_side) boxes;
    FP_VEC(struct fp_tile *) tiles; /* [0] is NULL */
    FP_VEC(struct fp_scratch_exchange *) exchanges;
    FP_VEC(fp_place_info) places;
    fp_map interned_guards, interned_footprints, interned_places, interned_segments;
    struct fp_buffers *buffers; /* roots of values; NULL: bases are told apart by value and symbol */
    FP_VEC(fp_base_info) bases;
    uint32_t depth;              /* calls of fp_address_value inside one another */
    FP_VEC(fp_value) pending;    /* values whose nodes are being made */
    fp_uniformity *uniformities; /* per value, NULL: not computed yet */
    bool *partial_waves;         /* per block, made with the levels: not all lanes of a wave need reach it together */
    uint32_t written;            /* roots of global memory that the function writes, made with the levels */
    bool writes_unknown;         /* it may write any other global memory as well */
    bool *parted;                /* per block, made with the levels: not all threads come to it by the same way */
    FP_VEC(fp_in_threads) in_threads; /* what expressions are in all threads (address_repeat.c) */
    uint32_t symbolic_threads;        /* how often one of them was made for a thread by substitution */
    fp_map by_node;
    fp_eval_pool pool;
    uint8_t *skipped;    /* room for one byte per thread: see fp_expr_evaluate */
    void *trace_entries; /* room for the trace that is being made (overlap_trace.c) */
    uint32_t trace_room; /* entries that fit */
    fp_threads threads;
    bool threads_ready;
    struct fp_overlap_state *overlap;
    uint64_t misses, overruns, decided[FP_DECISION_COUNT];
};
#endif
