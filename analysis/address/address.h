/* address.h - which bytes, which threads: the overlap of two accesses (design: precision.md part 1) and the level of
 * conditions (part 2).
 *
 * A footprint says what an access touches: its byte address as an expression (expr.h) over thread ids, iterations and
 * symbols, its width, and the conditions under which it runs. Equal footprints have equal numbers. fp_overlap_find
 * compares two of them, given what the algebra knows of the iterations between the accesses.
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
/* Interned list: for each loop that one access has left and the other has not, in which iteration the other one
 * stands; 0: there is no such loop. */
typedef uint32_t fp_place;
typedef uint32_t fp_guards;  /* interned list of conditions that all hold; 0: none */
typedef uint32_t fp_loop_id; /* kernel.loops */

typedef struct {
    uint32_t block[3];     /* threads per dimension; zeros: not known */
    uint32_t max_threads;  /* at most so many when the block is not known; never 0 */
    uint8_t wave_size;     /* 32 or 64: threads that same_wave takes for one wave */
    bool wave_known;       /* waves have that size; false: it is the smaller of two sizes, which proves less */
    bool upper_bound_only; /* `block` is a bound, not exact */
    uint32_t stream_warps; /* waves of the stream that the kernel starts as; 0: not told */
    uint32_t workgroups;   /* of its cluster; 0: not told */
    uint32_t cluster[3];   /* the same along x, y and z; zeros: not told */
    uint32_t programs[3];  /* workgroups of the cluster along x, y and z that have program ids of their own; zeros: all
                              have the same one, or nobody tells */
    uint32_t grid[3];      /* workgroups of the launch along x, y and z; zeros: not told */
    bool free_arguments;   /* it is a kernel, and nothing is known of its arguments: none says anything of another */
    bool paired;           /* two workgroups make one product of the matrix unit */
} fp_launch;

/* How far all threads agree on a value or a choice. doubt: they may differ because something is unknown, not because a
 * thread id is in it. */
typedef struct {
    fp_uniform among;
    bool doubt;
} fp_uniformity;
static inline bool fp_uniform_in_workgroup(fp_uniformity level) {
    return level.among <= FP_UNIFORM_WORKGROUP && !level.doubt;
}

struct fp_addresses;
struct fp_buffers;
/* `uniform_parameters`: bit k says that all threads of a workgroup have the same value of the function's parameter k,
 * bit 63 that they have the same values of parameters 63, 64, .. */
struct fp_addresses *fp_addresses_new(struct fp_arena *keep, const struct fp_ir *ir, fp_op function, fp_launch launch,
                                      uint64_t uniform_parameters);
/* Which memory values name: call it before anything else. Without it, allocations are told apart by their ops, and
 * places after allocation are not known. */
void fp_addresses_use_buffers(struct fp_addresses *addresses, struct fp_buffers *buffers);

/* A loop, told to the evaluator before its body is lowered. */
typedef struct {
    fp_loop_id loop, parent;
    fp_op op;
    fp_block body;          /* its first block; the arguments are the induction variable, if any, and carried values */
    const fp_block *blocks; /* all blocks of a natural loop, the header included; NULL: the body is the op's regions */
    uint32_t block_count;
    bool has_iv;
    uint32_t iv_argument;        /* argument of `body` that is the induction variable: 0 but for inner dimensions of
                                    scf.parallel and scf.forall */
    fp_value lower, upper, step; /* FP_NONE: the constant below, or not known */
    int64_t lower_constant, upper_constant, step_constant;
    bool lower_known, upper_known, step_known; /* the constants hold */
    int64_t trips_min, trips_max;              /* trips_max -1: not known */
    /* Where the count is hidden because what stands before the test runs once more: it runs so often. 0: not known. */
    int64_t heads_least, heads_most;
    /* The trips for each number that a counter may start from, start_low and up, where the count hangs on that; NULL:
     * it does not, or that is not known. */
    const uint8_t *trips_from;
    uint32_t start_count;
    fp_value start;
    int64_t start_low;
    bool uniform;      /* all threads of a workgroup run it equally often */
    bool leaves_early; /* it may be left before its test, or has none: only its first iteration is sure */
    bool below_upper;  /* it runs while its counter, a number with sign, is less than `upper` */
    bool tested_after; /* the test stands at the end of the body: the head runs as often as the body */
    bool hidden;       /* accesses stand before the test: an iteration may end with them */
    fp_value test; /* the loop goes on when it is `goes_on_if`; FP_NONE: no single value decides, or it has bounds */
    bool goes_on_if;
    bool threads; /* iterations are threads, waves or lanes: `mapping` numbers them */
    fp_mapping mapping;
    int64_t row_below; /* a linear mapping: so many of its numbers belong to one iteration, since the ranks below run */
    int64_t row_extent;    /* through them; and after so many iterations it starts again, 0: never */
    int64_t thread_stride; /* a thread that runs several iterations goes on by so many; 0: it runs one, -1: not known */
    const fp_use *yields;  /* values carried to the next iteration */
    uint32_t yield_count;
    const fp_use *inits; /* the first values of these, as many */
} fp_loop_info;
void fp_addresses_loop(struct fp_addresses *addresses, const fp_loop_info *loop);
/* The loop op is left at its first test: a region before the test runs once, and its arguments, or else the results of
 * the loop, are what it starts from. */
void fp_addresses_loop_left(struct fp_addresses *addresses, fp_op loop);

/* The conditions in force for the accesses that are lowered next; they are popped in reverse order. FP_NONE stands for
 * a condition of which nothing is known. False: nothing is known of this one. */
bool fp_addresses_push_guard(struct fp_addresses *addresses, fp_value condition, bool negated);
/* value == constant: an arm of a switch. */
void fp_addresses_push_case(struct fp_addresses *addresses, fp_value value, int64_t constant);
/* value is none of the numbers: the default of a switch. */
void fp_addresses_push_default(struct fp_addresses *addresses, fp_value value, const int64_t *cases, uint32_t count);
void fp_addresses_push_never(struct fp_addresses *addresses);   /* a condition that holds in no thread */
void fp_addresses_push_unknown(struct fp_addresses *addresses); /* a condition that nobody can say for any thread */
/* The integer set of an affine.if. */
void fp_addresses_push_set(struct fp_addresses *addresses, fp_op affine_if, bool negated);
void fp_addresses_pop_guard(struct fp_addresses *addresses);
fp_guards fp_addresses_guards(struct fp_addresses *addresses); /* the conditions in force */

/* The footprint of one access of `op` on the buffer at operand `buffer`. It is asked for when all loops are known: a
 * value that an outer loop carries may be made by a loop inside of it that stands behind the access. */
typedef struct {
    fp_op op;
    fp_operand buffer;
    fp_value base; /* the buffer value; FP_NONE: an address inside something else (descriptors) */
    fp_shape shape;
    fp_width width;
    uint32_t width_bytes; /* 0: `width` tells */
    bool elected;         /* only the thread touches it that the partition around elects */
    bool masked;          /* it may touch fewer bytes: a mask turns elements off */
    fp_op counts;         /* of that mask: tells how many elements are on along each dimension; FP_NONE: nothing does */
    bool matrix;          /* `descriptor` tells which bytes a product reads, of the buffer that `base` points into */
    fp_value descriptor;
    fp_loop_id loop;  /* innermost loop around, FP_NONE */
    fp_guards guards; /* the conditions in force where the op stands */
} fp_access_request;
fp_footprint fp_addresses_access(struct fp_addresses *addresses, const fp_access_request *request);
/* Scratch of an op at a place of workgroup memory, where its layouts say that it hands values from wave to wave; 0:
 * they do not. `ends`: the read behind the exchange, else the write before it. */
typedef struct {
    fp_op op;
    int64_t offset, size;
    bool ends;
    fp_loop_id loop;
    fp_guards guards;
} fp_scratch_request;
fp_footprint fp_addresses_scratch(struct fp_addresses *addresses, const fp_scratch_request *request);
/* What threads store that meet in common bytes: EQUAL, as copies of one tile by several waves; made of numbers that
 * DIFFER between two of them; or it is not followed. */
typedef enum { FP_STORED_UNKNOWN, FP_STORED_EQUAL, FP_STORED_DIFFER } fp_stored;
/* `stored` FP_NONE: the op copies from other memory. */
fp_stored fp_addresses_stored(struct fp_addresses *addresses, fp_footprint footprint, fp_value stored);
/* All threads store one value. Do two of them share bytes that are another part of it for each? Then these bytes need
 * not be equal. */
bool fp_addresses_shifted(struct fp_addresses *addresses, fp_footprint footprint, fp_value stored);
/* Is the value a constant that is one number, or one number again and again? */
bool fp_addresses_one_number(const struct fp_addresses *addresses, fp_value value);
/* Bytes per thread; 0: not known. */
uint32_t fp_footprint_width(const struct fp_addresses *addresses, fp_footprint footprint);
/* The access, by those of its threads for which not all of the conditions hold; conditions that the whole workgroup
 * shares are taken to hold. 0: which threads these are does not follow from their ids. */
fp_footprint fp_footprint_outside(struct fp_addresses *addresses, fp_footprint footprint, fp_guards guards);
/* The access, by those of its threads in which the condition holds, or negated does not. 0: it is not known as one. */
fp_footprint fp_footprint_where(struct fp_addresses *addresses, fp_footprint footprint, fp_value condition,
                                bool negated);
/* The same with the number of a condition (fp_addresses_condition). */
fp_footprint fp_footprint_given(struct fp_addresses *addresses, fp_footprint footprint, uint32_t condition,
                                bool negated);
/* The access, by those of its threads whose number is from `first` to before `end`. The footprint itself where the
 * numbers of threads do not follow from their ids, for a size of the workgroup is not known. */
fp_footprint fp_footprint_by_threads(struct fp_addresses *addresses, fp_footprint footprint, uint32_t first,
                                     uint32_t end);
/* The access where paths come to it again and again, with those conditions around it that are the same each time. 0:
 * its bytes may change, or the threads that touch them. */
fp_footprint fp_footprint_fixed(struct fp_addresses *addresses, fp_footprint footprint);
/* Do all threads of the workgroup touch the same bytes? */
bool fp_footprint_is_alike(const struct fp_addresses *addresses, fp_footprint footprint);
/* Is a number that each thread holds, times a stride, all that makes the bytes of one thread differ from another's? */
bool fp_footprint_spread_by(const struct fp_addresses *addresses, fp_footprint footprint, fp_value *number,
                            int64_t *stride);
/* Does the footprint depend on the iteration of the loop? */
bool fp_footprint_uses_loop(const struct fp_addresses *addresses, fp_footprint footprint, fp_loop_id loop);
/* The same bytes for code outside of the loop, which the access is left by: accesses in loops of which nothing depends
 * are the same footprint there. The footprint itself where it matters that the loop is around it. */
fp_footprint fp_footprint_leave(struct fp_addresses *addresses, fp_footprint footprint, fp_loop_id loop);

/* Places: where an access stands that has left a loop. Code before the loop meets the accesses of its first
 * iterations, code behind it those of its last ones. */
typedef enum {
    FP_PLACE_FREE,  /* in any iteration */
    FP_PLACE_BEGIN, /* in iteration `distance` */
    FP_PLACE_LEFT,  /* the same, and the test that counts the iterations ends the loop there */
    FP_PLACE_END,   /* `distance` iterations before the last one */
    FP_PLACE_FROM,  /* in iteration `distance` or a later one */
    FP_PLACE_UNTIL, /* `distance` iterations before the last one, or earlier */
    /* In some of those iterations, it is not known in which: nothing certain follows. */
    FP_PLACE_SOME_FROM,
    FP_PLACE_SOME_UNTIL,
    FP_PLACE_TRIPS /* no place: the loop runs `distance` times */
} fp_place_side;
enum { FP_PLACE_FAR = 4 }; /* farther iterations are not told apart */
fp_place fp_place_add(struct fp_addresses *addresses, fp_place place, fp_loop_id loop, fp_place_side side,
                      uint32_t distance);
fp_place fp_place_count(struct fp_addresses *addresses, fp_place counts, fp_loop_id loop, uint32_t trips);
/* Loops with equal bounds that stand in one loop (or in none) are alike: for code outside of them an access of one is
 * as good as the same access of another. */
typedef struct {
    fp_footprint footprint;
    fp_place place;
} fp_stand_in;
/* The access for code outside of `loop`, as if it stood in the first loop that is alike; returns that loop. `loop`
 * itself: there is none, or it matters in which of them the access stands. */
fp_loop_id fp_footprint_stand_in(struct fp_addresses *addresses, fp_loop_id loop, fp_stand_in *access);
/* The other way round: the access as it stands in the loop that is innermost around `own`. False: that is where it
 * stands. */
bool fp_footprint_stand_back(struct fp_addresses *addresses, fp_footprint own, fp_stand_in *access);
/* Sets asked[loop] where some of these addresses depend on the trip count of the loop, for the loops of `candidates`.
 * One walk over the addresses. */
void fp_addresses_ask_trips(struct fp_addresses *addresses, const fp_footprint *footprints, uint32_t count,
                            const bool *candidates, bool *asked, uint32_t loop_count);

typedef struct {
    fp_loop_id carrier; /* loop whose back edge lies between the accesses; FP_NONE: none does. In the loops around it
                           both are in the same iteration */
    uint32_t distance;  /* iterations of the carrier between them, >= 1 */
    bool at_least;      /* that many or more */
    bool concurrent;    /* they stand in two arms of one divergent branch: nothing orders them */
    fp_place producer, consumer; /* loops that only one of them is in, or that both have left and entered again */
    fp_place counts;             /* loops whose trip count is known here (fp_place_count) */
} fp_iterations;

typedef struct {
    fp_overlap overlap;
    fp_decision decided;
    /* Two threads and a byte. Always there for cross_thread. For unknown: a pair that meets under a condition (decided
     * INPUTS: that certainly meets for these arguments), or bytes that are certainly shared by threads that are not
     * known; NULL: neither was found. */
    const fp_witness *witness;
    fp_phrase reason; /* unknown: what blocked the proof; else nothing, `decided` says it */
    bool same_bytes;  /* unknown: they certainly share bytes, only the threads are not known */
    bool begin_apart; /* unknown: how far one of them reaches is not told, and neither begins inside of the other */
    bool by_habit;    /* same_thread, same_wave: as compilers share bytes out, and no text says that they must */
} fp_overlap_answer;
/* Do the two accesses share a byte? The caller has found that they are on one common root. */
fp_overlap_answer fp_overlap_find(struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer,
                                  fp_iterations iterations);
/* The same without a search for evidence, where neither a proof nor a certain meeting is known: the answer is then an
 * `unknown` that says nothing more, and *open is the most that fp_overlap_find may make of it. *open DISJOINT: the
 * answer is that of fp_overlap_find. Cost: such a search is most of the time that fp_overlap_find takes. */
fp_overlap_answer fp_overlap_outline(struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer,
                                     fp_iterations iterations, fp_overlap *open);
/* fp_overlap_find where one of the two is on memory that nothing follows, tensor memory say, or hands over what lies
 * anywhere: no addresses are compared, and the statistics do not count it. Apart only where the two never run in these
 * iterations. */
fp_overlap_answer fp_overlap_unfollowed(struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer,
                                        fp_iterations iterations);
/* Offsets from `base` between which all bytes lie that an access touches, in any thread and iteration. FP_NONE: not
 * known. */
typedef struct {
    uint32_t base;
    int64_t low, high;
} fp_byte_range;
fp_byte_range fp_footprint_range(struct fp_addresses *addresses, fp_footprint footprint);
/* Do the two never share a byte, whatever their threads and iterations are? Both are known. Cost: two comparisons. */
bool fp_overlap_out_of_reach(struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer);
/* The most that fp_overlap_find answers for the two, whatever lies between them. */
fp_overlap fp_overlap_most(const struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer);

/* same_thread and same_wave are bounds: the accesses may also share nothing. This is a byte that one thread, or two of
 * a wave, certainly share if they run both; NULL: none was found. */
const fp_witness *fp_overlap_shared(struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer,
                                    fp_iterations iterations);

/* Numbers between which the value always lies where it is used in this loop (FP_NONE: in none). False: none are known.
 */
bool fp_addresses_range(struct fp_addresses *addresses, fp_value value, fp_loop_id loop, int64_t *low, int64_t *high);
/* Is the value made of constants, of iterations of loops around and of thread ids alone? Then its range rests on no
 * belief about arguments, as that an index fits 32 bits. */
bool fp_addresses_counts(struct fp_addresses *addresses, fp_value value, fp_loop_id loop);

/* A bound of a loop, or its step: a constant, a value, or (FP_NONE) something that is not followed. */
typedef struct {
    fp_value value;
    int64_t constant;
    bool known; /* it is the constant */
} fp_loop_bound;
/* Numbers between which `to - from` lies, whatever arguments are: two bounds made of one program id lie a constant
 * apart, `%n - %n mod 2` and %n at most 1. False: none are known, or they differ between threads. */
bool fp_addresses_distance(struct fp_addresses *addresses, fp_loop_bound from, fp_loop_bound to, fp_loop_id loop,
                           int64_t *least, int64_t *most);

/* Level of an i1 or integer value: how many threads agree on it (precision.md part 2). */
/* Do all lanes of a wave get to the op together? */
bool fp_addresses_whole_waves(struct fp_addresses *addresses, fp_op op);
/* Does the op elect one of all lanes of each wave? */
bool fp_addresses_elects_among_all(struct fp_addresses *addresses, fp_op op);
fp_uniformity fp_addresses_uniformity(struct fp_addresses *addresses, fp_value value);
/* Value of an i1 or integer in the first lane of a wave, when it depends on thread ids alone. */
bool fp_addresses_wave_value(struct fp_addresses *addresses, fp_value value, uint32_t wave, int64_t *result);
/* Value of an i1 or integer in one thread, when it depends on thread ids alone. */
bool fp_addresses_number(struct fp_addresses *addresses, fp_value value, const int32_t thread[3], int64_t *result);
/* Two neighbouring threads that come to the op and certainly go different ways there, with `in_wave` two lanes of one
 * wave: by the value, or where that is FP_NONE by the op's condition or a bound of the loop. False: all such threads
 * agree, or what they go by does not depend on thread ids alone. */
bool fp_addresses_part(struct fp_addresses *addresses, fp_op op, fp_value value, bool in_wave, uint32_t threads[2]);
/* Do they in an iteration that the loops around come to? In others all may agree. */
bool fp_addresses_part_once(struct fp_addresses *addresses, fp_op op, fp_value value, bool in_wave,
                            uint32_t threads[2]);
/* Conditions are numbered by their expressions: values with one number are equal wherever both are known. `negated` is
 * toggled where the value is `not x` and x has the number. FP_NONE: nothing is known of the value. */
uint32_t fp_addresses_condition(struct fp_addresses *addresses, fp_value value, bool *negated);
/* The same of the integer set of an affine.if. */
uint32_t fp_addresses_set_condition(struct fp_addresses *addresses, fp_op affine_if, bool *negated);
/* May the condition with this number change from one iteration of the loop to another? */
bool fp_addresses_condition_varies(const struct fp_addresses *addresses, uint32_t condition, fp_loop_id loop);
/* The number of the condition that iteration `iteration` of the loop runs. */
uint32_t fp_addresses_runs(struct fp_addresses *addresses, fp_loop_id loop, uint32_t iteration, bool *negated);
/* A condition that stands in a loop. */
typedef struct {
    uint32_t number; /* fp_addresses_condition */
    bool negated;    /* that it does not hold */
    fp_loop_id loop;
    bool at_head; /* it stands before the test that ends the loop, and so is asked once more than the body runs */
    const struct fp_round_given *given; /* what is asked of conditions around it, from the inside out; NULL: nothing */
} fp_round_condition;
typedef struct fp_round_given {
    uint32_t number;
    bool negated;
    const struct fp_round_given *outer;
} fp_round_given;
/* Iterations; FP_ROUND_NTH + n: number n, of a loop that is known to run so often and seldom. */
typedef enum {
    FP_ROUND_ANY,
    FP_ROUND_FIRST,
    FP_ROUND_NOT_FIRST,
    FP_ROUND_LAST,
    FP_ROUND_NOT_LAST,
    FP_ROUND_NTH
} fp_round;
enum { FP_ROUNDS_COUNTED = 8, FP_ROUNDS = FP_ROUND_NTH + FP_ROUNDS_COUNTED + 1 };
/* Does the condition hold in these iterations of its loop, in each run that comes to them? False: nothing says so. */
bool fp_addresses_holds_in(struct fp_addresses *addresses, const fp_round_condition *condition, fp_round round);
/* Is it impossible that condition `a` is `a_truth` while `b` is `b_truth`? As `n > 1` true and `n > 0` false is. */
bool fp_addresses_excludes(struct fp_addresses *addresses, uint32_t a, bool a_truth, uint32_t b, bool b_truth);

/* Is the value the same number in all threads of the workgroup? */
bool fp_addresses_alike(struct fp_addresses *addresses, fp_value value);

uint64_t fp_addresses_misses(const struct fp_addresses *addresses);
uint64_t fp_addresses_overruns(const struct fp_addresses *addresses);
/* How many pairs of accesses this step decided; TRIPS and ADDRESS count questions. */
uint64_t fp_addresses_decided(const struct fp_addresses *addresses, fp_decision decision);
#endif
