/* lsp_view.c - a document as its jobs see it: text, settings, result. */
#include "base/chars.h"
#include "base/memory.h"
#include "files/files_path.h"
#include "lsp/lsp_state.h"
#include <stdlib.h>
#include <string.h>

/* ---- URIs ---- */

fp_str fp_uri_path(struct fp_arena *keep, fp_str uri) {
    static const fp_str empty = { "", 0 };
    if (!fp_str_starts(uri, FP_STR("file://"))) return empty;
    fp_str rest = fp_str_slice(uri, 7, uri.len);
    rest = fp_str_slice(rest, fp_str_find(rest, '/'), rest.len); /* a host name is of no use here */
    char *path = FP_NEW(keep, char, rest.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < rest.len; i++) {
        char c = rest.data[i];
        if (c == '?' || c == '#') break;
        if (c == '%' && i + 2 < rest.len && fp_hex_value(rest.data[i + 1]) >= 0 &&
            fp_hex_value(rest.data[i + 2]) >= 0) {
            c = (char)(fp_hex_value(rest.data[i + 1]) * 16 + fp_hex_value(rest.data[i + 2]));
            i += 2;
        }
        if (c == 0) return empty;
        path[len++] = c;
    }
    return (fp_str){ path, len };
}

fp_str fp_path_uri(struct fp_arena *keep, fp_str path) {
    static const char digits[] = "0123456789ABCDEF";
    char *uri = FP_NEW(keep, char, 8 + path.len * 3);
    size_t len = 7;
    memcpy(uri, "file://", 7);
    for (size_t i = 0; i < path.len; i++) {
        unsigned char c = (unsigned char)path.data[i];
        bool plain = (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || memchr("-._~/", c, 5);
        if (plain) {
            uri[len++] = (char)c;
        } else {
            uri[len++] = '%';
            uri[len++] = digits[c >> 4];
            uri[len++] = digits[c & 15];
        }
    }
    return (fp_str){ uri, len };
}

/* ---- life ---- */
/* JSON of a range, around its four numbers. */
#define PIECE(text) \
    { text, sizeof(text) - 1 }
static const fp_str range_pieces[] = { PIECE("{\"start\": {\"line\": "), PIECE(", \"character\": "),
                                       PIECE("}, \"end\": {\"line\": "), PIECE(", \"character\": "), PIECE("}}") };
#undef PIECE

struct fp_lsp_view *fp_lsp_view_new(const fp_lsp_client *client, fp_str uri) {
    struct fp_lsp_view *view = fp_memory_zeroed(1, sizeof *view);
    char *copy = fp_memory_raw(uri.len + 1);
    memcpy(copy, uri.data, uri.len);
    view->client = client;
    view->uri = (fp_str){ copy, uri.len };
    struct fp_json head = { .out = &view->place_head };
    fp_json_open(&head, '{');
    fp_json_member_str(&head, "uri", uri);
    fp_json_key(&head, "range");
    fp_out_bytes(&view->place_head, range_pieces[0]);
    return view;
}

static void forget_result(struct fp_lsp_view *view) {
    view->revision++;
    fp_arena_drop(view->keep);
    fp_mender_drop(view->mender);
    view->keep = NULL;
    view->source_files = (fp_lsp_source_files){ 0 };
    view->mender = NULL;
    view->told = 0;
    view->is_read = false;
}

static void replace_recent(struct fp_lsp_view *view, struct fp_lsp_recent *recent) {
    fp_lsp_recent_drop(view->recent);
    view->recent = recent;
}

void fp_lsp_view_forget_recent(struct fp_lsp_view *view) { replace_recent(view, NULL); }

void fp_lsp_view_rest(struct fp_lsp_view *view) {
    fp_mender_drop(view->mender);
    view->mender = NULL;
    fp_out_drop(&view->tokens);
    if (view->document) fp_document_rest(view->document);
}

void fp_lsp_view_drop(struct fp_lsp_view *view) {
    forget_result(view);
    fp_lsp_view_forget_recent(view);
    fp_engine_drop(view->engine);
    fp_arena_drop(view->configured);
    fp_out_drop(&view->tokens);
    free((char *)view->uri.data);
    fp_out_drop(&view->place_head);
    free(view);
}

/* ---- text and settings ---- */

static void read_settings(struct fp_lsp_view *view) {
    static const fp_settings usual;
    fp_arena_drop(view->configured);
    view->configured = fp_arena_new();
    view->settings = &usual;
    view->config_trouble = (fp_str){ "", 0 };
    view->path = fp_uri_path(view->configured, view->uri);
    fp_config_source source = view->editor->source;
    if (!view->path.len) source.none = !source.file.len;
    struct fp_out why = { 0 };
    fp_str path = view->path.len ? view->path : FP_STR("/untitled");
    struct fp_configs *configs = fp_configs_new(view->configured, source);
    fp_status status = fp_configs_settings(configs, path, &view->settings, &why);
    view->config_files = fp_configs_files(configs, &view->config_file_count);
    if (status != FP_OK) {
        view->config_trouble = fp_str_copy(view->configured, fp_out_str(&why));
        source.none = true;
        source.file = (fp_str){ "", 0 };
        if (fp_configs_settings(fp_configs_new(view->configured, source), path, &view->settings, &why) != FP_OK)
            view->settings = &usual;
    }
    view->least = view->settings->min_level != FP_LEVEL_OFF ? view->settings->min_level : FP_LEVEL_WARNING;
    fp_out_drop(&why);
}

void fp_lsp_view_open(struct fp_lsp_view *view, fp_str text) {
    forget_result(view);
    view->given_up = false;
    replace_recent(view, fp_lsp_recent_none());
    fp_document_close(view->document);
    view->document = fp_document_open(view->engine, text);
}

/* An engine has the settings it was made with: the document moves to a new one. */
void fp_lsp_view_configure(struct fp_lsp_view *view, const fp_lsp_settings *editor) {
    struct fp_engine *old_engine = view->engine;
    struct fp_document *old = view->document;
    forget_result(view);
    replace_recent(view, old ? fp_lsp_recent_none() : NULL);
    view->editor = editor;
    read_settings(view);
    view->engine = fp_engine_new(&view->settings->options);
    if (old) view->document = fp_document_open(view->engine, fp_document_text(old));
    fp_engine_drop(old_engine);
}

void fp_lsp_view_give_up(struct fp_lsp_view *view) {
    forget_result(view);
    replace_recent(view, NULL);
    fp_document_close(view->document);
    fp_engine_drop(view->engine);
    view->engine = fp_engine_new(&view->settings->options);
    view->document = fp_document_open(view->engine, (fp_str){ "", 0 });
    view->given_up = true;
}

static bool read_position(const cJSON *json, fp_lsp_position *position) {
    return fp_member_uint(json, "line", &position->line) && fp_member_uint(json, "character", &position->character);
}

bool fp_lsp_change_is_whole(const cJSON *change) {
    const cJSON *range = fp_member(change, "range");
    fp_lsp_position unused;
    if (!cJSON_IsString(fp_member(change, "text"))) return false;
    return !range || cJSON_IsNull(range) ||
           (read_position(fp_member(range, "start"), &unused) && read_position(fp_member(range, "end"), &unused));
}

static void edit_text(struct fp_lsp_view *view, fp_span span, fp_str text) {
    if (view->recent) fp_lsp_recent_edit(view->recent, fp_document_text(view->document), span, text);
    fp_document_edit(view->document, span, text);
}

void fp_lsp_view_change(struct fp_lsp_view *view, const cJSON *changes) {
    const cJSON *change;
    if (view->given_up) return;
    if (view->keep) replace_recent(view, fp_lsp_recent_take(view->document));
    forget_result(view);
    cJSON_ArrayForEach(change, changes) {
        const cJSON *range = fp_member(change, "range"), *text = fp_member(change, "text");
        fp_lsp_position start, end;
        if (!fp_lsp_change_is_whole(change)) continue; /* that was told */
        if (!range || cJSON_IsNull(range)) {
            edit_text(view, (fp_span){ 0, UINT32_MAX }, fp_json_string(text));
        } else if (read_position(fp_member(range, "start"), &start) && read_position(fp_member(range, "end"), &end)) {
            fp_encoding encoding = view->client->encoding;
            fp_span span = { fp_lsp_position_offset(view->document, encoding, start),
                             fp_lsp_position_offset(view->document, encoding, end) };
            if (span.start > span.end) span = (fp_span){ span.end, span.start };
            edit_text(view, span, fp_json_string(text));
        }
    }
}

void fp_lsp_view_read(struct fp_lsp_view *view, const volatile bool *cancelled) {
    if (view->document) view->is_read = fp_document_read(view->document, cancelled);
}

bool fp_lsp_view_check(struct fp_lsp_view *view, const volatile bool *cancelled) {
    if (view->keep) return true;
    fp_wishes first = { .least = view->least, .savings = FP_LEVEL_WARNING, .more_follows = true };
    view->checked = fp_check_shown(view->document, first, cancelled);
    if (*cancelled) return false;
    view->keep = fp_arena_new();
    return true;
}

static fp_wishes all_wishes(const struct fp_lsp_view *view) {
    return (fp_wishes){ .least = view->least, .fixes = true };
}

bool fp_lsp_view_lacks_advice(const struct fp_lsp_view *view) {
    return view->keep && fp_document_lacks(view->document, all_wishes(view));
}

bool fp_lsp_view_advise(struct fp_lsp_view *view, const volatile bool *cancelled) {
    if (!fp_lsp_view_check(view, cancelled)) return false;
    fp_checked advised = fp_check_shown(view->document, all_wishes(view), cancelled);
    if (*cancelled) return false;
    view->checked = advised;
    return true;
}

/* ---- places in questions and answers ---- */

bool fp_lsp_ask_offset(fp_lsp_ask *ask, const cJSON *position, uint32_t *offset) {
    fp_lsp_position place;
    if (!read_position(position, &place)) {
        ask->trouble = (fp_rpc_trouble){ FP_RPC_INVALID_PARAMS, "a position is missing or is none" };
        return false;
    }
    *offset = fp_lsp_position_offset(ask->view->document, ask->view->client->encoding, place);
    return true;
}

bool fp_lsp_ask_span(fp_lsp_ask *ask, const cJSON *range, fp_span *span) {
    fp_span read;
    if (!fp_lsp_ask_offset(ask, fp_member(range, "start"), &read.start) ||
        !fp_lsp_ask_offset(ask, fp_member(range, "end"), &read.end))
        return false;
    *span = read.start <= read.end ? read : (fp_span){ read.end, read.start };
    return true;
}

static void write_positions(struct fp_json *json, const fp_str *pieces, fp_lsp_position start, fp_lsp_position end) {
    fp_json_numbers(json, pieces, (const uint32_t[]){ start.line, start.character, end.line, end.character }, 4);
}

void fp_lsp_write_positions(struct fp_json *json, fp_lsp_position start, fp_lsp_position end) {
    write_positions(json, range_pieces, start, end);
}

static void write_span(struct fp_json *json, const struct fp_lsp_view *view, const fp_str *pieces, fp_span span) {
    fp_position_walk walk = { 0 };
    fp_lsp_position start = fp_lsp_position_at(view->document, view->client->encoding, span.start, &walk),
                    end = fp_lsp_position_at(view->document, view->client->encoding, span.end, &walk);
    write_positions(json, pieces, start, end);
}

void fp_lsp_write_range(struct fp_json *json, const struct fp_lsp_view *view, fp_span span) {
    write_span(json, view, range_pieces, span);
}

/* Up to the first number it is the same for all places of the document, and kept: most of the JSON of a finding with
 * many related places. */
void fp_lsp_write_location(struct fp_json *json, const struct fp_lsp_view *view, fp_span span) {
    const fp_str pieces[] = { fp_out_str(&view->place_head), range_pieces[1], range_pieces[2], range_pieces[3],
                              FP_STR("}}}") };
    write_span(json, view, pieces, span);
}
