#include "address/address_type.h"
#include "read/unit.h"

uint8_t fp_address_width(fp_str type) {
    if (fp_str_equal(type, FP_STR("index"))) return 64;
    if (type.len < 2 || type.len > 3 || type.data[0] != 'i') return 0;
    unsigned width = 0;
    for (size_t i = 1; i < type.len; i++) {
        if (type.data[i] < '0' || type.data[i] > '9') return 0;
        width = width * 10 + (unsigned)(type.data[i] - '0');
    }
    return width <= 64 ? (uint8_t)width : 0;
}

bool fp_address_is_buffer(fp_str type) {
    fp_type_kind kind = fp_type_kind_of(type);
    return kind == FP_TYPE_MEMREF || kind == FP_TYPE_POINTER || kind == FP_TYPE_MEMDESC;
}

/* Elements of less than a byte take one each: what packs them is decided later than anything that is analysed here. */
int64_t fp_address_element_bytes(const fp_type *type) {
    return type->element_bits ? (int64_t)(type->element_bits + 7) / 8 : 0;
}

enum { TYPE_DEPTH_MAX = 32 };
static fp_str inside(fp_str text, char open, char close) {
    size_t start = fp_str_find(text, open), end = text.len;
    while (end > start && text.data[end - 1] != close) end--;
    return end > start + 1 ? fp_str_trim(fp_str_slice(text, start + 1, end - 1)) : (fp_str){ "", 0 };
}

/* The next element of a list at top level; `rest` moves behind it. */
static fp_str next_element(fp_str *rest) {
    int depth = 0;
    size_t i = 0;
    for (; i < rest->len; i++) {
        char c = rest->data[i];
        if (c == '<' || c == '(' || c == '[') depth++;
        if (c == '>' || c == ')' || c == ']') depth--;
        if (c == ',' && depth == 0) break;
    }
    fp_str element = fp_str_trim(fp_str_slice(*rest, 0, i));
    *rest = fp_str_slice(*rest, i + 1, rest->len);
    return element;
}

static fp_layout layout_at(const struct fp_unit_context *context, fp_str text, uint32_t depth);

typedef struct {
    int64_t offset, align; /* where the field begins, or the struct ends; the largest alignment up to there */
    fp_str type;
} field_place;

/* Lays the fields out up to number `field`; -1: to the end of the struct. False: there is no such field, or one before
 * it is not understood. */
static bool lay_out(const struct fp_unit_context *context, const fp_layout *structure, int64_t field, uint32_t depth,
                    field_place *place) {
    enum { FIELDS_MAX = 4096 };
    fp_str fields = structure->element;
    *place = (field_place){ .offset = 0, .align = 1 };
    for (int64_t i = 0; fields.len; i++) {
        fp_str type = next_element(&fields);
        fp_layout l = layout_at(context, type, depth + 1);
        if (l.bytes < 0 || i > FIELDS_MAX) return false;
        if (!structure->packed) place->offset = (place->offset + l.align - 1) / l.align * l.align;
        if (i == field) {
            place->type = type;
            return true;
        }
        place->offset += l.bytes;
        if (!structure->packed && l.align > place->align) place->align = l.align;
    }
    place->offset = (place->offset + place->align - 1) / place->align * place->align;
    return field < 0;
}

static fp_layout layout_at(const struct fp_unit_context *context, fp_str text, uint32_t depth) {
    fp_layout unknown = { .bytes = -1, .align = 1 };
    text = fp_str_trim(fp_unit_alias(context, text));
    if (depth > TYPE_DEPTH_MAX || text.len == 0) return unknown;
    fp_type_kind kind = fp_type_kind_of(text);
    if (kind == FP_TYPE_ARRAY) { /* `4 x f32`, `4 x array<..>`; SPIR-V adds `, stride=4` */
        fp_str body = inside(text, '<', '>');
        size_t x = fp_str_find(body, 'x');
        fp_layout l = { .count = 0 };
        if (!fp_str_int(fp_str_trim(fp_str_slice(body, 0, x)), &l.count) || l.count < 0) return unknown;
        fp_str rest = fp_str_slice(body, x + 1, body.len);
        l.element = next_element(&rest);
        fp_layout e = layout_at(context, l.element, depth + 1);
        l.stride = e.bytes;
        fp_str stride = fp_str_trim(rest);
        if (fp_str_starts(stride, FP_STR("stride=")) && !fp_str_int(fp_str_slice(stride, 7, stride.len), &l.stride))
            return unknown;
        l.align = e.align;
        if (e.bytes < 0 || __builtin_mul_overflow(l.count, l.stride, &l.bytes)) return unknown;
        return l;
    }
    if (kind == FP_TYPE_STRUCT) {
        fp_layout l = { .is_struct = true, .packed = fp_str_contains(text, FP_STR("packed")) };
        field_place end;
        l.element = inside(text, '(', ')');
        if (fp_str_contains(text, FP_STR("[")) || !lay_out(context, &l, -1, depth, &end)) return unknown;
        l.bytes = end.offset;
        l.align = end.align;
        return l;
    }
    if (fp_str_starts(text, FP_STR("ptr")))
        return (fp_layout){ .bytes = fp_str_starts(text, FP_STR("ptr<3>")) ? 4 : 8,
                            .align = fp_str_starts(text, FP_STR("ptr<3>")) ? 4 : 8 };
    fp_type type = fp_type_parse(context, text);
    int64_t bits = type.bits;
    if (bits <= 0 || bits > 1 << 20) return unknown;
    int64_t bytes = (bits + 7) / 8, align = 1;
    while (align < bytes) align *= 2; /* scalars and vectors take a power of two */
    fp_layout l = { .bytes = align, .align = align > 16 ? 16 : align };
    if (type.kind == FP_TYPE_VECTOR && type.element_bits >= 8)
        l.stride = type.element_bits / 8, l.count = bits / type.element_bits, l.element = type.element;
    return l;
}

fp_layout fp_address_layout(const struct fp_unit_context *context, fp_str type) { return layout_at(context, type, 0); }

fp_layout_field fp_address_field(const struct fp_unit_context *context, const fp_layout *structure, int64_t index) {
    field_place place;
    bool found = index >= 0 && lay_out(context, structure, index, 0, &place);
    return found ? (fp_layout_field){ true, place.offset, place.type } : (fp_layout_field){ .found = false };
}
