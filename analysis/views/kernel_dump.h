/* kernel_dump.h - a lowered kernel as indented lines, for `fencepost dump --stage kernel` and for tests. */
#ifndef FP_KERNEL_DUMP_H
#define FP_KERNEL_DUMP_H
#include "kernel/kernel.h"

fp_str fp_kernel_dump(struct fp_arena *keep, const struct fp_kernel *kernel);
#endif
