/* fencepost_streams.h - what the streams of a kernel do at one op, for editors: whom a wait waits for, whom an arrival
 * releases, and what orders an access before the next one that it conflicts with.
 *
 * Ownership  results live in the arena given and borrow the document's text: they are valid until it is edited.
 * Cost       the functions that are judged together with the one around the place are lowered, and its streams run as
 *            for fencepost_picture.h. Kernels without such objects cost the lowering alone.
 * Failure    none: half-typed text gives fewer facts.
 */
#ifndef FENCEPOST_STREAMS_H
#define FENCEPOST_STREAMS_H
#include "fencepost_picture.h"

struct fp_arena;

typedef struct {
    fp_span span; /* of an op */
    fp_str stream;
    fp_picture_does does;
} fp_stream_place;

/* An access that conflicts with the one asked about, next to it in the run that was looked at. */
typedef struct {
    fp_stream_place other;
    bool before; /* the other one comes first */
    bool writes; /* the other one does */
    fp_str buffer;
    fp_span by; /* the op that tells the later one's stream that the earlier one is done */
    fp_picture_does by_does;
    fp_str object; /* that it waits for; empty: none */
} fp_stream_order;

typedef struct {
    fp_span span;
    fp_str stream;
    fp_picture_does does;
    fp_str object;                   /* "%full": slots of one allocation are one; empty: none */
    uint32_t runs, fresh;            /* how often it was run; waits: how often the object was fresh and let it pass */
    bool stuck;                      /* and then it waits for ever */
    bool meets;                      /* it waits for the phase of its own arrival */
    const fp_stream_place *partners; /* of a wait the ops that complete its phases, of an arrival those it releases; of
                                        one that meets others these others */
    uint32_t partner_count;
    const fp_stream_order *orders; /* of accesses */
    uint32_t order_count;
} fp_stream_note;

/* One note for each stream that runs the op at `offset` and each array of objects. */
uint32_t fp_document_stream_notes(struct fp_arena *keep, struct fp_document *document, uint32_t offset,
                                  const fp_stream_note **notes);

/* All ops of all streams on the objects that the op at `offset` uses, or that the value there names; in text order. */
uint32_t fp_document_stream_uses(struct fp_arena *keep, struct fp_document *document, uint32_t offset,
                                 const fp_stream_place **uses);
#endif
