#include "views/around.h"
#include "base/span.h"

static bool has_unit_at(const struct fp_document *document, const fp_unit_group *group, uint32_t offset) {
    for (uint32_t i = 0; i < group->unit_count; i++)
        if (fp_span_at_cursor(document->context->units.data[group->units[i]].span, offset)) return true;
    return false;
}

fp_around fp_around_look(struct fp_arena *keep, struct fp_document *document, uint32_t offset) {
    fp_around around = { .document = document };
    fp_document_read(document, NULL);
    for (uint32_t g = 0; g < document->groups.len && !around.group; g++) {
        if (!has_unit_at(document, &document->groups.data[g], offset)) continue;
        around.group = &document->groups.data[g];
        struct fp_kernel **by_unit = FP_NEW(keep, struct fp_kernel *, document->context->units.len);
        around.pipeline = fp_pipeline_lower(keep, document->context, around.group, &document->engine->options, by_unit);
    }
    return around;
}

struct fp_kernel *fp_around_kernel(const fp_around *around, uint32_t offset) {
    if (!around->group) return NULL;
    for (uint32_t k = 0; k < around->pipeline.program->count; k++) {
        struct fp_kernel *kernel = around->pipeline.program->kernels[k];
        if (fp_span_at_cursor(kernel->ir->ops[kernel->op].span, offset)) return kernel;
    }
    return NULL;
}

fp_lowered_group fp_group_lower(struct fp_document *document, const fp_unit_group *group) {
    struct fp_arena *work = fp_arena_new();
    return (fp_lowered_group){ document, group, work,
                               fp_pipeline_lower(work, document->context, group, &document->engine->options,
                                                 document->by_unit) };
}

void fp_group_drop(const fp_lowered_group *lowered) {
    fp_pipeline_forget(lowered->group, lowered->document->by_unit);
    fp_arena_drop(lowered->work);
}
