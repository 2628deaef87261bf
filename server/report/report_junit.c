/* JUnit's XML, which every CI service shows: a suite per file, a failed case per finding. */
#include "base/str.h"
#include "output/xml.h"
#include "report/report.h"
#include <inttypes.h>

static void write_case(struct fp_arena *scratch, struct fp_out *out, const fp_report_file *file,
                       const fp_report_options *options, const fp_finding *finding) {
    fp_report_place shown = fp_report_place_of(scratch, file, options, finding->span);
    fp_position place = shown.from;
    fp_str rule = fp_rule_at(finding->rule)->name;
    fp_out_text(out, "    <testcase");
    fp_xml_attribute(out, "classname", shown.file);
    fp_out_printf(out, " name=\"%.*s at %" PRIu32 ":%" PRIu32 "\">\n      <failure", FP_STR_ARG(rule), place.line,
                  place.column);
    fp_xml_attribute(out, "type", fp_level_name(finding->level));
    fp_xml_attribute(out, "message", finding->brief);
    fp_out_text(out, ">");
    fp_xml_text(out, shown.file);
    fp_out_printf(out, ":%" PRIu32 ":%" PRIu32 ": ", place.line, place.column);
    fp_xml_text(out, finding->message);
    for (size_t i = 0; i < finding->related_count; i++) {
        fp_out_printf(out, "&#10;line %" PRIu32 ": ",
                      fp_document_position(file->document, finding->related[i].span.start).line);
        fp_xml_text(out, fp_report_with_source(scratch, file, finding->related[i].message, finding->related[i].span));
    }
    fp_str notes[FP_REPORT_NOTES_MAX];
    size_t count = fp_report_notes(scratch, file, options, finding, notes);
    for (size_t i = 0; i < count; i++) {
        fp_out_text(out, "&#10;");
        fp_xml_text(out, notes[i]);
    }
    fp_out_text(out, "</failure>\n    </testcase>\n");
}

static void begin(struct fp_out *out, const fp_report_options *options) {
    (void)options;
    fp_out_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"fencepost\">\n");
}

static void write_file(struct fp_out *out, const fp_report_file *file, const fp_report_options *options) {
    struct fp_arena *scratch = fp_arena_new();
    fp_out_text(out, "  <testsuite");
    fp_xml_attribute(out, "name", file->path);
    fp_out_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"0\">\n", file->finding_count,
                  file->finding_count);
    for (size_t i = 0; i < file->finding_count; i++) write_case(scratch, out, file, options, &file->findings[i]);
    fp_out_text(out, "  </testsuite>\n");
    fp_arena_drop(scratch);
}

/* A suite of skipped cases. */
static void write_unjudged(struct fp_out *out, const fp_totals *totals) {
    fp_out_printf(out,
                  "  <testsuite name=\"not judged\" tests=\"%" PRIu64
                  "\" failures=\"0\" errors=\"0\" skipped=\"%" PRIu64 "\">\n",
                  totals->unjudged_count, totals->unjudged_count);
    for (uint64_t i = 0; i < totals->unjudged_count; i++) {
        const fp_report_unjudged *unjudged = &totals->unjudged[i];
        fp_out_text(out, "    <testcase");
        fp_xml_attribute(out, "classname", unjudged->file);
        fp_xml_attribute(out, "name", unjudged->kernel.len ? unjudged->kernel : FP_STR("file"));
        fp_out_text(out, "><skipped");
        fp_xml_attribute(out, "message", unjudged->reason);
        fp_out_text(out, "/></testcase>\n");
    }
    fp_out_text(out, "  </testsuite>\n");
}

/* Services take a report without any case for a run that went wrong. */
static void end(struct fp_out *out, const fp_totals *totals, const fp_report_options *options) {
    (void)options;
    bool clean = true;
    for (int level = FP_LEVEL_HINT; level <= FP_LEVEL_ERROR; level++) clean = clean && totals->levels[level] == 0;
    if (totals->unjudged_count) write_unjudged(out, totals);
    if (clean && totals->unjudged_count == 0)
        fp_out_text(out, "  <testsuite name=\"fencepost\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">\n"
                         "    <testcase classname=\"fencepost\" name=\"no findings\"/>\n  </testsuite>\n");
    fp_out_text(out, "</testsuites>\n");
}

const fp_report_format fp_report_junit = {
    .for_people = false, .separator = "", .begin = begin, .file = write_file, .end = end
};
