/* expr_period.c - periods, bottom up. */
#include "address/expr_period.h"
#include "address/expr_build.h"

enum { MEMO_SIZE = 128, STEPS_MAX = 2048 };
struct finder {
    struct fp_exprs *exprs;
    fp_expr leaf;
    uint64_t bit;
    uint32_t steps; /* nodes looked at: the memo forgets what shares a slot */
    struct {
        fp_expr node;
        fp_period period;
        bool used;
    } memo[MEMO_SIZE];
};

static const fp_period none = { 0, 0, 0 }, constant = { 1, 0, 0 };

static int64_t common_length(int64_t a, int64_t b) {
    int64_t length = a / fp_gcd(a, b) * b;
    return length <= FP_PERIOD_MAX ? length : 0;
}

static fp_period find(struct finder *f, fp_expr node);

/* All operands come back: so does whatever is computed from them. */
static fp_period returning(struct finder *f, fp_expr node) {
    fp_period p = constant;
    for (uint32_t i = 0; i < fp_expr_at(f->exprs, node)->term_count && p.length; i++) {
        fp_period t = find(f, fp_expr_terms(f->exprs, node)[i].node);
        if (t.length == 0 || t.gain != 0) return none;
        p.length = common_length(p.length, t.length);
        if (t.start > p.start) p.start = t.start;
    }
    return p;
}

static fp_period of_sum(struct finder *f, fp_expr node) {
    fp_period p = constant;
    for (uint32_t i = 0; i < fp_expr_at(f->exprs, node)->term_count; i++) {
        fp_term term = fp_expr_terms(f->exprs, node)[i];
        fp_period t = find(f, term.node);
        if (t.length == 0) return none;
        int64_t length = common_length(p.length, t.length), gain, more;
        if (length == 0 || __builtin_mul_overflow(t.gain, term.coefficient, &gain) ||
            __builtin_mul_overflow(gain, length / t.length, &gain) ||
            __builtin_mul_overflow(p.gain, length / p.length, &more) || __builtin_add_overflow(gain, more, &p.gain))
            return none;
        p.length = length;
        if (t.start > p.start) p.start = t.start;
    }
    return p;
}

/* Both come back: so does what is computed from both. */
static fp_period both_return(fp_period a, fp_period b) {
    return (fp_period){ common_length(a.length, b.length), 0, a.start > b.start ? a.start : b.start };
}

/* When the number modulo m comes back: sums and products of the leaf do after m values, whatever their factors are. */
static fp_period modulo(struct finder *f, fp_expr node, int64_t m) {
    const fp_expr_info *n = fp_expr_at(f->exprs, node);
    if (m > FP_PERIOD_MAX || f->steps++ > STEPS_MAX) return none;
    if (node == f->leaf) return (fp_period){ m, 0, 0 };
    if (n->op == FP_EXPR_SUM || n->op == FP_EXPR_PRODUCT) {
        fp_period p = constant;
        for (uint32_t i = 0; i < fp_expr_at(f->exprs, node)->term_count && p.length; i++) {
            fp_period term = modulo(f, fp_expr_terms(f->exprs, node)[i].node, m);
            p = term.length ? both_return(p, term) : none;
        }
        return p;
    }
    fp_period p = find(f, node);
    if (p.length == 0 || p.gain == 0) return p;
    return both_return((fp_period){ p.length, 0, p.start }, (fp_period){ p.length * (m / fp_gcd(m, p.gain)), 0, 0 });
}

/* a mod m and a div m, rounding down. (iteration * trips + 1) mod 3 comes back after 3 iterations. */
static fp_period of_division(struct finder *f, fp_expr a, int64_t m, bool remainder) {
    fp_period t = find(f, a);
    if (t.length == 0 && remainder) return modulo(f, a, m);
    if (t.length == 0 || t.gain == 0) return t;
    int64_t factor = m / fp_gcd(m, t.gain), length;
    if (__builtin_mul_overflow(t.length, factor, &length) || length > FP_PERIOD_MAX) return none;
    return (fp_period){ length, remainder ? 0 : t.gain / fp_gcd(m, t.gain), t.start };
}

static bool is_power_of_two(uint64_t value) { return value && (value & (value - 1)) == 0; }

static fp_period of_bits(struct finder *f, fp_expr node) {
    fp_period both = returning(f, node);
    if (both.length) return both;
    const fp_expr_info *n = fp_expr_at(f->exprs, node);
    fp_expr a = fp_expr_terms(f->exprs, node)[0].node, b = fp_expr_terms(f->exprs, node)[1].node;
    fp_period p = find(f, a), q = find(f, b);
    if (q.length && q.gain != 0) { /* only one of them may move */
        fp_period swap = p;
        p = q;
        q = swap;
        b = a;
    }
    const fp_expr_info *low = fp_expr_at(f->exprs, b);
    if (p.length == 0 || q.length == 0 || q.gain != 0 || low->low < 0 || low->high >= FP_FAR) return none;
    uint64_t reach = fp_bits_up_to(low->bits) + 1; /* b < 2^k */
    if (!is_power_of_two(reach) || reach >= (uint64_t)FP_FAR) return none;
    int64_t length = common_length(p.length, q.length);
    for (int64_t times = 1; length && length * times <= FP_PERIOD_MAX; times++) {
        int64_t gain = p.gain * (length / p.length) * times;
        if (gain % (int64_t)reach) continue;
        if (n->op == FP_EXPR_AND) gain = 0;
        return (fp_period){ length * times, gain, p.start > q.start ? p.start : q.start };
    }
    return none;
}

/* Which entry is read, as the index moves. */
static fp_period of_index(struct finder *f, fp_expr node) {
    fp_expr index = fp_expr_terms(f->exprs, node)->node;
    fp_period at = find(f, index);
    const fp_expr_info *n = fp_expr_at(f->exprs, node);
    int64_t period = n->term_count - 1 - n->id;
    if (at.length == 0 && n->width && n->id == 0 && fp_expr_at(f->exprs, index)->low >= 0)
        return modulo(f, index, period);
    if (at.length == 0 || at.gain == 0) return at;
    if (!n->width || at.gain < 0) return none;
    int64_t factor = period / fp_gcd(period, at.gain), length = at.length * factor;
    /* From the leaf's first value on the index is `least` at least, and has passed the prefix so many gains later. */
    int64_t least = fp_expr_at(f->exprs, index)->low, prefix = n->id;
    int64_t first = fp_expr_at(f->exprs, f->leaf)->low > at.start ? fp_expr_at(f->exprs, f->leaf)->low : at.start;
    if (length > FP_PERIOD_MAX || first > FP_PERIOD_MAX || least < 0) return none;
    int64_t gains = least < prefix ? (prefix - least + at.gain - 1) / at.gain : 0;
    return (fp_period){ length, 0, gains ? first + gains * at.length : at.start };
}

static fp_period of_table(struct finder *f, fp_expr node) {
    fp_period p = of_index(f, node);
    for (uint32_t i = 1; i < fp_expr_at(f->exprs, node)->term_count && p.length; i++) {
        fp_period entry = find(f, fp_expr_terms(f->exprs, node)[i].node);
        if (entry.length == 0 || entry.gain != 0) return none;
        p = both_return(p, entry);
    }
    return p;
}

static fp_period compute(struct finder *f, fp_expr node) {
    const fp_expr_info *n = fp_expr_at(f->exprs, node);
    switch ((fp_expr_op)n->op) {
    case FP_EXPR_SUM: return of_sum(f, node);
    case FP_EXPR_DIV:
    case FP_EXPR_MOD: return of_division(f, fp_expr_terms(f->exprs, node)->node, n->constant, n->op == FP_EXPR_MOD);
    case FP_EXPR_WRAP:
        return n->width < 32 ? of_division(f, fp_expr_terms(f->exprs, node)->node, (int64_t)1 << n->width, true)
                             : returning(f, node);
    case FP_EXPR_AND:
    case FP_EXPR_OR:
    case FP_EXPR_XOR: return of_bits(f, node);
    case FP_EXPR_TABLE: return of_table(f, node);
    case FP_EXPR_FIRST_LANE: return find(f, fp_expr_terms(f->exprs, node)->node);
    case FP_EXPR_PRODUCT:
    case FP_EXPR_FLOORDIV:
    case FP_EXPR_FLOORMOD:
    case FP_EXPR_QUOTIENT:
    case FP_EXPR_REMAINDER:
    case FP_EXPR_SHL:
    case FP_EXPR_SHR:
    case FP_EXPR_MIN:
    case FP_EXPR_MAX:
    case FP_EXPR_NEGATIVE:
    case FP_EXPR_ZERO:
    case FP_EXPR_BELOW:
    case FP_EXPR_SELECT:
    case FP_EXPR_UNSIGNED: return returning(f, node);
    case FP_EXPR_CONSTANT:
    case FP_EXPR_THREAD:
    case FP_EXPR_ITER:
    case FP_EXPR_MORE:
    case FP_EXPR_STEP:
    case FP_EXPR_TRIPS:
    case FP_EXPR_EXIT:
    case FP_EXPR_SYMBOL:
    case FP_EXPR_OPAQUE:
    case FP_EXPR_BASE:
    case FP_EXPR_CARRIED: break;
    }
    return constant;
}

static fp_period find(struct finder *f, fp_expr node) {
    if (node == f->leaf) return (fp_period){ 1, 1, 0 };
    if (!(fp_expr_at(f->exprs, node)->leaves & f->bit) || fp_expr_is_leaf(f->exprs, node)) return constant;
    uint32_t slot = node % MEMO_SIZE;
    if (f->memo[slot].used && f->memo[slot].node == node) return f->memo[slot].period;
    if (f->steps++ > STEPS_MAX) return none;
    fp_period period = compute(f, node);
    f->memo[slot].node = node;
    f->memo[slot].period = period;
    f->memo[slot].used = true;
    return period;
}

fp_period fp_period_of(struct fp_exprs *exprs, fp_expr node, fp_expr leaf) {
    struct finder f;
    f.exprs = exprs;
    f.leaf = leaf;
    f.steps = 0;
    f.bit = fp_expr_leaf_bit((fp_expr_op)fp_expr_at(exprs, leaf)->op, fp_expr_at(exprs, leaf)->id);
    for (uint32_t i = 0; i < MEMO_SIZE; i++) f.memo[i].used = false;
    return find(&f, node);
}
