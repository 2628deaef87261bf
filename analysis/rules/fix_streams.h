/* fix_streams.h - what may mend a fault that the run of a kernel's streams found.
 *
 * A protocol can be broken in one place and show in another, so that a finding gets several fixes that are guesses
 * (fp_fix.guess), the likeliest first. A trial runs the kernel again with each; the first after which everything is
 * right is the one that is offered.
 *
 * Cost       at most FP_GUESSES_MAX guesses for a finding; each looks at the ops of the kernel once.
 */
#ifndef FP_FIX_STREAMS_H
#define FP_FIX_STREAMS_H
#include "rules/finding.h"

void fp_fix_stream_fault(fp_rule_context *context, fp_finding *finding, const fp_stream_fault *fault);
#endif
