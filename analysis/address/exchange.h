/* exchange.h - ops that hand values from wave to wave through scratch memory of their own.
 *
 * Which thread touches which byte of the scratch is the compiler's business. What is certain where layouts say that the
 * values cross waves: some byte is written by one wave and read by another one. Two ops that are alike use the scratch
 * alike; so what the first one reads last, threads of other waves overwrite first in the second one.
 */
#ifndef FP_EXCHANGE_H
#define FP_EXCHANGE_H
#include "address/address_state.h"

/* The most bytes of the scratch, + 1, that one wave alone touches in this half of the exchange: as many as it has
 * elements; 1 where several waves read each element. 0: not known. */
uint32_t fp_exchange_alone(struct fp_addresses *a, fp_op op, bool ends);
/* A number for all ops of this kind, types and scratch; 0: they need not cross waves, or it is not known. */
uint32_t fp_exchange_of(struct fp_addresses *a, fp_op op, int64_t offset, int64_t size);
/* Bytes of a number of which the scratch holds one for each wave that runs the op, in their order. Each wave writes its
 * own, and all waves read all of them: the first lane of each wave the first one. 0: it is not so, or not known. */
uint32_t fp_exchange_numbers(const struct fp_addresses *a, fp_op op, int64_t size, uint32_t *first_wave);
/* Is each byte of the scratch touched? A size that is a tensor's, or one half of it, a quarter, .. leaves no room for
 * padding: the elements go through it in so many rounds. */
bool fp_exchange_fills(const struct fp_addresses *a, fp_op op, int64_t size);
#endif
