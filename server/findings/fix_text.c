#include "findings/fix_text.h"
#include "base/str.h"

enum {
    FP_ALONE_MAX = 64, /* findings tried one by one in a kernel where the fixes of all together led to something new */
    FP_TRIES_MAX = 4   /* of the whole: what one fix would have led to may be mended by another */
};

typedef struct {
    struct fp_mender *mender;
    struct fp_arena *keep;
    fp_fix_wishes wishes;
} fixer;

static void take(const fp_mended *mended, fp_fixed *result) {
    result->text = mended->text;
    result->changed = true;
    for (size_t rule = 0; rule < fp_rule_count(); rule++) result->fixed[rule] += mended->fixed[rule];
}

/* ---- when all together does not do ---- */
typedef FP_VEC(fp_mend_scope) scope_list;

static scope_list fixable_in(const fixer *f, fp_str text, fp_mend_scope scope) {
    scope_list list = { 0 };
    fp_checked checked = fp_mender_check(f->mender, f->keep, text);
    for (size_t i = 0; i < checked.findings.len && list.len < FP_ALONE_MAX; i++) {
        const fp_finding *finding = &checked.findings.data[i];
        if (fp_mend_reaches(&checked, text, finding, fp_mend_choice(finding, f->wishes.unsafe), scope, f->wishes.least))
            *FP_PUSH(f->keep, &list) = (fp_mend_scope){ scope.kernel, finding->span.start, finding->rule };
    }
    return list;
}

/* From the end of the text, so that places before an accepted edit stay what they are. */
static void fix_one_by_one(const fixer *f, fp_mend_scope scope, fp_fixed *result) {
    scope_list list = fixable_in(f, result->text, scope);
    for (uint32_t i = list.len; i-- > 0;) {
        fp_mended mended = fp_mend(f->mender, f->keep, result->text, f->wishes, list.data[i]);
        if (mended.changed && mended.clean)
            take(&mended, result);
        else if (mended.changed)
            result->refused++;
    }
}

static void try_scope(const fixer *f, fp_mend_scope scope, fp_fixed *result,
                      void (*parts)(const fixer *f, fp_mend_scope scope, fp_fixed *result)) {
    fp_mended mended = fp_mend(f->mender, f->keep, result->text, f->wishes, scope);
    if (mended.changed && mended.clean)
        take(&mended, result);
    else if (mended.changed)
        parts(f, scope, result);
}

static void fix_by_rule(const fixer *f, fp_mend_scope scope, fp_fixed *result) {
    for (size_t rule = 0; rule < fp_rule_count(); rule++)
        if (scope.rule == FP_RULE_NONE || scope.rule == rule)
            try_scope(f, (fp_mend_scope){ scope.kernel, FP_MEND_ANY, (fp_rule)rule }, result, fix_one_by_one);
}

static void fix_by_kernel(const fixer *f, fp_mend_scope scope, fp_fixed *result) {
    size_t count = fp_mender_check(f->mender, f->keep, result->text).result->kernel_count;
    for (size_t kernel = 0; kernel < count; kernel++)
        if (scope.kernel == FP_MEND_ANY || scope.kernel == kernel)
            try_scope(f, (fp_mend_scope){ (uint32_t)kernel, FP_MEND_ANY, scope.rule }, result, fix_by_rule);
}

static void count_left(const fixer *f, fp_fixed *result) {
    fp_checked checked = fp_mender_check(f->mender, f->keep, result->text);
    for (size_t i = 0; i < checked.findings.len; i++) {
        const fp_finding *finding = &checked.findings.data[i];
        if (finding->level < f->wishes.least) continue;
        result->left[finding->rule]++;
        result->left_levels[finding->level]++;
        result->offered += !f->wishes.unsafe && finding->fix_count && !fp_mend_choice(finding, false);
    }
}

fp_fixed fp_fix_text(struct fp_mender *mender, struct fp_arena *keep, fp_str text, fp_fix_wishes wishes,
                     fp_mend_scope scope) {
    fixer f = { mender, keep, wishes };
    fp_fixed result = { .text = text,
                        .fixed = FP_NEW(keep, uint32_t, fp_rule_count()),
                        .left = FP_NEW(keep, uint32_t, fp_rule_count()) };
    for (uint32_t tries = 0; tries < FP_TRIES_MAX; tries++) {
        fp_str before = result.text;
        result.refused = 0;
        try_scope(&f, scope, &result, fix_by_kernel);
        if (!result.refused || fp_str_equal(result.text, before)) break;
    }
    count_left(&f, &result);
    return result;
}
