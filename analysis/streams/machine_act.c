/* machine_act.c - what an op of single threads does in one run of it by the threads of a stream: arrivals, waits and
 * barriers. */
#include "streams/machine_act.h"

static uint32_t barrier_object(const fp_acting *a, uint32_t memory, int64_t number) {
    return fp_machine_barrier_at(a->machine, a->stream, memory, number);
}

/* Where `group` threads in a row meet, the stream's part of them meets the other parts in an object of its own:
 * `number` times the group's number behind the first one. */
typedef struct {
    uint32_t group, memory, first, number;
    bool whole;  /* what a whole group of the stream learns of itself is told like that, too */
    bool beside; /* they tell each other only that they have come */
} grouping;

static void meet_in_groups(const fp_acting *a, grouping g) {
    uint32_t first = 0, group = g.group;
    const fp_thread_set *set = &a->stream->set;
    uint32_t objects[FP_MACHINE_PENDING_MAX / 2], count = 0;
    while (first < set->count) {
        uint32_t at = set->threads[first] / group, end = first;
        while (end < set->count && set->threads[end] / group == at) end++;
        uint32_t size = fp_act_group_size(a, group, at);
        bool meets = g.whole || end - first < size;
        if (meets && count < FP_MACHINE_PENDING_MAX / 2 - 2) {
            uint32_t object = barrier_object(a, g.memory, g.first + at * g.number);
            if (object == FP_NONE) return;
            fp_event *event = fp_act_push(a, FP_EVENT_ARRIVE);
            event->object = objects[count++] = object;
            event->arrivals = end - first;
            event->meets = size;
            event->relaxed = event->beside = g.beside;
        } else if (meets) {
            fp_act_hide(a, FP_HIDDEN_BUDGET, FP_NONE);
        }
        first = end;
    }
    for (uint32_t i = 0; i < count; i++) {
        fp_event *event = fp_act_push(a, FP_EVENT_WAIT_OWN);
        event->object = objects[i];
        event->beside = g.beside;
    }
}

/* The number that the text gives or computes. False: it hides it; one that the launch chooses is right for each launch,
 * not for whatever value the run takes. */
static bool number_of(const fp_acting *a, const fp_code_meet *meet, uint32_t object, fp_hidden_kind kind,
                      int64_t absent, int64_t *number) {
    *number = meet->count_said >= 0 ? meet->count_said : absent;
    if (meet->count == FP_NONE) return true;
    fp_stream_value value = fp_act_see(a, meet->count);
    *number = value.number;
    if (fp_value_settled(value) && !value.assumed && value.number >= 0) return true;
    fp_act_hide(a, kind, object);
    return false;
}

static void init(const fp_acting *a, const fp_code_meet *meet) {
    uint32_t object = fp_act_object_at(a, meet->object);
    int64_t count;
    if (object == FP_NONE || !number_of(a, meet, object, FP_HIDDEN_COUNT, -1, &count)) return;
    if (count < 0) {
        fp_act_hide(a, FP_HIDDEN_COUNT, object);
        return;
    }
    a->machine->objects.data[object].made = true;
    fp_event *event = fp_act_push(a, FP_EVENT_INIT);
    event->object = object;
    event->arrivals = count;
}

/* When what the thread has started is done: in each workgroup of several at once. */
static void arrive_after(const fp_acting *a, const fp_code_meet *meet, uint32_t object, uint32_t workgroup) {
    if (object == FP_NONE) return;
    if (!meet->counted) {
        fp_act_hide(a, FP_HIDDEN_COUNT, object);
        return;
    }
    const fp_machine_stream *stream = a->stream;
    bool again = workgroup != FP_NONE && stream->pending_count &&
                 stream->pending[stream->pending_count - 1].kind == FP_EVENT_ARRIVE_AFTER;
    fp_event *event = fp_act_push(a, meet->partly ? FP_EVENT_ARRIVE : FP_EVENT_ARRIVE_AFTER);
    event->object = object;
    event->arrivals = a->stream->set.count;
    if (meet->partly) return;
    fp_act_start_in(a, event, fp_op_info_queue(meet->info));
    event->queue = fp_act_queue_of(event->queue, meet->of_pairs);
    event->in_order |= meet->info->in_order;
    event->same_signal = again;
}

static void expect(const fp_acting *a, uint32_t number, int64_t bytes) {
    fp_machine_object *object = &a->machine->objects.data[number];
    object->due += bytes;
    if (!object->copier || object->copied_by == a->stream->set.number) return;
    object->parts = true;
    fp_act_learn_several(a, object->copier - 1);
}

static void arrive(const fp_acting *a, const fp_code_meet *meet) {
    fp_arrival_kind kind = meet->info->arrival;
    uint32_t several = fp_act_workgroups(a);
    for (uint32_t i = 0; i < a->machine->workgroups && several && kind == FP_ARRIVES_AFTER_WORKS; i++)
        if (several >> i & 1) arrive_after(a, meet, fp_act_object_in(a, meet->object, i), i);
    if (several && kind == FP_ARRIVES_AFTER_WORKS) return;
    uint32_t object = fp_act_object_at(a, meet->object);
    int64_t threads = a->stream->set.count, number;
    bool counts_bytes =
        kind == FP_ARRIVES_EXPECTING || kind == FP_ARRIVES_ONLY_EXPECTING || kind == FP_ARRIVES_ONLY_BRINGING;
    if (object == FP_NONE) return;
    if (!number_of(a, meet, object, counts_bytes ? FP_HIDDEN_BYTES : FP_HIDDEN_COUNT, counts_bytes ? -1 : 1, &number))
        return;
    if (number < 0) {
        fp_act_hide(a, FP_HIDDEN_BYTES, object);
        return;
    }
    if (number > 1 << 22) number = 1 << 22;
    if (kind == FP_ARRIVES_AFTER_WORKS) {
        arrive_after(a, meet, object, FP_NONE);
        return;
    }
    /* On such chips it is an access itself, and behind those before it. */
    bool lands = a->machine->lands_late && fp_act_is_amd(a) && kind == FP_ARRIVES_COUNT;
    fp_event *event = fp_act_push(a, kind == FP_ARRIVES_ONLY_BRINGING ? FP_EVENT_COMPLETE_BYTES
                                     : lands                          ? FP_EVENT_ARRIVE_AFTER
                                                                      : FP_EVENT_ARRIVE);
    if (lands) fp_act_start_in(a, event, FP_COUNTER_DS);
    event->object = object;
    if (counts_bytes) event->bytes = number * threads;
    if (counts_bytes && kind != FP_ARRIVES_ONLY_BRINGING) expect(a, object, event->bytes);
    if (kind == FP_ARRIVES_EXPECTING) event->arrivals = threads;
    if (!counts_bytes) event->arrivals = number * threads;
    event->leaves = kind == FP_ARRIVES_LEAVING;
    event->by_lane = a->act->peer != FP_NONE;
}

/* Without a parity it waits for the phase that the thread has arrived in: its token says so. */
static void wait(const fp_acting *a, const fp_code_meet *meet) {
    const fp_sync *sync = fp_act_sync(a, meet);
    uint32_t object = fp_act_object_at(a, meet->object);
    if (object == FP_NONE || (sync && sync->maybe && !meet->polls)) return;
    bool said = meet->phase_said >= 0, given = said || meet->phase != FP_NONE;
    fp_stream_value phase = fp_act_see(a, meet->phase);
    if (given ? !said && !fp_value_settled(phase) : meet->info->parity || sync->info->prefix) {
        fp_act_hide(a, FP_HIDDEN_PARITY, object);
        return;
    }
    fp_event *event = fp_act_push(a, given ? FP_EVENT_WAIT : FP_EVENT_WAIT_OWN);
    event->object = object;
    event->parity = (uint8_t)(((said ? meet->phase_said : phase.number) + meet->other_phase) & 1);
}

/* ---- Barriers ---- */

typedef struct {
    uint32_t object; /* FP_NONE: it is not known which */
    int64_t threads; /* that take part in a phase */
    bool of_all, of_cluster;
    bool relaxed;   /* an arrival tells nothing of what comes before it */
    bool uncounted; /* only an init, or another arrival, says how many those are */
} meeting;

static int64_t barrier_number(const fp_acting *a, const fp_code_meet *meet, const fp_sync *sync, bool *known) {
    bool numbered = sync->id != FP_ID_UNKNOWN && sync->id != FP_ID_OUT_OF_RANGE;
    *known = numbered;
    if (numbered) return sync->id;
    fp_stream_value id = fp_act_see(a, meet->id);
    *known = meet->id != FP_NONE && id.kind == FP_VALUE_INTEGER && !id.guessed;
    return id.number;
}

/* Barriers that pointers name have numbers too, which the text does not tell. */
static bool has_named(const fp_acting *a) {
    for (uint32_t i = 0; i < a->machine->objects.len; i++)
        if (a->machine->objects.data[i].memory == FP_MACHINE_NAMED_MEMORY) return true;
    return false;
}

/* A barrier is named by the allocation that the pointer points to: one that the text always means, or the run's. */
static uint32_t named_object(const fp_acting *a, const fp_code_meet *meet, const fp_sync *sync) {
    fp_stream_value pointer = fp_act_see(a, meet->pointer);
    fp_place_in_root place;
    uint32_t workgroup;
    if (fp_value_settled(pointer) && fp_machine_decode(a->machine, pointer.number, &place, &workgroup) &&
        place.offset == 0)
        return barrier_object(a, FP_MACHINE_NAMED_MEMORY, place.root);
    bool named = sync->object != FP_NONE && sync->own_object != FP_NONE; /* not so: the pointer comes from anywhere */
    return named ? barrier_object(a, FP_MACHINE_NAMED_MEMORY, sync->own_object) : FP_NONE;
}

static meeting meeting_of(const fp_acting *a, const fp_code_meet *meet, const fp_sync *sync) {
    bool known;
    int64_t number = barrier_number(a, meet, sync, &known), count, all = a->machine->thread_count;
    meeting m = { .object = FP_NONE, .threads = all, .relaxed = sync->kind == FP_SYNC_SIGNAL && !sync->release };
    if (!known) {
        fp_act_hide(a, FP_HIDDEN_OBJECT, FP_NONE);
        return m;
    }
    if (number == FP_ID_OBJECT) {
        m.object = named_object(a, meet, sync);
        if (m.object == FP_NONE) fp_act_hide(a, FP_HIDDEN_OBJECT, FP_NONE);
    } else if (fp_act_is_amd(a) && number > 0) { /* a wait is for the barrier that the wave has joined */
        m.object = a->stream->joined ? a->stream->joined - 1 : barrier_object(a, FP_MACHINE_BARRIER_MEMORY, number);
        if (!a->stream->joined && has_named(a)) fp_act_hide(a, FP_HIDDEN_OBJECT, FP_NONE);
    } else {
        m.of_all = number == FP_ID_WORKGROUP || (!fp_act_is_amd(a) && number == 0);
        m.object = barrier_object(a, FP_MACHINE_BARRIER_MEMORY, m.of_all ? FP_BARRIER_OF_ALL : number);
    }
    if (!number_of(a, meet, m.object, FP_HIDDEN_COUNT, -1, &count)) m.object = FP_NONE;
    m.of_cluster = number == FP_ID_CLUSTER;
    if (m.of_cluster) /* on AMD one wave of each workgroup signals it */
        m.threads = (fp_act_is_amd(a) ? a->machine->lanes : m.threads) * a->machine->workgroups;
    if (count > INT32_MAX) count = INT32_MAX; /* more than come, whatever the number */
    if (count > 0) m.threads = fp_act_is_amd(a) ? count * a->machine->lanes : count;
    if (m.threads != all) m.of_all = false;
    m.uncounted = fp_act_is_amd(a) && (number == FP_ID_OBJECT || number > 0) && count <= 0;
    return m;
}

/* An arrival at a whole barrier, or at a named one that is made as it is used. One that has been initialized keeps its
 * count. */
static void arrive_at(const fp_acting *a, const meeting *m, bool leaves) {
    if (m->object == FP_NONE) return;
    fp_machine_object *object = &a->machine->objects.data[m->object];
    object->counted |= !m->uncounted;
    if (!object->made && !object->counted) {
        fp_act_hide(a, FP_HIDDEN_COUNT, m->object);
        return;
    }
    fp_event *event = fp_act_push(a, FP_EVENT_ARRIVE);
    event->object = m->object;
    event->arrivals = a->stream->set.count;
    event->leaves = leaves;
    event->relaxed = m->relaxed && a->machine->workgroups > 1;
    a->stream->barriers = a->stream->barriers * FP_MACHINE_BARRIERS_BASE + fp_hash_mix(1, a->code->op);
    a->stream->barrier_count++;
    if (!object->made && !m->uncounted) event->meets = m->threads;
    a->stream->meetings += m->of_all, a->stream->cluster_meetings += m->of_cluster;
}

static void wait_at(const fp_acting *a, const meeting *m) {
    if (m->object == FP_NONE) return;
    fp_event *event = fp_act_push(a, FP_EVENT_WAIT_OWN);
    event->object = m->object;
    event->each_once = fp_act_is_amd(a);
}

static void meet_warps(const fp_acting *a) {
    uint32_t lanes = a->machine->lanes;
    const fp_thread_set *set = &a->stream->set;
    meet_in_groups(a, (grouping){ lanes, FP_MACHINE_WARP_MEMORY, 0, 1, false, false });
    fp_act_push(a, FP_EVENT_WARPS_MEET)->one_warp = set->threads[0] / lanes == set->threads[set->count - 1] / lanes;
}

static void empty(const fp_acting *a, fp_counter counter) {
    fp_act_start_in(a, fp_act_push(a, FP_EVENT_WAIT_QUEUE), counter);
}

/* Does a sync with these tags heed the accesses that land late? Of some only: what lands is not told. */
static bool heeds_accesses(const fp_acting *a, uint32_t tags) {
    const struct fp_kernel *kernel = a->machine->kernel;
    bool all = true, any = false;
    for (uint32_t i = 0; i < kernel->classes.len; i++) {
        const fp_class *class = &kernel->classes.data[i];
        if (class->space != FP_SPACE_WORKGROUP || class->counter != FP_COUNTER_NONE) continue;
        bool heeds = fp_tags_compatible(kernel->tags, class->tags, tags);
        all &= heeds, any |= heeds;
    }
    a->machine->lands_unsure |= any && !all;
    return all;
}

/* On some chips what makes accesses visible waits until copies have landed, on others each barrier does. */
static void land(const fp_acting *a, const fp_sync *sync, bool barrier) {
    const fp_target *target = a->machine->kernel->target;
    bool releases = sync->release && (sync->spaces & FP_SPACES_WORKGROUP), all = barrier && target->barrier_empties_all;
    if (a->machine->lands_late &&
        ((releases && heeds_accesses(a, sync->tags)) || (barrier && !target->backoff_barrier)))
        empty(a, FP_COUNTER_DS);
    if (!fp_act_is_amd(a)) return;
    if (all || (releases && target->ldsdma_fenced)) empty(a, FP_COUNTER_LOAD);
}

static void wait_counters(const fp_acting *a, const fp_sync *sync) {
    for (uint32_t i = 0; i < sync->wait_count; i++) {
        fp_counter counter = sync->waits[i].counter;
        if (sync->waits[i].count < 0 || (counter == FP_COUNTER_DS && sync->waits[i].count > 0)) continue;
        fp_event *event = fp_act_push(a, FP_EVENT_WAIT_QUEUE);
        fp_act_start_in(a, event, counter);
        event->newest = sync->waits[i].count;
        event->grouped = fp_counter_info_of(counter)->counts == FP_COUNTS_GROUPS;
    }
}

/* Ordinary traffic counts too. */
static void count_up(const fp_acting *a, const fp_sync *sync) {
    if (!sync->maybe) fp_act_start_in(a, fp_act_push(a, FP_EVENT_START), sync->waits[0].counter);
}

static void join(const fp_acting *a, const fp_code_meet *meet, const fp_sync *sync) {
    meeting m = meeting_of(a, meet, sync);
    a->stream->joined = m.object == FP_NONE ? 0 : m.object + 1;
}

static void init_named(const fp_acting *a, const fp_code_meet *meet, const fp_sync *sync) {
    meeting m = meeting_of(a, meet, sync);
    if (m.object == FP_NONE) return;
    a->machine->objects.data[m.object].made = true;
    fp_event *event = fp_act_push(a, FP_EVENT_INIT);
    event->object = m.object;
    event->arrivals = m.threads;
}

static void meet(const fp_acting *a, const fp_code_meet *meet) {
    const fp_sync *sync = fp_act_sync(a, meet);
    if (!sync) {
        if (meet->polls) wait(a, meet);
        if (!meet->polls) arrive(a, meet);
        return;
    }
    if (sync->predicated) {
        fp_act_hide(a, FP_HIDDEN_ROLE, FP_NONE);
        return;
    }
    bool barrier = fp_sync_is_barrier(sync->kind);
    if (barrier || sync->kind == FP_SYNC_FENCE || sync->kind == FP_SYNC_ARRIVE)
        land(a, sync, sync->kind == FP_SYNC_BARRIER);
    if (barrier && sync->scope == FP_SCOPE_WAVE) {
        if (!fp_act_is_amd(a)) meet_warps(a);
        return;
    }
    meeting m = { .object = FP_NONE };
    switch (sync->kind) {
    case FP_SYNC_BARRIER:
        m = meeting_of(a, meet, sync);
        arrive_at(a, &m, false);
        wait_at(a, &m);
        return;
    case FP_SYNC_SIGNAL:
        m = meeting_of(a, meet, sync);
        arrive_at(a, &m, false);
        return;
    case FP_SYNC_WAIT:
        m = meeting_of(a, meet, sync);
        wait_at(a, &m);
        return;
    case FP_SYNC_LEAVE:
        m = meeting_of(a, meet, sync);
        arrive_at(a, &m, true);
        a->stream->joined = 0;
        return;
    case FP_SYNC_JOIN: join(a, meet, sync); return;
    case FP_SYNC_INIT:
        if (meet->info->counter == FP_COUNTER_MBARRIER)
            init(a, meet);
        else
            init_named(a, meet, sync);
        return;
    case FP_SYNC_COUNTER_WAIT: wait_counters(a, sync); return;
    case FP_SYNC_COMMIT:
        if (sync->wait_count) fp_act_start_in(a, fp_act_push(a, FP_EVENT_CLOSE_GROUP), sync->waits[0].counter);
        return;
    case FP_SYNC_COMPLETION_WAIT: wait(a, meet); return;
    case FP_SYNC_ARRIVE: arrive(a, meet); return;
    case FP_SYNC_INVALIDATE: {
        uint32_t object = fp_act_object_at(a, meet->object);
        if (object != FP_NONE) fp_act_push(a, FP_EVENT_END_OBJECT)->object = object;
        return;
    }
    case FP_SYNC_COUNT_UP: count_up(a, sync); return;
    case FP_SYNC_FENCE:
        if (sync->info->does == FP_DOES_FENCE && sync->spaces & FP_SPACES_WORKGROUP) fp_act_push(a, FP_EVENT_FENCE);
        return;
    case FP_SYNC_QUERY:
    case FP_SYNC_PACING: return;
    }
}

static void join_lanes(const fp_acting *a) {
    if (!fp_act_joins_lanes(a)) return;
    meet_in_groups(a, (grouping){ a->machine->lanes, FP_MACHINE_WARP_MEMORY, 0, 1, false, false });
}

/* Those who do the op together. Several warps have done it when it is over. Lanes of one warp only come to it at the
 * same time. */
static void join_threads(const fp_acting *a) {
    uint32_t joins = a->act->threads_join;
    bool lanes = joins <= a->machine->lanes;
    uint32_t first = joins * FP_MACHINE_GROUP_THREADS; /* groups of other sizes meet in objects of their own */
    if (joins) meet_in_groups(a, (grouping){ joins, FP_MACHINE_GROUP_MEMORY, first, joins, !lanes, lanes });
}

void fp_machine_act(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code) {
    fp_acting a = { machine, stream, code, &machine->code.acts.data[code->extra] };
    if (!fp_act_gather(&a)) return;
    fp_act_doubt_objects(&a);
    join_lanes(&a);
    if (a.act->threads_join <= machine->lanes) join_threads(&a);
    for (uint32_t i = 0; i < a.act->touch_count; i++)
        if (!fp_act_is_object(&a, a.act->first_touch + i)) fp_act_touch(&a, a.act->first_touch + i);
    if (a.act->tensor) fp_act_tensor(&a);
    for (uint32_t i = 0; i < a.act->meet_count; i++) meet(&a, &machine->code.meets.data[a.act->first_meet + i]);
    join_threads(&a);
}
