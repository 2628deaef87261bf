/* pairs_shown.h - how many pairs of accesses are listed of two groups that meet unordered.
 *
 * Groups multiply, and nobody reads more than a few of the pairs that differ in nothing but places and loops. Two
 * groups meet once for each loop around both, and once for each node of the tree above the consumer: one bound holds
 * for all these meetings of one consumer, the innermost first, where the nearest producers are. Of copies that lie
 * further and further back the latest come first, however many others a wait for each of them may leave in flight. What
 * the pairs say (kind, overlap, how certain ..) is never lost: pairs that say different things have a bound each. Pairs
 * of addresses that are not understood say the same, whatever the addresses.
 *
 * Ownership  the counts live in the arena given; the pairs are only read.
 * Cost       linear in the members of the groups that meet.
 */
#ifndef FP_PAIRS_SHOWN_H
#define FP_PAIRS_SHOWN_H
#include "order/fold.h"

enum { FP_PRODUCERS_SHOWN_MAX = 16 }; /* per consumer and meeting, nearest first */

/* Per pair, where its counts begin in `data`: one per consumer, the last one first. FP_NONE: nothing of it is listed,
 * as of pairs in memory that is only supposed to be the workgroup's (fp_fold_is_supposed). */
typedef struct {
    const uint8_t *data;
    const uint32_t *first;
    uint32_t total; /* of all counts */
} fp_pairs_shown;

fp_pairs_shown fp_pairs_shown_count(struct fp_arena *keep, struct fp_fold *fold, const fp_found_pairs *pairs);
#endif
