/* examples.c - the examples of the rule table do what they say: the bad one makes its rule speak, of the good one
 * there is nothing to say. */
#include <fencepost.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void complain(const char *what, const fp_rule_info *rule, const struct fp_document *document,
                     const fp_result *result) {
    failures++;
    printf("%.*s: %s\n", (int)rule->name.len, rule->name.data, what);
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        const fp_rule_info *found = fp_rule_at(finding->rule);
        fp_position place = fp_document_position(document, finding->span.start);
        printf("    %u:%u [%.*s] %.*s\n", place.line, place.column, (int)found->name.len, found->name.data,
               (int)finding->message.len, finding->message.data);
    }
}

static void check_bad(struct fp_engine *engine, fp_rule rule) {
    const fp_rule_info *info = fp_rule_at(rule);
    struct fp_document *document = fp_document_open(engine, info->bad);
    const fp_result *result = fp_document_check(document, NULL);
    int reported = 0;
    for (size_t i = 0; i < result->finding_count; i++)
        if (result->findings[i].rule == rule && result->findings[i].level == info->level) reported = 1;
    if (!reported) complain("its bad example is not reported at its usual level", info, document, result);
    fp_document_close(document);
}

/* What the levels mean and what is assumed stands in every page. */
static int has(fp_str text, const char *words) {
    size_t len = strlen(words);
    for (size_t i = 0; i + len <= text.len; i++)
        if (memcmp(text.data + i, words, len) == 0) return 1;
    return 0;
}

static void check_page(fp_rule rule) {
    const fp_rule_info *info = fp_rule_at(rule);
    if (has(info->page, "\n\nLevels: ") && has(info->page, "\n\nAssumptions: ")) return;
    failures++;
    printf("%.*s: its page does not say the levels and the assumptions\n", (int)info->name.len, info->name.data);
}

static void check_good(struct fp_engine *engine, fp_rule rule) {
    struct fp_document *document = fp_document_open(engine, fp_rule_at(rule)->good);
    const fp_result *result = fp_document_check(document, NULL);
    if (result->finding_count) complain("its good example is reported", fp_rule_at(rule), document, result);
    fp_document_close(document);
}

int main(void) {
    struct fp_engine *engine = fp_engine_new(NULL);
    for (fp_rule rule = 0; rule < fp_rule_count(); rule++) {
        check_bad(engine, rule);
        check_good(engine, rule);
        check_page(rule);
    }
    fp_engine_drop(engine);
    if (failures == 0) printf("%zu rules, two examples each\n", fp_rule_count());
    return failures != 0;
}
