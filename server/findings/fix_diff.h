/* fix_diff.h - the difference of two texts as a unified patch that `patch -p1` and `git apply` take. */
#ifndef FP_FIX_DIFF_H
#define FP_FIX_DIFF_H
#include "output/out.h"
#include "output/style.h"

enum { FP_DIFF_CONTEXT = 3 };
void fp_diff_write(struct fp_out *out, fp_str path, fp_str old_text, fp_str new_text,
                   const fp_style *style); /* nothing when they are equal */
#endif
