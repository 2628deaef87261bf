/* bench_edit KIND FILE [EDITS]: one line of a document is typed over again and again: the message is read, the
 * document checked, its diagnostics are written. All of what the server makes of a keystroke, without threads and
 * pipes. Every edit of that kind is undone by the next one. KIND: access (the last index of one goes), barrier (one
 * goes), bound (of a loop: one character of its name goes), comment (one comes behind an op), alias (a digit of the
 * file's first).
 * Prints: p50, p95, largest in ms of processor time; then the parts, largest first, each with its median; on a second
 * line those of the slowest edit. */
#include "read_file.h"
#include "typing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EDITS = 40, EDITS_MAX = 4000 };

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

static void print_medians(const stopwatch *watches, int edits) {
    double medians[PARTS], values[EDITS_MAX];
    for (int part = 0; part < PARTS; part++) {
        for (int i = 0; i < edits; i++) values[i] = watches[i].spent[part];
        qsort(values, (size_t)edits, sizeof *values, compare_doubles);
        medians[part] = values[edits / 2];
    }
    print_parts(medians);
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
    struct fp_lsp_view *view = open_view(&client, &settings, text);
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
    qsort(total, (size_t)edits, sizeof *total, compare_doubles);
    printf("%.2f %.2f %.2f ", total[edits / 2], total[edits * 95 / 100], total[edits - 1]);
    print_medians(watches, edits);
    print_parts(watches[slowest].spent);
    fp_lsp_view_drop(view);
    free((char *)text.data);
    return 0;
}
