/* tickets.h - stores at places that an atomic addition has handed out: `%p = atomic_rmw addi %one, %count[..]`, then a
 * store to `%list[%p]`. Each thread gets a number that no other one gets.
 *
 * Cost  one look at each access of the kernel, for stores that seem to race with themselves only.
 */
#ifndef FP_TICKETS_H
#define FP_TICKETS_H
#include "kernel/kernel.h"

/* Are the bytes that a thread touches told by such a number, so that two threads touch different ones? */
bool fp_tickets_keep_apart(const struct fp_kernel *kernel, const fp_access *access);
#endif
