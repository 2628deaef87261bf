#include "kernel/lower_items.h"
#include <string.h>

/* ---- What the op says ---- */

/* From the op's name to the end of its operands: types, trailing attributes, regions and further lines are left out. */
fp_span fp_lower_span(const struct fp_ir *ir, fp_op op) {
    const fp_op_node *node = &ir->ops[op];
    fp_span span = node->name_span;
    uint32_t end = node->first_token + node->token_count;
    for (uint32_t i = node->first_token; i < end; i++) {
        const fp_token *token = &ir->tokens[i];
        fp_str text = fp_ir_text(ir, token->span);
        if (token->span.start < span.end) continue;
        if (memchr(ir->text.data + span.end, '\n', token->span.start - span.end)) break;
        if (token->kind == FP_TOKEN_PUNCTUATION &&
            (fp_str_equal(text, FP_STR(":")) || fp_str_equal(text, FP_STR("->"))))
            break;
        if (token->kind == FP_TOKEN_OPEN && (token->open == FP_BRACKET_DICT || token->open == FP_BRACKET_ANGLE)) break;
        if (token->kind == FP_TOKEN_OPEN && token->partner) {
            fp_span group = { token->span.start, token[token->partner].span.end };
            if (memchr(ir->text.data + group.start, '\n', group.end - group.start)) break;
            span.end = group.end;
            i += token->partner;
            continue;
        }
        span.end = token->span.end;
    }
    return span;
}

static fp_str constraints_of(const fp_lowering *l, const fp_lowered_op *lowered) {
    return fp_ir_string(l->ir, lowered->op, fp_named.constraints, 1);
}

static fp_value value_of_operand(const fp_lowering *l, fp_op op, uint32_t operand) {
    const fp_op_node *node = &l->ir->ops[op];
    return operand < node->use_count ? l->ir->uses[node->first_use + operand].value : FP_NONE;
}

fp_value fp_lower_operand(const fp_lowering *l, const fp_lowered_op *lowered, fp_operand position) {
    const struct fp_ir *ir = l->ir;
    if (!fp_operand_is_one(position)) return FP_NONE;
    if (!lowered->instruction) {
        const fp_use *use = fp_ir_operand(ir, lowered->op, position);
        return use ? use->value : FP_NONE;
    }
    uint32_t number; /* assembly names its operands in its text */
    if (!fp_instruction_operand(lowered->instruction, constraints_of(l, lowered), (uint32_t)position.ods, &number))
        return FP_NONE;
    return value_of_operand(l, lowered->op, number);
}

fp_root fp_lower_object_root(const fp_lowering *l, const fp_lowered_op *lowered, fp_operand position) {
    fp_value value = fp_lower_operand(l, lowered, position);
    if (value == FP_NONE) return FP_NONE;
    return fp_buffers_single(l->kernel->buffers, fp_buffers_of(l->kernel->buffers, value));
}

fp_value fp_lower_plain_operand(const fp_lowering *l, const fp_lowered_op *lowered, uint32_t k) {
    fp_plain_operand plain = fp_instruction_plain(lowered->instruction->text, constraints_of(l, lowered), k);
    return plain.kind == FP_PLAIN_OPERAND ? value_of_operand(l, lowered->op, plain.operand) : FP_NONE;
}

fp_value fp_lower_predicate(const fp_lowering *l, const fp_lowered_op *lowered) {
    uint32_t operand;
    fp_value value = FP_NONE;
    if (!lowered->instruction)
        value = fp_lower_operand(l, lowered, lowered->info->condition);
    else if (fp_instruction_predicate(lowered->instruction, constraints_of(l, lowered), &operand))
        value = value_of_operand(l, lowered->op, operand);
    bool flag = value != FP_NONE && fp_str_equal(fp_ir_value_type(l->ir, value), FP_STR("i1"));
    return flag ? value : FP_NONE;
}

static fp_quantity_state plain_quantity(const fp_lowering *l, const fp_lowered_op *lowered, uint32_t k,
                                        fp_quantity_state absent, int64_t *value) {
    fp_plain_operand plain = fp_instruction_plain(lowered->instruction->text, constraints_of(l, lowered), k);
    if (plain.kind == FP_PLAIN_NONE) return absent;
    if (plain.kind == FP_PLAIN_OPERAND) {
        fp_value operand = value_of_operand(l, lowered->op, plain.operand);
        return operand != FP_NONE && fp_ir_constant(l->ir, operand, value) ? FP_QUANTITY_KNOWN : FP_QUANTITY_UNKNOWN;
    }
    *value = plain.number;
    return FP_QUANTITY_KNOWN;
}

fp_quantity_state fp_lower_quantity(const fp_lowering *l, const fp_lowered_op *lowered, const fp_quantity *quantity,
                                    int64_t *value) {
    const struct fp_ir *ir = l->ir;
    fp_op op = lowered->op;
    fp_quantity_state absent = quantity->absent_known ? FP_QUANTITY_KNOWN : FP_QUANTITY_ABSENT;
    *value = quantity->value;
    switch (quantity->from) {
    case FP_FROM_NONE: return FP_QUANTITY_ABSENT;
    case FP_FROM_FIXED: return FP_QUANTITY_KNOWN;
    case FP_FROM_LITERAL:
        if (lowered->instruction) return plain_quantity(l, lowered, (uint32_t)quantity->index, absent, value);
        if (!ir->ops[op].generic && fp_ir_literal(ir, op, (uint32_t)quantity->index, value)) return FP_QUANTITY_KNOWN;
        break;
    case FP_FROM_ATTRIBUTE: break;
    case FP_FROM_OPERAND: {
        fp_value operand = fp_lower_operand(l, lowered, quantity->operand);
        if (operand == FP_NONE) return absent;
        return fp_ir_constant(ir, operand, value) ? FP_QUANTITY_KNOWN : FP_QUANTITY_UNKNOWN;
    }
    }
    if (quantity->name.len && fp_ir_attribute_int(ir, op, quantity->name, value)) return FP_QUANTITY_KNOWN;
    if (quantity->other.len && fp_ir_attribute_int(ir, op, quantity->other, value)) return FP_QUANTITY_KNOWN;
    *value = quantity->value;
    bool unreadable = quantity->name.len && fp_ir_attribute(ir, op, quantity->name).len;
    return unreadable ? FP_QUANTITY_UNKNOWN : absent;
}

/* ---- Items ---- */

uint32_t fp_lower_loops_most(const struct fp_ir *ir) {
    uint32_t most = ir->block_count;
    for (fp_op op = 0; op < ir->op_count; op++)
        if (ir->ops[op].region_count && ir->ops[op].info)
            most += ir->ops[op].info->region == FP_REGION_PARALLEL ? FP_MAPPED_DIMENSIONS_MAX : 1;
    return most;
}

void fp_lower_push_item(fp_lowering *l, fp_items *items, fp_item_kind kind, uint32_t index) {
    *FP_PUSH(l->keep, items) = (fp_item){ kind, index };
}

void fp_lower_add_wait(fp_sync *sync, fp_counter counter, int64_t count) {
    if (sync->wait_count < FP_WAITS_MAX)
        sync->waits[sync->wait_count++] = (fp_counter_wait){ counter, (int32_t)(count < -1          ? -1
                                                                                : count > INT32_MAX ? INT32_MAX
                                                                                                    : count) };
}

void fp_lower_push_untracked(fp_lowering *l, fp_op op, fp_untracked_item item, fp_items *items) {
    item.op = op;
    item.span = fp_lower_span(l->ir, op);
    fp_lower_push_item(l, items, FP_ITEM_UNTRACKED, l->kernel->untracked.len);
    *FP_PUSH(l->keep, &l->kernel->untracked) = item;
}

fp_sync *fp_lower_push_sync(fp_lowering *l, const fp_lowered_op *lowered, fp_sync_kind kind, fp_items *items) {
    uint32_t number = l->kernel->syncs.len;
    fp_sync *sync = FP_PUSH(l->keep, &l->kernel->syncs);
    *sync = (fp_sync){ .op = lowered->op,
                       .span = fp_lower_span(l->ir, lowered->op),
                       .info = lowered->info,
                       .kind = kind,
                       .scope = FP_SCOPE_WORKGROUP,
                       .unmapped = l->unmapped > 0,
                       .id = FP_ID_WORKGROUP,
                       .object = FP_NONE,
                       .own_object = FP_NONE,
                       .member_count = -1 };
    fp_lower_push_item(l, items, FP_ITEM_SYNC, number);
    return sync;
}

void fp_lower_count_up(fp_lowering *l, fp_op op, fp_counter counter, bool maybe, fp_items *items) {
    fp_counter own = fp_target_counter(l->kernel->target, counter);
    if (own != counter) maybe |= l->kernel->target->vendor == FP_VENDOR_ANY; /* whether they share it is not known */
    counter = own;
    if (!l->counted[counter]) return;
    fp_lowered_op lowered = { .op = op, .info = l->ir->ops[op].info };
    fp_sync *sync = fp_lower_push_sync(l, &lowered, FP_SYNC_COUNT_UP, items);
    sync->scope = FP_SCOPE_WAVE;
    sync->maybe = maybe;
    sync->implied = true;
    fp_lower_add_wait(sync, counter, 0);
}

uint32_t fp_lower_push_branch(fp_lowering *l, fp_branch_item branch, fp_items *items) {
    uint32_t number = l->kernel->branches.len;
    branch.arms = FP_NEW(l->keep, fp_items, branch.arm_count);
    *FP_PUSH(l->keep, &l->kernel->branches) = branch;
    fp_lower_push_item(l, items, FP_ITEM_BRANCH, number);
    return number;
}

fp_items *fp_lower_push_predicate(fp_lowering *l, fp_op op, fp_value predicate, fp_items *items) {
    fp_branch_item branch = { .op = op, .span = fp_lower_span(l->ir, op), .selector = predicate, .arm_count = 2 };
    branch.condition.value = fp_addresses_condition(l->kernel->addresses, predicate, &branch.condition.negated);
    branch.uniformity = fp_addresses_uniformity(l->kernel->addresses, predicate);
    uint32_t number = fp_lower_push_branch(l, branch, items);
    fp_addresses_push_guard(l->kernel->addresses, predicate, false);
    return l->kernel->branches.data[number].arms;
}

uint32_t fp_lower_class(struct fp_arena *keep, struct fp_kernel *kernel, fp_class wanted) {
    for (uint32_t i = 0; i < kernel->classes.len; i++)
        if (fp_class_equal(&kernel->classes.data[i], &wanted)) return i;
    *FP_PUSH(keep, &kernel->classes) = wanted;
    return kernel->classes.len - 1;
}

/* ---- Barriers inside of ops ---- */

fp_sync *fp_lower_meet_inside(fp_lowering *l, const fp_lowered_op *lowered, bool doubtful, fp_items *items) {
    fp_sync *sync = fp_lower_push_sync(l, lowered, FP_SYNC_BARRIER, items);
    sync->id = FP_ID_WORKGROUP;
    sync->spaces = FP_SPACES_WORKGROUP;
    sync->release = sync->acquire = sync->implied = true;
    sync->doubtful = doubtful;
    return sync;
}

void fp_lower_commit_inside(fp_lowering *l, const fp_lowered_op *lowered, fp_counter counter, fp_items *items) {
    fp_sync *sync = fp_lower_push_sync(l, lowered, FP_SYNC_COMMIT, items);
    sync->implied = true;
    fp_lower_add_wait(sync, counter, 0);
}

void fp_lower_join(fp_lowering *l, fp_op op, fp_items *items) {
    fp_lower_meet_inside(l, &(fp_lowered_op){ .op = op, .info = l->ir->ops[op].info }, true, items)->assumed = true;
}

void fp_lower_meeting(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items) {
    const fp_op_info *info = lowered->info;
    const uint32_t *block = l->kernel->launch.block;
    if (!info->meets_above || (uint64_t)block[0] * block[1] * block[2] <= info->meets_above) return;
    if (info->local_name && fp_ir_attribute(l->ir, lowered->op, fp_str_of(info->local_name)).len) return;
    if (fp_operand_is_one(info->object) && fp_lower_operand(l, lowered, info->object) == FP_NONE) return;
    fp_lower_meet_inside(l, lowered, true, items)->rare = info->meets_rarely;
}
