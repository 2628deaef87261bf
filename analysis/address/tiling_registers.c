#include "address/tiling_registers.h"
#include <string.h>

/* A layout under construction. `covered`: elements of each dimension that the bits so far tell apart. */
typedef struct {
    const int64_t *shape;
    uint32_t rank;
    fp_register_tiling *to;
    int64_t covered[FP_TILING_RANK_MAX];
    bool failed;
    fp_coordinate surplus; /* takes what does not fit */
} builder;

static fp_coordinate *next_bit(builder *b, fp_coordinates *bits) {
    if (bits->count == FP_TILING_BITS_MAX) b->failed = true;
    fp_coordinate *bit = b->failed ? &b->surplus : &bits->bit[bits->count++];
    memset(bit, 0, sizeof *bit);
    return bit;
}

/* One more bit that moves by `step` elements along a dimension; past the end of the tile it moves nowhere. */
static void push(builder *b, fp_coordinates *bits, uint32_t dimension, int64_t step) {
    fp_coordinate *bit = next_bit(b, bits);
    if (step < b->shape[dimension]) bit->at[dimension] = (int32_t)step;
    if (2 * step > b->covered[dimension]) b->covered[dimension] = 2 * step;
}

/* Bits for `count` neighbours that are `step` elements apart. */
static void spread(builder *b, fp_coordinates *bits, uint32_t dimension, int64_t step, int64_t count) {
    if (!fp_is_power_of_two(count) || !fp_is_power_of_two(step)) b->failed = true;
    for (int64_t k = 1; k < count && !b->failed; k *= 2) push(b, bits, dimension, step * k);
}

/* Bits that choose no element: `count` threads own copies. */
static void copy(builder *b, fp_coordinates *bits, int64_t count) {
    if (!fp_is_power_of_two(count)) b->failed = true;
    for (int64_t k = 1; k < count && !b->failed; k *= 2) (void)next_bit(b, bits);
}

/* What is left of the tile is the same again, in more registers. */
static void repeat(builder *b, uint32_t dimension) {
    int64_t from = b->covered[dimension];
    for (int64_t step = from > 1 ? from : 1; step < b->shape[dimension] && !b->failed; step *= 2)
        push(b, &b->to->registers, dimension, step);
}

static void repeat_all(builder *b) {
    for (uint32_t d = 0; d < b->rank; d++) repeat(b, d);
}

/* Waves side by side, the first of `order` changing fastest; the ones along `copied` own the same elements. */
static void spread_waves(builder *b, const int32_t *waves, const int32_t *order, const int32_t *step, uint32_t copied) {
    for (uint32_t i = 0; i < b->rank && !b->failed; i++) {
        uint32_t d = (uint32_t)order[i];
        if (d == copied)
            copy(b, &b->to->waves, waves[d]);
        else
            spread(b, &b->to->waves, d, step[d], waves[d]);
    }
}

static bool is_order(const int32_t *order, uint32_t rank) {
    uint32_t seen = 0;
    for (uint32_t i = 0; i < rank; i++)
        if ((uint32_t)order[i] < rank) seen |= 1u << order[i];
    return seen == (1u << rank) - 1;
}

enum { NO_DIMENSION = UINT32_MAX };

/* `inner`: the dimension that products are summed over; every thread holds all of it. */
static bool blocked(builder *b, const fp_tiling_text *layout, uint32_t inner) {
    int32_t size[FP_TILING_RANK_MAX], lanes[FP_TILING_RANK_MAX], waves[FP_TILING_RANK_MAX], order[FP_TILING_RANK_MAX],
        step[FP_TILING_RANK_MAX];
    if (!fp_tiling_list(layout, fp_named.size_per_thread, b->rank, size) ||
        !fp_tiling_list(layout, fp_named.threads_per_warp, b->rank, lanes) ||
        !fp_tiling_list(layout, fp_named.warps_per_cta, b->rank, waves) ||
        !fp_tiling_list(layout, fp_named.order, b->rank, order) || !is_order(order, b->rank))
        return false;
    for (uint32_t d = 0; d < b->rank; d++) {
        if (d == inner) size[d] = (int32_t)b->shape[d];
        spread(b, &b->to->registers, d, 1, size[d]);
        step[d] = size[d] * lanes[d];
    }
    for (uint32_t i = 0; i < b->rank; i++) {
        uint32_t d = (uint32_t)order[i];
        if (d == inner)
            copy(b, &b->to->lanes, lanes[d]);
        else
            spread(b, &b->to->lanes, d, size[d], lanes[d]);
    }
    spread_waves(b, waves, order, step, inner);
    if (!b->failed) repeat_all(b);
    return !b->failed;
}

/* A matrix lies in the last two dimensions; a third one in front numbers matrices, which waves and registers share out.
 */
static uint32_t rows_of(const builder *b) { return b->rank - 2; }
static uint32_t columns_of(const builder *b) { return b->rank - 1; }
static bool is_of_matrices(const builder *b) { return b->rank == 2 || b->rank == 3; }

/* How far apart the waves of each dimension are, and which dimension changes fastest from wave to wave. */
typedef struct {
    int32_t step[FP_TILING_RANK_MAX], order[FP_TILING_RANK_MAX];
} wave_grid;
static wave_grid grid_of(const builder *b, int64_t rows, int64_t columns, bool rows_first) {
    wave_grid grid = { { 0 }, { 0 } };
    for (uint32_t d = 0; d < b->rank; d++) {
        grid.step[d] = 1;
        grid.order[d] = (int32_t)(rows_first ? d : b->rank - 1 - d);
    }
    grid.step[rows_of(b)] = (int32_t)rows;
    grid.step[columns_of(b)] = (int32_t)columns;
    return grid;
}

/* Groups of four lanes along the columns, eight groups along the rows. Results lie two by two; operands in pieces of
 * `piece` along `inner`. */
static bool warp_mma(builder *b, const fp_tiling_text *layout, uint32_t inner, int64_t piece) {
    int64_t version = fp_tiling_number(layout, fp_named.version_major,
                                       fp_tiling_number(layout, fp_named.version, 0)); /* 3: of four waves at once */
    int32_t waves[FP_TILING_RANK_MAX];
    const fp_tiling_field *field = fp_tiling_field_of(layout, fp_named.instr_shape);
    if (!is_of_matrices(b) || (version != 2 && (version != 3 || b->rank != 2)) || !field ||
        field->count != (version == 2 ? b->rank : 3) || !fp_tiling_list(layout, fp_named.warps_per_cta, b->rank, waves))
        return false;
    const int64_t *shape = &layout->numbers[field->first + rows_of(b)];
    if (shape[0] != 16 || (b->rank == 3 && shape[-1] != 1)) return false;
    const uint32_t row = rows_of(b), column = columns_of(b);
    int64_t columns = shape[1];
    if (version == 2 && columns != 8) return false;
    if (version == 3 && inner == row) return false; /* the right operand is read from memory */
    wave_grid grid = grid_of(b, 16, columns, version != 2);
    if (columns < 8 || columns > 256) return false;
    fp_register_tiling *to = b->to;
    if (inner == NO_DIMENSION) {
        push(b, &to->registers, column, 1);
        spread(b, &to->lanes, column, 2, 4);
        spread(b, &to->lanes, row, 1, 8);
        push(b, &to->registers, row, 8);
        spread(b, &to->registers, column, 8, columns / 8);
    } else {
        uint32_t outer = row + column - inner;
        spread(b, &to->registers, inner, 1, piece);
        spread(b, &to->lanes, inner, piece, 4);
        spread(b, &to->lanes, outer, 1, 8);
        if (outer == row) push(b, &to->registers, row, 8);
        push(b, &to->registers, inner, 4 * piece);
        grid.step[inner] = (int32_t)(8 * piece);
    }
    spread_waves(b, waves, grid.order, grid.step, inner);
    if (!b->failed) repeat_all(b);
    return !b->failed;
}

static bool mfma(builder *b, const fp_tiling_text *layout, uint32_t inner, int64_t piece) {
    int32_t waves[FP_TILING_RANK_MAX], shape[3], tiles[FP_TILING_RANK_MAX] = { 0 };
    const fp_tiling_field *field = fp_tiling_field_of(layout, fp_named.instr_shape),
                          *per_wave = fp_tiling_field_of(layout, fp_named.tiles_per_warp);
    if (!is_of_matrices(b) || !field || field->count < 2 || field->count > 3 ||
        !fp_tiling_list(layout, fp_named.instr_shape, field->count, shape) ||
        !fp_tiling_list(layout, fp_named.warps_per_cta, b->rank, waves) ||
        (per_wave && !fp_tiling_list(layout, fp_named.tiles_per_warp, b->rank, tiles)))
        return false;
    bool several = false; /* tiles that lie side by side in one wave */
    for (uint32_t d = 0; per_wave && d < b->rank; d++) several |= tiles[d] != 1;
    const uint32_t row = rows_of(b), column = columns_of(b);
    int32_t side = shape[0];
    bool square = shape[0] == shape[1] && (side == 16 || side == 32);
    if (!square || several || fp_tiling_number(layout, fp_named.element_bit_width, 32) > 32) return false;
    fp_register_tiling *to = b->to;
    wave_grid grid = grid_of(b, side, side, false);
    if (inner == NO_DIMENSION) {
        uint32_t fast = fp_tiling_number(layout, fp_named.is_transposed, 0) ? row : column, slow = row + column - fast;
        spread(b, &to->registers, slow, 1, 4);
        spread(b, &to->lanes, fast, 1, side);
        spread(b, &to->lanes, slow, 4, 64 / side);
        if (side == 32) spread(b, &to->registers, slow, 8, 4);
    } else {
        spread(b, &to->registers, inner, 1, piece);
        spread(b, &to->lanes, row + column - inner, 1, side);
        spread(b, &to->lanes, inner, piece, 64 / side);
    }
    spread_waves(b, waves, grid.order, grid.step, inner);
    if (!b->failed) repeat_all(b);
    return !b->failed;
}

/* Waves by a list of bases, in tiles of 16 elements. */
static bool wmma_waves(builder *b, const fp_tiling_text *layout, fp_str key, fp_coordinates *bits, uint32_t inner) {
    const fp_tiling_field *field = fp_tiling_field_of(layout, key);
    if (!field || field->count == 0) return true;
    if (field->width != 2) return false;
    for (uint32_t i = 0; i < field->count; i += 2) {
        const int64_t *basis = &layout->numbers[field->first + i];
        uint32_t d = basis[0] == 0;
        if (basis[!d] != 0 || basis[d] < 0 || basis[d] > INT16_MAX) return false;
        if (basis[d] == 0 || d == inner)
            copy(b, bits, 2);
        else
            push(b, bits, d, 16 * basis[d]);
    }
    return true;
}

static bool wmma(builder *b, const fp_tiling_text *layout, uint32_t inner, int64_t piece) {
    int64_t version = fp_tiling_number(layout, fp_named.version, 0);
    const fp_tiling_field *shape = fp_tiling_field_of(layout, fp_named.instr_shape);
    if (b->rank != 2 || version < 1 || version > 3 || !fp_tiling_field_of(layout, fp_named.warp)) return false;
    if (version == 1 && inner != NO_DIMENSION && piece != 16) return false;
    for (uint32_t i = 0; shape && i < 2 && i < shape->count; i++)
        if (layout->numbers[shape->first + i] != 16) return false;
    fp_register_tiling *to = b->to;
    if (inner == NO_DIMENSION) {
        bool transposed =
            fp_tiling_number(layout, fp_named.is_transpose, fp_tiling_number(layout, fp_named.is_transposed, 0)) != 0;
        uint32_t fast = transposed ? 0 : 1;
        spread(b, &to->registers, !fast, version == 1 ? 2 : 1, 8);
        spread(b, &to->lanes, fast, 1, 16);
        push(b, &to->lanes, !fast, version == 1 ? 1 : 8);
    } else if (version == 1) { /* both halves of a wave hold the same */
        spread(b, &to->registers, inner, 1, piece);
        spread(b, &to->lanes, !inner, 1, 16);
        copy(b, &to->lanes, 2);
    } else {
        spread(b, &to->registers, inner, 1, piece);
        spread(b, &to->lanes, !inner, 1, 16);
        push(b, &to->lanes, inner, piece);
    }
    if (!wmma_waves(b, layout, fp_named.registers, &to->registers, inner) ||
        !wmma_waves(b, layout, fp_named.warp, &to->waves, inner))
        return false;
    if (!b->failed) repeat_all(b);
    return !b->failed;
}

static bool read_bases(builder *b, const fp_tiling_text *layout, fp_str key, fp_coordinates *bits) {
    const fp_tiling_field *field = fp_tiling_field_of(layout, key);
    if (!field || (field->count && field->width != b->rank) || field->count > FP_TILING_BITS_MAX * b->rank)
        return false;
    for (uint32_t i = 0; i < field->count; i += b->rank) {
        fp_coordinate *bit = next_bit(b, bits);
        for (uint32_t d = 0; d < b->rank; d++) {
            int64_t at = layout->numbers[field->first + i + d];
            if (at < 0 || at >= b->shape[d]) return false;
            bit->at[d] = (int32_t)at;
        }
    }
    return true;
}

static bool linear(builder *b, const fp_tiling_text *layout) {
    return read_bases(b, layout, fp_named.registers, &b->to->registers) &&
           read_bases(b, layout, fp_named.lane, &b->to->lanes) && read_bases(b, layout, fp_named.warp, &b->to->waves);
}

static bool operand(builder *b, const fp_tiling_text *layout, const fp_tiling_text *parent) {
    int64_t which = fp_tiling_number(layout, fp_named.op_idx, -1),
            piece = fp_tiling_number(layout, fp_named.k_width, 0);
    if (!is_of_matrices(b) || (which != 0 && which != 1)) return false;
    uint32_t inner = which == 0 ? columns_of(b) : rows_of(b);
    if (parent->kind == FP_TILING_BLOCKED) return b->rank == 2 && blocked(b, parent, inner);
    if (!fp_is_power_of_two(piece) || piece > 64) return false;
    if (parent->kind == FP_TILING_WARP_MMA) return warp_mma(b, parent, inner, piece);
    if (parent->kind == FP_TILING_MFMA) return mfma(b, parent, inner, piece);
    return parent->kind == FP_TILING_WMMA && wmma(b, parent, inner, piece);
}

static void drop_dimension(fp_coordinates *bits, uint32_t dimension, uint32_t rank) {
    for (uint32_t i = 0; i < bits->count; i++) {
        int32_t *at = bits->bit[i].at;
        memmove(at + dimension, at + dimension + 1, (rank - dimension - 1) * sizeof *at);
        at[rank - 1] = 0;
    }
}

static bool build(const fp_tiling_chain *chain, const int64_t *shape, uint32_t rank, fp_register_tiling *result) {
    int64_t sizes[FP_TILING_RANK_MAX], dropped[FP_TILING_NEST_MAX];
    uint32_t level = 0;
    memcpy(sizes, shape, rank * sizeof *shape);
    /* The parent of a slice has one dimension more; how long it is has no say in the other coordinates. */
    while (chain->level[level].kind == FP_TILING_SLICE) {
        int64_t d = dropped[level] = fp_tiling_number(&chain->level[level], fp_named.dim, -1);
        if (level + 1 == chain->count || rank == FP_TILING_RANK_MAX || d < 0 || d > rank) return false;
        memmove(sizes + d + 1, sizes + d, (rank - (uint32_t)d) * sizeof *sizes);
        sizes[d] = chain->level[chain->count - 1].kind == FP_TILING_LINEAR ? INT16_MAX + 1 : 1;
        rank++;
        level++;
    }
    builder b = { .shape = sizes, .rank = rank, .to = result };
    for (uint32_t d = 0; d < rank; d++) b.covered[d] = 1;
    const fp_tiling_text *layout = &chain->level[level];
    bool inner_most = level + 1 == chain->count, known = false;
    switch (layout->kind) {
    case FP_TILING_BLOCKED: known = inner_most && blocked(&b, layout, NO_DIMENSION); break;
    case FP_TILING_LINEAR: known = inner_most && linear(&b, layout); break;
    case FP_TILING_WARP_MMA: known = inner_most && warp_mma(&b, layout, NO_DIMENSION, 0); break;
    case FP_TILING_MFMA: known = inner_most && mfma(&b, layout, NO_DIMENSION, 0); break;
    case FP_TILING_WMMA: known = inner_most && wmma(&b, layout, NO_DIMENSION, 0); break;
    case FP_TILING_OPERAND: known = level + 2 == chain->count && operand(&b, layout, layout + 1); break;
    case FP_TILING_UNKNOWN:
    case FP_TILING_SLICE:
    case FP_TILING_SWIZZLED:
    case FP_TILING_ROTATING:
    case FP_TILING_TILED:
    case FP_TILING_PADDED:
    case FP_TILING_BASES:
    case FP_TILING_ROTATED_ROWS:
    case FP_TILING_SHUFFLED_ROWS: break;
    }
    for (; known && level-- > 0; rank--) {
        drop_dimension(&result->registers, (uint32_t)dropped[level], rank);
        drop_dimension(&result->lanes, (uint32_t)dropped[level], rank);
        drop_dimension(&result->waves, (uint32_t)dropped[level], rank);
    }
    return known;
}

bool fp_tiling_registers(const fp_tiling_chain *chain, const int64_t *shape, uint32_t rank,
                         fp_register_tiling *result) {
    result->registers.count = result->lanes.count = result->waves.count = 0;
    if (chain->count == 0 || rank == 0 || rank > FP_TILING_RANK_MAX) return false;
    for (uint32_t d = 0; d < rank; d++)
        if (!fp_is_power_of_two(shape[d]) || shape[d] > INT32_MAX / 4) return false;
    return build(chain, shape, rank, result);
}
