/* hand_out.c - fp_document_check: what the engine found, with words for people. */
#include "engine/pieces.h"
#include "words/render.h"
#include <string.h>

typedef struct {
    fp_renderer renderer;
    struct fp_arena *keep;
} worder;

static fp_str words(const worder *w, const fp_phrase *phrase) { return fp_render(&w->renderer, phrase, FP_FORM_FULL); }

/* Those that are not empty, a line each. */
static fp_str join_lines(struct fp_arena *keep, const fp_str *lines, size_t count) {
    size_t room = 0, len = 0;
    for (size_t i = 0; i < count; i++) room += lines[i].len + 1;
    char *text = FP_NEW(keep, char, room);
    for (size_t i = 0; i < count; i++) {
        if (lines[i].len == 0) continue;
        if (len) text[len++] = '\n';
        memcpy(text + len, lines[i].data, lines[i].len);
        len += lines[i].len;
    }
    return (fp_str){ text, len };
}

static const fp_related *word_related(const worder *w, const fp_finding *finding) {
    fp_related *related = FP_NEW(w->keep, fp_related, finding->related_count);
    for (size_t i = 0; i < finding->related_count; i++) {
        related[i] = finding->related[i];
        related[i].message = words(w, &related[i].phrase);
    }
    return related;
}

static const fp_fix *word_fixes(const worder *w, const fp_finding *finding) {
    fp_fix *fixes = FP_NEW(w->keep, fp_fix, finding->fix_count);
    for (size_t i = 0; i < finding->fix_count; i++) {
        fixes[i] = finding->fixes[i];
        fixes[i].title = words(w, &fixes[i].phrase);
    }
    return fixes;
}

static fp_finding word_finding(const worder *w, const fp_finding *finding) {
    fp_finding worded = *finding;
    worded.brief = fp_render(&w->renderer, &finding->phrase, FP_FORM_BRIEF);
    worded.note = words(w, &finding->evidence);
    worded.detail = words(w, &finding->phrase);
    if (fp_str_equal(worded.detail, worded.brief)) worded.detail.len = 0;
    worded.message = join_lines(w->keep, (const fp_str[]){ worded.brief, worded.note, worded.detail }, 3);
    worded.related = word_related(w, finding);
    worded.fixes = word_fixes(w, finding);
    return worded;
}

static const fp_result *word_result(struct fp_document *document, const fp_result *found) {
    worder w = { { document->arena, document->lines }, document->arena };
    fp_result *result = FP_NEW(w.keep, fp_result, 1);
    fp_finding *findings = FP_NEW(w.keep, fp_finding, found->finding_count + 1);
    fp_kernel_info *kernels = FP_NEW(w.keep, fp_kernel_info, found->kernel_count + 1);
    *result = *found;
    for (size_t i = 0; i < found->finding_count; i++) findings[i] = word_finding(&w, &found->findings[i]);
    for (size_t i = 0; i < found->kernel_count; i++) {
        kernels[i] = found->kernels[i];
        kernels[i].target_source = words(&w, &kernels[i].target_from);
        kernels[i].block_source = words(&w, &kernels[i].block_from);
    }
    fp_unjudged *unjudged = FP_NEW(w.keep, fp_unjudged, found->unjudged_count + 1);
    for (size_t i = 0; i < found->unjudged_count; i++) {
        unjudged[i] = found->unjudged[i];
        unjudged[i].reason = words(&w, &unjudged[i].phrase);
    }
    result->findings = findings;
    result->kernels = kernels;
    result->unjudged = unjudged;
    return result;
}

const fp_result *fp_document_check_for(struct fp_document *document, fp_wishes wishes, const volatile bool *cancelled) {
    const fp_result *found = fp_document_judge_once(document, wishes, cancelled);
    if (found != document->result) return found; /* cancelled: nothing was found */
    if (!document->worded) document->worded = word_result(document, found);
    return document->worded;
}

const fp_result *fp_document_check(struct fp_document *document, const volatile bool *cancelled) {
    return fp_document_check_for(document, (fp_wishes){ .least = FP_LEVEL_HINT, .fixes = true }, cancelled);
}
