/* show_html.c - kernels' pictures as one HTML page without scripts: quiet stretches open at a click, text can be
 * selected and searched. */
#include "base/str.h"
#include "show/show_gutter.h"
#include "show/show_legend.h"
#include "show/show_render.h"
#include "show/show_run_svg.h"
#include "show/show_words.h"
#include <inttypes.h>

enum { LINE_COLUMNS_MAX = 1000 };

static const char page_style[] =
    "body{margin:1em;color:#1a1a1a;background:#fff;font:13px system-ui,'DejaVu Sans',sans-serif}"
    "h1{font-size:16px}h2{font-size:14px;margin:1.5em 0 0}"
    ".part{display:flex}.part svg,summary svg{flex:none;display:block}"
    ".rows{font:12px/18px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}.rows "
    "div{height:18px;white-space:pre}"
    ".rows "
    "i{display:inline-block;width:40px;margin-right:12px;text-align:right;font-style:normal;color:#767676;user-select:"
    "none}"
    ".rows .q{background:#fdeee0;font:12px/18px system-ui,'DejaVu Sans',sans-serif;padding-left:36px}.q "
    "b{display:inline-block;width:16px;color:#d55e00}"
    "summary{display:flex;cursor:pointer;height:18px;color:#767676;list-style:none;font:12px/18px system-ui,'DejaVu "
    "Sans',sans-serif}"
    "summary span{padding-left:52px}summary:hover{background:#f1f4f8}details[open]>summary{background:#f1f4f8}"
    ".head{position:sticky;top:0;background:#fff;border-bottom:1px solid #d5d9de}"
    ".run{overflow:auto;max-height:92vh}.run "
    "svg{display:block}.names{position:sticky;top:0;background:#fff}.legend{display:flex;flex-wrap:wrap}"
    "@media "
    "print{body{margin:0;font-size:10px;-webkit-print-color-adjust:exact;print-color-adjust:exact}.head,.names{"
    "position:"
    "static}.run{max-height:none}}";

/* The same drawing on dark ground, with an editor's own colours where there are any. `body` selects when. */
#define PAPER "var(--vscode-editor-background,#1e1e1e)"
#define INK "var(--vscode-editor-foreground,#d4d4d4)"
#define DARK(body)                                                                                              \
    body "{color:" INK ";background:" PAPER "}" body " :is(.t,.h,.w,.zt,.zs){fill:" INK "}" body                \
         " :is(.n,.zg){fill:#9d9d9d}" body " :is(.rows i,summary){color:#9d9d9d}" body " .p{fill:#252a31}" body \
         " .s{fill:#3a2a1c}" body " .rows .q{background:#3a2a1c}" body " :is(.c,.zf){stroke:#3c4148}" body      \
         " :is(.o,.r,.zh){fill:" PAPER "}" body " .b{stroke:" INK "}" body " .b.u{stroke:#9d9d9d}" body         \
         " .head{background:" PAPER ";border-color:#3c4148}" body                                               \
         " :is(summary:hover,details[open]>summary){background:#252a31}"
static const char dark_style[] = "@media screen and (prefers-color-scheme:dark){" DARK(
    "body:not(.vscode-light,.vscode-high-contrast-light)") "}" DARK("body.vscode-dark")
    DARK("body.vscode-high-contrast:not(.vscode-high-contrast-light)");

static void open_gutter(struct fp_out *out, const fp_show_gutter *gutter, uint32_t height) {
    fp_out_printf(out, "<svg width=\"%" PRIu32 "\" height=\"%" PRIu32 "\" role=\"img\">", gutter->width, height);
}

static void write_part(struct fp_out *out, fp_show_gutter *gutter, uint32_t first, uint32_t last) {
    fp_show_part part = { first, last, false };
    fp_out_text(out, "<div class=\"part\">");
    open_gutter(out, gutter, fp_show_part_rows(gutter->layout, part) * FP_ROW_HEIGHT);
    fp_show_gutter_draw(out, gutter, part);
    fp_out_text(out, "</svg><div class=\"rows\">\n");
    for (uint32_t row = first; row <= last; row++) {
        const fp_show_row *at = &gutter->layout->rows[row];
        if (at->finding)
            fp_out_printf(out, "<div class=\"q\"><b>%s</b>", at->goes_on ? "" : "\xE2\x96\xB2");
        else
            fp_out_printf(out, "<div id=\"L%" PRIu32 "\"><i>%" PRIu32 "</i>", at->line, at->line);
        fp_show_escape(out, at->text, LINE_COLUMNS_MAX);
        fp_out_text(out, "</div>\n");
    }
    fp_out_text(out, "</div></div>\n");
}

/* Closed, it is one row, through which loops and windows run on. */
static void write_fold(struct fp_out *out, fp_show_gutter *gutter, const fp_show_fold *fold) {
    fp_out_text(out, "<details><summary>");
    open_gutter(out, gutter, FP_ROW_HEIGHT);
    fp_show_gutter_draw(out, gutter, (fp_show_part){ fold->first, fold->last, true });
    fp_out_text(out, "</svg><span>\xE2\x8B\xAE ");
    fp_show_fold_words(out, fold);
    fp_out_text(out, "</span></summary>");
    write_part(out, gutter, fold->first, fold->last);
    fp_out_text(out, "</details>\n");
}

/* What the streams do, above the text: in a box of its own that scrolls, below names that stay. */
static void write_run(struct fp_out *out, const fp_show_run *run) {
    struct fp_out drawing = { 0 }, names = { 0 }, words = { 0 };
    fp_show_run_heading(&words, run);
    fp_show_run_svg_names(&names, run);
    fp_show_size size = fp_show_run_svg_draw(&drawing, run);
    fp_out_text(out, "<h2>");
    fp_show_escape(out, fp_out_str(&words), SIZE_MAX);
    fp_out_text(out, "</h2>\n");
    fp_show_legend_html(out, FP_LEGEND_RUN);
    fp_out_printf(out, "<div class=\"run\"><svg class=\"names\" width=\"%" PRIu32 "\" height=\"%d\">", size.width,
                  FP_RUN_SVG_HEADER);
    fp_out_bytes(out, fp_out_str(&names));
    fp_out_printf(out,
                  "</svg><svg width=\"%" PRIu32 "\" height=\"%" PRIu32 "\" viewBox=\"0 %d %" PRIu32 " %" PRIu32
                  "\" role=\"img\">",
                  size.width, size.height - FP_RUN_SVG_HEADER, FP_RUN_SVG_HEADER, size.width,
                  size.height - FP_RUN_SVG_HEADER);
    fp_out_bytes(out, fp_out_str(&drawing));
    fp_out_text(out, "</svg></div>\n");
    fp_out_drop(&names);
    fp_out_drop(&drawing);
    fp_out_drop(&words);
}

static void write_kernel(struct fp_out *out, fp_show_gutter *gutter) {
    const fp_show_layout *layout = gutter->layout;
    struct fp_out words = { 0 };
    fp_show_heading(&words, layout);
    fp_out_text(out, "<h2>");
    fp_show_escape(out, fp_out_str(&words), SIZE_MAX);
    fp_out_text(out, "</h2>\n<div class=\"head\">");
    fp_out_drop(&words);
    open_gutter(out, gutter, FP_HEADER_HEIGHT);
    fp_show_gutter_names(out, gutter);
    fp_out_text(out, "</svg></div>\n");
    for (uint32_t row = 0; row < layout->row_count;) {
        uint32_t fold = layout->rows[row].fold, end = row;
        while (end < layout->row_count && layout->rows[end].fold == fold) end++;
        if (fold == FP_SHOW_NONE)
            write_part(out, gutter, row, end - 1);
        else
            write_fold(out, gutter, &layout->folds[fold]);
        row = end;
    }
}

void fp_show_html(struct fp_out *out, const fp_show_page *page) {
    struct fp_arena *keep = fp_arena_new();
    fp_out_text(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                     "content=\"width=device-width\">\n<title>");
    fp_show_escape(out, page->wishes->title, SIZE_MAX);
    bool runs = false;
    for (size_t i = 0; i < page->layout_count; i++) runs |= page->runs[i].run != NULL;
    fp_out_printf(out, "</title>\n<style>%s%s%s%s</style></head>\n<body>\n<h1>", page_style, fp_show_style,
                  runs ? fp_show_run_style : "", dark_style);
    fp_show_escape(out, page->wishes->title, SIZE_MAX);
    fp_out_text(out, "</h1>\n");
    fp_show_legend_html(out, FP_LEGEND_LINES);
    if (page->layout_count == 0) fp_out_text(out, "<p>No kernel touches workgroup memory or synchronises.</p>\n");
    for (size_t i = 0; i < page->layout_count; i++) {
        fp_show_gutter gutter = fp_show_gutter_make(keep, &page->layouts[i]);
        if (page->runs[i].run) write_run(out, &page->runs[i]);
        write_kernel(out, &gutter);
    }
    fp_out_text(out, "</body></html>\n");
    fp_arena_drop(keep);
}
