/* premise.h - what a run supposes where the text leaves it to who launches the kernel, and no loop depends on it: how
 * many threads the workgroup has, and which phases the arguments name that waits take theirs from.
 *
 * Which lane an election chooses is left to the chip: what is found for one choice alone is not certain.
 *
 * One premise holds for all vectors of a machine. A kernel is right when it is right under one of them, which is told
 * as an assumption; a fault is certain when all of them show it.
 */
#ifndef FP_PREMISE_H
#define FP_PREMISE_H
#include "kernel/kernel.h"

enum {
    FP_PREMISE_THREADS_MAX = 6, /* sizes of the workgroup that are tried */
    FP_PREMISE_PHASES_MAX = 2   /* arguments: one for each of two rings is usual */
};
typedef struct {
    uint32_t threads; /* of the workgroup; 0: the text says it, or it does not matter */
    uint32_t phases;  /* bit k: the phase that the k-th of these arguments names */
    bool last_lane;   /* the last lane of a wave is elected, not the first: chips may elect any */
} fp_premise;

/* Text of single threads in which some wait for objects: sizes of the workgroup to suppose, the likeliest first. One,
 * 0, where the text says it. None when threads of several dimensions are told apart and nobody knows their extents. */
uint32_t fp_premise_threads(const struct fp_kernel *kernel, uint32_t threads[FP_PREMISE_THREADS_MAX]);
#endif
