/* machine_matrix.h - text of single threads: the matrices in workgroup memory that a product on tensor memory reads, by
 * descriptors.
 *
 * They are read until the product is done. It is not asked whether a fence between proxies lies before: what wrote
 * there last may have been a copy behind other uses of the same bytes. Not followed: descriptors that the text puts
 * together in another way than address/matrix.h says, and products of two workgroups.
 */
#ifndef FP_MACHINE_MATRIX_H
#define FP_MACHINE_MATRIX_H
#include "streams/machine_act.h"
#include "streams/machine_compile.h"

/* `left`: the first descriptor is that of the left matrix, which else lies in tensor memory. */
void fp_code_matrices_of(fp_compiler *c, fp_op op, bool left, fp_code_tensor *tensor, uint32_t *need_count);
/* The accesses of one run of the product, behind those that the stream has collected. */
void fp_act_matrices(const fp_acting *a, const fp_code_tensor *tensor);
#endif
