/* lsp_folders.c - the folders of the workspace, and whose settings hold for a document. */
#include "base/memory.h"
#include "lsp/lsp_state.h"
#include <stdlib.h>
#include <string.h>

char *fp_lsp_copy(fp_str text) {
    char *copy = fp_memory_zeroed(1, text.len + 1);
    if (text.len) memcpy(copy, text.data, text.len);
    return copy;
}

static fp_str keep_str(fp_str text) { return (fp_str){ fp_lsp_copy(text), text.len }; }

static void drop_root(fp_lsp_root *root) {
    fp_lsp_settings_drop(root->settings);
    free((char *)root->uri.data);
    free((char *)root->path.data);
}

void fp_lsp_folder_add(struct fp_lsp *lsp, fp_str uri) {
    struct fp_arena *scratch = fp_arena_new();
    fp_str path = fp_uri_path(scratch, uri);
    if (path.len) {
        lsp->roots = fp_memory_resized(lsp->roots, (lsp->root_count + 1) * sizeof *lsp->roots);
        while (uri.len && uri.data[uri.len - 1] == '/') uri.len--;
        lsp->roots[lsp->root_count++] = (fp_lsp_root){ keep_str(uri), keep_str(path), NULL };
    }
    fp_arena_drop(scratch);
}

void fp_lsp_folder_remove(struct fp_lsp *lsp, fp_str uri) {
    uint32_t kept = 0;
    while (uri.len && uri.data[uri.len - 1] == '/') uri.len--;
    for (uint32_t i = 0; i < lsp->root_count; i++) {
        if (fp_str_equal(lsp->roots[i].uri, uri))
            drop_root(&lsp->roots[i]);
        else
            lsp->roots[kept++] = lsp->roots[i];
    }
    lsp->root_count = kept;
}

void fp_lsp_folders_read(struct fp_lsp *lsp, const cJSON *params) {
    const cJSON *folders = fp_member(params, "workspaceFolders"), *folder;
    cJSON_ArrayForEach(folder, folders) { fp_lsp_folder_add(lsp, fp_member_str(folder, "uri")); }
    if (!lsp->root_count) fp_lsp_folder_add(lsp, fp_member_str(params, "rootUri"));
}

void fp_lsp_folders_drop(struct fp_lsp *lsp) {
    for (uint32_t i = 0; i < lsp->root_count; i++) drop_root(&lsp->roots[i]);
    free(lsp->roots);
}

/* The innermost folder's that holds the document. */
fp_lsp_settings *fp_lsp_settings_of(struct fp_lsp *lsp, fp_str uri) {
    const fp_lsp_root *found = NULL;
    for (uint32_t i = 0; i < lsp->root_count; i++) {
        const fp_lsp_root *root = &lsp->roots[i];
        bool inside = fp_str_starts(uri, root->uri) && uri.len > root->uri.len && uri.data[root->uri.len] == '/';
        if (inside && (!found || root->uri.len > found->uri.len)) found = root;
    }
    fp_lsp_settings *settings = found && found->settings ? found->settings : lsp->settings;
    settings->references++;
    return settings;
}
