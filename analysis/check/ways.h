/* ways.h - does control flow lead from one access to another for the values that a witness names?
 *
 * Two accesses may each run for some values of the kernel's arguments, and no run may come to both: a loop is left in
 * between. The blocks are run as the text has them, with the arguments that branches pass; where a condition is not
 * known, both ways are taken, and when it does not change, each goes on as it has begun.
 *
 * A run does not depend on the two accesses: it is kept for the next pair whose witness names the same values.
 *
 * Ownership  lives in the arena given to `fp_ways_new`; the kernel is only read.
 * Cost       the first pair: a thousand blocks, or where that does not suffice those of the region that holds both.
 *            Further ones: the blocks between the two.
 */
#ifndef FP_WAYS_H
#define FP_WAYS_H
#include "kernel/kernel.h"

struct fp_ways;
struct fp_ways *fp_ways_new(struct fp_arena *scratch, const struct fp_kernel *kernel);
/* False: no run with these values comes to `producer`, and to `consumer` afterwards. */
bool fp_ways_lead(struct fp_ways *ways, const fp_witness *witness, fp_op producer, fp_op consumer);
#endif
