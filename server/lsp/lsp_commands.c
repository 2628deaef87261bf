/* lsp_commands.c - workspace/executeCommand: what editors bind to menus and keys. */
#include "lsp/lsp_state.h"
#include <string.h>

static fp_str argument(const fp_message *message, int index) {
    return fp_json_string(cJSON_GetArrayItem(fp_member(message->params, "arguments"), index));
}

/* Asks the document whose URI is the first argument. */
static void consult(struct fp_lsp *lsp, fp_message *message, const fp_method_info *method, fp_lsp_receiver receiver) {
    fp_lsp_document *document = fp_lsp_document_find(lsp, argument(message, 0));
    if (document)
        fp_lsp_document_consult(document, method, message, receiver);
    else
        fp_lsp_reply_error(lsp, message->id, FP_RPC_INVALID_PARAMS,
                           "the first argument is not the URI of an open document");
}

/* ---- fencepost.fixAll URI [KERNEL] ---- */

static void apply_edit(struct fp_lsp *lsp, void *context, const fp_message *question, const fp_str *value,
                       fp_rpc_trouble trouble) {
    (void)context;
    if (!value) {
        fp_lsp_reply_error(lsp, question->id, trouble.code, trouble.text);
        return;
    }
    if (!fp_str_equal(*value, FP_STR("null"))) {
        struct fp_out params = { 0 };
        fp_out_printf(&params, "{\"label\": \"fencepost: apply all safe fixes\", \"edit\": %.*s}", FP_STR_ARG(*value));
        fp_lsp_call_client(lsp, "workspace/applyEdit", fp_out_str(&params), NULL);
        fp_out_drop(&params);
    }
    fp_lsp_reply(lsp, question->id, FP_STR("null"));
}

static void fix_all(struct fp_lsp *lsp, fp_message *message) {
    static const fp_method_info fixes_of = {
        .id = FP_METHOD_COUNT, .name = "fixes of a document", .stage = FP_STAGE_CHECKED, .answer = fp_lsp_answer_fix_all
    };
    if (lsp->client.apply_edit)
        consult(lsp, message, &fixes_of, (fp_lsp_receiver){ apply_edit, NULL });
    else
        fp_lsp_reply_error(lsp, message->id, FP_RPC_REQUEST_FAILED, "the client does not apply edits");
}

/* ---- fencepost.goTo URI [RANGE]: what lenses and links to pages are bound to ---- */

static void go_to(struct fp_lsp *lsp, fp_message *message) {
    const cJSON *range = cJSON_GetArrayItem(fp_member(message->params, "arguments"), 1);
    fp_str uri = argument(message, 0);
    if (!uri.len || (range && !cJSON_IsObject(range))) {
        fp_lsp_reply_error(lsp, message->id, FP_RPC_INVALID_PARAMS, "the arguments are a URI and perhaps a range");
        return;
    }
    struct fp_out params = { 0 };
    struct fp_json json = { .out = &params };
    fp_json_open(&json, '{');
    fp_json_member_str(&json, "uri", uri);
    fp_json_member_bool(&json, "takeFocus", true);
    if (!range && !fp_str_starts(uri, FP_STR("file:")))
        fp_json_member_bool(&json, "external", true); /* a page on the web */
    if (range) fp_json_key(&json, "selection");
    if (range) fp_json_value(&json, range);
    fp_json_close(&json, '}');
    if (lsp->client.show_document) fp_lsp_call_client(lsp, "window/showDocument", fp_out_str(&params), NULL);
    fp_out_drop(&params);
    fp_lsp_reply(lsp, message->id, FP_STR("null"));
}

/* ---- fencepost.setTarget [CHIP] ---- */

static void set_target(struct fp_lsp *lsp, fp_message *message) {
    fp_str chip = argument(message, 0), nearest = fp_target_nearest(chip);
    if (chip.len && !fp_target_is_name(chip)) {
        struct fp_out words = { 0 };
        fp_out_printf(&words, "no chip is called %.*s", FP_STR_ARG(chip));
        if (nearest.len) fp_out_printf(&words, "; did you mean %.*s?", FP_STR_ARG(nearest));
        fp_out_bytes(&words, (fp_str){ "", 1 });
        fp_lsp_reply_error(lsp, message->id, FP_RPC_INVALID_PARAMS, words.data);
        fp_out_drop(&words);
        return;
    }
    fp_lsp_target_choose(lsp, chip);
    fp_lsp_reply(lsp, message->id, FP_STR("null"));
}

/* ---- fencepost.showKernel URI [KERNEL or position, format] ---- */

static void give_picture(struct fp_lsp *lsp, void *context, const fp_message *question, const fp_str *value,
                         fp_rpc_trouble trouble) {
    (void)context;
    if (value)
        fp_lsp_reply(lsp, question->id, *value);
    else
        fp_lsp_reply_error(lsp, question->id, trouble.code, trouble.text);
}

static void show_kernel(struct fp_lsp *lsp, fp_message *message) {
    static const fp_method_info picture_of = { .id = FP_METHOD_COUNT,
                                               .name = "picture of a kernel",
                                               .stage = FP_STAGE_DRAWN,
                                               .answer = fp_lsp_answer_show_command };
    consult(lsp, message, &picture_of, (fp_lsp_receiver){ give_picture, NULL });
}

/* ---- dispatch ---- */

void fp_lsp_serve_execute_command(struct fp_lsp *lsp, fp_message *message) {
    static const struct {
        const char *name;
        void (*run)(struct fp_lsp *lsp, fp_message *message);
    } commands[] = {
        { "fencepost.fixAll", fix_all },
        { "fencepost.goTo", go_to },
        { "fencepost.setTarget", set_target },
        { "fencepost.showKernel", show_kernel },
    };
    fp_str name = fp_member_str(message->params, "command");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (!fp_str_equal(name, fp_str_of(commands[i].name))) continue;
        commands[i].run(lsp, message);
        return;
    }
    fp_lsp_reply_error(lsp, message->id, FP_RPC_INVALID_PARAMS, "the server knows no such command");
}
