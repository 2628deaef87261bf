/* text.c - a program of roles as a kernel in which each thread acts for itself; the ops are those of its printer. */
#include "text.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- lines ---- */

static void append(fp_text *text, const char *format, va_list list) {
    size_t left = sizeof text->data - text->len;
    int size = vsnprintf(text->data + text->len, left, format, list);
    if (size < 0 || (size_t)size >= left)
        text->fails = true;
    else
        text->len += (uint32_t)size;
}

static void end_line(fp_text *text) {
    if (text->len + 1 >= sizeof text->data || text->lines == TEXT_LINES_MAX) {
        text->fails = true;
        return;
    }
    text->data[text->len++] = '\n';
    text->data[text->len] = 0;
    text->origin[text->lines++] = text->at;
}

void text_line(fp_text *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    append(text, format, list);
    va_end(list);
    end_line(text);
}

uint32_t text_value(fp_text *text, const char *format, ...) {
    va_list list;
    text->len += (uint32_t)snprintf(text->data + text->len, 20, "    %%v%u = ", text->names);
    va_start(list, format);
    append(text, format, list);
    va_end(list);
    end_line(text);
    return text->names++;
}

uint32_t text_chooses(fp_text *text, uint32_t n) {
    fp_lot lot = { text->style };
    uint32_t chosen = lot_below(&lot, n);
    text->style = lot.state;
    return chosen;
}

bool text_draws(fp_text *text, uint32_t n) { return text_chooses(text, n) == 0; }

/* ---- places ---- */

static uint32_t elements_of(const fp_layout *layout, int64_t bytes) {
    return (uint32_t)(layout->width > 1 ? bytes / CELL_BYTES * layout->width : bytes);
}

int64_t text_bytes(const fp_layout *layout, int64_t count) { return (int64_t)elements_of(layout, count) * 4; }

fp_layout text_layout(const struct program *roles) {
    fp_layout layout = { .roles = roles, .width = roles_width(roles) };
    uint32_t block[2] = { 0 }; /* by workgroup */
    for (uint32_t s = 1; s < roles->stream_count; s++) {
        uint32_t *own = &block[roles->group[s]];
        layout.first[s] = *own;
        layout.end[s] = *own + (roles->threads[s] ? roles->threads[s] : 1);
        *own += roles->threads[s] > WARP ? roles->threads[s] : WARP;
    }
    layout.block = block[0] > block[1] ? block[0] : block[1];
    layout.end[0] = 1;
    for (uint32_t s = 0; s < roles->stream_count; s++)
        for (uint32_t i = 0; i < roles->len[s]; i++)
            for (uint32_t k = 0; k < roles->steps[s][i].event.access_count; k++) {
                const fp_region *region = &roles->steps[s][i].access[k].region;
                uint32_t end = elements_of(&layout, region->end);
                if (region->memory < MEMORIES_MAX && end > layout.elements[region->memory])
                    layout.elements[region->memory] = end;
            }
    for (uint32_t o = 0; o < roles->object_count; o++) layout.meets[o] = roles_meet_at(roles, o);
    for (uint32_t s = 0; s < roles->stream_count; s++)
        for (uint32_t i = 0; i < roles->len[s]; i++) {
            const fp_event *e = &roles->steps[s][i].event;
            if (e->object != FP_NONE && e->kind != FP_EVENT_INIT) layout.used[e->object] = true;
        }
    return layout;
}

fp_elements text_elements(const fp_layout *layout, fp_stream s, const step *at) {
    const fp_region *region = &at->access[0].region;
    fp_elements all = { .count = 1, .elements = elements_of(layout, region->end - region->first) };
    all.first[0] = elements_of(layout, region->first);
    all.by_lane = layout->roles->threads[s] > 1 && !at->elected;
    if (!all.by_lane) return all;
    all.count = all.elements / layout->width;
    all.elements = 1;
    for (uint32_t i = 0; i < all.count && i < 8; i++) all.first[i] = all.first[0] + i * layout->width;
    return all;
}

bool text_waits_at_once(const fp_layout *layout, fp_stream s, const step *at) {
    return at != layout->roles->steps[s] && at[-1].event.kind == FP_EVENT_ARRIVE &&
           at[-1].event.object == at->event.object;
}

uint32_t text_note_pair(const fp_layout *layout, fp_stream s, const step *at) {
    const step *end = layout->roles->steps[s] + layout->roles->len[s], *next = at + 1;
    bool arrives = at->event.kind == FP_EVENT_ARRIVE, waits = at->event.kind == FP_EVENT_WAIT_OWN;
    if (waits) return text_waits_at_once(layout, s, at);
    return arrives && next < end && next->event.kind == FP_EVENT_WAIT_OWN && next->event.object == at->event.object;
}

/* No text makes barriers that count threads in the role that begins. */
bool text_is_silent(const fp_layout *layout, const step *at) {
    return at->event.kind == FP_EVENT_INIT && (layout->meets[at->event.object] || !layout->used[at->event.object]);
}

/* ---- the kernel ---- */

/* Does the first stream only make objects before the others run? Barriers of threads it makes nowhere else. */
static bool begins_whole(const struct program *roles) {
    bool forked = false, joined = false;
    for (uint32_t i = 0; i < roles->len[0]; i++) {
        const fp_event *e = &roles->steps[0][i].event;
        bool makes = e->kind == FP_EVENT_INIT && roles_meet_at(roles, e->object);
        if (forked && ((makes || !joined) && e->kind != FP_EVENT_JOIN)) return false;
        forked |= e->kind == FP_EVENT_FORK;
        joined |= e->kind == FP_EVENT_JOIN;
    }
    return forked;
}

/* No op waits for a parity of a barrier of threads, brings bytes there, or comes to it with one thread of a wave. */
static bool misuses_barriers(const struct program *roles, fp_stream s, const step *at) {
    const fp_event *e = &at->event;
    if (e->object == FP_NONE || e->kind == FP_EVENT_INIT || !roles_meet_at(roles, e->object)) return false;
    bool meets = e->kind == FP_EVENT_ARRIVE || e->kind == FP_EVENT_WAIT_OWN;
    return !meets || roles->threads[s] <= 1 || at->elected;
}

static bool is_printable(const struct program *roles) {
    if (!begins_whole(roles)) return false;
    for (uint32_t s = 0; s < roles->stream_count; s++)
        for (uint32_t i = 0; i < roles->len[s]; i++) {
            const step *at = &roles->steps[s][i];
            if (at->event.access_count > 1 || misuses_barriers(roles, s, at)) return false;
            if (at->event.access_count == 0) continue;
            const fp_region *region = &at->access[0].region;
            if (region->memory >= MEMORIES_MAX || region->first < 0 || region->end <= region->first ||
                region->end - region->first > 8 * CELL_BYTES)
                return false;
        }
    return true;
}

static const fp_printer *as; /* the printer at work */

/* Is it a step whose text stands alone, of a loop that runs as often as the kernel's argument says? The run that was
 * printed has it. */
static bool may_be_left_out(fp_text *text, const fp_layout *layout, fp_stream s, uint32_t i) {
    enum { DIVISORS = 2 };
    static const uint32_t divisors[DIVISORS] = { 5, 7 };
    const fp_asked_loop *loop = text_asked_loop(text, s, i);
    const step *at = &layout->roles->steps[s][i];
    fp_event_kind kind = at->event.kind;
    bool alone = kind == FP_EVENT_ARRIVE || kind == FP_EVENT_WAIT || kind == FP_EVENT_ACCESS;
    bool meets = at->event.object != FP_NONE && layout->meets[at->event.object];
    if (text->left_out.by || !loop || !alone || meets || !text_draws(text, 3)) return false;
    uint32_t by = divisors[text_chooses(text, DIVISORS)], rest = text_chooses(text, by);
    if (rest == loop->count % by) return false;
    text->left_out = (fp_left_out){ s, i, by, rest };
    return true;
}

static uint32_t is_not_left_out(fp_text *text) {
    uint32_t rest = text_compute_by(text, TEXT_REM, text_argument(text), text->left_out.by);
    return text_compute_by(text, TEXT_NE, rest, text->left_out.rest);
}

/* Steps FROM .. TO - 1 of one iteration; the elected thread's stand under conditions. */
static void print_iteration(fp_text *text, const fp_layout *layout, fp_stream s, uint32_t from, uint32_t to) {
    const struct program *roles = layout->roles;
    bool inside = false, wide = roles->threads[s] > 1;
    fp_repeat here = text_here();
    for (uint32_t i = from; i < to; i++) {
        const step *at = &roles->steps[s][i];
        text->at = (fp_text_origin){ 0 };
        if (text_is_silent(layout, at)) continue;
        if (wide && at->elected && !inside) text_enter(text, text->elected[s]);
        if (wide && !at->elected && inside) text_leave(text);
        inside = wide && at->elected;
        text->at = (fp_text_origin){ (uint16_t)(s * STEPS_MAX + i + 1), (uint8_t)here.length, (uint8_t)here.count };
        bool guarded = may_be_left_out(text, layout, s, i);
        if (guarded) text_enter(text, is_not_left_out(text));
        as->step(text, layout, s, at, i + 1 < to ? at + 1 : NULL);
        if (guarded) text_leave(text);
    }
    text->at = (fp_text_origin){ 0 };
    if (inside) text_leave(text);
}

static void print_steps(fp_text *text, const fp_layout *layout, fp_stream s, uint32_t from, uint32_t to) {
    while (from < to && !text->fails) {
        uint32_t end = from;
        fp_repeat repeat = { 1, 1 };
        while (end < to && repeat.count == 1) {
            repeat = text_repeat(layout, as->note, s, end, to);
            if (repeat.count == 1) end++;
        }
        print_iteration(text, layout, s, from, end);
        if (repeat.count > 1) {
            text_open_repeat(text, layout, s, end, repeat);
            print_iteration(text, layout, s, end, end + repeat.length);
            text_close_repeat(text);
            end += repeat.length * repeat.count;
        }
        from = end;
    }
}

static void print_role(fp_text *text, const fp_layout *layout, fp_stream s) {
    print_steps(text, layout, s, 0, layout->roles->len[s]);
}

void text_print(fp_text *text, const struct program *roles, fp_text_kind kind) {
    static const fp_printer *const printers[] = { &text_gpu, &text_nvvm, &text_amd };
    fp_layout layout = text_layout(roles);
    as = printers[kind];
    memset(text, 0, offsetof(fp_text, lines));
    memset(&text->at, 0, sizeof *text - offsetof(fp_text, at));
    text->lines = 0, text->wave = WARP;
    text->style = roles->seed;
    text->of_all = roles->cluster_barrier ? roles->cluster_barrier - 1 : FP_NONE;
    text->asks = text_draws(text, 3);
    text->fails = !is_printable(roles) || layout.block == 0;
    if (text->fails) return;
    text->fails |= roles->clusters && kind != TEXT_NVVM;
    as->choose(text, &layout);
    as->open(text, &layout);
    text_name_roles(text, &layout);
    for (uint32_t i = 0, from = 0; i <= roles->len[0] && !text->fails; i++) {
        fp_event_kind at = i < roles->len[0] ? roles->steps[0][i].event.kind : FP_EVENT_END;
        if (at != FP_EVENT_FORK && at != FP_EVENT_JOIN && at != FP_EVENT_END) continue;
        if (i > from) {
            text_enter(text, text->elected[0]);
            print_steps(text, &layout, 0, from, i);
            text_leave(text);
        }
        bool last = i + 1 >= roles->len[0] && !roles->clusters; /* memory that others reach lives as long as they do */
        if (at != FP_EVENT_END && (at == FP_EVENT_FORK || !last)) as->barrier(text);
        if (at == FP_EVENT_FORK) text_print_roles(text, &layout, print_role);
        from = i + 1;
    }
    as->close(text);
}
