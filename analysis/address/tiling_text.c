#include "address/tiling_text.h"
#include "read/value_text.h"
#include <string.h>

static const struct {
    fp_str name;
    fp_tiling_kind kind;
} names[] = {
#define FP_TILING(name, kind) { { name, sizeof(name) - 1 }, FP_TILING_##kind },
#include "facts/tilings.def"
#undef FP_TILING
};

static fp_tiling_kind kind_of(fp_str name) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fp_str_equal(names[i].name, name)) return names[i].kind;
    return FP_TILING_UNKNOWN;
}

/* Where the reader is: braces open a layout's own keys, or those of an inner list of keys that count as its own. */
enum { BRACES_MAX = 16 };
typedef struct {
    fp_tiling_chain *chain;
    uint32_t braces[BRACES_MAX], brace_count; /* of each open brace: the layout that its keys belong to */
    uint32_t current;                         /* the layout that numbers belong to */
    bool named;                               /* its brace has not been opened yet */
    fp_str word, key;                         /* the last word; the one before the last `=` */
    uint32_t lists, inner;                    /* brackets that are open; the number that the innermost began with */
    fp_tiling_field *field;
} parser;

static bool start_layout(parser *p, fp_str name) {
    if (p->chain->count == FP_TILING_NEST_MAX) return false;
    p->current = p->chain->count++;
    p->chain->level[p->current].kind = kind_of(name);
    p->chain->level[p->current].field_count = p->chain->level[p->current].number_count = 0;
    p->named = true;
    p->key = (fp_str){ 0 };
    p->field = NULL;
    return true;
}

static bool start_field(parser *p) {
    fp_tiling_text *layout = &p->chain->level[p->current];
    if (layout->field_count == FP_TILING_FIELDS_MAX) return false;
    p->field = &layout->fields[layout->field_count++];
    *p->field = (fp_tiling_field){ .key = p->key, .first = layout->number_count };
    return true;
}

static bool add_number(parser *p, int64_t number) {
    fp_tiling_text *layout = &p->chain->level[p->current];
    if (layout->number_count == FP_TILING_NUMBERS_MAX || ((!p->field || !p->lists) && !start_field(p))) return false;
    layout->numbers[layout->number_count++] = number;
    p->field->count++;
    return true;
}

static bool open_brace(parser *p) {
    if (p->brace_count == BRACES_MAX) return false;
    p->braces[p->brace_count++] = p->current;
    p->named = false;
    return true;
}

static bool close_brace(parser *p) {
    if (p->brace_count == 0) return false;
    p->brace_count--;
    if (p->brace_count) p->current = p->braces[p->brace_count - 1];
    return true;
}

static bool open_list(parser *p) {
    p->inner = p->chain->level[p->current].number_count;
    return p->lists++ || start_field(p);
}

static bool close_list(parser *p) {
    if (p->lists == 0 || !p->field) return false;
    if (p->lists-- == 2) p->field->width = p->chain->level[p->current].number_count - p->inner;
    return true;
}

/* One token; false: the text is not understood. */
static bool step(parser *p, const fp_value_reader *reader) {
    int64_t number;
    if (reader->kind == FP_TOKEN_ATTRIBUTE) return start_layout(p, reader->text);
    if (p->chain->count == 0) return false;
    if (reader->kind == FP_TOKEN_INT) return fp_str_int(reader->text, &number) && add_number(p, number);
    if (fp_str_equal(reader->text, FP_STR("true"))) return add_number(p, 1);
    if (fp_str_equal(reader->text, FP_STR("false"))) return add_number(p, 0);
    if (fp_str_equal(reader->text, FP_STR("{"))) return open_brace(p);
    if (fp_str_equal(reader->text, FP_STR("}"))) return close_brace(p);
    if (fp_str_equal(reader->text, FP_STR("["))) return open_list(p);
    if (fp_str_equal(reader->text, FP_STR("]"))) return close_list(p);
    if (fp_str_equal(reader->text, FP_STR("="))) p->key = p->word, p->field = NULL;
    if (reader->kind == FP_TOKEN_WORD) p->word = reader->text;
    return true;
}

bool fp_tiling_read(const struct fp_unit_context *context, fp_str text, fp_tiling_chain *chain) {
    parser p = { .chain = chain };
    chain->count = 0;
    for (fp_value_reader reader = fp_value_read(context, text); fp_value_next(&reader);)
        if (!step(&p, &reader)) return false;
    for (uint32_t i = 0; i < chain->count; i++)
        if (chain->level[i].kind == FP_TILING_UNKNOWN) return false;
    return chain->count > 0 && p.brace_count == 0 && p.lists == 0;
}

fp_tiling_kind fp_tiling_outermost(const struct fp_unit_context *context, fp_str text) {
    fp_value_reader reader = fp_value_read(context, text);
    bool named = fp_value_next(&reader) && reader.kind == FP_TOKEN_ATTRIBUTE;
    return named ? kind_of(reader.text) : FP_TILING_UNKNOWN;
}

const fp_tiling_field *fp_tiling_field_of(const fp_tiling_text *layout, fp_str key) {
    for (uint32_t i = 0; i < layout->field_count; i++)
        if (fp_str_equal(layout->fields[i].key, key)) return &layout->fields[i];
    return NULL;
}

int64_t fp_tiling_number(const fp_tiling_text *layout, fp_str key, int64_t none) {
    const fp_tiling_field *field = fp_tiling_field_of(layout, key);
    return field && field->count == 1 ? layout->numbers[field->first] : none;
}

bool fp_tiling_list(const fp_tiling_text *layout, fp_str key, uint32_t count, int32_t *numbers) {
    const fp_tiling_field *field = fp_tiling_field_of(layout, key);
    if (!field || field->count != count) return false;
    for (uint32_t i = 0; i < count; i++) {
        int64_t number = layout->numbers[field->first + i];
        if (number < 0 || number > INT16_MAX) return false;
        numbers[i] = (int32_t)number;
    }
    return true;
}
