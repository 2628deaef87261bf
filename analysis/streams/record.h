/* record.h - one run of a kernel's streams, recorded for people to look at.
 *
 * Of the vectors of leaf values that `decide.h` tries, the one is recorded that shows most: one that hangs, else one
 * with another fault, else one in which slots come round; strict values before others.
 *
 * Ownership  the record and its machine live in the arena given.
 * Cost       all vectors are run again, and the chosen one once more.
 */
#ifndef FP_RECORD_H
#define FP_RECORD_H
#include "streams/decide.h"
#include "streams/trace.h"

typedef struct {
    struct fp_machine *machine; /* as it stands after the run: for names */
    const fp_run_names *names;  /* of all streams of the run */
    fp_leaf_class shown_by;
    fp_run_result result;
    struct fp_run_trace trace;
} fp_record;

/* NULL when there is nothing to run. */
const fp_record *fp_record_make(struct fp_arena *keep, const struct fp_kernel *kernel,
                                const struct fp_program *program);

/* Runs the record's vector again without the events of one op. The trace of the record stays; `machine` is used. */
fp_run_result fp_record_without(struct fp_arena *keep, const fp_record *record, fp_op op);
#endif
