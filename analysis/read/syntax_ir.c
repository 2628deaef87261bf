/* syntax_ir.c - what was read into the buffers of a struct fp_syntax, as an ir: lent, or copied to stay. */
#include "read/op_text.h"
#include "read/syntax_tree.h"

/* The buffers of a large unit are not kept while it is analysed. */
void fp_syntax_shrink(struct fp_syntax *syntax) {
    if (fp_arena_bytes(syntax->reading) < FP_BUFFERS_KEPT_BYTES) return;
    fp_arena_drop(syntax->reading);
    syntax->reading = fp_arena_new();
    syntax->buffers = (fp_read_buffers){ 0 };
    syntax->scopes = (struct fp_scopes){ 0 };
}

static void *copy(struct fp_arena *keep, const void *data, uint32_t len, size_t size) {
    return fp_arena_copy(keep, data, len * size, _Alignof(max_align_t));
}

struct fp_ir *fp_syntax_copy_ir(struct fp_arena *keep, const struct fp_ir *from) {
    struct fp_ir *ir = FP_NEW(keep, struct fp_ir, 1);
    *ir = *from;
    ir->ops = copy(keep, from->ops, ir->op_count, sizeof *ir->ops);
    ir->values = copy(keep, from->values, ir->value_count, sizeof *ir->values);
    ir->blocks = copy(keep, from->blocks, ir->block_count, sizeof *ir->blocks);
    ir->uses = copy(keep, from->uses, ir->use_count, sizeof *ir->uses);
    ir->tokens = copy(keep, from->tokens, ir->token_count, sizeof *ir->tokens);
    ir->successors = copy(keep, from->successors, ir->successor_count, sizeof *ir->successors);
    ir->texts = fp_op_texts_new(keep);
    for (uint32_t i = 0; i < ir->value_count; i++) { /* names of members of packs are made, not borrowed */
        fp_str *name = &ir->values[i].name;
        if (name->data < ir->text.data || name->data >= ir->text.data + ir->text.len) *name = fp_str_copy(keep, *name);
    }
    return ir;
}

struct fp_ir fp_syntax_view(struct fp_syntax *syntax, const struct fp_unit_context *context) {
    const fp_read_buffers *b = &syntax->buffers;
    return (struct fp_ir){ .text = context->text,
                           .context = context,
                           .half_typed = b->half_typed,
                           .ops = b->ops.data,
                           .op_count = b->ops.len,
                           .values = b->values.data,
                           .value_count = b->values.len,
                           .blocks = b->blocks.data,
                           .block_count = b->blocks.len,
                           .uses = b->uses.data,
                           .use_count = b->uses.len,
                           .tokens = b->tokens.data,
                           .token_count = b->tokens.len,
                           .successors = b->successors.data,
                           .successor_count = b->successors.len,
                           .texts = fp_op_texts_new(syntax->strings) };
}

struct fp_ir *fp_syntax_take_ir(struct fp_syntax *syntax, struct fp_arena *keep,
                                const struct fp_unit_context *context) {
    struct fp_ir view = fp_syntax_view(syntax, context);
    struct fp_ir *ir = fp_syntax_copy_ir(keep, &view);
    fp_ir_bind_successors(ir);
    return ir;
}
