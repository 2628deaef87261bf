/* events.h - what the streams of a kernel do, one event after the other, with every number known.
 *
 * A stream is a class of threads that run the same events in the same order: a partition of a warp-specialised kernel,
 * the waves on one side of a condition, the elected thread of a warp. Streams meet in objects: mbarriers, named
 * barriers, split barriers. `machine.h` makes the events from text, `run.h` decides by them.
 *
 * Asynchronous work (a copy, a product of the matrix unit) is one event where it starts; its accesses happen at any
 * time from there until somebody has waited for it.
 */
#ifndef FP_EVENTS_H
#define FP_EVENTS_H
#include "read/ir.h"

typedef uint32_t fp_stream; /* 0: the kernel as it starts */

/* Bytes of one memory: `run` bytes at each of first, first + stride, .. below `end`. Two regions of different memories
 * share no byte. Tensor memory is rows of columns of 4 bytes. */
typedef struct {
    uint32_t memory;     /* number of the memory: all shared memory after allocation, or one allocation before it; per
                            workgroup of a cluster */
    int64_t first, end;  /* in bytes */
    int64_t stride, run; /* in bytes; run == end - first: one piece */
} fp_region;

/* Where each thread of a stream begins to touch, by rising place: a thread stands there once for each of its pieces. */
typedef struct fp_thread_places {
    uint32_t count, width;  /* width: bytes of a piece */
    const uint16_t *thread; /* linear ids */
    const int64_t *start;
} fp_thread_places;

typedef enum { FP_PROXY_GENERIC, FP_PROXY_ASYNC } fp_proxy;
typedef struct {
    fp_region region;
    const fp_thread_places *places; /* of all threads of the op, whatever part of them `region` is; NULL: the stream
                                       is one thread, or its threads share the bytes out. Lives as long as the source */
    bool writes, reads;
    bool atomic;    /* two atomic accesses never conflict */
    bool unknown;   /* of an op that no table knows: it may be one of a barrier's own */
    bool anywhere;  /* its bytes are not known, only the memory. It is judged beside work that completes on an object */
    bool boundless; /* .. nor where the memory ends: only whether it is in order with others is told */
    bool further; /* what comes behind the bytes that are known: nobody knows how many there are. As with `boundless` */
    bool maybe;   /* it may touch fewer bytes, or not happen at all: no certain error rests on it */
    bool together; /* workgroups of a cluster write the elements of one tensor, and some of them the same ones */
    bool by_warps; /* all threads of a warp do it together, or one thread for all. What comes before it in time is done
                      for it, though a relaxed arrival may be all that tells so */
    bool gives_back; /* the memory is given back: a write of all of it */
    fp_proxy proxy;
} fp_stream_access;

typedef enum {
    FP_EVENT_ACCESS,     /* `accesses`, done when the event is */
    FP_EVENT_INIT,       /* a new object with `arrivals` a phase: no flips, none known. Writes the object's bytes.
                            Objects without init in the text (named barriers) are initialized by stream 0 first */
    FP_EVENT_END_OBJECT, /* inval: all uses of the object must be in its past */
    FP_EVENT_ARRIVE,     /* `arrivals` at once, that expect `bytes` more; `leaves`: as many fewer in every later phase.
                            `arrivals` 0: expects only */
    FP_EVENT_COMPLETE_BYTES, /* `bytes` less, by the stream itself (complete_tx) */
    FP_EVENT_WAIT,           /* until the object's phase of `parity` is complete */
    FP_EVENT_WAIT_OWN, /* until the phase is complete that the stream's last arrival on the object was counted in */
    FP_EVENT_START, /* asynchronous work: `accesses`, in `queue` (FP_NONE: in none); when done it brings `arrivals` to
                       `object`, and `bytes` fewer are expected there. Works of a queue `in_order` are done one after
                       the other */
    FP_EVENT_CLOSE_GROUP,  /* what was started in `queue` since the last one is one group */
    FP_EVENT_ARRIVE_AFTER, /* `arrivals` on `object` when all that the stream has started in `queue` is done */
    FP_EVENT_WAIT_QUEUE,   /* until all but the newest `newest` closed groups (`grouped`) or works (not `grouped`) are
                              done. Works that are not `in_order` are done in any order: without groups only `newest` 0
                              tells anything of them. `reads_only`: only what they read has been read */
    FP_EVENT_FENCE,        /* between proxies: what is in the stream's past counts as fenced from here */
    FP_EVENT_FORK,         /* starts the streams first .. first + count - 1 with this one's past: new ones, or ones that
                              have ended and been joined, as partitions inside a loop */
    FP_EVENT_JOIN,         /* goes on when they have ended, with all of theirs */
    FP_EVENT_WARPS_MEET,   /* the stream's threads meet, those of each warp for themselves */
    FP_EVENT_STREAM_MEETS, /* all threads of the stream meet: what each warp has waited for, all have */
    FP_EVENT_END_MEMORY, /* the stream's workgroup ends, and its memories `first_memory` and on: no other workgroup may
                            reach them any more */
    FP_EVENT_ROUND,      /* an iteration of the outermost loop ends here */
    FP_EVENT_END
} fp_event_kind;
const char *fp_event_name(fp_event_kind kind); /* "arrive after" */

enum {
    FP_EVENT_LOOPS_MAX = 4,
    FP_EVENT_COUNT_MAX = (1 << 20) - 1, /* arrivals that an object can count */
    FP_EVENT_AMOUNT_MAX = 1 << 30       /* arrivals and bytes of one event */
};
typedef struct {
    fp_event_kind kind;
    fp_op op;        /* whose run it is */
    uint32_t object; /* FP_NONE: none. Same number: same bytes of the same workgroup */
    int64_t arrivals, bytes;
    bool part;      /* START: with the other works that are parts it brings the bytes that the phase lacks */
    uint8_t parity; /* 0 or 1 */
    bool lasts;     /* INIT: until it is ended; who writes the object's bytes before makes a mistake */
    bool leaves;
    bool each_once; /* WAIT_OWN: a phase lets one such wait of the stream pass; another one is for the next phase */
    bool exits;     /* ARRIVE: of threads that end; they arrive in whatever phase is under way */
    bool splits;    /* FORK: two streams take this one's threads over, with all that they have done, and it is over: */
    const struct fp_thread_places *parts[2]; /* the threads of each, by rising id */
    bool one_warp;                           /* WARPS_MEET: all threads of the stream are of one */
    int64_t meets; /* arrivals that a phase of the object takes, which needs no init; 0: it needs one */
    bool by_lane;  /* ARRIVE: by an instruction whose lanes arrive in workgroups of their own each */
    bool relaxed;  /* ARRIVE: it tells that it has come, and nothing of the accesses before it */
    bool beside;   /* ARRIVE, WAIT_OWN: lanes only come to one op at the same time; people know it as no sync */
    bool
        same_signal; /* ARRIVE_AFTER: of the same signal as the stream's last one, on the object of another workgroup */
    bool together;   /* END_MEMORY: a later pass lets the workgroups of the cluster wait for each other before it */
    bool gives_up;   /* END: the stream goes on, but the source follows it no further; the run ends without a verdict */
    uint32_t queue;  /* per stream: number of the pipe or counter */
    bool own_wait;   /* START: no arrival tells that it is done, only a wait of its own threads does */
    bool in_order;   /* START, ARRIVE_AFTER, WAIT_QUEUE: the same for all events of a queue */
    bool overtakes;  /* START, in_order: it may land before older works of its queue, and only counts as done after them
                      */
    bool by_share;   /* START: each warp does a share, in rows of its own, in order with its other shares.
                        WAIT_QUEUE: each warp waits for its shares, and learns nothing of those of the others */
    uint32_t team;   /* START: the number of a group of threads that do the work together, as part of it: which of them
                        has waited for it knows that all of it is done. 0: each thread does its own */
    uint64_t waves;  /* START: a bit for each wave that does a part of the work, in an order of its own; 0: the work is
                        one */
    bool grouped;    /* WAIT_QUEUE: it counts closed groups, and works that are in none are not waited for */
    int64_t newest;
    bool reads_only;
    const fp_stream_access *accesses; /* valid until the stream's next event is asked for */
    uint32_t access_count;
    fp_stream first_stream;
    uint32_t stream_count;
    uint32_t first_memory, memory_count;
    uint32_t loop_count; /* counters of the loops around it, outermost first: the iteration, from 0 */
    uint32_t loops[FP_EVENT_LOOPS_MAX];
    uint32_t loop_ids[FP_EVENT_LOOPS_MAX]; /* which loops of the kernel these are; FP_NONE: not known */
} fp_event;

/* Does it wait for a phase of its object? */
bool fp_event_waits(const fp_event *event);
/* Does it arrive on its object, expect or complete bytes there, now or when the work that it starts is done? */
bool fp_event_arrives(const fp_event *event);
/* Does its stream know of other streams or works behind it what it did not know before? */
bool fp_event_learns(const fp_event *event);

/* Where events come from. */
typedef struct {
    void *user;
    /* The stream's next event; END again and again at its end. The pointer is valid until the next call for the same
     * stream. */
    const fp_event *(*next)(void *user, fp_stream stream);
    /* Bytes of an object, for its lifetime: who writes them ends it. first == end: it has none (named barriers). */
    fp_region (*object_region)(void *user, uint32_t object);
    bool lockstep;                                       /* threads of one warp never overtake each other in memory */
    uint32_t warp;                                       /* threads of a warp; 0: streams are not told by threads */
    uint32_t threads;                                    /* of the workgroup, where streams are told by threads */
    uint32_t (*workgroup)(void *user, fp_stream stream); /* of the cluster; NULL: there is one */
    uint32_t (*holder)(void *user, uint32_t memory);     /* the workgroup whose memory it is; NULL: not told */
    /* Behind a run: has the source taken something for granted that was not so? Then the run says nothing, and the
     * source is at its start again, knowing better. NULL: it never does. */
    bool (*again)(void *user);
    /* Remembers where all streams are; and, later: do they go on as they did from there to where they are now, time
     * and again? Passes over all such periods but the last and returns how many those are. NULL: it cannot tell. */
    void (*mark)(void *user);
    uint32_t (*skip)(void *user);
    /* The run is over: events that are asked for from here on are looked at, and never happen. NULL: it makes no
     * difference. */
    void (*over)(void *user);
} fp_event_source;
#endif
