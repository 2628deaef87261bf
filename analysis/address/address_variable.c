#include "address/address_variable.h"
#include "address/address_loop.h"
#include "address/address_op.h"

/* Of each value, in `variable_stores`: nothing is stored to it, the op that does + 1, or this. */
#define NOT_FOLLOWED UINT32_MAX /* several ops do, or one may that does something else with it */

static bool is_variable(const struct fp_addresses *a, fp_value value) {
    if (value >= a->ir->value_count || a->ir->values[value].block != FP_NONE || a->ir->values[value].def == FP_NONE)
        return false;
    const fp_op_info *info = a->ir->ops[a->ir->values[value].def].info;
    return info && info->effect == FP_EFFECT_ALLOC && info->private_alloc;
}

static void note_use(struct fp_addresses *a, fp_op op, const fp_use *use) {
    const fp_op_info *info = a->ir->ops[op].info;
    uint32_t *store = &a->variable_stores[use->value];
    bool whole = info && info->shape == FP_SHAPE_POINTER;
    if (whole && info->effect == FP_EFFECT_READ && use == fp_ir_operand(a->ir, op, info->read)) return;
    bool stores = whole && info->effect == FP_EFFECT_WRITE && use == fp_ir_operand(a->ir, op, info->write);
    *store = stores && *store == 0 ? op + 1 : NOT_FOLLOWED;
}

static void find_stores(struct fp_addresses *a) {
    a->variable_stores = FP_NEW(a->keep, uint32_t, a->ir->value_count);
    for (fp_op op = a->function; op < a->ir->ops[a->function].end; op++) {
        const fp_op_node *n = &a->ir->ops[op];
        for (uint32_t i = 0; i < n->use_count; i++)
            if (is_variable(a, a->ir->uses[n->first_use + i].value)) note_use(a, op, &a->ir->uses[n->first_use + i]);
        for (uint32_t s = 0; s < n->successor_count; s++) {
            const fp_successor *to = &a->ir->successors[n->first_successor + s];
            for (uint32_t i = 0; i < to->use_count; i++)
                if (is_variable(a, a->ir->uses[to->first_use + i].value))
                    a->variable_stores[a->ir->uses[to->first_use + i].value] = NOT_FOLLOWED;
        }
    }
}

/* Does `load` stand behind `op` in its block, or in a region of an op behind it? Then each run of the block comes to
 * `op` first. */
static bool stands_behind(const struct fp_ir *ir, fp_op load, fp_op op) {
    while (load != FP_NONE && load > op && ir->ops[load].block != ir->ops[op].block) load = ir->ops[load].parent;
    return load != FP_NONE && load > op;
}

/* The store stands at the end of a loop's body, and the jump back hands the same value to the head. Behind the loop the
 * variable holds what the head was handed last. */
static fp_value handed_back(struct fp_addresses *a, fp_op store, fp_value stored, fp_op load) {
    const struct fp_ir *ir = a->ir;
    fp_block block = ir->ops[store].block;
    fp_op jump = ir->blocks[block].last;
    fp_loop_id loop = fp_address_loop_of_block(a, block);
    if (jump == FP_NONE || ir->ops[jump].successor_count != 1 || loop == FP_NONE) return FP_NONE;
    const fp_loop_info *info = &a->loops.data[loop].info;
    const fp_successor *back = &ir->successors[ir->ops[jump].first_successor];
    if (info->block_count == 0 || back->block != info->body) return FP_NONE;
    if (info->parent != FP_NONE && info->trips_min == 0) return FP_NONE; /* it may hold an earlier run's value */
    fp_op around = ir->blocks[info->body].op;
    if (around == a->function || !stands_behind(ir, load, around)) return FP_NONE;
    uint32_t ways, jumps = 0;
    const uint32_t *edges = fp_address_edges_to(a, info->body, &ways);
    for (uint32_t i = 0; i < ways; i++) {
        fp_op from = a->edge_ops[edges[i]];
        jumps += fp_address_loop_encloses(a, loop, fp_address_loop_of_block(a, ir->ops[from].block));
    }
    for (uint32_t i = 0; jumps == 1 && i < back->use_count && i < ir->blocks[info->body].arg_count; i++)
        if (ir->uses[back->first_use + i].value == stored) return ir->blocks[info->body].first_arg + i;
    return FP_NONE;
}

fp_value fp_address_variable(struct fp_addresses *a, fp_op load) {
    const struct fp_ir *ir = a->ir;
    const fp_op_node *n = &ir->ops[load];
    const fp_use *from = fp_ir_operand(ir, load, n->info->read);
    if (n->info->shape != FP_SHAPE_POINTER || n->result_count != 1 || !from || !is_variable(a, from->value))
        return FP_NONE;
    if (!a->variable_stores) find_stores(a);
    uint32_t store = a->variable_stores[from->value];
    if (store == 0 || store == NOT_FOLLOWED) return FP_NONE;
    const fp_use *stored = fp_ir_operand(ir, store - 1, ir->ops[store - 1].info->value);
    if (!stored || stored->value >= ir->value_count ||
        !fp_str_equal(fp_ir_value_type(ir, stored->value), fp_ir_value_type(ir, n->first_result)))
        return FP_NONE;
    return stands_behind(ir, load, store - 1) ? stored->value : handed_back(a, store - 1, stored->value, load);
}
