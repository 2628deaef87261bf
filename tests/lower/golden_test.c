/* Kernels of small files, as dumped, against golden files: `golden_test FOLDER` compares every X.mlir there with
 * X.dump, `--update` writes the dumps.
 *
 * X.generic.mlir is X.mlir in generic form. It has no golden file: its dump must be X.dump but for lines, columns and
 * what a form alone can show. A first line `// options: target=gfx942 block=256,1,1` stands for options of the
 * command line. */
#include "load.h"
#include "views/kernel_dump.h"
#include <dirent.h>
#include <string.h>

static int failures, cases;

static bool ends_with(const char *name, const char *suffix) {
    size_t len = strlen(name), tail = strlen(suffix);
    return len > tail && strcmp(name + len - tail, suffix) == 0;
}

static fp_lower_options read_options(fp_str text) {
    fp_lower_options options = { .target = { NULL, 0 } };
    if (!fp_str_starts(text, FP_STR("// options:"))) return options;
    char line[256] = { 0 }, chip[64] = { 0 };
    memcpy(line, text.data, fp_str_find(text, '\n') < sizeof line - 1 ? fp_str_find(text, '\n') : sizeof line - 1);
    const char *target = strstr(line, "target="), *block = strstr(line, "block=");
    if (target && sscanf(target, "target=%63s", chip) == 1)
        options.target = (fp_str){ text.data + (target - line) + 7, strlen(chip) };
    if (block) sscanf(block, "block=%u,%u,%u", &options.block[0], &options.block[1], &options.block[2]);
    return options;
}

static fp_str dump_file(struct fp_arena *keep, struct fp_syntax *syntax, const char *path) {
    fp_str text = read_bytes(keep, path);
    fp_lower_options options = read_options(text);
    loaded_file loaded = load_text(keep, syntax, text, &options);
    fp_str all = FP_STR("");
    for (uint32_t i = 0; i < loaded.count; i++) {
        fp_str one = fp_kernel_dump(keep, loaded.kernels[i]);
        all = fp_str_printf(keep, "%.*s%.*s", FP_STR_ARG(all), FP_STR_ARG(one));
    }
    return all;
}

/* Without places ("12:7") and the words in brackets that say where a target stood. */
static fp_str without_places(struct fp_arena *keep, fp_str text) {
    FP_VEC(char) kept = { NULL, 0, 0 };
    for (size_t i = 0; i < text.len; i++) {
        size_t end = i + 1;
        while (end < text.len && ((text.data[end] >= '0' && text.data[end] <= '9') || text.data[end] == ':')) end++;
        if (text.data[i] == ' ' && end > i + 3 && memchr(text.data + i, ':', end - i)) {
            i = end - 1;
            continue;
        }
        if (text.data[i] == '(') {
            i += fp_str_find(fp_str_slice(text, i, text.len), ')');
            continue;
        }
        *FP_PUSH(keep, &kept) = text.data[i];
    }
    return (fp_str){ kept.data, kept.len };
}

static void show_difference(const char *name, fp_str expected, fp_str found) {
    failures++;
    uint32_t line = 1;
    size_t at = 0;
    while (at < expected.len && at < found.len && expected.data[at] == found.data[at])
        line += expected.data[at++] == '\n';
    while (at > 0 && expected.data[at - 1] != '\n') at--;
    fp_str left = fp_str_slice(expected, at, expected.len), right = fp_str_slice(found, at, found.len);
    printf("%s: dump differs in line %u\n  expected %.*s\n  found    %.*s\n", name, line, (int)fp_str_find(left, '\n'),
           left.data, (int)fp_str_find(right, '\n'), right.data);
}

static void check_case(const char *folder, const char *name, bool update) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new();
    char source[512], golden[520];
    bool generic = ends_with(name, ".generic.mlir");
    size_t stem = strlen(name) - strlen(generic ? ".generic.mlir" : ".mlir");
    snprintf(source, sizeof source, "%s/%s", folder, name);
    snprintf(golden, sizeof golden, "%s/%.*s.dump", folder, (int)stem, name);
    fp_str found = dump_file(keep, syntax, source);
    if (update && !generic) {
        FILE *file = fopen(golden, "wb");
        if (file) {
            fwrite(found.data, 1, found.len, file);
            fclose(file);
        }
    }
    fp_str expected = read_bytes(keep, golden);
    cases++;
    if (!expected.data) {
        failures++;
        printf("%s: no golden file\n", name);
    } else if (generic) {
        fp_str plain = without_places(keep, expected), other = without_places(keep, found);
        if (!fp_str_equal(plain, other)) show_difference(name, plain, other);
    } else if (!fp_str_equal(expected, found)) {
        show_difference(name, expected, found);
    }
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
}

int main(int argc, char **argv) {
    bool update = argc > 2 && strcmp(argv[2], "--update") == 0;
    if (argc == 2 && ends_with(argv[1], ".mlir")) { /* one file, to look at */
        struct fp_arena *keep = fp_arena_new();
        struct fp_syntax *syntax = fp_syntax_new();
        fp_str text = dump_file(keep, syntax, argv[1]);
        fwrite(text.data, 1, text.len, stdout);
        fp_syntax_drop(syntax);
        fp_arena_drop(keep);
        return 0;
    }
    DIR *folder = argc > 1 ? opendir(argv[1]) : NULL;
    if (!folder) {
        printf("usage: golden_test FOLDER [--update]\n");
        return 2;
    }
    for (int generic = 0; generic < 2; generic++) { /* goldens are written before twins look at them */
        for (struct dirent *entry; (entry = readdir(folder));)
            if (ends_with(entry->d_name, ".mlir") && ends_with(entry->d_name, ".generic.mlir") == (generic == 1))
                check_case(argv[1], entry->d_name, update);
        rewinddir(folder);
    }
    closedir(folder);
    printf("%d files, %d differ\n", cases, failures);
    return failures != 0 || cases == 0;
}
