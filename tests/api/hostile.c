/* hostile.c PART - texts that nobody should write: each gives a result, and edits of it do, too; the time it takes
 * grows like the text. The long ones are made shorter, to one PARTth. */
#include "written.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Four times the text may take ten times the processor time: what is quadratic takes 16 times. Times below a fifth of a
 * second say nothing. */
enum { GROWTH = 4, LINEAR_MAX = 10 };
static const double short_seconds = 0.2;

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

/* Processor time of all that an editor asks of the text. */
static double check(text t) {
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
    fp_document_edit(document, (fp_span){ (uint32_t)(t.len / 2), UINT32_MAX }, (fp_str){ 0 }); /* the rest is cut off */
    fp_document_check(document, NULL);
    fp_document_edit(document, (fp_span){ UINT32_MAX, 0 }, FP_STR("gpu.barrier\n"));
    fp_document_check(document, NULL);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    fp_document_dump(document, FP_STAGE_KERNEL);
    fp_engine_drop(engine);
    printf("%-28s %9zu bytes %5zu findings %6.2f s\n", t.name, t.len, findings, seconds);
    free(t.data);
    return seconds;
}

/* Processor time of a line's replacement that opens a region behind the first half of the ops, around the second. */
static double check_replacement(text t) {
    static const char line[] = "  scf.if %p {\n", other[] = "  scf.if  %p  {\n";
    uint32_t middle = (uint32_t)((const char *)memchr(t.data + t.len / 2, '\n', t.len / 2) - t.data) + 1;
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, (fp_str){ t.data, t.len });
    fp_document_edit(document, (fp_span){ middle, middle }, (fp_str){ line, sizeof line - 1 });
    fp_document_check(document, NULL);
    clock_t start = clock();
    fp_document_edit(document, (fp_span){ middle, middle + sizeof line - 1 }, (fp_str){ other, sizeof other - 1 });
    fp_document_check(document, NULL);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    fp_engine_drop(engine);
    printf("%-28s %9zu bytes                %6.2f s\n", t.name, t.len, seconds);
    free(t.data);
    return seconds;
}

typedef double measure(text t);
static int check_growth_of(measure *time, const char *name, const char *before, const char *unit, size_t count,
                           const char *after) {
    double small = time(repeated(name, before, unit, count / GROWTH, after));
    double large = time(repeated(name, before, unit, count, after));
    if (large >= LINEAR_MAX * small) { /* what else ran may have made it slow */
        double again = time(repeated(name, before, unit, count, after));
        if (again < large) large = again;
    }
    bool linear = large < short_seconds || large < LINEAR_MAX * small;
    if (!linear) printf("%s: %.2f s, then %.2f s for %d times as much\n", name, small, large, GROWTH);
    return !linear;
}

static int check_growth(const char *name, const char *before, const char *unit, size_t count, const char *after) {
    return check_growth_of(check, name, before, unit, count, after);
}

#define KERNEL_HEAD "func.func @f(%lds: memref<64xf32, 3>, %v: f32, %i: index, %p: i1, %n: index) {\n"

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    size_t part = strtoul(argv[1], NULL, 10);
    static const char nul[] = "func.func @f(%a: memref<64xf32, 3>, %i: index) {\n  %x = memref.load %a[%i]\0 : "
                              "memref<64xf32, 3>\n  return\n}\n";
    static const char utf8[] =
        "// \xC3\x28 \xFF\xFE \xF0\x9F\x98\nfunc.func @f\xC3\xA9(%a: memref<64xf32, 3>, %\xFF: index) {\n  return\n}\n";
    static const char zeros[1000];
    int slow = 0;
    check(LITERAL("empty", ""));
    check(LITERAL("blank", " \n\t\r\n"));
    check(LITERAL("NUL bytes", nul));
    check(literal("only NUL bytes", zeros, sizeof zeros));
    check(LITERAL("invalid UTF-8", utf8));
    check(LITERAL("lone carriage returns", "func.func @f() {\r  gpu.barrier\r  return\r}\r"));
    check(LITERAL("truncated op", KERNEL_HEAD "  memref.store %v, %lds["));
    check(LITERAL("truncated string", KERNEL_HEAD "  \"gpu.bar"));
    check(LITERAL("truncated comment", KERNEL_HEAD "  // fencepost: block="));
    check(LITERAL(
        "alias cycle",
        "#a = #b\n#b = #a\n!t = !t\nfunc.func @f(%x: memref<4xf32, #a>, %y: !t) {\n  gpu.barrier\n  return\n}\n"));
    check(LITERAL("undefined values",
                  "func.func @f() {\n  memref.store %a, %b[%c] : memref<4xf32, 3>\n  cf.br ^nowhere\n}\n"));
    check(
        LITERAL("recursion",
                "func.func @f(%a: memref<4xf32, 3>) {\n  func.call @g(%a) : (memref<4xf32, 3>) -> ()\n  gpu.barrier\n  "
                "return\n}\n"
                "func.func @g(%a: memref<4xf32, 3>) {\n  func.call @f(%a) : (memref<4xf32, 3>) -> ()\n  return\n}\n"));
    check(LITERAL("same symbol twice",
                  "func.func @f() {\n  gpu.barrier\n  return\n}\nfunc.func @f() {\n  gpu.barrier\n  return\n}\n"));
    check(LITERAL("huge numbers",
                  "func.func @f(%a: memref<99999999999999999999x4xf32, 3>, %v: f32) {\n  %c = arith.constant "
                  "9223372036854775807 : index\n"
                  "  memref.store %v, %a[%c, %c] : memref<99999999999999999999x4xf32, 3>\n  return\n}\n"));
    check(LITERAL("irreducible", KERNEL_HEAD
                  "  cf.cond_br %p, ^a, ^b\n^a:\n  memref.store %v, %lds[%i] : memref<64xf32, 3>\n  cf.br ^b\n^b:\n"
                  "  gpu.barrier\n  cf.cond_br %p, ^a, ^c\n^c:\n  return\n}\n"));
    slow |= check_growth("open brackets", KERNEL_HEAD, "(", 100000 / part, "");
    slow |= check_growth("closed brackets", KERNEL_HEAD, "}", 100000 / part, "");
    slow |= check_growth("quotes", "", "\"\n", 100000 / part, "");
    slow |= check_growth("deep regions", KERNEL_HEAD, "scf.if %p {\n", 100000 / part, "gpu.barrier\n");
    slow |= check_growth("deep types", "func.func @f(%x: ", "tuple<", 100000 / part, "i32");
    slow |= check_growth("one huge line", KERNEL_HEAD "  ", "memref.store %v, %lds[%i] : memref<64xf32, 3> ",
                         4000 / part, "\n  return\n}\n");
    slow |=
        check_growth("one huge name", "func.func @", "abcdefgh", 200000 / part, "() {\n  gpu.barrier\n  return\n}\n");
    slow |= check_growth("many stores", KERNEL_HEAD, "  memref.store %v, %lds[%i] : memref<64xf32, 3>\n", 4000 / part,
                         "  return\n}\n");
    slow |= check_growth("many barriers", KERNEL_HEAD, "  gpu.barrier\n", 20000 / part, "  return\n}\n");
    slow |= check_growth("many ops on one line", "", "\"a.b\"() : () -> () ", 20000 / part, "");
    slow |= check_growth("many unknown ops", KERNEL_HEAD, "  \"a.b\"(%lds) : (memref<64xf32, 3>) -> ()\n", 2000 / part,
                         "  return\n}\n");
    slow |= check_growth("many branches", KERNEL_HEAD,
                         "  scf.if %p {\n    gpu.barrier\n  }\n  memref.store %v, %lds[%i] : memref<64xf32, 3>\n",
                         2000 / part, "  return\n}\n");
    check(repeated("one symbol many times", "",
                   "func.func private @f(%a: memref<4xf32, 3>) {\n  gpu.barrier\n  return\n}\n", 1000, ""));
    slow |=
        check_growth("many sections", "",
                     "func.func @f(%a: memref<4xf32, 3>) {\n  gpu.barrier\n  return\n}\n// -----\n", 10000 / part, "");
    slow |= check_growth_of(check_replacement, "a line replaced", KERNEL_HEAD, "\n  %x = arith.addf %v, %v : f32",
                            40000 / part, "\n  }\n  return\n}\n");
    return slow;
}
