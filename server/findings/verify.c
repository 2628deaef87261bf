#include "findings/verify.h"
#include "base/chars.h"
#include "base/line_ends.h"
#include "base/str.h"
#include "base/vec.h"
#include <inttypes.h>
#include <string.h>

typedef enum {
    EXPECT_ERROR,
    EXPECT_WARNING,
    EXPECT_NOTE,
    EXPECT_REMARK,
    EXPECT_INFORMATION,
    EXPECT_HINT,
    EXPECT_COUNT
} expected_kind;
static const char *const kind_names[] = { "error", "warning", "note", "remark", "information", "hint" };

typedef struct {
    expected_kind kind;
    uint32_t line, column, comment_line;
    fp_str words;
    bool met;
} expectation;
typedef struct {
    expected_kind kind;
    uint32_t line, column;
    fp_str text;   /* "rule: first line"; of a related place its words */
    fp_str detail; /* "rule: the whole sentence (note)"; a comment may expect a part of either */
    bool met;
} diagnostic;

typedef struct {
    struct fp_arena *keep;
    struct fp_out *out;
    const fp_report_file *file;
    const fp_style *style;
    size_t differences;
    FP_VEC(expectation) expectations;
    FP_VEC(diagnostic) diagnostics;
} verifier;

static void report(verifier *v, uint32_t line, uint32_t column, const char *what, fp_str words) {
    fp_out_text(v->out, v->style->strong);
    fp_out_visible(v->out, v->file->path);
    fp_out_printf(v->out, ":%" PRIu32 ":%" PRIu32 ":%s %serror:%s %s", line, column, v->style->reset,
                  v->style->level[FP_LEVEL_ERROR], v->style->reset, what);
    fp_out_visible(v->out, words);
    fp_out_text(v->out, "\n");
    v->differences++;
}

static expected_kind kind_of(fp_level level) {
    switch (level) {
    case FP_LEVEL_ERROR: return EXPECT_ERROR;
    case FP_LEVEL_WARNING: return EXPECT_WARNING;
    case FP_LEVEL_INFORMATION: return EXPECT_INFORMATION;
    case FP_LEVEL_HINT:
    case FP_LEVEL_OFF: return EXPECT_HINT;
    }
    return EXPECT_HINT;
}

static fp_str first_line(const verifier *v, const fp_finding *finding) {
    return fp_str_printf(v->keep, "%.*s: %.*s", FP_STR_ARG(fp_rule_at(finding->rule)->name),
                         FP_STR_ARG(finding->brief));
}

static fp_str whole_sentence(const verifier *v, const fp_finding *finding) {
    const char *space = finding->note.len ? " (" : "", *end = finding->note.len ? ")" : "";
    return fp_str_printf(v->keep, "%.*s: %.*s%s%.*s%s", FP_STR_ARG(fp_rule_at(finding->rule)->name),
                         FP_STR_ARG(finding->detail.len ? finding->detail : finding->brief), space,
                         FP_STR_ARG(finding->note), end);
}

static void collect_diagnostics(verifier *v) {
    for (size_t i = 0; i < v->file->finding_count; i++) {
        const fp_finding *finding = &v->file->findings[i];
        fp_position place = fp_document_position(v->file->document, finding->span.start);
        *FP_PUSH(v->keep, &v->diagnostics) = (diagnostic){ .kind = kind_of(finding->level),
                                                           .line = place.line,
                                                           .column = place.column,
                                                           .text = first_line(v, finding),
                                                           .detail = whole_sentence(v, finding) };
        for (size_t r = 0; r < finding->related_count; r++) {
            place = fp_document_position(v->file->document, finding->related[r].span.start);
            *FP_PUSH(v->keep, &v->diagnostics) = (diagnostic){
                .kind = EXPECT_NOTE, .line = place.line, .column = place.column, .text = finding->related[r].message
            };
        }
    }
}

/* ---- expectations ---- */

static bool take(fp_str *rest, fp_str prefix) {
    if (!fp_str_starts(*rest, prefix)) return false;
    *rest = fp_str_slice(*rest, prefix.len, rest->len);
    return true;
}

/* Position of the first `part` in `text`, or text.len. */
static size_t find(fp_str text, fp_str part) {
    for (size_t at = 0; at + part.len <= text.len; at++)
        if (fp_str_starts(fp_str_slice(text, at, text.len), part)) return at;
    return text.len;
}

static bool parse_kind(fp_str *rest, expected_kind *kind) {
    for (*kind = 0; *kind < EXPECT_COUNT; ++*kind) {
        fp_str after = *rest;
        if (!take(&after, fp_str_of(kind_names[*kind]))) continue;
        if (after.len && after.data[0] != '@' && after.data[0] != ' ' && after.data[0] != '{') continue;
        *rest = after;
        return true;
    }
    return false;
}

/* `above` is the last line without an expectation, `below` the next one: several comments may share a target. */
typedef enum { PLACE_OFFSET, PLACE_ABOVE, PLACE_BELOW } place_kind;
typedef struct {
    place_kind kind;
    int64_t offset;
} place;

static bool parse_place(fp_str *rest, place *where) {
    *where = (place){ PLACE_OFFSET, 0 };
    if (!take(rest, FP_STR("@"))) return true;
    if (take(rest, FP_STR("above"))) return where->kind = PLACE_ABOVE, true;
    if (take(rest, FP_STR("below"))) return where->kind = PLACE_BELOW, true;
    size_t end = 1;
    while (end < rest->len && fp_is_digit(rest->data[end])) end++;
    fp_str number = fp_str_slice(*rest, 0, end);
    bool plus = take(&number, FP_STR("+"));
    if (!plus && (number.len == 0 || number.data[0] != '-')) return false;
    if (!fp_str_int(number, &where->offset)) return false;
    *rest = fp_str_slice(*rest, end, rest->len);
    return true;
}

/* What follows "expected-" on a line. Returns false when it is none that we know: a misspelt expectation must not
 * pass in silence. */
static bool parse_expectation(fp_str *rest, expectation *expected, place *where) {
    if (!parse_kind(rest, &expected->kind) || !parse_place(rest, where)) return false;
    while (take(rest, FP_STR(" "))) {}
    if (!take(rest, FP_STR("{{"))) return false;
    size_t end = find(*rest, FP_STR("}}"));
    if (end == rest->len) return false;
    while (end + 2 < rest->len && rest->data[end + 2] == '}') end++; /* "{{a}}}" ends with a brace of its own */
    expected->words = fp_str_slice(*rest, 0, end);
    *rest = fp_str_slice(*rest, end + 2, rest->len);
    return true;
}

static void collect_expectations(verifier *v) {
    fp_str text = fp_document_text(v->file->document), marker = FP_STR("expected-");
    uint32_t number = 0, above = 0;
    uint32_t first_below = 0; /* expectations from here on that still wait for their line */
    FP_VEC(uint32_t) below = { 0 };
    for (size_t start = 0; start < text.len; start = fp_next_line(text, start)) {
        fp_str line = fp_line_at(text, start), rest = line;
        number++;
        bool designates = false;
        for (size_t at = find(rest, marker); at < rest.len; at = find(rest, marker)) {
            rest = fp_str_slice(rest, at + marker.len, rest.len);
            uint32_t column = (uint32_t)(rest.data - line.data) - (uint32_t)marker.len + 1;
            expectation expected = { .comment_line = number, .column = column };
            place where;
            designates = true;
            if (!parse_expectation(&rest, &expected, &where)) {
                report(v, number, column,
                       "not an expectation: expected-KIND[@PLACE] {{words}} with a kind of error, warning, note, "
                       "remark, information, hint",
                       (fp_str){ 0 });
                continue;
            }
            int64_t target = (int64_t)number + where.offset;
            expected.line = where.kind == PLACE_ABOVE            ? above
                            : target > 0 && target <= UINT32_MAX ? (uint32_t)target
                                                                 : 0;
            if (where.kind == PLACE_BELOW) *FP_PUSH(v->keep, &below) = v->expectations.len;
            *FP_PUSH(v->keep, &v->expectations) = expected;
        }
        if (designates) continue;
        above = number;
        for (; first_below < below.len; first_below++) v->expectations.data[below.data[first_below]].line = number;
    }
}

/* ---- comparing ---- */

static bool kinds_agree(expected_kind expected, expected_kind found) {
    return expected == found || (expected == EXPECT_REMARK && (found == EXPECT_INFORMATION || found == EXPECT_HINT));
}

static bool is_meant(const diagnostic *found, fp_str words) {
    return fp_str_contains(found->text, words) || fp_str_contains(found->detail, words);
}

static void match(verifier *v) {
    for (uint32_t e = 0; e < v->expectations.len; e++) {
        expectation *expected = &v->expectations.data[e];
        for (uint32_t d = 0; d < v->diagnostics.len && !expected->met; d++) {
            diagnostic *found = &v->diagnostics.data[d];
            if (found->met || found->line != expected->line || !kinds_agree(expected->kind, found->kind)) continue;
            if (is_meant(found, expected->words)) expected->met = found->met = true;
        }
    }
}

/* A note that several findings share was expected once. */
static bool repeats_met_note(const verifier *v, const diagnostic *note) {
    if (note->kind != EXPECT_NOTE) return false;
    for (uint32_t d = 0; d < v->diagnostics.len; d++) {
        const diagnostic *other = &v->diagnostics.data[d];
        if (other->met && other->kind == EXPECT_NOTE && other->line == note->line && other->column == note->column &&
            fp_str_equal(other->text, note->text))
            return true;
    }
    return false;
}

size_t fp_verify(struct fp_arena *keep, struct fp_out *out, const fp_report_file *file, const fp_style *style) {
    verifier v = { .keep = keep, .out = out, .file = file, .style = style };
    collect_diagnostics(&v);
    collect_expectations(&v);
    match(&v);
    for (uint32_t e = 0; e < v.expectations.len; e++) {
        const expectation *expected = &v.expectations.data[e];
        if (expected->met) continue;
        fp_str what = fp_str_printf(
            keep, "expected %s on line %" PRIu32 " was not reported: ", kind_names[expected->kind], expected->line);
        report(&v, expected->comment_line, expected->column, what.data, expected->words);
    }
    for (uint32_t d = 0; d < v.diagnostics.len; d++) {
        const diagnostic *found = &v.diagnostics.data[d];
        if (found->met || repeats_met_note(&v, found)) continue;
        report(&v, found->line, found->column, fp_str_printf(keep, "unexpected %s: ", kind_names[found->kind]).data,
               found->text);
    }
    return v.differences;
}
