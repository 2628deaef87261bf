/* Kernels some of whose waves are a barrier behind the others (`if wave >= 4 {barrier}`, ping-pong): does the algebra
 * say of a pair of accesses what the run says?
 *
 *   streams_text_shifted_test [FILE | FOLDER].. [--count N] [--seed S] [--list]
 *
 * Asked are those kernels of the files whose waves are shifted, and N random ones of the execution oracle's family
 * `staggered`. Each way judges alone: the run, and the fold of a kernel that is not run. A pair is compared when the
 * run knows both accesses and speaks for all schedules and all values; not what a later pass may order, nor what races
 * for empty loops only. The algebra alone, as where the run gives up, may be more careful: a pair that races in the run
 * it must warn of, and a pair that the run finds in order is no error. `--list` names the pairs that differ. */
#include "check/hazard.h"
#include "load.h"
#include "order/fold.h"
#include "program.h"
#include "streams/decide.h"
#include "walk.h"
#include <string.h>

typedef enum { ERROR, WARNING, LESS, NOTHING, SAYINGS } saying; /* of the algebra */
static const char *const saying_names[SAYINGS] = { "an error", "a warning", "information", "nothing" };
static uint32_t kernels, given_up, not_for_all, counts[2][SAYINGS]; /* counts: by whether the run finds a race */
static bool list;

static bool is_shifted(const struct fp_fold *fold, const struct fp_kernel *kernel) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (fp_fold_sync_role(fold, i) == FP_SYNC_STAGGERS) return true;
    return false;
}

static uint32_t line_of(const struct fp_ir *ir, fp_op op) {
    uint32_t line = 1;
    for (uint32_t i = 0; i < ir->ops[op].span.start; i++) line += ir->text.data[i] == '\n';
    return line;
}

static saying saying_of(fp_level level) {
    return level >= FP_LEVEL_ERROR     ? ERROR
           : level >= FP_LEVEL_WARNING ? WARNING
           : level > FP_LEVEL_OFF      ? LESS
                                       : NOTHING;
}

/* The worst that the algebra says of the two. */
static saying said_by_algebra(const struct fp_kernel *kernel, const fp_analysis *analysis, fp_op_pair pair) {
    saying worst = NOTHING;
    for (size_t i = 0; i < analysis->hazard_count; i++) {
        const fp_hazard *hazard = &analysis->hazards[i];
        fp_op from = fp_kernel_access(kernel, hazard->producer)->op,
              to = fp_kernel_access(kernel, hazard->consumer)->op;
        saying says = saying_of(fp_hazard_severity(kernel, hazard));
        if (fp_op_pair_rising(from, to) == pair && says < worst) worst = says;
    }
    return worst;
}

static bool races_in_run(const struct fp_streams *streams, fp_op first, fp_op second) {
    if (streams->decided) return fp_decided_races(streams->decided, first, second);
    for (uint32_t i = 0; i < streams->fault_count; i++) {
        const fp_run_evidence *e = &streams->faults[i].evidence;
        bool same = fp_op_pair_rising(e->first.op, e->second.op) == fp_op_pair_rising(first, second);
        if (e->kind == FP_RUN_RACE && same) return true;
    }
    return false;
}

static bool speaks_for_all(const struct fp_streams *streams) {
    return streams->decided ? streams->decided->all : streams->complete && !streams->unknown_count;
}

static bool is_known(const struct fp_streams *streams, fp_op first, fp_op second) {
    const struct fp_decided *decided = streams->decided;
    if (!decided) return true;
    bool by_all = decided->by_all && decided->by_all[first] && decided->by_all[second];
    bool seldom = fp_decided_pair_of(decided, first, second) == FP_DECIDED_SELDOM;
    return decided->ops && decided->ops[first] && decided->ops[second] && !by_all && !seldom;
}

static bool is_shared(const struct fp_kernel *kernel, uint32_t access) {
    return kernel->classes.data[kernel->accesses.data[access].klass].space == FP_SPACE_WORKGROUP;
}

/* A read whose value was needed before the barrier is no race, which the run does not know. */
static bool is_over_by_use(const struct fp_kernel *kernel, fp_op first, fp_op second) {
    return fp_hazard_level_of_used(kernel, first, second, FP_LEVEL_ERROR) == FP_LEVEL_OFF;
}

static void compare_pairs(const char *name, const struct fp_kernel *kernel, const fp_analysis *analysis,
                          const struct fp_streams *streams) {
    for (uint32_t i = 0; i < kernel->accesses.len; i++)
        for (uint32_t k = i + 1; k < kernel->accesses.len; k++) {
            fp_op first = kernel->accesses.data[i].op, second = kernel->accesses.data[k].op;
            if (!is_shared(kernel, i) || !is_shared(kernel, k) || !is_known(streams, first, second)) continue;
            if (first == second) continue; /* racing stores are found in one way only */
            if (is_over_by_use(kernel, first, second)) continue;
            bool races = races_in_run(streams, first, second);
            saying says = said_by_algebra(kernel, analysis, fp_op_pair_rising(first, second));
            counts[races][says]++;
            if (list && races != (says <= WARNING))
                printf("%s: lines %u and %u: %s in the run, %s of the algebra\n", name, line_of(kernel->ir, first),
                       line_of(kernel->ir, second), races ? "a race" : "in order", saying_names[says]);
        }
}

static void compare_kernel(const char *name, struct fp_kernel *kernel, const struct fp_program *file) {
    struct fp_arena *keep = fp_arena_new(), *scratch = fp_arena_new();
    struct fp_analyser *analyser = fp_analyser_new(keep, scratch, kernel, file, NULL);
    fp_analysis analysis = fp_analyser_run(analyser);
    if (is_shifted(fp_analyser_fold(analyser), kernel) && !fp_stage_awaits_membar(kernel->stage)) {
        const struct fp_streams *streams = fp_streams_decide(keep, kernel, file, NULL);
        bool runs = streams && !streams->given_up;
        kernels++;
        given_up += !runs;
        not_for_all += runs && !speaks_for_all(streams);
        if (list && !runs) printf("%s: %u accesses, given up by the run\n", name, kernel->accesses.len);
        if (runs && speaks_for_all(streams)) compare_pairs(name, kernel, &analysis, streams);
    }
    fp_arena_drop(scratch);
    fp_arena_drop(keep);
}

static void compare_text(const char *name, fp_str text) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new();
    struct fp_program file = load_text(keep, syntax, text, &(fp_lower_options){ 0 }).program;
    for (uint32_t k = 0; k < file.count; k++)
        if (file.kernels[k]->is_entry) compare_kernel(name, file.kernels[k], &file);
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
}

static void compare_file(const char *path) {
    struct fp_arena *keep = fp_arena_new();
    compare_text(path, read_bytes(keep, path));
    fp_arena_drop(keep);
}

static void compare_random(uint64_t seed) {
    static program p;
    char *text, name[32];
    size_t length;
    program_make(&p, FAMILY_STAGGERED, seed);
    FILE *out = open_memstream(&text, &length);
    program_print(&p, out);
    fclose(out);
    snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
    compare_text(name, (fp_str){ text, length });
    free(text);
}

int main(int argc, char **argv) {
    uint64_t count = 0, seed = 1;
    for (int i = 1; i < argc; i++) {
        list |= strcmp(argv[i], "--list") == 0;
        if (strcmp(argv[i], "--count") == 0 && i + 1 < argc) count = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) seed = strtoull(argv[i + 1], NULL, 10);
    }
    for (int i = 1; i < argc; i++) (void)walk_files(argv[i], compare_file);
    for (uint64_t k = 0; k < count; k++) compare_random(seed + k);
    printf("%u kernels with shifted waves; the run gives up on %u, and does not speak for all schedules in %u\n",
           kernels, given_up, not_for_all);
    for (int r = 0; r < 2; r++)
        for (int s = 0; s < SAYINGS; s++)
            printf("%s in the run, %s of the algebra: %u pairs\n", r ? "a race" : "in order", saying_names[s],
                   counts[r][s]);
    return counts[0][ERROR] || counts[1][LESS] || counts[1][NOTHING] || kernels == 0;
}
