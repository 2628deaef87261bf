/* protocol.h - is the barrier protocol kept: signal and wait, init and join, ids that the target has, control flow
 * that threads agree on.
 *
 * An abstract state per barrier id (a set of possibilities) over the same structured items that the algebra folds
 * (design: precision.md part 3). Findings here never change what the algebra holds for ordered. Barrier ids of AMD
 * chips, NVIDIA's numbers; objects in memory have a machine of their own in copies.c.
 *
 * Cost       one walk over the items (flow.h); callees that recurse or nest too deep leave every state unknown, and
 *            silent.
 * Ownership  results live in the arena given.
 */
#ifndef FP_PROTOCOL_H
#define FP_PROTOCOL_H
#include "kernel/kernel.h"

/* which rule a finding belongs to, and what may mend it */
typedef enum {
    FP_PROTOCOL_WAIT_WITHOUT_SIGNAL,
    FP_PROTOCOL_UNWAITED_SIGNAL,
    FP_PROTOCOL_DOUBLE_SIGNAL,
    FP_PROTOCOL_UNBALANCED,
    FP_PROTOCOL_UNAVAILABLE,
    FP_PROTOCOL_RESERVED,
    FP_PROTOCOL_UNINITIALIZED,
    FP_PROTOCOL_UNJOINED,
    FP_PROTOCOL_LEAVE_AFTER_ARRIVE,
    FP_PROTOCOL_MIXED,
    FP_PROTOCOL_DIVERGENT,
    FP_PROTOCOL_NO_EFFECT /* an op on the null barrier */
} fp_protocol_kind;

typedef struct {
    fp_protocol_kind kind;
    fp_level level;
    fp_op op; /* FP_NONE: the kernel's end */
    fp_span span;
    fp_phrase phrase; /* what is wrong */
    fp_span related;
    fp_sentence related_as; /* the other end, and what it is; FP_SAYS_NOTHING: there is none */
} fp_protocol_finding;

typedef struct {
    const fp_protocol_finding *data;
    size_t len;
    const fp_span *publishers;
    size_t publisher_count; /* workgroup barriers that let other waves see the init of a named barrier: they are needed
                               for it */
    uint32_t slots_max, joins_max; /* so many named barriers, or joins of them, were followed, and no others; 0: all */
    bool forgot, unparted;         /* see fp_flow */
} fp_protocol_findings;

fp_protocol_findings fp_protocol_check(struct fp_arena *keep, struct fp_kernel *kernel,
                                       const struct fp_program *program);
#endif
