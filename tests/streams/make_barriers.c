/* Protocols that are no rings; each right as it is made here. */
#include "make.h"

/* ---- barriers of threads ---- */

/* Two groups take turns: each waits for its own barrier, which the other one signals. */
void make_ping_pong(struct program *p, fp_lot *lot) {
    p->kind = "ping-pong";
    uint32_t rounds = lot_from(lot, 1, 4);
    make_init(p, 0, 2);
    make_init(p, 1, 2);
    make_fork(p, 2);
    make_arrive(p, 2, 0, 1, 0, __LINE__);
    for (uint32_t i = 0; i < rounds; i++)
        for (fp_stream s = 1; s <= 2; s++) {
            uint32_t from = p->len[s];
            make_meet(p, s, s - 1, 1, __LINE__ * 10);
            make_access(p, s, program_bytes(0, 0, 8), true, __LINE__);
            if (s == 1 || i + 1 < rounds) make_arrive(p, s, 2 - s, 1, 0, __LINE__);
            make_loops(p, s, from, i, 0);
        }
    make_join(p, 2);
}

/* An elected thread copies, the whole group meets, all read, all meet again. */
void make_elected(struct program *p, fp_lot *lot) {
    p->kind = "elected";
    uint32_t rounds = lot_from(lot, 1, 3), waits = lot_below(lot, 3);
    int64_t others = lot_from(lot, 1, 3);
    make_init(p, 0, others + 1);
    make_init(p, 1, 1);
    make_fork(p, 2);
    for (uint32_t i = 0; i < rounds; i++) {
        fp_stream_access copy = make_touch(program_bytes(0, 0, 8), true, FP_PROXY_ASYNC);
        STEP(p, 1, FENCE, FP_NONE);
        if (waits == 1) make_arrive(p, 1, 1, 1, 8, __LINE__);
        step *at = make_start(p, 1, waits == 1 ? 1 : FP_NONE, copy, __LINE__);
        at->event.bytes = waits == 1 ? 8 : 0;
        at->event.queue = waits == 1 ? FP_NONE : 0;
        if (waits == 0) make_close(p, 1, 0, __LINE__);
        if (waits == 1) make_wait(p, 1, 1, i, __LINE__);
        if (waits != 1) make_wait_queue(p, 1, 0, 0, false, waits == 0, __LINE__);
        for (fp_stream s = 1; s <= 2; s++) {
            make_meet(p, s, 0, s == 1 ? 1 : others, __LINE__ * 10);
            make_access(p, s, program_bytes(0, 0, 8), false, __LINE__);
            STEP(p, s, FENCE, FP_NONE);
            make_meet(p, s, 0, s == 1 ? 1 : others, __LINE__ * 10);
        }
    }
    make_join(p, 2);
}

/* Signal, something of one's own, wait; each reads what the others wrote. */
void make_split(struct program *p, fp_lot *lot) {
    p->kind = "split";
    uint32_t rounds = lot_from(lot, 1, 2), streams = lot_from(lot, 2, 3);
    make_init(p, 0, streams);
    make_fork(p, streams);
    for (uint32_t i = 0; i < rounds; i++)
        for (fp_stream s = 1; s <= streams; s++) {
            make_access(p, s, program_bytes(0, s * 8, 8), true, __LINE__);
            make_arrive(p, s, 0, 1, 0, __LINE__);
            make_access(p, s, program_bytes(0, 100 + s * 8, 8), true, __LINE__);
            STEP(p, s, WAIT_OWN, 0);
            make_access(p, s, program_bytes(0, (s % streams + 1) * 8, 8), false, __LINE__);
            make_meet(p, s, 0, 1, __LINE__ * 10);
        }
    make_join(p, streams);
}

/* ---- objects that others than their users speak of ---- */

/* One stream completes phases alone, itself or by its pipe, and tells at the end; another one learns of all of them at
 * once. */
void make_listener(struct program *p, fp_lot *lot) {
    p->kind = "listener";
    uint32_t rounds = lot_from(lot, 1, 5);
    bool pipe = lot_one_in(lot, 2);
    make_init(p, 0, 1);
    make_init(p, 1, 1);
    make_fork(p, 2);
    for (uint32_t i = 0; i < rounds; i++) {
        fp_region to = program_bytes(0, i * 8, 8);
        if (!pipe) make_access(p, 1, to, true, __LINE__);
        if (!pipe) make_arrive(p, 1, 0, 1, 0, __LINE__);
        if (!pipe) continue;
        step *at = make_start(p, 1, FP_NONE, make_touch(to, true, FP_PROXY_ASYNC), __LINE__);
        at->event.queue = 0;
        at->event.in_order = true;
        make_arrive_after(p, 1, 0, 0, true, __LINE__);
    }
    if (pipe)
        make_arrive_after(p, 1, 1, 0, true, __LINE__);
    else
        make_arrive(p, 1, 1, 1, 0, __LINE__);
    make_wait(p, 2, 1, 0, __LINE__);
    make_wait(p, 2, 0, rounds + 1, __LINE__);
    make_access(p, 2, program_bytes(0, 0, rounds * 8), false, __LINE__);
    make_join(p, 2);
}

/* One stream expects bytes that another one copies, or for a phase that another one's arrival completes, and says when
 * it has. */
void make_expecter(struct program *p, fp_lot *lot) {
    p->kind = "expecter";
    uint32_t rounds = lot_from(lot, 1, 3), copies = lot_from(lot, 1, 2); /* the stream that copies */
    for (uint32_t i = 0; i < 3; i++) make_init(p, i, 1);
    make_fork(p, 3);
    for (uint32_t i = 0; i < rounds; i++) {
        fp_stream_access copy = make_touch(program_bytes(0, 0, 8), true, FP_PROXY_ASYNC);
        make_wait(p, 1, 2, i + 1, __LINE__);
        make_arrive(p, 1, 0, 0, 8, __LINE__);
        if (copies == 1) make_start(p, 1, 0, copy, __LINE__)->event.bytes = 8;
        make_arrive(p, 1, 1, 1, 0, __LINE__);
        make_wait(p, 2, 1, i, __LINE__);
        if (copies == 2) make_start(p, 2, 0, copy, __LINE__)->event.bytes = 8;
        make_arrive(p, 2, 0, 1, 0, __LINE__);
        make_wait(p, 3, 0, i, __LINE__);
        make_access(p, 3, program_bytes(0, 0, 8), false, __LINE__);
        STEP(p, 3, FENCE, FP_NONE);
        make_arrive(p, 3, 2, 1, 0, __LINE__);
    }
    make_join(p, 3);
}

/* What one stream has written comes to the unit of a third one by way of a second one. A fence between proxies helps in
 * the first and in the third. */
void make_relay(struct program *p, fp_lot *lot) {
    p->kind = "relay";
    bool fence_first = lot_one_in(lot, 2), copy = lot_one_in(lot, 2), third = lot_one_in(lot, 2);
    make_init(p, 0, 1);
    make_init(p, 1, 1);
    make_fork(p, 3);
    if (copy) {
        fp_stream_access to = make_touch(program_bytes(0, 0, 8), true, FP_PROXY_GENERIC);
        make_start(p, 1, FP_NONE, to, __LINE__)->event.queue = 0;
        make_wait_queue(p, 1, 0, 0, false, false, __LINE__);
    } else {
        make_access(p, 1, program_bytes(0, 0, 8), true, __LINE__);
    }
    if (fence_first) STEP(p, 1, FENCE, FP_NONE);
    make_arrive(p, 1, 0, 1, 0, __LINE__);
    make_wait(p, 2, 0, 0, __LINE__);
    if (third) STEP(p, 2, FENCE, FP_NONE);
    make_arrive(p, 2, 1, 1, 0, __LINE__);
    make_wait(p, 3, 1, 0, __LINE__);
    if (!fence_first) STEP(p, 3, FENCE, FP_NONE);
    make_start(p, 3, FP_NONE, make_touch(program_bytes(0, 0, 8), false, FP_PROXY_ASYNC), __LINE__)->event.queue = 0;
    make_join(p, 3);
}

static void start_in(struct program *p, uint32_t queue, fp_region region, bool writes, bool closes, uint32_t text) {
    make_start(p, 1, FP_NONE, make_touch(region, writes, FP_PROXY_ASYNC), text)->event.queue = queue;
    if (closes) make_close(p, 1, queue, text + 1);
}

/* Reads and writes under way in one queue, waited for together or the reads first. */
static void copies_of_a_queue(struct program *p, bool grouped) {
    fp_region a = program_bytes(0, 0, 8), b = program_bytes(0, 8, 8);
    make_access(p, 1, a, true, __LINE__);
    STEP(p, 1, FENCE, FP_NONE);
    start_in(p, 0, a, false, grouped, __LINE__ * 10);
    start_in(p, 0, b, true, grouped, __LINE__ * 10);
    make_wait_queue(p, 1, 0, 0, false, grouped, __LINE__);
    p->steps[1][p->len[1] - 1].event.reads_only = grouped;
    make_access(p, 1, a, true, __LINE__);
    if (grouped) make_wait_queue(p, 1, 0, 0, false, true, __LINE__);
    make_access(p, 1, b, false, __LINE__);
}

/* Copies that each arrive on an object of their own; all are waited for, the last one first. */
static void copies_on_objects(struct program *p, uint32_t copies) {
    for (uint32_t i = 0; i < copies; i++) {
        step *at = make_start(p, 1, i, make_touch(program_bytes(0, i * 8, 8), true, FP_PROXY_ASYNC), __LINE__);
        at->event.arrivals = 1;
    }
    for (uint32_t i = copies; i-- > 0;) {
        make_wait(p, 2, i, 0, __LINE__);
        make_access(p, 2, program_bytes(0, i * 8, 8), false, __LINE__);
    }
}

void make_copies(struct program *p, fp_lot *lot) {
    p->kind = "copies";
    uint32_t shape = lot_below(lot, 3), copies = lot_from(lot, 2, 3);
    for (uint32_t i = 0; i < copies; i++) make_init(p, i, 1);
    make_fork(p, 2);
    if (shape == 2)
        copies_on_objects(p, copies);
    else
        copies_of_a_queue(p, shape == 0);
    make_access(p, 2, program_bytes(1, 0, 8), false, __LINE__);
    make_join(p, 2);
}

/* An object that is made, used and ended in each round. */
void make_lifetimes(struct program *p, fp_lot *lot) {
    p->kind = "lifetimes";
    uint32_t rounds = lot_from(lot, 1, 3);
    bool copies = lot_one_in(lot, 2);
    make_init(p, 0, 1);
    make_init(p, 2, 1);
    make_fork(p, 2);
    for (uint32_t i = 0; i < rounds; i++) {
        STEP(p, 1, INIT, 1)->event.arrivals = 1;
        make_arrive(p, 1, 0, 1, 0, __LINE__);
        make_wait(p, 2, 0, i, __LINE__);
        if (copies) {
            fp_stream_access to = make_touch(program_bytes(0, 0, 8), true, FP_PROXY_ASYNC);
            make_start(p, 2, 1, to, __LINE__)->event.arrivals = 1;
        } else {
            make_access(p, 2, program_bytes(0, 0, 8), true, __LINE__);
            make_arrive(p, 2, 1, 1, 0, __LINE__);
        }
        make_wait(p, 2, 1, 0, __LINE__);
        make_arrive(p, 2, 2, 1, 0, __LINE__);
        make_wait(p, 1, 1, 0, __LINE__);
        make_access(p, 1, program_bytes(0, 0, 8), false, __LINE__);
        STEP(p, 1, FENCE, FP_NONE);
        make_wait(p, 1, 2, i, __LINE__);
        STEP(p, 1, END_OBJECT, 1);
    }
    make_join(p, 2);
}

/* ---- two workgroups that copy into each other ---- */

void make_cluster(struct program *p, fp_lot *lot) {
    p->kind = "cluster";
    p->clusters = true;
    for (fp_stream s = 1; s <= 4; s++) p->group[s] = (s - 1) % 2;
    uint32_t slots = lot_from(lot, 1, 2), rounds = lot_from(lot, 1, slots + 1);
    for (uint32_t i = 0; i < slots; i++)
        for (uint32_t cta = 0; cta < 2; cta++) {
            make_init(p, 4 * i + cta, 1);     /* full */
            make_init(p, 4 * i + 2 + cta, 2); /* empty: the consumers of both */
        }
    make_fork(p, 4);
    for (uint32_t i = 0; i < rounds; i++)
        for (uint32_t cta = 0; cta < 2; cta++) {
            uint32_t at = i % slots * 4, turn = i / slots;
            fp_stream producer = 1 + cta, consumer = 3 + cta;
            make_wait(p, producer, at + 2 + cta, turn + 1, __LINE__);
            STEP(p, producer, FENCE, FP_NONE);
            make_arrive(p, producer, at + cta, 1, 16, __LINE__);
            for (uint32_t to = 0; to < 2; to++) {
                fp_region half = program_bytes(2 + to, i % slots * 16 + cta * 8, 8);
                make_start(p, producer, at + to, make_touch(half, true, FP_PROXY_ASYNC), __LINE__)->event.bytes = 8;
            }
            make_wait(p, consumer, at + cta, turn, __LINE__);
            make_access(p, consumer, program_bytes(2 + cta, i % slots * 16, 16), false, __LINE__);
            STEP(p, consumer, FENCE, FP_NONE);
            for (uint32_t to = 0; to < 2; to++) make_arrive(p, consumer, at + 2 + to, 1, 0, __LINE__);
        }
    make_join(p, 4);
}
