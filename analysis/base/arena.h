/* arena.h - memory with one lifetime: allocate, never free, drop all at once.
 *
 * Ownership  `fp_arena_new` makes an arena that its owner drops with `fp_arena_drop`; everything in it dies with it.
 * Scratch    take `fp_arena_mark` on entry and `fp_arena_reset` on return: what was allocated between is gone, its
 *            memory is used again.
 * Cost       a bump of a pointer; blocks grow up to 1 MiB. What is larger than 128 KiB has a block to itself.
 * Failure    running out of memory ends the program (memory.h): no caller checks.
 * Memory is zeroed, but for `fp_arena_room`. One thread at a time.
 */
#ifndef FP_BASE_ARENA_H
#define FP_BASE_ARENA_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct fp_arena_block;
struct fp_arena {
    char *next, *end;
    struct fp_arena_block *block; /* the newest; older ones hang off it */
    struct fp_arena_block *lone;  /* those that hold one thing; the newest, older ones hang off it */
    struct fp_arena_block *spare; /* reset blocks, kept for reuse */
    size_t lone_count;            /* lone blocks so far, with those that have gone */
};
typedef struct {
    struct fp_arena_block *block;
    char *next;
    size_t lone_count;
} fp_arena_mark_t;

struct fp_arena *fp_arena_new(void);
void fp_arena_drop(struct fp_arena *arena); /* NULL is fine */
void *fp_arena_alloc(struct fp_arena *arena, size_t size, size_t align, size_t count);
fp_arena_mark_t fp_arena_mark(const struct fp_arena *arena);
void fp_arena_reset(struct fp_arena *arena, fp_arena_mark_t mark);
/* Not zeroed: of large room that stays unused the system never gives any. */
void *fp_arena_room(struct fp_arena *arena, size_t size, size_t align, size_t count);
/* A copy of `size` bytes, which need not be zeroed first. */
void *fp_arena_copy(struct fp_arena *arena, const void *data, size_t size, size_t align);
/* Makes what was allocated last longer where it is; false: something else lies behind it, or the block ends. */
bool fp_arena_extend(struct fp_arena *arena, const void *data, size_t bytes, size_t more);
/* Nothing asks for it any more: a vector has moved, say. What is large goes back to the system at once; who asks for it
 * all the same is told by a sanitizer. */
void fp_arena_abandon(struct fp_arena *arena, const void *data, size_t bytes);
void fp_arena_trim(struct fp_arena *arena);          /* gives back blocks that are kept for later and hold nothing */
size_t fp_arena_bytes(const struct fp_arena *arena); /* bytes reserved from the system */

/* Under AddressSanitizer what is not handed out may not be touched, and each allocation is told to it. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define FP_ARENA_WATCHED
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define FP_ARENA_WATCHED
#endif

enum { FP_ARENA_SMALL = 256 }; /* bytes: what is zeroed where it is asked for */

/* fp_arena_alloc, for a size that the compiler knows: most of what is asked for is small and lies in the block at
 * hand. */
static inline void *fp_arena_new_things(struct fp_arena *arena, size_t size, size_t align, size_t count) {
#ifndef FP_ARENA_WATCHED
    size_t padding = (size_t)(-(uintptr_t)arena->next & (align - 1)), room = (size_t)(arena->end - arena->next);
    if (count && count <= FP_ARENA_SMALL / size && room >= size * count + padding) {
        char *memory = arena->next + padding;
        arena->next = memory + size * count;
        return memset(memory, 0, size * count);
    }
#endif
    return fp_arena_alloc(arena, size, align, count);
}

#define FP_NEW(arena, type, count) ((type *)fp_arena_new_things((arena), sizeof(type), _Alignof(type), (count)))
#endif
