/* summary.h - what a stretch of code does to the order of memory accesses.
 *
 * A summary holds what the stretch does to accesses before it (`through`), the accesses reachable from its entry
 * while something may still be unordered (`first`), and those that may still be unordered at its exit (`last`). An
 * entry stands for a group of accesses that nothing tells apart: equal key and equal relation. Its members are a
 * persistent list, expanded only where a pair is reported.
 *
 * Operations sequence is associative, the empty summary is its identity; union is what a choice does; loop repeats.
 *            Where two lists meet, a `fp_sink` says what becomes of the pairs that are unordered there.
 * Ownership  keys and ropes live in the arena of `struct fp_summaries`, entries in the arena `keep` that an operation
 *            is given (a sink's `keep`), which may go sooner. Summaries are values that borrow both.
 * Cost       sequence: linear in the entries, and for each resource the product of the groups that meet.
 */
#ifndef FP_SUMMARY_H
#define FP_SUMMARY_H
#include "base/hash.h"
#include "base/vec.h"
#include "kernel/kernel.h"
#include "order/relation.h"
#include <assert.h>

typedef uint32_t fp_key;           /* interned: everything about a group of accesses except its order (fp_key_info) */
typedef uint32_t fp_members;       /* interned rope of access numbers */
#define FP_MEMBERS_NONE UINT32_MAX /* no access: the end of the kernel */
#define FP_MEMBERS_ROPE (UINT32_C(1) << 31) /* else: the number of one access */

typedef struct {
    uint32_t resource; /* dense number of a set of roots (fold.h) */
    uint32_t universe; /* footprint and place mean nothing in others; as frames number them (fold_internal.h) */
    fp_footprint footprint;
    fp_place place;
    uint8_t kind, column;   /* fp_access_kind; column of the algebra */
    bool global, untracked; /* its space; neither: workgroup memory */
    bool anything;          /* it hands over what lies anywhere: whatever the addresses are, it meets others */
    bool elected;           /* one elected thread runs it, the same one for all; told where something is untracked */
    bool atomic;            /* no other atomic races with it */
    bool of_object;         /* atomic: it makes or ends the object that its bytes are; others are of its value */
    bool asynchronous, grouped; /* the access has a counter; that counter counts groups of copies */
} fp_key_info;

typedef struct {
    uint32_t resource;
    fp_key key;
    uint32_t relation;
    fp_members members;
} fp_entry; /* relation: a transform in `first`, states in `last` */
typedef struct {
    const fp_entry *data;
    uint32_t count;
} fp_entries; /* sorted by resource, key, relation; none twice */
typedef struct {
    fp_transform through;
    fp_entries first, last;
} fp_summary;

/* How two lists meet: in one straight path, around a loop, or in two arms of a branch. */
typedef struct {
    fp_loop_id carrier; /* FP_NONE: no back edge between */
    uint32_t distance;
    bool at_least;
    bool concurrent; /* the lists belong to arms that different threads run at the same time: no path leads from one to
                        the other */
    bool doubtful;   /* whether threads choose differently is not known */
    uint32_t frame;
} fp_meet_at;

/* Two groups of accesses that some path leaves unordered. */
typedef struct {
    fp_key producer, consumer;
    fp_members producers, consumers;
    fp_meet_at at;
    fp_hazard_kind kind;
    bool even_performed; /* unordered even if the producer's data had landed at once */
    bool from_flight;    /* the producer is asynchronous */
    bool certain, handed_over, same_thread_async;
    bool landed; /* on all paths its own thread has waited for the producer, and has arrived on no barrier since */
    int32_t required_count;
    fp_place trips; /* loops whose trip count is known where the two meet */
    fp_overlap_answer answer;
} fp_pair;
typedef FP_VEC(fp_pair) fp_pairs;

typedef struct {
    bool found;
    fp_hazard_kind kind;
    fp_members producers, consumers;
} fp_needed;

/* Which pairs end a judgement, besides one in each space that is wanted. */
typedef enum {
    FP_ENOUGH_ALL,
    FP_ENOUGH_ANY,      /* one of any space */
    FP_ENOUGH_WORKGROUP /* one of workgroup memory */
} fp_enough;
typedef struct {
    uint8_t spaces; /* FP_SPACES_*: a pair is looked for in each */
    fp_enough enough;
    bool at_end; /* copies in flight at the end of the kernel count as well; their pair has no consumer */
} fp_judge_wish;

/* One judgement: what is found is kept under its FP_SPACE_*. What only concerns spaces whose pair is found is not
 * looked at any more. */
typedef struct {
    fp_judge_wish wish;
    fp_needed by[FP_SPACE_COUNT];
} fp_judging;

typedef enum {
    FP_MEETINGS_SILENT, /* nobody looks for pairs */
    FP_MEETINGS_REPORT, /* unordered pairs are added to `found` */
    FP_MEETINGS_JUDGE   /* a pair that the judged sync alone orders is kept in `judging` */
} fp_meetings;

/* Two accesses of which the pairs are looked for, and no others. Where they meet concurrently, either may come first.
 * carrier: the loop between them; FP_NONE: no loop of the kernel's own */
typedef struct {
    uint32_t producer, consumer;
    fp_loop_id carrier;
} fp_members_sought;

/* What an operation does with the accesses that meet in it, and where it puts its lists. */
typedef struct {
    struct fp_arena *keep; /* for entries and pairs */
    fp_meetings meetings;
    fp_place trips;                  /* loops whose trip count is known where the lists meet */
    fp_pairs *found;                 /* REPORT */
    struct fp_shown_pairs *shown;    /* REPORT: pairs found around the same loop; set by fp_summary_loop, else by the
                                        meeting */
    const fp_members_sought *sought; /* REPORT: only pairs of these; NULL: all */
    fp_judging *judging;             /* JUDGE */
    bool part; /* JUDGE: nothing else depends on the judged sync, and nothing repeats the stretch: of its summary only
                  the entries that depend on the sync are read */
} fp_sink;

typedef struct {
    const uint32_t *data;
    uint32_t count;
} fp_neighbours; /* resources that may share bytes, sorted */

struct fp_known_overlap {
    bool any;
    fp_key producer, consumer;
    fp_meet_at at;
    fp_place trips;
    fp_overlap_answer answer;
    fp_overlap open; /* as in fp_overlap_outline */
};

/* A pair that was found, and perhaps is not worth looking for evidence. */
struct fp_postponed {
    fp_pair pair;
    fp_overlap open; /* as in fp_overlap_outline */
};

/* Pairs found so far around one loop, the nearest iterations first, or in one meeting. They live as long as the loop is
 * summed up, or as the meeting. */
struct fp_shown_pair {
    fp_members producers, consumers;
    fp_key producer, consumer;
    fp_hazard_kind kind;
    fp_overlap overlap;
    uint32_t distance;
    int32_t required_count;
    bool handed_over, certain, witness, at_least, even_performed, landed, same_thread_async;
};
struct fp_shown_pairs {
    struct fp_arena *scratch; /* NULL: none was found yet */
    fp_map map;
    FP_VEC(struct fp_shown_pair) pairs;
};

/* The pairs of the meeting under way, by what wait they lack. */
struct fp_joining {
    uint32_t start;     /* of these in the list */
    uint32_t heads[64]; /* the last one of each count, + 1 */
    fp_numbers before;  /* per pair the one before it, + 1 */
};

struct fp_summaries {
    struct fp_arena *keep; /* for what is interned */
    struct fp_algebra *algebra;
    uint32_t ordering_lanes, flag_lane, handover_lane; /* FP_NONE: no such lane */
    const fp_target *target;
    struct fp_addresses *const *addresses; /* per frame */
    const uint32_t *universes;             /* per frame */
    uint32_t resource_count;
    const fp_neighbours *neighbours;        /* per resource */
    const fp_neighbours *reported;          /* per resource: those with which a pair may be reported */
    const uint64_t *columns;                /* per resource: columns of the accesses that it may meet */
    const uint64_t *own_columns;            /* per resource: columns of its accesses */
    uint64_t space_columns[FP_SPACE_COUNT]; /* columns of the accesses that a pair in the space may have */
    uint64_t untracked;                     /* the column of untracked accesses, as a bit; 0: there is none */
    /* Pairs that the run of the kernel's streams judges are not reported: concurrent ones, those whose producer is a
     * copy that its own thread may not have waited for, and those whose producer an object completes. */
    bool run_judges_streams;
    uint64_t copies, completed_by_object; /* their columns; with `run_judges_streams` only */
    uint64_t meets;                       /* pairs of groups compared so far */
    /* internal */
    FP_VEC(fp_key_info) keys;
    fp_map key_map, rope_map;
    FP_VEC(struct fp_rope) ropes;
    FP_VEC(fp_entry) scratch;
    fp_numbers judged;               /* JUDGE: consumers that depend on the judged sync, by number */
    FP_VEC(struct fp_reached) reach; /* see summary_reach.h */
    uint32_t reach_frame;
    fp_numbers near;
    FP_VEC(fp_members) stack;
    FP_VEC(uint64_t) bits; /* of ropes; emptied when they are many, */
    uint32_t bits_since;   /* which has happened so often */
    struct fp_joining joining;
    FP_VEC(struct fp_postponed) postponed; /* REPORT: of the meeting under way */
    struct fp_known_overlap overlap;       /* answer to the last question about two keys */
    FP_VEC(uint8_t) least; /* JUDGE: least_overlap per states and kind of consumer; 0: not computed yet */
    uint32_t visit;
};
struct fp_reached {
    fp_byte_range extent;
    uint32_t entry;
    int64_t most; /* where those up to this one end that have its base */
};
struct fp_rope {
    fp_members left, right;
    uint32_t low, high; /* the least and the greatest access of both */
    uint32_t visit;
    uint32_t most;         /* no more accesses than that, counting those twice that both hold */
    uint32_t first, since; /* its bits in `bits`, when that had been emptied `since` - 1 times; 0: none */
};

/* What is known of the iterations between the two of a pair. */
fp_iterations fp_pair_iterations(const struct fp_summaries *summaries, const fp_pair *pair);
/* The answer for the pair's own keys, where these are no longer those that met. */
void fp_pair_ask_again(struct fp_summaries *summaries, fp_pair *pair);
fp_key fp_key_make(struct fp_summaries *summaries, fp_key_info info);
static inline const fp_key_info *fp_key_at(const struct fp_summaries *summaries, fp_key key) {
    assert(key < summaries->keys.len);
    return &summaries->keys.data[key];
}

#define FP_SUMMARY_EMPTY ((fp_summary){ FP_TRANSFORM_IDENTITY, { NULL, 0 }, { NULL, 0 } })
#define FP_SUMMARY_UNREACHED ((fp_summary){ FP_TRANSFORM_NONE, { NULL, 0 }, { NULL, 0 } })
/* One access: a transform from its entry, states behind it, and what it does to older accesses. */
typedef struct {
    fp_key key;
    uint32_t member;
    fp_states initial;
    fp_transform through;
} fp_summary_leaf;
fp_summary fp_summary_access(struct fp_arena *keep, struct fp_summaries *summaries, fp_summary_leaf access);
fp_summary fp_summary_sequence(const fp_sink *sink, struct fp_summaries *summaries, fp_summary a, fp_summary b,
                               uint32_t frame);
fp_summary fp_summary_union(struct fp_arena *keep, struct fp_summaries *summaries, fp_summary a, fp_summary b);
/* One entry per key, with the union of its relations. */
fp_summary fp_summary_widened(struct fp_arena *keep, struct fp_summaries *summaries, fp_summary summary);
void fp_summary_meet(const fp_sink *sink, struct fp_summaries *summaries, fp_entries producers, fp_entries consumers,
                     fp_meet_at at);
/* Every pair that is looked for, or that there can be, is found; `judging` NULL: false. */
bool fp_judging_is_done(const struct fp_summaries *summaries, const fp_judging *judging);
/* The part of a summary that depends on the judged sync and may still show a pair that is looked for. */
fp_summary fp_summary_judged_part(struct fp_arena *keep, const struct fp_summaries *summaries, fp_summary summary,
                                  const fp_judging *judging);
bool fp_summary_is_judged(const struct fp_summaries *summaries, fp_summary summary,
                          const fp_judging *judging); /* that part holds something */

/* Looks for a copy that would be in flight at the end of the kernel without the judged sync: its memory may belong to
 * another workgroup by then. */
void fp_summary_judge_end(fp_judging *judging, struct fp_summaries *summaries, fp_entries last);

/* The entries of `last` as they stand behind a stretch, those of `first` as they stand before it. Entries that
 * nothing can reach any more are dropped. */
fp_entries fp_entries_after(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries last,
                            fp_transform through);
fp_entries fp_entries_before(struct fp_arena *keep, struct fp_summaries *summaries, fp_transform through,
                             fp_entries first);
/* Entries of `first` behind fp_transform_leave. */
fp_entries fp_entries_left(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries first, fp_transform leave,
                           const fp_state_set *kept);
/* By resource, key, relation. */
static inline int fp_entry_compare(const fp_entry *a, const fp_entry *b) {
    if (a->resource != b->resource) return a->resource < b->resource ? -1 : 1;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return (a->relation > b->relation) - (a->relation < b->relation);
}
fp_entries fp_entries_merge(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries a, fp_entries b);
/* The same as merging the lists one after another. */
fp_entries fp_entries_merge_all(struct fp_arena *keep, struct fp_summaries *summaries, const fp_entries *lists,
                                uint32_t count);
fp_entries fp_entries_widened_first(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries first);
fp_entries fp_entries_widened_last(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries last);
bool fp_entries_equal(fp_entries a, fp_entries b);
/* Entries under the keys that `map` gives for theirs; `entries` themselves where no key changes. */
typedef struct {
    fp_key (*key)(struct fp_summaries *summaries, fp_key key, const void *context);
    const void *context;
} fp_key_map;
fp_entries fp_entries_rekey(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries entries, fp_key_map map);

/* A loop. `tails[k]` runs after the last whole iteration; `exits[k]` becomes the loop followed by that tail. */
typedef struct {
    fp_loop_id loop; /* as addresses number it */
    bool alone;      /* what leaves it is not taken for what leaves a loop that is alike (fp_footprint_stand_in) */
    uint32_t frame;
    uint64_t trips_min, trips_max;
} fp_loop_shape; /* trips_max UINT64_MAX: not known */
typedef struct {
    const fp_summary *tails;
    fp_summary *exits;
    uint32_t count;
    uint32_t counted; /* the exit of a loop that has run as often as its shape says: the others come before */
} fp_loop_exits;
void fp_summary_loop(const fp_sink *sink, struct fp_summaries *summaries, const fp_loop_shape *shape, fp_summary body,
                     fp_loop_exits exits);

fp_members fp_members_join(struct fp_summaries *summaries, fp_members a, fp_members b);
/* The accesses of a rope, each once, in increasing order. Valid until the next call. */
void fp_members_collect(struct fp_summaries *summaries, fp_members members, fp_numbers *numbers);
/* Is the access in the rope? Cost: the parts of the rope whose range holds it, few where parts were joined in order. */
bool fp_members_hold(struct fp_summaries *summaries, fp_members members, uint32_t number);
#endif
