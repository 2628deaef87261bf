/* lower.h - from the ops of a unit to its kernels.
 *
 * A kernel is a function-like op, or the body of a gpu.launch, that touches workgroup memory, holds a synchronisation
 * op, or calls a function of the file that does. Functions that do none of this give no kernel.
 */
#ifndef FP_LOWER_H
#define FP_LOWER_H
#include "kernel/kernel.h"
#include "read/unit.h"

/* The chip and the block that a kernel runs on, and the places that say so. */
typedef struct {
    const fp_target *target;
    fp_phrase target_source;
    fp_launch launch;
    fp_phrase block_source;
    fp_vendor vendor; /* the target's, or where none is named that of the ops; ANY: nothing tells */
} fp_launch_shape;

typedef struct {
    fp_str target, fallback_target; /* see fp_options */
    uint32_t block[3], fallback_block[3];
    bool lds_dma_explicit;
    fp_barriers barriers;
    const struct fp_callees *callees; /* what can be joined to calls (join.h); NULL: nothing */
    /* Bit k: every call in the file gives all threads of a workgroup the same argument k. Of a unit that is called;
     * 0: nothing is known. */
    uint64_t called_alike;
    /* Bit k: some call in the file passes workgroup memory as argument k; bit 63 for all arguments from there on. */
    uint64_t called_shared;
} fp_lower_options;

/* The kernels of one unit, in text order; `*count` may be 0. */
struct fp_kernel **fp_lower(struct fp_arena *keep, struct fp_ir *ir, uint32_t unit, const fp_lower_options *options,
                            uint32_t *count);
#endif
