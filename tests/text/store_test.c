/* Random edits of random texts, in all line ends, with long lines and comments: text and tables must be those of a
 * new store of the same text. */
#include "base/document_text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 1 << 16, SHORT = 100 };
static uint64_t seed = 1;
static uint32_t draw(uint32_t below) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % below;
}

static fp_str random_text(char *data, size_t limit) {
    static const char *const pieces[] = { "a",  "fence", "fencepost:",       "post:", "// fencepost: x", "\n", "\r\n",
                                          "\r", "\n",    "\xF0\x9F\x9A\x80", "f" };
    size_t len = 0, wanted = draw((uint32_t)limit);
    bool flat = draw(20) == 0; /* one long line */
    while (len < wanted) {
        const char *piece = pieces[flat ? draw(3) : draw(11)];
        memcpy(data + len, piece, strlen(piece));
        len += strlen(piece);
    }
    return (fp_str){ data, len };
}

static bool same_tables(const struct fp_text_store *a, const struct fp_text_store *b) {
    fp_lines left = fp_text_store_lines(a), right = fp_text_store_lines(b);
    const uint32_t *left_markers, *right_markers;
    uint32_t markers = fp_text_store_markers(a, &left_markers);
    bool same =
        left.count == right.count && left.mark_count == right.mark_count && left.lone_returns == right.lone_returns;
    same = same && memcmp(left.starts, right.starts, left.count * sizeof *left.starts) == 0;
    same = same && (left.mark_count == 0 || memcmp(left.marks, right.marks, left.mark_count * sizeof *left.marks) == 0);
    return same && markers == fp_text_store_markers(b, &right_markers) &&
           (markers == 0 || memcmp(left_markers, right_markers, markers * sizeof *left_markers) == 0);
}

static bool edit(struct fp_text_store *store, char *expected, size_t *len, char *scratch) {
    fp_span span = { draw((uint32_t)*len + 1), 0 };
    span.end = span.start + draw(draw(8) ? 12 : 6000);
    if (span.end > *len) span.end = (uint32_t)*len;
    fp_str text = random_text(scratch, draw(8) ? 12 : 6000);
    if (*len + text.len > CAPACITY) text.len = 0;
    memmove(expected + span.start + text.len, expected + span.end, *len - span.end);
    memcpy(expected + span.start, text.data, text.len);
    *len = *len - (span.end - span.start) + text.len;
    fp_text_store_edit(store, span, text);
    struct fp_text_store *fresh = fp_text_store_new((fp_str){ expected, *len });
    fp_str now = fp_text_store_text(store);
    bool good = now.len == *len && memcmp(now.data, expected, *len) == 0 && same_tables(store, fresh);
    if (!good)
        printf("bytes %u to %u replaced by %zu: the store is not what a new one would be\n", span.start, span.end,
               text.len);
    fp_text_store_drop(fresh);
    return good;
}

int main(void) {
    char *expected = malloc(CAPACITY + 8000), *scratch = malloc(8000);
    if (!expected || !scratch) return 1;
    bool good = true;
    for (int round = 0; round < 80 && good; round++) {
        char lent[SHORT + 16], kept[sizeof lent];
        fp_str text = random_text(lent, SHORT);
        size_t len = text.len;
        memcpy(expected, lent, len);
        memcpy(kept, lent, len);
        struct fp_text_store *store = round % 2 ? fp_text_store_lent(text) : fp_text_store_new(text);
        for (int n = 0; n < 300 && good; n++) good = edit(store, expected, &len, scratch);
        fp_text_store_drop(store);
        good = good && memcmp(lent, kept, text.len) == 0; /* what is lent is not written to */
    }
    free(expected);
    free(scratch);
    return !good;
}
