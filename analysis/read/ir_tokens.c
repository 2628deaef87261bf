#include "read/ir_tokens.h"
#include "base/chars.h"
#include <assert.h>

fp_tokens fp_tokens_of(const struct fp_ir *ir, fp_op op) {
    assert(op < ir->op_count);
    const fp_op_node *node = &ir->ops[op];
    return (fp_tokens){ ir->text, ir->tokens + node->first_token, node->token_count };
}

uint32_t fp_tokens_behind(const fp_tokens *tokens, uint32_t i) {
    if (i >= tokens->len) return tokens->len;
    if (tokens->data[i].kind != FP_TOKEN_OPEN) return i + 1;
    uint32_t partner = tokens->data[i].partner;
    return partner ? i + partner + 1 : tokens->len;
}

bool fp_tokens_is(const fp_tokens *tokens, uint32_t i, fp_str text) {
    return i < tokens->len &&
           fp_str_equal(fp_str_slice(tokens->text, tokens->data[i].span.start, tokens->data[i].span.end), text);
}

bool fp_tokens_open(const fp_tokens *tokens, uint32_t i, fp_bracket_kind kind) {
    return i < tokens->len && tokens->data[i].kind == FP_TOKEN_OPEN && tokens->data[i].open == kind;
}

uint32_t fp_tokens_find(const fp_tokens *tokens, uint32_t from, fp_str text) {
    uint32_t i = from;
    while (i < tokens->len && !fp_tokens_is(tokens, i, text)) i = fp_tokens_behind(tokens, i);
    return i;
}

fp_span fp_tokens_inside_span(const fp_tokens *tokens, uint32_t open) {
    uint32_t behind = fp_tokens_behind(tokens, open);
    const fp_token *last = &tokens->data[behind - 1];
    uint32_t start = tokens->data[open].span.end,
             end = last->kind == FP_TOKEN_CLOSE ? last->span.start : last->span.end;
    return (fp_span){ start, end < start ? start : end };
}

fp_str fp_tokens_inside(const fp_tokens *tokens, uint32_t open) {
    fp_span span = fp_tokens_inside_span(tokens, open);
    return fp_str_slice(tokens->text, span.start, span.end);
}
