/* fencepost config: what holds for a file, and who decided it. */
#include "cli/config_show.h"
#include "base/str.h"
#include "cli/commands.h"
#include "files/files_path.h"
#include "files/sink.h"
#include "output/json.h"
#include "output/table.h"
#include <string.h>

/* Where a value comes from: "default", "fencepost.json:3", "fencepost.json:8, for \"GLOB\"", "command line". */
static fp_str origin_words(struct fp_arena *keep, fp_origin origin) {
    if (origin.kind == FP_ORIGIN_DEFAULT) return FP_STR("default");
    if (origin.kind == FP_ORIGIN_OVERRIDE) return FP_STR("command line");
    fp_str place = fp_str_printf(keep, "%.*s:%u", FP_STR_ARG(fp_path_shown(keep, origin.path)), origin.line);
    return origin.kind == FP_ORIGIN_FILE
               ? place
               : fp_str_printf(keep, "%.*s, for \"%.*s\"", FP_STR_ARG(place), FP_STR_ARG(origin.glob));
}

/* ---- the values ---- */

typedef struct {
    const char *key;
    fp_str value;
    bool text;
    fp_origin origin;
} value_row; /* value: as JSON; text: in quotes there */
enum { VALUE_COUNT = 11 };

static value_row text_row(const char *key, fp_str value, fp_origin origin) {
    return value.len ? (value_row){ key, value, true, origin } : (value_row){ key, FP_STR("null"), false, origin };
}

static void list_values(struct fp_arena *keep, const fp_settings *settings, value_row rows[VALUE_COUNT]) {
    static const fp_str barriers[] = { [FP_BARRIERS_AUTO] = { "auto", 4 },
                                       [FP_BARRIERS_PLACED] = { "placed", 6 },
                                       [FP_BARRIERS_PENDING] = { "pending", 7 } };
    static const fp_str strategies[] = { [FP_STRATEGY_TARGET] = { "target", 6 },
                                         [FP_STRATEGY_MINIMAL] = { "minimal", 7 },
                                         [FP_STRATEGY_DISJOINT] = { "disjoint", 8 } };
    const fp_options *options = &settings->options;
    const fp_origins *origins = &settings->origins;
    const uint32_t *block = options->fallback_block;
    fp_str target = options->target.len            ? options->target
                    : options->fallback_target.len ? options->fallback_target
                                                   : FP_STR("generic");
    fp_str threads = block[0] ? fp_str_printf(keep, "[%u, %u, %u]", block[0], block[1], block[2]) : FP_STR("null");
    rows[0] = (value_row){ "target", target, true, origins->target };
    rows[1] = (value_row){ "block", threads, false, origins->block };
    rows[2] = (value_row){ "barriers", barriers[options->barriers], true, origins->barriers };
    rows[3] = (value_row){ "ldsDma", options->lds_dma_explicit ? FP_STR("explicit") : FP_STR("fenced"), true,
                           origins->lds_dma };
    fp_str mlir = options->mlir ? fp_str_printf(keep, "%u", options->mlir) : FP_STR("null");
    rows[4] = (value_row){ "mlir", mlir, false, origins->mlir };
    rows[5] = (value_row){ "strategy", strategies[options->strategy], true, origins->strategy };
    fp_level fails = settings->fail_level != FP_LEVEL_OFF ? settings->fail_level : FP_LEVEL_WARNING;
    fp_str least = settings->min_level != FP_LEVEL_OFF ? fp_level_name(settings->min_level) : (fp_str){ "", 0 };
    rows[6] = (value_row){ "failLevel", fp_level_name(fails), true, origins->fail_level };
    rows[7] = text_row("minLevel", least, origins->min_level);
    rows[8] = text_row("baseline", settings->baseline, origins->baseline);
    rows[9] = text_row("outputFormat", settings->output_format, origins->output_format);
    rows[10] = text_row("rulePages", settings->rule_pages, origins->rule_pages);
}

static fp_level level_of(const fp_settings *settings, fp_rule rule) { return settings->options.levels[rule]; }

/* Which rows of the settings' variants are of the rule: the next one from `at` on; the number of rows behind the last.
 */
static size_t next_variant(const fp_settings *settings, fp_rule rule, size_t at) {
    for (; at < settings->options.variant_count; at++)
        for (fp_sentence variant = 0; (variant = fp_variant_next(rule, variant));)
            if (variant == settings->options.variants[at].variant) return at;
    return at;
}

static void write_rows(struct fp_out *out, const fp_str *cells, size_t rows, const char *first, const char *second,
                       const fp_style *style) {
    const fp_table_column columns[] = { { first, first, true, false },
                                        { second, second, true, false },
                                        { "from", "from", true, false } };
    fp_table_write(out, &(fp_table){ .columns = columns, .column_count = 3, .cells = cells, .row_count = rows }, style);
}

void fp_settings_write(struct fp_arena *keep, struct fp_out *out, const fp_settings *settings, bool every_rule,
                       const fp_style *style) {
    value_row rows[VALUE_COUNT];
    FP_VEC(fp_str) cells = { 0 };
    list_values(keep, settings, rows);
    for (size_t i = 0; i < VALUE_COUNT; i++) {
        *FP_PUSH(keep, &cells) = fp_str_of(rows[i].key);
        fp_str open = i < 4 ? FP_STR("unknown") : FP_STR("not set");
        *FP_PUSH(keep, &cells) = fp_str_equal(rows[i].value, FP_STR("null")) ? open : rows[i].value;
        *FP_PUSH(keep, &cells) = origin_words(keep, rows[i].origin);
    }
    write_rows(out, cells.data, VALUE_COUNT, "key", "value", style);
    cells.len = 0;
    for (fp_rule rule = 0; rule < fp_rule_count(); rule++) {
        fp_origin origin = settings->origins.rules[rule];
        if (every_rule || origin.kind != FP_ORIGIN_DEFAULT) {
            *FP_PUSH(keep, &cells) = fp_rule_at(rule)->name;
            *FP_PUSH(keep, &cells) = fp_level_name(level_of(settings, rule));
            *FP_PUSH(keep, &cells) = origin_words(keep, origin);
        }
        for (size_t i = 0; (i = next_variant(settings, rule, i)) < settings->options.variant_count; i++) {
            fp_variant_level row = settings->options.variants[i];
            *FP_PUSH(keep, &cells) = fp_config_variant(keep, rule, row.variant);
            *FP_PUSH(keep, &cells) = fp_level_name(row.level);
            *FP_PUSH(keep, &cells) = origin_words(keep, settings->origins.variants[i]);
        }
    }
    fp_out_text(out, "\n");
    if (cells.len)
        write_rows(out, cells.data, cells.len / 3, "rule", "level", style);
    else
        fp_out_text(out, "every rule is as 'fencepost explain' lists it\n");
    if (!settings->config || settings->config->ops.len == 0) return;
    fp_out_text(out, "\n");
    fp_out_count(out, settings->config->ops.len, "op");
    fp_out_text(out, " of the project's own:");
    for (uint32_t i = 0; i < settings->config->ops.len; i++) {
        fp_out_text(out, i ? ", " : " ");
        fp_out_visible(out, settings->config->ops.data[i].row.name);
    }
    fp_out_text(out, "\n");
}

/* ---- as JSON ---- */

/* The file is named when it is another one than the configuration, which extends it. */
static void write_origin(struct fp_json *json, const fp_settings *settings, fp_origin origin) {
    static const char *const kinds[] = { [FP_ORIGIN_DEFAULT] = "default",
                                         [FP_ORIGIN_FILE] = "file",
                                         [FP_ORIGIN_PER_FILE] = "perFile",
                                         [FP_ORIGIN_OVERRIDE] = "command line" };
    fp_json_member_text(json, "from", kinds[origin.kind]);
    if (origin.kind == FP_ORIGIN_PER_FILE) fp_json_member_str(json, "glob", origin.glob);
    if (origin.kind != FP_ORIGIN_FILE && origin.kind != FP_ORIGIN_PER_FILE) return;
    fp_json_member_uint(json, "line", origin.line);
    if (!fp_str_equal(origin.path, settings->config->path)) fp_json_member_str(json, "config", origin.path);
}

static void write_level(struct fp_json *json, const fp_settings *settings, fp_str name, fp_level level,
                        fp_origin origin) {
    fp_json_key_str(json, name);
    fp_json_open(json, '{');
    fp_json_member_str(json, "level", fp_level_name(level));
    write_origin(json, settings, origin);
    fp_json_close(json, '}');
}

static void write_json(struct fp_arena *keep, struct fp_out *out, fp_str path, const fp_settings *settings) {
    struct fp_json json = { .out = out };
    value_row rows[VALUE_COUNT];
    list_values(keep, settings, rows);
    fp_json_open(&json, '{');
    fp_json_member_str(&json, "file", path);
    fp_json_key(&json, "config");
    if (settings->config)
        fp_json_str(&json, settings->config->path);
    else
        fp_json_null(&json);
    fp_json_member_bool(&json, "excluded", settings->excluded);
    fp_json_member_open(&json, "values", '{');
    for (size_t i = 0; i < VALUE_COUNT; i++) {
        fp_json_member_open(&json, rows[i].key, '{');
        fp_json_key(&json, "value");
        if (rows[i].text)
            fp_json_str(&json, rows[i].value);
        else
            fp_json_raw(&json, rows[i].value);
        write_origin(&json, settings, rows[i].origin);
        fp_json_close(&json, '}');
    }
    fp_json_close(&json, '}');
    fp_json_member_open(&json, "rules", '{');
    for (fp_rule rule = 0; rule < fp_rule_count(); rule++) {
        write_level(&json, settings, fp_rule_at(rule)->name, level_of(settings, rule), settings->origins.rules[rule]);
        for (size_t i = 0; (i = next_variant(settings, rule, i)) < settings->options.variant_count; i++)
            write_level(&json, settings, fp_config_variant(keep, rule, settings->options.variants[i].variant),
                        settings->options.variants[i].level, settings->origins.variants[i]);
    }
    fp_json_close(&json, '}');
    fp_json_member_open(&json, "ops", '[');
    for (uint32_t i = 0; settings->config && i < settings->config->ops.len; i++)
        fp_json_str(&json, settings->config->ops.data[i].row.name);
    fp_json_close(&json, ']');
    fp_json_close(&json, '}');
    fp_out_text(out, "\n");
}

/* ---- the command ---- */

static void write_text(struct fp_arena *keep, struct fp_out *out, fp_str path, const fp_settings *settings,
                       const fp_style *style) {
    fp_out_text(out, style->strong);
    fp_out_visible(out, path);
    fp_out_text(out, style->reset);
    if (settings->config) {
        fp_out_text(out, ": configured by ");
        fp_out_visible(out, fp_path_shown(keep, settings->config->path));
    } else {
        fp_out_text(out, ": no " FP_CONFIG_NAME " in its folder or above");
    }
    if (settings->excluded) fp_out_text(out, ", which excludes it (it is checked only when it is named)");
    fp_out_text(out, "\n\n");
    fp_settings_write(keep, out, settings, true, style);
}

fp_exit fp_command_config(struct fp_arena *keep, const struct fp_arguments *arguments) {
    struct fp_out out = { 0 }, why = { 0 };
    fp_exit result = FP_EXIT_FAILED;
    const fp_settings *settings = NULL;
    /* Without a path, what holds for a file of this folder that no glob names. */
    fp_str path = arguments->operands.len ? arguments->operands.data[0] : FP_STR("./*.mlir");
    if (arguments->schema) {
        fp_config_schema_write(&out);
        result = fp_sink_print(arguments->output_file, fp_out_str(&out));
    } else if (fp_configs_settings(fp_configs_new(keep, fp_config_source_of(keep, arguments)), path, &settings, &why) !=
               FP_OK) {
        fp_log(FP_LOG_ERROR, "%.*s", FP_STR_ARG(fp_out_str(&why)));
    } else {
        if (arguments->table_format)
            write_json(keep, &out, path, settings);
        else
            write_text(keep, &out, path, settings, fp_style_get(fp_wants_colors(arguments)));
        result = fp_sink_print(arguments->output_file, fp_out_str(&out));
    }
    fp_out_drop(&out);
    fp_out_drop(&why);
    return result;
}
