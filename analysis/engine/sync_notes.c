/* sync_notes.c - what each barrier is for. */
#include "engine/sync_notes.h"
#include "check/enum_names.h"
#include "rules/finding.h"
#include <stdlib.h>

/* ---- making them ---- */

static fp_note_access access_of(const struct fp_kernel *kernel, uint32_t index) {
    if (index == FP_NONE) return (fp_note_access){ .span = { 0, 0 } };
    const fp_access *access = fp_kernel_access(kernel, index);
    return (fp_note_access){ access->span, fp_words_access_kind(access->kind), access->buffer_name };
}

static bool divides_phases(const fp_sync *sync) {
    return (sync->kind == FP_SYNC_BARRIER || sync->kind == FP_SYNC_WAIT) && sync->scope == FP_SCOPE_WORKGROUP &&
           !sync->maybe && !sync->implied;
}

void fp_sync_notes_collect(struct fp_arena *keep, const struct fp_kernel *kernel, const fp_analysis *analysis,
                           fp_sync_notes *notes) {
    uint32_t phase = 1;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        const fp_sync_verdict *verdict = &analysis->syncs[i];
        if (sync->implied) continue;
        *FP_PUSH(keep, notes) = (fp_sync_note){ .span = sync->span,
                                                .kernel = kernel->name,
                                                .verdict = fp_words_verdict(verdict->verdict),
                                                .producer = access_of(kernel, verdict->producer),
                                                .consumer = access_of(kernel, verdict->consumer),
                                                .phase = divides_phases(sync) ? ++phase : 0 };
    }
}

/* ---- words ---- */

static fp_str access_words(struct fp_arena *keep, fp_lines lines, const fp_note_access *access) {
    fp_str buffer = access->buffer.len ? access->buffer : FP_STR("workgroup memory");
    return fp_str_printf(keep, "the %.*s of %.*s on line %u", FP_STR_ARG(access->kind), FP_STR_ARG(buffer),
                         fp_lines_line(lines, access->span.start));
}

fp_str fp_sync_note_words(struct fp_arena *keep, fp_lines lines, const fp_sync_note *note) {
    if (note->producer.span.end == 0) return note->verdict;
    fp_str first = access_words(keep, lines, &note->producer);
    if (note->consumer.span.end == 0)
        return fp_str_printf(keep, "%.*s: %.*s crosses it", FP_STR_ARG(note->verdict), FP_STR_ARG(first));
    fp_str then = access_words(keep, lines, &note->consumer);
    return fp_str_printf(keep, "%.*s: orders %.*s before %.*s", FP_STR_ARG(note->verdict), FP_STR_ARG(first),
                         FP_STR_ARG(then));
}

/* ---- of a document ---- */

static int compare_notes(const void *a, const void *b) {
    const fp_sync_note *left = a, *right = b;
    if (left->span.start != right->span.start) return left->span.start < right->span.start ? -1 : 1;
    return fp_str_compare(left->kernel, right->kernel);
}

uint32_t fp_document_sync_notes(struct fp_document *document, const fp_sync_note **notes) {
    *notes = NULL;
    if (!document->result) return 0;
    for (uint32_t i = 0; i < document->kept_notes.len; i++)
        fp_result_cache_notes(document->memo, document->arena, document->context, document->lines,
                              &document->kept_notes.data[i], &document->notes);
    if (document->kept_notes.len && document->notes.len)
        qsort(document->notes.data, document->notes.len, sizeof *document->notes.data, compare_notes);
    document->kept_notes.len = 0;
    *notes = document->notes.data;
    return document->notes.len;
}

fp_str fp_document_note_words(struct fp_arena *keep, const struct fp_document *document, const fp_sync_note *note) {
    return fp_sync_note_words(keep, document->lines, note);
}
