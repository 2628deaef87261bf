/* run_without.h - kernels whose waves are shifted against each other (fp_fold_shifts): can a sync go, that orders
 * nothing while waves are in step?
 *
 * The runs of the kernel say so (streams/decide.h): without the sync, and without all that has been found to be of no
 * use before, they find nothing that they do not find with them. They follow workgroup memory alone. A sync that orders
 * other memory besides stays where the barriers between shifted waves, all of them together, order any of that.
 *
 * Cost  all runs of the kernel for each question; together FP_RUN_WITHOUT_EVENTS_MAX events of a kernel. What is asked
 *       beyond that stays.
 */
#ifndef FP_RUN_WITHOUT_H
#define FP_RUN_WITHOUT_H
#include "check/sync_judging.h"

enum { FP_RUN_WITHOUT_EVENTS_MAX = 1 << 13 /* some 5 ms */ };

typedef struct {
    const struct fp_program *program;
    bool *without; /* per op: its syncs have gone; made at the first question */
    uint64_t left; /* events that may still be run; a question counts as all runs of the kernel */
    fp_syncs shifted;
} fp_run_without;

/* `spaces`: the memories for whose sake the syncs may be there, as bits of FP_SPACES_*. True: they count as gone from
 * now on. */
bool fp_run_without_holds(fp_run_without *runs, const fp_sync_judging *j, fp_syncs syncs, uint8_t spaces);
#endif
