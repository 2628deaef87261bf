#include "pipeline.h"
#include "barrier.h"
#include "bound.h"
#include "gain.h"
#include "placement.h"
#include <string.h>

fp_lower_options fp_pipeline_options(const fp_options *options) {
    fp_lower_options lower = { .target = options->target, .fallback_target = options->fallback_target };
    memcpy(lower.block, options->block, sizeof lower.block);
    memcpy(lower.fallback_block, options->fallback_block, sizeof lower.fallback_block);
    return lower;
}

/* A call reaches the kernel that is the function itself, not a launch inside of it. */
static bool is_function(const struct fp_kernel *kernel) { return kernel->ir->ops[kernel->op].parent == FP_NONE; }

typedef struct fp_kernel *kernel_pointer;
typedef struct { kernel_pointer *kernels; uint32_t count; bool called; uint64_t alike; } unit_kernels;
enum { ROUNDS_MAX = 16 };                   /* calls deep that functions are found to be called alike */

typedef struct {
    struct fp_arena *keep;
    struct fp_unit_context *context;
    const fp_group *group;
    fp_lower_options options;
    struct fp_kernel **by_unit;
    unit_kernels *of;                       /* per unit of the group */
} lowering;

static void lower_unit(lowering *l, uint32_t i, struct fp_ir *ir) {
    fp_watch_tell(l->context->watch, FP_WATCH_LOWER);
    uint32_t unit = l->group->units[i];
    l->of[i].kernels = fp_lower(l->keep, ir, unit, &l->options, &l->of[i].count);
    for (uint32_t k = 0; k < l->of[i].count; k++)
        if (is_function(l->of[i].kernels[k])) l->by_unit[unit] = l->of[i].kernels[k];
}

/* The number of the unit in the group, whose units are in text order; FP_NONE: it is in another one. */
static uint32_t place_of(const fp_group *group, uint32_t unit) {
    uint32_t place = fp_count_below(group->units, group->unit_count, unit);
    return place < group->unit_count && group->units[place] == unit ? place : FP_NONE;
}

static void look_at_calls(lowering *l) {
    for (uint32_t i = 0; i < l->group->unit_count; i++) l->of[i].called = false, l->of[i].alike = UINT64_MAX;
    for (uint32_t i = 0; i < l->group->unit_count; i++)
        for (uint32_t k = 0; k < l->of[i].count; k++) {
            const struct fp_kernel *kernel = l->of[i].kernels[k];
            for (uint32_t c = 0; c < kernel->calls.len; c++) {
                uint32_t callee = kernel->calls.data[c].unit == FP_NONE ? FP_NONE : place_of(l->group, kernel->calls.data[c].unit);
                if (callee == FP_NONE) continue;
                l->of[callee].called = true;
                l->of[callee].alike &= kernel->calls.data[c].alike;
            }
        }
}

/* Functions whose callers turn out to give all threads the same arguments are lowered anew: then those that they call may be such as well. */
static void lower_callees(lowering *l) {
    bool changed = true;
    for (uint32_t round = 0; changed && round < ROUNDS_MAX; round++) {
        changed = false;
        look_at_calls(l);
        for (uint32_t i = 0; i < l->group->unit_count; i++) {
            unit_kernels *of = &l->of[i];
            fp_unit *unit = &l->context->units.data[l->group->units[i]];
            if (!of->called || !of->count || of->alike == unit->called_alike) continue;
            unit->called_alike = of->alike;
            lower_unit(l, i, fp_units_ir(l->keep, l->context, l->group->units[i]));
            changed = true;
        }
    }
}

fp_pipeline fp_pipeline_lower(struct fp_arena *keep, struct fp_unit_context *context, const fp_group *group, const fp_options *options,
                              struct fp_kernel **by_unit) {
    lowering l = { keep, context, group, fp_pipeline_options(options), by_unit, FP_NEW(keep, unit_kernels, group->unit_count) };
    FP_VEC(kernel_pointer) kernels = { 0 };
    uint64_t ops = 0;
    fp_watch_tell(context->watch, FP_WATCH_READ);
    for (uint32_t i = 0; i < group->unit_count; i++) {
        if (!fp_units_relevant(context, group->units[i])) continue;
        context->units.data[group->units[i]].called_alike = 0;
        struct fp_ir *ir = fp_units_ir(keep, context, group->units[i]);
        ops += ir->op_count;
        lower_unit(&l, i, ir);
    }
    if (group->unit_count > 1) lower_callees(&l);
    for (uint32_t i = 0; i < group->unit_count; i++)
        for (uint32_t k = 0; k < l.of[i].count; k++) *FP_PUSH(keep, &kernels) = l.of[i].kernels[k];
    fp_lower_settle(kernels.data, kernels.len);
    return (fp_pipeline){ .program = { kernels.data, kernels.len, by_unit, context->units.len }, .ops = ops };
}

fp_pipeline fp_pipeline_lower_part(struct fp_arena *keep, struct fp_unit_context *context, const fp_group *group, const fp_options *options,
                                   const fp_launch_shape *shape, struct fp_ir *ir, struct fp_kernel **by_unit) {
    lowering l = { keep, context, group, fp_pipeline_options(options), by_unit, FP_NEW(keep, unit_kernels, 1) };
    l.options.shape = shape;
    context->units.data[group->units[0]].called_alike = 0;
    lower_unit(&l, 0, ir);
    return (fp_pipeline){ .program = { l.of[0].kernels, l.of[0].count, by_unit, context->units.len }, .ops = ir->op_count };
}

/* Are all waits for copies before the sync needed that stand in the kernel's own block? Who comes after them sees nothing of what they were for. */
static bool waits_are_needed(struct fp_fold *fold, const struct fp_kernel *kernel, uint32_t sync) {
    for (uint32_t i = 0; i < sync; i++) {
        const fp_sync *wait = &kernel->syncs.data[i];
        bool own = wait->kind == FP_SYNC_COUNTER_WAIT && !wait->implied && !wait->fixed && kernel->ir->ops[wait->op].parent == kernel->op && fp_kernel_tracks(kernel, wait);
        if (own && !fp_barrier_is_needed(fold, kernel, (fp_syncs){ &i, 1 })) return false;
    }
    return true;
}

static bool is_gone(const struct fp_kernel *kernel, const fp_analysis *analysis, uint32_t sync) {
    fp_verdict verdict = analysis->syncs[sync].verdict;
    return !kernel->syncs.data[sync].fixed && verdict != FP_VERDICT_NEEDED && verdict != FP_VERDICT_UNJUDGED;
}

/* The syncs of the ops in the run; `gone`: some of them are, and are left out. */
static fp_numbers syncs_of(struct fp_arena *scratch, const struct fp_kernel *kernel, const fp_analysis *analysis, fp_span run, bool *gone) {
    fp_numbers syncs = { 0 };
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        fp_span op = kernel->ir->ops[kernel->syncs.data[i].op].span;
        if (op.start < run.start || op.start >= run.end) continue;
        bool left_out = gone && is_gone(kernel, analysis, i);
        if (left_out) *gone = true;
        else *FP_PUSH(scratch, &syncs) = i;
    }
    return syncs;
}

static void look_at_runs(struct fp_arena *scratch, struct fp_fold *fold, const struct fp_kernel *kernel, const fp_analysis *analysis, fp_pipeline *pipeline) {
    bool all_kept = true;
    for (uint32_t r = 0; r < pipeline->run_count; r++) {
        bool gone = false;
        fp_numbers left = syncs_of(scratch, kernel, analysis, pipeline->runs[r], &gone);
        fp_syncs run = { left.data, left.len };
        bool lost_copies = gone && fp_bound_has_copies(kernel);        /* what went may have completed one */
        pipeline->kept[r] = !lost_copies && fp_bound_closes(fold, kernel, run) && !fp_bound_is_crossed(fold, kernel, run);
        all_kept &= pipeline->kept[r] || r == 0;
        if (r == 0) pipeline->passes_global = kernel->is_seam && !fp_bound_orders_global(kernel, run);
    }
    if (!kernel->is_seam) return;
    fp_numbers all = syncs_of(scratch, kernel, analysis, pipeline->runs[0], NULL);
    fp_syncs seam = { all.data, all.len };
    pipeline->bounds = all_kept && fp_bound_holds(fold, kernel, seam) && waits_are_needed(fold, kernel, seam.data[seam.count - 1]);
}

void fp_pipeline_analyse(struct fp_arena *keep, fp_pipeline *pipeline, const volatile bool *cancelled) {
    pipeline->analyses = FP_NEW(keep, fp_analysis, pipeline->program.count + 1);
    pipeline->kept = FP_NEW(keep, bool, pipeline->run_count + 1);
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
        look_at_runs(scratch, fp_analyser_fold(analyser), kernel, analysis, pipeline);
        fp_arena_drop(scratch);
    }
}

void fp_pipeline_forget(const fp_group *group, struct fp_kernel **by_unit) {
    for (uint32_t i = 0; i < group->unit_count; i++) by_unit[group->units[i]] = NULL;
}
