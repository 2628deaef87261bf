/* past.h - what happens before an event in every schedule, as a clock per stream and the work that may not be done.
 *
 * Events of a stream are numbered from 1. A front that holds event n of a stream holds all before it, and all that
 * these have learned. Asynchronous work has a number too, across streams: a front that holds the event that started it
 * holds the work itself only if it is not among its `missing`.
 *
 * Ownership  fronts live in the arena of the run. A zeroed front is empty.
 * Cost       join and cover: streams plus missing works.
 */
#ifndef FP_PAST_H
#define FP_PAST_H
#include "base/vec.h"
#include "streams/events.h"

typedef struct {
    fp_stream stream;
    uint32_t number; /* of the event that starts it */
    uint32_t queue;  /* FP_NONE: none */
    uint32_t place;  /* works of its queue before it */
    uint32_t group;  /* groups of its queue that were closed before it */
    uint64_t waves;  /* that share it out: in order is what one wave does. 0: it is whole */
    uint32_t team;   /* threads that do it together, see fp_event; 0: each its own */
    bool writes, in_order;
    bool overtakes;      /* it is in order as far as waits tell, and may land before older works */
    bool arrival;        /* it only arrives when the works of its queue are done */
    bool by_queue;       /* nothing but a wait of its stream for its queue completes it */
    bool own_wait;       /* .. and no arrival tells of it either */
    bool by_share;       /* each warp does a share of it, and waits for that */
    bool landed;         /* all threads or warps of the stream have waited for what they do of it */
    uint32_t first_part; /* it was under way when its stream's threads parted: the part of the first of the two, and of
                            the other one the next work. 0: it is whole */
} fp_work;

/* Threads of a stream that go different ways are two streams from then on, and the first one is over: what its threads
 * have done is known where an event of each of the parts is, and what they had under way is done where each part's
 * share of it is. */
typedef struct {
    fp_stream first_part; /* and the next one; 0: the stream is whole */
    bool all_warps[2];    /* has that part threads of each warp of the stream? */
} fp_stream_parts;

typedef struct {
    fp_work *data;
    uint32_t len, capacity;
    fp_numbers merged;              /* room for fp_front_join */
    FP_VEC(fp_stream_parts) splits; /* per stream; streams behind the end are whole */
} fp_works;

typedef struct {
    fp_numbers clock;   /* per stream: the number of its last event in the past. Streams behind the end: none */
    fp_numbers missing; /* works whose start is in the past and whose end is not, rising */
} fp_front;

typedef struct {
    fp_front done;
    fp_front fenced;  /* accesses that a fence of their own stream has made known to the other proxy */
    fp_front ordered; /* what comes before in time: `done`, and what relaxed arrivals have told of besides. Only where
                         there are such, as `relaxed` says: read it by fp_past_order */
    bool relaxed;
} fp_past;

bool fp_front_has_event(const fp_front *front, const fp_works *works, fp_stream stream, uint32_t number);
/* The first of the two parts of a stream; 0: it is whole. */
static inline fp_stream fp_first_part(const fp_works *works, fp_stream stream) {
    return stream < works->splits.len ? works->splits.data[stream].first_part : 0;
}
/* Number of the stream's newest event in the front: 0: it has none, UINT32_MAX: all of the stream, which has ended.
 * Nobody asks for events with numbers beyond `most`. */
static inline uint32_t fp_front_newest(const fp_front *front, const fp_works *works, fp_stream stream, uint32_t most) {
    uint32_t newest = stream < front->clock.len ? front->clock.data[stream] : 0;
    bool told = newest >= most || !fp_first_part(works, stream);
    return told || !fp_front_has_event(front, works, stream, UINT32_MAX) ? newest : UINT32_MAX;
}
bool fp_front_has_work(const fp_front *front, const fp_works *works, uint32_t work);
/* The same of an event, or a work, that the threads of each warp have done together: one thread of it knows for all. */
bool fp_front_has_event_of_warps(const fp_front *front, const fp_works *works, fp_stream stream, uint32_t number);
bool fp_front_has_work_of_warps(const fp_front *front, const fp_works *works, uint32_t work);
/* The share that the stream `part` has of a work; FP_NONE: the work is whole. */
uint32_t fp_work_part(const fp_works *works, uint32_t work, fp_stream part);
bool fp_front_misses(const fp_front *front, uint32_t work);
bool fp_front_covers(const fp_front *outer, const fp_front *inner, const fp_works *works);
void fp_front_set(struct fp_arena *keep, fp_front *front, fp_stream stream, uint32_t number);
void fp_front_join(struct fp_arena *keep, fp_front *into, const fp_front *from, fp_works *works);
/* The work has not been done; it may have been started. */
void fp_front_miss(struct fp_arena *keep, fp_front *front, uint32_t work);
/* Replaces what `into` held. */
void fp_front_copy(struct fp_arena *keep, fp_front *into, const fp_front *from);

void fp_past_join(struct fp_arena *keep, fp_past *into, const fp_past *from, fp_works *works);
void fp_past_copy(struct fp_arena *keep, fp_past *into, const fp_past *from);
/* Another event of the stream, or work that the stream has started and that is not done. */
void fp_past_add_event(struct fp_arena *keep, fp_past *past, fp_stream stream, uint32_t number);
void fp_past_add_work(struct fp_arena *keep, fp_past *past, uint32_t work);
/* What comes before in time. Accesses are known to be done only when `done` has them. */
static inline const fp_front *fp_past_order(const fp_past *past) {
    return past->relaxed ? &past->ordered : &past->done;
}
/* What an arrival without memory order brings of a past: that its events have come first. */
void fp_past_relax(struct fp_arena *keep, fp_past *into, const fp_past *from);
#endif
