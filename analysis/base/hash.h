/* hash.h - hashing, and a map from a hash to candidates' 32-bit numbers: the caller keeps the objects and compares
 * them.
 *
 * Ownership  the map's slots live in the arena given at `fp_map_put`; growing abandons the old slots
 *            (fp_arena_abandon).
 * Cost       constant on average; hashes are mixed, so that input chosen by a user does not cluster them by accident.
 *
 *   for (fp_map_probe p = fp_map_find(&map, hash); fp_map_next(&p);) if (same(objects[p.value], key)) return p.value;
 */
#ifndef FP_BASE_HASH_H
#define FP_BASE_HASH_H
#include "base/arena.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint64_t fp_hash_bytes(const void *data, size_t len);
static inline uint64_t fp_hash_mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    return hash ^ (hash >> 29);
}

typedef struct {
    uint32_t hash, value;
} fp_map_slot; /* value + 1; 0: free */
typedef struct {
    fp_map_slot *slots;
    uint32_t count, capacity;
} fp_map; /* zero is empty; capacity is 0 or a power of two */
typedef struct {
    const fp_map *map;
    uint32_t hash, position, value;
} fp_map_probe;

static inline uint32_t fp_map_fold(uint64_t hash) { return (uint32_t)(hash ^ (hash >> 32)); }
static inline fp_map_probe fp_map_find(const fp_map *map, uint64_t hash) {
    return (fp_map_probe){ map, fp_map_fold(hash), fp_map_fold(hash), 0 };
}
static inline bool fp_map_next(fp_map_probe *probe) {
    const fp_map *map = probe->map;
    if (map->capacity == 0) return false;
    for (;;) {
        fp_map_slot slot = map->slots[probe->position++ & (map->capacity - 1)];
        if (slot.value == 0) return false;
        if (slot.hash == probe->hash) {
            probe->value = slot.value - 1;
            return true;
        }
    }
}
void fp_map_put(struct fp_arena *keep, fp_map *map, uint64_t hash, uint32_t value); /* does not look for duplicates */
void fp_map_reserve(struct fp_arena *keep, fp_map *map, uint32_t count); /* room for so many without growing */
void fp_map_clear(fp_map *map);                                          /* its room is kept */
#endif
