#include "streams/run_names.h"

fp_str fp_run_stream_name(const fp_run_names *names, fp_stream stream) {
    return stream < names->stream_count ? names->streams[stream] : FP_STR("a stream");
}

fp_str fp_run_object_name(const fp_run_names *names, uint32_t object) {
    return object < names->object_count && names->objects[object].len ? names->objects[object] : FP_STR("a barrier");
}

static const fp_leaf_value *values_of_leaves(struct fp_arena *keep, const struct fp_machine *machine, uint32_t *count) {
    uint32_t leaves = fp_machine_leaf_count(machine), threads = fp_machine_supposed_threads(machine);
    fp_leaf_value *values = FP_NEW(keep, fp_leaf_value, leaves + 1);
    *count = 0;
    if (threads) values[(*count)++] = (fp_leaf_value){ FP_STR("block size"), threads };
    for (uint32_t i = 0; i < leaves; i++)
        if (fp_machine_leaf_is_taken(machine, i))
            values[(*count)++] =
                (fp_leaf_value){ fp_machine_leaf_at(machine, i)->name, fp_machine_leaf_value(machine, i) };
    return values;
}

const fp_run_names *fp_run_names_make(struct fp_arena *keep, const struct fp_machine *machine, uint32_t stream_count) {
    fp_run_names *names = FP_NEW(keep, fp_run_names, 1);
    names->stream_count = stream_count;
    names->object_count = fp_machine_object_count(machine);
    fp_str *streams = FP_NEW(keep, fp_str, names->stream_count),
           *objects = FP_NEW(keep, fp_str, names->object_count + 1);
    uint32_t *workgroups = FP_NEW(keep, uint32_t, names->stream_count);
    for (fp_stream s = 0; s < names->stream_count; s++) workgroups[s] = fp_machine_workgroup(machine, s);
    for (fp_stream s = 0; s < names->stream_count; s++) streams[s] = fp_machine_stream_name(machine, keep, s);
    for (uint32_t o = 0; o < names->object_count; o++) objects[o] = fp_machine_object_name(machine, keep, o);
    names->streams = streams, names->workgroups = workgroups, names->objects = objects;
    names->leaves = values_of_leaves(keep, machine, &names->leaf_count);
    return names;
}
