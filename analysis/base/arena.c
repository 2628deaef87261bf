#include "base/arena.h"
#include "base/memory.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    FP_ARENA_BLOCK_MAX = 1 << 20,
    FP_ARENA_PAGE = 4096,
    FP_ARENA_HEAD = 48,          /* of a page: what a block and the C library note of themselves */
    FP_ARENA_UNTOUCHED = 1 << 17 /* so many bytes the system hands out as zeroes, page by page as they are used */
};

/* Under AddressSanitizer what is not handed out may not be touched. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define FP_ARENA_WATCHED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(FP_ARENA_WATCHED)
void __asan_poison_memory_region(const volatile void *start, size_t bytes);
void __asan_unpoison_memory_region(const volatile void *start, size_t bytes);
static void forbid(const void *start, size_t bytes) { __asan_poison_memory_region(start, bytes); }
static void allow(const void *start, size_t bytes) { __asan_unpoison_memory_region(start, bytes); }
#else
static void forbid(const void *start, size_t bytes) { (void)start, (void)bytes; }
static void allow(const void *start, size_t bytes) { (void)start, (void)bytes; }
#endif

struct fp_arena_block {
    struct fp_arena_block *older;
    size_t size; /* bytes of data */
    _Alignas(max_align_t) char data[];
};

struct fp_arena *fp_arena_new(void) {
    struct fp_arena *arena = fp_memory_raw(sizeof *arena);
    *arena = (struct fp_arena){ 0 };
    return arena;
}

static void free_blocks(struct fp_arena_block *block) {
    while (block) {
        struct fp_arena_block *older = block->older;
        free(block);
        block = older;
    }
}

void fp_arena_drop(struct fp_arena *arena) {
    if (!arena) return;
    free_blocks(arena->block);
    free_blocks(arena->spare);
    free(arena);
}

/* A block with `needed` bytes. True: all of it is zero. */
static bool push_block(struct fp_arena *arena, size_t needed) {
    struct fp_arena_block **link = &arena->spare;
    while (*link && (*link)->size < needed) link = &(*link)->older;
    struct fp_arena_block *block = *link;
    bool fresh = !block && needed >= FP_ARENA_UNTOUCHED;
    if (block) {
        *link = block->older;
    } else {
        /* What is not used of the last block is below a fifth of the whole: hundreds of documents may be open. */
        size_t size = arena->block ? arena->block->size + arena->block->size / 4 : 0;
        if (size > FP_ARENA_BLOCK_MAX) size = FP_ARENA_BLOCK_MAX;
        if (size < needed) size = needed;
        size = (size + FP_ARENA_HEAD) / FP_ARENA_PAGE * FP_ARENA_PAGE + FP_ARENA_PAGE - FP_ARENA_HEAD;
        block = fresh ? fp_memory_zeroed(1, sizeof *block + size) : fp_memory_raw(sizeof *block + size);
        block->size = size;
        forbid(block->data, size);
    }
    block->older = arena->block;
    arena->block = block;
    arena->next = block->data;
    arena->end = block->data + block->size;
    return fresh;
}

static inline void *take(struct fp_arena *arena, size_t bytes, size_t align, bool *zeroes) {
    assert(align && (align & (align - 1)) == 0 && align <= _Alignof(max_align_t));
    size_t padding = (size_t)(-(uintptr_t)arena->next & (align - 1));
    *zeroes = false;
    if (!arena->block || (size_t)(arena->end - arena->next) < bytes + padding) {
        *zeroes = push_block(arena, bytes + align);
        padding = (size_t)(-(uintptr_t)arena->next & (align - 1));
    }
    char *memory = arena->next + padding;
    arena->next = memory + bytes;
    allow(memory, bytes);
    return memory;
}

static size_t bytes_of(size_t size, size_t count) {
    size_t bytes;
    if (__builtin_mul_overflow(size, count, &bytes) || bytes > SIZE_MAX / 2) fp_memory_gone(SIZE_MAX);
    return bytes;
}

void *fp_arena_room(struct fp_arena *arena, size_t size, size_t align, size_t count) {
    bool zeroes;
    return take(arena, bytes_of(size, count), align, &zeroes);
}

void *fp_arena_alloc(struct fp_arena *arena, size_t size, size_t align, size_t count) {
    bool zeroes;
    size_t bytes = bytes_of(size, count);
    void *memory = take(arena, bytes, align, &zeroes);
    return zeroes ? memory : memset(memory, 0, bytes);
}

void *fp_arena_copy(struct fp_arena *arena, const void *data, size_t size, size_t align) {
    bool zeroes;
    void *copy = take(arena, size, align, &zeroes);
    if (size) memcpy(copy, data, size);
    return copy;
}

bool fp_arena_extend(struct fp_arena *arena, const void *data, size_t bytes, size_t more) {
    if (bytes == 0 || (const char *)data + bytes != arena->next || (size_t)(arena->end - arena->next) < more)
        return false;
    allow(arena->next, more);
    arena->next += more;
    return true;
}

void fp_arena_abandon(const void *data, size_t bytes) { forbid(data, bytes); }

fp_arena_mark_t fp_arena_mark(const struct fp_arena *arena) { return (fp_arena_mark_t){ arena->block, arena->next }; }

void fp_arena_reset(struct fp_arena *arena, fp_arena_mark_t mark) {
    while (arena->block != mark.block) {
        struct fp_arena_block *block = arena->block;
        arena->block = block->older;
        block->older = arena->spare;
        arena->spare = block;
        forbid(block->data, block->size);
    }
    arena->next = mark.next;
    arena->end = arena->block ? arena->block->data + arena->block->size : NULL;
    if (arena->block) forbid(arena->next, (size_t)(arena->end - arena->next));
}

void fp_arena_trim(struct fp_arena *arena) {
    free_blocks(arena->spare);
    arena->spare = NULL;
}

size_t fp_arena_bytes(const struct fp_arena *arena) {
    size_t bytes = 0;
    for (const struct fp_arena_block *block = arena->block; block; block = block->older) bytes += block->size;
    for (const struct fp_arena_block *block = arena->spare; block; block = block->older) bytes += block->size;
    return bytes;
}
