/* program.h - small programs of several streams with every number known, for the oracle.
 *
 * Events are those of streams/events.h. A program is made whole, then may get faults; the oracle executes every
 * schedule of it (schedules.h) and compares with what one run says.
 */
#ifndef PROGRAM_H
#define PROGRAM_H
#include "streams/events.h"
#include "streams/run.h"

enum {
    STREAMS_MAX = 7,
    STEPS_MAX = 48, /* of a stream */
    OBJECTS_MAX = 16,
    ACCESSES_MAX = 2,
    STREAM_OPS = 1000000 /* op numbers of a stream: its number times this, and more */
};

typedef struct {
    fp_event event; /* without `accesses` */
    fp_stream_access access[ACCESSES_MAX];
    uint32_t text; /* steps of one place in the text have the same number */
    bool meets;    /* roles: on a barrier that counts threads */
    bool elected;  /* roles: by the first thread of its stream, not by all */
} step;

struct program {
    const char *kind;
    uint64_t seed;
    uint32_t stream_count, object_count;
    uint32_t len[STREAMS_MAX];
    step steps[STREAMS_MAX][STEPS_MAX];
    bool overflow; /* it did not fit */
    uint32_t fault_count;
    char faults[160];
    bool clusters;                 /* two workgroups: object O and memory M are workgroup O % 2's and M % 2's */
    uint32_t group[STREAMS_MAX];   /* which workgroup a stream is of */
    uint32_t cluster_barrier;      /* the object at which all threads of both meet, + 1; 0: none */
    uint32_t threads[STREAMS_MAX]; /* roles (threads.h): how many a stream stands for; 0: one */
};

typedef struct {
    uint64_t state;
} fp_lot;
uint32_t lot_below(fp_lot *lot, uint32_t end);                 /* 0 .. end - 1 */
uint32_t lot_from(fp_lot *lot, uint32_t first, uint32_t last); /* first .. last */
bool lot_one_in(fp_lot *lot, uint32_t n);

/* An empty program, and what it is drawn from: `maker` tells the makers apart, which draw differently from one seed. */
fp_lot program_begin(struct program *program, uint64_t seed, uint64_t maker);
/* Makes a whole program; a small one. */
void program_make(struct program *program, uint64_t seed);
void program_make_right(struct program *program, fp_lot *lot, uint32_t which);
enum { PROGRAM_KINDS = 15 }; /* the last four are rings */

/* Changes one step; says which in `faults`. */
void program_break(struct program *program, fp_lot *lot);
/* Changes all steps that stand for one place in the text: a fault of a loop's body. */
void program_break_all(struct program *program, fp_lot *lot);

/* Gives each step its op: one of its own, or that of its place in the text. */
void program_number(struct program *program, bool by_text);

/* The streams in another order; 0 stays. */
void program_rename(struct program *program, fp_lot *lot);

void program_print(const struct program *program);

/* The program as a source of events. */
typedef struct {
    const struct program *program;
    uint32_t at[STREAMS_MAX];
    fp_event current[STREAMS_MAX];
} program_source;
fp_event_source program_events(program_source *source, const struct program *program);
fp_region program_object_region(void *user, uint32_t object);

/* ---- for makers ---- */
/* A new step at the end of a stream; TEXT tells the place in the text. */
step *program_step(struct program *program, fp_stream stream, fp_event_kind kind, uint32_t object, uint32_t text);
#define STEP(program, stream, kind, object) program_step(program, stream, FP_EVENT_##kind, object, __LINE__)
fp_region program_bytes(uint32_t memory, int64_t first, int64_t size);
#endif
