/* sync_notes.c - what each barrier is for. */
#include "engine/sync_notes.h"
#include "base/sort.h"
#include "rules/finding.h"

/* ---- making them ---- */

fp_sentence fp_verdict_word(fp_verdict verdict) {
    switch (verdict) {
    case FP_VERDICT_NEEDED: return FP_WORD_NEEDED;
    case FP_VERDICT_REDUNDANT: return FP_WORD_REDUNDANT;
    case FP_VERDICT_PACING: return FP_WORD_KEEPS_PACE;
    case FP_VERDICT_INEFFECTIVE: return FP_WORD_INEFFECTIVE;
    case FP_VERDICT_DOUBTFUL: return FP_WORD_DOUBTFUL;
    case FP_VERDICT_UNREACHED: return FP_WORD_NEVER_RUNS;
    case FP_VERDICT_UNJUDGED: return FP_WORD_UNJUDGED;
    }
    return FP_WORD_UNJUDGED;
}

fp_sentence fp_access_word(fp_access_kind kind) {
    switch (kind) {
    case FP_ACCESS_READ: return FP_WORD_IS_READ;
    case FP_ACCESS_WRITE: return FP_WORD_IS_WRITE;
    case FP_ACCESS_ATOMIC: return FP_WORD_IS_ATOMIC;
    }
    return FP_WORD_IS_READ;
}

static fp_note_access access_of(const struct fp_kernel *kernel, uint32_t index) {
    if (index == FP_NONE) return (fp_note_access){ .span = { 0, 0 } };
    const fp_access *access = fp_kernel_access(kernel, index);
    return (fp_note_access){ access->span, fp_access_word(access->kind), access->buffer_name };
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
                                                .verdict = fp_verdict_word(verdict->verdict),
                                                .producer = access_of(kernel, verdict->producer),
                                                .consumer = access_of(kernel, verdict->consumer),
                                                .phase = divides_phases(sync) ? ++phase : 0 };
    }
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
    fp_result_cache_notes(document->cache, document->arena, document->context, document->lines, &document->kept_notes,
                          &document->notes);
    if (document->kept_notes.len)
        fp_sort(document->notes.data, document->notes.len, sizeof *document->notes.data, compare_notes);
    document->kept_notes.len = 0;
    *notes = document->notes.data;
    return document->notes.len;
}
