/* outline_lex.c - tokens that the scanner of the grammar leaves alone: as far apart as in grammar.js, and told apart as
 * far as an outline asks. */
#include "base/chars.h"
#include "base/source.h"
#include "read/outline_reader.h"
#include <string.h>

/* Behind a sigil: where the name ends. */
static uint32_t skip_name(fp_str text, uint32_t at) {
    if (fp_is_digit(fp_outline_byte(text, at))) return fp_outline_skip(text, at, FP_CHAR_DIGIT);
    return fp_outline_skip(text, at, FP_CHAR_SUFFIX);
}

static bool is_word(fp_str word, const char *text) {
    return strlen(text) == word.len && memcmp(word.data, text, word.len) == 0;
}

bool fp_outline_is_boolean(fp_str word) { return is_word(word, "true") || is_word(word, "false"); }

/* `i32`, `si8`, `f16`, `f8E4M3FN`, `index` .. */
bool fp_outline_is_type(fp_str word) {
    static const char *const names[] = { "index",   "none",  "memref", "tensor", "vector",
                                         "complex", "tuple", "tf32",   "bf16",   NULL };
    for (const char *const *name = names; *name; name++)
        if (is_word(word, *name)) return true;
    uint32_t at = word.len && (word.data[0] == 's' || word.data[0] == 'u') ? 1 : 0;
    if (fp_outline_byte(word, at) == 'i' && fp_outline_byte(word, at + 1) != '0' &&
        fp_is_digit(fp_outline_byte(word, at + 1)))
        return fp_outline_skip(word, at + 1, FP_CHAR_DIGIT) == word.len;
    static const char *const floats[] = { "f16", "f32", "f64", "f80", "f128", NULL };
    for (const char *const *name = floats; *name; name++)
        if (is_word(word, *name)) return true;
    if (word.len < 6 || word.data[0] != 'f' || !strchr("468", word.data[1]) || word.data[2] != 'E') return false;
    at = fp_outline_skip(word, 3, FP_CHAR_DIGIT);
    if (at == 3 || fp_outline_byte(word, at) != 'M' || !fp_is_digit(fp_outline_byte(word, at + 1))) return false;
    fp_str rest = fp_str_slice(word, fp_outline_skip(word, at + 1, FP_CHAR_DIGIT), word.len);
    return rest.len == 0 || is_word(rest, "FN") || is_word(rest, "FNU") || is_word(rest, "FNUZ") ||
           is_word(rest, "B11FNUZ");
}

/* Behind the string at `at`; 0: its line ends first. */
static uint32_t string_end(fp_outline_reader *r, uint32_t at) {
    fp_str text = r->text;
    uint32_t end = at + 1;
    while (end < text.len && text.data[end] != '"' && text.data[end] != '\n') {
        end += text.data[end] == '\\' && end + 1 < text.len && text.data[end + 1] != '\n' ? 2 : 1;
    }
    fp_outline_reach(r, end + 1);
    return end < text.len && text.data[end] == '"' ? end + 1 : 0;
}

/* At the quote of an unfinished string: the quote, or where a backslash follows all of the line. */
static uint32_t open_string_end(fp_str text, uint32_t at) {
    uint32_t end = at + 1, behind_pair = 0;
    while (end < text.len && text.data[end] != '"' && text.data[end] != '\n') {
        if (text.data[end] == '\\') {
            if (end + 1 >= text.len || text.data[end + 1] == '\n') break;
            end += 2, behind_pair = end;
        } else {
            end++;
        }
    }
    return behind_pair ? end : at + 1;
}

static void lex_symbol(fp_outline_reader *r, fp_lexeme *l) {
    fp_str text = r->text;
    uint32_t at = l->start;
    l->kind = FP_LEX_UNEXPECTED;
    for (;;) {
        uint32_t end = 0;
        if (fp_outline_byte(text, at + 1) == '"')
            end = string_end(r, at + 1);
        else if (fp_is_letter(fp_outline_byte(text, at + 1)))
            end = fp_outline_skip(text, at + 1, FP_CHAR_WORD);
        if (!end) return;
        l->kind = FP_LEX_OTHER;
        l->end = end;
        if (fp_outline_byte(text, end) != ':' || fp_outline_byte(text, end + 1) != ':' ||
            fp_outline_byte(text, end + 2) != '@')
            return;
        at = end + 2;
    }
}

/* Behind one extent of a shape and the `x` that ends it: `4x`, `?x`, `*x`, `[4]x`; 0: none stands there. */
static uint32_t extent_end(fp_str text, uint32_t at) {
    char c = fp_outline_byte(text, at);
    uint32_t end = at + 1;
    if (c == '[') {
        end = fp_outline_skip(text, at + 1, FP_CHAR_DIGIT);
        if (end == at + 1 || fp_outline_byte(text, end++) != ']') return 0;
    } else if (fp_is_digit(c)) {
        end = fp_outline_skip(text, at, FP_CHAR_DIGIT);
    } else if (c != '?' && c != '*') {
        return 0;
    }
    return fp_outline_byte(text, end) == 'x' ? end + 1 : 0;
}

/* Behind the shape at `at`, up to the last `x` and a number or `?` behind it; 0: there is none. */
static uint32_t shape_end(fp_str text, uint32_t at) {
    uint32_t end = 0;
    for (uint32_t next; (next = extent_end(text, at));) end = at = next;
    if (!end) return 0;
    return fp_outline_byte(text, end) == '?' ? end + 1 : fp_outline_skip(text, end, FP_CHAR_DIGIT);
}

static uint32_t float_end(fp_str text, uint32_t point) {
    uint32_t at = fp_outline_skip(text, point + 1, FP_CHAR_DIGIT);
    char sign = fp_outline_byte(text, at + 1);
    uint32_t digits = at + 1 + (sign == '+' || sign == '-');
    return (fp_outline_byte(text, at) | 32) == 'e' && fp_is_digit(fp_outline_byte(text, digits))
               ? fp_outline_skip(text, digits, FP_CHAR_DIGIT)
               : at;
}

static uint32_t hexadecimal_end(fp_str text, uint32_t at) {
    while (fp_hex_value(fp_outline_byte(text, at)) >= 0) at++;
    return at;
}

/* Of a number and a shape the longer one. */
static void lex_number(fp_str text, fp_lexeme *l) {
    uint32_t end = fp_outline_skip(text, l->start, FP_CHAR_DIGIT), shape = shape_end(text, l->start);
    char c = fp_outline_byte(text, end);
    if (c == '.')
        end = float_end(text, end);
    else if (c == 'x' && end == l->start + 1 && l->c == '0' && fp_hex_value(fp_outline_byte(text, end + 1)) >= 0)
        end = hexadecimal_end(text, end + 1);
    l->kind = FP_LEX_OTHER;
    l->end = shape > end ? shape : end;
}

static void lex_word(fp_str text, fp_lexeme *l) {
    l->end = fp_outline_skip(text, l->start, FP_CHAR_WORD);
    fp_str word = fp_str_slice(text, l->start, l->end);
    l->kind = FP_LEX_WORD;
    if (word.len == 3 && fp_outline_byte(text, l->end) == '(' && is_word(word, "loc"))
        l->kind = FP_LEX_LOCATION, l->end++;
    else if (word.len == 10 && is_word(word, "attributes"))
        l->kind = FP_LEX_ATTRIBUTES;
}

/* Bytes of the character at `at`, in UTF-8; a byte that begins none stands alone. */
static uint32_t character_length(fp_str text, uint32_t at) {
    unsigned char c = (unsigned char)fp_outline_byte(text, at);
    uint32_t length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 1;
    for (uint32_t i = 1; i < length; i++)
        if (((unsigned char)fp_outline_byte(text, at + i) & 0xC0) != 0x80) return 1;
    return length;
}

static void lex_sign(fp_str text, fp_lexeme *l) {
    char c = l->c, next = fp_outline_byte(text, l->start + 1), third = fp_outline_byte(text, l->start + 2);
    l->kind = FP_LEX_OTHER;
    uint32_t length = 1;
    switch (c) {
    case '-':
        if (next == '>') length = 2, l->kind = FP_LEX_ARROW;
        break;
    case '=':
        length = next == '>' || next == '=' ? 2 : 1;
        l->kind = length == 1 ? FP_LEX_EQUALS : FP_LEX_OTHER;
        break;
    case '!': length = next == '=' ? 2 : 1; break;
    case ':':
        length = next == ':' ? 2 : 1;
        l->kind = length == 1 ? FP_LEX_COLON : FP_LEX_OTHER;
        break;
    case ',': l->kind = FP_LEX_COMMA; break;
    case '<':
        length = next == '=' || (next == '-' && (third == ' ' || third == '\t')) ? 2 : 1;
        l->kind = length == 1 ? FP_LEX_OPEN : FP_LEX_OTHER;
        break;
    case '>':
        l->kind = FP_LEX_CLOSE; /* `>=` is the caller's: it closes an angle, and nothing else */
        break;
    case '{':
        l->kind = next == '-' && third == '#' ? FP_LEX_METADATA : FP_LEX_OPEN;
        length = l->kind == FP_LEX_METADATA ? 3 : 1;
        break;
    case '(':
    case '[': l->kind = FP_LEX_OPEN; break;
    case ')':
    case ']':
    case '}': l->kind = FP_LEX_CLOSE; break;
    case '.':
        length = next == '.' && third == '.' ? 3 : 1;
        if (length == 1) l->kind = FP_LEX_UNEXPECTED;
        break;
    case '?':
    case '*':
    case '+':
    case '/':
    case '|':
    case '&': break;
    default: l->kind = FP_LEX_UNEXPECTED; length = character_length(text, l->start);
    }
    l->end = l->start + length;
}

static void lex_sigil(fp_str text, fp_lexeme *l) {
    char c = l->c;
    l->end = skip_name(text, l->start + 1);
    if (l->end == l->start + 1) {
        l->kind = FP_LEX_UNEXPECTED;
        return;
    }
    l->kind = c == '%' ? FP_LEX_VALUE : c == '^' ? FP_LEX_LABEL : c == '#' ? FP_LEX_ATTRIBUTE : FP_LEX_TYPE;
    if (c == '%' && fp_outline_byte(text, l->end) == '#' && fp_is_digit(fp_outline_byte(text, l->end + 1)))
        l->end = fp_outline_skip(text, l->end + 1, FP_CHAR_DIGIT);
}

/* The next token, or the comment in front of it. `metadata`: `#-}` is one. */
fp_lexeme fp_outline_lex(fp_outline_reader *r, bool metadata) {
    fp_str text = r->text;
    uint32_t at = fp_outline_skip(text, r->at, FP_CHAR_SPACE);
    char c = fp_outline_byte(text, at);
    fp_lexeme l = { .start = at, .end = at, .c = c };
    if (at >= text.len) {
        fp_outline_reach(r, at + 1);
        return l;
    }
    if (fp_is_letter(c) || c == '$') {
        lex_word(text, &l);
    } else if (fp_is_digit(c)) {
        lex_number(text, &l);
    } else if ((c == '?' || c == '*' || c == '[') && (l.end = shape_end(text, at))) {
        l.kind = FP_LEX_OTHER;
    } else if (c == '"') {
        l.end = string_end(r, at);
        l.kind = l.end ? FP_LEX_STRING : FP_LEX_UNEXPECTED;
        if (!l.end) l.end = open_string_end(text, at);
    } else if (c == '@') {
        l.end = at + 1;
        lex_symbol(r, &l);
    } else if (metadata && c == '#' && fp_outline_byte(text, at + 1) == '-' && fp_outline_byte(text, at + 2) == '}') {
        l.kind = FP_LEX_METADATA_END, l.end = at + 3;
    } else if (c == '%' || c == '^' || c == '#' || (c == '!' && fp_outline_byte(text, at + 1) != '=')) {
        lex_sigil(text, &l);
    } else if (fp_source_is_comment(text, at)) {
        l.kind = FP_LEX_COMMENT;
        l.end = (uint32_t)fp_source_line_end(text, at);
    } else {
        lex_sign(text, &l);
    }
    enum { TOKEN_LOOK = 4 };
    fp_outline_reach(r, l.end + TOKEN_LOOK);
    return l;
}
