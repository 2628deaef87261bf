/* thread_number.h - what the lattice of uniformity.h knows of numbers that are made of the thread's own.
 *
 * Both look at a few ops in front of the one that is asked for, and evaluate nothing. */
#ifndef FP_THREAD_NUMBER_H
#define FP_THREAD_NUMBER_H
#include "address/address_state.h"

/* A quotient of the thread's number, or a comparison of it with a constant, by which only whole waves differ. */
bool fp_address_parts_waves(const struct fp_addresses *a, fp_op op);
/* Is the op's result, an i1, the same in every thread because the thread's number is never below zero? A quotient that
 * is rounded down asks for that: `select (tid != tid / 32 * 32 and tid < 0), tid / 32 - 1, tid / 32`. */
bool fp_address_flag_settled(const struct fp_addresses *a, fp_op op, bool *holds);
#endif
