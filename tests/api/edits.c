/* edits.c - after any sequence of edits a document says what a fresh one with the same text says.
 *
 *     api_edits ROUNDS SEED FILE..
 *
 * Edits every file ROUNDS times, each from a seed of its own. Files: see files_from in tests/grammar/tree.h. */
#include "tree.h"
#include "written.h"
#include <fencepost.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What people type: lines that appear, vanish and move, half an op, barriers, brackets, other targets. */
static const char *const snippets[] = {
    "\n",
    "    gpu.barrier\n",
    "gpu.barrier memfence [#gpu.address_space<workgroup>]\n",
    "}",
    "{",
    "(",
    ")",
    "%",
    "@",
    "\"",
    "//",
    "// -----\n",
    "%tid",
    " ",
    "x",
    "    memref.store",
    "#gpu.address_space<workgroup>",
    "\n// fencepost: target=gfx1201\n",
    "scf.if %p {\n}\n",
    "\r\n",
    "\xC3\xA9",
    "\xFF",
    "func.func @extra() {\n  gpu.barrier\n  return\n}\n",
    "#alias = 3\n",
    "256",
    "0",
    "amdgpu.lds_barrier",
    "gpu.module @more {\n}\n",
    " loc(\"kernel.py\":3:1)",
};
enum { SNIPPET_COUNT = sizeof snippets / sizeof *snippets };

static fp_span random_span(uint64_t *seed, size_t length) {
    size_t start = (size_t)(next_random(seed) % (length + 1)), most = next_random(seed) % 4 == 0 ? 200 : 12;
    size_t size = (size_t)(next_random(seed) % (most + 1));
    if (start + size > length) size = length - start;
    return (fp_span){ (uint32_t)start, (uint32_t)(start + size) };
}

static int edit_file(const char *path, int rounds, uint64_t seed) {
    fp_str original = read_file(path);
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, original);
    int failed = differs_from_fresh(engine, document, path, 0);
    for (int round = 1; round <= rounds && !failed; round++) {
        fp_str now = fp_document_text(document);
        if (next_random(&seed) % 24 ==
            0) { /* start again from what is whole: broken text stays broken for ever otherwise */
            fp_document_edit(document, (fp_span){ 0, (uint32_t)now.len }, original);
        } else {
            fp_span span = random_span(&seed, now.len);
            if (next_random(&seed) % 3 == 0)
                span = line_around(now, span.start);
            else if (next_random(&seed) % 2 == 0)
                span.end = span.start;
            const char *snippet = snippets[next_random(&seed) % SNIPPET_COUNT];
            fp_document_edit(document, span, (fp_str){ snippet, next_random(&seed) % 4 ? strlen(snippet) : 0 });
        }
        if (next_random(&seed) % 3 != 0)
            failed = differs_from_fresh(engine, document, path, round); /* else several edits before a check */
    }
    fp_engine_drop(engine);
    free((void *)original.data);
    return failed;
}

/* Kernels in one: edits of comments, accesses, barriers, bounds and definitions, each in a line, some undone at
 * once. */
static const char *const line_ends[] = {
    " // x", " // a \"b\" c", "  ", " // @kernel", " // fencepost: target=gfx1201", " //", " /"
};
static const char *const swaps[][2] = { { "%", "%0" },       { "gpu.barrier", "" }, { "0", "1" }, { "1", "2" },
                                        { "store", "load" }, { "load", "store" },   { "4", "8" }, { "// ", "//" },
                                        { "[", "[%c0, " },   { "x", "y" } };

/* Where the line of `at` ends, its line break left out. */
static uint32_t end_of_line(fp_str all, uint32_t at) {
    while (at < all.len && all.data[at] != '\n' && all.data[at] != '\r') at++;
    return at;
}

/* One edit inside of a line; what would undo it goes to `span` and `old`. */
static void edit_line(struct fp_document *document, uint64_t *seed, fp_span *span, char *old, size_t room) {
    fp_str all = fp_document_text(document);
    uint32_t at = (uint32_t)(next_random(seed) % all.len), end = end_of_line(all, at);
    const char *now = line_ends[next_random(seed) % (sizeof line_ends / sizeof *line_ends)];
    fp_span gone = { end, end };
    if (next_random(seed) % 3 == 0) { /* an older comment goes, or a part of it */
        const char *slashes = memchr(all.data + at, '/', end - at);
        if (slashes) gone.start = (uint32_t)(slashes - all.data) + (uint32_t)(next_random(seed) % 4);
        if (gone.start > end) gone.start = end;
        now = next_random(seed) % 2 ? "" : "z";
    } else if (next_random(seed) % 3 == 0) {
        const char *const *swap = swaps[next_random(seed) % (sizeof swaps / sizeof *swaps)];
        size_t length = strlen(swap[0]);
        for (uint32_t i = at; i + length <= end; i++)
            if (!memcmp(all.data + i, swap[0], length)) {
                gone = (fp_span){ i, i + (uint32_t)length };
                now = swap[1];
                break;
            }
    }
    size_t length = gone.end - gone.start < room ? gone.end - gone.start : room - 1;
    gone.end = gone.start + (uint32_t)length;
    memcpy(old, all.data + gone.start, length);
    old[length] = '\0';
    *span = (fp_span){ gone.start, gone.start + (uint32_t)strlen(now) };
    fp_document_edit(document, gone, (fp_str){ now, strlen(now) });
}

static int edit_lines(const char *path, int rounds, uint64_t seed) {
    fp_str original = read_file(path);
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, original);
    int failed = original.len ? differs_from_fresh(engine, document, path, 0) : 0;
    for (int round = 1; round <= rounds && !failed && original.len; round++) {
        fp_span span;
        char old[64];
        edit_line(document, &seed, &span, old, sizeof old);
        if (next_random(&seed) % 4) failed = differs_from_fresh(engine, document, path, round);
        if (next_random(&seed) % 2 == 0) continue;
        fp_document_edit(document, span, (fp_str){ old, strlen(old) });
        if (!failed && next_random(&seed) % 3) failed = differs_from_fresh(engine, document, path, round);
    }
    fp_engine_drop(engine);
    free((void *)original.data);
    return failed;
}

/* Makes the edits one by one; before the first and after each the document says what a fresh one would. */
static int edit_text(const char *name, fp_str whole, const fp_edit *edits, int count) {
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, whole);
    int failed = differs_from_fresh(engine, document, name, 0);
    for (int i = 0; i < count; i++) {
        fp_document_edit(document, edits[i].span, edits[i].text);
        failed |= differs_from_fresh(engine, document, name, i + 1);
    }
    fp_engine_drop(engine);
    return failed;
}

/* One edit: the first `old` of the text becomes `now`. */
static int edit_first(const char *name, const char *whole, const char *old, const char *now) {
    uint32_t at = (uint32_t)(strstr(whole, old) - whole);
    fp_edit edit = { { at, at + (uint32_t)strlen(old) }, { now, strlen(now) } };
    return edit_text(name, (fp_str){ whole, strlen(whole) }, &edit, 1);
}

/* A comment that directs the kernel behind it comes to stand between the lines of something else: of an alias, of
 * what is no op, behind a quote. */
static int edit_directive(const char *before, const char *behind) {
    char whole[400];
    snprintf(whole, sizeof whole, "%s%sfunc.func @kernel() {\n  gpu.barrier\n  return\n}\n", before, behind);
    uint32_t at = (uint32_t)strlen(before);
    fp_edit edit = { { at, at }, FP_STR("// fencepost: target=gfx1201\n") };
    return edit_text(before, (fp_str){ whole, strlen(whole) }, &edit, 1);
}

/* A line that ended in \r\n ends in \r: it is one all the same, also where a kernel's facts name lines. */
static int edit_line_end(void) {
    static const char whole[] = "// a\r\n// b\r\ngpu.module @m {\n  gpu.func @kernel(%lds: memref<4xf32, 3>) kernel\n  "
                                "    attributes {known_block_size = array<i32: 64, 1, 1>} {\n"
                                "    gpu.barrier\n    gpu.return\n  }\n}\n";
    return edit_first("line end", whole, "\n", "");
}

/* A comment inside of an op hides a location, until the comment goes. */
static int edit_location(void) {
    static const char whole[] = "func.func @kernel(%v: f32, %lds: memref<4xf32, 3>, %j: index) {\n"
                                "  %i = gpu.thread_id x\n  memref.store %v, %lds[%i] : memref<4xf32, 3>\n"
                                "  %r = memref.load %lds[%j // ] loc(\"kernel.py\":3:1)\n  ] : memref<4xf32, 3>\n"
                                "  return\n}\n";
    return edit_first("location", whole, "//", "");
}

/* What an alias with a dash in its name stands for changes: a kernel that names it is another one. */
static int edit_alias(void) {
    static const char whole[] = "// fencepost: target=gfx942\n#a-b = #gpu.address_space<workgroup>\n"
                                "func.func @kernel(%v: f32, %lds: memref<4xf32, 3>, %i: index, %j: index) -> f32 {\n"
                                "  memref.store %v, %lds[%i] : memref<4xf32, 3>\n  gpu.barrier memfence [#a-b]\n"
                                "  %r = memref.load %lds[%j] : memref<4xf32, 3>\n  return %r : f32\n}\n";
    return edit_first("alias", whole, "workgroup", "global");
}

/* An alias comes to stand in the middle of a global, or a line ends there: what is left of the global's text is cut in
 * two, and the kernel that names the global finds another one, or none. */
static int edit_global(const char *before, const char *inserted) {
    static const char whole[] = "#first = 1\nllvm.mlir.global internal @lds() {addr_space = 3 : i32} : "
                                "!llvm.array<256 x f32>\nllvm.func @kernel(%v: f32) attributes {rocdl.kernel} {\n"
                                "  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>\n"
                                "  llvm.store %v, %lds : f32, !llvm.ptr<3>\n  llvm.return\n}\n";
    uint32_t at = (uint32_t)(strstr(whole, before) - whole), blank = (uint32_t)(strstr(whole, " x f32") - whole);
    if (blank >= at) blank += (uint32_t)strlen(inserted);
    fp_edit edits[] = { { { at, at }, { inserted, strlen(inserted) } }, { { blank, blank + 1 }, FP_STR("\n") } };
    return edit_text(inserted, (fp_str){ whole, sizeof whole - 1 }, edits, 2);
}

/* A module goes: what was a declaration in it is no MLIR at file level. */
static int edit_module(void) {
    static const char whole[] = "gpu.module @m {\n  gpu.func @kernel() {\n    gpu.barrier\n    gpu.return\n  }\n"
                                "func @f(%v: f32)\n  workgroup(%l: memref<4xf32, 3>)\n0\n"
                                "  gpu.func @g() {\n    gpu.return\n  }\n}\n";
    return edit_first("module", whole, "gpu.module @m {", "");
}

/* What parts two sections goes: where the kernel's module stood in its section another one stands that says the same.
 */
static int edit_section(void) {
    static const char whole[] = "module attributes {\"ttg.num-warps\" = 4 : i32} {\ntt.func @a() {\n  tt.return\n}\n}\n"
                                "// -----\nmodule attributes {\"ttg.num-warps\" = 4 : i32} {\n"
                                "tt.func @kernel(%v: tensor<32xf32, #a>) {\n"
                                "  %m = ttg.local_alloc %v : (tensor<32xf32, #a>) -> !ttg.memdesc<32xf32, #b, #c>\n"
                                "  gpu.barrier\n  tt.return\n}\n}\n";
    return edit_first("section", whole, "-----", "----");
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    int rounds = atoi(argv[1]);
    uint64_t seed = strtoull(argv[2], NULL, 10);
    file_list files = files_from(argc, argv, 3);
    int failed = edit_directive("#set = affine_set<(i) : (i\n", ">= 0)>\n") | edit_directive("#set = \"\n", "\n") |
                 edit_directive("0 \"", "\n") | edit_directive("", "") | edit_line_end() | edit_location() |
                 edit_alias() | edit_module() | edit_global("ir.global", "#alias = 3") |
                 edit_global(" internal", "#alias = 3\n") | edit_global("lvm.func", "#alias = 3\n") | edit_section();
    for (uint32_t i = 0; i < files.count; i++)
        failed |= edit_file(files.names[i], rounds, (seed + i) * 7919) |
                  edit_lines(files.names[i], rounds, (seed + i) * 104729);
    printf("%u files, %s edits each%s\n", files.count, argv[1], failed ? ", with differences" : "");
    files_drop(files);
    return failed;
}
