#include "check/protocol.h"
#include "check/arrivals.h"
#include "check/flow.h"

enum {
    SLOTS_MAX = 40,
    SLOT_WORKGROUP = 0,
    SLOT_CLUSTER = 1,
    SLOT_NAMED = 2
};                                                      /* one slot per barrier that the kernel names */
enum { PHASE_IDLE = 1, PHASE_OPEN = 2, PHASE_ANY = 4 }; /* ANY: arms disagreed; nothing more is said */
enum { INIT_NO = 1, INIT_FRESH = 2, INIT_YES = 4 };
enum { ID_TRAP = -2, ID_CLUSTER_TRAP = -4, ID_NULL = 0 };

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
    slot_state slots[SLOTS_MAX];
    uint64_t joined;        /* bit s: slot s may be the one joined; bit 63: none */
    bool cluster_signalled; /* on some path */
} state;
#define JOINED_NONE (1ull << 63)

typedef struct {
    int32_t id;
    uint32_t object;
    int64_t members;
} slot_key;
enum { JOINS_MAX = 64 }; /* further joins of a kernel are taken as useful */
typedef struct {
    const fp_sync *sync;
    uint32_t slot;
    bool waited;
} join_record;
typedef FP_VEC(fp_protocol_finding) findings_vec;
typedef struct {
    struct fp_flow flow;
    struct fp_arena *keep;
    struct fp_kernel *kernel; /* the one that is judged, whatever callee the flow is in */
    const fp_target *target;
    slot_key slots[SLOTS_MAX];
    uint32_t slot_count;
    bool one_named_slot; /* pointers and numbers mixed: which is which is not known */
    join_record joins[JOINS_MAX];
    uint32_t join_count;
    bool unbalanced; /* waves do not arrive equally often on the workgroup barrier */
    FP_VEC(fp_span) publishers;
    findings_vec findings;
} walker;

/* ---- Reporting ---- */
static bool is_place(fp_span span) { return span.end > span.start; }

static bool same_place(const fp_protocol_finding *finding, fp_protocol_kind kind, fp_span span) {
    return finding->kind == kind && finding->span.start == span.start && finding->span.end == span.end;
}

static fp_protocol_finding *report(walker *w, fp_protocol_kind kind, fp_level level, fp_op op, fp_span span,
                                   fp_phrase phrase) {
    if (w->flow.quiet) return NULL;
    bool in_callee = is_place(w->flow.call_span);
    fp_span place = in_callee ? w->flow.call_span : span;
    for (uint32_t i = 0; i < w->findings.len; i++)
        if (same_place(&w->findings.data[i], kind, place)) return NULL;
    fp_protocol_finding *finding = FP_PUSH(w->keep, &w->findings);
    *finding = (fp_protocol_finding){
        .kind = kind, .level = level, .op = op, .span = place, .phrase = fp_phrase_copy(w->keep, phrase, NULL)
    };
    if (in_callee) finding->related = span, finding->related_as = FP_AT_IN_CALLEE;
    return finding;
}

static void relate(fp_protocol_finding *finding, fp_span span, fp_sentence as) {
    if (!finding || finding->related_as || !is_place(span)) return;
    finding->related = span;
    finding->related_as = as;
}

/* Which barrier it is, as sentences speak of it. */
static fp_phrase_argument barrier_of_slot(walker *w, uint32_t slot) {
    const slot_key *key = &w->slots[slot];
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

/* ---- Which barrier ---- */
static bool names_barrier(const fp_sync *sync) { return fp_sync_traits_of[sync->kind].names; }

static uint32_t slot_of(walker *w, const fp_sync *sync) {
    if (sync->object == FP_NONE && sync->id == FP_ID_WORKGROUP) return SLOT_WORKGROUP;
    if (sync->object == FP_NONE && sync->id == FP_ID_CLUSTER) return SLOT_CLUSTER;
    if (sync->object == FP_NONE && sync->id <= ID_NULL) return FP_NONE; /* unknown ones, too */
    if (w->one_named_slot) {
        w->slot_count = SLOT_NAMED + 1;
        return SLOT_NAMED;
    }
    for (uint32_t i = SLOT_NAMED; i < w->slot_count; i++)
        if (w->slots[i].object == sync->object && (sync->object != FP_NONE || w->slots[i].id == sync->id)) return i;
    if (w->slot_count == SLOTS_MAX) return FP_NONE;
    w->slots[w->slot_count] = (slot_key){ .id = sync->id, .object = sync->object, .members = -1 };
    return w->slot_count++;
}

/* Barriers given by pointer and by number in one kernel cannot be told apart: all named ones share a slot. */
static void find_slots(walker *w) {
    bool numbers = false, pointers = false;
    for (uint32_t i = 0; i < w->kernel->syncs.len; i++) {
        const fp_sync *sync = &w->kernel->syncs.data[i];
        if (!names_barrier(sync) || w->target->vendor == FP_VENDOR_NVIDIA) continue;
        if (sync->id == FP_ID_OBJECT || sync->id == FP_ID_UNKNOWN)
            pointers = true;
        else if (sync->id > ID_NULL)
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
    }
}

static state state_at_start(bool any) {
    state s = { .joined = JOINED_NONE };
    for (uint32_t i = 0; i < SLOTS_MAX; i++) {
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
    walker *w = flow->user;
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
        if (!is_place(x->opener)) x->opener = y->opener;
        x->phase |= y->phase;
        if (x->phase & PHASE_ANY) x->phase = PHASE_ANY;
        if (i != SLOT_WORKGROUP || !disagree) continue;
        fp_phrase phrase = FP_PHRASE(FP_SAYS_UNBALANCED_BARRIER_PATHS, fp_arg_word(FP_ARG_JOIN, join_sentence(join)));
        relate(report(w, FP_PROTOCOL_UNBALANCED, FP_LEVEL_ERROR, op, span, phrase), x->opener, FP_AT_SIGNALLED_HERE);
        x->phase = PHASE_ANY;
    }
    s->joined |= other->joined;
    s->cluster_signalled = s->cluster_signalled || other->cluster_signalled;
}

static bool same(struct fp_flow *flow, const void *a, const void *b) {
    const walker *w = flow->user;
    const state *x = a, *y = b;
    if (x->joined != y->joined || x->cluster_signalled != y->cluster_signalled) return false;
    for (uint32_t i = 0; i < w->slot_count; i++)
        if (x->slots[i].phase != y->slots[i].phase || x->slots[i].init != y->slots[i].init ||
            x->slots[i].arrival != y->slots[i].arrival || x->slots[i].joins != y->slots[i].joins)
            return false;
    return true;
}

static void forget(struct fp_flow *flow, void *s) {
    (void)flow;
    *(state *)s = state_at_start(true);
}

/* ---- One op ---- */
static fp_phrase_argument op_of(const walker *w, const fp_sync *sync) {
    return fp_arg_text(FP_ARG_OP, w->flow.kernel->ir->ops[sync->op].name);
}

static fp_phrase_argument id_of(const fp_sync *sync) {
    return fp_arg_number(sync->id == FP_ID_OUT_OF_RANGE ? FP_ARG_NONE : FP_ARG_ID, sync->id);
}

static fp_phrase_argument chip_of(const walker *w) { return fp_arg_text(FP_ARG_CHIP, w->target->chip); }

/* Half-typed, computed, or a pointer to one of several: any barrier of the kernel. */
static bool is_unknown(const fp_sync *sync) {
    return sync->object == FP_NONE && (sync->id == FP_ID_UNKNOWN || sync->id == FP_ID_OBJECT);
}

/* Which barriers the target has. */
static fp_phrase_argument barriers_of(walker *w) {
    const fp_target *target = w->target;
    fp_phrase *phrase = FP_NEW(w->keep, fp_phrase, 1);
    fp_sentence sentence = target->vendor != FP_VENDOR_AMD            ? FP_WORD_BARRIERS_NUMBERED
                           : !target->split_barrier                   ? FP_WORD_BARRIERS_WHOLE
                           : target->named_last < target->named_first ? FP_WORD_BARRIERS_WORKGROUP
                                                                      : FP_WORD_BARRIERS_NAMED;
    *phrase = fp_phrase_copy(w->keep,
                             FP_PHRASE(sentence, chip_of(w), fp_arg_number(FP_ARG_FIRST, target->named_first),
                                       fp_arg_number(FP_ARG_LAST, target->named_last)),
                             NULL);
    return fp_arg_phrases(FP_ARG_BARRIERS, phrase, 1);
}

/* Says that the target lacks the barrier: false, for the checks that follow. */
static bool lacks(walker *w, const fp_sync *sync, fp_phrase phrase) {
    report(w, FP_PROTOCOL_UNAVAILABLE, FP_LEVEL_ERROR, sync->op, sync->span, phrase);
    return false;
}

/* An op of another vendor's chips. */
static bool check_vendor(walker *w, const fp_sync *sync) {
    const fp_target *target = w->target;
    fp_vendor other = target->vendor == FP_VENDOR_AMD ? FP_VENDOR_NVIDIA : FP_VENDOR_AMD;
    bool one_of_two = target->vendor == FP_VENDOR_AMD || target->vendor == FP_VENDOR_NVIDIA;
    if (!one_of_two || !sync->info || !fp_targets_begin_with(sync->info->targets, other) ||
        fp_targets_name_vendor(sync->info->targets, target->vendor))
        return true;
    return lacks(w, sync,
                 FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_VENDOR, fp_arg_text(FP_ARG_OP, sync->info->name),
                           fp_arg_text(FP_ARG_TARGETS, sync->info->targets), chip_of(w)));
}

/* Does the target have this barrier, for this op? Says why not. */
static bool check_available(walker *w, const fp_sync *sync) {
    const fp_target *target = w->target;
    if (!check_vendor(w, sync)) return false;
    if (target->vendor == FP_VENDOR_NVIDIA || target->nvidia_ids) {
        if (sync->id < 0 || sync->id < target->nvidia_ids)
            return true; /* below 0: the workgroup's, the cluster's, one that is not known */
        return lacks(w, sync,
                     FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_NUMBER_FOR_OP, op_of(w, sync), id_of(sync), chip_of(w),
                               fp_arg_number(FP_ARG_LAST, target->nvidia_ids - 1)));
    }
    bool generic = target->vendor != FP_VENDOR_AMD;
    bool split = sync->kind != FP_SYNC_BARRIER;
    if (!generic && split && !target->split_barrier)
        return lacks(w, sync, FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_SPLIT, chip_of(w), op_of(w, sync)));
    if (sync->object == FP_NONE && sync->id == FP_ID_UNKNOWN) return true;
    bool pointer = sync->object != FP_NONE || sync->id == FP_ID_OBJECT;
    if (pointer || sync->id > ID_NULL) {
        bool exists =
            pointer || (sync->id >= 1 && sync->id <= (generic || !target->named_last ? 16 : target->named_last));
        if (exists && (generic || target->named_last >= target->named_first)) return true;
        if (exists) return lacks(w, sync, FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_NAMED, chip_of(w)));
        return lacks(w, sync, FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_NUMBER, id_of(sync), barriers_of(w)));
    }
    bool structural = sync->kind == FP_SYNC_INIT || sync->kind == FP_SYNC_LEAVE || sync->kind == FP_SYNC_JOIN;
    switch (sync->id) {
    case FP_ID_WORKGROUP:
    case FP_ID_CLUSTER:
        if (sync->id == FP_ID_CLUSTER && !generic && !target->cluster_barrier)
            return lacks(w, sync, FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_CLUSTER, barriers_of(w)));
        return !structural ||
               lacks(w, sync, FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_BUILT_IN, op_of(w, sync), id_of(sync)));
    case ID_TRAP:
    case ID_CLUSTER_TRAP:
        if (sync->id == ID_CLUSTER_TRAP && !generic && !target->cluster_barrier)
            return lacks(w, sync, FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_NUMBER, id_of(sync), barriers_of(w)));
        report(w, FP_PROTOCOL_RESERVED, FP_LEVEL_ERROR, sync->op, sync->span,
               FP_PHRASE(FP_SAYS_RESERVED_BARRIER_TRAP, id_of(sync)));
        return false;
    case ID_NULL:
        if (!generic && !target->null_barrier)
            return lacks(w, sync, FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_NULL_BARRIER, barriers_of(w)));
        if (sync->kind == FP_SYNC_JOIN) return true;
        report(w, FP_PROTOCOL_NO_EFFECT, FP_LEVEL_INFORMATION, sync->op, sync->span,
               FP_PHRASE(FP_SAYS_REDUNDANT_BARRIER_NULL_BARRIER, op_of(w, sync)));
        return false;
    default:
        return lacks(w, sync,
                     FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_NUMBER, fp_arg_number(FP_ARG_ID, sync->id), barriers_of(w)));
    }
}

/* NVIDIA: can a barrier for so many threads open? */
static void check_members(walker *w, const fp_sync *sync) {
    const fp_launch *launch = &w->kernel->launch;
    int64_t threads = launch->upper_bound_only ? 0 : (int64_t)launch->block[0] * launch->block[1] * launch->block[2],
            count = sync->member_count;
    if (w->target->vendor != FP_VENDOR_NVIDIA || sync->kind == FP_SYNC_INIT || count == -1) return;
    bool positive = count > 0, multiple = count % launch->wave_size == 0, fits = threads == 0 || count <= threads;
    if (positive && multiple && fits) return;
    fp_sentence sentence = !positive   ? FP_SAYS_UNINITIALIZED_BARRIER_NOT_POSITIVE
                           : !multiple ? FP_SAYS_UNINITIALIZED_BARRIER_NO_MULTIPLE
                                       : FP_SAYS_UNINITIALIZED_BARRIER_TOO_MANY;
    fp_phrase phrase =
        FP_PHRASE(sentence, op_of(w, sync), fp_arg_number(FP_ARG_COUNT, count),
                  fp_arg_number(FP_ARG_WAVES, launch->wave_size), fp_arg_number(FP_ARG_THREADS, threads));
    report(w, FP_PROTOCOL_UNINITIALIZED, FP_LEVEL_WARNING, sync->op, sync->span, phrase);
}

/* The weakest group of threads that may disagree about running the op without harm. */
static fp_uniform needed_level(const walker *w, const fp_sync *sync) {
    if (sync->scope == FP_SCOPE_WAVE) return FP_UNIFORM_LANE; /* its mask says who takes part */
    if (sync->id == FP_ID_CLUSTER && sync->kind == FP_SYNC_WAIT) return FP_UNIFORM_CLUSTER;
    /* With a count of its own it meets that many threads, wherever they come from: an arrival here, a wait there. */
    if (w->target->vendor == FP_VENDOR_NVIDIA && sync->id > 0 && sync->member_count > 0) return FP_UNIFORM_WAVE;
    if (w->target->vendor == FP_VENDOR_NVIDIA || sync->scope == FP_SCOPE_GROUP)
        return sync->scope == FP_SCOPE_GROUP ? FP_UNIFORM_WAVE : FP_UNIFORM_WORKGROUP;
    if (sync->kind == FP_SYNC_BARRIER && !sync->bare && sync->info && sync->info->vendor != FP_VENDOR_AMD)
        return FP_UNIFORM_WORKGROUP;
    return FP_UNIFORM_WAVE;
}

/* Two threads that choose differently at the point that weakened it: by the condition itself, or by a bound of the
 * loop. */
static bool find_disagreeing(const walker *w, bool in_wave, uint32_t threads[2]) {
    const struct fp_flow *flow = &w->flow;
    struct fp_addresses *addresses = flow->point_kernel->addresses;
    if (flow->point_value != FP_NONE) return fp_addresses_disagree(addresses, flow->point_value, in_wave, threads);
    const struct fp_ir *ir = flow->point_kernel->ir;
    const fp_op_node *op = &ir->ops[flow->point_op];
    for (uint32_t i = 0; i < op->use_count && op->region_count; i++)
        if (fp_addresses_disagree(addresses, ir->uses[op->first_use + i].value, in_wave, threads)) return true;
    return false;
}

static fp_sentence who_disagrees(fp_uniform level) {
    switch (level) {
    case FP_UNIFORM_CLUSTER: return FP_WORD_WHO_WORKGROUPS;
    case FP_UNIFORM_WORKGROUP: return FP_WORD_WHO_WAVES;
    case FP_UNIFORM_WAVE: return FP_WORD_WHO_LANES;
    case FP_UNIFORM_LANE:
    case FP_UNIFORM_JOIN:
    case FP_UNIFORM_OF_ADDRESS: return FP_WORD_WHO_THREADS;
    }
    return FP_WORD_WHO_THREADS;
}

static bool check_divergence(walker *w, const fp_sync *sync) {
    if (sync->kind == FP_SYNC_INIT) return true;
    fp_uniform needed = needed_level(w, sync);
    if (w->flow.point.among <= needed || w->flow.point.doubt) return true;
    bool amd_wave =
        w->target->vendor == FP_VENDOR_AMD && w->flow.point.among == FP_UNIFORM_WAVE && sync->kind == FP_SYNC_BARRIER;
    if (amd_wave) { /* legal there as long as arrivals balance: unbalanced-barrier */
        if (w->unbalanced) return true;
        relate(report(w, FP_PROTOCOL_DIVERGENT, FP_LEVEL_INFORMATION, sync->op, sync->span,
                      FP_PHRASE(FP_SAYS_DIVERGENT_BARRIER_BALANCED, op_of(w, sync))),
               w->flow.point_span, FP_AT_THIS_CONDITION);
        return true;
    }
    bool lanes = needed == FP_UNIFORM_WORKGROUP && w->flow.point.among == FP_UNIFORM_LANE;
    uint32_t threads[2];
    bool shown = needed != FP_UNIFORM_CLUSTER && find_disagreeing(w, needed == FP_UNIFORM_WAVE, threads);
    /* Where a thread id is in a condition that does not evaluate, all may still agree. */
    fp_level level = shown || needed == FP_UNIFORM_CLUSTER || w->flow.point.among == FP_UNIFORM_WAVE ? FP_LEVEL_ERROR
                                                                                                     : FP_LEVEL_WARNING;
    bool in_threads = lanes || needed == FP_UNIFORM_WAVE;
    uint32_t per = in_threads ? 1 : w->kernel->launch.wave_size;
    fp_phrase example = FP_PHRASE(in_threads ? FP_WORD_TWO_THREADS : FP_WORD_TWO_WAVES,
                                  fp_arg_number(FP_ARG_FIRST, shown ? threads[0] / per : 0),
                                  fp_arg_number(FP_ARG_SECOND, shown ? threads[1] / per : 0));
    fp_phrase phrase =
        FP_PHRASE(level == FP_LEVEL_ERROR ? FP_SAYS_DIVERGENT_BARRIER_CERTAIN : FP_SAYS_DIVERGENT_BARRIER_POSSIBLE,
                  op_of(w, sync), fp_arg_word(FP_ARG_WHO, who_disagrees(lanes ? FP_UNIFORM_LANE : needed)),
                  fp_arg_phrase(FP_ARG_EXAMPLE, shown ? example : fp_phrase_of(FP_SAYS_NOTHING)));
    relate(report(w, FP_PROTOCOL_DIVERGENT, level, sync->op, sync->span, phrase), w->flow.point_span,
           FP_AT_BECAUSE_OF_CONDITION);
    return false;
}

static void publish_fresh(walker *w, state *s, const fp_sync *sync) {
    bool publishes = false;
    for (uint32_t i = SLOT_NAMED; i < w->slot_count; i++) {
        if (!(s->slots[i].init & INIT_FRESH)) continue;
        s->slots[i].init = (uint8_t)((s->slots[i].init & ~INIT_FRESH) | INIT_YES);
        publishes = true;
    }
    if (publishes && w->flow.call_depth == 0) *FP_PUSH(w->keep, &w->publishers) = sync->span;
}

static void check_initialised(walker *w, const fp_sync *sync, slot_state *slot, uint32_t number) {
    if (slot->init == INIT_NO) {
        fp_level level = w->one_named_slot || (sync->kind == FP_SYNC_SIGNAL && sync->member_count > 0)
                             ? FP_LEVEL_WARNING
                             : FP_LEVEL_ERROR;
        report(w, FP_PROTOCOL_UNINITIALIZED, level, sync->op, sync->span,
               FP_PHRASE(FP_SAYS_UNINITIALIZED_BARRIER_NO_INIT, barrier_of_slot(w, number)));
    } else if (slot->init & INIT_FRESH) {
        report(w, FP_PROTOCOL_UNINITIALIZED, FP_LEVEL_WARNING, sync->op, sync->span,
               FP_PHRASE(FP_SAYS_UNINITIALIZED_BARRIER_UNPUBLISHED, barrier_of_slot(w, number)));
    }
    slot->init = INIT_YES;
}

static void step_wide(walker *w, state *s, const fp_sync *sync, uint32_t number) {
    if (sync->kind == FP_SYNC_QUERY) return; /* initialised at launch */
    slot_state *slot = &s->slots[number];
    bool cluster = number == SLOT_CLUSTER;
    fp_phrase_argument barrier = barrier_of_slot(w, number);
    if (sync->kind == FP_SYNC_SIGNAL) {
        if (slot->phase == PHASE_OPEN)
            relate(report(w, FP_PROTOCOL_DOUBLE_SIGNAL, FP_LEVEL_ERROR, sync->op, sync->span,
                          FP_PHRASE(FP_SAYS_DOUBLE_SIGNAL_WORKGROUP, barrier)),
                   slot->opener, FP_AT_FIRST_SIGNALLED_HERE);
        if (slot->phase != PHASE_ANY || !cluster) slot->phase = PHASE_OPEN;
        slot->opener = sync->span;
        if (cluster) s->cluster_signalled = true;
        return;
    }
    if (sync->kind == FP_SYNC_WAIT) {
        bool fine = cluster ? s->cluster_signalled : slot->phase != PHASE_IDLE;
        if (!fine)
            report(w, FP_PROTOCOL_WAIT_WITHOUT_SIGNAL, FP_LEVEL_ERROR, sync->op, sync->span,
                   FP_PHRASE(FP_SAYS_WAIT_WITHOUT_SIGNAL_BARRIER, barrier));
    } else {
        if (slot->phase == PHASE_OPEN)
            relate(report(w, FP_PROTOCOL_MIXED, FP_LEVEL_ERROR, sync->op, sync->span,
                          FP_PHRASE(FP_SAYS_MIXED_BARRIERS_OPEN, op_of(w, sync))),
                   slot->opener, FP_AT_SIGNALLED_HERE);
    }
    slot->phase = PHASE_IDLE;
    slot->opener = (fp_span){ 0, 0 };
    if (number == SLOT_WORKGROUP) publish_fresh(w, s, sync);
}

/* The count of an mbarrier is of arrivals, whoever brings them; that of a named barrier is of waves. */
static bool counts_arrivals(const fp_sync *sync) { return sync->info && sync->info->counter == FP_COUNTER_MBARRIER; }

static void step_init(walker *w, state *s, const fp_sync *sync, uint32_t number) {
    slot_state *slot = &s->slots[number];
    fp_phrase_argument barrier = barrier_of_slot(w, number);
    if (slot->phase == PHASE_OPEN)
        relate(report(w, FP_PROTOCOL_DOUBLE_SIGNAL, FP_LEVEL_WARNING, sync->op, sync->span,
                      FP_PHRASE(FP_SAYS_DOUBLE_SIGNAL_RESET, barrier)),
               slot->opener, FP_AT_SIGNALLED_HERE);
    bool given = sync->member_count != -1;
    uint32_t waves = w->kernel->launch.wave_size && w->kernel->launch.block[0] && !w->kernel->launch.upper_bound_only
                         ? (w->kernel->launch.block[0] * w->kernel->launch.block[1] * w->kernel->launch.block[2] +
                            w->kernel->launch.wave_size - 1) /
                               w->kernel->launch.wave_size
                         : 0;
    if (given && sync->member_count <= 0)
        report(w, FP_PROTOCOL_UNINITIALIZED, FP_LEVEL_ERROR, sync->op, sync->span,
               FP_PHRASE(FP_SAYS_UNINITIALIZED_BARRIER_INIT_NOT_POSITIVE, barrier,
                         fp_arg_number(FP_ARG_COUNT, sync->member_count)));
    else if (given && waves && !counts_arrivals(sync) && sync->member_count > waves)
        report(w, FP_PROTOCOL_UNINITIALIZED, FP_LEVEL_WARNING, sync->op, sync->span,
               FP_PHRASE(FP_SAYS_UNINITIALIZED_BARRIER_INIT_TOO_MANY, barrier,
                         fp_arg_number(FP_ARG_COUNT, sync->member_count), fp_arg_number(FP_ARG_WAVES, waves)));
    *slot = (slot_state){ .phase = PHASE_IDLE, .init = INIT_FRESH, .arrival = ARRIVAL_NONE, .joins = slot->joins };
}

static uint64_t number_of_join(walker *w, const fp_sync *sync, uint32_t slot) {
    for (uint32_t i = 0; i < w->join_count; i++)
        if (w->joins[i].sync == sync) return 1ull << i;
    if (w->join_count == JOINS_MAX) return 0;
    w->joins[w->join_count] = (join_record){ sync, slot, w->flow.call_depth > 0 };
    return 1ull << w->join_count++;
}

static void mark_joins(walker *w, uint64_t joins) {
    for (uint32_t i = 0; i < w->join_count; i++)
        if (joins >> i & 1) w->joins[i].waited = true;
}

static void step_named(walker *w, state *s, const fp_sync *sync, uint32_t number) {
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
        if (surely_joined && slot->phase == PHASE_OPEN)
            relate(report(w, FP_PROTOCOL_DOUBLE_SIGNAL, FP_LEVEL_WARNING, sync->op, sync->span,
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
            report(w, FP_PROTOCOL_UNJOINED, softer, sync->op, sync->span, FP_PHRASE(sentence, barrier));
        } else if (slot->arrival == ARRIVAL_EARLY)
            relate(report(w, FP_PROTOCOL_UNJOINED, FP_LEVEL_WARNING, sync->op, sync->span,
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
            report(w, FP_PROTOCOL_UNJOINED, softer, sync->op, sync->span,
                   FP_PHRASE(FP_SAYS_UNJOINED_BARRIER_LEAVE, barrier));
        else if (slot->phase == PHASE_OPEN)
            relate(report(w, FP_PROTOCOL_LEAVE_AFTER_ARRIVE, softer, sync->op, sync->span,
                          FP_PHRASE(FP_SAYS_LEAVE_AFTER_ARRIVE_SIGNALLED, barrier)),
                   slot->opener, FP_AT_SIGNALLED_HERE);
        else if (slot->leaves < UINT8_MAX && ++slot->leaves > w->slots[number].members && w->slots[number].members > 0)
            report(w, FP_PROTOCOL_LEAVE_AFTER_ARRIVE, softer, sync->op, sync->span,
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
    case FP_SYNC_TURN:
    case FP_SYNC_PACING: return;
    }
}

/* It may be any of them: afterwards nothing more is said of what it does. */
static void step_any(walker *w, state *s, const fp_sync *sync) {
    state any = state_at_start(true);
    bool by_pointer = sync->id == FP_ID_OBJECT; /* one of the named */
    for (uint32_t i = by_pointer ? SLOT_NAMED : 0; i < SLOTS_MAX; i++) {
        mark_joins(w, s->slots[i].joins);
        s->slots[i] = any.slots[i];
    }
    s->joined = any.joined;
    s->cluster_signalled |= !by_pointer;
}

static void step(struct fp_flow *flow, void *at, const fp_sync *sync) {
    walker *w = flow->user;
    state *s = at;
    if (!names_barrier(sync) || sync->scope == FP_SCOPE_DEVICE || !check_available(w, sync) ||
        !check_divergence(w, sync))
        return;
    check_members(w, sync);
    bool nvidia = w->target->vendor == FP_VENDOR_NVIDIA;
    if (nvidia || sync->scope == FP_SCOPE_WAVE)
        return; /* NVIDIA's arrive and sync meet across warps: no phase to follow within one */
    if (is_unknown(sync)) {
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

static void check_end(walker *w, const state *s) {
    for (uint32_t i = 0; i < w->slot_count; i++) {
        const slot_state *slot = &s->slots[i];
        bool named = i >= SLOT_NAMED;
        if (slot->phase != PHASE_OPEN || (named && s->joined != 1ull << i)) continue;
        report(w, FP_PROTOCOL_UNWAITED_SIGNAL, named ? FP_LEVEL_WARNING : FP_LEVEL_ERROR, FP_NONE, slot->opener,
               FP_PHRASE(FP_SAYS_UNWAITED_SIGNAL_END, barrier_of_slot(w, i)));
    }
}

static void check_joins(walker *w) {
    for (uint32_t i = 0; i < w->join_count; i++) {
        if (w->joins[i].waited) continue;
        report(w, FP_PROTOCOL_UNJOINED, FP_LEVEL_HINT, w->joins[i].sync->op, w->joins[i].sync->span,
               FP_PHRASE(FP_SAYS_UNJOINED_BARRIER_UNUSED, barrier_of_slot(w, w->joins[i].slot)));
    }
}

static void report_arrivals(walker *w, fp_arrivals arrivals) {
    if (!arrivals.unbalanced) return;
    fp_phrase phrase = arrivals.evaluated
                           ? FP_PHRASE(FP_SAYS_UNBALANCED_BARRIER_WAVES, fp_arg_number(FP_ARG_FIRST, arrivals.waves[0]),
                                       fp_arg_number(FP_ARG_SECOND, arrivals.waves[1]))
                           : fp_phrase_of(FP_SAYS_UNBALANCED_BARRIER_WAYS);
    report(w, FP_PROTOCOL_UNBALANCED, FP_LEVEL_WARNING, arrivals.op, arrivals.span, phrase);
}

fp_protocol_findings fp_protocol_check(struct fp_arena *keep, struct fp_kernel *kernel,
                                       const struct fp_program *program) {
    if (kernel->syncs.len == 0 && kernel->calls.len == 0) return (fp_protocol_findings){ .data = NULL };
    walker *w = FP_NEW(keep, walker, 1);
    *w = (walker){ .keep = keep, .kernel = kernel, .target = kernel->target };
    w->flow = (struct fp_flow){ .keep = keep,
                                .program = program,
                                .user = w,
                                .state_size = sizeof(state),
                                .sync = step,
                                .merge = merge,
                                .same = same,
                                .forget = forget };
    find_slots(w);
    state s = state_at_start(!kernel->is_entry);
    fp_arrivals arrivals = fp_arrivals_check(keep, kernel, program);
    w->unbalanced = arrivals.unbalanced;
    if (fp_flow_run(&w->flow, kernel, &s) && kernel->is_entry) check_end(w, &s);
    if (kernel->is_entry) check_joins(w);
    report_arrivals(w, arrivals);
    return (fp_protocol_findings){ w->findings.data, w->findings.len, w->publishers.data, w->publishers.len };
}
