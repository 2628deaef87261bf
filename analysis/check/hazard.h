/* hazard.h - what the algebra says of a kernel: unordered conflicting pairs, and what each sync is needed for. The
 * rules' raw material.
 *
 * Ownership  results live in the arena given. Numbers index the kernel's arrays.
 */
#ifndef FP_HAZARD_H
#define FP_HAZARD_H
#include "kernel/decided.h"
#include "kernel/kernel.h"

typedef enum {
    FP_CAUSE_BARRIER, /* nothing orders the pair across threads */
    FP_CAUSE_FENCE,   /* a barrier stands between, but the producer's data need not have landed */
    FP_CAUSE_ASYNC    /* the producer may still be in flight */
} fp_cause;

typedef struct {
    fp_hazard_kind kind;
    uint32_t producer, consumer; /* accesses; equal: two threads of one op */
    fp_loop_id carrier;          /* FP_NONE: no back edge between */
    uint32_t distance;
    bool at_least;
    bool concurrent;     /* in two arms that different threads run at the same time */
    fp_decided_pair run; /* what the run of the kernel's threads says of the two */
    bool certain;        /* no conditional sync can lie on the path */
    bool contradicted;   /* it was certain, and the replay of its witness shows something else */
    bool handed_over; /* producer's arm signals or releases, consumer's arm waits or acquires: a flag or queue may order
                         it */
    bool only_assumed; /* an assumed meeting orders the pair, and nothing else does (fp_sync) */
    bool only_rare;    /* .. a rare sync does; the producer is a copy that has been waited for */
    bool only_shifted; /* the barriers between order the pair for waves that are in step; these are shifted, and the
                          run does not tell what becomes of the pair */
    bool one_number;   /* both write one number where they meet (one_number.h) */
    fp_stored stored;  /* an op with itself: what threads store whose bytes meet */
    bool same_thread_async; /* the pair is unordered even within one thread: the producer is in flight */
    fp_cause cause;
    bool no_barrier;  /* it would be unordered even had the producer's data landed: no barrier is between */
    bool behind_wait; /* cause BARRIER: barriers stand between, but all of them before the wait for the copy */
    fp_overlap_answer answer;
    int32_t required_count; /* cause ASYNC: largest count of a wait that completes the producer here; -1: not known */
    uint32_t through_call;  /* call whose callee holds one end; FP_NONE */
    bool more;              /* further producers of this consumer say the same, and are not listed */
    uint32_t group;         /* internal: of fp_pairs_shown, + 1; 0: none */
} fp_hazard;

typedef enum {
    FP_VERDICT_NEEDED,    /* orders `producer` before `consumer`, which nothing else does */
    FP_VERDICT_REDUNDANT, /* can go, together with everything else that is reported redundant */
    FP_VERDICT_PACING,    /* orders nothing, but may have been written for scheduling: among scheduling ops, or bare */
    FP_VERDICT_INEFFECTIVE, /* orders nothing while an asynchronous access crosses it */
    FP_VERDICT_DOUBTFUL,    /* needed only if a compiler does not build the barriers or waits into ops that today's
                               backends build in */
    FP_VERDICT_UNREACHED,   /* no path of the kernel leads to it: its conditions contradict each other */
    FP_VERDICT_UNJUDGED     /* not a candidate: other effects, unknown callers */
} fp_verdict;

typedef struct {
    fp_verdict verdict;
    uint32_t partner; /* the other half of a split pair that goes with it (a wait's signal, a signal's wait); FP_NONE */
    uint32_t instead; /* REDUNDANT, PACING, INEFFECTIVE: a needed sync that orders what this one would; DOUBTFUL: the
                         sync in doubt; FP_NONE */
    bool either;      /* `instead` could be removed in place of this one */
    bool in_calls;    /* REDUNDANT, PACING: that is what all callers of the function have found */
    bool for_others;  /* NEEDED, but only because other syncs have been found redundant: one of them could stay in its
                         place */
    uint32_t producer, consumer; /* NEEDED: the pair; INEFFECTIVE: producer is the copy; else FP_NONE */
    fp_hazard_kind kind;
    bool crosses_workgroup; /* without it, accesses of that space would cross its place unordered */
    /* The same of other spaces; untracked: a pair of which one end is untracked memory. Where workgroup memory is
     * crossed, too, one of them is told of a wide sync and none of another. */
    bool crosses_global, crosses_untracked;
    fp_op ends[2];   /* NEEDED for nothing but such a pair: the ops before and behind the sync; else FP_NONE */
    bool narrowable; /* a workgroup-only barrier would order all that this one is needed for, and no global access
                        crosses; false as long as nobody asked (widths.h) */
} fp_sync_verdict;
/* A verdict that names no other sync and no access. */
static inline fp_sync_verdict fp_sync_verdict_of(fp_verdict verdict) {
    return (fp_sync_verdict){ .verdict = verdict,
                              .partner = FP_NONE,
                              .instead = FP_NONE,
                              .producer = FP_NONE,
                              .consumer = FP_NONE,
                              .ends = { FP_NONE, FP_NONE } };
}

typedef struct {
    const fp_hazard *hazards;
    size_t hazard_count; /* sorted by consumer, then producer distance in the text; each (producer, consumer, carrier,
                            kind) once */
    fp_sync_verdict *syncs; /* one per kernel sync */
    bool streams;           /* barriers or objects stand under conditions on threads: no sync is judged */
    uint64_t meets, bounded_runs, bounded_calls, bounded_conditions, bounded_cases; /* the last four: fold.h */
    uint64_t contradicted; /* witnesses of certain pairs that their replay does not bear out (replay.h) */
    const struct fp_placement *placement; /* what would order the hazards (placement.h); NULL: nobody asked yet */
    const struct fp_savings *savings;     /* barriers that could cost less (savings.h); NULL: nobody asked yet */
} fp_analysis;

/* Is it of two threads of one execution of one op? */
static inline bool fp_hazard_is_self(const fp_hazard *hazard) {
    return hazard->producer == hazard->consumer && hazard->carrier == FP_NONE;
}
/* Is the producer a copy in no committed group, so that no wait completes it? */
bool fp_hazard_is_uncommitted(const struct fp_kernel *kernel, const fp_hazard *hazard);
fp_level fp_hazard_severity(const struct fp_kernel *kernel,
                            const fp_hazard *hazard); /* FP_LEVEL_OFF: nothing to report */
/* How bad it is, at most `level`, that a barrier stands between the two and does not wait for what the first one reads:
 * an op that needs the value before the barrier has waited for it, and one that only computes with it may have been
 * moved behind the barrier, with its wait. */
fp_level fp_hazard_level_of_used(const struct fp_kernel *kernel, fp_op read, fp_op consumer, fp_level level);
/* An op between the two that may be a barrier of a dialect that no table knows; FP_NONE: there is none, or no barrier
 * would order them. */
fp_op fp_hazard_perhaps_ordered(const struct fp_kernel *kernel, const fp_hazard *hazard);
/* Will a pass that has yet to run order the pair? Triton's membar pass places barriers between the accesses of one
 * stream; it places none between partitions, and no waits for copies. Which threads have what is not decided before
 * tiles are shared out. */
bool fp_hazard_awaits_pass(const struct fp_kernel *kernel, const fp_hazard *hazard);

/* Hazards and verdicts of one kernel; `program` finds the callees of its calls. */
fp_analysis fp_analyse(struct fp_arena *keep, struct fp_kernel *kernel, const struct fp_program *program,
                       const volatile bool *cancelled);

/* The same in steps, for callers that ask "what if" between them. `scratch` and `keep` outlive the analyser. */
struct fp_fold;
struct fp_fold_node;
struct fp_analyser;
struct fp_analyser *fp_analyser_new(struct fp_arena *keep, struct fp_arena *scratch, struct fp_kernel *kernel,
                                    const struct fp_program *program, const volatile bool *cancelled);
fp_analysis fp_analyser_run(struct fp_analyser *analyser);
/* For questions that come later: from now on this flag is polled. Not after the analyser was cancelled. */
void fp_analyser_poll(struct fp_analyser *analyser, const volatile bool *cancelled);
struct fp_fold *fp_analyser_fold(struct fp_analyser *analyser);
/* Pairs of accesses that this tree of the analyser's fold leaves unordered, sorted like those of fp_analysis. Valid
 * until the next call. */
typedef struct {
    const fp_hazard *data;
    size_t len;
} fp_hazards;
fp_hazards fp_analyser_hazards(struct fp_analyser *analyser, const struct fp_fold_node *root);
uint64_t fp_analyser_compared(const struct fp_analyser *analyser); /* a measure of what all questions took so far */
/* Those among them that nodes made since then keep (fp_fold_now). */
fp_hazards fp_analyser_hazards_since(struct fp_analyser *analyser, const struct fp_fold_node *root, uint32_t then);
/* Those that meet deep enough in the kernel (fp_fold_pairs_inside). */
struct fp_fold_depth;
fp_hazards fp_analyser_hazards_inside(struct fp_analyser *analyser, const struct fp_fold_node *root,
                                      const struct fp_fold_depth *depth);
/* The pairs of the next node that has some, unsorted (fp_fold_upwards_next); false: there is none. */
struct fp_fold_upwards;
bool fp_analyser_hazards_next(struct fp_analyser *analyser, struct fp_fold_upwards *walk, fp_hazards *found);
/* The one among them with the ends, loop and kind of `like`; false: it is ordered. `places`: where its ends stand in
 * the kernel (fp_fold_place), FP_NONE when that is not known. Cost: see fp_fold_pairs_between. */
struct fp_pair_places;
bool fp_analyser_hazard(struct fp_analyser *analyser, const struct fp_fold_node *root, const fp_hazard *like,
                        const struct fp_pair_places *places, fp_hazard *found);
#endif
