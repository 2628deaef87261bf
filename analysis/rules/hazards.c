/* hazards.c - pairs of accesses that nothing orders: missing-barrier, missing-fence, missing-async-wait,
 * racing-store.
 *
 * One finding per consumer and rule: the worst pair speaks, among equals the nearest producer, the others are related
 * places. A missing-fence is one finding for all consumers that the same waits would help: it is the barrier that
 * does too little. */
#include "base/hash.h"
#include "check/placement.h"
#include "order/relation_sync.h"
#include "rules/fix.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { RELATED_MAX = 24 }; /* places of producers shown of one finding; the message counts the rest */

typedef struct {
    const fp_hazard *hazard;
    fp_rule rule;
    fp_level level;
    uint32_t place;  /* where the consumer starts */
    uint32_t leader; /* where the consumer starts whose finding reports the pair: `place`, or one that the same waits
                        would help */
    uint32_t order;  /* among the kernel's hazards: nearest producer first */
} pair;

static const fp_access *producer_of(const fp_rule_context *context, const fp_hazard *hazard) {
    return &context->kernel->accesses.data[hazard->producer];
}
static const fp_access *consumer_of(const fp_rule_context *context, const fp_hazard *hazard) {
    return &context->kernel->accesses.data[hazard->consumer];
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

/* ---- Words ---- */
static fp_str path_words(fp_rule_context *context, const fp_hazard *hazard) {
    if (hazard->carrier == FP_NONE) return (fp_str){ "", 0 };
    uint32_t line = fp_words_line(context, context->kernel->loops.data[hazard->carrier].span);
    if (hazard->distance > 1)
        return fp_str_printf(context->keep, " %u%s iterations later in the loop on line %u", hazard->distance,
                             hazard->at_least ? " or more" : "", line);
    return fp_str_printf(context->keep, " in %s iteration of the loop on line %u",
                         hazard->at_least ? "a later" : "the next", line);
}

static fp_str consumer_words(fp_rule_context *context, const fp_access *access) {
    fp_str op = fp_words_op(context, own_span(access));
    if (!is_in_callee(access)) return op;
    return fp_str_printf(context->keep, "%.*s on line %u, called here,", FP_STR_ARG(op),
                         fp_words_line(context, own_span(access)));
}

static const char *consumer_verb(const fp_access *consumer, bool replaces) {
    switch (consumer->kind) {
    case FP_ACCESS_READ: return "read";
    case FP_ACCESS_WRITE: return replaces ? "overwrite" : "write";
    case FP_ACCESS_ATOMIC: return "update";
    }
    return "touch";
}

static const char *producer_end(const fp_access *producer, bool async) {
    switch (producer->kind) {
    case FP_ACCESS_READ: return "still reads it";
    case FP_ACCESS_WRITE: return async ? "has landed" : "has written it";
    case FP_ACCESS_ATOMIC: return "has updated it";
    }
    return "is done";
}

/* What can happen. */
static fp_str event_words(fp_rule_context *context, const fp_hazard *hazard) {
    const fp_access *producer = producer_of(context, hazard), *consumer = consumer_of(context, hazard);
    bool reads = producer->kind == FP_ACCESS_READ;
    fp_str who = consumer_words(context, consumer), other = fp_words_op(context, own_span(producer));
    fp_str path = path_words(context, hazard);
    if (hazard->same_thread_async && hazard->producer == hazard->consumer && hazard->carrier != FP_NONE)
        return fp_str_printf(context->keep, "%.*s may %s %.*s%.*s before what it started earlier %s", FP_STR_ARG(who),
                             consumer_verb(consumer, reads), FP_STR_ARG(fp_words_buffer(consumer)), FP_STR_ARG(path),
                             producer_end(producer, true));
    return fp_str_printf(context->keep, "%.*s may %s %.*s%.*s %s %s %.*s on line %u %s", FP_STR_ARG(who),
                         consumer_verb(consumer, reads), FP_STR_ARG(fp_words_buffer(consumer)), FP_STR_ARG(path),
                         reads ? "while" : "before", hazard->same_thread_async ? "the" : "another thread's",
                         FP_STR_ARG(other), fp_words_line(context, own_span(producer)),
                         producer_end(producer, is_async(context, producer)));
}

static fp_str barrier_words(fp_rule_context *context, const fp_hazard *hazard) {
    if (hazard->concurrent) return FP_STR(": different threads run the two at the same time");
    if (hazard->answer.overlap == FP_OVERLAP_SAME_WAVE) {
        fp_str sync = fp_words_wave_barrier(context);
        if (sync.len == 0) return FP_STR(": threads of one wave need not run in step");
        return fp_str_printf(context->keep, ": threads of one warp need not run in step; %.*s orders them",
                             FP_STR_ARG(sync));
    }
    if (hazard->same_thread_async && is_async(context, producer_of(context, hazard)))
        return FP_STR(": neither a wait for it nor a barrier is between them");
    return hazard->certain ? FP_STR(": no barrier is between them")
                           : FP_STR(": no barrier between them runs on every path");
}

static fp_str fence_words(fp_rule_context *context, const fp_hazard *hazard) {
    bool same_wave = hazard->answer.overlap == FP_OVERLAP_SAME_WAVE;
    if (context->kernel->target->vendor == FP_VENDOR_NVIDIA)
        return FP_STR(": the barrier between them does not order workgroup memory");
    fp_str wait = fp_words_counter_wait(context, FP_COUNTER_DS, 0);
    fp_str advice = wait.len ? fp_str_printf(context->keep, "; %.*s makes it sure", FP_STR_ARG(wait))
                             : FP_STR("; a wait for LDS makes it sure");
    return fp_str_printf(context->keep, "%s%.*s",
                         same_wave ? ": within one wave no barrier is needed, but the data must have landed"
                                   : ": the barrier between them does not wait until the data has landed",
                         FP_STR_ARG(advice));
}

static fp_str async_words(fp_rule_context *context, const fp_hazard *hazard) {
    const fp_access *producer = producer_of(context, hazard);
    fp_counter counter = fp_class_of(context->kernel, producer).counter;
    fp_str wait = fp_words_wait(context, counter, fp_words_op(context, own_span(producer)));
    bool own =
        hazard->answer.overlap <= FP_OVERLAP_SAME_WAVE; /* else a barrier is there, or the pair would lack that, too */
    const char *missing = own ? "nothing waits for it" : "the barrier between them does not wait for it",
               *place = own ? "between" : "before the barrier";
    fp_str count = { "", 0 };
    if (fp_counter_is_object(counter)) {
        if (wait.len == 0) return fp_str_printf(context->keep, ": %s", missing);
    } else if (wait.len == 0) {
        wait = fp_words_counter_wait(context, counter, hazard->required_count > 0 ? hazard->required_count : 0);
        if (wait.len == 0) return fp_str_printf(context->keep, ": %s", missing);
        if (hazard->required_count > 0) count = FP_STR(" or less");
    } else if (hazard->required_count > 0)
        count = fp_str_printf(context->keep, " with a count of %d or less", hazard->required_count);
    else if (hazard->required_count == 0)
        count = FP_STR(" with a count of 0");
    else if (fp_counter_is_grouped(counter))
        return fp_str_printf(
            context->keep,
            ": it is in no committed group, and no wait covers it; it must be committed, and %.*s must come %s",
            FP_STR_ARG(wait), place);
    return fp_str_printf(context->keep, ": %s; %.*s%.*s must come %s", missing, FP_STR_ARG(wait), FP_STR_ARG(count),
                         place);
}

/* Why, and what would help. */
static fp_str cause_words(fp_rule_context *context, const fp_hazard *hazard) {
    if (hazard->handed_over) return FP_STR(": only a flag or a queue between the two can order them");
    switch (hazard->cause) {
    case FP_CAUSE_BARRIER: return barrier_words(context, hazard);
    case FP_CAUSE_FENCE: return fence_words(context, hazard);
    case FP_CAUSE_ASYNC: return async_words(context, hazard);
    }
    return (fp_str){ "", 0 };
}

static fp_str thread_words(fp_rule_context *context, const int32_t thread[3]) {
    const uint32_t *block = context->kernel->launch.block;
    bool flat = thread[1] == 0 && thread[2] == 0 && block[1] <= 1 && block[2] <= 1;
    if (flat) return fp_str_printf(context->keep, "thread %d", thread[0]);
    return fp_str_printf(context->keep, "thread (%d, %d, %d)", thread[0], thread[1], thread[2]);
}

static fp_str binding_words(fp_rule_context *context, const fp_witness *witness) {
    fp_str words = { "", 0 };
    for (size_t i = 0; i < witness->binding_count; i++) {
        const fp_binding *b = &witness->bindings[i];
        const char *join = i ? ", " : ", with ";
        words = b->differs ? fp_str_printf(context->keep, "%.*s%s%.*s = %lld and %lld", FP_STR_ARG(words), join,
                                           FP_STR_ARG(b->name), (long long)b->value[0], (long long)b->value[1])
                           : fp_str_printf(context->keep, "%.*s%s%.*s = %lld%s", FP_STR_ARG(words), join,
                                           FP_STR_ARG(b->name), (long long)b->value[0],
                                           b->open[1]   ? " for the first"
                                           : b->open[0] ? " for the second"
                                                        : "");
    }
    return words;
}

/* An address that is known was not looked at. */
static bool is_bounded(const fp_rule_context *context, const fp_hazard *hazard) {
    return context->analysis->bounded_runs && hazard->answer.decided == FP_DECISION_ADDRESS &&
           producer_of(context, hazard)->footprint && consumer_of(context, hazard)->footprint;
}

/* What the threads' numbers rest on. */
static fp_str launch_words(fp_rule_context *context) {
    const struct fp_kernel *kernel = context->kernel;
    const uint32_t *block = kernel->launch.block;
    if (block[0] == 0)
        return fp_str_printf(context->keep, "block size not known, at most %u threads", kernel->launch.max_threads);
    return fp_str_printf(context->keep, "block %s%u, %u, %u: %.*s", kernel->launch.upper_bound_only ? "up to " : "",
                         block[0], block[1], block[2], FP_STR_ARG(kernel->block_source));
}

static fp_str witness_words(fp_rule_context *context, const fp_hazard *hazard) {
    static const char *const verbs[] = {
        [FP_ACCESS_READ] = "reads", [FP_ACCESS_WRITE] = "writes", [FP_ACCESS_ATOMIC] = "updates"
    };
    const fp_witness *witness = hazard->answer.witness;
    const fp_access *producer = producer_of(context, hazard), *consumer = consumer_of(context, hazard);
    if (fp_hazard_is_self(hazard))
        return fp_str_printf(context->keep, "%.*s and %.*s write byte %lld%.*s",
                             FP_STR_ARG(thread_words(context, witness->threads[0])),
                             FP_STR_ARG(thread_words(context, witness->threads[1])), (long long)witness->byte,
                             FP_STR_ARG(binding_words(context, witness)));
    if (!memcmp(witness->threads[0], witness->threads[1], sizeof witness->threads[0]))
        return fp_str_printf(context->keep, "%.*s itself %s byte %lld and then %s it%.*s",
                             FP_STR_ARG(thread_words(context, witness->threads[0])), verbs[producer->kind],
                             (long long)witness->byte, verbs[consumer->kind],
                             FP_STR_ARG(binding_words(context, witness)));
    return fp_str_printf(context->keep, "%.*s %s byte %lld, %.*s %s it%.*s",
                         FP_STR_ARG(thread_words(context, witness->threads[0])), verbs[producer->kind],
                         (long long)witness->byte, FP_STR_ARG(thread_words(context, witness->threads[1])),
                         verbs[consumer->kind], FP_STR_ARG(binding_words(context, witness)));
}

/* How it is known: two threads and a byte, or what kept the analysis from knowing. */
static fp_str evidence_words(fp_rule_context *context, const fp_hazard *hazard) {
    const fp_overlap_answer *answer = &hazard->answer;
    bool bytes = answer->witness && answer->witness->threads_open;
    if (bytes && (answer->overlap != FP_OVERLAP_UNKNOWN || hazard->cause == FP_CAUSE_ASYNC))
        return fp_str_printf(context->keep, "bytes %lld to %lld belong to both, whichever thread has them%.*s",
                             (long long)answer->witness->byte,
                             (long long)(answer->witness->byte + answer->witness->byte_count - 1),
                             FP_STR_ARG(binding_words(context, answer->witness)));
    if (is_bounded(context, hazard))
        return FP_STR("not ruled out: too many accesses between two barriers to compare each with each");
    bool threads = answer->witness && !bytes;
    if (answer->overlap == FP_OVERLAP_UNKNOWN && answer->reason.len) {
        bool bounded = answer->decided == FP_DECISION_LAUNCH && context->kernel->launch.block[0];
        fp_str launch =
            bounded ? fp_str_printf(context->keep, " (%.*s)", FP_STR_ARG(launch_words(context))) : FP_STR("");
        return fp_str_printf(context->keep, "not ruled out: %.*s%.*s%s%.*s", FP_STR_ARG(answer->reason),
                             FP_STR_ARG(launch), threads ? "; it may be that " : "",
                             FP_STR_ARG(threads ? witness_words(context, hazard) : FP_STR("")));
    }
    if (answer->overlap == FP_OVERLAP_UNKNOWN || !answer->witness) return (fp_str){ "", 0 };
    fp_str words = witness_words(context, hazard);
    return answer->overlap == FP_OVERLAP_CROSS_THREAD
               ? fp_str_printf(context->keep, "%.*s (%.*s)", FP_STR_ARG(words), FP_STR_ARG(launch_words(context)))
               : words;
}

static fp_str self_words(fp_rule_context *context, const fp_hazard *hazard) {
    const fp_access *access = consumer_of(context, hazard);
    fp_str op = fp_words_op(context, access->span), buffer = fp_words_buffer(access);
    if (access->same_value)
        return fp_str_printf(
            context->keep,
            "%.*s lets several threads write the same value to the same bytes of %.*s; one thread would do",
            FP_STR_ARG(op), FP_STR_ARG(buffer));
    bool certain = hazard->answer.overlap == FP_OVERLAP_CROSS_THREAD && hazard->answer.witness;
    return fp_str_printf(context->keep,
                         "%.*s %s several threads write the same bytes of %.*s: no barrier can order them",
                         FP_STR_ARG(op), certain ? "lets" : "may let", FP_STR_ARG(buffer));
}

static fp_str related_words(fp_rule_context *context, const fp_hazard *hazard) {
    const fp_access *producer = producer_of(context, hazard);
    static const char *const verbs[] = {
        [FP_ACCESS_READ] = "read here", [FP_ACCESS_WRITE] = "written here", [FP_ACCESS_ATOMIC] = "updated here"
    };
    const char *verb =
        is_async(context, producer) && producer->kind == FP_ACCESS_WRITE ? "copied here" : verbs[producer->kind];
    if (hazard->carrier == FP_NONE) return fp_str_printf(context->keep, "%s", verb);
    if (hazard->at_least) return fp_str_printf(context->keep, "%s, in an earlier iteration", verb);
    if (hazard->distance == 1) return fp_str_printf(context->keep, "%s, in the iteration before", verb);
    return fp_str_printf(context->keep, "%s, %u iterations before", verb, hazard->distance);
}

/* ---- Findings ---- */
static const fp_hazard_info *info_of(fp_rule_context *context, const fp_hazard *hazard) {
    fp_hazard_info *info = FP_NEW(context->keep, fp_hazard_info, 1);
    *info = (fp_hazard_info){ .kind = hazard->kind,
                              .overlap = hazard->answer.overlap,
                              .carried = hazard->carrier != FP_NONE,
                              .distance_at_least = hazard->at_least,
                              .distance = hazard->distance,
                              .resource = fp_words_buffer(consumer_of(context, hazard)),
                              .witness = hazard->answer.witness };
    return info;
}

/* Each place once, with the words of its first pair: how many did not fit. */
static uint32_t relate_producers(fp_rule_context *context, fp_finding *finding, const pair *pairs, uint32_t count) {
    FP_VEC(uint32_t) places = { 0 };
    fp_map by_place = { 0 };
    for (uint32_t i = 0; i < count; i++) {
        fp_span span = own_span(producer_of(context, pairs[i].hazard));
        uint64_t hash = fp_hash_mix(0, span.start);
        bool known = false;
        for (fp_map_probe p = fp_map_find(&by_place, hash); !known && fp_map_next(&p);)
            known = places.data[p.value] == span.start;
        if (known) continue;
        fp_map_put(context->keep, &by_place, hash, places.len);
        *FP_PUSH(context->keep, &places) = span.start;
        if (places.len <= RELATED_MAX)
            fp_finding_relate(context, finding, span, related_words(context, pairs[i].hazard));
    }
    return places.len > RELATED_MAX ? places.len - RELATED_MAX : 0;
}

/* The others that the first one's wait would help: each as a place, their number in the message. */
static fp_str others_words(fp_rule_context *context, fp_finding *finding, const pair *pairs, uint32_t count) {
    uint32_t others = 0;
    for (uint32_t i = 1; i < count; i++) {
        if (pairs[i].place == pairs[i - 1].place) continue;
        if (++others <= RELATED_MAX)
            fp_finding_relate(context, finding, consumer_of(context, pairs[i].hazard)->span,
                              FP_STR("too early here, too"));
    }
    if (others == 0) return (fp_str){ "", 0 };
    return fp_str_printf(context->keep, ", also for %u more access%s", others, others == 1 ? "" : "es");
}

static void report_group(fp_rule_context *context, const pair *pairs, uint32_t count) {
    const fp_hazard *first = pairs[0].hazard;
    fp_str message = fp_hazard_is_self(first)
                         ? self_words(context, first)
                         : fp_str_printf(context->keep, "%.*s%.*s", FP_STR_ARG(event_words(context, first)),
                                         FP_STR_ARG(cause_words(context, first)));
    fp_finding *finding = fp_finding_push(context, pairs[0].rule, consumer_of(context, first)->span, message);
    fp_str others = others_words(context, finding, pairs, count);
    finding->message = message = fp_str_printf(context->keep, "%.*s%.*s", FP_STR_ARG(message), FP_STR_ARG(others));
    finding->level = pairs[0].level;
    finding->hazard = info_of(context, first);
    finding->note = evidence_words(context, first);
    uint32_t hidden = relate_producers(context, finding, pairs, count);
    if (hidden)
        finding->message = fp_str_printf(context->keep, "%.*s; %u more place%s not shown", FP_STR_ARG(message), hidden,
                                         hidden == 1 ? " is" : "s are");
    const fp_access *consumer = consumer_of(context, first);
    if (is_in_callee(consumer))
        fp_finding_relate(context, finding, consumer->callee_span, FP_STR("in the function called"));
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

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Before Triton's membar pass every pair lacks its barrier, and rightly so. */
static void report_awaiting(fp_rule_context *context, const pair *pairs, uint32_t count) {
    if (count == 0) return;
    uint32_t *lines = FP_NEW(context->keep, uint32_t, count), line_count = 0;
    for (uint32_t i = 0; i < count; i++) lines[i] = fp_words_line(context, consumer_of(context, pairs[i].hazard)->span);
    qsort(lines, count, sizeof *lines, compare_numbers);
    for (uint32_t i = 0; i < count; i++)
        if (line_count == 0 || lines[line_count - 1] != lines[i]) lines[line_count++] = lines[i];
    const fp_op_node *op = &context->kernel->ir->ops[context->kernel->op];
    fp_str message = fp_str_printf(
        context->keep, "%u pair%s of accesses still wait%s for a barrier of Triton's membar pass, before line%s %.*s",
        count, count == 1 ? "" : "s", count == 1 ? "s" : "", line_count == 1 ? "" : "s",
        FP_STR_ARG(fp_words_list(context->keep, lines, line_count)));
    fp_finding_push(context, FP_RULE_MISSING_BARRIER, op->name_span, message)->level = FP_LEVEL_INFORMATION;
}

/* ---- Consumers that the same waits would help ---- */
enum { CURES_MAX = 8 }; /* kinds of waits and barriers that one consumer may want and still share its finding */

/* What would help the pairs of a consumer, as a hash; 0: nothing that others could share. */
static uint64_t hash_of_cures(const fp_rule_context *context, const pair *pairs, uint32_t count) {
    uint32_t cures[CURES_MAX], len = 0;
    for (uint32_t i = 0; i < count; i++) {
        const fp_cure *cure = &context->analysis->placement->cures[pairs[i].order];
        if (cure->count == 0) return 0;
        for (uint32_t k = 0; k < cure->count; k++) {
            uint32_t at = 0;
            while (at < len && cures[at] != cure->placed[k]) at++;
            if (at == CURES_MAX) return 0;
            cures[at] = cure->placed[k];
            if (at == len) len++;
        }
    }
    qsort(cures, len, sizeof *cures, compare_numbers);
    return fp_hash_mix(fp_hash_bytes(cures, len * sizeof *cures), (uint64_t)pairs[0].level);
}

/* Gives the pairs of a sorted list that one finding reports the same leader. */
static void share_findings(fp_rule_context *context, pair *pairs, uint32_t count) {
    typedef struct {
        uint64_t hash;
        uint32_t place;
    } leader;
    FP_VEC(leader) leaders = { 0 };
    fp_map by_cures = { 0 };
    for (uint32_t start = 0, end; start < count; start = end) {
        for (end = start + 1;
             end < count && pairs[end].place == pairs[start].place && pairs[end].rule == pairs[start].rule;)
            end++;
        bool shares = pairs[start].rule == FP_RULE_MISSING_FENCE && context->analysis->placement;
        uint64_t hash = shares ? hash_of_cures(context, &pairs[start], end - start) : 0;
        if (hash == 0) continue;
        fp_map_probe p = fp_map_find(&by_cures, hash);
        bool known = false;
        while (!known && fp_map_next(&p)) known = leaders.data[p.value].hash == hash;
        for (uint32_t i = start; known && i < end; i++) pairs[i].leader = leaders.data[p.value].place;
        if (known) continue;
        fp_map_put(context->keep, &by_cures, hash, leaders.len);
        *FP_PUSH(context->keep, &leaders) = (leader){ hash, pairs[start].place };
    }
}

/* By access: the worst level at which two threads of one execution race. What its next execution adds is no finding
 * of its own, and no barrier mends it. */
static const fp_level *levels_of_self(fp_rule_context *context) {
    uint32_t accesses = context->kernel->accesses.len;
    fp_level *levels = FP_NEW(context->keep, fp_level, accesses ? accesses : 1);
    for (uint32_t i = 0; i < accesses; i++) levels[i] = FP_LEVEL_OFF;
    for (size_t i = 0; i < context->analysis->hazard_count; i++) {
        const fp_hazard *hazard = &context->analysis->hazards[i];
        fp_level level = fp_hazard_severity(context->kernel, hazard);
        if (fp_hazard_is_self(hazard) && level > levels[hazard->consumer]) levels[hazard->consumer] = level;
    }
    return levels;
}

static bool is_consequence_of_self(const fp_level *levels, const fp_hazard *hazard, fp_level level) {
    if (hazard->producer != hazard->consumer || fp_hazard_is_self(hazard) || hazard->cause != FP_CAUSE_BARRIER)
        return false;
    return levels[hazard->consumer] != FP_LEVEL_OFF && level <= levels[hazard->consumer];
}

void fp_rules_hazard(fp_rule_context *context) {
    size_t count = context->analysis->hazard_count;
    const fp_level *selves = levels_of_self(context);
    pair *pairs = FP_NEW(context->keep, pair, count ? count : 1),
         *awaiting = FP_NEW(context->keep, pair, count ? count : 1);
    uint32_t len = 0, awaiting_len = 0;
    for (uint32_t i = 0; i < count; i++) {
        const fp_hazard *hazard = &context->analysis->hazards[i];
        uint32_t place = consumer_of(context, hazard)->span.start;
        pair p = { hazard, rule_of(hazard), fp_hazard_severity(context->kernel, hazard), place, place, i };
        if (p.level == FP_LEVEL_OFF || is_consequence_of_self(selves, hazard, p.level)) continue;
        bool awaits = context->kernel->awaits_membar && p.rule == FP_RULE_MISSING_BARRIER;
        if (awaits)
            awaiting[awaiting_len++] = p;
        else
            pairs[len++] = p;
    }
    report_awaiting(context, awaiting, awaiting_len);
    if (len > 1) qsort(pairs, len, sizeof *pairs, compare_pairs);
    share_findings(context, pairs, len);
    if (len > 1) qsort(pairs, len, sizeof *pairs, compare_pairs);
    for (uint32_t start = 0, end; start < len; start = end) {
        for (end = start + 1;
             end < len && pairs[end].leader == pairs[start].leader && pairs[end].rule == pairs[start].rule;)
            end++;
        report_group(context, &pairs[start], end - start);
    }
}
