/* vec.h - growing arrays in an arena: FP_PUSH doubles. What lies at the arena's end grows where it is; of others the
 * old copy is abandoned (fp_arena_abandon).
 *
 *   typedef struct { fp_window *data; uint32_t len, capacity; } fp_windows;
 *   *FP_PUSH(keep, &windows) = window;
 */
#ifndef FP_BASE_VEC_H
#define FP_BASE_VEC_H
#include "base/arena.h"

void fp_vec_grow(struct fp_arena *keep, void *data_field, const uint32_t *len, uint32_t *capacity, size_t size,
                 size_t align);

/* Room for `count` elements without growing. */
void fp_vec_reserve(struct fp_arena *keep, void *data_field, const uint32_t *len, uint32_t *capacity, uint32_t count,
                    size_t size, size_t align);
#define FP_RESERVE(keep, vec, count)                                                                  \
    fp_vec_reserve((keep), &(vec)->data, &(vec)->len, &(vec)->capacity, (count), sizeof *(vec)->data, \
                   _Alignof(max_align_t))

/* A pointer to one new element at the end, which holds anything: valid until the next push. */
#define FP_PUSH(keep, vec)                                                                            \
    ((vec)->len == (vec)->capacity ? fp_vec_grow((keep), &(vec)->data, &(vec)->len, &(vec)->capacity, \
                                                 sizeof *(vec)->data, _Alignof(max_align_t))          \
                                   : (void)0,                                                         \
     &(vec)->data[(vec)->len++])

/* How many of the rising numbers are below `value`: where it stands, or would. They lie `stride` bytes apart. */
static inline uint32_t fp_count_keys_below(const uint32_t *first, size_t stride, uint32_t len, uint32_t value) {
    uint32_t low = 0, high = len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const void *key = (const char *)first + middle * stride;
        if (*(const uint32_t *)key < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
static inline uint32_t fp_count_below(const uint32_t *rising, uint32_t len, uint32_t value) {
    return fp_count_keys_below(rising, sizeof *rising, len, value);
}
/* The same of structs that rise by their member `key`: FP_COUNT_BELOW(rows.data, rows.len, line, 12). */
#define FP_COUNT_BELOW(data, len, key, value) \
    ((len) ? fp_count_keys_below(&(data)->key, sizeof *(data), (len), (value)) : 0)

#define FP_VEC(type)            \
    struct {                    \
        type *data;             \
        uint32_t len, capacity; \
    }

typedef FP_VEC(uint32_t) fp_numbers;
void fp_numbers_sort(uint32_t *numbers, size_t count); /* rising */
#endif
