#include "address/address_permuted.h"
#include "address/address_op.h"
#include "address/address_raw.h"
#include "address/address_type.h"
#include "address/tiling_registers.h"
#include <string.h>

/* In bytes, powers of two. The pieces of a row change places by how many `phase`s lie before it. */
typedef struct {
    fp_tiling_kind kind;
    int64_t row, piece, phase;
} order;

enum { NUMBERS_MAX = 4 }; /* row, piece, distance between rows, rows that are ordered alike */

/* The attribute, by its name or in the brackets behind the operand. */
static fp_str order_text(const struct fp_addresses *a, fp_op op) {
    fp_str named = fp_ir_attribute(a->ir, op, fp_named.swizzle);
    if (named.len || a->ir->ops[op].use_count == 0) return named;
    fp_str text = fp_ir_text(a->ir, a->ir->ops[op].span);
    uint32_t behind = a->ir->uses[a->ir->ops[op].first_use].span.end - a->ir->ops[op].span.start;
    const char *begin = behind < text.len ? memchr(text.data + behind, '#', text.len - behind) : NULL,
               *end = begin ? memchr(begin, ']', (size_t)(text.data + text.len - begin)) : NULL;
    return end ? (fp_str){ begin, (size_t)(end - begin) } : (fp_str){ 0 };
}

static bool read_order(const struct fp_addresses *a, fp_op op, order *o) {
    fp_tiling_chain chain;
    fp_type type = fp_address_type(a, a->ir->ops[op].first_result);
    int64_t bytes = fp_address_element_bytes(&type), numbers[NUMBERS_MAX] = { 0, 0, 0, 1 };
    if (!bytes || !fp_tiling_read(a->ir->context, order_text(a, op), &chain)) return false;
    const fp_tiling_text *text = &chain.level[0];
    if (text->number_count < 2 || text->number_count > NUMBERS_MAX) return false;
    for (uint32_t i = 0; i < text->number_count; i++) numbers[i] = text->numbers[i];
    if (text->number_count == 2) numbers[2] = numbers[0];
    for (uint32_t i = 0; i < NUMBERS_MAX; i++)
        if (!fp_is_power_of_two(numbers[i]) || numbers[i] > UINT16_MAX) return false;
    *o = (order){ text->kind, numbers[0] * bytes, numbers[1] * bytes, numbers[2] * numbers[3] * bytes };
    return fp_is_power_of_two(bytes) && o->piece <= o->row;
}

/* Byte `at` of the view, as a byte of its source. */
static fp_expr in_order(struct fp_exprs *e, const order *o, fp_expr at) {
    fp_expr row = fp_expr_constant(e, o->row), piece = fp_expr_constant(e, o->piece),
            phase = fp_expr_floordiv(e, at, fp_expr_constant(e, o->phase)), column = fp_expr_floormod(e, at, row),
            start = fp_expr_sub(e, at, column), inside = fp_expr_floormod(e, at, piece), moved;
    if (o->kind == FP_TILING_ROTATED_ROWS) {
        moved = fp_expr_floormod(e, fp_expr_add(e, column, fp_expr_scale(e, phase, o->piece)), row);
        return fp_expr_add(e, start, moved);
    }
    fp_expr pieces = fp_expr_constant(e, o->row / o->piece);
    moved = fp_expr_xor(e, fp_expr_floordiv(e, column, piece), fp_expr_floormod(e, phase, pieces));
    return fp_expr_add(e, fp_expr_add(e, start, fp_expr_scale(e, moved, o->piece)), inside);
}

/* The op whose view the leaf is the start of. */
static fp_op permuted_view(const struct fp_addresses *a, const fp_expr_info *leaf) {
    if ((leaf->op != FP_EXPR_SYMBOL && leaf->op != FP_EXPR_OPAQUE) || leaf->instance) return FP_NONE;
    fp_op op = fp_ir_definition(a->ir, leaf->id);
    return op != FP_NONE && a->ir->ops[op].info && a->ir->ops[op].info->view == FP_VIEW_PERMUTED ? op : FP_NONE;
}

fp_expr fp_address_unpermuted(struct fp_addresses *a, fp_expr address, uint32_t width, bool kept) {
    struct fp_exprs *e = &a->exprs;
    const fp_expr_info *sum = fp_expr_at(e, address);
    uint32_t count = sum->op == FP_EXPR_SUM ? sum->term_count : 1;
    fp_expr leaf = FP_EXPR_NONE;
    fp_op op = FP_NONE;
    for (uint32_t i = 0; i < count && op == FP_NONE; i++) {
        fp_term term = sum->op == FP_EXPR_SUM ? fp_expr_terms(e, address)[i] : (fp_term){ 1, address };
        if (term.coefficient == 1) op = permuted_view(a, fp_expr_at(e, leaf = term.node));
    }
    const fp_use *source = op == FP_NONE ? NULL : fp_ir_operand(a->ir, op, a->ir->ops[op].info->read);
    order o;
    if (!source || source->value >= a->ir->value_count || !read_order(a, op, &o)) return address;
    fp_expr at = fp_expr_sub(e, address, leaf);
    int64_t first = (int64_t)(fp_expr_at(e, at)->bits & (uint64_t)(o.piece - 1)); /* in its piece, at most */
    if (!kept && (width == 0 || first + width > o.piece)) return address;
    return fp_expr_add(e, fp_address_value(a, source->value), kept ? at : in_order(e, &o, at));
}
