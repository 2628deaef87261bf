/* completions.h - texts made of the tables of commands and options, besides the help: completions for shells, and the
 * manual page. */
#ifndef FP_COMPLETIONS_H
#define FP_COMPLETIONS_H
#include "cli/options.h"

void fp_manual_write(struct fp_out *out); /* fencepost.1, in the man macros */
#endif
