#include "show/show_render.h"
#include <inttypes.h>

void fp_show_heading(struct fp_out *out, const fp_show_layout *layout) {
    const fp_picture *picture = layout->picture;
    fp_out_text(out, "kernel ");
    fp_out_visible(out, picture->name);
    fp_out_printf(out, " on %.*s", (int)picture->target.len, picture->target.data);
    if (picture->block[0])
        fp_out_printf(out, ", block %" PRIu32 "x%" PRIu32 "x%" PRIu32, picture->block[0], picture->block[1],
                      picture->block[2]);
    fp_out_text(out, ": ");
    fp_out_count(out, picture->buffer_count, "buffer");
    fp_out_text(out, ", ");
    fp_out_count(out, layout->barriers, "barrier");
    fp_out_text(out, ", ");
    fp_out_count(out, picture->window_count, "window");
    if (layout->open_windows) fp_out_printf(out, ", %" PRIu32 " of them open", layout->open_windows);
    if (picture->hidden_windows) fp_out_printf(out, " (and %" PRIu32 " around them)", picture->hidden_windows);
}

void fp_show_fold_words(struct fp_out *out, const fp_show_fold *fold) {
    static const char *const nouns[] = { "read", "write", "atomic" };
    fp_out_count(out, fold->lines, "line");
    for (size_t kind = 0; kind <= FP_PICTURE_ATOMIC; kind++) {
        if (fold->accesses[kind] == 0) continue;
        fp_out_text(out, ", ");
        fp_out_count(out, fold->accesses[kind], nouns[kind]);
    }
}

size_t fp_show_render(struct fp_arena *keep, struct fp_out *out, struct fp_document *document, fp_findings findings,
                      const fp_show_wishes *wishes) {
    const fp_picture *pictures = NULL;
    size_t count = fp_document_pictures(document, wishes->kernel, &pictures);
    fp_show_layout *layouts = FP_NEW(keep, fp_show_layout, count + 1);
    for (size_t i = 0; i < count; i++) layouts[i] = fp_show_layout_make(keep, document, &pictures[i], findings);
    fp_show_page page = { wishes, layouts, count };
    switch (wishes->format) {
    case FP_SHOW_TEXT: fp_show_text(out, &page); break;
    case FP_SHOW_SVG: fp_show_svg(out, &page); break;
    case FP_SHOW_HTML: fp_show_html(out, &page); break;
    }
    return count;
}
