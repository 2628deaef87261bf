/* lsp_actions.c - code actions: the engine's fixes, one by one and together, and the comment that allows a finding. */
#include "lines.h"
#include "lsp_state.h"
#include <stdlib.h>
#include <string.h>

/* ---- workspace edits ---- */

static void write_text_edits(struct fp_json *json, const struct fp_lsp_view *view, const fp_edit *edits, size_t count) {
    fp_json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        fp_json_open(json, '{');
        fp_json_key(json, "range");
        fp_lsp_write_range(json, view, edits[i].span);
        fp_json_member_str(json, "newText", edits[i].text);
        fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
}

void fp_lsp_write_edit(struct fp_json *json, const struct fp_lsp_view *view, const fp_edit *edits, size_t count) {
    fp_json_open(json, '{');
    if (view->client->document_changes) {
        fp_json_key(json, "documentChanges");
        fp_json_open(json, '[');
        fp_json_open(json, '{');
        fp_json_key(json, "textDocument");
        fp_json_open(json, '{');
        fp_json_member_str(json, "uri", view->uri);
        fp_json_key(json, "version");
        if (view->has_version) fp_json_int(json, view->version);
        else fp_json_null(json);
        fp_json_close(json, '}');
        fp_json_key(json, "edits");
        write_text_edits(json, view, edits, count);
        fp_json_close(json, '}');
        fp_json_close(json, ']');
    } else {
        fp_json_key(json, "changes");
        fp_json_open(json, '{');
        fp_json_key_str(json, view->uri);
        write_text_edits(json, view, edits, count);
        fp_json_close(json, '}');
    }
    fp_json_close(json, '}');
}

/* ---- which actions are asked for ---- */

typedef struct {
    fp_lsp_ask *ask;
    fp_span asked;
    const cJSON *only;                             /* NULL: every kind */
} offer;

/* "source" asks for "source.fixAll" and what is below. */
static bool is_wanted(const offer *o, fp_str kind) {
    const cJSON *only;
    if (!cJSON_IsArray(o->only)) return !fp_str_starts(kind, FP_STR("source"));
    cJSON_ArrayForEach(only, o->only) {
        fp_str asked = fp_json_string(only);
        bool below = fp_str_starts(kind, asked) && (kind.len == asked.len || kind.data[asked.len] == '.');
        if (asked.len == 0 || below) return true;
    }
    return false;
}

static bool touches(fp_span a, fp_span b) { return a.start <= b.end && b.start <= a.end; }

static void write_action(offer *o, fp_str title, fp_str kind, const fp_finding *finding, bool preferred, const fp_edit *edits, size_t count) {
    struct fp_json *json = &o->ask->json;
    if (count == 0 || !is_wanted(o, kind)) return;
    fp_json_open(json, '{');
    fp_json_member_str(json, "title", title);
    fp_json_member_str(json, "kind", kind);
    if (finding) {
        fp_json_key(json, "diagnostics");
        fp_json_open(json, '[');
        fp_lsp_write_diagnostic(json, o->ask->view, finding);
        fp_json_close(json, ']');
    }
    if (preferred) fp_json_member_bool(json, "isPreferred", true);
    fp_json_key(json, "edit");
    fp_lsp_write_edit(json, o->ask->view, edits, count);
    fp_json_close(json, '}');
}

/* ---- several fixes as one edit ---- */

typedef struct { fp_edit *data; uint32_t len, capacity; } edit_list;

static const fp_fix *best_safe_fix(const fp_finding *finding) {
    const fp_fix *best = NULL;
    for (size_t i = 0; i < finding->fix_count; i++)
        if (finding->fixes[i].safe && (!best || finding->fixes[i].preferred)) best = &finding->fixes[i];
    return best;
}

static bool same_edit(const fp_edit *a, const fp_edit *b) { return a->span.start == b->span.start && a->span.end == b->span.end && fp_str_equal(a->text, b->text); }
static bool collides(const fp_edit *a, const fp_edit *b) { return a->span.start < b->span.end ? b->span.start < a->span.end : a->span.start == b->span.start && a->span.end == b->span.end; }

/* A fix goes in as a whole or not at all. What several findings want alike is done once. */
static void add_fix(struct fp_arena *keep, edit_list *list, const fp_fix *fix) {
    for (size_t i = 0; i < fix->edit_count; i++)
        for (uint32_t k = 0; k < list->len; k++)
            if (collides(&fix->edits[i], &list->data[k]) && !same_edit(&fix->edits[i], &list->data[k])) return;
    for (size_t i = 0; i < fix->edit_count; i++) {
        bool known = false;
        for (uint32_t k = 0; k < list->len && !known; k++) known = same_edit(&fix->edits[i], &list->data[k]);
        if (!known) *FP_PUSH(keep, list) = fix->edits[i];
    }
}

/* Safe fixes of all findings, or of one rule in one kernel; how many findings have one. */
static uint32_t collect_fixes(offer *o, const fp_finding *like, edit_list *list) {
    uint32_t count = 0;
    for (size_t i = 0; i < o->ask->view->checked.findings.len; i++) {
        const fp_finding *finding = &o->ask->view->checked.findings.data[i];
        const fp_fix *fix = best_safe_fix(finding);
        if (!fix || (like && (finding->rule != like->rule || !fp_str_equal(finding->kernel, like->kernel)))) continue;
        add_fix(o->ask->keep, list, fix);
        count++;
    }
    return count;
}

/* ---- the comment ---- */

/* On a line of its own above, indented like the op. */
static fp_edit suppression(offer *o, const fp_finding *finding) {
    fp_str text = fp_document_text(o->ask->view->document);
    uint32_t start = finding->span.start, end = finding->span.start;
    while (start > 0 && !fp_is_line_end(text.data[start - 1])) start--;
    while (end < text.len && !fp_is_line_end(text.data[end])) end++;
    size_t blanks = start;
    while (blanks < end && (text.data[blanks] == ' ' || text.data[blanks] == '\t')) blanks++;
    bool crlf = end + 1 < text.len && text.data[end] == '\r' && text.data[end + 1] == '\n';
    fp_str indent = fp_str_slice(text, start, blanks), rule = fp_rule_at(finding->rule)->name;
    return (fp_edit){ { start, start }, fp_str_printf(o->ask->keep, "%.*s// fencepost: ignore[%.*s] on purpose%s", FP_STR_ARG(indent), FP_STR_ARG(rule), crlf ? "\r\n" : "\n") };
}

/* ---- offers ---- */

static void offer_for(offer *o, const fp_finding *finding) {
    struct fp_arena *keep = o->ask->keep;
    fp_str rule = fp_rule_at(finding->rule)->name, quickfix = FP_STR("quickfix");
    for (size_t i = 0; i < finding->fix_count; i++) {
        const fp_fix *fix = &finding->fixes[i];
        fp_str title = fix->safe ? fix->title : fp_str_printf(keep, "%.*s (check that this is right)", FP_STR_ARG(fix->title));
        write_action(o, title, quickfix, finding, fix->preferred && fix->safe, fix->edits, fix->edit_count);
    }
    edit_list all = { 0 };
    if (best_safe_fix(finding) && collect_fixes(o, finding, &all) > 1)
        write_action(o, fp_str_printf(keep, "fix every %.*s in this kernel", FP_STR_ARG(rule)), quickfix, finding, false, all.data, all.len);
    if (fp_str_equal(rule, FP_STR("syntax-error")) || fp_str_equal(rule, FP_STR("unused-suppression"))) return;   /* not to be allowed */
    fp_edit comment = suppression(o, finding);
    write_action(o, fp_str_printf(keep, "allow %.*s here", FP_STR_ARG(rule)), quickfix, finding, false, &comment, 1);
}

void fp_lsp_answer_code_action(fp_lsp_ask *ask) {
    offer o = { .ask = ask, .only = fp_member(ask->params, "context.only") };
    if (!fp_lsp_ask_span(ask, fp_member(ask->params, "range"), &o.asked)) return;
    fp_json_open(&ask->json, '[');
    if (ask->view->client->action_literals) { /* a client without them could only run commands */
        edit_list all = { 0 };
        if (is_wanted(&o, FP_STR("source.fixAll.fencepost")) && collect_fixes(&o, NULL, &all))
            write_action(&o, FP_STR("apply all safe fixes"), FP_STR("source.fixAll.fencepost"), NULL, false, all.data, all.len);
        for (size_t i = 0; i < ask->view->checked.findings.len; i++)
            if (touches(ask->view->checked.findings.data[i].span, o.asked)) offer_for(&o, &ask->view->checked.findings.data[i]);
    }
    fp_json_close(&ask->json, ']');
}
