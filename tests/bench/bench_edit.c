/* bench_edit KIND FILE [EDITS]: one line of a document is typed over again and again: the message is read, the
 * document checked, its diagnostics are written. All of what the server makes of a keystroke, without threads and
 * pipes. Every edit of that kind is undone by the next one. KIND: access (the last index of one goes), barrier (one
 * goes), bound (of a loop: one character of its name goes), comment (one comes behind an op), alias (a digit of the
 * file's first).
 * Prints: p50, p95, largest in ms of processor time; then the parts, largest first, each with its median; on a second
 * line those of the slowest edit. */
#define _POSIX_C_SOURCE 199309L
#include "base/watch.h"
#include "lsp/lsp_state.h"
#include "read_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void fp_document_watch(struct fp_document *document,
                       const fp_watch *watch); /* of the engine's own header, which the server does not see */

enum {
    EDITS = 40,
    EDITS_MAX = 4000,
    MESSAGE = FP_WATCH_COUNT,
    JSON,
    PARTS
}; /* parts of a keystroke that the engine does not tell of */

static double now_ms(void) {
    struct timespec value;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &value);
    return 1e3 * (double)value.tv_sec + 1e-6 * (double)value.tv_nsec;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const char *const part_names[PARTS] = {
#define NAME(name, text) text,
    FP_PARTS(NAME)
#undef NAME
        [MESSAGE] = "message and text",
    [JSON] = "JSON",
};

/* What the parts of one keystroke have taken. */
typedef struct {
    double spent[PARTS], since;
    int part;
} stopwatch;

static void turn_to(stopwatch *watch, int part) {
    double now = now_ms();
    watch->spent[watch->part] += now - watch->since;
    watch->since = now;
    watch->part = part;
}

static void begins(void *context, fp_watched part) { turn_to(context, (int)part); }

/* What stands before the place, how far behind its end, which bytes go, what comes. */
typedef struct {
    const char *name, *find;
    char up_to;
    uint32_t back, length;
    const char *replacement;
} edit_kind;
static const edit_kind kinds[] = {
    { "access", " memref.", ']', 1, 1, "" }, { "barrier", " gpu.barrier\n", '\n', 11, 11, "" },
    { "bound", "scf.for ", '\n', 8, 1, "" }, { "comment", " memref.", '\n', 0, 0, " // x" },
    { "alias", " * ", ' ', 0, 0, "1" },
};

/* Where the edit of this round goes; NULL: nowhere. */
static const char *find_place(const edit_kind *kind, fp_str text, int round, int rounds) {
    size_t from = strcmp(kind->name, "alias") ? text.len / (size_t)(rounds + 1) * (size_t)(round + 1) : 0;
    const char *found = strstr(text.data + from, kind->find);
    if (!found) found = strstr(text.data, kind->find);
    if (!strcmp(kind->name, "alias")) return found ? found + 3 : NULL;
    if (!strcmp(kind->name, "bound")) { /* `to %c1 step`: the last letter of the bound */
        const char *to = found ? strstr(found, " to %") : NULL;
        return to ? strchr(to + 5, ' ') - 1 : NULL;
    }
    const char *end = found ? strchr(found + 1, kind->up_to) : NULL;
    return end ? end - kind->back : NULL;
}

static void print_parts(double *spent) {
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

static void print_medians(const stopwatch *watches, int edits) {
    double medians[PARTS], values[EDITS_MAX];
    for (int part = 0; part < PARTS; part++) {
        for (int i = 0; i < edits; i++) values[i] = watches[i].spent[part];
        qsort(values, (size_t)edits, sizeof *values, compare);
        medians[part] = values[edits / 2];
    }
    print_parts(medians);
}

static void write_message(struct fp_out *body, const struct fp_lsp_view *view, fp_span span, fp_str replacement) {
    struct fp_json json = { .out = body };
    fp_lsp_notify_open(&json, "textDocument/didChange");
    fp_json_open(&json, '{');
    fp_json_key(&json, "contentChanges");
    fp_json_open(&json, '[');
    fp_json_open(&json, '{');
    fp_json_key(&json, "range");
    fp_lsp_write_range(&json, view, span);
    fp_json_member_str(&json, "text", replacement);
    for (const char *open = "}]}}"; *open; open++) fp_json_close(&json, *open);
}

/* A keystroke from its message to the diagnostics. */
static double type_over(struct fp_lsp_view *view, fp_span span, fp_str replacement, stopwatch *watch) {
    static const volatile bool cancelled = false;
    fp_watch engine_watch = { begins, watch };
    struct fp_out body = { 0 }, diagnostics = { 0 };
    fp_message message;
    fp_rpc_trouble trouble;
    write_message(&body, view, span, replacement);
    double begin = now_ms();
    *watch = (stopwatch){ .since = begin, .part = MESSAGE };
    fp_document_watch(view->document, &engine_watch);
    if (!fp_message_parse(&message, fp_out_str(&body), &trouble)) abort();
    fp_lsp_view_change(view, fp_member(message.params, "contentChanges"));
    fp_lsp_view_check(view, &cancelled);
    turn_to(watch, JSON);
    fp_lsp_publish(&diagnostics, view);
    turn_to(watch, JSON);
    fp_message_drop(&message);
    fp_out_drop(&diagnostics);
    fp_out_drop(&body);
    return watch->since - begin;
}

int main(int argc, char **argv) {
    int edits = argc == 4 ? atoi(argv[3]) : EDITS, slowest = 0;
    if (argc < 3 || argc > 4 || edits < 2 || edits > EDITS_MAX) return 2;
    const edit_kind *kind = NULL;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (!strcmp(kinds[k].name, argv[1])) kind = &kinds[k];
    fp_str text = read_file(argv[2]);
    if (!kind) return 2;
    fp_lsp_client client = { .related = true };
    fp_lsp_settings settings = { .source = { .none = true }, .least = FP_LEVEL_WARNING };
    struct fp_lsp_view *view = fp_lsp_view_new(&client, FP_STR("untitled:bench"));
    fp_lsp_view_configure(view, &settings);
    fp_lsp_view_open(view, text);
    fp_lsp_view_check(view, &(volatile bool){ false });
    static stopwatch watches[EDITS_MAX];
    static double total[EDITS_MAX];
    for (int i = 0; i < edits; i++) {
        const char *place = find_place(kind, text, i / 2, edits / 2);
        if (!place) return 2;
        uint32_t at = (uint32_t)(place - text.data), inserted = (uint32_t)strlen(kind->replacement);
        if (i % 2 == 0)
            total[i] = type_over(view, (fp_span){ at, at + kind->length }, (fp_str){ kind->replacement, inserted },
                                 &watches[i]);
        else
            total[i] = type_over(view, (fp_span){ at, at + inserted }, (fp_str){ place, kind->length }, &watches[i]);
        if (total[i] > total[slowest]) slowest = i;
    }
    qsort(total, (size_t)edits, sizeof *total, compare);
    printf("%.2f %.2f %.2f ", total[edits / 2], total[edits * 95 / 100], total[edits - 1]);
    print_medians(watches, edits);
    print_parts(watches[slowest].spent);
    fp_lsp_view_drop(view);
    free((char *)text.data);
    return 0;
}
