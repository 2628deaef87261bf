#include "make.h"

fp_stream_access make_touch(fp_region region, bool writes, fp_proxy proxy) {
    return (fp_stream_access){ .region = region, .writes = writes, .reads = !writes, .proxy = proxy };
}

step *make_access(struct program *p, fp_stream s, fp_region region, bool writes, uint32_t text) {
    step *at = program_step(p, s, FP_EVENT_ACCESS, FP_NONE, text);
    at->access[0] = make_touch(region, writes, FP_PROXY_GENERIC);
    at->event.access_count = 1;
    return at;
}

step *make_start(struct program *p, fp_stream s, uint32_t object, fp_stream_access access, uint32_t text) {
    step *at = program_step(p, s, FP_EVENT_START, object, text);
    at->access[0] = access;
    at->event.access_count = 1;
    return at;
}

void make_arrive(struct program *p, fp_stream s, uint32_t object, int64_t arrivals, int64_t bytes, uint32_t text) {
    step *at = program_step(p, s, FP_EVENT_ARRIVE, object, text);
    at->event.arrivals = arrivals;
    at->event.bytes = bytes;
}

void make_wait(struct program *p, fp_stream s, uint32_t object, uint32_t parity, uint32_t text) {
    program_step(p, s, FP_EVENT_WAIT, object, text)->event.parity = parity & 1;
}

void make_arrive_after(struct program *p, fp_stream s, uint32_t object, uint32_t queue, bool in_order, uint32_t text) {
    step *at = program_step(p, s, FP_EVENT_ARRIVE_AFTER, object, text);
    at->event.arrivals = 1;
    at->event.queue = queue;
    at->event.in_order = in_order;
}

void make_wait_queue(struct program *p, fp_stream s, uint32_t queue, int64_t newest, bool in_order, bool grouped,
                     uint32_t text) {
    step *at = program_step(p, s, FP_EVENT_WAIT_QUEUE, FP_NONE, text);
    at->event.queue = queue;
    at->event.newest = newest;
    at->event.in_order = in_order;
    at->event.grouped = grouped;
}

void make_close(struct program *p, fp_stream s, uint32_t queue, uint32_t text) {
    program_step(p, s, FP_EVENT_CLOSE_GROUP, FP_NONE, text)->event.queue = queue;
}

void make_init(struct program *p, uint32_t object, int64_t count) {
    program_step(p, 0, FP_EVENT_INIT, object, object)->event.arrivals = count;
}

/* A barrier that the stream both arrives at and waits for. */
void make_meet(struct program *p, fp_stream s, uint32_t object, int64_t arrivals, uint32_t text) {
    make_arrive(p, s, object, arrivals, 0, text);
    program_step(p, s, FP_EVENT_WAIT_OWN, object, text + 1);
}

void make_fork(struct program *p, uint32_t count) {
    step *at = STEP(p, 0, FORK, FP_NONE);
    at->event.first_stream = 1;
    at->event.stream_count = count;
}

void make_join(struct program *p, uint32_t count) {
    step *at = STEP(p, 0, JOIN, FP_NONE);
    at->event.first_stream = 1;
    at->event.stream_count = count;
}

void make_loops(struct program *p, fp_stream s, uint32_t from, uint32_t outer, uint32_t inner) {
    for (uint32_t i = from; i < p->len[s]; i++) {
        p->steps[s][i].event.loop_count = 2;
        p->steps[s][i].event.loops[0] = outer;
        p->steps[s][i].event.loops[1] = inner;
    }
}
