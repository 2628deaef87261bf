#include "address/vector_bits.h"
#include "address/number.h"
#include "read/type.h"

enum { WORD = 32, LONG = 64, STEPS_MAX = 256, DEPTH_MAX = 16 };

/* Bits of an integer: those of `value` that `known` has. */
typedef struct {
    uint64_t known, value;
} known_bits;

static uint64_t lowest(uint32_t count) { return count >= LONG ? UINT64_MAX : (UINT64_C(1) << count) - 1; }

static uint32_t element_bits(const struct fp_ir *ir, fp_value vector) {
    fp_str text = fp_ir_value_type(ir, vector);
    return fp_type_kind_of(text) == FP_TYPE_VECTOR ? (uint32_t)fp_type_in(ir, fp_type_in(ir, text)->element)->bits : 0;
}

static bool is_zero(const struct fp_ir *ir, fp_value vector) {
    fp_op op = fp_ir_definition(ir, vector);
    return op != FP_NONE && ir->ops[op].info && ir->ops[op].info->zero;
}

/* Where bits of a vector come from: `part` is the integer that holds them from its bit `from` on. */
typedef struct {
    fp_value part;
    uint32_t from;
    bool zero; /* they are 0, and there is no such integer */
} origin;

static origin origin_of(const struct fp_ir *ir, fp_value vector, uint32_t first, uint32_t count) {
    const origin nowhere = { FP_NONE, 0, false };
    for (uint32_t step = 0; step < STEPS_MAX; step++) {
        if (is_zero(ir, vector)) return (origin){ FP_NONE, 0, true };
        fp_op op = fp_ir_definition(ir, vector);
        const fp_op_info *info = op == FP_NONE ? NULL : ir->ops[op].info;
        const fp_use *whole = info ? fp_ir_operand(ir, op, info->read) : NULL;
        if (!whole) return nowhere;
        if (info->effect == FP_EFFECT_VIEW && info->view == FP_VIEW_SAME && element_bits(ir, whole->value)) {
            vector = whole->value; /* the same bits as elements of another width */
            continue;
        }
        if (info->effect == FP_EFFECT_VIEW && info->view == FP_VIEW_SAME && fp_number_width(ir, whole->value) == LONG)
            return (origin){ whole->value, first, false }; /* an integer's words */
        const fp_use *part = info->element == FP_ELEMENT_PUT ? fp_ir_operand(ir, op, info->value) : NULL;
        const fp_op_node *node = &ir->ops[op];
        uint32_t width = element_bits(ir, vector);
        int64_t position;
        if (!part || !width || !fp_ir_constant(ir, ir->uses[node->first_use + node->use_count - 1].value, &position) ||
            position < 0 || position > INT16_MAX)
            return nowhere;
        uint32_t start = (uint32_t)position * width;
        if (start <= first && first + count <= start + width) return (origin){ part->value, first - start, false };
        if (start < first + count && first < start + width) return nowhere; /* some of them */
        vector = whole->value;
    }
    return nowhere;
}

/* What the op takes out of a vector: a word of 32 bits. */
static origin origin_of_element(const struct fp_ir *ir, fp_op op) {
    const origin nowhere = { FP_NONE, 0, false };
    const fp_op_node *node = &ir->ops[op];
    const fp_use *vector = fp_ir_operand(ir, op, node->info->read);
    int64_t position;
    if (!vector || element_bits(ir, vector->value) != WORD ||
        !fp_ir_constant(ir, ir->uses[node->first_use + node->use_count - 1].value, &position) || position < 0 ||
        position > INT16_MAX)
        return nowhere;
    return origin_of(ir, vector->value, (uint32_t)position * WORD, WORD);
}

static known_bits bits_of(const struct fp_ir *ir, fp_value value, uint32_t depth);

static known_bits bits_at(const struct fp_ir *ir, origin from, uint32_t depth) {
    if (from.zero) return (known_bits){ UINT64_MAX, 0 };
    known_bits bits = bits_of(ir, from.part, depth);
    return (known_bits){ bits.known >> from.from, bits.value >> from.from };
}

static known_bits combined(fp_number_op number, known_bits a, known_bits b) {
    const known_bits nothing = { 0, 0 };
    uint64_t both = a.known & b.known, all = lowest(number.width);
    bool shifts = (b.known & all) == all && b.value < number.width;
    switch (number.arith) {
    case FP_ARITH_AND:
        both |= (a.known & ~a.value) | (b.known & ~b.value);
        return (known_bits){ both, a.value & b.value & both };
    case FP_ARITH_OR:
        both |= (a.known & a.value) | (b.known & b.value);
        return (known_bits){ both, (a.value | b.value) & both };
    case FP_ARITH_SHL:
        return shifts ? (known_bits){ a.known << b.value | lowest((uint32_t)b.value), a.value << b.value } : nothing;
    case FP_ARITH_SHRU:
        return shifts ? (known_bits){ a.known >> b.value | ~(all >> b.value), a.value >> b.value } : nothing;
    default: return nothing; /* an opcode of the tables that says nothing of single bits */
    }
}

/* Of an integer of 32 or 64 bits; those above are known to be none of it. */
static known_bits bits_of(const struct fp_ir *ir, fp_value value, uint32_t depth) {
    const known_bits nothing = { 0, 0 };
    int64_t constant;
    uint32_t width = fp_number_width(ir, value);
    if ((width != WORD && width != LONG) || depth == DEPTH_MAX) return nothing;
    uint64_t all = lowest(width);
    if (fp_ir_constant(ir, value, &constant)) return (known_bits){ UINT64_MAX, (uint64_t)constant & all };
    fp_op op = fp_ir_definition(ir, value);
    fp_number_op number;
    if (op == FP_NONE || !ir->ops[op].info) return nothing;
    if (ir->ops[op].info->element == FP_ELEMENT_TAKE) {
        origin from = origin_of_element(ir, op);
        known_bits bits = from.zero || from.part != FP_NONE ? bits_at(ir, from, depth + 1) : nothing;
        return (known_bits){ bits.known | ~all, bits.value & all };
    }
    if (!fp_number_op_at(ir, op, &number)) return nothing;
    const fp_use *uses = &ir->uses[ir->ops[op].first_use];
    known_bits a = bits_of(ir, uses[0].value, depth + 1);
    bool casts = number.arith == FP_ARITH_ZEXT || number.arith == FP_ARITH_TRUNC;
    uint64_t kept = casts && number.from < width ? lowest(number.from) : all;
    if (fp_number_operands(number.arith) != 2) return casts ? (known_bits){ a.known | ~kept, a.value & kept } : nothing;
    known_bits made = combined(number, a, bits_of(ir, uses[1].value, depth + 1));
    return (known_bits){ made.known | ~all, made.value & all };
}

fp_value fp_vector_word(const struct fp_ir *ir, fp_value vector, uint32_t first) {
    origin from = origin_of(ir, vector, first, WORD);
    uint32_t width = from.part == FP_NONE ? 0 : fp_number_width(ir, from.part);
    return (width == WORD || width == LONG) && from.from == 0 ? from.part : FP_NONE;
}

fp_value fp_vector_element(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    origin from = { FP_NONE, 0, false };
    if (info && info->element == FP_ELEMENT_TAKE) from = origin_of_element(ir, op);
    return from.part != FP_NONE && from.from == 0 ? from.part : FP_NONE;
}

int64_t fp_vector_bits(const struct fp_ir *ir, fp_value vector, uint32_t first, uint32_t count) {
    origin from = origin_of(ir, vector, first, count);
    if (from.zero) return 0;
    if (from.part == FP_NONE || from.from + count > fp_number_width(ir, from.part)) return -1;
    known_bits bits = bits_at(ir, from, 0);
    return (bits.known & lowest(count)) == lowest(count) ? (int64_t)(bits.value & lowest(count)) : -1;
}

/* ---- Tensor copies ---- */

/* Where the fields of the descriptors begin, in bits. Dimensions have 16 bits each; the first is that of a row. */
enum { PLACE_ADDRESS = 32 };
enum {
    SHAPE_SIZE = 16,
    SHAPE_ARRIVES = 18,
    SHAPE_PADS = 20,
    SHAPE_PAD_AFTER = 22,
    SHAPE_PAD_BY = 25,
    SHAPE_DIMENSIONS = 112
};
enum { DIMENSIONS = 3, DWORD = 4, BYTES_MAX = 1 << 24 };

static uint32_t tile_bytes(const struct fp_ir *ir, fp_value shape, fp_value more) {
    if (more != FP_NONE && !is_zero(ir, more)) return 0;
    int64_t size = fp_vector_bits(ir, shape, SHAPE_SIZE, 2), pads = fp_vector_bits(ir, shape, SHAPE_PADS, 1),
            after = fp_vector_bits(ir, shape, SHAPE_PAD_AFTER, 3), by = fp_vector_bits(ir, shape, SHAPE_PAD_BY, 7);
    if (size < 0 || pads < 0 || (pads && (after < 0 || by < 0))) return 0;
    int64_t bytes = (int64_t)1 << size;
    for (uint32_t k = 0; k < DIMENSIONS; k++) {
        int64_t extent = fp_vector_bits(ir, shape, SHAPE_DIMENSIONS + 16 * k, 16);
        if (extent < 0 || (k == 0 && extent == 0)) return 0;
        if (extent > 0) bytes *= extent; /* 0: a tile of fewer dimensions */
        if (bytes > BYTES_MAX) return 0;
    }
    if (pads) bytes += (bytes - 1) / (DWORD << (after + 1)) * (by + 1) * DWORD;
    return (uint32_t)bytes;
}

/* A copy whose first word is 0 does nothing: `and(%x, select(%c, 1, 0))`. */
static void find_condition(const struct fp_ir *ir, fp_value word, uint32_t depth, fp_described_tile *tile) {
    fp_op op = word == FP_NONE || depth == DEPTH_MAX ? FP_NONE : fp_ir_definition(ir, word);
    fp_number_op number;
    if (op == FP_NONE || !ir->ops[op].info || !fp_number_op_at(ir, op, &number)) return;
    const fp_use *uses = &ir->uses[ir->ops[op].first_use];
    if (number.arith == FP_ARITH_AND && ir->ops[op].use_count == 2)
        for (uint32_t i = 0; i < 2 && tile->when == FP_NONE; i++) find_condition(ir, uses[i].value, depth + 1, tile);
    int64_t constant;
    if (number.arith != FP_ARITH_SELECT || ir->ops[op].use_count != 3) return;
    for (uint32_t i = 1; i < 3; i++)
        if (fp_ir_constant(ir, uses[i].value, &constant) && constant == 0)
            tile->when = uses[0].value, tile->unless = i == 1;
}

fp_described_tile fp_described_tile_of(const struct fp_ir *ir, fp_value place, fp_value shape, fp_value more) {
    int64_t arrives = fp_vector_bits(ir, shape, SHAPE_ARRIVES, 1);
    fp_described_tile tile = { .address = fp_vector_word(ir, place, PLACE_ADDRESS),
                               .bytes = tile_bytes(ir, shape, more),
                               .when = FP_NONE,
                               .arrives = arrives == 1,
                               .may_arrive = arrives != 0 };
    find_condition(ir, fp_vector_word(ir, place, 0), 0, &tile);
    return tile;
}
