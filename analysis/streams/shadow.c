#include "streams/shadow.h"
#include "streams/objects.h"
#include "streams/regions.h"
#include "streams/threads.h"
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
    const fp_region own = run->cells.data[cell].region;
    *FP_PUSH(run->scratch, &run->cells.data[cell].overlaps) = cell;
    for (uint32_t i = 0; i < cell; i++) {
        const fp_region *other = &run->cells.data[i].region;
        if (other->memory != own.memory || other->end <= own.first || own.end <= other->first) continue;
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
    return (a->writes || b->writes) && !(a->atomic && b->atomic) && !(a->gives_back && b->gives_back);
}

static bool in_front(const struct fp_run *run, const fp_front *front, const fp_shadow_entry *entry) {
    if (entry->work != FP_NONE) return fp_front_has_work(front, &run->works, entry->work);
    return fp_front_has_event(front, &run->works, entry->event.stream, entry->event.number);
}

static bool holds(const fp_region *outer, const fp_region *inner) {
    bool whole = outer->stride == outer->run || outer->run >= outer->end - outer->first;
    return whole && outer->memory == inner->memory && outer->first <= inner->first && inner->end <= outer->end;
}

/* Has a copy by the async proxy come between the two, whose bytes the second one gets? Then the fence was due before
 * that copy, which is asked itself. */
static bool is_replaced(struct fp_run *run, const fp_shadow_entry *entry, const fp_stream_access *access,
                        const fp_access_past *past) {
    uint32_t number = fp_shadow_cell_of(run, &access->region);
    const fp_shadow_cell *own = number == FP_NONE ? NULL : &run->cells.data[number];
    for (uint32_t i = 0; own && i < own->overlaps.len; i++) {
        const fp_shadow_cell *cell = &run->cells.data[own->overlaps.data[i]];
        if (!holds(&cell->region, &own->region) && !holds(&cell->region, &entry->access.region)) continue;
        for (uint32_t k = 0; k < cell->entries.len; k++) {
            const fp_shadow_entry *copy = &cell->entries.data[k];
            bool asked = copy->access.writes && copy->access.proxy == FP_PROXY_ASYNC && !copy->access.anywhere;
            if (asked && copy->turn > entry->turn && in_front(run, past->done, copy)) return true;
        }
    }
    return false;
}

/* Text of single threads reads without a fence before a copy that overwrites: its compilers and libraries do so. */
static bool lacks_fence(struct fp_run *run, const fp_shadow_entry *entry, const fp_stream_access *access,
                        const fp_access_past *past) {
    bool asked = entry->access.writes || !run->source->warp;
    return asked && entry->access.proxy == FP_PROXY_GENERIC && access->proxy == FP_PROXY_ASYNC &&
           !in_front(run, past->fenced, entry) && !in_front(run, past->fence, entry) &&
           (access->writes || !is_replaced(run, entry, access, past));
}

/* Has the stream done it itself, or the one that its threads were part of then? */
static bool is_own(const struct fp_run *run, const fp_run_event *event, fp_stream stream) {
    while (event->stream != stream && run->streams.data[stream].split_off)
        stream = run->streams.data[stream].split_off - 1;
    return event->stream == stream;
}

/* What the stream knows of another thread of `of`: of its own threads what all of them have waited for. */
static const fp_front *knowledge(const struct fp_run *run, fp_stream stream, fp_stream of) {
    return of == stream ? &run->streams.data[stream].shared.done : &run->streams.data[stream].past.done;
}

static bool knows(const struct fp_run *run, fp_stream stream, fp_stream of, uint32_t number) {
    return fp_front_has_event(knowledge(run, stream, of), &run->works, of, number);
}

static void add_threads(fp_thread_mask *mask, const fp_thread_places *threads) {
    for (uint32_t i = 0; threads && i < threads->count; i++)
        mask->bits[threads->thread[i] / 64 % 16] |= UINT64_C(1) << threads->thread[i] % 64;
}

/* The threads of whose part in an event of a stream that is over another stream knows. `work`: their share in what it
 * had under way then, which has to be done; FP_NONE: none, it was done before they parted. */
static void mask_known(const struct fp_run *run, fp_stream stream, fp_stream over, uint32_t work,
                       fp_thread_mask *mask) {
    fp_stream first = fp_first_part(&run->works, over);
    for (fp_stream part = first; first && part < first + 2; part++) {
        uint32_t share = work == FP_NONE ? FP_NONE : fp_work_part(&run->works, work, part);
        bool landed = share == FP_NONE || fp_front_has_work(knowledge(run, stream, part), &run->works, share);
        if (landed && knows(run, stream, part, 1))
            add_threads(mask, run->streams.data[part].threads);
        else
            mask_known(run, stream, part, share, mask);
    }
}

static bool are_of_one_warp(const struct fp_run *run, const fp_thread_meeting *threads) {
    return threads->thread_a / run->source->warp == threads->thread_b / run->source->warp;
}

/* Two lanes of one warp are the weaker evidence: threads of two warps that meet as well stand for the pair. */
static const fp_thread_meeting *find_meeting(struct fp_run *run, const fp_thread_places *a, const fp_thread_places *b,
                                             fp_thread_pair which, const fp_thread_mask *but) {
    const fp_thread_meeting *found = fp_threads_meet(run, a, b, which, but);
    if (!found || !are_of_one_warp(run, found)) return found;
    const fp_thread_meeting *of_two = fp_threads_meet(run, a, b, FP_TWO_WARPS, but);
    return of_two ? of_two : fp_threads_meet(run, a, b, which, but);
}

/* Which threads of two accesses come into conflict? NULL: none do. Each thread knows what it has done itself. */
static const fp_thread_meeting *find_threads(struct fp_run *run, const fp_shadow_entry *entry,
                                             const fp_run_event *event, const fp_stream_access *access) {
    const fp_run_stream *stream = &run->streams.data[event->stream];
    const fp_front *front = is_own(run, &entry->event, event->stream) ? &stream->shared.done : &stream->past.done;
    bool landed = entry->work == FP_NONE || fp_front_has_work(front, &run->works, entry->work);
    if (landed && knows(run, event->stream, entry->event.stream, entry->event.number)) return NULL;
    fp_thread_mask known = { { 0 } }, *but = NULL;
    bool done = entry->work == FP_NONE || fp_front_has_work(&stream->done_when_met, &run->works, entry->work);
    bool met = done && entry->event.stream == event->stream && entry->event.number <= stream->warps_met;
    if (landed || run->works.data[entry->work].by_queue) {
        mask_known(run, event->stream, entry->event.stream, landed ? FP_NONE : entry->work, &known);
        but = &known;
    }
    fp_thread_pair which = met || run->source->lockstep ? FP_TWO_WARPS : FP_TWO_THREADS;
    return find_meeting(run, entry->access.places, access->places, which, but);
}

/* Is the newer work `b` done when `a` is at the earliest, as waits for their queue tell it? */
static bool are_counted_in_order(const fp_works *works, uint32_t a, uint32_t b) {
    return a != FP_NONE && b != FP_NONE && works->data[a].in_order && works->data[b].in_order &&
           works->data[a].queue == works->data[b].queue;
}

static bool are_in_order(const fp_works *works, uint32_t a, uint32_t b) {
    return are_counted_in_order(works, a, b) && !works->data[b].overtakes;
}

/* Of a work that was under way when its threads parted the share that the stream's threads have in it. */
static uint32_t own_share(const struct fp_run *run, uint32_t work, fp_stream stream) {
    for (uint32_t first = run->works.data[work].first_part; first; first = run->works.data[work].first_part) {
        fp_run_event part = { .stream = run->works.data[first].stream };
        work = is_own(run, &part, stream) ? first : first + 1;
    }
    return work;
}

static void note_doubt(struct fp_run *run, const fp_run_event *a, const fp_run_event *b, fp_run_doubt_kind kind) {
    fp_run_doubt doubt = { fp_run_pair_of(a, b), kind };
    uint64_t hash = fp_hash_mix(doubt.pair, kind);
    for (fp_map_probe p = fp_map_find(&run->doubt_map, hash); fp_map_next(&p);)
        if (run->doubts.data[p.value].pair == doubt.pair && run->doubts.data[p.value].kind == kind) return;
    fp_map_put(run->scratch, &run->doubt_map, hash, run->doubts.len);
    *FP_PUSH(run->keep, &run->doubts) = doubt;
}

/* Is it work of the stream's own threads that they have not waited for? */
static bool is_under_way(const struct fp_run *run, const fp_shadow_entry *entry, fp_stream stream) {
    if (entry->work == FP_NONE || !is_own(run, &entry->event, stream)) return false;
    return fp_front_misses(&run->streams.data[stream].past.done, own_share(run, entry->work, stream));
}

/* Who has not even heard that a work was started lacks more than a wait of the threads that started it. */
static bool may_be_under_way(const struct fp_run *run, const fp_work *work, const fp_front *in_time) {
    return !work->own_wait || fp_front_has_event_of_warps(in_time, &run->works, work->stream, work->number);
}

/* Have all threads that do part of the work waited for theirs, so that they need but meet? Waves that are shifted
 * against each other meet, and wait too late. */
static bool has_landed(const struct fp_run *run, const fp_work *work) {
    bool shifted = !run->source->warp || run->source->lockstep;
    if (shifted && !work->by_share) return false;
    while (work->first_part && run->works.data[work->first_part].landed) work = &run->works.data[work->first_part + 1];
    return !work->first_part && work->landed;
}

static fp_run_evidence *note_pair(struct fp_run *run, fp_run_kind kind, const fp_shadow_entry *entry,
                                  const fp_run_event *event, const fp_stream_access *access,
                                  const fp_access_past *past) {
    const fp_work *first = entry->work == FP_NONE ? NULL : &run->works.data[entry->work];
    fp_run_evidence *evidence = fp_run_note(run, kind, &entry->event, event);
    if (!evidence) return NULL;
    evidence->object = FP_NONE;
    evidence->where = bounded_region(&access->region);
    evidence->first_where = entry->access.region;
    fp_regions_meet(&evidence->where, &evidence->first_where, &evidence->byte);
    evidence->first_writes = entry->access.writes;
    evidence->second_writes = access->writes;
    bool landed = first && has_landed(run, first);
    evidence->first_async = first && !landed && may_be_under_way(run, first, past->in_time);
    evidence->first_shared = landed;
    evidence->first_own = evidence->first_async && first->own_wait;
    evidence->second_async = past->work != FP_NONE;
    evidence->second_own = evidence->second_async && run->works.data[past->work].own_wait;
    evidence->maybe = entry->access.maybe || access->maybe;
    evidence->sync_before_second = run->streams.data[event->stream].learns;
    return evidence;
}

static void note_threads(fp_run_evidence *evidence, const fp_thread_meeting *threads) {
    if (!evidence) return;
    evidence->by_threads = true;
    evidence->first_thread = threads->thread_a, evidence->second_thread = threads->thread_b;
    evidence->byte = threads->byte;
}

/* The workgroups of a cluster write one tensor together. Elements that several of them hold have one value; and as
 * inside of one workgroup, an op that writes by indices sees to it that no two of its elements meet. */
static bool is_one_tensor(const fp_shadow_entry *entry, const fp_run_event *event, const fp_stream_access *access) {
    const fp_run_event *first = &entry->event;
    bool together = access->together || (entry->access.maybe && access->maybe);
    return first->op == event->op && first->stream != event->stream && together && !entry->access.reads &&
           !access->reads && first->loop_count == event->loop_count &&
           memcmp(first->loops, event->loops, first->loop_count * sizeof *first->loops) == 0;
}

/* Two works that waves share out follow each other wave by wave. Where they are not shared out alike, one wave reaches
 * bytes that another one is still at. */
static bool are_shared_otherwise(const struct fp_run *run, const fp_shadow_entry *entry, const fp_run_event *event,
                                 const fp_stream_access *access, uint32_t number) {
    if (entry->work == FP_NONE || number == FP_NONE || entry->event.stream != event->stream) return false;
    const fp_work *before = &run->works.data[entry->work], *work = &run->works.data[number];
    if (!work->in_order || !work->waves || work->queue != before->queue) return false;
    fp_region region = bounded_region(&access->region);
    if (work->waves == before->waves && fp_region_same(&entry->access.region, &region)) return false;
    return !fp_front_has_work(&run->streams.data[event->stream].past.done, &run->works, entry->work);
}

/* A thread's own work that it has not waited for is in its way as well, or that of a warp whose threads act as one;
 * unless the two are done in order. */
static bool meets_own_work(struct fp_run *run, const fp_shadow_entry *entry, const fp_run_event *event,
                           const fp_stream_access *access, uint32_t work) {
    if (!is_under_way(run, entry, event->stream)) return false;
    bool in_order = are_in_order(&run->works, entry->work, work), lockstep = run->source->lockstep;
    fp_thread_pair which = !lockstep ? FP_ONE_THREAD : in_order ? FP_TWO_LANES : FP_ONE_WARP;
    if ((in_order && !lockstep) || !fp_threads_meet(run, entry->access.places, access->places, which, NULL))
        return false;
    if (in_order) note_doubt(run, &entry->event, event, FP_RUN_DOUBT_LANES);
    return !in_order;
}

static uint32_t workgroup_of(const struct fp_run *run, fp_stream stream) {
    return run->source->workgroup ? run->source->workgroup(run->source->user, stream) : 0;
}

/* Threads are told by their numbers in one workgroup. */
static bool are_told(const struct fp_run *run, const fp_shadow_entry *entry, const fp_run_event *event,
                     const fp_stream_access *access) {
    return run->source->warp && entry->access.places && access->places &&
           workgroup_of(run, entry->event.stream) == workgroup_of(run, event->stream);
}

/* Where it is not told which threads touch what: does all that the entry has done come before the access? */
static bool comes_before(const struct fp_run *run, const fp_access_past *past, const fp_shadow_entry *entry,
                         const fp_stream_access *access) {
    if (!entry->access.by_warps || !access->by_warps) return in_front(run, past->done, entry);
    /* Who uses what a load brings has waited for that load: before memory goes back it is enough that they have met. */
    bool loads = entry->work != FP_NONE && run->works.data[entry->work].own_wait && !entry->access.writes;
    if (access->gives_back && loads)
        return fp_front_has_event_of_warps(past->in_time, &run->works, entry->event.stream, entry->event.number);
    if (entry->work != FP_NONE) return fp_front_has_work_of_warps(past->in_time, &run->works, entry->work);
    return fp_front_has_event_of_warps(past->in_time, &run->works, entry->event.stream, entry->event.number);
}

/* A thread has touched memory of its own workgroup, another stream there has met it behind that, or it has fenced the
 * access for the other one's proxy, and all this comes first in time, as relaxed arrivals tell: on the chip, where the
 * memory is one place, the access is over. The rules of the language do not promise it. */
static bool is_over_on_chip(const struct fp_run *run, const fp_shadow_entry *entry, const fp_stream_access *access,
                            const fp_access_past *past) {
    const fp_run_event *first = &entry->event;
    uint32_t workgroup = workgroup_of(run, first->stream);
    if (!run->source->holder || entry->work != FP_NONE || !in_front(run, past->in_time, entry)) return false;
    if (run->source->holder(run->source->user, entry->access.region.memory) != workgroup) return false;
    if (entry->access.proxy != access->proxy && in_front(run, &run->streams.data[first->stream].past.fenced, entry))
        return true;
    for (fp_stream other = 0; other < run->streams.len; other++)
        if (other != first->stream && workgroup_of(run, other) == workgroup &&
            in_front(run, &run->streams.data[other].past.done, entry))
            return true;
    return false;
}

/* Says so if the two race. */
static bool note_race(struct fp_run *run, const fp_shadow_entry *entry, const fp_run_event *event,
                      const fp_stream_access *access, const fp_access_past *past) {
    const fp_thread_meeting *threads = NULL;
    if (are_told(run, entry, event, access)) {
        threads = find_threads(run, entry, event, access);
        if (!threads && !meets_own_work(run, entry, event, access, past->work)) return false;
    } else if (comes_before(run, past, entry, access) && !are_shared_otherwise(run, entry, event, access, past->work)) {
        return false;
    }
    fp_run_evidence *evidence = note_pair(run, FP_RUN_RACE, entry, event, access, past);
    if (threads) note_threads(evidence, threads);
    if (evidence && threads)
        evidence->in_warp = entry->work == FP_NONE && past->work == FP_NONE && are_of_one_warp(run, threads);
    if (evidence) evidence->maybe |= is_over_on_chip(run, entry, access, past);
    return true;
}

static bool completes_on_object(const fp_run_event *event, uint32_t work) {
    return work != FP_NONE && event->object != FP_NONE;
}

/* Of accesses whose bytes are not known only what completes on objects is judged here. */
static bool is_judged_elsewhere(const fp_shadow_entry *entry, const fp_run_event *event, const fp_stream_access *access,
                                uint32_t work) {
    if (entry->access.boundless || access->boundless || entry->access.further || access->further) return true;
    return (entry->access.anywhere || access->anywhere) && !completes_on_object(&entry->event, entry->work) &&
           !completes_on_object(event, work);
}

/* Whichever threads of the two streams do the accesses, and whatever bytes they touch: does all of the first one come
 * before all of the second? */
static bool are_all_in_order(const struct fp_run *run, const fp_shadow_entry *entry, const fp_run_event *event) {
    const fp_run_stream *stream = &run->streams.data[event->stream];
    bool one = stream->threads && stream->threads->count == 1;
    const fp_front *front =
        is_own(run, &entry->event, event->stream) && !one ? &stream->shared.done : &stream->past.done;
    return in_front(run, front, entry);
}

/* Each warp does its shares in order, in rows of its own. */
static bool are_shares(const struct fp_run *run, const fp_shadow_entry *entry, const fp_run_event *event,
                       uint32_t work) {
    return entry->work != FP_NONE && work != FP_NONE && entry->event.stream == event->stream &&
           run->works.data[entry->work].by_share && run->works.data[work].by_share;
}

static void check_entry(struct fp_run *run, const fp_shadow_entry *entry, const fp_run_event *event,
                        const fp_stream_access *access, const fp_access_past *past) {
    bool same_event = entry->event.stream == event->stream && entry->event.number == event->number;
    if (!conflict(&entry->access, access) || same_event || is_one_tensor(entry, event, access) ||
        are_shares(run, entry, event, past->work))
        return;
    if (is_judged_elsewhere(entry, event, access, past->work)) {
        bool begins = (!entry->access.anywhere || entry->access.further) && (!access->anywhere || access->further);
        if (!are_all_in_order(run, entry, event))
            note_doubt(run, &entry->event, event, begins ? FP_RUN_DOUBT_LENGTH : FP_RUN_DOUBT_BYTES);
        return;
    }
    if (!note_race(run, entry, event, access, past) && lacks_fence(run, entry, access, past))
        note_pair(run, FP_RUN_MISSING_FENCE, entry, event, access, past);
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
        run->reused |= object->made && !object->live && number != event->object;
        if (!object->live || own || !touches_for_certain(&cell->region, access)) continue;
        bool reads = access->reads || access->atomic;
        if (reads || !access->maybe) fp_object_touch(run, number, event, reads);
        if (!reads && !access->maybe) fp_object_end(run, number, event);
    }
}

static bool same_access(const fp_shadow_entry *entry, const fp_run_event *event, const fp_stream_access *access) {
    return entry->event.op == event->op && entry->event.stream == event->stream &&
           entry->access.writes == access->writes && entry->access.reads == access->reads &&
           entry->access.atomic == access->atomic && entry->access.proxy == access->proxy &&
           entry->access.maybe == access->maybe && entry->access.places == access->places;
}

static uint64_t entry_hash(const fp_run_event *event) { return fp_hash_mix(event->op, event->stream); }

/* Where it stands, or is to stand: the first one that is over; with too many that nobody waits for the oldest. */
static uint32_t find_place(struct fp_run *run, const fp_shadow_cell *cell, const fp_shadow_entry *entry,
                           const fp_access_past *past) {
    uint32_t unwaited = 0, oldest = FP_NONE, place = FP_NONE;
    for (fp_map_probe p = fp_map_find(&cell->entry_map, entry_hash(&entry->event)); fp_map_next(&p);) {
        const fp_shadow_entry *old = &cell->entries.data[p.value];
        if (!same_access(old, &entry->event, &entry->access)) continue;
        if (oldest == FP_NONE || old->event.number < cell->entries.data[oldest].event.number ||
            (old->event.number == cell->entries.data[oldest].event.number && p.value < oldest))
            oldest = p.value;
        unwaited++;
        bool over = in_front(run, past->done, old) || are_counted_in_order(&run->works, old->work, entry->work);
        if (over && p.value < place) place = p.value;
    }
    if (place != FP_NONE || unwaited < FP_RUN_UNWAITED_MAX) return place;
    run->limit_hit = true; /* the oldest is forgotten, though nothing has waited for it */
    return oldest;
}

static fp_shadow_toucher *find_toucher(fp_shadow_cell *cell, fp_stream stream) {
    for (uint32_t i = 0; i < cell->touchers.len; i++)
        if (cell->touchers.data[i].stream == stream) return &cell->touchers.data[i];
    return NULL;
}

static uint32_t toucher_of(struct fp_run *run, fp_shadow_cell *cell, fp_stream stream) {
    const fp_shadow_toucher *toucher = find_toucher(cell, stream);
    if (toucher) return (uint32_t)(toucher - cell->touchers.data);
    *FP_PUSH(run->scratch, &cell->touchers) = (fp_shadow_toucher){ .stream = stream };
    return cell->touchers.len - 1;
}

static void insert(struct fp_run *run, fp_shadow_cell *cell, fp_shadow_entry *entry, const fp_access_past *past) {
    uint32_t place = find_place(run, cell, entry, past);
    entry->toucher = toucher_of(run, cell, entry->event.stream);
    fp_shadow_toucher *toucher = &cell->touchers.data[entry->toucher];
    if (toucher->last < entry->event.number) toucher->last = entry->event.number;
    if (entry->work != FP_NONE)
        cell->work_count++;
    else if (toucher->newest < entry->event.number)
        toucher->newest = entry->event.number;
    if (place == FP_NONE) {
        fp_map_put(run->scratch, &cell->entry_map, entry_hash(&entry->event), cell->entries.len);
        *FP_PUSH(run->scratch, &cell->entries) = *entry;
    } else {
        cell->work_count -= cell->entries.data[place].work != FP_NONE;
        cell->entries.data[place] = *entry;
        for (uint32_t i = 0; i < cell->touchers.len; i++)
            if (cell->touchers.data[i].passed > place) cell->touchers.data[i].passed = place;
    }
}

/* What of the toucher's is before the event, whoever of its threads did it? What is before a work that the event starts
 * is at least that. */
static void look_back(const struct fp_run *run, fp_shadow_toucher *toucher, const fp_run_event *event) {
    const fp_run_stream *stream = &run->streams.data[event->stream];
    fp_run_event any = { .stream = toucher->stream };
    toucher->own = is_own(run, &any, event->stream);
    toucher->before = fp_front_newest(&stream->past.done, &run->works, toucher->stream, toucher->last);
    if (!toucher->own) return;
    uint32_t shared = fp_front_newest(&stream->shared.done, &run->works, toucher->stream, toucher->last);
    if (shared < toucher->before) toucher->before = shared;
}

/* A work whose threads parted is asked for by each one's share. */
static bool is_before(const struct fp_run *run, const fp_shadow_entry *entry, const fp_shadow_toucher *toucher,
                      const fp_run_event *event) {
    if (entry->event.number > toucher->before) return false;
    if (entry->work == FP_NONE) return true;
    const fp_run_stream *stream = &run->streams.data[event->stream];
    return !run->works.data[entry->work].first_part && !fp_front_misses(&stream->past.done, entry->work) &&
           (!toucher->own || !fp_front_misses(&stream->shared.done, entry->work));
}

/* Most of what was done before is before this access: that is one number for each stream. What copies by another proxy
 * lack of a fence has to be asked of each. */
static void check_cell(struct fp_run *run, fp_shadow_cell *cell, const fp_run_event *event,
                       const fp_stream_access *access, const fp_access_past *past) {
    bool over = access->proxy != FP_PROXY_ASYNC, all = over && !cell->work_count;
    for (uint32_t i = 0; i < cell->touchers.len && over; i++) {
        fp_shadow_toucher *toucher = &cell->touchers.data[i];
        look_back(run, toucher, event);
        all &= toucher->newest <= toucher->before;
    }
    fp_shadow_toucher *own = find_toucher(cell, event->stream);
    uint32_t passed = over && own ? own->passed : 0;
    for (uint32_t i = passed; i < cell->entries.len && !all; i++) {
        const fp_shadow_entry *entry = &cell->entries.data[i];
        if (!conflict(&entry->access, access)) continue;
        if (!over || !is_before(run, entry, &cell->touchers.data[entry->toucher], event))
            check_entry(run, entry, event, access, past);
        else if (i == passed)
            passed++;
    }
    if (over && own) own->passed = passed;
}

/* ---- The end of a workgroup ---- */

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
        if (!ended->together && holds_memory(ended, access->region.memory) &&
            workgroup_of(run, event->stream) != ended->workgroup)
            note_end(run, event, access, async, &ended->end);
    }
}

static void end_cell(struct fp_run *run, const fp_shadow_cell *cell, const fp_ended_workgroup *ended,
                     const fp_front *order) {
    for (uint32_t i = 0; i < cell->entries.len; i++) {
        const fp_shadow_entry *entry = &cell->entries.data[i];
        if (workgroup_of(run, entry->event.stream) != ended->workgroup && !in_front(run, order, entry))
            note_end(run, &entry->event, &entry->access, entry->work != FP_NONE, &ended->end);
    }
}

static void end_object_bytes(struct fp_run *run, const fp_object *object, const fp_ended_workgroup *ended,
                             const fp_front *order) {
    fp_stream_access use = { .region = run->cells.data[object->cell].region };
    for (uint32_t i = 0; i < object->views.len; i++) {
        const fp_run_event *last = &object->views.data[i].use;
        if (last->op != FP_NONE && workgroup_of(run, i) != ended->workgroup && !fp_object_has_done(run, order, i, last))
            note_end(run, last, &use, false, &ended->end);
    }
    for (uint32_t i = 0; i < object->works.len; i++) {
        const fp_object_work *work = &object->works.data[i];
        if (workgroup_of(run, work->start.stream) != ended->workgroup &&
            !fp_front_has_work(order, &run->works, work->work))
            note_end(run, &work->start, &use, true, &ended->end);
    }
}

/* `order`: what is before the end. */
static void end_memory(struct fp_run *run, const fp_ended_workgroup *ended, const fp_front *order) {
    for (uint32_t i = 0; i < run->cells.len; i++)
        if (holds_memory(ended, run->cells.data[i].region.memory)) end_cell(run, &run->cells.data[i], ended, order);
    for (uint32_t i = 0; i < run->objects.len; i++) {
        const fp_object *object = &run->objects.data[i];
        if (object->live && object->cell != FP_NONE && holds_memory(ended, run->cells.data[object->cell].region.memory))
            end_object_bytes(run, object, ended, order);
    }
}

void fp_shadow_end_memory(struct fp_run *run, const fp_run_event *at, const fp_event *event) {
    fp_ended_workgroup ended = { *at, workgroup_of(run, at->stream), event->first_memory, event->memory_count,
                                 event->together };
    if (!ended.together) end_memory(run, &ended, fp_past_order(&run->streams.data[at->stream].past));
    *FP_PUSH(run->scratch, &run->ended) = ended;
}

void fp_shadow_finish(struct fp_run *run) {
    fp_front order = { 0 };
    for (uint32_t i = 0; i < run->ended.len; i++) {
        const fp_past *past = &run->streams.data[run->ended.data[i].end.stream].past;
        if (run->ended.data[i].together) fp_front_join(run->scratch, &order, fp_past_order(past), &run->works);
    }
    for (uint32_t i = 0; i < run->ended.len; i++)
        if (run->ended.data[i].together) end_memory(run, &run->ended.data[i], &order);
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
        fp_shadow_cell *cell = &run->cells.data[run->cells.data[number].overlaps.data[i]];
        check_cell(run, cell, event, access, past);
        if (cell->objects.len) touch_objects(run, cell, event, access);
    }
    fp_shadow_entry entry = { *event, *access, past->work, 0, run->accesses++ };
    entry.access.region = run->cells.data[number].region;
    insert(run, &run->cells.data[number], &entry, past);
}
