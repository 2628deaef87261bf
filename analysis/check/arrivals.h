/* arrivals.h - does every wave arrive equally often on the workgroup barrier? (design: precision.md part 3, arms at
 * wave level)
 *
 * Legal on AMD chips: a barrier under a condition that whole waves share, as long as the others arrive elsewhere (`if
 * wave >= 4 {s.barrier} .. if wave < 4 {s.barrier}`). Each wave's arrivals are counted with the conditions evaluated;
 * loops and uniform branches count as a number that all waves share.
 *
 * Cost  one walk per wave of the workgroup, only for kernels that have a barrier under such a condition.
 */
#ifndef FP_ARRIVALS_H
#define FP_ARRIVALS_H
#include "kernel/kernel.h"

typedef struct {
    bool unbalanced;
    bool evaluated; /* the two waves below are a witness; else the arms just hold unequal numbers */
    uint32_t waves[2];
    fp_op op;
    fp_span span; /* the first branch or loop whose ways differ */
} fp_arrivals;

fp_arrivals fp_arrivals_check(struct fp_arena *scratch, struct fp_kernel *kernel, const struct fp_program *program);
#endif
