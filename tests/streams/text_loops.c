/* text_loops.c - what a role does again and again as a loop: slots, phases and places are made of the iteration's
 * number, or carried from one iteration to the next. */
#include "text.h"

enum { ITERATIONS_MAX = STEPS_MAX, NUMBERS = 3 };

/* ---- Numbers of a step that may differ from iteration to iteration ---- */

static int64_t number_of(const step *at, uint32_t which) {
    switch (which) {
    case 0: return at->event.object;
    case 1: return at->event.parity;
    default: return at->event.access_count ? at->access[0].region.first : 0;
    }
}

/* start + by * ((i + shift) % ring); without a ring start + by * i; as a phase start + ((i + shift) / ring) % 2. */
typedef struct {
    int64_t start, by;
    uint32_t ring, shift;
    bool is_phase;
} series;

static int64_t value_at(const series *s, uint32_t i) {
    if (s->is_phase) return (s->start + (i + s->shift) / s->ring) % 2;
    return s->start + s->by * (int64_t)(s->ring ? (i + s->shift) % s->ring : i);
}

static bool fits(const series *s, const int64_t *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (value_at(s, i) != values[i]) return false;
    return true;
}

static bool find_phase(const int64_t *values, uint32_t count, series *found) {
    for (uint32_t ring = 1; ring <= count; ring++)
        for (uint32_t shift = 0; shift < 2 * ring; shift++) {
            *found = (series){ .ring = ring, .shift = shift % ring, .start = shift / ring, .is_phase = true };
            if (fits(found, values, count)) return true;
        }
    return false;
}

static bool find_slot(const int64_t *values, uint32_t count, series *found) {
    for (uint32_t ring = 2; ring < count; ring++)
        for (uint32_t shift = 0; shift < ring; shift++) {
            int64_t start = values[(ring - shift) % ring], second = values[(ring + 1 - shift) % ring];
            *found = (series){ .ring = ring, .shift = shift, .start = start, .by = second - start };
            if (fits(found, values, count)) return true;
        }
    return false;
}

static bool find_series(const step *first, fp_repeat repeat, uint32_t which, series *found) {
    int64_t values[ITERATIONS_MAX] = { 0 };
    for (uint32_t i = 0; i < repeat.count; i++) values[i] = number_of(first + i * repeat.length, which);
    *found = (series){ .start = values[0], .by = repeat.count > 1 ? values[1] - values[0] : 0 };
    if (found->by == 0 && fits(found, values, repeat.count)) return true;
    if (which == 1) return find_phase(values, repeat.count, found);
    return fits(found, values, repeat.count) || find_slot(values, repeat.count, found);
}

/* ---- Which steps are a loop ---- */

static bool same_access(const step *a, const step *b) {
    if (a->event.access_count != b->event.access_count) return false;
    if (a->event.access_count == 0) return true;
    const fp_stream_access *x = &a->access[0], *y = &b->access[0];
    return x->region.memory == y->region.memory && x->region.end - x->region.first == y->region.end - y->region.first &&
           x->writes == y->writes && x->atomic == y->atomic && x->proxy == y->proxy;
}

static bool same_step(const step *a, const step *b) {
    const fp_event *x = &a->event, *y = &b->event;
    return x->kind == y->kind && a->elected == b->elected && (x->object == FP_NONE) == (y->object == FP_NONE) &&
           x->queue == y->queue && x->arrivals == y->arrivals && x->bytes == y->bytes && x->leaves == y->leaves &&
           x->newest == y->newest && x->in_order == y->in_order && x->grouped == y->grouped &&
           x->reads_only == y->reads_only && same_access(a, b);
}

static bool same_iterations(const fp_layout *layout, fp_step_note note, fp_stream s, const step *first,
                            fp_repeat repeat) {
    const step *last = first + (repeat.count - 1) * repeat.length;
    for (uint32_t i = 0; i < repeat.length; i++) {
        if (!same_step(first + i, last + i)) return false;
        if (text_is_silent(layout, first + i) != text_is_silent(layout, last + i)) return false;
        uint32_t a = first[i].event.object, b = last[i].event.object;
        if (a != FP_NONE && layout->meets[a] != layout->meets[b]) return false;
        if (a != FP_NONE && layout->meets[a] && roles_count_of(layout->roles, a) != roles_count_of(layout->roles, b))
            return false;
        if (note && note(layout, s, first + i) != note(layout, s, last + i)) return false;
        series found;
        for (uint32_t which = 0; which < NUMBERS; which++)
            if (!find_series(first + i, repeat, which, &found)) return false;
    }
    return true;
}

/* An arrival and the wait for it are printed as one. */
static bool parts_a_pair(const fp_layout *layout, fp_stream s, uint32_t at, uint32_t end) {
    const step *steps = layout->roles->steps[s];
    return at > 0 && at < end && steps[at].event.kind == FP_EVENT_WAIT_OWN;
}

fp_repeat text_repeat(const fp_layout *layout, fp_step_note note, fp_stream s, uint32_t at, uint32_t end) {
    fp_repeat best = { 1, 1 };
    const step *first = &layout->roles->steps[s][at];
    if (parts_a_pair(layout, s, at, end) || text_is_silent(layout, first)) return best;
    for (uint32_t length = 1; at + 2 * length <= end; length++) {
        fp_repeat now = { length, 1 };
        while (at + (now.count + 1) * length <= end) {
            now.count++;
            if (same_iterations(layout, note, s, first, now)) continue;
            now.count--;
            break;
        }
        if (now.count > 1 && now.count * length > best.count * best.length &&
            !parts_a_pair(layout, s, at + now.count * length, end))
            best = now;
    }
    return best;
}

/* ---- Printing ---- */

typedef struct {
    uint32_t ring, shift, slot, phase; /* values of the iteration */
} ring;
enum { RINGS_MAX = CARRIED_MAX / 2, LOOPS_MAX = 2 };

/* The loop that is being printed: there is one at a time. */
static struct {
    const step *first;
    fp_repeat repeat;
    uint32_t turn; /* the iteration's number */
    ring rings[RINGS_MAX];
    uint32_t ring_count, depth;
    bool carries;
    fp_carried carried;
} here;

static void need_ring(fp_text *text, const series *s) {
    if (!s->ring) return;
    for (uint32_t i = 0; i < here.ring_count; i++)
        if (here.rings[i].ring == s->ring && here.rings[i].shift == s->shift) return;
    text->fails |= here.ring_count == RINGS_MAX;
    if (!text->fails) here.rings[here.ring_count++] = (ring){ .ring = s->ring, .shift = s->shift };
}

/* Slot and phase by division. */
static void divide(fp_text *text, ring *r) {
    uint32_t i = r->shift ? text_compute_by(text, TEXT_ADD, here.turn, r->shift) : here.turn;
    bool power = (r->ring & (r->ring - 1)) == 0 && text_draws(text, 2);
    r->slot = power ? text_compute_by(text, TEXT_AND, i, r->ring - 1) : text_compute_by(text, TEXT_REM, i, r->ring);
    uint32_t shift = 0;
    while (1u << shift < r->ring) shift++;
    uint32_t turns = power ? text_compute_by(text, TEXT_SHR, i, shift) : text_compute_by(text, TEXT_DIV, i, r->ring);
    r->phase =
        text_draws(text, 2) ? text_compute_by(text, TEXT_AND, turns, 1) : text_compute_by(text, TEXT_REM, turns, 2);
}

/* The next slot, and the phase that flips when it is the first one again. */
static void step_on(fp_text *text, ring *r) {
    uint32_t one = text_number(text, 1), next = text_compute(text, TEXT_ADD, r->slot, one);
    uint32_t wraps = text_compute_by(text, TEXT_EQ, next, r->ring), zero = text_number(text, 0);
    uint32_t flipped =
        text_draws(text, 2) ? text_compute(text, TEXT_XOR, r->phase, one) : text_compute(text, TEXT_SUB, one, r->phase);
    r->slot = text_select(text, wraps, zero, next);
    r->phase = text_select(text, wraps, flipped, r->phase);
}

static void find_rings(fp_text *text) {
    series found;
    here.ring_count = 0;
    for (uint32_t i = 0; i < here.repeat.length; i++)
        for (uint32_t which = 0; which < NUMBERS; which++)
            if (find_series(here.first + i, here.repeat, which, &found)) need_ring(text, &found);
}

static void take_over(void) {
    for (uint32_t i = 0; here.carries && i < here.ring_count; i++)
        here.rings[i].slot = here.carried.value[2 * i], here.rings[i].phase = here.carried.value[2 * i + 1];
}

/* A count that is a product may be two loops. */
static uint32_t inner_count(fp_text *text, uint32_t count) {
    for (uint32_t inner = 2; inner < count; inner++)
        if (count % inner == 0 && text_draws(text, 2)) return inner;
    return 0;
}

/* Numbers that go on beyond the loop's end have no place in the program's objects and memory. */
static bool stays_inside(const step *first, fp_repeat repeat) {
    series found;
    for (uint32_t i = 0; i < repeat.length; i++)
        for (uint32_t which = 0; which < NUMBERS; which++)
            if (!find_series(first + i, repeat, which, &found) || (found.by && !found.ring)) return false;
    return true;
}

/* Notes that the loop asks for the kernel's argument, which stands for the trip count of the first one that does. */
static bool may_ask(fp_text *text, fp_stream s, uint32_t from) {
    bool same = text->asked_count == 0 || text->asked[0].count == here.repeat.count;
    if (!same || !stays_inside(here.first, here.repeat)) return false;
    if (text->asked_count == sizeof text->asked / sizeof *text->asked) return false;
    text->asked[text->asked_count++] = (fp_asked_loop){ s, from, here.repeat.length, here.repeat.count, false };
    return true;
}

void text_open_repeat(fp_text *text, const fp_layout *layout, fp_stream s, uint32_t from, fp_repeat repeat) {
    here.first = &layout->roles->steps[s][from], here.repeat = repeat;
    find_rings(text);
    here.carries = text_draws(text, 2);
    here.carried.count = here.carries ? 2 * here.ring_count : 0;
    for (uint32_t i = 0; i < here.carried.count; i++) {
        here.carried.value[i] = text_number(text, i % 2 ? 0 : here.rings[i / 2].shift);
    }
    bool asked = text->asks && may_ask(text, s, from);
    uint32_t inner = asked ? 0 : inner_count(text, repeat.count);
    here.turn = text_open_loop(text, inner ? repeat.count / inner : repeat.count, asked, &here.carried);
    here.depth = 1;
    if (inner) {
        uint32_t before = text_compute_by(text, TEXT_MUL, here.turn, inner);
        here.turn = text_compute(text, TEXT_ADD, before, text_open_loop(text, inner, false, &here.carried));
        here.depth = 2;
    }
    take_over();
    for (uint32_t i = 0; !here.carries && i < here.ring_count; i++) divide(text, &here.rings[i]);
}

void text_close_repeat(fp_text *text) {
    for (uint32_t i = 0; here.carries && i < here.ring_count; i++) {
        step_on(text, &here.rings[i]);
        here.carried.value[2 * i] = here.rings[i].slot, here.carried.value[2 * i + 1] = here.rings[i].phase;
    }
    while (here.depth-- > 0) text_close_loop(text, &here.carried);
    here.depth = 0;
}

fp_repeat text_here(void) { return here.depth ? here.repeat : (fp_repeat){ 1, 1 }; }

static uint32_t add(fp_text *text, uint32_t a, int64_t b) { return b ? text_compute_by(text, TEXT_ADD, a, b) : a; }

/* `by` tells what one of the number is in the text. */
static uint32_t print_series(fp_text *text, const step *at, uint32_t which, int64_t by, int64_t more) {
    series s;
    if (!here.depth) return text_number(text, number_of(at, which) * by + more);
    if (!find_series(at, here.repeat, which, &s)) text->fails = true;
    if (s.by == 0 && !s.is_phase) return text_number(text, s.start * by + more);
    const ring *r = here.rings;
    while (s.ring && r < here.rings + here.ring_count && (r->ring != s.ring || r->shift != s.shift)) r++;
    if (s.is_phase) return s.start ? text_compute_by(text, TEXT_XOR, r->phase, 1) : r->phase;
    uint32_t i = s.ring ? r->slot : here.turn;
    uint32_t scaled = s.by * by == 1 ? i : text_compute_by(text, TEXT_MUL, i, s.by * by);
    return add(text, scaled, s.start * by + more);
}

uint32_t text_object(fp_text *text, const step *at) { return print_series(text, at, 0, 1, 0); }
uint32_t text_parity(fp_text *text, const step *at) { return print_series(text, at, 1, 1, 0); }

uint32_t text_element(fp_text *text, const fp_layout *layout, const step *at, uint32_t first) {
    int64_t start = text_bytes(layout, at->access[0].region.first) / 4;
    int64_t by = layout->width > 1 ? layout->width / CELL_BYTES : 1; /* elements of a byte of the program */
    return print_series(text, at, 2, by, first - start);
}

/* ---- Other trip counts ---- */

static int64_t number_in(const step *first, fp_repeat repeat, uint32_t which, uint32_t i) {
    series found;
    return find_series(first, repeat, which, &found) ? value_at(&found, i) : number_of(first, which);
}

static step step_in(const step *first, fp_repeat repeat, uint32_t i) {
    step at = *first;
    if (at.event.object != FP_NONE) at.event.object = (uint32_t)number_in(first, repeat, 0, i);
    at.event.parity = (uint8_t)number_in(first, repeat, 1, i);
    int64_t moved = at.event.access_count ? number_in(first, repeat, 2, i) - at.access[0].region.first : 0;
    at.access[0].region.first += moved, at.access[0].region.end += moved;
    return at;
}

const fp_asked_loop *text_asked_loop(const fp_text *text, fp_stream s, uint32_t at) {
    for (uint32_t i = 0; i < text->asked_count; i++) {
        const fp_asked_loop *loop = &text->asked[i];
        if (loop->role == s && at >= loop->from && at < loop->from + loop->length) return loop;
    }
    return NULL;
}

static bool is_left_out(const fp_text *text, fp_stream s, uint32_t at, uint32_t count) {
    const fp_left_out *left_out = &text->left_out;
    return left_out->by && left_out->role == s && left_out->step == at && count % left_out->by == left_out->rest;
}

static void put(struct program *varied, fp_step_origins *origins, fp_stream s, step at, uint32_t from) {
    if (varied->len[s] == STEPS_MAX) {
        varied->overflow = true;
        return;
    }
    origins->step[s][varied->len[s]] = (uint16_t)from;
    varied->steps[s][varied->len[s]++] = at;
}

bool text_vary(const fp_text *text, const struct program *roles, uint32_t count, struct program *varied,
               fp_step_origins *origins) {
    *varied = *roles;
    for (fp_stream s = 0; s < roles->stream_count; s++) {
        varied->len[s] = 0;
        for (uint32_t from = 0; from < roles->len[s];) {
            const fp_asked_loop *loop = text_asked_loop(text, s, from);
            if (!loop) {
                put(varied, origins, s, roles->steps[s][from], from), from++;
                continue;
            }
            fp_repeat repeat = { loop->length, loop->count };
            uint32_t times = count == 0 && loop->at_end ? 1 : count;
            for (uint32_t i = 0; i < times * loop->length; i++) {
                uint32_t turn = i / loop->length, at = from + i % loop->length;
                if (!is_left_out(text, s, at, count))
                    put(varied, origins, s, step_in(&roles->steps[s][at], repeat, turn),
                        at + turn % loop->count * loop->length);
            }
            from += loop->length * loop->count;
        }
    }
    return !varied->overflow;
}
