#include "address/address_argument.h"
#include "address/address_loop.h"
#include "address/address_merge.h"
#include "address/address_op.h"
#include "address/address_raw.h"
#include "address/address_type.h"
#include "address/address_view.h"

static fp_expr induction(struct fp_addresses *a, fp_loop_id id, fp_value value) {
    fp_loop_info info = a->loops.data[id].info;
    struct fp_exprs *s = &a->exprs;
    fp_expr lower = info.lower_known        ? fp_expr_constant(s, info.lower_constant)
                    : info.lower == FP_NONE ? 0
                                            : fp_address_need(a, info.lower);
    if (lower == FP_EXPR_NONE) return lower;
    if (info.threads) {
        fp_expr number = fp_address_thread_iteration(a, id);
        if (number == FP_EXPR_NONE) return fp_address_opaque(a, value);
        fp_expr step = info.step_known        ? fp_expr_constant(s, info.step_constant)
                       : info.step == FP_NONE ? FP_EXPR_NONE
                                              : fp_address_need(a, info.step);
        return step == FP_EXPR_NONE ? step : fp_expr_add(s, lower, fp_expr_mul(s, number, step));
    }
    if (!info.step_known || (!info.lower_known && info.lower == FP_NONE)) return fp_address_leaf(a, value);
    const fp_op_info *row = info.op == FP_NONE ? NULL : a->ir->ops[info.op].info;
    bool inside_only =
        info.block_count == 0 && row && row->region != FP_REGION_WHILE; /* nothing behind the loop can name its iv */
    return fp_expr_add(
        s, lower,
        fp_expr_scale(s, inside_only ? a->loops.data[id].iteration : a->loops.data[id].head, info.step_constant));
}

/* An id or a size of the launch that nothing tells: equal wherever it is read. */
static fp_expr launch_symbol(struct fp_addresses *a, uint32_t id, int64_t low) {
    return fp_expr_leaf(&a->exprs, (fp_leaf){ .op = FP_EXPR_SYMBOL, .id = id, .low = low, .high = INT32_MAX });
}

static fp_expr launch_argument(struct fp_addresses *a, fp_value value) {
    uint32_t index = a->ir->values[value].index, dimension = index % 3;
    if (index < 3) return launch_symbol(a, FP_SYMBOL_BLOCK_ID + dimension, 0);
    if (index < 6) return fp_address_thread_id(a, dimension);
    if (index < 9) return launch_symbol(a, FP_SYMBOL_GRID_DIM + dimension, 0);
    if (index < 12 && a->launch.block[0] && !a->launch.upper_bound_only)
        return fp_expr_constant(&a->exprs, a->launch.block[dimension]);
    if (index < 12) return launch_symbol(a, FP_SYMBOL_BLOCK_DIM + dimension, 1);
    return fp_address_leaf(a, value);
}

/* What the argument is of a region that runs once, before its loop is left; NULL: it is none of such a region. */
static const fp_use *start_of_left_loop(const struct fp_addresses *a, const fp_value_info *argument) {
    fp_op loop = a->ir->blocks[argument->block].op;
    if (loop == FP_NONE || argument->block != fp_ir_region(a->ir, loop, 0)) return NULL;
    return fp_address_left_start(a, loop, argument->index);
}

fp_expr fp_address_block_argument(struct fp_addresses *a, fp_value value) {
    const fp_value_info *v = &a->ir->values[value];
    fp_op owner = a->ir->blocks[v->block].op;
    const fp_op_info *row = owner == FP_NONE ? NULL : a->ir->ops[owner].info;
    for (fp_map_probe p = fp_map_find(&a->loops_by_body, v->block); fp_map_next(&p);) {
        const fp_loop_state *loop = &a->loops.data[p.value];
        if (loop->info.body != v->block) continue;
        if (loop->info.has_iv && loop->info.iv_argument == v->index) return induction(a, p.value, value);
        if (loop->info.yield_count && v->index >= loop->first_slot &&
            v->index - loop->first_slot < loop->info.yield_count)
            return fp_address_carried(a, p.value, v->index - loop->first_slot);
    }
    const fp_use *start = start_of_left_loop(a, v);
    if (start) return fp_address_need(a, start->value);
    bool entry = row && v->block == fp_ir_region(a->ir, owner, 0);
    if (row && row->region == FP_REGION_WHILE && v->block == fp_ir_region(a->ir, owner, 1)) {
        fp_op last = a->ir->blocks[fp_ir_region(a->ir, owner, 0)].last;
        if (last != FP_NONE && v->index + 1 < a->ir->ops[last].use_count)
            return fp_address_need(a, a->ir->uses[a->ir->ops[last].first_use + v->index + 1].value);
    }
    if (entry && (owner == a->function || row->region == FP_REGION_FUNC || row->region == FP_REGION_LAUNCH)) {
        if (fp_address_is_buffer(fp_ir_value_type(a->ir, value))) return fp_address_buffer_argument(a, value);
        if (row->region == FP_REGION_LAUNCH) return launch_argument(a, value);
        return owner != a->function || fp_address_is_uniform_parameter(a, v->index) ? fp_address_leaf(a, value)
                                                                                    : fp_address_opaque(a, value);
    }
    bool is_partition = row && row->region == FP_REGION_PARTITIONS;
    const fp_use *captures = is_partition ? fp_ir_captures(a->ir, v->block) : NULL;
    if (captures) return fp_address_need(a, captures[v->index].value);
    uint32_t ways;
    (void)fp_address_edges_to(a, v->block, &ways);
    if (ways) return fp_address_merged(a, value);
    return fp_address_is_buffer(fp_ir_value_type(a->ir, value)) ? fp_address_opaque(a, value)
                                                                : fp_address_leaf(a, value);
}
