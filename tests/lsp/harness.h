/* harness.h - a language server in this process, without pipes and threads: messages go in as JSON, come out into a
 * list, and jobs run when the test says. */
#ifndef FP_TEST_HARNESS_H
#define FP_TEST_HARNESS_H
#include "lsp/lsp_server.h"
#include <cjson/cJSON.h>

typedef struct harness {
    struct fp_lsp *lsp;
    char **sent; /* messages of the server, NUL-terminated, in order */
    size_t sent_count, sent_capacity;
    struct fp_lsp_job **jobs; /* started and not run */
    size_t job_count, job_capacity;
    int64_t now_ms;
} harness;

harness *harness_new(void);
void harness_drop(harness *h);
void harness_bytes(harness *h, const char *data, size_t len);       /* as they come from the client */
void harness_send(harness *h, const char *json);                    /* with a header */
void harness_notify(harness *h, const char *method, cJSON *params); /* takes the params */
void harness_request(harness *h, int id, const char *method, cJSON *params);
void harness_run_one(harness *h);            /* the oldest job, run and finished */
void harness_run(harness *h);                /* until none is left */
cJSON *harness_response(harness *h, int id); /* the last one with that id, NULL; the caller deletes it */
void harness_forget(harness *h);             /* what was sent so far */
void harness_initialize(harness *h, const char *capabilities,
                        const char *options); /* and initialized; forgets the answer */
void harness_open(harness *h, const char *uri, fp_str text);
#endif
