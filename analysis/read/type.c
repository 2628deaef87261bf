#include "read/type.h"
#include "base/chars.h"
#include "base/source.h"
#include "read/op_text.h"
#include "read/value_text.h"
#include <string.h>

enum { TYPE_DEPTH_MAX = 16 }; /* nested aggregates; real ones nest below 6 */

static const struct {
    fp_str name;
    fp_type_kind kind;
} heads[] = {
#define FP_TYPE_HEAD(name, kind) { { name, sizeof(name) - 1 }, FP_TYPE_##kind },
#include "facts/types.def"
#undef FP_TYPE_HEAD
};
static const struct {
    fp_str name;
    uint32_t bits;
} scalars[] = {
#define FP_SCALAR(name, bits) { { name, sizeof(name) - 1 }, bits },
#include "facts/types.def"
#undef FP_SCALAR
};
static const struct {
    fp_str text;
    fp_memory memory;
} spaces[] = {
#define FP_MEMORY_SPACE(text, memory) { { text, sizeof(text) - 1 }, FP_MEMORY_##memory },
#include "facts/types.def"
#undef FP_MEMORY_SPACE
};
static const struct {
    int64_t number;
    fp_memory memory;
} numbers[] = {
#define FP_MEMORY_NUMBER(number, memory) { number, FP_MEMORY_##memory },
#include "facts/types.def"
#undef FP_MEMORY_NUMBER
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Pieces of text ---- */

/* Index of the first `stop` outside of brackets and strings at or after `from`, or the length. */
static size_t find_outside(fp_str s, size_t from, char stop) {
    for (size_t i = from; i < s.len;) {
        bool closed, arrow = s.data[i] == '-' && i + 1 < s.len && s.data[i + 1] == '>'; /* it closes nothing */
        if (s.data[i] == stop) return i;
        if (s.data[i] == '"')
            i = fp_source_string_end(s, i, &closed);
        else if (fp_char_is(s.data[i], FP_CHAR_OPENS))
            i = fp_lex_group_end(s, (uint32_t)i, (uint32_t)s.len, &closed);
        else
            i += arrow ? 2 : 1;
    }
    return s.len;
}

typedef struct {
    fp_str rest;
    bool done;
} splitter;

static bool next_part(splitter *it, fp_str *part) {
    if (it->done) return false;
    size_t comma = find_outside(it->rest, 0, ',');
    *part = fp_str_trim(fp_str_slice(it->rest, 0, comma));
    it->done = comma == it->rest.len;
    it->rest = fp_str_slice(it->rest, comma + 1, it->rest.len);
    return true;
}

/* ---- Memory spaces ---- */
static fp_memory memory_of(const struct fp_unit_context *context, fp_str text, int32_t *number) {
    text = fp_unit_alias(context, fp_str_trim(text));
    for (size_t i = 0; i < COUNT(spaces); i++)
        if (fp_str_equal(spaces[i].text, text)) return spaces[i].memory;
    int64_t value;
    if (!fp_str_int(fp_str_trim(fp_str_slice(text, 0, fp_str_find(text, ':'))), &value) || value < 0 ||
        value > INT32_MAX)
        return FP_MEMORY_OTHER;
    *number = (int32_t)value;
    for (size_t i = 0; i < COUNT(numbers); i++)
        if (numbers[i].number == value) return numbers[i].memory;
    return FP_MEMORY_OTHER;
}

static bool is_memory(const struct fp_unit_context *context, fp_str text) {
    text = fp_unit_alias(context, text);
    for (size_t i = 0; i < COUNT(spaces); i++)
        if (fp_str_equal(spaces[i].text, text)) return true;
    return text.len && fp_is_digit(text.data[0]);
}

/* ---- Shapes and layouts ---- */
/* Reads `4x?x[8]x` and leaves the element type in `rest`. */
static void read_shape(fp_type *type, fp_str *rest) {
    while (rest->len) {
        size_t at = 0;
        bool scalable = rest->data[0] == '[';
        if (scalable) at++;
        int64_t extent = FP_DYNAMIC;
        size_t digits = at;
        if (at < rest->len && (rest->data[at] == '?' || rest->data[at] == '*')) {
            at++;
        } else {
            while (at < rest->len && fp_is_digit(rest->data[at])) at++;
            if (at == digits || !fp_str_int(fp_str_slice(*rest, digits, at), &extent)) return;
        }
        if (scalable && at < rest->len && rest->data[at] == ']') at++, extent = FP_DYNAMIC;
        while (at < rest->len && rest->data[at] == ' ') at++;
        if (at >= rest->len || rest->data[at] != 'x') return;
        if (type->rank < FP_TYPE_RANK_MAX) type->shape[type->rank++] = extent;
        *rest = fp_str_trim(fp_str_slice(*rest, at + 1, rest->len));
    }
}

static int64_t multiply(int64_t a, int64_t b) {
    int64_t product;
    return a == FP_DYNAMIC || b == FP_DYNAMIC || __builtin_mul_overflow(a, b, &product) ? FP_DYNAMIC : product;
}

static void identity_strides(fp_type *type) {
    int64_t stride = 1;
    for (uint32_t i = type->rank; i-- > 0;) {
        type->strides[i] = stride;
        stride = multiply(stride, type->shape[i]);
    }
}

static int64_t int_or_dynamic(fp_str text) {
    int64_t value;
    return fp_str_int(fp_str_trim(text), &value) ? value : FP_DYNAMIC;
}

/* strided<[64, 1], offset: 32>; anything else is kept as text. */
static void read_layout(fp_type *type, fp_str text) {
    static const fp_str strided = { "strided<[", 9 }, offset = { "offset:", 7 };
    type->layout = text;
    type->has_layout = true;
    if (!fp_str_starts(text, strided)) {
        type->opaque_layout = true;
        for (uint32_t i = 0; i < type->rank; i++) type->strides[i] = FP_DYNAMIC;
        type->offset = FP_DYNAMIC;
        return;
    }
    fp_str inside = fp_str_slice(text, strided.len, text.len ? text.len - 1 : 0);
    size_t close = fp_str_find(inside, ']');
    splitter it = { .rest = fp_str_slice(inside, 0, close) };
    fp_str part;
    for (uint32_t i = 0; next_part(&it, &part) && i < type->rank; i++) type->strides[i] = int_or_dynamic(part);
    for (size_t i = close; i + offset.len <= inside.len; i++)
        if (fp_str_starts(fp_str_slice(inside, i, inside.len), offset)) {
            type->offset = int_or_dynamic(fp_str_slice(inside, i + offset.len, inside.len));
            return;
        }
}

/* ---- Workgroups of a cluster ---- */
/* One basis, `1, 0`: the workgroups of one half have one half of each dimension where it is not 0. It names the last
 * dimensions; those before them count slots. */
static void halve_by_basis(fp_type *type, const int64_t *basis, uint32_t given) {
    if (given > type->rank) return;
    for (uint32_t i = 0; i < given; i++) {
        int64_t *size = &type->shape[type->rank - given + i];
        if (basis[i] != 0 && *size > 1 && *size % 2 == 0) *size /= 2;
    }
}

typedef struct {
    int64_t basis[FP_CLUSTER_BITS_MAX][FP_TYPE_RANK_MAX];
    uint32_t given[FP_CLUSTER_BITS_MAX], count;
} cluster_bases_read;

/* `[[1, 0], [0, 0]]`: basis k belongs to bit k of the workgroup's number; one of zeros makes copies. */
static void read_bases(cluster_bases_read *bases, fp_value_reader *reader) {
    int64_t number;
    uint32_t depth = 0, given = 0;
    while (bases->count < FP_CLUSTER_BITS_MAX && fp_value_next(reader)) {
        if (fp_str_equal(reader->text, FP_STR("["))) {
            depth++, given = 0;
        } else if (fp_str_equal(reader->text, FP_STR("]"))) {
            if (depth-- <= 1) return;
            bases->given[bases->count++] = given;
        } else if (reader->kind == FP_TOKEN_INT && fp_str_int(reader->text, &number) && depth == 2) {
            if (given < FP_TYPE_RANK_MAX) bases->basis[bases->count][given++] = number;
        }
    }
}

/* False: there are none, or they are those of another layout inside of this one. */
static bool find_bases(const struct fp_unit_context *context, fp_str layout, cluster_bases_read *bases) {
    for (fp_value_reader reader = fp_value_read(context, layout); fp_value_next(&reader);) {
        if (fp_str_equal(reader.text, fp_named.parent)) return false;
        if (!fp_str_equal(reader.text, fp_named.cga_layout) && !fp_str_equal(reader.text, fp_named.block)) continue;
        read_bases(bases, &reader);
        return true;
    }
    return false;
}

/* The numbers of a dimension rise by powers of 2 from the least one on, whatever they count. */
static void name_bits(const cluster_bases_read *bases, fp_cluster_bit bits[FP_CLUSTER_BITS_MAX]) {
    for (uint32_t k = 0; k < bases->count; k++)
        for (uint32_t i = 0; i < bases->given[k]; i++) {
            int64_t least = bases->basis[k][i], number = least;
            if (number <= 0) continue;
            bits[k].dimension = (uint8_t)(bases->given[k] - i);
            for (uint32_t other = 0; other < bases->count; other++) {
                int64_t of_other = bases->given[other] == bases->given[k] ? bases->basis[other][i] : 0;
                if (of_other > 0 && of_other < least) least = of_other;
            }
            for (bits[k].step = 0; number / 2 >= least; number /= 2) bits[k].step++;
        }
}

/* The shape in the text is the cluster's; what one workgroup has of it is left. */
static void share_out(fp_type *type, const struct fp_unit_context *context, fp_str layout) {
    cluster_bases_read bases = { .count = 0 };
    memcpy(type->cluster_shape, type->shape, sizeof type->shape);
    if (!find_bases(context, layout, &bases)) return;
    name_bits(&bases, type->cluster);
    for (uint32_t k = 0; k < bases.count; k++) {
        halve_by_basis(type, bases.basis[k], bases.given[k]);
        if (type->cluster[k].dimension == 0) type->replicated |= 1u << k;
    }
}

/* ---- Types ---- */
static fp_type parse(const struct fp_unit_context *context, fp_str text, int depth);

static uint32_t bits_of_element(const struct fp_unit_context *context, fp_str element, int depth) {
    fp_type type = parse(context, element, depth + 1);
    if (type.bits) return type.bits;
    int64_t bytes = fp_type_size_bytes(&type);
    return bytes > 0 && bytes <= UINT32_MAX / 8 ? (uint32_t)bytes * 8 : 0;
}

static int64_t element_count(const fp_type *type) {
    int64_t count = 1;
    for (uint32_t i = 0; i < type->rank; i++) count = multiply(count, type->shape[i]);
    return count;
}

static void parse_shaped(const struct fp_unit_context *context, fp_type *type, fp_str inside, int depth) {
    splitter it = { .rest = inside };
    fp_str part;
    if (!next_part(&it, &part)) return;
    bool unranked = part.len && part.data[0] == '*';
    read_shape(type, &part);
    type->element = fp_unit_alias(context, part);
    type->element_bits = bits_of_element(context, type->element, depth);
    identity_strides(type);
    if (unranked) type->rank = 0, type->opaque_layout = true;
    bool has_space = type->kind == FP_TYPE_MEMREF || type->kind == FP_TYPE_MEMDESC, shared_out = false;
    if (type->kind == FP_TYPE_TENSOR && next_part(&it, &part)) type->layout = part;
    while (has_space && next_part(&it, &part)) {
        if (part.len == 0) continue;
        if (type->kind == FP_TYPE_MEMDESC && fp_is_digit(part.data[0])) {
            type->whole = part;
            continue;
        }
        if (is_memory(context, part)) {
            fp_memory memory = memory_of(context, part, &type->address_space);
            if (type->kind == FP_TYPE_MEMREF || memory != FP_MEMORY_OTHER || type->memory == FP_MEMORY_DEFAULT)
                type->memory = memory;
        } else if (type->kind == FP_TYPE_MEMREF && part.data[0] != '"') {
            fp_str resolved = fp_unit_alias(context, part);
            static const fp_str map = { "affine_map<", 11 }, strided = { "strided<", 8 };
            if (fp_str_starts(resolved, map) || fp_str_starts(resolved, strided))
                read_layout(type, resolved);
            else if (type->memory == FP_MEMORY_DEFAULT)
                type->memory = FP_MEMORY_OTHER, type->layout = resolved;
        } else if (type->kind == FP_TYPE_MEMDESC && !shared_out) {
            type->layout = part;
            share_out(type, context, part);
            identity_strides(type);
            shared_out = true;
        }
    }
    if (type->kind == FP_TYPE_VECTOR) {
        int64_t bits = multiply(element_count(type), type->element_bits ? type->element_bits : FP_DYNAMIC);
        type->bits = bits > 0 && bits <= UINT32_MAX ? (uint32_t)bits : 0;
    }
    if (type->kind == FP_TYPE_MEMDESC && type->memory == FP_MEMORY_DEFAULT) type->memory = FP_MEMORY_WORKGROUP;
}

static void parse_pointer(const struct fp_unit_context *context, fp_type *type, fp_str inside) {
    splitter it = { .rest = inside };
    fp_str part;
    while (next_part(&it, &part)) {
        if (part.len == 0) continue;
        if (is_memory(context, part))
            type->memory = memory_of(context, part, &type->address_space);
        else
            type->element = part;
    }
    type->bits = type->memory == FP_MEMORY_WORKGROUP || type->memory == FP_MEMORY_PRIVATE ? 32 : 64;
}

static int64_t align_up(int64_t at, int64_t align) { return (at + align - 1) / align * align; }

/* The parts of a struct's list in parentheses. */
static splitter members_of(fp_str inside) {
    size_t open = fp_str_find(inside, '('), close = find_outside(inside, open + 1, ')');
    return (splitter){ .rest = fp_str_slice(inside, open + 1, close), .done = open == inside.len };
}

/* Members one after the other, each at a multiple of its own size up to 16 bytes (LLVM's natural layout), or packed. */
static void parse_struct(const struct fp_unit_context *context, fp_type *type, fp_str inside, int depth) {
    static const fp_str packed_word = { "packed", 6 };
    bool packed = fp_str_contains(fp_str_slice(inside, 0, fp_str_find(inside, '(')), packed_word);
    splitter it = members_of(inside);
    fp_str part;
    int64_t at = 0, widest = 1;
    while (next_part(&it, &part)) {
        if (part.len == 0) continue;
        int64_t bits = bits_of_element(context, part, depth);
        if (bits == 0) return;
        int64_t bytes = (bits + 7) / 8, align = 1;
        while (align < bytes && align < 16) align *= 2;
        if (packed) align = 1;
        at = align_up(at, align) + bytes;
        if (align > widest) widest = align;
    }
    at = align_up(at, widest);
    type->element_bits = at > 0 && at <= UINT32_MAX / 8 ? (uint32_t)at * 8 : 0;
    type->bits = type->element_bits;
}

static bool parse_integer(fp_type *type, fp_str text) {
    if (text.len > 1 && (text.data[0] == 's' || text.data[0] == 'u')) text = fp_str_slice(text, 1, text.len);
    int64_t bits;
    if (text.len < 2 || text.data[0] != 'i' || !fp_is_digit(text.data[1]) ||
        !fp_str_int(fp_str_slice(text, 1, text.len), &bits) || bits > 1 << 24)
        return false;
    type->kind = FP_TYPE_SCALAR;
    type->bits = (uint32_t)bits;
    return true;
}

static bool parse_scalar(const struct fp_unit_context *context, fp_type *type, fp_str text, int depth) {
    static const fp_str index = { "index", 5 }, complex = { "complex<", 8 };
    if (fp_str_equal(text, index)) {
        type->kind = FP_TYPE_INDEX;
        type->bits = 64;
        return true;
    }
    if (parse_integer(type, text)) return true;
    for (size_t i = 0; i < COUNT(scalars); i++)
        if (fp_str_equal(scalars[i].name, text)) {
            type->kind = FP_TYPE_SCALAR;
            type->bits = scalars[i].bits;
            return true;
        }
    if (!fp_str_starts(text, complex)) return false;
    type->kind = FP_TYPE_SCALAR;
    type->bits = 2 * bits_of_element(context, fp_str_slice(text, complex.len, text.len - 1), depth);
    return true;
}

/* `4x..`, `?x..`: Triton leaves the head of a memdesc out in places, the newest LLVM dialect that of a pointer. */
static bool has_shape(fp_str inside) {
    size_t at = 0;
    while (at < inside.len && (fp_is_digit(inside.data[at]) || inside.data[at] == '?')) at++;
    return at > 0 && at < inside.len && inside.data[at] == 'x';
}

/* What stands between the angle brackets. */
static fp_str inside_of(fp_str text) {
    size_t open = fp_str_find(text, '<');
    return fp_str_slice(text, open + 1, find_outside(text, open + 1, '>'));
}

static const fp_str memory_space = { "memorySpace = ", 14 };

/* Bare `<3>`, `<4xf32, #shared, #smem>`, `<memorySpace = 3>`, where the op tells the name of the type. */
static fp_type_kind kind_of_bare(fp_str inside) {
    if (fp_str_starts(inside, memory_space)) return FP_TYPE_BARRIER_OBJECT;
    size_t name = 0;
    while (name < inside.len && fp_is_word(inside.data[name])) name++;
    bool named = name && fp_str_starts(fp_str_slice(inside, name, inside.len), FP_STR(" = "));
    return named ? FP_TYPE_OTHER : has_shape(inside) ? FP_TYPE_MEMDESC : FP_TYPE_POINTER;
}

fp_type_kind fp_type_kind_of(fp_str text) {
    if (text.len && text.data[0] == '!') text = fp_str_slice(text, 1, text.len);
    fp_str head = fp_str_trim(fp_str_slice(text, 0, fp_str_find(text, '<')));
    for (size_t i = 0; i < COUNT(heads); i++)
        if (fp_str_equal(heads[i].name, head)) return heads[i].kind;
    return text.len && text.data[0] == '<' ? kind_of_bare(inside_of(text)) : FP_TYPE_OTHER;
}

static uint32_t bits_of_state(fp_str text) {
    static const struct {
        fp_str name;
        uint32_t bits;
    } states[] = {
#define FP_STATE(name, bits) { { "!" name, sizeof("!" name) - 1 }, bits },
#include "facts/types.def"
#undef FP_STATE
    };
    for (size_t i = 0; i < COUNT(states); i++)
        if (fp_str_equal(states[i].name, text)) return states[i].bits;
    return 0;
}

static fp_type parse(const struct fp_unit_context *context, fp_str text, int depth) {
    fp_type type = { .address_space = -1 };
    if (depth > TYPE_DEPTH_MAX) return type;
    text = fp_str_trim(fp_unit_alias(context, fp_str_trim(text)));
    if (parse_scalar(context, &type, text, depth)) return type;
    type.kind = fp_type_kind_of(text);
    fp_str inside = inside_of(text);
    switch (type.kind) {
    case FP_TYPE_MEMREF:
    case FP_TYPE_VECTOR:
    case FP_TYPE_TENSOR:
    case FP_TYPE_MEMDESC:
    case FP_TYPE_ARRAY: parse_shaped(context, &type, inside, depth); break;
    case FP_TYPE_POINTER: parse_pointer(context, &type, inside); break;
    case FP_TYPE_STRUCT: parse_struct(context, &type, inside, depth); break;
    case FP_TYPE_BARRIER_OBJECT: {
        static const fp_str count = { "num_barriers = ", 15 };
        type.memory = FP_MEMORY_WORKGROUP;
        type.rank = 1, type.shape[0] = 1;
        splitter it = { .rest = inside };
        for (fp_str part; next_part(&it, &part);) {
            if (fp_str_starts(part, memory_space))
                type.memory = memory_of(context, fp_str_slice(part, memory_space.len, part.len), &type.address_space);
            else if (fp_str_starts(part, count) && !fp_str_int(fp_str_slice(part, count.len, part.len), &type.shape[0]))
                type.shape[0] = FP_DYNAMIC;
        }
        break;
    }
    case FP_TYPE_OTHER:
    case FP_TYPE_SCALAR:
    case FP_TYPE_INDEX: break;
    case FP_TYPE_TOKEN: type.bits = bits_of_state(text); break;
    }
    return type;
}

fp_type fp_type_parse(const struct fp_unit_context *context, fp_str text) { return parse(context, text, 0); }

const fp_type *fp_type_in(const struct fp_ir *ir, fp_str text) {
    struct fp_op_texts *texts = ir->texts;
    uint64_t hash = fp_hash_bytes(text.data, text.len);
    for (fp_map_probe probe = fp_map_find(&texts->parsed_map, hash); fp_map_next(&probe);)
        if (fp_str_equal(texts->parsed.data[probe.value].text, text)) return texts->parsed.data[probe.value].type;
    fp_type *type = FP_NEW(texts->keep, fp_type, 1);
    *type = fp_type_parse(ir->context, text);
    fp_map_put(texts->keep, &texts->parsed_map, hash, texts->parsed.len);
    *FP_PUSH(texts->keep, &texts->parsed) = (fp_parsed_type){ text, type };
    return type;
}

fp_str fp_type_part(const struct fp_unit_context *context, fp_str text, int64_t index) {
    text = fp_str_trim(fp_unit_alias(context, fp_str_trim(text)));
    fp_type_kind kind = fp_type_kind_of(text);
    if (kind == FP_TYPE_ARRAY || kind == FP_TYPE_VECTOR) return fp_type_parse(context, text).element;
    fp_str part = { 0 };
    if (kind != FP_TYPE_STRUCT || index < 0) return part;
    splitter it = members_of(inside_of(text));
    while (next_part(&it, &part))
        if (index-- == 0) return part;
    return (fp_str){ 0 };
}

static bool find_pointer(const struct fp_unit_context *context, fp_str text, int depth, fp_memory *memory) {
    fp_type type = parse(context, text, depth);
    if (type.kind == FP_TYPE_POINTER) *memory = type.memory;
    if (type.kind == FP_TYPE_ARRAY) return find_pointer(context, type.element, depth + 1, memory);
    if (type.kind != FP_TYPE_STRUCT) return type.kind == FP_TYPE_POINTER;
    splitter it = members_of(inside_of(fp_str_trim(fp_unit_alias(context, fp_str_trim(text)))));
    bool any = false;
    for (fp_str part; *memory != FP_MEMORY_WORKGROUP && next_part(&it, &part);)
        any |= part.len && find_pointer(context, part, depth + 1, memory);
    return any;
}

bool fp_type_find_pointer(const struct fp_unit_context *context, fp_str text, fp_memory *memory) {
    *memory = FP_MEMORY_DEFAULT;
    return find_pointer(context, text, 0, memory);
}

bool fp_type_tensor_cluster(const struct fp_unit_context *context, fp_str text,
                            fp_cluster_bit bits[FP_CLUSTER_BITS_MAX]) {
    cluster_bases_read bases = { .count = 0 };
    text = fp_str_trim(fp_unit_alias(context, fp_str_trim(text)));
    splitter it = { .rest = inside_of(text) };
    fp_str part;
    if (fp_type_kind_of(text) != FP_TYPE_TENSOR || !next_part(&it, &part) || !next_part(&it, &part)) return false;
    if (!find_bases(context, part, &bases)) return false;
    name_bits(&bases, bits);
    return true;
}

/* ---- Mentions ---- */
static bool is_workgroup(fp_memory memory) {
    return memory == FP_MEMORY_WORKGROUP || memory == FP_MEMORY_NAMED_BARRIER;
}

static bool mentions(const struct fp_unit_context *context, fp_str text, int depth);

/* One token: a memory space, an alias, a type with its parameters. */
static bool token_mentions(const struct fp_unit_context *context, fp_str token, int depth) {
    int32_t number;
    if (is_workgroup(memory_of(context, token, &number)) && !fp_is_digit(token.data[0])) return true;
    fp_str meaning = fp_unit_alias(context, token);
    if (meaning.data != token.data) return mentions(context, meaning, depth + 1);
    size_t open = fp_str_find(token, '<');
    fp_str head = fp_str_slice(token, token.data[0] == '!', open);
    for (size_t i = 0; i < COUNT(heads); i++)
        if (heads[i].kind == FP_TYPE_BARRIER_OBJECT && fp_str_equal(heads[i].name, head)) return true;
    return open < token.len && mentions(context, fp_str_slice(token, open + 1, token.len - 1), depth + 1);
}

static bool mentions(const struct fp_unit_context *context, fp_str text, int depth) {
    if (depth > TYPE_DEPTH_MAX) return true; /* in doubt */
    fp_lexer lexer = fp_lex_start(text, (fp_span){ 0, (uint32_t)text.len });
    fp_token token, before = { 0 };
    for (bool more = fp_lex_next(&lexer, &token); more;) {
        fp_str word = fp_str_slice(text, token.span.start, token.span.end);
        fp_token now = token;
        more = fp_lex_next(&lexer, &token);
        bool starts = now.span.start == 0 || before.kind == FP_TOKEN_PUNCTUATION;
        bool ends = !more || token.kind == FP_TOKEN_PUNCTUATION;
        int32_t number;
        if (now.kind == FP_TOKEN_INT && starts && ends && is_workgroup(memory_of(context, word, &number))) return true;
        bool names = now.kind == FP_TOKEN_TYPE || now.kind == FP_TOKEN_ATTRIBUTE || now.kind == FP_TOKEN_WORD;
        if (names && token_mentions(context, word, depth)) return true;
        before = now;
    }
    return false;
}

bool fp_type_mentions_workgroup(const struct fp_unit_context *context, fp_str text) {
    return mentions(context, text, 0);
}

/* The word that tells the space: `workgroup` of `#gpu.address_space<workgroup>`, `ttg.shared_memory`. */
static fp_str word_of_space(fp_str space) {
    size_t open = fp_str_find(space, '<');
    if (open < space.len) return fp_str_slice(space, open + 1, space.len - 1);
    return fp_str_slice(space, space.data[0] == '#', space.len);
}

bool fp_type_word_is_workgroup(fp_str word) {
    for (size_t i = 0; i < COUNT(spaces); i++)
        if (is_workgroup(spaces[i].memory) && fp_str_equal(word_of_space(spaces[i].text), word)) return true;
    for (size_t i = 0; i < COUNT(heads); i++)
        if (heads[i].kind == FP_TYPE_BARRIER_OBJECT && fp_str_equal(heads[i].name, word)) return true;
    return false;
}

bool fp_type_number_is_workgroup(fp_str number) {
    int64_t value;
    if (!fp_str_int(number, &value)) return false;
    for (size_t i = 0; i < COUNT(numbers); i++)
        if (numbers[i].number == value && is_workgroup(numbers[i].memory)) return true;
    return false;
}

int64_t fp_type_size_bytes(const fp_type *type) {
    switch (type->kind) {
    case FP_TYPE_SCALAR:
    case FP_TYPE_INDEX:
    case FP_TYPE_VECTOR:
    case FP_TYPE_POINTER:
    case FP_TYPE_STRUCT: return type->bits ? ((int64_t)type->bits + 7) / 8 : -1;
    case FP_TYPE_MEMREF:
    case FP_TYPE_MEMDESC:
    case FP_TYPE_ARRAY:
    case FP_TYPE_TENSOR: {
        if (type->element_bits == 0 || type->opaque_layout) return -1;
        int64_t last = type->has_layout ? type->offset : 0,
                count = 1; /* elements from the start to one past the last */
        for (uint32_t i = 0; i < type->rank; i++) {
            if (type->shape[i] == 0) return 0;
            count = multiply(count, type->shape[i]);
            if (!type->has_layout) continue;
            int64_t extent = type->shape[i] == FP_DYNAMIC ? FP_DYNAMIC : type->shape[i] - 1,
                    step = multiply(extent, type->strides[i]);
            if (step == FP_DYNAMIC || last == FP_DYNAMIC || __builtin_add_overflow(last, step, &last)) return -1;
        }
        if (type->has_layout && (last == FP_DYNAMIC || __builtin_add_overflow(last, 1, &count))) return -1;
        int64_t bits = multiply(count, type->element_bits);
        return bits == FP_DYNAMIC || bits > INT64_MAX - 7 ? -1 : (bits + 7) / 8;
    }
    case FP_TYPE_OTHER:
    case FP_TYPE_TOKEN:
    case FP_TYPE_BARRIER_OBJECT: return -1;
    }
    return -1;
}
