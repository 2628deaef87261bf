/* lsp_configuration.c - the client's configuration, of the whole workspace and of each folder: asked for, read, and
 * told to those who work by it. */
#include "base/hash.h"
#include "lsp/lsp_state.h"
#include <stdlib.h>
#include <string.h>

/* Their user sees it, once: each folder has the same settings as a rule, and they come again and again. */
static void tell_trouble(struct fp_lsp *lsp, fp_str words) {
    uint64_t hash = fp_hash_bytes(words.data, words.len);
    if (hash == lsp->told_settings || lsp->phase != FP_LSP_RUNNING) return;
    lsp->told_settings = hash;
    fp_lsp_tell_error(lsp, words);
}

/* Globs of the whole window's are relative to its first folder. */
static void replace_settings(struct fp_lsp *lsp, fp_lsp_settings **settings, const cJSON *section) {
    struct fp_out trouble = { 0 };
    fp_str target = { lsp->target, lsp->target ? strlen(lsp->target) : 0 }, folder = { "", 0 };
    for (uint32_t i = lsp->root_count; i-- > 0;)
        if (settings == &lsp->settings || settings == &lsp->roots[i].settings) folder = lsp->roots[i].path;
    fp_lsp_settings *read = fp_lsp_settings_read(&lsp->host, section, folder, target, &trouble);
    fp_lsp_settings_drop(*settings);
    *settings = read;
    if (trouble.len) tell_trouble(lsp, fp_str_trim(fp_out_str(&trouble)));
    fp_out_drop(&trouble);
}

void fp_lsp_configuration_use(struct fp_lsp *lsp, const cJSON *section) {
    replace_settings(lsp, &lsp->settings, section);
    for (uint32_t i = 0; i < lsp->root_count; i++) {
        fp_lsp_settings_drop(lsp->roots[i].settings);
        lsp->roots[i].settings = NULL;
    }
}

/* Settings or folders have changed: which configuration holds where may have, too. */
static void use_anew(struct fp_lsp *lsp) {
    fp_lsp_documents_configure(lsp);
    fp_lsp_trouble_look(lsp, (fp_str){ "", 0 });
}

/* One section for the whole workspace, then one for each folder when there are several. */
static void configured(struct fp_lsp *lsp, const cJSON *result) {
    const cJSON *section = cJSON_GetArrayItem(result, 0);
    bool changed = cJSON_IsObject(section);
    if (changed) fp_lsp_configuration_use(lsp, section);
    for (uint32_t i = 0; i < lsp->root_count && cJSON_GetArraySize(result) == (int)lsp->root_count + 1; i++) {
        section = cJSON_GetArrayItem(result, (int)i + 1);
        if (!cJSON_IsObject(section)) continue;
        replace_settings(lsp, &lsp->roots[i].settings, section);
        changed = true;
    }
    if (changed) use_anew(lsp);
}

/* Reads the settings' own section again, because a chip was chosen since then or because its mistakes are to be
 * reported. */
static void read_again(struct fp_lsp *lsp, fp_lsp_settings **settings) {
    cJSON *section = (*settings)->section;
    (*settings)->section = NULL;
    replace_settings(lsp, settings, section);
    cJSON_Delete(section);
}

void fp_lsp_configuration_ask(struct fp_lsp *lsp) {
    struct fp_out params = { 0 };
    struct fp_json json = { .out = &params };
    fp_out_text(&params, "{\"items\": [{\"section\": \"fencepost\"}");
    json.comma = true;
    for (uint32_t i = 0; i < lsp->root_count && lsp->root_count > 1; i++) {
        fp_json_open(&json, '{');
        fp_json_member_str(&json, "scopeUri", lsp->roots[i].uri);
        fp_json_member_text(&json, "section", "fencepost");
        fp_json_close(&json, '}');
    }
    fp_out_text(&params, "]}");
    if (lsp->client.configuration)
        fp_lsp_call_client(lsp, "workspace/configuration", fp_out_str(&params), configured);
    else
        read_again(
            lsp,
            &lsp->settings); /* initializationOptions are all that there is, and came before anything could be shown */
    fp_out_drop(&params);
}

/* ---- handlers ---- */

void fp_lsp_serve_did_change_folders(struct fp_lsp *lsp, fp_message *message) {
    const cJSON *folder;
    cJSON_ArrayForEach(folder, fp_member(message->params, "event.removed")) {
        fp_lsp_folder_remove(lsp, fp_member_str(folder, "uri"));
    }
    cJSON_ArrayForEach(folder, fp_member(message->params, "event.added")) {
        fp_lsp_folder_add(lsp, fp_member_str(folder, "uri"));
    }
    lsp->workspace_changes++;
    fp_lsp_configuration_ask(lsp);
    if (!lsp->client.configuration) use_anew(lsp);
}

void fp_lsp_serve_did_change_configuration(struct fp_lsp *lsp, fp_message *message) {
    const cJSON *section = fp_member(message->params, "settings.fencepost");
    bool several = lsp->client.configuration &&
                   lsp->root_count > 1; /* what is pushed is the window's: each folder is asked for its own */
    if (several || !cJSON_IsObject(section)) {
        fp_lsp_configuration_ask(lsp);
        return;
    }
    fp_lsp_configuration_use(lsp, section);
    use_anew(lsp);
}

void fp_lsp_serve_did_change_watched_files(struct fp_lsp *lsp, fp_message *message) {
    const cJSON *change;
    bool ours = false;
    cJSON_ArrayForEach(change, fp_member(message->params, "changes")) {
        fp_str uri = fp_member_str(change, "uri");
        if (!fp_lsp_is_configuration(lsp, uri)) continue;
        bool is_nearest = fp_str_ends(uri, FP_STR("/" FP_CONFIG_NAME)); /* for the files of its folder */
        fp_lsp_trouble_look(lsp, is_nearest ? uri : (fp_str){ "", 0 });
        ours = true;
    }
    if (ours)
        fp_lsp_documents_configure(lsp);
    else
        lsp->workspace_changes++;
}

/* A chip chosen by command holds until another is; the settings are read again with it. */
void fp_lsp_target_choose(struct fp_lsp *lsp, fp_str target) {
    free(lsp->target);
    lsp->target = target.len ? fp_lsp_copy(target) : NULL;
    read_again(lsp, &lsp->settings);
    for (uint32_t i = 0; i < lsp->root_count; i++)
        if (lsp->roots[i].settings) read_again(lsp, &lsp->roots[i].settings);
    fp_lsp_documents_configure(lsp);
}
