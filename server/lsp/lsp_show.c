/* lsp_show.c - `fencepost/show`: the picture of a kernel for an editor to display; `fencepost/kernels`: which kernels
 * there are, which costs no picture. */
#include "files/files_path.h"
#include "lsp/lsp_state.h"
#include "show/show_render.h"
#include <string.h>

static const struct {
    const char *name;
    fp_show_format format;
} formats[] = { { "html", FP_SHOW_HTML }, { "svg", FP_SHOW_SVG }, { "text", FP_SHOW_TEXT } };

static bool read_format(fp_lsp_ask *ask, const cJSON *wanted, size_t *format) {
    *format = 0;
    if (!wanted || cJSON_IsNull(wanted)) return true;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (!fp_str_equal(fp_json_string(wanted), fp_str_of(formats[i].name))) continue;
        *format = i;
        return true;
    }
    ask->trouble = (fp_rpc_trouble){ FP_RPC_INVALID_PARAMS, "format is none of \"html\", \"svg\" and \"text\"" };
    return false;
}

/* The innermost kernel around the position; false when there is none, or no position. */
static bool kernel_at(fp_lsp_ask *ask, const cJSON *position, fp_str *kernel) {
    uint32_t offset;
    bool found = false;
    if (!fp_lsp_ask_offset(ask, position, &offset)) return false;
    for (size_t i = 0; i < ask->view->checked.result->kernel_count; i++) {
        const fp_kernel_info *info = &ask->view->checked.result->kernels[i];
        if (info->span.start > offset || offset > info->span.end) continue;
        *kernel = info->name;
        found = true;
    }
    return found;
}

static void write_picture(fp_lsp_ask *ask, fp_str kernel, size_t format) {
    const struct fp_lsp_view *view = ask->view;
    fp_str title = view->path.len ? fp_path_shown(ask->keep, view->path) : view->uri;
    fp_show_wishes wishes = {
        .format = formats[format].format, .kernel = kernel, .title = title, .cancelled = ask->cancelled
    };
    struct fp_out content = { 0 };
    size_t drawn = fp_show_render(ask->keep, &content, view->document, view->checked.findings, &wishes);
    if (drawn && !*ask->cancelled) {
        fp_json_open(&ask->json, '{');
        fp_json_member_text(&ask->json, "format", formats[format].name);
        fp_json_member_str(&ask->json, "kernel", kernel);
        fp_json_key(&ask->json, "version");
        if (view->has_version)
            fp_json_int(&ask->json, view->version);
        else
            fp_json_null(&ask->json);
        fp_json_member_str(&ask->json, "content", fp_out_str(&content));
        fp_json_close(&ask->json, '}');
    }
    fp_out_drop(&content);
}

void fp_lsp_answer_show(fp_lsp_ask *ask) {
    size_t format;
    fp_str kernel = fp_member_str(ask->params, "kernel");
    const cJSON *position = fp_member(ask->params, "position");
    if (!read_format(ask, fp_member(ask->params, "format"), &format)) return;
    if (!kernel.len && position && !kernel_at(ask, position, &kernel)) return;
    write_picture(ask, kernel, format);
}

/* fencepost.showKernel URI [KERNEL or position, format]. */
void fp_lsp_answer_show_command(fp_lsp_ask *ask) {
    const cJSON *arguments = fp_member(ask->params, "arguments"), *place = cJSON_GetArrayItem(arguments, 1);
    size_t format;
    fp_str kernel = fp_json_string(place);
    if (!read_format(ask, cJSON_GetArrayItem(arguments, 2), &format)) return;
    if (cJSON_IsObject(place) && !kernel_at(ask, place, &kernel)) return;
    write_picture(ask, kernel, format);
}

void fp_lsp_answer_kernels(fp_lsp_ask *ask) {
    const fp_result *result = ask->view->checked.result;
    struct fp_json *json = &ask->json;
    fp_json_open(json, '[');
    for (size_t i = 0; i < result->kernel_count; i++) {
        const fp_kernel_info *kernel = &result->kernels[i];
        fp_json_open(json, '{');
        fp_json_member_str(json, "name", kernel->name);
        fp_json_key(json, "range");
        fp_lsp_write_range(json, ask->view, kernel->span);
        fp_json_member_str(json, "target", kernel->target);
        fp_json_member_str(json, "targetSource", kernel->target_source);
        fp_str unjudged = fp_lsp_unjudged_reason(ask, kernel);
        if (unjudged.len) fp_json_member_str(json, "unjudged", unjudged);
        fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
}
