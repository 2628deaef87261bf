/* show_render.h - the picture of a document's kernels as text, SVG or HTML: for `fencepost show` and for editors.
 *
 * SVG and HTML are one file each that asks for nothing else: no scripts, no fonts, no links. Colours can be told
 * apart by the colour-blind, and never carry a meaning alone: closed windows are hollow, open ones solid; reads are
 * round, writes square, atomics diamonds.
 *
 * Ownership  `keep` holds temporaries. Findings are those that are to be shown, sorted by place.
 * Failure    none: a document without kernels becomes a picture that says so.
 */
#ifndef FP_SHOW_RENDER_H
#define FP_SHOW_RENDER_H
#include "output/out.h"
#include "output/style.h"
#include "show/show_layout.h"
#include "show/show_run.h"

typedef enum { FP_SHOW_TEXT, FP_SHOW_SVG, FP_SHOW_HTML } fp_show_format;
typedef struct {
    fp_show_format format;
    fp_str kernel;                  /* empty: all kernels of the document */
    fp_str title;                   /* of the page: the file's name */
    const fp_style *style;          /* of text; NULL: no colours */
    size_t width;                   /* of text, in columns; 0: as long as the lines are */
    const volatile bool *cancelled; /* may be NULL; nothing of worth is drawn once it is true */
} fp_show_wishes;

/* How many kernels were drawn; 0: there is none of that name. */
size_t fp_show_render(struct fp_arena *keep, struct fp_out *out, struct fp_document *document, fp_finding_list findings,
                      const fp_show_wishes *wishes);

/* ---- one per format ---- */
typedef struct {
    const fp_show_wishes *wishes;
    const fp_show_layout *layouts;
    const fp_show_run *runs; /* one for each layout; run->run NULL: the kernel has one stream */
    size_t layout_count;
} fp_show_page;

void fp_show_text(struct fp_out *out, const fp_show_page *page);
void fp_show_svg(struct fp_out *out, const fp_show_page *page);
void fp_show_html(struct fp_out *out, const fp_show_page *page);
#endif
