/* tensor_shape.h - rows and columns of tensor memory that instructions name by a word (tensor_shapes.def).
 *
 * Cost: a few words are compared. Rows live for ever.
 */
#ifndef FP_TENSOR_SHAPE_H
#define FP_TENSOR_SHAPE_H
#include "base/str.h"

typedef struct {
    fp_str word;     /* "16x64b" */
    uint8_t rows;    /* from the row that the address names */
    uint8_t each;    /* columns for each register; 0: it moves no registers */
    uint8_t columns; /* of a copy from workgroup memory; 0: it is none */
    uint8_t source;  /* rows that a copy reads there */
} fp_tensor_shape;

/* The shape whose word is a part of `name`: "tcgen05.cp.cta_group::1.warpx4.32x128b", "shape_16x64b"; NULL: none is. */
const fp_tensor_shape *fp_tensor_shape_in(fp_str name);
#endif
