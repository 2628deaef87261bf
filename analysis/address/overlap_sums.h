/* overlap_sums.h - which numbers a sum can be whose parts take their values without regard to each other.
 *
 * Failure    a question that takes too long is answered with "it can".
 */
#ifndef FP_OVERLAP_SUMS_H
#define FP_OVERLAP_SUMS_H
#include <stdbool.h>
#include <stdint.h>

enum { FP_SUM_PARTS_MAX = 16 };

/* A part is one of `values`, or one of low, low + step, .. high. */
typedef struct {
    const int64_t *values; /* sorted, none twice; NULL: there is no list */
    uint32_t count;
    int64_t low, high, step;
} fp_sum_part;
typedef struct {
    fp_sum_part parts[FP_SUM_PARTS_MAX];
    uint32_t count;
    int64_t rest_low[FP_SUM_PARTS_MAX + 1], rest_high[FP_SUM_PARTS_MAX + 1]; /* of the parts from this one on */
    uint32_t steps;                                                          /* left for all questions together */
} fp_sum_parts;

/* False: there are too many, or it lies too far away for sums that do not overflow. */
bool fp_sum_parts_add(fp_sum_parts *s, fp_sum_part part);
/* coefficient * [low, high]. */
bool fp_sum_parts_add_multiples(fp_sum_parts *s, int64_t coefficient, int64_t low, int64_t high);
/* After the last part, before the first question. */
void fp_sum_parts_order(fp_sum_parts *s);
/* Can the sum lie in low .. high? */
bool fp_sum_parts_reach(fp_sum_parts *s, int64_t low, int64_t high);
#endif
