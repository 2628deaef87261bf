/* fuzz_files.c - what is read besides kernels: configurations, baselines, globs, URIs, and the comments in a kernel
 * that suppress and expect. The first byte says which. */
#include "config/config.h"
#include "files/files_glob.h"
#include "findings/baseline.h"
#include "findings/verify.h"
#include "lsp/lsp_state.h"
#include "output/log.h"
#include "output/style.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_config(struct fp_arena *keep, fp_str text) {
    struct fp_out why = { 0 };
    fp_config config;
    fp_config_parse(keep, (fp_str){ "/nowhere/fencepost.json", 23 }, text, &config, &why);
    fp_out_drop(&why);
}

static void read_baseline(struct fp_arena *keep, fp_str text) {
    struct fp_out why = { 0 };
    struct fp_baseline *baseline;
    char name[] = "/tmp/fuzz_files_XXXXXX";
    int file = mkstemp(name);
    if (file < 0) return;
    if (write(file, text.data, text.len) == (ssize_t)text.len) fp_baseline_read(keep, fp_str_of(name), &baseline, &why);
    close(file);
    unlink(name);
    fp_out_drop(&why);
}

static void read_names(struct fp_arena *keep, fp_str text) {
    const char *end = text.len ? memchr(text.data, '\n', text.len) : NULL;
    size_t cut = end ? (size_t)(end - text.data) : text.len / 2;
    fp_str pattern = { text.data, cut }, path = { text.data + cut, text.len - cut };
    fp_glob_fits(pattern, path);
    fp_glob_fits_anywhere(pattern, path);
    fp_str found = fp_uri_path(keep, text), again = fp_uri_path(keep, fp_path_uri(keep, found));
    if (found.len && (found.len != again.len || memcmp(found.data, again.data, found.len) != 0)) abort();
}

/* A kernel with a race, and a comment of any text above its load. */
static void read_comments(struct fp_arena *keep, fp_str text) {
    static const char head[] = "func.func @k(%l: memref<256xf32, 3>, %v: f32, %i: index) {\n  %t = gpu.thread_id x\n"
                               "  memref.store %v, %l[%t] : memref<256xf32, 3>\n  // ",
                      tail[] = "\n  %r = memref.load %l[%i] : memref<256xf32, 3>\n  return\n}\n";
    struct fp_out kernel = { 0 }, differences = { 0 };
    fp_out_text(&kernel, head);
    fp_out_bytes(&kernel, text);
    fp_out_text(&kernel, tail);
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, fp_out_str(&kernel));
    fp_checked checked = fp_check_document(keep, document, FP_LEVEL_HINT);
    fp_report_file shown = { .path = { "k.mlir", 6 },
                             .document = document,
                             .findings = checked.findings.data,
                             .finding_count = checked.findings.len };
    fp_verify(keep, &differences, &shown, fp_style_get(false));
    fp_document_close(document);
    fp_engine_drop(engine);
    fp_out_drop(&kernel);
    fp_out_drop(&differences);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const readers[])(struct fp_arena *, fp_str) = { read_config, read_baseline, read_names,
                                                                  read_comments };
    if (size < 1) return 0;
    fp_log_setup(FP_LOG_OFF, FP_COLOR_NEVER);
    struct fp_arena *keep = fp_arena_new();
    readers[data[0] % (sizeof readers / sizeof *readers)](keep, (fp_str){ (const char *)data + 1, size - 1 });
    fp_arena_drop(keep);
    return 0;
}
