/* evidence_text.h - what a verdict rests on, as `explain --at` and `dump` show it. */
#ifndef FP_EVIDENCE_TEXT_H
#define FP_EVIDENCE_TEXT_H
#include "check/hazard.h"
#include "words/render.h"

/* "64*%i + 4*thread.x, 16 bytes where %i < 4" */
fp_str fp_footprint_text(const fp_renderer *renderer, struct fp_addresses *addresses, fp_footprint footprint);
/* What blocked the proof, or the step that made it: "nothing is known of an index: %j on line 14", "byte ranges". */
fp_str fp_reason_text(const fp_renderer *renderer, const fp_overlap_answer *answer);
fp_str fp_verdict_text(const fp_renderer *renderer, fp_verdict verdict); /* "needed" */
#endif
