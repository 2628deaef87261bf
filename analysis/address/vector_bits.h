/* vector_bits.h - words of vectors that are put together element by element, as the descriptors of copies are.
 *
 * Cost       a walk back over the ops that made the vector, some hundred at most.
 * Failure    what the walk does not follow, a vector that a loop carries, say, is not known.
 */
#ifndef FP_VECTOR_BITS_H
#define FP_VECTOR_BITS_H
#include "read/ir.h"

/* The integer that makes up bits `first` to first + 31, of 64 bits where it makes up others as well: its lowest ones.
 * FP_NONE: it is not one value, or not known which. */
fp_value fp_vector_word(const struct fp_ir *ir, fp_value vector, uint32_t first);
/* The same of a word that the op takes out of a vector. */
fp_value fp_vector_element(const struct fp_ir *ir, fp_op op);
/* The number in `count` bits from `first` on, which lie in one integer; -1: not all of them are known. */
int64_t fp_vector_bits(const struct fp_ir *ir, fp_value vector, uint32_t first, uint32_t count);

/* What the descriptors of a tensor copy say of workgroup memory: `place` is the vector with the address, `shape` the
 * one with the tile, `more` the one with its dimensions from the fourth on. bytes 0: not known. */
typedef struct {
    fp_value address; /* FP_NONE: not known */
    uint32_t bytes;   /* from the first to the last, with the padding between */
    fp_value
        when; /* it copies only where this holds, or does not, as `unless` says; FP_NONE: always, as far as known */
    bool unless;
    bool arrives;    /* on a barrier in workgroup memory when it has landed */
    bool may_arrive; /* the text does not tell that it does not */
} fp_described_tile;
fp_described_tile fp_described_tile_of(const struct fp_ir *ir, fp_value place, fp_value shape, fp_value more);
#endif
