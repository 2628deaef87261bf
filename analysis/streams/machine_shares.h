/* machine_shares.h - waves of one workgroup that barriers for some of them shift against the others.
 *
 * `amdg.cond_barrier %late` lets some waves come to one barrier more than the others: from then on they are one barrier
 * behind, until the others meet them at a barrier of their own (ping-pong). In text of whole workgroups such waves are
 * streams of their own: each does its share of every op, and all meet at the workgroup's barriers.
 */
#ifndef FP_MACHINE_SHARES_H
#define FP_MACHINE_SHARES_H
#include "kernel/kernel.h"

enum {
    FP_SHARES_MAX = 4, /* two halves are usual */
    FP_SHARE_WAVES_MAX = 64
};
typedef struct {
    uint32_t count; /* 0: all waves come to the same barriers, or it is not known which come to which */
    uint32_t waves;
    uint8_t of_wave[FP_SHARE_WAVES_MAX]; /* the share of each wave */
} fp_wave_shares;

/* Cost: one pass over the ops; for each barrier with a condition the value of that in all threads. */
fp_wave_shares fp_wave_shares_of(const struct fp_kernel *kernel);

/* Is the op a barrier for the waves in which a condition holds? */
bool fp_is_barrier_for_some(const struct fp_ir *ir, fp_op op);
/* In how many waves of a share, by the bits of `waves`, which has a bit for each wave of the workgroup. */
uint32_t fp_share_waves(const fp_wave_shares *shares, uint32_t share, uint64_t waves);
#endif
