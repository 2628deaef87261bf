/* fencepost completions: what a shell completes, from the tables of commands and options. */
#include "cli/completions.h"
#include "base/str.h"
#include "cli/commands.h"
#include "files/sink.h"
#include <string.h>

/* ---- what may stand behind an option ---- */

static void write_rules(struct fp_out *out, const char *separator) {
    fp_out_text(out, "all");
    for (size_t rule = 0; rule < fp_rule_count(); rule++)
        fp_out_printf(out, "%s%.*s", separator, FP_STR_ARG(fp_rule_at((fp_rule)rule)->name));
}

static void write_targets(struct fp_out *out, const char *separator) {
    for (size_t i = 0; i < fp_target_count(); i++)
        fp_out_printf(out, "%s%.*s", i ? separator : "", FP_STR_ARG(fp_target_name(i)));
}

static void write_choices(struct fp_out *out, const char *choices, const char *separator) {
    for (const char *at = choices; *at; at++)
        if (*at == '|')
            fp_out_text(out, separator);
        else
            fp_out_bytes(out, (fp_str){ at, 1 });
}

typedef enum { VALUE_NONE, VALUE_WORDS, VALUE_FILE, VALUE_FREE } value_kind;

static value_kind kind_of(const fp_option_row *option) {
    switch (option->kind) {
    case FP_OPTION_FLAG: return VALUE_NONE;
    case FP_OPTION_WORD:
        return strcmp(option->value, "FILE") == 0 || strncmp(option->value, "PATH", 4) == 0 ||
                       strncmp(option->value, "FILE:", 5) == 0
                   ? VALUE_FILE
                   : VALUE_FREE;
    case FP_OPTION_NUMBER: return VALUE_FREE;
    case FP_OPTION_LEVEL:
    case FP_OPTION_TARGET:
    case FP_OPTION_RULES:
    case FP_OPTION_CHOICE: return VALUE_WORDS;
    }
    return VALUE_FREE;
}

static void write_values(struct fp_out *out, const fp_option_row *option, const char *separator) {
    switch (option->kind) {
    case FP_OPTION_FLAG:
    case FP_OPTION_WORD:
    case FP_OPTION_NUMBER: return;
    case FP_OPTION_LEVEL: write_choices(out, "error|warning|information|hint", separator); return;
    case FP_OPTION_TARGET: write_targets(out, separator); return;
    case FP_OPTION_RULES: write_rules(out, separator); return;
    case FP_OPTION_CHOICE: write_choices(out, option->value, separator); return;
    }
}

/* ---- what may stand where no option does ---- */

static value_kind write_operands(struct fp_out *out, fp_command command, const char *separator) {
    const char *operands = fp_command_at(command)->operands;
    if (strcmp(operands, "[RULE]") == 0) {
        for (size_t rule = 0; rule < fp_rule_count(); rule++)
            fp_out_printf(out, "%s%.*s", rule ? separator : "", FP_STR_ARG(fp_rule_at((fp_rule)rule)->name));
        return VALUE_WORDS;
    }
    if (strcmp(operands, "[CHIP..]") == 0) return write_targets(out, separator), VALUE_WORDS;
    if (strchr(operands, '|')) return write_choices(out, operands, separator), VALUE_WORDS;
    if (strstr(operands, "PATH") || strstr(operands, "FILE")) return VALUE_FILE;
    return VALUE_NONE;
}

static void write_option_names(struct fp_out *out, fp_command command) {
    const char *separator = "";
    for (size_t i = 0; i < fp_option_count(); i++) {
        const fp_option_row *option = fp_option_at(i);
        if (!fp_option_applies(option, command)) continue;
        fp_out_printf(out, "%s--%s", separator, option->name);
        if (option->letter) fp_out_printf(out, " -%c", option->letter);
        separator = " ";
    }
}

/* ---- bash ---- */

static void write_bash_option(struct fp_out *out, const fp_option_row *option, fp_command command) {
    value_kind kind = kind_of(option);
    if (kind == VALUE_NONE) return;
    fp_out_printf(out, "    %s:--%s", fp_command_at(command)->name, option->name);
    if (option->letter) fp_out_printf(out, " | %s:-%c", fp_command_at(command)->name, option->letter);
    fp_out_text(out, ") ");
    if (kind == VALUE_WORDS) {
        fp_out_text(out, "words='");
        write_values(out, option, " ");
        fp_out_text(out, "'");
        if (option->kind == FP_OPTION_RULES) fp_out_text(out, " list=yes");
    } else {
        fp_out_text(out, kind == VALUE_FILE ? "files=yes" : "return 0");
    }
    fp_out_text(out, " ;;\n");
}

static void write_bash(struct fp_out *out) {
    fp_out_text(out, "# bash completion for fencepost " FENCEPOST_VERSION "\n"
                     "_fencepost() {\n"
                     "  local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\" command='' at "
                     "words='' files='' list=''\n"
                     "  COMPREPLY=()\n"
                     "  for ((at = 1; at < COMP_CWORD; at++)); do\n"
                     "    case \"${COMP_WORDS[at]}\" in -*) ;; *) command=\"${COMP_WORDS[at]}\"; break ;; esac\n"
                     "  done\n"
                     "  # \"--name=value\" comes as three words\n"
                     "  if [ \"$word\" = = ]; then word=''; elif [ \"$before\" = = ]; then "
                     "before=\"${COMP_WORDS[COMP_CWORD-2]}\"; fi\n"
                     "  case \"$command:$before\" in\n");
    for (fp_command command = 0; command < FP_COMMAND_NONE; command++)
        for (size_t i = 0; i < fp_option_count(); i++)
            if (fp_option_applies(fp_option_at(i), command)) write_bash_option(out, fp_option_at(i), command);
    fp_out_text(out, "    *) case \"$command\" in\n      '') words='");
    for (fp_command command = 0; command < FP_COMMAND_NONE; command++)
        fp_out_printf(out, "%s ", fp_command_at(command)->name);
    write_option_names(out, FP_COMMAND_NONE);
    fp_out_text(out, "' ;;\n");
    for (fp_command command = 0; command < FP_COMMAND_NONE; command++) {
        fp_out_printf(out, "      %s) case \"$word\" in -*) words='", fp_command_at(command)->name);
        write_option_names(out, command);
        fp_out_text(out, "' ;; *) words='");
        value_kind kind = write_operands(out, command, " ");
        fp_out_printf(out, "'%s ;; esac ;;\n", kind == VALUE_FILE ? " files=yes" : "");
    }
    fp_out_text(out, "    esac ;;\n  esac\n"
                     "  local prefix=''\n"
                     "  if [ -n \"$list\" ] && [ \"${word%,*}\" != \"$word\" ]; then prefix=\"${word%,*},\"; "
                     "word=\"${word##*,}\"; fi\n"
                     "  if [ -n \"$files\" ]; then compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen "
                     "-f -- \"$word\"); fi\n"
                     "  if [ -n \"$words\" ]; then mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -P "
                     "\"$prefix\" -W \"$words\" -- \"$word\"); fi\n"
                     "}\n"
                     "complete -F _fencepost fencepost\n");
}

/* ---- zsh and fish ---- */

/* What help texts hold that a shell would take for its own: quotes, and in zsh brackets and colons. */
static void write_help(struct fp_out *out, const char *help, const char *special) {
    for (const char *at = help; *at; at++) {
        if (*at == '\'')
            fp_out_text(out, *special == '[' ? "'\\''" : "\\'");
        else if (strchr(special, *at))
            fp_out_printf(out, "\\%c", *at);
        else
            fp_out_bytes(out, (fp_str){ at, 1 });
    }
}

static void write_zsh_option(struct fp_out *out, const fp_option_row *option) {
    const char *names[2] = { option->letter ? (const char[]){ '-', option->letter, 0 } : NULL, NULL };
    for (int form = names[0] ? 0 : 1; form < 2; form++) {
        fp_out_text(out, "      ");
        if (names[0]) fp_out_printf(out, "'(-%c --%s)'", option->letter, option->name);
        if (form == 0)
            fp_out_printf(out, "'-%c", option->letter);
        else
            fp_out_printf(out, "'--%s%s", option->name, kind_of(option) == VALUE_NONE ? "" : "=");
        fp_out_text(out, "[");
        write_help(out, option->help, "[]:\\");
        fp_out_text(out, "]");
        switch (kind_of(option)) {
        case VALUE_NONE: break;
        case VALUE_FILE: fp_out_text(out, ":file:_files"); break;
        case VALUE_FREE: fp_out_text(out, ":value: "); break;
        case VALUE_WORDS:
            fp_out_text(out, option->kind == FP_OPTION_RULES ? ":rules:_values -s , rule " : ":value:(");
            write_values(out, option, " ");
            fp_out_text(out, option->kind == FP_OPTION_RULES ? "" : ")");
            break;
        }
        fp_out_text(out, "' \\\n");
    }
}

static void write_zsh(struct fp_out *out) {
    fp_out_text(out, "#compdef fencepost\n# zsh completion for fencepost " FENCEPOST_VERSION "\n"
                     "_fencepost() {\n  local curcontext=\"$curcontext\" state line\n  typeset -A opt_args\n"
                     "  _arguments -C \\\n");
    for (size_t i = 0; i < fp_option_count(); i++)
        if (fp_option_applies(fp_option_at(i), FP_COMMAND_NONE)) write_zsh_option(out, fp_option_at(i));
    fp_out_text(out, "      '1:command:->command' '*::operand:->operand'\n"
                     "  case $state in\n  command)\n    local -a commands=(\n");
    for (fp_command command = 0; command < FP_COMMAND_NONE; command++) {
        fp_out_printf(out, "      '%s:", fp_command_at(command)->name);
        write_help(out, fp_command_at(command)->summary, "[]:\\");
        fp_out_text(out, "'\n");
    }
    fp_out_text(out, "    )\n    _describe command commands ;;\n  operand)\n    case $line[1] in\n");
    for (fp_command command = 0; command < FP_COMMAND_NONE; command++) {
        struct fp_out words = { 0 };
        fp_out_printf(out, "    %s) _arguments \\\n", fp_command_at(command)->name);
        for (size_t i = 0; i < fp_option_count(); i++)
            if (fp_option_applies(fp_option_at(i), command)) write_zsh_option(out, fp_option_at(i));
        switch (write_operands(&words, command, " ")) {
        case VALUE_WORDS: fp_out_printf(out, "      '*:operand:(%.*s)' ;;\n", FP_STR_ARG(fp_out_str(&words))); break;
        case VALUE_FILE: fp_out_text(out, "      '*:file:_files' ;;\n"); break;
        case VALUE_NONE:
        case VALUE_FREE: fp_out_text(out, "      '*: : ' ;;\n"); break;
        }
        fp_out_drop(&words);
    }
    fp_out_text(out, "    esac ;;\n  esac\n}\n_fencepost \"$@\"\n");
}

static void write_fish(struct fp_out *out) {
    fp_out_text(out, "# fish completion for fencepost " FENCEPOST_VERSION "\ncomplete -c fencepost -f\n");
    for (fp_command command = 0; command < FP_COMMAND_NONE; command++) {
        fp_out_printf(out, "complete -c fencepost -n __fish_use_subcommand -a %s -d '", fp_command_at(command)->name);
        write_help(out, fp_command_at(command)->summary, "\\");
        fp_out_text(out, "'\n");
    }
    for (fp_command command = 0; command < FP_COMMAND_NONE; command++) {
        const char *name = fp_command_at(command)->name;
        struct fp_out words = { 0 };
        value_kind operands = write_operands(&words, command, " ");
        if (operands == VALUE_FILE)
            fp_out_printf(out, "complete -c fencepost -n '__fish_seen_subcommand_from %s' -F\n", name);
        if (operands == VALUE_WORDS)
            fp_out_printf(out, "complete -c fencepost -n '__fish_seen_subcommand_from %s' -a '%.*s'\n", name,
                          FP_STR_ARG(fp_out_str(&words)));
        fp_out_drop(&words);
        for (size_t i = 0; i < fp_option_count(); i++) {
            const fp_option_row *option = fp_option_at(i);
            if (!fp_option_applies(option, command)) continue;
            fp_out_printf(out, "complete -c fencepost -n '__fish_seen_subcommand_from %s' -l %s", name, option->name);
            if (option->letter) fp_out_printf(out, " -s %c", option->letter);
            switch (kind_of(option)) {
            case VALUE_NONE: break;
            case VALUE_FILE: fp_out_text(out, " -r -F"); break;
            case VALUE_FREE: fp_out_text(out, " -x"); break;
            case VALUE_WORDS:
                fp_out_text(out, " -x -a '");
                write_values(out, option, " ");
                fp_out_text(out, "'");
                break;
            }
            fp_out_text(out, " -d '");
            write_help(out, option->help, "\\");
            fp_out_text(out, "'\n");
        }
    }
}

/* ---- the command ---- */

fp_exit fp_command_completions(struct fp_arena *keep, const struct fp_arguments *arguments) {
    static const struct {
        fp_str name;
        void (*write)(struct fp_out *out);
    } kinds[] = {
        { { "bash", 4 }, write_bash },
        { { "zsh", 3 }, write_zsh },
        { { "fish", 4 }, write_fish },
        { { "man", 3 }, fp_manual_write },
    };
    (void)keep;
    fp_str wanted = arguments->operands.data[0], names[sizeof kinds / sizeof *kinds];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        names[i] = kinds[i].name;
        if (!fp_str_equal(wanted, kinds[i].name)) continue;
        struct fp_out out = { 0 };
        kinds[i].write(&out);
        fp_exit result = fp_sink_print(arguments->output_file, fp_out_str(&out));
        fp_out_drop(&out);
        return result;
    }
    fp_str nearest = fp_str_nearest(wanted, names, sizeof kinds / sizeof *kinds);
    fp_log(FP_LOG_ERROR, "completions: '%.*s' is none of bash, zsh, fish, man%s%.*s%s", FP_STR_ARG(wanted),
           nearest.len ? "; did you mean '" : "", FP_STR_ARG(nearest), nearest.len ? "'?" : "");
    return FP_EXIT_FAILED;
}
