/* A finding with its source, as rustc shows them: the line with its place underlined, the other places marked and
 * labelled.
 *
 * Nothing here is proportional to the length of a line: text is looked at only as far as it can be shown around a
 * place. */
#include "base/line_ends.h"
#include "base/sort.h"
#include "base/str.h"
#include "output/unicode.h"
#include "report/report.h"
#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum {
    FP_MARKS_MAX = 9,         /* places shown of one finding; the rest is counted */
    FP_GUESSES_SHOWN_MAX = 2, /* guesses named of one finding; of more, or of two that read the same, one line tells */
    FP_GAP_MAX = 2,           /* so many lines between two places are shown, more become "..." */
    FP_COLUMNS_MAX = 1024,    /* of a shown line */
    FP_TAB_COLUMNS = 4,
    FP_NAME_COLUMNS_MAX = 64, /* of a kernel's name */
    FP_WALK_BYTES_MAX = 4096, /* of characters that take no column there may be any number */
};
#define FP_CUT "\xE2\x80\xA6" /* the ellipsis where a line was cut */

typedef struct {
    uint32_t line;
    size_t start, end;     /* bytes on that line; an empty place is shown as one column */
    bool primary, goes_on; /* goes on: the place ends on a later line */
    fp_str label;
    size_t first_column, last_column; /* on the shown part of the line, last exclusive */
} mark;

/* The part of a line that is shown. */
typedef struct {
    size_t start, end;
    bool cut_left, cut_right;
} window;

typedef struct {
    struct fp_out *out;
    struct fp_arena *scratch; /* of one finding */
    fp_str text;
    const fp_report_file *file;
    const struct fp_document *document;
    const fp_style *style;
    const char *level_style;
    size_t width; /* columns for source text */
    size_t wrap;  /* columns of a line of notes; 0: as long as they are */
    int gutter;   /* digits of the largest line number */
} printer;

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

/* The window around the bytes `start` to `end` of one line: the whole line if it fits, else as much as fits on both
 * sides. */
static window fit_window(const printer *p, size_t start, size_t end) {
    size_t room = p->width;
    size_t right = walk_right(p->text, start, &room);
    if (right >=
        end) { /* the place itself fits: share what is left, then give each side what the other does not need */
        room = p->width;
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

static size_t column_at(const printer *p, window shown, size_t offset) {
    size_t column = shown.cut_left;
    for (size_t at = shown.start; at < offset && at < shown.end;) {
        fp_glyph glyph = fp_glyph_at(p->text, at);
        column += columns_of(glyph);
        at += glyph.bytes;
    }
    return column;
}

/* ---- lines of the picture ---- */

static void write_gutter(const printer *p, uint32_t line) {
    fp_out_text(p->out, p->style->frame);
    if (line)
        fp_out_printf(p->out, "%*" PRIu32 " |", p->gutter, line);
    else
        fp_out_printf(p->out, "%*s |", p->gutter, "");
    fp_out_text(p->out, p->style->reset);
}

static void write_source(const printer *p, uint32_t line, window shown) {
    write_gutter(p, line);
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

static void write_mark_style(const printer *p, const mark *m) {
    fp_out_text(p->out, m->primary ? p->level_style : p->style->place);
}

/* All underlines of a line; where two cross, the primary one is seen. */
static size_t write_underlines(const printer *p, const mark *marks, size_t count) {
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
static void write_bars(const printer *p, const mark *const *waiting, size_t count, const fp_str *label) {
    write_gutter(p, 0);
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
static void write_marks(const printer *p, const mark *marks, size_t count) {
    const mark *waiting[FP_MARKS_MAX];
    size_t waiting_count = 0;
    write_gutter(p, 0);
    fp_out_text(p->out, " ");
    size_t end = write_underlines(p, marks, count);
    const mark *last = &marks[count - 1];
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

/* ---- one finding ---- */

static mark place_mark(const printer *p, fp_span span, fp_str label, bool primary) {
    mark m = { .line = fp_document_position(p->document, span.start).line,
               .start = span.start,
               .end = span.start,
               .primary = primary,
               .label = label };
    size_t room = FP_COLUMNS_MAX; /* no line shows more */
    size_t end = span.end < p->text.len ? span.end : p->text.len;
    m.end = walk_right(fp_str_slice(p->text, 0, end), span.start, &room);
    m.goes_on = m.end < end && ends_line(p->text, m.end) && end > m.end + 1;
    while (m.end > m.start && (p->text.data[m.end - 1] == ' ' || p->text.data[m.end - 1] == '\t')) m.end--;
    return m;
}

static bool same_place(const mark *a, const mark *b) { return a->start == b->start && a->end == b->end; }

static int compare_marks(const void *left, const void *right) {
    const mark *a = left, *b = right;
    if (a->start != b->start) return a->start < b->start ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

/* The places of a finding in the order of the text. A place that is named twice is shown once, with the label that
 * came first. */
static size_t collect_marks(const printer *p, const fp_finding *finding, mark *marks, size_t *left_out) {
    size_t count = 0;
    *left_out = 0;
    marks[count++] = place_mark(p, finding->span, (fp_str){ 0 }, true);
    for (size_t i = 0; i < finding->related_count; i++) {
        fp_span span = finding->related[i].span;
        mark m =
            place_mark(p, span, fp_report_with_source(p->scratch, p->file, finding->related[i].message, span), false);
        size_t same = 0;
        while (same < count && !same_place(&marks[same], &m)) same++;
        if (same < count) {
            if (marks[same].label.len == 0) marks[same].label = m.label;
        } else if (count < FP_MARKS_MAX) {
            marks[count++] = m;
        } else {
            ++*left_out;
        }
    }
    fp_sort(marks, count, sizeof *marks, compare_marks);
    return count;
}

static void write_plain_line(const printer *p, uint32_t line) {
    size_t start = fp_document_offset(p->document, (fp_position){ line, 1 });
    write_source(p, line, fit_window(p, start, start));
}

/* The lines between two shown ones: a few are shown, more are left out. */
static void write_gap(const printer *p, uint32_t from, uint32_t to) {
    if (to - from > FP_GAP_MAX + 1) {
        fp_out_printf(p->out, "%s...%s\n", p->style->frame, p->style->reset);
        return;
    }
    for (uint32_t line = from + 1; line < to; line++) write_plain_line(p, line);
}

static void write_marked_line(const printer *p, mark *marks, size_t count) {
    size_t focus = 0;
    for (size_t i = 0; i < count; i++)
        if (marks[i].primary) focus = i;
    size_t end = marks[0].end;
    for (size_t i = 1; i < count; i++)
        if (marks[i].end > end) end = marks[i].end;
    window shown = fit_window(p, marks[0].start, end);
    if (shown.end < end) shown = fit_window(p, marks[focus].start, marks[focus].end); /* not all of them fit */
    for (size_t i = 0; i < count; i++) {
        mark *m = &marks[i];
        m->first_column = column_at(p, shown, m->start);
        m->last_column = column_at(p, shown, m->end) + m->goes_on;
        if (m->start < shown.start) m->first_column = 0;
        if (m->last_column <= m->first_column) m->last_column = m->first_column + 1;
        assert(m->last_column <= FP_COLUMNS_MAX + 3);
    }
    write_source(p, marks[0].line, shown);
    write_marks(p, marks, count);
}

static void write_snippet(const printer *p, mark *marks, size_t count) {
    write_gutter(p, 0);
    fp_out_text(p->out, "\n");
    for (size_t i = 0; i < count;) {
        size_t next = i + 1;
        while (next < count && marks[next].line == marks[i].line) next++;
        write_marked_line(p, marks + i, next - i);
        if (next < count) write_gap(p, marks[i].line, marks[next].line);
        i = next;
    }
}

static void write_note_start(const printer *p, const char *word) {
    fp_out_printf(p->out, "%s%*s =%s %s%s%s: ", p->style->frame, p->gutter, "", p->style->reset, p->style->strong, word,
                  p->style->reset);
}

static void write_note(const printer *p, const char *word, fp_str text) {
    if (text.len == 0) return;
    write_note_start(p, word);
    size_t indent = (size_t)p->gutter + strlen(word) + strlen(" = : ");
    if (p->wrap <= indent) {
        fp_out_visible(p->out, text);
        fp_out_text(p->out, "\n");
        return;
    }
    struct fp_out words = { 0 }, lines = { 0 };
    fp_out_visible(&words, text);
    fp_out_wrapped(&lines, fp_out_str(&words), indent, p->wrap);
    fp_out_bytes(p->out, fp_str_slice(fp_out_str(&lines), indent, lines.len));
    fp_out_drop(&words);
    fp_out_drop(&lines);
}

static void write_fix(const printer *p, const fp_fix *fix) {
    const char *doubt = fix->safe ? "" : " (not known to be safe: look at it before you use it)";
    write_note(p, "help", fp_str_printf(p->scratch, "%.*s%s", FP_STR_ARG(fix->title), doubt));
}

/* At most one of several guesses is meant, and only a trial tells which. */
static void write_guesses(const printer *p, size_t count, bool safe) {
    write_note_start(p, "help");
    fp_out_count(p->out, count, "change");
    fp_out_printf(p->out, " may mend it: `fencepost fix --diff%s` tries them and shows the first that does, if any\n",
                  safe ? "" : " --unsafe-fixes");
}

/* Does a guess before this one have the same title? */
static bool is_said_before(const fp_finding *finding, size_t fix) {
    for (size_t i = 0; i < fix; i++)
        if (finding->fixes[i].guess && fp_str_equal(finding->fixes[i].title, finding->fixes[fix].title)) return true;
    return false;
}

static void write_fixes(const printer *p, const fp_finding *finding) {
    size_t guesses = 0;
    bool safe = true, alike = false;
    for (size_t i = 0; i < finding->fix_count; i++) {
        if (!finding->fixes[i].guess) continue;
        guesses++;
        safe &= finding->fixes[i].safe;
        alike |= guesses <= FP_GUESSES_SHOWN_MAX && is_said_before(finding, i);
    }
    bool named = guesses <= FP_GUESSES_SHOWN_MAX && !alike;
    for (size_t i = 0; i < finding->fix_count; i++)
        if (!finding->fixes[i].guess || named) write_fix(p, &finding->fixes[i]);
    if (!named) write_guesses(p, guesses, safe);
}

/* What the whole sentence says beyond the first line, which it may begin with. */
static void write_detail(const printer *p, const fp_finding *finding) {
    fp_str detail = finding->detail, more = fp_str_slice(detail, finding->brief.len, detail.len);
    bool begins = finding->brief.len && fp_str_starts(detail, finding->brief);
    bool says_what_to_do = begins && fp_str_starts(more, FP_STR("; "));
    if (says_what_to_do || (begins && fp_str_starts(more, FP_STR(": "))))
        write_note(p, says_what_to_do ? "help" : "why", fp_str_slice(more, 2, more.len));
    else
        write_note(p, "why", detail);
}

static void write_notes(const printer *p, const fp_finding *finding, const fp_report_options *options,
                        size_t left_out) {
    fp_str notes[FP_REPORT_NOTES_MAX];
    size_t count = fp_report_notes(p->scratch, p->file, options, finding, notes);
    if (left_out == 0 && finding->fix_count == 0 && finding->note.len == 0 && finding->detail.len == 0 && count == 0)
        return;
    write_gutter(p, 0);
    fp_out_text(p->out, "\n");
    write_note(p, "note", finding->note);
    write_detail(p, finding);
    for (size_t i = 0; i < count; i++) write_note(p, "note", notes[i]);
    if (left_out) {
        write_note_start(p, "note");
        fp_out_count(p->out, left_out, "more place");
        fp_out_text(p->out, " not shown; --output-format json lists them\n");
    }
    write_fixes(p, finding);
}

static int digits_of(uint32_t number) {
    int digits = 1;
    while (number >= 10) number /= 10, digits++;
    return digits;
}

static void write_finding(struct fp_out *out, const fp_report_file *file, const fp_finding *finding,
                          const fp_report_options *options) {
    const fp_style *style = options->style;
    printer p = { .out = out,
                  .scratch = fp_arena_new(),
                  .text = fp_document_text(file->document),
                  .file = file,
                  .document = file->document,
                  .style = style };
    p.level_style = style->level[finding->level];
    mark marks[FP_MARKS_MAX];
    size_t left_out = 0, count = collect_marks(&p, finding, marks, &left_out);
    p.gutter = digits_of(marks[count - 1].line);
    p.width = options->width > (size_t)p.gutter + 5 ? options->width - (size_t)p.gutter - 5
                                                    : 1; /* " | " before, two ellipses */
    if (p.width > FP_COLUMNS_MAX) p.width = FP_COLUMNS_MAX;
    p.wrap = options->wrap;

    fp_report_place place = fp_report_place_of(p.scratch, file, options, finding->span);
    fp_out_printf(out, "%s%.*s[%.*s]%s%s: ", p.level_style, FP_STR_ARG(fp_level_name(finding->level)),
                  FP_STR_ARG(fp_rule_at(finding->rule)->name), style->reset, style->strong);
    fp_out_visible(out, finding->brief);
    fp_out_printf(out, "%s\n%s%*s-->%s ", style->reset, style->frame, p.gutter, "", style->reset);
    fp_out_visible(out, place.file);
    fp_out_printf(out, ":%" PRIu32 ":%" PRIu32, place.from.line, place.from.column);
    if (finding->kernel.len) {
        size_t room = FP_NAME_COLUMNS_MAX, end = walk_right(finding->kernel, 0, &room);
        fp_out_text(out, " in ");
        fp_out_visible(out, fp_str_slice(finding->kernel, 0, end));
        if (end < finding->kernel.len) fp_out_text(out, FP_CUT);
    }
    fp_out_text(out, "\n");
    write_snippet(&p, marks, count);
    write_notes(&p, finding, options, left_out);
    fp_out_text(out, "\n");
    fp_arena_drop(p.scratch);
}

static void begin(struct fp_out *out, const fp_report_options *options) {
    (void)out;
    (void)options;
}

static void write_file(struct fp_out *out, const fp_report_file *file, const fp_report_options *options) {
    for (size_t i = 0; i < file->finding_count; i++) write_finding(out, file, &file->findings[i], options);
}

static void end(struct fp_out *out, const fp_totals *totals, const fp_report_options *options) {
    if (options->statistics) fp_report_statistics(out, totals, options->style);
}

const fp_report_format fp_report_full = {
    .for_people = true, .fixes = FP_FIXES_NAMED, .separator = "", .begin = begin, .file = write_file, .end = end
};
