/* overlap.h - what the files behind fp_overlap_find share.
 *
 *   overlap.c           the question and its cached answers
 *   overlap_iterations.c  how the later access's iterations lie to the earlier's: leaves of its own where they differ
 *   overlap_trips.c     trip counts and the symbols that bounds are made of
 *   overlap_cases.c     values of iterations and symbols that occur where sums cannot cancel
 *   overlap_decide.c    one case: cancel the uniform part, compare traces
 *   overlap_guards.c    conditions that cannot hold together
 *   overlap_bounds.c    symbolic first and last bytes under guards
 *   overlap_spread.c    addresses whose parts take their values without regard to each other
 *   overlap_trace.c     traces
 *   overlap_leaves.c    the value of a leaf in a model
 *   overlap_settle.c    values of a model with which its conditions hold
 *   overlap_model.c     a value for every leaf, with which both accesses run
 *   overlap_inputs.c    pairs that meet for some arguments
 *   overlap_witness.c   two threads, a byte, and what it takes
 *   overlap_reason.c    what blocked a proof, in words
 */
#ifndef FP_OVERLAP_H
#define FP_OVERLAP_H
#include "address/address_state.h"
#include "address/overlap_trace.h"

/* ---- overlap_iterations.c ---- */
typedef enum {
    FP_ITERATION_RELATION_SHIFT, /* later iteration = earlier iteration + distance */
    FP_ITERATION_RELATION_MORE,  /* later iteration >= earlier iteration + distance */
    FP_ITERATION_RELATION_SAME,  /* the same iteration, or neither access is in the loop: listed for its trip count */
    FP_ITERATION_RELATION_APART  /* nothing ties the two; each may stand in a fixed iteration */
} fp_iteration_relation_kind;
typedef struct {
    fp_loop_id loop;
    fp_iteration_relation_kind kind;
    fp_place_side place[2]; /* where the earlier and the later access stand, at distance `at` */
    uint32_t at[2];
    bool around[2]; /* is the access in the loop at all? */
    uint32_t distance;
    uint32_t counted; /* how often the loop runs, + 1; 0: not known here */
    /* An entry before this one, + 1, whose loop runs as often: up to the same symbol, from the same start in the same
     * steps. 0: there is none. */
    uint32_t like;
    uint32_t
        least; /* so often the loop runs at least, and those like it, by the places that are counted from the end */
} fp_iteration_relation_entry;
typedef uint32_t fp_iteration_relation; /* interned list of the loops whose iterations are not the same; 0: none */

/* A symbol in a loop's bound, as a form of the trip count. `for %i = 0 to %n step 4` that ran t times ties %n to
 * 4 * t - r, with r in [0, 4). */
typedef struct {
    fp_expr symbol, value;
} fp_tie;

/* How the iterations of the later access `q` lie to those of `p`. False: no such pair of iterations exists. */
bool fp_iteration_relation_find(struct fp_addresses *a, const fp_footprint_info *p, const fp_footprint_info *q,
                                fp_iterations iterations, fp_iteration_relation *relation);
/* A node of one access in leaves that both accesses share: the later one's iteration is the earlier one's + 1, say. */
fp_expr fp_iteration_relation_apply(struct fp_addresses *a, fp_iteration_relation relation, fp_expr node, bool later);
fp_guards fp_iteration_relation_guards(struct fp_addresses *a, fp_iteration_relation relation, fp_guards guards,
                                       bool later);
const fp_iteration_relation_entry *fp_iteration_relation_entries(const struct fp_addresses *a,
                                                                 fp_iteration_relation relation, uint32_t *count);

const fp_tie *fp_iteration_relation_ties(const struct fp_addresses *a, fp_iteration_relation relation, uint32_t *count);
/* What further loops say of the same symbols, as two loops below one %n do: each value is that of the symbol's tie. */
const fp_tie *fp_iteration_relation_other_ties(const struct fp_addresses *a, fp_iteration_relation relation,
                                               uint32_t *count);

/* Adds to `guards` that the thread still takes part in the loops around the access. A loop whose bounds depend on the
 * thread id is left by some threads before others. */
fp_guards fp_overlap_running(struct fp_addresses *a, const fp_footprint_info *f, fp_iteration_relation relation,
                             bool later, fp_guards guards);

/* ---- overlap_trips.c ---- */
bool fp_overlap_mentions(struct fp_addresses *a, fp_expr node, fp_expr leaf);
bool fp_overlap_is_argument(const struct fp_addresses *a, fp_value value); /* of the function */
/* What the leaf is certainly a multiple of, as the kernel says of its argument: 16, say. 1: it says nothing. */
int64_t fp_overlap_multiple(const struct fp_addresses *a, fp_expr leaf);
bool fp_overlap_tie(struct fp_addresses *a, fp_loop_id loop, fp_expr trips, fp_tie *tie);
/* The condition that the loop runs TRIPS times, over the symbols in its bounds. FP_EXPR_NONE: these do not tell. */
fp_expr fp_overlap_counts(struct fp_addresses *a, fp_loop_id loop);
/* May an address or guard of the two hold a symbol that bounds the loop, or may the bounds hold a thread id? Then a
 * value of the symbol makes some iterations impossible. */
bool fp_overlap_speaks_of(struct fp_addresses *a, fp_loop_id loop, const fp_footprint_info *p,
                          const fp_footprint_info *q);

/* ---- A problem: two accesses in one model of leaves ---- */
typedef struct {
    fp_expr address;
    fp_guards guards;
    const fp_footprint_info *footprint;
} fp_problem_side;
/* What keeps an answer from being certain; the first one that is met is told. */
typedef enum {
    FP_BLOCKED_NOT,
    FP_BLOCKED_ADDRESS,
    FP_BLOCKED_OPAQUE,
    FP_BLOCKED_SYMBOL,
    FP_BLOCKED_GUARD,
    FP_BLOCKED_THREADS,
    FP_BLOCKED_ITERATION,
    FP_BLOCKED_EXTENT,
    FP_BLOCKED_BUDGET
} fp_blocked;

/* A value that was chosen for a leaf: value + factor * step, where `step` is a leaf that may be any number. With factor
 * 4 and value 1 it stands for 1, 5, 9, ..; factor 0: for `value` alone. */
typedef struct {
    fp_expr leaf;
    int64_t value, factor;
    fp_expr step;
} fp_assigned;
enum { FP_ASSIGNED_MAX = 16 };
typedef struct {
    const fp_assigned *data;
    uint32_t len;
} fp_assigned_list;

/* Threads of two waves that touch one byte on this side, where it is not told whose the byte is on the other side. */
typedef struct {
    bool found;
    int side;
    uint16_t threads[2];
} fp_peers;

typedef struct {
    fp_problem_side side[2];
    fp_iteration_relation relation;
    bool modular;       /* an address is known modulo 2^32 only */
    bool inexact;       /* an access may touch less than its footprint says */
    bool guards_change; /* a guard may change from one iteration to another: that it holds in one says nothing of others
                         */
    bool symbols_change; /* the same of a symbol whose values are enumerated */
    fp_assigned assigned[FP_ASSIGNED_MAX];
    uint32_t assigned_count;
    /* The answer so far */
    fp_overlap upper;
    bool certain; /* nothing that could matter was left out */
    /* Threads of two waves certainly share bytes in some iterations: for all values of the symbols tried so far, for
     * one of them. */
    bool all_sure, some_sure;
    /* The same with any threads, perhaps one and the same: for all values, for one, for the value being tried. */
    bool all_shared, some_shared, shared;
    bool alike; /* threads share out the bytes of both sides in one way: the same byte is the same thread's */
    bool
        one_wave; /* it is not told whose bytes one side touches, and they may be those of one wave of the other side */
    fp_blocked blocked;
    fp_expr blocked_by;
    struct {
        bool found, sure;
        fp_overlap kind;
        uint16_t threads[2];
        fp_assigned assigned[FP_ASSIGNED_MAX];
        uint32_t assigned_count;
        int64_t shift;
        const fp_threads *on;
        fp_peers peers;
    } meeting;
    uint64_t evaluations, steps; /* spent of the budget */
    uint32_t guesses;            /* values tried for the condition of an `unknown` */
    fp_decision decided;         /* the test of fp_overlap_apart that proved it */
} fp_problem;

/* Whose bytes they are is not told: an op's threads share them out, or one thread is elected. */
static inline bool fp_overlap_is_anyones(const fp_footprint_info *f) { return f->collective || f->elected; }

/* Of the bytes that they share it is not told which lane of a wave touches them. */
static inline bool fp_overlap_is_by_wave(const fp_problem *problem) {
    return problem->side[0].footprint->by_wave || problem->side[1].footprint->by_wave;
}

/* Notes what keeps the answer from being certain; the first one stays. */
void fp_problem_block(fp_problem *problem, fp_blocked blocked, fp_expr by);

/* Do loops certainly run the iterations that these values choose? In overlap_iterations.c. */
bool fp_overlap_iterations_exist(struct fp_addresses *a, const fp_problem *problem, fp_assigned_list assigned);

/* ---- overlap_threads.c ---- */
/* The threads of the launch. Where its extents are not known, as many as stand for all of them; NULL: no number of
 * threads that could be tried does. */
const fp_threads *fp_overlap_threads(struct fp_addresses *a, const fp_problem *problem);

/* ---- overlap_cases.c ---- */
void fp_overlap_cases(struct fp_addresses *a, fp_problem *problem);

/* ---- overlap_decide.c ---- */
/* One case with every leaf that had to be enumerated replaced: raises problem->upper, returns whether a sure meeting
 * was found. `exists` says whether the iterations of this case certainly happen; `executes` is cleared when a guard
 * rules it out. */
bool fp_overlap_decide(struct fp_addresses *a, fp_problem *problem, const fp_problem_side side[2], bool exists,
                       bool *executes);
/* The bytes that an access touches lie at *first to *last - 1 from its address. */
void fp_overlap_reach(const struct fp_addresses *a, const fp_footprint_info *f, int64_t *first, int64_t *last);
/* Where in its buffer the address lies, and how large that is; size_bytes -1: not known. False: the address is made of
 * no buffer's start, or of more than one. */
bool fp_overlap_buffer(struct fp_addresses *a, fp_expr address, fp_expr *offset, int64_t *size_bytes);
/* Leaves of the shifts *from .. *to those with which one side stays inside of its buffer, where the other side's place
 * in it is a number. `uniform`: both addresses without what differs between threads, which the traces tell. */
void fp_overlap_stay_inside(struct fp_addresses *a, const fp_expr uniform[2], const fp_trace *const traces[2],
                            int64_t *from, int64_t *to);
/* Is it impossible that both hold? */
bool fp_overlap_contradict(const struct fp_addresses *a, fp_guards x, fp_guards y);
bool fp_overlap_never(const struct fp_addresses *a, fp_guard guard); /* it holds in no thread */
/* Conditions of the workgroup that no values let hold together, as %n < 3 on one side and %n > 5 on the other. */
bool fp_overlap_exclude(struct fp_addresses *a, fp_guards x, fp_guards y);
/* `x` without the conditions that hold wherever those of `y` do, as all of %n != 0, %n != 1 .. below %n == 7. What
 * leaves a number for a leaf stays. */
fp_guards fp_overlap_left(struct fp_addresses *a, fp_guards x, fp_guards y);
/* Are the addresses with this difference in two allocations of the kernel? Whatever is added to their starts stays
 * inside. */
bool fp_overlap_distinct_bases(struct fp_addresses *a, fp_expr difference);
/* Cheap tests prove that they share no byte: byte ranges, contradicting guards, distinct allocations. */
bool fp_overlap_apart(struct fp_addresses *a, fp_problem *problem);
enum { FP_SURE_ITERATIONS = 8 };
/* Iterations that certainly run for some values of what the bounds are made of: as many as these say, or the first few
 * when nothing is known. */
int64_t fp_overlap_sure_trips(struct fp_addresses *a, fp_loop_id loop);
/* The same of all loops around the access, once. */
bool fp_overlap_loops_run(struct fp_addresses *a, const fp_footprint_info *f);

/* ---- overlap_bounds.c ---- */
/* The last byte of one access lies below the first of the other, whatever the symbols are. */
bool fp_overlap_bounds(struct fp_addresses *a, const fp_problem *problem);

/* ---- overlap_spread.c ---- */
/* No values of the thread ids and other leaves bring the two to a common byte, in blocks of any size. Cost: some
 * thousand steps, and as many values for each id, once. */
bool fp_overlap_spread(struct fp_addresses *a, const fp_problem *problem);

/* ---- overlap_leaves.c ---- */
typedef struct {
    struct fp_addresses *a;
    const fp_problem *problem;
    int64_t id[3];
    int64_t step; /* of classes of values, where no other is given */
} fp_model_thread;
typedef struct {
    fp_model_thread own, first; /* the thread; the first lane of its wave */
    fp_assignment assignment, leader;
} fp_model_side;
/* A value for every leaf. It points into itself and must stay where it was made. */
typedef struct {
    struct fp_addresses *a;
    fp_problem problem;
    fp_model_side side[2];
} fp_model;
/* Sets up one side with the threads and the assigned values of model->problem. `step`: the value of those steps to
 * which nothing is assigned. */
void fp_model_start(fp_model *model, int side, int64_t step);
/* The address of this side in another thread, with the model's values; false: none. The model's thread becomes this
 * one. */
bool fp_overlap_model_address(fp_model *model, int side, uint16_t thread, int64_t *address);
/* The value that the model gives to a leaf of this side; false: none. */
bool fp_overlap_model_value(const fp_model *model, int side, fp_expr leaf, int64_t *value);
/* Is the value one that a loop carries? Where it is a leaf, the way in which it changes was not understood. */
bool fp_overlap_is_carried(const struct fp_addresses *a, fp_value value);

/* ---- overlap_settle.c ---- */
enum { FP_MODEL_CONDITIONS_MAX = 64 };
typedef struct {
    fp_guard guard;
    int side;
} fp_model_condition;
typedef struct {
    fp_model_condition list[FP_MODEL_CONDITIONS_MAX];
    uint32_t count;
} fp_model_conditions;
/* 1: it holds in the model, 0: it does not, -1: nobody knows. */
int fp_model_holds(fp_model *model, const fp_model_condition *condition);
/* Assigns values with which condition `wanted` holds and none before it fails. False: none of those tried is one, and
 * the model is as it was. The meeting itself assigned the first `given` leaves, which keep their values. */
bool fp_model_settle(fp_model *model, const fp_model_conditions *all, uint32_t wanted, uint32_t given);

/* ---- overlap_model.c ---- */
/* Values with which both accesses run where problem->meeting says that they meet; false: none were found. */
bool fp_overlap_model(fp_model *model, struct fp_addresses *a, const fp_problem *problem);
/* The same, with no guess in it: all conditions hold, both accesses stay inside of their buffers, and all of this is
 * made of what a launch chooses. */
bool fp_overlap_model_of_inputs(fp_model *model, struct fp_addresses *a, const fp_problem *problem);

/* ---- overlap_inputs.c ---- */
/* How often a loop runs. */
typedef struct {
    fp_loop_id loop; /* FP_NONE: no loop is meant */
    int64_t trips;
} fp_length;
/* Do the two meet for some values of the kernel's arguments, the grid and the workgroup's place in it? Then *meets is
 * the problem with these values and with two threads, and *length a loop where the two hang on how often loops run, and
 * on no argument beside: not on one that bounds no loop around them. `problem` has a meeting that is not certain for
 * all values. */
bool fp_overlap_meets_for_some(struct fp_addresses *a, const fp_problem *problem, fp_problem *meets, fp_length *length);
/* As fp_overlap_meets_for_some, where no meeting is known: tried with all arguments 0, then 1, and so on. */
bool fp_overlap_guess_inputs(struct fp_addresses *a, const fp_problem *problem, fp_problem *meets, fp_length *length);

/* ---- overlap_witness.c ---- */
/* Two threads and a byte, replayed; NULL: no values were found with which they meet. */
const fp_witness *fp_overlap_witness(struct fp_addresses *a, const fp_problem *problem);

/* ---- overlap_reason.c ---- */
fp_phrase fp_overlap_reason(struct fp_addresses *a, const fp_problem *problem);
fp_decision fp_overlap_undecided(const struct fp_addresses *a, const fp_problem *problem);

typedef struct {
    fp_footprint side[2];
    fp_iteration_relation relation;
    fp_overlap_answer answer;
    fp_overlap open; /* as in fp_overlap_outline */
} fp_overlap_known;
/* Everything that a proof rests on. Constants are taken out of the two addresses; only their difference counts, so that
 * the copies of an access that an unrolled loop makes share one proof. */
typedef struct {
    fp_expr rest[2];
    int64_t shift;
    fp_guards guards[2];
    uint32_t first_segment[2], segment_count[2], width[2], tile[2], id_extent[2][3];
    fp_iteration_relation relation;
    uint32_t flags;
} fp_overlap_shape;
typedef struct {
    fp_overlap_shape shape;
    fp_overlap_answer answer;
} fp_overlap_proven;
typedef struct {
    uint32_t first, count, first_tie, tie_count, other_ties;
    uint64_t concerned; /* Bloom filter of the leaves outside of all loops that the relation changes */
} fp_iteration_relation_list;
enum { FP_APPLIED_KEPT = 1024 };
typedef struct {
    fp_expr node, result;
    fp_iteration_relation relation; /* 0: none is kept here */
    bool later;
} fp_iteration_relation_result;
typedef struct {
    fp_expr node;
    fp_guards guards;
    uint32_t first_segment, segment_count, width, tile;
    const fp_threads *threads;
    fp_trace trace;
} fp_trace_known;
typedef struct {
    uint32_t trace[2];
    int64_t shift;
    fp_trace_meeting meeting;
} fp_meeting_known;
typedef struct {
    fp_expr node[2]; /* the second may be FP_EXPR_NONE */
    const int64_t *values;
    uint32_t count;
} fp_spread_known;
typedef struct {
    fp_expr address;
    fp_guards guards;
    int64_t number;
    fp_problem_side in_numbers; /* without a footprint */
    const fp_assigned *assigned;
    uint32_t count; /* more than FP_ASSIGNED_MAX: it has too many leaves */
} fp_guessed_side;  /* overlap_inputs.c */
typedef struct {
    fp_sentence says;
    fp_expr leaves[2]; /* FP_EXPR_NONE: there is none */
    bool more;         /* leaves that it does not name */
    fp_phrase phrase;
} fp_known_reason; /* overlap_reason.c */
typedef struct {
    uint32_t before; /* its beginning that is one condition shorter; FP_NONE: there is none */
    fp_guard last;
} fp_guards_beginning; /* of lists of conditions */
typedef struct {
    uint32_t beginning[2];
    bool exclude;
} fp_guards_known;
/* What was answered before, by content. */
struct fp_overlap_state {
    FP_VEC(fp_overlap_known) answers;
    FP_VEC(fp_byte_range) extents; /* per footprint */
    FP_VEC(fp_iteration_relation_entry) entries;
    FP_VEC(fp_iteration_relation_list) relations;
    FP_VEC(fp_tie) ties;
    fp_iteration_relation_result
        *applied; /* FP_APPLIED_KEPT of them, each where its hash says: most are asked for again at once */
    FP_VEC(fp_trace_known) traces;
    FP_VEC(fp_meeting_known) meetings;
    FP_VEC(fp_overlap_proven) proven;
    FP_VEC(fp_spread_known) spreads;
    FP_VEC(fp_guards_beginning) beginnings;
    FP_VEC(uint32_t) beginning_numbers; /* per condition of all lists: the beginning that ends with it */
    uint32_t numbered_sets;
    FP_VEC(fp_guards_known) known_guards;
    FP_VEC(fp_guessed_side) guessed;
    FP_VEC(fp_known_reason) reasons; /* one may be that of many thousand pairs */
    fp_map by_reason, by_guess, by_beginning, by_beginnings, by_spread, by_question, by_shape, by_relation, by_trace,
        by_meeting;
    FP_VEC(fp_threads *) boxes; /* thread sets made for footprints of unknown launches */
};
struct fp_overlap_state *fp_overlap_state(struct fp_addresses *a);
#endif
