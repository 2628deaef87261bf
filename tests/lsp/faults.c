/* faults.c - what a client should never send, and far too much of what it may.
 *
 *     lsp_faults FILE      a kernel with findings
 *
 * Every case ends with a question that the server has to answer: it is alive and still knows what it knew. */
#include "harness.h"
#include "lsp/lsp_state.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define URI "file:///nowhere/fault.mlir"
static int failures;
static struct fp_out kernel;

static void check(bool holds, const char *what) {
    if (holds) return;
    printf("failed: %s\n", what);
    failures++;
}

static int count_sent(const harness *h, const char *part) {
    int count = 0;
    for (size_t i = 0; i < h->sent_count; i++) count += strstr(h->sent[i], part) != NULL;
    return count;
}

static harness *running(void) {
    harness *h = harness_new();
    harness_initialize(h, "{}", "{}");
    harness_open(h, URI, fp_out_str(&kernel));
    harness_run(h);
    return h;
}

static cJSON *of_document(const char *uri) {
    cJSON *params = cJSON_CreateObject();
    cJSON_AddStringToObject(cJSON_AddObjectToObject(params, "textDocument"), "uri", uri);
    return params;
}

/* The kernel has findings, so an answer without any is as wrong as none. */
static void check_alive(harness *h, const char *after) {
    harness_forget(h);
    harness_request(h, 77777, "textDocument/diagnostic", of_document(URI));
    harness_run(h);
    cJSON *response = harness_response(h, 77777);
    check(cJSON_GetArraySize(fp_member(response, "result.items")) > 0, after);
    cJSON_Delete(response);
    harness_drop(h);
}

static void edit(harness *h, const char *uri, int version, int line, const char *text) {
    cJSON *params = of_document(uri);
    cJSON_AddNumberToObject(cJSON_GetObjectItem(params, "textDocument"), "version", version);
    cJSON *change = cJSON_CreateObject(), *range = cJSON_AddObjectToObject(change, "range");
    const char *const ends[] = { "start", "end" };
    for (int i = 0; i < 2; i++) {
        cJSON *position = cJSON_AddObjectToObject(range, ends[i]);
        cJSON_AddNumberToObject(position, "line", line);
        cJSON_AddNumberToObject(position, "character", 0);
    }
    cJSON_AddStringToObject(change, "text", text);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(params, "contentChanges"), change);
    harness_notify(h, "textDocument/didChange", params);
}

static void garbage_between_messages(void) {
    static const char *const pieces[] = {
        "garbage\r\n\r\n",
        "\0\1\2\xFF\xFE",
        "Content-Length: \r\n\r\n",
        "Content-Length: -5\r\n\r\n{}",
        "Content-Length: 99999999999999999999\r\n\r\n",
        "Content-Length: 12x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "\r\n\r\n\r\n",
        "Content-Type: text\r\n\r\n{}",
    };
    static const size_t lengths[] = { 11, 5, 18, 24, 40, 23, 33, 6, 22 };
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        harness *h = running();
        harness_bytes(h, pieces[i], lengths[i]);
        check_alive(h, "alive after garbage between messages");
    }
    harness *h = running();
    char *noise = malloc(1 << 20);
    if (!noise) abort();
    memset(noise, 'a', 1 << 20);
    harness_bytes(h, noise, 1 << 20);
    check(count_sent(h, "-32700") == 1, "a megabyte of one letter is one error");
    free(noise);
    check_alive(h, "alive after a megabyte of garbage");
}

static void bad_bodies(void) {
    static const char *const bodies[] = {
        "",
        "{",
        "[]",
        "[{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"shutdown\"}]",
        "null",
        "7",
        "\"x\"",
        "{}",
        "{\"jsonrpc\": \"1.0\", \"id\": 1, \"method\": \"x\"}",
        "{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"shutdown\"}",
        "{\"jsonrpc\": \"2.0\", \"id\": 1.5, \"method\": \"shutdown\"}",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": 5}",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"textDocument/diagnostic\", \"params\": 3}",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"textDocument/diagnostic\"}",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"textDocument/diagnostic\", \"params\": {\"textDocument\": "
        "{\"uri\": 5}}}",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"no/such\"}",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"initialize\", \"params\": {\"capabilities\": {}}}",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"textDocument/didOpen\", \"params\": {}}",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        harness *h = running();
        harness_forget(h);
        harness_send(h, bodies[i]);
        harness_run(h);
        check(count_sent(h, "\"error\"") == 1, bodies[i]);
        check_alive(h, bodies[i]);
    }
    static const char *const silent[] = {
        /* notifications are never answered */
        "{\"jsonrpc\": \"2.0\", \"method\": \"textDocument/didChange\", \"params\": {\"textDocument\": {\"uri\": \"" URI
        "\"}, \"contentChanges\": [1, null, {}, {\"text\": 5}, {\"range\": 7, \"text\": \"\"}]}}",
        "{\"jsonrpc\": \"2.0\", \"method\": \"$/unheardOf\"}",
        "{\"jsonrpc\": \"2.0\", \"method\": \"$/cancelRequest\", \"params\": {\"id\": 12345}}",
        "{\"jsonrpc\": \"2.0\", \"id\": 99, \"result\": null}",
    };
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
        harness *h = running();
        harness_forget(h);
        harness_send(h, silent[i]);
        check(count_sent(h, "\"error\"") == 0, silent[i]);
        check_alive(h, silent[i]);
    }
}

static void deep_json(void) {
    enum { DEPTH = 100000 };
    struct fp_out body = { 0 };
    fp_out_text(&body, "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"x\", \"params\": ");
    fp_out_repeat(&body, '[', DEPTH);
    fp_out_repeat(&body, ']', DEPTH);
    fp_out_bytes(&body, (fp_str){ "}", 2 });
    harness *h = running();
    harness_forget(h);
    harness_send(h, body.data);
    check(count_sent(h, "-32700") == 1, "JSON that nests without end is refused");
    fp_out_drop(&body);
    check_alive(h, "alive after deep JSON");
}

static void huge_frame(void) {
    harness *h = running();
    harness_forget(h);
    const char header[] = "Content-Length: 600000000\r\n\r\n";
    harness_bytes(h, header, sizeof header - 1);
    check(count_sent(h, "too large") == 1, "a body over the limit is refused at its header");
    char *zeros = calloc(1, 1 << 20);
    if (!zeros) abort();
    for (int left = 600000000; left > 0; left -= 1 << 20)
        harness_bytes(h, zeros, (size_t)(left < 1 << 20 ? left : 1 << 20));
    free(zeros);
    check_alive(h, "alive after a body over the limit was skipped");

    h = running();
    harness_bytes(h, header, sizeof header - 1);
    check_alive(h, "a length that is untrue swallows no message");
}

static void two_lengths(void) {
    harness *h = running();
    harness_forget(h);
    const char body[] = "Content-Length: 2\r\nContent-Length: 46\r\n\r\n{}";
    harness_bytes(h, body, sizeof body - 1);
    check(count_sent(h, "has two lengths") == 1, "lengths that contradict each other are refused");
    check_alive(h, "alive after two lengths");
}

static void byte_by_byte(void) {
    harness *h = running();
    harness_forget(h);
    const char body[] = "{\"jsonrpc\": \"2.0\", \"id\": 5, \"method\": \"textDocument/diagnostic\", \"params\": "
                        "{\"textDocument\": {\"uri\": \"" URI "\"}}}";
    struct fp_out frame = { 0 };
    fp_out_text(&frame, "content-length: ");
    fp_out_printf(&frame, "%zu\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n%s", sizeof body - 1,
                  body);
    for (size_t i = 0; i < frame.len; i++) harness_bytes(h, frame.data + i, 1);
    fp_out_drop(&frame);
    harness_run(h);
    check(count_sent(h, "\"id\": 5") == 1, "a message that comes byte by byte is answered");
    check_alive(h, "alive after a slow message");
}

/* Every prefix of a conversation, then silence: nothing may hang on to what never comes. */
static void truncated(void) {
    struct fp_out text = { 0 };
    const char *const bodies[] = {
        "{\"jsonrpc\": \"2.0\", \"id\": 0, \"method\": \"initialize\", \"params\": {\"capabilities\": {}}}",
        "{\"jsonrpc\": \"2.0\", \"method\": \"textDocument/didOpen\", \"params\": {\"textDocument\": {\"uri\": \"" URI
        "\", \"text\": \"\\ud83d\\u0000\"}}}",
        "{\"jsonrpc\": \"2.0\", \"method\": \"exit\"}"
    };
    for (size_t i = 0; i < 3; i++) fp_rpc_frame(&text, fp_str_of(bodies[i]));
    for (size_t len = 0; len <= text.len; len++) {
        harness *h = harness_new();
        harness_bytes(h, text.data, len);
        if (len % 2) harness_run(h);
        int status;
        check(fp_lsp_is_over(h->lsp, &status) == (len == text.len), "only the whole of exit ends the server");
        harness_drop(h);
    }
    fp_out_drop(&text);
}

static void cancel_storm(void) {
    enum { COUNT = 2000 };
    harness *h = running();
    harness_forget(h);
    for (int i = 0; i < COUNT; i++) {
        char cancel[100];
        harness_request(h, 100000 + i, "textDocument/diagnostic", of_document(URI));
        snprintf(cancel, sizeof cancel,
                 "{\"jsonrpc\": \"2.0\", \"method\": \"$/cancelRequest\", \"params\": {\"id\": %d}}", 100000 + i);
        if (i % 3) harness_send(h, cancel);
        if (i % 7 == 0) edit(h, URI, i + 2, 0, "\n");
        if (i % 11 == 0 && h->job_count) harness_run_one(h);
    }
    harness_run(h);
    for (int i = 0; i < COUNT; i++) {
        char id[40];
        snprintf(id, sizeof id, "\"id\": %d,", 100000 + i);
        if (count_sent(h, id) == 1) continue;
        check(false, "every request is answered once");
        break;
    }
    check(count_sent(h, "-32800") > COUNT / 2, "cancelled requests are answered as cancelled");
    check_alive(h, "alive after a storm of cancellations");
}

static void many_documents(void) {
    enum { COUNT = 1000 };
    harness *h = running();
    harness_forget(h);
    char uri[60];
    for (int i = 0; i < COUNT; i++) {
        snprintf(uri, sizeof uri, "file:///nowhere/%d.mlir", i);
        harness_open(h, uri, fp_out_str(&kernel));
    }
    check(h->job_count == COUNT, "each document has a job of its own");
    harness_run(h);
    check(count_sent(h, "\"missing-barrier\"") == COUNT, "each document has its diagnostics");
    harness_forget(h);
    for (int i = 0; i < COUNT; i++) {
        snprintf(uri, sizeof uri, "file:///nowhere/%d.mlir", i);
        if (i % 2) edit(h, uri, 2, 0, "\n");
        harness_notify(h, "textDocument/didClose", of_document(uri));
    }
    harness_run(h);
    check(count_sent(h, "\"diagnostics\": []") == COUNT && count_sent(h, "\"missing-barrier\"") == 0,
          "a closed document's diagnostics are cleared for good");
    check_alive(h, "alive after a thousand documents");
}

/* Nobody reads, nobody waits: the edits become one check. */
static void unread_edits(void) {
    enum { COUNT = 10000 };
    harness *h = running();
    harness_forget(h);
    for (int i = 0; i < COUNT; i++) edit(h, URI, i + 2, i % 50, i % 2 ? "\n" : "// x\n");
    harness_run(h);
    check(count_sent(h, "publishDiagnostics") == 1, "ten thousand unread edits are one check");
    check(count_sent(h, "\"version\": 10001") == 1, "and it carries the last version");
    check_alive(h, "alive after ten thousand edits");
}

/* Every method asked everywhere in whole and in broken text: an answer each time, whatever it says. */
static void every_question(void) {
    static const char *const positions[] = { "{\"line\": %d, \"character\": %d}", "{\"line\": -1, \"character\": %d}",
                                             "[%d, %d]" };
    int asked = 0;
    harness *h = running();
    harness_forget(h);
    for (int line = 0; line < 50; line += 3) {
        for (size_t m = 0; m < FP_METHOD_COUNT; m++) {
            if (fp_methods[m].kind != FP_MESSAGE_REQUEST || m == FP_METHOD_INITIALIZE || m == FP_METHOD_SHUTDOWN)
                continue;
            char position[100], body[1400];
            snprintf(position, sizeof position, positions[line % 12 == 9 ? (line / 9) % 3 : 0], line, line % 40);
            snprintf(
                body, sizeof body,
                "{\"jsonrpc\": \"2.0\", \"id\": %d, \"method\": \"%s\", \"params\": {\"textDocument\": {\"uri\": \"" URI
                "\"}, \"position\": %s, \"positions\": [%s], "
                "\"newName\": \"x%d\", \"range\": {\"start\": %s, \"end\": %s}, \"item\": {\"selectionRange\": "
                "{\"start\": %s, \"end\": %s}}, "
                "\"data\": {\"revision\": %d, \"start\": %d, \"end\": %d, \"action\": %d}, \"query\": \"%c\", "
                "\"previousResultIds\": [%s], "
                "\"command\": \"fencepost.%s\", \"arguments\": [\"" URI "\", %s]}}",
                1000 + asked, fp_methods[m].name, position, position, line, position, position, position, position,
                line, line * 7, line * 9, line % 5, 'a' + line % 26, position, line % 2 ? "showKernel" : "fixAll",
                position);
            harness_send(h, body);
            harness_run(h);
            asked++;
        }
        if (line % 2) edit(h, URI, line + 2, line, line % 4 == 1 ? "}\n" : "  %x = gpu.\n");
        harness_run(h);
    }
    for (int i = 0; i < asked; i++) {
        cJSON *response = harness_response(h, 1000 + i);
        if (!response) check(false, "every question is answered");
        cJSON_Delete(response);
        if (!response) break;
    }
    harness_drop(h);
}

/* Jobs finish in any order, long after they were started, and some never run: each document still hears once what its
 * last version says. */
static void slow_pool(void) {
    enum { COUNT = 60, ROUNDS = 20 };
    harness *h = running();
    harness_forget(h);
    char uri[60];
    for (int i = 0; i < COUNT; i++) {
        snprintf(uri, sizeof uri, "file:///nowhere/%d.mlir", i);
        harness_open(h, uri, fp_out_str(&kernel));
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < COUNT; i++) {
            snprintf(uri, sizeof uri, "file:///nowhere/%d.mlir", i);
            edit(h, uri, round + 2, (i * 7 + round) % 40, round % 2 ? "\n" : "// x\n");
        }
        for (int n = 0; n < COUNT / 3 && h->job_count; n++) { /* the youngest first */
            struct fp_lsp_job *job = h->jobs[h->job_count - 1];
            h->jobs[h->job_count - 1] = h->jobs[0];
            h->jobs[0] = job;
            harness_run_one(h);
        }
        check(h->job_count <= COUNT, "never two jobs of one document");
    }
    harness_run(h);
    for (int i = 0; i < COUNT; i++) {
        char last[120];
        snprintf(last, sizeof last, "\"uri\": \"file:///nowhere/%d.mlir\", \"version\": %d,", i, ROUNDS + 1);
        check(count_sent(h, last) == 1, "each document's last version has its diagnostics, once");
    }
    check_alive(h, "alive after a pool that took its time");
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    char buffer[4096];
    size_t count;
    if (!file) return 2;
    fp_log_setup(FP_LOG_OFF, FP_COLOR_NEVER);
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0) fp_out_bytes(&kernel, (fp_str){ buffer, count });
    fclose(file);
    garbage_between_messages();
    bad_bodies();
    deep_json();
    huge_frame();
    two_lengths();
    byte_by_byte();
    truncated();
    cancel_storm();
    many_documents();
    unread_edits();
    every_question();
    slow_pool();
    fp_out_drop(&kernel);
    printf("%d failures\n", failures);
    return failures != 0;
}
