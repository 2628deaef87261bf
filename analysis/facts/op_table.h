/* op_table.h - what the analysis knows about an op: one row of facts/ops.def per spelling.
 *
 * Dialect facts live in that table and nowhere else: code asks for columns, never for names. Rows are sorted by name;
 * a test checks it. A row with `prefix` fits every op whose name starts with its name ("linalg."), unless a longer or
 * exact row fits. Lookup costs one hash. Rows live for ever.
 */
#ifndef FP_OP_TABLE_H
#define FP_OP_TABLE_H
#include "base/str.h"
#include "facts/counter.h"
#include "facts/tensor_shape.h"

typedef enum {
#define FP_EFFECT(name, ...) FP_EFFECT_##name,
#include "facts/effects.def"
} fp_effect;
enum { FP_EFFECTS = FP_EFFECT_BY_TEXT + 1 };

/* What an op's effect says of it, whatever its other columns: the columns of effects.def. */
typedef struct {
    fp_str word;    /* as people write it: "async_copy" */
    bool touches;   /* it touches bytes: columns `read`, `write` and `shape` say which */
    bool writes;    /* some of them it may change */
    bool syncs;     /* it is lowered to a sync */
    bool orders;    /* column `orders` says which accesses are ordered by it */
    bool matters;   /* a function with such an op is worth reading, even if nothing else in it names workgroup memory */
    bool lowered;   /* lowering may make an item of it: a region without such ops does nothing */
    bool passive;   /* it only computes, or stands for nothing that passes of the compiler keep in order */
    bool eventless; /* a run of streams may skip it where column `does` says nothing */
    bool like;      /* how its regions, branches or texts go is told by no column: own rows must name an op `like` it */
} fp_effect_traits;
extern const fp_effect_traits fp_effect_traits_of[FP_EFFECTS];

/* Where an operand stands. Generic form, `ods`: number in the op's definition, an index list counting as one;
 * FP_ODS_MEMREF + k: the k-th operand of memref type (ops whose definition says "operands"). Custom form: the value
 * behind `word` (`into %a`, `id = %i`, `offset(%o)`) where there is one, else `text`: number among the values outside
 * of square brackets. Both -1: none. FP_OPERAND_ALL: every operand. */
typedef struct {
    int8_t ods, text;
    const char *word;
} fp_operand;
#define FP_OPERAND(n) ((fp_operand){ (n), (n), NULL })
#define FP_OPERAND_NONE ((fp_operand){ -1, -1, NULL })
#define FP_OPERAND_ALL ((fp_operand){ -2, -2, NULL })
enum { FP_ODS_MEMREF = 100 };
static inline bool fp_operand_is_none(fp_operand position) {
    return position.ods == -1 && position.text == -1 && !position.word;
}
static inline bool fp_operand_is_all(fp_operand position) { return position.ods == FP_OPERAND_ALL.ods; }
static inline bool fp_operand_is_one(fp_operand position) {
    return !fp_operand_is_none(position) && !fp_operand_is_all(position);
}

/* which bytes of its buffer an access touches */
typedef enum {
    FP_SHAPE_NONE,
    FP_SHAPE_INDEXED, /* subscripts behind the buffer, element or vector type gives the width */
    FP_SHAPE_POINTER, /* the pointer itself, width of the value's type */
    FP_SHAPE_WHOLE,   /* every byte of the view, by any thread */
    FP_SHAPE_LANES,   /* wave base + lane * width (gather_to_lds and the LDS-DMA ops) */
    FP_SHAPE_UNKNOWN  /* some bytes of the view */
} fp_shape;

/* how a view's bytes lie in its source */
typedef enum {
    FP_VIEW_NONE,
    FP_VIEW_SAME,         /* the same base address: casts, bitcasts, transposes, reshapes, freeze */
    FP_VIEW_SUBVIEW,      /* memref.subview: offsets, sizes, strides */
    FP_VIEW_BYTES,        /* memref.view: byte shift operand */
    FP_VIEW_REINTERPRET,  /* memref.reinterpret_cast: offset, sizes, strides */
    FP_VIEW_GEP,          /* llvm.getelementptr */
    FP_VIEW_ACCESS_CHAIN, /* spirv.AccessChain */
    FP_VIEW_SLOT,         /* ttg.memdesc_index: index on the leading dimension */
    FP_VIEW_SLICE,        /* ttg.memdesc_subslice / subview: static offsets */
    FP_VIEW_SELECT,       /* either of the operands */
    FP_VIEW_SYMBOL,       /* the global that the symbol names */
    FP_VIEW_ELEMENTWISE,  /* result i is operand i */
    FP_VIEW_COLUMNS,      /* ttng.tmem_subslice: columns of tensor memory from attribute `offset` on */
    FP_VIEW_PERMUTED,     /* the source's bytes in another order, the same one for all accesses through the result */
    FP_VIEW_PEER,         /* the source's place in the workgroup of the cluster whose number `id` gives */
    FP_VIEW_UNKNOWN       /* somewhere in the source */
} fp_view;

/* where a width in bytes comes from */
typedef enum {
    FP_WIDTH_NONE,
    FP_WIDTH_ELEMENT /* of the memref */,
    FP_WIDTH_RESULT /* type of result 0 */,
    FP_WIDTH_VALUE /* type of operand `value` */,
    FP_WIDTH_POINTEE /* element type of a typed pointer */,
    FP_WIDTH_SIZE /* `count` bytes per lane */,
    FP_WIDTH_ELEMENTS /* `count` elements of the memref */,
    FP_WIDTH_TRANSFER /* attribute transferType / trailing type */,
    FP_WIDTH_NAME /* the types that an instruction's name ends with: ld.shared.v4.f32 */,
    FP_WIDTH_VIEW,
    FP_WIDTH_ROWS /* `count` bytes at the address of each lane, which the lanes of the wave hand each other; all of them
                     where a lane gets as much as it names */
    ,
    FP_WIDTH_TILE /* rows and columns of a matrix that a wave shares, `count` elements of the buffer from row to row */
} fp_width;

typedef enum {
    FP_FROM_NONE,
    FP_FROM_ATTRIBUTE /* `name` */,
    FP_FROM_LITERAL /* k-th literal, also attribute `name` */,
    FP_FROM_OPERAND,
    FP_FROM_FIXED
} fp_from;
typedef struct {
    fp_from from;
    fp_str name, other; /* of the attribute; an older or weaker one that is read when `name` is absent */
    int8_t index;
    fp_operand operand;
    int64_t value;
    bool absent_known; /* `value` holds when the text says nothing */
} fp_quantity;

/* which accesses a barrier, fence or signal makes visible */
typedef enum {
    FP_ORDERS_NONE, /* execution only */
    FP_ORDERS_ALL,
    FP_ORDERS_WORKGROUP,
    FP_ORDERS_INITS, /* releases how mbarriers were made before it, and nothing else */
    FP_ORDERS_OWN,
    FP_ORDERS_MEMFENCE,  /* gpu.barrier: attribute memfence / address_spaces; absent = all, empty = none */
    FP_ORDERS_FLAGS,     /* ttg.barrier local|global_read|.. */
    FP_ORDERS_SEMANTICS, /* SPIR-V memory semantics */
    FP_ORDERS_SYNCSCOPE, /* llvm.fence: ordering, syncscope, llvm.mmra */
    FP_ORDERS_KIND,      /* xegpu.fence memory_kind; nvvm.fence.proxy kind, space */
    FP_ORDERS_BACKOFF    /* bare s.barrier: none, except on chips without back-off barriers, whose backend empties all
                            counters first */
} fp_orders;

typedef enum {
    FP_SCOPE_WORKGROUP,
    FP_SCOPE_WAVE,
    FP_SCOPE_CLUSTER,
    FP_SCOPE_GROUP /* the threads that name the id or object */,
    FP_SCOPE_DEVICE
} fp_scope;

typedef enum {
    FP_REGION_NONE,
    FP_REGION_FUNC,
    FP_REGION_LAUNCH,
    FP_REGION_ONCE,
    FP_REGION_FOR,
    FP_REGION_IF,
    FP_REGION_WHILE,
    FP_REGION_SWITCH,
    FP_REGION_PARALLEL,   /* scf.parallel / forall / affine.parallel: iterations are threads where mapped so */
    FP_REGION_LANE0,      /* one lane runs it */
    FP_REGION_PARTITIONS, /* ttg.warp_specialize: each region on warps of its own, all at once */
    FP_REGION_BODY,       /* computes a value from block arguments, element by element (linalg.generic, reductions): no
                             control flow */
    FP_REGION_MODULE      /* holds functions */
} fp_region_kind;

typedef enum {
    FP_UNIFORM_CLUSTER,
    FP_UNIFORM_WORKGROUP,
    FP_UNIFORM_WAVE,
    FP_UNIFORM_LANE,
    FP_UNIFORM_JOIN /* of the operands */,
    FP_UNIFORM_OF_ADDRESS
} fp_uniform;

/* integer arithmetic that address slices are made of (facts/address.def) */
typedef enum {
    FP_ARITH_NONE,
    FP_ARITH_ADD,
    FP_ARITH_SUB,
    FP_ARITH_MUL, /* wrap at the type's width, unless `overflow<nsw, nuw>` promises not to */
    FP_ARITH_DIVS,
    FP_ARITH_DIVU,
    FP_ARITH_FLOORDIVS,
    FP_ARITH_CEILDIVS,
    FP_ARITH_CEILDIVU,
    FP_ARITH_REMS,
    FP_ARITH_REMU,
    FP_ARITH_AND,
    FP_ARITH_OR,
    FP_ARITH_XOR,
    FP_ARITH_SHL,
    FP_ARITH_SHRS,
    FP_ARITH_SHRU,
    FP_ARITH_MINS,
    FP_ARITH_MINU,
    FP_ARITH_MAXS,
    FP_ARITH_MAXU,
    FP_ARITH_CMP,    /* of two integers: fp_predicate */
    FP_ARITH_SELECT, /* condition, value if true, value if false */
    FP_ARITH_SAME,   /* the operand's value: bitcast, freeze, unrealized casts */
    FP_ARITH_SEXT,
    FP_ARITH_ZEXT,
    FP_ARITH_TRUNC, /* to the result's type; the first two truncate when it is narrower (index casts) */
    FP_ARITH_ADD_EXTENDED,
    FP_ARITH_MULS_EXTENDED,
    FP_ARITH_MULU_EXTENDED, /* result 0: the low word */
    FP_ARITH_AFFINE_APPLY,
    FP_ARITH_AFFINE_MIN,
    FP_ARITH_AFFINE_MAX,  /* list 0 is the map with its operands */
    FP_ARITH_DELINEARIZE, /* operand 0 by the basis in list 0, outermost first; with one result more than basis elements
                             the outermost is unbounded */
    FP_ARITH_LINEARIZE,   /* indices in list 0 by the basis in list 1; with one index more than basis elements the
                             outermost is unbounded */
    FP_ARITH_DIM,         /* size of a dimension of a memref */
    FP_ARITH_METADATA,    /* memref.extract_strided_metadata: base, offset, sizes, strides */
    FP_ARITH_INDEX_BITS,  /* index.sizeof */
    FP_ARITH_INSERT,
    FP_ARITH_EXTRACT, /* llvm.insertvalue, llvm.extractvalue: position in square brackets */
    FP_ARITH_THREAD,  /* thread id along `dimension` */
    FP_ARITH_LANE,
    FP_ARITH_WAVE,      /* linear thread id mod and div the wave size */
    FP_ARITH_GLOBAL_ID, /* block id * block size + thread id along `dimension` */
    FP_ARITH_BLOCK_DIM,
    FP_ARITH_BLOCK_ID,
    FP_ARITH_GRID_DIM,
    FP_ARITH_GROUP_RANK,  /* number of the workgroup in its cluster */
    FP_ARITH_GROUP_PLACE, /* its place there along one dimension */
    FP_ARITH_GROUP_ID,    /* number of the cluster along one dimension, */
    FP_ARITH_GROUP_COUNT, /* how many clusters there are, */
    FP_ARITH_GROUP_SIZE,  /* and how many workgroups it has there */
    FP_ARITH_WAVE_SIZE,
    FP_ARITH_WAVE_COUNT,
    FP_ARITH_MBCNT_LO,
    FP_ARITH_MBCNT_HI,   /* with mask -1, hi of lo is the lane; in 32-lane waves lo already is */
    FP_ARITH_FIRST_LANE, /* the operand in the first active lane (readfirstlane) */
    FP_ARITH_PHASE,      /* the phase that the state of an object is in, or its lowest bit, the parity */
    FP_ARITH_SHUFFLE     /* `value` in some lane of the wave: `value` itself where all lanes agree on it */
} fp_arith;
/* Is the result the operand, in another width or as another type? */
static inline bool fp_arith_casts(fp_arith arith) {
    return arith == FP_ARITH_SAME || arith == FP_ARITH_SEXT || arith == FP_ARITH_ZEXT || arith == FP_ARITH_TRUNC;
}

typedef enum {
    FP_ELEMENT_NONE,
    FP_ELEMENT_PUT, /* the vector with `value` in its place */
    FP_ELEMENT_TAKE
} fp_element;

/* How integers are compared, numbered as in generic forms. */
typedef enum {
    FP_PREDICATE_EQ,
    FP_PREDICATE_NE,
    FP_PREDICATE_SLT,
    FP_PREDICATE_SLE,
    FP_PREDICATE_SGT,
    FP_PREDICATE_SGE,
    FP_PREDICATE_ULT,
    FP_PREDICATE_ULE,
    FP_PREDICATE_UGT,
    FP_PREDICATE_UGE,
    FP_PREDICATE_NONE
} fp_predicate;
fp_predicate fp_predicate_named(fp_str word); /* "slt" */
/* The lowest `width` bits as a number without sign; 0: all 64. */
static inline uint64_t fp_low_bits(int64_t value, uint8_t width) {
    return width == 0 || width >= 64 ? (uint64_t)value : (uint64_t)value & (((uint64_t)1 << width) - 1);
}
/* Is `a` TEST `b`? Tests without sign look at the lowest `width` bits, as above. NONE: no. */
bool fp_predicate_holds(fp_predicate test, int64_t a, int64_t b, uint8_t width);

/* Where an op prints the arguments of its region's entry block when not on a label. They come in the generic form's
 * order. */
typedef enum {
    FP_ARGUMENTS_NONE,      /* on labels only */
    FP_ARGUMENTS_FUNC,      /* `@f(%a: type {attributes}, ..)`, then `workgroup(%w: type)` and `private(%p: type)` */
    FP_ARGUMENTS_FOR,       /* `%i = lb to ub step s iter_args(%x = %init)` */
    FP_ARGUMENTS_INITS,     /* `(%x = %init, ..)` (scf.while) */
    FP_ARGUMENTS_LIST,      /* `(%i, %j) = ..`, `(%i, %j) in ..`, then `shared_outs(%o = %init)` */
    FP_ARGUMENTS_LAUNCH,    /* gpu.launch: ids, thread ids, sizes, workgroup(..), private(..) */
    FP_ARGUMENTS_BEFORE,    /* `(%a: type, ..)` before the region, with no word in front (linalg.map) */
    FP_ARGUMENTS_PARTITIONS /* `word(%a: type, ..)` before each region (ttg.warp_specialize) */
} fp_argument_form;

/* How the custom form tells the results' types. */
typedef enum {
    FP_RESULT_LISTED,  /* behind `->`, `to`, `into`; else the last type, or one for each result */
    FP_RESULT_FIRST,   /* the first type behind the colon (`: i32 from vector<4xi32>`) */
    FP_RESULT_ELEMENT, /* behind `->`; else element or pointee of the first one (memref.load, llvm.load of a typed
                          pointer) */
    FP_RESULT_PART,    /* of the one aggregate in the text: the part at the position in list 0 */
    FP_RESULT_BOOL,    /* i1: comparisons */
    FP_RESULT_INDEX,   /* index */
    FP_RESULT_UNSAID   /* not told: tokens */
} fp_result_kind;

/* A list of numbers of which each is a constant or a value: offsets, sizes, bounds. Generic form: constants in
 * attribute `name`, values in operand group `ods` where a constant is dynamic. Custom form: the bracket behind
 * `word`, or without a word the `group`-th bracket at top level that can hold it (from 0). */
/* What threads hand each other through scratch. JOINS: parts of one result, along attribute `axis` of the first
 * operand; ADDS_UP: the same, and each wave reads the parts of all others along the axis; MOVES: the elements of the
 * operand, to the owners that the layout of the result names; HANDS_OUT: the result, a scalar, from the one thread that
 * did the op to all; OF_ONE_WAVE: nothing, one wave writes and reads it. */
typedef enum {
    FP_EXCHANGE_NONE,
    FP_EXCHANGE_JOINS,
    FP_EXCHANGE_ADDS_UP,
    FP_EXCHANGE_MOVES,
    FP_EXCHANGE_HANDS_OUT,
    FP_EXCHANGE_OF_ONE_WAVE
} fp_exchange_kind;
typedef struct {
    const char *name, *word;
    const char *old_name; /* of the attribute, in releases before `name`; NULL: it was the same */
    int8_t ods, group, span;
} fp_list; /* span: operand groups it takes, usually 1; 0: no list */
enum {
    FP_LISTS_MAX = 3
}; /* SUBVIEW, REINTERPRET: offsets, sizes, strides; loops: lower, upper, step; launch: grid, block, cluster; LINEARIZE:
      indices, basis; GEP, SLOT, SLICE: 0 = indices; expand_shape: 0 = output shape; DELINEARIZE: 0 = basis */

typedef enum { FP_VENDOR_ANY, FP_VENDOR_AMD, FP_VENDOR_NVIDIA, FP_VENDOR_INTEL, FP_VENDOR_SPIRV } fp_vendor;

/* Memory whose accesses are not followed: an op that touches it keeps the syncs around it, and nothing is reported of
 * the op. */
enum {
    FP_UNTRACKED_TENSOR = 1,    /* tensor memory of the matrix unit */
    FP_UNTRACKED_WORKGROUP = 2, /* workgroup memory that a number names (the descriptor of a matrix product) */
    FP_UNTRACKED_CLUSTER = 4,   /* workgroup memory of other workgroups */
    FP_UNTRACKED_ALL = 7,       /* any memory that is not tracked: of ops that no table knows */
    FP_UNTRACKED_GLOBAL = 8     /* global memory, for other workgroups */
};
typedef struct {
    uint8_t reads, writes;
} fp_untracked; /* sets of FP_UNTRACKED_* */

/* Which event of its stream an op is, beside the accesses that its row names (streams/events.h). `object` or else
 * `read` is the object that streams meet in. */
typedef enum {
    FP_DOES_NOTHING,
    FP_DOES_ACCESS,       /* accesses, done when the op is */
    FP_DOES_INIT,         /* an object of `count` arrivals a phase */
    FP_DOES_INVALIDATE,   /* the object ends */
    FP_DOES_ARRIVE,       /* `count` times, 1 when the row has none, by each of `by` */
    FP_DOES_EXPECT,       /* arrives once, and `count` bytes more are expected */
    FP_DOES_WAIT,         /* for the parity `phase` of the object */
    FP_DOES_START_BYTES,  /* starts work that completes the bytes of `write` on the object */
    FP_DOES_START,        /* starts work in `queue`; arrives once on each object by each of `by` when it is done */
    FP_DOES_ARRIVE_AFTER, /* arrives once by each of `by` when all that was started in `queue` is done */
    FP_DOES_CLOSE_GROUP,  /* of `queue` */
    FP_DOES_WAIT_QUEUE,   /* until all but the newest `newest`, else `count`, of `queue` are done */
    FP_DOES_FENCE,        /* between proxies */
    FP_DOES_MEET,         /* all workgroups of the cluster arrive and wait */
    FP_DOES_MEET_ARRIVE,  /* its first half */
    FP_DOES_MEET_WAIT,    /* its second half */
    FP_DOES_MEET_NAMED,   /* its threads arrive at the barrier with the number `id`, which takes `count`, and wait */
    FP_DOES_ARRIVE_NAMED, /* they arrive there, and do not wait */
    FP_DOES_MEET_OWN      /* no row says so, syncs do: its own threads meet */
} fp_does;
typedef enum {
    FP_BY_STREAM, /* one thread for the whole stream */
    FP_BY_WAVE,   /* each wave */
    FP_BY_LANE    /* each thread */
} fp_arriver;

/* What an op of a single thread does to the phase of an mbarrier. */
typedef enum {
    FP_ARRIVES_COUNT,          /* arrives `count` times; once when the text says no number */
    FP_ARRIVES_EXPECTING,      /* arrives once, and expects `count` bytes more */
    FP_ARRIVES_LEAVING,        /* arrives `count` times, and so many arrivals are missing less in all later phases */
    FP_ARRIVES_AFTER_WORKS,    /* arrives once when all is done that the thread has started in `queue` */
    FP_ARRIVES_ONLY_EXPECTING, /* does not arrive; expects `count` bytes more */
    FP_ARRIVES_ONLY_BRINGING   /* does not arrive; `count` bytes less are expected */
} fp_arrival_kind;

/* How an op or instruction of a single thread tells which columns of tensor memory it touches. */
typedef enum {
    FP_TENSOR_UNTOLD,    /* they are not followed */
    FP_TENSOR_REGISTERS, /* a warp moves its registers: by its shape (tensor_shape.h), and by how many they are */
    FP_TENSOR_COPY,      /* a copy from workgroup memory, by its shape; done when a commit arrives */
    FP_TENSOR_PRODUCT,   /* by the descriptor of the product, `value` of an op; done when a commit arrives */
    FP_TENSOR_GIVEN_BACK /* of the own workgroup, also where those of a pair do it together: all rows of as many columns
                            as `value` of an op says, or the second operand of an instruction: somebody else may get
                            them at once */
} fp_tensor_form;

/* For whom the result of an op holds, and for no other. */
typedef enum {
    FP_ELECTS_NOBODY, /* it says something else */
    FP_ELECTS_LANE,   /* one thread of each warp */
    FP_ELECTS_WAVE    /* one wave of those that run it */
} fp_elects;

typedef struct fp_op_info {
    fp_str name;
    fp_effect effect;
    bool prefix;
    fp_operand read,
        write; /* buffers read and written; of VIEW, DEALLOC, sync ops on objects: `read` is the buffer or object */
    fp_operand second; /* VIEW SELECT: the other source; accesses: another buffer that is read */
    fp_operand
        value; /* WRITE, ATOMIC: what is stored; SHUFFLE: what lanes exchange; {0, 0} unless the row says otherwise */
    fp_shape shape;
    fp_view view;
    fp_width width;
    fp_counter counter;
    fp_quantity count, id;
    fp_operand object; /* the mbarrier or tag that completes a copy */
    uint8_t parity;    /* WAIT on an mbarrier: the operand that names the phase by its parity; 0: none does */
    fp_orders orders;
    fp_scope scope;
    fp_region_kind region;
    fp_uniform uniformity; /* of the results */
    fp_result_kind result;
    char dimension;        /* 'x', 'y', 'z' of an id op that has it in its name; 0: attribute or first word */
    bool global;           /* never touches workgroup memory, whatever its types say (raw buffer ops) */
    bool workgroup_alloc;  /* ALLOC: workgroup memory by definition (gpu.dynamic_shared_memory, ttg.local_alloc) */
    bool initial_write;    /* ALLOC: with an operand it also stores it */
    fp_operand condition;  /* that chooses a region or successor: scf.if, scf.condition, cf.cond_br, switches; of SELECT
                              operand 0 */
    fp_arith arith;        /* what the results are made of, for address slices */
    const char *predicate; /* of CMP ops that have it in their name: "ult" */
    fp_argument_form arguments;
    bool unassigned;  /* it stands for a hand-over between partitions that no warps have been given to yet */
    bool one_program; /* of a function: its threads are one program, and what it loads or is handed is one value */
    fp_list lists[FP_LISTS_MAX];
    uint8_t operands; /* generic form without segment sizes: how many operands the definition has, 0: as many as stand
                         there */
    int8_t variadic;  /* which of the `operands` is the list that takes the rest; meaningful when `operands` is not 0 */
    const char
        *async_name; /* attribute (`async`, `isAsync = true`) that makes the access complete by `async_counter` */
    fp_counter async_counter;   /* the counter of accesses with that attribute, instead of `counter` */
    const char *tokens_without; /* ASYNC_COPY: without this attribute and with no object, ordered by tokens or with
                                   none and no commit in the function, a later pass lets it wait for itself: it is done
                                   when it is over */
    bool commits;               /* ASYNC_COPY: also closes its group; WAIT: closes the open one first */
    fp_element element;         /* how it works on one element of the vector `read`; its position is the last operand */
    bool zero;                  /* CONSTANT: all bits of its result are 0 */
    bool hands_through;         /* of an instruction: its operands are registers that nothing happens to */
    bool matrices;              /* operands of 64 bits are descriptors of matrices in workgroup memory */
    bool sparse;                /* .. of a product whose left matrix holds half of its elements: the right one is
                                   twice as long */
    bool rows_untold;       /* of a product: how its rows lie in tensor memory is not followed, only its matrices are */
    bool descriptors;       /* of operand 0 a word is the address in workgroup memory; operands 1 and 2 tell the tile */
    bool partial;           /* may touch fewer bytes than its shape and width say: masks, predicates, collectives */
    fp_vendor skips_masked; /* on its chips an element that `mask` turns off is not written, unless `filler` says what
                               goes there; on others it becomes zero */
    fp_operand mask, filler; /* `mask %m`, `other %c` */
    fp_operand adds;         /* an atomic op adds this number, and gives what was there before; NONE: it does not */
    fp_str adds_word;        /* the op adds only where this is its first word; empty: always */
    bool by_mask;            /* elements that `mask` turns off are not touched, on any chip */
    bool mask_counts;  /* so many elements of the mask that it makes are on along each dimension: operands or list 0 */
    bool commutes;     /* its two operands may change places, but for the bits of NaN and the sign of a zero */
    bool repeats;      /* each element of the result is the operand, or one of its elements */
    bool by_layout;    /* WHOLE: each thread touches the elements that the layout in the type of its tensor gives it */
    bool by_wave_rows; /* WHOLE: each wave copies as many rows of the buffer, the first wave the first ones */
    bool collective; /* WHOLE: the workgroup shares the bytes out, each to one thread, the same one every time; who gets
                        which is not known */
    bool workgroup_side;    /* it touches workgroup memory only, whatever else its buffer operand, a descriptor or a
                               number,    may name */
    fp_untracked untracked; /* what it touches besides the accesses that its row names */
    fp_effect anywhere;     /* READ, WRITE: of workgroup memory that no operand names; else NONE */
    int8_t subscripts;      /* generic form: number of the index list of `read` or `write` in the definition; 0: the one
                               behind the buffer */
    bool private_alloc;     /* ALLOC: private unless the type says otherwise */
    bool symbol;            /* ALLOC without result: a symbol of the module (unit.h, fp_global_info) */
    bool lds_dma;       /* plain LDS-DMA (without `async`): a barrier with a release fence completes it on many chips */
    bool nonblocking;   /* WAIT that may return before completion (test_wait): orders nothing by itself */
    bool marks_kernels; /* functions of this op say so when they are kernels: others are called */
    bool hidden_scratch;  /* uses workgroup memory at attribute allocation.offset */
    uint16_t meets_above; /* all threads of a workgroup of more than so many meet at it (WAIT, INIT, FENCE: behind it,
                             else before it); 0: they do not. */
    bool meets_rarely;    /* .. but only some releases of its compiler make it so */
    bool handle;          /* INIT, SIGNAL, WAIT: the barrier is a number that each thread keeps for itself: it needs no
                             init that others see, and no join */
    bool pins_schedule;   /* PACING: compilers move nothing across it, where its mask lets nothing through */
    bool copies;    /* READ_WRITE: it moves elements to the same places of another buffer, and does nothing else */
    bool tiles;     /* where nothing tells threads apart it works on a tile of the whole workgroup, shared out later */
    bool holds_one; /* its region holds one op, beside which no other can be put */
    bool gives_elements; /* its region is given an element of each operand: where it does not use one, none is read */
    bool assumes;        /* it is never run with an operand that is false: the kernel's arguments are such */
    bool joins;          /* PARALLEL: where its iterations are threads, they all meet before it and behind it */
    const char *local_name;    /* attribute that makes each thread act for itself: they do not meet, and each
                                  arrives */
    bool reinterprets;         /* VIEW_SAME: the same bytes by another layout, counted from the source's first */
    fp_exchange_kind exchange; /* hidden_scratch: what is handed from wave to wave there */
    bool meets_doubtfully;     /* hidden_scratch: by its layouts, perhaps threads of one wave only meet inside */
    fp_vendor meets_first; /* a releasing op that is compiled for this vendor lets all threads meet before it writes its
                              scratch; ANY: none does */
    bool arrives;          /* ASYNC_COPY: what it starts arrives on `object` by itself, with no barrier of the op's own
                              before: a thread that waits for an earlier phase must have seen that one by then */
    bool elected;          /* on an mbarrier: one thread does it for all, the same one for all ops of a partition */
    fp_does does;
    fp_arriver by;
    fp_operand when;       /* the op happens only where this holds; none: `condition` of an op with `does`. VIEW: works
                              that the view describes do */
    fp_operand described;  /* START without object: what describes the work, and may say when it happens */
    bool only_streams;     /* for all but streams the op is one that no table knows */
    fp_operand arrives_on; /* the object of START, where only streams look at it; none: `object`. WAIT_QUEUE: objects on
                              which it arrives then */
    fp_operand phase;      /* WAIT: the parity */
    fp_operand token;      /* WAIT_QUEUE: the result of the START whose group it waits for, until its source is read */
    fp_operand tensor; /* tensor memory that it writes; ACCESS with effect NONE and no write of it: see tensor_read */
    fp_tensor_form tensor_form; /* text of single threads: how the columns of tensor memory are told */
    const char *packed_name;    /* REGISTERS: attribute, or part of an instruction's name, that spreads each register
                                   over twice as many columns */
    fp_operand tensor_packed;   /* .. a number that is not 0 where they are spread so */
    fp_operand tensor_pair;     /* PRODUCT: how many workgroups work together, 1 or 2 */
    fp_operand tensor_half; /* REGISTERS, of an op: columns from the first half of what it moves to the second one */
    fp_operand tensor_read, tensor_second; /* tensor memory that it reads besides `read` and `second` */
    fp_operand accumulates;                /* where this holds `tensor` is read too */
    fp_operand several;                    /* the mask of the workgroups in which it acts; none: in its own */
    fp_counter queue;                      /* of START, ARRIVE_AFTER, ..; NONE: column `counter` */
    bool in_order;                         /* what is started in the queue is done in the order of its start */
    uint8_t phase_bit;     /* of an op on an mbarrier that is a 64-bit word which stores and loads reach, too: the bit
                              with the parity of its phase. The bits below count the arrivals that are missing in it,
                              the upper half those of each phase, one less in both; 0: the word is opaque */
    bool switches;         /* BRANCH: `condition` is a number, and ways behind the first are for its cases */
    uint16_t threads_join; /* so many threads in a row do it together: it is over for none before all have come. Lanes
                              of one warp only come to it at the same time: it tells them of no accesses */
    bool async_proxy;      /* its accesses of workgroup memory go through the async proxy */
    fp_quantity newest;
    bool whole_cluster;      /* START_BYTES: the first workgroup starts it, and it lands in all of the cluster */
    bool starts_anew;        /* INIT: on an object that was there before it makes a new one, without invalidation */
    const char *from_name;   /* ARRIVE, EXPECT: attribute with bits of a workgroup's number: of those that agree in them
                                the first does it for all */
    const char *spread_name; /* ARRIVE: attribute with the bits in which workgroups may differ that each one reaches */
    const char *waves_name;  /* START: attribute with a bit for each wave that takes part; without it all do */
    const char *other_name;  /* WAIT: attribute that makes it one for `other_counter` instead of `counter` */
    fp_counter other_counter;
    const char *reads_only_name; /* WAIT_QUEUE: attribute that makes it wait only until sources have been read */
    const char *relaxed_name;    /* MEET: attribute that makes its arrival bring no memory order */
    const char *counted_name;    /* ARRIVE_AFTER: without this attribute the arrivals are added to the phase's count */
    const char *several_name;    /* the part of an instruction's name, or word of an op, that makes it act in several
                                    workgroups: in those of its mask, an op without one in all of the cluster */
    const char *cluster_name;    /* .. that lets its addresses be those of another workgroup */
    const char *pair_name;       /* .. that makes it complete on the object of either workgroup of a pair, or work on
                                    the tensor memory of both; of an op: in one of its attributes */
    const char *of_pairs_name;   /* AFTER_WORKS: likewise, what makes it heed works of pairs, and no others */
    const char *partly_name;     /* .. attribute by which it heeds only what works read besides tensor memory */
    fp_arrival_kind arrival;
    fp_elects elects;
    uint8_t elects_part; /* the part of its result that says so; 0: the result does */
    fp_vendor vendor;
    fp_str targets, note; /* "AMDGPU gfx12+" (parsed by fp_target_supports); a remark for people */
    fp_str full_name;     /* internal: of a shorthand ("return"), the name that it stands for */
} fp_op_info;

/* The queue of an op that starts work or waits for it; what an object in memory counts instead is in none. */
static inline fp_counter fp_op_info_queue(const fp_op_info *info) {
    if (info->queue != FP_COUNTER_NONE) return info->queue;
    return info->async_name && !fp_counter_is_object(info->async_counter) ? info->async_counter : info->counter;
}

const fp_op_info *fp_op_info_find(
    fp_str name); /* exact row, else the longest prefix row, else NULL; shorthands give the full name's row */
/* The rows of ops that have effects, those of address arithmetic left out: what fp_op_info_find says of their names. */
size_t fp_op_info_count(void);
const fp_op_info *fp_op_info_at(size_t index);

/* What an access or a fence says of its memory ordering (facts/orders.def). */
enum { FP_ORDERING_ATOMIC = 1, FP_ORDERING_ACQUIRE = 2, FP_ORDERING_RELEASE = 4, FP_ORDERING_VOLATILE = 8 };
enum {
    FP_SAYS_ORDER_NOTHING = 0,
    FP_SAYS_ORDER_ATOMIC = FP_ORDERING_ATOMIC,
    FP_SAYS_ORDER_ACQUIRE = FP_ORDERING_ATOMIC | FP_ORDERING_ACQUIRE,
    FP_SAYS_ORDER_RELEASE = FP_ORDERING_ATOMIC | FP_ORDERING_RELEASE,
    FP_SAYS_ORDER_BOTH = FP_SAYS_ORDER_ACQUIRE | FP_ORDERING_RELEASE,
    FP_SAYS_ORDER_VOLATILE = FP_ORDERING_VOLATILE
};

/* Ops with effect BY_TEXT: facts/asm.def has a row per instruction and intrinsic. In a row of an instruction `read`,
 * `write` and `object` number the addresses in square brackets, LITERAL and, from 1, `parity` and `value` its plain
 * operands; in a row of an intrinsic operands are those of the call. */
typedef struct {
    const fp_op_info *info;
    fp_str text;
    uint32_t bytes;               /* as its name says: 16 of ld.shared.v4.f32; 0: it does not */
    uint8_t ordering;             /* likewise: FP_ORDERING_* */
    bool to_several;              /* as its name says: it acts in several workgroups of the cluster */
    bool in_cluster;              /* likewise: its addresses may lie in another one */
    bool in_pair;                 /* likewise: it completes on the object of either workgroup of a pair */
    bool of_pairs;                /* likewise: it heeds works of pairs */
    const fp_tensor_shape *shape; /* likewise: of tensor memory that it moves; NULL: none */
    bool packed;                  /* likewise: each register is spread over two columns */
    bool predicated; /* `@$0 ..`: threads whose predicate does not hold leave it out. Also one that a branch forward
                        may jump over: `@!$2 bra skip;` */
    uint32_t
        predicate; /* the number behind the $; FP_NO_PREDICATE: it is no operand, or does the op where it is false */
    /* A register that an instruction before made, and that is the address of its object: the place of the address
     * `peer_of` in the workgroup `peer_rank` of the cluster. Empty: there is none. */
    fp_str peer, peer_of, peer_rank;
} fp_instruction;
#define FP_NO_PREDICATE UINT32_MAX
size_t fp_instructions_find(fp_str assembly, fp_instruction *found,
                            size_t max); /* those with a row, in order; how many were stored */
/* The row of one, by its name; `ordering` is what the name says besides. NULL: no table knows it. */
const fp_op_info *fp_instruction_row(fp_str mnemonic, uint8_t *ordering);
/* The row of the op that reads the special register which an assembly text reads. NULL: it does something else. */
const fp_op_info *fp_assembly_row(fp_str assembly);
uint32_t fp_assembly_output_count(fp_str constraints); /* how many results come first in "=r,=r,l" */
/* The call's operand that a result begins as: of "=r,=r,r,1" result 1 begins as operand 1. */
bool fp_assembly_begins_as(fp_str constraints, uint32_t result, uint32_t *operand);
bool fp_intrinsic_is(fp_str name); /* is it spelled as an intrinsic, whether a table knows it or not, or a
                                      library's function that has a row? */
const fp_op_info *fp_intrinsic_find(fp_str name); /* "llvm.amdgcn.s.barrier"; NULL when no table knows it */
/* The k-th of an instruction's operands that are numbers, `16`, or operands of the call, `$1`. Of those of the call
 * outputs are left out, which `constraints` ("=r,r,l") tells. */
typedef struct {
    enum { FP_PLAIN_NONE, FP_PLAIN_NUMBER, FP_PLAIN_OPERAND } kind;
    uint32_t operand; /* of the call */
    int64_t number;
} fp_plain_operand;
fp_plain_operand fp_instruction_plain(fp_str text, fp_str constraints, uint32_t k);
/* The call's operand that is its predicate. */
bool fp_instruction_predicate(const fp_instruction *instruction, fp_str constraints, uint32_t *operand);
bool fp_instruction_counter(fp_str text, fp_str name, int64_t *value); /* `vmcnt(3)`: 3 */
/* The call's operand that is the k-th address: `[ $5 + 0 ]` counts outputs first, as `constraints` ("=r,=r,r,l")
 * tells. For a `peer` it is the address in the own workgroup. */
bool fp_instruction_operand(const fp_instruction *instruction, fp_str constraints, uint32_t k, uint32_t *operand);
/* The number or operand in `text`, which is one word: 0, `$2`. */
fp_plain_operand fp_instruction_word(fp_str text, fp_str constraints);
bool fp_instruction_names_start(fp_str text, uint32_t k); /* the k-th address is an operand, with nothing added */
fp_str fp_orders_name(fp_orders orders);
fp_str fp_view_name(fp_view view);
/* The row that an op without one was probably meant to be: of the same dialect, with one or two letters wrong (digits
 * apart: they tell ops of a family apart). NULL: none. Cost: one comparison for each op of the dialect. */
const fp_op_info *fp_op_misspelt(fp_str name);

/* Rows that a project adds (op_table_own.c): copies of what passes fp_own_op_check. A zeroed table is empty. */
typedef struct {
    const fp_op_info *rows;
    size_t count;
} fp_own_rows;
fp_own_rows fp_own_rows_make(struct fp_arena *keep, const fp_own_op *ops, size_t count);
const fp_op_info *fp_op_info_find_with(const fp_own_rows *own,
                                       fp_str name); /* exact rows before prefixes, own ones before the table's */
#endif
