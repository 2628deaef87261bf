#include "show/show_layout.h"
#include "base/line_ends.h"
#include "base/sort.h"
#include "base/span.h"
#include "base/str.h"
#include "base/vec.h"
#include <string.h>

enum { WORDS_COLUMNS = 120 }; /* of one row of a finding */

/* Which stretches are folded: of at least so many lines, so many around each event left out. Long kernels are looked
 * at from further away. */
typedef struct {
    uint32_t least, context;
} fold_rule;
enum { LONG_KERNEL_LINES = 250 };
static const fold_rule fold_short = { 6, 2 }, fold_long = { 3, 0 };

typedef struct {
    struct fp_arena *keep;
    const struct fp_document *document;
    const fp_picture *picture;
    uint32_t first_line, line_count;
    uint32_t *row_of_line; /* by line - first_line */
    bool *event;           /* likewise: something begins or ends there */
    fp_show_layout layout;
} maker;

static uint32_t line_of(const maker *m, uint32_t offset) {
    uint32_t line = fp_document_position(m->document, offset).line;
    if (line < m->first_line) return 0;
    return line - m->first_line < m->line_count ? line - m->first_line : m->line_count - 1;
}

static uint32_t row_of(const maker *m, uint32_t offset) { return m->row_of_line[line_of(m, offset)]; }
static uint32_t last_byte(fp_span span) { return span.end > span.start ? span.end - 1 : span.start; }

/* ---- rows ---- */
static bool is_of_kernel(const maker *m, const fp_finding *finding) {
    fp_span span = m->picture->span;
    return fp_span_holds(span, finding->span.start) && fp_str_equal(finding->kernel, m->picture->name);
}

/* Do its two ends lie in streams of their own? Those may be workgroups, of which the text has one. */
static bool has_streams(const fp_finding *finding) {
    if (!finding->hazard) return false;
    fp_str first = finding->hazard->sides[0].stream, second = finding->hazard->sides[1].stream;
    return first.len && second.len && !fp_str_equal(first, second);
}

static fp_str finding_words(struct fp_arena *keep, const fp_finding *finding) {
    fp_str who = has_streams(finding) ? finding->hazard->sides[1].stream : (fp_str){ 0 };
    return fp_str_printf(keep, "%.*s: %.*s [%.*s]%s%.*s", FP_STR_ARG(fp_level_name(finding->level)),
                         FP_STR_ARG(finding->brief), FP_STR_ARG(fp_rule_at(finding->rule)->name),
                         who.len ? ", here " : "", FP_STR_ARG(who));
}

static fp_str partner_words(const maker *m, const fp_finding *finding, const fp_related *partner) {
    return fp_str_printf(m->keep, "%.*s, see line %u [%.*s]", FP_STR_ARG(partner->message),
                         (unsigned)fp_document_position(m->document, finding->span.start).line,
                         FP_STR_ARG(fp_rule_at(finding->rule)->name));
}

/* What stands below a line. */
typedef struct {
    uint32_t at, number;
    const fp_finding *finding;
    fp_str words;
} note;
typedef FP_VEC(note) note_list;

static void add_note(maker *m, note_list *notes, uint32_t at, const fp_finding *finding, fp_str words) {
    *FP_PUSH(m->keep, notes) = (note){ at, notes->len, finding, words };
}

static int compare_notes(const void *a, const void *b) {
    const note *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Is it the first partner at its place? Several streams may do the same op. */
static bool is_new_place(const fp_finding *finding, size_t partner) {
    for (size_t i = 0; i < partner; i++) {
        const fp_related *before = &finding->related[i];
        if (fp_show_is_partner(before) && before->span.start == finding->related[partner].span.start) return false;
    }
    return true;
}

static void add_partners(maker *m, note_list *notes, const fp_finding *finding) {
    for (size_t i = 0; i < finding->related_count; i++) {
        const fp_related *partner = &finding->related[i];
        bool apart = partner->role != FP_ROLE_PRODUCER || has_streams(finding);
        if (!apart || !fp_show_is_partner(partner) || !fp_span_holds(m->picture->span, partner->span.start)) continue;
        if (is_new_place(finding, i))
            add_note(m, notes, partner->span.start, finding, partner_words(m, finding, partner));
    }
}

/* The kernel's findings, and where their partners in other streams are, or the init that they are about. */
static note_list collect_notes(maker *m, fp_finding_list findings) {
    note_list notes = { 0 };
    for (uint32_t i = 0; i < findings.len; i++) {
        const fp_finding *finding = &findings.data[i];
        if (!is_of_kernel(m, finding)) continue;
        add_note(m, &notes, finding->span.start, finding, finding_words(m->keep, finding));
        add_partners(m, &notes, finding);
    }
    fp_sort(notes.data, notes.len, sizeof *notes.data, compare_notes);
    return notes;
}

typedef FP_VEC(fp_show_row) row_list;

/* Its words, broken at blanks. */
static void add_words(maker *m, row_list *rows, uint32_t line, const note *of) {
    fp_str words = of->words;
    for (bool goes_on = false; words.len || !goes_on; goes_on = true) {
        size_t end = words.len;
        if (end > WORDS_COLUMNS) {
            end = WORDS_COLUMNS;
            while (end > WORDS_COLUMNS / 2 && words.data[end] != ' ') end--;
            if (words.data[end] != ' ') end = words.len; /* no place to break it */
        }
        *FP_PUSH(m->keep, rows) = (fp_show_row){ .line = line,
                                                 .text = fp_str_slice(words, 0, end),
                                                 .finding = of->finding,
                                                 .goes_on = goes_on,
                                                 .fold = FP_SHOW_NONE };
        words = fp_str_slice(words, end + 1, words.len);
    }
}

static void make_rows(maker *m, fp_finding_list findings) {
    row_list rows = { 0 };
    note_list notes = collect_notes(m, findings);
    fp_str text = fp_document_text(m->document);
    size_t at = m->picture->span.start;
    uint32_t next = 0;
    while (at > 0 && !fp_is_line_end(text.data[at - 1])) at--;
    for (uint32_t i = 0; i < m->line_count; i++) {
        m->row_of_line[i] = rows.len;
        *FP_PUSH(m->keep, &rows) =
            (fp_show_row){ .line = m->first_line + i, .text = fp_line_at(text, at), .fold = FP_SHOW_NONE };
        at = fp_next_line(text, at);
        for (; next < notes.len && notes.data[next].at < at; next++) {
            m->event[i] = true;
            add_words(m, &rows, m->first_line + i, &notes.data[next]);
        }
    }
    m->layout.rows = rows.data;
    m->layout.row_count = rows.len;
}

/* ---- what stands on them ---- */
static int rank_of(const fp_picture_sync *sync) {
    switch (sync->kind) {
    case FP_PICTURE_BARRIER: return 5;
    case FP_PICTURE_WAIT: return 4;
    case FP_PICTURE_SIGNAL: return 3;
    case FP_PICTURE_COUNTER: return 2;
    case FP_PICTURE_OTHER: return 1;
    }
    return 0;
}

static void place_syncs(maker *m) {
    m->layout.rows[0].phase = 1;
    for (uint32_t i = 0; i < m->picture->sync_count; i++) {
        const fp_picture_sync *sync = &m->picture->syncs[i];
        uint32_t row = row_of(m, sync->span.start);
        fp_show_row *at = &m->layout.rows[row];
        m->event[line_of(m, sync->span.start)] = true;
        m->layout.barriers += sync->kind == FP_PICTURE_BARRIER || sync->kind == FP_PICTURE_WAIT;
        if (!at->sync || rank_of(sync) > rank_of(at->sync)) at->sync = sync;
        if (sync->phase) at->phase = sync->phase;
    }
    for (uint32_t row = 0, phase = 1; row < m->layout.row_count; row++) {
        if (m->layout.rows[row].phase) phase = m->layout.rows[row].phase;
        m->layout.rows[row].in_phase = phase;
    }
}

static void place_accesses(maker *m) {
    FP_VEC(fp_show_mark) marks = { 0 };
    for (uint32_t i = 0; i < m->picture->access_count; i++) {
        const fp_picture_access *access = &m->picture->accesses[i];
        uint32_t row = row_of(m, access->span.start), k = marks.len;
        while (k > 0 && marks.data[k - 1].row == row && marks.data[k - 1].column != access->buffer) k--;
        if (k == 0 || marks.data[k - 1].row != row) {
            *FP_PUSH(m->keep, &marks) = (fp_show_mark){ .row = row, .column = access->buffer };
            k = marks.len;
        }
        fp_show_mark *mark = &marks.data[k - 1];
        mark->kinds |= 1u << access->kind;
        mark->async |= access->async;
        mark->count++;
    }
    m->layout.marks = marks.data;
    m->layout.mark_count = marks.len;
}

static void place_loops(maker *m) {
    fp_show_layout *layout = &m->layout;
    layout->loops = FP_NEW(m->keep, fp_show_loop, m->picture->loop_count + 1);
    layout->loop_count = m->picture->loop_count;
    for (uint32_t i = 0; i < m->picture->loop_count; i++) {
        const fp_picture_loop *loop = &m->picture->loops[i];
        uint32_t first = line_of(m, loop->span.start), last = line_of(m, last_byte(loop->span));
        m->event[first] = m->event[last] = true;
        layout->loops[i] = (fp_show_loop){ m->row_of_line[first], m->row_of_line[last], loop->depth };
        if (loop->depth + 1 > layout->loop_depth) layout->loop_depth = loop->depth + 1;
    }
}

/* ---- bars ---- */
typedef FP_VEC(fp_show_bar) bar_list;

static void make_bars(maker *m, bar_list *bars) {
    for (uint32_t i = 0; i < m->picture->window_count; i++) {
        const fp_picture_window *window = &m->picture->windows[i];
        uint32_t producer = row_of(m, window->producer.start), consumer = row_of(m, window->consumer.start);
        m->event[line_of(m, window->producer.start)] = m->event[line_of(m, window->consumer.start)] = true;
        m->layout.open_windows += window->open;
        fp_show_bar bar = { window, window->buffer, 0, producer, consumer, false, false, FP_SHOW_NONE };
        if (window->loop == FP_PICTURE_NONE) {
            *FP_PUSH(m->keep, bars) = bar;
            continue;
        }
        const fp_show_loop *loop = &m->layout.loops[window->loop];
        fp_show_bar before = bar, behind = bar;
        before.first = loop->first, behind.last = loop->last;
        before.from_loop = behind.to_loop = true;
        if (window->whole || consumer >= producer) {
            before.last = loop->last, before.to_loop = true;
            *FP_PUSH(m->keep, bars) = before;
            continue;
        }
        *FP_PUSH(m->keep, bars) = before;
        *FP_PUSH(m->keep, bars) = behind;
    }
}

/* The rows that a window covers in its lane. A window over a loop's back edge covers the whole loop. */
static void rows_taken(const maker *m, const fp_picture_window *window, uint32_t *first, uint32_t *last) {
    *first = row_of(m, window->producer.start);
    *last = row_of(m, window->consumer.start);
    if (window->loop == FP_PICTURE_NONE) return;
    const fp_show_loop *loop = &m->layout.loops[window->loop];
    *first = loop->first < *last ? loop->first : *last;
    *last = loop->last;
}

typedef struct {
    uint32_t first, last, window, column;
} taken;

static int compare_taken(const void *a, const void *b) {
    const taken *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return (x->window > y->window) - (x->window < y->window);
}

/* The lowest lane that is free from the window's first row on; windows come by first row. */
static uint32_t *choose_lanes(maker *m) {
    uint32_t count = m->picture->window_count;
    taken *list = FP_NEW(m->keep, taken, count + 1);
    uint32_t *lanes = FP_NEW(m->keep, uint32_t, count + 1);
    uint32_t *free_from =
        FP_NEW(m->keep, uint32_t, ((size_t)m->picture->buffer_count + 1) * FP_SHOW_LANES_MAX); /* row + 1 */
    for (uint32_t i = 0; i < count; i++) {
        rows_taken(m, &m->picture->windows[i], &list[i].first, &list[i].last);
        list[i].window = i;
        list[i].column = m->picture->windows[i].buffer;
    }
    fp_sort(list, count, sizeof *list, compare_taken);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *ends = &free_from[(size_t)list[i].column * FP_SHOW_LANES_MAX], lane = 0;
        while (lane + 1 < FP_SHOW_LANES_MAX && ends[lane] > list[i].first) lane++;
        if (list[i].last + 1 > ends[lane]) ends[lane] = list[i].last + 1;
        lanes[list[i].window] = lane;
        if (lane + 1 > m->layout.columns[list[i].column].lanes) m->layout.columns[list[i].column].lanes = lane + 1;
    }
    return lanes;
}

static int compare_bars(const void *a, const void *b) {
    const fp_show_bar *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    if (x->column != y->column) return x->column < y->column ? -1 : 1;
    return (x->lane > y->lane) - (x->lane < y->lane);
}

/* Finds the other bar of each window that is two of them. */
static void join_bars(maker *m, bar_list *bars) {
    uint32_t *behind = FP_NEW(m->keep, uint32_t, m->picture->window_count + 1); /* by window: its number + 1 */
    for (uint32_t i = 0; i < bars->len; i++) {
        const fp_show_bar *bar = &bars->data[i];
        if (bar->to_loop && !bar->from_loop) behind[bar->window - m->picture->windows] = i + 1;
    }
    for (uint32_t i = 0; i < bars->len; i++) {
        fp_show_bar *bar = &bars->data[i];
        uint32_t other = behind[bar->window - m->picture->windows];
        if (bar->from_loop && !bar->to_loop && other) bar->goes_on = other - 1;
    }
}

static void place_windows(maker *m) {
    bar_list bars = { 0 };
    m->layout.columns = FP_NEW(m->keep, fp_show_column, m->picture->buffer_count + 1);
    make_bars(m, &bars);
    const uint32_t *lanes = choose_lanes(m);
    for (uint32_t i = 0; i < bars.len; i++) bars.data[i].lane = lanes[bars.data[i].window - m->picture->windows];
    fp_sort(bars.data, bars.len, sizeof *bars.data, compare_bars);
    join_bars(m, &bars);
    m->layout.bars = bars.data;
    m->layout.bar_count = bars.len;
}

/* ---- folds ---- */
static void add_fold(maker *m, uint32_t first, uint32_t end) {
    fp_show_layout *layout = &m->layout;
    fp_show_fold *fold = &layout->folds[layout->fold_count];
    *fold = (fp_show_fold){ .first = m->row_of_line[first], .last = m->row_of_line[end - 1], .lines = end - first };
    for (uint32_t row = fold->first; row <= fold->last; row++) layout->rows[row].fold = layout->fold_count;
    layout->fold_count++;
}

static void make_folds(maker *m) {
    fold_rule rule = m->line_count < LONG_KERNEL_LINES ? fold_short : fold_long;
    m->layout.folds = FP_NEW(m->keep, fp_show_fold, m->line_count / rule.least + 1);
    m->event[0] = m->event[m->line_count - 1] = true;
    for (uint32_t i = 0; i < m->line_count;) {
        uint32_t end = i;
        while (end < m->line_count && !m->event[end]) end++;
        if (end == i) {
            i++;
            continue;
        }
        if (end - i >= rule.least + 2 * rule.context) add_fold(m, i + rule.context, end - rule.context);
        i = end;
    }
    for (uint32_t i = 0; i < m->layout.mark_count; i++) {
        const fp_show_mark *mark = &m->layout.marks[i];
        uint32_t fold = m->layout.rows[mark->row].fold;
        for (uint32_t kind = 0; fold != FP_SHOW_NONE && kind <= FP_PICTURE_ATOMIC; kind++)
            if (mark->kinds & 1u << kind) m->layout.folds[fold].accesses[kind]++;
    }
}

static void number_rows(maker *m) {
    fp_show_layout *layout = &m->layout;
    uint32_t visible = 0;
    for (uint32_t row = 0; row < layout->row_count; row++) {
        uint32_t fold = layout->rows[row].fold;
        layout->rows[row].visible = visible;
        if (fold == FP_SHOW_NONE || layout->folds[fold].last == row) visible++;
    }
    layout->visible_count = visible;
}

fp_show_layout fp_show_layout_make(struct fp_arena *keep, const struct fp_document *document, const fp_picture *picture,
                                   fp_finding_list findings) {
    uint32_t first = fp_document_position(document, picture->span.start).line,
             last = fp_document_position(document, last_byte(picture->span)).line;
    maker m = { .keep = keep,
                .document = document,
                .picture = picture,
                .first_line = first,
                .line_count = last - first + 1,
                .layout.picture = picture };
    m.row_of_line = FP_NEW(keep, uint32_t, m.line_count);
    m.event = FP_NEW(keep, bool, m.line_count);
    make_rows(&m, findings);
    place_syncs(&m);
    place_accesses(&m);
    place_loops(&m);
    place_windows(&m);
    make_folds(&m);
    number_rows(&m);
    return m.layout;
}
