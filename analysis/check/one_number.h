/* one_number.h - stores that write the same number wherever they meet: whichever comes last, nobody can tell.
 *
 * A store writes one number in all threads, or one but in those of a condition. Threads that have nothing to say
 * often all write a spare element:
 *
 *     %v = select %used, %x, %zero    %i = select %used, %at, %c0    store %v, %lds[%i]
 *
 * Threads of such a condition must share no byte with the other store, but for what one thread does in its own order.
 * Cost       four questions about overlap.
 */
#ifndef FP_ONE_NUMBER_H
#define FP_ONE_NUMBER_H
#include "kernel/kernel.h"

/* Two stores of one kernel, or one store in two threads, between which these iterations lie. */
bool fp_stores_one_number(const struct fp_kernel *kernel, const fp_access *producer, const fp_access *consumer,
                          fp_iterations between);
/* Do both store what they have loaded from the same workgroup memory? Where they meet it may be the same element. */
bool fp_stores_one_element(const struct fp_kernel *kernel, const fp_access *producer, const fp_access *consumer);
#endif
