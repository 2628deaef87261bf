/* A finding with its source, as rustc shows them: an excerpt of the lines that it speaks of, then notes and help. */
#include "base/str.h"
#include "report/report.h"
#include "report/report_excerpt.h"
#include <inttypes.h>
#include <string.h>

enum {
    FP_GUESSES_SHOWN_MAX = 2, /* guesses named of one finding; of more, or of two that read the same, one line tells */
    FP_NAME_COLUMNS_MAX = 64, /* of a kernel's name */
};

/* A file that the text was made from: kern.py. Most findings of a text come from one. */
typedef struct {
    struct fp_arena *keep; /* of the file that was looked for last; NULL: none was */
    fp_str name;           /* as the text spells it */
    fp_str text;           /* empty: it is not there */
    fp_lines lines;
} source_file;

typedef struct {
    struct fp_out *out;
    struct fp_arena *scratch; /* of one finding */
    const fp_report_file *file;
    const fp_report_options *options;
    const fp_style *style;
    fp_excerpt excerpt; /* of the text */
} printer;

/* ---- excerpts ---- */

static void mark_places(const printer *p, const fp_finding *finding, fp_marks *marks) {
    fp_excerpt_mark(&p->excerpt, marks, finding->span, (fp_str){ 0 }, true);
    for (size_t i = 0; i < finding->related_count; i++) {
        fp_span span = finding->related[i].span;
        fp_str label = fp_report_with_source(p->scratch, p->file, finding->related[i].message, span);
        fp_excerpt_mark(&p->excerpt, marks, span, label, false);
    }
}

static void read_source(const printer *p, fp_str name, source_file *source) {
    if (source->keep && fp_str_equal(source->name, name)) return;
    fp_arena_drop(source->keep);
    source->keep = fp_arena_new();
    source->name = fp_str_copy(source->keep, name);
    source->text = p->options->read_source(source->keep, p->file->path, name);
    source->lines = fp_lines_new(source->keep, source->text);
}

static void mark_source_place(const printer *p, const source_file *source, fp_span span, fp_str label, bool primary,
                              fp_marks *marks) {
    const fp_source_place *place = fp_document_source(p->file->document, span.start);
    if (place) place = fp_source_own(place);
    if (!place || !fp_str_equal(place->file, source->name) || place->line > source->lines.count) return;
    fp_position position = { place->line, place->column ? place->column : 1 };
    uint32_t at = fp_lines_offset(source->lines, source->text, position);
    while (at < source->text.len && source->text.data[at] == ' ') at++; /* some frontends count columns from 0 */
    fp_excerpt excerpt = { .text = source->text, .lines = source->lines };
    fp_excerpt_mark(&excerpt, marks, (fp_span){ at, at }, label, primary);
}

/* The places of a finding that lie in the source file of its first one. */
static void mark_source(const printer *p, const fp_finding *finding, source_file *source, fp_marks *marks) {
    read_source(p, fp_source_own(fp_document_source(p->file->document, finding->span.start))->file, source);
    if (source->text.len == 0) return;
    mark_source_place(p, source, finding->span, (fp_str){ 0 }, true, marks);
    for (size_t i = 0; i < finding->related_count && marks->len; i++)
        mark_source_place(p, source, finding->related[i].span, finding->related[i].message, false, marks);
}

static void write_note_start(const printer *p, const char *word) {
    fp_out_printf(p->out, "%s%*s =%s %s%s%s: ", p->style->frame, p->excerpt.gutter, "", p->style->reset,
                  p->style->strong, word, p->style->reset);
}

static void write_note(const printer *p, const char *word, fp_str text) {
    if (text.len == 0) return;
    write_note_start(p, word);
    size_t wrap = p->options->wrap; /* columns of a line; 0: as long as they are */
    size_t indent = (size_t)p->excerpt.gutter + strlen(word) + strlen(" = : ");
    if (wrap <= indent) {
        fp_out_visible(p->out, text);
        fp_out_text(p->out, "\n");
        return;
    }
    struct fp_out words = { 0 }, lines = { 0 };
    fp_out_visible(&words, text);
    fp_out_wrapped(&lines, fp_out_str(&words), indent, wrap);
    fp_out_bytes(p->out, fp_str_slice(fp_out_str(&lines), indent, lines.len));
    fp_out_drop(&words);
    fp_out_drop(&lines);
}

static void write_fix(const printer *p, const fp_fix *fix) {
    const char *doubt = fix->safe ? "" : " (not known to be safe: look at it before you use it)";
    write_note(p, "help", fp_str_printf(p->scratch, "%.*s%s", FP_STR_ARG(fix->title), doubt));
}

/* At most one of several guesses is meant, and only a trial tells which; of one that may order less, whether it mends
 * anything. */
static void write_guesses(const printer *p, size_t count, bool safe) {
    write_note_start(p, "help");
    fp_out_count(p->out, count, "change");
    fp_out_printf(p->out, " may mend it: `fencepost fix --diff%s` tries %s\n", safe ? "" : " --unsafe-fixes",
                  count == 1 ? "it, and shows it if it does" : "them and shows the first that does, if any");
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
    bool named = guesses <= FP_GUESSES_SHOWN_MAX && !alike && safe;
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

static void write_notes(const printer *p, const fp_finding *finding, bool in_source, size_t left_out) {
    fp_str notes[FP_REPORT_NOTES_MAX];
    size_t count = fp_report_notes(p->scratch, p->file, p->options, finding, notes);
    if (left_out == 0 && finding->fix_count == 0 && finding->note.len == 0 && finding->detail.len == 0 && count == 0)
        return;
    fp_excerpt_gutter(&p->excerpt, 0);
    fp_out_text(p->out, "\n");
    write_note(p, "note", finding->note);
    write_detail(p, finding);
    for (size_t i = in_source; i < count; i++)
        write_note(p, "note", notes[i]); /* of the source the first one would say what the excerpt's head says */
    if (left_out) {
        write_note_start(p, "note");
        fp_out_count(p->out, left_out, "more place");
        fp_out_text(p->out, " not shown; --output-format json lists them\n");
    }
    write_fixes(p, finding);
}

/* The lines of the source itself, as other compilers show them, if it is there; those of the text follow. */
static void write_source_excerpt(const printer *p, const source_file *source, fp_marks *marks) {
    if (marks->len == 0) return;
    fp_excerpt excerpt = p->excerpt;
    excerpt.document = NULL, excerpt.text = source->text, excerpt.lines = source->lines;
    fp_excerpt_write(&excerpt, marks);
    fp_excerpt_gutter(&excerpt, 0);
    fp_out_text(p->out, "\n");
}

/* The lines below this head are the text's, whose numbers are not those of the source. */
static void write_text_place(const printer *p, fp_span span) {
    fp_position at = fp_document_position(p->file->document, span.start);
    fp_out_printf(p->out, "%s%*s:::%s ", p->style->frame, p->excerpt.gutter, "", p->style->reset);
    fp_out_visible(p->out, p->file->path);
    fp_out_printf(p->out, ":%" PRIu32 ":%" PRIu32 " (IR)\n", at.line, at.column);
}

static void write_head(const printer *p, const fp_finding *finding, const fp_report_place *place) {
    const fp_style *style = p->style;
    fp_out_printf(p->out, "%s%.*s[%.*s]%s%s: ", p->excerpt.level_style, FP_STR_ARG(fp_level_name(finding->level)),
                  FP_STR_ARG(fp_rule_at(finding->rule)->name), style->reset, style->strong);
    fp_out_visible(p->out, finding->brief);
    fp_out_printf(p->out, "%s\n%s%*s-->%s ", style->reset, style->frame, p->excerpt.gutter, "", style->reset);
    fp_out_visible(p->out, place->file);
    fp_out_printf(p->out, ":%" PRIu32 ":%" PRIu32, place->from.line, place->from.column);
    if (finding->kernel.len) {
        size_t end = fp_excerpt_fit(finding->kernel, FP_NAME_COLUMNS_MAX);
        fp_out_text(p->out, " in ");
        fp_out_visible(p->out, fp_str_slice(finding->kernel, 0, end));
        if (end < finding->kernel.len) fp_out_text(p->out, FP_CUT);
    }
    fp_out_text(p->out, "\n");
}

static void write_finding(struct fp_out *out, const fp_report_file *file, const fp_finding *finding,
                          const fp_report_options *options, source_file *source) {
    printer p = { .out = out, .scratch = fp_arena_new(), .file = file, .options = options, .style = options->style };
    p.excerpt = (fp_excerpt){ .out = out,
                              .text = fp_document_text(file->document),
                              .document = file->document,
                              .style = p.style,
                              .level_style = p.style->level[finding->level],
                              .width = options->width };
    fp_report_place place = fp_report_place_of(p.scratch, file, options, finding->span);
    fp_marks marks = { .len = 0 }, source_marks = { .len = 0 };
    mark_places(&p, finding, &marks);
    if (place.in_source && options->read_source) mark_source(&p, finding, source, &source_marks);
    int digits = fp_excerpt_digits(&marks), source_digits = fp_excerpt_digits(&source_marks);
    p.excerpt.gutter = digits > source_digits ? digits : source_digits;

    write_head(&p, finding, &place);
    write_source_excerpt(&p, source, &source_marks);
    if (place.in_source) write_text_place(&p, finding->span);
    fp_excerpt_write(&p.excerpt, &marks);
    write_notes(&p, finding, place.in_source, marks.left_out);
    fp_out_text(out, "\n");
    fp_arena_drop(p.scratch);
}

static void begin(struct fp_out *out, const fp_report_options *options) {
    (void)out;
    (void)options;
}

static void write_file(struct fp_out *out, const fp_report_file *file, const fp_report_options *options) {
    source_file source = { .keep = NULL };
    for (size_t i = 0; i < file->finding_count; i++) write_finding(out, file, &file->findings[i], options, &source);
    fp_arena_drop(source.keep);
}

static void end(struct fp_out *out, const fp_totals *totals, const fp_report_options *options) {
    if (options->statistics) fp_report_statistics(out, totals, options->style);
}

const fp_report_format fp_report_full = {
    .for_people = true, .fixes = FP_FIXES_NAMED, .separator = "", .begin = begin, .file = write_file, .end = end
};
