#include "table_check.h"
#include <stdio.h>

typedef struct {
    uint32_t state;
    bool ordered;
} place; /* where an access is; ordered: gone from the picture */
typedef struct {
    const fp_sync_context *context;
    const fp_sync *sync;
    const fp_class *klass;
    fp_lane lane;
    bool own_lane;
} question;

static bool everybody(const question *q) {
    const uint32_t *block = q->context->launch.block;
    int64_t threads = (int64_t)block[0] * block[1] * block[2];
    if (q->sync->member_count == -1) return q->sync->kind == FP_SYNC_BARRIER;
    return threads > 0 && !q->context->launch.upper_bound_only && q->sync->member_count == threads;
}

/* Whose barrier is it? */
static bool of_wave(const question *q) { return q->sync->scope == FP_SCOPE_WAVE; }
static bool of_workgroup(const question *q) {
    const fp_sync *sync = q->sync;
    if (of_wave(q) || sync->object != FP_NONE) return false;
    if (sync->id == FP_ID_WORKGROUP) return true;
    return q->context->target->vendor == FP_VENDOR_NVIDIA &&
           ((sync->id == 0 && sync->member_count == -1) || sync->scope == FP_SCOPE_CLUSTER || everybody(q));
}
static bool of_group(const question *q) {
    bool counted = q->context->target->vendor == FP_VENDOR_NVIDIA && q->sync->id == 0;
    return !of_wave(q) && !of_workgroup(q) && (q->sync->object != FP_NONE || q->sync->id > 0 || counted);
}

static bool opens_for_fewer(const question *q) {
    const uint32_t *block = q->context->launch.block;
    int64_t threads = (int64_t)block[0] * block[1] * block[2];
    return q->context->target->vendor == FP_VENDOR_NVIDIA && !q->context->partial &&
           !q->context->launch.upper_bound_only && q->sync->member_count >= 0 && threads > q->sync->member_count;
}

static bool fence_concerns(const question *q) {
    bool space = q->sync->spaces & (q->klass->space == FP_SPACE_WORKGROUP ? FP_SPACES_WORKGROUP : FP_SPACES_GLOBAL);
    bool tags =
        !q->sync->tags || !q->klass->tags || fp_tags_compatible(q->context->tags, q->sync->tags, q->klass->tags);
    return space && tags;
}

static bool has_release_half(const question *q) {
    fp_sync_kind kind = q->sync->kind;
    bool may = kind == FP_SYNC_SIGNAL || kind == FP_SYNC_ARRIVE ||
               ((kind == FP_SYNC_BARRIER || kind == FP_SYNC_FENCE) && !of_wave(q));
    return may && q->sync->release && fence_concerns(q);
}

static fp_counter hardware(const question *q, fp_counter counter) {
    return counter == FP_COUNTER_STORE && q->context->target->stores_share_load_counter ? FP_COUNTER_LOAD : counter;
}

static bool empties(const question *q, fp_counter counter) {
    for (uint32_t i = 0; i < q->sync->wait_count; i++)
        if (hardware(q, q->sync->waits[i].counter) == counter && q->sync->waits[i].count == 0) return true;
    return false;
}

static bool instruction_waits(const question *q) { return q->sync->kind == FP_SYNC_BARRIER && of_workgroup(q); }

static bool lands(const question *q) {
    if (has_release_half(q)) return true;
    if (instruction_waits(q) && !q->context->target->backoff_barrier) return true;
    if (q->sync->kind != FP_SYNC_COUNTER_WAIT || q->klass->counter != FP_COUNTER_NONE) return false;
    if (q->klass->space == FP_SPACE_WORKGROUP) return empties(q, FP_COUNTER_DS);
    return empties(q, FP_COUNTER_LOAD) &&
           (q->context->target->stores_share_load_counter || empties(q, FP_COUNTER_STORE));
}

static bool is_grouped(fp_counter counter) {
    return counter == FP_COUNTER_ASYNC_GROUP || counter == FP_COUNTER_BULK_GROUP || counter == FP_COUNTER_WGMMA_GROUP ||
           counter == FP_COUNTER_ASYNCMARK;
}

/* A copy with `depth` newer ones: does the sync complete it for its own thread? */
static bool completes(const question *q, uint32_t depth) {
    const fp_target *target = q->context->target;
    fp_counter counter = q->klass->counter;
    if (instruction_waits(q) && target->barrier_empties_all) return true;
    if (has_release_half(q)) {
        bool all = q->sync->spaces == FP_SPACES_ALL && q->sync->tags == 0;
        if (q->klass->plain_lds_dma ? target->ldsdma_fenced
                                    : counter == FP_COUNTER_ASYNCMARK && target->asyncmark_fenced && all)
            return true;
    }
    if (q->sync->kind != FP_SYNC_COUNTER_WAIT || counter == FP_COUNTER_NONE) return false;
    for (uint32_t i = 0; i < q->sync->wait_count; i++) {
        fp_counter_wait wait = q->sync->waits[i];
        bool marked = counter == FP_COUNTER_ASYNCMARK && wait.count == 0 &&
                      (wait.counter == FP_COUNTER_LOAD || wait.counter == FP_COUNTER_ASYNC);
        bool counted = wait.count >= 0 && hardware(q, wait.counter) == hardware(q, counter) &&
                       depth >= (uint32_t)wait.count + is_grouped(counter);
        if (marked || counted) return true;
    }
    return false;
}

/* How many newer ones there are afterwards; UINT32_MAX: the counter is full, so that it has completed. */
static uint32_t deeper(const question *q, uint32_t depth) {
    for (uint32_t i = 0; i < q->sync->wait_count && q->klass->counter != FP_COUNTER_NONE; i++) {
        fp_counter counter = q->sync->waits[i].counter;
        bool committed = q->sync->kind == FP_SYNC_COMMIT && counter == q->klass->counter && is_grouped(counter);
        bool pushed = q->sync->kind == FP_SYNC_COUNT_UP && hardware(q, counter) == hardware(q, q->klass->counter) &&
                      !is_grouped(counter) && counter != FP_COUNTER_MBARRIER && counter != FP_COUNTER_DMA_TAG;
        if (!committed && !pushed) continue;
        uint32_t capacity = pushed ? fp_target_capacity(q->context->target, hardware(q, counter)) : 0;
        if (depth < FP_DEPTH_MAX) depth++;
        if (capacity && depth >= capacity) return UINT32_MAX;
    }
    return depth;
}

static const place gone = { FP_STATE_COUNT, true };

/* Threads have waited until the data is there; who has met whom by it? */
static place landed(const question *q, uint32_t state) {
    if (state >= FP_STATE_IN_FLIGHT) {
        uint32_t depth = state - FP_STATE_IN_FLIGHT, now = deeper(q, depth);
        if (completes(q, depth) || now == UINT32_MAX) return (place){ FP_STATE_PERFORMED, false };
        bool object = q->sync->kind == FP_SYNC_COMPLETION_WAIT && q->sync->object != FP_NONE &&
                      q->klass->object == q->sync->object &&
                      (q->klass->counter == FP_COUNTER_MBARRIER || q->klass->counter == FP_COUNTER_DMA_TAG);
        if (object && !q->context->partial) return gone; /* whoever waits has the data, and everybody waits */
        if (object) return (place){ q->own_lane ? FP_STATE_ORDERED_GROUP : FP_STATE_PERFORMED, false };
        return (place){ FP_STATE_IN_FLIGHT + now, false };
    }
    if (state == FP_STATE_ISSUED && lands(q)) return (place){ FP_STATE_PERFORMED, false };
    if (state == FP_STATE_WAVE_ISSUED && lands(q)) return (place){ FP_STATE_WAVE_PERFORMED, false };
    return (place){ state, false };
}

static bool is_performed(uint32_t s) { return s == FP_STATE_PERFORMED || s == FP_STATE_WAVE_PERFORMED; }
static bool is_signalled(uint32_t s) { return s == FP_STATE_SIGNALLED || s == FP_STATE_WAVE_SIGNALLED; }
static bool is_of_group(uint32_t s) { return s == FP_STATE_SIGNALLED_GROUP || s == FP_STATE_ORDERED_GROUP; }

static place met_by_workgroup(const question *q, uint32_t s) {
    bool whole = q->sync->kind == FP_SYNC_BARRIER, workgroup_lane = q->lane.kind == FP_LANE_WORKGROUP;
    if (whole) return is_performed(s) || is_signalled(s) || is_of_group(s) ? gone : (place){ s, false };
    if (!workgroup_lane) return (place){ s, false };
    if (q->sync->kind == FP_SYNC_WAIT) return is_signalled(s) ? gone : (place){ s, false };
    if (s == FP_STATE_PERFORMED) return (place){ FP_STATE_SIGNALLED, false };
    return (place){ s == FP_STATE_WAVE_PERFORMED ? (uint32_t)FP_STATE_WAVE_SIGNALLED : s, false };
}

static uint32_t met_by_group(const question *q, uint32_t s) {
    fp_sync_kind kind = q->sync->kind;
    bool arrives = kind == FP_SYNC_SIGNAL || kind == FP_SYNC_ARRIVE || kind == FP_SYNC_BARRIER;
    bool waits = kind == FP_SYNC_WAIT || kind == FP_SYNC_COMPLETION_WAIT || kind == FP_SYNC_BARRIER;
    if (kind == FP_SYNC_BARRIER && opens_for_fewer(q)) return s;
    if (arrives && is_performed(s)) s = FP_STATE_SIGNALLED_GROUP;
    return waits && s == FP_STATE_SIGNALLED_GROUP ? (uint32_t)FP_STATE_ORDERED_GROUP : s;
}

static place after(const question *q, uint32_t state) {
    fp_sync_kind kind = q->sync->kind;
    bool meets = kind == FP_SYNC_BARRIER || kind == FP_SYNC_SIGNAL || kind == FP_SYNC_WAIT;
    if (meets && of_workgroup(q) && (q->context->meeting == FP_MEET_NOT || fp_meeting_is_doubtful(q->context->meeting)))
        return (place){ state, false };
    if (of_wave(q) && (kind == FP_SYNC_BARRIER || kind == FP_SYNC_FENCE)) {
        if (!fence_concerns(q)) return (place){ state, false };
        if (state == FP_STATE_ISSUED) return (place){ FP_STATE_WAVE_ISSUED, false };
        if (state == FP_STATE_PERFORMED) return (place){ FP_STATE_WAVE_PERFORMED, false };
        return (place){ state == FP_STATE_SIGNALLED ? (uint32_t)FP_STATE_WAVE_SIGNALLED : state, false };
    }
    bool joins_another =
        kind == FP_SYNC_JOIN && q->lane.kind == FP_LANE_GROUP && q->lane.object == FP_NONE && !q->own_lane;
    if (joins_another || (kind == FP_SYNC_LEAVE && q->own_lane))
        return (place){ is_of_group(state) ? (uint32_t)FP_STATE_PERFORMED : state, false };
    place now = landed(q, state);
    if (now.ordered) return now;
    if (meets && of_workgroup(q)) return met_by_workgroup(q, now.state);
    bool on_object = kind == FP_SYNC_ARRIVE || kind == FP_SYNC_COMPLETION_WAIT;
    if (q->own_lane && (on_object || (meets && of_group(q)))) now.state = met_by_group(q, now.state);
    return now;
}

/* Notes: has the thread passed something on behind the access, and has one taken it over? */
static place noted(const question *q, uint32_t state) {
    fp_sync_kind kind = q->sync->kind;
    bool fence = kind == FP_SYNC_FENCE, barrier = kind == FP_SYNC_BARRIER;
    bool gives = barrier || kind == FP_SYNC_SIGNAL || kind == FP_SYNC_ARRIVE || (fence && q->sync->release);
    bool takes = barrier || kind == FP_SYNC_WAIT || kind == FP_SYNC_COMPLETION_WAIT || (fence && q->sync->acquire);
    if (q->lane.kind == FP_LANE_FLAG) return (place){ state, false };
    if (takes && state == FP_STATE_SIGNALLED) return gone;
    return (place){ gives ? (uint32_t)FP_STATE_SIGNALLED : state, false };
}

/* At a barrier that perhaps only some come to all threads may meet as elsewhere, and others may have waited for their
 * copies on a way of their own to it; who waits for an object has what it completes. */
static bool ordered_for_some(const question *q, uint32_t state) {
    if (q->sync->kind == FP_SYNC_COMPLETION_WAIT && state >= FP_STATE_IN_FLIGHT)
        return landed(q, state).state < FP_STATE_IN_FLIGHT;
    fp_meeting meeting = q->context->meeting;
    if (meeting == FP_MEET_ALL || meeting == FP_MEET_NOT || !of_workgroup(q)) return false;
    bool elsewhere = meeting == FP_MEET_ELSEWHERE && state >= FP_STATE_IN_FLIGHT;
    if (q->sync->kind == FP_SYNC_WAIT && fp_meeting_is_doubtful(meeting))
        return q->lane.kind == FP_LANE_WORKGROUP &&
               (is_performed(state) || is_signalled(state) || is_of_group(state) || elsewhere);
    if (q->sync->kind != FP_SYNC_BARRIER) return false;
    if (elsewhere) return true;
    fp_sync_context together = *q->context;
    together.meeting = FP_MEET_ALL;
    question other = *q;
    other.context = &together;
    return after(&other, state).ordered;
}

bool table_agrees(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass, fp_lane lane,
                  bool quiet) {
    fp_relation said = fp_sync_relation(context, sync, klass, lane);
    fp_lane own;
    question q = { context, sync, klass, lane, false };
    q.own_lane = lane.kind == FP_LANE_GROUP && fp_sync_group(context, sync, &own) && own.id == lane.id &&
                 own.object == lane.object;
    bool notes = lane.kind == FP_LANE_FLAG || lane.kind == FP_LANE_HANDOVER;
    uint32_t states = klass->counter == FP_COUNTER_NONE ? (uint32_t)FP_STATE_IN_FLIGHT : (uint32_t)FP_STATE_COUNT;
    for (uint32_t s = 0; s < states; s++) {
        place now = notes ? noted(&q, s) : after(&q, s);
        fp_state_set rows = now.ordered ? 0 : FP_STATE_BIT(now.state);
        if ((sync->maybe || sync->of_array) && !notes) rows |= FP_STATE_BIT(s);
        bool ordered = said.ordered >> s & 1, wanted = now.ordered || (!notes && ordered_for_some(&q, s));
        if (said.rows[s] == rows && ordered == wanted) continue;
        if (!quiet)
            printf("sync kind %d, id %d, scope %d, meeting %d%s, class counter %d space %d, lane %d: state %u goes to "
                   "%llx%s, not to %llx%s\n",
                   (int)sync->kind, (int)sync->id, (int)sync->scope, (int)context->meeting,
                   context->partial ? " partial" : "", (int)klass->counter, (int)klass->space, (int)lane.kind, s,
                   (unsigned long long)said.rows[s], ordered ? " ordered" : "", (unsigned long long)rows,
                   wanted ? " ordered" : "");
        return false;
    }
    return true;
}
