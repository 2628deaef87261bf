/* expr.c - hash-consed nodes: interning, leaves, sums. */
#include "address/expr.h"
#include "address/expr_build.h"
#include <assert.h>
#include <string.h>

int64_t fp_bound_clamp(int64_t bound) { return bound >= FP_FAR ? FP_FAR : bound <= -FP_FAR ? -FP_FAR : bound; }

int64_t fp_bound_mul(int64_t a, int64_t b) {
    int64_t product;
    if (__builtin_mul_overflow(a, b, &product)) return (a < 0) == (b < 0) ? FP_FAR : -FP_FAR;
    return fp_bound_clamp(product);
}

fp_interval fp_interval_add(fp_interval a, fp_interval b) {
    /* Bounds are within +-2^62, so that the sums fit. No bound plus anything is no bound. */
    return (fp_interval){ a.low <= -FP_FAR || b.low <= -FP_FAR ? -FP_FAR : fp_bound_clamp(a.low + b.low),
                          a.high >= FP_FAR || b.high >= FP_FAR ? FP_FAR : fp_bound_clamp(a.high + b.high) };
}

fp_interval fp_interval_scale(fp_interval a, int64_t factor) {
    if (factor >= 0) return (fp_interval){ fp_bound_mul(a.low, factor), fp_bound_mul(a.high, factor) };
    return (fp_interval){ fp_bound_mul(a.high, factor), fp_bound_mul(a.low, factor) };
}

fp_interval fp_interval_mul(fp_interval a, fp_interval b) {
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

void fp_slice_init(struct fp_slice *slice, struct fp_arena *keep) {
    memset(slice, 0, sizeof *slice);
    slice->keep = keep;
    fp_loop_sets_init(slice);
    (void)fp_slice_constant(slice, 0);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------------------------------------- */

uint64_t fp_slice_leaf_bit(fp_node_op op, uint32_t id) { return (uint64_t)1 << (fp_hash_mix((uint64_t)op + 1, id) >> 58); }

static uint64_t hash_node(const fp_node_info *n, const fp_term *terms, uint32_t count) {
    uint64_t hash = fp_hash_mix(n->op | (uint64_t)n->width << 8 | (uint64_t)n->id << 16, (uint64_t)n->constant);
    hash = fp_hash_mix(hash, (uint64_t)n->instance << 32 | n->loops);
    for (uint32_t i = 0; i < count; i++) hash = fp_hash_mix(fp_hash_mix(hash, (uint64_t)terms[i].coefficient), terms[i].node);
    return hash;
}

static fp_node intern(struct fp_slice *slice, const fp_node_info *info, const fp_term *terms, uint32_t count) {
    uint64_t hash = hash_node(info, terms, count);
    for (fp_map_probe p = fp_map_find(&slice->interned, hash); fp_map_next(&p);) {
        const fp_node_info *n = &slice->nodes.data[p.value];
        if (n->op != info->op || n->width != info->width || n->id != info->id || n->instance != info->instance || n->constant != info->constant ||
            n->loops != info->loops || n->term_count != count ||
            ((n->op == FP_NODE_STEP || n->op == FP_NODE_ITER || n->op == FP_NODE_MORE || n->op == FP_NODE_TRIPS) && (n->low != info->low || n->high != info->high)))
            continue;
        const fp_term *own = slice->terms.data + n->first_term;
        uint32_t i = 0;
        while (i < count && own[i].coefficient == terms[i].coefficient && own[i].node == terms[i].node) i++;
        if (i == count) return p.value;
    }
    fp_node_info n = *info;
    n.first_term = slice->terms.len;
    n.term_count = count;
    for (uint32_t i = 0; i < count; i++) {
        fp_term term = terms[i];            /* may lie in the array that grows */
        *FP_PUSH(slice->keep, &slice->terms) = term;
    }
    fp_map_put(slice->keep, &slice->interned, hash, slice->nodes.len);
    *FP_PUSH(slice->keep, &slice->nodes) = n;
    return slice->nodes.len - 1;
}

fp_node fp_slice_constant(struct fp_slice *slice, int64_t value) {
    fp_node_info info = { .op = FP_NODE_CONSTANT, .constant = value, .low = fp_bound_clamp(value), .high = fp_bound_clamp(value), .bits = (uint64_t)value };
    return intern(slice, &info, NULL, 0);
}

static uint64_t bits_of_interval(fp_interval i) { return i.low < 0 || i.high >= FP_FAR ? UINT64_MAX : fp_bits_up_to((uint64_t)i.high); }

fp_node fp_slice_leaf(struct fp_slice *slice, fp_node_op op, uint32_t id, uint32_t instance, int64_t low, int64_t high, fp_loop_set loops) {
    fp_node_info info = { .op = (uint8_t)op, .id = id, .instance = instance, .low = fp_bound_clamp(low), .high = fp_bound_clamp(high), .loops = loops };
    if (low == high && op != FP_NODE_BASE) return fp_slice_constant(slice, low);
    info.bits = bits_of_interval((fp_interval){ info.low, info.high });
    info.depends = op == FP_NODE_THREAD   ? FP_DEPENDS_THREAD
                   : op == FP_NODE_OPAQUE ? FP_DEPENDS_OPAQUE
                                          : (op == FP_NODE_CARRIED ? FP_DEPENDS_CARRIED | FP_DEPENDS_SYMBOL : FP_DEPENDS_SYMBOL);
    if (op != FP_NODE_THREAD) info.leaves = fp_slice_leaf_bit(op, id);
    return intern(slice, &info, NULL, 0);
}

fp_node fp_slice_unknown(struct fp_slice *slice, uint8_t depends, int64_t low, int64_t high, fp_loop_set loops) {
    /* Past the limit all share one leaf, which is opaque: opaque leaves are never taken to be equal. */
    if (slice->nodes.len >= FP_SLICE_NODES_MAX) return fp_slice_leaf(slice, FP_NODE_OPAQUE, UINT32_MAX, 0, -FP_FAR, FP_FAR, 0);
    bool per_thread = depends & FP_DEPENDS_PER_THREAD;
    return fp_slice_leaf(slice, per_thread ? FP_NODE_OPAQUE : FP_NODE_SYMBOL, UINT32_MAX - ++slice->fresh, 0, low, high, loops);
}

fp_node fp_slice_make(struct fp_slice *slice, fp_node_info info, const fp_term *terms, uint32_t count) {
    if (info.low == info.high && info.high < FP_FAR && info.low > -FP_FAR) return fp_slice_constant(slice, info.low);
    fp_loop_set loops = info.loops;
    for (uint32_t i = 0; i < count; i++) {
        const fp_node_info *t = &slice->nodes.data[terms[i].node];
        info.depends |= t->depends;
        info.leaves |= t->leaves;
        if (info.depth <= t->depth) info.depth = (uint16_t)(t->depth + 1);
        loops = fp_loop_set_union(slice, loops, t->loops);
    }
    info.loops = loops;
    info.bits &= bits_of_interval((fp_interval){ info.low, info.high });
    if (info.depth > FP_SLICE_DEPTH_MAX || slice->nodes.len >= FP_SLICE_NODES_MAX)
        return fp_slice_unknown(slice, info.depends, info.low, info.high, info.loops);
    return intern(slice, &info, terms, count);
}

fp_node fp_slice_make1(struct fp_slice *slice, fp_node_op op, int64_t constant, fp_node a, fp_interval interval, uint64_t bits) {
    fp_term term = { 1, a };
    return fp_slice_make(slice, (fp_node_info){ .op = (uint8_t)op, .constant = constant, .low = interval.low, .high = interval.high, .bits = bits }, &term, 1);
}

fp_node fp_slice_make2(struct fp_slice *slice, fp_node_op op, fp_node a, fp_node b, fp_interval interval, uint64_t bits) {
    fp_term terms[2] = { { 1, a }, { 1, b } };
    return fp_slice_make(slice, (fp_node_info){ .op = (uint8_t)op, .low = interval.low, .high = interval.high, .bits = bits }, terms, 2);
}

/* ---- Sums ------------------------------------------------------------------------------------------------------------------------------------ */

void fp_sum_start(fp_sum *sum) {
    sum->count = 0;
    sum->constant = 0;
    sum->overflow = false;
    sum->depends = 0;
    sum->loops = 0;
}

static void add_term(struct fp_slice *slice, fp_sum *sum, fp_node node, int64_t coefficient) {
    uint32_t at = sum->count;
    while (at > 0 && sum->terms[at - 1].node > node) at--;
    if (at > 0 && sum->terms[at - 1].node == node) {
        fp_term *term = &sum->terms[at - 1];
        if (__builtin_add_overflow(term->coefficient, coefficient, &term->coefficient)) sum->overflow = true;
        if (term->coefficient == 0) {
            memmove(term, term + 1, (sum->count - at) * sizeof *term);
            sum->count--;
        }
        return;
    }
    if (sum->count == 2 * FP_SUM_TERMS_MAX) {
        sum->overflow = true;
        sum->depends |= slice->nodes.data[node].depends;
        sum->loops = fp_loop_set_union(slice, sum->loops, slice->nodes.data[node].loops);
        return;
    }
    memmove(sum->terms + at + 1, sum->terms + at, (sum->count - at) * sizeof *sum->terms);
    sum->terms[at] = (fp_term){ coefficient, node };
    sum->count++;
}

void fp_sum_add(struct fp_slice *slice, fp_sum *sum, fp_node node, int64_t factor) {
    if (factor == 0) return;
    fp_term single;
    uint32_t count;
    int64_t constant, scaled;
    const fp_term *terms = fp_sum_view(slice, node, &single, &count, &constant);
    if (__builtin_mul_overflow(constant, factor, &scaled) || __builtin_add_overflow(sum->constant, scaled, &sum->constant)) sum->overflow = true;
    for (uint32_t i = 0; i < count; i++) {
        if (__builtin_mul_overflow(terms[i].coefficient, factor, &scaled)) sum->overflow = true, scaled = 1;
        add_term(slice, sum, terms[i].node, scaled);
    }
}

const fp_term *fp_sum_view(const struct fp_slice *slice, fp_node node, fp_term *single, uint32_t *count, int64_t *constant) {
    const fp_node_info *n = &slice->nodes.data[node];
    *constant = 0;
    if (n->op == FP_NODE_CONSTANT) {
        *count = 0;
        *constant = n->constant;
        return single;                      /* no term, but a place that may be copied from */
    }
    if (n->op == FP_NODE_SUM) {
        *count = n->term_count;
        *constant = n->constant;
        return slice->terms.data + n->first_term;
    }
    *single = (fp_term){ 1, node };
    *count = 1;
    return single;
}

/* Which bits a sum may have set: the union when the terms' bits lie apart, else all between the lowest and what the interval allows. */
static uint64_t bits_of_sum(const struct fp_slice *slice, const fp_sum *sum) {
    uint64_t all = sum->constant >= 0 ? (uint64_t)sum->constant : 0, zeros = sum->constant ? (uint64_t)__builtin_ctzll((uint64_t)sum->constant) : 63;
    bool apart = sum->constant >= 0;
    for (uint32_t i = 0; i < sum->count; i++) {
        const fp_node_info *t = &slice->nodes.data[sum->terms[i].node];
        int64_t c = sum->terms[i].coefficient;
        uint64_t shift = (uint64_t)__builtin_ctzll((uint64_t)c), low = t->bits ? (uint64_t)__builtin_ctzll(t->bits) : 63;
        if (shift + low < zeros) zeros = shift + low;
        bool shifted = c > 0 && (c & (c - 1)) == 0 && t->low >= 0 && t->high < FP_FAR >> shift;
        uint64_t bits = shifted ? t->bits << shift : 0;
        if (!shifted || (all & bits)) apart = false;
        all |= bits;
    }
    return apart ? all : UINT64_MAX << zeros;
}

fp_node fp_sum_finish(struct fp_slice *slice, fp_sum *sum) {
    if (sum->count == 0 && !sum->overflow) return fp_slice_constant(slice, sum->constant);
    if (sum->count == 1 && sum->constant == 0 && sum->terms[0].coefficient == 1 && !sum->overflow) return sum->terms[0].node;
    fp_interval interval = { fp_bound_clamp(sum->constant), fp_bound_clamp(sum->constant) };
    uint8_t depends = sum->depends;
    fp_loop_set loops = sum->loops;
    for (uint32_t i = 0; i < sum->count; i++) {
        const fp_node_info *t = &slice->nodes.data[sum->terms[i].node];
        interval = fp_interval_add(interval, fp_interval_scale((fp_interval){ t->low, t->high }, sum->terms[i].coefficient));
        if (sum->overflow || sum->count > FP_SUM_TERMS_MAX) {
            depends |= t->depends;
            loops = fp_loop_set_union(slice, loops, t->loops);
        }
    }
    if (sum->overflow) return fp_slice_unknown(slice, depends, -FP_FAR, FP_FAR, loops);
    if (sum->count > FP_SUM_TERMS_MAX) return fp_slice_unknown(slice, depends, interval.low, interval.high, loops);
    fp_node_info info = { .op = FP_NODE_SUM, .constant = sum->constant, .low = interval.low, .high = interval.high, .bits = bits_of_sum(slice, sum) };
    return fp_slice_make(slice, info, sum->terms, sum->count);
}

fp_node fp_slice_add(struct fp_slice *slice, fp_node a, fp_node b) {
    fp_sum sum;
    fp_sum_start(&sum);
    fp_sum_add(slice, &sum, a, 1);
    fp_sum_add(slice, &sum, b, 1);
    return fp_sum_finish(slice, &sum);
}

fp_node fp_slice_sub(struct fp_slice *slice, fp_node a, fp_node b) {
    fp_sum sum;
    fp_sum_start(&sum);
    fp_sum_add(slice, &sum, a, 1);
    fp_sum_add(slice, &sum, b, -1);
    return fp_sum_finish(slice, &sum);
}

fp_node fp_slice_scale(struct fp_slice *slice, fp_node a, int64_t factor) {
    if (factor == 1) return a;
    fp_sum sum;
    fp_sum_start(&sum);
    fp_sum_add(slice, &sum, a, factor);
    return fp_sum_finish(slice, &sum);
}

fp_node fp_slice_offset(struct fp_slice *slice, fp_node a, int64_t constant) {
    if (constant == 0) return a;
    fp_sum sum;
    fp_sum_start(&sum);
    fp_sum_add(slice, &sum, a, 1);
    if (__builtin_add_overflow(sum.constant, constant, &sum.constant)) sum.overflow = true;
    return fp_sum_finish(slice, &sum);
}

/* Factors of a product, sorted; merged into `factors`. False when there are too many. */
enum { FACTORS_MAX = 8 };
static bool add_factors(const struct fp_slice *slice, fp_node node, fp_term *factors, uint32_t *count) {
    const fp_node_info *n = &slice->nodes.data[node];
    fp_term self = { 1, node };
    const fp_term *own = n->op == FP_NODE_PRODUCT ? slice->terms.data + n->first_term : &self;
    uint32_t own_count = n->op == FP_NODE_PRODUCT ? n->term_count : 1;
    for (uint32_t i = 0; i < own_count; i++) {
        if (*count == FACTORS_MAX) return false;
        uint32_t at = (*count)++;
        while (at > 0 && factors[at - 1].node > own[i].node) factors[at] = factors[at - 1], at--;
        factors[at] = own[i];
    }
    return true;
}

static fp_node product_of_atoms(struct fp_slice *slice, fp_node a, fp_node b) {
    fp_term factors[FACTORS_MAX];
    uint32_t count = 0;
    fp_interval interval = fp_interval_mul(fp_interval_of(slice, a), fp_interval_of(slice, b));
    if (a == b && interval.low < 0) interval.low = 0;           /* a square */
    const fp_node_info *x = fp_slice_node(slice, a), *y = fp_slice_node(slice, b);
    if (!add_factors(slice, a, factors, &count) || !add_factors(slice, b, factors, &count))
        return fp_slice_unknown(slice, x->depends | y->depends, interval.low, interval.high, fp_loop_set_union(slice, x->loops, y->loops));
    uint64_t zeros = (x->bits ? (uint64_t)__builtin_ctzll(x->bits) : 0) + (y->bits ? (uint64_t)__builtin_ctzll(y->bits) : 0);
    fp_node_info info = { .op = FP_NODE_PRODUCT, .low = interval.low, .high = interval.high, .bits = zeros < 64 ? UINT64_MAX << zeros : 0 };
    return fp_slice_make(slice, info, factors, count);
}

fp_node fp_slice_mul(struct fp_slice *slice, fp_node a, fp_node b) {
    if (fp_slice_is_constant(slice, b)) return fp_slice_scale(slice, a, fp_slice_node(slice, b)->constant);
    if (fp_slice_is_constant(slice, a)) return fp_slice_scale(slice, b, fp_slice_node(slice, a)->constant);
    enum { EXPANDED_MAX = 16 };             /* more terms than that say nothing about strides */
    fp_term single_a, single_b, x[EXPANDED_MAX], y[EXPANDED_MAX];
    uint32_t na, nb;
    int64_t ca, cb;
    const fp_term *ta = fp_sum_view(slice, a, &single_a, &na, &ca), *tb = fp_sum_view(slice, b, &single_b, &nb, &cb);
    if (na * nb > EXPANDED_MAX) return product_of_atoms(slice, a, b);
    memcpy(x, ta, na * sizeof *x);
    memcpy(y, tb, nb * sizeof *y);
    fp_sum sum;
    fp_sum_start(&sum);
    for (uint32_t i = 0; i < na; i++)
        for (uint32_t j = 0; j < nb; j++) {
            int64_t coefficient;
            if (__builtin_mul_overflow(x[i].coefficient, y[j].coefficient, &coefficient)) sum.overflow = true, coefficient = 1;
            fp_sum_add(slice, &sum, product_of_atoms(slice, x[i].node, y[j].node), coefficient);
        }
    for (uint32_t i = 0; i < na; i++) {
        int64_t coefficient;
        if (__builtin_mul_overflow(x[i].coefficient, cb, &coefficient)) sum.overflow = true, coefficient = 1;
        fp_sum_add(slice, &sum, x[i].node, coefficient);
    }
    for (uint32_t j = 0; j < nb; j++) {
        int64_t coefficient;
        if (__builtin_mul_overflow(y[j].coefficient, ca, &coefficient)) sum.overflow = true, coefficient = 1;
        fp_sum_add(slice, &sum, y[j].node, coefficient);
    }
    int64_t constant;
    if (__builtin_mul_overflow(ca, cb, &constant) || __builtin_add_overflow(sum.constant, constant, &sum.constant)) sum.overflow = true;
    return fp_sum_finish(slice, &sum);
}
