/* bench_overlap THREADS FILE: what one question "may these two accesses share a byte?" costs, beside tree-sitter's
 * parse of FILE in the same process.
 *
 * The kernel has PAIRS stores and loads at swizzled addresses, no two alike, so that each question is a miss of every
 * cache but that of the thread ids; asked again, each is a hit. Odd pairs cannot meet (the proof sweeps all threads),
 * even ones can (the witness is made and evaluated again). Prints: microseconds of a miss that is a proof, of one
 * that has a witness, of a hit; seconds to parse FILE once. Each is the best of several runs. */
#include "kernel/lower.h"
#include "read_file.h"
#include "tree-sitter-mlir.h"
#include <string.h>
#include <time.h>
#include <tree_sitter/api.h>

enum { PAIRS = 64, RUNS = 15, HITS = 2000 };

static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static fp_str make_kernel(struct fp_arena *keep, int threads) {
    fp_str text = fp_str_printf(
        keep,
        "gpu.module @m {\n  gpu.func @k(%%f: f32) workgroup(%%lds: memref<262144xf32, 3>) kernel attributes "
        "{known_block_size = array<i32: %d, 1, 1>} {\n"
        "    %%tx = gpu.thread_id x\n    %%two = arith.constant 2 : index\n    %%one = arith.constant 1 : index\n",
        threads);
    for (int i = 0; i < PAIRS; i++)
        text = fp_str_printf(keep,
                             "%.*s    %%k%d = arith.constant %d : index\n    %%r%d = arith.divui %%tx, %%k%d : index\n "
                             "   %%x%d = arith.xori %%tx, %%r%d : index\n"
                             "    %%p%d = arith.muli %%x%d, %%two : index\n    %%a%d = arith.addi %%p%d, %s : index\n"
                             "    memref.store %%f, %%lds[%%p%d] : memref<262144xf32, 3>\n    %%v%d = memref.load "
                             "%%lds[%%a%d] : memref<262144xf32, 3>\n",
                             FP_STR_ARG(text), i, i + 2, i, i, i, i, i, i, i, i, i % 2 ? "%one" : "%two", i, i, i);
    return fp_str_printf(keep, "%.*s    gpu.return\n  }\n}\n", FP_STR_ARG(text));
}

typedef struct {
    double proof, witness, hit;
} costs;

static costs ask(fp_str text) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new();
    uint32_t count = 0;
    struct fp_unit_context *context = fp_units_read(keep, syntax, text, NULL);
    struct fp_kernel **kernels =
        fp_lower(keep, fp_units_ir(keep, context, 0), 0, &(fp_lower_options){ .target = FP_STR("sm_90") }, &count);
    if (count != 1 || kernels[0]->accesses.len != 2 * PAIRS) exit(2);
    const fp_access *accesses = kernels[0]->accesses.data;
    fp_iterations same = { .carrier = FP_NONE };
    costs result = { 0, 0, 0 };
    for (uint32_t odd = 0; odd < 2; odd++) {
        double begin = cpu_seconds();
        for (uint32_t i = odd; i < PAIRS; i += 2) {
            fp_overlap answer =
                fp_overlap_find(kernels[0]->addresses, accesses[2 * i].footprint, accesses[2 * i + 1].footprint, same)
                    .overlap;
            if (answer != (odd ? FP_OVERLAP_DISJOINT : FP_OVERLAP_CROSS_THREAD)) exit(3);
        }
        *(odd ? &result.proof : &result.witness) = cpu_seconds() - begin;
    }
    double begin = cpu_seconds();
    for (uint32_t run = 0; run < HITS; run++)
        for (uint32_t i = 0; i < PAIRS; i++)
            fp_overlap_find(kernels[0]->addresses, accesses[2 * i].footprint, accesses[2 * i + 1].footprint, same);
    result.hit = (cpu_seconds() - begin) / HITS;
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
    return result;
}

static double parse(TSParser *parser, fp_str text) {
    double begin = cpu_seconds();
    ts_tree_delete(ts_parser_parse_string(parser, NULL, text.data, (uint32_t)text.len));
    return cpu_seconds() - begin;
}

static void least(double *best, double now) {
    if (now < *best) *best = now;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    struct fp_arena *keep = fp_arena_new();
    fp_str text = make_kernel(keep, atoi(argv[1])), yardstick = read_file(argv[2]);
    TSParser *parser = ts_parser_new();
    if (!ts_parser_set_language(parser, tree_sitter_mlir())) return 2;
    costs best = { 1e9, 1e9, 1e9 };
    double parsed = 1e9;
    for (int run = 0; run < RUNS; run++) {
        costs now = ask(text);
        least(&best.proof, now.proof), least(&best.witness, now.witness), least(&best.hit, now.hit);
        least(&parsed, parse(parser, yardstick));
    }
    printf("%.3f %.3f %.4f %.6f\n", 2e6 * best.proof / PAIRS, 2e6 * best.witness / PAIRS, 1e6 * best.hit / PAIRS,
           parsed);
    ts_parser_delete(parser);
    free((char *)yardstick.data);
    fp_arena_drop(keep);
    return 0;
}
