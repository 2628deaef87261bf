/* corpus.c - every file of the corpus gives a result; findings on the files that their compilers hold for free of races are counted by rule.
 *
 *     corpus FOLDER [RULE]      with a rule's name, its findings are printed one a line
 *
 * A finding there is a false alarm or a compiler's mistake: the table is for people who work on precision, it is no verdict. */
#include <fencepost.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SKIPPED = 77, LINE_MAX_BYTES = 4096, FIELDS_MAX = 16, FILE_SECONDS_MAX = 60 };
typedef struct { unsigned findings[FP_LEVEL_ERROR + 1], files; } row;

static int split(char *line, char **fields) {
    int count = 0;
    for (char *field = line; field && count < FIELDS_MAX; count++) {
        fields[count] = field;
        field = strpbrk(field, "\t\n");
        if (field) *field++ = '\0';
    }
    return count;
}

static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) return NULL;
    long length = ftell(file);
    rewind(file);
    char *data = length < 0 ? NULL : malloc((size_t)length + 1);
    *size = data ? fread(data, 1, (size_t)length, file) : 0;
    fclose(file);
    return data;
}

static void count_findings(const char *path, const struct fp_document *document, const fp_result *result, row *rows, const char *shown) {
    bool *seen = calloc(fp_rule_count(), sizeof *seen);
    if (!seen) abort();
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        rows[finding->rule].findings[finding->level]++;
        rows[finding->rule].files += !seen[finding->rule];
        seen[finding->rule] = true;
        fp_str name = fp_rule_at(finding->rule)->name, level = fp_level_name(finding->level);
        if (!shown || strlen(shown) != name.len || memcmp(shown, name.data, name.len) != 0) continue;
        fp_position place = fp_document_position(document, finding->span.start);
        printf("%s:%u:%u: %.*s: %.*s\n", path, place.line, place.column, (int)level.len, level.data, (int)finding->message.len, finding->message.data);
    }
    free(seen);
}

static void print_table(const row *rows, unsigned files, unsigned race_free, unsigned kernels, double seconds) {
    printf("%u files, %u kernels, %.1f s; findings in the %u files held to be free of races:\n", files, kernels, seconds, race_free);
    printf("%-24s %8s %8s %8s %8s %8s\n", "rule", "errors", "warnings", "informed", "hints", "files");
    for (fp_rule rule = 0; rule < fp_rule_count(); rule++) {
        const unsigned *n = rows[rule].findings;
        fp_str name = fp_rule_at(rule)->name;
        if (rows[rule].files == 0) continue;
        printf("%-24.*s %8u %8u %8u %8u %8u\n", (int)name.len, name.data, n[FP_LEVEL_ERROR], n[FP_LEVEL_WARNING], n[FP_LEVEL_INFORMATION], n[FP_LEVEL_HINT],
               rows[rule].files);
    }
}

int main(int argc, char **argv) {
    char line[LINE_MAX_BYTES], path[LINE_MAX_BYTES], *fields[FIELDS_MAX];
    snprintf(path, sizeof path, "%s/index.tsv", argc > 1 ? argv[1] : "");
    FILE *index = fopen(path, "r");
    if (!index) {
        printf("skipped: no corpus\n");
        return SKIPPED;
    }
    row *rows = calloc(fp_rule_count(), sizeof *rows);
    if (!rows) abort();
    unsigned files = 0, race_free = 0, kernels = 0, missing = 0, slow = 0;
    double total = 0;
    while (fgets(line, sizeof line, index)) {
        if (split(line, fields) < 8 || strcmp(fields[0], "file") == 0) continue;
        size_t size = 0;
        if ((size_t)snprintf(path, sizeof path, "%s/%s", argv[1], fields[0]) >= sizeof path) abort();
        char *text = read_file(path, &size);
        if (!text) {
            printf("%s cannot be read\n", path);
            missing++;
            continue;
        }
        clock_t start = clock();
        struct fp_engine *engine = fp_engine_new(NULL);
        struct fp_document *document = fp_document_open(engine, (fp_str){ text, size });
        const fp_result *result = fp_document_check(document, NULL);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (seconds > FILE_SECONDS_MAX) slow += (unsigned)printf("%s took %.1f s\n", path, seconds) > 0;
        total += seconds;
        files++;
        kernels += (unsigned)result->kernel_count;
        if (strcmp(fields[6], "yes") == 0) {
            race_free++;
            count_findings(fields[0], document, result, rows, argc > 2 ? argv[2] : NULL);
        }
        fp_engine_drop(engine);
        free(text);
    }
    fclose(index);
    print_table(rows, files, race_free, kernels, total);
    free(rows);
    return missing || slow || files == 0;
}
