/* relation_internal.h - the tables of an algebra, for the files that relation.h speaks for: relation.c makes relations,
 * moves and transforms, relation_states.c says where one access may stand. */
#ifndef FP_RELATION_INTERNAL_H
#define FP_RELATION_INTERNAL_H
#include "order/intern.h"
#include "order/relation.h"
#include <string.h>

typedef uint32_t fp_relation_id; /* interned: a word per row, and the mask of those that are ordered */
typedef struct {
    bool judged, live, shadow;
    bool keeps_flight; /* what is in flight stays so on some path, in every lane that orders */
} fp_move_info;
typedef struct {
    bool judged;
    uint64_t live, shadow;
} fp_transform_info;
typedef struct {
    fp_state_set with; /* of all lanes that order */
    bool judged, dead, shadow;
} fp_states_info;
enum { FP_PLAIN_WORDS = 3 };           /* of a lane's states that nothing judges: with, second, ordered */
enum { FP_SIZE_SMALL, FP_SIZE_LARGE }; /* of a relation: see fp_rows_of_size */

/* What algebras of so many lanes have in common. No order hangs on these numbers: entries are sorted by those of
 * transforms and states, which each algebra counts for itself. */
struct fp_relation_tables {
    struct fp_arena *keep;
    uint32_t lanes, ordering;
    fp_interned relations, moves; /* moves hold relations */
    FP_VEC(uint8_t) relation_sizes;
    FP_VEC(fp_move_info) move_infos;
    fp_memo relation_sequences, relation_unions, move_sequences, move_unions;
    fp_relation_id identity[2], none[2];
};

struct fp_algebra {
    struct fp_arena *keep;
    struct fp_relation_tables *tables;
    uint32_t columns, lanes, ordering;
    uint8_t column_size[FP_COLUMNS_MAX + 1]; /* FP_SIZE_* */
    fp_interned transforms, states;          /* transforms hold moves, states words */
    FP_VEC(fp_transform_info) transform_infos;
    FP_VEC(fp_states_info) states_infos;
    fp_memo transform_sequences, transform_unions, applications, judged_syncs;
    fp_transform crossed; /* fp_transform_crossed; FP_TRANSFORM_IDENTITY: not made yet */
};

static inline bool fp_is_transform(const struct fp_algebra *algebra, fp_transform id) {
    return id < algebra->transforms.blobs.len;
}
static inline bool fp_is_move(const struct fp_algebra *algebra, fp_move id) {
    return id < algebra->tables->moves.blobs.len;
}
static inline bool fp_is_states(const struct fp_algebra *algebra, fp_states id) {
    return id < algebra->states.blobs.len;
}

static inline uint32_t fp_rows_of_size(uint8_t size) {
    return size == FP_SIZE_LARGE ? FP_STATE_COUNT : FP_STATE_IN_FLIGHT;
}
static inline const uint64_t *fp_relation_words(const struct fp_algebra *algebra, fp_relation_id id) {
    return algebra->tables->relations.blobs.data[id].data;
}
static inline uint8_t fp_relation_size(const struct fp_algebra *algebra, fp_relation_id id) {
    return algebra->tables->relation_sizes.data[id];
}

/* Where those of `set` are behind the relation with these words. */
static inline fp_state_set fp_states_through(const uint64_t *words, fp_state_set set) {
    fp_state_set result = 0;
    for (; set; set &= set - 1) result |= words[__builtin_ctzll(set)];
    return result;
}

/* A pending access needs no tracking any more when it is in the same single state with and without the judged sync,
 * or when it is ordered with or without it. */
static inline bool fp_pending_is_over(fp_state_set with, fp_state_set without) {
    return !with || !without || (with == without && !(with & (with - 1)));
}

/* A move in one lane, by parts. */
typedef struct {
    fp_relation_id parts[FP_JUDGED_COUNT];
} fp_judged_relation;

static inline const fp_relation_id *fp_move_relations(const struct fp_algebra *algebra, fp_move move) {
    return algebra->tables->moves.blobs.data[move].data;
}

/* What no judged sync is part of does the same with and without it. */
static inline fp_judged_relation fp_move_lift(const struct fp_algebra *algebra, fp_move move, uint32_t lane) {
    const fp_relation_id *parts = fp_move_relations(algebra, move);
    fp_judged_relation result;
    if (algebra->tables->move_infos.data[move].judged) {
        memcpy(result.parts, parts + lane * FP_JUDGED_COUNT, sizeof result.parts);
    } else {
        fp_relation_id none = algebra->tables->none[fp_relation_size(algebra, parts[lane])];
        result = (fp_judged_relation){ { parts[lane], parts[lane], none, none, none } };
    }
    return result;
}
#endif
