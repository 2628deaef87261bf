/* protocols.c - one rule for each kind of mistake that the barrier protocol check finds. */
#include "kernel/lower_items.h"
#include "rules/fix_protocol.h"

/* Has the run said of the same init that no barrier counts so many arrivals? */
static bool is_said_by_run(const fp_rule_context *context, const fp_protocol_finding *one) {
    if (one->phrase.sentence != FP_SAYS_UNINITIALIZED_BARRIER_INIT_NOT_POSITIVE) return false;
    const struct fp_streams *streams = context->streams;
    for (uint32_t i = 0; streams && i < streams->fault_count; i++) {
        const fp_run_evidence *e = &streams->faults[i].evidence;
        if (e->kind == FP_RUN_BAD_COUNT && fp_lower_span(context->kernel->ir, e->second.op).start == one->span.start)
            return true;
    }
    return false;
}

static void report_limits(fp_rule_context *context, const fp_protocol_findings *found) {
    if (found->slots_max)
        fp_finding_limit(context, FP_PHRASE(FP_SAYS_UNKNOWN_PROTOCOL_BOUNDED_BARRIERS,
                                            fp_arg_number(FP_ARG_COUNT, found->slots_max)));
    if (found->joins_max)
        fp_finding_limit(
            context, FP_PHRASE(FP_SAYS_UNKNOWN_PROTOCOL_BOUNDED_JOINS, fp_arg_number(FP_ARG_COUNT, found->joins_max)));
    if (found->forgot) fp_finding_limit(context, fp_phrase_of(FP_SAYS_UNKNOWN_PROTOCOL_BOUNDED_STATES));
    if (found->unparted) fp_finding_limit(context, fp_phrase_of(FP_SAYS_UNKNOWN_PROTOCOL_BOUNDED_JUMPS));
}

void fp_rules_protocol(fp_rule_context *context) {
    fp_protocol_findings found = fp_protocol_check(context->keep, context->kernel, context->program);
    report_limits(context, &found);
    context->publishers = found.publishers;
    context->publisher_count = found.publisher_count;
    for (size_t i = 0; i < found.len; i++) {
        const fp_protocol_finding *one = &found.data[i];
        if (is_said_by_run(context, one)) continue;
        fp_finding *finding = fp_finding_push(context, one->span, one->phrase);
        finding->level = one->level;
        if (one->related_as) fp_finding_relate(context, finding, one->related, fp_phrase_of(one->related_as));
        fp_fix_protocol(context, finding, one);
    }
}
