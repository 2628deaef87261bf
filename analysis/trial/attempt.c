#include "trial/attempt.h"
#include "base/span.h"
#include "rules/fix_edit.h"

/* ---- which fixes ---- */
uint32_t fp_kernel_at(const fp_result *result, uint32_t offset) {
    for (size_t i = 0; i < result->kernel_count; i++)
        if (fp_span_holds(result->kernels[i].span, offset)) return (uint32_t)i;
    return FP_ANYWHERE;
}

static fp_span line_of(fp_str text, fp_span span) {
    while (span.start > 0 && text.data[span.start - 1] != '\n') span.start--;
    while (span.end < text.len && text.data[span.end] != '\n') span.end++;
    return span;
}

bool fp_is_damaged(const fp_checked_text *checked, fp_str text, uint32_t offset) {
    uint32_t kernel = fp_kernel_at(checked->result, offset);
    for (uint32_t i = 0; i < checked->found->len; i++) {
        const fp_finding *finding = &checked->found->data[i];
        if (finding->rule != FP_RULE_SYNTAX_ERROR) continue;
        fp_span line = line_of(text, finding->span);
        if (fp_span_at_cursor(line, offset)) return true;
        if (kernel != FP_ANYWHERE && fp_kernel_at(checked->result, finding->span.start) == kernel) return true;
    }
    return false;
}

const fp_fix *fp_fix_choice(const fp_finding *finding, bool unsafe) {
    for (size_t i = 0; i < finding->fix_count; i++)
        if (finding->fixes[i].safe) return &finding->fixes[i];
    return unsafe && finding->fix_count ? &finding->fixes[0] : NULL;
}

bool fp_is_in_scope(const fp_result *result, const fp_finding *finding, fp_mend_scope scope) {
    if (scope.kernel != FP_ANYWHERE && fp_kernel_at(result, finding->span.start) != scope.kernel) return false;
    if (scope.rule != FP_RULE_NONE && finding->rule != scope.rule) return false;
    return scope.start == FP_ANYWHERE || finding->span.start == scope.start;
}

/* Guesses are tried one by one: they take no part in what is applied together. */
static const fp_fix *sure_choice(const fp_finding *finding, bool unsafe) {
    const fp_fix *first = NULL;
    for (size_t i = 0; i < finding->fix_count; i++) {
        const fp_fix *fix = &finding->fixes[i];
        if (fix->guess) continue;
        if (fix->safe) return fix;
        first = first ? first : fix;
    }
    return unsafe ? first : NULL;
}

const fp_fix *fp_attempt_fix(const fp_checked_text *checked, fp_str text, const fp_finding *finding,
                             const fp_fix_wishes *wishes, fp_mend_scope scope) {
    const fp_fix *fix = sure_choice(finding, wishes->unsafe);
    bool wanted = fix && fix->edit_count && finding->level >= wishes->least &&
                  fp_is_in_scope(checked->result, finding, scope) &&
                  !fp_is_damaged(checked, text, fix->edits[0].span.start);
    return wanted ? fix : NULL;
}

/* ---- what is new ---- */
fp_attempt fp_attempt_begin(struct fp_mender *mender, struct fp_arena *keep, fp_str text,
                            const fp_checked_text *checked, fp_fix_wishes wishes) {
    const fp_result *result = checked->result;
    fp_attempt a = { .mender = mender,
                     .keep = keep,
                     .wishes = wishes,
                     .text = text,
                     .head = text.len,
                     .tail = text.len,
                     .fixed = FP_NEW(keep, uint32_t, FP_RULE_COUNT),
                     .known = FP_NEW(keep, fp_known_finding, result->finding_count + 1),
                     .known_count = (uint32_t)result->finding_count };
    for (size_t i = 0; i < result->finding_count; i++)
        a.known[i] = (fp_known_finding){ result->findings[i].rule, result->findings[i].span.start,
                                         result->findings[i].hazard != NULL, result->findings[i].related_count,
                                         result->findings[i].level };
    return a;
}

void fp_attempt_mends(fp_attempt *a, const fp_finding *finding) {
    *FP_PUSH(a->keep, &a->mended) = (fp_mended_finding){
        finding->rule,       finding->level,         finding->span.start,
        finding->span.start, finding->related_count, fp_phrase_copy(a->keep, finding->phrase, NULL)
    };
}

static uint32_t moved(void *context, uint32_t place) {
    const fp_edits *edits = context;
    return fp_edits_move(edits, &place) ? place : UINT32_MAX;
}

static void move_mended(fp_attempt *a, fp_edits *edits) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->mended.len; i++) {
        fp_mended_finding mended = a->mended.data[i];
        if (!fp_edits_move(edits, &mended.start)) continue;
        mended.phrase = fp_phrase_copy(a->keep, mended.phrase, &(fp_phrase_change){ edits, moved, NULL });
        a->mended.data[kept++] = mended;
    }
    a->mended.len = kept;
}

void fp_attempt_apply(fp_attempt *a, fp_edits *edits) {
    size_t len = a->text.len;
    uint32_t kept = 0;
    a->text = fp_edits_apply(a->keep, a->text, edits);
    for (uint32_t i = 0; i < edits->len; i++) {
        if (edits->data[i].span.start < a->head) a->head = edits->data[i].span.start;
        if (len - edits->data[i].span.end < a->tail) a->tail = len - edits->data[i].span.end;
    }
    for (uint32_t i = 0; i < a->known_count; i++) {
        fp_known_finding known = a->known[i];
        if (fp_edits_move(edits, &known.start)) a->known[kept++] = known;
    }
    a->known_count = kept;
    move_mended(a, edits);
    a->changed = true;
}

/* What hides a protocol is one finding, with a place for each op that does. */
static bool hides_more(const fp_known_finding *known, const fp_finding *finding) {
    return finding->rule == FP_RULE_UNKNOWN_PROTOCOL && finding->related_count > known->related;
}

/* A pair that lacks a wait once it has its barrier was there before under another name. An error is new where no error
 * was: the edits have made certain what was not. */
static bool is_known(const fp_attempt *a, const fp_finding *finding) {
    uint32_t i = FP_COUNT_BELOW(a->known, a->known_count, start, finding->span.start);
    for (; i < a->known_count && a->known[i].start == finding->span.start; i++) {
        bool worse = finding->level == FP_LEVEL_ERROR && a->known[i].level < FP_LEVEL_ERROR;
        bool same = a->known[i].rule == finding->rule && !hides_more(&a->known[i], finding);
        if (!worse && (same || (a->known[i].pair && finding->hazard))) return true;
    }
    return false;
}

static bool is_cost(fp_claim claim) {
    return claim == FP_CLAIM_USELESS || claim == FP_CLAIM_WEAK || claim == FP_CLAIM_SAVING;
}

static bool is_new(const fp_attempt *a, const fp_finding *finding) {
    bool counts = finding->level >= FP_LEVEL_WARNING ||
                  (finding->level >= FP_LEVEL_INFORMATION && a->wishes.least <= FP_LEVEL_INFORMATION);
    if (a->guess && !a->two && is_cost(fp_rule_at(finding->rule)->claim)) counts = false;
    if (a->guess && finding->rule == FP_RULE_UNKNOWN_PROTOCOL) counts = true;
    return counts && !is_known(a, finding);
}

bool fp_attempt_is_clean(const fp_attempt *a, const fp_checked_text *checked) {
    for (size_t i = 0; i < checked->result->finding_count; i++)
        if (is_new(a, &checked->result->findings[i])) return false;
    return true;
}

static bool says_the_same(const fp_mended_finding *mended, const fp_finding *now) {
    return now->rule == mended->rule && now->span.start == mended->start && now->level >= mended->level &&
           now->related_count >= mended->related && fp_phrase_equal(&mended->phrase, &now->phrase);
}

static bool is_still_said(const fp_mended_finding *mended, const fp_result *result) {
    uint32_t count = (uint32_t)result->finding_count;
    uint32_t i = FP_COUNT_BELOW(result->findings, count, span.start, mended->start);
    for (; i < count && result->findings[i].span.start == mended->start; i++)
        if (says_the_same(mended, &result->findings[i])) return true;
    return false;
}

bool fp_attempt_has_helped(const fp_attempt *a, const fp_checked_text *checked) {
    for (uint32_t m = 0; m < a->mended.len; m++)
        if (is_still_said(&a->mended.data[m], checked->result)) return false;
    return true;
}

bool fp_attempt_has_helped_one(const fp_attempt *a, const fp_checked_text *checked, const fp_finding *finding) {
    for (uint32_t m = 0; m < a->mended.len; m++) {
        const fp_mended_finding *mended = &a->mended.data[m];
        bool is_it = mended->rule == finding->rule && mended->start_before == finding->span.start;
        if (is_it && is_still_said(mended, checked->result)) return false;
    }
    return true;
}

bool fp_attempt_awaits_advice(const fp_attempt *a, const fp_checked_text *checked) {
    for (size_t i = 0; i < checked->result->finding_count; i++)
        if (checked->result->findings[i].awaits_advice && is_new(a, &checked->result->findings[i])) return true;
    return false;
}

/* ---- a round ---- */
/* Do the edits of this attempt do what the finding's sync was for? Then it goes with them, even if removing it alone
 * would leave somebody's intention unsaid. */
static bool is_superseded(const fp_attempt *a, const fp_finding *finding) {
    return a->changed && is_cost(fp_rule_at(finding->rule)->claim) && is_new(a, finding);
}

bool fp_attempt_round(fp_attempt *a, const fp_checked_text *checked, fp_mend_scope scope, fp_round_kind kind) {
    fp_edits edits = { 0 };
    for (size_t i = 0; i < checked->result->finding_count; i++) {
        const fp_finding *finding = &checked->result->findings[i];
        if (kind == FIX_NEW_ONES && !is_new(a, finding)) continue;
        fp_fix_wishes wishes = a->wishes;
        wishes.unsafe |= is_superseded(a, finding);
        const fp_fix *fix = fp_attempt_fix(checked, a->text, finding, &wishes, scope);
        uint32_t of_others = edits.len;
        if (!fix || !fp_edits_add(a->keep, &edits, fix->edits, fix->edit_count)) continue;
        a->fixed[finding->rule]++;
        if (edits.len > of_others) fp_attempt_mends(a, finding); /* else they are there for another finding anyway */
    }
    if (edits.len) fp_attempt_apply(a, &edits);
    return edits.len > 0;
}
