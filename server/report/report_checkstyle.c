/* Checkstyle's XML, which Jenkins, reviewdog and many editors read: a file, its errors in it. */
#include "base/str.h"
#include "output/xml.h"
#include "report/report.h"
#include <inttypes.h>

static void write_error(struct fp_out *out, fp_position at, const char *severity, fp_str message, fp_str source) {
    fp_out_printf(out, "    <error line=\"%" PRIu32 "\" column=\"%" PRIu32 "\" severity=\"%s\"", at.line, at.column,
                  severity);
    fp_xml_attribute(out, "message", message);
    fp_xml_attribute(out, "source", source);
    fp_out_text(out, "/>\n");
}

static void open_file(struct fp_out *out, fp_str name) {
    fp_out_text(out, "  <file");
    fp_xml_attribute(out, "name", name);
    fp_out_text(out, ">\n");
}

static void write_finding(struct fp_arena *scratch, struct fp_out *out, const fp_report_file *file,
                          const fp_report_options *options, const fp_finding *finding) {
    static const char *const severities[] = { [FP_LEVEL_HINT] = "info",
                                              [FP_LEVEL_INFORMATION] = "info",
                                              [FP_LEVEL_WARNING] = "warning",
                                              [FP_LEVEL_ERROR] = "error" };
    fp_report_place place = fp_report_place_of(scratch, file, options, finding->span);
    fp_str message = finding->message, notes[FP_REPORT_NOTES_MAX],
           source = fp_str_printf(scratch, "fencepost.%.*s", FP_STR_ARG(fp_rule_at(finding->rule)->name));
    size_t count = fp_report_notes(scratch, file, options, finding, notes);
    for (size_t i = 0; i < count; i++)
        message = fp_str_printf(scratch, "%.*s\n%.*s", FP_STR_ARG(message), FP_STR_ARG(notes[i]));
    write_error(out, place.from, severities[finding->level], message, source);
}

static void begin(struct fp_out *out, const fp_report_options *options) {
    (void)options;
    fp_out_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n");
}

/* Findings of one source file stand together: with places in the sources one text has findings of several. */
static void write_file(struct fp_out *out, const fp_report_file *file, const fp_report_options *options) {
    struct fp_arena *scratch = fp_arena_new();
    fp_str opened = { 0 };
    for (size_t i = 0; i < file->finding_count; i++) {
        fp_str name = fp_report_place_of(scratch, file, options, file->findings[i].span).file;
        if (!fp_str_equal(name, opened)) {
            if (opened.len) fp_out_text(out, "  </file>\n");
            open_file(out, name);
            opened = name;
        }
        write_finding(scratch, out, file, options, &file->findings[i]);
    }
    if (opened.len) fp_out_text(out, "  </file>\n");
    fp_arena_drop(scratch);
}

static void end(struct fp_out *out, const fp_totals *totals, const fp_report_options *options) {
    (void)options;
    for (uint64_t i = 0; i < totals->unjudged_count; i++) {
        const fp_report_unjudged *unjudged = &totals->unjudged[i];
        fp_position at = { unjudged->line ? unjudged->line : 1, 1 };
        open_file(out, unjudged->file);
        write_error(out, at, "info", unjudged->reason, FP_STR("fencepost.not-judged"));
        fp_out_text(out, "  </file>\n");
    }
    fp_out_text(out, "</checkstyle>\n");
}

const fp_report_format fp_report_checkstyle = {
    .for_people = false, .separator = "", .begin = begin, .file = write_file, .end = end
};
