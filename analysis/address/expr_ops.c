/* expr_ops.c - constructors that divide, mask, shift, choose and compare. Each simplifies what it can, else makes a
 * node with the interval it knows. */
#include "address/expr_build.h"
#include <string.h>

static const fp_interval unbounded = { -FP_FAR, FP_FAR }, boolean = { 0, 1 };

static bool constant_of(const struct fp_exprs *exprs, fp_expr node, int64_t *value) {
    const fp_expr_info *n = fp_expr_at(exprs, node);
    *value = n->constant;
    return n->op == FP_EXPR_CONSTANT;
}

static bool is_power_of_two(int64_t value) { return value > 0 && (value & (value - 1)) == 0; }
static int64_t div_bound(int64_t bound, int64_t by) {
    return bound <= -FP_FAR || bound >= FP_FAR ? bound : fp_floor_div(bound, by);
}

/* ---- Division and remainder by a constant, rounding down ---- */

/* node == factor * whole + rest, whole taking of every term what the factor divides, and the constant's multiple. */
static void pull_multiples(struct fp_exprs *exprs, fp_expr node, int64_t factor, fp_expr *whole, fp_expr *rest) {
    fp_sum_terms parts;
    fp_sum_read(exprs, node, &parts);
    fp_sum multiples, others;
    fp_sum_start(&multiples);
    fp_sum_start(&others);
    for (uint32_t i = 0; i < parts.count; i++) {
        if (parts.terms[i].coefficient / factor)
            fp_sum_add(exprs, &multiples, parts.terms[i].node, parts.terms[i].coefficient / factor);
        if (parts.terms[i].coefficient % factor)
            fp_sum_add(exprs, &others, parts.terms[i].node, parts.terms[i].coefficient % factor);
    }
    multiples.constant = fp_floor_div(parts.constant, factor);
    others.constant = fp_floor_mod(parts.constant, factor);
    *whole = fp_sum_finish(exprs, &multiples);
    *rest = fp_sum_finish(exprs, &others);
}

static int64_t common_factor(const struct fp_exprs *exprs, fp_expr node, int64_t start) {
    fp_term single;
    uint32_t count;
    int64_t constant, gcd = start;
    const fp_term *terms = fp_sum_view(exprs, node, &single, &count, &constant);
    for (uint32_t i = 0; i < count && gcd != 1; i++) gcd = fp_gcd(gcd, terms[i].coefficient);
    return gcd;
}

/* The buffer that an address starts from; FP_EXPR_NONE: it is no address. */
static fp_expr base_in(const struct fp_exprs *exprs, fp_expr node) {
    fp_term single;
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(exprs, node, &single, &count, &constant);
    for (uint32_t i = 0; i < count; i++)
        if (terms[i].coefficient == 1 && fp_expr_at(exprs, terms[i].node)->op == FP_EXPR_BASE) return terms[i].node;
    return FP_EXPR_NONE;
}

/* Is it the start of a buffer that lies at a multiple of the modulus? */
static bool is_aligned(const fp_expr_info *n, int64_t coefficient, int64_t modulus) {
    int64_t scaled;
    return n->op == FP_EXPR_BASE && !__builtin_mul_overflow(fp_leaf_of(n).alignment, coefficient, &scaled) &&
           scaled % modulus == 0;
}

/* The same modulo `modulus` (0: 2^64) with reductions dropped: MOD(y, m) and WRAP(y) become y where their own modulus
 * is a multiple after scaling, and aligned buffers start at 0. */
static fp_expr drop_reductions(struct fp_exprs *exprs, fp_expr node, int64_t modulus) {
    fp_sum_terms parts;
    fp_sum_read(exprs, node, &parts);
    fp_sum sum;
    fp_sum_start(&sum);
    bool dropped = false;
    for (uint32_t i = 0; i < parts.count; i++) {
        const fp_expr_info *t = fp_expr_at(exprs, parts.terms[i].node);
        int64_t own = t->op == FP_EXPR_MOD                     ? t->constant
                      : t->op == FP_EXPR_WRAP && t->width < 63 ? (int64_t)1 << t->width
                                                               : 0,
                scaled;
        bool same = own && modulus && !__builtin_mul_overflow(own, parts.terms[i].coefficient, &scaled) &&
                    scaled % modulus == 0;
        if (t->op == FP_EXPR_WRAP && t->width >= 63 && (modulus == 0 || is_power_of_two(modulus))) same = true;
        bool aligned = modulus && is_aligned(t, parts.terms[i].coefficient, modulus);
        dropped |= same || aligned;
        if (aligned) continue;
        fp_sum_add(exprs, &sum, same ? fp_expr_terms(exprs, parts.terms[i].node)->node : parts.terms[i].node,
                   parts.terms[i].coefficient);
    }
    sum.constant += parts.constant;
    return dropped ? fp_sum_finish(exprs, &sum) : node;
}

/* The most that an unsigned number of 64 bits, or one less than `c` above it (rounding up), is divided by `c`; FP_FAR:
 * the node is none, or that is too much to tell. */
static int64_t quotient_most(const struct fp_exprs *exprs, fp_expr node, int64_t c) {
    enum { SMALLEST = 8 }; /* what is left fits below FP_FAR */
    fp_term single;
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(exprs, node, &single, &count, &constant);
    bool is_unsigned = count == 1 && terms->coefficient == 1 && constant >= 0 && constant < c &&
                       fp_expr_at(exprs, terms->node)->op == FP_EXPR_UNSIGNED;
    return is_unsigned && c >= SMALLEST ? (int64_t)(UINT64_MAX / (uint64_t)c) + 1 : FP_FAR;
}

static fp_expr div_by(struct fp_exprs *exprs, fp_expr a, int64_t c) {
    fp_expr whole, rest;
    pull_multiples(exprs, a, c, &whole, &rest);
    fp_interval r = fp_interval_of(exprs, rest);
    fp_interval interval = { div_bound(r.low, c), div_bound(r.high, c) };
    if (fp_interval_known(r) && interval.low == interval.high) return fp_expr_offset(exprs, whole, interval.low);
    int64_t gcd = common_factor(exprs, rest, c);
    if (gcd > 1) { /* floor((g s + k) / (g c')) == floor((s + floor(k / g)) / c') */
        fp_expr reduced, low;
        pull_multiples(exprs, rest, gcd, &reduced, &low);
        return fp_expr_add(exprs, whole, div_by(exprs, reduced, c / gcd));
    }
    const fp_expr_info *n = fp_expr_at(exprs, rest);
    int64_t product;
    if (n->op == FP_EXPR_DIV && !__builtin_mul_overflow(n->constant, c, &product))
        return fp_expr_add(exprs, whole, div_by(exprs, fp_expr_terms(exprs, rest)->node, product));
    if (n->op == FP_EXPR_MOD && n->constant % c == 0) {
        int64_t modulus = n->constant / c;
        fp_expr quotient = div_by(exprs, fp_expr_terms(exprs, rest)->node, c);
        return fp_expr_add(exprs, whole, fp_expr_floormod(exprs, quotient, fp_expr_constant(exprs, modulus)));
    }
    if (interval.high >= FP_FAR) interval.high = quotient_most(exprs, rest, c);
    uint64_t bits = is_power_of_two(c) && n->low >= 0 ? n->bits >> __builtin_ctzll((uint64_t)c) : UINT64_MAX;
    return fp_expr_add(exprs, whole, fp_expr_make1(exprs, FP_EXPR_DIV, c, rest, interval, bits));
}

static fp_expr mod_by(struct fp_exprs *exprs, fp_expr a, int64_t c) {
    if (c == 1) return fp_expr_constant(exprs, 0);
    a = drop_reductions(exprs, a, c);
    fp_sum_terms parts;
    fp_sum_read(exprs, a, &parts);
    fp_sum sum;
    fp_sum_start(&sum);
    for (uint32_t i = 0; i < parts.count; i++)
        fp_sum_add(exprs, &sum, parts.terms[i].node, parts.terms[i].coefficient % c);
    sum.constant = parts.constant % c; /* the sign stays: -x + 255 lies in 0..255 where 255 x + 255 would not */
    fp_expr rest = fp_sum_finish(exprs, &sum);
    fp_interval r = fp_interval_of(exprs, rest);
    if (fp_interval_known(r) && fp_floor_div(r.low, c) == fp_floor_div(r.high, c))
        return fp_expr_offset(exprs, rest, -c * fp_floor_div(r.low, c));
    rest = fp_expr_offset(exprs, rest, fp_floor_mod(sum.constant, c) - sum.constant);
    int64_t gcd = common_factor(exprs, rest, c);
    if (gcd > 1) { /* (g s + k) mod (g c') == g ((s + floor(k / g)) mod c') + k mod g */
        fp_expr reduced, low;
        pull_multiples(exprs, rest, gcd, &reduced, &low);
        return fp_expr_add(exprs, fp_expr_scale(exprs, mod_by(exprs, reduced, c / gcd), gcd), low);
    }
    const fp_expr_info *n = fp_expr_at(exprs, rest);
    uint64_t bits = is_power_of_two(c) ? n->bits & (uint64_t)(c - 1) : UINT64_MAX;
    return fp_expr_make1(exprs, FP_EXPR_MOD, c, rest,
                         (fp_interval){ 0, n->low >= 0 && n->high < c - 1 ? n->high : c - 1 }, bits);
}

fp_expr fp_expr_floordiv(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    int64_t c;
    if (a == b && (fp_expr_at(exprs, b)->low > 0 || fp_expr_at(exprs, b)->high < 0)) return fp_expr_constant(exprs, 1);
    if (constant_of(exprs, b, &c)) {
        if (c > 0) return div_by(exprs, a, c);
        if (c < 0 && c > -FP_FAR) return div_by(exprs, fp_expr_scale(exprs, a, -1), -c);
    }
    fp_interval x = fp_interval_of(exprs, a), y = fp_interval_of(exprs, b), interval = unbounded;
    if (x.low >= 0 && y.low > 0) interval = (fp_interval){ 0, div_bound(x.high, y.low) };
    return fp_expr_make2(exprs, FP_EXPR_FLOORDIV, a, b, interval, UINT64_MAX);
}

fp_expr fp_expr_floormod(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    int64_t c;
    if (constant_of(exprs, b, &c) && c > 0) return mod_by(exprs, a, c);
    fp_interval x = fp_interval_of(exprs, a), y = fp_interval_of(exprs, b), interval = unbounded;
    if (x.low >= 0 && y.low > 0 && x.high < y.low) return a;
    if (y.low > 0) interval = (fp_interval){ 0, y.high >= FP_FAR ? (x.low >= 0 ? x.high : FP_FAR) : y.high - 1 };
    return fp_expr_make2(exprs, FP_EXPR_FLOORMOD, a, b, interval, UINT64_MAX);
}

fp_expr fp_expr_ceildiv(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    int64_t c;
    if (constant_of(exprs, b, &c) && c > 0) return div_by(exprs, fp_expr_offset(exprs, a, c - 1), c);
    return fp_expr_scale(exprs, fp_expr_floordiv(exprs, fp_expr_scale(exprs, a, -1), b), -1);
}

/* Is the sum a multiple of the constant, whatever its terms are? */
static bool is_multiple(const struct fp_exprs *exprs, fp_expr a, fp_expr by, int64_t *factor) {
    fp_term single;
    uint32_t count;
    int64_t constant;
    if (!constant_of(exprs, by, factor) || *factor <= 0 || common_factor(exprs, a, *factor) != *factor) return false;
    fp_sum_view(exprs, a, &single, &count, &constant);
    return count && constant % *factor == 0;
}

fp_expr fp_expr_quotient(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    fp_interval x = fp_interval_of(exprs, a), y = fp_interval_of(exprs, b);
    if (x.low >= 0 && y.low > 0) return fp_expr_floordiv(exprs, a, b);
    if (x.high <= 0 && y.low > 0 && x.low > -FP_FAR)
        return fp_expr_scale(exprs, fp_expr_floordiv(exprs, fp_expr_scale(exprs, a, -1), b), -1);
    int64_t c;
    if (is_multiple(exprs, a, b, &c)) return div_by(exprs, a, c);
    if (constant_of(exprs, b, &c) && c == -1) return fp_expr_scale(exprs, a, -1);
    fp_interval interval = unbounded;
    if (constant_of(exprs, b, &c) && c > 0)
        interval = (fp_interval){ x.low <= -FP_FAR ? x.low : x.low / c, x.high >= FP_FAR ? x.high : x.high / c };
    return fp_expr_make2(exprs, FP_EXPR_QUOTIENT, a, b, interval, UINT64_MAX);
}

fp_expr fp_expr_remainder(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    fp_interval x = fp_interval_of(exprs, a), y = fp_interval_of(exprs, b);
    if (x.low >= 0 && y.low > 0) return fp_expr_floormod(exprs, a, b);
    if (x.high <= 0 && y.low > 0 && x.low > -FP_FAR)
        return fp_expr_scale(exprs, fp_expr_floormod(exprs, fp_expr_scale(exprs, a, -1), b), -1);
    int64_t factor;
    if (is_multiple(exprs, a, b, &factor)) return fp_expr_constant(exprs, 0);
    fp_interval interval = unbounded;
    int64_t most = y.high > -y.low ? y.high : -y.low;
    if (y.low > -FP_FAR && y.high < FP_FAR && most > 0) {
        interval = (fp_interval){ x.low >= 0 ? 0 : 1 - most, x.high <= 0 ? 0 : most - 1 };
        if (interval.low < x.low && x.low <= 0) interval.low = x.low;
        if (interval.high > x.high && x.high >= 0) interval.high = x.high;
    }
    return fp_expr_make2(exprs, FP_EXPR_REMAINDER, a, b, interval, UINT64_MAX);
}

/* ---- Bits ---- */

static fp_expr ordered2(struct fp_exprs *exprs, fp_expr_op op, fp_expr a, fp_expr b, fp_interval interval,
                        uint64_t bits) {
    return a <= b ? fp_expr_make2(exprs, op, a, b, interval, bits) : fp_expr_make2(exprs, op, b, a, interval, bits);
}

/* Whatever the operands' signs, no bit is set beyond `bits`; without a sign bit that is an interval. */
static fp_interval interval_of_bits(uint64_t bits) {
    return bits < (uint64_t)FP_FAR ? (fp_interval){ 0, (int64_t)bits } : unbounded;
}

static fp_expr and_constant(struct fp_exprs *exprs, fp_expr a, int64_t mask) {
    uint64_t possible = fp_expr_at(exprs, a)->bits, m = (uint64_t)mask;
    if ((possible & ~m) == 0) return a;
    if ((possible & m) == 0) return fp_expr_constant(exprs, 0);
    if (mask < 0) {
        if (is_power_of_two(-mask)) return fp_expr_sub(exprs, a, mod_by(exprs, a, -mask));
        return fp_expr_make2(exprs, FP_EXPR_AND, a, fp_expr_constant(exprs, mask), interval_of_bits(possible & m),
                             possible & m);
    }
    uint64_t lowest = m & (~m + 1);
    if (((m + lowest) & m) == 0 &&
        m + lowest < (uint64_t)FP_FAR) /* one run of ones: bits s .. k-1 are (a mod 2^k) - (a mod 2^s) */
        return fp_expr_sub(exprs, mod_by(exprs, a, (int64_t)(m + lowest)), mod_by(exprs, a, (int64_t)lowest));
    uint64_t reach = fp_bits_up_to(m);
    if (reach < (uint64_t)FP_FAR) a = mod_by(exprs, a, (int64_t)reach + 1);
    possible = fp_expr_at(exprs, a)->bits & m;
    return fp_expr_make2(exprs, FP_EXPR_AND, a, fp_expr_constant(exprs, mask), interval_of_bits(possible), possible);
}

fp_expr fp_expr_and(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    int64_t x, y;
    bool cx = constant_of(exprs, a, &x), cy = constant_of(exprs, b, &y);
    if (cx && cy) return fp_expr_constant(exprs, x & y);
    if (a == b) return a;
    if (cy) return and_constant(exprs, a, y);
    if (cx) return and_constant(exprs, b, x);
    uint64_t bits = fp_expr_at(exprs, a)->bits & fp_expr_at(exprs, b)->bits;
    if (bits == 0) return fp_expr_constant(exprs, 0);
    fp_interval i = fp_interval_of(exprs, a), j = fp_interval_of(exprs, b), interval = interval_of_bits(bits);
    if (i.low >= 0 && i.high < interval.high) interval = (fp_interval){ 0, i.high };
    if (j.low >= 0 && j.high < interval.high) interval = (fp_interval){ 0, j.high };
    return ordered2(exprs, FP_EXPR_AND, a, b, interval, bits);
}

fp_expr fp_expr_or(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    int64_t x, y;
    bool cx = constant_of(exprs, a, &x), cy = constant_of(exprs, b, &y);
    if (cx && cy) return fp_expr_constant(exprs, x | y);
    if (a == b) return a;
    uint64_t p = fp_expr_at(exprs, a)->bits, q = fp_expr_at(exprs, b)->bits;
    if ((p & q) == 0) return fp_expr_add(exprs, a, b);
    if (cx || cy) { /* a | c == a + c - (a & c), and masks by constants are linear in remainders */
        fp_expr value = cy ? a : b;
        int64_t c = cy ? y : x;
        uint64_t lowest = (uint64_t)c & (~(uint64_t)c + 1);
        if (c > 0 && (((uint64_t)c + lowest) & (uint64_t)c) == 0)
            return fp_expr_offset(exprs, fp_expr_sub(exprs, value, and_constant(exprs, value, c)), c);
    }
    return ordered2(exprs, FP_EXPR_OR, a, b, interval_of_bits(p | q), p | q);
}

/* a ^ b where b < 2^k: what a has above bit k stays outside. */
static fp_expr xor_below(struct fp_exprs *exprs, fp_expr a, fp_expr b, uint64_t reach) {
    fp_expr whole = 0, rest = a;
    int64_t factor = reach < (uint64_t)FP_FAR ? (int64_t)reach + 1 : 0, c;
    fp_expr base = base_in(exprs, a);
    if (factor && base != FP_EXPR_NONE && is_aligned(fp_expr_at(exprs, base), 1, factor))
        return fp_expr_add(exprs, base, fp_expr_xor(exprs, fp_expr_sub(exprs, a, base), b));
    if (factor) {
        pull_multiples(exprs, a, factor, &whole, &rest);
        if (!constant_of(exprs, whole, &c) || c != 0) {
            fp_interval r = fp_interval_of(exprs, rest);
            if (r.low < 0 || r.high >= factor) {
                whole = fp_expr_add(exprs, whole, div_by(exprs, rest, factor));
                rest = mod_by(exprs, rest, factor);
            }
            /* What was pulled out may have come back in: T - 1 == -2^31 + (T + 2^31 - 1). */
            if (rest != a) return fp_expr_add(exprs, fp_expr_scale(exprs, whole, factor), fp_expr_xor(exprs, rest, b));
        }
    }
    uint64_t p = fp_expr_at(exprs, a)->bits, q = fp_expr_at(exprs, b)->bits;
    return ordered2(exprs, FP_EXPR_XOR, a, b, interval_of_bits(p | q), p | q);
}

static fp_expr xor_constant(struct fp_exprs *exprs, fp_expr a, int64_t c) {
    const fp_expr_info *n = fp_expr_at(exprs, a);
    if (c == 0) return a;
    if (c == -1) return fp_expr_offset(exprs, fp_expr_scale(exprs, a, -1), -1);
    if (n->low >= 0 && n->high <= 1 && c == 1) return fp_expr_not(exprs, a);
    if (n->op == FP_EXPR_XOR) { /* constants have the lowest numbers only by chance: look at both terms */
        fp_term first = fp_expr_terms(exprs, a)[0], second = fp_expr_terms(exprs, a)[1];
        int64_t inner;
        if (constant_of(exprs, first.node, &inner)) return xor_constant(exprs, second.node, inner ^ c);
        if (constant_of(exprs, second.node, &inner)) return xor_constant(exprs, first.node, inner ^ c);
    }
    if (c < 0) return fp_expr_make2(exprs, FP_EXPR_XOR, a, fp_expr_constant(exprs, c), unbounded, UINT64_MAX);
    int64_t apart = c & ~(int64_t)n->bits, inside = c & (int64_t)n->bits;
    if (inside == 0) return fp_expr_offset(exprs, a, apart);
    int64_t unit = inside & -inside; /* low bits that the constant does not touch stay outside as well */
    fp_expr whole, rest;
    pull_multiples(exprs, a, unit, &whole, &rest);
    fp_interval r = fp_interval_of(exprs, rest);
    fp_expr result;
    if (unit > 1 && r.low >= 0 && r.high < unit) {
        result = fp_expr_add(exprs, fp_expr_scale(exprs, xor_constant(exprs, whole, inside / unit), unit), rest);
    } else {
        result = xor_below(exprs, a, fp_expr_constant(exprs, inside), fp_bits_up_to((uint64_t)inside));
    }
    return fp_expr_offset(exprs, result, apart);
}

fp_expr fp_expr_xor(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    int64_t x, y;
    bool cx = constant_of(exprs, a, &x), cy = constant_of(exprs, b, &y);
    if (cx && cy) return fp_expr_constant(exprs, x ^ y);
    if (a == b) return fp_expr_constant(exprs, 0);
    uint64_t p = fp_expr_at(exprs, a)->bits, q = fp_expr_at(exprs, b)->bits;
    if ((p & q) == 0) return fp_expr_add(exprs, a, b);
    if (cy) return xor_constant(exprs, a, y);
    if (cx) return xor_constant(exprs, b, x);
    if (fp_expr_at(exprs, b)->low >= 0 && (fp_bits_up_to(q) <= fp_bits_up_to(p)))
        return xor_below(exprs, a, b, fp_bits_up_to(q));
    if (fp_expr_at(exprs, a)->low >= 0) return xor_below(exprs, b, a, fp_bits_up_to(p));
    return ordered2(exprs, FP_EXPR_XOR, a, b, interval_of_bits(p | q), p | q);
}

fp_expr fp_expr_shl(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    int64_t c;
    if (constant_of(exprs, b, &c) && c >= 0 && c < 62) return fp_expr_scale(exprs, a, (int64_t)1 << c);
    fp_interval x = fp_interval_of(exprs, a), y = fp_interval_of(exprs, b), interval = unbounded;
    if (x.low >= 0 && y.low >= 0 && y.high < 62)
        interval = (fp_interval){ 0, fp_bound_mul(x.high, (int64_t)1 << y.high) };
    return fp_expr_make2(exprs, FP_EXPR_SHL, a, b, interval, UINT64_MAX);
}

fp_expr fp_expr_shr(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    int64_t c;
    if (constant_of(exprs, b, &c) && c >= 0 && c < 62) return div_by(exprs, a, (int64_t)1 << c);
    fp_interval x = fp_interval_of(exprs, a), interval = x.low >= 0 ? (fp_interval){ 0, x.high } : unbounded;
    return fp_expr_make2(exprs, FP_EXPR_SHR, a, b, interval, UINT64_MAX);
}

/* ---- Choices ---- */

fp_expr fp_expr_min(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    fp_interval d = fp_interval_of(exprs, fp_expr_sub(exprs, a, b)), x = fp_interval_of(exprs, a),
                y = fp_interval_of(exprs, b);
    if (d.high <= 0) return a;
    if (d.low >= 0) return b;
    return ordered2(exprs, FP_EXPR_MIN, a, b,
                    (fp_interval){ x.low < y.low ? x.low : y.low, x.high < y.high ? x.high : y.high }, UINT64_MAX);
}

fp_expr fp_expr_max(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    fp_interval d = fp_interval_of(exprs, fp_expr_sub(exprs, a, b)), x = fp_interval_of(exprs, a),
                y = fp_interval_of(exprs, b);
    if (d.low >= 0) return a;
    if (d.high <= 0) return b;
    return ordered2(exprs, FP_EXPR_MAX, a, b,
                    (fp_interval){ x.low > y.low ? x.low : y.low, x.high > y.high ? x.high : y.high }, UINT64_MAX);
}

fp_expr fp_expr_not(struct fp_exprs *exprs, fp_expr a) { return fp_expr_offset(exprs, fp_expr_scale(exprs, a, -1), 1); }

static int64_t leading_coefficient(const struct fp_exprs *exprs, fp_expr node) {
    const fp_expr_info *n = fp_expr_at(exprs, node);
    return n->op == FP_EXPR_SUM ? fp_expr_terms(exprs, node)[0].coefficient : 1;
}

/* 1 when node < 0. `not (s < 0)` is `-s - 1 < 0`: of the two, the one with a positive leading term is made, so that a
 * condition and its negation share it. */
static fp_expr negative(struct fp_exprs *exprs, fp_expr node) {
    fp_interval i = fp_interval_of(exprs, node);
    if (i.high < 0) return fp_expr_constant(exprs, 1);
    if (i.low >= 0) return fp_expr_constant(exprs, 0);
    int64_t gcd = common_factor(exprs, node, 0);
    if (gcd > 1) { /* g s + k < 0 iff s + floor(k / g) < 0 */
        fp_expr whole, rest;
        pull_multiples(exprs, node, gcd, &whole, &rest);
        node = whole;
    }
    if (leading_coefficient(exprs, node) < 0)
        return fp_expr_not(exprs, fp_expr_make1(exprs, FP_EXPR_NEGATIVE, 0,
                                                fp_expr_offset(exprs, fp_expr_scale(exprs, node, -1), -1), boolean, 1));
    return fp_expr_make1(exprs, FP_EXPR_NEGATIVE, 0, node, boolean, 1);
}

fp_expr fp_expr_less(struct fp_exprs *exprs, fp_expr a, fp_expr b) { return negative(exprs, fp_expr_sub(exprs, a, b)); }

fp_expr fp_expr_equal(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    fp_expr node = fp_expr_sub(exprs, a, b);
    const fp_expr_info *n = fp_expr_at(exprs, node);
    if (n->low > 0 || n->high < 0) return fp_expr_constant(exprs, 0);
    if (n->op == FP_EXPR_CONSTANT) return fp_expr_constant(exprs, n->constant == 0);
    int64_t gcd = common_factor(exprs, node, 0);
    if (gcd > 1) {
        fp_expr whole, rest;
        pull_multiples(exprs, node, gcd, &whole, &rest);
        if (fp_expr_at(exprs, rest)->constant != 0) return fp_expr_constant(exprs, 0);
        node = whole;
    }
    if (leading_coefficient(exprs, node) < 0) node = fp_expr_scale(exprs, node, -1);
    n = fp_expr_at(exprs, node);
    if (n->low == 0 && n->high == 1) return fp_expr_not(exprs, node);
    if (n->low == -1 && n->high == 0) return fp_expr_offset(exprs, node, 1);
    return fp_expr_make1(exprs, FP_EXPR_ZERO, 0, node, boolean, 1);
}

fp_expr fp_expr_below(struct fp_exprs *exprs, fp_expr a, fp_expr b) {
    fp_interval x = fp_interval_of(exprs, a), y = fp_interval_of(exprs, b);
    if (x.low >= 0 && y.low >= 0) return fp_expr_less(exprs, a, b);
    return fp_expr_make2(exprs, FP_EXPR_BELOW, a, b, boolean, 1);
}

fp_expr fp_expr_select(struct fp_exprs *exprs, fp_expr condition, fp_expr a, fp_expr b) {
    int64_t c;
    if (a == b) return a;
    fp_expr base = base_in(exprs, a);
    if (base != FP_EXPR_NONE && base_in(exprs, b) == base) /* outside it cancels */
        return fp_expr_add(exprs, base,
                           fp_expr_select(exprs, condition, fp_expr_sub(exprs, a, base), fp_expr_sub(exprs, b, base)));
    if (constant_of(exprs, condition, &c)) return c ? a : b;
    fp_expr difference = fp_expr_sub(exprs, a, b);
    if (constant_of(exprs, difference, &c)) return fp_expr_add(exprs, b, fp_expr_scale(exprs, condition, c));
    if (fp_expr_at(exprs, condition)->op == FP_EXPR_SUM && fp_expr_terms(exprs, condition)[0].coefficient == -1 &&
        fp_expr_at(exprs, condition)->term_count == 1) { /* 1 - c */
        return fp_expr_select(exprs, fp_expr_not(exprs, condition), b, a);
    }
    const fp_expr_info *x = fp_expr_at(exprs, a), *y = fp_expr_at(exprs, b);
    fp_expr_info info = { .op = FP_EXPR_SELECT,
                          .low = x->low < y->low ? x->low : y->low,
                          .high = x->high > y->high ? x->high : y->high,
                          .bits = x->bits | y->bits };
    return fp_expr_make(exprs, info, (fp_term[]){ { 1, condition }, { 1, a }, { 1, b } }, 3);
}

/* ---- Widths, waves ---- */

fp_expr fp_expr_unsigned(struct fp_exprs *exprs, fp_expr a, uint8_t width) {
    const fp_expr_info *n = fp_expr_at(exprs, a);
    if (width >= 63) {
        if (n->low >= 0) return a;
        return fp_expr_make1(exprs, FP_EXPR_UNSIGNED, 0, a, (fp_interval){ 0, FP_FAR }, n->bits);
    }
    return mod_by(exprs, a, (int64_t)1 << width);
}

static bool is_iteration_count(const struct fp_exprs *exprs, fp_expr node) {
    const fp_expr_info *n = fp_expr_at(exprs, node);
    if (n->op != FP_EXPR_PRODUCT)
        return n->op == FP_EXPR_ITER || n->op == FP_EXPR_MORE || n->op == FP_EXPR_TRIPS || n->op == FP_EXPR_EXIT;
    for (uint32_t i = 0; i < n->term_count; i++)
        if (!is_iteration_count(exprs, fp_expr_terms(exprs, node)[i].node)) return false; /* factors are no products */
    return true;
}

/* Is it made of iteration counts, as `outer * trips + inner` is? No kernel runs so long that they fill 32 bits. */
static bool counts_iterations(const struct fp_exprs *exprs, fp_expr node, uint8_t width) {
    enum { COUNT_BITS = 32, STEP_MAX = 64 };
    fp_term single;
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(exprs, node, &single, &count, &constant);
    for (uint32_t i = 0; i < count; i++)
        if (terms[i].coefficient < -STEP_MAX || terms[i].coefficient > STEP_MAX ||
            !is_iteration_count(exprs, terms[i].node))
            return false;
    return width >= COUNT_BITS && constant > INT16_MIN && constant < INT16_MAX;
}

fp_expr fp_expr_wrap(struct fp_exprs *exprs, fp_expr a, uint8_t width) {
    if (width == 1) return mod_by(exprs, a, 2);
    const fp_expr_info *n = fp_expr_at(exprs, a);
    int64_t limit = width >= 63 ? FP_FAR : (int64_t)1 << (width - 1);
    if (n->low >= -limit && n->high < limit && n->low > -FP_FAR) return a;
    if (counts_iterations(exprs, a, width)) return a;
    if (width >= 63 && fp_expr_is_leaf(exprs, a)) return a; /* a whole 64-bit value is what it is */
    fp_expr plain = drop_reductions(exprs, a, width >= 63 ? 0 : 2 * limit);
    n = fp_expr_at(exprs, plain);
    if (n->low >= -limit && n->high < limit && n->low > -FP_FAR) return plain;
    int64_t value;
    if (constant_of(exprs, plain, &value) && width < 63) {
        int64_t low = fp_floor_mod(value, 2 * limit);
        return fp_expr_constant(exprs, low >= limit ? low - 2 * limit : low);
    }
    if (n->op == FP_EXPR_WRAP && n->width <= width) return plain;
    fp_term term = { 1, plain };
    uint64_t zeros = n->bits ? (uint64_t)__builtin_ctzll(n->bits) : 0;
    fp_expr_info info = { .op = FP_EXPR_WRAP,
                          .width = width,
                          .low = -limit,
                          .high = width >= 63 ? FP_FAR : limit - 1,
                          .bits = UINT64_MAX << zeros };
    return fp_expr_make(exprs, info, &term, 1);
}

fp_expr fp_expr_first_lane(struct fp_exprs *exprs, fp_expr a) {
    const fp_expr_info *n = fp_expr_at(exprs, a);
    if (!(n->depends & FP_DEPENDS_PER_THREAD) || n->op == FP_EXPR_FIRST_LANE) return a;
    if (n->op == FP_EXPR_WRAP) {
        uint8_t width = n->width;
        return fp_expr_wrap(exprs, fp_expr_first_lane(exprs, fp_expr_terms(exprs, a)->node), width);
    }
    if (n->op != FP_EXPR_SUM) return fp_expr_make1(exprs, FP_EXPR_FIRST_LANE, 0, a, fp_interval_of(exprs, a), n->bits);
    fp_term copy[FP_SUM_TERMS_MAX];
    uint32_t count = n->term_count;
    memcpy(copy, fp_expr_terms(exprs, a), count * sizeof *copy);
    fp_sum sum;
    fp_sum_start(&sum);
    sum.constant = n->constant;
    for (uint32_t i = 0; i < count; i++)
        fp_sum_add(exprs, &sum, fp_expr_first_lane(exprs, copy[i].node), copy[i].coefficient);
    return fp_sum_finish(exprs, &sum);
}
