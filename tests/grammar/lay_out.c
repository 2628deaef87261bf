#include "lay_out.h"
#include <stdlib.h>
#include <string.h>

#define LAYOUT_LABEL(name, label) label,
static const char *const labels[] = { LAYOUTS(LAYOUT_LABEL) };
const char *layout_label(layout k) { return labels[k]; }

/* ---- tokens ---- */

static void add_token(token_list *tokens, token t) {
    if (tokens->count == tokens->capacity) {
        tokens->capacity = tokens->capacity ? 2 * tokens->capacity : 1024;
        tokens->data = realloc(tokens->data, tokens->capacity * sizeof *tokens->data);
        if (!tokens->data) abort();
    }
    tokens->data[tokens->count++] = t;
}

static token_kind kind_of(TSNode node) {
    if (is_type(node, "comment")) return TOKEN_COMMENT;
    if (is_type(node, "section_split")) return TOKEN_SPLIT;
    if (is_type(node, "keyword") || is_type(node, "->")) return TOKEN_WORD;
    if (is_type(node, "string")) return TOKEN_STRING;
    return is_type(node, "op_name") ? TOKEN_NAME : TOKEN;
}

void token_list_read(token_list *tokens, const TSTree *tree) {
    tokens->count = 0;
    uint32_t depth = 0;
    for (walk w = walk_begin(tree); walk_next(&w);) {
        if (ts_node_child_count(w.node) > 0) continue;
        bool closes = is_type(w.node, "}") && is_type(ts_node_parent(w.node), "region");
        if (closes) depth--;
        token_kind kind = kind_of(w.node);
        add_token(tokens, (token){ ts_node_start_byte(w.node), ts_node_end_byte(w.node), depth, kind });
        if (is_type(w.node, "{") && is_type(ts_node_parent(w.node), "region")) depth++;
    }
}

/* ---- other layouts ---- */

typedef struct {
    text out;
    uint32_t capacity;
} writer;

static void put(writer *w, const char *data, uint32_t len) {
    while (w->out.len + len > w->capacity) {
        w->capacity = w->capacity ? 2 * w->capacity : 4096;
        w->out.data = realloc(w->out.data, w->capacity);
        if (!w->out.data) abort();
    }
    memcpy(w->out.data + w->out.len, data, len);
    w->out.len += len;
}

static void put_times(writer *w, char c, uint32_t count) {
    for (; count > 0; count--) put(w, &c, 1);
}

static void put_line(writer *w, layout k, random_source *random, uint32_t depth) {
    put(w, &"\r\n"[k != TABS], 1 + (k == TABS));
    if (k == TABS) put_times(w, '\t', depth);
    if (k == REVERSED) put_times(w, ' ', depth < 20 ? 40 - 2 * depth : 0);
    if (k == RANDOM_INDENT || k == SPLIT || k == SCATTERED)
        put_times(w, ' ', random_below(random, 3) ? random_below(random, 14) : 0);
}

/* White space between two tokens that have some: a new line or not? */
static bool breaks_line(layout k, random_source *random, bool broken) {
    switch (k) {
    case FLUSH:
    case RANDOM_INDENT:
    case REVERSED:
    case TABS: return broken;
    case JOINED: return broken && random_below(random, 2);
    case ONE_LINE: return false;
    case SPLIT: return broken || random_below(random, 12) == 0;
    case SCATTERED: return random_below(random, 4) == 0;
    case LAYOUT_COUNT: break;
    }
    return broken;
}

text lay_out(text t, const token_list *tokens, layout k, random_source *random) {
    static const char comment[] = "// %x = \"}\" { memref.load";
    writer w = { 0 };
    uint32_t end = 0; /* of the token before */
    token_kind before = TOKEN;
    for (uint32_t i = 0; i < tokens->count; i++) {
        const token *at = &tokens->data[i];
        if (k == ONE_LINE && at->kind == TOKEN_COMMENT) continue;
        bool blank = at->start > end, broken = memchr(t.data + end, '\n', at->start - end) != NULL,
             line_must_end = before >= TOKEN_COMMENT;
        bool breaks = blank && breaks_line(k, random, broken);
        if (at->kind == TOKEN_NAME && t.data[at->start] == '"' && end > 0 && t.data[end - 1] != '=') breaks = broken;
        if (before == TOKEN_WORD || (before == TOKEN_NAME && at->kind == TOKEN_STRING)) breaks &= broken;
        if (k == SCATTERED && end > 0 && (t.data[end - 1] == ',' || t.data[end - 1] == '=')) breaks &= broken;
        if (breaks || line_must_end || at->kind == TOKEN_SPLIT) {
            if (k == SCATTERED && at->kind < TOKEN_COMMENT && !line_must_end && random_below(random, 4) == 0) {
                put(&w, " ", 1);
                put(&w, comment, sizeof comment - 1);
            }
            put_line(&w, k, random, at->depth);
        } else if (blank) {
            put(&w, " ", 1);
        }
        put(&w, t.data + at->start, at->end - at->start);
        before = at->kind;
        end = at->end;
    }
    put(&w, "\n", 1);
    return w.out;
}
