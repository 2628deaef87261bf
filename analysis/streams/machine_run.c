/* machine_run.c - executes the code of one stream up to its next event. */
#include "streams/machine_state.h"
#include <string.h>

enum { SPINS_MAX = 8 /* more often than a tile loop of any vector asks for the same data */ };

/* ---- Numbers and views ---- */

static fp_stream_value unknown_of(uint64_t name, uint32_t n) {
    return (fp_stream_value){ .kind = FP_VALUE_UNKNOWN, .form = n, .number = (int64_t)name };
}

static uint64_t hash_of(uint64_t hash, fp_stream_value value) {
    hash = fp_hash_mix(hash, value.kind);
    return fp_hash_mix(hash, (uint64_t)value.number);
}

static fp_stream_value value_of(const fp_machine_stream *stream, uint32_t reg) {
    return reg == FP_NONE ? (fp_stream_value){ 0 } : stream->registers[reg];
}

static fp_stream_value select_value(const fp_machine_stream *stream, const fp_code *code, bool *done) {
    fp_stream_value condition = value_of(stream, code->a), chosen;
    *done = condition.kind == FP_VALUE_INTEGER;
    chosen = value_of(stream, condition.number ? code->b : code->c);
    if (condition.guessed && chosen.kind == FP_VALUE_INTEGER) chosen.guessed = true;
    return chosen;
}

static bool is_by_thread(const fp_machine_stream *stream, const fp_code *code) {
    return value_of(stream, code->a).kind == FP_VALUE_BY_THREAD ||
           value_of(stream, code->b).kind == FP_VALUE_BY_THREAD || value_of(stream, code->c).kind == FP_VALUE_BY_THREAD;
}

static bool divides(fp_arith arith) { return arith >= FP_ARITH_DIVS && arith <= FP_ARITH_REMU; }

static fp_stream_value number_value(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code) {
    if (is_by_thread(stream, code)) return fp_machine_compute(machine, stream, code);
    fp_stream_value v[3] = { value_of(stream, code->a), value_of(stream, code->b), value_of(stream, code->c) };
    uint32_t count = fp_number_operands(code->number.arith), n = 0;
    uint64_t name = fp_hash_mix(code->number.arith, code->number.predicate);
    bool known = true, guessed = false, assumed = false, done;
    if (code->number.arith == FP_ARITH_SELECT) {
        fp_stream_value chosen = select_value(stream, code, &done);
        if (done) return chosen;
    }
    if (code->number.arith == FP_ARITH_SAME) return v[0];
    for (uint32_t i = 0; i < count; i++) {
        known &= v[i].kind == FP_VALUE_INTEGER;
        guessed |= v[i].kind == FP_VALUE_INTEGER && v[i].guessed;
        assumed |= v[i].assumed || v[i].handed;
        name = hash_of(name, v[i]);
        if ((v[i].guessed || v[i].kind == FP_VALUE_UNKNOWN) && v[i].form > n) n = v[i].form;
    }
    fp_stream_value result = { .kind = FP_VALUE_INTEGER, .guessed = guessed, .assumed = assumed, .form = n };
    if (known && fp_number_evaluate(code->number, v[0].number, v[1].number, v[2].number, &result.number)) return result;
    if (known && divides(code->number.arith)) { /* by zero: some number, the same for all streams that divide so */
        result.guessed = true;
        return result;
    }
    return unknown_of(name, n);
}

static fp_stream_value slot_value(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code) {
    fp_stream_value source = value_of(stream, code->a), slot = value_of(stream, code->b);
    if (source.kind != FP_VALUE_VIEW) return source;
    if (!fp_value_settled(slot)) {
        fp_machine_hide(machine, code->op, FP_HIDDEN_SLOT, FP_NONE);
        return (fp_stream_value){ .kind = FP_VALUE_UNKNOWN, .memory = source.memory + 1 };
    }
    fp_stream_value result = fp_view_slot(&machine->forms, source, slot.number);
    /* Harmless where nothing uses it: the slot before the first. */
    return result.kind == FP_VALUE_VIEW ? result : fp_machine_outside(machine, source, slot.number);
}

static fp_stream_value view_value(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code) {
    fp_stream_value source = value_of(stream, code->a);
    const fp_code_view *view = &machine->code.views.data[code->extra];
    if (source.kind != FP_VALUE_VIEW) return source;
    switch (code->kind) {
    case FP_CODE_SLICE: return fp_view_slice(&machine->forms, source, view->numbers, view->count, view->type);
    case FP_CODE_PERMUTE: return fp_view_permute(&machine->forms, source, view->numbers, view->count);
    case FP_CODE_COLUMNS: return fp_view_columns(&machine->forms, source, view->numbers[0], view->type);
    default: return fp_view_reinterpret(&machine->forms, source, view->type);
    }
}

/* What is read again may have changed, and the streams that ask for it as often get the same. What is only computed
 * from it is as old as that. */
static fp_stream_value opaque_value(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code) {
    const fp_code_opaque *opaque = &machine->code.opaques.data[code->extra];
    uint64_t name = opaque->name;
    uint32_t n = 0;
    for (uint32_t i = 0; i < opaque->operands.len; i++) {
        fp_stream_value v = value_of(stream, opaque->operands.data[i]);
        name = hash_of(name, v);
        if ((v.guessed || v.kind == FP_VALUE_UNKNOWN) && v.form > n) n = v.form;
    }
    if (opaque->touch != FP_NONE) {
        fp_stream_value recalled = fp_machine_recall(machine, stream, &machine->code.touches.data[opaque->touch]);
        if (recalled.kind != FP_VALUE_UNKNOWN) return recalled;
        machine->code.leaves.data[opaque->leaf].unanswered = true;
    }
    if (opaque->leaf != FP_NONE && opaque->reads) n = stream->asked[opaque->leaf]++;
    if (!opaque->is_number) return unknown_of(name, n);
    int64_t value = machine->values[opaque->leaf];
    /* A loop that waits for another value ends: small numbers, and the -1 that often says that no more come. */
    if (opaque->reads && n >= SPINS_MAX) value = (value + n) % 5 - 1;
    if (machine->code.leaves.data[opaque->leaf].kind == FP_LEAF_FLAG) value = fp_leaf_flag(value, n);
    return (fp_stream_value){ .kind = FP_VALUE_INTEGER, .guessed = true, .form = n, .number = value };
}

/* An argument of which nothing is supposed. */
static bool is_handed(const fp_code_leaf *leaf) { return leaf->kind == FP_LEAF_ARGUMENT && !leaf->names_phase; }

static fp_stream_value compute(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code) {
    switch (code->kind) {
    case FP_CODE_INTEGER: return fp_value_integer_of(code->constant);
    case FP_CODE_NUMBER: return number_value(machine, stream, code);
    case FP_CODE_BY_THREAD: return fp_machine_numbers(machine, machine->code.by_thread.data[code->extra]);
    case FP_CODE_ADDRESS: return fp_value_integer_of(code->constant + fp_machine_rank_bits(machine, stream->workgroup));
    case FP_CODE_PEER: return fp_machine_peer(machine, stream, code);
    case FP_CODE_ELECT: return fp_machine_elect(machine, stream, code);
    case FP_CODE_MOVE: return value_of(stream, code->a);
    case FP_CODE_ALLOC:
        return (fp_stream_value){ .kind = FP_VALUE_VIEW,
                                  .form = code->b,
                                  .memory = code->extra + stream->workgroup * machine->code.memory_count,
                                  .number = code->constant };
    case FP_CODE_SLOT: return slot_value(machine, stream, code);
    case FP_CODE_LEAF:
        return (fp_stream_value){ .kind = FP_VALUE_INTEGER,
                                  .handed = is_handed(&machine->code.leaves.data[code->extra]),
                                  .number = machine->values[code->extra] };
    case FP_CODE_ELSEWHERE: return (fp_stream_value){ .kind = FP_VALUE_UNKNOWN, .elsewhere = true };
    case FP_CODE_WORKGROUP: return fp_value_integer_of(stream->workgroup);
    case FP_CODE_OPAQUE: return opaque_value(machine, stream, code);
    default: return view_value(machine, stream, code);
    }
}

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
    if (!stream->exists) memset(stream->asked, 0, machine->code.leaves.len * sizeof *stream->asked);
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
    fp_stream_value condition = value_of(stream, code->a);
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
    if (!known || condition.guessed)
        fp_machine_hide(machine, code->op,
                        may_be_role(machine->kernel, code->op) ? FP_HIDDEN_ROLE : FP_HIDDEN_CONDITION, FP_NONE);
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
        stream->registers[code->dst] = compute(machine, stream, code);
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
    stream->barriers = 0;
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
    machine->events = machine->steps = 0;
    machine->exhausted = machine->over = false;
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

fp_event_source fp_machine_source(struct fp_machine *machine) {
    return (fp_event_source){ .user = machine,
                              .next = next_event,
                              .object_region = object_region,
                              .workgroup = workgroup_of,
                              .holder = holder_of,
                              .again = goes_again,
                              .over = run_is_over,
                              .warp = machine->thread_count ? machine->lanes : 0,
                              .threads = machine->thread_count,
                              .lockstep = machine->amd };
}
