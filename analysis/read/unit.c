#include "base/chars.h"
#include "read/type.h"
#include "read/unit_index.h"
#include <assert.h>

/* ---- aliases ---- */

static bool is_alias_name(fp_str text) {
    if (text.len < 2 || (text.data[0] != '#' && text.data[0] != '!')) return false;
    for (size_t i = 1; i < text.len; i++)
        if (!fp_is_suffix(text.data[i])) return false;
    return true;
}

static uint32_t section_of(const struct fp_unit_context *context, fp_str text) {
    if (text.data < context->text.data || text.data > context->text.data + context->text.len) return FP_NONE;
    uint32_t at = (uint32_t)(text.data - context->text.data);
    uint32_t begun = fp_count_below(context->index->section_starts.data, context->index->section_starts.len,
                                    at + 1); /* sections at or before it */
    return begun ? begun - 1 : FP_NONE;
}

uint32_t fp_unit_find_alias(const struct fp_unit_context *context, uint32_t section, uint64_t name) {
    uint32_t found = FP_NONE;
    for (fp_map_probe p = fp_map_find(&context->index->aliases, name); fp_map_next(&p);) {
        bool here = section == FP_NONE || context->index->alias_sections.data[p.value] == section;
        if (here && (found == FP_NONE || found < p.value) && fp_str_hash(context->aliases.data[p.value].name) == name)
            found = p.value;
    }
    return found;
}

enum { FP_ALIAS_STEPS_MAX = 32 }; /* an alias of an alias of ..: a longer chain is a cycle */

fp_str fp_unit_alias(const struct fp_unit_context *context, fp_str text) {
    if (!context || !is_alias_name(text)) return text;
    uint32_t section = section_of(context, text);
    for (int step = 0; step < FP_ALIAS_STEPS_MAX && is_alias_name(text); step++) {
        uint32_t found = fp_unit_find_alias(context, section, fp_str_hash(text));
        if (found == FP_NONE) return text;
        text = context->aliases.data[found].text;
    }
    return text;
}

void fp_unit_add_alias(struct fp_unit_context *context, fp_alias_info alias, uint32_t section) {
    fp_map_put(context->keep, &context->index->aliases, fp_str_hash(alias.name), context->aliases.len);
    *FP_PUSH(context->keep, &context->aliases) = alias;
    *FP_PUSH(context->keep, &context->index->alias_sections) = section;
}

/* ---- symbols ---- */

/* "@f", "@\"a b\"", "f": the plain name. */
static fp_str plain_symbol(fp_str symbol) {
    if (symbol.len && symbol.data[0] == '@') symbol = fp_str_slice(symbol, 1, symbol.len);
    if (symbol.len >= 2 && symbol.data[0] == '"' && symbol.data[symbol.len - 1] == '"')
        symbol = fp_str_slice(symbol, 1, symbol.len - 1);
    return symbol;
}

/* "@a::@b": the modules named in front of the last part. */
static size_t last_part(fp_str symbol) {
    for (size_t i = symbol.len; i >= 3; i--)
        if (symbol.data[i - 3] == ':' && symbol.data[i - 2] == ':' && symbol.data[i - 1] == '@') return i - 1;
    return 0;
}

/* Is the module `module` the one that `path` ("@a::@b::") names, seen from the modules around? */
static bool fits_path(const struct fp_unit_context *context, uint32_t module, fp_str path) {
    while (path.len >= 2) {
        path = fp_str_slice(path, 0, path.len - 2);
        size_t part = last_part(path);
        if (module == FP_NONE ||
            !fp_str_equal(context->modules.data[module].name, plain_symbol(fp_str_slice(path, part, path.len))))
            return false;
        module = context->modules.data[module].parent;
        path = fp_str_slice(path, 0, part);
    }
    return true;
}

/* How many modules lie between `from` and the symbol's module; UINT32_MAX when it is not one of those around. */
static uint32_t distance(const struct fp_unit_context *context, uint32_t from, uint32_t module) {
    uint32_t steps = 0;
    for (; from != module; steps++) {
        if (from == FP_NONE) return UINT32_MAX;
        from = context->modules.data[from].parent;
    }
    return steps;
}

typedef struct {
    const struct fp_unit_context *context;
    uint32_t section, module;
    fp_str path, name;
    uint32_t best, best_distance;
} symbol_search;

static symbol_search search_start(const struct fp_unit_context *context, uint32_t section, uint32_t module,
                                  fp_str symbol) {
    size_t part = last_part(symbol);
    return (symbol_search){
        context, section,   module, fp_str_slice(symbol, 0, part), plain_symbol(fp_str_slice(symbol, part, symbol.len)),
        FP_NONE, UINT32_MAX
    };
}

static void consider(symbol_search *search, uint32_t index, fp_str name, uint32_t section, uint32_t module) {
    if (section != search->section || !fp_str_equal(name, search->name)) return;
    uint32_t steps;
    if (search->path.len) {
        if (!fits_path(search->context, module, search->path)) return;
        steps = 0;
    } else {
        steps = distance(search->context, search->module, module);
        if (steps == UINT32_MAX) return;
    }
    if (search->best == FP_NONE || steps < search->best_distance) search->best = index, search->best_distance = steps;
}

const fp_global_info *fp_unit_global(const struct fp_unit_context *context, uint32_t section, uint32_t module,
                                     fp_str symbol) {
    symbol_search search = search_start(context, section, module, symbol);
    for (fp_map_probe p = fp_map_find(&context->index->globals, fp_str_hash(search.name)); fp_map_next(&p);) {
        const fp_global_info *global = &context->globals.data[p.value];
        consider(&search, p.value, global->name, global->section, global->module);
    }
    return search.best == FP_NONE ? NULL : &context->globals.data[search.best];
}

uint32_t fp_unit_find(const struct fp_unit_context *context, uint32_t section, uint32_t module, fp_str symbol) {
    symbol_search search = search_start(context, section, module, symbol);
    for (fp_map_probe p = fp_map_find(&context->index->units, fp_str_hash(search.name)); fp_map_next(&p);) {
        const fp_unit *unit = &context->units.data[p.value];
        consider(&search, p.value, unit->name, unit->section, unit->module);
    }
    return search.best;
}

void fp_unit_add_unit(struct fp_unit_context *context, fp_unit unit) {
    fp_map_put(context->keep, &context->index->units, fp_str_hash(unit.name), context->units.len);
    *FP_PUSH(context->keep, &context->units) = unit;
}

void fp_unit_add_global(struct fp_unit_context *context, fp_global_info global) {
    fp_map_put(context->keep, &context->index->globals, fp_str_hash(global.name), context->globals.len);
    *FP_PUSH(context->keep, &context->globals) = global;
}

/* ---- modules ---- */

fp_str fp_unit_module_attribute(const struct fp_unit_context *context, uint32_t module, fp_str name) {
    if (module >= context->modules.len) return (fp_str){ 0 };
    return fp_ir_attribute(context->index->module_heads.data[module], 0, name);
}

fp_str fp_unit_module_text(const struct fp_unit_context *context, uint32_t module) {
    if (module >= context->modules.len) return (fp_str){ 0 };
    fp_span span = context->index->module_texts.data[module];
    return fp_str_slice(context->text, span.start, span.end);
}

/* ---- what an op outside of functions says ---- */

static fp_str unquoted(fp_str s) {
    return s.len >= 2 && s.data[0] == '"' && s.data[s.len - 1] == '"' ? fp_str_slice(s, 1, s.len - 1) : s;
}

fp_str fp_unit_symbol_name(const struct fp_ir *ir) {
    if (ir->ops[0].generic) return unquoted(fp_ir_attribute(ir, 0, FP_STR("sym_name")));
    for (uint32_t i = 0; i < ir->ops[0].token_count; i++) {
        const fp_token *token = &ir->tokens[ir->ops[0].first_token + i];
        if (token->kind == FP_TOKEN_SYMBOL) return plain_symbol(fp_ir_text(ir, token->span));
        if (token->kind == FP_TOKEN_OPEN) break; /* symbols of attributes and arguments are not its name */
    }
    return (fp_str){ 0 };
}

typedef enum { MARK_WORD, MARK_VISIBILITY, MARK_LINKAGE } mark_place;
static const struct {
    mark_place place;
    fp_str text;
} private_marks[] = {
#define FP_PRIVATE_MARK(place, text) { MARK_##place, { text, sizeof(text) - 1 } },
#include "facts/functions.def"
};

static bool is_private_mark(mark_place place, fp_str text) {
    for (size_t i = 0; i < sizeof private_marks / sizeof *private_marks; i++)
        if (private_marks[i].place == place && fp_str_equal(private_marks[i].text, text)) return true;
    return false;
}

bool fp_unit_is_private(const struct fp_ir *ir) {
    if (ir->ops[0].generic)
        return is_private_mark(MARK_VISIBILITY, unquoted(fp_ir_attribute(ir, 0, FP_STR("sym_visibility")))) ||
               is_private_mark(MARK_LINKAGE, fp_ir_attribute(ir, 0, FP_STR("linkage")));
    for (uint32_t i = 0; i < ir->ops[0].token_count; i++) { /* words in front of the name */
        const fp_token *token = &ir->tokens[ir->ops[0].first_token + i];
        if (token->kind != FP_TOKEN_WORD && token->kind != FP_TOKEN_STRING) break;
        if (is_private_mark(MARK_WORD, unquoted(fp_ir_text(ir, token->span)))) return true;
    }
    return false;
}

fp_global_info fp_unit_read_global(const struct fp_ir *ir) {
    fp_global_info global = { .name = fp_unit_symbol_name(ir), .span = ir->ops[0].span };
    if (ir->ops[0].generic) {
        global.type = fp_ir_attribute(ir, 0, FP_STR("type"));
        if (!global.type.len) global.type = fp_ir_attribute(ir, 0, FP_STR("global_type"));
    } else {
        global.type = fp_ir_type_at(ir, 0, 0);
    }
    global.type = fp_unit_alias(ir->context, global.type);
    fp_str space = fp_ir_attribute(ir, 0, FP_STR("addr_space"));
    global.workgroup = fp_type_parse(ir->context, global.type).memory == FP_MEMORY_WORKGROUP ||
                       fp_type_mentions_workgroup(ir->context, space);
    return global;
}

bool fp_unit_has_calls(const struct fp_ir *ir) {
    for (fp_op op = 0; op < ir->op_count; op++)
        if (ir->ops[op].info && ir->ops[op].info->effect == FP_EFFECT_CALL) return true;
    return false;
}

static bool effect_matters(const fp_op_info *info) {
    switch (info->effect) {
    case FP_EFFECT_ASYNC_COPY:
    case FP_EFFECT_COMMIT:
    case FP_EFFECT_WAIT:
    case FP_EFFECT_SIGNAL:
    case FP_EFFECT_BARRIER:
    case FP_EFFECT_FENCE:
    case FP_EFFECT_INIT:
    case FP_EFFECT_JOIN:
    case FP_EFFECT_LEAVE:
    case FP_EFFECT_QUERY:
    case FP_EFFECT_BY_TEXT: return true;
    case FP_EFFECT_NONE:
    case FP_EFFECT_READ:
    case FP_EFFECT_WRITE:
    case FP_EFFECT_READ_WRITE:
    case FP_EFFECT_ATOMIC:
    case FP_EFFECT_ALLOC:
    case FP_EFFECT_DEALLOC:
    case FP_EFFECT_VIEW:
    case FP_EFFECT_THREAD_ID:
    case FP_EFFECT_BLOCK_DIM:
    case FP_EFFECT_UNIFORM:
    case FP_EFFECT_CONSTANT:
    case FP_EFFECT_PURE:
    case FP_EFFECT_PACING:
    case FP_EFFECT_REGION:
    case FP_EFFECT_BRANCH:
    case FP_EFFECT_YIELD:
    case FP_EFFECT_RETURN:
    case FP_EFFECT_CALL: return info->workgroup_alloc || info->hidden_scratch || info->anywhere != FP_EFFECT_NONE;
    }
    return true;
}

static bool type_matters(struct fp_unit_context *context, fp_str type) {
    struct fp_unit_index *index = context->index;
    uint64_t hash = fp_str_hash(type);
    for (fp_map_probe p = fp_map_find(&index->verdicts, hash); fp_map_next(&p);)
        if (fp_str_equal(index->verdict_list.data[p.value].text, type))
            return index->verdict_list.data[p.value].workgroup;
    bool workgroup = fp_type_mentions_workgroup(context, type);
    fp_map_put(context->keep, &index->verdicts, hash, index->verdict_list.len);
    *FP_PUSH(context->keep, &index->verdict_list) = (fp_type_verdict){ type, workgroup };
    return workgroup;
}

enum { FP_PLAIN_TYPE_MAX = 5 }; /* `f32`, `index`: shorter texts name no memory, save for aliases */

/* Workgroup attributions count whatever their type says. */
static bool has_attributions(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    int64_t count;
    if (!info || (info->region != FP_REGION_FUNC && info->region != FP_REGION_LAUNCH)) return false;
    if (ir->ops[op].generic) return fp_ir_attribute_int(ir, op, FP_STR("workgroup_attributions"), &count) && count > 0;
    for (uint32_t k = 0;; k++) {
        fp_str word = fp_ir_word(ir, op, k);
        if (!word.len || fp_str_equal(word, FP_STR("workgroup"))) return word.len > 0;
    }
}

bool fp_unit_matters(struct fp_unit_context *context, const struct fp_ir *ir) {
    for (fp_op op = 0; op < ir->op_count; op++)
        if (ir->ops[op].info && (effect_matters(ir->ops[op].info) || has_attributions(ir, op))) return true;
    for (uint32_t i = 0; i < ir->token_count; i++) {
        const fp_token *token = &ir->tokens[i];
        fp_str text = fp_ir_text(ir, token->span);
        bool bare = token->kind == FP_TOKEN_OPEN && token->open == FP_BRACKET_ANGLE && token->match < ir->token_count &&
                    token->match > i;
        if (bare)
            text =
                fp_str_slice(ir->text, token->span.start + 1, ir->tokens[token->match].span.start); /* `: <3>, f32` */
        bool named = token->kind == FP_TOKEN_TYPE && (text.len > FP_PLAIN_TYPE_MAX || text.data[0] == '!');
        if ((named || bare) && text.len && type_matters(context, text)) return true;
    }
    return false;
}
