/* candidates.h - which syncs are judged together: single barriers, waits and fences, split barriers with all halves
 * that belong together, and the barriers of two arms that stand for one meeting.
 *
 * Halves belong together when a signal may be open at a wait on some path; half a pair is no candidate.
 * Ownership  everything lives in `scratch`.
 * Cost       loops and graphs are walked once for each signal that may be open at their entry.
 */
#ifndef FP_CANDIDATES_H
#define FP_CANDIDATES_H
#include "order/fold.h"

typedef struct {
    fp_syncs syncs;         /* in the order of the text */
    uint32_t depth, latest; /* loops around the deepest; the last one */
} fp_candidate;
typedef FP_VEC(fp_candidate) fp_candidates;

/* The deepest first, then the latest in the text. */
fp_candidates fp_candidates_find(struct fp_arena *scratch, struct fp_fold *fold, const struct fp_kernel *kernel);
#endif
