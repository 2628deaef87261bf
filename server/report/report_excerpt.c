#include "report/report_excerpt.h"
#include "base/line_ends.h"
#include "base/sort.h"
#include "output/unicode.h"
#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum {
    FP_GAP_MAX = 2,        /* so many lines between two places are shown, more become "..." */
    FP_COLUMNS_MAX = 1024, /* of a shown line */
    FP_TAB_COLUMNS = 4,
    FP_WALK_BYTES_MAX = 4096, /* of characters that take no column there may be any number */
};

/* The part of a line that is shown. */
typedef struct {
    size_t start, end;
    bool cut_left, cut_right;
} window;

/* ---- what part of a line fits ---- */

static size_t columns_of(fp_glyph glyph) { return glyph.code == '\t' && glyph.valid ? FP_TAB_COLUMNS : glyph.width; }

static bool ends_line(fp_str text, size_t at) { return at >= text.len || fp_is_line_end(text.data[at]); }

/* Goes right from `at` while `columns` last; stops at the end of the line. */
static size_t walk_right(fp_str text, size_t at, size_t *columns) {
    for (size_t limit = at + FP_WALK_BYTES_MAX; at < limit && !ends_line(text, at);) {
        fp_glyph glyph = fp_glyph_at(text, at);
        if (columns_of(glyph) > *columns) break;
        *columns -= columns_of(glyph);
        at += glyph.bytes;
    }
    return at;
}

static size_t walk_left(fp_str text, size_t at, size_t *columns) {
    for (size_t from = at; at > 0 && from - at < FP_WALK_BYTES_MAX && !fp_is_line_end(text.data[at - 1]);) {
        size_t before = fp_glyph_before(text, at);
        size_t needed = columns_of(fp_glyph_at(text, before));
        if (needed > *columns) break;
        *columns -= needed;
        at = before;
    }
    return at;
}

/* Columns for the text of a line: it stands behind " | ", and may be cut on both sides. */
static size_t room_for_text(const fp_excerpt *p) {
    size_t around = (size_t)p->gutter + 5, room = p->width > around ? p->width - around : 1;
    return room < FP_COLUMNS_MAX ? room : FP_COLUMNS_MAX;
}

/* The window around the bytes `start` to `end` of one line: the whole line if it fits, else as much as fits on both
 * sides. */
static window fit_window(const fp_excerpt *p, size_t start, size_t end) {
    size_t width = room_for_text(p), room = width;
    size_t right = walk_right(p->text, start, &room);
    if (right >=
        end) { /* the place itself fits: share what is left, then give each side what the other does not need */
        room = width;
        walk_right(fp_str_slice(p->text, 0, end), start, &room);
        size_t left_room = room / 2, right_room = room - left_room;
        size_t left = walk_left(p->text, start, &left_room);
        right_room += left_room;
        right = walk_right(p->text, end, &right_room);
        left_room = right_room;
        left = walk_left(p->text, left, &left_room);
        start = left;
    }
    bool cut_left = start > 0 && !fp_is_line_end(p->text.data[start - 1]);
    return (window){ start, right, cut_left, !ends_line(p->text, right) };
}

static size_t column_at(const fp_excerpt *p, window shown, size_t offset) {
    size_t column = shown.cut_left;
    for (size_t at = shown.start; at < offset && at < shown.end;) {
        fp_glyph glyph = fp_glyph_at(p->text, at);
        column += columns_of(glyph);
        at += glyph.bytes;
    }
    return column;
}

/* ---- lines of the picture ---- */

void fp_excerpt_gutter(const fp_excerpt *p, uint32_t line) {
    fp_out_text(p->out, p->style->frame);
    if (line)
        fp_out_printf(p->out, "%*" PRIu32 " |", p->gutter, line);
    else
        fp_out_printf(p->out, "%*s |", p->gutter, "");
    fp_out_text(p->out, p->style->reset);
}

static void write_source(const fp_excerpt *p, uint32_t line, window shown) {
    fp_excerpt_gutter(p, line);
    if (shown.end > shown.start) fp_out_text(p->out, shown.cut_left ? " " FP_CUT : " ");
    for (size_t at = shown.start; at < shown.end;) {
        size_t tab = at;
        while (tab < shown.end && p->text.data[tab] != '\t') tab++;
        fp_out_visible(p->out, fp_str_slice(p->text, at, tab));
        if (tab < shown.end) fp_out_repeat(p->out, ' ', FP_TAB_COLUMNS);
        at = tab + 1;
    }
    fp_out_text(p->out, shown.cut_right ? FP_CUT "\n" : "\n");
}

static void write_mark_style(const fp_excerpt *p, const fp_mark *m) {
    fp_out_text(p->out, m->primary ? p->level_style : p->style->place);
}

/* All underlines of a line; where two cross, the primary one is seen. */
static size_t write_underlines(const fp_excerpt *p, const fp_mark *marks, size_t count) {
    char kinds[FP_COLUMNS_MAX + 4];
    size_t end = 0;
    memset(kinds, ' ', sizeof kinds);
    for (int primary = 0; primary < 2; primary++) {
        for (size_t i = 0; i < count; i++) {
            if (marks[i].primary != (primary == 1)) continue;
            memset(kinds + marks[i].first_column, primary ? '^' : '-', marks[i].last_column - marks[i].first_column);
            if (marks[i].last_column > end) end = marks[i].last_column;
        }
    }
    for (size_t column = 0; column < end;) {
        size_t run = column;
        while (run < end && kinds[run] == kinds[column]) run++;
        const char *style = kinds[column] == '^' ? p->level_style : kinds[column] == '-' ? p->style->place : "";
        fp_out_text(p->out, style);
        fp_out_repeat(p->out, kinds[column], run - column);
        if (*style) fp_out_text(p->out, p->style->reset);
        column = run;
    }
    return end;
}

/* Bars under the marks that still wait for their label; the last of them gets `label` instead, unless it is NULL. */
static void write_bars(const fp_excerpt *p, const fp_mark *const *waiting, size_t count, const fp_str *label) {
    fp_excerpt_gutter(p, 0);
    fp_out_text(p->out, " ");
    size_t column = 0;
    for (size_t i = 0; i < count; i++) {
        if (waiting[i]->first_column < column) continue; /* two marks that start together share a bar */
        fp_out_repeat(p->out, ' ', waiting[i]->first_column - column);
        write_mark_style(p, waiting[i]);
        if (label && i + 1 == count)
            fp_out_visible(p->out, *label);
        else
            fp_out_text(p->out, "|");
        fp_out_text(p->out, p->style->reset);
        column = waiting[i]->first_column + 1;
    }
    fp_out_text(p->out, "\n");
}

/* Underlines and labels of one line; `marks` are sorted by column. The rightmost label stands beside its mark, the
 * others hang below. */
static void write_marks(const fp_excerpt *p, const fp_mark *marks, size_t count) {
    const fp_mark *waiting[FP_MARKS_MAX];
    size_t waiting_count = 0;
    fp_excerpt_gutter(p, 0);
    fp_out_text(p->out, " ");
    size_t end = write_underlines(p, marks, count);
    const fp_mark *last = &marks[count - 1];
    bool beside = last->label.len && last->last_column == end;
    if (beside) {
        fp_out_text(p->out, " ");
        write_mark_style(p, last);
        fp_out_visible(p->out, last->label);
        fp_out_text(p->out, p->style->reset);
    }
    fp_out_text(p->out, "\n");
    for (size_t i = 0; i < count; i++)
        if (marks[i].label.len && !(beside && &marks[i] == last)) waiting[waiting_count++] = &marks[i];
    if (waiting_count) write_bars(p, waiting, waiting_count, NULL);
    for (; waiting_count; waiting_count--) write_bars(p, waiting, waiting_count, &waiting[waiting_count - 1]->label);
}

/* ---- the places ---- */

static uint32_t line_at(const fp_excerpt *p, uint32_t offset) {
    return p->document ? fp_document_position(p->document, offset).line : fp_lines_line(p->lines, offset);
}

static uint32_t start_of_line(const fp_excerpt *p, uint32_t line) {
    fp_position start = { line, 1 };
    return p->document ? fp_document_offset(p->document, start) : fp_lines_offset(p->lines, p->text, start);
}

void fp_excerpt_mark(const fp_excerpt *p, fp_marks *marks, fp_span span, fp_str label, bool primary) {
    fp_mark m = { .line = line_at(p, span.start), .start = span.start, .primary = primary, .label = label };
    size_t room = FP_COLUMNS_MAX; /* no line shows more */
    size_t end = span.end < p->text.len ? span.end : p->text.len;
    m.end = walk_right(fp_str_slice(p->text, 0, end), span.start, &room);
    m.goes_on = m.end < end && ends_line(p->text, m.end) && end > m.end + 1;
    while (m.end > m.start && (p->text.data[m.end - 1] == ' ' || p->text.data[m.end - 1] == '\t')) m.end--;
    for (size_t i = 0; i < marks->len; i++) {
        fp_mark *same = &marks->data[i];
        if (same->start != m.start || same->end != m.end) continue;
        if (same->label.len == 0) same->label = label;
        return;
    }
    if (marks->len < FP_MARKS_MAX)
        marks->data[marks->len++] = m;
    else
        marks->left_out++;
}

int fp_excerpt_digits(const fp_marks *marks) {
    uint32_t largest = 0;
    int digits = 1;
    for (size_t i = 0; i < marks->len; i++)
        if (marks->data[i].line > largest) largest = marks->data[i].line;
    for (; largest >= 10; largest /= 10) digits++;
    return digits;
}

static int compare_marks(const void *left, const void *right) {
    const fp_mark *a = left, *b = right;
    if (a->start != b->start) return a->start < b->start ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

/* ---- the excerpt ---- */

static void write_plain_line(const fp_excerpt *p, uint32_t line) {
    size_t start = start_of_line(p, line);
    write_source(p, line, fit_window(p, start, start));
}

/* The lines between two shown ones: a few are shown, more are left out. */
static void write_gap(const fp_excerpt *p, uint32_t from, uint32_t to) {
    if (to - from > FP_GAP_MAX + 1) {
        fp_out_printf(p->out, "%s...%s\n", p->style->frame, p->style->reset);
        return;
    }
    for (uint32_t line = from + 1; line < to; line++) write_plain_line(p, line);
}

static void write_marked_line(const fp_excerpt *p, fp_mark *marks, size_t count) {
    size_t focus = 0;
    for (size_t i = 0; i < count; i++)
        if (marks[i].primary) focus = i;
    size_t end = marks[0].end;
    for (size_t i = 1; i < count; i++)
        if (marks[i].end > end) end = marks[i].end;
    window shown = fit_window(p, marks[0].start, end);
    if (shown.end < end) shown = fit_window(p, marks[focus].start, marks[focus].end); /* not all of them fit */
    for (size_t i = 0; i < count; i++) {
        fp_mark *m = &marks[i];
        m->first_column = column_at(p, shown, m->start);
        m->last_column = column_at(p, shown, m->end) + m->goes_on;
        if (m->start < shown.start) m->first_column = 0;
        if (m->last_column <= m->first_column) m->last_column = m->first_column + 1;
        assert(m->last_column <= FP_COLUMNS_MAX + 3);
    }
    write_source(p, marks[0].line, shown);
    write_marks(p, marks, count);
}

void fp_excerpt_write(const fp_excerpt *p, fp_marks *marks) {
    fp_mark *data = marks->data;
    fp_sort(data, marks->len, sizeof *data, compare_marks);
    fp_excerpt_gutter(p, 0);
    fp_out_text(p->out, "\n");
    for (size_t i = 0; i < marks->len;) {
        size_t next = i + 1;
        while (next < marks->len && data[next].line == data[i].line) next++;
        write_marked_line(p, data + i, next - i);
        if (next < marks->len) write_gap(p, data[i].line, data[next].line);
        i = next;
    }
}

size_t fp_excerpt_fit(fp_str text, size_t columns) { return walk_right(text, 0, &columns); }
