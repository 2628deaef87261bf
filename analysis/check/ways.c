#include "check/ways.h"
#include "address/number.h"
#include <string.h>

enum {
    FP_WAYS_STEPS = 1024,   /* blocks that are run: loops of a few hundred iterations, and hardly any time */
    FP_WAYS_STATES = 16,    /* ways that are still to be followed */
    FP_WAYS_ARGUMENTS = 48, /* block arguments of the region whose values are kept */
    FP_WAYS_DEPTH = 12      /* ops between a condition and what it is made of */
};

/* Where a way has come to, and what is known of block arguments there. */
typedef struct {
    fp_block block;
    bool met; /* the producer has run */
    bool known[FP_WAYS_ARGUMENTS];
    int64_t values[FP_WAYS_ARGUMENTS];
} state;

typedef struct {
    const struct fp_kernel *kernel;
    const fp_witness *witness;
    fp_block entry, low, high, from, to; /* of the region: its first block, the range of its blocks; the two accesses */
    bool behind;                         /* the consumer stands behind the producer in the same block */
    uint32_t *slots;                     /* by block from `low` on: its first argument's place in states */
    uint32_t slot_count;
    bool *reached;    /* by block */
    fp_block *blocks; /* whose successors are to be looked at */
    uint32_t count;
    const state *now;
} search;

/* The op itself or the one around it in a block of this region; FP_NONE: it is not in there. */
static fp_op ancestor_in(const struct fp_ir *ir, fp_op op, fp_op owner, uint32_t region) {
    for (; op != FP_NONE && ir->ops[op].block != FP_NONE; op = ir->ops[op].parent) {
        const fp_block_info *block = &ir->blocks[ir->ops[op].block];
        if (block->op == owner && block->region == region) return op;
    }
    return FP_NONE;
}

static bool is_inside(const search *s, fp_block block) {
    return block != FP_NONE && block >= s->low && block <= s->high;
}

/* ---- With values ---- */
/* What the witness says of an argument of the kernel, or of a value that is made once. */
static bool told_by_witness(const search *s, fp_value value, int64_t *result) {
    const struct fp_ir *ir = s->kernel->ir;
    const fp_value_info *info = &ir->values[value];
    fp_block home = info->block != FP_NONE ? info->block : info->def != FP_NONE ? ir->ops[info->def].block : FP_NONE;
    for (size_t i = 0; home == s->entry && i < s->witness->binding_count; i++) {
        const fp_binding *b = &s->witness->bindings[i];
        if (b->differs || b->open[0] || b->open[1] || !fp_str_equal(b->name, info->name)) continue;
        *result = b->value[0];
        return true;
    }
    return false;
}

static bool told_by_branches(const search *s, fp_value value, int64_t *result) {
    const fp_value_info *info = &s->kernel->ir->values[value];
    if (!s->now || !is_inside(s, info->block) || info->block == s->entry) return false;
    uint32_t slot = s->slots[info->block - s->low] + info->index;
    if (!s->now->known[slot]) return false;
    *result = s->now->values[slot];
    return true;
}

static bool value_of(const search *s, fp_value value, uint32_t depth, int64_t *result) {
    const struct fp_ir *ir = s->kernel->ir;
    int64_t operands[3] = { 0 };
    fp_number_op op;
    if (value >= ir->value_count || depth == FP_WAYS_DEPTH) return false;
    if (fp_ir_constant(ir, value, result) || told_by_witness(s, value, result) || told_by_branches(s, value, result))
        return true;
    fp_op def = ir->values[value].def;
    if (ir->values[value].block != FP_NONE || def == FP_NONE || !fp_number_op_at(ir, def, &op)) return false;
    for (uint32_t i = 0; i < fp_number_operands(op.arith); i++)
        if (!value_of(s, ir->uses[ir->ops[def].first_use + i].value, depth + 1, &operands[i])) return false;
    return fp_number_evaluate(op, operands[0], operands[1], operands[2], result);
}

/* The state behind a branch: the arguments of the block that it leads to are those that it passes. */
static void enter(search *s, const state *from, const fp_successor *way, state *to) {
    const fp_block_info *block = &s->kernel->ir->blocks[way->block];
    state next = *from;
    next.block = way->block;
    s->now = from;
    for (uint32_t i = 0; i < block->arg_count; i++) {
        uint32_t slot = s->slots[way->block - s->low] + i;
        next.known[slot] = way->use_count == block->arg_count &&
                           value_of(s, s->kernel->ir->uses[way->first_use + i].value, 0, &next.values[slot]);
    }
    *to = next;
}

/* Number of the only successor that the values leave; FP_NONE: any may follow. */
static uint32_t decided_way(search *s, fp_op branch) {
    const fp_op_node *node = &s->kernel->ir->ops[branch];
    if (node->successor_count == 1) return 0;
    const fp_use *use =
        node->successor_count == 2 && node->info ? fp_ir_operand(s->kernel->ir, branch, node->info->condition) : NULL;
    int64_t taken;
    return use && value_of(s, use->value, 0, &taken) ? (taken ? 0 : 1) : FP_NONE;
}

typedef enum { FOUND, NOT_FOUND, NOT_FINISHED } outcome;

static outcome run(search *s) {
    const struct fp_ir *ir = s->kernel->ir;
    state open[FP_WAYS_STATES];
    uint32_t count = 1;
    open[0] = (state){ .block = s->entry };
    for (uint32_t steps = 0; count; steps++) {
        if (steps == FP_WAYS_STEPS) return NOT_FINISHED;
        state at = open[--count];
        if (at.met && at.block == s->to) return FOUND;
        if (at.block == s->from) {
            if (s->behind) return FOUND;
            at.met = true;
        }
        fp_op last = ir->blocks[at.block].last;
        if (last == FP_NONE || !ir->ops[last].successor_count) continue;
        s->now = &at;
        uint32_t only = decided_way(s, last);
        for (uint32_t i = 0; i < ir->ops[last].successor_count; i++) {
            const fp_successor *way = &ir->successors[ir->ops[last].first_successor + i];
            if ((only != FP_NONE && only != i) || !is_inside(s, way->block)) continue;
            if (count == FP_WAYS_STATES) return NOT_FINISHED;
            enter(s, &at, way, &open[count++]);
        }
    }
    return NOT_FOUND;
}

/* ---- Without ---- */
static void reach(search *s, fp_block block) {
    if (!is_inside(s, block) || s->reached[block - s->low]) return;
    s->reached[block - s->low] = true;
    s->blocks[s->count++] = block;
}

static void reach_successors(search *s, fp_block block) {
    const struct fp_ir *ir = s->kernel->ir;
    fp_op last = ir->blocks[block].last;
    if (last == FP_NONE || !ir->ops[last].successor_count) return;
    s->now = NULL;
    uint32_t only = decided_way(s, last);
    for (uint32_t i = 0; i < ir->ops[last].successor_count; i++)
        if (only == FP_NONE || only == i) reach(s, ir->successors[ir->ops[last].first_successor + i].block);
}

/* Does a way lead to the block, by at least one branch unless it may be there `at_once`? */
static bool leads(search *s, fp_block from, fp_block to, bool at_once) {
    memset(s->reached, 0, (s->high - s->low + 1) * sizeof *s->reached);
    s->count = 0;
    if (at_once)
        reach(s, from);
    else
        reach_successors(s, from);
    while (s->count && !s->reached[to - s->low]) reach_successors(s, s->blocks[--s->count]);
    return s->reached[to - s->low];
}

static bool leads_at_all(search *s) {
    return leads(s, s->entry, s->from, true) && (s->behind || leads(s, s->from, s->to, false));
}

static void open_region(struct fp_arena *scratch, search *s) {
    const struct fp_ir *ir = s->kernel->ir;
    s->low = s->high = s->entry;
    for (fp_block b = s->entry; b != FP_NONE; b = ir->blocks[b].next) {
        if (b < s->low) s->low = b;
        if (b > s->high) s->high = b;
    }
    uint32_t blocks = s->high - s->low + 1;
    s->slots = FP_NEW(scratch, uint32_t, blocks);
    s->reached = FP_NEW(scratch, bool, blocks);
    s->blocks = FP_NEW(scratch, fp_block, blocks);
    for (fp_block b = s->entry; b != FP_NONE; b = ir->blocks[b].next) {
        if (b == s->entry) continue; /* its arguments are the function's, which the witness names */
        s->slots[b - s->low] = s->slot_count;
        s->slot_count += ir->blocks[b].arg_count;
    }
}

bool fp_ways_lead(struct fp_arena *scratch, const struct fp_kernel *kernel, const fp_witness *witness, fp_op producer,
                  fp_op consumer) {
    const struct fp_ir *ir = kernel->ir;
    for (fp_op op = producer; op != FP_NONE && ir->ops[op].block != FP_NONE; op = ir->ops[op].parent) {
        const fp_block_info *own = &ir->blocks[ir->ops[op].block];
        fp_block entry = fp_ir_region(ir, own->op, own->region);
        fp_op other = ancestor_in(ir, consumer, own->op, own->region);
        if (other == FP_NONE || ir->blocks[entry].next == FP_NONE) continue;
        search s = {
            .kernel = kernel, .witness = witness, .entry = entry, .from = ir->ops[op].block, .to = ir->ops[other].block
        };
        s.behind = s.from == s.to && op <= other;
        open_region(scratch, &s);
        outcome found = s.slot_count <= FP_WAYS_ARGUMENTS ? run(&s) : NOT_FINISHED;
        if (found == NOT_FOUND || (found == NOT_FINISHED && !leads_at_all(&s))) return false;
    }
    return true;
}
