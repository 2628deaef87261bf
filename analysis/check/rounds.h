/* rounds.h - which arms of a loop's branches run in which of its iterations.
 *
 * `if %i > 0 {barrier}` and `if %i + 1 < %n {barrier}` stand under a condition, and yet order what one iteration does
 * before what the next one does: where there is a next one, they run. The algebra takes each arm for possible.
 *
 * Ownership  lives in the arena given; the kernel and the fold are only read.
 * Cost       once for a kernel: its branches in loops, FP_ROUND_BRANCHES_MAX of them, in each kind of iteration.
 */
#ifndef FP_ROUNDS_H
#define FP_ROUNDS_H
#include "order/fold.h"

/* Kernels have one or two. A barrier in the arms of further ones counts as one that may not run, so that pairs which it
 * orders are told. */
enum { FP_ROUND_BRANCHES_MAX = 64 };

struct fp_rounds;
/* NULL: no arm with syncs is known to run in some iterations. */
struct fp_rounds *fp_rounds_new(struct fp_arena *scratch, struct fp_kernel *kernel, const struct fp_fold *fold);
/* The innermost loop around the branch in which its condition changes; where none is, the innermost one. FP_NONE: it
 * stands in none, or nothing is known of it. `at_head`: it stands before the test that ends that loop. */
uint32_t fp_rounds_loop(const struct fp_rounds *rounds, uint32_t branch, bool *at_head);
/* Does the arm certainly run in these iterations of that loop? */
bool fp_rounds_run(const struct fp_rounds *rounds, uint32_t branch, uint32_t arm, uint32_t round);
/* Does the sync do what its kind says, in all threads that come to it? Of halves of barriers and whole ones, it is one
 * of the whole workgroup and all threads come. */
bool fp_rounds_count_on(const struct fp_rounds *rounds, uint32_t sync);
#endif
