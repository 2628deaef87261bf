#include "trial/mender.h"
#include "base/cancel.h"
#include "base/memory.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_KEPT_BYTES = 16 << 20 };

struct fp_mender *fp_mender_new(struct fp_engine *engine) {
    struct fp_mender *mender = fp_memory_zeroed(1, sizeof *mender);
    *mender = (struct fp_mender){
        .engine = engine, .keep = fp_arena_new(), .scratch = fp_arena_new(), .savings = FP_LEVEL_WARNING
    };
    return mender;
}

struct fp_mender *fp_mender_beside(struct fp_document *document) {
    struct fp_mender *mender = fp_mender_new(document->engine);
    mender->before = document;
    mender->borrowed = true;
    return mender;
}

struct fp_mender *fp_mender_of_part(struct fp_mender *payer, size_t bytes, fp_str part, const fp_checked_text *given) {
    struct fp_mender *mender = fp_mender_new(payer->engine);
    mender->cancelled = payer->cancelled;
    mender->savings = payer->savings;
    mender->payer = payer, mender->payer_bytes = bytes;
    mender->given = given, mender->text_given = part;
    return mender;
}

static void drop_before(struct fp_mender *mender) {
    mender->differs_known = false;
    if (!mender->borrowed) fp_document_close(mender->before);
    mender->before = NULL;
    mender->borrowed = false;
}

void fp_mender_drop(struct fp_mender *mender) {
    if (!mender) return;
    fp_document_close(mender->on_trial);
    drop_before(mender);
    fp_arena_drop(mender->keep);
    fp_arena_drop(mender->scratch);
    free(mender);
}

/* ---- hasty checks ---- */
static void end_hasty(void *context) {
    struct fp_mender *m = context;
    m->ended |= m->hasty;
}

static void poll_cancelled(void *context, fp_watched part) {
    struct fp_mender *m = context;
    (void)part;
    m->ended |= fp_mender_cancelled(m);
}

static struct fp_document *watched(struct fp_mender *m, struct fp_document *document) {
    m->watch = (fp_watch){ poll_cancelled, m, end_hasty };
    fp_document_watch(document, &m->watch);
    return document;
}

void fp_mender_begin(struct fp_mender *mender, const volatile bool *cancelled) {
    mender->cancelled = cancelled;
    mender->tried.len = mender->tried.capacity = 0;
    mender->tried.data = NULL;
    mender->work[false] = mender->work[true] = 0;
    if (fp_arena_bytes(mender->keep) <= ARENA_KEPT_BYTES) {
        fp_arena_reset(mender->keep, (fp_arena_mark_t){ 0 });
    } else {
        fp_arena_drop(mender->keep);
        mender->keep = fp_arena_new();
    }
}

bool fp_mender_cancelled(const struct fp_mender *m) { return fp_is_cancelled(m->cancelled); }

/* How many bytes both begin with. */
static size_t common_head(const char *a, const char *b, size_t most) {
    enum { BLOCK = 4096 };
    size_t head = 0;
    while (head + BLOCK <= most && !memcmp(a + head, b + head, BLOCK)) head += BLOCK;
    while (head < most && a[head] == b[head]) head++;
    return head;
}

static size_t common_tail(fp_str a, fp_str b, size_t most) {
    enum { BLOCK = 4096 };
    const char *end_a = a.data + a.len, *end_b = b.data + b.len;
    size_t tail = 0;
    while (tail + BLOCK <= most && !memcmp(end_a - tail - BLOCK, end_b - tail - BLOCK, BLOCK)) tail += BLOCK;
    while (tail < most && end_a[-1 - (ptrdiff_t)tail] == end_b[-1 - (ptrdiff_t)tail]) tail++;
    return tail;
}

/* The document becomes `text` by one edit between what both begin and end with: its new bytes, and those that they
 * replace. Both are known to begin and end with so many equal bytes. */
static void load(struct fp_document *document, fp_str text, size_t head, size_t tail, fp_span *put, fp_span *taken) {
    fp_str now = fp_document_text(document);
    size_t most = (now.len < text.len ? now.len : text.len) - head - tail;
    size_t more = common_head(now.data + head, text.data + head, most);
    head += more;
    tail +=
        common_tail(fp_str_slice(now, head, now.len - tail), fp_str_slice(text, head, text.len - tail), most - more);
    *put = (fp_span){ (uint32_t)head, (uint32_t)(text.len - tail) };
    *taken = (fp_span){ (uint32_t)head, (uint32_t)(now.len - tail) };
    if (head + tail == now.len && now.len == text.len) return;
    fp_document_edit(document, *taken, fp_str_slice(text, head, text.len - tail));
}

static bool has_before(const struct fp_mender *m) { return m->given || m->before; }
static fp_str text_before(const struct fp_mender *m) { return m->given ? m->text_given : fp_document_text(m->before); }

/* The text on trial becomes the text before again. */
static void take_back(struct fp_mender *m) {
    fp_str before = text_before(m);
    fp_span put, taken;
    if (m->differs_known && m->differs.start < m->differs.end + (m->differs_before.end - m->differs_before.start))
        fp_document_edit(m->on_trial, m->differs, fp_str_slice(before, m->differs_before.start, m->differs_before.end));
    else if (!m->differs_known)
        load(m->on_trial, before, 0, 0, &put, &taken);
}

typedef enum { NO_FIXES, SURE_FIXES, ALL_FIXES } wanted_fixes;
static fp_checked_text judge(const struct fp_mender *m, struct fp_document *document, fp_level least,
                             wanted_fixes wanted) {
    const volatile bool *ends = m->hasty ? &m->ended : m->cancelled;
    fp_wishes wishes = { .least = least,
                         .savings = m->savings,
                         .fixes = wanted != NO_FIXES,
                         .no_guesses = wanted == SURE_FIXES,
                         .more_follows = wanted == NO_FIXES };
    const fp_result *result = fp_document_judge(document, wishes, ends);
    return (fp_checked_text){ result, &document->found };
}

/* Fixes of two findings may be megabytes apart: the one is taken back before the other is applied, so that either edit
 * is a small one. */
fp_checked_text fp_mender_check_trial(struct fp_mender *m, fp_str text, fp_trial_wish wish) {
    if (!m->on_trial)
        m->on_trial =
            watched(m, m->before && m->before->result ? fp_document_open_alike(m->before)
                                                      : fp_document_open(m->engine, m->given ? m->text_given : text));
    if (has_before(m)) take_back(m);
    load(m->on_trial, text, wish.head, wish.tail, &m->differs, &m->differs_before);
    m->differs_known = has_before(m);
    m->hasty = wish.hasty;
    m->ended = fp_mender_cancelled(m);
    fp_checked_text checked = judge(m, m->on_trial, wish.least, wish.fixes ? ALL_FIXES : NO_FIXES);
    m->hasty = false;
    return checked;
}

fp_checked_text fp_mender_check_fixes(struct fp_mender *m, fp_level least) {
    return judge(m, m->on_trial, least, SURE_FIXES);
}

fp_checked_text fp_mender_check(struct fp_mender *m, fp_str text) {
    return fp_mender_check_trial(m, text, (fp_trial_wish){ .least = FP_LEVEL_HINT, .fixes = true });
}

static bool same_text(fp_str a, fp_str b) { return (a.data == b.data && a.len == b.len) || fp_str_equal(a, b); }

bool fp_mender_check_before(struct fp_mender *m, fp_str text, fp_checked_text *checked) {
    if (m->given) {
        *checked = *m->given;
        return !fp_mender_cancelled(m);
    }
    if (!m->before || !same_text(fp_document_text(m->before), text)) {
        drop_before(m);
        m->before = fp_document_open(m->engine, text);
        m->tried.len = 0;
    }
    if (m->borrowed && m->before->result)
        *checked = (fp_checked_text){ m->before->result, &m->before->found };
    else
        *checked = judge(m, m->before, FP_LEVEL_HINT, ALL_FIXES);
    return !fp_mender_cancelled(m);
}
