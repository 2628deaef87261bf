/* address_variable.h - variables of one thread: private allocations that are only loaded and stored as a whole.
 *
 * SPIR-V hands the results of a loop out through such variables, each of which is stored at one place. Kernels that are
 * built op by op keep the phases of their barriers there, and change them behind each wait.
 */
#ifndef FP_ADDRESS_VARIABLE_H
#define FP_ADDRESS_VARIABLE_H
#include "address/address_state.h"

/* The value that the load finds, where the variable is stored at one place only; FP_NONE: not known. A variable that
 * nothing was stored to holds nothing: what a load of it finds does not matter. Cost: the first call looks at every op
 * of the function. */
fp_value fp_address_variable(struct fp_addresses *a, fp_op load);
/* The variable, as the value that its allocation results in, that the op loads or stores; FP_NONE: none, or the text
 * does something else with it somewhere. */
fp_value fp_address_variable_at(struct fp_addresses *a, fp_op op);
#endif
