#include "order/relation_internal.h"
#include <assert.h>

static fp_relation_id intern_relation(struct fp_algebra *algebra, const uint64_t *words, uint8_t size) {
    bool fresh;
    struct fp_relation_tables *tables = algebra->tables;
    fp_relation_id id = fp_intern(tables->keep, &tables->relations, words,
                                  (fp_rows_of_size(size) + 1) * (uint32_t)sizeof *words, &fresh);
    if (fresh) *FP_PUSH(tables->keep, &tables->relation_sizes) = size;
    return id;
}

/* ---- relations ---- */
static bool is_none(const struct fp_algebra *algebra, fp_relation_id id) {
    return id == algebra->tables->none[fp_relation_size(algebra, id)];
}

static fp_relation_id relation_compose(struct fp_algebra *algebra, fp_relation_id a, fp_relation_id b) {
    uint8_t size = fp_relation_size(algebra, a);
    const uint64_t *first = fp_relation_words(algebra, a), *second = fp_relation_words(algebra, b);
    uint32_t rows = fp_rows_of_size(size);
    uint64_t words[FP_STATE_COUNT + 1];
    words[rows] = first[rows];
    for (uint32_t s = 0; s < rows; s++) {
        words[s] = fp_states_through(second, first[s]);
        if (first[s] & second[rows]) words[rows] |= FP_STATE_BIT(s);
    }
    return intern_relation(algebra, words, size);
}

static fp_relation_id relation_sequence(struct fp_algebra *algebra, fp_relation_id a, fp_relation_id b) {
    uint8_t size = fp_relation_size(algebra, a);
    assert(size == fp_relation_size(algebra, b));
    if (a == algebra->tables->identity[size] || is_none(algebra, b)) return b;
    if (b == algebra->tables->identity[size] || is_none(algebra, a)) return a;
    uint64_t key = (uint64_t)a << 32 | b;
    fp_relation_id result;
    if (fp_memo_get(&algebra->tables->relation_sequences, key, &result)) return result;
    result = relation_compose(algebra, a, b);
    fp_memo_put(algebra->tables->keep, &algebra->tables->relation_sequences, key, result);
    return result;
}

static fp_relation_id relation_union(struct fp_algebra *algebra, fp_relation_id a, fp_relation_id b) {
    uint8_t size = fp_relation_size(algebra, a);
    assert(size == fp_relation_size(algebra, b));
    if (a == b || is_none(algebra, b)) return a;
    if (is_none(algebra, a)) return b;
    uint64_t key = (uint64_t)a << 32 | b;
    fp_relation_id result;
    if (fp_memo_get(&algebra->tables->relation_unions, key, &result)) return result;
    const uint64_t *first = fp_relation_words(algebra, a), *second = fp_relation_words(algebra, b);
    uint64_t words[FP_STATE_COUNT + 1];
    for (uint32_t s = 0; s <= fp_rows_of_size(size); s++) words[s] = first[s] | second[s];
    result = intern_relation(algebra, words, size);
    fp_memo_put(algebra->tables->keep, &algebra->tables->relation_unions, key, result);
    return result;
}

/* The rows of `states` whose access is pending with the judged sync and may be ordered by `next`; no states in the
 * other rows. */
static fp_relation_id relation_released(struct fp_algebra *algebra, fp_relation_id pending_with, fp_relation_id next,
                                        fp_relation_id states) {
    uint8_t size = fp_relation_size(algebra, states);
    if (is_none(algebra, pending_with)) return algebra->tables->none[size];
    const uint64_t *with = fp_relation_words(algebra, pending_with), *kept = fp_relation_words(algebra, states);
    uint32_t rows = fp_rows_of_size(size);
    uint64_t ordered = fp_relation_words(algebra, next)[rows], words[FP_STATE_COUNT + 1] = { 0 };
    for (uint32_t s = 0; s < rows; s++)
        if (with[s] & ordered) words[s] = kept[s];
    return intern_relation(algebra, words, size);
}

static void drop_finished_pendings(struct fp_algebra *algebra, fp_relation_id *with, fp_relation_id *without) {
    uint8_t size = fp_relation_size(algebra, *with);
    if (is_none(algebra, *with) && is_none(algebra, *without)) return;
    uint32_t rows = fp_rows_of_size(size);
    uint64_t kept_with[FP_STATE_COUNT + 1] = { 0 }, kept_without[FP_STATE_COUNT + 1] = { 0 };
    bool same = !fp_relation_words(algebra, *with)[rows] && !fp_relation_words(algebra, *without)[rows];
    for (uint32_t s = 0; s < rows; s++) {
        fp_state_set w = fp_relation_words(algebra, *with)[s], o = fp_relation_words(algebra, *without)[s];
        if (!fp_pending_is_over(w, o))
            kept_with[s] = w, kept_without[s] = o;
        else
            same &= !w && !o;
    }
    if (same) return;
    *with = intern_relation(algebra, kept_with, size);
    *without = intern_relation(algebra, kept_without, size);
}

/* ---- moves ---- */
/* Lane 0 is the workgroup's: no access is ever signalled or ordered for a group in it, so those rows keep no
 * relation alive. */
static bool is_reachable(uint32_t lane, uint32_t state) {
    return lane != 0 || (state != FP_STATE_SIGNALLED_GROUP && state != FP_STATE_ORDERED_GROUP);
}

static bool has_rows(const struct fp_algebra *algebra, fp_relation_id id, uint32_t lane) {
    const uint64_t *words = fp_relation_words(algebra, id);
    for (uint32_t s = 0; s < fp_rows_of_size(fp_relation_size(algebra, id)); s++)
        if (words[s] && is_reachable(lane, s)) return true;
    return false;
}

/* Does the relation complete no state in flight on all paths? */
static bool keeps_flight(const struct fp_algebra *algebra, fp_relation_id id) {
    const uint64_t *words = fp_relation_words(algebra, id);
    uint32_t rows = fp_rows_of_size(fp_relation_size(algebra, id)), row = FP_STATE_IN_FLIGHT;
    while (row < rows && words[row] & FP_SET_IN_FLIGHT) row++;
    return row == FP_STATE_COUNT;
}

static fp_move intern_move(struct fp_algebra *algebra, const fp_relation_id *relations, bool judged) {
    uint32_t per_lane = judged ? FP_JUDGED_COUNT : 1;
    bool fresh;
    /* The size tells plain moves from judged ones. */
    fp_move id = fp_intern(algebra->tables->keep, &algebra->tables->moves, relations,
                           algebra->lanes * per_lane * (uint32_t)sizeof *relations, &fresh);
    assert(fresh || algebra->tables->move_infos.data[id].judged == judged);
    if (!fresh) return id;
    fp_move_info info = { judged, true, false, !judged };
    for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
        const fp_relation_id *parts = relations + lane * per_lane;
        if (lane < algebra->ordering && !has_rows(algebra, parts[judged ? FP_JUDGED_WITHOUT : FP_JUDGED_WITH], lane))
            info.live = false;
        if (lane < algebra->ordering && info.keeps_flight) info.keeps_flight = keeps_flight(algebra, parts[0]);
        if (judged && (has_rows(algebra, parts[FP_JUDGED_SHADOW], lane) ||
                       has_rows(algebra, parts[FP_JUDGED_PENDING_WITH], lane)))
            info.shadow = true;
    }
    *FP_PUSH(algebra->tables->keep, &algebra->tables->move_infos) = info;
    assert(algebra->tables->move_infos.len == algebra->tables->moves.blobs.len);
    return id;
}

static fp_judged_relation judged_sequence(struct fp_algebra *algebra, fp_judged_relation x, fp_judged_relation y) {
    fp_judged_relation z;
    const fp_relation_id *a = x.parts, *b = y.parts;
    fp_relation_id shadow_moved = relation_sequence(algebra, a[FP_JUDGED_SHADOW], b[FP_JUDGED_WITHOUT]);
    fp_relation_id shadow_made = relation_sequence(algebra, a[FP_JUDGED_WITH], b[FP_JUDGED_SHADOW]);
    fp_relation_id without_moved = relation_sequence(algebra, a[FP_JUDGED_PENDING_WITHOUT], b[FP_JUDGED_WITHOUT]);
    fp_relation_id released = relation_released(algebra, a[FP_JUDGED_PENDING_WITH], b[FP_JUDGED_WITH], without_moved);
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

typedef fp_relation_id relation_operation(struct fp_algebra *algebra, fp_relation_id a, fp_relation_id b);

static fp_move move_combine(struct fp_algebra *algebra, fp_move a, fp_move b, bool sequence) {
    bool judged = algebra->tables->move_infos.data[a].judged || algebra->tables->move_infos.data[b].judged;
    relation_operation *operation = sequence ? relation_sequence : relation_union;
    fp_relation_id relations[FP_LANES_MAX * FP_JUDGED_COUNT];
    for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
        if (!judged) {
            relations[lane] =
                operation(algebra, fp_move_relations(algebra, a)[lane], fp_move_relations(algebra, b)[lane]);
            continue;
        }
        fp_judged_relation x = fp_move_lift(algebra, a, lane), y = fp_move_lift(algebra, b, lane), z;
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
    fp_memo *cache = sequence ? &algebra->tables->move_sequences : &algebra->tables->move_unions;
    uint64_t key = (uint64_t)a << 32 | b;
    uint32_t result;
    if (fp_memo_get(cache, key, &result)) return result;
    result = move_combine(algebra, a, b, sequence);
    fp_memo_put(algebra->tables->keep, cache, key, result);
    return result;
}

/* ---- transforms ---- */
static fp_transform intern_transform(struct fp_algebra *algebra, const fp_move *moves) {
    bool fresh;
    fp_transform id =
        fp_intern(algebra->keep, &algebra->transforms, moves, algebra->columns * (uint32_t)sizeof *moves, &fresh);
    if (!fresh) return id;
    fp_transform_info info = { false, 0, 0 };
    for (uint32_t column = 0; column < algebra->columns; column++) {
        fp_move_info move = algebra->tables->move_infos.data[moves[column]];
        info.judged |= move.judged;
        if (move.shadow) info.shadow |= UINT64_C(1) << column;
        if (move.live) info.live |= UINT64_C(1) << column;
    }
    *FP_PUSH(algebra->keep, &algebra->transform_infos) = info;
    assert(algebra->transform_infos.len == algebra->transforms.blobs.len);
    return id;
}

fp_move fp_transform_move(const struct fp_algebra *algebra, fp_transform transform, uint32_t column) {
    assert(column < algebra->columns && fp_is_transform(algebra, transform));
    return ((const fp_move *)algebra->transforms.blobs.data[transform].data)[column];
}

bool fp_move_keeps_flight(const struct fp_algebra *algebra, fp_move move) {
    assert(fp_is_move(algebra, move));
    return algebra->tables->move_infos.data[move].keeps_flight;
}

static fp_transform transform_combine(struct fp_algebra *algebra, fp_transform a, fp_transform b, bool sequence) {
    fp_memo *cache = sequence ? &algebra->transform_sequences : &algebra->transform_unions;
    uint64_t key = (uint64_t)a << 32 | b;
    uint32_t result;
    if (fp_memo_get(cache, key, &result)) return result;
    fp_move moves[FP_COLUMNS_MAX];
    for (uint32_t column = 0; column < algebra->columns; column++)
        moves[column] = move_memoised(algebra, fp_transform_move(algebra, a, column),
                                      fp_transform_move(algebra, b, column), sequence);
    result = intern_transform(algebra, moves);
    fp_memo_put(algebra->keep, cache, key, result);
    return result;
}

fp_transform fp_transform_sequence(struct fp_algebra *algebra, fp_transform a, fp_transform b) {
    assert(fp_is_transform(algebra, a) && fp_is_transform(algebra, b));
    if (a == FP_TRANSFORM_IDENTITY || b == FP_TRANSFORM_NONE) return b;
    if (b == FP_TRANSFORM_IDENTITY || a == FP_TRANSFORM_NONE) return a;
    return transform_combine(algebra, a, b, true);
}

fp_transform fp_transform_union(struct fp_algebra *algebra, fp_transform a, fp_transform b) {
    assert(fp_is_transform(algebra, a) && fp_is_transform(algebra, b));
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
    assert(fp_is_transform(algebra, transform));
    return algebra->transform_infos.data[transform].live;
}
uint64_t fp_transform_shadow(const struct fp_algebra *algebra, fp_transform transform) {
    assert(fp_is_transform(algebra, transform));
    return algebra->transform_infos.data[transform].shadow;
}

fp_transform fp_transform_make(struct fp_algebra *algebra, const fp_relation *relations) {
    fp_move moves[FP_COLUMNS_MAX];
    for (uint32_t column = 0; column < algebra->columns; column++) {
        fp_relation_id lanes[FP_LANES_MAX];
        uint8_t size = algebra->column_size[column];
        for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
            const fp_relation *made = &relations[column * algebra->lanes + lane];
            uint64_t words[FP_STATE_COUNT + 1];
            /* An access that no counter tracks never gets into flight. */
            for (uint32_t s = 0; s < FP_STATE_IN_FLIGHT; s++)
                assert(size == FP_SIZE_LARGE || !(made->rows[s] & FP_SET_IN_FLIGHT));
            memcpy(words, made->rows, fp_rows_of_size(size) * sizeof *words);
            words[fp_rows_of_size(size)] = size == FP_SIZE_LARGE ? made->ordered : made->ordered & ~FP_SET_IN_FLIGHT;
            lanes[lane] = intern_relation(algebra, words, size);
        }
        moves[column] = intern_move(algebra, lanes, false);
    }
    return intern_transform(algebra, moves);
}

typedef fp_judged_relation judge_of(struct fp_algebra *algebra, fp_relation_id with, fp_relation_id without);

/* An access that the sync may order becomes a shadow, one that it moves becomes pending. An access that it moves or
 * orders equally when it is not judged is neither. */
static fp_judged_relation judge_needed(struct fp_algebra *algebra, fp_relation_id with, fp_relation_id without) {
    uint8_t size = fp_relation_size(algebra, with);
    uint32_t rows = fp_rows_of_size(size);
    fp_relation_id none = algebra->tables->none[size];
    if (with == without) return (fp_judged_relation){ { with, without, none, none, none } };
    const uint64_t *its = fp_relation_words(algebra, with), *other = fp_relation_words(algebra, without);
    uint64_t shadow[FP_STATE_COUNT + 1] = { 0 }, moved[FP_STATE_COUNT + 1] = { 0 }, unmoved[FP_STATE_COUNT + 1] = { 0 };
    for (uint32_t s = 0; s < rows; s++) {
        fp_state_set others = its[s] & ~other[s], self = FP_STATE_BIT(s);
        bool alike = its[s] == other[s] && (other[rows] & self);
        if ((its[rows] & self) && !alike) shadow[s] = other[s];
        if (others) moved[s] = others, unmoved[s] = other[s];
    }
    return (fp_judged_relation){ { with, without, intern_relation(algebra, shadow, size),
                                   intern_relation(algebra, moved, size), intern_relation(algebra, unmoved, size) } };
}

/* Makes a shadow of every access that is in flight, as if the sync had ordered it. */
static fp_judged_relation judge_crossed(struct fp_algebra *algebra, fp_relation_id with, fp_relation_id without) {
    uint8_t size = fp_relation_size(algebra, with);
    uint64_t shadow[FP_STATE_COUNT + 1] = { 0 };
    for (uint32_t s = FP_STATE_IN_FLIGHT; s < fp_rows_of_size(size); s++) shadow[s] = FP_STATE_BIT(s);
    fp_relation_id none = algebra->tables->none[size];
    return (fp_judged_relation){ { with, without, intern_relation(algebra, shadow, size), none, none } };
}

static fp_transform transform_judged(struct fp_algebra *algebra, fp_transform with, fp_transform without,
                                     judge_of *judge) {
    assert(!algebra->transform_infos.data[with].judged && !algebra->transform_infos.data[without].judged);
    fp_move moves[FP_COLUMNS_MAX];
    for (uint32_t column = 0; column < algebra->columns; column++) {
        fp_relation_id relations[FP_LANES_MAX * FP_JUDGED_COUNT];
        for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
            fp_judged_relation judged =
                judge(algebra, fp_move_relations(algebra, fp_transform_move(algebra, with, column))[lane],
                      fp_move_relations(algebra, fp_transform_move(algebra, without, column))[lane]);
            memcpy(relations + lane * FP_JUDGED_COUNT, judged.parts, sizeof judged.parts);
        }
        moves[column] = intern_move(algebra, relations, true);
    }
    return intern_transform(algebra, moves);
}

/* Many syncs of a kernel do the same. */
fp_transform fp_transform_judged_against(struct fp_algebra *algebra, fp_transform with, fp_transform without) {
    uint64_t key = (uint64_t)with << 32 | without;
    uint32_t result;
    if (fp_memo_get(&algebra->judged_syncs, key, &result)) return result;
    result = transform_judged(algebra, with, without, judge_needed);
    fp_memo_put(algebra->keep, &algebra->judged_syncs, key, result);
    return result;
}

fp_transform fp_transform_judged(struct fp_algebra *algebra, fp_transform with) {
    return fp_transform_judged_against(algebra, with, FP_TRANSFORM_IDENTITY);
}

static fp_relation_id relation_choose(struct fp_algebra *algebra, fp_relation_id kept, fp_relation_id others,
                                      fp_state_set rows) {
    uint8_t size = fp_relation_size(algebra, kept);
    const uint64_t *from[2] = { fp_relation_words(algebra, others), fp_relation_words(algebra, kept) };
    uint64_t words[FP_STATE_COUNT + 1], ordered = fp_rows_of_size(size);
    for (uint32_t s = 0; s < fp_rows_of_size(size); s++) words[s] = from[rows >> s & 1][s];
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
        fp_relation_id relations[FP_LANES_MAX * FP_JUDGED_COUNT];
        uint32_t count = 0;
        for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
            fp_judged_relation x = fp_move_lift(algebra, before, lane), y = fp_move_lift(algebra, after, lane);
            for (uint32_t part = 0; part < (judged ? FP_JUDGED_COUNT : 1); part++)
                relations[count++] = relation_choose(algebra, x.parts[part], y.parts[part], kept[column]);
        }
        moves[column] = intern_move(algebra, relations, judged);
    }
    return intern_transform(algebra, moves);
}

fp_transform fp_transform_crossed(struct fp_algebra *algebra) {
    if (algebra->crossed == FP_TRANSFORM_IDENTITY)
        algebra->crossed = transform_judged(algebra, FP_TRANSFORM_IDENTITY, FP_TRANSFORM_IDENTITY, judge_crossed);
    return algebra->crossed;
}

fp_relation fp_transform_relation(const struct fp_algebra *algebra, fp_transform transform, uint32_t column,
                                  uint32_t lane, fp_judged_part part) {
    fp_relation_id id = fp_move_lift(algebra, fp_transform_move(algebra, transform, column), lane).parts[part];
    uint32_t rows = fp_rows_of_size(fp_relation_size(algebra, id));
    fp_relation result = { { 0 }, fp_relation_words(algebra, id)[rows] };
    memcpy(result.rows, fp_relation_words(algebra, id), rows * sizeof *result.rows);
    return result;
}

/* ---- start ---- */
struct fp_relations {
    struct fp_arena *keep;
    FP_VEC(struct fp_relation_tables *) tables;
};

struct fp_relations *fp_relations_new(void) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_relations *relations = FP_NEW(keep, struct fp_relations, 1);
    relations->keep = keep;
    return relations;
}

void fp_relations_bound(struct fp_relations **relations, size_t bytes_max) {
    if (!*relations || fp_arena_bytes((*relations)->keep) <= bytes_max) return;
    fp_arena_drop((*relations)->keep);
    *relations = NULL;
}

static struct fp_relation_tables *new_tables(struct fp_arena *keep, uint32_t lanes, uint32_t ordering) {
    struct fp_relation_tables *tables = FP_NEW(keep, struct fp_relation_tables, 1);
    *tables = (struct fp_relation_tables){ .keep = keep, .lanes = lanes, .ordering = ordering };
    return tables;
}

static struct fp_relation_tables *tables_of(struct fp_relations *relations, uint32_t lanes, uint32_t ordering) {
    for (uint32_t i = 0; i < relations->tables.len; i++) {
        struct fp_relation_tables *known = relations->tables.data[i];
        if (known->lanes == lanes && known->ordering == ordering) return known;
    }
    struct fp_relation_tables *tables = new_tables(relations->keep, lanes, ordering);
    *FP_PUSH(relations->keep, &relations->tables) = tables;
    return tables;
}

struct fp_algebra *fp_algebra_new(struct fp_arena *keep, struct fp_relations *relations, uint32_t columns,
                                  const uint8_t *rows, uint32_t lanes, uint32_t ordering) {
    assert(columns >= 1 && columns <= FP_COLUMNS_MAX && ordering >= 1 && ordering <= lanes && lanes <= FP_LANES_MAX);
    struct fp_algebra *algebra = FP_NEW(keep, struct fp_algebra, 1);
    algebra->keep = keep;
    algebra->tables = relations ? tables_of(relations, lanes, ordering) : new_tables(keep, lanes, ordering);
    algebra->columns = columns;
    algebra->lanes = lanes;
    algebra->ordering = ordering;
    for (uint8_t size = FP_SIZE_SMALL; size <= FP_SIZE_LARGE; size++) {
        uint64_t words[FP_STATE_COUNT + 1] = { 0 };
        algebra->tables->none[size] = intern_relation(algebra, words, size);
        for (uint32_t s = 0; s < fp_rows_of_size(size); s++) words[s] = FP_STATE_BIT(s);
        algebra->tables->identity[size] = intern_relation(algebra, words, size);
    }
    fp_move identity[FP_COLUMNS_MAX], none[FP_COLUMNS_MAX];
    for (uint32_t column = 0; column < columns; column++) {
        assert(rows[column] == FP_STATE_IN_FLIGHT || rows[column] == FP_STATE_COUNT);
        algebra->column_size[column] = rows[column] == FP_STATE_COUNT ? FP_SIZE_LARGE : FP_SIZE_SMALL;
        fp_relation_id lane_identity[FP_LANES_MAX], lane_none[FP_LANES_MAX];
        for (uint32_t lane = 0; lane < lanes; lane++) {
            lane_identity[lane] = algebra->tables->identity[algebra->column_size[column]];
            lane_none[lane] = algebra->tables->none[algebra->column_size[column]];
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
