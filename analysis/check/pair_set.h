/* pair_set.h - the pairs that are unordered in one fold of a kernel, to be asked for with those of another.
 *
 * Ownership  everything lives in the arena given.
 * Cost       one pass over the pairs; over all their members at the first question that lists do not answer.
 */
#ifndef FP_PAIR_SET_H
#define FP_PAIR_SET_H
#include "order/fold.h"

typedef struct fp_pair_set fp_pair_set;
/* The pairs of `fold`; those asked for come from `asked`. */
fp_pair_set *fp_pair_set_of(struct fp_arena *scratch, struct fp_fold *fold, const struct fp_fold *asked);
bool fp_pair_set_holds(fp_pair_set *set, const fp_pair *pair, uint32_t producer, uint32_t consumer);
#endif
