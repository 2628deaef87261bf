#include "address/matrix.h"
#include "address/address_raw.h"
#include "address/expr_build.h"
#include "address/number.h"
#include "address/vector_bits.h"
#include "base/chars.h"
#include "read/ir_tokens.h"
#include <string.h>

enum {
    UNIT = 16,
    HALF_BITS = 16, /* of a word */
    ADDRESS_BITS = 14,
    ADDRESS_MASK = (1 << ADDRESS_BITS) - 1,
    DEPTH_MAX = 8,
    INNER_BYTES = 32,
    GROUP = 8
};

/* ---- The instruction ---- */

/* `m64n128k16.f32.f16.f16` and the numbers behind the operands, or what an op says by attributes. */
typedef struct {
    uint32_t rows[2];  /* of the left matrix, and columns of the right one */
    bool turned[2];    /* it does not lie by rows along the inner dimension */
    uint32_t elements; /* along the inner dimension */
} product_shape;

/* `m64`, `m = 64` */
static bool take_number(fp_str *text, char before, uint32_t *number) {
    size_t at = fp_str_find(*text, before) + 1;
    int64_t value;
    while (at < text->len && (fp_is_blank(text->data[at]) || text->data[at] == '=')) at++;
    size_t end = at;
    while (end < text->len && fp_is_digit(text->data[end])) end++;
    if (at > text->len || !fp_str_int(fp_str_slice(*text, at, end), &value) || value <= 0 || value > INT16_MAX)
        return false;
    *number = (uint32_t)value;
    *text = fp_str_slice(*text, end, text->len);
    return true;
}

/* A number of an operand list, or an operand of the call that is a constant; a predicate is none. */
static bool number_in(const struct fp_ir *ir, fp_op product, fp_str word, int64_t *number) {
    const fp_op_node *node = &ir->ops[product];
    fp_plain_operand plain = fp_instruction_word(word, fp_ir_string(ir, product, fp_named.constraints, 1));
    *number = plain.number;
    if (plain.kind != FP_PLAIN_OPERAND || plain.operand >= node->use_count) return plain.kind == FP_PLAIN_NUMBER;
    fp_value value = ir->uses[node->first_use + plain.operand].value;
    return fp_number_width(ir, value) > 1 && fp_ir_constant(ir, value, number);
}

/* The numbers at the end of an operand list, `1, 1, 0, 1`: the last ones say which matrices are turned. Only types of
 * 16 bits have them. */
static void read_turned(const struct fp_ir *ir, fp_op product, fp_str text, bool both, bool *turned) {
    int64_t numbers[4];
    uint32_t count = 0, wanted = both ? 4 : 3;
    fp_str rest = fp_str_trim(fp_str_slice(text, 0, fp_str_find(text, ';')));
    for (; count < 4; count++) {
        size_t comma = rest.len;
        while (comma > 0 && rest.data[comma - 1] != ',') comma--;
        if (comma == 0 || !number_in(ir, product, fp_str_trim(fp_str_slice(rest, comma, rest.len)), &numbers[count]))
            break;
        rest = fp_str_slice(rest, 0, comma - 1);
    }
    turned[0] = both && count == wanted && numbers[1] != 0;
    turned[1] = count == wanted && numbers[0] != 0;
}

static bool read_shape(fp_str *text, product_shape *shape) {
    return take_number(text, 'm', &shape->rows[0]) && take_number(text, 'n', &shape->rows[1]) &&
           take_number(text, 'k', &shape->elements);
}

/* An op says by its shape what an instruction's name says, and which of two layouts each matrix has: the left one comes
 * first. */
static bool read_op(const struct fp_ir *ir, fp_op product, product_shape *shape) {
    fp_tokens tokens = fp_tokens_of(ir, product);
    if (tokens.len == 0) return false;
    fp_str text = fp_ir_text(ir, (fp_span){ tokens.data[0].span.start, tokens.data[tokens.len - 1].span.end }),
           mark = FP_STR("shape<");
    size_t at = fp_str_find_part(text, mark);
    fp_str rest = fp_str_slice(text, at + mark.len, text.len);
    if (at == text.len || !read_shape(&rest, shape)) return false;
    uint32_t side = 0;
    for (rest = text; rest.len && side < 2; rest = fp_str_slice(rest, 1, rest.len)) {
        bool by_rows = fp_str_starts(rest, FP_STR("<row>")), by_columns = fp_str_starts(rest, FP_STR("<col>"));
        if (by_rows || by_columns) shape->turned[side] = side == 0 ? by_columns : by_rows, side++;
    }
    return side == 2;
}

static bool read_product(const struct fp_ir *ir, fp_op product, bool both, product_shape *shape) {
    fp_str text = fp_ir_string(ir, product, fp_named.asm_string, 0);
    if (!text.len) return read_op(ir, product, shape);
    size_t name = 0;
    while (name < text.len && !fp_str_starts(fp_str_slice(text, name, text.len), FP_STR("wgmma.mma_async"))) name++;
    fp_str rest = fp_str_slice(text, name, text.len);
    size_t size = 0;
    while (size + 2 < rest.len &&
           !(rest.data[size] == '.' && rest.data[size + 1] == 'm' && fp_is_digit(rest.data[size + 2])))
        size++;
    rest = fp_str_slice(rest, size, rest.len);
    if (!read_shape(&rest, shape)) return false;
    read_turned(ir, product, rest, both, shape->turned);
    return true;
}

/* ---- The descriptor ---- */

typedef struct {
    fp_expr address; /* in bytes */
    uint32_t first;  /* number in the upper half of the word: a distance in units */
    bool has_pointer;
} low_word;

/* The integer whose lowest bits the value has: what a word of a vector is made of, what is widened or cut off. */
static fp_value source_of_bits(const struct fp_ir *ir, fp_value value) {
    for (uint32_t i = 0; i < DEPTH_MAX; i++) {
        fp_op op = fp_ir_definition(ir, value);
        fp_number_op number;
        if (op == FP_NONE) return value;
        fp_value whole = fp_vector_element(ir, op);
        bool casts = whole == FP_NONE && fp_number_op_at(ir, op, &number) &&
                     (number.arith == FP_ARITH_ZEXT || number.arith == FP_ARITH_TRUNC);
        if (casts) whole = ir->uses[ir->ops[op].first_use].value;
        if (whole == FP_NONE) return value;
        value = whole;
    }
    return value;
}

/* The word is a sum: the address of a buffer in units, and numbers of units; masks leave all its bits, and numbers that
 * are joined with it have bits of their own. */
static bool read_low(struct fp_addresses *a, fp_value value, uint32_t depth, low_word *word) {
    const struct fp_ir *ir = a->ir;
    fp_number_op number;
    int64_t constant;
    if (depth == DEPTH_MAX) return false;
    value = source_of_bits(ir, value);
    fp_op op = fp_ir_definition(ir, value);
    if (fp_ir_constant(ir, value, &constant)) {
        constant = (int64_t)((uint64_t)constant & UINT32_MAX);
        word->address = fp_expr_offset(&a->exprs, word->address, (constant & ADDRESS_MASK) * UNIT);
        word->first += (uint32_t)constant >> HALF_BITS & ADDRESS_MASK;
        return constant <= INT32_MAX;
    }
    bool two = op != FP_NONE && ir->ops[op].use_count == 2 && fp_number_op_at(ir, op, &number);
    const fp_use *uses = &ir->uses[op == FP_NONE ? 0 : ir->ops[op].first_use];
    bool masked = two && fp_ir_constant(ir, uses[1].value, &constant);
    if (masked && number.arith == FP_ARITH_AND && (constant & ADDRESS_MASK) == ADDRESS_MASK)
        return read_low(a, uses[0].value, depth + 1, word);
    bool joined = masked && number.arith == FP_ARITH_OR && (constant & ADDRESS_MASK) == 0;
    if (two && (number.arith == FP_ARITH_ADD || joined))
        return read_low(a, uses[0].value, depth + 1, word) && read_low(a, uses[1].value, depth + 1, word);
    if (masked && number.arith == FP_ARITH_SHRU && constant == 4 && !word->has_pointer) {
        word->has_pointer = true;
        word->address = fp_expr_add(&a->exprs, word->address, fp_address_value(a, uses[0].value));
        return true;
    }
    word->address = fp_expr_add(&a->exprs, word->address, fp_expr_scale(&a->exprs, fp_address_value(a, value), UNIT));
    return true;
}

/* What a factor has to be multiplied with to be a multiple of this power of two. */
static int64_t lacks_of(int64_t factor, int64_t pattern) {
    for (; pattern > 1 && factor % 2 == 0; factor /= 2) pattern /= 2;
    return pattern;
}

/* Is the node a multiple of this power of two, as far as its form tells? */
static bool is_multiple(const struct fp_exprs *exprs, fp_expr node, int64_t pattern, uint32_t depth) {
    const fp_expr_info *n = fp_expr_at(exprs, node);
    if (n->op == FP_EXPR_WRAP && depth < DEPTH_MAX)
        return is_multiple(exprs, fp_expr_terms(exprs, node)->node, pattern, depth + 1);
    if (n->op == FP_EXPR_CONSTANT) return n->constant % pattern == 0;
    if (n->op != FP_EXPR_SUM || n->constant % pattern != 0 || depth == DEPTH_MAX) return pattern == 1;
    for (uint32_t i = 0; i < n->term_count; i++) {
        const fp_term *term = fp_expr_terms(exprs, node) + i;
        if (!is_multiple(exprs, term->node, lacks_of(term->coefficient, pattern), depth + 1)) return false;
    }
    return true;
}

/* How far the address lies behind the last place that is a multiple of `pattern` bytes: a number, and what only a run
 * tells (FP_EXPR_NONE: nothing). Buffers begin where patterns do. */
typedef struct {
    int64_t constant;
    fp_expr rest;
} behind_pattern;

static behind_pattern behind(struct fp_addresses *a, fp_expr address, uint32_t pattern) {
    fp_sum_terms sum;
    fp_sum_read(&a->exprs, address, &sum);
    behind_pattern found = { .constant = sum.constant % pattern, .rest = FP_EXPR_NONE };
    if (found.constant < 0) found.constant += pattern;
    for (uint32_t i = 0; i < sum.count; i++) {
        fp_expr node = sum.terms[i].node;
        int64_t left = lacks_of(sum.terms[i].coefficient, pattern);
        if (fp_expr_at(&a->exprs, node)->op == FP_EXPR_BASE || is_multiple(&a->exprs, node, left, 0)) continue;
        fp_expr term = fp_expr_scale(&a->exprs, node, sum.terms[i].coefficient);
        found.rest = found.rest == FP_EXPR_NONE ? term : fp_expr_add(&a->exprs, found.rest, term);
    }
    return found;
}

/* ---- The tile ---- */

enum { BITS_MAX = 16 };
typedef struct {
    uint32_t bit[BITS_MAX], count;
    uint32_t width; /* bytes of a row of the pattern, in which pieces change places */
} pattern;

/* Bits that number `count` places that are `step` bytes apart; false: they are no powers of two. */
static bool add_bits(pattern *p, uint32_t count, uint32_t step) {
    if (!fp_is_power_of_two(count) || !fp_is_power_of_two(step)) return count == 1;
    for (uint32_t k = 1; k < count; k *= 2, p->count++) {
        if (p->count == BITS_MAX) return false;
        uint32_t at = step * k, swapped = at >> 7 & (p->width / UNIT - 1);
        p->bit[p->count] = at ^ swapped * UNIT;
    }
    return true;
}

/* Rows of the pattern one after the other, in groups of 8, of each `inner` bytes; a matrix that is turned has its
 * columns there. */
static bool add_matrix(pattern *p, const product_shape *shape, int side, uint32_t inner, uint32_t first,
                       uint32_t second) {
    if (!shape->turned[side])
        return add_bits(p, inner / UNIT, UNIT) && add_bits(p, GROUP, p->width) &&
               add_bits(p, shape->rows[side] / GROUP, second);
    uint32_t bytes = shape->rows[side] * (INNER_BYTES / shape->elements), wide = bytes < p->width ? bytes : p->width;
    return add_bits(p, wide / UNIT, UNIT) && add_bits(p, bytes / wide, first) && add_bits(p, GROUP, p->width) &&
           add_bits(p, shape->elements / GROUP, second);
}

/* Which of the matrices it is; false: it is none. */
static bool side_of(const struct fp_ir *ir, fp_op product, fp_value descriptor, bool *both, int *side, bool *is_both) {
    fp_value found[2] = { FP_NONE, FP_NONE };
    uint32_t count = 0;
    const fp_op_node *n = &ir->ops[product];
    for (uint32_t i = 0; i < n->use_count; i++) {
        fp_value value = ir->uses[n->first_use + i].value;
        if (fp_number_width(ir, value) != 64) continue;
        if (count == 2) return false;
        found[count++] = value;
    }
    *both = count == 2;
    *side = !*both || found[1] == descriptor;
    *is_both = *both && found[0] == found[1];
    return count;
}

/* The vector of words that the descriptor is. */
static fp_value words_of(const struct fp_ir *ir, fp_value descriptor) {
    fp_op cast = fp_number_width(ir, descriptor) == 64 ? fp_ir_definition(ir, descriptor) : FP_NONE;
    const fp_op_info *info = cast == FP_NONE ? NULL : ir->ops[cast].info;
    const fp_use *vector = info && info->view == FP_VIEW_SAME ? fp_ir_operand(ir, cast, info->read) : NULL;
    return vector ? vector->value : FP_NONE;
}

static fp_value buffer_in(const struct fp_ir *ir, fp_value value, uint32_t depth) {
    fp_number_op number;
    int64_t constant;
    value = source_of_bits(ir, value);
    fp_op op = fp_ir_definition(ir, value);
    if (depth == DEPTH_MAX || op == FP_NONE || ir->ops[op].use_count != 2 || !fp_number_op_at(ir, op, &number))
        return FP_NONE;
    const fp_use *uses = &ir->uses[ir->ops[op].first_use];
    if (number.arith == FP_ARITH_SHRU && fp_ir_constant(ir, uses[1].value, &constant) && constant == 4)
        return uses[0].value;
    if (number.arith != FP_ARITH_AND && number.arith != FP_ARITH_ADD && number.arith != FP_ARITH_OR) return FP_NONE;
    fp_value first = buffer_in(ir, uses[0].value, depth + 1);
    return first != FP_NONE || number.arith == FP_ARITH_AND ? first : buffer_in(ir, uses[1].value, depth + 1);
}

fp_value fp_matrix_buffer(const struct fp_ir *ir, fp_value descriptor) {
    fp_value words = words_of(ir, descriptor), low = words == FP_NONE ? FP_NONE : fp_vector_word(ir, words, 0);
    return low == FP_NONE ? FP_NONE : buffer_in(ir, low, 0);
}

/* ---- As numbers ---- */

/* The pointer that an integer is made of, with numbers added; FP_NONE: it is made of none. */
static fp_value pointer_in(const struct fp_ir *ir, fp_value value, uint32_t depth) {
    fp_op op = fp_ir_definition(ir, value);
    const fp_op_info *info = op == FP_NONE ? NULL : ir->ops[op].info;
    const fp_use *source = info && info->view == FP_VIEW_SAME ? fp_ir_operand(ir, op, info->read) : NULL;
    fp_number_op number;
    if (source && fp_type_kind_of(fp_ir_value_type(ir, source->value)) == FP_TYPE_POINTER) return source->value;
    if (!info || depth == DEPTH_MAX || ir->ops[op].use_count != 2 || !fp_number_op_at(ir, op, &number) ||
        number.arith != FP_ARITH_ADD)
        return FP_NONE;
    const fp_use *uses = &ir->uses[ir->ops[op].first_use];
    fp_value first = pointer_in(ir, uses[0].value, depth + 1);
    return first != FP_NONE ? first : pointer_in(ir, uses[1].value, depth + 1);
}

/* A sum of numbers and of one address in units, whose upper bits a mask may leave out. */
static bool add_parts(const struct fp_ir *ir, fp_value value, uint32_t depth, fp_value *address, uint64_t *sum) {
    fp_number_op number;
    int64_t constant;
    if (depth == DEPTH_MAX) return false;
    value = source_of_bits(ir, value);
    fp_op op = fp_ir_definition(ir, value);
    if (fp_ir_constant(ir, value, &constant)) {
        *sum += fp_number_width(ir, value) == 32 ? (uint32_t)constant : (uint64_t)constant;
        return true;
    }
    if (op == FP_NONE || !fp_number_op_at(ir, op, &number)) return false;
    const fp_use *uses = &ir->uses[ir->ops[op].first_use];
    bool two = ir->ops[op].use_count == 2, by = two && fp_ir_constant(ir, uses[1].value, &constant);
    if (two && (number.arith == FP_ARITH_ADD || number.arith == FP_ARITH_OR))
        return add_parts(ir, uses[0].value, depth + 1, address, sum) &&
               add_parts(ir, uses[1].value, depth + 1, address, sum);
    if (by && number.arith == FP_ARITH_AND && (constant & ADDRESS_MASK) == ADDRESS_MASK)
        return add_parts(ir, uses[0].value, depth + 1, address, sum);
    if (!by || number.arith != FP_ARITH_SHRU || constant != 4 || *address != FP_NONE) return false;
    *address = uses[0].value;
    op = fp_ir_definition(ir, *address);
    bool masked = op != FP_NONE && ir->ops[op].use_count == 2 && fp_number_op_at(ir, op, &number) &&
                  number.arith == FP_ARITH_AND &&
                  fp_ir_constant(ir, ir->uses[ir->ops[op].first_use + 1].value, &constant) &&
                  (constant / UNIT & ADDRESS_MASK) == ADDRESS_MASK;
    if (masked) *address = ir->uses[ir->ops[op].first_use].value;
    return true;
}

bool fp_matrix_numbers_of(const struct fp_ir *ir, fp_value descriptor, fp_matrix_numbers *numbers) {
    enum { SECOND = 32, PLACE = 49, SWAPS = 61 };
    fp_value words = words_of(ir, descriptor), low = words == FP_NONE ? FP_NONE : fp_vector_word(ir, words, 0);
    uint64_t sum = 0;
    int64_t second = 0, place = 0, swaps = 0;
    *numbers = (fp_matrix_numbers){ .address = FP_NONE };
    if (words != FP_NONE && low == FP_NONE) return false;
    if (!add_parts(ir, words == FP_NONE ? descriptor : low, 0, &numbers->address, &sum)) return false;
    if (words == FP_NONE) {
        second = (int64_t)(sum >> SECOND & ADDRESS_MASK);
        place = (int64_t)(sum >> PLACE & 7), swaps = (int64_t)(sum >> SWAPS & 7);
    } else {
        second = fp_vector_bits(ir, words, SECOND, ADDRESS_BITS);
        place = fp_vector_bits(ir, words, PLACE, 3), swaps = fp_vector_bits(ir, words, SWAPS, 3);
    }
    if (second < 0 || place < 0 || swaps < 0 || numbers->address == FP_NONE) return false;
    numbers->pointer = pointer_in(ir, numbers->address, 0);
    numbers->offset = (int64_t)(sum & ADDRESS_MASK) * UNIT;
    numbers->first = (uint32_t)(sum >> HALF_BITS & ADDRESS_MASK) * UNIT, numbers->second = (uint32_t)second * UNIT;
    numbers->place = (uint32_t)place, numbers->swaps = (uint32_t)swaps;
    return numbers->pointer != FP_NONE;
}

/* ---- As bytes ---- */

bool fp_matrix_of(struct fp_addresses *a, fp_op product, fp_value descriptor, fp_expr *address, fp_tile *tile,
                  bool *whole_rows) {
    enum { FIRST_WORD = 0, SECOND = 32, PLACE = 49, SWAPS = 62 };
    static const uint32_t widths[] = { 0, 128, 64, 32 };
    const struct fp_ir *ir = a->ir;
    product_shape shape;
    bool both, is_both;
    int side;
    fp_value words = words_of(ir, descriptor);
    if (words == FP_NONE || !side_of(ir, product, descriptor, &both, &side, &is_both) ||
        !read_product(ir, product, both, &shape))
        return false;
    if (is_both && (shape.turned[0] || shape.turned[1])) return false;
    if (is_both) side = shape.rows[1] > shape.rows[0]; /* the larger one has the bytes of the other */
    fp_value low = fp_vector_word(ir, words, FIRST_WORD);
    int64_t second = fp_vector_bits(ir, words, SECOND, ADDRESS_BITS), place = fp_vector_bits(ir, words, PLACE, 3),
            swaps = fp_vector_bits(ir, words, SWAPS, 2);
    low_word word = { .address = fp_expr_constant(&a->exprs, 0) };
    if (low == FP_NONE || second < 0 || place != 0 || swaps <= 0 || !read_low(a, low, 0, &word) || !word.has_pointer)
        return false;
    pattern p = { .width = widths[swaps] };
    behind_pattern from = behind(a, word.address, GROUP * p.width);
    *whole_rows = from.rest != FP_EXPR_NONE;
    bool turned = shape.turned[side]; /* the first distance says nothing of rows of patterns */
    if ((turned && (*whole_rows || from.constant || word.first * UNIT % (GROUP * p.width) != 0)) ||
        from.constant >= p.width || second * UNIT % (GROUP * p.width) != 0 ||
        !add_matrix(&p, &shape, side, *whole_rows ? p.width : INNER_BYTES, word.first * UNIT, (uint32_t)second * UNIT))
        return false;
    if (*whole_rows) { /* from the start of the row in which it begins */
        fp_expr within = fp_expr_offset(&a->exprs, from.rest, from.constant);
        fp_expr row = fp_expr_floordiv(&a->exprs, within, fp_expr_constant(&a->exprs, p.width));
        *address = fp_expr_add(&a->exprs, fp_expr_sub(&a->exprs, word.address, within),
                               fp_expr_scale(&a->exprs, row, p.width));
        from.constant = 0;
    } else {
        *address = fp_expr_offset(&a->exprs, word.address, -from.constant);
    }
    return fp_tile_of_bits(a, product, UNIT, (uint32_t)from.constant, p.bit, p.count, tile);
}
