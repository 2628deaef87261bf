/* counter.h - what completes asynchronous accesses: a row of facts/counters.def per counter.
 *
 * Code asks for a counter's columns. It names one only where the hardware gives it a task of its own: DS counts
 * ordinary accesses of workgroup memory, LOAD and STORE those of global memory, an MBARRIER has phases. Rows live for
 * ever.
 */
#ifndef FP_COUNTER_H
#define FP_COUNTER_H
#include "base/str.h"

typedef enum {
    FP_COUNTER_NONE,
#define FP_COUNTER(name, ...) FP_COUNTER_##name,
#include "facts/counters.def"
#undef FP_COUNTER
} fp_counter;

enum {
#define FP_COUNTER(...) +1
    FP_COUNTER_COUNT = 1
#include "facts/counters.def"
#undef FP_COUNTER
};

typedef enum { FP_COUNTS_NOTHING, FP_COUNTS_OPS, FP_COUNTS_GROUPS, FP_COUNTS_OBJECT, FP_COUNTS_ALL } fp_counts;
typedef enum {
    FP_MOVED_BY_NOTHING,
    FP_MOVED_BY_ACCESSES,
    FP_MOVED_BY_COPIES,
    FP_MOVED_BY_PRODUCTS,
    FP_MOVED_BY_REGISTERS
} fp_moved_by;

typedef struct {
    fp_str name; /* for people */
    fp_counts counts;
    fp_moved_by moved_by;
    fp_str attribute,
        older;          /* its names in waits for several counters: "load", and "vmcnt" as chips before gfx12 call it */
    bool beneath_marks; /* asyncmark groups are made of copies that this counter counts: a wait that empties it empties
                           them */
    bool lands_in_order; /* what it counts lands in the order of its start; else it only counts in that order: a copy
                            may land before an older one that goes to the same bytes */
} fp_counter_info;

const fp_counter_info *fp_counter_info_of(fp_counter counter); /* of NONE: all columns are empty */
fp_str fp_counter_name(fp_counter counter);
bool fp_counter_is_grouped(fp_counter counter); /* depths count committed groups, not ops */
bool fp_counter_is_object(fp_counter counter);  /* a barrier or a tag in memory */
#endif
