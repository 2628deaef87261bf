#include "check/protocol.h"
#include "check/arrivals.h"
#include "check/protocol_walk.h"
#include "kernel/decided.h"

enum { SLOT_WORKGROUP, SLOT_CLUSTER, SLOT_NAMED };      /* one slot per barrier that the kernel names */
enum { PHASE_IDLE = 1, PHASE_OPEN = 2, PHASE_ANY = 4 }; /* ANY: arms disagreed; nothing more is said */
enum { INIT_NO = 1, INIT_FRESH = 2, INIT_YES = 4 };

enum {
    ARRIVAL_NONE = 1,
    ARRIVAL_EARLY = 2,
    ARRIVAL_JOINED = 4
}; /* the last arrival since a wait: none, before the join, after it */

/* opener: the signal that opened it last; 0, 0: none. joins: bit k: join number k of the kernel may be the last one. */
typedef struct {
    uint8_t phase, init, leaves, arrival;
    uint64_t joins;
    fp_span opener;
} slot_state;
typedef struct {
    slot_state slots[FP_SLOTS_MAX];
    uint64_t joined;        /* bit s: slot s may be the one joined; bit 63: none */
    bool cluster_signalled; /* on some path */
} state;
#define JOINED_NONE (1ull << 63)

/* ---- Which barrier ---- */
/* Which barrier it is, as sentences speak of it. */
static fp_phrase_argument barrier_of_slot(fp_protocol_walk *w, uint32_t slot) {
    const fp_slot_key *key = &w->slots[slot];
    bool object = slot >= SLOT_NAMED && !w->one_named_slot && key->object != FP_NONE;
    fp_str name = object ? fp_buffers_root(w->flow.kernel->buffers, key->object)->name : FP_STR("");
    fp_sentence sentence = slot == SLOT_WORKGROUP ? FP_WORD_WORKGROUP_BARRIER
                           : slot == SLOT_CLUSTER ? FP_WORD_CLUSTER_BARRIER
                           : w->one_named_slot    ? FP_WORD_NAMED_BARRIER
                           : object               ? FP_WORD_OBJECT_BARRIER
                                                  : FP_WORD_NUMBERED_BARRIER;
    fp_phrase *phrase = FP_NEW(w->keep, fp_phrase, 1);
    *phrase = fp_phrase_copy(
        w->keep,
        FP_PHRASE(sentence, fp_arg_text(object ? FP_ARG_OBJECT : FP_ARG_NONE, name), fp_arg_number(FP_ARG_ID, key->id)),
        NULL);
    return fp_arg_phrases(FP_ARG_BARRIER, phrase, 1);
}

static bool names_barrier(const fp_sync *sync) { return fp_sync_traits_of[sync->kind].names; }

/* Has the barrier phases to follow, inits and joins? A number that is not known has none, nor has the null barrier, nor
 * NVIDIA's numbered ones: these need no init, and their arrivals and waits meet across warps. */
static bool has_phases(const fp_sync *sync) {
    if (sync->object != FP_NONE || sync->id == FP_ID_WORKGROUP || sync->id == FP_ID_CLUSTER) return true;
    bool nvidia = sync->info && fp_targets_begin_with(sync->info->targets, FP_VENDOR_NVIDIA);
    return sync->id >= 0 && !nvidia && !fp_sync_is_on_null(sync);
}

static uint32_t slot_of(fp_protocol_walk *w, const fp_sync *sync) {
    if (sync->object == FP_NONE && sync->id == FP_ID_WORKGROUP) return SLOT_WORKGROUP;
    if (sync->object == FP_NONE && sync->id == FP_ID_CLUSTER) return SLOT_CLUSTER;
    if (!has_phases(sync)) return FP_NONE;
    if (w->one_named_slot) {
        w->slot_count = SLOT_NAMED + 1;
        return SLOT_NAMED;
    }
    for (uint32_t i = SLOT_NAMED; i < w->slot_count; i++)
        if (w->slots[i].object == sync->object && (sync->object != FP_NONE || w->slots[i].id == sync->id)) return i;
    w->slots_cut |= w->slot_count == FP_SLOTS_MAX;
    if (w->slot_count == FP_SLOTS_MAX) return FP_NONE;
    w->slots[w->slot_count] = (fp_slot_key){ .id = sync->id, .object = sync->object, .members = -1 };
    return w->slot_count++;
}

/* Barriers given by pointer and by number in one kernel cannot be told apart: all named ones share a slot. */
static void find_slots(fp_protocol_walk *w) {
    bool numbers = false, pointers = false;
    for (uint32_t i = 0; i < w->kernel->syncs.len; i++) {
        const fp_sync *sync = &w->kernel->syncs.data[i];
        if (!names_barrier(sync) || w->target->vendor == FP_VENDOR_NVIDIA) continue;
        if (sync->id == FP_ID_OBJECT || sync->id == FP_ID_UNKNOWN)
            pointers = true;
        else if (sync->id >= 0 && has_phases(sync))
            numbers = true;
    }
    w->slot_count = SLOT_NAMED;
    w->one_named_slot = numbers && pointers;
    for (uint32_t i = 0; i < w->kernel->syncs.len; i++) {
        const fp_sync *sync = &w->kernel->syncs.data[i];
        if (!names_barrier(sync)) continue;
        uint32_t slot = slot_of(w, sync);
        if (slot == FP_NONE) continue;
        if (sync->kind == FP_SYNC_INIT) w->slots[slot].members = sync->member_count;
        w->slots[slot].inits |= sync->kind == FP_SYNC_INIT;
        w->slots[slot].counted |= sync->kind == FP_SYNC_SIGNAL && sync->member_count > 0;
    }
}

static state state_at_start(bool any) {
    state s = { .joined = JOINED_NONE };
    for (uint32_t i = 0; i < FP_SLOTS_MAX; i++) {
        s.slots[i] = (slot_state){ .phase = PHASE_IDLE, .init = INIT_NO, .arrival = ARRIVAL_NONE };
        if (any) s.slots[i].phase = PHASE_ANY, s.slots[i].init = INIT_YES;
    }
    if (any) s.joined = ~0ull, s.cluster_signalled = true;
    return s;
}

/* ---- Joining paths: the workgroup barrier must agree, the others keep every possibility ---- */
static fp_sentence join_sentence(fp_join join) {
    switch (join) {
    case FP_JOIN_ARMS: return FP_WORD_ARMS_MEET;
    case FP_JOIN_ITERATION: return FP_WORD_ITERATION_ENDS;
    case FP_JOIN_SKIPPED: return FP_WORD_BODY_ENDS;
    case FP_JOIN_PATHS: return FP_WORD_PATHS_MEET;
    }
    return FP_WORD_PATHS_MEET;
}

static void merge(struct fp_flow *flow, void *into, const void *from, fp_join join, fp_op op, fp_span span) {
    fp_protocol_walk *w = flow->user;
    state *s = into;
    const state *other = from;
    for (uint32_t i = 0; i < w->slot_count; i++) {
        slot_state *x = &s->slots[i];
        const slot_state *y = &other->slots[i];
        bool disagree = x->phase != y->phase && !((x->phase | y->phase) & PHASE_ANY);
        x->init |= y->init;
        x->arrival |= y->arrival;
        x->joins |= y->joins;
        if (y->leaves > x->leaves) x->leaves = y->leaves;
        if (!fp_is_place(x->opener)) x->opener = y->opener;
        x->phase |= y->phase;
        if (x->phase & PHASE_ANY) x->phase = PHASE_ANY;
        if (i != SLOT_WORKGROUP || !disagree) continue;
        fp_sentence says =
            w->waits_by_condition ? FP_SAYS_UNBALANCED_BARRIER_CONDITIONS : FP_SAYS_UNBALANCED_BARRIER_PATHS;
        fp_phrase phrase = FP_PHRASE(says, fp_arg_word(FP_ARG_JOIN, join_sentence(join)));
        fp_level level = w->waits_by_condition ? FP_LEVEL_WARNING : FP_LEVEL_ERROR;
        fp_protocol_relate(fp_protocol_report(w, FP_PROTOCOL_UNBALANCED, level, op, span, phrase), x->opener,
                           FP_AT_SIGNALLED_HERE);
        x->phase = PHASE_ANY;
    }
    s->joined |= other->joined;
    s->cluster_signalled = s->cluster_signalled || other->cluster_signalled;
}

static bool same(struct fp_flow *flow, const void *a, const void *b) {
    const fp_protocol_walk *w = flow->user;
    const state *x = a, *y = b;
    if (x->joined != y->joined || x->cluster_signalled != y->cluster_signalled) return false;
    for (uint32_t i = 0; i < w->slot_count; i++)
        if (x->slots[i].phase != y->slots[i].phase || x->slots[i].init != y->slots[i].init ||
            x->slots[i].arrival != y->slots[i].arrival || x->slots[i].joins != y->slots[i].joins)
            return false;
    return true;
}

static void forget(struct fp_flow *flow, void *s) {
    memcpy(s, ((const fp_protocol_walk *)flow->user)->unknown, sizeof(state));
}

/* ---- One op ---- */
static void publish_fresh(fp_protocol_walk *w, state *s, const fp_sync *sync) {
    bool publishes = false;
    for (uint32_t i = SLOT_NAMED; i < w->slot_count; i++) {
        if (!(s->slots[i].init & INIT_FRESH)) continue;
        s->slots[i].init = (uint8_t)((s->slots[i].init & ~INIT_FRESH) | INIT_YES);
        publishes = true;
    }
    if (publishes && w->flow.call_depth == 0) *FP_PUSH(w->keep, &w->publishers) = sync->span;
}

static void check_initialised(fp_protocol_walk *w, const fp_sync *sync, slot_state *slot, uint32_t number) {
    if (slot->init == INIT_NO) {
        const fp_slot_key *key = &w->slots[number];
        bool softer = w->one_named_slot || key->counted;
        fp_level level = key->counted && !key->inits ? FP_LEVEL_INFORMATION /* there is no init at all */
                         : softer                    ? FP_LEVEL_WARNING
                                                     : FP_LEVEL_ERROR;
        fp_protocol_report(w, FP_PROTOCOL_UNINITIALIZED, level, sync->op, sync->span,
                           FP_PHRASE(FP_SAYS_UNINITIALIZED_BARRIER_NO_INIT, barrier_of_slot(w, number)));
    } else if (slot->init & INIT_FRESH) {
        fp_protocol_report(w, FP_PROTOCOL_UNINITIALIZED, FP_LEVEL_WARNING, sync->op, sync->span,
                           FP_PHRASE(FP_SAYS_UNINITIALIZED_BARRIER_UNPUBLISHED, barrier_of_slot(w, number)));
    }
    slot->init = INIT_YES;
}

static void step_wide(fp_protocol_walk *w, state *s, const fp_sync *sync, uint32_t number) {
    if (sync->kind == FP_SYNC_QUERY) return; /* initialised at launch */
    slot_state *slot = &s->slots[number];
    bool cluster = number == SLOT_CLUSTER;
    if (sync->kind == FP_SYNC_SIGNAL) {
        if (slot->phase == PHASE_OPEN)
            fp_protocol_relate(
                fp_protocol_report(w, FP_PROTOCOL_DOUBLE_SIGNAL, FP_LEVEL_ERROR, sync->op, sync->span,
                                   FP_PHRASE(FP_SAYS_DOUBLE_SIGNAL_WORKGROUP, barrier_of_slot(w, number))),
                slot->opener, FP_AT_FIRST_SIGNALLED_HERE);
        if (slot->phase != PHASE_ANY || !cluster) slot->phase = PHASE_OPEN;
        slot->opener = sync->span;
        if (cluster) s->cluster_signalled = true;
        return;
    }
    if (sync->kind == FP_SYNC_WAIT) {
        bool fine = cluster ? s->cluster_signalled : slot->phase != PHASE_IDLE;
        if (!fine)
            fp_protocol_report(w, FP_PROTOCOL_WAIT_WITHOUT_SIGNAL, FP_LEVEL_ERROR, sync->op, sync->span,
                               FP_PHRASE(FP_SAYS_WAIT_WITHOUT_SIGNAL_BARRIER, barrier_of_slot(w, number)));
    } else {
        if (slot->phase == PHASE_OPEN)
            fp_protocol_relate(fp_protocol_report(w, FP_PROTOCOL_MIXED, FP_LEVEL_ERROR, sync->op, sync->span,
                                                  FP_PHRASE(FP_SAYS_MIXED_BARRIERS_OPEN, fp_protocol_op(w, sync))),
                               slot->opener, FP_AT_SIGNALLED_HERE);
    }
    slot->phase = PHASE_IDLE;
    slot->opener = (fp_span){ 0, 0 };
    if (number == SLOT_WORKGROUP) publish_fresh(w, s, sync);
}

/* The count of an mbarrier is of arrivals, whoever brings them; that of a named barrier is of waves. */
static bool counts_arrivals(const fp_sync *sync) { return sync->info && sync->info->counter == FP_COUNTER_MBARRIER; }

static void step_init(fp_protocol_walk *w, state *s, const fp_sync *sync, uint32_t number) {
    slot_state *slot = &s->slots[number];
    if (slot->phase == PHASE_OPEN)
        fp_protocol_relate(fp_protocol_report(w, FP_PROTOCOL_DOUBLE_SIGNAL, FP_LEVEL_WARNING, sync->op, sync->span,
                                              FP_PHRASE(FP_SAYS_DOUBLE_SIGNAL_RESET, barrier_of_slot(w, number))),
                           slot->opener, FP_AT_SIGNALLED_HERE);
    bool given = sync->member_count != -1;
    uint32_t waves = w->kernel->launch.wave_size && w->kernel->launch.block[0] && !w->kernel->launch.upper_bound_only
                         ? (w->kernel->launch.block[0] * w->kernel->launch.block[1] * w->kernel->launch.block[2] +
                            w->kernel->launch.wave_size - 1) /
                               w->kernel->launch.wave_size
                         : 0;
    if (given && sync->member_count <= 0)
        fp_protocol_report(w, FP_PROTOCOL_UNINITIALIZED, FP_LEVEL_ERROR, sync->op, sync->span,
                           FP_PHRASE(FP_SAYS_UNINITIALIZED_BARRIER_INIT_NOT_POSITIVE, barrier_of_slot(w, number),
                                     fp_arg_number(FP_ARG_COUNT, sync->member_count)));
    else if (given && waves && !counts_arrivals(sync) && sync->member_count > waves)
        fp_protocol_report(w, FP_PROTOCOL_UNINITIALIZED, FP_LEVEL_WARNING, sync->op, sync->span,
                           FP_PHRASE(FP_SAYS_UNINITIALIZED_BARRIER_INIT_TOO_MANY, barrier_of_slot(w, number),
                                     fp_arg_number(FP_ARG_COUNT, sync->member_count),
                                     fp_arg_number(FP_ARG_WAVES, waves)));
    *slot = (slot_state){ .phase = PHASE_IDLE, .init = INIT_FRESH, .arrival = ARRIVAL_NONE, .joins = slot->joins };
}

static uint64_t number_of_join(fp_protocol_walk *w, const fp_sync *sync, uint32_t slot) {
    for (uint32_t i = 0; i < w->join_count; i++)
        if (w->joins[i].sync == sync) return 1ull << i;
    w->joins_cut |= w->join_count == FP_JOINS_MAX;
    if (w->join_count == FP_JOINS_MAX) return 0;
    w->joins[w->join_count] = (fp_join_record){ sync, slot, w->flow.call_depth > 0 };
    return 1ull << w->join_count++;
}

static void mark_joins(fp_protocol_walk *w, uint64_t joins) {
    for (uint32_t i = 0; i < w->join_count; i++)
        if (joins >> i & 1) w->joins[i].waited = true;
}

static void step_named(fp_protocol_walk *w, state *s, const fp_sync *sync, uint32_t number) {
    slot_state *slot = &s->slots[number];
    uint64_t bit = 1ull << number;
    bool may_be_joined = s->joined & bit, surely_joined = s->joined == bit;
    fp_level softer = w->one_named_slot ? FP_LEVEL_WARNING : FP_LEVEL_ERROR;
    fp_phrase_argument barrier = barrier_of_slot(w, number);
    switch (sync->kind) {
    case FP_SYNC_INIT: step_init(w, s, sync, number); return;
    case FP_SYNC_JOIN:
        check_initialised(w, sync, slot, number);
        slot->joins = number_of_join(w, sync, number);
        s->joined = bit;
        return;
    case FP_SYNC_SIGNAL:
        check_initialised(w, sync, slot, number);
        if (surely_joined && slot->phase == PHASE_OPEN && !fp_protocol_is_run(w, sync))
            fp_protocol_relate(fp_protocol_report(w, FP_PROTOCOL_DOUBLE_SIGNAL, FP_LEVEL_WARNING, sync->op, sync->span,
                                                  FP_PHRASE(FP_SAYS_DOUBLE_SIGNAL_NAMED, barrier)),
                               slot->opener, FP_AT_FIRST_SIGNALLED_HERE);
        slot->opener = sync->span;
        slot->arrival = may_be_joined ? ARRIVAL_JOINED : ARRIVAL_EARLY;
        slot->phase = surely_joined ? PHASE_OPEN : may_be_joined ? PHASE_ANY : PHASE_IDLE;
        return;
    case FP_SYNC_WAIT:
        check_initialised(w, sync, slot, number);
        if (!may_be_joined) {
            fp_sentence sentence =
                s->joined == JOINED_NONE ? FP_SAYS_UNJOINED_BARRIER_NONE : FP_SAYS_UNJOINED_BARRIER_OTHER;
            fp_protocol_report(w, FP_PROTOCOL_UNJOINED, softer, sync->op, sync->span, FP_PHRASE(sentence, barrier));
        } else if (slot->arrival == ARRIVAL_EARLY)
            fp_protocol_relate(fp_protocol_report(w, FP_PROTOCOL_UNJOINED, FP_LEVEL_WARNING, sync->op, sync->span,
                                                  FP_PHRASE(FP_SAYS_UNJOINED_BARRIER_EARLY_SIGNAL, barrier)),
                               slot->opener, FP_AT_SIGNALLED_HERE);
        mark_joins(w, slot->joins);
        slot->phase = PHASE_IDLE;
        slot->arrival = ARRIVAL_NONE;
        slot->opener = (fp_span){ 0, 0 };
        return;
    case FP_SYNC_QUERY: check_initialised(w, sync, slot, number); return;
    case FP_SYNC_LEAVE:
        check_initialised(w, sync, slot, number);
        if (!may_be_joined)
            fp_protocol_report(w, FP_PROTOCOL_UNJOINED, softer, sync->op, sync->span,
                               FP_PHRASE(FP_SAYS_UNJOINED_BARRIER_LEAVE, barrier));
        else if (slot->phase == PHASE_OPEN)
            fp_protocol_relate(fp_protocol_report(w, FP_PROTOCOL_LEAVE_AFTER_ARRIVE, softer, sync->op, sync->span,
                                                  FP_PHRASE(FP_SAYS_LEAVE_AFTER_ARRIVE_SIGNALLED, barrier)),
                               slot->opener, FP_AT_SIGNALLED_HERE);
        else if (slot->leaves < UINT8_MAX && ++slot->leaves > w->slots[number].members && w->slots[number].members > 0)
            fp_protocol_report(w, FP_PROTOCOL_LEAVE_AFTER_ARRIVE, softer, sync->op, sync->span,
                               FP_PHRASE(FP_SAYS_LEAVE_AFTER_ARRIVE_TOO_OFTEN, barrier,
                                         fp_arg_number(FP_ARG_MEMBERS, w->slots[number].members)));
        s->joined = JOINED_NONE;
        slot->phase = PHASE_IDLE;
        return;
    case FP_SYNC_BARRIER:
    case FP_SYNC_FENCE:
    case FP_SYNC_COUNTER_WAIT:
    case FP_SYNC_COMMIT:
    case FP_SYNC_COMPLETION_WAIT:
    case FP_SYNC_ARRIVE:
    case FP_SYNC_COUNT_UP:
    case FP_SYNC_INVALIDATE:
    case FP_SYNC_PACING: return;
    }
}

/* It may be any of them: afterwards nothing more is said of what it does. */
static void step_any(fp_protocol_walk *w, state *s, const fp_sync *sync) {
    state any = state_at_start(true);
    bool by_pointer = sync->id == FP_ID_OBJECT; /* one of the named */
    for (uint32_t i = by_pointer ? SLOT_NAMED : 0; i < FP_SLOTS_MAX; i++) {
        mark_joins(w, s->slots[i].joins);
        s->slots[i] = any.slots[i];
    }
    s->joined = any.joined;
    s->cluster_signalled |= !by_pointer;
}

static void step(struct fp_flow *flow, void *at, const fp_sync *sync) {
    fp_protocol_walk *w = flow->user;
    state *s = at;
    if (!names_barrier(sync) || sync->scope == FP_SCOPE_DEVICE || !fp_protocol_is_available(w, sync) ||
        !fp_protocol_is_reached_alike(w, sync))
        return;
    fp_protocol_check_members(w, sync);
    bool across = w->target->vendor == FP_VENDOR_NVIDIA || (sync->info && sync->info->handle);
    if (across || sync->scope == FP_SCOPE_WAVE || w->kernel->roles_hidden)
        return; /* arrivals and waits meet across waves: no phase to follow within one */
    if (fp_protocol_is_unknown(sync)) {
        step_any(w, s, sync);
        return;
    }
    uint32_t number = slot_of(w, sync);
    if (number == SLOT_WORKGROUP || number == SLOT_CLUSTER)
        step_wide(w, s, sync, number);
    else if (number != FP_NONE)
        step_named(w, s, sync, number);
    else if (sync->kind == FP_SYNC_JOIN)
        s->joined = JOINED_NONE; /* join 0 */
}

static void check_end(fp_protocol_walk *w, const state *s) {
    for (uint32_t i = 0; i < w->slot_count; i++) {
        const slot_state *slot = &s->slots[i];
        bool named = i >= SLOT_NAMED;
        if (slot->phase != PHASE_OPEN || (named && s->joined != 1ull << i)) continue;
        fp_protocol_report(w, FP_PROTOCOL_UNWAITED_SIGNAL, named ? FP_LEVEL_WARNING : FP_LEVEL_ERROR, FP_NONE,
                           slot->opener, FP_PHRASE(FP_SAYS_UNWAITED_SIGNAL_END, barrier_of_slot(w, i)));
    }
}

static void check_joins(fp_protocol_walk *w) {
    for (uint32_t i = 0; i < w->join_count; i++) {
        if (w->joins[i].waited) continue;
        fp_protocol_report(w, FP_PROTOCOL_UNJOINED, FP_LEVEL_HINT, w->joins[i].sync->op, w->joins[i].sync->span,
                           FP_PHRASE(FP_SAYS_UNJOINED_BARRIER_UNUSED, barrier_of_slot(w, w->joins[i].slot)));
    }
}

static void report_arrivals(fp_protocol_walk *w, fp_arrivals arrivals) {
    if (!arrivals.unbalanced) return;
    fp_phrase phrase = arrivals.evaluated
                           ? FP_PHRASE(FP_SAYS_UNBALANCED_BARRIER_WAVES, fp_arg_number(FP_ARG_FIRST, arrivals.waves[0]),
                                       fp_arg_number(FP_ARG_SECOND, arrivals.waves[1]))
                           : fp_phrase_of(FP_SAYS_UNBALANCED_BARRIER_WAYS);
    fp_protocol_report(w, FP_PROTOCOL_UNBALANCED, FP_LEVEL_WARNING, arrivals.op, arrivals.span, phrase);
}

/* Does the straight code wait for the workgroup barrier before it has signalled? */
static bool waits_first(const struct fp_kernel *kernel, const fp_items *items) {
    for (uint32_t i = 0; i < items->len; i++) {
        if (items->data[i].kind != FP_ITEM_SYNC) continue;
        const fp_sync *sync = &kernel->syncs.data[items->data[i].index];
        bool half = sync->kind == FP_SYNC_SIGNAL || sync->kind == FP_SYNC_WAIT;
        if (half && sync->id == FP_ID_WORKGROUP) return sync->kind == FP_SYNC_WAIT;
    }
    return false;
}

static bool waits_by_condition(const struct fp_kernel *kernel) {
    bool waits = false;
    for (uint32_t i = 0; i < kernel->branches.len; i++)
        for (uint32_t arm = 0; arm < kernel->branches.data[i].arm_count; arm++)
            waits |= waits_first(kernel, &kernel->branches.data[i].arms[arm]);
    for (uint32_t i = 0; i < kernel->graphs.len; i++)
        for (uint32_t n = 1; n < kernel->graphs.data[i].node_count; n++)
            waits |= waits_first(kernel, &kernel->graphs.data[i].nodes[n].items);
    return waits;
}

fp_protocol_findings fp_protocol_check(struct fp_arena *keep, struct fp_kernel *kernel,
                                       const struct fp_program *program) {
    if (kernel->syncs.len == 0 && kernel->calls.len == 0) return (fp_protocol_findings){ .data = NULL };
    fp_protocol_walk *w = FP_NEW(keep, fp_protocol_walk, 1);
    *w = (fp_protocol_walk){ .keep = keep, .kernel = kernel, .target = kernel->target };
    w->flow = (struct fp_flow){ .keep = keep,
                                .program = program,
                                .user = w,
                                .state_size = sizeof(state),
                                .sync = step,
                                .merge = merge,
                                .same = same,
                                .forget = forget };
    find_slots(w);
    const state unknown = state_at_start(true);
    w->unknown = &unknown;
    /* What nothing in the file calls, and nothing outside of it sees, is left over of a library, and no kernel. */
    bool is_kernel = kernel->is_entry && (kernel->is_public || kernel->is_marked);
    state s = state_at_start(!is_kernel);
    fp_arrivals arrivals = fp_arrivals_check(keep, kernel, program);
    if (kernel->roles_hidden || (kernel->decided && !kernel->decided->uneven)) arrivals.unbalanced = false;
    w->unbalanced = arrivals.unbalanced;
    w->waits_by_condition = waits_by_condition(kernel);
    if (fp_flow_run(&w->flow, kernel, &s) && is_kernel) check_end(w, &s);
    if (is_kernel) check_joins(w);
    report_arrivals(w, arrivals);
    return (fp_protocol_findings){
        w->findings.data,
        w->findings.len,
        w->publishers.data,
        w->publishers.len,
        .slots_max = w->slots_cut ? FP_SLOTS_MAX - SLOT_NAMED : 0,
        .joins_max = w->joins_cut ? FP_JOINS_MAX : 0,
        .forgot = w->flow.forgot && kernel->is_entry,
        .unparted = w->flow.unparted,
    };
}
