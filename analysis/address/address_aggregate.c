#include "address/address_aggregate.h"
#include "address/address_loop.h"
#include "address/address_op.h"
#include "address/address_raw.h"
#include "address/address_type.h"
#include "address/address_view.h"
#include "address/expr_build.h"
#include <string.h>

/* A part of an aggregate; depth 0: the value itself. */
typedef struct {
    fp_value aggregate;
    int64_t position[FP_POSITION_MAX];
    uint32_t depth;
} part;

static void drop_front(part *p, uint32_t count) {
    p->depth -= count;
    memmove(p->position, p->position + count, p->depth * sizeof *p->position);
}

/* What the value was before a cast to another type and back, as a dialect conversion under way leaves them; FP_NONE: it
 * comes from no such pair. */
static fp_value before_casts(const struct fp_addresses *a, fp_value value) {
    const struct fp_ir *ir = a->ir;
    fp_value at = value;
    for (uint32_t i = 0; i < 2; i++) {
        fp_op def = fp_ir_definition(ir, at);
        const fp_op_info *info = def == FP_NONE ? NULL : ir->ops[def].info;
        if (!info || info->arith != FP_ARITH_SAME || ir->ops[def].use_count != 1) return FP_NONE;
        at = ir->uses[ir->ops[def].first_use].value;
    }
    return at != FP_NONE && fp_str_equal(fp_ir_value_type(ir, at), fp_ir_value_type(ir, value)) ? at : FP_NONE;
}

/* One op back. False: the trail ends here. */
static bool follow_once(struct fp_addresses *a, part *p) {
    if (p->depth == 0 || p->aggregate >= a->ir->value_count || a->ir->values[p->aggregate].block != FP_NONE)
        return false;
    fp_op def = a->ir->values[p->aggregate].def;
    const fp_op_info *info = def == FP_NONE ? NULL : fp_address_row(a->ir, def); /* a name that nothing defines */
    if (!info) return false;
    const fp_op_node *n = &a->ir->ops[def];
    int64_t position[FP_POSITION_MAX];
    uint32_t count = 0, same = 0;
    fp_value before = before_casts(a, p->aggregate);
    if (before != FP_NONE) {
        p->aggregate = before;
        return true;
    }
    if (info->arith == FP_ARITH_EXTRACT && n->use_count == 1) { /* its position comes first */
        if (!fp_ir_position(a->ir, def, position, &count) || count + p->depth > FP_POSITION_MAX) return false;
        memmove(p->position + count, p->position, p->depth * sizeof *p->position);
        memcpy(p->position, position, count * sizeof *position);
        p->depth += count;
        p->aggregate = a->ir->uses[n->first_use].value;
        return true;
    }
    if (info->arith != FP_ARITH_INSERT || n->use_count != 2 || !fp_ir_position(a->ir, def, position, &count))
        return false;
    while (same < count && same < p->depth && position[same] == p->position[same]) same++;
    if (same == p->depth && same < count) return false; /* only a part of what is wanted */
    bool inside = same == count;                        /* the inserted value is it, or holds it */
    const fp_use *from = fp_ir_operand(a->ir, def, inside ? info->value : info->read);
    if (!from) return false;
    if (inside) drop_front(p, count);
    p->aggregate = from->value;
    return true;
}

static void follow(struct fp_addresses *a, part *p) {
    enum { STEPS_MAX = 4096 };
    for (uint32_t steps = 0; steps < STEPS_MAX && follow_once(a, p); steps++) {}
}

/* Is it a part of a memref that a dialect conversion under way casts to a struct? */
static bool part_of_descriptor(struct fp_addresses *a, const part *p, fp_expr *found) {
    fp_op def = fp_ir_definition(a->ir, p->aggregate);
    const fp_op_info *info = def == FP_NONE ? NULL : a->ir->ops[def].info;
    if (!info || info->arith != FP_ARITH_SAME || a->ir->ops[def].use_count != 1) return false;
    return fp_address_descriptor(a, a->ir->uses[a->ir->ops[def].first_use].value, p->position, p->depth, found);
}

/* ---- Parts that loops carry ---- */

typedef struct {
    fp_loop_id loop;
    uint32_t slot;
} carrier;

static bool carried_by(const struct fp_addresses *a, fp_value value, carrier *found) {
    if (value >= a->ir->value_count || a->ir->values[value].block == FP_NONE) return false;
    const fp_value_info *v = &a->ir->values[value];
    for (fp_map_probe p = fp_map_find(&a->loops_by_body, v->block); fp_map_next(&p);) {
        const fp_loop_state *l = &a->loops.data[p.value];
        if (l->info.body != v->block || v->index < l->first_slot || v->index - l->first_slot >= l->info.yield_count)
            continue;
        *found = (carrier){ p.value, v->index - l->first_slot };
        return true;
    }
    return false;
}

/* The leaf of this part of the aggregate that the loop carries in the slot; its bounds count where it is new. */
static fp_expr carried_part(struct fp_addresses *a, carrier by, const part *p, fp_interval bounds) {
    const fp_loop_state *l = &a->loops.data[by.loop];
    for (uint32_t i = 0; i < l->parts.len; i++) {
        const fp_carried_part *known = &l->parts.data[i];
        if (known->slot == by.slot && known->depth == p->depth &&
            !memcmp(known->position, p->position, p->depth * sizeof *p->position))
            return known->leaf;
    }
    fp_carried_part made = { .slot = by.slot, .depth = p->depth };
    memcpy(made.position, p->position, p->depth * sizeof *p->position);
    made.leaf = fp_expr_leaf(&a->exprs, (fp_leaf){ .op = FP_EXPR_CARRIED,
                                                   .id = by.loop,
                                                   .instance = l->info.yield_count + l->parts.len,
                                                   .low = bounds.low,
                                                   .high = bounds.high,
                                                   .loops = l->around });
    *FP_PUSH(a->keep, &a->loops.data[by.loop].parts) = made;
    return made.leaf;
}

fp_expr fp_address_part(struct fp_addresses *a, fp_value aggregate, const fp_carried_part *wanted) {
    part p = { .aggregate = aggregate, .depth = wanted->depth };
    memcpy(p.position, wanted->position, p.depth * sizeof *p.position);
    follow(a, &p);
    carrier by;
    if (p.depth == 0) return fp_address_value(a, p.aggregate);
    const fp_expr_info leaf = *fp_expr_at(&a->exprs, wanted->leaf);
    if (carried_by(a, p.aggregate, &by)) return carried_part(a, by, &p, (fp_interval){ leaf.low, leaf.high });
    return fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, leaf.low, leaf.high, fp_address_loops_of_value(a, aggregate));
}

bool fp_address_builtin_thread(struct fp_addresses *a, fp_op extract, uint32_t *dimension) {
    int64_t position[FP_POSITION_MAX];
    uint32_t count = 0;
    const fp_op_node *n = &a->ir->ops[extract];
    if (!n->info || n->info->arith != FP_ARITH_EXTRACT || n->use_count == 0 ||
        fp_address_builtin(a->ir, a->ir->uses[n->first_use].value) != FP_BUILTIN_THREAD)
        return false;
    *dimension = fp_ir_position(a->ir, extract, position, &count) && count == 1 && position[0] >= 0 && position[0] < 3
                     ? (uint32_t)position[0]
                     : 3;
    return true;
}

fp_expr fp_address_aggregate(struct fp_addresses *a, fp_value aggregate) {
    part p = { .aggregate = aggregate, .depth = 1 };
    fp_str first = fp_type_part(a->ir->context, fp_ir_value_type(a->ir, aggregate), 0);
    if (fp_type_kind_of(first) != FP_TYPE_POINTER) return fp_address_leaf(a, aggregate);
    follow(a, &p);
    return p.depth == 0 ? fp_address_need(a, p.aggregate) : fp_address_leaf(a, aggregate);
}

fp_expr fp_address_extract(struct fp_addresses *a, fp_op op, fp_value result) {
    uint32_t dimension;
    if (fp_address_builtin_thread(a, op, &dimension) && dimension < 3) return fp_address_thread_id(a, dimension);
    part p = { .depth = 0 };
    if (!fp_ir_position(a->ir, op, p.position, &p.depth) || a->ir->ops[op].use_count == 0)
        return fp_address_opaque(a, result);
    p.aggregate = a->ir->uses[a->ir->ops[op].first_use].value;
    follow(a, &p);
    carrier by;
    fp_expr found;
    if (p.depth == 0) return fp_address_need(a, p.aggregate);
    if (part_of_descriptor(a, &p, &found)) return found;
    if (!carried_by(a, p.aggregate, &by)) return fp_address_leaf(a, result);
    int64_t low, high;
    fp_address_bounds(a, result, &low, &high);
    if (fp_address_is_buffer(fp_ir_value_type(a->ir, result))) low = 0, high = FP_ADDRESS_END;
    return carried_part(a, by, &p, (fp_interval){ low, high });
}
