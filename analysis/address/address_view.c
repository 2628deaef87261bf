#include "address/address_view.h"
#include "address/address_op.h"
#include "address/address_raw.h"
#include "address/address_type.h"
#include "address/affine.h"
#include "address/buffer.h"
#include "address/tiling_memory.h"
#include "address/uniformity.h"
#include <string.h>

enum { CHAIN_MAX = 256 }; /* views that are looked through */

static fp_value source_of(const struct fp_addresses *a, fp_op op) {
    const fp_op_info *info = a->ir->ops[op].info;
    const fp_use *use = fp_operand_is_all(info->read) ? NULL : fp_ir_operand(a->ir, op, info->read);
    return use && use->value < a->ir->value_count ? use->value : FP_NONE;
}

/* The op behind a value, when it is a result. */
static fp_op definition(const struct fp_addresses *a, fp_value value) {
    if (value >= a->ir->value_count || a->ir->values[value].block != FP_NONE) return FP_NONE;
    fp_op def = a->ir->values[value].def;
    return def != FP_NONE && a->ir->ops[def].info ? def : FP_NONE;
}

/* ---- Where memory starts ---- */

/* `end`: no address in the memory is beyond. */
static fp_expr base(struct fp_addresses *a, fp_base_info info, int64_t end, int64_t alignment) {
    uint32_t id = 0;
    while (id < a->bases.len &&
           !(a->bases.data[id].key == info.key && fp_str_equal(a->bases.data[id].symbol, info.symbol)))
        id++;
    if (id == a->bases.len) *FP_PUSH(a->keep, &a->bases) = info;
    return fp_expr_leaf(&a->exprs, (fp_leaf){ .op = FP_EXPR_BASE, .id = id, .high = end, .alignment = alignment });
}

static fp_expr base_of_key(struct fp_addresses *a, uint32_t key, bool own) {
    return base(a, (fp_base_info){ .key = key, .own = own }, FP_ADDRESS_END, 0);
}

fp_expr fp_address_place(struct fp_addresses *a, int64_t offset) {
    fp_base_info info = { .key = FP_BASE_WORKGROUP, .own = true };
    return fp_expr_offset(&a->exprs, base(a, info, FP_PLACE_MAX, 0), offset);
}

/* The start of what `value` names, by its root. */
static fp_expr base_of_root(struct fp_addresses *a, fp_value value) {
    fp_root number = fp_buffers_single(a->buffers, fp_buffers_of(a->buffers, value));
    if (number == FP_NONE) return fp_address_opaque(a, value);
    const fp_root_info *root = fp_buffers_root(a->buffers, number);
    bool own = root->kind == FP_ROOT_ALLOC || root->kind == FP_ROOT_GLOBAL || root->kind == FP_ROOT_DYNAMIC;
    if (root->kind == FP_ROOT_UNKNOWN ||
        (root->kind == FP_ROOT_PARAMETER && !fp_address_is_uniform_parameter(a, root->parameter)))
        return fp_address_opaque(a, value);
    if (root->offset_bytes >= 0) return fp_address_place(a, root->offset_bytes);
    int64_t end = root->space == FP_SPACE_WORKGROUP && !root->generic ? FP_PLACE_MAX : FP_ADDRESS_END;
    return base(a, (fp_base_info){ .key = number, .own = own && !root->part_count }, end, root->alignment);
}

fp_expr fp_address_buffer_argument(struct fp_addresses *a, fp_value value) {
    if (a->buffers) return base_of_root(a, value);
    return fp_address_is_uniform_parameter(a, a->ir->values[value].index) ? base_of_key(a, value, false)
                                                                          : fp_address_opaque(a, value);
}

static fp_expr allocation(struct fp_addresses *a, fp_op op, fp_value result) {
    if (a->buffers) return base_of_root(a, result);
    int64_t place;
    const fp_op_info *info = a->ir->ops[op].info;
    if (fp_ir_place(a->ir, op, &place)) return fp_address_place(a, place);
    return base_of_key(a, result, !info->global);
}

/* ---- Lists ---- */

struct named {
    struct fp_addresses *a;
    fp_op op;
    fp_span span;
    bool pending;
};

/* The value whose name stands at `offset` of the expression: uses know where they stand. */
static fp_expr value_at(void *context, uint32_t offset) {
    struct named *n = context;
    const fp_op_node *op = &n->a->ir->ops[n->op];
    for (uint32_t i = 0; i < op->use_count; i++) {
        const fp_use *use = &n->a->ir->uses[op->first_use + i];
        if (use->span.start != n->span.start + offset) continue;
        fp_expr node = fp_address_need(n->a, use->value);
        if (node != FP_EXPR_NONE) return node;
        n->pending = true;
        return fp_expr_constant(&n->a->exprs, 0);
    }
    return FP_EXPR_NONE;
}

fp_expr fp_address_subscript(struct fp_addresses *a, fp_op op, const fp_subscripts *list, size_t index, bool *failed) {
    const fp_subscript *s = &list->data[index];
    if (!s->is_expression) return s->is_value ? fp_address_need(a, s->value) : fp_expr_constant(&a->exprs, s->constant);
    fp_expr operands[FP_AFFINE_RESULTS_MAX], result = 0;
    bool pending = false;
    if (list->operand_count > FP_AFFINE_RESULTS_MAX) *failed = true;
    for (uint32_t i = 0; i < list->operand_count && !*failed; i++)
        pending |= (operands[i] = fp_address_need(a, list->operands[i])) == FP_EXPR_NONE;
    if (pending) return FP_EXPR_NONE;
    struct named named = { a, op, s->span, false };
    fp_affine_names names = { operands, list->operand_count, value_at, &named };
    fp_expr results[FP_AFFINE_RESULTS_MAX];
    uint32_t count;
    fp_str text = fp_ir_text(a->ir, s->span);
    if (*failed) return 0;
    if (!fp_affine_expression(&a->exprs, text, &names, &result)) {
        bool one = fp_affine_map(&a->exprs, text, &names, results, &count) && (count == 1 || count == list->len);
        if (!one) {
            *failed = !named.pending;
            return named.pending ? FP_EXPR_NONE : 0;
        }
        result = results[count == 1 ? 0 : index];
    }
    return named.pending ? FP_EXPR_NONE : result;
}

/* ---- Sizes and strides ---- */

static fp_expr size_symbol(struct fp_addresses *a, fp_value buffer, uint32_t dimension) {
    if (fp_address_value_uniformity(a, buffer).among > FP_UNIFORM_WORKGROUP)
        return fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, 0, INT32_MAX, 0);
    return fp_address_symbol(a, buffer, FP_INSTANCE_SIZE * (dimension + 1), 0, INT32_MAX);
}

fp_expr fp_address_size(struct fp_addresses *a, fp_value buffer, uint32_t dimension) {
    for (uint32_t steps = 0; steps < CHAIN_MAX && buffer < a->ir->value_count; steps++) {
        fp_type type = fp_address_type(a, buffer);
        if (dimension >= type.rank) break;
        if (type.shape[dimension] != FP_DYNAMIC) return fp_expr_constant(&a->exprs, type.shape[dimension]);
        fp_op op = definition(a, buffer);
        if (op == FP_NONE) break;
        const fp_op_info *info = a->ir->ops[op].info;
        fp_value source = info->effect == FP_EFFECT_VIEW ? source_of(a, op) : FP_NONE;
        uint32_t dynamic = 0;
        for (uint32_t i = 0; i < dimension; i++) dynamic += type.shape[i] == FP_DYNAMIC;
        if (info->effect == FP_EFFECT_ALLOC) {
            if (dynamic >= a->ir->ops[op].use_count) break;
            return fp_address_need(a, a->ir->uses[a->ir->ops[op].first_use + dynamic].value);
        }
        if (info->view == FP_VIEW_SUBVIEW || info->view == FP_VIEW_REINTERPRET || info->view == FP_VIEW_BYTES) {
            fp_subscripts sizes = fp_ir_list(a->ir, op, 1);
            size_t k = info->view == FP_VIEW_BYTES ? dynamic : dimension;
            bool failed = false;
            if (!sizes.known || k >= sizes.len || (info->view == FP_VIEW_SUBVIEW && sizes.len != type.rank)) break;
            fp_expr node = fp_address_subscript(a, op, &sizes, k, &failed);
            if (failed) break;
            return node;
        }
        if (info->view != FP_VIEW_SAME || source == FP_NONE || fp_address_type(a, source).rank != type.rank) break;
        buffer = source;
    }
    return buffer < a->ir->value_count ? size_symbol(a, buffer, dimension)
                                       : fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, 0, INT32_MAX, 0);
}

/* A size as a finished node; what hangs off too long a chain of other buffers' sizes is not known. */
static fp_expr finished_size(struct fp_addresses *a, fp_value buffer, uint32_t dimension) {
    for (uint32_t tries = 0; tries < 4 && a->depth < FP_ADDRESS_DEPTH_MAX; tries++) {
        uint32_t bottom = a->pending.len;
        fp_expr node = fp_address_size(a, buffer, dimension);
        if (node != FP_EXPR_NONE) return node;
        fp_value wanted = a->pending.data[a->pending.len - 1];
        a->pending.len = bottom;
        (void)fp_address_value(a, wanted);
    }
    return fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, 0, INT32_MAX, 0);
}

fp_strides fp_address_strides(struct fp_addresses *a, fp_value buffer, const fp_type *given) {
    fp_strides result = { .known = false };
    fp_expr factor[FP_TYPE_RANK_MAX]; /* steps of the subviews on the way */
    fp_type type = *given;
    uint32_t rank = type.rank;
    for (uint32_t i = 0; i < rank; i++) factor[i] = fp_expr_constant(&a->exprs, 1);
    for (uint32_t chain = 0; chain < CHAIN_MAX; chain++) {
        bool all = true;
        for (uint32_t i = 0; i < rank; i++) all &= type.strides[i] != FP_DYNAMIC;
        bool identity = !type.has_layout && !type.opaque_layout;
        if (type.kind != FP_TYPE_MEMREF || type.rank != rank || (type.opaque_layout && !all)) return result;
        if (all || identity) {
            fp_expr stride = fp_expr_constant(&a->exprs, 1);
            for (uint32_t i = rank; i-- > 0;) {
                fp_expr own = all ? fp_expr_constant(&a->exprs, type.strides[i]) : stride;
                result.stride[i] = fp_expr_mul(&a->exprs, own, factor[i]);
                if (!all && i > 0) stride = fp_expr_mul(&a->exprs, stride, finished_size(a, buffer, i));
            }
            result.known = true;
            return result;
        }
        fp_op op = definition(a, buffer);
        if (op == FP_NONE || a->ir->ops[op].info->effect != FP_EFFECT_VIEW) return result;
        fp_view view = a->ir->ops[op].info->view;
        if (view == FP_VIEW_SUBVIEW || view == FP_VIEW_REINTERPRET) {
            fp_subscripts steps = fp_ir_list(a->ir, op, 2);
            if (!steps.known || steps.len != rank) return result;
            for (uint32_t i = 0; i < rank; i++) {
                const fp_subscript *s = &steps.data[i];
                if (s->is_expression || (s->is_value && a->depth >= FP_ADDRESS_DEPTH_MAX)) return result;
                factor[i] =
                    fp_expr_mul(&a->exprs, factor[i],
                                s->is_value ? fp_address_value(a, s->value) : fp_expr_constant(&a->exprs, s->constant));
            }
            if (view == FP_VIEW_REINTERPRET) { /* its strides are absolute */
                memcpy(result.stride, factor, rank * sizeof *factor);
                result.known = true;
                return result;
            }
        } else if (view != FP_VIEW_SAME) {
            return result;
        }
        buffer = source_of(a, op);
        if (buffer == FP_NONE) return result;
        type = fp_address_type(a, buffer);
    }
    return result;
}

/* ---- Bases of descriptors ---- */

/* The address of the buffer's element 0 before its own offset: what memref.reinterpret_cast and
 * extract_strided_metadata start from. */
static fp_expr aligned_base(struct fp_addresses *a, fp_value buffer) {
    for (uint32_t steps = 0; steps < CHAIN_MAX && buffer != FP_NONE; steps++) {
        fp_type type = fp_address_type(a, buffer);
        if (type.kind != FP_TYPE_MEMREF) break;
        if (type.offset != FP_DYNAMIC && !type.opaque_layout) {
            fp_expr start = fp_address_need(a, buffer);
            return start == FP_EXPR_NONE
                       ? start
                       : fp_expr_offset(&a->exprs, start, -type.offset * fp_address_element_bytes(&type));
        }
        fp_op op = definition(a, buffer);
        if (op == FP_NONE) break;
        fp_view view = a->ir->ops[op].info->view;
        if (view != FP_VIEW_SAME && view != FP_VIEW_SUBVIEW && view != FP_VIEW_REINTERPRET) break;
        buffer = source_of(a, op);
    }
    return fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, 0, FP_ADDRESS_END, 0);
}

/* Base, offset, sizes and strides of a memref, in this order. */
static fp_expr metadata(struct fp_addresses *a, fp_value buffer, uint32_t which) {
    fp_type type = buffer == FP_NONE ? (fp_type){ 0 } : fp_address_type(a, buffer);
    int64_t bytes = fp_address_element_bytes(&type);
    bool fixed = which < 2 && type.offset != FP_DYNAMIC && !type.opaque_layout; /* no element is counted */
    if (type.kind != FP_TYPE_MEMREF || (!bytes && !fixed) || which >= 2 + 2 * type.rank)
        return fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, -FP_FAR, FP_FAR, 0);
    if (which == 1 && fixed) return fp_expr_constant(&a->exprs, type.offset);
    if (which < 2) {
        fp_expr aligned = aligned_base(a, buffer), start = which == 0 ? 0 : fp_address_need(a, buffer);
        if (aligned == FP_EXPR_NONE || start == FP_EXPR_NONE) return FP_EXPR_NONE;
        return which == 0 ? aligned
                          : fp_expr_floordiv(&a->exprs, fp_expr_sub(&a->exprs, start, aligned),
                                             fp_expr_constant(&a->exprs, bytes));
    }
    if (which < 2 + type.rank) return fp_address_size(a, buffer, which - 2);
    fp_strides strides = fp_address_strides(a, buffer, &type);
    if (!strides.known) return fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, -FP_FAR, FP_FAR, 0);
    return strides.stride[which - 2 - type.rank];
}

fp_expr fp_address_metadata(struct fp_addresses *a, fp_op op, uint32_t result) {
    return metadata(a, source_of(a, op), result);
}

/* Fields of the struct that a memref is lowered to: the pointer as it was allocated, the aligned one, the offset, and
 * arrays of sizes and strides. */
enum { FIELD_ALLOCATED, FIELD_ALIGNED, FIELD_OFFSET, FIELD_SIZES, FIELD_STRIDES };

bool fp_address_descriptor(struct fp_addresses *a, fp_value buffer, const int64_t *position, uint32_t depth,
                           fp_expr *part) {
    fp_type type = fp_address_type(a, buffer);
    if (type.kind != FP_TYPE_MEMREF || depth == 0) return false;
    bool whole = depth == 1, element = depth == 2 && position[1] >= 0 && position[1] < type.rank;
    uint32_t which;
    if (whole && (position[0] == FIELD_ALLOCATED || position[0] == FIELD_ALIGNED))
        which = 0;
    else if (whole && position[0] == FIELD_OFFSET)
        which = 1;
    else if (element && position[0] == FIELD_SIZES)
        which = 2 + (uint32_t)position[1];
    else if (element && position[0] == FIELD_STRIDES)
        which = 2 + type.rank + (uint32_t)position[1];
    else
        return false;
    *part = metadata(a, buffer, which);
    return true;
}

/* ---- Pointer arithmetic ---- */

/* The type that indices of a getelementptr step through: behind the result type, an attribute, or a typed pointer's
 * pointee. */
static fp_str element_type(struct fp_addresses *a, fp_op op, fp_value source) {
    fp_str attribute = fp_ir_attribute(a->ir, op, fp_named.elem_type);
    if (attribute.len) return attribute;
    fp_str behind = fp_ir_type_behind_arrow(a->ir, op, 1);
    if (behind.len) return behind;
    return fp_address_type(a, source).element;
}

/* base + indices through a type: the first steps over whole elements (`skip_first`: there is none of that kind,
 * SPIR-V), the others into it. */
static fp_expr walk_type(struct fp_addresses *a, fp_op op, fp_value result, fp_expr start, fp_str type,
                         bool skip_first) {
    fp_subscripts list = fp_ir_list(a->ir, op, 0);
    bool failed = !list.known, pending = start == FP_EXPR_NONE;
    fp_expr sum = pending ? 0 : start;
    for (size_t i = 0; i < list.len && !failed; i++) {
        fp_expr index = fp_address_subscript(a, op, &list, i, &failed);
        fp_layout l = fp_address_layout(a->ir->context, type);
        int64_t stride = l.bytes;
        if (index == FP_EXPR_NONE) pending = true, index = 0;
        if (i > 0 || skip_first) {
            fp_str inner = l.element;
            if (l.is_struct) {
                fp_layout_field field = { .found = false };
                if (fp_expr_is_constant(&a->exprs, index))
                    field = fp_address_field(a->ir->context, &l, fp_expr_at(&a->exprs, index)->constant);
                if (field.found) sum = fp_expr_offset(&a->exprs, sum, field.offset);
                failed |= !field.found;
                inner = field.type;
                stride = 0;
            } else {
                stride = l.stride;
                if (l.count <= 0 && l.stride <= 0) failed = true;
            }
            type = inner;
        }
        if (stride < 0) failed = true;
        if (!failed && stride) sum = fp_expr_add(&a->exprs, sum, fp_expr_scale(&a->exprs, index, stride));
    }
    if (failed) return fp_address_opaque(a, result);
    return pending ? FP_EXPR_NONE : sum;
}

/* ---- Views ---- */

static fp_expr subview(struct fp_addresses *a, fp_op op, fp_value result, fp_value source) {
    fp_type type = fp_address_type(a, source);
    fp_subscripts offsets = fp_ir_list(a->ir, op, 0);
    int64_t bytes = fp_address_element_bytes(&type);
    fp_expr start = fp_address_need(a, source);
    if (!offsets.known || offsets.len != type.rank || !bytes) return fp_address_opaque(a, result);
    fp_strides strides = fp_address_strides(a, source, &type);
    bool failed = !strides.known, pending = start == FP_EXPR_NONE;
    for (uint32_t i = 0; i < type.rank && !failed; i++) {
        fp_expr offset = fp_address_subscript(a, op, &offsets, i, &failed);
        if (offset == FP_EXPR_NONE) pending = true;
        if (failed || pending) continue;
        start = fp_expr_add(&a->exprs, start,
                            fp_expr_scale(&a->exprs, fp_expr_mul(&a->exprs, offset, strides.stride[i]), bytes));
    }
    return failed ? fp_address_opaque(a, result) : pending ? FP_EXPR_NONE : start;
}

/* memref.view: a byte shift; memref.reinterpret_cast: an offset in elements from the base buffer. */
static fp_expr shifted(struct fp_addresses *a, fp_op op, fp_value result, fp_value source, fp_view view) {
    fp_type type = fp_address_type(a, result);
    fp_subscripts offsets = fp_ir_list(a->ir, op, 0);
    bool failed = false;
    if (!offsets.known || offsets.len != 1) return fp_address_opaque(a, result);
    fp_expr start = view == FP_VIEW_BYTES ? fp_address_need(a, source) : aligned_base(a, source),
            offset = fp_address_subscript(a, op, &offsets, 0, &failed);
    if (failed) return fp_address_opaque(a, result);
    if (start == FP_EXPR_NONE || offset == FP_EXPR_NONE) return FP_EXPR_NONE;
    return fp_expr_add(&a->exprs, start,
                       fp_expr_scale(&a->exprs, offset, view == FP_VIEW_BYTES ? 1 : fp_address_element_bytes(&type)));
}

/* A slot of a ring of buffers: index * bytes of all but the leading dimension. */
static fp_expr slot(struct fp_addresses *a, fp_op op, fp_value result, fp_value source) {
    fp_type type = fp_address_type(a, source);
    fp_subscripts index = fp_ir_list(a->ir, op, 0);
    int64_t bytes = fp_tiling_slot_bytes(a->ir->context, &type);
    bool failed = false;
    if (!index.known || index.len != 1 || !bytes) return fp_address_opaque(a, result);
    fp_expr start = fp_address_need(a, source), i = fp_address_subscript(a, op, &index, 0, &failed);
    if (failed) return fp_address_opaque(a, result);
    if (start == FP_EXPR_NONE || i == FP_EXPR_NONE) return FP_EXPR_NONE;
    return fp_expr_add(&a->exprs, start, fp_expr_scale(&a->exprs, i, bytes));
}

/* Where an index list behind operand `position` points. */
static fp_expr element_at(struct fp_addresses *a, fp_op op, fp_value result, fp_operand position, fp_value buffer) {
    fp_type type = fp_address_type(a, buffer);
    fp_subscripts list = fp_ir_subscripts(a->ir, op, position);
    int64_t bytes = fp_address_element_bytes(&type);
    fp_strides strides = fp_address_strides(a, buffer, &type);
    bool failed = type.kind != FP_TYPE_MEMREF || !list.known || list.len != type.rank || !bytes || !strides.known,
         pending = false;
    fp_expr at = failed ? 0 : fp_address_need(a, buffer);
    pending |= at == FP_EXPR_NONE;
    for (uint32_t i = 0; i < type.rank && !failed; i++) {
        fp_expr index = fp_address_subscript(a, op, &list, i, &failed);
        pending |= index == FP_EXPR_NONE;
        if (!failed && !pending)
            at = fp_expr_add(&a->exprs, at,
                             fp_expr_scale(&a->exprs, fp_expr_mul(&a->exprs, index, strides.stride[i]), bytes));
    }
    return failed ? fp_address_opaque(a, result) : pending ? FP_EXPR_NONE : at;
}

static fp_expr either(struct fp_addresses *a, fp_op op, fp_value result) {
    const fp_op_info *info = a->ir->ops[op].info;
    const fp_use *condition = fp_ir_operand(a->ir, op, info->condition),
                 *second = fp_ir_operand(a->ir, op, info->second);
    fp_value first = source_of(a, op);
    /* A descriptor of a copy names both of its sides; the second one lies in workgroup memory and is the one to follow.
     */
    if (!condition && second && second->value < a->ir->value_count)
        return element_at(a, op, result, info->second, second->value);
    if (!condition || !second || first == FP_NONE) return fp_address_opaque(a, result);
    fp_expr c = fp_address_need(a, condition->value), x = fp_address_need(a, first),
            y = fp_address_need(a, second->value);
    return c == FP_EXPR_NONE || x == FP_EXPR_NONE || y == FP_EXPR_NONE ? FP_EXPR_NONE
                                                                       : fp_expr_select(&a->exprs, c, x, y);
}

fp_expr fp_address_view(struct fp_addresses *a, fp_op op, fp_value result) {
    const fp_op_node *n = &a->ir->ops[op];
    if (n->info->effect == FP_EFFECT_ALLOC) return allocation(a, op, result);
    fp_view view = n->info->view;
    if (view == FP_VIEW_SYMBOL) {
        if (a->buffers) return base_of_root(a, result);
        return base(a, (fp_base_info){ .symbol = fp_ir_symbol(a->ir, op, 0), .own = true }, FP_ADDRESS_END, 0);
    }
    fp_value source = source_of(a, op);
    if (view == FP_VIEW_ELEMENTWISE) {
        uint32_t index = a->ir->values[result].index;
        source = index < n->use_count ? a->ir->uses[n->first_use + index].value : FP_NONE;
    }
    if (source >= a->ir->value_count) return fp_address_opaque(a, result);
    switch (view) {
    case FP_VIEW_SAME:
    case FP_VIEW_SLICE:
        if (fp_address_width(fp_ir_value_type(a->ir, result)) &&
            fp_type_kind_of(fp_ir_value_type(a->ir, source)) == FP_TYPE_MEMREF)
            return aligned_base(a, source);
        return fp_address_need(a, source);
    case FP_VIEW_ELEMENTWISE: return fp_address_need(a, source);
    case FP_VIEW_SUBVIEW: return subview(a, op, result, source);
    case FP_VIEW_BYTES:
    case FP_VIEW_REINTERPRET: return shifted(a, op, result, source, view);
    case FP_VIEW_GEP: return walk_type(a, op, result, fp_address_need(a, source), element_type(a, op, source), false);
    case FP_VIEW_ACCESS_CHAIN:
        return walk_type(a, op, result, fp_address_need(a, source), fp_address_type(a, source).element, true);
    case FP_VIEW_SLOT: return slot(a, op, result, source);
    case FP_VIEW_SELECT: return either(a, op, result);
    case FP_VIEW_COLUMNS:
    case FP_VIEW_PERMUTED:
        return fp_address_leaf(a, result); /* comparable with what goes through it, too, and with nothing else */
    case FP_VIEW_UNKNOWN:                  /* an integer turned into a pointer is its number */
        if (fp_address_width(fp_ir_value_type(a->ir, source))) return fp_address_need(a, source);
        break;
    case FP_VIEW_PEER: /* what lies there is not what lies here */
    case FP_VIEW_NONE:
    case FP_VIEW_SYMBOL: break;
    }
    return fp_address_opaque(a, result);
}
