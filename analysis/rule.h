/* rule.h - from evidence to findings: one file per rule under rules/, one row per rule in tables/rules.def.
 *
 * A rule reads the kernel and its analysis and pushes findings; it decides words and places, never facts. Findings' strings live in `keep`.
 */
#ifndef FP_RULE_H
#define FP_RULE_H
#include "hazard.h"
#include "unit.h"


typedef FP_VEC(fp_finding) fp_findings;

typedef struct {
    struct fp_arena *keep;
    const struct fp_unit_context *context;
    const struct fp_ir *ir;                 /* of the kernel; NULL for rules about the whole file */
    const struct fp_kernel *kernel;
    const fp_analysis *analysis;
    const fp_options *options;
    fp_findings *findings;
} fp_rule_context;

/* Pushes a finding with the rule's default level; the caller fills in what it knows. */
fp_finding *fp_rule_report(fp_rule_context *context, fp_rule rule, fp_span span);
#endif
