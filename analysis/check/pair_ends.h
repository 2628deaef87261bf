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
/* Is there no flag that might order the two? The run has followed all of them. */
bool fp_pair_has_no_flag(const struct fp_kernel *kernel, const fp_pair_ends *e);
/* Does the run, which has said so of the pair, judge it: it has ordered it, or an object completes its producer? */
bool fp_pair_is_run_elsewhere(const struct fp_kernel *kernel, const fp_pair_ends *e, fp_decided_pair said);
/* The run orders what waves do. What the lanes of one do is left: the chip does it in order, landed or not. */
bool fp_pair_is_left_to_lanes(const struct fp_kernel *kernel, const fp_pair_ends *e, fp_overlap_answer *answer);
#endif
