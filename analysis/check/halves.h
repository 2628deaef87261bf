/* halves.h - pairs of kernels whose waves are shifted against each other.
 *
 * `if wave >= 4 {barrier}` puts these waves one barrier behind (ping-pong). What one barrier separates is still ordered
 * between waves of one half, and behind what the waves in front have done; what is left are accesses of a wave behind
 * and later ones of a wave in front. And what no barrier separates may be ordered between waves of the two halves: the
 * waves behind wait until those in front have come to the next one.
 *
 * A run of the waves (streams/decide.h) decides such pairs exactly, and has the last word on those that it follows. The
 * halves are for the others, of runs that end at a limit, and for what a barrier is needed for.
 *
 * Ownership  everything lives in the arena given.
 * Cost       a second fold of kernels with such waves; nothing for all others.
 */
#ifndef FP_HALVES_H
#define FP_HALVES_H
#include "order/fold.h"

typedef enum {
    FP_HALVES_ORDERED, /* no two threads race */
    FP_HALVES_PERHAPS, /* the shift may order those that do */
    FP_HALVES_RACE
} fp_halves_verdict;

struct fp_halves;
/* NULL: no waves are shifted. */
struct fp_halves *fp_halves_new(struct fp_arena *scratch, struct fp_fold *fold);
/* What becomes of an unordered pair, by the threads of the halves; `answer` becomes that of those that race. */
fp_halves_verdict fp_halves_judge(struct fp_halves *halves, const fp_pair *pair, uint32_t producer, uint32_t consumer,
                                  fp_overlap_answer *answer);
#endif
