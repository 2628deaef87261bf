/* show_gutter.h - the gutter of a kernel's picture in SVG: phases, loops, buffers with their accesses and windows,
 * barriers. For show_svg and show_html. */
#ifndef FP_SHOW_GUTTER_H
#define FP_SHOW_GUTTER_H
#include "output/out.h"
#include "show/show_layout.h"

enum { FP_ROW_HEIGHT = 18, FP_HEADER_HEIGHT = 26 }; /* of a row; of the names above the columns */

/* What runs over several rows, loops and windows, as one part after the other is drawn: those that the part before ran
 * into are remembered. */
typedef struct {
    uint32_t first, last;
} fp_show_reach;
typedef struct {
    const fp_show_reach *all; /* by first row */
    uint32_t count, next;
    uint32_t *open; /* numbers, rising: those before `next` that the last part or a later one may hold */
    uint32_t open_count;
} fp_show_sweep;

typedef struct {
    const fp_show_layout *layout;
    const uint32_t *left; /* by buffer: where its column begins */
    uint32_t columns_left, width;
    fp_show_sweep bars, loops;
    uint32_t next_mark; /* the first one that the last part or a later one may hold */
} fp_show_gutter;

/* Rows `first` to `last` are drawn, `first` at the top. Folded: a closed fold among them is one row. */
typedef struct {
    uint32_t first, last;
    bool folded;
} fp_show_part;

fp_show_gutter fp_show_gutter_make(struct fp_arena *keep, const fp_show_layout *layout);
void fp_show_gutter_names(struct fp_out *out, const fp_show_gutter *gutter); /* FP_HEADER_HEIGHT high */
/* Parts come in the order of their rows; one may be drawn twice. */
void fp_show_gutter_draw(struct fp_out *out, fp_show_gutter *gutter, fp_show_part part);
uint32_t fp_show_part_rows(const fp_show_layout *layout, fp_show_part part);

extern const char fp_show_style[]; /* what the elements' classes look like */

/* Text for an element or an attribute in quotes; what is no visible UTF-8 becomes U+FFFD. At most `columns` of it,
 * then an ellipsis. */
void fp_show_escape(struct fp_out *out, fp_str text, size_t columns);
#endif
