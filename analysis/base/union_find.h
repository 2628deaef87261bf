/* union_find.h - the numbers from 0 to a count in sets that grow together. The leader of a set is its smallest number.
 *
 * Ownership  the array lives in the arena given.
 * Cost       a few steps on average: each look shortens the way to the leader.
 */
#ifndef FP_BASE_UNION_FIND_H
#define FP_BASE_UNION_FIND_H
#include "base/arena.h"
#include <stdint.h>

typedef struct {
    uint32_t *next; /* a number of the same set that is nearer to the leader; the leader's is itself */
} fp_union_find;
fp_union_find fp_union_find_new(struct fp_arena *keep, uint32_t count); /* each number in a set of its own */
uint32_t fp_union_find_leader(fp_union_find sets, uint32_t number);
void fp_union_find_join(fp_union_find sets, uint32_t a, uint32_t b);
#endif
