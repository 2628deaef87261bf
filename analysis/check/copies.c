#include "check/copies.h"
#include "check/flow.h"
#include "order/relation_sync.h"
#include <string.h>

enum { FLIGHT_MAX = 4096 }; /* counts stop here: more copies in flight are all alike */
enum { OBJECTS_MAX = 256 }; /* further objects of a kernel are not followed: a state holds all of them */
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
    object_state objects[]; /* as many as the walker has */
} state;

typedef struct {
    fp_root root;
    bool single, tag, armed, waited;
    bool doubtful; /* an op that no row explains takes it: it may initialise it, too */
} object_info;
typedef struct {
    struct fp_flow flow;
    struct fp_arena *keep;
    object_info objects[OBJECTS_MAX];
    uint32_t object_count;
    bool objects_cut; /* there are more */
    FP_VEC(fp_copy_finding) findings;
} walker;

static bool is_place(fp_span span) { return span.end > span.start; }

/* One finding for each place and rule. */
static void report(walker *w, fp_span span, fp_phrase phrase, fp_span related, fp_sentence related_as) {
    if (w->flow.quiet) return;
    bool in_callee = is_place(w->flow.call_span);
    fp_copy_finding finding = { in_callee ? w->flow.call_span : span, fp_phrase_copy(w->keep, phrase, NULL),
                                in_callee ? span : related, in_callee ? FP_AT_IN_CALLEE : related_as };
    if (!is_place(finding.related)) finding.related_as = FP_SAYS_NOTHING;
    for (uint32_t i = 0; i < w->findings.len; i++) {
        const fp_copy_finding *known = &w->findings.data[i];
        if (fp_sentence_rule(known->phrase.sentence) == fp_sentence_rule(phrase.sentence) &&
            known->span.start == finding.span.start)
            return;
    }
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

/* An op that no row explains may start copies, and commit them. */
static void start_perhaps(state *s) {
    for (int i = 0; i < FP_COUNTER_COUNT; i++) s->counters[i].flight.most = FLIGHT_MAX, s->counters[i].waited = false;
}

/* By a wait on the counter beneath: copies are complete whether they were committed or not. */
static void empty(counter_state *c, fp_span wait) {
    if (!c->used) return;
    c->open = c->flight = (range){ 0, 0 };
    c->wait = wait;
    c->waited = true;
}

static void wait_for(walker *w, counter_state *c, fp_counter counter, int32_t count, const fp_sync *sync) {
    uint32_t left = count < 0 ? 0 : (uint32_t)count;
    if (count < 0) { /* an unknown count completes an unknown part */
        c->flight.least = 0;
    } else {
        bool useless = c->flight.most <= left && !sync->maybe;
        if (useless && c->waited)
            report(w, sync->span, fp_phrase_of(FP_SAYS_DOUBLE_WAIT_COPIES), c->wait, FP_AT_WAITED_HERE);
        else if (useless && c->open.most > 0 && c->flight.most == 0)
            report(w, sync->span, fp_phrase_of(FP_SAYS_REDUNDANT_WAIT_UNCOMMITTED), c->copy, FP_AT_COPIED_UNCOMMITTED);
        else if (useless && c->flight.most == 0)
            report(w, sync->span,
                   FP_PHRASE(FP_SAYS_REDUNDANT_WAIT_NO_COPY, fp_arg_text(FP_ARG_COUNTER, fp_counter_name(counter))),
                   c->copy, FP_AT_LAST_COPY);
        else if (useless)
            report(w, sync->span,
                   FP_PHRASE(FP_SAYS_REDUNDANT_WAIT_ALL_STAY, fp_arg_number(FP_ARG_MOST, c->flight.most),
                             fp_arg_number(FP_ARG_COUNT, left)),
                   c->copy, FP_AT_LAST_COPY);
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
    w->objects_cut |= w->object_count == OBJECTS_MAX;
    if (w->object_count == OBJECTS_MAX) return NULL;
    object_info *info = &w->objects[w->object_count++];
    *info = (object_info){ .root = root };
    int64_t size = fp_buffers_root(kernel->buffers, root)->size_bytes;
    info->single = size > 0 && size <= 8; /* one 64-bit barrier or one tag element */
    return info;
}

/* A callee, or an op that no row explains, may arm it, and wait for it; what calls do to it the walk finds out. */
static void hand_over(walker *w, const struct fp_kernel *kernel, fp_roots handed, bool unexplained) {
    uint32_t count;
    const fp_root *roots = fp_buffers_members(kernel->buffers, handed, &count);
    for (uint32_t r = 0; r < count; r++)
        for (uint32_t o = 0; o < w->object_count; o++)
            if (w->objects[o].root == roots[r]) {
                w->objects[o].armed = w->objects[o].waited = true, w->objects[o].single = false;
                w->objects[o].doubtful |= unexplained;
            }
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
    for (uint32_t i = 0; i < kernel->started_elsewhere.len; i++) {
        object_info *info = add_object(w, kernel, kernel->started_elsewhere.data[i]);
        if (info) info->armed = true, info->single = false;
    }
    for (uint32_t i = 0; i < kernel->accesses.len; i++)
        if (kernel->accesses.data[i].assumed) hand_over(w, kernel, kernel->accesses.data[i].roots, true);
    for (uint32_t i = 0; i < kernel->calls.len; i++) {
        const fp_call_item *call = &kernel->calls.data[i];
        bool elsewhere = !fp_flow_callee(w->flow.program, call);
        for (uint32_t k = 0; k < call->argument_count; k++) hand_over(w, kernel, call->arguments[k], elsewhere);
    }
}

/* May what an op names, whose address perhaps comes out of memory, be this object? */
static bool may_be(const struct fp_kernel *kernel, fp_root named, fp_root object) {
    if (named == FP_NONE) return true;
    if (fp_buffers_root(kernel->buffers, named)->kind != FP_ROOT_UNKNOWN) return false;
    fp_roots a = fp_buffers_set(kernel->buffers, &named, 1), b = fp_buffers_set(kernel->buffers, &object, 1);
    return fp_buffers_alias(kernel->buffers, a, b) != FP_ALIAS_NEVER;
}

/* Ops on objects that are not told may arm and initialise those that are. */
static void find_doubts(walker *w, const struct fp_kernel *kernel) {
    for (uint32_t o = 0; o < w->object_count; o++) {
        object_info *info = &w->objects[o];
        for (uint32_t i = 0; i < kernel->syncs.len; i++) {
            const fp_sync *sync = &kernel->syncs.data[i];
            bool arms = sync->kind == FP_SYNC_ARRIVE, makes = sync->kind == FP_SYNC_INIT;
            if ((!arms && !makes) || !may_be(kernel, sync->object, info->root)) continue;
            info->armed |= arms, info->doubtful |= makes;
        }
        for (uint32_t i = 0; i < kernel->accesses.len && !info->armed; i++) {
            const fp_class *klass = &kernel->classes.data[kernel->accesses.data[i].klass];
            info->armed = fp_counter_is_object(klass->counter) && may_be(kernel, klass->object, info->root);
        }
    }
}

static fp_phrase_argument object_arg(walker *w, uint32_t root) {
    return fp_arg_text(FP_ARG_OBJECT, fp_buffers_root(w->flow.kernel->buffers, root)->name);
}

static void use_object(walker *w, state *s, uint32_t root, fp_span span) {
    object_info *info;
    object_state *object = object_of(w, s, root, &info);
    if (!object || info->tag) return;
    if (object->possible == OBJECT_NO && !info->doubtful)
        report(w, span, FP_PHRASE(FP_SAYS_UNINITIALIZED_RESOURCE_USED, object_arg(w, root)), (fp_span){ 0, 0 },
               FP_SAYS_NOTHING);
    object->possible = OBJECT_READY;
}

static void start_tagged(walker *w, state *s, uint32_t root, fp_span span) {
    object_info *info;
    object_state *object = object_of(w, s, root, &info);
    if (!object || !info->tag || !info->single) return;
    if (object->possible == OBJECT_STARTED)
        report(w, span, FP_PHRASE(FP_SAYS_UNWAITED_COPY_SECOND, object_arg(w, root)), object->start,
               FP_AT_STARTED_HERE);
    object->possible = OBJECT_STARTED;
    object->start = span;
}

static void wait_on_object(walker *w, state *s, const fp_sync *sync) {
    object_info *info;
    object_state *object = object_of(w, s, sync->object, &info);
    if (!object) return;
    if (!info->tag) {
        if (!info->armed)
            report(w, sync->span, FP_PHRASE(FP_SAYS_WAIT_WITHOUT_SIGNAL_OBJECT, object_arg(w, sync->object)),
                   object->start, FP_AT_INITIALISED_HERE);
        use_object(w, s, sync->object, sync->span);
        return;
    }
    if (!info->single) return;
    if (object->possible == OBJECT_NO)
        report(w, sync->span, FP_PHRASE(FP_SAYS_UNINITIALIZED_RESOURCE_NOT_STARTED, object_arg(w, sync->object)),
               (fp_span){ 0, 0 }, FP_SAYS_NOTHING);
    else if (object->possible == OBJECT_WAITED)
        report(w, sync->span, FP_PHRASE(FP_SAYS_DOUBLE_WAIT_OBJECT, object_arg(w, sync->object)), object->wait,
               FP_AT_WAITED_HERE);
    object->possible = OBJECT_WAITED;
    object->wait = sync->span;
}

static void init_object(walker *w, state *s, const fp_sync *sync) {
    object_info *info;
    object_state *object = object_of(w, s, sync->object, &info);
    if (!object) return;
    if (info->single && object->possible == OBJECT_READY)
        report(w, sync->span, FP_PHRASE(FP_SAYS_DOUBLE_SIGNAL_OBJECT, object_arg(w, sync->object)), object->start,
               FP_AT_INITIALISED_HERE);
    object->possible = OBJECT_READY;
    object->start = sync->span;
}

/* ---- The walk ---- */
static void step_untracked(struct fp_flow *flow, void *at, const fp_untracked_item *item) {
    (void)flow;
    if (item->copies) start_perhaps(at);
}

static void step_access(struct fp_flow *flow, void *at, const fp_access *access) {
    walker *w = flow->user;
    state *s = at;
    const fp_class *klass = &flow->kernel->classes.data[access->klass];
    if (access->assumed) start_perhaps(s);
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
    case FP_SYNC_ARRIVE:
        /* What arrives when the copies are done covers those that no group holds. */
        if (sync->info && how_counted(sync->info->queue) == COUNTS_GROUPS)
            s->counters[sync->info->queue].open = (range){ 0, 0 };
        use_object(w, s, sync->object, sync->span);
        return;
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
    start_perhaps(s);
    for (uint32_t i = 0; i < w->object_count; i++)
        s->objects[i].possible = OBJECT_NO | OBJECT_READY | OBJECT_STARTED | OBJECT_WAITED;
}

static void check_end(walker *w, const state *s) {
    for (int i = 0; i < FP_COUNTER_COUNT; i++) {
        const counter_state *c = &s->counters[i];
        if (c->open.least > 0)
            report(w, c->copy, fp_phrase_of(FP_SAYS_UNWAITED_COPY_UNCOMMITTED), (fp_span){ 0, 0 }, FP_SAYS_NOTHING);
    }
    for (uint32_t i = 0; i < w->object_count; i++) {
        if (!w->objects[i].tag || s->objects[i].possible != OBJECT_STARTED || w->objects[i].waited) continue;
        report(w, s->objects[i].start, FP_PHRASE(FP_SAYS_UNWAITED_COPY_NEVER, object_arg(w, w->objects[i].root)),
               (fp_span){ 0, 0 }, FP_SAYS_NOTHING);
    }
}

fp_copy_findings fp_copies_check(struct fp_arena *keep, struct fp_kernel *kernel, const struct fp_program *program) {
    bool concerned = false;
    for (uint32_t i = 0; i < kernel->classes.len; i++)
        concerned = concerned || kernel->classes.data[i].counter != FP_COUNTER_NONE;
    for (uint32_t i = 0; i < kernel->syncs.len && !concerned; i++)
        concerned = kernel->syncs.data[i].wait_count > 0 || kernel->syncs.data[i].kind == FP_SYNC_COMPLETION_WAIT ||
                    kernel->syncs.data[i].kind == FP_SYNC_ARRIVE;
    if (!concerned || !kernel->is_entry) return (fp_copy_findings){ .data = NULL };
    walker *w = FP_NEW(keep, walker, 1);
    *w = (walker){ .keep = keep };
    w->flow = (struct fp_flow){ .keep = keep,
                                .program = program,
                                .user = w,
                                .access = step_access,
                                .untracked = step_untracked,
                                .sync = step_sync,
                                .merge = merge,
                                .same = same,
                                .forget = forget };
    if (!kernel->is_run) find_objects(w, kernel), find_doubts(w, kernel);
    w->flow.state_size = sizeof(state) + w->object_count * sizeof(object_state);
    state *s = memset(fp_arena_room(keep, w->flow.state_size, _Alignof(state), 1), 0, w->flow.state_size);
    for (uint32_t i = 0; i < w->object_count; i++) s->objects[i].possible = OBJECT_NO;
    if (fp_flow_run(&w->flow, kernel, s)) check_end(w, s);
    return (fp_copy_findings){ w->findings.data, w->findings.len, w->objects_cut ? OBJECTS_MAX : 0 };
}
