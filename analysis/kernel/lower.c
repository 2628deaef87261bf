#include "kernel/lower.h"
#include "kernel/join.h"
#include "kernel/launch.h"
#include "kernel/lower_access.h"
#include "kernel/lower_flow.h"
#include "kernel/lower_graph.h"
#include "kernel/lower_request.h"
#include "kernel/lower_row.h"
#include "kernel/lower_sync.h"
#include "kernel/stage.h"
#include "read/type.h"
#include <assert.h>
#include <string.h>

/* ---- One op ---- */

static void lower_op(fp_lowering *l, fp_op op, fp_items *items) {
    const fp_op_node *node = &l->ir->ops[op];
    const fp_op_info *info = node->info;
    if (fp_unit_is_cancelled(l->ir->context)) return; /* nobody will look at the kernel */
    if (!info || info->only_streams) {
        fp_lower_unknown_op(l, op, items);
        fp_lower_unknown_regions(l, op, items);
        return;
    }
    fp_lowered_op lowered = { .op = op, .info = info };
    fp_lower_row(l, &lowered, items);
    if (node->region_count == 0 || info->region == FP_REGION_NONE) return;
    fp_lower_structured(l, op, items);
    if (info->effect == FP_EFFECT_BARRIER && info->region == FP_REGION_ONCE)
        fp_lower_row(l, &lowered, items); /* once more behind its region */
}

/* ---- Kernels ---- */

static bool is_kernel_op(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    return op == 0 || (info && (info->region == FP_REGION_LAUNCH || info->region == FP_REGION_FUNC));
}

/* A function inside of the unit: units are cut at the outermost op that looks like a function. */
static bool is_function(const struct fp_ir *ir, fp_op op) {
    return op != 0 && ir->ops[op].info->region == FP_REGION_FUNC;
}

/* ---- What makes a function a kernel ---- */

typedef enum { MARK_ATTRIBUTE, MARK_CONVENTION, MARK_WORD, MARK_ENDING, MARK_GENERIC } mark_place;
static const struct {
    mark_place place;
    fp_str text;
} kernel_marks[] = {
#define FP_KERNEL_MARK(place, text) { MARK_##place, { text, sizeof(text) - 1 } },
#include "facts/functions.def"
};
enum { MARK_COUNT = sizeof kernel_marks / sizeof *kernel_marks };

static bool is_mark(fp_str word) {
    for (size_t i = 0; i < MARK_COUNT; i++) {
        fp_str text = kernel_marks[i].text;
        if (kernel_marks[i].place == MARK_WORD ? fp_str_equal(word, text)
                                               : kernel_marks[i].place == MARK_ENDING && fp_str_ends(word, text))
            return true;
    }
    return false;
}

static bool has_marked_attribute(const struct fp_ir *ir, fp_op op) {
    fp_str convention = fp_ir_attribute(ir, op, fp_named.cconv);
    for (size_t i = 0; i < MARK_COUNT; i++) {
        fp_str text = kernel_marks[i].text;
        bool attribute =
            kernel_marks[i].place == MARK_ATTRIBUTE || (kernel_marks[i].place == MARK_GENERIC && ir->ops[op].generic);
        if (attribute && fp_ir_attribute(ir, op, text).len) return true;
        if (kernel_marks[i].place == MARK_CONVENTION && fp_str_contains(convention, text)) return true;
    }
    return false;
}

static bool has_flag(const struct fp_ir *ir, fp_op op) {
    if (has_marked_attribute(ir, op)) return true;
    fp_str word;
    for (uint32_t k = 0; (word = fp_ir_word(ir, op, k)).len; k++)
        if (is_mark(word)) return true;
    return false;
}

typedef struct {
    struct fp_arena *keep, *scratch;
    const struct fp_ir *ir;     /* the unit as it is written */
    const struct fp_ir *joined; /* the unit with the bodies of the functions that it calls */
    uint32_t unit;
    const fp_lower_options *options;
    struct fp_buffers *buffers;
    bool workgroup;     /* some value of the unit certainly names workgroup memory */
    bool marked, entry; /* as a kernel; as one that nothing in the file calls, too */
} unit_lowering;

/* A first look at a kernel through the rows of its ops, before anything is built. Nested kernels are left out. */
typedef struct {
    bool syncs, calls;
    uint32_t touching, syncing; /* how many ops touch bytes, and become syncs: how large the lists will be */
    bool assumes;               /* an op says what holds for the arguments */
    bool counted[FP_COUNTER_COUNT];
} preview;

static void look_at_op(preview *found, const fp_op_info *info) {
    if (!info) return;
    found->syncs |=
        fp_effect_traits_of[info->effect].syncs || info->hidden_scratch || info->region == FP_REGION_PARTITIONS;
    found->touching += fp_effect_traits_of[info->effect].touches;
    found->syncing += fp_effect_traits_of[info->effect].syncs;
    found->calls |= info->effect == FP_EFFECT_CALL || info->effect == FP_EFFECT_BY_TEXT;
    found->assumes |= info->assumes;
    if (info->effect == FP_EFFECT_ASYNC_COPY) found->counted[info->counter] = true;
}

static preview look_at(const unit_lowering *u, fp_op kernel) {
    const struct fp_ir *ir = u->ir;
    preview found = { .syncs = false };
    for (fp_op op = kernel + 1; op < ir->ops[kernel].end;) {
        if (is_kernel_op(ir, op)) {
            op = ir->ops[op].end;
            continue;
        }
        look_at_op(&found, ir->ops[op++].info);
    }
    for (fp_op op = ir->op_count; found.calls && op < u->joined->op_count; op++)
        look_at_op(&found, u->joined->ops[op].info);
    return found;
}

/* Workgroup memory cannot be given to a launch. A function that has none of its own is supposed to be given some
 * where it may be. */
static bool takes_workgroup_memory(const struct fp_buffers *buffers) {
    bool supposed = false, owns = false;
    for (fp_root root = 0; root < fp_buffers_count(buffers); root++) {
        const fp_root_info *info = fp_buffers_root(buffers, root);
        if (info->space != FP_SPACE_WORKGROUP) continue;
        if (info->kind == FP_ROOT_PARAMETER && !info->supposed) return true;
        supposed |= info->supposed;
        owns |= !info->supposed;
    }
    return supposed && !owns;
}

/* One that the IR itself gives a number of threads is launched; a comment may speak of others in the file. */
static bool is_given_threads(fp_sentence source) {
    return source == FP_WORD_SOURCE_ATTRIBUTE || source == FP_WORD_SOURCE_FUNCTION || source == FP_WORD_SOURCE_MODULE ||
           source == FP_WORD_SOURCE_LAUNCH || source == FP_WORD_SOURCE_EXPORT || source == FP_WORD_SOURCE_MODE;
}

static bool is_called_elsewhere(const unit_lowering *u, fp_op op, fp_sentence block_source) {
    if (op != 0 || u->marked || is_given_threads(block_source)) return false;
    const fp_op_info *info = u->ir->ops[op].info;
    return u->ir->context->units.data[u->unit].is_private || (info && info->marks_kernels) ||
           takes_workgroup_memory(u->buffers);
}

static uint64_t bytes_of_roots(const struct fp_buffers *buffers) {
    uint64_t sum = 0, end = 0;
    for (fp_root root = 0; root < fp_buffers_count(buffers); root++) {
        const fp_root_info *info = fp_buffers_root(buffers, root);
        bool owned = info->kind == FP_ROOT_ALLOC || info->kind == FP_ROOT_GLOBAL;
        if (!owned || info->space != FP_SPACE_WORKGROUP || info->size_bytes <= 0) continue;
        for (uint32_t k = 0; k < info->part_count; k++) {
            uint64_t share = (uint64_t)info->size_bytes / info->part_count;
            if (info->parts[k] >= 0 && (uint64_t)info->parts[k] + share > end) end = (uint64_t)info->parts[k] + share;
        }
        if (info->part_count) continue;
        if (info->offset_bytes < 0)
            sum += (uint64_t)info->size_bytes;
        else if ((uint64_t)info->offset_bytes + (uint64_t)info->size_bytes > end)
            end = (uint64_t)info->offset_bytes + (uint64_t)info->size_bytes; /* neither is negative: it fits */
    }
    return sum + end;
}

/* Do partitions of it touch tensor memory? */
static bool parts_touch_tensor_memory(const struct fp_kernel *kernel) {
    bool parts = false, touched = false;
    for (uint32_t i = 0; i < kernel->branches.len; i++) parts |= kernel->branches.data[i].concurrent;
    for (uint32_t i = 0; i < kernel->untracked.len; i++) {
        fp_untracked touches = kernel->untracked.data[i].touches;
        touched |= ((touches.reads | touches.writes) & FP_UNTRACKED_TENSOR) != 0;
    }
    return parts && touched;
}

static bool matters(const struct fp_kernel *kernel) {
    if (parts_touch_tensor_memory(kernel)) return true;
    for (uint32_t i = 0; i < kernel->accesses.len; i++)
        if (kernel->classes.data[kernel->accesses.data[i].klass].space == FP_SPACE_WORKGROUP &&
            !fp_buffers_only_supposed(kernel->buffers, kernel->accesses.data[i].roots))
            return true;
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (kernel->syncs.data[i].kind != FP_SYNC_PACING && kernel->syncs.data[i].kind != FP_SYNC_COUNT_UP) return true;
    for (uint32_t i = 0; i < kernel->calls.len; i++) {
        const fp_call_item *call = &kernel->calls.data[i];
        if (call->unit != FP_NONE) return true;
        for (uint32_t k = 0; k < call->argument_count; k++)
            if (fp_buffers_in_space(kernel->buffers, fp_buffers_sure(kernel->buffers, call->arguments[k]),
                                    FP_SPACE_WORKGROUP))
                return true;
    }
    return false;
}

/* Blocks that some threads leave for the kernel's end: ended waves drop the workgroup barrier, nobody waits for them.
 * Structured regions are not taken for early exits: there the condition is more likely a mistake. */
static void let_ended_threads_go(struct fp_kernel *kernel, const fp_items *items) {
    while (items->len && items->data[items->len - 1].kind == FP_ITEM_BRANCH) {
        fp_branch_item *branch = &kernel->branches.data[items->data[items->len - 1].index];
        const fp_items *only = NULL;
        for (uint32_t i = 0; i < branch->arm_count; i++) {
            if (branch->arms[i].len && only) return;
            if (branch->arms[i].len) only = &branch->arms[i];
        }
        const fp_op_info *info = kernel->ir->ops[branch->op].info;
        if (!only || branch->concurrent || !info || info->effect != FP_EFFECT_BRANCH) return;
        if (branch->uniformity.among > FP_UNIFORM_WORKGROUP) {
            branch->uniformity = (fp_uniformity){ FP_UNIFORM_WORKGROUP, false };
            branch->others_end = true;
        }
        items = only;
    }
}

/* The parameters that are no integers. Of these nobody knows what the threads of a caller elsewhere pass. */
static uint64_t parameters_but_integers(const unit_lowering *u, fp_op op) {
    uint64_t others = UINT64_MAX;
    fp_block entry = fp_ir_region(u->ir, op, 0);
    for (uint32_t i = 0; entry != FP_NONE && i < u->ir->blocks[entry].arg_count; i++) {
        fp_str type = fp_ir_value_type(u->ir, u->ir->blocks[entry].first_arg + i);
        fp_type_kind kind = fp_type_in(u->ir, type)->kind;
        bool integer = kind == FP_TYPE_INDEX || (kind == FP_TYPE_SCALAR && fp_str_starts(type, FP_STR("i")));
        if (integer) others &= ~(UINT64_C(1) << (i < 63 ? i : 63));
    }
    return others;
}

/* The parameters of which all threads of a workgroup have the same values: all of a kernel's, and those of a function
 * for which every call in the file says so. */
static uint64_t uniform_parameters(const unit_lowering *u, fp_op op, bool called_elsewhere) {
    bool is_launch = u->ir->ops[op].info && u->ir->ops[op].info->region == FP_REGION_LAUNCH;
    bool is_called = u->ir->context->units.data[u->unit].called;
    if (is_called && !is_launch) return u->options->called_alike;
    return called_elsewhere ? parameters_but_integers(u, op) : UINT64_MAX;
}

/* The chip, as the compiler at hand uses it: where plain LDS-DMA copies need waits of their own, no fence completes
 * them. */
static const fp_target *target_of(const unit_lowering *u, const fp_target *chip) {
    if (!u->options->lds_dma_explicit || !chip->ldsdma_fenced) return chip;
    fp_target *target = FP_NEW(u->keep, fp_target, 1);
    *target = *chip;
    target->ldsdma_fenced = false;
    return target;
}

/* Where neither a chip is named nor an op tells, assembly may. */
static fp_vendor vendor_of(const struct fp_kernel *kernel, fp_vendor told) {
    for (uint32_t i = 0; i < kernel->syncs.len && told == FP_VENDOR_ANY; i++) {
        const fp_op_info *info = kernel->syncs.data[i].info;
        if (info && fp_targets_begin_with(info->targets, FP_VENDOR_AMD)) told = FP_VENDOR_AMD;
    }
    return told;
}

static struct fp_kernel *lower_kernel(unit_lowering *u, fp_op op) {
    preview found = look_at(u, op);
    if (!u->workgroup && !found.syncs && !found.calls) return NULL;
    const fp_unit *unit = &u->ir->context->units.data[u->unit];
    struct fp_kernel *kernel = FP_NEW(u->keep, struct fp_kernel, 1);
    fp_launch_shape shape = fp_launch_find(u->keep, u->ir, u->unit, op, u->options);
    fp_str name = is_function(u->ir, op) ? fp_symbol_name(fp_ir_symbol(u->ir, op, 0)) : unit->name;
    *kernel = (struct fp_kernel){ .ir = u->ir,
                                  .op = op,
                                  .unit = u->unit,
                                  .name = name,
                                  .is_entry = u->entry || op != 0,
                                  .is_public = !unit->is_private,
                                  .is_marked = u->marked || op != 0,
                                  .called_elsewhere = is_called_elsewhere(u, op, shape.block_source.sentence),
                                  .target = target_of(u, shape.target),
                                  .target_source = shape.target_source,
                                  .launch = shape.launch,
                                  .block_source = shape.block_source,
                                  .buffers = u->buffers };
    FP_RESERVE(u->keep, &kernel->accesses, found.touching);
    FP_RESERVE(u->keep, &kernel->syncs, found.syncing);
    kernel->tags = fp_tags_new(u->keep);
    kernel->launch.free_arguments = kernel->is_entry && !kernel->called_elsewhere && !found.assumes;
    kernel->addresses =
        fp_addresses_new(u->keep, u->joined, op, kernel->launch, uniform_parameters(u, op, kernel->called_elsewhere));
    fp_addresses_use_buffers(kernel->addresses, u->buffers);
    fp_loop_id next_loop = fp_lower_loops_most(u->ir);
    fp_open_accesses open = { 0 };
    fp_lowering l = { .keep = u->keep,
                      .scratch = u->scratch,
                      .ir = u->joined,
                      .kernel = kernel,
                      .section = unit->section,
                      .module = unit->module,
                      .loop = FP_NONE,
                      .next_loop = &next_loop,
                      .open = &open,
                      .callees = u->options->callees,
                      .lower_op = lower_op };
    memcpy(l.counted, found.counted, sizeof l.counted);
    fp_lower_region(&l, op, 0, &kernel->body);
    fp_lower_close_accesses(&l);
    if (kernel->is_entry) let_ended_threads_go(kernel, &kernel->body);
    if (!matters(kernel)) return NULL;
    fp_lower_unite_named(kernel);
    kernel->vendor = vendor_of(kernel, shape.vendor);
    kernel->stage = fp_stage_find(kernel, u->options->barriers);
    kernel->shared_bytes = bytes_of_roots(u->buffers);
    return kernel;
}

static bool names_workgroup(const struct fp_buffers *buffers) {
    for (fp_root root = 0; root < fp_buffers_count(buffers); root++)
        if (fp_buffers_root(buffers, root)->space == FP_SPACE_WORKGROUP && !fp_buffers_root(buffers, root)->supposed)
            return true;
    return false;
}

/* May code in other files call the unit? Nothing marks it as a kernel, nothing here calls it, and no launch stands in
 * it. */
static bool is_callable(const unit_lowering *u) {
    if (u->marked || !u->entry || !u->ir->ops[0].info || u->ir->ops[0].info->region != FP_REGION_FUNC) return false;
    for (fp_op op = 1; op < u->ir->op_count; op++)
        if (is_kernel_op(u->ir, op)) return false;
    return !is_given_threads(fp_launch_find(u->scratch, u->ir, u->unit, 0, u->options).block_source.sentence);
}

struct fp_kernel **fp_lower(struct fp_arena *keep, struct fp_ir *ir, uint32_t unit, const fp_lower_options *options,
                            uint32_t *count) {
    *count = 0;
    if (ir->op_count == 0) return NULL;
    struct fp_arena *scratch = fp_arena_new();
    const fp_unit *info = &ir->context->units.data[unit];
    unit_lowering u = { .keep = keep, .scratch = scratch, .ir = ir, .unit = unit, .options = options };
    u.marked = has_flag(ir, 0);
    u.entry = u.marked || !info->called;
    fp_buffers_scope scope = { info->section, info->module, u.entry, is_callable(&u),
                               u.marked || !info->called ? 0 : options->called_shared };
    u.joined = fp_ir_join(keep, ir, unit, options->callees);
    u.buffers = fp_buffers_new(keep, scratch, u.joined, scope);
    u.workgroup = names_workgroup(u.buffers);
    FP_VEC(struct fp_kernel *) kernels = { NULL, 0, 0 };
    for (fp_op op = 0; op < ir->op_count; op++) {
        if (!is_kernel_op(ir, op)) continue;
        struct fp_kernel *kernel = lower_kernel(&u, op);
        if (kernel) *FP_PUSH(keep, &kernels) = kernel;
    }
    fp_arena_drop(scratch);
    *count = kernels.len;
    return kernels.data;
}
