#include "order/relation_sync.h"
#include <assert.h>
#include <string.h>

/* ---- elementary moves ---- */
#define MOVE_ENUM(name) MOVE_##name,
typedef enum { FP_MOVE_NAMES(MOVE_ENUM) } elementary;

typedef struct {
    elementary move;
    fp_state from, to;
} move_row;
#define MOVE_ROW(move, from, to) { MOVE_##move, FP_STATE_##from, FP_STATE_##to },
static const move_row move_rows[] = { FP_MOVES_ROWS(MOVE_ROW) };

/* The states that move, and where to; what `to` holds of the others is not read. */
typedef struct {
    fp_state_set moving;
    uint8_t to[FP_STATE_COUNT];
} moves;

static void add_move(moves *all, uint32_t from, uint32_t to) {
    all->moving |= FP_STATE_BIT(from);
    all->to[from] = (uint8_t)to;
}

/* Every state that moves becomes another one in `relation`'s results. */
static void follow(fp_relation *relation, const moves *all) {
    for (uint32_t s = 0; s < FP_STATE_COUNT; s++) {
        fp_state_set moved = relation->rows[s] & ~all->moving;
        for (fp_state_set set = relation->rows[s] & all->moving; set; set &= set - 1) {
            uint8_t state = all->to[__builtin_ctzll(set)];
            if (state == FP_STATE_ORDERED)
                relation->ordered |= FP_STATE_BIT(s);
            else
                moved |= FP_STATE_BIT(state);
        }
        relation->rows[s] = moved;
    }
}

static void move(fp_relation *relation, elementary name) {
    moves all;
    all.moving = 0;
    for (size_t i = 0; i < sizeof move_rows / sizeof *move_rows; i++)
        if (move_rows[i].move == name) add_move(&all, move_rows[i].from, move_rows[i].to);
    follow(relation, &all);
}

/* Moves accesses in flight that at least `depth` newer ones follow to `state`. */
static void complete(fp_relation *relation, uint32_t depth, fp_state state) {
    moves all;
    all.moving = 0;
    for (uint32_t k = depth; k <= FP_DEPTH_MAX; k++) add_move(&all, FP_STATE_IN_FLIGHT + k, state);
    follow(relation, &all);
}

/* The last state stands for all accesses with FP_DEPTH_MAX or more newer ones; where a wait or a capacity reaches
 * beyond that, some of them may be complete. */
static void complete_deepest(fp_relation *relation) {
    for (uint32_t s = 0; s < FP_STATE_COUNT; s++)
        if (relation->rows[s] & FP_STATE_BIT(FP_STATE_IN_FLIGHT + FP_DEPTH_MAX))
            relation->rows[s] |= FP_STATE_BIT(FP_STATE_PERFORMED);
}

/* One more op or group enters the counter, which holds `capacity` at most (0: no limit): what gets deeper is
 * complete. */
static void push_down(fp_relation *relation, uint32_t capacity) {
    moves all;
    all.moving = 0;
    for (uint32_t k = 0; k <= FP_DEPTH_MAX; k++) {
        uint32_t deeper = k < FP_DEPTH_MAX ? k + 1 : FP_DEPTH_MAX;
        bool complete = capacity && deeper >= capacity;
        add_move(&all, FP_STATE_IN_FLIGHT + k, complete ? (uint32_t)FP_STATE_PERFORMED : FP_STATE_IN_FLIGHT + deeper);
    }
    if (capacity > FP_DEPTH_MAX) complete_deepest(relation);
    follow(relation, &all);
}

static void unite(fp_relation *relation, const fp_relation *other) {
    for (uint32_t s = 0; s < FP_STATE_COUNT; s++) relation->rows[s] |= other->rows[s];
    relation->ordered |= other->ordered;
}

fp_relation fp_relation_identity(void) {
#define FOUR(s) FP_STATE_BIT(s), FP_STATE_BIT((s) + 1), FP_STATE_BIT((s) + 2), FP_STATE_BIT((s) + 3)
#define SIXTEEN(s) FOUR(s), FOUR((s) + 4), FOUR((s) + 8), FOUR((s) + 12)
    static const fp_relation identity = { { SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48) }, 0 };
    static_assert(FP_STATE_COUNT == 64, "a row for each state");
    return identity;
#undef SIXTEEN
#undef FOUR
}

/* ---- who is meant ---- */
typedef enum { REACH_NONE, REACH_WAVE, REACH_GROUP, REACH_WORKGROUP } reach;

static bool counts_everybody(const fp_launch *launch, const fp_sync *sync) {
    int64_t threads = (int64_t)launch->block[0] * launch->block[1] * launch->block[2];
    return sync->member_count == -1 ? sync->kind == FP_SYNC_BARRIER
                                    : threads > 0 && !launch->upper_bound_only && sync->member_count == threads;
}

static reach reach_of(const fp_sync_context *context, const fp_sync *sync) {
    if (sync->scope == FP_SCOPE_WAVE) return REACH_WAVE;
    if (sync->object != FP_NONE) return REACH_GROUP;
    if (sync->id == FP_ID_WORKGROUP) return REACH_WORKGROUP;
    if (context->target->vendor == FP_VENDOR_NVIDIA) {
        bool whole = (sync->id == 0 && sync->member_count == -1) || sync->scope == FP_SCOPE_CLUSTER;
        if (whole || counts_everybody(&context->launch, sync)) return REACH_WORKGROUP;
        return sync->id >= 0 ? REACH_GROUP : REACH_NONE;
    }
    /* The null, trap and cluster barriers order no workgroup memory. */
    return sync->id >= 0 && !fp_sync_is_on_null(sync) ? REACH_GROUP : REACH_NONE;
}

/* More threads run the barrier than it waits for: they do not meet in one group. */
static bool lets_others_pass(const fp_sync_context *context, const fp_sync *sync) {
    const fp_launch *launch = &context->launch;
    int64_t threads = (int64_t)launch->block[0] * launch->block[1] * launch->block[2];
    return !context->partial && sync->member_count >= 0 && threads > sync->member_count && !launch->upper_bound_only &&
           context->target->vendor == FP_VENDOR_NVIDIA;
}

static bool has_id(fp_sync_kind kind) {
    return fp_sync_is_barrier(kind) || kind == FP_SYNC_JOIN || kind == FP_SYNC_LEAVE;
}

bool fp_sync_group(const fp_sync_context *context, const fp_sync *sync, fp_lane *lane) {
    bool by_object = sync->object != FP_NONE && (sync->kind == FP_SYNC_ARRIVE || sync->kind == FP_SYNC_COMPLETION_WAIT);
    if (!by_object && !(has_id(sync->kind) && reach_of(context, sync) == REACH_GROUP)) return false;
    *lane = (fp_lane){ FP_LANE_GROUP, sync->object == FP_NONE ? sync->id : FP_ID_OBJECT, sync->object };
    return true;
}

bool fp_sync_meets_workgroup(const fp_sync_context *context, const fp_sync *sync) {
    bool half_or_whole = fp_sync_is_barrier(sync->kind);
    return half_or_whole && reach_of(context, sync) == REACH_WORKGROUP;
}

static bool in_lane(const fp_sync_context *context, const fp_sync *sync, fp_lane lane) {
    fp_lane own;
    return lane.kind == FP_LANE_GROUP && fp_sync_group(context, sync, &own) && own.id == lane.id &&
           own.object == lane.object;
}

bool fp_wait_empties_marks(fp_counter_wait wait) {
    return wait.count == 0 && fp_counter_info_of(wait.counter)->beneath_marks;
}

/* ---- fences ---- */
static bool heeds(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass) {
    if (klass->space == FP_SPACE_UNTRACKED || (sync->only_inits && !klass->inits)) return false;
    int space = klass->space == FP_SPACE_WORKGROUP ? FP_SPACES_WORKGROUP : FP_SPACES_GLOBAL;
    if (!(sync->spaces & space)) return false;
    return !sync->tags || !klass->tags || fp_tags_compatible(context->tags, sync->tags, klass->tags);
}

/* Does the release half complete copies that are in flight? Only those that the backend waits for by itself. */
static bool fence_completes(const fp_target *target, const fp_sync *sync, const fp_class *klass) {
    if (klass->plain_lds_dma) return target->ldsdma_fenced;
    bool untagged = sync->spaces == FP_SPACES_ALL && sync->tags == 0;
    return klass->counter == FP_COUNTER_ASYNCMARK && target->asyncmark_fenced && untagged;
}

static void release(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass, fp_relation *relation) {
    if (!sync->release || !heeds(context, sync, klass)) return;
    move(relation, MOVE_LAND);
    if (fence_completes(context->target, sync, klass)) complete(relation, 0, FP_STATE_PERFORMED);
}

/* A sync of one wave waits for nothing: it only keeps its lanes in order. */
static void order_wave(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass,
                       fp_relation *relation) {
    if (heeds(context, sync, klass)) move(relation, MOVE_MEET_WAVE);
}

/* Chips without back-off barriers empty every counter before they arrive. */
static void arrive_in_hardware(const fp_sync_context *context, fp_relation *relation) {
    if (!context->target->backoff_barrier) move(relation, MOVE_LAND);
    if (context->target->barrier_empties_all) complete(relation, 0, FP_STATE_PERFORMED);
}

/* ---- barriers ---- */
/* Where perhaps only some threads come to it, it is a whole barrier as soon as all of them do. */
static void order_some(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass,
                       fp_relation *relation) {
    fp_relation whole = fp_relation_identity();
    release(context, sync, klass, &whole);
    arrive_in_hardware(context, &whole);
    move(&whole, MOVE_MEET);
    relation->ordered |= whole.ordered | (context->meeting == FP_MEET_ELSEWHERE ? FP_SET_IN_FLIGHT : 0);
}

static void barrier(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass, fp_lane lane,
                    fp_relation *relation) {
    reach who = reach_of(context, sync);
    if (who == REACH_WORKGROUP && context->meeting == FP_MEET_NOT) return;
    if (who == REACH_WORKGROUP && fp_meeting_is_doubtful(context->meeting)) {
        order_some(context, sync, klass, relation);
        return;
    }
    if (who == REACH_WAVE) {
        order_wave(context, sync, klass, relation);
        return;
    }
    release(context, sync, klass, relation);
    if (who == REACH_WORKGROUP) {
        arrive_in_hardware(context, relation);
        move(relation, MOVE_MEET);
    }
    if (who == REACH_GROUP && in_lane(context, sync, lane) && !lets_others_pass(context, sync)) {
        move(relation, MOVE_SIGNAL_GROUP);
        move(relation, MOVE_WAIT_GROUP);
    }
}

static void half_barrier(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass, fp_lane lane,
                         fp_relation *relation) {
    reach who = reach_of(context, sync);
    bool signals = sync->kind == FP_SYNC_SIGNAL;
    if (who == REACH_WORKGROUP && context->meeting == FP_MEET_NOT) return;
    if (who == REACH_WORKGROUP && fp_meeting_is_doubtful(context->meeting)) {
        fp_relation whole = fp_relation_identity();
        move(&whole, MOVE_MEET);
        if (context->meeting == FP_MEET_ELSEWHERE) whole.ordered |= FP_SET_IN_FLIGHT;
        if (!signals && lane.kind == FP_LANE_WORKGROUP) relation->ordered |= whole.ordered;
        return;
    }
    if (signals) release(context, sync, klass, relation);
    if (who == REACH_WORKGROUP && lane.kind == FP_LANE_WORKGROUP) move(relation, signals ? MOVE_SIGNAL : MOVE_WAIT);
    if (who == REACH_GROUP && in_lane(context, sync, lane))
        move(relation, signals ? MOVE_SIGNAL_GROUP : MOVE_WAIT_GROUP);
}

/* ---- counters ---- */
static bool waits_for_all(const fp_target *target, const fp_sync *sync, fp_counter counter) {
    for (uint32_t i = 0; i < sync->wait_count; i++)
        if (fp_target_counter(target, sync->waits[i].counter) == counter && sync->waits[i].count == 0) return true;
    return false;
}

/* A wait for an empty counter of a memory space also performs the space's ordinary accesses. */
static bool lands_by_wait(const fp_target *target, const fp_sync *sync, const fp_class *klass) {
    if (klass->counter != FP_COUNTER_NONE) return false;
    if (klass->space == FP_SPACE_WORKGROUP) return waits_for_all(target, sync, FP_COUNTER_DS);
    return waits_for_all(target, sync, FP_COUNTER_LOAD) &&
           (target->stores_share_load_counter || waits_for_all(target, sync, FP_COUNTER_STORE));
}

static void counter_wait(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass,
                         fp_relation *relation) {
    const fp_target *target = context->target;
    if (lands_by_wait(target, sync, klass)) move(relation, MOVE_LAND);
    for (uint32_t i = 0; i < sync->wait_count; i++) {
        fp_counter_wait wait = sync->waits[i];
        if (klass->counter == FP_COUNTER_NONE || wait.count < 0) continue;
        fp_counter counter = fp_target_counter(target, wait.counter);
        if (klass->counter == FP_COUNTER_ASYNCMARK && fp_wait_empties_marks(wait))
            complete(relation, 0, FP_STATE_PERFORMED);
        if (counter != fp_target_counter(target, klass->counter)) continue;
        uint64_t depth = (uint64_t)wait.count + (fp_counter_is_grouped(counter) ? 1 : 0);
        if (depth <= FP_DEPTH_MAX)
            complete(relation, (uint32_t)depth, FP_STATE_PERFORMED);
        else if (!fp_target_capacity(target, counter) || depth < fp_target_capacity(target, counter))
            complete_deepest(relation);
    }
}

static void count_op(const fp_target *target, fp_counter used, const fp_class *klass, bool maybe,
                     fp_relation *relation) {
    fp_counter counter = fp_target_counter(target, used);
    if (klass->counter == FP_COUNTER_NONE || fp_counter_info_of(counter)->counts != FP_COUNTS_OPS ||
        counter != fp_target_counter(target, klass->counter))
        return;
    fp_relation before = *relation;
    push_down(relation, fp_target_capacity(target, counter));
    if (maybe) unite(relation, &before);
}

static void commit(const fp_sync *sync, const fp_class *klass, fp_relation *relation) {
    for (uint32_t i = 0; i < sync->wait_count; i++)
        if (klass->counter != FP_COUNTER_NONE && klass->counter == sync->waits[i].counter &&
            fp_counter_is_grouped(klass->counter))
            push_down(relation, 0);
}

static void completion_wait(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass, fp_lane lane,
                            fp_relation *relation) {
    fp_relation before = *relation;
    bool own_lane = in_lane(context, sync, lane);
    bool completes = fp_counter_is_object(klass->counter) && klass->object == sync->object;
    fp_state released = !context->partial ? FP_STATE_ORDERED : own_lane ? FP_STATE_ORDERED_GROUP : FP_STATE_PERFORMED;
    if (sync->object != FP_NONE && completes) {
        complete(relation, 0, released);
        for (uint32_t k = FP_STATE_IN_FLIGHT; k < FP_STATE_COUNT;
             k++) /* the waiting threads have the data, other threads may not */
            if (relation->rows[k] != before.rows[k]) relation->ordered |= FP_STATE_BIT(k);
    }
    if (own_lane) move(relation, MOVE_WAIT_GROUP);
    if (sync->of_array) unite(relation, &before);
}

static void arrive(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass, fp_lane lane,
                   fp_relation *relation) {
    release(context, sync, klass, relation);
    if (in_lane(context, sync, lane)) move(relation, MOVE_SIGNAL_GROUP);
}

/* ---- notes ---- */
static void note(fp_relation *relation, bool releases, bool acquires) {
    moves all;
    all.moving = 0;
    for (uint32_t s = 0; s < FP_STATE_COUNT; s++) {
        bool signalled = s == FP_STATE_SIGNALLED;
        if (signalled && acquires)
            add_move(&all, s, FP_STATE_ORDERED);
        else if (releases)
            add_move(&all, s, FP_STATE_SIGNALLED);
    }
    follow(relation, &all);
}

static void note_sync(const fp_sync *sync, fp_lane lane, fp_relation *relation) {
    if (lane.kind == FP_LANE_FLAG) return; /* flags are passed by atomics: see fp_access_relation */
    const fp_sync_traits *traits = &fp_sync_traits_of[sync->kind];
    bool fence = sync->kind == FP_SYNC_FENCE;
    bool publishes = fence ? sync->release && !sync->only_inits : traits->publishes,
         takes = fence ? sync->acquire : traits->takes;
    if (publishes || takes) note(relation, publishes, takes);
}

/* ---- the table ---- */
fp_relation fp_sync_relation(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass, fp_lane lane) {
    fp_relation relation = fp_relation_identity();
    if (lane.kind == FP_LANE_FLAG || lane.kind == FP_LANE_HANDOVER) {
        note_sync(sync, lane, &relation);
        return relation;
    }
    if (klass->space == FP_SPACE_UNTRACKED && !has_id(sync->kind)) return relation;
    switch (sync->kind) {
    case FP_SYNC_BARRIER: barrier(context, sync, klass, lane, &relation); break;
    case FP_SYNC_SIGNAL:
    case FP_SYNC_WAIT: half_barrier(context, sync, klass, lane, &relation); break;
    case FP_SYNC_FENCE:
        if (sync->scope == FP_SCOPE_WAVE)
            order_wave(context, sync, klass, &relation);
        else
            release(context, sync, klass, &relation);
        break;
    case FP_SYNC_COUNTER_WAIT: counter_wait(context, sync, klass, &relation); break;
    case FP_SYNC_COMMIT: commit(sync, klass, &relation); break;
    case FP_SYNC_COMPLETION_WAIT: completion_wait(context, sync, klass, lane, &relation); break;
    case FP_SYNC_ARRIVE: arrive(context, sync, klass, lane, &relation); break;
    case FP_SYNC_COUNT_UP:
        for (uint32_t i = 0; i < sync->wait_count; i++)
            count_op(context->target, sync->waits[i].counter, klass, sync->maybe, &relation);
        break;
    case FP_SYNC_JOIN: /* joining one leaves the others */
        if (lane.kind == FP_LANE_GROUP && lane.object == FP_NONE && !in_lane(context, sync, lane))
            move(&relation, MOVE_LEAVE_GROUP);
        break;
    case FP_SYNC_LEAVE:
        if (in_lane(context, sync, lane)) move(&relation, MOVE_LEAVE_GROUP);
        break;
    case FP_SYNC_INIT:
    case FP_SYNC_INVALIDATE:
    case FP_SYNC_QUERY:
    case FP_SYNC_PACING: break;
    }
    if (sync->maybe) {
        fp_relation identity = fp_relation_identity();
        unite(&relation, &identity);
    }
    return relation;
}

fp_relation fp_access_relation(const fp_sync_context *context, const fp_access *access, const fp_class *own,
                               const fp_class *klass, fp_lane lane, bool counts) {
    fp_relation relation = fp_relation_identity();
    if (lane.kind == FP_LANE_FLAG || lane.kind == FP_LANE_HANDOVER)
        note(&relation, access->ordered_release, access->ordered_acquire);
    else if (counts)
        count_op(context->target, own->counter, klass, false, &relation);
    return relation;
}

fp_relation fp_group_left_relation(fp_lane lane) {
    fp_relation relation = fp_relation_identity();
    if (lane.kind == FP_LANE_GROUP) move(&relation, MOVE_LEAVE_GROUP);
    return relation;
}

fp_state_set fp_access_initial(const fp_class *klass) {
    if (klass->performed) return FP_STATE_BIT(FP_STATE_PERFORMED);
    if (klass->space == FP_SPACE_UNTRACKED)
        return FP_STATE_BIT(
            FP_STATE_PERFORMED); /* nobody knows where the data lands: only a barrier of the threads orders it */
    if (klass->counter == FP_COUNTER_NONE) return FP_STATE_BIT(FP_STATE_ISSUED);
    return FP_STATE_BIT(FP_STATE_IN_FLIGHT);
}
