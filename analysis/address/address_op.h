/* address_op.h - what single ops, values and blocks say by themselves, before anything is evaluated. */
#ifndef FP_ADDRESS_OP_H
#define FP_ADDRESS_OP_H
#include "address/address_state.h"

/* The op's row, or that of what it calls: an intrinsic, or an assembly text that reads a register. */
const fp_op_info *fp_address_row(const struct fp_ir *ir, fp_op op);
/* The op that elects threads, where this op's result says which; FP_NONE: it says something else. */
fp_op fp_address_elector(const struct fp_ir *ir, fp_op op);
/* Does a lane of the shuffle that hands this value on get it from any lane of its wave? False: only from lanes of its
 * part of the wave, or how many they are is not known. */
bool fp_address_exchanges_in_wave(const struct fp_ir *ir, fp_op op, const fp_use *value, uint32_t wave_size);
/* Does the host run the op, before or behind the launch that is judged? What a launch calls, it runs itself. */
bool fp_address_is_of_host(const struct fp_addresses *a, fp_op op);
/* Of an op with effect BY_TEXT: intrinsics do not say; assembly that clobbers memory or has side effects does. */
bool fp_address_has_side_effects(const struct fp_ir *ir, fp_op op);
/* 'x', 'y' or 'z': which dimension an id or size is of; 0: the text does not say. */
char fp_address_dimension(const struct fp_ir *ir, fp_op op);
/* The text of a type; one that the text gives as an alias is left so. */
fp_str fp_address_type_text(const struct fp_addresses *a, fp_value value);
fp_type fp_address_type(const struct fp_addresses *a, fp_value value);
/* What the value's type and its op promise of it, both ends included. */
void fp_address_bounds(const struct fp_addresses *a, fp_value value, int64_t *low, int64_t *high);
/* Do all threads of a workgroup have the same value of this parameter of the function? */
bool fp_address_is_uniform_parameter(const struct fp_addresses *a, uint32_t index);
/* The edges that lead to a block, as numbers in ir->successors. The first call makes those of the whole function. */
const uint32_t *fp_address_edges_to(struct fp_addresses *a, fp_block block, uint32_t *count);

/* SPIR-V reads ids and sizes as vectors from variables: which of them a loaded value is. */
typedef enum { FP_BUILTIN_NONE, FP_BUILTIN_THREAD, FP_BUILTIN_WORKGROUP } fp_builtin;
fp_builtin fp_address_builtin(const struct fp_ir *ir, fp_value value);
#endif
