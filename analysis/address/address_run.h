/* address_run.h - which bytes an access touches in one run of the kernel, of which all numbers are known.
 *
 * Who asks has followed the run; nothing is guessed here: what a number is missing for is not told.
 *
 * Cost  one step per node of the address and of the conditions around the access.
 */
#ifndef FP_ADDRESS_RUN_H
#define FP_ADDRESS_RUN_H
#include "address/address.h"

/* One thread where it stands at the access. */
typedef struct {
    const int32_t *thread;                                               /* x, y, z */
    bool (*value)(const void *context, fp_value value, int64_t *number); /* false: not known */
    bool (*iteration)(const void *context, fp_op loop, int64_t *number); /* of a loop around, from 0 */
    const void *context;
} fp_run;
/* Does the thread touch the byte there, counted from the start of its resource? An argument of the kernel in the
 * address is no number: for others the access may be elsewhere. */
bool fp_addresses_touch(struct fp_addresses *addresses, fp_footprint footprint, const fp_run *run, int64_t byte);
/* Are the two accesses on one resource, whatever the run is? */
bool fp_addresses_share_base(struct fp_addresses *addresses, fp_footprint x, fp_footprint y);
/* Do all runs have both threads, in two waves? */
bool fp_addresses_two_waves(struct fp_addresses *addresses, const int32_t x[3], const int32_t y[3]);
/* Does the way from block to block start the next iteration of a loop of which `to` is the head? Of cycles that are no
 * natural loops the first block of the text is taken for it. */
bool fp_addresses_goes_round(struct fp_addresses *addresses, fp_block from, fp_block to);
/* Is the kernel launched with any arguments, and by itself? */
bool fp_addresses_launched(const struct fp_addresses *addresses);
#endif
