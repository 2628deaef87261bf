#define _POSIX_C_SOURCE 200809L /* flockfile */
#include "base/memory.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void fp_memory_gone(size_t wanted) {
    flockfile(stderr); /* for good: a second thread that runs out has nothing to add */
    fprintf(stderr, "fencepost: out of memory (%zu bytes wanted)\n", wanted);
    _Exit(FP_MEMORY_STATUS);
}

static void (*help)(void); /* NULL: there is none */

void fp_memory_help(void (*give_back)(void)) { help = give_back; }

/* Is it worth asking again? */
static bool helped(void) {
    if (help) help();
    return help != NULL;
}

static void *check(void *memory, size_t wanted) {
    if (!memory) fp_memory_gone(wanted);
    return memory;
}

static void *resized(void *old, size_t size) {
    void *memory = realloc(old, size);
    return memory || !helped() ? memory : realloc(old, size);
}

static void *zeroed(size_t count, size_t size) {
    void *memory = calloc(count, size);
    return memory || !helped() ? memory : calloc(count, size);
}

void *fp_memory_raw(size_t size) { return check(resized(NULL, size ? size : 1), size); }

void *fp_memory_zeroed(size_t count, size_t size) {
    return check(count && size ? zeroed(count, size) : zeroed(1, 1),
                 size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
}

void *fp_memory_resized(void *old, size_t size) { return check(resized(old, size ? size : 1), size); }
