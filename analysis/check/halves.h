/* halves.h - pairs that are unordered only because waves are shifted against each other.
 *
 * `if wave >= 4 {barrier}` puts these waves one barrier behind (ping-pong). What one barrier separates is still ordered
 * between waves of one half, and behind what the waves in front have done; what is left are accesses of a wave behind
 * and later ones of a wave in front.
 *
 * Ownership  everything lives in the arena given.
 * Cost       a second fold of kernels with such waves; nothing for all others.
 */
#ifndef FP_HALVES_H
#define FP_HALVES_H
#include "order/fold.h"

struct fp_halves;
/* NULL: no waves are shifted, or more than once, or which they are is not known. */
struct fp_halves *fp_halves_new(struct fp_arena *scratch, struct fp_fold *fold);
/* Can two threads meet in the pair? `answer` becomes that of those that can. */
bool fp_halves_meet(struct fp_halves *halves, const fp_pair *pair, uint32_t producer, uint32_t consumer,
                    fp_overlap_answer *answer);
#endif
