/* lex.h - the tokens of one op's text, without its regions, as ir.h stores them; also of attributes and types when
 * somebody looks inside.
 *
 * A type or attribute with the angle brackets that follow it directly is one token (`memref<4xf32, 3>`,
 * `#gpu.address_space<workgroup>`, `dense<1>`), unless a value stands inside. Locations (`loc(..)`), comments and
 * blanks are no tokens. Where an op ends and which brace opens a region is the outline's business (outline.h).
 *
 * Cost  one pass; nothing is allocated.
 */
#ifndef FP_LEX_H
#define FP_LEX_H
#include "read/ir.h"

typedef struct {
    fp_str text;      /* the whole document */
    uint32_t at, end; /* what is left */
    uint8_t before;   /* kind of the token before, to tell `-1` from a minus; FP_TOKEN_PUNCTUATION at the start */
    bool damaged;     /* something that is no token, or a bracket or string without an end, was met */
} fp_lexer;

fp_lexer fp_lex_start(fp_str text, fp_span span);
bool fp_lex_next(fp_lexer *lexer, fp_token *token); /* false at the end; `partner` is left zero */
void fp_lex_blanks(fp_lexer *lexer);                /* skips blanks and comments */
/* The byte behind the bracket group that opens at `open`, or `end` when it has no end before that. Strings and nested
 * groups are skipped. */
uint32_t fp_lex_group_end(fp_str text, uint32_t open, uint32_t end, bool *closed);
/* The name behind the sigil (% ^ # ! @) at `sigil`, without it; a symbol's without its quotes. Empty: none stands
 * there. */
fp_str fp_lex_name(fp_str text, size_t sigil);
#endif
