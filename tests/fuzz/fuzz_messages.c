/* fuzz_messages.c - the entries of a transcript, whatever they have become, as messages: the server lives, and answers
 * each request once.
 *
 * Those that begin with "> " are sent (others too, as they are); what is no message at all is answered with an
 * error. */
#include "base/str.h"
#include "harness.h"
#include "lsp/rpc.h"
#include "output/log.h"
#include "script.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool wants_answer(fp_str body) {
    fp_message message;
    fp_rpc_trouble trouble;
    bool good = fp_message_parse(&message, body, &trouble), wants = !good || message.kind == FP_MESSAGE_REQUEST;
    fp_message_drop(&message);
    return wants;
}

/* Responses of the server: they have no method. */
static size_t count_answers(const harness *h) {
    size_t count = 0;
    for (size_t i = 0; i < h->sent_count; i++) {
        cJSON *message = cJSON_Parse(h->sent[i]);
        if (!message) abort(); /* what the server says is JSON */
        count += !cJSON_GetObjectItemCaseSensitive(message, "method");
        cJSON_Delete(message);
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { MESSAGES_MAX = 60 };
    fp_log_setup(FP_LOG_OFF, FP_COLOR_NEVER);
    harness *h = harness_new();
    harness_initialize(h,
                       "{\"textDocument\": {\"codeAction\": {\"codeActionLiteralSupport\": {}}, \"completion\": "
                       "{\"completionItem\": {\"snippetSupport\": true}}}}",
                       "{}");
    size_t asked = 0, count = 0;
    struct fp_out flat = { 0 };
    script_flatten(&flat, (fp_str){ (const char *)data, size });
    for (size_t at = 0; at < flat.len && count < MESSAGES_MAX; count++) {
        const char *line = flat.data + at, *end = memchr(line, '\n', flat.len - at);
        fp_str body = { line, end ? (size_t)(end - line) : flat.len - at };
        at += body.len + 1;
        if (fp_str_starts(body, FP_STR("> "))) body = fp_str_slice(body, 2, body.len);
        int status;
        if (fp_lsp_is_over(h->lsp, &status)) break;
        struct fp_out frame = { 0 };
        asked += wants_answer(body);
        fp_rpc_frame(&frame, body);
        harness_bytes(h, frame.data, frame.len);
        fp_out_drop(&frame);
        if (count % 3) harness_run(h);
    }
    harness_run(h);
    int status;
    if (!fp_lsp_is_over(h->lsp, &status) && count_answers(h) != asked) abort();
    harness_drop(h);
    fp_out_drop(&flat);
    return 0;
}
