#include "order/intern.h"
#include <string.h>

/* Large relations have 65 words: they are hashed in four independent chains, so that the multiplications overlap. */
static uint64_t hash_of(const void *data, uint32_t bytes) {
    enum { STRIDE = 4 * sizeof(uint64_t), LARGE = 4 * STRIDE };
    if (bytes < LARGE) return fp_hash_bytes(data, bytes);
    uint64_t lanes[4] = { bytes, 1, 2, 3 };
    const char *at = data;
    for (; bytes >= STRIDE; at += STRIDE, bytes -= STRIDE) {
        uint64_t words[4];
        memcpy(words, at, sizeof words);
        for (int i = 0; i < 4; i++) lanes[i] = fp_hash_mix(lanes[i], words[i]);
    }
    uint64_t hash = fp_hash_mix(fp_hash_mix(lanes[0], lanes[1]), fp_hash_mix(lanes[2], lanes[3]));
    return bytes ? fp_hash_mix(hash, fp_hash_bytes(at, bytes)) : hash;
}

uint32_t fp_intern(struct fp_arena *keep, fp_interned *table, const void *data, uint32_t bytes, bool *fresh) {
    uint64_t hash = hash_of(data, bytes);
    *fresh = false;
    for (fp_map_probe probe = fp_map_find(&table->map, hash); fp_map_next(&probe);) {
        const fp_blob *candidate = &table->blobs.data[probe.value];
        if (candidate->bytes == bytes && memcmp(candidate->data, data, bytes) == 0) return probe.value;
    }
    *fresh = true;
    void *copy = fp_arena_alloc(keep, 1, _Alignof(uint64_t), bytes);
    memcpy(copy, data, bytes);
    uint32_t id = table->blobs.len;
    *FP_PUSH(keep, &table->blobs) = (fp_blob){ copy, bytes };
    fp_map_put(keep, &table->map, hash, id);
    return id;
}

void fp_memo_put(struct fp_arena *keep, fp_memo *cache, uint64_t key, uint32_t value) {
    if (cache->count * 2 >= cache->capacity) {
        fp_memo old = *cache;
        cache->capacity = old.capacity ? old.capacity * 2 : 16;
        cache->slots = FP_NEW(keep, fp_memo_slot, cache->capacity);
        for (uint32_t i = 0; i < old.capacity; i++)
            if (old.slots[i].used) *fp_memo_find(cache, old.slots[i].key) = old.slots[i];
    }
    *fp_memo_find(cache, key) = (fp_memo_slot){ key, value, true };
    cache->count++;
}
