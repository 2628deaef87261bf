#include "kernel/launch_sites.h"
#include "base/chars.h"
#include "kernel/launch_text.h"
#include "read/unit_index.h"
#include <string.h>

enum { LAUNCHES_MAX = 1024 };

typedef struct {
    struct fp_arena *arena;
    const struct fp_unit_context *context;
    const fp_unit *own; /* holds the kernel */
    uint32_t number;    /* its unit */
    uint64_t name_bit;  /* fp_symbol_bit of its name */
} search;

static fp_str unit_text(const search *s, uint32_t unit) {
    fp_span span = s->context->units.data[unit].span;
    return fp_str_slice(s->context->text, span.start, span.end);
}

static uint32_t outermost_module(const search *s, uint32_t module) {
    const fp_module_info *modules = s->context->modules.data;
    while (module != FP_NONE && modules[module].parent < module) module = modules[module].parent;
    return module;
}

/* Another unit whose text names the function. */
static bool names_the_function(const search *s, uint32_t unit) {
    const fp_unit_memory *memory = s->context->index->memories.data[unit];
    if (unit == s->number || !memory || !memory->hashed) return unit != s->number;
    if (!(memory->symbol_bits & s->name_bit)) return false;
    fp_str text = unit_text(s, unit);
    for (uint32_t i = 0; i < memory->symbol_count; i++)
        if (fp_str_equal(fp_str_slice(text, memory->symbols[i].start, memory->symbols[i].end), s->own->name))
            return true;
    return false;
}

static bool is_commented(fp_str text, size_t at) {
    size_t start = at;
    while (start > 0 && text.data[start - 1] != '\n') start--;
    return fp_launch_part(fp_str_slice(text, start, at), FP_STR("//"), 0) != SIZE_MAX;
}

/* Is the symbol named at `at` the whole of `symbol`? */
static bool is_whole(fp_str text, size_t at, fp_str symbol) {
    return at + symbol.len >= text.len || !fp_is_suffix(text.data[at + symbol.len]);
}

/* The sizes that all sites of a kind give the kernel. */
typedef struct {
    int64_t numbers[3];
    uint32_t waves;
    const char *place;
    bool differ;
} agreed_sizes;

static void agree(agreed_sizes *agreed, const int64_t numbers[3], const char *place) {
    agreed->differ |= agreed->place && memcmp(agreed->numbers, numbers, sizeof agreed->numbers) != 0;
    memcpy(agreed->numbers, numbers, sizeof agreed->numbers);
    agreed->place = place;
}

static bool take_agreed(const agreed_sizes *agreed, fp_sentence source, fp_launch_site *site) {
    if (!agreed->place || agreed->differ || !fp_launch_make_block(agreed->numbers, site->block)) return false;
    site->waves = agreed->waves;
    site->source = source;
    site->place = agreed->place;
    return true;
}

/* The integer that `name` ("%c64") is defined as in the text before `end`: by the last line of that text that defines
 * it as a constant. */
static bool constant_before(fp_str text, size_t end, fp_str name, int64_t *value) {
    for (size_t at = end; at-- > 0;) {
        if (text.data[at] != '%' || !fp_str_starts(fp_str_slice(text, at, end), name)) continue;
        fp_str rest = fp_str_slice(text, at + name.len, end);
        rest = fp_str_trim(fp_str_slice(rest, 0, fp_str_find(rest, '\n')));
        if (!fp_str_starts(rest, FP_STR("="))) continue;
        size_t word = fp_launch_part(rest, FP_STR("constant"), 0);
        int64_t numbers[3];
        if (word == SIZE_MAX || !fp_launch_numbers(fp_str_slice(rest, word + 8, rest.len), numbers)) return false;
        *value = numbers[0];
        return true;
    }
    return false;
}

/* The three values of `threads in (%c64, %c1, %c1)`, which constants of the same unit name. */
static bool read_launch_sizes(fp_str text, size_t start, fp_str sizes, int64_t numbers[3]) {
    uint32_t count = 0;
    for (size_t i = 0; i < sizes.len && count < 3; i++) {
        if (sizes.data[i] != '%') continue;
        size_t end = i + 1;
        while (end < sizes.len && fp_is_suffix(sizes.data[end])) end++;
        if (!constant_before(text, start, fp_str_slice(sizes, i, end), &numbers[count])) return false;
        count++;
        i = end;
    }
    return count == 3;
}

/* False: nothing can be said. */
static bool read_launches_in(fp_str text, fp_str symbol, agreed_sizes *agreed) {
    uint32_t count = 0;
    for (size_t at = 0, start; (start = fp_launch_word(text, FP_LAUNCH_SITE, at)) != SIZE_MAX;) {
        at = start + 1;
        if (is_commented(text, start)) continue; /* comments are no part of the key: they count for nothing */
        if (++count > LAUNCHES_MAX) return false;
        fp_str site = fp_str_slice(text, start, start + fp_str_find(fp_str_slice(text, start, text.len), '\n'));
        size_t named = fp_launch_part(site, symbol, 0), list = fp_launch_word(site, FP_LAUNCH_SITE_THREADS, 0);
        if (named == SIZE_MAX || list == SIZE_MAX || !is_whole(site, named, symbol)) continue;
        fp_str sizes = fp_str_slice(site, list, list + fp_str_find(fp_str_slice(site, list, site.len), ')'));
        int64_t numbers[3];
        if (!read_launch_sizes(text, start, sizes, numbers)) return false;
        agree(agreed, numbers, site.data);
    }
    return true;
}

/* The units that launch kernels: few among many functions, each of which asks. */
static const uint32_t *launching_units(const search *s, uint32_t *count) {
    struct fp_unit_index *index = s->context->index;
    for (uint32_t unit = 0; unit < s->context->units.len && !index->launching_known; unit++)
        if (fp_launch_word(unit_text(s, unit), FP_LAUNCH_SITE, 0) != SIZE_MAX)
            *FP_PUSH(s->context->keep, &index->launching) = unit;
    index->launching_known = true;
    *count = index->launching.len;
    return index->launching.data;
}

/* Symbols reach their own outermost module, those outside of modules all of them. */
static bool find_launches(const search *s, fp_launch_site *site) {
    agreed_sizes agreed = { .place = NULL };
    uint32_t count;
    const uint32_t *launching = launching_units(s, &count);
    if (!count) return false;
    fp_str symbol = fp_str_printf(s->arena, "::@%.*s", FP_STR_ARG(s->own->name));
    const fp_unit *units = s->context->units.data;
    uint32_t scope = outermost_module(s, s->own->module);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t unit = launching[i];
        if (units[unit].section != s->own->section || !names_the_function(s, unit)) continue;
        uint32_t other_scope = outermost_module(s, units[unit].module);
        if (other_scope != scope && other_scope != FP_NONE) continue;
        if (!read_launches_in(unit_text(s, unit), symbol, &agreed)) return false;
    }
    return take_agreed(&agreed, FP_WORD_SOURCE_LAUNCH, site);
}

/* Exports in a stretch of text. */
static void read_exports(const search *s, fp_str text, agreed_sizes *agreed) {
    size_t next = fp_launch_word(text, FP_LAUNCH_EXPORT, 0);
    if (next == SIZE_MAX) return;
    fp_str symbol = fp_str_printf(s->arena, "@%.*s", FP_STR_ARG(s->own->name));
    for (size_t at = next; at != SIZE_MAX; at = next) {
        next = fp_launch_word(text, FP_LAUNCH_EXPORT, at + 1);
        fp_str site = fp_str_slice(text, at, next == SIZE_MAX ? text.len : next);
        size_t named = fp_launch_part(site, symbol, 0), line = fp_str_find(site, '\n'),
               module = fp_launch_part(site, FP_STR("module"), 0);
        if (named == SIZE_MAX || named > line || !is_whole(site, named, symbol) || is_commented(text, at)) continue;
        int64_t numbers[3];
        size_t list = fp_launch_word(site, FP_LAUNCH_BLOCK, 0);
        if (list == SIZE_MAX || list > module || !fp_launch_sizes_inside(site, numbers)) continue;
        agree(agreed, numbers, site.data);
        if (fp_launch_wave_inside(site, module)) agreed->waves = fp_launch_wave_inside(site, module);
    }
}

/* The outermost executable around the function: its exports stand in it. */
static uint32_t executable_around(const search *s) {
    uint32_t found = FP_NONE, module = s->own->module;
    for (uint32_t steps = 0; module != FP_NONE && steps < FP_MODULES_AROUND_MAX;
         steps++, module = s->context->modules.data[module].parent) {
        fp_str head = fp_unit_module_text(s->context, module);
        if (fp_launch_word(fp_str_slice(head, 0, fp_str_find(head, ' ')), FP_LAUNCH_EXECUTABLE, 0) != SIZE_MAX)
            found = module;
    }
    return found;
}

/* An export that counts its workgroups has a region and is a unit, others stand between units. */
static bool find_exports(const search *s, fp_launch_site *site) {
    uint32_t executable = executable_around(s);
    if (executable == FP_NONE) return false;
    agreed_sizes agreed = { .place = NULL };
    fp_span around = s->context->modules.data[executable].span;
    const fp_unit *units = s->context->units.data;
    uint32_t unit = s->number;
    while (unit > 0 && units[unit - 1].span.start >= around.start) unit--;
    for (uint32_t start = around.start; unit < s->context->units.len && units[unit].span.start < around.end;
         start = units[unit++].span.end) {
        read_exports(s, fp_str_slice(s->context->text, start, units[unit].span.start), &agreed);
        if (names_the_function(s, unit)) read_exports(s, unit_text(s, unit), &agreed);
    }
    return take_agreed(&agreed, FP_WORD_SOURCE_EXPORT, site);
}

/* Execution modes of the function in a stretch of text: a line each, which names it. */
static void read_modes(const search *s, fp_str text, agreed_sizes *agreed) {
    fp_str symbol = { NULL, 0 };
    for (size_t at = 0; (at = fp_launch_word(text, FP_LAUNCH_MODE, at)) != SIZE_MAX; at++) {
        if (!symbol.len) symbol = fp_str_printf(s->arena, "@%.*s", FP_STR_ARG(s->own->name));
        size_t start = at, end = at + fp_str_find(fp_str_slice(text, at, text.len), '\n');
        while (start > 0 && text.data[start - 1] != '\n') start--;
        fp_str front = fp_str_slice(text, start, at), sizes = fp_str_slice(text, at, end);
        size_t named = fp_launch_part(front, symbol, 0);
        int64_t numbers[3];
        sizes = fp_str_slice(sizes, fp_str_find(sizes, ','), sizes.len);
        if (named == SIZE_MAX || !is_whole(front, named, symbol) || is_commented(text, at)) continue;
        if (fp_launch_numbers(sizes, numbers)) agree(agreed, numbers, front.data);
    }
}

/* In front of the function or behind it, in the module that holds it. */
static bool find_modes(const search *s, fp_launch_site *site) {
    if (s->own->module == FP_NONE) return false;
    fp_str head = fp_unit_module_text(s->context, s->own->module);
    if (fp_launch_word(fp_str_slice(head, 0, fp_str_find(head, ' ')), FP_LAUNCH_MODES, 0) == SIZE_MAX) return false;
    agreed_sizes agreed = { .place = NULL };
    fp_span around = s->context->modules.data[s->own->module].span;
    const fp_unit *units = s->context->units.data;
    uint32_t unit = s->number, start = around.start;
    while (unit > 0 && units[unit - 1].span.start >= around.start) unit--;
    for (; unit < s->context->units.len && units[unit].span.start < around.end; start = units[unit++].span.end)
        read_modes(s, fp_str_slice(s->context->text, start, units[unit].span.start), &agreed);
    read_modes(s, fp_str_slice(s->context->text, start, around.end), &agreed);
    return take_agreed(&agreed, FP_WORD_SOURCE_MODE, site);
}

bool fp_launch_sites(struct fp_arena *arena, const struct fp_unit_context *context, uint32_t unit,
                     fp_launch_site *site) {
    const fp_unit *own = &context->units.data[unit];
    search s = { .arena = arena, .context = context, .own = own, .number = unit, .name_bit = fp_symbol_bit(own->name) };
    return (own->called && find_launches(&s, site)) || find_exports(&s, site) || find_modes(&s, site);
}
