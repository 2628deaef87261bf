/* expr_period.h - how an expression moves when one of its leaves does: value(v + length) == value(v) + gain, for v >=
 * start and all values of the other leaves.
 *
 * Table (precision.md 1.4): sums add gains over the common period; remainders and quotients by a constant multiply
 * the period until the modulus divides the gain; what chooses, compares or multiplies needs operands that come back.
 * Lengths beyond FP_PERIOD_MAX count as none.
 */
#ifndef FP_EXPR_PERIOD_H
#define FP_EXPR_PERIOD_H
#include "address/expr.h"

enum { FP_PERIOD_MAX = 64 };
typedef struct {
    int64_t length, gain, start;
} fp_period; /* length 0: none */
fp_period fp_period_of(struct fp_exprs *exprs, fp_expr node, fp_expr leaf);
#endif
