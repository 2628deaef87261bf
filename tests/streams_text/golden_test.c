/* The events of small kernels as text: `golden_test FOLDER` compares every X.mlir there with X.events, `--update`
 * writes them. X.cf.mlir is X.mlir with its control flow as a graph: it has no golden file of its own, its events are
 * X's. `golden_test FILE.mlir` prints every vector. */
#include "program.h"
#include <dirent.h>
#include <string.h>

static int failures, cases;

static bool ends_with(const char *name, const char *suffix) {
    size_t len = strlen(name), tail = strlen(suffix);
    return len > tail && strcmp(name + len - tail, suffix) == 0;
}

static const char *const classes[] = { "strict", "regular", "irregular" };

static fp_str head_of(struct fp_arena *keep, const struct fp_machine *machine) {
    fp_str head = fp_str_printf(keep, "-- %s", classes[fp_machine_vector_class(machine)]);
    for (uint32_t i = 0; i < fp_machine_leaf_count(machine); i++) {
        const fp_machine_leaf *leaf = fp_machine_leaf_at(machine, i);
        head =
            fp_str_printf(keep, "%.*s, %.*s = %lld (unit %lld, ring %lld)", FP_STR_ARG(head), FP_STR_ARG(leaf->name),
                          (long long)fp_machine_leaf_value(machine, i), (long long)leaf->unit, (long long)leaf->ring);
    }
    return head;
}

/* The first vector of each kernel, or all. */
static fp_str dump_file(struct fp_arena *keep, struct fp_syntax *syntax, const char *path, uint32_t vectors) {
    struct fp_program program = load_program(keep, syntax, read_bytes(keep, path));
    fp_str all = FP_STR("");
    for (uint32_t k = 0; k < program.count; k++) {
        if (!program.kernels[k]->is_entry || !fp_machine_needed(program.kernels[k])) continue;
        struct fp_machine *machine = fp_machine_new(keep, program.kernels[k], &program);
        for (uint32_t v = 0; v < vectors && fp_machine_next_vector(machine); v++) {
            fp_str events = fp_machine_dump(keep, machine), head = head_of(keep, machine);
            all = fp_str_printf(keep, "%.*s%.*s\n%.*s", FP_STR_ARG(all), FP_STR_ARG(head), FP_STR_ARG(events));
        }
    }
    return all;
}

static void show_difference(const char *name, fp_str expected, fp_str found) {
    uint32_t line = 1;
    size_t at = 0;
    while (at < expected.len && at < found.len && expected.data[at] == found.data[at])
        line += expected.data[at++] == '\n';
    while (at > 0 && expected.data[at - 1] != '\n') at--;
    fp_str left = fp_str_slice(expected, at, expected.len), right = fp_str_slice(found, at, found.len);
    failures++;
    printf("%s: events differ in line %u\n  expected %.*s\n  found    %.*s\n", name, line, (int)fp_str_find(left, '\n'),
           left.data, (int)fp_str_find(right, '\n'), right.data);
}

static void check_case(const char *folder, const char *name, bool update) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new();
    char source[512], golden[520];
    bool graph = ends_with(name, ".cf.mlir");
    size_t stem = strlen(name) - strlen(graph ? ".cf.mlir" : ".mlir");
    snprintf(source, sizeof source, "%s/%s", folder, name);
    snprintf(golden, sizeof golden, "%s/%.*s.events", folder, (int)stem, name);
    fp_str found = dump_file(keep, syntax, source, 1);
    FILE *file = update && !graph ? fopen(golden, "wb") : NULL;
    if (file) {
        fwrite(found.data, 1, found.len, file);
        fclose(file);
    }
    fp_str expected = read_bytes(keep, golden);
    cases++;
    if (!expected.data || !fp_str_equal(expected, found)) show_difference(name, expected, found);
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
}

int main(int argc, char **argv) {
    bool update = argc > 2 && strcmp(argv[2], "--update") == 0;
    if (argc == 2 && ends_with(argv[1], ".mlir")) {
        struct fp_arena *keep = fp_arena_new();
        struct fp_syntax *syntax = fp_syntax_new();
        fp_str text = dump_file(keep, syntax, argv[1], FP_MACHINE_VECTORS_MAX);
        fwrite(text.data, 1, text.len, stdout);
        fp_syntax_drop(syntax);
        fp_arena_drop(keep);
        return 0;
    }
    DIR *folder = argc > 1 ? opendir(argv[1]) : NULL;
    if (!folder) return printf("usage: golden_test FOLDER [--update]\n"), 2;
    for (int graph = 0; graph < 2; graph++) {
        for (struct dirent *entry; (entry = readdir(folder));)
            if (ends_with(entry->d_name, ".mlir") && ends_with(entry->d_name, ".cf.mlir") == (graph == 1))
                check_case(argv[1], entry->d_name, update);
        rewinddir(folder);
    }
    closedir(folder);
    printf("%d files, %d differ\n", cases, failures);
    return failures != 0 || cases == 0;
}
