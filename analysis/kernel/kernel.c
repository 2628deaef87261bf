#include "kernel/kernel.h"

uint32_t fp_kernel_sync_count(const struct fp_kernel *kernel) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) count += kernel->syncs.data[i].kind != FP_SYNC_COUNT_UP;
    return count;
}
