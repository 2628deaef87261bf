/* machine_state.c - what a machine notes while it runs. */
#include "streams/machine_state.h"
#include <string.h>

void fp_machine_hide(struct fp_machine *machine, fp_op op, fp_hidden_kind kind, uint32_t object) {
    for (uint32_t i = 0; i < machine->unknowns.len; i++) {
        const fp_machine_unknown *old = &machine->unknowns.data[i];
        if (old->op == op && old->kind == kind && old->object == object) return;
    }
    if (machine->unknowns.len == FP_MACHINE_UNKNOWNS_MAX) return;
    *FP_PUSH(machine->keep, &machine->unknowns) = (fp_machine_unknown){ op, kind, object };
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
    return event;
}

uint32_t fp_machine_object_at(struct fp_machine *machine, uint32_t memory, int64_t offset, int64_t bytes) {
    uint64_t hash = fp_hash_mix(fp_hash_mix(memory, 7), (uint64_t)offset);
    for (fp_map_probe p = fp_map_find(&machine->object_map, hash); fp_map_next(&p);)
        if (machine->objects.data[p.value].memory == memory && machine->objects.data[p.value].offset == offset)
            return p.value;
    if (machine->objects.len == FP_MACHINE_OBJECTS_MAX) return FP_NONE;
    fp_map_put(machine->keep, &machine->object_map, hash, machine->objects.len);
    *FP_PUSH(machine->keep, &machine->objects) = (fp_machine_object){ memory, offset, bytes, false };
    return machine->objects.len - 1;
}
