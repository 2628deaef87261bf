/* summary.h - what a stretch of code does to the order of memory accesses.
 *
 * A summary holds what the stretch does to accesses before it (`through`), the accesses reachable from its entry
 * while something may still be unordered (`first`), and those that may still be unordered at its exit (`last`). An
 * entry stands for a group of accesses that nothing tells apart: equal key and equal relation. Its members are a
 * persistent list, expanded only where a pair is reported.
 *
 * Operations sequence is associative, the empty summary is its identity; union is what a choice does; loop repeats.
 * Where accesses meet unordered, the pair
 *            is pushed to `found` (REPORT), compared with the judged sync (JUDGE), or nothing happens (SILENT).
 * Ownership  entries live in an arena of `struct fp_summaries`; summaries are values that borrow them.
 * Cost       sequence: linear in the entries, and for each resource the product of the groups that meet.
 */
#ifndef FP_SUMMARY_H
#define FP_SUMMARY_H
#include "base/hash.h"
#include "base/vec.h"
#include "kernel/kernel.h"
#include "order/relation.h"

typedef uint32_t fp_key;           /* interned: what tells groups of accesses apart, order aside */
typedef uint32_t fp_members;       /* interned rope of access numbers */
#define FP_MEMBERS_NONE UINT32_MAX /* no access: the end of the kernel */

typedef struct {
    uint32_t resource; /* dense number of a set of roots (fold.h) */
    uint32_t frame;    /* call whose callee the access stands in: footprint and place mean something there only */
    fp_footprint footprint;
    fp_place place;
    uint8_t kind, column;       /* fp_access_kind; column of the algebra */
    bool global, untracked;     /* its space; neither: workgroup memory */
    bool elected;               /* untracked: one thread does it, the same one for all that are elected */
    bool asynchronous, grouped; /* its class has a counter; which counts groups */
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

/* Where two lists meet. */
typedef struct {
    fp_loop_id carrier; /* FP_NONE: no back edge between */
    uint32_t distance;
    bool at_least;
    bool concurrent; /* arms of a choice that threads make differently: no path between the two */
    bool doubtful;   /* .. or perhaps alike */
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
    int32_t required_count;
    fp_overlap_answer answer;
} fp_pair;
typedef FP_VEC(fp_pair) fp_pairs;

typedef enum { FP_MEETINGS_REPORT, FP_MEETINGS_SILENT, FP_MEETINGS_JUDGE } fp_meetings;
typedef struct {
    bool found;
    fp_hazard_kind kind;
    fp_members producers, consumers;
} fp_needed;

typedef struct {
    const uint32_t *data;
    uint32_t count;
} fp_neighbours; /* resources that may share bytes, sorted */

struct fp_asked {
    bool any;
    fp_key producer, consumer;
    fp_meet_at at;
    fp_place counts;
    fp_overlap_answer answer;
};
struct fp_shown {
    fp_members producers, consumers;
    fp_hazard_kind kind;
    fp_overlap overlap;
    uint32_t distance;
    bool handed_over, certain;
};

struct fp_summaries {
    struct fp_arena *keep; /* what is interned */
    struct fp_arena *
        lists; /* entries and pairs: `keep`, or something that goes sooner than the summaries that are made meanwhile */
    struct fp_algebra *algebra;
    uint32_t ordering_lanes, flag_lane, handover_lane; /* FP_NONE: no such lane */
    const fp_target *target;
    struct fp_addresses *const *addresses; /* per frame */
    const fp_neighbours *neighbours;       /* per resource */
    const uint64_t *columns;               /* per resource: columns of the accesses that it may meet */
    fp_place counts;                       /* of the loops whose trip count is known where lists meet now */
    fp_meetings meetings;
    fp_pairs *found;                  /* REPORT */
    fp_needed needed[FP_SPACE_COUNT]; /* JUDGE: for a pair of workgroup memory, of global memory, of which one end is
                                         untracked (FP_SPACE_*) */
    uint8_t wanted;                   /* .. for which of them a pair is looked for: FP_SPACES_* */
    uint64_t meets;
    /* internal */
    FP_VEC(fp_key_info) keys;
    fp_map key_map, rope_map;
    FP_VEC(struct fp_rope) ropes;
    FP_VEC(fp_entry) scratch;
    FP_VEC(fp_members) stack;
    struct fp_asked asked; /* the last question about two keys */
    fp_map shown_map;
    FP_VEC(struct fp_shown) shown; /* REPORT: what has been found around the loop that is put together now */
    FP_VEC(uint8_t) least;         /* JUDGE: per states and kind of consumer; 0: not asked yet */
    uint32_t visit;
};
struct fp_rope {
    fp_members left, right;
    uint32_t visit;
};

fp_key fp_key_make(struct fp_summaries *summaries, fp_key_info info);
const fp_key_info *fp_key_at(const struct fp_summaries *summaries, fp_key key);

#define FP_SUMMARY_EMPTY ((fp_summary){ FP_TRANSFORM_IDENTITY, { NULL, 0 }, { NULL, 0 } })
#define FP_SUMMARY_UNREACHED ((fp_summary){ FP_TRANSFORM_NONE, { NULL, 0 }, { NULL, 0 } })
fp_summary fp_summary_access(struct fp_summaries *summaries, fp_key key, uint32_t member, fp_states initial,
                             fp_transform through);
fp_summary fp_summary_sequence(struct fp_summaries *summaries, fp_summary a, fp_summary b, uint32_t frame);
fp_summary fp_summary_union(struct fp_summaries *summaries, fp_summary a, fp_summary b);
bool fp_summary_equal(struct fp_summaries *summaries, fp_summary a, fp_summary b); /* members compared as sets */
bool fp_summary_has_shadow(const struct fp_summaries *summaries, fp_summary summary);
void fp_summary_meet(struct fp_summaries *summaries, fp_entries producers, fp_entries consumers, fp_meet_at at);
void fp_summary_start_loop(
    struct fp_summaries *summaries); /* before its lists meet around the back edge, nearest iterations first */
bool fp_summary_is_judged(const struct fp_summaries *summaries); /* JUDGE: every pair looked for is found */

/* JUDGE: a copy that is in flight at the end of the kernel, unless the judged sync waits for it: its memory may be
 * somebody else's by then. */
void fp_summary_judge_end(struct fp_summaries *summaries, fp_entries last);

/* Entries behind / before a stretch; what nothing can reach any more is dropped. */
fp_entries fp_entries_after(struct fp_summaries *summaries, fp_entries last, fp_transform through);
fp_entries fp_entries_before(struct fp_summaries *summaries, fp_transform through, fp_entries first);
fp_entries fp_entries_left(struct fp_summaries *summaries, fp_entries first, fp_transform leave,
                           const fp_state_set *kept); /* see fp_transform_leave */
fp_entries fp_entries_merge(struct fp_summaries *summaries, fp_entries a, fp_entries b);
fp_entries fp_entries_merge_all(struct fp_summaries *summaries, const fp_entries *lists,
                                uint32_t count); /* as one after another */
fp_entries fp_entries_widened(struct fp_summaries *summaries, fp_entries entries,
                              bool first); /* one entry per key, its relations united */
bool fp_entries_equal(fp_entries a, fp_entries b);
typedef fp_key fp_key_map(struct fp_summaries *summaries, fp_key key, const void *context);
fp_entries fp_entries_rekey(struct fp_summaries *summaries, fp_entries entries, fp_key_map *map, const void *context);

/* A loop. `tails[k]` runs after the last whole iteration; `exits[k]` becomes the loop followed by that tail. */
typedef struct {
    fp_loop_id loop;
    uint32_t frame;
    uint64_t trips_min, trips_max;
} fp_loop_shape; /* trips_max UINT64_MAX: not known */
void fp_summary_loop(struct fp_summaries *summaries, const fp_loop_shape *shape, fp_summary body,
                     const fp_summary *tails, fp_summary *exits, uint32_t exit_count);

/* The accesses of a rope, each once, in increasing order. Valid until the next call. */
typedef FP_VEC(uint32_t) fp_numbers;
void fp_members_collect(struct fp_summaries *summaries, fp_members members, fp_numbers *numbers);
#endif
