#include "address/address_variable.h"
#include "address/address_loop.h"
#include "address/address_op.h"

static bool is_variable(const struct fp_addresses *a, fp_value value) {
    if (value >= a->ir->value_count || a->ir->values[value].block != FP_NONE || a->ir->values[value].def == FP_NONE)
        return false;
    const fp_op_info *info = a->ir->ops[a->ir->values[value].def].info;
    return info && info->effect == FP_EFFECT_ALLOC && info->private_alloc;
}

/* Does the op reach the variable as a whole: through its pointer, or as a buffer without dimensions? */
static bool is_whole(const struct fp_addresses *a, const fp_op_info *info, fp_value variable) {
    if (info->shape == FP_SHAPE_POINTER) return true;
    const fp_type *type = fp_type_in(a->ir, fp_ir_value_type(a->ir, variable));
    return info->shape == FP_SHAPE_INDEXED && type->kind == FP_TYPE_MEMREF && type->rank == 0;
}

/* The type of what the op, which has one of both, loads or stores. */
static fp_str accessed_type(const struct fp_ir *ir, fp_op op) {
    const fp_op_node *n = &ir->ops[op];
    const fp_use *stored = n->info->effect == FP_EFFECT_WRITE ? fp_ir_operand(ir, op, n->info->value) : NULL;
    if (stored && stored->value < ir->value_count) return fp_ir_value_type(ir, stored->value);
    return n->info->effect == FP_EFFECT_READ && n->result_count == 1 ? fp_ir_value_type(ir, n->first_result)
                                                                     : (fp_str){ NULL, 0 };
}

static void note_use(struct fp_addresses *a, fp_op op, const fp_use *use) {
    const fp_op_info *info = a->ir->ops[op].info;
    fp_variable_uses *v = &a->variables[use->value];
    bool whole = info && is_whole(a, info, use->value);
    bool loads = whole && info->effect == FP_EFFECT_READ && use == fp_ir_operand(a->ir, op, info->read);
    bool stores = whole && info->effect == FP_EFFECT_WRITE && use == fp_ir_operand(a->ir, op, info->write);
    fp_str type = loads || stores ? accessed_type(a->ir, op) : (fp_str){ NULL, 0 };
    if (v->type.len == 0) v->type = type;
    v->other |= type.len == 0 || !fp_str_equal(v->type, type);
    if (loads) return;
    v->several |= v->store != 0;
    v->store = op + 1;
}

static void find_uses(struct fp_addresses *a) {
    a->variables = FP_NEW(a->keep, fp_variable_uses, a->ir->value_count);
    for (fp_op op = a->function; op < a->ir->ops[a->function].end; op++) {
        const fp_op_node *n = &a->ir->ops[op];
        for (uint32_t i = 0; i < n->use_count; i++)
            if (is_variable(a, a->ir->uses[n->first_use + i].value)) note_use(a, op, &a->ir->uses[n->first_use + i]);
        for (uint32_t s = 0; s < n->successor_count; s++) {
            const fp_successor *to = &a->ir->successors[n->first_successor + s];
            for (uint32_t i = 0; i < to->use_count; i++)
                if (is_variable(a, a->ir->uses[to->first_use + i].value))
                    a->variables[a->ir->uses[to->first_use + i].value].other = true;
        }
    }
}

/* The variable that the op loads or stores, with its uses; NULL: it does neither. */
static const fp_variable_uses *uses_of(struct fp_addresses *a, fp_op op, fp_value *variable) {
    const fp_op_info *info = a->ir->ops[op].info;
    bool loads = info && info->effect == FP_EFFECT_READ;
    if (!loads && (!info || info->effect != FP_EFFECT_WRITE)) return NULL;
    const fp_use *use = fp_ir_operand(a->ir, op, loads ? info->read : info->write);
    if (!use || !is_variable(a, use->value)) return NULL;
    if (!a->variables) find_uses(a);
    *variable = use->value;
    return &a->variables[use->value];
}

fp_value fp_address_variable_at(struct fp_addresses *a, fp_op op) {
    fp_value variable;
    const fp_variable_uses *uses = uses_of(a, op, &variable);
    return uses && !uses->other ? variable : FP_NONE;
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
    fp_value variable;
    const fp_variable_uses *uses = uses_of(a, load, &variable);
    if (!uses || uses->other || uses->several || uses->store == 0) return FP_NONE;
    fp_op store = uses->store - 1;
    fp_value stored = fp_ir_operand(ir, store, ir->ops[store].info->value)->value;
    return stands_behind(ir, load, store) ? stored : handed_back(a, store, stored, load);
}
