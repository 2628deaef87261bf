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

/* Leaves have an `instance`: bit 0 is set for the later access's own instance, the other bits tell apart what one
 * value stands for. */
enum {
    FP_INSTANCE_LATER = 1,
    FP_INSTANCE_SIZE = 2,        /* size of dimension k of a buffer: FP_INSTANCE_SIZE * (k + 1) */
    FP_INSTANCE_DROPPED = 1 << 8 /* multiples of it: what a division of the value drops */
};
enum {
    FP_INSTANCE_HEAD = 2
}; /* of ITER: executions of the loop's head before this one; one more than iterations when the loop is left */

/* SYMBOL ids that are no values of the function. */
enum {
    FP_SYMBOL_BLOCK_ID = 0x40000000,
    FP_SYMBOL_GRID_DIM = 0x40000004,
    FP_SYMBOL_BLOCK_DIM = 0x40000008,
    FP_SYMBOL_WAVES = 0x4000000C,
    FP_SYMBOL_LINEAR = 0x4000000D,
    FP_SYMBOL_SHARED = 0x40000000 /* from here to FP_SYMBOL_LINEAR: the same in every function */
};

enum { FP_POSITION_MAX = 8 };
/* A part of an aggregate that a loop carries: a slot of its own behind those of the values. */
typedef struct {
    uint32_t slot;
    int64_t position[FP_POSITION_MAX];
    uint32_t depth;
    fp_expr leaf, form; /* + 1, 0: not yet */
} fp_carried_part;

typedef struct {
    bool known;
    fp_loop_info info;
    uint32_t depth;          /* of loops, this one included */
    fp_loop_set around;      /* this loop and those around it */
    fp_expr iteration, head; /* ITER leaves */
    fp_expr trips, exit;     /* uniform or opaque; made on demand, then + 1 */
    fp_expr runs, counts;    /* overlap_trips.c's; made on demand, then + 2, 1: not known */
    uint64_t bound_leaves;   /* Bloom filter of the leaves of both bounds, known with `runs` */
    fp_expr *carried;        /* per slot: form in terms of `head` + 1, 0: not yet */
    FP_VEC(fp_carried_part) parts;
    uint32_t first_slot; /* argument of `body` that is slot 0 */
    bool busy;
} fp_loop_state;

typedef struct {
    fp_expr node;
    bool negated;
} fp_guard;
typedef struct {
    uint32_t first, count;
} fp_guard_set;
typedef uint32_t fp_guards; /* interned list of conditions that all hold; 0: none */

#define FP_ADDRESS_END ((int64_t)1 << 40) /* no address is beyond */
enum { FP_USED_MAX = 6 };
typedef struct {
    fp_value value;
    fp_expr node;
} fp_used_value;

/* What an access touches: bytes [address + segment, + width) for each segment. */
typedef struct {
    fp_expr address;
    fp_expr tuple;     /* address with made-up strides where the real ones are not known, FP_EXPR_NONE: none; */
    fp_value tuple_of; /* .. comparable with others on the same buffer value */
    uint32_t first_box,
        box_count; /* per dimension of buffer value `tuple_of`: where a slice of it lies; 0: it is no slice */
    uint32_t first_segment, segment_count;
    uint32_t width; /* bytes; 0: not known, the access may reach anywhere */
    fp_guards guards;
    fp_loop_id loop; /* innermost loop around, FP_NONE */
    fp_op op;
    uint32_t id_extent[3]; /* static extents that a bare thread id indexes, 0: none; in bounds, the id is below */
    fp_used_value used[FP_USED_MAX];
    uint32_t used_count; /* ivs and carried values that the address and its guards speak of, for witnesses */
    bool modular;        /* the address is known modulo 2^32 only */
    bool inexact;        /* may touch less: hulls, masks, collective ops whose layout is not known */
    uint32_t elected; /* the one thread that touches it: made of its partition, or of the function; 0: all threads do */
    bool collective;  /* the op's threads share its bytes out, alike each time (op_table.h) */
    fp_sentence blocked; /* when the address is not known at all: why */
} fp_footprint_info;

typedef struct {
    fp_expr offset;
    int64_t size;
} fp_box_side; /* elements offset .. offset + size - 1 of a dimension */
typedef struct {
    fp_loop_id loop;
    uint8_t side;
    uint8_t distance;
    fp_place rest;
} fp_place_info;
typedef struct {
    fp_str symbol;
    uint32_t key;
    bool own;
} fp_base_info;                     /* own: an allocation of the kernel, which aliases nothing else */
enum { FP_ADDRESS_DEPTH_MAX = 32 }; /* sizes of buffers made while other values are made; deeper ones are not known */

struct fp_overlap_state;
struct fp_addresses {
    struct fp_arena *keep;
    const struct fp_ir *ir;
    fp_op function;
    fp_launch launch;
    uint64_t uniform_parameters; /* see fp_addresses_new */
    uint8_t dimensions_read;     /* thread id dimensions that the function reads, bits 0..2 */
    int64_t thread_bound[3];     /* exclusive */
    struct fp_exprs exprs;
    fp_expr (*make)(struct fp_addresses *a, fp_value value); /* one step of fp_address_value: see address_value.h */
    fp_expr *values;                                         /* per value: raw node + 1, 0: not yet */
    uint32_t *waiting;       /* per value: its place on the pending stack while its operands are made, 0: not there */
    uint32_t *natural_loops; /* per block: innermost natural loop that lists it + 1 */
    uint32_t *block_loops;   /* per block: innermost loop + 2 (1: none), 0: not known yet */
    FP_VEC(fp_loop_state) loops;
    fp_map loops_by_op, loops_by_body;
    FP_VEC(uint8_t) left_apart; /* per set of loops: what any_left_apart has found */
    fp_map unmet_map;
    FP_VEC(uint64_t)
    unmet; /* conditions of all threads that no value tried makes true (overlap_model.c), by what was asked */
    uint32_t *edge_starts, *edges; /* per block: successors that lead to it, in ir->successors; NULL: not made yet */
    fp_op *edge_ops;               /* per successor: its terminator */
    FP_VEC(fp_guard) guards;       /* in force now */
    FP_VEC(fp_guard) guard_lists;  /* contents of the interned lists */
    FP_VEC(fp_guard_set) guard_sets;
    FP_VEC(fp_footprint_info) footprints;
    FP_VEC(int64_t) segments;
    FP_VEC(fp_box_side) boxes;
    FP_VEC(fp_place_info) places;
    fp_map interned_guards, interned_footprints, interned_places, interned_segments;
    struct fp_buffers *buffers; /* roots of values; NULL: bases are told apart by value and symbol */
    FP_VEC(fp_base_info) bases;
    uint32_t depth;           /* of calls to fp_address_value from within one another */
    FP_VEC(fp_value) pending; /* values whose nodes are being made */
    fp_uniformity *levels;    /* per value, NULL: not computed yet */
    bool *partial_waves;      /* per block, known with the levels: a branch by lanes leads here and elsewhere */
    uint32_t written;
    bool writes_unknown; /* roots of global memory that the function writes, known with the levels */
    fp_eval_pool pool;
    uint8_t *skipped; /* room for one byte per thread */
    void *trace_entries;
    uint32_t trace_room; /* room for a trace under construction */
    fp_threads threads;
    bool threads_ready;
    struct fp_overlap_state *overlap;
    uint64_t misses, overruns, decided[FP_DECISION_COUNT];
};
#endif
