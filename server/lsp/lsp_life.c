/* lsp_life.c - the life of the server: initialize, shutdown, exit, and what stops its work. */
#include "lsp/lsp_state.h"

/* ---- initialisation ---- */

static void choose_encoding(struct fp_lsp *lsp, const cJSON *capabilities) {
    const cJSON *offered = fp_member(capabilities, "general.positionEncodings"), *encoding;
    cJSON_ArrayForEach(encoding,
                       offered) { /* the client's order is its preference; utf-8 costs us least and comes first */
        if (fp_str_equal(fp_json_string(encoding), FP_STR("utf-8"))) {
            lsp->client.encoding = FP_ENCODING_UTF8;
            return;
        }
    }
    cJSON_ArrayForEach(encoding, offered) {
        fp_str name = fp_json_string(encoding);
        lsp->client.encoding = fp_str_equal(name, FP_STR("utf-32")) ? FP_ENCODING_UTF32 : FP_ENCODING_UTF16;
        if (fp_str_equal(name, FP_STR("utf-32")) || fp_str_equal(name, FP_STR("utf-16"))) return;
    }
}

static void read_client(struct fp_lsp *lsp, const cJSON *capabilities) {
    choose_encoding(lsp, capabilities);
#define READ(field, path) lsp->client.field = fp_member_true(capabilities, path);
    FP_CLIENT_FLAGS(READ)
#undef READ
    bool can_pull = fp_member(capabilities, "textDocument.diagnostic") != NULL;
    lsp->client.pulls_diagnostics = can_pull && lsp->client.diagnostics_refresh;
    lsp->client.is_pushed = can_pull && !lsp->client.diagnostics_refresh;
    lsp->client.diagnostic_tags = fp_member(capabilities, "textDocument.publishDiagnostics.tagSupport") != NULL;
    lsp->client.action_literals = fp_member(capabilities, "textDocument.codeAction.codeActionLiteralSupport") != NULL;
    const cJSON *format, *property;
    cJSON_ArrayForEach(property, fp_member(capabilities, "textDocument.codeAction.resolveSupport.properties")) {
        lsp->client.action_resolve |= fp_str_equal(fp_json_string(property), FP_STR("edit"));
    }
    cJSON_ArrayForEach(format, fp_member(capabilities, "textDocument.hover.contentFormat")) {
        lsp->client.markdown |= fp_str_equal(fp_json_string(format), FP_STR("markdown"));
    }
}

static void read_trace(struct fp_lsp *lsp, fp_str value) {
    lsp->trace = fp_str_equal(value, FP_STR("verbose"))    ? FP_TRACE_VERBOSE
                 : fp_str_equal(value, FP_STR("messages")) ? FP_TRACE_MESSAGES
                                                           : FP_TRACE_OFF;
}

static void write_capabilities(struct fp_json *json, const fp_lsp_client *client) {
    static const char *const names[] = {
        [FP_ENCODING_UTF16] = "utf-16", [FP_ENCODING_UTF8] = "utf-8", [FP_ENCODING_UTF32] = "utf-32"
    };
    static const char *const capabilities[] = {
#define FP_METHOD(id, name, kind, stage, handler, capability, summary) [FP_METHOD_##id] = capability,
#include "lsp/lsp_methods.def"
#undef FP_METHOD
    };
    fp_json_open(json, '{');
    fp_json_member_text(json, "positionEncoding", names[client->encoding]);
    for (size_t i = 0; i < FP_METHOD_COUNT; i++)
        if (capabilities[i][0] && !(i == FP_METHOD_DIAGNOSTIC && client->is_pushed))
            fp_out_printf(json->out, ", %s", capabilities[i]);
    fp_json_close(json, '}');
}

void fp_lsp_serve_initialize(struct fp_lsp *lsp, fp_message *message) {
    const cJSON *params = message->params;
    if (lsp->phase != FP_LSP_NEW) {
        fp_lsp_reply_error(lsp, message->id, FP_RPC_INVALID_REQUEST, "initialize came twice");
        return;
    }
    if (!cJSON_IsObject(fp_member(params, "capabilities"))) {
        fp_lsp_reply_error(lsp, message->id, FP_RPC_INVALID_PARAMS, "initialize without capabilities");
        return;
    }
    read_client(lsp, fp_member(params, "capabilities"));
    fp_lsp_folders_read(lsp, params);
    fp_member_uint(params, "processId", &lsp->client_process);
    fp_lsp_configuration_use(lsp, fp_member(params, "initializationOptions"));
    struct fp_out result = { 0 };
    struct fp_json json = { .out = &result };
    fp_json_open(&json, '{');
    fp_json_key(&json, "capabilities");
    write_capabilities(&json, &lsp->client);
    fp_json_key(&json, "serverInfo");
    fp_json_raw(&json, FP_STR("{\"name\": \"fencepost\", \"version\": \"" FENCEPOST_VERSION "\"}"));
    fp_json_close(&json, '}');
    lsp->phase = FP_LSP_RUNNING;
    fp_lsp_reply(lsp, message->id, fp_out_str(&result));
    fp_out_drop(&result);
    read_trace(lsp, fp_member_str(params, "trace"));
}

void fp_lsp_serve_initialized(struct fp_lsp *lsp, fp_message *message) {
    (void)message;
    fp_lsp_configuration_ask(lsp);
    fp_lsp_trouble_look(lsp, (fp_str){ "", 0 });
    if (lsp->client.watch_registration)
        fp_lsp_call_client(
            lsp, "client/registerCapability",
            FP_STR("{\"registrations\": [{\"id\": \"fencepost.json\", \"method\": \"workspace/didChangeWatchedFiles\", "
                   "\"registerOptions\": {\"watchers\": [{\"globPattern\": \"**/" FP_CONFIG_NAME "\"}]}}]}"),
            NULL);
}

/* ---- the rest of the life ---- */

void fp_lsp_serve_ignore(struct fp_lsp *lsp, fp_message *message) { (void)lsp, (void)message; }

void fp_lsp_serve_cancel(struct fp_lsp *lsp, fp_message *message) {
    const cJSON *id = fp_member(message->params, "id");
    if (id && !fp_lsp_documents_cancel(lsp, id)) fp_lsp_scans_cancel(lsp, id);
}

void fp_lsp_serve_set_trace(struct fp_lsp *lsp, fp_message *message) {
    read_trace(lsp, fp_member_str(message->params, "value"));
}

static void stop(struct fp_lsp *lsp, fp_lsp_phase phase) {
    lsp->phase = phase;
    fp_lsp_documents_stop(lsp);
    fp_lsp_scans_stop(lsp);
}

void fp_lsp_serve_shutdown(struct fp_lsp *lsp, fp_message *message) {
    stop(lsp, FP_LSP_STOPPED);
    fp_lsp_reply(lsp, message->id, FP_STR("null"));
}

void fp_lsp_serve_exit(struct fp_lsp *lsp, fp_message *message) {
    (void)message;
    lsp->exit_status = lsp->phase == FP_LSP_STOPPED ? 0 : 1;
    stop(lsp, FP_LSP_OVER);
}

void fp_lsp_lost(struct fp_lsp *lsp) {
    if (lsp->phase == FP_LSP_OVER) return;
    lsp->exit_status = lsp->phase == FP_LSP_STOPPED ? 0 : 1;
    stop(lsp, FP_LSP_OVER);
}

bool fp_lsp_is_over(const struct fp_lsp *lsp, int *status) {
    *status = lsp->exit_status;
    return lsp->phase == FP_LSP_OVER;
}

uint32_t fp_lsp_client_process(const struct fp_lsp *lsp) { return lsp->client_process; }
