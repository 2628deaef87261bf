#include "show/show_run_text.h"
#include "base/str.h"
#include "output/unicode.h"
#include <inttypes.h>
#include <string.h>

enum { MARK = 2, LANE_NAME_MAX = 10, LANE_MIN = 3, WORDS_MIN = 12, STREAMS_MARGIN = 1 };

typedef struct {
    fp_str glyph; /* empty: the right half of a wide one */
    const char *color;
} cell;

typedef struct {
    uint32_t left;                          /* first cell */
    uint32_t works_left;                    /* first cell of its asynchronous work */
    uint32_t works, iteration, line, words; /* widths */
} column;

typedef struct {
    struct fp_out *out;
    struct fp_arena *scratch;
    const fp_show_run *show;
    const fp_style *style;
    cell *cells;
    uint32_t width, text_width; /* of the picture; of what is written below it */
    uint32_t who;               /* width of the names of streams at the left; 0: each stream has a column of its own */
    column *columns;            /* by stream */
    uint32_t *lane_x;           /* by lane: the cell of its wire */
    uint32_t *lane_wide;
    uint32_t first_link, first_wire;
} printer;

/* ---- cells ---- */
static void put(printer *p, uint32_t x, const char *glyph, const char *color) {
    if (x < p->width) p->cells[x] = (cell){ fp_str_of(glyph), color };
}

static bool is_blank(const printer *p, uint32_t x) {
    return x < p->width && p->cells[x].glyph.len == 1 && p->cells[x].glyph.data[0] == ' ';
}

static void clear(printer *p) {
    for (uint32_t x = 0; x < p->width; x++) put(p, x, " ", "");
}

/* At most `room` cells of the text; what does not fit ends in an ellipsis. Returns the cells used. */
static uint32_t put_text(printer *p, uint32_t x, fp_str text, uint32_t room, const char *color) {
    uint32_t used = 0;
    bool whole = fp_text_width(text) <= room;
    for (size_t at = 0; at < text.len;) {
        fp_glyph glyph = fp_glyph_at(text, at);
        if (!whole && used + glyph.width + 1 > room) {
            put(p, x + used, "\xE2\x80\xA6", color);
            return used + 1;
        }
        if (x + used < p->width) p->cells[x + used] = (cell){ fp_str_slice(text, at, at + glyph.bytes), color };
        for (uint32_t i = 1; i < glyph.width && x + used + i < p->width; i++)
            p->cells[x + used + i] = (cell){ { "", 0 }, color };
        used += glyph.width;
        at += glyph.bytes;
    }
    return used;
}

static void flush(printer *p) {
    const char *now = "";
    uint32_t end = p->width;
    while (end > 0 && is_blank(p, end - 1)) end--;
    for (uint32_t x = 0; x < end; x++) {
        if (strcmp(p->cells[x].color, now) != 0) {
            if (*now) fp_out_text(p->out, p->style->reset);
            now = p->cells[x].color;
            fp_out_text(p->out, now);
        }
        fp_out_visible(p->out, p->cells[x].glyph);
    }
    if (*now) fp_out_text(p->out, p->style->reset);
    fp_out_text(p->out, "\n");
}

/* ---- where things are ---- */
static uint32_t digits_of(uint32_t number) {
    uint32_t digits = 1;
    for (; number >= 10; number /= 10) digits++;
    return digits;
}

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

static void measure_columns(printer *p) {
    const fp_show_run *show = p->show;
    for (uint32_t s = 0; s < show->run->stream_count; s++) {
        p->columns[s].works = show->work_lanes[s] ? show->work_lanes[s] + 1 : 0;
        p->columns[s].words = (uint32_t)fp_text_width(show->run->streams[s].name);
    }
    for (uint32_t row = 0; row < show->step_count; row++) {
        const fp_show_step *step = &show->steps[row];
        if (!step->count) continue;
        column *c = &p->columns[step->stream];
        if (step->iteration.len) c->iteration = larger(c->iteration, (uint32_t)step->iteration.len + 2);
        c->line = larger(c->line, digits_of(step->line) + 1);
        if (show->run->events[step->first].does != FP_PICTURE_DOES_INIT) /* a long list that nothing leads to */
            c->words = larger(c->words, (uint32_t)fp_text_width(step->words) + (step->finding ? MARK : 0));
    }
}

static uint32_t column_width(const column *c) { return c->works + c->iteration + c->line + c->words; }

/* The widest columns give way until all fits, as long as they are wide. Does it fit? */
static bool shrink_columns(printer *p, uint32_t others) {
    uint32_t count = p->show->run->stream_count;
    for (;;) {
        uint32_t sum = others, widest = 0;
        for (uint32_t s = 0; s < count; s++) {
            sum += column_width(&p->columns[s]) + STREAMS_MARGIN;
            if (p->columns[s].words > p->columns[widest].words) widest = s;
        }
        if (sum <= p->width || p->columns[widest].words <= WORDS_MIN) return sum <= p->width;
        p->columns[widest].words--;
    }
}

/* Side by side, the lanes of objects between them. */
static void place_side_by_side(printer *p) {
    const fp_show_run *show = p->show;
    uint32_t x = 0;
    for (uint32_t s = 0, lane = 0; s < show->run->stream_count; s++) {
        p->columns[s].left = p->columns[s].works_left = x;
        x += column_width(&p->columns[s]) + STREAMS_MARGIN + 1;
        for (; lane < show->lane_count && show->lanes[lane].gap == s; lane++) {
            p->lane_x[lane] = x + (p->lane_wide[lane] - 1) / 2;
            x += p->lane_wide[lane];
        }
    }
    p->width = x;
}

/* One column for all streams, whose names stand at the left, and the lanes right of it. */
static void place_folded(printer *p, uint32_t lanes) {
    const fp_show_run *show = p->show;
    column all = { 0 };
    uint32_t works = 0;
    measure_columns(p);
    for (uint32_t s = 0; s < show->run->stream_count; s++) {
        const column *c = &p->columns[s];
        p->who = larger(p->who, (uint32_t)fp_text_width(show->run->streams[s].name) + 2);
        works += c->works;
        all.iteration = larger(all.iteration, c->iteration);
        all.line = larger(all.line, c->line);
        all.words = larger(all.words, c->words);
    }
    uint32_t others = p->who + works + all.iteration + all.line + lanes + STREAMS_MARGIN + 1;
    uint32_t room = p->width > others + WORDS_MIN ? p->width - others : WORDS_MIN;
    if (all.words > room) all.words = room;
    for (uint32_t s = 0, x = p->who; s < show->run->stream_count; s++) {
        column *c = &p->columns[s];
        uint32_t own = c->works;
        *c = all;
        c->left = p->who, c->works = works, c->works_left = x;
        x += own;
    }
    uint32_t x = p->who + works + all.iteration + all.line + all.words + STREAMS_MARGIN + 1;
    for (uint32_t i = 0; i < show->lane_count; i++) {
        p->lane_x[i] = x + (p->lane_wide[i] - 1) / 2;
        x += p->lane_wide[i];
    }
    p->width = x; /* where even that does not fit, it is longer than the terminal */
}

static void place(printer *p) {
    const fp_show_run *show = p->show;
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < show->lane_count; i++) {
        uint32_t name = (uint32_t)fp_text_width(show->lanes[i].name);
        if (name > LANE_NAME_MAX) name = LANE_NAME_MAX;
        p->lane_wide[i] = larger(name, LANE_MIN) + 1;
        lanes += p->lane_wide[i];
    }
    measure_columns(p);
    if (shrink_columns(p, lanes + show->run->stream_count))
        place_side_by_side(p);
    else
        place_folded(p, lanes);
}

/* ---- colours ---- */
static const char *color_of_object(const printer *p, uint32_t object) {
    uint32_t slot = p->show->run->objects[object].slot;
    return p->style->slot[slot == FP_PICTURE_NONE ? 0 : slot % FP_STYLE_SLOTS];
}

static const char *color_of_error(const printer *p) { return p->style->level[FP_LEVEL_ERROR]; }

/* The slot of the first buffer that the step touches. */
static const char *color_of_step(const printer *p, const fp_show_step *step) {
    if (step->fate == FP_PICTURE_STUCK) return color_of_error(p);
    if (step->fate == FP_PICTURE_NEVER) return p->style->frame;
    if (step->finding) return p->style->level[step->finding->level];
    const fp_picture_event *event = &p->show->run->events[step->first];
    for (uint32_t i = 0; i < event->touch_count; i++)
        if (event->touches[i].slot != FP_PICTURE_NONE) return p->style->slot[event->touches[i].slot % FP_STYLE_SLOTS];
    return "";
}

/* ---- one row ---- */
static bool goes_on(const printer *p, uint32_t lane, uint32_t row) {
    for (uint32_t i = p->first_wire; i < p->show->wire_count && p->show->wires[i].first <= row; i++)
        if (p->show->wires[i].lane == lane && p->show->wires[i].last > row) return true;
    return false;
}

static void put_wires(printer *p, uint32_t row) {
    const fp_show_run *show = p->show;
    while (p->first_wire < show->wire_count && show->wires[p->first_wire].last < row) p->first_wire++;
    for (uint32_t i = p->first_wire; i < show->wire_count && show->wires[i].first <= row; i++) {
        const fp_show_wire *wire = &show->wires[i];
        if (wire->last < row || wire->first == row) continue;
        put(p, p->lane_x[wire->lane], wire->never ? "\xE2\x95\x8E" : "\xE2\x94\x82",
            wire->never ? color_of_error(p) : color_of_object(p, wire->object));
    }
}

static void put_works(printer *p, uint32_t row) {
    for (uint32_t i = 0; i < p->show->work_count && p->show->works[i].first <= row; i++) {
        const fp_show_work *work = &p->show->works[i];
        if (work->last < row) continue;
        const char *glyph = row == work->first                 ? "\xE2\x94\x8F"
                            : row == work->last && !work->open ? "\xE2\x94\x97"
                                                               : "\xE2\x94\x83";
        if (work->first == work->last && !work->open) glyph = "\xE2\x94\x83";
        put(p, p->columns[work->stream].works_left + work->lane, glyph, color_of_step(p, &p->show->steps[work->first]));
    }
}

static void put_line(printer *p, uint32_t from, uint32_t to, const char *glyph, const char *color) {
    for (uint32_t x = from; x < to; x++) {
        if (is_blank(p, x))
            put(p, x, glyph, color);
        else if (x < p->width && memcmp(p->cells[x].glyph.data, "\xE2\x94\x82", p->cells[x].glyph.len) == 0)
            put(p, x, "\xE2\x94\xBC", p->cells[x].color);
    }
}

static bool comes_from_above(const printer *p, const fp_show_link *link) {
    for (uint32_t i = p->first_wire; i < p->show->wire_count; i++) {
        const fp_show_wire *wire = &p->show->wires[i];
        if (wire->lane == link->lane && wire->first < link->row && link->row <= wire->last) return true;
    }
    return false;
}

/* The glyph where a link meets its lane. `right`: the lane is right of the stream. */
static const char *joint(const printer *p, const fp_show_link *link, bool right) {
    bool more = goes_on(p, link->lane, link->row);
    switch (link->kind) {
    case FP_SHOW_ARRIVES: return "\xE2\x97\x8B";
    case FP_SHOW_COMPLETES: return "\xE2\x97\x8F";
    case FP_SHOW_WAITS:
        if (more) return right ? "\xE2\x94\xA4" : "\xE2\x94\x9C";
        return right ? "\xE2\x94\x98" : "\xE2\x94\x94";
    case FP_SHOW_STUCK:
        if (link->alone) return "\xE2\x95\xB3";
        if (comes_from_above(p, link)) return right ? "\xE2\x94\xA4" : "\xE2\x94\x9C";
        return right ? "\xE2\x94\x90" : "\xE2\x94\x8C";
    case FP_SHOW_NEVER: return right ? "\xE2\x94\x98" : "\xE2\x94\x94";
    }
    return " ";
}

static void put_link(printer *p, const fp_show_link *link, const fp_show_step *step, uint32_t words_end) {
    const column *c = &p->columns[step->stream];
    uint32_t x = p->lane_x[link->lane];
    bool right = p->who || p->show->lanes[link->lane].gap >= step->stream;
    bool in = link->kind == FP_SHOW_WAITS || link->kind == FP_SHOW_STUCK;
    bool broken = link->kind == FP_SHOW_STUCK || link->kind == FP_SHOW_NEVER;
    const char *color = broken ? color_of_error(p) : color_of_object(p, link->object);
    const char *dash = broken ? "\xE2\x95\x8C" : "\xE2\x94\x80";
    const char *at_lane = joint(p, link, right);
    put(p, x, at_lane, color);
    if (right) {
        put_line(p, words_end + 1, x, dash, color);
        if (in) put(p, words_end + 1, "\xE2\x97\x80", color);
    } else {
        uint32_t end = c->left;
        while (end < p->width && is_blank(p, end)) end++;
        put_line(p, x + 1, end - 1, dash, color);
        if (in && end > x + 2) put(p, end - 2, "\xE2\x96\xB6", color);
    }
}

static uint32_t put_words(printer *p, const fp_show_step *step) {
    const column *c = &p->columns[step->stream];
    uint32_t x = c->left + c->works;
    if (p->who) put_text(p, 0, p->show->run->streams[step->stream].name, p->who - 1, p->style->strong);
    if (step->iteration.len)
        put_text(p, x, fp_str_printf(p->scratch, "#%.*s", FP_STR_ARG(step->iteration)), c->iteration, p->style->frame);
    x += c->iteration;
    fp_str line = fp_str_printf(p->scratch, "%*" PRIu32, (int)c->line - 1, step->line);
    put_text(p, x, line, c->line, p->style->frame);
    x += c->line;
    if (step->finding) x += put_text(p, x, FP_STR("! "), MARK, color_of_step(p, step));
    bool init = p->show->run->events[step->first].does == FP_PICTURE_DOES_INIT;
    return x + put_text(p, x, step->words, init ? p->width - x : c->words - (step->finding ? MARK : 0),
                        color_of_step(p, step));
}

static void write_row(printer *p, uint32_t row) {
    const fp_show_step *step = &p->show->steps[row];
    clear(p);
    put_wires(p, row);
    put_works(p, row);
    uint32_t end = put_words(p, step);
    while (p->first_link < p->show->link_count && p->show->links[p->first_link].row < row) p->first_link++;
    for (uint32_t i = p->first_link; i < p->show->link_count && p->show->links[i].row == row; i++)
        put_link(p, &p->show->links[i], step, end);
    flush(p);
}

static void write_cut(printer *p, uint32_t row) {
    clear(p);
    put_wires(p, row);
    put_works(p, row);
    fp_str words = fp_str_printf(p->scratch, "\xE2\x8B\xAE %" PRIu32 " more", p->show->steps[row].left_out);
    put_text(p, p->columns[0].left + p->columns[0].works, words, p->width, p->style->frame);
    flush(p);
}

/* ---- the whole ---- */
static void write_names(printer *p) {
    clear(p);
    for (uint32_t s = 0; s < p->show->run->stream_count && !p->who; s++) {
        const column *c = &p->columns[s];
        put_text(p, c->left + c->works + c->iteration + c->line, p->show->run->streams[s].name, c->words,
                 p->style->strong);
    }
    for (uint32_t i = 0; i < p->show->lane_count; i++) {
        fp_str name = p->show->lanes[i].name;
        uint32_t room = p->lane_wide[i] - 1, wide = (uint32_t)fp_text_width(name);
        if (wide > room) wide = room;
        put_text(p, p->lane_x[i] - wide / 2, name, room, "");
    }
    flush(p);
}

static void write_below(printer *p) {
    const fp_str *notes;
    uint32_t count = fp_show_run_notes(p->scratch, p->show, &notes);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0) fp_out_text(p->out, "\n");
        fp_out_wrapped(p->out, notes[i], 0, p->text_width);
    }
    for (uint32_t i = 0; i < p->show->finding_count; i++) {
        const fp_finding *finding = p->show->findings[i];
        if (i == 0) fp_out_text(p->out, "\n");
        fp_out_printf(p->out,
                      "line %" PRIu32 ": %s%.*s%s: ", fp_document_position(p->show->document, finding->span.start).line,
                      p->style->level[finding->level], FP_STR_ARG(fp_level_name(finding->level)), p->style->reset);
        fp_out_visible(p->out, finding->brief);
        fp_out_text(p->out, "\n");
    }
}

void fp_show_run_text(struct fp_out *out, const fp_show_run *show, const fp_style *style, size_t width) {
    struct fp_arena *scratch = fp_arena_new();
    size_t wide = width ? width : FP_RUN_TEXT_WIDTH;
    if (wide < FP_RUN_TEXT_WIDTH_MIN) wide = FP_RUN_TEXT_WIDTH_MIN;
    if (wide > FP_RUN_TEXT_WIDTH_MAX) wide = FP_RUN_TEXT_WIDTH_MAX;
    printer p = { .out = out,
                  .scratch = scratch,
                  .show = show,
                  .style = style,
                  .width = (uint32_t)wide,
                  .text_width = (uint32_t)wide };
    p.columns = FP_NEW(scratch, column, show->run->stream_count + 1);
    p.lane_x = FP_NEW(scratch, uint32_t, show->lane_count + 1);
    p.lane_wide = FP_NEW(scratch, uint32_t, show->lane_count + 1);
    place(&p);
    p.cells = FP_NEW(scratch, cell, p.width + 1);
    fp_out_text(out, style->strong);
    fp_show_run_heading(out, show);
    fp_out_printf(out, "%s\n", style->reset);
    write_names(&p);
    for (uint32_t row = 0; row < show->step_count; row++) {
        if (show->steps[row].count)
            write_row(&p, row);
        else
            write_cut(&p, row);
    }
    write_below(&p);
    fp_arena_drop(scratch);
}

void fp_show_run_text_legend(struct fp_out *out) {
    fp_out_text(out, "\n#2: iteration 2 of the stream's loop, from 0; then the line of each step;\n"
                     "p1: for parity 1, fresh: no phase has to be complete\n"
                     "\xE2\x97\x8B arrives, \xE2\x97\x8F completes a phase, which leads down to the waits that it "
                     "releases; \xE2\x94\x83 work that runs on;\n"
                     "\xE2\x95\x8C never comes; ! what a finding is about\n");
}
