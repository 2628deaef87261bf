/* run.h - runs the streams of a kernel once and says what can go wrong in any schedule of them.
 *
 * The run takes the streams in some order, lets each go on as far as its waits allow, and keeps for each event its
 * past: what happens before it in every schedule. Asynchronous work takes effect on objects where it starts; it is in
 * nobody's past until somebody has waited for it.
 *
 * A run without breach of a rule (`well_formed`) speaks for every schedule: the kernel can hang if and only if the run
 * is stuck, and two accesses race if and only if neither is in the other's past. A run with a breach has that breach as
 * its first finding; its races and its hang are those of one schedule, which exists, and others may differ.
 *
 * Order      synchronous accesses of one stream are ordered, where the source does not tell its threads: the barriers
 *            inside such a stream are judged elsewhere. Where it does, a thread knows what it has done itself, and of
 *            the stream's other threads what all of them have waited for.
 * Unknown    an event without object (FP_NONE) that needs one does nothing: a wait passes and tells nothing.
 * Ownership  results live in `keep` and copy what they say of events; the source may be dropped afterwards. The source
 *            is used up by a run.
 * Cost       about linear in events times streams; 10,000 events of 5 streams take some milliseconds.
 * Failure    none. Limits end the run and are named in `end`.
 */
#ifndef FP_RUN_H
#define FP_RUN_H
#include "kernel/decided.h"
#include "streams/events.h"

typedef enum {
    FP_RUN_STUCK,         /* `stuck` streams wait for each other, or for nobody: those with bringer_count 0 wait for
                             something that nothing ever satisfies. One evidence with all of them */
    FP_RUN_RACE,          /* `first` and `second` touch `where`, in either order or at once */
    FP_RUN_MISSING_FENCE, /* `first` (generic) is before `second` (asynchronous proxy), without fence between them */
    FP_RUN_OVERSHOOT,     /* `second` brings `arrivals` more than the phase still lacks; `first`: the arrival before,
                             if there is one */
    FP_RUN_EARLY_ARRIVAL, /* `second` brings arrivals, or copied bytes, and the phase before may not be complete yet in
                             some schedule: it may be counted in that one. `first`: the event that completes it here */
    FP_RUN_MISSED_PHASE,  /* `second` completes a phase while the wait `first`, that waits for the phase before, may
                             not have looked yet */
    FP_RUN_BYTES_UNBALANCED, /* all arrivals of a phase are there, and `bytes` are still expected (negative: too many
                                were copied) when nothing goes on; `second`: the last event that changed them */
    FP_RUN_BYTES_LATE,       /* `first` expects bytes, and the phase may be complete before it does: it is not before
                                any arrival of the phase; `second`: the event that completes it */
    FP_RUN_NOT_INITIALIZED, /* `second` uses an object without init in its past; `first`: the init that comes at another
                               time, or no event (op FP_NONE) */
    FP_RUN_USE_AFTER_END,   /* `second` uses an object that `first`, in its past, has ended */
    FP_RUN_SECOND_INIT,     /* `second` initializes an object that `first` has initialized, without end between */
    FP_RUN_END_WHILE_USED,  /* `second` ends an object (inval, second init, write to its bytes: see its kind), and
                               the use `first` is not in its past */
    FP_RUN_ENDS_EARLY, /* `second`, the end of a workgroup, and `first` reaches its memory from another one, in either
                          order */
    FP_RUN_BAD_COUNT,  /* `second` initializes an object for `arrivals`, which no object counts; it goes on with
                          at least one */
    FP_RUN_BYTES_TOUCHED, /* `second` reads the bytes of an object that `first` has initialized, alone or with a write
                           */
    FP_RUN_BYTES_REUSED,  /* `second` writes the bytes of an object that `first` has initialized, and that has to be
                             ended before */
    FP_RUN_KIND_COUNT
} fp_run_kind;
/* Which events have an op: `second` of all kinds, `first` of those that say so here. The others may lack it: nothing
 * came before, or what did stands in no op (a named barrier that is used counts as initialised). */
static inline bool fp_run_has_first(fp_run_kind kind) {
    switch (kind) {
    case FP_RUN_RACE:
    case FP_RUN_MISSING_FENCE:
    case FP_RUN_EARLY_ARRIVAL:
    case FP_RUN_MISSED_PHASE:
    case FP_RUN_BYTES_LATE:
    case FP_RUN_USE_AFTER_END:
    case FP_RUN_END_WHILE_USED:
    case FP_RUN_ENDS_EARLY:
    case FP_RUN_BYTES_TOUCHED:
    case FP_RUN_BYTES_REUSED: return true;
    case FP_RUN_STUCK:
    case FP_RUN_OVERSHOOT:
    case FP_RUN_BYTES_UNBALANCED:
    case FP_RUN_NOT_INITIALIZED:
    case FP_RUN_SECOND_INIT:
    case FP_RUN_BAD_COUNT:
    case FP_RUN_KIND_COUNT: break;
    }
    return false;
}
/* Is it about two accesses that share a byte? */
static inline bool fp_run_is_pair(fp_run_kind kind) {
    return kind == FP_RUN_RACE || kind == FP_RUN_MISSING_FENCE || kind == FP_RUN_ENDS_EARLY;
}

/* One event of a stream, as far as messages need it. */
typedef struct {
    fp_op op; /* FP_NONE: no event */
    fp_stream stream;
    fp_event_kind kind;
    uint32_t number; /* of the event in its stream, from 1 */
    uint32_t object; /* FP_NONE: none */
    uint8_t parity;  /* of WAIT */
    bool each_once;  /* of WAIT_OWN, see fp_event */
    bool by_lane;    /* of ARRIVE, see fp_event */
    uint32_t flip;   /* WAIT, WAIT_OWN: the flip that it passes at; arrivals: the flip that they are counted in. From 1;
                        0: a fresh object */
    uint32_t loop_count;
    uint32_t loops[FP_EVENT_LOOPS_MAX], loop_ids[FP_EVENT_LOOPS_MAX];
} fp_run_event;

/* Somebody who would arrive on the object of a stuck wait if it could go on. */
typedef struct {
    fp_run_event event; /* the arrival, or the start of the work that arrives */
    fp_run_event at;    /* the wait that its stream stands at now */
} fp_run_bringer;

typedef struct {
    fp_run_event at;          /* WAIT, WAIT_OWN, JOIN */
    int64_t arrivals, bytes;  /* what the phase under way still lacks */
    uint32_t flips, wanted;   /* flips of the object so far, and the flip that the wait needs */
    fp_run_bringer *bringers; /* the first of each stream, looking at most FP_RUN_AHEAD_MAX events ahead */
    uint32_t bringer_count;
    bool cut; /* somebody may come later than that */
} fp_run_stuck;

typedef struct {
    fp_run_kind kind;
    fp_run_event first, second; /* `second` is the later one in the run */
    int order;                  /* of their iterations, in text of single threads; else 0 */
    uint32_t object;            /* FP_NONE: none */
    int64_t arrivals, bytes;    /* see the kinds */
    bool idle; /* OVERSHOOT: no stream waits for any such object. END_WHILE_USED: the bytes of no object serve for
                  anything behind its end. BYTES_REUSED: nothing has used the object */
    /* RACE, MISSING_FENCE: */
    fp_region where; /* the region of `second` */
    fp_region first_where;
    int64_t byte; /* one that both touch */
    bool first_writes, second_writes;
    bool first_async, second_async; /* is the access that of asynchronous work that may be under way? */
    bool first_shared;              /* each thread or warp has waited for its share of the access, and told nobody */
    bool first_own, second_own;     /* .. for which only its own stream can wait */
    bool by_threads;                /* of two threads that are told: */
    uint16_t first_thread, second_thread;
    bool in_warp; /* RACE, MISSED_PHASE, EARLY_ARRIVAL: only lanes of one warp are apart, by nothing that is under way:
                     a chip may run them in step */
    bool hangs;   /* MISSED_PHASE: where the wait comes late it waits for ever */
    bool maybe;   /* one of both may not touch that byte, or not happen */
    /* RACE, END_WHILE_USED, NOT_INITIALIZED: nearest sync events of both streams, which do not order the two (op
     * FP_NONE: none): what publishes next after `first`, what learns last before `second`. */
    fp_run_event sync_after_first, sync_before_second;
    /* STUCK: */
    fp_run_stuck *stuck;
    uint32_t stuck_count;
} fp_run_evidence;

/* Do they say the same: the same kind at the same ops? */
static inline bool fp_run_says_same(const fp_run_evidence *a, const fp_run_evidence *b) {
    if (a->kind != b->kind) return false;
    if (a->kind == FP_RUN_STUCK) return true; /* a kernel hangs once */
    return a->first.op == b->first.op && a->second.op == b->second.op && a->order == b->order;
}

/* The two ops, that of the event first which one thread would do first: the outermost loop that has come to another
 * iteration tells, else the text. */
fp_op_pair fp_run_pair_of(const fp_run_event *a, const fp_run_event *b);
/* Takes the two of a pair the other way round. */
void fp_run_turn(fp_run_evidence *pair);

/* A wait for a phase, over all times that it was passed. */
typedef struct {
    fp_op op, known_by; /* known_by: a wait of the same stream that had told the phase before */
    bool idle;          /* did each of its waits name a phase that its stream had waited for before? */
} fp_run_wait;

typedef enum {
    FP_RUN_ENDED,      /* all streams have ended */
    FP_RUN_IS_STUCK,   /* the rest waits for ever */
    FP_RUN_EVENTS_END, /* limits.events, or those of the source */
    FP_RUN_ROUNDS_END, /* limits.rounds */
    FP_RUN_SIZE_END    /* too many streams, different regions of memory, or works that nobody waits for */
} fp_run_end;

/* Has the run come to its own end, whatever that is? */
static inline bool fp_run_is_whole(fp_run_end end) {
    switch (end) {
    case FP_RUN_ENDED:
    case FP_RUN_IS_STUCK: return true;
    case FP_RUN_EVENTS_END:
    case FP_RUN_ROUNDS_END:
    case FP_RUN_SIZE_END: break;
    }
    return false;
}

/* Two ops that nothing puts in order, and why that is no race that the run can tell. */
typedef enum {
    FP_RUN_DOUBT_BYTES,  /* the bytes of one of them are not known */
    FP_RUN_DOUBT_LENGTH, /* likewise, but where both begin */
    FP_RUN_DOUBT_LANES   /* lanes of one wave meet: the chip does their accesses in order, waited for or not */
} fp_run_doubt_kind;
typedef struct {
    fp_op_pair pair; /* the one that a single thread would do first comes first */
    fp_run_doubt_kind kind;
} fp_run_doubt;

typedef struct {
    fp_run_evidence **evidence; /* in the order of the run; one of each (kind, op, op), in text of single threads one
                                  for each order of their iterations */
    uint32_t evidence_count;
    const fp_run_doubt *doubts;
    uint32_t doubt_count;
    const fp_run_wait *waits; /* one per op */
    uint32_t wait_count;
    bool well_formed; /* nothing but STUCK, RACE and MISSING_FENCE was found */
    fp_run_end end;
    fp_op limit_at;  /* the op at which a limit ended the run; FP_NONE: none did */
    uint64_t events; /* that were run */
    uint32_t rounds; /* complete ones */
} fp_run_result;

enum {
    FP_RUN_STREAMS_MAX = 256,       /* two CTAs with 16 streams each are 33; bounds the clocks */
    FP_RUN_AHEAD_MAX = 2000,        /* events of a stuck stream that are looked at for bringers: several iterations */
    FP_RUN_EVENTS_DEFAULT = 200000, /* a fifth of a second; kernels need some thousands */
    FP_RUN_ROUNDS_DEFAULT = 1024    /* constant counts of kernels are tens or hundreds; events bound what is longer */
};
typedef struct {
    uint64_t events;            /* of all streams together */
    uint32_t rounds;            /* iterations of the outermost loop */
    bool every_round;           /* none is passed over because it repeats others (repeat.h), for tests */
    const bool *without;        /* per op: its events are left out, "what if it were not there". NULL: none are */
    uint64_t order;             /* the order in which streams are taken, for tests: 0 by number; else a seed */
    struct fp_run_trace *trace; /* what is to record the run (trace.h); NULL: nothing */
    /* Is what has just been found enough? The run ends there, as at a limit. NULL: it never is. */
    bool (*is_enough)(void *user, const fp_run_evidence *evidence);
    void *user; /* of that */
} fp_run_limits;
fp_run_limits fp_run_limits_default(void); /* the whole kernel, as the source says it */

fp_run_result fp_run_all(struct fp_arena *keep, const fp_event_source *source, fp_run_limits limits);
#endif
