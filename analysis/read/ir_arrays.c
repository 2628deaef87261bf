#include "read/ir_arrays.h"

fp_ir_arrays fp_ir_arrays_of(struct fp_arena *keep, const struct fp_ir *ir) {
    fp_ir_arrays arrays = { .half_typed = ir->half_typed };
#define COPY(array, count)                                                                                    \
    arrays.array.data = fp_arena_copy(keep, ir->array, ir->count * sizeof *ir->array, _Alignof(max_align_t)); \
    arrays.array.len = arrays.array.capacity = ir->count
    COPY(ops, op_count);
    COPY(values, value_count);
    COPY(blocks, block_count);
    COPY(uses, use_count);
    COPY(tokens, token_count);
    COPY(successors, successor_count);
#undef COPY
    return arrays;
}

void fp_ir_take_arrays(struct fp_ir *ir, const fp_ir_arrays *arrays) {
    ir->half_typed = arrays->half_typed;
    ir->ops = arrays->ops.data, ir->op_count = arrays->ops.len;
    ir->values = arrays->values.data, ir->value_count = arrays->values.len;
    ir->blocks = arrays->blocks.data, ir->block_count = arrays->blocks.len;
    ir->uses = arrays->uses.data, ir->use_count = arrays->uses.len;
    ir->tokens = arrays->tokens.data, ir->token_count = arrays->tokens.len;
    ir->successors = arrays->successors.data, ir->successor_count = arrays->successors.len;
}
