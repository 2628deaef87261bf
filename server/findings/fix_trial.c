#include "findings/fix_trial.h"
#include "base/memory.h"
#include "base/str.h"
#include "findings/fix_diff.h"
#include <stdlib.h>
#include <string.h>

enum { FP_ROUNDS_MAX = 16 };

typedef struct {
    fp_rule rule;
    uint32_t start;
    bool gone, pair;
} known; /* a finding of the text before; `start` moves with the edits; pair: of accesses */

struct fp_mender {
    struct fp_engine *engine;
    const fp_settings *settings;
    const volatile bool *cancelled;
    struct fp_document *document; /* on trial; NULL: not opened yet */
    struct fp_document *before;   /* the text that single fixes are tried on; NULL: none was yet */
    struct fp_arena *before_keep;
    fp_checked before_checked;
    uint64_t work;
};

typedef struct {
    fp_mended result;
    known *known;
    size_t known_count;
    fp_fix_wishes wishes;
} attempt;

/* ---- checking ---- */
struct fp_mender *fp_mender_new(struct fp_engine *engine, const fp_settings *settings) {
    struct fp_mender *mender = fp_memory_zeroed(1, sizeof *mender);
    *mender = (struct fp_mender){ .engine = engine, .settings = settings };
    return mender;
}

void fp_mender_begin(struct fp_mender *mender, const volatile bool *cancelled) {
    mender->cancelled = cancelled;
    mender->work = 0;
}

void fp_mender_drop(struct fp_mender *mender) {
    if (!mender) return;
    fp_document_close(mender->document);
    fp_document_close(mender->before);
    fp_arena_drop(mender->before_keep);
    free(mender);
}

static bool is_cancelled(const struct fp_mender *m) { return m->cancelled && *m->cancelled; }

/* The document becomes `text` by one edit between what both begin and end with. */
static void load(struct fp_mender *m, fp_str text) {
    if (!m->document) {
        m->document = fp_document_open(m->engine, text);
        return;
    }
    fp_str now = fp_document_text(m->document);
    size_t most = now.len < text.len ? now.len : text.len, head = 0, tail = 0;
    while (head < most && now.data[head] == text.data[head]) head++;
    while (tail < most - head && now.data[now.len - tail - 1] == text.data[text.len - tail - 1]) tail++;
    if (head + tail == now.len && now.len == text.len) return;
    fp_document_edit(m->document, (fp_span){ (uint32_t)head, (uint32_t)(now.len - tail) },
                     fp_str_slice(text, head, text.len - tail));
}

fp_checked fp_mender_check(struct fp_mender *m, struct fp_arena *keep, fp_str text) {
    load(m, text);
    return fp_check_document(keep, m->document, m->settings, FP_LEVEL_HINT, m->cancelled);
}

/* ---- which fixes ---- */
static uint32_t kernel_of(const fp_result *result, uint32_t offset) {
    for (size_t i = 0; i < result->kernel_count; i++)
        if (result->kernels[i].span.start <= offset && offset < result->kernels[i].span.end) return (uint32_t)i;
    return FP_MEND_ANY;
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
        if (kernel != FP_MEND_ANY && kernel_of(checked->result, finding->span.start) == kernel) return true;
    }
    return false;
}

const fp_fix *fp_mend_choice(const fp_finding *finding, bool unsafe) {
    for (size_t i = 0; i < finding->fix_count; i++)
        if (finding->fixes[i].safe) return &finding->fixes[i];
    return unsafe && finding->fix_count ? &finding->fixes[0] : NULL;
}

static bool in_scope(const fp_checked *checked, const fp_finding *finding, fp_mend_scope scope) {
    if (scope.kernel != FP_MEND_ANY && kernel_of(checked->result, finding->span.start) != scope.kernel) return false;
    if (scope.rule != FP_RULE_NONE && finding->rule != scope.rule) return false;
    return scope.start == FP_MEND_ANY || finding->span.start == scope.start;
}

bool fp_mend_reaches(const fp_checked *checked, fp_str text, const fp_finding *finding, const fp_fix *fix,
                     fp_mend_scope scope, fp_level least) {
    return fix && fix->edit_count && finding->level >= least && in_scope(checked, finding, scope) &&
           !is_damaged(checked, text, fix->edits[0].span.start);
}

/* ---- what is new ---- */
static attempt begin(struct fp_arena *keep, fp_str text, const fp_checked *checked, fp_fix_wishes wishes) {
    attempt a = { .result = { .text = text, .fixed = FP_NEW(keep, uint32_t, fp_rule_count()) },
                  .known = FP_NEW(keep, known, checked->findings.len + 1),
                  .wishes = wishes };
    for (size_t i = 0; i < checked->findings.len; i++)
        a.known[a.known_count++] = (known){ checked->findings.data[i].rule, checked->findings.data[i].span.start, false,
                                            checked->findings.data[i].hazard != NULL };
    return a;
}

static void apply(struct fp_arena *keep, attempt *a, fp_edits *edits) {
    a->result.text = fp_edits_apply(keep, a->result.text, edits);
    for (size_t i = 0; i < a->known_count; i++)
        if (!a->known[i].gone) a->known[i].gone = !fp_edits_move(edits, &a->known[i].start);
    a->result.changed = true;
}

/* A pair that lacks a wait once it has its barrier was there before under another name. */
static bool is_known(const attempt *a, const fp_finding *finding) {
    for (size_t i = 0; i < a->known_count; i++)
        if (!a->known[i].gone && a->known[i].start == finding->span.start &&
            (a->known[i].rule == finding->rule || (a->known[i].pair && finding->hazard)))
            return true;
    return false;
}

static bool is_new(const attempt *a, const fp_finding *finding) {
    bool counts = finding->level >= FP_LEVEL_WARNING ||
                  (finding->level >= FP_LEVEL_INFORMATION && a->wishes.least <= FP_LEVEL_INFORMATION);
    return counts && !is_known(a, finding);
}

static bool is_clean(const attempt *a, const fp_checked *checked) {
    for (size_t i = 0; i < checked->findings.len; i++)
        if (is_new(a, &checked->findings.data[i])) return false;
    return true;
}

/* ---- rounds ---- */
typedef enum { FIX_ALL_IN_SCOPE, FIX_NEW_ONES } round_kind;

/* Applies what fits together; false: there was nothing. */
static bool apply_round(struct fp_arena *keep, attempt *a, const fp_checked *checked, fp_mend_scope scope,
                        round_kind kind) {
    fp_edits edits = { 0 };
    for (size_t i = 0; i < checked->findings.len; i++) {
        const fp_finding *finding = &checked->findings.data[i];
        const fp_fix *fix = fp_mend_choice(finding, a->wishes.unsafe);
        if ((kind == FIX_NEW_ONES && !is_new(a, finding)) ||
            !fp_mend_reaches(checked, a->result.text, finding, fix, scope, a->wishes.least))
            continue;
        if (fp_edits_add(keep, &edits, fix->edits, fix->edit_count)) a->result.fixed[finding->rule]++;
    }
    if (edits.len) apply(keep, a, &edits);
    return edits.len > 0;
}

fp_mended fp_mend(struct fp_mender *m, struct fp_arena *keep, fp_str text, fp_fix_wishes wishes, fp_mend_scope scope) {
    fp_checked checked = fp_mender_check(m, keep, text);
    attempt a = begin(keep, text, &checked, wishes);
    fp_mend_scope rest = { scope.kernel, FP_MEND_ANY, FP_RULE_NONE };
    bool part =
        scope.start != FP_MEND_ANY || scope.rule != FP_RULE_NONE; /* of a kernel: after that, only what it has led to */
    bool more = apply_round(keep, &a, &checked, scope, FIX_ALL_IN_SCOPE);
    for (uint32_t round = 1; more && round < FP_ROUNDS_MAX && !is_cancelled(m); round++) {
        checked = fp_mender_check(m, keep, a.result.text);
        more =
            round + 1 < FP_ROUNDS_MAX && apply_round(keep, &a, &checked, rest, part ? FIX_NEW_ONES : FIX_ALL_IN_SCOPE);
    }
    a.result.clean = !is_cancelled(m) && is_clean(&a, &checked);
    return a.result;
}

/* ---- one fix ---- */
static bool same_phrase(const fp_edits *edits, const fp_phrase *then, const fp_phrase *now);

static bool same_place(const fp_edits *edits, uint32_t then, uint32_t now) {
    return fp_edits_move(edits, &then) && then == now;
}

static bool same_argument(const fp_edits *edits, const fp_phrase_argument *then, const fp_phrase_argument *now) {
    bool same = then->name == now->name && then->kind == now->kind && then->count == now->count;
    if (!same) return false;
    switch (then->kind) {
    case FP_ARGUMENT_TEXT: return fp_str_equal(then->value.text, now->value.text);
    case FP_ARGUMENT_NUMBER: return then->value.number == now->value.number;
    case FP_ARGUMENT_PLACE: return same_place(edits, then->value.place, now->value.place);
    case FP_ARGUMENT_PLACES:
        for (uint32_t i = 0; i < then->count && same; i++)
            same = same_place(edits, then->value.places[i], now->value.places[i]);
        return same;
    case FP_ARGUMENT_PHRASES:
        for (uint32_t i = 0; i < then->count && same; i++)
            same = same_phrase(edits, &then->value.phrases[i], &now->value.phrases[i]);
        return same;
    }
    return same;
}

/* Does it say the same after the edits, of places that they moved? */
static bool same_phrase(const fp_edits *edits, const fp_phrase *then, const fp_phrase *now) {
    bool same = then->sentence == now->sentence && then->argument_count == now->argument_count;
    for (uint32_t i = 0; i < then->argument_count && same; i++)
        same = same_argument(edits, &then->arguments[i], &now->arguments[i]);
    return same;
}

/* Something of the finding, which stands at `start` now, is gone: all of it, or what it spoke of. */
static bool has_helped(const fp_checked *checked, const fp_finding *finding, uint32_t start, const fp_edits *edits) {
    for (size_t i = 0; i < checked->findings.len; i++) {
        const fp_finding *now = &checked->findings.data[i];
        if (now->rule != finding->rule || now->span.start != start) continue;
        bool less = now->level < finding->level || now->related_count < finding->related_count;
        return less || !same_phrase(edits, &finding->phrase, &now->phrase);
    }
    return true;
}

/* NULL: cancelled. */
static const fp_checked *check_before(struct fp_mender *m, fp_str text) {
    if (m->before && fp_str_equal(fp_document_text(m->before), text)) return &m->before_checked;
    fp_document_close(m->before);
    fp_arena_drop(m->before_keep);
    m->before = fp_document_open(m->engine, text);
    m->before_keep = fp_arena_new();
    m->before_checked = fp_check_document(m->before_keep, m->before, m->settings, FP_LEVEL_HINT, m->cancelled);
    if (!is_cancelled(m)) return &m->before_checked;
    fp_document_close(m->before);
    m->before = NULL;
    return NULL;
}

fp_edits fp_mend_one(struct fp_mender *m, struct fp_arena *keep, fp_str text, const fp_finding *finding,
                     const fp_fix *fix) {
    fp_edits own = { 0 }, none = { 0 };
    if (fix->edit_count == 0 || m->work > FP_MEND_WORK_MAX) return none;
    const fp_checked *before = check_before(m, text);
    if (!before || is_damaged(before, text, fix->edits[0].span.start) ||
        !fp_edits_add(keep, &own, fix->edits, fix->edit_count))
        return none;
    uint32_t kernel = kernel_of(before->result, fix->edits[0].span.start);
    fp_span read = kernel == FP_MEND_ANY ? (fp_span){ 0, (uint32_t)text.len } : before->result->kernels[kernel].span;
    m->work += read.end - read.start + before->result->statistics.meets;
    attempt a = begin(keep, text, before, (fp_fix_wishes){ false, FP_LEVEL_WARNING });
    fp_checked checked = *before;
    apply(keep, &a, &own);
    fp_mend_scope anywhere = { FP_MEND_ANY, FP_MEND_ANY, FP_RULE_NONE };
    bool alone = true, more = true;
    for (uint32_t round = 0; more && round < FP_ROUNDS_MAX && !is_cancelled(m); round++) {
        checked = fp_mender_check(m, keep, a.result.text);
        more = apply_round(keep, &a, &checked, anywhere, FIX_NEW_ONES);
        alone &= !more;
    }
    uint32_t start = finding->span.start;
    bool there = fp_edits_move(&own, &start), helped = !alone || !there || has_helped(&checked, finding, start, &own);
    if (is_cancelled(m) || more || !is_clean(&a, &checked) || !helped) return none;
    return alone ? own : fp_diff_edits(keep, text, a.result.text);
}

/* ---- the fixes of a report ---- */
typedef struct {
    const fp_fix *fix;
    fp_edits edits;
} trial;
typedef FP_VEC(trial) trials;

static bool same_edits(const fp_fix *a, const fp_fix *b) {
    bool same = a->edit_count == b->edit_count;
    for (size_t i = 0; i < a->edit_count && same; i++) same = fp_edit_equal(&a->edits[i], &b->edits[i]);
    return same;
}

static fp_edits try_once(struct fp_mender *m, struct fp_arena *keep, fp_str text, const fp_finding *finding,
                         const fp_fix *fix, trials *done) {
    for (uint32_t i = done->len; i-- > 0;)
        if (same_edits(done->data[i].fix, fix)) return done->data[i].edits;
    fp_edits edits = fp_mend_one(m, keep, text, finding, fix);
    *FP_PUSH(keep, done) = (trial){ fix, edits };
    return edits;
}

fp_findings fp_mend_offers(struct fp_mender *m, struct fp_arena *keep, fp_str text, fp_findings findings) {
    fp_finding *offered = FP_NEW(keep, fp_finding, findings.len + 1);
    trials done = { 0 };
    for (size_t i = 0; i < findings.len; i++) {
        const fp_finding *finding = &findings.data[i];
        fp_fix *fixes = FP_NEW(keep, fp_fix, finding->fix_count + 1);
        size_t count = 0;
        for (size_t k = 0; k < finding->fix_count; k++) {
            fp_edits edits = try_once(m, keep, text, finding, &finding->fixes[k], &done);
            if (edits.len == 0) continue;
            fixes[count] = finding->fixes[k];
            fixes[count].edits = edits.data;
            fixes[count++].edit_count = edits.len;
        }
        offered[i] = *finding;
        offered[i].fixes = fixes;
        offered[i].fix_count = count;
    }
    return (fp_findings){ offered, findings.len };
}
