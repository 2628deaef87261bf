/* what_if.h - do the runs of a kernel find nothing more without some of its ops than with them?
 *
 * The vectors that have been run are run again. The machine is made once, and what it has found of the bytes of
 * accesses stays known, so that each question after the first one costs its runs alone.
 *
 * Ownership  everything lives in the arena given to `fp_what_if_new`; what is known is borrowed.
 * Cost       all runs of the kernel for each question, up to the first one that finds more.
 */
#ifndef FP_WHAT_IF_H
#define FP_WHAT_IF_H
#include "streams/decide.h"

struct fp_what_if;
/* `known`: what the runs with all ops have found. */
struct fp_what_if *fp_what_if_new(struct fp_arena *keep, const struct fp_streams *known, const struct fp_kernel *kernel,
                                  const struct fp_program *program);
/* `without`: per op. `cancelled` may be NULL. False also where a limit ends a run before it has come as far. */
bool fp_what_if_holds(struct fp_what_if *what_if, const bool *without, const volatile bool *cancelled);
/* Events of all runs so far. */
uint64_t fp_what_if_events(const struct fp_what_if *what_if);
/* One question about one op. */
bool fp_what_if_holds_without(const struct fp_streams *known, const struct fp_kernel *kernel,
                              const struct fp_program *program, fp_op op, const volatile bool *cancelled);
#endif
