/* roles.c - programs of streams as programs of roles, and those as programs by threads. */
#include "make.h"
#include "threads.h"
#include <stdio.h>
#include <string.h>

/* ---- What a program of roles says ---- */

uint32_t roles_width(const struct program *p) {
    uint32_t width = 1;
    for (uint32_t s = 0; s < p->stream_count; s++)
        if (p->threads[s] > width) width = p->threads[s];
    return width;
}

bool roles_meet_at(const struct program *p, uint32_t object) {
    for (uint32_t s = 0; s < p->stream_count; s++)
        for (uint32_t i = 0; i < p->len[s]; i++)
            if (p->steps[s][i].event.kind == FP_EVENT_WAIT_OWN && p->steps[s][i].event.object == object) return true;
    return false;
}

int64_t roles_count_of(const struct program *p, uint32_t object) {
    for (uint32_t i = 0; i < p->len[0]; i++)
        if (p->steps[0][i].event.kind == FP_EVENT_INIT && p->steps[0][i].event.object == object)
            return p->steps[0][i].event.arrivals;
    return -1;
}

/* ---- Two barriers, forth and back ---- */

/* Two roles that hand a buffer over and back by two barriers which count threads. */
static void make_hand_over(struct program *p, fp_lot *lot) {
    uint32_t rounds = lot_from(lot, 1, 3), slots = lot_from(lot, 1, 2), kind = lot_below(lot, 3);
    p->kind = "hand-over";
    for (uint32_t i = 0; i < 2 * slots; i++) make_init(p, i, 2); /* full, free */
    make_fork(p, 2);
    for (uint32_t i = 0; i < rounds; i++) {
        uint32_t full = i % slots, empty = slots + i % slots;
        fp_region to = program_bytes(0, full * 8, 8);
        if (i >= slots) make_meet(p, 1, empty, 1, __LINE__ * 10);
        if (kind == 0) {
            make_access(p, 1, to, true, __LINE__);
        } else {
            make_start(p, 1, FP_NONE, make_touch(to, true, FP_PROXY_GENERIC), __LINE__)->event.queue = 0;
            if (kind == 2) make_close(p, 1, 0, __LINE__);
            make_wait_queue(p, 1, 0, 0, false, kind == 2, __LINE__);
        }
        make_wait_queue(p, 1, LANDING, 0, true, false, __LINE__);
        make_arrive(p, 1, full, 1, 0, __LINE__);
        make_meet(p, 2, full, 1, __LINE__ * 10);
        make_access(p, 2, to, false, __LINE__);
        make_wait_queue(p, 2, LANDING, 0, true, false, __LINE__);
        if (i + slots < rounds) make_arrive(p, 2, empty, 1, 0, __LINE__);
    }
    make_join(p, 2);
}

/* ---- Groups that are shifted against each other by barriers of all ---- */

/* In each round a group writes or reads the buffer in one of as many phases as there are groups; the next group is a
 * phase behind. */
static void make_staggered(struct program *p, fp_lot *lot) {
    uint32_t groups = lot_from(lot, 2, 3), rounds = lot_from(lot, 1, groups == 2 ? 4 : 2);
    p->kind = "staggered";
    make_init(p, 0, groups);
    make_fork(p, groups);
    for (fp_stream s = 1; s <= groups; s++) {
        for (uint32_t i = 1; i < s; i++) make_meet(p, s, 0, 1, __LINE__ * 10);
        for (uint32_t i = 0; i < rounds; i++) {
            make_access(p, s, program_bytes(0, 0, 8), false, __LINE__);
            make_access(p, s, program_bytes(0, 0, 8), true, __LINE__);
            make_wait_queue(p, s, LANDING, 0, true, false, __LINE__);
            for (uint32_t k = 0; k < groups; k++) make_meet(p, s, 0, 1, __LINE__ * 10 + 10 * k);
        }
        for (uint32_t i = s; i < groups; i++) make_meet(p, s, 0, 1, __LINE__ * 10);
    }
    make_join(p, groups);
}

/* ---- From streams to roles ---- */

/* How a stream's threads share its steps. */
typedef struct {
    uint32_t threads;
    bool waits, arrives; /* by all of them */
} habit;

/* Works of the matrix unit and of pipes are no thread's own; a queue of plain copies is. */
static bool is_own_queue(const struct program *p, fp_stream s, uint32_t queue) {
    for (uint32_t i = 0; i < p->len[s]; i++) {
        const fp_event *e = &p->steps[s][i].event;
        if (e->kind == FP_EVENT_START && e->queue == queue && p->steps[s][i].access[0].proxy == FP_PROXY_GENERIC)
            return true;
    }
    return queue == LANDING;
}

static bool is_by_all(const struct program *p, fp_stream s, const step *at, habit h) {
    const fp_event *e = &at->event;
    switch (e->kind) {
    case FP_EVENT_ACCESS:
    case FP_EVENT_FENCE:
    case FP_EVENT_WAIT_OWN: return true;
    case FP_EVENT_WAIT: return h.waits;
    case FP_EVENT_ARRIVE: return roles_meet_at(p, e->object) || (h.arrives && e->arrivals > 0 && e->bytes == 0);
    case FP_EVENT_START:
    case FP_EVENT_CLOSE_GROUP:
    case FP_EVENT_ARRIVE_AFTER:
    case FP_EVENT_WAIT_QUEUE: return is_own_queue(p, s, e->queue);
    case FP_EVENT_INIT:
    case FP_EVENT_END_OBJECT:
    case FP_EVENT_COMPLETE_BYTES:
    case FP_EVENT_FORK:
    case FP_EVENT_JOIN:
    case FP_EVENT_WARPS_MEET:
    case FP_EVENT_STREAM_MEETS:
    case FP_EVENT_END_MEMORY:
    case FP_EVENT_ROUND:
    case FP_EVENT_END: break;
    }
    return false;
}

static bool is_sync(fp_event_kind kind) {
    return kind == FP_EVENT_ARRIVE || kind == FP_EVENT_START || kind == FP_EVENT_COMPLETE_BYTES ||
           kind == FP_EVENT_ARRIVE_AFTER || kind == FP_EVENT_END_OBJECT || kind == FP_EVENT_INIT;
}

static step *append(struct program *p, fp_stream s, step what) {
    step *at = program_step(p, s, what.event.kind, what.event.object, what.text);
    *at = what;
    return at;
}

static void meet(struct program *p, fp_stream s, uint32_t object, uint32_t text) {
    make_arrive(p, s, object, 1, 0, text);
    program_step(p, s, FP_EVENT_WAIT_OWN, object, text + 1);
}

/* The stream's steps shared out among its threads, with the role's own barrier where they depend on each other. */
static void share_out(struct program *p, fp_stream s, habit h, uint32_t own) {
    static step old[STEPS_MAX];
    uint32_t count = p->len[s];
    memcpy(old, p->steps[s], sizeof old);
    bool others_did = false, elected_knows = false, any_by_all = false;
    static struct program before;
    before = *p;
    for (uint32_t i = 0; i < count; i++)
        any_by_all |= is_by_all(&before, s, &old[i], h) && old[i].event.kind != FP_EVENT_WAIT;
    p->len[s] = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool all = is_by_all(&before, s, &old[i], h);
        bool publishes = !all && is_sync(old[i].event.kind);
        if ((publishes && others_did) || (all && elected_knows)) {
            meet(p, s, own, STREAM_OPS / 10 + old[i].text);
            others_did = elected_knows = false;
        }
        append(p, s, old[i])->elected = !all;
        others_did |= all && old[i].event.kind != FP_EVENT_ARRIVE;
        elected_knows |=
            !all && any_by_all && (old[i].event.kind == FP_EVENT_WAIT || old[i].event.kind == FP_EVENT_WAIT_QUEUE);
        if (all && old[i].event.kind == FP_EVENT_WAIT_OWN) others_did = false;
    }
}

/* Arrivals of all threads count apart. */
static void count_threads(struct program *p, uint32_t object) {
    int64_t more = 0;
    bool meets = roles_meet_at(p, object);
    for (uint32_t s = 1; s < p->stream_count; s++)
        for (uint32_t i = 0; i < p->len[s] && p->threads[s] > 1; i++) {
            const step *at = &p->steps[s][i];
            bool arrives = at->event.kind == FP_EVENT_ARRIVE || at->event.kind == FP_EVENT_ARRIVE_AFTER;
            if (at->event.object != object || !arrives || (at->elected && !meets)) continue;
            more += at->event.arrivals * (p->threads[s] - 1);
            break;
        }
    for (uint32_t i = 0; i < p->len[0]; i++)
        if (p->steps[0][i].event.kind == FP_EVENT_INIT && p->steps[0][i].event.object == object)
            p->steps[0][i].event.arrivals += more;
}

/* Where accesses land later, they have landed before their threads signal: other texts leave the wait out. */
static void land_before_signals(struct program *p, fp_stream s) {
    static struct program old;
    old = *p;
    p->len[s] = 0;
    for (uint32_t i = 0; i < old.len[s]; i++) {
        const step *now = &old.steps[s][i], *before = i ? now - 1 : NULL;
        bool landed = before && before->event.kind == FP_EVENT_WAIT_QUEUE && before->event.queue == LANDING;
        if (now->event.kind == FP_EVENT_ARRIVE && roles_meet_at(&old, now->event.object) && !landed)
            make_wait_queue(p, s, LANDING, 0, true, false, now->text + STREAM_OPS / 5);
        append(p, s, *now);
    }
}

static void widen(struct program *p, fp_lot *lot, bool all_wide) {
    habit habits[STREAMS_MAX] = { 0 };
    uint32_t width = WARP * lot_from(lot, 1, 2), first_own = p->object_count, wide = 0;
    for (uint32_t s = 1; s < p->stream_count; s++) {
        if (!all_wide && lot_one_in(lot, 3)) continue;
        bool stores = false;
        for (uint32_t i = 0; i < p->len[s]; i++) stores |= p->steps[s][i].event.kind == FP_EVENT_ACCESS;
        habits[s] = (habit){ width, lot_one_in(lot, 2) && stores, lot_one_in(lot, 2) };
        p->threads[s] = width;
        wide++;
    }
    if (first_own + wide > OBJECTS_MAX) p->overflow = true;
    if (wide == 0 || p->overflow) return;
    for (uint32_t s = 1, own = first_own; s < p->stream_count; s++)
        if (p->threads[s] > 1) share_out(p, s, habits[s], own++);
    for (uint32_t s = 1; s < p->stream_count && !p->overflow; s++) land_before_signals(p, s);
    for (uint32_t o = 0; o < first_own && !p->overflow; o++) count_threads(p, o);
    for (uint32_t s = 1, own = first_own; s < p->stream_count && !p->overflow; s++) { /* their inits come first */
        if (p->threads[s] <= 1) continue;
        make_init(p, own++, width);
        step init = p->steps[0][p->len[0] - 1];
        memmove(&p->steps[0][1], &p->steps[0][0], (p->len[0] - 1) * sizeof(step));
        p->steps[0][0] = init;
    }
}

/* An elected thread's arrival for all, or the other way round: the commonest slip. */
static void mistake_who(struct program *p, fp_lot *lot) {
    for (uint32_t tries = 0; tries < 20; tries++) {
        fp_stream s = lot_below(lot, p->stream_count);
        if (p->threads[s] <= 1 || p->len[s] == 0) continue;
        step *at = &p->steps[s][lot_below(lot, p->len[s])];
        fp_event_kind kind = at->event.kind;
        if ((kind != FP_EVENT_ARRIVE && kind != FP_EVENT_WAIT) || at->event.bytes || roles_meet_at(p, at->event.object))
            continue;
        at->elected = !at->elected;
        snprintf(p->faults + strlen(p->faults), sizeof p->faults - strlen(p->faults), " who %u.%u", s,
                 (uint32_t)(at - p->steps[s]));
        p->fault_count++;
        return;
    }
}

static void put_faults(struct program *p, fp_lot *lot) {
    if (p->overflow || lot_one_in(lot, 2)) return;
    uint32_t faults = lot_from(lot, 1, 2);
    for (uint32_t i = 0; i < faults; i++)
        if (lot_one_in(lot, 5))
            mistake_who(p, lot);
        else if (lot_one_in(lot, 2))
            program_break_all(p, lot);
        else
            program_break(p, lot);
}

void roles_make_clusters(struct program *p, uint64_t seed) {
    fp_lot lot = program_begin(p, seed, 4);
    uint32_t kind = lot_below(&lot, 3);
    if (kind == 0) make_cluster(p, &lot);
    if (kind == 1) make_exchange(p, &lot);
    if (kind == 2) make_far_ring(p, &lot);
    if (!p->overflow && (kind == 1 || (kind == 2 && lot_one_in(&lot, 2)))) widen(p, &lot, kind == 1);
    put_faults(p, &lot);
}

void roles_make(struct program *p, uint64_t seed) {
    static const uint32_t kinds[] = { 0, 2, 3, 4, 6, 7, 8, 9, 10, 11, 11, 11, 11 };
    fp_lot lot = program_begin(p, seed, 3);
    uint32_t kind = lot_below(&lot, 8);
    if (kind < 2)
        make_hand_over(p, &lot);
    else if (kind == 2)
        make_staggered(p, &lot);
    else
        program_make_right(p, &lot, kinds[lot_below(&lot, sizeof kinds / sizeof *kinds)]);
    bool meets = false;
    for (uint32_t o = 0; o < p->object_count; o++) meets |= roles_meet_at(p, o);
    if (p->stream_count > ROLES_MAX) p->overflow = true;
    if (!p->overflow && (meets || lot_one_in(&lot, 2))) widen(p, &lot, meets);
    put_faults(p, &lot);
}

/* ---- From roles to threads ---- */

static void land_later(step *at) {
    at->event.kind = FP_EVENT_START;
    at->event.queue = LANDING;
    at->event.in_order = true;
}

/* One step as those threads do it that are together: `count` of them, who may be `others` than the first ones. */
static step step_of(const step *from, uint32_t count, bool others, bool whole, bool late) {
    step at = *from;
    fp_event *e = &at.event;
    /* Counters count in order; copies may land in any. */
    if (late && e->queue != FP_NONE && e->kind != FP_EVENT_START) e->in_order = true;
    if (late && e->kind == FP_EVENT_ARRIVE && !from->meets) { /* it is an access itself, behind those before it */
        e->kind = FP_EVENT_ARRIVE_AFTER;
        e->queue = LANDING;
        e->in_order = true;
    }
    if (!from->elected && (e->kind == FP_EVENT_ARRIVE || e->kind == FP_EVENT_ARRIVE_AFTER)) e->arrivals *= count;
    for (uint32_t k = 0; k < e->access_count && others; k++) at.access[k].region.memory += ROLE_MEMORY;
    if (e->access_count == 1 && whole) {
        at.access[1] = at.access[0];
        at.access[1].region.memory += ROLE_MEMORY;
        e->access_count = 2;
    }
    if (late && e->kind == FP_EVENT_ACCESS) land_later(&at);
    return at;
}

static bool is_left_out(const step *at, bool late) {
    return !late && at->event.kind == FP_EVENT_WAIT_QUEUE && at->event.queue == LANDING;
}

/* The threads of role `r` that are together with the first one, or the others. */
static void add_stream(threads_program *threads, const struct program *roles, uint32_t r, uint32_t count, bool others,
                       bool late) {
    struct program *p = &threads->program;
    bool wide = roles_width(roles) > 1, parts = count < roles->threads[r];
    fp_stream s = p->stream_count++;
    threads->role[s] = r;
    for (uint32_t i = 0; i < roles->len[r]; i++) {
        const step *from = &roles->steps[r][i];
        bool whole = wide && (from->elected || !parts);
        step own = *from;
        own.meets = from->event.object != FP_NONE && roles_meet_at(roles, from->event.object);
        if ((others && from->elected) || is_left_out(from, late)) continue;
        step *at = &p->steps[s][p->len[s]++];
        *at = step_of(&own, count, others, whole, late);
        at->text = i;
        p->overflow |= whole && from->event.access_count > 1;
    }
}

/* Behind the roles all threads of the cluster meet, and each workgroup's memory ends. */
static void end_workgroups(threads_program *threads, const struct program *roles) {
    struct program *p = &threads->program;
    int64_t all = 0, count[STREAMS_MAX];
    fp_stream last[2] = { 0 };
    for (fp_stream s = 1; s < p->stream_count; s++) {
        uint32_t r = threads->role[s], of_role = roles->threads[r] ? roles->threads[r] : 1;
        bool parts = (s > 1 && threads->role[s - 1] == r) || (s + 1 < p->stream_count && threads->role[s + 1] == r);
        count[s] = !parts ? of_role : threads->role[s - 1] == r ? of_role - 1 : 1;
        all += count[s];
        last[roles->group[r]] = s;
    }
    uint32_t object = roles->cluster_barrier ? roles->cluster_barrier - 1 : p->object_count++;
    p->overflow |= p->object_count > OBJECTS_MAX || p->len[0] == STEPS_MAX;
    for (fp_stream s = 1; s < p->stream_count; s++) p->overflow |= p->len[s] + 4 > STEPS_MAX;
    if (p->overflow) return;
    if (!roles->cluster_barrier) {
        memmove(&p->steps[0][1], &p->steps[0][0], p->len[0]++ * sizeof(step));
        p->steps[0][0] =
            (step){ .event = { .kind = FP_EVENT_INIT, .object = object, .queue = FP_NONE, .arrivals = all } };
    }
    for (fp_stream s = 1; s < p->stream_count; s++) {
        uint32_t from = p->len[s], group = roles->group[threads->role[s]];
        make_meet(p, s, object, count[s], 0);
        for (uint32_t others = 0; others < 2 && last[group] == s; others++)
            make_access(p, s, program_bytes(2 + group + others * ROLE_MEMORY, 0, 1 << 12), true, 0);
        for (; from < p->len[s]; from++) p->steps[s][from].text = END_STEP;
    }
}

void threads_make(threads_program *threads, const struct program *roles, uint32_t lockstep, bool late) {
    struct program *p = &threads->program;
    memset(threads, 0, sizeof *threads);
    p->kind = roles->kind, p->seed = roles->seed, p->fault_count = roles->fault_count;
    memcpy(p->faults, roles->faults, sizeof p->faults);
    p->object_count = roles->object_count;
    for (uint32_t r = 0; r < roles->stream_count; r++) {
        uint32_t all = roles->threads[r] ? roles->threads[r] : 1, first = all < lockstep ? all : lockstep;
        if (p->stream_count + 1 + (first < all) > STREAMS_MAX) p->overflow = true;
        if (p->overflow) return;
        add_stream(threads, roles, r, first, false, late);
        if (first < all) add_stream(threads, roles, r, all - first, true, late);
    }
    if (roles->clusters) end_workgroups(threads, roles);
    for (uint32_t i = 0; i < p->len[0]; i++)
        if (p->steps[0][i].event.kind == FP_EVENT_FORK || p->steps[0][i].event.kind == FP_EVENT_JOIN)
            p->steps[0][i].event.stream_count = p->stream_count - 1;
}
