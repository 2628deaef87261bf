/* replay.h - do the two threads of a witness come to the two accesses, with no barrier between?
 *
 * The text is walked as each of the two threads runs it: loops, conditions and branches whose numbers are known, bodies
 * of callees included. Of the fold only the roles of syncs are asked for, of addresses only what thread ids are, so
 * that a mistake there does not pass here as well.
 *
 * Ownership  lives in the arena given to `fp_replay_new`; the kernel is only read.
 * Cost       the ops that matter on the way of both threads, FP_REPLAY_STEPS at most, and so many for all witnesses of
 *            a kernel together that a kernel with many races costs no more than a few.
 */
#ifndef FP_REPLAY_H
#define FP_REPLAY_H
#include "order/fold.h"

struct fp_replay;
/* `fold`: the kernel's. */
struct fp_replay *fp_replay_new(struct fp_arena *scratch, const struct fp_kernel *kernel, const struct fp_fold *fold);
typedef enum {
    FP_REPLAY_AGREES,      /* the two meet, or what they do is not known */
    FP_REPLAY_CONTRADICTS, /* one of the two never comes to its access in the iteration that the witness names, or,
                              where any barrier between them orders the two, one of the workgroup stands there */
    FP_REPLAY_MAY_ORDER /* both have met at a barrier of some of the threads, which the fold takes for one that nobody
                           need come to; or at one that may run before what the producer copies has landed; or they
                           meet with none of the numbers that were tried for arguments of which
                           the witness does not speak */
} fp_replay_verdict;
/* Producer and consumer are members of the fold. `carrier`: fp_loop_item.op of the kernel's own loop of which the
 * consumer runs in a later iteration; FP_NONE: there is none. */
fp_replay_verdict fp_replay_judge(struct fp_replay *replay, const fp_witness *witness, uint32_t producer,
                                  uint32_t consumer, bool by_barrier, fp_op carrier);
/* Does the witness name what a `while` inside of another hands from one iteration to the next? Whether the start that
 * it is given there leads to that value is not told. */
bool fp_replay_names_turn(const struct fp_ir *ir, const fp_witness *witness);
#endif
