#include "cli/commands.h"
#include "base/str.h"
#include "files/files_path.h"
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

fp_config_source fp_config_source_of(struct fp_arena *keep, const struct fp_arguments *arguments) {
    fp_config_source source = { .file = arguments->config, .none = arguments->no_config };
    fp_choices *choices = &source.override;
    choices->target = arguments->target;
    /* options.def lists the words of a choice in the enumerators' order; a default must not win over a configuration */
    choices->barriers = (fp_barriers)arguments->barriers;
    choices->has_barriers = fp_arguments_gave(arguments, FP_STR("barriers"));
    choices->strategy = (fp_strategy)arguments->strategy;
    choices->has_strategy = fp_arguments_gave(arguments, FP_STR("strategy"));
    choices->min_level = arguments->min_level;
    if (fp_arguments_gave(arguments, FP_STR("fail-level"))) choices->fail_level = arguments->fail_level;
    if (arguments->baseline.len) choices->baseline = fp_path_absolute(keep, arguments->baseline);
    choices->has_select = arguments->select.data != NULL;
    choices->select.data = arguments->select.data, choices->select.len = arguments->select.len;
    choices->extend.data = arguments->extend_select.data, choices->extend.len = arguments->extend_select.len;
    choices->ignore.data = arguments->ignore.data, choices->ignore.len = arguments->ignore.len;
    return source;
}

bool fp_wants_colors(const struct fp_arguments *arguments) {
    if (arguments->output_file.len) return arguments->color == FP_COLOR_ALWAYS;
    return fp_style_wanted((fp_color)arguments->color, STDOUT_FILENO);
}

/* As others do, COLUMNS says how wide a line is where no terminal tells. */
static unsigned long told_width(void) {
    struct winsize size;
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) return size.ws_col;
    const char *columns = getenv("COLUMNS");
    return columns ? strtoul(columns, NULL, 10) : 0;
}

size_t fp_told_width(const struct fp_arguments *arguments) {
    enum { LEAST = 40, MOST = 10000 };
    unsigned long width = arguments->output_file.len ? 0 : told_width();
    return width < LEAST || width > MOST ? 0 : width;
}

size_t fp_line_width(const struct fp_arguments *arguments) {
    size_t told = fp_told_width(arguments);
    return told ? told : FP_LINE_WIDTH;
}

fp_level fp_fail_level(const fp_settings *settings) {
    return settings->fail_level != FP_LEVEL_OFF ? settings->fail_level : FP_LEVEL_WARNING;
}

/* A run on a good kernel says nothing: what is no more than worth knowing is shown when somebody asks for it, or
 * fails the run. */
fp_level fp_least_level(const struct fp_arguments *arguments, const fp_settings *settings) {
    if (arguments->verify && arguments->min_level == FP_LEVEL_OFF) return FP_LEVEL_HINT;
    if (settings->min_level != FP_LEVEL_OFF) return settings->min_level;
    fp_level fails = fp_fail_level(settings);
    return fails < FP_LEVEL_WARNING ? fails : FP_LEVEL_WARNING;
}
