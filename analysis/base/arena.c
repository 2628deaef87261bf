#include "base/arena.h"
#include "base/memory.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    FP_ARENA_BLOCK_MAX = 1 << 20,
    FP_ARENA_PAGE = 4096,
    FP_ARENA_HEAD = 48,      /* of a page: what a block and the C library note of themselves */
    FP_ARENA_LONE = 1 << 17, /* so many bytes have a block to themselves: the system hands them out as zeroes, page by
                               page as they are used, and a vector that outgrows them gives them back */
    FP_ARENA_ROOM_SHARE = 64 /* a block that is used again has room for so much more of a text that has grown */
};

#ifdef FP_ARENA_WATCHED
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
    size_t size;  /* bytes of data */
    size_t stamp; /* of a lone block: so many the arena has had before */
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
    free_blocks(arena->lone);
    free_blocks(arena->spare);
    free(arena);
}

static size_t whole_pages(size_t size) {
    return (size + FP_ARENA_HEAD) / FP_ARENA_PAGE * FP_ARENA_PAGE + FP_ARENA_PAGE - FP_ARENA_HEAD;
}

/* A block that is kept for later, taken from these; NULL: none has `needed` bytes. */
static struct fp_arena_block *take_spare(struct fp_arena *arena, size_t needed) {
    struct fp_arena_block **link = &arena->spare;
    while (*link && (*link)->size < needed) link = &(*link)->older;
    struct fp_arena_block *block = *link;
    if (block) *link = block->older;
    return block;
}

/* The next block to go on in, with `needed` bytes. */
static void push_block(struct fp_arena *arena, size_t needed) {
    struct fp_arena_block *block = take_spare(arena, needed);
    if (!block) {
        /* What is not used of the last block is below a fifth of the whole: hundreds of documents may be open. */
        size_t size = arena->block ? arena->block->size + arena->block->size / 4 : 0;
        if (size > FP_ARENA_BLOCK_MAX) size = FP_ARENA_BLOCK_MAX;
        size = whole_pages(size < needed ? needed : size);
        block = fp_memory_raw(sizeof *block + size);
        block->size = size;
        forbid(block->data, size);
    }
    block->older = arena->block;
    arena->block = block;
    arena->next = block->data;
    arena->end = block->data + block->size;
}

static void *take_lone(struct fp_arena *arena, size_t bytes, bool *zeroes) {
    struct fp_arena_block *block = take_spare(arena, bytes);
    *zeroes &= !block;
    if (!block) {
        size_t size = whole_pages(bytes + bytes / FP_ARENA_ROOM_SHARE);
        block = *zeroes ? fp_memory_zeroed(1, sizeof *block + size) : fp_memory_raw(sizeof *block + size);
        block->size = size;
        forbid(block->data, size);
    }
    block->stamp = arena->lone_count++;
    block->older = arena->lone;
    arena->lone = block;
    allow(block->data, bytes);
    return block->data;
}

/* `zeroes`: are they wanted? Then: is the memory zeroed? */
static inline void *take(struct fp_arena *arena, size_t bytes, size_t align, bool *zeroes) {
    assert(align && (align & (align - 1)) == 0 && align <= _Alignof(max_align_t));
    if (bytes >= FP_ARENA_LONE) return take_lone(arena, bytes, zeroes);
    size_t padding = (size_t)(-(uintptr_t)arena->next & (align - 1));
    *zeroes = false;
    if (!arena->block || (size_t)(arena->end - arena->next) < bytes + padding) {
        push_block(arena, bytes + align);
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
    bool zeroes = false;
    return take(arena, bytes_of(size, count), align, &zeroes);
}

void *fp_arena_alloc(struct fp_arena *arena, size_t size, size_t align, size_t count) {
    bool zeroes = true;
    size_t bytes = bytes_of(size, count);
    void *memory = take(arena, bytes, align, &zeroes);
    return zeroes ? memory : memset(memory, 0, bytes);
}

void *fp_arena_copy(struct fp_arena *arena, const void *data, size_t size, size_t align) {
    bool zeroes = false;
    void *copy = take(arena, size, align, &zeroes);
    if (size) memcpy(copy, data, size);
    return copy;
}

bool fp_arena_extend(struct fp_arena *arena, const void *data, size_t bytes, size_t more) {
    if (bytes == 0 || bytes + more >= FP_ARENA_LONE) return false;
    if ((const char *)data + bytes != arena->next || (size_t)(arena->end - arena->next) < more) return false;
    allow(arena->next, more);
    arena->next += more;
    return true;
}

void fp_arena_abandon(struct fp_arena *arena, const void *data, size_t bytes) {
    struct fp_arena_block **link = &arena->lone;
    if (bytes >= FP_ARENA_LONE) {
        while (*link && (*link)->data != data) link = &(*link)->older;
        struct fp_arena_block *block = *link;
        if (block) {
            *link = block->older;
            free(block);
            return;
        }
    }
    forbid(data, bytes);
}

fp_arena_mark_t fp_arena_mark(const struct fp_arena *arena) {
    return (fp_arena_mark_t){ arena->block, arena->next, arena->lone_count };
}

static void lay_aside(struct fp_arena *arena, struct fp_arena_block **blocks) {
    struct fp_arena_block *block = *blocks;
    *blocks = block->older;
    block->older = arena->spare;
    arena->spare = block;
    forbid(block->data, block->size);
}

void fp_arena_reset(struct fp_arena *arena, fp_arena_mark_t mark) {
    while (arena->block != mark.block) lay_aside(arena, &arena->block);
    while (arena->lone && arena->lone->stamp >= mark.lone_count) lay_aside(arena, &arena->lone);
    arena->next = mark.next;
    arena->end = arena->block ? arena->block->data + arena->block->size : NULL;
    if (arena->block) forbid(arena->next, (size_t)(arena->end - arena->next));
}

void fp_arena_trim(struct fp_arena *arena) {
    free_blocks(arena->spare);
    arena->spare = NULL;
}

static size_t bytes_in(const struct fp_arena_block *block) {
    size_t bytes = 0;
    for (; block; block = block->older) bytes += block->size;
    return bytes;
}

size_t fp_arena_bytes(const struct fp_arena *arena) {
    return bytes_in(arena->block) + bytes_in(arena->lone) + bytes_in(arena->spare);
}
