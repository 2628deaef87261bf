#include "address/number.h"
#include "address/address_type.h"

static int64_t wrap(int64_t value, uint8_t width) {
    if (width == 0 || width >= 64) return value;
    uint64_t sign = (uint64_t)1 << (width - 1), low = (uint64_t)value & (2 * sign - 1);
    return width == 1 ? (int64_t)low : (int64_t)((low ^ sign) - sign);
}

uint32_t fp_number_operands(uint8_t arith) {
    switch (arith) {
    case FP_ARITH_SELECT: return 3;
    case FP_ARITH_SAME:
    case FP_ARITH_SEXT:
    case FP_ARITH_ZEXT:
    case FP_ARITH_TRUNC: return 1;
    default: return arith >= FP_ARITH_ADD && arith <= FP_ARITH_CMP ? 2 : 0;
    }
}

static int64_t floor_quotient(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static int64_t ceil_quotient(int64_t a, int64_t b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); }

static bool divide(fp_number_op op, int64_t a, int64_t b, int64_t *result) {
    uint64_t ua = fp_low_bits(a, op.from), ub = fp_low_bits(b, op.from);
    if (b == 0 || ub == 0 || (b == -1 && a == INT64_MIN)) return false; /* only a wider operand has b != 0, ub == 0 */
    switch (op.arith) {
    case FP_ARITH_DIVS: *result = a / b; return true;
    case FP_ARITH_REMS: *result = a % b; return true;
    case FP_ARITH_FLOORDIVS: *result = floor_quotient(a, b); return true;
    case FP_ARITH_CEILDIVS: *result = ceil_quotient(a, b); return true;
    case FP_ARITH_DIVU: *result = (int64_t)(ua / ub); return true;
    case FP_ARITH_REMU: *result = (int64_t)(ua % ub); return true;
    default: *result = (int64_t)(ua / ub + (ua % ub != 0)); return true; /* CEILDIVU */
    }
}

static bool shift(fp_number_op op, int64_t a, int64_t b, int64_t *result) {
    if (b < 0 || b >= (op.from ? op.from : 64)) return false;
    if (op.arith == FP_ARITH_SHL)
        *result = (int64_t)((uint64_t)a << b);
    else if (op.arith == FP_ARITH_SHRU)
        *result = (int64_t)(fp_low_bits(a, op.from) >> b);
    else
        *result = a < 0 ? ~(~a >> b) : a >> b;
    return true;
}

static bool combine(fp_number_op op, int64_t a, int64_t b, int64_t *result) {
    uint64_t ua = fp_low_bits(a, op.from), ub = fp_low_bits(b, op.from);
    switch (op.arith) {
    case FP_ARITH_ADD: *result = (int64_t)((uint64_t)a + (uint64_t)b); return true;
    case FP_ARITH_SUB: *result = (int64_t)((uint64_t)a - (uint64_t)b); return true;
    case FP_ARITH_MUL: *result = (int64_t)((uint64_t)a * (uint64_t)b); return true;
    case FP_ARITH_AND: *result = a & b; return true;
    case FP_ARITH_OR: *result = a | b; return true;
    case FP_ARITH_XOR: *result = a ^ b; return true;
    case FP_ARITH_MINS: *result = a < b ? a : b; return true;
    case FP_ARITH_MAXS: *result = a > b ? a : b; return true;
    case FP_ARITH_MINU: *result = ua < ub ? a : b; return true;
    case FP_ARITH_MAXU: *result = ua > ub ? a : b; return true;
    case FP_ARITH_SHL:
    case FP_ARITH_SHRS:
    case FP_ARITH_SHRU: return shift(op, a, b, result);
    default: return divide(op, a, b, result);
    }
}

bool fp_number_evaluate(fp_number_op op, int64_t a, int64_t b, int64_t c, int64_t *result) {
    bool defined = true;
    switch (op.arith) {
    case FP_ARITH_CMP: *result = fp_predicate_holds((fp_predicate)op.predicate, a, b, op.from); return true;
    case FP_ARITH_SELECT: *result = a ? b : c; return true;
    case FP_ARITH_SAME:
    case FP_ARITH_TRUNC: *result = a; break;
    case FP_ARITH_SEXT: *result = op.from == 1 ? -a : a; break;
    case FP_ARITH_ZEXT: *result = (int64_t)fp_low_bits(a, op.from); break;
    default: defined = combine(op, a, b, result); break;
    }
    *result = wrap(*result, op.width);
    return defined;
}

uint8_t fp_number_width(const struct fp_ir *ir, fp_value value) {
    return value == FP_NONE ? 0 : fp_address_width(fp_ir_value_type(ir, value));
}

bool fp_number_op_at(const struct fp_ir *ir, fp_op op, fp_number_op *number) {
    const fp_op_node *node = &ir->ops[op];
    uint32_t count = node->info ? fp_number_operands((uint8_t)node->info->arith) : 0;
    if (count == 0 || node->use_count < count || node->result_count == 0) return false;
    bool select = node->info->arith == FP_ARITH_SELECT;
    *number = (fp_number_op){ .arith = (uint8_t)node->info->arith,
                              .width = fp_number_width(ir, node->first_result),
                              .from = fp_number_width(ir, ir->uses[node->first_use + select].value) };
    if (number->arith != FP_ARITH_CMP) return select || number->arith == FP_ARITH_SAME || number->width > 0;
    fp_predicate predicate = fp_ir_predicate(ir, op);
    number->predicate = (uint8_t)predicate;
    number->width = 1;
    return predicate != FP_PREDICATE_NONE;
}
