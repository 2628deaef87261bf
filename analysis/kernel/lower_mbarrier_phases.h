/* lower_mbarrier_phases.h - which phase of its completion object each wait is for, where the text tells.
 *
 * An object counts phases, and a wait names one by its parity: it passes when the phase of that parity is over. The
 * k-th wait of a thread on an object that the kernel initialises is for phase k, of parity k mod 2. With the other
 * parity it passes at once while the phase is still open, and nothing has landed. One other habit is right: waits for
 * the round before, which start with parity 1 on an object that nobody has armed by then.
 *
 * Only waits that every thread comes to in each iteration of one loop, or once one behind the other, are judged, and
 * only with parities and slots that are numbers in each of the first iterations. All other waits are taken for right.
 */
#ifndef FP_LOWER_MBARRIER_PHASES_H
#define FP_LOWER_MBARRIER_PHASES_H
#include "kernel/kernel.h"

/* Marks the waits of a kernel that name another phase than that of their copies. */
void fp_lower_phases(struct fp_arena *scratch, struct fp_kernel *kernel);
#endif
