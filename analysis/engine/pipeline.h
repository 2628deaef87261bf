/* pipeline.h - from the units of a group to their kernels and what the algebra says of them.
 *
 * Ownership  everything lives in the arena given; the context must outlive it.
 */
#ifndef FP_PIPELINE_H
#define FP_PIPELINE_H
#include "check/hazard.h"
#include "engine/unit_group.h"
#include "kernel/lower.h"
#include "streams/decide.h"

typedef struct {
    struct fp_program program;         /* of the group; `by_unit` covers the whole context */
    fp_analysis *analyses;             /* one per kernel; NULL when they were not asked for */
    const struct fp_streams **streams; /* one per kernel, like the analyses; NULL in it: nothing was run */
    uint64_t ops;                      /* read from the units */
} fp_pipeline;

/* Lowers the group's units. `by_unit` has room for every unit of the context, all NULL; the caller clears it again
 * with fp_pipeline_forget. */
fp_pipeline fp_pipeline_lower(struct fp_arena *keep, struct fp_unit_context *context, const fp_unit_group *group,
                              const fp_options *options, struct fp_kernel **by_unit);
void fp_pipeline_analyse(struct fp_arena *keep, fp_pipeline *pipeline, const volatile bool *cancelled);
void fp_pipeline_forget(const fp_unit_group *group, struct fp_kernel **by_unit);
#endif
