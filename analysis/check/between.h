/* between.h - what certainly runs between two accesses, where the iterations of the loops around them are told apart.
 *
 * The algebra unites the ways of all iterations. Here syncs are followed that certainly lie on the way from one access
 * to the other: those of the blocks around both, of whole loops between them, and those under a condition that holds in
 * the iterations at hand (rounds.h). A loop that is known to run a few times is gone through iteration by iteration.
 *
 * Ownership  lives in the arena given; the kernel and the fold are only read.
 * Cost       once for a kernel its items. Then for each pair the items between the two, in each iteration of short
 *            loops; FP_BETWEEN_STEPS for all pairs together.
 */
#ifndef FP_BETWEEN_H
#define FP_BETWEEN_H
#include "check/hazard.h"
#include "check/rounds.h"

struct fp_between;
/* NULL: nothing more is known of iterations than the algebra knows. */
struct fp_between *fp_between_new(struct fp_arena *scratch, struct fp_kernel *kernel, const struct fp_fold *fold);
/* Do they order the pair, in whichever iterations the two run? `producer`: its class; `from` and `to`: the kernel's ops
 * by which the two run. */
bool fp_between_orders(struct fp_between *between, const fp_hazard *hazard, const fp_class *producer, fp_op from,
                       fp_op to);
#endif
