/* machine_run.c - executes the code of one stream up to its next event. */
#include "streams/machine_state.h"
#include <string.h>

/* ---- Streams ---- */

static fp_stream number_of(const struct fp_machine *machine, const fp_machine_stream *stream) {
    fp_stream number = 0;
    while (machine->streams.data[number] != stream) number++;
    return number;
}

/* The first of the streams that this one started here before, or new ones. */
static fp_stream find_forked(struct fp_machine *machine, fp_stream parent, uint32_t fork, uint32_t count) {
    for (fp_stream i = 0; i < machine->streams.len; i++)
        if (machine->streams.data[i]->parent == parent && machine->streams.data[i]->fork == fork) return i;
    if (machine->streams.len + count > FP_MACHINE_STREAMS_MAX) return FP_NONE;
    for (uint32_t i = 0; i < count; i++) {
        fp_machine_stream *stream = fp_machine_new_stream(machine);
        stream->parent = parent, stream->fork = fork, stream->partition = i;
    }
    return machine->streams.len - count;
}

static void start_stream(struct fp_machine *machine, fp_machine_stream *stream, const fp_machine_stream *parent,
                         uint32_t at, uint32_t warps) {
    if (stream != parent)
        memcpy(stream->registers, parent->registers, machine->code.register_count * sizeof *stream->registers);
    if (stream != parent) memcpy(stream->loops, parent->loops, sizeof stream->loops);
    if (stream != parent) memcpy(stream->loop_ids, parent->loop_ids, sizeof stream->loop_ids);
    if (!stream->exists) memset(stream->asked, 0, machine->code.places.len * sizeof *stream->asked);
    if (!stream->exists) memset(stream->closed, 0, sizeof stream->closed);
    stream->exists = true;
    stream->ended = false;
    stream->workgroup = parent->workgroup;
    stream->warps = warps;
    stream->at = at;
    stream->pending_first = stream->pending_count = 0;
}

static void fork_streams(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code,
                         fp_event_kind kind) {
    const fp_code_fork *forked = &machine->code.forks.data[code->extra];
    fp_stream first = find_forked(machine, number_of(machine, stream), code->extra, forked->count);
    if (first == FP_NONE) {
        fp_machine_hide(machine, code->op, FP_HIDDEN_BUDGET, FP_NONE);
        return;
    }
    for (uint32_t i = 0; kind == FP_EVENT_FORK && i < forked->count; i++)
        start_stream(machine, machine->streams.data[first + i], stream, forked->entry[i], forked->warps[i]);
    fp_event *event = fp_machine_push(machine, stream, kind, code);
    event->first_stream = first;
    event->stream_count = forked->count;
}

static bool branch_holds(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code) {
    fp_stream_value condition = fp_machine_register(stream, code->a);
    if (condition.kind != FP_VALUE_INTEGER || condition.guessed)
        fp_machine_hide(machine, code->op, FP_HIDDEN_CONDITION, FP_NONE);
    if (condition.kind == FP_VALUE_INTEGER) return condition.number != 0;
    return fp_leaf_flag(2 * 2 + (condition.number & 1), condition.form);
}

static void count_loop(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code) {
    if (code->kind == FP_CODE_LOOP_NEXT && code->outermost) fp_machine_push(machine, stream, FP_EVENT_ROUND, code);
    bool starts = code->kind == FP_CODE_LOOP_START;
    fp_loop_count *count = code->loop == FP_NONE ? NULL : &stream->iterations[code->loop];
    if (count && starts) *count = (fp_loop_count){ 0, count->now };
    if (count && !starts) count->now++;
    if (code->depth >= FP_EVENT_LOOPS_MAX) return;
    stream->loop_ids[code->depth] = code->loop;
    stream->loops[code->depth] = code->kind == FP_CODE_LOOP_START ? 0 : stream->loops[code->depth] + 1;
}

static bool holds_sync(const struct fp_kernel *kernel, fp_op op) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        if (sync->op > op && sync->op < kernel->ir->ops[op].end && fp_sync_traits_of[sync->kind].orders) return true;
    }
    return false;
}

/* Do threads that go different ways at the op meet others there? */
static bool may_be_role(const struct fp_kernel *kernel, fp_op op) {
    const struct fp_ir *ir = kernel->ir;
    bool region = ir->ops[op].region_count != 0;
    if (region && !holds_sync(kernel, op)) return false;
    const fp_use *condition = ir->ops[op].info ? fp_ir_operand(ir, op, ir->ops[op].info->condition) : NULL;
    fp_uniformity level = { .among = FP_UNIFORM_LANE };
    if (condition) level = fp_addresses_uniformity(kernel->addresses, condition->value);
    for (uint32_t i = 0; !condition && i < kernel->loops.len; i++)
        if (kernel->loops.data[i].op == op) level = kernel->loops.data[i].uniformity;
    return level.among > FP_UNIFORM_WORKGROUP || level.doubt;
}

/* Which way the stream goes at a condition. In text of single threads those that go the other way leave it; a condition
 * on what memory holds may be any in each of them. */
static bool goes_on(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code) {
    if (!machine->thread_count) return branch_holds(machine, stream, code);
    fp_stream_value condition = fp_machine_see(machine, stream, code->a);
    bool known = condition.kind == FP_VALUE_INTEGER || condition.kind == FP_VALUE_BY_THREAD;
    if (!known || condition.guessed) {
        bool role = (!known || condition.apart) && may_be_role(machine->kernel, code->op);
        fp_machine_hide(machine, code->op, role ? FP_HIDDEN_ROLE : FP_HIDDEN_CONDITION, FP_NONE);
    }
    if (condition.kind == FP_VALUE_BY_THREAD &&
        condition.assumed) /* a length of which nothing is known says who comes */
        fp_machine_hide(machine, code->op, FP_HIDDEN_PREDICATE, FP_NONE);
    if (!known) return branch_holds(machine, stream, code);
    if (condition.kind == FP_VALUE_INTEGER) return condition.number != 0;
    (void)fp_machine_split(machine, stream, condition, 1, stream->at, code->to, code);
    return true;
}

static bool share_warp(const fp_thread_set *a, const fp_thread_set *b, uint32_t lanes) {
    for (uint32_t i = 0, k = 0; i < a->count && k < b->count;) {
        uint32_t of_a = a->threads[i] / lanes, of_b = b->threads[k] / lanes;
        if (of_a == of_b) return true;
        i += of_a < of_b;
        k += of_b < of_a;
    }
    return false;
}

static void exit_barrier(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code, int64_t number,
                         uint32_t threads) {
    fp_event *event = fp_machine_push(machine, stream, FP_EVENT_ARRIVE, code);
    event->object = fp_machine_barrier_at(machine, stream, FP_MACHINE_BARRIER_MEMORY, number);
    event->arrivals = stream->set.count;
    event->meets = threads;
    event->leaves = event->exits = true;
}

/* Threads that end take part in no barrier of all any more. */
static void exit_threads(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code) {
    if (machine->lands_late) { /* a wave ends when its accesses have landed */
        fp_event *wait = fp_machine_push(machine, stream, FP_EVENT_WAIT_QUEUE, code);
        wait->queue = fp_target_counter(machine->kernel->target, FP_COUNTER_DS);
        wait->in_order = fp_counter_info_of((fp_counter)wait->queue)->counts == FP_COUNTS_OPS;
    }
    exit_barrier(machine, stream, code, FP_BARRIER_OF_ALL, machine->thread_count);
    if (machine->workgroups > 1) /* nobody waits for them any more */
        exit_barrier(machine, stream, code, FP_BARRIER_OF_CLUSTER, machine->thread_count * machine->workgroups);
}

/* Threads that have ended meet nobody any more: those that go on later met all the others more often. */
static void end_threads(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code) {
    if (!machine->thread_count) return;
    for (uint32_t i = 0; i < machine->streams.len; i++) {
        const fp_machine_stream *other = machine->streams.data[i];
        if (!other->exists || !other->ended || other->is_over) continue;
        bool counts = machine->vector_class != FP_LEAVES_IRREGULAR;
        machine->uneven_cluster |= other->cluster_meetings != stream->cluster_meetings && counts;
        if (other->workgroup != stream->workgroup) continue;
        machine->uneven |= other->meetings != stream->meetings && counts;
        machine->ragged |= other->barriers != stream->barriers && share_warp(&other->set, &stream->set, machine->lanes);
    }
    exit_threads(machine, stream, code);
}

static bool is_last(const struct fp_machine *machine, const fp_machine_stream *stream) {
    for (uint32_t i = 0; i < machine->streams.len; i++) {
        const fp_machine_stream *other = machine->streams.data[i];
        if (other->exists && !other->ended && other->workgroup == stream->workgroup) return false;
    }
    return true;
}

/* A workgroup of single threads ends with the last of them. False: others go on. */
static bool end_with_others(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code) {
    fp_event *event = fp_machine_push(machine, stream, FP_EVENT_ARRIVE, code);
    event->object = fp_machine_barrier_at(machine, stream, FP_MACHINE_BARRIER_MEMORY, FP_BARRIER_OF_END);
    event->arrivals = stream->set.count;
    event->meets = machine->thread_count;
    if (!is_last(machine, stream)) return false;
    fp_machine_push(machine, stream, FP_EVENT_WAIT_OWN, code)->object = event->object;
    return true;
}

static void end_stream(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code) {
    end_threads(machine, stream, code);
    stream->ended = true;
    if (machine->workgroups == 1 || stream->partition != FP_NONE) return;
    if (machine->thread_count && !end_with_others(machine, stream, code)) return;
    fp_event *event = fp_machine_push(machine, stream, FP_EVENT_END_MEMORY, code);
    event->memory_count = machine->code.memory_count;
    event->first_memory = stream->workgroup * machine->code.memory_count;
    event->together = fp_stage_awaits_membar(machine->kernel->stage);
}

static void step(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code) {
    switch (code->kind) {
    case FP_CODE_NOTHING: break;
    case FP_CODE_EVENT: fp_machine_event(machine, stream, code); break;
    case FP_CODE_HIDDEN: fp_machine_hide(machine, code->op, (fp_hidden_kind)code->constant, FP_NONE); break;
    case FP_CODE_JUMP: stream->at = code->to; break;
    case FP_CODE_BRANCH:
        if (!goes_on(machine, stream, code)) stream->at = code->to;
        break;
    case FP_CODE_LOOP_START:
    case FP_CODE_LOOP_NEXT: count_loop(machine, stream, code); break;
    case FP_CODE_FORK: fork_streams(machine, stream, code, FP_EVENT_FORK); break;
    case FP_CODE_JOIN: fork_streams(machine, stream, code, FP_EVENT_JOIN); break;
    case FP_CODE_ACT: fp_machine_act(machine, stream, code); break;
    case FP_CODE_END: end_stream(machine, stream, code); break;
    default:
        stream->registers[code->dst] = fp_machine_value(machine, stream, code);
        if (code->kind == FP_CODE_NUMBER && code->number.width == 1)
            fp_unmet_note(machine, code, stream->registers[code->dst]);
        break;
    }
}

/* Streams that start with the kernel: those of all workgroups, or of all shares of one. */
static uint32_t peers_of(const struct fp_machine *machine) {
    return machine->shares.count ? machine->shares.count : machine->workgroups;
}

static void start_threads(struct fp_machine *machine, fp_machine_stream *stream) {
    uint16_t all[1024];
    for (uint32_t t = 0; t < machine->thread_count; t++) all[t] = (uint16_t)t;
    if (machine->thread_count) stream->set = fp_machine_set(machine, all, machine->thread_count);
    stream->joined = stream->meetings = stream->cluster_meetings = 0;
    stream->barriers = stream->barrier_count = 0;
    stream->is_over = false;
    memset(stream->iterations, 0, (machine->kernel->loops.len + 1) * sizeof *stream->iterations);
}

static void take_share(struct fp_machine *machine, fp_machine_stream *stream, uint32_t share) {
    uint16_t threads[1024];
    uint32_t count = 0;
    for (uint32_t t = 0; t < machine->shares.waves * machine->lanes && t < 1024; t++)
        if (machine->shares.of_wave[t / machine->lanes] == share) threads[count++] = (uint16_t)t;
    stream->share = share;
    stream->warps = fp_share_waves(&machine->shares, share, UINT64_MAX);
    stream->set = fp_machine_set(machine, threads, count);
}

/* The others start where this one does. The first objects are the barriers at which they meet. */
static void start_peers(struct fp_machine *machine, fp_machine_stream *first) {
    fp_code start = { .op = machine->kernel->op };
    uint32_t meetings = machine->thread_count ? 0 : machine->code.meetings.len;
    for (uint32_t i = 0; i < meetings && i < FP_MACHINE_MEETINGS_MAX; i++) {
        fp_event *init = fp_machine_push(machine, first, FP_EVENT_INIT, &start);
        init->object = fp_machine_object_at(machine, FP_MACHINE_CLUSTER_MEMORY, i, 0);
        init->arrivals = peers_of(machine);
    }
    for (uint32_t i = 1; i < peers_of(machine); i++) {
        fp_machine_stream *other = machine->streams.data[i];
        start_stream(machine, other, first, 0, first->warps);
        other->workgroup = machine->shares.count ? 0 : i;
        start_threads(machine, other);
    }
    for (uint32_t i = 0; i < machine->shares.count; i++) take_share(machine, machine->streams.data[i], i);
    fp_event *event = fp_machine_push(machine, first, FP_EVENT_FORK, &start);
    event->first_stream = 1;
    event->stream_count = peers_of(machine) - 1;
}

void fp_machine_restart(struct fp_machine *machine) {
    if (machine->streams.len == 0)
        for (uint32_t i = 0; i < peers_of(machine); i++) {
            fp_machine_stream *stream = fp_machine_new_stream(machine);
            stream->fork = stream->partition = stream->parent = FP_NONE;
        }
    for (uint32_t i = 0; i < machine->streams.len; i++) machine->streams.data[i]->exists = false;
    fp_machine_stream *first = machine->streams.data[0];
    memset(first->registers, 0, machine->code.register_count * sizeof *first->registers);
    memset(first->loops, 0, sizeof first->loops);
    start_stream(machine, first, first, 0, machine->kernel->launch.stream_warps);
    first->workgroup = 0;
    start_threads(machine, first);
    machine->objects.len = machine->doubts.len = 0;
    machine->object_map = machine->leader_map = (fp_map){ 0 };
    machine->leaders.len = 0;
    fp_machine_forget_all(machine);
    machine->unknowns.len = 0;
    machine->events_before += machine->events;
    machine->steps_before += machine->steps;
    machine->events = machine->steps = 0;
    machine->exhausted = machine->over = false;
    machine->mark = NULL;
    if (machine->code.overflow) {
        fp_machine_hide(machine, machine->kernel->op, FP_HIDDEN_BUDGET, FP_NONE);
        machine->exhausted = true;
    }
    if (peers_of(machine) > 1) start_peers(machine, first);
}

static void run_to_event(struct fp_machine *machine, fp_machine_stream *stream) {
    while (stream->pending_count == 0 && !stream->ended && !machine->exhausted) {
        if (stream->at >= machine->code.code.len) {
            stream->ended = true;
            return;
        }
        if (++machine->steps > FP_MACHINE_STEPS_MAX || machine->events > FP_MACHINE_EVENTS_MAX ||
            machine->numbers > FP_MACHINE_NUMBERS_MAX) {
            machine->exhausted = true;
            fp_machine_hide(machine, machine->code.code.data[stream->at].op, FP_HIDDEN_BUDGET, FP_NONE);
            return;
        }
        stream->access_count = 0;
        stream->steps++;
        const fp_code *code = &machine->code.code.data[stream->at++];
        step(machine, stream, code);
    }
}

static const fp_event *next_event(void *user, fp_stream number) {
    struct fp_machine *machine = user;
    static const fp_event end = { .kind = FP_EVENT_END, .op = 0, .object = FP_NONE, .queue = FP_NONE };
    static const fp_event cut = { .kind = FP_EVENT_END, .object = FP_NONE, .queue = FP_NONE, .gives_up = true };
    if (number >= machine->streams.len || !machine->streams.data[number]->exists) return &end;
    fp_machine_stream *stream = machine->streams.data[number];
    if (stream->pending_first == stream->pending_count) stream->pending_first = stream->pending_count = 0;
    run_to_event(machine, stream);
    if (stream->pending_count == 0) return machine->exhausted ? &cut : &end;
    const fp_event *event = &stream->pending[stream->pending_first++];
    /* How far the warps of one stream have come is not counted: it is much of a text whose waits are all written. */
    bool own = event->kind == FP_EVENT_STREAM_MEETS || (event->kind == FP_EVENT_WAIT_QUEUE && event->by_share);
    machine->events += !own;
    return event;
}

static fp_region object_region(void *user, uint32_t object) {
    const struct fp_machine *machine = user;
    if (object >= machine->objects.len) return (fp_region){ 0 };
    const fp_machine_object *o = &machine->objects.data[object];
    return (fp_region){ o->memory, o->offset, o->offset + o->bytes, o->bytes, o->bytes };
}

static bool goes_again(void *user) {
    struct fp_machine *machine = user;
    if (!machine->learned) return false;
    machine->learned = false;
    fp_machine_restart(machine);
    return true;
}

static void run_is_over(void *user) {
    struct fp_machine *machine = user;
    machine->over = true;
}

static uint32_t workgroup_of(void *user, fp_stream stream) { return fp_machine_workgroup(user, stream); }

static uint32_t holder_of(void *user, uint32_t memory) {
    const struct fp_machine *machine = user;
    return memory / machine->code.memory_count;
}

static void set_mark(void *user) { fp_machine_set_mark(user); }

static uint32_t skip(void *user) { return fp_machine_skip(user); }

fp_event_source fp_machine_source(struct fp_machine *machine) {
    return (fp_event_source){ .user = machine,
                              .next = next_event,
                              .object_region = object_region,
                              .workgroup = workgroup_of,
                              .holder = holder_of,
                              .again = goes_again,
                              .over = run_is_over,
                              .mark = set_mark,
                              .skip = skip,
                              .warp = machine->thread_count ? machine->lanes : 0,
                              .threads = machine->thread_count,
                              .lockstep = machine->amd };
}
