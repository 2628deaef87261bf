#include "base/hash.h"
#include <assert.h>
#include <string.h>

enum {
    LANES_BYTES = 32, /* that are taken in at a time by hashes side by side */
    LANES_FROM = 256  /* bytes from which on that is worth it */
};

static uint64_t word_at(const unsigned char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    return word;
}

static uint64_t mix_word(uint64_t lane, const unsigned char *bytes) {
    uint64_t mixed = lane ^ word_at(bytes);
    return (mixed << 29 | mixed >> 35) * 0x9E3779B97F4A7C15u;
}

/* A step waits for the one before it: of a long text, processors take the steps of several hashes at once. */
static size_t hash_lanes(const unsigned char *bytes, size_t len, uint64_t *hash) {
    uint64_t a = 1, b = 2, c = 3, d = 4;
    size_t at = 0;
    for (; len - at >= LANES_BYTES; at += LANES_BYTES) {
        a = mix_word(a, bytes + at);
        b = mix_word(b, bytes + at + 8);
        c = mix_word(c, bytes + at + 16);
        d = mix_word(d, bytes + at + 24);
    }
    *hash = fp_hash_mix(fp_hash_mix(fp_hash_mix(fp_hash_mix(*hash, a), b), c), d);
    return at;
}

uint64_t fp_hash_bytes(const void *data, size_t len) {
    const unsigned char *bytes = data;
    uint64_t hash = 0x517CC1B727220A95u ^ len;
    if (len >= LANES_FROM) {
        size_t done = hash_lanes(bytes, len, &hash);
        bytes += done, len -= done;
    }
    for (; len >= 8; bytes += 8, len -= 8) hash = fp_hash_mix(hash, word_at(bytes));
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

static bool has_room(uint32_t capacity, uint32_t count) { return (uint64_t)count * 4 <= (uint64_t)capacity * 3; }

void fp_map_reserve(struct fp_arena *keep, fp_map *map, uint32_t count) {
    fp_map old = *map;
    uint32_t capacity = old.capacity ? old.capacity : 16;
    while (!has_room(capacity, count)) capacity *= 2;
    if (capacity == old.capacity) return;
    map->capacity = capacity;
    map->slots = FP_NEW(keep, fp_map_slot, capacity);
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.slots[i].value) place(map, old.slots[i]);
    if (old.capacity) fp_arena_abandon(keep, old.slots, old.capacity * sizeof *old.slots);
}

void fp_map_put(struct fp_arena *keep, fp_map *map, uint64_t hash, uint32_t value) {
    assert(value != UINT32_MAX);
    if (!has_room(map->capacity, map->count + 1)) fp_map_reserve(keep, map, map->count + 1);
    map->count++;
    place(map, (fp_map_slot){ fp_map_fold(hash), value + 1 });
}

void fp_map_clear(fp_map *map) {
    if (map->count) memset(map->slots, 0, map->capacity * sizeof *map->slots);
    map->count = 0;
}
