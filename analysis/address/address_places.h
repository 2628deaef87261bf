/* address_places.h - where an access lands, thread by thread, once everything but the thread is a number.
 *
 * Who executes a kernel asks which values and iterations an access depends on, looks them up, and gets each thread's
 * first byte, counted from the start of the allocation.
 */
#ifndef FP_ADDRESS_PLACES_H
#define FP_ADDRESS_PLACES_H
#include "address/address.h"

typedef enum {
    FP_ASKS_VALUE,     /* of the function */
    FP_ASKS_ITERATION, /* how often the body of a loop has run before */
    FP_ASKS_LAST,      /* the same of the run of the loop before this one: the access stands in the loop */
    FP_ASKS_BLOCK_DIM, /* how many threads the workgroup has in dimension `id` */
    FP_ASKS_UNKNOWN    /* nobody can tell */
} fp_asks;
typedef struct {
    fp_asks asks;
    uint32_t id;           /* the value, the loop or the dimension */
    uint32_t leaf;         /* internal: which leaf of the address it is */
    uint32_t from, period; /* of an iteration: from number `from` on the address comes round every `period` iterations;
                              period 0: it does not */
} fp_asked;

enum { FP_ASKED_MAX = 8 };
/* What the address depends on besides thread ids. False: more than FP_ASKED_MAX, or nothing is known of it. */
bool fp_places_asked(struct fp_addresses *addresses, fp_footprint footprint, fp_asked asked[FP_ASKED_MAX],
                     uint32_t *count);
/* The same of a value that is an address. */
bool fp_places_asked_of(struct fp_addresses *addresses, fp_value value, fp_asked asked[FP_ASKED_MAX], uint32_t *count);

/* After how many iterations of the loops around the address comes round, as far as it is taken modulo small numbers: 3
 * for the slots of a ring of three; 1: it is not. */
uint32_t fp_places_ring(const struct fp_addresses *addresses, fp_footprint footprint);

typedef struct {
    int64_t number;           /* the same in all threads, when `by_thread` is NULL */
    const int64_t *by_thread; /* by linear thread id */
} fp_answer;
/* Addresses are numbers that tell their allocation, so that they can be carried around like others. */
typedef struct {
    uint32_t root;  /* of the buffers; FP_NONE: the address is one of all workgroup memory */
    int64_t offset; /* from the start of that */
} fp_place_in_root;
/* False: the number is no address. */
bool fp_places_decode(int64_t address, fp_place_in_root *place);
/* The address that a value always is; false: it is none, or not always the same. */
bool fp_places_address(struct fp_addresses *addresses, fp_value value, int64_t *address);
/* In a cluster the number of the workgroup stands above the offset, where NVIDIA's chips have it: text clears the
 * lowest bit of it in an address to name the first workgroup of a pair. No allocation is as large. */
enum { FP_PLACES_RANK_SHIFT = 24 };
typedef struct {
    fp_footprint footprint; /* 0: `value` is the address */
    fp_value value;
    const fp_asked *asked;
    const fp_answer *answers;
    uint32_t count;
    uint32_t workgroup; /* in which the threads are */
} fp_places_question;
/* The first address of each of `threads`, by linear id. False: not a number in one of them. */
bool fp_places_starts(struct fp_addresses *addresses, const fp_places_question *question, const uint16_t *threads,
                      uint32_t thread_count, int64_t *starts);

/* From its first byte on a thread touches `width` bytes at each of `segments`. */
typedef struct {
    uint32_t width, segment_count; /* width 0: where it begins is all that is known */
    const int64_t *segments;
    bool inexact;    /* perhaps fewer */
    bool shared_out; /* the bytes are those of all threads together: who touches which is not told */
} fp_places_extent;
fp_places_extent fp_places_extent_of(const struct fp_addresses *addresses, fp_footprint footprint);

/* How many threads the workgroup has at most, when they are known by linear id: it has a known size, or one dimension.
 * 0: they are not. */
uint32_t fp_places_threads(struct fp_addresses *addresses);
/* The value in each of these threads, `count` of them, when it depends on thread ids alone; NULL: it does not. Valid
 * until the next question. */
const int64_t *fp_places_values(struct fp_addresses *addresses, fp_value value, uint32_t *count);
/* A parallel loop whose iterations are threads, waves or lanes: the number of the iteration that each thread runs
 * first. Each goes on by *stride, 0: it runs no other. NULL: not known. Valid until the next question. */
const int64_t *fp_places_first_iterations(struct fp_addresses *addresses, fp_loop_id loop, int64_t *stride,
                                          uint32_t *count);
#endif
