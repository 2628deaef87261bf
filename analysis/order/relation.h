/* relation.h - where an earlier access may stand, and what a stretch of code does to that.
 *
 * State      one of 64 places of an access (facts/relations.def says what they mean); *ordered* means that it has
 *            left the picture.
 * Relation   64 x 64 bits: from each state to the states at the exit, over all paths, with one bit more per row:
 *            "some path orders it".
 * Move       a relation per lane, for the accesses of one column. Lane 0 is the workgroup barrier, one more lane for
 *            each group of threads that has barriers of its own: an access is unordered only where it is unordered in
 *            every one of these. Lanes behind them are notes, which order nothing.
 * Transform  a move per column: what a stretch does to every access that came before it. Columns are the classes of
 *            accesses that the kernel's syncs tell apart.
 * States     a set of states per lane: where one access may stand. The second set is that of the same access had it
 *            been `performed` from the start; it tells a barrier that is missing from data that has not landed.
 *
 * All of these are interned: equal numbers are equal things; operations are memoised.
 *
 * Judging    To decide whether a sync J is needed, moves and states carry four parts more (`fp_judged_part`): what
 *            the code does without J, the accesses that J alone has ordered (shadow: ordered with J, in the given
 *            states without it), and those that J has moved without ordering them (pending: their states with and
 *            without J, kept apart). A part is carried only by what holds J; the rest is lifted when the two meet.
 *
 * Ownership  everything lives in the arena given at the start.
 */
#ifndef FP_RELATION_H
#define FP_RELATION_H
#include "base/arena.h"
#include "facts/relations.def"
#include <stdbool.h>
#include <stdint.h>

enum {
    FP_STATE_IN_FLIGHT = 8,
    FP_STATE_COUNT = 64,
    FP_DEPTH_MAX = FP_STATE_COUNT - 1 - FP_STATE_IN_FLIGHT /* "that many or more" */
};
#define FP_STATE_ENUM(name, meaning) FP_STATE_##name,
typedef enum { FP_STATES_ROWS(FP_STATE_ENUM) FP_STATE_ORDERED = FP_STATE_COUNT } fp_state;

typedef uint64_t fp_state_set;
#define FP_STATE_BIT(state) (UINT64_C(1) << (state))
#define FP_SET_IN_FLIGHT (~UINT64_C(0) << FP_STATE_IN_FLIGHT)
#define FP_SET_WAVE \
    (FP_STATE_BIT(FP_STATE_WAVE_ISSUED) | FP_STATE_BIT(FP_STATE_WAVE_PERFORMED) | FP_STATE_BIT(FP_STATE_WAVE_SIGNALLED))

/* A relation while it is made: accesses without a counter use the first eight rows only. */
typedef struct {
    fp_state_set rows[FP_STATE_COUNT], ordered;
} fp_relation;

typedef uint32_t fp_move;
typedef uint32_t fp_transform;
typedef uint32_t fp_states;
enum { FP_TRANSFORM_IDENTITY = 0, FP_TRANSFORM_NONE = 1 /* no path at all */ };
enum { FP_COLUMNS_MAX = 63, FP_LANES_MAX = 32 };

typedef enum {
    FP_JUDGED_WITH,    /* what happens */
    FP_JUDGED_WITHOUT, /* what would happen without the judged sync */
    FP_JUDGED_SHADOW,  /* ordered with it; states without it */
    FP_JUDGED_PENDING_WITH,
    FP_JUDGED_PENDING_WITHOUT,
    FP_JUDGED_COUNT
} fp_judged_part;

/* Relations that were made before, and what follows from two of them: the same for all kernels, and for all versions of
 * one. Not for two threads at a time. */
struct fp_relations;
struct fp_relations *fp_relations_new(void);
/* Drops them, with no algebra left that uses them, and makes them NULL when they take more than so many bytes. */
void fp_relations_bound(struct fp_relations **relations, size_t bytes_max);

struct fp_algebra;
/* `relations` outlives the algebra; NULL: it has its own. `rows[c]`: FP_STATE_IN_FLIGHT for a column without
 * asynchronous accesses, else FP_STATE_COUNT. The first `ordering` of the lanes order. */
struct fp_algebra *fp_algebra_new(struct fp_arena *keep, struct fp_relations *relations, uint32_t columns,
                                  const uint8_t *rows, uint32_t lanes, uint32_t ordering);

/* `relations[column * lanes + lane]` */
fp_transform fp_transform_make(struct fp_algebra *algebra, const fp_relation *relations);
fp_transform fp_transform_judged(struct fp_algebra *algebra,
                                 fp_transform with); /* of the judged sync itself: with it, and as identity without */
fp_transform
fp_transform_judged_against(struct fp_algebra *algebra, fp_transform with,
                            fp_transform without); /* of the judged sync: with it, and as `without` in its place */
fp_transform
fp_transform_crossed(struct fp_algebra *algebra); /* of a sync that orders nothing: what is in flight is followed */
fp_transform fp_transform_sequence(struct fp_algebra *algebra, fp_transform a, fp_transform b);
fp_transform fp_transform_union(struct fp_algebra *algebra, fp_transform a, fp_transform b);
/* `a`, then `leave`, which makes less of what is ordered for a part of the threads: but not for the states of `kept`
 * (by column), whose accesses were there before that part went its own way. */
fp_transform fp_transform_leave(struct fp_algebra *algebra, fp_transform a, fp_transform leave,
                                const fp_state_set *kept);
/* Union of the powers of `a` from min to max; max UINT64_MAX: without end. */
fp_transform fp_transform_repeat(struct fp_algebra *algebra, fp_transform a, uint64_t min, uint64_t max);
fp_move fp_transform_move(const struct fp_algebra *algebra, fp_transform transform, uint32_t column);
/* Is what was in flight before still so behind it, on some path, in every lane that orders? */
bool fp_move_keeps_flight(const struct fp_algebra *algebra, fp_move move);
/* Bit c: an access of column c may still be unordered in every lane behind it. */
uint64_t fp_transform_live(const struct fp_algebra *algebra, fp_transform transform);
/* Bit c: accesses of column c are ordered by the judged sync in it, or still moved by it. */
uint64_t fp_transform_shadow(const struct fp_algebra *algebra, fp_transform transform);
/* A relation of a transform, for tests and dumps. */
fp_relation fp_transform_relation(const struct fp_algebra *algebra, fp_transform transform, uint32_t column,
                                  uint32_t lane, fp_judged_part part);

fp_states fp_states_start(struct fp_algebra *algebra, fp_state_set initial);
fp_states fp_states_apply(struct fp_algebra *algebra, fp_states states, fp_move move);
fp_states fp_states_union(struct fp_algebra *algebra, fp_states a, fp_states b);
fp_state_set fp_states_with(const struct fp_algebra *algebra, fp_states states); /* union of the lanes that order */
bool fp_states_dead(const struct fp_algebra *algebra,
                    fp_states states); /* ordered in some lane on every path, with or without the judged sync */
bool fp_states_has_shadow(const struct fp_algebra *algebra, fp_states states);
/* One lane. Without a judged sync, `without` equals `with`. */
typedef struct {
    fp_state_set parts[FP_JUDGED_COUNT], second;
    bool ordered;
} fp_lane_states;
fp_lane_states fp_states_lane(const struct fp_algebra *algebra, fp_states states, uint32_t lane);
#endif
