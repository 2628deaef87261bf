/* lsp_sources.c - findings as diagnostics of the files that a text was made from, as its locations tell: kern.py.
 *
 * A job makes the list of its text's findings by source file; the server's thread keeps the list of each open document
 * and tells the client, for each source file, what all documents together say of it. Only with the setting
 * "sourceDiagnostics".
 */
#include "base/str.h"
#include "lsp/lsp_state.h"
#include <stdlib.h>

/* A diagnostic, as JSON, of a source file. */
typedef struct {
    fp_str uri, diagnostic;
} entry;
struct fp_lsp_sources {
    struct fp_arena *keep;
    FP_VEC(entry) entries;
};

/* ---- in a job ---- */

/* The place in the text that was checked first. */
static void write_related(struct fp_json *json, struct fp_lsp_view *view, const fp_finding *finding) {
    fp_json_member_open(json, "relatedInformation", '[');
    fp_json_open(json, '{');
    fp_json_key(json, "location");
    fp_lsp_write_location(json, view, finding->span);
    fp_json_member_text(json, "message", "in the IR that was checked");
    fp_json_close(json, '}');
    for (size_t i = 0; i < finding->related_count; i++) {
        const fp_related *related = &finding->related[i];
        fp_lsp_source source = fp_lsp_source_at(view, related->span.start);
        if (source.uri.len) fp_lsp_write_source(json, &source, related->message);
    }
    fp_json_close(json, ']');
}

static fp_str diagnostic_of(struct fp_arena *keep, struct fp_lsp_view *view, const fp_finding *finding,
                            const fp_source_place *place) {
    struct fp_out out = { 0 };
    struct fp_json json = { .out = &out };
    fp_json_open(&json, '{');
    fp_json_key(&json, "range");
    fp_lsp_write_point(&json, place);
    fp_lsp_write_rule(&json, view, finding);
    fp_json_member_str(&json, "message", finding->message);
    if (view->client->related) write_related(&json, view, finding);
    fp_json_close(&json, '}');
    fp_str text = fp_str_copy(keep, fp_out_str(&out));
    fp_out_drop(&out);
    return text;
}

struct fp_lsp_sources *fp_lsp_sources_of(struct fp_lsp_view *view) {
    if (!view->editor->source_diagnostics) return NULL;
    struct fp_arena *keep = fp_arena_new();
    struct fp_lsp_sources *sources = FP_NEW(keep, struct fp_lsp_sources, 1);
    sources->keep = keep;
    for (size_t i = 0; i < view->checked.findings.len; i++) {
        const fp_finding *finding = &view->checked.findings.data[i];
        fp_lsp_source source = fp_lsp_source_at(view, finding->span.start);
        if (!source.uri.len) continue;
        fp_finding worded = fp_document_in_source(view->keep, view->document, finding);
        *FP_PUSH(keep, &sources->entries) =
            (entry){ fp_str_copy(keep, source.uri), diagnostic_of(keep, view, &worded, source.place) };
    }
    return sources;
}

/* ---- on the server's thread ---- */

void fp_lsp_sources_drop(struct fp_lsp_sources *sources) {
    if (sources) fp_arena_drop(sources->keep);
}

static bool says(const struct fp_lsp_sources *sources, const entry *wanted, uint32_t before) {
    for (uint32_t i = 0; i < before; i++) {
        const entry *e = &sources->entries.data[i];
        if (fp_str_equal(e->uri, wanted->uri) && fp_str_equal(e->diagnostic, wanted->diagnostic)) return true;
    }
    return false;
}

static uint32_t count_of(const struct fp_lsp_sources *sources) { return sources ? sources->entries.len : 0; }

/* Is the same said of the file, in the same order? */
static bool same_of(const struct fp_lsp_sources *a, const struct fp_lsp_sources *b, fp_str uri) {
    uint32_t i = 0, j = 0;
    while (true) {
        while (i < count_of(a) && !fp_str_equal(a->entries.data[i].uri, uri)) i++;
        while (j < count_of(b) && !fp_str_equal(b->entries.data[j].uri, uri)) j++;
        bool more = i < count_of(a), others = j < count_of(b);
        if (!more || !others) return more == others;
        if (!fp_str_equal(a->entries.data[i++].diagnostic, b->entries.data[j++].diagnostic)) return false;
    }
}

/* What all documents say of one file; what one says twice, of a kernel in several dumps, only once. */
static void publish(struct fp_lsp *lsp, fp_str uri) {
    struct fp_out body = { 0 };
    struct fp_json json = { .out = &body };
    fp_rpc_notify_open(&json, "textDocument/publishDiagnostics");
    fp_json_open(&json, '{');
    fp_json_member_str(&json, "uri", uri);
    fp_json_member_open(&json, "diagnostics", '[');
    for (const fp_lsp_document *document = lsp->documents; document; document = document->next) {
        const struct fp_lsp_sources *sources = document->sources;
        for (uint32_t i = 0; i < count_of(sources); i++) {
            const entry *e = &sources->entries.data[i];
            if (fp_str_equal(e->uri, uri) && !says(sources, e, i)) fp_json_raw(&json, e->diagnostic);
        }
    }
    fp_json_close(&json, ']');
    fp_json_close(&json, '}');
    fp_json_close(&json, '}');
    fp_lsp_send(lsp, &body);
    fp_out_drop(&body);
}

static void publish_changed(struct fp_lsp *lsp, const struct fp_lsp_sources *listed, const struct fp_lsp_sources *other,
                            const struct fp_lsp_sources *told_with) {
    for (uint32_t i = 0; i < count_of(listed); i++) {
        fp_str uri = listed->entries.data[i].uri;
        bool seen = false;
        for (uint32_t k = 0; k < i && !seen; k++) seen = fp_str_equal(listed->entries.data[k].uri, uri);
        for (uint32_t k = 0; k < count_of(told_with) && !seen; k++)
            seen = fp_str_equal(told_with->entries.data[k].uri, uri);
        if (!seen && !same_of(listed, other, uri)) publish(lsp, uri);
    }
}

void fp_lsp_sources_take(struct fp_lsp *lsp, fp_lsp_document *document, struct fp_lsp_sources *sources) {
    struct fp_lsp_sources *old = document->sources;
    document->sources = sources;
    if (lsp->phase == FP_LSP_RUNNING) {
        publish_changed(lsp, sources, old, NULL);
        publish_changed(lsp, old, sources, sources);
    }
    fp_lsp_sources_drop(old);
}
