/* racing_store.h - an op that races with itself: two threads of one execution write the same bytes.
 *
 * Cost  one comparison of addresses; what is stored costs as much again.
 */
#ifndef FP_RACING_STORE_H
#define FP_RACING_STORE_H
#include "check/hazard.h"

/* False: no two threads are known to meet in the access. */
bool fp_racing_store_find(const struct fp_kernel *kernel, uint32_t access, fp_hazard *hazard);
/* A store by which threads write unequal values to a byte in one iteration does so whatever stands between iterations:
 * that these race as well is nothing that a barrier could mend. */
bool fp_racing_store_explains(const struct fp_kernel *kernel, const fp_hazard *hazard);
/* A store of the same value by several threads: where they have loaded it from bytes that others write without order,
 * it is not known to be the same. Cost: a few looks at each op, where there are both. */
void fp_racing_store_doubt(const struct fp_kernel *kernel, fp_hazard *hazards, size_t count, struct fp_arena *scratch);
#endif
