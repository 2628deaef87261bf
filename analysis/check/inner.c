#include "check/inner.h"
#include "base/hash.h"
#include "check/hazard_list.h"

typedef struct {
    fp_inner_key key;
    fp_hazard hazard;
} noted;

typedef struct {
    fp_inner_sync sync;
    bool needed;
} noted_sync;

struct fp_inner_pairs {
    struct fp_arena *keep;
    uint32_t unit_count;
    bool *seen, *blind; /* per unit: called with its arguments; called without */
    bool *left;         /* per unit: some caller is out of sight, or could not judge its syncs */
    FP_VEC(noted) pairs;
    fp_map map;
    FP_VEC(noted_sync) syncs;
    fp_map sync_map;
};

struct fp_inner_pairs *fp_inner_new(struct fp_arena *keep, uint32_t unit_count) {
    struct fp_inner_pairs *inner = FP_NEW(keep, struct fp_inner_pairs, 1);
    inner->keep = keep;
    inner->unit_count = unit_count;
    inner->seen = FP_NEW(keep, bool, unit_count + 1);
    inner->blind = FP_NEW(keep, bool, unit_count + 1);
    inner->left = FP_NEW(keep, bool, unit_count + 1);
    return inner;
}

void fp_inner_called(struct fp_inner_pairs *inner, uint32_t unit, bool with_arguments) {
    if (unit >= inner->unit_count) return;
    inner->seen[unit] |= with_arguments;
    inner->blind[unit] |= !with_arguments;
}

bool fp_inner_is_told(const struct fp_inner_pairs *inner, uint32_t unit) {
    return unit < inner->unit_count && inner->seen[unit] && !inner->blind[unit];
}

static bool is_same_end(const fp_inner_end *a, const fp_inner_end *b) {
    return a->op == b->op && a->span.start == b->span.start && a->kind == b->kind;
}

static bool is_same_key(const fp_inner_key *a, const fp_inner_key *b) {
    return a->unit == b->unit && a->carrier == b->carrier && a->kind == b->kind &&
           is_same_end(&a->producer, &b->producer) && is_same_end(&a->consumer, &b->consumer);
}

static uint64_t hash_of(const fp_inner_key *key) {
    uint64_t hash = fp_hash_mix((uint64_t)key->unit << 32 | key->carrier, key->kind);
    hash = fp_hash_mix(hash, (uint64_t)key->producer.op << 32 | key->producer.span.start);
    return fp_hash_mix(hash, (uint64_t)key->consumer.op << 32 | key->consumer.span.start);
}

static noted *find(const struct fp_inner_pairs *inner, const fp_inner_key *key) {
    for (fp_map_probe probe = fp_map_find(&inner->map, hash_of(key)); fp_map_next(&probe);)
        if (is_same_key(&inner->pairs.data[probe.value].key, key)) return &inner->pairs.data[probe.value];
    return NULL;
}

void fp_inner_note(struct fp_inner_pairs *inner, const fp_inner_key *key, const fp_hazard *hazard) {
    noted *have = find(inner, key);
    if (have) {
        if (fp_hazard_shows_more(hazard, &have->hazard)) have->hazard = *hazard;
        return;
    }
    fp_map_put(inner->keep, &inner->map, hash_of(key), inner->pairs.len);
    *FP_PUSH(inner->keep, &inner->pairs) = (noted){ *key, *hazard };
}

const fp_hazard *fp_inner_find(const struct fp_inner_pairs *inner, const fp_inner_key *key) {
    const noted *have = find(inner, key);
    return have ? &have->hazard : NULL;
}

/* ---- syncs ---- */
void fp_inner_leave_syncs(struct fp_inner_pairs *inner, uint32_t unit) {
    if (unit < inner->unit_count) inner->left[unit] = true;
}

static uint64_t hash_of_sync(const fp_inner_sync *sync) {
    return fp_hash_mix((uint64_t)sync->unit << 32 | sync->op, sync->nth);
}

static noted_sync *find_sync(const struct fp_inner_pairs *inner, const fp_inner_sync *sync) {
    for (fp_map_probe probe = fp_map_find(&inner->sync_map, hash_of_sync(sync)); fp_map_next(&probe);) {
        noted_sync *known = &inner->syncs.data[probe.value];
        if (known->sync.unit == sync->unit && known->sync.op == sync->op && known->sync.nth == sync->nth) return known;
    }
    return NULL;
}

void fp_inner_note_sync(struct fp_inner_pairs *inner, const fp_inner_sync *sync, bool needed) {
    noted_sync *have = find_sync(inner, sync);
    if (have) {
        have->needed |= needed;
        return;
    }
    fp_map_put(inner->keep, &inner->sync_map, hash_of_sync(sync), inner->syncs.len);
    *FP_PUSH(inner->keep, &inner->syncs) = (noted_sync){ *sync, needed };
}

bool fp_inner_needs_sync(const struct fp_inner_pairs *inner, const fp_inner_sync *sync) {
    const noted_sync *have = find_sync(inner, sync);
    return have && have->needed;
}

bool fp_inner_judges_syncs(const struct fp_inner_pairs *inner, uint32_t unit) {
    return fp_inner_is_told(inner, unit) && !inner->left[unit];
}

bool fp_inner_is_useless(const struct fp_inner_pairs *inner, const fp_inner_sync *sync) {
    const noted_sync *have = find_sync(inner, sync);
    return have && !have->needed;
}
