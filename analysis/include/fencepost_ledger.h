/* fencepost_ledger.h - the barriers that a kernel's streams meet in, as an account: who arrives and who waits in which
 * phase, what each wait protects, and whether it is needed. For whoever prints or explains it.
 *
 * An edge leads from the arrivals of one stream to a wait of another. What it is for is found by running the streams
 * without the wait: the accesses that are unordered then are what it orders.
 *
 * Ownership  ledgers live as long as the document's last result: until the text is edited, checked again or closed.
 * Cost       for each op that waits, one run for each vector of values that a check tries.
 * Failure    none: half-typed text gives less of a ledger.
 */
#ifndef FENCEPOST_LEDGER_H
#define FENCEPOST_LEDGER_H
#include "fencepost_picture.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All runs of one op of a stream that arrive on an object of the array. */
typedef struct {
    fp_span span;
    fp_str stream;
    fp_picture_does does;
    int64_t arrivals, bytes; /* of each run; -1: they differ. Bytes that are expected, or that are copied */
    uint32_t phases, of;     /* in so many phases of the `of` that somebody arrived in */
} fp_ledger_arrival;

/* All runs of one op of a stream that wait for an object of the array. */
typedef struct {
    fp_span span;
    fp_str stream;
    fp_str slot;   /* in terms of n, how often the op has run before: "n mod 2"; empty: there is one slot */
    fp_str parity; /* "(n / 2) mod 2"; where no formula was found the parities as they come: "0 1 1 0"; empty: it waits
                      for its own arrival */
    uint32_t runs;
} fp_ledger_wait;

typedef enum {
    FP_LEDGER_FORWARD,  /* full: what was written may be read */
    FP_LEDGER_BACKWARD, /* free: what was read may be overwritten */
    FP_LEDGER_OTHER     /* neither is known */
} fp_ledger_direction;
typedef enum {
    FP_LEDGER_NEEDED,
    FP_LEDGER_REDUNDANT, /* nothing changes without this wait alone, and nothing is hidden from fencepost */
    FP_LEDGER_MISSING,
    FP_LEDGER_UNKNOWN
} fp_ledger_verdict;
typedef enum {
    FP_LEDGER_NO_REASON,
    FP_LEDGER_RACE,     /* two accesses are unordered without it */
    FP_LEDGER_FENCE,    /* no fence between the proxies of two accesses counts without it */
    FP_LEDGER_HANG,     /* streams wait for ever */
    FP_LEDGER_PROTOCOL, /* an arrival may be counted in another phase, or a wait miss one */
    FP_LEDGER_LIFETIME  /* a barrier may be used before it is there, or end while it is used */
} fp_ledger_reason;

typedef struct {
    fp_str from, to;       /* streams; from empty: there is none */
    fp_span arrival, wait; /* ops; an empty one is what is missing */
    fp_ledger_direction direction;
    fp_ledger_verdict verdict;
    fp_ledger_reason reason;
    const fp_str *buffers; /* that it protects */
    uint32_t buffer_count;
    fp_span first, second; /* RACE, FENCE: two accesses that nothing else orders */
} fp_ledger_edge;

/* The slots of one allocation. */
typedef struct {
    fp_str name;
    uint32_t slots;
    int64_t count, bytes; /* arrivals and bytes of a phase; -1: they differ or are not known */
    uint32_t phases;      /* complete ones, of all slots */
    const fp_ledger_arrival *arrivals;
    uint32_t arrival_count;
    const fp_ledger_wait *waits;
    uint32_t wait_count;
    const fp_ledger_edge *edges;
    uint32_t edge_count;
} fp_ledger_object;

typedef struct {
    fp_str name; /* symbol without @ */
    fp_span span;
    fp_str target;
    const fp_picture_value *values; /* of the run that phases are counted in */
    uint32_t value_count;
    const fp_ledger_object *objects;
    uint32_t object_count;
    const fp_ledger_edge *missing; /* pairs of accesses that no object orders */
    uint32_t missing_count;
} fp_ledger;

/* The accounts of the kernels called `kernel` (without @; empty: all) that have such objects, in text order. */
size_t fp_document_ledgers(struct fp_document *document, fp_str kernel, const fp_ledger **ledgers);

/* The account of the kernel around a place; NULL: it has no such objects. Lives in the arena given, costs as much. */
struct fp_arena;
const fp_ledger *fp_document_ledger_at(struct fp_arena *keep, struct fp_document *document, uint32_t offset);

#ifdef __cplusplus
}
#endif
#endif
