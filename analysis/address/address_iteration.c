/* address_iteration.c - values and addresses in one iteration of a loop, where they are one number each. */
#include "address/address_state.h"

struct one_iteration { struct fp_slice *slice; fp_loop_id loop; uint32_t iteration; };

static fp_node settle(void *context, fp_node leaf) {
    const struct one_iteration *in = context;
    const fp_node_info *n = fp_slice_node(in->slice, leaf);
    return n->op == FP_NODE_ITER && n->id == in->loop ? fp_slice_constant(in->slice, in->iteration) : leaf;
}

static fp_node in_iteration(struct fp_addresses *a, fp_node node, fp_loop_id loop, uint32_t iteration) {
    struct one_iteration in = { &a->slice, loop, iteration };
    return fp_slice_substitute(&a->slice, fp_address_resolve(a, node, loop), &(fp_substitution){ settle, &in, UINT64_MAX });
}

static bool is_number(const struct fp_addresses *a, fp_node node, int64_t *result) {
    const fp_node_info *n = fp_slice_node(&a->slice, node);
    *result = n->constant;
    return n->op == FP_NODE_CONSTANT;
}

bool fp_addresses_value_in(struct fp_addresses *a, fp_value value, fp_loop_id loop, uint32_t iteration, int64_t *result) {
    return value < a->ir->value_count && is_number(a, in_iteration(a, fp_address_value(a, value), loop, iteration), result);
}

bool fp_footprints_apart(struct fp_addresses *a, fp_in_iteration x, fp_in_iteration y, int64_t *bytes) {
    if (!x.footprint || !y.footprint) return false;
    fp_node from = in_iteration(a, a->footprints.data[x.footprint].address, x.loop, x.iteration);
    fp_node to = in_iteration(a, a->footprints.data[y.footprint].address, y.loop, y.iteration);
    return is_number(a, fp_slice_sub(&a->slice, to, from), bytes);
}
