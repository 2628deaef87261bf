#include "show/show_run_svg.h"
#include "base/str.h"
#include "output/unicode.h"
#include "show/show_gutter.h"
#include <inttypes.h>

enum {
    ROW = FP_ROW_HEIGHT,
    HEADER = FP_RUN_SVG_HEADER,
    LETTER = 7, /* width of one; fonts differ by little */
    SMALL = 6,
    BAR = 8,
    LANE = 16,
    GAP = 18,
    CHIP = 11,
    CHIPS_MAX = 3,
    WORDS_MAX = 44,
    SLOT_COLORS = 5,
    BELOW_COLUMNS = 165 /* of a line of words below the rows */
};

/* Slots have Okabe and Ito's colours, but for the one that says what is wrong. */
const char fp_show_run_style[] =
    ".z0{stroke:#0072b2;fill:#0072b2}.z1{stroke:#e69f00;fill:#e69f00}.z2{stroke:#009e73;fill:#009e73}"
    ".z3{stroke:#cc79a7;fill:#cc79a7}.z4{stroke:#56b4e9;fill:#56b4e9}.zn{stroke:#767676;fill:#767676}"
    ".ze{stroke:#d55e00;fill:#d55e00}.zw{stroke-width:1.8;fill:none}.zd{stroke-dasharray:4 3}.zh{fill:#fff;"
    "stroke-width:1.8}.zb{fill-opacity:.28;stroke-width:1}.zf{stroke:#d5d9de;stroke-width:1}"
    ".zt{font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1a1a1a}"
    ".zs{font:bold 12px system-ui,'DejaVu "
    "Sans',sans-serif;fill:#1a1a1a}.zx{fill:#d55e00;font-weight:bold}.zg{fill:#767676}";

typedef struct {
    uint32_t left, works, iteration, line, chips, words, width;
} column;

typedef struct {
    struct fp_out *out;
    struct fp_arena *scratch;
    const fp_show_run *show;
    column *columns;
    uint32_t *lane_x;
    uint32_t width;
} drawer;

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint32_t top_of(uint32_t row) { return HEADER + row * ROW; }
static uint32_t middle_of(uint32_t row) { return top_of(row) + ROW / 2; }

/* ---- where things are ---- */
static uint32_t digits_of(uint32_t number) {
    uint32_t digits = 1;
    for (; number >= 10; number /= 10) digits++;
    return digits;
}

static bool is_wide(const drawer *d, const fp_show_step *step) {
    return d->show->run->events[step->first].does == FP_PICTURE_DOES_INIT;
}

/* Slots of buffers that a step touches, each once. */
static uint32_t chips_of(const drawer *d, const fp_show_step *step, uint32_t *slots, bool *writes) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < step->count; i++) {
        const fp_picture_event *event = &d->show->run->events[step->first + i];
        for (uint32_t k = 0; k < event->touch_count && count < CHIPS_MAX; k++) {
            uint32_t slot = event->touches[k].slot, at = 0;
            if (slot == FP_PICTURE_NONE) continue;
            while (at < count && (slots[at] != slot || writes[at] != event->touches[k].writes)) at++;
            if (at < count) continue;
            slots[count] = slot, writes[count++] = event->touches[k].writes;
        }
    }
    return count;
}

static void measure_columns(drawer *d) {
    const fp_show_run *show = d->show;
    for (uint32_t s = 0; s < show->run->stream_count; s++) {
        d->columns[s].works = show->work_lanes[s] * BAR + BAR;
        d->columns[s].words = (uint32_t)fp_text_width(show->run->streams[s].name) * LETTER;
    }
    for (uint32_t row = 0; row < show->step_count; row++) {
        const fp_show_step *step = &show->steps[row];
        if (!step->count) continue;
        column *c = &d->columns[step->stream];
        uint32_t slots[CHIPS_MAX], words = (uint32_t)fp_text_width(step->words);
        bool writes[CHIPS_MAX];
        if (step->iteration.len) c->iteration = larger(c->iteration, ((uint32_t)step->iteration.len + 2) * LETTER);
        c->line = larger(c->line, (digits_of(step->line) + 1) * SMALL);
        c->chips = larger(c->chips, chips_of(d, step, slots, writes) * CHIP);
        if (!is_wide(d, step)) c->words = larger(c->words, (words < WORDS_MAX ? words : WORDS_MAX) * LETTER);
    }
    for (uint32_t s = 0; s < show->run->stream_count; s++) {
        column *c = &d->columns[s];
        c->width = c->works + c->iteration + c->line + c->chips + c->words;
    }
}

static bool same_array(const drawer *d, uint32_t a, uint32_t b) {
    const fp_picture_object *objects = d->show->run->objects;
    return fp_str_equal(objects[d->show->lanes[a].object].array, objects[d->show->lanes[b].object].array);
}

static uint32_t end_of_array(const drawer *d, uint32_t first) {
    uint32_t end = first + 1, gap = d->show->lanes[first].gap;
    while (end < d->show->lane_count && d->show->lanes[end].gap == gap && same_array(d, first, end)) end++;
    return end;
}

/* How far the name of an array reaches out on each side of its lanes. */
static uint32_t name_overhang(const drawer *d, uint32_t first) {
    fp_str name = d->show->run->objects[d->show->lanes[first].object].array;
    uint32_t wide = (uint32_t)fp_text_width(name) * LETTER, lanes = (end_of_array(d, first) - first) * LANE;
    return wide > lanes ? (wide - lanes) / 2 : 0;
}

/* The lanes of one array stand together in the middle below its name. Returns the first lane behind them. */
static uint32_t place_array(drawer *d, uint32_t first, uint32_t *x) {
    uint32_t end = end_of_array(d, first), overhang = name_overhang(d, first);
    for (uint32_t lane = first; lane < end; lane++) d->lane_x[lane] = *x + overhang + (lane - first) * LANE + LANE / 2;
    *x += 2 * overhang + (end - first) * LANE + GAP;
    return end;
}

static void place(drawer *d) {
    uint32_t x = 0;
    measure_columns(d);
    for (uint32_t s = 0, lane = 0; s < d->show->run->stream_count; s++) {
        d->columns[s].left = x;
        x += d->columns[s].width + 2 * GAP;
        while (lane < d->show->lane_count && d->show->lanes[lane].gap == s) lane = place_array(d, lane, &x);
    }
    d->width = x;
}

/* ---- drawing ---- */
static void text(const drawer *d, const char *style, uint32_t x, uint32_t y, fp_str words, size_t columns) {
    fp_out_printf(d->out, "<text class=\"%s\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\">", style, x, y);
    fp_show_escape(d->out, words, columns);
    fp_out_text(d->out, "</text>");
}

static fp_str color_of_slot(const drawer *d, uint32_t slot) {
    return slot == FP_PICTURE_NONE ? FP_STR("zn") : fp_str_printf(d->scratch, "z%" PRIu32, slot % SLOT_COLORS);
}

static fp_str color_of_object(const drawer *d, uint32_t object) {
    uint32_t slot = d->show->run->objects[object].slot;
    return color_of_slot(d, slot == FP_PICTURE_NONE ? 0 : slot);
}

static void draw_names(const drawer *d) {
    const fp_show_run *show = d->show;
    for (uint32_t s = 0; s < show->run->stream_count; s++) {
        const column *c = &d->columns[s];
        text(d, "zs", c->left + c->works + c->iteration, 14, show->run->streams[s].name, WORDS_MAX);
    }
    for (uint32_t lane = 0; lane < show->lane_count; lane++) {
        const fp_picture_object *object = &show->run->objects[show->lanes[lane].object];
        if (lane == 0 || show->lanes[lane - 1].gap != show->lanes[lane].gap || !same_array(d, lane - 1, lane))
            text(d, "zt", d->lane_x[lane] - LANE / 2 - name_overhang(d, lane), 14, object->array, WORDS_MAX);
        if (object->slot == FP_PICTURE_NONE) continue;
        fp_str slot = fp_str_printf(d->scratch, "%" PRIu32, object->slot);
        text(d, "n", d->lane_x[lane] - SMALL / 2, 30, slot, 4);
    }
}

static void draw_frame(const drawer *d) {
    uint32_t bottom = top_of(d->show->step_count);
    for (uint32_t s = 0; s < d->show->run->stream_count; s++) {
        uint32_t x = d->columns[s].left + d->columns[s].works - BAR / 2;
        fp_out_printf(d->out, "<path class=\"zf\" d=\"M%" PRIu32 " %d V%" PRIu32 "\"/>", x, HEADER - 8, bottom);
    }
    for (uint32_t i = 0; i < d->show->lane_count; i++)
        fp_out_printf(d->out, "<path class=\"zf\" d=\"M%" PRIu32 " %d V%" PRIu32 "\"/>", d->lane_x[i], HEADER - 8,
                      bottom);
    for (uint32_t row = 0; row < d->show->step_count; row++) {
        const fp_show_step *step = &d->show->steps[row];
        if (step->count && (step->finding || step->fate == FP_PICTURE_STUCK))
            fp_out_printf(d->out,
                          "<rect class=\"s\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\" width=\"%" PRIu32 "\" height=\"%d\"/>",
                          d->columns[step->stream].left, top_of(row), d->columns[step->stream].width + GAP, ROW);
    }
    fp_out_text(d->out, "\n");
}

static void draw_works(const drawer *d) {
    for (uint32_t i = 0; i < d->show->work_count; i++) {
        const fp_show_work *work = &d->show->works[i];
        const fp_show_step *step = &d->show->steps[work->first];
        uint32_t slots[CHIPS_MAX], bottom = work->open ? top_of(work->last + 1) : middle_of(work->last);
        bool writes[CHIPS_MAX];
        uint32_t slot = chips_of(d, step, slots, writes) ? slots[0] : FP_PICTURE_NONE;
        fp_str color = color_of_slot(d, slot);
        fp_out_printf(d->out,
                      "<rect class=\"%.*s zb\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\" width=\"%d\" height=\"%" PRIu32
                      "\" rx=\"2\"><title>",
                      FP_STR_ARG(color), d->columns[work->stream].left + work->lane * BAR, middle_of(work->first),
                      BAR - 2, bottom > middle_of(work->first) ? bottom - middle_of(work->first) : 2);
        fp_show_escape(d->out, step->words, 400);
        fp_out_text(d->out, work->open ? ": nothing here waits for it</title></rect>" : ": runs on</title></rect>");
    }
    fp_out_text(d->out, "\n");
}

static void draw_wires(const drawer *d) {
    for (uint32_t i = 0; i < d->show->wire_count; i++) {
        const fp_show_wire *wire = &d->show->wires[i];
        fp_str color = wire->never ? FP_STR("ze") : color_of_object(d, wire->object);
        if (wire->first == wire->last) continue;
        fp_out_printf(d->out, "<path class=\"%.*s zw%s\" d=\"M%" PRIu32 " %" PRIu32 "V%" PRIu32 "\"/>",
                      FP_STR_ARG(color), wire->never ? " zd" : "", d->lane_x[wire->lane], middle_of(wire->first),
                      middle_of(wire->last));
    }
    fp_out_text(d->out, "\n");
}

static uint32_t words_left(const drawer *d, const fp_show_step *step) {
    const column *c = &d->columns[step->stream];
    return c->left + c->works + c->iteration + c->line + c->chips;
}

static uint32_t words_right(const drawer *d, const fp_show_step *step) {
    size_t wide = fp_text_width(step->words);
    return words_left(d, step) + (uint32_t)(wide < WORDS_MAX ? wide : WORDS_MAX) * LETTER + LETTER + 3;
}

/* An arrow's head at (x, y) that points to the right or to the left. */
static void draw_head(const drawer *d, uint32_t x, uint32_t y, bool to_right, fp_str color) {
    fp_out_printf(d->out, "<path class=\"%.*s\" d=\"M%" PRIu32 " %" PRIu32 "l%s7 -4v8z\"/>", FP_STR_ARG(color), x, y,
                  to_right ? "-" : "");
}

static void draw_end(const drawer *d, const fp_show_link *link, fp_str color) {
    uint32_t x = d->lane_x[link->lane], y = middle_of(link->row);
    if (link->kind == FP_SHOW_ARRIVES || link->kind == FP_SHOW_COMPLETES)
        fp_out_printf(d->out, "<circle class=\"%.*s%s\" cx=\"%" PRIu32 "\" cy=\"%" PRIu32 "\" r=\"4\"/>",
                      FP_STR_ARG(color), link->kind == FP_SHOW_ARRIVES ? " zh" : "", x, y);
    if (link->alone || link->kind == FP_SHOW_NEVER)
        fp_out_printf(d->out, "<path class=\"ze zw\" d=\"M%" PRIu32 " %" PRIu32 "l8 8m0 -8l-8 8\"/>", x - 4, y - 4);
}

static void draw_link(const drawer *d, const fp_show_link *link) {
    const fp_show_step *step = &d->show->steps[link->row];
    bool right = d->show->lanes[link->lane].gap >= step->stream;
    bool in = link->kind == FP_SHOW_WAITS || link->kind == FP_SHOW_STUCK;
    bool broken = link->kind == FP_SHOW_STUCK || link->kind == FP_SHOW_NEVER;
    fp_str color = broken ? FP_STR("ze") : color_of_object(d, link->object);
    const column *c = &d->columns[step->stream];
    uint32_t x = d->lane_x[link->lane], y = middle_of(link->row),
             near = right ? words_right(d, step) : c->left + c->works - BAR / 2;
    fp_out_printf(d->out, "<path class=\"%.*s zw%s\" d=\"M%" PRIu32 " %" PRIu32 "H%" PRIu32 "\"/>", FP_STR_ARG(color),
                  broken ? " zd" : "", near, y, x);
    if (in) draw_head(d, near, y, !right, color);
    draw_end(d, link, color);
}

static void draw_chips(const drawer *d, const fp_show_step *step, uint32_t row) {
    const column *c = &d->columns[step->stream];
    uint32_t slots[CHIPS_MAX], x = c->left + c->works + c->iteration + c->line;
    bool writes[CHIPS_MAX];
    uint32_t count = chips_of(d, step, slots, writes);
    for (uint32_t i = 0; i < count; i++) {
        fp_str color = color_of_slot(d, slots[i]);
        fp_out_printf(d->out, "<rect class=\"%.*s%s\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\" width=\"7\" height=\"7\"/>",
                      FP_STR_ARG(color), writes[i] ? "" : " zh", x + i * CHIP, middle_of(row) - 4);
    }
}

static void draw_step(const drawer *d, uint32_t row) {
    const fp_show_step *step = &d->show->steps[row];
    uint32_t y = top_of(row) + 13;
    if (!step->count) {
        fp_str words = fp_str_printf(d->scratch, "\xE2\x8B\xAE %" PRIu32 " more", step->left_out);
        text(d, "zt zg", d->columns[0].left + d->columns[0].works, y, words, WORDS_MAX);
        return;
    }
    const column *c = &d->columns[step->stream];
    fp_out_printf(d->out, "<g><title>line %" PRIu32 ": ", step->line);
    fp_show_escape(d->out, step->words, 400);
    fp_out_text(d->out, "</title>");
    fp_out_printf(d->out, "<circle class=\"%s\" cx=\"%" PRIu32 "\" cy=\"%" PRIu32 "\" r=\"2.5\"/>",
                  step->fate == FP_PICTURE_STUCK ? "ze" : "zn", c->left + c->works - BAR / 2, middle_of(row));
    if (step->iteration.len) {
        fp_str iteration = fp_str_printf(d->scratch, "#%.*s", FP_STR_ARG(step->iteration));
        text(d, "n", c->left + c->works + 2, y, iteration, 16);
    }
    fp_str line = fp_str_printf(d->scratch, "%" PRIu32, step->line);
    text(d, "n", c->left + c->works + c->iteration, y, line, 12);
    draw_chips(d, step, row);
    const char *style = step->fate == FP_PICTURE_NEVER                    ? "zt zg"
                        : step->finding || step->fate == FP_PICTURE_STUCK ? "zt zx"
                                                                          : "zt";
    text(d, style, words_left(d, step), y, step->words, is_wide(d, step) ? 3 * WORDS_MAX : WORDS_MAX);
    fp_out_text(d->out, "</g>\n");
}

/* Words of `columns` at most in a line, broken at blanks. Returns how many lines. */
static uint32_t draw_wrapped(const drawer *d, const char *style, uint32_t y, fp_str words) {
    uint32_t lines = 0;
    while (words.len) {
        size_t end = words.len;
        if (end > BELOW_COLUMNS) {
            end = BELOW_COLUMNS;
            while (end > BELOW_COLUMNS / 2 && words.data[end] != ' ') end--;
            if (words.data[end] != ' ') end = words.len;
        }
        text(d, style, lines ? GAP : 0, y + lines * ROW, fp_str_slice(words, 0, end), BELOW_COLUMNS * 2);
        lines++;
        words = fp_str_slice(words, end + 1, words.len);
    }
    return lines;
}

/* Notes of a hang and findings, below the rows. Returns how many lines they take. */
static uint32_t draw_below(const drawer *d) {
    const fp_str *notes;
    uint32_t count = fp_show_run_notes(d->scratch, d->show, &notes), line = 0,
             y = top_of(d->show->step_count) + ROW + 13;
    for (uint32_t i = 0; i < count; i++) line += draw_wrapped(d, "w", y + line * ROW, notes[i]);
    for (uint32_t i = 0; i < d->show->finding_count; i++) {
        const fp_finding *finding = d->show->findings[i];
        fp_str words = fp_str_printf(d->scratch, "line %" PRIu32 ": %.*s",
                                     fp_document_position(d->show->document, finding->span.start).line,
                                     FP_STR_ARG(finding->brief));
        line += draw_wrapped(d, "w m", y + line * ROW, words);
    }
    return line ? line + 1 : 1;
}

static drawer make_drawer(struct fp_out *out, struct fp_arena *scratch, const fp_show_run *show) {
    drawer d = { .out = out, .scratch = scratch, .show = show };
    d.columns = FP_NEW(scratch, column, show->run->stream_count + 1);
    d.lane_x = FP_NEW(scratch, uint32_t, show->lane_count + 1);
    place(&d);
    return d;
}

void fp_show_run_svg_names(struct fp_out *out, const fp_show_run *show) {
    struct fp_arena *scratch = fp_arena_new();
    drawer d = make_drawer(out, scratch, show);
    draw_names(&d);
    fp_arena_drop(scratch);
}

fp_show_size fp_show_run_svg_draw(struct fp_out *out, const fp_show_run *show) {
    struct fp_arena *scratch = fp_arena_new();
    drawer d = make_drawer(out, scratch, show);
    draw_frame(&d);
    draw_works(&d);
    draw_wires(&d);
    for (uint32_t i = 0; i < show->link_count; i++) draw_link(&d, &show->links[i]);
    for (uint32_t row = 0; row < show->step_count; row++) draw_step(&d, row);
    uint32_t below = draw_below(&d);
    fp_show_size size = { larger(d.width, below > 1 ? BELOW_COLUMNS * SMALL : 0),
                          top_of(show->step_count) + below * ROW };
    fp_arena_drop(scratch);
    return size;
}
