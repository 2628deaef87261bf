/* hostile.c - texts that nobody should write: each gives a result within bounded time, and edits of it do, too. */
#include "written.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SECONDS_MAX = 20 }; /* under sanitizers on a busy machine; a tenth of it is usual */
typedef struct {
    const char *name;
    char *data;
    size_t len;
} text;

static char *allocate(size_t size) {
    char *data = calloc(size ? size : 1, 1);
    if (!data) abort();
    return data;
}

/* `before`, then `unit` many times, then `after`. */
static text repeated(const char *name, const char *before, const char *unit, size_t count, const char *after) {
    size_t head = strlen(before), size = strlen(unit), tail = strlen(after);
    text t = { name, allocate(head + size * count + tail), head + size * count + tail };
    memcpy(t.data, before, head);
    for (size_t i = 0; i < count; i++) memcpy(t.data + head + i * size, unit, size);
    memcpy(t.data + head + size * count, after, tail);
    return t;
}

static text literal(const char *name, const char *data, size_t len) {
    text t = { name, allocate(len), len };
    memcpy(t.data, data, len);
    return t;
}
#define LITERAL(name, data) literal(name, data, sizeof(data) - 1)

static int check(text t) {
    clock_t start = clock();
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, (fp_str){ t.data, t.len });
    const fp_result *result = fp_document_check(document, NULL);
    size_t findings = result->finding_count;
    for (size_t i = 0; i < findings; i++) { /* every place can be shown */
        fp_position place = fp_document_position(document, result->findings[i].span.end);
        if (place.line == 0 || place.column == 0) abort();
    }
    fp_document_explain(document, (fp_position){ 1, 0 });
    fp_document_dump(document, FP_STAGE_KERNEL);
    fp_document_edit(document, (fp_span){ (uint32_t)(t.len / 2), UINT32_MAX }, (fp_str){ 0 }); /* the rest is cut off */
    fp_document_check(document, NULL);
    fp_document_edit(document, (fp_span){ UINT32_MAX, 0 }, FP_STR("gpu.barrier\n"));
    fp_document_check(document, NULL);
    fp_engine_drop(engine);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%-28s %9zu bytes %5zu findings %6.2f s\n", t.name, t.len, findings, seconds);
    free(t.data);
    return seconds > SECONDS_MAX;
}

#define KERNEL_HEAD "func.func @f(%lds: memref<64xf32, 3>, %v: f32, %i: index, %p: i1, %n: index) {\n"

int main(void) {
    static const char nul[] = "func.func @f(%a: memref<64xf32, 3>, %i: index) {\n  %x = memref.load %a[%i]\0 : "
                              "memref<64xf32, 3>\n  return\n}\n";
    static const char utf8[] =
        "// \xC3\x28 \xFF\xFE \xF0\x9F\x98\nfunc.func @f\xC3\xA9(%a: memref<64xf32, 3>, %\xFF: index) {\n  return\n}\n";
    static const char zeros[1000];
    int slow = 0;
    slow |= check(LITERAL("empty", ""));
    slow |= check(LITERAL("blank", " \n\t\r\n"));
    slow |= check(LITERAL("NUL bytes", nul));
    slow |= check(literal("only NUL bytes", zeros, sizeof zeros));
    slow |= check(LITERAL("invalid UTF-8", utf8));
    slow |= check(LITERAL("lone carriage returns", "func.func @f() {\r  gpu.barrier\r  return\r}\r"));
    slow |= check(LITERAL("truncated op", KERNEL_HEAD "  memref.store %v, %lds["));
    slow |= check(LITERAL("truncated string", KERNEL_HEAD "  \"gpu.bar"));
    slow |= check(LITERAL("truncated comment", KERNEL_HEAD "  // fencepost: block="));
    slow |= check(LITERAL(
        "alias cycle",
        "#a = #b\n#b = #a\n!t = !t\nfunc.func @f(%x: memref<4xf32, #a>, %y: !t) {\n  gpu.barrier\n  return\n}\n"));
    slow |= check(LITERAL("undefined values",
                          "func.func @f() {\n  memref.store %a, %b[%c] : memref<4xf32, 3>\n  cf.br ^nowhere\n}\n"));
    slow |= check(
        LITERAL("recursion",
                "func.func @f(%a: memref<4xf32, 3>) {\n  func.call @g(%a) : (memref<4xf32, 3>) -> ()\n  gpu.barrier\n  "
                "return\n}\n"
                "func.func @g(%a: memref<4xf32, 3>) {\n  func.call @f(%a) : (memref<4xf32, 3>) -> ()\n  return\n}\n"));
    slow |=
        check(LITERAL("same symbol twice",
                      "func.func @f() {\n  gpu.barrier\n  return\n}\nfunc.func @f() {\n  gpu.barrier\n  return\n}\n"));
    slow |= check(LITERAL("huge numbers",
                          "func.func @f(%a: memref<99999999999999999999x4xf32, 3>, %v: f32) {\n  %c = arith.constant "
                          "9223372036854775807 : index\n"
                          "  memref.store %v, %a[%c, %c] : memref<99999999999999999999x4xf32, 3>\n  return\n}\n"));
    slow |=
        check(LITERAL("irreducible", KERNEL_HEAD
                      "  cf.cond_br %p, ^a, ^b\n^a:\n  memref.store %v, %lds[%i] : memref<64xf32, 3>\n  cf.br ^b\n^b:\n"
                      "  gpu.barrier\n  cf.cond_br %p, ^a, ^c\n^c:\n  return\n}\n"));
    slow |= check(repeated("open brackets", KERNEL_HEAD, "(", 200000, ""));
    slow |= check(repeated("closed brackets", KERNEL_HEAD, "}", 200000, ""));
    slow |= check(repeated("quotes", "", "\"\n", 100000, ""));
    slow |= check(repeated("deep regions", KERNEL_HEAD, "scf.if %p {\n", 100000, "gpu.barrier\n"));
    slow |= check(repeated("deep types", "func.func @f(%x: ", "tuple<", 100000, "i32"));
    slow |= check(repeated("one huge line", KERNEL_HEAD "  ", "memref.store %v, %lds[%i] : memref<64xf32, 3> ", 20000,
                           "\n  return\n}\n"));
    slow |= check(repeated("one huge name", "func.func @", "abcdefgh", 200000, "() {\n  gpu.barrier\n  return\n}\n"));
    slow |= check(repeated("many stores", KERNEL_HEAD, "  memref.store %v, %lds[%i] : memref<64xf32, 3>\n", 20000,
                           "  return\n}\n"));
    slow |= check(repeated("many barriers", KERNEL_HEAD, "  gpu.barrier\n", 20000, "  return\n}\n"));
    slow |= check(repeated("many unknown ops", KERNEL_HEAD, "  \"a.b\"(%lds) : (memref<64xf32, 3>) -> ()\n", 5000,
                           "  return\n}\n"));
    slow |= check(repeated("many branches", KERNEL_HEAD,
                           "  scf.if %p {\n    gpu.barrier\n  }\n  memref.store %v, %lds[%i] : memref<64xf32, 3>\n",
                           5000, "  return\n}\n"));
    slow |= check(repeated("many functions", "",
                           "func.func private @f(%a: memref<4xf32, 3>) {\n  gpu.barrier\n  return\n}\n", 5000, ""));
    slow |= check(repeated("many sections", "",
                           "func.func @f(%a: memref<4xf32, 3>) {\n  gpu.barrier\n  return\n}\n// -----\n", 5000, ""));
    if (slow) printf("something took more than %d s\n", SECONDS_MAX);
    return slow;
}
