/* fuzz_kernels.c - kernels whose lines, ops, types and numbers have changed places, also with those of another one:
 * checked, fixed, dumped, explained and drawn; and then edited, piece by piece, into the text that they came from: an
 * edited document says what a fresh one with the same text says. */
#include "mutate_text.h"
#include <fencepost.h>
#include <fencepost_ledger.h>
#include <fencepost_picture.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out, size_t max, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return mutate_text(data, size, max, seed);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out, size_t max, unsigned seed) {
    if (size > max) size = max;
    memcpy(out, data, size);
    return splice_texts(out, size, max, other, other_size, seed);
}

enum { EDITS = 3 };

static bool same_finding(const fp_finding *a, const fp_finding *b) {
    return a->rule == b->rule && a->level == b->level && a->span.start == b->span.start && a->span.end == b->span.end &&
           a->message.len == b->message.len && memcmp(a->message.data, b->message.data, a->message.len) == 0;
}

static void compare(struct fp_engine *engine, struct fp_document *edited) {
    struct fp_document *fresh = fp_document_open(engine, fp_document_text(edited));
    const fp_result *a = fp_document_check(edited, NULL), *b = fp_document_check(fresh, NULL);
    bool same = a->finding_count == b->finding_count;
    for (size_t i = 0; same && i < a->finding_count; i++) same = same_finding(&a->findings[i], &b->findings[i]);
    if (!same) {
        fprintf(stderr, "an edited document says something else than a fresh one:\n%.*s\n",
                (int)fp_document_text(edited).len, fp_document_text(edited).data);
        abort();
    }
    fp_document_close(fresh);
}

/* One edit that makes `to` of the document's text: what they share at both ends stays. */
static void edit_into(struct fp_document *document, fp_str to) {
    fp_str from = fp_document_text(document);
    size_t head = 0, tail = 0;
    while (head < from.len && head < to.len && from.data[head] == to.data[head]) head++;
    while (tail < from.len - head && tail < to.len - head &&
           from.data[from.len - 1 - tail] == to.data[to.len - 1 - tail])
        tail++;
    fp_document_edit(document, (fp_span){ (uint32_t)head, (uint32_t)(from.len - tail) },
                     (fp_str){ to.data + head, to.len - tail - head });
}

static void edit(struct fp_engine *engine, struct fp_document *document, const uint8_t *data, size_t size) {
    uint8_t *copy = malloc(size + 4096);
    if (!copy) return;
    memcpy(copy, data, size);
    for (unsigned i = 0; i < EDITS; i++) {
        size_t now = mutate_text(copy, size, size + 4096, (unsigned)(size * 31 + i));
        edit_into(document, (fp_str){ (const char *)copy, now });
        compare(engine, document);
        memcpy(copy, data, size);
    }
    free(copy);
}

static void ask(struct fp_document *document, const fp_result *result) {
    fp_document_dump(document, FP_STAGE_KERNEL);
    for (size_t i = 0; i < result->finding_count && i < 3; i++)
        fp_document_explain(document, fp_document_position(document, result->findings[i].span.start));
    const fp_picture *pictures;
    fp_document_pictures(document, (fp_str){ "", 0 }, NULL, &pictures);
    const fp_ledger *ledgers;
    fp_document_ledgers(document, (fp_str){ "", 0 }, &ledgers);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, (fp_str){ (const char *)data, size });
    ask(document, fp_document_check(document, NULL));
    struct fp_mender *mender = fp_mender_new(engine);
    fp_mender_begin(mender, NULL);
    fp_mender_fix(mender, (fp_str){ (const char *)data, size }, (fp_fix_wishes){ .unsafe = true });
    fp_mender_drop(mender);
    if (size) edit(engine, document, data, size);
    fp_document_close(document);
    fp_engine_drop(engine);
    return 0;
}
