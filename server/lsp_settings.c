/* lsp_settings.c - the editor's section "fencepost": the keys of fencepost.json, "config", "minLevel", "inlayHints",
 * "codeLenses" and "rulePages" (URI of a folder of rule pages, for links). */
#include "lsp_state.h"
#include <string.h>

static const char *const shared_keys[] = { "target", "block", "select", "ignore", "levels", "ldsDma", "strategy" };

/* Editors fill in what their user left alone: null, "" and [] choose nothing. */
static bool is_chosen(const cJSON *value) {
    if (!value || cJSON_IsNull(value)) return false;
    if (cJSON_IsString(value)) return value->valuestring[0] != 0;
    if (cJSON_IsArray(value) || cJSON_IsObject(value)) return cJSON_GetArraySize(value) > 0;
    return true;
}

/* Each key by itself, so that one mistake does not cost the others. */
static void read_shared(fp_lsp_settings *settings, const cJSON *json, fp_config *config, struct fp_out *trouble) {
    struct fp_out text = { 0 };
    struct fp_json all = { .out = &text };
    fp_json_open(&all, '{');
    for (size_t i = 0; i < sizeof shared_keys / sizeof *shared_keys; i++) {
        const cJSON *value = fp_member(json, shared_keys[i]);
        if (!is_chosen(value)) continue;
        struct fp_out one = { 0 };
        struct fp_json single = { .out = &one };
        fp_config unused = { 0 };
        fp_json_open(&single, '{');
        fp_json_key(&single, shared_keys[i]);
        fp_json_value(&single, value);
        fp_json_close(&single, '}');
        size_t before = trouble->len;
        if (fp_config_parse(settings->keep, FP_STR("editor settings"), fp_out_str(&one), &unused, trouble) == FP_OK) {
            fp_json_key(&all, shared_keys[i]);
            fp_json_value(&all, value);
        } else if (trouble->len > before) {
            fp_out_text(trouble, "\n");
        }
        fp_out_drop(&one);
    }
    fp_json_close(&all, '}');
    fp_config_parse(settings->keep, FP_STR("editor settings"), fp_str_copy(settings->keep, fp_out_str(&text)), config, trouble);
    fp_out_drop(&text);
}

static bool read_flag(const cJSON *json, const char *key, bool usual) {
    const cJSON *value = fp_member(json, key);
    return cJSON_IsBool(value) ? cJSON_IsTrue(value) : usual;
}

fp_lsp_settings *fp_lsp_settings_read(const fp_lsp_host *host, const cJSON *json, fp_str target, struct fp_out *trouble) {
    struct fp_arena *keep = fp_arena_new();
    fp_lsp_settings *settings = FP_NEW(keep, fp_lsp_settings, 1);
    *settings = (fp_lsp_settings){ .keep = keep, .references = 1, .least = FP_LEVEL_WARNING };
    settings->source.none = host->no_config;
    settings->source.file = host->config;
    fp_config config = { 0 };
    read_shared(settings, json, &config, trouble);
    settings->source.override = config.choices;
    if (host->target.len) settings->source.override.target = host->target;
    if (target.len) settings->source.override.target = fp_str_copy(keep, target);
    settings->section = json ? cJSON_Duplicate(json, true) : NULL;
    fp_str file = fp_member_str(json, "config"), least = fp_member_str(json, "minLevel");
    if (file.len && !host->config.len) settings->source.file = fp_str_copy(keep, file);
    for (fp_level level = FP_LEVEL_HINT; level <= FP_LEVEL_ERROR; level++)
        if (fp_str_equal(least, fp_level_name(level))) settings->least = level;
    settings->rule_pages = fp_str_copy(keep, fp_member_str(json, "rulePages"));
    settings->inlay_hints = read_flag(json, "inlayHints", true);
    settings->code_lenses = read_flag(json, "codeLenses", true);
    return settings;
}

void fp_lsp_settings_drop(fp_lsp_settings *settings) {
    if (!settings || --settings->references > 0) return;
    cJSON_Delete(settings->section);
    fp_arena_drop(settings->keep);
}
