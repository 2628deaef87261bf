/* random.h - random pairs of accesses for the precision test: made, printed as MLIR, and enumerated, without any code
 * of the analysis.
 *
 * A sample is one kernel with two accesses of workgroup memory, P and A, in one of a few shapes (straight, in loops,
 * before or behind them). Its addresses and guards are expression trees over thread ids, iterations, a carried value,
 * arguments, and loaded values. A world fixes what the text leaves open.
 */
#ifndef PRECISION_RANDOM_H
#define PRECISION_RANDOM_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { EXPRESSIONS_MAX = 96, GUARDS_MAX = 2, THREADS_MAX = 256, ENUMERATED_MAX = 160, LONG_TRIPS = 12 };
#define TOO_FAR \
    ((int64_t)1 << 40) /* addresses beyond: no such memory, and what wraps there is not this test's matter */

typedef enum {
    E_CONSTANT,
    E_TX,
    E_TY,
    E_LANE,
    E_WAVE,
    E_I,
    E_J,
    E_S,
    E_ARG_A,
    E_ARG_B,
    E_UNIFORM,
    E_OPAQUE, /* leaves */
    E_ADD,
    E_SUB,
    E_MUL,
    E_FLOORDIV,
    E_DIVSI,
    E_REMSI,
    E_DIVUI,
    E_REMUI,
    E_MOD,
    E_AND,
    E_OR,
    E_XOR,
    E_SHL,
    E_SHRSI,
    E_MIN,
    E_MAX,
    E_SELECT,
    E_U8,
    E_I8,
    E_ADD32,
    E_LT,
    E_ULT,
    E_EQ,
    E_GE
} expression_op;
typedef struct {
    expression_op op;
    int a, b, c;
    int64_t constant;
} expression;

typedef enum {
    SHAPE_STRAIGHT,       /* P; A */
    SHAPE_SAME_ITERATION, /* for { P; A; barrier } */
    SHAPE_NEXT_ITERATION, /* for { A; barrier; P } */
    SHAPE_ANY_ITERATION,  /* for { P; A } */
    SHAPE_PROLOGUE,       /* P; for { A; barrier } */
    SHAPE_PROLOGUE_FREE,  /* P; for { A } */
    SHAPE_EPILOGUE,       /* for { barrier; P }; A */
    SHAPE_NESTED,         /* for i { for j { A }; barrier; for j { P } } */
    SHAPE_TWO_LOOPS,      /* for i { barrier; P }; for i { A; barrier } */
    SHAPE_COUNT
} shape_kind;

typedef struct {
    int index, guards[GUARDS_MAX], guard_count, elements;
    bool negated[GUARDS_MAX];
    bool stores, swapped;
    int line;
} access;
typedef struct {
    uint64_t seed;
    shape_kind shape;
    int block[3];           /* zeros: the text does not say */
    int wave;               /* 32 or 64 */
    bool target;            /* the text names a target, so that lanes and waves evaluate */
    int lower, step, trips; /* of the loop over i; trips -1: up to %n */
    int inner_trips;
    bool carried; /* %s, from `init` by `next` */
    int init, next;
    bool rotates; /* two buffers change places in every iteration; P uses the first, A the one that `swapped` says */
    expression pool[EXPRESSIONS_MAX];
    int count;
    access p, a;
} sample;

uint64_t sample_mix(uint64_t x); /* splitmix64: a number that looks random, the same for the same x */
void sample_make(sample *s, uint64_t seed);
void sample_print(sample *s, FILE *out); /* also sets the lines */

typedef struct {
    int64_t a, b, n; /* arguments */
    int64_t uniform[2];
    bool uniform_given; /* of %u at the earlier and the later access, when a witness says; else by `salt` */
    uint64_t salt;      /* picks the functions behind loads */
    int block[3];
} world;

typedef struct {
    bool is_p;
    int64_t i, j, s;
    int phase, iteration;
    bool in_loop;
} instance; /* one execution of P or A */
/* All executions in order; or those that `keeps` accepts (NULL: all). The list grows as it must; it is the caller's,
 * to be used again or freed. */
typedef bool instance_filter(const void *context, const instance *x);
typedef struct {
    instance *data;
    size_t len, room;
} instance_list;
void sample_run(const sample *s, const world *w, instance_filter *keeps, const void *context, instance_list *out);

/* Elements that a thread touches in one execution: first and count; false: it does not run there, or (count -1) goes
 * out of all memory. */
bool sample_touches(const sample *s, const world *w, const instance *at, int thread, int side, int64_t *first,
                    int *count);
int world_threads(const world *w);
#endif
