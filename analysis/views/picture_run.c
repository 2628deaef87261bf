#include "views/picture_run.h"
#include "base/hash.h"
#include "base/sort.h"
#include "base/str.h"
#include "kernel/lower_items.h"
#include "streams/record.h"
#include <assert.h>
#include <string.h>

typedef struct {
    fp_picture_event event;
    uint32_t from;  /* event of the trace; FP_NONE */
    uint32_t level; /* steps before it at least, on the longest way */
    uint32_t index; /* where it stands after sorting */
} drawn;

typedef struct {
    struct fp_arena *keep, *scratch;
    const struct fp_ir *ir;
    const fp_record *record;
    uint32_t *streams; /* by stream of the run: stream of the picture; NONE */
    uint32_t *objects; /* by object of the run: object of the picture; NONE */
    FP_VEC(fp_picture_stream) shown_streams;
    FP_VEC(fp_picture_object) shown_objects;
    FP_VEC(drawn) events;
    uint32_t *levels;   /* by event of the trace */
    uint32_t *drawn_as; /* by event of the trace; NONE: it is not shown */
    fp_picture_run *run;
} painter;

/* ---- streams and objects ---- */
static bool is_first_workgroup(const painter *p, fp_stream stream) { return p->record->names->workgroups[stream] == 0; }

static void paint_streams(painter *p) {
    const fp_run_names *names = p->record->names;
    p->streams = FP_NEW(p->scratch, uint32_t, names->stream_count + 1);
    for (fp_stream s = 0; s < names->stream_count; s++) {
        p->streams[s] = FP_PICTURE_NONE;
        if (!is_first_workgroup(p, s)) continue;
        fp_str name = names->streams[s];
        static const char tail[] = " of workgroup 0";
        fp_str end = { tail, sizeof tail - 1 };
        if (fp_str_ends(name, end)) name = fp_str_slice(name, 0, name.len - end.len);
        p->streams[s] = p->shown_streams.len;
        *FP_PUSH(p->keep, &p->shown_streams) = (fp_picture_stream){ .name = fp_str_copy(p->keep, name) };
    }
}

static uint32_t stream_of(painter *p, fp_stream stream) {
    if (p->streams[stream] != FP_PICTURE_NONE) return p->streams[stream];
    uint32_t others = p->shown_streams.len;
    *FP_PUSH(p->keep, &p->shown_streams) = (fp_picture_stream){ FP_STR("other workgroups"), true };
    for (fp_stream s = 0; s < p->record->names->stream_count; s++)
        if (p->streams[s] == FP_PICTURE_NONE) p->streams[s] = others;
    return others;
}

static void paint_objects(painter *p) {
    const fp_run_names *names = p->record->names;
    p->objects = FP_NEW(p->scratch, uint32_t, names->object_count + 1);
    for (uint32_t o = 0; o < names->object_count; o++) {
        fp_machine_place place = fp_machine_object_place(p->record->machine, o);
        p->objects[o] = FP_PICTURE_NONE;
        if (place.workgroup != 0) continue;
        bool ring = place.slots > 1 && place.slot >= 0;
        fp_str array = place.name.len ? place.name : names->objects[o];
        fp_str name = ring ? fp_str_printf(p->keep, "%.*s[%u]", FP_STR_ARG(array), (unsigned)place.slot)
                           : fp_str_copy(p->keep, array);
        p->objects[o] = p->shown_objects.len;
        *FP_PUSH(p->keep, &p->shown_objects) = (fp_picture_object){
            .name = name, .array = fp_str_copy(p->keep, array), .slot = ring ? (uint32_t)place.slot : FP_PICTURE_NONE
        };
    }
}

static uint32_t object_of(const painter *p, uint32_t object) {
    return object < p->record->names->object_count ? p->objects[object] : FP_PICTURE_NONE;
}

/* ---- events ---- */
fp_picture_does fp_picture_does_of(const fp_event *event) {
    switch (event->kind) {
    case FP_EVENT_ACCESS:
    case FP_EVENT_CLOSE_GROUP:
    case FP_EVENT_WARPS_MEET:
    case FP_EVENT_STREAM_MEETS:
    case FP_EVENT_END_MEMORY:
    case FP_EVENT_ROUND:
    case FP_EVENT_END: return FP_PICTURE_DOES_ACCESS;
    case FP_EVENT_INIT: return FP_PICTURE_DOES_INIT;
    case FP_EVENT_END_OBJECT: return FP_PICTURE_DOES_END;
    case FP_EVENT_ARRIVE: return event->arrivals ? FP_PICTURE_DOES_ARRIVE : FP_PICTURE_DOES_EXPECT;
    case FP_EVENT_COMPLETE_BYTES: return FP_PICTURE_DOES_COMPLETE;
    case FP_EVENT_WAIT: return FP_PICTURE_DOES_WAIT;
    case FP_EVENT_WAIT_OWN: return FP_PICTURE_DOES_MEET;
    case FP_EVENT_START: return FP_PICTURE_DOES_START;
    case FP_EVENT_ARRIVE_AFTER: return FP_PICTURE_DOES_COMMIT;
    case FP_EVENT_WAIT_QUEUE: return FP_PICTURE_DOES_DRAIN;
    case FP_EVENT_FENCE: return FP_PICTURE_DOES_FENCE;
    case FP_EVENT_FORK: return FP_PICTURE_DOES_FORK;
    case FP_EVENT_JOIN: return FP_PICTURE_DOES_JOIN;
    }
    return FP_PICTURE_DOES_ACCESS;
}

/* What touches, brings or starts nothing is not drawn. */
static bool is_empty(const fp_event *event) {
    fp_event_kind kind = event->kind;
    if (kind == FP_EVENT_ACCESS) return event->access_count == 0;
    if (kind == FP_EVENT_ARRIVE) return event->arrivals == 0 && event->bytes == 0;
    if (kind == FP_EVENT_START) return event->access_count == 0 && event->object == FP_NONE;
    if (kind == FP_EVENT_FORK || kind == FP_EVENT_JOIN) return event->stream_count == 0;
    return kind == FP_EVENT_CLOSE_GROUP || kind == FP_EVENT_END_MEMORY || kind == FP_EVENT_ROUND ||
           kind == FP_EVENT_END;
}

static void paint_touches(painter *p, const fp_event *event, fp_picture_event *drawn_event) {
    fp_picture_touch *touches = FP_NEW(p->keep, fp_picture_touch, event->access_count + 1);
    for (uint32_t i = 0; i < event->access_count; i++) {
        const fp_stream_access *access = &event->accesses[i];
        fp_machine_place place = fp_machine_place_at(p->record->machine, access->region.memory, access->region.first,
                                                     access->region.end - access->region.first);
        if (place.workgroup != 0 && drawn_event->touch_count) continue; /* the same tile of another workgroup */
        touches[drawn_event->touch_count++] =
            (fp_picture_touch){ .buffer = fp_str_copy(p->keep, place.name),
                                .slot =
                                    place.slot >= 0 && place.slot < UINT32_MAX ? (uint32_t)place.slot : FP_PICTURE_NONE,
                                .reads = access->reads,
                                .writes = access->writes };
    }
    drawn_event->touches = touches;
}

static void copy_loops(fp_picture_event *event, uint32_t count, const uint32_t *loops) {
    static_assert((int)FP_PICTURE_LOOPS_MAX == (int)FP_EVENT_LOOPS_MAX, "loops are copied one by one");
    event->loop_count = count;
    memcpy(event->loops, loops, sizeof event->loops);
}

static fp_picture_event event_of(painter *p, const fp_trace_event *from, fp_picture_does does) {
    fp_picture_event event = { .does = does,
                               .span = fp_lower_span(p->ir, from->event.op),
                               .stream = stream_of(p, from->at.stream),
                               .object = object_of(p, from->event.object),
                               .flip = from->at.flip,
                               .completes = from->flips,
                               .parity = from->event.parity,
                               .arrivals = from->event.arrivals,
                               .bytes = from->event.bytes,
                               .newest = from->event.newest,
                               .until = from->done };
    paint_touches(p, &from->event, &event);
    copy_loops(&event, from->at.loop_count, from->at.loops);
    return event;
}

static bool same_place(const fp_run_event *a, const fp_run_event *b) {
    return a->loop_count == b->loop_count && memcmp(a->loops, b->loops, sizeof a->loops) == 0;
}

/* Is it the init that another stream's use of the object comes before? */
static bool is_late_init(const painter *p, const fp_run_event *at) {
    for (uint32_t i = 0; i < p->record->result.evidence_count; i++) {
        const fp_run_evidence *evidence = p->record->result.evidence[i];
        const fp_run_event *init = &evidence->first;
        if (evidence->kind == FP_RUN_NOT_INITIALIZED && init->op == at->op && init->stream == at->stream &&
            init->object == at->object && same_place(init, at))
            return true;
    }
    return false;
}

/* Other workgroups are shown only by what they bring to the objects of the first one, or make too late, and an op that
 * acts in several workgroups by its part in the first one. */
static bool is_shown(const painter *p, uint32_t number) {
    const fp_trace_event *event = &p->record->trace.events.data[number];
    bool local = object_of(p, event->event.object) != FP_PICTURE_NONE;
    if (event->event.kind == FP_EVENT_INIT && is_late_init(p, &event->at)) return true;
    if (!is_first_workgroup(p, event->at.stream))
        return local && (event->event.kind == FP_EVENT_ARRIVE || event->event.kind == FP_EVENT_START ||
                         event->event.kind == FP_EVENT_ARRIVE_AFTER || event->event.kind == FP_EVENT_COMPLETE_BYTES);
    if (local || event->event.object == FP_NONE || event->before == FP_NONE) return true;
    return p->record->trace.events.data[event->before].event.op != event->event.op;
}

static bool only_reads(const fp_event *event) {
    for (uint32_t i = 0; i < event->access_count; i++)
        if (event->accesses[i].writes) return false;
    return true;
}

/* Inits in a row, copies onto one object, accesses alike: people see one step. So is all that another workgroup brings
 * to one phase. */
static bool is_one_step(const painter *p, const fp_trace_event *a, const fp_trace_event *b) {
    if (!is_first_workgroup(p, a->at.stream)) return a->event.object == b->event.object && a->at.flip == b->at.flip;
    if (a->event.kind != b->event.kind || !same_place(&a->at, &b->at)) return false;
    if (a->event.kind == FP_EVENT_INIT) return true;
    if (a->event.kind == FP_EVENT_ACCESS) return only_reads(&a->event) == only_reads(&b->event);
    return a->event.kind == FP_EVENT_START && a->event.object == b->event.object && a->at.flip == b->at.flip &&
           a->event.object != FP_NONE && a->event.arrivals == 0 && b->event.arrivals == 0;
}

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* An event comes behind the one before it in its stream, a wait behind all arrivals of its flip, a stream's first
 * event behind the fork, and a join behind the ends. */
typedef struct {
    uint32_t *ends; /* by stream of the run: level of its last event */
    fp_map flips;   /* (object, flip) to `levels` */
    FP_VEC(uint32_t) levels;
} clockwork;

static uint32_t *level_of_flip(painter *p, clockwork *c, uint32_t object, uint32_t flip) {
    uint64_t key = (uint64_t)object << 32 | flip;
    for (fp_map_probe probe = fp_map_find(&c->flips, fp_hash_mix(key, 1)); fp_map_next(&probe);)
        return &c->levels.data[probe.value];
    fp_map_put(p->scratch, &c->flips, fp_hash_mix(key, 1), c->levels.len);
    *FP_PUSH(p->scratch, &c->levels) = 0;
    return &c->levels.data[c->levels.len - 1];
}

static uint32_t level_of(painter *p, clockwork *c, const fp_trace_event *event, bool shown) {
    uint32_t level = c->ends[event->at.stream] + (shown ? 1 : 0);
    if (fp_event_waits(&event->event) && event->at.flip && event->event.object != FP_NONE)
        level = larger(level, *level_of_flip(p, c, event->event.object, event->at.flip) + 1);
    uint32_t streams = p->record->names->stream_count;
    for (uint32_t i = 0; event->event.kind == FP_EVENT_JOIN && i < event->event.stream_count; i++)
        if (event->event.first_stream + i < streams) level = larger(level, c->ends[event->event.first_stream + i] + 1);
    return level;
}

static void note_level(painter *p, clockwork *c, const fp_trace_event *event, uint32_t level) {
    c->ends[event->at.stream] = level;
    if (!fp_event_waits(&event->event) && event->at.flip && event->event.object != FP_NONE) {
        uint32_t *flip = level_of_flip(p, c, event->event.object, event->at.flip);
        *flip = larger(*flip, level);
    }
    for (uint32_t i = 0; event->event.kind == FP_EVENT_FORK && i < event->event.stream_count; i++)
        if (event->event.first_stream + i < p->record->names->stream_count)
            c->ends[event->event.first_stream + i] = larger(c->ends[event->event.first_stream + i], level);
}

static void paint_events(painter *p) {
    const struct fp_run_trace *trace = &p->record->trace;
    clockwork c = { .ends = FP_NEW(p->scratch, uint32_t, p->record->names->stream_count + 1) };
    p->drawn_as = FP_NEW(p->scratch, uint32_t, trace->events.len + 1);
    for (uint32_t i = 0; i < trace->events.len; i++) {
        const fp_trace_event *from = &trace->events.data[i];
        fp_picture_does does = fp_picture_does_of(&from->event);
        bool shown = !is_empty(&from->event) && is_shown(p, i), joined = false;
        p->drawn_as[i] = FP_PICTURE_NONE;
        if (shown && from->before != FP_NONE && p->drawn_as[from->before] != FP_PICTURE_NONE)
            joined = is_one_step(p, &trace->events.data[from->before], from);
        uint32_t level = level_of(p, &c, from, shown && !joined);
        note_level(p, &c, from, level);
        if (!shown) continue;
        p->drawn_as[i] = p->events.len;
        fp_picture_event event = event_of(p, from, does);
        event.joined = joined;
        if (does == FP_PICTURE_DOES_INIT && event.object != FP_PICTURE_NONE)
            p->shown_objects.data[event.object].count = event.arrivals;
        *FP_PUSH(p->scratch, &p->events) = (drawn){ event, i, level, 0 };
    }
}

/* ---- what a hang waits for ---- */
static void paint_unfinished(painter *p, const fp_run_event *at, fp_picture_does does, fp_picture_fate fate,
                             int64_t arrivals, int64_t bytes) {
    fp_picture_event event = { .does = does,
                               .fate = fate,
                               .span = fp_lower_span(p->ir, at->op),
                               .stream = stream_of(p, at->stream),
                               .object = object_of(p, at->object),
                               .flip = at->flip,
                               .parity = at->parity,
                               .arrivals = arrivals,
                               .bytes = bytes,
                               .until = FP_PICTURE_NONE };
    copy_loops(&event, at->loop_count, at->loops);
    *FP_PUSH(p->scratch, &p->events) =
        (drawn){ event, FP_NONE, fate == FP_PICTURE_STUCK ? FP_NONE - 2 : FP_NONE - 1, 0 };
}

static fp_picture_does brings(const fp_run_event *event) {
    if (event->kind == FP_EVENT_ARRIVE_AFTER) return FP_PICTURE_DOES_COMMIT;
    if (event->kind == FP_EVENT_START) return FP_PICTURE_DOES_START;
    return event->kind == FP_EVENT_COMPLETE_BYTES ? FP_PICTURE_DOES_COMPLETE : FP_PICTURE_DOES_ARRIVE;
}

static bool is_drawn(const painter *p, const fp_run_event *at) {
    fp_span span = fp_lower_span(p->ir, at->op);
    for (uint32_t i = 0; i < p->events.len; i++) {
        const fp_picture_event *event = &p->events.data[i].event;
        if (event->fate == FP_PICTURE_NEVER && event->span.start == span.start &&
            event->stream == p->streams[at->stream] && event->object == object_of(p, at->object))
            return true;
    }
    return false;
}

static void paint_stuck(painter *p, const fp_run_evidence *evidence) {
    for (uint32_t i = 0; i < evidence->stuck_count; i++) {
        const fp_run_stuck *stuck = &evidence->stuck[i];
        if (stuck->at.stream >= p->record->names->stream_count || !is_first_workgroup(p, stuck->at.stream)) continue;
        fp_picture_does does = stuck->at.kind == FP_EVENT_JOIN   ? FP_PICTURE_DOES_JOIN
                               : stuck->at.kind == FP_EVENT_WAIT ? FP_PICTURE_DOES_WAIT
                                                                 : FP_PICTURE_DOES_MEET;
        paint_unfinished(p, &stuck->at, does, FP_PICTURE_STUCK, stuck->arrivals, stuck->bytes);
        p->run->stuck = true;
    }
    for (uint32_t i = 0; i < evidence->stuck_count; i++)
        for (uint32_t k = 0; k < evidence->stuck[i].bringer_count; k++) {
            const fp_run_event *at = &evidence->stuck[i].bringers[k].event;
            if (at->stream < p->record->names->stream_count && !is_drawn(p, at))
                paint_unfinished(p, at, brings(at), FP_PICTURE_NEVER, 0, 0);
        }
}

/* ---- the whole ---- */
static int compare_drawn(const void *a, const void *b) {
    const drawn *x = a, *y = b;
    if (x->level != y->level) return x->level < y->level ? -1 : 1;
    if (x->event.stream != y->event.stream) return x->event.stream < y->event.stream ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

typedef struct {
    uint32_t object, flip;
    bool marked;
} done_flip;
typedef FP_VEC(done_flip) done_flips;

static done_flip *find_flip(const done_flips *flips, const fp_map *map, const fp_picture_event *event) {
    uint64_t key = (uint64_t)event->object << 32 | event->flip;
    for (fp_map_probe probe = fp_map_find(map, fp_hash_mix(key, 2)); fp_map_next(&probe);)
        if (flips->data[probe.value].object == event->object && flips->data[probe.value].flip == event->flip)
            return &flips->data[probe.value];
    return NULL;
}

static bool is_arrival(const fp_picture_event *event) {
    return event->fate == FP_PICTURE_HAPPENS && event->flip && event->object != FP_PICTURE_NONE &&
           event->does != FP_PICTURE_DOES_WAIT && event->does != FP_PICTURE_DOES_MEET;
}

/* In the picture's order another arrival may be the last of its flip than in the run's. */
static void move_completions(painter *p, fp_picture_event *events, uint32_t count) {
    done_flips flips = { 0 };
    fp_map map = { 0 };
    for (uint32_t i = 0; i < count; i++) {
        if (!events[i].completes || events[i].object == FP_PICTURE_NONE) continue;
        fp_map_put(p->scratch, &map, fp_hash_mix((uint64_t)events[i].object << 32 | events[i].flip, 2), flips.len);
        *FP_PUSH(p->scratch, &flips) = (done_flip){ events[i].object, events[i].flip, false };
    }
    for (uint32_t i = count; i-- > 0;) {
        done_flip *flip = is_arrival(&events[i]) ? find_flip(&flips, &map, &events[i]) : NULL;
        if (!flip) continue;
        events[i].completes = !flip->marked;
        flip->marked = true;
    }
}

static void sort_by_time(painter *p) {
    for (uint32_t i = 0; i < p->events.len; i++) p->events.data[i].index = i;
    fp_sort(p->events.data, p->events.len, sizeof *p->events.data, compare_drawn);
    for (uint32_t i = 0; i < p->events.len; i++)
        if (p->events.data[i].from != FP_NONE) p->drawn_as[p->events.data[i].from] = i;
    fp_picture_event *events = FP_NEW(p->keep, fp_picture_event, p->events.len + 1);
    for (uint32_t i = 0; i < p->events.len; i++) {
        events[i] = p->events.data[i].event;
        if (events[i].until != FP_PICTURE_NONE) events[i].until = p->drawn_as[events[i].until];
    }
    move_completions(p, events, p->events.len);
    p->run->events = events, p->run->event_count = p->events.len;
}

static void paint_values(painter *p) {
    const fp_run_names *names = p->record->names;
    fp_picture_value *values = FP_NEW(p->keep, fp_picture_value, names->leaf_count + 1);
    for (uint32_t i = 0; i < names->leaf_count; i++)
        values[i] = (fp_picture_value){ fp_str_copy(p->keep, names->leaves[i].name), names->leaves[i].value };
    p->run->values = values, p->run->value_count = names->leaf_count;
}

static void paint(painter *p) {
    paint_streams(p);
    paint_objects(p);
    paint_events(p);
    for (uint32_t i = 0; i < p->record->result.evidence_count; i++)
        if (p->record->result.evidence[i]->kind == FP_RUN_STUCK) paint_stuck(p, p->record->result.evidence[i]);
    sort_by_time(p);
    paint_values(p);
    p->run->streams = p->shown_streams.data, p->run->stream_count = p->shown_streams.len;
    p->run->objects = p->shown_objects.data, p->run->object_count = p->shown_objects.len;
}

/* Does some stream of the first workgroup, whose picture it is, wait for ever? */
static bool hangs(const fp_record *record) {
    for (uint32_t i = 0; i < record->result.evidence_count; i++) {
        const fp_run_evidence *evidence = record->result.evidence[i];
        for (uint32_t k = 0; evidence->kind == FP_RUN_STUCK && k < evidence->stuck_count; k++) {
            fp_stream stream = evidence->stuck[k].at.stream;
            if (stream < record->names->stream_count && record->names->workgroups[stream] == 0) return true;
        }
    }
    return false;
}

const fp_picture_run *fp_picture_run_draw(struct fp_arena *keep, const struct fp_kernel *kernel,
                                          const struct fp_program *program) {
    struct fp_arena *scratch = fp_arena_new();
    const fp_record *record = fp_record_make(scratch, kernel, program);
    fp_picture_run *run = NULL;
    uint32_t local = 0;
    for (fp_stream s = 0; record && s < record->names->stream_count; s++) local += record->names->workgroups[s] == 0;
    bool cluster = local == 1 && record->names->stream_count > 1;
    if (local > 1 || (cluster && hangs(record))) {
        run = FP_NEW(keep, fp_picture_run, 1);
        painter p = { .keep = keep, .scratch = scratch, .ir = kernel->ir, .record = record, .run = run };
        paint(&p);
    }
    fp_arena_drop(scratch);
    return run;
}
