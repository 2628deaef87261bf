/* neighbours.c - what is said of a kernel depends on neither its size nor its neighbours.
 *
 * A kernel is the same phase repeated N times: a store, a barrier, a load by another thread, a barrier. Each phase must
 * add the same findings, in a kernel of a few lines and in one of thousands. A kernel that is alone in its file must be
 * given the same findings as between others. */
#include "written.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RULES_MAX = 64,
    FINDINGS_MAX = 20000,
    ANY_SIZE = UINT16_MAX,
    SAVINGS_MAX = 12 /* FP_SAVINGS_TRIED_MAX what-ifs */
};

/* One phase: `%t` is the thread, `%o` another one, `%a` and `%b` are tiles in workgroup memory. */
static const struct {
    const char *name, *target;
    uint32_t phases_max; /* a larger kernel would use up a search that has a limit for each kernel */
    const char *phase;
} kernels[] = {
    { "race", "gfx1201", ANY_SIZE,
      "    memref.store %v, %a[%t] : memref<256xf32, 3>\n"
      "    %r = memref.load %a[%o] : memref<256xf32, 3>\n"
      "    gpu.barrier\n" },
    { "race_of_neighbouring_phases", "gfx1201", ANY_SIZE,
      "    memref.store %v, %a[%t] : memref<256xf32, 3>\n"
      "    gpu.barrier memfence [#gpu.address_space<workgroup>]\n"
      "    %r = memref.load %a[%o] : memref<256xf32, 3>\n" },
    { "wide_barriers", "gfx1201", ANY_SIZE,
      "    memref.store %v, %a[%t] : memref<256xf32, 3>\n"
      "    gpu.barrier\n"
      "    %r = memref.load %a[%o] : memref<256xf32, 3>\n"
      "    gpu.barrier\n" },
    { "superfluous_barrier", "gfx942", ANY_SIZE,
      "    memref.store %v, %a[%t] : memref<256xf32, 3>\n"
      "    gpu.barrier\n"
      "    gpu.barrier\n"
      "    %r = memref.load %a[%o] : memref<256xf32, 3>\n"
      "    gpu.barrier\n" },
    { "barriers_to_split", "gfx1201", SAVINGS_MAX,
      "    memref.store %v, %a[%t] : memref<256xf32, 3>\n"
      "    %w0 = memref.load %g[%t] : memref<4096xf32>\n"
      "    %w1 = memref.load %g[%o] : memref<4096xf32>\n"
      "    gpu.barrier memfence [#gpu.address_space<workgroup>]\n"
      "    %r = memref.load %a[%o] : memref<256xf32, 3>\n"
      "    memref.store %r, %b[%t] : memref<256xf32, 3>\n"
      "    gpu.barrier memfence [#gpu.address_space<workgroup>]\n"
      "    %s = memref.load %b[%o] : memref<256xf32, 3>\n" },
    { "copies", "gfx950", ANY_SIZE,
      "    amdgpu.gather_to_lds async %g[%t], %a[%t] : f32, memref<4096xf32>, memref<256xf32, 3>\n"
      "    rocdl.asyncmark\n"
      "    rocdl.wait.asyncmark 0\n"
      "    gpu.barrier\n"
      "    %r = memref.load %a[%o] : memref<256xf32, 3>\n"
      "    gpu.barrier\n" },
    { "unknown_op", "gfx942", ANY_SIZE,
      "    \"acme.touch\"(%a) : (memref<256xf32, 3>) -> ()\n"
      "    gpu.barrier\n" },
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

/* ---- texts ---- */
static void write_kernel(writer *text, size_t kernel, const char *name, uint32_t phases) {
    write_words(text, "  // fencepost: target=%s\n  gpu.func @%s(%%g: memref<4096xf32>, %%v: f32) ",
                kernels[kernel].target, name);
    write_words(text, "workgroup(%%a: memref<256xf32, 3>, %%b: memref<256xf32, 3>) kernel ");
    write_words(text, "attributes {known_block_size = array<i32: 256, 1, 1>} {\n    %%t = gpu.thread_id x\n");
    write_words(text, "    %%c255 = arith.constant 255 : index\n    %%o = arith.subi %%c255, %%t : index\n");
    for (uint32_t i = 0; i < phases; i++) write_words(text, "%s", kernels[kernel].phase);
    write_words(text, "    gpu.return\n  }\n");
}

static void open_module(writer *text) {
    write_words(text, "gpu.module @m {\n  gpu.func @first() {\n    gpu.return\n  }\n");
}
static void close_module(writer *text) { write_words(text, "}\n"); }

/* ---- findings ---- */
/* A finding without its words, which name lines; places are relative to the kernel's first byte. */
typedef struct {
    uint32_t rule, level, start, end, related, fixes;
} told;
typedef struct {
    told data[FINDINGS_MAX];
    size_t count;
} told_list;

/* The findings of `text` that stand in `kernel`. */
static void check(struct fp_engine *engine, const writer *text, fp_span kernel, told_list *all) {
    struct fp_document *document = fp_document_open(engine, (fp_str){ text->data, text->len });
    const fp_result *result = fp_document_check(document, NULL);
    all->count = 0;
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *f = &result->findings[i];
        if (f->span.start < kernel.start || f->span.start >= kernel.end) continue;
        if (all->count == FINDINGS_MAX) abort();
        all->data[all->count++] =
            (told){ (uint32_t)f->rule,          (uint32_t)f->level,         f->span.start - kernel.start,
                    f->span.end - kernel.start, (uint32_t)f->related_count, (uint32_t)f->fix_count };
    }
    fp_document_close(document);
}

/* ---- size ---- */
typedef struct {
    long by_rule[RULES_MAX];
} counts;

static counts count_findings(struct fp_engine *engine, size_t kernel, uint32_t phases) {
    static told_list all;
    counts sum = { { 0 } };
    writer text = { 0 };
    open_module(&text);
    write_kernel(&text, kernel, "kernel", phases);
    close_module(&text);
    check(engine, &text, (fp_span){ 0, (uint32_t)text.len }, &all);
    for (size_t i = 0; i < all.count; i++) sum.by_rule[all.data[i].rule]++;
    free(text.data);
    return sum;
}

/* Does each phase add what the fourth one adds? */
static int check_size(struct fp_engine *engine, size_t kernel) {
    static const uint32_t sizes[] = { 10, 40, 300 }; /* the last: some 100 KB */
    counts three = count_findings(engine, kernel, 3), four = count_findings(engine, kernel, 4);
    int failed = 0;
    long all = 0;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        if (sizes[s] > kernels[kernel].phases_max) continue;
        counts now = count_findings(engine, kernel, sizes[s]);
        for (fp_rule rule = 0; rule < fp_rule_count(); rule++) {
            fp_str name = fp_rule_at(rule)->name;
            long wanted = four.by_rule[rule] + (four.by_rule[rule] - three.by_rule[rule]) * ((long)sizes[s] - 4);
            all += now.by_rule[rule];
            if (now.by_rule[rule] == wanted) continue;
            printf("%s, %u phases: %ld of %.*s, but %ld with 3 and %ld with 4 phases\n", kernels[kernel].name, sizes[s],
                   now.by_rule[rule], (int)name.len, name.data, three.by_rule[rule], four.by_rule[rule]);
            failed = 1;
        }
    }
    if (all == 0) printf("%s: nothing is said of it, so nothing is tested\n", kernels[kernel].name);
    return failed || all == 0;
}

/* ---- neighbours ---- */
/* The kernel in a file of its own, and behind and before all the others; `phases` of each, more of its neighbours. */
static int check_neighbours(struct fp_engine *engine, size_t kernel, uint32_t phases) {
    static told_list alone, among;
    told_list *lists[2] = { &alone, &among };
    for (int others = 0; others < 2; others++) {
        writer text = { 0 };
        open_module(&text);
        for (size_t k = 0; others && k < KERNELS; k++)
            if (k < kernel) write_kernel(&text, k, kernels[k].name, 4 * phases);
        uint32_t start = (uint32_t)text.len;
        write_kernel(&text, kernel, kernels[kernel].name, phases);
        fp_span span = { start, (uint32_t)text.len };
        for (size_t k = 0; others && k < KERNELS; k++)
            if (k > kernel) write_kernel(&text, k, kernels[k].name, 4 * phases);
        close_module(&text);
        check(engine, &text, span, lists[others]);
        free(text.data);
    }
    bool same = alone.count > 0 && alone.count == among.count &&
                memcmp(alone.data, among.data, alone.count * sizeof *alone.data) == 0;
    if (!same)
        printf("%s, %u phases: %zu findings alone, %zu between other kernels, or not the same ones\n",
               kernels[kernel].name, phases, alone.count, among.count);
    return !same;
}

int main(void) {
    struct fp_engine *engine = fp_engine_new(NULL);
    int failed = 0;
    for (size_t k = 0; k < KERNELS; k++)
        failed |= check_size(engine, k) | check_neighbours(engine, k, 5) | check_neighbours(engine, k, 60);
    fp_engine_drop(engine);
    return failed;
}
