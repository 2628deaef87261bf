/* run_state.h - what a run keeps while it goes on; for the files of the run only.
 *
 * Ownership  all of it lives in `scratch`, the evidence in `keep`.
 */
#ifndef FP_RUN_STATE_H
#define FP_RUN_STATE_H
#include "base/hash.h"
#include "streams/past.h"
#include "streams/repeat.h"
#include "streams/run.h"

typedef struct {
    uint32_t started, closed; /* works and groups so far */
    fp_past done;             /* what is before the end of all its works */
    uint32_t has;             /* .. all that its stream's past had when `changes` was that, and the stream's events */
} fp_run_queue;

typedef enum {
    FP_STREAM_IDLE,    /* not forked yet */
    FP_STREAM_RUNS,    /* or waits at its `event` */
    FP_STREAM_NO_INIT, /* uses an object that is not alive: goes on when it is, or when nothing else does */
    FP_STREAM_PARKED,  /* at the end of the round */
    FP_STREAM_ENDED
} fp_stream_state;

typedef struct {
    fp_stream_state state;
    const fp_event *event; /* the next one, not done yet; NULL: it has not been asked for */
    uint32_t number;       /* of the last event that was done */
    uint32_t rounds;
    fp_past past;
    uint32_t changes;       /* of the past, by anything but events of its own and works of a queue in order; from 1 */
    fp_past shared;         /* what all threads of the stream know of each other: what they have waited for */
    uint32_t warps_met;     /* number of the last event at which the threads of each warp met */
    fp_front done_when_met; /* what each thread had waited for then */
    uint32_t split_off;     /* the stream + 1 that these threads were part of; 0: they have been no part of one */
    uint32_t team;          /* as part of which they last started a work; 0: none */
    const fp_thread_places *threads; /* which they are, as places of one byte; of a part */
    fp_front fence;                  /* what was done at the stream's last fence */
    FP_VEC(fp_run_queue) queues;
    FP_VEC(fp_run_event) publishes; /* its events that others can learn from */
    fp_run_event learns;            /* its last event that may have learned */
    uint32_t signal;                /* work of its last arrival after works; FP_NONE: there was none */
    fp_past signalled;              /* what that one brings */
} fp_run_stream;

/* A wait whose object flips again without it. */
typedef struct {
    fp_run_event wait, second; /* `second` completes the next phase */
    uint32_t object;
    fp_stream stream; /* that waits, perhaps as part of the wait's */
} fp_missed_wait;

/* What one stream knows of an object and has done to it. */
typedef struct {
    uint32_t known;       /* flips that it knows */
    bool arrived, waited; /* has it? */
    uint32_t own_flip;    /* the flip that its last arrival is counted in */
    uint32_t passed;      /* the flip that its last wait with `each_once` passed at */
    fp_run_event wait;    /* its last wait for a parity; `flip`: where it passed */
    fp_run_event use;     /* its last use, op FP_NONE: none */
    bool init_checked;    /* was it looked at whether it can see the init? */
    fp_run_event expect;  /* its last event that only expects bytes */
    uint32_t expect_flip; /* 0: none */
} fp_object_view;

typedef struct {
    fp_past past;
    fp_run_event last; /* the event that completed it */
} fp_flip;

typedef struct {
    uint32_t work;
    fp_run_event start;
} fp_object_work;

typedef struct {
    bool live;
    bool made;    /* was it ever initialized? */
    bool unknown; /* used without init: nothing is said of it until the next one */
    bool lasts;   /* a write of its bytes is no end */
    bool awaited; /* has anybody waited for it, now or in an earlier life? */
    bool left;    /* some arrivals are missing in all phases from now on */
    bool broken;  /* an arrival overshot: what follows is no finding of its own */
    fp_run_event init, ended;
    uint32_t cell; /* of its bytes; FP_NONE: it has none */
    int64_t count, missing, bytes;
    bool parts;        /* works of the phase under way bring together what it lacks of `bytes` */
    fp_past past;      /* what is before the end of the phase under way, as far as it has come */
    fp_front arrivals; /* the same of arrivals alone, those of earlier phases among them */
    fp_run_event last_arrival, last_bytes;
    FP_VEC(fp_flip) flips;
    FP_VEC(fp_object_view) views; /* per stream */
    FP_VEC(fp_object_work) works; /* that arrive on it */
} fp_object;

typedef struct {
    fp_run_event event;
    fp_stream_access access;
    uint32_t work;    /* FP_NONE: done when the event is */
    uint32_t toucher; /* of the cell: its stream */
    uint32_t turn;    /* accesses of the run that came before it */
} fp_shadow_entry;
/* A stream that has touched a cell's bytes. */
typedef struct {
    fp_stream stream;
    uint32_t newest; /* event of it that did so and was done with it */
    uint32_t last;   /* event of it that did so */
    uint32_t passed; /* so many entries of the cell, the first ones, come before all that it does from now on */
    /* Of the access that is looked at: */
    uint32_t before; /* the newest event of the toucher that comes before it; all older ones do, too */
    bool own;        /* is it the same stream's, or one's that these threads were part of? */
} fp_shadow_toucher;
/* Which threads of two accesses are meant. */
typedef enum { FP_TWO_THREADS, FP_TWO_WARPS, FP_TWO_LANES, FP_ONE_THREAD, FP_ONE_WARP } fp_thread_pair;
typedef struct {
    const fp_thread_places *a, *b;
    uint64_t masked; /* of the question */
    fp_thread_pair which;
    bool meet;
    uint16_t thread_a, thread_b;
    int64_t byte;
} fp_thread_meeting;

typedef struct {
    fp_region region;
    FP_VEC(fp_shadow_entry) entries;
    fp_map entry_map; /* by op and stream */
    FP_VEC(fp_shadow_toucher) touchers;
    uint32_t work_count;       /* entries that are done by works */
    FP_VEC(uint32_t) overlaps; /* cells that share a byte with it, itself among them */
    FP_VEC(uint32_t) objects;  /* whose bytes these are, or were */
} fp_shadow_cell;

/* A workgroup that has ended. */
typedef struct {
    fp_run_event end;
    uint32_t workgroup, first_memory, memory_count;
    bool together; /* it ends when all that say so do: what they all know is before its end */
} fp_ended_workgroup;

struct fp_run {
    struct fp_arena *keep, *scratch;
    const fp_event_source *source;
    fp_run_limits limits;
    fp_run_result result;
    FP_VEC(fp_run_evidence *) evidence; /* there may be very many: each stays where it was made */
    fp_map evidence_map;
    FP_VEC(fp_run_doubt) doubts;
    fp_map doubt_map;
    FP_VEC(fp_run_wait) waits;
    fp_works works;
    FP_VEC(fp_run_stream) streams;
    FP_VEC(fp_object) objects;
    FP_VEC(fp_shadow_cell) cells;
    uint32_t accesses; /* so far */
    fp_map cell_map;
    FP_VEC(fp_thread_meeting) meetings; /* answers of threads.h */
    fp_map meeting_map;
    FP_VEC(fp_ended_workgroup) ended;
    uint32_t round; /* under way, from 1 */
    fp_repeat repeat;
    fp_op last_op; /* of the last event that was done */
    FP_VEC(fp_missed_wait) missed;
    bool reused; /* the bytes of some object have served for something else behind its end */
    bool limit_hit;
    bool given_up;  /* the source does not follow a stream any further */
    uint32_t asked; /* evidence, the first of it, of which it is known that it is not enough */
    bool enough;
};

enum {
    FP_RUN_OBJECTS_MAX = 1 << 16, /* objects are numbered densely; one with a number beyond is unknown */
    FP_RUN_QUEUES_MAX = 64,       /* the same of the queues of a stream */
    FP_RUN_MISSING_MAX = 4096     /* works under way that a stream knows of; each event may look at all of them */
};

fp_run_event fp_run_event_of(fp_stream stream, uint32_t number, const fp_event *event);
static inline fp_run_event fp_run_no_event(void) { return (fp_run_event){ .op = FP_NONE, .object = FP_NONE }; }

/* The new evidence, or NULL where there is one with the same kind and ops. */
fp_run_evidence *fp_run_note(struct fp_run *run, fp_run_kind kind, const fp_run_event *first,
                             const fp_run_event *second);
/* Is the event of an op that the run does without? */
static inline bool fp_run_leaves_out(const struct fp_run *run, const fp_event *event) {
    return run->limits.without && event->op != FP_NONE && run->limits.without[event->op];
}
#endif
