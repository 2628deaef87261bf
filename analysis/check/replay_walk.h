/* replay_walk.h - the way of one thread through the text of a kernel, as far as numbers that are known tell it.
 *
 * Ownership  the walker is the caller's; what the kernel's marks are is made ready once (replay.c).
 * Cost       FP_REPLAY_STEPS ops that matter, at most. Longer ways, and those that hang on what is not known, are cut.
 */
#ifndef FP_REPLAY_WALK_H
#define FP_REPLAY_WALK_H
#include "base/vec.h"
#include "check/replay.h"
#include "order/relation_sync.h"

enum {
    FP_REPLAY_STEPS = 4096,     /* ops with regions, barriers and ends of blocks that one thread comes to */
    FP_REPLAY_ALL = 1 << 17,    /* those of all witnesses of a kernel */
    FP_REPLAY_DEPTH = 24,       /* ops between a number and what it is made of */
    FP_REPLAY_NESTED = 64,      /* regions inside one another */
    FP_REPLAY_VALUES = 32,      /* values that one branch, loop or region hands on */
    FP_REPLAY_OCCURRENCES = 64, /* of one access on the way of one thread */
    FP_REPLAY_GROUPS = 4,       /* groups of threads with barriers of their own; those of others are not followed */
    FP_REPLAY_GUESSES = 20      /* sets of numbers for arguments that the witness does not name */
};

/* A barrier, or a half of one; neither: a call of a function that holds some. */
typedef struct {
    fp_op op;
    uint32_t group; /* 0: the workgroup */
    bool arrives, waits;
    bool lands; /* what was done before it has landed behind it */
} fp_replay_mark;

/* What a value that is no arithmetic is at the moment: an argument of a block, a result of an op with regions. */
typedef struct {
    uint32_t walk; /* the walk that it was set in, by number; in others it is not set */
    bool known;
    int64_t number;
} fp_replay_slot;

typedef struct {
    const fp_witness *witness;
    fp_op accesses[2]; /* the producer and the consumer, as `ir` numbers ops */
    fp_op carrier;     /* the loop of which they meet in different iterations (fp_loop_item.op), FP_NONE */
} fp_replay_question;

/* Where a thread is: how often it has arrived at barriers of each group, and how often it has waited. */
typedef struct {
    uint32_t arrived[FP_REPLAY_GROUPS + 1], waited[FP_REPLAY_GROUPS + 1];
    uint32_t doubtful; /* meetings at which not all need have landed: what is ordered is for the algebra to tell */
    uint32_t rounds;   /* iterations of the carrier that have begun since it was entered */
} fp_replay_occurrence;

struct fp_replay {
    struct fp_arena *scratch;
    const struct fp_kernel *kernel;
    const struct fp_fold *fold;
    const struct fp_ir *ir; /* of the kernel and the bodies of its callees */
    bool ready;
    FP_VEC(fp_replay_mark) marks;         /* by op */
    fp_lane groups[FP_REPLAY_GROUPS + 1]; /* from 1 on */
    uint32_t group_count;
    uint32_t *before;           /* by op: how many marks stand before it */
    fp_replay_occurrence *sums; /* by mark: what the marks before it have done, all together */
    fp_op *next;                /* by op: the next one of its block at which ways part, FP_NONE: none before its end */
    uint32_t steps;             /* of all walks */
    uint32_t walks;             /* so far */
    fp_replay_slot *slots;      /* by value */
};

/* One thread on its way. */
typedef struct {
    struct fp_replay *replay;
    const struct fp_ir *ir;
    const fp_replay_question *what;
    int side; /* 0: the producer's thread, 1: the consumer's */
    fp_op access;
    bool own_names; /* the names of the witness are those of the kernel itself, not of a callee */
    uint32_t guess; /* number of the set of numbers for arguments that it does not name; 0: they are not known */
    bool open;      /* something that matters is not known: the walk has ended */
    bool too_long;  /* .. because it takes more steps, or comes to the access more often, than is followed */
    uint32_t steps, nested;
    fp_replay_occurrence now;
    uint32_t count; /* of `at` */
    fp_replay_occurrence at[FP_REPLAY_OCCURRENCES];
} fp_walker;

/* Ops between two such ones are passed at once, by the sums of their marks. */
static inline bool fp_replay_ways_part(const struct fp_ir *ir, fp_op op) {
    return ir->ops[op].region_count || ir->ops[op].successor_count;
}
/* The way of the thread of one side of the question: 0 the producer's, 1 the consumer's. */
void fp_replay_walk(struct fp_replay *r, const fp_replay_question *what, int side, uint32_t guess, fp_walker *w);
#endif
