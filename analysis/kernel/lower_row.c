#include "kernel/lower_row.h"
#include "address/address_op.h"
#include "kernel/join.h"
#include "kernel/lower_access.h"
#include "kernel/lower_effects.h"
#include "kernel/lower_graph.h"
#include "kernel/lower_landing.h"
#include "kernel/lower_sync.h"

/* ---- Calls ---- */

static bool is_library(fp_str callee) {
#define FP_CALLEE(prefix, uniformity) \
    if (fp_str_starts(callee, FP_STR(prefix))) return true;
#include "facts/callees.def"
#undef FP_CALLEE
    return false;
}

/* Phases and slots of objects are told for whole kernels, whose loops are numbered from 0. */
static bool hands_over_in_loops(const struct fp_kernel *kernel) {
    bool objects = false;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) objects |= kernel->syncs.data[i].object != FP_NONE;
    return objects && kernel->loops.len;
}

/* The body that is joined to a call, under the conditions and in the loops around it. */
static struct fp_kernel *lower_body(fp_lowering *l, fp_op call, uint32_t unit) {
    const struct fp_kernel *caller = l->kernel;
    const struct fp_ir *callee = unit == FP_NONE ? NULL : fp_callees_find(l->callees, unit);
    if (!callee) return NULL;
    struct fp_kernel *body = FP_NEW(l->keep, struct fp_kernel, 1);
    *body = (struct fp_kernel){ .ir = l->ir,
                                .op = call,
                                .is_body = true,
                                .op_behind = l->ir->blocks[l->ir->ops[call].first_block].first -
                                             callee->blocks[fp_ir_region(callee, 0, 0)].first,
                                .unit = unit,
                                .first_loop = *l->next_loop,
                                .name = l->ir->context->units.data[unit].name,
                                .target = caller->target,
                                .target_source = caller->target_source,
                                .launch = caller->launch,
                                .block_source = caller->block_source,
                                .buffers = caller->buffers,
                                .addresses = caller->addresses,
                                .tags = caller->tags };
    *l->next_loop += fp_lower_loops_most(callee);
    fp_lowering inside = *l;
    inside.kernel = body;
    fp_lower_region(&inside, call, 0, &body->body);
    if (hands_over_in_loops(body)) return NULL;
    fp_lower_unite_named(body);
    return body;
}

static void lower_call(fp_lowering *l, fp_op op, fp_items *items) {
    const struct fp_ir *ir = l->ir;
    const fp_op_node *node = &ir->ops[op];
    if (node->info->lists[1].span) return; /* a launch, seen from the host */
    fp_str symbol = fp_ir_symbol(ir, op, 0), callee = fp_symbol_name(symbol);
    if (fp_intrinsic_is(callee)) {
        const fp_op_info *row = fp_intrinsic_find(callee);
        fp_lowered_op lowered = { .op = op, .info = row };
        if (row)
            fp_lower_row(l, &lowered, items);
        else
            fp_lower_unknown_op(l, op, items);
        return;
    }
    if (callee.len && is_library(callee)) {
        fp_lower_assumed(l, op, NULL, 0, items);
        return;
    }
    uint32_t unit = callee.len ? fp_unit_find(ir->context, l->section, l->module, symbol) : FP_NONE;
    if (unit != FP_NONE && ir->context->units.data[unit].declaration) unit = FP_NONE;
    uint32_t first = callee.len == 0 && node->use_count ? 1 : 0; /* an indirect call names its callee first */
    fp_call_item call = { .op = op,
                          .span = fp_lower_span(ir, op),
                          .callee = callee,
                          .unit = unit,
                          .argument_count = node->use_count - first,
                          .arguments = FP_NEW(l->keep, fp_roots, node->use_count + 1),
                          .offset_bytes = -1,
                          .alike = UINT64_MAX };
    for (uint32_t i = first; i < node->use_count; i++) {
        fp_value value = ir->uses[node->first_use + i].value;
        fp_uniformity uniformity = fp_addresses_uniformity(l->kernel->addresses, value);
        uint64_t bit = UINT64_C(1) << (i - first < 63 ? i - first : 63);
        fp_roots roots = fp_buffers_of(l->kernel->buffers, value);
        call.arguments[i - first] = roots;
        if (uniformity.among > FP_UNIFORM_WORKGROUP || uniformity.doubt) call.alike &= ~bit;
        roots = fp_buffers_in_space(l->kernel->buffers, roots, FP_SPACE_WORKGROUP);
        if (fp_buffers_sure(l->kernel->buffers, roots)) call.shared |= bit;
    }
    int64_t place;
    if (node->info->hidden_scratch && fp_ir_attribute_int(ir, op, fp_named.allocation_offset, &place) && place >= 0 &&
        place <= FP_PLACE_MAX)
        call.offset_bytes = place;
    if (fp_ir_is_joined(ir, op)) call.body = lower_body(l, op, unit);
    fp_untracked_item scratch = { .written = call.body ? 0 : fp_lower_scratch_roots(l, op) };
    if (scratch.written) fp_lower_push_untracked(l, op, scratch, items);
    fp_lower_push_item(l, items, FP_ITEM_CALL, l->kernel->calls.len);
    *FP_PUSH(l->keep, &l->kernel->calls) = call;
    (void)fp_lower_class(l->keep, l->kernel, FP_CLASS_ORDINARY);         /* for findings in the callee */
    if (scratch.written) fp_lower_push_untracked(l, op, scratch, items); /* barriers of the callee lie between */
}

/* ---- Assembly and intrinsics ---- */

enum { INSTRUCTIONS_MAX = 64 }; /* looked at in one inline assembly text */

static void lower_by_text(fp_lowering *l, fp_op op, fp_items *items) {
    fp_str text = fp_ir_string(l->ir, op, fp_named.asm_string, 0);
    if (!text.len) text = fp_ir_string(l->ir, op, fp_named.intrin, 0);
    fp_instruction found[INSTRUCTIONS_MAX];
    const fp_op_info *called = fp_ir_called(l->ir, op);
    if (called) {
        fp_lowered_op lowered = { .op = op, .info = called };
        fp_lower_row(l, &lowered, items);
        return;
    }
    size_t count = fp_intrinsic_is(text) ? 0 : fp_instructions_find(text, found, INSTRUCTIONS_MAX);
    for (size_t i = 0; i < count; i++) {
        fp_lowered_op lowered = { .op = op, .info = found[i].info, .instruction = &found[i] };
        fp_lower_row(l, &lowered, items);
    }
    /* Text that no table knows may do anything with the memory it is handed; whether it does more, it says itself. */
    if (count == 0 && fp_address_has_side_effects(l->ir, op))
        fp_lower_unknown_op(l, op, items);
    else
        fp_lower_assumed(l, op, found, count, items);
}

/* ---- One op ---- */

/* Where the items of an op go that may have an i1 operand saying whether it does anything. */
static fp_items *open_predicate(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items) {
    fp_value predicate = fp_lower_predicate(l, lowered);
    return predicate != FP_NONE ? fp_lower_push_predicate(l, lowered->op, predicate, items) : items;
}

static fp_roots object_roots(const fp_lowering *l, const fp_lowered_op *lowered) {
    fp_value object = fp_lower_operand(l, lowered, lowered->info->object);
    return object == FP_NONE ? 0 : fp_buffers_of(l->kernel->buffers, object);
}

void fp_lower_row(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items) {
    const fp_op_info *info = lowered->info;
    fp_items *inside;
    fp_untracked_item besides = { .touches = info->untracked, .elected = info->elected };
    if (!lowered->instruction && l->ir->ops[lowered->op].info == info)
        besides.touches = fp_lower_untracked(l->ir, lowered->op);
    if (info->arrives) besides.written = object_roots(l, lowered);
    if (besides.touches.reads || besides.touches.writes || besides.written)
        fp_lower_push_untracked(l, lowered->op, besides, items);
    switch (info->effect) {
    case FP_EFFECT_READ:
    case FP_EFFECT_WRITE:
    case FP_EFFECT_READ_WRITE:
    case FP_EFFECT_ATOMIC:
    case FP_EFFECT_ASYNC_COPY:
        fp_lower_meeting(l, lowered, items);
        inside = open_predicate(l, lowered, items);
        if (info->effect == FP_EFFECT_ASYNC_COPY) fp_lower_object(l, lowered, inside);
        fp_lower_accesses(l, lowered, inside);
        if (inside != items) fp_addresses_pop_guard(l->kernel->addresses);
        break;
    case FP_EFFECT_SIGNAL: /* what all threads have done before it is part of what it tells */
        fp_lower_meeting(l, lowered, items);
        fp_lower_sync(l, lowered, items);
        break;
    case FP_EFFECT_WAIT:
        if (info->commits) fp_lower_commit_inside(l, lowered, info->counter, items); /* fall through */
    case FP_EFFECT_COMMIT:
    case FP_EFFECT_BARRIER:
    case FP_EFFECT_FENCE:
    case FP_EFFECT_INIT:
    case FP_EFFECT_JOIN:
    case FP_EFFECT_LEAVE:
    case FP_EFFECT_QUERY:
        fp_lower_sync(l, lowered, items);
        fp_lower_meeting(l, lowered, items);
        break;
    case FP_EFFECT_DEALLOC:
        if (info->counter == FP_COUNTER_MBARRIER) fp_lower_sync(l, lowered, items);
        break;
    case FP_EFFECT_ALLOC:
        if (info->initial_write) fp_lower_initial_write(l, lowered->op, items);
        break;
    case FP_EFFECT_PACING:
        fp_lower_landing(l, lowered, items);
        fp_lower_push_sync(l, lowered, FP_SYNC_PACING, items);
        break;
    case FP_EFFECT_CALL: lower_call(l, lowered->op, items); break;
    case FP_EFFECT_BY_TEXT: lower_by_text(l, lowered->op, items); break;
    case FP_EFFECT_NONE:
        fp_lower_meeting(l, lowered, items);
        inside = open_predicate(l, lowered, items);
        fp_lower_object(l, lowered, inside);
        if (!lowered->instruction) fp_lower_matrices(l, lowered, info, inside);
        if (inside != items) fp_addresses_pop_guard(l->kernel->addresses);
        break;
    case FP_EFFECT_VIEW:
    case FP_EFFECT_THREAD_ID:
    case FP_EFFECT_BLOCK_DIM:
    case FP_EFFECT_UNIFORM:
    case FP_EFFECT_CONSTANT:
    case FP_EFFECT_PURE:
    case FP_EFFECT_REGION:
    case FP_EFFECT_BRANCH:
    case FP_EFFECT_YIELD:
    case FP_EFFECT_RETURN: break;
    }
}
