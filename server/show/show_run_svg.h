/* show_run_svg.h - one run of a kernel's streams in SVG, for show_svg and show_html. A lane for each object; what
 * belongs to one slot of a ring has one colour: lanes, buffers, the bars of asynchronous work. */
#ifndef FP_SHOW_RUN_SVG_H
#define FP_SHOW_RUN_SVG_H
#include "show/show_run.h"

typedef struct {
    uint32_t width, height;
} fp_show_size;

enum { FP_RUN_SVG_HEADER = 40 }; /* height of the names */

/* Elements to be put inside of an `svg` or a `g`: names of streams and barriers, and below their place the run. */
void fp_show_run_svg_names(struct fp_out *out, const fp_show_run *show);
/* Returns the size of both together. */
fp_show_size fp_show_run_svg_draw(struct fp_out *out, const fp_show_run *show);
extern const char fp_show_run_style[]; /* what the elements' classes look like, with those of show_gutter.h */
#endif
