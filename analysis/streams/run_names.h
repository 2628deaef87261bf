/* run_names.h - what people call the streams, objects and leaf values of one run.
 *
 * Ownership  names live in `keep`, or borrow the document's text.
 */
#ifndef FP_RUN_NAMES_H
#define FP_RUN_NAMES_H
#include "streams/machine.h"

typedef struct {
    fp_str name; /* "%arg4", "program id x" */
    int64_t value;
} fp_leaf_value;

/* Names of what one run has numbers for. */
typedef struct {
    const fp_str *streams;      /* by number, `stream_count` of them */
    const uint32_t *workgroups; /* of the cluster, likewise */
    uint32_t stream_count;
    const fp_str *objects; /* by number, `object_count` of them */
    uint32_t object_count;
    const fp_leaf_value *leaves;
    uint32_t leaf_count;
} fp_run_names;
/* Names in the machine's present vector, for its streams below `stream_count`. */
const fp_run_names *fp_run_names_make(struct fp_arena *keep, const struct fp_machine *machine, uint32_t stream_count);
fp_str fp_run_stream_name(const fp_run_names *names, fp_stream stream);
fp_str fp_run_object_name(const fp_run_names *names, uint32_t object); /* "a barrier" when it has none */
#endif
