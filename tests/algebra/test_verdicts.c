/* test_verdicts.c - what is called redundant can go as a whole without any pair losing its order; what is called
 * needed cannot go.
 *
 * Barriers, alone and in halves, are judged exactly. Waits and fences may be kept too often: the states with and
 * without them are followed apart from each other, so that one path's order is held against another's.
 */
#include "check/hazard.h"
#include "oracle.h"
#include <stdio.h>
#include <stdlib.h>

enum { SMALL = 3 /* one or two too many in a short run say nothing */ };
typedef struct {
    const char *name;
    program_options options;
    uint32_t kept_allowed;
} family; /* kept too much: per 1000 judged */
typedef struct {
    uint32_t kernels, judged, removable, wrong, kept;
} tally;

static const family families[] = {
    { "barriers", { .items = 6 }, 0 },
    { "barriers, conditions", { .items = 6, .conditions = true }, 0 },
    { "barriers, unknown trips", { .items = 6, .conditions = true, .unknown_trips = true }, 40 },
    { "barriers, divergent", { .items = 6, .conditions = true, .divergent = true }, 30 },
    { "split, fences", { .items = 8, .split = true, .bare = true, .fences = true }, 60 },
    { "groups", { .items = 8, .async_groups = true }, 10 },
    { "ops", { .items = 8, .async_ops = true }, 10 },
    { "graphs", { .items = 4, .graphs = true, .conditions = true, .split = true }, 10 },
    { "all", { .items = 8, PROGRAM_SYNCS, .divergent = true, .conditions = true }, 90 },
};

static bool is_removable(fp_verdict verdict) {
    return verdict == FP_VERDICT_REDUNDANT || verdict == FP_VERDICT_PACING || verdict == FP_VERDICT_INEFFECTIVE;
}

typedef FP_VEC(uint32_t) number_list;

static skipped as_skipped(const number_list *list) { return (skipped){ list->data, list->len }; }

static bool check_kernel(uint64_t seed, const family *of, tally *figures, bool verbose) {
    struct fp_arena *arena = fp_arena_new();
    uint64_t random = seed;
    program *made = program_random(arena, &random, &of->options);
    fp_analysis analysis = fp_analyse(arena, made->kernel, NULL, NULL);
    number_list gone = { 0 };
    bool known = true, fine = true;
    for (uint32_t i = 0; i < made->kernel->syncs.len; i++)
        if (is_removable(analysis.syncs[i].verdict)) *FP_PUSH(arena, &gone) = i;
    if (verbose) {
        program_print(made);
        for (uint32_t i = 0; i < made->kernel->syncs.len; i++)
            printf("  s%u verdict %d partner %d: #%d before #%d\n", i, analysis.syncs[i].verdict,
                   (int)analysis.syncs[i].partner, (int)analysis.syncs[i].producer, (int)analysis.syncs[i].consumer);
    }
    bool wrong = gone.len && oracle_loses_order(made, (skipped){ NULL, 0 }, as_skipped(&gone), &known);
    if (known) {
        figures->kernels++;
        figures->removable += gone.len;
        figures->wrong += wrong;
        fine = !wrong;
    }
    for (uint32_t i = 0; i < made->kernel->syncs.len && known; i++) {
        if (analysis.syncs[i].verdict == FP_VERDICT_UNJUDGED) continue;
        figures->judged++;
        if (analysis.syncs[i].verdict != FP_VERDICT_NEEDED) continue;
        number_list more = { 0 };
        for (uint32_t k = 0; k < gone.len; k++) *FP_PUSH(arena, &more) = gone.data[k];
        *FP_PUSH(arena, &more) = i;
        if (analysis.syncs[i].partner != FP_NONE) *FP_PUSH(arena, &more) = analysis.syncs[i].partner;
        if (oracle_loses_order(made, as_skipped(&gone), as_skipped(&more), &known) || !known) continue;
        figures->kept++;
        if (verbose || getenv("SHOW_KEPT")) printf("seed %llu: s%u could go\n", (unsigned long long)seed, i);
    }
    if (wrong && known) printf("seed %llu of \"%s\": pairs lose their order\n", (unsigned long long)seed, of->name);
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
        printf("%-28s %5u kernels %5u judged %5u removable, %u kernels where that is wrong; %u kept that could go\n",
               families[i].name, all.kernels, all.judged, all.removable, all.wrong, all.kept);
        uint32_t excused = families[i].kept_allowed ? SMALL : 0, kept = all.kept > excused ? all.kept - excused : 0;
        if ((uint64_t)kept * 1000 > (uint64_t)families[i].kept_allowed * all.judged) failed = true;
    }
    return failed;
}
