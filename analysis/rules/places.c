#include "rules/places.h"
#include "rules/fix_edit.h"

enum {
    VIEWS_MAX = 32,  /* views of views; a kernel has three */
    BLOCKS_MAX = 256 /* of one region: where it has more nothing is seen from one block in another */
};

/* ---- blocks ---- */
static uint32_t count_before(const struct fp_ir *ir, fp_block first, fp_block block) {
    uint32_t count = 0;
    for (fp_block b = first; b != FP_NONE && b != block; b = ir->blocks[b].next) count++;
    return count;
}

static bool has_edge(const struct fp_ir *ir, fp_block from, fp_block to) {
    fp_op last = ir->blocks[from].last;
    if (last == FP_NONE) return false;
    const fp_op_node *op = &ir->ops[last];
    for (uint32_t i = 0; i < op->successor_count; i++)
        if (ir->successors[op->first_successor + i].block == to) return true;
    return false;
}

/* Marks the blocks that a way from the region's first block reaches without `gate`; false: there are no more. */
static bool reach_more(const struct fp_ir *ir, fp_block first, fp_block gate, bool *reached) {
    bool more = false;
    uint32_t n = 0;
    for (fp_block from = first; from != FP_NONE; from = ir->blocks[from].next, n++) {
        uint32_t k = 0;
        for (fp_block to = first; reached[n] && from != gate && to != FP_NONE; to = ir->blocks[to].next, k++)
            if (!reached[k] && has_edge(ir, from, to)) reached[k] = more = true;
    }
    return more;
}

/* Does every way from the region's first block to `block` lead through `gate`? */
static bool dominates(const struct fp_ir *ir, fp_block gate, fp_block block) {
    fp_block first = fp_ir_region(ir, ir->blocks[block].op, ir->blocks[block].region);
    if (gate == block || gate == first) return true;
    if (count_before(ir, first, FP_NONE) > BLOCKS_MAX) return false;
    bool reached[BLOCKS_MAX] = { true };
    while (reach_more(ir, first, gate, reached)) continue;
    return !reached[count_before(ir, first, block)];
}

/* ---- values ---- */
/* A partition sees what it captures and nothing else; the default one, which is the first, sees all. */
static bool is_isolated(const struct fp_ir *ir, fp_block block) {
    fp_op op = ir->blocks[block].op;
    const fp_op_info *info = ir->ops[op].info;
    return info && info->region == FP_REGION_PARTITIONS && (ir->blocks[block].region > 0 || ir->ops[op].use_count == 0);
}

bool fp_value_is_seen(const struct fp_ir *ir, fp_value value, fp_op at) {
    const fp_value_info *v = &ir->values[value];
    fp_block home = fp_ir_home(ir, value);
    if (home == FP_NONE) return false;
    for (fp_op inner = at; inner != FP_NONE && ir->ops[inner].block != FP_NONE; inner = ir->ops[inner].parent) {
        fp_block block = ir->ops[inner].block;
        if (block == home) return v->block != FP_NONE || v->def < inner;
        const fp_block_info *here = &ir->blocks[block], *there = &ir->blocks[home];
        if (here->op == there->op && here->region == there->region) return dominates(ir, home, block);
        if (is_isolated(ir, fp_ir_region(ir, here->op, here->region))) return false;
    }
    return false;
}

static fp_value value_of(const fp_use *use) { return use ? use->value : FP_NONE; }

/* What a block argument of a partition or a loop begins as. */
static fp_value origin_of_argument(const struct fp_ir *ir, const fp_value_info *v) {
    const fp_block_info *block = &ir->blocks[v->block];
    fp_op holder = block->op;
    if (fp_ir_region(ir, holder, block->region) != v->block || !ir->ops[holder].info) return FP_NONE;
    if (ir->ops[holder].info->region != FP_REGION_PARTITIONS) {
        uint32_t count;
        const fp_use *inits = fp_ir_inits(ir, holder, &count);
        uint32_t before = block->arg_count - count;
        return count && count <= block->arg_count && v->index >= before ? inits[v->index - before].value : FP_NONE;
    }
    const fp_use *captures = fp_ir_captures(ir, v->block);
    return captures ? captures[v->index].value : FP_NONE;
}

fp_value fp_view_root(const struct fp_ir *ir, fp_value value) {
    for (uint32_t step = 0; step < VIEWS_MAX && value != FP_NONE; step++) {
        const fp_value_info *v = &ir->values[value];
        if (v->block != FP_NONE && ir->blocks[v->block].op == 0) return value;
        if (v->block != FP_NONE) {
            value = origin_of_argument(ir, v);
            continue;
        }
        const fp_op_info *info = v->def == FP_NONE ? NULL : ir->ops[v->def].info;
        if (info && info->effect == FP_EFFECT_ALLOC) return value;
        if (!info || info->view == FP_VIEW_NONE) return FP_NONE;
        value = value_of(fp_ir_operand(ir, v->def, info->read));
    }
    return FP_NONE;
}

fp_str fp_place_text(const struct fp_ir *ir, fp_op op) {
    fp_str text = fp_ir_text(ir, ir->ops[op].span), location = fp_fix_location(ir, op);
    text = fp_str_trim(fp_str_slice(text, 0, text.len - location.len));
    bool plain = !ir->ops[op].generic && !ir->ops[op].damaged && fp_str_find(text, '\n') == text.len &&
                 fp_str_find(text, '\r') == text.len;
    return plain ? text : (fp_str){ "", 0 };
}
