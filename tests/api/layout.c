/* layout.c FILE.. - what is found in a well-formed file does not depend on where its lines begin and end.
 *
 * Each file is laid out anew (tests/grammar/lay_out.h), but for layouts with comments inside of attributes. The
 * findings must be those of the file as it was: same rule and words, on the same token. Numbers of lines in the words
 * are left out, and fixes, which are lines of the file. Comments that direct fencepost stay on their lines: files
 * that have some are only indented anew. */
#define _POSIX_C_SOURCE 200809L
#include "lay_out.h"
#include "written.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 100000 };

static uint32_t token_at(const token_list *tokens, uint32_t byte) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < tokens->count && tokens->data[i].start < byte; i++)
        number += tokens->data[i].kind != TOKEN_COMMENT;
    return number;
}

static bool stands_at(fp_str words, size_t i, const char *wanted) {
    size_t len = strlen(wanted);
    return words.len - i >= len && memcmp(words.data + i, wanted, len) == 0;
}

/* `line 3` and `this line`, which one becomes when lines are joined, are `line `; `, before lines 3, 4 and 2 more` and
 * what follows is left out, since there are fewer of them then. */
static void print_words(FILE *out, fp_str words) {
    for (size_t i = 0; i < words.len && !stands_at(words, i, ", before line"); i++) {
        bool own = stands_at(words, i, "this line"), line = stands_at(words, i, "line ");
        if (!own && !line) {
            fputc(words.data[i], out);
            continue;
        }
        fputs("line ", out);
        i += own ? strlen("this line") : strlen("line ");
        while (i < words.len && words.data[i] >= '0' && words.data[i] <= '9') i++;
        i--; /* the loop's step */
    }
}

/* The findings of `t`, a line each, in order of their tokens; the caller frees it. */
static char *describe(TSParser *parser, struct fp_engine *engine, text t) {
    static token_list tokens; /* its memory is used again */
    TSTree *tree = parse(parser, NULL, t);
    token_list_read(&tokens, tree);
    ts_tree_delete(tree);
    struct fp_document *document = fp_document_open(engine, (fp_str){ t.data, t.len });
    const fp_result *result = fp_document_check(document, NULL);
    char *description = NULL;
    size_t len;
    FILE *out = open_memstream(&description, &len);
    if (!out) abort();
    fprintf(out, "%zu findings, %zu kernels\n", result->finding_count, result->kernel_count);
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        fprintf(out, "token %u: %.*s: ", token_at(&tokens, finding->span.start),
                (int)fp_rule_at(finding->rule)->name.len, fp_rule_at(finding->rule)->name.data);
        print_words(out, finding->message);
        for (size_t r = 0; r < finding->related_count; r++) {
            fprintf(out, "; token %u: ", token_at(&tokens, finding->related[r].span.start));
            print_words(out, finding->related[r].message);
        }
        fputc('\n', out);
    }
    fclose(out);
    fp_document_close(document);
    return description;
}

static unsigned try_file(TSParser *parser, struct fp_engine *engine, const char *name) {
    static token_list tokens;
    text t = text_read(name);
    TSTree *tree = parse(parser, NULL, t);
    unsigned differ = 0;
    if (t.len <= LARGEST_FILE && count_damage(tree, NULL) == 0) {
        char *expected = describe(parser, engine, t);
        token_list_read(&tokens, tree);
        random_source random = { t.len + 1 };
        static const char directive[] = "fencepost";
        bool directed = false;
        for (uint32_t i = 0; i + sizeof directive <= t.len; i++)
            directed |= memcmp(t.data + i, directive, sizeof directive - 1) == 0;
        for (layout k = 0; k < (directed ? JOINED : SCATTERED) && differ == 0; k++) {
            text other = lay_out(t, &tokens, k, &random);
            char *found = describe(parser, engine, other);
            if (strcmp(expected, found) != 0) {
                differ++;
                printf("%s, %s: other findings\n--- as it was\n%s--- laid out anew\n%s", name, layout_label(k),
                       expected, found);
            }
            free(found);
            text_drop(other);
        }
        free(expected);
    }
    ts_tree_delete(tree);
    text_drop(t);
    return differ;
}

int main(int argc, char **argv) {
    file_list files = files_from(argc, argv, 1);
    TSParser *parser = parser_new();
    struct fp_engine *engine = fp_engine_new(NULL);
    unsigned differ = 0;
    for (uint32_t i = 0; i < files.count; i++) differ += try_file(parser, engine, files.names[i]);
    printf("%u files: %u with findings that depend on their layout\n", files.count, differ);
    bool empty = files.count == 0;
    fp_engine_drop(engine);
    ts_parser_delete(parser);
    files_drop(files);
    return differ > 0 || empty;
}
