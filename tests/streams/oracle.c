/* Every schedule of random small programs against what one run says of them.
 *
 *   streams_oracle [--count N] [--seed N] [--states N] [--print]
 *
 * For a well-formed run the hang, the races and the missing fences must be the same; whatever some schedule shows, a
 * run that is not well formed must have named a breach. Right programs must be silent. Two laws on the way: the order
 * in which the run takes the streams changes nothing, nor do the numbers of the streams. */
#include "schedules.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t programs, skipped, states, hangs, races, fences, ill_formed, harmless, right, failures;
} fp_tally;

typedef struct {
    bool well_formed, stuck;
    uint32_t evidence_count;
    bool lacks_op;
    bool race[EVENTS_ALL_MAX][EVENTS_ALL_MAX], unfenced[EVENTS_ALL_MAX][EVENTS_ALL_MAX];
} fp_verdict;

/* Steps by op: the first one of its stream with it. With ops by text all iterations count as the first one. */
static uint32_t step_of(const struct program *program, fp_op op) {
    fp_stream s = op / STREAM_OPS;
    for (uint32_t i = 0; i < program->len[s]; i++)
        if (program->steps[s][i].event.op == op) return s * STEPS_MAX + i;
    abort();
}

static void judge(const struct program *program, uint64_t order, fp_verdict *verdict) {
    program_source source;
    fp_event_source events = program_events(&source, program);
    struct fp_arena *keep = fp_arena_new();
    fp_run_limits limits = fp_run_limits_default();
    limits.order = order;
    fp_run_result result = fp_run_all(keep, &events, limits);
    memset(verdict, 0, sizeof *verdict);
    verdict->well_formed = result.well_formed;
    verdict->stuck = result.end == FP_RUN_IS_STUCK;
    verdict->evidence_count = result.evidence_count;
    for (uint32_t i = 0; i < result.evidence_count; i++) {
        const fp_run_evidence *e = result.evidence[i];
        verdict->lacks_op |= e->second.op == FP_NONE || (fp_run_has_first(e->kind) && e->first.op == FP_NONE);
        if (e->kind != FP_RUN_RACE && e->kind != FP_RUN_MISSING_FENCE) continue;
        uint32_t a = step_of(program, e->first.op), b = step_of(program, e->second.op);
        if (e->kind == FP_RUN_RACE) verdict->race[a][b] = verdict->race[b][a] = true;
        if (e->kind == FP_RUN_MISSING_FENCE) verdict->unfenced[a][b] = true;
    }
    fp_arena_drop(keep);
}

/* The first pair at or behind `from`, as an index into the table; EVENTS_PAIRS when there is none. Tables are nearly
 * empty. */
enum { EVENTS_PAIRS = EVENTS_ALL_MAX * EVENTS_ALL_MAX };
static size_t next_pair(bool pairs[EVENTS_ALL_MAX][EVENTS_ALL_MAX], size_t from) {
    const bool *all = &pairs[0][0], *found = memchr(all + from, true, EVENTS_PAIRS - from);
    return found ? (size_t)(found - all) : EVENTS_PAIRS;
}

/* The truth of steps as the truth of their ops. The first step of an op stands before the others. */
static void by_op(const struct program *program, bool pairs[EVENTS_ALL_MAX][EVENTS_ALL_MAX]) {
    uint32_t first[EVENTS_ALL_MAX] = { 0 };
    for (uint32_t s = 0; s < program->stream_count; s++)
        for (uint32_t i = 0; i < program->len[s]; i++)
            first[s * STEPS_MAX + i] = step_of(program, program->steps[s][i].event.op);
    for (size_t i = next_pair(pairs, 0); i < EVENTS_PAIRS; i = next_pair(pairs, i + 1)) {
        size_t a = i / EVENTS_ALL_MAX, b = i % EVENTS_ALL_MAX;
        pairs[a][b] = false;
        pairs[first[a]][first[b]] = true;
    }
}

static uint32_t count(bool pairs[EVENTS_ALL_MAX][EVENTS_ALL_MAX]) {
    uint32_t all = 0;
    for (size_t i = next_pair(pairs, 0); i < EVENTS_PAIRS; i = next_pair(pairs, i + 1)) all++;
    return all;
}

static void print_difference(const char *what, bool truth[EVENTS_ALL_MAX][EVENTS_ALL_MAX],
                             bool run[EVENTS_ALL_MAX][EVENTS_ALL_MAX]) {
    for (uint32_t a = 0; a < EVENTS_ALL_MAX; a++)
        for (uint32_t b = 0; b < EVENTS_ALL_MAX; b++)
            if (truth[a][b] != run[a][b])
                printf("  %s of %u.%u and %u.%u: in schedules %d, in the run %d\n", what, a / STEPS_MAX, a % STEPS_MAX,
                       b / STEPS_MAX, b % STEPS_MAX, truth[a][b], run[a][b]);
}

static bool same(const fp_verdict *a, const fp_verdict *b) {
    if (a->well_formed != b->well_formed) return false;
    return !a->well_formed || (a->stuck == b->stuck && memcmp(a->race, b->race, sizeof a->race) == 0 &&
                               memcmp(a->unfenced, b->unfenced, sizeof a->unfenced) == 0);
}

static const char *compare(const fp_verdict *run, fp_truth *truth) {
    if (!run->well_formed) return NULL;
    if (truth->wrong) return "some schedule overshoots or uses a dead object, the run is well formed";
    if (truth->hangs != run->stuck) return "the hang differs";
    if (memcmp(truth->race, run->race, sizeof run->race)) return "the races differ";
    if (memcmp(truth->unfenced, run->unfenced, sizeof run->unfenced)) return "the missing fences differ";
    return NULL;
}

static bool is_right(const struct program *program) {
    return !program->fault_count && strcmp(program->kind, "soup") != 0;
}

static const char *check_laws(struct program *program, const fp_verdict *first) {
    static fp_verdict other;
    static struct program renamed;
    for (uint64_t order = 1; order <= 2; order++) {
        judge(program, program->seed * 2 + order, &other);
        if (!same(first, &other)) return "the order of the streams matters";
    }
    fp_lot lot = { program->seed + 7 };
    renamed = *program;
    program_rename(&renamed, &lot);
    program_number(&renamed, false);
    judge(&renamed, 0, &other);
    bool equal = other.well_formed == first->well_formed;
    if (equal && first->well_formed)
        equal = other.stuck == first->stuck && count(other.race) == count((void *)(uintptr_t)first->race) &&
                count(other.unfenced) == count((void *)(uintptr_t)first->unfenced);
    return equal ? NULL : "the numbers of the streams matter";
}

/* Of two steps of one op the run may keep the newer one only: that one races, and so hides the missing fence of the
 * older one. */
static void leave_fences_of_races(bool unfenced[EVENTS_ALL_MAX][EVENTS_ALL_MAX],
                                  bool race[EVENTS_ALL_MAX][EVENTS_ALL_MAX]) {
    for (size_t i = next_pair(race, 0); i < EVENTS_PAIRS; i = next_pair(race, i + 1))
        unfenced[i / EVENTS_ALL_MAX][i % EVENTS_ALL_MAX] = false;
}

static const char *check_text_ops(struct program *program, fp_truth *truth) {
    static fp_verdict run;
    program_number(program, true);
    judge(program, 0, &run);
    by_op(program, truth->race);
    by_op(program, truth->unfenced);
    leave_fences_of_races(truth->unfenced, truth->race);
    leave_fences_of_races(run.unfenced, run.race);
    return compare(&run, truth);
}

static void count_up(fp_tally *tally, const struct program *program, const fp_verdict *run, fp_truth *truth) {
    bool harm = truth->hangs || truth->wrong || count(truth->race);
    tally->programs++;
    tally->states += truth->states;
    tally->hangs += truth->hangs;
    tally->races += count(truth->race) > 0;
    tally->fences += count(truth->unfenced) > 0;
    tally->ill_formed += !run->well_formed;
    tally->harmless += !run->well_formed && !harm;
    tally->right += is_right(program);
}

static void check(uint64_t seed, uint64_t states_max, bool print, fp_tally *tally) {
    static struct program program;
    static fp_verdict run;
    static fp_truth truth;
    program_make(&program, seed);
    if (!program.overflow) schedules_run(&program, states_max, &truth);
    if (program.overflow || truth.too_large) {
        tally->skipped++;
        return;
    }
    program_number(&program, false);
    judge(&program, 0, &run);
    const char *wrong = compare(&run, &truth);
    if (!wrong && run.lacks_op) wrong = "a finding lacks an op";
    if (!wrong && is_right(&program) && run.evidence_count) wrong = "a right program is not silent";
    count_up(tally, &program, &run, &truth);
    if (!wrong) wrong = check_laws(&program, &run);
    if (wrong || print) {
        printf("%s; hang %d %d, wrong %d, well formed %d, evidence %u, states %" PRIu64 "\n", wrong ? wrong : "agreed",
               truth.hangs, run.stuck, truth.wrong, run.well_formed, run.evidence_count, truth.states);
        print_difference("race", truth.race, run.race);
        print_difference("missing fence", truth.unfenced, run.unfenced);
        program_print(&program);
    }
    if (!wrong && (wrong = check_text_ops(&program, &truth))) {
        printf("with ops by text: %s\n", wrong);
        program_print(&program);
    }
    tally->failures += wrong != NULL;
}

int main(int argc, char **argv) {
    uint64_t programs = 1000, seed = 1, states_max = 60000;
    bool print = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--print") == 0) print = true;
        if (i + 1 == argc) break;
        if (strcmp(argv[i], "--count") == 0) programs = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--seed") == 0) seed = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--states") == 0) states_max = strtoull(argv[i + 1], NULL, 10);
    }
    fp_tally tally = { 0 };
    for (uint64_t i = 0; i < programs && tally.failures < 10; i++) check(seed + i, states_max, print, &tally);
    printf("%" PRIu64 " programs (%" PRIu64 " right), %" PRIu64 " too large, %" PRIu64 " states; %" PRIu64
           " can hang, %" PRIu64 " race, %" PRIu64 " lack a fence; %" PRIu64 " ill-formed, %" PRIu64
           " of them harmless in every schedule; %" PRIu64 " failures\n",
           tally.programs, tally.right, tally.skipped, tally.states, tally.hangs, tally.races, tally.fences,
           tally.ill_formed, tally.harmless, tally.failures);
    return tally.failures != 0 || tally.programs == 0;
}
