/* cancel.c - a cancelled check is empty, and the next one is whole. */
#include "written.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        fp_str text = read_file(argv[i]);
        struct fp_engine *engine = fp_engine_new(NULL);
        struct fp_document *document = fp_document_open(engine, text), *other = fp_document_open(engine, text);
        const volatile bool cancelled = true, running = false;
        const fp_result *result = fp_document_check(document, &cancelled);
        if (result->finding_count || result->kernel_count)
            failed = printf("%s: a cancelled check says something\n", argv[i]);
        char *again = write_result(document, fp_document_check(document, &running));
        char *fresh = write_result(other, fp_document_check(other, NULL));
        if (strcmp(again, fresh) != 0)
            failed = printf("%s: a check after a cancelled one says\n%snot\n%s", argv[i], again, fresh);
        free(again);
        free(fresh);
        fp_engine_drop(engine);
        free((void *)text.data);
    }
    return failed != 0;
}
