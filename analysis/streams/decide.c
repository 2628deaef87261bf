#include "streams/decide.h"
#include "base/cancel.h"
#include "streams/decide_premise.h"
#include <string.h>

typedef struct {
    struct fp_arena *keep;
    fp_decide_request request;
    FP_VEC(struct fp_streams *) tried; /* one for each premise */
    uint64_t events;
    bool cut; /* there are more premises than are tried */
} premises;

/* Tries one premise more. Returns how many arguments name phases. */
static uint32_t try_premise(premises *p, fp_premise premise) {
    uint32_t phases;
    struct fp_streams *streams = fp_decide_under(p->keep, &p->request, premise, p->events, &phases);
    p->events += streams->events;
    *FP_PUSH(p->keep, &p->tried) = streams;
    return phases;
}

static bool is_right(const struct fp_streams *streams) {
    for (uint32_t i = 0; i < streams->fault_count; i++)
        if (streams->faults[i].shown_by != FP_LEAVES_IRREGULAR) return false;
    return !streams->given_up && streams->complete && streams->roles_hidden_at == FP_NONE;
}

/* False: the time for further premises is spent, and nobody knows what goes wrong under them. */
static bool goes_on(premises *p) {
    p->cut |= p->events >= FP_DECIDE_EVENTS_MAX;
    return !p->cut && !fp_is_cancelled(p->request.cancelled);
}

/* All phases are tried; sizes of the workgroup until one is right. */
static void try_premises(premises *p) {
    uint32_t threads[FP_PREMISE_THREADS_MAX] = { 0 }, sizes = 1;
    if (fp_machine_needs_threads(p->request.kernel)) sizes = fp_premise_threads(p->request.kernel, threads);
    bool right = false;
    for (uint32_t i = 0; i < sizes && !right && (i == 0 || goes_on(p)); i++) {
        uint32_t first = p->tried.len, phases = try_premise(p, (fp_premise){ .threads = threads[i] });
        for (uint32_t k = 1; k < 1u << phases && goes_on(p); k++)
            try_premise(p, (fp_premise){ .threads = threads[i], .phases = k });
        for (uint32_t k = first; k < p->tried.len; k++) right |= is_right(p->tried.data[k]);
    }
}

/* The first one under which the kernel is right, else one that could not be followed: it may be. */
static struct fp_streams *best_of(const premises *p) {
    for (uint32_t i = 0; i < p->tried.len; i++)
        if (is_right(p->tried.data[i])) return p->tried.data[i];
    for (uint32_t i = 0; i < p->tried.len; i++)
        if (p->tried.data[i]->given_up || !p->tried.data[i]->complete) return p->tried.data[i];
    return p->tried.len ? p->tried.data[0] : NULL;
}

static const fp_stream_fault *fault_elsewhere(const premises *p) {
    for (uint32_t i = 0; i < p->tried.len; i++)
        for (uint32_t k = 0; k < p->tried.data[i]->fault_count; k++)
            if (p->tried.data[i]->faults[k].shown_by != FP_LEAVES_IRREGULAR) return &p->tried.data[i]->faults[k];
    return NULL;
}

/* A kernel that is right under one premise says so: what goes wrong under another one is what it assumes. */
static void tell_assumption(const premises *p, struct fp_streams *best) {
    const fp_stream_fault *elsewhere = fault_elsewhere(p);
    if (!elsewhere) return;
    fp_stream_fault *faults = FP_NEW(p->keep, fp_stream_fault, best->fault_count + 1);
    faults[0] = *elsewhere;
    faults[0].shown_by = FP_LEAVES_IRREGULAR;
    if (best->fault_count) memcpy(faults + 1, best->faults, best->fault_count * sizeof *faults);
    best->faults = faults, best->fault_count++;
}

/* Results of one kernel under several premises, of which none is right. */
typedef struct {
    struct fp_streams *const *of;
    uint32_t count;
} alternatives;

static bool is_shown_by_all(alternatives all, const fp_run_evidence *evidence) {
    for (uint32_t i = 0; i < all.count; i++)
        if (!fp_is_among_faults(all.of[i]->faults, all.of[i]->fault_count, evidence)) return false;
    return true;
}

/* What goes wrong under any of them, and only what does under all is certain. */
static void unite_faults(struct fp_arena *keep, alternatives all, struct fp_streams *best) {
    FP_VEC(fp_stream_fault) faults = { 0 };
    for (uint32_t i = 0; i < all.count; i++)
        for (uint32_t k = 0; k < all.of[i]->fault_count && faults.len < FP_DECIDE_FAULTS_MAX; k++) {
            fp_stream_fault fault = all.of[i]->faults[k];
            if (fp_is_among_faults(faults.data, faults.len, &fault.evidence)) continue;
            bool certain = fault.shown_by != FP_LEAVES_STRICT || is_shown_by_all(all, &fault.evidence);
            if (!certain) fault.shown_by = FP_LEAVES_REGULAR;
            *FP_PUSH(keep, &faults) = fault;
        }
    best->faults = faults.data, best->fault_count = faults.len;
}

static void unite(const premises *p, struct fp_streams *best) {
    unite_faults(p->keep, (alternatives){ p->tried.data, p->tried.len }, best);
    struct fp_decided *decided = best->decided ? FP_NEW(p->keep, struct fp_decided, 1) : NULL;
    if (!decided) return;
    *decided = *best->decided;
    decided->all = false; /* its pairs are those of one premise */
    best->decided = decided;
}

/* What goes wrong for one lane that is elected, and not for another, may go wrong: chips choose as they like. */
static void try_other_lane(premises *p, struct fp_streams *best) {
    if (!best->elects || best->given_up || !goes_on(p)) return;
    uint32_t phases;
    fp_premise premise = best->premise;
    premise.last_lane = true;
    struct fp_streams *other = fp_decide_under(p->keep, &p->request, premise, p->events, &phases);
    if (other->given_up || !other->complete) return;
    unite_faults(p->keep, (alternatives){ (struct fp_streams *[]){ best, other }, 2 }, best);
}

/* What the run could not follow to its end may hang on what memory tells threads to do: nothing is said of the order
 * between them. */
static const struct fp_streams *roles_in_memory(struct fp_arena *keep, const struct fp_kernel *kernel) {
    fp_op at = fp_machine_hidden_role(kernel);
    if (at == FP_NONE) return NULL;
    struct fp_streams *streams = FP_NEW(keep, struct fp_streams, 1);
    *streams = (struct fp_streams){ .roles_hidden_at = at, .complete = true, .limit_at = FP_NONE };
    return streams;
}

/* .. with what has stopped the run. */
static const struct fp_streams *stopped(struct fp_arena *keep, const struct fp_streams *hidden,
                                        const struct fp_streams *run) {
    if (!run) return hidden;
    struct fp_streams *streams = FP_NEW(keep, struct fp_streams, 1);
    *streams = *hidden;
    streams->stopped = true, streams->complete = run->complete, streams->limit_at = run->limit_at;
    streams->values_cut = run->values_cut, streams->faults_cut = run->faults_cut;
    streams->unknowns = run->unknowns, streams->unknown_count = run->unknown_count;
    return streams;
}

/* Threads of several dimensions, and nobody tells how many there are in each. */
static const struct fp_streams *threads_unknown(struct fp_arena *keep, const struct fp_kernel *kernel) {
    uint32_t wait = 0;
    while (kernel->syncs.data[wait].kind != FP_SYNC_COMPLETION_WAIT) wait++;
    fp_stream_unknown *unknown = FP_NEW(keep, fp_stream_unknown, 1);
    unknown->unknown =
        (fp_machine_unknown){ .op = kernel->syncs.data[wait].op, .kind = FP_HIDDEN_THREADS, .object = FP_NONE };
    struct fp_streams *streams = FP_NEW(keep, struct fp_streams, 1);
    *streams = (struct fp_streams){ .roles_hidden_at = FP_NONE,
                                    .given_up = true,
                                    .complete = true,
                                    .limit_at = FP_NONE,
                                    .unknowns = unknown,
                                    .unknown_count = 1 };
    return streams;
}

fp_premise fp_streams_premise(const struct fp_kernel *kernel, const struct fp_program *program) {
    struct fp_arena *scratch = fp_arena_new();
    fp_premise premise = { 0 };
    bool leaves_threads = fp_machine_needs_threads(kernel) && !fp_launch_threads(&kernel->launch);
    if (leaves_threads || fp_machine_phase_count(fp_machine_new(scratch, kernel, program, premise))) {
        const struct fp_streams *streams = fp_streams_decide(scratch, kernel, program, NULL);
        if (streams) premise = streams->premise;
    }
    fp_arena_drop(scratch);
    return premise;
}

const struct fp_streams *fp_streams_decide(struct fp_arena *keep, const struct fp_kernel *kernel,
                                           const struct fp_program *program, const volatile bool *cancelled) {
    const struct fp_streams *hidden = roles_in_memory(keep, kernel);
    if (!fp_machine_needed(kernel)) return hidden;
    premises p = { .keep = keep, .request = { kernel, program, cancelled } };
    try_premises(&p);
    struct fp_streams *best = best_of(&p);
    if (hidden && (!best || best->given_up)) return stopped(keep, hidden, best);
    if (!best && !fp_is_cancelled(cancelled)) return threads_unknown(keep, kernel);
    if (!best || (best->given_up && !best->decided && !best->unknown_count)) return NULL;
    if (is_right(best))
        tell_assumption(&p, best);
    else if (p.tried.len > 1)
        unite(&p, best);
    try_other_lane(&p, best);
    best->values_cut |= p.cut;
    return best;
}
