#include "harness.h"
#include "lsp/rpc.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *grown(void *data, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return data;
    *capacity = *capacity ? *capacity * 2 : 64;
    data = realloc(data, *capacity * size);
    if (!data) abort();
    return data;
}

static void host_send(void *context, fp_str body) {
    harness *h = context;
    h->sent = grown(h->sent, h->sent_count, &h->sent_capacity, sizeof *h->sent);
    char *copy = malloc(body.len + 1);
    if (!copy) abort();
    memcpy(copy, body.data, body.len);
    copy[body.len] = 0;
    h->sent[h->sent_count++] = copy;
}

static void host_start(void *context, struct fp_lsp_job *job) {
    harness *h = context;
    h->jobs = grown(h->jobs, h->job_count, &h->job_capacity, sizeof *h->jobs);
    h->jobs[h->job_count++] = job;
}

static int64_t host_now_ms(void *context) { return ((harness *)context)->now_ms; }

harness *harness_new(void) {
    harness *h = calloc(1, sizeof *h);
    if (!h) abort();
    h->lsp = fp_lsp_new(&(fp_lsp_host){ .context = h, .send = host_send, .start = host_start, .now_ms = host_now_ms });
    return h;
}

void harness_forget(harness *h) {
    for (size_t i = 0; i < h->sent_count; i++) free(h->sent[i]);
    h->sent_count = 0;
}

/* Jobs that are left are finished without having run, as those of a process that ends are. */
void harness_drop(harness *h) {
    fp_lsp_lost(h->lsp);
    for (size_t i = 0; i < h->job_count; i++) fp_lsp_job_finish(h->lsp, h->jobs[i]);
    fp_lsp_drop(h->lsp);
    harness_forget(h);
    free(h->sent);
    free(h->jobs);
    free(h);
}

void harness_bytes(harness *h, const char *data, size_t len) { fp_lsp_feed(h->lsp, (fp_str){ data, len }); }

void harness_send(harness *h, const char *json) {
    struct fp_out frame = { 0 };
    fp_rpc_frame(&frame, (fp_str){ json, strlen(json) });
    harness_bytes(h, frame.data, frame.len);
    fp_out_drop(&frame);
}

static void send_message(harness *h, const cJSON *id, const char *method, cJSON *params) {
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "jsonrpc", "2.0");
    if (id) cJSON_AddItemToObject(message, "id", cJSON_Duplicate(id, true));
    cJSON_AddStringToObject(message, "method", method);
    if (params) cJSON_AddItemToObject(message, "params", params);
    char *text = cJSON_PrintUnformatted(message);
    harness_send(h, text);
    free(text);
    cJSON_Delete(message);
}

void harness_notify(harness *h, const char *method, cJSON *params) { send_message(h, NULL, method, params); }

void harness_request(harness *h, int id, const char *method, cJSON *params) {
    cJSON *number = cJSON_CreateNumber(id);
    send_message(h, number, method, params);
    cJSON_Delete(number);
}

void harness_run_one(harness *h) {
    assert(h->job_count > 0);
    struct fp_lsp_job *job = h->jobs[0];
    memmove(h->jobs, h->jobs + 1, --h->job_count * sizeof *h->jobs);
    fp_lsp_job_run(job);
    fp_lsp_job_finish(h->lsp, job);
}

void harness_run(harness *h) {
    while (h->job_count > 0) harness_run_one(h);
}

cJSON *harness_response(harness *h, int id) {
    char sign[24]; /* parsing all that was sent for each of many answers would take its square */
    snprintf(sign, sizeof sign, "\"id\": %d", id);
    for (size_t i = h->sent_count; i > 0; i--) {
        if (!strstr(h->sent[i - 1], sign)) continue;
        cJSON *message = cJSON_Parse(h->sent[i - 1]);
        const cJSON *number = cJSON_GetObjectItemCaseSensitive(message, "id");
        if (cJSON_IsNumber(number) && number->valueint == id && !cJSON_GetObjectItemCaseSensitive(message, "method"))
            return message;
        cJSON_Delete(message);
    }
    return NULL;
}

void harness_initialize(harness *h, const char *capabilities, const char *options) {
    cJSON *params = cJSON_CreateObject();
    cJSON_AddNullToObject(params, "processId");
    cJSON_AddNullToObject(params, "rootUri");
    cJSON_AddItemToObject(params, "capabilities", cJSON_Parse(capabilities));
    cJSON_AddItemToObject(params, "initializationOptions", cJSON_Parse(options));
    harness_request(h, 0, "initialize", params);
    harness_notify(h, "initialized", cJSON_CreateObject());
    harness_forget(h);
}

void harness_open(harness *h, const char *uri, fp_str text) {
    cJSON *params = cJSON_CreateObject(), *document = cJSON_AddObjectToObject(params, "textDocument");
    char *copy = malloc(text.len + 1);
    if (!copy) abort();
    if (text.len > 0) memcpy(copy, text.data, text.len); /* the data of an empty text may be NULL */
    copy[text.len] = 0;
    cJSON_AddStringToObject(document, "uri", uri);
    cJSON_AddStringToObject(document, "languageId", "mlir");
    cJSON_AddNumberToObject(document, "version", 1);
    cJSON_AddStringToObject(document, "text", copy);
    free(copy);
    harness_notify(h, "textDocument/didOpen", params);
}
