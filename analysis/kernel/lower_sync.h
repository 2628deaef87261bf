/* lower_sync.h - barriers, their halves, fences, waits and uses of completion objects as syncs of the kernel. */
#ifndef FP_LOWER_SYNC_H
#define FP_LOWER_SYNC_H
#include "kernel/lower_items.h"

void fp_lower_sync(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items);
/* A named barrier is initialised and joined by pointer but waited on by number: where a kernel does both they count
 * as one barrier, that of the first pointer. Numbers are kept, since not every number exists. */
void fp_lower_unite_named(struct fp_kernel *kernel);
#endif
