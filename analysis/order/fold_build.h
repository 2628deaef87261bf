/* fold_build.h - where nodes are built: what is in force there, what is known of conditions there, and which barriers
 * waves of different arms pass together.
 *
 * A building is a value: each inner one is a copy of the one around it, changed, and lives on the stack.
 */
#ifndef FP_FOLD_BUILD_H
#define FP_FOLD_BUILD_H
#include "order/fold_internal.h"

typedef struct fp_known {
    uint32_t value;
    bool truth;
    const struct fp_known *outer;
} fp_known; /* a condition and its value */
typedef struct fp_parting {
    const struct fp_kernel *kernel;
    fp_op op;
    bool perhaps_in_step; /* waves may pass as many barriers on one way as on another, and meet at them */
    const struct fp_parting *outer;
} fp_parting; /* an op at which threads may go different ways: a branch, a loop */
typedef struct {
    struct fp_fold *fold;
    uint32_t frame;
    uint32_t low, high; /* inside a callee: the places of the call, which all its items share; FP_NONE: every item has a
                           place of its own */
    fp_meeting meeting;
    bool shifted;               /* waves may be one barrier apart here */
    const fp_parting *partings; /* why threads do not meet here; innermost first */
    bool partial, in_doubt;     /* only some threads come here, by a condition on threads; perhaps */
    fp_addressed addressed;
    const fp_known *known; /* conditions whose value is known here */
    uint64_t splits, truths;
    uint32_t
        split_count;  /* case splits in force: `splits` holds their bits, `truths` the bits of those that are true */
    uint64_t unclear; /* bits that two splits in force share (see fp_split): they identify no valuation */
    fp_place trips;
    fp_place outer_trips; /* inside a callee: what the caller knows of its loops */
} fp_building;

static inline const struct fp_kernel *fp_building_kernel(const fp_building *at) {
    return at->fold->frames.data[at->frame].kernel;
}

/* ---- fold_known.c ---- */
/* The value of a condition: it is known itself, or another known condition implies it. NULL: not known. */
const fp_known *fp_known_find(const fp_building *at, uint32_t value);
/* Does a case split decide the condition? Other values of it are other cases then, and paths of the same code. */
bool fp_known_by_case(const fp_building *at, uint32_t value);
/* Does a known condition rule this value out? Of two conditions that exclude each other, the one that was split later
 * gives way. */
bool fp_known_excludes(const fp_building *at, uint32_t value, bool truth);
/* How often loops run whose number of trips addresses depend on, as far as the conditions among `splits` tell. */
fp_place fp_known_counts(const fp_building *at, uint64_t splits);
/* Counts the conditions of the block, from number `next` on, that are not split on here and whose value is not known.
 */
void fp_known_leave_out(const fp_building *at, const fp_case_block *block, uint32_t next);

/* ---- fold_case_splits.c ---- */
/* The conditions inside an item, and those whose value may imply theirs. */
uint64_t fp_splits_of(const fp_building *at, fp_item item);

/* ---- fold_in_step.c ---- */
typedef enum { FP_CHOOSE_ALIKE, FP_CHOOSE_BY_WAVE, FP_CHOOSE_BY_LANE, FP_CHOOSE_IN_DOUBT, FP_RUN_ALL } fp_choosing;
fp_choosing fp_choosing_of(const fp_branch_item *branch);
/* How barriers count here. Threads that may have gone different ways are known to have done so where two of them show
 * it. */
fp_meeting fp_meeting_shown(const fp_building *at);
typedef struct {
    uint32_t frame, sync;
} fp_barrier_at;
/* Finds a workgroup barrier in the block, however deep; blocks of graphs are not looked into. */
bool fp_any_barrier(const fp_building *at, const fp_items *items, fp_barrier_at *found);
/* The next workgroup barrier among the direct items, from `start` on; items->len: there is none. */
uint32_t fp_next_barrier(const fp_building *at, const fp_items *items, uint32_t start);
/* Do all arms meet at the same sequence of barriers, all of them direct items? Then waves of different arms pass them
 * together. */
bool fp_arms_in_step(const fp_building *at, const fp_branch_item *branch);
/* May as many barriers stand on a way through one arm as on a way through the other? */
bool fp_arms_may_be_in_step(const fp_building *at, const fp_branch_item *branch);
/* The barrier of a branch that holds one and nothing else, in the arm that some waves take: `if wave >= 4 {barrier}`.
 * FP_NONE: it is another branch. */
uint32_t fp_extra_barrier(const fp_building *at, fp_item item, bool *truth);
/* Is it a barrier for some waves, where the run judges those that it shifts against others? */
bool fp_shifts_shares(const fp_building *at, const fp_items *items, uint32_t item);
/* Marks what stands between two extra barriers, and these. */
void fp_stagger_leaves(const fp_building *at, const fp_items *items, fp_fold_leaf *leaves, uint32_t count);
/* The two extra barriers are a signal and its wait for what comes before the first and behind the second: all waves
 * have passed a barrier between. Returns the half that stands for one of them. */
fp_sync fp_shift_half(const fp_building *at, uint32_t barrier, fp_shift shift);
#endif
