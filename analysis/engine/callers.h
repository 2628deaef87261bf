/* callers.h - functions of a group that more may call than the kernels of the group.
 *
 * Code out of sight may call a function that is not private, and one whose name stands somewhere else than in its own
 * head and in calls: its address is taken. It may also call, through such a function, those that this one calls.
 *
 * Ownership  the answer lives in the arena given.
 * Cost       one pass over the text of the group's units, and one over the calls of its kernels for each function on
 *            the longest chain of calls.
 */
#ifndef FP_CALLERS_H
#define FP_CALLERS_H
#include "kernel/kernel.h"
#include "read/unit.h"

/* Per unit of the file; only those of the group are told apart. */
const bool *fp_callers_hidden(struct fp_arena *keep, const struct fp_unit_context *context,
                              const struct fp_program *program, const uint32_t *units, uint32_t unit_count);
#endif
