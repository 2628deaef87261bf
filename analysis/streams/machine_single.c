/* machine_single.c - code of text in which each thread acts for itself: what depends on the thread is a number for each
 * of them, and ops that touch memory or meet other threads are acts, as lowering has read them. */
#include "address/address_op.h"
#include "address/address_type.h"
#include "address/address_value.h"
#include "address/address_variable.h"
#include "streams/machine_compile.h"
#include <string.h>

/* ---- What lowering has found at an op ---- */

enum { INSTRUCTIONS_MAX = 64 };

/* Does the op reach other workgroups of the cluster than its own, or may it? */
static bool reaches_others(const struct fp_kernel *kernel, fp_op op) {
    const fp_op_info *info = kernel->ir->ops[op].info;
    if (info && (fp_ir_operand(kernel->ir, op, info->several) || fp_code_says(kernel->ir, op, info->several_name)))
        return kernel->launch.workgroups != 1;
    fp_instruction found[INSTRUCTIONS_MAX];
    size_t count = fp_ir_instructions(kernel->ir, op, found, INSTRUCTIONS_MAX);
    for (size_t i = 0; i < count; i++) {
        if (found[i].info->untracked.writes & FP_UNTRACKED_CLUSTER) return true; /* or its own: by an address */
        if (found[i].to_several && kernel->launch.workgroups != 1) return true;
    }
    return false;
}

/* An address of the op may be one in another workgroup, by the bits that say which. */
static bool may_reach_others(const struct fp_kernel *kernel, fp_op op) {
    fp_instruction found[INSTRUCTIONS_MAX];
    size_t count = fp_ir_instructions(kernel->ir, op, found, INSTRUCTIONS_MAX);
    bool may = false;
    for (size_t i = 0; i < count; i++) may |= found[i].in_cluster || found[i].peer.len;
    return may;
}

static bool is_peer(const struct fp_kernel *kernel, fp_op op) {
    const fp_op_info *info = kernel->ir->ops[op].info;
    return info && info->effect == FP_EFFECT_VIEW && info->view == FP_VIEW_PEER;
}

/* What an op brings to other workgroups of a cluster it brings to those, too, in which no thread runs it: all are run
 * together. Where there are too many, or nobody knows how many, nothing is certain of the run of one. */
static void find_peers(fp_compiler *c) {
    const struct fp_kernel *kernel = c->frame->kernel;
    bool runs_all = kernel->launch.workgroups > 1 && kernel->launch.workgroups <= FP_MACHINE_WORKGROUPS_MAX;
    for (fp_op op = kernel->op; op < kernel->ir->ops[kernel->op].end; op++) {
        bool others = reaches_others(kernel, op);
        if (others && !runs_all) fp_code_hide(c, op, FP_HIDDEN_PEER);
        bool peer = is_peer(kernel, op);
        if (peer && kernel->ir->ops[op].result_count == 1)
            *FP_PUSH(c->keep, &c->peers) = fp_buffers_of(kernel->buffers, kernel->ir->ops[op].first_result);
        c->code->reaches_peers |= runs_all && (others || peer || may_reach_others(kernel, op));
    }
}

void fp_code_single_start(fp_compiler *c) {
    const struct fp_kernel *kernel = c->frame->kernel;
    uint32_t ops = kernel->ir->op_count;
    c->first_access = FP_NEW(c->keep, uint32_t, ops + 1);
    c->first_sync = FP_NEW(c->keep, uint32_t, ops + 1);
    c->polled = FP_NONE;
    memset(c->first_access, 0xff, (ops + 1) * sizeof *c->first_access);
    memset(c->first_sync, 0xff, (ops + 1) * sizeof *c->first_sync);
    for (uint32_t i = kernel->accesses.len; i-- > 0;) c->first_access[kernel->accesses.data[i].op] = i;
    for (uint32_t i = kernel->syncs.len; i-- > 0;) c->first_sync[kernel->syncs.data[i].op] = i;
    for (fp_op op = 0; op < kernel->op; op++) (void)fp_code_computes(c, op); /* constants that a launch captures */
    find_peers(c);
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (kernel->syncs.data[i].info && kernel->syncs.data[i].info->phase_bit)
            c->code->phase_bit = kernel->syncs.data[i].info->phase_bit;
}

static bool is_called(const fp_compiler *c, fp_op op) {
    const struct fp_kernel *kernel = c->frame->kernel;
    for (uint32_t i = 0; i < kernel->calls.len; i++)
        if (kernel->calls.data[i].op == op) return true;
    return false;
}

static bool stores_variable(const fp_compiler *c, fp_op op) {
    return c->frame->ir->ops[op].result_count == 0 &&
           fp_address_variable_at(c->frame->kernel->addresses, op) != FP_NONE;
}

bool fp_code_has_act(const fp_compiler *c, fp_op op) {
    for (fp_op i = op; i < c->frame->ir->ops[op].end; i++)
        if (c->first_access[i] != FP_NONE || c->first_sync[i] != FP_NONE || is_called(c, i) ||
            fp_code_on_tensor(c->frame->ir, i) || stores_variable(c, i))
            return true;
    return false;
}

/* ---- Numbers ---- */

/* The row of an op, or of the intrinsic that it calls. */
static const fp_op_info *row_of(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info, *called = fp_ir_called(ir, op);
    bool by_text = fp_ir_intrinsic(ir, op).len || (info && info->effect == FP_EFFECT_BY_TEXT);
    return called || by_text ? called : info;
}

/* A poll ends its loop: behind it the phase is over. A single question is answered with no, for then who asks waits. */
static bool compile_poll(fp_compiler *c, fp_op op) {
    const struct fp_kernel *kernel = c->frame->kernel;
    uint32_t first = c->first_sync[op];
    if (first == FP_NONE || kernel->syncs.data[first].kind != FP_SYNC_COMPLETION_WAIT) return false;
    fp_value result = kernel->ir->ops[op].first_result;
    if (kernel->ir->ops[op].result_count == 0 || fp_address_width(fp_ir_value_type(kernel->ir, result)) != 1)
        return false;
    fp_code *code = fp_code_push(c, FP_CODE_INTEGER, op);
    code->dst = fp_code_value(c, result), code->constant = !kernel->syncs.data[first].maybe;
    return true;
}

/* An allocation is carried around by its address. */
static bool compile_address(fp_compiler *c, fp_op op) {
    const fp_op_node *node = &c->frame->ir->ops[op];
    int64_t address;
    bool memory = node->info && (node->info->effect == FP_EFFECT_ALLOC || node->info->effect == FP_EFFECT_VIEW);
    if (!memory || node->result_count != 1) return false;
    if (!fp_places_address(c->frame->kernel->addresses, node->first_result, &address)) return false;
    fp_code *code = fp_code_push(c, FP_CODE_ADDRESS, op);
    code->dst = fp_code_value(c, node->first_result), code->constant = address;
    return true;
}

/* The address of the same place in another workgroup. */
static bool compile_peer(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    if (!c->code->reaches_peers || !is_peer(c->frame->kernel, op)) return false;
    const fp_use *source = fp_ir_operand(ir, op, ir->ops[op].info->read);
    const fp_use *rank = fp_ir_operand(ir, op, ir->ops[op].info->id.operand);
    if (!source || !rank || ir->ops[op].result_count != 1) return false;
    fp_code_address peer = fp_code_address_of(c, source->value);
    *FP_PUSH(c->keep, &c->code->peers) = peer;
    fp_code *code = fp_code_push(c, FP_CODE_PEER, op);
    code->dst = fp_code_value(c, ir->ops[op].first_result);
    code->a = fp_code_value(c, rank->value), code->extra = c->code->peers.len - 1;
    return true;
}

/* A variable of each thread is a register, under the name of its allocation. */
static bool compile_variable(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    fp_value variable = fp_address_variable_at(c->frame->kernel->addresses, op);
    if (variable == FP_NONE) return false;
    const fp_use *stored = fp_ir_operand(ir, op, ir->ops[op].info->value);
    bool stores = ir->ops[op].result_count == 0;
    uint32_t held = fp_code_value(c, variable);
    fp_code *code = fp_code_push(c, FP_CODE_MOVE, op);
    code->dst = stores ? held : fp_code_value(c, ir->ops[op].first_result);
    code->a = stores ? fp_code_value(c, stored->value) : held;
    return true;
}

/* What lanes of a wave exchange, and all of them have, each of them keeps. */
static bool compile_exchange(fp_compiler *c, fp_op op) {
    fp_value exchanged = fp_address_exchanged(c->frame->kernel->addresses, op, 0);
    if (exchanged == FP_NONE || c->frame->ir->ops[op].result_count != 1) return false;
    uint32_t held = fp_code_value(c, exchanged);
    fp_code *code = fp_code_push(c, FP_CODE_MOVE, op);
    code->dst = fp_code_value(c, c->frame->ir->ops[op].first_result), code->a = held;
    return true;
}

/* The size of a workgroup that the text does not tell lies in one dimension. */
static bool compile_block_dim(fp_compiler *c, fp_op op, const fp_op_info *row) {
    char dimension = row && row->arith == FP_ARITH_BLOCK_DIM ? fp_address_dimension(c->frame->ir, op) : 0;
    if (!dimension || fp_launch_threads(&c->frame->kernel->launch)) return false;
    fp_code *code = fp_code_push(c, FP_CODE_INTEGER, op);
    code->dst = fp_code_value(c, c->frame->ir->ops[op].first_result);
    code->constant = dimension == 'x' ? c->code->threads : 1;
    return true;
}

/* `read`: the touch that a number comes from; FP_NONE: none. */
static void compile_results(fp_compiler *c, fp_op op, uint32_t read) {
    const fp_op_node *node = &c->frame->ir->ops[op];
    if (node->result_count == 1 && node->first_result == c->polled) { /* behind the wait that the loop is */
        fp_code *code = fp_code_push(c, FP_CODE_INTEGER, op);
        code->dst = fp_code_value(c, node->first_result), code->constant = c->poll_leaves;
        return;
    }
    const fp_op_info *row = row_of(c->frame->ir, op);
    if (node->result_count == 0 || compile_poll(c, op) || compile_address(c, op) || compile_peer(c, op) ||
        compile_block_dim(c, op, row))
        return;
    fp_op elector = fp_address_elector(c->frame->ir, op);
    if (elector != FP_NONE && !fp_code_by_thread(c, node->first_result, op)) {
        const fp_op_info *elects = row_of(c->frame->ir, elector);
        fp_code *code = fp_code_push(c, FP_CODE_ELECT, op);
        code->dst = fp_code_value(c, node->first_result), code->constant = elects->elects;
        code->extra =
            elects->elects == FP_ELECTS_LANE && fp_addresses_elects_among_all(c->frame->kernel->addresses, elector);
    }
    if (elector != FP_NONE) return;
    uint32_t known = 0;
    for (uint32_t r = 0; r < node->result_count; r++) known += fp_code_by_thread(c, node->first_result + r, op);
    if (known == node->result_count || fp_code_computes(c, op) || compile_exchange(c, op) || fp_code_formula(c, op) ||
        fp_code_rank(c, op))
        return;
    fp_code_opaque_results(c, op, read);
    for (uint32_t r = 0; known && r < node->result_count; r++) fp_code_by_thread(c, node->first_result + r, op);
}

/* ---- Acts ---- */

static uint32_t operand_register(fp_compiler *c, fp_op op, fp_operand position) {
    const fp_use *use = fp_operand_is_none(position) ? NULL : fp_ir_operand(c->frame->ir, op, position);
    return use && use->value != FP_NONE ? fp_code_value(c, use->value) : FP_NONE;
}

static uint32_t quantity_register(fp_compiler *c, fp_op op, const fp_quantity *quantity) {
    return quantity->from == FP_FROM_OPERAND ? operand_register(c, op, quantity->operand) : FP_NONE;
}

/* May an address in these allocations be one in another workgroup? */
static bool may_be_peer(const fp_compiler *c, fp_roots roots) {
    for (uint32_t i = 0; i < c->peers.len; i++)
        if (fp_buffers_alias(c->frame->kernel->buffers, c->peers.data[i], roots) != FP_ALIAS_NEVER) return true;
    return false;
}

static uint32_t push_touch(fp_compiler *c, fp_code_act *act, uint32_t access) {
    fp_code_touch touch = { .access = access, .stored = FP_NONE };
    const fp_access *a = &c->frame->kernel->accesses.data[access];
    if (a->stored != FP_NONE && !a->stores_buffer) touch.bits = fp_number_width(c->frame->ir, a->stored);
    if (touch.bits) touch.stored = fp_code_value(c, a->stored);
    touch.known = fp_places_asked(c->frame->kernel->addresses, a->footprint, touch.asked, &touch.asked_count);
    touch.known &= fp_code_need_asked(c, touch.asked, touch.asked_count, &act->need_count);
    touch.ring = fp_places_ring(c->frame->kernel->addresses, a->footprint);
    touch.peer = c->code->reaches_peers && (reaches_others(c->frame->kernel, a->op) ||
                                            may_reach_others(c->frame->kernel, a->op) || may_be_peer(c, a->roots));
    *FP_PUSH(c->keep, &c->code->touches) = touch;
    return c->code->touches.len - 1;
}

static bool is_on_object(const fp_op_info *info) {
    return info && info->counter == FP_COUNTER_MBARRIER && info->effect != FP_EFFECT_ASYNC_COPY;
}

/* A number that an instruction takes from an operand of the call, or says itself. */
static uint32_t plain_register(fp_compiler *c, fp_op op, const fp_instruction *instruction, uint32_t k, int64_t *said) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_node *node = &ir->ops[op];
    fp_plain_operand plain = fp_instruction_plain(instruction->text, fp_ir_string(ir, op, fp_named.constraints, 1), k);
    if (plain.kind == FP_PLAIN_NUMBER) *said = plain.number;
    if (plain.kind != FP_PLAIN_OPERAND || plain.operand >= node->use_count) return FP_NONE;
    fp_value value = ir->uses[node->first_use + plain.operand].value;
    return value == FP_NONE ? FP_NONE : fp_code_value(c, value);
}

/* What the `nth` instruction with this row says by operands of the call. */
static void read_instruction(fp_compiler *c, fp_op op, uint32_t nth, fp_code_meet *meet) {
    fp_instruction found[INSTRUCTIONS_MAX];
    size_t count = fp_ir_instructions(c->frame->ir, op, found, INSTRUCTIONS_MAX);
    for (size_t i = 0; i < count; i++) {
        const fp_op_info *info = found[i].info;
        if (info != meet->info || nth-- > 0) continue;
        int64_t said;
        if (info->count.from == FP_FROM_LITERAL)
            meet->count = plain_register(c, op, &found[i], (uint32_t)info->count.index, &said);
        if (info->id.from == FP_FROM_LITERAL)
            meet->id = plain_register(c, op, &found[i], (uint32_t)info->id.index, &said);
        if (info->parity) meet->phase = plain_register(c, op, &found[i], info->parity - 1u, &meet->phase_said);
        meet->of_pairs = found[i].of_pairs;
        return;
    }
}

static void push_meet(fp_compiler *c, fp_code_act *act, fp_op op, uint32_t sync, const fp_op_info *info,
                      uint32_t object) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_sync *s = sync == FP_NONE ? NULL : &c->frame->kernel->syncs.data[sync];
    bool by_text = ir->ops[op].info && ir->ops[op].info->effect == FP_EFFECT_BY_TEXT && row_of(ir, op) != info;
    fp_code_meet meet = { .sync = sync,
                          .info = info,
                          .object = object,
                          .count = FP_NONE,
                          .id = FP_NONE,
                          .phase = FP_NONE,
                          .pointer = FP_NONE,
                          .count_said = s ? s->member_count : -1,
                          .phase_said = -1,
                          .counted = true };
    if (!by_text) {
        meet.count = quantity_register(c, op, &info->count);
        meet.id = quantity_register(c, op, &info->id);
        if (info->parity) meet.phase = operand_register(c, op, FP_OPERAND((int8_t)info->parity));
        meet.of_pairs = fp_code_says(ir, op, info->of_pairs_name);
        meet.partly = fp_code_says(ir, op, info->partly_name);
        if (s && s->id == FP_ID_OBJECT && object == FP_NONE) meet.pointer = operand_register(c, op, info->read);
    }
    if (by_text) {
        uint32_t nth = 0;
        for (uint32_t i = act->first_meet; i < c->code->meets.len; i++) nth += c->code->meets.data[i].info == info;
        read_instruction(c, op, nth, &meet);
    }
    fp_code_poll poll;
    if (!by_text && s && s->kind == FP_SYNC_COMPLETION_WAIT && info->nonblocking &&
        fp_code_find_poll(ir, op, 0, &poll)) {
        meet.phase = fp_code_value(c, poll.parity), meet.other_phase = poll.other_phase, meet.polls = true;
        c->polled = poll.condition, c->poll_leaves = poll.leaves;
    }
    if (info->counted_name) meet.counted = fp_code_says(ir, op, info->counted_name);
    fp_code_need(c, &act->need_count, meet.count), fp_code_need(c, &act->need_count, meet.id);
    fp_code_need(c, &act->need_count, meet.phase), fp_code_need(c, &act->need_count, meet.pointer);
    *FP_PUSH(c->keep, &c->code->meets) = meet;
    act->meet_count++;
}

/* Syncs take their objects' bytes in the order of the text. */
static void push_meets(fp_compiler *c, fp_code_act *act, fp_op op) {
    const struct fp_kernel *kernel = c->frame->kernel;
    uint32_t object = act->first_touch;
    for (uint32_t i = c->first_sync[op]; i < kernel->syncs.len && kernel->syncs.data[i].op == op; i++) {
        const fp_op_info *info = kernel->syncs.data[i].info;
        bool uses = is_on_object(info) && object < act->first_touch + act->touch_count;
        if (info) push_meet(c, act, op, i, info, uses ? object++ : FP_NONE);
    }
    const fp_op_info *row = row_of(kernel->ir, op);
    if (act->meet_count == 0 && is_on_object(row) && row->effect == FP_EFFECT_NONE && act->touch_count)
        push_meet(c, act, op, FP_NONE, row, act->first_touch);
}

/* A load of a word that an object is, in a loop that ends when a phase of it is over. */
static void push_word_poll(fp_compiler *c, fp_code_act *act, fp_op op, const fp_op_info *row) {
    enum { OBJECT_BYTES = 8 };
    fp_code_poll poll;
    if (!c->code->phase_bit || !row || row->effect != FP_EFFECT_READ || act->touch_count != 1 || act->meet_count)
        return;
    uint32_t access = c->code->touches.data[act->first_touch].access;
    if (c->frame->kernel->accesses.data[access].width_bytes != OBJECT_BYTES) return;
    if (!fp_code_find_poll(c->frame->ir, op, c->code->phase_bit, &poll)) return;
    fp_code_meet meet = { .sync = FP_NONE,
                          .info = row,
                          .object = act->first_touch,
                          .count = FP_NONE,
                          .id = FP_NONE,
                          .phase = fp_code_value(c, poll.parity),
                          .pointer = FP_NONE,
                          .count_said = -1,
                          .phase_said = -1,
                          .polls = true,
                          .other_phase = poll.other_phase,
                          .counted = true };
    c->polled = poll.condition, c->poll_leaves = poll.leaves;
    fp_code_need(c, &act->need_count, meet.phase);
    *FP_PUSH(c->keep, &c->code->meets) = meet;
    act->meet_count++;
}

/* A copy that an object completes: the object's bytes come first, then what the copy reads and writes. A text of
 * several instructions may touch others before. */
static void find_completion(fp_compiler *c, fp_code_act *act, fp_op op, const fp_op_info *row) {
    const struct fp_kernel *kernel = c->frame->kernel;
    fp_instruction found[INSTRUCTIONS_MAX];
    if (fp_ir_instructions(kernel->ir, op, found, INSTRUCTIONS_MAX) == 1) row = found[0].info;
    if (!row || row->effect != FP_EFFECT_ASYNC_COPY || fp_operand_is_none(row->object) || act->touch_count < 2) return;
    for (uint32_t i = 1; i < act->touch_count; i++) {
        const fp_access *a = &kernel->accesses.data[c->code->touches.data[act->first_touch + i].access];
        if (kernel->classes.data[a->klass].counter != FP_COUNTER_MBARRIER) continue;
        act->object = act->first_touch;
        fp_places_extent extent = fp_places_extent_of(kernel->addresses, a->footprint);
        if (a->kind == FP_ACCESS_WRITE && extent.width && !extent.inexact) act->copied = a->width_bytes;
    }
}

static bool is_shared(const struct fp_kernel *kernel, const fp_access *access) {
    return kernel->classes.data[access->klass].space == FP_SPACE_WORKGROUP;
}

/* The value whose truth lets an instruction happen; FP_NONE: none is known to. */
static fp_value predicate_of(const struct fp_ir *ir, fp_op op, const fp_instruction *instruction) {
    const fp_op_node *node = &ir->ops[op];
    uint32_t operand;
    bool known = fp_instruction_predicate(instruction, fp_ir_string(ir, op, fp_named.constraints, 1), &operand);
    return known && operand < node->use_count ? ir->uses[node->first_use + operand].value : FP_NONE;
}

/* The register that says which threads do the op; FP_NONE: all. The instructions of a text are done by the same
 * threads, or `hides` them. */
static uint32_t condition_of(fp_compiler *c, fp_op op, const fp_op_info *row, bool *hides) {
    const struct fp_ir *ir = c->frame->ir;
    fp_instruction found[INSTRUCTIONS_MAX];
    size_t count = fp_ir_instructions(ir, op, found, INSTRUCTIONS_MAX);
    uint32_t when = count == 0 && row ? operand_register(c, op, row->condition) : FP_NONE;
    *hides = false;
    const fp_instruction *first = NULL;
    for (size_t i = 0; i < count; i++) {
        if (found[i].info->effect == FP_EFFECT_PURE) continue;
        fp_value value = found[i].predicated ? predicate_of(ir, op, &found[i]) : FP_NONE;
        if (!first) first = &found[i], when = fp_code_value(c, value);
        *hides |= found[i].predicated != first->predicated || (found[i].predicated && value == FP_NONE);
        *hides |= fp_code_value(c, value) != when;
    }
    bool flag = when != FP_NONE && fp_address_width(fp_ir_value_type(ir, when - c->frame->base)) == 1;
    *hides |= when != FP_NONE && !flag && count > 0;
    return flag && !*hides ? when : FP_NONE;
}

bool fp_code_async_proxy(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *row = row_of(ir, op);
    fp_instruction found[INSTRUCTIONS_MAX];
    size_t count = fp_ir_instructions(ir, op, found, INSTRUCTIONS_MAX);
    bool uses = row && row->async_proxy;
    for (size_t i = 0; i < count; i++) uses |= found[i].info->async_proxy;
    return uses;
}

/* An instruction of a text that brings its bytes to an object which is not read from its operands. */
static bool completes_somewhere(const struct fp_ir *ir, fp_op op) {
    fp_instruction found[INSTRUCTIONS_MAX];
    size_t count = fp_ir_instructions(ir, op, found, INSTRUCTIONS_MAX);
    for (size_t i = 0; i < count; i++)
        if (found[i].info->effect == FP_EFFECT_ASYNC_COPY && found[i].info->counter == FP_COUNTER_MBARRIER &&
            fp_operand_is_none(found[i].info->object))
            return true;
    return false;
}

/* The touch of an op that reads one number as memory holds it; FP_NONE: it does not. */
static uint32_t number_read(fp_compiler *c, fp_op op, const fp_code_act *act) {
    const fp_op_node *node = &c->frame->ir->ops[op];
    fp_assembly_results text;
    if (act->touch_count != 1 || node->result_count != 1) return FP_NONE;
    if (fp_ir_assembly(c->frame->ir, op, &text) && text.instruction_count != 1) return FP_NONE;
    fp_code_touch *touch = &c->code->touches.data[act->first_touch];
    const fp_access *access = &c->frame->kernel->accesses.data[touch->access];
    uint8_t bits = fp_number_width(c->frame->ir, node->first_result);
    if (access->kind != FP_ACCESS_READ || bits == 0 || access->width_bytes != (bits + 7u) / 8) return FP_NONE;
    touch->bits = bits;
    return act->first_touch;
}

static void find_peer(fp_compiler *c, fp_op op, const fp_instruction *instruction, fp_code_act *act) {
    const fp_op_node *node = &c->frame->ir->ops[op];
    fp_plain_operand rank =
        fp_instruction_word(instruction->peer_rank, fp_ir_string(c->frame->ir, op, fp_named.constraints, 1));
    if (rank.kind == FP_PLAIN_NUMBER) act->peer_said = rank.number;
    if (rank.kind == FP_PLAIN_OPERAND && rank.operand < node->use_count)
        act->peer = fp_code_value(c, c->frame->ir->uses[node->first_use + rank.operand].value);
    if (act->peer == FP_NONE && act->peer_said < 0) fp_code_hide(c, op, FP_HIDDEN_PEER);
    fp_code_need(c, &act->need_count, act->peer);
}

/* In which workgroups the op acts: a text of one instruction, or an op with a mask. The mask is the last number that
 * the instruction takes. */
static void find_workgroups(fp_compiler *c, fp_op op, const fp_op_info *row, fp_code_act *act) {
    const struct fp_ir *ir = c->frame->ir;
    fp_instruction found[INSTRUCTIONS_MAX];
    size_t count = fp_ir_instructions(ir, op, found, INSTRUCTIONS_MAX);
    if (count == 0) {
        act->mask = row ? operand_register(c, op, row->several) : FP_NONE;
        act->to_several = act->mask != FP_NONE || (row && fp_code_says(ir, op, row->several_name));
        act->in_pair = row && fp_code_says(ir, op, row->pair_name);
    }
    for (size_t i = 0; i < count; i++) {
        act->to_several |= found[i].to_several;
        act->in_pair |= found[i].in_pair;
        if (found[i].peer.len) find_peer(c, op, &found[i], act);
        if (found[i].to_several) act->mask = plain_register(c, op, &found[i], 0, &act->mask_said);
    }
    if (act->to_several && count > 1) fp_code_hide(c, op, FP_HIDDEN_PEER); /* which of them do is not told */
    fp_code_need(c, &act->need_count, act->mask);
}

/* The register that says which threads' descriptors let the copy at `access` happen; FP_NONE: all. */
static uint32_t described_when(fp_compiler *c, fp_op op, uint32_t access) {
    if (access == FP_NONE) return FP_NONE;
    const fp_access *a = &c->frame->kernel->accesses.data[access];
    if (a->when == FP_NONE || fp_number_width(c->frame->ir, a->when) != 1) return FP_NONE;
    uint32_t when = fp_code_value(c, a->when);
    if (!a->unless) return when;
    uint32_t one = fp_code_constant(c, 1, op), opposite = fp_code_register(c);
    fp_code_number(c, op, opposite, (fp_number_op){ .arith = FP_ARITH_XOR, .width = 1, .from = 1 }, when, one);
    return opposite;
}

/* How many threads in a row do the op together, as its row says or those of its instructions; 0: each does it alone.
 * One that elects a lane among some of a wave waits for those only. */
static uint16_t threads_joined(const struct fp_kernel *kernel, fp_op op, const fp_op_info *row) {
    fp_instruction found[INSTRUCTIONS_MAX];
    size_t count = fp_ir_instructions(kernel->ir, op, found, INSTRUCTIONS_MAX);
    uint16_t joined = row ? row->threads_join : 0;
    if (row && row->elects && !fp_addresses_elects_among_all(kernel->addresses, op)) joined = 0;
    for (size_t i = 0; i < count; i++)
        if (found[i].info->threads_join > joined) joined = found[i].info->threads_join;
    return joined;
}

/* An act whose touches, meets and needs are those that are pushed from here on. */
static fp_code_act begin_act(const fp_compiler *c) {
    return (fp_code_act){ .first_touch = c->code->touches.len,
                          .first_meet = c->code->meets.len,
                          .first_need = c->code->needs.len,
                          .object = FP_NONE,
                          .mask = FP_NONE,
                          .mask_said = -1,
                          .peer = FP_NONE,
                          .peer_said = -1 };
}

/* `when`: register of the condition that it is done on; FP_NONE: always. */
static void push_act(fp_compiler *c, const fp_code_act *act, uint32_t when, fp_op op) {
    *FP_PUSH(c->keep, &c->code->acts) = *act;
    fp_code *code = fp_code_push(c, FP_CODE_ACT, op);
    code->a = when, code->extra = c->code->acts.len - 1;
}

/* Returns the touch of the memory that its result is read from; FP_NONE: none. */
static uint32_t compile_act(fp_compiler *c, fp_op op) {
    const struct fp_kernel *kernel = c->frame->kernel;
    const fp_op_info *row = row_of(kernel->ir, op);
    fp_code_act act = begin_act(c);
    act.threads_join = threads_joined(kernel, op, row);
    act.unnamed = row == NULL;
    act.async_proxy = fp_code_async_proxy(kernel->ir, op);
    for (uint32_t i = c->first_access[op]; i < kernel->accesses.len && kernel->accesses.data[i].op == op; i++)
        if (is_shared(kernel, &kernel->accesses.data[i])) push_touch(c, &act, i), act.touch_count++;
    push_meets(c, &act, op);
    push_word_poll(c, &act, op, row);
    if (c->code->reaches_peers || may_reach_others(kernel, op)) find_workgroups(c, op, row, &act);
    if (completes_somewhere(kernel->ir, op)) fp_code_hide(c, op, FP_HIDDEN_OBJECT);
    find_completion(c, &act, op, row);
    act.tensor = fp_code_tensor_of(c, op, &act.need_count);
    bool elects = row && row->elects && act.threads_join; /* its lanes come to it at the same time */
    if (act.touch_count == 0 && act.meet_count == 0 && !act.tensor && !elects) return FP_NONE;
    act.whole_waves = fp_addresses_whole_waves(kernel->addresses, op);
    bool hides;
    uint32_t when = condition_of(c, op, row, &hides);
    if (hides) fp_code_hide(c, op, FP_HIDDEN_ROLE);
    if (when == FP_NONE) when = described_when(c, op, c->first_access[op]);
    push_act(c, &act, when, op);
    return number_read(c, op, &act);
}

void fp_code_single_op(fp_compiler *c, fp_op op) {
    if (compile_variable(c, op)) return;
    uint32_t read = compile_act(c, op);
    if (is_called(c, op)) fp_code_hide(c, op, FP_HIDDEN_CALL);
    compile_results(c, op, read);
}

void fp_code_meet_around(fp_compiler *c, fp_op op, bool behind) {
    const struct fp_kernel *kernel = c->frame->kernel;
    uint32_t sync = c->first_sync[op];
    for (uint32_t i = sync; behind && i < kernel->syncs.len; i++)
        if (kernel->syncs.data[i].op == op) sync = i;
    if (sync == FP_NONE || !kernel->syncs.data[sync].info) return;
    fp_code_act act = begin_act(c);
    act.whole_waves = fp_addresses_whole_waves(kernel->addresses, op);
    push_meet(c, &act, op, sync, kernel->syncs.data[sync].info, FP_NONE);
    push_act(c, &act, FP_NONE, op);
}
