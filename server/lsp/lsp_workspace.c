/* lsp_workspace.c - what is asked of the whole workspace: diagnostics of the files that are not open, symbols of all.
 *
 * A scan is one job after another, one file each, so that other questions get their turn and news of how far it is
 * can be sent in between.
 *
 * Editors that show diagnostics of the workspace ask again as soon as they have an answer. One that finds nothing new
 * is held back until something changes, as the protocol has it, when the question takes partial results and the client
 * tells of changed files. */
#include "base/hash.h"
#include "base/memory.h"
#include "base/vec.h"
#include "fencepost_editor.h"
#include "files/files.h"
#include "files/files_read.h"
#include "lsp/lsp_state.h"
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was found in a file, and how to see that it is still the same. */
typedef struct {
    fp_str path;
    uint64_t stamp; /* fp_path_stamp */
    uint64_t result;
} known_file;
typedef struct fp_lsp_memory {
    struct fp_arena *keep;
    fp_map map;
    FP_VEC(known_file) files;
    uint32_t settings; /* lsp->settings_count that they hold for */
    uint32_t references;
} scan_memory;

typedef struct {
    fp_str uri;
    uint64_t id;
    bool met;
} previous_result;

typedef struct fp_lsp_scan {
    struct fp_lsp_job job;
    struct fp_lsp_scan *next;
    const fp_lsp_client *client;
    fp_message question;
    bool symbols; /* else diagnostics */
    struct fp_arena *keep;
    FP_VEC(fp_str) roots, open;         /* paths; those of open documents answer for themselves */
    FP_VEC(fp_lsp_settings *) settings; /* per root */
    FP_VEC(previous_result) previous;
    fp_map previous_map; /* by URI */
    fp_files files;
    uint32_t root, at; /* what comes next */
    uint32_t waiting;  /* documents that have not answered */
    uint32_t percent;  /* told last */
    uint32_t changes;  /* lsp->workspace_changes when it began */
    bool running, collected;
    bool news; /* a report is not what the client knows */
    bool held; /* ended, but for its answer */
    volatile bool cancelled;
    struct fp_out items;         /* without brackets; the job's while one runs */
    struct fp_out answers;       /* of open documents, which may come at any time: joins the items between two jobs */
    scan_memory *known, *learnt; /* diagnostics: of the scan before, which holds; of this one */
} scan;

/* ---- memory ---- */

static scan_memory *memory_new(uint32_t settings) {
    struct fp_arena *keep = fp_arena_new();
    scan_memory *memory = FP_NEW(keep, scan_memory, 1);
    *memory = (scan_memory){ .keep = keep, .settings = settings, .references = 1 };
    return memory;
}

static void memory_drop(scan_memory *memory) {
    if (memory && --memory->references == 0) fp_arena_drop(memory->keep);
}

static const known_file *memory_find(const scan_memory *memory, fp_str path) {
    if (!memory) return NULL;
    for (fp_map_probe p = fp_map_find(&memory->map, fp_str_hash(path)); fp_map_next(&p);)
        if (fp_str_equal(memory->files.data[p.value].path, path)) return &memory->files.data[p.value];
    return NULL;
}

static void memory_add(scan_memory *memory, known_file file) {
    file.path = fp_str_copy(memory->keep, file.path);
    fp_map_put(memory->keep, &memory->map, fp_str_hash(file.path), memory->files.len);
    *FP_PUSH(memory->keep, &memory->files) = file;
}

/* ---- one file, on any thread ---- */

static void separate(scan *s) {
    if (s->items.len) fp_out_text(&s->items, ", ");
}

static previous_result *previous_of(scan *s, fp_str uri) {
    for (fp_map_probe p = fp_map_find(&s->previous_map, fp_str_hash(uri)); fp_map_next(&p);)
        if (fp_str_equal(s->previous.data[p.value].uri, uri)) return &s->previous.data[p.value];
    return NULL;
}

/* items NULL: as the client knows them. */
static void write_report(scan *s, fp_str uri, uint64_t id, const struct fp_out *items) {
    struct fp_json json = { .out = &s->items };
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, id);
    s->news |= items != NULL;
    separate(s);
    fp_json_open(&json, '{');
    fp_json_member_str(&json, "uri", uri);
    fp_json_key(&json, "version");
    fp_json_null(&json);
    fp_json_member_text(&json, "kind", items ? "full" : "unchanged");
    fp_json_member_text(&json, "resultId", text);
    if (items) {
        fp_json_key(&json, "items");
        fp_json_raw(&json, fp_out_str(items));
    }
    fp_json_close(&json, '}');
}

static void diagnose(scan *s, struct fp_lsp_view *view, known_file *file) {
    previous_result *previous = previous_of(s, view->uri);
    if (previous) previous->met = true;
    if (!fp_lsp_view_advise(view, &s->cancelled)) return;
    struct fp_out items = { 0 };
    struct fp_json json = { .out = &items };
    fp_lsp_write_diagnostics(&json, view);
    file->result = fp_hash_bytes(items.data, items.len);
    write_report(s, view->uri, file->result, previous && previous->id == file->result ? NULL : &items);
    memory_add(s->learnt, *file);
    fp_out_drop(&items);
}

static bool is_unchanged(scan *s, fp_str uri, const known_file *file) {
    const known_file *known = memory_find(s->known, file->path);
    previous_result *previous = previous_of(s, uri);
    bool same = known && previous && known->result == previous->id && known->stamp == file->stamp;
    if (!same) return false;
    previous->met = true;
    write_report(s, uri, known->result, NULL);
    memory_add(s->learnt, *known);
    return true;
}

static void find_symbols(scan *s, struct fp_lsp_view *view) {
    struct fp_arena *scratch = fp_arena_new();
    struct fp_out found = { 0 };
    fp_lsp_ask ask = { .view = view,
                       .params = s->question.params,
                       .keep = scratch,
                       .json = { .out = &found },
                       .cancelled = &s->cancelled };
    fp_lsp_answer_symbols_of(&ask);
    if (found.len) separate(s);
    fp_out_bytes(&s->items, fp_out_str(&found));
    fp_out_drop(&found);
    fp_arena_drop(scratch);
}

static void scan_file(scan *s, fp_lsp_settings *settings, fp_str path) {
    struct fp_arena *scratch = fp_arena_new();
    fp_str uri = fp_path_uri(scratch, path);
    known_file file = { .path = path, .stamp = fp_path_stamp(path) };
    struct fp_out text = { 0 }, why = { 0 };
    bool wanted =
        file.stamp != 0 && (s->symbols || !is_unchanged(s, uri, &file)) && fp_file_read(path, &text, &why) == FP_OK;
    if (wanted) {
        struct fp_lsp_view *view = fp_lsp_view_new(s->client, uri);
        fp_lsp_view_configure(view, settings);
        if (!view->settings->excluded) {
            fp_lsp_view_open(view, fp_out_str(&text));
            if (s->symbols)
                find_symbols(s, view);
            else
                diagnose(s, view, &file);
        }
        fp_lsp_view_drop(view);
    }
    fp_out_drop(&text);
    fp_out_drop(&why);
    fp_arena_drop(scratch);
}

static bool is_open(const scan *s, fp_str path) {
    for (uint32_t i = 0; i < s->open.len; i++)
        if (fp_str_equal(s->open.data[i], path)) return true;
    return false;
}

/* A file that lies in several folders of the workspace is the innermost one's, as it is when it is open. */
static bool is_of_this_root(const scan *s, fp_str path) {
    fp_str here = s->roots.data[s->root];
    for (uint32_t i = 0; i < s->roots.len; i++) {
        fp_str other = s->roots.data[i];
        bool inside = fp_str_starts(path, other) && path.len > other.len && path.data[other.len] == '/';
        if (inside && (other.len > here.len || (other.len == here.len && i < s->root))) return false;
    }
    return true;
}

static const fp_ignore *includes_of(void *configs, fp_str folder) { return fp_configs_includes(configs, folder); }

static void run_scan(struct fp_lsp_job *job) {
    scan *s = (scan *)job;
    if (s->cancelled) return;
    if (!s->collected) {
        s->files = (fp_files){ 0 };
        s->at = 0;
        s->collected = true;
        struct fp_configs *configs = fp_configs_new(s->keep, s->settings.data[s->root]->source);
        fp_files_collect(s->keep, &s->roots.data[s->root], 1, (fp_includes){ includes_of, configs }, &s->files);
        return;
    }
    fp_str path = s->files.data[s->at++].path;
    if (!is_open(s, path) && is_of_this_root(s, path)) scan_file(s, s->settings.data[s->root], path);
}

/* ---- the scan, on the server's thread ---- */

static void send_progress(struct fp_lsp *lsp, const cJSON *token, fp_str value) {
    struct fp_out params = { 0 };
    struct fp_json json = { .out = &params };
    fp_json_open(&json, '{');
    fp_json_key(&json, "token");
    fp_json_value(&json, token);
    fp_json_key(&json, "value");
    fp_json_raw(&json, value);
    fp_json_close(&json, '}');
    fp_lsp_notify(lsp, "$/progress", fp_out_str(&params));
    fp_out_drop(&params);
}

static const cJSON *token_of(const scan *s, const char *name) {
    const cJSON *token = fp_member(s->question.params, name);
    return cJSON_IsString(token) || cJSON_IsNumber(token) ? token : NULL;
}

/* Files of this folder, of all folders alike many: how far the others are is not known yet. */
static void tell_how_far(struct fp_lsp *lsp, scan *s) {
    const cJSON *token = token_of(s, "workDoneToken");
    uint32_t part = s->files.len ? s->at * 100 / s->files.len : 100, percent = (s->root * 100 + part) / s->roots.len;
    if (!token || !s->collected || percent == s->percent) return;
    char value[200];
    snprintf(value, sizeof value,
             "{\"kind\": \"report\", \"message\": \"%" PRIu32 " of %" PRIu32 " files\", \"percentage\": %" PRIu32 "}",
             s->at, s->files.len, percent);
    send_progress(lsp, token, fp_str_of(value));
    s->percent = percent;
}

static void wrap(struct fp_out *out, const scan *s, fp_str items) {
    fp_out_printf(out, s->symbols ? "[%.*s]" : "{\"items\": [%.*s]}", FP_STR_ARG(items));
}

static void send_part(struct fp_lsp *lsp, scan *s) {
    const cJSON *token = token_of(s, "partialResultToken");
    if (!token || !s->items.len) return;
    struct fp_out value = { 0 };
    wrap(&value, s, fp_out_str(&s->items));
    send_progress(lsp, token, fp_out_str(&value));
    fp_out_drop(&value);
    s->items.len = 0;
}

/* Sends an empty report for each file that the client was told of and that is gone now. */
static void clear_gone(scan *s) {
    struct fp_out none = { 0 };
    fp_out_text(&none, "[]");
    for (uint32_t i = 0; i < s->previous.len; i++)
        if (!s->previous.data[i].met) write_report(s, s->previous.data[i].uri, 0, &none);
    fp_out_drop(&none);
}

static void remember(struct fp_lsp *lsp, scan *s) {
    if (s->symbols || s->cancelled || s->learnt->settings != lsp->settings_count) return;
    memory_drop(lsp->memory);
    lsp->memory = s->learnt;
    s->learnt = NULL;
}

static void end_scan(struct fp_lsp *lsp, scan *s) {
    struct fp_lsp_scan **link = &lsp->scans;
    while (*link != s) link = &(*link)->next;
    *link = s->next;
    struct fp_out result = { 0 };
    if (!s->cancelled) send_part(lsp, s);
    if (token_of(s, "workDoneToken")) send_progress(lsp, token_of(s, "workDoneToken"), FP_STR("{\"kind\": \"end\"}"));
    wrap(&result, s, fp_out_str(&s->items));
    if (s->cancelled)
        fp_lsp_reply_error(lsp, s->question.id, FP_RPC_CANCELLED, "cancelled");
    else
        fp_lsp_reply(lsp, s->question.id, fp_out_str(&result));
    remember(lsp, s);
    for (uint32_t i = 0; i < s->settings.len; i++) fp_lsp_settings_drop(s->settings.data[i]);
    memory_drop(s->known);
    memory_drop(s->learnt);
    fp_out_drop(&result);
    fp_out_drop(&s->items);
    fp_out_drop(&s->answers);
    fp_message_drop(&s->question);
    fp_arena_drop(s->keep);
    free(s);
}

static void take_watching(struct fp_lsp *lsp, const cJSON *result) {
    lsp->files = result ? FP_LSP_FILES_WATCHED : FP_LSP_FILES_UNSEEN;
}

/* Folders count as well: of one that is moved the client may name no file. */
static void ask_for_changes(struct fp_lsp *lsp) {
    if (lsp->files != FP_LSP_FILES_UNSEEN || !lsp->client.watch_registration) return;
    lsp->files = FP_LSP_FILES_ASKED_FOR;
    fp_lsp_call_client(lsp, "client/registerCapability",
                       FP_STR("{\"registrations\": [{\"id\": \"workspace\", \"method\": "
                              "\"workspace/didChangeWatchedFiles\", \"registerOptions\": {\"watchers\": "
                              "[{\"globPattern\": \"**/*\"}]}}]}"),
                       take_watching);
}

static void end_or_hold(struct fp_lsp *lsp, scan *s) {
    if (!s->symbols && !s->cancelled) clear_gone(s);
    bool polled = !s->symbols && token_of(s, "partialResultToken") && !token_of(s, "workDoneToken");
    bool idle = polled && !s->cancelled && !s->news && s->changes == lsp->workspace_changes;
    s->held = idle && lsp->files == FP_LSP_FILES_WATCHED;
    if (!s->held) end_scan(lsp, s);
    if (idle) ask_for_changes(lsp);
}

static void end_held(struct fp_lsp *lsp) {
    for (scan *s = lsp->scans, *next; s; s = next) {
        next = s->next;
        if (s->held) end_scan(lsp, s);
    }
}

void fp_lsp_scans_release(struct fp_lsp *lsp) {
    for (scan *s = lsp->scans, *next; s; s = next) {
        next = s->next;
        if (s->held && s->changes != lsp->workspace_changes) end_scan(lsp, s);
    }
}

/* The next job, or the end. */
static void go_on(struct fp_lsp *lsp, scan *s) {
    if (s->running) return;
    if (s->collected && s->at == s->files.len) {
        s->root++;
        s->collected = false;
    }
    if (!s->cancelled && s->root < s->roots.len) {
        s->running = true;
        lsp->host.start(lsp->host.context, &s->job);
    } else if (s->waiting == 0) {
        end_or_hold(lsp, s);
    }
}

static void take_answers(scan *s) {
    assert(!s->running);
    if (!s->answers.len) return;
    separate(s);
    fp_out_bytes(&s->items, fp_out_str(&s->answers));
    s->answers.len = 0;
}

static void finish_scan(struct fp_lsp *lsp, struct fp_lsp_job *job) {
    scan *s = (scan *)job;
    s->running = false;
    take_answers(s);
    if (lsp->phase != FP_LSP_RUNNING) s->cancelled = true;
    if (!s->cancelled) {
        tell_how_far(lsp, s);
        send_part(lsp, s);
    }
    go_on(lsp, s);
}

/* ---- questions ---- */

static scan *scan_new(struct fp_lsp *lsp, fp_message *message, bool symbols) {
    scan *s = fp_memory_zeroed(1, sizeof *s);
    *s = (scan){ .job = { run_scan, finish_scan },
                 .next = lsp->scans,
                 .client = &lsp->client,
                 .question = *message,
                 .changes = lsp->workspace_changes,
                 .symbols = symbols,
                 .keep = fp_arena_new() };
    message->root = NULL;
    lsp->scans = s;
    for (uint32_t i = 0; i < lsp->root_count; i++) {
        fp_lsp_settings *settings = lsp->roots[i].settings ? lsp->roots[i].settings : lsp->settings;
        settings->references++;
        *FP_PUSH(s->keep, &s->roots) = fp_str_copy(s->keep, lsp->roots[i].path);
        *FP_PUSH(s->keep, &s->settings) = settings;
    }
    for (fp_lsp_document *document = lsp->documents; document; document = document->next)
        if (!document->closed) *FP_PUSH(s->keep, &s->open) = fp_uri_path(s->keep, document->view->uri);
    const cJSON *token = token_of(s, "workDoneToken");
    if (token)
        send_progress(lsp, token,
                      symbols ? FP_STR("{\"kind\": \"begin\", \"title\": \"fencepost: symbols\", \"cancellable\": "
                                       "true, \"percentage\": 0}")
                              : FP_STR("{\"kind\": \"begin\", \"title\": \"fencepost: kernels\", \"cancellable\": "
                                       "true, \"percentage\": 0}"));
    return s;
}

void fp_lsp_serve_workspace_diagnostic(struct fp_lsp *lsp, fp_message *message) {
    end_held(lsp); /* no client needs two answers at once */
    scan *s = scan_new(lsp, message, false);
    const cJSON *previous;
    cJSON_ArrayForEach(previous, fp_member(s->question.params, "previousResultIds")) {
        fp_str id = fp_member_str(previous, "value");
        previous_result result = { .uri = fp_member_str(previous, "uri"),
                                   .id = strtoull(fp_str_printf(s->keep, "%.*s", FP_STR_ARG(id)).data, NULL, 16) };
        fp_str path = fp_uri_path(s->keep, result.uri);
        result.met = !path.len || is_open(s, path);
        if (!result.uri.len) continue;
        fp_map_put(s->keep, &s->previous_map, fp_str_hash(result.uri), s->previous.len);
        *FP_PUSH(s->keep, &s->previous) = result;
    }
    s->learnt = memory_new(lsp->settings_count);
    bool holds = lsp->memory && lsp->memory->settings == lsp->settings_count && lsp->client.watch_registration;
    if (holds) {
        s->known = lsp->memory;
        s->known->references++;
    }
    go_on(lsp, s);
}

static void take_symbols(struct fp_lsp *lsp, void *context, const fp_message *question, const fp_str *value,
                         fp_rpc_trouble trouble) {
    (void)question, (void)trouble;
    scan *s = context;
    s->waiting--;
    if (value && !fp_str_equal(*value, FP_STR("null"))) {
        if (s->answers.len) fp_out_text(&s->answers, ", ");
        fp_out_bytes(&s->answers, *value);
    }
    if (!s->running) take_answers(s);
    go_on(lsp, s);
}

void fp_lsp_serve_workspace_symbol(struct fp_lsp *lsp, fp_message *message) {
    static const fp_method_info of_document = { .id = FP_METHOD_COUNT,
                                                .name = "symbols of a document",
                                                .stage = FP_STAGE_TEXT,
                                                .answer = fp_lsp_answer_symbols_of };
    scan *s = scan_new(lsp, message, true);
    s->waiting = 1; /* until all documents were asked */
    for (fp_lsp_document *document = lsp->documents; document; document = document->next) {
        if (document->closed) continue;
        cJSON *params = cJSON_CreateObject();
        fp_message question = { .root = params, .params = params };
        cJSON_AddItemToObject(params, "query", cJSON_Duplicate(fp_member(s->question.params, "query"), true));
        s->waiting++;
        fp_lsp_document_consult(document, &of_document, &question, (fp_lsp_receiver){ take_symbols, s });
    }
    s->waiting--;
    go_on(lsp, s);
}

bool fp_lsp_scans_cancel(struct fp_lsp *lsp, const cJSON *id) {
    for (scan *s = lsp->scans; s; s = s->next)
        if (cJSON_Compare(s->question.id, id, true)) {
            s->cancelled = true;
            if (s->held) end_scan(lsp, s);
            return true;
        }
    return false;
}

void fp_lsp_serve_cancel_progress(struct fp_lsp *lsp, fp_message *message) {
    const cJSON *token = fp_member(message->params, "token");
    for (scan *s = lsp->scans; s; s = s->next)
        if (token && cJSON_Compare(token_of(s, "workDoneToken"), token, true)) s->cancelled = true;
}

void fp_lsp_scans_stop(struct fp_lsp *lsp) {
    for (scan *s = lsp->scans; s; s = s->next) s->cancelled = true;
    end_held(lsp);
}

/* Only those are left that wait for documents which are gone. */
void fp_lsp_scans_drop(struct fp_lsp *lsp) {
    while (lsp->scans) end_scan(lsp, lsp->scans);
    memory_drop(lsp->memory);
}
