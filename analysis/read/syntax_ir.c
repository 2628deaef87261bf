/* syntax_ir.c - what was read into the buffers of a struct fp_syntax, as an ir: lent, or copied to stay. */
#include "read/op_text.h"
#include "read/syntax_tree.h"

void fp_syntax_rest(struct fp_syntax *syntax) {
    fp_arena_drop(syntax->reading);
    syntax->reading = fp_arena_new();
    syntax->buffers = (fp_ir_arrays){ 0 };
    syntax->known_tokens = (fp_known_tokens){ 0 };
    syntax->scopes = (struct fp_scopes){ 0 };
    fp_arena_trim(syntax->strings);
}

/* The buffers of a large unit are not kept while it is analysed. */
void fp_syntax_shrink(struct fp_syntax *syntax) {
    if (fp_arena_bytes(syntax->reading) >= FP_BUFFERS_KEPT_BYTES) fp_syntax_rest(syntax);
}

/* Text of kernels is about that dense; what needs more grows. */
enum { FP_BYTES_PER_OP = 60, FP_BYTES_PER_VALUE = 72, FP_BYTES_PER_USE = 27, FP_BYTES_PER_TOKEN = 9 };

void fp_syntax_reserve(struct fp_syntax *syntax, uint32_t bytes) {
    fp_ir_arrays *out = &syntax->buffers;
    FP_RESERVE(syntax->reading, &out->ops, bytes / FP_BYTES_PER_OP);
    FP_RESERVE(syntax->reading, &out->values, bytes / FP_BYTES_PER_VALUE);
    FP_RESERVE(syntax->reading, &out->uses, bytes / FP_BYTES_PER_USE);
    FP_RESERVE(syntax->reading, &out->tokens, bytes / FP_BYTES_PER_TOKEN);
}

enum { FP_LONE_IR_BYTES = 256 << 10 }; /* text of units whose ir takes some megabytes */

struct fp_arena *fp_syntax_ir_arena(struct fp_syntax *syntax, uint32_t unit, uint32_t bytes) {
    if (bytes < FP_LONE_IR_BYTES) return syntax->irs;
    struct fp_arena *arena = fp_arena_new();
    *FP_PUSH(syntax->irs, &syntax->lone_irs) = (fp_lone_ir){ unit, arena };
    return arena;
}

bool fp_syntax_drop_ir(struct fp_syntax *syntax, uint32_t unit) {
    for (uint32_t i = 0; i < syntax->lone_irs.len; i++) {
        fp_lone_ir *lone = &syntax->lone_irs.data[i];
        if (lone->unit != unit || !lone->arena) continue;
        fp_arena_drop(lone->arena);
        lone->arena = NULL;
        return true;
    }
    return false;
}

void fp_syntax_drop_irs(struct fp_syntax *syntax) {
    for (uint32_t i = 0; i < syntax->lone_irs.len; i++) fp_arena_drop(syntax->lone_irs.data[i].arena);
    syntax->lone_irs.data = NULL, syntax->lone_irs.len = syntax->lone_irs.capacity = 0;
    fp_arena_drop(syntax->irs);
    syntax->irs = NULL;
}

struct fp_ir *fp_syntax_copy_ir(struct fp_arena *keep, const struct fp_ir *from) {
    struct fp_ir *ir = FP_NEW(keep, struct fp_ir, 1);
    fp_ir_arrays arrays = fp_ir_arrays_of(keep, from);
    *ir = *from;
    fp_ir_take_arrays(ir, &arrays);
    ir->texts = fp_op_texts_new(keep, from->context);
    for (uint32_t i = 0; i < ir->value_count; i++) { /* names of members of packs are made, not borrowed */
        fp_str *name = &ir->values[i].name;
        if (name->data < ir->text.data || name->data >= ir->text.data + ir->text.len) *name = fp_str_copy(keep, *name);
    }
    return ir;
}

struct fp_ir fp_syntax_view(struct fp_syntax *syntax, const struct fp_unit_context *context) {
    struct fp_ir ir = { .text = context->text, .context = context, .texts = fp_op_texts_new(syntax->strings, context) };
    fp_ir_take_arrays(&ir, &syntax->buffers);
    return ir;
}

struct fp_ir *fp_syntax_take_ir(struct fp_syntax *syntax, struct fp_arena *keep,
                                const struct fp_unit_context *context) {
    struct fp_ir view = fp_syntax_view(syntax, context);
    struct fp_ir *ir = fp_syntax_copy_ir(keep, &view);
    fp_ir_bind_successors(ir);
    return ir;
}
