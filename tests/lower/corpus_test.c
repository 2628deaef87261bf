/* Every file of the corpus is lowered without a crash, and what comes out is counted by folder and compared with a
 * list that is committed:
 *
 *     corpus_test SHARED BASELINE [--update]      exits with 77 when there is no corpus
 *
 * The corpus's index says how many accesses of workgroup memory a count of a file's lines found, which should be near
 * the number lowered: a folder with many files far from the index is one whose accesses are not understood. */
#include "load.h"
#include "views/kernel_dump.h"
#include <string.h>

enum { FAMILIES_MAX = 256 };
typedef struct {
    fp_str name;
    uint64_t files, kernels, ops, accesses, counted, syncs, far_off, empty;
} family;
typedef struct {
    family data[FAMILIES_MAX];
    uint32_t len;
} families;

static uint64_t count_workgroup(const struct fp_kernel *kernel) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < kernel->accesses.len; i++)
        count += kernel->classes.data[kernel->accesses.data[i].klass].space == FP_SPACE_WORKGROUP;
    return count;
}

/* Field `k` of a line of tab-separated values. */
static fp_str field_at(fp_str line, uint32_t k) {
    while (k-- > 0) line = fp_str_slice(line, fp_str_find(line, '\t') + 1, line.len);
    return fp_str_slice(line, 0, fp_str_find(line, '\t'));
}

/* The folder that a file of the corpus lies in. */
static family *family_of(families *all, fp_str file) {
    size_t end = file.len;
    while (end > 0 && file.data[end] != '/') end--;
    fp_str folder = fp_str_slice(file, 0, end);
    for (uint32_t i = 0; i < all->len; i++)
        if (fp_str_equal(all->data[i].name, folder)) return &all->data[i];
    if (all->len == FAMILIES_MAX) abort();
    all->data[all->len] = (family){ .name = folder };
    return &all->data[all->len++];
}

static void lower_file(const char *path, int64_t counted, family *f) {
    struct fp_arena *keep = fp_arena_new();
    fp_str text = read_bytes(keep, path);
    if (!text.data) {
        fp_arena_drop(keep);
        return;
    }
    struct fp_syntax *syntax = fp_syntax_new();
    loaded_file loaded = load_text(keep, syntax, text, &(fp_lower_options){ .target = { NULL, 0 } });
    uint64_t accesses = 0;
    for (uint32_t i = 0; i < loaded.program.count; i++) {
        accesses += count_workgroup(loaded.program.kernels[i]);
        f->syncs += loaded.program.kernels[i]->syncs.len;
        (void)fp_kernel_dump(keep, loaded.program.kernels[i]);
    }
    f->files++;
    f->kernels += loaded.program.count;
    f->ops += loaded.ops;
    f->accesses += accesses;
    f->counted += counted > 0 ? (uint64_t)counted : 0;
    f->far_off += counted > 0 && (accesses * 2 < (uint64_t)counted || accesses > (uint64_t)counted * 4);
    f->empty += counted > 0 && accesses == 0;
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
}

static fp_str table(struct fp_arena *keep, const families *all) {
    fp_str text =
        FP_STR("family\tfiles\tkernels\tops\taccesses\tcounted by the index\tsyncs\tfiles far off\tof them empty\n");
    for (uint32_t i = 0; i < all->len; i++) {
        const family *f = &all->data[i];
        text =
            fp_str_printf(keep, "%.*s%.*s\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\n", FP_STR_ARG(text),
                          FP_STR_ARG(f->name), (unsigned long long)f->files, (unsigned long long)f->kernels,
                          (unsigned long long)f->ops, (unsigned long long)f->accesses, (unsigned long long)f->counted,
                          (unsigned long long)f->syncs, (unsigned long long)f->far_off, (unsigned long long)f->empty);
    }
    return text;
}

static fp_str next_line(fp_str *rest) {
    size_t end = fp_str_find(*rest, '\n');
    fp_str line = fp_str_slice(*rest, 0, end);
    *rest = fp_str_slice(*rest, end < rest->len ? end + 1 : end, rest->len);
    return line;
}

static int compare(fp_str found, fp_str wanted) {
    int differing = 0;
    while (found.len || wanted.len) {
        fp_str line = next_line(&found), before = next_line(&wanted);
        if (fp_str_equal(line, before)) continue;
        printf("baseline  %.*s\nfound     %.*s\n", FP_STR_ARG(before), FP_STR_ARG(line));
        differing++;
    }
    return differing;
}

static int write_table(const char *path, fp_str text) {
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(text.data, 1, text.len, file) == text.len;
    return file && fclose(file) == 0 && written ? 0 : 2;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    bool update = argc > 3 && strcmp(argv[3], "--update") == 0;
    struct fp_arena *keep = fp_arena_new();
    char path[1024];
    snprintf(path, sizeof path, "%s/corpus/index.tsv", argv[1]);
    fp_str index = read_bytes(keep, path);
    if (!index.data) {
        printf("skipped: no corpus\n");
        fp_arena_drop(keep);
        return update ? 0 : 77;
    }
    families all = { .len = 0 };
    next_line(&index); /* names of the columns */
    while (index.len) {
        fp_str line = next_line(&index), name = field_at(line, 0);
        int64_t counted;
        if (!fp_str_int(field_at(line, 12), &counted)) counted = 0;
        snprintf(path, sizeof path, "%s/corpus/%.*s", argv[1], FP_STR_ARG(name));
        lower_file(path, counted, family_of(&all, name));
    }
    fp_str found = table(keep, &all);
    int status = update ? write_table(argv[2], found) : compare(found, read_bytes(keep, argv[2])) != 0;
    if (!update) printf("%u families%s\n", all.len, status ? ", with differences" : "");
    fp_arena_drop(keep);
    return status;
}
