#include "streams/what_if.h"
#include "base/cancel.h"
#include "streams/vector_run.h"

struct fp_what_if {
    const struct fp_streams *known;
    const struct fp_kernel *kernel;
    struct fp_machine *machine;
    bool late; /* the present run is one with accesses in flight */
    uint64_t events;
};

/* Is a fault known that says the same, of values that suit the text as well as those of class `shown_by`? */
static bool is_known_fault(const struct fp_streams *known, const fp_run_evidence *evidence, fp_leaf_class shown_by,
                           bool late) {
    for (uint32_t i = 0; i < known->fault_count; i++) {
        const fp_stream_fault *fault = &known->faults[i];
        if (fp_run_says_same(&fault->evidence, evidence) && fault->shown_by <= shown_by && (late || !fault->late))
            return true;
    }
    return false;
}

static bool is_known_doubt(const struct fp_decided *decided, const fp_run_doubt *doubt) {
    fp_op first = fp_op_pair_first(doubt->pair), second = fp_op_pair_second(doubt->pair);
    switch (doubt->kind) {
    case FP_RUN_DOUBT_BYTES:
    case FP_RUN_DOUBT_LENGTH: return fp_decided_doubts(decided, first, second);
    case FP_RUN_DOUBT_LANES: return fp_decided_by_lanes(decided, first, second);
    }
    return false;
}

/* Does a run find anything that is not known? Then it need not go on. */
static bool finds_more(void *user, const fp_run_evidence *evidence) {
    const struct fp_what_if *what_if = user;
    return fp_vector_run_asks(evidence, what_if->late) &&
           !is_known_fault(what_if->known, evidence, fp_machine_vector_class(what_if->machine), what_if->late);
}

/* Has the last run come to its end without finding more? */
static bool holds(struct fp_what_if *what_if, const fp_run_result *result) {
    const struct fp_decided *decided = what_if->known->decided;
    uint32_t hidden;
    (void)fp_machine_unknowns(what_if->machine, &hidden);
    bool more = (!fp_run_is_whole(result->end) && what_if->known->complete) || (decided && hidden > 0);
    for (uint32_t i = 0; i < result->evidence_count; i++) more |= finds_more(what_if, result->evidence[i]);
    for (uint32_t i = 0; decided && i < result->doubt_count; i++) more |= !is_known_doubt(decided, &result->doubts[i]);
    return !more;
}

static bool vector_holds(struct fp_what_if *what_if, struct fp_arena *scratch, const bool *without) {
    const struct fp_decided *decided = what_if->known->decided;
    const fp_vector_run run = { what_if->kernel, what_if->machine, without, finds_more, what_if };
    what_if->late = false;
    fp_run_result result = fp_vector_run_once(scratch, &run);
    what_if->events += result.events;
    if (!holds(what_if, &result)) return false;
    what_if->late = true;
    if (!decided || !decided->landed || !fp_vector_run_late(scratch, &run, &result)) return true;
    what_if->events += result.events;
    return holds(what_if, &result);
}

struct fp_what_if *fp_what_if_new(struct fp_arena *keep, const struct fp_streams *known, const struct fp_kernel *kernel,
                                  const struct fp_program *program) {
    struct fp_what_if *what_if = FP_NEW(keep, struct fp_what_if, 1);
    *what_if = (struct fp_what_if){ .known = known,
                                    .kernel = kernel,
                                    .machine = fp_machine_new(keep, kernel, program, known->premise) };
    return what_if;
}

bool fp_what_if_holds(struct fp_what_if *what_if, const bool *without, const volatile bool *cancelled) {
    const struct fp_streams *known = what_if->known;
    bool all = true;
    for (uint32_t i = 0; i < known->vector_count && all && !fp_is_cancelled(cancelled); i++) {
        struct fp_arena *scratch = fp_arena_new();
        fp_machine_take_vector(what_if->machine, &known->vectors[i]);
        all = vector_holds(what_if, scratch, without);
        fp_arena_drop(scratch);
    }
    return all && !fp_is_cancelled(cancelled);
}

uint64_t fp_what_if_events(const struct fp_what_if *what_if) { return what_if->events; }

bool fp_what_if_holds_without(const struct fp_streams *known, const struct fp_kernel *kernel,
                              const struct fp_program *program, fp_op op, const volatile bool *cancelled) {
    struct fp_arena *scratch = fp_arena_new();
    bool *without = FP_NEW(scratch, bool, kernel->ir->op_count);
    without[op] = true;
    bool holds = fp_what_if_holds(fp_what_if_new(scratch, known, kernel, program), without, cancelled);
    fp_arena_drop(scratch);
    return holds;
}
