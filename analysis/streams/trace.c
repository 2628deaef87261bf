#include "streams/trace.h"
#include "streams/run_state.h"
#include <string.h>

/* A fork tells nothing new, but what the new streams start with. */
static bool keeps_past(const fp_event *event) { return fp_event_learns(event) || event->kind == FP_EVENT_FORK; }

static const fp_front *copy_of_past(struct fp_run_trace *trace, const fp_front *from) {
    fp_front *copy = FP_NEW(trace->keep, fp_front, 1);
    fp_front_copy(trace->keep, copy, from);
    return copy;
}

static bool has(const struct fp_run_trace *trace, const fp_front *front, const fp_trace_event *event) {
    if (!fp_front_has_event(front, &trace->parts, event->at.stream, event->at.number)) return false;
    if (event->work == FP_NONE) return true;
    uint32_t at = fp_count_below(front->missing.data, front->missing.len, event->work);
    return at == front->missing.len || front->missing.data[at] != event->work;
}

/* Works whose end the new event's stream knows from here on. */
static void close_works(struct fp_run_trace *trace, uint32_t number, const fp_front *knows) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < trace->open.len; i++) {
        fp_trace_event *work = &trace->events.data[trace->open.data[i]];
        if (has(trace, knows, work))
            work->done = number;
        else
            trace->open.data[left++] = trace->open.data[i];
    }
    trace->open.len = left;
}

static uint32_t append_to_stream(struct fp_run_trace *trace, fp_stream stream, uint32_t number) {
    while (trace->last.len <= stream) *FP_PUSH(trace->keep, &trace->last) = FP_NONE;
    uint32_t before = trace->last.data[stream];
    trace->last.data[stream] = number;
    return before;
}

static void note_parts(struct fp_run_trace *trace, fp_stream whole, fp_stream first) {
    while (trace->parts.splits.len <= whole) *FP_PUSH(trace->keep, &trace->parts.splits) = (fp_stream_parts){ 0 };
    trace->parts.splits.data[whole].first_part = first;
}

void fp_trace_add(struct fp_run *run, const fp_run_event *at, const fp_event *event) {
    struct fp_run_trace *trace = run->limits.trace;
    uint32_t number = trace->events.len;
    if (event->splits) note_parts(trace, at->stream, event->first_stream);
    fp_trace_event added = { .event = *event, .at = *at, .work = FP_NONE, .done = FP_NONE };
    fp_stream_access *accesses = FP_NEW(trace->keep, fp_stream_access, event->access_count + 1);
    if (event->access_count) memcpy(accesses, event->accesses, event->access_count * sizeof *accesses);
    added.event.accesses = accesses;
    added.before = append_to_stream(trace, at->stream, number);
    if (fp_event_arrives(event) && at->flip) added.flips = run->objects.data[event->object].flips.len == at->flip;
    if (run->works.len > trace->works) added.work = run->works.len - 1;
    trace->works = run->works.len;
    if (keeps_past(event)) added.knows = copy_of_past(trace, &run->streams.data[at->stream].past.done);
    *FP_PUSH(trace->keep, &trace->events) = added;
    if (added.work != FP_NONE) *FP_PUSH(trace->keep, &trace->open) = number;
    if (added.knows) close_works(trace, number, added.knows);
}

void fp_trace_complete(struct fp_run *run, const fp_run_event *at) {
    struct fp_run_trace *trace = run->limits.trace;
    uint32_t number = trace && at->stream < trace->last.len ? trace->last.data[at->stream] : FP_NONE;
    while (number != FP_NONE && trace->events.data[number].at.number != at->number)
        number = trace->events.data[number].before;
    if (number != FP_NONE) trace->events.data[number].flips = true;
}

/* The event that forked the stream last before `number`. */
static uint32_t fork_of(const struct fp_run_trace *trace, fp_stream stream, uint32_t number) {
    for (uint32_t i = number; i-- > 0;) {
        const fp_event *event = &trace->events.data[i].event;
        if (event->kind == FP_EVENT_FORK && event->first_stream <= stream &&
            stream - event->first_stream < event->stream_count)
            return i;
    }
    return FP_NONE;
}

bool fp_trace_orders(const struct fp_run_trace *trace, uint32_t first, uint32_t second, uint32_t *by) {
    const fp_trace_event *a = &trace->events.data[first], *b = &trace->events.data[second];
    uint32_t found = FP_NONE, start = second;
    *by = FP_NONE;
    if (a->at.stream == b->at.stream && a->work == FP_NONE) return first < second;
    for (uint32_t i = second; i != FP_NONE; i = trace->events.data[i].before) {
        start = i;
        const fp_trace_event *event = &trace->events.data[i];
        if (event->knows && i != second && has(trace, event->knows, a)) found = i;
        if (a->at.stream == b->at.stream && i <= first) break;
    }
    if (found == FP_NONE && start > 0) {
        uint32_t fork = fork_of(trace, b->at.stream, start);
        if (fork != FP_NONE && has(trace, trace->events.data[fork].knows, a)) found = fork;
    }
    *by = found;
    return found != FP_NONE;
}
