#include "address/thread_number.h"
#include "address/address_op.h"
#include "address/number.h"

/* Is it the thread's number, cast or not, in a workgroup of one dimension? */
static bool is_thread_number(const struct fp_addresses *a, fp_value value) {
    enum { CASTS_MAX = 4 };
    const uint32_t *block = a->launch.block;
    if (block[0] == 0 || block[1] != 1 || block[2] != 1) return false;
    for (uint32_t i = 0; i < CASTS_MAX && value != FP_NONE && a->ir->values[value].block == FP_NONE; i++) {
        fp_op def = a->ir->values[value].def;
        const fp_op_info *info = def == FP_NONE ? NULL : fp_address_row(a->ir, def);
        if (!info) return false;
        if (info->arith == FP_ARITH_THREAD) return fp_address_dimension(a->ir, def) == 'x';
        if (!fp_arith_casts(info->arith) || a->ir->ops[def].use_count != 1) return false;
        value = a->ir->uses[a->ir->ops[def].first_use].value;
    }
    return false;
}

bool fp_address_parts_waves(const struct fp_addresses *a, fp_op op) {
    fp_number_op number;
    int64_t constant, wave = a->launch.wave_size ? a->launch.wave_size : 32;
    if (a->ir->ops[op].use_count != 2 || !fp_number_op_at(a->ir, op, &number)) return false;
    const fp_use *uses = a->ir->uses + a->ir->ops[op].first_use;
    if (!is_thread_number(a, uses[0].value) || !fp_ir_constant(a->ir, uses[1].value, &constant) || constant < 0)
        return false;
    if (number.arith == FP_ARITH_DIVU || number.arith == FP_ARITH_DIVS) return constant > 0 && constant % wave == 0;
    if (number.arith == FP_ARITH_SHRU || number.arith == FP_ARITH_SHRS)
        return constant < 32 && ((int64_t)1 << constant) % wave == 0;
    if (number.arith != FP_ARITH_CMP) return false;
    switch ((fp_predicate)number.predicate) {
    case FP_PREDICATE_SLT:
    case FP_PREDICATE_ULT:
    case FP_PREDICATE_SGE:
    case FP_PREDICATE_UGE: return constant % wave == 0;
    case FP_PREDICATE_SGT:
    case FP_PREDICATE_UGT:
    case FP_PREDICATE_SLE:
    case FP_PREDICATE_ULE: return (constant + 1) % wave == 0;
    case FP_PREDICATE_EQ:
    case FP_PREDICATE_NE:
    case FP_PREDICATE_NONE: break;
    }
    return false;
}

enum { DEPTH_MAX = 4 };

/* Is it a number of a thread, a lane or a wave, or what casts, quotients and rests make of one? */
static bool is_natural(const struct fp_addresses *a, fp_value value, uint32_t depth) {
    int64_t constant;
    if (fp_ir_constant(a->ir, value, &constant)) return constant >= 0;
    fp_op op = fp_ir_definition(a->ir, value);
    const fp_op_info *info = op == FP_NONE ? NULL : fp_address_row(a->ir, op);
    if (!info) return false;
    fp_arith arith = info->arith;
    if (arith == FP_ARITH_THREAD || arith == FP_ARITH_LANE || arith == FP_ARITH_WAVE) return true;
    bool shares = arith == FP_ARITH_DIVS || arith == FP_ARITH_DIVU || arith == FP_ARITH_REMS || arith == FP_ARITH_REMU;
    if (!fp_arith_casts(arith) && !shares) return false;
    const fp_op_node *n = &a->ir->ops[op];
    for (uint32_t i = 0; i < n->use_count; i++)
        if (depth == 0 || !is_natural(a, a->ir->uses[n->first_use + i].value, depth - 1)) return false;
    return n->use_count > 0;
}

/* 0, 1; -1: it is not settled. */
static int settled(const struct fp_addresses *a, fp_value value, uint32_t depth);

static int settled_comparison(const struct fp_addresses *a, const fp_use *uses, fp_predicate predicate,
                              uint32_t depth) {
    int64_t constant;
    if (!fp_ir_constant(a->ir, uses[1].value, &constant)) return -1;
    bool below = predicate == FP_PREDICATE_SLT, equal = predicate == FP_PREDICATE_EQ;
    if (below || predicate == FP_PREDICATE_SGE)
        return constant <= 0 && is_natural(a, uses[0].value, DEPTH_MAX) ? !below : -1;
    if (!equal && predicate != FP_PREDICATE_NE) return -1;
    int flag = settled(a, uses[0].value, depth);
    return flag < 0 ? -1 : (flag == (constant & 1)) == equal;
}

static int settled_by_op(const struct fp_addresses *a, fp_op op, uint32_t depth) {
    fp_number_op number;
    if (a->ir->ops[op].use_count != 2 || !fp_number_op_at(a->ir, op, &number)) return -1;
    const fp_use *uses = a->ir->uses + a->ir->ops[op].first_use;
    if (number.arith == FP_ARITH_CMP) return settled_comparison(a, uses, (fp_predicate)number.predicate, depth);
    bool both = number.arith == FP_ARITH_AND;
    if (number.width != 1 || (!both && number.arith != FP_ARITH_OR)) return -1;
    int x = settled(a, uses[0].value, depth), y = settled(a, uses[1].value, depth);
    if (x == !both || y == !both) return !both;
    return x == both && y == both ? both : -1;
}

static int settled(const struct fp_addresses *a, fp_value value, uint32_t depth) {
    fp_op op = fp_ir_definition(a->ir, value);
    return depth == 0 || op == FP_NONE || !fp_address_row(a->ir, op) ? -1 : settled_by_op(a, op, depth - 1);
}

bool fp_address_flag_settled(const struct fp_addresses *a, fp_op op, bool *holds) {
    int flag = op == FP_NONE || !fp_address_row(a->ir, op) ? -1 : settled_by_op(a, op, DEPTH_MAX);
    return flag >= 0 && (*holds = flag, true);
}
