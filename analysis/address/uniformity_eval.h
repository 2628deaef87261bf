/* uniformity_eval.h - the threads of a launch. Levels of values refined by evaluation in each of them, and numbers of
 * conditions, are declared in address.h. */
#ifndef FP_UNIFORMITY_EVAL_H
#define FP_UNIFORMITY_EVAL_H
#include "address/address_state.h"

/* The threads of the launch; NULL: too many, or several dimensions of unknown extent. */
const fp_threads *fp_address_threads(struct fp_addresses *a);
void fp_address_make_threads(struct fp_addresses *a, fp_threads *threads, const uint32_t extent[3]);
/* Room in `pool` and `skipped` for the values of so many threads. */
void fp_address_make_room(struct fp_addresses *a, uint32_t count);
/* See fp_addresses_condition. */
uint32_t fp_address_condition_number(struct fp_addresses *a, fp_expr node, bool *negated);
#endif
