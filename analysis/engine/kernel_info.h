/* kernel_info.h - what a result tells of a judged kernel besides its findings. */
#ifndef FP_KERNEL_INFO_H
#define FP_KERNEL_INFO_H
#include "check/hazard.h"

/* `events`: of the runs of its streams. Texts live in `keep`. */
fp_kernel_info fp_kernel_info_of(struct fp_arena *keep, const struct fp_kernel *kernel, const fp_analysis *analysis,
                                 uint64_t events);
#endif
