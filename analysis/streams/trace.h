/* trace.h - the record of one run: what each stream did, in the run's order, and what it knew afterwards. For views
 * that show or explain a run; checking a kernel makes none.
 *
 * Ownership  everything lives in the arena that the trace is started with; events are copied, with their accesses.
 * Cost       an event that learns from others keeps its stream's past: a number per stream and per work under way.
 */
#ifndef FP_TRACE_H
#define FP_TRACE_H
#include "base/vec.h"
#include "streams/past.h"
#include "streams/run.h"

typedef struct {
    fp_event event;        /* as the source gave it */
    fp_run_event at;       /* with its number and the flip that it passes at or is counted in */
    bool flips;            /* it completes its object's phase `at.flip` */
    uint32_t work;         /* number of the asynchronous work that it starts; FP_NONE: none */
    uint32_t done;         /* of a work: the first event of the trace that has its end in the past; FP_NONE: none */
    uint32_t before;       /* the event before it in its stream; FP_NONE: it is the first */
    const fp_front *knows; /* what the stream has in its past from here on; NULL: nothing new but its own events */
} fp_trace_event;

struct fp_run_trace {
    struct fp_arena *keep;
    FP_VEC(fp_trace_event) events;
    FP_VEC(uint32_t) last; /* per stream: its last event; FP_NONE */
    fp_numbers open;       /* events whose work nobody is known to have waited for */
    fp_works parts;        /* which streams are over, and their parts; no works */
    uint32_t works;        /* that the run had started at the last event */
};

struct fp_run;
/* For the run: `at` has just been done. */
void fp_trace_add(struct fp_run *run, const fp_run_event *at, const fp_event *event);
/* An event that has been added completes its object's phase only now. */
void fp_trace_complete(struct fp_run *run, const fp_run_event *at);

/* Does the trace's event `first`, and the work that it starts, come before `second` in every schedule? If so,
 * `by` is the event of the second one's stream that tells it so; of a stream that knew from its start, the fork;
 * FP_NONE: they are of one stream, and `first` starts no work. */
bool fp_trace_orders(const struct fp_run_trace *trace, uint32_t first, uint32_t second, uint32_t *by);
#endif
