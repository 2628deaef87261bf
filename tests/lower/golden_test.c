/* Kernels of small files, as dumped, against golden files (golden.h).
 *
 * X.generic.mlir is X.mlir in generic form: its dump must be X.dump but for lines, columns and what a form alone can
 * show. A first line `// options: target=gfx942 block=256,1,1` stands for options of the command line. */
#include "golden.h"
#include "views/kernel_dump.h"
#include <string.h>

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

static fp_str dump(struct fp_arena *keep, struct fp_syntax *syntax, fp_str text, golden_use use) {
    (void)use;
    fp_lower_options options = read_options(text);
    struct fp_program program = load_text(keep, syntax, text, &options).program;
    fp_str all = FP_STR("");
    for (uint32_t i = 0; i < program.count; i++) {
        fp_str one = fp_kernel_dump(keep, program.kernels[i]);
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

int main(int argc, char **argv) {
    return golden_main(argc, argv, &(golden_kind){ "dump", "generic", dump, without_places });
}
