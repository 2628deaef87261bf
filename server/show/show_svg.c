/* show_svg.c - kernels' pictures as one SVG file, for documents and printers. */
#include "base/str.h"
#include "output/unicode.h"
#include "show/show_gutter.h"
#include "show/show_render.h"
#include "show/show_words.h"
#include <inttypes.h>

enum {
    MARGIN = 12,
    TITLE_HEIGHT = 26,
    LEGEND_HEIGHT = 30,
    SOURCE_COLUMNS_MAX = 140,
    LETTER_WIDTH = 8 /* rather too wide: fonts differ */,
    NUMBER_WIDTH = 44
};

/* Columns of the longest line that is drawn. */
static size_t source_columns(const fp_show_layout *layout) {
    size_t widest = 40;
    for (uint32_t row = 0; row < layout->row_count; row++) {
        size_t wide = layout->rows[row].fold == FP_SHOW_NONE ? fp_text_width(layout->rows[row].text) : 0;
        if (wide > widest) widest = wide;
    }
    return widest < SOURCE_COLUMNS_MAX ? widest : SOURCE_COLUMNS_MAX;
}

static uint32_t kernel_width(const fp_show_gutter *gutter) {
    return gutter->width + NUMBER_WIDTH + (uint32_t)source_columns(gutter->layout) * LETTER_WIDTH;
}

static uint32_t kernel_height(const fp_show_layout *layout) {
    return TITLE_HEIGHT + FP_HEADER_HEIGHT + layout->visible_count * FP_ROW_HEIGHT + FP_ROW_HEIGHT;
}

static void draw_finding(struct fp_out *out, const fp_show_row *row, uint32_t x, uint32_t y) {
    if (!row->goes_on) fp_out_printf(out, "<path class=\"m\" d=\"M%" PRIu32 " %" PRIu32 "l5 -9l5 9z\"/>", x, y);
    fp_out_printf(out, "<text class=\"w\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\">", x + 16, y);
    fp_show_escape(out, row->text, SIZE_MAX);
    fp_out_text(out, "</text>");
}

static void draw_source(struct fp_out *out, const fp_show_layout *layout, uint32_t x) {
    for (uint32_t row = 0; row < layout->row_count; row++) {
        const fp_show_row *at = &layout->rows[row];
        uint32_t y = at->visible * FP_ROW_HEIGHT + 13;
        if (at->fold != FP_SHOW_NONE) {
            if (layout->folds[at->fold].first != row) continue;
            fp_out_printf(out, "<text class=\"n\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\">\xE2\x8B\xAE ", x + NUMBER_WIDTH,
                          y);
            fp_show_fold_words(out, &layout->folds[at->fold]);
            fp_out_text(out, "</text>");
        } else if (at->finding) {
            draw_finding(out, at, x + NUMBER_WIDTH, y);
        } else {
            fp_out_printf(
                out, "<text class=\"n\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\" text-anchor=\"end\">%" PRIu32 "</text>",
                x + NUMBER_WIDTH - 12, y, at->line);
            fp_out_printf(out, "<text class=\"t\" xml:space=\"preserve\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\">",
                          x + NUMBER_WIDTH, y);
            fp_show_escape(out, at->text, SOURCE_COLUMNS_MAX);
            fp_out_text(out, "</text>");
        }
        fp_out_text(out, "\n");
    }
}

static void draw_kernel(struct fp_out *out, const fp_show_gutter *gutter, uint32_t top) {
    const fp_show_layout *layout = gutter->layout;
    fp_out_printf(out, "<g transform=\"translate(%d,%" PRIu32 ")\">\n<text class=\"h\" x=\"0\" y=\"16\">", MARGIN, top);
    struct fp_out words = { 0 };
    fp_show_heading(&words, layout);
    fp_show_escape(out, fp_out_str(&words), SIZE_MAX);
    fp_out_drop(&words);
    fp_out_printf(out, "</text>\n<g transform=\"translate(0,%d)\">", TITLE_HEIGHT);
    fp_show_gutter_names(out, gutter);
    fp_out_printf(out, "</g>\n<g transform=\"translate(0,%d)\">\n", TITLE_HEIGHT + FP_HEADER_HEIGHT);
    fp_show_gutter_draw(out, gutter, (fp_show_part){ 0, layout->row_count - 1, true });
    fp_out_text(out, "\n");
    draw_source(out, layout, gutter->width);
    fp_out_text(out, "</g>\n</g>\n");
}

void fp_show_svg(struct fp_out *out, const fp_show_page *page) {
    struct fp_arena *keep = fp_arena_new();
    fp_show_gutter *gutters = FP_NEW(keep, fp_show_gutter, page->layout_count + 1);
    uint32_t width = FP_LEGEND_WIDTH, height = MARGIN + LEGEND_HEIGHT;
    for (size_t i = 0; i < page->layout_count; i++) {
        gutters[i] = fp_show_gutter_make(keep, &page->layouts[i]);
        if (kernel_width(&gutters[i]) > width) width = kernel_width(&gutters[i]);
        height += kernel_height(&page->layouts[i]);
    }
    fp_out_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%" PRIu32 "\" height=\"%" PRIu32
                  "\" viewBox=\"0 0 %" PRIu32 " %" PRIu32 "\" role=\"img\">\n<title>",
                  width + 2 * MARGIN, height + MARGIN, width + 2 * MARGIN, height + MARGIN);
    fp_show_escape(out, page->wishes->title, SIZE_MAX);
    fp_out_printf(out,
                  "</title>\n<style>%s</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n<g "
                  "transform=\"translate(%d,%d)\">",
                  fp_show_style, MARGIN, MARGIN);
    fp_show_legend(out);
    fp_out_text(out, "</g>\n");
    uint32_t top = MARGIN + LEGEND_HEIGHT;
    if (page->layout_count == 0)
        fp_out_printf(out,
                      "<text class=\"h\" x=\"%d\" y=\"%" PRIu32
                      "\">no kernel touches workgroup memory or synchronises</text>\n",
                      MARGIN, top);
    for (size_t i = 0; i < page->layout_count; i++) {
        draw_kernel(out, &gutters[i], top);
        top += kernel_height(&page->layouts[i]);
    }
    fp_out_text(out, "</svg>\n");
    fp_arena_drop(keep);
}
