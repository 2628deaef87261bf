#include "show/show_gutter.h"
#include "base/str.h"
#include "output/unicode.h"
#include <inttypes.h>

enum {
    PHASE_WIDTH = 30,
    LOOP_WIDTH = 12,
    MARK_WIDTH = 20,
    LANE_WIDTH = 11,
    COLUMN_GAP = 12,
    NAME_COLUMNS_MAX = 16,
    LETTER_WIDTH = 7,
    TAB_COLUMNS = 4
};

/* Okabe and Ito's colours: told apart by people with any kind of colour vision. */
const char fp_show_style[] =
    ".t{font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1a1a1a;white-space:pre}"
    ".n{font:11px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#767676}"
    ".h{font:bold 13px system-ui,'DejaVu Sans',sans-serif;fill:#1a1a1a}"
    ".w{font:11px system-ui,'DejaVu Sans',sans-serif;fill:#1a1a1a}"
    ".m{fill:#d55e00}.p{fill:#f1f4f8}.s{fill:#fdeee0}"
    ".c{stroke:#d5d9de;stroke-width:1}"
    ".l{fill:none;stroke:#767676;stroke-width:1.5}"
    ".o{fill:#fff;stroke:#009e73;stroke-width:1.5}"
    ".x{fill:#d55e00;stroke:#d55e00;stroke-width:1.5}"
    ".v{fill:none;stroke:#009e73;stroke-width:1.2;stroke-dasharray:2 3}.v.y{stroke:#d55e00}"
    ".r{fill:#fff;stroke:#0072b2;stroke-width:1.5}.k{fill:#0072b2;stroke:#0072b2;stroke-width:1.5}.a{fill:#cc79a7;"
    "stroke:#cc79a7;stroke-width:1.5}"
    ".g{font:bold 9px ui-monospace,Menlo,Consolas,'DejaVu Sans "
    "Mono',monospace;text-anchor:middle}.g.d{fill:#0072b2}.g.e{fill:#fff}"
    ".f{fill:none;stroke:#0072b2;stroke-width:1;stroke-dasharray:2 2}"
    ".b{stroke:#1a1a1a;stroke-width:2.5}.b.u{stroke:#767676;stroke-dasharray:3 "
    "4}.b.i{stroke-width:1.2;stroke-dasharray:6 3}.b.q{stroke-width:1;stroke-dasharray:1 3}";

void fp_show_escape(struct fp_out *out, fp_str text, size_t columns) {
    size_t column = 0;
    for (size_t at = 0; at < text.len;) {
        fp_glyph glyph = fp_glyph_at(text, at);
        bool tab = text.data[at] == '\t';
        size_t wide = tab ? TAB_COLUMNS - column % TAB_COLUMNS : glyph.width;
        if (column + wide > columns) {
            fp_out_text(out, "\xE2\x80\xA6");
            return;
        }
        if (tab)
            fp_out_repeat(out, ' ', wide);
        else if (glyph.code == '<')
            fp_out_text(out, "&lt;");
        else if (glyph.code == '>')
            fp_out_text(out, "&gt;");
        else if (glyph.code == '&')
            fp_out_text(out, "&amp;");
        else if (glyph.code == '"')
            fp_out_text(out, "&quot;");
        else if (!glyph.visible || glyph.code == 0xFFFE || glyph.code == 0xFFFF)
            fp_out_text(out, FP_REPLACEMENT);
        else
            fp_out_bytes(out, fp_str_slice(text, at, at + glyph.bytes));
        column += wide;
        at += glyph.bytes;
    }
}

static void write_title(struct fp_out *out, fp_str words) {
    fp_out_text(out, "<title>");
    fp_show_escape(out, words, 400);
    fp_out_text(out, "</title>");
}

/* ---- where things are ---- */
static fp_show_sweep new_sweep(struct fp_arena *keep, fp_show_reach *all, uint32_t count) {
    return (fp_show_sweep){ .all = all, .count = count, .open = FP_NEW(keep, uint32_t, count + 1) };
}

/* A bar that comes round its loop is followed on its way back. */
static fp_show_sweep sweep_bars(struct fp_arena *keep, const fp_show_layout *layout) {
    fp_show_reach *all = FP_NEW(keep, fp_show_reach, layout->bar_count + 1);
    for (uint32_t i = 0; i < layout->bar_count; i++) {
        const fp_show_bar *bar = &layout->bars[i];
        uint32_t on = bar->goes_on != FP_SHOW_NONE ? layout->bars[bar->goes_on].first : 0;
        all[i] = (fp_show_reach){ bar->first, bar->last > on ? bar->last : on };
    }
    return new_sweep(keep, all, layout->bar_count);
}

static fp_show_sweep sweep_loops(struct fp_arena *keep, const fp_show_layout *layout) {
    fp_show_reach *all = FP_NEW(keep, fp_show_reach, layout->loop_count + 1);
    for (uint32_t i = 0; i < layout->loop_count; i++)
        all[i] = (fp_show_reach){ layout->loops[i].first, layout->loops[i].last };
    return new_sweep(keep, all, layout->loop_count);
}

/* `open` becomes what lies in the part. */
static void sweep_on(fp_show_sweep *sweep, fp_show_part part) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sweep->open_count; i++)
        if (sweep->all[sweep->open[i]].last >= part.first) sweep->open[kept++] = sweep->open[i];
    for (; sweep->next < sweep->count && sweep->all[sweep->next].first <= part.last; sweep->next++)
        if (sweep->all[sweep->next].last >= part.first) sweep->open[kept++] = sweep->next;
    sweep->open_count = kept;
}

fp_show_gutter fp_show_gutter_make(struct fp_arena *keep, const fp_show_layout *layout) {
    uint32_t count = layout->picture->buffer_count, *left = FP_NEW(keep, uint32_t, count + 1);
    uint32_t at = PHASE_WIDTH + LOOP_WIDTH * layout->loop_depth + COLUMN_GAP;
    fp_show_gutter gutter = { .layout = layout, .left = left, .columns_left = at };
    for (uint32_t i = 0; i < count; i++) {
        size_t letters = fp_text_width(layout->picture->buffers[i].name);
        uint32_t name = (uint32_t)(letters < NAME_COLUMNS_MAX ? letters : NAME_COLUMNS_MAX + 1) * LETTER_WIDTH,
                 lanes = MARK_WIDTH + LANE_WIDTH * layout->columns[i].lanes;
        left[i] = at;
        at += (name > lanes ? name : lanes) + COLUMN_GAP;
    }
    gutter.width = at;
    gutter.bars = sweep_bars(keep, layout);
    gutter.loops = sweep_loops(keep, layout);
    return gutter;
}

static uint32_t index_of(const fp_show_layout *layout, fp_show_part part, uint32_t row) {
    return part.folded ? layout->rows[row].visible - layout->rows[part.first].visible : row - part.first;
}

uint32_t fp_show_part_rows(const fp_show_layout *layout, fp_show_part part) {
    return index_of(layout, part, part.last) + 1;
}

typedef struct {
    struct fp_out *out;
    fp_show_gutter *gutter;
    const fp_show_layout *layout;
    fp_show_part part;
} drawer;

static uint32_t top_of(const drawer *d, uint32_t row) { return index_of(d->layout, d->part, row) * FP_ROW_HEIGHT; }
static uint32_t middle_of(const drawer *d, uint32_t row) { return top_of(d, row) + FP_ROW_HEIGHT / 2; }
static bool is_hidden(const drawer *d, uint32_t row) {
    return d->part.folded && d->layout->rows[row].fold != FP_SHOW_NONE;
}
static uint32_t bottom_of(const drawer *d, uint32_t row) { return top_of(d, row) + FP_ROW_HEIGHT; }

/* ---- phases and columns ---- */
static void draw_band(const drawer *d, uint32_t phase, uint32_t top, uint32_t bottom) {
    if (phase % 2 == 0 && bottom > top)
        fp_out_printf(d->out,
                      "<rect class=\"p\" x=\"0\" y=\"%" PRIu32 "\" width=\"%" PRIu32 "\" height=\"%" PRIu32 "\"/>", top,
                      d->gutter->width, bottom - top);
}

/* Every other phase is shaded; its number stands where it begins. Rows of findings stand out. */
static void draw_phases(const drawer *d) {
    uint32_t phase = d->layout->rows[d->part.first].in_phase, top = 0;
    if (d->layout->rows[d->part.first].phase > 1) phase = d->layout->rows[d->part.first].phase - 1;
    for (uint32_t row = d->part.first; row <= d->part.last; row++) {
        const fp_show_row *at = &d->layout->rows[row];
        if (at->phase == 0 || row == 0 || is_hidden(d, row)) continue;
        draw_band(d, phase, top, middle_of(d, row));
        top = middle_of(d, row);
        phase = at->phase;
    }
    draw_band(d, phase, top, bottom_of(d, d->part.last));
    for (uint32_t row = d->part.first; row <= d->part.last; row++) {
        const fp_show_row *at = &d->layout->rows[row];
        if (at->finding)
            fp_out_printf(d->out, "<rect class=\"s\" x=\"0\" y=\"%" PRIu32 "\" width=\"%" PRIu32 "\" height=\"%d\"/>",
                          top_of(d, row), d->gutter->width, FP_ROW_HEIGHT);
        if (at->phase && !is_hidden(d, row))
            fp_out_printf(d->out,
                          "<text class=\"n\" x=\"4\" y=\"%" PRIu32 "\"><title>phase %" PRIu32 "</title>%" PRIu32
                          "</text>",
                          row > 0 ? bottom_of(d, row) + 8 : middle_of(d, row) + 4, at->phase, at->phase);
    }
}

static void draw_columns(const drawer *d) {
    for (uint32_t i = 0; i < d->layout->picture->buffer_count; i++)
        fp_out_printf(d->out, "<line class=\"c\" x1=\"%" PRIu32 "\" y1=\"0\" x2=\"%" PRIu32 "\" y2=\"%" PRIu32 "\"/>",
                      d->gutter->left[i] + MARK_WIDTH / 2, d->gutter->left[i] + MARK_WIDTH / 2,
                      bottom_of(d, d->part.last));
}

static void draw_loops(const drawer *d) {
    for (uint32_t i = 0; i < d->gutter->loops.open_count; i++) {
        const fp_show_loop *loop = &d->layout->loops[d->gutter->loops.open[i]];
        bool begins = loop->first >= d->part.first, ends = loop->last <= d->part.last;
        uint32_t x = PHASE_WIDTH + LOOP_WIDTH * loop->depth, top = begins ? middle_of(d, loop->first) : 0;
        uint32_t bottom = ends ? middle_of(d, loop->last) : bottom_of(d, d->part.last);
        fp_out_printf(d->out, "<path class=\"l\" d=\"M%" PRIu32 " %" PRIu32, x + 8, top);
        fp_out_printf(d->out, begins ? "H%" PRIu32 : "M%" PRIu32 " 0", x);
        fp_out_printf(d->out, "V%" PRIu32, bottom);
        if (ends) fp_out_printf(d->out, "H%" PRIu32, x + 8);
        if (begins) fp_out_printf(d->out, "M%" PRIu32 " %" PRIu32 "l4 -3v6z", x + 5, top);
        fp_out_printf(d->out, "\"><title>loop from line %" PRIu32 " to line %" PRIu32 "</title></path>",
                      d->layout->rows[loop->first].line, d->layout->rows[loop->last].line);
    }
}

/* ---- windows ---- */
static uint32_t lane_x(const drawer *d, const fp_show_bar *bar) {
    return d->gutter->left[bar->column] + MARK_WIDTH + LANE_WIDTH * bar->lane;
}

static void draw_bar(const drawer *d, const fp_show_bar *bar) {
    bool begins = bar->first >= d->part.first, ends = bar->last <= d->part.last;
    uint32_t x = lane_x(d, bar), top = begins ? middle_of(d, bar->first) : 0,
             bottom = ends ? middle_of(d, bar->last) : bottom_of(d, d->part.last);
    const char *style = bar->window->open ? "x" : "o";
    fp_out_text(d->out, "<g>");
    write_title(d->out, bar->window->words);
    if (bottom < top + 6) bottom = top + 6;
    fp_out_printf(
        d->out, "<rect class=\"%s\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\" width=\"5\" height=\"%" PRIu32 "\" rx=\"2\"/>",
        style, x, top, bottom - top);
    if (begins && bar->from_loop)
        fp_out_printf(d->out, "<path class=\"%s\" d=\"M%" PRIu32 " %" PRIu32 "h7l-3.500 5z\"/>", style, x - 1, top);
    if (ends && bar->to_loop)
        fp_out_printf(d->out, "<path class=\"%s\" d=\"M%" PRIu32 " %" PRIu32 "h7l-3.500 5z\"/>", style, x - 1,
                      bottom - 5);
    fp_out_text(d->out, "</g>");
}

/* Between the consumer and the producer of a window that goes round a loop: its lane, dashed. */
static void draw_way_back(const drawer *d, const fp_show_bar *bar) {
    const fp_show_bar *next = &d->layout->bars[bar->goes_on];
    uint32_t first = bar->last < d->part.first ? d->part.first : bar->last,
             last = next->first > d->part.last ? d->part.last : next->first;
    if (first > d->part.last || last < d->part.first || first >= last) return;
    uint32_t x = lane_x(d, bar) + 2, top = bar->last >= d->part.first ? middle_of(d, first) : 0;
    uint32_t bottom = next->first <= d->part.last ? middle_of(d, last) : bottom_of(d, last);
    fp_out_printf(d->out, "<path class=\"v%s\" d=\"M%" PRIu32 " %" PRIu32 "V%" PRIu32 "\">",
                  bar->window->open ? " y" : "", x, top, bottom);
    write_title(d->out, bar->window->words);
    fp_out_text(d->out, "</path>");
}

static void draw_windows(const drawer *d) {
    for (uint32_t i = 0; i < d->gutter->bars.open_count; i++) {
        const fp_show_bar *bar = &d->layout->bars[d->gutter->bars.open[i]];
        if (bar->goes_on != FP_SHOW_NONE) draw_way_back(d, bar);
        if (bar->last >= d->part.first) draw_bar(d, bar);
    }
}

/* ---- barriers and accesses ---- */
static const char *sync_style(const fp_picture_sync *sync) {
    if (sync->use == FP_PICTURE_SUPERFLUOUS || sync->use == FP_PICTURE_USELESS) return "b u";
    switch (sync->kind) {
    case FP_PICTURE_BARRIER:
    case FP_PICTURE_WAIT: return "b";
    case FP_PICTURE_SIGNAL: return "b i";
    case FP_PICTURE_COUNTER:
    case FP_PICTURE_OTHER: return "b q";
    }
    return "b";
}

static void draw_syncs(const drawer *d) {
    for (uint32_t row = d->part.first; row <= d->part.last; row++) {
        const fp_picture_sync *sync = d->layout->rows[row].sync;
        if (!sync || is_hidden(d, row)) continue;
        fp_out_printf(d->out,
                      "<line class=\"%s\" x1=\"%" PRIu32 "\" y1=\"%" PRIu32 "\" x2=\"%" PRIu32 "\" y2=\"%" PRIu32 "\">",
                      sync_style(sync), d->gutter->columns_left - COLUMN_GAP / 2, middle_of(d, row),
                      d->gutter->width - 2, middle_of(d, row));
        write_title(d->out, sync->words);
        fp_out_text(d->out, "</line>");
    }
}

static void write_mark_title(const drawer *d, const fp_show_mark *mark) {
    static const char *const words[] = { "read", "write", "atomic" };
    const char *between = "";
    fp_out_text(d->out, "<title>");
    for (uint32_t kind = 0; kind <= FP_PICTURE_ATOMIC; kind++) {
        if (!(mark->kinds & 1u << kind)) continue;
        fp_out_printf(d->out, "%s%s", between, words[kind]);
        between = " and ";
    }
    fp_out_text(d->out, " of ");
    fp_show_escape(d->out, d->layout->picture->buffers[mark->column].name, 100);
    fp_out_printf(d->out, " on line %" PRIu32 "%s</title>", d->layout->rows[mark->row].line,
                  mark->async ? ", a copy that runs on" : "");
}

static void draw_mark(const drawer *d, const fp_show_mark *mark) {
    uint32_t x = d->gutter->left[mark->column] + MARK_WIDTH / 2, y = middle_of(d, mark->row);
    bool atomic = mark->kinds & 1u << FP_PICTURE_ATOMIC, write = mark->kinds & 1u << FP_PICTURE_WRITE,
         read = mark->kinds & 1u << FP_PICTURE_READ;
    fp_out_text(d->out, "<g>");
    write_mark_title(d, mark);
    if (mark->async) fp_out_printf(d->out, "<circle class=\"f\" cx=\"%" PRIu32 "\" cy=\"%" PRIu32 "\" r=\"9\"/>", x, y);
    if (atomic)
        fp_out_printf(d->out, "<path class=\"a\" d=\"M%" PRIu32 " %" PRIu32 "l7 7l-7 7l-7 -7z\"/>", x, y - 7);
    else if (write)
        fp_out_printf(d->out, "<rect class=\"k\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\" width=\"11\" height=\"11\"/>",
                      x - 5, y - 5);
    else
        fp_out_printf(d->out, "<circle class=\"r\" cx=\"%" PRIu32 "\" cy=\"%" PRIu32 "\" r=\"6\"/>", x, y);
    fp_out_printf(d->out, "<text class=\"g %s\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\">%s</text></g>",
                  atomic || write ? "e" : "d", x, y + 3,
                  atomic          ? "A"
                  : write && read ? "X"
                  : write         ? "W"
                                  : "R");
}

static void draw_marks(const drawer *d) {
    const fp_show_layout *layout = d->layout;
    uint32_t *next = &d->gutter->next_mark;
    while (*next < layout->mark_count && layout->marks[*next].row < d->part.first) ++*next;
    for (uint32_t i = *next; i < layout->mark_count && layout->marks[i].row <= d->part.last; i++)
        if (!is_hidden(d, layout->marks[i].row)) draw_mark(d, &layout->marks[i]);
}

void fp_show_gutter_draw(struct fp_out *out, fp_show_gutter *gutter, fp_show_part part) {
    drawer d = { out, gutter, gutter->layout, part };
    sweep_on(&gutter->bars, part);
    sweep_on(&gutter->loops, part);
    draw_phases(&d);
    draw_columns(&d);
    draw_loops(&d);
    draw_windows(&d);
    draw_syncs(&d);
    draw_marks(&d);
}

/* Names that a compiler made differ at their ends. */
static fp_str end_of_name(fp_str name) {
    size_t from = name.len, columns = 0;
    while (from > 0) {
        size_t before = fp_glyph_before(name, from);
        columns += fp_glyph_at(name, before).width;
        if (columns > NAME_COLUMNS_MAX) break;
        from = before;
    }
    return fp_str_slice(name, from, name.len);
}

void fp_show_gutter_names(struct fp_out *out, const fp_show_gutter *gutter) {
    for (uint32_t i = 0; i < gutter->layout->picture->buffer_count; i++) {
        const fp_picture_buffer *buffer = &gutter->layout->picture->buffers[i];
        fp_out_printf(out, "<text class=\"n\" x=\"%" PRIu32 "\" y=\"%d\"><title>", gutter->left[i],
                      FP_HEADER_HEIGHT - 8);
        fp_show_escape(out, buffer->name, 100);
        if (buffer->size_bytes >= 0) fp_out_printf(out, ", %" PRId64 " bytes", buffer->size_bytes);
        fp_out_text(out, "</title>");
        fp_str end = end_of_name(buffer->name);
        if (end.len < buffer->name.len) fp_out_text(out, "\xE2\x80\xA6");
        fp_show_escape(out, end, NAME_COLUMNS_MAX);
        fp_out_text(out, "</text>");
    }
}
