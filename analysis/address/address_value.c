#include "address/address_value.h"
#include "address/address_aggregate.h"
#include "address/address_argument.h"
#include "address/address_loop.h"
#include "address/address_op.h"
#include "address/address_raw.h"
#include "address/address_type.h"
#include "address/address_variable.h"
#include "address/address_view.h"
#include "address/affine.h"
#include "address/uniformity.h"
#include <string.h>

static const fp_op_info *row_of(const struct fp_addresses *a, fp_op op) {
    return op == FP_NONE ? NULL : a->ir->ops[op].info;
}

static fp_expr wave_size(struct fp_addresses *a) {
    return fp_expr_constant(&a->exprs, a->launch.wave_size ? a->launch.wave_size : 32);
}

/* Block ids, grid and block sizes are equal wherever they are read, so that they are told apart by dimension, not by
 * value. */
static fp_expr shared_symbol(struct fp_addresses *a, fp_value value, uint32_t id, char dimension) {
    int64_t low, high;
    fp_address_bounds(a, value, &low, &high);
    if (low < 0) low = 0;
    if (dimension < 'x') return fp_address_leaf(a, value);
    return fp_expr_leaf(
        &a->exprs, (fp_leaf){ .op = FP_EXPR_SYMBOL, .id = id + (uint32_t)(dimension - 'x'), .low = low, .high = high });
}

static fp_expr block_dim(struct fp_addresses *a, fp_value value, char dimension) {
    if (dimension >= 'x' && a->launch.block[0] && !a->launch.upper_bound_only)
        return fp_expr_constant(&a->exprs, a->launch.block[dimension - 'x']);
    return shared_symbol(a, value, FP_SYMBOL_BLOCK_DIM, dimension);
}

/* ---- Operations ---- */

static fp_expr operand(struct fp_addresses *a, fp_op op, uint32_t k) {
    const fp_op_node *n = &a->ir->ops[op];
    return fp_address_need(a, k < n->use_count ? a->ir->uses[n->first_use + k].value : FP_NONE);
}

static fp_str operand_type(const struct fp_addresses *a, fp_op op, uint32_t k) {
    const fp_op_node *n = &a->ir->ops[op];
    fp_value value = k < n->use_count ? a->ir->uses[n->first_use + k].value : FP_NONE;
    return value < a->ir->value_count ? fp_address_type_text(a, value) : (fp_str){ "", 0 };
}

/* The result of an operation that wraps: as it is when it cannot, or when the op promises that it does not. */
static fp_expr wrapped(struct fp_addresses *a, fp_op op, fp_expr node, uint8_t width) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, node);
    int64_t limit = width >= 63 ? FP_FAR : (int64_t)1 << (width - 1);
    if (width > 1 && n->low >= -limit && n->high < limit) return node;
    if (width > 1 && fp_ir_says(a->ir, op, fp_named.nsw)) return node;
    return fp_expr_wrap(&a->exprs, node, width);
}

static fp_expr compare(struct fp_addresses *a, fp_op op, fp_value result, fp_expr x, fp_expr y, uint8_t width) {
    struct fp_exprs *s = &a->exprs;
    fp_predicate predicate = fp_ir_predicate(a->ir, op);
    bool is_unsigned = predicate >= FP_PREDICATE_ULT, orders = predicate > FP_PREDICATE_NE;
    if (predicate == FP_PREDICATE_NONE || (width == 1 && orders && !is_unsigned)) return fp_address_leaf(a, result);
    if (is_unsigned && width && width < 63) x = fp_expr_unsigned(s, x, width), y = fp_expr_unsigned(s, y, width);
    fp_expr (*less)(struct fp_exprs *, fp_expr, fp_expr) = is_unsigned && width >= 63 ? fp_expr_below : fp_expr_less;
    switch (predicate) {
    case FP_PREDICATE_EQ: return fp_expr_equal(s, x, y);
    case FP_PREDICATE_NE: return fp_expr_not(s, fp_expr_equal(s, x, y));
    case FP_PREDICATE_SLT:
    case FP_PREDICATE_ULT: return less(s, x, y);
    case FP_PREDICATE_SLE:
    case FP_PREDICATE_ULE: return fp_expr_not(s, less(s, y, x));
    case FP_PREDICATE_SGT:
    case FP_PREDICATE_UGT: return less(s, y, x);
    case FP_PREDICATE_SGE:
    case FP_PREDICATE_UGE: return fp_expr_not(s, less(s, x, y));
    case FP_PREDICATE_NONE: break;
    }
    return fp_address_leaf(a, result);
}

static fp_expr divide_unsigned(struct fp_addresses *a, fp_arith arith, fp_expr x, fp_expr y, uint8_t width) {
    struct fp_exprs *s = &a->exprs;
    int64_t c = fp_expr_at(s, y)->constant;
    bool constant = fp_expr_is_constant(s, y) && c > 0;
    if (arith == FP_ARITH_REMU && constant && (c & (c - 1)) == 0)
        return fp_expr_wrap(s, fp_expr_floormod(s, x, y), width); /* whatever the sign */
    x = fp_expr_unsigned(s, x, width);
    y = fp_expr_unsigned(s, y, width);
    if (arith == FP_ARITH_CEILDIVU) return fp_expr_wrap(s, fp_expr_ceildiv(s, x, y), width);
    fp_expr node = arith == FP_ARITH_REMU ? fp_expr_floormod(s, x, y) : fp_expr_floordiv(s, x, y);
    return constant && c > 1 ? node : fp_expr_wrap(s, node, width);
}

static fp_expr choose(struct fp_addresses *a, fp_arith arith, fp_expr x, fp_expr y, uint8_t width) {
    struct fp_exprs *s = &a->exprs;
    if (arith == FP_ARITH_MINS || (arith == FP_ARITH_MINU && fp_expr_at(s, x)->low >= 0 && fp_expr_at(s, y)->low >= 0))
        return fp_expr_min(s, x, y);
    if (arith == FP_ARITH_MAXS || (arith == FP_ARITH_MAXU && fp_expr_at(s, x)->low >= 0 && fp_expr_at(s, y)->low >= 0))
        return fp_expr_max(s, x, y);
    if (arith == FP_ARITH_MINU && fp_expr_at(s, x)->low >= 0) return choose(a, arith, y, x, width);
    if (arith == FP_ARITH_MINU && fp_expr_at(s, y)->low >= 0) /* at most y, whatever x is */
        return fp_expr_select(s, fp_expr_less(s, x, fp_expr_constant(s, 0)), y, fp_expr_min(s, x, y));
    fp_expr ux = width < 63 ? fp_expr_unsigned(s, x, width) : x, uy = width < 63 ? fp_expr_unsigned(s, y, width) : y;
    fp_expr below = width < 63 ? fp_expr_less(s, ux, uy) : fp_expr_below(s, ux, uy);
    return arith == FP_ARITH_MINU ? fp_expr_select(s, below, x, y) : fp_expr_select(s, below, y, x);
}

/* Do all lanes of a wave get to the op together? Else the first that does is not the wave's first. */
bool fp_addresses_whole_waves(struct fp_addresses *a, fp_op op) {
    fp_address_find_levels(a);
    for (fp_op inner = op; inner != FP_NONE && inner != a->function; inner = a->ir->ops[inner].parent)
        if (a->ir->ops[inner].block != FP_NONE && a->partial_waves && a->partial_waves[a->ir->ops[inner].block])
            return false;
    for (fp_op outer = a->ir->ops[op].parent; outer != FP_NONE && outer != a->function;
         outer = a->ir->ops[outer].parent) {
        const fp_op_info *info = a->ir->ops[outer].info;
        if (!info || info->region != FP_REGION_IF) continue;
        const fp_use *condition = fp_ir_operand(a->ir, outer, info->condition);
        if (!condition || fp_address_value_uniformity(a, condition->value).among > FP_UNIFORM_WAVE) return false;
    }
    return true;
}

bool fp_addresses_elects_among_all(struct fp_addresses *a, fp_op op) {
    fp_assembly_results text;
    if (fp_ir_assembly(a->ir, op, &text)) return text.elects_among_all && fp_addresses_whole_waves(a, op);
    const fp_use *mask = fp_ir_operand(a->ir, op, fp_address_row(a->ir, op)->mask);
    int64_t bits;
    bool all = !mask || (fp_ir_constant(a->ir, mask->value, &bits) && (uint32_t)bits == UINT32_MAX);
    return all && fp_addresses_whole_waves(a, op);
}

static fp_expr arithmetic(struct fp_addresses *a, fp_op op, fp_value result, fp_arith arith) {
    struct fp_exprs *s = &a->exprs;
    fp_expr x = operand(a, op, 0), y = a->ir->ops[op].use_count > 1 ? operand(a, op, 1) : 0;
    if (x == FP_EXPR_NONE || y == FP_EXPR_NONE) return FP_EXPR_NONE;
    uint8_t width = fp_address_width(fp_address_type_text(a, result)), from = fp_address_width(operand_type(a, op, 0));
    if (arith == FP_ARITH_CMP) return compare(a, op, result, x, y, from ? from : 64);
    if (!width) return fp_address_leaf(a, result);
    if (!from) from = width;
    switch (arith) {
    case FP_ARITH_ADD:
    case FP_ARITH_ADD_EXTENDED: return wrapped(a, op, fp_expr_add(s, x, y), width);
    case FP_ARITH_SUB: return wrapped(a, op, fp_expr_sub(s, x, y), width);
    case FP_ARITH_MUL:
    case FP_ARITH_MULS_EXTENDED:
    case FP_ARITH_MULU_EXTENDED: return wrapped(a, op, fp_expr_mul(s, x, y), width);
    case FP_ARITH_SHL: return wrapped(a, op, fp_expr_shl(s, x, y), width);
    case FP_ARITH_DIVS: return fp_expr_quotient(s, x, y);
    case FP_ARITH_REMS: return fp_expr_remainder(s, x, y);
    case FP_ARITH_FLOORDIVS: return fp_expr_floordiv(s, x, y);
    case FP_ARITH_CEILDIVS: return fp_expr_ceildiv(s, x, y);
    case FP_ARITH_DIVU:
    case FP_ARITH_REMU:
    case FP_ARITH_CEILDIVU: return divide_unsigned(a, arith, x, y, width);
    case FP_ARITH_AND: return fp_expr_and(s, x, y);
    case FP_ARITH_OR: return fp_ir_says(a->ir, op, fp_named.disjoint) ? fp_expr_add(s, x, y) : fp_expr_or(s, x, y);
    case FP_ARITH_XOR:
        return width == 1 && fp_expr_is_constant(s, y) && fp_expr_at(s, y)->constant ? fp_expr_not(s, x)
                                                                                     : fp_expr_xor(s, x, y);
    case FP_ARITH_SHRS: return fp_expr_shr(s, x, y);
    case FP_ARITH_SHRU: {
        fp_expr shifted = fp_expr_shr(s, fp_expr_unsigned(s, x, width), y);
        return fp_expr_is_constant(s, y) && fp_expr_at(s, y)->constant > 0 ? shifted : fp_expr_wrap(s, shifted, width);
    }
    case FP_ARITH_MINS:
    case FP_ARITH_MINU:
    case FP_ARITH_MAXS:
    case FP_ARITH_MAXU: return choose(a, arith, x, y, width);
    case FP_ARITH_SAME: return x;
    case FP_ARITH_SEXT: return fp_expr_wrap(s, from == 1 ? fp_expr_scale(s, x, -1) : x, width);
    case FP_ARITH_ZEXT: return width > from ? fp_expr_unsigned(s, x, from) : fp_expr_wrap(s, x, width);
    case FP_ARITH_TRUNC: return fp_expr_wrap(s, x, width);
    case FP_ARITH_FIRST_LANE:
        if (fp_addresses_whole_waves(a, op) ||
            fp_addresses_uniformity(a, a->ir->uses[a->ir->ops[op].first_use].value).among <= FP_UNIFORM_WAVE)
            return fp_expr_first_lane(s, x);
        return fp_address_opaque(a, result);
    case FP_ARITH_NONE:
    case FP_ARITH_CMP:
    case FP_ARITH_SELECT:
    case FP_ARITH_AFFINE_APPLY:
    case FP_ARITH_AFFINE_MIN:
    case FP_ARITH_AFFINE_MAX:
    case FP_ARITH_DELINEARIZE:
    case FP_ARITH_LINEARIZE:
    case FP_ARITH_DIM:
    case FP_ARITH_METADATA:
    case FP_ARITH_INDEX_BITS:
    case FP_ARITH_INSERT:
    case FP_ARITH_EXTRACT:
    case FP_ARITH_THREAD:
    case FP_ARITH_LANE:
    case FP_ARITH_WAVE:
    case FP_ARITH_GLOBAL_ID:
    case FP_ARITH_BLOCK_DIM:
    case FP_ARITH_BLOCK_ID:
    case FP_ARITH_GRID_DIM:
    case FP_ARITH_GROUP_RANK:
    case FP_ARITH_GROUP_PLACE:
    case FP_ARITH_GROUP_ID:
    case FP_ARITH_GROUP_COUNT:
    case FP_ARITH_GROUP_SIZE:
    case FP_ARITH_WAVE_SIZE:
    case FP_ARITH_WAVE_COUNT:
    case FP_ARITH_MBCNT_LO:
    case FP_ARITH_MBCNT_HI:
    case FP_ARITH_PHASE:
    case FP_ARITH_SHUFFLE: break;
    }
    return fp_address_leaf(a, result);
}

static fp_expr select_value(struct fp_addresses *a, fp_op op) {
    fp_expr c = operand(a, op, 0), x = operand(a, op, 1), y = operand(a, op, 2);
    if (c == FP_EXPR_NONE || x == FP_EXPR_NONE || y == FP_EXPR_NONE) return FP_EXPR_NONE;
    const fp_expr_info *condition = fp_expr_at(&a->exprs, c);
    if (condition->low < 0 || condition->high > 1)
        return fp_address_opaque(a, a->ir->ops[op].first_result); /* a vector of conditions */
    return fp_expr_select(&a->exprs, c, x, y);
}

static fp_expr affine_op(struct fp_addresses *a, fp_op op, fp_value result, fp_arith arith) {
    fp_subscripts list = fp_ir_list(a->ir, op, 0);
    fp_expr operands[FP_AFFINE_RESULTS_MAX], results[FP_AFFINE_RESULTS_MAX];
    bool pending = false;
    uint32_t count = 0;
    if (!list.known || list.len != 1 || !list.data[0].is_expression || list.operand_count > FP_AFFINE_RESULTS_MAX)
        return fp_address_opaque(a, result);
    for (uint32_t i = 0; i < list.operand_count; i++)
        pending |= (operands[i] = fp_address_need(a, list.operands[i])) == FP_EXPR_NONE;
    if (pending) return FP_EXPR_NONE;
    fp_affine_names names = { .operands = operands, .operand_count = list.operand_count };
    if (!fp_affine_map(&a->exprs, fp_ir_text(a->ir, list.data[0].span), &names, results, &count) || count == 0)
        return fp_address_opaque(a, result);
    fp_expr node = results[0];
    for (uint32_t i = 1; i < count && arith != FP_ARITH_AFFINE_APPLY; i++)
        node = arith == FP_ARITH_AFFINE_MIN ? fp_expr_min(&a->exprs, node, results[i])
                                            : fp_expr_max(&a->exprs, node, results[i]);
    return node;
}

/* r0, r1, .. of an index split by (b0, b1, ..): from the innermost outwards, remainder and quotient; what is left is
 * the outermost. */
static fp_expr delinearize(struct fp_addresses *a, fp_op op, fp_value result) {
    fp_subscripts basis = fp_ir_list(a->ir, op, 0);
    fp_expr rest = operand(a, op, 0);
    uint32_t results = a->ir->ops[op].result_count, index = a->ir->values[result].index;
    if (!basis.known || results == 0 || (basis.len != results && basis.len + 1 != results))
        return fp_address_opaque(a, result);
    bool failed = false;
    for (uint32_t i = results; i-- > 1;) {
        fp_expr by = fp_address_subscript(a, op, &basis, basis.len - (results - i), &failed);
        if (failed) return fp_address_opaque(a, result);
        if (rest == FP_EXPR_NONE || by == FP_EXPR_NONE) return FP_EXPR_NONE;
        if (i == index) return fp_expr_floormod(&a->exprs, rest, by);
        rest = fp_expr_floordiv(&a->exprs, rest, by);
    }
    return rest;
}

static fp_expr linearize(struct fp_addresses *a, fp_op op, fp_value result) {
    fp_subscripts indices = fp_ir_list(a->ir, op, 0), basis = fp_ir_list(a->ir, op, 1);
    if (!indices.known || !basis.known || (basis.len != indices.len && basis.len + 1 != indices.len))
        return fp_address_opaque(a, result);
    fp_expr sum = 0, stride = fp_expr_constant(&a->exprs, 1);
    bool failed = false, pending = false;
    for (size_t i = indices.len; i-- > 0 && !failed;) {
        fp_expr index = fp_address_subscript(a, op, &indices, i, &failed);
        bool last = i == 0;
        fp_expr by = last ? 0 : fp_address_subscript(a, op, &basis, basis.len - (indices.len - i), &failed);
        pending |= index == FP_EXPR_NONE || by == FP_EXPR_NONE;
        if (failed || pending) continue;
        sum = fp_expr_add(&a->exprs, sum, fp_expr_mul(&a->exprs, index, stride));
        if (!last) stride = fp_expr_mul(&a->exprs, stride, by);
    }
    return failed ? fp_address_opaque(a, result) : pending ? FP_EXPR_NONE : sum;
}

static bool constant_operand(const struct fp_addresses *a, fp_op op, uint32_t k, int64_t *value) {
    const fp_op_node *n = &a->ir->ops[op];
    return k < n->use_count && n->first_use + k < a->ir->use_count &&
           a->ir->uses[n->first_use + k].value < a->ir->value_count &&
           fp_ir_constant(a->ir, a->ir->uses[n->first_use + k].value, value);
}

/* mbcnt.hi(-1, mbcnt.lo(-1, 0)) is the lane; in waves of 32 lanes mbcnt.lo(-1, 0) is. */
static fp_expr mbcnt(struct fp_addresses *a, fp_op op, fp_value result, bool high) {
    int64_t mask, addend;
    if (!constant_operand(a, op, 0, &mask) || (mask != -1 && mask != UINT32_MAX)) return fp_address_opaque(a, result);
    fp_expr lane = fp_expr_floormod(&a->exprs, fp_address_linear_thread(a), wave_size(a));
    if (!high) {
        fp_expr plus = operand(a, op, 1);
        if (plus == FP_EXPR_NONE) return plus;
        return a->launch.wave_size == 64 ? fp_address_opaque(a, result) : fp_expr_add(&a->exprs, lane, plus);
    }
    const fp_op_node *n = &a->ir->ops[op];
    fp_value low = n->use_count > 1 ? a->ir->uses[n->first_use + 1].value : FP_NONE;
    if (low >= a->ir->value_count || a->ir->values[low].block != FP_NONE) return fp_address_opaque(a, result);
    const fp_op_info *info = row_of(a, a->ir->values[low].def);
    if (!info || info->arith != FP_ARITH_MBCNT_LO || !constant_operand(a, a->ir->values[low].def, 0, &mask) ||
        (mask != -1 && mask != UINT32_MAX) || !constant_operand(a, a->ir->values[low].def, 1, &addend))
        return fp_address_opaque(a, result);
    return fp_expr_offset(&a->exprs, lane, addend);
}

/* The result of scf.if (both arms yield), of regions that run once and of bodies of callees. */
static fp_expr region_result(struct fp_addresses *a, fp_op op, fp_value result) {
    const fp_op_node *n = &a->ir->ops[op];
    uint32_t index = a->ir->values[result].index, arms = n->info->region == FP_REGION_IF ? 2 : 1;
    fp_expr nodes[2] = { 0, 0 };
    bool pending = false;
    if (n->region_count != arms) return fp_address_leaf(a, result);
    for (uint32_t r = 0; r < arms; r++) {
        fp_block block = fp_ir_region(a->ir, op, r);
        if (block == FP_NONE || a->ir->blocks[block].next != FP_NONE || a->ir->blocks[block].last == FP_NONE)
            return fp_address_leaf(a, result);
        const fp_op_node *yield = &a->ir->ops[a->ir->blocks[block].last];
        if (!yield->info || yield->info->effect != FP_EFFECT_YIELD || index >= yield->use_count)
            return fp_address_leaf(a, result);
        pending |= (nodes[r] = fp_address_need(a, a->ir->uses[yield->first_use + index].value)) == FP_EXPR_NONE;
    }
    if (arms == 1) return nodes[0];
    const fp_use *condition = fp_ir_operand(a->ir, op, n->info->condition);
    if (!condition) return pending ? FP_EXPR_NONE : nodes[0] == nodes[1] ? nodes[0] : fp_address_leaf(a, result);
    fp_expr c = fp_address_need(a, condition->value);
    if (pending || c == FP_EXPR_NONE) return FP_EXPR_NONE;
    return fp_expr_select(&a->exprs, c, nodes[0], nodes[1]);
}

static fp_expr wave_count(struct fp_addresses *a) {
    const uint32_t *block = a->launch.block;
    int64_t threads = (int64_t)block[0] * block[1] * block[2], wave = fp_expr_at(&a->exprs, wave_size(a))->constant;
    if (threads && !a->launch.upper_bound_only) return fp_expr_constant(&a->exprs, (threads + wave - 1) / wave);
    return fp_expr_leaf(&a->exprs, (fp_leaf){ .op = FP_EXPR_SYMBOL, .id = FP_SYMBOL_WAVES, .low = 1, .high = 64 });
}

/* Thread, wave and block ids and sizes. */
static fp_expr identity(struct fp_addresses *a, fp_op op, fp_value result, fp_arith arith) {
    struct fp_exprs *s = &a->exprs;
    char dimension = fp_address_dimension(a->ir, op);
    if (arith == FP_ARITH_LANE) return fp_expr_floormod(s, fp_address_linear_thread(a), wave_size(a));
    if (arith == FP_ARITH_WAVE) return fp_expr_floordiv(s, fp_address_linear_thread(a), wave_size(a));
    if (arith == FP_ARITH_WAVE_SIZE) return wave_size(a);
    if (arith == FP_ARITH_WAVE_COUNT) return wave_count(a);
    if (dimension < 'x' || dimension > 'z') return fp_address_leaf(a, result);
    uint32_t k = (uint32_t)(dimension - 'x');
    if (arith == FP_ARITH_THREAD) return fp_address_thread_id(a, k);
    if (arith == FP_ARITH_BLOCK_DIM) return block_dim(a, result, dimension);
    if (arith == FP_ARITH_BLOCK_ID) return shared_symbol(a, result, FP_SYMBOL_BLOCK_ID, dimension);
    if (arith == FP_ARITH_GRID_DIM) return shared_symbol(a, result, FP_SYMBOL_GRID_DIM, dimension);
    fp_expr block = fp_expr_leaf(
        s, (fp_leaf){ .op = FP_EXPR_SYMBOL, .id = FP_SYMBOL_BLOCK_ID + k, .high = INT32_MAX }); /* GLOBAL_ID */
    return fp_expr_add(s, fp_address_thread_id(a, k), fp_expr_mul(s, block, block_dim(a, result, dimension)));
}

/* The result of a loop: scf.while gives the operands of its condition op, other loops the last of their carried values.
 */
static fp_expr loop_result(struct fp_addresses *a, fp_loop_id loop, fp_value result) {
    uint32_t index = a->ir->values[result].index;
    const fp_loop_info *info = &a->loops.data[loop].info;
    if (row_of(a, info->op)->region != FP_REGION_WHILE) return fp_address_carried(a, loop, index);
    fp_block before = fp_ir_region(a->ir, info->op, 0);
    fp_op last = before == FP_NONE ? FP_NONE : a->ir->blocks[before].last;
    if (last == FP_NONE || index + 1 >= a->ir->ops[last].use_count) return fp_address_leaf(a, result);
    return fp_address_need(a, a->ir->uses[a->ir->ops[last].first_use + index + 1].value);
}

fp_value fp_address_exchanged(struct fp_addresses *a, fp_op op, uint32_t result) {
    const fp_op_info *info = fp_address_row(a->ir, op);
    if (!info || info->arith != FP_ARITH_SHUFFLE || result) return FP_NONE;
    const fp_use *use = fp_ir_operand(a->ir, op, info->value);
    return use && fp_addresses_uniformity(a, use->value).among <= FP_UNIFORM_WAVE ? use->value : FP_NONE;
}

static fp_expr shuffled(struct fp_addresses *a, fp_op op, fp_value result) {
    fp_value exchanged = fp_address_exchanged(a, op, a->ir->values[result].index);
    if (exchanged == FP_NONE || !fp_address_width(fp_address_type_text(a, result))) return fp_address_leaf(a, result);
    return fp_address_need(a, exchanged);
}

/* Of a wave that comes as a whole one lane is elected, each time the same; which one, nobody promises. */
static fp_expr elected(struct fp_addresses *a, fp_op op, fp_value result) {
    if (!fp_address_width(fp_address_type_text(a, result)) || !fp_addresses_elects_among_all(a, op))
        return fp_address_leaf(a, result);
    int64_t last = fp_expr_at(&a->exprs, wave_size(a))->constant - 1;
    fp_expr lane = fp_expr_leaf(&a->exprs, (fp_leaf){ .op = FP_EXPR_SYMBOL, .id = FP_SYMBOL_ELECTED, .high = last });
    return fp_expr_equal(&a->exprs, identity(a, op, result, FP_ARITH_LANE), lane);
}

static fp_expr of_operation(struct fp_addresses *a, fp_op op, fp_value result) {
    const fp_op_node *n = &a->ir->ops[op];
    int64_t constant;
    const fp_op_info *info = fp_address_row(a->ir, op);
    if (n->damaged || !info) return fp_address_opaque(a, result);
    if (info->effect == FP_EFFECT_CONSTANT)
        return fp_ir_constant(a->ir, result, &constant) ? fp_expr_constant(&a->exprs, constant)
                                                        : fp_address_leaf(a, result);
    fp_op elector = fp_address_elector(a->ir, op);
    if (elector != FP_NONE && fp_address_row(a->ir, elector)->elects == FP_ELECTS_LANE)
        return elected(a, elector, result);
    switch (info->arith) {
    case FP_ARITH_SELECT: return select_value(a, op);
    case FP_ARITH_AFFINE_APPLY:
    case FP_ARITH_AFFINE_MIN:
    case FP_ARITH_AFFINE_MAX: return affine_op(a, op, result, info->arith);
    case FP_ARITH_DELINEARIZE: return delinearize(a, op, result);
    case FP_ARITH_LINEARIZE: return linearize(a, op, result);
    case FP_ARITH_DIM: {
        int64_t dimension;
        if (!constant_operand(a, op, 1, &dimension) || dimension < 0 || dimension >= FP_TYPE_RANK_MAX)
            return fp_address_leaf(a, result);
        return fp_address_size(a, a->ir->uses[n->first_use].value, (uint32_t)dimension);
    }
    case FP_ARITH_METADATA: return fp_address_metadata(a, op, a->ir->values[result].index);
    case FP_ARITH_INDEX_BITS: return fp_expr_constant(&a->exprs, 64);
    case FP_ARITH_EXTRACT: return fp_address_extract(a, op, result);
    case FP_ARITH_MBCNT_LO:
    case FP_ARITH_MBCNT_HI: return mbcnt(a, op, result, info->arith == FP_ARITH_MBCNT_HI);
    case FP_ARITH_ADD_EXTENDED:
    case FP_ARITH_MULS_EXTENDED:
    case FP_ARITH_MULU_EXTENDED:
        return a->ir->values[result].index ? fp_address_leaf(a, result) : arithmetic(a, op, result, info->arith);
    case FP_ARITH_THREAD:
    case FP_ARITH_LANE:
    case FP_ARITH_WAVE:
    case FP_ARITH_GLOBAL_ID:
    case FP_ARITH_BLOCK_DIM:
    case FP_ARITH_BLOCK_ID:
    case FP_ARITH_GRID_DIM:
    case FP_ARITH_WAVE_SIZE:
    case FP_ARITH_WAVE_COUNT: return identity(a, op, result, info->arith);
    case FP_ARITH_SAME:
        if (fp_address_is_buffer(fp_address_type_text(a, result)) || fp_address_is_buffer(operand_type(a, op, 0)))
            break;
        if (!fp_address_width(operand_type(a, op, 0))) return fp_address_leaf(a, result);
        return arithmetic(a, op, result, FP_ARITH_SAME);
    case FP_ARITH_NONE:
    case FP_ARITH_GROUP_RANK:
    case FP_ARITH_GROUP_PLACE:
    case FP_ARITH_GROUP_ID:
    case FP_ARITH_GROUP_COUNT:
    case FP_ARITH_GROUP_SIZE:
    case FP_ARITH_PHASE: break;
    case FP_ARITH_INSERT: return fp_address_aggregate(a, result);
    case FP_ARITH_SHUFFLE: return shuffled(a, op, result);
    case FP_ARITH_FIRST_LANE: {
        fp_str which = fp_ir_word(a->ir, op, 0); /* gpu.subgroup_broadcast has another form, which names the lane */
        return which.len && !fp_str_equal(which, fp_named.first_active_lane)
                   ? fp_address_leaf(a, result)
                   : arithmetic(a, op, result, FP_ARITH_FIRST_LANE);
    }
    case FP_ARITH_ADD:
    case FP_ARITH_SUB:
    case FP_ARITH_MUL:
    case FP_ARITH_DIVS:
    case FP_ARITH_DIVU:
    case FP_ARITH_FLOORDIVS:
    case FP_ARITH_CEILDIVS:
    case FP_ARITH_CEILDIVU:
    case FP_ARITH_REMS:
    case FP_ARITH_REMU:
    case FP_ARITH_AND:
    case FP_ARITH_OR:
    case FP_ARITH_XOR:
    case FP_ARITH_SHL:
    case FP_ARITH_SHRS:
    case FP_ARITH_SHRU:
    case FP_ARITH_MINS:
    case FP_ARITH_MINU:
    case FP_ARITH_MAXS:
    case FP_ARITH_MAXU:
    case FP_ARITH_CMP:
    case FP_ARITH_SEXT:
    case FP_ARITH_ZEXT:
    case FP_ARITH_TRUNC: return arithmetic(a, op, result, info->arith);
    }
    if (info->effect == FP_EFFECT_VIEW || info->effect == FP_EFFECT_ALLOC) return fp_address_view(a, op, result);
    if (info->region == FP_REGION_IF || info->region == FP_REGION_ONCE || fp_ir_is_joined(a->ir, op))
        return region_result(a, op, result);
    fp_loop_id loop = fp_address_loop_of_op(a, op);
    if (loop != FP_NONE) return loop_result(a, loop, result);
    const fp_use *start =
        info->region == FP_REGION_FOR ? fp_address_left_start(a, op, a->ir->values[result].index) : NULL;
    if (start) return fp_address_need(a, start->value);
    fp_value held = info->effect == FP_EFFECT_READ ? fp_address_variable(a, op) : FP_NONE;
    return held == FP_NONE ? fp_address_leaf(a, result) : fp_address_need(a, held);
}

fp_expr fp_address_make(struct fp_addresses *a, fp_value value) {
    const fp_value_info *v = &a->ir->values[value];
    if (v->def == FP_NONE) return fp_address_opaque(a, value);
    return v->block == FP_NONE ? of_operation(a, v->def, value) : fp_address_block_argument(a, value);
}
