#include "schedules.h"
#include <stdlib.h>
#include <string.h>

enum { WORKS_MAX = 64, OWNS_MAX = 24, NOBODY = 255 };

/* What does not change while a program runs. */
typedef struct {
    fp_stream stream;
    uint32_t at;     /* step that starts it */
    uint64_t before; /* works that must be done before its accesses begin, or before it arrives */
    uint64_t queue;  /* earlier works and arrivals of its queue */
} work;

typedef struct {
    const struct program *program;
    uint32_t work_count;
    work works[WORKS_MAX];
    uint8_t work_at[STREAMS_MAX][STEPS_MAX];
    uint64_t awaited[STREAMS_MAX][STEPS_MAX]; /* of WAIT_QUEUE: works that must be done */
    bool counted[STREAMS_MAX][STEPS_MAX];     /* of WAIT_QUEUE: at most `newest` of `awaited` may be left */
    int own_count;
    uint8_t own[STREAMS_MAX][OBJECTS_MAX]; /* place of the stream's own phase in the state; NOBODY: not asked for */
} fp_plan;

typedef struct {
    int16_t missing, bytes, count;
    uint8_t flips, live;
} object_state;

typedef struct {
    uint64_t done;
    object_state objects[OBJECTS_MAX];
    uint8_t pc[STREAMS_MAX + 1];
    uint8_t own[OWNS_MAX];
} state;

typedef struct {
    fp_plan plan;
    fp_truth *truth;
    state *states;
    uint32_t *table;
    uint64_t capacity, table_size, limit;
    uint8_t least[STREAMS_MAX][STEPS_MAX][STREAMS_MAX]; /* [s][k][t]: how far t is at least when s comes to step k */
    uint64_t surely_done[STREAMS_MAX][STEPS_MAX];
} search;

static const step *step_at(const fp_plan *plan, fp_stream s, uint32_t at) { return &plan->program->steps[s][at]; }

/* ---- plan ---- */

static bool is_work(const fp_event *e) { return e->kind == FP_EVENT_START || e->kind == FP_EVENT_ARRIVE_AFTER; }

static void plan_work(fp_plan *plan, fp_stream s, uint32_t at) {
    const fp_event *e = &step_at(plan, s, at)->event;
    work *now = &plan->works[plan->work_count];
    *now = (work){ .stream = s, .at = at };
    for (uint32_t w = 0; w < plan->work_count; w++) {
        const fp_event *old = &step_at(plan, plan->works[w].stream, plan->works[w].at)->event;
        if (plan->works[w].stream != s || old->queue != e->queue || e->queue == FP_NONE) continue;
        bool after = e->kind == FP_EVENT_ARRIVE_AFTER && old->kind == FP_EVENT_START;
        if (e->in_order || after) now->before |= 1ull << w;
    }
    plan->work_at[s][at] = (uint8_t)plan->work_count++;
}

static bool writes(const step *at) {
    bool any = false;
    for (uint32_t i = 0; i < at->event.access_count; i++) any |= at->access[i].writes;
    return any;
}

static void plan_wait(fp_plan *plan, fp_stream s, uint32_t at) {
    const fp_event *e = &step_at(plan, s, at)->event;
    int64_t behind = 0; /* works or closed groups of the queue behind the one that is looked at */
    for (uint32_t k = at; k-- > 0;) {
        const fp_event *old = &step_at(plan, s, k)->event;
        if (old->queue != e->queue) continue;
        if (e->grouped && old->kind == FP_EVENT_CLOSE_GROUP) behind++;
        if (old->kind != FP_EVENT_START) continue;
        bool skip = e->reads_only && writes(step_at(plan, s, k));
        bool far = e->grouped ? behind > e->newest : !e->in_order || behind >= e->newest;
        if (far && !skip) plan->awaited[s][at] |= 1ull << plan->work_at[s][k];
        if (!e->grouped) behind++;
    }
    plan->counted[s][at] = !e->grouped && !e->in_order;
}

static void plan_own(fp_plan *plan, fp_stream s, uint32_t object) {
    if (plan->own[s][object] == NOBODY) plan->own[s][object] = (uint8_t)plan->own_count++;
}

static bool plan_make(fp_plan *plan, const struct program *program) {
    memset(plan, 0, sizeof *plan);
    memset(plan->own, NOBODY, sizeof plan->own);
    plan->program = program;
    for (uint32_t s = 0; s < program->stream_count; s++)
        for (uint32_t at = 0; at < program->len[s]; at++) {
            const fp_event *e = &program->steps[s][at].event;
            if (plan->work_count == WORKS_MAX || plan->own_count == OWNS_MAX) return false;
            if (is_work(e)) plan_work(plan, s, at);
            if (e->kind == FP_EVENT_WAIT_QUEUE) plan_wait(plan, s, at);
            if (e->kind == FP_EVENT_WAIT_OWN) plan_own(plan, s, e->object);
        }
    return true;
}

/* ---- steps ---- */

static bool started(const fp_plan *plan, const state *now, fp_stream s) {
    if (s == 0) return true;
    for (uint32_t at = 0; at < now->pc[0]; at++) {
        const fp_event *e = &step_at(plan, 0, at)->event;
        if (e->kind == FP_EVENT_FORK && s - e->first_stream < e->stream_count) return true;
    }
    return false;
}

static bool ended(const fp_plan *plan, const state *now, fp_stream s) {
    return now->pc[s] == plan->program->len[s] || !started(plan, now, s);
}

static bool joined(const fp_plan *plan, const state *now, const fp_event *e) {
    for (uint32_t i = 0; i < e->stream_count; i++)
        if (e->first_stream + i < plan->program->stream_count && !ended(plan, now, e->first_stream + i)) return false;
    return true;
}

static bool queue_is_done(const fp_plan *plan, const state *now, fp_stream s, uint32_t at) {
    uint64_t left = plan->awaited[s][at] & ~now->done;
    int64_t newest = step_at(plan, s, at)->event.newest;
    return plan->counted[s][at] ? __builtin_popcountll(left) <= newest : left == 0;
}

static bool enabled(const fp_plan *plan, const state *now, fp_stream s) {
    if (now->pc[s] == plan->program->len[s] || !started(plan, now, s)) return false;
    const fp_event *e = &step_at(plan, s, now->pc[s])->event;
    if (e->kind == FP_EVENT_JOIN) return joined(plan, now, e);
    if (e->kind == FP_EVENT_WAIT_QUEUE) return queue_is_done(plan, now, s, now->pc[s]);
    if (e->kind != FP_EVENT_WAIT && e->kind != FP_EVENT_WAIT_OWN) return true;
    const object_state *o = &now->objects[e->object];
    if (!o->live) return true;
    if (e->kind == FP_EVENT_WAIT_OWN) return o->flips >= now->own[plan->own[s][e->object]];
    return (o->flips + 1) % 2 == e->parity;
}

static void bring(search *all, state *now, const fp_event *e, int64_t bytes) {
    object_state *o = &now->objects[e->object];
    if (!o->live || e->arrivals > o->missing) all->truth->wrong = true;
    if (!o->live) return;
    o->missing = (int16_t)(e->arrivals > o->missing ? 0 : o->missing - e->arrivals);
    o->bytes = (int16_t)(o->bytes + bytes);
    if (e->leaves) o->count = (int16_t)(o->count - e->arrivals);
    if (o->missing || o->bytes) return;
    o->flips++;
    o->missing = o->count;
}

static void init(const fp_plan *plan, state *now, const fp_event *e) {
    int16_t count = (int16_t)e->arrivals;
    now->objects[e->object] = (object_state){ count, 0, count, 0, 1 };
    for (uint32_t s = 0; s < plan->program->stream_count; s++)
        if (plan->own[s][e->object] != NOBODY) now->own[plan->own[s][e->object]] = 0;
}

static void take_step(search *all, state *now, fp_stream s) {
    const fp_plan *plan = &all->plan;
    const fp_event *e = &step_at(plan, s, now->pc[s]++)->event;
    bool uses = e->object != FP_NONE && e->kind != FP_EVENT_INIT;
    if (uses && !now->objects[e->object].live) all->truth->wrong = true;
    if (e->kind == FP_EVENT_INIT) init(plan, now, e);
    if (e->kind == FP_EVENT_END_OBJECT) now->objects[e->object].live = 0;
    if (e->kind == FP_EVENT_COMPLETE_BYTES) bring(all, now, e, -e->bytes);
    if (e->kind != FP_EVENT_ARRIVE) return;
    uint8_t flips = now->objects[e->object].flips, own = plan->own[s][e->object];
    bring(all, now, e, e->bytes);
    if (own != NOBODY && e->arrivals) now->own[own] = (uint8_t)(flips + 1);
}

static bool is_under_way(const fp_plan *plan, const state *now, uint32_t w) {
    const work *at = &plan->works[w];
    return now->pc[at->stream] > at->at && !(now->done >> w & 1) && !(at->before & ~now->done);
}

static void finish_work(search *all, state *now, uint32_t w) {
    const work *at = &all->plan.works[w];
    const fp_event *e = &step_at(&all->plan, at->stream, at->at)->event;
    now->done |= 1ull << w;
    if (e->object != FP_NONE) bring(all, now, e, -e->bytes);
}

/* ---- what a state shows ---- */

static bool share_byte(const fp_region *a, const fp_region *b) {
    return a->memory == b->memory && a->first < b->end && b->first < a->end;
}

static bool conflict(const step *a, const step *b, bool unlike_proxies) {
    for (uint32_t i = 0; i < a->event.access_count; i++)
        for (uint32_t k = 0; k < b->event.access_count; k++) {
            const fp_stream_access *x = &a->access[i], *y = &b->access[k];
            if (!share_byte(&x->region, &y->region) || !(x->writes || y->writes) || (x->atomic && y->atomic)) continue;
            if (!unlike_proxies || (x->proxy == FP_PROXY_GENERIC && y->proxy == FP_PROXY_ASYNC)) return true;
        }
    return false;
}

static uint32_t id(fp_stream s, uint32_t at) { return s * STEPS_MAX + at; }

static void look_for_races(search *all, const state *now) {
    const fp_plan *plan = &all->plan;
    uint32_t active[STREAMS_MAX + WORKS_MAX], count = 0;
    for (uint32_t s = 0; s < plan->program->stream_count; s++)
        if (enabled(plan, now, s) && step_at(plan, s, now->pc[s])->event.kind == FP_EVENT_ACCESS)
            active[count++] = id(s, now->pc[s]);
    for (uint32_t w = 0; w < plan->work_count; w++)
        if (step_at(plan, plan->works[w].stream, plan->works[w].at)->event.access_count && is_under_way(plan, now, w))
            active[count++] = id(plan->works[w].stream, plan->works[w].at);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const step *a = step_at(plan, active[i] / STEPS_MAX, active[i] % STEPS_MAX);
            const step *b = step_at(plan, active[k] / STEPS_MAX, active[k] % STEPS_MAX);
            if (!all->truth->race[active[i]][active[k]] && conflict(a, b, false))
                all->truth->race[active[i]][active[k]] = all->truth->race[active[k]][active[i]] = true;
        }
}

static void note_order(search *all, const state *now) {
    uint32_t streams = all->plan.program->stream_count;
    for (uint32_t s = 0; s < streams; s++) {
        if (!enabled(&all->plan, now, s)) continue;
        uint32_t at = now->pc[s];
        all->surely_done[s][at] &= now->done;
        for (uint32_t t = 0; t < streams; t++)
            if (now->pc[t] < all->least[s][at][t]) all->least[s][at][t] = now->pc[t];
    }
}

/* ---- the search ---- */

static uint64_t hash_state(const state *now) {
    uint64_t hash = 0, word;
    for (size_t i = 0; i + sizeof word <= sizeof *now; i += sizeof word) {
        memcpy(&word, (const char *)now + i, sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static void visit(search *all, const state *next) {
    uint64_t at = hash_state(next) & (all->table_size - 1);
    for (; all->table[at]; at = (at + 1) & (all->table_size - 1))
        if (memcmp(&all->states[all->table[at] - 1], next, sizeof *next) == 0) return;
    if (all->truth->states == all->limit) {
        all->truth->too_large = true;
        return;
    }
    all->states[all->truth->states++] = *next;
    all->table[at] = (uint32_t)all->truth->states;
}

/* Steps that touch nothing outside of their stream are done at once. */
static void settle(const fp_plan *plan, state *now) {
    for (uint32_t s = 0; s < plan->program->stream_count; s++)
        while (now->pc[s] < plan->program->len[s]) {
            fp_event_kind kind = step_at(plan, s, now->pc[s])->event.kind;
            if (kind != FP_EVENT_CLOSE_GROUP && kind != FP_EVENT_ROUND) break;
            now->pc[s]++;
        }
}

static void expand(search *all, uint64_t number) {
    const fp_plan *plan = &all->plan;
    state now = all->states[number];
    bool moves = false, all_ended = true;
    look_for_races(all, &now);
    note_order(all, &now);
    for (uint32_t s = 0; s < plan->program->stream_count; s++) {
        all_ended &= ended(plan, &now, s);
        if (!enabled(plan, &now, s)) continue;
        state next = now;
        take_step(all, &next, s);
        settle(plan, &next);
        visit(all, &next);
        moves = true;
    }
    for (uint32_t w = 0; w < plan->work_count; w++) {
        if (!is_under_way(plan, &now, w)) continue;
        state next = now;
        finish_work(all, &next, w);
        visit(all, &next);
        moves = true;
    }
    all->truth->hangs |= !moves && !all_ended;
}

/* ---- fences between proxies ---- */

/* Is the access at (t, i) done in every schedule when stream s comes to step k? */
static bool before(const search *all, fp_stream t, uint32_t i, fp_stream s, uint32_t k) {
    bool async = step_at(&all->plan, t, i)->event.kind == FP_EVENT_START;
    if (async) return all->surely_done[s][k] >> all->plan.work_at[t][i] & 1;
    return t == s ? i < k : all->least[s][k][t] > i;
}

static bool is_fenced(const search *all, fp_stream t, uint32_t i, fp_stream s, uint32_t j) {
    const struct program *program = all->plan.program;
    for (uint32_t k = i + 1; k < program->len[t]; k++)
        if (program->steps[t][k].event.kind == FP_EVENT_FENCE && before(all, t, i, t, k) && before(all, t, k, s, j))
            return true;
    for (uint32_t k = 0; k < j; k++)
        if (program->steps[s][k].event.kind == FP_EVENT_FENCE && before(all, t, i, s, k)) return true;
    return false;
}

static void look_for_fences(search *all, fp_stream s, uint32_t j) {
    const struct program *program = all->plan.program;
    if (all->least[s][j][s] == NOBODY) return; /* no schedule comes there */
    for (uint32_t t = 0; t < program->stream_count; t++)
        for (uint32_t i = 0; i < program->len[t]; i++) {
            const step *a = &program->steps[t][i];
            if (!a->event.access_count || !conflict(a, &program->steps[s][j], true)) continue;
            if (before(all, t, i, s, j) && !is_fenced(all, t, i, s, j)) all->truth->unfenced[id(t, i)][id(s, j)] = true;
        }
}

void schedules_run(const struct program *program, uint64_t states_max, fp_truth *truth) {
    static search all; /* megabytes */
    memset(truth, 0, sizeof *truth);
    if (all.limit != states_max) {
        all.limit = states_max;
        for (all.table_size = 1024; all.table_size < states_max * 2;) all.table_size *= 2;
        free(all.states);
        free(all.table);
        all.states = malloc(states_max * sizeof *all.states);
        all.table = malloc(all.table_size * sizeof *all.table);
    }
    all.truth = truth;
    truth->too_large = !all.states || !all.table || !plan_make(&all.plan, program);
    if (truth->too_large) return;
    memset(all.table, 0, all.table_size * sizeof *all.table);
    memset(all.least, NOBODY, sizeof all.least);
    memset(all.surely_done, 0xff, sizeof all.surely_done);
    state first;
    memset(&first, 0, sizeof first);
    visit(&all, &first);
    for (uint64_t i = 0; i < truth->states && !truth->too_large; i++) expand(&all, i);
    if (truth->too_large) return;
    for (uint32_t s = 0; s < program->stream_count; s++)
        for (uint32_t j = 0; j < program->len[s]; j++)
            if (program->steps[s][j].event.kind == FP_EVENT_START) look_for_fences(&all, s, j);
}
