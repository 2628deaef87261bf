/* interval.h - a large kernel analysed barrier interval by barrier interval, so that an edit costs the interval that it stands in.
 *
 * What stands between two barriers that order all workgroup memory, that are needed, and at which no copy is in flight, is an interval: no pair of accesses of that
 * memory reaches across its ends. What makes such a barrier order is its run (unit_part.h): the fences and waits next to it, and where it comes in halves, both. A run
 * ends an interval only when the seam says so: the stretch from the run before it to the one behind it, in which something needs it. Findings about it, and about waits
 * right before it, come from there, all others from the intervals. Of each the memo keeps what was said, by a key of all that it rests on.
 *
 * Exact    findings are those of the whole kernel, but for budgets, gains and the costs of fixes, which are weighed in each
 *          interval, and which of several pairs shows what a barrier is for. Barriers are not called too wide where intervals access the same global memory. What
 *          ops are worth is held back only in an interval that does not parse.
 *          Where an interval would have to know more than it shows, the whole kernel is analysed instead.
 * Cost     of an edit: one interval, two seams, and a little for each part of the kernel.
 */
#ifndef FP_INTERVAL_H
#define FP_INTERVAL_H
#include "engine.h"

typedef enum { FP_INTERVALS_DONE, FP_INTERVALS_NONE, FP_INTERVALS_CANCELLED } fp_intervals_result;
/* Appends what is to be said of the group's one unit. NONE: it has to be analysed whole. `work` is empty before and after. */
fp_intervals_result fp_intervals_check(struct fp_document *document, struct fp_arena *work, const fp_group *group, fp_group_result *all,
                                       const volatile bool *cancelled);
#endif
