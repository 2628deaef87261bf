#include "read/op_text.h"
#include "read/unit.h"
#include "read/value_text.h"
#include <assert.h>
#include <string.h>

typedef struct {
    struct fp_arena *keep;
    struct fp_op_texts *texts;
    const struct fp_unit_context *context;
    fp_tokens tokens;
} reader;

static fp_str text_at(const reader *r, uint32_t token) {
    return fp_str_slice(r->tokens.text, r->tokens.data[token].span.start, r->tokens.data[token].span.end);
}

static fp_str resolved(const reader *r, fp_str value) {
    return value.len && (value.data[0] == '#' || value.data[0] == '!') ? fp_unit_alias(r->context, value) : value;
}

static void push_attribute(reader *r, fp_str name, fp_str value, bool is_word) {
    *FP_PUSH(r->keep, &r->texts->attributes) = (fp_attribute){ name, resolved(r, value), is_word };
}

/* ---- dictionaries ---- */

static bool is_byte(const fp_lexer *lexer, const fp_token *token, char c) {
    return token->span.end == token->span.start + 1 && lexer->text.data[token->span.start] == c;
}

/* One entry of a list `name = value, name, ..`, which may have a value of several tokens. */
static bool read_entry(reader *r, fp_lexer *lexer) {
    fp_token token;
    if (!fp_lex_next(lexer, &token)) return false;
    fp_str name = fp_str_unquoted(fp_str_slice(lexer->text, token.span.start, token.span.end));
    fp_span value = { 0, 0 };
    bool seen_equals = false;
    while (fp_lex_next(lexer, &token)) {
        if (token.kind == FP_TOKEN_OPEN) {
            bool closed;
            token.span.end = lexer->at = fp_lex_group_end(lexer->text, token.span.start, lexer->end, &closed);
            lexer->before = FP_TOKEN_CLOSE;
        } else if (is_byte(lexer, &token, ',')) {
            break;
        } else if (is_byte(lexer, &token, '=') && !seen_equals) {
            seen_equals = true;
            continue;
        }
        if (!seen_equals) continue;
        if (value.end == 0) value.start = token.span.start;
        value.end = token.span.end;
    }
    push_attribute(r, name, value.end ? fp_str_slice(lexer->text, value.start, value.end) : name, false);
    return true;
}

static void read_entries(reader *r, fp_span inside) {
    fp_lexer lexer = fp_lex_start(r->tokens.text, inside);
    while (read_entry(r, &lexer)) {}
}

/* `<{name = v}>`, `<name = v>`: properties, and attributes of newer custom forms. */
static void read_angles(reader *r, uint32_t open) {
    fp_span inside = fp_tokens_inside_span(&r->tokens, open);
    fp_str text = fp_str_trim(fp_str_slice(r->tokens.text, inside.start, inside.end));
    *FP_PUSH(r->keep, &r->texts->angles) = text;
    if (text.len >= 2 && text.data[0] == '{' && text.data[text.len - 1] == '}') {
        uint32_t start = (uint32_t)(text.data - r->tokens.text.data);
        inside = (fp_span){ start + 1, start + (uint32_t)text.len - 1 };
    } else if (!text.len || !memchr(text.data, '=', text.len)) {
        return;
    }
    read_entries(r, inside);
}

/* ---- words ---- */

/* The value of the keyword at `i`: `name = v`, `name(v)`, `name [v]`, `name <v>`, `name v`; the name itself when
 * nothing of the kind follows. */
static fp_str value_of_word(const fp_tokens *tokens, uint32_t i) {
    const fp_token *word = &tokens->data[i];
    fp_str name = fp_str_slice(tokens->text, word->span.start, word->span.end);
    uint32_t at = i + 1;
    if (fp_tokens_open(tokens, at, FP_BRACKET_PAREN)) return fp_str_trim(fp_tokens_inside(tokens, at));
    bool equals = fp_tokens_is(tokens, at, FP_STR("="));
    if (equals) at++;
    if (at >= tokens->len) return name;
    const fp_token *value = &tokens->data[at];
    uint32_t end = fp_tokens_behind(tokens, at);
    switch ((fp_token_kind)value->kind) {
    case FP_TOKEN_INT:
    case FP_TOKEN_FLOAT:
    case FP_TOKEN_STRING:
    case FP_TOKEN_ATTRIBUTE: break;
    case FP_TOKEN_OPEN:
        if (!equals && value->open != FP_BRACKET_SQUARE && value->open != FP_BRACKET_ANGLE) return name;
        break;
    case FP_TOKEN_WORD:
    case FP_TOKEN_SYMBOL:
    case FP_TOKEN_TYPE:
    case FP_TOKEN_VALUE:
    case FP_TOKEN_BLOCK:
    case FP_TOKEN_CLOSE:
    case FP_TOKEN_PUNCTUATION:
        if (!equals || value->kind == FP_TOKEN_CLOSE) return name;
        break;
    }
    return fp_str_slice(tokens->text, value->span.start, tokens->data[end - 1].span.end);
}

/* `overflow<nsw>` is one token: the name is in front of the brackets. `#map` has no name. */
static void read_parameters(reader *r, fp_str token) {
    size_t open = fp_str_find(token, '<');
    if (token.data[0] == '#') {
        push_attribute(r, FP_STR(""), token, false);
        return;
    }
    if (open + 2 >= token.len) return;
    push_attribute(r, fp_str_slice(token, 0, open), fp_str_trim(fp_str_slice(token, open + 1, token.len - 1)), false);
}

/* ---- types ---- */

static bool is_arrow(const fp_token *token, fp_str text) {
    if (token->kind == FP_TOKEN_PUNCTUATION) return fp_str_equal(text, FP_STR("->"));
    return token->kind == FP_TOKEN_WORD && (fp_str_equal(text, FP_STR("to")) || fp_str_equal(text, FP_STR("into")));
}

/* Types stand side by side, in parentheses or not, with commas, arrows and words between: `: A, B -> C`,
 * `: (A, B) -> (C)`, `: A to B`. Attributes may follow them. */
static void read_types(const reader *r, uint32_t from, uint32_t end, fp_text_list *types) {
    fp_tokens tokens = r->tokens;
    tokens.len = end;
    for (uint32_t i = from; i < end;) {
        uint32_t behind = fp_tokens_behind(&tokens, i);
        if (tokens.data[i].kind == FP_TOKEN_TYPE || fp_tokens_open(&tokens, i, FP_BRACKET_ANGLE)) {
            fp_str type = fp_str_slice(tokens.text, tokens.data[i].span.start, tokens.data[behind - 1].span.end);
            *FP_PUSH(r->keep, types) = resolved(r, type);
            i = behind;
        } else {
            i = fp_tokens_open(&tokens, i, FP_BRACKET_DICT) ? behind : i + 1;
        }
    }
}

/* Where types begin: the last colon and arrows at top level, and the first colon behind the last arrow. */
typedef struct {
    uint32_t colon, sign, arrow, colon_behind; /* `sign`: the last `->`; `arrow`: also `to` and `into`. The number of
                                                  tokens where there is none */
} landmarks;

static void see_landmark(landmarks *seen, const fp_token *token, fp_str text, uint32_t at, uint32_t none) {
    if (token->kind == FP_TOKEN_PUNCTUATION && text.len == 1 && text.data[0] == ':') {
        seen->colon = at;
        if (seen->colon_behind == none) seen->colon_behind = at;
    } else if (is_arrow(token, text)) {
        seen->arrow = at;
        seen->colon_behind = none;
        if (token->kind == FP_TOKEN_PUNCTUATION) seen->sign = at;
    }
}

/* ---- the whole op ---- */

static landmarks read_top_level(reader *r) {
    uint32_t none = r->tokens.len;
    landmarks seen = { none, none, none, none };
    for (uint32_t i = 0; i < none; i = fp_tokens_behind(&r->tokens, i)) {
        const fp_token *token = &r->tokens.data[i];
        fp_str text = text_at(r, i);
        see_landmark(&seen, token, text, i, none);
        switch ((fp_token_kind)token->kind) {
        case FP_TOKEN_WORD: push_attribute(r, text, value_of_word(&r->tokens, i), true); break;
        case FP_TOKEN_TYPE: /* `none`, `index` may be names, too */
            if (text.data[0] != '!' && text.data[text.len - 1] != '>')
                push_attribute(r, text, value_of_word(&r->tokens, i), false);
            break;
        case FP_TOKEN_ATTRIBUTE: read_parameters(r, text); break;
        case FP_TOKEN_INT: *FP_PUSH(r->keep, &r->texts->numbers) = text; break;
        case FP_TOKEN_OPEN:
            if (token->open == FP_BRACKET_DICT)
                read_entries(r, fp_tokens_inside_span(&r->tokens, i));
            else if (token->open == FP_BRACKET_ANGLE)
                read_angles(r, i);
            break;
        case FP_TOKEN_STRING: *FP_PUSH(r->keep, &r->texts->strings) = fp_str_unquoted(text); break;
        case FP_TOKEN_FLOAT:
        case FP_TOKEN_VALUE:
        case FP_TOKEN_SYMBOL:
        case FP_TOKEN_BLOCK:
        case FP_TOKEN_CLOSE:
        case FP_TOKEN_PUNCTUATION: break;
        }
    }
    return seen;
}

static void read_segments(struct fp_arena *keep, fp_op_text *text) {
    const fp_attribute *sizes = fp_op_text_find(text, fp_named.operand_segments);
    if (!sizes) sizes = fp_op_text_find(text, fp_named.operand_segments_once);
    FP_VEC(uint32_t) segments = { 0 };
    if (!sizes) return;
    fp_value_reader list = fp_value_read(NULL, sizes->value);
    for (int64_t size; fp_value_integer(&list, &size);)
        *FP_PUSH(keep, &segments) = size < 0 || size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
    text->segments = segments.data;
    text->segment_count = segments.len;
}

static fp_op_text *read_op(const struct fp_ir *ir, fp_op op) {
    struct fp_op_texts *texts = ir->texts;
    reader r = { fp_op_texts_room(texts), texts, ir->context, fp_tokens_of(ir, op) };
    texts->attributes.len = texts->numbers.len = texts->strings.len = texts->angles.len = 0;
    texts->types.len = texts->results.len = 0;
    landmarks seen = read_top_level(&r);
    read_types(&r, seen.colon < r.tokens.len ? seen.colon : seen.sign, r.tokens.len, &texts->types);
    read_types(&r, seen.arrow, seen.colon_behind, &texts->results);
    fp_op_text *text = FP_NEW(r.keep, fp_op_text, 1);
#define TAKE(field, count, list)   \
    text->count = texts->list.len; \
    text->field =                  \
        fp_arena_copy(r.keep, texts->list.data, texts->list.len * sizeof *texts->list.data, _Alignof(max_align_t))
    TAKE(attributes, attribute_count, attributes);
    TAKE(numbers, number_count, numbers);
    TAKE(strings, string_count, strings);
    TAKE(angles, angle_count, angles);
    TAKE(types, type_count, types);
    TAKE(results, result_count, results);
#undef TAKE
    if (ir->ops[op].generic) read_segments(r.keep, text);
    return text;
}

struct fp_op_texts *fp_op_texts_new(struct fp_arena *keep, const struct fp_unit_context *context) {
    struct fp_op_texts *texts = FP_NEW(keep, struct fp_op_texts, 1);
    texts->keep = keep;
    texts->answers = context->answers;
    if (texts->answers) texts->emptied = texts->answers->emptied;
    return texts;
}

struct fp_arena *fp_op_texts_room(struct fp_op_texts *texts) {
    if (!texts->answers) return texts->keep;
    if (texts->emptied == texts->answers->emptied) return texts->answers->arena;
    *texts = (struct fp_op_texts){ .keep = texts->keep,
                                   .answers = texts->answers,
                                   .emptied = texts->answers->emptied,
                                   .parsed_map = texts->parsed_map,
                                   .parsed = { texts->parsed.data, texts->parsed.len, texts->parsed.capacity },
                                   .commits = texts->commits };
    return texts->answers->arena;
}

const fp_op_text *fp_op_text_of(const struct fp_ir *ir, fp_op op) {
    assert(op < ir->op_count);
    typedef fp_op_text *pointer;
    struct fp_arena *room = fp_op_texts_room(ir->texts);
    if (!ir->texts->of_op) ir->texts->of_op = FP_NEW(room, pointer, ir->op_count);
    fp_op_text **slot = &ir->texts->of_op[op];
    if (!*slot) *slot = read_op(ir, op);
    return *slot;
}

const fp_attribute *fp_op_text_find(const fp_op_text *text, fp_str name) {
    for (uint32_t i = 0; i < text->attribute_count; i++) {
        const fp_attribute *attribute = &text->attributes[i];
        if (fp_str_equal(attribute->name, name) && (attribute->value.len || attribute->is_word)) return attribute;
    }
    return NULL;
}
