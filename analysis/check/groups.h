/* groups.h - pairs that a barrier of a part of the threads orders, for these threads only.
 *
 * `if tid < 64 { bar.sync 1, 64; load }` orders what the threads of the first half have stored before, not what the
 * others have. Such a pair is found as unordered; it certainly races where a thread outside of the part touches a
 * common byte.
 *
 * Ownership  everything lives in the arena given.
 * Cost       a second fold of kernels with such barriers or objects; nothing for all others.
 */
#ifndef FP_GROUPS_H
#define FP_GROUPS_H
#include "order/fold.h"

struct fp_groups;
/* NULL: no barrier is one of a part of the threads. */
struct fp_groups *fp_groups_new(struct fp_arena *scratch, struct fp_fold *fold);
/* Do the two members race whoever has met at such barriers? `answer` becomes that of threads of which one has not. */
bool fp_groups_leave(struct fp_groups *groups, const fp_pair *pair, uint32_t producer, uint32_t consumer,
                     fp_overlap_answer *answer);
#endif
