#include "pipeline.h"
#include "gain.h"
#include "placement.h"
#include <string.h>

static fp_lower_options lower_options(const fp_options *options) {
    fp_lower_options lower = { .target = options->target, .fallback_target = options->fallback_target };
    memcpy(lower.block, options->block, sizeof lower.block);
    memcpy(lower.fallback_block, options->fallback_block, sizeof lower.fallback_block);
    return lower;
}

/* A call reaches the kernel that is the function itself, not a launch inside of it. */
static bool is_function(const struct fp_kernel *kernel) { return kernel->ir->ops[kernel->op].parent == FP_NONE; }

fp_pipeline fp_pipeline_lower(struct fp_arena *keep, struct fp_unit_context *context, const fp_group *group, const fp_options *options,
                              struct fp_kernel **by_unit) {
    typedef struct fp_kernel *kernel_pointer;
    FP_VEC(kernel_pointer) kernels = { 0 };
    fp_watch_tell(context->watch, FP_WATCH_READ);
    fp_lower_options lower = lower_options(options);
    uint64_t ops = 0;
    for (uint32_t i = 0; i < group->unit_count; i++) {
        uint32_t unit = group->units[i];
        if (!fp_units_relevant(context, unit)) continue;
        struct fp_ir *ir = fp_units_ir(keep, context, unit);
        ops += ir->op_count;
        fp_watch_tell(context->watch, FP_WATCH_LOWER);
        uint32_t count = 0;
        struct fp_kernel **lowered = fp_lower(keep, ir, unit, &lower, &count);
        for (uint32_t k = 0; k < count; k++) {
            if (is_function(lowered[k])) by_unit[unit] = lowered[k];
            *FP_PUSH(keep, &kernels) = lowered[k];
        }
    }
    fp_lower_settle(kernels.data, kernels.len);
    return (fp_pipeline){ .program = { kernels.data, kernels.len, by_unit, context->units.len }, .ops = ops };
}

void fp_pipeline_analyse(struct fp_arena *keep, fp_pipeline *pipeline, const volatile bool *cancelled) {
    pipeline->analyses = FP_NEW(keep, fp_analysis, pipeline->program.count + 1);
    for (uint32_t k = 0; k < pipeline->program.count && !(cancelled && *cancelled); k++) {
        struct fp_arena *scratch = fp_arena_new();
        struct fp_kernel *kernel = pipeline->program.kernels[k];
        const fp_watch *watch = kernel->ir->context->watch;
        fp_watch_tell(watch, FP_WATCH_FOLD);
        struct fp_analyser *analyser = fp_analyser_new(keep, scratch, kernel, &pipeline->program, cancelled);
        fp_analysis *analysis = &pipeline->analyses[k];
        fp_watch_tell(watch, FP_WATCH_JUDGE);
        *analysis = fp_analyser_run(analyser);
        fp_watch_tell(watch, FP_WATCH_PLACE);
        analysis->placement = fp_placement_find(keep, analyser, kernel, (fp_hazards){ analysis->hazards, analysis->hazard_count });
        analysis->gains = fp_gains_find(keep, analyser, kernel, analysis);
        fp_arena_drop(scratch);
    }
}

void fp_pipeline_forget(const fp_group *group, struct fp_kernel **by_unit) {
    for (uint32_t i = 0; i < group->unit_count; i++) by_unit[group->units[i]] = NULL;
}
