/* intervals.c - files, and variants of them, are analysed whole and in parts: both say the same.
 *
 *     intervals [--traps] [--variants N] [--only RULE] FILE..
 *
 * Files: see files_from in tests/grammar/tree.h. --variants: each kind N times (1). --only: see compare_only.
 *
 * --traps: fixtures; each says in a comment `// parts: some` when its kernel must be cut, `// parts: any` when it is open. */
#include "compare.h"
#include "tree.h"
#include "variants.h"
#include "written.h"
#include <stdlib.h>
#include <string.h>

enum { BYTES_MAX = 200 * 1000, SHOWN_MAX = 4 };

typedef struct { tally sums[VARIANT_COUNT]; uint32_t shown; bool failed; } run;

static void try(run *r, const char *path, variant_kind kind, fp_str source) {
    char name[4200];
    snprintf(name, sizeof name, "%s, %s", path, variant_names[kind]);
    for (uint32_t one_in = 1; one_in <= 2; one_in++) {
        bool differs = r->shown < SHOWN_MAX ? show_if_differs(name, source, one_in, &r->sums[kind]) : !compare_cut(name, source, one_in, &r->sums[kind], NULL).same;
        r->shown += differs;
        r->failed |= differs;
    }
}

static void try_file(run *r, const char *path, uint32_t each) {
    fp_str source = read_file(path);
    for (int kind = 0; kind < VARIANT_COUNT && source.len <= BYTES_MAX; kind++) {
        bool chooses = kind == VARIANT_STRIPPED || kind == VARIANT_REPEATED_STRIPPED;
        for (uint32_t which = 0; which < (chooses ? each : 1); which++) {
            fp_str variant = variant_make(source, (variant_kind)kind, which * 7 + 1);
            if (variant.data) try(r, path, (variant_kind)kind, variant);
            free((void *)variant.data);
        }
    }
    free((void *)source.data);
}

static bool holds(fp_str source, const char *words) {
    size_t length = strlen(words);
    for (size_t i = 0; i + length <= source.len; i++)
        if (memcmp(source.data + i, words, length) == 0) return true;
    return false;
}

static void try_trap(run *r, const char *path) {
    fp_str source = read_file(path);
    bool some = holds(source, "// parts: some\n"), any = holds(source, "// parts: any\n");
    if (some == any) r->failed = true, printf("%s: says neither '// parts: some' nor '// parts: any'\n", path);
    if (some && compare_cut(path, source, 1, NULL, NULL).parts == 0) r->failed = true, printf("%s: nothing was cut\n", path);
    try(r, path, VARIANT_PLAIN, source);
    free((void *)source.data);
}

int main(int argc, char **argv) {
    int first = 1;
    uint32_t each = 1;
    bool traps = false;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (; first < argc; first++) {
        if (strcmp(argv[first], "--traps") == 0) traps = true;
        else if (strcmp(argv[first], "--only") == 0 && first + 1 < argc) compare_only(argv[++first]);
        else if (strcmp(argv[first], "--variants") == 0 && first + 1 < argc) each = (uint32_t)atoi(argv[++first]);
        else break;
    }
    file_list files = files_from(argc, argv, first);
    if (!can_cut()) {
        printf("nothing is cut\n");
        return 1;
    }
    static run r;
    for (uint32_t i = 0; i < files.count; i++)
        if (traps) try_trap(&r, files.names[i]);
        else try_file(&r, files.names[i], each);
    uint64_t cut = 0;
    for (int kind = 0; kind < (traps ? 1 : VARIANT_COUNT); kind++) {
        printf("%s: ", variant_names[kind]);
        print_tally(&r.sums[kind]);
        cut += r.sums[kind].cut;
    }
    if (cut == 0) printf("nothing was cut\n");
    printf("%u files%s\n", files.count, r.failed ? ", with differences" : "");
    files_drop(files);
    return r.failed || cut == 0;
}
