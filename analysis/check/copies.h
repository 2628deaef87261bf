/* copies.h - what asynchronous copies need to complete: commit groups, counters, completion barriers in memory, DMA
 * tags (design: analysis.md section 7).
 *
 * Numbers of copies and groups in flight are followed as a range over all paths; a finding is made only where every
 * path agrees. Objects in memory that come from outside (parameters, unknown roots) are taken as initialised and
 * armed by somebody else; arrays of objects are judged as a whole, since which slot an index names is not followed
 * here.
 *
 * Cost, ownership  as protocol.h.
 */
#ifndef FP_COPIES_H
#define FP_COPIES_H
#include "kernel/kernel.h"

typedef struct {
    fp_span span;
    fp_phrase phrase; /* what is wrong, and so of which rule it is */
    fp_span related;
    fp_sentence related_as; /* the other end, and what it is; FP_SAYS_NOTHING: there is none */
} fp_copy_finding;
typedef struct {
    const fp_copy_finding *data;
    size_t len;
    uint32_t objects_max; /* so many objects were followed, and no others; 0: all */
} fp_copy_findings;

fp_copy_findings fp_copies_check(struct fp_arena *keep, struct fp_kernel *kernel, const struct fp_program *program);
#endif
