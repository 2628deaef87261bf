#include "show/show_render.h"

/* A terminal has room for a name, a page for each slot. */
static fp_show_run_wishes wishes_of(fp_show_format format) {
    switch (format) {
    case FP_SHOW_TEXT: return (fp_show_run_wishes){ false, 72 };
    case FP_SHOW_SVG: return (fp_show_run_wishes){ true, 96 };
    case FP_SHOW_HTML: return (fp_show_run_wishes){ true, 400 };
    }
    return (fp_show_run_wishes){ false, 72 };
}

size_t fp_show_render(struct fp_arena *keep, struct fp_out *out, struct fp_document *document, fp_finding_list findings,
                      const fp_show_wishes *wishes) {
    const fp_picture *pictures = NULL;
    size_t count = fp_document_pictures(document, wishes->kernel, wishes->cancelled, &pictures);
    fp_show_layout *layouts = FP_NEW(keep, fp_show_layout, count + 1);
    fp_show_run *runs = FP_NEW(keep, fp_show_run, count + 1);
    for (size_t i = 0; i < count; i++) {
        layouts[i] = fp_show_layout_make(keep, document, &pictures[i], findings);
        if (pictures[i].run)
            runs[i] = fp_show_run_make(keep, document, &pictures[i], findings, wishes_of(wishes->format));
    }
    fp_show_page page = { wishes, layouts, runs, count };
    switch (wishes->format) {
    case FP_SHOW_TEXT: fp_show_text(out, &page); break;
    case FP_SHOW_SVG: fp_show_svg(out, &page); break;
    case FP_SHOW_HTML: fp_show_html(out, &page); break;
    }
    return count;
}
