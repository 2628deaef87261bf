/* Which values may name which roots: seeds at allocations, symbols and parameters (buffer_seeds.c), flows along views,
 * regions, branches and calls, then a fixed point. */
#include "address/buffer.h"
#include "address/buffer_internal.h"
#include <assert.h>
#include <string.h>

typedef struct {
    struct fp_buffers *buffers;
    const struct fp_ir *ir;
    struct fp_arena *scratch;
    FP_VEC(fp_buffer_flow) flows;
    FP_VEC(fp_value) escapes; /* values that leave the unit's sight: whatever they name escapes */
    FP_VEC(fp_value) unknown; /* generic pointers of unknown origin */
    FP_VEC(fp_value) casts;   /* into workgroup memory, of numbers and of pointers into other memory */
    bool calls;
    bool assembly; /* it may take addresses as integers */
} flow_builder;

static void add_flow(flow_builder *b, fp_value from, fp_value to) {
    if (from == FP_NONE || to == FP_NONE || from == to) return;
    b->buffers->defined[to] = true;
    *FP_PUSH(b->scratch, &b->flows) = (fp_buffer_flow){ from, to };
}

/* Numbers, and vectors of them: they name no memory themselves. */
static bool is_number(const struct fp_ir *ir, fp_value value) {
    fp_str type = fp_ir_value_type(ir, value);
    return type.len > 0 && (type.data[0] == 'i' || type.data[0] == 'f' || type.data[0] == 'b');
}

/* What an integer is made of may be an address. Where one becomes a pointer again, nothing is taken for known by it. */
static void flow_integers(flow_builder *b, fp_op op) {
    const fp_op_node *node = &b->ir->ops[op];
    for (uint32_t r = 0; r < node->result_count; r++)
        for (uint32_t i = 0; i < node->use_count; i++) {
            fp_value from = b->ir->uses[node->first_use + i].value, to = node->first_result + r;
            if (from == FP_NONE || !is_number(b->ir, from) || !is_number(b->ir, to)) continue;
            *FP_PUSH(b->scratch, &b->flows) = (fp_buffer_flow){ from, to };
        }
}

static fp_value use_value(const struct fp_ir *ir, fp_op op, uint32_t k) {
    return k < ir->ops[op].use_count ? ir->uses[ir->ops[op].first_use + k].value : FP_NONE;
}

static fp_value operand_value(const struct fp_ir *ir, fp_op op, fp_operand position) {
    const fp_use *use = fp_ir_operand(ir, op, position);
    return use ? use->value : FP_NONE;
}

/* An address as an integer, moved by an offset, with bits turned around, cast to another width or taken from another
 * lane, is an address of the same memory. False: no operand is one. */
static bool flow_moved(flow_builder *b, fp_op op) {
    const fp_op_node *node = &b->ir->ops[op];
    fp_arith arith = node->info->arith;
    bool moves = arith == FP_ARITH_ADD || arith == FP_ARITH_SUB || arith == FP_ARITH_XOR,
         casts = arith == FP_ARITH_SAME || arith == FP_ARITH_ZEXT || arith == FP_ARITH_SEXT ||
                 arith == FP_ARITH_FIRST_LANE || arith == FP_ARITH_SHUFFLE,
         moved = false;
    if ((!moves && !casts) || node->result_count != 1 || !is_number(b->ir, node->first_result)) return false;
    for (uint32_t i = 0; i < node->use_count; i++) {
        fp_value from = b->ir->uses[node->first_use + i].value;
        if (from == FP_NONE || !is_number(b->ir, from) || !b->buffers->defined[from]) continue;
        if (arith == FP_ARITH_SHUFFLE && from != operand_value(b->ir, op, node->info->value)) continue;
        add_flow(b, from, node->first_result);
        moved = true;
    }
    return moved;
}

static void add_escape(flow_builder *b, fp_value value) { *FP_PUSH(b->scratch, &b->escapes) = value; }

/* ---- Flows ---- */

/* Operands i, from `skip` on, to values from `first` on. */
static void flow_uses(flow_builder *b, const fp_use *uses, uint32_t count, fp_value first, uint32_t values) {
    for (uint32_t i = 0; i < count && i < values; i++) add_flow(b, uses[i].value, first + i);
}

static void flow_all_operands(flow_builder *b, fp_op op) {
    const fp_op_node *node = &b->ir->ops[op];
    for (uint32_t r = 0; r < node->result_count; r++)
        for (uint32_t i = 0; i < node->use_count; i++) add_flow(b, use_value(b->ir, op, i), node->first_result + r);
}

/* Undefined values, poison, null: computed from nothing, they name nothing. */
static bool is_made_up(const struct fp_ir *ir, fp_value value) {
    fp_op op = ir->values[value].def;
    if (op == FP_NONE || ir->values[value].block != FP_NONE || !ir->ops[op].info) return false;
    fp_effect effect = ir->ops[op].info->effect;
    return ir->ops[op].use_count == 0 && (effect == FP_EFFECT_PURE || effect == FP_EFFECT_CONSTANT);
}

static bool casts_into_workgroup(flow_builder *b, fp_value source, fp_value result) {
    fp_type_kind kind = fp_type_kind_of(fp_ir_value_type(b->ir, result));
    if (source == FP_NONE || (kind != FP_TYPE_POINTER && kind != FP_TYPE_MEMREF) || is_made_up(b->ir, source))
        return false;
    return fp_buffers_class(b->buffers, result) == FP_CLASS_WORKGROUP &&
           fp_buffers_class(b->buffers, source) != FP_CLASS_WORKGROUP;
}

static void flow_view(flow_builder *b, fp_op op) {
    const struct fp_ir *ir = b->ir;
    const fp_op_node *node = &ir->ops[op];
    const fp_op_info *info = node->info;
    if (info->view == FP_VIEW_SYMBOL) {
        fp_seed_symbol(b->buffers, op);
        return;
    }
    if (node->result_count == 0) return;
    if (is_number(ir, node->first_result)) {
        if (info->view == FP_VIEW_SAME || info->view == FP_VIEW_UNKNOWN) { /* an address becomes an integer */
            add_escape(b, operand_value(ir, op, info->read));
            add_flow(b, operand_value(ir, op, info->read), node->first_result);
        }
        return;
    }
    if (info->view == FP_VIEW_ELEMENTWISE) {
        flow_uses(b, ir->uses + node->first_use, node->use_count, node->first_result, node->result_count);
        return;
    }
    fp_value source = operand_value(ir, op, info->read), other = operand_value(ir, op, info->second);
    if (source != FP_NONE && is_number(ir, source) &&
        !b->buffers->defined[source]) { /* an integer becomes an address */
        int64_t constant;
        if (fp_ir_constant(ir, source,
                           &constant)) { /* a placeholder: descriptors of globals hold one where nobody looks */
            fp_buffers_define(b->buffers, node->first_result, FP_NONE);
            return;
        }
        fp_buffers_define_unknown(b->buffers, node->first_result);
        *FP_PUSH(b->scratch, &b->unknown) = node->first_result;
        return;
    }
    if (casts_into_workgroup(b, source, node->first_result)) *FP_PUSH(b->scratch, &b->casts) = node->first_result;
    if (node->use_count > 1 && node->result_count > 1 && info->view == FP_VIEW_SAME &&
        info->arith != FP_ARITH_METADATA) {
        flow_all_operands(b, op); /* casts of several values at once, between forms of a buffer */
        return;
    }
    add_flow(b, source, node->first_result);
    add_flow(b, other, node->first_result);
    if (node->use_count > 1 && node->result_count == 1 && info->view == FP_VIEW_SAME && info->arith == FP_ARITH_SAME)
        flow_all_operands(b, op);
}

/* Operands of the region's terminators, from number `skip` on, flow to the `values` values that begin at `first`. */
static void flow_yields(flow_builder *b, fp_block block, fp_value first, uint32_t values, uint32_t skip) {
    const struct fp_ir *ir = b->ir;
    for (; block != FP_NONE; block = ir->blocks[block].next) {
        fp_op last = ir->blocks[block].last;
        if (last == FP_NONE || !ir->ops[last].info || ir->ops[last].info->effect != FP_EFFECT_YIELD ||
            ir->ops[last].use_count < skip)
            continue;
        flow_uses(b, ir->uses + ir->ops[last].first_use + skip, ir->ops[last].use_count - skip, first, values);
    }
}

static void flow_carried(flow_builder *b, fp_op op) {
    const struct fp_ir *ir = b->ir;
    const fp_op_node *node = &ir->ops[op];
    fp_block body = fp_ir_region(ir, op, 0);
    uint32_t count = 0;
    const fp_use *inits = fp_ir_inits(ir, op, &count);
    if (body == FP_NONE || count == 0) return;
    uint32_t arguments = ir->blocks[body].arg_count;
    if (arguments < count) return;
    fp_value carried = ir->blocks[body].first_arg + (arguments - count);
    flow_uses(b, inits, count, carried, count);
    if (node->info->region == FP_REGION_WHILE) {
        fp_block after = fp_ir_region(ir, op, 1);
        if (after != FP_NONE) {
            flow_yields(b, body, ir->blocks[after].first_arg, ir->blocks[after].arg_count, 1);
            flow_yields(b, after, carried, count, 0);
        }
        flow_yields(b, body, node->first_result, node->result_count, 1);
        return;
    }
    flow_uses(b, inits, count, node->first_result, node->result_count);
    flow_yields(b, body, carried, count, 0);
    flow_yields(b, body, node->first_result, node->result_count, 0);
}

static void flow_captures(flow_builder *b, fp_op op) {
    for (uint32_t region = 0; region < b->ir->ops[op].region_count; region++) {
        fp_block block = fp_ir_region(b->ir, op, region);
        const fp_use *captures = block == FP_NONE ? NULL : fp_ir_captures(b->ir, block);
        if (!captures) continue;
        const fp_block_info *info = &b->ir->blocks[block];
        flow_uses(b, captures, info->arg_count, info->first_arg, info->arg_count);
    }
}

static void flow_region(flow_builder *b, fp_op op) {
    const struct fp_ir *ir = b->ir;
    const fp_op_node *node = &ir->ops[op];
    switch (node->info->region) {
    case FP_REGION_FUNC:
    case FP_REGION_LAUNCH: fp_seed_arguments(b->buffers, op); break;
    case FP_REGION_FOR:
    case FP_REGION_WHILE:
    case FP_REGION_PARALLEL: flow_carried(b, op); break;
    case FP_REGION_PARTITIONS:
    case FP_REGION_LANE0:
        flow_captures(b, op); /* and its results */
    /* fallthrough */
    case FP_REGION_IF:
    case FP_REGION_SWITCH:
    case FP_REGION_ONCE:
        for (uint32_t region = 0; region < node->region_count; region++)
            flow_yields(b, fp_ir_region(ir, op, region), node->first_result, node->result_count, 0);
        break;
    case FP_REGION_NONE:
    case FP_REGION_BODY:
    case FP_REGION_MODULE: break;
    }
}

static void flow_successors(flow_builder *b, fp_op op) {
    const struct fp_ir *ir = b->ir;
    const fp_op_node *node = &ir->ops[op];
    for (uint32_t k = 0; k < node->successor_count; k++) {
        const fp_successor *successor = &ir->successors[node->first_successor + k];
        if (successor->block == FP_NONE) continue;
        flow_uses(b, ir->uses + successor->first_use, successor->use_count, ir->blocks[successor->block].first_arg,
                  ir->blocks[successor->block].arg_count);
    }
}

/* An op that no table knows, or a callee: its operands escape, and its results are one of them or anything. */
static void flow_unknown(flow_builder *b, fp_op op) {
    const struct fp_ir *ir = b->ir;
    const fp_op_node *node = &ir->ops[op];
    for (uint32_t i = 0; i < node->use_count; i++) add_escape(b, use_value(ir, op, i));
    for (uint32_t r = 0; r < node->result_count; r++) {
        fp_value value = node->first_result + r;
        fp_memory_class space = fp_buffers_class(b->buffers, value);
        if (space == FP_CLASS_NONE) continue;
        fp_buffers_define_unknown(b->buffers, value);
        *FP_PUSH(b->scratch, &b->unknown) = value;
        for (uint32_t i = 0; i < node->use_count; i++)
            if (fp_buffers_class(b->buffers, use_value(ir, op, i)) == space) add_flow(b, use_value(ir, op, i), value);
    }
}

static void flow_op(flow_builder *b, fp_op op) {
    const struct fp_ir *ir = b->ir;
    const fp_op_node *node = &ir->ops[op];
    const fp_op_info *info = node->info;
    if (node->successor_count) flow_successors(b, op);
    if (!info || info->only_streams) {
        flow_unknown(b, op);
        return;
    }
    if (info->region != FP_REGION_NONE) flow_region(b, op);
    switch (info->effect) {
    case FP_EFFECT_ALLOC: fp_seed_alloc(b->buffers, b->scratch, op); break;
    case FP_EFFECT_VIEW: flow_view(b, op); break;
    case FP_EFFECT_WRITE:
    case FP_EFFECT_ATOMIC: {
        fp_value stored = operand_value(ir, op, info->value);
        if (stored != FP_NONE && stored != operand_value(ir, op, info->write)) add_escape(b, stored);
        break;
    }
    case FP_EFFECT_CALL:
        if (fp_ir_is_joined(ir, op)) {
            flow_yields(b, fp_ir_region(ir, op, 0), node->first_result, node->result_count, 0);
            break;
        }
        b->calls = true;
        flow_unknown(b, op);
        break;
    case FP_EFFECT_BY_TEXT: flow_unknown(b, op); break;
    case FP_EFFECT_PURE:
        if (info->arith == FP_ARITH_INSERT || info->arith == FP_ARITH_EXTRACT)
            flow_all_operands(b, op);
        else if (!flow_moved(b, op) && b->assembly)
            flow_integers(b, op);
        break;
    case FP_EFFECT_UNIFORM: flow_moved(b, op); break;
    case FP_EFFECT_INIT: /* a barrier that is made by its initialisation */
        if (node->result_count)
            fp_buffers_define(b->buffers, node->first_result,
                              fp_buffers_add(b->buffers, fp_root_of_op(b->buffers, op, node->first_result,
                                                                       FP_ROOT_ALLOC, FP_SPACE_WORKGROUP)));
        break;
    case FP_EFFECT_BARRIER:
        if (info->view == FP_VIEW_ELEMENTWISE)
            flow_uses(b, ir->uses + node->first_use, node->use_count, node->first_result, node->result_count);
        break;
    case FP_EFFECT_NONE:
    case FP_EFFECT_READ:
    case FP_EFFECT_READ_WRITE:
    case FP_EFFECT_ASYNC_COPY:
    case FP_EFFECT_COMMIT:
    case FP_EFFECT_WAIT:
    case FP_EFFECT_SIGNAL:
    case FP_EFFECT_FENCE:
    case FP_EFFECT_JOIN:
    case FP_EFFECT_LEAVE:
    case FP_EFFECT_QUERY:
    case FP_EFFECT_DEALLOC:
    case FP_EFFECT_THREAD_ID:
    case FP_EFFECT_BLOCK_DIM:
    case FP_EFFECT_CONSTANT:
    case FP_EFFECT_PACING:
    case FP_EFFECT_REGION:
    case FP_EFFECT_BRANCH:
    case FP_EFFECT_YIELD:
    case FP_EFFECT_RETURN: break;
    }
}

/* ---- Fixed point ---- */

typedef struct {
    uint32_t *start;
    fp_value *to;
    fp_value *stack;
    bool *waiting;
    uint32_t height;
} propagation;

static void wait_for(propagation *p, fp_value value) {
    if (p->waiting[value]) return;
    p->waiting[value] = true;
    p->stack[p->height++] = value;
}

static void propagate(flow_builder *b, propagation *p) {
    struct fp_buffers *buffers = b->buffers;
    while (p->height > 0) {
        fp_value from = p->stack[--p->height];
        p->waiting[from] = false;
        for (uint32_t i = p->start[from]; i < p->start[from + 1]; i++) {
            fp_value to = p->to[i];
            fp_roots set = fp_buffers_union(buffers, buffers->of_value[to], buffers->of_value[from]);
            if (set == buffers->of_value[to]) continue;
            buffers->of_value[to] = set;
            wait_for(p, to);
        }
    }
}

static propagation start_propagation(flow_builder *b) {
    uint32_t values = b->ir->value_count;
    propagation p = { FP_NEW(b->scratch, uint32_t, values + 2), FP_NEW(b->scratch, fp_value, b->flows.len + 1),
                      FP_NEW(b->scratch, fp_value, values + 1), FP_NEW(b->scratch, bool, values + 1), 0 };
    for (uint32_t i = 0; i < b->flows.len; i++) p.start[b->flows.data[i].from + 2]++;
    for (uint32_t v = 0; v < values; v++) p.start[v + 2] += p.start[v + 1];
    for (uint32_t i = 0; i < b->flows.len; i++) p.to[p.start[b->flows.data[i].from + 1]++] = b->flows.data[i].to;
    return p;
}

static void mark_escapes(flow_builder *b) {
    struct fp_buffers *buffers = b->buffers;
    for (uint32_t i = 0; i < b->escapes.len; i++) {
        if (b->escapes.data[i] == FP_NONE) continue;
        uint32_t count;
        const fp_root *members = fp_buffers_members(buffers, buffers->of_value[b->escapes.data[i]], &count);
        for (uint32_t k = 0; k < count; k++) {
            buffers->escaped.data[members[k]] = 1;
            buffers->workgroup_escapes |= buffers->roots.data[members[k]].space == FP_SPACE_WORKGROUP &&
                                          !buffers->roots.data[members[k]].supposed;
        }
    }
    if (!b->calls) return;
    for (fp_root root = 0; root < buffers->roots.len; root++) /* callees reach what has a name */
        if (buffers->roots.data[root].kind == FP_ROOT_GLOBAL || buffers->roots.data[root].kind == FP_ROOT_DYNAMIC)
            buffers->escaped.data[root] = 1;
}

static void flow_all(struct fp_buffers *buffers, struct fp_arena *scratch) {
    flow_builder b = { .buffers = buffers, .ir = buffers->ir, .scratch = scratch };
    for (fp_op op = 0; op < b.ir->op_count && !b.assembly; op++)
        b.assembly = b.ir->ops[op].info && b.ir->ops[op].info->effect == FP_EFFECT_BY_TEXT;
    for (fp_op op = 0; op < b.ir->op_count && !buffers->launches; op++)
        buffers->launches = b.ir->ops[op].info && b.ir->ops[op].info->region == FP_REGION_LAUNCH;
    for (fp_op op = 0; op < b.ir->op_count; op++) flow_op(&b, op);
    for (uint32_t i = 0; i < b.flows.len; i++) {
        fp_value from = b.flows.data[i].from;
        if (buffers->defined[from] || is_number(b.ir, from)) continue;
        if (is_made_up(b.ir, from)) {
            fp_buffers_define(buffers, from, FP_NONE);
            continue;
        }
        fp_buffers_define_unknown(buffers, from);
        *FP_PUSH(scratch, &b.unknown) = from;
    }
    propagation p = start_propagation(&b);
    for (fp_value value = 0; value < b.ir->value_count; value++)
        if (buffers->of_value[value]) wait_for(&p, value);
    propagate(&b, &p);
    for (uint32_t i = 0; i < b.casts.len; i++) { /* the type says where it lies, whatever it is made of */
        fp_value value = b.casts.data[i];
        if (fp_buffers_in_space(buffers, buffers->of_value[value], FP_SPACE_WORKGROUP)) continue;
        fp_buffers_define_unknown(buffers, value);
        wait_for(&p, value);
    }
    propagate(&b, &p);
    mark_escapes(&b);
    if (!buffers->workgroup_escapes) return;
    for (uint32_t i = 0; i < b.unknown.len; i++) { /* generic pointers may lead back to what escaped */
        if (fp_buffers_class(buffers, b.unknown.data[i]) != FP_CLASS_GENERIC) continue;
        fp_buffers_define_unknown(buffers, b.unknown.data[i]);
        wait_for(&p, b.unknown.data[i]);
    }
    propagate(&b, &p);
}

struct fp_buffers *fp_buffers_new(struct fp_arena *keep, struct fp_arena *scratch, const struct fp_ir *ir,
                                  fp_buffers_scope scope) {
    struct fp_buffers *buffers = FP_NEW(keep, struct fp_buffers, 1);
    *buffers = (struct fp_buffers){
        .keep = keep, .ir = ir, .scope = scope, .dynamic = FP_NONE, .anywhere = FP_NONE, .many = { FP_NONE, FP_NONE }
    };
    buffers->of_value = FP_NEW(keep, fp_roots, ir->value_count);
    buffers->defined = FP_NEW(keep, bool, ir->value_count);
    *FP_PUSH(keep, &buffers->sets) = (fp_root_set){ 0, 0 };
    flow_all(buffers, scratch);
    return buffers;
}
