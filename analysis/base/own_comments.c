#include "base/own_comments.h"
#include "base/document_text.h"
#include "base/line_ends.h"

/* Start of the comment that the marker at `marker` opens, or text.len: nothing but blanks may stand between "//" and
 * the marker. */
static size_t comment_start(fp_str text, size_t marker) {
    while (marker > 0 && fp_is_blank(text.data[marker - 1])) marker--;
    while (marker > 0 && text.data[marker - 1] == '/') marker--;
    return text.len - marker >= 2 && text.data[marker] == '/' && text.data[marker + 1] == '/' ? marker : text.len;
}

/* Is `at` inside of a string or of an earlier comment of its line? Goes on from where the last call for this line
 * stopped. */
static bool is_quoted(fp_own_comment_cursor *cursor, size_t at) {
    fp_str text = cursor->text;
    size_t start = cursor->line <= at && cursor->line + fp_line_at(text, cursor->line).len >= at
                       ? cursor->line
                       : fp_line_start(text, at);
    if (start != cursor->line) cursor->in_string = false;
    for (; start < at; start++) {
        char c = text.data[start];
        if (cursor->in_string && c == '\\')
            start++;
        else if (c == '"')
            cursor->in_string = !cursor->in_string;
        else if (!cursor->in_string && c == '/' && text.data[start + 1] == '/')
            return true;
    }
    cursor->line = start;
    return cursor->in_string;
}

fp_own_comment_cursor fp_own_comments(fp_str text, const uint32_t *markers, uint32_t marker_count) {
    return (fp_own_comment_cursor){ .text = text, .markers = markers, .marker_count = marker_count };
}

bool fp_own_comment_next(fp_own_comment_cursor *cursor, fp_own_comment *comment) {
    fp_str text = cursor->text, marker = FP_STR(FP_TEXT_MARKER);
    while (cursor->next < cursor->marker_count) {
        size_t at = cursor->markers[cursor->next++], start = comment_start(text, at);
        if (at < cursor->behind || start == text.len || is_quoted(cursor, start)) continue;
        size_t end = at + marker.len + fp_line_at(text, at + marker.len).len;
        cursor->behind = end;
        while (fp_is_blank(text.data[end - 1])) end--;
        size_t before = start;
        while (before > 0 && fp_is_blank(text.data[before - 1])) before--;
        comment->span = (fp_span){ (uint32_t)start, (uint32_t)end };
        comment->body = fp_str_trim(fp_str_slice(text, at + marker.len, end));
        comment->alone = before == 0 || fp_is_line_end(text.data[before - 1]);
        return true;
    }
    return false;
}

bool fp_own_comment_begins(fp_str text, size_t marker) { return comment_start(text, marker) != text.len; }

fp_str fp_own_comment_setting(fp_str body, fp_str name) {
    static const fp_str settings[] = { { "target=", 7 }, { "block=", 6 } };
    enum { SETTING_COUNT = sizeof settings / sizeof *settings };
    for (body = fp_str_trim(body); body.len;) {
        size_t end = 0, i = 0;
        while (end < body.len && !fp_is_blank(body.data[end])) end++;
        fp_str word = fp_str_slice(body, 0, end);
        while (i < SETTING_COUNT && !fp_str_starts(word, settings[i])) i++;
        if (i == SETTING_COUNT) break;
        if (fp_str_equal(settings[i], name)) return fp_str_slice(word, name.len, word.len);
        body = fp_str_trim(fp_str_slice(body, end, body.len));
    }
    return (fp_str){ "", 0 };
}
