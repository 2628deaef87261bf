/* From JSON to choices. The tree is walked in the order of the text, so that the key at hand is always the last one that was met there. */
#include "base/str.h"
#include "config.h"
#include "files_path.h"
#include "names.h"
#include <cjson/cJSON.h>
#include <string.h>

enum { FP_BLOCK_MAX = 1 << 16, FP_PER_FILE_MAX = 64 };

typedef struct {
    struct fp_arena *keep;
    fp_str path, text;
    size_t at; /* just after the last key that was met */
    struct fp_out *why;
} reader;

/* The key strings that objects may have; those marked may stand in a perFile entry, too. */
typedef struct config_key config_key;
typedef bool read_value(reader *r, fp_config *config, fp_choices *choices, const cJSON *value);
struct config_key {
    fp_str name;
    bool per_file;
    read_value *read;
};

static fp_str str_of(const char *text) { return (fp_str){ text, strlen(text) }; }

static uint32_t line_of(const reader *r, size_t at) {
    uint32_t line = 1;
    for (size_t i = 0; i < at && i < r->text.len; i++) line += r->text.data[i] == '\n';
    return line;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static bool fail(reader *r, size_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool fail(reader *r, size_t at, const char *format, ...) {
    fp_out_printf(r->why, "%.*s:%u: ", FP_STR_ARG(r->path), line_of(r, at));
    va_list args;
    va_start(args, format);
    fp_out_vprintf(r->why, format, args);
    va_end(args);
    return false;
}

/* Goes on to the next key in the text: a string before a colon. The text is valid JSON by now. */
static void meet_key(reader *r) {
    while (r->at < r->text.len) {
        if (r->text.data[r->at++] != '"') continue;
        while (r->at < r->text.len && r->text.data[r->at] != '"') r->at += r->text.data[r->at] == '\\' ? 2 : 1;
        size_t after = ++r->at;
        while (after < r->text.len && is_space(r->text.data[after])) after++;
        if (after < r->text.len && r->text.data[after] == ':') return;
    }
}

static fp_str did_you_mean(reader *r, fp_str nearest) {
    return nearest.len ? fp_str_printf(r->keep, "; did you mean \"%.*s\"?", FP_STR_ARG(nearest)) : (fp_str){ "", 0 };
}

static bool find_rule(reader *r, const char *name, fp_rule *rule) {
    *rule = fp_rule_find(str_of(name));
    if (*rule != FP_RULE_NONE) return true;
    return fail(r, r->at, "there is no rule \"%s\"%.*s", name, FP_STR_ARG(did_you_mean(r, fp_rule_nearest(str_of(name)))));
}

static bool wrong_type(reader *r, const char *key, const char *wanted) { return fail(r, r->at, "\"%s\" must be %s", key, wanted); }

static bool read_target(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)config;
    if (!cJSON_IsString(value)) return wrong_type(r, "target", "the name of a chip");
    fp_str name = str_of(value->valuestring);
    if (!fp_is_target_name(name))
        return fail(r, r->at, "there is no target \"%s\"%.*s", value->valuestring, FP_STR_ARG(did_you_mean(r, fp_target_nearest(name))));
    choices->target = fp_str_copy(r->keep, name);
    return true;
}

static bool read_block(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    static const char wanted[] = "a list of one to three numbers of threads, for example [256, 1, 1]";
    (void)config;
    int count = cJSON_GetArraySize(value), axis = 0;
    if (!cJSON_IsArray(value) || count < 1 || count > 3) return wrong_type(r, "block", wanted);
    for (int i = 0; i < 3; i++) choices->block[i] = 1;
    const cJSON *item;
    cJSON_ArrayForEach(item, value) {
        if (!cJSON_IsNumber(item) || item->valuedouble < 1 || item->valuedouble > FP_BLOCK_MAX || item->valuedouble != item->valueint)
            return wrong_type(r, "block", wanted);
        choices->block[axis++] = (uint32_t)item->valueint;
    }
    return true;
}

static bool read_rule_list(reader *r, const char *key, const cJSON *value, fp_rule **data, uint32_t *len) {
    FP_VEC(fp_rule) rules = { 0 };
    if (!cJSON_IsArray(value)) return wrong_type(r, key, "a list of rules");
    const cJSON *item;
    cJSON_ArrayForEach(item, value) {
        if (!cJSON_IsString(item)) return wrong_type(r, key, "a list of rules");
        if (strcmp(item->valuestring, "all") == 0) {
            for (size_t rule = 0; rule < fp_rule_count(); rule++) *FP_PUSH(r->keep, &rules) = (fp_rule)rule;
            continue;
        }
        fp_rule rule;
        if (!find_rule(r, item->valuestring, &rule)) return false;
        *FP_PUSH(r->keep, &rules) = rule;
    }
    *data = rules.data;
    *len = rules.len;
    return true;
}

static bool read_select(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)config;
    choices->has_select = true;
    return read_rule_list(r, "select", value, &choices->select.data, &choices->select.len);
}

static bool read_ignore(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)config;
    return read_rule_list(r, "ignore", value, &choices->ignore.data, &choices->ignore.len);
}

static bool find_level(fp_str name, fp_level *level) {
    for (*level = FP_LEVEL_OFF; *level <= FP_LEVEL_ERROR; ++*level)
        if (fp_str_equal(name, fp_level_name(*level))) return true;
    return false;
}

static bool read_levels(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)config;
    if (!cJSON_IsObject(value)) return wrong_type(r, "levels", "an object from rules to levels");
    const cJSON *item;
    cJSON_ArrayForEach(item, value) {
        meet_key(r);
        fp_rule_level row;
        if (!find_rule(r, item->string, &row.rule)) return false;
        if (!cJSON_IsString(item) || !find_level(str_of(item->valuestring), &row.level))
            return wrong_type(r, item->string, "one of \"error\", \"warning\", \"information\", \"hint\", \"off\"");
        *FP_PUSH(r->keep, &choices->levels) = row;
    }
    return true;
}

static bool read_lds_dma(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)config;
    bool is_explicit = cJSON_IsString(value) && strcmp(value->valuestring, "explicit") == 0;
    if (!is_explicit && !(cJSON_IsString(value) && strcmp(value->valuestring, "fenced") == 0))
        return wrong_type(r, "ldsDma", "\"fenced\" or \"explicit\"");
    choices->has_lds_dma = true;
    choices->lds_dma_explicit = is_explicit;
    return true;
}

static bool read_strategy(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    static const char *const names[] = { [FP_STRATEGY_TARGET] = "target", [FP_STRATEGY_MINIMAL] = "minimal", [FP_STRATEGY_DISJOINT] = "disjoint" };
    (void)config;
    for (int i = 0; cJSON_IsString(value) && i <= FP_STRATEGY_DISJOINT; i++) {
        if (strcmp(value->valuestring, names[i]) != 0) continue;
        choices->has_strategy = true;
        choices->strategy = (fp_strategy)i;
        return true;
    }
    return wrong_type(r, "strategy", "\"target\", \"minimal\" or \"disjoint\"");
}

static bool read_exclude(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)choices;
    if (!cJSON_IsArray(value)) return wrong_type(r, "exclude", "a list of globs");
    const cJSON *item;
    cJSON_ArrayForEach(item, value) {
        if (!cJSON_IsString(item)) return wrong_type(r, "exclude", "a list of globs");
        fp_ignore_parse(r->keep, fp_str_copy(r->keep, str_of(item->valuestring)), &config->exclude);
    }
    return true;
}

static bool read_object(reader *r, const cJSON *object, fp_config *config, fp_choices *choices, bool per_file);

static bool read_per_file(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)choices;
    if (!cJSON_IsObject(value)) return wrong_type(r, "perFile", "an object from globs to settings");
    const cJSON *item;
    cJSON_ArrayForEach(item, value) {
        meet_key(r);
        if (!cJSON_IsObject(item)) return wrong_type(r, item->string, "an object of settings");
        if (config->per_file.len == FP_PER_FILE_MAX) return fail(r, r->at, "\"perFile\" has more than %d entries", FP_PER_FILE_MAX);
        fp_per_file entry = { .glob = fp_str_copy(r->keep, str_of(item->string)) };
        if (!read_object(r, item, config, &entry.choices, true)) return false;
        *FP_PUSH(r->keep, &config->per_file) = entry;
    }
    return true;
}

static bool read_schema(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)config, (void)choices;
    return cJSON_IsString(value) ? true : wrong_type(r, "$schema", "the address of a schema");
}

static const config_key keys[] = {
    { { "$schema", 7 }, false, read_schema },
    { { "block", 5 }, true, read_block },
    { { "exclude", 7 }, false, read_exclude },
    { { "ignore", 6 }, true, read_ignore },
    { { "ldsDma", 6 }, true, read_lds_dma },
    { { "levels", 6 }, true, read_levels },
    { { "perFile", 7 }, false, read_per_file },
    { { "select", 6 }, true, read_select },
    { { "strategy", 8 }, true, read_strategy },
    { { "target", 6 }, true, read_target },
};
enum { KEY_COUNT = sizeof keys / sizeof *keys };

static const config_key *find_key(fp_str name, bool per_file) {
    for (size_t i = 0; i < KEY_COUNT; i++)
        if ((keys[i].per_file || !per_file) && fp_str_equal(keys[i].name, name)) return &keys[i];
    return NULL;
}

static bool read_object(reader *r, const cJSON *object, fp_config *config, fp_choices *choices, bool per_file) {
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        meet_key(r);
        fp_str name = str_of(item->string);
        const config_key *key = find_key(name, per_file);
        if (!key && find_key(name, false)) return fail(r, r->at, "\"%s\" cannot differ from file to file", item->string);
        if (!key) {
            fp_str valid[KEY_COUNT];
            size_t count = 0;
            for (size_t i = 0; i < KEY_COUNT; i++)
                if (keys[i].per_file || !per_file) valid[count++] = keys[i].name;
            return fail(r, r->at, "unknown key \"%s\"%.*s", item->string, FP_STR_ARG(did_you_mean(r, fp_nearest_word(name, valid, count))));
        }
        if (!key->read(r, config, choices, item)) return false;
    }
    return true;
}

fp_status fp_config_parse(struct fp_arena *keep, fp_str path, fp_str text, fp_config *config, struct fp_out *why) {
    reader r = { .keep = keep, .path = fp_path_shown(keep, path), .text = text, .why = why };
    const char *end = NULL;
    cJSON *root = text.len ? cJSON_ParseWithLengthOpts(text.data, text.len, &end, false) : NULL;
    fp_config parsed = { .path = fp_str_copy(keep, path) };
    parsed.folder = fp_path_folder(parsed.path);
    bool good = root != NULL;
    size_t stopped = end ? (size_t)(end - text.data) : 0;
    while (good && stopped < text.len && is_space(text.data[stopped])) stopped++;
    if (!root || stopped < text.len) /* cJSON stops silently behind the first value */
        good = fail(&r, stopped, "this is not valid JSON");
    else if (!cJSON_IsObject(root))
        good = fail(&r, 0, "a configuration is a JSON object");
    else
        good = read_object(&r, root, &parsed, &parsed.choices, false);
    cJSON_Delete(root);
    if (good) *config = parsed;
    return good ? FP_OK : FP_CONFIG;
}
