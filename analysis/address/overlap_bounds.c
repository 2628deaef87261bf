/* overlap_bounds.c - the first and last byte of an access as expressions of symbols, under its guards: `tid < s`
 * bounds tid by s - 1, whatever s is. */
#include "address/expr_build.h"
#include "address/overlap.h"
#include <string.h>

enum { BOUNDS_MAX = 8, GUARD_FORMS_MAX = 16 };
typedef struct {
    fp_expr low[BOUNDS_MAX], high[BOUNDS_MAX];
    uint32_t low_count, high_count;
} bounds;

/* A guard as forms that are <= 0. */
static uint32_t forms_of(struct fp_addresses *a, fp_guards guards, fp_expr *forms) {
    uint32_t count = 0;
    fp_guard_set set = a->guard_sets.data[guards];
    for (uint32_t i = 0; i < set.count && count + 2 <= GUARD_FORMS_MAX; i++) {
        fp_guard g = a->guard_lists.data[set.first + i];
        const fp_expr_info *n = fp_expr_at(&a->exprs, g.node);
        if (n->op == FP_EXPR_NEGATIVE) {
            fp_expr term = fp_expr_terms(&a->exprs, g.node)->node;
            forms[count++] = g.negated ? fp_expr_scale(&a->exprs, term, -1) : fp_expr_offset(&a->exprs, term, 1);
        } else if (n->op == FP_EXPR_ZERO && !g.negated) {
            fp_expr term = fp_expr_terms(&a->exprs, g.node)->node;
            forms[count++] = term;
            forms[count++] = fp_expr_scale(&a->exprs, term, -1);
        }
    }
    return count;
}

/* The node with its terms over thread ids replaced by their greatest (`high`) or least value; FP_EXPR_NONE: they have
 * none. */
static fp_expr without_threads(struct fp_addresses *a, fp_expr node, bool high) {
    fp_expr threads, uniform;
    fp_expr_split(&a->exprs, node, &threads, &uniform);
    const fp_expr_info *n = fp_expr_at(&a->exprs, threads);
    if (high ? n->high >= FP_FAR : n->low <= -FP_FAR) return FP_EXPR_NONE;
    return fp_expr_offset(&a->exprs, uniform, high ? n->high : n->low);
}

static int64_t coefficient_of(const struct fp_addresses *a, fp_expr node, fp_expr atom) {
    fp_term single;
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(&a->exprs, node, &single, &count, &constant);
    for (uint32_t i = 0; i < count; i++)
        if (terms[i].node == atom) return terms[i].coefficient;
    return 0;
}

static void add_bound(struct fp_addresses *a, bounds *b, fp_expr node, bool high) {
    fp_expr bound = without_threads(a, node, high);
    uint32_t *count = high ? &b->high_count : &b->low_count;
    if (bound != FP_EXPR_NONE && *count < BOUNDS_MAX) (high ? b->high : b->low)[(*count)++] = bound;
}

static bounds bounds_of(struct fp_addresses *a, const fp_problem_side *side) {
    bounds b = { .low_count = 0 };
    fp_expr forms[GUARD_FORMS_MAX], threads, uniform;
    uint32_t count = forms_of(a, side->guards, forms);
    add_bound(a, &b, side->address, true);
    add_bound(a, &b, side->address, false);
    fp_expr_split(&a->exprs, side->address, &threads, &uniform);
    fp_term single, copy[FP_SUM_TERMS_MAX];
    uint32_t terms;
    int64_t constant;
    const fp_term *own = fp_sum_view(&a->exprs, threads, &single, &terms, &constant);
    memcpy(copy, own, terms * sizeof *copy);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t t = 0; t < terms; t++) {
            int64_t in_guard = coefficient_of(a, forms[i], copy[t].node);
            if (in_guard == 0 || copy[t].coefficient % in_guard != 0) continue;
            int64_t k =
                copy[t].coefficient / in_guard; /* form <= 0: address <= address - k form for k > 0, >= for k < 0 */
            add_bound(a, &b, fp_expr_sub(&a->exprs, side->address, fp_expr_scale(&a->exprs, forms[i], k)), k > 0);
        }
    }
    return b;
}

/* Is `low` at least `gap` above `high`? Equal symbols cancel. */
static bool above(struct fp_addresses *a, fp_expr low, fp_expr high, int64_t gap) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, fp_expr_sub(&a->exprs, low, high));
    return n->low > -FP_FAR && n->low >= gap;
}

bool fp_overlap_bounds(struct fp_addresses *a, const fp_problem *problem) {
    if (problem->modular) return false;
    bounds side[2];
    int64_t first[2] = { INT64_MAX, INT64_MAX }, last[2] = { INT64_MIN, INT64_MIN };
    for (int i = 0; i < 2; i++) {
        const fp_footprint_info *f = problem->side[i].footprint;
        side[i] = bounds_of(a, &problem->side[i]);
        for (uint32_t k = 0; k < f->segment_count; k++) {
            int64_t segment = a->segments.data[f->first_segment + k];
            if (segment < first[i]) first[i] = segment;
            if (segment + f->width > last[i]) last[i] = segment + f->width;
        }
    }
    for (int i = 0; i < 2; i++)
        for (uint32_t x = 0; x < side[i].low_count; x++)
            for (uint32_t y = 0; y < side[!i].high_count; y++)
                if (above(a, side[i].low[x], side[!i].high[y], last[!i] - first[i])) return true;
    return false;
}
