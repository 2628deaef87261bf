/* lsp_symbols.c - structure: document symbols, folds, selection ranges, calls. */
#include "base/span.h"
#include "fencepost_editor.h"
#include "lsp/lsp_state.h"

/* ---- document symbols ---- */

static unsigned symbol_kind(fp_outline_kind kind) {
    switch (kind) {
    case FP_OUTLINE_MODULE: return 2;
    case FP_OUTLINE_FUNCTION: return 12;
    case FP_OUTLINE_KERNEL: return 6; /* a method stands out among functions */
    case FP_OUTLINE_GLOBAL: return 13;
    case FP_OUTLINE_STREAM: return 3; /* a namespace: what it holds runs beside the others */
    }
    return 13;
}

static void write_symbol_name(struct fp_json *json, const fp_outline_item *item) {
    fp_json_member_str(json, "name",
                       item->name.len                    ? item->name
                       : item->kind == FP_OUTLINE_MODULE ? FP_STR("module")
                                                         : FP_STR("(no name)"));
    fp_json_member_uint(json, "kind", symbol_kind(item->kind));
}

/* Writes item `i` with what is below it; the index of the next one beside it. */
static uint32_t write_symbol(fp_lsp_ask *ask, const fp_outline_item *items, uint32_t count, uint32_t i) {
    struct fp_json *json = &ask->json;
    const fp_outline_item *item = &items[i++];
    fp_json_open(json, '{');
    write_symbol_name(json, item);
    fp_json_key(json, "range");
    fp_lsp_write_range(json, ask->view, item->span);
    fp_json_key(json, "selectionRange");
    fp_lsp_write_range(json, ask->view, item->name_span);
    bool children = i < count && items[i].depth > item->depth;
    if (children) {
        fp_json_member_open(json, "children", '[');
        while (i < count && items[i].depth > item->depth) i = write_symbol(ask, items, count, i);
        fp_json_close(json, ']');
    }
    fp_json_close(json, '}');
    return i;
}

void fp_lsp_answer_document_symbol(fp_lsp_ask *ask) {
    const fp_outline_item *items;
    uint32_t count = fp_document_outline(ask->keep, ask->view->document, &items);
    fp_json_open(&ask->json, '[');
    for (uint32_t i = 0; i < count;) {
        if (ask->view->client->symbol_tree) {
            i = write_symbol(ask, items, count, i);
            continue;
        }
        fp_json_open(&ask->json, '{');
        write_symbol_name(&ask->json, &items[i]);
        fp_json_key(&ask->json, "location");
        fp_lsp_write_location(&ask->json, ask->view, items[i].span);
        fp_json_close(&ask->json, '}');
        i++;
    }
    fp_json_close(&ask->json, ']');
}

/* Do the letters of `query` come in this order, whatever is between them and however they are written? */
static bool fits_query(fp_str name, fp_str query) {
    size_t at = 0;
    for (size_t i = 0; i < name.len && at < query.len; i++) {
        char have = name.data[i], want = query.data[at];
        if (have >= 'A' && have <= 'Z') have |= 32;
        if (want >= 'A' && want <= 'Z') want |= 32;
        at += have == want;
    }
    return at == query.len;
}

void fp_lsp_answer_symbols_of(fp_lsp_ask *ask) {
    const fp_outline_item *items;
    uint32_t count = ask->view->document ? fp_document_outline(ask->keep, ask->view->document, &items) : 0;
    fp_str query = fp_member_str(ask->params, "query"), container = { "", 0 };
    for (uint32_t i = 0; i < count; i++) {
        if (items[i].depth == 0) container = (fp_str){ "", 0 };
        if (items[i].name.len && fits_query(items[i].name, query)) {
            fp_json_open(&ask->json, '{');
            write_symbol_name(&ask->json, &items[i]);
            fp_json_key(&ask->json, "location");
            fp_lsp_write_location(&ask->json, ask->view, items[i].name_span);
            if (container.len) fp_json_member_str(&ask->json, "containerName", container);
            fp_json_close(&ask->json, '}');
        }
        if (items[i].kind == FP_OUTLINE_MODULE) container = items[i].name;
    }
}

/* ---- folds and selections ---- */

void fp_lsp_answer_folding_range(fp_lsp_ask *ask) {
    const fp_text_fold *folds;
    uint32_t count = fp_document_folds(ask->keep, ask->view->document, &folds), last_line = UINT32_MAX;
    fp_encoding encoding = ask->view->client->encoding;
    fp_json_open(&ask->json, '[');
    for (uint32_t i = 0; i < count; i++) {
        fp_position_walk walk = { 0 };
        fp_lsp_position start = fp_lsp_position_at(ask->view->document, encoding, folds[i].span.start, &walk);
        fp_lsp_position end = fp_lsp_position_at(ask->view->document, encoding, folds[i].span.end, &walk);
        bool region = folds[i].kind == FP_FOLD_REGION;
        if (region) end.line--; /* the closing brace stays in sight */
        if (end.line <= start.line || start.line == last_line) continue;
        last_line = start.line;
        fp_json_open(&ask->json, '{');
        fp_json_member_uint(&ask->json, "startLine", start.line);
        fp_json_member_uint(&ask->json, "endLine", end.line);
        if (!region) fp_json_member_text(&ask->json, "kind", "comment");
        fp_json_close(&ask->json, '}');
    }
    fp_json_close(&ask->json, ']');
}

void fp_lsp_answer_selection_range(fp_lsp_ask *ask) {
    const cJSON *positions = fp_member(ask->params, "positions"), *position;
    struct fp_json *json = &ask->json;
    fp_json_open(json, '[');
    cJSON_ArrayForEach(position, positions) {
        uint32_t offset;
        const fp_span *spans;
        if (!fp_lsp_ask_offset(ask, position, &offset)) return;
        uint32_t count = fp_document_around(ask->keep, ask->view->document, offset, &spans);
        for (uint32_t i = 0; i < count; i++) {
            if (i) fp_json_key(json, "parent");
            fp_json_open(json, '{');
            fp_json_key(json, "range");
            fp_lsp_write_range(json, ask->view, spans[i]);
        }
        for (uint32_t i = 0; i < count; i++) fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
}

/* ---- calls ---- */

static void write_call_item(fp_lsp_ask *ask, fp_str name, fp_span span, fp_span name_span) {
    struct fp_json *json = &ask->json;
    fp_json_open(json, '{');
    fp_json_member_str(json, "name", name);
    fp_json_member_uint(json, "kind", 12);
    fp_json_member_str(json, "uri", ask->view->uri);
    fp_json_key(json, "range");
    fp_lsp_write_range(json, ask->view, span);
    fp_json_key(json, "selectionRange");
    fp_lsp_write_range(json, ask->view, name_span);
    fp_json_close(json, '}');
}

static const fp_outline_item *function_at(fp_lsp_ask *ask, uint32_t offset) {
    const fp_outline_item *items, *found = NULL;
    uint32_t count = fp_document_outline(ask->keep, ask->view->document, &items);
    for (uint32_t i = 0; i < count; i++) {
        bool function = items[i].kind == FP_OUTLINE_FUNCTION || items[i].kind == FP_OUTLINE_KERNEL;
        if (function && fp_span_at_cursor(items[i].span, offset)) found = &items[i];
    }
    return found;
}

void fp_lsp_answer_prepare_calls(fp_lsp_ask *ask) {
    uint32_t offset;
    if (!fp_lsp_ask_offset(ask, fp_member(ask->params, "position"), &offset)) return;
    const fp_call_place *calls;
    uint32_t count = fp_document_calls(ask->keep, ask->view->document, &calls);
    fp_op_place op = fp_document_op(ask->keep, ask->view->document, offset);
    fp_json_open(&ask->json, '[');
    const fp_outline_item *function = function_at(ask, offset);
    bool on_call = false;
    for (uint32_t i = 0; i < count && !on_call; i++) {
        on_call = op.name.len && calls[i].span.start == op.name_span.start && calls[i].callee_span.end;
        if (on_call) write_call_item(ask, calls[i].callee, calls[i].callee_span, calls[i].callee_name);
    }
    if (!on_call && function) write_call_item(ask, function->name, function->span, function->name_span);
    fp_json_close(&ask->json, ']');
}

/* Calls that share the other end are one entry with several ranges. */
static void answer_calls(fp_lsp_ask *ask, bool incoming) {
    fp_span self;
    if (!fp_lsp_ask_span(ask, fp_member(ask->params, "item.selectionRange"), &self)) return;
    const fp_call_place *calls;
    uint32_t count = fp_document_calls(ask->keep, ask->view->document, &calls);
    bool *done = FP_NEW(ask->keep, bool, count + 1);
    fp_json_open(&ask->json, '[');
    for (uint32_t i = 0; i < count; i++) {
        fp_span near = incoming ? calls[i].callee_name : calls[i].caller_name,
                far = incoming ? calls[i].caller_name : calls[i].callee_name;
        if (done[i] || !calls[i].callee_span.end || near.start != self.start) continue;
        fp_json_open(&ask->json, '{');
        fp_json_key(&ask->json, incoming ? "from" : "to");
        if (incoming)
            write_call_item(ask, calls[i].caller, calls[i].caller_span, far);
        else
            write_call_item(ask, calls[i].callee, calls[i].callee_span, far);
        fp_json_member_open(&ask->json, "fromRanges", '[');
        for (uint32_t k = i; k < count; k++) {
            fp_span other_near = incoming ? calls[k].callee_name : calls[k].caller_name,
                    other_far = incoming ? calls[k].caller_name : calls[k].callee_name;
            if (!calls[k].callee_span.end || other_near.start != near.start || other_far.start != far.start) continue;
            done[k] = true;
            fp_lsp_write_range(&ask->json, ask->view, calls[k].span);
        }
        fp_json_close(&ask->json, ']');
        fp_json_close(&ask->json, '}');
    }
    fp_json_close(&ask->json, ']');
}

void fp_lsp_answer_incoming_calls(fp_lsp_ask *ask) { answer_calls(ask, true); }
void fp_lsp_answer_outgoing_calls(fp_lsp_ask *ask) { answer_calls(ask, false); }
