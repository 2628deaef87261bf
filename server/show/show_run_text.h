/* show_run_text.h - one run of a kernel's streams for the terminal: a column for each stream, time downwards. Where
 * that is too wide, one column for all, with the stream's name at the left of each step.
 *
 *   └──▶ and ◀──┘ lead from a flip to the wait that it releases, ──● and ●── from the arrival that completes it, ──○
 * from one that does not; ┃ stands beside a stream while work that it has started runs on.
 */
#ifndef FP_SHOW_RUN_TEXT_H
#define FP_SHOW_RUN_TEXT_H
#include "output/style.h"
#include "show/show_run.h"

enum { FP_RUN_TEXT_WIDTH_MIN = 80, FP_RUN_TEXT_WIDTH = 120, FP_RUN_TEXT_WIDTH_MAX = 200 };

/* `width` in columns; 0: FP_RUN_TEXT_WIDTH. */
void fp_show_run_text(struct fp_out *out, const fp_show_run *show, const fp_style *style, size_t width);
void fp_show_run_text_legend(struct fp_out *out);
#endif
