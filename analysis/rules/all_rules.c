/* all_rules.c - all families of rules, in the order of cost. */
#include "rules/rule.h"

void fp_rules_of_kernel(fp_rule_context *context) {
    uint32_t first = context->findings->len;
    fp_known_waits waits = { 0 };
    fp_known_words known = { .spellings = context->spellings };
    context->waits = &waits;
    context->written = NULL;
    context->known = &known;
    fp_rules_target(context);
    fp_rules_unknown_op(context);
    fp_rules_memory_tags(context);
    fp_rules_hazard(context);
    fp_rules_streams(context);
    fp_rules_sync(context);
    fp_rules_early_wait(context);
    fp_rules_savings(context);
    fp_rules_protocol(context);
    fp_rules_copies(context);
    fp_rules_silence(context, first);
    context->waits = NULL;
    context->known = NULL;
}

void fp_rules_of_file(fp_rule_context *context) { fp_rules_syntax(context); }
