/* syntax_silent.c - edits that change nothing but a comment behind an op, or blanks there: what is known of the unit
 * around stays true, its places move. */
#include "base/chars.h"
#include "base/source.h"
#include "read/syntax_tree.h"
#include "read/unit_head.h"
#include <string.h>

/* The grammar looks through at most so long a line and so many comments in a row; beyond them an edit counts as one of
 * code. */
enum { FP_COMMENT_EDIT_LINE_MAX = 1024, FP_COMMENT_EDIT_ROW_MAX = 8, FP_COMMENT_EDIT_BYTES_MAX = 2048 };

/* What comments may say to somebody: directives, splits of the file, symbols and aliases, which unit_group.c looks
 * for in all of a unit's text. */
static bool speaks(fp_str comment) {
    for (size_t i = 0; i < comment.len; i++)
        if (strchr("@#!", comment.data[i])) return true;
    return fp_str_contains(comment, FP_STR("fencepost")) || fp_str_contains(comment, FP_STR("-----")) ||
           fp_unit_tells_stage(comment);
}

/* Where the code of a line ends, blanks behind it left out; false: it cannot be told, or its comment speaks. */
static bool find_code_end(fp_str line, uint32_t *end) {
    if (line.len && line.data[line.len - 1] == '\r') line.len--;
    if (line.len && memchr(line.data, '\r', line.len)) return false;
    size_t at = 0;
    for (bool closed = true; at < line.len && !fp_source_is_comment(line, at);) {
        at = line.data[at] == '"' ? fp_source_string_end(line, at, &closed) : at + 1;
        if (!closed) return false;
    }
    if (speaks(fp_str_slice(line, at, line.len))) return false;
    while (at && fp_is_blank(line.data[at - 1])) at--;
    *end = (uint32_t)at;
    return true;
}

static bool has_line_break(fp_str text) {
    return text.len && (memchr(text.data, '\n', text.len) || memchr(text.data, '\r', text.len));
}

static bool is_only_comment(fp_str line) {
    size_t at = 0;
    while (at < line.len && (fp_is_blank(line.data[at]) || line.data[at] == '\r')) at++;
    return at == line.len || fp_source_is_comment(line, at);
}

/* The edited line with the lines of comments above and below and the code next to them. */
static bool find_row(fp_str text, fp_span line, fp_span *row) {
    *row = line;
    for (int lines = 0;; lines++) {
        if (row->start == 0 || lines == FP_COMMENT_EDIT_ROW_MAX) return false;
        uint32_t end = row->start - 1;
        row->start = (uint32_t)fp_source_line_start(text, end);
        if (!is_only_comment(fp_str_slice(text, row->start, end))) break;
    }
    for (int lines = 0;; lines++) {
        if (row->end == text.len || lines == FP_COMMENT_EDIT_ROW_MAX) return false;
        uint32_t start = row->end + 1;
        row->end = (uint32_t)fp_source_line_end(text, start);
        if (!is_only_comment(fp_str_slice(text, start, row->end))) break;
    }
    return row->end - row->start < FP_COMMENT_EDIT_BYTES_MAX;
}

bool fp_edit_is_comment(fp_str text, fp_span span, fp_str replacement, fp_comment_edit *edit) {
    if (has_line_break(replacement) || has_line_break(fp_str_slice(text, span.start, span.end))) return false;
    uint32_t start = (uint32_t)fp_source_line_start(text, span.start),
             end = (uint32_t)fp_source_line_end(text, span.end), code, code_now;
    size_t before = span.start - start, behind = end - span.end;
    char now[FP_COMMENT_EDIT_LINE_MAX];
    if (end - start > FP_COMMENT_EDIT_LINE_MAX || before + replacement.len + behind > sizeof now) return false;
    memcpy(now, text.data + start, before);
    if (replacement.len) memcpy(now + before, replacement.data, replacement.len);
    memcpy(now + before + replacement.len, text.data + span.end, behind);
    if (!find_code_end(fp_str_slice(text, start, end), &code) ||
        !find_code_end((fp_str){ now, before + replacement.len + behind }, &code_now))
        return false;
    if (code != code_now || before < code || memcmp(text.data + start, now, code) != 0) return false;
    *edit =
        (fp_comment_edit){ .at = span.start, .removed = span.end - span.start, .inserted = (uint32_t)replacement.len };
    if (!find_row(text, (fp_span){ start, end }, &edit->around)) return false;
    uint32_t blanks = 0;
    while (blanks < code && fp_is_blank(text.data[start + blanks])) blanks++;
    /* What comes in front of the line, or of its first op, does not look at its end. */
    if (code) edit->around = (fp_span){ start + blanks + 1, end };
    return true;
}

bool fp_comment_move(const fp_comment_edit *edits, uint32_t count, bool is_fix, fp_span *span) {
    for (uint32_t i = 0; i < count; i++) {
        const fp_comment_edit *e = &edits[i];
        if (is_fix && span->start <= e->around.end && span->end >= e->around.start)
            return false; /* it may have seen the comment */
        uint32_t end = e->at + e->removed;
        if (span->end <= e->at) continue;
        if (span->end < end || (span->start >= e->at && span->start < end) || span->start == e->at) return false;
        if (span->start > e->at) span->start = span->start - e->removed + e->inserted;
        span->end = span->end - e->removed + e->inserted;
    }
    return true;
}

uint32_t fp_comment_edits_join(fp_comment_edit *edits, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        fp_comment_edit *last = kept ? &edits[kept - 1] : NULL, next = edits[i];
        if (!last || last->removed || next.at < last->at || next.at + next.removed > last->at + last->inserted) {
            edits[kept++] = next;
            continue;
        }
        uint32_t start = next.around.start, end = next.around.end - last->inserted;
        last->inserted = last->inserted - next.removed + next.inserted;
        if (start < last->around.start) last->around.start = start;
        if (end > last->around.end) last->around.end = end;
    }
    return kept;
}
