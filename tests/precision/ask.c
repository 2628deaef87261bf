/* The overlap of two accesses of a file's first kernel under any relation of their iterations, also one that no
 * barrier in the text can single out.
 *
 *   ask FILE P A DISTANCE[+]
 *
 * P and A number the kernel's accesses of workgroup memory from 0. DISTANCE: iterations of the first loop that lie
 * between the two, "2+": two or more; 0: none, in the same iteration.
 * Prints the answer in one word and, after a tab, the reason. */
#include "load.h"
#include "views/evidence_text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const fp_access *access_at(const struct fp_kernel *kernel, uint32_t wanted) {
    for (uint32_t i = 0; i < kernel->accesses.len; i++)
        if (kernel->classes.data[kernel->accesses.data[i].klass].space == FP_SPACE_WORKGROUP && wanted-- == 0)
            return &kernel->accesses.data[i];
    return NULL;
}

int main(int argc, char **argv) {
    static const char *const words[] = { [FP_OVERLAP_DISJOINT] = "disjoint",
                                         [FP_OVERLAP_SAME_THREAD] = "same_thread",
                                         [FP_OVERLAP_SAME_WAVE] = "same_wave",
                                         [FP_OVERLAP_UNKNOWN] = "unknown",
                                         [FP_OVERLAP_CROSS_THREAD] = "cross_thread" };
    if (argc != 5) return fprintf(stderr, "usage: ask FILE P A DISTANCE[+]\n"), 2;
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new();
    fp_str text = read_bytes(keep, argv[1]);
    uint32_t kernels = 0;
    struct fp_kernel **lowered = NULL;
    if (text.data) {
        struct fp_unit_context *context = fp_units_read(keep, syntax, text, NULL);
        lowered =
            fp_lower(keep, fp_units_ir(keep, context, 0), 0, &(fp_lower_options){ .target = { NULL, 0 } }, &kernels);
    }
    const fp_access *p = kernels ? access_at(lowered[0], (uint32_t)strtoul(argv[2], NULL, 10)) : NULL;
    const fp_access *a = kernels ? access_at(lowered[0], (uint32_t)strtoul(argv[3], NULL, 10)) : NULL;
    int status = 2;
    char *end;
    fp_iterations between = { .distance = (uint32_t)strtoul(argv[4], &end, 10) };
    between.at_least = *end == '+';
    between.carrier = between.distance || between.at_least ? 0 : FP_NONE;
    if (p && a && (between.carrier == FP_NONE || lowered[0]->loops.len)) {
        fp_overlap_answer answer = fp_overlap_find(lowered[0]->addresses, p->footprint, a->footprint, between);
        fp_renderer renderer = { .keep = keep, .lines = fp_lines_new(keep, text) };
        printf("%s\t%.*s\n", words[answer.overlap], FP_STR_ARG(fp_reason_text(&renderer, &answer)));
        status = 0;
    } else {
        fprintf(stderr, "%s: no such accesses, or no loop\n", argv[1]);
    }
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
    return status;
}
