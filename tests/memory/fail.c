/* fail.c - a library to load before all others: it fails one allocation of the program, or all from one on.
 *
 * FENCEPOST_FAIL_AT     the number of the first allocation that fails; 0: none
 * FENCEPOST_FAIL_ALL    set: so do all later ones
 * FENCEPOST_COUNT_TO    the file that the number of allocations is written to when the program ends
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static unsigned long fail_at;
static bool fail_all;
static atomic_ulong asked;

/* Looking up the functions may itself ask for memory: a little is kept for that, and never given back. */
static _Alignas(16) char first[16384];
static size_t first_used;
static bool looking_up;

static void *from_first(size_t size) {
    void *memory = first + first_used;
    first_used += (size + 15) & ~(size_t)15;
    if (first_used > sizeof first) abort();
    return memory;
}
static bool is_first(const void *memory) {
    return (const char *)memory >= first && (const char *)memory < first + sizeof first;
}

static void look_up(void) {
    if (real_malloc || looking_up) return;
    looking_up = true;
    *(void **)&real_calloc = dlsym(RTLD_NEXT, "calloc");
    *(void **)&real_realloc = dlsym(RTLD_NEXT, "realloc");
    *(void **)&real_malloc = dlsym(RTLD_NEXT, "malloc");
    looking_up = false;
}

__attribute__((constructor)) static void set_up(void) {
    look_up();
    const char *at = getenv("FENCEPOST_FAIL_AT");
    fail_all = getenv("FENCEPOST_FAIL_ALL") != NULL;
    fail_at = at ? strtoul(at, NULL, 10) : 0;
}

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("FENCEPOST_COUNT_TO");
    if (!path) return;
    unsigned long count = asked;
    FILE *file = fopen(path, "w");
    if (!file) return;
    fprintf(file, "%lu\n", count);
    fclose(file);
}

static bool fails(void) {
    unsigned long number = ++asked;
    if (!fail_at || (fail_all ? number < fail_at : number != fail_at)) return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) {
    look_up();
    if (looking_up) return from_first(size);
    return fails() ? NULL : real_malloc(size);
}

void *calloc(size_t count, size_t size) {
    look_up();
    if (looking_up) return from_first(count * size);
    return fails() ? NULL : real_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    look_up();
    if (is_first(old)) {
        void *memory = malloc(size);
        size_t left = (size_t)(first + sizeof first - (char *)old);
        return memory ? memcpy(memory, old, size < left ? size : left) : NULL;
    }
    return fails() ? NULL : real_realloc(old, size);
}

void free(void *memory) {
    static void (*real_free)(void *);
    if (!memory || is_first(memory)) return;
    if (!real_free) *(void **)&real_free = dlsym(RTLD_NEXT, "free");
    real_free(memory);
}
