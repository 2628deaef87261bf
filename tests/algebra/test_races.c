/* test_races.c - hazards of random kernels against execution: none missed; what is too many is counted and bounded.
 *
 * Too many are pairs that only the algebra thinks possible: more conditions than are split, cycles of blocks without
 * loops (their addresses are not looked at).
 */
#include "check/hazard.h"
#include "oracle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 3 /* one or two too many in a short run say nothing */ };
typedef struct {
    const char *name;
    program_options options;
    uint32_t extras_allowed;
} family; /* extras: per 1000 races */
typedef struct {
    uint32_t kernels, races, missed, extras, clean, false_alarms;
} tally;

static const family families[] = {
    { "barriers", { .items = 6 }, 0 },
    { "barriers, conditions", { .items = 6, .conditions = true }, 0 },
    { "barriers, unknown trips", { .items = 6, .conditions = true, .unknown_trips = true }, 5 },
    { "barriers, divergent", { .items = 6, .conditions = true, .divergent = true }, 5 },
    { "split, fences", { .items = 8, .split = true, .bare = true, .fences = true }, 0 },
    { "groups", { .items = 8, .async_groups = true }, 0 },
    { "ops", { .items = 8, .async_ops = true, .unknown_trips = true }, 0 },
    { "tails", { .items = 5, .tails = true, .conditions = true }, 0 },
    { "graphs", { .items = 4, .graphs = true, .conditions = true, .split = true }, 10 },
    { "irreducible", { .items = 3, .graphs = true, .irreducible = true }, 2000 },
    { "all", { .items = 8, PROGRAM_SYNCS, .divergent = true, .conditions = true, .unknown_trips = true }, 5 },
};

static bool has_race(const races *found, race wanted) {
    for (uint32_t i = 0; i < found->len; i++)
        if (memcmp(&found->data[i], &wanted, sizeof wanted) == 0) return true;
    return false;
}

/* An op with itself and no loop: two threads of it at once. Where there are only cycles of blocks, that stands for
 * later rounds as well. */
static bool is_at_once(const fp_hazard *hazard) {
    return hazard->producer == hazard->consumer && hazard->carrier == FP_NONE;
}

static bool is_at_once_too(const fp_analysis *analysis, race wanted) {
    for (size_t i = 0; i < analysis->hazard_count; i++)
        if (is_at_once(&analysis->hazards[i]) && analysis->hazards[i].producer == wanted.producer &&
            wanted.producer == wanted.consumer)
            return true;
    return false;
}

static void collect_reported(struct fp_arena *arena, const fp_analysis *analysis, races *reported) {
    for (size_t i = 0; i < analysis->hazard_count; i++) {
        const fp_hazard *hazard = &analysis->hazards[i];
        if (is_at_once(hazard)) continue;
        race one = { hazard->producer, hazard->consumer, hazard->kind };
        if (!has_race(reported, one)) *FP_PUSH(arena, reported) = one;
    }
}

static void print_race(const char *what, race r) {
    static const char *const kinds[] = { "RAW", "WAR", "WAW" };
    printf("  %s: #%u before #%u %s\n", what, r.producer, r.consumer, kinds[r.kind]);
}

static void print_hazards(const fp_analysis *analysis) {
    for (size_t i = 0; i < analysis->hazard_count; i++) {
        const fp_hazard *h = &analysis->hazards[i];
        printf("  reported: #%u before #%u kind %d, carrier %d distance %u%s, overlap %d%s%s\n", h->producer,
               h->consumer, h->kind, (int)h->carrier, h->distance, h->at_least ? " or more" : "", h->answer.overlap,
               h->certain ? ", certain" : "", h->concurrent ? ", concurrent" : "");
    }
}

static bool check_kernel(uint64_t seed, const family *of, tally *figures, bool verbose) {
    struct fp_arena *arena = fp_arena_new();
    uint64_t random = seed;
    program *made = program_random(arena, &random, &of->options);
    races expected = { 0 }, reported = { 0 };
    bool fine = true;
    if (oracle_races(made, (skipped){ NULL, 0 }, &expected)) {
        fp_analysis analysis = fp_analyse(arena, made->kernel, NULL, NULL);
        collect_reported(arena, &analysis, &reported);
        uint32_t extras = 0;
        if (verbose) print_hazards(&analysis);
        for (uint32_t i = 0; i < expected.len; i++) {
            if (has_race(&reported, expected.data[i])) continue;
            if (of->options.irreducible && is_at_once_too(&analysis, expected.data[i])) continue;
            figures->missed++;
            fine = false;
            if (verbose) print_race("missed", expected.data[i]);
        }
        for (uint32_t i = 0; i < reported.len; i++) {
            if (has_race(&expected, reported.data[i])) continue;
            extras++;
            if (verbose) print_race("too many", reported.data[i]);
        }
        figures->kernels++;
        figures->races += expected.len;
        figures->extras += extras;
        figures->clean += expected.len == 0;
        figures->false_alarms += expected.len == 0 && extras;
        if (verbose) program_print(made);
        if (getenv("SHOW_EXTRAS") && extras) printf("seed %llu: %u extra\n", (unsigned long long)seed, extras);
    }
    if (!fine && !verbose) printf("seed %llu of \"%s\" misses a race\n", (unsigned long long)seed, of->name);
    fp_arena_drop(arena);
    return fine;
}

int main(int argc, char **argv) {
    uint32_t kernels = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 40;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool failed = false;
    if (argc > 3) {
        tally one = { 0 };
        return check_kernel(strtoull(argv[3], NULL, 10), &families[strtoul(argv[2], NULL, 10)], &one, true) ? 0 : 1;
    }
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        tally all = { 0 };
        for (uint32_t k = 0; k < kernels; k++)
            failed |= !check_kernel(first + k + 1000000 * i, &families[i], &all, false);
        printf("%-28s %5u kernels %6u races %3u missed %4u too many; %u race-free, %u of them with a false alarm\n",
               families[i].name, all.kernels, all.races, all.missed, all.extras, all.clean, all.false_alarms);
        uint32_t excused = families[i].extras_allowed ? SMALL : 0;
        uint32_t extras = all.extras > excused ? all.extras - excused : 0;
        if ((uint64_t)extras * 1000 > (uint64_t)families[i].extras_allowed * all.races) failed = true;
    }
    return failed;
}
