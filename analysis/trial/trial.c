/* trial.c - single fixes on trial. */
#include "trial/attempt.h"

/* Work of single fixes for one request, in meetings of accesses, which as many bytes of the kernel count as one: a
 * second or two, and for a large text some times what its check has taken. What is beyond is not tried. */
enum { WORK_MAX = 1 << 23, CHECKS_MAX = 16, BYTES_OF_MEETING = 8 };

fp_str fp_trial_name(fp_trial_verdict verdict) {
    static const fp_str names[] = {
#define NAME(name, key) { key, sizeof(key) - 1 },
        FP_TRIALS(NAME)
#undef NAME
    };
    return names[(unsigned)verdict < FP_TRIAL_COUNT ? verdict : FP_TRIAL_UNTRIED];
}

/* ---- did it help? ---- */
static uint32_t moved(void *context, uint32_t place) {
    const fp_edits *edits = context;
    return fp_edits_move(edits, &place) ? place : UINT32_MAX;
}

/* Does it say the same after the edits, of places that they moved? */
static bool says_the_same(struct fp_arena *keep, const fp_phrase *then, fp_edits *edits, const fp_phrase *now) {
    fp_phrase expected = fp_phrase_copy(keep, *then, &(fp_phrase_change){ edits, moved, NULL });
    return fp_phrase_equal(&expected, now);
}

/* Something of the finding, which stands at `start` now, is gone: all of it, or what it spoke of. */
static bool has_helped(struct fp_arena *keep, const fp_result *result, const fp_finding *finding, uint32_t start,
                       fp_edits *edits) {
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *now = &result->findings[i];
        if (now->rule != finding->rule || now->span.start != start) continue;
        bool less = now->level < finding->level || now->related_count < finding->related_count;
        return less || !says_the_same(keep, &finding->phrase, edits, &now->phrase);
    }
    return true;
}

/* Is nothing of the kernel around the place unordered or wrong? */
static bool is_right(const fp_result *result, uint32_t place) {
    uint32_t kernel = fp_kernel_at(result, place);
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        fp_claim claim = fp_rule_at(finding->rule)->claim;
        if (finding->level >= FP_LEVEL_WARNING && (claim == FP_CLAIM_UNORDERED || claim == FP_CLAIM_WRONG) &&
            fp_kernel_at(result, finding->span.start) == kernel)
            return false;
    }
    return true;
}

/* Is the finding gone altogether? */
static bool is_gone(const fp_result *result, const fp_finding *finding, uint32_t start) {
    for (size_t i = 0; i < result->finding_count; i++)
        if (result->findings[i].rule == finding->rule && result->findings[i].span.start == start) return false;
    return true;
}

/* A guess must make everything right; a safe one, which can only add order, the finding that it is for. */
static bool guess_holds(const fp_result *result, const fp_finding *finding, const fp_fix *fix, uint32_t start) {
    return is_gone(result, finding, start) && (fix->safe || is_right(result, start));
}

/* ---- one fix ---- */
static uint64_t work_of_text(const fp_result *result, fp_str text) {
    return text.len / BYTES_OF_MEETING + result->statistics.meets;
}

static uint64_t work_of_kernel(const fp_result *result, fp_str text, uint32_t place) {
    uint32_t index = fp_kernel_at(result, place);
    if (index == FP_ANYWHERE) return work_of_text(result, text);
    const fp_kernel_info *kernel = &result->kernels[index];
    return (kernel->span.end - kernel->span.start) / BYTES_OF_MEETING + kernel->meets;
}

static bool is_spent(const struct fp_mender *m, const fp_result *before, fp_str text) {
    return m->work > WORK_MAX + CHECKS_MAX * work_of_text(before, text);
}

/* Applies `own`, mends what that makes necessary, and judges what comes out. */
static fp_trial run(struct fp_mender *m, fp_str text, const fp_checked_text *before, const fp_finding *finding,
                    const fp_fix *fix, fp_edits *own) {
    fp_attempt a = fp_attempt_begin(m, m->scratch, text, before, (fp_fix_wishes){ .least = FP_LEVEL_WARNING });
    a.guess = fix->guess;
    fp_checked_text checked = *before;
    fp_attempt_apply(&a, own);
    fp_mend_scope anywhere = { FP_ANYWHERE, FP_ANYWHERE, FP_RULE_NONE };
    bool alone = true, more = true;
    /* A guess has to mend the finding altogether; of other fixes it counts that less is said than before. */
    fp_level least = fix->guess ? FP_LEVEL_HINT : finding->level < FP_LEVEL_WARNING ? finding->level : FP_LEVEL_WARNING;
    for (uint32_t round = 0; more && round < FP_ROUNDS_MAX && !fp_mender_cancelled(m); round++) {
        checked = fp_mender_check_trial(m, a.text, (fp_trial_wish){ a.head, a.tail, least, false });
        more = !fp_attempt_is_clean(&a, &checked) && !fp_mender_cancelled(m);
        if (!more) break;
        checked = fp_mender_check_fixes(m, least);
        more = fp_attempt_round(&a, &checked, anywhere, FIX_NEW_ONES);
        alone &= !more;
    }
    if (fp_mender_cancelled(m)) return (fp_trial){ .verdict = FP_TRIAL_UNTRIED };
    if (more || !fp_attempt_is_clean(&a, &checked)) return (fp_trial){ .verdict = FP_TRIAL_LEADS_TO_MORE };
    uint32_t start = finding->span.start;
    bool there = fp_edits_move(own, &start);
    bool helps = fix->guess ? guess_holds(checked.result, finding, fix, start)
                            : !alone || !there || has_helped(m->scratch, checked.result, finding, start, own);
    if (!helps) return (fp_trial){ .verdict = FP_TRIAL_HELPS_NOTHING };
    fp_edits edits = alone ? *own : fp_edits_between(m->keep, text, a.text);
    return (fp_trial){ FP_TRIAL_HOLDS, edits.data, edits.len };
}

static bool same_edits(const fp_edits *a, const fp_fix *b) {
    bool same = a->len == b->edit_count;
    for (uint32_t i = 0; i < a->len && same; i++) same = fp_edit_equal(&a->data[i], &b->edits[i]);
    return same;
}

/* Whether a guess mends a finding says nothing of another finding. */
static bool is_answer(const fp_trial *trial, const fp_fix *fix) {
    return !fix->guess || trial->verdict != FP_TRIAL_HELPS_NOTHING;
}

static fp_edits copied(struct fp_arena *keep, const fp_fix *fix) {
    fp_edits copy = { 0 };
    for (size_t i = 0; i < fix->edit_count; i++)
        *FP_PUSH(keep, &copy) = (fp_edit){ fix->edits[i].span, fp_str_copy(keep, fix->edits[i].text) };
    return copy;
}

/* Can they be applied together: is there one, are all in the text, does none cross another? */
static bool fit(const fp_edits *edits, fp_str text) {
    for (uint32_t i = 0; i < edits->len; i++) {
        fp_span span = edits->data[i].span;
        if (span.start > span.end || span.end > text.len) return false;
        for (uint32_t k = 0; k < i; k++)
            if (span.start < edits->data[k].span.end && edits->data[k].span.start < span.end) return false;
    }
    return edits->len > 0;
}

fp_trial fp_mender_try(struct fp_mender *m, fp_str text, const fp_finding *finding, const fp_fix *fix) {
    fp_checked_text before;
    fp_edits own = { 0 };
    if (!fp_mender_check_before(m, text, &before)) return (fp_trial){ .verdict = FP_TRIAL_UNTRIED };
    for (uint32_t i = m->tried.len; i-- > 0;)
        if (same_edits(&m->tried.data[i].edits, fix) && is_answer(&m->tried.data[i].trial, fix))
            return m->tried.data[i].trial;
    if (is_spent(m, before.result, text)) return (fp_trial){ .verdict = FP_TRIAL_UNTRIED };
    fp_edits proposed = copied(m->keep, fix);
    if (!fit(&proposed, text) || fp_is_damaged(&before, text, proposed.data[0].span.start) ||
        !fp_edits_add(m->keep, &own, proposed.data, proposed.len))
        return (fp_trial){ .verdict = FP_TRIAL_INAPPLICABLE };
    m->work += work_of_kernel(before.result, text, proposed.data[0].span.start);
    fp_trial trial = run(m, text, &before, finding, fix, &own);
    fp_arena_reset(m->scratch, (fp_arena_mark_t){ 0 });
    *FP_PUSH(m->keep, &m->tried) = (fp_tried){ proposed, trial };
    return trial;
}

/* ---- the fixes of a report ---- */
static fp_finding with_offers(struct fp_mender *m, fp_str text, const fp_finding *finding) {
    fp_finding offered = *finding;
    fp_fix *fixes = FP_NEW(m->keep, fp_fix, finding->fix_count + 1);
    offered.fixes = fixes;
    offered.fix_count = offered.untried_count = 0;
    for (size_t i = 0; i < finding->fix_count; i++) {
        if (finding->fixes[i].guess && offered.fix_count) continue;
        fp_trial trial = fp_mender_try(m, text, finding, &finding->fixes[i]);
        offered.untried_count += trial.verdict == FP_TRIAL_UNTRIED;
        if (trial.verdict != FP_TRIAL_HOLDS) continue;
        fixes[offered.fix_count] = finding->fixes[i];
        fixes[offered.fix_count].edits = trial.edits;
        fixes[offered.fix_count++].edit_count = trial.edit_count;
    }
    return offered;
}

const fp_finding *fp_mender_offers(struct fp_mender *m, fp_str text, const fp_finding *findings, size_t count) {
    fp_finding *offered = FP_NEW(m->keep, fp_finding, count + 1);
    for (size_t i = 0; i < count; i++) offered[i] = with_offers(m, text, &findings[i]);
    return offered;
}
