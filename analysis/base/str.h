/* str.h - borrowed slices of text: any bytes, no NUL at the end.
 *
 * Ownership  a slice borrows; whoever keeps one names the owner. Results of `fp_str_printf` and `fp_str_copy` live in
 *            the arena.
 * Print with "%.*s", FP_STR_ARG(s).
 */
#ifndef FP_BASE_STR_H
#define FP_BASE_STR_H
#include "base/arena.h"
#include "fencepost.h" /* fp_str, fp_span */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define FP_STR_ARG(s) (int)(s).len, (s).data

static inline fp_str fp_str_of(const char *text) { return (fp_str){ text, strlen(text) }; } /* up to its NUL */
static inline bool fp_str_equal(fp_str a, fp_str b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}
bool fp_str_same_words(fp_str a, fp_str b); /* equal where every gap of white space counts as one blank */
int fp_str_compare(fp_str a, fp_str b);     /* bytewise, shorter first */
bool fp_str_starts(fp_str s, fp_str prefix);
bool fp_str_ends(fp_str s, fp_str suffix);
bool fp_str_contains(fp_str s, fp_str part);
size_t fp_str_find(fp_str s, char byte);                 /* index, or s.len */
size_t fp_str_find_part(fp_str s, fp_str part);          /* likewise */
fp_str fp_str_slice(fp_str s, size_t start, size_t end); /* clamped to s */
fp_str fp_str_trim(fp_str s);                            /* ASCII blanks at both ends */
fp_str fp_str_unquoted(fp_str s);                        /* without the quotes at its ends, where it has both */
bool fp_str_int(fp_str s, int64_t *value); /* the whole of s as a decimal or 0x number that fits; else false */
bool fp_str_int_nearest(
    fp_str s, int64_t *value); /* the same; a decimal number that does not fit becomes the nearest one that does */
uint64_t fp_str_hash(fp_str s);
fp_str fp_str_copy(struct fp_arena *keep, fp_str s);
fp_str fp_str_printf(struct fp_arena *keep, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Letters to put in, take out, change or swap with the next one, for "did you mean"; at most 64 bytes of each count. */
unsigned fp_str_distance(fp_str a, fp_str b);
/* The word that may be meant by `word`; empty when none is near. */
fp_str fp_str_nearest(fp_str word, const fp_str *words, size_t count);
#endif
