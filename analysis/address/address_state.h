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
    uint64_t uniform_parameters; /* of a function that nothing in the file calls: all, as those of a kernel; else those
                                    that all calls give so */
    uint8_t dimensions_read;     /* thread id dimensions that the function reads, bits 0..2 */
    int64_t thread_bound[3];     /* exclusive */
    struct fp_exprs exprs;
    fp_expr *values;         /* per value: raw node + 1, 0: not yet */
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

/* ---- address_value.c: values ---- */
fp_expr fp_address_value(struct fp_addresses *a, fp_value value); /* raw node of a value, made if need be */
/* While a node is made: the node of an operand, or FP_EXPR_NONE when it must be made first (it is then pending, and
 * the caller returns FP_EXPR_NONE). */
fp_expr fp_address_need(struct fp_addresses *a, fp_value value);
fp_expr fp_address_leaf(struct fp_addresses *a,
                        fp_value value); /* SYMBOL or OPAQUE by the value's level, bounded by its type */
fp_expr fp_address_opaque(struct fp_addresses *a, fp_value value);
void fp_address_bounds(struct fp_addresses *a, fp_value value, int64_t *low,
                       int64_t *high); /* what its type and its op promise */
fp_expr fp_address_symbol(struct fp_addresses *a, fp_value value, uint32_t instance, int64_t low, int64_t high);
fp_expr fp_address_linear_thread(struct fp_addresses *a);
fp_expr fp_address_thread_id(struct fp_addresses *a, uint32_t dimension);
fp_expr fp_address_thread_iteration(struct fp_addresses *a, fp_loop_id loop);
uint8_t fp_address_width(fp_str type); /* bits of an integer type, 64 for index, 0: neither */
bool fp_address_is_buffer(fp_str type);
const fp_op_info *fp_address_row(const struct fp_ir *ir,
                                 fp_op op); /* the op's, or that of the intrinsic that it calls by name */

/* ---- address_view.c: buffers; a buffer's node is the address of its first element ---- */
bool fp_address_is_uniform_parameter(const struct fp_addresses *a, uint32_t index);
fp_expr fp_address_buffer_argument(struct fp_addresses *a, fp_value value);
fp_expr fp_address_view(struct fp_addresses *a, fp_op op,
                        fp_value result); /* of a VIEW or ALLOC op; FP_EXPR_NONE: operands are pending */
fp_expr fp_address_metadata(struct fp_addresses *a, fp_op op, uint32_t result); /* memref.extract_strided_metadata */
fp_expr fp_address_size(struct fp_addresses *a, fp_value buffer,
                        uint32_t dimension); /* of a memref; FP_EXPR_NONE: pending */
typedef struct {
    fp_expr stride[FP_TYPE_RANK_MAX];
    bool known;
} fp_strides; /* in elements */
fp_strides fp_address_strides(struct fp_addresses *a, fp_value buffer, const fp_type *type);
fp_type fp_address_type(struct fp_addresses *a, fp_value value);
int64_t fp_address_element_bytes(const fp_type *type);
int64_t fp_address_type_bytes(struct fp_addresses *a, fp_str type,
                              int64_t *align); /* of an LLVM or SPIR-V type in memory; -1: not known */
/* An expression of a list: value, constant or affine text. FP_EXPR_NONE: pending; `*failed` is set when it cannot be
 * read. */
fp_expr fp_address_subscript(struct fp_addresses *a, fp_op op, const fp_subscripts *list, size_t index, bool *failed);

/* ---- address_aggregate.c: parts of aggregates ---- */
typedef enum { FP_BUILTIN_NONE, FP_BUILTIN_THREAD, FP_BUILTIN_WORKGROUP } fp_builtin;
fp_builtin fp_address_builtin(
    const struct fp_ir *ir,
    fp_value value); /* SPIR-V's built-in vectors, loaded from where they stand: thread ids; ids, sizes of workgroups */
bool fp_address_builtin_thread(struct fp_addresses *a, fp_op extract,
                               uint32_t *dimension); /* one of the thread ids; dimension 3: which is not told */
fp_expr fp_address_extract(struct fp_addresses *a, fp_op op,
                           fp_value result); /* of an extractvalue; FP_EXPR_NONE: pending */
fp_expr fp_address_part(struct fp_addresses *a, fp_value aggregate,
                        const fp_carried_part *wanted); /* the same part of another aggregate */

/* ---- address_loop.c: loops ---- */
fp_loop_id fp_address_loop_of_block(struct fp_addresses *a,
                                    fp_block block); /* innermost registered loop around, FP_NONE */
fp_loop_set fp_address_loops_of_value(struct fp_addresses *a, fp_value value);
fp_loop_id fp_address_loop_of_op(const struct fp_addresses *a, fp_op op);  /* the loop that this op is, FP_NONE */
fp_expr fp_address_block_argument(struct fp_addresses *a, fp_value value); /* of a block inside the function */
fp_expr fp_address_carried(struct fp_addresses *a, fp_loop_id loop,
                           uint32_t slot); /* raw: used in the loop, or its last value behind it */
fp_expr fp_address_trips(struct fp_addresses *a, fp_loop_id loop);
fp_expr
fp_address_bound_trips(struct fp_addresses *a,
                       fp_loop_id loop); /* .. of one that ran, made of its bounds; FP_EXPR_NONE: they do not tell */
const uint32_t *fp_address_edges_to(struct fp_addresses *a, fp_block block,
                                    uint32_t *count);                              /* numbers in ir->successors */
fp_expr fp_address_resolve(struct fp_addresses *a, fp_expr node, fp_loop_id loop); /* for an op in `loop` */
bool fp_address_loop_encloses(const struct fp_addresses *a, fp_loop_id outer,
                              fp_loop_id inner); /* also when equal; inner may be FP_NONE */

/* ---- address.c ---- */
fp_guards fp_address_guards(struct fp_addresses *a, const fp_guard *guards,
                            uint32_t count); /* interned; FP_EXPR_NONE entries are left out */

/* ---- address_shape.c: which bytes around the address ---- */
typedef struct {
    int64_t segments[64];
    uint32_t count;
    uint32_t width;
    bool inexact;
} fp_extent; /* width 0: not known */
enum { FP_SEGMENTS_MAX = 64 };
fp_extent fp_address_extent(struct fp_addresses *a, const fp_access_request *request, const fp_type *type);

/* ---- address_leaf.c ---- */
fp_phrase fp_address_leaf_phrase(struct fp_addresses *a, fp_expr leaf); /* %n, the load on line 14 */

/* ---- uniformity.c ---- */
fp_uniformity fp_address_value_uniformity(struct fp_addresses *a,
                                          fp_value value); /* from the lattice alone, without evaluation */
void fp_address_find_levels(struct fp_addresses *a);       /* .. of all values, and what is written */

/* ---- uniformity_eval.c ---- */
const fp_threads *
fp_address_threads(struct fp_addresses *a); /* of the launch; NULL: too many, or several dimensions of unknown extent */
void fp_address_make_threads(struct fp_addresses *a, fp_threads *threads, const uint32_t extent[3]);
#endif
