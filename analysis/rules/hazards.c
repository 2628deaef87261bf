/* hazards.c - pairs of accesses that nothing orders: missing-barrier, missing-fence, missing-async-wait,
 * racing-store.
 *
 * One finding per consumer and rule: the worst pair speaks, among equals the nearest producer, the others are related
 * places. Consumers share a finding where they are one access of the source, or lack one wait (hazard_sharing.h). */
#include "base/hash.h"
#include "base/sort.h"
#include "check/placement.h"
#include "order/relation_sync.h"
#include "rules/fix.h"
#include "rules/hazard_sharing.h"
#include "rules/stream_proof.h"
#include <assert.h>
#include <string.h>

enum { PRODUCERS_MAX = 8 /* places of producers shown of one finding; the message says that there are more */ };

typedef fp_hazard_pair pair;

static const fp_access *producer_of(const fp_rule_context *context, const fp_hazard *hazard) {
    return fp_kernel_access(context->kernel, hazard->producer);
}
static const fp_access *consumer_of(const fp_rule_context *context, const fp_hazard *hazard) {
    return fp_kernel_access(context->kernel, hazard->consumer);
}
static bool is_async(const fp_rule_context *context, const fp_access *access) {
    return fp_class_of(context->kernel, access).counter != FP_COUNTER_NONE;
}

/* ---- Which rule, which level ---- */
static fp_rule rule_of(const fp_hazard *hazard) {
    if (fp_hazard_is_self(hazard)) return FP_RULE_RACING_STORE;
    switch (hazard->cause) {
    case FP_CAUSE_BARRIER: return FP_RULE_MISSING_BARRIER;
    case FP_CAUSE_FENCE: return FP_RULE_MISSING_FENCE;
    case FP_CAUSE_ASYNC: return FP_RULE_MISSING_ASYNC_WAIT;
    }
    return FP_RULE_MISSING_BARRIER;
}

/* Where the access itself is; one in a callee is reported at the call, its `span`. */
static bool is_in_callee(const fp_access *access) { return access->callee_span.end > access->callee_span.start; }
static fp_span own_span(const fp_access *access) { return is_in_callee(access) ? access->callee_span : access->span; }

/* ---- What is said of a pair ---- */
static fp_sentence does_of(const fp_access *consumer, bool replaces) {
    switch (consumer->kind) {
    case FP_ACCESS_READ: return FP_WORD_READ;
    case FP_ACCESS_WRITE: return replaces ? FP_WORD_OVERWRITE : FP_WORD_WRITE;
    case FP_ACCESS_ATOMIC: return FP_WORD_UPDATE;
    }
    return FP_WORD_READ;
}

/* Until when the consumer should have waited: for another thread's access, for its own thread's, for what the same op
 * started an iteration before. */
static fp_sentence until_of(const fp_rule_context *context, const fp_hazard *hazard) {
    typedef enum { OF_ANOTHER, OF_OWN, OF_SELF } whose_access;
    enum { READ, WRITTEN, LANDED, UPDATED };
    static const fp_sentence sentences[][4] = {
        [OF_ANOTHER] = { FP_WORD_WHILE_READ, FP_WORD_BEFORE_WRITTEN, FP_WORD_BEFORE_LANDED, FP_WORD_BEFORE_UPDATED },
        [OF_OWN] = { FP_WORD_WHILE_OWN_READ, FP_WORD_BEFORE_OWN_WRITTEN, FP_WORD_BEFORE_OWN_LANDED,
                     FP_WORD_BEFORE_OWN_UPDATED },
        [OF_SELF] = { FP_WORD_BEFORE_SELF_READ, FP_WORD_BEFORE_SELF_LANDED, FP_WORD_BEFORE_SELF_LANDED,
                      FP_WORD_BEFORE_SELF_UPDATED },
    };
    const fp_access *producer = producer_of(context, hazard);
    bool itself = hazard->same_thread_async && hazard->producer == hazard->consumer && hazard->carrier != FP_NONE;
    whose_access whose = itself ? OF_SELF : hazard->same_thread_async ? OF_OWN : OF_ANOTHER;
    switch (producer->kind) {
    case FP_ACCESS_READ: return sentences[whose][READ];
    case FP_ACCESS_WRITE: return sentences[whose][is_async(context, producer) ? LANDED : WRITTEN];
    case FP_ACCESS_ATOMIC: return sentences[whose][UPDATED];
    }
    return sentences[whose][WRITTEN];
}

static fp_sentence when_of(const fp_hazard *hazard) {
    if (hazard->carrier == FP_NONE) return FP_SAYS_NOTHING;
    if (hazard->distance > 1) return hazard->at_least ? FP_WORD_ITERATIONS_LATER_AT_LEAST : FP_WORD_ITERATIONS_LATER;
    return hazard->at_least ? FP_WORD_LATER_ITERATION : FP_WORD_NEXT_ITERATION;
}

/* What can happen, and the advice that the variant gives. */
static fp_phrase event_of(fp_rule_context *context, const fp_hazard *hazard, fp_sentence sentence,
                          fp_phrase_argument advice, fp_phrase most) {
    const fp_access *producer = producer_of(context, hazard), *consumer = consumer_of(context, hazard);
    bool carried = hazard->carrier != FP_NONE;
    fp_span none = { 0, 0 };
    fp_phrase event =
        FP_PHRASE(sentence, fp_arg_text(FP_ARG_OP, fp_op_name_at(context, own_span(consumer))),
                  fp_arg_place(FP_ARG_CALLEE, is_in_callee(consumer) ? own_span(consumer) : none),
                  fp_arg_word(FP_ARG_DOES, does_of(consumer, producer->kind == FP_ACCESS_READ)),
                  fp_arg_text(FP_ARG_BUFFER, fp_buffer_name(consumer)), fp_arg_word(FP_ARG_WHEN, when_of(hazard)),
                  fp_arg_number(carried ? FP_ARG_DISTANCE : FP_ARG_NONE, hazard->distance),
                  fp_arg_place(FP_ARG_LOOP, carried ? context->kernel->loops.data[hazard->carrier].span : none),
                  fp_arg_word(FP_ARG_UNTIL, until_of(context, hazard)),
                  fp_arg_text(FP_ARG_PARTNER, fp_op_name_at(context, own_span(producer))),
                  fp_arg_place(FP_ARG_PRODUCER, own_span(producer)), advice, fp_arg_phrase(FP_ARG_MOST, most));
    return fp_phrase_copy(context->keep, event, NULL);
}

static fp_phrase plain_event(fp_rule_context *context, const fp_hazard *hazard, fp_sentence sentence) {
    return event_of(context, hazard, sentence, (fp_phrase_argument){ .name = FP_ARG_NONE },
                    fp_phrase_of(FP_SAYS_NOTHING));
}

static fp_phrase advised_event(fp_rule_context *context, const fp_hazard *hazard, fp_sentence sentence,
                               fp_phrase_argument advice) {
    return event_of(context, hazard, sentence, advice, fp_phrase_of(FP_SAYS_NOTHING));
}

/* What is lacking between a copy in flight and another thread's access: as a rule a wait and a barrier behind it. */
static fp_sentence lacking_between(const fp_rule_context *context, const fp_access *copy) {
    fp_class klass = fp_class_of(context->kernel, copy);
    if (klass.plain_lds_dma && context->kernel->target->ldsdma_fenced) return FP_SAYS_MISSING_BARRIER_BARRIER_WAITS;
    return fp_counter_is_object(klass.counter) ? FP_SAYS_MISSING_BARRIER_TAG_UNWAITED
                                               : FP_SAYS_MISSING_BARRIER_NOR_WAIT;
}

static fp_phrase missing_barrier(fp_rule_context *context, const fp_hazard *hazard) {
    if (hazard->concurrent) return plain_event(context, hazard, FP_SAYS_MISSING_BARRIER_AT_ONCE);
    bool one_op = producer_of(context, hazard)->op == consumer_of(context, hazard)->op;
    if (one_op && hazard->carrier == FP_NONE && !hazard->same_thread_async)
        return plain_event(context, hazard, FP_SAYS_MISSING_BARRIER_WITHIN);
    if (hazard->answer.overlap == FP_OVERLAP_SAME_WAVE) {
        fp_str sync = fp_wave_barrier(context);
        if (sync.len == 0) return plain_event(context, hazard, FP_SAYS_MISSING_BARRIER_IN_WAVE);
        return advised_event(context, hazard, FP_SAYS_MISSING_BARRIER_IN_WARP, fp_arg_text(FP_ARG_ADVICE, sync));
    }
    if (hazard->same_thread_async && is_async(context, producer_of(context, hazard)))
        return plain_event(context, hazard, lacking_between(context, producer_of(context, hazard)));
    if (hazard->behind_wait) return plain_event(context, hazard, FP_SAYS_MISSING_BARRIER_BEHIND_WAIT);
    return plain_event(context, hazard,
                       hazard->certain ? FP_SAYS_MISSING_BARRIER_NONE : FP_SAYS_MISSING_BARRIER_SOME_PATH);
}

static fp_phrase missing_fence(fp_rule_context *context, const fp_hazard *hazard) {
    if (context->kernel->target->vendor == FP_VENDOR_NVIDIA)
        return plain_event(context, hazard, FP_SAYS_MISSING_FENCE_UNORDERED);
    fp_phrase wait = fp_wait_for_count(context, FP_COUNTER_DS, 0);
    bool same_wave = hazard->answer.overlap == FP_OVERLAP_SAME_WAVE;
    return advised_event(context, hazard, same_wave ? FP_SAYS_MISSING_FENCE_IN_WAVE : FP_SAYS_MISSING_FENCE_NOT_LANDED,
                         fp_arg_phrase(FP_ARG_ADVICE, wait));
}

static fp_phrase missing_async_wait(fp_rule_context *context, const fp_hazard *hazard) {
    const fp_access *producer = producer_of(context, hazard);
    fp_counter counter = fp_class_of(context->kernel, producer).counter;
    bool own = hazard->answer.overlap <= FP_OVERLAP_SAME_WAVE || hazard->no_barrier;
    fp_sentence missing = own ? FP_SAYS_MISSING_ASYNC_WAIT_NO_WAIT : FP_SAYS_MISSING_ASYNC_WAIT_NO_WAIT_BEFORE_BARRIER;
    fp_str wait = fp_wait_op(context, counter, fp_op_name_at(context, own_span(producer)));
    fp_phrase_argument advice = fp_arg_any_text(FP_ARG_ADVICE, wait);
    if (fp_counter_is_object(counter)) return advised_event(context, hazard, missing, advice);
    if (wait.len == 0) {
        fp_phrase counted =
            fp_wait_for_count(context, counter, hazard->required_count > 0 ? hazard->required_count : 0);
        return event_of(context, hazard, missing, fp_arg_phrase(FP_ARG_ADVICE, counted),
                        fp_phrase_of(hazard->required_count > 0 ? FP_WORD_OR_LESS : FP_SAYS_NOTHING));
    }
    if (hazard->required_count > 0)
        return event_of(context, hazard, missing, advice,
                        FP_PHRASE(FP_WORD_WITH_COUNT, fp_arg_number(FP_ARG_COUNT, hazard->required_count)));
    if (hazard->required_count == 0)
        return event_of(context, hazard, missing, advice, fp_phrase_of(FP_WORD_WITH_COUNT_ZERO));
    if (fp_hazard_is_uncommitted(context->kernel, hazard))
        missing = own ? FP_SAYS_MISSING_ASYNC_WAIT_UNCOMMITTED : FP_SAYS_MISSING_ASYNC_WAIT_UNCOMMITTED_BEFORE_BARRIER;
    return advised_event(context, hazard, missing, advice);
}

static fp_phrase racing_store(fp_rule_context *context, const fp_hazard *hazard) {
    const fp_access *access = consumer_of(context, hazard);
    bool certain = hazard->answer.overlap == FP_OVERLAP_CROSS_THREAD && hazard->answer.witness;
    fp_sentence sentence = hazard->stored == FP_STORED_EQUAL                ? FP_SAYS_RACING_STORE_SAME_VALUE
                           : certain && hazard->stored == FP_STORED_UNKNOWN ? FP_SAYS_RACING_STORE_SOME_VALUE
                           : certain                                        ? FP_SAYS_RACING_STORE_CERTAIN
                                                                            : FP_SAYS_RACING_STORE_POSSIBLE;
    fp_phrase phrase = FP_PHRASE(sentence, fp_arg_text(FP_ARG_OP, fp_op_name_at(context, access->span)),
                                 fp_arg_text(FP_ARG_BUFFER, fp_buffer_name(access)));
    return fp_phrase_copy(context->keep, phrase, NULL);
}

/* Names the op that some releases of its compiler put a barrier into. */
static fp_phrase beside_rare(fp_rule_context *context, const fp_hazard *hazard) {
    const struct fp_kernel *kernel = context->kernel;
    uint32_t i = 0;
    while (i < kernel->syncs.len && !kernel->syncs.data[i].rare) i++;
    assert(i < kernel->syncs.len);
    fp_str op = fp_op_name_at(context, kernel->syncs.data[i].span);
    return advised_event(context, hazard, FP_SAYS_MISSING_BARRIER_RARE, fp_arg_text(FP_ARG_ADVICE, op));
}

/* What can happen, why, and what would help. */
static fp_phrase phrase_of(fp_rule_context *context, const fp_hazard *hazard) {
    if (fp_hazard_is_self(hazard)) return racing_store(context, hazard);
    if (hazard->only_shifted) return plain_event(context, hazard, FP_SAYS_MISSING_BARRIER_SHIFTED);
    if (hazard->only_rare && hazard->cause == FP_CAUSE_BARRIER) return beside_rare(context, hazard);
    switch (hazard->cause) {
    case FP_CAUSE_BARRIER:
        return hazard->handed_over ? plain_event(context, hazard, FP_SAYS_MISSING_BARRIER_HANDED_OVER)
                                   : missing_barrier(context, hazard);
    case FP_CAUSE_FENCE:
        return hazard->handed_over ? plain_event(context, hazard, FP_SAYS_MISSING_FENCE_HANDED_OVER)
                                   : missing_fence(context, hazard);
    case FP_CAUSE_ASYNC:
        return hazard->handed_over ? plain_event(context, hazard, FP_SAYS_MISSING_ASYNC_WAIT_HANDED_OVER)
                                   : missing_async_wait(context, hazard);
    }
    return missing_barrier(context, hazard);
}

/* ---- How it is known ---- */
/* A thread's number; with three dimensions where the block has more than one. */
static fp_str thread_number(fp_rule_context *context, const int32_t thread[3]) {
    const uint32_t *block = context->kernel->launch.block;
    bool flat = thread[1] == 0 && thread[2] == 0 && block[1] <= 1 && block[2] <= 1;
    if (flat) return fp_str_printf(context->keep, "%d", thread[0]);
    return fp_str_printf(context->keep, "(%d, %d, %d)", thread[0], thread[1], thread[2]);
}

static fp_phrase binding_phrase(fp_rule_context *context, const fp_binding *b) {
    fp_phrase_argument name = fp_arg_text(FP_ARG_NAME, b->name);
    fp_sentence one = b->open[1] ? FP_WORD_BINDING_OF_FIRST : b->open[0] ? FP_WORD_BINDING_OF_SECOND : FP_WORD_BINDING;
    fp_phrase phrase = b->differs ? FP_PHRASE(FP_WORD_BINDING_DIFFERS, name, fp_arg_number(FP_ARG_FIRST, b->value[0]),
                                              fp_arg_number(FP_ARG_SECOND, b->value[1]))
                                  : FP_PHRASE(one, name, fp_arg_number(FP_ARG_VALUE, b->value[0]));
    return fp_phrase_copy(context->keep, phrase, NULL);
}

static fp_phrase_argument bindings_of(fp_rule_context *context, const fp_witness *witness) {
    fp_phrase *phrases = FP_NEW(context->keep, fp_phrase, witness->binding_count + 1);
    for (size_t i = 0; i < witness->binding_count; i++) phrases[i] = binding_phrase(context, &witness->bindings[i]);
    return fp_arg_phrases(FP_ARG_BINDINGS, phrases, (uint32_t)witness->binding_count);
}

/* An address that is known was not looked at. */
static bool is_bounded(const fp_rule_context *context, const fp_hazard *hazard) {
    return context->analysis->bounded_runs && hazard->answer.decided == FP_DECISION_ADDRESS &&
           producer_of(context, hazard)->footprint && consumer_of(context, hazard)->footprint;
}

/* Where the block size comes from that the witness's thread numbers assume. */
static fp_phrase launch_phrase(fp_rule_context *context) {
    const struct fp_kernel *kernel = context->kernel;
    const fp_launch *launch = &kernel->launch;
    if (launch->block[0] == 0)
        return fp_phrase_copy(context->keep,
                              FP_PHRASE(FP_WORD_BLOCK_OPEN, fp_arg_number(FP_ARG_THREADS, launch->max_threads)), NULL);
    fp_phrase phrase =
        FP_PHRASE(launch->upper_bound_only ? FP_WORD_BLOCK_MOST : FP_WORD_BLOCK,
                  fp_arg_number(FP_ARG_X, launch->block[0]), fp_arg_number(FP_ARG_Y, launch->block[1]),
                  fp_arg_number(FP_ARG_Z, launch->block[2]), fp_arg_phrase(FP_ARG_SOURCE, kernel->block_source));
    return fp_phrase_copy(context->keep, phrase, NULL);
}

/* Two threads and a byte; or the threads of one side, where the other one shares its bytes out in a way that is not
 * told; or the bytes alone. */
static fp_phrase witness_phrase(fp_rule_context *context, const fp_hazard *hazard, const fp_witness *witness,
                                fp_phrase launch) {
    static const fp_sentence verbs[] = {
        [FP_ACCESS_READ] = FP_WORD_READS, [FP_ACCESS_WRITE] = FP_WORD_WRITES, [FP_ACCESS_ATOMIC] = FP_WORD_UPDATES
    };
    bool one = memcmp(witness->threads[0], witness->threads[1], sizeof witness->threads[0]) == 0;
    const fp_access *first = producer_of(context, hazard), *then = consumer_of(context, hazard);
    fp_sentence sentence = FP_WORD_BYTES_WITNESS;
    switch (witness->told) {
    case FP_TOLD_EACH:
        sentence = fp_hazard_is_self(hazard) ? FP_WORD_SELF_WITNESS : one ? FP_WORD_OWN_WITNESS : FP_WORD_PAIR_WITNESS;
        break;
    case FP_TOLD_CONSUMER: first = then, then = producer_of(context, hazard); /* fall through */
    case FP_TOLD_PRODUCER: sentence = one ? FP_WORD_UNIT_WITNESS : FP_WORD_PEERS_WITNESS; break;
    case FP_TOLD_NONE: break;
    }
    if (witness->somewhere)
        sentence = witness->told == FP_TOLD_EACH ? FP_WORD_SOME_PAIR_WITNESS
                   : one                         ? FP_WORD_SOME_UNIT_WITNESS
                                                 : FP_WORD_SOME_PEERS_WITNESS;
    fp_phrase phrase = FP_PHRASE(
        sentence, fp_arg_text(FP_ARG_FIRST, thread_number(context, witness->threads[0])),
        fp_arg_word(FP_ARG_DOES, verbs[first->kind]), fp_arg_number(FP_ARG_BYTE, witness->byte),
        fp_arg_number(FP_ARG_LAST, witness->byte + witness->byte_count - 1),
        fp_arg_text(FP_ARG_SECOND, thread_number(context, witness->threads[1])),
        fp_arg_word(FP_ARG_THEN, verbs[then->kind]), fp_arg_text(FP_ARG_OP, fp_op_name_at(context, then->span)),
        bindings_of(context, witness), fp_arg_phrase(FP_ARG_BLOCK, launch));
    return fp_phrase_copy(context->keep, phrase, NULL);
}

/* The evidence, with what the launch must be like for it. */
static fp_phrase under(fp_rule_context *context, fp_sentence sentence, fp_phrase reason, fp_phrase witness) {
    fp_phrase phrase =
        FP_PHRASE(sentence, fp_arg_phrase(FP_ARG_REASON, reason), fp_arg_phrase(FP_ARG_WITNESS, witness));
    return fp_phrase_copy(context->keep, phrase, NULL);
}

/* The evidence, where an op that may be a barrier stands between. */
static fp_phrase unless_barrier(fp_rule_context *context, fp_op op, fp_phrase witness) {
    const fp_op_node *node = &context->kernel->ir->ops[op];
    fp_phrase reason =
        FP_PHRASE(FP_WORD_PERHAPS_BARRIER, fp_arg_text(FP_ARG_OP, node->name), fp_arg_place(FP_ARG_AT, node->span));
    return under(context, FP_WORD_NOT_RULED_OUT, fp_phrase_copy(context->keep, reason, NULL), witness);
}

/* Two threads and a byte, or what kept the analysis from knowing. */
static fp_phrase evidence_of(fp_rule_context *context, const fp_hazard *hazard) {
    const fp_overlap_answer *answer = &hazard->answer;
    const fp_witness *proof = fp_hazard_proof(context, hazard);
    fp_phrase none = fp_phrase_of(FP_SAYS_NOTHING);
    if (answer->decided == FP_DECISION_INPUTS && answer->overlap == FP_OVERLAP_UNKNOWN)
        return under(context, FP_WORD_FOR_SOME_VALUES, none,
                     witness_phrase(context, hazard, proof, launch_phrase(context)));
    if (proof && answer->reason.sentence == FP_WORD_LOOP_RUNS)
        return under(context, FP_WORD_AT_LENGTH, answer->reason,
                     witness_phrase(context, hazard, proof, launch_phrase(context)));
    bool one_sided = proof && (proof->told != FP_TOLD_EACH || proof->somewhere);
    if (one_sided && (answer->overlap != FP_OVERLAP_UNKNOWN || hazard->cause == FP_CAUSE_ASYNC ||
                      answer->decided == FP_DECISION_WHOEVER))
        return witness_phrase(context, hazard, proof, launch_phrase(context));
    if (is_bounded(context, hazard)) return fp_phrase_of(FP_WORD_NOT_COMPARED);
    bool threads = proof && proof->told != FP_TOLD_NONE;
    if (answer->overlap == FP_OVERLAP_UNKNOWN && answer->reason.sentence) {
        bool bounded = answer->decided == FP_DECISION_LAUNCH && context->kernel->launch.block[0];
        fp_phrase phrase =
            FP_PHRASE(FP_WORD_NOT_RULED_OUT, fp_arg_phrase(FP_ARG_REASON, answer->reason),
                      fp_arg_phrase(FP_ARG_LAUNCH, bounded ? launch_phrase(context) : none),
                      fp_arg_phrase(FP_ARG_WITNESS, threads ? witness_phrase(context, hazard, proof, none) : none));
        return fp_phrase_copy(context->keep, phrase, NULL);
    }
    if (answer->overlap == FP_OVERLAP_UNKNOWN || !proof) return none;
    fp_op unknown = fp_hazard_perhaps_ordered(context->kernel, hazard);
    if (unknown != FP_NONE) return unless_barrier(context, unknown, witness_phrase(context, hazard, proof, none));
    return witness_phrase(context, hazard, proof,
                          answer->overlap == FP_OVERLAP_CROSS_THREAD ? launch_phrase(context) : none);
}

/* Does the evidence show two threads that meet? */
static bool is_proved(const fp_finding *finding) {
    fp_sentence says = finding->evidence.sentence;
    bool doubtful = says == FP_SAYS_NOTHING || says == FP_WORD_NOT_RULED_OUT || says == FP_WORD_NOT_COMPARED;
    return finding->level == FP_LEVEL_ERROR || !doubtful;
}

static fp_phrase related_phrase(fp_rule_context *context, const fp_hazard *hazard) {
    static const fp_sentence places[] = { [FP_ACCESS_READ] = FP_AT_READ_HERE,
                                          [FP_ACCESS_WRITE] = FP_AT_WRITTEN_HERE,
                                          [FP_ACCESS_ATOMIC] = FP_AT_UPDATED_HERE };
    const fp_access *producer = producer_of(context, hazard);
    bool copied = is_async(context, producer) && producer->kind == FP_ACCESS_WRITE,
         carried = hazard->carrier != FP_NONE;
    fp_sentence when = hazard->at_least        ? FP_WORD_EARLIER_ITERATION
                       : hazard->distance == 1 ? FP_WORD_ITERATION_BEFORE
                                               : FP_WORD_ITERATIONS_BEFORE;
    fp_phrase phrase = FP_PHRASE(copied ? FP_AT_COPIED_BEFORE : places[producer->kind],
                                 fp_arg_word(FP_ARG_WHEN, carried ? when : FP_SAYS_NOTHING),
                                 fp_arg_number(carried ? FP_ARG_DISTANCE : FP_ARG_NONE, hazard->distance));
    return fp_phrase_copy(context->keep, phrase, NULL);
}

/* ---- Findings ---- */
static const fp_hazard_info *info_of(fp_rule_context *context, const fp_hazard *hazard) {
    fp_hazard_info *info = FP_NEW(context->keep, fp_hazard_info, 1);
    *info = (fp_hazard_info){ .kind = hazard->kind,
                              .overlap = hazard->answer.overlap,
                              .carried = hazard->carrier != FP_NONE,
                              .distance_at_least = hazard->at_least,
                              .distance = hazard->distance,
                              .resource = fp_buffer_name(consumer_of(context, hazard)),
                              .witness = fp_hazard_proof(context, hazard) };
    return info;
}

/* Places of one finding; its room serves the next one. */
typedef struct {
    fp_numbers list;
    fp_map map;
} place_set;

static bool is_known(const place_set *known, uint32_t place, uint64_t hash) {
    for (fp_map_probe p = fp_map_find(&known->map, hash); fp_map_next(&p);)
        if (known->list.data[p.value] == place) return true;
    return false;
}

/* Each place once, with the words of its first pair. True: there are more. */
static bool relate_producers(fp_rule_context *context, fp_finding *finding, const pair *pairs, uint32_t count,
                             place_set *known) {
    bool more = false;
    known->list.len = 0;
    fp_map_clear(&known->map);
    for (uint32_t i = 0; i < count; i++) {
        fp_span span = own_span(producer_of(context, pairs[i].hazard));
        more |= pairs[i].hazard->more;
        uint64_t hash = fp_hash_mix(0, span.start);
        if (is_known(known, span.start, hash)) continue;
        fp_map_put(context->keep, &known->map, hash, known->list.len);
        *FP_PUSH(context->keep, &known->list) = span.start;
        if (known->list.len <= PRODUCERS_MAX)
            fp_finding_relate(context, finding, span, related_phrase(context, pairs[i].hazard));
    }
    return more || known->list.len > PRODUCERS_MAX;
}

/* The others that the first one's wait would help, each as a place: how many there are. */
static uint32_t relate_others(fp_rule_context *context, fp_finding *finding, const pair *pairs, uint32_t count) {
    uint32_t others = 0;
    for (uint32_t i = 1; i < count; i++) {
        if (pairs[i].place == pairs[i - 1].place) continue;
        if (++others <= FP_OTHERS_MAX)
            fp_finding_relate(
                context, finding, consumer_of(context, pairs[i].hazard)->span,
                fp_phrase_of(pairs[0].rule == FP_RULE_RACING_STORE ? FP_AT_LIKEWISE_HERE : FP_AT_TOO_EARLY_HERE));
    }
    return others;
}

static void report_group(fp_rule_context *context, const pair *pairs, uint32_t count, place_set *known) {
    const fp_hazard *first = pairs[0].hazard;
    const fp_access *consumer = consumer_of(context, first);
    fp_finding *finding = fp_finding_push(context, consumer->span, phrase_of(context, first));
    assert(finding->rule == pairs[0].rule);
    finding->level = pairs[0].level;
    finding->hazard = info_of(context, first);
    finding->evidence = evidence_of(context, first);
    if (!is_proved(finding) || first->only_shifted || first->only_rare)
        fp_finding_add(context, finding, fp_arg_word(FP_ARG_DOUBT, FP_WORD_DOUBT));
    fp_finding_add(context, finding, fp_arg_some(FP_ARG_OTHERS, relate_others(context, finding, pairs, count)));
    bool more = relate_producers(context, finding, pairs, count, known);
    fp_finding_add(context, finding, fp_arg_word(FP_ARG_HIDDEN, more ? FP_WORD_MORE_PLACES : FP_SAYS_NOTHING));
    if (is_in_callee(consumer))
        fp_finding_relate(context, finding, consumer->callee_span, fp_phrase_of(FP_AT_IN_FUNCTION));
    uint32_t *hazards = FP_NEW(context->keep, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) hazards[i] = pairs[i].order;
    fp_fix_hazards(context, finding, hazards, count);
}

static int compare_pairs(const void *a, const void *b) {
    const pair *x = a, *y = b;
    if (x->leader != y->leader) return x->leader < y->leader ? -1 : 1;
    if (x->rule != y->rule) return x->rule < y->rule ? -1 : 1;
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    if (x->level != y->level) return x->level > y->level ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* One finding for all these pairs: how many there are, and where. `op` is named where the sentence asks for it. */
static void report_together(fp_rule_context *context, const pair *pairs, uint32_t count, fp_sentence sentence,
                            fp_str op) {
    if (count == 0) return;
    uint32_t *places = FP_NEW(context->keep, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) places[i] = consumer_of(context, pairs[i].hazard)->span.start;
    fp_numbers_sort(places, count);
    fp_span at = context->kernel->ir->ops[context->kernel->op].name_span;
    fp_phrase phrase = FP_PHRASE(sentence, fp_arg_number(FP_ARG_COUNT, count),
                                 fp_arg_places(FP_ARG_LINES, places, count), fp_arg_any_text(FP_ARG_OP, op));
    fp_finding_push(context, at, phrase)->level = FP_LEVEL_INFORMATION;
}

/* The op at which all threads are taken to meet. */
static fp_str assumed_meeting(const fp_rule_context *context) {
    const struct fp_kernel *kernel = context->kernel;
    uint32_t i = 0;
    while (i < kernel->syncs.len && !kernel->syncs.data[i].assumed) i++;
    return i < kernel->syncs.len ? fp_op_name_at(context, kernel->syncs.data[i].span) : FP_STR("");
}

/* By access: the worst level at which two threads of one execution race. What its next execution adds is no finding
 * of its own, and no barrier mends it. */
static const fp_level *levels_of_self(fp_rule_context *context) {
    uint32_t accesses = fp_kernel_access_count(context->kernel);
    fp_level *levels = FP_NEW(context->keep, fp_level, accesses ? accesses : 1);
    for (uint32_t i = 0; i < accesses; i++) levels[i] = FP_LEVEL_OFF;
    for (size_t i = 0; i < context->analysis->hazard_count; i++) {
        const fp_hazard *hazard = &context->analysis->hazards[i];
        if (!fp_hazard_is_self(hazard)) continue;
        fp_level level = fp_hazard_severity(context->kernel, hazard);
        if (level > levels[hazard->consumer]) levels[hazard->consumer] = level;
    }
    return levels;
}

static bool is_consequence_of_self(const fp_level *levels, const fp_hazard *hazard, fp_level level) {
    if (hazard->producer != hazard->consumer || fp_hazard_is_self(hazard) || hazard->cause != FP_CAUSE_BARRIER)
        return false;
    return levels[hazard->consumer] != FP_LEVEL_OFF && level <= levels[hazard->consumer];
}

/* Not cleared: most of it is never used. */
static pair *room_for_pairs(const fp_rule_context *context, size_t count) {
    return fp_arena_room(context->keep, sizeof(pair), _Alignof(pair), count);
}

void fp_rules_hazard(fp_rule_context *context) {
    size_t count = context->analysis->hazard_count;
    const fp_level *selves = levels_of_self(context);
    pair *pairs = room_for_pairs(context, count), *awaiting = room_for_pairs(context, count),
         *assumed = room_for_pairs(context, count);
    uint32_t len = 0, awaiting_len = 0, assumed_len = 0;
    for (uint32_t i = 0; i < count; i++) {
        const fp_hazard *hazard = &context->analysis->hazards[i];
        uint32_t place = consumer_of(context, hazard)->span.start;
        pair p = { hazard, rule_of(hazard), fp_hazard_severity(context->kernel, hazard), place, place, i };
        if (p.level == FP_LEVEL_OFF || is_consequence_of_self(selves, hazard, p.level)) continue;
        if (fp_hazard_awaits_pass(context->kernel, hazard))
            awaiting[awaiting_len++] = p;
        else if (hazard->only_assumed)
            assumed[assumed_len++] = p;
        else
            pairs[len++] = p;
    }
    report_together(context, awaiting, awaiting_len,
                    context->kernel->stage == FP_STAGE_BEFORE_THREADS ? FP_SAYS_MISSING_BARRIER_AWAITING_THREADS
                                                                      : FP_SAYS_MISSING_BARRIER_AWAITING,
                    FP_STR(""));
    report_together(context, assumed, assumed_len, FP_SAYS_MISSING_BARRIER_ASSUMED, assumed_meeting(context));
    fp_sort(pairs, len, sizeof *pairs, compare_pairs);
    if (fp_hazard_pairs_share(context, pairs, len)) fp_sort(pairs, len, sizeof *pairs, compare_pairs);
    place_set known = { 0 };
    for (uint32_t start = 0, end; start < len; start = end) {
        for (end = start + 1;
             end < len && pairs[end].leader == pairs[start].leader && pairs[end].rule == pairs[start].rule;)
            end++;
        report_group(context, &pairs[start], end - start, &known);
    }
}
