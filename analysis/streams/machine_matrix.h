/* machine_matrix.h - text of single threads: the matrices in workgroup memory that a product on tensor memory reads, or
 * a copy to there, by descriptors.
 *
 * They are read through the async proxy until the product is done. Not followed: descriptors that the text puts
 * together in another way than address/matrix.h says, and what two workgroups do together.
 */
#ifndef FP_MACHINE_MATRIX_H
#define FP_MACHINE_MATRIX_H
#include "streams/machine_act.h"
#include "streams/machine_compile.h"

/* `left`: the first descriptor is that of the left matrix, which else lies in tensor memory. */
void fp_code_matrices_of(fp_compiler *c, fp_op op, bool left, fp_code_tensor *tensor, uint32_t *need_count);
/* The accesses of one run of the product or copy, behind those that the stream has collected. */
void fp_act_matrices(const fp_acting *a, const fp_code_tensor *tensor);
#endif
