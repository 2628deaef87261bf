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
 * elements; 1 where several waves read each byte that is read, as each of them has all results. 0: not known. */
uint32_t fp_exchange_alone(struct fp_addresses *a, fp_op op, bool ends);
/* A number for all ops of this kind, types and scratch; 0: they need not cross waves, or it is not known. */
uint32_t fp_exchange_of(struct fp_addresses *a, fp_op op, int64_t offset, int64_t size);
/* Bytes of a number of which the scratch holds one for each wave, in their order: all waves of the workgroup run the
 * op. Each wave writes its own number, and of its lanes the k-th one reads that of wave k mod `*waves`. 0: it is not
 * so, or not known. */
uint32_t fp_exchange_numbers(const struct fp_addresses *a, fp_op op, int64_t size, uint32_t *waves);
/* Two threads of two waves that hold the first element, before the exchange or where it `ends`: both touch its bytes,
 * those of fp_exchange_first. False: no two waves hold it. */
bool fp_exchange_peers(struct fp_addresses *a, fp_op op, bool ends, uint32_t *threads);
/* A thread that gets an element from another wave, and the one that has it before: in alike exchanges, one behind the
 * other, the first still reads its bytes where the second may write them. False: such a pair is not told, or it is not
 * told by which rounds the elements go through the scratch of `size` bytes. */
bool fp_exchange_pair(struct fp_addresses *a, fp_op op, int64_t size, uint32_t *threads);
/* Bytes at the start of the scratch that are touched in both halves: those of the first element, which lies there; 0:
 * not known. */
uint32_t fp_exchange_first(const struct fp_addresses *a, fp_op op);
/* A thread that holds the first element, and whose wave alone holds it; false: there is none, or it is not told. */
bool fp_exchange_holder(struct fp_addresses *a, fp_op op, bool ends, uint32_t *thread);
/* Is each byte of the scratch touched? A size that is a tensor's, or one half of it, a quarter, .. leaves no room for
 * padding: the elements go through it in so many rounds. */
bool fp_exchange_fills(const struct fp_addresses *a, fp_op op, int64_t size);
#endif
