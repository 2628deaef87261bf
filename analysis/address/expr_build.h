/* expr_build.h - how the files of expr.h make nodes: interning, sums under construction, interval arithmetic. */
#ifndef FP_EXPR_BUILD_H
#define FP_EXPR_BUILD_H
#include "address/expr.h"

typedef struct {
    int64_t low, high;
} fp_interval;
int64_t fp_bound_mul(int64_t a, int64_t b); /* saturates at FP_FAR */
fp_interval fp_interval_add(fp_interval a, fp_interval b);
fp_interval fp_interval_scale(fp_interval a, int64_t factor);
static inline fp_interval fp_interval_of(const struct fp_exprs *exprs, fp_expr node) {
    return (fp_interval){ exprs->nodes.data[node].low, exprs->nodes.data[node].high };
}
static inline bool fp_interval_known(fp_interval i) { return i.low > -FP_FAR && i.high < FP_FAR; }
static inline int64_t fp_floor_div(int64_t a, int64_t b) { return a / b - ((a % b != 0) && ((a < 0) != (b < 0))); }
static inline int64_t fp_floor_mod(int64_t a, int64_t b) { return a - b * fp_floor_div(a, b); }
uint64_t fp_bits_up_to(uint64_t bits); /* all bits up to the highest one set */
int64_t fp_gcd(int64_t a, int64_t b);

/* The node `op` over `terms`, simplified to a constant when the interval is a point. `bits` is cut down to what the
 * interval allows. */
fp_expr fp_expr_make(struct fp_exprs *exprs, fp_expr_info info, const fp_term *terms, uint32_t count);
fp_expr fp_expr_make1(struct fp_exprs *exprs, fp_expr_op op, int64_t constant, fp_expr a, fp_interval interval,
                      uint64_t bits);
fp_expr fp_expr_make2(struct fp_exprs *exprs, fp_expr_op op, fp_expr a, fp_expr b, fp_interval interval, uint64_t bits);

/* A sum under construction: terms sorted by node. */
typedef struct {
    fp_term terms[2 * FP_SUM_TERMS_MAX];
    uint32_t count;
    int64_t constant;
    bool overflow;
    uint8_t depends; /* FP_DEPENDS_* of the terms that did not fit */
    fp_loop_set loops;
} fp_sum;
void fp_sum_start(fp_sum *sum);
void fp_sum_add(struct fp_exprs *exprs, fp_sum *sum, fp_expr node, int64_t factor);
fp_expr fp_sum_finish(struct fp_exprs *exprs, fp_sum *sum);
/* A node as constant + terms: of a sum its own, else itself once. `single` is room for the latter. */
const fp_term *fp_sum_view(const struct fp_exprs *exprs, fp_expr node, fp_term *single, uint32_t *count,
                           int64_t *constant);
/* The same as a copy, for those who make nodes while they read: that moves the terms of a view. */
typedef struct {
    fp_term terms[FP_SUM_TERMS_MAX];
    uint32_t count;
    int64_t constant;
} fp_sum_terms;
void fp_sum_read(const struct fp_exprs *exprs, fp_expr node, fp_sum_terms *sum);
#endif
