/* From JSON to choices. The tree is walked in the order of the text, so that the key at hand is always the last one
 * that was met there. */
#include "base/chars.h"
#include "base/str.h"
#include "config/config.h"
#include "files/files_path.h"
#include <assert.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

enum {
    FP_BLOCK_MAX = 1 << 16,
    FP_MLIR_MIN = 16, /* the oldest release whose text fixes know */
    FP_MLIR_MAX = 99
};

typedef struct {
    struct fp_arena *keep;
    fp_str path, text;
    size_t at;    /* just after the last key that was met */
    fp_str newer; /* version that the file's schema is of, when that is newer than we are */
    struct fp_out *why;
} reader;

typedef bool read_value(reader *r, fp_config *config, fp_choices *choices, const cJSON *value);

static uint32_t line_of(const reader *r, size_t at) {
    uint32_t line = 1;
    for (size_t i = 0; i < at && i < r->text.len; i++) line += r->text.data[i] == '\n';
    return line;
}

static bool is_json_space(char c) { return fp_is_blank(c) || fp_is_line_end(c); }

static bool fail_at_line(reader *r, uint32_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool fail_at_line(reader *r, uint32_t line, const char *format, ...) {
    fp_out_printf(r->why, "%.*s:%u: ", FP_STR_ARG(r->path), line);
    va_list args;
    va_start(args, format);
    fp_out_vprintf(r->why, format, args);
    va_end(args);
    return false;
}
#define fail(r, at, ...) fail_at_line((r), line_of((r), (at)), __VA_ARGS__)

/* Goes on to the next key in the text: a string before a colon. The text is valid JSON by now. */
static void meet_key(reader *r) {
    while (r->at < r->text.len) {
        if (r->text.data[r->at++] != '"') continue;
        while (r->at < r->text.len && r->text.data[r->at] != '"') r->at += r->text.data[r->at] == '\\' ? 2 : 1;
        size_t after = ++r->at;
        while (after < r->text.len && is_json_space(r->text.data[after])) after++;
        if (after < r->text.len && r->text.data[after] == ':') return;
    }
}

static fp_str did_you_mean(reader *r, fp_str nearest) {
    return nearest.len ? fp_str_printf(r->keep, "; did you mean \"%.*s\"?", FP_STR_ARG(nearest)) : (fp_str){ "", 0 };
}

static bool find_rule(reader *r, fp_str name, fp_rule *rule) {
    *rule = fp_rule_find(name);
    if (*rule != FP_RULE_NONE) return true;
    fp_str nearest = fp_rule_nearest(name);
    return fail(r, r->at, "there is no rule \"%.*s\"%.*s", FP_STR_ARG(name),
                FP_STR_ARG(nearest.len ? did_you_mean(r, nearest) : FP_STR("; 'fencepost explain' lists the rules")));
}

/* A rule, or a variant of one: "redundant-barrier/merge". */
static bool find_rule_or_variant(reader *r, fp_str name, fp_rule_level *row) {
    size_t slash = fp_str_find(name, '/');
    if (!find_rule(r, fp_str_slice(name, 0, slash), &row->rule)) return false;
    if (slash == name.len) return true;
    FP_VEC(fp_str) names = { 0 };
    for (fp_sentence next = 0; (next = fp_variant_next(row->rule, next));) {
        fp_str variant = fp_config_variant(r->keep, row->rule, next);
        if (fp_str_equal(variant, name)) row->variant = next;
        *FP_PUSH(r->keep, &names) = variant;
    }
    return row->variant || fail(r, r->at, "there is no variant \"%.*s\"%.*s", FP_STR_ARG(name),
                                FP_STR_ARG(did_you_mean(r, fp_str_nearest(name, names.data, names.len))));
}

static bool wrong_type(reader *r, const char *key, const char *wanted) {
    return fail(r, r->at, "\"%s\" must be %s", key, wanted);
}

static bool read_target(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)config;
    if (!cJSON_IsString(value)) return wrong_type(r, "target", "the name of a chip");
    fp_str name = fp_str_of(value->valuestring);
    if (!fp_target_is_name(name))
        return fail(r, r->at, "there is no target \"%s\"%.*s", value->valuestring,
                    FP_STR_ARG(did_you_mean(r, fp_target_nearest(name))));
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
        if (!cJSON_IsNumber(item) || item->valuedouble < 1 || item->valueint > FP_BLOCK_MAX ||
            item->valuedouble != item->valueint)
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
        if (!find_rule(r, fp_str_of(item->valuestring), &rule)) return false;
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

static bool read_level(reader *r, const char *key, const cJSON *value, fp_level *level) {
    fp_level read;
    if (!cJSON_IsString(value) || !find_level(fp_str_of(value->valuestring), &read) || read == FP_LEVEL_OFF)
        return wrong_type(r, key, "one of \"error\", \"warning\", \"information\", \"hint\"");
    *level = read;
    return true;
}

static bool read_min_level(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)config;
    return read_level(r, "minLevel", value, &choices->min_level);
}

static bool read_fail_level(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)config;
    return read_level(r, "failLevel", value, &choices->fail_level);
}

/* A path from the configuration's own folder. */
static bool read_path(reader *r, const char *key, const cJSON *value, const fp_config *config, fp_str *path) {
    if (!cJSON_IsString(value) || !*value->valuestring) return wrong_type(r, key, "the path of a file");
    fp_str given = fp_str_of(value->valuestring);
    fp_str whole = given.data[0] == '/' ? given : fp_path_join(r->keep, config->folder, given);
    *path = fp_path_absolute(r->keep, whole);
    return true;
}

static bool read_baseline(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    return read_path(r, "baseline", value, config, &choices->baseline);
}

static bool read_extends(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    config->extends_line = choices->lines[FP_KEY_EXTENDS];
    return read_path(r, "extends", value, config, &config->extends);
}

static bool read_rule_pages(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)config;
    fp_str url = cJSON_IsString(value) ? fp_str_of(value->valuestring) : (fp_str){ "", 0 };
    if (!fp_str_contains(url, FP_STR("://")))
        return wrong_type(r, "rulePages", "a URL, as \"https://example.org/rules\"");
    choices->rule_pages = fp_str_copy(r->keep, url);
    return true;
}

static bool read_output_format(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    static const fp_str names[] = {
#define FP_REPORT(name, for_people) { #name, sizeof #name - 1 },
#include "output/formats.def"
#undef FP_REPORT
    };
    (void)config;
    fp_str name = cJSON_IsString(value) ? fp_str_of(value->valuestring) : (fp_str){ "", 0 };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!fp_str_equal(name, names[i])) continue;
        choices->output_format = names[i];
        return true;
    }
    return fail(r, r->at, "\"outputFormat\" must be the name of a format of 'fencepost lint'%.*s",
                FP_STR_ARG(did_you_mean(r, fp_str_nearest(name, names, sizeof names / sizeof *names))));
}

static bool read_levels(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)config;
    if (!cJSON_IsObject(value)) return wrong_type(r, "levels", "an object from rules and variants to levels");
    const cJSON *item;
    cJSON_ArrayForEach(item, value) {
        meet_key(r);
        fp_rule_level row = { 0 };
        if (!find_rule_or_variant(r, fp_str_of(item->string), &row)) return false;
        if (!cJSON_IsString(item) || !find_level(fp_str_of(item->valuestring), &row.level))
            return wrong_type(r, item->string, "one of \"error\", \"warning\", \"information\", \"hint\", \"off\"");
        row.line = line_of(r, r->at);
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

static bool read_mlir(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)config;
    bool whole = cJSON_IsNumber(value) && value->valuedouble == (double)value->valueint;
    if (!whole || value->valueint < FP_MLIR_MIN || value->valueint > FP_MLIR_MAX)
        return wrong_type(r, "mlir", "a release from 16 to 99, such as 21");
    choices->mlir = (uint32_t)value->valueint;
    return true;
}

/* Which of three words the value is; 3: none of them. */
static int word_of_three(const cJSON *value, const char *const words[3]) {
    for (int i = 0; cJSON_IsString(value) && i < 3; i++)
        if (strcmp(value->valuestring, words[i]) == 0) return i;
    return 3;
}

static bool read_barriers(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    static const char *const words[3] = {
        [FP_BARRIERS_AUTO] = "auto", [FP_BARRIERS_PLACED] = "placed", [FP_BARRIERS_PENDING] = "pending"
    };
    (void)config;
    int word = word_of_three(value, words);
    if (word == 3) return wrong_type(r, "barriers", "\"auto\", \"placed\" or \"pending\"");
    choices->has_barriers = true;
    choices->barriers = (fp_barriers)word;
    return true;
}

static bool read_strategy(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    static const char *const words[3] = {
        [FP_STRATEGY_TARGET] = "target", [FP_STRATEGY_MINIMAL] = "minimal", [FP_STRATEGY_DISJOINT] = "disjoint"
    };
    (void)config;
    int word = word_of_three(value, words);
    if (word == 3) return wrong_type(r, "strategy", "\"target\", \"minimal\" or \"disjoint\"");
    choices->has_strategy = true;
    choices->strategy = (fp_strategy)word;
    return true;
}

static bool read_globs(reader *r, const char *key, const cJSON *value, fp_ignore *globs) {
    if (!cJSON_IsArray(value)) return wrong_type(r, key, "a list of globs");
    const cJSON *item;
    cJSON_ArrayForEach(item, value) {
        if (!cJSON_IsString(item)) return wrong_type(r, key, "a list of globs");
        fp_ignore_parse(r->keep, fp_str_copy(r->keep, fp_str_of(item->valuestring)), globs);
    }
    return true;
}

static bool read_exclude(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)choices;
    return read_globs(r, "exclude", value, &config->exclude);
}

static bool read_include(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)choices;
    config->include.folder = fp_path_join(r->keep, config->folder, (fp_str){ "", 0 }); /* with its slash */
    return read_globs(r, "include", value, &config->include);
}

/* A rule that is named in both lists is a slip: which of the two was meant? "all" names none. */
static bool agree(reader *r, const fp_choices *choices) {
    for (uint32_t i = 0; i < choices->ignore.len; i++) {
        fp_str name = fp_rule_at(choices->ignore.data[i])->name;
        bool everything = choices->select.len >= fp_rule_count() || choices->ignore.len >= fp_rule_count();
        for (uint32_t k = 0; k < choices->select.len && !everything; k++)
            if (choices->select.data[k] == choices->ignore.data[i])
                return fail_at_line(r, choices->lines[FP_KEY_IGNORE],
                                    "\"%.*s\" is selected on line %u and ignored here", FP_STR_ARG(name),
                                    choices->lines[FP_KEY_SELECT]);
        for (uint32_t k = 0; k < choices->levels.len; k++)
            if (choices->levels.data[k].rule == choices->ignore.data[i] &&
                choices->levels.data[k].level != FP_LEVEL_OFF && !everything)
                return fail_at_line(r, choices->lines[FP_KEY_IGNORE],
                                    "\"%.*s\" has a level on line %u and is ignored here", FP_STR_ARG(name),
                                    choices->levels.data[k].line);
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
        if (config->per_file.len == FP_PER_FILE_MAX)
            return fail(r, r->at, "\"perFile\" has more than %d entries", FP_PER_FILE_MAX);
        fp_config_part entry = { .path = config->path, .glob = fp_str_copy(r->keep, fp_str_of(item->string)) };
        if (!read_object(r, item, config, &entry.choices, true)) return false;
        *FP_PUSH(r->keep, &config->per_file) = entry;
    }
    return true;
}

/* ---- ops ---- */

enum { FP_OWN_OPS_MAX = 4096 };

/* The columns as `fencepost ops --output-format json` calls them, and `like`. */
typedef struct {
    fp_str name;
    size_t field;
} op_column;
#define COLUMN(name) \
    { { #name, sizeof #name - 1 }, offsetof(fp_own_op, row) + offsetof(fp_op_row, name) }
static const op_column op_columns[] = {
    COLUMN(name),   COLUMN(effect),  COLUMN(reads), COLUMN(writes),
    COLUMN(alias),  COLUMN(counter), COLUMN(count), COLUMN(id),
    COLUMN(orders), COLUMN(targets), COLUMN(note),  { { "like", 4 }, offsetof(fp_own_op, like) },
};
#undef COLUMN
enum { OP_COLUMN_COUNT = sizeof op_columns / sizeof *op_columns };

static const op_column *find_column(fp_str name) {
    for (size_t i = 0; i < OP_COLUMN_COUNT; i++)
        if (fp_str_equal(op_columns[i].name, name)) return &op_columns[i];
    return NULL;
}

/* A number may stand where the table prints one. */
static bool read_cell(reader *r, const cJSON *item, fp_str *cell) {
    if (cJSON_IsString(item))
        *cell = fp_str_copy(r->keep, fp_str_of(item->valuestring));
    else if (cJSON_IsNumber(item) && item->valuedouble == item->valueint)
        *cell = fp_str_printf(r->keep, "%d", item->valueint);
    else
        return wrong_type(r, item->string, "a string, as in 'fencepost ops --output-format json'");
    return true;
}

static bool read_op(reader *r, const cJSON *value, fp_own_op *op) {
    size_t lines[OP_COLUMN_COUNT] = { 0 }, first = r->at;
    const cJSON *item;
    cJSON_ArrayForEach(item, value) {
        meet_key(r);
        fp_str name = fp_str_of(item->string);
        const op_column *column = find_column(name);
        if (!column) {
            fp_str names[OP_COLUMN_COUNT];
            for (size_t i = 0; i < OP_COLUMN_COUNT; i++) names[i] = op_columns[i].name;
            return fail(r, r->at, "unknown key \"%s\" of an op%.*s", item->string,
                        FP_STR_ARG(did_you_mean(r, fp_str_nearest(name, names, OP_COLUMN_COUNT))));
        }
        if (!read_cell(r, item, (fp_str *)(void *)((char *)op + column->field))) return false;
        lines[column - op_columns] = first = r->at;
    }
    fp_own_op_problem problem;
    if (fp_own_op_check(op, &problem)) return true;
    size_t at = lines[find_column(problem.column) - op_columns];
    return fail(r, at ? at : first, "\"%.*s\" must be %.*s%.*s", FP_STR_ARG(problem.column), FP_STR_ARG(problem.wanted),
                FP_STR_ARG(did_you_mean(r, problem.nearest)));
}

static bool read_ops(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)choices;
    if (!cJSON_IsArray(value)) return wrong_type(r, "ops", "a list of ops");
    const cJSON *item;
    cJSON_ArrayForEach(item, value) {
        fp_own_op op = { 0 };
        if (!cJSON_IsObject(item)) return wrong_type(r, "ops", "a list of objects, each an op");
        if (config->ops.len == FP_OWN_OPS_MAX)
            return fail(r, r->at, "\"ops\" has more than %d entries", FP_OWN_OPS_MAX);
        if (!read_op(r, item, &op)) return false;
        for (uint32_t i = 0; i < config->ops.len; i++)
            if (fp_str_equal(config->ops.data[i].row.name, op.row.name))
                return fail(r, r->at, "\"%.*s\" has two entries", FP_STR_ARG(op.row.name));
        *FP_PUSH(r->keep, &config->ops) = op;
    }
    return true;
}

/* A schema of a newer fencepost explains keys that this one does not know: said beside the key, not instead of
 * reading the rest. */
static bool read_schema(reader *r, fp_config *config, fp_choices *choices, const cJSON *value) {
    (void)config, (void)choices;
    if (!cJSON_IsString(value)) return wrong_type(r, "$schema", "the address of a schema");
    unsigned theirs[3], ours[3];
    sscanf(FENCEPOST_VERSION, "%u.%u.%u", &ours[0], &ours[1], &ours[2]);
    for (const char *at = value->valuestring; *at; at++) {
        if ((at > value->valuestring && at[-1] >= '0' && at[-1] <= '9') ||
            sscanf(at, "%4u.%4u.%4u", &theirs[0], &theirs[1], &theirs[2]) != 3)
            continue;
        int newer = 0;
        for (int i = 0; i < 3 && newer == 0; i++) newer = theirs[i] > ours[i] ? 1 : theirs[i] < ours[i] ? -1 : 0;
        if (newer > 0) r->newer = fp_str_printf(r->keep, "%u.%u.%u", theirs[0], theirs[1], theirs[2]);
        break;
    }
    return true;
}

static read_value *const readers[] = {
    [FP_KEY_SCHEMA] = read_schema,
    [FP_KEY_BARRIERS] = read_barriers,
    [FP_KEY_BLOCK] = read_block,
    [FP_KEY_EXCLUDE] = read_exclude,
    [FP_KEY_IGNORE] = read_ignore,
    [FP_KEY_INCLUDE] = read_include,
    [FP_KEY_LDS_DMA] = read_lds_dma,
    [FP_KEY_LEVELS] = read_levels,
    [FP_KEY_OPS] = read_ops,
    [FP_KEY_PER_FILE] = read_per_file,
    [FP_KEY_SELECT] = read_select,
    [FP_KEY_STRATEGY] = read_strategy,
    [FP_KEY_TARGET] = read_target,
    [FP_KEY_MLIR] = read_mlir,
    [FP_KEY_EXTENDS] = read_extends,
    [FP_KEY_FAIL_LEVEL] = read_fail_level,
    [FP_KEY_MIN_LEVEL] = read_min_level,
    [FP_KEY_BASELINE] = read_baseline,
    [FP_KEY_OUTPUT_FORMAT] = read_output_format,
    [FP_KEY_RULE_PAGES] = read_rule_pages,
};
static_assert(sizeof readers / sizeof *readers == FP_KEY_COUNT, "config.def has a key that nothing reads");

static bool refuse_key(reader *r, fp_str name, bool per_file) {
    fp_str valid[FP_KEY_COUNT];
    size_t count = 0;
    for (fp_config_key key = 0; key < FP_KEY_COUNT; key++) {
        fp_config_key_info info = fp_config_key_at(key);
        if (per_file && !info.per_file && fp_str_equal(info.name, name))
            return fail(r, r->at, "\"%.*s\" cannot differ from file to file", FP_STR_ARG(name));
        if (info.per_file || !per_file) valid[count++] = info.name;
    }
    fail(r, r->at, "unknown key \"%.*s\"%.*s", FP_STR_ARG(name),
         FP_STR_ARG(did_you_mean(r, fp_str_nearest(name, valid, count))));
    if (r->newer.len)
        fp_out_printf(r->why, " (the file's schema is of fencepost %.*s, this is " FENCEPOST_VERSION ")",
                      FP_STR_ARG(r->newer));
    return false;
}

static bool read_object(reader *r, const cJSON *object, fp_config *config, fp_choices *choices, bool per_file) {
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        meet_key(r);
        fp_str name = fp_str_of(item->string);
        fp_config_key key = 0;
        while (key < FP_KEY_COUNT &&
               !((fp_config_key_at(key).per_file || !per_file) && fp_str_equal(fp_config_key_at(key).name, name)))
            key++;
        if (key == FP_KEY_COUNT) return refuse_key(r, name, per_file);
        if (choices->lines[key])
            return fail(r, r->at, "\"%s\" stands here a second time; the first is on line %u", item->string,
                        choices->lines[key]);
        choices->lines[key] = line_of(r, r->at);
        if (!readers[key](r, config, choices, item)) return false;
    }
    return agree(r, choices);
}

fp_status fp_config_parse(struct fp_arena *keep, fp_str path, fp_str text, fp_config *config, struct fp_out *why) {
    reader r = { .keep = keep, .path = fp_path_shown(keep, path), .text = text, .why = why };
    const char *end = NULL;
    cJSON *root = text.len ? cJSON_ParseWithLengthOpts(text.data, text.len, &end, false) : NULL;
    fp_config parsed = { .path = fp_str_copy(keep, path) };
    fp_config_part own = { .path = parsed.path };
    parsed.folder = fp_path_folder(parsed.path);
    bool good = root != NULL;
    size_t stopped = end ? (size_t)(end - text.data) : 0;
    while (good && stopped < text.len && is_json_space(text.data[stopped])) stopped++;
    if (!root || stopped < text.len) /* cJSON stops silently behind the first value */
        good = fail(&r, stopped, "this is not valid JSON");
    else if (!cJSON_IsObject(root))
        good = fail(&r, 0, "a configuration is a JSON object");
    else
        good = read_object(&r, root, &parsed, &own.choices, false);
    cJSON_Delete(root);
    *FP_PUSH(keep, &parsed.parts) = own;
    if (good) *config = parsed;
    return good ? FP_OK : FP_CONFIG;
}
