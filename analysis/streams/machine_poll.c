/* machine_poll.c - loops that ask an object for its state until a phase is over. */
#include "streams/machine_compile.h"

/* Which value of the block's last condition leaves the loop that the block is? */
static bool find_way_out(const struct fp_ir *ir, fp_block block, fp_op last, bool *leaves) {
    const fp_op_node *node = &ir->ops[last];
    if (fp_ir_two_ways(ir, last)) {
        bool first = ir->successors[node->first_successor].block == block,
             second = ir->successors[node->first_successor + 1].block == block;
        *leaves = second;
        return first != second;
    }
    fp_op loop = node->parent;
    *leaves = false;
    return loop != FP_NONE && ir->ops[loop].info && ir->ops[loop].info->region == FP_REGION_WHILE &&
           fp_ir_region(ir, loop, 0) == block;
}

/* The other operand, where one of two is that constant; FP_NONE: none is. */
static fp_value beside(const struct fp_ir *ir, fp_op op, int64_t constant, bool either) {
    const fp_use *uses = ir->uses + ir->ops[op].first_use;
    int64_t number;
    if (fp_ir_constant(ir, uses[1].value, &number) && number == constant) return uses[0].value;
    return either && fp_ir_constant(ir, uses[0].value, &number) && number == constant ? uses[1].value : FP_NONE;
}

/* Is the op's result the phase that the state is in? */
static bool is_phase_of(const struct fp_ir *ir, fp_op op, fp_value state) {
    const fp_op_info *info = ir->ops[op].info;
    return info && info->arith == FP_ARITH_PHASE && ir->ops[op].use_count == 1 &&
           ir->uses[ir->ops[op].first_use].value == state;
}

/* Is the value the parity of the phase that the state is in: the lowest bit of the phase that an op tells, or `bit` of
 * the state, moved down and with all others masked out? */
static bool is_parity_of(const struct fp_ir *ir, fp_value value, fp_value state, uint8_t bit) {
    enum { STEPS_MAX = 4 };
    bool masked = fp_number_width(ir, value) == 1, moved = false;
    for (uint32_t steps = 0; steps < STEPS_MAX && value != FP_NONE; steps++) {
        if (value == state) return masked && moved;
        fp_op def = fp_ir_definition(ir, value);
        fp_number_op number;
        if (def != FP_NONE && is_phase_of(ir, def, state)) return masked;
        if (def == FP_NONE || !fp_number_op_at(ir, def, &number)) return false;
        if (number.arith == FP_ARITH_AND && !moved)
            value = beside(ir, def, 1, true), masked = true;
        else if (number.arith == FP_ARITH_SHRU && !moved && bit)
            value = beside(ir, def, bit, false), moved = true;
        else if (number.arith == FP_ARITH_TRUNC)
            value = ir->uses[ir->ops[def].first_use].value, masked |= number.width == 1;
        else
            return false;
    }
    return false;
}

bool fp_code_find_poll(const struct fp_ir *ir, fp_op op, uint8_t phase_bit, fp_code_poll *poll) {
    fp_block block = ir->ops[op].block;
    fp_op last = block == FP_NONE ? FP_NONE : ir->blocks[block].last;
    if (last == FP_NONE || ir->ops[op].result_count != 1 || !ir->ops[last].info) return false;
    const fp_use *condition = fp_ir_operand(ir, last, ir->ops[last].info->condition);
    if (!condition || condition->value == FP_NONE || !find_way_out(ir, block, last, &poll->leaves)) return false;
    fp_value value = condition->value, state = ir->ops[op].first_result;
    fp_op def = fp_ir_definition(ir, value);
    fp_number_op number;
    if (def == FP_NONE || !fp_number_op_at(ir, def, &number) || number.arith != FP_ARITH_CMP) return false;
    if (number.predicate != FP_PREDICATE_EQ && number.predicate != FP_PREDICATE_NE) return false;
    const fp_use *uses = ir->uses + ir->ops[def].first_use;
    bool first = is_parity_of(ir, uses[0].value, state, phase_bit);
    if (!first && !is_parity_of(ir, uses[1].value, state, phase_bit)) return false;
    poll->condition = value;
    poll->parity = uses[first ? 1 : 0].value;
    poll->other_phase = (number.predicate == FP_PREDICATE_EQ) == poll->leaves; /* it waits until the phase begins */
    return poll->parity != FP_NONE;
}
