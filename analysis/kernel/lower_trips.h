/* lower_trips.h - how often a loop runs, and which of its values counts the iterations.
 *
 * Example: blocks `^head(%i: index)` that go on while `%i < 16` and pass `%i + 4` on: %i is the induction variable of
 * a loop of 4 trips.
 */
#ifndef FP_LOWER_TRIPS_H
#define FP_LOWER_TRIPS_H
#include "kernel/lower_items.h"

int64_t fp_trips_between(int64_t lower, int64_t upper, int64_t step); /* for i = lower; i < upper; i += step */

/* By block, from `first` on: what the one way into it passes for its arguments; NULL: several ways do, or none. */
typedef struct {
    fp_block first;
    uint32_t count;
    const fp_use *const *uses;
} fp_forwarded;

/* A loop whose text gives no bounds: the values that its header takes, and the condition under which it goes on. */
typedef struct {
    fp_block header;
    uint32_t carried;     /* arguments of the header */
    const fp_use *inits;  /* their first values; NULL: several edges enter */
    const fp_use *yields; /* their next values; NULL: several edges repeat */
    fp_value condition;   /* decides whether the loop goes on; FP_NONE: more than one value does */
    bool stays_if;        /* the loop goes on when the condition has this value */
    fp_forwarded forwarded;
    bool tested_after; /* the test comes at the end of the body */
} fp_counted_loop;
/* Fills in the induction variable, bounds, step and trips of `info`. */
void fp_lower_count(const fp_lowering *l, const fp_counted_loop *loop, fp_loop_info *info);
/* Forgets the trips: the header of a loop runs once more than its body, so where accesses stand in the header, the
 * evaluator must not take the body's count for theirs. */
void fp_lower_hide_count(fp_loop_info *info);
/* Fills in the conditions that kernel.loops[number] runs at all, twice, and so on; the addresses know the loop. */
void fp_lower_runs(fp_lowering *l, uint32_t number);
#endif
