#include "show/show_legend.h"
#include "show/show_gutter.h"
#include <inttypes.h>

/* Where it stands in the row, and what it is. */
typedef struct {
    uint32_t left;
    const char *drawing;
} sample;

static const sample lines[] = {
    { 0, "<circle class=\"r\" cx=\"10\" cy=\"9\" r=\"6\"/><text class=\"g d\" x=\"10\" y=\"12\">R</text>"
         "<text class=\"w\" x=\"20\" y=\"13\">read</text>" },
    { 54, "<rect class=\"k\" x=\"58\" y=\"4\" width=\"11\" height=\"11\"/><text class=\"g e\" x=\"63.500\" "
          "y=\"12\">W</text>"
          "<text class=\"w\" x=\"75\" y=\"13\">write</text>" },
    { 110, "<path class=\"a\" d=\"M122 2l7 7l-7 7l-7 -7z\"/><text class=\"g e\" x=\"122\" y=\"12\">A</text>"
           "<text class=\"w\" x=\"133\" y=\"13\">atomic</text>" },
    { 178, "<circle class=\"f\" cx=\"190\" cy=\"9\" r=\"8\"/><text class=\"w\" x=\"202\" y=\"13\">asynchronous "
           "copy</text>" },
    { 330, "<rect class=\"o\" x=\"334\" y=\"2\" width=\"5\" height=\"14\" rx=\"2\"/>"
           "<text class=\"w\" x=\"345\" y=\"13\">conflict, ordered</text>" },
    { 456, "<rect class=\"x\" x=\"460\" y=\"2\" width=\"5\" height=\"14\" rx=\"2\"/>"
           "<text class=\"w\" x=\"471\" y=\"13\">conflict, not ordered</text>" },
    { 606, "<path class=\"v\" d=\"M612 1V17\"/><text class=\"w\" x=\"619\" y=\"13\">into the next iteration</text>" },
    { 768, "<line class=\"b\" x1=\"774\" y1=\"9\" x2=\"800\" y2=\"9\"/><text class=\"w\" x=\"805\" y=\"13\">barrier, "
           "wait</text>" },
    { 888, "<line class=\"b u\" x1=\"892\" y1=\"9\" x2=\"918\" y2=\"9\"/><text class=\"w\" x=\"923\" "
           "y=\"13\">redundant</text>" },
    { 992, "" }
};
static const sample run[] = {
    { 0, "<circle class=\"zn zh\" cx=\"6\" cy=\"9\" r=\"4\"/><text class=\"w\" x=\"16\" y=\"13\">arrives</text>" },
    { 64,
      "<circle class=\"zn\" cx=\"72\" cy=\"9\" r=\"4\"/>"
      "<text class=\"w\" x=\"82\" y=\"13\">completes a phase, which leads down to the waits that it releases</text>" },
    { 464, "<path class=\"ze zw zd\" d=\"M470 9h30\"/><text class=\"w\" x=\"508\" y=\"13\">never comes</text>" },
    { 586, "<rect class=\"zn zb\" x=\"592\" y=\"2\" width=\"6\" height=\"14\" rx=\"24\"/>"
           "<text class=\"w\" x=\"604\" y=\"13\">asynchronous work</text>" },
    { 712, "<rect class=\"z0\" x=\"718\" y=\"5\" width=\"7\" height=\"7\"/><text class=\"w\" x=\"730\" y=\"13\">writes "
           "slot 0</text>" },
    { 812, "<rect class=\"z1 zh\" x=\"816\" y=\"5\" width=\"7\" height=\"7\"/><text class=\"w\" x=\"828\" "
           "y=\"13\">reads slot 1</text>" },
    { 908, "<text class=\"w\" x=\"912\" y=\"13\">#2: iteration</text>" },
    { 988, "<text class=\"w\" x=\"992\" y=\"13\">p1: parity</text>" },
    { 1062, "<text class=\"w\" x=\"1066\" y=\"13\">fresh: no phase has to be complete</text>" },
    { 1276, "" }
};

static const struct {
    const sample *samples; /* one behind the last says where the row ends */
    uint32_t count;
} legends[] = { [FP_LEGEND_LINES] = { lines, sizeof lines / sizeof *lines - 1 },
                [FP_LEGEND_RUN] = { run, sizeof run / sizeof *run - 1 } };

uint32_t fp_show_legend_width(fp_show_legend_kind kind) { return legends[kind].samples[legends[kind].count].left; }

void fp_show_legend_svg(struct fp_out *out, fp_show_legend_kind kind) {
    for (uint32_t i = 0; i < legends[kind].count; i++) fp_out_text(out, legends[kind].samples[i].drawing);
}

void fp_show_legend_html(struct fp_out *out, fp_show_legend_kind kind) {
    fp_out_text(out, "<div class=\"legend\">\n");
    for (uint32_t i = 0; i < legends[kind].count; i++) {
        const sample *at = &legends[kind].samples[i];
        uint32_t width = at[1].left - at->left;
        fp_out_printf(out,
                      "<svg width=\"%" PRIu32 "\" height=\"%d\" viewBox=\"%" PRIu32 " 0 %" PRIu32
                      " %d\" role=\"img\">%s</svg>\n",
                      width, FP_ROW_HEIGHT, at->left, width, FP_ROW_HEIGHT, at->drawing);
    }
    fp_out_text(out, "</div>\n");
}
