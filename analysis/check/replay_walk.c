#include "check/replay_walk.h"
#include "address/number.h"
#include "read/op_text.h"
#include <stddef.h>
#include <string.h>

/* ---- numbers ---- */
/* NULL: the value is not set. */
static const fp_replay_slot *slot_of(const struct fp_replay *r, fp_value value) {
    return r->slots[value].walk == r->walks ? &r->slots[value] : NULL;
}

/* What the kernel is given, or makes once. */
static bool told_by_witness(const fp_walker *w, fp_value value, int64_t *number) {
    const fp_witness *witness = w->what->witness;
    if (!w->own_names || fp_ir_home(w->ir, value) != fp_ir_region(w->ir, w->replay->kernel->op, 0)) return false;
    for (size_t i = 0; i < witness->binding_count; i++) {
        if (witness->bindings[i].open[w->side] || witness->bindings[i].symbol[w->side] != value) continue;
        *number = witness->bindings[i].value[w->side];
        return true;
    }
    return false;
}

/* A number for an argument of the kernel that the witness does not name: lets loops run a few times, and conditions
 * hold or not. */
static bool guessed(const fp_walker *w, fp_value value, int64_t *number) {
    static const int64_t lengths[] = { 1, 2, 3, 8, 0, 4, 16, 64, 256, 1024 };
    enum { LENGTHS = sizeof lengths / sizeof *lengths };
    const fp_value_info *info = &w->ir->values[value];
    if (!w->guess || info->block == FP_NONE || info->block != fp_ir_region(w->ir, w->replay->kernel->op, 0))
        return false;
    uint32_t set = w->guess - 1, width = fp_number_width(w->ir, value);
    if (width == 0) return false;
    *number = width == 1 ? (set >> info->index % 2) & 1 : lengths[(set + (set < LENGTHS ? 0 : info->index)) % LENGTHS];
    return true;
}

static bool number_of(fp_walker *w, fp_value value, uint32_t depth, int64_t *number) {
    const struct fp_ir *ir = w->ir;
    int64_t operands[3] = { 0 };
    fp_number_op op;
    if (value >= ir->value_count || depth == FP_REPLAY_DEPTH) return false;
    if (fp_ir_constant(ir, value, number) || told_by_witness(w, value, number)) return true;
    const fp_replay_slot *held = slot_of(w->replay, value);
    if (held) {
        *number = held->number;
        return held->known;
    }
    fp_op def = fp_ir_definition(ir, value);
    if (def == FP_NONE || !fp_number_op_at(ir, def, &op))
        return fp_addresses_number(w->replay->kernel->addresses, value, w->what->witness->threads[w->side], number) ||
               guessed(w, value, number);
    for (uint32_t i = 0; i < fp_number_operands(op.arith); i++)
        if (!number_of(w, ir->uses[ir->ops[def].first_use + i].value, depth + 1, &operands[i])) return false;
    return fp_number_evaluate(op, operands[0], operands[1], operands[2], number);
}

static void set_number(fp_walker *w, fp_value value, bool known, int64_t number) {
    w->replay->slots[value] = (fp_replay_slot){ w->replay->walks, known, number };
}

/* Hands the values of uses on to others, all at once; NULL: they are not known. */
static void hand_on(fp_walker *w, const fp_use *uses, fp_value first, uint32_t count) {
    int64_t numbers[FP_REPLAY_VALUES] = { 0 };
    bool known[FP_REPLAY_VALUES] = { false };
    for (uint32_t i = 0; uses && i < count && i < FP_REPLAY_VALUES; i++)
        known[i] = number_of(w, uses[i].value, 0, &numbers[i]);
    w->replay->steps += count / FP_REPLAY_VALUES; /* a list of many takes as long as so many ops */
    for (uint32_t i = 0; i < count; i++)
        set_number(w, first + i, i < FP_REPLAY_VALUES && known[i], i < FP_REPLAY_VALUES ? numbers[i] : 0);
}

/* The uses of a terminator from number `skip` on, when they are `count`; NULL: they are not. */
static const fp_use *uses_of(const struct fp_ir *ir, fp_op terminator, uint32_t skip, uint32_t count) {
    bool fits = terminator != FP_NONE && ir->ops[terminator].use_count == skip + count;
    return fits ? ir->uses + ir->ops[terminator].first_use + skip : NULL;
}

/* ---- the walk ---- */
static bool step(fp_walker *w) {
    w->replay->steps++;
    if (++w->steps > FP_REPLAY_STEPS) w->open = w->too_long = true;
    return !w->open;
}

static bool holds(const struct fp_ir *ir, fp_op outer, fp_op op) {
    while (op != outer && op != FP_NONE && ir->ops[op].block != FP_NONE) op = ir->ops[op].parent;
    return op == outer;
}

/* Does it matter whether, or how often, the op's regions run? */
static bool matters(const fp_walker *w, fp_op op) {
    const uint32_t *before = w->replay->before;
    return holds(w->ir, op, w->what->accesses[0]) || holds(w->ir, op, w->what->accesses[1]) ||
           before[op] != before[w->ir->ops[op].end];
}

static void give_up(fp_walker *w, fp_op op) {
    w->open |= matters(w, op);
    hand_on(w, NULL, w->ir->ops[op].first_result, w->ir->ops[op].result_count);
}

/* May the value be that number where the access stands? It is an argument of a region around the access, or of one that
 * has run before in the same iteration: the head of a loop. */
static bool may_be(const fp_walker *w, fp_value value, int64_t number) {
    const struct fp_ir *ir = w->ir;
    fp_block home = value < ir->value_count ? ir->values[value].block : FP_NONE, own = ir->ops[w->access].block;
    if (home == FP_NONE) return true;
    while (own != FP_NONE && ir->blocks[own].op != ir->blocks[home].op) own = ir->ops[ir->blocks[own].op].block;
    if (own == FP_NONE || ir->blocks[own].region < ir->blocks[home].region) return true;
    const fp_replay_slot *s = slot_of(w->replay, value);
    return !s || !s->known || s->number == number;
}

/* Does the witness speak of this iteration of the loops around the access? */
static bool is_iteration_of_witness(const fp_walker *w) {
    const fp_witness *witness = w->what->witness;
    for (size_t i = 0; i < witness->binding_count; i++) {
        const fp_binding *b = &witness->bindings[i];
        if (b->open[w->side] || b->untold[w->side]) continue;
        if (!may_be(w, b->symbol[w->side], b->value[w->side])) return false;
    }
    return true;
}

static void come_to_access(fp_walker *w) {
    if (!is_iteration_of_witness(w)) return;
    if (w->count == FP_REPLAY_OCCURRENCES)
        w->open = w->too_long = true;
    else
        w->at[w->count++] = w->now;
}

static fp_op walk_region(fp_walker *w, fp_block block);

/* The op begins an iteration; `first`: it was entered for it. */
static void begin_round(fp_walker *w, fp_op op, bool first) {
    if (op == w->what->carrier && op != FP_NONE) w->now.rounds = first ? 1 : w->now.rounds + 1;
}

static void walk_if(fp_walker *w, fp_op op) {
    const fp_op_node *node = &w->ir->ops[op];
    const fp_use *use = fp_ir_operand(w->ir, op, node->info->condition);
    int64_t taken;
    if (!use || !number_of(w, use->value, 0, &taken)) {
        give_up(w, op);
        return;
    }
    fp_op last = walk_region(w, fp_ir_region(w->ir, op, taken ? 0 : 1));
    hand_on(w, uses_of(w->ir, last, 0, node->result_count), node->first_result, node->result_count);
}

/* Which of the `count` ways of a switch the thread takes: 0 is the default. False: it is not known. */
static bool way_of_switch(fp_walker *w, fp_op op, uint32_t count, uint32_t *way) {
    const fp_use *use = fp_ir_operand(w->ir, op, w->ir->ops[op].info->condition);
    int64_t chosen;
    *way = 0;
    if (!use || !number_of(w, use->value, 0, &chosen)) return false;
    const fp_op_text *text = fp_op_text_of_switch(w->ir, op);
    if (text->case_count + 1 < count) return false;
    for (uint32_t k = 1; k < count; k++)
        if (text->cases[k - 1] == chosen) *way = k;
    return true;
}

static void walk_switch(fp_walker *w, fp_op op) {
    const fp_op_node *node = &w->ir->ops[op];
    uint32_t region;
    if (!way_of_switch(w, op, node->region_count, &region)) {
        give_up(w, op);
        return;
    }
    fp_op last = walk_region(w, fp_ir_region(w->ir, op, region));
    hand_on(w, uses_of(w->ir, last, 0, node->result_count), node->first_result, node->result_count);
}

/* A bound or step of a loop of one dimension. */
static bool bound_of(fp_walker *w, fp_op op, uint32_t list, int64_t *number) {
    fp_subscripts bounds = fp_ir_list(w->ir, op, list);
    if (!bounds.known || bounds.len != 1 || bounds.data[0].is_expression) return false;
    *number = bounds.data[0].constant;
    return !bounds.data[0].is_value || number_of(w, bounds.data[0].value, 0, number);
}

static void walk_for(fp_walker *w, fp_op op) {
    const fp_op_node *node = &w->ir->ops[op];
    fp_block body = fp_ir_region(w->ir, op, 0);
    int64_t lower, upper, by;
    uint32_t carried = 0;
    const fp_use *inits = fp_ir_inits(w->ir, op, &carried);
    if (!carried && !matters(w, op)) {
        give_up(w, op);
        return;
    }
    bool known = body != FP_NONE && w->ir->blocks[body].arg_count == carried + 1 && node->result_count == carried &&
                 bound_of(w, op, 0, &lower) && bound_of(w, op, 1, &upper) && bound_of(w, op, 2, &by) && by > 0 &&
                 by <= INT32_MAX && upper <= INT32_MAX && lower >= INT32_MIN &&
                 (!fp_ir_counts_unsigned(w->ir, op) || (lower >= 0 && upper >= 0));
    if (!known) {
        give_up(w, op);
        return;
    }
    fp_value first = w->ir->blocks[body].first_arg;
    hand_on(w, inits, first + 1, carried);
    for (int64_t i = lower; i < upper && !w->open; i += by) {
        set_number(w, first, true, i);
        begin_round(w, op, i == lower);
        fp_op last = walk_region(w, body);
        hand_on(w, uses_of(w->ir, last, 0, carried), first + 1, carried);
    }
    for (uint32_t k = 0; k < carried; k++) {
        const fp_replay_slot *s = slot_of(w->replay, first + 1 + k);
        set_number(w, node->first_result + k, s && s->known, s ? s->number : 0);
    }
}

static void walk_while(fp_walker *w, fp_op op) {
    const fp_op_node *node = &w->ir->ops[op];
    fp_block before = fp_ir_region(w->ir, op, 0), after = fp_ir_region(w->ir, op, 1);
    uint32_t carried = 0, results = node->result_count;
    const fp_use *inits = fp_ir_inits(w->ir, op, &carried);
    if (before == FP_NONE || after == FP_NONE || w->ir->blocks[before].arg_count != carried ||
        w->ir->blocks[after].arg_count != results) {
        give_up(w, op);
        return;
    }
    hand_on(w, inits, w->ir->blocks[before].first_arg, carried);
    for (bool first = true; !w->open; first = false) {
        begin_round(w, op, first);
        fp_op test = walk_region(w, before);
        const fp_use *use = uses_of(w->ir, test, 0, 1 + results);
        int64_t stays;
        if (w->open) return;
        if (!use || !number_of(w, use->value, 0, &stays)) {
            give_up(w, op);
            return;
        }
        hand_on(w, use + 1, stays ? w->ir->blocks[after].first_arg : node->first_result, results);
        if (!stays) return;
        fp_op last = walk_region(w, after);
        hand_on(w, uses_of(w->ir, last, 0, carried), w->ir->blocks[before].first_arg, carried);
    }
}

static void walk_regions(fp_walker *w, fp_op op) {
    const fp_op_node *node = &w->ir->ops[op];
    fp_region_kind kind = node->info ? node->info->region : FP_REGION_NONE;
    bool once = kind == FP_REGION_ONCE || fp_ir_is_joined(w->ir, op);
    if (once && node->region_count == 1) {
        fp_op last = walk_region(w, fp_ir_region(w->ir, op, 0));
        hand_on(w, uses_of(w->ir, last, 0, node->result_count), node->first_result, node->result_count);
    } else if (kind == FP_REGION_IF)
        walk_if(w, op);
    else if (kind == FP_REGION_SWITCH)
        walk_switch(w, op);
    else if (kind == FP_REGION_FOR)
        walk_for(w, op);
    else if (kind == FP_REGION_WHILE)
        walk_while(w, op);
    else
        give_up(w, op);
}

/* The thread passes marks that no way leads round. */
static void pass(fp_walker *w, uint32_t first, uint32_t end) {
    const fp_replay_occurrence *before = &w->replay->sums[first], *behind = &w->replay->sums[end];
    for (uint32_t group = 0; group <= w->replay->group_count; group++) {
        w->now.arrived[group] += behind->arrived[group] - before->arrived[group];
        w->now.waited[group] += behind->waited[group] - before->waited[group];
    }
    w->now.doubtful += behind->doubtful - before->doubtful;
}

static void walk_block(fp_walker *w, fp_block block) {
    const struct fp_ir *ir = w->ir;
    const uint32_t *before = w->replay->before;
    fp_op op = ir->blocks[block].first, last = ir->blocks[block].last;
    bool own = ir->ops[w->access].block == block;
    if (op == FP_NONE) return;
    uint32_t passed = before[op];
    if (!fp_replay_ways_part(ir, op)) op = w->replay->next[op];
    while (step(w)) {
        if (own && op >= w->access) {
            pass(w, passed, before[w->access]);
            passed = before[w->access], own = false;
            come_to_access(w);
        }
        pass(w, passed, before[op > last ? ir->ops[last].end : op + 1]);
        if (op > last) return;
        if (ir->ops[op].region_count) walk_regions(w, op);
        passed = before[ir->ops[op].end];
        op = w->replay->next[op];
    }
}

/* FP_NONE: the block ends the region; `open`: where it goes on is not known. */
static fp_block block_behind(fp_walker *w, fp_op last) {
    const fp_op_node *node = last == FP_NONE ? NULL : &w->ir->ops[last];
    if (!node || !node->successor_count) return FP_NONE;
    uint32_t taken = 0;
    if (node->successor_count > 1 && node->info && node->info->switches) {
        w->open |= !way_of_switch(w, last, node->successor_count, &taken);
    } else if (node->successor_count > 1) {
        const fp_use *use = fp_ir_two_ways(w->ir, last);
        int64_t holds = 1;
        w->open |= !use || !number_of(w, use->value, 0, &holds);
        taken = holds ? 0 : 1;
    }
    const fp_successor *way = &w->ir->successors[node->first_successor + taken];
    if (way->block == FP_NONE) w->open = true;
    if (w->open) return FP_NONE;
    const fp_block_info *to = &w->ir->blocks[way->block];
    hand_on(w, way->use_count == to->arg_count ? w->ir->uses + way->first_use : NULL, to->first_arg, to->arg_count);
    return way->block;
}

/* Returns the op that ends the region. */
static fp_op walk_region(fp_walker *w, fp_block block) {
    fp_op last = FP_NONE;
    if (w->nested == FP_REPLAY_NESTED) w->open = true;
    w->nested++;
    for (fp_block from = FP_NONE; block != FP_NONE && step(w);) {
        begin_round(w, w->ir->blocks[block].last, from == FP_NONE || from < block); /* the head of a natural loop? */
        walk_block(w, block);
        last = w->ir->blocks[block].last;
        from = block;
        block = w->open ? FP_NONE : block_behind(w, last);
    }
    w->nested--;
    return last;
}

static bool is_in_callee(const struct fp_ir *ir, fp_op op) {
    for (; op != FP_NONE && ir->ops[op].block != FP_NONE; op = ir->ops[op].parent)
        if (fp_ir_is_joined(ir, op)) return true;
    return false;
}

void fp_replay_walk(struct fp_replay *r, const fp_replay_question *what, int side, uint32_t guess, fp_walker *w) {
    const struct fp_ir *ir = r->ir;
    memset(w, 0, offsetof(fp_walker, at));
    w->replay = r, w->ir = ir, w->what = what, w->side = side, w->guess = guess;
    w->access = what->accesses[side];
    w->own_names = !is_in_callee(ir, what->accesses[0]) && !is_in_callee(ir, what->accesses[1]);
    r->walks++;
    walk_region(w, fp_ir_region(ir, r->kernel->op, 0));
}
