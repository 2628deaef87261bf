#define _POSIX_C_SOURCE 200809L /* flockfile */
#include "base/memory.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void fp_memory_gone(size_t wanted) {
    flockfile(stderr); /* for good: a second thread that runs out has nothing to add */
    fprintf(stderr, "fencepost: out of memory (%zu bytes wanted)\n", wanted);
    _Exit(FP_MEMORY_STATUS);
}

static void *check(void *memory, size_t wanted) {
    if (!memory) fp_memory_gone(wanted);
    return memory;
}

void *fp_memory_raw(size_t size) { return check(malloc(size ? size : 1), size); }

void *fp_memory_zeroed(size_t count, size_t size) {
    return check(count && size ? calloc(count, size) : calloc(1, 1),
                 size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
}

void *fp_memory_resized(void *old, size_t size) { return check(realloc(old, size ? size : 1), size); }
