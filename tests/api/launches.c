/* launches.c - what tells the block of a kernel may stand anywhere in its file: an edited document says what a fresh
 * one does, however long the file is. */
#include "written.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Stores to element t and reads 95 - t: a race of threads 0 and 95 where the block has 96 threads. */
#define BODY(kind, attributes)                                                                               \
    "  " kind " @k(%lds: memref<4096xf32, 3>, %f: f32) " attributes "{\n"                                    \
    "    %t = gpu.thread_id x\n    %c95 = arith.constant 95 : index\n    %o = arith.subi %c95, %t : index\n" \
    "    memref.store %f, %lds[%t] : memref<4096xf32, 3>\n    %r = memref.load %lds[%o] : memref<4096xf32, 3>\n"
#define KERNEL "module {\n" BODY("func.func", "") "    return\n  }\n}\n"

/* `block` says so, directly or not; "(insert)" is where an edit adds `count` times `inserted`. */
typedef struct {
    const char *name, *text, *inserted;
    uint32_t count;
    const char *block;
} launch_case;
static const launch_case cases[] = {
    { "a launch in a file that grows",
      "module attributes {gpu.container_module} {\ngpu.module @m {\n" BODY(
          "gpu.func", "kernel ") "    gpu.return\n  }\n}\n"
                                 "func.func @host(%lds: memref<4096xf32, 3>, %f: f32) {\n  %c1 = arith.constant 1 : "
                                 "index\n  %c96 = arith.constant 96 : index\n"
                                 "  gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c96, %c1, %c1) "
                                 "args(%lds : memref<4096xf32, 3>, %f : f32)\n  "
                                 "return\n}\n}\n(insert)",
      "// nothing that anybody reads\n", 12000, "launch" },
    { "a launch in a comment",
      "module attributes {gpu.container_module} {\ngpu.module @m {\n" BODY(
          "gpu.func", "kernel ") "    gpu.return\n  }\n}\n"
                                 "func.func @host() {\n  %c1 = arith.constant 1 : index\n  %c96 = arith.constant 96 : "
                                 "index\n(insert)  return\n}\n}\n",
      "  // gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c96, %c1, %c1)\n", 1, "nothing says" },
    { "a launch in another file of the same text",
      "gpu.module @m {\n" BODY("gpu.func", "kernel ") "    gpu.return\n  }\n}\n(insert)",
      "// -----\nfunc.func @host() {\n  %c1 = arith.constant 1 : index\n  %c96 = arith.constant 96 : index\n"
      "  gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c96, %c1, %c1)\n  return\n}\n",
      1, "nothing says" },
    { "an export in a file that grows",
      "hal.executable.variant public @v target(<\"rocm\", \"rocm-hsaco-fb\">) {\n  hal.executable.export public @k "
      "ordinal(0) layout(#layout) "
      "attributes "
      "{workgroup_size = [96 : index, 1 : index, 1 : index]}\n  builtin.module {\n" BODY(
          "func.func", "") "    return\n  }\n}\n}\n(insert)",
      "// nothing that anybody reads\n", 12000, "export" },
    { "a comment at the top, behind more and more text",
      "(insert)// fencepost: block=96\nfunc.func private @first()\n" KERNEL, "// nothing that anybody reads\n", 4000,
      "comment" },
    { "a comment at the top of a section, with more and more functions between",
      "func.func private @other()\n// -----\n// fencepost: block=96\nfunc.func private @first()\n(insert)" KERNEL,
      "func.func private @more()\n", 300, "comment" },
};

/* What the result says of the kernel's block. */
static bool block_is(const fp_result *result, const char *source) {
    for (size_t i = 0; i < result->kernel_count; i++) {
        const fp_kernel_info *kernel = &result->kernels[i];
        if (kernel->name.len == 1 && kernel->name.data[0] == 'k')
            return kernel->block_source.len >= strlen(source) &&
                   memcmp(kernel->block_source.data, source, strlen(source)) == 0;
    }
    return false;
}

static bool holds(const launch_case *c) {
    const char *mark = strstr(c->text, "(insert)"), *behind = mark + strlen("(insert)");
    size_t before_len = (size_t)(mark - c->text), behind_len = strlen(behind), piece = strlen(c->inserted);
    char *text = malloc(before_len + behind_len), *inserted = malloc(piece * c->count);
    if (!text || !inserted) abort();
    memcpy(text, c->text, before_len);
    memcpy(text + before_len, behind, behind_len);
    for (uint32_t i = 0; i < c->count; i++) memcpy(inserted + i * piece, c->inserted, piece);
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, (fp_str){ text, before_len + behind_len });
    bool good = !differs_from_fresh(engine, document, c->name, 0);
    fp_document_edit(document, (fp_span){ (uint32_t)before_len, (uint32_t)before_len },
                     (fp_str){ inserted, piece * c->count });
    good = !differs_from_fresh(engine, document, c->name, 1) && good;
    if (!block_is(fp_document_check(document, NULL), c->block)) {
        fprintf(stderr, "%s: the block is not said to come from '%s'\n", c->name, c->block);
        good = false;
    }
    fp_engine_drop(engine);
    free(text);
    free(inserted);
    return good;
}

int main(void) {
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) good = holds(&cases[i]) && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
