/* rounds.h - barriers that a loop leaves out in its first or its last iteration only.
 *
 * `if %i > 0 {barrier}` and `if %i + 1 < %n {barrier}` stand under a condition, and yet order what one iteration does
 * before what the next one does: where there is a next one, they run. Likewise `if %i == 0 {barrier}` orders what comes
 * before the loop before what stands behind the barrier in any iteration. The algebra takes each arm for possible.
 *
 * Ownership  lives in the arena given; the kernel and the fold are only read.
 * Cost       once for a kernel its conditions with barriers inside; then for each pair the loops around these.
 */
#ifndef FP_ROUNDS_H
#define FP_ROUNDS_H
#include "check/hazard.h"
#include "order/fold.h"

struct fp_rounds;
/* NULL: the kernel has no such barrier. */
struct fp_rounds *fp_rounds_new(struct fp_arena *scratch, struct fp_kernel *kernel, const struct fp_fold *fold);
/* Do they order the pair, in whichever iterations the two run? `producer`: its class; `from` and `to`: the kernel's ops
 * by which the two run. */
bool fp_rounds_order(const struct fp_rounds *rounds, const fp_hazard *hazard, const fp_class *producer, fp_op from,
                     fp_op to);
#endif
