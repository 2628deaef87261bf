/* hand_out.c - fp_document_check: what the engine found, with words for people. */
#include "words/hand_out.h"
#include "engine/pieces.h"
#include <string.h>

static fp_str words(const fp_renderer *r, const fp_phrase *phrase) { return fp_render(r, phrase, FP_FORM_FULL); }

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

static const fp_related *word_related(const fp_renderer *r, const fp_finding *finding) {
    fp_related *related = FP_NEW(r->keep, fp_related, finding->related_count);
    for (size_t i = 0; i < finding->related_count; i++) {
        related[i] = finding->related[i];
        related[i].message = words(r, &related[i].phrase);
    }
    return related;
}

/* A fix changes the text, whatever the other words are about. */
static uint32_t line_of_text(void *context, uint32_t place) { return (void)context, (void)place, 0; }

static const fp_fix *word_fixes(const fp_renderer *renderer, const fp_finding *finding) {
    static const fp_source_lines of_text = { line_of_text, NULL };
    fp_renderer own = *renderer, *r = &own;
    if (r->source) r->source = &of_text;
    fp_fix *fixes = FP_NEW(r->keep, fp_fix, finding->fix_count);
    for (size_t i = 0; i < finding->fix_count; i++) {
        fixes[i] = finding->fixes[i];
        fixes[i].title = words(r, &fixes[i].phrase);
    }
    return fixes;
}

fp_finding fp_word_finding(const fp_renderer *r, const fp_finding *finding) {
    fp_finding worded = *finding;
    fp_renderer brief = *r;
    brief.own = &finding->span;
    worded.brief = fp_render(&brief, &finding->phrase, FP_FORM_BRIEF);
    worded.note = words(r, &finding->evidence);
    worded.detail = words(r, &finding->phrase);
    if (fp_str_equal(worded.detail, worded.brief)) worded.detail.len = 0;
    worded.message = join_lines(r->keep, (const fp_str[]){ worded.brief, worded.note, worded.detail }, 3);
    worded.related = word_related(r, finding);
    worded.fixes = word_fixes(r, finding);
    return worded;
}

static const fp_result *word_result(struct fp_document *document, const fp_result *found, fp_level least) {
    fp_renderer r = { .keep = document->arena, .lines = document->lines };
    fp_result *result = FP_NEW(r.keep, fp_result, 1);
    fp_finding *findings = FP_NEW(r.keep, fp_finding, found->finding_count + 1);
    fp_kernel_info *kernels = FP_NEW(r.keep, fp_kernel_info, found->kernel_count + 1);
    *result = *found;
    for (size_t i = 0; i < found->finding_count; i++) {
        const fp_finding *finding = &found->findings[i];
        findings[i] = finding->level >= least ? fp_word_finding(&r, finding) : *finding;
    }
    for (size_t i = 0; i < found->kernel_count; i++) {
        kernels[i] = found->kernels[i];
        kernels[i].target_source = words(&r, &kernels[i].target_from);
        kernels[i].block_source = words(&r, &kernels[i].block_from);
    }
    fp_unjudged *unjudged = FP_NEW(r.keep, fp_unjudged, found->unjudged_count + 1);
    for (size_t i = 0; i < found->unjudged_count; i++) {
        unjudged[i] = found->unjudged[i];
        unjudged[i].reason = words(&r, &unjudged[i].phrase);
    }
    result->findings = findings;
    result->kernels = kernels;
    result->unjudged = unjudged;
    return result;
}

const fp_result *fp_document_check_for(struct fp_document *document, fp_wishes wishes, const volatile bool *cancelled) {
    const fp_result *found = fp_document_judge_once(document, wishes, cancelled);
    if (found != document->result) return found; /* cancelled: nothing was found */
    if (!document->worded || document->worded_least > wishes.words) {
        document->worded = word_result(document, found, wishes.words);
        document->worded_least = wishes.words;
    }
    return document->worded;
}

const fp_result *fp_document_check(struct fp_document *document, const volatile bool *cancelled) {
    return fp_document_check_for(document, (fp_wishes){ .least = FP_LEVEL_HINT, .fixes = true }, cancelled);
}
