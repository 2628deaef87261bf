#include "kernel/join.h"
#include "read/ir_arrays.h"
#include "read/op_text.h"

/* A text being made. Arrays of the caller come first, unchanged. */
typedef struct {
    struct fp_arena *keep;
    const struct fp_unit_context *context;
    const fp_callees *callees;
    uint32_t section, module; /* of the caller */
    fp_ir_arrays to;
    fp_op_info *yield; /* what a return becomes; NULL: none was met yet */
    uint32_t calls;
} joining;

/* What a copied body lies behind. */
typedef struct {
    uint32_t ops, values, blocks, uses, tokens, successors;
} offsets;

typedef struct chain {
    uint32_t unit;
    const struct chain *outer;
    uint32_t depth;
} chain; /* functions that are being called */

static uint32_t moved(uint32_t number, uint32_t by) { return number == FP_NONE ? FP_NONE : number + by; }

/* ---- which calls ---- */
static fp_str last_part(fp_str symbol) {
    for (size_t i = symbol.len; i-- > 0;)
        if (symbol.data[i] == '@') return fp_str_slice(symbol, i + 1, symbol.len);
    return symbol;
}

static bool is_called_already(const chain *called, uint32_t unit) {
    for (; called; called = called->outer)
        if (called->unit == unit) return true;
    return false;
}

const struct fp_ir *fp_callees_find(const fp_callees *callees, uint32_t unit) {
    uint32_t place = fp_count_below(callees->units, callees->count, unit);
    return place < callees->count && callees->units[place] == unit ? callees->irs[place] : NULL;
}

/* Does a launch, or a function, stand inside? */
static bool holds_kernels(const struct fp_ir *ir) {
    for (fp_op op = 1; op < ir->op_count; op++)
        if (ir->ops[op].info &&
            (ir->ops[op].info->region == FP_REGION_LAUNCH || ir->ops[op].info->region == FP_REGION_FUNC))
            return true;
    return false;
}

/* The unit that op calls and whose body can stand for the call; FP_NONE: none. */
static uint32_t callee_of(const joining *j, const struct fp_ir *ir, fp_op op, const chain *called) {
    const fp_op_node *node = &ir->ops[op];
    if (!node->info || node->info->effect != FP_EFFECT_CALL || node->info->region != FP_REGION_NONE || node->damaged ||
        node->region_count || called->depth >= FP_JOINED_DEPTH_MAX)
        return FP_NONE;
    fp_str symbol = fp_ir_symbol(ir, op, 0);
    if (!last_part(symbol).len) return FP_NONE;
    uint32_t unit = fp_unit_find(j->context, j->section, j->module, symbol);
    if (unit == FP_NONE || is_called_already(called, unit)) return FP_NONE;
    const fp_unit *info = &j->context->units.data[unit];
    const struct fp_ir *body = fp_callees_find(j->callees, unit);
    if (!body || info->declaration || info->section != j->section || info->module != j->module) return FP_NONE;
    fp_block entry = body->op_count ? fp_ir_region(body, 0, 0) : FP_NONE;
    if (entry == FP_NONE || body->ops[0].damaged || holds_kernels(body) ||
        body->blocks[entry].arg_count != node->use_count)
        return FP_NONE;
    return unit;
}

/* ---- copies ---- */
static const fp_op_info *handing_back(joining *j, const fp_op_info *row) {
    if (!j->yield) {
        j->yield = FP_NEW(j->keep, fp_op_info, 1);
        *j->yield = *row;
        j->yield->effect = FP_EFFECT_YIELD;
    }
    return j->yield;
}

static void copy_ops(joining *j, const struct fp_ir *body, fp_op call, const offsets *at) {
    for (fp_op op = 1; op < body->op_count; op++) {
        fp_op_node node = body->ops[op];
        node.parent = node.parent == 0 ? call : moved(node.parent, at->ops);
        node.next = moved(node.next, at->ops);
        node.end += at->ops;
        node.block = moved(node.block, at->blocks);
        node.first_token += at->tokens;
        node.first_use += at->uses;
        node.first_result += at->values;
        node.first_block = moved(node.first_block, at->blocks);
        node.first_successor += at->successors;
        if (node.info && node.info->effect == FP_EFFECT_RETURN) node.info = handing_back(j, node.info);
        *FP_PUSH(j->keep, &j->to.ops) = node;
    }
}

static void copy_values(joining *j, const struct fp_ir *body, fp_op call, const offsets *at) {
    for (fp_value value = 0; value < body->value_count; value++) {
        fp_value_info info = body->values[value];
        info.def = info.def == 0 ? call : moved(info.def, at->ops);
        info.block = moved(info.block, at->blocks);
        *FP_PUSH(j->keep, &j->to.values) = info;
    }
    for (fp_block block = 0; block < body->block_count; block++) {
        fp_block_info info = body->blocks[block];
        info.op = info.op == 0 ? call : moved(info.op, at->ops);
        info.first_arg += at->values;
        info.first = moved(info.first, at->ops);
        info.last = moved(info.last, at->ops);
        info.next = moved(info.next, at->blocks);
        info.next_region = moved(info.next_region, at->blocks);
        *FP_PUSH(j->keep, &j->to.blocks) = info;
    }
}

/* In the copy the arguments of the call stand for the parameters. */
static void copy_uses(joining *j, const struct fp_ir *body, fp_op call, const offsets *at) {
    const fp_block_info *entry = &body->blocks[fp_ir_region(body, 0, 0)];
    uint32_t first = j->to.ops.data[call].first_use;
    for (uint32_t i = 0; i < body->use_count; i++) {
        fp_use use = body->uses[i];
        bool parameter = use.value >= entry->first_arg && use.value - entry->first_arg < entry->arg_count;
        use.value =
            parameter ? j->to.uses.data[first + (use.value - entry->first_arg)].value : moved(use.value, at->values);
        *FP_PUSH(j->keep, &j->to.uses) = use;
    }
    for (uint32_t i = 0; i < body->token_count; i++) *FP_PUSH(j->keep, &j->to.tokens) = body->tokens[i];
    for (uint32_t i = 0; i < body->successor_count; i++) {
        fp_successor successor = body->successors[i];
        successor.block = moved(successor.block, at->blocks);
        successor.first_use += at->uses;
        *FP_PUSH(j->keep, &j->to.successors) = successor;
    }
}

/* The body of the function becomes the region of the call. */
static offsets join_body(joining *j, const struct fp_ir *body, fp_op call) {
    offsets at = { j->to.ops.len - 1, j->to.values.len, j->to.blocks.len,
                   j->to.uses.len,    j->to.tokens.len, j->to.successors.len }; /* op 0, the function, is left out */
    copy_ops(j, body, call, &at);
    copy_values(j, body, call, &at);
    copy_uses(j, body, call, &at);
    j->to.ops.data[call].first_block = fp_ir_region(body, 0, 0) + at.blocks;
    j->to.ops.data[call].region_count = 1;
    j->to.half_typed |= body->half_typed;
    j->calls++;
    return at;
}

/* Bodies for the calls among the ops of `ir`, of which op 1 stands at `by` + 1. */
static void join_calls(joining *j, const struct fp_ir *ir, uint32_t by, const chain *called) {
    for (fp_op op = 1; op < ir->op_count && j->calls < j->callees->calls_max; op++) {
        uint32_t unit = callee_of(j, ir, op, called);
        const struct fp_ir *body = unit == FP_NONE ? NULL : fp_callees_find(j->callees, unit);
        if (!body || j->to.ops.len + body->op_count > FP_JOINED_OPS_MAX) continue;
        offsets at = join_body(j, body, op + by);
        chain inner = { unit, called, called->depth + 1 };
        join_calls(j, body, at.ops, &inner);
    }
}

static bool has_callees(const joining *j, const struct fp_ir *ir, const chain *own) {
    for (fp_op op = 1; op < ir->op_count; op++)
        if (callee_of(j, ir, op, own) != FP_NONE) return true;
    return false;
}

const struct fp_ir *fp_ir_join(struct fp_arena *keep, const struct fp_ir *ir, uint32_t unit,
                               const fp_callees *callees) {
    if (!callees || callees->count == 0 || ir->op_count == 0) return ir;
    const fp_unit *info = &ir->context->units.data[unit];
    joining j = {
        .keep = keep, .context = ir->context, .callees = callees, .section = info->section, .module = info->module
    };
    chain own = { unit, NULL, 0 };
    if (!has_callees(&j, ir, &own)) return ir;
    j.to = fp_ir_arrays_of(keep, ir);
    join_calls(&j, ir, 0, &own);
    if (j.calls == 0) return ir;
    struct fp_ir *joined = FP_NEW(keep, struct fp_ir, 1);
    *joined = *ir;
    fp_ir_take_arrays(joined, &j.to);
    joined->ops[0].end = joined->op_count;
    joined->texts = fp_op_texts_new(keep, ir->context);
    return joined;
}
