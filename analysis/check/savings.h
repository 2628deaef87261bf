/* savings.h - barriers that are needed but could cost less: elsewhere, in two halves, or two as one.
 *
 * Each saving is tried on the tree (fold.h): with it no pair of accesses is unordered that is not so already. Looked
 * for only in kernels of which nothing worse is to be said: no pair lacks its barrier, no barrier is one too many.
 * The savings of one kernel are about different barriers.
 *
 * Ownership  everything lives in the arena given.
 * Cost       one walk over the blocks; a few what-ifs per barrier with work beside it, FP_SAVINGS_TRIED_MAX in all.
 */
#ifndef FP_SAVINGS_H
#define FP_SAVINGS_H
#include "check/placement.h"

typedef enum {
    FP_SAVING_SPLIT, /* the chip has halves, and between `signal` and `at` lies work that they would overlap */
    FP_SAVING_HOIST, /* once `at`, outside of the loop that it runs in, would do */
    FP_SAVING_MERGE  /* `at`, between the two, one barrier does what both do */
} fp_saving_kind;

typedef struct {
    fp_saving_kind kind;
    uint32_t sync, other; /* the barrier; MERGE: the second one, else FP_NONE */
    fp_position_in_text signal, at;
    fp_op beside; /* SPLIT: the first op that the halves would overlap; HOIST: the loop */
    bool behind;  /* HOIST: `at` is behind the loop, else before it */
} fp_saving;

struct fp_savings {
    const fp_saving *data;
    uint32_t count;
    bool gave_up; /* FP_SAVINGS_TRIED_MAX what-ifs were not enough: there may be more */
};

/* May there be any? Told without a what-if. */
bool fp_savings_possible(const struct fp_kernel *kernel, const fp_analysis *analysis);
const struct fp_savings *fp_savings_find(struct fp_arena *keep, struct fp_analyser *analyser,
                                         const struct fp_kernel *kernel, const fp_analysis *analysis);
#endif
