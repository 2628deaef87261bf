/* value_text.h - the tokens of an attribute's text, as somebody sees them who looks in it for words, numbers or
 * strings.
 *
 * For the lexer `#a.b<c = 4>` is one token. Here it is `#a.b`, `c`, `=`, `4`: the reader goes into angle brackets, and
 * in place of an alias it gives the tokens of what the alias stands for.
 *
 * Ownership  a reader is a value on the stack; slices borrow the texts.
 * Limits     FP_VALUE_TOKENS_MAX tokens of one value, angle brackets FP_VALUE_DEPTH_MAX deep; what is beyond is left
 *            out. An alias that stands for itself ends there, too.
 */
#ifndef FP_VALUE_TEXT_H
#define FP_VALUE_TEXT_H
#include "read/lex.h"

enum { FP_VALUE_DEPTH_MAX = 16, FP_VALUE_TOKENS_MAX = 1 << 14 };

typedef struct {
    const struct fp_unit_context *context; /* of the aliases; NULL: they stand for themselves */
    fp_lexer texts[FP_VALUE_DEPTH_MAX];    /* the innermost last */
    uint32_t depth, tokens;                /* how many texts are open; how many tokens have been read */
    fp_token_kind kind;                    /* of the token that was read last */
    fp_str text;                           /* its text; of a string without the quotes */
    uint32_t level;                        /* angle brackets and aliases around it */
} fp_value_reader;

fp_value_reader fp_value_read(const struct fp_unit_context *context, fp_str text);
bool fp_value_next(fp_value_reader *reader); /* false at the end */
/* Goes on to the string behind the next `key` or `key =`. */
bool fp_value_find_string(fp_value_reader *reader, fp_str key);
/* Goes on to the next integer; false also when it does not fit. */
bool fp_value_integer(fp_value_reader *reader, int64_t *number);
#endif
