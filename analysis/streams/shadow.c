#include "streams/shadow.h"
#include "streams/objects.h"
#include "streams/regions.h"
#include <string.h>

/* Numbers come from text: with these no sum of two overflows. */
static int64_t bounded(int64_t value) {
    if (value < -FP_RUN_BYTE_MAX) return -FP_RUN_BYTE_MAX;
    return value > FP_RUN_BYTE_MAX ? FP_RUN_BYTE_MAX : value;
}

static fp_region bounded_region(const fp_region *region) {
    return (fp_region){ region->memory, bounded(region->first), bounded(region->end), bounded(region->stride),
                        bounded(region->run) };
}

static uint64_t region_hash(const fp_region *region) {
    uint64_t hash = fp_hash_mix(region->memory, (uint64_t)region->first);
    hash = fp_hash_mix(hash, (uint64_t)region->end);
    return fp_hash_mix(fp_hash_mix(hash, (uint64_t)region->stride), (uint64_t)region->run);
}

static uint32_t find_cell(const struct fp_run *run, const fp_region *region, uint64_t hash) {
    for (fp_map_probe p = fp_map_find(&run->cell_map, hash); fp_map_next(&p);)
        if (fp_region_same(&run->cells.data[p.value].region, region)) return p.value;
    return FP_NONE;
}

static void link_cells(struct fp_run *run, uint32_t cell) {
    int64_t byte;
    *FP_PUSH(run->scratch, &run->cells.data[cell].overlaps) = cell;
    for (uint32_t i = 0; i < cell; i++) {
        if (!fp_regions_meet(&run->cells.data[i].region, &run->cells.data[cell].region, &byte)) continue;
        *FP_PUSH(run->scratch, &run->cells.data[i].overlaps) = cell;
        *FP_PUSH(run->scratch, &run->cells.data[cell].overlaps) = i;
    }
}

uint32_t fp_shadow_cell_of(struct fp_run *run, const fp_region *asked) {
    fp_region bytes = bounded_region(asked), *region = &bytes;
    if (region->first >= region->end) return FP_NONE;
    uint64_t hash = region_hash(region);
    uint32_t cell = find_cell(run, region, hash);
    if (cell != FP_NONE) return cell;
    cell = run->cells.len;
    run->limit_hit |= cell == FP_RUN_REGIONS_MAX;
    if (run->limit_hit) return FP_NONE;
    *FP_PUSH(run->scratch, &run->cells) = (fp_shadow_cell){ .region = *region };
    fp_map_put(run->scratch, &run->cell_map, hash, cell);
    link_cells(run, cell);
    return cell;
}

static bool conflict(const fp_stream_access *a, const fp_stream_access *b) {
    return (a->writes || b->writes) && !(a->atomic && b->atomic);
}

static bool in_front(const struct fp_run *run, const fp_front *front, const fp_shadow_entry *entry) {
    if (entry->work != FP_NONE) return fp_front_has_work(front, &run->works, entry->work);
    return fp_front_has_event(front, entry->event.stream, entry->event.number);
}

static bool lacks_fence(const struct fp_run *run, const fp_shadow_entry *entry, const fp_stream_access *access,
                        const fp_access_past *past) {
    return entry->access.proxy == FP_PROXY_GENERIC && access->proxy == FP_PROXY_ASYNC &&
           !in_front(run, past->fenced, entry) && !in_front(run, past->fence, entry);
}

static void note_pair(struct fp_run *run, fp_run_kind kind, const fp_shadow_entry *entry, const fp_run_event *event,
                      const fp_stream_access *access, uint32_t work) {
    fp_run_evidence *evidence = fp_run_note(run, kind, &entry->event, event);
    if (!evidence) return;
    evidence->object = FP_NONE;
    evidence->where = bounded_region(&access->region);
    evidence->first_where = entry->access.region;
    fp_regions_meet(&evidence->where, &evidence->first_where, &evidence->byte);
    evidence->first_writes = entry->access.writes;
    evidence->second_writes = access->writes;
    evidence->first_async = entry->work != FP_NONE;
    evidence->second_async = work != FP_NONE;
    evidence->maybe = entry->access.maybe || access->maybe;
    evidence->sync_before_second = run->streams.data[event->stream].learns;
}

/* The workgroups of a cluster write one tensor by its indices together: as inside of one workgroup, the op sees to it
 * that no two of its elements meet. */
static bool is_one_scatter(const fp_shadow_entry *entry, const fp_run_event *event, const fp_stream_access *access) {
    const fp_run_event *first = &entry->event;
    return first->op == event->op && first->stream != event->stream && entry->access.maybe && access->maybe &&
           !entry->access.reads && !access->reads && first->loop_count == event->loop_count &&
           memcmp(first->loops, event->loops, first->loop_count * sizeof *first->loops) == 0;
}

static void check_entry(struct fp_run *run, const fp_shadow_entry *entry, const fp_run_event *event,
                        const fp_stream_access *access, const fp_access_past *past) {
    bool same_event = entry->event.stream == event->stream && entry->event.number == event->number;
    if (same_event || is_one_scatter(entry, event, access) || !conflict(&entry->access, access)) return;
    if (!in_front(run, past->done, entry))
        note_pair(run, FP_RUN_RACE, entry, event, access, past->work);
    else if (lacks_fence(run, entry, access, past))
        note_pair(run, FP_RUN_MISSING_FENCE, entry, event, access, past->work);
}

static bool touches_for_certain(const fp_region *object, const fp_stream_access *access) {
    return !access->maybe || (access->region.first >= object->first && access->region.end <= object->end);
}

/* Whoever writes the bytes of an object ends it; nobody may read them, or change them by an atomic. */
static void touch_objects(struct fp_run *run, const fp_shadow_cell *cell, const fp_run_event *event,
                          const fp_stream_access *access) {
    for (uint32_t i = 0; i < cell->objects.len; i++) {
        uint32_t number = cell->objects.data[i];
        const fp_object *object = &run->objects.data[number];
        bool own = number == event->object || access->unknown;
        if (!object->live || own || !touches_for_certain(&cell->region, access)) continue;
        if (access->reads || access->atomic)
            fp_object_touch(run, number, event);
        else if (!access->maybe)
            fp_object_end(run, number, event);
    }
}

static bool same_access(const fp_shadow_entry *entry, const fp_run_event *event, const fp_stream_access *access) {
    return entry->event.op == event->op && entry->event.stream == event->stream &&
           entry->access.writes == access->writes && entry->access.reads == access->reads &&
           entry->access.atomic == access->atomic && entry->access.proxy == access->proxy &&
           entry->access.maybe == access->maybe;
}

static void insert(struct fp_run *run, fp_shadow_cell *cell, const fp_shadow_entry *entry, const fp_access_past *past) {
    uint32_t unwaited = 0, oldest = FP_NONE, place = FP_NONE;
    for (uint32_t i = 0; i < cell->entries.len && place == FP_NONE; i++) {
        const fp_shadow_entry *old = &cell->entries.data[i];
        if (!same_access(old, &entry->event, &entry->access)) continue;
        if (oldest == FP_NONE || old->event.number < cell->entries.data[oldest].event.number) oldest = i;
        unwaited++;
        if (in_front(run, past->done, old)) place = i;
    }
    if (place == FP_NONE && unwaited >= FP_RUN_UNWAITED_MAX) place = oldest;
    if (place == FP_NONE)
        *FP_PUSH(run->scratch, &cell->entries) = *entry;
    else
        cell->entries.data[place] = *entry;
}

/* ---- The end of a workgroup ---- */

static uint32_t workgroup_of(const struct fp_run *run, fp_stream stream) {
    return run->source->workgroup ? run->source->workgroup(run->source->user, stream) : 0;
}

static bool holds_memory(const fp_ended_workgroup *ended, uint32_t memory) {
    return memory >= ended->first_memory && memory - ended->first_memory < ended->memory_count;
}

static void note_end(struct fp_run *run, const fp_run_event *first, const fp_stream_access *access, bool async,
                     const fp_run_event *end) {
    fp_run_evidence *evidence = fp_run_note(run, FP_RUN_ENDS_EARLY, first, end);
    if (!evidence) return;
    evidence->object = FP_NONE;
    evidence->where = evidence->first_where = access->region;
    evidence->byte = access->region.first;
    evidence->first_writes = access->writes, evidence->second_writes = true;
    evidence->first_async = async;
    evidence->maybe = access->maybe;
}

/* Nothing that comes behind the end in the run is before it in any schedule. */
static void check_ended(struct fp_run *run, const fp_run_event *event, const fp_stream_access *access, bool async) {
    for (uint32_t i = 0; i < run->ended.len; i++) {
        const fp_ended_workgroup *ended = &run->ended.data[i];
        if (holds_memory(ended, access->region.memory) && workgroup_of(run, event->stream) != ended->workgroup)
            note_end(run, event, access, async, &ended->end);
    }
}

static void end_cell(struct fp_run *run, const fp_shadow_cell *cell, const fp_ended_workgroup *ended) {
    const fp_front *order = fp_past_order(&run->streams.data[ended->end.stream].past);
    for (uint32_t i = 0; i < cell->entries.len; i++) {
        const fp_shadow_entry *entry = &cell->entries.data[i];
        if (workgroup_of(run, entry->event.stream) != ended->workgroup && !in_front(run, order, entry))
            note_end(run, &entry->event, &entry->access, entry->work != FP_NONE, &ended->end);
    }
}

static void end_object_bytes(struct fp_run *run, const fp_object *object, const fp_ended_workgroup *ended) {
    const fp_front *order = fp_past_order(&run->streams.data[ended->end.stream].past);
    fp_stream_access use = { .region = run->cells.data[object->cell].region };
    for (uint32_t i = 0; i < object->views.len; i++) {
        const fp_run_event *last = &object->views.data[i].use;
        if (last->op != FP_NONE && workgroup_of(run, i) != ended->workgroup &&
            !fp_front_has_event(order, i, last->number))
            note_end(run, last, &use, false, &ended->end);
    }
    for (uint32_t i = 0; i < object->works.len; i++) {
        const fp_object_work *work = &object->works.data[i];
        if (workgroup_of(run, work->start.stream) != ended->workgroup &&
            !fp_front_has_work(order, &run->works, work->work))
            note_end(run, &work->start, &use, true, &ended->end);
    }
}

void fp_shadow_end_memory(struct fp_run *run, const fp_run_event *at, const fp_event *event) {
    fp_ended_workgroup ended = { *at, workgroup_of(run, at->stream), event->first_memory, event->memory_count };
    for (uint32_t i = 0; i < run->cells.len; i++)
        if (holds_memory(&ended, run->cells.data[i].region.memory)) end_cell(run, &run->cells.data[i], &ended);
    for (uint32_t i = 0; i < run->objects.len; i++) {
        const fp_object *object = &run->objects.data[i];
        if (object->live && object->cell != FP_NONE &&
            holds_memory(&ended, run->cells.data[object->cell].region.memory))
            end_object_bytes(run, object, &ended);
    }
    *FP_PUSH(run->scratch, &run->ended) = ended;
}

void fp_shadow_use_object(struct fp_run *run, const fp_run_event *event, const fp_region *region) {
    if (run->ended.len) check_ended(run, event, &(fp_stream_access){ .region = *region }, false);
}

void fp_shadow_access(struct fp_run *run, const fp_run_event *event, const fp_stream_access *access,
                      const fp_access_past *past) {
    uint32_t number = fp_shadow_cell_of(run, &access->region);
    if (number == FP_NONE) return;
    if (run->ended.len) check_ended(run, event, access, past->work != FP_NONE);
    for (uint32_t i = 0; i < run->cells.data[number].overlaps.len; i++) {
        const fp_shadow_cell *cell = &run->cells.data[run->cells.data[number].overlaps.data[i]];
        for (uint32_t k = 0; k < cell->entries.len; k++) check_entry(run, &cell->entries.data[k], event, access, past);
        if (cell->objects.len) touch_objects(run, cell, event, access);
    }
    fp_shadow_entry entry = { *event, *access, past->work };
    entry.access.region = run->cells.data[number].region;
    insert(run, &run->cells.data[number], &entry, past);
}
