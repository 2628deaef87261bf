/* stream_proof.h - bytes, and threads where they are told, that show two accesses racing in the run of a kernel's
 * streams. */
#ifndef FP_STREAM_PROOF_H
#define FP_STREAM_PROOF_H
#include "rules/rule.h"

/* Whose threads they are; UNKNOWN: they are not told. */
fp_overlap fp_stream_overlap(const fp_rule_context *context, const fp_stream_fault *fault);
const fp_witness *fp_stream_proof(fp_rule_context *context, const fp_stream_fault *fault);

/* What shows a pair that the algebra found: the threads that race in the run, where the run reports the pair, too. Of
 * threads alone the algebra does not know who waits for whom. NULL: nothing shows it. */
const fp_witness *fp_hazard_proof(fp_rule_context *context, const fp_hazard *hazard);
#endif
