/* lsp_watched.c - configuration files that the client is asked to watch beside every fencepost.json: those of any name
 * that others extend, or that the settings name. Once asked for, a file stays watched: there are few. */
#include "base/memory.h"
#include "files/files_path.h"
#include "lsp/lsp_state.h"
#include <stdlib.h>
#include <string.h>

struct fp_lsp_watched {
    struct fp_lsp_watched *next;
    char *path;
};

static bool is_named_as_usual(fp_str path) { return fp_str_ends(path, FP_STR("/" FP_CONFIG_NAME)); }

static bool is_watched(const struct fp_lsp *lsp, fp_str path) {
    for (const struct fp_lsp_watched *w = lsp->watched; w; w = w->next)
        if (fp_str_equal(fp_str_of(w->path), path)) return true;
    return false;
}

static bool lies_in_workspace(const struct fp_lsp *lsp, fp_str path) {
    for (uint32_t i = 0; i < lsp->root_count; i++) {
        fp_str root = lsp->roots[i].path;
        if (fp_str_starts(path, root) && path.len > root.len && path.data[root.len] == '/') return true;
    }
    return false;
}

/* A pattern below a folder where the client knows such, as it must be outside of the workspace; else a whole path. */
static void ask(struct fp_lsp *lsp, fp_str path) {
    struct fp_arena *scratch = fp_arena_new();
    struct fp_out params = { 0 };
    struct fp_json json = { .out = &params };
    fp_json_open(&json, '{');
    fp_json_member_open(&json, "registrations", '[');
    fp_json_open(&json, '{');
    fp_json_member_str(&json, "id", path);
    fp_json_member_text(&json, "method", "workspace/didChangeWatchedFiles");
    fp_json_member_open(&json, "registerOptions", '{');
    fp_json_member_open(&json, "watchers", '[');
    fp_json_open(&json, '{');
    if (lsp->client.relative_patterns) {
        fp_str folder = fp_path_folder(path);
        fp_json_member_open(&json, "globPattern", '{');
        fp_json_member_str(&json, "baseUri", fp_path_uri(scratch, folder));
        fp_json_member_str(&json, "pattern",
                           fp_str_slice(path, folder.len + !fp_str_ends(folder, FP_STR("/")), path.len));
        fp_json_close(&json, '}');
    } else {
        fp_json_member_str(&json, "globPattern", path);
    }
    fp_json_close(&json, '}');
    fp_json_close(&json, ']');
    fp_json_close(&json, '}');
    fp_json_close(&json, '}');
    fp_json_close(&json, ']');
    fp_json_close(&json, '}');
    fp_lsp_call_client(lsp, "client/registerCapability", fp_out_str(&params), NULL);
    fp_out_drop(&params);
    fp_arena_drop(scratch);
}

void fp_lsp_watch(struct fp_lsp *lsp, fp_str path) {
    bool seen_already = is_named_as_usual(path) && lies_in_workspace(lsp, path);
    if (path.len == 0 || seen_already || is_watched(lsp, path)) return;
    struct fp_lsp_watched *watched = fp_memory_raw(sizeof *watched);
    *watched = (struct fp_lsp_watched){ lsp->watched, fp_lsp_copy(path) };
    lsp->watched = watched;
    if (lsp->client.watch_registration && lsp->phase == FP_LSP_RUNNING) ask(lsp, path);
}

bool fp_lsp_is_configuration(const struct fp_lsp *lsp, fp_str uri) {
    struct fp_arena *scratch = fp_arena_new();
    bool known = is_named_as_usual(uri) || is_watched(lsp, fp_uri_path(scratch, uri));
    fp_arena_drop(scratch);
    return known;
}

void fp_lsp_watched_drop(struct fp_lsp *lsp) {
    while (lsp->watched) {
        struct fp_lsp_watched *watched = lsp->watched;
        lsp->watched = watched->next;
        free(watched->path);
        free(watched);
    }
}
