#include "base/vec.h"
#include <assert.h>
#include <string.h>

static void move_to(void *data, void *data_field, const uint32_t *len, uint32_t *capacity, uint32_t bigger,
                    size_t size) {
    void *old;
    memcpy(&old, data_field, sizeof old);
    if (*len) memcpy(data, old, *len * size);
    memcpy(data_field, &data, sizeof data);
    *capacity = bigger;
}

void fp_vec_grow(struct fp_arena *keep, void *data_field, const uint32_t *len, uint32_t *capacity, size_t size,
                 size_t align) {
    assert(*capacity <= UINT32_MAX / 2);
    uint32_t bigger = *capacity ? *capacity * 2 : 8;
    move_to(fp_arena_alloc(keep, size, align, bigger), data_field, len, capacity, bigger, size);
}

void fp_vec_reserve(struct fp_arena *keep, void *data_field, const uint32_t *len, uint32_t *capacity, uint32_t count,
                    size_t size, size_t align) {
    if (count > *capacity) move_to(fp_arena_room(keep, size, align, count), data_field, len, capacity, count, size);
}

uint32_t fp_count_below(const uint32_t *rising, uint32_t len, uint32_t value) {
    uint32_t low = 0, high = len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (rising[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
