/* decide_premise.h - what goes wrong in the streams of a kernel under one premise, over all vectors of leaf values.
 *
 * Ownership  results live in `keep`.
 * Cost       one run per vector, and a run more for each wait that may be superfluous (decide.h has the limits).
 */
#ifndef FP_DECIDE_PREMISE_H
#define FP_DECIDE_PREMISE_H
#include "streams/decide.h"

typedef struct {
    const struct fp_kernel *kernel;
    const struct fp_program *program;
    const volatile bool *cancelled; /* may be NULL */
} fp_decide_request;

/* `spent`: events that other premises took of FP_DECIDE_EVENTS_MAX. *phases: how many arguments of the kernel name
 * phases. */
struct fp_streams *fp_decide_under(struct fp_arena *keep, const fp_decide_request *request, fp_premise premise,
                                   uint64_t spent, uint32_t *phases);
/* Does one of the faults say the same: of the same kind, at the same ops? */
bool fp_is_among_faults(const fp_stream_fault *faults, uint32_t count, const fp_run_evidence *evidence);
#endif
