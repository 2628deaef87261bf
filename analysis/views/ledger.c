/* ledger.c - the account of a kernel's objects (fencepost_ledger.h), from the record of a run and from runs without
 * each wait. */
#include "base/sort.h"
#include "base/str.h"
#include "fencepost_ledger.h"
#include "kernel/lower_items.h"
#include "streams/record.h"
#include "views/around.h"
#include "views/picture_run.h"
#include <inttypes.h>

enum {
    SERIES_MAX = 64, /* waits of one op that a formula is looked for in */
    PARITIES_SHOWN_MAX = 12,
    EVENTS_MAX = 1 << 21 /* of all runs without a wait: about a second; what is left then is unknown */
};

typedef struct {
    fp_op op;
    fp_stream stream;
    fp_ledger_arrival shown;
    uint32_t last_object, last_flip; /* phase that was counted last */
} arrival;

typedef struct {
    fp_op op;
    fp_stream stream;
    uint32_t count; /* in the series */
    uint8_t parity[SERIES_MAX];
    uint32_t slot[SERIES_MAX];
    bool own; /* it waits for its own arrival */
    uint32_t runs;
} wait;

typedef struct {
    uint32_t object, flip;
    int64_t bytes;
    bool complete;
} phase;

typedef struct {
    uint32_t allocation;
    fp_str name;
    uint32_t slots;
    int64_t count;
    FP_VEC(arrival) arrivals;
    FP_VEC(wait) waits;
    FP_VEC(phase) phases;
    FP_VEC(fp_ledger_edge) edges;
} array;

typedef struct {
    struct fp_arena *keep, *scratch;
    const struct fp_kernel *kernel;
    const struct fp_program *program;
    const fp_record *record;
    fp_record_all all;
    uint64_t spent; /* events of runs without a wait */
    FP_VEC(array) arrays;
    FP_VEC(fp_ledger_edge) missing;
} accountant;

static fp_span span_of(const accountant *a, fp_op op) {
    return op == FP_NONE ? (fp_span){ 0, 0 } : fp_lower_span(a->kernel->ir, op);
}

/* The stream's name; the workgroup whose objects are shown goes without saying. */
static fp_str stream_name(const accountant *a, fp_stream stream) {
    static const char tail[] = " of workgroup 0";
    fp_str name = fp_run_stream_name(a->record->names, stream), end = { tail, sizeof tail - 1 };
    if (fp_str_ends(name, end)) name = fp_str_slice(name, 0, name.len - end.len);
    return fp_str_copy(a->keep, name);
}

/* ---- which array ---- */
static array *array_of(accountant *a, uint32_t object) {
    fp_machine_place place = fp_machine_object_place(a->record->machine, object);
    if (object == FP_NONE || place.workgroup != 0) return NULL;
    for (uint32_t i = 0; i < a->arrays.len; i++)
        if (a->arrays.data[i].allocation == place.allocation) return &a->arrays.data[i];
    fp_str name = place.name.len ? place.name : fp_run_object_name(a->record->names, object);
    uint32_t slots = place.slots > 1 && place.slots < UINT32_MAX ? (uint32_t)place.slots : 1;
    *FP_PUSH(a->scratch, &a->arrays) =
        (array){ .allocation = place.allocation, .name = fp_str_copy(a->keep, name), .slots = slots, .count = -2 };
    return &a->arrays.data[a->arrays.len - 1];
}

static uint32_t slot_of(const accountant *a, uint32_t object) {
    fp_machine_place place = fp_machine_object_place(a->record->machine, object);
    return place.slot > 0 ? (uint32_t)place.slot : 0;
}

/* ---- what a run tells ---- */
static phase *phase_of(accountant *a, array *of, uint32_t object, uint32_t flip) {
    for (uint32_t i = of->phases.len; i-- > 0;)
        if (of->phases.data[i].object == object && of->phases.data[i].flip == flip) return &of->phases.data[i];
    *FP_PUSH(a->scratch, &of->phases) = (phase){ object, flip, 0, false };
    return &of->phases.data[of->phases.len - 1];
}

static void note_arrival(accountant *a, array *of, const fp_trace_event *event) {
    phase *in = phase_of(a, of, event->event.object, event->at.flip);
    if (event->event.kind == FP_EVENT_ARRIVE) in->bytes += event->event.bytes;
    in->complete |= event->flips;
    arrival *found = NULL;
    for (uint32_t i = 0; i < of->arrivals.len && !found; i++)
        if (of->arrivals.data[i].op == event->event.op && of->arrivals.data[i].stream == event->at.stream)
            found = &of->arrivals.data[i];
    if (!found) {
        found = FP_PUSH(a->scratch, &of->arrivals);
        *found = (arrival){ event->event.op,
                            event->at.stream,
                            { .span = span_of(a, event->event.op),
                              .stream = stream_name(a, event->at.stream),
                              .does = fp_picture_does_of(&event->event),
                              .arrivals = event->event.arrivals,
                              .bytes = event->event.bytes },
                            FP_NONE,
                            0 };
    }
    if (found->shown.arrivals != event->event.arrivals) found->shown.arrivals = -1;
    if (found->shown.bytes != event->event.bytes) found->shown.bytes = -1;
    if (found->last_object != event->event.object || found->last_flip != event->at.flip) found->shown.phases++;
    found->last_object = event->event.object, found->last_flip = event->at.flip;
}

static void note_wait(accountant *a, array *of, const fp_trace_event *event) {
    wait *found = NULL;
    for (uint32_t i = 0; i < of->waits.len && !found; i++)
        if (of->waits.data[i].op == event->event.op && of->waits.data[i].stream == event->at.stream)
            found = &of->waits.data[i];
    if (!found) {
        found = FP_PUSH(a->scratch, &of->waits);
        *found =
            (wait){ .op = event->event.op, .stream = event->at.stream, .own = event->event.kind == FP_EVENT_WAIT_OWN };
    }
    found->runs++;
    if (found->count == SERIES_MAX) return;
    found->parity[found->count] = event->event.parity;
    found->slot[found->count++] = slot_of(a, event->event.object);
}

static void read_trace(accountant *a) {
    for (uint32_t i = 0; i < a->record->trace.events.len; i++) {
        const fp_trace_event *event = &a->record->trace.events.data[i];
        array *of = array_of(a, event->event.object);
        if (!of) continue;
        if (event->event.kind == FP_EVENT_INIT) {
            if (of->count == -2) of->count = event->event.arrivals;
            if (of->count != event->event.arrivals) of->count = -1;
        }
        if (fp_event_waits(&event->event)) note_wait(a, of, event);
        if (fp_event_arrives(&event->event) && event->at.flip) note_arrival(a, of, event);
    }
}

/* ---- formulas ---- */
static bool slots_turn(const wait *w, uint32_t slots) {
    for (uint32_t n = 0; n < w->count; n++)
        if (w->slot[n] != n % slots) return false;
    return true;
}

static bool is_constant(const wait *w) {
    for (uint32_t n = 1; n < w->count; n++)
        if (w->parity[n] != w->parity[0]) return false;
    return true;
}

/* Parity (n / slots + first) mod 2? */
static bool parities_turn(const wait *w, uint32_t slots) {
    for (uint32_t n = 0; n < w->count; n++)
        if (w->parity[n] != (n / slots + w->parity[0]) % 2) return false;
    return w->count > slots;
}

static fp_str parity_formula(const accountant *a, const array *of, const wait *w) {
    if (w->own) return FP_STR("");
    if (parities_turn(w, of->slots) && slots_turn(w, of->slots)) {
        fp_str turns = of->slots > 1 ? fp_str_printf(a->keep, "n / %" PRIu32, of->slots) : FP_STR("n");
        if (w->parity[0]) return fp_str_printf(a->keep, "(%.*s + 1) mod 2", FP_STR_ARG(turns));
        return of->slots > 1 ? fp_str_printf(a->keep, "(%.*s) mod 2", FP_STR_ARG(turns)) : FP_STR("n mod 2");
    }
    if (is_constant(w)) return fp_str_printf(a->keep, "%u", w->parity[0]);
    fp_str list = FP_STR("");
    for (uint32_t n = 0; n < w->count && n < PARITIES_SHOWN_MAX; n++)
        list = fp_str_printf(a->keep, "%.*s%s%u", FP_STR_ARG(list), n ? " " : "", w->parity[n]);
    return w->runs > PARITIES_SHOWN_MAX ? fp_str_printf(a->keep, "%.*s ..", FP_STR_ARG(list)) : list;
}

static fp_str slot_formula(const accountant *a, const array *of, const wait *w) {
    if (of->slots == 1) return FP_STR("");
    if (w->count > 1 && slots_turn(w, of->slots)) return fp_str_printf(a->keep, "n mod %" PRIu32, of->slots);
    bool same = true;
    for (uint32_t n = 1; n < w->count; n++) same &= w->slot[n] == w->slot[0];
    if (same) return fp_str_printf(a->keep, "%" PRIu32, w->slot[0]);
    fp_str list = FP_STR("");
    for (uint32_t n = 0; n < w->count && n < PARITIES_SHOWN_MAX; n++)
        list = fp_str_printf(a->keep, "%.*s%s%" PRIu32, FP_STR_ARG(list), n ? " " : "", w->slot[n]);
    return w->runs > PARITIES_SHOWN_MAX ? fp_str_printf(a->keep, "%.*s ..", FP_STR_ARG(list)) : list;
}

/* ---- edges ---- */
static fp_ledger_reason reason_of(fp_run_kind kind) {
    switch (kind) {
    case FP_RUN_RACE:
    case FP_RUN_ENDS_EARLY: return FP_LEDGER_RACE;
    case FP_RUN_MISSING_FENCE: return FP_LEDGER_FENCE;
    case FP_RUN_STUCK: return FP_LEDGER_HANG;
    case FP_RUN_OVERSHOOT:
    case FP_RUN_EARLY_ARRIVAL:
    case FP_RUN_MISSED_PHASE:
    case FP_RUN_BYTES_UNBALANCED:
    case FP_RUN_BYTES_LATE: return FP_LEDGER_PROTOCOL;
    case FP_RUN_NOT_INITIALIZED:
    case FP_RUN_USE_AFTER_END:
    case FP_RUN_SECOND_INIT:
    case FP_RUN_END_WHILE_USED:
    case FP_RUN_BAD_COUNT:
    case FP_RUN_BYTES_TOUCHED:
    case FP_RUN_BYTES_REUSED: return FP_LEDGER_LIFETIME;
    case FP_RUN_KIND_COUNT: break;
    }
    return FP_LEDGER_NO_REASON;
}

/* An unordered pair has one access in the stream that waits: what would the other one be before? */
static fp_ledger_direction direction_of(const fp_run_evidence *evidence, fp_stream waits) {
    bool first = evidence->first.stream == waits;
    if (!first && evidence->second.stream != waits) return FP_LEDGER_OTHER;
    bool own_writes = first ? evidence->first_writes : evidence->second_writes,
         other_writes = first ? evidence->second_writes : evidence->first_writes;
    if (other_writes && !own_writes) return FP_LEDGER_FORWARD;
    return own_writes && !other_writes ? FP_LEDGER_BACKWARD : FP_LEDGER_OTHER;
}

static fp_str buffer_of(const accountant *a, const fp_run_evidence *evidence) {
    return fp_machine_memory_name(a->record->machine, evidence->where.memory, evidence->where.first);
}

static void add_buffer(const accountant *a, fp_ledger_edge *edge, fp_str *buffers, fp_str name) {
    for (uint32_t i = 0; i < edge->buffer_count; i++)
        if (fp_str_equal(buffers[i], name)) return;
    buffers[edge->buffer_count++] = fp_str_copy(a->keep, name);
}

/* The reason that people understand best: two accesses, rather than what the protocol says. */
static void give_reasons(const accountant *a, fp_ledger_edge *edge, const fp_what_if *without, fp_stream waits) {
    fp_str *buffers = FP_NEW(a->keep, fp_str, without->count + 1);
    for (uint32_t i = 0; i < without->count; i++) {
        const fp_run_evidence *evidence = without->evidence[i];
        fp_ledger_reason reason = reason_of(evidence->kind);
        bool better = edge->reason == FP_LEDGER_NO_REASON || reason < edge->reason;
        if (better) edge->reason = reason;
        if (!fp_run_is_pair(evidence->kind)) continue;
        fp_ledger_direction direction = direction_of(evidence, waits);
        if (direction < edge->direction) edge->direction = direction, better = true;
        if (better) edge->first = span_of(a, evidence->first.op), edge->second = span_of(a, evidence->second.op);
        add_buffer(a, edge, buffers, buffer_of(a, evidence));
    }
    edge->buffers = buffers;
}

/* Has the stream waited for the same phase before, each time that it runs the wait? */
static bool repeats(const accountant *a, const wait *w) {
    const struct fp_run_trace *trace = &a->record->trace;
    for (uint32_t i = 0; i < trace->events.len; i++) {
        const fp_trace_event *event = &trace->events.data[i];
        if (event->event.op != w->op || event->at.stream != w->stream || !event->at.flip) continue;
        bool known = false;
        for (uint32_t k = event->before; k != FP_NONE && !known; k = trace->events.data[k].before) {
            const fp_trace_event *earlier = &trace->events.data[k];
            known = fp_event_waits(&earlier->event) && earlier->event.object == event->event.object &&
                    earlier->at.flip == event->at.flip;
        }
        if (!known) return false;
    }
    return true;
}

/* Work that nobody waits for any more may outlast the kernel. */
static bool ends_work(const array *of) {
    for (uint32_t i = 0; i < of->arrivals.len; i++)
        if (of->arrivals.data[i].shown.does == FP_PICTURE_DOES_START ||
            of->arrivals.data[i].shown.does == FP_PICTURE_DOES_COMMIT)
            return true;
    return false;
}

static fp_ledger_verdict verdict_of(const accountant *a, const array *of, const wait *w, const fp_what_if *without) {
    if (without->count) return FP_LEDGER_NEEDED;
    if (ends_work(of) && !repeats(a, w)) return FP_LEDGER_UNKNOWN;
    uint32_t workgroups = 0;
    for (fp_stream s = 0; s < a->record->names->stream_count; s++)
        if (a->record->names->workgroups[s] > workgroups) workgroups = a->record->names->workgroups[s];
    return without->complete && workgroups == 0 ? FP_LEDGER_REDUNDANT : FP_LEDGER_UNKNOWN;
}

/* The stream that arrives first on what the wait waits for, rather another one than the one that waits. */
static const arrival *arrival_for(const array *of, fp_stream waits) {
    const arrival *best = NULL;
    for (uint32_t i = 0; i < of->arrivals.len; i++) {
        const arrival *candidate = &of->arrivals.data[i];
        if (!best || (best->stream == waits && candidate->stream != waits)) best = candidate;
    }
    return best;
}

static void make_edges(accountant *a, array *of) {
    for (uint32_t i = 0; i < of->waits.len; i++) {
        const wait *w = &of->waits.data[i];
        if (a->record->names->workgroups[w->stream] != 0) continue;
        const arrival *from = arrival_for(of, w->stream);
        fp_what_if without = { .complete = false };
        a->spent += a->all.events;
        if (a->spent <= EVENTS_MAX) without = fp_record_without(a->scratch, &a->all, a->kernel, a->program, w->op);
        fp_ledger_edge edge = { .to = stream_name(a, w->stream),
                                .wait = span_of(a, w->op),
                                .direction = FP_LEDGER_OTHER,
                                .verdict = verdict_of(a, of, w, &without) };
        if (from) edge.from = stream_name(a, from->stream), edge.arrival = from->shown.span;
        give_reasons(a, &edge, &without, w->stream);
        *FP_PUSH(a->keep, &of->edges) = edge;
    }
}

/* ---- what is missing ---- */
static void add_unordered(accountant *a, const fp_run_evidence *evidence) {
    fp_str *buffer = FP_NEW(a->keep, fp_str, 1);
    *buffer = fp_str_copy(a->keep, buffer_of(a, evidence));
    *FP_PUSH(a->keep, &a->missing) = (fp_ledger_edge){ .from = stream_name(a, evidence->first.stream),
                                                       .to = stream_name(a, evidence->second.stream),
                                                       .direction = direction_of(evidence, evidence->second.stream),
                                                       .verdict = FP_LEDGER_MISSING,
                                                       .reason = reason_of(evidence->kind),
                                                       .buffers = buffer,
                                                       .buffer_count = 1,
                                                       .first = span_of(a, evidence->first.op),
                                                       .second = span_of(a, evidence->second.op) };
}

/* A fence inside one stream is no edge between streams. */
static bool is_edge(const fp_run_evidence *evidence) {
    return evidence->kind == FP_RUN_RACE ||
           (evidence->kind == FP_RUN_MISSING_FENCE && evidence->first.stream != evidence->second.stream);
}

/* The wait that nothing ends is there, the arrival is not, or it stands behind another such wait. */
static void add_stuck(accountant *a, const fp_run_stuck *stuck) {
    array *of = array_of(a, stuck->at.object);
    if (!of) return;
    fp_ledger_edge edge = { .to = stream_name(a, stuck->at.stream),
                            .wait = span_of(a, stuck->at.op),
                            .direction = FP_LEDGER_OTHER,
                            .verdict = FP_LEDGER_MISSING,
                            .reason = FP_LEDGER_HANG };
    for (uint32_t i = 0; i < of->edges.len; i++)
        if (of->edges.data[i].wait.start == edge.wait.start && of->edges.data[i].verdict != FP_LEDGER_MISSING)
            edge.direction = of->edges.data[i].direction;
    if (stuck->bringer_count) {
        edge.from = stream_name(a, stuck->bringers[0].event.stream);
        edge.arrival = span_of(a, stuck->bringers[0].event.op);
    }
    *FP_PUSH(a->keep, &of->edges) = edge;
}

static void find_missing(accountant *a) {
    for (uint32_t i = 0; i < a->record->result.evidence_count; i++) {
        const fp_run_evidence *evidence = a->record->result.evidence[i];
        if (is_edge(evidence)) add_unordered(a, evidence);
        for (uint32_t k = 0; k < evidence->stuck_count; k++) add_stuck(a, &evidence->stuck[k]);
    }
}

/* ---- the whole ---- */
static int64_t bytes_of(const array *of) {
    int64_t bytes = 0;
    bool any = false;
    for (uint32_t i = 0; i < of->phases.len; i++) {
        if (!of->phases.data[i].complete) continue;
        if (any && bytes != of->phases.data[i].bytes) return -1;
        bytes = of->phases.data[i].bytes, any = true;
    }
    return bytes;
}

static fp_ledger_object object_of(accountant *a, const array *of) {
    fp_ledger_arrival *arrivals = FP_NEW(a->keep, fp_ledger_arrival, of->arrivals.len + 1);
    fp_ledger_wait *waits = FP_NEW(a->keep, fp_ledger_wait, of->waits.len + 1);
    uint32_t complete = 0;
    for (uint32_t i = 0; i < of->phases.len; i++) complete += of->phases.data[i].complete;
    for (uint32_t i = 0; i < of->arrivals.len; i++) {
        arrivals[i] = of->arrivals.data[i].shown;
        arrivals[i].of = of->phases.len;
    }
    for (uint32_t i = 0; i < of->waits.len; i++) {
        const wait *w = &of->waits.data[i];
        waits[i] = (fp_ledger_wait){ .span = span_of(a, w->op),
                                     .stream = stream_name(a, w->stream),
                                     .slot = slot_formula(a, of, w),
                                     .parity = parity_formula(a, of, w),
                                     .runs = w->runs };
    }
    return (fp_ledger_object){ .name = of->name,
                               .slots = of->slots,
                               .count = of->count < 0 ? -1 : of->count,
                               .bytes = bytes_of(of),
                               .phases = complete,
                               .arrivals = arrivals,
                               .arrival_count = of->arrivals.len,
                               .waits = waits,
                               .wait_count = of->waits.len,
                               .edges = of->edges.data,
                               .edge_count = of->edges.len };
}

static fp_ledger close_account(accountant *a) {
    const fp_run_names *names = a->record->names;
    fp_ledger_object *objects = FP_NEW(a->keep, fp_ledger_object, a->arrays.len + 1);
    fp_picture_value *values = FP_NEW(a->keep, fp_picture_value, names->leaf_count + 1);
    for (uint32_t i = 0; i < names->leaf_count; i++)
        values[i] = (fp_picture_value){ fp_str_copy(a->keep, names->leaves[i].name), names->leaves[i].value };
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->arrays.len; i++)
        if (a->arrays.data[i].arrivals.len || a->arrays.data[i].waits.len || a->arrays.data[i].edges.len)
            objects[count++] = object_of(a, &a->arrays.data[i]);
    return (fp_ledger){ .name = fp_str_copy(a->keep, a->kernel->name),
                        .span = a->kernel->ir->ops[a->kernel->op].span,
                        .target = a->kernel->target->chip,
                        .values = values,
                        .value_count = names->leaf_count,
                        .objects = objects,
                        .object_count = count,
                        .missing = a->missing.data,
                        .missing_count = a->missing.len };
}

static bool make_ledger(struct fp_arena *keep, const struct fp_kernel *kernel, const struct fp_program *program,
                        fp_ledger *ledger) {
    struct fp_arena *scratch = fp_arena_new();
    accountant a = { .keep = keep,
                     .scratch = scratch,
                     .kernel = kernel,
                     .program = program,
                     .record = fp_record_make(scratch, kernel, program) };
    if (a.record) {
        read_trace(&a);
        a.all = fp_record_all_make(scratch, kernel, program);
        for (uint32_t i = 0; i < a.arrays.len; i++) make_edges(&a, &a.arrays.data[i]);
        find_missing(&a);
        *ledger = close_account(&a);
    }
    fp_arena_drop(scratch);
    return a.record != NULL;
}

typedef FP_VEC(fp_ledger) ledgers;

static void add_group(struct fp_document *document, const fp_unit_group *group, fp_str name, ledgers *list) {
    fp_lowered_group lowered = fp_group_lower(document, group);
    for (uint32_t k = 0; k < lowered.pipeline.program->count; k++) {
        const struct fp_kernel *kernel = lowered.pipeline.program->kernels[k];
        bool wanted = name.len ? fp_str_equal(kernel->name, name) : kernel->is_entry;
        fp_ledger ledger;
        if (wanted && make_ledger(document->arena, kernel, lowered.pipeline.program, &ledger))
            *FP_PUSH(document->arena, list) = ledger;
    }
    fp_group_drop(&lowered);
}

static int compare_ledgers(const void *a, const void *b) {
    const fp_ledger *x = a, *y = b;
    return (x->span.start > y->span.start) - (x->span.start < y->span.start);
}

size_t fp_document_ledgers(struct fp_document *document, fp_str kernel, const fp_ledger **list) {
    ledgers found = { 0 };
    fp_document_read(document, NULL);
    for (uint32_t g = 0; g < document->groups.len; g++) add_group(document, &document->groups.data[g], kernel, &found);
    fp_sort(found.data, found.len, sizeof *found.data, compare_ledgers);
    *list = found.data;
    return found.len;
}

const fp_ledger *fp_document_ledger_at(struct fp_arena *keep, struct fp_document *document, uint32_t offset) {
    struct fp_arena *work = fp_arena_new();
    fp_around around = fp_around_look(work, document, offset);
    const struct fp_kernel *kernel = fp_around_kernel(&around, offset);
    fp_ledger *ledger = FP_NEW(keep, fp_ledger, 1);
    bool made = kernel && make_ledger(keep, kernel, around.pipeline.program, ledger);
    fp_arena_drop(work);
    return made ? ledger : NULL;
}
