/* editor_names.c - names where they stand: values, blocks, symbols, aliases; and the structure that they name. */
#include "base/chars.h"
#include "base/sort.h"
#include "base/source.h"
#include "base/span.h"
#include "base/vec.h"
#include "engine/engine.h"
#include "fencepost_editor.h"

typedef FP_VEC(fp_name_place) places;

static uint32_t unit_at(const struct fp_unit_context *context, uint32_t offset) {
    for (uint32_t i = 0; i < context->units.len; i++)
        if (fp_span_at_cursor(context->units.data[i].span, offset)) return i;
    return FP_NONE;
}

/* ---- values and blocks ---- */

/* "%r:2", "%r#1": the name is "%r". */
static fp_span name_part(fp_str text, fp_span span) {
    for (uint32_t at = span.start + 1; at < span.end; at++)
        if (text.data[at] == '#' || text.data[at] == ':') return (fp_span){ span.start, at };
    return span;
}

/* Values of one pack have one name: they are defined at one place. */
static bool same_name(const struct fp_ir *ir, fp_value a, fp_value b) {
    if (a == b) return true;
    const fp_value_info *x = &ir->values[a], *y = &ir->values[b];
    return x->def != FP_NONE && x->def == y->def && x->block == FP_NONE && y->block == FP_NONE &&
           x->span.start == y->span.start && x->span.end > x->span.start;
}

static fp_value value_at(const struct fp_ir *ir, uint32_t offset) {
    for (uint32_t i = 0; i < ir->use_count; i++)
        if (fp_span_at_cursor(ir->uses[i].span, offset)) return ir->uses[i].value;
    for (uint32_t i = 0; i < ir->value_count; i++)
        if (ir->values[i].def != FP_NONE && ir->values[i].span.end > ir->values[i].span.start &&
            fp_span_at_cursor(ir->values[i].span, offset))
            return i;
    return FP_NONE;
}

static void add_place(struct fp_arena *keep, places *list, fp_span span, bool defines) {
    *FP_PUSH(keep, list) = (fp_name_place){ span, defines };
}

static void find_value(struct fp_arena *keep, const struct fp_ir *ir, fp_value value, places *list) {
    bool defined = false;
    for (uint32_t i = 0; i < ir->value_count; i++) {
        const fp_value_info *info = &ir->values[i];
        if (defined || !same_name(ir, i, value) || info->def == FP_NONE || info->span.end == info->span.start) continue;
        add_place(keep, list, name_part(ir->text, info->span), true);
        defined = true;
    }
    for (uint32_t i = 0; i < ir->use_count; i++)
        if (same_name(ir, ir->uses[i].value, value))
            add_place(keep, list, name_part(ir->text, ir->uses[i].span), false);
}

/* What a partition captures has a name of its own in each. */
static fp_value origin_of(const struct fp_ir *ir, fp_value value) {
    for (;;) {
        const fp_value_info *info = &ir->values[value];
        const fp_use *captures = info->block == FP_NONE ? NULL : fp_ir_captures(ir, info->block);
        if (!captures || captures[info->index].value == FP_NONE) return value;
        value = captures[info->index].value;
    }
}

static void find_captured(struct fp_arena *keep, const struct fp_ir *ir, fp_value value, fp_name_info *info) {
    fp_value origin = origin_of(ir, value);
    places elsewhere = { 0 };
    for (uint32_t i = 0; i < ir->value_count; i++)
        if (i != value && (i == origin || ir->values[i].block != FP_NONE) && origin_of(ir, i) == origin)
            find_value(keep, ir, i, &elsewhere);
    info->elsewhere = elsewhere.data, info->elsewhere_count = elsewhere.len;
    if (origin != value) info->origin = name_part(ir->text, ir->values[origin].span);
}

static fp_span span_of(const struct fp_ir *ir, fp_str slice) {
    uint32_t start = (uint32_t)(slice.data - ir->text.data);
    return (fp_span){ start, start + (uint32_t)slice.len };
}

static fp_span label_use(const struct fp_ir *ir, const fp_successor *successor) {
    uint32_t end = successor->span.start + (uint32_t)ir->blocks[successor->block].label.len;
    return (fp_span){ successor->span.start, end < successor->span.end ? end : successor->span.end };
}

static fp_block block_at(const struct fp_ir *ir, uint32_t offset) {
    for (uint32_t i = 0; i < ir->block_count; i++)
        if (ir->blocks[i].label.len && fp_span_at_cursor(span_of(ir, ir->blocks[i].label), offset)) return i;
    for (uint32_t i = 0; i < ir->successor_count; i++)
        if (ir->successors[i].block != FP_NONE && fp_span_at_cursor(label_use(ir, &ir->successors[i]), offset))
            return ir->successors[i].block;
    return FP_NONE;
}

static void find_block(struct fp_arena *keep, const struct fp_ir *ir, fp_block block, places *list) {
    if (ir->blocks[block].label.len) add_place(keep, list, span_of(ir, ir->blocks[block].label), true);
    for (uint32_t i = 0; i < ir->successor_count; i++)
        if (ir->successors[i].block == block) add_place(keep, list, label_use(ir, &ir->successors[i]), false);
}

/* ---- symbols and aliases, by their text ---- */

/* The name with its sigil around `offset`; empty when there is none. */
static fp_span sigil_name_at(fp_str text, uint32_t offset) {
    uint32_t start = offset;
    while (start > 0 && fp_is_suffix(text.data[start - 1])) start--;
    if (start > 0 && (text.data[start - 1] == '@' || text.data[start - 1] == '#' || text.data[start - 1] == '!'))
        start--;
    bool sigil = start < text.len && (text.data[start] == '@' || text.data[start] == '#' || text.data[start] == '!');
    uint32_t end = start + 1;
    while (sigil && end < text.len && fp_is_suffix(text.data[end])) end++;
    return sigil && end > start + 1 ? (fp_span){ start, end } : (fp_span){ 0, 0 };
}

static fp_span first_symbol(fp_str text, fp_span span) {
    for (uint32_t at = span.start; at < span.end; at++) {
        if (text.data[at] == '@') return sigil_name_at(text, at);
        if (text.data[at] == '\n') break;
    }
    return (fp_span){ span.start, span.start };
}

/* Everywhere outside of comments and strings that the name stands. */
static void find_text(struct fp_arena *keep, fp_str text, fp_str name, const places *definitions, places *list) {
    for (size_t at = 0, behind; at < text.len; at = behind) {
        behind = fp_source_skip(text, at);
        if (behind > at) continue;
        behind = at + 1;
        if (text.data[at] != name.data[0] || !fp_str_starts(fp_str_slice(text, at, text.len), name)) continue;
        size_t end = at + name.len;
        if (end < text.len && fp_is_suffix(text.data[end])) continue;
        bool defines = false;
        for (uint32_t i = 0; i < definitions->len; i++) defines |= definitions->data[i].span.start == at;
        add_place(keep, list, (fp_span){ (uint32_t)at, (uint32_t)end }, defines);
        behind = end;
    }
}

static void find_definitions(struct fp_arena *keep, const struct fp_unit_context *context, fp_str name, places *list) {
    fp_str plain = fp_str_slice(name, 1, name.len);
    for (uint32_t i = 0; i < context->aliases.len; i++)
        if (fp_str_equal(context->aliases.data[i].name, name))
            add_place(keep, list, context->aliases.data[i].span, true);
    if (name.data[0] != '@') return;
    for (uint32_t i = 0; i < context->units.len; i++)
        if (fp_str_equal(context->units.data[i].name, plain))
            add_place(keep, list, first_symbol(context->text, context->units.data[i].span), true);
    for (uint32_t i = 0; i < context->modules.len; i++)
        if (fp_str_equal(context->modules.data[i].name, plain))
            add_place(keep, list, first_symbol(context->text, context->modules.data[i].span), true);
    for (uint32_t i = 0; i < context->globals.len; i++)
        if (fp_str_equal(context->globals.data[i].name, plain))
            add_place(keep, list, first_symbol(context->text, context->globals.data[i].span), true);
}

static int compare_places(const void *a, const void *b) {
    const fp_name_place *left = a, *right = b;
    return (left->span.start > right->span.start) - (left->span.start < right->span.start);
}

static fp_name_info finish(fp_name_kind kind, places *list, uint32_t offset) {
    fp_name_info info = {
        .kind = list->len ? kind : FP_NAME_NONE, .places = list->data, .count = list->len, .type = { "", 0 }
    };
    fp_sort(list->data, list->len, sizeof *list->data, compare_places);
    for (uint32_t i = 0; i < list->len; i++)
        if (fp_span_at_cursor(list->data[i].span, offset)) info.at = list->data[i].span;
    return info;
}

static fp_name_info symbol_or_alias(struct fp_arena *keep, struct fp_document *document, uint32_t offset) {
    fp_str text = document->text;
    fp_span span = sigil_name_at(text, offset);
    places definitions = { 0 }, list = { 0 };
    if (span.end == 0) return (fp_name_info){ .kind = FP_NAME_NONE };
    fp_str name = fp_str_slice(text, span.start, span.end);
    find_definitions(keep, document->context, name, &definitions);
    if (name.data[0] != '@' && definitions.len == 0)
        return (fp_name_info){ .kind = FP_NAME_NONE }; /* an attribute of a dialect */
    find_text(keep, text, name, &definitions, &list);
    return finish(name.data[0] == '@' ? FP_NAME_SYMBOL : FP_NAME_ALIAS, &list, offset);
}

fp_name_info fp_document_name(struct fp_arena *keep, struct fp_document *document, uint32_t offset) {
    fp_document_read(document, NULL);
    uint32_t unit = unit_at(document->context, offset);
    if (unit != FP_NONE) {
        struct fp_ir *ir = fp_units_ir(keep, document->context, unit);
        fp_value value = value_at(ir, offset);
        places list = { 0 };
        if (value != FP_NONE) {
            find_value(keep, ir, value, &list);
            fp_name_info info = finish(FP_NAME_VALUE, &list, offset);
            info.type = fp_ir_value_type(ir, value);
            find_captured(keep, ir, value, &info);
            return info;
        }
        fp_block block = block_at(ir, offset);
        if (block != FP_NONE) {
            find_block(keep, ir, block, &list);
            return finish(FP_NAME_BLOCK, &list, offset);
        }
    }
    return symbol_or_alias(keep, document, offset);
}

fp_str fp_name_of_value(const struct fp_document *document, const fp_name_info *name) {
    fp_span span = name->origin.end ? name->origin : name->at;
    return fp_str_slice(fp_document_text(document), span.start, span.end);
}

uint32_t fp_document_values(struct fp_arena *keep, struct fp_document *document, uint32_t offset,
                            const fp_known_value **values) {
    fp_document_read(document, NULL);
    uint32_t unit = unit_at(document->context, offset);
    FP_VEC(fp_known_value) list = { 0 };
    if (unit != FP_NONE) {
        struct fp_ir *ir = fp_units_ir(keep, document->context, unit);
        for (uint32_t i = ir->value_count; i > 0; i--) {
            const fp_value_info *info = &ir->values[i - 1];
            bool inside = info->def != FP_NONE && ir->ops[info->def].parent != FP_NONE &&
                          !fp_span_at_cursor(ir->ops[ir->ops[info->def].parent].span, offset);
            if (info->def == FP_NONE || info->span.end > offset || inside) continue;
            *FP_PUSH(keep, &list) = (fp_known_value){ info->name, fp_ir_value_type(ir, i - 1) };
        }
    }
    *values = list.data;
    return list.len;
}

uint32_t fp_document_aliases(struct fp_arena *keep, struct fp_document *document, const fp_known_value **aliases) {
    fp_document_read(document, NULL);
    FP_VEC(fp_known_value) list = { 0 };
    for (uint32_t i = 0; i < document->context->aliases.len; i++)
        *FP_PUSH(keep, &list) =
            (fp_known_value){ document->context->aliases.data[i].name, document->context->aliases.data[i].text };
    *aliases = list.data;
    return list.len;
}

/* ---- structure ---- */

static int compare_items(const void *a, const void *b) {
    const fp_outline_item *left = a, *right = b;
    if (left->span.start != right->span.start) return left->span.start < right->span.start ? -1 : 1;
    return (left->span.end < right->span.end) - (left->span.end > right->span.end);
}

typedef FP_VEC(fp_outline_item) outline;

static bool splits(const struct fp_ir *ir, fp_op op) {
    return ir->ops[op].info && ir->ops[op].info->region == FP_REGION_PARTITIONS;
}

/* The ops of a region, as one item named by `name`. */
static void add_stream(struct fp_arena *keep, const struct fp_ir *ir, fp_block region, fp_str name, outline *list) {
    fp_op first = FP_NONE, last = FP_NONE;
    for (fp_block block = region; block != FP_NONE; block = ir->blocks[block].next) {
        if (ir->blocks[block].first == FP_NONE) continue;
        if (first == FP_NONE) first = ir->blocks[block].first;
        last = ir->blocks[block].last;
    }
    if (first == FP_NONE || last == FP_NONE) return;
    *FP_PUSH(keep, list) = (fp_outline_item){ .kind = FP_OUTLINE_STREAM,
                                              .name = name,
                                              .span = { ir->ops[first].span.start, ir->ops[last].span.end },
                                              .name_span = ir->ops[first].name_span };
}

/* In the generic form the partitions stand in an op of their own, in the second region: the first op with regions has
 * the default stream and the partitions behind it, or the default stream alone. */
static void add_streams_of(struct fp_arena *keep, const struct fp_ir *ir, fp_op op, outline *list) {
    fp_op parent = ir->ops[op].parent;
    bool inner = parent != FP_NONE && splits(ir, parent) && ir->ops[op].use_count == 0;
    for (uint32_t region = 0; region < ir->ops[op].region_count; region++) {
        fp_block first = fp_ir_region(ir, op, region);
        if (first == FP_NONE) continue;
        if (ir->blocks[first].first != FP_NONE && splits(ir, ir->blocks[first].first) && region == 1) continue;
        uint32_t number = inner ? region : region - 1;
        fp_str name = !inner && region == 0 ? FP_STR("default") : fp_str_printf(keep, "partition %u", number);
        add_stream(keep, ir, first, name, list);
    }
}

/* Names of ops that split a kernel are looked for first: most units have none, and are not read for it. */
static bool may_split(fp_str text) {
    for (size_t i = 0; i < fp_op_info_count(); i++)
        if (fp_op_info_at(i)->region == FP_REGION_PARTITIONS && fp_str_contains(text, fp_op_info_at(i)->name))
            return true;
    return false;
}

static void add_streams(struct fp_arena *keep, struct fp_document *document, uint32_t unit, outline *list) {
    fp_span span = document->context->units.data[unit].span;
    if (!may_split(fp_str_slice(document->text, span.start, span.end))) return;
    const struct fp_ir *ir = fp_units_ir(keep, document->context, unit);
    for (fp_op op = 0; op < ir->op_count; op++)
        if (splits(ir, op)) add_streams_of(keep, ir, op, list);
}

uint32_t fp_document_outline(struct fp_arena *keep, struct fp_document *document, const fp_outline_item **items) {
    fp_document_read(document, NULL);
    const struct fp_unit_context *context = document->context;
    outline list = { 0 };
    for (uint32_t i = 0; i < context->modules.len; i++)
        *FP_PUSH(keep, &list) = (fp_outline_item){ .kind = FP_OUTLINE_MODULE,
                                                   .name = context->modules.data[i].name,
                                                   .span = context->modules.data[i].span };
    for (uint32_t i = 0; i < context->globals.len; i++)
        *FP_PUSH(keep, &list) = (fp_outline_item){ .kind = FP_OUTLINE_GLOBAL,
                                                   .name = context->globals.data[i].name,
                                                   .span = context->globals.data[i].span };
    for (uint32_t i = 0; i < context->units.len; i++) {
        bool kernel = fp_units_relevant(document->context, i);
        *FP_PUSH(keep, &list) = (fp_outline_item){ .kind = kernel ? FP_OUTLINE_KERNEL : FP_OUTLINE_FUNCTION,
                                                   .name = context->units.data[i].name,
                                                   .span = context->units.data[i].span };
        add_streams(keep, document, i, &list);
    }
    fp_sort(list.data, list.len, sizeof *list.data, compare_items);
    FP_VEC(uint32_t) open = { 0 }; /* ends of the items around */
    for (uint32_t i = 0; i < list.len; i++) {
        while (open.len && open.data[open.len - 1] <= list.data[i].span.start) open.len--;
        list.data[i].depth = open.len;
        if (list.data[i].kind != FP_OUTLINE_STREAM)
            list.data[i].name_span = first_symbol(context->text, list.data[i].span);
        *FP_PUSH(keep, &open) = list.data[i].span.end;
    }
    *items = list.data;
    return list.len;
}

uint32_t fp_document_calls(struct fp_arena *keep, struct fp_document *document, const fp_call_place **calls) {
    fp_document_read(document, NULL);
    struct fp_unit_context *context = document->context;
    FP_VEC(fp_call_place) list = { 0 };
    for (uint32_t u = 0; u < context->units.len; u++) {
        const fp_unit *caller = &context->units.data[u];
        struct fp_ir *ir = fp_units_ir(keep, context, u);
        for (fp_op op = 0; op < ir->op_count; op++) {
            if (!ir->ops[op].info || ir->ops[op].info->effect != FP_EFFECT_CALL) continue;
            fp_str symbol = fp_ir_symbol(ir, op, 0);
            if (symbol.len == 0) continue;
            uint32_t target = fp_unit_find(context, caller->section, caller->module, symbol);
            fp_call_place call = {
                .span = ir->ops[op].name_span, .caller = caller->name, .callee = symbol, .caller_span = caller->span
            };
            call.caller_name = first_symbol(context->text, caller->span);
            if (target != FP_NONE) {
                call.callee = context->units.data[target].name;
                call.callee_span = context->units.data[target].span;
                call.callee_name = first_symbol(context->text, call.callee_span);
            }
            *FP_PUSH(keep, &list) = call;
        }
    }
    *calls = list.data;
    return list.len;
}

fp_op_place fp_document_op(struct fp_arena *keep, struct fp_document *document, uint32_t offset) {
    fp_document_read(document, NULL);
    fp_op_place place = { .name = { "", 0 } };
    uint32_t unit = unit_at(document->context, offset);
    if (unit == FP_NONE) return place;
    struct fp_ir *ir = fp_units_ir(keep, document->context, unit);
    for (fp_op op = 0; op < ir->op_count; op++) /* pre-order: the last that holds it is the innermost */
        if (fp_span_at_cursor(ir->ops[op].span, offset))
            place = (fp_op_place){ ir->ops[op].name_span, ir->ops[op].span, ir->ops[op].name };
    return place;
}
