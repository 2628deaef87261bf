/* overlap_trace.h - footprints in numbers: which bytes each thread touches, and how two such traces meet when one is
 * shifted.
 *
 * A trace holds one access at one point of the enumeration: the thread-dependent part of its address without
 * constant, so that unrolled copies share it. Threads with equal offsets are a group, of which at most four matter:
 * the first, one more of its wave, the first of another wave, and where the size of waves is not known the first that
 * is of another wave for any.
 *
 * Ownership  traces live in the arena given; they are made once and only read afterwards.
 * Cost       making: one evaluation and a radix sort; meeting: two pointers over the sorted offsets.
 */
#ifndef FP_OVERLAP_TRACE_H
#define FP_OVERLAP_TRACE_H
#include "address/address_state.h"

typedef struct {
    uint32_t count;        /* entries; 0: no thread gets here */
    const int32_t *offset; /* sorted, from `base` */
    const uint16_t *thread;
    int64_t base, end; /* first byte and one past the last */
    uint32_t width;
    bool wrong; /* it could not be evaluated */
    bool apart; /* no two entries share a byte */
} fp_trace;

/* The trace of `node` + segments, or + the runs of a tile, under `guards`, in the threads where the guards hold. */
typedef struct {
    fp_expr node;
    fp_guards guards;
    const int64_t *segments;
    uint32_t segment_count, width;
    const struct fp_tile *tile; /* in place of segments and width; NULL: there is none */
} fp_trace_request;
/* What the footprint touches where its address is `node` and its guards are `guards`. */
static inline fp_trace_request fp_trace_request_of(const struct fp_addresses *a, const fp_footprint_info *f,
                                                   fp_expr node, fp_guards guards) {
    return (fp_trace_request){ .node = node,
                               .guards = guards,
                               .segments = a->segments.data + f->first_segment,
                               .segment_count = f->segment_count,
                               .width = f->width,
                               .tile = a->tiles.data[f->tile] };
}
fp_trace fp_trace_make(struct fp_addresses *a, const fp_threads *threads, const fp_trace_request *request);
/* Does all of the trace lie in [0, size)? Below 0: no end is known. False where it cannot be evaluated. Costs less than
 * the trace: nothing is sorted or kept. */
bool fp_trace_lies_in(struct fp_addresses *a, const fp_threads *threads, const fp_trace_request *request, int64_t size);

/* The worst way in which bytes of `p` and of `q` shifted by `shift` meet. */
typedef struct {
    fp_overlap worst;    /* DISJOINT .. SAME_WAVE, or CROSS_THREAD */
    uint16_t threads[2]; /* of the worst meeting; of a sure one when there is one */
    bool sure; /* the threads of the worst meeting certainly exist, and in different waves if they are of two */
} fp_trace_meeting;
fp_trace_meeting fp_trace_meet(const fp_threads *threads, const fp_trace *p, const fp_trace *q, int64_t shift,
                               uint64_t *steps);
/* Do two waves of `q` touch a byte that `p`, shifted by `shift`, touches? Then one of these is another wave than the
 * one that touches it in `p`, whichever that is. `peers`: a thread of each of the two. */
bool fp_trace_meets_waves(const fp_threads *threads, const fp_trace *p, const fp_trace *q, int64_t shift,
                          uint64_t *steps, uint16_t peers[2]);
/* The most bytes between the first and the last one of `p`, shifted by `shift`, that one wave of `q` touches. */
int64_t fp_trace_most_of_a_wave(const fp_threads *threads, const fp_trace *p, const fp_trace *q, int64_t shift,
                                uint64_t *steps);
#endif
