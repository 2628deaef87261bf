/* trial.c - single fixes on trial. */
#include "rules/fix_edit.h"
#include "trial/attempt.h"
#include "trial/part.h"
#include "words/render.h"

/* Work of single fixes for one request, as fp_kernel_info counts it: half a second, and more for long texts. What is
 * beyond is not tried, and said to be so. */
enum {
    WORK_MAX = 800000,
    GUESSES_MAX = 12, /* so many times the work with guesses, which few kernels have */
    PAIRS_SHARE = 2,  /* the half of it for two guesses together: single ones of other findings come first */
    WORK_OF_BYTES = 2,
    WORK_OF_FIXES = 4,   /* a check with fixes, in checks without */
    WORK_OF_FAILURES = 8 /* so many checks that end with the first failure take as much as a whole one */
};

fp_str fp_trial_name(fp_trial_verdict verdict) {
    static const fp_str names[] = {
#define NAME(name, key) { key, sizeof(key) - 1 },
        FP_TRIALS(NAME)
#undef NAME
    };
    return names[(unsigned)verdict < FP_TRIAL_COUNT ? verdict : FP_TRIAL_UNTRIED];
}

/* ---- did it help? ---- */
/* Does it say that something is unordered or wrong? */
static bool is_wrong(const fp_finding *finding) {
    fp_claim claim = fp_rule_at(finding->rule)->claim;
    return finding->level >= FP_LEVEL_WARNING && (claim == FP_CLAIM_UNORDERED || claim == FP_CLAIM_WRONG);
}

static uint32_t count_wrong(const fp_result *result, uint32_t kernel) {
    uint32_t count = 0;
    for (size_t i = 0; i < result->finding_count; i++)
        count += is_wrong(&result->findings[i]) && fp_kernel_at(result, result->findings[i].span.start) == kernel;
    return count;
}

/* Is nothing of the kernel around the place unordered or wrong? */
static bool is_right(const fp_result *result, uint32_t place) {
    return count_wrong(result, fp_kernel_at(result, place)) == 0;
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

/* Is less said of the kernel than before, or something else of the finding? */
static bool says_less(const fp_attempt *a, const fp_result *before, const fp_checked_text *after,
                      const fp_finding *finding, const fp_edits *edits) {
    uint32_t start = finding->span.start, then = count_wrong(before, fp_kernel_at(before, start));
    return fp_edits_move(edits, &start) && count_wrong(after->result, fp_kernel_at(after->result, start)) <= then &&
           fp_attempt_has_helped_one(a, after, finding);
}

/* ---- what has been tried ---- */
static bool same_edits(const fp_edit *edits, size_t count, const fp_fix *fix) {
    bool same = count == fix->edit_count;
    for (size_t i = 0; i < count && same; i++) same = fp_edit_equal(&edits[i], &fix->edits[i]);
    return same;
}

/* The same edits may mend one finding and not another. */
static bool is_answer(const fp_tried *tried, const fp_finding *finding, const fp_fix *fix) {
    bool same = tried->start == finding->span.start && tried->rule == finding->rule;
    bool depends = tried->trial.verdict == FP_TRIAL_HOLDS || tried->trial.verdict == FP_TRIAL_HELPS_NOTHING;
    return same_edits(tried->edits.data, tried->edits.len, fix) && (same || !depends);
}

/* NULL: the fix has not been tried for the finding. */
static const fp_tried *find_tried(const struct fp_mender *m, const fp_finding *finding, const fp_fix *fix) {
    for (uint32_t i = m->tried.len; i-- > 0;)
        if (is_answer(&m->tried.data[i], finding, fix)) return &m->tried.data[i];
    return NULL;
}

typedef struct {
    const fp_finding *finding;
    const fp_fix *fix;
    bool leads_on; /* once tried, see fp_tried */
} offer;
typedef FP_VEC(offer) offers;

/* A guess has to mend the finding altogether; of other fixes it counts that less is said than before. */
static fp_level least_of(const offer *o) {
    if (o->fix->guess) return FP_LEVEL_HINT;
    return o->finding->level < FP_LEVEL_WARNING ? o->finding->level : FP_LEVEL_WARNING;
}

/* `first`, and the other findings that have a fix of the same edits and that its check looks up: one trial answers for
 * all of them. */
static offers offers_like(struct fp_arena *keep, const fp_result *before, offer first) {
    offers list = { 0 };
    *FP_PUSH(keep, &list) = first;
    for (size_t i = 0; i < before->finding_count; i++) {
        const fp_finding *finding = &before->findings[i];
        bool same = finding->rule == first.finding->rule && finding->span.start == first.finding->span.start;
        if (same || finding->level < least_of(&first)) continue;
        for (size_t k = 0; k < finding->fix_count; k++)
            if (same_edits(first.fix->edits, first.fix->edit_count, &finding->fixes[k]))
                *FP_PUSH(keep, &list) = (offer){ finding, &finding->fixes[k], false };
    }
    return list;
}

/* ---- one fix ---- */
/* Of a check of the text after an edit at `place`: its kernel is read and judged anew. */
static uint64_t work_of_check(const fp_result *result, fp_str text, uint32_t place) {
    uint32_t index = fp_kernel_at(result, place);
    if (index == FP_ANYWHERE) return text.len;
    const fp_kernel_info *kernel = &result->kernels[index];
    return kernel->span.end - kernel->span.start + kernel->work;
}

/* Is there no room for `more` work? */
static bool is_spent(const struct fp_mender *m, fp_str text, bool guess, uint64_t more) {
    const struct fp_mender *payer = m->payer ? m->payer : m;
    size_t bytes = m->payer ? m->payer_bytes : text.len;
    return payer->work[guess] + more > (guess ? GUESSES_MAX : 1) * (uint64_t)WORK_MAX + WORK_OF_BYTES * bytes;
}

static void pay(struct fp_mender *m, bool guess, uint64_t work) { (m->payer ? m->payer : m)->work[guess] += work; }

static bool are_pairs_spent(const struct fp_mender *m, fp_str text) {
    return is_spent(m, text, true, GUESSES_MAX / PAIRS_SHARE * (uint64_t)WORK_MAX);
}

/* A guess is no answer where its text is wrong for sure: it may need another one beside it. What its check took is not
 * known: much less than one that goes through. */
static bool fails_at_once(struct fp_mender *m, const fp_attempt *a, uint64_t work, fp_checked_text *checked) {
    *checked = fp_mender_check_trial(m, a->text, (fp_trial_wish){ a->head, a->tail, FP_LEVEL_HINT, false, true });
    bool fails = m->ended && !fp_mender_cancelled(m);
    if (fails) pay(m, true, work / WORK_OF_FAILURES);
    return fails;
}

/* A fix, or several with the same edits, that are tried on a text. */
typedef struct {
    fp_str text;
    fp_checked_text before; /* what was said of the text, */
    fp_edits own;           /* .. the edits, */
    fp_attempt attempt;     /* .. what has been made of it so far, */
    fp_checked_text after;  /* .. and what is said of that */
} fix_run;

/* Applies the edits, mends what that makes necessary, and checks what comes out; FP_TRIAL_HOLDS: nothing is new there.
 */
static fp_trial run(struct fp_mender *m, fix_run *r, const offers *list) {
    const fp_finding *finding = list->data[0].finding;
    const fp_fix *fix = list->data[0].fix;
    fp_attempt *a = &r->attempt;
    fp_checked_text *checked = &r->after;
    *a = fp_attempt_begin(m, m->scratch, r->text, &r->before, (fp_fix_wishes){ .least = FP_LEVEL_WARNING });
    a->guess = fix->guess;
    *checked = r->before;
    for (uint32_t i = 0; i < list->len; i++) fp_attempt_mends(a, list->data[i].finding);
    fp_attempt_apply(a, &r->own);
    fp_mend_scope anywhere = { FP_ANYWHERE, FP_ANYWHERE, FP_RULE_NONE };
    bool alone = true, more = true, spent = false;
    uint32_t place = r->own.data[0].span.start; /* in the kernel, before and after */
    fp_level least = least_of(&list->data[0]);
    for (uint32_t round = 0; more && round < FP_ROUNDS_MAX && !spent && !fp_mender_cancelled(m); round++) {
        if (round == 0 && fix->guess && !fix->safe) {
            uint64_t then = work_of_check(r->before.result, r->text, finding->span.start);
            list->data[0].leads_on = fails_at_once(m, a, then, checked);
            if (list->data[0].leads_on) return (fp_trial){ .verdict = FP_TRIAL_LEADS_TO_MORE };
        } else {
            *checked = fp_mender_check_trial(m, a->text, (fp_trial_wish){ a->head, a->tail, least, false, false });
        }
        uint64_t work = work_of_check(checked->result, a->text, place);
        pay(m, fix->guess, work);
        for (uint32_t i = 0; i < list->len && round == 0 && fix->guess; i++)
            list->data[i].leads_on = says_less(a, r->before.result, checked, list->data[i].finding, &r->own);
        more = !fp_attempt_is_clean(a, checked) && !fp_mender_cancelled(m);
        if (!more) break;
        spent = is_spent(m, r->text, fix->guess, work);
        bool awaits = !spent && fp_attempt_awaits_advice(a, checked);
        if (awaits) {
            pay(m, fix->guess, WORK_OF_FIXES * work);
            *checked = fp_mender_check_fixes(m, least);
        }
        more = fp_attempt_round(a, checked, anywhere, FIX_NEW_ONES);
        alone &= !more;
    }
    if (fp_mender_cancelled(m) || (more && spent)) return (fp_trial){ .verdict = FP_TRIAL_UNTRIED };
    if (more || !fp_attempt_is_clean(a, checked)) return (fp_trial){ .verdict = FP_TRIAL_LEADS_TO_MORE };
    fp_edits edits = alone ? r->own : fp_edits_between(m->keep, r->text, a->text);
    return (fp_trial){ .verdict = FP_TRIAL_HOLDS, .edits = edits.data, .edit_count = edits.len };
}

/* Of a text in which nothing is new. */
static bool helps(const fix_run *r, const offer *o) {
    uint32_t start = o->finding->span.start;
    fp_edits_move(&r->own, &start);
    return o->fix->guess ? guess_holds(r->after.result, o->finding, o->fix, start)
                         : fp_attempt_has_helped_one(&r->attempt, &r->after, o->finding);
}

/* `proposed` may be those of a fix that was tried before, which moves. */
static void note(struct fp_mender *m, fp_edits proposed, const offer *o, fp_trial trial) {
    *FP_PUSH(m->keep, &m->tried) = (fp_tried){ proposed, o->finding->span.start, o->finding->rule, trial, o->leads_on };
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
    fix_run r = { .text = text };
    if (!fp_mender_check_before(m, text, &r.before)) return (fp_trial){ .verdict = FP_TRIAL_UNTRIED };
    const fp_tried *known = find_tried(m, finding, fix);
    if (known) return known->trial;
    if (is_spent(m, text, fix->guess, work_of_check(r.before.result, text, finding->span.start)))
        return (fp_trial){ .verdict = FP_TRIAL_UNTRIED };
    fp_edits proposed = copied(m->keep, fix);
    if (!fit(&proposed, text) || fp_is_damaged(&r.before, text, proposed.data[0].span.start) ||
        !fp_edits_add(m->keep, &r.own, proposed.data, proposed.len))
        return (fp_trial){ .verdict = FP_TRIAL_INAPPLICABLE };
    offers list = offers_like(m->scratch, r.before.result, (offer){ finding, fix, false });
    fp_trial trial = run(m, &r, &list), vain = { .verdict = FP_TRIAL_HELPS_NOTHING };
    bool holds = trial.verdict == FP_TRIAL_HOLDS;
    for (uint32_t i = holds ? list.len : 1; i-- > 0;) {
        bool as_run = !holds || helps(&r, &list.data[i]);
        note(m, proposed, &list.data[i], as_run ? trial : vain);
    }
    fp_arena_reset(m->scratch, (fp_arena_mark_t){ 0 });
    return m->tried.data[m->tried.len - 1].trial;
}

/* ---- many fixes at once ---- */
/* Kernels that one function launches are read and judged together: a trial of a fix in one of them takes as long as all
 * of them do. None depends on another, so that fixes of different ones are tried at once. Where these do not hold, some
 * halves of them may. */
enum { HALVED_MAX = 16 };

/* One fix for each kernel that is launched where it stands, of those that have not been tried. */
static offers next_offers(struct fp_mender *m, const fp_result *result, const fp_finding *findings, size_t count) {
    offers list = { 0 };
    bool *has = FP_NEW(m->scratch, bool, result->kernel_count + 1);
    for (size_t i = 0; i < count; i++) {
        uint32_t kernel = fp_kernel_at(result, findings[i].span.start);
        if (kernel == FP_ANYWHERE || has[kernel] || !result->kernels[kernel].launched_here) continue;
        for (size_t k = 0; k < findings[i].fix_count && !has[kernel]; k++) {
            offer one = { &findings[i], &findings[i].fixes[k], false };
            if (one.fix->guess || find_tried(m, one.finding, one.fix)) continue;
            has[kernel] = true;
            *FP_PUSH(m->scratch, &list) = one;
        }
    }
    return list;
}

static bool hold_together(struct fp_mender *m, fp_str text, const fp_checked_text *before, const offer *list,
                          uint32_t count) {
    fp_attempt a = fp_attempt_begin(m, m->scratch, text, before, (fp_fix_wishes){ .least = FP_LEVEL_WARNING });
    fp_edits all = { 0 };
    fp_level least = FP_LEVEL_WARNING;
    for (uint32_t i = 0; i < count; i++) {
        const fp_finding *finding = list[i].finding;
        fp_edits own = copied(m->scratch, list[i].fix);
        if (!fit(&own, text) || fp_is_damaged(before, text, own.data[0].span.start) ||
            !fp_edits_add(m->scratch, &all, own.data, own.len))
            return false;
        if (finding->level < least) least = finding->level;
        fp_attempt_mends(&a, finding);
    }
    fp_attempt_apply(&a, &all);
    fp_checked_text checked = fp_mender_check_trial(m, a.text, (fp_trial_wish){ a.head, a.tail, least, false, false });
    pay(m, false, work_of_check(before->result, text, list[0].finding->span.start));
    return !fp_mender_cancelled(m) && fp_attempt_is_clean(&a, &checked) && fp_attempt_has_helped(&a, &checked);
}

static void note_held(struct fp_mender *m, const offer *held) {
    fp_edits proposed = copied(m->keep, held->fix), own = { 0 };
    fp_edits_add(m->keep, &own, proposed.data, proposed.len);
    fp_trial trial = { .verdict = FP_TRIAL_HOLDS, .edits = own.data, .edit_count = own.len };
    note(m, proposed, held, trial);
}

/* Notes what has been found to hold; false: nothing has, or too much did not. */
static bool try_offers(struct fp_mender *m, fp_str text, const fp_checked_text *before, const offer *list,
                       uint32_t count, uint32_t *halved) {
    if (count < 2 || *halved == HALVED_MAX || fp_mender_cancelled(m) ||
        is_spent(m, text, false, work_of_check(before->result, text, list[0].finding->span.start)))
        return false;
    if (hold_together(m, text, before, list, count)) {
        for (uint32_t i = 0; i < count; i++) note_held(m, &list[i]);
        return true;
    }
    ++*halved;
    bool first = try_offers(m, text, before, list, count / 2, halved);
    return try_offers(m, text, before, list + count / 2, count - count / 2, halved) || first;
}

static void try_together(struct fp_mender *m, fp_str text, const fp_finding *findings, size_t count) {
    fp_checked_text before;
    uint32_t halved = 0;
    bool more = fp_mender_check_before(m, text, &before);
    while (more) {
        offers list = next_offers(m, before.result, findings, count);
        more = try_offers(m, text, &before, list.data, list.len, &halved);
        fp_arena_reset(m->scratch, (fp_arena_mark_t){ 0 });
    }
}

/* ---- two guesses ---- */
/* What was tried with these edits, and leads on; NULL: nothing. */
static const fp_tried *find_leading(const struct fp_mender *m, const fp_fix *fix) {
    for (uint32_t i = m->tried.len; i-- > 0;) {
        const fp_tried *tried = &m->tried.data[i];
        if (tried->leads_on && same_edits(tried->edits.data, tried->edits.len, fix)) return tried;
    }
    return NULL;
}

/* The guesses for what is still wrong in the kernel around `place`. */
typedef struct {
    fp_edits edits;
    fp_phrase title;
} further_guess;
typedef FP_VEC(further_guess) further_guesses;
static further_guesses guesses_for_rest(struct fp_arena *keep, const fp_checked_text *checked, fp_str text,
                                        uint32_t place) {
    further_guesses list = { 0 };
    const fp_result *result = checked->result;
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        if (!is_wrong(finding) || fp_kernel_at(result, finding->span.start) != fp_kernel_at(result, place)) continue;
        for (size_t k = 0; k < finding->fix_count; k++) {
            fp_edits edits = copied(keep, &finding->fixes[k]);
            if (finding->fixes[k].guess && fit(&edits, text))
                *FP_PUSH(keep, &list) = (further_guess){ edits, fp_phrase_copy(keep, finding->fixes[k].phrase, NULL) };
        }
    }
    return list;
}

/* Tries one more guess behind `a`; does nothing that was wrong stay? */
static bool rest_holds(struct fp_mender *m, const fp_attempt *a, const fp_finding *finding, uint32_t start,
                       uint64_t work, fp_edits *more, fp_str *text) {
    fp_attempt b = *a;
    b.known = FP_NEW(m->scratch, fp_known_finding, a->known_count + 1);
    for (uint32_t i = 0; i < a->known_count; i++) b.known[i] = a->known[i];
    b.mended.data = NULL, b.mended.len = b.mended.capacity = 0; /* their places move, those of `a` must stay */
    for (uint32_t i = 0; i < a->mended.len; i++) *FP_PUSH(m->scratch, &b.mended) = a->mended.data[i];
    fp_attempt_apply(&b, more);
    fp_checked_text checked;
    *text = b.text;
    if (fails_at_once(m, &b, work, &checked)) return false;
    pay(m, true, work_of_check(checked.result, b.text, start));
    return !fp_mender_cancelled(m) && fp_edits_move(more, &start) && fp_attempt_is_clean(&b, &checked) &&
           is_gone(checked.result, finding, start) && is_right(checked.result, start);
}

static fp_str title_in(struct fp_arena *keep, fp_str text, const fp_phrase *title) {
    fp_renderer r = { .keep = keep, .lines = fp_lines_new(keep, text) };
    return fp_render(&r, title, FP_FORM_FULL);
}

static uint32_t place_before(void *edits, uint32_t place) { return fp_edits_place_before(edits, place); }

/* The title tells both: `other` is one of the text that has the edits of `first`. */
static fp_phrase title_of_two(struct fp_arena *keep, fp_phrase first, fp_edits *edits, fp_phrase other) {
    fp_phrase titles[] = { first, fp_phrase_copy(keep, other, &(fp_phrase_change){ edits, place_before, NULL }) };
    return fp_phrase_copy(keep, FP_PHRASE(FP_WORD_BOTH_FIXES, fp_arg_phrases(FP_ARG_FIXES, titles, 2)), NULL);
}

/* The guess, which leads on, with one more. */
static fp_trial try_with_another(struct fp_mender *m, fp_str text, const fp_checked_text *before, const offer *o,
                                 const fp_tried *first) {
    const fp_finding *finding = o->finding;
    fp_trial trial = { .verdict = FP_TRIAL_LEADS_TO_MORE }, untried = { .verdict = FP_TRIAL_UNTRIED };
    if (are_pairs_spent(m, text)) return untried;
    fp_attempt a = fp_attempt_begin(m, m->scratch, text, before, (fp_fix_wishes){ .least = FP_LEVEL_WARNING });
    fp_edits own = { 0 };
    uint32_t start = finding->span.start;
    bool fits = fp_edits_add(m->scratch, &own, first->edits.data, first->edits.len);
    a.guess = a.two = true;
    fp_attempt_mends(&a, finding);
    fp_attempt_apply(&a, &own);
    if (!fits || !fp_edits_move(&own, &start)) return trial;
    fp_trial_wish wish = { a.head, a.tail, FP_LEVEL_HINT, true, false };
    fp_checked_text checked = fp_mender_check_trial(m, a.text, wish);
    uint64_t work = work_of_check(checked.result, a.text, start);
    pay(m, true, work);
    if (fp_mender_cancelled(m) || !says_less(&a, before->result, &checked, finding, &own)) return trial;
    further_guesses rest = guesses_for_rest(m->scratch, &checked, a.text, start);
    fp_arena_mark_t mark = fp_arena_mark(m->scratch);
    for (uint32_t i = 0; i < rest.len; i++) {
        fp_str both;
        if (are_pairs_spent(m, text)) return untried;
        if (!rest_holds(m, &a, finding, start, work, &rest.data[i].edits, &both)) {
            fp_arena_reset(m->scratch, mark);
            continue;
        }
        fp_edits edits = fp_edits_between(m->keep, text, both);
        fp_phrase title = title_of_two(m->keep, o->fix->phrase, &own, rest.data[i].title);
        return (fp_trial){ FP_TRIAL_HOLDS, edits.data, edits.len, title, title_in(m->keep, text, &title) };
    }
    return trial;
}

/* Does one guess alone, for whatever finding of the kernel, make everything right? */
static bool one_does(struct fp_mender *m, fp_str text, const fp_result *result, uint32_t place) {
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        if (!is_wrong(finding) || fp_kernel_at(result, finding->span.start) != fp_kernel_at(result, place)) continue;
        for (size_t k = 0; k < finding->fix_count; k++)
            if (finding->fixes[k].guess && !finding->fixes[k].safe &&
                fp_mender_try(m, text, finding, &finding->fixes[k]).verdict == FP_TRIAL_HOLDS)
                return true;
    }
    return false;
}

const fp_fix *fp_mender_guess(struct fp_mender *m, fp_str text, const fp_finding *finding, bool unsafe, fp_trial *trial,
                              size_t *untried) {
    for (size_t i = 0; i < finding->fix_count && !fp_mender_cancelled(m); i++) {
        if (!finding->fixes[i].guess || (!unsafe && !finding->fixes[i].safe)) continue;
        *trial = fp_mender_try(m, text, finding, &finding->fixes[i]);
        if (trial->verdict == FP_TRIAL_HOLDS) return &finding->fixes[i];
        if (untried) *untried += trial->verdict == FP_TRIAL_UNTRIED;
    }
    fp_checked_text before;
    if (!unsafe || are_pairs_spent(m, text) || !fp_mender_check_before(m, text, &before)) return NULL;
    if (one_does(m, text, before.result, finding->span.start)) return NULL;
    for (size_t i = 0; i < finding->fix_count && !fp_mender_cancelled(m); i++) {
        const fp_tried *first = finding->fixes[i].guess ? find_leading(m, &finding->fixes[i]) : NULL;
        if (!first) continue;
        offer o = { finding, &finding->fixes[i], false };
        *trial = try_with_another(m, text, &before, &o, first);
        fp_arena_reset(m->scratch, (fp_arena_mark_t){ 0 });
        if (untried) *untried += trial->verdict == FP_TRIAL_UNTRIED;
        if (trial->verdict != FP_TRIAL_HOLDS) continue;
        note(m, first->edits, &o, *trial);
        return &finding->fixes[i];
    }
    return NULL;
}

/* ---- the fixes of a report ---- */
static fp_finding with_offers(struct fp_mender *m, fp_str text, const fp_finding *finding) {
    fp_finding offered = *finding;
    fp_fix *fixes = FP_NEW(m->keep, fp_fix, finding->fix_count + 1);
    offered.fixes = fixes;
    offered.fix_count = offered.untried_count = 0;
    fp_trial guessed;
    const fp_fix *guess = fp_mender_guess(m, text, finding, true, &guessed, &offered.untried_count);
    for (size_t i = 0; i < finding->fix_count; i++) {
        const fp_fix *fix = &finding->fixes[i];
        if (fix->guess && fix != guess) continue;
        fp_trial trial = fix->guess ? guessed : fp_mender_try(m, text, finding, fix);
        offered.untried_count += trial.verdict == FP_TRIAL_UNTRIED;
        if (trial.verdict != FP_TRIAL_HOLDS) continue;
        fp_fix *made = &fixes[offered.fix_count++];
        *made = *fix;
        made->edits = trial.edits;
        made->edit_count = trial.edit_count;
        if (trial.title.len) made->phrase = trial.phrase, made->title = trial.title;
    }
    return offered;
}

/* Of the findings from `i` on: those of the part, moved there, are tried together. */
static void try_together_in_part(const fp_trial_part *part, const fp_finding *findings, size_t count) {
    FP_VEC(fp_finding) moved = { 0 };
    for (size_t i = 0; i < count && fp_relocation_takes(part->there, findings[i].span); i++)
        *FP_PUSH(part->keep, &moved) = fp_relocate_finding(part->keep, part->there, &findings[i]);
    try_together(part->mender, part->text, moved.data, moved.len);
}

/* The same, tried on a part of the text. */
static fp_finding with_offers_of_part(struct fp_mender *m, fp_str text, const fp_trial_part *part,
                                      const fp_finding *finding) {
    fp_finding moved = fp_relocate_finding(part->keep, part->there, finding);
    fp_finding tried = with_offers(part->mender, part->text, &moved);
    fp_finding offered = fp_relocate_finding(m->keep, part->back, &tried);
    fp_fix *fixes = FP_NEW(m->keep, fp_fix, offered.fix_count + 1);
    for (size_t i = 0; i < offered.fix_count; i++) {
        fixes[i] = offered.fixes[i];
        bool two = fixes[i].phrase.sentence == FP_WORD_BOTH_FIXES; /* its words name lines of the part */
        if (two) fixes[i].title = title_in(m->keep, text, &fixes[i].phrase);
    }
    offered.fixes = fixes;
    return offered;
}

const fp_finding *fp_mender_offers(struct fp_mender *m, fp_str text, const fp_finding *findings, size_t count) {
    fp_finding *offered = FP_NEW(m->keep, fp_finding, count + 1);
    fp_trial_part part = { 0 };
    bool begun = false;
    for (size_t i = 0; i < count; i++) {
        uint32_t start = findings[i].span.start;
        bool here = part.keep && fp_relocation_takes(part.there, (fp_span){ start, start });
        bool in_part = findings[i].fix_count && fp_trial_part_at(&part, m, text, start);
        if (in_part && !here) try_together_in_part(&part, findings + i, count - i);
        if (findings[i].fix_count && !in_part && !begun) begun = true, try_together(m, text, findings + i, count - i);
        if (findings[i].fix_count == 0)
            offered[i] = findings[i];
        else
            offered[i] =
                in_part ? with_offers_of_part(m, text, &part, &findings[i]) : with_offers(m, text, &findings[i]);
    }
    fp_trial_part_drop(&part);
    return offered;
}
