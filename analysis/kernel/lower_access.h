/* lower_access.h - the accesses of one op, and what it orders among them by itself.
 *
 * An op becomes one access for each buffer that it reads or writes and for each memory space in which that buffer may
 * lie. Asynchronous copies complete on their counter on the workgroup side only; their other side is ordinary.
 */
#ifndef FP_LOWER_ACCESS_H
#define FP_LOWER_ACCESS_H
#include "kernel/lower_items.h"

void fp_lower_accesses(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items);
/* The memory of the completion object that the op uses, if any. */
void fp_lower_object(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items);
/* The value that an allocation starts with. */
void fp_lower_initial_write(fp_lowering *l, fp_op op, fp_items *items);
/* An op of which no more is known reads and writes every buffer that it is handed. Of assembly with
 * instructions that are known it is the workgroup memory that none of them names. */
void fp_lower_assumed(fp_lowering *l, fp_op op, const fp_instruction *instructions, size_t count, fp_items *items);
/* What a product whose row is `info` reads by descriptors. */
void fp_lower_matrices(fp_lowering *l, const fp_lowered_op *lowered, const fp_op_info *info, fp_items *items);
/* An op of which nothing at all is known may besides touch any other memory. */
void fp_lower_unknown_op(fp_lowering *l, fp_op op, fp_items *items);
/* The workgroup memory that an op was given by the allocator; 0: none. */
fp_roots fp_lower_scratch_roots(fp_lowering *l, fp_op op);
#endif
