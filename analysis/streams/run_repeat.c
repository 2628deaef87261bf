#include "streams/run_repeat.h"
#include <string.h>

enum {
    FP_RUN_PERIOD_DEFAULT = 8,  /* the ring of four slots */
    FP_RUN_FLIPS_BEHIND_MAX = 4 /* a stream that lacks more flips has missed a phase already */
};

/* Number of the stream's event where it becomes too old to matter: half a period and one iteration ago. */
static uint32_t horizon(const struct fp_run *run, fp_stream number) {
    const fp_run_stream *stream = &run->streams.data[number];
    uint32_t period = run->source->period ? run->source->period : FP_RUN_PERIOD_DEFAULT;
    uint32_t cut = period / 2 + 1;
    return stream->round_starts.len < cut ? 0 : stream->round_starts.data[stream->round_starts.len - cut];
}

typedef struct {
    struct fp_run *run;
    fp_run_picture *picture;
    const uint32_t *horizons;
} fp_painter;

static void put(const fp_painter *painter, uint64_t word) {
    *FP_PUSH(painter->run->scratch, &painter->picture->words) = word;
}

/* An event of a stream by how far it lies back; 0: too far. */
static uint32_t distance(const fp_painter *painter, fp_stream stream, uint32_t number) {
    if (number <= painter->horizons[stream]) return 0;
    return painter->run->streams.data[stream].number - number + 2;
}

static void put_event(const fp_painter *painter, const fp_run_event *event) {
    if (event->op == FP_NONE) {
        put(painter, 0);
        return;
    }
    uint32_t back = distance(painter, event->stream, event->number);
    put(painter, back ? (uint64_t)event->stream << 32 | back : 1);
}

static void put_work(const fp_painter *painter, uint32_t work) {
    const fp_work *at = &painter->run->works.data[work];
    put(painter, (uint64_t)at->stream << 32 | distance(painter, at->stream, at->number));
}

static bool is_recent(const fp_painter *painter, uint32_t work) {
    const fp_work *at = &painter->run->works.data[work];
    return at->number > painter->horizons[at->stream];
}

static void put_works(const fp_painter *painter, const fp_numbers *works) {
    for (uint32_t i = 0; i < works->len; i++)
        if (is_recent(painter, works->data[i])) put_work(painter, works->data[i]);
    put(painter, UINT64_MAX);
}

static void put_front(const fp_painter *painter, const fp_front *front) {
    for (uint32_t i = 0; i < painter->run->streams.len; i++)
        put(painter, i < front->clock.len ? distance(painter, i, front->clock.data[i]) : 0);
    put_works(painter, &front->missing);
}

static void put_past(const fp_painter *painter, const fp_past *past) {
    put_front(painter, &past->done);
    put_front(painter, &past->fenced);
}

/* Open groups: where the stream's own works stand in their queues. */
static void put_places(const fp_painter *painter, const fp_run_stream *stream) {
    for (uint32_t i = 0; i < stream->past.done.missing.len; i++) {
        uint32_t number = stream->past.done.missing.data[i];
        const fp_work *work = &painter->run->works.data[number];
        if (&painter->run->streams.data[work->stream] != stream || work->queue == FP_NONE) continue;
        if (!is_recent(painter, number)) continue;
        const fp_run_queue *queue = &stream->queues.data[work->queue];
        put(painter, (uint64_t)(queue->started - work->place) << 32 | (queue->closed - work->group));
    }
    for (uint32_t i = 0; i < stream->queues.len; i++) put_past(painter, &stream->queues.data[i].done);
}

static void put_stream(const fp_painter *painter, fp_stream number) {
    const fp_run_stream *stream = &painter->run->streams.data[number];
    const fp_event_source *source = painter->run->source;
    put(painter, stream->state);
    put(painter, stream->event ? (uint64_t)stream->event->op << 8 | stream->event->kind : 0);
    if (stream->state == FP_STREAM_ENDED || stream->state == FP_STREAM_IDLE) return;
    put(painter, source->scalars(source->user, number));
    put_past(painter, &stream->past);
    put_front(painter, &stream->fence);
    put_places(painter, stream);
}

static uint32_t behind(uint32_t now, uint32_t then) {
    uint32_t by = now - then;
    return by < FP_RUN_FLIPS_BEHIND_MAX ? by : FP_RUN_FLIPS_BEHIND_MAX;
}

static void put_view(const fp_painter *painter, const fp_object *object, const fp_object_view *view) {
    uint32_t flips = object->flips.len;
    put(painter, (uint64_t)view->arrived << 17 | (uint64_t)view->waited << 16 | behind(flips, view->known) << 8 |
                     behind(flips + 1, view->own_flip));
    put(painter, view->waited ? behind(flips, view->wait.flip) : 0);
    put_event(painter, &view->wait);
    put_event(painter, &view->use);
    put(painter, view->expect_flip == flips + 1);
    if (view->expect_flip == flips + 1) put_event(painter, &view->expect);
}

static void put_object(const fp_painter *painter, const fp_object *object) {
    put(painter, (uint64_t)object->live << 3 | object->made << 2 | object->unknown << 1 | object->broken);
    if (!object->live) return;
    put(painter, (uint64_t)object->count);
    put(painter, (uint64_t)object->missing);
    put(painter, (uint64_t)object->bytes);
    put(painter, object->flips.len % 2);
    put_past(painter, &object->past);
    put_front(painter, &object->arrivals);
    uint32_t unknown = 0;
    for (uint32_t i = 0; i < object->views.len; i++) {
        put_view(painter, object, &object->views.data[i]);
        uint32_t by = behind(object->flips.len, object->views.data[i].known);
        unknown = by > unknown ? by : unknown;
    }
    for (uint32_t i = object->flips.len - unknown; i < object->flips.len; i++)
        put_past(painter, &object->flips.data[i].past);
    for (uint32_t i = 0; i < object->works.len; i++)
        if (is_recent(painter, object->works.data[i].work)) put_work(painter, object->works.data[i].work);
}

static uint64_t entry_word(const fp_shadow_entry *entry) {
    return (uint64_t)entry->event.op << 3 | (uint64_t)entry->access.writes << 2 | (uint64_t)entry->access.reads << 1 |
           (entry->work != FP_NONE);
}

static bool is_old(const fp_painter *painter, const fp_run_event *event) {
    return event->number <= painter->horizons[event->stream];
}

/* However many accesses of one op are too old, they count as one. */
static bool old_one_before(const fp_painter *painter, const fp_shadow_cell *cell, uint32_t index) {
    for (uint32_t i = 0; i < index; i++)
        if (is_old(painter, &cell->entries.data[i].event) &&
            entry_word(&cell->entries.data[i]) == entry_word(&cell->entries.data[index]))
            return true;
    return false;
}

static void put_cell(const fp_painter *painter, const fp_shadow_cell *cell) {
    for (uint32_t i = 0; i < cell->entries.len; i++) {
        const fp_shadow_entry *entry = &cell->entries.data[i];
        if (is_old(painter, &entry->event) && old_one_before(painter, cell, i)) continue;
        put(painter, entry_word(entry));
        put_event(painter, &entry->event);
    }
    put(painter, UINT64_MAX);
}

static uint32_t find_picture(const fp_run_pictures *pictures, const fp_run_picture *picture, uint64_t hash) {
    for (fp_map_probe p = fp_map_find(&pictures->map, hash); fp_map_next(&p);) {
        const fp_run_picture *old = &pictures->pictures.data[p.value];
        if (old->words.len == picture->words.len &&
            memcmp(old->words.data, picture->words.data, old->words.len * sizeof *old->words.data) == 0)
            return p.value + 1;
    }
    return 0;
}

uint32_t fp_run_take_picture(struct fp_run *run, fp_run_pictures *pictures) {
    fp_run_picture picture = { 0 };
    uint32_t *horizons = FP_NEW(run->scratch, uint32_t, run->streams.len);
    for (uint32_t i = 0; i < run->streams.len; i++) horizons[i] = horizon(run, i);
    fp_painter painter = { run, &picture, horizons };
    for (uint32_t i = 0; i < run->streams.len; i++) put_stream(&painter, i);
    for (uint32_t i = 0; i < run->objects.len; i++) put_object(&painter, &run->objects.data[i]);
    for (uint32_t i = 0; i < run->cells.len; i++) put_cell(&painter, &run->cells.data[i]);
    uint64_t hash = fp_hash_bytes(picture.words.data, picture.words.len * sizeof *picture.words.data);
    uint32_t same = find_picture(pictures, &picture, hash);
    fp_map_put(run->scratch, &pictures->map, hash, pictures->pictures.len);
    *FP_PUSH(run->scratch, &pictures->pictures) = picture;
    return same;
}
