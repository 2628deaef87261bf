/* load.h - a file lowered whole, for tests of what comes behind lowering. */
#ifndef TESTS_LOWER_LOAD_H
#define TESTS_LOWER_LOAD_H
#include "kernel/lower.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    struct fp_unit_context *context;
    struct fp_program program; /* its kernels, callees among them */
    uint64_t ops;
} loaded_file;

/* The bytes of a file; data NULL when it cannot be read. */
static inline fp_str read_bytes(struct fp_arena *keep, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return (fp_str){ NULL, 0 };
    FP_VEC(char) bytes = { NULL, 0, 0 };
    for (int c; (c = fgetc(file)) != EOF;) *FP_PUSH(keep, &bytes) = (char)c;
    fclose(file);
    if (!bytes.data) return FP_STR("");
    return (fp_str){ bytes.data, bytes.len };
}

static inline loaded_file load_text(struct fp_arena *keep, struct fp_syntax *syntax, fp_str text,
                                    const fp_lower_options *options) {
    loaded_file loaded = { .context = fp_units_read(keep, syntax, text, NULL) };
    uint32_t units = loaded.context->units.len;
    FP_VEC(struct fp_kernel *) kernels = { NULL, 0, 0 };
    struct fp_kernel **by_unit = FP_NEW(keep, struct fp_kernel *, units + 1);
    for (uint32_t unit = 0; unit < units; unit++) {
        if (!fp_units_relevant(loaded.context, unit)) continue;
        struct fp_ir *ir = fp_units_ir(keep, loaded.context, unit);
        uint32_t count = 0;
        loaded.ops += ir->op_count;
        struct fp_kernel **lowered = fp_lower(keep, ir, unit, options, &count);
        for (uint32_t i = 0; i < count; i++) {
            *FP_PUSH(keep, &kernels) = lowered[i];
            if (lowered[i]->ir->ops[lowered[i]->op].parent == FP_NONE) by_unit[unit] = lowered[i];
        }
    }
    loaded.program = (struct fp_program){ kernels.data, kernels.len, by_unit, units, NULL, NULL };
    return loaded;
}
#endif
