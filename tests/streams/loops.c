/* Loops of several streams: what a run says up to the round in which it repeats, it says for every trip count.
 *
 *   streams_loops [--count N] [--seed N] [--print] [--speed]
 *
 * Each stream runs one body again and again, over rings of slots; a body may have faults. All trip counts up to the
 * repeat are run; twice as many iterations, one more, and 60 must show nothing that these have not shown. `--speed`
 * times five streams of forty events an iteration. */
#include "program.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BODY_MAX = 16, LOOP_STREAMS_MAX = 6, RINGS_MAX = 4, TRIPS_LONG = 60 };

typedef struct {
    fp_event event; /* `object`: the first of its ring */
    fp_stream_access access;
    uint32_t ring, shift; /* the slot is that of `shift` iterations later */
    bool invert;          /* the parity is the other one */
    bool not_first;       /* left out in the first iteration */
    bool behind;          /* runs once, behind the loop */
} loop_step;

typedef struct {
    uint64_t seed;
    uint32_t stream_count, ring_count, fault_count;
    uint32_t slots[RINGS_MAX];
    uint32_t len[LOOP_STREAMS_MAX];
    loop_step body[LOOP_STREAMS_MAX][BODY_MAX];
    int64_t counts[RINGS_MAX * 2]; /* of the objects of a ring: full, empty */
} loop_program;

enum { RING_OBJECTS = 16, EMPTY = 8 }; /* objects of a ring: full ones from 0, empty ones from 8 */

/* ---- the loop as a source ---- */

typedef struct {
    const loop_program *program;
    uint32_t trips;
    uint32_t at[LOOP_STREAMS_MAX], round[LOOP_STREAMS_MAX];
    fp_event current[LOOP_STREAMS_MAX];
    fp_stream_access access[LOOP_STREAMS_MAX];
} loop_source;

static void put_in_iteration(loop_source *source, fp_stream s, const loop_step *at) {
    fp_event *e = &source->current[s];
    uint32_t slots = source->program->slots[at->ring], turn = source->round[s] + at->shift;
    *e = at->event;
    e->loop_count = 1;
    e->loops[0] = source->round[s];
    if (e->object != FP_NONE) e->object += turn % slots;
    if (e->kind == FP_EVENT_WAIT) e->parity = (uint8_t)((turn / slots + at->invert) & 1);
    source->access[s] = at->access;
    source->access[s].region.first += turn % slots * 64;
    source->access[s].region.end += turn % slots * 64;
    e->accesses = &source->access[s];
}

/* Stream 0 makes all objects, starts the others and joins them. */
static void parent_event(loop_source *source, fp_event *e) {
    const loop_program *program = source->program;
    uint32_t at = source->at[0], inits = 0;
    for (uint32_t ring = 0; ring < program->ring_count; ring++)
        for (uint32_t i = 0; i < 2 * program->slots[ring]; i++, inits++) {
            if (inits != at) continue;
            bool full = i < program->slots[ring];
            e->kind = FP_EVENT_INIT;
            e->object = ring * RING_OBJECTS + (full ? i : EMPTY + i - program->slots[ring]);
            e->arrivals = program->counts[ring * 2 + !full];
        }
    if (at == inits) e->kind = FP_EVENT_FORK;
    if (at == inits + 1) e->kind = FP_EVENT_JOIN;
    if (at <= inits + 1) source->at[0]++;
    e->op = at;
    e->first_stream = 1;
    e->stream_count = program->stream_count - 1;
}

static const fp_event *loop_next(void *user, fp_stream s) {
    loop_source *source = user;
    const loop_program *program = source->program;
    fp_event *e = &source->current[s];
    *e = (fp_event){ .kind = FP_EVENT_END, .op = s * 1000 + 999, .object = FP_NONE, .queue = FP_NONE };
    if (s == 0) parent_event(source, e);
    if (s == 0) return e;
    while (source->trips && source->round[s] <= source->trips) {
        bool behind = source->round[s] == source->trips;
        if (source->at[s] == program->len[s]) {
            source->at[s] = 0;
            source->round[s]++;
            if (behind) continue;
            e->kind = FP_EVENT_ROUND;
            return e;
        }
        const loop_step *at = &program->body[s][source->at[s]++];
        if (at->behind != behind || (at->not_first && source->round[s] == 0)) continue;
        put_in_iteration(source, s, at);
        return e;
    }
    return e;
}

static uint32_t period_of(const loop_program *program) {
    uint32_t period = 1;
    for (uint32_t i = 0; i < program->ring_count; i++) {
        uint32_t slots = program->slots[i], by = slots;
        while (period * slots % by || period % slots) period++;
    }
    return 2 * period;
}

static uint64_t loop_scalars(void *user, fp_stream s) {
    const loop_source *source = user;
    return (uint64_t)source->at[s] << 32 | (source->round[s] % period_of(source->program)) << 1 |
           (source->round[s] == 0) | (uint64_t)(source->round[s] == source->trips) << 31;
}

typedef struct {
    const loop_program *program;
    loop_source source;
    fp_event_source events;
} loop_maker;

static const fp_event_source *with_rounds(void *user, uint32_t rounds) {
    loop_maker *maker = user;
    maker->source = (loop_source){ .program = maker->program, .trips = rounds };
    maker->events = (fp_event_source){ .user = &maker->source,
                                       .next = loop_next,
                                       .object_region = program_object_region,
                                       .scalars = loop_scalars,
                                       .period = period_of(maker->program) };
    return &maker->events;
}

/* ---- random loops ---- */

static loop_step *add(loop_program *p, fp_stream s, fp_event_kind kind, uint32_t ring, uint32_t object) {
    loop_step *at = &p->body[s][p->len[s]++];
    *at = (loop_step){ .event = { .kind = kind, .object = object, .queue = FP_NONE }, .ring = ring };
    at->event.op = s * 1000 + p->len[s];
    return at;
}

static loop_step *touches(loop_step *at, bool writes, fp_proxy proxy) {
    at->access = (fp_stream_access){
        .region = program_bytes(at->ring, 0, 64), .writes = writes, .reads = !writes, .proxy = proxy
    };
    at->event.access_count = 1;
    return at;
}

static void add_arrive(loop_program *p, fp_stream s, uint32_t ring, uint32_t object, int64_t bytes) {
    loop_step *at = add(p, s, FP_EVENT_ARRIVE, ring, object);
    at->event.arrivals = 1;
    at->event.bytes = bytes;
}

static void add_put(loop_program *p, fp_stream s, uint32_t ring, uint32_t how) {
    uint32_t full = ring * RING_OBJECTS;
    add(p, s, FP_EVENT_WAIT, ring, full + EMPTY)->invert = true;
    if (how == 0) {
        touches(add(p, s, FP_EVENT_ACCESS, ring, FP_NONE), true, FP_PROXY_GENERIC);
        add_arrive(p, s, ring, full, 0);
    } else if (how == 1) {
        add_arrive(p, s, ring, full, 64);
        touches(add(p, s, FP_EVENT_START, ring, full), true, FP_PROXY_ASYNC)->event.bytes = 64;
    } else {
        bool late = how == 3 && p->slots[ring] > 1;
        uint32_t before = late ? p->slots[ring] - 1 : 0;
        touches(add(p, s, FP_EVENT_START, ring, FP_NONE), true, FP_PROXY_GENERIC)->event.queue = 0;
        add(p, s, FP_EVENT_CLOSE_GROUP, ring, FP_NONE)->event.queue = 0;
        loop_step *wait = add(p, s, FP_EVENT_WAIT_QUEUE, ring, FP_NONE);
        wait->event.queue = 0;
        wait->event.grouped = true;
        wait->event.newest = late;
        add_arrive(p, s, ring, full, 0);
        p->body[s][p->len[s] - 1].not_first = late;
        p->body[s][p->len[s] - 1].shift = before;
        if (!late) return;
        wait = add(p, s, FP_EVENT_WAIT_QUEUE, ring, FP_NONE);
        wait->event.queue = 0;
        wait->event.grouped = wait->behind = true;
        add_arrive(p, s, ring, full, 0);
        p->body[s][p->len[s] - 1].behind = true;
        p->body[s][p->len[s] - 1].shift = before;
    }
}

static void add_take(loop_program *p, fp_stream s, uint32_t ring, bool product) {
    uint32_t full = ring * RING_OBJECTS;
    add(p, s, FP_EVENT_WAIT, ring, full);
    add(p, s, FP_EVENT_FENCE, ring, FP_NONE);
    if (!product) {
        touches(add(p, s, FP_EVENT_ACCESS, ring, FP_NONE), false, FP_PROXY_GENERIC);
        add(p, s, FP_EVENT_FENCE, ring, FP_NONE);
        add_arrive(p, s, ring, full + EMPTY, 0);
        return;
    }
    for (uint32_t i = 0; i < 2; i++) {
        loop_step *at = i ? add(p, s, FP_EVENT_ARRIVE_AFTER, ring, full + EMPTY)
                          : touches(add(p, s, FP_EVENT_START, ring, FP_NONE), false, FP_PROXY_ASYNC);
        at->event.queue = 1;
        at->event.in_order = true;
        at->event.arrivals = i;
    }
}

static void break_loop(loop_program *p, fp_lot *lot) {
    fp_stream s = lot_from(lot, 1, p->stream_count - 1);
    if (!p->len[s]) return;
    uint32_t at = lot_below(lot, p->len[s]);
    loop_step *now = &p->body[s][at];
    p->fault_count++;
    switch (lot_below(lot, 6)) {
    case 0:
        memmove(now, now + 1, (p->len[s] - at - 1) * sizeof *now);
        p->len[s]--;
        return;
    case 1:
        if (p->len[s] == BODY_MAX) return;
        memmove(now + 1, now, (p->len[s] - at) * sizeof *now);
        p->len[s]++;
        now->event.op += 500;
        return;
    case 2:
        if (at + 1 < p->len[s]) {
            loop_step first = now[0];
            now[0] = now[1];
            now[1] = first;
        }
        return;
    case 3: now->invert ^= true; return;
    case 4: now->shift += 1; return;
    default: now->event.newest += 1; return;
    }
}

static void make_loop(loop_program *p, uint64_t seed) {
    fp_lot lot = { seed * 0x9E3779B97F4A7C15u + 5 };
    lot_below(&lot, 2);
    *p = (loop_program){ .seed = seed };
    p->ring_count = lot_from(&lot, 1, 2);
    p->stream_count = 2 + p->ring_count;
    for (uint32_t ring = 0; ring < p->ring_count; ring++) {
        bool many = lot_one_in(&lot, 3);
        p->slots[ring] = lot_from(&lot, 1, p->ring_count == 1 ? 4 : 3);
        p->counts[2 * ring] = 1;
        p->counts[2 * ring + 1] = 1 + many;
        add_put(p, 1 + ring, ring, lot_below(&lot, 4));
        add_take(p, 2 + ring, ring, lot_one_in(&lot, 2));
        if (many) add_take(p, p->stream_count, ring, lot_one_in(&lot, 2));
    }
    p->stream_count += p->len[p->stream_count] > 0;
    uint32_t faults = lot_one_in(&lot, 3) ? 0 : lot_from(&lot, 1, 2);
    for (uint32_t i = 0; i < faults; i++) break_loop(p, &lot);
}

/* ---- the law ---- */

typedef struct {
    uint64_t loops, right, repeat, events, failures, latest;
} loop_tally;

static bool was_shown(const fp_loop_result *shown, const fp_run_evidence *e) {
    for (uint32_t i = 0; i < shown->evidence_count; i++) {
        const fp_run_evidence *old = &shown->evidence[i];
        if (old->kind == e->kind && old->first.op == e->first.op && old->second.op == e->second.op) return true;
    }
    return false;
}

static const char *check_long(struct fp_arena *keep, loop_maker *maker, const fp_loop_result *shown, uint32_t trips) {
    fp_run_limits limits = fp_run_limits_default();
    fp_run_result run = fp_run_all(keep, with_rounds(maker, trips), limits);
    if (!run.well_formed && shown->well_formed) return "a longer run is not well formed";
    if (run.end == FP_RUN_IS_STUCK && !shown->stuck) return "a longer run is stuck";
    for (uint32_t i = 0; i < run.evidence_count; i++)
        if (!was_shown(shown, &run.evidence[i])) return "a longer run shows more";
    return NULL;
}

static void check_loop(uint64_t seed, bool print, loop_tally *tally) {
    static loop_program program;
    static loop_maker maker;
    struct fp_arena *keep = fp_arena_new();
    make_loop(&program, seed);
    maker.program = &program;
    fp_loop_result shown = fp_run_free_loop(keep, &(fp_free_loop){ &maker, with_rounds }, fp_run_limits_default());
    const char *wrong = NULL;
    if (!program.fault_count && shown.evidence_count) wrong = "a right loop is not silent";
    const uint32_t longer[] = { 2 * shown.tried, 2 * shown.tried + 1, TRIPS_LONG };
    for (uint32_t i = 0; i < 3 && !wrong && shown.every_count; i++) wrong = check_long(keep, &maker, &shown, longer[i]);
    tally->loops++;
    tally->right += !program.fault_count;
    tally->repeat += shown.every_count;
    tally->events += shown.events;
    if (shown.every_count && shown.tried > tally->latest) tally->latest = shown.tried;
    tally->failures += wrong != NULL;
    if (wrong || print)
        printf("seed %" PRIu64 ": %s (%u faults, %u trip counts, repeats %d, evidence %u)\n", seed,
               wrong ? wrong : "fine", program.fault_count, shown.tried, shown.every_count, shown.evidence_count);
    for (uint32_t i = 0; (wrong || print) && i < shown.evidence_count; i++)
        printf("  kind %d: %u, %u, with %u iterations\n", (int)shown.evidence[i].kind, shown.evidence[i].first.op,
               shown.evidence[i].second.op, shown.rounds[i]);
    fp_arena_drop(keep);
}

/* ---- speed ---- */

/* Five streams: copies, two products, an epilogue, stores; forty events an iteration. */
static void time_it(void) {
    static loop_program program = { .stream_count = 6, .ring_count = 4, .slots = { 3, 2, 3, 2 } };
    static loop_maker maker;
    for (uint32_t ring = 0; ring < 4; ring++) {
        program.counts[2 * ring] = program.counts[2 * ring + 1] = 1;
        add_put(&program, 1 + ring, ring, ring == 0 || ring == 2);
        add_take(&program, 2 + ring, ring, ring != 2);
    }
    for (fp_stream s = 1; s <= 5; s++)
        while (program.len[s] < 8)
            touches(add(&program, s, FP_EVENT_ACCESS, 0, FP_NONE), false, FP_PROXY_GENERIC)->access.region =
                program_bytes(8 + s, program.len[s] * 8, 8);
    maker.program = &program;
    struct fp_arena *keep = fp_arena_new();
    fp_run_limits limits = fp_run_limits_default();
    clock_t begin = clock();
    fp_run_result run = fp_run_all(keep, with_rounds(&maker, 50), limits);
    double whole = (double)(clock() - begin) * 1e3 / CLOCKS_PER_SEC;
    begin = clock();
    fp_loop_result loop = fp_run_free_loop(keep, &(fp_free_loop){ &maker, with_rounds }, limits);
    double every = (double)(clock() - begin) * 1e3 / CLOCKS_PER_SEC;
    printf("50 iterations: %" PRIu64 " events, %.2f ms, %u findings; every trip count (%u, repeats %d): %" PRIu64
           " events, %.2f ms\n",
           run.events, whole, run.evidence_count, loop.tried, loop.every_count, loop.events, every);
    fp_arena_drop(keep);
}

int main(int argc, char **argv) {
    uint64_t loops = 300, seed = 1;
    bool print = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--speed") == 0) return time_it(), 0;
        if (strcmp(argv[i], "--print") == 0) print = true;
        if (i + 1 == argc) break;
        if (strcmp(argv[i], "--count") == 0) loops = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--seed") == 0) seed = strtoull(argv[i + 1], NULL, 10);
    }
    loop_tally tally = { 0 };
    for (uint64_t i = 0; i < loops && tally.failures < 10; i++) check_loop(seed + i, print, &tally);
    printf("%" PRIu64 " loops (%" PRIu64 " right), %" PRIu64 " repeat or are stuck, the latest after %" PRIu64
           " iterations, %" PRIu64 " events; %" PRIu64 " failures\n",
           tally.loops, tally.right, tally.repeat, tally.latest, tally.events, tally.failures);
    return tally.failures != 0 || tally.repeat == 0;
}
