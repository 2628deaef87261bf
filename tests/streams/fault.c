/* Faults as people make them: a step dropped, doubled, swapped, with another parity, slot, count, buffer. */
#include "program.h"
#include <stdio.h>
#include <string.h>

static void note(struct program *p, const char *what, fp_stream s, uint32_t at) {
    size_t used = strlen(p->faults);
    snprintf(p->faults + used, sizeof p->faults - used, " %s %u.%u", what, s, at);
    p->fault_count++;
}

static void drop(struct program *p, fp_stream s, uint32_t at) {
    memmove(&p->steps[s][at], &p->steps[s][at + 1], (p->len[s] - at - 1) * sizeof(step));
    p->len[s]--;
    note(p, "drop", s, at);
}

static void repeat(struct program *p, fp_stream s, uint32_t at) {
    if (p->len[s] == STEPS_MAX) return;
    memmove(&p->steps[s][at + 1], &p->steps[s][at], (p->len[s] - at) * sizeof(step));
    p->len[s]++;
    p->steps[s][at].text += STREAM_OPS / 20;
    note(p, "double", s, at);
}

static void swap(struct program *p, fp_stream s, uint32_t at) {
    if (at + 1 >= p->len[s]) return;
    step first = p->steps[s][at];
    p->steps[s][at] = p->steps[s][at + 1];
    p->steps[s][at + 1] = first;
    note(p, "swap", s, at);
}

static void shift_bytes(struct program *p, fp_stream s, uint32_t at, fp_lot *lot) {
    step *now = &p->steps[s][at];
    if (!now->event.access_count) return;
    fp_region *region = &now->access[lot_below(lot, now->event.access_count)].region;
    int64_t by = lot_one_in(lot, 2) || region->first < 8 ? 8 : -8;
    region->first += by;
    region->end += by;
    note(p, "bytes", s, at);
}

static void change_object(struct program *p, fp_stream s, uint32_t at, fp_lot *lot) {
    fp_event *e = &p->steps[s][at].event;
    if (e->object == FP_NONE) return;
    e->object = (e->object + lot_from(lot, 1, p->object_count)) % p->object_count;
    note(p, "object", s, at);
}

static void change_numbers(struct program *p, fp_stream s, uint32_t at, fp_lot *lot) {
    fp_event *e = &p->steps[s][at].event;
    if (e->kind == FP_EVENT_WAIT) {
        e->parity ^= 1;
        note(p, "parity", s, at);
    } else if (e->kind == FP_EVENT_WAIT_QUEUE) {
        e->newest += 1;
        note(p, "newest", s, at);
    } else if (e->bytes && lot_one_in(lot, 2)) {
        e->bytes += lot_one_in(lot, 2) ? 4 : -4;
        note(p, "bytes", s, at);
    } else if (e->arrivals) {
        e->arrivals += lot_one_in(lot, 2) || e->arrivals == 1 ? 1 : -1;
        note(p, "count", s, at);
    }
}

/* Steps of the start that nothing makes sense without. */
static bool may_break(const step *at) { return at->event.kind != FP_EVENT_FORK && at->event.kind != FP_EVENT_JOIN; }

static void apply(struct program *program, fp_stream s, uint32_t at, uint32_t what, fp_lot *lot) {
    const step *now = &program->steps[s][at];
    bool is_init = now->event.kind == FP_EVENT_INIT;
    bool forks_next = at + 1 < program->len[s] && !may_break(now + 1);
    switch (what) {
    case 0:
    case 1: drop(program, s, at); return;
    case 2:
        if (!is_init) repeat(program, s, at);
        return;
    case 3:
        if (!forks_next || is_init) swap(program, s, at);
        return;
    case 4: shift_bytes(program, s, at, lot); return;
    case 5:
        if (!is_init) change_object(program, s, at, lot);
        return;
    default: change_numbers(program, s, at, lot); return;
    }
}

void program_break(struct program *program, fp_lot *lot) {
    fp_stream s = lot_below(lot, program->stream_count);
    if (!program->len[s]) return;
    uint32_t at = lot_below(lot, program->len[s]), what = lot_below(lot, 8);
    if (may_break(&program->steps[s][at])) apply(program, s, at, what, lot);
}

void program_break_all(struct program *program, fp_lot *lot) {
    fp_stream s = lot_below(lot, program->stream_count);
    if (!program->len[s]) return;
    uint32_t chosen = lot_below(lot, program->len[s]), what = lot_below(lot, 8);
    uint32_t text = program->steps[s][chosen].text;
    if (s == 0 || !may_break(&program->steps[s][chosen])) return;
    fp_lot after = *lot;
    for (uint32_t at = program->len[s]; at-- > 0;) {
        if (at >= program->len[s] || program->steps[s][at].text != text) continue;
        after = *lot; /* the same change in each iteration */
        apply(program, s, at, what, &after);
    }
    *lot = after;
}
