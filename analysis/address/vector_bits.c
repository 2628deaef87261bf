#include "address/vector_bits.h"
#include "address/number.h"
#include "read/type.h"

enum { WORD = 32, STEPS_MAX = 256, DEPTH_MAX = 16 };

static const uint32_t all_bits = UINT32_MAX;

/* Bits of a word: those of `value` that `known` has. */
typedef struct {
    uint32_t known, value;
} word_bits;

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

static word_bits bits_of(const struct fp_ir *ir, fp_value value, uint32_t depth);

static word_bits bits_of_element(const struct fp_ir *ir, fp_op op, uint32_t depth) {
    const word_bits nothing = { 0, 0 };
    const fp_op_node *node = &ir->ops[op];
    const fp_use *vector = fp_ir_operand(ir, op, node->info->read);
    int64_t position;
    if (!vector || element_bits(ir, vector->value) != WORD ||
        !fp_ir_constant(ir, ir->uses[node->first_use + node->use_count - 1].value, &position) || position < 0 ||
        position > INT16_MAX)
        return nothing;
    origin from = origin_of(ir, vector->value, (uint32_t)position * WORD, WORD);
    if (from.zero) return (word_bits){ all_bits, 0 };
    return from.part != FP_NONE && from.from == 0 ? bits_of(ir, from.part, depth) : nothing;
}

static word_bits bits_of(const struct fp_ir *ir, fp_value value, uint32_t depth) {
    const word_bits nothing = { 0, 0 };
    int64_t constant;
    if (fp_number_width(ir, value) != WORD || depth == DEPTH_MAX) return nothing;
    if (fp_ir_constant(ir, value, &constant)) return (word_bits){ all_bits, (uint32_t)constant };
    fp_op op = fp_ir_definition(ir, value);
    fp_number_op number;
    if (op == FP_NONE || !ir->ops[op].info) return nothing;
    if (ir->ops[op].info->element == FP_ELEMENT_TAKE) return bits_of_element(ir, op, depth + 1);
    if (!fp_number_op_at(ir, op, &number) || fp_number_operands(number.arith) != 2) return nothing;
    const fp_use *uses = &ir->uses[ir->ops[op].first_use];
    word_bits a = bits_of(ir, uses[0].value, depth + 1), b = bits_of(ir, uses[1].value, depth + 1);
    uint32_t both = a.known & b.known;
    bool shifts = b.known == all_bits && b.value < WORD;
    switch (number.arith) {
    case FP_ARITH_AND:
        both |= (a.known & ~a.value) | (b.known & ~b.value);
        return (word_bits){ both, a.value & b.value & both };
    case FP_ARITH_OR:
        both |= (a.known & a.value) | (b.known & b.value);
        return (word_bits){ both, (a.value | b.value) & both };
    case FP_ARITH_SHL:
        return shifts ? (word_bits){ a.known << b.value | ((UINT32_C(1) << b.value) - 1), a.value << b.value }
                      : nothing;
    case FP_ARITH_SHRU:
        return shifts ? (word_bits){ a.known >> b.value | ~(all_bits >> b.value), a.value >> b.value } : nothing;
    default: return nothing; /* an opcode of the tables that says nothing of single bits */
    }
}

fp_value fp_vector_word(const struct fp_ir *ir, fp_value vector, uint32_t first) {
    origin from = origin_of(ir, vector, first, WORD);
    return from.part != FP_NONE && from.from == 0 && fp_number_width(ir, from.part) == WORD ? from.part : FP_NONE;
}

int64_t fp_vector_bits(const struct fp_ir *ir, fp_value vector, uint32_t first, uint32_t count) {
    origin from = origin_of(ir, vector, first, count);
    if (from.zero) return 0;
    if (from.part == FP_NONE || from.from + count > WORD) return -1;
    word_bits bits = bits_of(ir, from.part, 0);
    uint32_t mask = (all_bits >> (WORD - count)) << from.from;
    return (bits.known & mask) == mask ? (int64_t)((bits.value & mask) >> from.from) : -1;
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
