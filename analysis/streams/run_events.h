/* run_events.h - one event of a stream: what it does to objects, works and memory, and whether it has to wait. */
#ifndef FP_RUN_EVENTS_H
#define FP_RUN_EVENTS_H
#include "streams/run_state.h"

/* Does the stream's next event, if it can be done now. */
bool fp_run_event_do(struct fp_run *run, fp_stream stream, const fp_event *event);
fp_run_stream *fp_run_stream_at(struct fp_run *run, fp_stream stream); /* valid until the next call */
#endif
