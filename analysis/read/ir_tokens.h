/* ir_tokens.h - walking the tokens of one op; what ir*.c share. Indices count from the op's first token. */
#ifndef FP_IR_TOKENS_H
#define FP_IR_TOKENS_H
#include "read/lex.h"

typedef struct {
    fp_str text;
    const fp_token *data;
    uint32_t len;
} fp_tokens;

fp_tokens fp_tokens_of(const struct fp_ir *ir, fp_op op);
uint32_t fp_tokens_behind(const fp_tokens *tokens,
                          uint32_t i); /* the token behind i; behind the whole group when i opens one */
bool fp_tokens_is(const fp_tokens *tokens, uint32_t i, fp_str text);
bool fp_tokens_open(const fp_tokens *tokens, uint32_t i, fp_bracket_kind kind);
uint32_t fp_tokens_find(const fp_tokens *tokens, uint32_t from, fp_str text); /* at top level; len when there is none */
fp_span fp_tokens_inside_span(const fp_tokens *tokens, uint32_t open);        /* between the brackets */
fp_str fp_tokens_inside(const fp_tokens *tokens, uint32_t open);

void fp_ir_bind_successors(struct fp_ir *ir); /* generic form: which operands go to which successor */
fp_ir_uses fp_ir_uses_between(const struct fp_ir *ir, fp_op op, uint32_t start,
                              uint32_t end); /* uses of the op inside a span */
fp_ir_uses
fp_ir_operand_list(const struct fp_ir *ir, fp_op op,
                   uint32_t ods); /* generic form: an operand list, which takes the rest when nothing ends it */
#endif
