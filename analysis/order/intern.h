/* intern.h - numbers for equal bytes, and results of operations on such numbers.
 *
 * Ownership  copies and tables live in the arena that each call is handed: the same one for all calls on a table.
 */
#ifndef FP_INTERN_H
#define FP_INTERN_H
#include "base/hash.h"
#include "base/vec.h"

typedef struct {
    const void *data;
    uint32_t bytes;
} fp_blob;
typedef struct {
    FP_VEC(fp_blob) blobs; /* by number */
    fp_map map;
} fp_interned;
/* The number of equal bytes; `*fresh` when they are new. */
uint32_t fp_intern(struct fp_arena *keep, fp_interned *table, const void *data, uint32_t bytes, bool *fresh);

typedef struct {
    uint64_t key;
    uint32_t value;
    bool used;
} fp_memo_slot;
/* Results by their key: the operands. */
typedef struct {
    fp_memo_slot *slots;
    uint32_t count, capacity;
} fp_memo;

static inline fp_memo_slot *fp_memo_find(const fp_memo *cache, uint64_t key) {
    uint64_t position = fp_hash_mix(key, 0) >> 8;
    for (;; position++) {
        fp_memo_slot *slot = &cache->slots[position & (cache->capacity - 1)];
        if (!slot->used || slot->key == key) return slot;
    }
}

/* False: the operation was not done yet. */
static inline bool fp_memo_get(const fp_memo *cache, uint64_t key, uint32_t *value) {
    if (cache->capacity == 0) return false;
    const fp_memo_slot *slot = fp_memo_find(cache, key);
    *value = slot->value;
    return slot->used;
}

void fp_memo_put(struct fp_arena *keep, fp_memo *memo, uint64_t key, uint32_t value);
#endif
