/* fuzz_edits.c - edits of any text: after each, the diagnostics are those of a server that opens the text as it is
 * then.
 *
 * The first bytes are the edits, five for each: how many there are, then place, length and what is put there (a piece
 * of the text itself). The rest is the text. */
#include "harness.h"
#include "output/log.h"
#include "output/out.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define URI "file:///nowhere/fuzz.mlir"

static void start(harness *h, fp_str text) {
    harness_initialize(h,
                       "{\"general\": {\"positionEncodings\": [\"utf-8\"]}, \"textDocument\": {\"publishDiagnostics\": "
                       "{\"relatedInformation\": true}}}",
                       "{\"minLevel\": \"hint\"}");
    harness_open(h, URI, text);
    harness_run(h);
}

/* The list in the last diagnostics; the caller frees it. */
static char *published(const harness *h) {
    for (size_t i = h->sent_count; i > 0; i--) {
        const char *list = strstr(h->sent[i - 1], "\"diagnostics\": ");
        if (!list) continue;
        char *copy = malloc(strlen(list) + 1);
        return copy ? strcpy(copy, list) : NULL;
    }
    return NULL;
}

static cJSON *position(const struct fp_out *text, size_t at) {
    int line = 0, column = 0;
    for (size_t i = 0; i < at; i++) {
        bool ends =
            text->data[i] == '\n' || (text->data[i] == '\r' && (i + 1 >= text->len || text->data[i + 1] != '\n'));
        line += ends;
        column = ends ? 0 : column + 1;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "line", line);
    cJSON_AddNumberToObject(json, "character", column);
    return json;
}

static bool splits_line_end(const struct fp_out *text, size_t at) {
    return at > 0 && at < text->len && text->data[at] == '\n' && text->data[at - 1] == '\r';
}

static void edit(harness *h, struct fp_out *text, int version, size_t start_at, size_t end, fp_str piece) {
    cJSON *params = cJSON_CreateObject(), *document = cJSON_AddObjectToObject(params, "textDocument");
    cJSON_AddStringToObject(document, "uri", URI);
    cJSON_AddNumberToObject(document, "version", version);
    cJSON *change = cJSON_CreateObject(), *range = cJSON_AddObjectToObject(change, "range");
    cJSON_AddItemToObject(range, "start", position(text, start_at));
    cJSON_AddItemToObject(range, "end", position(text, end));
    struct fp_out inserted = { 0 }, next = { 0 };
    fp_out_bytes(&inserted, piece);
    fp_out_bytes(&inserted, (fp_str){ "", 1 });
    cJSON_AddStringToObject(change, "text", inserted.data);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(params, "contentChanges"), change);
    fp_out_bytes(&next, (fp_str){ text->data, start_at });
    fp_out_bytes(&next, piece);
    fp_out_bytes(&next, (fp_str){ text->data + end, text->len - end });
    fp_out_drop(&inserted);
    fp_out_drop(text);
    *text = next;
    harness_notify(h, "textDocument/didChange", params);
    harness_run(h);
}

static void compare(const harness *h, fp_str text) {
    harness *fresh = harness_new();
    start(fresh, text);
    char *edited = published(h), *again = published(fresh);
    if (!edited || !again || strcmp(edited, again) != 0) {
        fprintf(stderr, "--- edited\n%s\n--- fresh\n%s\n--- text\n%.*s\n", edited ? edited : "", again ? again : "",
                (int)text.len, text.data);
        abort();
    }
    free(edited);
    free(again);
    harness_drop(fresh);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { EDITS_MAX = 4, EDIT_BYTES = 5 };
    if (size < 1 + EDITS_MAX * EDIT_BYTES) return 0;
    fp_log_setup(FP_LOG_OFF, FP_COLOR_NEVER);
    struct fp_out text = { 0 };
    for (size_t i = 1 + EDITS_MAX * EDIT_BYTES; i < size;
         i++) { /* JSON has valid UTF-8 and no zeros: other bytes become letters */
        char byte = (char)(data[i] & 0x7F ? data[i] & 0x7F : 'z');
        fp_out_bytes(&text, (fp_str){ &byte, 1 });
    }
    harness *h = harness_new();
    start(h, fp_out_str(&text));
    for (int n = 0; n < data[0] % EDITS_MAX + 1; n++) {
        const uint8_t *op = data + 1 + n * EDIT_BYTES;
        size_t at = (size_t)(op[0] << 8 | op[1]) % (text.len + 1), end = at + op[2] % 32,
               from = (size_t)op[3] * text.len / 256;
        if (end > text.len) end = text.len;
        if (splits_line_end(&text, at)) at--;
        if (splits_line_end(&text, end)) end++;
        struct fp_out piece = { 0 };
        fp_out_bytes(&piece, (fp_str){ text.data ? text.data + from : "",
                                       text.len - from < op[4] % 48u ? text.len - from : op[4] % 48u });
        edit(h, &text, n + 2, at, end, fp_out_str(&piece));
        compare(h, fp_out_str(&text));
        fp_out_drop(&piece);
    }
    harness_drop(h);
    fp_out_drop(&text);
    return 0;
}
