/* program.h - a file's kernels with their callees, as the engine hands them to the machine. */
#ifndef TESTS_STREAMS_TEXT_PROGRAM_H
#define TESTS_STREAMS_TEXT_PROGRAM_H
#include "../lower/load.h"
#include "streams/machine.h"

static inline struct fp_program load_program(struct fp_arena *keep, struct fp_syntax *syntax, fp_str text) {
    struct fp_unit_context *context = fp_units_read(keep, syntax, text, NULL);
    uint32_t units = context->units.len;
    struct fp_program program = { .by_unit = FP_NEW(keep, struct fp_kernel *, units + 1), .unit_count = units };
    FP_VEC(struct fp_kernel *) kernels = { NULL, 0, 0 };
    for (uint32_t unit = 0; unit < units; unit++) {
        uint32_t count = 0;
        if (!fp_units_relevant(context, unit)) continue;
        struct fp_kernel **lowered = fp_lower(keep, fp_units_ir(keep, context, unit), unit,
                                              &(fp_lower_options){ .target = { NULL, 0 } }, &count);
        for (uint32_t i = 0; i < count; i++) {
            *FP_PUSH(keep, &kernels) = lowered[i];
            if (lowered[i]->ir->ops[lowered[i]->op].parent == FP_NONE) program.by_unit[unit] = lowered[i];
        }
    }
    program.kernels = kernels.data;
    program.count = kernels.len;
    return program;
}
#endif
