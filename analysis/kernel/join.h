/* join.h - the text of a kernel with the bodies of the functions that it calls.
 *
 * Each call of a function in sight gets a copy of that function's body as a region of its own, in which the arguments
 * of the call stand for the parameters and what the function returns is yielded: the text as it would be after
 * inlining, with the call still around it. What is asked of values then needs no answer for calls.
 *
 * Numbers    ops, values and blocks of the caller keep theirs; copies come behind them.
 * Ownership  the result lives in `keep` and borrows the text, not the arrays, of what it is made of.
 * Cost       linear in the ops of the result, which are bounded (FP_JOINED_OPS_MAX, FP_JOINED_CALLS_MAX).
 * Left out   calls of a function that is being called already, of one in another module, of one whose parameters do not
 *            match, and what goes beyond the bounds. They stay calls.
 */
#ifndef FP_JOIN_H
#define FP_JOIN_H
#include "read/ir.h"
#include "read/unit.h"

/* Functions whose bodies may be joined; sorted by unit. */
typedef struct fp_callees {
    const uint32_t *units;
    const struct fp_ir *const *irs;
    uint32_t count;
    uint32_t calls_max; /* bodies in one text at most */
} fp_callees;
enum { FP_JOINED_OPS_MAX = 1 << 17, FP_JOINED_DEPTH_MAX = 16 };

/* NULL: it is none of them. */
const struct fp_ir *fp_callees_find(const fp_callees *callees, uint32_t unit);

/* `ir` itself where no body is joined to it. */
const struct fp_ir *fp_ir_join(struct fp_arena *keep, const struct fp_ir *ir, uint32_t unit, const fp_callees *callees);
#endif
