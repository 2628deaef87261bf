/* Workflow commands of GitHub Actions: annotations on the lines of a pull request. */
#include "base/str.h"
#include "output/unicode.h"
#include "report/report.h"
#include <inttypes.h>

/* A command is one line; in its properties the separators are escaped too. What could drive the terminal that shows the
 * log is replaced. */
static void write_escaped(struct fp_out *out, fp_str text, bool property) {
    size_t bytes;
    for (size_t i = 0; i < text.len; i += bytes) {
        char c = text.data[i];
        bytes = fp_glyph_at(text, i).bytes;
        if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ',')))
            fp_out_printf(out, "%%%02X", (unsigned)c);
        else
            fp_out_visible(out, fp_str_slice(text, i, i + bytes));
    }
}

static void begin(struct fp_out *out, const fp_report_options *options) {
    (void)out;
    (void)options;
}

static void write_file(struct fp_out *out, const fp_report_file *file, const fp_report_options *options) {
    struct fp_arena *scratch = fp_arena_new();
    static const char *const commands[] = { [FP_LEVEL_HINT] = "notice",
                                            [FP_LEVEL_INFORMATION] = "notice",
                                            [FP_LEVEL_WARNING] = "warning",
                                            [FP_LEVEL_ERROR] = "error" };
    for (size_t i = 0; i < file->finding_count; i++) {
        const fp_finding *finding = &file->findings[i];
        fp_report_place place = fp_report_place_of(scratch, file, options, finding->span);
        fp_position from = place.from, to = place.to;
        fp_out_printf(out, "::%s file=", commands[finding->level]);
        write_escaped(out, place.file, true);
        fp_out_printf(out, ",line=%" PRIu32 ",endLine=%" PRIu32, from.line, to.line);
        if (from.line == to.line)
            fp_out_printf(out, ",col=%" PRIu32 ",endColumn=%" PRIu32, from.column,
                          to.column); /* columns make sense on one line only */
        fp_out_text(out, ",title=");
        write_escaped(out, fp_rule_at(finding->rule)->name, true);
        fp_out_text(out, "::");
        write_escaped(out, finding->message, false);
        for (size_t r = 0; r < finding->related_count; r++) {
            fp_span span = finding->related[r].span;
            fp_out_printf(out, "%%0Aline %" PRIu32 ": ", fp_document_position(file->document, span.start).line);
            write_escaped(out, fp_report_with_source(scratch, file, finding->related[r].message, span), false);
        }
        fp_str notes[FP_REPORT_NOTES_MAX];
        size_t count = fp_report_notes(scratch, file, options, finding, notes);
        for (size_t k = 0; k < count; k++) {
            fp_out_text(out, "%0A");
            write_escaped(out, notes[k], false);
        }
        fp_out_text(out, "\n");
    }
    fp_arena_drop(scratch);
}

static void end(struct fp_out *out, const fp_totals *totals, const fp_report_options *options) {
    (void)options;
    for (uint64_t i = 0; i < totals->unjudged_count; i++) {
        const fp_report_unjudged *unjudged = &totals->unjudged[i];
        fp_out_text(out, "::notice file=");
        write_escaped(out, unjudged->file, true);
        if (unjudged->line) fp_out_printf(out, ",line=%" PRIu32, unjudged->line);
        fp_out_text(out, ",title=not judged::");
        if (unjudged->kernel.len) {
            fp_out_text(out, "kernel ");
            write_escaped(out, unjudged->kernel, false);
            fp_out_text(out, ": ");
        }
        write_escaped(out, unjudged->reason, false);
        fp_out_text(out, "\n");
    }
}

const fp_report_format fp_report_github = {
    .for_people = true, .hosted = true, .separator = "", .begin = begin, .file = write_file, .end = end
};
