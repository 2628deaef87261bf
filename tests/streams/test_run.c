/* Single things that a run says, and input that is meant to hurt. */
#include "make.h"
#include "streams/regions.h"
#include "streams/threads.h"
#include "streams/trace.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(bool holds, const char *what) {
    if (holds) return;
    printf("not so: %s\n", what);
    failures++;
}

static fp_run_result run_program(struct fp_arena *keep, struct program *program) {
    static program_source source;
    program_number(program, false);
    fp_event_source events = program_events(&source, program);
    return fp_run_all(keep, &events, fp_run_limits_default());
}

static const fp_run_evidence *find(const fp_run_result *result, fp_run_kind kind) {
    for (uint32_t i = 0; i < result->evidence_count; i++)
        if (result->evidence[i]->kind == kind) return result->evidence[i];
    return NULL;
}

static struct program *fresh(void) {
    static struct program program;
    memset(&program, 0, sizeof program);
    return &program;
}

/* ---- what is recorded ---- */

static uint32_t event_of(const struct fp_run_trace *trace, fp_stream stream, fp_event_kind kind) {
    for (uint32_t i = 0; i < trace->events.len; i++)
        if (trace->events.data[i].at.stream == stream && trace->events.data[i].at.kind == kind) return i;
    return FP_NONE;
}

/* Stream 1 writes, starts a copy that arrives, and writes elsewhere; stream 2 waits for the copy and reads. */
static void test_trace(struct fp_arena *keep) {
    static const fp_region tile = { 0, 0, 64, 64, 64 }, copied = { 0, 64, 128, 64, 64 }, late = { 0, 128, 192, 64, 64 };
    static program_source source;
    struct program *p = fresh();
    make_init(p, 0, 1);
    make_fork(p, 2);
    make_access(p, 1, tile, true, 1);
    make_arrive(p, 1, 0, 1, 8, 2);
    make_start(p, 1, 0, make_touch(copied, true, FP_PROXY_ASYNC), 3)->event.bytes = 8;
    make_access(p, 1, late, true, 4);
    make_wait(p, 2, 0, 0, 5);
    make_access(p, 2, tile, false, 6);
    make_join(p, 2);
    program_number(p, false);
    fp_event_source events = program_events(&source, p);
    struct fp_run_trace trace = { .keep = keep };
    fp_run_limits limits = fp_run_limits_default();
    limits.trace = &trace;
    fp_run_result result = fp_run_all(keep, &events, limits);
    uint32_t write = event_of(&trace, 1, FP_EVENT_ACCESS), copy = event_of(&trace, 1, FP_EVENT_START),
             arrival = event_of(&trace, 1, FP_EVENT_ARRIVE), wait = event_of(&trace, 2, FP_EVENT_WAIT),
             read = event_of(&trace, 2, FP_EVENT_ACCESS), by = FP_NONE;
    expect(result.end == FP_RUN_ENDED && trace.events.len == result.events, "every event is recorded");
    if (write == FP_NONE || copy == FP_NONE || arrival == FP_NONE || wait == FP_NONE || read == FP_NONE) {
        expect(false, "what the streams do is recorded");
        return;
    }
    expect(!trace.events.data[arrival].flips && trace.events.data[copy].flips, "the copied bytes complete the phase");
    expect(trace.events.data[wait].at.flip == 1, "the wait passes at flip 1");
    expect(trace.events.data[copy].work != FP_NONE && trace.events.data[copy].done == wait,
           "who first knows of its end");
    expect(fp_trace_orders(&trace, write, read, &by) && by == wait, "the wait orders write and read");
    expect(fp_trace_orders(&trace, copy, read, &by) && by == wait, "and the copy");
    uint32_t last = trace.last.data[1];
    while (trace.events.data[last].at.kind != FP_EVENT_ACCESS) last = trace.events.data[last].before;
    expect(last != write && !fp_trace_orders(&trace, last, read, &by), "a write behind the arrival is not ordered");
    expect(fp_trace_orders(&trace, 0, read, &by) && trace.events.data[by].at.kind != FP_EVENT_ACCESS,
           "what was before the fork is");
}

/* ---- what is kept of accesses ---- */

/* Stream 1 makes two accesses of one op to the same bytes, stream 2 one at the same time. */
static fp_run_result run_pair(struct fp_arena *keep, fp_stream_access first, fp_stream_access second,
                              fp_stream_access other) {
    static program_source source;
    struct program *p = fresh();
    make_fork(p, 2);
    make_access(p, 1, first.region, true, 1)->access[0] = first;
    make_access(p, 1, second.region, true, 1)->access[0] = second;
    make_access(p, 2, other.region, true, 2)->access[0] = other;
    make_join(p, 2);
    program_number(p, true);
    fp_event_source events = program_events(&source, p);
    return fp_run_all(keep, &events, fp_run_limits_default());
}

/* An op's newer access stands for its older one only where it does the same. */
static void test_accesses_of_one_op(struct fp_arena *keep) {
    fp_stream_access read = make_touch(program_bytes(0, 0, 8), false, FP_PROXY_GENERIC), write = read, atomic;
    write.writes = true; /* and reads, as an update does */
    atomic = write, atomic.atomic = true;
    fp_run_result result = run_pair(keep, write, read, read);
    expect(find(&result, FP_RUN_RACE), "a read does not hide that the op has written");
    result = run_pair(keep, write, atomic, atomic);
    expect(find(&result, FP_RUN_RACE), "an atomic does not hide the op's write");
    result = run_pair(keep, atomic, atomic, atomic);
    expect(!find(&result, FP_RUN_RACE), "atomics do not race");
    fp_stream_access perhaps = write;
    perhaps.maybe = true;
    result = run_pair(keep, write, perhaps, read);
    const fp_run_evidence *race = find(&result, FP_RUN_RACE);
    expect(race && !race->maybe, "what an op may do does not hide what it does");
}

/* ---- what is said ---- */

static void test_bringers(struct fp_arena *keep) {
    struct program *p = fresh();
    make_init(p, 0, 1);
    make_init(p, 1, 1);
    make_fork(p, 2);
    make_wait(p, 1, 0, 0, 1);
    make_arrive(p, 1, 1, 1, 0, 2);
    make_wait(p, 2, 1, 0, 3);
    make_arrive(p, 2, 0, 1, 0, 4);
    make_join(p, 2);
    fp_run_result result = run_program(keep, p);
    const fp_run_evidence *stuck = find(&result, FP_RUN_STUCK);
    expect(result.well_formed && stuck && stuck->stuck_count == 3, "three streams are stuck, well formed");
    if (!stuck) return;
    const fp_run_stuck *first = &stuck->stuck[1];
    expect(first->at.op == STREAM_OPS && first->arrivals == 1 && first->wanted == 1, "where the first one stands");
    expect(first->bringer_count == 1 && first->bringers[0].event.op == 2 * STREAM_OPS + 1 &&
               first->bringers[0].at.op == 2 * STREAM_OPS,
           "the arrival of the second one would come, behind its wait");
}

static void test_nobody_comes(struct fp_arena *keep) {
    struct program *p = fresh();
    make_init(p, 0, 1);
    make_wait(p, 0, 0, 0, 1);
    fp_run_result result = run_program(keep, p);
    const fp_run_evidence *stuck = find(&result, FP_RUN_STUCK);
    expect(stuck && stuck->stuck_count == 1 && !stuck->stuck[0].bringer_count && !stuck->stuck[0].cut,
           "nothing ever arrives");
}

static void test_race_names_syncs(struct fp_arena *keep) {
    struct program *p = fresh();
    make_init(p, 0, 1);
    make_init(p, 1, 1);
    make_fork(p, 2);
    make_access(p, 1, program_bytes(0, 0, 8), true, 1);
    make_arrive(p, 1, 0, 1, 0, 2);
    make_arrive(p, 2, 1, 1, 0, 3);
    make_wait(p, 2, 1, 0, 4); /* not the object of the writer */
    make_access(p, 2, program_bytes(0, 4, 8), false, 5);
    fp_run_result result = run_program(keep, p);
    const fp_run_evidence *race = find(&result, FP_RUN_RACE);
    expect(race && race->byte == 4 && race->first_writes && !race->second_writes, "the byte that both touch");
    expect(race && race->sync_after_first.object == 0 && race->sync_before_second.object == 1, "the nearest syncs");
}

static void test_memory_used_again(struct fp_arena *keep) {
    struct program *p = fresh();
    make_init(p, 0, 1);
    make_fork(p, 1);
    make_arrive(p, 1, 0, 1, 0, 1);
    make_access(p, 0, program_object_region(NULL, 0), true, 2);
    fp_run_result result = run_program(keep, p);
    const fp_run_evidence *ended = find(&result, FP_RUN_END_WHILE_USED);
    expect(ended && ended->object == 0 && !result.well_formed, "a store ends the object before its use is past");
}

static void test_second_init(struct fp_arena *keep) {
    struct program *p = fresh();
    make_init(p, 0, 1);
    make_init(p, 0, 1);
    fp_run_result result = run_program(keep, p);
    expect(find(&result, FP_RUN_SECOND_INIT) && result.evidence_count == 1, "a second init");
}

static void test_object_read(struct fp_arena *keep) {
    struct program *p = fresh();
    make_init(p, 0, 1);
    make_access(p, 0, program_object_region(NULL, 0), false, 1);
    fp_run_result result = run_program(keep, p);
    expect(find(&result, FP_RUN_BYTES_TOUCHED) && result.evidence_count == 1, "a read of the bytes of a barrier");
}

/* Stream 1 writes and arrives, stream 2 waits and writes: a relaxed arrival lets it pass, and tells nothing of the
 * write. */
static void test_relaxed(struct fp_arena *keep) {
    for (int relaxed = 0; relaxed < 2; relaxed++) {
        struct program *p = fresh();
        make_init(p, 0, 1);
        make_init(p, 1, 1);
        make_fork(p, 2);
        make_access(p, 1, program_bytes(0, 0, 8), true, 1);
        program_step(p, 1, FP_EVENT_ARRIVE, 0, 2)->event =
            (fp_event){ .kind = FP_EVENT_ARRIVE, .object = 0, .arrivals = 1, .relaxed = relaxed, .queue = FP_NONE };
        make_wait(p, 2, 0, 0, 3);
        make_access(p, 2, program_bytes(0, 0, 8), true, 4);
        fp_run_result result = run_program(keep, p);
        expect((find(&result, FP_RUN_RACE) != NULL) == relaxed, "a race behind a relaxed arrival only");
        expect(!find(&result, FP_RUN_NOT_INITIALIZED), "the init comes first in time");
    }
}

/* Stream 1 arrives twice when its works are done; stream 2 waits for the one and arrives behind the other. Of one
 * signal it knows that both have come. */
static void test_one_signal(struct fp_arena *keep) {
    for (int same = 0; same < 2; same++) {
        struct program *p = fresh();
        make_init(p, 0, 1);
        make_init(p, 1, 1);
        make_fork(p, 2);
        make_arrive_after(p, 1, 0, 1, true, 1);
        make_arrive_after(p, 1, 1, 1, true, 1);
        p->steps[1][p->len[1] - 1].event.same_signal = same;
        make_wait(p, 2, 0, 0, 2);
        make_arrive(p, 2, 1, 1, 0, 3);
        fp_run_result result = run_program(keep, p);
        expect((find(&result, FP_RUN_EARLY_ARRIVAL) == NULL) == same, "early where the signals are two");
    }
}

static uint32_t own_workgroup(void *user, fp_stream stream) {
    (void)user;
    return stream;
}

/* Stream 1, of another workgroup, reads memory of the first one, which ends; behind its arrival the end comes later. */
static void test_end_of_workgroup(struct fp_arena *keep) {
    for (int waits = 0; waits < 2; waits++) {
        static program_source source;
        struct program *p = fresh();
        make_init(p, 0, 1);
        make_fork(p, 1);
        make_access(p, 1, program_bytes(0, 0, 8), false, 1);
        make_arrive(p, 1, 0, 1, 0, 2);
        if (waits) make_wait(p, 0, 0, 0, 3);
        program_step(p, 0, FP_EVENT_END_MEMORY, FP_NONE, 4)->event.memory_count = 1;
        program_number(p, false);
        fp_event_source events = program_events(&source, p);
        events.workgroup = own_workgroup;
        fp_run_result result = fp_run_all(keep, &events, fp_run_limits_default());
        expect((find(&result, FP_RUN_ENDS_EARLY) == NULL) == waits, "a workgroup ends while another one reads");
    }
}

/* Workgroups that end together wait for each other: what one of them reads of another is read then. */
static void test_end_together(struct fp_arena *keep) {
    for (int together = 0; together < 2; together++) {
        static program_source source;
        struct program *p = fresh();
        make_fork(p, 1);
        make_access(p, 1, program_bytes(0, 0, 8), false, 1);
        for (fp_stream s = 0; s < 2; s++) {
            fp_event *end = &program_step(p, s, FP_EVENT_END_MEMORY, FP_NONE, 2)->event;
            end->first_memory = s, end->memory_count = 1, end->together = together;
        }
        program_number(p, false);
        fp_event_source events = program_events(&source, p);
        events.workgroup = own_workgroup;
        fp_run_result result = fp_run_all(keep, &events, fp_run_limits_default());
        expect((find(&result, FP_RUN_ENDS_EARLY) == NULL) == together, "each ends alone, or all at once");
    }
}

/* ---- what threads of one stream know of each other ---- */

static const uint16_t ids[] = { 0, 1, 31, 32 };
static const int64_t starts[] = { 0, 4, 8, 12 };

static fp_run_result run_threads(struct fp_arena *keep, struct program *p, uint32_t threads, bool lockstep) {
    static program_source source;
    program_number(p, false);
    fp_event_source events = program_events(&source, p);
    events.warp = 32, events.threads = threads, events.lockstep = lockstep;
    return fp_run_all(keep, &events, fp_run_limits_default());
}

static void make_parts(struct program *p, const fp_thread_places *first, const fp_thread_places *second) {
    make_fork(p, 2);
    fp_event *fork = &p->steps[0][p->len[0] - 1].event;
    fork->splits = true, fork->parts[0] = first, fork->parts[1] = second;
}

/* All threads arrive in one phase and in the next: only those that go their own pace come early. */
static void test_own_pace(struct fp_arena *keep) {
    static const fp_thread_places warp = { 3, 4, ids, starts }, both = { 4, 4, ids, starts };
    static const struct {
        const fp_thread_places *part; /* NULL: the whole workgroup */
        uint32_t threads;
        bool lockstep, early;
    } cases[] = { { NULL, 32, true, false },  { NULL, 64, true, true },  { NULL, 32, false, true },
                  { &warp, 64, true, false }, { &both, 64, true, true }, { &warp, 64, false, true } };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct program *p = fresh();
        make_init(p, 0, 4);
        if (cases[i].part) make_parts(p, cases[i].part, cases[i].part);
        for (uint32_t k = 0; k < 2; k++) make_arrive(p, cases[i].part != NULL, 0, 4, 0, k);
        fp_run_result result = run_threads(keep, p, cases[i].threads, cases[i].lockstep);
        expect((find(&result, FP_RUN_EARLY_ARRIVAL) != NULL) == cases[i].early, "early where threads drift apart");
    }
}

/* All threads wait for phase 1 of object 0, then part. Stream 3 completes phase 2 without them, part 1 phase 3: a
 * thread of part 1 that looks late waits for its own arrival. */
static void test_late_before_parting(struct fp_arena *keep) {
    static const fp_thread_places first = { 3, 4, ids, starts }, second = { 1, 4, ids + 3, starts };
    struct program *p = fresh();
    for (uint32_t i = 0; i < 4; i++) make_init(p, i, 1);
    make_fork(p, 1);
    p->steps[0][p->len[0] - 1].event.first_stream = 3;
    make_wait(p, 0, 1, 0, 1);
    make_arrive(p, 0, 2, 1, 0, 2);
    make_wait(p, 0, 0, 0, 3);
    make_parts(p, &first, &second);
    make_arrive(p, 3, 0, 1, 0, 4);
    make_arrive(p, 3, 1, 1, 0, 5);
    make_wait(p, 3, 2, 0, 6);
    make_arrive(p, 3, 0, 1, 0, 7);
    make_arrive(p, 3, 3, 1, 0, 8);
    make_wait(p, 1, 3, 0, 9);
    make_arrive(p, 1, 0, 1, 0, 10);
    fp_run_result result = run_threads(keep, p, 32, true);
    const fp_run_evidence *missed = find(&result, FP_RUN_MISSED_PHASE);
    expect(missed && missed->hangs, "the part's first event stands for what it did before");
}

/* ---- phases ---- */

/* A copy arrives in the phase behind the stream's own arrival: a wait for the own one does not wait for the copy. */
static void test_own_phase(struct fp_arena *keep) {
    for (int again = 0; again < 2; again++) {
        struct program *p = fresh();
        fp_region tile = program_bytes(0, 0, 8);
        make_init(p, 0, 1);
        make_arrive(p, 0, 0, 1, 0, 1);
        fp_event *copy = &make_start(p, 0, 0, make_touch(tile, true, FP_PROXY_GENERIC), 2)->event;
        copy->arrivals = 1, copy->bytes = 0;
        program_step(p, 0, again ? FP_EVENT_WAIT : FP_EVENT_WAIT_OWN, 0, 3)->event.parity = 1;
        make_access(p, 0, tile, false, 4);
        fp_run_result result = run_program(keep, p);
        expect((find(&result, FP_RUN_RACE) == NULL) == again, "the phase of the stream's own arrival");
    }
}

/* ---- objects whose bytes are written ---- */

/* What may not happen ends no object for certain. */
static void test_perhaps_written(struct fp_arena *keep) {
    for (int maybe = 0; maybe < 2; maybe++) {
        for (int lasts = 0; lasts < 2; lasts++) {
            struct program *p = fresh();
            make_init(p, 0, 1);
            p->steps[0][p->len[0] - 1].event.lasts = lasts;
            make_access(p, 0, program_object_region(NULL, 0), true, 1)->access[0].maybe = maybe;
            make_arrive(p, 0, 0, 1, 0, 2);
            fp_run_result result = run_program(keep, p);
            expect((find(&result, FP_RUN_USE_AFTER_END) == NULL) == maybe, "a certain write ends the object");
            expect((find(&result, FP_RUN_BYTES_REUSED) != NULL) == (lasts && !maybe), "which has to be ended before");
        }
    }
}

/* ---- input that hurts ---- */

static void test_counts(struct fp_arena *keep) {
    static const int64_t counts[] = { 0, -1, 1 << 20, INT64_MAX, INT64_MIN };
    for (uint32_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct program *p = fresh();
        make_init(p, 0, counts[i]);
        for (uint32_t k = 0; k < 3; k++) make_arrive(p, 0, 0, counts[i], counts[i], k);
        make_start(p, 0, 0, (fp_stream_access){ .region = { 0, INT64_MIN, INT64_MAX, INT64_MAX, 1 }, .writes = true },
                   4)
            ->event.bytes = counts[i];
        make_wait(p, 0, 0, 0, 5);
        run_program(keep, p);
    }
}

static void test_unknown_numbers(struct fp_arena *keep) {
    struct program *p = fresh();
    step *at = STEP(p, 0, FORK, FP_NONE);
    at->event.first_stream = 0;
    at->event.stream_count = 3;
    STEP(p, 0, WAIT, FP_NONE);
    STEP(p, 0, ARRIVE, FP_NONE)->event.arrivals = 1;
    STEP(p, 0, ARRIVE_AFTER, FP_NONE)->event.queue = FP_NONE;
    STEP(p, 0, WAIT_QUEUE, FP_NONE)->event.newest = -5;
    STEP(p, 0, CLOSE_GROUP, FP_NONE)->event.queue = 1u << 31;
    make_join(p, 0);
    for (uint32_t i = 0; i < p->len[0]; i++)
        if (p->steps[0][i].event.kind == FP_EVENT_WAIT) p->steps[0][i].event.object = FP_NONE - 1;
    fp_run_result result = run_program(keep, p);
    expect(result.end == FP_RUN_ENDED && !result.evidence_count, "unknown objects and queues say nothing");
    p->steps[0][0].event.stream_count = FP_NONE;
    expect(run_program(keep, p).end == FP_RUN_SIZE_END, "too many streams");
}

static const fp_event *forever(void *user, fp_stream stream) {
    fp_event *e = user;
    *e = (fp_event){ .kind = FP_EVENT_START, .op = stream, .object = FP_NONE, .queue = FP_NONE };
    static const fp_stream_access access = { .region = { 0, 0, 8, 0, 0 }, .reads = true };
    e->accesses = &access;
    e->access_count = 1;
    return e;
}

static void test_endless(struct fp_arena *keep) {
    fp_event event;
    fp_event_source events = { .user = &event, .next = forever, .object_region = program_object_region };
    expect(fp_run_all(keep, &events, fp_run_limits_default()).end == FP_RUN_SIZE_END, "work that nobody waits for");
    fp_run_limits limits = fp_run_limits_default();
    limits.without = (const bool[]){ true };
    expect(fp_run_all(keep, &events, limits).end == FP_RUN_EVENTS_END, "an endless stream of ops that are left out");
}

static void test_given_up(struct fp_arena *keep) {
    struct program *p = fresh();
    make_init(p, 0, 1);
    make_fork(p, 1);
    make_wait(p, 0, 0, 0, 1);
    STEP(p, 1, END, FP_NONE)->event.gives_up = true; /* the arrival would come behind it */
    fp_run_result result = run_program(keep, p);
    expect(result.end == FP_RUN_EVENTS_END && !result.evidence_count, "where the source gives up nothing is stuck");
}

/* ---- regions ---- */

static bool has_byte(const fp_region *r, int64_t byte) {
    if (byte < r->first || byte >= r->end) return false;
    return r->stride <= 0 || r->run <= 0 || (byte - r->first) % r->stride < r->run;
}

static void test_regions(uint64_t seed) {
    fp_lot lot = { seed };
    for (uint32_t i = 0; i < 20000; i++) {
        fp_region r[2];
        for (uint32_t k = 0; k < 2; k++) {
            int64_t first = lot_below(&lot, 20), size = lot_from(&lot, 1, 40);
            r[k] = (fp_region){ lot_one_in(&lot, 8), first, first + size, lot_below(&lot, 12), lot_below(&lot, 6) };
        }
        bool truth = false;
        int64_t byte = -1;
        for (int64_t at = 0; at < 64; at++) truth |= has_byte(&r[0], at) && has_byte(&r[1], at);
        truth &= r[0].memory == r[1].memory;
        bool said = fp_regions_meet(&r[0], &r[1], &byte);
        if (said == truth && (!said || (has_byte(&r[0], byte) && has_byte(&r[1], byte)))) continue;
        expect(false, "two regions share a byte if and only if some byte is in both");
        return;
    }
}

/* Two tiles of more pieces than anybody walks one by one, which share bytes near their ends, or none. */
static void test_many_pieces(void) {
    int64_t byte, size = INT64_C(1) << 28;
    fp_region even = { 0, 0, size, 4, 2 }, odd = { 0, 2, size, 4, 2 }, apart = { 0, 7, size, 1 << 20, 1 };
    expect(!fp_regions_meet(&even, &odd, &byte), "pieces between the pieces of another region share no byte with them");
    odd.stride = 4 * 4099, odd.run = 3;
    expect(fp_regions_meet(&even, &odd, &byte) && has_byte(&even, byte) && has_byte(&odd, byte),
           "a longer piece shares its last byte");
    expect(!fp_regions_meet(&even, &apart, &byte), "pieces far from each other that miss all others");
}

/* ---- threads ---- */

static bool is_meant(uint32_t x, uint32_t y, uint32_t warp, fp_thread_pair which) {
    switch (which) {
    case FP_TWO_THREADS: return x != y;
    case FP_TWO_WARPS: return x / warp != y / warp;
    case FP_TWO_LANES: return x != y && x / warp == y / warp;
    case FP_ONE_THREAD: return x == y;
    case FP_ONE_WARP: return x / warp == y / warp;
    }
    return false;
}

static fp_thread_places places_at_random(struct fp_arena *keep, fp_lot *lot, uint32_t count, int64_t range) {
    uint16_t *threads = FP_NEW(keep, uint16_t, count);
    int64_t *places = FP_NEW(keep, int64_t, count), at = 0;
    uint32_t from = (uint32_t)lot_below(lot, 12);
    for (uint32_t i = 0; i < count; i++) {
        at += lot_below(lot, (uint32_t)range);
        places[i] = at, threads[i] = (uint16_t)(from + (uint32_t)lot_below(lot, 8));
    }
    return (fp_thread_places){ count, (uint32_t)lot_from(lot, 1, 4), threads, places };
}

static void test_threads(struct fp_arena *keep) {
    fp_lot lot = { 7 };
    const fp_event_source source = { .warp = 4 };
    for (uint32_t round = 0; round < 5000; round++) {
        struct fp_arena *scratch = fp_arena_new();
        struct fp_run *run = FP_NEW(scratch, struct fp_run, 1);
        run->scratch = scratch, run->source = &source;
        int64_t range = lot_from(&lot, 1, 4);
        fp_thread_places a = places_at_random(scratch, &lot, (uint32_t)lot_from(&lot, 1, 9), range),
                         b = places_at_random(scratch, &lot, (uint32_t)lot_from(&lot, 1, 9), range);
        for (fp_thread_pair which = FP_TWO_THREADS; which <= FP_ONE_WARP; which++) {
            bool truth = false;
            for (uint32_t i = 0; i < a.count; i++)
                for (uint32_t k = 0; k < b.count; k++)
                    truth |= a.start[i] < b.start[k] + b.width && b.start[k] < a.start[i] + a.width &&
                             is_meant(a.thread[i], b.thread[k], source.warp, which);
            const fp_thread_meeting *m = fp_threads_meet(run, &a, &b, which, NULL);
            bool right = truth == (m != NULL) && (!m || is_meant(m->thread_a, m->thread_b, source.warp, which));
            expect(right, "threads meet if and only if two of them that are meant touch a common byte");
            if (!right) round = 5000;
        }
        fp_arena_drop(scratch);
    }
    /* All threads of one half at one place, all of the other half there as well. */
    fp_thread_places halves[2];
    for (uint32_t h = 0; h < 2; h++) {
        halves[h] = (fp_thread_places){ 512, 4, FP_NEW(keep, uint16_t, 512), FP_NEW(keep, int64_t, 512) };
        for (uint32_t i = 0; i < 512; i++) ((uint16_t *)halves[h].thread)[i] = (uint16_t)(512 * h + i);
    }
    struct fp_run *run = FP_NEW(keep, struct fp_run, 1);
    run->scratch = keep, run->source = &source;
    expect(!fp_threads_meet(run, &halves[0], &halves[1], FP_ONE_WARP, NULL), "no warp is in both halves");
}

int main(void) {
    static void (*const tests[])(struct fp_arena *) = { test_bringers,
                                                        test_nobody_comes,
                                                        test_race_names_syncs,
                                                        test_memory_used_again,
                                                        test_second_init,
                                                        test_object_read,
                                                        test_relaxed,
                                                        test_one_signal,
                                                        test_end_of_workgroup,
                                                        test_counts,
                                                        test_unknown_numbers,
                                                        test_endless,
                                                        test_given_up,
                                                        test_trace,
                                                        test_accesses_of_one_op,
                                                        test_end_together,
                                                        test_own_pace,
                                                        test_late_before_parting,
                                                        test_own_phase,
                                                        test_perhaps_written,
                                                        test_threads };
    for (uint32_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        struct fp_arena *keep = fp_arena_new();
        tests[i](keep);
        fp_arena_drop(keep);
    }
    test_regions(1);
    test_many_pieces();
    return failures != 0;
}
