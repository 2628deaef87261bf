#include "trial/mender.h"
#include "base/memory.h"
#include <stdlib.h>

enum { ARENA_KEPT_BYTES = 16 << 20 };

struct fp_mender *fp_mender_new(struct fp_engine *engine) {
    struct fp_mender *mender = fp_memory_zeroed(1, sizeof *mender);
    *mender = (struct fp_mender){ .engine = engine, .keep = fp_arena_new() };
    return mender;
}

void fp_mender_drop(struct fp_mender *mender) {
    if (!mender) return;
    fp_document_close(mender->on_trial);
    fp_document_close(mender->before);
    fp_arena_drop(mender->keep);
    free(mender);
}

void fp_mender_begin(struct fp_mender *mender, const volatile bool *cancelled) {
    *mender = (struct fp_mender){ .engine = mender->engine,
                                  .keep = mender->keep,
                                  .cancelled = cancelled,
                                  .on_trial = mender->on_trial,
                                  .before = mender->before };
    if (fp_arena_bytes(mender->keep) <= ARENA_KEPT_BYTES) {
        fp_arena_reset(mender->keep, (fp_arena_mark_t){ 0 });
    } else {
        fp_arena_drop(mender->keep);
        mender->keep = fp_arena_new();
    }
}

bool fp_mender_cancelled(const struct fp_mender *m) { return m->cancelled && *m->cancelled; }

/* The document becomes `text` by one edit between what both begin and end with. */
static void load(struct fp_document *document, fp_str text) {
    fp_str now = fp_document_text(document);
    size_t most = now.len < text.len ? now.len : text.len, head = 0, tail = 0;
    while (head < most && now.data[head] == text.data[head]) head++;
    while (tail < most - head && now.data[now.len - tail - 1] == text.data[text.len - tail - 1]) tail++;
    if (head + tail == now.len && now.len == text.len) return;
    fp_document_edit(document, (fp_span){ (uint32_t)head, (uint32_t)(now.len - tail) },
                     fp_str_slice(text, head, text.len - tail));
}

static fp_checked_text judge(const struct fp_mender *m, struct fp_document *document) {
    const fp_result *result =
        fp_document_judge(document, (fp_wishes){ .least = FP_LEVEL_HINT, .fixes = true }, m->cancelled);
    return (fp_checked_text){ result, &document->found };
}

fp_checked_text fp_mender_check(struct fp_mender *m, fp_str text) {
    if (m->on_trial)
        load(m->on_trial, text);
    else
        m->on_trial = fp_document_open(m->engine, text);
    return judge(m, m->on_trial);
}

bool fp_mender_check_before(struct fp_mender *m, fp_str text, fp_checked_text *checked) {
    if (!m->before || !fp_str_equal(fp_document_text(m->before), text)) {
        fp_document_close(m->before);
        m->before = fp_document_open(m->engine, text);
        m->tried.len = 0;
    }
    *checked = judge(m, m->before);
    return !fp_mender_cancelled(m);
}
