/* show_svg.c - kernels' pictures as one SVG file, for documents and printers. */
#include "base/str.h"
#include "output/unicode.h"
#include "show/show_gutter.h"
#include "show/show_legend.h"
#include "show/show_render.h"
#include "show/show_run_svg.h"
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

static void draw_kernel(struct fp_out *out, fp_show_gutter *gutter, uint32_t top) {
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

/* The streams of a kernel, in place of its text. */
static fp_show_size draw_run(struct fp_out *out, const fp_show_run *run, uint32_t top) {
    fp_out_printf(out, "<g transform=\"translate(%d,%" PRIu32 ")\">\n<text class=\"h\" x=\"0\" y=\"16\">", MARGIN, top);
    struct fp_out words = { 0 };
    fp_show_run_heading(&words, run);
    fp_show_escape(out, fp_out_str(&words), SIZE_MAX);
    fp_out_printf(out, "</text>\n<g transform=\"translate(0,%d)\">", TITLE_HEIGHT);
    fp_show_run_svg_names(out, run);
    fp_show_size size = fp_show_run_svg_draw(out, run);
    fp_out_text(out, "</g>\n</g>\n");
    uint32_t heading = (uint32_t)fp_text_width(fp_out_str(&words)) * LETTER_WIDTH;
    fp_out_drop(&words);
    uint32_t legend = fp_show_legend_width(FP_LEGEND_RUN);
    if (heading < legend) heading = legend;
    return (fp_show_size){ size.width > heading ? size.width : heading, size.height + TITLE_HEIGHT + FP_ROW_HEIGHT };
}

static fp_show_size draw_kernels(struct fp_out *out, const fp_show_page *page, uint32_t top) {
    struct fp_arena *keep = fp_arena_new();
    uint32_t width = fp_show_legend_width(FP_LEGEND_LINES);
    for (size_t i = 0; i < page->layout_count; i++) {
        fp_show_gutter gutter = fp_show_gutter_make(keep, &page->layouts[i]);
        fp_show_size size = { kernel_width(&gutter), kernel_height(&page->layouts[i]) };
        if (page->runs[i].run)
            size = draw_run(out, &page->runs[i], top);
        else
            draw_kernel(out, &gutter, top);
        if (size.width > width) width = size.width;
        top += size.height;
    }
    fp_arena_drop(keep);
    return (fp_show_size){ width, top };
}

static size_t count_runs(const fp_show_page *page) {
    size_t runs = 0;
    for (size_t i = 0; i < page->layout_count; i++) runs += page->runs[i].run != NULL;
    return runs;
}

/* A legend for each kind of picture that is there. Returns how high they are. */
static uint32_t draw_legends(struct fp_out *out, const fp_show_page *page) {
    size_t runs = count_runs(page);
    bool lines = page->layout_count > runs || !page->layout_count;
    if (runs) {
        fp_out_printf(out, "<g transform=\"translate(%d,%d)\">", MARGIN, MARGIN);
        fp_show_legend_svg(out, FP_LEGEND_RUN);
        fp_out_text(out, "</g>\n");
    }
    if (lines) {
        fp_out_printf(out, "<g transform=\"translate(%d,%d)\">", MARGIN, runs ? MARGIN + LEGEND_HEIGHT : MARGIN);
        fp_show_legend_svg(out, FP_LEGEND_LINES);
        fp_out_text(out, "</g>\n");
    }
    return runs && lines ? 2 * LEGEND_HEIGHT : LEGEND_HEIGHT;
}

void fp_show_svg(struct fp_out *out, const fp_show_page *page) {
    struct fp_out kernels = { 0 }, legends = { 0 };
    uint32_t top = MARGIN + draw_legends(&legends, page);
    fp_show_size size = draw_kernels(&kernels, page, top);
    fp_out_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%" PRIu32 "\" height=\"%" PRIu32
                  "\" viewBox=\"0 0 %" PRIu32 " %" PRIu32 "\" role=\"img\">\n<title>",
                  size.width + 2 * MARGIN, size.height + MARGIN, size.width + 2 * MARGIN, size.height + MARGIN);
    fp_show_escape(out, page->wishes->title, SIZE_MAX);
    fp_out_printf(out, "</title>\n<style>%s%s</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                  fp_show_style, count_runs(page) ? fp_show_run_style : "");
    fp_out_bytes(out, fp_out_str(&legends));
    fp_out_drop(&legends);
    if (page->layout_count == 0)
        fp_out_printf(out,
                      "<text class=\"h\" x=\"%d\" y=\"%d\">no kernel touches workgroup memory or synchronises</text>\n",
                      MARGIN, MARGIN + LEGEND_HEIGHT);
    fp_out_bytes(out, fp_out_str(&kernels));
    fp_out_drop(&kernels);
    fp_out_text(out, "</svg>\n");
}
