/* machine_names.c - streams, objects and events as people know them. */
#include "streams/machine.h"
#include "streams/machine_state.h"

uint32_t fp_machine_workgroup(const struct fp_machine *machine, fp_stream stream) {
    return stream < machine->streams.len ? machine->streams.data[stream]->workgroup : 0;
}

/* "thread 0", "warp 2", "warp group 0-3", "thread group 32-95", "a group of 4 threads, the first one 0" */
static fp_str name_of_threads(const struct fp_machine *machine, struct fp_arena *keep, const fp_thread_set *set) {
    uint32_t first = set->threads[0], last = set->threads[set->count - 1], lanes = machine->lanes;
    bool whole = first % lanes == 0 && ((last + 1) % lanes == 0 || last + 1 == machine->thread_count);
    if (set->count == machine->thread_count) return FP_STR("the workgroup");
    if (set->count == 1) return fp_str_printf(keep, "thread %u", first);
    if (last - first + 1 != set->count)
        return fp_str_printf(keep, "a group of %u threads, the first one %u,", set->count, first);
    const char *unit = machine->amd ? "wave" : "warp";
    if (whole && first / lanes == last / lanes) return fp_str_printf(keep, "%s %u", unit, first / lanes);
    if (whole) return fp_str_printf(keep, "%s group %u-%u", unit, first / lanes, last / lanes);
    return fp_str_printf(keep, "thread group %u-%u", first, last);
}

fp_str fp_machine_stream_name(const struct fp_machine *machine, struct fp_arena *keep, fp_stream number) {
    if (number >= machine->streams.len) return FP_STR("a stream");
    const fp_machine_stream *stream = machine->streams.data[number];
    if ((machine->thread_count || machine->shares.count) && stream->set.count) {
        if (machine->workgroups == 1) return name_of_threads(machine, keep, &stream->set);
        if (stream->set.count == machine->thread_count) return fp_str_printf(keep, "workgroup %u", stream->workgroup);
        fp_str threads = name_of_threads(machine, keep, &stream->set);
        return fp_str_printf(keep, "%.*s of workgroup %u", FP_STR_ARG(threads), stream->workgroup);
    }
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

/* The allocation that holds the byte; of several that share it a buffer before scratch, then the smallest, or else the
 * one that begins last. */
static const fp_code_memory *allocation_among(const struct fp_machine *machine, uint32_t memory, int64_t offset,
                                              bool smallest) {
    const fp_code_memory *best = NULL;
    if (machine->code.memory_count == 0 || memory >= FP_MACHINE_CLUSTER_MEMORY) return NULL;
    uint32_t number = memory % machine->code.memory_count;
    for (uint32_t i = 0; i < machine->code.allocations.len; i++) {
        const fp_code_memory *a = &machine->code.allocations.data[i];
        if (a->number != number || offset < a->offset) continue;
        if (a->bytes && offset >= a->offset + a->bytes) continue;
        bool better = smallest ? best && a->bytes && a->bytes < best->bytes : best && a->offset >= best->offset;
        if (best && best->scratch != a->scratch) better = best->scratch;
        if (!best || better) best = a;
    }
    return best;
}

static const fp_code_memory *allocation_at(const struct fp_machine *machine, uint32_t memory, int64_t offset) {
    return allocation_among(machine, memory, offset, false);
}

static const fp_code_memory *allocation_of(const struct fp_machine *machine, uint32_t object) {
    if (object >= machine->objects.len) return NULL;
    return allocation_among(machine, machine->objects.data[object].memory, machine->objects.data[object].offset, true);
}

/* The allocation of single threads' text that holds the byte; NULL: none does. */
static const fp_root_info *root_at(const struct fp_machine *machine, uint32_t memory, int64_t offset) {
    const struct fp_buffers *buffers = machine->kernel->buffers;
    uint32_t count = fp_buffers_count(buffers);
    if (memory >= FP_MACHINE_GROUP_MEMORY) return NULL;
    memory %= machine->code.memory_count;
    if (memory > 0 && memory <= count) return fp_buffers_root(buffers, memory - 1);
    for (uint32_t i = 0; memory == 0 && i < count; i++) {
        const fp_root_info *root = fp_buffers_root(buffers, i);
        int64_t into = offset - root->offset_bytes;
        if (root->offset_bytes >= 0 && into >= 0 && (root->size_bytes < 0 || into < root->size_bytes)) return root;
    }
    return NULL;
}

/* Is the object one of several in its allocation? */
static bool has_neighbours(const struct fp_machine *machine, const fp_machine_object *o) {
    for (uint32_t i = 0; i < machine->objects.len; i++)
        if (machine->objects.data[i].memory == o->memory && machine->objects.data[i].offset != o->offset &&
            root_at(machine, o->memory, machine->objects.data[i].offset) == root_at(machine, o->memory, o->offset))
            return true;
    return false;
}

static fp_str name_of_barrier(const struct fp_machine *machine, struct fp_arena *keep, const fp_machine_object *o) {
    enum { OBJECT_BYTES = 8 };
    int64_t half = FP_BARRIER_NUMBERS / 2, number = (o->offset + half) % FP_BARRIER_NUMBERS - half;
    switch (o->memory) {
    case FP_MACHINE_BARRIER_MEMORY:
        if (number == FP_BARRIER_OF_ALL) return FP_STR("the workgroup's barrier");
        if (number == FP_BARRIER_OF_CLUSTER) return FP_STR("the cluster's barrier");
        if (number == FP_BARRIER_OF_END) return FP_STR("the workgroup's end");
        return fp_str_printf(keep, "barrier %d", (int)number);
    case FP_MACHINE_NAMED_MEMORY: return fp_buffers_root(machine->kernel->buffers, (fp_root)number)->name;
    case FP_MACHINE_GROUP_MEMORY:
        return fp_str_printf(keep, "the group of thread %d", (int)(number % FP_MACHINE_GROUP_THREADS));
    case FP_MACHINE_WARP_MEMORY: return fp_str_printf(keep, "the barrier of warp %d", (int)number);
    default: break;
    }
    const fp_root_info *root = root_at(machine, o->memory, o->offset);
    if (!root) return FP_STR("a barrier");
    int64_t from = root->offset_bytes > 0 ? root->offset_bytes : 0;
    if (o->offset < from)
        return fp_str_printf(keep, "the bytes %d before %.*s", (int)(from - o->offset), FP_STR_ARG(root->name));
    if (!has_neighbours(machine, o)) return root->name;
    return fp_str_printf(keep, "%.*s[%d]", FP_STR_ARG(root->name), (int)((o->offset - from) / OBJECT_BYTES));
}

fp_str fp_machine_object_name(const struct fp_machine *machine, struct fp_arena *keep, uint32_t object) {
    if (machine->thread_count && object < machine->objects.len) {
        const fp_machine_object *o = &machine->objects.data[object];
        fp_str name = name_of_barrier(machine, keep, o);
        if (machine->workgroups == 1 || o->memory >= FP_MACHINE_GROUP_MEMORY) return name;
        return fp_str_printf(keep, "%.*s of workgroup %u", FP_STR_ARG(name), o->memory / machine->code.memory_count);
    }
    if (object < machine->objects.len && machine->objects.data[object].memory == FP_MACHINE_BARRIER_MEMORY)
        return fp_str_printf(keep, "barrier %d", (int)(machine->objects.data[object].offset % FP_MACHINE_NAMED_MAX));
    const fp_code_memory *a = allocation_of(machine, object);
    if (!a && object < machine->code.meetings.len && machine->code.meetings.data[object] != FP_NONE)
        return fp_str_printf(keep, "the cluster's barrier of partition %u", machine->code.meetings.data[object]);
    if (!a) return machine->shares.count ? FP_STR("the workgroup's barrier") : FP_STR("the cluster's barrier");
    const fp_machine_object *o = &machine->objects.data[object];
    fp_str name = a->name;
    if (a->slot > 0) name = fp_str_printf(keep, "%.*s[%d]", FP_STR_ARG(name), (int)((o->offset - a->offset) / a->slot));
    uint32_t workgroup = o->memory / machine->code.memory_count;
    if (machine->workgroups == 1) return name;
    return fp_str_printf(keep, "%.*s of workgroup %u", FP_STR_ARG(name), workgroup);
}

fp_str fp_machine_memory_name(const struct fp_machine *machine, uint32_t memory, int64_t offset) {
    const fp_root_info *root = machine->thread_count ? root_at(machine, memory, offset) : NULL;
    if (root) return root->name;
    uint32_t count = machine->code.memory_count;
    if (machine->thread_count && memory < FP_MACHINE_GROUP_MEMORY && memory % count == count - 1)
        return FP_STR("tensor memory");
    const fp_code_memory *a = allocation_at(machine, memory, offset);
    return a ? a->name : FP_STR("memory");
}

int64_t fp_machine_memory_start(const struct fp_machine *machine, uint32_t memory, int64_t offset) {
    const fp_root_info *root = machine->thread_count ? root_at(machine, memory, offset) : NULL;
    if (root) return root->offset_bytes > 0 ? root->offset_bytes : 0;
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
    fp_machine_place place = fp_machine_place_at(machine, o->memory, o->offset, o->bytes);
    /* A barrier without memory is alone, whichever others have none either. */
    if (place.name.len == 0) place.allocation = machine->code.allocations.len + object;
    return place;
}
