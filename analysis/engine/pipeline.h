/* pipeline.h - from the units of a group to their kernels and what the algebra says of them, in two stages: judgement,
 * which tells what is wrong, and advice, which tells what would mend it or cost less. Advice asks the trees of the
 * judgement what-ifs, and takes most of the time of many kernels; an editor can wait for it.
 *
 * Ownership  everything lives in the arena given, but for the trees of kernels whose advice is to follow: these are
 *            the pipeline's until fp_pipeline_drop. The context must outlive both.
 */
#ifndef FP_PIPELINE_H
#define FP_PIPELINE_H
#include "check/hazard.h"
#include "engine/unit_group.h"
#include "kernel/lower.h"
#include "streams/decide.h"

/* Kinds of advice, as bits. */
enum {
    FP_ADVICE_NONE = 0,
    FP_ADVICE_PLACEMENT = 1, /* what would order the hazards */
    FP_ADVICE_SAVINGS = 2,   /* barriers that could cost less */
    FP_ADVICE_GUESSES = 4    /* what may mend faults of streams */
};
typedef uint8_t fp_advice;

/* A kernel whose advice may follow. */
typedef struct {
    struct fp_arena *scratch;     /* holds the analyser */
    struct fp_analyser *analyser; /* NULL: it is not kept, or there is nothing to add */
    fp_advice open;               /* kinds that may add something and were not asked for */
} fp_unadvised;

typedef struct {
    struct fp_program *program;        /* of the group; `by_unit` covers the whole context */
    struct fp_kernel **by_place;       /* per unit of the group: its kernel in `by_unit` */
    const bool *hidden_callers;        /* per unit of the context (callers.h); NULL: there is one kernel */
    fp_analysis *analyses;             /* one per kernel; NULL when they were not asked for */
    const struct fp_streams **streams; /* one per kernel, like the analyses; NULL in it: nothing was run */
    fp_unadvised *unadvised;           /* one per kernel */
    uint64_t ops;                      /* read from the units */
} fp_pipeline;

/* Lowers the group's units. `by_unit` has room for every unit of the context, all NULL; the caller clears it again
 * with fp_pipeline_forget. */
fp_pipeline fp_pipeline_lower(struct fp_arena *keep, struct fp_unit_context *context, const fp_unit_group *group,
                              const fp_options *options, struct fp_kernel **by_unit);
/* Runs the kernels that have several streams: the algebra judges what is left. */
void fp_pipeline_run(struct fp_arena *keep, fp_pipeline *pipeline, const volatile bool *cancelled);
/* Runs and judges the kernels and finds the advice that is asked for. FOLLOWS: the trees of kernels that lack some are
 * kept. */
typedef enum { FP_MORE_ADVICE_NEVER, FP_MORE_ADVICE_FOLLOWS } fp_more_advice;
void fp_pipeline_analyse(struct fp_arena *keep, fp_pipeline *pipeline, fp_advice advice, fp_more_advice more,
                         const volatile bool *cancelled);
/* Finds more advice for kernels whose trees are kept. `by_unit` is filled again first, as it was by the lowering. */
void fp_pipeline_advise(struct fp_arena *keep, fp_pipeline *pipeline, const fp_unit_group *group, fp_advice advice,
                        const volatile bool *cancelled);
/* Was that kind of advice asked for, or is there nothing for it to add? */
bool fp_pipeline_was_asked(const fp_pipeline *pipeline, uint32_t kernel, fp_advice kind);
/* The placement of a kernel, when it was asked for as advice; else NULL. */
const struct fp_placement *fp_pipeline_cures(const fp_pipeline *pipeline, uint32_t kernel);
fp_advice fp_pipeline_open(const fp_pipeline *pipeline); /* kinds that may add something to some kernel */
size_t fp_pipeline_bytes(const fp_pipeline *pipeline);   /* of the trees that are kept */
void fp_pipeline_drop(fp_pipeline *pipeline);
void fp_pipeline_forget(const fp_unit_group *group, struct fp_kernel **by_unit);
#endif
