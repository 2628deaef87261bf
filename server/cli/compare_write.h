/* compare_write.h - a comparison in words: a table for a terminal, JSON, Markdown for a pull request. */
#ifndef FP_COMPARE_WRITE_H
#define FP_COMPARE_WRITE_H
#include "findings/compare.h"
#include "output/style.h"

typedef enum { FP_COMPARE_TABLE, FP_COMPARE_JSON, FP_COMPARE_MARKDOWN } fp_compare_format; /* as in options.def */
typedef struct {
    const fp_style *style;
    bool all; /* kernels, too, of which nothing changed */
} fp_compare_wishes;
void fp_compare_write(struct fp_arena *keep, struct fp_out *out, const fp_comparison *comparison,
                      fp_compare_format format, const fp_compare_wishes *wishes);
#endif
