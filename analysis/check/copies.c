#include "check/copies.h"
#include "check/flow.h"
#include "order/relation_sync.h"

enum { FLIGHT_MAX = 4096 }; /* counts stop here: more copies in flight are all alike */
enum { OBJECTS_MAX = 24 };  /* further objects of a kernel are not followed */
enum {
    OBJECT_NO = 1,
    OBJECT_READY = 2,
    OBJECT_STARTED = 4,
    OBJECT_WAITED = 8
}; /* before init or start; initialised; a copy started; waited for */

typedef struct {
    uint32_t least, most;
} range;
typedef struct {
    range open,
        flight; /* copies not committed; groups (or copies, where there are no groups) not known to be complete */
    fp_span copy, wait; /* the last of each; 0, 0: none */
    bool waited;        /* on every path, since the last copy or commit */
    bool used;          /* on some path a copy was issued */
} counter_state;
typedef struct {
    uint8_t possible;
    fp_span start, wait;
} object_state;
typedef struct {
    counter_state counters[FP_COUNTER_COUNT];
    object_state objects[OBJECTS_MAX];
} state;

typedef struct {
    fp_root root;
    bool single, tag, armed, waited;
} object_info;
typedef struct {
    struct fp_flow flow;
    struct fp_arena *keep;
    object_info objects[OBJECTS_MAX];
    uint32_t object_count;
    FP_VEC(fp_copy_finding) findings;
} walker;

static bool is_place(fp_span span) { return span.end > span.start; }

static void report(walker *w, fp_copy_finding_kind kind, fp_span span, fp_str message, fp_span related,
                   fp_str related_message) {
    if (w->flow.quiet) return;
    bool in_callee = is_place(w->flow.call_span);
    fp_copy_finding finding = { kind, in_callee ? w->flow.call_span : span, message, in_callee ? span : related,
                                in_callee ? FP_STR("in the callee, here") : related_message };
    if (!is_place(finding.related)) finding.related_message = (fp_str){ NULL, 0 };
    for (uint32_t i = 0; i < w->findings.len; i++)
        if (w->findings.data[i].kind == kind && w->findings.data[i].span.start == finding.span.start) return;
    *FP_PUSH(w->keep, &w->findings) = finding;
}

/* ---- Counters ---- */
typedef enum { COUNTS_NOTHING, COUNTS_GROUPS, COUNTS_COPIES } counting;

/* Only counters that nothing but copies use: others are waited on for many reasons. */
static counting how_counted(fp_counter counter) {
    const fp_counter_info *info = fp_counter_info_of(counter);
    if (info->moved_by != FP_MOVED_BY_COPIES) return COUNTS_NOTHING;
    return info->counts == FP_COUNTS_GROUPS ? COUNTS_GROUPS
           : info->counts == FP_COUNTS_OPS  ? COUNTS_COPIES
                                            : COUNTS_NOTHING;
}

static void grow(range *r) {
    if (r->least < FLIGHT_MAX) r->least++;
    if (r->most < FLIGHT_MAX) r->most++;
}

static void issue(counter_state *c, counting counts, fp_span span) {
    grow(counts == COUNTS_GROUPS ? &c->open : &c->flight);
    c->copy = span;
    c->used = true;
    c->waited = false;
}

static void commit(counter_state *c, fp_span span) {
    grow(&c->flight);
    c->open = (range){ 0, 0 };
    if (!is_place(c->copy)) c->copy = span;
    c->waited = false;
}

/* By a wait on the counter beneath: copies are complete whether they were committed or not. */
static void empty(counter_state *c, fp_span wait) {
    if (!c->used) return;
    c->open = c->flight = (range){ 0, 0 };
    c->wait = wait;
    c->waited = true;
}

static void wait_for(walker *w, counter_state *c, fp_counter counter, int32_t count, const fp_sync *sync) {
    fp_str what = fp_counter_name(counter);
    uint32_t left = count < 0 ? 0 : (uint32_t)count;
    if (count < 0) { /* an unknown count completes an unknown part */
        c->flight.least = 0;
    } else {
        bool useless = c->flight.most <= left && !sync->maybe;
        if (useless && c->waited)
            report(w, FP_COPY_DOUBLE_WAIT, sync->span,
                   fp_str_printf(w->keep,
                                 "every copy that this wait covers was already waited for: nothing was issued since"),
                   c->wait, FP_STR("waited for here"));
        else if (useless && c->open.most > 0 && c->flight.most == 0)
            report(w, FP_COPY_REDUNDANT_WAIT, sync->span,
                   fp_str_printf(w->keep, "waits for nothing: the copies before it are in no committed group"), c->copy,
                   FP_STR("copied here, not committed"));
        else if (useless && c->flight.most == 0)
            report(w, FP_COPY_REDUNDANT_WAIT, sync->span,
                   fp_str_printf(w->keep, "waits for nothing: no copy on %.*s can be in flight here", FP_STR_ARG(what)),
                   c->copy, FP_STR("the last copy"));
        else if (useless)
            report(w, FP_COPY_REDUNDANT_WAIT, sync->span,
                   fp_str_printf(w->keep, "waits for nothing: at most %u can be in flight here, and it lets %u stay",
                                 c->flight.most, left),
                   c->copy, FP_STR("the last copy"));
        if (c->flight.most > left) c->flight.most = left;
        if (c->flight.least > left) c->flight.least = left;
    }
    c->wait = sync->span;
    c->waited = true;
}

/* ---- Objects ---- */
static object_state *object_of(walker *w, state *s, uint32_t root, object_info **info) {
    for (uint32_t i = 0; i < w->object_count; i++)
        if (w->objects[i].root == root) {
            *info = &w->objects[i];
            return &s->objects[i];
        }
    return NULL;
}

static bool is_local(fp_root_kind kind) { return kind == FP_ROOT_ALLOC || kind == FP_ROOT_GLOBAL; }

static object_info *add_object(walker *w, const struct fp_kernel *kernel, uint32_t root) {
    if (root == FP_NONE || !is_local(fp_buffers_root(kernel->buffers, root)->kind)) return NULL;
    for (uint32_t i = 0; i < w->object_count; i++)
        if (w->objects[i].root == root) return &w->objects[i];
    if (w->object_count == OBJECTS_MAX) return NULL;
    object_info *info = &w->objects[w->object_count++];
    *info = (object_info){ .root = root };
    int64_t size = fp_buffers_root(kernel->buffers, root)->size_bytes;
    info->single = size > 0 && size <= 8; /* one 64-bit barrier or one tag element */
    return info;
}

/* What the whole kernel does with each object: who arms it may run on other warps, at any time. */
static void find_objects(walker *w, const struct fp_kernel *kernel) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        bool concerned = sync->kind == FP_SYNC_ARRIVE || sync->kind == FP_SYNC_COMPLETION_WAIT ||
                         ((sync->kind == FP_SYNC_INIT || sync->kind == FP_SYNC_INVALIDATE) && sync->info &&
                          sync->info->counter == FP_COUNTER_MBARRIER);
        object_info *info = concerned ? add_object(w, kernel, sync->object) : NULL;
        if (!info) continue;
        if (sync->kind == FP_SYNC_ARRIVE) info->armed = true;
        if (sync->kind == FP_SYNC_COMPLETION_WAIT) info->waited = true;
        if (sync->info && sync->info->counter == FP_COUNTER_DMA_TAG) info->tag = true;
    }
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_class *klass = &kernel->classes.data[kernel->accesses.data[i].klass];
        if (!fp_counter_is_object(klass->counter)) continue;
        object_info *info = add_object(w, kernel, klass->object);
        if (!info) continue;
        info->armed = true;
        info->tag = info->tag || klass->counter == FP_COUNTER_DMA_TAG;
    }
    for (uint32_t i = 0; i < kernel->calls.len; i++)
        for (uint32_t k = 0; k < kernel->calls.data[i].argument_count; k++) {
            uint32_t count;
            const fp_root *roots = fp_buffers_members(kernel->buffers, kernel->calls.data[i].arguments[k], &count);
            for (uint32_t r = 0; r < count; r++)
                for (uint32_t o = 0; o < w->object_count; o++)
                    if (w->objects[o].root == roots[r])
                        w->objects[o].armed = w->objects[o].waited = true, w->objects[o].single = false;
        }
}

static fp_str object_name(walker *w, uint32_t root) { return fp_buffers_root(w->flow.kernel->buffers, root)->name; }

static void use_object(walker *w, state *s, uint32_t root, fp_span span) {
    object_info *info;
    object_state *object = object_of(w, s, root, &info);
    if (!object || info->tag) return;
    if (object->possible == OBJECT_NO)
        report(w, FP_COPY_UNINITIALIZED, span,
               fp_str_printf(w->keep, "%.*s is used before it is initialised on any path",
                             FP_STR_ARG(object_name(w, root))),
               (fp_span){ 0, 0 }, FP_STR(""));
    object->possible = OBJECT_READY;
}

static void start_tagged(walker *w, state *s, uint32_t root, fp_span span) {
    object_info *info;
    object_state *object = object_of(w, s, root, &info);
    if (!object || !info->tag || !info->single) return;
    if (object->possible == OBJECT_STARTED)
        report(w, FP_COPY_UNWAITED_COPY, span,
               fp_str_printf(w->keep, "starts a second copy on %.*s before the first was waited for",
                             FP_STR_ARG(object_name(w, root))),
               object->start, FP_STR("started here"));
    object->possible = OBJECT_STARTED;
    object->start = span;
}

/* lower_mbarrier_phases.c has found it. */
static void report_phase(walker *w, const fp_sync *sync) {
    fp_str when = sync->phase_iteration ? fp_str_printf(w->keep, " in iteration %u of its loop", sync->phase_iteration)
                                        : FP_STR("");
    fp_str what = fp_str_printf(w->keep,
                                "waits for the wrong phase of %.*s: it asks for parity %u%.*s, the copies land in the "
                                "phase of parity %u, so that it passes at once",
                                FP_STR_ARG(object_name(w, sync->object)), sync->phase_parity, FP_STR_ARG(when),
                                1u - sync->phase_parity);
    report(w, FP_COPY_REDUNDANT_WAIT, sync->span, what, sync->phase_copy, FP_STR("copied here"));
}

static void wait_on_object(walker *w, state *s, const fp_sync *sync) {
    object_info *info;
    if (sync->phase_fault != FP_PHASE_RIGHT) report_phase(w, sync);
    object_state *object = object_of(w, s, sync->object, &info);
    if (!object) return;
    if (!info->tag) {
        if (!info->armed)
            report(w, FP_COPY_NEVER_ARMED, sync->span,
                   fp_str_printf(w->keep,
                                 "waits on %.*s, which nothing in the kernel arrives on: the wait never completes",
                                 FP_STR_ARG(object_name(w, sync->object))),
                   object->start, FP_STR("initialised here"));
        use_object(w, s, sync->object, sync->span);
        return;
    }
    if (!info->single) return;
    if (object->possible == OBJECT_NO)
        report(w, FP_COPY_UNINITIALIZED, sync->span,
               fp_str_printf(w->keep, "waits on %.*s before any copy was started on it",
                             FP_STR_ARG(object_name(w, sync->object))),
               (fp_span){ 0, 0 }, FP_STR(""));
    else if (object->possible == OBJECT_WAITED)
        report(w, FP_COPY_DOUBLE_WAIT, sync->span,
               fp_str_printf(w->keep, "waits on %.*s a second time with no copy started between: this may never return",
                             FP_STR_ARG(object_name(w, sync->object))),
               object->wait, FP_STR("waited for here"));
    object->possible = OBJECT_WAITED;
    object->wait = sync->span;
}

static void init_object(walker *w, state *s, const fp_sync *sync) {
    object_info *info;
    object_state *object = object_of(w, s, sync->object, &info);
    if (!object) return;
    if (info->single && object->possible == OBJECT_READY)
        report(w, FP_COPY_DOUBLE_INIT, sync->span,
               fp_str_printf(w->keep,
                             "initialises %.*s again without invalidating it: threads that wait on it may hang",
                             FP_STR_ARG(object_name(w, sync->object))),
               object->start, FP_STR("initialised here"));
    object->possible = OBJECT_READY;
    object->start = sync->span;
}

/* ---- The walk ---- */
static void step_access(struct fp_flow *flow, void *at, const fp_access *access) {
    walker *w = flow->user;
    state *s = at;
    const fp_class *klass = &flow->kernel->classes.data[access->klass];
    if (klass->counter == FP_COUNTER_NONE) return;
    bool second_half = access > flow->kernel->accesses.data && access[-1].op == access->op &&
                       flow->kernel->classes.data[access[-1].klass].counter == klass->counter;
    if (second_half) return; /* a copy is a read and a write: it counts once */
    if (klass->object != FP_NONE && klass->counter == FP_COUNTER_MBARRIER)
        use_object(w, s, klass->object, access->span);
    if (klass->object != FP_NONE && klass->counter == FP_COUNTER_DMA_TAG)
        start_tagged(w, s, klass->object, access->span);
    counting counts = how_counted(klass->counter);
    if (counts != COUNTS_NOTHING) issue(&s->counters[klass->counter], counts, access->span);
}

static void step_sync(struct fp_flow *flow, void *at, const fp_sync *sync) {
    walker *w = flow->user;
    state *s = at;
    switch (sync->kind) {
    case FP_SYNC_COMMIT:
        if (sync->info && how_counted(sync->info->counter) == COUNTS_GROUPS)
            commit(&s->counters[sync->info->counter], sync->span);
        return;
    case FP_SYNC_COUNTER_WAIT:
        for (uint32_t i = 0; i < sync->wait_count; i++) {
            if (fp_wait_empties_marks(sync->waits[i])) empty(&s->counters[FP_COUNTER_ASYNCMARK], sync->span);
            if (how_counted(sync->waits[i].counter) != COUNTS_NOTHING)
                wait_for(w, &s->counters[sync->waits[i].counter], sync->waits[i].counter, sync->waits[i].count, sync);
        }
        return;
    case FP_SYNC_ARRIVE: use_object(w, s, sync->object, sync->span); return;
    case FP_SYNC_COMPLETION_WAIT: wait_on_object(w, s, sync); return;
    case FP_SYNC_INIT: init_object(w, s, sync); return;
    case FP_SYNC_INVALIDATE: {
        object_info *info;
        object_state *object = object_of(w, s, sync->object, &info);
        if (object && info->single) object->possible = OBJECT_NO;
        return;
    }
    case FP_SYNC_BARRIER:
    case FP_SYNC_SIGNAL:
    case FP_SYNC_WAIT:
    case FP_SYNC_FENCE:
    case FP_SYNC_COUNT_UP:
    case FP_SYNC_JOIN:
    case FP_SYNC_LEAVE:
    case FP_SYNC_QUERY:
    case FP_SYNC_TURN:
    case FP_SYNC_PACING: return;
    }
}

static range unite(range a, range b) {
    return (range){ a.least < b.least ? a.least : b.least, a.most > b.most ? a.most : b.most };
}

static void merge(struct fp_flow *flow, void *into, const void *from, fp_join join, fp_op op, fp_span span) {
    (void)op, (void)span;
    walker *w = flow->user;
    state *s = into;
    const state *other = from;
    for (int i = 0; i < FP_COUNTER_COUNT; i++) {
        counter_state *x = &s->counters[i];
        const counter_state *y = &other->counters[i];
        if (join == FP_JOIN_ITERATION && y->flight.most > x->flight.most)
            x->flight.most = FLIGHT_MAX; /* grows in each iteration */
        if (join == FP_JOIN_ITERATION && y->open.most > x->open.most) x->open.most = FLIGHT_MAX;
        x->flight = unite(x->flight, y->flight);
        x->open = unite(x->open, y->open);
        x->waited = x->waited && y->waited;
        x->used = x->used || y->used;
        if (!is_place(x->copy)) x->copy = y->copy;
        if (!is_place(x->wait)) x->wait = y->wait;
    }
    for (uint32_t i = 0; i < w->object_count; i++) {
        s->objects[i].possible |= other->objects[i].possible;
        if (!is_place(s->objects[i].start)) s->objects[i].start = other->objects[i].start;
        if (!is_place(s->objects[i].wait)) s->objects[i].wait = other->objects[i].wait;
    }
}

static bool same(struct fp_flow *flow, const void *a, const void *b) {
    const walker *w = flow->user;
    const state *x = a, *y = b;
    for (int i = 0; i < FP_COUNTER_COUNT; i++) {
        const counter_state *c = &x->counters[i], *d = &y->counters[i];
        if (c->flight.least != d->flight.least || c->flight.most != d->flight.most || c->open.least != d->open.least ||
            c->open.most != d->open.most || c->waited != d->waited)
            return false;
    }
    for (uint32_t i = 0; i < w->object_count; i++)
        if (x->objects[i].possible != y->objects[i].possible) return false;
    return true;
}

static void forget(struct fp_flow *flow, void *at) {
    walker *w = flow->user;
    state *s = at;
    for (int i = 0; i < FP_COUNTER_COUNT; i++) s->counters[i].flight.most = FLIGHT_MAX, s->counters[i].waited = false;
    for (uint32_t i = 0; i < w->object_count; i++)
        s->objects[i].possible = OBJECT_NO | OBJECT_READY | OBJECT_STARTED | OBJECT_WAITED;
}

static void check_end(walker *w, const state *s) {
    for (int i = 0; i < FP_COUNTER_COUNT; i++) {
        const counter_state *c = &s->counters[i];
        if (c->open.least > 0)
            report(w, FP_COPY_UNWAITED_COPY, c->copy,
                   FP_STR("this copy is in no committed group when the kernel ends: no wait covers it"),
                   (fp_span){ 0, 0 }, FP_STR(""));
    }
    for (uint32_t i = 0; i < w->object_count; i++) {
        if (!w->objects[i].tag || s->objects[i].possible != OBJECT_STARTED || w->objects[i].waited) continue;
        report(w, FP_COPY_UNWAITED_COPY, s->objects[i].start,
               fp_str_printf(w->keep, "nothing waits for this copy on %.*s",
                             FP_STR_ARG(object_name(w, w->objects[i].root))),
               (fp_span){ 0, 0 }, FP_STR(""));
    }
}

fp_copy_findings fp_copies_check(struct fp_arena *keep, struct fp_kernel *kernel, const struct fp_program *program) {
    bool concerned = false;
    for (uint32_t i = 0; i < kernel->classes.len; i++)
        concerned = concerned || kernel->classes.data[i].counter != FP_COUNTER_NONE;
    for (uint32_t i = 0; i < kernel->syncs.len && !concerned; i++)
        concerned = kernel->syncs.data[i].wait_count > 0 || kernel->syncs.data[i].kind == FP_SYNC_COMPLETION_WAIT ||
                    kernel->syncs.data[i].kind == FP_SYNC_ARRIVE;
    if (!concerned || !kernel->is_entry) return (fp_copy_findings){ NULL, 0 };
    walker *w = FP_NEW(keep, walker, 1);
    *w = (walker){ .keep = keep };
    w->flow = (struct fp_flow){ .keep = keep,
                                .program = program,
                                .user = w,
                                .state_size = sizeof(state),
                                .access = step_access,
                                .sync = step_sync,
                                .merge = merge,
                                .same = same,
                                .forget = forget };
    find_objects(w, kernel);
    state *s = FP_NEW(keep, state, 1);
    for (uint32_t i = 0; i < OBJECTS_MAX; i++) s->objects[i].possible = OBJECT_NO;
    if (fp_flow_run(&w->flow, kernel, s)) check_end(w, s);
    return (fp_copy_findings){ w->findings.data, w->findings.len };
}
