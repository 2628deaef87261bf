/* known_words.h - words that findings of an earlier version of a text had: most of them have the same ones again.
 *
 * Ownership  all of it lives in the arena that it is made in, the words as well.
 * Cost       a look-up: one pass over the finding's phrases, and a look-up among the lines for each place. What words
 *            depend on is kept as a hash of 64 bits.
 */
#ifndef FP_KNOWN_WORDS_H
#define FP_KNOWN_WORDS_H
#include "base/lines.h"
#include "fencepost.h"

struct fp_known_words;
struct fp_known_words *fp_known_words_new(struct fp_arena *keep);
void fp_known_words_start(struct fp_known_words *known, fp_lines lines); /* of the text whose findings come next */
/* Where the words of such a finding are: one that says the same of the same lines. NULL there: they are not known yet,
 * and the caller puts them there. Valid until the next call. */
const fp_str **fp_known_words_of(struct fp_known_words *known, const fp_finding *finding);
/* Likewise the words of the evidence of the finding that was asked for last, which others may have, too. No data: they
 * are not known yet. */
fp_str *fp_known_note(struct fp_known_words *known);
/* Of `finding_count` findings: are most of the words not theirs? */
bool fp_known_words_are_stale(const struct fp_known_words *known, size_t finding_count);
#endif
