/* check.c - lints one file through the C API and prints what was found, as compilers do.
 *
 *     cc check.c $(pkg-config --cflags --libs fencepost) -o check
 *     ./check kernel.mlir [gfx942] */
#include <fencepost.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARG(s) (int)(s).len, (s).data /* a slice has no NUL at its end: print it with "%.*s" */

static fp_str read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(2);
    }
    long size = ftell(file);
    rewind(file);
    char *data = malloc(size > 0 ? (size_t)size : 1);
    if (!data || size < 0 || fread(data, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        exit(2);
    }
    fclose(file);
    return (fp_str){ data, (size_t)size };
}

static void print_place(const char *path, const struct fp_document *document, fp_span span) {
    fp_position place = fp_document_position(document, span.start);
    printf("%s:%u:%u: ", path, place.line, place.column);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: check FILE [CHIP]\n");
        return 2;
    }
    fp_options options = { 0 };
    if (argc > 2) options.target = (fp_str){ argv[2], strlen(argv[2]) };

    /* An engine holds the options, a document a text. The result lives until the document is edited or closed. */
    struct fp_engine *engine = fp_engine_new(&options);
    fp_str text = read_file(argv[1]);
    struct fp_document *document = fp_document_open(engine, text); /* copies the text */
    const fp_result *result = fp_document_check(document, NULL);

    for (size_t i = 0; i < result->kernel_count; i++) {
        const fp_kernel_info *kernel = &result->kernels[i];
        printf("%.*s: for %.*s, %u accesses, %u barriers and waits\n", ARG(kernel->name), ARG(kernel->target),
               kernel->access_count, kernel->sync_count);
    }
    int worst = FP_LEVEL_OFF;
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        print_place(argv[1], document, finding->span);
        printf("%.*s: %.*s [%.*s]\n", ARG(fp_level_name(finding->level)), ARG(finding->message),
               ARG(fp_rule_at(finding->rule)->name));
        for (size_t r = 0; r < finding->related_count; r++) {
            print_place(argv[1], document, finding->related[r].span);
            printf("note: %.*s\n", ARG(finding->related[r].message));
        }
        if ((int)finding->level > worst) worst = (int)finding->level;
    }
    fp_engine_drop(engine); /* closes its documents */
    free((void *)text.data);
    return worst >= FP_LEVEL_WARNING;
}
