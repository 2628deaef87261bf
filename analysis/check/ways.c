#include "check/ways.h"
#include "address/number.h"
#include "base/hash.h"
#include "base/sort.h"
#include "base/vec.h"
#include "read/cfg_reduce.h"
#include <string.h>

enum {
    FP_WAYS_STEPS = 1024,   /* blocks that are run: loops of a few hundred iterations, and hardly any time */
    FP_WAYS_STATES = 16,    /* ways that are still to be followed */
    FP_WAYS_ARGUMENTS = 48, /* block arguments of the region whose values are kept */
    FP_WAYS_DEPTH = 12,     /* ops between a condition and what it is made of */
    FP_WAYS_CHOICES = 8,    /* conditions that are not known, of which a way remembers how they were taken */
    FP_WAYS_KEPT = 8        /* replays of one region that are kept for witnesses with the same values */
};

/* Where a way has come to, and what is known of block arguments there. */
typedef struct {
    fp_block block;
    uint32_t above; /* the step that led here; FP_NONE: the first one */
    bool known[FP_WAYS_ARGUMENTS];
    int64_t values[FP_WAYS_ARGUMENTS];
    uint32_t choice_count; /* the way is that of runs in which these conditions are so */
    fp_value chosen[FP_WAYS_CHOICES];
    bool truths[FP_WAYS_CHOICES];
} state;

/* A value that conditions of the region ask a witness for, and the value that this one names. */
typedef struct {
    uint32_t asked;
    int64_t value;
} told_value;

typedef struct {
    uint32_t block, number;
} block_step;

/* Which blocks lead to which, with the conditions that the witness decides and no block arguments. Blocks by number
 * from the region's lowest on; parts of blocks that lead to each other are numbered in topological order. */
typedef struct {
    bool made;
    fp_cfg_lists next;
    uint32_t *part; /* by block; FP_NONE: the entry does not lead there */
} reach_graph;

/* The run of a region with the values of a witness: a tree of steps, each behind the step that led to it. It does not
 * depend on what is sought in it. */
typedef struct {
    FP_VEC(told_value) told;
    bool finished;            /* no limit ended the run */
    fp_numbers ends;          /* by step: the first step that no longer lies behind it */
    FP_VEC(block_step) steps; /* sorted by block, then number */
    reach_graph reach;
} replay;

/* What a branch goes by: a value, or with `negated` the opposite of it. FP_NONE: nothing that lasts. */
typedef struct {
    fp_value value;
    bool negated;
} condition;

/* A region of several blocks. */
typedef struct {
    fp_block entry, low, high; /* its first block, the range of its blocks */
    fp_block function;         /* first block of the function around */
    uint32_t *slots;           /* by block from `low` on: its first argument's place in states */
    uint32_t slot_count;
    condition *lasting;   /* by block: its condition, when that is the same for all threads whenever they come there */
    FP_VEC(fp_str) asked; /* names of the values that its conditions ask a witness for */
    fp_map asked_map;
    uint32_t *seen, *open; /* by block: the last search that came there; blocks that it has yet to go on from */
    uint32_t search;
    replay kept[FP_WAYS_KEPT];
    uint32_t kept_count, oldest;
} region;

struct fp_ways {
    struct fp_arena *scratch;
    const struct fp_kernel *kernel;
    FP_VEC(region *) regions;
    fp_map region_map;
};

/* One run: what is known where. */
typedef struct {
    const struct fp_ir *ir;
    const region *within;
    const replay *told;
    const state *now; /* NULL: nothing is known of block arguments */
} view;

/* The op itself or the one around it in a block of this region; FP_NONE: it is not in there. */
static fp_op ancestor_in(const struct fp_ir *ir, fp_op op, fp_op owner, uint32_t number) {
    for (; op != FP_NONE && ir->ops[op].block != FP_NONE; op = ir->ops[op].parent) {
        const fp_block_info *block = &ir->blocks[ir->ops[op].block];
        if (block->op == owner && block->region == number) return op;
    }
    return FP_NONE;
}

static bool is_inside(const region *r, fp_block block) {
    return block != FP_NONE && block >= r->low && block <= r->high;
}

/* ---- what conditions ask a witness for ---- */
/* An argument of the kernel, or a value that is made once: in the region's first block, or in the function's. */
static bool is_witness_value(const struct fp_ir *ir, const region *r, fp_value value) {
    fp_block home = fp_ir_home(ir, value);
    return home == r->entry || home == r->function;
}

static uint32_t asked_number(const region *r, fp_str name) {
    for (fp_map_probe probe = fp_map_find(&r->asked_map, fp_hash_bytes(name.data, name.len)); fp_map_next(&probe);)
        if (fp_str_equal(r->asked.data[probe.value], name)) return probe.value;
    return FP_NONE;
}

typedef struct {
    FP_VEC(fp_value) values;
    fp_map map;
} value_set;

static void add_value(struct fp_arena *scratch, value_set *set, fp_value value) {
    for (fp_map_probe probe = fp_map_find(&set->map, value); fp_map_next(&probe);)
        if (probe.value == value) return;
    fp_map_put(scratch, &set->map, value, value);
    *FP_PUSH(scratch, &set->values) = value;
}

/* The values that branches of the region choose by, or pass on. */
static void add_branch_values(struct fp_arena *scratch, const struct fp_ir *ir, const region *r, value_set *set) {
    for (fp_block b = r->entry; b != FP_NONE; b = ir->blocks[b].next) {
        if (ir->blocks[b].last == FP_NONE) continue;
        const fp_op_node *branch = &ir->ops[ir->blocks[b].last];
        for (uint32_t i = 0; i < branch->use_count; i++) add_value(scratch, set, ir->uses[branch->first_use + i].value);
        for (uint32_t k = 0; k < branch->successor_count; k++) {
            const fp_successor *way = &ir->successors[branch->first_successor + k];
            for (uint32_t i = 0; i < way->use_count; i++) add_value(scratch, set, ir->uses[way->first_use + i].value);
        }
    }
}

static void find_asked(struct fp_ways *ways, region *r) {
    const struct fp_ir *ir = ways->kernel->ir;
    struct fp_arena *scratch = fp_arena_new();
    value_set set = { 0 };
    add_branch_values(scratch, ir, r, &set);
    for (uint32_t i = 0; i < set.values.len; i++) {
        fp_value value = set.values.data[i];
        if (value >= ir->value_count) continue;
        const fp_value_info *info = &ir->values[value];
        if (is_witness_value(ir, r, value) && asked_number(r, info->name) == FP_NONE) {
            fp_map_put(ways->scratch, &r->asked_map, fp_hash_bytes(info->name.data, info->name.len), r->asked.len);
            *FP_PUSH(ways->scratch, &r->asked) = info->name;
        }
        fp_number_op op;
        if (info->block != FP_NONE || info->def == FP_NONE || !fp_number_op_at(ir, info->def, &op)) continue;
        for (uint32_t k = 0; k < fp_number_operands(op.arith); k++)
            add_value(scratch, &set, ir->uses[ir->ops[info->def].first_use + k].value);
    }
    fp_arena_drop(scratch);
}

static bool is_told(const replay *p, uint32_t asked) {
    for (uint32_t i = 0; i < p->told.len; i++)
        if (p->told.data[i].asked == asked) return true;
    return false;
}

/* What the witness says of the values that are asked for. */
static void read_witness(struct fp_ways *ways, const region *r, const fp_witness *witness, replay *p) {
    p->told.len = 0;
    for (size_t i = 0; i < witness->binding_count; i++) {
        const fp_binding *b = &witness->bindings[i];
        if (b->differs || b->open[0] || b->open[1]) continue;
        uint32_t asked = asked_number(r, b->name);
        if (asked != FP_NONE && !is_told(p, asked))
            *FP_PUSH(ways->scratch, &p->told) = (told_value){ asked, b->value[0] };
    }
}

static bool tells_the_same(const replay *a, const replay *b) {
    if (a->told.len != b->told.len) return false;
    for (uint32_t i = 0; i < a->told.len; i++)
        if (a->told.data[i].asked != b->told.data[i].asked || a->told.data[i].value != b->told.data[i].value)
            return false;
    return true;
}

/* ---- values ---- */
static bool told_by_witness(const view *v, fp_value value, int64_t *result) {
    if (!v->told->told.len || !is_witness_value(v->ir, v->within, value)) return false;
    uint32_t asked = asked_number(v->within, v->ir->values[value].name);
    for (uint32_t i = 0; i < v->told->told.len; i++) {
        if (v->told->told.data[i].asked != asked) continue;
        *result = v->told->told.data[i].value;
        return true;
    }
    return false;
}

static bool told_by_branches(const view *v, fp_value value, int64_t *result) {
    const fp_value_info *info = &v->ir->values[value];
    if (!v->now || !is_inside(v->within, info->block) || info->block == v->within->entry) return false;
    uint32_t slot = v->within->slots[info->block - v->within->low] + info->index;
    if (!v->now->known[slot]) return false;
    *result = v->now->values[slot];
    return true;
}

static bool told_by_choices(const view *v, fp_value value, int64_t *result) {
    for (uint32_t i = 0; v->now && i < v->now->choice_count; i++) {
        if (v->now->chosen[i] != value) continue;
        *result = v->now->truths[i];
        return true;
    }
    return false;
}

static bool value_of(const view *v, fp_value value, uint32_t depth, int64_t *result) {
    const struct fp_ir *ir = v->ir;
    int64_t operands[3] = { 0 };
    fp_number_op op;
    if (value >= ir->value_count || depth == FP_WAYS_DEPTH) return false;
    if (fp_ir_constant(ir, value, result) || told_by_witness(v, value, result) || told_by_branches(v, value, result) ||
        told_by_choices(v, value, result))
        return true;
    fp_op def = ir->values[value].def;
    if (ir->values[value].block != FP_NONE || def == FP_NONE || !fp_number_op_at(ir, def, &op)) return false;
    for (uint32_t i = 0; i < fp_number_operands(op.arith); i++)
        if (!value_of(v, ir->uses[ir->ops[def].first_use + i].value, depth + 1, &operands[i])) return false;
    return fp_number_evaluate(op, operands[0], operands[1], operands[2], result);
}

/* Number of the only successor that the values leave; FP_NONE: any may follow. */
static uint32_t decided_way(const view *v, fp_op branch) {
    const fp_op_node *node = &v->ir->ops[branch];
    if (node->successor_count == 1) return 0;
    const fp_use *use = fp_ir_two_ways(v->ir, branch);
    int64_t taken;
    return use && value_of(v, use->value, 0, &taken) ? (taken ? 0 : 1) : FP_NONE;
}

/* ---- the run ---- */
/* The value that the condition negates, or itself. */
static fp_value without_not(const struct fp_ir *ir, fp_value value) {
    fp_number_op op;
    int64_t one;
    fp_op def = fp_ir_definition(ir, value);
    if (def == FP_NONE || !fp_number_op_at(ir, def, &op) || op.arith != FP_ARITH_XOR || op.width != 1) return value;
    const fp_use *uses = ir->uses + ir->ops[def].first_use;
    return uses[0].value < ir->value_count && fp_ir_constant(ir, uses[1].value, &one) && one ? uses[0].value : value;
}

/* Is it made of nothing but what the kernel is given, or makes once? */
static bool is_made_once(const struct fp_ir *ir, const region *r, fp_value value, uint32_t depth) {
    int64_t constant;
    fp_number_op op;
    if (value >= ir->value_count || depth == FP_WAYS_DEPTH) return false;
    const fp_value_info *info = &ir->values[value];
    if (info->block != FP_NONE) return info->block == r->function;
    if (info->def == FP_NONE) return false;
    if (ir->ops[info->def].block == r->function || fp_ir_constant(ir, value, &constant)) return true;
    if (!fp_number_op_at(ir, info->def, &op)) return false;
    for (uint32_t i = 0; i < fp_number_operands(op.arith); i++)
        if (!is_made_once(ir, r, ir->uses[ir->ops[info->def].first_use + i].value, depth + 1)) return false;
    return true;
}

static condition find_lasting(struct fp_ways *ways, const region *r, fp_block block) {
    const struct fp_ir *ir = ways->kernel->ir;
    const fp_use *use = ir->blocks[block].last == FP_NONE ? NULL : fp_ir_two_ways(ir, ir->blocks[block].last);
    if (!use || use->value >= ir->value_count) return (condition){ FP_NONE, false };
    fp_value value = without_not(ir, use->value);
    bool lasts = is_made_once(ir, r, value, 0) && fp_addresses_alike(ways->kernel->addresses, value);
    return (condition){ lasts ? value : FP_NONE, value != use->value };
}

/* The state behind a branch: the arguments of the block that it leads to are those that it passes. */
static void enter(const view *v, const fp_successor *way, uint32_t above, state *to) {
    const fp_block_info *block = &v->ir->blocks[way->block];
    *to = *v->now;
    to->block = way->block;
    to->above = above;
    for (uint32_t i = 0; i < block->arg_count && way->block != v->within->entry; i++) {
        uint32_t slot = v->within->slots[way->block - v->within->low] + i;
        to->known[slot] = way->use_count == block->arg_count &&
                          value_of(v, v->ir->uses[way->first_use + i].value, 0, &to->values[slot]);
    }
}

/* The first way is taken where the condition holds. What is chosen of a condition holds for the rest of the way. */
static void choose(const view *v, uint32_t way, state *to) {
    condition lasting = v->within->lasting[v->now->block - v->within->low];
    if (lasting.value == FP_NONE || to->choice_count == FP_WAYS_CHOICES) return;
    to->chosen[to->choice_count] = lasting.value;
    to->truths[to->choice_count++] = (way == 0) != lasting.negated;
}

/* The last step, and all steps that it lies behind. */
typedef struct {
    uint32_t steps[FP_WAYS_STEPS], len;
} step_chain;

static void note_step(struct fp_arena *scratch, replay *p, step_chain *chain, const state *at) {
    uint32_t number = p->ends.len;
    *FP_PUSH(scratch, &p->ends) = FP_NONE;
    *FP_PUSH(scratch, &p->steps) = (block_step){ at->block, number };
    while (chain->len && chain->steps[chain->len - 1] != at->above) p->ends.data[chain->steps[--chain->len]] = number;
    chain->steps[chain->len++] = number;
}

static int compare_blocks(const void *a, const void *b) {
    const block_step *x = a, *y = b;
    return (x->block > y->block) - (x->block < y->block);
}

/* Follows all ways from the entry; false: a limit ended it. */
static bool follow(struct fp_arena *scratch, view *v, replay *p) {
    const struct fp_ir *ir = v->ir;
    state open[FP_WAYS_STATES];
    step_chain chain = { .len = 0 };
    uint32_t count = 1;
    open[0] = (state){ .block = v->within->entry, .above = FP_NONE };
    while (count) {
        if (p->ends.len == FP_WAYS_STEPS) return false;
        state at = open[--count];
        uint32_t number = p->ends.len;
        note_step(scratch, p, &chain, &at);
        fp_op last = ir->blocks[at.block].last;
        if (last == FP_NONE || !ir->ops[last].successor_count) continue;
        v->now = &at;
        uint32_t only = decided_way(v, last);
        for (uint32_t i = 0; i < ir->ops[last].successor_count; i++) {
            const fp_successor *way = &ir->successors[ir->ops[last].first_successor + i];
            if ((only != FP_NONE && only != i) || !is_inside(v->within, way->block)) continue;
            if (count == FP_WAYS_STATES) return false;
            enter(v, way, number, &open[count]);
            if (only == FP_NONE) choose(v, i, &open[count]);
            count++;
        }
    }
    return true;
}

static void run(struct fp_ways *ways, const region *r, replay *p) {
    view v = { .ir = ways->kernel->ir, .within = r, .told = p };
    p->ends.len = p->steps.len = 0;
    p->reach.made = false;
    p->finished = r->slot_count <= FP_WAYS_ARGUMENTS && follow(ways->scratch, &v, p);
    fp_sort(p->steps.data, p->steps.len, sizeof *p->steps.data, compare_blocks); /* stable: by number in a block */
}

/* ---- what the run has come to ---- */
typedef struct {
    fp_block from, to;
    bool behind; /* the consumer stands behind the producer in the same block */
} sought_way;

typedef struct {
    const block_step *data;
    uint32_t len;
} steps_of_block;

static steps_of_block steps_in(const replay *p, fp_block block) {
    uint32_t first = FP_COUNT_BELOW(p->steps.data, p->steps.len, block, block),
             end = FP_COUNT_BELOW(p->steps.data, p->steps.len, block, block + 1);
    return (steps_of_block){ end > first ? &p->steps.data[first] : NULL, end - first };
}

/* Does a step in the one block lie behind a step in the other? */
static bool run_leads(const replay *p, const sought_way *sought) {
    steps_of_block from = steps_in(p, sought->from), to = steps_in(p, sought->to);
    if (sought->behind) return from.len > 0;
    for (uint32_t i = 0, k = 0; i < from.len; i++) {
        while (k < to.len && to.data[k].number <= from.data[i].number) k++;
        if (k == to.len) return false;
        if (to.data[k].number < p->ends.data[from.data[i].number]) return true;
    }
    return false;
}

/* ---- what the graph leads to ---- */
/* FP_NONE: the block has no successor of that number, or the values rule it out. */
static uint32_t successor(const view *v, uint32_t only, fp_op branch, uint32_t number) {
    const fp_successor *way = &v->ir->successors[v->ir->ops[branch].first_successor + number];
    bool taken = (only == FP_NONE || only == number) && is_inside(v->within, way->block);
    return taken ? way->block - v->within->low : FP_NONE;
}

static fp_cfg_lists successors_of(struct fp_arena *scratch, const view *v) {
    const region *r = v->within;
    uint32_t count = r->high - r->low + 1, *ways = FP_NEW(scratch, uint32_t, count);
    FP_VEC(uint32_t) data = { 0 };
    fp_cfg_lists next = { .start = FP_NEW(scratch, uint32_t, count + 1), .count = count };
    for (fp_block b = r->entry; b != FP_NONE; b = v->ir->blocks[b].next) ways[b - r->low] = 1;
    for (uint32_t i = 0; i < count; i++) {
        fp_op last = ways[i] ? v->ir->blocks[r->low + i].last : FP_NONE;
        uint32_t only = last != FP_NONE && v->ir->ops[last].successor_count ? decided_way(v, last) : FP_NONE;
        for (uint32_t k = 0; last != FP_NONE && k < v->ir->ops[last].successor_count; k++) {
            uint32_t to = successor(v, only, last, k);
            if (to != FP_NONE) *FP_PUSH(scratch, &data) = to;
        }
        next.start[i + 1] = data.len;
    }
    next.data = data.data;
    return next;
}

/* Numbers the parts: against the direction of the ways, all that leads to a block and is not numbered yet leads in a
 * circle with it, when blocks are taken in the order in which a search from the entry leaves them. */
static void number_parts(struct fp_arena *scratch, uint32_t root, reach_graph *graph) {
    uint32_t count = graph->next.count, *order = FP_NEW(scratch, uint32_t, count + 1),
             *position = FP_NEW(scratch, uint32_t, count + 1), *open = FP_NEW(scratch, uint32_t, count + 1);
    uint32_t reached = fp_cfg_lists_order(scratch, graph->next, root, order, position);
    fp_cfg_lists before = fp_cfg_lists_reverse(scratch, graph->next);
    for (uint32_t i = 0; i < count; i++) graph->part[i] = FP_NONE;
    for (uint32_t i = 0; i < reached; i++) {
        if (graph->part[order[i]] != FP_NONE) continue;
        uint32_t height = 0;
        open[height++] = order[i];
        graph->part[order[i]] = i;
        while (height) {
            uint32_t at = open[--height];
            for (uint32_t k = before.start[at]; k < before.start[at + 1]; k++) {
                uint32_t from = before.data[k];
                if (position[from] == FP_CFG_NONE || graph->part[from] != FP_NONE) continue;
                graph->part[from] = i;
                open[height++] = from;
            }
        }
    }
}

static void make_graph(struct fp_ways *ways, const region *r, replay *p) {
    view v = { .ir = ways->kernel->ir, .within = r, .told = p };
    struct fp_arena *scratch = fp_arena_new();
    fp_cfg_lists next = successors_of(scratch, &v);
    uint32_t edges = next.start[next.count];
    if (!p->reach.part) { /* room for all successors: other values rule out others */
        uint32_t most = 0;
        for (fp_block b = r->entry; b != FP_NONE; b = v.ir->blocks[b].next)
            if (v.ir->blocks[b].last != FP_NONE) most += v.ir->ops[v.ir->blocks[b].last].successor_count;
        p->reach.part = FP_NEW(ways->scratch, uint32_t, next.count);
        p->reach.next = (fp_cfg_lists){ FP_NEW(ways->scratch, uint32_t, next.count + 1),
                                        FP_NEW(ways->scratch, uint32_t, most + 1), next.count };
    }
    memcpy(p->reach.next.start, next.start, (next.count + 1) * sizeof *next.start);
    if (edges) memcpy(p->reach.next.data, next.data, edges * sizeof *next.data);
    number_parts(scratch, r->entry - r->low, &p->reach);
    p->reach.made = true;
    fp_arena_drop(scratch);
}

/* Does a way of at least one branch lead from the one block to the other? Only parts between the two are searched. */
static bool leads(region *r, const reach_graph *graph, uint32_t from, uint32_t to) {
    uint32_t aim = graph->part[to], count = 0;
    if (graph->part[from] > aim) return false;
    if (graph->part[from] == aim && from != to) return true;
    r->search++;
    r->open[count++] = from;
    while (count) {
        uint32_t at = r->open[--count];
        for (uint32_t k = graph->next.start[at]; k < graph->next.start[at + 1]; k++) {
            uint32_t next = graph->next.data[k];
            if (graph->part[next] == aim) return true;
            if (graph->part[next] > aim || r->seen[next] == r->search) continue;
            r->seen[next] = r->search;
            r->open[count++] = next;
        }
    }
    return false;
}

static bool graph_leads(struct fp_ways *ways, region *r, replay *p, const sought_way *sought) {
    if (!p->reach.made) make_graph(ways, r, p);
    uint32_t from = sought->from - r->low, to = sought->to - r->low;
    if (p->reach.part[from] == FP_NONE) return false;
    return sought->behind || (p->reach.part[to] != FP_NONE && leads(r, &p->reach, from, to));
}

/* ---- regions ---- */
static region *find_region(struct fp_ways *ways, fp_block entry) {
    const struct fp_ir *ir = ways->kernel->ir;
    for (fp_map_probe probe = fp_map_find(&ways->region_map, entry); fp_map_next(&probe);)
        if (ways->regions.data[probe.value]->entry == entry) return ways->regions.data[probe.value];
    region *r = FP_NEW(ways->scratch, region, 1);
    r->entry = r->low = r->high = entry;
    r->function = fp_ir_region(ir, ways->kernel->op, 0);
    for (fp_block b = entry; b != FP_NONE; b = ir->blocks[b].next) {
        if (b < r->low) r->low = b;
        if (b > r->high) r->high = b;
    }
    uint32_t blocks = r->high - r->low + 1;
    r->slots = FP_NEW(ways->scratch, uint32_t, blocks);
    r->seen = FP_NEW(ways->scratch, uint32_t, blocks);
    r->open = FP_NEW(ways->scratch, uint32_t, blocks);
    for (fp_block b = entry; b != FP_NONE; b = ir->blocks[b].next) {
        if (b == entry) continue; /* its arguments are the function's, which the witness names */
        r->slots[b - r->low] = r->slot_count;
        r->slot_count += ir->blocks[b].arg_count;
    }
    find_asked(ways, r);
    r->lasting = FP_NEW(ways->scratch, condition, blocks);
    for (fp_block b = entry; b != FP_NONE; b = ir->blocks[b].next) r->lasting[b - r->low] = find_lasting(ways, r, b);
    fp_map_put(ways->scratch, &ways->region_map, entry, ways->regions.len);
    *FP_PUSH(ways->scratch, &ways->regions) = r;
    return r;
}

/* The run of the region with the values of the witness. */
static replay *find_replay(struct fp_ways *ways, region *r, const fp_witness *witness) {
    replay asked = { 0 };
    fp_arena_mark_t mark = fp_arena_mark(ways->scratch);
    read_witness(ways, r, witness, &asked);
    for (uint32_t i = 0; i < r->kept_count; i++)
        if (tells_the_same(&r->kept[i], &asked)) {
            fp_arena_reset(ways->scratch, mark);
            return &r->kept[i];
        }
    replay *p = &r->kept[r->oldest];
    r->oldest = (r->oldest + 1) % FP_WAYS_KEPT;
    if (r->kept_count < FP_WAYS_KEPT) r->kept_count++;
    fp_arena_reset(ways->scratch, mark);
    read_witness(ways, r, witness, p);
    run(ways, r, p);
    return p;
}

struct fp_ways *fp_ways_new(struct fp_arena *scratch, const struct fp_kernel *kernel) {
    struct fp_ways *ways = FP_NEW(scratch, struct fp_ways, 1);
    *ways = (struct fp_ways){ .scratch = scratch, .kernel = kernel };
    return ways;
}

bool fp_ways_lead(struct fp_ways *ways, const fp_witness *witness, fp_op producer, fp_op consumer) {
    const struct fp_ir *ir = ways->kernel->ir;
    for (fp_op op = producer; op != FP_NONE && ir->ops[op].block != FP_NONE; op = ir->ops[op].parent) {
        const fp_block_info *own = &ir->blocks[ir->ops[op].block];
        fp_block entry = fp_ir_region(ir, own->op, own->region);
        if (ir->blocks[entry].next == FP_NONE) continue;
        fp_op other = ancestor_in(ir, consumer, own->op, own->region);
        if (other == FP_NONE) continue;
        region *r = find_region(ways, entry);
        replay *p = find_replay(ways, r, witness);
        sought_way sought = { ir->ops[op].block, ir->ops[other].block, false };
        sought.behind = sought.from == sought.to && op <= other;
        if (!run_leads(p, &sought) && (p->finished || !graph_leads(ways, r, p, &sought))) return false;
    }
    return true;
}
