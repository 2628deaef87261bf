/* pair_ends.h - what the two ends of an unordered pair tell of it: what it lacks, and what the run of the kernel's
 * threads has decided.
 */
#ifndef FP_PAIR_ENDS_H
#define FP_PAIR_ENDS_H
#include "check/hazard.h"
#include "order/fold.h"

/* Two accesses of a pair of groups, and where they run. */
typedef struct {
    const fp_pair *pair;
    fp_member_place p, c;
} fp_pair_ends;

/* The thread that started the copy has waited for it on all paths: other threads lack nothing but a barrier behind that
 * wait. */
bool fp_pair_is_waited_for(const fp_pair_ends *e);
/* Which kind of order the pair lacks. */
fp_cause fp_pair_cause(const struct fp_kernel *kernel, const fp_pair_ends *e);
/* What the run of the kernel's threads says of the pair. */
fp_decided_pair fp_pair_said_by_run(const struct fp_kernel *kernel, const fp_pair_ends *e);
/* Do the two race in the run, which has followed all flags that might order them? */
bool fp_pair_races_in_run(const struct fp_kernel *kernel, const fp_pair_ends *e);
/* Does the run, which has said so of the pair, judge it: it has ordered it, or an object completes its producer? */
bool fp_pair_is_run_elsewhere(const struct fp_kernel *kernel, const fp_pair_ends *e, fp_decided_pair said);
/* Has the run never seen the two out of order where one thread would do them in this order? Of threads of one wave it
 * says nothing. */
bool fp_pair_is_run_in_order(const struct fp_kernel *kernel, const fp_pair_ends *e);
/* Does the run know that a shift of waves against each other is nothing to the pair? The two race in it, or all threads
 * have done them at once. */
bool fp_pair_is_in_step(const struct fp_kernel *kernel, const fp_pair_ends *e);
/* The run orders what waves do. What the lanes of one do is left: the chip does it in order, landed or not. */
bool fp_pair_is_left_to_lanes(const struct fp_kernel *kernel, const fp_pair_ends *e, fp_overlap_answer *answer);
#endif
