/* launch.h - for which chip and with how many threads a kernel runs: what the user says, a comment, the IR, the
 * configuration, in this order.
 *
 * Comment     `// fencepost: target=gfx942 block=256,1,1`, inside of the kernel, else in the text before it up to the
 *             unit before, else at the top of the file or section, where it is for all kernels.
 * The IR      innermost first: attributes of the function, then of the modules around it; constant operands of
 *             gpu.launch; launches and exports of the function elsewhere in the file; parallel loops whose iterations
 *             are threads that meet; bounds of thread ids.
 * Sources are phrases: attribute target_cpu on line 3.
 */
#ifndef FP_LAUNCH_H
#define FP_LAUNCH_H
#include "kernel/lower.h"

/* `kernel` is the function-like op or the gpu.launch in it. */
fp_launch_shape fp_launch_find(struct fp_arena *keep, const struct fp_ir *ir, uint32_t unit, fp_op kernel,
                               const fp_lower_options *options);
bool fp_launch_is_block(fp_str text); /* "256,1,1": up to three sizes that a launch can have */
#endif
