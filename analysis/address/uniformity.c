#include "address/uniformity.h"
#include "address/address_op.h"
#include "address/address_variable.h"
#include "address/buffer.h"
#include "address/thread_number.h"
#include "read/cfg_reduce.h"
#include <string.h>

enum { ROUNDS_MAX = 12, SPREAD_STEPS_PER_BLOCK = 64 };

struct pass {
    struct fp_addresses *a;
    const struct fp_ir *ir;
    fp_uniformity *uniformities;
    fp_uniformity *forced; /* per block: what the arguments must join, from branches that decide which way leads here */
    uint32_t *cycle;       /* per block: divergent loop it is in, by the block that leaves it + 1; 0: none */
    fp_uniformity *leaving; /* per block in such a loop: how far threads agree on when they leave it */
    fp_roots written;
    bool writes_unknown; /* global memory that the function writes */
    bool one_program;    /* what memory or another function gives is one value for all threads that ask together */
    bool changed;
};

static fp_uniformity on(fp_uniform uniformity) { return (fp_uniformity){ .among = uniformity }; }
static const fp_uniformity best = { .among = FP_UNIFORM_CLUSTER },
                           unknown = { .among = FP_UNIFORM_LANE, .doubt = true },
                           per_lane = { .among = FP_UNIFORM_LANE };

static fp_uniformity join(fp_uniformity a, fp_uniformity b) {
    fp_uniformity both = a.among > b.among ? a : b;
    if (a.among == b.among) both.doubt = a.doubt && b.doubt;
    return both;
}

static bool is_same(fp_uniformity a, fp_uniformity b) { return a.among == b.among && a.doubt == b.doubt; }

static void raise(struct pass *p, fp_value value, fp_uniformity uniformity) {
    fp_uniformity joined = join(p->uniformities[value], uniformity);
    /* `doubt` only ever goes with a level: once a thread id is in, it stays gone. */
    if (is_same(joined, p->uniformities[value])) return;
    p->uniformities[value] = joined;
    p->changed = true;
}

/* A value as an op in `block` sees it: threads that left a loop in different iterations hold different values of it. */
static fp_uniformity seen(const struct pass *p, fp_value value, fp_block block) {
    if (value >= p->ir->value_count) return unknown;
    fp_block home = fp_ir_home(p->ir, value);
    if (home != FP_NONE && p->cycle[home] && (block == FP_NONE || p->cycle[block] != p->cycle[home]))
        return join(p->uniformities[value], p->leaving[home]);
    return p->uniformities[value];
}

static fp_uniformity operands(const struct pass *p, fp_op op) {
    const fp_op_node *n = &p->ir->ops[op];
    fp_uniformity uniformity = best;
    for (uint32_t i = 0; i < n->use_count; i++)
        uniformity = join(uniformity, seen(p, p->ir->uses[n->first_use + i].value, n->block));
    return uniformity;
}

/* Lanes exchange what all of them have; or all read what one of them has, if they agree on which and are no parts of
 * the wave, each of which reads a lane of its own. */
static fp_uniformity of_shuffle(const struct pass *p, fp_op op, const fp_op_info *info) {
    const fp_op_node *n = &p->ir->ops[op];
    fp_uniformity uniformity = operands(p, op), others = best;
    const fp_use *value = fp_ir_operand(p->ir, op, info->value);
    if (uniformity.among < info->uniformity) return uniformity;
    for (uint32_t i = 0; value && i < n->use_count; i++)
        if (&p->ir->uses[n->first_use + i] != value)
            others = join(others, seen(p, p->ir->uses[n->first_use + i].value, n->block));
    bool by_lane = value && others.among <= FP_UNIFORM_WAVE && fp_ir_says(p->ir, op, fp_named.idx) &&
                   fp_address_exchanges_in_wave(p->ir, op, value, p->a->launch.wave_size);
    return on(by_lane ? FP_UNIFORM_WAVE : info->uniformity);
}

static fp_uniformity condition_of(const struct pass *p, fp_op op) {
    const fp_use *use = p->ir->ops[op].info ? fp_ir_operand(p->ir, op, p->ir->ops[op].info->condition) : NULL;
    return use ? seen(p, use->value, p->ir->ops[op].block) : operands(p, op);
}

/* ---- Operations ---- */

static const fp_op_node *terminator(const struct fp_ir *ir, fp_block block) {
    return block == FP_NONE || ir->blocks[block].last == FP_NONE ? NULL : &ir->ops[ir->blocks[block].last];
}

/* Operand `index` of the terminators of a region's blocks that yield. `value` is the one value that all of them
 * yield, FP_NONE: several. */
static fp_uniformity yielded(const struct pass *p, fp_op op, uint32_t region, uint32_t index, fp_value *value) {
    fp_uniformity uniformity = best;
    bool first = true;
    *value = FP_NONE;
    for (fp_block b = fp_ir_region(p->ir, op, region); b != FP_NONE; b = p->ir->blocks[b].next) {
        const fp_op_node *last = terminator(p->ir, b);
        if (!last || !last->info || last->info->effect != FP_EFFECT_YIELD) continue;
        if (index >= last->use_count) return unknown;
        fp_value v = p->ir->uses[last->first_use + index].value;
        uniformity = join(uniformity, seen(p, v, b));
        *value = first ? v : FP_NONE;
        first = false;
    }
    return uniformity;
}

static bool same_constant(const struct pass *p, fp_value a, fp_value b) {
    int64_t x, y;
    if (a == FP_NONE || b == FP_NONE) return false;
    return a == b || (fp_ir_constant(p->ir, a, &x) && fp_ir_constant(p->ir, b, &y) && x == y);
}

static fp_uniformity bounds_of_loop(const struct pass *p, fp_op op) {
    fp_uniformity uniformity = best;
    for (uint32_t k = 0; k < 3; k++) {
        fp_subscripts list = fp_ir_list(p->ir, op, k);
        if (!list.known) continue;
        for (size_t i = 0; i < list.len; i++)
            if (list.data[i].is_value) uniformity = join(uniformity, seen(p, list.data[i].value, p->ir->ops[op].block));
        for (uint32_t i = 0; i < list.operand_count; i++)
            uniformity = join(uniformity, seen(p, list.operands[i], p->ir->ops[op].block));
    }
    return uniformity;
}

static fp_uniformity of_region(const struct pass *p, fp_op op, uint32_t index) {
    const fp_op_node *n = &p->ir->ops[op];
    fp_uniformity uniformity = best;
    fp_value first = FP_NONE, value;
    switch (n->info->region) {
    case FP_REGION_IF:
    case FP_REGION_SWITCH:
    case FP_REGION_ONCE: {
        bool same = true;
        for (uint32_t r = 0; r < n->region_count; r++) {
            uniformity = join(uniformity, yielded(p, op, r, index, &value));
            if (r == 0)
                first = value;
            else
                same &= same_constant(p, first, value);
        }
        return same || n->info->region == FP_REGION_ONCE ? uniformity : join(uniformity, condition_of(p, op));
    }
    case FP_REGION_FOR: {
        uint32_t count;
        const fp_use *inits = fp_ir_inits(p->ir, op, &count);
        if (!inits || index >= count) return unknown;
        uniformity = join(yielded(p, op, 0, index, &value), seen(p, inits[index].value, n->block));
        return join(uniformity, bounds_of_loop(p, op));
    }
    case FP_REGION_WHILE: {
        const fp_op_node *last = terminator(p->ir, fp_ir_region(p->ir, op, 0));
        if (!last || index + 1 >= last->use_count) return unknown;
        return join(seen(p, p->ir->uses[last->first_use].value, last->block),
                    seen(p, p->ir->uses[last->first_use + index + 1].value, last->block));
    }
    case FP_REGION_BODY: return operands(p, op);
    case FP_REGION_NONE:
    case FP_REGION_FUNC:
    case FP_REGION_LAUNCH:
    case FP_REGION_PARALLEL:
    case FP_REGION_LANE0:
    case FP_REGION_PARTITIONS:
    case FP_REGION_MODULE: break;
    }
    return unknown;
}

/* A load gives what its address gives, unless somebody may write there meanwhile. Races on workgroup memory are
 * reported on their own. */
static fp_uniformity of_load(const struct pass *p, fp_op op) {
    fp_uniformity uniformity = operands(p, op);
    const fp_use *use = fp_ir_operand(p->ir, op, p->ir->ops[op].info->read);
    if (!use || use->value >= p->ir->value_count) return unknown;
    fp_builtin builtin =
        p->ir->ops[op].result_count ? fp_address_builtin(p->ir, p->ir->ops[op].first_result) : FP_BUILTIN_NONE;
    if (builtin != FP_BUILTIN_NONE) return builtin == FP_BUILTIN_THREAD ? per_lane : on(FP_UNIFORM_WORKGROUP);
    if (p->one_program) return join(uniformity, on(FP_UNIFORM_WORKGROUP));
    if (!p->a->buffers) return p->writes_unknown ? join(uniformity, unknown) : uniformity;
    fp_roots roots = fp_buffers_of(p->a->buffers, use->value),
             global = fp_buffers_in_space(p->a->buffers, roots, 1 /* global */);
    if (roots == 0) { /* private memory: each thread's own */
        fp_value stored = fp_address_variable(p->a, op);
        return stored == FP_NONE ? join(uniformity, unknown) : seen(p, stored, p->ir->ops[op].block);
    }
    if (global &&
        (p->writes_unknown || (p->written && fp_buffers_alias(p->a->buffers, p->written, global) != FP_ALIAS_NEVER)))
        return join(uniformity, unknown);
    return uniformity;
}

/* What a body returns, where one place of it does. */
static fp_uniformity of_body(const struct pass *p, fp_op call, uint32_t index) {
    fp_value value;
    fp_block body = fp_ir_region(p->ir, call, 0);
    fp_uniformity uniformity = yielded(p, call, 0, index, &value);
    return p->ir->blocks[body].next == FP_NONE || value != FP_NONE ? uniformity : join(uniformity, unknown);
}

/* What an op gives of which no more is known than what it is given. */
static fp_uniformity outside(const struct pass *p, fp_op op) {
    return p->one_program ? join(operands(p, op), on(FP_UNIFORM_WORKGROUP)) : unknown;
}

/* How many threads agree on the result of a function of compilers' libraries; false: it is none. */
static bool find_callee(const struct fp_ir *ir, fp_op call, fp_uniform *level) {
    fp_str callee = fp_ir_symbol(ir, call, 0);
    if (fp_str_starts(callee, FP_STR("@"))) callee = fp_str_slice(callee, 1, callee.len);
#define FP_CALLEE(prefix, known) \
    if (fp_str_starts(callee, FP_STR(prefix))) return *level = FP_UNIFORM_##known, true;
#include "facts/callees.def"
#undef FP_CALLEE
    return false;
}

bool fp_address_calls_function(const struct fp_ir *ir, fp_op op) {
    fp_uniform level;
    const fp_op_info *info = ir->ops[op].info;
    return info && info->effect == FP_EFFECT_CALL && !fp_ir_is_joined(ir, op) && find_callee(ir, op, &level) &&
           level == FP_UNIFORM_JOIN;
}

/* A call of which no more is seen gives anything, save for functions of compilers' libraries. */
static fp_uniformity of_call(const struct pass *p, fp_op op, uint32_t index) {
    fp_uniform level;
    if (fp_ir_is_joined(p->ir, op)) return of_body(p, op, index);
    if (!find_callee(p->ir, op, &level)) return outside(p, op);
    return level == FP_UNIFORM_JOIN ? operands(p, op) : on(level);
}

/* Of assembly: threads may agree on what it computes of values that they do not agree on. Races on workgroup memory are
 * reported on their own. */
static fp_uniformity of_text(const struct pass *p, fp_op op) {
    fp_assembly_results text;
    if (!fp_ir_assembly(p->ir, op, &text)) return unknown;
    fp_made_of made_of = fp_assembly_part(&text, FP_NONE).made_of;
    if (made_of > FP_MADE_OF_WORKGROUP) return unknown;
    fp_uniformity uniformity = operands(p, op);
    if (made_of == FP_MADE_OF_WORKGROUP) uniformity = join(uniformity, on(FP_UNIFORM_WORKGROUP));
    uniformity.doubt |= uniformity.among > FP_UNIFORM_WORKGROUP;
    return uniformity;
}

static fp_uniformity of_op(const struct pass *p, fp_op op, uint32_t index) {
    const fp_op_node *n = &p->ir->ops[op];
    const fp_op_info *info = fp_address_row(p->a->ir, op);
    if (fp_address_is_of_host(p->a, op)) return best; /* it computes one value for all threads */
    if (!info || info->only_streams || n->damaged) return unknown;
    fp_uniformity inputs;
    switch (info->uniformity) {
    case FP_UNIFORM_CLUSTER:
    case FP_UNIFORM_WORKGROUP: return on(info->uniformity);
    case FP_UNIFORM_LANE: return info->arith == FP_ARITH_SHUFFLE ? of_shuffle(p, op, info) : on(info->uniformity);
    case FP_UNIFORM_WAVE:
        inputs = operands(p, op); /* the first lane's value of what all agree on */
        return (info->arith == FP_ARITH_FIRST_LANE || info->arith == FP_ARITH_SHUFFLE) && inputs.among < FP_UNIFORM_WAVE
                   ? inputs
                   : on(FP_UNIFORM_WAVE);
    case FP_UNIFORM_OF_ADDRESS: return of_load(p, op);
    case FP_UNIFORM_JOIN: break;
    }
    if (info->effect == FP_EFFECT_CALL) return of_call(p, op, index);
    if (info->effect == FP_EFFECT_ATOMIC) return outside(p, op);
    if (info->effect == FP_EFFECT_BY_TEXT) return of_text(p, op);
    if (info->region != FP_REGION_NONE && n->region_count) return of_region(p, op, index);
    bool holds;
    if (fp_address_flag_settled(p->a, op, &holds)) return best;
    if (info->arith == FP_ARITH_SELECT && n->use_count == 3 &&
        fp_address_flag_settled(p->a, fp_ir_definition(p->ir, p->ir->uses[n->first_use].value), &holds))
        return seen(p, p->ir->uses[n->first_use + (holds ? 1 : 2)].value, n->block);
    return fp_address_parts_waves(p->a, op) ? on(FP_UNIFORM_WAVE) : operands(p, op);
}

/* ---- Block arguments ---- */

static fp_uniformity of_incoming(struct pass *p, fp_block block, uint32_t index) {
    fp_uniformity uniformity = p->forced[block];
    uint32_t count;
    const uint32_t *edges = fp_address_edges_to(p->a, block, &count);
    fp_value first = FP_NONE;
    bool same = true;
    for (uint32_t i = 0; i < count; i++) {
        const fp_successor *s = &p->ir->successors[edges[i]];
        if (index >= s->use_count) return unknown;
        fp_value value = p->ir->uses[s->first_use + index].value;
        uniformity = join(uniformity, seen(p, value, block));
        if (i == 0)
            first = value;
        else
            same &= same_constant(p, first, value);
    }
    return count == 0 ? unknown : same && count > 1 ? seen(p, first, block) : uniformity;
}

static fp_uniformity of_argument(struct pass *p, fp_block block, uint32_t index) {
    const struct fp_ir *ir = p->ir;
    fp_op owner = ir->blocks[block].op;
    const fp_op_info *row = owner == FP_NONE ? NULL : ir->ops[owner].info;
    uint32_t count, region = ir->blocks[block].region;
    fp_value value;
    if (owner != FP_NONE && fp_address_is_of_host(p->a, owner)) return best;
    if (block != (owner == FP_NONE ? FP_NONE : fp_ir_region(ir, owner, region))) return of_incoming(p, block, index);
    if (owner == p->a->function && !(row && row->region == FP_REGION_LAUNCH))
        return fp_address_is_uniform_parameter(p->a, index)
                   ? best
                   : (fp_uniformity){ .among = FP_UNIFORM_WORKGROUP, .doubt = true };
    if (!row) return unknown;
    switch (row->region) {
    case FP_REGION_FUNC: return best;
    case FP_REGION_LAUNCH: return index < 3 ? on(FP_UNIFORM_WORKGROUP) : index < 6 ? per_lane : best;
    case FP_REGION_FOR: {
        const fp_use *inits = fp_ir_inits(ir, owner, &count);
        if (index == 0) return bounds_of_loop(p, owner);
        if (!inits || index > count) return unknown;
        return join(seen(p, inits[index - 1].value, ir->ops[owner].block), yielded(p, owner, 0, index - 1, &value));
    }
    case FP_REGION_WHILE: {
        const fp_use *inits = fp_ir_inits(ir, owner, &count);
        const fp_op_node *last = terminator(ir, fp_ir_region(ir, owner, 0));
        if (region == 1)
            return last && index + 1 < last->use_count
                       ? seen(p, ir->uses[last->first_use + index + 1].value, last->block)
                       : unknown;
        if (!inits || index >= count) return unknown;
        return join(seen(p, inits[index].value, ir->ops[owner].block), yielded(p, owner, 1, index, &value));
    }
    case FP_REGION_PARALLEL: return fp_ir_attribute(ir, owner, fp_named.mapping).len ? per_lane : unknown;
    case FP_REGION_PARTITIONS:
        return index < ir->ops[owner].use_count
                   ? seen(p, ir->uses[ir->ops[owner].first_use + index].value, ir->ops[owner].block)
                   : unknown;
    case FP_REGION_NONE:
    case FP_REGION_ONCE:
    case FP_REGION_IF:
    case FP_REGION_SWITCH:
    case FP_REGION_LANE0:
    case FP_REGION_BODY:
    case FP_REGION_MODULE: break;
    }
    return unknown;
}

/* ---- Divergent branches ---- */

/* The blocks of one region as numbers, with one exit behind them. */
struct region {
    fp_block *blocks;
    uint32_t count;
    uint32_t *number; /* by block of the function */
    fp_cfg_lists forward;
    fp_cfg_dominators after; /* post-dominators */
};

static struct region region_of(struct pass *p, struct fp_arena *scratch, fp_block first) {
    const struct fp_ir *ir = p->ir;
    struct region r = { .count = 0 };
    for (fp_block b = first; b != FP_NONE; b = ir->blocks[b].next) r.count++;
    r.blocks = FP_NEW(scratch, fp_block, r.count + 1);
    r.number = FP_NEW(scratch, uint32_t, ir->block_count + 1);
    uint32_t i = 0, edges = 0;
    for (fp_block b = first; b != FP_NONE; b = ir->blocks[b].next) {
        r.number[b] = i + 1;
        r.blocks[i++] = b;
        const fp_op_node *last = terminator(ir, b);
        edges += last ? last->successor_count + 1 : 1;
    }
    r.forward = (fp_cfg_lists){ FP_NEW(scratch, uint32_t, r.count + 2), FP_NEW(scratch, uint32_t, edges + r.count + 1),
                                r.count + 1 };
    uint32_t at = 0;
    for (i = 0; i < r.count; i++) {
        r.forward.start[i] = at;
        const fp_op_node *last = terminator(ir, r.blocks[i]);
        bool leaves = !last || last->successor_count == 0;
        for (uint32_t k = 0; last && k < last->successor_count; k++) {
            fp_block to = ir->successors[last->first_successor + k].block;
            if (to != FP_NONE && r.number[to])
                r.forward.data[at++] = r.number[to] - 1;
            else
                leaves = true;
        }
        if (leaves) r.forward.data[at++] = r.count;
    }
    r.forward.start[r.count] = r.forward.start[r.count + 1] = at;
    r.after = fp_cfg_dominators_find(scratch, fp_cfg_lists_reverse(scratch, r.forward), r.count);
    return r;
}

static void force(struct pass *p, fp_block block, fp_uniformity uniformity) {
    fp_uniformity joined = join(p->forced[block], uniformity);
    if (is_same(joined, p->forced[block])) return;
    p->forced[block] = joined;
    p->changed = true;
}

/* Does more than one edge lead from the ways of the branch that ends `from` to where they meet? With one alone all
 * threads hand over the same operands there, as behind a loop that they leave in different iterations. */
static bool meet_by_edges(const struct region *r, uint32_t from, uint32_t meeting, const uint64_t *ways) {
    uint32_t edges = 0;
    for (uint32_t v = 0; v < r->count && edges < 2; v++) {
        if (v != from && (v == meeting || !ways[v])) continue;
        for (uint32_t k = r->forward.start[v]; k < r->forward.start[v + 1]; k++) edges += r->forward.data[k] == meeting;
    }
    return edges > 1;
}

/* Blocks between a divergent branch and where its ways meet again that several of its ways lead to: which way a
 * thread came depends on the condition. Those that one way leads to belong to the threads that took it, all alike. */
static void spread(struct pass *p, struct fp_arena *scratch, const struct region *r, uint32_t from,
                   fp_uniformity uniformity, uint64_t *budget) {
    uint32_t *stack = FP_NEW(scratch, uint32_t, r->count + 2), height = 0, meeting = r->after.idom[from];
    uint64_t *ways = FP_NEW(scratch, uint64_t,
                            r->count + 2); /* bits of the ways that lead there; of more than 64, all count as several */
    bool *waiting = FP_NEW(scratch, bool, r->count + 2);
    uint32_t first = r->forward.start[from], behind = r->forward.start[from + 1];
    bool crowded = behind - first > 64;
    for (uint32_t k = first; k < behind; k++) {
        uint32_t to = r->forward.data[k];
        ways[to] |= crowded ? 3 : UINT64_C(1) << (k - first);
        if (!waiting[to]) waiting[to] = true, stack[height++] = to;
    }
    while (height > 0) {
        uint32_t v = stack[--height];
        waiting[v] = false;
        if (v == r->count || v == meeting) continue;
        for (uint32_t k = r->forward.start[v]; k < r->forward.start[v + 1]; k++) {
            uint32_t to = r->forward.data[k];
            if (*budget) (*budget)--;
            uint64_t more = ways[v] & ~ways[to];
            if (!*budget && ways[to]) more = 0; /* no longer told apart: see below */
            if (!more) continue;
            ways[to] |= more;
            if (!waiting[to]) waiting[to] = true, stack[height++] = to;
        }
    }
    bool choice = meeting < r->count && meet_by_edges(r, from, meeting, ways);
    for (uint32_t v = 0; v < r->count; v++) {
        if (!ways[v]) continue;
        if (v != meeting && uniformity.among > FP_UNIFORM_WAVE) p->a->partial_waves[r->blocks[v]] = true;
        if (!*budget)
            force(p, r->blocks[v], unknown);
        else if (v == meeting ? choice : (ways[v] & (ways[v] - 1)) != 0)
            force(p, r->blocks[v], uniformity);
    }
    if (!ways[from]) return; /* else a loop that threads leave in different iterations */
    for (uint32_t v = 0; v < r->count; v++) {
        fp_block b = r->blocks[v];
        if (!ways[v] || v == meeting) continue;
        if (p->cycle[b] == 0) p->cycle[b] = r->blocks[from] + 1, p->changed = true;
        fp_uniformity leaving = join(p->leaving[b], uniformity);
        if (is_same(leaving, p->leaving[b])) continue;
        p->leaving[b] = leaving, p->changed = true;
    }
}

static void spread_branches(struct pass *p, fp_block first) {
    const struct fp_ir *ir = p->ir;
    if (first == FP_NONE || ir->blocks[first].next == FP_NONE) return;
    bool any = false;
    for (fp_block b = first; b != FP_NONE && !any; b = ir->blocks[b].next) {
        const fp_op_node *last = terminator(ir, b);
        any = last && last->successor_count > 1 && condition_of(p, ir->blocks[b].last).among > FP_UNIFORM_WORKGROUP;
    }
    if (!any) return;
    struct fp_arena *scratch = fp_arena_new();
    struct region r = region_of(p, scratch, first);
    uint64_t budget = (uint64_t)r.count * SPREAD_STEPS_PER_BLOCK + 4096;
    for (uint32_t v = 0; v < r.count; v++) {
        const fp_op_node *last = terminator(ir, r.blocks[v]);
        if (!last || last->successor_count < 2) continue;
        fp_uniformity uniformity = condition_of(p, ir->blocks[r.blocks[v]].last);
        fp_arena_mark_t mark = fp_arena_mark(scratch);
        if (uniformity.among > FP_UNIFORM_WORKGROUP) spread(p, scratch, &r, v, uniformity, &budget);
        fp_arena_reset(scratch, mark);
    }
    fp_arena_drop(scratch);
}

/* ---- The fixed point ---- */

/* The global memory behind an operand is written. */
static void write_to(struct pass *p, const fp_use *use) {
    if (use->value >= p->ir->value_count) return;
    if (p->a->buffers)
        p->written = fp_buffers_union(
            p->a->buffers, p->written,
            fp_buffers_in_space(p->a->buffers, fp_buffers_of(p->a->buffers, use->value), FP_SPACE_GLOBAL));
    else if (fp_address_type(p->a, use->value).memory != FP_MEMORY_WORKGROUP)
        p->writes_unknown = true;
}

/* May the op write memory behind any of its operands? So does one that no table knows, and assembly that does more than
 * compute and load. */
static bool writes_operands(const struct fp_ir *ir, fp_op op, const fp_op_info *info) {
    fp_assembly_results text;
    if (!info) return true;
    if (info->effect == FP_EFFECT_BY_TEXT)
        return fp_address_has_side_effects(ir, op) && (!fp_ir_assembly(ir, op, &text) || text.writes);
    return fp_effect_traits_of[info->effect].writes && fp_operand_is_all(info->write);
}

static void find_writes(struct pass *p, fp_op_range range) {
    const struct fp_ir *ir = p->ir;
    for (fp_op op = range.first; op < range.end; op++) {
        const fp_op_node *node = &ir->ops[op];
        const fp_op_info *info = fp_address_row(ir, op);
        if (fp_address_is_of_host(p->a, op)) continue;
        if (writes_operands(ir, op, info)) {
            for (uint32_t i = 0; i < node->use_count; i++) write_to(p, &ir->uses[node->first_use + i]);
            continue;
        }
        if (info->effect == FP_EFFECT_CALL && !fp_ir_is_joined(ir, op)) p->writes_unknown = true;
        if (!fp_effect_traits_of[info->effect].writes) continue;
        const fp_use *use = fp_ir_operand(ir, op, info->write);
        if (use) write_to(p, use);
        if (!fp_operand_is_one(info->write) && fp_operand_is_one(info->read) && info->effect == FP_EFFECT_ASYNC_COPY)
            p->writes_unknown = true; /* a tensor's descriptor says where the copy goes */
    }
}

static void raise_arguments(struct pass *p, fp_op op) {
    const struct fp_ir *ir = p->ir;
    for (uint32_t r = 0; r < ir->ops[op].region_count; r++)
        for (fp_block b = fp_ir_region(ir, op, r); b != FP_NONE; b = ir->blocks[b].next)
            for (uint32_t i = 0; i < ir->blocks[b].arg_count; i++)
                raise(p, ir->blocks[b].first_arg + i, of_argument(p, b, i));
}

static void raise_results(struct pass *p, fp_op op) {
    const fp_op_node *n = &p->ir->ops[op];
    for (uint32_t i = 0; i < n->result_count; i++) raise(p, n->first_result + i, of_op(p, op, i));
}

static void spread_regions(struct pass *p, fp_op op) {
    for (uint32_t r = 0; r < p->ir->ops[op].region_count; r++) spread_branches(p, fp_ir_region(p->ir, op, r));
}

/* What the host computes is one value for all threads, as every value is before the first round. */
static void round_over(struct pass *p) {
    static void (*const steps[])(struct pass *, fp_op) = { raise_arguments, raise_results, spread_regions };
    for (uint32_t step = 0; step < 3; step++)
        for (uint32_t part = 0; part < 2; part++)
            for (fp_op op = p->a->run[part].first; op < p->a->run[part].end; op++) steps[step](p, op);
}

static void compute(struct fp_addresses *a) {
    const struct fp_ir *ir = a->ir;
    a->uniformities = FP_NEW(a->keep, fp_uniformity, ir->value_count + 1);
    a->partial_waves = FP_NEW(a->keep, bool, ir->block_count + 1);
    a->parted = FP_NEW(a->keep, bool, ir->block_count + 1);
    struct pass p = { .a = a,
                      .ir = ir,
                      .uniformities = a->uniformities,
                      .forced = FP_NEW(a->keep, fp_uniformity, ir->block_count + 1),
                      .cycle = FP_NEW(a->keep, uint32_t, ir->block_count + 1),
                      .leaving = FP_NEW(a->keep, fp_uniformity, ir->block_count + 1),
                      .changed = true };
    const fp_op_info *row = a->function == FP_NONE ? NULL : ir->ops[a->function].info;
    p.one_program = row && row->one_program;
    for (uint32_t part = 0; part < 2; part++) find_writes(&p, a->run[part]);
    a->written = p.written;
    a->writes_unknown = p.writes_unknown;
    for (uint32_t round = 0; p.changed && round < ROUNDS_MAX; round++) {
        p.changed = false;
        round_over(&p);
    }
    for (fp_block b = 0; b < ir->block_count; b++)
        a->parted[b] = p.changed || p.forced[b].among > FP_UNIFORM_WORKGROUP || p.forced[b].doubt || p.cycle[b];
    if (!p.changed) return;
    for (fp_value v = 0; v < ir->value_count; v++)
        a->uniformities[v] = join(a->uniformities[v], unknown); /* it did not settle: claim nothing */
}

void fp_address_find_levels(struct fp_addresses *a) {
    if (!a->uniformities) compute(a);
}

/* The workgroup is no larger than a wave. */
static bool is_one_wave(const struct fp_addresses *a) {
    const uint32_t *block = a->launch.block;
    return block[0] && (uint64_t)block[0] * block[1] * block[2] <= a->launch.wave_size;
}

fp_uniformity fp_address_value_uniformity(struct fp_addresses *a, fp_value value) {
    fp_address_find_levels(a);
    if (value >= a->ir->value_count) return unknown;
    fp_uniformity uniformity = a->uniformities[value];
    return uniformity.among == FP_UNIFORM_WAVE && is_one_wave(a) ? on(FP_UNIFORM_WORKGROUP) : uniformity;
}
