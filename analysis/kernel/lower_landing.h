/* lower_landing.h - where a schedule is pinned, reads of workgroup memory whose values were used before it have
 * landed.
 *
 * An op that uses a value waits until the read behind it has returned, and a wave's accesses of workgroup memory
 * return in order. Nothing moves across an op that pins the schedule (rocdl.sched.barrier 0), so that behind it all
 * accesses up to the last group of reads are complete when each read of that group was used: reads of one group may
 * change places. Ops that only rename or rearrange registers use nothing by themselves. Reads of a branch that ends
 * there have landed in their arm.
 */
#ifndef FP_LOWER_LANDING_H
#define FP_LOWER_LANDING_H
#include "kernel/lower_items.h"

/* Pushes a wait for the reads that have landed, if `lowered` pins the schedule and there are any. */
void fp_lower_landing(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items);
#endif
