#include "engine/pipeline.h"
#include "base/cancel.h"
#include "check/inner.h"
#include "check/placement.h"
#include "check/savings.h"
#include "check/widths.h"
#include "engine/callers.h"
#include "kernel/join.h"
#include "kernel/stage.h"
#include "rules/rule.h"
#include <string.h>

static fp_lower_options lower_options(const fp_options *options) {
    fp_lower_options lower = { .target = options->target, .fallback_target = options->fallback_target };
    lower.lds_dma_explicit = options->lds_dma_explicit;
    lower.barriers = options->barriers;
    memcpy(lower.block, options->block, sizeof lower.block);
    memcpy(lower.fallback_block, options->fallback_block, sizeof lower.fallback_block);
    return lower;
}

/* A call reaches the kernel that is the function itself, not a launch inside of it. */
static bool is_function(const struct fp_kernel *kernel) { return kernel->ir->ops[kernel->op].parent == FP_NONE; }

typedef struct fp_kernel *kernel_pointer;
typedef struct {
    kernel_pointer *kernels;
    uint32_t count;
    struct fp_ir *ir;
    bool called; /* by kernels of the group */
    bool lowered;
    uint32_t callers_left;         /* calls of it in units that are not lowered yet */
    uint64_t alike, lowered_alike; /* bit k: all calls give all threads the same argument k; as it was lowered with */
    uint64_t shared,
        lowered_shared; /* bit k: some call passes workgroup memory as argument k; as it was lowered with */
} unit_kernels;
/* Bodies of callees in the text of one kernel, and in those of all functions of a group: functions that call each other
 * would else take the square of their number. */
enum { CALLS_MAX = 255, CALLS_OF_GROUP_MAX = 1024 };
enum { ROUNDS_MAX = 16 }; /* calls deep that it is found how functions are called */

typedef struct {
    struct fp_arena *keep;
    struct fp_unit_context *context;
    const fp_unit_group *group;
    fp_lower_options options;
    fp_callees callees;
    struct fp_kernel **by_unit;
    unit_kernels *of; /* per unit of the group */
} lowering;

static void lower_unit(lowering *l, uint32_t i, struct fp_ir *ir) {
    fp_watch_tell(l->context->watch, FP_WATCH_LOWER);
    uint32_t unit = l->group->units[i];
    fp_lower_options options = l->options;
    options.callees = &l->callees;
    options.called_alike = l->of[i].lowered_alike;
    options.called_shared = l->of[i].lowered_shared;
    l->of[i].kernels = fp_lower(l->keep, ir, unit, &options, &l->of[i].count);
    for (uint32_t k = 0; k < l->of[i].count; k++)
        if (is_function(l->of[i].kernels[k])) l->by_unit[unit] = l->of[i].kernels[k];
}

/* The number of the unit in the group, whose units are in text order; FP_NONE: it is in another one. */
static uint32_t place_of(const fp_unit_group *group, uint32_t unit) {
    uint32_t place = fp_count_below(group->units, group->unit_count, unit);
    return place < group->unit_count && group->units[place] == unit ? place : FP_NONE;
}

static void forget_calls(lowering *l) {
    for (uint32_t i = 0; i < l->group->unit_count; i++)
        l->of[i].called = false, l->of[i].alike = UINT64_MAX, l->of[i].shared = 0;
}

/* Adds what the unit's calls say of their callees. */
static void look_at_calls(lowering *l, uint32_t i) {
    for (uint32_t k = 0; k < l->of[i].count; k++) {
        const struct fp_kernel *kernel = l->of[i].kernels[k];
        for (uint32_t c = 0; c < kernel->calls.len; c++) {
            uint32_t callee =
                kernel->calls.data[c].unit == FP_NONE ? FP_NONE : place_of(l->group, kernel->calls.data[c].unit);
            if (callee == FP_NONE) continue;
            l->of[callee].called = true;
            l->of[callee].alike &= kernel->calls.data[c].alike;
            l->of[callee].shared |= kernel->calls.data[c].shared;
        }
    }
}

/* Place of the unit of the group that the op calls; FP_NONE: it calls none. */
static uint32_t callee_at(const lowering *l, uint32_t i, fp_op op) {
    const struct fp_ir *ir = l->of[i].ir;
    const fp_op_info *info = ir->ops[op].info;
    if (!info || info->effect != FP_EFFECT_CALL) return FP_NONE;
    const fp_unit *caller = &l->context->units.data[l->group->units[i]];
    uint32_t unit = fp_unit_find(l->context, caller->section, caller->module, fp_ir_symbol(ir, op, 0));
    return unit == FP_NONE ? FP_NONE : place_of(l->group, unit);
}

/* Callers first: how a function is called is known before it is lowered. Where functions call each other in a circle,
 * one of them is lowered without. */
static void lower_all(lowering *l) {
    typedef struct {
        uint32_t caller, callee;
    } call;
    uint32_t count = l->group->unit_count;
    FP_VEC(call) calls = { 0 }; /* by caller */
    fp_numbers ready = { 0 };
    uint32_t *first = FP_NEW(l->keep, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const struct fp_ir *ir = l->of[i].ir;
        first[i] = calls.len;
        for (fp_op op = 1; ir && op < ir->op_count; op++) {
            uint32_t callee = callee_at(l, i, op);
            if (callee == FP_NONE) continue;
            *FP_PUSH(l->keep, &calls) = (call){ i, callee };
            l->of[callee].callers_left++;
        }
    }
    first[count] = calls.len;
    forget_calls(l);
    for (uint32_t i = 0; i < count; i++)
        if (l->of[i].callers_left == 0) *FP_PUSH(l->keep, &ready) = i;
    for (uint32_t next = 0, rest = 0; next < ready.len || rest < count;) {
        uint32_t i = next < ready.len ? ready.data[next++] : rest++;
        unit_kernels *of = &l->of[i];
        if (of->lowered || !of->ir) continue;
        of->lowered = true;
        if (of->called && of->callers_left == 0) of->lowered_alike = of->alike, of->lowered_shared = of->shared;
        lower_unit(l, i, of->ir);
        look_at_calls(l, i);
        for (uint32_t c = first[i]; c < first[i + 1]; c++)
            if (--l->of[calls.data[c].callee].callers_left == 0) *FP_PUSH(l->keep, &ready) = calls.data[c].callee;
    }
}

/* Functions whose callers turn out to give all threads the same arguments, or workgroup memory, are lowered anew: then
 * those that they call may be such as well. */
static void lower_callees(lowering *l) {
    bool changed = true;
    for (uint32_t round = 0; changed && round < ROUNDS_MAX; round++) {
        changed = false;
        forget_calls(l);
        for (uint32_t i = 0; i < l->group->unit_count; i++) look_at_calls(l, i);
        for (uint32_t i = 0; i < l->group->unit_count; i++) {
            unit_kernels *of = &l->of[i];
            bool alike = of->count && of->alike != of->lowered_alike, shared = of->shared & ~of->lowered_shared;
            if (!of->called || (!alike && !shared)) continue;
            of->lowered_alike = of->alike;
            of->lowered_shared |= of->shared;
            lower_unit(l, i, l->of[i].ir);
            changed = true;
        }
    }
}

/* Functions that touch no memory may compute addresses for those that do. */
static void gather_callees(lowering *l) {
    typedef const struct fp_ir *ir_pointer;
    uint32_t count = l->group->unit_count;
    ir_pointer *irs = FP_NEW(l->keep, ir_pointer, count);
    for (uint32_t i = 0; i < count; i++)
        irs[i] = l->of[i].ir ? l->of[i].ir : fp_units_ir(l->keep, l->context, l->group->units[i]);
    uint32_t share = CALLS_OF_GROUP_MAX / count;
    l->callees = (fp_callees){ l->group->units, irs, count, share < CALLS_MAX ? share + 1 : CALLS_MAX };
}

fp_pipeline fp_pipeline_lower(struct fp_arena *keep, struct fp_unit_context *context, const fp_unit_group *group,
                              const fp_options *options, struct fp_kernel **by_unit) {
    lowering l = { .keep = keep,
                   .context = context,
                   .group = group,
                   .options = lower_options(options),
                   .by_unit = by_unit,
                   .of = FP_NEW(keep, unit_kernels, group->unit_count) };
    FP_VEC(kernel_pointer) kernels = { 0 };
    uint64_t ops = 0;
    fp_watch_tell(context->watch, FP_WATCH_READ);
    for (uint32_t i = 0; i < group->unit_count; i++) {
        if (!fp_units_relevant(context, group->units[i])) continue;
        l.of[i].ir = fp_units_ir(keep, context, group->units[i]);
        ops += l.of[i].ir->op_count;
    }
    if (group->unit_count > 1) gather_callees(&l);
    lower_all(&l);
    if (group->unit_count > 1) lower_callees(&l);
    for (uint32_t i = 0; i < group->unit_count; i++)
        for (uint32_t k = 0; k < l.of[i].count; k++) *FP_PUSH(keep, &kernels) = l.of[i].kernels[k];
    fp_stage_unite(kernels.data, kernels.len);
    struct fp_kernel **by_place = FP_NEW(keep, struct fp_kernel *, group->unit_count);
    for (uint32_t i = 0; i < group->unit_count; i++) by_place[i] = by_unit[group->units[i]];
    struct fp_program *program = FP_NEW(keep, struct fp_program, 1);
    *program = (struct fp_program){ kernels.data, kernels.len, by_unit, context->units.len, NULL, NULL };
    const bool *hidden =
        kernels.len > 1 ? fp_callers_hidden(keep, context, program, group->units, group->unit_count) : NULL;
    return (fp_pipeline){ .program = program, .by_place = by_place, .ops = ops, .hidden_callers = hidden };
}

/* All functions that `kernel` reaches by calls. */
static void mark_callees(struct fp_arena *scratch, const struct fp_program *program, kernel_pointer kernel) {
    FP_VEC(kernel_pointer) callers = { 0 };
    *FP_PUSH(scratch, &callers) = kernel;
    while (callers.len) {
        const struct fp_kernel *caller = callers.data[--callers.len];
        for (uint32_t i = 0; i < caller->calls.len; i++) {
            uint32_t unit = caller->calls.data[i].unit;
            struct fp_kernel *callee = unit < program->unit_count ? program->by_unit[unit] : NULL;
            if (!callee || callee->in_streams) continue;
            callee->in_streams = true;
            *FP_PUSH(scratch, &callers) = callee;
        }
    }
}

/* ---- advice ---- */
/* Kinds that may add something to what is said of the kernel. */
static fp_advice worth(const struct fp_kernel *kernel, const fp_analysis *analysis, const struct fp_streams *streams) {
    fp_advice advice = analysis->hazard_count ? FP_ADVICE_PLACEMENT : FP_ADVICE_NONE;
    if (streams && streams->fault_count) advice |= FP_ADVICE_GUESSES;
    bool saves = fp_savings_possible(kernel, analysis) || fp_widths_any(kernel, analysis->syncs);
    saves &= !kernel->is_shifted; /* they are asked for in step */
    return saves ? advice | FP_ADVICE_SAVINGS : advice;
}

static void place(struct fp_arena *keep, struct fp_analyser *analyser, const struct fp_kernel *kernel,
                  fp_analysis *analysis) {
    fp_hazards hazards = { analysis->hazards, analysis->hazard_count };
    analysis->placement = fp_placement_find(keep, analyser, kernel, hazards);
}

static void advise_kernel(struct fp_arena *keep, fp_pipeline *pipeline, uint32_t index, fp_advice advice) {
    const struct fp_kernel *kernel = pipeline->program->kernels[index];
    fp_analysis *analysis = &pipeline->analyses[index];
    fp_unadvised *unadvised = &pipeline->unadvised[index];
    advice &= unadvised->open;
    if (advice) fp_watch_tell(kernel->ir->context->watch, FP_WATCH_PLACE);
    if (advice & FP_ADVICE_PLACEMENT) place(keep, unadvised->analyser, kernel, analysis);
    if (advice & FP_ADVICE_SAVINGS) {
        fp_widths_judge(fp_analyser_fold(unadvised->analyser), kernel, analysis->syncs);
        analysis->savings = fp_savings_find(keep, unadvised->analyser, kernel, analysis);
    }
    unadvised->open &= (fp_advice)~advice;
}

static void drop_trees(fp_unadvised *unadvised) {
    fp_arena_drop(unadvised->scratch);
    unadvised->scratch = NULL;
    unadvised->analyser = NULL;
}

static void analyse_kernel(struct fp_arena *keep, fp_pipeline *pipeline, uint32_t index, fp_advice advice,
                           fp_more_advice more, const volatile bool *cancelled) {
    fp_unadvised *unadvised = &pipeline->unadvised[index];
    struct fp_kernel *kernel = pipeline->program->kernels[index];
    const fp_watch *watch = kernel->ir->context->watch;
    unadvised->scratch = fp_arena_new();
    fp_watch_tell(watch, FP_WATCH_FOLD);
    unadvised->analyser = fp_analyser_new(keep, unadvised->scratch, kernel, pipeline->program, cancelled);
    fp_analysis *analysis = &pipeline->analyses[index];
    fp_watch_tell(watch, FP_WATCH_JUDGE);
    *analysis = fp_analyser_run(unadvised->analyser);
    if (analysis->streams) mark_callees(unadvised->scratch, pipeline->program, kernel);
    unadvised->open = worth(kernel, analysis, pipeline->streams[index]);
    advise_kernel(keep, pipeline, index, advice);
    if (more == FP_MORE_ADVICE_NEVER || !unadvised->open) drop_trees(unadvised);
}

/* Kernels are run from their start, so that functions are run where they are called. */
void fp_pipeline_run(struct fp_arena *keep, fp_pipeline *pipeline, const volatile bool *cancelled) {
    pipeline->streams = FP_NEW(keep, const struct fp_streams *, pipeline->program->count + 1);
    for (uint32_t k = 0; k < pipeline->program->count && !fp_is_cancelled(cancelled); k++) {
        struct fp_kernel *kernel = pipeline->program->kernels[k];
        if (!kernel->is_entry) continue;
        pipeline->streams[k] = fp_streams_decide(keep, kernel, pipeline->program, cancelled);
        const struct fp_streams *streams = pipeline->streams[k];
        bool given_up = streams && streams->given_up;
        kernel->is_run = streams && !given_up;
        kernel->streams = given_up ? NULL : streams;
        kernel->in_shares = streams && streams->in_shares;
        kernel->decided = streams && !given_up ? streams->decided : NULL;
        kernel->given_up = given_up ? streams->decided : NULL;
        kernel->roles_hidden = streams && streams->roles_hidden_at != FP_NONE;
    }
}

void fp_pipeline_analyse(struct fp_arena *keep, fp_pipeline *pipeline, fp_advice advice, fp_more_advice more,
                         const volatile bool *cancelled) {
    pipeline->analyses = FP_NEW(keep, fp_analysis, pipeline->program->count + 1);
    pipeline->unadvised = FP_NEW(keep, fp_unadvised, pipeline->program->count + 1);
    fp_pipeline_run(keep, pipeline, cancelled);
    if (pipeline->program->count > 1) pipeline->program->inner = fp_inner_new(keep, pipeline->program->unit_count);
    for (uint32_t k = 0; k < pipeline->program->count && pipeline->hidden_callers; k++) {
        uint32_t unit = pipeline->program->kernels[k]->unit;
        if (pipeline->hidden_callers[unit]) fp_inner_leave_syncs(pipeline->program->inner, unit);
    }
    /* Callers first: what they do tells whether their callees are judged. */
    for (uint32_t round = 0; round < 2; round++) {
        bool entries = round == 0;
        for (uint32_t k = 0; k < pipeline->program->count && !fp_is_cancelled(cancelled); k++)
            if (pipeline->program->kernels[k]->is_entry == entries)
                analyse_kernel(keep, pipeline, k, advice, more, cancelled);
    }
}

void fp_pipeline_advise(struct fp_arena *keep, fp_pipeline *pipeline, const fp_unit_group *group, fp_advice advice,
                        const volatile bool *cancelled) {
    for (uint32_t i = 0; i < group->unit_count; i++)
        pipeline->program->by_unit[group->units[i]] = pipeline->by_place[i];
    for (uint32_t k = 0; k < pipeline->program->count && !fp_is_cancelled(cancelled); k++) {
        if (!pipeline->unadvised[k].analyser) continue;
        fp_analyser_poll(pipeline->unadvised[k].analyser, cancelled);
        advise_kernel(keep, pipeline, k, advice);
        if (!pipeline->unadvised[k].open) drop_trees(&pipeline->unadvised[k]);
    }
}

bool fp_pipeline_was_asked(const fp_pipeline *pipeline, uint32_t kernel, fp_advice kind) {
    return !(pipeline->unadvised[kernel].open & kind);
}

const struct fp_placement *fp_pipeline_cures(const fp_pipeline *pipeline, uint32_t kernel) {
    return pipeline->analyses[kernel].placement;
}

fp_advice fp_pipeline_open(const fp_pipeline *pipeline) {
    fp_advice open = FP_ADVICE_NONE;
    for (uint32_t k = 0; k < pipeline->program->count; k++) open |= pipeline->unadvised[k].open;
    return open;
}

size_t fp_pipeline_bytes(const fp_pipeline *pipeline) {
    size_t bytes = 0;
    for (uint32_t k = 0; k < pipeline->program->count; k++)
        if (pipeline->unadvised[k].scratch) bytes += fp_arena_bytes(pipeline->unadvised[k].scratch);
    return bytes;
}

void fp_pipeline_drop(fp_pipeline *pipeline) {
    for (uint32_t k = 0; k < pipeline->program->count && pipeline->unadvised; k++) drop_trees(&pipeline->unadvised[k]);
}

void fp_pipeline_forget(const fp_unit_group *group, struct fp_kernel **by_unit) {
    for (uint32_t i = 0; i < group->unit_count; i++) by_unit[group->units[i]] = NULL;
}
