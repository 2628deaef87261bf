/* matrix.h - the bytes of workgroup memory that a descriptor of a matrix product names (NVIDIA's wgmma).
 *
 * A descriptor is a number of 64 bits: the address in units of 16 bytes (bits 0 to 13), two distances between pieces of
 * the matrix in the same units (16 to 29 and 32 to 45), the place of the pattern (49 to 51) and how pieces change
 * places (62 and 63: not, or in rows of 128, 64 or 32 bytes). PTX ISA, "Matrix Descriptor Format" of wgmma. One product
 * reads 32 bytes of each row of a matrix that lies by rows along its inner dimension; of one that lies the other way,
 * as many rows as fit into 32 bytes of it.
 *
 * Cost       a walk back over the ops that made the descriptor, some ten.
 * Failure    a descriptor that is put together in another way than from two words, sizes that are no powers of two,
 *            patterns that do not begin where their rows do: the matrix is not told.
 */
#ifndef FP_MATRIX_H
#define FP_MATRIX_H
#include "address/tile.h"

/* The integer that points to the buffer in which the descriptor's matrix lies; FP_NONE: it is none that is understood.
 */
fp_value fp_matrix_buffer(const struct fp_ir *ir, fp_value descriptor);
/* `product`: the inline assembly, `descriptor`: one of its operands. `*address` is where the tile's places count from.
 * `*whole_rows`: only a run tells at which piece of its rows the matrix begins, and the tile has all of them. */
bool fp_matrix_of(struct fp_addresses *a, fp_op product, fp_value descriptor, fp_expr *address, fp_tile *tile,
                  bool *whole_rows);

/* A descriptor as numbers; of a product on tensor memory too, in which bits 61 to 63 say how pieces change places: not,
 * or 2, 4, 6 in rows of 128, 64, 32 bytes, 1 in rows of 128 (PTX ISA, "Shared memory descriptor" of tcgen05). */
typedef struct {
    fp_value address;       /* an integer: */
    int64_t offset;         /* so many bytes behind it the matrix begins */
    fp_value pointer;       /* the one that the address is made of */
    uint32_t first, second; /* the two distances, in bytes */
    uint32_t place, swaps;  /* bits 49 to 51, 61 to 63 */
} fp_matrix_numbers;
/* False: something of it is not told by the ops that make it. It is one number, or two words. */
bool fp_matrix_numbers_of(const struct fp_ir *ir, fp_value descriptor, fp_matrix_numbers *numbers);
#endif
