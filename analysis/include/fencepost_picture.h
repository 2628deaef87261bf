/* fencepost_picture.h - a kernel as a picture: its buffers, who touches them where, what has to be ordered and by
 * what it is. For whoever draws it.
 *
 * A window lies between two accesses that have to be ordered; a barrier anywhere inside closes it. Windows are found
 * by looking at the kernel without its syncs: those that are unordered with them too are open, and so are those that
 * the run of its streams finds unordered. Windows that hold another one of the same buffer are left out: what closes
 * the inner one closes them. Of open ones each consumer has one.
 *
 * Ownership  pictures live as long as the document's last result: until the text is edited, checked again or closed.
 * Cost       one analysis of the kernels more, and one of them without their syncs: without some of them at a time
 *            where they are many, so that windows which hold very many are not found (window_reach).
 * Failure    none: half-typed text gives less of a picture.
 */
#ifndef FENCEPOST_PICTURE_H
#define FENCEPOST_PICTURE_H
#include "fencepost.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FP_PICTURE_NONE UINT32_MAX

typedef struct {
    fp_str name;        /* "%lds", "@lds" */
    fp_span span;       /* its definition; empty: not known */
    int64_t size_bytes; /* -1: not known */
} fp_picture_buffer;

typedef enum { FP_PICTURE_READ, FP_PICTURE_WRITE, FP_PICTURE_ATOMIC } fp_picture_access_kind;
typedef struct {
    fp_span span;
    uint32_t buffer; /* one that it may touch several of is there once for each */
    fp_picture_access_kind kind;
    bool async; /* a copy that runs on while its thread goes on */
} fp_picture_access;

typedef enum {
    FP_PICTURE_BARRIER, /* all threads arrive and wait */
    FP_PICTURE_SIGNAL,
    FP_PICTURE_WAIT,    /* its halves */
    FP_PICTURE_COUNTER, /* a wait for copies, or for memory */
    FP_PICTURE_OTHER    /* fences, commits, arrivals, pacing */
} fp_picture_sync_kind;
typedef enum {
    FP_PICTURE_NEEDED,
    FP_PICTURE_SUPERFLUOUS,
    FP_PICTURE_USELESS /* it looks as if it ordered a copy */,
    FP_PICTURE_UNKNOWN
} fp_picture_use;
typedef struct {
    fp_span span;
    fp_picture_sync_kind kind;
    fp_picture_use use;
    fp_str words;   /* "needed: orders the write of %lds on line 12 before the read of %lds on line 20" */
    uint32_t phase; /* of what follows: the kernel's start is phase 1; 0: it divides nothing */
} fp_picture_sync;

typedef struct {
    fp_span span;
    uint32_t depth;
} fp_picture_loop; /* depth 0: outermost */

typedef struct {
    uint32_t buffer;
    fp_span producer, consumer;
    uint32_t loop; /* carried round the end of this one; NONE: straight on */
    bool whole;    /* carried, and any place of the loop's body lies in it */
    fp_hazard_kind kind;
    bool open;      /* nothing orders the two */
    bool awaited;   /* not open: nothing does yet, a pass that comes later is to */
    fp_level level; /* how bad that is, or would be */
    uint32_t sync;  /* what closes it; NONE: nothing, or not one sync alone */
    fp_str words;   /* "RAW: the write on line 12 before the read on line 20; ordered by the barrier on line 15" */
} fp_picture_window;

/* ---- a kernel of several streams: what one run of it does ----
 * Streams meet in objects: barriers that count arrivals and bytes, and complete a phase (flip) when none is missing. */
typedef struct {
    fp_str name;    /* "default", "partition 0" */
    bool elsewhere; /* all streams of the other workgroups of a cluster are one: what they bring is shown, no more */
} fp_picture_stream;

typedef struct {
    fp_str name;   /* "%full[1]" */
    fp_str array;  /* "%full": objects with the same are slots of one allocation */
    uint32_t slot; /* NONE: it is the only one */
    int64_t count; /* arrivals that complete a phase; 0: not known */
} fp_picture_object;

typedef enum {
    FP_PICTURE_DOES_ACCESS,
    FP_PICTURE_DOES_INIT,
    FP_PICTURE_DOES_END, /* the object is no more */
    FP_PICTURE_DOES_ARRIVE,
    FP_PICTURE_DOES_EXPECT, /* bytes, without an arrival */
    FP_PICTURE_DOES_COMPLETE,
    FP_PICTURE_DOES_WAIT,   /* for a phase of `parity` */
    FP_PICTURE_DOES_MEET,   /* waits for the phase of its own last arrival */
    FP_PICTURE_DOES_START,  /* asynchronous work, which may arrive on `object` when it is done */
    FP_PICTURE_DOES_COMMIT, /* arrives when all that the stream has started is done */
    FP_PICTURE_DOES_DRAIN,  /* waits for its asynchronous work, all but the newest `newest` */
    FP_PICTURE_DOES_FENCE,
    FP_PICTURE_DOES_FORK,
    FP_PICTURE_DOES_JOIN
} fp_picture_does;

typedef enum {
    FP_PICTURE_HAPPENS,
    FP_PICTURE_STUCK, /* a wait that nothing ends: `arrivals` and `bytes` are what its phase lacks */
    FP_PICTURE_NEVER  /* what a stuck wait waits for, behind the stuck wait of its own stream */
} fp_picture_fate;

typedef struct {
    fp_str buffer; /* "%tiles"; empty: it has no name */
    uint32_t slot; /* NONE: it has none, or several */
    bool reads, writes;
} fp_picture_touch;

enum { FP_PICTURE_LOOPS_MAX = 4 };
typedef struct {
    fp_picture_does does;
    fp_picture_fate fate;
    fp_span span;            /* of its op */
    uint32_t stream, object; /* object NONE: none, or one of another workgroup */
    uint32_t flip;  /* of the object: that a wait passes at (0: the object is fresh), or an arrival is counted in */
    bool completes; /* it is the last that this flip needs */
    bool joined;    /* people see one step: the event before it and this one */
    uint8_t parity;
    int64_t arrivals, bytes, newest;
    uint32_t until; /* of asynchronous work: the first event that knows it done; NONE: nothing in this run */
    const fp_picture_touch *touches;
    uint32_t touch_count;
    uint32_t loop_count, loops[FP_PICTURE_LOOPS_MAX]; /* iterations of the loops around it, outermost first, from 0 */
} fp_picture_event;

typedef struct {
    fp_str name;
    int64_t value;
} fp_picture_value;

typedef struct {
    const fp_picture_stream *streams;
    uint32_t stream_count;
    const fp_picture_object *objects;
    uint32_t object_count;
    const fp_picture_event *events; /* in an order that a run can have; those of fate STUCK, then NEVER, at the end */
    uint32_t event_count;
    const fp_picture_value *values; /* that were chosen for what the text does not tell */
    uint32_t value_count;
    bool stuck;
} fp_picture_run;

typedef struct {
    fp_str name;  /* symbol without @ */
    fp_span span; /* the whole kernel */
    fp_str target;
    uint32_t block[3]; /* zeros: not known */
    const fp_picture_buffer *buffers;
    uint32_t buffer_count; /* workgroup memory that is touched, in the order of first use */
    const fp_picture_access *accesses;
    uint32_t access_count; /* these and the next three in the order of the text */
    const fp_picture_sync *syncs;
    uint32_t sync_count;
    const fp_picture_loop *loops;
    uint32_t loop_count;
    const fp_picture_window *windows;
    uint32_t window_count;
    uint32_t hidden_windows;   /* left out because they hold one that is there; 0 also where they were not counted */
    uint32_t window_reach;     /* windows that hold more syncs than this were not looked for; 0: all were */
    const fp_picture_run *run; /* NULL: the kernel has one stream */
} fp_picture;

/* The kernels called `kernel` (without @; empty: all) that touch workgroup memory or synchronise, in the order of the
 * text; none when `*cancelled` (may be NULL) became true. */
size_t fp_document_pictures(struct fp_document *document, fp_str kernel, const volatile bool *cancelled,
                            const fp_picture **pictures);

#ifdef __cplusplus
}
#endif
#endif
