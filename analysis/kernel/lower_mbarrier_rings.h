/* lower_mbarrier_rings.h - arrays of completion objects: which slot each copy and each wait of a pipelined loop means.
 *
 * Such a loop waits on another slot of the array in each iteration, in turn. The slot of a copy is numbered by how
 * many iterations lie between the copy and the iteration in which the loop's first wait comes to that slot; at the end
 * of each iteration the ring turns by one. Slots of copies before the loop are counted from its first iteration, those
 * of waits behind it as if the loop went on.
 * Where no loop turns the slots they are told apart by the values that name them.
 */
#ifndef FP_LOWER_MBARRIER_RINGS_H
#define FP_LOWER_MBARRIER_RINGS_H
#include "kernel/kernel.h"

/* Fills in the slots of a kernel's classes and waits, and adds a turn to the body of each loop that has a ring. */
void fp_lower_rings(struct fp_arena *keep, struct fp_arena *scratch, struct fp_kernel *kernel);
#endif
