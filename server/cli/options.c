#include "cli/options.h"
#include "base/str.h"
#include <assert.h>
#include <string.h>

enum { FP_HELP_WIDTH = 110 };

typedef enum { GROUP_CHECK, GROUP_REPORT, GROUP_STATUS, GROUP_WIRE, GROUP_GENERAL, GROUP_COUNT } option_group;
static const char *const group_titles[] = { "What to check", "What to write", "Exit status", "Connection", "General" };

enum {
#define FP_COMMAND(id, ...) id = 1 << FP_COMMAND_##id,
#include "cli/commands.def"
#undef FP_COMMAND
};
#define FP_REPORT(name, for_people) "|" #name
static const char report_names[] =
#include "output/formats.def"
    ;
#undef FP_REPORT
#define FP_REPORT_NAMES (report_names + 1)

#define FP_OPTION(field, kind, name, letter, value, initial, commands, group, help) \
    { FP_OPTION_##kind,                                                             \
      offsetof(struct fp_arguments, field),                                         \
      name,                                                                         \
      letter,                                                                       \
      value,                                                                        \
      initial,                                                                      \
      commands,                                                                     \
      GROUP_##group,                                                                \
      help },
static const fp_option_row options[] = {
#include "cli/options.def"
};
#undef FP_OPTION
enum { OPTION_COUNT = sizeof options / sizeof *options };
static_assert(OPTION_COUNT <= 64, "fp_arguments.given is a bit set");

#define FP_COMMAND(id, name, least, most, operands, summary, text) \
    [FP_COMMAND_##id] = { #name, least, most, operands, summary, text },
static const fp_command_row commands[] = {
#include "cli/commands.def"
};
#undef FP_COMMAND

/* The part of a message that offers another word; empty when there is none. */
static fp_str did_you_mean(struct fp_arena *keep, fp_str nearest) {
    return nearest.len ? fp_str_printf(keep, "; did you mean '%.*s'?", FP_STR_ARG(nearest)) : (fp_str){ "", 0 };
}

fp_str fp_nearest_or_list(struct fp_arena *keep, fp_str nearest, const char *command, const char *what) {
    if (nearest.len) return did_you_mean(keep, nearest);
    return fp_str_printf(keep, "; 'fencepost %s' lists the %s", command, what);
}

size_t fp_option_count(void) { return OPTION_COUNT; }
const fp_option_row *fp_option_at(size_t index) { return &options[index]; }
const fp_command_row *fp_command_at(fp_command command) { return &commands[command]; }

bool fp_option_applies(const fp_option_row *option, fp_command command) {
    return command == FP_COMMAND_NONE ? option->group == GROUP_GENERAL : (option->commands >> command & 1) != 0;
}

static fp_words split(struct fp_arena *keep, fp_str text, char separator) {
    fp_words words = { 0 };
    while (true) {
        size_t end = fp_str_find(text, separator);
        *FP_PUSH(keep, &words) = fp_str_slice(text, 0, end);
        if (end == text.len) return words;
        text = fp_str_slice(text, end + 1, text.len);
    }
}

/* ---- values ---- */

static bool set_rules(struct fp_arena *keep, const fp_option_row *option, fp_str value, fp_rules *rules) {
    fp_words names = split(keep, value, ',');
    for (uint32_t i = 0; i < names.len; i++) {
        fp_str name = fp_str_trim(names.data[i]);
        if (fp_str_equal(name, FP_STR("all"))) {
            for (size_t r = 0; r < fp_rule_count(); r++) *FP_PUSH(keep, rules) = (fp_rule)r;
            continue;
        }
        if (name.len == 0 && names.len > 1) continue; /* a comma too many harms nobody */
        fp_rule rule = fp_rule_find(name);
        if (rule == FP_RULE_NONE) {
            fp_log(FP_LOG_ERROR, "--%s: there is no rule '%.*s'%.*s", option->name, FP_STR_ARG(name),
                   FP_STR_ARG(fp_nearest_or_list(keep, fp_rule_nearest(name), "explain", "rules")));
            return false;
        }
        *FP_PUSH(keep, rules) = rule;
    }
    return true;
}

static bool set_choice(struct fp_arena *keep, const fp_option_row *option, fp_str value, uint32_t *choice) {
    fp_words choices = split(keep, fp_str_of(option->value), '|');
    for (uint32_t i = 0; i < choices.len; i++) {
        if (!fp_str_equal(value, choices.data[i])) continue;
        *choice = i;
        return true;
    }
    fp_log(FP_LOG_ERROR, "--%s: '%.*s' is none of %s%.*s", option->name, FP_STR_ARG(value), option->value,
           FP_STR_ARG(did_you_mean(keep, fp_str_nearest(value, choices.data, choices.len))));
    return false;
}

static bool set_level(struct fp_arena *keep, const fp_option_row *option, fp_str value, fp_level *level) {
    fp_words names = { 0 };
    for (fp_level known = FP_LEVEL_ERROR; known > FP_LEVEL_OFF; known--) {
        *FP_PUSH(keep, &names) = fp_level_name(known);
        if (!fp_str_equal(value, fp_level_name(known))) continue;
        *level = known;
        return true;
    }
    fp_log(FP_LOG_ERROR, "--%s: '%.*s' is none of error, warning, information, hint%.*s", option->name,
           FP_STR_ARG(value), FP_STR_ARG(did_you_mean(keep, fp_str_nearest(value, names.data, names.len))));
    return false;
}

static bool set_number(const fp_option_row *option, fp_str value, uint32_t *number) {
    enum { FP_NUMBER_MAX = 1 << 22 }; /* the most processes that Linux can have */
    int64_t parsed = 0;
    if (!fp_str_int(value, &parsed) || parsed < 1 || parsed > FP_NUMBER_MAX) {
        fp_log(FP_LOG_ERROR, "--%s: '%.*s' is no number from 1 to %d", option->name, FP_STR_ARG(value), FP_NUMBER_MAX);
        return false;
    }
    *number = (uint32_t)parsed;
    return true;
}

static bool set_target(struct fp_arena *keep, const fp_option_row *option, fp_str value, fp_str *target) {
    if (!fp_target_is_name(value)) {
        fp_log(FP_LOG_ERROR, "--%s: there is no target '%.*s'%.*s", option->name, FP_STR_ARG(value),
               FP_STR_ARG(fp_nearest_or_list(keep, fp_target_nearest(value), "targets", "targets")));
        return false;
    }
    *target = value;
    return true;
}

static bool set_value(struct fp_arena *keep, const fp_option_row *option, fp_str value,
                      struct fp_arguments *arguments) {
    void *field = (char *)arguments + option->field;
    switch (option->kind) {
    case FP_OPTION_FLAG: *(bool *)field = true; return true;
    case FP_OPTION_WORD:
        if (value.len == 0) {
            fp_log(FP_LOG_ERROR, "--%s: needs %s", option->name, option->value);
            return false;
        }
        *(fp_str *)field = value;
        return true;
    case FP_OPTION_NUMBER: return set_number(option, value, field);
    case FP_OPTION_LEVEL: return set_level(keep, option, value, field);
    case FP_OPTION_TARGET: return set_target(keep, option, value, field);
    case FP_OPTION_RULES: return set_rules(keep, option, value, field);
    case FP_OPTION_CHOICE: return set_choice(keep, option, value, field);
    }
    return false;
}

/* ---- words ---- */

static const fp_option_row *find_option(fp_command command, fp_str name, char letter) {
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (!fp_option_applies(&options[i], command)) continue;
        if (letter ? options[i].letter == letter : fp_str_equal(name, fp_str_of(options[i].name))) return &options[i];
    }
    return NULL;
}

static fp_status refuse_option(struct fp_arena *keep, fp_command command, fp_str word) {
    fp_str help = command == FP_COMMAND_NONE ? FP_STR("fencepost --help")
                                             : fp_str_printf(keep, "fencepost %s --help", commands[command].name);
    fp_words names = { 0 };
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (fp_option_applies(&options[i], command))
            *FP_PUSH(keep, &names) = fp_str_printf(keep, "--%s", options[i].name);
    fp_str nearest = fp_str_nearest(word, names.data, names.len);
    if (nearest.len)
        fp_log(FP_LOG_ERROR, "unknown option '%.*s'; did you mean '%.*s'?", FP_STR_ARG(word), FP_STR_ARG(nearest));
    else
        fp_log(FP_LOG_ERROR, "unknown option '%.*s'; '%.*s' lists the options", FP_STR_ARG(word), FP_STR_ARG(help));
    return FP_USAGE;
}

/* An option: "--name", "--name=value", "-n", "-n2". Takes its value from the next word when it needs one and has
 * none. */
static fp_status parse_option(struct fp_arena *keep, struct fp_arguments *arguments, size_t count, char *const *words,
                              size_t *at) {
    fp_str word = fp_str_of(words[*at]), name = word, value = { 0 };
    bool is_long = fp_str_starts(word, FP_STR("--")), has_value = false;
    if (is_long) {
        size_t equals = fp_str_find(word, '=');
        has_value = equals < word.len;
        name = fp_str_slice(word, 0, equals);
        if (has_value) value = fp_str_slice(word, equals + 1, word.len);
    }
    const fp_option_row *option = NULL;
    if (is_long)
        option = find_option(arguments->command, fp_str_slice(name, 2, name.len), 0);
    else
        option = find_option(arguments->command, name, word.data[1]);
    if (option && !is_long && word.len > 2) {
        has_value = option->kind != FP_OPTION_FLAG;
        value = fp_str_slice(word, 2, word.len);
        if (!has_value) option = NULL; /* "-qv": letters are not put together */
    }
    if (!option) return refuse_option(keep, arguments->command, name);

    if (option->kind == FP_OPTION_FLAG) {
        if (has_value) {
            fp_log(FP_LOG_ERROR, "--%s takes no value", option->name);
            return FP_USAGE;
        }
    } else if (!has_value) {
        if (*at + 1 == count) {
            fp_log(FP_LOG_ERROR, "--%s: needs %s", option->name, option->value);
            return FP_USAGE;
        }
        value = fp_str_of(words[++*at]);
    }
    arguments->given |= UINT64_C(1) << (option - options);
    return set_value(keep, option, value, arguments) ? FP_OK : FP_USAGE;
}

static fp_status parse_command(struct fp_arena *keep, fp_str word, fp_command *command) {
    fp_words names = { 0 };
    for (fp_command known = 0; known < FP_COMMAND_NONE; known++) {
        fp_str name = fp_str_of(commands[known].name);
        if (fp_str_equal(word, name)) {
            *command = known;
            return FP_OK;
        }
        *FP_PUSH(keep, &names) = name;
    }
    fp_str nearest = fp_str_nearest(word, names.data, names.len);
    if (nearest.len)
        fp_log(FP_LOG_ERROR, "unknown command '%.*s'; did you mean '%.*s'?", FP_STR_ARG(word), FP_STR_ARG(nearest));
    else if (fp_str_ends(word, FP_STR(".mlir")))
        fp_log(FP_LOG_ERROR, "unknown command '%.*s'; to check that file: fencepost lint %.*s", FP_STR_ARG(word),
               FP_STR_ARG(word));
    else
        fp_log(FP_LOG_ERROR, "unknown command '%.*s'; 'fencepost --help' lists the commands", FP_STR_ARG(word));
    return FP_USAGE;
}

bool fp_arguments_gave(const struct fp_arguments *arguments, fp_str option) {
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if ((arguments->given >> i & 1) && fp_str_equal(fp_str_of(options[i].name), option)) return true;
    return false;
}

/* Options that say opposite things: which of them was meant? */
static fp_status check_together(const struct fp_arguments *arguments) {
    static const char *const pairs[][2] = { { "config", "no-config" },
                                            { "quiet", "verbose" },
                                            { "stdio", "pipe" },
                                            { "stdio", "port" },
                                            { "stdio", "socket" },
                                            { "pipe", "port" },
                                            { "pipe", "socket" },
                                            { "verify-diagnostics", "baseline" },
                                            { "schema", "output-format" },
                                            { "fix", "diff" },
                                            { "fix", "verify-diagnostics" },
                                            { "fix", "add-suppressions" },
                                            { "diff", "add-suppressions" },
                                            { "diff", "output-format" },
                                            { "diff", "since-diff" },
                                            { "diff", "verify-diagnostics" },
                                            { "diff", "write-baseline" },
                                            { "add-suppressions", "verify-diagnostics" },
                                            { "add-suppressions", "write-baseline" },
                                            { "since-diff", "verify-diagnostics" },
                                            { "since-diff", "write-baseline" } };
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        if (!fp_arguments_gave(arguments, fp_str_of(pairs[p][0])) ||
            !fp_arguments_gave(arguments, fp_str_of(pairs[p][1])))
            continue;
        fp_log(FP_LOG_ERROR, "--%s and --%s exclude each other", pairs[p][0], pairs[p][1]);
        return FP_USAGE;
    }
    return FP_OK;
}

static fp_status check_operands(const struct fp_arguments *arguments) {
    if (arguments->command == FP_COMMAND_NONE) return FP_OK;
    const fp_command_row *row = &commands[arguments->command];
    if (arguments->operands.len > row->most) {
        fp_log(FP_LOG_ERROR, "%s: too many operands, '%.*s' is one of them", row->name,
               FP_STR_ARG(arguments->operands.data[row->most]));
        return FP_USAGE;
    }
    if (arguments->operands.len < row->least) {
        fp_log(FP_LOG_ERROR, "%s: needs %s", row->name, row->operands);
        return FP_USAGE;
    }
    return FP_OK;
}

static void set_initial_values(struct fp_arena *keep, struct fp_arguments *arguments) {
    *arguments = (struct fp_arguments){ .command = FP_COMMAND_NONE };
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (!*options[i].initial) continue;
        bool valid = set_value(keep, &options[i], fp_str_of(options[i].initial), arguments);
        assert(valid && "options.def: an initial value is none that the option takes");
        (void)valid;
    }
}

fp_status fp_arguments_parse(struct fp_arena *keep, size_t count, char *const *words, struct fp_arguments *arguments) {
    struct fp_arguments parsed;
    set_initial_values(keep, &parsed);
    bool only_operands = false;
    for (size_t at = 1; at < count; at++) {
        fp_str word = fp_str_of(words[at]);
        fp_status status = FP_OK;
        if (!only_operands && fp_str_equal(word, FP_STR("--")))
            only_operands = true;
        else if (!only_operands && word.len > 1 && word.data[0] == '-')
            status = parse_option(keep, &parsed, count, words, &at);
        else if (parsed.command == FP_COMMAND_NONE && fp_str_equal(word, FP_STR("help")))
            parsed.help = true; /* "help lint" is "lint --help" */
        else if (parsed.command == FP_COMMAND_NONE)
            status = parse_command(keep, word, &parsed.command);
        else
            *FP_PUSH(keep, &parsed.operands) = word;
        if (status != FP_OK) return status;
    }
    fp_status status = parsed.help || parsed.version ? FP_OK : check_operands(&parsed);
    if (status == FP_OK && !parsed.help && !parsed.version) status = check_together(&parsed);
    if (status == FP_OK) *arguments = parsed;
    return status;
}

/* ---- help ---- */

static void write_option(struct fp_out *out, const fp_option_row *option, const fp_style *style) {
    enum { HELP_COLUMN = 36 };
    struct fp_out text = { 0 };
    fp_out_text(&text, option->help);
    if (*option->initial) fp_out_printf(&text, " [default: %s]", option->initial);

    size_t width = strlen(option->name) + (*option->value ? strlen(option->value) + 1 : 0) + 8;
    if (option->letter)
        fp_out_printf(out, "  %s-%c%s, ", style->code, option->letter, style->reset);
    else
        fp_out_text(out, "      ");
    fp_out_printf(out, "%s--%s%s%s%s", style->code, option->name, style->reset, *option->value ? " " : "",
                  option->value);

    struct fp_out wrapped = { 0 };
    fp_out_wrapped(&wrapped, fp_out_str(&text), HELP_COLUMN, FP_HELP_WIDTH);
    if (width + 2 > HELP_COLUMN) {
        fp_out_text(out, "\n");
        fp_out_bytes(out, fp_out_str(&wrapped));
    } else {
        fp_out_repeat(out, ' ', HELP_COLUMN - width);
        fp_out_bytes(out, fp_str_slice(fp_out_str(&wrapped), HELP_COLUMN, wrapped.len));
    }
    fp_out_drop(&wrapped);
    fp_out_drop(&text);
}

static void write_options(struct fp_out *out, fp_command command, const fp_style *style) {
    for (uint32_t group = 0; group < GROUP_COUNT; group++) {
        bool titled = false;
        for (size_t i = 0; i < OPTION_COUNT; i++) {
            if (options[i].group != group || !fp_option_applies(&options[i], command)) continue;
            if (!titled) fp_out_printf(out, "\n%s%s%s\n", style->strong, group_titles[group], style->reset);
            titled = true;
            write_option(out, &options[i], style);
        }
    }
}

void fp_arguments_help(struct fp_out *out, fp_command command, const fp_style *style) {
    if (command != FP_COMMAND_NONE) {
        const fp_command_row *row = &commands[command];
        fp_out_printf(out, "fencepost %s: %s\n\n", row->name, row->summary);
        fp_out_printf(out, "%susage:%s fencepost %s [OPTION..] %s\n", style->strong, style->reset, row->name,
                      row->operands);
        if (*row->text) {
            fp_out_text(out, "\n");
            fp_out_wrapped(out, fp_str_of(row->text), 0, FP_HELP_WIDTH);
        }
        write_options(out, command, style);
        return;
    }
    fp_out_text(out,
                "fencepost " FENCEPOST_VERSION ": finds and fixes barrier mistakes in GPU kernels written in MLIR\n\n");
    fp_out_printf(out, "%susage:%s fencepost COMMAND [OPTION..] [OPERAND..]\n\n", style->strong, style->reset);
    fp_out_printf(out, "%sCommands%s\n", style->strong, style->reset);
    for (fp_command known = 0; known < FP_COMMAND_NONE; known++)
        fp_out_printf(out, "  %s%-11s%s %s\n", style->code, commands[known].name, style->reset,
                      commands[known].summary);
    write_options(out, command, style);
    fp_out_text(out, "\n'fencepost COMMAND --help' lists a command's options.\n"
                     "Exit status: 0 nothing at or above --fail-level, 1 findings, 2 the run itself failed,\n"
                     "141 the reader of the output has gone.\n");
}
