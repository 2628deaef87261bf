#include "read/ir_tokens.h"
#include "read/unit.h"
#include <string.h>

/* One step in a list of `name = value, name, ..`: the text of both. */
typedef struct {
    fp_lexer lexer;
    fp_str name, value;
} entries;

static fp_str without_quotes(fp_str s) {
    return s.len >= 2 && s.data[0] == '"' && s.data[s.len - 1] == '"' ? fp_str_slice(s, 1, s.len - 1) : s;
}

static bool is_byte(const fp_lexer *lexer, const fp_token *token, char c) {
    return token->span.end == token->span.start + 1 && lexer->text.data[token->span.start] == c;
}

static bool next_entry(entries *it) {
    fp_token token;
    if (!fp_lex_next(&it->lexer, &token)) return false;
    it->name = without_quotes(fp_str_slice(it->lexer.text, token.span.start, token.span.end));
    it->value = it->name; /* a unit attribute */
    fp_span value = { 0, 0 };
    bool seen_equals = false;
    while (fp_lex_next(&it->lexer, &token)) {
        if (token.kind == FP_TOKEN_OPEN) {
            bool closed;
            token.span.end = it->lexer.at = fp_lex_group_end(it->lexer.text, token.span.start, it->lexer.end, &closed);
            it->lexer.before = FP_TOKEN_CLOSE;
        } else if (is_byte(&it->lexer, &token, ',')) {
            break;
        } else if (is_byte(&it->lexer, &token, '=') && !seen_equals) {
            seen_equals = true;
            continue;
        }
        if (!seen_equals) continue;
        if (value.end == 0) value.start = token.span.start;
        value.end = token.span.end;
    }
    if (value.end) it->value = fp_str_slice(it->lexer.text, value.start, value.end);
    return true;
}

static fp_str find_entry(fp_str text, fp_span span, fp_str name) {
    entries it = { .lexer = fp_lex_start(text, span) };
    while (next_entry(&it))
        if (fp_str_equal(it.name, name)) return it.value;
    return (fp_str){ 0 };
}

/* `<{name = v}>`, `<name = v>`: properties, and attributes of newer custom forms. */
static fp_str find_in_angles(const fp_tokens *tokens, uint32_t open, fp_str name) {
    fp_span inside = fp_tokens_inside_span(tokens, open);
    fp_str text = fp_str_trim(fp_str_slice(tokens->text, inside.start, inside.end));
    if (text.len >= 2 && text.data[0] == '{' && text.data[text.len - 1] == '}') {
        inside.start = (uint32_t)(text.data - tokens->text.data) + 1;
        inside.end = inside.start + (uint32_t)text.len - 2;
    } else if (!memchr(text.data, '=', text.len)) {
        return (fp_str){ 0 };
    }
    return find_entry(tokens->text, inside, name);
}

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

static fp_str find_attribute(const fp_tokens *tokens, fp_str name) {
    for (uint32_t i = 0; i < tokens->len; i = fp_tokens_behind(tokens, i)) {
        const fp_token *token = &tokens->data[i];
        fp_str found = { 0 };
        if (token->kind == FP_TOKEN_WORD || token->kind == FP_TOKEN_TYPE) {
            if (fp_tokens_is(tokens, i, name)) return value_of_word(tokens, i);
        } else if (token->kind == FP_TOKEN_ATTRIBUTE) { /* `overflow<nsw>` */
            fp_str text = fp_str_slice(tokens->text, token->span.start, token->span.end);
            if (text.len > name.len + 2 && fp_str_starts(text, name) && text.data[name.len] == '<')
                return fp_str_trim(fp_str_slice(text, name.len + 1, text.len - 1));
        } else if (fp_tokens_open(tokens, i, FP_BRACKET_DICT)) {
            found = find_entry(tokens->text, fp_tokens_inside_span(tokens, i), name);
        } else if (fp_tokens_open(tokens, i, FP_BRACKET_ANGLE)) {
            found = find_in_angles(tokens, i, name);
        }
        if (found.len) return found;
    }
    return (fp_str){ 0 };
}

fp_str fp_ir_attribute(const struct fp_ir *ir, fp_op op, fp_str name) {
    fp_tokens tokens = fp_tokens_of(ir, op);
    fp_str text = find_attribute(&tokens, name);
    return text.len && (text.data[0] == '#' || text.data[0] == '!') ? fp_unit_alias(ir->context, text) : text;
}

bool fp_ir_attribute_int(const struct fp_ir *ir, fp_op op, fp_str name, int64_t *value) {
    fp_str text = fp_ir_attribute(ir, op, name);
    fp_str number = fp_str_trim(fp_str_slice(text, 0, fp_str_find(text, ':')));
    if (fp_str_equal(number, FP_STR("true"))) return *value = 1, true;
    if (fp_str_equal(number, FP_STR("false"))) return *value = 0, true;
    return fp_str_int_nearest(number, value);
}

/* In words of a custom form, as LLVM prints them and as SPIR-V does, and as LLVM's number. */
static const struct {
    const char *word;
    int64_t number;
    uint8_t says;
} orderings[] = {
    { "atomic", 0, FP_ORDERING_ATOMIC },
    { "unordered", 1, FP_ORDERING_ATOMIC },
    { "monotonic", 2, FP_ORDERING_ATOMIC },
    { "acquire", 4, FP_ORDERING_ATOMIC | FP_ORDERING_ACQUIRE },
    { "release", 5, FP_ORDERING_ATOMIC | FP_ORDERING_RELEASE },
    { "acq_rel", 6, FP_ORDERING_ATOMIC | FP_ORDERING_ACQUIRE | FP_ORDERING_RELEASE },
    { "seq_cst", 7, FP_ORDERING_ATOMIC | FP_ORDERING_ACQUIRE | FP_ORDERING_RELEASE },
    { "Acquire", 0, FP_ORDERING_ATOMIC | FP_ORDERING_ACQUIRE },
    { "Release", 0, FP_ORDERING_ATOMIC | FP_ORDERING_RELEASE },
    { "AcquireRelease", 0, FP_ORDERING_ATOMIC | FP_ORDERING_ACQUIRE | FP_ORDERING_RELEASE },
    { "SequentiallyConsistent", 0, FP_ORDERING_ATOMIC | FP_ORDERING_ACQUIRE | FP_ORDERING_RELEASE },
};
enum { ORDERINGS = sizeof orderings / sizeof *orderings };

uint8_t fp_ir_ordering(const struct fp_ir *ir, fp_op op) {
    uint8_t says = 0;
    int64_t number;
    if (ir->ops[op].generic && (fp_ir_attribute_int(ir, op, FP_STR("ordering"), &number) ||
                                fp_ir_attribute_int(ir, op, FP_STR("success_ordering"), &number))) {
        for (int i = 0; i < ORDERINGS && number; i++)
            if (number == orderings[i].number) says = orderings[i].says;
        return says;
    }
    for (uint32_t i = ir->ops[op].first_token; i < ir->ops[op].first_token + ir->ops[op].token_count; i++) {
        if (ir->tokens[i].kind != FP_TOKEN_WORD && ir->tokens[i].kind != FP_TOKEN_TYPE) continue;
        fp_str text = fp_ir_text(ir, ir->tokens[i].span);
        for (int k = 0; k < ORDERINGS; k++)
            if (fp_str_equal(text, (fp_str){ orderings[k].word, strlen(orderings[k].word) })) says |= orderings[k].says;
    }
    return says;
}
