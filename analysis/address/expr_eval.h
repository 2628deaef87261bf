/* expr_eval.h - the value of an expression in every thread of a workgroup.
 *
 * Threads are numbered by linear id, x fastest. A thread in which a division by zero (or a shift out of range)
 * happens is `skipped`: it does not get past that op in the program either.
 * Cost  one step per node and thread.
 */
#ifndef FP_EXPR_EVAL_H
#define FP_EXPR_EVAL_H
#include "address/expr.h"

typedef struct {
    uint32_t count;
    const int64_t *id[3]; /* per thread: x, y, z */
    uint32_t wave;        /* lanes of a wave; 0: which threads share a wave is not known */
    uint32_t wave_most;   /* so many lanes may share one: more than `wave` where that is the smaller of two sizes */
    uint32_t sure;        /* the first so many certainly exist */
    /* Numbers of leaves that are not in `id`, one per thread; false: not known. NULL: none of them is known. */
    bool (*leaf)(void *context, fp_expr leaf, int64_t *numbers);
    void *context;
} fp_threads;

/* True when every leaf inside is a thread id that `threads` can give. */
bool fp_expr_evaluates(const struct fp_exprs *exprs, fp_expr node);
enum { FP_EVAL_NODES_MAX = 512 };
/* Room for values, used again by every evaluation; arrays are made in `keep` as they are needed. */
typedef struct {
    struct fp_arena *keep;
    int64_t *arrays[FP_EVAL_NODES_MAX];
    uint32_t room, used;
} fp_eval_pool;
/* Values of `node` in all threads, valid until `pool->used` is set back. `skipped` has one byte per thread, set to 1
 * where the value is undefined. NULL: it does not evaluate after all (wave structure not known, more nodes than
 * FP_EVAL_NODES_MAX). */
const int64_t *fp_expr_evaluate(fp_eval_pool *pool, struct fp_exprs *exprs, fp_expr node, const fp_threads *threads,
                                uint8_t *skipped);
/* The value for one assignment of the leaves; false: undefined. `leaf` gives the value of a leaf, thread ids
 * included; false: not known. `first_lane` is the assignment of the first lane of the same wave, NULL: not known. */
typedef struct fp_assignment {
    bool (*leaf)(void *context, fp_expr leaf, int64_t *value);
    void *context;
    const struct fp_assignment *first_lane;
} fp_assignment;
bool fp_expr_value(struct fp_exprs *exprs, fp_expr node, const fp_assignment *assignment, int64_t *value);
#endif
