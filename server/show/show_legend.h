/* show_legend.h - what the signs of a picture mean: samples in one row of SVG, or in as many as a page's width asks
 * for.
 */
#ifndef FP_SHOW_LEGEND_H
#define FP_SHOW_LEGEND_H
#include "output/out.h"

/* Samples, FP_ROW_HEIGHT high each; those of the lines' pictures, and those of runs. */
typedef enum { FP_LEGEND_LINES, FP_LEGEND_RUN } fp_show_legend_kind;
uint32_t fp_show_legend_width(fp_show_legend_kind kind);               /* of the row */
void fp_show_legend_svg(struct fp_out *out, fp_show_legend_kind kind); /* elements for an `svg` or a `g` */
void fp_show_legend_html(struct fp_out *out, fp_show_legend_kind kind);
#endif
