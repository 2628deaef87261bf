/* shadow.h - who has touched which bytes in a run: races, missing fences between proxies, and objects whose bytes are
 * used again.
 *
 * For each region the last access of each (stream, op) is kept, as long as the newer one has the older one in its past:
 * then whoever races with the older one races with the newer one too.
 *
 * Cost       per access: the entries of the regions that share a byte with its own.
 */
#ifndef FP_SHADOW_H
#define FP_SHADOW_H
#include "streams/run_state.h"

enum {
    FP_RUN_REGIONS_MAX = 4096, /* regions that differ; bounds the comparison of each with all others */
    FP_RUN_UNWAITED_MAX = 64   /* accesses of one op and stream to one region that nobody waits for */
};

#define FP_RUN_BYTE_MAX (INT64_C(1) << 60) /* addresses beyond are taken to be this one */

/* What is before an access, and what a fence has made known to the other proxy before it. */
typedef struct {
    const fp_front *done, *fenced, *fence;
    const fp_front *in_time; /* what comes before it in time */
    uint32_t work;           /* FP_NONE: the access is done when the event is */
} fp_access_past;

/* Number of the region's cell; FP_NONE: no bytes, or too many regions (run->limit_hit). */
uint32_t fp_shadow_cell_of(struct fp_run *run, const fp_region *region);
/* The event ends its workgroup, with the memories that it names. */
void fp_shadow_end_memory(struct fp_run *run, const fp_run_event *at, const fp_event *event);
/* All streams have ended: what nobody has waited for may reach memories of workgroups that ended together. */
void fp_shadow_finish(struct fp_run *run);
/* The event uses an object of those bytes. */
void fp_shadow_use_object(struct fp_run *run, const fp_run_event *event, const fp_region *region);
void fp_shadow_access(struct fp_run *run, const fp_run_event *event, const fp_stream_access *access,
                      const fp_access_past *past);
#endif
