/* expr_ops.c - constructors that divide, mask, shift, choose and compare. Each simplifies what it can, else makes a node with the interval it knows. */
#include "address/expr_build.h"
#include <string.h>

static const fp_interval unbounded = { -FP_FAR, FP_FAR }, boolean = { 0, 1 };

static bool constant_of(const struct fp_slice *slice, fp_node node, int64_t *value) {
    const fp_node_info *n = fp_slice_node(slice, node);
    *value = n->constant;
    return n->op == FP_NODE_CONSTANT;
}

static bool is_power_of_two(int64_t value) { return value > 0 && (value & (value - 1)) == 0; }
static int64_t div_bound(int64_t bound, int64_t by) { return bound <= -FP_FAR || bound >= FP_FAR ? bound : fp_floor_div(bound, by); }

/* ---- Division and remainder by a constant, rounding down ---------------------------------------------------------------------------------------- */

/* node == factor * whole + rest, whole taking of every term what the factor divides, and the constant's multiple. */
static void pull_multiples(struct fp_slice *slice, fp_node node, int64_t factor, fp_node *whole, fp_node *rest) {
    fp_term single, copy[FP_SUM_TERMS_MAX];
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(slice, node, &single, &count, &constant);
    memcpy(copy, terms, count * sizeof *copy);
    fp_sum multiples, others;
    fp_sum_start(&multiples);
    fp_sum_start(&others);
    for (uint32_t i = 0; i < count; i++) {
        if (copy[i].coefficient / factor) fp_sum_add(slice, &multiples, copy[i].node, copy[i].coefficient / factor);
        if (copy[i].coefficient % factor) fp_sum_add(slice, &others, copy[i].node, copy[i].coefficient % factor);
    }
    multiples.constant = fp_floor_div(constant, factor);
    others.constant = fp_floor_mod(constant, factor);
    *whole = fp_sum_finish(slice, &multiples);
    *rest = fp_sum_finish(slice, &others);
}

static int64_t common_factor(const struct fp_slice *slice, fp_node node, int64_t start) {
    fp_term single;
    uint32_t count;
    int64_t constant, gcd = start;
    const fp_term *terms = fp_sum_view(slice, node, &single, &count, &constant);
    for (uint32_t i = 0; i < count && gcd != 1; i++) gcd = fp_gcd(gcd, terms[i].coefficient);
    return gcd;
}

/* The same modulo `modulus` (0: 2^64) with reductions dropped: MOD(y, m) and WRAP(y) become y where their own modulus is a multiple after scaling. */
static fp_node drop_reductions(struct fp_slice *slice, fp_node node, int64_t modulus) {
    fp_term single, copy[FP_SUM_TERMS_MAX];
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(slice, node, &single, &count, &constant);
    memcpy(copy, terms, count * sizeof *copy);
    fp_sum sum;
    fp_sum_start(&sum);
    bool dropped = false;
    for (uint32_t i = 0; i < count; i++) {
        const fp_node_info *t = fp_slice_node(slice, copy[i].node);
        int64_t own = t->op == FP_NODE_MOD ? t->constant : t->op == FP_NODE_WRAP && t->width < 63 ? (int64_t)1 << t->width : 0, scaled;
        bool same = own && modulus && !__builtin_mul_overflow(own, copy[i].coefficient, &scaled) && scaled % modulus == 0;
        if (t->op == FP_NODE_WRAP && t->width >= 63 && (modulus == 0 || is_power_of_two(modulus))) same = true;
        dropped |= same;
        fp_sum_add(slice, &sum, same ? fp_slice_terms(slice, copy[i].node)->node : copy[i].node, copy[i].coefficient);
    }
    sum.constant += constant;
    return dropped ? fp_sum_finish(slice, &sum) : node;
}

static fp_node div_by(struct fp_slice *slice, fp_node a, int64_t c) {
    fp_node whole, rest;
    pull_multiples(slice, a, c, &whole, &rest);
    fp_interval r = fp_interval_of(slice, rest);
    fp_interval interval = { div_bound(r.low, c), div_bound(r.high, c) };
    if (fp_interval_known(r) && interval.low == interval.high) return fp_slice_offset(slice, whole, interval.low);
    int64_t gcd = common_factor(slice, rest, c);
    if (gcd > 1) {                          /* floor((g s + k) / (g c')) == floor((s + floor(k / g)) / c') */
        fp_node reduced, low;
        pull_multiples(slice, rest, gcd, &reduced, &low);
        return fp_slice_add(slice, whole, div_by(slice, reduced, c / gcd));
    }
    const fp_node_info *n = fp_slice_node(slice, rest);
    int64_t product;
    if (n->op == FP_NODE_DIV && !__builtin_mul_overflow(n->constant, c, &product))
        return fp_slice_add(slice, whole, div_by(slice, fp_slice_terms(slice, rest)->node, product));
    if (n->op == FP_NODE_MOD && n->constant % c == 0) {
        int64_t modulus = n->constant / c;
        fp_node quotient = div_by(slice, fp_slice_terms(slice, rest)->node, c);
        return fp_slice_add(slice, whole, fp_slice_floormod(slice, quotient, fp_slice_constant(slice, modulus)));
    }
    uint64_t bits = is_power_of_two(c) && n->low >= 0 ? n->bits >> __builtin_ctzll((uint64_t)c) : UINT64_MAX;
    return fp_slice_add(slice, whole, fp_slice_make1(slice, FP_NODE_DIV, c, rest, interval, bits));
}

static fp_node mod_by(struct fp_slice *slice, fp_node a, int64_t c) {
    if (c == 1) return fp_slice_constant(slice, 0);
    a = drop_reductions(slice, a, c);
    fp_term single, copy[FP_SUM_TERMS_MAX];
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(slice, a, &single, &count, &constant);
    memcpy(copy, terms, count * sizeof *copy);
    fp_sum sum;
    fp_sum_start(&sum);
    for (uint32_t i = 0; i < count; i++) fp_sum_add(slice, &sum, copy[i].node, copy[i].coefficient % c);
    sum.constant = constant % c;            /* the sign stays: -x + 255 lies in 0..255 where 255 x + 255 would not */
    fp_node rest = fp_sum_finish(slice, &sum);
    fp_interval r = fp_interval_of(slice, rest);
    if (fp_interval_known(r) && fp_floor_div(r.low, c) == fp_floor_div(r.high, c)) return fp_slice_offset(slice, rest, -c * fp_floor_div(r.low, c));
    rest = fp_slice_offset(slice, rest, fp_floor_mod(sum.constant, c) - sum.constant);
    int64_t gcd = common_factor(slice, rest, c);
    if (gcd > 1) {                          /* (g s + k) mod (g c') == g ((s + floor(k / g)) mod c') + k mod g */
        fp_node reduced, low;
        pull_multiples(slice, rest, gcd, &reduced, &low);
        return fp_slice_add(slice, fp_slice_scale(slice, mod_by(slice, reduced, c / gcd), gcd), low);
    }
    const fp_node_info *n = fp_slice_node(slice, rest);
    uint64_t bits = is_power_of_two(c) ? n->bits & (uint64_t)(c - 1) : UINT64_MAX;
    return fp_slice_make1(slice, FP_NODE_MOD, c, rest, (fp_interval){ 0, n->low >= 0 && n->high < c - 1 ? n->high : c - 1 }, bits);
}

fp_node fp_slice_floordiv(struct fp_slice *slice, fp_node a, fp_node b) {
    int64_t c;
    if (a == b && (fp_slice_node(slice, b)->low > 0 || fp_slice_node(slice, b)->high < 0)) return fp_slice_constant(slice, 1);
    if (constant_of(slice, b, &c)) {
        if (c > 0) return div_by(slice, a, c);
        if (c < 0 && c > -FP_FAR) return div_by(slice, fp_slice_scale(slice, a, -1), -c);
    }
    fp_interval x = fp_interval_of(slice, a), y = fp_interval_of(slice, b), interval = unbounded;
    if (x.low >= 0 && y.low > 0) interval = (fp_interval){ 0, div_bound(x.high, y.low) };
    return fp_slice_make2(slice, FP_NODE_FLOORDIV, a, b, interval, UINT64_MAX);
}

fp_node fp_slice_floormod(struct fp_slice *slice, fp_node a, fp_node b) {
    int64_t c;
    if (constant_of(slice, b, &c) && c > 0) return mod_by(slice, a, c);
    fp_interval x = fp_interval_of(slice, a), y = fp_interval_of(slice, b), interval = unbounded;
    if (x.low >= 0 && y.low > 0 && x.high < y.low) return a;
    if (y.low > 0) interval = (fp_interval){ 0, y.high >= FP_FAR ? (x.low >= 0 ? x.high : FP_FAR) : y.high - 1 };
    return fp_slice_make2(slice, FP_NODE_FLOORMOD, a, b, interval, UINT64_MAX);
}

fp_node fp_slice_ceildiv(struct fp_slice *slice, fp_node a, fp_node b) {
    int64_t c;
    if (constant_of(slice, b, &c) && c > 0) return div_by(slice, fp_slice_offset(slice, a, c - 1), c);
    return fp_slice_scale(slice, fp_slice_floordiv(slice, fp_slice_scale(slice, a, -1), b), -1);
}

fp_node fp_slice_quotient(struct fp_slice *slice, fp_node a, fp_node b) {
    fp_interval x = fp_interval_of(slice, a), y = fp_interval_of(slice, b);
    if (x.low >= 0 && y.low > 0) return fp_slice_floordiv(slice, a, b);
    if (x.high <= 0 && y.low > 0 && x.low > -FP_FAR) return fp_slice_scale(slice, fp_slice_floordiv(slice, fp_slice_scale(slice, a, -1), b), -1);
    int64_t c;
    if (constant_of(slice, b, &c) && c == -1) return fp_slice_scale(slice, a, -1);
    fp_interval interval = unbounded;
    if (constant_of(slice, b, &c) && c > 0) interval = (fp_interval){ x.low <= -FP_FAR ? x.low : x.low / c, x.high >= FP_FAR ? x.high : x.high / c };
    return fp_slice_make2(slice, FP_NODE_QUOTIENT, a, b, interval, UINT64_MAX);
}

fp_node fp_slice_remainder(struct fp_slice *slice, fp_node a, fp_node b) {
    fp_interval x = fp_interval_of(slice, a), y = fp_interval_of(slice, b);
    if (x.low >= 0 && y.low > 0) return fp_slice_floormod(slice, a, b);
    if (x.high <= 0 && y.low > 0 && x.low > -FP_FAR) return fp_slice_scale(slice, fp_slice_floormod(slice, fp_slice_scale(slice, a, -1), b), -1);
    fp_interval interval = unbounded;
    int64_t most = y.high > -y.low ? y.high : -y.low;
    if (y.low > -FP_FAR && y.high < FP_FAR && most > 0) {
        interval = (fp_interval){ x.low >= 0 ? 0 : 1 - most, x.high <= 0 ? 0 : most - 1 };
        if (interval.low < x.low && x.low <= 0) interval.low = x.low;
        if (interval.high > x.high && x.high >= 0) interval.high = x.high;
    }
    return fp_slice_make2(slice, FP_NODE_REMAINDER, a, b, interval, UINT64_MAX);
}

/* ---- Bits -------------------------------------------------------------------------------------------------------------------------------------- */

static fp_node ordered2(struct fp_slice *slice, fp_node_op op, fp_node a, fp_node b, fp_interval interval, uint64_t bits) {
    return a <= b ? fp_slice_make2(slice, op, a, b, interval, bits) : fp_slice_make2(slice, op, b, a, interval, bits);
}

/* Whatever the operands' signs, no bit is set beyond `bits`; without a sign bit that is an interval. */
static fp_interval interval_of_bits(uint64_t bits) { return bits < (uint64_t)FP_FAR ? (fp_interval){ 0, (int64_t)bits } : unbounded; }

static fp_node and_constant(struct fp_slice *slice, fp_node a, int64_t mask) {
    uint64_t possible = fp_slice_node(slice, a)->bits, m = (uint64_t)mask;
    if ((possible & ~m) == 0) return a;
    if ((possible & m) == 0) return fp_slice_constant(slice, 0);
    if (mask < 0) {
        if (is_power_of_two(-mask)) return fp_slice_sub(slice, a, mod_by(slice, a, -mask));
        return fp_slice_make2(slice, FP_NODE_AND, a, fp_slice_constant(slice, mask), interval_of_bits(possible & m), possible & m);
    }
    uint64_t lowest = m & (~m + 1);
    if (((m + lowest) & m) == 0 && m + lowest < (uint64_t)FP_FAR)               /* one run of ones: bits s .. k-1 are (a mod 2^k) - (a mod 2^s) */
        return fp_slice_sub(slice, mod_by(slice, a, (int64_t)(m + lowest)), mod_by(slice, a, (int64_t)lowest));
    uint64_t reach = fp_bits_up_to(m);
    if (reach < (uint64_t)FP_FAR) a = mod_by(slice, a, (int64_t)reach + 1);
    possible = fp_slice_node(slice, a)->bits & m;
    return fp_slice_make2(slice, FP_NODE_AND, a, fp_slice_constant(slice, mask), interval_of_bits(possible), possible);
}

fp_node fp_slice_and(struct fp_slice *slice, fp_node a, fp_node b) {
    int64_t x, y;
    bool cx = constant_of(slice, a, &x), cy = constant_of(slice, b, &y);
    if (cx && cy) return fp_slice_constant(slice, x & y);
    if (a == b) return a;
    if (cy) return and_constant(slice, a, y);
    if (cx) return and_constant(slice, b, x);
    uint64_t bits = fp_slice_node(slice, a)->bits & fp_slice_node(slice, b)->bits;
    if (bits == 0) return fp_slice_constant(slice, 0);
    fp_interval i = fp_interval_of(slice, a), j = fp_interval_of(slice, b), interval = interval_of_bits(bits);
    if (i.low >= 0 && i.high < interval.high) interval = (fp_interval){ 0, i.high };
    if (j.low >= 0 && j.high < interval.high) interval = (fp_interval){ 0, j.high };
    return ordered2(slice, FP_NODE_AND, a, b, interval, bits);
}

fp_node fp_slice_or(struct fp_slice *slice, fp_node a, fp_node b) {
    int64_t x, y;
    bool cx = constant_of(slice, a, &x), cy = constant_of(slice, b, &y);
    if (cx && cy) return fp_slice_constant(slice, x | y);
    if (a == b) return a;
    uint64_t p = fp_slice_node(slice, a)->bits, q = fp_slice_node(slice, b)->bits;
    if ((p & q) == 0) return fp_slice_add(slice, a, b);
    if (cx || cy) {                         /* a | c == a + c - (a & c), and masks by constants are linear in remainders */
        fp_node value = cy ? a : b;
        int64_t c = cy ? y : x;
        uint64_t lowest = (uint64_t)c & (~(uint64_t)c + 1);
        if (c > 0 && (((uint64_t)c + lowest) & (uint64_t)c) == 0) return fp_slice_offset(slice, fp_slice_sub(slice, value, and_constant(slice, value, c)), c);
    }
    return ordered2(slice, FP_NODE_OR, a, b, interval_of_bits(p | q), p | q);
}

/* a ^ b where b < 2^k: what a has above bit k stays outside. */
static fp_node xor_below(struct fp_slice *slice, fp_node a, fp_node b, uint64_t reach) {
    fp_node whole = 0, rest = a;
    int64_t factor = reach < (uint64_t)FP_FAR ? (int64_t)reach + 1 : 0, c;
    if (factor) {
        pull_multiples(slice, a, factor, &whole, &rest);
        if (!constant_of(slice, whole, &c) || c != 0) {
            fp_interval r = fp_interval_of(slice, rest);
            if (r.low < 0 || r.high >= factor) {
                whole = fp_slice_add(slice, whole, div_by(slice, rest, factor));
                rest = mod_by(slice, rest, factor);
            }
            /* What was pulled out may have come back in: T - 1 == -2^31 + (T + 2^31 - 1). */
            if (rest != a) return fp_slice_add(slice, fp_slice_scale(slice, whole, factor), fp_slice_xor(slice, rest, b));
        }
    }
    uint64_t p = fp_slice_node(slice, a)->bits, q = fp_slice_node(slice, b)->bits;
    return ordered2(slice, FP_NODE_XOR, a, b, interval_of_bits(p | q), p | q);
}

static fp_node xor_constant(struct fp_slice *slice, fp_node a, int64_t c) {
    const fp_node_info *n = fp_slice_node(slice, a);
    if (c == 0) return a;
    if (c == -1) return fp_slice_offset(slice, fp_slice_scale(slice, a, -1), -1);
    if (n->low >= 0 && n->high <= 1 && c == 1) return fp_slice_not(slice, a);
    if (n->op == FP_NODE_XOR) {             /* constants have the lowest numbers only by chance: look at both terms */
        fp_term first = fp_slice_terms(slice, a)[0], second = fp_slice_terms(slice, a)[1];
        int64_t inner;
        if (constant_of(slice, first.node, &inner)) return xor_constant(slice, second.node, inner ^ c);
        if (constant_of(slice, second.node, &inner)) return xor_constant(slice, first.node, inner ^ c);
    }
    if (c < 0) return fp_slice_make2(slice, FP_NODE_XOR, a, fp_slice_constant(slice, c), unbounded, UINT64_MAX);
    int64_t apart = c & ~(int64_t)n->bits, inside = c & (int64_t)n->bits;
    if (inside == 0) return fp_slice_offset(slice, a, apart);
    int64_t unit = inside & -inside;        /* low bits that the constant does not touch stay outside as well */
    fp_node whole, rest;
    pull_multiples(slice, a, unit, &whole, &rest);
    fp_interval r = fp_interval_of(slice, rest);
    fp_node result;
    if (unit > 1 && r.low >= 0 && r.high < unit) {
        result = fp_slice_add(slice, fp_slice_scale(slice, xor_constant(slice, whole, inside / unit), unit), rest);
    } else {
        result = xor_below(slice, a, fp_slice_constant(slice, inside), fp_bits_up_to((uint64_t)inside));
    }
    return fp_slice_offset(slice, result, apart);
}

fp_node fp_slice_xor(struct fp_slice *slice, fp_node a, fp_node b) {
    int64_t x, y;
    bool cx = constant_of(slice, a, &x), cy = constant_of(slice, b, &y);
    if (cx && cy) return fp_slice_constant(slice, x ^ y);
    if (a == b) return fp_slice_constant(slice, 0);
    uint64_t p = fp_slice_node(slice, a)->bits, q = fp_slice_node(slice, b)->bits;
    if ((p & q) == 0) return fp_slice_add(slice, a, b);
    if (cy) return xor_constant(slice, a, y);
    if (cx) return xor_constant(slice, b, x);
    if (fp_slice_node(slice, b)->low >= 0 && (fp_bits_up_to(q) <= fp_bits_up_to(p))) return xor_below(slice, a, b, fp_bits_up_to(q));
    if (fp_slice_node(slice, a)->low >= 0) return xor_below(slice, b, a, fp_bits_up_to(p));
    return ordered2(slice, FP_NODE_XOR, a, b, interval_of_bits(p | q), p | q);
}

fp_node fp_slice_shl(struct fp_slice *slice, fp_node a, fp_node b) {
    int64_t c;
    if (constant_of(slice, b, &c) && c >= 0 && c < 62) return fp_slice_scale(slice, a, (int64_t)1 << c);
    fp_interval x = fp_interval_of(slice, a), y = fp_interval_of(slice, b), interval = unbounded;
    if (x.low >= 0 && y.low >= 0 && y.high < 62) interval = (fp_interval){ 0, fp_bound_mul(x.high, (int64_t)1 << y.high) };
    return fp_slice_make2(slice, FP_NODE_SHL, a, b, interval, UINT64_MAX);
}

fp_node fp_slice_shr(struct fp_slice *slice, fp_node a, fp_node b) {
    int64_t c;
    if (constant_of(slice, b, &c) && c >= 0 && c < 62) return div_by(slice, a, (int64_t)1 << c);
    fp_interval x = fp_interval_of(slice, a), interval = x.low >= 0 ? (fp_interval){ 0, x.high } : unbounded;
    return fp_slice_make2(slice, FP_NODE_SHR, a, b, interval, UINT64_MAX);
}

/* ---- Choices ----------------------------------------------------------------------------------------------------------------------------------- */

fp_node fp_slice_min(struct fp_slice *slice, fp_node a, fp_node b) {
    fp_interval d = fp_interval_of(slice, fp_slice_sub(slice, a, b)), x = fp_interval_of(slice, a), y = fp_interval_of(slice, b);
    if (d.high <= 0) return a;
    if (d.low >= 0) return b;
    return ordered2(slice, FP_NODE_MIN, a, b, (fp_interval){ x.low < y.low ? x.low : y.low, x.high < y.high ? x.high : y.high }, UINT64_MAX);
}

fp_node fp_slice_max(struct fp_slice *slice, fp_node a, fp_node b) {
    fp_interval d = fp_interval_of(slice, fp_slice_sub(slice, a, b)), x = fp_interval_of(slice, a), y = fp_interval_of(slice, b);
    if (d.low >= 0) return a;
    if (d.high <= 0) return b;
    return ordered2(slice, FP_NODE_MAX, a, b, (fp_interval){ x.low > y.low ? x.low : y.low, x.high > y.high ? x.high : y.high }, UINT64_MAX);
}

fp_node fp_slice_not(struct fp_slice *slice, fp_node a) { return fp_slice_offset(slice, fp_slice_scale(slice, a, -1), 1); }

static int64_t leading_coefficient(const struct fp_slice *slice, fp_node node) {
    const fp_node_info *n = fp_slice_node(slice, node);
    return n->op == FP_NODE_SUM ? fp_slice_terms(slice, node)[0].coefficient : 1;
}

/* 1 when node < 0. `not (s < 0)` is `-s - 1 < 0`: of the two, the one with a positive leading term is made, so that a condition and its negation share it. */
static fp_node negative(struct fp_slice *slice, fp_node node) {
    fp_interval i = fp_interval_of(slice, node);
    if (i.high < 0) return fp_slice_constant(slice, 1);
    if (i.low >= 0) return fp_slice_constant(slice, 0);
    int64_t gcd = common_factor(slice, node, 0);
    if (gcd > 1) {                          /* g s + k < 0 iff s + floor(k / g) < 0 */
        fp_node whole, rest;
        pull_multiples(slice, node, gcd, &whole, &rest);
        node = whole;
    }
    if (leading_coefficient(slice, node) < 0)
        return fp_slice_not(slice, fp_slice_make1(slice, FP_NODE_NEGATIVE, 0, fp_slice_offset(slice, fp_slice_scale(slice, node, -1), -1), boolean, 1));
    return fp_slice_make1(slice, FP_NODE_NEGATIVE, 0, node, boolean, 1);
}

fp_node fp_slice_less(struct fp_slice *slice, fp_node a, fp_node b) { return negative(slice, fp_slice_sub(slice, a, b)); }

fp_node fp_slice_equal(struct fp_slice *slice, fp_node a, fp_node b) {
    fp_node node = fp_slice_sub(slice, a, b);
    const fp_node_info *n = fp_slice_node(slice, node);
    if (n->low > 0 || n->high < 0) return fp_slice_constant(slice, 0);
    if (n->op == FP_NODE_CONSTANT) return fp_slice_constant(slice, n->constant == 0);
    int64_t gcd = common_factor(slice, node, 0);
    if (gcd > 1) {
        fp_node whole, rest;
        pull_multiples(slice, node, gcd, &whole, &rest);
        if (fp_slice_node(slice, rest)->constant != 0) return fp_slice_constant(slice, 0);
        node = whole;
    }
    if (leading_coefficient(slice, node) < 0) node = fp_slice_scale(slice, node, -1);
    n = fp_slice_node(slice, node);
    if (n->low == 0 && n->high == 1) return fp_slice_not(slice, node);
    if (n->low == -1 && n->high == 0) return fp_slice_offset(slice, node, 1);
    return fp_slice_make1(slice, FP_NODE_ZERO, 0, node, boolean, 1);
}

fp_node fp_slice_below(struct fp_slice *slice, fp_node a, fp_node b) {
    fp_interval x = fp_interval_of(slice, a), y = fp_interval_of(slice, b);
    if (x.low >= 0 && y.low >= 0) return fp_slice_less(slice, a, b);
    return fp_slice_make2(slice, FP_NODE_BELOW, a, b, boolean, 1);
}

/* The buffer that an address starts from; FP_NODE_NONE: it is no address. */
static fp_node base_in(const struct fp_slice *slice, fp_node node) {
    fp_term single;
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(slice, node, &single, &count, &constant);
    for (uint32_t i = 0; i < count; i++)
        if (terms[i].coefficient == 1 && fp_slice_node(slice, terms[i].node)->op == FP_NODE_BASE) return terms[i].node;
    return FP_NODE_NONE;
}

fp_node fp_slice_select(struct fp_slice *slice, fp_node condition, fp_node a, fp_node b) {
    int64_t c;
    if (a == b) return a;
    fp_node base = base_in(slice, a);
    if (base != FP_NODE_NONE && base_in(slice, b) == base)      /* outside it cancels */
        return fp_slice_add(slice, base, fp_slice_select(slice, condition, fp_slice_sub(slice, a, base), fp_slice_sub(slice, b, base)));
    if (constant_of(slice, condition, &c)) return c ? a : b;
    fp_node difference = fp_slice_sub(slice, a, b);
    if (constant_of(slice, difference, &c)) return fp_slice_add(slice, b, fp_slice_scale(slice, condition, c));
    if (fp_slice_node(slice, condition)->op == FP_NODE_SUM && fp_slice_terms(slice, condition)[0].coefficient == -1 &&
        fp_slice_node(slice, condition)->term_count == 1) {     /* 1 - c */
        return fp_slice_select(slice, fp_slice_not(slice, condition), b, a);
    }
    const fp_node_info *x = fp_slice_node(slice, a), *y = fp_slice_node(slice, b);
    fp_node_info info = { .op = FP_NODE_SELECT, .low = x->low < y->low ? x->low : y->low, .high = x->high > y->high ? x->high : y->high,
                          .bits = x->bits | y->bits };
    return fp_slice_make(slice, info, (fp_term[]){ { 1, condition }, { 1, a }, { 1, b } }, 3);
}

/* ---- Widths, waves ------------------------------------------------------------------------------------------------------------------------------ */

fp_node fp_slice_unsigned(struct fp_slice *slice, fp_node a, uint8_t width) {
    const fp_node_info *n = fp_slice_node(slice, a);
    if (width >= 63) {
        if (n->low >= 0) return a;
        return fp_slice_make1(slice, FP_NODE_UNSIGNED, 0, a, (fp_interval){ 0, FP_FAR }, n->bits);
    }
    return mod_by(slice, a, (int64_t)1 << width);
}

fp_node fp_slice_wrap(struct fp_slice *slice, fp_node a, uint8_t width) {
    if (width == 1) return mod_by(slice, a, 2);
    const fp_node_info *n = fp_slice_node(slice, a);
    int64_t limit = width >= 63 ? FP_FAR : (int64_t)1 << (width - 1);
    if (n->low >= -limit && n->high < limit && n->low > -FP_FAR) return a;
    if (width >= 63 && fp_slice_is_leaf(slice, a)) return a;    /* a whole 64-bit value is what it is */
    fp_node plain = drop_reductions(slice, a, width >= 63 ? 0 : 2 * limit);
    n = fp_slice_node(slice, plain);
    if (n->low >= -limit && n->high < limit && n->low > -FP_FAR) return plain;
    int64_t value;
    if (constant_of(slice, plain, &value) && width < 63) {
        int64_t low = fp_floor_mod(value, 2 * limit);
        return fp_slice_constant(slice, low >= limit ? low - 2 * limit : low);
    }
    if (n->op == FP_NODE_WRAP && n->width <= width) return plain;
    fp_term term = { 1, plain };
    uint64_t zeros = n->bits ? (uint64_t)__builtin_ctzll(n->bits) : 0;
    fp_node_info info = { .op = FP_NODE_WRAP, .width = width, .low = -limit, .high = width >= 63 ? FP_FAR : limit - 1, .bits = UINT64_MAX << zeros };
    return fp_slice_make(slice, info, &term, 1);
}

fp_node fp_slice_first_lane(struct fp_slice *slice, fp_node a) {
    const fp_node_info *n = fp_slice_node(slice, a);
    if (!(n->depends & FP_DEPENDS_PER_THREAD) || n->op == FP_NODE_FIRST_LANE) return a;
    if (n->op != FP_NODE_SUM) return fp_slice_make1(slice, FP_NODE_FIRST_LANE, 0, a, fp_interval_of(slice, a), n->bits);
    fp_term copy[FP_SUM_TERMS_MAX];
    uint32_t count = n->term_count;
    memcpy(copy, fp_slice_terms(slice, a), count * sizeof *copy);
    fp_sum sum;
    fp_sum_start(&sum);
    sum.constant = n->constant;
    for (uint32_t i = 0; i < count; i++) fp_sum_add(slice, &sum, fp_slice_first_lane(slice, copy[i].node), copy[i].coefficient);
    return fp_sum_finish(slice, &sum);
}
