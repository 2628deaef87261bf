/* bench_edit FILE: one line of a document is typed over again and again, then checked, in one process: what the engine makes of a keystroke, without a server.
 * Every edit changes an index of an access and the next one changes it back. Prints: p50, p95 and largest in ms, p95 of the edit itself. */
#define _POSIX_C_SOURCE 199309L
#include "read_file.h"
#include <fencepost.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EDITS = 60 };

static double now_ms(void) {
    struct timespec value;
    clock_gettime(CLOCK_MONOTONIC, &value);
    return 1e3 * (double)value.tv_sec + 1e-6 * (double)value.tv_nsec;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    fp_str text = read_file(argv[1]);
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, text);
    fp_document_check(document, NULL);
    double total[EDITS], edit[EDITS];
    for (int i = 0; i < EDITS; i++) {
        /* the last index of an access: `%lds[%a, %b]` loses the `%b`'s last letter or digit and gets it back */
        const char *from = text.data + text.len / (EDITS / 2 + 1) * (size_t)(i / 2 + 1), *access = strstr(from, " memref.");
        const char *bracket = access ? strchr(access, ']') : NULL;
        if (!bracket) return 2;
        uint32_t at = (uint32_t)(bracket - text.data);
        double begin = now_ms();
        if (i % 2 == 0) fp_document_edit(document, (fp_span){ at - 1, at }, (fp_str){ "", 0 });
        else fp_document_edit(document, (fp_span){ at - 1, at - 1 }, (fp_str){ bracket - 1, 1 });
        double edited = now_ms();
        fp_document_check(document, NULL);
        total[i] = now_ms() - begin;
        edit[i] = edited - begin;
    }
    qsort(total, EDITS, sizeof *total, compare);
    qsort(edit, EDITS, sizeof *edit, compare);
    printf("%.2f %.2f %.2f %.2f\n", total[EDITS / 2], total[EDITS * 95 / 100], total[EDITS - 1], edit[EDITS * 95 / 100]);
    fp_document_close(document);
    fp_engine_drop(engine);
    free((char *)text.data);
    return 0;
}
