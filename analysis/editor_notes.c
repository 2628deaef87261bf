/* editor_notes.c - what each barrier is for, in words. */
#include "editor_notes.h"
#include "finding.h"
#include "words.h"

static fp_str access_words(struct fp_arena *keep, fp_lines lines, const fp_access *access) {
    fp_str buffer = access->buffer_name.len ? access->buffer_name : FP_STR("workgroup memory");
    return fp_str_printf(keep, "the %.*s of %.*s on line %u", FP_STR_ARG(fp_words_access_kind(access->kind)), FP_STR_ARG(buffer),
                         fp_lines_line(lines, access->span.start));
}

static fp_str note_words(struct fp_arena *keep, fp_lines lines, const struct fp_kernel *kernel, const fp_sync_verdict *verdict) {
    fp_str words = fp_words_verdict(verdict->verdict);
    if (verdict->producer == FP_NONE) return words;
    fp_str first = access_words(keep, lines, &kernel->accesses.data[verdict->producer]);
    if (verdict->consumer == FP_NONE) return fp_str_printf(keep, "%.*s: %.*s crosses it", FP_STR_ARG(words), FP_STR_ARG(first));
    fp_str then = access_words(keep, lines, &kernel->accesses.data[verdict->consumer]);
    return fp_str_printf(keep, "%.*s: orders %.*s before %.*s", FP_STR_ARG(words), FP_STR_ARG(first), FP_STR_ARG(then));
}

static bool divides_phases(const fp_sync *sync) {
    return (sync->kind == FP_SYNC_BARRIER || sync->kind == FP_SYNC_WAIT) && sync->scope == FP_SCOPE_WORKGROUP && !sync->maybe && !sync->implied;
}

void fp_sync_notes_collect(struct fp_arena *keep, fp_lines lines, const struct fp_kernel *kernel, const fp_analysis *analysis, fp_sync_notes *notes) {
    uint32_t phase = 1;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        const fp_sync_verdict *verdict = &analysis->syncs[i];
        if (sync->implied) continue;
        fp_sync_note note = { .span = sync->span, .kernel = kernel->name, .words = note_words(keep, lines, kernel, verdict) };
        if (divides_phases(sync)) note.phase = ++phase;
        if (verdict->producer != FP_NONE) note.producer = kernel->accesses.data[verdict->producer].span;
        if (verdict->consumer != FP_NONE) note.consumer = kernel->accesses.data[verdict->consumer].span;
        *FP_PUSH(keep, notes) = note;
    }
}

uint32_t fp_document_sync_notes(const struct fp_document *document, const fp_sync_note **notes) {
    *notes = document->result ? document->notes.data : NULL;
    return document->result ? document->notes.len : 0;
}
