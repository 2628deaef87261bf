/* lsp_names.c - names: definition, references, highlights, rename. */
#include "base/chars.h"
#include "base/span.h"
#include "base/vec.h"
#include "fencepost_editor.h"
#include "fencepost_streams.h"
#include "lsp/lsp_streams.h"

static bool asked_name(fp_lsp_ask *ask, uint32_t *offset, fp_name_info *name) {
    if (!fp_lsp_ask_offset(ask, fp_member(ask->params, "position"), offset)) return false;
    *name = fp_document_name(ask->keep, ask->view->document, *offset);
    return name->kind != FP_NAME_NONE;
}

typedef FP_VEC(fp_span) span_list;

static void add_once(fp_lsp_ask *ask, span_list *list, fp_span span) {
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i].start == span.start) return;
    *FP_PUSH(ask->keep, list) = span;
}

/* A wait is defined by the arrivals that complete what it waits for; an arrival by what initialises its barrier, where
 * nothing does by the waits that it releases. */
static void answer_stream_definition(fp_lsp_ask *ask, uint32_t offset) {
    const fp_stream_note *notes;
    const fp_stream_place *uses;
    span_list waited_for = { 0 }, released = { 0 }, inits = { 0 };
    uint32_t count = fp_document_stream_notes(ask->keep, ask->view->document, offset, &notes);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < notes[i].partner_count; k++) {
            if (fp_lsp_is_wait(&notes[i])) add_once(ask, &waited_for, notes[i].partners[k].span);
            if (fp_lsp_is_arrival(&notes[i])) add_once(ask, &released, notes[i].partners[k].span);
        }
    bool asks_init = waited_for.len == 0 && count > 0;
    uint32_t use_count = asks_init ? fp_document_stream_uses(ask->keep, ask->view->document, offset, &uses) : 0;
    for (uint32_t i = 0; i < use_count; i++)
        if (uses[i].does == FP_PICTURE_DOES_INIT) add_once(ask, &inits, uses[i].span);
    const span_list *found = waited_for.len ? &waited_for : inits.len ? &inits : &released;
    if (found->len == 0) return;
    fp_json_open(&ask->json, '[');
    for (uint32_t i = 0; i < found->len; i++) fp_lsp_write_location(&ask->json, ask->view, found->data[i]);
    fp_json_close(&ask->json, ']');
}

void fp_lsp_answer_definition(fp_lsp_ask *ask) {
    uint32_t offset;
    fp_name_info name;
    if (!asked_name(ask, &offset, &name)) {
        if (!ask->trouble.code) answer_stream_definition(ask, offset);
        return;
    }
    fp_json_open(&ask->json, '[');
    for (uint32_t i = 0; i < name.count; i++) {
        if (!name.places[i].defines) continue;
        bool captures = name.origin.end && fp_span_at_cursor(name.places[i].span, offset);
        fp_lsp_write_location(&ask->json, ask->view, captures ? name.origin : name.places[i].span);
    }
    fp_json_close(&ask->json, ']');
}

static bool is_written(const fp_name_info *name, fp_span op) {
    for (uint32_t i = 0; i < name->count; i++)
        if (fp_span_within(name->places[i].span, op)) return true;
    for (uint32_t i = 0; i < name->elsewhere_count; i++)
        if (fp_span_within(name->elsewhere[i].span, op)) return true;
    return false;
}

static void write_uses(fp_lsp_ask *ask, const fp_name_place *places, uint32_t count, bool definitions_too) {
    for (uint32_t i = 0; i < count; i++)
        if (definitions_too || !places[i].defines) fp_lsp_write_location(&ask->json, ask->view, places[i].span);
}

/* The uses of a name, and of the names that partitions capture its value by; for a barrier that streams meet in, what
 * all of them do on it, under whatever name. */
void fp_lsp_answer_references(fp_lsp_ask *ask) {
    uint32_t offset;
    fp_name_info name = { 0 };
    const fp_stream_place *uses;
    asked_name(ask, &offset, &name);
    if (ask->trouble.code) return;
    uint32_t count = fp_document_stream_uses(ask->keep, ask->view->document, offset, &uses);
    if (name.kind == FP_NAME_NONE && count == 0) return;
    bool all = fp_member_true(ask->params, "context.includeDeclaration");
    fp_json_open(&ask->json, '[');
    write_uses(ask, name.places, name.count, all);
    write_uses(ask, name.elsewhere, name.elsewhere_count, all);
    for (uint32_t i = 0; i < count; i++)
        if ((i == 0 || uses[i].span.start != uses[i - 1].span.start) && !is_written(&name, uses[i].span))
            fp_lsp_write_location(&ask->json, ask->view, uses[i].span);
    fp_json_close(&ask->json, ']');
}

/* ---- highlights: what a barrier orders and what an access conflicts with, else the uses of a name ---- */

static void write_highlight(fp_lsp_ask *ask, fp_span span, unsigned kind) {
    fp_json_open(&ask->json, '{');
    fp_json_key(&ask->json, "range");
    fp_lsp_write_range(&ask->json, ask->view, span);
    fp_json_member_uint(&ask->json, "kind", kind);
    fp_json_close(&ask->json, '}');
}

enum { FP_HIGHLIGHT_TEXT = 1, FP_HIGHLIGHT_READ = 2, FP_HIGHLIGHT_WRITE = 3 };

static void highlight_op(fp_lsp_ask *ask, uint32_t offset) {
    const fp_sync_note *notes;
    uint32_t count = fp_document_sync_notes(ask->view->document, &notes);
    for (uint32_t i = 0; i < count; i++) {
        if (!fp_span_at_cursor(notes[i].span, offset)) continue;
        write_highlight(ask, notes[i].span, FP_HIGHLIGHT_TEXT);
        if (notes[i].producer.span.end) write_highlight(ask, notes[i].producer.span, FP_HIGHLIGHT_WRITE);
        if (notes[i].consumer.span.end && notes[i].consumer.span.start != notes[i].producer.span.start)
            write_highlight(ask, notes[i].consumer.span, FP_HIGHLIGHT_READ);
        return;
    }
    for (size_t i = 0; i < ask->view->checked.findings.len; i++) {
        const fp_finding *finding = &ask->view->checked.findings.data[i];
        bool here = fp_span_at_cursor(finding->span, offset), related = false;
        for (size_t k = 0; k < finding->related_count; k++)
            related |= fp_span_at_cursor(finding->related[k].span, offset);
        if (!here && !related) continue;
        write_highlight(ask, finding->span, FP_HIGHLIGHT_READ);
        for (size_t k = 0; k < finding->related_count; k++)
            write_highlight(ask, finding->related[k].span, FP_HIGHLIGHT_WRITE);
    }
}

void fp_lsp_answer_document_highlight(fp_lsp_ask *ask) {
    uint32_t offset;
    fp_name_info name;
    bool named = asked_name(ask, &offset, &name);
    if (ask->trouble.code) return;
    fp_json_open(&ask->json, '[');
    for (uint32_t i = 0; named && i < name.count; i++)
        write_highlight(ask, name.places[i].span, name.places[i].defines ? FP_HIGHLIGHT_WRITE : FP_HIGHLIGHT_READ);
    if (!named) highlight_op(ask, offset);
    fp_json_close(&ask->json, ']');
}

/* ---- rename ---- */

static bool can_rename(const fp_name_info *name) {
    for (uint32_t i = 0; i < name->count; i++)
        if (name->places[i].defines) return true;
    return false;
}

void fp_lsp_answer_prepare_rename(fp_lsp_ask *ask) {
    uint32_t offset;
    fp_name_info name;
    if (!asked_name(ask, &offset, &name) || !can_rename(&name)) return;
    fp_json_open(&ask->json, '{');
    fp_json_key(&ask->json, "range");
    fp_lsp_write_range(&ask->json, ask->view, name.at);
    fp_str text = fp_document_text(ask->view->document);
    fp_json_member_str(&ask->json, "placeholder", fp_str_slice(text, name.at.start, name.at.end));
    fp_json_close(&ask->json, '}');
}

/* MLIR's bare identifiers: letters first, or digits alone. */
static bool is_bare_name(fp_str name) {
    bool digits = name.len > 0;
    for (size_t i = 0; i < name.len; i++) {
        if (!fp_is_suffix(name.data[i])) return false;
        digits = digits && fp_is_digit(name.data[i]);
    }
    return name.len > 0 && (digits || !fp_is_digit(name.data[0]));
}

/* A name that the text has already would then mean two things. */
static bool is_taken(fp_lsp_ask *ask, fp_str name, const fp_name_info *old) {
    fp_str text = fp_document_text(ask->view->document);
    for (size_t at = 0; at + name.len <= text.len; at++) {
        if (text.data[at] != name.data[0] || !fp_str_starts(fp_str_slice(text, at, text.len), name)) continue;
        bool longer = at + name.len < text.len && fp_is_suffix(text.data[at + name.len]);
        if (longer) continue;
        if (old->kind == FP_NAME_SYMBOL || old->kind == FP_NAME_ALIAS) return true;
        fp_name_info other = fp_document_name(ask->keep, ask->view->document, (uint32_t)at);
        const fp_outline_item *items;
        uint32_t count = fp_document_outline(ask->keep, ask->view->document, &items);
        for (uint32_t i = 0; i < count && other.kind == old->kind; i++) {
            bool function = items[i].kind == FP_OUTLINE_FUNCTION || items[i].kind == FP_OUTLINE_KERNEL;
            if (function && fp_span_at_cursor(items[i].span, (uint32_t)at) &&
                fp_span_at_cursor(items[i].span, old->at.start))
                return true;
        }
    }
    return false;
}

void fp_lsp_answer_rename(fp_lsp_ask *ask) {
    uint32_t offset;
    fp_name_info name;
    if (!asked_name(ask, &offset, &name) || !can_rename(&name)) {
        if (!ask->trouble.code)
            ask->trouble = (fp_rpc_trouble){ FP_RPC_REQUEST_FAILED, "there is no name of this text to rename" };
        return;
    }
    fp_str text = fp_document_text(ask->view->document), wanted = fp_member_str(ask->params, "newName");
    fp_str sigil = fp_str_slice(text, name.at.start, name.at.start + 1);
    if (wanted.len && wanted.data[0] == sigil.data[0]) wanted = fp_str_slice(wanted, 1, wanted.len);
    if (!is_bare_name(wanted)) {
        ask->trouble = (fp_rpc_trouble){
            FP_RPC_INVALID_PARAMS,
            "that is no name in MLIR: letters, digits, '_', '$', '.' and '-', not starting with a digit"
        };
        return;
    }
    wanted = fp_str_printf(ask->keep, "%.*s%.*s", FP_STR_ARG(sigil), FP_STR_ARG(wanted));
    bool same = fp_str_equal(wanted, fp_str_slice(text, name.at.start, name.at.end));
    if (!same && is_taken(ask, wanted, &name)) {
        ask->trouble = (fp_rpc_trouble){ FP_RPC_REQUEST_FAILED, "the name is taken" };
        return;
    }
    fp_edit *edits = FP_NEW(ask->keep, fp_edit, name.count);
    for (uint32_t i = 0; i < name.count; i++) edits[i] = (fp_edit){ name.places[i].span, wanted };
    fp_lsp_write_edit(&ask->json, ask->view, edits, name.count);
}
