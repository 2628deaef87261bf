/* random.c - random kernels are analysed whole and in parts: both say the same. Those of make.c, and those that the execution oracle runs (tests/oracle).
 *
 *     intervals_random [--count N] [--seed S] [--print SEED] [--oracle] [--only RULE] */
#include "compare.h"
#include "make.h"
#include "program.h"
#include <stdlib.h>
#include <string.h>

enum { SKIPPED = 77, SHOWN_MAX = 5, CUTS_MAX = 3 };

static fp_str oracle_kernel(uint64_t seed) {
    static program p;
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out) abort();
    program_make(&p, (family_kind)(seed % FAMILY_COUNT), seed / FAMILY_COUNT);
    program_print(&p, out);
    fclose(out);
    return (fp_str){ text, length };
}

int main(int argc, char **argv) {
    uint64_t count = 100, seed = 1;
    bool oracle = false, print = false;
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (strcmp(argv[i], "--oracle") == 0) oracle = true;
        else if (strcmp(argv[i], "--count") == 0 && more) count = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0 && more) seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--only") == 0 && more) compare_only(argv[++i]);
        else if (strcmp(argv[i], "--print") == 0 && more) seed = strtoull(argv[++i], NULL, 10), print = true;
        else return fprintf(stderr, "intervals_random: %s is no option\n", argv[i]), 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!print && !can_cut()) {
        printf("nothing is cut\n");
        return 1;
    }
    static tally sums[CUTS_MAX];
    uint32_t shown = 0;
    for (uint64_t i = 0; i < (print ? 1 : count); i++) {
        fp_str text = oracle ? oracle_kernel(seed + i) : kernel_make(seed + i);
        char name[64];
        snprintf(name, sizeof name, "seed %llu", (unsigned long long)(seed + i));
        if (print) printf("%.*s", (int)text.len, text.data);
        for (uint32_t k = 0; k < CUTS_MAX && !print; k++) {
            if (shown < SHOWN_MAX) shown += show_if_differs(name, text, k + 1, &sums[k]);
            else compare_cut(name, text, k + 1, &sums[k], NULL);
        }
        free((void *)text.data);
    }
    bool failed = false;
    for (uint32_t k = 0; k < CUTS_MAX && !print; k++) {
        printf("one in %u: ", k + 1);
        print_tally(&sums[k]);
        if (sums[k].cut == 0) printf("nothing was cut\n");
        failed |= sums[k].differing > 0 || sums[k].cut == 0;
    }
    return failed;
}
