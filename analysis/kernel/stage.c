#include "kernel/stage.h"
#include "kernel/lower_effects.h"
#include "read/type.h"

typedef struct {
    bool used;             /* local memory of Triton's, or scratch of its ops */
    bool placed, unplaced; /* some of it has a place, has none yet */
} local_memory;

static local_memory local_memory_of(const struct fp_kernel *kernel) {
    local_memory memory = { false, false, false };
    for (fp_root root = 0; root < fp_buffers_count(kernel->buffers); root++) {
        const fp_root_info *info = fp_buffers_root(kernel->buffers, root);
        bool allocated = info->kind == FP_ROOT_ALLOC, scratch = allocated && info->value == FP_NONE;
        if (info->space != FP_SPACE_WORKGROUP || (!scratch && !info->descriptor)) continue;
        memory.used = true;
        memory.placed |= allocated && fp_root_is_placed(info);
        memory.unplaced |= allocated && !fp_root_is_placed(info);
    }
    return memory;
}

/* Does the op only compute, or stand for nothing that the passes keep in order? */
static bool is_passive(const struct fp_ir *ir, fp_op op) {
    fp_untracked touches = fp_lower_untracked(ir, op);
    return fp_effect_traits_of[ir->ops[op].info->effect].passive && !(touches.reads | touches.writes);
}

/* Does it let only some waves wait, those for which its operand is true? */
static bool is_for_some_waves(const fp_op_info *info) {
    return info->effect == FP_EFFECT_BARRIER && !fp_operand_is_none(info->condition);
}

/* Does the barrier stand in front of something that earlier passes place barriers for? These are accesses of tensor
 * memory, and barriers for some waves. */
static bool is_placed_before(const struct fp_ir *ir, fp_op barrier) {
    for (fp_op op = ir->ops[barrier].end; op < ir->op_count && ir->ops[op].block == ir->ops[barrier].block;
         op = ir->ops[op].end) {
        const fp_op_info *info = ir->ops[op].info;
        if (!info || ir->ops[op].region_count) return false;
        if (is_passive(ir, op)) continue;
        bool tensor = (info->untracked.reads | info->untracked.writes) & FP_UNTRACKED_TENSOR;
        return is_for_some_waves(info) || (tensor && info->effect == FP_EFFECT_NONE);
    }
    return false;
}

typedef struct {
    bool any, placed; /* barriers for workgroup memory alone; some that the membar pass may have placed */
} own_barriers;

static own_barriers own_barriers_of(const struct fp_kernel *kernel) {
    own_barriers own = { false, false };
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        if (sync->kind != FP_SYNC_BARRIER || sync->scope == FP_SCOPE_WAVE || !sync->info ||
            sync->info->effect != FP_EFFECT_BARRIER ||
            (sync->info->orders == FP_ORDERS_FLAGS && sync->spaces != FP_SPACES_WORKGROUP))
            continue;
        own.any = true;
        own.placed |= !sync->bare && !is_for_some_waves(sync->info) && !is_placed_before(kernel->ir, sync->op);
    }
    return own;
}

/* May threads of the workgroup see different values in a result of the op, or take different ways through it? */
static bool tells_threads(const struct fp_ir *ir, fp_op op) {
    const fp_op_node *node = &ir->ops[op];
    const fp_op_info *info = node->info;
    bool scalar = false;
    for (uint32_t i = 0; i < node->result_count; i++) {
        fp_type_kind kind = fp_type_kind_of(fp_ir_value_type(ir, node->first_result + i));
        scalar |= kind == FP_TYPE_INDEX || kind == FP_TYPE_SCALAR;
    }
    if (!info) return scalar;
    if (info->effect == FP_EFFECT_CALL || (info->effect == FP_EFFECT_BY_TEXT && scalar)) return true;
    if (node->result_count && (info->uniformity == FP_UNIFORM_LANE || info->uniformity == FP_UNIFORM_WAVE)) return true;
    if (info->region == FP_REGION_LANE0 || info->region == FP_REGION_LAUNCH) return true;
    for (uint32_t k = 0; info->region == FP_REGION_PARALLEL && k < FP_MAPPED_DIMENSIONS_MAX; k++) {
        fp_mapped to = fp_ir_mapping(ir, op, k).to;
        if (to != FP_MAPPED_NOT && to != FP_MAPPED_OTHER) return true;
    }
    return false;
}

static bool owns_workgroup_memory(const struct fp_kernel *kernel) {
    for (fp_root root = 0; root < fp_buffers_count(kernel->buffers); root++) {
        const fp_root_info *info = fp_buffers_root(kernel->buffers, root);
        bool owned = info->kind == FP_ROOT_ALLOC || info->kind == FP_ROOT_GLOBAL;
        if (owned && info->space == FP_SPACE_WORKGROUP) return true;
    }
    return false;
}

static bool awaits_threads(const struct fp_kernel *kernel) {
    bool tiles = false;
    if (!kernel->is_entry || kernel->is_marked || kernel->called_elsewhere || !owns_workgroup_memory(kernel))
        return false;
    for (fp_op op = kernel->op + 1; op < kernel->ir->ops[kernel->op].end; op++) {
        if (tells_threads(kernel->ir, op)) return false;
        tiles |= kernel->ir->ops[op].info && kernel->ir->ops[op].info->tiles;
    }
    return tiles;
}

/* Are there partitions that no warps have been given to? They hand buffers to each other by ops of their own, or code
 * of single threads, which reads thread ids, stands beside them. */
static bool awaits_warps(const struct fp_kernel *kernel) {
    const struct fp_ir *ir = kernel->ir;
    bool partitions = false, threads = false;
    for (fp_op op = kernel->op + 1; op < ir->ops[kernel->op].end && !(partitions && threads); op++) {
        const fp_op_info *info = ir->ops[op].info;
        if (info && info->unassigned) return true;
        partitions |= info && info->region == FP_REGION_PARTITIONS;
        threads |= info && info->effect == FP_EFFECT_THREAD_ID;
    }
    return partitions && threads;
}

fp_kernel_stage fp_stage_find(const struct fp_kernel *kernel, fp_barriers barriers) {
    if (awaits_warps(kernel)) return FP_STAGE_BEFORE_THREADS;
    local_memory memory = local_memory_of(kernel);
    if (barriers == FP_BARRIERS_PLACED) return memory.used ? FP_STAGE_BEHIND_MEMBAR : FP_STAGE_LAST;
    if (!memory.used) return awaits_threads(kernel) ? FP_STAGE_BEFORE_THREADS : FP_STAGE_LAST;
    own_barriers own = own_barriers_of(kernel);
    if (!own.any) return FP_STAGE_BEFORE_MEMBAR;
    bool unallocated = memory.unplaced && !memory.placed;
    bool awaited = !own.placed || unallocated || barriers == FP_BARRIERS_PENDING;
    return awaited ? FP_STAGE_BARRIERS_BY_HAND : FP_STAGE_BEHIND_MEMBAR;
}

void fp_stage_unite(struct fp_kernel **kernels, uint32_t count) {
    bool seen = false;
    for (uint32_t i = 0; i < count; i++) seen |= kernels[i]->stage == FP_STAGE_BEHIND_MEMBAR;
    for (uint32_t i = 0; i < count && seen; i++)
        if (fp_stage_awaits_membar(kernels[i]->stage)) kernels[i]->stage = FP_STAGE_BEHIND_MEMBAR;
}
