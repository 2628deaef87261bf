/* hazard_sharing.h - consumers that one finding reports together.
 *
 * A missing-fence is one finding for all consumers that the same wait would help: it is the barrier behind the producer
 * that does too little. And one access of the source may be many of the text, as a tile's store that becomes a store
 * for each register: where locations say so, no sync stands between these, and they meet the same accesses of the
 * source in one way, they have one finding, which lists them.
 */
#ifndef FP_HAZARD_SHARING_H
#define FP_HAZARD_SHARING_H
#include "rules/rule.h"

typedef struct {
    const fp_hazard *hazard;
    fp_rule rule;
    fp_level level;
    uint32_t place;  /* where the consumer starts */
    uint32_t leader; /* where the consumer starts whose finding reports the pair: `place`, or that of another one */
    uint32_t order;  /* among the kernel's hazards: nearest producer first */
} fp_hazard_pair;

/* Gives the pairs of a sorted list that one finding reports the same leader. False: each is its own, and the list is
 * still sorted. */
bool fp_hazard_pairs_share(fp_rule_context *context, fp_hazard_pair *pairs, uint32_t count);
#endif
