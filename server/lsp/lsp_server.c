/* lsp_server.c - life of the server: dispatch, initialisation, requests to the client, shutdown. */
#include "lsp/lsp_state.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { FP_CALL_TIMEOUT_MS = 30000 }; /* a client that has not answered by then is not going to */

/* ---- sending ---- */

static void trace(struct fp_lsp *lsp, const char *words, fp_str body) {
    struct fp_out out = { 0 };
    struct fp_json json = { .out = &out };
    fp_lsp_notify_open(&json, "$/logTrace");
    fp_json_open(&json, '{');
    fp_json_member_text(&json, "message", words);
    if (lsp->trace == FP_TRACE_VERBOSE) fp_json_member_str(&json, "verbose", body);
    fp_json_close(&json, '}');
    fp_json_close(&json, '}');
    lsp->host.send(lsp->host.context, fp_out_str(&out));
    fp_out_drop(&out);
}

void fp_lsp_send(struct fp_lsp *lsp, const struct fp_out *body) {
    if (lsp->phase == FP_LSP_OVER) return;
    lsp->host.send(lsp->host.context, fp_out_str(body));
    if (lsp->trace) trace(lsp, "sent", fp_out_str(body));
}

void fp_lsp_reply_error(struct fp_lsp *lsp, const cJSON *id, fp_rpc_error code, const char *text) {
    struct fp_out body = { 0 };
    fp_rpc_error_body(&body, id, (fp_rpc_trouble){ code, text });
    fp_lsp_send(lsp, &body);
    fp_out_drop(&body);
}

void fp_lsp_reply(struct fp_lsp *lsp, const cJSON *id, fp_str value) {
    struct fp_out body = { 0 };
    struct fp_json json = { .out = &body };
    fp_rpc_open(&json);
    fp_json_key(&json, "id");
    fp_json_value(&json, id);
    fp_json_key(&json, "result");
    fp_json_raw(&json, value);
    fp_json_close(&json, '}');
    fp_lsp_send(lsp, &body);
    fp_out_drop(&body);
}

void fp_lsp_notify(struct fp_lsp *lsp, const char *method, fp_str params) {
    struct fp_out body = { 0 };
    struct fp_json json = { .out = &body };
    fp_lsp_notify_open(&json, method);
    fp_json_raw(&json, params);
    fp_json_close(&json, '}');
    fp_lsp_send(lsp, &body);
    fp_out_drop(&body);
}

void fp_lsp_notify_open(struct fp_json *json, const char *method) {
    fp_rpc_open(json);
    fp_json_member_text(json, "method", method);
    fp_json_key(json, "params");
}

/* To standard error and, once there is a client to tell, to its log. */
void fp_lsp_log_message(struct fp_lsp *lsp, fp_log_level level, const char *format, ...) {
    struct fp_out words = { 0 }, body = { 0 };
    va_list args;
    va_start(args, format);
    fp_out_vprintf(&words, format, args);
    va_end(args);
    fp_log(level, "%.*s", FP_STR_ARG(fp_out_str(&words)));
    if (lsp->phase == FP_LSP_RUNNING && fp_log_wants(level)) {
        struct fp_json json = { .out = &body };
        fp_lsp_notify_open(&json, "window/logMessage");
        fp_json_open(&json, '{');
        fp_json_member_uint(&json, "type", (uint64_t)level); /* 1 error .. 4 log: the same order */
        fp_json_member_str(&json, "message", fp_out_str(&words));
        fp_json_close(&json, '}');
        fp_json_close(&json, '}');
        fp_lsp_send(lsp, &body);
    }
    fp_out_drop(&body);
    fp_out_drop(&words);
}

/* ---- requests to the client ---- */

void fp_lsp_call_client(struct fp_lsp *lsp, const char *method, fp_str params,
                        void (*answered)(struct fp_lsp *lsp, const cJSON *result)) {
    fp_lsp_call *call = malloc(sizeof *call);
    if (!call) abort();
    *call = (fp_lsp_call){ lsp->calls, ++lsp->next_call, lsp->host.now_ms(lsp->host.context) + FP_CALL_TIMEOUT_MS,
                           answered };
    lsp->calls = call;
    struct fp_out body = { 0 };
    struct fp_json json = { .out = &body };
    fp_rpc_open(&json);
    fp_json_member_uint(&json, "id", call->id);
    fp_json_member_text(&json, "method", method);
    if (params.len) {
        fp_json_key(&json, "params");
        fp_json_raw(&json, params);
    }
    fp_json_close(&json, '}');
    fp_lsp_send(lsp, &body);
    fp_out_drop(&body);
}

static void end_call(struct fp_lsp *lsp, fp_lsp_call **link, const cJSON *result) {
    fp_lsp_call *call = *link;
    *link = call->next;
    if (call->answered) call->answered(lsp, result);
    free(call);
}

static void take_response(struct fp_lsp *lsp, const fp_message *message) {
    for (fp_lsp_call **link = &lsp->calls; *link; link = &(*link)->next) {
        if (!cJSON_IsNumber(message->id) || message->id->valuedouble != (*link)->id) continue;
        end_call(lsp, link, message->error ? NULL : message->result);
        return;
    }
    fp_log(FP_LOG_INFO, "a response that nobody waits for");
}

void fp_lsp_tick(struct fp_lsp *lsp) {
    int64_t now_ms = lsp->host.now_ms(lsp->host.context);
    for (fp_lsp_call **link = &lsp->calls; *link;) {
        if ((*link)->deadline_ms > now_ms)
            link = &(*link)->next;
        else
            end_call(lsp, link, NULL);
    }
}

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
    fp_json_open(json, '{');
    fp_json_member_text(json, "positionEncoding", names[client->encoding]);
    for (size_t i = 0; i < FP_METHOD_COUNT; i++) {
        if (!fp_methods[i].capability[0] || (i == FP_METHOD_DIAGNOSTIC && client->is_pushed)) continue;
        fp_out_printf(json->out, ", %s", fp_methods[i].capability);
    }
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

/* ---- jobs ---- */

void fp_lsp_job_run(struct fp_lsp_job *job) { job->run(job); }

void fp_lsp_job_finish(struct fp_lsp *lsp, struct fp_lsp_job *job) {
    job->finish(lsp, job);
    if (lsp->phase == FP_LSP_RUNNING) fp_lsp_documents_start(lsp);
}

/* ---- receiving ---- */

/* A notification's methods may be unknown when they start with "$/"; requests are always answered. */
static void dispatch(struct fp_lsp *lsp, fp_message *message) {
    if (message->kind == FP_MESSAGE_RESPONSE) {
        take_response(lsp, message);
        return;
    }
    bool is_request = message->kind == FP_MESSAGE_REQUEST;
    const fp_method_info *method = fp_method_find(message->method);
    bool is_first = method == &fp_methods[FP_METHOD_INITIALIZE], is_last = method == &fp_methods[FP_METHOD_EXIT];
    if (method && method->kind != message->kind) {
        if (is_request)
            fp_lsp_reply_error(lsp, message->id, FP_RPC_INVALID_REQUEST,
                               "this method is a notification and takes no id");
        else
            fp_log(FP_LOG_WARNING, "%s came without an id", message->method);
    } else if (lsp->phase == FP_LSP_NEW && !is_first && !is_last) {
        if (is_request) fp_lsp_reply_error(lsp, message->id, FP_RPC_NOT_INITIALIZED, "initialize has to come first");
    } else if (lsp->phase == FP_LSP_STOPPED && !is_last) {
        if (is_request) fp_lsp_reply_error(lsp, message->id, FP_RPC_INVALID_REQUEST, "the server is shut down");
    } else if (!method) {
        if (is_request)
            fp_lsp_reply_error(lsp, message->id, FP_RPC_METHOD_NOT_FOUND, "the server knows no such method");
        else if (strncmp(message->method, "$/", 2) != 0)
            fp_log(FP_LOG_INFO, "unknown notification %s", message->method);
    } else if (method->serve) {
        method->serve(lsp, message);
    } else {
        fp_lsp_document_ask(lsp, method, message);
    }
}

static void receive(struct fp_lsp *lsp, fp_str body) {
    fp_message message;
    fp_rpc_trouble trouble;
    bool good = fp_message_parse(&message, body, &trouble);
    if (lsp->trace) trace(lsp, "received", body);
    if (good)
        dispatch(lsp, &message);
    else
        fp_lsp_reply_error(lsp, message.id, trouble.code, trouble.text);
    fp_message_drop(&message);
}

void fp_lsp_feed(struct fp_lsp *lsp, fp_str bytes) {
    fp_str body;
    fp_frames_feed(&lsp->frames, bytes);
    while (lsp->phase != FP_LSP_OVER) {
        switch (fp_frames_next(&lsp->frames, &body)) {
        case FP_FRAME_NONE:
            if (lsp->phase == FP_LSP_RUNNING)
                fp_lsp_documents_start(lsp); /* only now: a burst that came in one piece is one check */
            return;
        case FP_FRAME_BODY: receive(lsp, body); break;
        case FP_FRAME_GARBAGE: fp_lsp_reply_error(lsp, NULL, FP_RPC_PARSE, "no header where one should be"); break;
        case FP_FRAME_TOO_LARGE:
            fp_lsp_reply_error(lsp, NULL, FP_RPC_INVALID_REQUEST, "the message is too large");
            break;
        }
    }
}

/* ---- beginning and end ---- */

struct fp_lsp *fp_lsp_new(const fp_lsp_host *host) {
    struct fp_lsp *lsp = calloc(1, sizeof *lsp);
    if (!lsp) abort();
    lsp->host = *host;
    fp_lsp_configuration_use(lsp, NULL);
    return lsp;
}

void fp_lsp_drop(struct fp_lsp *lsp) {
    fp_lsp_documents_drop(lsp);
    fp_lsp_scans_drop(lsp);
    while (lsp->calls) {
        fp_lsp_call *call = lsp->calls;
        lsp->calls = call->next;
        free(call);
    }
    fp_lsp_troubles_drop(lsp);
    fp_lsp_folders_drop(lsp);
    fp_lsp_settings_drop(lsp->settings);
    fp_frames_drop(&lsp->frames);
    free(lsp->target);
    free(lsp);
}
