#include "kernel/lower_poll_loops.h"
#include "kernel/lower_effects.h"

/* The condition of a loop that is this one block and nothing else; the loop is left when it is `*leaves_if`. NULL: the
 * block is no such loop. */
static const fp_use *way_out(const struct fp_ir *ir, fp_block block, bool *leaves_if) {
    const fp_op_node *end = &ir->ops[ir->blocks[block].last];
    const fp_use *condition = fp_ir_two_ways(ir, ir->blocks[block].last);
    if (condition) {
        const fp_successor *ways = &ir->successors[end->first_successor];
        if ((ways[0].block == block) == (ways[1].block == block)) return NULL;
        *leaves_if = ways[1].block == block;
        return condition;
    }
    fp_op loop = ir->blocks[block].op;
    bool tests = loop != FP_NONE && ir->ops[loop].info && ir->ops[loop].info->region == FP_REGION_WHILE &&
                 fp_ir_region(ir, loop, 0) == block;
    if (!tests || ir->blocks[block].next != FP_NONE || fp_lower_has_effects(ir, loop, 1) || !end->info ||
        end->info->effect != FP_EFFECT_YIELD || end->use_count == 0)
        return NULL;
    *leaves_if = false;
    return &ir->uses[end->first_use];
}

static bool stands_alone(const struct fp_ir *ir, fp_op wait, fp_block block) {
    for (fp_op op = ir->blocks[block].first; op < ir->ops[ir->blocks[block].last].end; op++)
        if (op != wait && fp_lower_is_effect(ir->ops[op].info)) return false;
    return true;
}

bool fp_lower_is_poll(const fp_lowering *l, fp_op wait) {
    const struct fp_ir *ir = l->ir;
    const fp_op_node *node = &ir->ops[wait];
    if (node->result_count != 1 || node->block == FP_NONE) return false;
    bool leaves_if = false, over_negated = false, asked_negated = false;
    const fp_use *asked = way_out(ir, node->block, &leaves_if);
    if (!asked || !stands_alone(ir, wait, node->block)) return false;
    uint32_t over = fp_addresses_condition(l->kernel->addresses, node->first_result, &over_negated);
    uint32_t condition = fp_addresses_condition(l->kernel->addresses, asked->value, &asked_negated);
    return over != FP_NONE && over == condition && (over_negated == asked_negated) == leaves_if;
}
