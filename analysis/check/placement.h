/* placement.h - where barriers and waits have to be inserted so that no hazard is left: the fewest, in the right
 * block.
 *
 * A window is what lies between a hazard's ends, on the innermost block that holds both; of a carried hazard on the
 * body of the loop. A barrier anywhere in it closes it. Deepest loops are served first, then what the tree (fold.h)
 * still finds unordered outside of them: a barrier that runs anyway is never doubled further out. Barriers round a
 * loop stand late in their windows, or all of them early where this costs less. Last, what the others make superfluous
 * is dropped. Waits for copies in flight, and for data that must have landed, go in front of
 * the barrier that is to publish them, whether it stands in the text or is inserted.
 *
 * Ownership  everything lives in the arena given.
 * Cost       nothing without hazards; else a few what-ifs per inserted op, each logarithmic in the kernel.
 */
#ifndef FP_PLACEMENT_H
#define FP_PLACEMENT_H
#include "check/hazard.h"

typedef struct {
    fp_op op;
    bool behind;
} fp_position_in_text; /* right before an op, or right behind it */
static inline bool fp_same_position(fp_position_in_text a, fp_position_in_text b) {
    return a.op == b.op && a.behind == b.behind;
}

typedef enum { FP_PLACED_BARRIER, FP_PLACED_WAIT } fp_placed_kind;
typedef struct {
    fp_placed_kind kind;
    fp_position_in_text at;
    fp_position_in_text signal; /* BARRIER: where its first half may stand, as early as its windows allow; equals `at`
                                   when there is no such place */
    fp_op around; /* BARRIER: the loop that its halves go round: one more signal stands before that op, one more wait
                     behind it, and `signal` opens the phase that `at` closes an iteration later; FP_NONE */
    fp_counter counter;
    int32_t count;  /* WAIT */
    bool doubt;     /* perhaps not all threads of the workgroup reach it */
    bool excess;    /* BARRIER: only threads of one wave need it, for which less would do */
    uint32_t depth; /* loops around */
} fp_placed;

/* What orders one hazard. */
typedef struct {
    const uint32_t *placed;
    uint32_t count;   /* numbers of fp_placement.placed; 0: nothing was found */
    fp_span obstacle; /* nothing found: the condition that keeps some threads from reaching a barrier; empty: none */
    bool wanted;      /* something was looked for */
} fp_cure;

struct fp_placement {
    const fp_placed *placed;
    uint32_t count;
    const fp_cure *cures; /* one per hazard of the analysis */
    bool gave_up;         /* something was left untried to bound the time: fixes are missing, or insert too much */
};

const struct fp_placement *fp_placement_find(struct fp_arena *keep, struct fp_analyser *analyser,
                                             const struct fp_kernel *kernel, fp_hazards hazards);
#endif
