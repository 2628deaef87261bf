#include "base/hash.h"
#include <assert.h>
#include <string.h>

uint64_t fp_hash_bytes(const void *data, size_t len) {
    const unsigned char *bytes = data;
    uint64_t hash = 0x517CC1B727220A95u ^ len;
    for (; len >= 8; bytes += 8, len -= 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        hash = fp_hash_mix(hash, word);
    }
    if (len) {
        uint64_t word = 0;
        memcpy(&word, bytes, len);
        hash = fp_hash_mix(hash, word);
    }
    return fp_hash_mix(hash, 0);
}

static void place(fp_map *map, fp_map_slot slot) {
    uint32_t position = slot.hash;
    while (map->slots[position & (map->capacity - 1)].value) position++;
    map->slots[position & (map->capacity - 1)] = slot;
}

void fp_map_put(struct fp_arena *keep, fp_map *map, uint64_t hash, uint32_t value) {
    assert(value != UINT32_MAX);
    if ((map->count + 1) * 4 > map->capacity * 3) {
        fp_map old = *map;
        map->capacity = old.capacity ? old.capacity * 2 : 16;
        map->slots = FP_NEW(keep, fp_map_slot, map->capacity);
        for (uint32_t i = 0; i < old.capacity; i++)
            if (old.slots[i].value) place(map, old.slots[i]);
    }
    map->count++;
    place(map, (fp_map_slot){ fp_map_fold(hash), value + 1 });
}

void fp_map_clear(fp_map *map) {
    if (map->count) memset(map->slots, 0, map->capacity * sizeof *map->slots);
    map->count = 0;
}
