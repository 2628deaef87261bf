#include "address/exchange.h"
#include "address/tile.h"
#include <string.h>

struct fp_scratch_exchange {
    fp_op op;
    int64_t offset, size;
};

/* The coordinates of a layout, packed: as many bits for each dimension, 16 at most. */
typedef struct {
    uint64_t vector[64];
    uint32_t count;
} packed_span;

static uint32_t bits_of_dimension(uint32_t rank) { return rank <= 4 ? 16 : 64 / rank; }

static uint64_t packed(const fp_coordinate *c, uint32_t rank) {
    uint64_t number = 0;
    for (uint32_t d = 0; d < rank; d++) number |= (uint64_t)(uint32_t)c->at[d] << bits_of_dimension(rank) * d;
    return number;
}

static bool can_pack(const fp_type *type) {
    for (uint32_t d = 0; d < type->rank; d++)
        if (type->shape[d] > (int64_t)1 << bits_of_dimension(type->rank)) return false;
    return true;
}

static uint64_t reduced(const packed_span *s, uint64_t v) {
    for (uint32_t i = 0; i < s->count; i++)
        if ((v ^ s->vector[i]) < v) v ^= s->vector[i];
    return v;
}

static void extend(packed_span *s, uint64_t v) {
    v = reduced(s, v);
    if (v == 0 || s->count == 64) return;
    uint32_t at = s->count++;
    for (; at > 0 && s->vector[at - 1] < v; at--) s->vector[at] = s->vector[at - 1];
    s->vector[at] = v;
}

/* The layout of a tensor in the waves that run the op. */
static bool layout_of(struct fp_addresses *a, fp_op op, fp_str text, fp_register_tiling *tiling, uint32_t *rank) {
    fp_type type = *fp_type_in(a->ir, text);
    fp_tiling_chain chain;
    uint32_t first, waves = fp_tile_waves(a, op, &first);
    *rank = type.rank;
    return type.kind == FP_TYPE_TENSOR && can_pack(&type) && type.layout.len && waves > 1 &&
           fp_tiling_read(a->ir->context, type.layout, &chain) &&
           fp_tiling_registers(&chain, type.shape, type.rank, tiling) && 1u << tiling->waves.count == waves;
}

static fp_str type_of(const struct fp_addresses *a, fp_op op, bool ends) {
    const fp_op_node *n = &a->ir->ops[op];
    return fp_ir_value_type(a->ir, ends ? n->first_result : a->ir->uses[n->first_use].value);
}

/* Several waves hold parts of what is joined along the op's axis. `other`: one that holds what the first wave does, but
 * for its place on the axis. */
static bool joins_waves(struct fp_addresses *a, fp_op op, uint32_t *other) {
    fp_register_tiling tiling;
    uint32_t rank;
    int64_t axis;
    const fp_op_node *n = &a->ir->ops[op];
    if (n->use_count == 0 || !fp_ir_attribute_int(a->ir, op, fp_named.axis, &axis) ||
        !layout_of(a, op, fp_ir_value_type(a->ir, a->ir->uses[n->first_use].value), &tiling, &rank) || axis < 0 ||
        axis >= rank)
        return false;
    bool joins = false;
    *other = 0;
    for (uint32_t i = 0; i < tiling.waves.count; i++) {
        fp_coordinate along = { { 0 } };
        along.at[axis] = tiling.waves.bit[i].at[axis];
        joins |= along.at[axis] != 0;
        if (along.at[axis] != 0 && *other == 0 && !memcmp(&along, &tiling.waves.bit[i], sizeof along)) *other = 1u << i;
    }
    return joins;
}

/* Some element is another wave's before than after: what a wave has after is no part of what it has before. */
static bool moves_between_waves(struct fp_addresses *a, fp_op op) {
    fp_register_tiling before, after;
    uint32_t rank, result_rank;
    const fp_op_node *n = &a->ir->ops[op];
    if (n->use_count == 0 || n->result_count == 0 ||
        !layout_of(a, op, fp_ir_value_type(a->ir, a->ir->uses[n->first_use].value), &before, &rank) ||
        !layout_of(a, op, fp_ir_value_type(a->ir, n->first_result), &after, &result_rank) || rank != result_rank)
        return false;
    packed_span own = { .count = 0 };
    for (uint32_t i = 0; i < before.registers.count; i++) extend(&own, packed(&before.registers.bit[i], rank));
    for (uint32_t i = 0; i < before.lanes.count; i++) extend(&own, packed(&before.lanes.bit[i], rank));
    for (uint32_t i = 0; i < after.registers.count; i++)
        if (reduced(&own, packed(&after.registers.bit[i], rank))) return true;
    for (uint32_t i = 0; i < after.lanes.count; i++)
        if (reduced(&own, packed(&after.lanes.bit[i], rank))) return true;
    for (uint32_t i = 0; i < after.waves.count; i++)
        if (reduced(&own, packed(&before.waves.bit[i], rank) ^ packed(&after.waves.bit[i], rank))) return true;
    return false;
}

static bool coordinates_equal(const fp_coordinates *x, const fp_coordinates *y) {
    return x->count == y->count && !memcmp(x->bit, y->bit, x->count * sizeof *x->bit);
}

/* The same elements in the same threads, of as many bytes each: however the types are spelled. */
static bool is_shared_out_alike(struct fp_addresses *a, fp_op x, fp_str of_x, fp_op y, fp_str of_y) {
    if (fp_str_equal(of_x, of_y)) return true;
    const fp_type *s = fp_type_in(a->ir, of_x), *t = fp_type_in(a->ir, of_y);
    fp_register_tiling of_s, of_t;
    uint32_t rank, other_rank;
    return s->rank == t->rank && s->element_bits == t->element_bits &&
           !memcmp(s->shape, t->shape, s->rank * sizeof *s->shape) && layout_of(a, x, of_x, &of_s, &rank) &&
           layout_of(a, y, of_y, &of_t, &other_rank) && coordinates_equal(&of_s.registers, &of_t.registers) &&
           coordinates_equal(&of_s.lanes, &of_t.lanes) && coordinates_equal(&of_s.waves, &of_t.waves);
}

static bool is_alike(struct fp_addresses *a, fp_op x, fp_op y) {
    const struct fp_ir *ir = a->ir;
    const fp_op_node *m = &ir->ops[x], *n = &ir->ops[y];
    if (m->info != n->info || m->use_count != n->use_count || m->result_count != n->result_count) return false;
    for (uint32_t i = 0; i < m->use_count; i++)
        if (!is_shared_out_alike(a, x, fp_ir_value_type(ir, ir->uses[m->first_use + i].value), y,
                                 fp_ir_value_type(ir, ir->uses[n->first_use + i].value)))
            return false;
    for (uint32_t i = 0; i < m->result_count; i++)
        if (!is_shared_out_alike(a, x, fp_ir_value_type(ir, m->first_result + i), y,
                                 fp_ir_value_type(ir, n->first_result + i)))
            return false;
    return fp_str_equal(fp_ir_attribute(ir, x, fp_named.axis), fp_ir_attribute(ir, y, fp_named.axis)) &&
           fp_str_equal(fp_ir_attribute(ir, x, fp_named.reverse), fp_ir_attribute(ir, y, fp_named.reverse));
}

/* Bytes of the op's result where that is one number; 0: it is none. */
static int64_t scalar_bytes(const struct fp_addresses *a, fp_op op) {
    const fp_op_node *n = &a->ir->ops[op];
    if (n->result_count != 1) return 0;
    const fp_type *type = fp_type_in(a->ir, fp_ir_value_type(a->ir, n->first_result));
    return type->kind == FP_TYPE_SCALAR ? (int64_t)(type->bits + 7) / 8 : 0;
}

static bool crosses(struct fp_addresses *a, fp_op op) {
    uint32_t first, other;
    switch (a->ir->ops[op].info->exchange) {
    case FP_EXCHANGE_JOINS:
    case FP_EXCHANGE_ADDS_UP: return joins_waves(a, op, &other);
    case FP_EXCHANGE_MOVES: return moves_between_waves(a, op);
    case FP_EXCHANGE_HANDS_OUT: return fp_tile_waves(a, op, &first) > 1 && scalar_bytes(a, op) > 0;
    case FP_EXCHANGE_OF_ONE_WAVE:
    case FP_EXCHANGE_NONE: break;
    }
    return false;
}

uint32_t fp_exchange_alone(struct fp_addresses *a, fp_op op, bool ends) {
    const fp_op_node *n = &a->ir->ops[op];
    fp_register_tiling tiling;
    uint32_t rank, other;
    bool joins = n->info->exchange == FP_EXCHANGE_JOINS;
    if (n->info->exchange == FP_EXCHANGE_ADDS_UP) return ends && joins_waves(a, op, &other) ? 1 : 0;
    if ((!joins && n->info->exchange != FP_EXCHANGE_MOVES) || n->use_count == 0 || n->result_count == 0) return 0;
    fp_str text = type_of(a, op, ends);
    if (!layout_of(a, op, text, &tiling, &rank)) return 0;
    packed_span own = { .count = 0 };
    for (uint32_t i = 0; i < tiling.registers.count; i++) extend(&own, packed(&tiling.registers.bit[i], rank));
    for (uint32_t i = 0; i < tiling.lanes.count; i++) extend(&own, packed(&tiling.lanes.bit[i], rank));
    uint32_t of_a_wave = own.count, bytes = (fp_type_in(a->ir, text)->element_bits + 7) / 8;
    for (uint32_t i = 0; i < tiling.waves.count; i++) extend(&own, packed(&tiling.waves.bit[i], rank));
    if (ends && own.count < of_a_wave + tiling.waves.count) return 1;
    if (joins) return 0;
    return bytes && bytes <= 16 && of_a_wave < 24 ? (bytes << of_a_wave) + 1 : 0;
}

uint32_t fp_exchange_first(const struct fp_addresses *a, fp_op op) {
    const fp_op_node *n = &a->ir->ops[op];
    fp_exchange_kind kind = n->info->exchange;
    bool known = kind == FP_EXCHANGE_MOVES || kind == FP_EXCHANGE_JOINS || kind == FP_EXCHANGE_ADDS_UP;
    if (n->use_count == 0 || !known) return 0;
    const fp_type *type = fp_type_in(a->ir, fp_ir_value_type(a->ir, a->ir->uses[n->first_use].value));
    return type->kind == FP_TYPE_TENSOR && type->element_bits % 8 == 0 ? type->element_bits / 8 : 0;
}

uint32_t fp_exchange_numbers(const struct fp_addresses *a, fp_op op, int64_t size, uint32_t *waves) {
    uint32_t first, lanes = a->launch.wave_size;
    int64_t bytes = a->ir->ops[op].info->exchange == FP_EXCHANGE_JOINS ? scalar_bytes(a, op) : 0;
    *waves = fp_tile_waves(a, op, &first);
    bool all = *waves > 1 && *waves * lanes == a->launch.block[0] * a->launch.block[1] * a->launch.block[2];
    return all && lanes % *waves == 0 && bytes * *waves == size ? (uint32_t)bytes : 0;
}

/* A lane of the wave that owns the element; false: it owns it in no lane. `registers`: what a thread owns. */
static bool lane_of(const fp_register_tiling *t, const packed_span *registers, uint32_t rank, uint32_t wave,
                    uint64_t element, uint32_t *lane) {
    for (uint32_t i = 0; i < t->waves.count; i++)
        if (wave >> i & 1) element ^= packed(&t->waves.bit[i], rank);
    for (*lane = 0; *lane < 1u << t->lanes.count; ++*lane) {
        uint64_t rest = element;
        for (uint32_t i = 0; i < t->lanes.count; i++)
            if (*lane >> i & 1) rest ^= packed(&t->lanes.bit[i], rank);
        if (reduced(registers, rest) == 0) return true;
    }
    return false;
}

/* The first thread of a wave from `from` on that owns the element. */
static bool owner_of(const fp_register_tiling *t, uint32_t rank, uint32_t from, uint64_t element, uint32_t *wave,
                     uint32_t *lane) {
    packed_span registers = { .count = 0 };
    for (uint32_t i = 0; i < t->registers.count; i++) extend(&registers, packed(&t->registers.bit[i], rank));
    for (*wave = from; *wave < 1u << t->waves.count; ++*wave)
        if (lane_of(t, &registers, rank, *wave, element, lane)) return true;
    return false;
}

static bool moves(const struct fp_addresses *a, fp_op op) {
    const fp_op_node *n = &a->ir->ops[op];
    return n->info->exchange == FP_EXCHANGE_MOVES && n->use_count && n->result_count;
}

/* Does it hand over elements: those of the result where it ends? */
static bool has_elements(const struct fp_addresses *a, fp_op op, bool ends) {
    const fp_op_node *n = &a->ir->ops[op];
    return moves(a, op) || (ends && n->info->exchange == FP_EXCHANGE_JOINS && n->use_count && n->result_count);
}

bool fp_exchange_peers(struct fp_addresses *a, fp_op op, bool ends, uint32_t *threads) {
    fp_register_tiling tiling;
    uint32_t rank, first, wave = 0, lane = 0;
    bool found = a->ir->ops[op].info->exchange == FP_EXCHANGE_ADDS_UP
                     ? ends && joins_waves(a, op, &wave) && wave != 0
                     : has_elements(a, op, ends) && layout_of(a, op, type_of(a, op, ends), &tiling, &rank) &&
                           owner_of(&tiling, rank, 1, 0, &wave, &lane);
    if (!found || !fp_tile_waves(a, op, &first)) return false;
    threads[0] = first * a->launch.wave_size;
    threads[1] = (first + wave) * a->launch.wave_size + lane;
    return true;
}

bool fp_exchange_holder(struct fp_addresses *a, fp_op op, bool ends, uint32_t *thread) {
    fp_register_tiling tiling;
    uint32_t rank, first, wave, lane;
    if (!moves(a, op) || !layout_of(a, op, type_of(a, op, ends), &tiling, &rank) || !fp_tile_waves(a, op, &first) ||
        owner_of(&tiling, rank, 1, 0, &wave, &lane))
        return false;
    *thread = first * a->launch.wave_size;
    return true;
}

/* Registers that a thread has for as many elements before as after: by these the elements go through the scratch in
 * rounds, and each round is shared out alike. */
static uint32_t common_registers(const fp_register_tiling *before, const fp_register_tiling *after) {
    const fp_coordinate none = { { 0 } };
    uint32_t count = 0;
    for (uint32_t i = 0; i < before->registers.count; i++)
        for (uint32_t k = 0; k < after->registers.count && memcmp(&before->registers.bit[i], &none, sizeof none); k++)
            count += !memcmp(&before->registers.bit[i], &after->registers.bit[k], sizeof *before->registers.bit);
    return count;
}

bool fp_exchange_pair(struct fp_addresses *a, fp_op op, int64_t size, uint32_t *threads) {
    fp_register_tiling before, after;
    uint32_t rank, other, first, copy_wave, copy_lane;
    if (!moves(a, op) || !layout_of(a, op, type_of(a, op, false), &before, &rank) ||
        !layout_of(a, op, type_of(a, op, true), &after, &other) || rank != other || !fp_tile_waves(a, op, &first) ||
        !fp_exchange_fills(a, op, size) ||
        fp_type_size_bytes(fp_type_in(a->ir, type_of(a, op, true))) >> common_registers(&before, &after) > size ||
        owner_of(&before, rank, 1, 0, &copy_wave, &copy_lane)) /* who of the owners writes is not told */
        return false;
    const fp_coordinates *all[] = { &after.registers, &after.lanes, &after.waves };
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < all[k]->count; i++) {
            uint32_t wave, lane, reader_wave = k == 2 ? 1u << i : 0, reader_lane = k == 1 ? 1u << i : 0;
            if (!owner_of(&before, rank, 0, packed(&all[k]->bit[i], rank), &wave, &lane) || wave == reader_wave)
                continue;
            threads[0] = (first + reader_wave) * a->launch.wave_size + reader_lane;
            threads[1] = (first + wave) * a->launch.wave_size + lane;
            return true;
        }
    return false;
}

bool fp_exchange_fills(const struct fp_addresses *a, fp_op op, int64_t size) {
    const fp_op_node *n = &a->ir->ops[op];
    switch (n->info->exchange) {
    case FP_EXCHANGE_HANDS_OUT: return scalar_bytes(a, op) == size;
    case FP_EXCHANGE_OF_ONE_WAVE: return true;
    case FP_EXCHANGE_MOVES: break;
    case FP_EXCHANGE_JOINS:
    case FP_EXCHANGE_ADDS_UP:
    case FP_EXCHANGE_NONE: return false;
    }
    const fp_type *type = n->result_count ? fp_type_in(a->ir, fp_ir_value_type(a->ir, n->first_result)) : NULL;
    int64_t bytes = type && type->kind == FP_TYPE_TENSOR ? fp_type_size_bytes(type) : 0;
    return bytes > 0 && size > 0 && bytes % size == 0 && fp_is_power_of_two(bytes / size);
}

uint32_t fp_exchange_of(struct fp_addresses *a, fp_op op, int64_t offset, int64_t size) {
    if (!crosses(a, op)) return 0;
    for (uint32_t i = 0; i < a->exchanges.len; i++) {
        const struct fp_scratch_exchange *known = a->exchanges.data[i];
        if (known->offset == offset && known->size == size && is_alike(a, known->op, op)) return i + 1;
    }
    struct fp_scratch_exchange *made = FP_NEW(a->keep, struct fp_scratch_exchange, 1);
    *made = (struct fp_scratch_exchange){ op, offset, size };
    *FP_PUSH(a->keep, &a->exchanges) = made;
    return a->exchanges.len;
}
