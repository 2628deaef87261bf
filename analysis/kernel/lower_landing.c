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

/* The k-th item before the end of `items`, counted from 1, and of what runs before them; NULL: there are none. */
static const fp_item *item_before(const fp_lowering *l, const fp_items *items, uint32_t k) {
    if (k <= items->len) return &items->data[items->len - k];
    k -= items->len;
    return items == l->block && k <= l->before->len ? &l->before->data[l->before->len - k] : NULL;
}

/* The reads that may change places with the last one before the end of `items`; none when a write is among them, or
 * when they are known to have landed. `*arms`: none, because each arm of that branch has reads of its own. */
static read_group last_group(const fp_lowering *l, const fp_items *items, const fp_branch_item **arms) {
    const struct fp_kernel *kernel = l->kernel;
    read_group group = { 0 };
    const fp_item *item;
    for (uint32_t k = 1; k <= REACH_MAX && (item = item_before(l, items, k)); k++) {
        if (item->kind == FP_ITEM_SYNC) {
            const fp_sync *sync = &kernel->syncs.data[item->index];
            if (group.len ? divides(l->ir, sync) : is_landing(sync)) break;
            continue;
        }
        if (item->kind == FP_ITEM_UNTRACKED) continue;
        if (item->kind == FP_ITEM_BRANCH && group.len == 0) *arms = &kernel->branches.data[item->index];
        if (item->kind != FP_ITEM_ACCESS) break;
        const fp_access *access = &kernel->accesses.data[item->index];
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

/* Does the op compute with its operands? Others hand them on, or rename and rearrange registers. */
static bool computes(const fp_op_node *node) {
    fp_effect effect = node->info ? node->info->effect : FP_EFFECT_PURE;
    if (effect == FP_EFFECT_BY_TEXT) return true;
    return effect != FP_EFFECT_PURE && effect != FP_EFFECT_VIEW && !fp_effect_traits_of[effect].like;
}

/* Backwards from `end`: which values some op computes with that runs where the reads run. These are the ops of their
 * block and of that of `end`. */
static bool all_used(const fp_lowering *l, const read_group *group, fp_op end) {
    const struct fp_ir *ir = l->ir;
    fp_op first = group->data[group->len - 1];
    fp_block block = ir->ops[first].block, last = ir->ops[end].block;
    fp_map used = { 0 };
    for (fp_op op = end; op-- > first;) {
        const fp_op_node *node = &ir->ops[op];
        if (node->block != block && node->block != last) continue;
        bool needs = computes(node);
        for (uint32_t i = 0; i < node->result_count; i++) needs |= holds(&used, node->first_result + i);
        for (uint32_t i = 0; needs && i < node->use_count; i++) {
            fp_value value = ir->uses[node->first_use + i].value;
            if (!holds(&used, value)) fp_map_put(l->scratch, &used, value, value);
        }
    }
    for (uint32_t i = 0; i < group->len; i++)
        if (ir->ops[group->data[i]].block != block || !holds(&used, ir->ops[group->data[i]].first_result)) return false;
    return true;
}

/* In each arm that ends at the op, too. */
static void land(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items, uint32_t depth) {
    const fp_branch_item *arms = NULL;
    read_group group = last_group(l, items, &arms);
    if (arms && depth < FP_REGION_DEPTH_MAX)
        for (uint32_t arm = 0; arm < arms->arm_count; arm++) land(l, lowered, &arms->arms[arm], depth + 1);
    if (group.len == 0 || lowered->op - group.data[group.len - 1] > REACH_MAX || !all_used(l, &group, lowered->op))
        return;
    fp_sync *sync = fp_lower_push_sync(l, lowered, FP_SYNC_COUNTER_WAIT, items);
    sync->scope = FP_SCOPE_WAVE;
    sync->implied = true;
    fp_lower_add_wait(sync, FP_COUNTER_DS, 0);
}

void fp_lower_landing(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items) {
    if (pins(l->ir, lowered->op)) land(l, lowered, items, 0);
}
