/* address_shape.h - which bytes around its address an access touches: scalars, vectors over several rows, whole
 * views. */
#ifndef FP_ADDRESS_SHAPE_H
#define FP_ADDRESS_SHAPE_H
#include "address/address_state.h"

enum { FP_SEGMENTS_MAX = 64 };
typedef struct {
    int64_t segments[FP_SEGMENTS_MAX]; /* where each begins, in bytes behind the address */
    uint32_t count;
    uint32_t width; /* bytes of each segment; 0: not known */
    bool inexact;   /* the access may touch less */
    bool by_wave;   /* the lanes of a wave touch it together, each its part */
} fp_extent;
fp_extent fp_address_extent(struct fp_addresses *a, const fp_access_request *request, const fp_type *type);
#endif
