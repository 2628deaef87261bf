/* Rings of slots: producers, consumers, an epilogue; each right as it is made here. */
#include "make.h"

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
    make_arrive(p, s, full, 1, 0, text + 1);
}

static void put_bytes(struct program *p, const ring *r, fp_stream s, uint32_t full, fp_region to) {
    fp_stream_access copy = make_touch(to, true, FP_PROXY_ASYNC);
    int64_t bytes = to.end - to.first;
    if (r->put == PUT_COPY) make_arrive(p, s, full, 1, bytes, __LINE__);
    if (r->put == PUT_EXPECT_APART || r->put == PUT_COMPLETE) make_arrive(p, s, full, 0, bytes, __LINE__);
    if (r->put == PUT_COMPLETE) {
        make_access(p, s, to, true, __LINE__);
        STEP(p, s, COMPLETE_BYTES, full)->event.bytes = bytes;
        publish(p, r, s, full, __LINE__);
        return;
    }
    make_start(p, s, full, copy, __LINE__)->event.bytes = bytes;
    if (r->put == PUT_COPY_FIRST) make_arrive(p, s, full, 1, bytes, __LINE__);
    if (r->put == PUT_EXPECT_APART) make_arrive(p, s, full, 1, 0, __LINE__);
}

static void put_groups(struct program *p, const ring *r, fp_stream s, uint32_t round, fp_region to) {
    uint32_t full = r->full + round % r->slots;
    make_start(p, s, FP_NONE, make_touch(to, true, FP_PROXY_GENERIC), __LINE__)->event.queue = 0;
    if (r->put == PUT_COPY_ARRIVES) make_arrive_after(p, s, full, 0, false, __LINE__);
    if (r->put == PUT_COUNTER) make_wait_queue(p, s, 0, 0, false, false, __LINE__);
    if (r->put == PUT_COUNTER) publish(p, r, s, full, __LINE__);
    if (r->put != PUT_GROUPS && r->put != PUT_GROUPS_LATE) return;
    make_close(p, s, 0, __LINE__);
    if (r->put == PUT_GROUPS_LATE && round == 0) return;
    make_wait_queue(p, s, 0, r->put == PUT_GROUPS_LATE, false, true, __LINE__);
    publish(p, r, s, r->put == PUT_GROUPS ? full : r->full + (round - 1) % r->slots, __LINE__);
}

static void put(struct program *p, const ring *r, uint32_t producer, uint32_t round) {
    fp_stream s = r->first_stream + producer;
    uint32_t full = r->full + round % r->slots;
    fp_region to = part(r, round, producer);
    make_wait(p, s, r->empty + round % r->slots, round / r->slots + 1, __LINE__);
    if (r->take == TAKE_LOAD && !put_is_generic(r->put)) STEP(p, s, FENCE, FP_NONE);
    switch (r->put) {
    case PUT_STORE:
        make_access(p, s, to, true, __LINE__);
        publish(p, r, s, full, __LINE__);
        return;
    case PUT_COPY:
    case PUT_COPY_FIRST:
    case PUT_EXPECT_APART:
    case PUT_COMPLETE: put_bytes(p, r, s, full, to); return;
    case PUT_PIPE: {
        step *at = make_start(p, s, full, make_touch(to, true, FP_PROXY_ASYNC), __LINE__);
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
    make_wait_queue(p, s, 0, 0, false, true, __LINE__);
    publish(p, r, s, r->full + (r->rounds - 1) % r->slots, __LINE__);
}

static fp_region tile(uint32_t consumer) { return program_bytes(1, consumer * 8, 8); }

static step *product(struct program *p, const ring *r, uint32_t consumer, uint32_t round, uint32_t queue, bool in_order,
                     uint32_t text) {
    fp_stream s = r->first_stream + r->producers + consumer;
    step *at = make_start(p, s, FP_NONE, make_touch(whole(r, round), false, FP_PROXY_ASYNC), text);
    at->event.queue = queue;
    at->event.in_order = in_order;
    if (!r->tile_in_tensor || !in_order) return at;
    at->access[1] = make_touch(tile(consumer), true, FP_PROXY_GENERIC);
    at->event.access_count = 2;
    return at;
}

/* The consumer's part of one round; `taken` counts its own rounds. */
static void take(struct program *p, const ring *r, uint32_t consumer, uint32_t round, bool first, bool last) {
    fp_stream s = r->first_stream + r->producers + consumer;
    uint32_t empty = r->empty + round % r->slots;
    make_wait(p, s, r->full + round % r->slots, round / r->slots, __LINE__);
    if (r->take != TAKE_LOAD && put_is_generic(r->put) && (r->fence_behind_wait || r->put == PUT_COPY_ARRIVES))
        STEP(p, s, FENCE, FP_NONE);
    switch (r->take) {
    case TAKE_LOAD:
        make_access(p, s, whole(r, round), false, __LINE__);
        make_arrive(p, s, empty, 1, 0, __LINE__);
        return;
    case TAKE_PRODUCT:
        product(p, r, consumer, round, 2, true, __LINE__);
        make_arrive_after(p, s, empty, 2, true, __LINE__);
        return;
    case TAKE_GROUPS:
        product(p, r, consumer, round, 3, false, __LINE__);
        make_close(p, s, 3, __LINE__);
        make_wait_queue(p, s, 3, 0, false, true, __LINE__);
        p->steps[s][p->len[s] - 1].event.reads_only = round & 1;
        make_arrive(p, s, empty, 1, 0, __LINE__);
        return;
    case TAKE_LATE:
        product(p, r, consumer, round, 4, true, __LINE__);
        make_wait_queue(p, s, 4, 1, true, false, __LINE__);
        if (!first) make_arrive(p, s, r->empty + (round - 1) % r->slots, 1, 0, __LINE__);
        if (last) make_wait_queue(p, s, 4, 0, true, false, __LINE__);
        if (last) make_arrive(p, s, empty, 1, 0, __LINE__);
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

static void init_ring(struct program *p, const ring *r) {
    for (uint32_t i = 0; i < r->slots; i++) {
        make_init(p, r->full + i, r->producers);
        make_init(p, r->empty + i, r->consumers);
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
    if (all_waited) make_access(p, 0, program_bytes(0, 0, SLOT_BYTES), true, __LINE__);
    if (lot_one_in(lot, 2)) make_init(p, r->full, 1);
}

void make_ring(struct program *p, fp_lot *lot) {
    ring r = draw_ring(lot);
    p->kind = "ring";
    init_ring(p, &r);
    make_fork(p, r.producers + r.consumers);
    for (uint32_t k = 0; k < r.producers; k++) {
        for (uint32_t i = 0; i < r.rounds; i++) {
            uint32_t from = p->len[r.first_stream + k];
            put(p, &r, k, i);
            make_loops(p, r.first_stream + k, from, i, 0);
        }
        put_rest(p, &r, k);
    }
    for (uint32_t k = 0; k < r.consumers; k++)
        for (uint32_t i = 0; i < r.rounds; i++) take(p, &r, k, i, i == 0, i + 1 == r.rounds);
    make_join(p, r.producers + r.consumers);
    clean_up(p, &r, lot);
}

/* ---- a second consumer that leaves early ---- */

void make_leaving(struct program *p, fp_lot *lot) {
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
    make_fork(p, 3);
    for (uint32_t i = 0; i < r.rounds; i++) put(p, &r, 0, i);
    for (uint32_t i = 0; i < r.rounds; i++) take(p, &r, 0, i, i == 0, i + 1 == r.rounds);
    for (uint32_t i = 0; i < stays; i++) {
        take(p, &r, 1, i, i == 0, false);
        if (i + r.slots >= stays) p->steps[3][p->len[3] - 1].event.leaves = true;
    }
    for (uint32_t slot = stays; slot < r.slots; slot++) {
        make_arrive(p, 3, r.empty + slot, 1, 0, __LINE__);
        p->steps[3][p->len[3] - 1].event.leaves = true;
    }
    make_join(p, 3);
}

/* ---- two levels: tiles outside, steps inside, an epilogue that reads tensor memory ---- */

static void tile_of(struct program *p, const ring *r, uint32_t number, uint32_t steps, uint32_t tile_full,
                    uint32_t tile_empty) {
    fp_stream mma = r->first_stream + 1;
    uint32_t from = p->len[mma];
    make_wait(p, mma, tile_empty, number + 1, __LINE__);
    for (uint32_t k = 0; k < steps; k++) {
        take(p, r, 0, number * steps + k, false, false);
        make_loops(p, mma, from, number, k);
        from = p->len[mma];
    }
    make_arrive_after(p, mma, tile_full, 2, true, __LINE__);
    make_wait(p, mma + 1, tile_full, number, __LINE__);
    make_access(p, mma + 1, tile(0), false, __LINE__);
    make_arrive(p, mma + 1, tile_empty, 1, 0, __LINE__);
}

void make_tiles(struct program *p, fp_lot *lot) {
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
    make_init(p, 2 * r.slots, 1);
    make_init(p, 2 * r.slots + 1, 1);
    make_fork(p, 3);
    for (uint32_t i = 0; i < r.rounds; i++) put(p, &r, 0, i);
    put_rest(p, &r, 0);
    for (uint32_t i = 0; i < tiles; i++) tile_of(p, &r, i, steps, 2 * r.slots, 2 * r.slots + 1);
    make_join(p, 3);
}
