/* edited.c - an edit that moves what a finding speaks of: the document says what a fresh one with the same text says.
 *
 * Each case is a text, and lines that are put in front of it or inside of it after it was checked. */
#include "engine/engine.h"
#include "written.h"
#include <fencepost.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name, *text, *before, *insert; /* inserted in front of the first `before` */
} edited_case;

static const edited_case cases[] = {
    /* An op whose name reads like a line number, in a kernel that moves down. */
    { "name with a line",
      "gpu.module @m {\n"
      "  gpu.func @k(%v: f32) workgroup(%lds: memref<64xf32, 3>) kernel {\n"
      "    %i = gpu.thread_id x\n"
      "    \"acme.copy line 2 of\"(%lds) : (memref<64xf32, 3>) -> ()\n"
      "    memref.store %v, %lds[%i] : memref<64xf32, 3>\n"
      "    gpu.return\n"
      "  }\n"
      "}\n",
      "gpu.module", "\n\n\n" },
    /* The target stands on the module, outside of the kernel: its line stays while the kernel moves. */
    { "place outside",
      "gpu.module @m [#rocdl.target<chip = \"gfx942\">] {\n"
      "  gpu.func @k(%v: f32) workgroup(%lds: memref<64xf32, 3>) kernel {\n"
      "    nvvm.cp.async.wait.group 0\n"
      "    gpu.return\n"
      "  }\n"
      "}\n",
      "  gpu.func", "\n\n" },
    /* The block size stands on a launch behind the kernel, which moves along when the kernel grows. */
    { "launch behind",
      "module attributes {gpu.container_module} {\n"
      "  gpu.module @m {\n"
      "    gpu.func @k(%v: f32) workgroup(%lds: memref<64xf32, 3>) kernel {\n"
      "      %i = gpu.thread_id x\n"
      "      %c0 = arith.constant 0 : index\n"
      "      memref.store %v, %lds[%i] : memref<64xf32, 3>\n"
      "      %r = memref.load %lds[%c0] : memref<64xf32, 3>\n"
      "      gpu.return\n"
      "    }\n"
      "  }\n"
      "  func.func @host(%v: f32) {\n"
      "    %c1 = arith.constant 1 : index\n"
      "    %c64 = arith.constant 64 : index\n"
      "    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%v : f32)\n"
      "    return\n"
      "  }\n"
      "}\n",
      "  func.func", "\n\n\n" },
    /* Another comment with the same words comes to stand on the line where the target was named. */
    { "same line, other comment",
      "func.func @a() {\n"
      "  return\n"
      "}\n"
      "// fencepost: target=gfx942\n"
      "func.func @k() attributes {gpu.kernel} {\n"
      "  nvvm.cp.async.wait.group 0\n"
      "  return\n"
      "}\n",
      "// fencepost", "// fencepost: target=gfx942\nfunc.func @b() {\n  return\n}\n" },
    /* A text without locations gets one, and a text with a part of one the rest of it. */
    { "first location",
      "func.func @k() attributes {gpu.kernel} {\n"
      "  nvvm.cp.async.wait.group 0\n"
      "  return\n"
      "}\n",
      "\n  return", " loc(\"kernel.py\":3:1)" },
    { "rest of a location",
      "func.func @k() attributes {gpu.kernel} {\n"
      "  nvvm.cp.async.wait.group 0 lo(\"kernel.py\":3:1)\n"
      "  return\n"
      "}\n",
      "(\"kernel", "c" },
};

static int check_case(const edited_case *c) {
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, (fp_str){ c->text, strlen(c->text) });
    int failed = differs_from_fresh(engine, document, c->name, 0);
    size_t findings = fp_document_check(document, NULL)->finding_count;
    uint32_t at = (uint32_t)(strstr(c->text, c->before) - c->text);
    fp_document_edit(document, (fp_span){ at, at }, (fp_str){ c->insert, strlen(c->insert) });
    failed |= differs_from_fresh(engine, document, c->name, 1);
    if (findings == 0) failed = printf("%s: nothing is found, so nothing is tested\n", c->name) > 0;
    fp_engine_drop(engine);
    return failed;
}

static void count_lowered(void *context, fp_watched part) { *(int *)context += part == FP_WATCH_LOWER; }

/* A comment behind an op, in front of which a fix would put a barrier: nothing of the kernel is worked out again. */
static int check_comment(void) {
    static const char text[] = "gpu.module @m {\n"
                               "  gpu.func @k(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel "
                               "attributes {known_block_size = array<i32: 256, 1, 1>} {\n"
                               "    %t = gpu.thread_id x\n"
                               "    %c = arith.constant 255 : index\n"
                               "    %r = arith.subi %c, %t : index\n"
                               "    memref.store %v, %lds[%t] : memref<256xf32, 3>\n"
                               "    %x = memref.load %lds[%r] : memref<256xf32, 3>\n"
                               "    gpu.return\n"
                               "  }\n"
                               "}\n";
    int lowered = 0;
    const fp_watch watch = { count_lowered, &lowered, NULL };
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, (fp_str){ text, sizeof text - 1 });
    fp_document_watch(document, &watch);
    const fp_result *result = fp_document_check(document, NULL);
    bool fixed = result->finding_count && result->findings[0].fix_count;
    uint32_t at = (uint32_t)(strstr(text, "\n    gpu.return") - text);
    lowered = 0;
    fp_document_edit(document, (fp_span){ at, at }, (fp_str){ " // why", 7 });
    fp_document_check(document, NULL);
    int failed = !fixed || lowered;
    if (failed) printf("comment: %s, lowered %d times\n", fixed ? "fixed" : "no fix, so nothing is tested", lowered);
    failed |= differs_from_fresh(engine, document, "comment", 1);
    fp_engine_drop(engine);
    return failed;
}

int main(void) {
    int failed = check_comment();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) failed |= check_case(&cases[i]);
    return failed;
}
