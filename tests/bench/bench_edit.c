/* bench_edit KIND FILE: one line of a document is typed over again and again, then checked, in one process: what the engine makes of a keystroke, without a server.
 * Every edit of that kind is undone by the next one. KIND: access (the last index of one goes), barrier (one goes), bound (of a loop: one character of its
 * name goes), comment (one comes behind an op), alias (a digit of the file's first).
 * Prints: p50, p95, largest in ms of processor time; then the parts of a check, largest first, each with its median. */
#define _POSIX_C_SOURCE 199309L
#include "engine.h"
#include "read_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EDITS = 40 };

static double now_ms(void) {
    struct timespec value;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &value);
    return 1e3 * (double)value.tv_sec + 1e-6 * (double)value.tv_nsec;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const char *const part_names[] = {
#define NAME(name, text) text,
    FP_PARTS(NAME)
#undef NAME
};

/* What the parts of one check have taken; the text's own edit counts as the last part. */
typedef struct { double spent[FP_WATCH_COUNT], since; fp_watched part; } stopwatch;

static void begins(void *context, fp_watched part) {
    stopwatch *watch = context;
    double now = now_ms();
    watch->spent[watch->part] += now - watch->since;
    watch->since = now;
    watch->part = part;
}

/* What stands before the place, how far behind its end, which bytes go, what comes. */
typedef struct { const char *name, *find; char up_to; uint32_t back, length; const char *replacement; } edit_kind;
static const edit_kind kinds[] = {
    { "access", " memref.", ']', 1, 1, "" },
    { "barrier", " gpu.barrier\n", '\n', 11, 11, "" },
    { "bound", "scf.for ", '\n', 8, 1, "" },
    { "comment", " memref.", '\n', 0, 0, " // x" },
    { "alias", " * ", ' ', 0, 0, "1" },
};

/* Where the edit of this round goes; NULL: nowhere. */
static const char *find_place(const edit_kind *kind, fp_str text, int round) {
    size_t from = strcmp(kind->name, "alias") ? text.len / (EDITS / 2 + 1) * (size_t)(round + 1) : 0;
    const char *found = strstr(text.data + from, kind->find);
    if (!found) found = strstr(text.data, kind->find);
    if (!strcmp(kind->name, "alias")) return found ? found + 3 : NULL;
    if (!strcmp(kind->name, "bound")) {                     /* `to %c1 step`: the last letter of the bound */
        const char *to = found ? strstr(found, " to %") : NULL;
        return to ? strchr(to + 5, ' ') - 1 : NULL;
    }
    const char *end = found ? strchr(found + 1, kind->up_to) : NULL;
    return end ? end - kind->back : NULL;
}

static void print_parts(stopwatch *watches) {
    double medians[FP_WATCH_COUNT], values[EDITS];
    for (int part = 0; part < FP_WATCH_COUNT; part++) {
        for (int i = 0; i < EDITS; i++) values[i] = watches[i].spent[part];
        qsort(values, EDITS, sizeof *values, compare);
        medians[part] = values[EDITS / 2];
    }
    for (int shown = 0; shown < FP_WATCH_COUNT; shown++) {
        int largest = 0;
        for (int part = 1; part < FP_WATCH_COUNT; part++)
            if (medians[part] > medians[largest]) largest = part;
        if (medians[largest] >= 0.005) printf("%s%s %.2f", shown ? ", " : "", largest == FP_WATCH_DONE ? "text" : part_names[largest], medians[largest]);
        medians[largest] = -1;
    }
    printf("\n");
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const edit_kind *kind = NULL;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (!strcmp(kinds[k].name, argv[1])) kind = &kinds[k];
    fp_str text = read_file(argv[2]);
    if (!kind) return 2;
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, text);
    fp_document_check(document, NULL);
    static stopwatch watches[EDITS];
    double total[EDITS];
    for (int i = 0; i < EDITS; i++) {
        const char *place = find_place(kind, text, i / 2);
        if (!place) return 2;
        uint32_t at = (uint32_t)(place - text.data), inserted = (uint32_t)strlen(kind->replacement);
        fp_watch watch = { begins, &watches[i] };
        fp_document_watch(document, &watch);
        double begin = now_ms();
        watches[i].part = FP_WATCH_DONE, watches[i].since = begin;
        if (i % 2 == 0) fp_document_edit(document, (fp_span){ at, at + kind->length }, (fp_str){ kind->replacement, inserted });
        else fp_document_edit(document, (fp_span){ at, at + inserted }, (fp_str){ place, kind->length });
        fp_document_check(document, NULL);
        total[i] = now_ms() - begin;
    }
    qsort(total, EDITS, sizeof *total, compare);
    printf("%.2f %.2f %.2f ", total[EDITS / 2], total[EDITS * 95 / 100], total[EDITS - 1]);
    print_parts(watches);
    fp_document_close(document);
    fp_engine_drop(engine);
    free((char *)text.data);
    return 0;
}
