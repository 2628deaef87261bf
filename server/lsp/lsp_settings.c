/* lsp_settings.c - the editor's section "fencepost": the keys of fencepost.json, "config", "inlayHints",
 * "codeLenses" and "sourceDiagnostics". */
#include "base/str.h"
#include "files/files_path.h"
#include "files/files_read.h"
#include "lsp/lsp_state.h"
#include <string.h>

static const char *const shared_keys[] = {
#define FP_CONFIG_KEY(name, key, ...) key,
#include "config/config.def"
#undef FP_CONFIG_KEY
};
static const char *const other_keys[] = { "config", "inlayHints", "codeLenses", "sourceDiagnostics" };
/* Keys that say something of the command line, or of the file that they stand in. */
static const char *const file_keys[] = { "baseline", "extends", "failLevel", "outputFormat" };
/* Keys for the client alone, from clients that send their whole section. */
static const char *const client_keys[] = { "path", "arguments", "logLevel", "workspaceDiagnostics", "trace" };

/* Editors fill in what their user left alone: null, "" and [] choose nothing. */
static bool is_chosen(const cJSON *value) {
    if (!value || cJSON_IsNull(value)) return false;
    if (cJSON_IsString(value)) return value->valuestring[0] != 0;
    if (cJSON_IsArray(value) || cJSON_IsObject(value)) return cJSON_GetArraySize(value) > 0;
    return true;
}

/* They stand in no file: the parser's line means nothing to their user. */
static bool parse(struct fp_arena *keep, fp_str text, fp_config *config, struct fp_out *trouble) {
    static const fp_str name = { "editor settings", 15 };
    struct fp_out why = { 0 };
    bool good = fp_config_parse(keep, name, fp_str_copy(keep, text), config, &why) == FP_OK;
    if (!good)
        fp_out_printf(trouble, "%.*s: %.*s\n", FP_STR_ARG(name),
                      FP_STR_ARG(fp_str_trim(fp_str_slice(fp_out_str(&why), name.len + 3, why.len)))); /* ":1:" */
    fp_out_drop(&why);
    return good;
}

static bool is_for_files(const char *key) {
    for (size_t i = 0; i < sizeof file_keys / sizeof *file_keys; i++)
        if (strcmp(file_keys[i], key) == 0) return true;
    return false;
}

/* Each key by itself, so that one mistake does not cost the others. */
static void read_shared(fp_lsp_settings *settings, const cJSON *json, fp_config *config, struct fp_out *trouble) {
    struct fp_out text = { 0 };
    struct fp_json all = { .out = &text };
    fp_json_open(&all, '{');
    for (size_t i = 0; i < sizeof shared_keys / sizeof *shared_keys; i++) {
        const cJSON *value = fp_member(json, shared_keys[i]);
        if (!is_chosen(value)) continue;
        if (is_for_files(shared_keys[i])) {
            fp_out_printf(trouble, "editor settings: \"%s\" has a meaning in " FP_CONFIG_NAME " only\n",
                          shared_keys[i]);
            continue;
        }
        struct fp_out one = { 0 };
        struct fp_json single = { .out = &one };
        fp_config unused = { 0 };
        fp_json_open(&single, '{');
        fp_json_key(&single, shared_keys[i]);
        fp_json_value(&single, value);
        fp_json_close(&single, '}');
        if (parse(settings->keep, fp_out_str(&one), &unused, trouble)) {
            fp_json_key(&all, shared_keys[i]);
            fp_json_value(&all, value);
        }
        fp_out_drop(&one);
    }
    fp_json_close(&all, '}');
    parse(settings->keep, fp_out_str(&text), config, trouble);
    fp_out_drop(&text);
}

static void complain(struct fp_out *trouble, const char *key, const char *wanted) {
    fp_out_printf(trouble, "editor settings: \"%s\" must be %s\n", key, wanted);
}

static bool read_flag(const cJSON *json, const char *key, bool usual, struct fp_out *trouble) {
    const cJSON *value = fp_member(json, key);
    if (is_chosen(value) && !cJSON_IsBool(value)) complain(trouble, key, "true or false");
    return cJSON_IsBool(value) ? cJSON_IsTrue(value) : usual;
}

static fp_str read_text(const cJSON *json, const char *key, struct fp_out *trouble) {
    const cJSON *value = fp_member(json, key);
    if (is_chosen(value) && !cJSON_IsString(value)) complain(trouble, key, "a text");
    return fp_json_string(value);
}

static bool is_among(fp_str key, const char *const *keys, size_t count, fp_str *known, size_t *known_count) {
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        fp_str name = { keys[i], strlen(keys[i]) };
        found |= fp_str_equal(key, name);
        known[(*known_count)++] = name;
    }
    return found;
}

/* A slip of the finger would otherwise choose nothing, silently. */
static void complain_of_unknown(const cJSON *json, struct fp_out *trouble) {
    enum {
        SHARED = sizeof shared_keys / sizeof *shared_keys,
        OTHER = sizeof other_keys / sizeof *other_keys,
        CLIENT = sizeof client_keys / sizeof *client_keys
    };
    const cJSON *item;
    cJSON_ArrayForEach(item, json) {
        fp_str known[SHARED + OTHER + CLIENT], key = { item->string, item->string ? strlen(item->string) : 0 };
        size_t count = 0;
        bool shared = is_among(key, shared_keys, SHARED, known, &count),
             other = is_among(key, other_keys, OTHER, known, &count);
        if (!cJSON_IsObject(json) || shared || other || is_among(key, client_keys, CLIENT, known, &count)) continue;
        fp_str nearest = fp_str_nearest(key, known, SHARED + OTHER);
        fp_out_printf(trouble, "editor settings: there is no setting \"%.*s\"", FP_STR_ARG(key));
        if (nearest.len) fp_out_printf(trouble, "; did you mean \"%.*s\"?", FP_STR_ARG(nearest));
        fp_out_text(trouble, "\n");
    }
}

/* The pages that lie beside the program, in a package's folder or where cmake puts documents; empty: none do. */
static fp_str own_rule_pages(struct fp_arena *keep) {
    static const fp_str folders[] = { { "rules", 5 }, { "share/doc/fencepost/rules", 25 } };
    fp_str program = fp_path_program(keep), above = fp_path_folder(fp_path_folder(program));
    for (size_t i = 0; program.len && i < sizeof folders / sizeof *folders; i++) {
        fp_str folder = fp_path_join(keep, above, folders[i]);
        if (fp_path_is_file(fp_path_join(keep, folder, FP_STR("missing-barrier.md")))) return fp_path_uri(keep, folder);
    }
    return (fp_str){ "", 0 };
}

fp_lsp_settings *fp_lsp_settings_read(const fp_lsp_host *host, const cJSON *json, fp_str folder, fp_str target,
                                      struct fp_out *trouble) {
    struct fp_arena *keep = fp_arena_new();
    fp_lsp_settings *settings = FP_NEW(keep, fp_lsp_settings, 1);
    *settings = (fp_lsp_settings){ .keep = keep, .references = 1 };
    settings->source.none = host->no_config;
    settings->source.file = host->config;
    fp_config *config = FP_NEW(keep, fp_config, 1);
    read_shared(settings, json, config, trouble);
    config->folder = fp_str_copy(keep, folder);
    settings->source.editor = config;
    if (host->target.len) settings->source.override.target = host->target;
    if (target.len) settings->source.override.target = fp_str_copy(keep, target);
    settings->section = json ? cJSON_Duplicate(json, true) : NULL;
    complain_of_unknown(json, trouble);
    fp_str file = read_text(json, "config", trouble);
    if (file.len && !host->config.len) settings->source.file = fp_str_copy(keep, file);
    settings->rule_pages = own_rule_pages(keep);
    settings->inlay_hints = read_flag(json, "inlayHints", true, trouble);
    settings->source_diagnostics = read_flag(json, "sourceDiagnostics", false, trouble);
    settings->code_lenses = read_flag(json, "codeLenses", true, trouble);
    return settings;
}

void fp_lsp_settings_drop(fp_lsp_settings *settings) {
    if (!settings || --settings->references > 0) return;
    cJSON_Delete(settings->section);
    fp_arena_drop(settings->keep);
}
