#include "config/config.h"
#include "base/hash.h"
#include "base/str.h"
#include "config/config_merge.h"
#include "files/files_path.h"
#include "files/files_read.h"
#include <sys/stat.h>

typedef struct {
    fp_str folder;
    const fp_config *config; /* the nearest; NULL: none */
} folder_config;
typedef struct {
    const fp_config *config;
    uint64_t per_file, editor_per_file; /* bit sets of the entries that fit */
    fp_settings settings;
} known_settings;

struct fp_configs {
    struct fp_arena *keep;
    fp_config_source source;
    const fp_config *only; /* read when it is needed first */
    FP_VEC(folder_config) folders;
    fp_map by_folder;
    FP_VEC(known_settings *) settings;
    FP_VEC(fp_str) files;
};

struct fp_configs *fp_configs_new(struct fp_arena *keep, fp_config_source source) {
    struct fp_configs *configs = FP_NEW(keep, struct fp_configs, 1);
    *configs = (struct fp_configs){ .keep = keep, .source = source };
    return configs;
}

/* ---- finding and reading ---- */

static fp_status read_config(struct fp_configs *configs, fp_str path, const fp_config **config, struct fp_out *why) {
    fp_config *read = FP_NEW(configs->keep, fp_config, 1);
    fp_status status = fp_config_read(configs->keep, path, fp_file_read, read, why);
    for (uint32_t i = 0; i < read->files.len; i++) *FP_PUSH(configs->keep, &configs->files) = read->files.data[i];
    if (status == FP_OK) *config = read;
    return status;
}

static bool known_folder(const struct fp_configs *configs, fp_str folder, const fp_config **config) {
    for (fp_map_probe p = fp_map_find(&configs->by_folder, fp_str_hash(folder)); fp_map_next(&p);) {
        if (!fp_str_equal(configs->folders.data[p.value].folder, folder)) continue;
        *config = configs->folders.data[p.value].config;
        return true;
    }
    return false;
}

/* Goes up until a configuration, a folder that was looked at before, or the root. */
static fp_status find_config(struct fp_configs *configs, fp_str folder, const fp_config **config, struct fp_out *why) {
    if (known_folder(configs, folder, config)) return FP_OK;
    const fp_config *found = NULL;
    fp_str path = fp_path_join(configs->keep, folder, FP_STR(FP_CONFIG_NAME)), above = fp_path_folder(folder);
    struct stat unused;
    fp_status status = FP_OK;
    if (stat(path.data, &unused) == 0)
        status = read_config(configs, path, &found, why);
    else if (above.len < folder.len)
        status = find_config(configs, above, &found, why);
    if (status != FP_OK) return status;
    fp_map_put(configs->keep, &configs->by_folder, fp_str_hash(folder), configs->folders.len);
    *FP_PUSH(configs->keep, &configs->folders) = (folder_config){ folder, found };
    *config = found;
    return FP_OK;
}

/* Is the file, or a folder that it lies in, excluded? */
static bool is_excluded(const fp_config *config, fp_str inside) {
    for (size_t end = 0; end < inside.len; end++)
        if (inside.data[end] == '/' && fp_ignore_covers(&config->exclude, fp_str_slice(inside, 0, end), true))
            return true;
    return fp_ignore_covers(&config->exclude, inside, false);
}

static const fp_settings *intern(struct fp_configs *configs, const fp_config *config, uint64_t per_file,
                                 uint64_t editor_per_file, bool excluded) {
    for (uint32_t i = 0; i < configs->settings.len; i++) {
        known_settings *known = configs->settings.data[i];
        bool same = known->config == config && known->per_file == per_file && known->editor_per_file == editor_per_file;
        if (same && known->settings.excluded == excluded) return &known->settings;
    }
    known_settings *added = FP_NEW(configs->keep, known_settings, 1);
    *added = (known_settings){ config, per_file, editor_per_file,
                               fp_config_merge(configs->keep, config, per_file, &configs->source, editor_per_file) };
    added->settings.excluded = excluded;
    *FP_PUSH(configs->keep, &configs->settings) = added;
    return &added->settings;
}

/* Which entries of perFile fit, as a bit set; and is it excluded? */
static uint64_t fit(struct fp_arena *keep, const fp_config *config, fp_str absolute, bool *excluded) {
    if (!config) return 0;
    fp_str inside = fp_config_inside(keep, config, absolute);
    *excluded |= is_excluded(config, inside);
    return fp_config_per_file(config, inside);
}

/* The configuration of a folder; NULL: it has none. */
static fp_status config_of(struct fp_configs *configs, fp_str folder, const fp_config **config, struct fp_out *why) {
    *config = NULL;
    if (configs->source.none) return FP_OK;
    if (configs->source.file.len == 0) return find_config(configs, folder, config, why);
    fp_status status = FP_OK;
    if (!configs->only)
        status = read_config(configs, fp_path_absolute(configs->keep, configs->source.file), &configs->only, why);
    *config = configs->only;
    return status;
}

const fp_str *fp_configs_files(const struct fp_configs *configs, uint32_t *count) {
    *count = configs->files.len;
    return configs->files.data;
}

const fp_ignore *fp_configs_includes(struct fp_configs *configs, fp_str folder) {
    const fp_config *config = NULL;
    struct fp_out why = { 0 };
    fp_status status = config_of(configs, folder, &config, &why);
    fp_out_drop(&why);
    return status == FP_OK && config && config->include.patterns.len ? &config->include : NULL;
}

fp_status fp_configs_settings(struct fp_configs *configs, fp_str path, const fp_settings **settings,
                              struct fp_out *why) {
    const fp_config *config = NULL;
    fp_str absolute = fp_path_absolute(configs->keep, path);
    fp_status status = config_of(configs, fp_path_folder(absolute), &config, why);
    if (status != FP_OK) return status;

    bool excluded = false;
    uint64_t per_file = fit(configs->keep, config, absolute, &excluded),
             editor_per_file = fit(configs->keep, configs->source.editor, absolute, &excluded);
    *settings = intern(configs, config, per_file, editor_per_file, excluded);
    return FP_OK;
}
