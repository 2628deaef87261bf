#include "read/lex.h"
#include "base/chars.h"
#include "base/source.h"
#include <assert.h>
#include <string.h>

fp_lexer fp_lex_start(fp_str text, fp_span span) {
    assert(span.start <= span.end && span.end <= text.len);
    return (fp_lexer){ text, span.start, span.end, FP_TOKEN_PUNCTUATION, false };
}

static uint32_t skip_class(fp_str text, uint32_t at, uint32_t end, int classes) {
    while (at < end && fp_char_is(text.data[at], classes)) at++;
    return at;
}

static fp_str up_to(fp_str text, uint32_t end) { return (fp_str){ text.data, end }; }

static uint32_t skip_string(fp_str text, uint32_t at, uint32_t end, bool *closed) {
    return (uint32_t)fp_source_string_end(up_to(text, end), at, closed);
}

/* `<=` and the arrow `<-` (before a blank) open nothing. */
static bool is_comparison(fp_str text, uint32_t at, uint32_t end) {
    if (at + 1 >= end) return false;
    return text.data[at + 1] == '=' || (text.data[at + 1] == '-' && at + 2 < end && fp_is_space(text.data[at + 2]));
}

static char closing_of(char open) { return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '>'; }

enum {
    FP_BRACKET_DEPTH_MAX = 64
}; /* brackets inside one type or attribute: real ones nest below 10. Deeper ones end at their last bracket */

uint32_t fp_lex_group_end(fp_str text, uint32_t open, uint32_t end, bool *closed) {
    char expected[FP_BRACKET_DEPTH_MAX];
    uint32_t depth = 0;
    for (uint32_t at = open; at < end;) {
        char c = text.data[at];
        if (!fp_char_is(c, FP_CHAR_OPENS | FP_CHAR_CLOSES | FP_CHAR_QUOTE) && c != '/') {
            at++;
            continue;
        }
        if (c == '"') {
            at = skip_string(text, at, end, closed);
            if (!*closed) return at;
        } else if (c == '/') {
            at = fp_source_is_comment(up_to(text, end), at) ? (uint32_t)fp_source_line_end(up_to(text, end), at)
                                                            : at + 1;
        } else if (fp_char_is(c, FP_CHAR_OPENS)) {
            if (c == '<' && at != open && is_comparison(text, at, end)) {
                at += 2;
                continue;
            }
            if (depth == FP_BRACKET_DEPTH_MAX) break;
            expected[depth++] = closing_of(c);
            at++;
        } else {
            bool arrow = c == '>' && (text.data[at - 1] == '-' || text.data[at - 1] == '=');
            bool compares = c == '>' && at + 1 < end && text.data[at + 1] == '=' && expected[depth - 1] != '>';
            at++;
            if (arrow || compares) continue;
            if (c != expected[depth - 1]) break;
            if (--depth == 0) return *closed = true, at;
        }
    }
    *closed = false;
    return end;
}

void fp_lex_blanks(fp_lexer *lexer) {
    fp_str text = up_to(lexer->text, lexer->end);
    uint32_t at = lexer->at;
    for (;;) {
        while (at < text.len && fp_is_space(text.data[at])) at++;
        if (at >= text.len || text.data[at] != '/' || !fp_source_is_comment(text, at)) break;
        at = (uint32_t)fp_source_line_end(text, at);
    }
    lexer->at = at;
}

/* What follows `%`, `^`, `#`, `!`: digits, or letters, digits and `$ . _ -`. */
static uint32_t skip_suffix(fp_str text, uint32_t at, uint32_t end) {
    if (at < end && fp_is_digit(text.data[at])) return skip_class(text, at, end, FP_CHAR_DIGIT);
    return skip_class(text, at, end, FP_CHAR_SUFFIX);
}

fp_str fp_lex_name(fp_str text, size_t sigil) {
    assert(sigil < text.len);
    uint32_t start = (uint32_t)sigil + 1, len = (uint32_t)text.len;
    if (text.data[sigil] != '@') return fp_str_slice(text, start, skip_suffix(text, start, len));
    if (start == len || text.data[start] != '"')
        return fp_str_slice(text, start, skip_class(text, start, len, FP_CHAR_WORD));
    bool closed;
    uint32_t end = skip_string(text, start, len, &closed);
    return fp_str_slice(text, start + 1, end - closed);
}

static bool is_scalar_type(fp_str word) {
    if (word.len < 2) return false;
    size_t start = word.data[0] == 's' || word.data[0] == 'u' ? 1 : 0;
    if (word.data[start] == 'i' && word.len > start + 1 && word.data[start + 1] != '0')
        return skip_class(word, (uint32_t)start + 1, (uint32_t)word.len, FP_CHAR_DIGIT) == word.len;
    if (word.data[0] == 'f' && fp_is_digit(word.data[1])) {
        uint32_t digits_end = skip_class(word, 1, (uint32_t)word.len, FP_CHAR_DIGIT);
        return digits_end == word.len || (word.data[digits_end] == 'E' && memchr(word.data, 'M', word.len) != NULL);
    }
    return fp_str_equal(word, FP_STR("bf16")) || fp_str_equal(word, FP_STR("tf32"));
}

static bool is_builtin_type(fp_str word) {
    switch (word.data[0]) {
    case 'i': return (word.len == 5 && memcmp(word.data, "index", 5) == 0) || is_scalar_type(word);
    case 'm': return word.len == 6 && memcmp(word.data, "memref", 6) == 0;
    case 'v': return word.len == 6 && memcmp(word.data, "vector", 6) == 0;
    case 'c': return word.len == 7 && memcmp(word.data, "complex", 7) == 0;
    case 'n': return word.len == 4 && memcmp(word.data, "none", 4) == 0;
    case 't':
        return (word.len == 6 && memcmp(word.data, "tensor", 6) == 0) ||
               (word.len == 5 && memcmp(word.data, "tuple", 5) == 0) || is_scalar_type(word);
    case 'f':
    case 'b':
    case 's':
    case 'u': return is_scalar_type(word);
    default: return false;
    }
}

/* `name<..>` is one token, with its brackets, when no value stands inside. */
static void take_angles(fp_lexer *lexer, fp_token *token) {
    if (lexer->at >= lexer->end || lexer->text.data[lexer->at] != '<') return;
    if (is_comparison(lexer->text, lexer->at, lexer->end)) return;
    bool closed;
    uint32_t end = fp_lex_group_end(lexer->text, lexer->at, lexer->end, &closed);
    if (!closed || memchr(lexer->text.data + lexer->at, '%', end - lexer->at)) return;
    lexer->at = token->span.end = end;
    if (token->kind == FP_TOKEN_WORD) token->kind = FP_TOKEN_ATTRIBUTE;
}

static void take_word(fp_lexer *lexer, fp_token *token) {
    lexer->at = skip_class(lexer->text, lexer->at, lexer->end, FP_CHAR_WORD);
    token->span.end = lexer->at;
    fp_str word = fp_str_slice(lexer->text, token->span.start, token->span.end);
    token->kind = is_builtin_type(word) ? FP_TOKEN_TYPE : FP_TOKEN_WORD;
    take_angles(lexer, token);
}

static void take_number(fp_lexer *lexer, fp_token *token) {
    fp_str text = lexer->text;
    uint32_t end = lexer->end, at = skip_class(text, lexer->at, end, FP_CHAR_DIGIT);
    token->kind = FP_TOKEN_INT;
    bool hexadecimal = at == lexer->at + 1 && text.data[lexer->at] == '0' && at < end && text.data[at] == 'x';
    if (hexadecimal || (at < end && fp_is_letter(text.data[at]))) {
        at = skip_class(text, at, end, FP_CHAR_WORD); /* `0x1F`; else a shape such as `4x4` */
        if (!hexadecimal) token->kind = FP_TOKEN_WORD;
    } else if (at < end && text.data[at] == '.') {
        token->kind = FP_TOKEN_FLOAT;
        at = skip_class(text, at + 1, end, FP_CHAR_DIGIT);
        if (at + 1 < end && (text.data[at] == 'e' || text.data[at] == 'E')) {
            uint32_t exponent = at + 1 + (text.data[at + 1] == '-' || text.data[at + 1] == '+');
            if (exponent < end && fp_is_digit(text.data[exponent])) at = skip_class(text, exponent, end, FP_CHAR_DIGIT);
        }
    }
    lexer->at = token->span.end = at;
}

static void take_string(fp_lexer *lexer, fp_token *token) {
    bool closed;
    token->kind = FP_TOKEN_STRING;
    lexer->at = token->span.end = skip_string(lexer->text, lexer->at, lexer->end, &closed);
    lexer->damaged |= !closed;
}

/* `%x`, `%x#1`, `^bb1`, `#map`, `!ty<..>`. A sigil alone is damage. */
static void take_sigil(fp_lexer *lexer, fp_token *token, fp_token_kind kind) {
    uint32_t start = lexer->at + 1;
    lexer->at = skip_suffix(lexer->text, start, lexer->end);
    lexer->damaged |= lexer->at == start;
    token->kind = kind & 0xF;
    if (kind == FP_TOKEN_VALUE && lexer->at + 1 < lexer->end && lexer->text.data[lexer->at] == '#' &&
        fp_is_digit(lexer->text.data[lexer->at + 1]))
        lexer->at = skip_class(lexer->text, lexer->at + 1, lexer->end, FP_CHAR_DIGIT);
    token->span.end = lexer->at;
    if (kind == FP_TOKEN_TYPE || kind == FP_TOKEN_ATTRIBUTE) take_angles(lexer, token);
}

/* `@a`, `@"a b"`, `@a::@b`. */
static void take_symbol(fp_lexer *lexer, fp_token *token) {
    fp_str text = lexer->text;
    token->kind = FP_TOKEN_SYMBOL;
    for (;;) {
        uint32_t name = lexer->at + 1;
        if (name < lexer->end && text.data[name] == '"') {
            bool closed;
            lexer->at = skip_string(text, name, lexer->end, &closed);
            lexer->damaged |= !closed;
        } else {
            lexer->at = skip_class(text, name, lexer->end, FP_CHAR_WORD);
            lexer->damaged |= lexer->at == name || !fp_is_letter(text.data[name]);
        }
        if (lexer->at + 2 >= lexer->end || memcmp(text.data + lexer->at, "::@", 3) != 0) break;
        lexer->at += 2;
    }
    token->span.end = lexer->at;
}

static fp_bracket_kind group_of(char bracket) {
    switch (bracket) {
    case '(':
    case ')': return FP_BRACKET_PAREN;
    case '[':
    case ']': return FP_BRACKET_SQUARE;
    case '{':
    case '}': return FP_BRACKET_DICT;
    default: return FP_BRACKET_ANGLE;
    }
}

/* Bytes of the punctuation at `at`: `->`, `=>`, `==`, `!=`, `<=`, `>=`, `::`, `...`, `{-#`, `#-}`, `<-` before a
 * blank; else one. */
static uint32_t punctuation_length(const char *rest, uint32_t left) {
    char second = left > 1 ? rest[1] : 0, third = left > 2 ? rest[2] : 0;
    switch (rest[0]) {
    case '-': return second == '>' ? 2 : 1;
    case '=': return second == '>' || second == '=' ? 2 : 1;
    case '!':
    case '>': return second == '=' ? 2 : 1;
    case '<': return second == '=' || (second == '-' && left > 2 && fp_is_space(third)) ? 2 : 1;
    case ':': return second == ':' ? 2 : 1;
    case '.': return second == '.' && third == '.' ? 3 : 1;
    case '{': return second == '-' && third == '#' ? 3 : 1;
    case '#': return second == '-' && third == '}' ? 3 : 1;
    default: return 1;
    }
}

static void take_punctuation(fp_lexer *lexer, fp_token *token) {
    const char *rest = lexer->text.data + lexer->at;
    uint32_t length = punctuation_length(rest, lexer->end - lexer->at);
    if (length == 1) {
        if (fp_char_is(*rest, FP_CHAR_OPENS | FP_CHAR_CLOSES)) {
            token->kind = fp_char_is(*rest, FP_CHAR_OPENS) ? FP_TOKEN_OPEN : FP_TOKEN_CLOSE;
            token->open = group_of(*rest) & 0x7;
        } else if (*rest == '\0' || !strchr(",:=?*+-/|&", *rest)) {
            lexer->damaged = true;
        }
    }
    lexer->at += length;
    token->span.end = lexer->at;
}

/* A minus directly before a number belongs to it where no operand stands in front. */
static bool is_sign(const fp_lexer *lexer) {
    if (lexer->at + 1 >= lexer->end || !fp_is_digit(lexer->text.data[lexer->at + 1])) return false;
    switch ((fp_token_kind)lexer->before) {
    case FP_TOKEN_INT:
    case FP_TOKEN_FLOAT:
    case FP_TOKEN_VALUE:
    case FP_TOKEN_CLOSE: return false;
    case FP_TOKEN_WORD:
    case FP_TOKEN_STRING:
    case FP_TOKEN_SYMBOL:
    case FP_TOKEN_BLOCK:
    case FP_TOKEN_TYPE:
    case FP_TOKEN_ATTRIBUTE:
    case FP_TOKEN_OPEN:
    case FP_TOKEN_PUNCTUATION: return true;
    }
    return true;
}

bool fp_lex_next(fp_lexer *lexer, fp_token *token) {
    for (;;) {
        fp_lex_blanks(lexer);
        if (lexer->at >= lexer->end) return false;
        if (lexer->text.data[lexer->at] != 'l' || lexer->end - lexer->at < 4 ||
            memcmp(lexer->text.data + lexer->at, "loc(", 4) != 0)
            break;
        bool closed;
        lexer->at = fp_lex_group_end(lexer->text, lexer->at + 3, lexer->end, &closed);
        lexer->damaged |= !closed;
    }
    char c = lexer->text.data[lexer->at];
    *token = (fp_token){ .span = { lexer->at, lexer->at }, .kind = FP_TOKEN_PUNCTUATION };
    if (fp_is_letter(c) || c == '$')
        take_word(lexer, token);
    else if (c == '%')
        take_sigil(lexer, token, FP_TOKEN_VALUE);
    else if (fp_is_digit(c))
        take_number(lexer, token);
    else if (c == '"')
        take_string(lexer, token);
    else if (c == '@')
        take_symbol(lexer, token);
    else if (c == '^')
        take_sigil(lexer, token, FP_TOKEN_BLOCK);
    else if (c == '!' && !(lexer->at + 1 < lexer->end && lexer->text.data[lexer->at + 1] == '='))
        take_sigil(lexer, token, FP_TOKEN_TYPE);
    else if (c == '#' && !(lexer->at + 1 < lexer->end && lexer->text.data[lexer->at + 1] == '-'))
        take_sigil(lexer, token, FP_TOKEN_ATTRIBUTE);
    else if (c == '-' && is_sign(lexer))
        lexer->at++, take_number(lexer, token);
    else
        take_punctuation(lexer, token);
    lexer->before = token->kind;
    return true;
}
