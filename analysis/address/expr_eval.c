/* expr_eval.c - evaluation of nodes, all threads at once or one assignment. */
#include "address/expr_eval.h"
#include "address/expr_build.h"
#include <assert.h>

/* One operation on numbers; false: undefined. Sums and products wrap at 64 bits like the machine. */
static inline bool operate(const fp_expr_info *n, int64_t a, int64_t b, int64_t c, int64_t *result) {
    switch ((fp_expr_op)n->op) {
    case FP_EXPR_DIV: *result = fp_floor_div(a, n->constant); return true;
    case FP_EXPR_MOD: *result = fp_floor_mod(a, n->constant); return true;
    case FP_EXPR_FLOORDIV:
    case FP_EXPR_FLOORMOD:
    case FP_EXPR_QUOTIENT:
    case FP_EXPR_REMAINDER:
        if (b == 0 || (b == -1 && a == INT64_MIN)) return false;
        *result = n->op == FP_EXPR_FLOORDIV   ? fp_floor_div(a, b)
                  : n->op == FP_EXPR_FLOORMOD ? fp_floor_mod(a, b)
                  : n->op == FP_EXPR_QUOTIENT ? a / b
                                              : a % b;
        return true;
    case FP_EXPR_AND: *result = a & b; return true;
    case FP_EXPR_OR: *result = a | b; return true;
    case FP_EXPR_XOR: *result = a ^ b; return true;
    case FP_EXPR_SHL: *result = (int64_t)((uint64_t)a << (b & 63)); return b >= 0 && b < 64;
    case FP_EXPR_SHR: *result = a < 0 ? ~(~a >> (b & 63)) : a >> (b & 63); return b >= 0 && b < 64;
    case FP_EXPR_MIN: *result = a < b ? a : b; return true;
    case FP_EXPR_MAX: *result = a > b ? a : b; return true;
    case FP_EXPR_NEGATIVE: *result = a < 0; return true;
    case FP_EXPR_ZERO: *result = a == 0; return true;
    case FP_EXPR_BELOW: *result = (uint64_t)a < (uint64_t)b; return true;
    case FP_EXPR_SELECT: *result = a ? b : c; return true;
    case FP_EXPR_WRAP: {
        if (n->width >= 64) {
            *result = a;
            return true;
        }
        uint64_t sign = (uint64_t)1 << (n->width - 1), low = (uint64_t)a & (2 * sign - 1);
        *result = (int64_t)((low ^ sign) - sign);
        return true;
    }
    case FP_EXPR_UNSIGNED: *result = a; return a >= 0;
    case FP_EXPR_SUM:
    case FP_EXPR_PRODUCT:
    case FP_EXPR_TABLE:
    case FP_EXPR_FIRST_LANE:
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
    return false;
}

/* Index of the entry of a table node, counted from its first term; 0: there is none. */
static uint32_t table_entry(const fp_expr_info *n, int64_t at) {
    int64_t count = n->term_count - 1, prefix = n->id;
    if (at >= count && n->width) at = prefix + (at - prefix) % (count - prefix);
    return at >= 0 && at < count ? (uint32_t)at + 1 : 0;
}

bool fp_expr_evaluates(const struct fp_exprs *exprs, fp_expr node) {
    return !(fp_expr_at(exprs, node)->depends & (FP_DEPENDS_OPAQUE | FP_DEPENDS_SYMBOL | FP_DEPENDS_CARRIED));
}

/* ---- All threads ---- */

struct evaluation {
    fp_eval_pool *pool;
    struct fp_exprs *exprs;
    const fp_threads *threads;
    uint8_t *skipped;
    uint32_t first; /* array of the pool that holds the first node's values */
    fp_expr done[FP_EVAL_NODES_MAX];
    bool failed;
};

static const int64_t *evaluate(struct evaluation *e, fp_expr node);

static void evaluate_sum(struct evaluation *e, const fp_expr_info *n, int64_t *out) {
    uint32_t count = e->threads->count;
    for (uint32_t t = 0; t < count; t++) out[t] = n->constant;
    for (uint32_t i = 0; i < n->term_count && !e->failed; i++) {
        fp_term term = e->exprs->terms.data[n->first_term + i];
        const int64_t *values = evaluate(e, term.node);
        uint64_t coefficient = (uint64_t)term.coefficient;
        for (uint32_t t = 0; t < count; t++) out[t] = (int64_t)((uint64_t)out[t] + coefficient * (uint64_t)values[t]);
    }
}

static void evaluate_table(struct evaluation *e, const fp_expr_info *n, int64_t *out) {
    const int64_t *at = evaluate(e, e->exprs->terms.data[n->first_term].node), *entries[FP_TABLE_MAX + 1];
    for (uint32_t i = 1; i < n->term_count; i++) entries[i] = evaluate(e, e->exprs->terms.data[n->first_term + i].node);
    for (uint32_t t = 0; t < e->threads->count && !e->failed; t++) {
        uint32_t entry = table_entry(n, at[t]);
        if (entry)
            out[t] = entries[entry][t];
        else
            e->skipped[t] = 1;
    }
}

/* Loops over threads stand inside of the switch, where the compiler can vectorise them. */
static void evaluate_operation(struct evaluation *e, const fp_expr_info *n, int64_t *out) {
    const fp_term *terms = e->exprs->terms.data + n->first_term;
    uint32_t count = e->threads->count;
    const int64_t *a = evaluate(e, terms[0].node);
    const int64_t *b = n->term_count > 1 ? evaluate(e, e->exprs->terms.data[n->first_term + 1].node) : a;
    const int64_t *c = n->term_count > 2 ? evaluate(e, e->exprs->terms.data[n->first_term + 2].node) : a;
    if (e->failed) return;
    if (n->op == FP_EXPR_MOD && (n->constant & (n->constant - 1)) == 0) {
        for (uint32_t t = 0; t < count; t++) out[t] = a[t] & (n->constant - 1);
    } else if (n->op == FP_EXPR_DIV && (n->constant & (n->constant - 1)) == 0) {
        int shift = __builtin_ctzll((uint64_t)n->constant);
        for (uint32_t t = 0; t < count; t++) out[t] = a[t] < 0 ? ~(~a[t] >> shift) : a[t] >> shift;
    } else if (n->op == FP_EXPR_XOR) {
        for (uint32_t t = 0; t < count; t++) out[t] = a[t] ^ b[t];
    } else if (n->op == FP_EXPR_PRODUCT) {
        for (uint32_t t = 0; t < count; t++) out[t] = (int64_t)((uint64_t)a[t] * (uint64_t)b[t]);
        for (uint32_t i = 2; i < n->term_count && !e->failed; i++) {
            const int64_t *factor = evaluate(e, e->exprs->terms.data[n->first_term + i].node);
            for (uint32_t t = 0; t < count; t++) out[t] = (int64_t)((uint64_t)out[t] * (uint64_t)factor[t]);
        }
    } else if (n->op == FP_EXPR_FIRST_LANE) {
        for (uint32_t t = 0; t < count; t++) out[t] = a[t - t % e->threads->wave];
    } else {
        for (uint32_t t = 0; t < count; t++) {
            if (operate(n, a[t], b[t], c[t], &out[t])) continue;
            if (n->op == FP_EXPR_UNSIGNED) e->failed = true; /* defined, but too large for the numbers here */
            e->skipped[t] = 1;
            out[t] = 0;
        }
    }
}

static const int64_t *evaluate(struct evaluation *e, fp_expr node) {
    fp_eval_pool *pool = e->pool;
    for (uint32_t i = pool->used; i-- > e->first;)
        if (e->done[i] == node) return pool->arrays[i];
    fp_expr_info n = *fp_expr_at(e->exprs, node);
    if (n.op == FP_EXPR_THREAD && e->threads->id[n.id]) return e->threads->id[n.id];
    bool leaf = n.op != FP_EXPR_CONSTANT && fp_expr_is_leaf(e->exprs, node);
    if ((leaf && !e->threads->leaf) || pool->used == FP_EVAL_NODES_MAX ||
        (n.op == FP_EXPR_FIRST_LANE && !e->threads->wave)) {
        e->failed = true;
        return pool->arrays[0];
    }
    uint32_t own = pool->used++;
    if (!pool->arrays[own]) pool->arrays[own] = FP_NEW(pool->keep, int64_t, pool->room);
    e->done[own] = FP_EXPR_NONE; /* not yet */
    if (leaf)
        e->failed |= !e->threads->leaf(e->threads->context, node, pool->arrays[own]);
    else if (n.op == FP_EXPR_CONSTANT || n.op == FP_EXPR_SUM)
        evaluate_sum(e, &n, pool->arrays[own]);
    else if (n.op == FP_EXPR_TABLE)
        evaluate_table(e, &n, pool->arrays[own]);
    else
        evaluate_operation(e, &n, pool->arrays[own]);
    e->done[own] = node;
    return pool->arrays[own];
}

const int64_t *fp_expr_evaluate(fp_eval_pool *pool, struct fp_exprs *exprs, fp_expr node, const fp_threads *threads,
                                uint8_t *skipped) {
    assert(threads->count <= pool->room);
    if (!pool->arrays[0]) pool->arrays[0] = FP_NEW(pool->keep, int64_t, pool->room);
    struct evaluation e;
    e.pool = pool;
    e.exprs = exprs;
    e.threads = threads;
    e.skipped = skipped;
    e.first = pool->used;
    e.failed = false;
    const int64_t *values = evaluate(&e, node);
    return e.failed ? NULL : values;
}

/* ---- One assignment ---- */

static bool value_of(struct fp_exprs *exprs, fp_expr node, const fp_assignment *assignment, uint32_t *budget,
                     int64_t *value) {
    const fp_expr_info *n = fp_expr_at(exprs, node);
    const fp_term *terms = exprs->terms.data + n->first_term;
    if ((*budget)-- == 0) {
        *budget = 0;
        return false;
    }
    if (n->op == FP_EXPR_CONSTANT) {
        *value = n->constant;
        return true;
    }
    if (fp_expr_is_leaf(exprs, node)) return assignment->leaf(assignment->context, node, value);
    if (n->op == FP_EXPR_FIRST_LANE)
        return assignment->first_lane && value_of(exprs, terms[0].node, assignment->first_lane, budget, value);
    if (n->op == FP_EXPR_SUM || n->op == FP_EXPR_PRODUCT) {
        uint64_t total = n->op == FP_EXPR_SUM ? (uint64_t)n->constant : 1;
        for (uint32_t i = 0; i < n->term_count; i++) {
            int64_t term;
            if (!value_of(exprs, terms[i].node, assignment, budget, &term)) return false;
            if (n->op == FP_EXPR_SUM)
                total += (uint64_t)terms[i].coefficient * (uint64_t)term;
            else
                total *= (uint64_t)term;
        }
        *value = (int64_t)total;
        return true;
    }
    int64_t operands[3] = { 0, 0, 0 };
    if (!value_of(exprs, terms[0].node, assignment, budget, &operands[0])) return false;
    if (n->op == FP_EXPR_TABLE) {
        uint32_t entry = table_entry(n, operands[0]);
        return entry && value_of(exprs, terms[entry].node, assignment, budget, value);
    }
    for (uint32_t i = 1; i < n->term_count; i++)
        if (!value_of(exprs, terms[i].node, assignment, budget, &operands[i])) return false;
    return operate(n, operands[0], operands[1], operands[2], value);
}

bool fp_expr_value(struct fp_exprs *exprs, fp_expr node, const fp_assignment *assignment, int64_t *value) {
    uint32_t budget = 1 << 14; /* shared operands are visited once per use */
    return value_of(exprs, node, assignment, &budget, value);
}
