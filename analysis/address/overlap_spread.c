/* overlap_spread.c - bytes that stay apart in blocks of any size.
 *
 * The parts of the two addresses take their values without regard to each other: thread ids of the one access, those of
 * the other, lanes, iterations. Example: `128 * y + 4 * (lane mod 8)` and the same 32 bytes on, 4 bytes each, share no
 * byte, whatever y and lane are. Parts that speak of one id take values for one value of it.
 */
#include "address/expr_build.h"
#include "address/overlap.h"
#include "base/sort.h"
#include <string.h>

enum { PARTS_MAX = 16, VALUES_MAX = 1024, DIFFERENCES_MAX = 1 << 14, STEPS_MAX = 4096, SEGMENT_PAIRS_MAX = 16 };
enum { MARKED_MAX = 1 << 14 }; /* values that are sorted by a bit for each lie no further apart */

/* A part is one of `values`, or one of low, low + step, .. high. */
typedef struct {
    const int64_t *values; /* sorted, none twice; NULL: there is no list */
    uint32_t count;
    int64_t low, high, step;
} part;
typedef struct {
    struct fp_addresses *a;
    part parts[PARTS_MAX];
    uint32_t count;
    int64_t rest_low[PARTS_MAX + 1], rest_high[PARTS_MAX + 1]; /* of the sum of the parts from this one on */
    uint32_t steps;
} spread;

/* ---- Values of one id ---- */

struct single_leaf {
    fp_expr leaf;
    bool several;
};
static void find_single(void *context, fp_expr leaf) {
    struct single_leaf *s = context;
    s->several |= s->leaf != FP_EXPR_NONE && s->leaf != leaf;
    s->leaf = leaf;
}

static fp_expr single_leaf_of(struct fp_addresses *a, fp_expr node) {
    struct single_leaf s = { FP_EXPR_NONE, false };
    fp_expr_visit(&a->exprs, node, find_single, &s);
    if (s.several || s.leaf == FP_EXPR_NONE) return FP_EXPR_NONE;
    const fp_expr_info *n = fp_expr_at(&a->exprs, s.leaf);
    return n->low > -FP_FAR && n->high < n->low + VALUES_MAX ? s.leaf : FP_EXPR_NONE;
}

struct one_value {
    fp_expr leaf;
    int64_t value;
};
static bool give(void *context, fp_expr leaf, int64_t *value) {
    const struct one_value *one = context;
    *value = one->value;
    return leaf == one->leaf;
}

static int compare(const void *x, const void *y) {
    const int64_t *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

/* Sorts values that lie close together by marking each in a row of bits: how many there are. 0: they do not. */
static uint32_t sort_near(int64_t *values, uint32_t count) {
    uint64_t marks[MARKED_MAX / 64];
    int64_t low = values[0], high = values[0];
    for (uint32_t i = 1; i < count; i++) {
        if (values[i] < low) low = values[i];
        if (values[i] > high) high = values[i];
    }
    if (high - low >= MARKED_MAX) return 0;
    uint32_t words = (uint32_t)(high - low) / 64 + 1, kept = 0;
    memset(marks, 0, words * sizeof *marks);
    for (uint32_t i = 0; i < count; i++) marks[(values[i] - low) / 64] |= UINT64_C(1) << ((values[i] - low) % 64);
    for (uint32_t w = 0; w < words; w++)
        for (uint32_t bit = 0; marks[w]; bit++, marks[w] >>= 1)
            if (marks[w] & 1) values[kept++] = low + (int64_t)w * 64 + bit;
    return kept;
}

/* Sorts a list and leaves out what stands in it twice. */
static part part_of_list(int64_t *values, uint32_t count) {
    uint32_t kept = sort_near(values, count);
    if (kept == 0) {
        fp_sort(values, count, sizeof *values, compare);
        kept = 1;
        for (uint32_t i = 1; i < count; i++)
            if (values[i] != values[kept - 1]) values[kept++] = values[i];
    }
    return (part){ .values = values, .count = kept, .low = values[0], .high = values[kept - 1], .step = 1 };
}

static bool find_known(const struct fp_overlap_state *state, uint64_t hash, fp_expr p, fp_expr q, part *found) {
    for (fp_map_probe probe = fp_map_find(&state->by_spread, hash); fp_map_next(&probe);) {
        const fp_spread_known *k = &state->spreads.data[probe.value];
        if (k->node[0] != p || k->node[1] != q) continue;
        *found = (part){ .values = k->values, .count = k->count, .low = k->values[0], .step = 1 };
        found->high = k->values[k->count - 1];
        return true;
    }
    return false;
}

static void remember(struct fp_addresses *a, uint64_t hash, fp_expr p, fp_expr q, const part *known) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    fp_map_put(a->keep, &state->by_spread, hash, state->spreads.len);
    *FP_PUSH(a->keep, &state->spreads) = (fp_spread_known){ { p, q }, known->values, known->count };
}

/* What `node`, in which `leaf` stands alone, may be. */
static bool values_of(struct fp_addresses *a, fp_expr node, fp_expr leaf, part *result) {
    uint64_t hash = fp_hash_mix(node, FP_EXPR_NONE);
    if (find_known(fp_overlap_state(a), hash, node, FP_EXPR_NONE, result)) return true;
    const fp_expr_info n = *fp_expr_at(&a->exprs, leaf);
    uint32_t count = (uint32_t)(n.high - n.low + 1);
    int64_t *values = FP_NEW(a->keep, int64_t, count);
    for (uint32_t i = 0; i < count; i++) {
        struct one_value one = { leaf, n.low + i };
        if (!fp_expr_value(&a->exprs, node, &(fp_assignment){ give, &one, NULL }, &values[i]) ||
            values[i] < -FP_ADDRESS_END || values[i] > FP_ADDRESS_END)
            return false;
    }
    *result = part_of_list(values, count);
    remember(a, hash, node, FP_EXPR_NONE, result);
    return true;
}

/* What `q` less `p` may be, where each may be what it likes. */
static bool difference_of(struct fp_addresses *a, fp_expr p, fp_expr q, fp_expr leaf, part *result) {
    part x, y;
    uint64_t hash = fp_hash_mix(1, (uint64_t)p << 32 | q);
    if (find_known(fp_overlap_state(a), hash, p, q, result)) return true;
    if (!values_of(a, p, leaf, &x) || !values_of(a, q, leaf, &y) || x.count * y.count > DIFFERENCES_MAX) return false;
    int64_t *values = FP_NEW(a->keep, int64_t, x.count * y.count);
    for (uint32_t i = 0; i < x.count; i++)
        for (uint32_t j = 0; j < y.count; j++) values[i * y.count + j] = y.values[j] - x.values[i];
    *result = part_of_list(values, x.count * y.count);
    remember(a, hash, p, q, result);
    return true;
}

/* ---- Parts ---- */

static bool add_part(spread *s, part p) {
    if (s->count == PARTS_MAX || p.low < -FP_ADDRESS_END || p.high > FP_ADDRESS_END) return false;
    s->parts[s->count++] = p;
    return true;
}

/* A term of which nothing but its range counts. */
static bool add_term(spread *s, fp_expr node, int64_t coefficient) {
    fp_interval range = fp_interval_scale(fp_interval_of(&s->a->exprs, node), coefficient);
    if (coefficient == INT64_MIN) return false;
    return add_part(
        s, (part){ .low = range.low, .high = range.high, .step = coefficient < 0 ? -coefficient : coefficient });
}

/* The terms of a side that speak of one id, as a sum; the terms that do not are left. */
typedef struct {
    fp_expr leaf, node;
} group;
typedef struct {
    group groups[PARTS_MAX];
    uint32_t count;
} groups;

static bool collect(spread *s, fp_expr threads, int sign, groups *to) {
    struct fp_exprs *exprs = &s->a->exprs;
    fp_term single, copy[FP_SUM_TERMS_MAX];
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(exprs, threads, &single, &count, &constant);
    memcpy(copy, terms, count * sizeof *copy);
    to->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        fp_expr leaf = single_leaf_of(s->a, copy[i].node),
                term = fp_expr_scale(exprs, copy[i].node, copy[i].coefficient);
        uint32_t g = 0;
        while (g < to->count && to->groups[g].leaf != leaf) g++;
        if (leaf == FP_EXPR_NONE) {
            if (!add_term(s, copy[i].node, sign * copy[i].coefficient)) return false;
        } else if (g < to->count) {
            to->groups[g].node = fp_expr_add(exprs, to->groups[g].node, term);
        } else if (g == PARTS_MAX) {
            return false;
        } else {
            to->groups[to->count++] = (group){ leaf, term };
        }
    }
    return true;
}

/* A multiple of the id itself, with the same factor on both sides: the difference is a multiple, too. */
static bool add_linear(spread *s, const group *p, const group *q) {
    const struct fp_exprs *exprs = &s->a->exprs;
    fp_term single;
    uint32_t count;
    int64_t constant;
    if (p->node != q->node) return false;
    const fp_term *terms = fp_sum_view(exprs, p->node, &single, &count, &constant);
    const fp_expr_info *n = fp_expr_at(exprs, p->leaf);
    if (count != 1 || terms->node != p->leaf || terms->coefficient > FP_ADDRESS_END / VALUES_MAX ||
        terms->coefficient < -FP_ADDRESS_END / VALUES_MAX)
        return false;
    int64_t step = terms->coefficient < 0 ? -terms->coefficient : terms->coefficient, most = n->high - n->low;
    return add_part(s, (part){ .low = -step * most, .high = step * most, .step = step });
}

static bool add_pair(spread *s, const group *p, const group *q) {
    part difference;
    return add_linear(s, p, q) ||
           (difference_of(s->a, p->node, q->node, p->leaf, &difference) && add_part(s, difference));
}

/* Groups of both sides; one that the other side has no counterpart for counts by its range. */
static bool add_groups(spread *s, const groups *p, const groups *q) {
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t k = 0;
        while (k < q->count && q->groups[k].leaf != p->groups[i].leaf) k++;
        if (k < q->count ? !add_pair(s, &p->groups[i], &q->groups[k]) : !add_term(s, p->groups[i].node, -1))
            return false;
    }
    for (uint32_t k = 0; k < q->count; k++) {
        uint32_t i = 0;
        while (i < p->count && p->groups[i].leaf != q->groups[k].leaf) i++;
        if (i == p->count && !add_term(s, q->groups[k].node, 1)) return false;
    }
    return true;
}

static bool add_uniform(spread *s, fp_expr difference, int64_t *constant) {
    fp_term single, copy[FP_SUM_TERMS_MAX];
    uint32_t count;
    const fp_term *terms = fp_sum_view(&s->a->exprs, difference, &single, &count, constant);
    memcpy(copy, terms, count * sizeof *copy);
    for (uint32_t i = 0; i < count; i++)
        if (!add_term(s, copy[i].node, copy[i].coefficient)) return false;
    return true;
}

/* ---- Sums ---- */

static int by_step(const void *x, const void *y) { /* coarse ones first: their neighbours are far away */
    const part *p = x, *q = y;
    int64_t a = p->values ? (p->high - p->low) / p->count : p->step,
            b = q->values ? (q->high - q->low) / q->count : q->step;
    return (a < b) - (a > b);
}

static void order(spread *s) {
    fp_sort(s->parts, s->count, sizeof *s->parts, by_step);
    s->rest_low[s->count] = s->rest_high[s->count] = 0;
    for (uint32_t i = s->count; i-- > 0;) {
        s->rest_low[i] = s->rest_low[i + 1] + s->parts[i].low;
        s->rest_high[i] = s->rest_high[i + 1] + s->parts[i].high;
    }
}

/* Is there a sum of the parts from number `at` on that lies in low .. high? True as well when it takes too long. */
static bool reaches(spread *s, uint32_t at, int64_t low, int64_t high) {
    if (s->rest_high[at] < low || s->rest_low[at] > high) return false;
    if (at == s->count || s->steps == 0) return true;
    s->steps--;
    const part *p = &s->parts[at];
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

bool fp_overlap_spread(struct fp_addresses *a, const fp_problem *problem) {
    const fp_footprint_info *p = problem->side[0].footprint, *q = problem->side[1].footprint;
    if (problem->modular || p->tile || q->tile || p->segment_count * q->segment_count > SEGMENT_PAIRS_MAX) return false;
    spread s = { .a = a, .steps = STEPS_MAX };
    groups sides[2];
    fp_expr threads[2], uniform[2];
    int64_t constant;
    for (int i = 0; i < 2; i++) {
        fp_expr_split(&a->exprs, problem->side[i].address, &threads[i], &uniform[i]);
        if (!collect(&s, threads[i], i ? 1 : -1, &sides[i])) return false;
    }
    if (!add_groups(&s, &sides[0], &sides[1]) ||
        !add_uniform(&s, fp_expr_sub(&a->exprs, uniform[1], uniform[0]), &constant))
        return false;
    order(&s);
    for (uint32_t i = 0; i < p->segment_count; i++)
        for (uint32_t k = 0; k < q->segment_count; k++) {
            int64_t behind = constant + a->segments.data[q->first_segment + k] - a->segments.data[p->first_segment + i];
            if (reaches(&s, 0, -behind - q->width + 1, -behind + p->width - 1)) return false;
        }
    return true;
}
