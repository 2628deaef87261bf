#include "streams/repeat.h"
#include "streams/objects.h"
#include <string.h>

/* The state of a run as a list of words. It is walked twice: first events and works that it names are marked, then each
 * is told by how many that are marked come before it. */
typedef struct {
    struct fp_run *run;
    struct fp_arena *scratch;
    bool marks;        /* the first time */
    uint32_t **events; /* per stream and event; then the event's rank */
    uint32_t *works, *turns;
    fp_numbers words;
} walk;

static void put(walk *w, uint64_t word) {
    if (w->marks) return;
    *FP_PUSH(w->scratch, &w->words) = (uint32_t)word;
    *FP_PUSH(w->scratch, &w->words) = (uint32_t)(word >> 32);
}

static void put_flags(walk *w, const bool *flags, uint32_t count) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < count; i++) bits |= (uint64_t)flags[i] << i;
    put(w, bits);
}

static void put_ranked(walk *w, uint32_t *ranks, uint32_t number) {
    if (w->marks)
        ranks[number] = 1;
    else
        put(w, ranks[number]);
}

static void put_event(walk *w, fp_stream stream, uint32_t number) {
    if (number <= w->run->streams.data[stream].number)
        put_ranked(w, w->events[stream], number);
    else
        put(w, UINT64_MAX - 1);
}

static void put_at(walk *w, const fp_run_event *event) {
    put(w, event->op);
    if (event->op == FP_NONE) return;
    put(w, (uint64_t)event->stream << 32 | event->kind);
    put_event(w, event->stream, event->number);
}

static void put_work(walk *w, uint32_t work) {
    if (work == FP_NONE)
        put(w, UINT64_MAX);
    else
        put_ranked(w, w->works, work);
}

static void put_front(walk *w, const fp_front *front) {
    for (fp_stream i = 0; i < w->run->streams.len; i++)
        put_event(w, i, i < front->clock.len ? front->clock.data[i] : 0);
    put(w, front->missing.len);
    for (uint32_t i = 0; i < front->missing.len; i++) {
        const fp_work *work = &w->run->works.data[front->missing.data[i]];
        put_work(w, front->missing.data[i]);
        if (work->queue == FP_NONE) continue;
        const fp_run_stream *stream = &w->run->streams.data[work->stream];
        bool counted = work->queue < stream->queues.len;
        put(w, counted ? stream->queues.data[work->queue].started - work->place : 0);
        put(w, counted ? stream->queues.data[work->queue].closed - work->group : 0);
    }
}

static void put_past(walk *w, const fp_past *past) {
    put_front(w, &past->done);
    put_front(w, &past->fenced);
    put(w, past->relaxed);
    if (past->relaxed) put_front(w, &past->ordered);
}

static void put_waiting(walk *w, const fp_event *event) {
    put(w, event != NULL);
    if (!event) return;
    put(w, (uint64_t)event->op << 32 | event->kind);
    put(w, (uint64_t)event->object << 32 | event->parity);
    put(w, (uint64_t)event->arrivals), put(w, (uint64_t)event->bytes), put(w, (uint64_t)event->newest);
    put(w, (uint64_t)event->queue << 32 | event->access_count);
}

static void put_stream(walk *w, fp_stream number) {
    const fp_run_stream *stream = &w->run->streams.data[number];
    bool ended = stream->state == FP_STREAM_ENDED;
    put(w, (uint64_t)stream->state << 32 | (ended ? 0 : w->run->round - stream->rounds));
    put_waiting(w, stream->event);
    put_event(w, number, stream->number);
    put_past(w, &stream->past);
    put_past(w, &stream->shared);
    put_event(w, number, stream->warps_met);
    put_front(w, &stream->done_when_met);
    put_front(w, &stream->fence);
    put(w, (uint64_t)stream->split_off << 32 | stream->team);
    put(w, (uint64_t)(uintptr_t)stream->threads);
    put_work(w, stream->signal);
    if (stream->signal != FP_NONE) put_past(w, &stream->signalled);
    put(w, stream->queues.len);
    for (uint32_t i = 0; i < stream->queues.len; i++) {
        put_past(w, &stream->queues.data[i].done);
        put(w, stream->queues.data[i].has == stream->changes);
    }
}

/* `known`: flips that all streams know, and will never ask for. A wait for the last of them may pass. */
static void put_view(walk *w, const fp_object *object, fp_stream stream, uint32_t known) {
    const fp_object_view *view = &object->views.data[stream];
    uint32_t flips = object->flips.len;
    put_flags(w, (const bool[]){ view->arrived, view->waited, view->init_checked }, 3);
    put(w, flips - (view->known > known ? view->known : known));
    if (view->arrived) {
        put(w, view->own_flip < known ? UINT64_MAX : flips + 1 - view->own_flip);
        if (view->own_flip && view->own_flip < known) put_past(w, &object->flips.data[view->own_flip - 1].past);
    }
    put(w, view->passed && view->passed >= view->own_flip ? flips - view->passed : UINT64_MAX);
    put_at(w, &view->use);
    bool waits = view->waited && view->wait.flip >= known;
    put(w, waits ? flips - view->wait.flip : UINT64_MAX);
    if (waits) put_at(w, &view->wait);
    put(w, view->expect_flip > flips ? view->expect_flip - flips : 0);
    if (view->expect_flip > flips) put_at(w, &view->expect);
}

static void put_object(walk *w, uint32_t number) {
    fp_object *object = &w->run->objects.data[number];
    uint32_t known = fp_object_known_to_all(w->run, object), flips = object->flips.len;
    put_flags(w,
              (const bool[]){ object->live, object->made, object->unknown, object->lasts, object->awaited, object->left,
                              object->broken, object->parts },
              8);
    put(w, flips % 2);
    put_at(w, &object->init), put_at(w, &object->ended);
    put(w, object->cell);
    put(w, (uint64_t)object->count), put(w, (uint64_t)object->missing), put(w, (uint64_t)object->bytes);
    put_past(w, &object->past);
    put_front(w, &object->arrivals);
    put(w, object->last_arrival.op), put(w, object->last_bytes.op);
    put(w, flips - known);
    for (uint32_t i = known ? known - 1 : 0; i < flips; i++) {
        put_past(w, &object->flips.data[i].past);
        put(w, object->flips.data[i].last.op);
    }
    put(w, object->views.len);
    for (fp_stream i = 0; i < object->views.len; i++) put_view(w, object, i, known);
    put(w, object->works.len);
    for (uint32_t i = 0; i < object->works.len; i++) {
        put_work(w, object->works.data[i].work);
        put_at(w, &object->works.data[i].start);
    }
}

static void put_entry(walk *w, const fp_shadow_entry *entry) {
    const fp_stream_access *a = &entry->access;
    put_flags(w,
              (const bool[]){ a->writes, a->reads, a->atomic, a->unknown, a->anywhere, a->boundless, a->further,
                              a->maybe, a->together, a->by_warps, a->gives_back, a->proxy == FP_PROXY_ASYNC },
              12);
    put_at(w, &entry->event);
    put(w, entry->event.object);
    put(w, (uint64_t)(uintptr_t)a->places);
    put_work(w, entry->work);
    put_ranked(w, w->turns, entry->turn);
}

static void put_cell(walk *w, const fp_shadow_cell *cell) {
    put(w, (uint64_t)cell->entries.len << 32 | cell->objects.len);
    for (uint32_t i = 0; i < cell->entries.len; i++) put_entry(w, &cell->entries.data[i]);
    for (uint32_t i = 0; i < cell->touchers.len; i++)
        put_event(w, cell->touchers.data[i].stream, cell->touchers.data[i].newest);
}

static void put_marked_work(walk *w, uint32_t number) {
    const fp_work *work = &w->run->works.data[number];
    put_event(w, work->stream, work->number);
    put(w, (uint64_t)work->stream << 32 | work->queue);
    put(w, work->waves);
    put_flags(w,
              (const bool[]){ work->writes, work->in_order, work->overtakes, work->arrival, work->by_queue,
                              work->own_wait, work->by_share, work->landed },
              8);
    put(w, work->team);
    put_work(w, work->first_part ? work->first_part : FP_NONE);
    put_work(w, work->first_part ? work->first_part + 1 : FP_NONE);
}

static void walk_all(walk *w) {
    const struct fp_run *run = w->run;
    put(w, (uint64_t)run->streams.len << 32 | run->objects.len);
    put(w, (uint64_t)run->cells.len << 32 | run->works.splits.len);
    put(w, (uint64_t)run->evidence.len << 32 | run->doubts.len);
    put(w, (uint64_t)run->ended.len << 32 | run->reused);
    for (fp_stream i = 0; i < run->streams.len; i++) put_stream(w, i);
    for (uint32_t i = 0; i < run->objects.len; i++) put_object(w, i);
    for (uint32_t i = 0; i < run->cells.len; i++) put_cell(w, &run->cells.data[i]);
    for (uint32_t i = 0; i < run->ended.len; i++) put_at(w, &run->ended.data[i].end);
    /* Shares of a work have higher numbers than the work. */
    for (uint32_t i = 0; i < run->works.len; i++)
        if (w->works[i]) put_marked_work(w, i);
}

/* From marks to how many are marked up to each: the same for an event that is not marked as for the one before. */
static void rank(uint32_t *marks, uint32_t count) {
    for (uint32_t i = 0, marked = 0; i < count; i++) marks[i] = marks[i] ? ++marked : 0;
}

static fp_numbers state_of(struct fp_run *run, struct fp_arena *scratch) {
    walk w = { .run = run, .scratch = scratch, .marks = true };
    typedef uint32_t *ranks;
    w.events = FP_NEW(scratch, ranks, run->streams.len + 1);
    for (fp_stream i = 0; i < run->streams.len; i++)
        w.events[i] = FP_NEW(scratch, uint32_t, run->streams.data[i].number + 1);
    w.works = FP_NEW(scratch, uint32_t, run->works.len + 1);
    w.turns = FP_NEW(scratch, uint32_t, run->accesses + 1);
    walk_all(&w);
    for (fp_stream i = 0; i < run->streams.len; i++) rank(w.events[i], run->streams.data[i].number + 1);
    rank(w.works, run->works.len);
    rank(w.turns, run->accesses);
    w.marks = false;
    walk_all(&w);
    return w.words;
}

/* ---- Iterations that were passed over ---- */
/* Events of the last period stand for those of the last one that was passed over. */
static void move_event(const struct fp_run *run, fp_run_event *event, uint32_t periods) {
    const fp_repeat *repeat = &run->repeat;
    if (event->op == FP_NONE || !event->loop_count || event->stream >= repeat->last.len ||
        event->number <= repeat->last.data[event->stream])
        return;
    event->loops[0] += periods * (run->streams.data[event->stream].rounds - repeat->rounds.data[event->stream]);
}

static void move_object(const struct fp_run *run, fp_object *object, uint32_t periods) {
    move_event(run, &object->init, periods), move_event(run, &object->ended, periods);
    move_event(run, &object->last_arrival, periods), move_event(run, &object->last_bytes, periods);
    for (uint32_t i = 0; i < object->views.len; i++) {
        fp_object_view *view = &object->views.data[i];
        move_event(run, &view->wait, periods), move_event(run, &view->use, periods);
        move_event(run, &view->expect, periods);
    }
    for (uint32_t i = 0; i < object->flips.len; i++) move_event(run, &object->flips.data[i].last, periods);
    for (uint32_t i = 0; i < object->works.len; i++) move_event(run, &object->works.data[i].start, periods);
}

static void move_events(struct fp_run *run, uint32_t periods) {
    for (uint32_t i = 0; i < run->cells.len; i++)
        for (uint32_t k = 0; k < run->cells.data[i].entries.len; k++)
            move_event(run, &run->cells.data[i].entries.data[k].event, periods);
    for (uint32_t i = 0; i < run->objects.len; i++) move_object(run, &run->objects.data[i], periods);
    for (uint32_t i = 0; i < run->streams.len; i++) {
        fp_run_stream *stream = &run->streams.data[i];
        move_event(run, &stream->learns, periods);
        for (uint32_t k = 0; k < stream->publishes.len; k++) move_event(run, &stream->publishes.data[k], periods);
    }
}

/* ---- States that come again ---- */
static void keep_state(struct fp_run *run, const fp_numbers *state) {
    fp_repeat *repeat = &run->repeat;
    repeat->round = run->round;
    repeat->state =
        (fp_numbers){ fp_arena_copy(run->scratch, state->data, state->len * sizeof *state->data, _Alignof(uint32_t)),
                      state->len, state->len };
    repeat->last.len = repeat->rounds.len = 0;
    for (uint32_t i = 0; i < run->streams.len; i++) {
        *FP_PUSH(run->scratch, &repeat->last) = run->streams.data[i].number;
        *FP_PUSH(run->scratch, &repeat->rounds) = run->streams.data[i].rounds;
    }
    run->source->mark(run->source->user);
}

static bool is_as_kept(const fp_repeat *repeat, const fp_numbers *state) {
    return repeat->round && repeat->state.len == state->len &&
           memcmp(repeat->state.data, state->data, state->len * sizeof *state->data) == 0;
}

/* How many rounds go by until the next state is kept doubles: some time the state is one that comes again, and the
 * rounds are enough for it to do so. */
static bool is_old(const struct fp_run *run) {
    return !run->repeat.round || run->round >= 2 * run->repeat.round - (run->repeat.from - FP_REPEAT_FROM);
}

void fp_repeat_look(struct fp_run *run) {
    fp_repeat *repeat = &run->repeat;
    if (!repeat->from) repeat->from = FP_REPEAT_FROM;
    bool looks = run->source->skip && !run->limits.every_round && !run->limits.order && !run->limits.trace;
    if (!looks || run->round < repeat->from || repeat->looks == FP_REPEAT_LOOKS_MAX ||
        repeat->tries == FP_REPEAT_TRIES_MAX)
        return;
    repeat->looks++;
    struct fp_arena *scratch = fp_arena_new();
    fp_numbers state = state_of(run, scratch);
    uint32_t periods = is_as_kept(repeat, &state) ? run->source->skip(run->source->user) : 0;
    repeat->tries += is_as_kept(repeat, &state) && !periods;
    if (periods) {
        move_events(run, periods);
        *repeat = (fp_repeat){ .from = run->round + FP_REPEAT_FROM };
    } else if (is_old(run)) {
        keep_state(run, &state);
    }
    fp_arena_drop(scratch);
}
