/* lsp_server.c - messages in, each to the handler of its row in lsp_methods.def; beginning and end of the server. */
#include "base/memory.h"
#include "lsp/lsp_shortage.h"
#include "lsp/lsp_state.h"
#include <stdlib.h>
#include <string.h>

/* ---- jobs ---- */

void fp_lsp_job_run(struct fp_lsp_job *job) { job->run(job); }

void fp_lsp_resume(struct fp_lsp *lsp) {
    if (lsp->phase == FP_LSP_RUNNING) fp_lsp_documents_start(lsp);
}

void fp_lsp_job_finish(struct fp_lsp *lsp, struct fp_lsp_job *job) {
    job->finish(lsp, job);
    fp_lsp_resume(lsp);
}

/* ---- receiving ---- */

/* A notification's methods may be unknown when they start with "$/"; requests are always answered. */
static void dispatch(struct fp_lsp *lsp, fp_message *message) {
    if (message->kind == FP_MESSAGE_RESPONSE) {
        fp_lsp_take_response(lsp, message);
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
    if (lsp->trace) fp_lsp_trace(lsp, "received", body);
    if (good)
        dispatch(lsp, &message);
    else
        fp_lsp_reply_error(lsp, message.id, trouble.code, trouble.text);
    fp_message_drop(&message);
    fp_lsp_scans_release(lsp);
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
            fp_lsp_reply_error(lsp, NULL, FP_RPC_INVALID_REQUEST, "the message is too large, or has two lengths");
            break;
        }
    }
}

/* ---- beginning and end ---- */

struct fp_lsp *fp_lsp_new(const fp_lsp_host *host) {
    struct fp_lsp *lsp = fp_memory_zeroed(1, sizeof *lsp);
    lsp->host = *host;
    fp_shortage_prepare();
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
    fp_lsp_watched_drop(lsp);
    fp_lsp_folders_drop(lsp);
    fp_lsp_settings_drop(lsp->settings);
    fp_frames_drop(&lsp->frames);
    free(lsp->target);
    free(lsp);
}
