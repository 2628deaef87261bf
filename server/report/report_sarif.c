/* SARIF 2.1.0, the interchange format of static analysis: GitHub code scanning, Azure DevOps and editors read it. */
#include "base/arena.h"
#include "base/str.h"
#include "output/json.h"
#include "report/fingerprint.h"
#include <inttypes.h>

static const char *const levels[] = { [FP_LEVEL_OFF] = "none",
                                      [FP_LEVEL_HINT] = "note",
                                      [FP_LEVEL_INFORMATION] = "note",
                                      [FP_LEVEL_WARNING] = "warning",
                                      [FP_LEVEL_ERROR] = "error" };

static void write_message(struct fp_json *json, const char *key, fp_str text) {
    fp_json_member_open(json, key, '{');
    fp_json_member_str(json, "text", text);
    fp_json_close(json, '}');
}

#define ROOT "%SRCROOT%" /* what viewers and hosts expect the root of the sources to be called */

/* A relative path, or the file scheme; bytes that a URI cannot hold in percent. */
static void put_uri(struct fp_out *uri, fp_str path) {
    if (fp_str_starts(path, FP_STR("/"))) fp_out_text(uri, "file://");
    for (size_t i = 0; i < path.len; i++) {
        unsigned char c = (unsigned char)path.data[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                     c == '-' || c == '_' || c == '.' || c == '~';
        if (plain)
            fp_out_repeat(uri, (char)c, 1);
        else
            fp_out_printf(uri, "%%%02X", c);
    }
}

static void write_artifact(struct fp_json *json, const fp_report_options *options, fp_str path) {
    struct fp_out uri = { 0 };
    put_uri(&uri, path);
    fp_json_member_open(json, "artifactLocation", '{');
    fp_json_member_str(json, "uri", fp_out_str(&uri));
    if (options->root.len && !fp_str_starts(path, FP_STR("/"))) fp_json_member_text(json, "uriBaseId", ROOT);
    fp_json_close(json, '}');
    fp_out_drop(&uri);
}

static void write_root(struct fp_out *out, fp_str root) {
    struct fp_out uri = { 0 };
    struct fp_json json = { .out = out };
    put_uri(&uri, root);
    if (!fp_str_ends(root, FP_STR("/"))) fp_out_text(&uri, "/");
    fp_out_text(out, ",\n  \"originalUriBaseIds\": {\"" ROOT "\": ");
    fp_json_open(&json, '{');
    fp_json_member_str(&json, "uri", fp_out_str(&uri));
    fp_json_close(&json, '}');
    fp_out_text(out, "}");
    fp_out_drop(&uri);
}

static void write_help_uri(struct fp_json *json, fp_str pages, fp_rule rule) {
    struct fp_out url = { 0 };
    fp_report_rule_page(&url, pages, rule);
    fp_json_member_str(json, "helpUri", fp_out_str(&url));
    fp_out_drop(&url);
}

static void begin(struct fp_out *out, const fp_report_options *options) {
    fp_out_text(out, "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\",\n "
                     "\"runs\": [{\n  \"tool\": ");
    struct fp_json json = { .out = out };
    fp_json_open(&json, '{');
    fp_json_member_open(&json, "driver", '{');
    fp_json_member_text(&json, "name", "fencepost");
    fp_json_member_text(&json, "version", FENCEPOST_VERSION);
    if (options->rule_pages.len) fp_json_member_str(&json, "informationUri", options->rule_pages);
    fp_json_member_open(&json, "rules", '[');
    for (size_t rule = 0; rule < fp_rule_count(); rule++) {
        const fp_rule_info *info = fp_rule_at((fp_rule)rule);
        fp_json_open(&json, '{');
        fp_json_member_str(&json, "id", info->name);
        write_message(&json, "shortDescription", info->summary);
        if (options->rule_pages.len) write_help_uri(&json, options->rule_pages, (fp_rule)rule);
        fp_json_member_open(&json, "help", '{');
        fp_json_member_str(&json, "text", info->page);
        fp_json_member_str(&json, "markdown", info->page);
        fp_json_close(&json, '}');
        fp_json_member_open(&json, "defaultConfiguration", '{');
        fp_json_member_text(&json, "level", levels[info->level]);
        fp_json_close(&json, '}');
        fp_json_close(&json, '}');
    }
    fp_json_close(&json, ']');
    fp_json_close(&json, '}');
    fp_json_close(&json, '}');
    if (options->root.len) write_root(out, options->root);
    fp_out_text(out, ",\n  \"columnKind\": \"unicodeCodePoints\",\n  \"results\": [");
}

static void write_region(struct fp_json *json, const char *key, const fp_report_file *file, fp_span span) {
    fp_position from = fp_document_position(file->document, span.start),
                to = fp_document_position(file->document, span.end);
    fp_json_member_open(json, key, '{');
    fp_json_member_uint(json, "startLine", from.line);
    fp_json_member_uint(json, "startColumn", from.column);
    fp_json_member_uint(json, "endLine", to.line);
    fp_json_member_uint(json, "endColumn", to.column);
    fp_json_close(json, '}');
}

static void write_physical(struct fp_json *json, const fp_report_file *file, const fp_report_options *options,
                           fp_span span) {
    fp_json_member_open(json, "physicalLocation", '{');
    write_artifact(json, options, file->path);
    write_region(json, "region", file, span);
    fp_json_close(json, '}');
}

static void write_source_physical(struct fp_arena *scratch, struct fp_json *json, const fp_report_file *file,
                                  const fp_report_options *options, fp_span span) {
    fp_report_options in_source = *options;
    in_source.sources = true;
    fp_report_place place = fp_report_place_of(scratch, file, &in_source, span);
    fp_json_member_open(json, "physicalLocation", '{');
    write_artifact(json, options, place.file);
    fp_json_member_open(json, "region", '{');
    fp_json_member_uint(json, "startLine", place.from.line ? place.from.line : 1);
    if (place.from.column) fp_json_member_uint(json, "startColumn", place.from.column);
    fp_json_close(json, '}');
    fp_json_close(json, '}');
}

/* Related locations: the finding's other home, the places that it speaks of, and where these come from. */
static void write_related(struct fp_arena *scratch, struct fp_json *json, const fp_report_file *file,
                          const fp_report_options *options, const fp_finding *finding) {
    fp_report_place own = fp_report_place_of(scratch, file, options, finding->span);
    if (finding->related_count == 0 && !own.source) return;
    fp_json_member_open(json, "relatedLocations", '[');
    if (own.source) {
        fp_json_open(json, '{');
        if (own.in_source)
            write_physical(json, file, options, finding->span);
        else
            write_source_physical(scratch, json, file, options, finding->span);
        write_message(json, "message",
                      own.in_source ? FP_STR("in the IR") : fp_report_source_words(scratch, own.source));
        fp_json_close(json, '}');
    }
    for (size_t i = 0; i < finding->related_count; i++) {
        const fp_related *related = &finding->related[i];
        fp_json_open(json, '{');
        write_physical(json, file, options, related->span);
        write_message(json, "message", related->message);
        fp_json_close(json, '}');
        if (!fp_document_source(file->document, related->span.start)) continue;
        fp_json_open(json, '{');
        write_source_physical(scratch, json, file, options, related->span);
        write_message(json, "message", related->message);
        fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
}

static void write_logical(struct fp_json *json, fp_str name, const char *kind) {
    fp_json_open(json, '{');
    fp_json_member_str(json, "name", name);
    fp_json_member_text(json, "kind", kind);
    fp_json_close(json, '}');
}

static void write_fixes(struct fp_json *json, const fp_report_file *file, const fp_report_options *options,
                        const fp_finding *finding) {
    fp_json_member_open(json, "fixes", '[');
    for (size_t i = 0; i < finding->fix_count; i++) {
        const fp_fix *fix = &finding->fixes[i];
        fp_json_open(json, '{');
        write_message(json, "description", fix->title);
        fp_json_member_open(json, "artifactChanges", '[');
        fp_json_open(json, '{');
        write_artifact(json, options, file->path);
        fp_json_member_open(json, "replacements", '[');
        for (size_t e = 0; e < fix->edit_count; e++) {
            fp_json_open(json, '{');
            write_region(json, "deletedRegion", file, fix->edits[e].span);
            write_message(json, "insertedContent", fix->edits[e].text);
            fp_json_close(json, '}');
        }
        fp_json_close(json, ']');
        fp_json_close(json, '}');
        fp_json_close(json, ']');
        fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
}

static void write_result(struct fp_arena *scratch, struct fp_json *json, const fp_report_file *file,
                         const fp_report_options *options, const fp_finding *finding, uint64_t fingerprint) {
    const fp_history *history = fp_report_history_of(file, finding);
    bool in_source = fp_report_place_of(scratch, file, options, finding->span).in_source;
    fp_json_open(json, '{');
    fp_json_member_str(json, "ruleId", fp_rule_at(finding->rule)->name);
    fp_json_member_uint(json, "ruleIndex", finding->rule);
    fp_json_member_text(json, "level", levels[finding->level]);
    write_message(json, "message", finding->message);
    fp_json_member_open(json, "locations", '[');
    fp_json_open(json, '{');
    if (in_source)
        write_source_physical(scratch, json, file, options, finding->span);
    else
        write_physical(json, file, options, finding->span);
    if (finding->kernel.len || (history && history->in)) {
        fp_json_member_open(json, "logicalLocations", '[');
        if (finding->kernel.len) write_logical(json, finding->kernel, "function");
        if (history && history->in) write_logical(json, history->in->pass, "pass");
        fp_json_close(json, ']');
    }
    fp_json_close(json, '}');
    fp_json_close(json, ']');
    write_related(scratch, json, file, options, finding);
    fp_json_member_open(json, "partialFingerprints", '{');
    fp_fingerprint_member(json, "fencepost/v2", fingerprint);
    fp_json_close(json, '}');
    if (finding->fix_count) write_fixes(json, file, options, finding);
    if (finding->untried_count) {
        fp_json_member_open(json, "properties", '{');
        fp_json_member_uint(json, "untriedFixes", finding->untried_count);
        fp_json_close(json, '}');
    }
    fp_json_close(json, '}');
}

static void write_file(struct fp_out *out, const fp_report_file *file, const fp_report_options *options) {
    struct fp_arena *arena = fp_arena_new();
    const uint64_t *prints = fp_fingerprints(arena, file, (fp_str){ 0 });
    for (size_t i = 0; i < file->finding_count; i++) {
        fp_out_text(out, i ? ",\n   " : "\n   ");
        write_result(arena, &(struct fp_json){ .out = out }, file, options, &file->findings[i], prints[i]);
    }
    fp_arena_drop(arena);
}

static void write_notification(struct fp_json *json, const fp_report_options *options,
                               const fp_report_unjudged *unjudged) {
    fp_json_open(json, '{');
    fp_json_member_open(json, "descriptor", '{');
    fp_json_member_text(json, "id", unjudged->unreadable ? "unreadable" : "unjudged");
    fp_json_close(json, '}');
    fp_json_member_text(json, "level", unjudged->unreadable ? "error" : "warning");
    write_message(json, "message", unjudged->reason);
    if (unjudged->file.len) {
        fp_json_member_open(json, "locations", '[');
        fp_json_open(json, '{');
        fp_json_member_open(json, "physicalLocation", '{');
        write_artifact(json, options, unjudged->file);
        if (unjudged->line) {
            fp_json_member_open(json, "region", '{');
            fp_json_member_uint(json, "startLine", unjudged->line);
            fp_json_close(json, '}');
        }
        fp_json_close(json, '}');
        fp_json_close(json, '}');
        fp_json_close(json, ']');
    }
    fp_json_close(json, '}');
}

/* What could not be judged stands beside the results: a viewer shows it as a message of the tool. */
static void end(struct fp_out *out, const fp_totals *totals, const fp_report_options *options) {
    struct fp_json json = { .out = out };
    bool successful = true;
    for (uint64_t i = 0; i < totals->unjudged_count; i++) successful &= !totals->unjudged[i].unreadable;
    fp_out_text(out, "],\n  \"invocations\": ");
    fp_json_open(&json, '[');
    fp_json_open(&json, '{');
    fp_json_member_bool(&json, "executionSuccessful", successful);
    fp_json_member_open(&json, "toolExecutionNotifications", '[');
    for (uint64_t i = 0; i < totals->unjudged_count; i++) write_notification(&json, options, &totals->unjudged[i]);
    fp_json_close(&json, ']');
    fp_json_close(&json, '}');
    fp_json_close(&json, ']');
    fp_out_printf(out, ",\n  \"properties\": {\"unjudged\": %" PRIu64 "}\n }]\n}\n", totals->unjudged_count);
}

const fp_report_format fp_report_sarif = { .for_people = false,
                                           .hosted = true,
                                           .fixes = FP_FIXES_TRIED,
                                           .separator = ",",
                                           .begin = begin,
                                           .file = write_file,
                                           .end = end };
