/* expr.c - hash-consed nodes: interning, leaves, sums. */
#include "address/expr.h"
#include "address/expr_build.h"
#include <assert.h>
#include <string.h>

static int64_t clamped(int64_t bound) { return bound >= FP_FAR ? FP_FAR : bound <= -FP_FAR ? -FP_FAR : bound; }

int64_t fp_bound_mul(int64_t a, int64_t b) {
    int64_t product;
    if (__builtin_mul_overflow(a, b, &product)) return (a < 0) == (b < 0) ? FP_FAR : -FP_FAR;
    return clamped(product);
}

fp_interval fp_interval_add(fp_interval a, fp_interval b) {
    /* Bounds are within +-2^62, so that the sums fit. No bound plus anything is no bound. */
    return (fp_interval){ a.low <= -FP_FAR || b.low <= -FP_FAR ? -FP_FAR : clamped(a.low + b.low),
                          a.high >= FP_FAR || b.high >= FP_FAR ? FP_FAR : clamped(a.high + b.high) };
}

fp_interval fp_interval_scale(fp_interval a, int64_t factor) {
    if (factor >= 0) return (fp_interval){ fp_bound_mul(a.low, factor), fp_bound_mul(a.high, factor) };
    return (fp_interval){ fp_bound_mul(a.high, factor), fp_bound_mul(a.low, factor) };
}

static fp_interval interval_mul(fp_interval a, fp_interval b) {
    fp_interval x = fp_interval_scale(a, b.low), y = fp_interval_scale(a, b.high);
    return (fp_interval){ x.low < y.low ? x.low : y.low, x.high > y.high ? x.high : y.high };
}

uint64_t fp_bits_up_to(uint64_t bits) { return bits ? UINT64_MAX >> __builtin_clzll(bits) : 0; }

int64_t fp_gcd(int64_t a, int64_t b) {
    uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    while (y) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x > (uint64_t)INT64_MAX ? INT64_MAX : (int64_t)x;
}

void fp_exprs_init(struct fp_exprs *exprs, struct fp_arena *keep) {
    memset(exprs, 0, sizeof *exprs);
    exprs->keep = keep;
    fp_loop_sets_init(exprs);
    (void)fp_expr_constant(exprs, 0);
}

/* ---- Nodes ---- */

/* Kernels may have many loops and few symbols: iterations have bits of their own, so that they are not taken for
 * these. */
uint64_t fp_expr_leaf_bit(fp_expr_op op, uint32_t id) {
    enum { BITS = 32 };
    bool of_loop = op == FP_EXPR_ITER || op == FP_EXPR_MORE || op == FP_EXPR_STEP;
    return UINT64_C(1) << ((fp_hash_mix((uint64_t)op + 1, id) >> 32) % BITS + (of_loop ? BITS : 0));
}

/* What else is known of a sum follows from its terms: one that was made before is found by these alone. */
static uint64_t hash_node(const fp_expr_info *n, const fp_term *terms, uint32_t count) {
    uint64_t hash = fp_hash_mix(n->op | (uint64_t)n->width << 8 | (uint64_t)n->id << 16, (uint64_t)n->constant);
    if (n->op != FP_EXPR_SUM) hash = fp_hash_mix(hash, (uint64_t)n->instance << 32 | n->loops);
    for (uint32_t i = 0; i < count; i++)
        hash = fp_hash_mix(fp_hash_mix(hash, (uint64_t)terms[i].coefficient), terms[i].node);
    return hash;
}

static bool has_terms(const struct fp_exprs *exprs, const fp_expr_info *n, const fp_term *terms, uint32_t count) {
    const fp_term *own = exprs->terms.data + n->first_term;
    uint32_t i = 0;
    if (n->term_count != count) return false;
    while (i < count && own[i].coefficient == terms[i].coefficient && own[i].node == terms[i].node) i++;
    return i == count;
}

static fp_expr add_node(struct fp_exprs *exprs, const fp_expr_info *info, const fp_term *terms, uint32_t count,
                        uint64_t hash) {
    fp_expr_info n = *info;
    n.first_term = exprs->terms.len;
    n.term_count = count;
    for (uint32_t i = 0; i < count; i++) {
        fp_term term = terms[i]; /* may lie in the array that grows */
        *FP_PUSH(exprs->keep, &exprs->terms) = term;
    }
    fp_map_put(exprs->keep, &exprs->interned, hash, exprs->nodes.len);
    *FP_PUSH(exprs->keep, &exprs->nodes) = n;
    return exprs->nodes.len - 1;
}

static fp_expr intern(struct fp_exprs *exprs, const fp_expr_info *info, const fp_term *terms, uint32_t count) {
    uint64_t hash = hash_node(info, terms, count);
    for (fp_map_probe p = fp_map_find(&exprs->interned, hash); fp_map_next(&p);) {
        const fp_expr_info *n = &exprs->nodes.data[p.value];
        if (n->op != info->op || n->width != info->width || n->id != info->id || n->instance != info->instance ||
            n->constant != info->constant || n->loops != info->loops ||
            ((n->op == FP_EXPR_STEP || n->op == FP_EXPR_ITER || n->op == FP_EXPR_MORE || n->op == FP_EXPR_TRIPS) &&
             (n->low != info->low || n->high != info->high)))
            continue;
        if (has_terms(exprs, n, terms, count)) return p.value;
    }
    return add_node(exprs, info, terms, count, hash);
}

fp_expr fp_expr_constant(struct fp_exprs *exprs, int64_t value) {
    fp_expr_info info = { .op = FP_EXPR_CONSTANT,
                          .constant = value,
                          .low = clamped(value),
                          .high = clamped(value),
                          .bits = (uint64_t)value };
    return intern(exprs, &info, NULL, 0);
}

static uint64_t bits_of_interval(fp_interval i) {
    return i.low < 0 || i.high >= FP_FAR ? UINT64_MAX : fp_bits_up_to((uint64_t)i.high);
}

static uint8_t leaf_depends(fp_expr_op op) {
    if (op == FP_EXPR_THREAD) return FP_DEPENDS_THREAD;
    if (op == FP_EXPR_OPAQUE) return FP_DEPENDS_OPAQUE;
    return op == FP_EXPR_CARRIED ? FP_DEPENDS_CARRIED | FP_DEPENDS_SYMBOL : FP_DEPENDS_SYMBOL;
}

fp_expr fp_expr_leaf(struct fp_exprs *exprs, fp_leaf leaf) {
    if (leaf.low == leaf.high && leaf.op != FP_EXPR_BASE) return fp_expr_constant(exprs, leaf.low);
    fp_expr_info info = { .op = (uint8_t)leaf.op,
                          .depends = leaf_depends(leaf.op),
                          .id = leaf.id,
                          .instance = leaf.instance,
                          .low = clamped(leaf.low),
                          .high = clamped(leaf.high),
                          .loops = leaf.loops };
    info.bits = bits_of_interval((fp_interval){ info.low, info.high });
    if (leaf.alignment > 0) info.bits &= ~((uint64_t)(leaf.alignment & -leaf.alignment) - 1);
    if (leaf.op != FP_EXPR_THREAD) info.leaves = fp_expr_leaf_bit(leaf.op, leaf.id);
    return intern(exprs, &info, NULL, 0);
}

fp_expr fp_expr_unknown(struct fp_exprs *exprs, uint8_t depends, int64_t low, int64_t high, fp_loop_set loops) {
    /* Past the limit all share one leaf, which is opaque: opaque leaves are never taken to be equal. */
    if (exprs->nodes.len >= FP_EXPRS_MAX)
        return fp_expr_leaf(exprs, (fp_leaf){ .op = FP_EXPR_OPAQUE, .id = UINT32_MAX, .low = -FP_FAR, .high = FP_FAR });
    bool per_thread = depends & FP_DEPENDS_PER_THREAD;
    return fp_expr_leaf(exprs, (fp_leaf){ .op = per_thread ? FP_EXPR_OPAQUE : FP_EXPR_SYMBOL,
                                          .id = UINT32_MAX - ++exprs->fresh,
                                          .low = low,
                                          .high = high,
                                          .loops = loops });
}

static bool is_one_number(const fp_expr_info *info) {
    return info->low == info->high && info->high < FP_FAR && info->low > -FP_FAR;
}

/* Adds what follows from the terms. False: there is no room for such a node. */
static bool take_from_terms(struct fp_exprs *exprs, fp_expr_info *info, const fp_term *terms, uint32_t count) {
    fp_loop_set loops = info->loops;
    for (uint32_t i = 0; i < count; i++) {
        const fp_expr_info *t = &exprs->nodes.data[terms[i].node];
        info->depends |= t->depends;
        info->leaves |= t->leaves;
        if (info->depth <= t->depth) info->depth = (uint16_t)(t->depth + 1);
        loops = fp_loop_set_union(exprs, loops, t->loops);
    }
    info->loops = loops;
    info->bits &= bits_of_interval((fp_interval){ info->low, info->high });
    return info->depth <= FP_EXPR_DEPTH_MAX && exprs->nodes.len < FP_EXPRS_MAX;
}

fp_expr fp_expr_make(struct fp_exprs *exprs, fp_expr_info info, const fp_term *terms, uint32_t count) {
    if (is_one_number(&info)) return fp_expr_constant(exprs, info.low);
    if (!take_from_terms(exprs, &info, terms, count))
        return fp_expr_unknown(exprs, info.depends, info.low, info.high, info.loops);
    return intern(exprs, &info, terms, count);
}

fp_expr fp_expr_make1(struct fp_exprs *exprs, fp_expr_op op, int64_t constant, fp_expr a, fp_interval interval,
                      uint64_t bits) {
    fp_term term = { 1, a };
    return fp_expr_make(
        exprs,
        (fp_expr_info){
            .op = (uint8_t)op, .constant = constant, .low = interval.low, .high = interval.high, .bits = bits },
        &term, 1);
}

fp_expr fp_expr_make2(struct fp_exprs *exprs, fp_expr_op op, fp_expr a, fp_expr b, fp_interval interval,
                      uint64_t bits) {
    fp_term terms[2] = { { 1, a }, { 1, b } };
    return fp_expr_make(
        exprs, (fp_expr_info){ .op = (uint8_t)op, .low = interval.low, .high = interval.high, .bits = bits }, terms, 2);
}

/* ---- Sums ---- */

void fp_sum_start(fp_sum *sum) {
    sum->count = 0;
    sum->constant = 0;
    sum->overflow = false;
    sum->depends = 0;
    sum->loops = 0;
}

static void add_term(struct fp_exprs *exprs, fp_sum *sum, fp_expr node, int64_t coefficient) {
    uint32_t at = sum->count;
    while (at > 0 && sum->terms[at - 1].node > node) at--;
    if (at > 0 && sum->terms[at - 1].node == node) {
        fp_term *term = &sum->terms[at - 1];
        if (__builtin_add_overflow(term->coefficient, coefficient, &term->coefficient)) sum->overflow = true;
        if (term->coefficient == 0) {
            sum->count--;
            for (uint32_t i = at - 1; i < sum->count; i++) sum->terms[i] = sum->terms[i + 1];
        }
        return;
    }
    if (sum->count == 2 * FP_SUM_TERMS_MAX) {
        sum->overflow = true;
        sum->depends |= exprs->nodes.data[node].depends;
        sum->loops = fp_loop_set_union(exprs, sum->loops, exprs->nodes.data[node].loops);
        return;
    }
    for (uint32_t i = sum->count; i > at; i--) sum->terms[i] = sum->terms[i - 1];
    sum->terms[at] = (fp_term){ coefficient, node };
    sum->count++;
}

void fp_sum_add(struct fp_exprs *exprs, fp_sum *sum, fp_expr node, int64_t factor) {
    if (factor == 0) return;
    fp_term single;
    uint32_t count;
    int64_t constant, scaled;
    const fp_term *terms = fp_sum_view(exprs, node, &single, &count, &constant);
    if (__builtin_mul_overflow(constant, factor, &scaled) ||
        __builtin_add_overflow(sum->constant, scaled, &sum->constant))
        sum->overflow = true;
    for (uint32_t i = 0; i < count; i++) {
        if (__builtin_mul_overflow(terms[i].coefficient, factor, &scaled)) sum->overflow = true, scaled = 1;
        add_term(exprs, sum, terms[i].node, scaled);
    }
}

const fp_term *fp_sum_view(const struct fp_exprs *exprs, fp_expr node, fp_term *single, uint32_t *count,
                           int64_t *constant) {
    const fp_expr_info *n = &exprs->nodes.data[node];
    *constant = 0;
    if (n->op == FP_EXPR_CONSTANT) {
        *count = 0;
        *constant = n->constant;
        return single; /* no term, but a place that may be copied from */
    }
    if (n->op == FP_EXPR_SUM) {
        *count = n->term_count;
        *constant = n->constant;
        return exprs->terms.data + n->first_term;
    }
    *single = (fp_term){ 1, node };
    *count = 1;
    return single;
}

void fp_sum_read(const struct fp_exprs *exprs, fp_expr node, fp_sum_terms *sum) {
    fp_term single;
    const fp_term *terms = fp_sum_view(exprs, node, &single, &sum->count, &sum->constant);
    memcpy(sum->terms, terms, sum->count * sizeof *terms);
}

/* Which bits a sum may have set: the union when the terms' bits lie apart, else all between the lowest and what the
 * interval allows. */
static uint64_t bits_of_sum(const struct fp_exprs *exprs, const fp_sum *sum) {
    uint64_t all = sum->constant >= 0 ? (uint64_t)sum->constant : 0,
             zeros = sum->constant ? (uint64_t)__builtin_ctzll((uint64_t)sum->constant) : 63;
    bool apart = sum->constant >= 0;
    for (uint32_t i = 0; i < sum->count; i++) {
        const fp_expr_info *t = &exprs->nodes.data[sum->terms[i].node];
        int64_t c = sum->terms[i].coefficient;
        uint64_t shift = (uint64_t)__builtin_ctzll((uint64_t)c),
                 low = t->bits ? (uint64_t)__builtin_ctzll(t->bits) : 63;
        if (shift + low < zeros) zeros = shift + low;
        bool shifted = c > 0 && (c & (c - 1)) == 0 && t->low >= 0 && t->high < FP_FAR >> shift;
        uint64_t bits = shifted ? t->bits << shift : 0;
        if (!shifted || (all & bits)) apart = false;
        all |= bits;
    }
    return apart ? all : UINT64_MAX << zeros;
}

/* Do the two differ by a multiple of the modulus? */
static bool are_congruent(struct fp_exprs *exprs, fp_expr a, fp_expr b, int64_t modulus) {
    fp_sum difference;
    fp_sum_start(&difference);
    fp_sum_add(exprs, &difference, a, 1);
    fp_sum_add(exprs, &difference, b, -1);
    bool multiple = !difference.overflow && difference.constant % modulus == 0;
    for (uint32_t i = 0; i < difference.count && multiple; i++)
        multiple = difference.terms[i].coefficient % modulus == 0;
    return multiple;
}

/* The bits of a number between two places, `c (x mod 2^k) - c (x mod 2^s)`: what the sum may be is told by them. */
static void narrow_to_mask(struct fp_exprs *exprs, const fp_sum *sum, fp_expr_info *info) {
    if (sum->count != 2 || sum->constant || sum->terms[0].coefficient != -sum->terms[1].coefficient) return;
    const fp_term *whole = &sum->terms[sum->terms[0].coefficient < 0], *low = &sum->terms[whole == sum->terms];
    const fp_expr_info *w = &exprs->nodes.data[whole->node], *l = &exprs->nodes.data[low->node];
    int64_t above = w->constant, below = l->constant, c = whole->coefficient, most;
    bool masks = w->op == FP_EXPR_MOD && l->op == FP_EXPR_MOD && !(c & (c - 1)) && !(above & (above - 1)) &&
                 !(below & (below - 1)) && above > below;
    if (!masks || __builtin_mul_overflow(c, above - below, &most) || most >= FP_FAR) return;
    if (!are_congruent(exprs, exprs->terms.data[w->first_term].node, exprs->terms.data[l->first_term].node, below))
        return;
    info->low = 0;
    if (info->high > most) info->high = most;
    info->bits = (uint64_t)most;
}

fp_expr fp_sum_finish(struct fp_exprs *exprs, fp_sum *sum) {
    if (sum->count == 0 && !sum->overflow) return fp_expr_constant(exprs, sum->constant);
    if (sum->count == 1 && sum->constant == 0 && sum->terms[0].coefficient == 1 && !sum->overflow)
        return sum->terms[0].node;
    fp_expr_info info = { .op = FP_EXPR_SUM, .constant = sum->constant };
    uint64_t hash = hash_node(&info, sum->terms, sum->count);
    for (fp_map_probe p = fp_map_find(&exprs->interned, hash); fp_map_next(&p) && !sum->overflow;) {
        const fp_expr_info *n = &exprs->nodes.data[p.value];
        if (n->op == FP_EXPR_SUM && n->constant == sum->constant && has_terms(exprs, n, sum->terms, sum->count))
            return p.value;
    }
    fp_interval interval = { clamped(sum->constant), clamped(sum->constant) };
    uint8_t depends = sum->depends;
    fp_loop_set loops = sum->loops;
    for (uint32_t i = 0; i < sum->count; i++) {
        const fp_expr_info *t = &exprs->nodes.data[sum->terms[i].node];
        interval =
            fp_interval_add(interval, fp_interval_scale((fp_interval){ t->low, t->high }, sum->terms[i].coefficient));
        if (sum->overflow || sum->count > FP_SUM_TERMS_MAX) {
            depends |= t->depends;
            loops = fp_loop_set_union(exprs, loops, t->loops);
        }
    }
    if (sum->overflow) return fp_expr_unknown(exprs, depends, -FP_FAR, FP_FAR, loops);
    if (sum->count > FP_SUM_TERMS_MAX) return fp_expr_unknown(exprs, depends, interval.low, interval.high, loops);
    info.low = interval.low, info.high = interval.high;
    if (is_one_number(&info)) return fp_expr_constant(exprs, info.low);
    info.bits = bits_of_sum(exprs, sum);
    narrow_to_mask(exprs, sum, &info);
    if (!take_from_terms(exprs, &info, sum->terms, sum->count))
        return fp_expr_unknown(exprs, info.depends, info.low, info.high, info.loops);
    return add_node(exprs, &info, sum->terms, sum->count, hash);
}

fp_expr fp_expr_add(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    fp_sum sum;
    fp_sum_start(&sum);
    fp_sum_add(exprs, &sum, a, 1);
    fp_sum_add(exprs, &sum, b, 1);
    return fp_sum_finish(exprs, &sum);
}

fp_expr fp_expr_sub(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    fp_sum sum;
    fp_sum_start(&sum);
    fp_sum_add(exprs, &sum, a, 1);
    fp_sum_add(exprs, &sum, b, -1);
    return fp_sum_finish(exprs, &sum);
}

fp_expr fp_expr_scale(struct fp_exprs *exprs, fp_expr a, int64_t factor) {
    if (factor == 1) return a;
    fp_sum sum;
    fp_sum_start(&sum);
    fp_sum_add(exprs, &sum, a, factor);
    return fp_sum_finish(exprs, &sum);
}

fp_expr fp_expr_offset(struct fp_exprs *exprs, fp_expr a, int64_t constant) {
    if (constant == 0) return a;
    fp_sum sum;
    fp_sum_start(&sum);
    fp_sum_add(exprs, &sum, a, 1);
    if (__builtin_add_overflow(sum.constant, constant, &sum.constant)) sum.overflow = true;
    return fp_sum_finish(exprs, &sum);
}

/* Factors of a product, sorted; merged into `factors`. False when there are too many. */
enum { FACTORS_MAX = 8 };
static bool add_factors(const struct fp_exprs *exprs, fp_expr node, fp_term *factors, uint32_t *count) {
    const fp_expr_info *n = &exprs->nodes.data[node];
    fp_term self = { 1, node };
    const fp_term *own = n->op == FP_EXPR_PRODUCT ? exprs->terms.data + n->first_term : &self;
    uint32_t own_count = n->op == FP_EXPR_PRODUCT ? n->term_count : 1;
    for (uint32_t i = 0; i < own_count; i++) {
        if (*count == FACTORS_MAX) return false;
        uint32_t at = (*count)++;
        while (at > 0 && factors[at - 1].node > own[i].node) factors[at] = factors[at - 1], at--;
        factors[at] = own[i];
    }
    return true;
}

static fp_expr product_of_atoms(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    fp_term factors[FACTORS_MAX];
    uint32_t count = 0;
    fp_interval interval = interval_mul(fp_interval_of(exprs, a), fp_interval_of(exprs, b));
    if (a == b && interval.low < 0) interval.low = 0; /* a square */
    const fp_expr_info *x = fp_expr_at(exprs, a), *y = fp_expr_at(exprs, b);
    if (!add_factors(exprs, a, factors, &count) || !add_factors(exprs, b, factors, &count))
        return fp_expr_unknown(exprs, x->depends | y->depends, interval.low, interval.high,
                               fp_loop_set_union(exprs, x->loops, y->loops));
    uint64_t zeros =
        (x->bits ? (uint64_t)__builtin_ctzll(x->bits) : 0) + (y->bits ? (uint64_t)__builtin_ctzll(y->bits) : 0);
    fp_expr_info info = {
        .op = FP_EXPR_PRODUCT, .low = interval.low, .high = interval.high, .bits = zeros < 64 ? UINT64_MAX << zeros : 0
    };
    return fp_expr_make(exprs, info, factors, count);
}

fp_expr fp_expr_mul(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    if (fp_expr_is_constant(exprs, b)) return fp_expr_scale(exprs, a, fp_expr_at(exprs, b)->constant);
    if (fp_expr_is_constant(exprs, a)) return fp_expr_scale(exprs, b, fp_expr_at(exprs, a)->constant);
    enum { EXPANDED_MAX = 16 }; /* more terms than that say nothing about strides */
    fp_term single_a, single_b, x[EXPANDED_MAX], y[EXPANDED_MAX];
    uint32_t na, nb;
    int64_t ca, cb;
    const fp_term *ta = fp_sum_view(exprs, a, &single_a, &na, &ca), *tb = fp_sum_view(exprs, b, &single_b, &nb, &cb);
    if (na * nb > EXPANDED_MAX) return product_of_atoms(exprs, a, b);
    memcpy(x, ta, na * sizeof *x);
    memcpy(y, tb, nb * sizeof *y);
    fp_sum sum;
    fp_sum_start(&sum);
    for (uint32_t i = 0; i < na; i++)
        for (uint32_t j = 0; j < nb; j++) {
            int64_t coefficient;
            if (__builtin_mul_overflow(x[i].coefficient, y[j].coefficient, &coefficient))
                sum.overflow = true, coefficient = 1;
            fp_sum_add(exprs, &sum, product_of_atoms(exprs, x[i].node, y[j].node), coefficient);
        }
    for (uint32_t i = 0; i < na; i++) {
        int64_t coefficient;
        if (__builtin_mul_overflow(x[i].coefficient, cb, &coefficient)) sum.overflow = true, coefficient = 1;
        fp_sum_add(exprs, &sum, x[i].node, coefficient);
    }
    for (uint32_t j = 0; j < nb; j++) {
        int64_t coefficient;
        if (__builtin_mul_overflow(y[j].coefficient, ca, &coefficient)) sum.overflow = true, coefficient = 1;
        fp_sum_add(exprs, &sum, y[j].node, coefficient);
    }
    int64_t constant;
    if (__builtin_mul_overflow(ca, cb, &constant) || __builtin_add_overflow(sum.constant, constant, &sum.constant))
        sum.overflow = true;
    return fp_sum_finish(exprs, &sum);
}
