/* pairs_shown.h - how many pairs of accesses are listed of two groups that meet unordered.
 *
 * Groups multiply, and nobody reads more than a few of the pairs that differ in nothing but places and loops. Two
 * groups meet once for each loop around both, and once for each node of the tree above the consumer: one bound holds
 * for all these meetings of one consumer, the innermost first, where the nearest producers are. A finding shows
 * FP_PRODUCERS_SHOWN_MAX producers; more pairs are looked at only where closer looks make less of some of them than
 * their groups promise. Of copies that lie further and further back the latest come first, however many others a wait
 * for each of them may leave in flight. What the pairs say (kind, overlap, how certain ..) is never lost: pairs that
 * say different things have a bound each. Pairs of addresses that are not understood say the same, whatever the
 * addresses; where parameters are many, whichever of them the producers have.
 *
 * Ownership  the counts live in the arena given; the pairs are only read.
 * Cost       linear in the members of the groups that meet.
 */
#ifndef FP_PAIRS_SHOWN_H
#define FP_PAIRS_SHOWN_H
#include "order/fold.h"

enum { FP_PRODUCERS_SHOWN_MAX = 8 }; /* per consumer and pair of groups, nearest first */

/* Pairs of one consumer that say the same. */
typedef struct {
    uint32_t consumer, count;                /* count: pairs that may be looked at */
    uint32_t listed[FP_PRODUCERS_SHOWN_MAX]; /* their producers, each once: fp_shown_group_list adds them */
    uint32_t listed_count;
    bool any_left_out; /* not all of them are listed */
    const fp_pair *like;
    FP_VEC(const fp_pair *) counted;
} fp_shown_group;
/* At most so many producers of one pair are looked at for one consumer, whose pairs belong to group number `group`. */
typedef struct {
    uint32_t most, group;
} fp_pairs_looked_at;
/* Per pair, where its entries begin in `data`: one per consumer, the last one first. FP_NONE: nothing of it is listed,
 * as of pairs in memory that is only supposed to be the workgroup's (fp_fold_is_supposed). */
typedef struct {
    const uint32_t *order; /* the pairs by number, as they are to be looked at: the innermost meetings first */
    const fp_pairs_looked_at *data;
    const uint32_t *first;
    fp_shown_group *groups;
    uint32_t group_count;
} fp_pairs_shown;

/* A pair with this producer is listed. */
void fp_shown_group_list(fp_shown_group *group, uint32_t producer);
fp_pairs_shown fp_pairs_shown_count(struct fp_arena *keep, struct fp_fold *fold, const fp_found_pairs *pairs);
#endif
