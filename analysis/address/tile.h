/* tile.h - the bytes that each thread touches where all threads share a tile out by the layouts in its type.
 *
 * A layout of registers tells which elements a thread owns (tiling_registers.h), one of memory at which place of a
 * buffer an element lies. Both are maps of bits, but for padding, which comes last. So a tile is a list of byte
 * offsets, one for each bit of register, lane and wave number: a thread touches the bytes at the exclusive or of the
 * offsets of its bits, and from there on `run` bytes.
 *
 * Cost     making one: some hundred steps. Runs of a thread: one step each, at most FP_TILE_RUNS_MAX.
 * Failure  types whose layouts are not understood, slices whose place is not known: no tile.
 */
#ifndef FP_TILE_H
#define FP_TILE_H
#include "address/address_state.h"
#include "address/tiling_memory.h"

enum { FP_TILE_BITS_MAX = 16, FP_TILE_RUNS_MAX = 1 << 12 };
/* Compared as bytes: unused entries are zeros. */
struct fp_tile {
    uint32_t start;                       /* unpadded place of the thread that has no bit set */
    uint32_t registers[FP_TILE_BITS_MAX]; /* independent of each other, and of the bits inside of a run */
    uint32_t lanes[FP_TILE_BITS_MAX], waves[FP_TILE_BITS_MAX];
    uint32_t register_count, lane_count, wave_count;
    uint32_t first_wave;                 /* of the threads that run the op */
    bool by_habit;                       /* compilers share the bytes out so, and no text says that they must */
    bool one_lane;                       /* only the first lane of each wave takes part: it starts a copy */
    uint32_t run;                        /* bytes that lie together */
    uint32_t first, last;                /* hull of all threads' bytes: the first one, and one past the last */
    fp_padding pads[FP_TILING_PADS_MAX]; /* in bytes */
    uint32_t pad_count;
};
typedef struct fp_tile fp_tile;

/* The tile of an access to a whole buffer; `tensor`: type of what is stored there or read from there. */
bool fp_tile_of(struct fp_addresses *a, fp_op op, fp_value buffer, fp_str tensor, fp_tile *tile);
/* The tile of a copy that each wave makes of a part of the buffer: as many rows, one after the other, for each wave. */
bool fp_tile_of_waves(struct fp_addresses *a, fp_op op, fp_value buffer, fp_tile *tile);
/* The tile of a unit that works for all waves: pieces of `bytes` bytes at `start`, exclusive or `bits`. */
bool fp_tile_of_bits(struct fp_addresses *a, fp_op op, uint32_t bytes, uint32_t start, const uint32_t *bits,
                     uint32_t count, fp_tile *tile);
/* The tile of the first thread that runs the op: `bytes` bytes, a power of two. */
bool fp_tile_of_first(struct fp_addresses *a, fp_op op, uint32_t bytes, fp_tile *tile);
/* How many waves run the op, from the wave `*first` on; 0: not known. */
uint32_t fp_tile_waves(const struct fp_addresses *a, fp_op op, uint32_t *first);
/* Do the same waves run both ops? false: another partition does, or it is not known. */
bool fp_tile_same_waves(const struct fp_addresses *a, fp_op x, fp_op y);
/* Where the runs of a thread begin, FP_TILE_RUNS_MAX at most; 0: the thread does not take part. */
uint32_t fp_tile_runs(const fp_tile *tile, uint32_t thread, int64_t *starts);
static inline uint32_t fp_tile_run_count(const fp_tile *tile) { return 1u << tile->register_count; }
#endif
