/* The whole report as one JSON object, a line a finding. Keys are only ever added. */
#include "base/str.h"
#include "output/json.h"
#include "report/report.h"
#include <string.h>

static void write_position(struct fp_json *json, const char *key, fp_position position) {
    fp_json_member_open(json, key, '{');
    fp_json_member_uint(json, "line", position.line);
    fp_json_member_uint(json, "column", position.column);
    fp_json_close(json, '}');
}

static void write_place(struct fp_json *json, const fp_report_file *file, fp_span span) {
    fp_json_member_str(json, "file", file->path);
    fp_json_member_open(json, "range", '{');
    write_position(json, "start", fp_document_position(file->document, span.start));
    write_position(json, "end", fp_document_position(file->document, span.end));
    fp_json_close(json, '}');
}

static void write_source_members(struct fp_json *json, const fp_source_place *source) {
    fp_json_open(json, '{');
    fp_json_member_str(json, "file", source->file);
    fp_json_member_uint(json, "line", source->line);
    fp_json_member_uint(json, "column", source->column);
    if (source->name.len) fp_json_member_str(json, "name", source->name);
}

/* A chain of calls as objects in each other: `depth` of them are open at the end. */
static void write_source(struct fp_json *json, const fp_report_file *file, fp_span span) {
    const fp_source_place *source = fp_document_source(file->document, span.start);
    size_t depth = 0;
    for (; source; source = source->inlined_at, depth++) {
        fp_json_key(json, depth ? "inlined_at" : "source");
        write_source_members(json, source);
    }
    for (; depth; depth--) fp_json_close(json, '}');
}

static void write_history(struct fp_json *json, const fp_report_file *file, const fp_finding *finding) {
    const fp_history *history = fp_report_history_of(file, finding);
    if (!history) return;
    if (history->in) fp_json_member_str(json, "pass", history->in->pass);
    if (history->of == 1) return;
    if (history->in) fp_json_member_str(json, "since", history->in->pass);
    fp_json_member_uint(json, "dumps", history->dumps);
}

static bool has_streams(const fp_hazard_info *hazard) {
    return hazard->sides[0].stream.len && hazard->sides[1].stream.len;
}

/* When it happens in a run of the streams: where in their loops they are, and the values that were chosen for it. */
static void write_moment(struct fp_json *json, const fp_hazard_info *hazard) {
    fp_json_member_open(json, "iterations", '[');
    for (int side = 0; side < 2; side++) {
        fp_json_open(json, '[');
        for (uint32_t i = 0; i < hazard->sides[side].loop_count; i++) fp_json_int(json, hazard->sides[side].loops[i]);
        fp_json_close(json, ']');
    }
    fp_json_close(json, ']');
    fp_json_member_open(json, "values", '{');
    for (size_t i = 0; i < hazard->witness->binding_count; i++) {
        fp_json_key_str(json, hazard->witness->bindings[i].name);
        fp_json_int(json, hazard->witness->bindings[i].value[0]);
    }
    fp_json_close(json, '}');
}

/* Threads, and whose they are: "both" sides', or the "producer"'s or "consumer"'s alone. */
static void write_threads(struct fp_json *json, const fp_witness *witness) {
    static const char *const whose[] = { [FP_TOLD_EACH] = "both",
                                         [FP_TOLD_PRODUCER] = "producer",
                                         [FP_TOLD_CONSUMER] = "consumer",
                                         [FP_TOLD_NONE] = "none" };
    bool one = memcmp(witness->threads[0], witness->threads[1], sizeof witness->threads[0]) == 0;
    int count = witness->told == FP_TOLD_NONE ? 0 : one && witness->told != FP_TOLD_EACH ? 1 : 2;
    fp_json_member_open(json, "threads", '[');
    for (int i = 0; i < count; i++) {
        fp_json_open(json, '[');
        for (int axis = 0; axis < 3; axis++) fp_json_int(json, witness->threads[i][axis]);
        fp_json_close(json, ']');
    }
    fp_json_close(json, ']');
    fp_json_member_text(json, "threadsOf", whose[witness->told]);
}

static void write_witness(struct fp_json *json, const fp_hazard_info *hazard) {
    const fp_witness *witness = hazard->witness;
    fp_json_member_open(json, "witness", '{');
    write_threads(json, witness);
    fp_json_key(json, "byte");
    fp_json_int(json, witness->byte);
    fp_json_key(json, "bytes");
    fp_json_int(json, witness->byte_count);
    if (witness->somewhere) fp_json_member_bool(json, "somewhere", true);
    fp_json_member_open(json, "bindings", '{');
    for (size_t i = 0; i < witness->binding_count; i++) {
        const fp_binding *binding = &witness->bindings[i];
        fp_json_key_str(json, binding->name);
        fp_json_open(json, '[');
        for (int side = 0; side < 2; side++) {
            if (binding->open[side])
                fp_json_null(json);
            else
                fp_json_int(json, binding->value[side]);
        }
        fp_json_close(json, ']');
    }
    fp_json_close(json, '}');
    if (has_streams(hazard)) write_moment(json, hazard);
    fp_json_close(json, '}');
}

static void write_hazard(struct fp_json *json, const fp_hazard_info *hazard) {
    fp_json_member_open(json, "hazard", '{');
    fp_json_member_str(json, "kind", fp_hazard_kind_name(hazard->kind));
    fp_json_member_bool(json, "carried", hazard->carried);
    fp_json_member_str(json, "overlap", fp_overlap_name(hazard->overlap));
    fp_json_member_uint(json, "distance", hazard->distance);
    fp_json_member_bool(json, "distanceAtLeast", hazard->distance_at_least);
    fp_json_member_str(json, "resource", hazard->resource);
    if (has_streams(hazard)) {
        fp_json_member_open(json, "streams", '[');
        for (int side = 0; side < 2; side++) fp_json_str(json, hazard->sides[side].stream);
        fp_json_close(json, ']');
    }
    if (hazard->witness) write_witness(json, hazard);
    fp_json_close(json, '}');
}

static void write_fixes(struct fp_json *json, const fp_report_file *file, const fp_finding *finding) {
    fp_json_member_open(json, "fixes", '[');
    for (size_t i = 0; i < finding->fix_count; i++) {
        const fp_fix *fix = &finding->fixes[i];
        fp_json_open(json, '{');
        fp_json_member_str(json, "title", fix->title);
        fp_json_member_bool(json, "safe", fix->safe);
        fp_json_member_open(json, "edits", '[');
        for (size_t e = 0; e < fix->edit_count; e++) {
            fp_json_open(json, '{');
            write_place(json, file, fix->edits[e].span);
            fp_json_member_str(json, "text", fix->edits[e].text);
            fp_json_close(json, '}');
        }
        fp_json_close(json, ']');
        fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
}

static void write_arguments(struct fp_json *json, const fp_report_file *file, const fp_phrase *phrase);

/* A phrase that is one word alone is its variant's name. */
static void write_phrase(struct fp_json *json, const fp_report_file *file, const fp_phrase *phrase) {
    if (phrase->argument_count == 0) {
        fp_json_str(json, fp_variant_name(phrase->sentence));
        return;
    }
    fp_json_open(json, '{');
    fp_json_member_str(json, "variant", fp_variant_name(phrase->sentence));
    write_arguments(json, file, phrase);
    fp_json_close(json, '}');
}

static void write_offset(struct fp_json *json, const fp_report_file *file, uint32_t offset) {
    fp_position position = fp_document_position(file->document, offset);
    fp_json_open(json, '{');
    fp_json_member_uint(json, "line", position.line);
    fp_json_member_uint(json, "column", position.column);
    fp_json_close(json, '}');
}

static void write_argument(struct fp_json *json, const fp_report_file *file, const fp_phrase_argument *argument) {
    bool list = argument->kind == FP_ARGUMENT_PLACES || (argument->kind == FP_ARGUMENT_PHRASES && argument->count > 1);
    if (list) fp_json_open(json, '[');
    switch (argument->kind) {
    case FP_ARGUMENT_TEXT: fp_json_str(json, argument->value.text); break;
    case FP_ARGUMENT_NUMBER: fp_json_int(json, argument->value.number); break;
    case FP_ARGUMENT_PLACE: write_offset(json, file, argument->value.place); break;
    case FP_ARGUMENT_PLACES:
        for (uint32_t i = 0; i < argument->count; i++) write_offset(json, file, argument->value.places[i]);
        break;
    case FP_ARGUMENT_PHRASES:
        for (uint32_t i = 0; i < argument->count; i++) write_phrase(json, file, &argument->value.phrases[i]);
        break;
    }
    if (list) fp_json_close(json, ']');
}

static void write_arguments(struct fp_json *json, const fp_report_file *file, const fp_phrase *phrase) {
    fp_json_member_open(json, "arguments", '{');
    for (uint32_t i = 0; i < phrase->argument_count; i++) {
        fp_json_key_str(json, fp_argument_key(phrase->arguments[i].name));
        write_argument(json, file, &phrase->arguments[i]);
    }
    fp_json_close(json, '}');
}

/* What the message is made of. */
static void write_data(struct fp_json *json, const fp_report_file *file, const fp_finding *finding) {
    fp_json_member_str(json, "short", finding->brief);
    fp_json_member_str(json, "variant", fp_variant_name(finding->phrase.sentence));
    write_arguments(json, file, &finding->phrase);
}

static void write_role(struct fp_json *json, fp_role role) {
    if (role != FP_ROLE_NONE) fp_json_member_str(json, "role", fp_role_name(role));
}

static void write_finding(struct fp_json *json, const fp_report_file *file, const fp_finding *finding) {
    fp_json_open(json, '{');
    fp_json_member_str(json, "rule", fp_rule_at(finding->rule)->name);
    fp_json_member_str(json, "level", fp_level_name(finding->level));
    fp_json_member_str(json, "message", finding->message);
    if (finding->note.len) fp_json_member_str(json, "note", finding->note);
    write_place(json, file, finding->span);
    write_role(json, finding->role);
    write_source(json, file, finding->span);
    write_history(json, file, finding);
    write_data(json, file, finding);
    fp_json_member_str(json, "kernel", finding->kernel);
    if (finding->hazard) write_hazard(json, finding->hazard);
    fp_json_member_open(json, "related", '[');
    for (size_t i = 0; i < finding->related_count; i++) {
        fp_json_open(json, '{');
        fp_json_member_str(json, "message", finding->related[i].message);
        write_place(json, file, finding->related[i].span);
        write_role(json, finding->related[i].role);
        write_source(json, file, finding->related[i].span);
        fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
    write_fixes(json, file, finding);
    if (finding->untried_count) fp_json_member_uint(json, "untriedFixes", finding->untried_count);
    fp_json_close(json, '}');
}

void fp_report_json_finding(struct fp_out *out, const fp_report_file *file, const fp_finding *finding) {
    write_finding(&(struct fp_json){ .out = out }, file, finding);
}

static void begin(struct fp_out *out, const fp_report_options *options) {
    (void)options;
    fp_out_text(out, "{\"version\": \"" FENCEPOST_VERSION "\",\n \"findings\": [");
}

static void write_file(struct fp_out *out, const fp_report_file *file, const fp_report_options *options) {
    (void)options;
    for (size_t i = 0; i < file->finding_count; i++) {
        fp_out_text(out, i ? ",\n  " : "\n  ");
        struct fp_json json = { .out = out };
        write_finding(&json, file, &file->findings[i]);
    }
}

static void write_unjudged(struct fp_json *json, const fp_report_unjudged *unjudged) {
    fp_json_open(json, '{');
    fp_json_member_str(json, "file", unjudged->file);
    if (unjudged->line) fp_json_member_uint(json, "line", unjudged->line);
    if (unjudged->kernel.len) fp_json_member_str(json, "kernel", unjudged->kernel);
    fp_json_member_str(json, "reason", unjudged->reason);
    fp_json_close(json, '}');
}

static void end(struct fp_out *out, const fp_totals *totals, const fp_report_options *options) {
    struct fp_json json = { .out = out };
    fp_out_text(out, "],\n \"unjudged\": [");
    fp_report_list_unjudged(out, totals, true, "  ", write_unjudged);
    fp_out_text(out, "],\n \"summary\": ");
    fp_json_open(&json, '{');
    fp_json_member_uint(&json, "files", totals->files);
    fp_json_member_uint(&json, "kernels", totals->kernels);
    fp_json_member_uint(&json, "errors", totals->levels[FP_LEVEL_ERROR]);
    fp_json_member_uint(&json, "warnings", totals->levels[FP_LEVEL_WARNING]);
    fp_json_member_uint(&json, "information", totals->levels[FP_LEVEL_INFORMATION]);
    fp_json_member_uint(&json, "hints", totals->levels[FP_LEVEL_HINT]);
    fp_json_member_uint(&json, "unjudged", totals->unjudged_count);
    fp_json_close(&json, '}');
    if (options->statistics) {
        fp_out_text(out, ",\n \"statistics\": ");
        json.comma = false;
        fp_json_open(&json, '{');
        fp_json_member_open(&json, "rules", '{');
        for (size_t rule = 0; rule < fp_rule_count(); rule++) {
            if (totals->rules[rule] == 0) continue;
            fp_json_key_str(&json, fp_rule_at((fp_rule)rule)->name);
            fp_json_uint(&json, totals->rules[rule]);
        }
        fp_json_close(&json, '}');
#define WRITE_MEMBER(field, key, words) fp_json_member_uint(&json, key, totals->work.field);
        FP_STATISTICS(WRITE_MEMBER)
#undef WRITE_MEMBER
        fp_json_member_open(&json, "pairs", '{');
        fp_decision_count decisions[FP_DECISION_COUNT];
        size_t decided = fp_report_decisions(totals, decisions);
        for (size_t i = 0; i < decided; i++) fp_json_member_uint(&json, decisions[i].key, decisions[i].count);
        fp_json_close(&json, '}');
        fp_json_close(&json, '}');
    }
    fp_out_text(out, "}\n");
}

const fp_report_format fp_report_json = { .for_people = false,
                                          .text_first = true,
                                          .fixes = FP_FIXES_TRIED,
                                          .separator = ",",
                                          .begin = begin,
                                          .file = write_file,
                                          .end = end };
