/* summary_found.h - the pairs that meetings find: which of them are worth keeping.
 *
 * Two groups of accesses meet once for each pair of states that they may be in, and the same accesses meet once for
 * each pair of places at which they have left loops: in the last iteration, in the one before it, and so on. Pairs of
 * states that tell the same become one pair. Of pairs of the same accesses at several places only those are kept that
 * show more than the ones before them.
 *
 * Ownership  pairs lie in the sink's `keep`; what is known of those that are shown goes with the meeting.
 * Cost       constant for each pair; joining looks at those of the same keys that lack the same wait.
 */
#ifndef FP_SUMMARY_FOUND_H
#define FP_SUMMARY_FOUND_H
#include "order/summary.h"

bool fp_meets_at_same_place(const fp_meet_at *a, const fp_meet_at *b);
bool fp_meet_alike(const fp_pair *a, const fp_pair *b); /* pairs of the same keys that meet in the same way */

/* Is a pair of the same accesses shown that says at least as much: one of nearer iterations, or one at other places?
 * `answered`: the pair has its witness, if there is one; else the greatest overlap that it may have. */
bool fp_found_is_shown(const fp_sink *sink, const fp_pair *pair, bool answered);
void fp_found_show(const fp_sink *sink, const fp_pair *pair);
/* A pair that says nothing new is merged into the one that was found before. False: it says something new. */
bool fp_found_joins(const fp_sink *sink, struct fp_summaries *summaries, const fp_pair *pair);
void fp_found_add(const fp_sink *sink, struct fp_summaries *summaries, const fp_pair *pair);
#endif
