/* run_without.h - kernels whose waves are shifted against each other (fp_fold_shifts): can a sync go, that orders
 * nothing while waves are in step?
 *
 * The runs of the kernel say so (streams/what_if.h): without the sync, and without all that has been found to be of no
 * use before, they find nothing that they do not find with them. They follow workgroup memory alone. A sync that orders
 * other memory besides stays where the barriers between shifted waves, all of them together, order any of that.
 *
 * Cost  all runs of the kernel for each question, up to the first one that finds more; FP_RUN_WITHOUT_EVENTS_MAX events
 *       for all questions of a kernel. What is asked beyond that, or may take more, stays.
 */
#ifndef FP_RUN_WITHOUT_H
#define FP_RUN_WITHOUT_H
#include "check/sync_judging.h"

enum { FP_RUN_WITHOUT_EVENTS_MAX = 1 << 16 /* some 20 ms */ };

typedef struct {
    const struct fp_program *program;
    struct fp_what_if *what_if; /* made at the first question, as the following */
    bool *without;              /* per op: its syncs have gone */
    fp_syncs shifted;
} fp_run_without;

/* `spaces`: the memories for whose sake the syncs may be there, as bits of FP_SPACES_*. True: they count as gone from
 * now on. */
bool fp_run_without_holds(fp_run_without *runs, const fp_sync_judging *j, fp_syncs syncs, uint8_t spaces);
#endif
