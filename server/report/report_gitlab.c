/* GitLab's code quality report: a list of findings, each with a fingerprint that it is followed by. */
#include "base/arena.h"
#include "base/str.h"
#include "output/json.h"
#include "report/fingerprint.h"

static void write_finding(struct fp_arena *scratch, struct fp_json *json, const fp_report_file *file,
                          const fp_report_options *options, const fp_finding *finding, uint64_t fingerprint) {
    static const char *const severities[] = { [FP_LEVEL_HINT] = "info",
                                              [FP_LEVEL_INFORMATION] = "info",
                                              [FP_LEVEL_WARNING] = "minor",
                                              [FP_LEVEL_ERROR] = "critical" };
    fp_json_open(json, '{');
    fp_json_member_str(json, "check_name", fp_rule_at(finding->rule)->name);
    fp_json_member_str(json, "description", finding->brief);
    fp_fingerprint_member(json, "fingerprint", fingerprint);
    fp_json_member_text(json, "severity", severities[finding->level]);
    fp_json_member_open(json, "location", '{');
    fp_report_place place = fp_report_place_of(scratch, file, options, finding->span);
    fp_json_member_str(json, "path", place.file);
    fp_json_member_open(json, "lines", '{');
    fp_json_member_uint(json, "begin", place.from.line);
    fp_json_member_uint(json, "end", place.to.line);
    fp_json_close(json, '}');
    fp_json_close(json, '}');
    fp_json_close(json, '}');
}

static void begin(struct fp_out *out, const fp_report_options *options) {
    (void)options;
    fp_out_text(out, "[");
}

static void write_file(struct fp_out *out, const fp_report_file *file, const fp_report_options *options) {
    struct fp_arena *arena = fp_arena_new();
    const uint64_t *prints = fp_fingerprints(arena, file, file->path);
    for (size_t i = 0; i < file->finding_count; i++) {
        fp_out_text(out, i ? ",\n " : "\n ");
        write_finding(arena, &(struct fp_json){ .out = out }, file, options, &file->findings[i], prints[i]);
    }
    fp_arena_drop(arena);
}

static void write_unjudged(struct fp_json *json, const fp_report_unjudged *unjudged) {
    fp_json_open(json, '{');
    fp_json_member_text(json, "check_name", "not-judged");
    fp_json_member_str(json, "description", unjudged->reason);
    fp_fingerprint_member(json, "fingerprint",
                          fp_fingerprint_of_words(unjudged->file, unjudged->kernel, unjudged->reason));
    fp_json_member_text(json, "severity", "info");
    fp_json_member_open(json, "location", '{');
    fp_json_member_str(json, "path", unjudged->file);
    fp_json_member_open(json, "lines", '{');
    fp_json_member_uint(json, "begin", unjudged->line ? unjudged->line : 1);
    fp_json_close(json, '}');
    fp_json_close(json, '}');
    fp_json_close(json, '}');
}

static void end(struct fp_out *out, const fp_totals *totals, const fp_report_options *options) {
    (void)options;
    fp_report_list_unjudged(out, totals, !fp_report_has_findings(totals), " ", write_unjudged);
    fp_out_text(out, "]\n");
}

const fp_report_format fp_report_gitlab = {
    .for_people = false, .hosted = true, .separator = ",", .begin = begin, .file = write_file, .end = end
};
