/* machine_effect.c - what an op does in one run of it: accesses, arrivals, waits, with every number known. */
#include "streams/machine_state.h"

typedef struct {
    struct fp_machine *machine;
    fp_machine_stream *stream;
    const fp_code *code;
    const fp_code_event *event;
} effect;

static fp_stream_value value_of(const effect *e, uint32_t reg) {
    return reg == FP_NONE ? (fp_stream_value){ 0 } : e->stream->registers[reg];
}
static const fp_view_form *form_of(const effect *e, fp_stream_value view) {
    return &e->machine->forms.forms.data[view.form];
}
static void hide(const effect *e, fp_hidden_kind kind, uint32_t object) {
    fp_machine_hide(e->machine, e->code->op, kind, object);
}
static fp_event *push(const effect *e, fp_event_kind kind) {
    return fp_machine_push(e->machine, e->stream, kind, e->code);
}

/* ---- Workgroups ---- */

/* The same place in another workgroup. */
static fp_stream_value in_workgroup(const effect *e, fp_stream_value view, uint32_t workgroup) {
    view.memory = view.memory % e->machine->code.memory_count + workgroup * e->machine->code.memory_count;
    return view;
}
static uint32_t group_mask(const effect *e, fp_stream_value view) {
    return form_of(e, view)->replicated & (e->machine->workgroups - 1);
}
static uint32_t count_bits(uint32_t set) {
    uint32_t count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}
/* An object that workgroups share lives in the first of them. */
static uint32_t leader_of(const effect *e, fp_stream_value view, uint32_t workgroup) {
    return workgroup & ~group_mask(e, view);
}
static bool is_leader(const effect *e, fp_stream_value view) {
    return leader_of(e, view, e->stream->workgroup) == e->stream->workgroup;
}

/* ---- Shares of one workgroup's waves ---- */

static bool takes_part(const effect *e) {
    return !e->machine->shares.count ||
           fp_share_waves(&e->machine->shares, e->stream->share, (uint64_t)e->event->waves);
}

/* Do waves of other shares do part of the op? Which bytes are whose is not told. */
static bool is_shared_out(const effect *e) {
    for (uint32_t share = 0; share < e->machine->shares.count; share++)
        if (share != e->stream->share && fp_share_waves(&e->machine->shares, share, (uint64_t)e->event->waves))
            return true;
    return false;
}

/* ---- Objects ---- */

static bool is_made(const effect *e, uint32_t object) {
    return e->event->does == FP_DOES_INIT || e->machine->objects.data[object].made;
}

/* The object in `workgroup`, or in the one that leads it; FP_NONE: the text does not say which. */
static uint32_t object_in(const effect *e, fp_stream_value view, uint32_t workgroup) {
    enum { OBJECT_BYTES = 8 };
    if (view.kind != FP_VALUE_VIEW || form_of(e, view)->vague) {
        if (view.outside)
            fp_machine_hide_slot(e->machine, e->code->op, view);
        else
            hide(e, view.elsewhere ? FP_HIDDEN_PEER : FP_HIDDEN_OBJECT, FP_NONE);
        return FP_NONE;
    }
    fp_stream_value there = in_workgroup(e, view, leader_of(e, view, workgroup));
    uint32_t object = fp_machine_object_at(e->machine, there.memory, there.number, OBJECT_BYTES);
    if (object == FP_NONE) hide(e, FP_HIDDEN_BUDGET, FP_NONE);
    /* Memory that is handed in: somebody else may have initialised the object, and used it. */
    else if (e->machine->code.handed_in[there.memory % e->machine->code.memory_count] && !is_made(e, object))
        hide(e, FP_HIDDEN_OBJECT, object);
    return object;
}
static uint32_t object_of(const effect *e, uint32_t k) {
    return k < e->event->objects.len ? object_in(e, value_of(e, e->event->objects.data[k].object), e->stream->workgroup)
                                     : FP_NONE;
}

/* ---- Predicates and counts ---- */

static bool holds(const effect *e, uint32_t reg, uint32_t object) {
    if (reg == FP_NONE) return true;
    fp_stream_value when = value_of(e, reg);
    if (when.kind != FP_VALUE_INTEGER || when.guessed) hide(e, FP_HIDDEN_PREDICATE, object);
    return when.kind != FP_VALUE_INTEGER || when.number != 0;
}

/* Does it not happen, whatever object it is about? */
static bool is_off(const effect *e) {
    fp_stream_value when = value_of(e, e->event->when);
    return e->event->when != FP_NONE && when.kind == FP_VALUE_INTEGER && !when.guessed && when.number == 0;
}

static bool count_of(const effect *e, uint32_t object, int64_t *count) {
    const fp_code_event *event = e->event;
    fp_stream_value from = value_of(e, event->count_from);
    bool known = event->count_known;
    *count = event->count;
    if (event->count_from != FP_NONE) {
        known = from.kind == FP_VALUE_INTEGER && !from.guessed;
        *count = from.number;
    }
    if (*count > FP_EVENT_AMOUNT_MAX) *count = FP_EVENT_AMOUNT_MAX;
    if (*count < -FP_EVENT_AMOUNT_MAX) *count = -FP_EVENT_AMOUNT_MAX;
    bool bytes = event->does == FP_DOES_EXPECT || event->does == FP_DOES_START_BYTES;
    if (!known) hide(e, bytes ? FP_HIDDEN_BYTES : FP_HIDDEN_COUNT, object);
    return known;
}

/* Arrivals of those that run the op: one thread, each wave, each thread. */
static bool arrivals_of(const effect *e, uint32_t object, int64_t *arrivals) {
    uint32_t warps = e->stream->warps;
    *arrivals = 1;
    if (e->event->does == FP_DOES_ARRIVE && !count_of(e, object, arrivals)) return false;
    if (e->event->by == FP_BY_STREAM) return true;
    if (warps == 0) hide(e, FP_HIDDEN_COUNT, object);
    *arrivals *= e->event->by == FP_BY_WAVE ? warps : (int64_t)warps * e->machine->lanes;
    return warps != 0;
}

/* ---- Accesses ---- */

static void push_access(const effect *e, fp_stream_value view, bool reads, bool writes, bool maybe) {
    fp_machine_stream *stream = e->stream;
    if (stream->access_count == FP_MACHINE_ACCESSES_MAX) {
        hide(e, FP_HIDDEN_BUDGET, FP_NONE);
        return;
    }
    bool vague = true, tensor = view.kind == FP_VALUE_VIEW && form_of(e, view)->tensor;
    fp_region region = { view.memory ? view.memory - 1 : 0, 0, INT64_C(1) << 40, INT64_C(1) << 40, INT64_C(1) << 40 };
    if (view.kind == FP_VALUE_VIEW) region = fp_view_region(&e->machine->forms, view, &vague);
    stream->accesses[stream->access_count++] =
        (fp_stream_access){ .region = region,
                            .reads = reads,
                            .writes = writes,
                            .atomic =
                                e->event->info && e->event->info->effect == FP_EFFECT_ATOMIC && !e->event->scratch,
                            .maybe = maybe || vague || is_shared_out(e),
                            .together = e->event->does == FP_DOES_ACCESS && e->event->reached != 0,
                            .proxy = e->event->async_proxy && !tensor ? FP_PROXY_ASYNC : FP_PROXY_GENERIC };
}

static bool is_memory(fp_stream_value value) {
    return value.kind == FP_VALUE_VIEW || (value.kind == FP_VALUE_UNKNOWN && value.memory != 0);
}

static void access_in(const effect *e, uint32_t reg, bool reads, bool writes, bool maybe, uint32_t workgroup) {
    fp_stream_value view = value_of(e, reg);
    bool vague = false;
    if (view.elsewhere) hide(e, FP_HIDDEN_PEER, FP_NONE);
    if (!is_memory(view)) return;
    if (view.outside) fp_machine_hide_slot(e->machine, e->code->op, view);
    if (view.kind == FP_VALUE_VIEW) {
        const fp_view_form *form = form_of(e, view);
        view = in_workgroup(e, view, (workgroup & ~form->home_mask) | form->home);
        if (e->event->does == FP_DOES_ACCESS && e->event->reached &&
            !fp_view_held(&e->machine->forms, &view, e->event->registers, e->stream->workgroup, workgroup, &vague))
            return;
    }
    push_access(e, view, reads, writes, maybe || vague);
}

/* What the op touches in one workgroup. */
static void collect_in(const effect *e, uint32_t workgroup) {
    const fp_code_event *event = e->event;
    const fp_op_info *info = event->info;
    bool maybe = event->scratch ? event->maybe_less
                                : (info->partial || info->shape == FP_SHAPE_UNKNOWN || info->shape == FP_SHAPE_INDEXED);
    bool atomic = info->effect == FP_EFFECT_ATOMIC || info->effect == FP_EFFECT_READ_WRITE;
    for (uint32_t i = 0; i < event->reads.len; i++) access_in(e, event->reads.data[i], true, atomic, maybe, workgroup);
    for (uint32_t i = 0; i < event->writes.len; i++)
        access_in(e, event->writes.data[i], atomic, true, maybe, workgroup);
    if (event->tensor == FP_NONE) return;
    fp_stream_value adds = value_of(e, event->accumulates);
    bool reads = event->accumulates != FP_NONE && (adds.kind != FP_VALUE_INTEGER || adds.number != 0);
    access_in(e, event->tensor, reads, true, false, workgroup);
}

static void attach(const effect *e, fp_event *event) {
    event->accesses = e->stream->accesses;
    event->access_count = e->stream->access_count;
}

/* ---- Ops ---- */

static void init(const effect *e) {
    if (e->event->objects.len == 0 || is_off(e)) return;
    fp_stream_value view = value_of(e, e->event->objects.data[0].object);
    int64_t count;
    uint32_t object = object_of(e, 0);
    if (object == FP_NONE || !count_of(e, object, &count) || !is_leader(e, view)) return;
    if (e->event->info->starts_anew && e->machine->objects.data[object].made)
        push(e, FP_EVENT_END_OBJECT)->object = object;
    e->machine->objects.data[object].made = true;
    fp_event *event = push(e, FP_EVENT_INIT);
    event->object = object;
    event->lasts = !e->event->info->starts_anew;
    event->arrivals = count * (INT64_C(1) << count_bits(group_mask(e, view)));
}

static void arrive_in(const effect *e, uint32_t workgroup) {
    uint32_t object = object_in(e, value_of(e, e->event->objects.data[0].object), workgroup);
    int64_t arrivals, bytes = 0;
    if (object == FP_NONE || !holds(e, e->event->when, object) || !arrivals_of(e, object, &arrivals)) return;
    if (e->event->does == FP_DOES_EXPECT && !count_of(e, object, &bytes)) return;
    fp_event *event = push(e, FP_EVENT_ARRIVE);
    event->object = object;
    event->arrivals = arrivals;
    event->bytes = bytes;
}

/* Each workgroup for itself, one for several, or each of several for all of them. */
static void arrive(const effect *e) {
    if (e->event->objects.len == 0 || is_off(e)) return;
    uint32_t spread = e->event->spread & (e->machine->workgroups - 1), own = e->stream->workgroup;
    if (e->event->first_of_all && (own & spread)) return;
    for (uint32_t workgroup = 0; workgroup < e->machine->workgroups; workgroup++)
        if ((workgroup & ~spread) == (own & ~spread)) arrive_in(e, workgroup);
}

static void wait_parity(const effect *e) {
    if (e->event->objects.len == 0 || is_off(e)) return;
    uint32_t object = object_of(e, 0);
    fp_stream_value phase = value_of(e, e->event->phase);
    if (object == FP_NONE || !holds(e, e->event->when, object)) return;
    if (!is_leader(e, value_of(e, e->event->objects.data[0].object))) return; /* the others neither wait nor learn */
    if (!fp_value_settled(phase)) {
        hide(e, FP_HIDDEN_PARITY, object);
        return;
    }
    fp_event *event = push(e, FP_EVENT_WAIT);
    event->object = object;
    event->parity = (uint8_t)(phase.number & 1);
}

/* A copy that several workgroups receive is started by the first of them, and lands in each on its own object. */
static void start_bytes(const effect *e) {
    if (is_off(e)) return;
    fp_stream_value target = value_of(e, e->event->writes.len ? e->event->writes.data[0] : FP_NONE);
    uint32_t own = e->stream->workgroup, group = 0;
    uint32_t object = object_of(e, 0);
    if (!holds(e, e->event->when, object)) return;
    /* Into a part that one workgroup has each moves a share, which the text does not tell. */
    bool told = target.kind == FP_VALUE_VIEW && (!form_of(e, target)->home_mask || e->event->count_from != FP_NONE);
    if (!told) hide(e, FP_HIDDEN_BYTES, object);
    if (e->event->multicast && target.kind == FP_VALUE_VIEW) group = group_mask(e, target);
    if (e->event->info->whole_cluster) group = e->machine->workgroups - 1;
    if (own & group) return;
    group |= e->event->reached;
    own &= ~group;
    int64_t bytes = target.kind == FP_VALUE_VIEW ? fp_view_bytes(form_of(e, target)) : 0, said = bytes;
    if (!told && target.kind == FP_VALUE_VIEW) said >>= count_bits(form_of(e, target)->home_mask); /* equal ones, say */
    if (e->event->count_from != FP_NONE && !count_of(e, object, &said)) said = bytes;
    for (uint32_t workgroup = 0; workgroup < e->machine->workgroups; workgroup++) {
        if ((workgroup & ~group) != own) continue;
        fp_event *event = push(e, FP_EVENT_START);
        uint32_t first = e->stream->access_count;
        collect_in(e, workgroup);
        event->accesses = e->stream->accesses + first;
        event->access_count = e->stream->access_count - first;
        for (uint32_t i = first; said < bytes && i < e->stream->access_count; i++) e->stream->accesses[i].maybe = true;
        if (object == FP_NONE) continue;
        event->object = object_in(e, value_of(e, e->event->objects.data[0].object), workgroup);
        event->bytes = said;
    }
}

/* The workgroups that the arrival of a product or a commit reaches: those that share one of its operands with its own.
 * Each class is the bits of their numbers in which they may differ from its own; those of two operands may be others.
 */
typedef uint32_t reach; /* bit k: the class with the mask k */
_Static_assert(FP_MACHINE_WORKGROUPS_MAX < 32, "a reach has a bit for each mask, and one more is asked for");

static reach reached_by(const effect *e) {
    uint32_t pair = e->machine->kernel->launch.paired ? 1 : 0, bits = e->machine->workgroups - 1;
    bool wide = e->event->by == FP_BY_STREAM && (e->event->multicast || e->event->does == FP_DOES_ARRIVE_AFTER);
    reach reached = (reach)1 << (e->event->by == FP_BY_STREAM ? pair & bits : 0);
    for (uint32_t i = 0; wide && i < e->event->reads.len; i++) {
        fp_stream_value view = value_of(e, e->event->reads.data[i]);
        if (view.kind == FP_VALUE_VIEW) reached |= (reach)1 << ((group_mask(e, view) | pair) & bits);
    }
    return reached;
}

/* `shared`: bits in which workgroups may differ that have one object; it takes one arrival from all of them. */
static bool is_reached(reach reached, uint32_t shared, uint32_t own, uint32_t workgroup) {
    for (uint32_t mask = 0; reached >> mask; mask++)
        if ((reached >> mask & 1) && ((workgroup ^ own) & ~(mask & ~shared)) == 0) return true;
    return false;
}

/* Arrivals on one object when the work before it in the queue is done: in each workgroup that has one. */
static void arrive_after(const effect *e, uint32_t k, int64_t arrivals) {
    fp_stream_value view = value_of(e, e->event->objects.data[k].object);
    uint32_t own = e->stream->workgroup, shared = view.kind == FP_VALUE_VIEW ? group_mask(e, view) : 0;
    const reach reached = reached_by(e);
    bool arrived = false;
    for (uint32_t workgroup = 0; workgroup < e->machine->workgroups; workgroup++) {
        uint32_t object = is_reached(reached, shared, own, workgroup) ? object_in(e, view, workgroup) : FP_NONE;
        if (object == FP_NONE) continue;
        fp_event *event = push(e, FP_EVENT_ARRIVE_AFTER);
        event->object = object;
        event->queue = e->event->queue;
        event->in_order = e->event->info->in_order;
        event->arrivals = arrivals;
        event->same_signal = arrived; /* one signal, sent to several */
        arrived = true;
    }
}

/* A product of two workgroups is started by the first, reads and writes the memory of both, and arrives in both. */
static void start(const effect *e) {
    bool paired = e->event->two_groups || (e->event->tensor != FP_NONE && e->machine->kernel->launch.paired);
    uint32_t own = e->stream->workgroup, pair = paired && e->machine->workgroups > 1 ? 1 : 0;
    if ((own & pair) || !takes_part(e) || !holds(e, e->event->when, FP_NONE)) return;
    bool moves = holds(e, e->event->moves, FP_NONE);
    for (uint32_t workgroup = own; moves && workgroup <= (own | pair); workgroup++) collect_in(e, workgroup);
    fp_event *event = push(e, FP_EVENT_START);
    attach(e, event);
    event->queue = e->event->queue;
    event->in_order = e->event->info->in_order;
    if (e->event->by == FP_BY_WAVE) event->waves = (uint64_t)e->event->waves;
    bool simple = !pair && e->event->objects.len == 1 && e->event->by != FP_BY_STREAM;
    for (uint32_t k = 0; k < e->event->objects.len; k++) {
        uint32_t object = object_of(e, k);
        int64_t arrivals;
        if (object == FP_NONE || !holds(e, e->event->objects.data[k].when, object) ||
            !arrivals_of(e, object, &arrivals))
            continue;
        if (simple)
            event->object = object, event->arrivals = arrivals;
        else
            arrive_after(e, k, arrivals);
    }
    if (!e->event->closes) return;
    fp_event *close = push(e, FP_EVENT_CLOSE_GROUP);
    close->queue = e->event->queue;
    close->in_order = e->event->info->in_order;
    if (e->event->token == FP_NONE) return;
    e->stream->registers[e->event->token] = fp_value_integer_of(++e->stream->closed[e->event->queue]);
}

static void commit(const effect *e) {
    if (e->event->objects.len == 0 || is_off(e)) return;
    uint32_t object = object_of(e, 0);
    int64_t arrivals;
    bool pair = e->machine->kernel->launch.paired && e->machine->workgroups > 1 && e->event->by == FP_BY_STREAM;
    if (object == FP_NONE || (pair && e->stream->workgroup & 1) || !holds(e, e->event->when, object) ||
        !arrivals_of(e, object, &arrivals))
        return;
    if (e->event->counted) {
        arrive_after(e, 0, arrivals);
        return;
    }
    /* Each thread lets the phase take one arrival more, and brings it when its copies are done: as bytes that are
     * expected and then land. */
    fp_event *more = push(e, FP_EVENT_ARRIVE);
    more->object = object;
    more->bytes = arrivals;
    fp_event *event = push(e, FP_EVENT_ARRIVE_AFTER);
    event->object = object;
    event->queue = e->event->queue;
    event->in_order = e->event->info->in_order;
    event->bytes = arrivals;
}

/* How many groups the wait may leave under way; -1: not known. A token is the number of its group. */
static int64_t newest_of(const effect *e) {
    if (e->event->token == FP_NONE) return e->event->newest_known ? e->event->newest : -1;
    fp_stream_value token = value_of(e, e->event->token);
    return fp_value_settled(token) ? e->stream->closed[e->event->queue] - token.number : -1;
}

static void arrive_after_wait(const effect *e) {
    for (uint32_t k = 0; k < e->event->objects.len; k++) {
        uint32_t object = object_of(e, k);
        if (object == FP_NONE || !holds(e, e->event->objects.data[k].when, object)) continue;
        fp_event *event = push(e, FP_EVENT_ARRIVE);
        event->object = object;
        event->arrivals = 1;
    }
}

/* Each warp waits for its shares; one that is alone knows all of them then. */
static void wait_for_shares(const effect *e) {
    uint32_t bit = 1u << e->event->queue;
    if (!(e->stream->unwaited_shares & bit)) return;
    fp_event *event = push(e, FP_EVENT_WAIT_QUEUE);
    event->queue = e->event->queue;
    event->in_order = true;
    event->by_share = e->stream->warps != 1;
    e->stream->unwaited_shares &= ~bit;
    e->stream->unmet_shares |= event->by_share;
}

static void meet_own(const effect *e) {
    if (e->stream->unmet_shares) push(e, FP_EVENT_STREAM_MEETS);
    e->stream->unmet_shares = false;
}

static void wait_queue(const effect *e) {
    if (e->event->by_share) {
        wait_for_shares(e);
        return;
    }
    int64_t newest = newest_of(e);
    if (newest < 0) {
        hide(e, FP_HIDDEN_COUNT, FP_NONE);
        arrive_after_wait(e);
        return;
    }
    fp_event *event = push(e, FP_EVENT_WAIT_QUEUE);
    event->queue = e->event->queue;
    event->newest = newest;
    event->in_order = e->event->info->in_order;
    event->reads_only = e->event->reads_only;
    event->grouped = fp_counter_info_of((fp_counter)e->event->queue)->counts == FP_COUNTS_GROUPS;
    arrive_after_wait(e);
}

/* All workgroups of the cluster, or all shares of one, meet at an object of no memory: the first objects that there
 * are. */
static void meet(const effect *e) {
    uint32_t object = e->event->meeting;
    if (e->machine->workgroups == 1 && !e->machine->shares.count) return;
    if (e->event->when_thread && !e->event->when_thread[e->stream->set.threads[0]]) return;
    if (object >= FP_MACHINE_MEETINGS_MAX) {
        hide(e, FP_HIDDEN_BUDGET, FP_NONE);
        return;
    }
    if (e->event->does != FP_DOES_MEET_WAIT) {
        fp_event *event = push(e, FP_EVENT_ARRIVE);
        event->object = object;
        event->arrivals = 1;
        event->relaxed = e->event->relaxed;
    }
    if (e->event->does != FP_DOES_MEET_ARRIVE) push(e, FP_EVENT_WAIT_OWN)->object = object;
}

/* The threads of the stream come to a barrier that has a number and no memory. */
static void meet_named(const effect *e) {
    fp_stream_value id = value_of(e, e->event->id_from);
    uint32_t warps = e->stream->warps;
    int64_t takes;
    if (!fp_value_settled(id) || id.number < 0 || id.number >= FP_MACHINE_NAMED_MAX || warps == 0) {
        hide(e, FP_HIDDEN_OBJECT, FP_NONE);
        return;
    }
    int64_t number = e->stream->workgroup * FP_MACHINE_NAMED_MAX + id.number;
    uint32_t object = fp_machine_object_at(e->machine, FP_MACHINE_BARRIER_MEMORY, number, 0);
    if (object == FP_NONE) hide(e, FP_HIDDEN_BUDGET, FP_NONE);
    if (object == FP_NONE || !count_of(e, object, &takes)) return;
    fp_event *event = push(e, FP_EVENT_ARRIVE);
    event->object = object;
    event->arrivals = (int64_t)warps * e->machine->lanes;
    event->meets = takes;
    if (e->event->does == FP_DOES_MEET_NAMED) push(e, FP_EVENT_WAIT_OWN)->object = object;
}

/* An op that no row explains takes memory: it may read and write it, and do anything with objects in it. */
static void doubtful(const effect *e) {
    for (uint32_t i = 0; i < e->event->reads.len; i++) {
        fp_stream_value view = value_of(e, e->event->reads.data[i]);
        if (!is_memory(view)) continue;
        bool vague;
        push_access(e, view, true, true, true);
        if (e->stream->access_count) e->stream->accesses[e->stream->access_count - 1].unknown = true;
        if (view.kind != FP_VALUE_VIEW) continue;
        fp_region region = fp_view_region(&e->machine->forms, view, &vague);
        fp_machine_doubt_at(e->machine, e->code->op, &region);
    }
    if (e->stream->access_count) attach(e, push(e, FP_EVENT_ACCESS));
}

/* All waves write, meet inside of the op, and read. */
static void use_scratch(const effect *e) {
    access_in(e, e->event->writes.data[0], false, true, false, e->stream->workgroup);
    attach(e, push(e, FP_EVENT_ACCESS));
    uint32_t written = e->stream->access_count;
    meet(e);
    access_in(e, e->event->reads.data[0], true, false, false, e->stream->workgroup);
    fp_event *read = push(e, FP_EVENT_ACCESS);
    read->accesses = e->stream->accesses + written;
    read->access_count = e->stream->access_count - written;
}

static void access(const effect *e) {
    uint32_t reached = e->event->reached & (e->machine->workgroups - 1), own = e->stream->workgroup & ~reached;
    if (!holds(e, e->event->when, FP_NONE)) return;
    if (e->event->scratch && e->machine->shares.count) {
        use_scratch(e);
        return;
    }
    for (uint32_t workgroup = 0; workgroup < e->machine->workgroups; workgroup++)
        if ((workgroup & ~reached) == own) collect_in(e, workgroup);
    if (!e->stream->access_count) return;
    fp_event *event = push(e, e->event->by_share ? FP_EVENT_START : FP_EVENT_ACCESS);
    attach(e, event);
    if (!e->event->by_share) return;
    event->queue = e->event->queue;
    event->in_order = event->by_share = true;
    e->stream->unwaited_shares |= 1u << event->queue;
}

static void invalidate(const effect *e) {
    if (e->event->objects.len == 0) return;
    uint32_t object = object_of(e, 0);
    if (object != FP_NONE && is_leader(e, value_of(e, e->event->objects.data[0].object)))
        push(e, FP_EVENT_END_OBJECT)->object = object;
}

void fp_machine_event(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code) {
    effect e = { machine, stream, code, &machine->code.events.data[code->extra] };
    switch (e.event->does) {
    case FP_DOES_NOTHING: doubtful(&e); break;
    case FP_DOES_ACCESS: access(&e); break;
    case FP_DOES_INIT: init(&e); break;
    case FP_DOES_INVALIDATE: invalidate(&e); break;
    case FP_DOES_ARRIVE:
    case FP_DOES_EXPECT: arrive(&e); break;
    case FP_DOES_WAIT: wait_parity(&e); break;
    case FP_DOES_START_BYTES: start_bytes(&e); break;
    case FP_DOES_START: start(&e); break;
    case FP_DOES_ARRIVE_AFTER: commit(&e); break;
    case FP_DOES_CLOSE_GROUP: push(&e, FP_EVENT_CLOSE_GROUP)->queue = e.event->queue; break;
    case FP_DOES_WAIT_QUEUE: wait_queue(&e); break;
    case FP_DOES_FENCE: push(&e, FP_EVENT_FENCE); break;
    case FP_DOES_MEET:
    case FP_DOES_MEET_ARRIVE:
    case FP_DOES_MEET_WAIT: meet(&e); break;
    case FP_DOES_MEET_NAMED:
    case FP_DOES_ARRIVE_NAMED: meet_named(&e); break;
    case FP_DOES_MEET_OWN: meet_own(&e); break;
    }
}
