/* fix_protocol.h - fixes for barriers that are used wrongly: the half, the init or the join that is missing, a
 * barrier in the other arm, the target's own op.
 *
 * None is safe: each makes threads meet, or order memory, where they did not, or takes the target for right and the
 * op for wrong. Whoever applies one looks at the text again and takes it back when something new is found.
 */
#ifndef FP_FIX_PROTOCOL_H
#define FP_FIX_PROTOCOL_H
#include "check/protocol.h"
#include "rules/finding.h"

void fp_fix_protocol(fp_rule_context *context, fp_finding *finding, const fp_protocol_finding *found);
/* Waits for counters that the target lacks, as it spells them: all of the kernel that are for `targets`. */
void fp_fix_foreign_waits(fp_rule_context *context, fp_finding *finding, fp_str targets);
#endif
