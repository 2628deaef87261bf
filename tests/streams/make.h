/* make.h - steps and protocols that programs are made of. */
#ifndef MAKE_H
#define MAKE_H
#include "program.h"

fp_stream_access make_touch(fp_region region, bool writes, fp_proxy proxy);
step *make_access(struct program *p, fp_stream s, fp_region region, bool writes, uint32_t text);
step *make_start(struct program *p, fp_stream s, uint32_t object, fp_stream_access access, uint32_t text);
void make_arrive(struct program *p, fp_stream s, uint32_t object, int64_t arrivals, int64_t bytes, uint32_t text);
void make_wait(struct program *p, fp_stream s, uint32_t object, uint32_t parity, uint32_t text);
void make_arrive_after(struct program *p, fp_stream s, uint32_t object, uint32_t queue, bool in_order, uint32_t text);
void make_wait_queue(struct program *p, fp_stream s, uint32_t queue, int64_t newest, bool in_order, bool grouped,
                     uint32_t text);
void make_close(struct program *p, fp_stream s, uint32_t queue, uint32_t text);
void make_init(struct program *p, uint32_t object, int64_t count);
void make_meet(struct program *p, fp_stream s, uint32_t object, int64_t arrivals, uint32_t text);
void make_fork(struct program *p, uint32_t count);
void make_join(struct program *p, uint32_t count);
void make_loops(struct program *p, fp_stream s, uint32_t from, uint32_t outer, uint32_t inner);

void make_ring(struct program *p, fp_lot *lot);
void make_leaving(struct program *p, fp_lot *lot);
void make_tiles(struct program *p, fp_lot *lot);
void make_ping_pong(struct program *p, fp_lot *lot);
void make_elected(struct program *p, fp_lot *lot);
void make_split(struct program *p, fp_lot *lot);
void make_cluster(struct program *p, fp_lot *lot);
void make_exchange(struct program *p, fp_lot *lot);
void make_far_ring(struct program *p, fp_lot *lot);
void make_listener(struct program *p, fp_lot *lot);
void make_expecter(struct program *p, fp_lot *lot);
void make_relay(struct program *p, fp_lot *lot);
void make_copies(struct program *p, fp_lot *lot);
void make_lifetimes(struct program *p, fp_lot *lot);
#endif
