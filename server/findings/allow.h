/* allow.h - comments that suppress findings, as edits of the text: one by one in editors, all at once by
 * --add-suppressions.
 *
 * Ownership  edits live in `keep`.
 */
#ifndef FP_ALLOW_H
#define FP_ALLOW_H
#include "findings/check.h"

/* Comments about the text itself, and text that cannot be read, are not to be allowed. */
bool fp_allow_possible(const fp_finding *finding);
/* A line of its own above the one that holds `offset`, indented like it: "// fencepost: ignore[RULES] WHY". */
fp_edit fp_allow_edit(struct fp_arena *keep, fp_str text, uint32_t offset, fp_str rules, fp_str why);
/* One comment for each line with findings that can be allowed; `counts` has one number per rule, which grow. */
const fp_edit *fp_allow_all(struct fp_arena *keep, fp_str text, fp_finding_list findings, uint64_t *counts,
                            size_t *count);
#endif
