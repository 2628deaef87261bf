/* machine_dump.c - the events of a machine as text. */
#include "streams/machine.h"
#include "streams/machine_state.h"
#include <inttypes.h>

const char *fp_hidden_word(fp_hidden_kind kind) {
    static const char *const words[] = {
        [FP_HIDDEN_OBJECT] = "object",       [FP_HIDDEN_SLOT] = "slot",       [FP_HIDDEN_PARITY] = "parity",
        [FP_HIDDEN_PREDICATE] = "predicate", [FP_HIDDEN_COUNT] = "count",     [FP_HIDDEN_BYTES] = "bytes",
        [FP_HIDDEN_CONDITION] = "condition", [FP_HIDDEN_CALL] = "call",       [FP_HIDDEN_OP] = "op",
        [FP_HIDDEN_ROLE] = "role",           [FP_HIDDEN_PEER] = "peer",       [FP_HIDDEN_RANGE] = "range",
        [FP_HIDDEN_CAPTURE] = "capture",     [FP_HIDDEN_THREADS] = "threads", [FP_HIDDEN_BUDGET] = "budget",
    };
    return words[kind];
}

typedef struct {
    FP_VEC(char) text;
    struct fp_arena *keep;
    struct fp_machine *machine;
} dump;

static void put(dump *d, fp_str text) {
    for (size_t i = 0; i < text.len; i++) *FP_PUSH(d->keep, &d->text) = text.data[i];
}
#define PUT(d, ...) put((d), fp_str_printf((d)->keep, __VA_ARGS__))

static void put_access(dump *d, const fp_stream_access *access) {
    fp_region r = access->region;
    fp_str name = fp_machine_memory_name(d->machine, r.memory, r.first);
    PUT(d, " %s%s%s%s %.*s+%" PRId64, access->maybe ? "maybe " : "", access->reads ? "r" : "",
        access->writes ? "w" : "", access->proxy == FP_PROXY_ASYNC ? " async" : "", FP_STR_ARG(name), r.first);
    PUT(d, "..%" PRId64, r.end);
    if (r.run != r.end - r.first) PUT(d, " by %" PRId64 "/%" PRId64, r.run, r.stride);
    uint32_t workgroup = d->machine->code.memory_count ? r.memory / d->machine->code.memory_count : 0;
    if (d->machine->workgroups > 1) PUT(d, " @%u", workgroup);
}

static void put_object(dump *d, const fp_event *event) {
    if (event->object == FP_NONE) return;
    fp_str name = fp_machine_object_name(d->machine, d->keep, event->object);
    PUT(d, " %.*s", FP_STR_ARG(name));
}

static void put_event(dump *d, const fp_event *event) {
    PUT(d, "  %s", fp_event_name(event->kind));
    put_object(d, event);
    if (event->kind == FP_EVENT_WAIT) PUT(d, " parity %u", event->parity);
    if (event->arrivals) PUT(d, " arrivals %" PRId64, event->arrivals);
    if (event->bytes) PUT(d, " bytes %" PRId64, event->bytes);
    if (event->queue != FP_NONE) PUT(d, " queue %u%s", event->queue, event->in_order ? " in order" : "");
    if (event->kind == FP_EVENT_WAIT_QUEUE)
        PUT(d, " newest %" PRId64 "%s", event->newest, event->reads_only ? " reads" : "");
    if (event->stream_count)
        PUT(d, " streams %u..%u", event->first_stream, event->first_stream + event->stream_count - 1);
    for (uint32_t i = 0; i < event->access_count; i++) put_access(d, &event->accesses[i]);
    for (uint32_t i = 0; i < event->loop_count; i++) PUT(d, "%s%u", i ? "," : " #", event->loops[i]);
    PUT(d, "\n");
}

fp_str fp_machine_dump(struct fp_arena *keep, struct fp_machine *machine) {
    dump d = { .keep = keep, .machine = machine };
    fp_event_source source = fp_machine_source(machine);
    for (fp_stream stream = 0; stream < machine->streams.len; stream++) {
        fp_str name = fp_machine_stream_name(machine, keep, stream);
        PUT(&d, "%.*s\n", FP_STR_ARG(name));
        for (const fp_event *event; (event = source.next(source.user, stream))->kind != FP_EVENT_END;)
            put_event(&d, event);
    }
    for (uint32_t i = 0; i < machine->unknowns.len; i++) {
        const fp_machine_unknown *u = &machine->unknowns.data[i];
        fp_str op = machine->kernel->ir->ops[u->op].name;
        PUT(&d, "hidden %s of %.*s", fp_hidden_word(u->kind), FP_STR_ARG(op));
        if (u->object != FP_NONE) {
            fp_str object = fp_machine_object_name(machine, keep, u->object);
            PUT(&d, " on %.*s", FP_STR_ARG(object));
        }
        PUT(&d, "\n");
    }
    return (fp_str){ d.text.data, d.text.len };
}
