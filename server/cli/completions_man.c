/* fencepost.1: the help of all commands on one page, in the man macros. */
#include "cli/completions.h"
#include <string.h>

/* Roff reads backslashes, and a dot or quote at the start of a line; a hyphen would become a typographic one. */
static void write_roff(struct fp_out *out, const char *text) {
    for (const char *at = text; *at; at++) {
        if (*at == '\\')
            fp_out_text(out, "\\e");
        else if (*at == '-')
            fp_out_text(out, "\\-");
        else if ((*at == '.' || *at == '\'') && (at == text || at[-1] == '\n'))
            fp_out_printf(out, "\\&%c", *at);
        else
            fp_out_bytes(out, (fp_str){ at, 1 });
    }
}

static void write_option(struct fp_out *out, const fp_option_row *option) {
    fp_out_text(out, ".TP\n");
    if (option->letter) fp_out_printf(out, "\\fB\\-%c\\fR, ", option->letter);
    fp_out_text(out, "\\fB\\-\\-");
    write_roff(out, option->name);
    fp_out_text(out, "\\fR");
    if (*option->value) {
        fp_out_text(out, " \\fI");
        write_roff(out, option->value);
        fp_out_text(out, "\\fR");
    }
    fp_out_text(out, "\n");
    write_roff(out, option->help);
    if (*option->initial) {
        fp_out_text(out, " (default: ");
        write_roff(out, option->initial);
        fp_out_text(out, ")");
    }
    fp_out_text(out, "\n");
}

/* Options of the program itself stand once, at the end. */
static void write_command(struct fp_out *out, fp_command command) {
    const fp_command_row *row = fp_command_at(command);
    fp_out_printf(out, ".SS fencepost %s [OPTION..] ", row->name);
    write_roff(out, row->operands);
    fp_out_text(out, "\n");
    write_roff(out, row->summary);
    fp_out_text(out, ".\n");
    if (*row->text) {
        write_roff(out, row->text);
        fp_out_text(out, "\n");
    }
    for (size_t i = 0; i < fp_option_count(); i++) {
        const fp_option_row *option = fp_option_at(i);
        if (fp_option_applies(option, command) && !fp_option_applies(option, FP_COMMAND_NONE))
            write_option(out, option);
    }
}

void fp_manual_write(struct fp_out *out) {
    fp_out_text(out, ".TH FENCEPOST 1 \"\" \"fencepost " FENCEPOST_VERSION "\" \"User Commands\"\n"
                     ".SH NAME\nfencepost \\- find and fix barrier mistakes in GPU kernels written in MLIR\n"
                     ".SH SYNOPSIS\n.B fencepost\n.I COMMAND\n[\\fIOPTION\\fR..] [\\fIOPERAND\\fR..]\n"
                     ".SH DESCRIPTION\n"
                     "fencepost reads kernels as MLIR text, in any dialect, works out which accesses to workgroup "
                     "memory may meet, and reports barriers that are\n"
                     "missing, redundant or misused. It needs no configuration.\n"
                     ".SH COMMANDS\n");
    for (fp_command command = 0; command < FP_COMMAND_NONE; command++) write_command(out, command);
    fp_out_text(out, ".SH OPTIONS OF EVERY COMMAND\n");
    for (size_t i = 0; i < fp_option_count(); i++)
        if (fp_option_applies(fp_option_at(i), FP_COMMAND_NONE)) write_option(out, fp_option_at(i));
    fp_out_text(out, ".SH FILES\n.TP\n.I fencepost.json\nThe nearest one up the tree holds for a file; \\fBfencepost "
                     "config\\fR shows what it comes to.\n"
                     ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nNo colours, whatever the output is.\n.TP\n.B "
                     "FORCE_COLOR\nColours, whatever the output is.\n.TP\n.B COLUMNS\nHow wide lines are where the "
                     "output is no terminal.\n"
                     ".SH EXIT STATUS\n.TP\n.B 0\nNothing was found at or above the fail level.\n.TP\n.B 1\nSomething "
                     "was.\n.TP\n.B 2\nThe run itself failed.\n.TP\n.B 141\nThe reader of the output has gone before "
                     "all was written.\n");
}
