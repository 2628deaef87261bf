/* lower_flow.h - ops with regions: loops, conditions and partitions as items around what stands in them. */
#ifndef FP_LOWER_FLOW_H
#define FP_LOWER_FLOW_H
#include "kernel/lower_items.h"

/* The regions of an op that the table knows. */
void fp_lower_structured(fp_lowering *l, fp_op op, fp_items *items);
/* The regions of an op that no table knows: any of them runs, any number of times. */
void fp_lower_unknown_regions(fp_lowering *l, fp_op op, fp_items *items);
#endif
