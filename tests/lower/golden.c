#include "golden.h"
#include <dirent.h>
#include <string.h>

typedef struct {
    const golden_kind *kind;
    const char *folder;
    char twin[32]; /* ".generic.mlir" */
    bool update;
    int failures, cases;
} run;

static bool ends_with(const char *name, const char *suffix) {
    size_t len = strlen(name), tail = strlen(suffix);
    return len > tail && strcmp(name + len - tail, suffix) == 0;
}

static void write_file(const char *path, fp_str text) {
    FILE *file = fopen(path, "wb");
    if (!file) return;
    fwrite(text.data, 1, text.len, file);
    fclose(file);
}

static void show_difference(const char *name, fp_str expected, fp_str found) {
    uint32_t line = 1;
    size_t at = 0;
    while (at < expected.len && at < found.len && expected.data[at] == found.data[at])
        line += expected.data[at++] == '\n';
    while (at > 0 && expected.data[at - 1] != '\n') at--;
    fp_str left = fp_str_slice(expected, at, expected.len), right = fp_str_slice(found, at, found.len);
    printf("%s: differs in line %u\n  expected %.*s\n  found    %.*s\n", name, line, (int)fp_str_find(left, '\n'),
           left.data, (int)fp_str_find(right, '\n'), right.data);
}

static bool is_as_expected(struct fp_arena *keep, const run *r, const char *name, fp_str expected, fp_str found) {
    if (!expected.data) {
        printf("%s: no golden file\n", name);
        return false;
    }
    if (r->kind->shared && ends_with(name, r->twin))
        expected = r->kind->shared(keep, expected), found = r->kind->shared(keep, found);
    bool same = fp_str_equal(expected, found);
    if (!same) show_difference(name, expected, found);
    return same;
}

static void check_case(run *r, const char *name) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new();
    char source[512], golden[520];
    bool is_twin = ends_with(name, r->twin);
    size_t stem = strlen(name) - strlen(is_twin ? r->twin : ".mlir");
    snprintf(source, sizeof source, "%s/%s", r->folder, name);
    snprintf(golden, sizeof golden, "%s/%.*s.%s", r->folder, (int)stem, name, r->kind->suffix);
    fp_str found = r->kind->make(keep, syntax, read_bytes(keep, source), GOLDEN_COMPARED);
    if (r->update && !is_twin) write_file(golden, found);
    r->cases++;
    r->failures += !is_as_expected(keep, r, name, read_bytes(keep, golden), found);
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
}

static int print_file(const golden_kind *kind, const char *path) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new();
    fp_str text = kind->make(keep, syntax, read_bytes(keep, path), GOLDEN_PRINTED);
    fwrite(text.data, 1, text.len, stdout);
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
    return 0;
}

int golden_main(int argc, char **argv, const golden_kind *kind) {
    run r = { .kind = kind, .folder = argv[1], .update = argc > 2 && strcmp(argv[2], "--update") == 0 };
    snprintf(r.twin, sizeof r.twin, ".%s.mlir", kind->twin);
    if (argc == 2 && ends_with(argv[1], ".mlir")) return print_file(kind, argv[1]);
    DIR *folder = argc > 1 ? opendir(argv[1]) : NULL;
    if (!folder) return printf("usage: golden_test FOLDER [--update]\n"), 2;
    for (int twins = 0; twins < 2; twins++) { /* goldens are written before twins look at them */
        for (struct dirent *entry; (entry = readdir(folder));)
            if (ends_with(entry->d_name, ".mlir") && ends_with(entry->d_name, r.twin) == (twins == 1))
                check_case(&r, entry->d_name);
        rewinddir(folder);
    }
    closedir(folder);
    printf("%d files, %d differ\n", r.cases, r.failures);
    return r.failures != 0 || r.cases == 0;
}
