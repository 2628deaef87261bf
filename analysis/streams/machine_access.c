/* machine_access.c - what the accesses of an act touch, as it happens in a run, and which objects it names. */
#include "streams/machine_act.h"

static void trace(const fp_acting *a, const fp_touched *touched) {
    fp_act_trace *trace = &a->machine->traces[a->code->op];
    fp_thread_span now = { a->stream->set.threads[0], a->stream->set.threads[a->stream->set.count - 1] + 1 };
    if (!trace->ran || now.first < trace->by.first) trace->by.first = now.first;
    if (!trace->ran || now.end > trace->by.end) trace->by.end = now.end;
    trace->ran = 1;
    trace->lost |= touched->lost;
    trace->by_all |= a->stream->set.count == a->machine->thread_count;
}

/* Memory as an op that acts in several workgroups means it in one of them; `workgroup` FP_NONE: as its address says. */
static uint32_t memory_in(const fp_acting *a, uint32_t memory, uint32_t workgroup) {
    return workgroup == FP_NONE ? memory : fp_machine_memory_in(a->machine, memory, workgroup);
}

/* ---- Objects ---- */
/* The workgroup that the text names for the object; FP_NONE: none, or `hidden`. */
static uint32_t peer_of(const fp_acting *a, bool *hidden) {
    *hidden = false;
    if (a->act->peer == FP_NONE && a->act->peer_said < 0) return FP_NONE;
    fp_stream_value rank = a->act->peer == FP_NONE ? (fp_stream_value){ 0 } : fp_act_see(a, a->act->peer);
    int64_t number = a->act->peer == FP_NONE ? a->act->peer_said : rank.number;
    *hidden = (a->act->peer != FP_NONE && !fp_value_settled(rank)) || number < 0 || number >= a->machine->workgroups;
    return *hidden ? FP_NONE : (uint32_t)number;
}

uint32_t fp_act_object_in(const fp_acting *a, uint32_t touch, uint32_t workgroup) {
    if (touch == FP_NONE) {
        fp_act_hide(a, FP_HIDDEN_OBJECT, FP_NONE);
        return FP_NONE;
    }
    const fp_touched *touched = fp_machine_touch(a->machine, a->stream, &a->machine->code.touches.data[touch], 0);
    if (touched->vague || touched->partial || touched->region_count != 1) {
        fp_act_hide(a, FP_HIDDEN_OBJECT, FP_NONE);
        return FP_NONE;
    }
    trace(a, touched);
    const fp_access *access = &a->machine->kernel->accesses.data[a->machine->code.touches.data[touch].access];
    if (fp_machine_is_outside(a->machine, a->code->op, access->roots, &touched->regions[0])) return FP_NONE;
    uint32_t memory = touched->regions[0].memory, own = memory / a->machine->code.memory_count;
    bool hidden;
    uint32_t peer = peer_of(a, &hidden);
    if (hidden) {
        fp_act_hide(a, FP_HIDDEN_PEER, FP_NONE);
        return FP_NONE;
    }
    if (peer != FP_NONE) own = peer;
    if (a->act->in_pair && workgroup != FP_NONE)
        workgroup = (workgroup & ~1u) | (own & 1);
    else if (peer != FP_NONE)
        workgroup = peer;
    memory = memory_in(a, memory, workgroup);
    uint32_t object = fp_machine_object_at(a->machine, memory, touched->regions[0].first, FP_OBJECT_BYTES);
    if (object == FP_NONE) return FP_NONE;
    fp_root root = fp_buffers_single(a->machine->kernel->buffers, access->roots);
    fp_root_kind kind = root == FP_NONE ? FP_ROOT_ALLOC : fp_buffers_root(a->machine->kernel->buffers, root)->kind;
    if (a->machine->code.phase_bit && !a->machine->objects.data[object].made)
        fp_machine_meet_word(a->machine, memory, touched->regions[0].first);
    bool inits = a->act->meet_count && a->machine->code.meets.data[a->act->first_meet].info->effect == FP_EFFECT_INIT;
    if ((kind == FP_ROOT_PARAMETER || kind == FP_ROOT_UNKNOWN) && !inits && !a->machine->objects.data[object].made)
        fp_act_hide(a, FP_HIDDEN_OBJECT, object);
    return object;
}

uint32_t fp_act_object_at(const fp_acting *a, uint32_t touch) { return fp_act_object_in(a, touch, FP_NONE); }

/* ---- Accesses ---- */
/* `places`: NULL where it is not told which bytes of the region each thread touches. */
static void collect_region(const fp_acting *a, const fp_access *access, const fp_touched *touched, fp_region region,
                           const fp_thread_places *places) {
    if (a->stream->access_count == FP_MACHINE_ACCESSES_MAX) {
        fp_act_hide(a, FP_HIDDEN_BUDGET, FP_NONE);
        return;
    }
    bool further = touched->further && !places;
    a->stream->accesses[a->stream->access_count++] =
        (fp_stream_access){ .region = region,
                            .places = places,
                            .reads = access->kind != FP_ACCESS_WRITE,
                            .writes = access->kind != FP_ACCESS_READ,
                            .atomic = access->atomic,
                            .unknown = touched->vague || further,
                            .anywhere = touched->vague || further,
                            .boundless = touched->boundless,
                            .further = further,
                            .maybe = touched->partial,
                            .proxy = a->act->async_proxy ? FP_PROXY_ASYNC : FP_PROXY_GENERIC };
}

/* The accesses of one access of the kernel behind those that the stream has collected. */
static void collect(const fp_acting *a, const fp_code_touch *touch, int64_t copied, uint32_t workgroup) {
    const fp_access *access = &a->machine->kernel->accesses.data[touch->access];
    const fp_touched *touched = fp_machine_touch(a->machine, a->stream, touch, copied / a->stream->set.count);
    trace(a, touched);
    a->machine->traces[a->code->op].shares |= touched->shares;
    if (touched->vague && touch->peer) fp_act_hide(a, FP_HIDDEN_PEER, FP_NONE);
    if (access->kind != FP_ACCESS_READ) fp_machine_store(a->machine, a->stream, touch, touched, workgroup);
    fp_region all = { .memory = touched->region_count ? touched->regions[0].memory : 0,
                      .end = FP_MACHINE_MEMORY_BYTES };
    all.memory = memory_in(a, all.memory, workgroup);
    for (uint32_t i = 0; i < touched->region_count; i++) {
        fp_region region = touched->regions[i];
        region.memory = memory_in(a, region.memory, workgroup);
        collect_region(a, access, touched, region, touched->places);
    }
    if (touched->further) collect_region(a, access, touched, all, NULL);
}

static fp_event *push_with_accesses(const fp_acting *a, fp_event_kind kind, uint32_t first) {
    fp_event *event = fp_act_push(a, kind);
    event->accesses = a->stream->accesses + first;
    event->access_count = a->stream->access_count - first;
    return event;
}

static bool counts_ops(fp_counter counter) { return fp_counter_info_of(counter)->counts == FP_COUNTS_OPS; }

void fp_act_start_in(const fp_acting *a, fp_event *event, fp_counter counter) {
    event->queue = fp_target_counter(a->machine->kernel->target, counter);
    event->in_order = counts_ops((fp_counter)event->queue);
    event->overtakes = event->in_order && !fp_counter_info_of((fp_counter)event->queue)->lands_in_order;
}

uint32_t fp_act_workgroups(const fp_acting *a) {
    uint32_t all = (1u << a->machine->workgroups) - 1;
    if (!a->act->to_several) return 0;
    fp_stream_value mask = fp_act_see(a, a->act->mask);
    if (a->act->mask == FP_NONE) return (uint32_t)a->act->mask_said & all;
    if (fp_value_settled(mask)) return (uint32_t)mask.number & all;
    fp_act_hide(a, FP_HIDDEN_PEER, FP_NONE);
    return 0;
}

void fp_act_learn_several(const fp_acting *a, uint32_t act) {
    fp_code_act *copies = &a->machine->code.acts.data[act];
    a->machine->learned |= !copies->several;
    copies->several = true;
}

/* Bytes that copies bring to an object where the text does not tell: those of a phase together bring what it expects,
 * or each launch of the kernel hangs. A copy is taken to be the only one, and its threads the only ones that expect
 * something, until another one comes. 0: it brings a part. */
static int64_t bytes_due(const fp_acting *a, uint32_t number) {
    fp_machine_object *object = &a->machine->objects.data[number];
    int64_t due = object->due;
    bool shared = a->act->peer != FP_NONE || a->act->peer_said >= 0; /* the workgroups of a pair bring a half each */
    if (!shared && !a->act->several && !object->parts && due > 0) {
        object->due = 0, object->copier = a->code->extra + 1, object->copied_by = a->stream->set.number;
        return due;
    }
    object->parts = true;
    fp_act_learn_several(a, a->code->extra);
    if (object->copier) fp_act_learn_several(a, object->copier - 1);
    return 0;
}

/* A store to a word that an object is makes the object anew: the halves of the word say how many arrivals its phases
 * take. */
static bool makes_word(const fp_acting *a, const fp_code_touch *touch, const fp_access *access) {
    uint8_t bit = a->machine->code.phase_bit;
    if (!bit || a->machine->words.len == 0 || access->kind != FP_ACCESS_WRITE || touch->bits != 64) return false;
    const fp_touched *touched = fp_machine_touch(a->machine, a->stream, touch, 0);
    if (touched->vague || touched->partial || touched->region_count != 1) return false;
    uint32_t memory = touched->regions[0].memory;
    if (!fp_machine_is_word(a->machine, memory, touched->regions[0].first)) return false;
    fp_stream_value word = fp_act_see(a, touch->stored);
    int64_t missing = word.number & ((INT64_C(1) << bit) - 1), each = word.number >> 32;
    uint32_t object = fp_machine_object_at(a->machine, memory, touched->regions[0].first, 8);
    bool fresh = fp_value_settled(word) && missing == each && (word.number & UINT32_MAX) == missing;
    if (object == FP_NONE || !fresh) {
        fp_act_hide(a, object == FP_NONE ? FP_HIDDEN_BUDGET : FP_HIDDEN_COUNT, object);
        return true;
    }
    trace(a, touched);
    if (a->machine->objects.data[object].made) fp_act_push(a, FP_EVENT_END_OBJECT)->object = object;
    a->machine->objects.data[object].made = true;
    fp_event *event = fp_act_push(a, FP_EVENT_INIT);
    event->object = object;
    event->arrivals = missing + 1;
    return true;
}

/* The group of warps that does the op together, from 1; 0: each warp does its own part. */
static uint32_t team_of(const fp_acting *a) {
    uint32_t joins = a->act->threads_join, group = joins ? a->stream->set.threads[0] / joins : 0;
    uint32_t groups = joins ? (a->machine->thread_count + joins - 1) / joins : 0;
    return joins > a->machine->lanes ? a->stream->workgroup * groups + group + 1 : 0;
}

/* What one access does: at once, in a queue, or until its object is complete. */
static void touch_in(const fp_acting *a, uint32_t number, uint32_t workgroup) {
    const fp_code_touch *touch = &a->machine->code.touches.data[number];
    const fp_access *access = &a->machine->kernel->accesses.data[touch->access];
    if (makes_word(a, touch, access)) return;
    fp_counter counter = a->machine->kernel->classes.data[access->klass].counter;
    uint32_t first = a->stream->access_count;
    bool completes = counter == FP_COUNTER_MBARRIER && a->act->object != FP_NONE;
    if (access->may_arrive && a->machine->code.phase_bit) fp_act_hide(a, FP_HIDDEN_OBJECT, FP_NONE);
    uint32_t object = completes ? fp_act_object_in(a, a->act->object, workgroup) : FP_NONE;
    bool brings = object != FP_NONE && access->kind == FP_ACCESS_WRITE, told = a->act->copied != 0;
    int64_t bytes = brings && told ? a->act->copied * a->stream->set.count : brings ? bytes_due(a, object) : 0;
    collect(a, touch, told ? 0 : bytes, workgroup);
    if (completes) {
        fp_event *event = push_with_accesses(a, FP_EVENT_START, first);
        event->object = object;
        event->bytes = bytes;
        event->part = brings && bytes == 0;
    } else if (counter == FP_COUNTER_MBARRIER) { /* it arrives somewhere when it has landed */
        fp_act_hide(a, FP_HIDDEN_OBJECT, FP_NONE);
        push_with_accesses(a, FP_EVENT_ACCESS, first);
    } else if (counter != FP_COUNTER_NONE) {
        fp_event *event = push_with_accesses(a, FP_EVENT_START, first);
        fp_act_start_in(a, event, counter);
        event->team = team_of(a);
    } else if (a->machine->lands_late) {
        fp_act_start_in(a, push_with_accesses(a, FP_EVENT_START, first), FP_COUNTER_DS);
    } else {
        push_with_accesses(a, FP_EVENT_ACCESS, first);
    }
}

void fp_act_touch(const fp_acting *a, uint32_t number) {
    uint32_t several = fp_act_workgroups(a);
    if (!several) touch_in(a, number, FP_NONE);
    for (uint32_t i = 0; i < a->machine->workgroups && several; i++)
        if (several >> i & 1) touch_in(a, number, i);
}

bool fp_act_is_object(const fp_acting *a, uint32_t touch) {
    if (touch == a->act->object) return true;
    for (uint32_t i = 0; i < a->act->meet_count; i++)
        if (a->machine->code.meets.data[a->act->first_meet + i].object == touch) return true;
    return false;
}

void fp_act_doubt_objects(const fp_acting *a) {
    for (uint32_t i = 0; i < a->act->touch_count; i++) {
        const fp_code_touch *touch = &a->machine->code.touches.data[a->act->first_touch + i];
        const fp_access *access = &a->machine->kernel->accesses.data[touch->access];
        if (access->assumed && access->kind != FP_ACCESS_READ) fp_machine_doubt_access(a->machine, a->stream, touch);
    }
}
