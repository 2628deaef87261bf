#include "kernel/lower_landing.h"
#include "base/hash.h"

/* By its mask: `none`, `allow = <none>`, `0`, `{mask = 0 : i32}`. */
static bool pins(const struct fp_ir *ir, fp_op op) {
    const fp_op_node *node = &ir->ops[op];
    if (!node->info || !node->info->pins_schedule) return false;
    int64_t mask;
    if (fp_ir_literal(ir, op, 0, &mask) || fp_ir_attribute_int(ir, op, fp_named.mask, &mask) ||
        fp_ir_attribute_int(ir, op, fp_named.opts, &mask))
        return mask == 0;
    return fp_ir_says(ir, op, fp_named.none);
}

enum { REACH_MAX = 4096 }; /* items and ops looked at: no schedule pins more at once */

typedef FP_VEC(fp_op) read_group; /* latest first */

static bool is_ordinary(const struct fp_kernel *kernel, const fp_access *access) {
    const fp_class *klass = &kernel->classes.data[access->klass];
    return klass->space == FP_SPACE_WORKGROUP && klass->counter == FP_COUNTER_NONE && !klass->plain_lds_dma;
}

static bool is_landing(const fp_sync *sync) { return sync->implied && sync->kind == FP_SYNC_COUNTER_WAIT; }

/* Accesses of the same memory keep their side of it. */
static bool divides(const struct fp_ir *ir, const fp_sync *sync) {
    return fp_sync_is_barrier(sync->kind) || sync->kind == FP_SYNC_FENCE || pins(ir, sync->op);
}

/* The reads that may change places with the last one before the end of `items`; none when a write is among them, or
 * when they are known to have landed. */
static read_group last_group(const fp_lowering *l, const fp_items *items) {
    const struct fp_kernel *kernel = l->kernel;
    read_group group = { 0 };
    for (uint32_t i = items->len; i-- > 0 && items->len - i < REACH_MAX;) {
        fp_item item = items->data[i];
        if (item.kind == FP_ITEM_SYNC) {
            const fp_sync *sync = &kernel->syncs.data[item.index];
            if (group.len ? divides(l->ir, sync) : is_landing(sync)) break;
            continue;
        }
        if (item.kind == FP_ITEM_UNTRACKED) continue;
        if (item.kind != FP_ITEM_ACCESS) break;
        const fp_access *access = &kernel->accesses.data[item.index];
        if (!is_ordinary(kernel, access)) continue;
        if (access->kind != FP_ACCESS_READ || l->ir->ops[access->op].result_count == 0) return (read_group){ 0 };
        *FP_PUSH(l->scratch, &group) = access->op;
    }
    return group;
}

static bool holds(const fp_map *values, fp_value value) {
    for (fp_map_probe p = fp_map_find(values, value); fp_map_next(&p);)
        if (p.value == value) return true;
    return false;
}

/* Backwards from the pinning op: which values some op computes with. */
static bool all_used(const fp_lowering *l, const read_group *group, fp_op end) {
    const struct fp_ir *ir = l->ir;
    fp_map used = { 0 };
    for (fp_op op = end; op-- > group->data[group->len - 1];) {
        const fp_op_node *node = &ir->ops[op];
        fp_effect effect = node->info ? node->info->effect : FP_EFFECT_PURE;
        bool computes = effect != FP_EFFECT_PURE && effect != FP_EFFECT_VIEW;
        if (node->block != ir->ops[end].block) continue;
        for (uint32_t i = 0; i < node->result_count; i++) computes |= holds(&used, node->first_result + i);
        for (uint32_t i = 0; computes && i < node->use_count; i++) {
            fp_value value = ir->uses[node->first_use + i].value;
            if (!holds(&used, value)) fp_map_put(l->scratch, &used, value, value);
        }
    }
    for (uint32_t i = 0; i < group->len; i++)
        if (!holds(&used, ir->ops[group->data[i]].first_result)) return false;
    return true;
}

void fp_lower_landing(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items) {
    if (!pins(l->ir, lowered->op)) return;
    read_group group = last_group(l, items);
    if (group.len == 0 || lowered->op - group.data[group.len - 1] > REACH_MAX || !all_used(l, &group, lowered->op))
        return;
    fp_sync *sync = fp_lower_push_sync(l, lowered, FP_SYNC_COUNTER_WAIT, items);
    sync->scope = FP_SCOPE_WAVE;
    sync->implied = true;
    fp_lower_add_wait(sync, FP_COUNTER_DS, 0);
}
