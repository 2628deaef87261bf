/* show_run_svg.h - one run of a kernel's streams in SVG, for show_svg and show_html. A lane for each object; what
 * belongs to one slot of a ring has one colour: lanes, buffers, the bars of asynchronous work. */
#ifndef FP_SHOW_RUN_SVG_H
#define FP_SHOW_RUN_SVG_H
#include "show/show_run.h"

typedef struct {
    uint32_t width, height;
} fp_show_size;

/* Elements to be put inside of an `svg` or a `g`; their size. */
fp_show_size fp_show_run_svg_draw(struct fp_out *out, const fp_show_run *show);
extern const char fp_show_run_style[]; /* what the elements' classes look like, with those of show_gutter.h */
#endif
