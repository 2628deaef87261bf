/* streams.c - what the run of a kernel's streams found: hangs, races between streams, protocols of objects that some
 * schedule breaks, fences between proxies.
 *
 * A fault is an error where it shows with the values that suit the text best, a warning where it takes others or a way
 * that a hidden condition chooses, and information where something hidden could prevent it. */
#include "base/hash.h"
#include "kernel/lower_items.h"
#include "rules/fix_streams.h"
#include "rules/hidden.h"
#include "rules/stream_level.h"
#include "rules/stream_proof.h"

enum { STUCK_SHOWN_MAX = 8 };

/* ---- Parts of what is said ---- */
static fp_span span_of(const fp_rule_context *context, const fp_run_event *event) {
    fp_span none = { 0, 0 };
    return event->op == FP_NONE ? none : fp_lower_span(context->kernel->ir, event->op);
}

static fp_str op_of(const fp_rule_context *context, const fp_run_event *event) {
    return fp_op_name_at(context, span_of(context, event));
}

static fp_phrase_argument arg_op(const fp_rule_context *context, fp_argument_name name, const fp_run_event *event) {
    return event->op == FP_NONE ? fp_arg_number(FP_ARG_NONE, 0) : fp_arg_text(name, op_of(context, event));
}

static fp_phrase_argument arg_stream(fp_argument_name name, const fp_stream_fault *fault, const fp_run_event *event) {
    return event->op == FP_NONE ? fp_arg_number(FP_ARG_NONE, 0)
                                : fp_arg_text(name, fp_run_stream_name(fault->names, event->stream));
}

static fp_phrase_argument arg_object(const fp_stream_fault *fault, uint32_t object) {
    return fp_arg_text(FP_ARG_OBJECT, fp_run_object_name(fault->names, object));
}

/* "3"; of nested loops "1.3", the outer one first. Missing outside of loops. */
static fp_phrase_argument arg_iteration(const fp_rule_context *context, fp_argument_name name,
                                        const fp_run_event *event) {
    if (event->op == FP_NONE || event->loop_count == 0) return fp_arg_number(FP_ARG_NONE, 0);
    fp_str text = fp_str_printf(context->keep, "%u", event->loops[0]);
    for (uint32_t i = 1; i < event->loop_count && i < FP_EVENT_LOOPS_MAX; i++)
        text = fp_str_printf(context->keep, "%.*s.%u", FP_STR_ARG(text), event->loops[i]);
    return fp_arg_text(name, text);
}

static fp_sentence witness_says(const fp_stream_fault *fault, bool in_loop) {
    if (fault->shown_by != FP_LEAVES_STRICT) return FP_WORD_STREAM_WITNESS_SOME;
    return in_loop ? FP_WORD_STREAM_WITNESS : FP_WORD_STREAM_WITNESS_ONCE;
}

static bool is_same_iteration(const fp_run_event *a, const fp_run_event *b) {
    if (a->loop_count != b->loop_count) return false;
    for (uint32_t i = 0; i < a->loop_count && i < FP_EVENT_LOOPS_MAX; i++)
        if (a->loops[i] != b->loops[i]) return false;
    return true;
}

/* When it happens: iterations and the values that were chosen for what the text does not tell. */
static fp_phrase witness_of(fp_rule_context *context, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    fp_phrase_argument to = arg_iteration(context, FP_ARG_TO, &e->second),
                       from = arg_iteration(context, FP_ARG_FROM, &e->first),
                       values = fp_arg_leaf_values(context, fault->names);
    bool at_once =
        e->first.op != FP_NONE && e->first.stream == e->second.stream && is_same_iteration(&e->first, &e->second);
    if (at_once) from = fp_arg_number(FP_ARG_NONE, 0);
    bool in_loop = to.name != FP_ARG_NONE || from.name != FP_ARG_NONE;
    if (!in_loop && values.name == FP_ARG_NONE) return fp_phrase_of(FP_SAYS_NOTHING);
    return fp_phrase_copy(context->keep,
                          FP_PHRASE(witness_says(fault, in_loop), to, from, values,
                                    arg_stream(FP_ARG_FIRST, fault, &e->first),
                                    arg_stream(FP_ARG_SECOND, fault, &e->second)),
                          NULL);
}

/* ---- Findings ---- */
static fp_finding *push(fp_rule_context *context, const fp_stream_fault *fault, const fp_run_event *at,
                        fp_phrase phrase) {
    fp_finding *finding = fp_finding_push(context, span_of(context, at), phrase);
    finding->level = fp_stream_fault_level(context->kernel, fault);
    finding->evidence = witness_of(context, fault);
    if (fault->doubtful || fault->evidence.maybe)
        fp_finding_add(context, finding, fp_arg_word(FP_ARG_DOUBT, FP_WORD_DOUBT));
    fp_sentence may = context->kernel->ir->half_typed ? FP_WORD_UNWRITTEN_MAY : FP_WORD_HIDDEN_MAY;
    if (fault->doubtful) fp_finding_add(context, finding, fp_arg_word(FP_ARG_REASON, may));
    fp_sentence harm = fp_stream_fault_harm(context->kernel, fault);
    if (harm == FP_SAYS_NOTHING && fault->evidence.hangs) harm = FP_WORD_HARM_LATE_HANGS;
    if (harm != FP_SAYS_NOTHING) fp_finding_add(context, finding, fp_arg_word(FP_ARG_HARM, harm));
    return finding;
}

static void relate(fp_rule_context *context, fp_finding *finding, const fp_stream_fault *fault,
                   const fp_run_event *event, fp_sentence says) {
    if (event->op == FP_NONE) return;
    const fp_run_evidence *e = &fault->evidence;
    fp_phrase_argument object =
        event->object == FP_NONE ? fp_arg_number(FP_ARG_NONE, 0) : arg_object(fault, event->object);
    fp_finding_relate(context, finding, span_of(context, event),
                      FP_PHRASE(says, arg_stream(FP_ARG_FIRST, fault, event),
                                arg_stream(FP_ARG_SECOND, fault, &e->second), object,
                                arg_iteration(context, FP_ARG_FROM, event)));
}

/* ---- Pairs of accesses ---- */
static fp_str memory_of(const fp_stream_fault *fault) {
    return fault->memory.len ? fault->memory : FP_STR("workgroup memory");
}

static fp_sentence until_of(const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    if (fault->late) return FP_WORD_BEFORE_STREAM_DONE;
    if (e->first_async) return e->first_writes ? FP_WORD_BEFORE_STREAM_LANDED : FP_WORD_BEFORE_STREAM_READ;
    return e->first_writes ? FP_WORD_WHILE_STREAM_WRITES : FP_WORD_WHILE_STREAM_READS;
}

static fp_sentence does_of(const fp_run_evidence *e) {
    if (!e->second_writes) return FP_WORD_READ;
    return e->first_writes ? FP_WORD_WRITE : FP_WORD_OVERWRITE;
}

static fp_phrase phrase_of_pair(fp_rule_context *context, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    bool one_stream = e->first.stream == e->second.stream;
    fp_sentence says = e->kind == FP_RUN_MISSING_FENCE ? FP_SAYS_MISSING_PROXY_FENCE_NONE
                       : e->kind == FP_RUN_ENDS_EARLY  ? FP_SAYS_MISSING_BARRIER_WORKGROUP_ENDS
                       : fault->late                   ? FP_SAYS_MISSING_FENCE_STREAMS
                       : e->first_own && !one_stream   ? FP_SAYS_MISSING_ASYNC_WAIT_STREAMS_OWN
                       : e->first_async                ? FP_SAYS_MISSING_ASYNC_WAIT_STREAMS
                       : e->first_shared               ? FP_SAYS_MISSING_BARRIER_SHARES
                                                       : FP_SAYS_MISSING_BARRIER_STREAMS;
    return fp_phrase_copy(
        context->keep,
        FP_PHRASE(says, fp_arg_text(FP_ARG_OP, op_of(context, &e->second)),
                  arg_stream(FP_ARG_SECOND, fault, &e->second), fp_arg_word(FP_ARG_DOES, does_of(e)),
                  fp_arg_text(FP_ARG_BUFFER, memory_of(fault)), fp_arg_word(FP_ARG_UNTIL, until_of(fault)),
                  arg_op(context, FP_ARG_PARTNER, &e->first), arg_stream(FP_ARG_FIRST, fault, &e->first),
                  fp_arg_place(FP_ARG_PRODUCER, span_of(context, &e->first))),
        NULL);
}

static fp_stream_side side_of(const fp_stream_fault *fault, const fp_run_event *event) {
    _Static_assert((int)FP_SIDE_LOOPS_MAX == (int)FP_EVENT_LOOPS_MAX, "a side has room for an event's loops");
    fp_stream_side side = { .stream = fp_run_stream_name(fault->names, event->stream) };
    for (; side.loop_count < event->loop_count && side.loop_count < FP_SIDE_LOOPS_MAX; side.loop_count++)
        side.loops[side.loop_count] = event->loops[side.loop_count];
    return side;
}

static const fp_hazard_info *info_of(fp_rule_context *context, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    fp_hazard_info *info = FP_NEW(context->keep, fp_hazard_info, 1);
    *info = (fp_hazard_info){ .kind = !e->second_writes ? FP_HAZARD_RAW
                                      : e->first_writes ? FP_HAZARD_WAW
                                                        : FP_HAZARD_WAR,
                              .overlap = fp_stream_overlap(context, fault),
                              .resource = memory_of(fault),
                              .witness = fp_stream_proof(context, fault),
                              .sides = { side_of(fault, &e->first), side_of(fault, &e->second) } };
    return info;
}

/* What reaches the memory of a workgroup that may have ended is an arrival there. */
static bool arrives_at_end(const fp_run_evidence *e) {
    return e->kind == FP_RUN_ENDS_EARLY && e->first.kind == FP_EVENT_ARRIVE;
}

static void relate_pair(fp_rule_context *context, fp_finding *finding, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    relate(context, finding, fault, &e->first,
           arrives_at_end(e)                ? FP_AT_STREAM_ARRIVES
           : e->first_async && !fault->late ? FP_AT_STREAM_STARTS
           : e->first_writes                ? FP_AT_STREAM_WRITES
                                            : FP_AT_STREAM_READS);
    if (e->first.stream == e->second.stream || e->kind != FP_RUN_RACE || fault->late || e->first_own) return;
    /* Of work under way: the second may well have waited for a signal that tells nothing of the work. */
    if (e->sync_after_first.op != FP_NONE && e->sync_after_first.object != FP_NONE)
        relate(context, finding, fault, &e->sync_after_first,
               e->first_async ? FP_AT_NEXT_TOLD : FP_AT_NOT_ENOUGH_BEHIND);
    if (e->sync_before_second.op != FP_NONE && e->sync_before_second.object != FP_NONE)
        relate(context, finding, fault, &e->sync_before_second,
               e->first_async ? FP_AT_LAST_WAITED_FOR : FP_AT_NOT_ENOUGH_BEFORE);
}

/* Where nothing orders two streams either may come first. In one and the same iteration people mean the write to come
 * before the read. */
static fp_stream_fault turned(const fp_rule_context *context, fp_stream_fault fault) {
    fp_run_evidence *e = &fault.evidence;
    bool known = e->kind != FP_RUN_RACE || context->kernel->decided; /* there the run has done it */
    if (known || e->first_writes || !e->second_writes || e->first.stream == e->second.stream || e->first_async ||
        !is_same_iteration(&e->first, &e->second))
        return fault;
    fp_run_turn(e);
    return fault;
}

/* The finding of the same rule on the op, which its accesses have besides. */
static fp_finding *find_said(const fp_rule_context *context, fp_rule rule, fp_span at) {
    for (uint32_t i = 0; i < context->findings->len; i++) {
        fp_finding *finding = &context->findings->data[i];
        if (finding->rule == rule && finding->span.start == at.start && finding->span.end == at.end) return finding;
    }
    return NULL;
}

/* The hazards that the algebra tells of, by the op of their consumer. */
typedef struct {
    uint32_t *first; /* per op; FP_NONE: there is none */
    uint32_t *next;  /* per hazard: another one of its consumer */
} said_hazards;

static said_hazards index_hazards(const fp_rule_context *context) {
    const fp_analysis *analysis = context->analysis;
    uint32_t ops = context->kernel->ir->op_count;
    said_hazards said = { FP_NEW(context->keep, uint32_t, ops + 1),
                          FP_NEW(context->keep, uint32_t, analysis->hazard_count + 1) };
    for (uint32_t op = 0; op <= ops; op++) said.first[op] = FP_NONE;
    for (uint32_t i = 0; context->kernel->decided && i < analysis->hazard_count; i++) {
        fp_op consumer = fp_kernel_access(context->kernel, analysis->hazards[i].consumer)->op;
        said.next[i] = said.first[consumer];
        said.first[consumer] = i;
    }
    return said;
}

/* Text of single threads: what the algebra says of a pair of ops stands; also, at whatever level, of one op in which
 * the lanes of a wave meet, and nobody else. */
static bool is_said(const fp_rule_context *context, const said_hazards *said, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    for (uint32_t i = said->first[e->second.op]; i != FP_NONE; i = said->next[i]) {
        const fp_hazard *hazard = &context->analysis->hazards[i];
        bool same = fp_kernel_access(context->kernel, hazard->producer)->op == e->first.op;
        bool in_wave = fp_hazard_is_self(hazard) && hazard->answer.overlap == FP_OVERLAP_SAME_WAVE;
        if (same && (in_wave || fp_hazard_severity(context->kernel, hazard) >= FP_LEVEL_WARNING)) return true;
    }
    return false;
}

/* ---- Accesses that one wait would help ---- */
/* A finding of accesses that come before those of a stream are done, as its signal at `signal` waits for none of
 * them. */
typedef struct {
    fp_op signal;
    fp_level level;
    uint32_t finding;
    fp_numbers others; /* where later accesses stand besides the finding's own */
} late_group;
typedef FP_VEC(late_group) late_groups;

static late_group *find_group(const fp_rule_context *context, late_groups *groups, const fp_stream_fault *fault) {
    fp_op signal = fault->late ? fault->evidence.sync_after_first.op : FP_NONE;
    fp_level level = fp_stream_fault_level(context->kernel, fault);
    for (uint32_t i = 0; i < groups->len && signal != FP_NONE; i++)
        if (groups->data[i].signal == signal && groups->data[i].level == level) return &groups->data[i];
    return NULL;
}

static void join_group(fp_rule_context *context, late_group *group, const fp_stream_fault *fault) {
    fp_finding *finding = &context->findings->data[group->finding];
    fp_span at = span_of(context, &fault->evidence.second);
    bool known = at.start == finding->span.start;
    for (uint32_t i = 0; i < group->others.len; i++) known |= group->others.data[i] == at.start;
    if (!known) *FP_PUSH(context->keep, &group->others) = at.start;
    if (!known && group->others.len <= FP_OTHERS_MAX)
        fp_finding_relate(context, finding, at, fp_phrase_of(FP_AT_TOO_EARLY_HERE));
    relate_pair(context, finding, fault);
}

static void count_others(fp_rule_context *context, const late_groups *groups) {
    for (uint32_t i = 0; i < groups->len; i++)
        fp_finding_add(context, &context->findings->data[groups->data[i].finding],
                       fp_arg_some(FP_ARG_OTHERS, groups->data[i].others.len));
}

/* One finding per later access and rule; the others that it must wait for are places of it. Several later accesses
 * share one where the same wait would help. */
static void report_pair(fp_rule_context *context, const said_hazards *hazards, late_groups *groups,
                        const fp_stream_fault *found) {
    const fp_stream_fault in_order = turned(context, *found), *fault = &in_order;
    fp_phrase phrase = phrase_of_pair(context, fault);
    bool said = is_said(context, hazards, fault);
    fp_finding *finding =
        find_said(context, fp_sentence_rule(phrase.sentence), span_of(context, &fault->evidence.second));
    if (!finding && said) return;
    late_group *group = find_group(context, groups, fault);
    if (!finding && group) {
        join_group(context, group, fault);
        return;
    }
    if (!finding) {
        finding = push(context, fault, &fault->evidence.second, phrase);
        if (fault->late && fault->evidence.sync_after_first.op != FP_NONE)
            *FP_PUSH(context->keep, groups) = (late_group){ .signal = fault->evidence.sync_after_first.op,
                                                            .level = finding->level,
                                                            .finding = context->findings->len - 1 };
        finding->hazard = info_of(context, fault);
        relate_pair(context, finding, fault);
        fp_fix_stream_fault(context, finding, fault);
        return;
    }
    if (fp_stream_fault_level(context->kernel, fault) > finding->level) { /* the worse one is told first */
        finding->phrase = phrase;
        finding->level = fp_stream_fault_level(context->kernel, fault);
        finding->evidence = witness_of(context, fault);
        finding->hazard = info_of(context, fault);
    } else if (said) {
        return;
    }
    relate_pair(context, finding, fault);
}

/* ---- Hangs ---- */
/* Neither arrivals nor bytes are missing where all have left the object, or its count is 0. */
static fp_phrase lacks_of(const fp_run_stuck *stuck) {
    bool over = stuck->bytes < 0;
    if (stuck->arrivals > 0) return fp_phrase_of(over ? FP_WORD_LACKS_EXPECTING : FP_WORD_LACKS_ARRIVALS);
    if (over) return fp_phrase_of(FP_WORD_LACKS_EXPECTED);
    return fp_phrase_of(stuck->bytes ? FP_WORD_LACKS_BYTES : FP_WORD_LACKS_A_PHASE);
}

static fp_phrase phrase_of_stuck(fp_rule_context *context, const fp_stream_fault *fault, const fp_run_stuck *stuck,
                                 fp_sentence says, uint32_t others) {
    int64_t bytes = stuck->bytes < 0 ? -stuck->bytes : stuck->bytes;
    return fp_phrase_copy(
        context->keep,
        FP_PHRASE(says, arg_stream(FP_ARG_SECOND, fault, &stuck->at), fp_arg_number(FP_ARG_PARITY, stuck->at.parity),
                  arg_object(fault, stuck->at.object), fp_arg_phrase(FP_ARG_LACKS, lacks_of(stuck)),
                  fp_arg_number(stuck->arrivals > 0 ? FP_ARG_COUNT : FP_ARG_NONE, stuck->arrivals),
                  fp_arg_number(bytes ? FP_ARG_BYTES : FP_ARG_NONE, bytes), fp_arg_some(FP_ARG_OTHERS, others)),
        NULL);
}

static void relate_bringers(fp_rule_context *context, fp_finding *finding, const fp_stream_fault *fault,
                            const fp_run_stuck *stuck) {
    for (uint32_t i = 0; i < stuck->bringer_count && i < STUCK_SHOWN_MAX; i++) {
        const fp_run_bringer *bringer = &stuck->bringers[i];
        if (bringer->event.op == FP_NONE) continue;
        fp_finding_relate(context, finding, span_of(context, &bringer->event),
                          FP_PHRASE(FP_AT_WOULD_ARRIVE, arg_stream(FP_ARG_FIRST, fault, &bringer->event),
                                    arg_object(fault, stuck->at.object),
                                    fp_arg_place(FP_ARG_AT, span_of(context, &bringer->at))));
    }
}

static void relate_stuck(fp_rule_context *context, fp_finding *finding, const fp_stream_fault *fault,
                         const fp_run_stuck *but) {
    const fp_run_evidence *e = &fault->evidence;
    for (uint32_t i = 0, shown = 0; i < e->stuck_count && shown < STUCK_SHOWN_MAX; i++) {
        const fp_run_stuck *stuck = &e->stuck[i];
        if (stuck == but || stuck->at.op == FP_NONE || stuck->at.object == FP_NONE) continue;
        bool phase = stuck->at.kind == FP_EVENT_WAIT;
        fp_finding_relate(context, finding, span_of(context, &stuck->at),
                          FP_PHRASE(FP_AT_STUCK_HERE, arg_stream(FP_ARG_FIRST, fault, &stuck->at),
                                    arg_object(fault, stuck->at.object),
                                    fp_arg_number(phase ? FP_ARG_PARITY : FP_ARG_NONE, stuck->at.parity)));
        shown++;
    }
}

static bool waits_for_nobody(const fp_run_stuck *stuck) {
    return stuck->at.object != FP_NONE && stuck->bringer_count == 0 && !stuck->cut;
}

static fp_sentence says_of_stuck(const fp_run_stuck *stuck) {
    bool phase = stuck->at.kind == FP_EVENT_WAIT;
    if (stuck->at.object == FP_NONE) return FP_SAYS_DEADLOCK_JOIN;
    if (waits_for_nobody(stuck))
        return phase ? FP_SAYS_WAIT_WITHOUT_SIGNAL_STREAMS : FP_SAYS_WAIT_WITHOUT_SIGNAL_MEETING;
    return phase ? FP_SAYS_DEADLOCK_CYCLE : FP_SAYS_DEADLOCK_MEETING;
}

/* The wait that nothing can satisfy explains the others behind it; without one the streams wait for each other. */
static const fp_run_stuck *root_of_hang(const fp_run_evidence *e) {
    const fp_run_stuck *root = NULL;
    for (uint32_t i = 0; i < e->stuck_count; i++) {
        const fp_run_stuck *stuck = &e->stuck[i];
        if (stuck->at.op == FP_NONE) continue;
        bool better = !root || (waits_for_nobody(stuck) && !waits_for_nobody(root)) ||
                      (root->at.object == FP_NONE && stuck->at.object != FP_NONE);
        if (better) root = stuck;
    }
    return root;
}

static void report_stuck(fp_rule_context *context, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    const fp_run_stuck *root = root_of_hang(e);
    if (!root) return;
    uint32_t others = 0;
    for (uint32_t i = 0; i < e->stuck_count; i++) others += &e->stuck[i] != root && e->stuck[i].at.object != FP_NONE;
    fp_finding *finding =
        push(context, fault, &root->at, phrase_of_stuck(context, fault, root, says_of_stuck(root), others));
    fp_phrase_argument to = arg_iteration(context, FP_ARG_TO, &root->at),
                       values = fp_arg_leaf_values(context, fault->names);
    if (to.name != FP_ARG_NONE || values.name != FP_ARG_NONE)
        finding->evidence = fp_phrase_copy(context->keep,
                                           FP_PHRASE(witness_says(fault, to.name != FP_ARG_NONE), to, values,
                                                     arg_stream(FP_ARG_SECOND, fault, &root->at)),
                                           NULL);
    relate_bringers(context, finding, fault, root);
    relate_stuck(context, finding, fault, root);
    fp_fix_stream_fault(context, finding, fault);
}

/* ---- Objects ---- */
typedef struct {
    fp_sentence says, place; /* of the other event */
    bool at_first;           /* the finding stands on the first event, the second one is related */
} object_fault;

static object_fault object_fault_of(const fp_run_evidence *e) {
    switch (e->kind) {
    case FP_RUN_OVERSHOOT: return (object_fault){ FP_SAYS_EARLY_ARRIVAL_TOO_MANY, FP_AT_ARRIVES_HERE, false };
    case FP_RUN_EARLY_ARRIVAL: return (object_fault){ FP_SAYS_EARLY_ARRIVAL_PHASE_BEFORE, FP_AT_ARRIVES_HERE, false };
    case FP_RUN_MISSED_PHASE: return (object_fault){ FP_SAYS_MISSED_PHASE_TWICE, FP_AT_ARRIVES_HERE, true };
    case FP_RUN_BYTES_UNBALANCED:
        return (object_fault){ e->bytes > 0 ? FP_SAYS_WRONG_BYTE_COUNT_MISSING : FP_SAYS_WRONG_BYTE_COUNT_TOO_MANY,
                               FP_AT_ARRIVES_HERE, false };
    case FP_RUN_BYTES_LATE: return (object_fault){ FP_SAYS_WRONG_BYTE_COUNT_LATE, FP_AT_ARRIVES_HERE, true };
    case FP_RUN_NOT_INITIALIZED:
        return (object_fault){ FP_SAYS_UNINITIALIZED_RESOURCE_NO_INIT, FP_AT_INITIALISED_HERE, false };
    case FP_RUN_USE_AFTER_END: return (object_fault){ FP_SAYS_UNINITIALIZED_RESOURCE_ENDED, FP_AT_ENDED_HERE, false };
    case FP_RUN_SECOND_INIT:
        return (object_fault){ FP_SAYS_UNINITIALIZED_RESOURCE_SECOND_INIT, FP_AT_INITIALISED_HERE, false };
    case FP_RUN_END_WHILE_USED:
        return (object_fault){ FP_SAYS_UNINITIALIZED_RESOURCE_END_WHILE_USED, FP_AT_USED_HERE, false };
    case FP_RUN_BAD_COUNT:
        return (object_fault){ FP_SAYS_UNINITIALIZED_RESOURCE_BAD_COUNT, FP_AT_INITIALISED_HERE, false };
    case FP_RUN_BYTES_TOUCHED:
        return (object_fault){ FP_SAYS_UNINITIALIZED_RESOURCE_BYTES_TOUCHED, FP_AT_INITIALISED_HERE, false };
    case FP_RUN_BYTES_REUSED:
        return (object_fault){ FP_SAYS_UNINITIALIZED_RESOURCE_BYTES_REUSED, FP_AT_INITIALISED_HERE, false };
    case FP_RUN_STUCK:
    case FP_RUN_RACE:
    case FP_RUN_MISSING_FENCE:
    case FP_RUN_ENDS_EARLY:
    case FP_RUN_KIND_COUNT: break;
    }
    return (object_fault){ FP_SAYS_NOTHING, FP_SAYS_NOTHING, false };
}

static void report_object(fp_rule_context *context, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    object_fault what = object_fault_of(e);
    const fp_run_event *at = what.at_first ? &e->first : &e->second, *other = what.at_first ? &e->second : &e->first;
    if (at->op == FP_NONE) return;
    int64_t bytes = e->bytes < 0 ? -e->bytes : e->bytes;
    fp_phrase phrase =
        FP_PHRASE(what.says, fp_arg_text(FP_ARG_OP, op_of(context, at)), arg_stream(FP_ARG_FIRST, fault, &e->first),
                  arg_stream(FP_ARG_SECOND, fault, &e->second), arg_object(fault, e->object),
                  arg_op(context, FP_ARG_PARTNER, other), fp_arg_place(FP_ARG_PRODUCER, span_of(context, other)),
                  fp_arg_number(e->arrivals || e->kind == FP_RUN_BAD_COUNT ? FP_ARG_COUNT : FP_ARG_NONE, e->arrivals),
                  fp_arg_number(bytes ? FP_ARG_BYTES : FP_ARG_NONE, bytes));
    fp_finding *finding = push(context, fault, at, phrase);
    fp_argument_name to_do = e->first.stream == e->second.stream ? FP_ARG_OTHER : FP_ARG_WHO;
    if (e->kind == FP_RUN_MISSED_PHASE) fp_finding_add(context, finding, arg_stream(to_do, fault, &e->second));
    relate(context, finding, fault, other, what.place);
    fp_fix_stream_fault(context, finding, fault);
}

/* ---- What a later pass adds, what is hidden, what is assumed ---- */
/* The pass follows the text: inside one region, and between partitions and what stands before and behind all of them.
 * From one partition to another it sees no way. */
static bool is_fence_of_pass(const fp_rule_context *context, const fp_stream_fault *fault, fp_op op) {
    const fp_run_evidence *e = &fault->evidence;
    if (e->kind != FP_RUN_MISSING_FENCE || e->second.op != op) return false;
    const uint32_t *workgroups = fault->names->workgroups;
    bool meet = workgroups[e->first.stream] == workgroups[e->second.stream] &&
                !fp_ir_apart(context->kernel->ir, e->first.op, e->second.op);
    return e->first.stream == e->second.stream || meet;
}

/* Before Triton's own passes some proxy fences are still to come. One that comes in front of an op serves for what
 * other partitions have done before the op as well. */
static bool awaits_fence(const fp_rule_context *context, const fp_run_evidence *e) {
    const struct fp_streams *streams = context->streams;
    if (e->kind != FP_RUN_MISSING_FENCE || !fp_stage_awaits_membar(context->kernel->stage)) return false;
    for (uint32_t i = 0; i < streams->fault_count; i++)
        if (is_fence_of_pass(context, &streams->faults[i], e->second.op)) return true;
    return false;
}

static void report_awaiting(fp_rule_context *context, uint32_t *places, uint32_t count) {
    if (count == 0) return;
    fp_numbers_sort(places, count);
    fp_phrase phrase = FP_PHRASE(FP_SAYS_MISSING_PROXY_FENCE_AWAITING, fp_arg_number(FP_ARG_COUNT, count),
                                 fp_arg_places(FP_ARG_LINES, places, count));
    fp_finding_push(context, context->kernel->ir->ops[context->kernel->op].name_span, phrase)->level =
        FP_LEVEL_INFORMATION;
}

/* Waits that every run is as good without. */
static void report_idle_waits(fp_rule_context *context) {
    const struct fp_ir *ir = context->kernel->ir;
    for (uint32_t i = 0; i < context->streams->idle_wait_count; i++) {
        const fp_idle_wait *idle = &context->streams->idle_waits[i];
        fp_span at = fp_lower_span(ir, idle->op), before = fp_lower_span(ir, idle->known_by);
        const fp_use *object = fp_ir_operand(ir, idle->op, ir->ops[idle->op].info->read);
        fp_str name = object && object->value != FP_NONE ? ir->values[object->value].name : FP_STR("the barrier");
        fp_finding *finding = fp_finding_push(
            context, at,
            FP_PHRASE(FP_SAYS_REDUNDANT_WAIT_KNOWN_PHASE, fp_arg_text(FP_ARG_OBJECT, name),
                      fp_arg_text(FP_ARG_PARTNER, fp_op_name_at(context, before)), fp_arg_place(FP_ARG_AT, before)));
        fp_finding_relate(context, finding, before, fp_phrase_of(FP_AT_WAITED_HERE));
        if (ir->ops[idle->op].result_count) continue;
        fp_small_fix fix = { .title = FP_PHRASE(FP_WORD_REMOVE, fp_arg_text(FP_ARG_OP, fp_op_name_at(context, at))),
                             .safe = true,
                             .edits = { fp_edit_removal(context, ir->ops[idle->op].span) },
                             .edit_count = 1 };
        fp_finding_fix(context, finding, fix);
    }
}

/* What happens for irregular values only is said once for a kernel, with the values. */
static void report_assumption(fp_rule_context *context, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    const fp_run_event *at = e->kind == FP_RUN_STUCK && root_of_hang(e) ? &root_of_hang(e)->at : &e->second;
    if (at->op == FP_NONE) return;
    fp_finding_push(context, context->kernel->ir->ops[context->kernel->op].name_span,
                    FP_PHRASE(FP_SAYS_UNKNOWN_PROTOCOL_ASSUMES, fp_arg_leaf_values(context, fault->names),
                              fp_arg_place(FP_ARG_AT, span_of(context, at))));
}

/* Does it arrive on barriers of workgroups that the text does not tell? Theirs may then arrive on its own, and that is
 * said once, where it does so. */
static bool hides_peers(const struct fp_streams *streams) {
    for (uint32_t i = 0; i < streams->unknown_count; i++)
        if (streams->unknowns[i].unknown.kind == FP_HIDDEN_PEER) return true;
    return false;
}

/* Is it a fault in a text as far as this one has come? A later pass makes the inits of one workgroup known to the
 * others of its cluster; and the barriers are still to come that order waves that are shifted against each other. */
static bool is_fault(const fp_rule_context *context, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    if (fault->doubtful && !fp_run_is_pair(e->kind) && hides_peers(context->streams)) return false;
    bool early = fp_stage_awaits_membar(context->kernel->stage);
    if (early && context->streams->in_shares && e->kind == FP_RUN_RACE && e->first.stream != e->second.stream)
        return false;
    return e->kind != FP_RUN_NOT_INITIALIZED || !early || e->first.op == FP_NONE ||
           fault->names->workgroups[e->first.stream] == fault->names->workgroups[e->second.stream];
}

static bool tells_what_stops(const struct fp_streams *streams) {
    if (!streams->stopped || !streams->complete) return streams->stopped;
    fp_hidden_kind kind = streams->unknown_count ? streams->unknowns[0].unknown.kind : FP_HIDDEN_ROLE;
    return kind != FP_HIDDEN_ROLE && kind != FP_HIDDEN_CONDITION;
}

void fp_rules_streams(fp_rule_context *context) {
    const struct fp_streams *streams = context->streams;
    if (!streams) return;
    if (streams->roles_hidden_at != FP_NONE) { /* because of that op, or of what has stopped the run before */
        if (tells_what_stops(streams))
            fp_report_hidden(context);
        else
            fp_report_hidden_roles(context, streams->roles_hidden_at);
        return;
    }
    uint32_t *awaiting = FP_NEW(context->keep, uint32_t, streams->fault_count + 1), awaiting_count = 0;
    const fp_stream_fault *irregular = NULL;
    said_hazards said = index_hazards(context);
    late_groups groups = { 0 };
    for (uint32_t i = 0; i < streams->fault_count; i++) {
        const fp_stream_fault *fault = &streams->faults[i];
        fp_run_kind kind = fault->evidence.kind;
        if (!is_fault(context, fault)) continue;
        if (fault->shown_by == FP_LEAVES_IRREGULAR)
            irregular = irregular ? irregular : fault;
        else if (awaits_fence(context, &fault->evidence))
            awaiting[awaiting_count++] = span_of(context, &fault->evidence.second).start;
        else if (fp_run_is_pair(kind))
            report_pair(context, &said, &groups, fault);
        else if (kind == FP_RUN_STUCK)
            report_stuck(context, fault);
        else
            report_object(context, fault);
    }
    count_others(context, &groups);
    if (irregular) report_assumption(context, irregular);
    report_awaiting(context, awaiting, awaiting_count);
    report_idle_waits(context);
    fp_report_hidden(context);
}
