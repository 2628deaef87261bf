/* hidden.h - what the text hides from the run of a kernel's streams, and what a person can do about it. */
#ifndef FP_HIDDEN_H
#define FP_HIDDEN_H
#include "rules/finding.h"

void fp_report_hidden(fp_rule_context *context);
void fp_report_hidden_roles(fp_rule_context *context, fp_op op); /* nothing else is said of the kernel */
#endif
