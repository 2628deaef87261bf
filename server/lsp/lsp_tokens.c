/* lsp_tokens.c - semantic tokens: whole, what changed since last time, and a range. */
#include "fencepost_editor.h"
#include "lsp/lsp_state.h"
#include <stdio.h>
#include <string.h>

enum { FP_FIELDS = 5 }; /* numbers of a token: line and start relative to the one before, length, type, modifiers */

typedef struct {
    uint32_t *data;
    uint32_t len;
} numbers;

static numbers encode(fp_lsp_ask *ask, fp_span span) {
    const fp_class_token *tokens;
    const struct fp_document *document = ask->view->document;
    fp_encoding encoding = ask->view->client->encoding;
    uint32_t count = fp_document_tokens(ask->keep, document, span, &tokens);
    numbers result = { FP_NEW(ask->keep, uint32_t, (size_t)count * FP_FIELDS + 1), 0 };
    fp_lsp_position last = { 0, 0 };
    fp_position_walk walk = { 0 };
    fp_str text = fp_document_text(document);
    for (uint32_t i = 0; i < count; i++) {
        fp_lsp_position place = fp_lsp_position_at(document, encoding, tokens[i].span.start, &walk);
        uint32_t *field = result.data + result.len;
        field[0] = place.line - last.line;
        field[1] = field[0] ? place.character : place.character - last.character;
        field[2] = fp_lsp_units(fp_str_slice(text, tokens[i].span.start, tokens[i].span.end), encoding);
        field[3] = tokens[i].klass;
        field[4] = tokens[i].defines;
        result.len += FP_FIELDS;
        last = place;
    }
    return result;
}

static void write_numbers(struct fp_json *json, const uint32_t *data, uint32_t len) {
    fp_json_open(json, '[');
    fp_out_grow(json->out, (size_t)len * 4); /* a large text has millions of them */
    for (uint32_t i = 0; i < len; i++) fp_json_uint(json, data[i]);
    fp_json_close(json, ']');
}

static void write_id(fp_lsp_ask *ask) {
    char id[16];
    snprintf(id, sizeof id, "%u", ask->view->tokens_id);
    fp_json_member_text(&ask->json, "resultId", id);
}

static void remember(struct fp_lsp_view *view, numbers tokens) {
    view->tokens.len = 0;
    fp_out_bytes(&view->tokens, (fp_str){ (const char *)tokens.data, tokens.len * sizeof *tokens.data });
    view->tokens_id++;
}

static void write_full(fp_lsp_ask *ask, numbers tokens) {
    fp_json_open(&ask->json, '{');
    write_id(ask);
    fp_json_key(&ask->json, "data");
    write_numbers(&ask->json, tokens.data, tokens.len);
    fp_json_close(&ask->json, '}');
}

void fp_lsp_answer_tokens_full(fp_lsp_ask *ask) {
    numbers tokens = encode(ask, (fp_span){ 0, UINT32_MAX });
    remember(ask->view, tokens);
    write_full(ask, tokens);
}

/* One edit from the first number that differs to the last, token by token. */
void fp_lsp_answer_tokens_delta(fp_lsp_ask *ask) {
    char id[16];
    snprintf(id, sizeof id, "%u", ask->view->tokens_id);
    fp_str previous = fp_member_str(ask->params, "previousResultId");
    bool known = ask->view->tokens.data && fp_str_equal(previous, fp_str_of(id)); /* a document at rest forgets them */
    numbers now = encode(ask, (fp_span){ 0, UINT32_MAX });
    uint32_t old_len = (uint32_t)(ask->view->tokens.len / sizeof *now.data), head = 0, tail = 0;
    uint32_t *old = FP_NEW(ask->keep, uint32_t, old_len + 1);
    if (old_len) memcpy(old, ask->view->tokens.data, ask->view->tokens.len);
    remember(ask->view, now);
    if (!known) {
        write_full(ask, now);
        return;
    }
    uint32_t shorter = old_len < now.len ? old_len : now.len;
    while (head < shorter && memcmp(old + head, now.data + head, FP_FIELDS * sizeof *old) == 0) head += FP_FIELDS;
    while (tail < shorter - head && memcmp(old + old_len - tail - FP_FIELDS, now.data + now.len - tail - FP_FIELDS,
                                           FP_FIELDS * sizeof *old) == 0)
        tail += FP_FIELDS;
    fp_json_open(&ask->json, '{');
    write_id(ask);
    fp_json_member_open(&ask->json, "edits", '[');
    if (head + tail < old_len || head + tail < now.len) {
        fp_json_open(&ask->json, '{');
        fp_json_member_uint(&ask->json, "start", head);
        fp_json_member_uint(&ask->json, "deleteCount", old_len - head - tail);
        fp_json_key(&ask->json, "data");
        write_numbers(&ask->json, now.data + head, now.len - head - tail);
        fp_json_close(&ask->json, '}');
    }
    fp_json_close(&ask->json, ']');
    fp_json_close(&ask->json, '}');
}

void fp_lsp_answer_tokens_range(fp_lsp_ask *ask) {
    fp_span span;
    if (!fp_lsp_ask_span(ask, fp_member(ask->params, "range"), &span)) return;
    numbers tokens = encode(ask, span);
    fp_json_open(&ask->json, '{');
    fp_json_key(&ask->json, "data");
    write_numbers(&ask->json, tokens.data, tokens.len);
    fp_json_close(&ask->json, '}');
}
