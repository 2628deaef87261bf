#include "base/vec.h"
#include "base/sort.h"
#include <assert.h>
#include <string.h>

static void *data_of(const void *data_field) {
    void *data;
    memcpy(&data, data_field, sizeof data);
    return data;
}

static void move_to(struct fp_arena *keep, void *data, void *data_field, const uint32_t *len, uint32_t *capacity,
                    uint32_t bigger, size_t size) {
    if (*len) memcpy(data, data_of(data_field), *len * size);
    if (*capacity) fp_arena_abandon(keep, data_of(data_field), *capacity * size);
    memcpy(data_field, &data, sizeof data);
    *capacity = bigger;
}

void fp_vec_grow(struct fp_arena *keep, void *data_field, const uint32_t *len, uint32_t *capacity, size_t size,
                 size_t align) {
    assert(*capacity <= UINT32_MAX / 2);
    uint32_t bigger = *capacity ? *capacity * 2 : size >= 64 ? 2 : 8;
    if (fp_arena_extend(keep, data_of(data_field), *capacity * size, (bigger - *capacity) * size))
        *capacity = bigger;
    else
        move_to(keep, fp_arena_room(keep, size, align, bigger), data_field, len, capacity, bigger, size);
}

void fp_vec_reserve(struct fp_arena *keep, void *data_field, const uint32_t *len, uint32_t *capacity, uint32_t count,
                    size_t size, size_t align) {
    if (count > *capacity)
        move_to(keep, fp_arena_room(keep, size, align, count), data_field, len, capacity, count, size);
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void fp_numbers_sort(uint32_t *numbers, size_t count) { fp_sort(numbers, count, sizeof *numbers, compare_numbers); }
