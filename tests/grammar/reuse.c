/* reuse.c - edits in front of a large op, or of most of a large region, which leave that as it is: its nodes are
 * taken over, not read again. */
#include "tree.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char before[] = "#map = affine_map<(d0) -> (d0)>\n"
                             "\n"
                             "module {\n"
                             "  gpu.module @m {\n"
                             "    gpu.func @k(%m: memref<4xf32>, %i: index) kernel {\n"
                             "      gpu.barrier\n"
                             "      %a = memref.load %m[%i] : memref<4xf32>\n"
                             "      gpu.return\n"
                             "    }\n"
                             "  }\n"
                             "}\n";

/* `inserted` comes in front of `mark`. */
typedef struct {
    const char *mark, *inserted;
} edit;
static const edit edits[] = {
    { "#map", "// x\n" },
    { "#map", "/" },
    { "ap =", "x" },
    { "\n\nmodule", " // x" },
    { "\nmodule", "/" },
    { "\nmodule", "// x" },
    { "module {", "// x\n" },
    { "module {", "\n" },
    { " {\n  gpu.module", " // x\n" },
    { "    gpu.func", "    // x\n    // y\n" },
    { "\n      gpu.return", " // x" },
};

static TSPoint point_at(const char *at, uint32_t offset) {
    TSPoint point = { 0, 0 };
    for (uint32_t i = 0; i < offset; i++)
        point = at[i] == '\n' ? (TSPoint){ point.row + 1, 0 } : (TSPoint){ point.row, point.column + 1 };
    return point;
}

/* The name of the op that begins at `offset`. */
static TSNode name_at(const TSTree *tree, uint32_t offset) {
    return ts_node_descendant_for_byte_range(ts_tree_root_node(tree), offset, offset + 1);
}

/* `removed` bytes at `at` go, `inserted` comes: is the name of the op at `last` taken over? */
static bool keeps(TSParser *parser, text old_text, const TSTree *old, uint32_t at, uint32_t removed,
                  const char *inserted, uint32_t last) {
    uint32_t added = (uint32_t)strlen(inserted);
    text new_text = text_replace(old_text, at, at + removed, inserted, added);
    TSTree *changed = ts_tree_copy(old);
    ts_tree_edit(changed, &(TSInputEdit){ at, at + removed, at + added, point_at(old_text.data, at),
                                          point_at(old_text.data, at + removed), point_at(new_text.data, at + added) });
    TSTree *tree = parse(parser, changed, new_text);
    bool kept = name_at(old, last).id == name_at(tree, last + added - removed).id;
    if (!kept)
        fprintf(stderr, "read again: all behind byte %u, where \"%.*s\" goes and \"%s\" comes in front of \"%.20s\"\n",
                (unsigned)at, (int)removed, old_text.data + at, inserted, old_text.data + at + removed);
    ts_tree_delete(tree);
    ts_tree_delete(changed);
    text_drop(new_text);
    return kept;
}

static bool keep_the_large_op(TSParser *parser) {
    text whole = { (char *)before, sizeof before - 1 };
    TSTree *old = parse(parser, NULL, whole);
    bool good = true;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
        good = keeps(parser, whole, old, (uint32_t)(strstr(before, edits[i].mark) - before), 0, edits[i].inserted,
                     (uint32_t)(strstr(before, "gpu.return") - before)) &&
               good;
    ts_tree_delete(old);
    return good;
}

/* A region of so many ops that it has long stretches, with rows of ops that are alike; the caller frees it. */
static text make_region(void) {
    enum { OPS = 1500, LINE_MAX = 100 };
    text region = { malloc((OPS + 8) * LINE_MAX), 0 };
    uint32_t state = 1;
    if (!region.data) abort();
    int length = snprintf(region.data, LINE_MAX, "func.func @k(%%m: memref<4xf32>, %%i: index, %%a: f32) {\n");
    for (int i = 0; i < OPS; i++) {
        state = state * 1664525 + 1013904223;
        char *at = region.data + length;
        switch (state >> 28) {
        case 0:
        case 1: length += snprintf(at, LINE_MAX, "  gpu.barrier\n"); break;
        case 2: length += snprintf(at, LINE_MAX, "  // a comment\n"); break;
        case 3: length += snprintf(at, LINE_MAX, "  scf.if %%c {\n    gpu.barrier\n  }\n"); break;
        case 4:
        case 5:
        case 6:
        case 7:
            length += snprintf(at, LINE_MAX, "  memref.store %%%d, %%m[%%i] : memref<4xf32>\n", (int)(state >> 24 & 7));
            break;
        default: length += snprintf(at, LINE_MAX, "  %%%d = arith.addf %%a, %%a : f32\n", i); break;
        }
    }
    length += snprintf(region.data + length, LINE_MAX, "  func.return\n}\n");
    region.len = (uint32_t)length;
    return region;
}

/* Keystrokes at the end of each third line, lines that go, come twice, and come; not beside the first stretch, nor in
 * that of the last op. */
static bool keep_the_rest_of_a_region(TSParser *parser) {
    text region = make_region();
    TSTree *old = parse(parser, NULL, region);
    uint32_t last = (uint32_t)(strstr(region.data, "func.return") - region.data), number = 0;
    bool good = true;
    enum { STRETCH_OPS = 30 };
    for (const char *line = strchr(region.data, '\n') + 1; line < region.data + last / 10 * 9;
         line = strchr(line, '\n') + 1) {
        uint32_t start = (uint32_t)(line - region.data), end = (uint32_t)(strchr(line, '\n') - region.data),
                 next = end + 1;
        char again[100] = "";
        if (number++ % 3 != 0 || number < STRETCH_OPS) continue;
        memcpy(again, line, next - start);
        bool alone = !strchr(again, '{') && !strchr(again, '}');
        good = keeps(parser, region, old, end, 0, " // x", last) && good;
        good = keeps(parser, region, old, end, 0, "\n  gpu.barrier", last) && good;
        good = (!alone || keeps(parser, region, old, start, next - start, "", last)) && good;
        good = (!alone || keeps(parser, region, old, start, 0, again, last)) && good;
        good = (!alone || keeps(parser, region, old, end - 1, 1, "", last)) && good;
    }
    ts_tree_delete(old);
    text_drop(region);
    return good;
}

int main(void) {
    TSParser *parser = parser_new();
    bool good = keep_the_large_op(parser);
    good = keep_the_rest_of_a_region(parser) && good;
    ts_parser_delete(parser);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
