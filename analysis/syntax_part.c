/* syntax_part.c - large functions kept in parts: cut when they are read, and again where an edit touches them. */
#include "syntax_tree.h"
#include <assert.h>
#include <string.h>

/* The function's body, braces included; false: it is not one region in custom form. */
static bool find_body(struct fp_syntax *syntax, TSNode node, fp_str text, TSNode *region) {
    TSTreeCursor cursor = ts_tree_cursor_new(node);
    uint32_t found = 0;
    for (bool more = ts_tree_cursor_goto_first_child(&cursor); more; more = ts_tree_cursor_goto_next_sibling(&cursor)) {
        TSNode child = ts_tree_cursor_current_node(&cursor);
        if (fp_node_kind_of(syntax, child) != FP_NODE_REGION) continue;
        *region = child;
        found++;
    }
    ts_tree_cursor_delete(&cursor);
    if (found != 1) return false;
    fp_span body = fp_node_span(*region);
    if (body.end - body.start < 2 || text.data[body.start] != '{') return false;
    fp_span last = fp_node_span(ts_node_child(*region, ts_node_child_count(*region) - 1));
    return last.start + 1 == body.end && last.end == body.end && text.data[last.start] == '}';      /* its own brace, not that of an op inside */
}

/* Does an op of the region itself end there? Parts in front of an edit rest on it; those behind begin where such an op was read again. */
static bool op_ends_at(struct fp_syntax *syntax, TSNode region, uint32_t at) {
    TSTreeCursor *cursor = &syntax->probe;
    ts_tree_cursor_reset(cursor, region);
    if (ts_tree_cursor_goto_first_child_for_byte(cursor, at - 1) < 0) return false;
    TSNode node = ts_tree_cursor_current_node(cursor);
    while (ts_node_end_byte(node) < at) {               /* some releases stop at a child that ends there */
        if (!ts_tree_cursor_goto_next_sibling(cursor)) return false;
        node = ts_tree_cursor_current_node(cursor);
    }
    return ts_node_end_byte(node) == at && fp_node_kind_of(syntax, node) == FP_NODE_OP;
}

static bool are_simple(const fp_placed_part *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!list[i].part->simple) return false;
    return count > 1;
}

static fp_placed_part moved(fp_placed_part placed, uint32_t by) {
    placed.span.start += by, placed.span.end += by;
    return placed;
}

/* From here on all places are relative to the unit's start. */
static void take_parts(struct fp_arena *keep, fp_unit_memory *memory, const fp_placed_parts *list, struct fp_parts *home) {
    memory->parts = FP_NEW(keep, fp_placed_part, list->len);
    memory->part_count = list->len;
    memory->part_home = home;
    for (uint32_t i = 0; i < list->len; i++) memory->parts[i] = moved(list->data[i], 0u - memory->span.start);
}

static struct fp_parts *new_home(struct fp_syntax *syntax, uint32_t one_in) {
    struct fp_parts *home = fp_parts_new(one_in);
    home->next = syntax->parts;
    syntax->parts = home;
    return home;
}

bool fp_syntax_cut(struct fp_syntax *syntax, struct fp_arena *keep, TSNode node, const struct fp_ir *ir, const fp_syntax_errors *errors, uint32_t first_error,
                   fp_unit_memory *memory) {
    fp_span span = memory->span;
    TSNode region;
    fp_cut cut = syntax->cut;
    const fp_op_node *function = &ir->ops[0];
    if (span.end - span.start < cut.bytes_min || function->generic || function->damaged || function->region_count != 1) return false;
    const fp_block_info *block = &ir->blocks[function->first_block];
    if (block->next != FP_NONE || block->label.len || block->first == FP_NONE || !find_body(syntax, node, ir->text, &region)) return false;
    fp_span body = fp_node_span(region);
    for (uint32_t i = first_error; i < errors->len; i++)    /* parts tell of their own */
        if (errors->data[i].span.start <= body.start || errors->data[i].span.start >= body.end - 1) return false;
    uint32_t one_in = cut.bytes_large && span.end - span.start > cut.bytes_large ? 2 * cut.one_in : cut.one_in;
    if (fp_parts_most(ir, block->first, one_in) < cut.parts_min) return false;
    fp_placed_parts list = { 0 };
    struct fp_parts *home = new_home(syntax, one_in);
    fp_parts_cut(home, keep, ir, block->first, (fp_span){ body.start + 1, body.end - 1 }, errors->data + first_error, errors->len - first_error, &list);
    if (!are_simple(list.data, list.len) || list.len < cut.parts_min) return false;
    take_parts(keep, memory, &list, home);
    return true;
}

/* How far behind the part's end what begins the next one tells where this one ends: up to its second op. */
static uint32_t reach_behind(const fp_part *next) { return next->op_count > 1 ? next->ops[1].start : next->length; }

/* The parts that the stretch touches, with those that end where it begins and begin where it ends. */
static void find_touched(const fp_unit_memory *known, fp_stretch touched, uint32_t *first, uint32_t *last) {
    uint32_t start = known->span.start;
    *first = 0;
    *last = known->part_count - 1;
    while (*first < *last && known->parts[*first].span.end + start + reach_behind(known->parts[*first + 1].part) < touched.start) ++*first;
    while (*last > *first && known->parts[*last].span.start + start > touched.old_end) --*last;
}

bool fp_syntax_recut(struct fp_syntax *syntax, const struct fp_unit_context *context, TSNode node, const fp_unit_memory *known, fp_stretch touched, fp_unit_memory *memory,
                     fp_syntax_errors *errors) {
    TSNode region;
    fp_str text = context->text;
    struct fp_arena *keep = context->keep;
    uint32_t start = known->span.start, count = known->part_count, by = touched.new_end - touched.old_end, first, last;
    fp_span tiled = { known->parts[0].span.start + start, known->parts[count - 1].span.end + start };
    if (touched.start < tiled.start || touched.old_end > tiled.end || !find_body(syntax, node, text, &region)) return false;
    fp_span body = fp_node_span(region);
    if (body.start + 1 != tiled.start || body.end - 1 != tiled.end + by) return false;
    find_touched(known, touched, &first, &last);
    if (first > 0 && !op_ends_at(syntax, region, known->parts[first - 1].span.end + start)) return false;
    fp_placed_parts list = { 0 };
    for (uint32_t i = 0; i < first; i++) *FP_PUSH(keep, &list) = moved(known->parts[i], start);
    uint32_t known_errors = errors->len;
    for (;; last++) {                       /* until the parts end where they did */
        fp_chosen chosen = { { known->parts[first].span.start + start, known->parts[last].span.end + start + by }, FP_CHOSEN_OWN };
        errors->len = known_errors;
        fp_syntax_read_chosen(syntax, keep, text, node, &chosen, 1, false, errors);      /* the definition may stand above */
        struct fp_ir ir = fp_syntax_view(syntax, context);
        const fp_block_info *block = ir.ops[0].region_count == 1 ? &ir.blocks[ir.ops[0].first_block] : NULL;
        if (!block || block->next != FP_NONE || block->label.len) return errors->len = known_errors, false;
        list.len = first;
        bool closed = fp_parts_cut(known->part_home, keep, &ir, block->first, chosen.span, errors->data + known_errors, errors->len - known_errors, &list);
        if (closed || last + 1 == count) break;
    }
    for (uint32_t i = last + 1; i < count; i++) *FP_PUSH(keep, &list) = moved(known->parts[i], start + by);
    errors->len = known_errors;             /* all parts tell theirs together */
    if (!are_simple(list.data, list.len)) return false;
    *memory = *known;
    memory->span.end += by;
    take_parts(keep, memory, &list, known->part_home);
    return true;
}

void fp_syntax_tell_errors(struct fp_arena *keep, const fp_unit_memory *memory, fp_syntax_errors *errors) {
    for (uint32_t i = 0; i < memory->part_count; i++) {
        const fp_placed_part *placed = &memory->parts[i];
        for (uint32_t k = 0; k < placed->part->error_count; k++) {
            fp_span span = placed->part->errors[k].span;
            uint32_t by = memory->span.start + placed->span.start;
            fp_syntax_add_error(keep, errors, (fp_span){ span.start + by, span.end + by }, placed->part->errors[k].message);
        }
    }
}

void fp_syntax_drop_parts(struct fp_syntax *syntax, bool keep_used) {
    for (struct fp_parts **at = &syntax->parts; *at;) {
        struct fp_parts *home = *at;
        if (keep_used && home->used) {
            at = &home->next;
            continue;
        }
        *at = home->next;
        fp_parts_drop(home);
    }
}

fp_part_list fp_units_parts(const struct fp_unit_context *context, uint32_t unit) {
    const fp_unit_memory *memory = context->index->memories.data[unit];
    if (!memory || !memory->part_home) return (fp_part_list){ NULL, 0, NULL, { 0, 0 } };
    fp_placed_part *list = FP_NEW(context->keep, fp_placed_part, memory->part_count);
    for (uint32_t i = 0; i < memory->part_count; i++) list[i] = moved(memory->parts[i], memory->span.start);
    return (fp_part_list){ list, memory->part_count, memory->part_home, { memory->span.start, list[0].span.start } };
}

struct fp_ir *fp_units_ir_of(struct fp_arena *keep, struct fp_unit_context *context, uint32_t unit, const fp_chosen *chosen, uint32_t count, const fp_left_out *left_out,
                             uint32_t left_out_count) {
    struct fp_tree *tree = context->tree;
    const fp_unit_memory *memory = context->index->memories.data[unit];
    assert(memory && memory->part_home);
    fp_syntax_errors known = { 0 };         /* told by fp_units_read already */
    fp_syntax_read_chosen(tree->syntax, keep, context->text, tree->nodes.data[unit], chosen, count, true, &known);
    struct fp_ir *ir = fp_syntax_take_ir(tree->syntax, keep, context);
    ir->is_part = true;
    for (fp_value value = 0; value < ir->value_count; value++) {
        fp_value_info *info = &ir->values[value];
        bool lent = info->def != FP_NONE && info->block == FP_NONE && ir->ops[info->def].value_only && !ir->ops[info->def].info;
        if (lent && !fp_ir_result_type(ir, info->def, info->index).len) info->left_out = true;      /* uses in other parts may tell its type */
        if (info->def != FP_NONE || !info->name.len) continue;
        uint64_t name = fp_part_name(info->name);
        info->left_out = fp_parts_define(memory->part_home, name);
        for (uint32_t i = 0; i < left_out_count && info->left_out; i++) {
            if (left_out[i].name != name) continue;
            info->type = fp_str_slice(context->text, left_out[i].type.start, left_out[i].type.end);
            info->outside_level = left_out[i].level;
        }
    }
    return ir;
}
