/* tiling_registers.h - which elements of a tile each thread owns, as coordinates that are joined by exclusive or.
 *
 * Every layout of power-of-two sizes is such a map: bit k of the register number, of the lane in its wave and of the
 * wave number each stand for one coordinate, and a thread's element is the exclusive or of the coordinates of the bits
 * that are set. A coordinate of zeros: the bit chooses no element, its threads own copies.
 */
#ifndef FP_TILING_REGISTERS_H
#define FP_TILING_REGISTERS_H
#include "address/tiling_text.h"

enum { FP_TILING_RANK_MAX = 10, FP_TILING_BITS_MAX = 20 };
typedef struct {
    int32_t at[FP_TILING_RANK_MAX];
} fp_coordinate;
typedef struct {
    fp_coordinate bit[FP_TILING_BITS_MAX];
    uint32_t count;
} fp_coordinates;
typedef struct {
    fp_coordinates registers, lanes, waves;
} fp_register_tiling;

static inline bool fp_is_power_of_two(int64_t number) { return number > 0 && (number & (number - 1)) == 0; }

/* The layout at the front of `chain` for a tile of this shape. False: it is not understood. */
bool fp_tiling_registers(const fp_tiling_chain *chain, const int64_t *shape, uint32_t rank, fp_register_tiling *result);
#endif
