/* Whole programs: protocols as kernels use them, each right as it is made here. */
#include "program.h"
#include <string.h>

static fp_stream_access touch(fp_region region, bool writes, fp_proxy proxy) {
    return (fp_stream_access){ .region = region, .writes = writes, .reads = !writes, .proxy = proxy };
}

static step *access_step(struct program *p, fp_stream s, fp_region region, bool writes, uint32_t text) {
    step *at = program_step(p, s, FP_EVENT_ACCESS, FP_NONE, text);
    at->access[0] = touch(region, writes, FP_PROXY_GENERIC);
    at->event.access_count = 1;
    return at;
}

static step *start_step(struct program *p, fp_stream s, uint32_t object, fp_stream_access access, uint32_t text) {
    step *at = program_step(p, s, FP_EVENT_START, object, text);
    at->access[0] = access;
    at->event.access_count = 1;
    return at;
}

static void arrive(struct program *p, fp_stream s, uint32_t object, int64_t arrivals, int64_t bytes, uint32_t text) {
    step *at = program_step(p, s, FP_EVENT_ARRIVE, object, text);
    at->event.arrivals = arrivals;
    at->event.bytes = bytes;
}

static void wait_parity(struct program *p, fp_stream s, uint32_t object, uint32_t parity, uint32_t text) {
    program_step(p, s, FP_EVENT_WAIT, object, text)->event.parity = parity & 1;
}

static void arrive_after(struct program *p, fp_stream s, uint32_t object, uint32_t queue, bool in_order,
                         uint32_t text) {
    step *at = program_step(p, s, FP_EVENT_ARRIVE_AFTER, object, text);
    at->event.arrivals = 1;
    at->event.queue = queue;
    at->event.in_order = in_order;
}

static void wait_queue(struct program *p, fp_stream s, uint32_t queue, int64_t newest, bool in_order, bool grouped,
                       uint32_t text) {
    step *at = program_step(p, s, FP_EVENT_WAIT_QUEUE, FP_NONE, text);
    at->event.queue = queue;
    at->event.newest = newest;
    at->event.in_order = in_order;
    at->event.grouped = grouped;
}

static void close_group(struct program *p, fp_stream s, uint32_t queue, uint32_t text) {
    program_step(p, s, FP_EVENT_CLOSE_GROUP, FP_NONE, text)->event.queue = queue;
}

static void init(struct program *p, uint32_t object, int64_t count) {
    program_step(p, 0, FP_EVENT_INIT, object, object)->event.arrivals = count;
}

/* A barrier that the stream both arrives at and waits for. */
static void meet(struct program *p, fp_stream s, uint32_t object, int64_t arrivals, uint32_t text) {
    arrive(p, s, object, arrivals, 0, text);
    program_step(p, s, FP_EVENT_WAIT_OWN, object, text + 1);
}

static void fork_all(struct program *p, uint32_t count) {
    step *at = STEP(p, 0, FORK, FP_NONE);
    at->event.first_stream = 1;
    at->event.stream_count = count;
}

static void join_all(struct program *p, uint32_t count) {
    step *at = STEP(p, 0, JOIN, FP_NONE);
    at->event.first_stream = 1;
    at->event.stream_count = count;
}

/* ---- rings ---- */

enum { SLOT_BYTES = 16 };
typedef enum {
    PUT_STORE,        /* stores, then arrives */
    PUT_COPY,         /* expects and arrives, then copies with bytes */
    PUT_COPY_FIRST,   /* copies with bytes, then expects and arrives */
    PUT_EXPECT_APART, /* expects, copies, arrives */
    PUT_PIPE,         /* a copy in order that arrives itself */
    PUT_COPY_ARRIVES, /* copies of a queue out of order, an arrival behind them */
    PUT_GROUPS,       /* copies, closes, waits for the group, arrives */
    PUT_GROUPS_LATE,  /* the same, one group later */
    PUT_COMPLETE,     /* expects, stores, completes the bytes itself, arrives */
    PUT_COUNTER,      /* copies out of order, waits for all */
    PUT_KINDS
} put_kind;
typedef enum {
    TAKE_LOAD,    /* loads, arrives */
    TAKE_PRODUCT, /* a product that reads, a commit */
    TAKE_GROUPS,  /* a product in a group, waits for it, arrives */
    TAKE_LATE,    /* waits for the product before, arrives for that */
    TAKE_ARRIVES, /* a product that arrives itself */
    TAKE_KINDS
} take_kind;

typedef struct {
    uint32_t slots, rounds, producers, consumers;
    put_kind put;
    take_kind take;
    uint32_t full, empty;   /* their first objects */
    uint32_t first_stream;  /* producers, then consumers */
    bool fence_behind_wait; /* consumers fence, not producers */
    bool tile_in_tensor;    /* products write tensor memory */
} ring;

static bool put_is_generic(put_kind put) {
    return put == PUT_STORE || put == PUT_COPY_ARRIVES || put == PUT_GROUPS || put == PUT_GROUPS_LATE ||
           put == PUT_COMPLETE || put == PUT_COUNTER;
}

static fp_region part(const ring *r, uint32_t round, uint32_t producer) {
    int64_t size = SLOT_BYTES / r->producers;
    return program_bytes(0, (int64_t)(round % r->slots) * SLOT_BYTES + producer * size, size);
}

static fp_region whole(const ring *r, uint32_t round) {
    return program_bytes(0, (int64_t)(round % r->slots) * SLOT_BYTES, SLOT_BYTES);
}

static void publish(struct program *p, const ring *r, fp_stream s, uint32_t full, uint32_t text) {
    if (put_is_generic(r->put) && r->take != TAKE_LOAD && !r->fence_behind_wait)
        program_step(p, s, FP_EVENT_FENCE, FP_NONE, text);
    arrive(p, s, full, 1, 0, text + 1);
}

static void put_bytes(struct program *p, const ring *r, fp_stream s, uint32_t full, fp_region to) {
    fp_stream_access copy = touch(to, true, FP_PROXY_ASYNC);
    int64_t bytes = to.end - to.first;
    if (r->put == PUT_COPY) arrive(p, s, full, 1, bytes, __LINE__);
    if (r->put == PUT_EXPECT_APART || r->put == PUT_COMPLETE) arrive(p, s, full, 0, bytes, __LINE__);
    if (r->put == PUT_COMPLETE) {
        access_step(p, s, to, true, __LINE__);
        STEP(p, s, COMPLETE_BYTES, full)->event.bytes = bytes;
        publish(p, r, s, full, __LINE__);
        return;
    }
    start_step(p, s, full, copy, __LINE__)->event.bytes = bytes;
    if (r->put == PUT_COPY_FIRST) arrive(p, s, full, 1, bytes, __LINE__);
    if (r->put == PUT_EXPECT_APART) arrive(p, s, full, 1, 0, __LINE__);
}

static void put_groups(struct program *p, const ring *r, fp_stream s, uint32_t round, fp_region to) {
    uint32_t full = r->full + round % r->slots;
    start_step(p, s, FP_NONE, touch(to, true, FP_PROXY_GENERIC), __LINE__)->event.queue = 0;
    if (r->put == PUT_COPY_ARRIVES) arrive_after(p, s, full, 0, false, __LINE__);
    if (r->put == PUT_COUNTER) wait_queue(p, s, 0, 0, false, false, __LINE__);
    if (r->put == PUT_COUNTER) publish(p, r, s, full, __LINE__);
    if (r->put != PUT_GROUPS && r->put != PUT_GROUPS_LATE) return;
    close_group(p, s, 0, __LINE__);
    if (r->put == PUT_GROUPS_LATE && round == 0) return;
    wait_queue(p, s, 0, r->put == PUT_GROUPS_LATE, false, true, __LINE__);
    publish(p, r, s, r->put == PUT_GROUPS ? full : r->full + (round - 1) % r->slots, __LINE__);
}

static void put(struct program *p, const ring *r, uint32_t producer, uint32_t round) {
    fp_stream s = r->first_stream + producer;
    uint32_t full = r->full + round % r->slots;
    fp_region to = part(r, round, producer);
    wait_parity(p, s, r->empty + round % r->slots, round / r->slots + 1, __LINE__);
    if (r->take == TAKE_LOAD && !put_is_generic(r->put)) STEP(p, s, FENCE, FP_NONE);
    switch (r->put) {
    case PUT_STORE:
        access_step(p, s, to, true, __LINE__);
        publish(p, r, s, full, __LINE__);
        return;
    case PUT_COPY:
    case PUT_COPY_FIRST:
    case PUT_EXPECT_APART:
    case PUT_COMPLETE: put_bytes(p, r, s, full, to); return;
    case PUT_PIPE: {
        step *at = start_step(p, s, full, touch(to, true, FP_PROXY_ASYNC), __LINE__);
        at->event.arrivals = 1;
        at->event.queue = 1;
        at->event.in_order = true;
        return;
    }
    case PUT_COPY_ARRIVES:
    case PUT_GROUPS:
    case PUT_GROUPS_LATE:
    case PUT_COUNTER:
    case PUT_KINDS: put_groups(p, r, s, round, to); return;
    }
}

static void put_rest(struct program *p, const ring *r, uint32_t producer) {
    if (r->put != PUT_GROUPS_LATE || !r->rounds) return;
    fp_stream s = r->first_stream + producer;
    wait_queue(p, s, 0, 0, false, true, __LINE__);
    publish(p, r, s, r->full + (r->rounds - 1) % r->slots, __LINE__);
}

static fp_region tile(uint32_t consumer) { return program_bytes(1, consumer * 8, 8); }

static step *product(struct program *p, const ring *r, uint32_t consumer, uint32_t round, uint32_t queue, bool in_order,
                     uint32_t text) {
    fp_stream s = r->first_stream + r->producers + consumer;
    step *at = start_step(p, s, FP_NONE, touch(whole(r, round), false, FP_PROXY_ASYNC), text);
    at->event.queue = queue;
    at->event.in_order = in_order;
    if (!r->tile_in_tensor || !in_order) return at;
    at->access[1] = touch(tile(consumer), true, FP_PROXY_GENERIC);
    at->event.access_count = 2;
    return at;
}

/* The consumer's part of one round; `taken` counts its own rounds. */
static void take(struct program *p, const ring *r, uint32_t consumer, uint32_t round, bool first, bool last) {
    fp_stream s = r->first_stream + r->producers + consumer;
    uint32_t empty = r->empty + round % r->slots;
    wait_parity(p, s, r->full + round % r->slots, round / r->slots, __LINE__);
    if (r->take != TAKE_LOAD && put_is_generic(r->put) && (r->fence_behind_wait || r->put == PUT_COPY_ARRIVES))
        STEP(p, s, FENCE, FP_NONE);
    switch (r->take) {
    case TAKE_LOAD:
        access_step(p, s, whole(r, round), false, __LINE__);
        arrive(p, s, empty, 1, 0, __LINE__);
        return;
    case TAKE_PRODUCT:
        product(p, r, consumer, round, 2, true, __LINE__);
        arrive_after(p, s, empty, 2, true, __LINE__);
        return;
    case TAKE_GROUPS:
        product(p, r, consumer, round, 3, false, __LINE__);
        close_group(p, s, 3, __LINE__);
        wait_queue(p, s, 3, 0, false, true, __LINE__);
        p->steps[s][p->len[s] - 1].event.reads_only = round & 1;
        arrive(p, s, empty, 1, 0, __LINE__);
        return;
    case TAKE_LATE:
        product(p, r, consumer, round, 4, true, __LINE__);
        wait_queue(p, s, 4, 1, true, false, __LINE__);
        if (!first) arrive(p, s, r->empty + (round - 1) % r->slots, 1, 0, __LINE__);
        if (last) wait_queue(p, s, 4, 0, true, false, __LINE__);
        if (last) arrive(p, s, empty, 1, 0, __LINE__);
        return;
    case TAKE_ARRIVES:
    case TAKE_KINDS: {
        step *at = product(p, r, consumer, round, FP_NONE, false, __LINE__);
        at->event.object = empty;
        at->event.arrivals = 1;
        return;
    }
    }
}

static void set_loops(struct program *p, fp_stream s, uint32_t from, uint32_t outer, uint32_t inner) {
    for (uint32_t i = from; i < p->len[s]; i++) {
        p->steps[s][i].event.loop_count = 2;
        p->steps[s][i].event.loops[0] = outer;
        p->steps[s][i].event.loops[1] = inner;
    }
}

static void init_ring(struct program *p, const ring *r) {
    for (uint32_t i = 0; i < r->slots; i++) {
        init(p, r->full + i, r->producers);
        init(p, r->empty + i, r->consumers);
    }
}

static ring draw_ring(fp_lot *lot) {
    ring r = { .slots = lot_from(lot, 1, 3), .producers = 1, .consumers = 1, .first_stream = 1 };
    uint32_t shape = lot_below(lot, 4);
    if (shape == 1) r.producers = 2;
    if (shape == 2) r.consumers = 2;
    r.rounds = lot_from(lot, 1, shape ? r.slots + 1 : 2 * r.slots + 1);
    r.put = (put_kind)lot_below(lot, PUT_KINDS);
    r.take = (take_kind)lot_below(lot, TAKE_KINDS);
    if (r.put == PUT_GROUPS_LATE && r.slots == 1) r.put = PUT_GROUPS;
    if (r.take == TAKE_LATE && r.slots <= 1 + (r.put == PUT_GROUPS_LATE)) r.take = TAKE_GROUPS;
    r.fence_behind_wait = lot_one_in(lot, 2);
    r.full = 0;
    r.empty = r.slots;
    return r;
}

/* After the join: ends objects that nobody can still arrive on, and uses the memory again. */
static void clean_up(struct program *p, const ring *r, fp_lot *lot) {
    if (lot_one_in(lot, 2)) return;
    bool all_waited = r->take == TAKE_LOAD || r->take == TAKE_GROUPS || r->take == TAKE_LATE;
    for (uint32_t i = 0; i < r->slots; i++) {
        STEP(p, 0, END_OBJECT, r->full + i);
        if (all_waited) STEP(p, 0, END_OBJECT, r->empty + i);
    }
    if (all_waited) access_step(p, 0, program_bytes(0, 0, SLOT_BYTES), true, __LINE__);
    if (lot_one_in(lot, 2)) init(p, r->full, 1);
}

static void make_ring(struct program *p, fp_lot *lot) {
    ring r = draw_ring(lot);
    p->kind = "ring";
    init_ring(p, &r);
    fork_all(p, r.producers + r.consumers);
    for (uint32_t k = 0; k < r.producers; k++) {
        for (uint32_t i = 0; i < r.rounds; i++) {
            uint32_t from = p->len[r.first_stream + k];
            put(p, &r, k, i);
            set_loops(p, r.first_stream + k, from, i, 0);
        }
        put_rest(p, &r, k);
    }
    for (uint32_t k = 0; k < r.consumers; k++)
        for (uint32_t i = 0; i < r.rounds; i++) take(p, &r, k, i, i == 0, i + 1 == r.rounds);
    join_all(p, r.producers + r.consumers);
    clean_up(p, &r, lot);
}

/* ---- a second consumer that leaves early ---- */

static void make_leaving(struct program *p, fp_lot *lot) {
    ring r = draw_ring(lot);
    p->kind = "leaving";
    r.slots = lot_from(lot, 1, 2);
    r.producers = 1;
    r.consumers = 2;
    r.rounds = lot_from(lot, 1, r.slots + 2);
    r.put = lot_one_in(lot, 2) ? PUT_STORE : PUT_COPY;
    r.take = TAKE_LOAD;
    r.empty = r.slots;
    uint32_t stays = lot_from(lot, 0, r.rounds); /* rounds of the second consumer */
    init_ring(p, &r);
    fork_all(p, 3);
    for (uint32_t i = 0; i < r.rounds; i++) put(p, &r, 0, i);
    for (uint32_t i = 0; i < r.rounds; i++) take(p, &r, 0, i, i == 0, i + 1 == r.rounds);
    for (uint32_t i = 0; i < stays; i++) {
        take(p, &r, 1, i, i == 0, false);
        if (i + r.slots >= stays) p->steps[3][p->len[3] - 1].event.leaves = true;
    }
    for (uint32_t slot = stays; slot < r.slots; slot++) {
        arrive(p, 3, r.empty + slot, 1, 0, __LINE__);
        p->steps[3][p->len[3] - 1].event.leaves = true;
    }
    join_all(p, 3);
}

/* ---- two levels: tiles outside, steps inside, an epilogue that reads tensor memory ---- */

static void tile_of(struct program *p, const ring *r, uint32_t number, uint32_t steps, uint32_t tile_full,
                    uint32_t tile_empty) {
    fp_stream mma = r->first_stream + 1;
    uint32_t from = p->len[mma];
    wait_parity(p, mma, tile_empty, number + 1, __LINE__);
    for (uint32_t k = 0; k < steps; k++) {
        take(p, r, 0, number * steps + k, false, false);
        set_loops(p, mma, from, number, k);
        from = p->len[mma];
    }
    arrive_after(p, mma, tile_full, 2, true, __LINE__);
    wait_parity(p, mma + 1, tile_full, number, __LINE__);
    access_step(p, mma + 1, tile(0), false, __LINE__);
    arrive(p, mma + 1, tile_empty, 1, 0, __LINE__);
}

static void make_tiles(struct program *p, fp_lot *lot) {
    ring r = draw_ring(lot);
    p->kind = "tiles";
    r.slots = lot_from(lot, 1, 3);
    r.producers = r.consumers = 1;
    r.take = TAKE_PRODUCT;
    r.tile_in_tensor = true;
    r.empty = r.slots;
    if (r.put == PUT_GROUPS_LATE && r.slots == 1) r.put = PUT_STORE;
    uint32_t tiles = lot_from(lot, 1, 3), steps = lot_from(lot, 1, tiles == 3 ? 1 : 2);
    r.rounds = tiles * steps;
    init_ring(p, &r);
    init(p, 2 * r.slots, 1);
    init(p, 2 * r.slots + 1, 1);
    fork_all(p, 3);
    for (uint32_t i = 0; i < r.rounds; i++) put(p, &r, 0, i);
    put_rest(p, &r, 0);
    for (uint32_t i = 0; i < tiles; i++) tile_of(p, &r, i, steps, 2 * r.slots, 2 * r.slots + 1);
    join_all(p, 3);
}

/* ---- barriers of threads ---- */

/* Two groups take turns: each waits for its own barrier, which the other one signals. */
static void make_ping_pong(struct program *p, fp_lot *lot) {
    p->kind = "ping-pong";
    uint32_t rounds = lot_from(lot, 1, 4);
    init(p, 0, 2);
    init(p, 1, 2);
    fork_all(p, 2);
    arrive(p, 2, 0, 1, 0, __LINE__);
    for (uint32_t i = 0; i < rounds; i++)
        for (fp_stream s = 1; s <= 2; s++) {
            uint32_t from = p->len[s];
            meet(p, s, s - 1, 1, __LINE__ * 10);
            access_step(p, s, program_bytes(0, 0, 8), true, __LINE__);
            if (s == 1 || i + 1 < rounds) arrive(p, s, 2 - s, 1, 0, __LINE__);
            set_loops(p, s, from, i, 0);
        }
    join_all(p, 2);
}

/* An elected thread copies, the whole group meets, all read, all meet again. */
static void make_elected(struct program *p, fp_lot *lot) {
    p->kind = "elected";
    uint32_t rounds = lot_from(lot, 1, 3), waits = lot_below(lot, 3);
    int64_t others = lot_from(lot, 1, 3);
    init(p, 0, others + 1);
    init(p, 1, 1);
    fork_all(p, 2);
    for (uint32_t i = 0; i < rounds; i++) {
        fp_stream_access copy = touch(program_bytes(0, 0, 8), true, FP_PROXY_ASYNC);
        STEP(p, 1, FENCE, FP_NONE);
        if (waits == 1) arrive(p, 1, 1, 1, 8, __LINE__);
        step *at = start_step(p, 1, waits == 1 ? 1 : FP_NONE, copy, __LINE__);
        at->event.bytes = waits == 1 ? 8 : 0;
        at->event.queue = waits == 1 ? FP_NONE : 0;
        if (waits == 0) close_group(p, 1, 0, __LINE__);
        if (waits == 1) wait_parity(p, 1, 1, i, __LINE__);
        if (waits != 1) wait_queue(p, 1, 0, 0, false, waits == 0, __LINE__);
        for (fp_stream s = 1; s <= 2; s++) {
            meet(p, s, 0, s == 1 ? 1 : others, __LINE__ * 10);
            access_step(p, s, program_bytes(0, 0, 8), false, __LINE__);
            STEP(p, s, FENCE, FP_NONE);
            meet(p, s, 0, s == 1 ? 1 : others, __LINE__ * 10);
        }
    }
    join_all(p, 2);
}

/* Signal, something of one's own, wait; each reads what the others wrote. */
static void make_split(struct program *p, fp_lot *lot) {
    p->kind = "split";
    uint32_t rounds = lot_from(lot, 1, 2), streams = lot_from(lot, 2, 3);
    init(p, 0, streams);
    fork_all(p, streams);
    for (uint32_t i = 0; i < rounds; i++)
        for (fp_stream s = 1; s <= streams; s++) {
            access_step(p, s, program_bytes(0, s * 8, 8), true, __LINE__);
            arrive(p, s, 0, 1, 0, __LINE__);
            access_step(p, s, program_bytes(0, 100 + s * 8, 8), true, __LINE__);
            STEP(p, s, WAIT_OWN, 0);
            access_step(p, s, program_bytes(0, (s % streams + 1) * 8, 8), false, __LINE__);
            meet(p, s, 0, 1, __LINE__ * 10);
        }
    join_all(p, streams);
}

/* ---- two workgroups that copy into each other ---- */

static void make_cluster(struct program *p, fp_lot *lot) {
    p->kind = "cluster";
    uint32_t slots = lot_from(lot, 1, 2), rounds = lot_from(lot, 1, slots + 1);
    for (uint32_t i = 0; i < slots; i++)
        for (uint32_t cta = 0; cta < 2; cta++) {
            init(p, 4 * i + cta, 1);     /* full */
            init(p, 4 * i + 2 + cta, 2); /* empty: the consumers of both */
        }
    fork_all(p, 4);
    for (uint32_t i = 0; i < rounds; i++)
        for (uint32_t cta = 0; cta < 2; cta++) {
            uint32_t at = i % slots * 4, turn = i / slots;
            fp_stream producer = 1 + cta, consumer = 3 + cta;
            wait_parity(p, producer, at + 2 + cta, turn + 1, __LINE__);
            STEP(p, producer, FENCE, FP_NONE);
            arrive(p, producer, at + cta, 1, 16, __LINE__);
            for (uint32_t to = 0; to < 2; to++) {
                fp_region half = program_bytes(2 + to, i % slots * 16 + cta * 8, 8);
                start_step(p, producer, at + to, touch(half, true, FP_PROXY_ASYNC), __LINE__)->event.bytes = 8;
            }
            wait_parity(p, consumer, at + cta, turn, __LINE__);
            access_step(p, consumer, program_bytes(2 + cta, i % slots * 16, 16), false, __LINE__);
            STEP(p, consumer, FENCE, FP_NONE);
            for (uint32_t to = 0; to < 2; to++) arrive(p, consumer, at + 2 + to, 1, 0, __LINE__);
        }
    join_all(p, 4);
}

/* ---- anything ---- */

static void soup_step(struct program *p, fp_stream s, uint32_t objects, fp_lot *lot) {
    uint32_t object = lot_below(lot, objects);
    fp_region bytes = program_bytes(lot_below(lot, 2), lot_below(lot, 3) * 4, 4 * lot_from(lot, 1, 2));
    bool async = lot_one_in(lot, 2);
    switch (lot_below(lot, 9)) {
    case 0:
    case 1: access_step(p, s, bytes, lot_one_in(lot, 2), __LINE__)->access[0].atomic = lot_one_in(lot, 6); return;
    case 2: arrive(p, s, object, lot_from(lot, 1, 2), lot_one_in(lot, 3) ? 8 : 0, __LINE__); return;
    case 3:
    case 4: wait_parity(p, s, object, lot_below(lot, 2), __LINE__); return;
    case 5: meet(p, s, object, 1, __LINE__); return;
    case 6: {
        uint32_t queue = lot_below(lot, 3); /* the pipe in order is that of one unit, so of one proxy */
        fp_proxy proxy = async || queue == 2 ? FP_PROXY_ASYNC : FP_PROXY_GENERIC;
        step *at = start_step(p, s, FP_NONE, touch(bytes, lot_one_in(lot, 2), proxy), __LINE__);
        at->event.queue = queue;
        at->event.in_order = queue == 2;
        if (lot_one_in(lot, 2)) return;
        at->event.object = object;
        at->event.arrivals = lot_below(lot, 2);
        at->event.bytes = at->event.arrivals ? 0 : 8;
        return;
    }
    case 7: {
        uint32_t queue = lot_below(lot, 3);
        if (queue == 0) close_group(p, s, 0, __LINE__);
        wait_queue(p, s, queue, lot_below(lot, 2), queue == 2, queue == 0, __LINE__);
        p->steps[s][p->len[s] - 1].event.reads_only = lot_one_in(lot, 4);
        return;
    }
    default:
        if (async)
            STEP(p, s, FENCE, FP_NONE);
        else
            arrive_after(p, s, object, lot_one_in(lot, 2) ? 2 : 1, false, __LINE__);
        p->steps[s][p->len[s] - 1].event.in_order = p->steps[s][p->len[s] - 1].event.queue == 2;
    }
}

static void make_soup(struct program *p, fp_lot *lot) {
    p->kind = "soup";
    uint32_t streams = lot_from(lot, 2, 3), objects = lot_from(lot, 1, 3);
    for (uint32_t i = 0; i < objects; i++) init(p, i, lot_from(lot, 1, 3));
    fork_all(p, streams);
    for (fp_stream s = 1; s <= streams; s++) {
        uint32_t steps = lot_from(lot, 2, 7);
        for (uint32_t i = 0; i < steps; i++) soup_step(p, s, objects, lot);
    }
    join_all(p, streams);
    access_step(p, 0, program_bytes(0, 0, 8), true, __LINE__);
    STEP(p, 0, END_OBJECT, 0);
}

void program_make_right(struct program *program, fp_lot *lot, uint32_t which) {
    switch (which) {
    case 0: make_leaving(program, lot); return;
    case 1: make_tiles(program, lot); return;
    case 2: make_ping_pong(program, lot); return;
    case 3: make_elected(program, lot); return;
    case 4: make_split(program, lot); return;
    case 5: make_cluster(program, lot); return;
    default: make_ring(program, lot); return;
    }
}

void program_make(struct program *program, uint64_t seed) {
    fp_lot lot = { seed * 0x9E3779B97F4A7C15u + 1 };
    lot_below(&lot, 2);
    memset(program, 0, sizeof *program);
    program->seed = seed;
    if (lot_one_in(&lot, 6))
        make_soup(program, &lot);
    else
        program_make_right(program, &lot, lot_below(&lot, PROGRAM_KINDS + 2));
    uint32_t faults = lot_one_in(&lot, 2) ? 0 : lot_from(&lot, 1, 3);
    for (uint32_t i = 0; i < faults && !program->overflow; i++) program_break(program, &lot);
}
