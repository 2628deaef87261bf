/* chars.h - which characters make up the words of MLIR text.
 *
 * The alphabets are MLIR's (its lexer and LangRef). Text is bytes; those from 0x80 on belong to no class and appear in
 * strings and comments only.
 *
 *   class      bytes                     stands in
 *   blank      space, tab                the gap within a line
 *   space      blank, \n \r \v \f \0     the gap between two tokens
 *   digit      0-9
 *   letter     A-Z a-z _                 the first character of a name
 *   word       letter, digit, $ .        bare names: ops, keywords, attribute names, symbols (`@f.x`)
 *   suffix     word, -                   names behind the sigils % ^ # ! (`%arg-0`, `#tag-1`); one that begins with a
 *                                        digit is digits alone
 *
 * Cost  one look into a table of 512 bytes.
 */
#ifndef FP_BASE_CHARS_H
#define FP_BASE_CHARS_H
#include <stdbool.h>
#include <stdint.h>

enum {
    FP_CHAR_BLANK = 1 << 0,
    FP_CHAR_LINE_END = 1 << 1,
    FP_CHAR_OTHER_SPACE = 1 << 2,
    FP_CHAR_DIGIT = 1 << 3,
    FP_CHAR_LETTER = 1 << 4,
    FP_CHAR_DOLLAR_DOT = 1 << 5,
    FP_CHAR_DASH = 1 << 6,
    FP_CHAR_OPENS = 1 << 7, /* ( [ { < */
    FP_CHAR_CLOSES = 1 << 8,
    FP_CHAR_QUOTE = 1 << 9,
    FP_CHAR_SPACE = FP_CHAR_BLANK | FP_CHAR_LINE_END | FP_CHAR_OTHER_SPACE,
    FP_CHAR_WORD = FP_CHAR_LETTER | FP_CHAR_DIGIT | FP_CHAR_DOLLAR_DOT,
    FP_CHAR_SUFFIX = FP_CHAR_WORD | FP_CHAR_DASH,
};
extern const uint16_t fp_char_classes[256];

static inline bool fp_char_is(char c, int classes) { return (fp_char_classes[(unsigned char)c] & classes) != 0; }
static inline bool fp_is_blank(char c) { return fp_char_is(c, FP_CHAR_BLANK); }
static inline bool fp_is_line_end(char c) { return fp_char_is(c, FP_CHAR_LINE_END); }
static inline bool fp_is_space(char c) { return fp_char_is(c, FP_CHAR_SPACE); }
static inline bool fp_is_digit(char c) { return fp_char_is(c, FP_CHAR_DIGIT); }
static inline bool fp_is_letter(char c) { return fp_char_is(c, FP_CHAR_LETTER); }
static inline bool fp_is_word(char c) { return fp_char_is(c, FP_CHAR_WORD); }
static inline bool fp_is_suffix(char c) { return fp_char_is(c, FP_CHAR_SUFFIX); }
static inline int fp_hex_value(char c) { /* -1: not a hexadecimal digit */
    if (fp_is_digit(c)) return c - '0';
    return (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}
#endif
