/* The bytes that each thread touches where layouts tell it, of every access of workgroup memory in a file's kernels.
 *
 *   tiles FILE
 *
 * Prints a line for each access: `?` where layouts do not tell; else for each thread the places and lengths of its
 * runs, as `0:16 64:16`, with `;` between threads. Places count from the start of the buffer. Behind the accesses of a
 * kernel: how its first one and its last one overlap, with the byte of the witness, its two threads and whose they are,
 * if there is one. */
#include "address/tile.h"
#include "load.h"
#include <stdio.h>

static void print_access(struct fp_kernel *kernel, const fp_access *access) {
    const struct fp_addresses *a = kernel->addresses;
    const fp_footprint_info *f = &a->footprints.data[access->footprint];
    const fp_tile *tile = a->tiles.data[f->tile];
    const fp_expr_info *address = fp_expr_at(&a->exprs, f->address);
    int64_t starts[FP_TILE_RUNS_MAX], constant = address->op == FP_EXPR_SUM ? address->constant : 0;
    const uint32_t *block = kernel->launch.block;
    if (!tile) {
        printf("?\n");
        return;
    }
    for (uint32_t t = 0; t < block[0] * block[1] * block[2]; t++) {
        uint32_t count = fp_tile_runs(tile, t, starts);
        if (t) printf(";");
        for (uint32_t i = 0; i < count; i++)
            printf("%s%lld:%u", i ? " " : "", (long long)(constant + starts[i]), tile->run);
    }
    printf("\n");
}

static void print_overlap(struct fp_kernel *kernel, const fp_access *first, const fp_access *last) {
    static const char *const words[] = { [FP_OVERLAP_DISJOINT] = "disjoint",
                                         [FP_OVERLAP_SAME_THREAD] = "same_thread",
                                         [FP_OVERLAP_SAME_WAVE] = "same_wave",
                                         [FP_OVERLAP_UNKNOWN] = "unknown",
                                         [FP_OVERLAP_CROSS_THREAD] = "cross_thread" };
    static const char *const told[] = {
        [FP_TOLD_EACH] = "each", [FP_TOLD_PRODUCER] = "first", [FP_TOLD_CONSUMER] = "last", [FP_TOLD_NONE] = "none"
    };
    fp_overlap_answer answer =
        fp_overlap_find(kernel->addresses, first->footprint, last->footprint, (fp_iterations){ .carrier = FP_NONE });
    printf("%s", words[answer.overlap]);
    if (answer.witness)
        printf(" %lld %d %d %s", (long long)answer.witness->byte, answer.witness->threads[0][0],
               answer.witness->threads[1][0], told[answer.witness->told]);
    printf("\n");
}

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "usage: tiles FILE\n"), 2;
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new();
    fp_str text = read_bytes(keep, argv[1]);
    if (!text.data) return fprintf(stderr, "%s: cannot be read\n", argv[1]), 2;
    struct fp_unit_context *context = fp_units_read(keep, syntax, text, NULL);
    for (uint32_t unit = 0; unit < context->units.len; unit++) {
        uint32_t count = 0;
        struct fp_kernel **kernels = fp_lower(keep, fp_units_ir(keep, context, unit), unit,
                                              &(fp_lower_options){ .target = { NULL, 0 } }, &count);
        for (uint32_t k = 0; k < count; k++) {
            const fp_access *first = NULL, *last = NULL;
            for (uint32_t i = 0; i < kernels[k]->accesses.len; i++) {
                const fp_access *access = &kernels[k]->accesses.data[i];
                if (kernels[k]->classes.data[access->klass].space != FP_SPACE_WORKGROUP) continue;
                print_access(kernels[k], access);
                if (!first) first = access;
                last = access;
            }
            if (first) print_overlap(kernels[k], first, last);
        }
    }
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
    return 0;
}
