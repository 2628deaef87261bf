#include "vec.h"
#include <assert.h>
#include <string.h>

void fp_vec_grow(struct fp_arena *keep, void *data_field, const uint32_t *len, uint32_t *capacity, size_t size, size_t align) {
    assert(*capacity <= UINT32_MAX / 2);
    uint32_t bigger = *capacity ? *capacity * 2 : 8;
    void *data = fp_arena_alloc(keep, size, align, bigger), *old;
    memcpy(&old, data_field, sizeof old);
    if (*len) memcpy(data, old, *len * size);
    memcpy(data_field, &data, sizeof data);
    *capacity = bigger;
}
