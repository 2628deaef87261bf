/* address_variable.h - what a load from a variable of one thread finds.
 *
 * SPIR-V hands the results of a loop out through variables of the function, each of which is stored at one place.
 */
#ifndef FP_ADDRESS_VARIABLE_H
#define FP_ADDRESS_VARIABLE_H
#include "address/address_state.h"

/* The value that the load finds, where the variable is stored at one place only; FP_NONE: not known. A variable that
 * nothing was stored to holds nothing: what a load of it finds does not matter. Cost: the first call looks at every op
 * of the function. */
fp_value fp_address_variable(struct fp_addresses *a, fp_op load);
#endif
