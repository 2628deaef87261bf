/* show_words.h - sentences that a kernel's picture has in every format. */
#ifndef FP_SHOW_WORDS_H
#define FP_SHOW_WORDS_H
#include "output/out.h"
#include "show/show_layout.h"

/* "kernel gemm on gfx942, block 256x1x1: 2 buffers, 3 barriers, 2 conflicting pairs, 1 of them not ordered" */
void fp_show_heading(struct fp_out *out, const fp_show_layout *layout);
/* "14 lines, 8 reads, 2 writes" */
void fp_show_fold_words(struct fp_out *out, const fp_show_fold *fold);
#endif
