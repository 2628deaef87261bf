/* ir_arrays.h - the arrays of a struct fp_ir while they grow: of a unit being read, of a text that bodies are joined
 * to.
 *
 * Ownership  they live in the arena that their elements are pushed in; an ir that takes them borrows them.
 */
#ifndef FP_IR_ARRAYS_H
#define FP_IR_ARRAYS_H
#include "base/vec.h"
#include "read/ir.h"

typedef FP_VEC(fp_token) fp_token_list;

typedef struct {
    FP_VEC(fp_op_node) ops;
    FP_VEC(fp_value_info) values;
    FP_VEC(fp_block_info) blocks;
    FP_VEC(fp_use) uses;
    fp_token_list tokens;
    FP_VEC(fp_successor) successors;
    bool half_typed; /* a part does not parse */
} fp_ir_arrays;

/* Copies of the arrays of `ir`, as long as those; pushes into `keep` make them grow. */
fp_ir_arrays fp_ir_arrays_of(struct fp_arena *keep, const struct fp_ir *ir);
/* `ir` has these arrays from now on. */
void fp_ir_take_arrays(struct fp_ir *ir, const fp_ir_arrays *arrays);
#endif
