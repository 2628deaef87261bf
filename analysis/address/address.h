/* address.h - which bytes, which threads: the overlap of two accesses (design: precision.md part 1) and the level of
 * conditions (part 2).
 *
 * A footprint is what an access touches: byte address as a linear form over a hash-consed slice of arithmetic, width,
 * guards. Equal footprints have equal numbers. `fp_overlap` compares two of them under what the algebra knows of the
 * iterations between them.
 *
 * Claims     disjoint, same_thread, same_wave are proofs for all values of all symbols; cross_thread comes with a
 *            witness that replays; everything else is unknown, with what blocked the proof.
 * Cost       answers are cached by (footprints, relation); a miss is bounded by FP_OVERLAP_EVALUATIONS_MAX and
 *            FP_OVERLAP_STEPS_MAX, overruns are counted.
 * Ownership  everything lives in the arena given to `fp_addresses_new`.
 */
#ifndef FP_ADDRESS_H
#define FP_ADDRESS_H
#include "facts/phrase.h"
#include "facts/target.h"
#include "read/ir.h"

enum { FP_OVERLAP_EVALUATIONS_MAX = 32768, FP_OVERLAP_STEPS_MAX = 131072 };

typedef uint32_t fp_footprint; /* interned; 0: nothing is known (any bytes of the root, any thread) */
typedef uint32_t
    fp_place; /* interned list of iterations of loops that one access has left and the other has not; 0: none */
typedef uint32_t fp_loop_id; /* kernel.loops */

typedef struct {
    uint32_t block[3];     /* threads per dimension; zeros: not known */
    uint32_t max_threads;  /* bound when the block is not known: 1024 when nothing says */
    uint8_t wave_size;     /* 32 or 64: what same_wave is judged by */
    bool wave_known;       /* .. and what it is; else the smaller one is a guess on the safe side */
    bool upper_bound_only; /* `block` is a bound, not exact */
} fp_launch;

/* How far all threads agree on a value or a choice. doubt: rests on something unknown, not on a thread id. */
typedef struct {
    fp_uniform level;
    bool doubt;
} fp_uniformity;

struct fp_addresses;
struct fp_buffers;
/* `uniform_parameters`: bit k says that all threads of a workgroup have the same value of the function's parameter k,
 * bit 63 that they have the same values of parameters 63, 64, .. */
struct fp_addresses *fp_addresses_new(struct fp_arena *keep, const struct fp_ir *ir, fp_op function, fp_launch launch,
                                      uint64_t uniform_parameters);
/* Which memory values name: call it before anything else. Without it, allocations are told apart by their ops, and
 * places after allocation are not known. */
void fp_addresses_use_buffers(struct fp_addresses *addresses, struct fp_buffers *buffers);

/* Tells the evaluator about a loop before its body is lowered. `first_arg` is the induction variable where the loop
 * has one (has_iv), then iter_args. */
typedef struct {
    fp_loop_id loop, parent;
    fp_op op;
    fp_block body; /* header block of the body: arguments are the iv (if any) and the carried values */
    const fp_block *blocks;
    uint32_t block_count; /* of a natural loop: all its blocks, header included; none: the regions of `op` */
    bool has_iv;
    uint32_t iv_argument; /* which argument of `body` is the iv: 0, but for the inner dimensions of scf.parallel and
                             scf.forall */
    fp_value lower, upper, step; /* FP_NONE: constants below, or not known */
    int64_t lower_constant, upper_constant, step_constant;
    bool lower_known, upper_known, step_known; /* the constants hold */
    int64_t trips_min, trips_max;              /* trips_max -1: not known */
    bool tested_after;                         /* it is left where it repeats: the trip count is that of its head too */
    bool threads; /* iterations are threads: the iv counts along the thread id `dimension` (fp_ir_mapping) */
    char dimension;
    int64_t thread_stride; /* .. and on from there by so many, for a thread has several; 0: it has one, -1: not known */
    const fp_use *yields;
    uint32_t yield_count; /* values carried to the next iteration, one per iter_arg; inits follow */
    const fp_use *inits;
} fp_loop_info;
void fp_addresses_loop(struct fp_addresses *addresses, const fp_loop_info *loop);

/* The conditions that hold where accesses are lowered now; pop in reverse order. FP_NONE as condition holds the place
 * of one that nothing is known of. */
void fp_addresses_push_guard(struct fp_addresses *addresses, fp_value condition, bool negated);
void fp_addresses_push_case(struct fp_addresses *addresses, fp_value value, int64_t constant,
                            bool negated); /* value == constant: an arm of a switch */
void fp_addresses_push_set(struct fp_addresses *addresses, fp_op affine_if,
                           bool negated); /* the integer set of an affine.if */
void fp_addresses_pop_guard(struct fp_addresses *addresses);

/* The footprint of one access of `op` on the buffer at operand `buffer`, under the guards and loops in force.
 * `parameter values` come from the ir. */
typedef struct {
    fp_op op;
    fp_operand buffer;
    fp_value base; /* the buffer value; FP_NONE: an address inside something else (descriptors) */
    fp_shape shape;
    fp_width width;
    uint32_t width_bytes; /* when lower knows it already; 0: from `width` */
    bool elected;         /* one thread touches it: that of the partition around */
    fp_loop_id loop;      /* innermost loop around, FP_NONE */
} fp_access_request;
fp_footprint fp_addresses_access(struct fp_addresses *addresses, const fp_access_request *request);
/* Do any two threads that store to common bytes by this footprint certainly store equal values? (Copies of one tile
 * by several waves.) `stored` FP_NONE: the op copies from other memory. */
bool fp_addresses_repeats(struct fp_addresses *addresses, fp_footprint footprint, fp_value stored);
uint32_t fp_footprint_width(const struct fp_addresses *addresses,
                            fp_footprint footprint); /* bytes per thread; 0: not known */
bool fp_footprint_uses_loop(const struct fp_addresses *addresses, fp_footprint footprint,
                            fp_loop_id loop); /* does it depend on its iteration? */

/* Places: an access of `first` that has left loop L at its iteration begin + d, one of `last` at end - d; d 0..3,
 * FP_PLACE_ANY: four or more. */
typedef enum {
    FP_PLACE_BEGIN,
    FP_PLACE_END,
    FP_PLACE_TRIPS /* no place: the loop runs `distance` times */
} fp_place_side;
enum { FP_PLACE_ANY = 4 };
fp_place fp_place_add(struct fp_addresses *addresses, fp_place place, fp_loop_id loop, fp_place_side side,
                      uint32_t distance);
fp_place fp_place_count(struct fp_addresses *addresses, fp_place counts, fp_loop_id loop, uint32_t trips);
/* Sets, of `loop_count` loops that `candidates` tells, those on whose trip counts some of these addresses depend. One
 * walk over the addresses. */
void fp_addresses_ask_trips(struct fp_addresses *addresses, const fp_footprint *footprints, uint32_t count,
                            const bool *candidates, bool *asked, uint32_t loop_count);

typedef struct {
    fp_loop_id carrier; /* loop whose back edge lies between them; FP_NONE: none. Loops around it: the same iteration */
    uint32_t distance;  /* iterations of the carrier, >= 1 */
    bool at_least;      /* distance or more */
    bool concurrent;    /* arms of one divergent branch: no order at all between the two */
    fp_place producer, consumer; /* loops that only one of them is in, or that both left and entered again */
    fp_place counts;             /* loops of which it is known how often they run (fp_place_count) */
} fp_iterations;

typedef struct {
    fp_overlap overlap;
    fp_decision decided;
    const fp_witness *witness; /* cross_thread: always; unknown: the conditional one, when there is one, or the bytes
                                  when those are certain */
    fp_phrase reason;          /* unknown: what blocked the proof; else nothing: `decided` says it */
    bool same_bytes;           /* unknown: they certainly share bytes, only the threads are not known */
} fp_overlap_answer;
/* P the earlier access, A the later, on one common root. Roots are the caller's business. */
fp_overlap_answer fp_overlap_find(struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer,
                                  fp_iterations iterations);
fp_overlap fp_overlap_most(const struct fp_addresses *addresses, fp_footprint producer,
                           fp_footprint consumer); /* no question about the two is answered by more */

/* Where the answer is same_thread or same_wave, which is a bound: a byte that one thread, or two of a wave, certainly
 * share, as long as they get there. NULL: perhaps none. */
const fp_witness *fp_overlap_shared(struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer,
                                    fp_iterations iterations);

/* The value in one iteration of a loop around it (FP_NONE: in none), and how far two footprints lie apart; false:
 * that is not one number. */
typedef struct {
    fp_footprint footprint;
    fp_loop_id loop;
    uint32_t iteration;
} fp_in_iteration;
bool fp_addresses_value_in(struct fp_addresses *addresses, fp_value value, fp_loop_id loop, uint32_t iteration,
                           int64_t *result);
bool fp_footprints_apart(struct fp_addresses *addresses, fp_in_iteration x, fp_in_iteration y, int64_t *bytes);

/* Level of an i1 or integer value: how many threads agree on it (precision.md part 2). */
fp_uniformity fp_addresses_uniformity(struct fp_addresses *addresses, fp_value value);
/* Value of an i1 or integer in the first lane of a wave, when it depends on thread ids alone. */
bool fp_addresses_wave_value(struct fp_addresses *addresses, fp_value value, uint32_t wave, int64_t *result);
/* Two neighbouring threads that certainly disagree on a value: lanes of one wave, else any two. False: it does not
 * evaluate, or they all agree. */
bool fp_addresses_disagree(struct fp_addresses *addresses, fp_value value, bool in_wave, uint32_t threads[2]);
/* A number that is equal for values that always agree at the same point (same expression); FP_NONE: nothing known.
 * `negated` is toggled for `not x`. */
uint32_t fp_addresses_condition(struct fp_addresses *addresses, fp_value value, bool *negated);

/* May an iteration of the loop change what stands behind such a number? */
bool fp_addresses_condition_varies(const struct fp_addresses *addresses, uint32_t condition, fp_loop_id loop);
/* The same number for "iteration `iteration` of the loop runs". */
uint32_t fp_addresses_runs(struct fp_addresses *addresses, fp_loop_id loop, uint32_t iteration, bool *negated);
/* Can condition number `a` not be `a_truth` while `b` is `b_truth`? (n > 1 and not n > 0.) */
bool fp_addresses_excludes(struct fp_addresses *addresses, uint32_t a, bool a_truth, uint32_t b, bool b_truth);

/* Is the value the same number in all threads of the workgroup? */
bool fp_addresses_alike(struct fp_addresses *addresses, fp_value value);

uint64_t fp_addresses_misses(const struct fp_addresses *addresses);
uint64_t fp_addresses_overruns(const struct fp_addresses *addresses);
uint64_t fp_addresses_decided(const struct fp_addresses *addresses,
                              fp_decision decision); /* pairs; TRIPS, ADDRESS: questions */
#endif
