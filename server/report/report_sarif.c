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
    fp_json_key(json, key);
    fp_json_open(json, '{');
    fp_json_member_str(json, "text", text);
    fp_json_close(json, '}');
}

static void begin(struct fp_out *out) {
    fp_out_text(out, "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\",\n "
                     "\"runs\": [{\n  \"tool\": ");
    struct fp_json json = { .out = out };
    fp_json_open(&json, '{');
    fp_json_key(&json, "driver");
    fp_json_open(&json, '{');
    fp_json_member_text(&json, "name", "fencepost");
    fp_json_member_text(&json, "version", FENCEPOST_VERSION);
    fp_json_key(&json, "rules");
    fp_json_open(&json, '[');
    for (size_t rule = 0; rule < fp_rule_count(); rule++) {
        const fp_rule_info *info = fp_rule_at((fp_rule)rule);
        fp_json_open(&json, '{');
        fp_json_member_str(&json, "id", info->name);
        write_message(&json, "shortDescription", info->summary);
        fp_json_key(&json, "help");
        fp_json_open(&json, '{');
        fp_json_member_str(&json, "text", info->page);
        fp_json_member_str(&json, "markdown", info->page);
        fp_json_close(&json, '}');
        fp_json_key(&json, "defaultConfiguration");
        fp_json_open(&json, '{');
        fp_json_member_text(&json, "level", levels[info->level]);
        fp_json_close(&json, '}');
        fp_json_close(&json, '}');
    }
    fp_json_close(&json, ']');
    fp_json_close(&json, '}');
    fp_json_close(&json, '}');
    fp_out_text(out, ",\n  \"columnKind\": \"unicodeCodePoints\",\n  \"results\": [");
}

/* A relative path, or the file scheme; bytes that a URI cannot hold in percent. */
static void write_artifact(struct fp_json *json, fp_str path) {
    struct fp_out uri = { 0 };
    if (fp_str_starts(path, FP_STR("/"))) fp_out_text(&uri, "file://");
    for (size_t i = 0; i < path.len; i++) {
        unsigned char c = (unsigned char)path.data[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                     c == '-' || c == '_' || c == '.' || c == '~';
        if (plain)
            fp_out_repeat(&uri, (char)c, 1);
        else
            fp_out_printf(&uri, "%%%02X", c);
    }
    fp_json_key(json, "artifactLocation");
    fp_json_open(json, '{');
    fp_json_member_str(json, "uri", fp_out_str(&uri));
    fp_json_close(json, '}');
    fp_out_drop(&uri);
}

static void write_region(struct fp_json *json, const char *key, const fp_report_file *file, fp_span span) {
    fp_position from = fp_document_position(file->document, span.start),
                to = fp_document_position(file->document, span.end);
    fp_json_key(json, key);
    fp_json_open(json, '{');
    fp_json_member_uint(json, "startLine", from.line);
    fp_json_member_uint(json, "startColumn", from.column);
    fp_json_member_uint(json, "endLine", to.line);
    fp_json_member_uint(json, "endColumn", to.column);
    fp_json_close(json, '}');
}

static void write_physical(struct fp_json *json, const fp_report_file *file, fp_span span) {
    fp_json_key(json, "physicalLocation");
    fp_json_open(json, '{');
    write_artifact(json, file->path);
    write_region(json, "region", file, span);
    fp_json_close(json, '}');
}

static void write_fixes(struct fp_json *json, const fp_report_file *file, const fp_finding *finding) {
    fp_json_key(json, "fixes");
    fp_json_open(json, '[');
    for (size_t i = 0; i < finding->fix_count; i++) {
        const fp_fix *fix = &finding->fixes[i];
        fp_json_open(json, '{');
        write_message(json, "description", fix->title);
        fp_json_key(json, "artifactChanges");
        fp_json_open(json, '[');
        fp_json_open(json, '{');
        write_artifact(json, file->path);
        fp_json_key(json, "replacements");
        fp_json_open(json, '[');
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

static void write_result(struct fp_json *json, const fp_report_file *file, const fp_finding *finding,
                         uint64_t fingerprint) {
    fp_json_open(json, '{');
    fp_json_member_str(json, "ruleId", fp_rule_at(finding->rule)->name);
    fp_json_member_uint(json, "ruleIndex", finding->rule);
    fp_json_member_text(json, "level", levels[finding->level]);
    write_message(json, "message", finding->message);
    fp_json_key(json, "locations");
    fp_json_open(json, '[');
    fp_json_open(json, '{');
    write_physical(json, file, finding->span);
    if (finding->kernel.len) {
        fp_json_key(json, "logicalLocations");
        fp_json_open(json, '[');
        fp_json_open(json, '{');
        fp_json_member_str(json, "name", finding->kernel);
        fp_json_member_text(json, "kind", "function");
        fp_json_close(json, '}');
        fp_json_close(json, ']');
    }
    fp_json_close(json, '}');
    fp_json_close(json, ']');
    if (finding->related_count) {
        fp_json_key(json, "relatedLocations");
        fp_json_open(json, '[');
        for (size_t i = 0; i < finding->related_count; i++) {
            fp_json_open(json, '{');
            write_physical(json, file, finding->related[i].span);
            write_message(json, "message", finding->related[i].message);
            fp_json_close(json, '}');
        }
        fp_json_close(json, ']');
    }
    fp_json_key(json, "partialFingerprints");
    fp_json_open(json, '{');
    fp_fingerprint_member(json, "fencepost/v1", fingerprint);
    fp_json_close(json, '}');
    if (finding->fix_count) write_fixes(json, file, finding);
    fp_json_close(json, '}');
}

static void write_file(struct fp_out *out, const fp_report_file *file, const fp_report_options *options) {
    (void)options;
    struct fp_arena *arena = fp_arena_new();
    const uint64_t *prints = fp_fingerprints(arena, file, file->path);
    for (size_t i = 0; i < file->finding_count; i++) {
        fp_out_text(out, i ? ",\n   " : "\n   ");
        write_result(&(struct fp_json){ .out = out }, file, &file->findings[i], prints[i]);
    }
    fp_arena_drop(arena);
}

static void write_notification(struct fp_json *json, const fp_report_unjudged *unjudged) {
    fp_json_open(json, '{');
    fp_json_key(json, "descriptor");
    fp_json_open(json, '{');
    fp_json_member_text(json, "id", unjudged->unreadable ? "unreadable" : "unjudged");
    fp_json_close(json, '}');
    fp_json_member_text(json, "level", unjudged->unreadable ? "error" : "warning");
    write_message(json, "message", unjudged->reason);
    if (unjudged->file.len) {
        fp_json_key(json, "locations");
        fp_json_open(json, '[');
        fp_json_open(json, '{');
        fp_json_key(json, "physicalLocation");
        fp_json_open(json, '{');
        write_artifact(json, unjudged->file);
        if (unjudged->line) {
            fp_json_key(json, "region");
            fp_json_open(json, '{');
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
    (void)options;
    struct fp_json json = { .out = out };
    bool successful = true;
    for (uint64_t i = 0; i < totals->unjudged_count; i++) successful &= !totals->unjudged[i].unreadable;
    fp_out_text(out, "],\n  \"invocations\": ");
    fp_json_open(&json, '[');
    fp_json_open(&json, '{');
    fp_json_member_bool(&json, "executionSuccessful", successful);
    fp_json_key(&json, "toolExecutionNotifications");
    fp_json_open(&json, '[');
    for (uint64_t i = 0; i < totals->unjudged_count; i++) write_notification(&json, &totals->unjudged[i]);
    fp_json_close(&json, ']');
    fp_json_close(&json, '}');
    fp_json_close(&json, ']');
    fp_out_printf(out, ",\n  \"properties\": {\"unjudged\": %" PRIu64 "}\n }]\n}\n", totals->unjudged_count);
}

const fp_report_format fp_report_sarif = {
    .for_people = false, .fixes = FP_FIXES_TRIED, .separator = ",", .begin = begin, .file = write_file, .end = end
};
