/* hidden.h - what the text hides from the run of a kernel's streams, and what a person can do about it. */
#ifndef FP_HIDDEN_H
#define FP_HIDDEN_H
#include "rules/finding.h"

/* The values that were chosen for what the text does not tell, the first few. */
fp_phrase_argument fp_arg_leaf_values(fp_rule_context *context, const fp_run_names *names);
void fp_report_hidden(fp_rule_context *context);
void fp_report_hidden_roles(fp_rule_context *context, fp_op op); /* nothing else is said of the kernel */
#endif
