/* fencepost_picture.h - a kernel as a picture: its buffers, who touches them where, what has to be ordered and by
 * what it is. For whoever draws it.
 *
 * A window lies between two accesses that have to be ordered; a barrier anywhere inside closes it. Windows are found
 * by looking at the kernel without its syncs: those that are unordered with them too are open. Windows that hold
 * another one of the same buffer are left out: what closes the inner one closes them.
 *
 * Ownership  pictures live as long as the document's last result: until the text is edited, checked again or closed.
 * Cost       one analysis of the kernels more, and one of them without their syncs.
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
    fp_level level; /* how bad that is, or would be */
    uint32_t sync;  /* what closes it; NONE: nothing, or not one sync alone */
    fp_str words;   /* "RAW: the write on line 12 before the read on line 20; ordered by the barrier on line 15" */
} fp_picture_window;

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
    uint32_t hidden_windows; /* left out because they hold one that is there */
} fp_picture;

/* The kernels called `kernel` (without @; empty: all) that touch workgroup memory or synchronise, in the order of the
 * text. */
size_t fp_document_pictures(struct fp_document *document, fp_str kernel, const fp_picture **pictures);

#ifdef __cplusplus
}
#endif
#endif
