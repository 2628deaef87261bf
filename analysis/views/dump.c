/* dump.c - fp_document_dump: what each stage of the pipeline made of a text. */
#include "check/placement.h"
#include "views/around.h"
#include "views/enum_names.h"
#include "views/evidence_text.h"
#include "views/kernel_dump.h"
#include "words/render.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Text that grows in an arena. */
typedef struct {
    struct fp_arena *keep;
    FP_VEC(char) text;
} writer;

static void write_str(writer *w, fp_str s) {
    for (size_t i = 0; i < s.len; i++) *FP_PUSH(w->keep, &w->text) = s.data[i];
}

__attribute__((format(printf, 2, 3))) static void write_line(writer *w, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length > 0) write_str(w, (fp_str){ line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1 });
    write_str(w, FP_STR("\n"));
}

typedef struct {
    writer *out;
    const struct fp_document *document;
    const struct fp_kernel *kernel;
    const fp_analysis *analysis;
} dumper;

static uint32_t line_of(const dumper *d, fp_span span) { return fp_lines_line(d->document->lines, span.start); }

static fp_renderer renderer_of(const dumper *d) {
    return (fp_renderer){ .keep = d->out->keep, .lines = d->document->lines };
}

static void write_access(const dumper *d, const char *role, uint32_t access) {
    const fp_access *a = fp_kernel_access(d->kernel, access);
    write_line(d->out, "      %s: line %u, %.*s of %.*s", role, line_of(d, a->span),
               FP_STR_ARG(fp_words_access_kind(a->kind)), FP_STR_ARG(a->buffer_name));
}

static void dump_summary(const dumper *d) {
    const struct fp_kernel *kernel = d->kernel;
    const fp_renderer renderer = renderer_of(d);
    fp_str target_source = fp_render(&renderer, &kernel->target_source, FP_FORM_FULL),
           block_source = fp_render(&renderer, &kernel->block_source, FP_FORM_FULL);
    write_line(d->out, "kernel %.*s: %u accesses, %u syncs, %zu unordered pairs", FP_STR_ARG(kernel->name),
               kernel->accesses.len, kernel->syncs.len, d->analysis->hazard_count);
    write_line(d->out, "  target %.*s (%.*s)", FP_STR_ARG(kernel->target->chip), FP_STR_ARG(target_source));
    write_line(d->out, "  block %u, %u, %u (%.*s), waves of %u", kernel->launch.block[0], kernel->launch.block[1],
               kernel->launch.block[2], FP_STR_ARG(block_source), kernel->launch.wave_size);
    for (uint32_t i = 0; i < d->analysis->hazard_count; i++) {
        const fp_hazard *hazard = &d->analysis->hazards[i];
        fp_phrase cause = fp_phrase_of(fp_cause_word(hazard->cause));
        write_line(d->out, "  pair %u: %.*s, %.*s%s%s%s: %.*s", i, FP_STR_ARG(fp_hazard_kind_name(hazard->kind)),
                   FP_STR_ARG(fp_overlap_name(hazard->answer.overlap)), hazard->certain ? ", certain" : "",
                   hazard->concurrent ? ", concurrent" : "", hazard->handed_over ? ", handed over" : "",
                   FP_STR_ARG(fp_render(&renderer, &cause, FP_FORM_FULL)));
        write_access(d, "first", hazard->producer);
        write_access(d, "then", hazard->consumer);
        if (hazard->carrier != FP_NONE)
            write_line(d->out, "      carried: %u%s iterations of the loop on line %u", hazard->distance,
                       hazard->at_least ? " or more" : "", line_of(d, kernel->loops.data[hazard->carrier].span));
        write_line(d->out, "      reason: %.*s", FP_STR_ARG(fp_reason_text(&renderer, &hazard->answer)));
    }
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync_verdict *verdict = &d->analysis->syncs[i];
        write_line(d->out, "  sync on line %u: %.*s", line_of(d, kernel->syncs.data[i].span),
                   FP_STR_ARG(fp_verdict_text(&renderer, verdict->verdict)));
        if (verdict->producer != FP_NONE) write_access(d, "first", verdict->producer);
        if (verdict->consumer != FP_NONE) write_access(d, "then", verdict->consumer);
    }
}

/* A barrier anywhere in a window closes it: behind the first access, up to the second one. */
static void dump_placement(const dumper *d) {
    write_line(d->out, "kernel %.*s", FP_STR_ARG(d->kernel->name));
    for (uint32_t i = 0; i < d->analysis->hazard_count; i++) {
        const fp_hazard *hazard = &d->analysis->hazards[i];
        uint32_t first = line_of(d, fp_kernel_access(d->kernel, hazard->producer)->span),
                 then = line_of(d, fp_kernel_access(d->kernel, hazard->consumer)->span);
        if (hazard->producer == hazard->consumer && hazard->carrier == FP_NONE) {
            write_line(d->out, "  no window: line %u with itself", then);
        } else if (hazard->concurrent) {
            write_line(d->out, "  no window: line %u beside line %u", first, then);
        } else if (hazard->carrier == FP_NONE) {
            write_line(d->out, "  window: behind line %u, up to line %u", first, then);
        } else {
            write_line(d->out, "  window: behind line %u, round the loop on line %u, up to line %u", first,
                       line_of(d, d->kernel->loops.data[hazard->carrier].span), then);
        }
    }
}

static const char *side_words(fp_position_in_text at) { return at.behind ? "behind" : "before"; }

static void dump_placed(const dumper *d) {
    const struct fp_placement *placement = d->analysis->placement;
    for (uint32_t i = 0; placement && i < placement->count; i++) {
        const fp_placed *placed = &placement->placed[i];
        const fp_op_node *ops = d->kernel->ir->ops;
        if (placed->kind == FP_PLACED_WAIT) {
            write_line(d->out, "  wait: %s line %u, counter %.*s to %d", side_words(placed->at),
                       line_of(d, ops[placed->at.op].span), FP_STR_ARG(fp_counter_name(placed->counter)),
                       placed->count);
            continue;
        }
        write_line(d->out, "  barrier: %s line %u, its signal %s line %u, in %u loops%s", side_words(placed->at),
                   line_of(d, ops[placed->at.op].span), side_words(placed->signal),
                   line_of(d, ops[placed->signal.op].span), placed->depth, placed->doubt ? ", in doubt" : "");
        if (placed->around != FP_NONE)
            write_line(d->out, "    its halves go round the loop on line %u", line_of(d, ops[placed->around].span));
    }
}

static void dump_group(struct fp_document *document, writer *out, const fp_unit_group *group, fp_stage stage) {
    fp_lowered_group lowered = fp_group_lower(document, group);
    fp_advice advice = stage == FP_STAGE_PLACEMENT ? FP_ADVICE_PLACEMENT : FP_ADVICE_NONE;
    if (stage != FP_STAGE_KERNEL)
        fp_pipeline_analyse(lowered.work, &lowered.pipeline, advice, FP_MORE_ADVICE_NEVER, NULL);
    for (uint32_t k = 0; k < lowered.pipeline.program->count; k++) {
        struct fp_kernel *kernel = lowered.pipeline.program->kernels[k];
        dumper d = { out, document, kernel, lowered.pipeline.analyses ? &lowered.pipeline.analyses[k] : NULL };
        if (stage == FP_STAGE_KERNEL)
            write_str(out, fp_kernel_dump(lowered.work, kernel));
        else if (stage == FP_STAGE_SUMMARY)
            dump_summary(&d);
        else
            dump_placement(&d), dump_placed(&d);
    }
    fp_group_drop(&lowered);
}

fp_str fp_document_dump(struct fp_document *document, fp_stage stage) {
    fp_document_read(document, NULL);
    if (stage == FP_STAGE_TREE) return fp_units_dump_tree(document->arena, document->context);
    writer out = { .keep = document->arena };
    for (uint32_t g = 0; g < document->groups.len; g++) dump_group(document, &out, &document->groups.data[g], stage);
    return (fp_str){ out.text.data, out.text.len };
}
