#include "streams/run_events.h"
#include "streams/objects.h"
#include "streams/shadow.h"
#include "streams/trace.h"

fp_run_stream *fp_run_stream_at(struct fp_run *run, fp_stream stream) {
    while (run->streams.len <= stream)
        *FP_PUSH(run->scratch, &run->streams) =
            (fp_run_stream){ .changes = 1, .learns = fp_run_no_event(), .signal = FP_NONE };
    return &run->streams.data[stream];
}

static fp_run_queue *queue_at(struct fp_run *run, fp_run_stream *stream, uint32_t queue) {
    while (stream->queues.len <= queue) *FP_PUSH(run->scratch, &stream->queues) = (fp_run_queue){ 0 };
    return &stream->queues.data[queue];
}

static bool has_queue(const fp_event *event) { return event->queue < FP_RUN_QUEUES_MAX; }

/* Numbers come from text: sums of them must not overflow. */
static int64_t bounded(int64_t value, int64_t least) {
    return value < least ? least : value > FP_EVENT_AMOUNT_MAX ? FP_EVENT_AMOUNT_MAX : value;
}

/* ---- accesses ---- */

static void touch_all(struct fp_run *run, const fp_run_event *at, const fp_event *event, const fp_past *before,
                      uint32_t work) {
    const fp_run_stream *stream = &run->streams.data[at->stream];
    fp_access_past past = { &before->done, &stream->past.fenced, &stream->fence, fp_past_order(before), work };
    for (uint32_t i = 0; i < event->access_count; i++) fp_shadow_access(run, at, &event->accesses[i], &past);
}

/* Init and inval write the object's bytes. */
static void touch_object(struct fp_run *run, const fp_run_event *at, const fp_region *region) {
    const fp_run_stream *stream = &run->streams.data[at->stream];
    fp_access_past past = { &stream->past.done, &stream->past.fenced, &stream->fence, fp_past_order(&stream->past),
                            FP_NONE };
    fp_shadow_access(run, at, &(fp_stream_access){ .region = *region, .writes = true, .proxy = FP_PROXY_GENERIC },
                     &past);
}

static void init_object(struct fp_run *run, const fp_run_event *at, const fp_event *event) {
    if (event->object >= FP_RUN_OBJECTS_MAX) return;
    fp_region region = run->source->object_region(run->source->user, event->object);
    uint32_t cell = fp_shadow_cell_of(run, &region);
    fp_object_init(run, at, bounded(event->arrivals, 0), cell);
    run->objects.data[event->object].lasts = event->lasts;
    if (cell == FP_NONE) return;
    *FP_PUSH(run->scratch, &run->cells.data[cell].objects) = event->object;
    touch_object(run, at, &region);
}

static void end_object(struct fp_run *run, const fp_run_event *at) {
    fp_region region = run->source->object_region(run->source->user, at->object);
    fp_object_end(run, at->object, at);
    touch_object(run, at, &region);
}

/* ---- works ---- */

static uint32_t new_work(struct fp_run *run, const fp_run_event *at, const fp_event *event) {
    fp_work work = { .stream = at->stream,
                     .number = at->number,
                     .queue = has_queue(event) ? event->queue : FP_NONE,
                     .in_order = event->in_order,
                     .overtakes = event->overtakes,
                     .waves = event->waves,
                     .arrival = event->kind == FP_EVENT_ARRIVE_AFTER,
                     .by_queue = event->kind == FP_EVENT_START && event->object == FP_NONE && has_queue(event),
                     .own_wait = event->own_wait,
                     .team = event->team,
                     .by_share = event->by_share };
    if (work.queue != FP_NONE) {
        const fp_run_queue *queue = queue_at(run, &run->streams.data[at->stream], work.queue);
        work.place = queue->started;
        work.group = queue->closed;
    }
    for (uint32_t i = 0; i < event->access_count; i++) work.writes |= event->accesses[i].writes;
    *FP_PUSH(run->scratch, &run->works) = work;
    return run->works.len - 1;
}

static void arrive(struct fp_run *run, fp_run_event *at, const fp_event *event, uint32_t work, const fp_past *past) {
    if (event->object >= FP_RUN_OBJECTS_MAX || !run->objects.data[event->object].live) return;
    fp_region region = run->source->object_region(run->source->user, event->object);
    fp_shadow_use_object(run, at, &region);
    int64_t bytes = bounded(event->bytes, -FP_EVENT_AMOUNT_MAX);
    if (event->kind != FP_EVENT_ARRIVE) bytes = -bytes;
    fp_past bare = { 0 };
    if (event->relaxed) fp_past_relax(run->scratch, &bare, past);
    fp_arrival arrival = { bounded(event->arrivals, 0),  bytes, event->leaves, event->exits, event->part, work,
                           event->relaxed ? &bare : past };
    fp_object_arrive(run, at, &arrival);
}

/* Until here the stream's own past had the work: from here on it is missing there. */
static void leave_work(struct fp_run *run, fp_stream stream, uint32_t work) {
    fp_past *past = &run->streams.data[stream].past;
    fp_past_add_work(run->scratch, past, work);
    run->limit_hit |= past->done.missing.len > FP_RUN_MISSING_MAX;
}

/* The second place that a signal reaches: there it arrives when it does at the first one, with the same past. */
static void repeat_signal(struct fp_run *run, fp_run_event *at, const fp_event *event) {
    const fp_run_stream *stream = &run->streams.data[at->stream];
    if (stream->signal != FP_NONE) arrive(run, at, event, stream->signal, &stream->signalled);
}

/* What is before the stream's event is before all that the queue does from now on. */
static void join_queue(struct fp_run *run, const fp_run_event *at, fp_run_queue *queue) {
    const fp_run_stream *stream = &run->streams.data[at->stream];
    if (queue->has == stream->changes)
        fp_past_add_event(run->scratch, &queue->done, at->stream, at->number);
    else
        fp_past_join(run->scratch, &queue->done, &stream->past, &run->works);
    queue->has = stream->changes;
}

/* A work in order begins when all earlier ones of its queue are done, unless it overtakes them; an arrival after works
 * comes then. */
static void start_work(struct fp_run *run, fp_run_event *at, const fp_event *event) {
    bool queued = has_queue(event);
    if (!event->access_count && event->object == FP_NONE) { /* nobody can tell when it is done */
        if (queued)
            queue_at(run, &run->streams.data[at->stream], event->queue)->started += event->kind == FP_EVENT_START;
        return;
    }
    uint32_t work = new_work(run, at, event);
    if (event->team) run->streams.data[at->stream].team = event->team;
    fp_past joined = { 0 };
    const fp_past *before = &run->streams.data[at->stream].past;
    fp_run_queue *queue = queued ? &run->streams.data[at->stream].queues.data[event->queue] : NULL;
    bool counts = queued && (event->kind == FP_EVENT_START || event->in_order);
    bool behind_queue = counts && event->in_order && !event->overtakes;
    if (behind_queue) { /* all of the queue, itself among them, is behind both */
        join_queue(run, at, queue);
        before = &queue->done;
    } else if (queued && event->kind == FP_EVENT_ARRIVE_AFTER) {
        fp_past_copy(run->scratch, &joined, before);
        fp_past_join(run->scratch, &joined, &queue->done, &run->works);
        before = &joined;
    }
    touch_all(run, at, event, before, work);
    arrive(run, at, event, work, before);
    if (queued) queue->started += event->kind == FP_EVENT_START;
    if (counts && !behind_queue) fp_past_join(run->scratch, &queue->done, before, &run->works);
    if (event->kind == FP_EVENT_ARRIVE_AFTER) {
        run->streams.data[at->stream].signal = work;
        fp_past_copy(run->scratch, &run->streams.data[at->stream].signalled, before);
    }
    leave_work(run, at->stream, work);
    /* The works of a queue in order are no news to it: it is behind them. */
    run->streams.data[at->stream].changes++;
    if (behind_queue) queue->has++;
}

/* An arrival after works is not one of them: who waits for the works does not wait for it. */
static bool is_waited_for(const fp_work *work, const fp_run_queue *queue, const fp_event *event) {
    uint64_t newest = event->newest < 0 ? 0 : (uint64_t)event->newest;
    if (work->arrival || (event->reads_only && work->writes)) return false;
    if (event->grouped) return work->group + newest < queue->closed;
    if (!event->in_order && newest) return false;
    return work->place + newest < queue->started;
}

/* Its own, or of the stream that its threads were part of. */
static bool is_own(const struct fp_run *run, fp_stream stream, fp_stream of) {
    while (stream != of && run->streams.data[of].split_off) of = run->streams.data[of].split_off - 1;
    return stream == of;
}

/* Threads that do works together start them in one order, and each of them waits for the whole. */
static bool is_of_team(const struct fp_run *run, fp_stream stream, const fp_work *work) {
    return work->team && work->team == run->streams.data[stream].team;
}

/* `team`: only what the stream's threads do together with others, or with each other. */
static void wait_works(struct fp_run *run, fp_numbers *missing, const fp_run_queue *queue, fp_stream number,
                       const fp_event *event, bool team) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < missing->len; i++) {
        fp_work *work = &run->works.data[missing->data[i]];
        bool own = is_of_team(run, number, work) || (!team && is_own(run, work->stream, number));
        own &= work->queue == event->queue && !work->first_part;
        if (!own || !is_waited_for(work, queue, event))
            missing->data[left++] = missing->data[i];
        else
            work->landed |= work->stream == number;
    }
    missing->len = left;
}

/* Each warp has waited for its share: the others learn so where the stream meets. */
static void land_shares(struct fp_run *run, const fp_run_stream *stream, fp_stream number, const fp_event *event) {
    const fp_run_queue *queue = &stream->queues.data[event->queue];
    for (uint32_t i = 0; i < stream->past.done.missing.len; i++) {
        fp_work *work = &run->works.data[stream->past.done.missing.data[i]];
        bool own = work->stream == number && work->queue == event->queue;
        work->landed |= own && work->by_share && is_waited_for(work, queue, event);
    }
}

static void drop_landed(const fp_works *works, fp_numbers *missing, fp_stream number) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < missing->len; i++) {
        const fp_work *work = &works->data[missing->data[i]];
        if (work->stream != number || !work->landed) missing->data[left++] = missing->data[i];
    }
    missing->len = left;
}

/* What each warp of the stream has waited for is done for all of them. */
static void meet_in_stream(struct fp_run *run, fp_stream number) {
    fp_past *past = &run->streams.data[number].past;
    drop_landed(&run->works, &past->done.missing, number);
    if (past->relaxed) drop_landed(&run->works, &past->ordered.missing, number);
}

static void wait_queue(struct fp_run *run, fp_run_stream *stream, fp_stream number, const fp_event *event) {
    if (!has_queue(event)) return;
    const fp_run_queue *queue = queue_at(run, stream, event->queue);
    if (event->by_share) {
        land_shares(run, stream, number, event);
        return;
    }
    wait_works(run, &stream->past.done.missing, queue, number, event, false);
    wait_works(run, &stream->shared.done.missing, queue, number, event, true);
    if (stream->past.relaxed) wait_works(run, &stream->past.ordered.missing, queue, number, event, false);
}

/* ---- streams ---- */

static void fence(struct fp_run *run, fp_stream number) {
    fp_run_stream *stream = &run->streams.data[number];
    fp_front own = { 0 };
    fp_front_copy(run->scratch, &stream->fence, &stream->past.done);
    fp_front_set(run->scratch, &own, number, stream->number);
    for (uint32_t i = 0; i < stream->past.done.missing.len; i++) {
        uint32_t work = stream->past.done.missing.data[i];
        if (run->works.data[work].stream == number) *FP_PUSH(run->scratch, &own.missing) = work;
    }
    fp_front_join(run->scratch, &stream->past.fenced, &own, &run->works);
}

/* Of the stream's events no more than `known` has of them. */
static void limit_front(fp_front *front, const fp_front *known, fp_stream stream) {
    if (stream < front->clock.len)
        front->clock.data[stream] = stream < known->clock.len ? known->clock.data[stream] : 0;
}

/* Each part waits for the share of its own threads; the whole stays missing. Adds to `shared` the works of `missing`
 * that are shared out. What a team does is one work. */
static void share_works(struct fp_run *run, const fp_numbers *missing, fp_stream whole, fp_stream first,
                        fp_numbers *shared) {
    for (uint32_t i = 0; i < missing->len; i++) {
        fp_work work = run->works.data[missing->data[i]];
        if (!work.by_queue || work.team || work.first_part || !is_own(run, work.stream, whole)) continue;
        run->works.data[missing->data[i]].first_part = run->works.len;
        for (uint32_t k = 0; k < 2; k++) {
            work.stream = first + k, work.number = 1;
            *FP_PUSH(run->scratch, &run->works) = work;
        }
        *FP_PUSH(run->scratch, shared) = missing->data[i];
    }
}

/* The part's shares of `missing` are missing as well. */
static void miss_shares(struct fp_run *run, fp_numbers *missing, fp_stream part) {
    for (uint32_t i = 0, len = missing->len; i < len; i++) {
        uint32_t share = fp_work_part(&run->works, missing->data[i], part);
        if (share != FP_NONE) *FP_PUSH(run->scratch, missing) = share;
    }
}

/* Of the works that are shared out `front` has the part's share alone. */
static void take_share(struct fp_run *run, fp_front *front, const fp_numbers *shared, fp_stream part) {
    for (uint32_t i = 0; i < shared->len; i++) fp_front_miss(run->scratch, front, shared->data[i]);
    fp_front_set(run->scratch, front, part, 1);
}

/* What others know of the stream's events before the split is what its threads have waited for; what the part has done
 * itself counts as its first event. */
static void become_part(struct fp_run *run, fp_stream number, fp_stream part, const fp_numbers *shared,
                        const fp_event *event) {
    fp_run_stream *whole = &run->streams.data[number], *child = &run->streams.data[part];
    fp_past_copy(run->scratch, &child->shared, &whole->shared);
    fp_front_copy(run->scratch, &child->fence, &whole->fence);
    limit_front(&child->past.done, &whole->shared.done, number);
    if (child->past.relaxed) limit_front(&child->past.ordered, fp_past_order(&whole->shared), number);
    for (uint32_t i = 0; i < whole->queues.len; i++) {
        fp_run_queue *queue = FP_PUSH(run->scratch, &child->queues);
        *queue = (fp_run_queue){ .started = whole->queues.data[i].started, .closed = whole->queues.data[i].closed };
        fp_past_copy(run->scratch, &queue->done, &whole->queues.data[i].done);
        take_share(run, &queue->done.done, shared, part);
        if (queue->done.relaxed) take_share(run, &queue->done.ordered, shared, part);
    }
    miss_shares(run, &child->past.done.missing, part);
    take_share(run, &child->past.done, shared, part);
    if (child->past.relaxed) {
        miss_shares(run, &child->past.ordered.missing, part);
        take_share(run, &child->past.ordered, shared, part);
    }
    child->number = 1;
    child->learns = whole->learns;
    child->split_off = number + 1;
    child->team = whole->team;
    child->threads = event->parts[part - event->first_stream];
    fp_objects_split(run, number, part);
}

/* Has `part` a thread of each warp that `other` has threads of? Both are told by rising id. */
static bool has_warps_of(const fp_thread_places *part, const fp_thread_places *other, uint32_t warp) {
    uint32_t at = 0;
    for (uint32_t i = 0; warp && i < other->count; i++) {
        while (at < part->count && part->thread[at] / warp < other->thread[i] / warp) at++;
        if (at == part->count || part->thread[at] / warp != other->thread[i] / warp) return false;
    }
    return warp > 0;
}

static void split(struct fp_run *run, fp_stream number, const fp_event *event) {
    while (run->works.splits.len <= number) *FP_PUSH(run->scratch, &run->works.splits) = (fp_stream_parts){ 0 };
    fp_stream_parts *parts = &run->works.splits.data[number];
    parts->first_part = event->first_stream;
    for (uint32_t i = 0; i < 2; i++)
        parts->all_warps[i] = has_warps_of(event->parts[i], event->parts[!i], run->source->warp);
    fp_numbers shared = { 0 };
    share_works(run, &run->streams.data[number].past.done.missing, number, event->first_stream, &shared);
    /* Each thread may have waited for its own since: the others have not heard of it. */
    share_works(run, &run->streams.data[number].shared.done.missing, number, event->first_stream, &shared);
    for (uint32_t i = 0; i < 2; i++) become_part(run, number, event->first_stream + i, &shared, event);
    fp_objects_leave(run, number);
}

/* All threads know what all have done when they are of one warp; else only those of a warp know of each other. */
static void meet_in_warps(struct fp_run *run, fp_stream number, bool one_warp) {
    fp_run_stream *stream = &run->streams.data[number];
    stream->warps_met = stream->number;
    fp_front_copy(run->scratch, &stream->done_when_met, &stream->past.done);
    if (one_warp) fp_past_join(run->scratch, &stream->shared, &stream->past, &run->works);
}

static void fork_streams(struct fp_run *run, fp_stream parent, const fp_event *event) {
    uint64_t end = (uint64_t)event->first_stream + event->stream_count;
    if (!event->splits) meet_in_stream(run, parent);
    if (end > FP_RUN_STREAMS_MAX) {
        run->limit_hit = true;
        return;
    }
    for (fp_stream i = event->first_stream; i < end; i++) {
        fp_run_stream *child = fp_run_stream_at(run, i);
        if (i == parent || (child->state != FP_STREAM_IDLE && child->state != FP_STREAM_ENDED)) continue;
        fp_past_join(run->scratch, &child->past, &run->streams.data[parent].past, &run->works);
        child->changes++;
        child->state = FP_STREAM_RUNS;
        child->event = NULL;
    }
    if (event->splits && event->stream_count == 2) split(run, parent, event);
}

static bool join_streams(struct fp_run *run, fp_stream parent, const fp_event *event) {
    uint64_t end = (uint64_t)event->first_stream + event->stream_count;
    if (end > run->streams.len) end = run->streams.len;
    for (fp_stream i = event->first_stream; i < end; i++) {
        fp_stream_state state = run->streams.data[i].state;
        if (i != parent && state != FP_STREAM_ENDED && state != FP_STREAM_IDLE) return false;
    }
    for (fp_stream i = event->first_stream; i < end; i++)
        if (i != parent)
            fp_past_join(run->scratch, &run->streams.data[parent].past, &run->streams.data[i].past, &run->works);
    return true;
}

/* May the stream's past be another one behind the event, but for the event itself and the work that it starts? */
static bool changes_past(const fp_event *event) {
    switch (event->kind) {
    case FP_EVENT_ACCESS:
    case FP_EVENT_ARRIVE:
    case FP_EVENT_COMPLETE_BYTES:
    case FP_EVENT_START:
    case FP_EVENT_ARRIVE_AFTER:
    case FP_EVENT_CLOSE_GROUP:
    case FP_EVENT_ROUND: return false;
    case FP_EVENT_INIT:
    case FP_EVENT_END_OBJECT:
    case FP_EVENT_WAIT:
    case FP_EVENT_WAIT_OWN:
    case FP_EVENT_WAIT_QUEUE:
    case FP_EVENT_FENCE:
    case FP_EVENT_WARPS_MEET:
    case FP_EVENT_STREAM_MEETS:
    case FP_EVENT_FORK:
    case FP_EVENT_JOIN:
    case FP_EVENT_END_MEMORY:
    case FP_EVENT_END: break;
    }
    return true;
}

static bool needs_object(const fp_event *event) {
    bool uses = fp_event_waits(event) || event->kind == FP_EVENT_END_OBJECT;
    return fp_event_arrives(event) || (uses && event->object != FP_NONE);
}

static bool publishes(const fp_event *event) {
    return event->kind == FP_EVENT_FORK || event->kind == FP_EVENT_ARRIVE || event->kind == FP_EVENT_ARRIVE_AFTER ||
           event->kind == FP_EVENT_CLOSE_GROUP || (event->kind == FP_EVENT_START && event->object != FP_NONE);
}

/* Does the event on a ready object, or on none. False: it has to wait. */
static bool do_event(struct fp_run *run, fp_run_event *at, const fp_event *event, fp_object_state object) {
    fp_stream number = at->stream;
    switch (event->kind) {
    case FP_EVENT_ACCESS: touch_all(run, at, event, &run->streams.data[number].past, FP_NONE); return true;
    case FP_EVENT_INIT: init_object(run, at, event); return true;
    case FP_EVENT_END_OBJECT:
        if (object == FP_OBJECT_READY) end_object(run, at);
        return true;
    case FP_EVENT_ARRIVE:
    case FP_EVENT_COMPLETE_BYTES:
        if (object == FP_OBJECT_READY) arrive(run, at, event, FP_NONE, &run->streams.data[number].past);
        return true;
    case FP_EVENT_WAIT:
    case FP_EVENT_WAIT_OWN: return object != FP_OBJECT_READY || fp_object_wait(run, at);
    case FP_EVENT_START: start_work(run, at, event); return true;
    case FP_EVENT_ARRIVE_AFTER:
        if (event->same_signal)
            repeat_signal(run, at, event);
        else
            start_work(run, at, event);
        return true;
    case FP_EVENT_CLOSE_GROUP:
        if (has_queue(event)) queue_at(run, &run->streams.data[number], event->queue)->closed++;
        return true;
    case FP_EVENT_WAIT_QUEUE: wait_queue(run, &run->streams.data[number], number, event); return true;
    case FP_EVENT_FENCE: fence(run, number); return true;
    case FP_EVENT_WARPS_MEET: meet_in_warps(run, number, event->one_warp); return true;
    case FP_EVENT_STREAM_MEETS: meet_in_stream(run, number); return true;
    case FP_EVENT_FORK: fork_streams(run, number, event); return true;
    case FP_EVENT_JOIN: return join_streams(run, number, event);
    case FP_EVENT_END_MEMORY: fp_shadow_end_memory(run, at, event); return true;
    case FP_EVENT_ROUND: run->streams.data[number].rounds++; return true;
    case FP_EVENT_END:
        meet_in_stream(run, number);
        run->streams.data[number].state = FP_STREAM_ENDED;
        return true;
    }
    return true;
}

bool fp_run_event_do(struct fp_run *run, fp_stream number, const fp_event *event) {
    fp_run_stream *stream = fp_run_stream_at(run, number);
    bool same = event->kind == FP_EVENT_ARRIVE_AFTER && event->same_signal; /* it is the event before, elsewhere */
    fp_run_event at = fp_run_event_of(number, stream->number + !same, event);
    fp_object_state object = FP_OBJECT_UNKNOWN;
    if (needs_object(event)) {
        if (event->meets) fp_object_meet(run, event->object, event->meets);
        object = fp_object_find(run, &at);
        if (object == FP_OBJECT_NOT_LIVE) {
            stream->state = FP_STREAM_NO_INIT;
            return false;
        }
    }
    uint32_t before = stream->number;
    stream->number = at.number;
    fp_past_add_event(run->scratch, &stream->past, number, stream->number);
    if (!do_event(run, &at, event, object)) {
        run->streams.data[number].number = before;
        return false;
    }
    stream = &run->streams.data[number];
    stream->changes += changes_past(event);
    if (publishes(event) && !event->beside) *FP_PUSH(run->scratch, &stream->publishes) = at;
    if (fp_event_learns(event) && !event->beside) stream->learns = at;
    if (run->limits.trace) fp_trace_add(run, &at, event);
    return true;
}
