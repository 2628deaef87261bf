/* lanes_agree.h - values that lanes of a wave have in common because they were exchanged.
 *
 * A lane that adds to its value what the lane holds whose number differs in bit k has the same sum as that lane: the
 * sum does not tell which of the two came first. Lanes that agree before such a step agree behind it, so that after a
 * step for each bit all lanes have one value, whatever they had at first. This needs operations whose operands may be
 * swapped, and nothing else of them.
 */
#ifndef FP_LANES_AGREE_H
#define FP_LANES_AGREE_H
#include "address/address_state.h"

enum { FP_LANE_BITS = 6 };
/* Differences of lane numbers, and all that arise of them by exclusive or. */
typedef struct {
    uint32_t vector[FP_LANE_BITS], count;
} fp_lane_span;
void fp_lane_span_add(fp_lane_span *span, uint32_t difference);

/* The bits in which the lane differs from which a thread gets the op's result, and what it gets from it; 0: they are
 * not told, or not all lanes of the wave take part. */
uint32_t fp_address_turn_of(struct fp_addresses *a, fp_op op, uint32_t result, const fp_use **value);
/* Do lanes of a wave whose numbers differ in one of `differences` have one value, in each wave? Cost: a step for each
 * op that the value is made by, one after the other; false: also where more than a few lie on the way. */
bool fp_address_lanes_agree(struct fp_addresses *a, fp_value value, const fp_lane_span *differences);
#endif
