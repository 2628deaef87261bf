/* expr.h - the arithmetic behind an address as hash-consed expressions over thread ids, iterations and symbols.
 *
 * Equal numbers are equal expressions. Constructors simplify: sums are flat and sorted, constants fold, multiples
 * leave divisions, disjoint bits make `or` and `xor` additions. A value is the mathematical integer; an operation
 * that may leave its type's range is under a WRAP node.
 *
 * Ownership  nodes live in the arena given to `fp_exprs_init` for as long as it lives; numbers stay valid.
 * Cost       constant per constructor, at most FP_SUM_TERMS_MAX terms; expressions deeper than FP_EXPR_DEPTH_MAX
 *            become a leaf.
 * Failure    none: what does not fit (overflow, depth, too many terms) becomes a leaf of its own, uniform when its
 *            operands are.
 */
#ifndef FP_EXPR_H
#define FP_EXPR_H
#include "base/hash.h"
#include "base/vec.h"

typedef uint32_t fp_expr;
#define FP_EXPR_NONE UINT32_MAX

enum { FP_SUM_TERMS_MAX = 48, FP_TABLE_MAX = 64, FP_EXPR_DEPTH_MAX = 96, FP_EXPRS_MAX = 1 << 22 };
#define FP_FAR ((int64_t)1 << 62) /* a bound at or past it is no bound */

typedef enum {
    FP_EXPR_CONSTANT,
    /* leaves; `id` and `instance` tell them apart, and the bounds of ITER, MORE, STEP and TRIPS */
    FP_EXPR_THREAD,  /* thread id; id: dimension 0, 1, 2 */
    FP_EXPR_ITER,    /* iteration of loop `id`, from 0. Instance 1: of the later access, where it has nothing to do with
                        the earlier's */
    FP_EXPR_MORE,    /* iterations of loop `id` beyond the least distance */
    FP_EXPR_STEP,    /* multiple of a period; id: number of the variable in its query */
    FP_EXPR_TRIPS,   /* trip count of loop `id` */
    FP_EXPR_EXIT,    /* iteration in which loop `id` was left */
    FP_EXPR_SYMBOL,  /* value `id`, the same for all threads of the workgroup */
    FP_EXPR_OPAQUE,  /* value `id`, nothing known of what each thread holds */
    FP_EXPR_BASE,    /* first byte of memory root `id` */
    FP_EXPR_CARRIED, /* value carried around loop `id`, slot `instance`, before it is resolved */
    /* operations */
    FP_EXPR_SUM,     /* constant + coefficient * term .. */
    FP_EXPR_PRODUCT, /* of two or more terms */
    FP_EXPR_DIV,
    FP_EXPR_MOD, /* by `constant` > 0, rounding down; 0 <= MOD < constant */
    FP_EXPR_FLOORDIV,
    FP_EXPR_FLOORMOD, /* by a term, rounding down; the remainder has the divisor's sign */
    FP_EXPR_QUOTIENT,
    FP_EXPR_REMAINDER, /* rounding towards zero */
    FP_EXPR_AND,
    FP_EXPR_OR,
    FP_EXPR_XOR,
    FP_EXPR_SHL,
    FP_EXPR_SHR,
    FP_EXPR_MIN,
    FP_EXPR_MAX,
    FP_EXPR_NEGATIVE,
    FP_EXPR_ZERO,  /* 1 when the term is below 0, is 0; else 0 */
    FP_EXPR_BELOW, /* unsigned 64-bit comparison */
    FP_EXPR_SELECT,
    FP_EXPR_TABLE, /* first term: index; the other terms: entries, of which `id` come once and the rest again and again
                      (when `width`) */
    FP_EXPR_WRAP,  /* reduced to `width` bits, signed */
    FP_EXPR_UNSIGNED,  /* the term as an unsigned 64-bit number; evaluates only where it is >= 0 */
    FP_EXPR_FIRST_LANE /* the term in the first lane of the wave */
} fp_expr_op;

/* what a node depends on */
enum {
    FP_DEPENDS_THREAD = 1,  /* a thread id */
    FP_DEPENDS_OPAQUE = 2,  /* an OPAQUE leaf */
    FP_DEPENDS_SYMBOL = 4,  /* any other leaf */
    FP_DEPENDS_CARRIED = 8, /* an unresolved CARRIED leaf */
    FP_DEPENDS_PER_THREAD = FP_DEPENDS_THREAD | FP_DEPENDS_OPAQUE
};

typedef struct {
    int64_t coefficient;
    fp_expr node;
} fp_term;
typedef struct {
    uint8_t op, depends, width;
    uint16_t depth;
    uint32_t id, instance;
    uint32_t first_term, term_count; /* in `terms`; coefficients are 1 outside of sums */
    int64_t constant;
    int64_t low, high; /* the value lies between, unless past FP_FAR */
    uint64_t bits;     /* bits that may be set, in two's complement */
    uint64_t leaves;   /* Bloom filter of the leaves inside, thread ids apart */
    uint32_t loops;    /* fp_loop_set: the loops whose iteration may change it */
} fp_expr_info;

typedef uint32_t fp_loop_set; /* interned; 0: empty */
typedef struct {
    uint32_t prefix, bit;
    fp_loop_set without, with;
} fp_loop_branch; /* bit 0: the loop `prefix` alone */

typedef struct {
    fp_expr threads, uniform; /* see fp_expr_split */
} fp_expr_parts;
typedef struct {
    fp_expr node;
    uint32_t first, count; /* in `listed` */
} fp_expr_leaves;

struct fp_exprs {
    struct fp_arena *keep;
    FP_VEC(fp_expr_info) nodes;
    FP_VEC(fp_term) terms;
    FP_VEC(fp_loop_branch) loop_sets;
    fp_map interned, interned_sets;
    uint32_t fresh;       /* leaves made for what does not fit */
    FP_VEC(fp_expr) memo; /* of the substitution under way: result + 1, valid when its epoch is current */
    FP_VEC(uint32_t) memo_epoch;
    uint32_t epoch;
    uint64_t substituted;         /* nodes rebuilt so far, for budgets */
    FP_VEC(fp_expr_leaves) lists; /* of the leaves of nodes that were walked over; */
    FP_VEC(fp_expr) listed;       /* these leaves */
    fp_map by_listed;
    FP_VEC(fp_expr_parts) splits; /* per node; `threads` is FP_EXPR_NONE where it was not asked for yet */
};

void fp_exprs_init(struct fp_exprs *exprs, struct fp_arena *keep);
static inline const fp_expr_info *fp_expr_at(const struct fp_exprs *exprs, fp_expr node) {
    return &exprs->nodes.data[node];
}
static inline const fp_term *fp_expr_terms(const struct fp_exprs *exprs, fp_expr node) {
    return exprs->terms.data + exprs->nodes.data[node].first_term;
}
static inline bool fp_expr_is_constant(const struct fp_exprs *exprs, fp_expr node) {
    return exprs->nodes.data[node].op == FP_EXPR_CONSTANT;
}
static inline bool fp_expr_is_leaf(const struct fp_exprs *exprs, fp_expr node) {
    return exprs->nodes.data[node].op >= FP_EXPR_THREAD && exprs->nodes.data[node].op <= FP_EXPR_CARRIED;
}

/* ---- expr_loops.c ---- */
void fp_loop_sets_init(struct fp_exprs *exprs);
fp_loop_set fp_loop_set_of(struct fp_exprs *exprs, uint32_t loop);
fp_loop_set fp_loop_set_union(struct fp_exprs *exprs, fp_loop_set a, fp_loop_set b);
bool fp_loop_set_has(const struct fp_exprs *exprs, fp_loop_set set, uint32_t loop);
uint32_t fp_loop_set_next(const struct fp_exprs *exprs, fp_loop_set set,
                          uint32_t from); /* the first from `from` on; UINT32_MAX: no more */
#define FP_FOR_LOOPS(loop, exprs, set)                                        \
    for (uint32_t loop = fp_loop_set_next(exprs, set, 0); loop != UINT32_MAX; \
         loop = fp_loop_set_next(exprs, set, loop + 1))

fp_expr fp_expr_constant(struct fp_exprs *exprs, int64_t value);
/* A leaf whose value lies in low .. high. One number for each op, id and instance with these bounds; a constant when
 * the bounds are equal. */
typedef struct {
    fp_expr_op op;
    uint32_t id;       /* value, loop, dimension or base, by `op` */
    uint32_t instance; /* FP_INSTANCE_* in address_state.h */
    int64_t low, high;
    fp_loop_set loops; /* the loops whose iteration may change it */
    int64_t alignment; /* BASE: what it is a multiple of; 0 or below: nothing is known */
} fp_leaf;
fp_expr fp_expr_leaf(struct fp_exprs *exprs, fp_leaf leaf);
static inline fp_leaf fp_leaf_of(const fp_expr_info *n) { /* of a leaf: what it was made from */
    int64_t alignment = n->op == FP_EXPR_BASE ? (int64_t)(n->bits & (~n->bits + 1)) : 0;
    return (fp_leaf){ (fp_expr_op)n->op, n->id, n->instance, n->low, n->high, n->loops, alignment };
}
fp_expr fp_expr_add(struct fp_exprs *exprs, fp_expr a, fp_expr b);
fp_expr fp_expr_sub(struct fp_exprs *exprs, fp_expr a, fp_expr b);
fp_expr fp_expr_scale(struct fp_exprs *exprs, fp_expr a, int64_t factor);
fp_expr fp_expr_offset(struct fp_exprs *exprs, fp_expr a, int64_t constant);
fp_expr fp_expr_mul(struct fp_exprs *exprs, fp_expr a, fp_expr b);
fp_expr fp_expr_floordiv(struct fp_exprs *exprs, fp_expr a,
                         fp_expr b); /* rounding down; a division by zero is a leaf, or skips the point */
fp_expr fp_expr_floormod(struct fp_exprs *exprs, fp_expr a, fp_expr b);
fp_expr fp_expr_ceildiv(struct fp_exprs *exprs, fp_expr a, fp_expr b);
fp_expr fp_expr_quotient(struct fp_exprs *exprs, fp_expr a, fp_expr b); /* towards zero */
fp_expr fp_expr_remainder(struct fp_exprs *exprs, fp_expr a, fp_expr b);
fp_expr fp_expr_and(struct fp_exprs *exprs, fp_expr a, fp_expr b);
fp_expr fp_expr_or(struct fp_exprs *exprs, fp_expr a, fp_expr b);
fp_expr fp_expr_xor(struct fp_exprs *exprs, fp_expr a, fp_expr b);
fp_expr fp_expr_shl(struct fp_exprs *exprs, fp_expr a, fp_expr b);
fp_expr fp_expr_shr(struct fp_exprs *exprs, fp_expr a, fp_expr b); /* arithmetic */
fp_expr fp_expr_min(struct fp_exprs *exprs, fp_expr a, fp_expr b);
fp_expr fp_expr_max(struct fp_exprs *exprs, fp_expr a, fp_expr b);
fp_expr fp_expr_less(struct fp_exprs *exprs, fp_expr a, fp_expr b); /* a < b: 0 or 1 */
fp_expr fp_expr_equal(struct fp_exprs *exprs, fp_expr a, fp_expr b);
fp_expr fp_expr_below(struct fp_exprs *exprs, fp_expr a, fp_expr b); /* a < b as unsigned 64-bit numbers */
fp_expr fp_expr_not(struct fp_exprs *exprs, fp_expr a);              /* of 0 or 1 */
fp_expr fp_expr_select(struct fp_exprs *exprs, fp_expr condition, fp_expr a, fp_expr b);
/* Entry `at` of a list of 1 to FP_TABLE_MAX: the first `prefix` stand for themselves, the others come again and
 * again; prefix == count: no index is beyond. */
fp_expr fp_expr_table(struct fp_exprs *exprs, const fp_expr *entries, uint32_t count, uint32_t prefix, fp_expr at);
fp_expr fp_expr_wrap(struct fp_exprs *exprs, fp_expr a,
                     uint8_t width); /* signed value of the low bits; width 1: 0 or 1 */
fp_expr fp_expr_unsigned(struct fp_exprs *exprs, fp_expr a, uint8_t width); /* unsigned value of the low bits */
fp_expr fp_expr_first_lane(struct fp_exprs *exprs, fp_expr a);
/* A leaf of its own: uniform or opaque as `depends` says. */
fp_expr fp_expr_unknown(struct fp_exprs *exprs, uint8_t depends, int64_t low, int64_t high, fp_loop_set loops);

/* Calls `visit` once for every leaf inside, thread ids included. */
void fp_expr_visit(struct fp_exprs *exprs, fp_expr node, void (*visit)(void *context, fp_expr leaf), void *context);

/* Rebuilds `node` with every leaf (thread ids apart) replaced by `replace`, which returns the leaf itself to keep it.
 * `leaves`: Bloom filter of the leaves that may change, UINT64_MAX: any. `replace` starts no substitution itself. */
typedef struct {
    fp_expr (*replace)(void *context, fp_expr leaf);
    void *context;
    uint64_t leaves;
} fp_substitution;
fp_expr fp_expr_substitute(struct fp_exprs *exprs, fp_expr node, const fp_substitution *substitution);
uint64_t fp_expr_leaf_bit(fp_expr_op op, uint32_t id);

/* The node in the thread with ids `id` (x, y, z), symbols left as they are. `first`: the ids of the first lane of its
 * wave; NULL: that is not known. FP_EXPR_NONE: it speaks of such a lane. */
fp_expr fp_expr_in_thread(struct fp_exprs *exprs, fp_expr node, const int64_t *id, const int64_t *first);

/* Splits a node into what differs between threads (without constant) and the uniform rest: node == threads +
 * uniform. */
void fp_expr_split(struct fp_exprs *exprs, fp_expr node, fp_expr *threads, fp_expr *uniform);
/* The same value modulo 2^32: drops reductions to 32 bits or more from the top of a sum. `*modular` is set when one
 * was dropped. */
fp_expr fp_expr_unwrap(struct fp_exprs *exprs, fp_expr node, bool *modular);
#endif
