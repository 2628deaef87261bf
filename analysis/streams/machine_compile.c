/* machine_compile.c - regions, blocks, loops, partitions and calls as jumps. */
#include "streams/machine_compile.h"
#include "read/op_text.h"
#include "read/value_text.h"

enum { NESTING_MAX = FP_REGION_DEPTH_MAX };

static void compile_region(fp_compiler *c, fp_op op, uint32_t region, fp_code_exit *exit);

static void land(fp_compiler *c, const uint32_t *jumps, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) c->code->code.data[jumps[i]].to = fp_code_here(c);
}
static void land_exit(fp_compiler *c, fp_code_exit *exit) { land(c, exit->jumps.data, exit->jumps.len); }

static void jump_out(fp_compiler *c, fp_code_exit *exit, fp_op op) {
    if (exit->ends_stream) {
        fp_code_push(c, FP_CODE_END, op);
        return;
    }
    fp_code_push(c, FP_CODE_JUMP, op);
    *FP_PUSH(c->keep, &exit->jumps) = fp_code_here(c) - 1;
}

static void jump_to(fp_compiler *c, uint32_t to, fp_op op) { fp_code_push(c, FP_CODE_JUMP, op)->to = to; }

/* Registers of `count` values from `first` on, or of an op's uses. */
static uint32_t *value_registers(fp_compiler *c, fp_value first, uint32_t count) {
    uint32_t *registers = FP_NEW(c->keep, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) registers[i] = fp_code_value(c, first + i);
    return registers;
}
static uint32_t *use_registers(fp_compiler *c, uint32_t first_use, uint32_t count) {
    uint32_t *registers = FP_NEW(c->keep, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) registers[i] = fp_code_value(c, c->frame->ir->uses[first_use + i].value);
    return registers;
}
static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t condition_register(fp_compiler *c, fp_op op) {
    const fp_op_info *info = c->frame->ir->ops[op].info;
    const fp_use *use = info ? fp_ir_operand(c->frame->ir, op, info->condition) : NULL;
    return use ? fp_code_value(c, use->value) : FP_NONE;
}

/* ---- Blocks ---- */

typedef struct {
    uint32_t jump, block;
} block_jump;
typedef struct {
    fp_code_graph graph;
    uint32_t *starts; /* code where each block starts */
    FP_VEC(block_jump) jumps;
    uint32_t depth; /* loops around the region */
} blocks;

/* The kernel's number of a loop, by its op or the terminator of its header; of a parallel one the `nth` of its
 * dimensions. */
static uint32_t nth_loop(const fp_compiler *c, fp_op op, uint32_t nth) {
    const struct fp_kernel *kernel = c->code->single ? c->frame->kernel : NULL;
    for (uint32_t i = 0; kernel && i < kernel->loops.len; i++)
        if (kernel->loops.data[i].op == op && nth-- == 0) return i;
    return FP_NONE;
}
static uint32_t kernel_loop(const fp_compiler *c, fp_op op) { return nth_loop(c, op, 0); }

/* Counters of the loops that an edge enters, or of the one whose next iteration it starts. */
static void count_loops(fp_compiler *c, const blocks *b, uint32_t from, uint32_t to, fp_op op) {
    if (!b->graph.is_header[to]) return;
    uint32_t depth = b->depth + fp_code_graph_depth(&b->graph, to) - 1;
    bool again = fp_code_graph_inside(&b->graph, from, to);
    fp_code *code = fp_code_push(c, again ? FP_CODE_LOOP_NEXT : FP_CODE_LOOP_START, op);
    code->depth = (uint8_t)least(depth, 255);
    code->outermost = depth == c->outermost;
    code->loop = kernel_loop(c, c->frame->ir->blocks[b->graph.blocks[to]].last);
}

static void compile_edge(fp_compiler *c, blocks *b, uint32_t from, const fp_successor *successor, fp_op op) {
    uint32_t to = fp_code_graph_number(&b->graph, successor->block);
    if (to == FP_NONE) { /* a block that is not there: half-typed */
        fp_code_hide(c, op, FP_HIDDEN_CONDITION);
        fp_code_push(c, FP_CODE_END, op);
        return;
    }
    const fp_block_info *block = &c->frame->ir->blocks[successor->block];
    fp_code_moves(c, value_registers(c, block->first_arg, block->arg_count),
                  use_registers(c, successor->first_use, successor->use_count),
                  least(block->arg_count, successor->use_count), op);
    count_loops(c, b, from, to, op);
    fp_code_push(c, FP_CODE_JUMP, op);
    *FP_PUSH(c->keep, &b->jumps) = (block_jump){ fp_code_here(c) - 1, to };
}

/* Successor 0 where the condition holds, 1 where it does not; of a switch 0 in the default case. */
static void compile_branch(fp_compiler *c, blocks *b, uint32_t from, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_node *node = &ir->ops[op];
    const fp_successor *successors = ir->successors + node->first_successor;
    if (fp_ir_two_ways(ir, op)) {
        fp_code *code = fp_code_push(c, FP_CODE_BRANCH, op);
        code->a = condition_register(c, op);
        uint32_t branch = fp_code_here(c) - 1;
        compile_edge(c, b, from, &successors[0], op);
        land(c, &branch, 1);
        compile_edge(c, b, from, &successors[1], op);
        return;
    }
    for (uint32_t k = 1; k < node->successor_count; k++) {
        int64_t number;
        if (!fp_ir_case(ir, op, k - 1, &number)) {
            fp_code_hide(c, op, FP_HIDDEN_CONDITION);
            break;
        }
        uint32_t other = fp_code_register(c);
        fp_code *test = fp_code_push(c, FP_CODE_NUMBER, op);
        test->dst = other, test->number = (fp_number_op){ .arith = FP_ARITH_CMP, .width = 1, .from = 64 };
        test->a = condition_register(c, op);
        uint32_t at = fp_code_here(c) - 1, constant = fp_code_constant(c, number, op);
        fp_code compare = c->code->code.data[at]; /* the constant first */
        compare.b = constant;
        c->code->code.data[at] = c->code->code.data[at + 1];
        c->code->code.data[at + 1] = compare;
        fp_code_push(c, FP_CODE_BRANCH, op)->a = other;
        uint32_t branch = fp_code_here(c) - 1;
        compile_edge(c, b, from, &successors[k], op);
        land(c, &branch, 1);
    }
    compile_edge(c, b, from, &successors[0], op);
}

/* Operands of a terminator that hands them on; of the condition of a loop those behind it. */
static void compile_yield(fp_compiler *c, fp_op op, fp_code_exit *exit) {
    const fp_op_node *node = &c->frame->ir->ops[op];
    uint32_t skip = exit->continues ? 1 : 0, count = node->use_count > skip ? node->use_count - skip : 0;
    uint32_t *values = use_registers(c, node->first_use + skip, count);
    if (exit->continues) {
        fp_code_push(c, FP_CODE_BRANCH, op)->a = condition_register(c, op);
        uint32_t branch = fp_code_here(c) - 1;
        fp_code_moves(c, exit->continues, values, least(count, exit->continue_count), op);
        fp_code_push(c, FP_CODE_JUMP, op);
        *FP_PUSH(c->keep, &exit->continue_jumps) = fp_code_here(c) - 1;
        land(c, &branch, 1);
    }
    fp_code_moves(c, exit->results, values, least(count, exit->result_count), op);
    jump_out(c, exit, op);
}

static void compile_return(fp_compiler *c, fp_op op) {
    const fp_op_node *node = &c->frame->ir->ops[op];
    fp_code_moves(c, c->leave->results, use_registers(c, node->first_use, node->use_count),
                  least(node->use_count, c->leave->result_count), op);
    jump_out(c, c->leave, op);
}

static void compile_op(fp_compiler *c, fp_op op);

static void compile_block(fp_compiler *c, blocks *b, uint32_t number, fp_code_exit *exit) {
    const struct fp_ir *ir = c->frame->ir;
    fp_op at = ir->blocks[b->graph.blocks[number]].first, last = ir->blocks[b->graph.blocks[number]].last;
    fp_op holder = ir->blocks[b->graph.blocks[number]].op;
    c->depth = b->depth + fp_code_graph_depth(&b->graph, number);
    for (; at != FP_NONE; at = at == last ? FP_NONE : ir->ops[at].next) {
        fp_effect effect = ir->ops[at].info ? ir->ops[at].info->effect : FP_EFFECT_NONE;
        if (at == last && effect == FP_EFFECT_BRANCH && ir->ops[at].successor_count) {
            compile_branch(c, b, number, at);
            return;
        }
        if (at == last && effect == FP_EFFECT_YIELD) {
            compile_yield(c, at, exit);
            return;
        }
        if (effect == FP_EFFECT_RETURN) {
            compile_return(c, at);
            return;
        }
        compile_op(c, at);
    }
    /* An op that no row explains may go on to any other block. */
    if (last != FP_NONE && !ir->ops[last].info && b->graph.count > 1) fp_code_hide(c, last, FP_HIDDEN_OP);
    jump_out(c, exit, last == FP_NONE ? holder : last); /* without a terminator */
}

static void compile_blocks(fp_compiler *c, fp_block first, fp_code_exit *exit) {
    blocks b = { .graph = fp_code_graph_of(c->keep, c->frame->ir, first), .depth = c->depth };
    b.starts = FP_NEW(c->keep, uint32_t, b.graph.count + 1);
    if (b.graph.is_header[0]) count_loops(c, &b, 0, 0, c->frame->ir->blocks[first].op);
    for (uint32_t i = 0; i < b.graph.count; i++) {
        b.starts[i] = fp_code_here(c);
        compile_block(c, &b, i, exit);
    }
    for (uint32_t i = 0; i < b.jumps.len; i++)
        c->code->code.data[b.jumps.data[i].jump].to = b.starts[b.jumps.data[i].block];
    c->depth = b.depth;
}

static void compile_region(fp_compiler *c, fp_op op, uint32_t region, fp_code_exit *exit) {
    fp_block first = fp_ir_region(c->frame->ir, op, region);
    if (first == FP_NONE || c->nesting >= NESTING_MAX || c->code->overflow) {
        jump_out(c, exit, op);
        return;
    }
    c->nesting++;
    compile_blocks(c, first, exit);
    c->nesting--;
}

/* ---- Loops and conditions ---- */

static void start_nth_loop(fp_compiler *c, fp_code_kind kind, fp_op op, uint32_t nth) {
    fp_code *code = fp_code_push(c, kind, op);
    code->outermost = c->depth == c->outermost;
    code->loop = nth_loop(c, op, nth);
}
static void start_loop(fp_compiler *c, fp_code_kind kind, fp_op op) { start_nth_loop(c, kind, op, 0); }

/* Number `k` of a list of bounds. */
static uint32_t nth_bound(fp_compiler *c, fp_op op, uint32_t list, uint32_t k, int64_t absent) {
    fp_subscripts bound = fp_ir_list(c->frame->ir, op, list);
    if (bound.len <= k) return fp_code_constant(c, absent, op);
    if (bound.data[k].is_value) return fp_code_value(c, bound.data[k].value);
    if (!bound.data[k].is_expression) return fp_code_constant(c, bound.data[k].constant, op);
    int64_t number;
    fp_value_reader reader = fp_value_read(NULL, fp_ir_text(c->frame->ir, bound.data[k].span));
    if (bound.operand_count == 0 && fp_value_integer(&reader, &number)) return fp_code_constant(c, number, op);
    return fp_code_register(c); /* never set: unknown */
}
static uint32_t bound_register(fp_compiler *c, fp_op op, uint32_t list, int64_t absent) {
    return nth_bound(c, op, list, 0, absent);
}

static void push_number(fp_compiler *c, fp_op op, uint32_t dst, fp_arith arith, uint8_t predicate, uint32_t a,
                        uint32_t b) {
    uint8_t width = arith == FP_ARITH_CMP ? 1 : 64;
    fp_code_number(c, op, dst, (fp_number_op){ (uint8_t)arith, width, 64, predicate }, a, b);
}

static void compile_for(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    fp_block body = fp_ir_region(ir, op, 0);
    if (body == FP_NONE || ir->blocks[body].arg_count == 0) return;
    uint32_t init_count = 0, carried = ir->blocks[body].arg_count - 1,
             counter = fp_code_value(c, ir->blocks[body].first_arg);
    const fp_use *inits = fp_ir_inits(ir, op, &init_count);
    uint32_t *arguments = value_registers(c, ir->blocks[body].first_arg + 1, carried);
    uint32_t lower = bound_register(c, op, 0, 0), upper = bound_register(c, op, 1, 0),
             step = bound_register(c, op, 2, 1);
    if (inits)
        fp_code_moves(c, arguments, use_registers(c, (uint32_t)(inits - ir->uses), init_count),
                      least(carried, init_count), op);
    fp_code *first = fp_code_push(c, FP_CODE_MOVE, op);
    first->dst = counter, first->a = lower;
    start_loop(c, FP_CODE_LOOP_START, op);
    uint32_t head = fp_code_here(c), runs = fp_code_register(c);
    push_number(c, op, runs, FP_ARITH_CMP, 2, counter, upper);
    fp_code_push(c, FP_CODE_BRANCH, op)->a = runs;
    uint32_t leave = fp_code_here(c) - 1;
    fp_code_exit exit = { .results = arguments, .result_count = carried };
    c->depth++;
    compile_region(c, op, 0, &exit);
    c->depth--;
    land_exit(c, &exit);
    push_number(c, op, counter, FP_ARITH_ADD, 0, counter, step);
    start_loop(c, FP_CODE_LOOP_NEXT, op);
    jump_to(c, head, op);
    land(c, &leave, 1);
    const fp_op_node *node = &ir->ops[op];
    fp_code_moves(c, value_registers(c, node->first_result, node->result_count), arguments,
                  least(carried, node->result_count), op);
}

static void compile_while(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    fp_block before = fp_ir_region(ir, op, 0), after = fp_ir_region(ir, op, 1);
    if (before == FP_NONE || after == FP_NONE) return;
    const fp_op_node *node = &ir->ops[op];
    uint32_t init_count = 0;
    const fp_use *inits = fp_ir_inits(ir, op, &init_count);
    uint32_t *first = value_registers(c, ir->blocks[before].first_arg, ir->blocks[before].arg_count);
    if (inits)
        fp_code_moves(c, first, use_registers(c, (uint32_t)(inits - ir->uses), init_count),
                      least(ir->blocks[before].arg_count, init_count), op);
    start_loop(c, FP_CODE_LOOP_START, op);
    uint32_t head = fp_code_here(c);
    fp_code_exit leave = { .results = value_registers(c, node->first_result, node->result_count),
                           .result_count = node->result_count,
                           .continues = value_registers(c, ir->blocks[after].first_arg, ir->blocks[after].arg_count),
                           .continue_count = ir->blocks[after].arg_count };
    c->depth++;
    compile_region(c, op, 0, &leave);
    land(c, leave.continue_jumps.data, leave.continue_jumps.len);
    fp_code_exit again = { .results = first, .result_count = ir->blocks[before].arg_count };
    compile_region(c, op, 1, &again);
    c->depth--;
    land_exit(c, &again);
    start_loop(c, FP_CODE_LOOP_NEXT, op);
    jump_to(c, head, op);
    land_exit(c, &leave);
}

static fp_code_exit exit_of(fp_compiler *c, fp_op op) {
    const fp_op_node *node = &c->frame->ir->ops[op];
    return (fp_code_exit){ .results = value_registers(c, node->first_result, node->result_count),
                           .result_count = node->result_count };
}

static void compile_if(fp_compiler *c, fp_op op) {
    fp_code_exit exit = exit_of(c, op);
    fp_code_push(c, FP_CODE_BRANCH, op)->a = condition_register(c, op);
    uint32_t branch = fp_code_here(c) - 1;
    compile_region(c, op, 0, &exit);
    land(c, &branch, 1);
    compile_region(c, op, 1, &exit);
    land_exit(c, &exit);
}

/* Region 0 is the default. */
static void compile_switch(fp_compiler *c, fp_op op) {
    fp_code_exit exit = exit_of(c, op);
    for (uint32_t region = 1; region < c->frame->ir->ops[op].region_count; region++) {
        int64_t number;
        if (!fp_ir_case(c->frame->ir, op, region - 1, &number)) {
            fp_code_hide(c, op, FP_HIDDEN_CONDITION);
            continue;
        }
        uint32_t constant = fp_code_constant(c, number, op), same = fp_code_register(c);
        push_number(c, op, same, FP_ARITH_CMP, 0, condition_register(c, op), constant);
        fp_code_push(c, FP_CODE_BRANCH, op)->a = same;
        uint32_t branch = fp_code_here(c) - 1;
        compile_region(c, op, region, &exit);
        land(c, &branch, 1);
    }
    compile_region(c, op, 0, &exit);
    land_exit(c, &exit);
}

/* ---- Partitions ---- */

static void compile_partition(fp_compiler *c, fp_op op, fp_op holder, uint32_t region, uint32_t captures,
                              uint32_t capture_count) {
    fp_code_exit end = { .ends_stream = true };
    fp_compiler around = *c;
    fp_block first = fp_ir_region(c->frame->ir, holder, region);
    c->leave = &end;
    c->outermost = c->depth;
    c->partition = region - (holder == op);
    c->meeting = FP_NONE;
    if (first != FP_NONE) {
        const fp_block_info *block = &c->frame->ir->blocks[first];
        if (capture_count < block->arg_count) fp_code_hide(c, op, FP_HIDDEN_CAPTURE); /* no valid text */
        fp_code_moves(c, value_registers(c, block->first_arg, block->arg_count),
                      use_registers(c, captures, capture_count), least(block->arg_count, capture_count), op);
    }
    compile_region(c, holder, region, &end);
    *c = around;
}

/* In the generic form the partitions are the regions of an op inside of the second region, which may hold the
 * captures. */
static fp_op holder_of(const struct fp_ir *ir, fp_op op) {
    fp_block block = ir->ops[op].region_count == 2 ? fp_ir_region(ir, op, 1) : FP_NONE;
    fp_op first = block == FP_NONE ? FP_NONE : ir->blocks[block].first;
    bool holds = first != FP_NONE && ir->ops[first].info && ir->ops[first].info->region == FP_REGION_PARTITIONS;
    return holds ? first : FP_NONE;
}

static void compile_partitions(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    fp_op inner = holder_of(ir, op), holder = inner == FP_NONE ? op : inner;
    uint32_t first = inner == FP_NONE ? 1 : 0, regions = ir->ops[holder].region_count;
    uint32_t count = regions > first ? regions - first : 0;
    fp_op captures = ir->ops[op].use_count || inner == FP_NONE ? op : inner;
    fp_code_fork fork = { FP_NEW(c->keep, uint32_t, count + 1), FP_NEW(c->keep, uint32_t, count + 1), count };
    uint32_t number = c->code->forks.len;
    for (uint32_t i = 0; i < count; i++) fork.warps[i] = fp_ir_partition_waves(ir, op, i);
    *FP_PUSH(c->keep, &c->code->forks) = fork;
    if (count) fp_code_push(c, FP_CODE_FORK, op)->extra = number;
    fp_code_exit exit = exit_of(c, op);
    compile_region(c, op, 0, &exit);
    land_exit(c, &exit);
    if (count == 0) return;
    fp_code_push(c, FP_CODE_JOIN, op)->extra = number;
    uint32_t over = fp_code_here(c);
    fp_code_push(c, FP_CODE_JUMP, op);
    for (uint32_t i = 0; i < count; i++) {
        c->code->forks.data[number].entry[i] = fp_code_here(c);
        compile_partition(c, op, holder, first + i, ir->ops[captures].first_use, ir->ops[captures].use_count);
    }
    land(c, &over, 1);
}

/* ---- Calls ---- */

static const struct fp_kernel *callee_of(const fp_compiler *c, fp_op op) {
    const struct fp_kernel *kernel = c->frame->kernel;
    for (uint32_t i = 0; kernel && i < kernel->calls.len; i++) {
        uint32_t unit = kernel->calls.data[i].unit;
        if (kernel->calls.data[i].op != op) continue;
        return c->program && unit < c->program->unit_count ? c->program->by_unit[unit] : NULL;
    }
    return NULL;
}

static bool is_running(const fp_compiler *c, const struct fp_kernel *callee) {
    for (const fp_code_frame *frame = c->frame; frame; frame = frame->caller)
        if (frame->kernel == callee) return true;
    return false;
}

/* Does it take or give memory, or touch some that nobody hands it? */
static bool call_matters(const fp_compiler *c, fp_op op) {
    const struct fp_kernel *kernel = c->frame->kernel;
    for (uint32_t i = 0; kernel && i < kernel->calls.len; i++)
        if (kernel->calls.data[i].op == op) return true;
    return false;
}

static void compile_call(fp_compiler *c, fp_op op) {
    const struct fp_kernel *callee = callee_of(c, op);
    if (!callee || c->code->single || is_running(c, callee) || c->frame->depth >= FP_MACHINE_INLINE_DEPTH_MAX ||
        c->code->overflow) {
        if (callee || call_matters(c, op)) fp_code_hide(c, op, FP_HIDDEN_CALL);
        fp_code_opaque_results(c, op, FP_NONE);
        return;
    }
    const fp_code_frame *caller = c->frame;
    const fp_op_node *node = &caller->ir->ops[op];
    int64_t place = 0;
    fp_code_memory_place(c, op, &place);
    fp_code_frame frame = { callee->ir,
                            callee,
                            c->code->register_count,
                            fp_code_place(c, op),
                            caller->depth + 1,
                            place,
                            caller,
                            fp_code_waits_for_shares(callee->ir) };
    fp_code_exit leave = exit_of(c, op), *outer = c->leave;
    uint32_t *handed = use_registers(c, node->first_use, node->use_count), given = node->use_count;
    c->code->register_count += callee->ir->value_count;
    c->frame = &frame;
    c->leave = &leave;
    fp_block entry = fp_ir_region(callee->ir, callee->op, 0);
    if (entry != FP_NONE) {
        const fp_block_info *block = &callee->ir->blocks[entry];
        fp_code_moves(c, value_registers(c, block->first_arg, block->arg_count), handed, least(block->arg_count, given),
                      callee->op);
    }
    compile_region(c, callee->op, 0, &leave);
    land_exit(c, &leave);
    c->frame = caller;
    c->leave = outer;
}

/* ---- Ops ---- */

/* Can the op be left out when nobody needs its results? */
static bool is_quiet(const fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    if (c->code->single) return !fp_code_has_act(c, op);
    for (fp_op i = op; i < ir->ops[op].end; i++) {
        const fp_op_info *info = ir->ops[i].info;
        if (!info || info->does != FP_DOES_NOTHING || info->effect == FP_EFFECT_CALL ||
            info->effect == FP_EFFECT_RETURN || info->effect == FP_EFFECT_SIGNAL || info->effect == FP_EFFECT_WAIT ||
            info->effect == FP_EFFECT_INIT || info->region == FP_REGION_PARTITIONS || info->hidden_scratch)
            return false;
        bool touches = fp_effect_traits_of[info->effect].touches;
        if (touches && !info->global && info->region != FP_REGION_BODY) return false;
    }
    return true;
}

/* Does an op in its regions do something that other streams see? */
static bool holds_events(const struct fp_ir *ir, fp_op op) {
    for (fp_op i = op + 1; i < ir->ops[op].end; i++) {
        const fp_op_info *info = ir->ops[i].info;
        if (info && (info->does != FP_DOES_NOTHING || info->region == FP_REGION_PARTITIONS)) return true;
    }
    return false;
}

/* One loop per dimension, the outer ones around the inner: a thread begins with the iteration of its own number, if
 * there is one, and goes on by as many as run at once. */
static void compile_dimension(fp_compiler *c, fp_op op, uint32_t k, uint32_t dimensions) {
    const struct fp_ir *ir = c->frame->ir;
    int64_t stride;
    uint32_t first = fp_code_register(c);
    bool known = k < dimensions && fp_code_first_iterations(c, first, nth_loop(c, op, k), &stride, op);
    if (!known) {
        fp_code_exit end = { 0 }; /* what the iterations yield is put together to something else */
        if (k < dimensions) fp_code_hide(c, op, FP_HIDDEN_OP); /* which of them a thread runs is not known */
        compile_region(c, op, 0, &end);
        land_exit(c, &end);
        return;
    }
    uint32_t counter = fp_code_value(c, ir->blocks[fp_ir_region(ir, op, 0)].first_arg + k);
    uint32_t lower = nth_bound(c, op, 0, k, 0), upper = nth_bound(c, op, 1, k, 0), step = nth_bound(c, op, 2, k, 1);
    uint32_t begin = fp_code_register(c), runs = fp_code_register(c), by = fp_code_register(c);
    push_number(c, op, begin, FP_ARITH_MUL, 0, first, step);
    push_number(c, op, counter, FP_ARITH_ADD, 0, lower, begin);
    if (stride) start_nth_loop(c, FP_CODE_LOOP_START, op, k);
    uint32_t head = fp_code_here(c);
    push_number(c, op, runs, FP_ARITH_CMP, 2, counter, upper);
    fp_code_push(c, FP_CODE_BRANCH, op)->a = runs;
    uint32_t leave = fp_code_here(c) - 1;
    c->depth += stride != 0;
    compile_dimension(c, op, k + 1, dimensions);
    c->depth -= stride != 0;
    if (stride) {
        push_number(c, op, by, FP_ARITH_MUL, 0, fp_code_constant(c, stride, op), step);
        push_number(c, op, counter, FP_ARITH_ADD, 0, counter, by);
        start_nth_loop(c, FP_CODE_LOOP_NEXT, op, k);
        jump_to(c, head, op);
    }
    land(c, &leave, 1);
}

static void compile_parallel(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    fp_block body = fp_ir_region(ir, op, 0);
    if (body == FP_NONE) return;
    size_t dimensions = fp_ir_list(ir, op, 1).len;
    bool counted = dimensions && dimensions <= FP_MAPPED_DIMENSIONS_MAX && dimensions <= ir->blocks[body].arg_count;
    fp_code_meet_around(c, op, false);
    if (!counted) fp_code_hide(c, op, FP_HIDDEN_OP);
    compile_dimension(c, op, 0, counted ? (uint32_t)dimensions : 0);
    fp_code_meet_around(c, op, true);
}

static void compile_regions(fp_compiler *c, fp_op op, fp_region_kind kind) {
    switch ((int)kind) {
    case FP_REGION_PARALLEL:
        if (!c->code->single) break;
        compile_parallel(c, op);
        return;
    case FP_REGION_FOR: compile_for(c, op); return;
    case FP_REGION_WHILE: compile_while(c, op); return;
    case FP_REGION_IF: compile_if(c, op); return;
    case FP_REGION_SWITCH: compile_switch(c, op); return;
    case FP_REGION_PARTITIONS: compile_partitions(c, op); return;
    default: break;
    }
    fp_code_exit exit = exit_of(c, op);
    if (kind != FP_REGION_ONCE) /* by threads, or not known */
        fp_code_hide(c, op, c->code->single ? FP_HIDDEN_OP : FP_HIDDEN_CONDITION);
    compile_region(c, op, 0, &exit);
    land_exit(c, &exit);
}

static void compile_op(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_info *info = ir->ops[op].info;
    bool has_regions = ir->ops[op].first_block != FP_NONE;
    if (c->code->overflow) return;
    if (info && info->effect == FP_EFFECT_CALL && (!c->code->single || !fp_code_has_act(c, op))) {
        compile_call(c, op);
    } else if (has_regions && (!info || info->region != FP_REGION_BODY)) {
        uint32_t first = fp_code_here(c);
        bool quiet = is_quiet(c, op);
        if (!info && !c->code->single && holds_events(ir, op)) fp_code_hide(c, op, FP_HIDDEN_OP);
        compile_regions(c, op, info ? info->region : FP_REGION_NONE);
        if (!quiet) return;
        *FP_PUSH(c->keep, &c->code->ranges) = (fp_code_range){ first, fp_code_here(c), false };
    } else {
        (c->code->single ? fp_code_single_op : fp_code_op)(c, op);
    }
}

void fp_code_compile(struct fp_arena *keep, fp_view_forms *forms, const struct fp_kernel *kernel,
                     const struct fp_program *program, fp_code_acts acts, uint32_t threads, fp_program_code *code) {
    *code = (fp_program_code){ .reaches_peers = code->reaches_peers };
    fp_code_frame frame = { kernel->ir, kernel, 0, FP_NONE, 0, 0, NULL, fp_code_waits_for_shares(kernel->ir) };
    fp_code_exit end = { .ends_stream = true };
    fp_compiler c = { .keep = keep,
                      .forms = forms,
                      .program = program,
                      .code = code,
                      .frame = &frame,
                      .leave = &end,
                      .partition = FP_NONE };
    *FP_PUSH(keep, &code->meetings) = FP_NONE;
    code->register_count = kernel->ir->value_count;
    code->memory_count = acts == FP_ACT_THREADS ? 2 + fp_buffers_count(kernel->buffers) : FP_MEMORY_OWN;
    code->single = acts == FP_ACT_THREADS, code->in_shares = acts == FP_ACT_SHARES;
    code->threads = threads;
    if (code->single) fp_code_single_start(&c);
    fp_code_arguments(&c);
    uint32_t parameters = code->memory_count; /* memories up to here are handed in */
    compile_region(&c, kernel->op, 0, &end);
    code->handed_in = FP_NEW(keep, bool, code->memory_count + 1);
    for (uint32_t i = FP_MEMORY_OWN; i < parameters; i++) code->handed_in[i] = true;
}
