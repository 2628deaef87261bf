/* fix.h - from what placement found to the edits of a finding.
 *
 * All that is inserted at one position of the text is one edit, equal in every finding that needs some of it: the
 * fixes of several findings applied together insert each op once.
 */
#ifndef FP_FIX_H
#define FP_FIX_H
#include "rules/finding.h"

/* Offers to insert what orders these hazards (numbers of the analysis), or says what keeps a barrier from standing
 * between them; without a placement, only whether they wait on an object of which nothing can be made up. */
void fp_fix_hazards(fp_rule_context *context, fp_finding *finding, const uint32_t *hazards, uint32_t count);
/* A barrier that runs before copies have landed: offers the wait that is to stand before it, if placement found one.
 * False: it did not. */
bool fp_fix_ineffective(fp_rule_context *context, fp_finding *finding, uint32_t sync);
/* Is there a narrower spelling of a barrier or fence that those who read the file know? */
bool fp_fix_narrows(fp_rule_context *context, const fp_sync *sync);
/* Offers to make a barrier or fence order workgroup memory only, which no access of global memory notices. */
void fp_fix_wide(fp_rule_context *context, fp_finding *finding, const fp_sync *sync);
/* Offers to take out a wait that waits for nothing. What uses its token uses that of the wait `earlier` instead (both
 * are numbers of syncs; FP_NONE: there is none); where it cannot, nothing is offered. Cost: one step per use of a value
 * in the kernel. */
void fp_fix_spare_wait(fp_rule_context *context, fp_finding *finding, uint32_t wait, uint32_t earlier);
#endif
