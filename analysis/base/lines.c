#include "base/lines.h"
#include "base/vec.h"
#include <string.h>

uint32_t fp_text_sequence(fp_str text, size_t offset) {
    unsigned char first = (unsigned char)text.data[offset];
    uint32_t length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1;
    if (offset + length > text.len) return 1;
    for (uint32_t i = 1; i < length; i++)
        if (((unsigned char)text.data[offset + i] & 0xC0) != 0x80) return 1;
    return length;
}

/* Columns along the lines that are too long to walk at each lookup. */
void fp_lines_mark(struct fp_arena *keep, fp_str text, fp_lines *lines) {
    FP_VEC(fp_line_mark) marks = { 0 };
    for (uint32_t line = 0; line < lines->count; line++) {
        size_t at = lines->starts[line], end = line + 1 < lines->count ? lines->starts[line + 1] : text.len;
        size_t next = at + FP_LINE_MARK_BYTES;
        if (end <= next) continue;
        for (uint32_t column = 1; at < end; column++) {
            if (at >= next) {
                *FP_PUSH(keep, &marks) = (fp_line_mark){ (uint32_t)at, column };
                next = at + FP_LINE_MARK_BYTES;
            }
            at += fp_text_sequence(text, at);
        }
    }
    lines->marks = marks.data;
    lines->mark_count = marks.len;
}

/* The first such byte from `at` on; the end of the text without one. */
static size_t find_from(fp_str text, size_t at, char byte) {
    const char *found = at < text.len ? memchr(text.data + at, byte, text.len - at) : NULL;
    return found ? (size_t)(found - text.data) : text.len;
}

fp_lines fp_lines_new(struct fp_arena *keep, fp_str text) {
    FP_VEC(uint32_t) starts = { 0 };
    uint32_t lone_returns = 0;
    *FP_PUSH(keep, &starts) = 0;
    size_t next_return = find_from(text, 0, '\r');
    for (size_t i = 0; i < text.len;) {
        size_t end = find_from(text, i, '\n');
        bool feed = end < text.len;
        for (; next_return < end; next_return = find_from(text, next_return + 1, '\r'))
            if (next_return + 1 != end || !feed)
                *FP_PUSH(keep, &starts) = (uint32_t)next_return + 1, lone_returns++; /* no \n follows */
        if (feed) *FP_PUSH(keep, &starts) = (uint32_t)end + 1;
        i = end + 1;
    }
    fp_lines lines = { .starts = starts.data, .count = starts.len, .lone_returns = lone_returns };
    fp_lines_mark(keep, text, &lines);
    return lines;
}

uint32_t fp_lines_line(fp_lines lines, uint32_t offset) {
    const uint32_t *from = lines.starts; /* the line is one of `count` from there on; no branch is to be guessed */
    for (uint32_t count = lines.count; count > 1;) {
        uint32_t half = count / 2;
        from = from[half] <= offset ? from + half : from;
        count -= half;
    }
    return (uint32_t)(from - lines.starts) + 1;
}

fp_span fp_lines_span(fp_lines lines, fp_str text, uint32_t line) {
    if (line < 1) line = 1;
    if (line > lines.count) line = lines.count;
    uint32_t start = lines.starts[line - 1], end = line < lines.count ? lines.starts[line] : (uint32_t)text.len;
    while (end > start && (text.data[end - 1] == '\n' || text.data[end - 1] == '\r')) end--;
    return (fp_span){ start, end };
}

/* The last place with a known column on the line that starts at `start`, neither behind `offset` nor behind
 * `column`. */
static fp_line_mark nearest_mark(fp_lines lines, uint32_t start, uint32_t offset, uint32_t column) {
    uint32_t low = 0, high = lines.mark_count; /* marks below `low` may be used, those from `high` on lie too far */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const fp_line_mark *mark = &lines.marks[middle];
        if (mark->offset < start || (mark->offset <= offset && mark->column <= column))
            low = middle + 1;
        else
            high = middle;
    }
    if (low > 0 && lines.marks[low - 1].offset > start) return lines.marks[low - 1];
    return (fp_line_mark){ start, 1 };
}

fp_position fp_lines_position(fp_lines lines, fp_str text, uint32_t offset) {
    if (offset > text.len) offset = (uint32_t)text.len;
    uint32_t line = fp_lines_line(lines, offset);
    fp_line_mark mark = nearest_mark(lines, lines.starts[line - 1], offset, UINT32_MAX);
    for (size_t at = mark.offset; at < offset; at += fp_text_sequence(text, at)) mark.column++;
    return (fp_position){ line, mark.column };
}

uint32_t fp_lines_offset(fp_lines lines, fp_str text, fp_position position) {
    if (position.line > lines.count) return (uint32_t)text.len;
    fp_span span = fp_lines_span(lines, text, position.line);
    fp_line_mark mark = nearest_mark(lines, span.start, span.end, position.column);
    uint32_t at = mark.offset;
    for (uint32_t column = mark.column; column < position.column && at < span.end; column++)
        at += fp_text_sequence(text, at);
    return at < span.end ? at : span.end;
}
