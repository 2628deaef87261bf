/* stage.h - which passes of its compiler a kernel has yet to go through, told by what its text says, or by its user.
 * What such a pass decides or puts right is no mistake.
 *
 * Triton writes no barriers between accesses of local memory until its membar pass, which runs behind the allocation of
 * that memory. A kernel with local memory ops, or ops with scratch of their own, has yet to see the pass as long as its
 * memory has no places, or no barrier stands in it that orders workgroup memory alone, as all of the pass's do. A
 * barrier that orders more was written by hand. So was one for workgroup memory alone in a kernel whose memory has no
 * places. A barrier that orders no memory, or stands in front of an access of tensor memory or of a barrier for some
 * waves, an earlier pass has placed: it tells nothing.
 *
 * Compilers that tile first (IREE) write what a workgroup does as ops on whole tiles, and share them out among threads
 * later. A function that nothing marks as a kernel, that owns workgroup memory, works on tiles, and in which nothing
 * tells threads apart has yet to see that pass.
 *
 * Triton's partitions get their warps late. Before that they are only named and hand buffers to each other by
 * references; and when code of single threads stands beside them, its thread ids do not tell which thread of the
 * workgroup they are of.
 */
#ifndef FP_STAGE_H
#define FP_STAGE_H
#include "kernel/kernel.h"

fp_kernel_stage fp_stage_find(const struct fp_kernel *kernel, fp_barriers barriers); /* of a lowered kernel */
/* Functions that call each other go through a pass together: when one has seen it, all have. */
void fp_stage_unite(struct fp_kernel **kernels, uint32_t count);
#endif
