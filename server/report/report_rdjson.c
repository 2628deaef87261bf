/* reviewdog's diagnostic format as JSON: comments on a pull request, with fixes as suggestions. Columns count bytes
 * there. */
#include "base/arena.h"
#include "base/str.h"
#include "fencepost_editor.h"
#include "output/json.h"
#include "report/report.h"

static void write_place(struct fp_json *json, const char *key, fp_position at) {
    fp_json_member_open(json, key, '{');
    fp_json_member_uint(json, "line", at.line);
    if (at.column) fp_json_member_uint(json, "column", at.column);
    fp_json_close(json, '}');
}

static void write_range(struct fp_json *json, fp_position from, fp_position to) {
    fp_json_member_open(json, "range", '{');
    write_place(json, "start", from);
    write_place(json, "end", to);
    fp_json_close(json, '}');
}

static fp_position in_bytes(const fp_report_file *file, uint32_t offset) {
    fp_span line;
    uint32_t number = fp_document_line(file->document, offset, &line);
    return (fp_position){ number, offset - line.start + 1 };
}

static void write_location(struct fp_arena *scratch, struct fp_json *json, const fp_report_file *file,
                           const fp_report_options *options, fp_span span) {
    fp_report_place place = fp_report_place_of(scratch, file, options, span);
    fp_json_member_open(json, "location", '{');
    fp_json_member_str(json, "path", place.file);
    if (place.in_source)
        write_range(json, place.from, place.to);
    else
        write_range(json, in_bytes(file, span.start), in_bytes(file, span.end));
    fp_json_close(json, '}');
}

/* A suggestion is one edit: fixes of several edits cannot be told. */
static void write_suggestions(struct fp_json *json, const fp_report_file *file, const fp_finding *finding) {
    fp_json_member_open(json, "suggestions", '[');
    for (size_t i = 0; i < finding->fix_count; i++) {
        const fp_fix *fix = &finding->fixes[i];
        if (fix->edit_count != 1) continue;
        fp_json_open(json, '{');
        write_range(json, in_bytes(file, fix->edits[0].span.start), in_bytes(file, fix->edits[0].span.end));
        fp_json_member_str(json, "text", fix->edits[0].text);
        fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
}

static void write_related(struct fp_arena *scratch, struct fp_json *json, const fp_report_file *file,
                          const fp_report_options *options, const fp_finding *finding) {
    fp_json_member_open(json, "related_locations", '[');
    for (size_t i = 0; i < finding->related_count; i++) {
        fp_json_open(json, '{');
        fp_json_member_str(json, "message", finding->related[i].message);
        write_location(scratch, json, file, options, finding->related[i].span);
        fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
}

static void write_code(struct fp_json *json, fp_str code) {
    fp_json_member_open(json, "code", '{');
    fp_json_member_str(json, "value", code);
    fp_json_close(json, '}');
}

static void write_finding(struct fp_arena *scratch, struct fp_json *json, const fp_report_file *file,
                          const fp_report_options *options, const fp_finding *finding) {
    static const char *const severities[] = { [FP_LEVEL_HINT] = "INFO",
                                              [FP_LEVEL_INFORMATION] = "INFO",
                                              [FP_LEVEL_WARNING] = "WARNING",
                                              [FP_LEVEL_ERROR] = "ERROR" };
    bool in_source = fp_report_place_of(scratch, file, options, finding->span).in_source;
    fp_json_open(json, '{');
    fp_json_member_str(json, "message", finding->message);
    write_location(scratch, json, file, options, finding->span);
    fp_json_member_text(json, "severity", severities[finding->level]);
    write_code(json, fp_rule_at(finding->rule)->name);
    if (finding->fix_count && !in_source) write_suggestions(json, file, finding);
    if (finding->related_count) write_related(scratch, json, file, options, finding);
    fp_json_close(json, '}');
}

static void begin(struct fp_out *out, const fp_report_options *options) {
    (void)options;
    fp_out_text(out, "{\"source\": {\"name\": \"fencepost\"},\n \"diagnostics\": [");
}

static void write_file(struct fp_out *out, const fp_report_file *file, const fp_report_options *options) {
    struct fp_arena *scratch = fp_arena_new();
    for (size_t i = 0; i < file->finding_count; i++) {
        fp_out_text(out, i ? ",\n  " : "\n  ");
        write_finding(scratch, &(struct fp_json){ .out = out }, file, options, &file->findings[i]);
    }
    fp_arena_drop(scratch);
}

static void write_unjudged(struct fp_json *json, const fp_report_unjudged *unjudged) {
    fp_json_open(json, '{');
    fp_json_member_str(json, "message", unjudged->reason);
    fp_json_member_open(json, "location", '{');
    fp_json_member_str(json, "path", unjudged->file);
    if (unjudged->line) {
        fp_json_member_open(json, "range", '{');
        write_place(json, "start", (fp_position){ .line = unjudged->line });
        fp_json_close(json, '}');
    }
    fp_json_close(json, '}');
    fp_json_member_text(json, "severity", "INFO");
    write_code(json, FP_STR("not-judged"));
    fp_json_close(json, '}');
}

static void end(struct fp_out *out, const fp_totals *totals, const fp_report_options *options) {
    (void)options;
    fp_report_list_unjudged(out, totals, !fp_report_has_findings(totals), "  ", write_unjudged);
    fp_out_text(out, "]}\n");
}

const fp_report_format fp_report_rdjson = {
    .for_people = false, .fixes = FP_FIXES_TRIED, .separator = ",", .begin = begin, .file = write_file, .end = end
};
