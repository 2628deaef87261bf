/* show_text.c - a kernel's picture for the terminal: the source with a gutter, as git draws its graph.
 *
 *   phase, loops, then per buffer: R W A (C: a copy that runs on) and the lanes of its windows, │ closed and ║ open;
 *   ┊ on the way back round a loop.
 */
#include "base/str.h"
#include "output/unicode.h"
#include "show/show_render.h"
#include "show/show_run_text.h"
#include "show/show_words.h"
#include <inttypes.h>
#include <string.h>

enum { NAME_COLUMNS_MAX = 10, TAB_COLUMNS = 4, COLUMNS_MAX = 400 };

/* One cell of the gutter: a character and what it means. */
typedef enum { CELL_PLAIN, CELL_MARK, CELL_OPEN, CELL_BARRIER, CELL_LOOP } cell_kind;
typedef struct {
    const char *glyph;
    cell_kind kind;
} cell;

typedef struct {
    struct fp_out *out;
    const fp_show_layout *layout;
    const fp_style *style;
    size_t width;       /* 0: no limit */
    uint32_t digits;    /* of the largest line number */
    uint32_t first_bar; /* bars before it have ended */
    uint32_t next_mark;
    cell *cells;
    uint32_t cell_count;
    uint32_t *at;           /* by buffer: its first cell */
    uint32_t *columns_wide; /* by buffer: cells, the blank behind it included */
} printer;

static const char *color_of(const printer *p, cell_kind kind) {
    switch (kind) {
    case CELL_PLAIN: return "";
    case CELL_MARK: return p->style->strong;
    case CELL_OPEN: return p->style->level[FP_LEVEL_ERROR];
    case CELL_BARRIER: return p->style->code;
    case CELL_LOOP: return p->style->frame;
    }
    return "";
}

/* ---- the gutter of one row ---- */
static void clear(printer *p) {
    for (uint32_t i = 0; i < p->cell_count; i++) p->cells[i] = (cell){ " ", CELL_PLAIN };
}

static void put_loops(printer *p, uint32_t row, bool folded) {
    for (uint32_t i = 0; i < p->layout->loop_count; i++) {
        const fp_show_loop *loop = &p->layout->loops[i];
        if (row < loop->first || row > loop->last) continue;
        const char *glyph = loop->first == loop->last ? "\xE2\x94\x82"
                            : row == loop->first      ? "\xE2\x95\xAD"
                            : row == loop->last       ? "\xE2\x95\xB0"
                                                      : "\xE2\x94\x82";
        p->cells[loop->depth] = (cell){ folded ? "\xE2\x94\x82" : glyph, CELL_LOOP };
    }
}

static void put_bars(printer *p, uint32_t row) {
    const fp_show_layout *layout = p->layout;
    while (p->first_bar < layout->bar_count && layout->bars[p->first_bar].last < row) p->first_bar++;
    for (uint32_t i = p->first_bar; i < layout->bar_count && layout->bars[i].first <= row; i++) {
        const fp_show_bar *bar = &layout->bars[i];
        if (row > bar->last) continue;
        bool open = bar->window->open, top = row == bar->first && !bar->from_loop,
             bottom = row == bar->last && !bar->to_loop;
        bool arrow = (row == bar->first && bar->from_loop) || (row == bar->last && bar->to_loop);
        const char *glyph = open ? "\xE2\x95\x91" : "\xE2\x94\x82";
        if (top && !bottom) glyph = open ? "\xE2\x95\x93" : "\xE2\x94\x8C";
        if (bottom && !top) glyph = open ? "\xE2\x95\x99" : "\xE2\x94\x94";
        if (arrow) glyph = "\xE2\x86\x93";
        p->cells[p->at[bar->column] + 1 + bar->lane] = (cell){ glyph, open ? CELL_OPEN : CELL_PLAIN };
    }
}

static void put_marks(printer *p, uint32_t row, bool folded) {
    const fp_show_layout *layout = p->layout;
    while (p->next_mark < layout->mark_count && layout->marks[p->next_mark].row < row) p->next_mark++;
    for (uint32_t i = p->next_mark; !folded && i < layout->mark_count && layout->marks[i].row == row; i++) {
        const fp_show_mark *mark = &layout->marks[i];
        const char *glyph = mark->kinds & 1u << FP_PICTURE_ATOMIC  ? "A"
                            : mark->kinds & 1u << FP_PICTURE_WRITE ? "W"
                                                                   : "R";
        if (mark->kinds == (1u << FP_PICTURE_READ | 1u << FP_PICTURE_WRITE)) glyph = "X";
        p->cells[p->at[mark->column]] = (cell){ mark->async ? "C" : glyph, CELL_MARK };
    }
}

/* A barrier is a line through all columns; what it crosses stays to be seen. */
static void put_barrier(printer *p, const fp_picture_sync *sync) {
    bool line = sync->kind == FP_PICTURE_BARRIER || sync->kind == FP_PICTURE_WAIT,
         dashed = sync->use == FP_PICTURE_SUPERFLUOUS || sync->use == FP_PICTURE_USELESS;
    const char *glyph = line ? dashed ? "\xE2\x95\x8C" : "\xE2\x94\x80" : "\xC2\xB7";
    for (uint32_t i = p->layout->loop_depth + 1; i + 1 < p->cell_count; i++) {
        const char *under = p->cells[i].glyph;
        if (strcmp(under, " ") == 0)
            p->cells[i] = (cell){ glyph, CELL_BARRIER };
        else if (line && strcmp(under, "\xE2\x94\x82") == 0)
            p->cells[i] = (cell){ "\xE2\x94\xBC", CELL_BARRIER };
        else if (line && strcmp(under, "\xE2\x95\x91") == 0)
            p->cells[i] = (cell){ "\xE2\x95\xAB", CELL_OPEN };
    }
}

static void write_gutter(printer *p, uint32_t row, bool folded) {
    const fp_show_row *at = &p->layout->rows[row];
    clear(p);
    put_loops(p, row, folded || at->finding);
    put_bars(p, row);
    put_marks(p, row, folded || at->finding);
    if (at->sync && !folded) put_barrier(p, at->sync);
    if (at->phase && !folded)
        fp_out_printf(p->out, "%4" PRIu32 " ", at->phase);
    else
        fp_out_text(p->out, "     ");
    cell_kind now = CELL_PLAIN;
    for (uint32_t i = 0; i < p->cell_count; i++) {
        if (p->cells[i].kind != now) {
            if (now != CELL_PLAIN) fp_out_text(p->out, p->style->reset);
            now = p->cells[i].kind;
            fp_out_text(p->out, color_of(p, now));
        }
        fp_out_text(p->out, p->cells[i].glyph);
    }
    if (now != CELL_PLAIN) fp_out_text(p->out, p->style->reset);
}

/* ---- what stands beside it ---- */
static void write_source(printer *p, fp_str text) {
    size_t used = 5 + p->cell_count + p->digits + 4,
           room = p->width ? p->width > used + 16 ? p->width - used : 16 : COLUMNS_MAX, column = 0;
    for (size_t at = 0; at < text.len;) {
        fp_glyph glyph = fp_glyph_at(text, at);
        size_t wide = text.data[at] == '\t' ? TAB_COLUMNS - column % TAB_COLUMNS : glyph.width;
        if (column + wide > room - 1 && at + glyph.bytes < text.len) {
            fp_out_text(p->out, "\xE2\x80\xA6");
            return;
        }
        if (text.data[at] == '\t')
            fp_out_repeat(p->out, ' ', wide);
        else
            fp_out_visible(p->out, fp_str_slice(text, at, at + glyph.bytes));
        column += wide;
        at += glyph.bytes;
    }
}

static void write_row(printer *p, uint32_t row) {
    const fp_show_row *at = &p->layout->rows[row];
    write_gutter(p, row, false);
    if (at->finding) {
        const char *color = p->style->level[at->finding->level];
        fp_out_repeat(p->out, ' ', p->digits);
        fp_out_printf(p->out, " %s%s ", color, at->goes_on ? " " : "^");
        write_source(p, at->text);
        fp_out_text(p->out, p->style->reset);
    } else {
        fp_out_printf(p->out, "%s%*" PRIu32 " \xE2\x94\x82%s ", p->style->frame, (int)p->digits, at->line,
                      p->style->reset);
        write_source(p, at->text);
    }
    while (p->out->len && p->out->data[p->out->len - 1] == ' ') p->out->len--;
    fp_out_text(p->out, "\n");
}

static void write_fold(printer *p, const fp_show_fold *fold) {
    write_gutter(p, fold->first, true);
    fp_out_repeat(p->out, ' ', p->digits);
    fp_out_text(p->out, " \xE2\x8B\xAE ");
    fp_show_fold_words(p->out, fold);
    fp_out_text(p->out, "\n");
}

/* ---- the whole ---- */
static size_t name_columns(fp_str name) {
    size_t wide = fp_text_width(name);
    return wide < NAME_COLUMNS_MAX ? wide : NAME_COLUMNS_MAX;
}

/* The end of one that does not fit: names that a compiler made differ there. */
static void write_name(printer *p, fp_str name, size_t columns) {
    size_t from = name.len, used = 0;
    while (from > 0) {
        size_t before = fp_glyph_before(name, from), wide = fp_glyph_at(name, before).width;
        if (used + wide > columns) break;
        used += wide;
        from = before;
    }
    fp_out_visible(p->out, fp_str_slice(name, from, name.len));
    if (used < columns) fp_out_repeat(p->out, ' ', columns - used);
}

static void write_names(printer *p) {
    fp_out_repeat(p->out, ' ', 5 + p->layout->loop_depth + 1);
    for (uint32_t i = 0; i < p->layout->picture->buffer_count; i++) {
        write_name(p, p->layout->picture->buffers[i].name, p->columns_wide[i] - 1);
        fp_out_text(p->out, " ");
    }
    while (p->out->len && p->out->data[p->out->len - 1] == ' ') p->out->len--;
    fp_out_text(p->out, "\n");
}

static void write_kernel(struct fp_out *out, struct fp_arena *scratch, const fp_show_layout *layout,
                         const fp_show_wishes *wishes) {
    printer p = { .out = out,
                  .layout = layout,
                  .style = wishes->style ? wishes->style : fp_style_get(false),
                  .width = wishes->width,
                  .digits = 1 };
    for (uint32_t line = layout->rows[layout->row_count - 1].line; line >= 10; line /= 10) p.digits++;
    p.at = FP_NEW(scratch, uint32_t, layout->picture->buffer_count + 1);
    p.columns_wide = FP_NEW(scratch, uint32_t, layout->picture->buffer_count + 1);
    p.cell_count = layout->loop_depth + 1;
    for (uint32_t i = 0; i < layout->picture->buffer_count; i++) {
        uint32_t name = (uint32_t)name_columns(layout->picture->buffers[i].name), lanes = 1 + layout->columns[i].lanes;
        p.at[i] = p.cell_count;
        p.columns_wide[i] = (name > lanes ? name : lanes) + 1;
        p.cell_count += p.columns_wide[i];
    }
    p.cells = FP_NEW(scratch, cell, p.cell_count + 1);
    fp_out_text(out, p.style->strong);
    fp_show_heading(out, layout);
    fp_out_printf(out, "%s\n", p.style->reset);
    write_names(&p);
    for (uint32_t row = 0; row < layout->row_count; row++) {
        uint32_t fold = layout->rows[row].fold;
        if (fold == FP_SHOW_NONE)
            write_row(&p, row);
        else if (layout->folds[fold].first == row)
            write_fold(&p, &layout->folds[fold]);
    }
}

static void write_legend(struct fp_out *out) {
    fp_out_text(out,
                "\nR read, W write, X both, A atomic, C asynchronous copy; a bar joins two accesses that conflict: "
                "\xE2\x94\x82 something orders\nthem, \xE2\x95\x91 nothing does, \xE2\x86\x93 on into the loop's "
                "next iteration; \xE2\x94\x80 barrier or wait, \xE2\x95\x8C redundant or without effect,\n"
                "\xC2\xB7 signal, fence or counter; 1, 2 and so on count the phases between barriers\n");
}

void fp_show_text(struct fp_out *out, const fp_show_page *page) {
    size_t runs = 0;
    if (page->layout_count == 0) fp_out_text(out, "no kernel touches workgroup memory or synchronises\n");
    for (size_t i = 0; i < page->layout_count; i++) {
        struct fp_arena *scratch = fp_arena_new();
        const fp_style *style = page->wishes->style ? page->wishes->style : fp_style_get(false);
        if (i) fp_out_text(out, "\n");
        if (page->runs[i].run)
            fp_show_run_text(out, &page->runs[i], style, page->wishes->width);
        else
            write_kernel(out, scratch, &page->layouts[i], page->wishes);
        runs += page->runs[i].run != NULL;
        fp_arena_drop(scratch);
    }
    if (runs) fp_show_run_text_legend(out);
    if (page->layout_count > runs) write_legend(out);
}
