/* bench_edit_corpus [BYTES_MIN] < NAMES: keystrokes in real files. One letter is put in front of the first ` : ` behind
 * the middle of each file, four times: no text comes twice, so no result can be taken from before. Smaller files than
 * BYTES_MIN (16 KiB), and those without a ` : `, are left out.
 *
 * Prints, in ms of processor time: number of files; p50, p95, p99 and largest of the keystrokes; p50, p95, p99 and
 * largest of the first checks; the file with the slowest keystroke. Then, on a second line, the share of each step.
 */
#include "read_file.h"
#include "transport/transport.h"
#include "typing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EDITS = 4, FILES_MAX = 8192, NAME_MAX_BYTES = 4096, BYTES_MIN = 16 << 10 };

typedef struct {
    double spent[PARTS], keystrokes[FILES_MAX * EDITS], opened[FILES_MAX], slowest;
    size_t count;
    char slowest_name[NAME_MAX_BYTES];
} figures;

/* Where the letters go; 0: nowhere. */
static uint32_t find_place(fp_str text) {
    const char *found = strstr(text.data + text.len / 2, " : ");
    if (!found) found = strstr(text.data, " : ");
    return found ? (uint32_t)(found - text.data) : 0;
}

static void measure_file(figures *f, const char *name, size_t bytes_min) {
    static const volatile bool cancelled = false;
    fp_lsp_client client = { .related = true };
    fp_lsp_settings settings = { .source = { .none = true } };
    fp_str text = read_file(name);
    uint32_t place = text.len < bytes_min || f->count == FILES_MAX ? 0 : find_place(text);
    if (place) {
        struct fp_lsp_view *view = open_view(&client, &settings, text);
        double begin = now_ms();
        fp_lsp_view_check(view, &cancelled);
        f->opened[f->count] = now_ms() - begin;
        for (uint32_t i = 0; i < EDITS; i++) {
            stopwatch watch;
            double took = type_over(view, &(fp_edit){ { place + i, place + i }, FP_STR("x") }, 1, &watch);
            for (int part = 0; part < PARTS; part++) f->spent[part] += watch.spent[part];
            f->keystrokes[f->count * EDITS + i] = took;
            if (took > f->slowest) f->slowest = took, snprintf(f->slowest_name, sizeof f->slowest_name, "%s", name);
        }
        f->count++;
        fp_lsp_view_drop(view);
    }
    free((char *)text.data);
}

static void print_spread(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare_doubles);
    printf(" %.2f %.2f %.2f %.2f", values[count / 2], values[count * 95 / 100], values[count * 99 / 100],
           values[count - 1]);
}

int main(int argc, char **argv) {
    size_t bytes_min = argc > 1 ? strtoull(argv[1], NULL, 10) : BYTES_MIN;
    static figures f;
    fp_transport_heaps();
    char name[NAME_MAX_BYTES];
    while (fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = '\0';
        measure_file(&f, name, bytes_min);
    }
    if (f.count == 0) return 2;
    printf("%zu", f.count);
    print_spread(f.keystrokes, f.count * EDITS);
    print_spread(f.opened, f.count);
    printf(" %s\n", f.slowest_name);
    double all = 0;
    for (int part = 0; part < PARTS; part++) all += f.spent[part];
    for (int part = 0; part < PARTS; part++) f.spent[part] *= 100 / all;
    print_parts(f.spent);
    return 0;
}
