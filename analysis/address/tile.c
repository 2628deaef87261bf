#include "address/tile.h"
#include "address/address_op.h"
#include "address/address_type.h"
#include "address/tiling_memory.h"
#include <string.h>

/* ---- What the types say ---- */

/* The numbers by which a layout shares its tile out among the workgroups of a cluster, in all layouts of the chain
 * together, and the level of the chain that has them; NULL: there are none. */
static const fp_tiling_field *shared_out_by(const fp_tiling_chain *chain, uint32_t *level) {
    const fp_str keys[] = { fp_named.cga_layout, fp_named.block };
    for (*level = 0; *level < chain->count; ++*level)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            const fp_tiling_field *field = fp_tiling_field_of(&chain->level[*level], keys[k]);
            if (field && field->count) return field;
        }
    return NULL;
}

/* What each bit of a workgroup's number adds to the elements of its part: one coordinate for each bit. */
typedef struct {
    fp_coordinate bit[FP_CLUSTER_BITS_MAX];
    uint32_t count;
} parts;

/* One layout further out: a slice has a dimension less, and each workgroup has all that an operand is summed over. */
static bool move_out(const fp_tiling_text *layout, fp_coordinate *bit, uint32_t *rank) {
    int64_t drops = fp_tiling_number(layout, fp_named.dim, -1), which = fp_tiling_number(layout, fp_named.op_idx, -1);
    if (layout->kind == FP_TILING_SLICE && drops >= 0 && drops < *rank) {
        --*rank;
        memmove(bit->at + drops, bit->at + drops + 1, (*rank - (uint32_t)drops) * sizeof *bit->at);
        bit->at[*rank] = 0;
        return true;
    }
    if (layout->kind != FP_TILING_OPERAND || *rank < 2 || (which != 0 && which != 1)) return false;
    bit->at[which == 0 ? *rank - 1 : *rank - 2] = 0;
    return true;
}

/* `shape`: of one workgroup's part. Some layouts count elements, others parts. False: the numbers are not understood.
 */
static bool parts_of(const fp_tiling_chain *chain, const int64_t *shape, uint32_t rank, parts *result) {
    uint32_t level;
    const fp_tiling_field *field = shared_out_by(chain, &level);
    memset(result, 0, sizeof *result);
    if (!field) return true;
    const fp_tiling_text *layout = &chain->level[level];
    if (field->width == 0 || field->width > FP_TILING_RANK_MAX || field->count > FP_CLUSTER_BITS_MAX * field->width)
        return false;
    for (uint32_t i = 0; i < field->count; i += field->width) {
        fp_coordinate *bit = &result->bit[result->count++];
        uint32_t at_rank = field->width;
        for (uint32_t d = 0; d < at_rank; d++) {
            int64_t at = layout->numbers[field->first + i + d];
            if (at < 0 || at > INT16_MAX) return false;
            bit->at[d] = (int32_t)at;
        }
        for (uint32_t k = level; k-- > 0;)
            if (!move_out(&chain->level[k], bit, &at_rank)) return false;
        if (at_rank != rank) return false;
        for (uint32_t d = 0; d < rank && fp_str_equal(field->key, fp_named.block); d++) {
            if (bit->at[d] % shape[d] != 0) return false;
            bit->at[d] /= (int32_t)shape[d];
        }
    }
    return true;
}

/* Each workgroup of a cluster stores from its own registers to its own memory only where both are shared out
 * alike. `buffer` has the shape of one workgroup's part. */
static bool shared_out_alike(const fp_type *buffer, const fp_tiling_chain *x, const fp_tiling_chain *y) {
    parts a, b;
    return parts_of(x, buffer->shape, buffer->rank, &a) && parts_of(y, buffer->shape, buffer->rank, &b) &&
           a.count == b.count && !memcmp(a.bit, b.bit, a.count * sizeof *a.bit);
}

/* The shape of a tensor is that of the cluster. */
static bool is_same_shape(const fp_type *tensor, const fp_type *buffer, const fp_tiling_chain *memory) {
    uint32_t level;
    return shared_out_by(memory, &level) || !memcmp(tensor->shape, buffer->shape, buffer->rank * sizeof *buffer->shape);
}

/* `64x32` behind the other words of a slice's type: the shape of the allocation. The last dimensions count. */
static bool read_whole_shape(fp_str text, const fp_type *type, int64_t *shape) {
    int64_t sizes[FP_TYPE_RANK_MAX];
    uint32_t count = 0;
    for (fp_str rest = fp_str_trim(text); rest.len; count++) {
        size_t cross = fp_str_find(rest, 'x');
        if (count == FP_TYPE_RANK_MAX || !fp_str_int(fp_str_slice(rest, 0, cross), &sizes[count])) return false;
        rest = fp_str_slice(rest, cross + 1, rest.len);
    }
    if (count < type->rank) return false;
    memcpy(shape, sizes + count - type->rank, type->rank * sizeof *shape);
    return true;
}

/* The memory side of a buffer's type. */
static bool memory_of(const struct fp_unit_context *context, const fp_type *type, fp_tiling_chain *chain,
                      fp_memory_tiling *memory) {
    if (type->kind != FP_TYPE_MEMDESC || type->rank == 0 || type->rank > FP_TILING_RANK_MAX || !type->layout.len ||
        !fp_tiling_read(context, type->layout, chain) || chain->count != 1)
        return false;
    uint32_t level;
    memory->layout = &chain->level[0];
    memory->rank = type->rank;
    memcpy(memory->shape, type->shape, type->rank * sizeof *type->shape);
    if (!type->whole.len) return true;
    return !shared_out_by(chain, &level) && read_whole_shape(type->whole, type, memory->shape);
}

/* ---- Slices ---- */

/* Coordinates of a slice count from its corner; this makes them those of the whole: at + x, with no carry left over
 * where that is at, exclusive or a map of the bits of x. Example: from 16 on, the bit of 16 in x leads to 32, and turns
 * off that of 16. False: it is no such map. */
static bool add_corner(fp_register_tiling *owned, uint32_t dimension, int64_t at, int64_t size) {
    enum { EXTENT_MAX = 1 << 12 };
    if (size > EXTENT_MAX) return false;
    for (int64_t x = 1; x < size; x++) {
        int64_t highest = (int64_t)1 << (63 - __builtin_clzll((uint64_t)x)), rest = x - highest;
        if ((at + x) != ((at + rest) ^ at ^ (at + highest))) return false;
    }
    fp_coordinates *const all[] = { &owned->registers, &owned->lanes, &owned->waves };
    for (uint32_t k = 0; k < sizeof all / sizeof *all; k++)
        for (uint32_t i = 0; i < all[k]->count; i++) {
            int32_t *own = &all[k]->bit[i].at[dimension];
            *own = (int32_t)((at + *own) ^ at);
        }
    return true;
}

/* The place of a view in its buffer, in elements, unpadded: that of the corners of all slices on the way. Views that
 * leave bytes where they are may stand between. */
static bool place_of_view(struct fp_addresses *a, fp_value view, fp_register_tiling *owned, uint32_t *place) {
    enum { STEPS_MAX = 64 };
    bool sliced = false;
    *place = 0;
    for (uint32_t steps = 0; steps < STEPS_MAX; steps++) {
        fp_type type = fp_address_type(a, view);
        fp_op def = fp_ir_definition(a->ir, view);
        const fp_op_info *info = def == FP_NONE ? NULL : a->ir->ops[def].info;
        const fp_use *source = info && info->effect == FP_EFFECT_VIEW ? fp_ir_operand(a->ir, def, info->read) : NULL;
        if (source && source->value < a->ir->value_count &&
            (info->view == FP_VIEW_SAME || info->view == FP_VIEW_SLICE)) {
            if (info->view == FP_VIEW_SLICE) {
                fp_type from = fp_address_type(a, source->value);
                fp_subscripts list = fp_ir_list(a->ir, def, 0);
                fp_tiling_chain chain;
                fp_memory_tiling memory;
                fp_coordinate corner = { { 0 } };
                uint32_t corner_place;
                if (!list.known || list.len != from.rank || !memory_of(a->ir->context, &from, &chain, &memory))
                    return false;
                for (uint32_t d = 0; d < from.rank; d++) {
                    int64_t at = list.data[d].constant, size = type.rank == from.rank ? type.shape[d] : 0;
                    if (list.data[d].is_value || list.data[d].is_expression || at < 0 || at >= memory.shape[d] ||
                        !fp_is_power_of_two(size))
                        return false;
                    /* Where corner and rest of a coordinate have no bit in common they do not carry. */
                    if (at % size != 0 && (sliced || !add_corner(owned, d, at, size))) return false;
                    corner.at[d] = (int32_t)at;
                }
                sliced = true;
                if (!fp_tiling_place(&memory, &corner, &corner_place)) return false;
                *place ^= corner_place;
            } else if (info->reinterprets) {
                return *place == 0;
            }
            view = source->value;
            continue;
        }
        int64_t whole[FP_TYPE_RANK_MAX];
        if (!type.whole.len) return true;
        return read_whole_shape(type.whole, &type, whole) && !memcmp(whole, type.shape, type.rank * sizeof *whole);
    }
    return false;
}

/* ---- Who runs it ---- */

/* The waves that run an op: those of the partition around it, or those that the function starts with. */
static bool waves_at(const struct fp_addresses *a, fp_op op, uint32_t *first, uint32_t *count) {
    const struct fp_ir *ir = a->ir;
    uint32_t lanes = a->launch.wave_size, all = a->launch.block[0] * a->launch.block[1] * a->launch.block[2] / lanes;
    *first = 0;
    *count = a->launch.stream_warps ? a->launch.stream_warps : all;
    for (fp_block block = ir->ops[op].block; block != FP_NONE;) {
        fp_op parent = ir->blocks[block].op;
        const fp_op_info *info = ir->ops[parent].info;
        if (info && info->region == FP_REGION_PARTITIONS) {
            fp_op holder = parent;
            uint32_t number = ir->blocks[block].region;
            fp_op outer = ir->ops[parent].block == FP_NONE ? FP_NONE : ir->blocks[ir->ops[parent].block].op;
            if (outer != FP_NONE && ir->ops[outer].info && ir->ops[outer].info->region == FP_REGION_PARTITIONS)
                holder = outer; /* generic form: partitions are the regions of an op of their own */
            else if (number-- == 0)
                return *count <= all; /* the region of those that are there already */
            *first = *count;
            for (uint32_t i = 0; i < number; i++) {
                uint32_t before = fp_ir_partition_waves(ir, holder, i);
                if (!before) return false;
                *first += before;
            }
            *count = fp_ir_partition_waves(ir, holder, number);
            return *count && *first + *count <= all;
        }
        if (parent == a->function) break;
        block = ir->ops[parent].block;
    }
    return *count && *count <= all;
}

uint32_t fp_tile_waves(const struct fp_addresses *a, fp_op op, uint32_t *first) {
    uint32_t count;
    bool known = a->launch.block[0] && !a->launch.upper_bound_only && a->launch.wave_known && a->launch.wave_size;
    return known && waves_at(a, op, first, &count) ? count : 0;
}

bool fp_tile_same_waves(const struct fp_addresses *a, fp_op x, fp_op y) {
    uint32_t first[2], count;
    return x == y || ((count = fp_tile_waves(a, x, &first[0])) && fp_tile_waves(a, y, &first[1]) == count &&
                      first[0] == first[1]);
}

/* ---- Bits ---- */

/* Vectors of bits in which each has a highest bit of its own. */
typedef struct {
    uint32_t vector[32], count;
} span;

static uint32_t reduce(const span *s, uint32_t v) {
    for (uint32_t i = 0; i < s->count; i++)
        if ((v ^ s->vector[i]) < v) v ^= s->vector[i];
    return v;
}

/* Kept in falling order; none has the highest bit of another. */
static void extend(span *s, uint32_t v) {
    v = reduce(s, v);
    if (v == 0 || s->count == 32) return;
    for (uint32_t i = 0; i < s->count; i++)
        if ((s->vector[i] ^ v) < s->vector[i]) s->vector[i] ^= v;
    uint32_t at = s->count++;
    for (; at > 0 && s->vector[at - 1] < v; at--) s->vector[at] = s->vector[at - 1];
    s->vector[at] = v;
}

static bool places_of(const fp_memory_tiling *memory, const fp_coordinates *bits, uint32_t bytes, uint32_t *places) {
    for (uint32_t i = 0; i < bits->count; i++) {
        if (!fp_tiling_place(memory, &bits->bit[i], &places[i])) return false;
        places[i] *= bytes;
    }
    return true;
}

/* What one thread owns side by side becomes a run; the rest of its registers are told apart by a span. */
static bool join_runs(fp_tile *tile, span registers, uint32_t bytes) {
    uint32_t most = UINT32_MAX / 2;
    for (uint32_t i = 0; i < tile->pad_count; i++)
        if (tile->pads[i].interval < most) most = tile->pads[i].interval;
    tile->run = bytes;
    while (2 * tile->run <= most && reduce(&registers, tile->run) == 0) tile->run *= 2;
    span rest = { .count = 0 };
    for (uint32_t i = 0; i < registers.count; i++) extend(&rest, registers.vector[i] & ~(tile->run - 1));
    if (rest.count > FP_TILE_BITS_MAX || (1u << rest.count) > FP_TILE_RUNS_MAX) return false;
    memcpy(tile->registers, rest.vector, rest.count * sizeof *rest.vector);
    tile->register_count = rest.count;
    /* Which of a thread's runs comes first has no say: all threads are told by the least member. */
    tile->start = reduce(&rest, tile->start & ~(tile->run - 1));
    for (uint32_t i = 0; i < tile->lane_count; i++) tile->lanes[i] = reduce(&rest, tile->lanes[i] & ~(tile->run - 1));
    for (uint32_t i = 0; i < tile->wave_count; i++) tile->waves[i] = reduce(&rest, tile->waves[i] & ~(tile->run - 1));
    return true;
}

/* The first and the last byte that any thread touches. */
static void find_hull(fp_tile *tile) {
    span all = { .count = 0 };
    uint32_t last = tile->start;
    for (uint32_t i = 0; i < tile->register_count; i++) extend(&all, tile->registers[i]);
    for (uint32_t i = 0; i < tile->lane_count; i++) extend(&all, tile->lanes[i]);
    for (uint32_t i = 0; i < tile->wave_count; i++) extend(&all, tile->waves[i]);
    for (uint32_t i = 0; i < all.count; i++)
        if ((last ^ all.vector[i]) > last) last ^= all.vector[i];
    tile->first = (uint32_t)fp_tiling_pad(tile->pads, tile->pad_count, reduce(&all, tile->start));
    tile->last = (uint32_t)fp_tiling_pad(tile->pads, tile->pad_count, last) + tile->run;
}

/* The memory side of a tile: false where it is not understood. */
typedef struct {
    fp_type type;
    fp_tiling_chain chain;
    fp_memory_tiling memory;
    int64_t bytes; /* of an element */
} place_in_memory;
static bool read_memory(struct fp_addresses *a, fp_value buffer, place_in_memory *m) {
    m->type = fp_address_type(a, buffer);
    m->bytes = fp_address_element_bytes(&m->type);
    return fp_is_power_of_two(m->bytes) && a->launch.block[0] && !a->launch.upper_bound_only && a->launch.wave_known &&
           memory_of(a->ir->context, &m->type, &m->chain, &m->memory);
}

enum { ENTRIES_MAX = 1 << 17 }; /* runs of all threads: a trace holds them all */

/* The tile of threads that own these elements of the buffer. */
static bool lay_out(struct fp_addresses *a, fp_op op, fp_value buffer, const place_in_memory *m,
                    fp_register_tiling *owned, fp_tile *tile) {
    uint32_t waves, start, bytes = (uint32_t)m->bytes;
    if (!waves_at(a, op, &tile->first_wave, &waves) || !place_of_view(a, buffer, owned, &start) ||
        !fp_tiling_pads(m->memory.layout, tile->pads, &tile->pad_count))
        return false;
    if (owned->lanes.count > FP_TILE_BITS_MAX || owned->waves.count > FP_TILE_BITS_MAX ||
        1u << owned->lanes.count != a->launch.wave_size || 1u << owned->waves.count != waves)
        return false;
    for (uint32_t i = 0; i < tile->pad_count; i++) {
        tile->pads[i].interval *= bytes;
        tile->pads[i].free *= bytes;
    }
    uint32_t places[FP_TILING_BITS_MAX];
    span own = { .count = 0 };
    tile->start = start * bytes;
    tile->lane_count = owned->lanes.count;
    tile->wave_count = owned->waves.count;
    if (!places_of(&m->memory, &owned->registers, bytes, places) ||
        !places_of(&m->memory, &owned->lanes, bytes, tile->lanes) ||
        !places_of(&m->memory, &owned->waves, bytes, tile->waves))
        return false;
    for (uint32_t i = 0; i < owned->registers.count; i++) extend(&own, places[i]);
    if (!join_runs(tile, own, bytes)) return false;
    find_hull(tile);
    return (uint64_t)a->launch.wave_size * waves << tile->register_count <= ENTRIES_MAX;
}

bool fp_tile_of(struct fp_addresses *a, fp_op op, fp_value buffer, fp_str tensor, fp_tile *tile) {
    fp_type value = *fp_type_in(a->ir, tensor);
    place_in_memory m;
    fp_tiling_chain registers;
    fp_register_tiling owned;
    memset(tile, 0, sizeof *tile);
    return read_memory(a, buffer, &m) && value.kind == FP_TYPE_TENSOR && value.rank == m.type.rank &&
           value.layout.len && fp_tiling_read(a->ir->context, value.layout, &registers) &&
           is_same_shape(&value, &m.type, &m.chain) && shared_out_alike(&m.type, &registers, &m.chain) &&
           fp_tiling_registers(&registers, m.type.shape, m.type.rank, &owned) &&
           lay_out(a, op, buffer, &m, &owned, tile);
}

/* Neighbours of the last dimension lie side by side. */
static bool is_by_rows(const fp_memory_tiling *memory) {
    fp_coordinate next = { { 0 } };
    uint32_t last = memory->rank - 1, place;
    next.at[last] = 1;
    return memory->shape[last] > 1 && fp_tiling_place(memory, &next, &place) && place == 1;
}

/* Another workgroup may copy what several have. */
static bool has_copies(const place_in_memory *m) {
    const fp_coordinate none = { { 0 } };
    parts shares;
    if (!parts_of(&m->chain, m->type.shape, m->type.rank, &shares)) return true;
    for (uint32_t i = 0; i < shares.count; i++)
        if (!memcmp(&shares.bit[i], &none, sizeof none)) return true;
    return false;
}

bool fp_tile_of_waves(struct fp_addresses *a, fp_op op, fp_value buffer, fp_tile *tile) {
    place_in_memory m;
    fp_register_tiling owned = { .lanes = { .count = 0 } };
    uint32_t first, waves = fp_tile_waves(a, op, &first);
    memset(tile, 0, sizeof *tile);
    if (!read_memory(a, buffer, &m) || !is_by_rows(&m.memory) || has_copies(&m) || !fp_is_power_of_two(waves) ||
        m.type.shape[0] < waves)
        return false;
    for (uint32_t lanes = a->launch.wave_size; lanes > 1; lanes /= 2) owned.lanes.count++;
    for (uint32_t d = 0; d < m.type.rank; d++) {
        if (!fp_is_power_of_two(m.type.shape[d])) return false;
        for (int64_t step = 1; step < m.type.shape[d]; step *= 2) {
            fp_coordinates *bits = d == 0 && step >= m.type.shape[d] / waves ? &owned.waves : &owned.registers;
            if (bits->count == FP_TILING_BITS_MAX) return false;
            bits->bit[bits->count++].at[d] = (int32_t)step;
        }
    }
    tile->one_lane = tile->by_habit = true;
    return lay_out(a, op, buffer, &m, &owned, tile);
}

bool fp_tile_of_bits(struct fp_addresses *a, fp_op op, uint32_t bytes, uint32_t start, const uint32_t *bits,
                     uint32_t count, fp_tile *tile) {
    uint32_t first, waves = fp_tile_waves(a, op, &first);
    span own = { .count = 0 };
    memset(tile, 0, sizeof *tile);
    if (waves == 0) return false;
    tile->first_wave = first;
    tile->one_lane = true;
    tile->start = start;
    while (1u << tile->lane_count < a->launch.wave_size) tile->lane_count++;
    while (1u << tile->wave_count < waves) tile->wave_count++; /* all do the same: more than there are do no harm */
    for (uint32_t i = 0; i < count; i++) extend(&own, bits[i]);
    if (!join_runs(tile, own, bytes)) return false;
    find_hull(tile);
    return true;
}

bool fp_tile_of_first(struct fp_addresses *a, fp_op op, uint32_t bytes, fp_tile *tile) {
    memset(tile, 0, sizeof *tile);
    if (!fp_is_power_of_two(bytes) || !fp_tile_waves(a, op, &tile->first_wave)) return false;
    tile->one_lane = true;
    while (1u << tile->lane_count < a->launch.wave_size) tile->lane_count++;
    tile->run = tile->last = bytes;
    return true;
}

/* ---- Bytes ---- */

uint32_t fp_tile_runs(const fp_tile *tile, uint32_t thread, int64_t *starts) {
    uint32_t lane = thread & ((1u << tile->lane_count) - 1), wave = thread >> tile->lane_count, at = tile->start;
    if (wave < tile->first_wave || wave - tile->first_wave >= 1u << tile->wave_count) return 0;
    if (tile->one_lane && lane) return 0;
    for (uint32_t i = 0; i < tile->lane_count; i++) at ^= lane >> i & 1 ? tile->lanes[i] : 0;
    for (uint32_t i = 0; i < tile->wave_count; i++) at ^= (wave - tile->first_wave) >> i & 1 ? tile->waves[i] : 0;
    uint32_t count = fp_tile_run_count(tile);
    for (uint32_t r = 0; r < count; r++) { /* one bit changes from each to the next */
        if (r) at ^= tile->registers[__builtin_ctz(r)];
        starts[r] = fp_tiling_pad(tile->pads, tile->pad_count, at);
    }
    return count;
}
