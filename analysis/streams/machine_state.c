/* machine_state.c - what a machine notes while it runs. */
#include "streams/machine_state.h"
#include "read/type.h"
#include <string.h>

static void hide(struct fp_machine *machine, fp_machine_unknown unknown) {
    for (uint32_t i = 0; i < machine->unknowns.len; i++) {
        const fp_machine_unknown *old = &machine->unknowns.data[i];
        if (old->op == unknown.op && old->kind == unknown.kind && old->object == unknown.object) return;
    }
    unknown.behind = machine->over;
    if (machine->unknowns.len == FP_MACHINE_UNKNOWNS_MAX) return;
    *FP_PUSH(machine->keep, &machine->unknowns) = unknown;
}

void fp_machine_hide(struct fp_machine *machine, fp_op op, fp_hidden_kind kind, uint32_t object) {
    hide(machine, (fp_machine_unknown){ .op = op, .kind = kind, .object = object });
}

fp_stream_value fp_machine_outside(struct fp_machine *machine, fp_stream_value source, int64_t number) {
    const fp_view_form *form = &machine->forms.forms.data[source.form];
    fp_machine_slot slot = { number, form->rank ? form->size[0] : 0, source.memory, source.number };
    fp_stream_value value = { .kind = FP_VALUE_UNKNOWN, .memory = source.memory + 1, .number = source.number };
    for (uint32_t i = 0; i < machine->outside.len && !value.outside; i++) {
        const fp_machine_slot *old = &machine->outside.data[i];
        if (old->number == slot.number && old->slots == slot.slots && old->memory == slot.memory &&
            old->offset == slot.offset)
            value.outside = i + 1;
    }
    if (value.outside) return value;
    *FP_PUSH(machine->keep, &machine->outside) = slot;
    value.outside = machine->outside.len;
    return value;
}

static void hide_slot(struct fp_machine *machine, fp_op op, fp_machine_slot slot) {
    hide(machine, (fp_machine_unknown){ .op = op, .kind = FP_HIDDEN_RANGE, .object = FP_NONE, .slot = slot });
}

void fp_machine_hide_slot(struct fp_machine *machine, fp_op op, fp_stream_value value) {
    hide_slot(machine, op, machine->outside.data[value.outside - 1]);
}

/* How many objects an allocation has room for; 0: that is not known. */
static int64_t objects_in(const struct fp_machine *machine, const fp_root_info *root) {
    if (root->kind != FP_ROOT_ALLOC || root->part_count) return 0;
    const fp_type *type = fp_type_in(machine->kernel->ir, root->type);
    if (type->kind == FP_TYPE_BARRIER_OBJECT) return type->shape[0] > 0 ? type->shape[0] : 0;
    return root->size_bytes > 0 ? root->size_bytes / FP_OBJECT_BYTES : 0;
}

bool fp_machine_is_outside(struct fp_machine *machine, fp_op op, fp_roots of, const fp_region *place) {
    fp_root number = fp_buffers_single(machine->kernel->buffers, of);
    const fp_root_info *root = number == FP_NONE ? NULL : fp_buffers_root(machine->kernel->buffers, number);
    int64_t objects = root ? objects_in(machine, root) : 0;
    int64_t base = root && root->offset_bytes > 0 ? root->offset_bytes : 0, at = place->first - base;
    if (!objects || (at >= 0 && at <= (objects - 1) * FP_OBJECT_BYTES)) return false;
    int64_t slot = at >= 0 ? at / FP_OBJECT_BYTES : -((FP_OBJECT_BYTES - 1 - at) / FP_OBJECT_BYTES);
    hide_slot(machine, op, (fp_machine_slot){ slot, objects, place->memory, base });
    return true;
}

fp_event *fp_machine_push(struct fp_machine *machine, fp_machine_stream *stream, fp_event_kind kind,
                          const fp_code *code) {
    fp_event *event = &stream->lost;
    if (stream->pending_count < FP_MACHINE_PENDING_MAX)
        event = &stream->pending[stream->pending_count++];
    else
        fp_machine_hide(machine, code->op, FP_HIDDEN_BUDGET, FP_NONE);
    *event = (fp_event){ .kind = kind, .op = code->op, .object = FP_NONE, .queue = FP_NONE };
    event->loop_count = code->depth < FP_EVENT_LOOPS_MAX ? code->depth : FP_EVENT_LOOPS_MAX;
    memcpy(event->loops, stream->loops, sizeof event->loops);
    memcpy(event->loop_ids, stream->loop_ids, sizeof event->loop_ids);
    return event;
}

static void doubt(struct fp_machine *machine, const fp_machine_doubt *of, uint32_t number) {
    const fp_machine_object *object = &machine->objects.data[number];
    if (object->memory == of->region.memory && object->offset < of->region.end &&
        of->region.first < object->offset + object->bytes)
        fp_machine_hide(machine, of->op, FP_HIDDEN_OP, number);
}

void fp_machine_doubt_at(struct fp_machine *machine, fp_op op, const fp_region *region) {
    const fp_machine_doubt of = { op, *region };
    for (uint32_t i = 0; i < machine->doubts.len; i++) {
        const fp_machine_doubt *old = &machine->doubts.data[i];
        if (old->op == op && old->region.memory == region->memory && old->region.first == region->first &&
            old->region.end == region->end)
            return;
    }
    *FP_PUSH(machine->keep, &machine->doubts) = of;
    for (uint32_t o = 0; o < machine->objects.len; o++) doubt(machine, &of, o);
}

uint32_t fp_machine_object_at(struct fp_machine *machine, uint32_t memory, int64_t offset, int64_t bytes) {
    uint64_t hash = fp_hash_mix(fp_hash_mix(memory, 7), (uint64_t)offset);
    for (fp_map_probe p = fp_map_find(&machine->object_map, hash); fp_map_next(&p);)
        if (machine->objects.data[p.value].memory == memory && machine->objects.data[p.value].offset == offset)
            return p.value;
    if (machine->objects.len == FP_MACHINE_OBJECTS_MAX) {
        fp_machine_hide(machine, machine->kernel->op, FP_HIDDEN_BUDGET, FP_NONE);
        return FP_NONE;
    }
    fp_map_put(machine->keep, &machine->object_map, hash, machine->objects.len);
    *FP_PUSH(machine->keep, &machine->objects) =
        (fp_machine_object){ .memory = memory, .offset = offset, .bytes = bytes };
    for (uint32_t i = 0; i < machine->doubts.len; i++)
        doubt(machine, &machine->doubts.data[i], machine->objects.len - 1);
    return machine->objects.len - 1;
}

uint32_t fp_machine_barrier_at(struct fp_machine *machine, const fp_machine_stream *stream, uint32_t memory,
                               int64_t number) {
    bool of_cluster = memory == FP_MACHINE_BARRIER_MEMORY && number == FP_BARRIER_OF_CLUSTER;
    int64_t first = of_cluster ? 0 : (int64_t)stream->workgroup * FP_BARRIER_NUMBERS;
    return fp_machine_object_at(machine, memory, first + number, 0);
}

fp_machine_stream *fp_machine_new_stream(struct fp_machine *machine) {
    fp_machine_stream *stream = FP_NEW(machine->keep, fp_machine_stream, 1);
    stream->registers = FP_NEW(machine->keep, fp_stream_value, machine->code.register_count + 1);
    stream->asked = FP_NEW(machine->keep, uint32_t, machine->code.places.len + 1);
    stream->iterations = FP_NEW(machine->keep, fp_loop_count, machine->kernel->loops.len + 1);
    *FP_PUSH(machine->keep, &machine->streams) = stream;
    return stream;
}

fp_stream fp_machine_free_pair(struct fp_machine *machine) {
    fp_stream first = 1;
    while (first < machine->streams.len && machine->streams.data[first]->exists) first++;
    while (machine->streams.len < first + 2 && machine->streams.len < FP_MACHINE_STREAMS_MAX)
        fp_machine_new_stream(machine);
    return first + 2 <= machine->streams.len ? first : FP_NONE;
}
