#include "rules/hidden.h"
#include "kernel/lower_items.h"

/* What is not known, and what a person can do about it. */
typedef struct {
    fp_sentence hides, advice;
} words;

static words words_of(fp_hidden_kind kind) {
    switch (kind) {
    case FP_HIDDEN_OBJECT: return (words){ FP_WORD_HIDES_OBJECT, FP_WORD_FOLLOWED_NUMBERS };
    case FP_HIDDEN_SLOT: return (words){ FP_WORD_HIDES_SLOT, FP_WORD_FOLLOWED_NUMBERS };
    case FP_HIDDEN_PARITY: return (words){ FP_WORD_HIDES_PARITY, FP_WORD_FOLLOWED_NUMBERS };
    case FP_HIDDEN_PREDICATE: return (words){ FP_WORD_HIDES_PREDICATE, FP_WORD_FOLLOWED_NUMBERS };
    case FP_HIDDEN_COUNT: return (words){ FP_WORD_HIDES_COUNT, FP_WORD_FOLLOWED_NUMBERS };
    case FP_HIDDEN_BYTES: return (words){ FP_WORD_HIDES_BYTES, FP_WORD_FOLLOWED_NUMBERS };
    case FP_HIDDEN_CONDITION: return (words){ FP_WORD_HIDES_CONDITION, FP_WORD_FOLLOWED_NUMBERS };
    case FP_HIDDEN_PEER: return (words){ FP_WORD_HIDES_PEER, FP_WORD_FOLLOWED_NUMBERS };
    case FP_HIDDEN_CALL: return (words){ FP_WORD_HIDES_CALL, FP_WORD_FOLLOWED_CALL };
    case FP_HIDDEN_OP: return (words){ FP_WORD_HIDES_OP, FP_WORD_FOLLOWED_OP };
    case FP_HIDDEN_CAPTURE: return (words){ FP_WORD_HIDES_CAPTURE, FP_WORD_FOLLOWED_CAPTURE };
    case FP_HIDDEN_THREADS: return (words){ FP_WORD_HIDES_THREADS, FP_WORD_FOLLOWED_THREADS };
    case FP_HIDDEN_ROLE:  /* see fp_report_hidden_roles */
    case FP_HIDDEN_RANGE: /* see report_slot */
    case FP_HIDDEN_BUDGET: break;
    }
    return (words){ FP_SAYS_NOTHING, FP_WORD_FOLLOWED_NUMBERS };
}

static fp_phrase_argument bindings_of(fp_rule_context *context, const fp_leaf_value *leaves, uint32_t count) {
    fp_phrase *phrases = FP_NEW(context->keep, fp_phrase, count + 1);
    for (uint32_t i = 0; i < count; i++)
        phrases[i] = fp_phrase_copy(context->keep,
                                    FP_PHRASE(FP_WORD_BINDING, fp_arg_text(FP_ARG_NAME, leaves[i].name),
                                              fp_arg_number(FP_ARG_VALUE, leaves[i].value)),
                                    NULL);
    return fp_arg_phrases(FP_ARG_BINDINGS, phrases, count);
}

fp_phrase_argument fp_arg_leaf_values(fp_rule_context *context, const fp_run_names *names) {
    enum { LEAVES_SHOWN_MAX = 4 };
    return bindings_of(context, names->leaves,
                       names->leaf_count < LEAVES_SHOWN_MAX ? names->leaf_count : LEAVES_SHOWN_MAX);
}

static void report_slot(fp_rule_context *context, const fp_stream_unknown *hidden, fp_span at, fp_phrase_argument op) {
    const fp_machine_slot *slot = &hidden->unknown.slot;
    fp_sentence says = hidden->certain ? FP_SAYS_UNINITIALIZED_RESOURCE_OUTSIDE : FP_SAYS_UNKNOWN_PROTOCOL_RANGE;
    fp_finding *finding = fp_finding_push(
        context, at,
        FP_PHRASE(says, op, fp_arg_text(FP_ARG_OBJECT, hidden->object), fp_arg_number(FP_ARG_VALUE, slot->number),
                  fp_arg_number(FP_ARG_COUNT, slot->slots), fp_arg_leaf_values(context, hidden->names)));
    finding->level = hidden->certain ? FP_LEVEL_ERROR : FP_LEVEL_INFORMATION;
}

static void report_limit(fp_rule_context *context, fp_op at) {
    fp_finding *finding = fp_finding_limit(context, fp_phrase_of(FP_SAYS_UNKNOWN_PROTOCOL_LIMIT));
    if (at != FP_NONE && at != context->kernel->op)
        fp_finding_relate(context, finding, fp_lower_span(context->kernel->ir, at), fp_phrase_of(FP_AT_LIMIT_HERE));
}

/* What hides the same thing from the run is one finding of the kernel, at the first op; the others are places of it. */
void fp_report_hidden(fp_rule_context *context) {
    bool complete = context->streams->complete;
    fp_op limit_at = context->streams->limit_at;
    uint32_t said[FP_HIDDEN_BUDGET] = { 0 }; /* by kind, the finding's index from 1 */
    for (uint32_t i = 0; i < context->streams->unknown_count; i++) {
        const fp_stream_unknown *hidden = &context->streams->unknowns[i];
        if (hidden->unknown.kind == FP_HIDDEN_BUDGET) complete = false, limit_at = hidden->unknown.op;
        if (hidden->unknown.kind == FP_HIDDEN_BUDGET || hidden->unknown.kind == FP_HIDDEN_CONDITION) continue;
        fp_span at = fp_lower_span(context->kernel->ir, hidden->unknown.op);
        fp_phrase_argument op = fp_arg_text(FP_ARG_OP, fp_op_name_at(context, at)),
                           object = fp_arg_any_text(FP_ARG_OBJECT, hidden->object);
        /* A barrier that a partition is not handed is unknown because of that. */
        bool not_handed = hidden->unknown.kind == FP_HIDDEN_OBJECT && said[FP_HIDDEN_CAPTURE];
        uint32_t *index = &said[not_handed ? FP_HIDDEN_CAPTURE : hidden->unknown.kind];
        if (*index) {
            fp_finding_relate(context, &context->findings->data[*index - 1], at,
                              FP_PHRASE(FP_AT_HIDDEN_AS_WELL, op, object));
            continue;
        }
        if (hidden->names) {
            report_slot(context, hidden, at, op);
            *index = context->findings->len;
            continue;
        }
        words said_of_it = words_of(hidden->unknown.kind);
        fp_finding_push(context, at,
                        FP_PHRASE(FP_SAYS_UNKNOWN_PROTOCOL_HIDDEN, op, fp_arg_word(FP_ARG_WHAT, said_of_it.hides),
                                  object, fp_arg_word(FP_ARG_ADVICE, said_of_it.advice)));
        *index = context->findings->len;
    }
    if (!complete)
        report_limit(context, limit_at);
    else if (context->streams->values_cut)
        fp_finding_limit(context, FP_PHRASE(FP_SAYS_UNKNOWN_PROTOCOL_VALUES,
                                            fp_arg_number(FP_ARG_COUNT, context->streams->vector_count)));
    else if (context->streams->untried)
        fp_finding_limit(
            context, FP_PHRASE(FP_SAYS_UNKNOWN_PROTOCOL_UNTRIED, bindings_of(context, context->streams->untried, 1)));
    if (context->streams->faults_cut)
        fp_finding_limit(context,
                         FP_PHRASE(FP_SAYS_UNKNOWN_PROTOCOL_FAULTS, fp_arg_number(FP_ARG_COUNT, FP_DECIDE_FAULTS_MAX)));
}

void fp_report_hidden_roles(fp_rule_context *context, fp_op op) {
    fp_span at = fp_lower_span(context->kernel->ir, op);
    fp_finding_push(context, at,
                    FP_PHRASE(FP_SAYS_UNKNOWN_PROTOCOL_ROLES, fp_arg_text(FP_ARG_OP, fp_op_name_at(context, at))));
}
