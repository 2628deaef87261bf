/* results.h - registers that a product works on behind its op, and ops that use them before a wait for it.
 *
 * A product of wgmma gives its results when its group is complete: until a wait has covered that group, nobody may use
 * them (PTX ISA, wgmma.wait_group). Further products that add to the same accumulator may, and so may ops that hand
 * registers on. Loads of tensor memory are not meant: who uses a register of theirs waits for it anyhow (PTX ISA,
 * memory consistency of tcgen05, register dependencies).
 *
 * How many groups are newer than that of a value is followed as a range over all paths.
 *
 * Ownership  results live in `keep`.
 * Cost       nothing for kernels without such products; else each op once, those of loops until nothing changes.
 */
#ifndef FP_RESULTS_H
#define FP_RESULTS_H
#include "kernel/kernel.h"

typedef struct {
    fp_op use, product;
    fp_counter counter;
    int32_t newer;  /* groups that a wait may leave in flight; 0 where ways differ */
    bool committed; /* its group, on every path */
    bool certain;   /* on every path that comes to the use */
} fp_early_use;
typedef struct {
    const fp_early_use *data;
    size_t len;
} fp_early_uses;

/* One for each op that uses such a value, in the order of the text. */
fp_early_uses fp_early_uses_find(struct fp_arena *keep, struct fp_arena *scratch, const struct fp_kernel *kernel);
#endif
