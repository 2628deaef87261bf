#include "address/share_out.h"
#include "address/matrix.h"
#include "address/tile.h"
#include <string.h>

static uint32_t intern_tile(struct fp_addresses *a, const fp_tile *tile) {
    for (uint32_t i = 1; i < a->tiles.len; i++)
        if (!memcmp(a->tiles.data[i], tile, sizeof *tile)) return i;
    *FP_PUSH(a->keep, &a->tiles) = fp_arena_copy(a->keep, tile, sizeof *tile, _Alignof(fp_tile));
    return a->tiles.len - 1;
}

/* The first tensor among results, or among operands. */
static fp_str tensor_of(const struct fp_addresses *a, fp_op op) {
    const fp_op_node *n = &a->ir->ops[op];
    for (uint32_t i = 0; i < n->use_count && n->info->effect != FP_EFFECT_READ; i++) {
        fp_value value = a->ir->uses[n->first_use + i].value;
        fp_str type = value < a->ir->value_count ? fp_ir_value_type(a->ir, value) : (fp_str){ 0 };
        if (fp_type_kind_of(type) == FP_TYPE_TENSOR) return type;
    }
    return n->result_count && n->info->effect == FP_EFFECT_READ ? fp_ir_value_type(a->ir, n->first_result)
                                                                : (fp_str){ 0 };
}

bool fp_address_share_out(struct fp_addresses *a, const fp_access_request *request, fp_footprint_info *f) {
    fp_tile tile;
    const fp_op_info *info = a->ir->ops[request->op].info;
    if (!info || !(info->by_layout || info->by_wave_rows) || request->shape != FP_SHAPE_WHOLE || f->blocked)
        return false;
    fp_str tensor = tensor_of(a, request->op);
    if (info->by_wave_rows) {
        bool some = info->waves_name && fp_ir_attribute(a->ir, request->op, fp_str_of(info->waves_name)).len;
        if (some || !fp_tile_of_waves(a, request->op, request->base, &tile)) return false;
    } else if (!tensor.len || !fp_tile_of(a, request->op, request->base, tensor, &tile)) {
        return false;
    }
    f->tile = intern_tile(a, &tile);
    f->collective = false;
    f->inexact = request->masked;
    return true;
}

bool fp_address_share_matrix(struct fp_addresses *a, const fp_access_request *request, fp_footprint_info *f) {
    fp_tile tile;
    bool whole_rows;
    if (!request->matrix || !fp_matrix_of(a, request->op, request->descriptor, &f->address, &tile, &whole_rows))
        return false;
    f->inexact = whole_rows;
    f->tile = intern_tile(a, &tile);
    return true;
}

uint32_t fp_address_share_first(struct fp_addresses *a, fp_op op, uint32_t bytes) {
    fp_tile tile;
    return fp_tile_of_first(a, op, bytes, &tile) ? intern_tile(a, &tile) : 0;
}
