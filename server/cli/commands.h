/* commands.h - what each subcommand does; commands.def lists them. Arguments are valid; the result is the exit status
 * of the program. */
#ifndef FP_COMMANDS_H
#define FP_COMMANDS_H
#include "cli/options.h"
#include "config/config.h"

#define FP_COMMAND(id, name, ...) \
    fp_exit fp_command_##name(struct fp_arena *keep, const struct fp_arguments *arguments);
#include "cli/commands.def"
#undef FP_COMMAND

fp_config_source fp_config_source_of(struct fp_arena *keep,
                                     const struct fp_arguments *arguments); /* what the command line chose */
/* Findings below it are neither reported nor fixed; findings from it on make the run end with 1. */
fp_level fp_least_level(const struct fp_arguments *arguments, const fp_settings *settings);
fp_level fp_fail_level(const fp_settings *settings);
bool fp_wants_colors(const struct fp_arguments *arguments); /* on the way to where the result goes */
size_t fp_told_width(const struct fp_arguments *arguments); /* columns of the terminal, or of COLUMNS; 0: not known */
size_t fp_line_width(const struct fp_arguments *arguments); /* that, or FP_LINE_WIDTH */

enum { FP_LINE_WIDTH = 140 };
#endif
