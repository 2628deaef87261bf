#include "engine/unit_group.h"
#include "base/chars.h"
#include "base/hash.h"
#include "base/source.h"
#include "base/union_find.h"
#include "read/lex.h"
#include "read/unit_head.h"
#include "read/unit_index.h"
#include <string.h>

/* Units by name. However many have the same one, as in copies of a module without a line between them, each name is
 * found in one step. */
typedef struct {
    bool by_scope;  /* a name counts in its own scope; else in the whole section */
    fp_map firsts;  /* the first unit of each name */
    uint32_t *next; /* per unit: another one of its name; FP_NONE: there is none */
    bool *joined;   /* per first unit: all of its name are in one set */
} name_index;

typedef struct {
    struct fp_arena *keep;
    struct fp_unit_context *context;
    uint32_t *outermost; /* per module: the top-level one around it */
    uint64_t *scopes; /* per module, by its outermost: hash of the text around units; behind them per section: of that
                         outside of modules */
    uint64_t all_scopes;
    bool *has_path;             /* per unit: it names something in other modules */
    uint64_t *unit_texts;       /* per unit: hash of its own text, and of the aliases it mentions */
    fp_unit_memory **facts;     /* per unit */
    uint64_t *scope_units;      /* per scope: hash of all its units' texts */
    uint64_t *unit_comments;    /* per unit: "// fencepost:" comments between it and the one before */
    uint64_t *section_comments; /* per section: "// fencepost:" comments before its first unit, which hold for all its
                                   units; those before the file's first unit hold for all sections */
    name_index in_scope, in_section;
    fp_union_find sets; /* of units */
} finder;

/* ---- Which scope ---- */
static uint32_t outside(const finder *f, uint32_t section) { return f->context->modules.len + section; }

static uint32_t scope_of(const finder *f, const fp_unit *unit) {
    return unit->module == FP_NONE ? outside(f, unit->section) : f->outermost[unit->module];
}

static void find_outermost(finder *f) {
    uint32_t count = f->context->modules.len;
    f->outermost = FP_NEW(f->keep, uint32_t, count + 1);
    for (uint32_t m = 0; m < count; m++) { /* a parent stands before its children */
        uint32_t parent = f->context->modules.data[m].parent;
        f->outermost[m] = parent == FP_NONE || parent >= m ? m : f->outermost[parent];
    }
}

/* ---- Names ---- */

static uint64_t name_hash(const name_index *names, fp_str name, uint32_t section, uint32_t scope) {
    return fp_hash_mix(fp_hash_mix(fp_str_hash(name), section), names->by_scope ? scope : UINT32_MAX);
}

/* FP_NONE: no unit has that name. */
static uint32_t first_named(const finder *f, const name_index *names, fp_str name, uint32_t section, uint32_t scope) {
    for (fp_map_probe p = fp_map_find(&names->firsts, name_hash(names, name, section, scope)); fp_map_next(&p);) {
        const fp_unit *unit = &f->context->units.data[p.value];
        if (unit->section == section && (!names->by_scope || scope_of(f, unit) == scope) &&
            fp_str_equal(unit->name, name))
            return p.value;
    }
    return FP_NONE;
}

static void index_names(finder *f, name_index *names, bool by_scope) {
    uint32_t count = f->context->units.len;
    *names = (name_index){ .by_scope = by_scope };
    names->next = FP_NEW(f->keep, uint32_t, count + 1);
    names->joined = FP_NEW(f->keep, bool, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const fp_unit *unit = &f->context->units.data[i];
        uint32_t scope = scope_of(f, unit), first = first_named(f, names, unit->name, unit->section, scope);
        names->next[i] = first == FP_NONE ? FP_NONE : names->next[first];
        if (first == FP_NONE)
            fp_map_put(f->keep, &names->firsts, name_hash(names, unit->name, unit->section, scope), i);
        else
            names->next[first] = i;
    }
}

/* Whom text outside of all units names, in its whole section: a global's initialiser may take the address. */
static void note_named_outside(finder *f, uint32_t section, fp_str text) {
    struct fp_unit_context *context = f->context;
    for (size_t at = 0, behind; at < text.len; at = behind) {
        behind = fp_source_skip(text, at);
        if (behind > at) continue;
        behind = at + 1;
        fp_str name = text.data[at] == '@' ? fp_lex_name(text, at) : (fp_str){ 0 };
        if (name.len == 0) continue;
        uint32_t unit = first_named(f, &f->in_section, name, section, UINT32_MAX);
        if (unit == FP_NONE || context->units.data[unit].named_outside) continue;
        for (; unit != FP_NONE; unit = f->in_section.next[unit]) context->units.data[unit].named_outside = true;
    }
}

static void note_named_by_aliases(finder *f) {
    for (uint32_t i = 0; i < f->context->aliases.len; i++)
        note_named_outside(f, f->context->index->alias_sections.data[i], f->context->aliases.data[i].text);
}

/* ---- The text around units ---- */

/* Comments that may direct fencepost, in all text between a unit and the one before: launch.c looks for them there,
 * whatever else the text is. Their lines count, from the section's first one on: results name them, and another line
 * may come to read the same. */
static void note_comments(finder *f, fp_lines lines) {
    static const char mark[] = "fencepost:";
    const fp_unit *units = f->context->units.data;
    for (uint32_t unit = 0; unit < f->context->units.len; unit++) {
        uint32_t from = unit > 0 ? units[unit - 1].span.end : 0,
                 section = f->context->index->section_starts.data[units[unit].section];
        fp_str before = fp_str_slice(f->context->text, from, units[unit].span.start);
        uint64_t hash = 0;
        for (size_t at = 0; before.len && (at += fp_str_find(fp_str_slice(before, at, before.len), 'f')) < before.len;
             at++) {
            fp_str rest = fp_str_slice(before, at, before.len);
            if (!fp_str_starts(rest, (fp_str){ mark, sizeof mark - 1 })) continue;
            size_t start = at;
            while (start > 0 && before.data[start - 1] != '\n') start--;
            hash = fp_hash_mix(hash, fp_str_hash(fp_str_slice(before, start, at + fp_str_find(rest, '\n'))));
            hash = fp_hash_mix(hash, fp_lines_line(lines, from + (uint32_t)at) - fp_lines_line(lines, section));
            at += fp_str_find(rest, '\n') - 1;
        }
        f->unit_comments[unit] = hash;
        if (unit == 0 || units[unit - 1].section != units[unit].section)
            f->section_comments[units[unit].section] = hash;
    }
}

/* Text without comments and with blanks as one; a line end among them counts, for damaged ops may end there. Where a
 * gap begins is a part of it: an alias or a unit that comes to stand in the middle of an op cuts it in two. A gap that
 * holds nothing leaves the hash as it is, so that a unit or alias beside others changes nothing for them. */
static uint64_t hash_of_gap(uint64_t hash, fp_str gap) {
    enum { ADJACENT, BEHIND_BLANKS = 256, BEHIND_LINE_END, FIRST };
    int place = FIRST;
    for (size_t at = 0, behind; at < gap.len; at = behind) {
        behind = fp_source_skip(gap, at);
        if (behind > at && gap.data[at] == '/') continue;
        if (fp_is_space(gap.data[at])) {
            int blank = gap.data[at] == '\n' ? BEHIND_LINE_END : BEHIND_BLANKS;
            if (place < blank) place = blank;
            behind = at + 1;
            continue;
        }
        if (behind == at) behind++;
        hash = fp_hash_mix(hash, (uint64_t)place);
        for (size_t i = at; i < behind; i++) hash = fp_hash_mix(hash, (unsigned char)gap.data[i]);
        place = ADJACENT;
    }
    return hash;
}

/* Walks the gaps between units and aliases, section by section; `module` is the next outermost module whose end is
 * not passed yet. */
static void hash_gaps(finder *f) {
    const struct fp_unit_context *context = f->context;
    const uint32_t *starts = context->index->section_starts.data, sections = context->index->section_starts.len;
    uint32_t unit = 0, alias = 0, module = 0, section = 0;
    for (size_t at = 0; at < context->text.len;) {
        while (section + 1 < sections && starts[section + 1] <= at) section++;
        while (unit < context->units.len && context->units.data[unit].span.end <= at) unit++;
        while (alias < context->aliases.len && context->aliases.data[alias].span.end <= at) alias++;
        while (module < context->modules.len &&
               (context->modules.data[module].span.end <= at || f->outermost[module] != module))
            module++;
        size_t end = section + 1 < sections ? starts[section + 1] : context->text.len;
        bool skip = false;
        const fp_span next[2] = {
            unit < context->units.len ? context->units.data[unit].span : (fp_span){ UINT32_MAX, UINT32_MAX },
            alias < context->aliases.len ? context->aliases.data[alias].span : (fp_span){ UINT32_MAX, UINT32_MAX }
        };
        for (int k = 0; k < 2; k++) {
            if (next[k].start <= at)
                skip = true, end = next[k].end < end ? next[k].end : end;
            else if (!skip && next[k].start < end)
                end = next[k].start;
        }
        uint32_t scope = outside(f, section);
        if (!skip && module < context->modules.len) {
            fp_span span = context->modules.data[module].span;
            if (span.start > at)
                end = span.start < end ? span.start : end;
            else
                scope = module, end = span.end < end ? span.end : end;
        }
        fp_str gap = fp_str_slice(context->text, at, end);
        if (!skip) {
            f->scopes[scope] = hash_of_gap(f->scopes[scope], gap);
            note_named_outside(f, section, gap);
        }
        at = end > at ? end : at + 1;
    }
}

/* ---- Groups ---- */

/* Behind another symbol: `@modules::@name`. */
static bool is_in_path(fp_str text, fp_span name) {
    size_t at = name.start;
    while (at > 0 && text.data[at - 1] != '@') at--;
    return at > 1 && text.data[at - 2] == ':';
}

/* Joins all units of the name to `unit`. */
static void join_found(finder *f, uint32_t unit, name_index *names, fp_str name, uint32_t scope) {
    uint32_t first = first_named(f, names, name, f->context->units.data[unit].section, scope);
    if (first == FP_NONE) return;
    fp_union_find_join(f->sets, unit, first);
    if (names->joined[first]) return;
    names->joined[first] = true;
    for (uint32_t other = names->next[first]; other != FP_NONE; other = names->next[other])
        fp_union_find_join(f->sets, first, other);
}

/* Symbols reach their own outermost module and what stands outside of modules; from there, and with a path, all
 * modules of the section. */
static void join_named(finder *f, uint32_t unit, fp_str name, bool in_path) {
    const fp_unit *self = &f->context->units.data[unit];
    if (self->module == FP_NONE || in_path) {
        join_found(f, unit, &f->in_section, name, UINT32_MAX);
        return;
    }
    join_found(f, unit, &f->in_scope, name, scope_of(f, self));
    join_found(f, unit, &f->in_scope, name, outside(f, self->section));
}

/* What a unit's text says by itself. */
static void hash_unit(finder *f, uint32_t section, fp_str text, fp_unit_memory *memory) {
    FP_VEC(fp_span) symbols = { 0 };
    memory->symbol_bits = 0;
    for (const char *at = text.data; (at = memchr(at, '@', (size_t)(text.data + text.len - at))) != NULL; at++) {
        uint32_t start = (uint32_t)(at - text.data) + 1;
        fp_str name = fp_lex_name(text, start - 1);
        if (name.len == 0) continue;
        memory->symbol_bits |= fp_symbol_bit(name);
        *FP_PUSH(f->keep, &symbols) =
            (fp_span){ (uint32_t)(name.data - text.data), (uint32_t)(name.data - text.data + (ptrdiff_t)name.len) };
    }
    memory->symbols = symbols.data;
    memory->symbol_count = symbols.len;
    memory->text_hash = fp_str_hash(text);
    fp_alias_mentions mentions = fp_aliases_mentioned(f->keep, f->context, section, text);
    memory->alias_mentions = mentions.hash;
    memory->aliases = mentions.aliases;
    memory->alias_count = mentions.count;
    memory->aliases_told = mentions.told;
    memory->tells_stage = fp_unit_tells_stage(text);
    memory->hashed = true;
}

/* A unit that is not remembered has its facts for this once. */
static fp_unit_memory *facts_of(finder *f, uint32_t unit, fp_str text) {
    fp_unit_memory **slot = &f->context->index->memories.data[unit];
    fp_unit_memory *facts = *slot ? *slot : FP_NEW(f->keep, fp_unit_memory, 1);
    uint32_t section = f->context->units.data[unit].section;
    if (!facts->hashed) hash_unit(f, section, text, facts);
    return f->facts[unit] = facts;
}

static void read_unit(finder *f, uint32_t unit) {
    fp_span span = f->context->units.data[unit].span;
    fp_str text = fp_str_slice(f->context->text, span.start, span.end);
    const fp_unit_memory *facts = facts_of(f, unit, text);
    for (uint32_t i = 0; i < facts->symbol_count; i++) {
        bool in_path = is_in_path(text, facts->symbols[i]);
        join_named(f, unit, fp_str_slice(text, facts->symbols[i].start, facts->symbols[i].end), in_path);
        f->has_path[unit] |= in_path;
    }
    f->unit_texts[unit] =
        fp_hash_mix(fp_hash_mix(facts->text_hash, facts->alias_mentions), f->context->index->shapes.data[unit]);
    uint32_t scope = scope_of(f, &f->context->units.data[unit]);
    f->scope_units[scope] = fp_hash_mix(f->scope_units[scope], f->unit_texts[unit]);
}

static uint64_t unit_key(const finder *f, uint32_t unit) {
    const fp_unit *info = &f->context->units.data[unit];
    uint32_t scope = scope_of(f, info);
    uint64_t key = fp_hash_mix(fp_hash_mix(fp_hash_mix(f->unit_texts[unit], f->scopes[scope]), f->unit_comments[unit]),
                               f->section_comments[info->section]);
    if (info->module != FP_NONE) key = fp_hash_mix(key, f->scopes[outside(f, info->section)]);
    if (f->has_path[unit]) key = fp_hash_mix(key, f->all_scopes);
    key = fp_hash_mix(key, (uint64_t)info->called << 2 | (uint64_t)info->is_private << 1 | info->named_outside);
    /* Whether the compiler's barriers are placed yet is judged by the whole module. */
    if (f->facts[unit]->tells_stage) key = fp_hash_mix(key, f->scope_units[scope]);
    return key;
}

fp_unit_groups fp_unit_groups_find(struct fp_arena *keep, struct fp_unit_context *context, fp_lines lines) {
    uint32_t count = context->units.len, sections = context->index->section_starts.len,
             scopes = context->modules.len + sections + 1;
    finder f = { .keep = keep, .context = context };
    f.scopes = FP_NEW(keep, uint64_t, scopes);
    f.scope_units = FP_NEW(keep, uint64_t, scopes);
    f.unit_texts = FP_NEW(keep, uint64_t, count + 1);
    f.has_path = FP_NEW(keep, bool, count + 1);
    f.unit_comments = FP_NEW(keep, uint64_t, count + 1);
    f.section_comments = FP_NEW(keep, uint64_t, sections + 1);
    f.sets = fp_union_find_new(keep, count);
    typedef fp_unit_memory *memory_pointer;
    f.facts = FP_NEW(keep, memory_pointer, count + 1);
    find_outermost(&f);
    index_names(&f, &f.in_scope, true);
    index_names(&f, &f.in_section, false);
    hash_gaps(&f);
    note_named_by_aliases(&f);
    for (uint32_t i = 0; i < scopes; i++) f.all_scopes = fp_hash_mix(f.all_scopes, f.scopes[i]);
    note_comments(&f, lines);
    for (uint32_t i = 0; i < count; i++) read_unit(&f, i);

    fp_unit_group *groups = FP_NEW(keep, fp_unit_group, count + 1);
    uint32_t *group_of = FP_NEW(keep, uint32_t, count + 1), *members = FP_NEW(keep, uint32_t, count + 1), len = 0;
    for (uint32_t i = 0; i < count; i++) { /* the leader of a group is its first unit */
        if (fp_union_find_leader(f.sets, i) == i) group_of[i] = len++;
        groups[group_of[fp_union_find_leader(f.sets, i)]].unit_count++;
    }
    for (uint32_t g = 0, start = 0; g < len; g++) {
        groups[g].units = members + start;
        start += groups[g].unit_count;
        groups[g].unit_count = 0;
        groups[g].key = f.unit_comments[0];
    }
    for (uint32_t i = 0; i < count; i++) {
        fp_unit_group *group = &groups[group_of[fp_union_find_leader(f.sets, i)]];
        members[(size_t)(group->units - members) + group->unit_count++] = i;
        group->key = fp_hash_mix(group->key, unit_key(&f, i));
    }
    return (fp_unit_groups){ groups, len };
}
