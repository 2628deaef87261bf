#define _POSIX_C_SOURCE 199309L
#include "typing.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Of the engine's own header, which the server does not see. */
void fp_document_watch(struct fp_document *document, const fp_watch *watch);

double now_ms(void) {
    struct timespec value;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &value);
    return 1e3 * (double)value.tv_sec + 1e-6 * (double)value.tv_nsec;
}

int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

const char *const part_names[PARTS] = {
#define NAME(name, text) text,
    FP_STEPS(NAME)
#undef NAME
        [MESSAGE] = "message and text",
    [JSON] = "JSON",
};

/* A reading that costs next to nothing: parts change some thousand times in a document of many functions. */
static double tick_ms(void) {
    struct timespec value;
    clock_gettime(CLOCK_MONOTONIC, &value);
    return 1e3 * (double)value.tv_sec + 1e-6 * (double)value.tv_nsec;
}

static void turn_to(stopwatch *watch, int part) {
    double now = tick_ms();
    watch->spent[watch->part] += now - watch->since;
    watch->since = now;
    watch->part = part;
}

static stopwatch *running; /* NULL: nobody measures parts */
static void begins(void *context, fp_watched part) {
    (void)context;
    if (running) turn_to(running, (int)part);
}
static const fp_watch engine_watch = { begins, NULL, NULL };

/* Edits behind others are written first: places are those of the text as it is. */
static void write_message(struct fp_out *body, const struct fp_lsp_view *view, const fp_edit *edits, size_t count) {
    struct fp_json json = { .out = body };
    fp_rpc_notify_open(&json, "textDocument/didChange");
    fp_json_open(&json, '{');
    fp_json_key(&json, "contentChanges");
    fp_json_open(&json, '[');
    for (size_t i = 0; i < count; i++) {
        fp_json_open(&json, '{');
        fp_json_key(&json, "range");
        fp_lsp_write_range(&json, view, edits[i].span);
        fp_json_member_str(&json, "text", edits[i].text);
        fp_json_close(&json, '}');
    }
    for (const char *open = "]}}"; *open; open++) fp_json_close(&json, *open);
}

struct fp_lsp_view *open_view(const fp_lsp_client *client, const fp_lsp_settings *settings, fp_str text) {
    struct fp_lsp_view *view = fp_lsp_view_new(client, FP_STR("untitled:bench"));
    fp_lsp_view_configure(view, settings);
    fp_lsp_view_open(view, text);
    return view;
}

double type_over(struct fp_lsp_view *view, const fp_edit *edits, size_t count, stopwatch *watch) {
    static const volatile bool cancelled = false;
    struct fp_out body = { 0 }, diagnostics = { 0 };
    fp_message message;
    fp_rpc_trouble trouble;
    write_message(&body, view, edits, count);
    double begin = now_ms();
    *watch = (stopwatch){ .since = tick_ms(), .part = MESSAGE };
    fp_document_watch(view->document, &engine_watch);
    running = watch;
    if (!fp_message_parse(&message, fp_out_str(&body), &trouble)) abort();
    fp_lsp_view_change(view, fp_member(message.params, "contentChanges"));
    fp_lsp_view_check(view, &cancelled);
    turn_to(watch, JSON);
    fp_lsp_publish(&diagnostics, view);
    turn_to(watch, JSON);
    double took = now_ms() - begin;
    running = NULL;
    fp_message_drop(&message);
    fp_out_drop(&diagnostics);
    fp_out_drop(&body);
    return took;
}

double advise(struct fp_lsp_view *view) {
    struct fp_out diagnostics = { 0 };
    double begin = now_ms();
    if (fp_lsp_view_lacks_advice(view)) {
        fp_lsp_view_advise(view, &(volatile bool){ false });
        fp_lsp_publish(&diagnostics, view);
    }
    double took = now_ms() - begin;
    fp_out_drop(&diagnostics);
    return took;
}

void print_parts(double *spent) {
    for (int shown = 0; shown < PARTS; shown++) {
        int largest = 0;
        for (int part = 1; part < PARTS; part++)
            if (spent[part] > spent[largest]) largest = part;
        if (spent[largest] >= 0.005)
            printf("%s%s %.2f", shown ? ", " : "", largest == FP_WATCH_DONE ? "suppressions" : part_names[largest],
                   spent[largest]);
        spent[largest] = -1;
    }
    printf("\n");
}
