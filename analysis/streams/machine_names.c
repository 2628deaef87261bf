/* machine_names.c - streams, objects and events as people know them. */
#include "streams/machine.h"
#include "streams/machine_state.h"

uint32_t fp_machine_workgroup(const struct fp_machine *machine, fp_stream stream) {
    return stream < machine->streams.len ? machine->streams.data[stream]->workgroup : 0;
}

fp_str fp_machine_stream_name(const struct fp_machine *machine, struct fp_arena *keep, fp_stream number) {
    if (number >= machine->streams.len) return FP_STR("a stream");
    const fp_machine_stream *stream = machine->streams.data[number];
    fp_str name =
        stream->partition == FP_NONE ? FP_STR("default") : fp_str_printf(keep, "partition %u", stream->partition);
    if (stream->partition != FP_NONE && stream->parent < machine->streams.len &&
        machine->streams.data[stream->parent]->partition != FP_NONE) {
        fp_str outer = fp_machine_stream_name(machine, keep, stream->parent);
        return fp_str_printf(keep, "%.*s in %.*s", FP_STR_ARG(name), FP_STR_ARG(outer));
    }
    if (machine->workgroups == 1) return name;
    return fp_str_printf(keep, "%.*s of workgroup %u", FP_STR_ARG(name), stream->workgroup);
}

/* The allocation that holds the byte; of several that share it the one that begins last. */
static const fp_code_memory *allocation_at(const struct fp_machine *machine, uint32_t memory, int64_t offset) {
    const fp_code_memory *best = NULL;
    if (machine->code.memory_count == 0 || memory >= FP_MACHINE_CLUSTER_MEMORY) return NULL;
    uint32_t number = memory % machine->code.memory_count;
    for (uint32_t i = 0; i < machine->code.allocations.len; i++) {
        const fp_code_memory *a = &machine->code.allocations.data[i];
        if (a->number != number || offset < a->offset) continue;
        if (a->bytes && offset >= a->offset + a->bytes) continue;
        if (!best || a->offset >= best->offset) best = a;
    }
    return best;
}

static const fp_code_memory *allocation_of(const struct fp_machine *machine, uint32_t object) {
    if (object >= machine->objects.len) return NULL;
    return allocation_at(machine, machine->objects.data[object].memory, machine->objects.data[object].offset);
}

fp_str fp_machine_object_name(const struct fp_machine *machine, struct fp_arena *keep, uint32_t object) {
    const fp_code_memory *a = allocation_of(machine, object);
    if (!a && object < machine->code.meetings.len && machine->code.meetings.data[object] != FP_NONE)
        return fp_str_printf(keep, "the cluster's barrier of partition %u", machine->code.meetings.data[object]);
    if (!a) return FP_STR("the cluster's barrier");
    const fp_machine_object *o = &machine->objects.data[object];
    fp_str name = a->name;
    if (a->slot > 0) name = fp_str_printf(keep, "%.*s[%d]", FP_STR_ARG(name), (int)((o->offset - a->offset) / a->slot));
    uint32_t workgroup = o->memory / machine->code.memory_count;
    if (machine->workgroups == 1) return name;
    return fp_str_printf(keep, "%.*s of workgroup %u", FP_STR_ARG(name), workgroup);
}

fp_str fp_machine_memory_name(const struct fp_machine *machine, uint32_t memory, int64_t offset) {
    const fp_code_memory *a = allocation_at(machine, memory, offset);
    return a ? a->name : FP_STR("memory");
}

int64_t fp_machine_memory_start(const struct fp_machine *machine, uint32_t memory, int64_t offset) {
    const fp_code_memory *a = allocation_at(machine, memory, offset);
    return a ? a->offset : 0;
}

fp_machine_place fp_machine_place_at(const struct fp_machine *machine, uint32_t memory, int64_t offset, int64_t bytes) {
    const fp_code_memory *a = allocation_at(machine, memory, offset);
    fp_machine_place place = { .allocation = FP_NONE, .slot = -1 };
    if (!a) return place;
    place.name = a->name;
    place.allocation = (uint32_t)(a - machine->code.allocations.data);
    place.workgroup = memory / machine->code.memory_count;
    if (a->slot <= 0) return place;
    int64_t slot = (offset - a->offset) / a->slot, last = (offset + (bytes > 0 ? bytes - 1 : 0) - a->offset) / a->slot;
    place.slots = a->bytes / a->slot;
    if (slot == last && a->bytes > a->slot) place.slot = slot;
    return place;
}

fp_machine_place fp_machine_object_place(const struct fp_machine *machine, uint32_t object) {
    if (object >= machine->objects.len) return (fp_machine_place){ .allocation = FP_NONE, .slot = -1 };
    const fp_machine_object *o = &machine->objects.data[object];
    return fp_machine_place_at(machine, o->memory, o->offset, o->bytes);
}
