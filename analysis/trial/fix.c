/* fix.c - what a text becomes when its findings' fixes are applied. */
#include "trial/attempt.h"

enum {
    ALONE_MAX = 64,   /* findings tried one by one in a kernel where the fixes of all together led to something new */
    GUESSES_MAX = 64, /* that are applied, one after the other */
    TRIES_MAX = 4     /* of the whole: what one fix would have led to may be mended by another */
};

typedef struct {
    struct fp_mender *mender;
    fp_fix_wishes wishes;
    fp_str text;
    uint32_t *fixed, refused, in_vain;
} fixer;

/* ---- a set of fixes ---- */
typedef enum { CHANGES_NOTHING, HOLDS, HELPS_NOTHING, LEADS_TO_MORE } outcome;

static bool fails(outcome out) { return out == HELPS_NOTHING || out == LEADS_TO_MORE; }

/* Rounds of all fixes in scope that fit together, until nothing is left to apply; they are kept if they hold. */
static outcome mend(fixer *f, fp_mend_scope scope) {
    struct fp_mender *m = f->mender;
    fp_checked_text checked = fp_mender_check(m, f->text);
    fp_attempt a = fp_attempt_begin(m, m->keep, f->text, &checked, f->wishes);
    fp_mend_scope rest = { scope.kernel, FP_ANYWHERE, FP_RULE_NONE };
    /* After a part of a kernel is mended, only what that has led to is. */
    bool part = scope.start != FP_ANYWHERE || scope.rule != FP_RULE_NONE;
    bool more = fp_attempt_round(&a, &checked, scope, FIX_ALL_IN_SCOPE);
    for (uint32_t round = 1; more && round < FP_ROUNDS_MAX && !fp_mender_cancelled(m); round++) {
        checked = fp_mender_check(m, a.text);
        more =
            round + 1 < FP_ROUNDS_MAX && fp_attempt_round(&a, &checked, rest, part ? FIX_NEW_ONES : FIX_ALL_IN_SCOPE);
    }
    if (!a.changed) return CHANGES_NOTHING;
    if (fp_mender_cancelled(m) || !fp_attempt_is_clean(&a, &checked)) return LEADS_TO_MORE;
    if (!fp_attempt_has_helped(&a, &checked)) return HELPS_NOTHING;
    f->text = a.text;
    for (size_t rule = 0; rule < FP_RULE_COUNT; rule++) f->fixed[rule] += a.fixed[rule];
    return HOLDS;
}

/* ---- when all together does not do ---- */
typedef FP_VEC(fp_mend_scope) scope_list;

static scope_list fixable_in(const fixer *f, fp_mend_scope scope) {
    scope_list list = { 0 };
    fp_checked_text checked = fp_mender_check(f->mender, f->text);
    for (size_t i = 0; i < checked.result->finding_count && list.len < ALONE_MAX; i++) {
        const fp_finding *finding = &checked.result->findings[i];
        if (fp_attempt_fix(&checked, f->text, finding, &f->wishes, scope))
            *FP_PUSH(f->mender->keep, &list) = (fp_mend_scope){ scope.kernel, finding->span.start, finding->rule };
    }
    return list;
}

/* From the end of the text, so that places before an accepted edit stay what they are. */
static void fix_one_by_one(fixer *f, fp_mend_scope scope) {
    scope_list list = fixable_in(f, scope);
    for (uint32_t i = list.len; i-- > 0;) {
        outcome out = mend(f, list.data[i]);
        f->refused += out == LEADS_TO_MORE;
        f->in_vain += out == HELPS_NOTHING;
    }
}

static void fix_by_rule(fixer *f, fp_mend_scope scope) {
    for (fp_rule rule = 0; rule < FP_RULE_COUNT; rule++) {
        if (scope.rule != FP_RULE_NONE && scope.rule != rule) continue;
        fp_mend_scope part = { scope.kernel, FP_ANYWHERE, rule };
        if (fails(mend(f, part))) fix_one_by_one(f, part);
    }
}

static void fix_by_kernel(fixer *f, fp_mend_scope scope) {
    size_t count = fp_mender_check(f->mender, f->text).result->kernel_count;
    for (uint32_t kernel = 0; kernel < count; kernel++) {
        if (scope.kernel != FP_ANYWHERE && scope.kernel != kernel) continue;
        fp_mend_scope part = { kernel, FP_ANYWHERE, scope.rule };
        if (fails(mend(f, part))) fix_by_rule(f, part);
    }
}

static void fix_all(fixer *f, fp_mend_scope scope) {
    for (uint32_t tries = 0; tries < TRIES_MAX; tries++) {
        fp_str before = f->text;
        f->refused = f->in_vain = 0;
        if (!fails(mend(f, scope))) break;
        fix_by_kernel(f, scope);
        if (fp_str_equal(f->text, before)) break;
    }
}

/* ---- guesses ---- */
/* Applies one guess that holds; false: there is none. */
static bool apply_guess(fixer *f, fp_mend_scope scope) {
    fp_checked_text checked;
    if (!fp_mender_check_before(f->mender, f->text, &checked)) return false;
    for (size_t i = 0; i < checked.result->finding_count; i++) {
        const fp_finding *finding = &checked.result->findings[i];
        if (finding->level < f->wishes.least || !fp_is_in_scope(checked.result, finding, scope)) continue;
        fp_trial trial;
        if (!fp_mender_guess(f->mender, f->text, finding, f->wishes.unsafe, &trial, NULL)) continue;
        fp_edits edits = { 0 };
        fp_rule rule = finding->rule;
        if (!fp_edits_add(f->mender->keep, &edits, trial.edits, trial.edit_count)) continue;
        f->text = fp_edits_apply(f->mender->keep, f->text, &edits);
        f->fixed[rule]++;
        return true;
    }
    return false;
}

/* ---- what is told ---- */
/* Is there a fix that was not applied only because it is not known to be safe? Guesses are no offers: no trial has
 * shown that one holds. */
static bool has_offer(const fp_finding *finding) {
    for (size_t i = 0; i < finding->fix_count; i++)
        if (!finding->fixes[i].guess) return !fp_fix_choice(finding, false);
    return false;
}

static void count_left(const fixer *f, fp_fixed_text *result) {
    fp_checked_text checked = fp_mender_check(f->mender, f->text);
    uint32_t *left = FP_NEW(f->mender->keep, uint32_t, FP_RULE_COUNT);
    for (size_t i = 0; i < checked.result->finding_count; i++) {
        const fp_finding *finding = &checked.result->findings[i];
        if (finding->level < f->wishes.least) continue;
        left[finding->rule]++;
        result->left_levels[finding->level]++;
        result->offered += !f->wishes.unsafe && has_offer(finding);
    }
    result->left = left;
    result->unjudged_count = checked.result->unjudged_count;
}

fp_fixed_text fp_mender_fix(struct fp_mender *mender, fp_str text, fp_fix_wishes wishes) {
    mender->savings = wishes.least < FP_LEVEL_WARNING ? wishes.least : FP_LEVEL_WARNING;
    fixer f = { mender, wishes, text, FP_NEW(mender->keep, uint32_t, FP_RULE_COUNT), 0, 0 };
    fp_mend_scope scope = { wishes.one_kernel ? wishes.kernel : FP_ANYWHERE, FP_ANYWHERE,
                            wishes.one_rule ? wishes.rule : FP_RULE_NONE };
    for (uint32_t guesses = 0; guesses < GUESSES_MAX && apply_guess(&f, scope);) guesses++;
    fix_all(&f, scope);
    fp_fixed_text result = { .text = f.text,
                             .changed = f.text.data != text.data,
                             .fixed = f.fixed,
                             .refused = f.refused,
                             .in_vain = f.in_vain };
    if (result.changed) {
        fp_edits edits = fp_edits_between(mender->keep, text, f.text);
        result.edits = edits.data, result.edit_count = edits.len;
    }
    count_left(&f, &result);
    return result;
}
