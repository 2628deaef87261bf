/* Programs: protocols as kernels use them, whole or broken, and soups of anything. */
#include "make.h"

/* ---- anything ---- */

static void soup_step(struct program *p, fp_stream s, uint32_t objects, fp_lot *lot) {
    uint32_t object = lot_below(lot, objects);
    fp_region bytes = program_bytes(lot_below(lot, 2), lot_below(lot, 3) * 4, 4 * lot_from(lot, 1, 2));
    bool async = lot_one_in(lot, 2);
    switch (lot_below(lot, 9)) {
    case 0:
    case 1: make_access(p, s, bytes, lot_one_in(lot, 2), __LINE__)->access[0].atomic = lot_one_in(lot, 6); return;
    case 2: make_arrive(p, s, object, lot_from(lot, 1, 2), lot_one_in(lot, 3) ? 8 : 0, __LINE__); return;
    case 3:
    case 4: make_wait(p, s, object, lot_below(lot, 2), __LINE__); return;
    case 5: make_meet(p, s, object, 1, __LINE__); return;
    case 6: {
        uint32_t queue = lot_below(lot, 3); /* the pipe in order is that of one unit, so of one proxy */
        fp_proxy proxy = async || queue == 2 ? FP_PROXY_ASYNC : FP_PROXY_GENERIC;
        step *at = make_start(p, s, FP_NONE, make_touch(bytes, lot_one_in(lot, 2), proxy), __LINE__);
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
        if (queue == 0) make_close(p, s, 0, __LINE__);
        make_wait_queue(p, s, queue, lot_below(lot, 2), queue == 2, queue == 0, __LINE__);
        p->steps[s][p->len[s] - 1].event.reads_only = lot_one_in(lot, 4);
        return;
    }
    default:
        if (async)
            STEP(p, s, FENCE, FP_NONE);
        else
            make_arrive_after(p, s, object, lot_one_in(lot, 2) ? 2 : 1, false, __LINE__);
        p->steps[s][p->len[s] - 1].event.in_order = p->steps[s][p->len[s] - 1].event.queue == 2;
    }
}

static void make_soup(struct program *p, fp_lot *lot) {
    p->kind = "soup";
    uint32_t streams = lot_from(lot, 2, 3), objects = lot_from(lot, 1, 3);
    for (uint32_t i = 0; i < objects; i++) make_init(p, i, lot_from(lot, 1, 3));
    make_fork(p, streams);
    for (fp_stream s = 1; s <= streams; s++) {
        uint32_t steps = lot_from(lot, 2, 7);
        for (uint32_t i = 0; i < steps; i++) soup_step(p, s, objects, lot);
    }
    make_join(p, streams);
    make_access(p, 0, program_bytes(0, 0, 8), true, __LINE__);
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
    case 6: make_listener(program, lot); return;
    case 7: make_expecter(program, lot); return;
    case 8: make_relay(program, lot); return;
    case 9: make_copies(program, lot); return;
    case 10: make_lifetimes(program, lot); return;
    default: make_ring(program, lot); return;
    }
}

void program_make(struct program *program, uint64_t seed) {
    fp_lot lot = program_begin(program, seed, 1);
    if (lot_one_in(&lot, 6))
        make_soup(program, &lot);
    else
        program_make_right(program, &lot, lot_below(&lot, PROGRAM_KINDS));
    uint32_t faults = lot_one_in(&lot, 2) ? 0 : lot_from(&lot, 1, 3);
    for (uint32_t i = 0; i < faults && !program->overflow; i++) program_break(program, &lot);
}
