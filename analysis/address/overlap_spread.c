/* overlap_spread.c - bytes that stay apart in blocks of any size.
 *
 * The parts of the two addresses take their values without regard to each other: thread ids of the one access, those of
 * the other, lanes, iterations. Example: `128 * y + 4 * (lane mod 8)` and the same 32 bytes on, 4 bytes each, share no
 * byte, whatever y and lane are. Parts that speak of one id take values for one value of it.
 */
#include "address/expr_build.h"
#include "address/overlap.h"
#include "address/overlap_sums.h"
#include "address/uniformity_eval.h"
#include "base/sort.h"
#include <string.h>

enum { VALUES_MAX = 1024, DIFFERENCES_MAX = 1 << 14, STEPS_MAX = 4096, SEGMENT_PAIRS_MAX = 16 };
enum { MARKED_MAX = 1 << 16 }; /* bits by which values are sorted */

typedef struct {
    struct fp_addresses *a;
    fp_sum_parts sum;
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

struct leaf_range {
    fp_expr leaf;
    int64_t low;
    uint32_t count;
};
static bool give_range(void *context, fp_expr leaf, int64_t *numbers) {
    const struct leaf_range *range = context;
    for (uint32_t i = 0; i < range->count; i++) numbers[i] = range->low + i;
    return leaf == range->leaf;
}

static int compare(const void *x, const void *y) {
    const int64_t *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

/* In how many of their lowest bits all values agree. */
static uint32_t bits_alike(const int64_t *values, uint32_t count) {
    uint64_t differ = 0;
    for (uint32_t i = 1; i < count; i++) differ |= (uint64_t)values[i] ^ (uint64_t)values[0];
    return differ ? (uint32_t)__builtin_ctzll(differ) : 63;
}

/* Values that lie close together: a bit for each, which sorts them and leaves out what comes twice. Elements of 4 bytes
 * lie on every fourth: the `alike` lowest bits, in which all agree with `low`, take no room. */
typedef struct {
    int64_t low;
    uint32_t alike, words, count;
    uint64_t bits[MARKED_MAX / 64];
} marks;

static bool start_marks(marks *m, int64_t low, int64_t high, uint32_t alike) {
    if ((high - low) >> alike >= MARKED_MAX) return false;
    m->low = low;
    m->alike = alike;
    m->count = 0;
    m->words = (uint32_t)((high - low) >> alike) / 64 + 1;
    memset(m->bits, 0, m->words * sizeof *m->bits);
    return true;
}

static inline void mark(marks *m, int64_t value) {
    uint32_t at = (uint32_t)((value - m->low) >> m->alike);
    m->count += !(m->bits[at / 64] >> at % 64 & 1);
    m->bits[at / 64] |= UINT64_C(1) << at % 64;
}

static fp_sum_part part_of_values(const int64_t *values, uint32_t count) {
    return (fp_sum_part){ .values = values, .count = count, .low = values[0], .high = values[count - 1], .step = 1 };
}

static fp_sum_part part_of_marks(struct fp_addresses *a, const marks *m) {
    uint32_t kept = 0;
    int64_t *values = FP_NEW(a->keep, int64_t, m->count);
    for (uint32_t w = 0; w < m->words; w++)
        for (uint64_t rest = m->bits[w]; rest; rest &= rest - 1)
            values[kept++] = m->low + (((int64_t)w * 64 + __builtin_ctzll(rest)) << m->alike);
    return part_of_values(values, kept);
}

/* Sorts a list and leaves out what stands in it twice. */
static fp_sum_part part_of_list(int64_t *values, uint32_t count) {
    fp_sort(values, count, sizeof *values, compare);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < count; i++)
        if (values[i] != values[kept - 1]) values[kept++] = values[i];
    return part_of_values(values, kept);
}

static bool find_known(const struct fp_overlap_state *state, uint64_t hash, fp_expr p, fp_expr q, fp_sum_part *found) {
    for (fp_map_probe probe = fp_map_find(&state->by_spread, hash); fp_map_next(&probe);) {
        const fp_spread_known *k = &state->spreads.data[probe.value];
        if (k->node[0] != p || k->node[1] != q) continue;
        *found = part_of_values(k->values, k->count);
        return true;
    }
    return false;
}

static void remember(struct fp_addresses *a, uint64_t hash, fp_expr p, fp_expr q, const fp_sum_part *known) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    fp_map_put(a->keep, &state->by_spread, hash, state->spreads.len);
    *FP_PUSH(a->keep, &state->spreads) = (fp_spread_known){ { p, q }, known->values, known->count };
}

/* After how many values of the leaf `leaf mod 8` or `(leaf / 4) mod 8` comes back; 0: nobody knows. */
static int64_t period_of_term(const struct fp_exprs *exprs, fp_expr node, fp_expr leaf) {
    const fp_expr_info *n = fp_expr_at(exprs, node);
    if (n->op != FP_EXPR_MOD || n->constant >= VALUES_MAX) return 0;
    fp_expr inside = fp_expr_terms(exprs, node)->node;
    if (inside == leaf) return n->constant;
    const fp_expr_info *quotient = fp_expr_at(exprs, inside);
    bool divided = quotient->op == FP_EXPR_DIV && fp_expr_terms(exprs, inside)->node == leaf;
    return divided && quotient->constant < VALUES_MAX ? n->constant * quotient->constant : 0;
}

/* So many values of the leaf in a row give all values of the node. */
static uint32_t values_that_count(const struct fp_exprs *exprs, fp_expr node, fp_expr leaf) {
    const fp_expr_info *n = fp_expr_at(exprs, leaf);
    int64_t all = n->high - n->low + 1, period = 1, constant;
    fp_term single;
    uint32_t count;
    const fp_term *terms = fp_sum_view(exprs, node, &single, &count, &constant);
    for (uint32_t i = 0; i < count && period && period < all; i++) {
        int64_t length = period_of_term(exprs, terms[i].node, leaf);
        period = length ? period / fp_gcd(period, length) * length : 0;
    }
    return (uint32_t)(period && period < all ? period : all);
}

/* What `node`, in which `leaf` stands alone, may be. */
static bool values_of(struct fp_addresses *a, fp_expr node, fp_expr leaf, fp_sum_part *result) {
    uint64_t hash = fp_hash_mix(node, FP_EXPR_NONE);
    if (find_known(fp_overlap_state(a), hash, node, FP_EXPR_NONE, result)) return true;
    struct leaf_range range = { leaf, fp_expr_at(&a->exprs, leaf)->low, values_that_count(&a->exprs, node, leaf) };
    fp_address_make_room(a, range.count);
    a->pool.used = 0;
    memset(a->skipped, 0, range.count);
    const int64_t *found =
        fp_expr_evaluate(&a->pool, &a->exprs, node,
                         &(fp_threads){ .count = range.count, .leaf = give_range, .context = &range }, a->skipped);
    if (!found) return false;
    int64_t low = found[0], high = found[0];
    for (uint32_t i = 0; i < range.count; i++) {
        if (a->skipped[i]) return false;
        low = found[i] < low ? found[i] : low;
        high = found[i] > high ? found[i] : high;
    }
    if (low < -FP_ADDRESS_END || high > FP_ADDRESS_END) return false;
    marks m;
    if (start_marks(&m, low, high, bits_alike(found, range.count))) {
        for (uint32_t i = 0; i < range.count; i++) mark(&m, found[i]);
        *result = part_of_marks(a, &m);
    } else {
        int64_t *values = FP_NEW(a->keep, int64_t, range.count);
        memcpy(values, found, range.count * sizeof *values);
        *result = part_of_list(values, range.count);
    }
    remember(a, hash, node, FP_EXPR_NONE, result);
    return true;
}

/* What `q` less `p` may be, where each may be what it likes. */
static bool difference_of(struct fp_addresses *a, fp_expr p, fp_expr q, fp_expr leaf, fp_sum_part *result) {
    fp_sum_part x, y;
    uint64_t hash = fp_hash_mix(1, (uint64_t)p << 32 | q);
    if (find_known(fp_overlap_state(a), hash, p, q, result)) return true;
    if (!values_of(a, p, leaf, &x) || !values_of(a, q, leaf, &y) || x.count * y.count > DIFFERENCES_MAX) return false;
    marks m;
    uint32_t of_x = bits_alike(x.values, x.count), of_y = bits_alike(y.values, y.count);
    if (start_marks(&m, y.low - x.high, y.high - x.low, of_x < of_y ? of_x : of_y)) {
        for (uint32_t i = 0; i < x.count; i++)
            for (uint32_t j = 0; j < y.count; j++) mark(&m, y.values[j] - x.values[i]);
        *result = part_of_marks(a, &m);
    } else {
        int64_t *values = FP_NEW(a->keep, int64_t, x.count * y.count);
        for (uint32_t i = 0; i < x.count; i++)
            for (uint32_t j = 0; j < y.count; j++) values[i * y.count + j] = y.values[j] - x.values[i];
        *result = part_of_list(values, x.count * y.count);
    }
    remember(a, hash, p, q, result);
    return true;
}

/* ---- Parts ---- */

/* A term of which nothing but its range counts. */
static bool add_term(spread *s, fp_expr node, int64_t coefficient) {
    fp_interval range = fp_interval_of(&s->a->exprs, node);
    return fp_sum_parts_add_multiples(&s->sum, coefficient, range.low, range.high);
}

/* The terms of a side that speak of one id, as a sum; the terms that do not are left. */
typedef struct {
    fp_expr leaf, node;
} group;
typedef struct {
    group groups[FP_SUM_PARTS_MAX];
    uint32_t count;
} groups;

static bool collect(spread *s, fp_expr threads, int sign, groups *to) {
    struct fp_exprs *exprs = &s->a->exprs;
    fp_sum_terms parts;
    fp_sum_read(exprs, threads, &parts);
    to->count = 0;
    for (uint32_t i = 0; i < parts.count; i++) {
        fp_expr leaf = single_leaf_of(s->a, parts.terms[i].node),
                term = fp_expr_scale(exprs, parts.terms[i].node, parts.terms[i].coefficient);
        uint32_t g = 0;
        while (g < to->count && to->groups[g].leaf != leaf) g++;
        if (leaf == FP_EXPR_NONE) {
            if (!add_term(s, parts.terms[i].node, sign * parts.terms[i].coefficient)) return false;
        } else if (g < to->count) {
            to->groups[g].node = fp_expr_add(exprs, to->groups[g].node, term);
        } else if (g == FP_SUM_PARTS_MAX) {
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
    return fp_sum_parts_add(&s->sum, (fp_sum_part){ .low = -step * most, .high = step * most, .step = step });
}

static bool add_pair(spread *s, const group *p, const group *q) {
    fp_sum_part difference;
    return add_linear(s, p, q) ||
           (difference_of(s->a, p->node, q->node, p->leaf, &difference) && fp_sum_parts_add(&s->sum, difference));
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
    fp_sum_terms parts;
    fp_sum_read(&s->a->exprs, difference, &parts);
    *constant = parts.constant;
    for (uint32_t i = 0; i < parts.count; i++)
        if (!add_term(s, parts.terms[i].node, parts.terms[i].coefficient)) return false;
    return true;
}

bool fp_overlap_spread(struct fp_addresses *a, const fp_problem *problem) {
    const fp_footprint_info *p = problem->side[0].footprint, *q = problem->side[1].footprint;
    if (problem->modular || p->tile || q->tile || p->segment_count * q->segment_count > SEGMENT_PAIRS_MAX) return false;
    spread s = { .a = a, .sum.steps = STEPS_MAX };
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
    fp_sum_parts_order(&s.sum);
    for (uint32_t i = 0; i < p->segment_count; i++)
        for (uint32_t k = 0; k < q->segment_count; k++) {
            int64_t behind = constant + a->segments.data[q->first_segment + k] - a->segments.data[p->first_segment + i];
            if (fp_sum_parts_reach(&s.sum, -behind - q->width + 1, -behind + p->width - 1)) return false;
        }
    return true;
}
