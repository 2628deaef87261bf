/* bench_grammar: reads names of files from standard input, one a line, and parses each as often as RUNS in one
 * process on one core. Prints: bytes, seconds (the sum over the files of the best run of each). */
#include "tree-sitter-mlir.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tree_sitter/api.h>

enum { RUNS = 5 };

static double parse(TSParser *parser, const char *data, size_t len) {
    double best = 1e9;
    for (int run = 0; run < RUNS; run++) {
        clock_t begin = clock();
        TSTree *tree = ts_parser_parse_string(parser, NULL, data, (uint32_t)len);
        double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        ts_tree_delete(tree);
        if (seconds < best) best = seconds;
    }
    return best;
}

int main(void) {
    TSParser *parser = ts_parser_new();
    if (!ts_parser_set_language(parser, tree_sitter_mlir())) return 2;
    size_t bytes = 0;
    double seconds = 0;
    char name[4096];
    while (fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = '\0';
        FILE *file = fopen(name, "rb");
        if (!file || fseek(file, 0, SEEK_END) != 0) {
            perror(name);
            return 2;
        }
        size_t len = (size_t)ftell(file);
        char *data = malloc(len + 1);
        rewind(file);
        if (!data || fread(data, 1, len, file) != len) {
            perror(name);
            return 2;
        }
        fclose(file);
        seconds += parse(parser, data, len);
        bytes += len;
        free(data);
    }
    ts_parser_delete(parser);
    printf("%zu %.6f\n", bytes, seconds);
    return 0;
}
