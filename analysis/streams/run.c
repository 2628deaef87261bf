#include "streams/run.h"
#include "streams/objects.h"
#include "streams/run_events.h"
#include "streams/run_state.h"
#include "streams/run_stuck.h"
#include "streams/shadow.h"
#include "streams/trace.h"
#include <string.h>

fp_run_limits fp_run_limits_default(void) {
    return (fp_run_limits){ .events = FP_RUN_EVENTS_DEFAULT, .rounds = FP_RUN_ROUNDS_DEFAULT };
}

/* ---- one stream ---- */

static const fp_event *next_event(struct fp_run *run, fp_stream number) {
    const fp_event *event = run->source->next(run->source->user, number);
    while (fp_run_leaves_out(run, event) && event->kind != FP_EVENT_END && event->kind != FP_EVENT_ROUND) {
        if (++run->result.events >= run->limits.events) break;
        event = run->source->next(run->source->user, number);
    }
    return event;
}

/* One event, if the stream can do it now. */
static bool step(struct fp_run *run, fp_stream number) {
    fp_run_stream *stream = &run->streams.data[number];
    if (stream->state != FP_STREAM_RUNS && stream->state != FP_STREAM_NO_INIT) return false;
    stream->state = FP_STREAM_RUNS;
    if (!stream->event) stream->event = next_event(run, number);
    run->given_up |= stream->event->kind == FP_EVENT_END && stream->event->gives_up;
    if (run->given_up || !fp_run_event_do(run, number, stream->event)) return false;
    run->result.events++;
    stream = &run->streams.data[number]; /* the event may have made others, which moves them all */
    run->last_op = stream->event->op;
    bool round_ends = stream->event->kind == FP_EVENT_ROUND && stream->rounds >= run->round;
    if (stream->event->kind != FP_EVENT_END) stream->event = NULL;
    if (round_ends) stream->state = FP_STREAM_PARKED;
    return true;
}

/* Of what the last event has shown. */
static void ask_if_enough(struct fp_run *run) {
    for (; run->limits.is_enough && run->asked < run->evidence.len && !run->enough; run->asked++)
        run->enough = run->limits.is_enough(run->limits.user, run->evidence.data[run->asked]);
}

static bool limit_is_reached(struct fp_run *run) {
    ask_if_enough(run);
    return run->enough || run->limit_hit || run->given_up || run->result.events >= run->limits.events;
}

/* ---- all streams ---- */

static uint64_t draw(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Each stream in turn goes as far as it can; or, for tests, streams drawn by lot do one event each. */
static bool go_on(struct fp_run *run, uint64_t *lot) {
    bool moved = false;
    for (uint32_t i = 0; i < run->streams.len && !limit_is_reached(run); i++) {
        if (!run->limits.order) {
            while (step(run, i) && !limit_is_reached(run)) moved = true;
            continue;
        }
        for (uint32_t tries = 0; tries < 4; tries++) moved |= step(run, (fp_stream)(draw(lot) % run->streams.len));
        moved |= step(run, i);
    }
    return moved;
}

static bool give_up_one(struct fp_run *run) {
    for (uint32_t i = 0; i < run->streams.len; i++) {
        fp_run_stream *stream = &run->streams.data[i];
        if (stream->state != FP_STREAM_NO_INIT) continue;
        fp_run_event at = fp_run_event_of(i, stream->number + 1, stream->event);
        fp_object_give_up(run, &at);
        stream->state = FP_STREAM_RUNS;
        return true;
    }
    return false;
}

static bool any_is(const struct fp_run *run, fp_stream_state state) {
    for (uint32_t i = 0; i < run->streams.len; i++)
        if (run->streams.data[i].state == state) return true;
    return false;
}

/* All streams are at the end of the round, or wait for ones that are. Returns whether the run is over. */
static bool end_round(struct fp_run *run) {
    run->result.rounds = run->round;
    if (run->round == run->limits.rounds) {
        run->result.end = FP_RUN_ROUNDS_END;
        run->result.limit_at = run->last_op;
        return true;
    }
    fp_repeat_look(run);
    run->round++;
    for (uint32_t i = 0; i < run->streams.len; i++)
        if (run->streams.data[i].state == FP_STREAM_PARKED) run->streams.data[i].state = FP_STREAM_RUNS;
    return false;
}

static void run_to_end(struct fp_run *run) {
    uint64_t lot = run->limits.order;
    for (;;) {
        bool moved = go_on(run, &lot);
        if (limit_is_reached(run)) {
            run->result.end = run->limit_hit ? FP_RUN_SIZE_END : FP_RUN_EVENTS_END;
            run->result.limit_at = run->last_op;
            return;
        }
        if (moved || fp_objects_settle(run) || give_up_one(run)) continue;
        if (!any_is(run, FP_STREAM_PARKED)) break;
        if (end_round(run)) return;
    }
    run->result.end = any_is(run, FP_STREAM_RUNS) ? FP_RUN_IS_STUCK : FP_RUN_ENDED;
    fp_objects_finish(run);
    if (run->result.end == FP_RUN_ENDED) fp_shadow_finish(run);
    if (run->result.end == FP_RUN_IS_STUCK) fp_run_note_stuck(run);
    ask_if_enough(run);
}

/* ---- results ---- */

static const fp_run_event *published_after(const struct fp_run *run, const fp_run_event *event) {
    if (event->op == FP_NONE) return NULL;
    const fp_run_stream *stream = &run->streams.data[event->stream];
    uint32_t next = FP_COUNT_BELOW(stream->publishes.data, stream->publishes.len, number, event->number + 1);
    return next < stream->publishes.len ? &stream->publishes.data[next] : NULL;
}

static void name_publishers(struct fp_run *run) {
    for (uint32_t i = 0; i < run->evidence.len; i++) {
        const fp_run_event *next = published_after(run, &run->evidence.data[i]->first);
        if (next) run->evidence.data[i]->sync_after_first = *next;
    }
}

static fp_run_result run_once(struct fp_arena *keep, const fp_event_source *source, fp_run_limits limits) {
    struct fp_run run = { .keep = keep,
                          .scratch = fp_arena_new(),
                          .source = source,
                          .limits = limits,
                          .result = { .well_formed = true, .limit_at = FP_NONE },
                          .last_op = FP_NONE,
                          .round = 1 };
    fp_run_stream_at(&run, 0)->state = FP_STREAM_RUNS;
    run_to_end(&run);
    name_publishers(&run);
    run.result.evidence = run.evidence.data;
    run.result.evidence_count = run.evidence.len;
    run.result.doubts = run.doubts.data, run.result.doubt_count = run.doubts.len;
    run.result.waits = run.waits.data;
    run.result.wait_count = run.waits.len;
    fp_arena_drop(run.scratch);
    return run.result;
}

static void forget(struct fp_run_trace *trace) {
    if (trace) *trace = (struct fp_run_trace){ .keep = trace->keep };
}

fp_run_result fp_run_all(struct fp_arena *keep, const fp_event_source *source, fp_run_limits limits) {
    fp_run_result result = run_once(keep, source, limits);
    while (source->again && source->again(source->user)) {
        forget(limits.trace);
        result = run_once(keep, source, limits);
    }
    return result;
}
