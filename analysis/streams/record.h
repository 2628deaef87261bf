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

/* What each vector's run finds, to compare others with. */
typedef struct {
    const fp_run_result *results; /* of the strict and regular vectors */
    uint32_t count;
    fp_premise premise;
    uint64_t events; /* of all of them: what one more question costs */
    bool complete;   /* each came to its end, and nothing is hidden */
} fp_record_all;
fp_record_all fp_record_all_make(struct fp_arena *keep, const struct fp_kernel *kernel,
                                 const struct fp_program *program);

/* What goes wrong without the events of one op, and does not with them. */
typedef struct {
    fp_run_evidence *const *evidence;
    uint32_t count;
    bool complete; /* with and without the op: nothing found means that it changes nothing */
} fp_what_if;
fp_what_if fp_record_without(struct fp_arena *keep, const fp_record_all *all, const struct fp_kernel *kernel,
                             const struct fp_program *program, fp_op op);
#endif
