/* interval_note.h - what the kernel of a stretch tells besides findings: what is asked of all stretches together (interval.h).
 *
 * Ownership  strings live in the arena given.
 */
#ifndef FP_INTERVAL_NOTE_H
#define FP_INTERVAL_NOTE_H
#include "hazard.h"
#include "memo.h"

/* All of a part's result that does not rest on where the stretch ends; of a seam, whose accesses others have as well, nothing of these. */
void fp_interval_note(struct fp_arena *keep, const struct fp_kernel *kernel, const fp_analysis *analysis, fp_part_result *part);
/* Is there a wait of which more is to be known: which is needed for what is in flight at the end, or superfluous only where no fence waits? */
bool fp_interval_leaves_waits_open(const struct fp_kernel *kernel, const fp_analysis *analysis);
#endif
