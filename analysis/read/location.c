#include "read/location.h"
#include "base/chars.h"
#include "base/str.h"

enum {
    FP_LOCATION_DEPTH_MAX = 64
}; /* of names, call sites and aliases in each other: deeper ones go round in circles */

typedef struct {
    struct fp_arena *keep;
    const struct fp_unit_context *context;
    fp_str text; /* what is left to read */
    int depth;
} reader;

static void skip_space(reader *r) {
    size_t at = 0;
    while (at < r->text.len && (fp_is_blank(r->text.data[at]) || r->text.data[at] == '\n')) at++;
    r->text = fp_str_slice(r->text, at, r->text.len);
}

static bool take(reader *r, fp_str word) {
    skip_space(r);
    if (!fp_str_starts(r->text, word)) return false;
    r->text = fp_str_slice(r->text, word.len, r->text.len);
    return true;
}

static bool take_number(reader *r, uint32_t *number) {
    skip_space(r);
    size_t digits = 0;
    uint64_t value = 0;
    for (; digits < r->text.len && fp_is_digit(r->text.data[digits]); digits++)
        if (value < UINT32_MAX) value = value * 10 + (uint64_t)(r->text.data[digits] - '0');
    if (digits == 0) return false;
    r->text = fp_str_slice(r->text, digits, r->text.len);
    *number = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
    return true;
}

static int hex_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* MLIR's escapes are a backslash with two hexadecimal digits, a letter or the character itself. */
static fp_str unescape(struct fp_arena *keep, fp_str raw) {
    if (fp_str_find(raw, '\\') == raw.len) return raw;
    char *data = FP_NEW(keep, char, raw.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < raw.len; i++) {
        char c = raw.data[i];
        if (c == '\\' && i + 1 < raw.len) {
            int high = hex_of(raw.data[i + 1]), low = i + 2 < raw.len ? hex_of(raw.data[i + 2]) : -1;
            c = raw.data[++i];
            if (high >= 0 && low >= 0)
                c = (char)(high * 16 + low), i++;
            else if (c == 'n' || c == 't')
                c = c == 'n' ? '\n' : '\t';
        }
        data[len++] = c;
    }
    return (fp_str){ data, len };
}

static bool take_string(reader *r, fp_str *string) {
    skip_space(r);
    if (r->text.len == 0 || r->text.data[0] != '"') return false;
    size_t end = 1;
    while (end < r->text.len && r->text.data[end] != '"') end += r->text.data[end] == '\\' ? 2 : 1;
    *string = unescape(r->keep, fp_str_slice(r->text, 1, end));
    r->text = fp_str_slice(r->text, end + 1, r->text.len);
    return true;
}

/* Moves behind a bracket group that is not looked into. */
static void skip_group(reader *r, char open, char close) {
    size_t depth = 0, at = 0;
    for (; at < r->text.len; at++) {
        char c = r->text.data[at];
        if (c == '"') {
            for (at++; at < r->text.len && r->text.data[at] != '"';) at += r->text.data[at] == '\\' ? 2 : 1;
            continue;
        }
        depth += c == open;
        if (c == close && --depth == 0) break;
    }
    r->text = fp_str_slice(r->text, at + 1, r->text.len);
}

static const fp_source_place *read_location(reader *r);

static fp_source_place *copy_place(reader *r, const fp_source_place *place) {
    fp_source_place *copy = FP_NEW(r->keep, fp_source_place, 1);
    *copy = *place;
    return copy;
}

/* Behind the file's name. Newer releases tell where the stretch ends, too: `"f":1:2 to 3:4`, `"f":1:2 to :4`. */
static const fp_source_place *read_file_place(reader *r, fp_str file) {
    fp_source_place place = { .file = file };
    uint32_t ignored;
    if (!take_number(r, &place.line) || !take(r, FP_STR(":")) || !take_number(r, &place.column)) return NULL;
    if (take(r, FP_STR("to"))) {
        take_number(r, &ignored);
        if (take(r, FP_STR(":"))) take_number(r, &ignored);
    }
    return copy_place(r, &place);
}

/* Behind a string: the name of a place, unless a line follows. */
static const fp_source_place *read_string_place(reader *r, fp_str string) {
    if (take(r, FP_STR(":"))) return read_file_place(r, string);
    if (!take(r, FP_STR("("))) return NULL;
    const fp_source_place *named = read_location(r);
    take(r, FP_STR(")"));
    if (!named) return NULL;
    fp_source_place *place = copy_place(r, named);
    place->name = string;
    return place;
}

/* `callee` with one more call site at the end of its chain. */
static const fp_source_place *add_caller(reader *r, const fp_source_place *callee, const fp_source_place *caller) {
    if (!callee || !caller) return callee ? callee : caller;
    fp_source_place *first = copy_place(r, callee), *last = first;
    for (; last->inlined_at; last = (fp_source_place *)last->inlined_at)
        last->inlined_at = copy_place(r, last->inlined_at);
    last->inlined_at = caller;
    return first;
}

static const fp_source_place *read_call_site(reader *r) {
    const fp_source_place *callee = read_location(r);
    if (!take(r, FP_STR("at"))) return callee;
    const fp_source_place *caller = read_location(r);
    take(r, FP_STR(")"));
    return add_caller(r, callee, caller);
}

static const fp_source_place *read_fused(reader *r) {
    skip_space(r);
    if (r->text.len && r->text.data[0] == '<') skip_group(r, '<', '>');
    if (!take(r, FP_STR("["))) return NULL;
    const fp_source_place *first = NULL;
    while (r->text.len && !take(r, FP_STR("]"))) {
        size_t before = r->text.len;
        const fp_source_place *place = read_location(r);
        if (!first) first = place;
        if (!take(r, FP_STR(",")) && r->text.len == before) break;
    }
    return first;
}

/* An alias stands for `loc(..)`; another location may follow it in the list that it stands in. */
static const fp_source_place *read_alias(reader *r) {
    size_t end = 1;
    while (end < r->text.len && fp_is_suffix(r->text.data[end])) end++;
    fp_str name = fp_str_slice(r->text, 0, end), stands_for = fp_unit_alias(r->context, name);
    r->text = fp_str_slice(r->text, end, r->text.len);
    if (stands_for.data == name.data) return NULL;
    reader inner = { r->keep, r->context, stands_for, r->depth + 1 };
    return read_location(&inner);
}

static const fp_source_place *read_location(reader *r) {
    if (r->depth >= FP_LOCATION_DEPTH_MAX) return NULL;
    r->depth++;
    const fp_source_place *place = NULL;
    fp_str string;
    if (take(r, FP_STR("loc("))) {
        place = read_location(r);
        take(r, FP_STR(")"));
    } else if (take(r, FP_STR("callsite("))) {
        place = read_call_site(r);
    } else if (take(r, FP_STR("fused"))) {
        place = read_fused(r);
    } else if (take_string(r, &string)) {
        place = read_string_place(r, string);
    } else if (r->text.len && r->text.data[0] == '#') {
        place = read_alias(r);
    } else {
        take(r, FP_STR("unknown"));
    }
    r->depth--;
    return place;
}

const fp_source_place *fp_location_of_op(struct fp_arena *keep, const struct fp_unit_context *context,
                                         uint32_t offset) {
    reader r = { .keep = keep, .context = context, .text = fp_units_location(context, offset) };
    return r.text.len ? read_location(&r) : NULL;
}
