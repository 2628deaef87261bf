#include "lsp/lsp_state.h"
#include <string.h>

#define FP_HANDLER_SERVER(handler) .serve = fp_lsp_serve_##handler
#define FP_HANDLER_TEXT(handler) .answer = fp_lsp_answer_##handler
#define FP_HANDLER_RECENT(handler) FP_HANDLER_TEXT(handler)
#define FP_HANDLER_CHECKED(handler) FP_HANDLER_TEXT(handler)
#define FP_HANDLER_DRAWN(handler) FP_HANDLER_TEXT(handler)
#define FP_HANDLER_ADVISED(handler) FP_HANDLER_CHECKED(handler)
const fp_method_info fp_methods[FP_METHOD_COUNT] = {
#define FP_METHOD(id, name, kind, stage, handler, capability, summary)                                              \
    [FP_METHOD_##id] = {                                                                                            \
        FP_METHOD_##id, name, capability, summary, FP_MESSAGE_##kind, FP_STAGE_##stage, FP_HANDLER_##stage(handler) \
    },
#include "lsp/lsp_methods.def"
#undef FP_METHOD
};

const fp_method_info *fp_method_find(const char *name) {
    for (size_t i = 0; i < FP_METHOD_COUNT; i++)
        if (strcmp(fp_methods[i].name, name) == 0) return &fp_methods[i];
    return NULL;
}

void fp_lsp_describe(struct fp_out *out) {
    fp_out_text(out, "| method | what it does |\n|---|---|\n");
    for (size_t i = 0; i < FP_METHOD_COUNT; i++)
        fp_out_printf(out, "| `%s` | %s |\n", fp_methods[i].name, fp_methods[i].summary);
}
