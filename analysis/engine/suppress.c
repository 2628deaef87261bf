#include "engine/suppress.h"
#include "base/line_ends.h"
#include "kernel/launch.h"
#include <string.h>

typedef struct {
    fp_rule rule;
    bool used;
} suppressed_rule;
typedef struct {
    fp_own_comment comment, end; /* end: the ignore-end of an ignore-begin; its span is empty elsewhere */
    uint32_t first, last;        /* the lines it holds for */
    FP_VEC(suppressed_rule) rules;
} suppression;
typedef FP_VEC(suppression) suppressions;

#define FP_LINE_LAST UINT32_MAX /* of a suppression that holds for the whole file */

typedef struct {
    struct fp_arena *keep;
    const fp_commented_text *text;
    suppressions of_lines, of_ranges; /* for one line each, in the order of their lines; for several */
    suppressions open;                /* ignore-begin without an ignore-end so far, the innermost last */
    fp_findings findings;             /* the new list */
} suppressor;

static fp_level level_of(const suppressor *s, fp_rule rule) { return fp_rules_asked(s->text->options, rule); }

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
    fp_edit *edit = FP_NEW(s->keep, fp_edit, 2);
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
        if (row->end.span.end) edit[fix->edit_count++] = (fp_edit){ .span = removal(text_of(s), &row->end) };
    }
    return fix;
}

static void report(suppressor *s, const suppression *row, fp_level level, fp_phrase phrase, const fp_fix *fix) {
    const fp_level *own = fp_rules_asked_variant(s->text->options, phrase.sentence);
    if (own ? *own == FP_LEVEL_OFF : level_of(s, FP_RULE_UNUSED_SUPPRESSION) == FP_LEVEL_OFF) return;
    *FP_PUSH(s->keep, &s->findings) = (fp_finding){ .rule = FP_RULE_UNUSED_SUPPRESSION,
                                                    .level = own ? *own : level,
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
    fp_sentence says = row->last == FP_LINE_LAST ? FP_SAYS_UNUSED_SUPPRESSION_NOTHING_IN_FILE
                                                 : FP_SAYS_UNUSED_SUPPRESSION_NOTHING_THERE;
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

/* The word that a comment begins with: "ignore", "ignore-begin", "target". */
static fp_str first_word(fp_str body) {
    size_t end = 0;
    while (end < body.len && body.data[end] != '[' && body.data[end] != '=' && !fp_is_blank(body.data[end])) end++;
    return fp_str_slice(body, 0, end);
}

/* target= and block= are the engine's, and what is no word of ours at all is prose; but a slip must not switch a
 * suppression off in silence. */
static bool report_misspelt(suppressor *s, const suppression *row, fp_level level) {
    static const fp_str words[] = { { "ignore", 6 },      { "ignore-file", 11 }, { "ignore-begin", 12 },
                                    { "ignore-end", 10 }, { "target", 6 },       { "block", 5 } };
    fp_str body = row->comment.body, word = first_word(body),
           meant = fp_str_nearest(word, words, sizeof words / sizeof *words);
    bool goes_on = word.len < body.len && !fp_is_blank(body.data[word.len]);
    if (!goes_on || meant.len == 0 || fp_str_equal(word, meant)) return false;
    report(s, row, level,
           FP_PHRASE(FP_SAYS_UNUSED_SUPPRESSION_NO_COMMENT, fp_arg_text(FP_ARG_NAME, word),
                     fp_arg_text(FP_ARG_MEANT, meant)),
           NULL);
    return true;
}

/* A chip that no table has, a block that no launch can have: the engine leaves such a setting out. */
static void report_settings(suppressor *s, const suppression *row) {
    fp_str body = row->comment.body, chip = fp_own_comment_setting(body, FP_STR("target=")),
           block = fp_own_comment_setting(body, FP_STR("block="));
    if (chip.len && !fp_target_is_name(chip))
        report_usual(s, row,
                     FP_PHRASE(FP_SAYS_UNUSED_SUPPRESSION_NO_TARGET, fp_arg_text(FP_ARG_NAME, chip),
                               fp_arg_any_text(FP_ARG_MEANT, fp_target_nearest(chip))));
    if (block.len && !fp_launch_is_block(block))
        report_usual(s, row, FP_PHRASE(FP_SAYS_UNUSED_SUPPRESSION_NO_BLOCK, fp_arg_text(FP_ARG_NAME, block)));
}

/* On a function's line: for all of it. */
static uint32_t last_line(const suppressor *s, uint32_t line) {
    uint32_t last = line;
    for (uint32_t i = 0; i < s->text->unit_count; i++) {
        fp_span span = s->text->units[i].span;
        uint32_t end = span.end > span.start ? line_of(s, span.end - 1) : 0;
        if (end > last && line_of(s, span.start) == line) last = end;
    }
    return last;
}

static void end_range(suppressor *s, const fp_own_comment *comment) {
    if (s->open.len == 0) {
        suppression row = { .comment = *comment };
        report(s, &row, FP_LEVEL_ERROR, fp_phrase_of(FP_SAYS_UNUSED_SUPPRESSION_NOT_BEGUN), NULL);
        return;
    }
    suppression row = s->open.data[--s->open.len];
    row.end = *comment;
    row.last = line_of(s, comment->span.start);
    *FP_PUSH(s->keep, &s->of_ranges) = row;
}

/* Where a comment with rules holds: `word` is what it begins with. False: nowhere, which was reported. */
static bool find_lines(suppressor *s, suppression *row, fp_str word) {
    const fp_own_comment *comment = &row->comment;
    row->first = line_of(s, comment->span.start);
    if (fp_str_equal(word, FP_STR("ignore"))) {
        if (comment->alone) row->first = next_line(s, comment);
        row->last = last_line(s, row->first);
    } else if (fp_str_equal(word, FP_STR("ignore-file"))) {
        if (!is_before_ops(text_of(s), comment->span.start)) {
            report(s, row, FP_LEVEL_ERROR, fp_phrase_of(FP_SAYS_UNUSED_SUPPRESSION_NOT_FIRST), NULL);
            return false;
        }
        row->first = 0;
        row->last = FP_LINE_LAST;
    }
    return true;
}

static void read_comment(suppressor *s, const fp_own_comment *comment) {
    fp_str body = comment->body, word = first_word(body);
    suppression row = { .comment = *comment };
    if (!fp_str_starts(body, FP_STR("ignore"))) {
        if (!report_misspelt(s, &row, level_of(s, FP_RULE_UNUSED_SUPPRESSION))) report_settings(s, &row);
        return;
    }
    if (fp_str_equal(word, FP_STR("ignore-end"))) {
        end_range(s, comment);
        return;
    }
    bool begins = fp_str_equal(word, FP_STR("ignore-begin")),
         known = begins || fp_str_equal(word, FP_STR("ignore")) || fp_str_equal(word, FP_STR("ignore-file"));
    fp_str rest = fp_str_slice(body, word.len, body.len);
    size_t close = fp_str_find(rest, ']');
    if (!known && report_misspelt(s, &row, FP_LEVEL_ERROR)) return;
    if (!known || rest.len == 0 || rest.data[0] != '[' || close == rest.len) {
        report(s, &row, FP_LEVEL_ERROR, fp_phrase_of(FP_SAYS_UNUSED_SUPPRESSION_NO_LIST), NULL);
        return;
    }
    if (!find_lines(s, &row, word)) return;
    parse_rules(s, &row, fp_str_slice(rest, 1, close));
    suppressions *list = begins ? &s->open : row.first == row.last ? &s->of_lines : &s->of_ranges;
    *FP_PUSH(s->keep, list) = row;
}

static void read_comments(suppressor *s) {
    fp_own_comment_cursor cursor = s->text->comments;
    fp_own_comment comment;
    while (fp_own_comment_next(&cursor, &comment)) read_comment(s, &comment);
    for (uint32_t i = 0; i < s->open.len; i++)
        report(s, &s->open.data[i], FP_LEVEL_ERROR, fp_phrase_of(FP_SAYS_UNUSED_SUPPRESSION_NOT_ENDED), NULL);
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
             nearest = FP_COUNT_BELOW(s->of_lines.data, s->of_lines.len, first, line);
    bool suppressed = false;
    for (uint32_t i = nearest; i < s->of_lines.len && s->of_lines.data[i].first == line; i++)
        suppressed |= mark_used(&s->of_lines.data[i], finding->rule);
    for (uint32_t i = 0; i < s->of_ranges.len; i++)
        if (s->of_ranges.data[i].first <= line && line <= s->of_ranges.data[i].last)
            suppressed |= mark_used(&s->of_ranges.data[i], finding->rule);
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
    read_comments(&s);
    if (s.of_ranges.len + s.of_lines.len + s.findings.len == 0) return findings;

    for (uint32_t i = 0; i < findings.len; i++)
        if (!is_suppressed(&s, &findings.data[i])) *FP_PUSH(keep, &s.findings) = findings.data[i];
    for (uint32_t i = 0; i < s.of_ranges.len; i++) report_unused(&s, &s.of_ranges.data[i]);
    for (uint32_t i = 0; i < s.of_lines.len; i++) report_unused(&s, &s.of_lines.data[i]);
    sort_findings(keep, s.findings.data, s.findings.len);
    return s.findings;
}
