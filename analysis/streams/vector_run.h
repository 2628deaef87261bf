/* vector_run.h - the runs of one vector of leaf values: one, and another one where accesses may be in flight until
 * their thread waits for them.
 *
 * Ownership  results live in `keep`. The machine is at the end of the run that was made last.
 */
#ifndef FP_VECTOR_RUN_H
#define FP_VECTOR_RUN_H
#include "kernel/kernel.h"
#include "streams/machine.h"
#include "streams/run.h"

typedef struct {
    const struct fp_kernel *kernel;
    struct fp_machine *machine; /* at the kernel's start */
    const bool *without;        /* per op: its events are left out; NULL: none are */
    bool (*is_enough)(void *user, const fp_run_evidence *evidence); /* see fp_run_limits; of harm alone. May be NULL */
    void *user;
} fp_vector_run;

fp_run_result fp_vector_run_once(struct fp_arena *keep, const fp_vector_run *run);
/* Behind that: the same values, with accesses in flight. False: the chip or the text has none. */
bool fp_vector_run_late(struct fp_arena *keep, const fp_vector_run *run, fp_run_result *result);
/* With accesses in flight only races are asked for. */
static inline bool fp_vector_run_asks(const fp_run_evidence *evidence, bool late) {
    return !late || evidence->kind == FP_RUN_RACE;
}
#endif
