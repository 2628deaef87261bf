#include "address/address_loop.h"
#include "address/address_op.h"
#include "address/address_type.h"
#include <assert.h>

bool fp_address_loop_encloses(const struct fp_addresses *a, fp_loop_id outer, fp_loop_id inner) {
    for (; inner != FP_NONE; inner = a->loops.data[inner].info.parent)
        if (inner == outer) return true;
    return false;
}

fp_loop_id fp_address_loop_of_op(const struct fp_addresses *a, fp_op op) {
    fp_loop_id found = FP_NONE;
    for (fp_map_probe p = fp_map_find(&a->loops_by_op, op); fp_map_next(&p);)
        if (a->loops.data[p.value].info.op == op && (found == FP_NONE || p.value > found)) found = p.value;
    return found;
}

fp_loop_id fp_address_loop_of_block(struct fp_addresses *a, fp_block block) {
    fp_block start = block;
    uint32_t answer = 1;
    for (uint32_t steps = 0; block != FP_NONE && block < a->ir->block_count && steps < FP_REGION_DEPTH_MAX; steps++) {
        if (a->block_loops[block]) {
            answer = a->block_loops[block];
            break;
        }
        if (a->natural_loops[block]) {
            answer = a->natural_loops[block] + 1;
            break;
        }
        fp_op owner = a->ir->blocks[block].op;
        fp_loop_id loop = fp_address_loop_of_op(a, owner);
        if (loop != FP_NONE) {
            answer = loop + 2;
            break;
        }
        block = owner == FP_NONE || owner == a->function ? FP_NONE : a->ir->ops[owner].block;
    }
    if (start != FP_NONE && start < a->ir->block_count) a->block_loops[start] = answer;
    return answer == 1 ? FP_NONE : answer - 2;
}

fp_loop_set fp_address_loops_of_value(struct fp_addresses *a, fp_value value) {
    fp_loop_id loop = fp_address_loop_of_block(a, fp_ir_home(a->ir, value));
    return loop == FP_NONE ? 0 : a->loops.data[loop].around;
}

/* ---- Registration ---- */

/* Nodes made before the loop was known take its values for ordinary ones. */
static void forget_arguments(struct fp_addresses *a, fp_block block) {
    const fp_block_info *b = &a->ir->blocks[block];
    for (uint32_t i = 0; i < b->arg_count; i++) a->values[b->first_arg + i] = a->waiting[b->first_arg + i] = 0;
    a->block_loops[block] = 0;
}

static void forget_block(struct fp_addresses *a, fp_block block); /* bodies of callees call others: join.h bounds it */

static void forget_body(struct fp_addresses *a, fp_op call) {
    for (fp_block b = fp_ir_region(a->ir, call, 0); b != FP_NONE; b = a->ir->blocks[b].next) forget_block(a, b);
}

static void forget_block(struct fp_addresses *a, fp_block block) {
    const fp_block_info *b = &a->ir->blocks[block];
    forget_arguments(a, block);
    if (b->first == FP_NONE) return;
    for (fp_op op = b->first; op < a->ir->ops[b->last].end; op++) {
        const fp_op_node *n = &a->ir->ops[op];
        for (uint32_t i = 0; i < n->result_count; i++)
            a->values[n->first_result + i] = a->waiting[n->first_result + i] = 0;
        for (uint32_t r = 0; r < n->region_count; r++)
            for (fp_block inner = fp_ir_region(a->ir, op, r); inner != FP_NONE; inner = a->ir->blocks[inner].next)
                forget_arguments(a, inner);
        if (fp_ir_is_joined(a->ir, op)) forget_body(a, op);
    }
}

int64_t fp_address_most_iterations(const fp_loop_info *info) {
    if (info->trips_max >= 0) return info->trips_max;
    if (info->heads_most > 0) return info->heads_most;
    int64_t step = info->step_known && info->step_constant ? info->step_constant : 1;
    uint64_t width = step < 0 ? -(uint64_t)step : (uint64_t)step; /* -INT64_MIN is no int64_t */
    return (int64_t)((uint64_t)FP_ITERATIONS_MOST / width) + 1;   /* the iv does not leave 32 bits */
}

void fp_addresses_loop(struct fp_addresses *a, const fp_loop_info *info) {
    while (a->loops.len <= info->loop) *FP_PUSH(a->keep, &a->loops) = (fp_loop_state){ .info.parent = FP_NONE };
    fp_loop_state *loop = &a->loops.data[info->loop];
    assert(!loop->known && (info->parent == FP_NONE || info->parent < info->loop));
    loop->known = true;
    loop->info = *info;
    loop->depth = 1 + (info->parent != FP_NONE ? a->loops.data[info->parent].depth : 0);
    uint32_t self = info->loop;
    loop->around = fp_loop_set_of(&a->exprs, self);
    if (info->parent != FP_NONE)
        loop->around = fp_loop_set_union(&a->exprs, loop->around, a->loops.data[info->parent].around);
    int64_t most = fp_address_most_iterations(info);
    loop->iteration = fp_expr_leaf(
        &a->exprs, (fp_leaf){ .op = FP_EXPR_ITER, .id = self, .high = most > 0 ? most - 1 : 0, .loops = loop->around });
    loop->head = fp_expr_leaf(
        &a->exprs,
        (fp_leaf){ .op = FP_EXPR_ITER, .id = self, .instance = FP_INSTANCE_HEAD, .high = most, .loops = loop->around });
    if (info->yield_count) loop->carried = FP_NEW(a->keep, fp_expr, info->yield_count);
    fp_map_put(a->keep, &a->loops_by_body, info->body, self);
    for (fp_map_probe p = fp_map_find(&a->loops_by_body, info->body); fp_map_next(&p);)
        if (a->loops.data[p.value].info.body == info->body && a->loops.data[p.value].info.has_iv) loop->first_slot++;
    if (info->block_count == 0) {
        fp_map_put(a->keep, &a->loops_by_op, info->op, self);
        for (uint32_t r = 0; info->op != FP_NONE && r < a->ir->ops[info->op].region_count; r++)
            for (fp_block b = fp_ir_region(a->ir, info->op, r); b != FP_NONE; b = a->ir->blocks[b].next)
                forget_block(a, b);
    }
    for (uint32_t i = 0; i < info->block_count; i++) a->natural_loops[info->blocks[i]] = self + 1;
    for (uint32_t i = 0; i < info->block_count; i++) forget_block(a, info->blocks[i]);
}

void fp_addresses_loop_left(struct fp_addresses *a, fp_op loop) {
    fp_map_put(a->keep, &a->loops_left, loop, loop);
    forget_block(a, fp_ir_region(a->ir, loop, 0));
}

const fp_use *fp_address_left_start(const struct fp_addresses *a, fp_op loop, uint32_t slot) {
    uint32_t count = 0;
    for (fp_map_probe p = fp_map_find(&a->loops_left, loop); fp_map_next(&p);) {
        if (p.value != loop) continue;
        const fp_use *inits = fp_ir_inits(a->ir, loop, &count);
        return inits && slot < count ? &inits[slot] : NULL;
    }
    return NULL;
}

/* ---- What they carry ---- */

fp_expr fp_address_carried(struct fp_addresses *a, fp_loop_id loop, uint32_t slot) {
    const fp_loop_state *l = &a->loops.data[loop];
    uint32_t argument = l->first_slot + slot, values = l->info.yield_count;
    if (slot >= values && slot - values < l->parts.len) return l->parts.data[slot - values].leaf;
    if (slot >= l->info.yield_count || l->info.body == FP_NONE || argument >= a->ir->blocks[l->info.body].arg_count)
        return fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, -FP_FAR, FP_FAR, l->around);
    int64_t low, high;
    fp_address_bounds(a, a->ir->blocks[l->info.body].first_arg + argument, &low, &high);
    if (low <= -FP_FAR &&
        fp_address_is_buffer(fp_ir_value_type(a->ir, a->ir->blocks[l->info.body].first_arg + argument)))
        low = 0, high = FP_ADDRESS_END;
    return fp_expr_leaf(
        &a->exprs,
        (fp_leaf){ .op = FP_EXPR_CARRIED, .id = loop, .instance = slot, .low = low, .high = high, .loops = l->around });
}
