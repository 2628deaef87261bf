/* transcript.c - replays conversations with the language server and compares what it says.
 *
 *     lsp_transcripts FILE..            status 1 when the server says something else
 *     lsp_transcripts --update FILE..   writes what it says into the files: the diff is what gets reviewed
 *
 * An entry of a transcript (how it is laid out over lines: script.h):
 *     # ..      why the conversation is there
 *     > JSON    from the client        (jobs run at once, unless held)
 *     < JSON    from the server, whatever the layout
 *     ! start PARAMS  initialize with those params, and initialized; the answer is left out
 *     ! hold    from here on jobs wait for:
 *     ! step    the oldest of them
 *     ! run     all of them, and no longer held
 *     ! raw "text"    bytes as they are, a JSON string
 *     ! wait MS       time passes
 *     ! over STATUS   the server has ended with that status; STATUS "no": it has not
 */
#include "harness.h"
#include "script.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    harness *h;
    struct fp_out script; /* the transcript as it really goes */
    bool held;
    size_t shown; /* of h->sent */
} replay;

/* One entry a line. */
static char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    struct fp_out text = { 0 }, flat = { 0 };
    char buffer[4096];
    size_t count;
    if (!file) {
        printf("%s: cannot be read\n", path);
        exit(2);
    }
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0) fp_out_bytes(&text, (fp_str){ buffer, count });
    fclose(file);
    script_flatten(&flat, fp_out_str(&text));
    fp_out_drop(&text);
    fp_out_bytes(&flat, (fp_str){ "", 1 });
    return flat.data;
}

static void show(replay *r) {
    for (; r->shown < r->h->sent_count; r->shown++) fp_out_printf(&r->script, "< %s\n", r->h->sent[r->shown]);
}

static void command(replay *r, const char *words) {
    if (strncmp(words, "start ", 6) == 0) {
        harness_request(r->h, 0, "initialize", cJSON_Parse(words + 6));
        harness_forget(r->h);
        harness_notify(r->h, "initialized", cJSON_CreateObject());
    } else if (strcmp(words, "hold") == 0) {
        r->held = true;
    } else if (strcmp(words, "step") == 0 && r->h->job_count) {
        harness_run_one(r->h);
    } else if (strcmp(words, "run") == 0) {
        r->held = false;
    } else if (strncmp(words, "raw ", 4) == 0) {
        cJSON *text = cJSON_Parse(words + 4);
        const char *bytes = cJSON_GetStringValue(text);
        if (bytes)
            harness_bytes(r->h, bytes, strlen(bytes));
        else
            fp_out_text(&r->script, "raw wants a JSON string\n");
        cJSON_Delete(text);
    } else if (strncmp(words, "wait ", 5) == 0) {
        r->h->now_ms += atoi(words + 5);
        fp_lsp_tick(r->h->lsp);
    } else {
        fp_out_printf(&r->script, "no such command: %s\n", words);
    }
}

static void show_over(replay *r) {
    int status = 0;
    if (fp_lsp_is_over(r->h->lsp, &status))
        fp_out_printf(&r->script, "! over %d\n", status);
    else
        fp_out_text(&r->script, "! over no\n");
}

static void replay_line(replay *r, const char *line) {
    if (line[0] == '<') return;
    if (strncmp(line, "! over", 6) == 0) {
        show_over(r);
        return;
    }
    fp_out_printf(&r->script, "%s\n", line);
    if (line[0] == '>') harness_send(r->h, line + 2);
    if (line[0] == '!') command(r, line + 2);
    if (!r->held) harness_run(r->h);
    show(r);
}

static char *replay_text(char *text) {
    replay r = { .h = harness_new() };
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) replay_line(&r, line);
    harness_drop(r.h);
    fp_out_bytes(&r.script, (fp_str){ "", 1 });
    return r.script.data;
}

static char *laid_out(const char *flat) {
    struct fp_out file = { 0 };
    script_lay_out(&file, (fp_str){ flat, strlen(flat) });
    fp_out_bytes(&file, (fp_str){ "", 1 });
    return file.data;
}

/* The first line that differs is enough to look at; the rest follows with --update and a diff. */
static void tell_difference(const char *path, const char *wanted, const char *got) {
    size_t line = 1, at = 0, start = 0;
    for (; wanted[at] && wanted[at] == got[at]; at++)
        if (wanted[at] == '\n') line++, start = at + 1;
    printf("%s:%zu: the server says something else\n  expected %.*s\n  it says  %.*s\n", path, line,
           (int)strcspn(wanted + start, "\n"), wanted + start, (int)strcspn(got + start, "\n"), got + start);
}

static bool write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    bool written = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && written;
}

int main(int argc, char **argv) {
    bool update = argc > 1 && strcmp(argv[1], "--update") == 0;
    int failed = 0;
    for (int i = 1 + update; i < argc; i++) {
        char *wanted = read_file(argv[i]), *before = laid_out(wanted), *got = replay_text(wanted),
             *after = laid_out(got);
        if (update && !write_file(argv[i], after)) return 2;
        if (!update && strcmp(before, after) != 0) {
            tell_difference(argv[i], before, after);
            failed = 1;
        }
        free(wanted);
        free(before);
        free(got);
        free(after);
    }
    printf("%d transcripts%s\n", argc - 1 - update, failed ? ", with differences" : "");
    return failed;
}
