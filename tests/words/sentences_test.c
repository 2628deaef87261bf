/* sentences_test.c - the table of sentences keeps its own rules: what stands in braces is an argument, brackets have
 * their ends, a rule's variants have different names, and each rule can say something. */
#include "facts/phrase.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { BRIEF_MAX = 90 }; /* with the names of its arguments in place of what they stand for */

typedef struct {
    const char *id, *key, *full, *brief;
    fp_rule rule;
} row;
static const row rows[] = {
#define FINDING(rule, variant, key, role, full, brief) { #rule "_" #variant, key, full, brief, FP_RULE_##rule },
#define PLACE(id, key, role, full) { #id, key, full, "", FP_RULE_NONE },
#define WORDS(id, key, full, brief) { #id, key, full, brief, FP_RULE_NONE },
#include "facts/sentences.def"
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static int failures;

static void fail(const row *r, const char *what) {
    printf("%s: %s\n", r->id, what);
    failures++;
}

static bool is_argument(const char *name, size_t len) {
    for (int i = FP_ARG_NONE + 1; i < FP_ARGUMENT_NAMES; i++)
        if (fp_str_equal(fp_argument_key((fp_argument_name)i), (fp_str){ name, len })) return true;
    return false;
}

static void check_text(const row *r, const char *text) {
    int depth = 0;
    size_t len = strlen(text);
    for (const char *c = text; *c; c++) {
        bool twice = c[0] == c[1];
        if ((*c == '[' || *c == ']') && twice)
            c++;
        else if (*c == '[')
            depth++;
        else if (*c == ']' && --depth < 0)
            fail(r, "a bracket ends that did not begin");
        if (*c != '{') continue;
        const char *end = strchr(c, '}');
        if (!end || !is_argument(c + 1, strcspn(c + 1, "}|#&:"))) fail(r, "braces without an argument");
        if (end) c = end;
    }
    if (depth) fail(r, "a bracket does not end");
    if (len && (text[len - 1] == '.' || isupper((unsigned char)text[0]))) fail(r, "not lower case without a full stop");
}

static void check_names(void) {
    bool says[FP_RULE_COUNT] = { false };
    for (int i = 0; i < ROW_COUNT; i++) {
        if (rows[i].rule != FP_RULE_NONE) says[rows[i].rule] = true;
        for (int k = 0; k < i && rows[i].rule != FP_RULE_NONE; k++)
            if (rows[k].rule == rows[i].rule && !strcmp(rows[k].key, rows[i].key))
                fail(&rows[i], "another variant of the rule has this name");
    }
    for (fp_rule rule = 0; rule < FP_RULE_COUNT; rule++)
        if (!says[rule]) failures += printf("no sentence of %s\n", fp_rule_at(rule)->name.data) > 0;
}

int main(void) {
    for (int i = 0; i < ROW_COUNT; i++) {
        check_text(&rows[i], rows[i].full);
        check_text(&rows[i], rows[i].brief);
        bool finding = rows[i].rule != FP_RULE_NONE;
        if (!rows[i].key[0] || !rows[i].full[0] || (finding && !rows[i].brief[0])) fail(&rows[i], "a text is missing");
        if (finding && strlen(rows[i].brief) > BRIEF_MAX) fail(&rows[i], "too long for a list");
    }
    check_names();
    return failures > 0;
}
