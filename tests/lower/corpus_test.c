/* Every file of the corpus is lowered without a crash; the index says how many accesses of workgroup memory a count of its lines found, which should be near the
 * number of accesses lowered. `corpus_test SHARED`; exits with 77 when there is no corpus. */
#include "load.h"
#include <string.h>
#include <time.h>

typedef struct { uint64_t files, kernels, ops, accesses, syncs, expected, far_off, empty; double seconds; } totals;

static uint64_t count_workgroup(const struct fp_kernel *kernel) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < kernel->accesses.len; i++) count += kernel->classes.data[kernel->accesses.data[i].klass].space == FP_SPACE_WORKGROUP;
    return count;
}

/* Field `k` of a line of tab-separated values. */
static fp_str field_at(fp_str line, uint32_t k) {
    while (k-- > 0) line = fp_str_slice(line, fp_str_find(line, '\t') + 1, line.len);
    return fp_str_slice(line, 0, fp_str_find(line, '\t'));
}

static void lower_file(const char *path, fp_str name, int64_t expected, totals *all, bool verbose) {
    struct fp_arena *keep = fp_arena_new();
    fp_str text = read_bytes(keep, path);
    if (!text.data) { fp_arena_drop(keep); return; }
    struct fp_syntax *syntax = fp_syntax_new();
    clock_t start = clock();
    loaded_file loaded = load_text(keep, syntax, text, &(fp_lower_options){ .target = { NULL, 0 } });
    all->seconds += (double)(clock() - start) / CLOCKS_PER_SEC;
    uint64_t accesses = 0;
    for (uint32_t i = 0; i < loaded.count; i++) {
        accesses += count_workgroup(loaded.kernels[i]);
        all->syncs += loaded.kernels[i]->syncs.len;
        (void)fp_kernel_dump(keep, loaded.kernels[i]);
    }
    all->files++;
    all->kernels += loaded.count;
    all->ops += loaded.ops;
    all->accesses += accesses;
    if (expected >= 0) all->expected += (uint64_t)expected;
    bool far_off = expected > 0 && (accesses * 2 < (uint64_t)expected || accesses > (uint64_t)expected * 4);
    all->far_off += far_off;
    all->empty += expected > 0 && accesses == 0;
    if (far_off && verbose) printf("%.*s: %llu accesses lowered, the index counts %lld\n", FP_STR_ARG(name), (unsigned long long)accesses, (long long)expected);
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
}

int main(int argc, char **argv) {
    struct fp_arena *keep = fp_arena_new();
    char path[1024];
    snprintf(path, sizeof path, "%s/corpus/index.tsv", argc > 1 ? argv[1] : ".");
    fp_str index = read_bytes(keep, path);
    if (!index.data) {
        printf("skipped: no corpus\n");
        fp_arena_drop(keep);
        return 77;
    }
    totals all = { 0 };
    for (size_t at = fp_str_find(index, '\n') + 1; at < index.len;) {
        fp_str line = fp_str_slice(index, at, at + fp_str_find(fp_str_slice(index, at, index.len), '\n'));
        at += line.len + 1;
        fp_str name = field_at(line, 0);
        int64_t expected;
        if (!fp_str_int(field_at(line, 12), &expected)) expected = -1;
        snprintf(path, sizeof path, "%s/corpus/%.*s", argv[1], FP_STR_ARG(name));
        lower_file(path, name, expected, &all, argc > 2);
    }
    printf("%llu files, %llu kernels, %llu ops, %llu workgroup accesses (the index counts %llu), %llu syncs; %llu files far from the index, %llu of them empty; %.2f s\n",
           (unsigned long long)all.files, (unsigned long long)all.kernels, (unsigned long long)all.ops, (unsigned long long)all.accesses,
           (unsigned long long)all.expected, (unsigned long long)all.syncs, (unsigned long long)all.far_off, (unsigned long long)all.empty, all.seconds);
    fp_arena_drop(keep);
    return all.files == 0;
}
