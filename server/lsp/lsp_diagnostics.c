/* lsp_diagnostics.c - findings as diagnostics, pushed and pulled. */
#include "base/hash.h"
#include "files/files_path.h"
#include "files/files_read.h"
#include "lsp/lsp_state.h"
#include "report/report.h"
#include <inttypes.h>

static unsigned severity(fp_level level) {
    switch (level) {
    case FP_LEVEL_ERROR: return 1;
    case FP_LEVEL_WARNING: return 2;
    case FP_LEVEL_INFORMATION: return 3;
    case FP_LEVEL_HINT:
    case FP_LEVEL_OFF: break;
    }
    return 4;
}

fp_str fp_lsp_rule_pages(const struct fp_lsp_view *view) {
    return view->settings->rule_pages.len ? view->settings->rule_pages : view->editor->rule_pages;
}

void fp_lsp_write_rule_page(struct fp_json *json, const struct fp_lsp_view *view, fp_rule rule) {
    struct fp_out uri = { 0 };
    fp_report_rule_page(&uri, fp_lsp_rule_pages(view), rule);
    fp_json_str(json, fp_out_str(&uri));
    fp_out_drop(&uri);
}

/* Each file is looked for once in a checked text: many findings come from few files. */
static fp_str uri_of(struct fp_lsp_view *view, fp_str file) {
    fp_lsp_source_files *files = &view->source_files;
    uint64_t hash = fp_hash_bytes(file.data, file.len);
    for (fp_map_probe probe = fp_map_find(&files->map, hash); fp_map_next(&probe);)
        if (fp_str_equal(files->list.data[probe.value].file, file)) return files->list.data[probe.value].uri;
    fp_str path = fp_path_beside(view->keep, view->path, file);
    fp_str uri = path.len ? fp_path_uri(view->keep, path) : path;
    fp_map_put(view->keep, &files->map, hash, files->list.len);
    *FP_PUSH(view->keep, &files->list) = (fp_lsp_source_file){ fp_str_copy(view->keep, file), uri };
    return uri;
}

fp_lsp_source fp_lsp_source_at(struct fp_lsp_view *view, uint32_t offset) {
    const fp_source_place *place = fp_document_source(view->document, offset);
    if (!place) return (fp_lsp_source){ NULL, { "", 0 } };
    place = fp_source_own(place);
    return (fp_lsp_source){ place, uri_of(view, place->file) };
}

void fp_lsp_write_point(struct fp_json *json, const fp_source_place *place) {
    fp_lsp_position at = { place->line ? place->line - 1 : 0, place->column ? place->column - 1 : 0 };
    fp_lsp_write_positions(json, at, at);
}

void fp_lsp_write_source(struct fp_json *json, const fp_lsp_source *source, fp_str message) {
    fp_json_open(json, '{');
    fp_json_member_open(json, "location", '{');
    fp_json_member_str(json, "uri", source->uri);
    fp_json_key(json, "range");
    fp_lsp_write_point(json, source->place);
    fp_json_close(json, '}');
    fp_json_member_str(json, "message", message);
    fp_json_close(json, '}');
}

static void write_own_source(struct fp_json *json, struct fp_lsp_view *view, const fp_finding *finding) {
    fp_lsp_source source = fp_lsp_source_at(view, finding->span.start);
    if (!source.uri.len) return;
    struct fp_arena *scratch = fp_arena_new();
    fp_str words = fp_report_source_words(scratch, source.place);
    fp_lsp_write_source(json, &source, fp_str_printf(scratch, "from %.*s", FP_STR_ARG(words)));
    fp_arena_drop(scratch);
}

/* Findings in a row mostly name places that those before named, too: their JSON is copied from where it was written. */
enum { PLACES_KNOWN = 256 };
typedef struct {
    fp_related related;
    fp_json_written json; /* empty: there is none yet */
} written_place;
typedef struct {
    fp_rule rule;
    fp_json_written json; /* what is said of it; empty: there is none yet */
} written_rule;
typedef struct {
    written_place slots[PLACES_KNOWN];      /* by a hash of where it begins; the last one of its slot */
    written_rule rules[FP_LEVEL_ERROR + 1]; /* the last one of each level */
} written_parts;

static void write_place(struct fp_json *json, struct fp_lsp_view *view, const fp_related *related) {
    fp_json_open(json, '{');
    fp_json_key(json, "location");
    fp_lsp_write_location(json, view, related->span);
    fp_json_member_str(json, "message", related->message);
    fp_json_close(json, '}');
}

static void write_known_place(struct fp_json *json, struct fp_lsp_view *view, written_parts *written,
                              const fp_related *related) {
    fp_span span = related->span;
    written_place *known = &written->slots[fp_map_fold(fp_hash_mix(span.start, 0)) % PLACES_KNOWN];
    if (known->json.end && known->related.span.start == span.start && known->related.span.end == span.end &&
        fp_str_equal(known->related.message, related->message)) {
        fp_json_again(json, known->json);
        return;
    }
    fp_json_written value = fp_json_begin(json);
    write_place(json, view, related);
    value.end = json->out->len;
    *known = (written_place){ *related, value };
}

static void write_known_rule(struct fp_json *json, const struct fp_lsp_view *view, written_parts *written,
                             const fp_finding *finding) {
    written_rule *known = &written->rules[finding->level];
    if (known->json.end && known->rule == finding->rule) {
        fp_json_again(json, known->json);
        return;
    }
    *known = (written_rule){ finding->rule, fp_json_begin(json) };
    fp_lsp_write_rule(json, view, finding);
    known->json.end = json->out->len;
}

static void write_related(struct fp_json *json, struct fp_lsp_view *view, written_parts *written,
                          const fp_finding *finding) {
    fp_json_member_open(json, "relatedInformation", '[');
    write_own_source(json, view, finding);
    for (size_t i = 0; i < finding->related_count; i++) write_known_place(json, view, written, &finding->related[i]);
    fp_json_close(json, ']');
}

void fp_lsp_write_rule(struct fp_json *json, const struct fp_lsp_view *view, const fp_finding *finding) {
    fp_json_member_uint(json, "severity", severity(finding->level));
    fp_json_member_text(json, "source", "fencepost");
    fp_json_member_str(json, "code", fp_rule_at(finding->rule)->name);
    if (view->client->code_description && fp_lsp_rule_pages(view).len) {
        fp_json_member_open(json, "codeDescription", '{');
        fp_json_key(json, "href");
        fp_lsp_write_rule_page(json, view, finding->rule);
        fp_json_close(json, '}');
    }
}

static void write_diagnostic(struct fp_json *json, struct fp_lsp_view *view, written_parts *written,
                             const fp_finding *finding) {
    fp_json_open(json, '{');
    fp_json_key(json, "range");
    fp_lsp_write_range(json, view, finding->span);
    write_known_rule(json, view, written, finding);
    fp_json_member_str(json, "message", finding->message);
    bool has_source = fp_document_source(view->document, finding->span.start) != NULL;
    if (view->client->related && (finding->related_count || has_source)) write_related(json, view, written, finding);
    if (view->client->diagnostic_data) { /* comes back with the question for actions: which finding is meant */
        fp_json_member_open(json, "data", '{');
        fp_json_member_uint(json, "finding", finding->span.start);
        fp_json_close(json, '}');
    }
    bool unnecessary = fp_rule_at(finding->rule)->claim == FP_CLAIM_USELESS;
    if (view->client->diagnostic_tags && unnecessary) {
        fp_json_key(json, "tags");
        fp_json_raw(json, FP_STR("[1]"));
    }
    fp_json_close(json, '}');
}

void fp_lsp_write_diagnostic(struct fp_json *json, struct fp_lsp_view *view, const fp_finding *finding) {
    write_diagnostic(json, view, &(written_parts){ 0 }, finding);
}

void fp_lsp_write_diagnostics(struct fp_json *json, struct fp_lsp_view *view) {
    written_parts written = { 0 };
    size_t start = json->out->len;
    fp_out_grow(json->out, view->diagnostics_bytes + view->diagnostics_bytes / 16);
    fp_json_open(json, '[');
    for (size_t i = 0; i < view->checked.findings.len; i++)
        write_diagnostic(json, view, &written, &view->checked.findings.data[i]);
    fp_json_close(json, ']');
    view->diagnostics_bytes = json->out->len - start;
}

/* True when the client has not got these. */
static bool tell(struct fp_lsp_view *view, fp_str diagnostics) {
    uint64_t hash = fp_hash_bytes(diagnostics.data, diagnostics.len) | 1;
    bool others = view->told != hash;
    view->told = hash;
    return others;
}

/* They can be long: they are written where they go, and taken back when the client has them. */
void fp_lsp_publish(struct fp_out *body, struct fp_lsp_view *view) {
    size_t before = body->len;
    struct fp_json json = { .out = body };
    fp_rpc_notify_open(&json, "textDocument/publishDiagnostics");
    fp_json_open(&json, '{');
    fp_json_member_str(&json, "uri", view->uri);
    if (view->has_version) {
        fp_json_key(&json, "version");
        fp_json_int(&json, view->version);
    }
    fp_json_key(&json, "diagnostics");
    size_t start = body->len;
    fp_lsp_write_diagnostics(&json, view);
    bool others = tell(view, fp_str_slice(fp_out_str(body), start, body->len));
    fp_json_close(&json, '}');
    fp_json_close(&json, '}');
    if (!others) body->len = before;
}

bool fp_lsp_told_others(struct fp_lsp_view *view) {
    if (!view->told) return false;
    struct fp_out diagnostics = { 0 };
    fp_lsp_write_diagnostics(&(struct fp_json){ .out = &diagnostics }, view);
    bool others = tell(view, fp_out_str(&diagnostics));
    fp_out_drop(&diagnostics);
    return others;
}

void fp_lsp_publish_none(struct fp_out *body, fp_str uri) {
    struct fp_json json = { .out = body };
    fp_rpc_notify_open(&json, "textDocument/publishDiagnostics");
    fp_json_open(&json, '{');
    fp_json_member_str(&json, "uri", uri);
    fp_json_key(&json, "diagnostics");
    fp_json_raw(&json, FP_STR("[]"));
    fp_json_close(&json, '}');
    fp_json_close(&json, '}');
}

/* "PATH:LINE: what is wrong" as a diagnostic of that file; false when the words name no line. */
bool fp_lsp_publish_config(struct fp_arena *keep, struct fp_out *body, fp_str words, fp_str *uri) {
    for (size_t colon = 0; colon < words.len; colon++) {
        int64_t line = 0;
        if (words.data[colon] != ':') continue;
        fp_str rest = fp_str_slice(words, colon + 1, words.len);
        size_t end = fp_str_find(rest, ':');
        if (!fp_str_int(fp_str_slice(rest, 0, end), &line) || line < 1) continue;
        *uri = fp_path_uri(keep, fp_path_absolute(keep, fp_str_slice(words, 0, colon)));
        struct fp_json json = { .out = body };
        fp_rpc_notify_open(&json, "textDocument/publishDiagnostics");
        fp_json_open(&json, '{');
        fp_json_member_str(&json, "uri", *uri);
        fp_json_key(&json, "diagnostics");
        fp_out_printf(body,
                      "[{\"range\": {\"start\": {\"line\": %" PRId64 ", \"character\": 0}, \"end\": {\"line\": %" PRId64
                      ", \"character\": 0}}",
                      line - 1, line);
        json.comma = true;
        fp_json_member_uint(&json, "severity", 1);
        fp_json_member_text(&json, "source", "fencepost");
        fp_json_member_str(&json, "message", fp_str_trim(fp_str_slice(rest, end + 1, rest.len)));
        fp_out_text(body, "}]");
        fp_json_close(&json, '}');
        fp_json_close(&json, '}');
        return true;
    }
    return false;
}

void fp_lsp_answer_diagnostic(fp_lsp_ask *ask) {
    struct fp_out items = { 0 };
    struct fp_json json = { .out = &items };
    fp_lsp_write_diagnostics(&json, ask->view);
    tell(ask->view, fp_out_str(&items));
    fp_str id = fp_str_printf(ask->keep, "%016" PRIx64, fp_hash_bytes(items.data, items.len));
    bool unchanged = fp_str_equal(fp_member_str(ask->params, "previousResultId"), id);
    fp_json_open(&ask->json, '{');
    fp_json_member_text(&ask->json, "kind", unchanged ? "unchanged" : "full");
    fp_json_member_str(&ask->json, "resultId", id);
    if (!unchanged) {
        fp_json_key(&ask->json, "items");
        fp_json_raw(&ask->json, fp_out_str(&items));
    }
    fp_json_close(&ask->json, '}');
    fp_out_drop(&items);
}
