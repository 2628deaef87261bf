#include "engine/suppress.h"
#include "base/line_ends.h"
#include <string.h>

typedef struct {
    fp_rule rule;
    bool used;
} suppressed_rule;
typedef struct {
    fp_own_comment comment;
    uint32_t line; /* holds for this line; 0: for the file */
    FP_VEC(suppressed_rule) rules;
} suppression;
typedef FP_VEC(suppression) suppressions;

typedef struct {
    struct fp_arena *keep;
    const fp_commented_text *text;
    suppressions of_file, of_lines; /* the latter in the order of their lines */
    fp_findings findings;           /* the new list */
} suppressor;

static fp_level level_of(const suppressor *s, fp_rule rule) {
    return s->text->levels ? s->text->levels[rule] : fp_rule_at(rule)->level;
}

static fp_str text_of(const suppressor *s) { return s->text->comments.text; }

static uint32_t line_of(const suppressor *s, uint32_t offset) { return fp_lines_line(s->text->lines, offset); }

/* Line of the first op after the comment: the next one that is neither blank nor a comment. */
static uint32_t next_line(const suppressor *s, const fp_own_comment *comment) {
    fp_str text = text_of(s);
    uint32_t line = line_of(s, comment->span.start);
    for (size_t at = fp_next_line(text, comment->span.end); at < text.len; at = fp_next_line(text, at)) {
        fp_str content = fp_str_trim(fp_line_at(text, at));
        line++;
        if (content.len && !fp_str_starts(content, FP_STR("//"))) break;
    }
    return line;
}

/* Before the first op stand only blanks, comments, aliases and file metadata. */
static bool is_before_ops(fp_str text, size_t end) {
    for (size_t at = 0; at < end; at = fp_next_line(text, at)) {
        fp_str line = fp_str_trim(fp_line_at(text, at));
        if (line.len && line.data[0] != '#' && line.data[0] != '!' && !fp_str_starts(line, FP_STR("//")) &&
            !fp_str_starts(line, FP_STR("{-#")))
            return false;
    }
    return true;
}

/* ---- findings about comments ---- */

/* Removes the comment, with its line when it has it alone. */
static fp_span removal(fp_str text, const fp_own_comment *comment) {
    fp_span span = comment->span;
    while (span.start > 0 && (text.data[span.start - 1] == ' ' || text.data[span.start - 1] == '\t')) span.start--;
    if (comment->alone) span.end = (uint32_t)fp_next_line(text, span.end);
    return span;
}

/* `remaining`: the rules that the comment is left with. */
static const fp_fix *removal_fix(suppressor *s, const suppression *row, fp_str remaining) {
    fp_fix *fix = FP_NEW(s->keep, fp_fix, 1);
    fp_edit *edit = FP_NEW(s->keep, fp_edit, 1);
    *fix = (fp_fix){ .safe = true, .preferred = true, .edits = edit, .edit_count = 1 };
    if (remaining.len) {
        fp_str body = row->comment.body;
        size_t open = fp_str_find(body, '['), close = fp_str_find(body, ']');
        uint32_t start = (uint32_t)(body.data - text_of(s).data);
        *edit = (fp_edit){ .span = { start + (uint32_t)open + 1, start + (uint32_t)close }, .text = remaining };
        fix->phrase = fp_phrase_of(FP_WORD_KEEP_USED_RULES);
    } else {
        *edit = (fp_edit){ .span = removal(text_of(s), &row->comment) };
        fix->phrase = fp_phrase_of(FP_WORD_REMOVE_COMMENT);
    }
    return fix;
}

static void report(suppressor *s, const suppression *row, fp_level level, fp_phrase phrase, const fp_fix *fix) {
    if (level_of(s, FP_RULE_UNUSED_SUPPRESSION) == FP_LEVEL_OFF) return;
    *FP_PUSH(s->keep, &s->findings) = (fp_finding){ .rule = FP_RULE_UNUSED_SUPPRESSION,
                                                    .level = level,
                                                    .span = row->comment.span,
                                                    .role = FP_ROLE_TEXT,
                                                    .phrase = fp_phrase_copy(s->keep, phrase, NULL),
                                                    .kernel = { "", 0 },
                                                    .fixes = fix,
                                                    .fix_count = fix != NULL };
}

static void report_usual(suppressor *s, const suppression *row, fp_phrase phrase) {
    report(s, row, level_of(s, FP_RULE_UNUSED_SUPPRESSION), phrase, NULL);
}

static void report_unused(suppressor *s, const suppression *row) {
    struct fp_arena *keep = s->keep;
    fp_str remaining = { 0 };
    fp_phrase *unused = FP_NEW(keep, fp_phrase, row->rules.len + 1);
    uint32_t unused_count = 0;
    for (uint32_t i = 0; i < row->rules.len; i++) {
        fp_rule rule = row->rules.data[i].rule;
        fp_str name = fp_rule_at(rule)->name;
        if (row->rules.data[i].used || level_of(s, rule) == FP_LEVEL_OFF)
            remaining =
                fp_str_printf(keep, "%.*s%s%.*s", FP_STR_ARG(remaining), remaining.len ? ", " : "", FP_STR_ARG(name));
        else
            unused[unused_count++] =
                fp_phrase_copy(keep, FP_PHRASE(FP_WORD_RULE, fp_arg_text(FP_ARG_NAME, name)), NULL);
    }
    if (unused_count == 0) return;
    fp_sentence says =
        row->line ? FP_SAYS_UNUSED_SUPPRESSION_NOTHING_THERE : FP_SAYS_UNUSED_SUPPRESSION_NOTHING_IN_FILE;
    report(s, row, level_of(s, FP_RULE_UNUSED_SUPPRESSION),
           FP_PHRASE(says, fp_arg_phrases(FP_ARG_RULES, unused, unused_count)), removal_fix(s, row, remaining));
}

/* ---- reading ---- */

/* A name that is no rule is reported; the others hold. */
static void parse_rules(suppressor *s, suppression *row, fp_str list) {
    while (true) {
        size_t end = fp_str_find(list, ',');
        fp_str name = fp_str_trim(fp_str_slice(list, 0, end));
        fp_rule rule = fp_rule_find(name);
        if (rule == FP_RULE_NONE)
            report_usual(s, row,
                         FP_PHRASE(FP_SAYS_UNUSED_SUPPRESSION_NO_RULE, fp_arg_text(FP_ARG_NAME, name),
                                   fp_arg_any_text(FP_ARG_MEANT, fp_rule_nearest(name))));
        else
            *FP_PUSH(s->keep, &row->rules) = (suppressed_rule){ .rule = rule };
        if (end == list.len) return;
        list = fp_str_slice(list, end + 1, list.len);
    }
}

/* target= and block= are the engine's, and what is no word of ours at all is prose; but a slip must not switch a
 * suppression off in silence. */
static void report_misspelt(suppressor *s, const suppression *row) {
    static const fp_str words[] = { { "ignore", 6 }, { "ignore-file", 11 }, { "target", 6 }, { "block", 5 } };
    fp_str body = row->comment.body;
    size_t end = 0;
    while (end < body.len && body.data[end] != '[' && body.data[end] != '=' && body.data[end] != ' ') end++;
    fp_str word = fp_str_slice(body, 0, end), meant = fp_str_nearest(word, words, sizeof words / sizeof *words);
    if (end == body.len || body.data[end] == ' ' || meant.len == 0 || fp_str_equal(word, meant)) return;
    report_usual(s, row,
                 FP_PHRASE(FP_SAYS_UNUSED_SUPPRESSION_NO_COMMENT, fp_arg_text(FP_ARG_NAME, word),
                           fp_arg_text(FP_ARG_MEANT, meant)));
}

static void read_comment(suppressor *s, const fp_own_comment *comment) {
    fp_str text = text_of(s), body = comment->body;
    suppression row = { .comment = *comment };
    if (!fp_str_starts(body, FP_STR("ignore"))) {
        report_misspelt(s, &row);
        return;
    }
    fp_str rest = fp_str_slice(body, 6, body.len);
    bool whole_file = fp_str_starts(rest, FP_STR("-file"));
    if (whole_file) rest = fp_str_slice(rest, 5, rest.len);
    size_t close = fp_str_find(rest, ']');
    if (rest.len == 0 || rest.data[0] != '[' || close == rest.len) {
        report(s, &row, FP_LEVEL_ERROR, fp_phrase_of(FP_SAYS_UNUSED_SUPPRESSION_NO_LIST), NULL);
        return;
    }
    if (whole_file && !is_before_ops(text, comment->span.start)) {
        report(s, &row, FP_LEVEL_ERROR, fp_phrase_of(FP_SAYS_UNUSED_SUPPRESSION_NOT_FIRST), NULL);
        return;
    }
    if (!whole_file) row.line = comment->alone ? next_line(s, comment) : line_of(s, comment->span.start);
    parse_rules(s, &row, fp_str_slice(rest, 1, close));
    *FP_PUSH(s->keep, row.line ? &s->of_lines : &s->of_file) = row;
}

static bool mark_used(suppression *row, fp_rule rule) {
    bool used = false;
    for (uint32_t i = 0; i < row->rules.len; i++)
        if (row->rules.data[i].rule == rule) row->rules.data[i].used = used = true;
    return used;
}

/* Every comment that covers the finding counts as used, not only the first. */
static bool is_suppressed(suppressor *s, const fp_finding *finding) {
    uint32_t line = line_of(s, finding->span.start),
             first = FP_COUNT_BELOW(s->of_lines.data, s->of_lines.len, line, line);
    bool suppressed = false;
    for (uint32_t i = first; i < s->of_lines.len && s->of_lines.data[i].line == line; i++)
        suppressed |= mark_used(&s->of_lines.data[i], finding->rule);
    for (uint32_t i = 0; i < s->of_file.len; i++) suppressed |= mark_used(&s->of_file.data[i], finding->rule);
    return suppressed;
}

static int compare_findings(const void *left, const void *right) {
    const fp_finding *a = left, *b = right;
    if (a->span.start != b->span.start) return a->span.start < b->span.start ? -1 : 1;
    return fp_str_compare(fp_rule_at(a->rule)->name, fp_rule_at(b->rule)->name);
}

/* Stable: findings of one place and rule keep the engine's order. */
static void sort_findings(struct fp_arena *keep, fp_finding *data, size_t len) {
    if (len < 2) return;
    fp_finding *merged = FP_NEW(keep, fp_finding, len);
    size_t half = len / 2, a = 0, b = half;
    sort_findings(keep, data, half);
    sort_findings(keep, data + half, len - half);
    for (size_t i = 0; i < len; i++)
        merged[i] = b == len || (a < half && compare_findings(&data[a], &data[b]) <= 0) ? data[a++] : data[b++];
    memcpy(data, merged, len * sizeof *data);
}

bool fp_has_suppressions(const fp_commented_text *text) {
    fp_own_comment_cursor cursor = text->comments;
    fp_own_comment comment;
    while (fp_own_comment_next(&cursor, &comment))
        if (fp_str_starts(comment.body, FP_STR("ignore"))) return true;
    return false;
}

bool fp_may_suppress(const fp_commented_text *text, fp_rule rule) {
    fp_own_comment_cursor cursor = text->comments;
    fp_own_comment comment;
    while (fp_own_comment_next(&cursor, &comment))
        if (fp_str_starts(comment.body, FP_STR("ignore")) && fp_str_contains(comment.body, fp_rule_at(rule)->name))
            return true;
    return false;
}

fp_findings fp_suppress(struct fp_arena *keep, const fp_commented_text *text, fp_findings findings) {
    suppressor s = { .keep = keep, .text = text };
    fp_own_comment_cursor cursor = text->comments;
    fp_own_comment comment;
    while (fp_own_comment_next(&cursor, &comment)) read_comment(&s, &comment);
    if (s.of_file.len + s.of_lines.len + s.findings.len == 0) return findings;

    for (uint32_t i = 0; i < findings.len; i++)
        if (!is_suppressed(&s, &findings.data[i])) *FP_PUSH(keep, &s.findings) = findings.data[i];
    for (uint32_t i = 0; i < s.of_file.len; i++) report_unused(&s, &s.of_file.data[i]);
    for (uint32_t i = 0; i < s.of_lines.len; i++) report_unused(&s, &s.of_lines.data[i]);
    sort_findings(keep, s.findings.data, s.findings.len);
    return s.findings;
}
