#include "address/tiling_memory.h"
#include <string.h>

static bool reads_order(const fp_memory_tiling *m, int32_t *order) {
    uint32_t seen = 0;
    if (!fp_tiling_list(m->layout, fp_named.order, m->rank, order)) return false;
    for (uint32_t i = 0; i < m->rank; i++)
        if ((uint32_t)order[i] < m->rank) seen |= 1u << order[i];
    return seen == (1u << m->rank) - 1;
}

/* Dimensions one behind the other, the first of `order` fastest. */
static uint32_t in_order(const fp_memory_tiling *m, const int32_t *order, const int32_t *at) {
    int64_t place = 0, stride = 1;
    for (uint32_t i = 0; i < m->rank; i++) {
        place += at[order[i]] * stride;
        stride *= m->shape[order[i]];
    }
    return (uint32_t)place;
}

/* Pieces of `vec` elements of a row change places, by the number of the row: all blocks of rows alike, or each block in
 * its own way. */
static bool swizzled(const fp_memory_tiling *m, const fp_coordinate *element, uint32_t *place) {
    int32_t order[FP_TILING_RANK_MAX], at[FP_TILING_RANK_MAX];
    int64_t piece = fp_tiling_number(m->layout, fp_named.vec, 0),
            rows = fp_tiling_number(m->layout, fp_named.per_phase, 0),
            phases = fp_tiling_number(m->layout, fp_named.max_phase, 0);
    if (!reads_order(m, order) || !fp_is_power_of_two(piece) || !fp_is_power_of_two(rows) ||
        !fp_is_power_of_two(phases) || piece > INT16_MAX || rows > INT16_MAX || phases > INT16_MAX)
        return false;
    memcpy(at, element->at, sizeof at);
    if (m->rank >= 2) {
        int64_t phase = at[order[1]] / rows % phases, block = at[order[1]] / rows / phases % phases;
        if (m->layout->kind == FP_TILING_ROTATING) phase ^= block;
        at[order[0]] ^= (int32_t)(phase * piece % m->shape[order[0]]);
    }
    *place = in_order(m, order, at);
    return true;
}

/* Columns of tiles, each as wide as the bytes that are swizzled. */
static bool tiled(const fp_memory_tiling *m, const fp_coordinate *element, uint32_t *place) {
    int64_t bytes = fp_tiling_number(m->layout, fp_named.swizzling_byte_width, -1),
            bits = fp_tiling_number(m->layout, fp_named.element_bit_width, 0);
    bool transposed = fp_tiling_number(m->layout, fp_named.transposed, 0) != 0;
    if (m->rank > 2 || fp_tiling_number(m->layout, fp_named.fp4_padded, 0)) return false;
    uint32_t inner = m->rank == 2 && !transposed, outer = !inner;
    int64_t row = m->rank == 2 ? element->at[outer] : 0, rows = m->rank == 2 ? m->shape[outer] : 1,
            column = element->at[m->rank == 2 ? inner : 0], columns = m->shape[m->rank == 2 ? inner : 0];
    if (bytes == 0) {
        *place = (uint32_t)(row * columns + column);
        return true;
    }
    if ((bytes != 32 && bytes != 64 && bytes != 128) || !fp_is_power_of_two(bits) || bits < 8 || bits > 64)
        return false;
    int64_t piece = 128 / bits, per_phase = 128 / bytes, phases = bytes / 16, width = 8 * bytes / bits;
    if (columns < width) return false;
    int64_t swapped = (column % width) ^ (row / per_phase % phases * piece);
    *place = (uint32_t)((column / width * rows + row) * width + swapped);
    return true;
}

/* The place whose bits, each a coordinate, give the element: elimination over all coordinates packed into one
 * number. */
static bool from_bases(const fp_memory_tiling *m, const fp_coordinate *element, uint32_t *place) {
    const fp_tiling_field *field = fp_tiling_field_of(m->layout, fp_named.offset);
    uint64_t vector[FP_TILING_BITS_MAX], wanted = 0;
    uint32_t made_of[FP_TILING_BITS_MAX], from = 0;
    if (!field || field->width != m->rank || field->count > FP_TILING_BITS_MAX * m->rank || m->rank > 4) return false;
    uint32_t count = field->count / m->rank;
    int64_t elements = 1;
    for (uint32_t d = 0; d < m->rank; d++) elements *= m->shape[d];
    if (elements != (int64_t)1 << count) return false; /* it is of another shape */
    for (uint32_t i = 0; i < count; i++) {
        vector[i] = 0;
        made_of[i] = 1u << i;
        for (uint32_t d = 0; d < m->rank; d++) {
            int64_t at = m->layout->numbers[field->first + i * m->rank + d];
            if (at < 0 || at >= m->shape[d] || at > UINT16_MAX) return false;
            vector[i] |= (uint64_t)at << 16 * d;
        }
    }
    for (uint32_t d = 0; d < m->rank; d++) wanted |= (uint64_t)(uint32_t)element->at[d] << 16 * d;
    *place = 0;
    for (uint32_t bit = 0; bit < 64 && from < count; bit++) {
        uint32_t pivot = from;
        while (pivot < count && !(vector[pivot] >> bit & 1)) pivot++;
        if (pivot == count) continue;
        uint64_t v = vector[pivot];
        uint32_t mask = made_of[pivot];
        vector[pivot] = vector[from];
        made_of[pivot] = made_of[from];
        for (uint32_t i = ++from; i < count; i++)
            if (vector[i] >> bit & 1) vector[i] ^= v, made_of[i] ^= mask;
        if (wanted >> bit & 1) wanted ^= v, *place ^= mask;
    }
    return wanted == 0 && from == count;
}

static bool padded(const fp_memory_tiling *m, const fp_coordinate *element, uint32_t *place) {
    int32_t order[FP_TILING_RANK_MAX], shape[FP_TILING_RANK_MAX];
    if (fp_tiling_field_of(m->layout, fp_named.offset)) return from_bases(m, element, place);
    if (!reads_order(m, order) || !fp_tiling_list(m->layout, fp_named.shape, m->rank, shape)) return false;
    for (uint32_t d = 0; d < m->rank; d++)
        if (shape[d] != m->shape[d]) return false;
    *place = in_order(m, order, element->at);
    return true;
}

bool fp_tiling_place(const fp_memory_tiling *m, const fp_coordinate *element, uint32_t *place) {
    for (uint32_t d = 0; d < m->rank; d++)
        if (!fp_is_power_of_two(m->shape[d]) || m->shape[d] > UINT16_MAX + 1) return false;
    switch (m->layout->kind) {
    case FP_TILING_SWIZZLED:
    case FP_TILING_ROTATING: return swizzled(m, element, place);
    case FP_TILING_TILED: return tiled(m, element, place);
    case FP_TILING_PADDED: return padded(m, element, place);
    case FP_TILING_BASES: return from_bases(m, element, place);
    case FP_TILING_ROTATED_ROWS:
    case FP_TILING_SHUFFLED_ROWS:
    case FP_TILING_UNKNOWN:
    case FP_TILING_BLOCKED:
    case FP_TILING_SLICE:
    case FP_TILING_OPERAND:
    case FP_TILING_LINEAR:
    case FP_TILING_WARP_MMA:
    case FP_TILING_MFMA:
    case FP_TILING_WMMA: break;
    }
    return false;
}

bool fp_tiling_pads(const fp_tiling_text *layout, fp_padding *pads, uint32_t *count) {
    *count = 0;
    if (layout->kind != FP_TILING_PADDED) return true;
    const fp_tiling_field *field = fp_tiling_field_of(layout, FP_STR(""));
    if (!field || field->count == 0 || field->count % 2 || field->count > 2 * FP_TILING_PADS_MAX) return false;
    for (uint32_t i = 0; i < field->count; i += 2) {
        int64_t interval = layout->numbers[field->first + i], unused = layout->numbers[field->first + i + 1];
        if (!fp_is_power_of_two(interval) || interval > INT16_MAX + 1 || unused < 0 || unused > INT16_MAX) return false;
        pads[(*count)++] = (fp_padding){ (uint32_t)interval, (uint32_t)unused };
    }
    return true;
}

int64_t fp_tiling_pad(const fp_padding *pads, uint32_t count, int64_t place) {
    int64_t padded = place;
    for (uint32_t i = 0; i < count; i++) padded += place / pads[i].interval * pads[i].free;
    return padded;
}

/* ---- Sizes ---- */

/* False: bytes stay free that are not told. */
static bool pads_of(const struct fp_unit_context *context, const fp_type *type, fp_padding *pads, uint32_t *count) {
    fp_tiling_chain chain;
    *count = 0;
    bool padded = fp_tiling_outermost(context, type->layout) == FP_TILING_PADDED;
    if (!padded || !fp_tiling_read(context, type->layout, &chain)) return true;
    return fp_tiling_pads(&chain.level[0], pads, count);
}

int64_t fp_tiling_buffer_bytes(const struct fp_unit_context *context, const fp_type *type) {
    fp_padding pads[FP_TILING_PADS_MAX];
    uint32_t count;
    int64_t bytes = fp_type_size_bytes(type), element = type->element_bits ? (type->element_bits + 7) / 8 : 0;
    if (type->kind != FP_TYPE_MEMDESC || bytes <= 0) return bytes;
    if (!pads_of(context, type, pads, &count)) return -1;
    return count ? (fp_tiling_pad(pads, count, bytes / element - 1) + 1) * element : bytes;
}

int64_t fp_tiling_slot_bytes(const struct fp_unit_context *context, const fp_type *type) {
    fp_padding pads[FP_TILING_PADS_MAX];
    uint32_t count = 0;
    int64_t elements = 1, element = type->element_bits ? (type->element_bits + 7) / 8 : 0, bytes;
    if (type->kind != FP_TYPE_MEMDESC || type->rank == 0 || !element || !pads_of(context, type, pads, &count)) return 0;
    for (uint32_t i = 1; i < type->rank; i++)
        if (type->shape[i] <= 0 || __builtin_mul_overflow(elements, type->shape[i], &elements)) return 0;
    for (uint32_t i = 0; i < count; i++)
        if (elements % pads[i].interval) return 0;
    return __builtin_mul_overflow(fp_tiling_pad(pads, count, elements), element, &bytes) ? 0 : bytes;
}
