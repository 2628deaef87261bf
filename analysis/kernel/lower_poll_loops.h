/* lower_poll_loops.h - a wait that only asks (`nonblocking`) waits where a loop does nothing but ask it again.
 *
 * Behind `while (!test_wait(%barrier)) {}` the wait has completed; one question by itself promises nothing.
 */
#ifndef FP_LOWER_POLL_LOOPS_H
#define FP_LOWER_POLL_LOOPS_H
#include "kernel/lower_items.h"

bool fp_lower_is_poll(const fp_lowering *l, fp_op wait);
#endif
