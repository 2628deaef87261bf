/* bench_lint FILE..: lint against tree-sitter's own parse of the same files, in one process on one core, so that
 * their ratio depends on the code and hardly on the machine. Prints: bytes, parse seconds, lint seconds, each the sum
 * over the files of the best of several runs; then the same of the one file with the highest ratio, and its name.
 */
#include "read_file.h"
#include "tree-sitter-mlir.h"
#include <fencepost.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <tree_sitter/api.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { RUNS_MAX = 7 };
static const double seconds_per_file = 2; /* large files get fewer runs */

static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static double parse(TSParser *parser, fp_str text) {
    double begin = cpu_seconds();
    TSTree *tree = ts_parser_parse_string(parser, NULL, text.data, (uint32_t)text.len);
    double end = cpu_seconds();
    ts_tree_delete(tree);
    return end - begin;
}

static double lint(fp_str text) {
    double begin = cpu_seconds();
    struct fp_engine *engine = fp_engine_new(NULL);
    fp_document_check(fp_document_open(engine, text), NULL);
    double end = cpu_seconds();
    fp_engine_drop(engine);
    return end - begin;
}

int main(int argc, char **argv) {
#ifdef __GLIBC__
    enum {
        TRIM_BYTES = 256 << 20,
        MMAP_BYTES = 32 << 20
    }; /* as `fencepost lint` has it with several files; parsing gains by it as well */
    mallopt(M_TRIM_THRESHOLD, TRIM_BYTES);
    mallopt(M_MMAP_THRESHOLD, MMAP_BYTES);
#endif
    TSParser *parser = ts_parser_new();
    if (!ts_parser_set_language(parser, tree_sitter_mlir())) return 2;
    size_t bytes = 0;
    double parse_seconds = 0, lint_seconds = 0, worst_parse = 1, worst_lint = 0;
    size_t worst_bytes = 0;
    const char *worst = "";
    for (int i = 1; i < argc; i++) {
        fp_str text = read_file(argv[i]);
        double best_parse = 1e9, best_lint = 1e9, spent = 0;
        for (int run = 0; run < RUNS_MAX && spent < seconds_per_file; run++) {
            double parsed = parse(parser, text), linted = lint(text);
            if (parsed < best_parse) best_parse = parsed;
            if (linted < best_lint) best_lint = linted;
            spent += parsed + linted;
        }
        bytes += text.len;
        parse_seconds += best_parse;
        lint_seconds += best_lint;
        if (best_lint / best_parse > worst_lint / worst_parse) {
            worst = argv[i];
            worst_bytes = text.len;
            worst_parse = best_parse;
            worst_lint = best_lint;
        }
        free((char *)text.data);
    }
    ts_parser_delete(parser);
    printf("%zu %.6f %.6f %zu %.6f %.6f %s\n", bytes, parse_seconds, lint_seconds, worst_bytes, worst_parse, worst_lint,
           worst);
    return 0;
}
