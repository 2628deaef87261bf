#include "address/address_shape.h"
#include "address/address_op.h"
#include "address/address_raw.h"
#include "address/address_resolve.h"
#include "address/address_type.h"
#include "address/address_view.h"
#include "address/affine.h"
#include "address/tiling_memory.h"
#include <string.h>

typedef struct {
    int64_t count, stride;
} axis; /* bytes */

/* Segments of a box of elements: what lies side by side is one segment, the rest is counted out; too many rows become
 * their hull. */
static fp_extent segments_of(axis *axes, uint32_t count, int64_t bytes) {
    fp_extent extent = { .width = 0 };
    int64_t width = bytes, span = bytes, rows = 1;
    for (uint32_t i = 0; i < count; i++) {
        if (axes[i].count <= 0) return extent;
        for (uint32_t j = i + 1; j < count; j++) /* from the smallest step to the largest */
            if (axes[j].stride < axes[i].stride) {
                axis swap = axes[i];
                axes[i] = axes[j];
                axes[j] = swap;
            }
        int64_t reach;
        if (axes[i].stride < 0 || __builtin_mul_overflow(axes[i].stride, axes[i].count - 1, &reach) ||
            __builtin_add_overflow(span, reach, &span))
            return extent;
        if (axes[i].stride == width && rows == 1)
            width *= axes[i].count;
        else if (axes[i].count > 1 && axes[i].stride > 0 && __builtin_mul_overflow(rows, axes[i].count, &rows))
            return extent;
    }
    if (span > INT32_MAX) return extent;
    if (rows > FP_SEGMENTS_MAX) {
        extent.width = (uint32_t)span;
        extent.inexact = true;
        extent.count = 1;
        return extent;
    }
    extent.width = (uint32_t)width;
    extent.count = 1;
    bool contiguous = true;
    int64_t covered = bytes;
    for (uint32_t i = 0; i < count; i++) {
        if (contiguous && axes[i].stride == covered) {
            covered *= axes[i].count;
            continue;
        }
        if (axes[i].count == 1 || axes[i].stride == 0) continue;
        contiguous = false;
        uint32_t have = extent.count;
        for (int64_t k = 1; k < axes[i].count; k++)
            for (uint32_t j = 0; j < have; j++)
                extent.segments[extent.count++] = extent.segments[j] + k * axes[i].stride;
    }
    return extent;
}

static fp_extent whole(int64_t bytes) {
    fp_extent extent = { .width = bytes > 0 && bytes <= INT32_MAX ? (uint32_t)bytes : 0, .count = 1 };
    return extent;
}

/* Which dimension of the memref each dimension of the vector runs along; -1: none (broadcast). By default the last
 * ones. */
static bool vector_dimensions(struct fp_addresses *a, fp_op op, uint32_t memref_rank, uint32_t vector_rank,
                              int8_t *dimension) {
    fp_str map = fp_ir_attribute(a->ir, op, fp_named.permutation_map);
    if (map.len == 0) {
        if (vector_rank > memref_rank) return false;
        for (uint32_t i = 0; i < vector_rank; i++) dimension[i] = (int8_t)(memref_rank - vector_rank + i);
        return true;
    }
    fp_expr operands[FP_TYPE_RANK_MAX], results[FP_AFFINE_RESULTS_MAX];
    uint32_t count;
    for (uint32_t i = 0; i < memref_rank; i++)
        operands[i] = fp_expr_leaf(
            &a->exprs,
            (fp_leaf){ .op = FP_EXPR_SYMBOL, .id = FP_SYMBOL_SHARED - 1 - i, .low = -FP_FAR, .high = FP_FAR });
    fp_affine_names names = { .operands = operands, .operand_count = memref_rank };
    if (!fp_affine_map(&a->exprs, map, &names, results, &count) || count != vector_rank) return false;
    for (uint32_t i = 0; i < count; i++) {
        dimension[i] = -1;
        for (uint32_t k = 0; k < memref_rank; k++)
            if (results[i] == operands[k]) dimension[i] = (int8_t)k;
        if (dimension[i] < 0 && !fp_expr_is_constant(&a->exprs, results[i])) return false;
    }
    return true;
}

/* How many of `count` elements along a dimension of its mask the access touches at most. *exact becomes false where
 * these may be fewer. */
static int64_t elements_on(struct fp_addresses *a, const fp_access_request *request, uint32_t dimension, int64_t count,
                           bool *exact) {
    fp_op op = request->counts;
    if (op == FP_NONE) return count;
    fp_subscripts list = fp_ir_list(a->ir, op, 0);
    int64_t least = 0, most = count;
    if (list.known && dimension < list.len && !list.data[dimension].is_value && !list.data[dimension].is_expression) {
        least = most = list.data[dimension].constant;
    } else if (!list.known && dimension < a->ir->ops[op].use_count) {
        fp_value on = a->ir->uses[a->ir->ops[op].first_use + dimension].value;
        const fp_expr_info *n = fp_expr_at(&a->exprs, fp_address_resolve(a, fp_address_value(a, on), request->loop));
        least = n->low, most = n->high;
    }
    if (most > count) most = count;
    if (most < 1) most = 1; /* that some element is on is a condition of the access */
    *exact &= least >= most;
    return most;
}

/* The dimension of a mask that dimension `i` of the vector has: masks are shaped like the memory. */
static uint32_t mask_dimension(const int8_t *dimension, uint32_t rank, uint32_t i) {
    uint32_t before = 0;
    for (uint32_t k = 0; k < rank; k++) before += dimension[k] >= 0 && dimension[k] < dimension[i];
    return before;
}

/* A value of type `text` in memory of type `memref`: one element, or the elements of a vector. */
static fp_extent value_extent(struct fp_addresses *a, const fp_access_request *request, fp_str text,
                              const fp_type *memref) {
    fp_op op = request->op;
    fp_type type = *fp_type_in(a->ir, text);
    int64_t bytes = fp_address_element_bytes(memref);
    fp_extent nothing = { .width = 0 };
    if (memref->kind != FP_TYPE_MEMREF) {
        fp_extent extent = whole(type.bits ? (int64_t)(type.bits + 7) / 8 : -1);
        extent.inexact = request->counts != FP_NONE;
        return extent;
    }
    if (!bytes) return nothing;
    if (type.kind != FP_TYPE_VECTOR || (memref->element_bits && type.bits == memref->element_bits)) return whole(bytes);
    axis axes[FP_TYPE_RANK_MAX];
    int8_t dimension[FP_TYPE_RANK_MAX];
    uint32_t rank = type.rank;
    if (fp_str_starts(memref->element,
                      FP_STR("vector<"))) { /* vectors of vectors: the inner dimensions are inside of the element */
        fp_type inner = fp_type_parse(a->ir->context, memref->element);
        rank -= inner.rank < rank ? inner.rank : rank;
    }
    if (!vector_dimensions(a, op, memref->rank, rank, dimension)) return nothing;
    uint32_t count = 0;
    bool exact = true;
    for (uint32_t i = 0; i < rank; i++) {
        if (dimension[i] < 0 || type.shape[i] == 1) continue;
        int64_t stride = memref->strides[dimension[i]];
        if (stride == FP_DYNAMIC && (uint32_t)dimension[i] + 1 == memref->rank && !memref->has_layout &&
            !memref->opaque_layout)
            stride = 1;
        if (stride == FP_DYNAMIC || type.shape[i] == FP_DYNAMIC) return nothing;
        axis along = { .count = elements_on(a, request, mask_dimension(dimension, rank, i), type.shape[i], &exact) };
        if (__builtin_mul_overflow(stride, bytes, &along.stride)) return nothing;
        axes[count++] = along;
    }
    fp_extent extent = segments_of(axes, count, bytes);
    extent.inexact |= !exact;
    return extent;
}

/* Every byte of a view. Slices of a buffer whose layout is not known may lie anywhere in it. */
static fp_extent view_extent(struct fp_addresses *a, fp_value buffer, const fp_type *given) {
    fp_type type = *given;
    bool sliced = false;
    for (uint32_t steps = 0;
         steps < 64 && a->ir->values[buffer].block == FP_NONE && a->ir->values[buffer].def != FP_NONE; steps++) {
        const fp_op_info *info = a->ir->ops[a->ir->values[buffer].def].info;
        if (!info || info->effect != FP_EFFECT_VIEW || (info->view != FP_VIEW_SLICE && info->view != FP_VIEW_SAME))
            break;
        const fp_use *source = fp_ir_operand(a->ir, a->ir->values[buffer].def, info->read);
        if (!source || source->value >= a->ir->value_count) break;
        if (info->view == FP_VIEW_SLICE) sliced = true, type = fp_address_type(a, source->value);
        buffer = source->value;
    }
    axis axes[FP_TYPE_RANK_MAX];
    int64_t bytes = fp_address_element_bytes(&type);
    if (type.kind == FP_TYPE_MEMREF && bytes && type.rank <= FP_TYPE_RANK_MAX) {
        for (uint32_t i = 0; i < type.rank; i++) {
            axes[i].count = type.shape[i];
            if (type.shape[i] == FP_DYNAMIC || type.strides[i] == FP_DYNAMIC ||
                __builtin_mul_overflow(type.strides[i], bytes, &axes[i].stride))
                return (fp_extent){ .width = 0 };
        }
        return segments_of(axes, type.rank, bytes);
    }
    bool points = type.kind == FP_TYPE_POINTER || type.kind == FP_TYPE_SCALAR ||
                  type.kind == FP_TYPE_INDEX; /* an integer may be an address, too */
    fp_extent extent = whole(type.kind == FP_TYPE_MEMDESC ? fp_tiling_buffer_bytes(a->ir->context, &type)
                             : points                     ? -1
                                                          : fp_type_size_bytes(&type));
    extent.inexact = sliced;
    return extent;
}

static bool quantity(const struct fp_addresses *a, fp_op op, const fp_quantity *q, int64_t *value) {
    switch (q->from) {
    case FP_FROM_FIXED: *value = q->value; return true;
    case FP_FROM_ATTRIBUTE: return fp_ir_attribute_int(a->ir, op, q->name, value);
    case FP_FROM_LITERAL:
        return fp_ir_literal(a->ir, op, (uint32_t)q->index, value) ||
               (q->name.len && fp_ir_attribute_int(a->ir, op, q->name, value));
    case FP_FROM_OPERAND: {
        const fp_use *use = fp_ir_operand(a->ir, op, q->operand);
        return use && use->value < a->ir->value_count && fp_ir_constant(a->ir, use->value, value);
    }
    case FP_FROM_NONE: break;
    }
    return false;
}

enum { DESCRIPTOR_STEPS_MAX = 8 };

/* Bytes of the tile that a descriptor names in workgroup memory, its padding included; 0: not known. */
static int64_t tile_bytes(struct fp_addresses *a, fp_op descriptor, fp_str base_type) {
    const fp_operand pad = { -1, -1, fp_named.pad_shared.data };
    size_t open = fp_str_find(base_type, '<');
    fp_subscripts sizes = fp_ir_list(a->ir, descriptor, 0);
    int64_t bytes =
        (fp_type_parse(a->ir->context, fp_str_slice(base_type, open + 1, fp_str_find(base_type, '>'))).bits + 7) / 8;
    if (!sizes.known || sizes.len == 0) return 0;
    for (size_t i = 0; i < sizes.len && bytes > 0; i++) {
        if (sizes.data[i].is_expression || (sizes.data[i].is_value && sizes.data[i].value >= a->ir->value_count))
            return 0;
        fp_expr size = sizes.data[i].is_value ? fp_address_value(a, sizes.data[i].value)
                                              : fp_expr_constant(&a->exprs, sizes.data[i].constant);
        const fp_expr_info *n = fp_expr_at(&a->exprs, size);
        if (n->op != FP_EXPR_CONSTANT || n->constant <= 0 || n->constant > INT32_MAX || bytes > INT32_MAX / n->constant)
            return 0;
        bytes *= n->constant;
    }
    if (a->ir->ops[descriptor].generic)
        return 0; /* which operands say how it is padded is not told by position alone */
    const fp_op_node *n = &a->ir->ops[descriptor];
    const fp_use *padding_use = fp_ir_operand(a->ir, descriptor, pad);
    if (!padding_use) return bytes;
    int64_t padding, interval; /* `padShared(%padding every %interval)`, in words of 4 bytes */
    if (padding_use + 1 >= a->ir->uses + n->first_use + n->use_count) return 0;
    if (!fp_ir_constant(a->ir, padding_use->value, &padding) || !fp_ir_constant(a->ir, padding_use[1].value, &interval))
        return 0;
    if (padding < 0 || padding > INT16_MAX || interval <= 0 || interval > INT16_MAX) return 0;
    return bytes + (bytes + interval * 4 - 1) / (interval * 4) * padding * 4;
}

/* How far a copy through a descriptor may reach from its address: its tile, or all of the buffer. */
static int64_t descriptor_reach(struct fp_addresses *a, fp_value value, uint32_t depth) {
    if (value >= a->ir->value_count || a->ir->values[value].block != FP_NONE || a->ir->values[value].def == FP_NONE ||
        depth == DESCRIPTOR_STEPS_MAX)
        return 0;
    fp_op op = a->ir->values[value].def;
    const fp_op_info *info = a->ir->ops[op].info;
    if (!info) return 0;
    const fp_use *first = fp_ir_operand(a->ir, op, info->read), *second = fp_ir_operand(a->ir, op, info->second);
    if (info->effect == FP_EFFECT_VIEW && info->view == FP_VIEW_SAME && first) {
        int64_t tile = tile_bytes(a, op, fp_ir_value_type(a->ir, first->value));
        return tile > 0 ? tile : descriptor_reach(a, first->value, depth + 1);
    }
    if (info->effect != FP_EFFECT_VIEW || info->view != FP_VIEW_SELECT || !second) return 0;
    if (!fp_ir_operand(a->ir, op, info->condition)) {
        fp_type type = fp_address_type(a, second->value);
        return type.kind == FP_TYPE_MEMREF ? fp_type_size_bytes(&type) : 0;
    }
    int64_t x = first ? descriptor_reach(a, first->value, depth + 1) : 0,
            y = descriptor_reach(a, second->value, depth + 1);
    return x <= 0 || y <= 0 ? 0 : x > y ? x : y;
}

static fp_str stored_type(struct fp_addresses *a, fp_op op) {
    const fp_op_node *n = &a->ir->ops[op];
    /* `store %v, %p : f32, !llvm.ptr<3>`: the op says it, where the value's definition may name a whole struct. */
    if (!n->generic && n->info->shape == FP_SHAPE_POINTER && fp_ir_type_count(a->ir, op) == 2)
        return fp_ir_type_at(a->ir, op, 0);
    const fp_use *use = fp_ir_operand(a->ir, op, n->info->value);
    if (!use) use = fp_ir_operand(a->ir, op, FP_OPERAND(0));
    if (!use || use->value >= a->ir->value_count) return (fp_str){ "", 0 };
    return fp_ir_value_type(a->ir, use->value);
}

/* `!gpu.mma_matrix<16x16xf16, "AOp">`, `!spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>`: which lane has which part
 * of it is not told. */
static fp_extent tile_extent(struct fp_addresses *a, fp_op op, fp_str matrix, const fp_type *buffer) {
    fp_extent nothing = { .width = 0 };
    int64_t lead, sizes[2];
    fp_str rest = fp_str_slice(matrix, fp_str_find(matrix, '<') + 1, matrix.len);
    rest = fp_str_slice(rest, 0, fp_str_find(rest, ','));
    for (int i = 0; i < 2; i++) {
        size_t cross = fp_str_find(rest, 'x');
        if (cross >= rest.len || !fp_str_int(fp_str_slice(rest, 0, cross), &sizes[i]) || sizes[i] <= 0 ||
            sizes[i] > INT16_MAX)
            return nothing;
        rest = fp_str_slice(rest, cross + 1, rest.len);
    }
    int64_t bytes = (fp_type_parse(a->ir->context, rest).bits + 7) / 8;
    int64_t unit = buffer->kind == FP_TYPE_MEMREF ? fp_address_element_bytes(buffer)
                                                  : (fp_type_parse(a->ir->context, buffer->element).bits + 7) / 8;
    if (!bytes || !unit || !quantity(a, op, &a->ir->ops[op].info->count, &lead) || lead <= 0 || lead > INT32_MAX / unit)
        return nothing;
    fp_span span = a->ir->ops[op].span;
    bool columns = fp_ir_attribute(a->ir, op, fp_named.transpose).len ||
                   fp_str_contains(fp_str_slice(a->ir->text, span.start, span.end), fp_named.column_major);
    axis axes[2] = { { sizes[!columns], bytes }, { sizes[columns], lead * unit } };
    fp_extent extent = segments_of(axes, 2, bytes);
    extent.by_wave = true;
    return extent;
}

/* Each lane names a row, and gets elements of rows that others name. */
static fp_extent rows_extent(struct fp_addresses *a, fp_op op, int64_t bytes) {
    const fp_op_node *n = &a->ir->ops[op];
    fp_extent extent = whole(bytes);
    fp_str result = n->result_count ? fp_ir_value_type(a->ir, n->first_result) : (fp_str){ "", 0 },
           element = fp_ir_attribute(a->ir, op, fp_named.matrix_element);
    int64_t bits = fp_type_in(a->ir, result)->bits;
    if (!bits) bits = (int64_t)fp_address_layout(a->ir->context, result).bytes * 8;
    extent.by_wave = true;
    extent.inexact = bits != 8 * bytes || (element.len && !fp_str_contains(element, fp_named.sixteen_bits));
    return extent;
}

fp_extent fp_address_extent(struct fp_addresses *a, const fp_access_request *request, const fp_type *type) {
    fp_op op = request->op;
    const fp_op_node *n = &a->ir->ops[op];
    fp_extent extent = { .width = 0 };
    int64_t count;
    if (request->width_bytes) return whole(request->width_bytes);
    if (request->shape == FP_SHAPE_WHOLE || request->shape == FP_SHAPE_UNKNOWN || request->shape == FP_SHAPE_NONE) {
        extent = view_extent(a, request->base, type);
        if (extent.width == 0 && n->info && n->info->workgroup_side)
            extent = whole(descriptor_reach(a, request->base, 0));
        if (request->shape != FP_SHAPE_WHOLE) extent.inexact = true;
        return extent;
    }
    switch (request->width) {
    case FP_WIDTH_ELEMENT: extent = whole(fp_address_element_bytes(type)); break;
    case FP_WIDTH_RESULT:
        if (n->result_count) extent = value_extent(a, request, fp_ir_value_type(a->ir, n->first_result), type);
        break;
    case FP_WIDTH_TILE:
        extent =
            tile_extent(a, op, n->result_count ? fp_ir_value_type(a->ir, n->first_result) : stored_type(a, op), type);
        break;
    case FP_WIDTH_VALUE: extent = value_extent(a, request, stored_type(a, op), type); break;
    case FP_WIDTH_TRANSFER: {
        fp_str transfer = fp_ir_attribute(a->ir, op, fp_named.transfer_type);
        fp_type moved = fp_type_parse(a->ir->context, transfer.len ? transfer : fp_ir_type_at(a->ir, op, 0));
        extent = whole(moved.bits ? (int64_t)(moved.bits + 7) / 8 : -1);
        break;
    }
    case FP_WIDTH_SIZE:
        if (n->info && quantity(a, op, &n->info->count, &count)) extent = whole(count);
        break;
    case FP_WIDTH_ROWS:
        if (n->info && quantity(a, op, &n->info->count, &count)) extent = rows_extent(a, op, count);
        break;
    case FP_WIDTH_ELEMENTS:
        if (n->info && quantity(a, op, &n->info->count, &count) && count > 0 && count < INT32_MAX)
            extent = whole(count * fp_address_element_bytes(type));
        break;
    case FP_WIDTH_POINTEE: extent = whole(fp_address_layout(a->ir->context, type->element).bytes); break;
    case FP_WIDTH_VIEW: extent = view_extent(a, request->base, type); break;
    case FP_WIDTH_NAME: /* not told */
    case FP_WIDTH_NONE: break;
    }
    return extent;
}
