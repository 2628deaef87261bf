/* fix_diff.h - the difference of two texts as a unified patch that `patch -p1` and `git apply` take.
 *
 * Cost       lines times differing lines; texts that differ in more than FP_DIFF_MAX lines are shown as replaced from
 *            the first to the last difference.
 */
#ifndef FP_FIX_DIFF_H
#define FP_FIX_DIFF_H
#include "findings/edits.h"
#include "output/out.h"
#include "output/style.h"

enum { FP_DIFF_MAX = 2048, FP_DIFF_CONTEXT = 3 };
void fp_diff_write(struct fp_out *out, fp_str path, fp_str old_text, fp_str new_text,
                   const fp_style *style); /* nothing when they are equal */
/* The same as edits of whole lines, in the order of the text. */
fp_edits fp_diff_edits(struct fp_arena *keep, fp_str old_text, fp_str new_text);
#endif
