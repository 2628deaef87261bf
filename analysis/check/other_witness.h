/* other_witness.h - a pair that is unordered where some barrier does not run: threads and values that keep it from
 * running.
 *
 * The algebra unites ways, and addresses know nothing of barriers. The witness of a pair may so name values with which
 * a barrier runs between the two, while others keep it from that: `if %i mod 2 == 0 {barrier}` in a loop over %i.
 *
 * Ownership  nothing is kept but what the kernel's addresses keep of their own.
 * Cost       one comparison of the two for each question.
 */
#ifndef FP_OTHER_WITNESS_H
#define FP_OTHER_WITNESS_H
#include "order/fold.h"

enum { FP_OTHER_BRANCHES_MAX = 8 /* further branches with barriers are not asked about */ };

/* Question number `number` about the pair, of two accesses of the kernel itself: where the condition of one branch that
 * holds barriers is true, or is not, for both or for one of them, how do they overlap? False: there are no more
 * questions. */
bool fp_other_witness_ask(const struct fp_kernel *kernel, const struct fp_summaries *summaries, const fp_pair *pair,
                          uint32_t number, fp_overlap_answer *answer);
#endif
