/* hand_out.c - fp_document_check: what the engine found, with words for people. */
#include "words/hand_out.h"
#include "engine/pieces.h"
#include "words/known_words.h"
#include <string.h>

/* Of a finding's words, in one list: its message with the three parts of it, then those of its places and fixes. */
enum { MESSAGE, BRIEF, NOTE, DETAIL, FIRST_PLACE };

static fp_str words(const fp_renderer *r, const fp_phrase *phrase) { return fp_render(r, phrase, FP_FORM_FULL); }

/* Those that are not empty, a line each. They become slices of it. */
static fp_str join_lines(struct fp_arena *keep, fp_str *lines, size_t count) {
    size_t room = 0, len = 0;
    for (size_t i = 0; i < count; i++) room += lines[i].len + 1;
    char *text = fp_arena_room(keep, 1, 1, room);
    for (size_t i = 0; i < count; i++) {
        if (lines[i].len == 0) continue;
        if (len) text[len++] = '\n';
        memcpy(text + len, lines[i].data, lines[i].len);
        lines[i].data = text + len;
        len += lines[i].len;
    }
    return (fp_str){ text, len };
}

/* A fix changes the text, whatever the other words are about. */
static uint32_t line_of_text(void *context, uint32_t place) { return (void)context, (void)place, 0; }

/* In the arena `keep`; the renderer's holds what is only needed until they are joined. `note`: the words of the
 * evidence; without data they are made, and put there. */
static const fp_str *words_of(struct fp_arena *keep, const fp_renderer *r, const fp_finding *finding, fp_str *note) {
    static const fp_source_lines of_text = { line_of_text, NULL };
    fp_renderer brief = *r, fix = *r;
    brief.own = &finding->span;
    if (fix.source) fix.source = &of_text;
    fp_str *list = FP_NEW(keep, fp_str, FIRST_PLACE + finding->related_count + finding->fix_count), *next = list;
    list[BRIEF] = fp_render(&brief, &finding->phrase, FP_FORM_BRIEF);
    list[NOTE] = note->data ? *note : words(r, &finding->evidence);
    list[DETAIL] = words(r, &finding->phrase);
    if (fp_str_equal(list[DETAIL], list[BRIEF])) list[DETAIL] = (fp_str){ "", 0 };
    list[MESSAGE] = join_lines(keep, &list[BRIEF], FIRST_PLACE - BRIEF);
    *note = list[NOTE];
    next += FIRST_PLACE;
    for (size_t i = 0; i < finding->related_count; i++) *next++ = fp_render_kept(r, keep, &finding->related[i].phrase);
    for (size_t i = 0; i < finding->fix_count; i++) *next++ = fp_render_kept(&fix, keep, &finding->fixes[i].phrase);
    return list;
}

static fp_finding with_words(struct fp_arena *keep, const fp_finding *finding, const fp_str *list) {
    fp_finding worded = *finding;
    fp_related *related = fp_arena_room(keep, sizeof *related, _Alignof(fp_related), finding->related_count);
    fp_fix *fixes = fp_arena_room(keep, sizeof *fixes, _Alignof(fp_fix), finding->fix_count);
    worded.message = list[MESSAGE];
    worded.brief = list[BRIEF];
    worded.note = list[NOTE];
    worded.detail = list[DETAIL];
    list += FIRST_PLACE;
    for (size_t i = 0; i < finding->related_count; i++) {
        related[i] = finding->related[i];
        related[i].message = *list++;
    }
    for (size_t i = 0; i < finding->fix_count; i++) {
        fixes[i] = finding->fixes[i];
        fixes[i].title = *list++;
    }
    worded.related = related;
    worded.fixes = fixes;
    return worded;
}

fp_finding fp_word_finding(const fp_renderer *r, const fp_finding *finding) {
    return with_words(r->keep, finding, words_of(r->keep, r, finding, &(fp_str){ 0 }));
}

/* Words of an earlier version are kept where there is one: a text that is checked once pays nothing for it. */
static struct fp_known_words *known_words(struct fp_document *document) {
    if (!document->was_worded) return NULL;
    if (!document->words) document->words = fp_arena_new();
    if (!document->known_words) document->known_words = fp_known_words_new(document->words);
    return document->known_words;
}

static void word_findings(struct fp_document *document, const fp_result *found, fp_level least, fp_finding *findings) {
    struct fp_arena *scratch = fp_arena_new(), *sentences = fp_arena_new(), *keep = document->arena;
    struct fp_known_words *known = known_words(document);
    fp_renderer r = { .keep = scratch, .lines = document->lines, .wordings = fp_wordings_new(sentences) };
    if (known) fp_known_words_start(known, document->lines);
    for (size_t i = 0; i < found->finding_count; i++) {
        const fp_finding *finding = &found->findings[i];
        const fp_str *unknown = NULL, **list = &unknown;
        fp_str no_note = { NULL, 0 };
        findings[i] = *finding;
        if (finding->level < least) continue;
        if (known) list = fp_known_words_of(known, finding);
        if (!*list)
            *list = words_of(known ? document->words : keep, &r, finding, known ? fp_known_note(known) : &no_note);
        findings[i] = with_words(keep, finding, *list);
        fp_arena_reset(scratch, (fp_arena_mark_t){ 0 });
    }
    document->was_worded = true;
    document->words_stale = known && fp_known_words_are_stale(known, found->finding_count);
    fp_arena_drop(sentences);
    fp_arena_drop(scratch);
}

static const fp_result *word_result(struct fp_document *document, const fp_result *found, fp_level least) {
    fp_renderer r = { .keep = document->arena, .lines = document->lines };
    fp_result *result = FP_NEW(r.keep, fp_result, 1);
    fp_finding *findings = FP_NEW(r.keep, fp_finding, found->finding_count + 1);
    fp_kernel_info *kernels = FP_NEW(r.keep, fp_kernel_info, found->kernel_count + 1);
    *result = *found;
    word_findings(document, found, least, findings);
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
