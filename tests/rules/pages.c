/* pages.c - writes docs/rules/: one page per rule and the list of all, from the rule table and from what fencepost
 * says of its examples.
 *
 *     rules_pages DIRECTORY          writes the pages
 *     rules_pages --check DIRECTORY  says which pages are not what would be written, status 1 when there are any */
#include <fencepost.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *data;
    size_t len, capacity;
} page;

static void append(page *p, const char *data, size_t len) {
    if (p->len + len + 1 > p->capacity) {
        p->capacity = (p->len + len + 1) * 2;
        p->data = realloc(p->data, p->capacity);
        if (!p->data) abort();
    }
    if (len) memcpy(p->data + p->len, data, len);
    p->len += len;
}
static void write_str(page *p, fp_str s) { append(p, s.data, s.len); }

__attribute__((format(printf, 2, 3))) static void print(page *p, const char *format, ...) {
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text) abort();
    append(p, text, (size_t)length);
}

static void write_findings(page *p, fp_str example) {
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, example);
    const fp_result *result = fp_document_check(document, NULL);
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        fp_position place = fp_document_position(document, finding->span.start);
        fp_str level = fp_level_name(finding->level), rule = fp_rule_at(finding->rule)->name;
        print(p, "example.mlir:%u:%u: %.*s[%.*s]: %.*s\n", place.line, place.column, (int)level.len, level.data,
              (int)rule.len, rule.data, (int)finding->message.len, finding->message.data);
    }
    fp_engine_drop(engine);
}

/* One variant is no choice. */
static void write_variants(page *p, fp_rule rule) {
    fp_sentence variant = fp_variant_next(rule, 0);
    if (!variant || !fp_variant_next(rule, variant)) return;
    fp_str name = fp_rule_at(rule)->name;
    print(p, "\n## Variants\n`levels` of a [configuration](../configuration.md) takes the rule, or one of these:");
    for (const char *comma = ""; variant; variant = fp_variant_next(rule, variant), comma = ",") {
        fp_str word = fp_variant_name(variant);
        print(p, "%s `%.*s/%.*s`", comma, (int)name.len, name.data, (int)word.len, word.data);
    }
    print(p, ".\n");
}

static size_t first_paragraph(fp_str text) {
    size_t end = 0;
    while (end + 1 < text.len && (text.data[end] != '\n' || text.data[end + 1] != '\n')) end++;
    return end + 1 < text.len ? end : text.len;
}

/* A paragraph as long as it is: Markdown wraps by itself, and a diff shows whole sentences. */
static page rule_page(fp_rule rule) {
    const fp_rule_info *info = fp_rule_at(rule);
    fp_str level = fp_level_name(info->level);
    page p = { 0 };
    print(&p, "# %.*s\n\n", (int)info->name.len, info->name.data);
    print(&p, "*%.*s* (%.*s)\n\n", (int)info->summary.len, info->summary.data, (int)level.len, level.data);
    size_t first = first_paragraph(info->page);
    write_str(&p, (fp_str){ info->page.data, first });
    print(&p, "\n\n## Example\n```mlir\n");
    write_str(&p, info->bad);
    print(&p, "```\n");
    page said = { 0 };
    write_findings(&said, info->bad);
    if (said.len) {
        print(&p, "```text\n");
        append(&p, said.data, said.len);
        print(&p, "```\n");
    }
    free(said.data);
    print(&p, "\n## Put right\n```mlir\n");
    write_str(&p, info->good);
    print(&p, "```\n\n");
    write_str(&p, info->fix);
    print(&p, "\n");
    if (first < info->page.len) { /* an example says more at first sight than all exceptions */
        print(&p, "\n## In detail\n");
        write_str(&p, (fp_str){ info->page.data + first + 2, info->page.len - first - 2 });
        print(&p, "\n");
    }
    write_variants(&p, rule);
    return p;
}

static page list_page(void) {
    page p = { 0 };
    print(&p, "# Rules\n\n| rule | level | reports |\n|---|---|---|\n");
    for (fp_rule rule = 0; rule < fp_rule_count(); rule++) {
        const fp_rule_info *info = fp_rule_at(rule);
        fp_str level = fp_level_name(info->level);
        print(&p, "| [%.*s](%.*s.md) | %.*s | %.*s |\n", (int)info->name.len, info->name.data, (int)info->name.len,
              info->name.data, (int)level.len, level.data, (int)info->summary.len, info->summary.data);
    }
    print(&p,
          "\nA level is a rule's usual one: a finding that is less sure is reported lower, and its page says when.\n"
          "These pages are made from `analysis/facts/rules.def` by `cmake --build build -t update-goldens`.\n");
    return p;
}

/* The whole file, or nothing. */
static page read_file(const char *path) {
    page p = { 0 };
    FILE *file = fopen(path, "rb");
    if (!file) return p;
    char block[4096];
    for (size_t len; (len = fread(block, 1, sizeof block, file)) > 0;) append(&p, block, len);
    fclose(file);
    return p;
}

static int put_page(const char *path, page p, int check) {
    int wrong = 0;
    if (check) {
        page found = read_file(path);
        wrong = found.len != p.len || (p.len && memcmp(found.data, p.data, p.len) != 0);
        if (wrong) printf("%s is not what the rule table says; run: cmake --build build -t update-goldens\n", path);
        free(found.data);
    } else {
        FILE *file = fopen(path, "wb");
        wrong = !file || fwrite(p.data, 1, p.len, file) != p.len;
        if (file && fclose(file) != 0) wrong = 1;
        if (wrong) fprintf(stderr, "%s cannot be written\n", path);
    }
    free(p.data);
    return wrong;
}

int main(int argc, char **argv) {
    int check = argc == 3 && strcmp(argv[1], "--check") == 0;
    if (argc != 2 + check) {
        fprintf(stderr, "usage: rules_pages [--check] DIRECTORY\n");
        return 2;
    }
    const char *directory = argv[1 + check];
    char path[4096];
    int wrong = 0;
    for (fp_rule rule = 0; rule < fp_rule_count(); rule++) {
        fp_str name = fp_rule_at(rule)->name;
        snprintf(path, sizeof path, "%s/%.*s.md", directory, (int)name.len, name.data);
        wrong |= put_page(path, rule_page(rule), check);
    }
    snprintf(path, sizeof path, "%s/README.md", directory);
    return wrong | put_page(path, list_page(), check);
}
