#include "fix_text.h"
#include "base/str.h"
#include <stdlib.h>
#include <string.h>

enum { FP_ROUNDS_MAX = 16, FP_ALONE_MAX = 64 /* findings tried one by one in a kernel where the fixes of all together led to something new */ };

/* ---- edits ---- */
static int compare_edits(const void *a, const void *b) {
    const fp_edit *x = a, *y = b;
    if (x->span.start != y->span.start) return x->span.start < y->span.start ? -1 : 1;
    return x->span.end < y->span.end ? -1 : x->span.end > y->span.end;
}

fp_str fp_edits_apply(struct fp_arena *keep, fp_str text, fp_edit *edits, size_t count) {
    if (count > 1) qsort(edits, count, sizeof *edits, compare_edits);
    size_t len = text.len;
    for (size_t i = 0; i < count; i++) len = len + edits[i].text.len - (edits[i].span.end - edits[i].span.start);
    char *data = FP_NEW(keep, char, len + 1), *to = data;
    size_t done = 0;
    for (size_t i = 0; i <= count; i++) {
        size_t up_to = i < count ? edits[i].span.start : text.len;
        if (up_to > done) memcpy(to, text.data + done, up_to - done);
        to += up_to - done;
        if (i == count) break;
        if (edits[i].text.len) memcpy(to, edits[i].text.data, edits[i].text.len);
        to += edits[i].text.len;
        done = edits[i].span.end;
    }
    return (fp_str){ data, len };
}

static bool is_same(const fp_edit *a, const fp_edit *b) { return a->span.start == b->span.start && a->span.end == b->span.end && fp_str_equal(a->text, b->text); }

static bool collide(const fp_edit *a, const fp_edit *b) {
    if (is_same(a, b)) return false;
    if (a->span.start == b->span.start) return true;
    return a->span.start < b->span.end && b->span.start < a->span.end;
}

/* ---- one round ---- */
typedef struct { fp_rule rule; uint32_t start; bool gone, pair; } known;       /* a finding of the text before; `start` moves with the edits; pair: of accesses */
typedef FP_VEC(fp_edit) edit_list;
typedef struct { uint32_t kernel, start; fp_rule rule; } scope;         /* FP_ANY: all */
#define FP_ANY UINT32_MAX

typedef struct {
    struct fp_arena *keep;
    struct fp_engine *engine;
    const fp_settings *settings;
    fp_fix_wishes wishes;
} fixer;

typedef struct {
    fp_str text;
    uint32_t *fixed;
    known *known; size_t known_count;
    bool changed, clean;                 /* clean: nothing is found that was not there before */
} attempt;

static uint32_t kernel_of(const fp_result *result, uint32_t offset) {
    for (size_t i = 0; i < result->kernel_count; i++)
        if (result->kernels[i].span.start <= offset && offset < result->kernels[i].span.end) return (uint32_t)i;
    return FP_ANY;
}

static fp_span line_of(fp_str text, fp_span span) {
    while (span.start > 0 && text.data[span.start - 1] != '\n') span.start--;
    while (span.end < text.len && text.data[span.end] != '\n') span.end++;
    return span;
}

/* Is the text around the place damaged? All of a kernel is, when a part of it is. */
static bool is_damaged(const fp_checked *checked, fp_str text, uint32_t offset) {
    uint32_t kernel = kernel_of(checked->result, offset);
    for (size_t i = 0; i < checked->result->finding_count; i++) {
        const fp_finding *finding = &checked->result->findings[i];
        if (!fp_str_equal(fp_rule_at(finding->rule)->name, FP_STR("syntax-error"))) continue;
        fp_span line = line_of(text, finding->span);
        if (line.start <= offset && offset <= line.end) return true;
        if (kernel != FP_ANY && kernel_of(checked->result, finding->span.start) == kernel) return true;
    }
    return false;
}

static const fp_fix *wanted_fix(const fp_finding *finding, bool unsafe) {
    for (size_t i = 0; i < finding->fix_count; i++)
        if (finding->fixes[i].safe) return &finding->fixes[i];
    return unsafe && finding->fix_count ? &finding->fixes[0] : NULL;
}

static bool in_scope(const fp_checked *checked, const fp_finding *finding, scope only) {
    if (only.kernel != FP_ANY && kernel_of(checked->result, finding->span.start) != only.kernel) return false;
    return only.start == FP_ANY || (finding->span.start == only.start && finding->rule == only.rule);
}

static bool add_edits(struct fp_arena *keep, edit_list *list, const fp_fix *fix) {
    for (size_t i = 0; i < fix->edit_count; i++)
        for (uint32_t k = 0; k < list->len; k++)
            if (collide(&fix->edits[i], &list->data[k])) return false;
    for (size_t i = 0; i < fix->edit_count; i++) {
        bool have = false;
        for (uint32_t k = 0; k < list->len; k++) have |= is_same(&fix->edits[i], &list->data[k]);
        if (!have) *FP_PUSH(keep, list) = fix->edits[i];
    }
    return true;
}

/* Where the byte at `offset` goes; false: it is taken away. */
static bool moved(const edit_list *sorted, uint32_t *offset) {
    int64_t by = 0;
    for (uint32_t i = 0; i < sorted->len; i++) {
        const fp_edit *edit = &sorted->data[i];
        if (edit->span.start > *offset) break;
        if (edit->span.end > *offset) return false;
        by += (int64_t)edit->text.len - (edit->span.end - edit->span.start);
    }
    *offset = (uint32_t)((int64_t)*offset + by);
    return true;
}

/* A pair that lacks a wait once it has its barrier was there before under another name. */
static bool is_known(const attempt *a, const fp_finding *finding) {
    for (size_t i = 0; i < a->known_count; i++)
        if (!a->known[i].gone && a->known[i].start == finding->span.start && (a->known[i].rule == finding->rule || (a->known[i].pair && finding->hazard))) return true;
    return false;
}

static bool fits_scope(const fixer *f, const fp_checked *checked, fp_str text, const fp_finding *finding, const fp_fix *fix, scope only) {
    return fix && finding->level >= f->wishes.least && in_scope(checked, finding, only) && !is_damaged(checked, text, fix->edits[0].span.start);
}

static fp_checked check(const fixer *f, struct fp_document *document) {
    return fp_check_document(f->keep, document, f->settings, FP_LEVEL_HINT, NULL);
}

/* Applies what fits together; false: there was nothing. */
static bool apply_round(const fixer *f, attempt *a, const fp_checked *checked, scope only) {
    edit_list edits = { 0 };
    for (size_t i = 0; i < checked->findings.len; i++) {
        const fp_finding *finding = &checked->findings.data[i];
        const fp_fix *fix = wanted_fix(finding, f->wishes.unsafe);
        if (fits_scope(f, checked, a->text, finding, fix, only) && add_edits(f->keep, &edits, fix)) a->fixed[finding->rule]++;
    }
    if (edits.len == 0) return false;
    a->text = fp_edits_apply(f->keep, a->text, edits.data, edits.len);
    for (size_t i = 0; i < a->known_count; i++)
        if (!a->known[i].gone) a->known[i].gone = !moved(&edits, &a->known[i].start);
    a->changed = true;
    return true;
}

static attempt begin(const fixer *f, fp_str text, const fp_checked *checked) {
    attempt a = { .text = text, .fixed = FP_NEW(f->keep, uint32_t, fp_rule_count()), .known = FP_NEW(f->keep, known, checked->findings.len + 1) };
    for (size_t i = 0; i < checked->findings.len; i++)
        a.known[a.known_count++] = (known){ checked->findings.data[i].rule, checked->findings.data[i].span.start, false, checked->findings.data[i].hazard != NULL };
    return a;
}

/* What only costs time is no reason to take a fix back: the rounds remove it where that is safe, and else it stood there before and does no harm. Nor is a
 * remark, unless remarks are what is being fixed. */
static bool counts(const fixer *f, const fp_finding *finding) {
    static const char *const costs[] = { "redundant-barrier", "redundant-wait", "ineffective-barrier", "double-wait" };
    fp_str name = fp_rule_at(finding->rule)->name;
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        if (fp_str_equal(name, (fp_str){ costs[i], strlen(costs[i]) })) return false;
    return finding->level >= FP_LEVEL_WARNING || finding->level >= f->wishes.least;
}

/* Rounds until nothing is left to apply. What a fix makes superfluous elsewhere in the kernel goes with it. */
static attempt try_scope(const fixer *f, fp_str text, scope only) {
    attempt a = { .text = text };
    for (uint32_t round = 0; round < FP_ROUNDS_MAX; round++) {
        struct fp_document *document = fp_document_open(f->engine, a.text);
        fp_checked checked = check(f, document);
        if (round == 0) a = begin(f, text, &checked);
        a.clean = true;
        for (size_t i = 0; i < checked.findings.len; i++) a.clean &= !counts(f, &checked.findings.data[i]) || is_known(&a, &checked.findings.data[i]);
        bool once = round > 0 && only.start != FP_ANY;
        if (once && !a.clean) only.start = FP_ANY, once = false;         /* see whether it mends itself */
        bool more = !once && round + 1 < FP_ROUNDS_MAX && apply_round(f, &a, &checked, only);
        fp_document_close(document);
        if (!more) break;
    }
    return a;
}

static void take(const attempt *a, fp_fixed *result) {
    result->text = a->text;
    result->changed = true;
    for (size_t rule = 0; rule < fp_rule_count(); rule++) result->fixed[rule] += a->fixed[rule];
}

/* ---- when all together does not do ---- */
typedef FP_VEC(scope) scope_list;

static scope_list fixable_in(const fixer *f, fp_str text, uint32_t kernel) {
    scope_list list = { 0 };
    struct fp_document *document = fp_document_open(f->engine, text);
    fp_checked checked = check(f, document);
    for (size_t i = 0; i < checked.findings.len && list.len < FP_ALONE_MAX; i++) {
        const fp_finding *finding = &checked.findings.data[i];
        scope only = { kernel, FP_ANY, FP_RULE_NONE };
        if (fits_scope(f, &checked, text, finding, wanted_fix(finding, f->wishes.unsafe), only))
            *FP_PUSH(f->keep, &list) = (scope){ kernel, finding->span.start, finding->rule };
    }
    fp_document_close(document);
    return list;
}

/* From the end of the text, so that places before an accepted edit stay what they are. */
static void fix_one_by_one(const fixer *f, uint32_t kernel, fp_fixed *result) {
    scope_list list = fixable_in(f, result->text, kernel);
    for (uint32_t i = list.len; i-- > 0;) {
        attempt a = try_scope(f, result->text, list.data[i]);
        if (a.changed && a.clean) take(&a, result);
        else if (a.changed) result->refused++;
    }
}

static size_t count_kernels(const fixer *f, fp_str text) {
    struct fp_document *document = fp_document_open(f->engine, text);
    size_t count = check(f, document).result->kernel_count;
    fp_document_close(document);
    return count;
}

static void fix_by_kernel(const fixer *f, fp_fixed *result) {
    size_t count = count_kernels(f, result->text);
    for (size_t kernel = 0; kernel < count; kernel++) {
        attempt a = try_scope(f, result->text, (scope){ (uint32_t)kernel, FP_ANY, FP_RULE_NONE });
        if (a.changed && a.clean) take(&a, result);
        else if (a.changed) fix_one_by_one(f, (uint32_t)kernel, result);
    }
}

static void count_left(const fixer *f, fp_fixed *result) {
    struct fp_document *document = fp_document_open(f->engine, result->text);
    fp_checked checked = check(f, document);
    for (size_t i = 0; i < checked.findings.len; i++) {
        const fp_finding *finding = &checked.findings.data[i];
        if (finding->level < f->wishes.least) continue;
        result->left[finding->rule]++;
        result->left_levels[finding->level]++;
        result->offered += !f->wishes.unsafe && finding->fix_count && !wanted_fix(finding, false);
    }
    fp_document_close(document);
}

fp_fixed fp_fix_text(struct fp_arena *keep, struct fp_engine *engine, const fp_settings *settings, fp_str text, fp_fix_wishes wishes) {
    fixer f = { keep, engine, settings, wishes };
    fp_fixed result = { .text = text, .fixed = FP_NEW(keep, uint32_t, fp_rule_count()), .left = FP_NEW(keep, uint32_t, fp_rule_count()) };
    attempt all = try_scope(&f, text, (scope){ FP_ANY, FP_ANY, FP_RULE_NONE });
    if (all.changed && all.clean) take(&all, &result);
    else if (all.changed) fix_by_kernel(&f, &result);
    count_left(&f, &result);
    return result;
}
