/* launch_threads.h - how many threads a block and a wave have, as told by what they do.
 *
 * Those of blocks give the sizes along x, y and z, and in *from the op that tells. Cost: one walk over the kernel's
 * ops.
 */
#ifndef FP_LAUNCH_THREADS_H
#define FP_LAUNCH_THREADS_H
#include "read/ir.h"

/* From parallel loops whose iterations are threads. Iterations that a thread runs one after the other cannot meet:
 * where a barrier of the workgroup stands in the loop's body, there are as many threads as iterations.
 *
 *     scf.forall (%t) in (512) { .. gpu.barrier .. } {mapping = [#gpu.thread<linear_dim_0>]}   a block of 512 threads
 *
 * False: no loop of the kernel tells, or two loops disagree. */
bool fp_launch_of_mapped_loops(const struct fp_ir *ir, fp_op kernel, int64_t sizes[3], fp_op *from);
/* From the bounds of thread ids: `gpu.thread_id x upper_bound 64`, `rocdl.workitem.id.x range <i32, 0, 64>`. The block
 * has at most so many threads. A dimension that is never read has one thread; false: one is read without such a
 * bound, or none is read. */
bool fp_launch_of_id_bounds(const struct fp_ir *ir, fp_op kernel, int64_t sizes[3], fp_op *from);
/* Whose chip runs the kernel, and with how many lanes in a wave. Some ops exist only on the chips of one vendor, or
 * only where waves have one size, and a shuffle among more than 32 lanes takes a wave of 64. ANY, 0: no op tells, or
 * two of them disagree. */
typedef struct {
    fp_vendor vendor;
    uint32_t lanes;
} fp_launch_chip;
fp_launch_chip fp_launch_chip_of_ops(const struct fp_ir *ir, fp_op kernel);
#endif
