#include "engine/callers.h"
#include "read/lex.h"
#include <string.h>

typedef struct {
    struct fp_arena *keep;
    const struct fp_unit_context *context;
    const struct fp_program *program;
    bool *hidden;
} finder;

/* How often the text of the group's units names each unit. */
static uint32_t *count_names(const finder *f, const uint32_t *units, uint32_t unit_count) {
    uint32_t *names = FP_NEW(f->keep, uint32_t, f->context->units.len + 1);
    for (uint32_t i = 0; i < unit_count; i++) {
        const fp_unit *unit = &f->context->units.data[units[i]];
        fp_str text = fp_str_slice(f->context->text, unit->span.start, unit->span.end);
        for (const char *at = text.data; (at = memchr(at, '@', (size_t)(text.data + text.len - at))) != NULL; at++) {
            fp_str name = fp_lex_name(text, (size_t)(at - text.data));
            uint32_t named = name.len ? fp_unit_find(f->context, unit->section, unit->module, name) : FP_NONE;
            if (named != FP_NONE) names[named]++;
        }
    }
    return names;
}

/* How many ops call each unit: a launch inside of a function is a kernel that may hold calls of the function, too. */
static uint32_t *count_calls(const finder *f) {
    uint32_t *calls = FP_NEW(f->keep, uint32_t, f->context->units.len + 1);
    for (uint32_t k = 0; k < f->program->count; k++) {
        const struct fp_kernel *kernel = f->program->kernels[k];
        bool whole = kernel->ir->ops[kernel->op].parent == FP_NONE;
        for (uint32_t i = 0; i < kernel->calls.len && whole; i++)
            if (kernel->calls.data[i].unit != FP_NONE) calls[kernel->calls.data[i].unit]++;
    }
    return calls;
}

/* Whom hidden callers call has hidden callers. False: that was known. */
static bool hide_callees(const finder *f) {
    bool changed = false;
    for (uint32_t k = 0; k < f->program->count; k++) {
        const struct fp_kernel *kernel = f->program->kernels[k];
        if (kernel->is_entry || !f->hidden[kernel->unit]) continue;
        for (uint32_t i = 0; i < kernel->calls.len; i++) {
            uint32_t callee = kernel->calls.data[i].unit;
            if (callee == FP_NONE || f->hidden[callee]) continue;
            f->hidden[callee] = changed = true;
        }
    }
    return changed;
}

const bool *fp_callers_hidden(struct fp_arena *keep, const struct fp_unit_context *context,
                              const struct fp_program *program, const uint32_t *units, uint32_t unit_count) {
    finder f = { keep, context, program, FP_NEW(keep, bool, context->units.len + 1) };
    const uint32_t *names = count_names(&f, units, unit_count), *calls = count_calls(&f);
    for (uint32_t i = 0; i < unit_count; i++) {
        const fp_unit *unit = &context->units.data[units[i]];
        f.hidden[units[i]] = !unit->is_private || unit->named_outside || names[units[i]] > calls[units[i]] + 1;
    }
    while (hide_callees(&f)) continue; /* as many rounds as a chain of calls is long */
    return f.hidden;
}
