/* threads.c - one engine in each of several threads at once: every one says what a single thread says.
 *
 *     api_threads THREADS FILE..      run it in a build with ThreadSanitizer, too */
#include "written.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 16, ROUNDS = 3 };
typedef struct {
    const fp_str *texts;
    char *const *expected;
    int count, start, failed;
} job;

static char *lint(fp_str text) {
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, text);
    char *written = write_result(document, fp_document_check(document, NULL));
    fp_document_dump(document, FP_STAGE_SUMMARY);
    fp_engine_drop(engine);
    return written;
}

static void *run(void *argument) {
    job *j = argument;
    for (int i = 0; i < j->count * ROUNDS; i++) {
        int file = (i + j->start) % j->count; /* threads begin at different files */
        char *written = lint(j->texts[file]);
        if (strcmp(written, j->expected[file]) != 0) j->failed = 1;
        free(written);
    }
    return NULL;
}

int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 0, count = argc - 2;
    if (threads < 1 || threads > THREADS_MAX || count < 1) {
        fprintf(stderr, "usage: api_threads THREADS FILE..\n");
        return 2;
    }
    fp_str *texts = calloc((size_t)count, sizeof *texts);
    char **expected = calloc((size_t)count, sizeof *expected);
    if (!texts || !expected) abort();
    for (int i = 0; i < count; i++) {
        texts[i] = read_file(argv[i + 2]);
        expected[i] = lint(texts[i]);
    }
    pthread_t handles[THREADS_MAX];
    job jobs[THREADS_MAX];
    int failed = 0;
    for (int i = 0; i < threads; i++) {
        jobs[i] = (job){ texts, expected, count, i, 0 };
        if (pthread_create(&handles[i], NULL, run, &jobs[i]) != 0) abort();
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(handles[i], NULL);
        failed |= jobs[i].failed;
    }
    for (int i = 0; i < count; i++) {
        free((void *)texts[i].data);
        free(expected[i]);
    }
    free(texts);
    free(expected);
    printf("%d threads, %d files, %d rounds%s\n", threads, count, ROUNDS, failed ? ": results differ" : "");
    return failed;
}
