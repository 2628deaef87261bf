#include "streams/run_stuck.h"
#include "streams/objects.h"

typedef FP_VEC(fp_run_bringer) fp_bringers;

static fp_run_event waiting_event(const struct fp_run *run, fp_stream stream) {
    const fp_run_stream *state = &run->streams.data[stream];
    return fp_run_event_of(stream, state->number + 1, state->event);
}

static fp_run_stuck describe(struct fp_run *run, fp_stream stream) {
    fp_run_stuck stuck = { .at = waiting_event(run, stream) };
    if (stuck.at.kind == FP_EVENT_JOIN) return stuck;
    stuck.wanted = stuck.at.flip = fp_object_wanted(run, &stuck.at);
    const fp_object *object = &run->objects.data[stuck.at.object];
    stuck.arrivals = object->missing;
    stuck.bytes = object->bytes;
    stuck.flips = object->flips.len;
    return stuck;
}

/* Does the event bring what the wait lacks? */
static bool brings(const fp_event *event, const fp_run_stuck *stuck) {
    if (event->object != stuck->at.object) return false;
    if (event->kind == FP_EVENT_ARRIVE)
        return (event->arrivals > 0 && stuck->arrivals > 0) || (event->bytes > 0 && stuck->bytes < 0);
    if (event->kind == FP_EVENT_ARRIVE_AFTER) return event->arrivals > 0 && stuck->arrivals > 0;
    if (event->kind != FP_EVENT_START && event->kind != FP_EVENT_COMPLETE_BYTES) return false;
    return (event->arrivals > 0 && stuck->arrivals > 0) || (event->bytes > 0 && stuck->bytes > 0);
}

static void note_bringer(struct fp_run *run, const fp_run_event *event, const fp_run_event *at, fp_bringers *bringers) {
    for (uint32_t i = 0; i < bringers->len; i++)
        if (bringers->data[i].event.stream == event->stream) return;
    *FP_PUSH(run->keep, bringers) = (fp_run_bringer){ *event, *at };
}

typedef struct {
    fp_stream stream;
    fp_run_event at; /* where the stream, or the one that would start it, stands */
} fp_ahead;
typedef FP_VEC(fp_ahead) fp_aheads;

static void look_at_forked(struct fp_run *run, const fp_event *event, const fp_run_event *at, fp_aheads *list) {
    for (uint32_t i = 0; i < event->stream_count && list->len < FP_RUN_STREAMS_MAX; i++)
        *FP_PUSH(run->scratch, list) = (fp_ahead){ event->first_stream + i, *at };
}

/* What one stream would do next. Streams that it would start are added to the list. */
static void look_ahead(struct fp_run *run, fp_aheads *list, uint32_t index, fp_run_stuck *stuck, fp_bringers *bringers,
                       uint32_t stuck_count) {
    fp_ahead from = list->data[index];
    uint32_t number = from.stream < run->streams.len ? run->streams.data[from.stream].number + 1 : 0;
    for (uint32_t n = 0; n < FP_RUN_AHEAD_MAX; n++) {
        const fp_event *event = run->source->next(run->source->user, from.stream);
        if (event->kind == FP_EVENT_END && event->gives_up) break;
        if (event->kind == FP_EVENT_END) return;
        if (fp_run_leaves_out(run, event)) continue;
        if (event->kind == FP_EVENT_FORK) look_at_forked(run, event, &from.at, list);
        fp_run_event at = fp_run_event_of(from.stream, ++number, event);
        for (uint32_t i = 0; i < stuck_count; i++)
            if (stuck[i].at.kind != FP_EVENT_JOIN && brings(event, &stuck[i]))
                note_bringer(run, &at, &from.at, &bringers[i]);
    }
    for (uint32_t i = 0; i < stuck_count; i++) stuck[i].cut = true;
}

static void find_bringers(struct fp_run *run, fp_run_stuck *stuck, uint32_t count) {
    fp_aheads list = { 0 };
    fp_bringers *bringers = FP_NEW(run->scratch, fp_bringers, count);
    if (run->source->over) run->source->over(run->source->user);
    for (uint32_t i = 0; i < count; i++) *FP_PUSH(run->scratch, &list) = (fp_ahead){ stuck[i].at.stream, stuck[i].at };
    for (uint32_t i = 0; i < list.len; i++) look_ahead(run, &list, i, stuck, bringers, count);
    for (uint32_t i = 0; i < count; i++) {
        stuck[i].bringers = bringers[i].data;
        stuck[i].bringer_count = bringers[i].len;
    }
}

void fp_run_note_stuck(struct fp_run *run) {
    FP_VEC(fp_run_stuck) stuck = { 0 };
    for (fp_stream i = 0; i < run->streams.len; i++)
        if (run->streams.data[i].state == FP_STREAM_RUNS) *FP_PUSH(run->keep, &stuck) = describe(run, i);
    find_bringers(run, stuck.data, stuck.len);
    fp_run_event none = fp_run_no_event(), at = none;
    for (uint32_t i = 0; i < stuck.len && at.op == FP_NONE; i++)
        if (stuck.data[i].at.kind != FP_EVENT_JOIN) at = stuck.data[i].at;
    if (at.op == FP_NONE) at = stuck.data[0].at;
    fp_run_evidence *evidence = fp_run_note(run, FP_RUN_STUCK, &none, &at);
    if (!evidence) return;
    evidence->stuck = stuck.data;
    evidence->stuck_count = stuck.len;
}
