/* address_iteration.c - values and addresses in one iteration of a loop, where they are one number each. */
#include "address/address_raw.h"
#include "address/address_resolve.h"
#include "address/address_state.h"

struct one_iteration {
    struct fp_exprs *exprs;
    fp_loop_id loop;
    uint32_t iteration;
};

static fp_expr settle(void *context, fp_expr leaf) {
    const struct one_iteration *in = context;
    const fp_expr_info *n = fp_expr_at(in->exprs, leaf);
    return n->op == FP_EXPR_ITER && n->id == in->loop ? fp_expr_constant(in->exprs, in->iteration) : leaf;
}

static fp_expr in_iteration(struct fp_addresses *a, fp_expr node, fp_loop_id loop, uint32_t iteration) {
    struct one_iteration in = { &a->exprs, loop, iteration };
    return fp_expr_substitute(&a->exprs, fp_address_resolve(a, node, loop),
                              &(fp_substitution){ settle, &in, UINT64_MAX });
}

static bool is_number(const struct fp_addresses *a, fp_expr node, int64_t *result) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, node);
    *result = n->constant;
    return n->op == FP_EXPR_CONSTANT;
}

bool fp_addresses_range(struct fp_addresses *a, fp_value value, fp_loop_id loop, int64_t *low, int64_t *high) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, fp_address_resolve(a, fp_address_value(a, value), loop));
    *low = n->low;
    *high = n->high;
    return n->low > -FP_FAR && n->high < FP_FAR;
}

bool fp_addresses_value_in(struct fp_addresses *a, fp_value value, fp_loop_id loop, uint32_t iteration,
                           int64_t *result) {
    return value < a->ir->value_count &&
           is_number(a, in_iteration(a, fp_address_value(a, value), loop, iteration), result);
}

bool fp_footprints_apart(struct fp_addresses *a, fp_in_iteration x, fp_in_iteration y, int64_t *bytes) {
    if (!x.footprint || !y.footprint) return false;
    fp_expr from = in_iteration(a, a->footprints.data[x.footprint].address, x.loop, x.iteration);
    fp_expr to = in_iteration(a, a->footprints.data[y.footprint].address, y.loop, y.iteration);
    return is_number(a, fp_expr_sub(&a->exprs, to, from), bytes);
}
