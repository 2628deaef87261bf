#include "address/overlap_sums.h"
#include "address/expr_build.h"
#include "address/overlap.h"
#include "base/sort.h"

bool fp_sum_parts_add(fp_sum_parts *s, fp_sum_part part) {
    if (s->count == FP_SUM_PARTS_MAX || part.low < -FP_ADDRESS_END || part.high > FP_ADDRESS_END) return false;
    s->parts[s->count++] = part;
    return true;
}

bool fp_sum_parts_add_multiples(fp_sum_parts *s, int64_t coefficient, int64_t low, int64_t high) {
    if (coefficient == INT64_MIN) return false;
    fp_interval range = fp_interval_scale((fp_interval){ low, high }, coefficient);
    return fp_sum_parts_add(
        s, (fp_sum_part){ .low = range.low, .high = range.high, .step = coefficient < 0 ? -coefficient : coefficient });
}

static int by_step(const void *x, const void *y) { /* coarse ones first: their neighbours are far away */
    const fp_sum_part *p = x, *q = y;
    int64_t a = p->values ? (p->high - p->low) / p->count : p->step,
            b = q->values ? (q->high - q->low) / q->count : q->step;
    return (a < b) - (a > b);
}

void fp_sum_parts_order(fp_sum_parts *s) {
    fp_sort(s->parts, s->count, sizeof *s->parts, by_step);
    s->rest_low[s->count] = s->rest_high[s->count] = 0;
    for (uint32_t i = s->count; i-- > 0;) {
        s->rest_low[i] = s->rest_low[i + 1] + s->parts[i].low;
        s->rest_high[i] = s->rest_high[i + 1] + s->parts[i].high;
    }
}

/* Is there a sum of the parts from number `at` on that lies in low .. high? */
static bool reaches(fp_sum_parts *s, uint32_t at, int64_t low, int64_t high) {
    if (s->rest_high[at] < low || s->rest_low[at] > high) return false;
    if (at == s->count || s->steps == 0) return true;
    s->steps--;
    const fp_sum_part *p = &s->parts[at];
    int64_t from = low - s->rest_high[at + 1], to = high - s->rest_low[at + 1];
    if (to > p->high) to = p->high;
    if (!p->values) {
        int64_t v = from <= p->low ? p->low : p->low - fp_floor_div(p->low - from, p->step) * p->step;
        for (; v <= to; v += p->step)
            if (reaches(s, at + 1, low - v, high - v)) return true;
        return false;
    }
    uint32_t first = 0, last = p->count;
    while (first < last) {
        uint32_t middle = (first + last) / 2;
        if (p->values[middle] < from)
            first = middle + 1;
        else
            last = middle;
    }
    for (; first < p->count && p->values[first] <= to; first++)
        if (reaches(s, at + 1, low - p->values[first], high - p->values[first])) return true;
    return false;
}

bool fp_sum_parts_reach(fp_sum_parts *s, int64_t low, int64_t high) { return reaches(s, 0, low, high); }
