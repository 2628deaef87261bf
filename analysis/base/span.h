/* span.h - spans of bytes: `start` belongs to a span, `end` does not. */
#ifndef FP_BASE_SPAN_H
#define FP_BASE_SPAN_H
#include "fencepost.h" /* fp_span */
#include <stdbool.h>

static inline bool fp_span_holds(fp_span span, uint32_t offset) { return span.start <= offset && offset < span.end; }
static inline bool fp_span_within(fp_span inner, fp_span outer) {
    return outer.start <= inner.start && inner.end <= outer.end;
}
/* As a cursor sees it, which stands between two bytes: is it in the span, or at one of its ends? */
static inline bool fp_span_at_cursor(fp_span span, uint32_t offset) {
    return span.start <= offset && offset <= span.end;
}
/* The same of a selection: does it share a byte with the span, or an end? */
static inline bool fp_span_touches(fp_span a, fp_span b) { return a.start <= b.end && b.start <= a.end; }
#endif
