/* inner_ends.h - pairs whose ends stand in functions that the kernel calls: which function reports them, and what its
 * callers tell it (inner.h).
 *
 * Cost  the accesses of one function, for each pair.
 */
#ifndef FP_INNER_ENDS_H
#define FP_INNER_ENDS_H
#include "check/pair_ends.h"

/* Does this kernel report the pair? The kernel in which both ends stand does, unless callers decide whether the two
 * are the same memory: then each caller does. */
bool fp_pair_is_reported_here(const struct fp_program *program, const struct fp_kernel *kernel, const fp_pair_ends *e);
/* What callers know of a hazard of the function. NULL: nothing. `told`: all of them were heard. */
const fp_hazard *fp_inner_known(const struct fp_program *program, const struct fp_kernel *kernel,
                                const fp_hazard *hazard, bool *told);
/* Leaves a pair of the fold that meets inside of a callee to the judgement of that function. */
void fp_inner_leave(const struct fp_program *program, const struct fp_fold *fold, const fp_pair *pair,
                    uint32_t producer, uint32_t consumer, const fp_hazard *hazard);
/* Tells the functions that the kernel calls, for their own judgement, that it does and how their stores race with
 * themselves there. Nothing when it is called itself: its own callers tell them. */
void fp_inner_tell_callees(const struct fp_program *program, const struct fp_fold *fold,
                           const struct fp_kernel *kernel);
#endif
