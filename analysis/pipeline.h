/* pipeline.h - from the units of a group to their kernels and what the algebra says of them.
 *
 * Ownership  everything lives in the arena given; the context must outlive it.
 */
#ifndef FP_PIPELINE_H
#define FP_PIPELINE_H
#include "group.h"
#include "hazard.h"
#include "lower.h"

typedef struct {
    struct fp_program program;              /* of the group; `by_unit` covers the whole context */
    fp_analysis *analyses;                  /* one per kernel; NULL when they were not asked for */
    uint64_t ops;                           /* read from the units */
    const fp_span *runs; uint32_t run_count;        /* of a part: runs of its own block that are asked about (bound.h); of a seam, its own first */
    bool *kept;                             /* per run: what is left of it once all is judged closes, and no copy is in flight there */
    bool bounds;                            /* a seam's run orders all of before against all behind, and something needs it */
    bool passes_global;                     /* .. of workgroup memory only */
} fp_pipeline;

/* Lowers the group's units. `by_unit` has room for every unit of the context, all NULL; the caller clears it again with fp_pipeline_forget. */
fp_pipeline fp_pipeline_lower(struct fp_arena *keep, struct fp_unit_context *context, const fp_group *group, const fp_options *options,
                              struct fp_kernel **by_unit);
/* The same of a part of the group's one unit, for the launch of the whole. */
fp_pipeline fp_pipeline_lower_part(struct fp_arena *keep, struct fp_unit_context *context, const fp_group *group, const fp_options *options,
                                   const fp_launch_shape *shape, struct fp_ir *ir, struct fp_kernel **by_unit);
fp_lower_options fp_pipeline_options(const fp_options *options);
void fp_pipeline_analyse(struct fp_arena *keep, fp_pipeline *pipeline, const volatile bool *cancelled);
void fp_pipeline_forget(const fp_group *group, struct fp_kernel **by_unit);
#endif
