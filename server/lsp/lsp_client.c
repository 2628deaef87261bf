/* lsp_client.c - what is said to the client: answers, notifications, and requests that wait for its answer. */
#include "base/memory.h"
#include "lsp/lsp_state.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

enum { FP_CALL_TIMEOUT_MS = 30000 }; /* a client that has not answered by then is not going to */

/* ---- sending ---- */

void fp_lsp_trace(struct fp_lsp *lsp, const char *words, fp_str body) {
    struct fp_out out = { 0 };
    struct fp_json json = { .out = &out };
    fp_rpc_notify_open(&json, "$/logTrace");
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
    if (lsp->trace) fp_lsp_trace(lsp, "sent", fp_out_str(body));
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
    fp_rpc_notify_open(&json, method);
    fp_json_raw(&json, params);
    fp_json_close(&json, '}');
    fp_lsp_send(lsp, &body);
    fp_out_drop(&body);
}

void fp_lsp_tell_error(struct fp_lsp *lsp, fp_str words) {
    for (size_t at = 0, end; at < words.len; at = end + 1) { /* the log has lines, the message may */
        end = at + fp_str_find(fp_str_slice(words, at, words.len), '\n');
        fp_log(FP_LOG_ERROR, "%.*s", FP_STR_ARG(fp_str_slice(words, at, end)));
    }
    struct fp_out params = { 0 };
    struct fp_json json = { .out = &params };
    fp_json_open(&json, '{');
    fp_json_member_uint(&json, "type", 1);
    fp_json_member_str(&json, "message", words);
    fp_json_close(&json, '}');
    fp_lsp_notify(lsp, "window/showMessage", fp_out_str(&params));
    fp_out_drop(&params);
}

void fp_lsp_tell_given_up(struct fp_lsp *lsp, const fp_lsp_document *document) {
    struct fp_out words = { 0 };
    fp_out_printf(&words, "fencepost: out of memory: %.*s is not checked any more, until it is opened again",
                  FP_STR_ARG(document->view->uri));
    fp_lsp_tell_error(lsp, fp_out_str(&words));
    fp_out_drop(&words);
}

void fp_lsp_tell_bad_changes(struct fp_lsp *lsp, fp_lsp_document *document, const cJSON *changes) {
    const cJSON *change;
    uint32_t number = 0;
    cJSON_ArrayForEach(change, changes) {
        if (!fp_lsp_change_is_whole(change)) break;
        number++;
    }
    if (!change || document->told_bad) return;
    document->told_bad = true;
    struct fp_out words = { 0 };
    fp_out_printf(&words,
                  "fencepost cannot apply an edit that the editor sent for %.*s (contentChanges[%" PRIu32
                  "]): close the file and open it again, until then another text is checked",
                  FP_STR_ARG(document->view->uri), number);
    fp_lsp_tell_error(lsp, fp_out_str(&words));
    fp_out_drop(&words);
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
        fp_rpc_notify_open(&json, "window/logMessage");
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
    fp_lsp_call *call = fp_memory_raw(sizeof *call);
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

void fp_lsp_take_response(struct fp_lsp *lsp, const fp_message *message) {
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

void fp_lsp_refresh_client(struct fp_lsp *lsp) {
    const fp_lsp_client *client = &lsp->client;
    if (client->pulls_diagnostics && client->diagnostics_refresh)
        fp_lsp_call_client(lsp, "workspace/diagnostic/refresh", (fp_str){ "", 0 }, NULL);
    if (client->lens_refresh) fp_lsp_call_client(lsp, "workspace/codeLens/refresh", (fp_str){ "", 0 }, NULL);
    if (client->hint_refresh) fp_lsp_call_client(lsp, "workspace/inlayHint/refresh", (fp_str){ "", 0 }, NULL);
}
