#include "base/chars.h"
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
    *FP_PUSH(context->keep, &context->index->alias_meanings) = 0;
}

/* ---- symbols ---- */

fp_str fp_unit_plain_symbol(fp_str symbol) {
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
            !fp_str_equal(context->modules.data[module].name, fp_unit_plain_symbol(fp_str_slice(path, part, path.len))))
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
    return (symbol_search){ context,
                            section,
                            module,
                            fp_str_slice(symbol, 0, part),
                            fp_unit_plain_symbol(fp_str_slice(symbol, part, symbol.len)),
                            FP_NONE,
                            UINT32_MAX };
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

fp_str fp_unit_built_in(const struct fp_unit_context *context, uint32_t place, fp_str symbol) {
    fp_str found = { NULL, 0 }, name = fp_unit_plain_symbol(fp_str_slice(symbol, last_part(symbol), symbol.len));
    bool several = false;
    uint32_t section = section_of(context, fp_str_slice(context->text, place, context->text.len));
    for (fp_map_probe p = fp_map_find(&context->index->globals, fp_str_hash(name)); fp_map_next(&p);) {
        const fp_global_info *global = &context->globals.data[p.value];
        if (global->section != section || !fp_str_equal(global->name, name)) continue;
        if (several && !fp_str_equal(found, global->built_in)) return (fp_str){ NULL, 0 };
        found = global->built_in, several = true;
    }
    return found;
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

fp_str fp_unit_module_text(const struct fp_unit_context *context, uint32_t module) {
    if (module >= context->modules.len) return (fp_str){ 0 };
    fp_span span = context->index->module_texts.data[module];
    return fp_str_slice(context->text, span.start, span.end);
}
