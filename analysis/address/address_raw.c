#include "address/address_raw.h"
#include "address/address_loop.h"
#include "address/address_op.h"
#include "address/uniformity.h"

/* ---- Leaves ---- */

fp_expr fp_address_symbol(struct fp_addresses *a, fp_value value, uint32_t instance, int64_t low, int64_t high) {
    return fp_expr_leaf(&a->exprs, (fp_leaf){ .op = FP_EXPR_SYMBOL,
                                              .id = value,
                                              .instance = instance,
                                              .low = low,
                                              .high = high,
                                              .loops = fp_address_loops_of_value(a, value) });
}

fp_expr fp_address_opaque(struct fp_addresses *a, fp_value value) {
    int64_t low, high;
    fp_address_bounds(a, value, &low, &high);
    return fp_expr_leaf(&a->exprs, (fp_leaf){ .op = FP_EXPR_OPAQUE,
                                              .id = value,
                                              .low = low,
                                              .high = high,
                                              .loops = fp_address_loops_of_value(a, value) });
}

fp_expr fp_address_leaf(struct fp_addresses *a, fp_value value) {
    if (fp_address_value_uniformity(a, value).among > FP_UNIFORM_WORKGROUP) return fp_address_opaque(a, value);
    int64_t low, high;
    fp_address_bounds(a, value, &low, &high);
    return fp_address_symbol(a, value, 0, low, high);
}

fp_expr fp_address_thread_id(struct fp_addresses *a, uint32_t dimension) {
    return fp_expr_leaf(&a->exprs,
                        (fp_leaf){ .op = FP_EXPR_THREAD, .id = dimension, .high = a->thread_bound[dimension] - 1 });
}

fp_expr fp_address_linear_thread(struct fp_addresses *a) {
    const uint32_t *block = a->launch.block;
    bool exact = block[0] && !a->launch.upper_bound_only;
    if (!exact && a->may_have_rows) { /* the extents of x and y are not known */
        int64_t last = (int64_t)a->launch.max_threads - 1;
        return fp_expr_leaf(&a->exprs, (fp_leaf){ .op = FP_EXPR_OPAQUE, .id = FP_SYMBOL_LINEAR, .high = last });
    }
    fp_expr node = fp_address_thread_id(a, 0);
    if (!exact) return node;
    node = fp_expr_add(&a->exprs, node, fp_expr_scale(&a->exprs, fp_address_thread_id(a, 1), block[0]));
    return fp_expr_add(&a->exprs, node,
                       fp_expr_scale(&a->exprs, fp_address_thread_id(a, 2), (int64_t)block[0] * block[1]));
}

/* The number of the thread, wave or lane that a mapping names. A wave lies along x. */
static fp_expr mapped_number(struct fp_addresses *a, fp_mapping mapping) {
    fp_expr wave = fp_expr_constant(&a->exprs, a->launch.wave_size ? a->launch.wave_size : 32);
    if (mapping.to == FP_MAPPED_LANE) return fp_expr_floormod(&a->exprs, fp_address_linear_thread(a), wave);
    bool linear = mapping.dimension == FP_DIMENSION_LINEAR;
    fp_expr thread =
        linear ? fp_address_linear_thread(a) : fp_address_thread_id(a, (uint32_t)(mapping.dimension - 'x'));
    bool scaled = mapping.to == FP_MAPPED_WAVE && (linear || mapping.dimension == 'x');
    return scaled ? fp_expr_floordiv(&a->exprs, thread, wave) : thread;
}

fp_expr fp_address_first_iteration(struct fp_addresses *a, fp_loop_id id) {
    fp_loop_info info = a->loops.data[id].info;
    if (info.thread_stride < 0 || !info.mapping.dimension) return FP_EXPR_NONE;
    fp_expr number = mapped_number(a, info.mapping);
    if (info.row_below > 1) number = fp_expr_floordiv(&a->exprs, number, fp_expr_constant(&a->exprs, info.row_below));
    if (info.row_extent) number = fp_expr_floormod(&a->exprs, number, fp_expr_constant(&a->exprs, info.row_extent));
    return number;
}

fp_expr fp_address_thread_iteration(struct fp_addresses *a, fp_loop_id id) {
    fp_expr first = fp_address_first_iteration(a, id);
    if (first == FP_EXPR_NONE) return first;
    int64_t stride = a->loops.data[id].info.thread_stride;
    return fp_expr_add(&a->exprs, first, fp_expr_scale(&a->exprs, a->loops.data[id].iteration, stride));
}

/* ---- Values ---- */

fp_expr fp_address_need(struct fp_addresses *a, fp_value value) {
    if (value >= a->ir->value_count) return fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, -FP_FAR, FP_FAR, 0);
    if (a->values[value]) return a->values[value] - 1;
    *FP_PUSH(a->keep, &a->pending) = value;
    return FP_EXPR_NONE;
}

/* A value whose operands are not ready waits on the pending stack below them; one that is reached while it waits stands
 * in a cycle that no loop explains, and becomes a leaf. */
fp_expr fp_address_value(struct fp_addresses *a, fp_value value) {
    if (value >= a->ir->value_count) return fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, -FP_FAR, FP_FAR, 0);
    uint32_t bottom = a->pending.len;
    a->depth++;
    if (!a->values[value]) *FP_PUSH(a->keep, &a->pending) = value;
    while (a->pending.len > bottom) {
        fp_value top = a->pending.data[a->pending.len - 1];
        uint32_t height = a->pending.len;
        if (!a->values[top]) {
            fp_expr node;
            if (a->waiting[top] && a->waiting[top] != height) {
                node = fp_address_opaque(a, top); /* asked for by something that it waits for */
            } else {
                a->waiting[top] = height;
                node = a->make(a, top);
            }
            if (node == FP_EXPR_NONE && a->pending.len > height) continue;
            a->values[top] = (node == FP_EXPR_NONE ? fp_address_opaque(a, top) : node) + 1;
        }
        a->pending.len = height - 1;
    }
    a->depth--;
    return a->values[value] - 1;
}
