#include "order/relation.h"
#include "base/hash.h"
#include "base/vec.h"
#include <assert.h>
#include <string.h>

/* ---- interning ---- */
typedef struct {
    const void *data;
    uint32_t bytes;
} blob;
typedef struct {
    FP_VEC(blob) blobs;
    fp_map map;
} intern_table;

/* Large relations have 65 words: they are hashed in four independent chains, so that the multiplications overlap. */
static uint64_t hash_blob(const void *data, uint32_t bytes) {
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

/* The number of equal bytes; `*fresh` when they are new. */
static uint32_t intern(struct fp_arena *keep, intern_table *table, const void *data, uint32_t bytes, bool *fresh) {
    uint64_t hash = hash_blob(data, bytes);
    *fresh = false;
    for (fp_map_probe probe = fp_map_find(&table->map, hash); fp_map_next(&probe);) {
        const blob *candidate = &table->blobs.data[probe.value];
        if (candidate->bytes == bytes && memcmp(candidate->data, data, bytes) == 0) return probe.value;
    }
    *fresh = true;
    void *copy = fp_arena_alloc(keep, 1, _Alignof(uint64_t), bytes);
    memcpy(copy, data, bytes);
    uint32_t id = table->blobs.len;
    *FP_PUSH(keep, &table->blobs) = (blob){ copy, bytes };
    fp_map_put(keep, &table->map, hash, id);
    return id;
}

typedef struct {
    uint64_t key;
    uint32_t value;
    bool used;
} memo_slot;
typedef struct {
    memo_slot *slots;
    uint32_t count, capacity;
} memo;

static memo_slot *memo_find(const memo *cache, uint64_t key) {
    uint64_t position = fp_hash_mix(key, 0) >> 8;
    for (;; position++) {
        memo_slot *slot = &cache->slots[position & (cache->capacity - 1)];
        if (!slot->used || slot->key == key) return slot;
    }
}

static bool memo_get(const memo *cache, uint64_t key, uint32_t *value) {
    if (cache->capacity == 0) return false;
    const memo_slot *slot = memo_find(cache, key);
    *value = slot->value;
    return slot->used;
}

static void memo_put(struct fp_arena *keep, memo *cache, uint64_t key, uint32_t value) {
    if (cache->count * 2 >= cache->capacity) {
        memo old = *cache;
        cache->capacity = old.capacity ? old.capacity * 2 : 16;
        cache->slots = FP_NEW(keep, memo_slot, cache->capacity);
        for (uint32_t i = 0; i < old.capacity; i++)
            if (old.slots[i].used) *memo_find(cache, old.slots[i].key) = old.slots[i];
    }
    *memo_find(cache, key) = (memo_slot){ key, value, true };
    cache->count++;
}

/* ---- the algebra's tables ---- */
typedef uint32_t relation; /* interned: `rows` words and the ordered mask */
typedef struct {
    bool judged, live, shadow;
} move_info;
typedef struct {
    bool judged;
    uint64_t live, shadow;
} transform_info;
typedef struct {
    bool judged, dead, shadow;
} states_info;
enum { PLAIN_WORDS = 3, SIZE_SMALL = 0, SIZE_LARGE = 1 }; /* words of a lane's states: with, second, ordered */

struct fp_algebra {
    struct fp_arena *keep;
    uint32_t columns, lanes, ordering;
    uint8_t column_size[FP_COLUMNS_MAX + 1];           /* SIZE_* */
    intern_table relations, moves, transforms, states; /* moves: relations; transforms: moves; states: words */
    FP_VEC(uint8_t) relation_sizes;
    FP_VEC(move_info) move_infos;
    FP_VEC(transform_info) transform_infos;
    FP_VEC(states_info) states_infos;
    memo relation_sequences, relation_unions, move_sequences, move_unions, transform_sequences, transform_unions,
        applications;
    relation identity[2], none[2];
};

static bool is_transform(const struct fp_algebra *algebra, fp_transform id) {
    return id < algebra->transforms.blobs.len;
}
static bool is_move(const struct fp_algebra *algebra, fp_move id) { return id < algebra->moves.blobs.len; }
static bool is_states(const struct fp_algebra *algebra, fp_states id) { return id < algebra->states.blobs.len; }

static uint32_t rows_of(uint8_t size) { return size == SIZE_LARGE ? FP_STATE_COUNT : FP_STATE_IN_FLIGHT; }
static const uint64_t *words_of(const struct fp_algebra *algebra, relation id) {
    return algebra->relations.blobs.data[id].data;
}
static uint8_t size_of(const struct fp_algebra *algebra, relation id) { return algebra->relation_sizes.data[id]; }

static relation intern_relation(struct fp_algebra *algebra, const uint64_t *words, uint8_t size) {
    bool fresh;
    relation id =
        intern(algebra->keep, &algebra->relations, words, (rows_of(size) + 1) * (uint32_t)sizeof *words, &fresh);
    if (fresh) *FP_PUSH(algebra->keep, &algebra->relation_sizes) = size;
    return id;
}

/* ---- relations ---- */
static fp_state_set set_through(const uint64_t *words, fp_state_set set) {
    fp_state_set result = 0;
    for (; set; set &= set - 1) result |= words[__builtin_ctzll(set)];
    return result;
}

static bool is_none(const struct fp_algebra *algebra, relation id) { return id == algebra->none[size_of(algebra, id)]; }

static relation relation_compose(struct fp_algebra *algebra, relation a, relation b) {
    uint8_t size = size_of(algebra, a);
    const uint64_t *first = words_of(algebra, a), *second = words_of(algebra, b);
    uint32_t rows = rows_of(size);
    uint64_t words[FP_STATE_COUNT + 1];
    words[rows] = first[rows];
    for (uint32_t s = 0; s < rows; s++) {
        words[s] = set_through(second, first[s]);
        if (first[s] & second[rows]) words[rows] |= FP_STATE_BIT(s);
    }
    return intern_relation(algebra, words, size);
}

static relation relation_sequence(struct fp_algebra *algebra, relation a, relation b) {
    uint8_t size = size_of(algebra, a);
    assert(size == size_of(algebra, b));
    if (a == algebra->identity[size] || is_none(algebra, b)) return b;
    if (b == algebra->identity[size] || is_none(algebra, a)) return a;
    uint64_t key = (uint64_t)a << 32 | b;
    relation result;
    if (memo_get(&algebra->relation_sequences, key, &result)) return result;
    result = relation_compose(algebra, a, b);
    memo_put(algebra->keep, &algebra->relation_sequences, key, result);
    return result;
}

static relation relation_union(struct fp_algebra *algebra, relation a, relation b) {
    uint8_t size = size_of(algebra, a);
    assert(size == size_of(algebra, b));
    if (a == b || is_none(algebra, b)) return a;
    if (is_none(algebra, a)) return b;
    uint64_t key = (uint64_t)a << 32 | b;
    relation result;
    if (memo_get(&algebra->relation_unions, key, &result)) return result;
    const uint64_t *first = words_of(algebra, a), *second = words_of(algebra, b);
    uint64_t words[FP_STATE_COUNT + 1];
    for (uint32_t s = 0; s <= rows_of(size); s++) words[s] = first[s] | second[s];
    result = intern_relation(algebra, words, size);
    memo_put(algebra->keep, &algebra->relation_unions, key, result);
    return result;
}

/* The rows of `states` whose access is pending with the judged sync and may be ordered by `next`; no states in the
 * other rows. */
static relation relation_released(struct fp_algebra *algebra, relation pending_with, relation next, relation states) {
    uint8_t size = size_of(algebra, states);
    if (is_none(algebra, pending_with)) return algebra->none[size];
    const uint64_t *with = words_of(algebra, pending_with), *kept = words_of(algebra, states);
    uint32_t rows = rows_of(size);
    uint64_t ordered = words_of(algebra, next)[rows], words[FP_STATE_COUNT + 1] = { 0 };
    for (uint32_t s = 0; s < rows; s++)
        if (with[s] & ordered) words[s] = kept[s];
    return intern_relation(algebra, words, size);
}

static bool is_single(fp_state_set set) { return set && !(set & (set - 1)); }

/* A pending access needs no tracking any more when it is in the same single state with and without the judged sync,
 * or when it is ordered with or without it. */
static bool pending_is_over(fp_state_set with, fp_state_set without) {
    return !with || !without || (with == without && is_single(with));
}

static void drop_finished_pendings(struct fp_algebra *algebra, relation *with, relation *without) {
    uint8_t size = size_of(algebra, *with);
    if (is_none(algebra, *with) && is_none(algebra, *without)) return;
    uint32_t rows = rows_of(size);
    uint64_t kept_with[FP_STATE_COUNT + 1] = { 0 }, kept_without[FP_STATE_COUNT + 1] = { 0 };
    bool same = !words_of(algebra, *with)[rows] && !words_of(algebra, *without)[rows];
    for (uint32_t s = 0; s < rows; s++) {
        fp_state_set w = words_of(algebra, *with)[s], o = words_of(algebra, *without)[s];
        if (!pending_is_over(w, o))
            kept_with[s] = w, kept_without[s] = o;
        else
            same &= !w && !o;
    }
    if (same) return;
    *with = intern_relation(algebra, kept_with, size);
    *without = intern_relation(algebra, kept_without, size);
}

/* ---- moves ---- */
typedef struct {
    relation parts[FP_JUDGED_COUNT];
} judged_relation;

static const relation *relations_of(const struct fp_algebra *algebra, fp_move move) {
    return algebra->moves.blobs.data[move].data;
}

static judged_relation lift(const struct fp_algebra *algebra, fp_move move, uint32_t lane) {
    const relation *parts = relations_of(algebra, move);
    judged_relation result;
    if (algebra->move_infos.data[move].judged) {
        memcpy(result.parts, parts + lane * FP_JUDGED_COUNT, sizeof result.parts);
    } else {
        relation none = algebra->none[size_of(algebra, parts[lane])];
        result = (judged_relation){ { parts[lane], parts[lane], none, none, none } };
    }
    return result;
}

/* Lane 0 is the workgroup's: no access is ever signalled or ordered for a group in it, so those rows keep no
 * relation alive. */
static bool is_reachable(uint32_t lane, uint32_t state) {
    return lane != 0 || (state != FP_STATE_SIGNALLED_GROUP && state != FP_STATE_ORDERED_GROUP);
}

static bool has_rows(const struct fp_algebra *algebra, relation id, uint32_t lane) {
    const uint64_t *words = words_of(algebra, id);
    for (uint32_t s = 0; s < rows_of(size_of(algebra, id)); s++)
        if (words[s] && is_reachable(lane, s)) return true;
    return false;
}

static fp_move intern_move(struct fp_algebra *algebra, const relation *relations, bool judged) {
    uint32_t per_lane = judged ? FP_JUDGED_COUNT : 1;
    bool fresh;
    /* The size tells plain moves from judged ones. */
    fp_move id = intern(algebra->keep, &algebra->moves, relations,
                        algebra->lanes * per_lane * (uint32_t)sizeof *relations, &fresh);
    if (!fresh) return id;
    move_info info = { judged, true, false };
    for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
        const relation *parts = relations + lane * per_lane;
        if (lane < algebra->ordering && !has_rows(algebra, parts[judged ? FP_JUDGED_WITHOUT : FP_JUDGED_WITH], lane))
            info.live = false;
        if (judged && (has_rows(algebra, parts[FP_JUDGED_SHADOW], lane) ||
                       has_rows(algebra, parts[FP_JUDGED_PENDING_WITH], lane)))
            info.shadow = true;
    }
    *FP_PUSH(algebra->keep, &algebra->move_infos) = info;
    assert(algebra->move_infos.len == algebra->moves.blobs.len);
    return id;
}

static judged_relation judged_sequence(struct fp_algebra *algebra, judged_relation x, judged_relation y) {
    judged_relation z;
    const relation *a = x.parts, *b = y.parts;
    relation shadow_moved = relation_sequence(algebra, a[FP_JUDGED_SHADOW], b[FP_JUDGED_WITHOUT]);
    relation shadow_made = relation_sequence(algebra, a[FP_JUDGED_WITH], b[FP_JUDGED_SHADOW]);
    relation without_moved = relation_sequence(algebra, a[FP_JUDGED_PENDING_WITHOUT], b[FP_JUDGED_WITHOUT]);
    relation released = relation_released(algebra, a[FP_JUDGED_PENDING_WITH], b[FP_JUDGED_WITH], without_moved);
    z.parts[FP_JUDGED_WITH] = relation_sequence(algebra, a[FP_JUDGED_WITH], b[FP_JUDGED_WITH]);
    z.parts[FP_JUDGED_WITHOUT] = relation_sequence(algebra, a[FP_JUDGED_WITHOUT], b[FP_JUDGED_WITHOUT]);
    z.parts[FP_JUDGED_SHADOW] = relation_union(algebra, relation_union(algebra, shadow_moved, shadow_made), released);
    z.parts[FP_JUDGED_PENDING_WITH] =
        relation_union(algebra, relation_sequence(algebra, a[FP_JUDGED_PENDING_WITH], b[FP_JUDGED_WITH]),
                       relation_sequence(algebra, a[FP_JUDGED_WITH], b[FP_JUDGED_PENDING_WITH]));
    z.parts[FP_JUDGED_PENDING_WITHOUT] = relation_union(
        algebra, without_moved, relation_sequence(algebra, a[FP_JUDGED_WITH], b[FP_JUDGED_PENDING_WITHOUT]));
    drop_finished_pendings(algebra, &z.parts[FP_JUDGED_PENDING_WITH], &z.parts[FP_JUDGED_PENDING_WITHOUT]);
    return z;
}

typedef relation relation_operation(struct fp_algebra *algebra, relation a, relation b);

static fp_move move_combine(struct fp_algebra *algebra, fp_move a, fp_move b, bool sequence) {
    bool judged = algebra->move_infos.data[a].judged || algebra->move_infos.data[b].judged;
    relation_operation *operation = sequence ? relation_sequence : relation_union;
    relation relations[FP_LANES_MAX * FP_JUDGED_COUNT];
    for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
        if (!judged) {
            relations[lane] = operation(algebra, relations_of(algebra, a)[lane], relations_of(algebra, b)[lane]);
            continue;
        }
        judged_relation x = lift(algebra, a, lane), y = lift(algebra, b, lane), z;
        if (sequence)
            z = judged_sequence(algebra, x, y);
        else
            for (uint32_t part = 0; part < FP_JUDGED_COUNT; part++)
                z.parts[part] = relation_union(algebra, x.parts[part], y.parts[part]);
        memcpy(relations + lane * FP_JUDGED_COUNT, z.parts, sizeof z.parts);
    }
    return intern_move(algebra, relations, judged);
}

static fp_move move_memoised(struct fp_algebra *algebra, fp_move a, fp_move b, bool sequence) {
    memo *cache = sequence ? &algebra->move_sequences : &algebra->move_unions;
    uint64_t key = (uint64_t)a << 32 | b;
    uint32_t result;
    if (memo_get(cache, key, &result)) return result;
    result = move_combine(algebra, a, b, sequence);
    memo_put(algebra->keep, cache, key, result);
    return result;
}

/* ---- transforms ---- */
static fp_transform intern_transform(struct fp_algebra *algebra, const fp_move *moves) {
    bool fresh;
    fp_transform id =
        intern(algebra->keep, &algebra->transforms, moves, algebra->columns * (uint32_t)sizeof *moves, &fresh);
    if (!fresh) return id;
    transform_info info = { false, 0, 0 };
    for (uint32_t column = 0; column < algebra->columns; column++) {
        move_info move = algebra->move_infos.data[moves[column]];
        info.judged |= move.judged;
        if (move.shadow) info.shadow |= UINT64_C(1) << column;
        if (move.live) info.live |= UINT64_C(1) << column;
    }
    *FP_PUSH(algebra->keep, &algebra->transform_infos) = info;
    assert(algebra->transform_infos.len == algebra->transforms.blobs.len);
    return id;
}

fp_move fp_transform_move(const struct fp_algebra *algebra, fp_transform transform, uint32_t column) {
    assert(column < algebra->columns && is_transform(algebra, transform));
    return ((const fp_move *)algebra->transforms.blobs.data[transform].data)[column];
}

static fp_transform transform_combine(struct fp_algebra *algebra, fp_transform a, fp_transform b, bool sequence) {
    memo *cache = sequence ? &algebra->transform_sequences : &algebra->transform_unions;
    uint64_t key = (uint64_t)a << 32 | b;
    uint32_t result;
    if (memo_get(cache, key, &result)) return result;
    fp_move moves[FP_COLUMNS_MAX];
    for (uint32_t column = 0; column < algebra->columns; column++)
        moves[column] = move_memoised(algebra, fp_transform_move(algebra, a, column),
                                      fp_transform_move(algebra, b, column), sequence);
    result = intern_transform(algebra, moves);
    memo_put(algebra->keep, cache, key, result);
    return result;
}

fp_transform fp_transform_sequence(struct fp_algebra *algebra, fp_transform a, fp_transform b) {
    assert(is_transform(algebra, a) && is_transform(algebra, b));
    if (a == FP_TRANSFORM_IDENTITY || b == FP_TRANSFORM_NONE) return b;
    if (b == FP_TRANSFORM_IDENTITY || a == FP_TRANSFORM_NONE) return a;
    return transform_combine(algebra, a, b, true);
}

fp_transform fp_transform_union(struct fp_algebra *algebra, fp_transform a, fp_transform b) {
    assert(is_transform(algebra, a) && is_transform(algebra, b));
    if (a == b || b == FP_TRANSFORM_NONE) return a;
    if (a == FP_TRANSFORM_NONE) return b;
    return transform_combine(algebra, a, b, false);
}

static fp_transform power(struct fp_algebra *algebra, fp_transform a, uint64_t exponent) {
    fp_transform result = FP_TRANSFORM_IDENTITY;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1) result = fp_transform_sequence(algebra, result, a);
        fp_transform square = fp_transform_sequence(algebra, a, a);
        if (square == a && exponent > 1)
            return fp_transform_sequence(algebra, result, a); /* idempotent: all that is left is `a` */
        a = square;
    }
    return result;
}

fp_transform fp_transform_repeat(struct fp_algebra *algebra, fp_transform a, uint64_t min, uint64_t max) {
    assert(min <= max);
    /* (identity or a)^n is the union of the powers 0 to n; it grows to a fixed point, because the states are finite. */
    uint64_t optional = max == UINT64_MAX ? UINT64_MAX : max - min;
    fp_transform rest = power(algebra, fp_transform_union(algebra, FP_TRANSFORM_IDENTITY, a), optional);
    return fp_transform_sequence(algebra, power(algebra, a, min), rest);
}

uint64_t fp_transform_live(const struct fp_algebra *algebra, fp_transform transform) {
    assert(is_transform(algebra, transform));
    return algebra->transform_infos.data[transform].live;
}
uint64_t fp_transform_shadow(const struct fp_algebra *algebra, fp_transform transform) {
    assert(is_transform(algebra, transform));
    return algebra->transform_infos.data[transform].shadow;
}

fp_transform fp_transform_make(struct fp_algebra *algebra, const fp_relation *relations) {
    fp_move moves[FP_COLUMNS_MAX];
    for (uint32_t column = 0; column < algebra->columns; column++) {
        relation lanes[FP_LANES_MAX];
        uint8_t size = algebra->column_size[column];
        for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
            const fp_relation *made = &relations[column * algebra->lanes + lane];
            uint64_t words[FP_STATE_COUNT + 1];
            /* An access that no counter tracks never gets into flight. */
            for (uint32_t s = 0; s < FP_STATE_IN_FLIGHT; s++)
                assert(size == SIZE_LARGE || !(made->rows[s] & FP_SET_IN_FLIGHT));
            memcpy(words, made->rows, rows_of(size) * sizeof *words);
            words[rows_of(size)] = size == SIZE_LARGE ? made->ordered : made->ordered & ~FP_SET_IN_FLIGHT;
            lanes[lane] = intern_relation(algebra, words, size);
        }
        moves[column] = intern_move(algebra, lanes, false);
    }
    return intern_transform(algebra, moves);
}

typedef judged_relation judge_of(struct fp_algebra *algebra, relation with, relation without);

/* An access that the sync may order becomes a shadow, one that it moves becomes pending. An access that it moves or
 * orders equally when it is not judged is neither. */
static judged_relation judge_needed(struct fp_algebra *algebra, relation with, relation without) {
    uint8_t size = size_of(algebra, with);
    uint32_t rows = rows_of(size);
    const uint64_t *its = words_of(algebra, with), *other = words_of(algebra, without);
    uint64_t shadow[FP_STATE_COUNT + 1] = { 0 }, moved[FP_STATE_COUNT + 1] = { 0 }, unmoved[FP_STATE_COUNT + 1] = { 0 };
    for (uint32_t s = 0; s < rows; s++) {
        fp_state_set others = its[s] & ~other[s], self = FP_STATE_BIT(s);
        bool alike = its[s] == other[s] && (other[rows] & self);
        if ((its[rows] & self) && !alike) shadow[s] = other[s];
        if (others) moved[s] = others, unmoved[s] = other[s];
    }
    return (judged_relation){ { with, without, intern_relation(algebra, shadow, size),
                                intern_relation(algebra, moved, size), intern_relation(algebra, unmoved, size) } };
}

/* Makes a shadow of every access that is in flight, as if the sync had ordered it. */
static judged_relation judge_crossed(struct fp_algebra *algebra, relation with, relation without) {
    uint8_t size = size_of(algebra, with);
    uint64_t shadow[FP_STATE_COUNT + 1] = { 0 };
    for (uint32_t s = FP_STATE_IN_FLIGHT; s < rows_of(size); s++) shadow[s] = FP_STATE_BIT(s);
    relation none = algebra->none[size];
    return (judged_relation){ { with, without, intern_relation(algebra, shadow, size), none, none } };
}

static fp_transform transform_judged(struct fp_algebra *algebra, fp_transform with, fp_transform without,
                                     judge_of *judge) {
    assert(!algebra->transform_infos.data[with].judged && !algebra->transform_infos.data[without].judged);
    fp_move moves[FP_COLUMNS_MAX];
    for (uint32_t column = 0; column < algebra->columns; column++) {
        relation relations[FP_LANES_MAX * FP_JUDGED_COUNT];
        for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
            judged_relation judged =
                judge(algebra, relations_of(algebra, fp_transform_move(algebra, with, column))[lane],
                      relations_of(algebra, fp_transform_move(algebra, without, column))[lane]);
            memcpy(relations + lane * FP_JUDGED_COUNT, judged.parts, sizeof judged.parts);
        }
        moves[column] = intern_move(algebra, relations, true);
    }
    return intern_transform(algebra, moves);
}

fp_transform fp_transform_judged(struct fp_algebra *algebra, fp_transform with) {
    return transform_judged(algebra, with, FP_TRANSFORM_IDENTITY, judge_needed);
}

fp_transform fp_transform_judged_against(struct fp_algebra *algebra, fp_transform with, fp_transform without) {
    return transform_judged(algebra, with, without, judge_needed);
}

static relation relation_choose(struct fp_algebra *algebra, relation kept, relation others, fp_state_set rows) {
    uint8_t size = size_of(algebra, kept);
    const uint64_t *from[2] = { words_of(algebra, others), words_of(algebra, kept) };
    uint64_t words[FP_STATE_COUNT + 1], ordered = rows_of(size);
    for (uint32_t s = 0; s < rows_of(size); s++) words[s] = from[rows >> s & 1][s];
    words[ordered] = (from[0][ordered] & ~rows) | (from[1][ordered] & rows);
    return intern_relation(algebra, words, size);
}

fp_transform fp_transform_leave(struct fp_algebra *algebra, fp_transform a, fp_transform leave,
                                const fp_state_set *kept) {
    assert(!algebra->transform_infos.data[leave].judged); /* no sync of the kernel */
    fp_transform left = fp_transform_sequence(algebra, a, leave);
    bool judged = algebra->transform_infos.data[left].judged;
    fp_move moves[FP_COLUMNS_MAX];
    for (uint32_t column = 0; column < algebra->columns; column++) {
        fp_move before = fp_transform_move(algebra, a, column), after = fp_transform_move(algebra, left, column);
        relation relations[FP_LANES_MAX * FP_JUDGED_COUNT];
        uint32_t count = 0;
        for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
            judged_relation x = lift(algebra, before, lane), y = lift(algebra, after, lane);
            for (uint32_t part = 0; part < (judged ? FP_JUDGED_COUNT : 1); part++)
                relations[count++] = relation_choose(algebra, x.parts[part], y.parts[part], kept[column]);
        }
        moves[column] = intern_move(algebra, relations, judged);
    }
    return intern_transform(algebra, moves);
}

fp_transform fp_transform_crossed(struct fp_algebra *algebra) {
    return transform_judged(algebra, FP_TRANSFORM_IDENTITY, FP_TRANSFORM_IDENTITY, judge_crossed);
}

fp_relation fp_transform_relation(const struct fp_algebra *algebra, fp_transform transform, uint32_t column,
                                  uint32_t lane, fp_judged_part part) {
    relation id = lift(algebra, fp_transform_move(algebra, transform, column), lane).parts[part];
    uint32_t rows = rows_of(size_of(algebra, id));
    fp_relation result = { { 0 }, words_of(algebra, id)[rows] };
    memcpy(result.rows, words_of(algebra, id), rows * sizeof *result.rows);
    return result;
}

/* ---- states ---- */
static const uint64_t *states_words(const struct fp_algebra *algebra, fp_states states) {
    return algebra->states.blobs.data[states].data;
}

fp_lane_states fp_states_lane(const struct fp_algebra *algebra, fp_states states, uint32_t lane) {
    assert(lane < algebra->lanes && is_states(algebra, states));
    const uint64_t *words = states_words(algebra, states);
    fp_lane_states result = { { 0 }, 0, false };
    if (algebra->states_infos.data[states].judged) {
        memcpy(result.parts, words + lane * FP_JUDGED_COUNT, sizeof result.parts);
    } else {
        words += lane * PLAIN_WORDS;
        result.parts[FP_JUDGED_WITH] = result.parts[FP_JUDGED_WITHOUT] = words[0];
        result.second = words[1];
        result.ordered = words[2] != 0;
    }
    return result;
}

static fp_states intern_states(struct fp_algebra *algebra, const uint64_t *words, bool judged) {
    uint32_t per_lane = judged ? FP_JUDGED_COUNT : PLAIN_WORDS;
    bool fresh;
    fp_states id =
        intern(algebra->keep, &algebra->states, words, algebra->lanes * per_lane * (uint32_t)sizeof *words, &fresh);
    if (!fresh) return id;
    states_info info = { judged, false, false };
    for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
        const uint64_t *lane_words = words + lane * per_lane;
        if (lane < algebra->ordering && !lane_words[judged ? FP_JUDGED_WITHOUT : FP_JUDGED_WITH]) info.dead = true;
        if (judged && (lane_words[FP_JUDGED_SHADOW] || lane_words[FP_JUDGED_PENDING_WITH])) info.shadow = true;
    }
    *FP_PUSH(algebra->keep, &algebra->states_infos) = info;
    assert(algebra->states_infos.len == algebra->states.blobs.len);
    return id;
}

fp_states fp_states_start(struct fp_algebra *algebra, fp_state_set initial) {
    assert(initial); /* an access that no path leaves unordered is no entry */
    uint64_t words[FP_LANES_MAX * PLAIN_WORDS];
    for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
        words[lane * PLAIN_WORDS] = initial;
        words[lane * PLAIN_WORDS + 1] = FP_STATE_BIT(FP_STATE_PERFORMED);
        words[lane * PLAIN_WORDS + 2] = 0;
    }
    return intern_states(algebra, words, false);
}

static void apply_judged(struct fp_algebra *algebra, const fp_lane_states *states, judged_relation move,
                         uint64_t *words) {
    const uint64_t *rows[FP_JUDGED_COUNT];
    for (uint32_t part = 0; part < FP_JUDGED_COUNT; part++) rows[part] = words_of(algebra, move.parts[part]);
    const fp_state_set *old = states->parts;
    fp_state_set ordered = rows[FP_JUDGED_WITH][rows_of(size_of(algebra, move.parts[FP_JUDGED_WITH]))];
    fp_state_set with = set_through(rows[FP_JUDGED_WITH], old[FP_JUDGED_PENDING_WITH]);
    fp_state_set without = set_through(rows[FP_JUDGED_WITHOUT], old[FP_JUDGED_PENDING_WITHOUT]);
    words[FP_JUDGED_WITH] = set_through(rows[FP_JUDGED_WITH], old[FP_JUDGED_WITH]);
    words[FP_JUDGED_WITHOUT] = set_through(rows[FP_JUDGED_WITHOUT], old[FP_JUDGED_WITHOUT]);
    words[FP_JUDGED_SHADOW] = set_through(rows[FP_JUDGED_WITHOUT], old[FP_JUDGED_SHADOW]) |
                              set_through(rows[FP_JUDGED_SHADOW], old[FP_JUDGED_WITH]);
    if (old[FP_JUDGED_PENDING_WITH] & ordered) words[FP_JUDGED_SHADOW] |= without;
    with |= set_through(rows[FP_JUDGED_PENDING_WITH], old[FP_JUDGED_WITH]);
    without |= set_through(rows[FP_JUDGED_PENDING_WITHOUT], old[FP_JUDGED_WITH]);
    if (pending_is_over(with, without)) with = without = 0;
    words[FP_JUDGED_PENDING_WITH] = with;
    words[FP_JUDGED_PENDING_WITHOUT] = without;
}

static fp_states apply(struct fp_algebra *algebra, fp_states states, fp_move move) {
    bool judged = algebra->states_infos.data[states].judged || algebra->move_infos.data[move].judged;
    uint64_t words[FP_LANES_MAX * FP_JUDGED_COUNT];
    for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
        fp_lane_states old = fp_states_lane(algebra, states, lane);
        if (judged) {
            apply_judged(algebra, &old, lift(algebra, move, lane), words + lane * FP_JUDGED_COUNT);
            continue;
        }
        relation id = relations_of(algebra, move)[lane];
        const uint64_t *rows = words_of(algebra, id);
        fp_state_set ordered = rows[rows_of(size_of(algebra, id))];
        uint64_t *out = words + lane * PLAIN_WORDS;
        out[0] = set_through(rows, old.parts[FP_JUDGED_WITH]);
        out[1] = set_through(rows, old.second);
        out[2] = old.ordered || (old.parts[FP_JUDGED_WITH] & ordered);
    }
    return intern_states(algebra, words, judged);
}

fp_states fp_states_apply(struct fp_algebra *algebra, fp_states states, fp_move move) {
    assert(is_states(algebra, states) && is_move(algebra, move));
    uint64_t key = (uint64_t)states << 32 | move;
    uint32_t result;
    if (memo_get(&algebra->applications, key, &result)) return result;
    result = apply(algebra, states, move);
    memo_put(algebra->keep, &algebra->applications, key, result);
    return result;
}

fp_states fp_states_union(struct fp_algebra *algebra, fp_states a, fp_states b) {
    assert(is_states(algebra, a) && is_states(algebra, b));
    if (a == b) return a;
    bool judged = algebra->states_infos.data[a].judged || algebra->states_infos.data[b].judged;
    uint64_t words[FP_LANES_MAX * FP_JUDGED_COUNT];
    for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
        fp_lane_states x = fp_states_lane(algebra, a, lane), y = fp_states_lane(algebra, b, lane);
        if (judged) {
            for (uint32_t part = 0; part < FP_JUDGED_COUNT; part++)
                words[lane * FP_JUDGED_COUNT + part] = x.parts[part] | y.parts[part];
        } else {
            uint64_t *out = words + lane * PLAIN_WORDS;
            out[0] = x.parts[FP_JUDGED_WITH] | y.parts[FP_JUDGED_WITH];
            out[1] = x.second | y.second;
            out[2] = x.ordered || y.ordered;
        }
    }
    return intern_states(algebra, words, judged);
}

bool fp_states_dead(const struct fp_algebra *algebra, fp_states states) {
    assert(is_states(algebra, states));
    return algebra->states_infos.data[states].dead;
}
bool fp_states_has_shadow(const struct fp_algebra *algebra, fp_states states) {
    assert(is_states(algebra, states));
    return algebra->states_infos.data[states].shadow;
}

/* ---- start ---- */
struct fp_algebra *fp_algebra_new(struct fp_arena *keep, uint32_t columns, const uint8_t *rows, uint32_t lanes,
                                  uint32_t ordering) {
    assert(columns >= 1 && columns <= FP_COLUMNS_MAX && ordering >= 1 && ordering <= lanes && lanes <= FP_LANES_MAX);
    struct fp_algebra *algebra = FP_NEW(keep, struct fp_algebra, 1);
    algebra->keep = keep;
    algebra->columns = columns;
    algebra->lanes = lanes;
    algebra->ordering = ordering;
    for (uint8_t size = SIZE_SMALL; size <= SIZE_LARGE; size++) {
        uint64_t words[FP_STATE_COUNT + 1] = { 0 };
        algebra->none[size] = intern_relation(algebra, words, size);
        for (uint32_t s = 0; s < rows_of(size); s++) words[s] = FP_STATE_BIT(s);
        algebra->identity[size] = intern_relation(algebra, words, size);
    }
    fp_move identity[FP_COLUMNS_MAX], none[FP_COLUMNS_MAX];
    for (uint32_t column = 0; column < columns; column++) {
        assert(rows[column] == FP_STATE_IN_FLIGHT || rows[column] == FP_STATE_COUNT);
        algebra->column_size[column] = rows[column] == FP_STATE_COUNT ? SIZE_LARGE : SIZE_SMALL;
        relation lane_identity[FP_LANES_MAX], lane_none[FP_LANES_MAX];
        for (uint32_t lane = 0; lane < lanes; lane++) {
            lane_identity[lane] = algebra->identity[algebra->column_size[column]];
            lane_none[lane] = algebra->none[algebra->column_size[column]];
        }
        identity[column] = intern_move(algebra, lane_identity, false);
        none[column] = intern_move(algebra, lane_none, false);
    }
    fp_transform identity_transform = intern_transform(algebra, identity),
                 none_transform = intern_transform(algebra, none);
    assert(identity_transform == FP_TRANSFORM_IDENTITY && none_transform == FP_TRANSFORM_NONE);
    (void)identity_transform, (void)none_transform;
    return algebra;
}
