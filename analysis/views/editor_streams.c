#include "base/sort.h"
#include "base/span.h"
#include "base/str.h"
#include "fencepost_editor.h"
#include "fencepost_streams.h"
#include "kernel/lower_items.h"
#include "streams/record.h"
#include "streams/regions.h"
#include "views/around.h"
#include "views/picture_run.h"

enum {
    NOTES_MAX = 16,         /* streams of one op, times its arrays */
    ORDERS_MAX = 6,         /* pairs of ops that are told of one access */
    RUNS_LOOKED_AT = 8,     /* of one op: slots have come round by then */
    EVENTS_LOOKED_AT = 4000 /* for the next access that one conflicts with */
};

typedef struct {
    struct fp_arena *keep, *scratch;
    const struct fp_kernel *kernel;
    const fp_record *record; /* NULL: there is nothing to run */
} asker;

static asker ask(struct fp_arena *keep, struct fp_arena *scratch, struct fp_document *document, uint32_t offset) {
    fp_around around = fp_around_look(scratch, document, offset);
    asker a = { .keep = keep, .scratch = scratch };
    a.kernel = fp_around_kernel(&around, offset);
    if (a.kernel) a.record = fp_record_make(scratch, a.kernel, around.pipeline.program);
    return a;
}

static const fp_trace_event *event_at(const asker *a, uint32_t number) { return &a->record->trace.events.data[number]; }
static uint32_t event_count(const asker *a) { return a->record ? a->record->trace.events.len : 0; }

static fp_span span_of(const asker *a, fp_op op) { return fp_lower_span(a->kernel->ir, op); }
static fp_str stream_of(const asker *a, fp_stream stream) {
    return fp_str_copy(a->keep, fp_run_stream_name(a->record->names, stream));
}

static uint32_t array_of(const asker *a, uint32_t object) {
    return object == FP_NONE ? FP_NONE : fp_machine_object_place(a->record->machine, object).allocation;
}

static fp_str array_name(const asker *a, uint32_t object) {
    if (object == FP_NONE) return FP_STR("");
    fp_machine_place place = fp_machine_object_place(a->record->machine, object);
    return fp_str_copy(a->keep, place.name.len ? place.name : fp_run_object_name(a->record->names, object));
}

static bool uses_object(const fp_event *event) {
    return event->object != FP_NONE && (fp_event_waits(event) || fp_event_arrives(event) ||
                                        event->kind == FP_EVENT_INIT || event->kind == FP_EVENT_END_OBJECT);
}

/* ---- notes ---- */
typedef FP_VEC(fp_stream_place) places;

static void add_place(const asker *a, places *list, const fp_trace_event *event) {
    fp_stream_place place = { span_of(a, event->event.op), stream_of(a, event->at.stream),
                              fp_picture_does_of(&event->event) };
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i].span.start == place.span.start && fp_str_equal(list->data[i].stream, place.stream)) return;
    *FP_PUSH(a->keep, list) = place;
}

typedef struct {
    fp_stream stream;
    uint32_t array;
    fp_stream_note note;
    places partners;
    FP_VEC(fp_stream_order) orders;
} noting;
typedef FP_VEC(noting) notings;

static noting *noting_of(const asker *a, notings *list, const fp_run_event *at, const fp_event *event) {
    uint32_t array = uses_object(event) ? array_of(a, at->object) : FP_NONE;
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i].stream == at->stream && list->data[i].array == array) return &list->data[i];
    if (list->len == NOTES_MAX) return NULL;
    noting *added = FP_PUSH(a->scratch, list);
    *added = (noting){ .stream = at->stream, .array = array };
    added->note = (fp_stream_note){ .span = span_of(a, at->op),
                                    .stream = stream_of(a, at->stream),
                                    .does = fp_picture_does_of(event),
                                    .object = array == FP_NONE ? FP_STR("") : array_name(a, at->object) };
    return added;
}

/* Arrivals of the flip that a wait passed at, or waits that passed at the flip that an arrival was counted in. */
static void find_partners(const asker *a, noting *n, const fp_trace_event *of) {
    if (!of->at.flip) return;
    for (uint32_t i = 0; i < event_count(a); i++) {
        const fp_trace_event *event = event_at(a, i);
        if (event->event.object != of->event.object || event->at.flip != of->at.flip) continue;
        if (fp_event_waits(&of->event) ? fp_event_arrives(&event->event) : fp_event_waits(&event->event))
            add_place(a, &n->partners, event);
    }
}

/* ---- orders ---- */
static bool is_async(const fp_trace_event *event) { return event->work != FP_NONE; }

static const fp_stream_access *conflicting(const fp_trace_event *a, const fp_trace_event *b) {
    int64_t byte;
    for (uint32_t i = 0; i < a->event.access_count; i++)
        for (uint32_t k = 0; k < b->event.access_count; k++) {
            const fp_stream_access *x = &a->event.accesses[i], *y = &b->event.accesses[k];
            bool conflict = (x->writes || y->writes) && !(x->atomic && y->atomic);
            if (conflict && fp_regions_meet(&x->region, &y->region, &byte)) return y;
        }
    return NULL;
}

static bool is_pair(const fp_trace_event *a, const fp_trace_event *b) {
    return a->at.stream != b->at.stream || is_async(a) || is_async(b);
}

static void add_order(const asker *a, noting *n, const fp_trace_event *other, const fp_stream_access *access,
                      uint32_t by, bool before) {
    fp_span span = span_of(a, other->event.op), by_span = span_of(a, event_at(a, by)->event.op);
    for (uint32_t i = 0; i < n->orders.len; i++)
        if (n->orders.data[i].other.span.start == span.start && n->orders.data[i].before == before) return;
    if (n->orders.len == ORDERS_MAX) return;
    fp_str buffer = fp_machine_memory_name(a->record->machine, access->region.memory, access->region.first);
    const fp_event *sync = &event_at(a, by)->event;
    *FP_PUSH(a->keep, &n->orders) =
        (fp_stream_order){ .other = { span, stream_of(a, other->at.stream), fp_picture_does_of(&other->event) },
                           .before = before,
                           .writes = access->writes,
                           .buffer = fp_str_copy(a->keep, buffer),
                           .by = by_span,
                           .by_does = fp_picture_does_of(sync),
                           .object = sync->object == FP_NONE ? FP_STR("") : array_name(a, sync->object) };
}

/* The nearest access that the event conflicts with and is ordered to, in one direction of the run. */
static void find_order(const asker *a, noting *n, uint32_t number, bool before) {
    const fp_trace_event *of = event_at(a, number);
    uint32_t i = number, by;
    for (uint32_t looked = 0; looked < EVENTS_LOOKED_AT; looked++) {
        if (before ? i == 0 : i + 1 >= event_count(a)) return;
        i = before ? i - 1 : i + 1;
        const fp_trace_event *other = event_at(a, i);
        const fp_stream_access *access = is_pair(of, other) ? conflicting(of, other) : NULL;
        if (!access || !fp_trace_orders(&a->record->trace, before ? i : number, before ? number : i, &by)) continue;
        if (by == FP_NONE) continue; /* as they stand in their stream */
        add_order(a, n, other, access, by, before);
        return;
    }
}

/* ---- what is asked ---- */
static void note_event(const asker *a, notings *list, uint32_t number) {
    const fp_trace_event *event = event_at(a, number);
    noting *n = noting_of(a, list, &event->at, &event->event);
    if (!n) return;
    n->note.runs++;
    bool fresh = fp_event_waits(&event->event) && event->at.flip == 0;
    n->note.fresh += fresh;
    n->note.meets |= event->event.kind == FP_EVENT_WAIT_OWN && n->note.does == FP_PICTURE_DOES_ARRIVE;
    if (n->note.runs > RUNS_LOOKED_AT) return;
    if (fp_event_waits(&event->event) || fp_event_arrives(&event->event)) find_partners(a, n, event);
    if (event->event.access_count) find_order(a, n, number, true);
    if (event->event.access_count) find_order(a, n, number, false);
}

static void leave_out_itself(noting *n) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n->partners.len; i++) {
        const fp_stream_place *place = &n->partners.data[i];
        bool itself = place->span.start == n->note.span.start && fp_str_equal(place->stream, n->note.stream);
        if (!itself) n->partners.data[kept++] = *place;
    }
    n->partners.len = kept;
}

static void note_stuck(const asker *a, notings *list, uint32_t offset) {
    for (uint32_t i = 0; a->record && i < a->record->result.evidence_count; i++) {
        const fp_run_evidence *evidence = a->record->result.evidence[i];
        for (uint32_t k = 0; k < evidence->stuck_count; k++) {
            const fp_run_event *at = &evidence->stuck[k].at;
            if (at->op == FP_NONE || at->object == FP_NONE || !fp_span_at_cursor(span_of(a, at->op), offset)) continue;
            noting *n = noting_of(a, list, at, &(fp_event){ .kind = at->kind, .object = at->object });
            if (n) n->note.stuck = true;
        }
    }
}

static bool is_told(const fp_event *event) {
    return event->kind != FP_EVENT_ROUND && event->kind != FP_EVENT_END && event->kind != FP_EVENT_END_MEMORY &&
           event->kind != FP_EVENT_CLOSE_GROUP && event->kind != FP_EVENT_FORK && event->kind != FP_EVENT_JOIN;
}

uint32_t fp_document_stream_notes(struct fp_arena *keep, struct fp_document *document, uint32_t offset,
                                  const fp_stream_note **notes) {
    struct fp_arena *scratch = fp_arena_new();
    asker a = ask(keep, scratch, document, offset);
    notings list = { 0 };
    for (uint32_t i = 0; i < event_count(&a); i++)
        if (is_told(&event_at(&a, i)->event) && fp_span_at_cursor(span_of(&a, event_at(&a, i)->event.op), offset))
            note_event(&a, &list, i);
    note_stuck(&a, &list, offset);
    for (uint32_t i = 0; i < list.len; i++)
        if (list.data[i].note.meets) leave_out_itself(&list.data[i]);
    fp_stream_note *made = FP_NEW(keep, fp_stream_note, list.len + 1);
    for (uint32_t i = 0; i < list.len; i++) {
        made[i] = list.data[i].note;
        made[i].partners = list.data[i].partners.data, made[i].partner_count = list.data[i].partners.len;
        made[i].orders = list.data[i].orders.data, made[i].order_count = list.data[i].orders.len;
    }
    *notes = made;
    fp_arena_drop(scratch);
    return list.len;
}

static int compare_places(const void *a, const void *b) {
    const fp_stream_place *x = a, *y = b;
    return (x->span.start > y->span.start) - (x->span.start < y->span.start);
}

/* Is the object one of those that the op there uses, or of the array that the value there names? */
static bool is_asked_for(const asker *a, uint32_t object, uint32_t offset, fp_str name) {
    if (name.len) return fp_str_equal(array_name(a, object), name);
    uint32_t array = array_of(a, object);
    for (uint32_t i = 0; i < event_count(a); i++) {
        const fp_event *event = &event_at(a, i)->event;
        if (uses_object(event) && array_of(a, event->object) == array &&
            fp_span_at_cursor(span_of(a, event->op), offset))
            return true;
    }
    return false;
}

uint32_t fp_document_stream_uses(struct fp_arena *keep, struct fp_document *document, uint32_t offset,
                                 const fp_stream_place **uses) {
    struct fp_arena *scratch = fp_arena_new();
    asker a = ask(keep, scratch, document, offset);
    places list = { 0 };
    fp_str name = { "", 0 };
    fp_name_info info = fp_document_name(scratch, document, offset);
    if (info.kind == FP_NAME_VALUE) name = fp_name_of_value(document, &info);
    uint32_t objects = a.record ? a.record->names->object_count : 0;
    bool *asked = FP_NEW(scratch, bool, objects + 1);
    for (uint32_t o = 0; o < objects; o++) asked[o] = is_asked_for(&a, o, offset, name);
    for (uint32_t i = 0; i < event_count(&a); i++) {
        const fp_trace_event *event = event_at(&a, i);
        if (uses_object(&event->event) && event->event.object < objects && asked[event->event.object])
            add_place(&a, &list, event);
    }
    fp_sort(list.data, list.len, sizeof *list.data, compare_places);
    *uses = list.data;
    fp_arena_drop(scratch);
    return list.len;
}
