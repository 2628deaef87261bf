/* read_use.h - what becomes of a loaded value before the next barrier, which may not wait for the load.
 *
 * An op that needs the value has waited for it. What writes memory in all threads, or is assembly with effects, stays
 * on its side of the barrier; an op that only computes, and its wait, may be moved behind it.
 */
#ifndef FP_READ_USE_H
#define FP_READ_USE_H
#include "read/ir.h"

typedef enum { FP_READ_UNUSED, FP_READ_COMPUTED_WITH, FP_READ_STORED } fp_read_use;
/* Between the op `read` and a barrier behind it, or the op `consumer` if that comes first. */
fp_read_use fp_use_of_read(const struct fp_ir *ir, fp_op read, fp_op consumer);
#endif
