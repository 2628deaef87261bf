#include "streams/record.h"

/* Waits that some phase has served, each op once: a barrier that lets all pass as it is fresh shows nothing. */
static uint32_t count_served(struct fp_arena *scratch, const struct fp_kernel *kernel,
                             const struct fp_run_trace *trace) {
    bool *served = FP_NEW(scratch, bool, kernel->ir->op_count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < trace->events.len; i++) {
        const fp_trace_event *event = &trace->events.data[i];
        fp_op op = event->event.op;
        if (!event->at.flip || !fp_event_waits(&event->event) || op == FP_NONE || served[op]) continue;
        served[op] = true;
        count++;
    }
    return count;
}

enum { CLEAN, FAULTY = 10, STUCK = 20 };

/* What a vector's run is worth looking at, the more the better. */
static uint32_t worth_of(const fp_run_result *result, fp_leaf_class shown_by) {
    uint32_t worth = CLEAN;
    if (shown_by == FP_LEAVES_IRREGULAR) return 0;
    for (uint32_t i = 0; i < result->evidence_count; i++) {
        uint32_t fault = result->evidence[i]->kind == FP_RUN_STUCK ? STUCK : FAULTY;
        if (fault > worth) worth = fault;
    }
    if (shown_by == FP_LEAVES_STRICT && worth >= FAULTY) worth++;
    return worth + 1;
}

static fp_run_limits limits_of_record(void) {
    fp_run_limits limits = fp_run_limits_default();
    limits.events = FP_DECIDE_EVENTS_MAX;
    return limits;
}

static uint32_t choose_vector(const struct fp_kernel *kernel, const struct fp_program *program, fp_premise premise) {
    struct fp_arena *scratch = fp_arena_new(), *of_run = fp_arena_new();
    struct fp_machine *machine = fp_machine_new(scratch, kernel, program, premise);
    uint32_t best = 0, best_worth = 0, best_served = 0;
    uint64_t events = 0;
    for (uint32_t vector = 0; events < FP_DECIDE_EVENTS_MAX && fp_machine_next_vector(machine); vector++) {
        fp_arena_mark_t mark = fp_arena_mark(of_run);
        fp_event_source source = fp_machine_source(machine);
        struct fp_run_trace trace = { .keep = of_run };
        fp_run_limits limits = limits_of_record();
        limits.trace = &trace;
        fp_run_result result = fp_run_all(of_run, &source, limits);
        uint32_t worth = worth_of(&result, fp_machine_vector_class(machine));
        uint32_t served = worth > STUCK ? 0 : count_served(of_run, kernel, &trace); /* the first hang is the shortest */
        events += result.events;
        bool rounds = vector == 1 && worth <= STUCK && served == best_served; /* the second runs each ring twice */
        if (worth > best_worth || (worth == best_worth && (served > best_served || rounds)))
            best_worth = worth, best_served = served, best = vector;
        fp_arena_reset(of_run, mark);
    }
    fp_arena_drop(of_run);
    fp_arena_drop(scratch);
    return best;
}

const fp_record *fp_record_make(struct fp_arena *keep, const struct fp_kernel *kernel,
                                const struct fp_program *program) {
    if (!fp_machine_needed(kernel)) return NULL;
    fp_premise premise = fp_streams_premise(kernel, program);
    uint32_t vector = choose_vector(kernel, program, premise);
    fp_record *record = FP_NEW(keep, fp_record, 1);
    record->machine = fp_machine_new(keep, kernel, program, premise);
    record->trace.keep = keep;
    for (uint32_t i = 0; i <= vector; i++)
        if (!fp_machine_next_vector(record->machine)) return NULL;
    fp_event_source source = fp_machine_source(record->machine);
    fp_run_limits limits = limits_of_record();
    limits.trace = &record->trace;
    record->result = fp_run_all(keep, &source, limits);
    record->shown_by = fp_machine_vector_class(record->machine);
    record->names = fp_run_names_make(keep, record->machine, fp_machine_stream_count(record->machine));
    return record;
}

/* ---- what if ---- */
/* What a run that hangs would have done is not known. */
static bool is_whole(const fp_run_result *result) { return result->end == FP_RUN_ENDED; }

static bool hides_something(const struct fp_machine *machine) {
    uint32_t count;
    fp_machine_unknowns(machine, &count);
    return count > 0;
}

typedef FP_VEC(fp_run_result) results;

fp_record_all fp_record_all_make(struct fp_arena *keep, const struct fp_kernel *kernel,
                                 const struct fp_program *program) {
    struct fp_arena *scratch = fp_arena_new();
    fp_record_all made = { .premise = fp_streams_premise(kernel, program), .complete = true };
    struct fp_machine *machine = fp_machine_new(scratch, kernel, program, made.premise);
    results all = { 0 };
    uint64_t events = 0;
    while (events < FP_DECIDE_EVENTS_MAX && fp_machine_next_vector(machine)) {
        if (fp_machine_vector_class(machine) == FP_LEAVES_IRREGULAR) break;
        fp_event_source source = fp_machine_source(machine);
        fp_run_result result = fp_run_all(keep, &source, limits_of_record());
        made.complete &= is_whole(&result) && !hides_something(machine);
        events += result.events;
        *FP_PUSH(keep, &all) = result;
    }
    made.results = all.data, made.count = all.len, made.events = events;
    fp_arena_drop(scratch);
    return made;
}

static bool is_found(fp_run_evidence *const *list, uint32_t count, const fp_run_evidence *evidence) {
    for (uint32_t i = 0; i < count; i++) {
        const fp_run_evidence *old = list[i];
        bool hangs = old->kind == FP_RUN_STUCK && evidence->kind == FP_RUN_STUCK;
        if (hangs || (old->kind == evidence->kind && old->first.op == evidence->first.op &&
                      old->second.op == evidence->second.op))
            return true;
    }
    return false;
}

fp_what_if fp_record_without(struct fp_arena *keep, const fp_record_all *all, const struct fp_kernel *kernel,
                             const struct fp_program *program, fp_op op) {
    struct fp_arena *scratch = fp_arena_new(), *of_run = fp_arena_new();
    struct fp_machine *machine = fp_machine_new(scratch, kernel, program, all->premise);
    FP_VEC(fp_run_evidence *) found = { 0 };
    bool complete = all->complete, *without = FP_NEW(scratch, bool, kernel->ir->op_count);
    without[op] = true;
    for (uint32_t vector = 0; vector < all->count && fp_machine_next_vector(machine); vector++) {
        fp_arena_mark_t mark = fp_arena_mark(of_run);
        fp_event_source source = fp_machine_source(machine);
        fp_run_limits limits = limits_of_record();
        limits.without = without;
        fp_run_result result = fp_run_all(of_run, &source, limits);
        const fp_run_result *with = &all->results[vector];
        complete &= is_whole(&result);
        for (uint32_t i = 0; i < result.evidence_count; i++) {
            const fp_run_evidence *evidence = result.evidence[i];
            if (is_found(with->evidence, with->evidence_count, evidence) || is_found(found.data, found.len, evidence))
                continue;
            fp_run_evidence *own = fp_arena_copy(keep, evidence, sizeof *evidence, _Alignof(fp_run_evidence));
            own->stuck = NULL, own->stuck_count = 0;
            *FP_PUSH(keep, &found) = own;
        }
        fp_arena_reset(of_run, mark);
    }
    fp_arena_drop(of_run);
    fp_arena_drop(scratch);
    return (fp_what_if){ found.data, found.len, complete };
}
