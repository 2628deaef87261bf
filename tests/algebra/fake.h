/* fake.h - buffers and addresses for tests of the algebra: a handful of roots, footprints whose bytes can be
 * enumerated.
 *
 * THREADS threads, each a wave of its own, run a kernel. A footprint touches one byte per thread: base + slot * 8 +
 * column of the thread, where the slot turns with the iteration of one loop. `fp_overlap_find` enumerates threads and
 * iterations, so that its answers are exact.
 */
#ifndef FAKE_H
#define FAKE_H
#include "kernel/kernel.h"

enum {
    THREADS = 3,
    FAKE_PER_ITERATION =
        100 /* a condition's value from here on: that of one iteration of loop value - FAKE_PER_ITERATION */
};
typedef enum { FAKE_OWN /* thread t: column t */, FAKE_NEXT /* column t + 1 */, FAKE_SAME /* column 0 */ } fake_column;
typedef struct {
    fake_column column;
    uint32_t base;
    uint32_t loop, slots, shift; /* slot (iteration + shift) mod slots; loop FP_NONE: 0 */
    uint32_t threads;            /* bit t: thread t runs it */
} fake_footprint;

typedef struct {
    uint32_t loop, distance;
    fp_place_side side;
    fp_place rest;
} fake_place;

typedef struct {
    uint32_t producer, consumer, carrier, distance, left_by_producer, left_by_consumer, at_least, concurrent;
} fake_question;
typedef struct {
    fake_question question;
    fp_overlap overlap;
    bool used;
} fake_known;
enum { FAKE_KNOWN = 1 << 12 };

struct fp_addresses {
    FP_VEC(fake_footprint) footprints; /* number 0 is the unknown one */
    FP_VEC(fake_place) places;         /* number 0: none */
    fake_known known[FAKE_KNOWN];      /* answers */
    const struct fp_kernel *kernel;
    struct fp_arena *arena;
};

struct fp_addresses *fake_addresses(struct fp_arena *arena, const struct fp_kernel *kernel);
fp_footprint fake_footprint_add(struct fp_addresses *addresses, fake_footprint footprint);
/* The byte that a thread touches; -1: it does not run. */
int fake_byte(const fake_footprint *footprint, uint32_t thread, uint32_t iteration);
struct fp_buffers *fake_buffers(struct fp_arena *arena, uint32_t roots); /* the number of a set has bit i for root i */
#endif
